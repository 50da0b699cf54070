"use server";

import { deleteAccount as removeMergedAccount, mailSignInLink, removeFactors } from "../service";
import { permissionAction } from "@/lib/platform/action";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import {
  changeBlock,
  changeRole,
  changeRolePermissions,
  deleteAccount,
  endSession,
  endSessions,
  mergeAccounts,
  prepareFactorReset,
} from "./mutations";
import { findUser, listSecondFactors } from "./queries";
import { mergeLines } from "./rules";
import {
  accountSchema,
  blockSchema,
  deletionSchema,
  matrixSchema,
  mergePreviewSchema,
  mergeSchema,
  mfaResetSchema,
  roleSchema,
  sessionSchema,
  type MergeResult,
} from "./schema";

const userManager = permissionAction.metadata({ permission: "users" });
const provedUserManager = permissionAction.metadata({ permission: "users", isProved: true });

export const changeRoleAction = provedUserManager.inputSchema(roleSchema).action(async ({ parsedInput }) => {
  await changeRole(parsedInput);
  return { saved: true };
});

export const changeBlockAction = provedUserManager
  .inputSchema(blockSchema)
  .action(async ({ parsedInput: { account, blocked, reason } }) => {
    await changeBlock(account, blocked === "true", reason);
    return { saved: true };
  });

/** Mails a sign-in link that verifies the address. */
export const resendConfirmationAction = userManager
  .inputSchema(accountSchema)
  .action(async ({ parsedInput: { account } }) => {
    const user = await findUser(account);
    if (!user) throw new AppError("access.permission");
    await takeAttempt("mail", user.email);
    const result = await mailSignInLink(user.email, new URL("/painel", env.NEXT_PUBLIC_SITE_URL).href);
    if (result === "refused") throw new AppError("rate.limited");
    return { sentTo: user.email };
  });

/** Deletes an account; the caller must have typed its e-mail address. */
export const deleteUserAction = provedUserManager
  .inputSchema(deletionSchema)
  .action(async ({ parsedInput: { account, email } }) => {
    await deleteAccount(account, email);
    return { deleted: true };
  });

/** Removes the second factors of an account, so that the password alone is enough until a new one is set up. */
export const resetMfaAction = provedUserManager
  .inputSchema(mfaResetSchema)
  .action(async ({ parsedInput: { account, reason } }) => {
    const user = await findUser(account);
    if (!user?.is_manageable) throw new AppError("access.permission");
    // Fails before the audit entry is written when the auth server does not support factors.
    if (!(await listSecondFactors(user))) throw new AppError("mfa.unknown");
    await prepareFactorReset(account, reason);
    await removeFactors(account);
    return { removed: true };
  });

const publicResult = ({ outcome, is_trial: isTrial, obstacles, report, target }: MergeResult) => ({
  outcome,
  isTrial,
  obstacles,
  target,
  lines: mergeLines(report),
});

/** Preview of a merge with its obstacles; changes nothing. */
export const previewMergeAction = userManager
  .inputSchema(mergePreviewSchema)
  .action(async ({ parsedInput: { account, targetEmail } }) => {
    return publicResult(await mergeAccounts({ account, targetEmail }));
  });

/** Moves all data, then deletes the empty account; when the auth server fails, the account stays blocked. */
export const mergeAction = provedUserManager
  .inputSchema(mergeSchema)
  .action(async ({ parsedInput: { account, targetEmail, email, reason } }) => {
    const answer = publicResult(await mergeAccounts({ account, targetEmail, sure: { email, reason } }));
    if (answer.outcome !== "saved") return { ...answer, isDeleted: false };
    try {
      await removeMergedAccount(account);
      return { ...answer, isDeleted: true };
    } catch (error) {
      reportError("merged account", error);
      return { ...answer, isDeleted: false };
    }
  });

export const endSessionsAction = permissionAction
  .metadata({ permission: "access_log", isProved: true })
  .inputSchema(accountSchema)
  .action(async ({ parsedInput: { account } }) => {
    return { ended: await endSessions(account) };
  });

export const endSessionAction = permissionAction
  .metadata({ permission: "access_log", isProved: true })
  .inputSchema(sessionSchema)
  .action(async ({ parsedInput: { session } }) => {
    return endSession(session);
  });

export const changeMatrixAction = permissionAction
  .metadata({ permission: "permissions", isProved: true })
  .inputSchema(matrixSchema)
  .action(async ({ parsedInput: { role, permissions } }) => {
    await changeRolePermissions(role, permissions);
    return { saved: true };
  });
