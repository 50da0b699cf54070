import "server-only";
import { randomUUID } from "node:crypto";
import { tokenHash } from "../../platform/links/queries";
import { anyTable } from "../../platform/supabase/any-table";
import type { createSessionClient } from "../../platform/supabase/session";
import { shareToken } from "../../travel/saved-trips/shares/queries";
import { INBOX, photosOf, type InboxKey } from "./rules";
import { DELIVERY_PLACES, type AnswerInput, type DecideInput, type DeliverInput } from "./schema";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import { outcomeSchema, savedOrGone } from "../../platform/outcome-schema";
import { z } from "zod";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** `conflict`: a colleague decided first. */
const DECIDED = {
  saved: {
    status: z.string(),
    table: z.string().nullish(),
    id: z.string().nullish(),
    restored: z.boolean().nullish(),
  },
  conflict: { by: z.string().nullable(), at: z.string().nullable(), status: z.string() },
  gone: true,
} as const;
const CODES = { "42501": "access.permission" } as const;
const decidedSchema = outcomeSchema({
  ...DECIDED,
  refused: [
    "no_consent",
    "period_over",
    "states_needed",
    "placement_full",
    "payment_disputed",
    "has_registrations",
    "unpayable",
    "outdated",
  ],
});
export type Decided = z.output<typeof decidedSchema>;
/** `place`: where it arrived; `full`: the account keeps no more trips, so it has the link only. */
const deliveredSchema = outcomeSchema({
  ...DECIDED,
  saved: { ...DECIDED.saved, place: z.enum(DELIVERY_PLACES) },
  refused: ["trip_unfinished", "trip_changed"],
});
export type Delivered = z.output<typeof deliveredSchema>;

/** Copies the photos of an application to the public bucket; the private originals are kept. */
async function publishPhotos(client: SessionClient, id: string): Promise<void> {
  const { data } = await client
    .from("service_requests")
    .select("payload, kind, is_from_place")
    .eq("id", id)
    .maybeSingle();
  if (!data || (data.kind !== "new" && !data.is_from_place)) return;
  for (const name of photosOf(data)) {
    const photo = await client.storage.from("request-photos").download(name);
    if (photo.error) continue;
    const { error } = await client.storage.from("place-photos").upload(name, photo.data, { contentType: "image/webp" });
    if (error && !/exist/i.test(error.message)) throw databaseError(error);
  }
}

/** Decides one item in one database transaction; a concurrent second decision gets the name of the colleague who decided first. */
export async function decide(
  client: SessionClient,
  { kind, id, decision, reason, expected_status }: DecideInput,
): Promise<Decided> {
  if (kind === "service_request" && (decision === "approve" || decision === "publish")) await publishPhotos(client, id);
  return decidedSchema.parse(
    orThrow(await client.rpc(INBOX[kind].decide, { id, decision, reason, expected_status }), CODES),
  );
}

/** Answers an application for a trip panel; a concurrent second answer gets the name of the colleague who answered first. */
export async function answerTripPanel(
  client: SessionClient,
  { id, answer, link, expected_status }: AnswerInput,
): Promise<Decided> {
  return decidedSchema.parse(
    orThrow(await client.rpc("answer_trip_panel_request", { id, answer, link, expected_status }), CODES),
  );
}

/** Delivers the planned trip of an application: a link, whose token is never stored, and a copy in the account. */
export async function deliverTripPanel(
  client: SessionClient,
  { id, version, answer }: DeliverInput,
): Promise<Delivered> {
  const share = randomUUID();
  const hash = tokenHash(shareToken(share));
  const delivered = await client.rpc("deliver_trip_panel", {
    application: id,
    version,
    share,
    token_hash: hash,
    answer,
  });
  return deliveredSchema.parse(orThrow(delivered, CODES));
}

/** Assigns an item to an account, or removes the assignment with null. */
export async function assign(client: SessionClient, kind: InboxKey, id: string, account: string | null): Promise<void> {
  orThrow(await anyTable(client, INBOX[kind].table).update({ assigned_to: account }).eq("id", id));
}

/** Replies to a review of the portal; an empty text deletes the reply. */
export async function reply(client: SessionClient, id: string, text: string): Promise<void> {
  savedOrGone.parse(orThrow(await client.rpc("reply_app_review", { id, reply: text })));
}
