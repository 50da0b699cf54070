import { getLocale, getTranslations } from "next-intl/server";
import type { PublicEvent } from "@/lib/events/events/queries";
import { programmeText } from "@/lib/events/events/rules";
import { programmeSchema } from "@/lib/events/events/schema";
import { formatDate } from "@/lib/platform/format";

/** The programme by day; a day without lines is left out. */
export async function EventProgramme({ days }: { days: PublicEvent["event_days"] }) {
  const t = await getTranslations("events/events.page");
  const locale = await getLocale();
  const filled = days
    .map(({ day, items }) => ({ day, items: programmeSchema.parse(items) }))
    .filter(({ items }) => items.length > 0);
  if (filled.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="display-2">{t("programme")}</h2>
      <div className="mt-4 grid gap-6 sm:grid-cols-2">
        {filled.map(({ day, items }) => (
          <div key={day}>
            <h3 className="text-xl first-letter:uppercase">
              {formatDate(day, locale, { weekday: "long", day: "numeric", month: "long" })}
            </h3>
            <ul className="mt-2 grid gap-2 border-l-4 border-faixa pl-4">
              {items.map((item, index) => (
                <li key={index} className="flex gap-3">
                  <span className="w-14 shrink-0 font-semibold tabular">{item.time}</span>
                  <span>{programmeText(item, locale)}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
