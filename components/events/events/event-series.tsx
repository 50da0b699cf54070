import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import type { PublicEvent, SeriesEvent } from "@/lib/events/events/queries";
import { eventMoment, eventPath } from "@/lib/events/events/rules";
import { formatWeekday } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";

/** The recurring meeting or the editions to which an event belongs, with the other dates to come. */
export async function EventSeries({ event, events }: { event: PublicEvent; events: readonly SeriesEvent[] }) {
  const t = await getTranslations("events/events.series");
  const locale = await getLocale();
  const others = events.filter(({ id }) => id !== event.id);
  const { week, weekday } = event.series!;
  const isRecurring = week !== null && weekday !== null;
  // Portuguese: Saturday and Sunday are masculine, the other days feminine.
  const gender = weekday === 0 || weekday === 6 ? "masculine" : "feminine";
  const rule =
    isRecurring &&
    t("rule", { position: t(`${gender}.${week as 5}`), weekday: formatWeekday((weekday + 6) % 7, locale) });
  if (!isRecurring && others.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="display-2">{t(isRecurring ? "title" : "editions")}</h2>
      {rule && (
        <p className="mt-2 text-lg">
          {[rule, event.club && t("club", { club: event.club.name })].filter(Boolean).join(" ")}
        </p>
      )}
      {others.length > 0 ? (
        <ul aria-label={t("dates")} className="mt-3 flex flex-wrap gap-3">
          {others.map((other) => (
            <li key={other.id}>
              <Link
                href={localePath(locale, eventPath(other.slug))}
                className={buttonClass({ look: "outline", size: "wrap" })}
              >
                {[
                  eventMoment(other.starts_at, other.time_zone, locale, { dateStyle: "medium" }),
                  other.status === "published" ? null : t(other.status as "postponed" | "cancelled"),
                ]
                  .filter(Boolean)
                  .join(", ")}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-muted">{t("noDates")}</p>
      )}
    </section>
  );
}
