import "server-only";
import { createSafeActionClient } from "next-safe-action";
import { z } from "zod";
import { currentAccount } from "./auth/account";
import { hasPermission, type Permission } from "./auth/permissions";
import { AppError, type ErrorCode } from "./error";
import { reportError } from "./report";

/** What the browser learns of a failure: a code, never a message. */
function codeOf(error: Error): ErrorCode {
  if (error instanceof AppError) return error.code;
  reportError("action", error);
  return "unexpected";
}

/** Actions anybody may call. */
export const publicAction = createSafeActionClient({ handleServerError: codeOf, defaultValidationErrorsShape: "flattened" });

/** Actions of a signed-in account, which arrives as `ctx.account`. */
export const userAction = publicAction.use(async ({ next }) => {
  const account = await currentAccount();
  if (!account) throw new AppError("auth.required");
  return next({ ctx: { account } });
});

/** Actions that need a permission: `permissionAction.metadata({ permission: "blog" })`. */
export const permissionAction = createSafeActionClient({
  handleServerError: codeOf,
  defaultValidationErrorsShape: "flattened",
  defineMetadataSchema: () => z.object({ permission: z.custom<Permission>((value) => typeof value === "string") }),
}).use(async ({ next, metadata }) => {
  const account = await currentAccount();
  if (!account) throw new AppError("auth.required");
  if (!hasPermission(account, metadata.permission)) throw new AppError("access.permission");
  return next({ ctx: { account } });
});
