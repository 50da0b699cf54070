import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { tokenHash } from "../../platform/links/queries";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { invitationToken } from "./queries";
import {
  acceptAnswerSchema,
  invitedSchema,
  type inviteSchema,
  type memberRoleSchema,
  type memberSchema,
} from "./schema";
import { savedOrGone } from "../../platform/outcome-schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Invites a person by mail; the worker puts the link into the mail, and only the hash of its token is stored. */
export async function inviteMember(client: SessionClient, input: z.output<typeof inviteSchema>) {
  const invitation = randomUUID();
  const token_hash = tokenHash(invitationToken(invitation));
  return invitedSchema.parse(orThrow(await client.rpc("invite_vehicle_member", { invitation, token_hash, ...input })));
}

/** Ends an invitation; `gone` when it was accepted or is not one of the account. */
export async function revokeInvitation(client: SessionClient, invitation: string) {
  return savedOrGone.parse(orThrow(await client.rpc("revoke_vehicle_invitation", { invitation })));
}

/** Makes the account a member of the car of an invitation that was sent to its address. */
export async function acceptInvitation(client: SessionClient, token: string) {
  return acceptAnswerSchema.parse(orThrow(await client.rpc("accept_vehicle_invitation", { token })));
}

export async function setMemberRole(client: SessionClient, input: z.output<typeof memberRoleSchema>) {
  return savedOrGone.parse(orThrow(await client.rpc("set_vehicle_member_role", input)));
}

/** Removes a member of an own car, or the account itself from the car of somebody else. */
export async function removeMember(client: SessionClient, input: z.output<typeof memberSchema>) {
  return savedOrGone.parse(orThrow(await client.rpc("remove_vehicle_member", input)));
}
