"use server";

import { userAction } from "../action";
import { createSessionClient } from "../supabase/session";
import { sharedToken } from "./mutations";
import { linkPath } from "./rules";
import { shareLinkSchema } from "./schema";

/** Path of a link that the caller may send to its client; the database checks the permission. */
export const shareLinkAction = userAction
  .inputSchema(shareLinkSchema)
  .action(async ({ parsedInput: { kind, subject } }) => {
    const token = await sharedToken(await createSessionClient(), kind, subject);
    return { path: linkPath(kind, token) };
  });

/** Replaces a link and revokes the earlier ones; returns the path of the new one. */
export const replaceLinkAction = userAction
  .inputSchema(shareLinkSchema)
  .action(async ({ parsedInput: { kind, subject } }) => {
    const token = await sharedToken(await createSessionClient(), kind, subject, true);
    return { path: linkPath(kind, token) };
  });
