import { rangeOfTrip } from "@/lib/travel/conditions/factors/rules";
import { altitudeProfile, steepSpans } from "@/lib/travel/conditions/elevation/rules";
import { joinedSpans } from "@/lib/travel/conditions/range/rules";
import type { ConditionFacts } from "@/lib/travel/conditions/rules";
import { linesOf, placedSections } from "@/lib/travel/conditions/stretches/rules";
import type { StoredRoute, TripPlan } from "@/lib/travel/trips/schema";
import { RANGE_COLORS, roadsOfSections } from "../../geo/map/style";

/** Dashes on the line where it is steep: dark on each of its colours. */
export const STEEP_COLOR = "#10141c";

/** Steep parts of the line where altitudes are known. */
function steepRoads(route: StoredRoute, { settings }: ConditionFacts) {
  const sections = placedSections(route);
  return steepSpans(altitudeProfile(route) ?? [], settings.grade_yellow).flatMap((span) => {
    const lines = linesOf(sections, span).map((line) => ({ style: "unknown" as const, line }));
    return roadsOfSections(lines, { color: STEEP_COLOR });
  });
}

/**
 * The line of a trip with its colours by the range of the tank, and its climbs and descents; null without the figures of
 * the car.
 */
export function rangeRoads(car: TripPlan["car"], route: StoredRoute, facts: ConditionFacts) {
  const range = rangeOfTrip(car, route, facts);
  const sections = placedSections(route);
  const colored =
    range &&
    joinedSpans(range).flatMap((span) => {
      const lines = linesOf(sections, span).map((line) => ({ style: "traced" as const, line }));
      return roadsOfSections(lines, { color: RANGE_COLORS[span.light] });
    });
  return colored && [...colored, ...steepRoads(route, facts)];
}
