"use server";

import { permissionAction, publicAction } from "../platform/action";
import { callerAddress } from "../platform/caller";
import { env } from "../platform/env";
import { takeAttempt } from "../platform/rate-limit";
import { revalidatePages } from "../platform/revalidate";
import { createSessionClient } from "../platform/supabase/session";
import { createLink, decideApproval, revokeLinks } from "./mutations";
import * as schema from "./schema";

const managers = permissionAction.metadata({ permission: "service_requests" });

export const createLinkAction = managers
  .inputSchema(schema.createLinkSchema)
  .action(async ({ parsedInput: { id } }) => {
    const { token, expiresAt } = await createLink(await createSessionClient(), id);
    return { url: new URL(`/approval/${token}`, env.NEXT_PUBLIC_SITE_URL).href, expiresAt };
  });

export const revokeLinksAction = managers
  .inputSchema(schema.revokeLinksSchema)
  .action(async ({ parsedInput: { id } }) => ({ count: await revokeLinks(await createSessionClient(), id) }));

/** Redeems an approval link once; only this POST decides, not opening the page. */
export const decideApprovalAction = publicAction.inputSchema(schema.approvalSchema).action(async ({ parsedInput }) => {
  const address = await callerAddress();
  await takeAttempt("approval", address);
  const outcome = await decideApproval(await createSessionClient(), parsedInput, address);
  if (outcome === "decided") revalidatePages(["services", "clubs"]);
  return { outcome };
});
