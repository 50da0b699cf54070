import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { startOfDay, addDays } from "../../platform/dates";
import { AppError } from "../../platform/error";
import { tokenHash } from "../../platform/links/queries";
import { savedOrGone } from "../../platform/outcome-schema";
import { orThrow, outcomeOrThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { eventInvitationToken } from "./queries";
import * as schema from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
const REFUSALS: ErrorCodes = { "42501": "access.permission" };

/** The moment after the last day of a role, in the time zone of Brasília. */
const endOf = (lastDay: string | null) => (lastDay === null ? null : startOfDay(addDays(lastDay, 1)));

/** Mails a link to a person who gets a role; the token is derived again when the mail is sent. */
export async function inviteMember(
  client: Client,
  { event, email, role, last_day: lastDay }: z.output<typeof schema.inviteSchema>,
) {
  const invitation = randomUUID();
  const token_hash = tokenHash(eventInvitationToken(invitation));
  return schema.invitedSchema.parse(
    orThrow(
      await client.rpc("invite_event_member", {
        event,
        email,
        role,
        role_ends_at: endOf(lastDay) as string,
        invitation,
        token_hash,
      }),
      REFUSALS,
    ),
  );
}

export async function revokeInvitation(client: Client, invitation: string): Promise<void> {
  savedOrGone.parse(orThrow(await client.rpc("revoke_event_invitation", { invitation }), REFUSALS));
}

/** The signed-in account gets the role of an invitation; returns the event. */
export async function acceptInvitation(client: Client, token: string): Promise<string> {
  const answer = schema.joinedSchema.parse(orThrow(await client.rpc("accept_event_invitation", { token }), REFUSALS));
  if (answer.outcome !== "saved") throw new AppError("link.expired");
  return answer.event_id;
}

/** An event keeps an owner. */
function changed(answer: unknown): void {
  const { outcome } = schema.changedMemberSchema.parse(answer);
  if (outcome === "refused") throw new AppError("event.lastOwner");
  if (outcome === "gone") throw new AppError("registration.changed");
}

export async function setMember(
  client: Client,
  { event, account, role, last_day: lastDay }: z.output<typeof schema.roleSchema>,
): Promise<void> {
  const ends_at = endOf(lastDay) ?? undefined;
  changed(outcomeOrThrow(await client.rpc("set_event_member", { event, account, role, ends_at }), REFUSALS));
}

export async function removeMember(client: Client, event: string, account: string): Promise<void> {
  changed(outcomeOrThrow(await client.rpc("remove_event_member", { event, account }), REFUSALS));
}

/** Stores who downloads a list of registrations. */
export async function noteExport(client: Client, event: string, format: string, filter: string): Promise<void> {
  savedOrGone.parse(orThrow(await client.rpc("note_event_export", { event, format, filter }), REFUSALS));
}
