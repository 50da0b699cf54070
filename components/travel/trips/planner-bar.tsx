import { List, Map } from "lucide";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { formatKm, formatMinutes } from "@/lib/platform/format";
import { routedKm, legMinutes } from "@/lib/travel/trips/rules";
import { fill } from "../../ui/fill";
import type { PlanState } from "./plan-store";
import { usePlanner } from "./planner-context";
import type { RouteStatus } from "./use-route";
import { useSwipe } from "./use-swipe";

export type PlannerView = "list" | "map";
type Props = { state: PlanState; status: RouteStatus; view: PlannerView; onView: (view: PlannerView) => void };

/** On a phone: length and time of the trip and the switch between list and map, within reach of the thumb. */
export function PlannerBar({ state, status, view, onView }: Props) {
  const { texts } = usePlanner();
  const other = view === "list" ? "map" : "list";
  const swipe = useSwipe((direction) => onView(direction === "forward" ? "map" : "list"));
  return (
    <div
      {...swipe}
      data-slot="planner-bar"
      data-print="hide"
      className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-3 border-t-2 border-line bg-surface px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:hidden"
    >
      <p className="min-w-0 grow leading-tight">
        <RouteSummary state={state} status={status} />
      </p>
      <Button onClick={() => onView(other)}>
        <Icon of={other === "map" ? Map : List} />
        {texts.bar[other]}
      </Button>
    </div>
  );
}

/** Length and driving time of the last calculated line, and whether it is of this plan. */
export function RouteSummary({ state: { plan, route }, status }: Pick<Props, "state" | "status">) {
  const { texts, locale } = usePlanner();
  if (plan.stops.length < 2 || !route) return status.isLoading ? texts.status.loading : texts.bar.none;
  const minutes = route.route.legs.reduce(
    (sum, _, index) => sum + legMinutes(route.route, index, plan.car.cruiseKmh),
    0,
  );
  const km = formatKm(Math.round(route.route.km), locale);
  const isEstimate = routedKm(route.route).unrouted > 0;
  return (
    <>
      <b className="font-display text-xl tabular">
        {isEstimate ? fill(texts.results.about, { km }) : km} · {formatMinutes(minutes)}
      </b>
      {status.isStale && (
        <span className="block text-sm text-faixa-text">
          {status.isLoading ? texts.status.loading : texts.status.stale}
        </span>
      )}
    </>
  );
}
