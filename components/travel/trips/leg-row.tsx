import type { ReactNode } from "react";
import { formatKm, formatMinutes } from "@/lib/platform/format";
import { directionLinks } from "@/lib/guide/cities/rules";
import { legMinutes } from "@/lib/travel/trips/rules";
import type { StoredRoute, TripPlan } from "@/lib/travel/trips/schema";
import { fill } from "../../ui/fill";
import { usePlanner } from "./planner-context";

type Props = { plan: TripPlan; route: StoredRoute | null; index: number; isStale: boolean };

/** Length and time of the way to a stop; where the way is not known, an estimate and two apps that may know it. */
export function LegRow({ plan, route, index, isStale }: Props) {
  const { texts, locale } = usePlanner();
  const tone = isStale ? "border-line text-muted" : "border-faixa";
  const row = (content: ReactNode) => (
    <div className={`ml-5 border-l-4 border-dotted py-1 pl-5 text-sm tabular ${tone}`}>{content}</div>
  );
  const leg = route?.legs[index];
  if (!route || !leg) return row(texts.stops.noLeg);
  const km = formatKm(Math.round(leg.km), locale);
  if (leg.isUnknown) {
    const { google, waze } = directionLinks(plan.stops[index]!, plan.stops[index + 1]!);
    const links = [
      ["Google Maps", google],
      ["Waze", waze],
    ] as const;
    return row(
      <>
        <p>{fill(texts.stops.unknown, { km })}</p>
        <ul className="flex gap-4">
          {links.map(([name, href]) => (
            <li key={name}>
              <a href={href} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </>,
    );
  }
  return row(
    <>
      {`${km} · ${formatMinutes(legMinutes(route, index, plan.car.cruiseKmh))}`}
      {leg.estimatedKm >= 1 && (
        <span className="block text-muted">
          {fill(texts.stops.estimated, { km: formatKm(Math.round(leg.estimatedKm), locale) })}
        </span>
      )}
    </>,
  );
}
