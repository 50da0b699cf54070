"use server";

import { orDenied, userAction } from "../../platform/action";
import { takeAttempt, takeAttempts } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";

export const inviteMemberAction = userAction.inputSchema(schema.inviteSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempts(["vehicleInvitation", ctx.account.id], ["vehicleInvitationMail", parsedInput.email]);
  return write.inviteMember(await createSessionClient(), parsedInput);
});

export const revokeInvitationAction = userAction
  .inputSchema(schema.idSchema)
  .action(async ({ parsedInput: { id } }) => {
    orDenied(await write.revokeInvitation(await createSessionClient(), id));
  });

export const acceptInvitationAction = userAction
  .inputSchema(schema.tokenSchema)
  .action(async ({ parsedInput: { token }, ctx }) => {
    await takeAttempt("vehicleSharing", ctx.account.id);
    return write.acceptInvitation(await createSessionClient(), token);
  });

export const setMemberRoleAction = userAction
  .inputSchema(schema.memberRoleSchema)
  .action(async ({ parsedInput, ctx }) => {
    await takeAttempt("vehicleSharing", ctx.account.id);
    orDenied(await write.setMemberRole(await createSessionClient(), parsedInput));
  });

export const removeMemberAction = userAction.inputSchema(schema.memberSchema).action(async ({ parsedInput }) => {
  orDenied(await write.removeMember(await createSessionClient(), parsedInput));
});

/** The caller leaves the car of somebody else. */
export const leaveVehicleAction = userAction
  .inputSchema(schema.leaveSchema)
  .action(async ({ parsedInput: { vehicle }, ctx }) => {
    orDenied(await write.removeMember(await createSessionClient(), { vehicle, account: ctx.account.id }));
  });
