import { rangeOfTrip } from "@/lib/trip-conditions/factors/rules";
import { joinedSpans } from "@/lib/trip-conditions/range/rules";
import type { ConditionFacts } from "@/lib/trip-conditions/rules";
import { linesOf, placedSections } from "@/lib/trip-conditions/stretches/rules";
import type { StoredRoute, TripPlan } from "@/lib/trips/schema";
import { RANGE_COLORS, roadsOfSections } from "../map/style";

/** The line of a trip with its colours by the range of the tank; null without the figures of the car. */
export function rangeRoads(car: TripPlan["car"], route: StoredRoute, facts: ConditionFacts) {
  const range = rangeOfTrip(car, route, facts);
  const sections = placedSections(route);
  return (
    range &&
    joinedSpans(range).flatMap((span) => {
      const lines = linesOf(sections, span).map((line) => ({ style: "traced" as const, line }));
      return roadsOfSections(lines, { color: RANGE_COLORS[span.light] });
    })
  );
}
