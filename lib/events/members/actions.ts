"use server";

import { userAction } from "../../platform/action";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";
import { eventAction } from "./service";

const people = eventAction("events");

export const inviteMemberAction = people.inputSchema(schema.inviteSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("eventInvitation", ctx.account.id);
  return write.inviteMember(await createSessionClient(), parsedInput);
});

export const revokeEventInvitationAction = people
  .inputSchema(schema.invitationSchema)
  .action(async ({ parsedInput: { invitation } }) => {
    await write.revokeInvitation(await createSessionClient(), invitation);
  });

export const acceptEventInvitationAction = userAction
  .inputSchema(schema.acceptSchema)
  .action(async ({ parsedInput: { token }, ctx }) => {
    await takeAttempt("eventInvitationPage", ctx.account.id);
    return { event: await write.acceptInvitation(await createSessionClient(), token) };
  });

export const setMemberAction = people.inputSchema(schema.roleSchema).action(async ({ parsedInput }) => {
  await write.setMember(await createSessionClient(), parsedInput);
});

/** An owner removes a member, or a member leaves. */
export const removeMemberAction = people
  .inputSchema(schema.memberSchema)
  .action(async ({ parsedInput: { event, account } }) => {
    await write.removeMember(await createSessionClient(), event, account);
  });
