import "server-only";
import { cache } from "react";
import { stateTag } from "../../platform/cache-tags";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";
import type { createSessionClient } from "../../platform/supabase/session";
import type { StateAbbr } from "../../geo/states/rules";
import { heldVoucherSchema, type HeldVoucher } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

const CARD =
  "id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at, total_limit, per_person_limit, guests_allowed, image_url, translations, service:services!inner (id, name, slug, state_abbr, category_key, city_ibge, cover_url, lat, lng, is_approximate, city:cities (name, slug, state_abbr, lat, lng))";
const MAX_LISTED = 500;
/** Most ids that `voucher_stock` answers at once. */
const STOCK_BATCH = 200;

/** Shown vouchers of a state, those that end first on top. */
export const listVouchers = cache(async (abbr: StateAbbr) => {
  return orThrow(
    await createPublicClient([stateTag("vouchers", abbr), stateTag("services", abbr)])
      .from("vouchers")
      .select(CARD)
      .eq("service.state_abbr", abbr)
      .order("valid_until")
      .order("id")
      .limit(MAX_LISTED),
  );
});

/** Shown vouchers of several states. */
export async function listVouchersIn(abbrs: readonly StateAbbr[]): Promise<ListedVoucher[]> {
  return (await Promise.all([...new Set(abbrs)].map((abbr) => listVouchers(abbr)))).flat();
}

/** How many downloads are left of the vouchers of a state that have a limit, by id. */
export async function readStock(abbr: StateAbbr): Promise<Record<string, number>> {
  const ids = (await listVouchers(abbr)).filter(({ total_limit: limit }) => limit !== null).map(({ id }) => id);
  const batches = Array.from({ length: Math.ceil(ids.length / STOCK_BATCH) }, (_, batch) =>
    ids.slice(batch * STOCK_BATCH, (batch + 1) * STOCK_BATCH),
  );
  const client = createPublicClient(null);
  const answers = await Promise.all(
    batches.map(async (vouchers) => orThrow(await client.rpc("voucher_stock", { vouchers }))),
  );
  // A column of a function result is not null by its type, but a limit may have been removed meanwhile.
  return Object.fromEntries(
    answers.flat().flatMap(({ id, remaining }) => ((remaining as number | null) === null ? [] : [[id, remaining]])),
  );
}

/** A downloaded voucher as its holder sees it; null for an unknown id. */
export async function getHeldVoucher(client: Client, download: string): Promise<HeldVoucher | null> {
  return heldVoucherSchema.nullable().parse(orThrow(await client.rpc("read_voucher_download", { download })));
}

/** The newest downloads of the signed-in account that were not cancelled. */
export async function listOwnVouchers(client: Client): Promise<HeldVoucher[]> {
  return heldVoucherSchema.array().parse(orThrow(await client.rpc("own_voucher_downloads")));
}

export type ListedVoucher = Awaited<ReturnType<typeof listVouchers>>[number];
