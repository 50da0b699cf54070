import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import * as schema from "./schema";

const DENIED = { "42501": "access.permission" } as const;

/** Events whose money the portal collected, for the team; `isAll`: also those of which nothing is left to pay. */
export async function listPayoutEvents(isAll: boolean, page: number): Promise<schema.PayoutList> {
  const answer = await (await createSessionClient()).rpc("list_event_payouts", { with_settled: isAll, page });
  return schema.payoutListSchema.parse(orThrow(answer, DENIED));
}

/** What the portal collected for an event and passed on; null for an event that does not exist. */
export async function getEventPayouts(event: string): Promise<schema.EventPayouts | null> {
  const data = orThrow(await (await createSessionClient()).rpc("event_payouts_of", { event }), DENIED);
  return schema.eventPayoutsSchema.nullable().parse(data);
}
