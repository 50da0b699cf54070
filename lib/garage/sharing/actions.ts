"use server";

import { userAction } from "../../platform/action";
import { AppError } from "../../platform/error";
import { takeAttempt, takeAttempts } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";

export const inviteMemberAction = userAction.inputSchema(schema.inviteSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempts(["vehicleInvitation", ctx.account.id], ["vehicleInvitationMail", parsedInput.email]);
  return { status: await write.inviteMember(await createSessionClient(), parsedInput) };
});

export const revokeInvitationAction = userAction
  .inputSchema(schema.idSchema)
  .action(async ({ parsedInput: { id } }) => {
    if (!(await write.revokeInvitation(await createSessionClient(), id))) throw new AppError("access.denied");
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
    if (!(await write.setMemberRole(await createSessionClient(), parsedInput))) throw new AppError("access.denied");
  });

export const removeMemberAction = userAction.inputSchema(schema.memberSchema).action(async ({ parsedInput }) => {
  if (!(await write.removeMember(await createSessionClient(), parsedInput))) throw new AppError("access.denied");
});

/** The caller leaves the car of somebody else. */
export const leaveVehicleAction = userAction
  .inputSchema(schema.leaveSchema)
  .action(async ({ parsedInput: { vehicle }, ctx }) => {
    const isGone = await write.removeMember(await createSessionClient(), { vehicle, account: ctx.account.id });
    if (!isGone) throw new AppError("access.denied");
  });
