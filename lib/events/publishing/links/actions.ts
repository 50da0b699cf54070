"use server";

import { permissionAction } from "../../../platform/action";
import { env } from "../../../platform/env";
import { formOf } from "../../../platform/form";
import { createSessionClient } from "../../../platform/supabase/session";
import { createPublishLink, revokePublishLink } from "./mutations";
import { publishLinkPath } from "./rules";
import { inviteSchema, revokeSchema } from "./schema";

const managers = permissionAction.metadata({ permission: "events" });

/** Creates a link for an organiser without an account; its address is returned only now. */
export const createPublishLinkAction = managers.inputSchema(formOf(inviteSchema)).action(async ({ parsedInput }) => {
  const { token, expiresAt } = await createPublishLink(await createSessionClient(), parsedInput);
  return { url: new URL(publishLinkPath(token), env.NEXT_PUBLIC_SITE_URL).href, expiresAt };
});

export const revokePublishLinkAction = managers.inputSchema(revokeSchema).action(async ({ parsedInput }) => {
  await revokePublishLink(await createSessionClient(), parsedInput.id);
});
