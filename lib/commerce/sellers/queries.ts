import "server-only";
import { createSessionClient } from "../../platform/supabase/session";
import { orThrow } from "../../platform/supabase/or-throw";

const OWN =
  "id, full_name, document, phone, city, states, experience, pix_key, pix_key_type, commission_percentage, status, status_note, created_at";

/** The seller row of an account in any status; null when it never applied. */
export async function ownSeller(accountId: string) {
  return orThrow(
    await (await createSessionClient()).from("sellers").select(OWN).eq("user_id", accountId).maybeSingle(),
  );
}
export type OwnSeller = NonNullable<Awaited<ReturnType<typeof ownSeller>>>;

/** The seller id of an account with an active seller status, or null. */
export async function ownSellerId(accountId: string): Promise<string | null> {
  const seller = await ownSeller(accountId);
  return seller?.status === "active" ? seller.id : null;
}

const MOST = 500;

/** Sellers with one of the statuses and their rates, for seller managers. */
export async function listSellers(statuses: readonly string[]) {
  const client = await createSessionClient();
  const sellers = orThrow(
    await client
      .from("sellers")
      .select(`${OWN}, approved_at, decided_at, seller_commission_rates (percentage, starts_on)`)
      .in("status", [...statuses])
      .order("created_at", { ascending: false })
      .limit(MOST),
  );
  const rates = orThrow(await client.rpc("commission_rates", { ids: sellers.map(({ id }) => id) }));
  const rateOf = new Map(rates.map(({ seller_id, percentage }) => [seller_id, percentage]));
  // Sellers of the list are readable to the caller, so each has a rate.
  return sellers.map((seller) => ({ ...seller, commissionRate: rateOf.get(seller.id)! }));
}
export type ListedSeller = Awaited<ReturnType<typeof listSellers>>[number];

export async function sellerNames(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const data = orThrow(
    await (
      await createSessionClient()
    )
      .from("sellers")
      .select("id, full_name")
      .in("id", [...new Set(ids)]),
  );
  return new Map(data.map(({ id, full_name }) => [id, full_name]));
}
