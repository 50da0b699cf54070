"use server";

import { permissionAction, userAction } from "../../platform/action";
import { stateTag } from "../../platform/cache-tags";
import { takeAttempt } from "../../platform/rate-limit";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import { getOwnPlace } from "./queries";
import * as schema from "./schema";

const managers = permissionAction.metadata({ permission: "services" });

/** The public page shows whether a place has an owner to write to. */
async function revalidatePlace(service: string): Promise<void> {
  const { data } = await (
    await createSessionClient()
  )
    .from("services")
    .select("state_abbr")
    .eq("id", service)
    .maybeSingle();
  await revalidatePages([stateTag("services", data?.state_abbr ?? null)]);
}

/** Saves the fields that are public at once. */
export const savePlaceAction = userAction.inputSchema(schema.directSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("ownPlace", ctx.account.id);
  const answer = await write.savePlace(await createSessionClient(), parsedInput as schema.DirectInput);
  if (answer.outcome === "saved") await revalidatePages([stateTag("services", answer.place.state_abbr)]);
  return answer;
});

/** Proposes name, text, category, position and photos; the team decides. */
export const proposeChangeAction = userAction
  .inputSchema(schema.moderatedSchema)
  .action(async ({ parsedInput, ctx }) => {
    await takeAttempt("ownPlace", ctx.account.id);
    return write.proposeChange(await createSessionClient(), parsedInput);
  });

export const withdrawChangeAction = userAction
  .inputSchema(schema.withdrawSchema)
  .action(async ({ parsedInput }) => write.withdrawChange(await createSessionClient(), parsedInput.application));

export const inviteStaffAction = userAction
  .inputSchema(schema.inviteSchema)
  .action(async ({ parsedInput: { service, email }, ctx }) => {
    await takeAttempt("placeInvitation", ctx.account.id);
    return write.inviteStaff(await createSessionClient(), service, email);
  });

export const revokeInvitationAction = userAction
  .inputSchema(schema.invitationSchema)
  .action(async ({ parsedInput: { invitation } }) => {
    await write.revokeInvitation(await createSessionClient(), invitation);
  });

export const acceptInvitationAction = userAction
  .inputSchema(schema.acceptSchema)
  .action(async ({ parsedInput: { token }, ctx }) => {
    await takeAttempt("placeInvitationPage", ctx.account.id);
    return { service: await write.acceptInvitation(await createSessionClient(), token) };
  });

export const leavePlaceAction = userAction
  .inputSchema(schema.placeSchema)
  .action(async ({ parsedInput: { service } }) => {
    const own = await getOwnPlace(service);
    await write.leavePlace(await createSessionClient(), service);
    if (own) await revalidatePages([stateTag("services", own.place.state_abbr)]);
  });

/** An owner removes staff. */
export const removeStaffAction = userAction
  .inputSchema(schema.memberSchema)
  .action(async ({ parsedInput: { service, account } }) => {
    await write.removeMember(await createSessionClient(), service, account);
  });

/** The team changes who runs a place. */
export const addPlaceMemberAction = managers
  .inputSchema(schema.addMemberSchema)
  .action(async ({ parsedInput: { service, email, role } }) => {
    await write.setMember(await createSessionClient(), service, email, role);
    await revalidatePlace(service);
  });

export const removePlaceMemberAction = managers
  .inputSchema(schema.memberSchema)
  .action(async ({ parsedInput: { service, account } }) => {
    await write.removeMember(await createSessionClient(), service, account);
    await revalidatePlace(service);
  });
