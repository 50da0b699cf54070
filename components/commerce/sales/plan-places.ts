import { chosenItems } from "@/lib/commerce/sales/rules";
import { STATES } from "@/lib/geo/states/rules";
import type { OfferedPlan } from "./plan-choice";

/** The positions and states that are chosen for a plan, and what its limits forbid. */
export function placesOf(plan: OfferedPlan | undefined, values: Readonly<Record<string, unknown>>) {
  const limits = { placements: plan?.placementsLimit ?? null, states: plan?.statesLimit ?? null };
  const chosen = {
    placements: chosenItems(values, "placements", { offered: plan?.placements ?? [], limit: limits.placements }),
    states: chosenItems(values, "states", { offered: STATES.map(({ abbr }) => abbr), limit: limits.states }),
  };
  const isWrong = (list: keyof typeof limits) => {
    const limit = limits[list];
    return limit !== null && (chosen[list].length === 0 || chosen[list].length > limit);
  };
  return {
    chosen,
    errors: {
      ...(isWrong("placements") && { placements: ["placementsMissing"] }),
      ...(isWrong("states") && { states: ["statesMissing"] }),
    },
  };
}
