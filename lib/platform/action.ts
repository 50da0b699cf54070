import "server-only";
import { createSafeActionClient } from "next-safe-action";
import { z } from "zod";
import { currentAccount } from "./auth/account";
import { hasPermission, type Permission } from "./auth/permissions";
import { hasRecentProof } from "./auth/proof";
import { AppError, type ErrorCode } from "./error";
import { reportError } from "./report";

/** Error code for the browser; the message is only logged. */
function codeOf(error: Error): ErrorCode {
  if (error instanceof AppError) return error.code;
  reportError("action", error);
  return "unexpected";
}

/** Actions without sign-in. */
export const publicAction = createSafeActionClient({
  handleServerError: codeOf,
  defaultValidationErrorsShape: "flattened",
});

/** Actions of a signed-in account, available as `ctx.account`. */
export const userAction = publicAction.use(async ({ next }) => {
  const account = await currentAccount();
  if (!account) throw new AppError("auth.required");
  return next({ ctx: { account } });
});

/** Throws `auth.proofRequired` unless the caller passed an identity check in the last 10 minutes; the database checks it again. */
async function requireRecentProof(): Promise<void> {
  if (!(await hasRecentProof())) throw new AppError("auth.proofRequired");
}

/** Actions of a signed-in account that need a recent identity check. */
export const provedAction = userAction.use(async ({ next }) => {
  await requireRecentProof();
  return next();
});

/**
 * Actions that need a permission, and a recent identity check with `isProved`: `permissionAction.metadata({
 * permission: "blog" })`.
 */
export const permissionAction = createSafeActionClient({
  handleServerError: codeOf,
  defaultValidationErrorsShape: "flattened",
  defineMetadataSchema: () =>
    z.object({
      permission: z.custom<Permission>((value) => typeof value === "string"),
      isProved: z.literal(true).optional(),
    }),
}).use(async ({ next, metadata }) => {
  const account = await currentAccount();
  if (!account) throw new AppError("auth.required");
  if (!hasPermission(account, metadata.permission)) throw new AppError("access.permission");
  if (metadata.isProved) await requireRecentProof();
  return next({ ctx: { account } });
});
