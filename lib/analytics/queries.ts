import "server-only";
import { createSessionClient } from "../platform/supabase/session";
import type { Period, Report } from "./rules";
import { orThrow } from "../platform/supabase/or-throw";

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
  return data as unknown as Report;
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
