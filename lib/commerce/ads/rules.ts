import type { StateAbbr } from "../../geo/states/rules";
import type { PLACEMENTS } from "../../panel/record-choices/rules";
import { DAY_MS } from "../../platform/dates";
import { AD_STATUSES } from "../../platform/supabase/database-constants/commerce";

export type Placement = (typeof PLACEMENTS)[number];

export type AdStatus = (typeof AD_STATUSES)[number];

/** One pair of image sizes fits every placement. */
export const AD_SIZE = { desktop: { width: 1200, height: 300 }, mobile: { width: 640, height: 320 } } as const;
export type AdSide = keyof typeof AD_SIZE;

/** Banner data of a page; times in milliseconds, because the browser checks the period itself. */
export type PageAd = {
  id: string;
  desktop: string;
  mobile: string;
  alt: string;
  link: string;
  from: number;
  until: number;
  weight: number;
};

type Targeted = { placements: readonly string[]; states: readonly string[] };

/** Whether a banner may be shown in a placement on a page of this state; pages without a state show only nationwide banners. */
export function isTargetedAt({ placements, states }: Targeted, placement: Placement, state: StateAbbr | null): boolean {
  return (
    (placements.length === 0 || placements.includes(placement)) &&
    (states.length === 0 || (state !== null && states.includes(state)))
  );
}

/** Picks one of the running banners at random by weight; `chance` is in [0, 1). */
export function drawAd<Ad extends Pick<PageAd, "from" | "until" | "weight">>(
  ads: readonly Ad[],
  now: number,
  chance: number,
): Ad | null {
  const running = ads.filter(({ from, until }) => from <= now && now < until);
  let left = chance * running.reduce((sum, { weight }) => sum + weight, 0);
  return running.find(({ weight }) => (left -= weight) < 0) ?? running.at(-1) ?? null;
}

export const RENEWAL_DAYS = 15;

/** Days until a running banner ends, within the renewal period; otherwise null. */
export function renewalDue(status: string, endsAt: string, now: number): number | null {
  const days = Math.ceil((Date.parse(endsAt) - now) / DAY_MS);
  return (status === "approved" || status === "paused") && days > 0 && days <= RENEWAL_DAYS ? days : null;
}

/** Effective status of a banner: one whose period is over has ended. */
export function stateOfAd(status: string, endsAt: string, now: number): AdStatus {
  if ((status === "approved" || status === "paused") && Date.parse(endsAt) <= now) return "ended";
  return AD_STATUSES.find((known) => known === status) ?? "stopped";
}

/** A time on the last day a banner runs; `endsAt` is the midnight after it. */
export const lastDayOf = (endsAt: string): string => new Date(Date.parse(endsAt) - 1).toISOString();

/** Clicks per impression; null without impressions. */
export function clickRate({ impressions, clicks }: { impressions: number; clicks: number }): number | null {
  return impressions > 0 ? clicks / impressions : null;
}

export type DayCount = { day: string; impressions: number; clicks: number };

/** Every day of a range, with zero counts for missing days; at most the newest `max`. */
export function fillDays(days: readonly DayCount[], from: string, to: string, max: number): DayCount[] {
  const known = new Map(days.map((one) => [one.day, one]));
  const filled: DayCount[] = [];
  for (let at = Date.parse(`${from}T12:00:00Z`); at <= Date.parse(`${to}T12:00:00Z`); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    filled.push(known.get(day) ?? { day, impressions: 0, clicks: 0 });
  }
  return filled.slice(-max);
}

/** User agents of bots and link previews; their views are not counted. */
export function isProgram(agent: string): boolean {
  return /bot|crawl|spider|slurp|preview|lighthouse|facebookexternalhit|whatsapp|curl|wget|python|node/i.test(agent);
}

const KEY = /^\d{4}-\d{2}\/[0-9a-f-]{36}\.webp$/;
const PREFIX = "/arte/";

/** Public path of a stored image. */
export const artAddress = (key: string): string => PREFIX + key;

/** Storage key of an image path; null for any other path. */
export function artKey(address: string): string | null {
  const key = address.startsWith(PREFIX) ? address.slice(PREFIX.length) : "";
  return KEY.test(key) ? key : null;
}

/** Page views of each placement over the last 30 (`views`) and the last 7 (`week`) complete days. */
export type Audience = ReadonlyMap<string, Record<"views" | "week", number>>;

/** Whether any placement was seen in the period, or in any period. */
export const hasAudience = (audience: Audience, period: "views" | "week" = "views"): boolean =>
  [...audience.values()].some((one) => one[period] > 0);
