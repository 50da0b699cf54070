import "server-only";
import { z } from "zod";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createSessionClient } from "../../../platform/supabase/session";
import type { Synergy } from "../rules";
import type { SynergyQuery } from "../schema";

const pair = { first_id: z.string(), second_id: z.string(), metres: z.number() };

/** Result of `event_synergy`. */
const synergy: z.ZodType<Synergy> = z.object({
  events: z.number(),
  without_position: z.number(),
  clashes: z.array(z.object({ ...pair, saturday: z.string() })),
  trips: z.array(z.object({ ...pair, starts_on: z.string(), days: z.number() })),
  events_by_id: z.record(
    z.string(),
    z.object({
      slug: z.string(),
      title: z.string(),
      is_demo: z.boolean(),
      state_abbr: z.string(),
      town: z.string(),
      first_day: z.string(),
      last_day: z.string(),
    }),
  ),
  free: z.array(z.object({ abbr: z.string(), busy: z.number(), saturdays: z.array(z.string()) })),
});

/** Events near each other, events that one trip can join, and free weekends. */
export async function readSynergy({ km, dias, uf }: Pick<SynergyQuery, "km" | "dias" | "uf">): Promise<Synergy> {
  const client = await createSessionClient();
  const found = orThrow(await client.rpc("event_synergy", { near_km: km, max_days: dias, ...(uf && { state: uf }) }));
  return synergy.parse(found);
}
