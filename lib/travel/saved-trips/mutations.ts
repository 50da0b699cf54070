import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { outcomeSchema } from "../../platform/outcome-schema";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { getTrip } from "./queries";
import { savedTripSchema, type ChangeAnswer, type SaveTripInput } from "../trips/schema";
import { asJson } from "../../platform/supabase/json";
import { stateAt } from "./states";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Result of the functions that save a trip. */
const STORED = {
  saved: { version: z.number(), updatedAt: z.string() },
  conflict: { theirs: savedTripSchema },
  gone: true,
} as const;
const saveAnswer = outcomeSchema({ ...STORED, refused: ["forbidden", "invalid", "limit"] });
/** `unknown`: no such link. */
const sharedAnswer = outcomeSchema({ ...STORED, refused: ["forbidden", "invalid", "unknown"] });
const deletedSchema = outcomeSchema({ refused: ["limit"], gone: true });

/** Arguments that the SQL functions share; the generated types do not know that null is allowed. */
function argumentsOf({ id, version, plan, route }: SaveTripInput) {
  const start = plan.stops[0];
  return {
    trip: id,
    expected_version: version as number,
    plan: asJson(plan),
    route: route && asJson(route),
    state_abbr: (start ? stateAt(start) : null) as string,
  };
}

/** Stores a new trip or the next version of an existing one of the signed-in account. */
export async function saveTrip(client: SessionClient, input: SaveTripInput) {
  return saveAnswer.parse(orThrow(await client.rpc("save_trip", argumentsOf(input))));
}

/** Stores the trip of an application for a trip panel, for the team. */
export async function saveRequestedTrip(client: SessionClient, application: string, input: SaveTripInput) {
  const { trip: _, ...values } = argumentsOf(input);
  return saveAnswer.parse(orThrow(await client.rpc("save_requested_trip", { application, ...values })));
}

/** Stores the next version of a trip for the holder of a link with scope edit. */
export async function saveSharedTrip(
  client: ReturnType<typeof createServiceClient>,
  token: string,
  input: SaveTripInput,
) {
  return sharedAnswer.parse(orThrow(await client.rpc("save_shared_trip", { token, ...argumentsOf(input) })));
}

function changeOf(answer: z.output<typeof saveAnswer>): ChangeAnswer {
  if (answer.outcome !== "refused") return { outcome: answer.outcome };
  const { reason } = answer;
  return reason === "limit" ? { ...answer, reason } : { outcome: "gone" };
}

export async function renameTrip(client: SessionClient, id: string, title: string): Promise<ChangeAnswer> {
  const trip = await getTrip(client, id);
  if (!trip) return { outcome: "gone" };
  return changeOf(await saveTrip(client, { ...trip, plan: { ...trip.plan, title } }));
}

/** Stores a copy with a new title; the links of the original do not open it. */
export async function duplicateTrip(client: SessionClient, id: string, title: string): Promise<ChangeAnswer> {
  const trip = await getTrip(client, id);
  if (!trip) return { outcome: "gone" };
  const copy = { ...trip, id: randomUUID(), version: null, plan: { ...trip.plan, title } };
  return changeOf(await saveTrip(client, copy));
}

/** Moves a trip into the trash or back. */
export async function setTripDeleted(client: SessionClient, trip: string, isDeleted: boolean): Promise<ChangeAnswer> {
  return deletedSchema.parse(orThrow(await client.rpc("set_trip_deleted", { trip, is_deleted: isDeleted })));
}
