import "server-only";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { addressGroup } from "../../platform/address-group";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { artAddress, artKey } from "./rules";
import { artAnswerSchema, type AdDecision, type AdEvent, type artSchema, type sharesSchema } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";
import { outcomeSchema } from "../../platform/outcome-schema";

type Service = ReturnType<typeof createServiceClient>;
type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const A_YEAR = "31536000";
const BUCKET = "ad-art";

/**
 * Maximum number of counted views and clicks per banner and caller in ten minutes; many users of a mobile network
 * share one IP address.
 */
const MOST = { view: 120, click: 12 };
const countsByKey = new LRUCache<string, number>({ max: 50_000, ttl: 600_000, noUpdateTTL: true });

/** Filters a batch by rate limit: advertisers pay by these counts, and anybody can send events. */
export function countedEvents(events: readonly AdEvent[], caller: string): AdEvent[] {
  return events.filter(({ ad, kind }) => {
    const key = `${addressGroup(caller)} ${kind} ${ad}`;
    const times = (countsByKey.get(key) ?? 0) + 1;
    countsByKey.set(key, times);
    return times <= MOST[kind];
  });
}

/** Adds a batch of views and clicks to the daily statistics. */
export async function recordEvents(client: Service, events: readonly AdEvent[]): Promise<void> {
  orThrow(await client.rpc("record_ad_events", { payload: [...events] }));
}

/** `conflict`: a colleague decided first. */
const decidedSchema = outcomeSchema({
  saved: { status: z.string() },
  conflict: { status: z.string(), by: z.string().nullable() },
  refused: ["period_over", "states_needed", "placement_full", "payment_disputed"],
  gone: true,
});

/** Applies a decision to one banner; returns the reason when it cannot run as sold. */
export async function decideAd(client: SessionClient, { id, decision, reason, expected_status }: AdDecision) {
  const answer = await client.rpc("decide_ad", { id, decision, reason, expected_status });
  return decidedSchema.parse(orThrow(answer, { "42501": "access.permission" }));
}

/** Sets the shares of a placement; false when somebody changed them since the form was opened. */
export async function setShares(client: SessionClient, { placement, previous, shares }: z.output<typeof sharesSchema>) {
  const changed = orThrow(
    await client
      .from("ad_placements")
      .update({ max_ads: shares })
      .eq("key", placement)
      .eq("max_ads", previous)
      .select("key"),
  );
  return changed.length > 0;
}

/** Stores one image of a banner; returns its public path. */
export async function storeArt(client: Service, bytes: Buffer): Promise<string> {
  const key = `${new Date().toISOString().slice(0, 7)}/${crypto.randomUUID()}.webp`;
  orThrow(await client.storage.from(BUCKET).upload(key, bytes, { contentType: "image/webp", cacheControl: A_YEAR }));
  return artAddress(key);
}

/** Deletes images that no banner uses. */
export async function deleteArt(client: Service, addresses: readonly string[]): Promise<void> {
  const keys = addresses.flatMap((address) => artKey(address) ?? []);
  if (keys.length > 0) await client.storage.from(BUCKET).remove(keys);
}

type Art = z.output<typeof artSchema> & { desktop: string | null; mobile: string | null };

/** Submits the images and texts of a banner; `closed` after it was approved. */
export async function submitArt(client: Service, token: string, { alt, link, states, desktop, mobile }: Art) {
  const payload = {
    alt,
    link_url: link,
    states,
    ...(desktop && { image_desktop: desktop }),
    ...(mobile && { image_mobile: mobile }),
  };
  return artAnswerSchema.parse(orThrow(await client.rpc("submit_ad_art", { token, payload })));
}
