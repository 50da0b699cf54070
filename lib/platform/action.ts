import "server-only";
import { createSafeActionClient } from "next-safe-action";
import { z } from "zod";
import type { Permission } from "./auth/permissions";
import { requirePermission, requireRecentProof, requireSignedIn } from "./auth/require";
import { AppError, type ErrorCode } from "./error";
import { reportError } from "./report";

/** Error code for the browser; the message is only logged. */
function codeOf(error: Error): ErrorCode {
  if (error instanceof AppError) return error.code;
  reportError("action", error);
  return "unexpected";
}

/** `gone` is a denied access where the page offers the change only to those who may make it. */
export function orDenied<Answer extends { outcome: string }>(answer: Answer): Exclude<Answer, { outcome: "gone" }> {
  if (answer.outcome === "gone") throw new AppError("access.denied");
  return answer as Exclude<Answer, { outcome: "gone" }>;
}

/** Actions without sign-in. */
export const publicAction = createSafeActionClient({
  handleServerError: codeOf,
  defaultValidationErrorsShape: "flattened",
});

/** Actions of a signed-in account, available as `ctx.account`. */
export const userAction = publicAction.use(async ({ next }) => next({ ctx: { account: await requireSignedIn() } }));

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
  const account = await requireSignedIn();
  requirePermission(account, metadata.permission);
  if (metadata.isProved) await requireRecentProof();
  return next({ ctx: { account } });
});
