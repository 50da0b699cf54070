"use server";

import { deleteAccount, mailSignInLink } from "../accounts/service";
import { permissionAction } from "../platform/action";
import { env } from "../platform/env";
import { AppError } from "../platform/error";
import { takeAttempt } from "../platform/rate-limit";
import { changeBlock, changeRole, changeRolePermissions, endSession, endSessions, releaseAccount } from "./mutations";
import { findUser } from "./queries";
import { accountSchema, blockSchema, deletionSchema, matrixSchema, roleSchema, sessionSchema } from "./schema";

const userManager = permissionAction.metadata({ permission: "users" });

export const changeRoleAction = userManager.inputSchema(roleSchema).action(async ({ parsedInput }) => {
  await changeRole(parsedInput);
  return { saved: true };
});

export const changeBlockAction = userManager.inputSchema(blockSchema).action(async ({ parsedInput: { account, blocked, reason } }) => {
  await changeBlock(account, blocked === "true", reason);
  return { saved: true };
});

/** Mails a sign-in link that confirms the address. */
export const resendConfirmationAction = userManager.inputSchema(accountSchema).action(async ({ parsedInput: { account } }) => {
  const user = await findUser(account);
  if (!user) throw new AppError("access.permission");
  await takeAttempt("mail", user.email);
  const result = await mailSignInLink(user.email, new URL("/painel", env.NEXT_PUBLIC_SITE_URL).href);
  if (result === "refused") throw new AppError("rate.limited");
  return { sentTo: user.email };
});

/** Deletes an account once its e-mail was typed. */
export const deleteUserAction = userManager.inputSchema(deletionSchema).action(async ({ parsedInput: { account, email } }) => {
  await releaseAccount(account, email);
  await deleteAccount(account);
  return { deleted: true };
});

export const endSessionsAction = permissionAction.metadata({ permission: "access_log" }).inputSchema(accountSchema).action(async ({ parsedInput: { account } }) => {
  return { ended: await endSessions(account) };
});

export const endSessionAction = permissionAction.metadata({ permission: "access_log" }).inputSchema(sessionSchema).action(async ({ parsedInput: { session } }) => {
  return { ended: await endSession(session) };
});

export const changeMatrixAction = permissionAction.metadata({ permission: "permissions" }).inputSchema(matrixSchema).action(async ({ parsedInput: { role, permissions } }) => {
  await changeRolePermissions(role, permissions);
  return { saved: true };
});
