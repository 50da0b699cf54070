import "server-only";
import { z } from "zod";
import { addDays } from "../../platform/dates";
import { createSessionClient } from "../../platform/supabase/session";
import type { Period, Report } from "./rules";
import { orThrow } from "../../platform/supabase/or-throw";

const counts = { views: z.number(), previous: z.number() };
const sums = z.array(z.object({ key: z.string(), ...counts }));

/** Result of `page_view_report`. */
const report: z.ZodType<Report> = z.object({
  total: z.number(),
  previous: z.number(),
  days: z.array(z.object({ day: z.string(), ...counts })),
  pages: z.array(z.object({ page_path: z.string(), ...counts })),
  states: sums,
  locales: sums,
  sources: sums,
});

/** Page views of a period and of the previous one, summed in the database. */
export async function getReport({ from, to, state, locale }: Period): Promise<Report> {
  const data = orThrow(
    await (
      await createSessionClient()
    ).rpc("page_view_report", {
      from_day: from,
      to_day: to,
      in_state: state ?? undefined,
      in_locale: locale ?? undefined,
    }),
    { "42501": "access.permission" },
  );
  return report.parse(data);
}

/** Days for which searches without a result are kept. */
const MISS_DAYS = 90;

/** Words that were searched without a result in the last 90 days, the most frequent first. */
export async function listSearchMisses(today: string, locale: Period["locale"]) {
  return orThrow(
    await (
      await createSessionClient()
    ).rpc("search_miss_report", {
      from_day: addDays(today, -MISS_DAYS),
      to_day: today,
      in_locale: locale ?? undefined,
    }),
  );
}

/** Daily views and most viewed pages of a period, as rows of one sheet. */
export async function exportPageViews(period: Period): Promise<Record<string, unknown>[]> {
  const { days, pages, states, locales, sources } = await getReport(period);
  return [
    ...days.map(({ day, views, previous }) => ({ part: "day", key: day, views, previous })),
    ...pages.map(({ page_path, views, previous }) => ({ part: "page", key: page_path, views, previous })),
    ...states.map((sum) => ({ part: "state", ...sum })),
    ...locales.map((sum) => ({ part: "language", ...sum })),
    ...sources.map((sum) => ({ part: "source", ...sum })),
  ];
}
