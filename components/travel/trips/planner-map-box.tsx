import { useEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { MapBoundary } from "../../geo/map/boundary";
import { RouteSummary } from "./planner-bar";
import { usePlanner } from "./planner-context";
import type { PlannerMapProps } from "./planner-map";
import { PlannerPreview } from "./planner-preview";
import type { RouteStatus } from "./use-route";

type Props = Pick<PlannerMapProps, "state" | "bounds" | "range" | "onRangeClose"> & {
  status: RouteStatus;
  /** Narrow screens show the map instead of the list; wide ones show both and ignore this. */
  isShown: boolean;
  code: MapCode;
  children: ReactNode;
};
type Phase = "drawing" | "loading" | "failed" | { View: ComponentType<PlannerMapProps> };
type MapCode = { phase: Phase; open: () => void; fail: () => void };

export const loadMapCode = () => import("./planner-map");

/** The code of the map, which is loaded when somebody opens it. */
export function useMapCode(): MapCode {
  const [phase, setPhase] = useState<Phase>("drawing");
  const open = () => {
    if (phase !== "drawing" && phase !== "failed") return;
    setPhase("loading");
    loadMapCode().then(
      ({ PlannerMap }) => setPhase({ View: PlannerMap }),
      () => setPhase("failed"),
    );
  };
  return { phase, open, fail: () => setPhase("failed") };
}

/** Id of the box in the page. */
export const MAP_BOX = "planner-map";

/** A drawing of the line until somebody opens the map. */
export function PlannerMapBox({ status, isShown, code: { phase, open, fail }, children, ...mapProps }: Props) {
  const { state } = mapProps;
  const { map } = usePlanner();
  const box = useRef<HTMLElement>(null);
  // On a phone, and more so on its side, the heading of the page would leave little room for the map.
  useEffect(() => {
    if (isShown) box.current?.scrollIntoView({ block: "start" });
  }, [isShown]);
  const View = typeof phase === "object" ? phase.View : null;
  return (
    <section
      id={MAP_BOX}
      ref={box}
      aria-label={map.region}
      data-print="hide"
      className={`${isShown ? "block" : "hidden lg:block"} h-[calc(100dvh-9.5rem)] min-h-60 lg:sticky lg:top-20 lg:h-[calc(100dvh-6.5rem)]`}
    >
      <div className="group/map relative size-full overflow-hidden rounded-xl border-2 border-line">
        {View ? (
          <>
            <MapBoundary onFail={fail}>
              <View {...mapProps} isStale={status.isStale} onFail={fail} />
            </MapBoundary>
            {/* Until the map has drawn its first tiles. */}
            <div
              aria-hidden="true"
              className="pointer-events-none absolute inset-0 hidden group-has-[section[aria-busy=true]]/map:block"
            >
              <PlannerPreview state={state}>{children}</PlannerPreview>
            </div>
          </>
        ) : (
          <PlannerPreview state={state}>{children}</PlannerPreview>
        )}
        {!View && (
          <div className="absolute inset-x-3 bottom-4 grid justify-items-center gap-2">
            <p role="status" className="rounded-lg bg-surface px-4 py-2 empty:hidden">
              {phase === "loading" ? map.loading : phase === "failed" ? map.failed : ""}
            </p>
            <Button disabled={phase === "loading"} onClick={open}>
              {phase === "failed" ? map.retry : map.open}
            </Button>
          </div>
        )}
        <p className="pointer-events-none absolute left-3 top-3 hidden rounded-lg bg-surface px-3 py-1 lg:block">
          <RouteSummary state={state} status={status} />
        </p>
      </div>
    </section>
  );
}
