import { useDeferredValue, useEffect, useMemo, useState, type ComponentType } from "react";
import { Button } from "@/components/ui/button";
import { fuelOf } from "@/lib/travel/trips/rules";
import type { ConditionsProps } from "../conditions/conditions";
import type { PlanState } from "./plan-store";
import { usePlanner } from "./planner-context";
import { openCarSettings } from "./planner-settings";
import type { FactsState } from "./use-facts";

type Code = "loading" | "failed" | { View: ComponentType<ConditionsProps> };

/** The code of the conditions, which is loaded when there is a line; again when the network returns. */
function useConditionsCode(): Code {
  const [code, setCode] = useState<Code>("loading");
  useEffect(() => {
    let isGone = false;
    const load = () =>
      void import("../conditions/conditions").then(
        ({ Conditions }) => isGone || setCode({ View: Conditions }),
        () => isGone || setCode("failed"),
      );
    load();
    window.addEventListener("online", load);
    return () => {
      isGone = true;
      window.removeEventListener("online", load);
    };
  }, []);
  return code;
}

type Props = { state: PlanState; facts: FactsState; isRangeShown: boolean; onRange: (isShown: boolean) => void };

/** The light of every stretch and the range of the tank, for the car of the plan. */
export function PlannerConditions({ state, facts: { facts, hasFailed }, isRangeShown, onRange }: Props) {
  const { conditions: texts, locale } = usePlanner();
  const code = useConditionsCode();
  // A letter of the title must not wait for the rating of a long trip.
  const plan = useDeferredValue(state.plan);
  const { route } = state.route!;
  const rated = useMemo(() => {
    if (typeof code === "string" || !facts) return null;
    return (
      <code.View
        plan={plan}
        route={route}
        facts={facts.conditions}
        timeZone={facts.timeZone}
        texts={texts}
        locale={locale}
        carAction={
          <div className="grid gap-2 rounded-xl border-2 border-faixa p-3">
            <p>{texts.car.missing}</p>
            <Button variant="outline" className="justify-self-start" onClick={openCarSettings}>
              {texts.car.open}
            </Button>
          </div>
        }
      />
    );
  }, [code, plan, route, facts, texts, locale]);
  return (
    <section aria-labelledby="planner-conditions" className="grid gap-3">
      <h2 id="planner-conditions" className="text-2xl">
        {texts.title}
      </h2>
      <p className="text-muted">{texts.lead}</p>
      {facts && fuelOf(route, state.plan.car).rangeKm !== null && (
        <Button variant="outline" className="justify-self-start" onClick={() => onRange(!isRangeShown)}>
          {isRangeShown ? texts.range.hide : texts.range.show}
        </Button>
      )}
      {rated ?? <p role="status">{hasFailed || code === "failed" ? texts.notLoaded : texts.loading}</p>}
    </section>
  );
}
