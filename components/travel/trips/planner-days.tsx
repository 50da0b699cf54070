import { buttonClass } from "@/components/ui/button-class";
import { formatDate, formatKm, formatMinutes } from "@/lib/platform/format";
import { TIME_ZONE } from "@/lib/platform/dates";
import type { GeoPoint } from "@/lib/geo/geo/rules";
import { BED_KM, bedsNear } from "@/lib/travel/facts/corridor/rules";
import type { TripFacts } from "@/lib/travel/facts/rules";
import { directionsUrl, wazeUrl } from "@/lib/guide/regions/rules";
import { clockOf, daysOf, navigatedPoints, type TripDay } from "@/lib/travel/trips/days/rules";
import { fill } from "../../ui/fill";
import type { PlanState } from "./plan-store";
import { usePlanner } from "./planner-context";

/** The days with the time at each stop, and warnings: above the limit of a day, or arrival after sunset. */
export function PlannerDays({ state: { plan, route }, facts }: { state: PlanState; facts: TripFacts | null }) {
  const { texts, locale } = usePlanner();
  const days = daysOf(plan, route!.route, facts?.timeZone ?? TIME_ZONE);
  if (days.length === 0) return null;
  return (
    <section aria-labelledby="planner-days" className="grid gap-3">
      <h2 id="planner-days" className="text-2xl">
        {texts.days.title}
      </h2>
      {!plan.leaveOn && <p className="text-sm text-muted">{texts.days.noDate}</p>}
      <ol className="grid gap-3">
        {days.map((day, index) => (
          <li key={day.offset} className="rounded-xl border-2 border-line bg-surface p-4">
            <h3 className="text-xl">
              {fill(texts.days.day, { number: index + 1 })}
              {day.date && (
                <span className="font-sans text-base font-normal text-muted">
                  {" "}
                  {formatDate(day.date, locale, { weekday: "short", day: "numeric", month: "short" })}
                </span>
              )}
            </h3>
            <p className="tabular">
              {formatKm(Math.round(day.km), locale)} · {formatMinutes(day.minutes)}
            </p>
            {day.over && <p className="text-danger">{texts.days.over[day.over]}</p>}
            <ol className="mt-2 grid gap-1">
              {day.stops
                .filter(({ stop }) => stop.kind === "stop")
                .map(({ stop, arrive, leave, isAfterSunset, sunset }) => (
                  <li key={stop.id} className="flex gap-3">
                    <span className="w-12 shrink-0 tabular text-muted">{clockOf(arrive)}</span>
                    <span className="min-w-0 wrap-anywhere">
                      {stop.name || texts.stops.unnamed}
                      {leave > arrive && (
                        <small className="text-muted"> {fill(texts.days.until, { time: clockOf(leave) })}</small>
                      )}
                      {isAfterSunset && sunset !== null && (
                        <span className="block text-sm text-danger">
                          {fill(texts.days.dark, { time: clockOf(sunset) })}
                        </span>
                      )}
                    </span>
                  </li>
                ))}
            </ol>
            {facts && index < days.length - 1 && <Beds stop={day.stops.at(-1)!.stop} places={facts.places} />}
            <DayLinks day={day} />
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">{texts.days.clock}</p>
    </section>
  );
}

const NAMED_BEDS = 4;

/** Lodging around the stop where a day ends, or that none is known. */
function Beds({ stop, places }: { stop: GeoPoint; places: TripFacts["places"] }) {
  const { texts, locale } = usePlanner();
  const beds = bedsNear(places, stop).slice(0, NAMED_BEDS);
  if (beds.length === 0) return <p className="mt-2">{fill(texts.days.noBeds, { km: formatKm(BED_KM, locale) })}</p>;
  return (
    <p className="mt-2">
      {fill(texts.days.beds, {
        names: beds
          .map(({ name, kind, isOfPage }) =>
            kind === "map_place" ? `${name} (${texts.kind[isOfPage ? "page_place" : kind]})` : name,
          )
          .join("; "),
      })}
    </p>
  );
}

/** The day in the navigation apps: Google Maps takes the stops on the way, Waze only where the day ends. */
function DayLinks({ day }: { day: TripDay }) {
  const { texts } = usePlanner();
  const points = navigatedPoints(day);
  const links = [
    { label: texts.days.google, url: directionsUrl(points) },
    { label: texts.days.waze, url: wazeUrl(points.slice(-1)) },
  ];
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      {links.map(({ label, url }) => (
        <a
          key={label}
          href={url ?? undefined}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ size: "snug" })}
        >
          {label}
        </a>
      ))}
    </p>
  );
}
