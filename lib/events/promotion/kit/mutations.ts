import "server-only";
import type { z } from "zod";
import { AppError } from "../../../platform/error";
import { orThrow, type ErrorCodes } from "../../../platform/supabase/or-throw";
import type { createServiceClient } from "../../../platform/supabase/service";
import type { createSessionClient } from "../../../platform/supabase/session";
import type { featureSchema, linkSchema } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
type ServiceClient = ReturnType<typeof createServiceClient>;

const REFUSALS: ErrorCodes = {
  promotion_taken: "promotion.taken",
  "42501": "access.permission",
  "23514": "promotion.period",
  "23503": "input.invalid",
  "23505": "link.exists",
};

/** Features an event on the home page of the portal or of its state; returns the tag of its state. */
export async function featureEvent(client: Client, input: z.output<typeof featureSchema>): Promise<string> {
  const event = orThrow(await client.from("events").select("state_abbr").eq("id", input.event).maybeSingle());
  if (!event) throw new AppError("input.invalid");
  const row = { event_id: input.event, starts_on: input.from, ends_on: input.until };
  const state = input.place === "state" ? event.state_abbr : null;
  orThrow(await client.from("event_promotions").insert({ ...row, state_abbr: state }), REFUSALS);
  return event.state_abbr;
}

/** Ends or cancels a period; returns the state of its event, null when somebody else was faster. */
export async function endPromotion(client: Client, promotion: string): Promise<string | null> {
  const rows = client.from("event_promotions").delete().eq("id", promotion).select("event:events (state_abbr)");
  return orThrow(await rows.maybeSingle(), REFUSALS)?.event.state_abbr ?? null;
}

export async function addLink(client: Client, { event, audience, label }: z.output<typeof linkSchema>): Promise<void> {
  orThrow(await client.from("event_links").insert({ event_id: event, audience, label }), REFUSALS);
}

/** The slug of the event of a short link, null for an unknown one; a visit is counted. */
export async function openLink(client: ServiceClient, code: string, isCounted: boolean): Promise<string | null> {
  return orThrow(await client.rpc("open_event_link", { code, is_counted: isCounted }));
}

/** Stores the short link through which a new registration came. */
export async function attributeRegistration(client: ServiceClient, registration: string, code: string): Promise<void> {
  orThrow(await client.rpc("attribute_registration", { registration, code }));
}
