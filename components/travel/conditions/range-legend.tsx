import { Button } from "@/components/ui/button";
import { formatNumber } from "@/lib/platform/format";
import { altitudeProfile } from "@/lib/travel/conditions/elevation/rules";
import { LIGHTS, reserveKm, type ConditionFacts } from "@/lib/travel/conditions/rules";
import { fuelOf } from "@/lib/travel/trips/rules";
import type { StoredRoute, TripPlan } from "@/lib/travel/trips/schema";
import { RANGE_COLORS } from "../../geo/map/style";
import { fill } from "../../ui/fill";
import { usePlanner } from "../trips/planner-context";
import { rangeWord } from "./range-list";
import { STEEP_COLOR } from "./range-roads";
import { kmText } from "./texts";

type Props = { route: StoredRoute; car: TripPlan["car"]; facts: ConditionFacts; onClose: () => void };

/** The meaning of the colours on the map; nothing without the figures of the car. */
export function RangeLegend({ route, car, facts, onClose }: Props) {
  const { conditions: texts, locale } = usePlanner();
  const { rangeKm } = fuelOf(route, car);
  if (rangeKm === null) return null;
  return (
    <section
      aria-label={texts.range.title}
      className="absolute left-3 top-3 z-10 grid max-w-60 gap-1 rounded-lg bg-surface p-3 text-sm leading-tight lg:top-14"
    >
      <b className="font-display text-lg">{texts.range.title}</b>
      <ul className="grid gap-1">
        {LIGHTS.map((light) => (
          <li key={light} className="flex items-center gap-2">
            <span
              aria-hidden="true"
              style={{ backgroundColor: RANGE_COLORS[light] }}
              className="h-2 w-8 shrink-0 rounded-full ring-2 ring-[#454e61]"
            />
            {rangeWord(light, texts, facts.settings)}
          </li>
        ))}
        {altitudeProfile(route) && (
          <li className="flex items-center gap-2">
            <span
              aria-hidden="true"
              style={{ borderColor: STEEP_COLOR }}
              className="h-2 w-8 shrink-0 rounded-full border-2 border-dashed bg-[#c9d1de]"
            />
            {fill(texts.range.steep, { percent: formatNumber(facts.settings.grade_yellow, locale) })}
          </li>
        )}
      </ul>
      <p className="text-muted tabular">
        {fill(texts.range.figures, {
          km: kmText(rangeKm, locale),
          reserve: kmText(reserveKm(rangeKm, facts.settings), locale),
        })}
      </p>
      <Button variant="outline" onClick={onClose}>
        {texts.range.hide}
      </Button>
    </section>
  );
}
