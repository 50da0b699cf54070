import { getLocale, getTranslations } from "next-intl/server";
import { openHoursOf } from "@/lib/guide/services/rules";
import { formatWeekday } from "@/lib/platform/format";
import { WEEKDAYS } from "@/lib/platform/supabase/database-constants/partners";

/** 1 January 2024 was a Monday. */

/** The opening hours of the week; nothing when they are unknown. */
export async function OpenHoursTable({ hours }: { hours: unknown }) {
  const t = await getTranslations("guide/services.detail");
  const locale = await getLocale();
  const week = openHoursOf(hours);
  if (week.length === 0) return null;
  return (
    <section>
      <h2 className="text-xl">{t("hours")}</h2>
      <table className="mt-2 tabular">
        <tbody>
          {week.map(({ day, spans }) => (
            <tr key={day}>
              <th scope="row" className="pr-6 text-left font-normal text-muted">
                {formatWeekday(WEEKDAYS.indexOf(day), locale)}
              </th>
              <td>{spans.length > 0 ? spans.map(([from, to]) => `${from}–${to}`).join(", ") : t("closed")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
