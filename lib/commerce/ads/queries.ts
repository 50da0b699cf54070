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
import { isTargetedAt, RENEWAL_DAYS, type Audience, type Placement, type PageAd } from "./rules";
import { adReportSchema, type AdReport } from "./schema";
import { databaseError, orThrow } from "../../platform/supabase/or-throw";
import { daysFromNow } from "../../platform/dates";

const runningAds = cache(async () => {
  return orThrow(await createPublicClient(["ads"]).rpc("running_ads"));
});

/** The banners that rotate in one placement of a page. */
export async function listAdsIn(placement: Placement, state: StateAbbr | null): Promise<PageAd[]> {
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
  return ads.some(({ from, until }) => from <= now && now < until) ? ads : [];
}

/** Page views of each placement over the last 30 and the last 7 complete days. */
export const placementAudience = cache(async (): Promise<Audience> => {
  const data = orThrow(await createPublicClient(["ads"]).rpc("placement_audience"));
  return new Map(data.map(({ placement, views, week_views: week }) => [placement, { views, week }]));
});

/** Active banner plans, cheapest first. */
export const listAdPlans = cache(async () => {
  const data = orThrow(
    await createPublicClient(["plans"])
      .from("publication_plans")
      .select("id, name, description, translations, price, duration_days, placements, states_limit")
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

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

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
