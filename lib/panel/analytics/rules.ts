import { addDays, brazilianDay } from "../../platform/dates";
import type { Locale } from "../../platform/i18n/routing";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { STATES } from "../../geo/states/rules";

export type Period = { from: string; to: string; state: string | null; locale: Locale | null };
type Sum = { key: string; views: number; previous: number };
export type Report = {
  total: number;
  previous: number;
  days: { day: string; views: number; previous: number }[];
  pages: { page_path: string; views: number; previous: number }[];
  states: Sum[];
  locales: Sum[];
  /** Referring sites by host name; an empty key means no referrer. */
  sources: Sum[];
};

const DEFAULT_DAYS = 30;
const MAX_DAYS = 731;

const isDay = (value: unknown): value is string =>
  typeof value === "string" &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) &&
  addDays(value, 0) === value;

/** Parses the period from URL parameters; an invalid one becomes the last 30 days. */
export function readPeriod(params: Record<string, string | string[] | undefined>, now: Date): Period {
  const today = brazilianDay(now);
  const to = isDay(params.ate) && params.ate <= today ? params.ate : today;
  const firstDay = isDay(params.de) && params.de <= to && addDays(params.de, MAX_DAYS) >= to ? params.de : null;
  return {
    from: firstDay ?? addDays(to, 1 - DEFAULT_DAYS),
    to,
    state: STATES.find(({ abbr }) => abbr === params.estado)?.abbr ?? null,
    locale: LOCALES.find((locale) => locale === params.idioma) ?? null,
  };
}

/** URL parameters of the last `days` days, including today. */
export function lastDays(days: number, now: Date): string {
  const to = brazilianDay(now);
  return `de=${addDays(to, 1 - days)}&ate=${to}`;
}

/** Growth over the previous period in per cent; null when that period has no views. */
export function growth(views: number, previous: number): number | null {
  return previous > 0 ? Math.round(((views - previous) / previous) * 100) : null;
}
