import type { PlanState } from "./plan-store";
import { PlannerAlternatives } from "./planner-alternatives";
import { PlannerConditions } from "./planner-conditions";
import { PlannerCorridor } from "./planner-corridor";
import { PlannerDays } from "./planner-days";
import { PlannerResults } from "./planner-results";
import type { FactsState } from "./use-facts";
import type { RouteStatus } from "./use-route";

type Props = {
  state: PlanState;
  status: RouteStatus;
  facts: FactsState;
  isRangeShown: boolean;
  onRange: (isOn: boolean) => void;
};

/** What a trip with a line has: results, conditions, days, other lines and places near it. */
export function PlannerRoute({ state, status, facts, isRangeShown, onRange }: Props) {
  return (
    <>
      <PlannerResults state={state} status={status} facts={facts} />
      <PlannerConditions state={state} facts={facts} isRangeShown={isRangeShown} onRange={onRange} />
      <PlannerDays state={state} facts={facts.facts} />
      <PlannerAlternatives plan={state.plan} />
      <PlannerCorridor plan={state.plan} places={facts.facts?.places ?? null} />
    </>
  );
}
