import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { formatDate, formatKm, formatMinutes } from "@/lib/platform/format";
import { directionsUrl, wazeUrl } from "@/lib/guide/regions/rules";
import type { StopTime, TripDay } from "@/lib/travel/trips/days/rules";
import { clockOf, navigatedPoints } from "@/lib/travel/trips/days/rules";

/** The days of a trip with the times of each stop and links to apps that navigate. */
export async function TripDays({ days }: { days: readonly TripDay[] }) {
  const t = await getTranslations("travel/saved-trips");
  const locale = await getLocale();
  return days.map((day, index) => {
    const stops = day.stops.filter(({ stop }) => stop.kind === "stop");
    const facts = [
      day.date && formatDate(day.date, locale, { dateStyle: "long" }),
      formatKm(day.km, locale),
      formatMinutes(day.minutes),
    ];
    const points = navigatedPoints(day);
    const [google, waze] = [directionsUrl(points), wazeUrl(points.slice(-1))];
    return (
      <section
        key={day.offset}
        aria-labelledby={`dia-${index + 1}`}
        className="grid gap-3 rounded-2xl border-2 border-line p-5"
      >
        <h2 id={`dia-${index + 1}`} className="text-2xl">
          {t("view.day", { number: index + 1 })}
        </h2>
        <p className="text-muted">{facts.filter(Boolean).join(" · ")}</p>
        <ol className="grid gap-3">
          {stops.map((time, place) => (
            <StopLine key={time.index} time={time} isFirst={place === 0} isLast={place === stops.length - 1} />
          ))}
        </ol>
        <p className="flex flex-wrap gap-2" data-print="hide">
          {google && (
            <a href={google} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: "snug" })}>
              {t("files.google")}
            </a>
          )}
          {waze && (
            <a href={waze} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: "snug" })}>
              {t("files.waze")}
            </a>
          )}
        </p>
      </section>
    );
  });
}

async function StopLine({ time, isFirst, isLast }: { time: StopTime; isFirst: boolean; isLast: boolean }) {
  const t = await getTranslations("travel/saved-trips.view");
  const { stop, arrive, leave } = time;
  const facts = [
    !isFirst && t("arrive", { time: clockOf(arrive) }),
    !isFirst && stop.stayMinutes > 0 && !isLast && t("stay", { minutes: formatMinutes(stop.stayMinutes) }),
    !isLast && t("leave", { time: clockOf(leave) }),
    isLast && stop.nights > 0 && t("nights", { count: stop.nights }),
  ];
  return (
    <li className="border-l-4 border-rota pl-3">
      <p className="font-semibold wrap-anywhere">{stop.name}</p>
      <p className="text-muted tabular">{facts.filter(Boolean).join(" · ")}</p>
      {stop.note && <p className="wrap-anywhere">{stop.note}</p>}
    </li>
  );
}
