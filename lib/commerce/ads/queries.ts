import "server-only";
import { cache } from "react";
import type { FigureQuery } from "../../panel/admin/dashboard";
import { usableTokens } from "../../platform/links/queries";
import { isLinkToken } from "../../platform/links/rules";
import { patterns } from "../../platform/supabase/pattern";
import { createPublicClient } from "../../platform/supabase/public";
import { readPage, type Counting } from "../../platform/supabase/read-page";
import { createSessionClient } from "../../platform/supabase/session";
import type { StateAbbr } from "../../geo/states/rules";
import type { z } from "zod";
import { isTargetedAt, RENEWAL_DAYS, type Placement, type PageAd } from "./rules";
import {
  adReportSchema,
  availabilitySchema,
  type AdReport,
  type Availability,
  type availabilityQuerySchema,
} from "./schema";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import { addDays, brazilianDay, daysFromNow } from "../../platform/dates";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

const runningAds = cache(async () => {
  return orThrow(await createPublicClient(["ads"]).rpc("running_ads"));
});

const allPlacements = cache(async () =>
  orThrow(await createPublicClient(["ads"]).from("ad_placements").select("key, page, max_ads").order("display_order")),
);

/** The banners that rotate in one placement of a page, and whether they take all of its shares. */
export async function listAdsIn(
  placement: Placement,
  state: StateAbbr | null,
): Promise<{ ads: PageAd[]; isFull: boolean }> {
  const now = Date.now();
  const ads = (await runningAds())
    .filter((ad) => isTargetedAt(ad, placement, state))
    .map((ad) => ({
      id: ad.id,
      desktop: ad.image_desktop,
      mobile: ad.image_mobile,
      alt: ad.alt,
      link: ad.link_url,
      from: Date.parse(ad.starts_at),
      until: Date.parse(ad.ends_at),
      weight: ad.weight,
    }));
  // A banner that starts soon may join a rotation, but without a running banner the placement stays hidden.
  const running = ads.filter(({ from, until }) => from <= now && now < until).length;
  const shares = (await allPlacements()).find(({ key }) => key === placement)?.max_ads ?? 0;
  return { ads: running > 0 ? ads : [], isFull: running >= shares };
}

/** Free shares of every placement and state on the days of a sale. */
export async function listAvailability(
  client: SessionClient,
  { from, days, replaced }: z.output<typeof availabilityQuerySchema>,
): Promise<Availability> {
  return availabilitySchema.parse(
    orThrow(
      await client.rpc("ad_availability", {
        placements: [],
        states: [],
        first_day: from,
        end_day: addDays(from, days),
        ...(replaced && { replaced }),
      }),
    ),
  );
}

/** Placements with their shares; `taken`: today, in the state with most of them. */
export async function listShares() {
  const [rows, free] = await Promise.all([
    allPlacements(),
    listAvailability(await createSessionClient(), { from: brazilianDay(Date.now()), days: 1 }),
  ]);
  return rows.map(({ key, page, max_ads }) => {
    const ofPlacement = free.filter(({ placement }) => placement === key);
    const least = Math.min(max_ads, ...ofPlacement.map((row) => row.free));
    return {
      placement: key,
      page,
      shares: max_ads,
      taken: max_ads - least,
      states: ofPlacement.filter((row) => row.free === least && least < max_ads).map(({ state }) => state),
    };
  });
}
export type PlacementShares = Awaited<ReturnType<typeof listShares>>[number];

/** Page views of each placement over the last 30 complete days. */
export const placementAudience = cache(async (): Promise<ReadonlyMap<string, number>> => {
  const data = orThrow(await createPublicClient(["ads"]).rpc("placement_audience"));
  return new Map(data.map(({ placement, views }) => [placement, views]));
});

/** Active banner plans, cheapest first. */
export const listAdPlans = cache(async () => {
  const data = orThrow(
    await createPublicClient(["plans"])
      .from("publication_plans")
      .select("id, name, description, translations, price, duration_days, placements, placements_limit, states_limit")
      .eq("plan_type", "ad_banner")
      .eq("is_active", true)
      .order("display_order")
      .order("price")
      .order("id"),
  );
  return data;
});

export type AdPlan = Awaited<ReturnType<typeof listAdPlans>>[number];

/** Report of a banner by its link token; null for an invalid token. */
export const getAdReport = cache(async (token: string): Promise<AdReport | null> => {
  if (!isLinkToken(token)) return null;
  const data = orThrow(await createPublicClient(null).rpc("read_ad_report", { token }));
  return adReportSchema.nullable().parse(data);
});

export const ADS_PAGE = 20;
export type AdFilter = {
  status: string | null;
  state: StateAbbr | null;
  search: string;
  isRenewal: boolean;
  page: number;
};

/** Banners for the admin list with their statistics, ordered by end date. */
export async function listAds({ status, state, search, isRenewal, page }: AdFilter) {
  const client = await createSessionClient();
  const buildQuery = (counting?: Counting) => {
    let query = client
      .from("ads")
      .select(
        "id, sale_id, advertiser, placements, states, states_limit, image_desktop, image_mobile, alt, link_url, starts_at, ends_at, weight, status, reason, sale:sales (number, client_contact_name, client_phone)",
        counting,
      );
    if (isRenewal)
      query = query
        .in("status", ["approved", "paused"])
        .gt("ends_at", daysFromNow(0))
        .lte("ends_at", daysFromNow(RENEWAL_DAYS));
    else if (status === "ended")
      query = query.or(`status.eq.ended,and(status.in.(approved,paused),ends_at.lte.${daysFromNow(0)})`);
    else if (status === "approved" || status === "paused")
      query = query.eq("status", status).gt("ends_at", daysFromNow(0));
    else if (status) query = query.eq("status", status);
    // Banners limited to this state (an empty list, `{}`, means all states), or with it among others.
    if (state) query = query.or(`states.cd.{${state}},states.cs.{${state}}`);
    for (const word of patterns(search ?? "")) query = query.like("search_name", word);
    return query;
  };
  const { rows: ads, total } = await readPage(
    { page, per: ADS_PAGE },
    [
      ["ends_at", isRenewal],
      ["id", isRenewal],
    ],
    buildQuery,
  );
  const totals = await client.rpc("ad_totals", { ids: ads.map(({ id }) => id) });
  if (totals.error) throw databaseError(totals.error);
  const of = new Map(totals.data.map((one) => [one.ad_id, one]));
  const tokens = await usableTokens(
    client,
    "report",
    ads.map(({ id }) => id),
  );
  return {
    ads: ads.map((ad) => ({
      ...ad,
      link_token: tokens.get(ad.id) ?? null,
      impressions: Number(of.get(ad.id)?.impressions ?? 0),
      clicks: Number(of.get(ad.id)?.clicks ?? 0),
    })),
    total,
  };
}

export type ListedAd = Awaited<ReturnType<typeof listAds>>["ads"][number];

/** Counts running banners that end within the renewal period. */
export const endingAds = (client: SessionClient) =>
  client
    .from("ads")
    .select("id", { count: "exact", head: true })
    .in("status", ["approved", "paused"])
    .gt("ends_at", daysFromNow(0))
    .lte("ends_at", daysFromNow(RENEWAL_DAYS));

/** The banners to renew, a figure of the dashboard. */
export const RENEWAL_FIGURE: FigureQuery = ["renewals", "ads", "?renovar=1", endingAds];
