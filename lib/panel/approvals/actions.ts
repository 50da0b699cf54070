"use server";

import { publicAction, userAction } from "../../platform/action";
import type { Account } from "../../platform/auth/account";
import { hasPermission } from "../../platform/auth/permissions";
import type { CacheTag } from "../../platform/cache-tags";
import { callerAddress } from "../../platform/caller";
import { env } from "../../platform/env";
import { AppError } from "../../platform/error";
import { takeAttempt } from "../../platform/rate-limit";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import { createLink, decideApproval, revokeLinks } from "./mutations";
import * as schema from "./schema";

/** Cache tags of what a decision publishes. */
const CHANGED: Record<schema.ApprovalSubject, readonly CacheTag[]> = {
  service_request: ["services", "clubs"],
  event: ["events"],
  voucher: ["vouchers"],
};

/** Accounts that may decide the kind of subject that a link is about. */
function requirePermission(account: Account, kind: schema.ApprovalSubject): void {
  if (!hasPermission(account, schema.APPROVAL_SUBJECTS[kind])) throw new AppError("access.permission");
}

export const createLinkAction = userAction.inputSchema(schema.createLinkSchema).action(async ({ parsedInput, ctx }) => {
  requirePermission(ctx.account, parsedInput.kind);
  const { token, expiresAt } = await createLink(await createSessionClient(), parsedInput);
  return { url: new URL(`/approval/${token}`, env.NEXT_PUBLIC_SITE_URL).href, expiresAt };
});

export const revokeLinksAction = userAction
  .inputSchema(schema.revokeLinksSchema)
  .action(async ({ parsedInput: { kind, id }, ctx }) => {
    requirePermission(ctx.account, kind);
    return { count: await revokeLinks(await createSessionClient(), id) };
  });

/** Redeems an approval link once; only this POST decides, not opening the page. */
export const decideApprovalAction = publicAction.inputSchema(schema.approvalSchema).action(async ({ parsedInput }) => {
  const address = await callerAddress();
  await takeAttempt("approval", address);
  const answer = await decideApproval(await createSessionClient(), parsedInput, address);
  if (answer.outcome === "saved") await revalidatePages(CHANGED[answer.kind]);
  return answer;
});
