import "server-only";
import type { Account } from "../../platform/auth/account";
import { hasPermission, type Permission } from "../../platform/auth/permissions";
import { deriveToken } from "../../platform/links/queries";
import { isLinkToken } from "../../platform/links/rules";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { PAYMENTS_PAGE, type EventRight } from "./rules";
import * as schema from "./schema";

const DENIED = { "42501": "access.permission" } as const;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Token of the link of an invitation; the database stores its hash only. */
export const eventInvitationToken = (invitation: string): string => deriveToken("event_member", invitation, 1);

/** Events that the signed-in account works for, the nearest first. */
export async function listOwnEvents() {
  return schema.ownEventsSchema.parse(orThrow(await (await createSessionClient()).rpc("list_own_events")));
}

/** An event with the rights of the signed-in account; null when it does not work for it. */
export async function getOwnEvent(event: string): Promise<schema.OwnEvent | null> {
  if (!UUID.test(event)) return null;
  return schema.ownEventSchema.parse(orThrow(await (await createSessionClient()).rpc("read_own_event", { event })));
}

/** Whether the account has a permission of the team, or works for any event; the database decides about each event. */
export async function mayWorkForEvents(account: Account, permission: Permission): Promise<boolean> {
  if (hasPermission(account, permission)) return true;
  return orThrow(await (await createSessionClient()).rpc("works_for_events"));
}

/** Whether the signed-in account has a right in an event; true for event managers. */
export async function hasEventRight(event: string, wanted: EventRight): Promise<boolean> {
  return UUID.test(event) && orThrow(await (await createSessionClient()).rpc("may_in_event", { event, wanted }));
}

/** What an invitation is for; null for an unknown link. */
export async function getInvitation(token: string) {
  if (!isLinkToken(token)) return null;
  const data = orThrow(await (await createSessionClient()).rpc("read_event_invitation", { token }));
  return schema.invitationPageSchema.nullable().parse(data);
}

/** Members, open invitations and the last exports of an event, for its owners. */
export async function getPeople(event: string): Promise<schema.EventPeople> {
  return schema.peopleSchema.parse(orThrow(await (await createSessionClient()).rpc("event_people", { event }), DENIED));
}

/** Counts of an event without personal data. */
export async function getFigures(event: string): Promise<schema.EventFigures> {
  return schema.figuresSchema.parse(
    orThrow(await (await createSessionClient()).rpc("event_figures", { event }), DENIED),
  );
}

/** Registrations with a price and what was paid, by id after `after`. */
export async function listPayments(event: string, after: string | undefined): Promise<schema.EventPayment[]> {
  return schema.paymentsSchema.parse(
    orThrow(
      await (
        await createSessionClient()
      ).rpc("event_payments", { event, ...(after && { after }), most: PAYMENTS_PAGE }),
      DENIED,
    ),
  );
}
