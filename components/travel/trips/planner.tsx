"use client";

import dynamic from "next/dynamic";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from "react";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { OpenedTrip, SaveTripAnswer, SaveTripInput } from "@/lib/travel/trips/schema";
import { useHydrated } from "../../form/use-hydrated";
import type { MapBounds } from "../../geo/map/atlas/room";
import type { MapLabels } from "../../geo/map/labels";
import type { ConditionTexts } from "../conditions/texts";
import { firstState, PlanStore } from "./plan-store";
import { PlannerAdd } from "./planner-add";
import { PlannerBar, type PlannerView } from "./planner-bar";
import { PlannerContext, type PlannerTexts } from "./planner-context";
import { PlannerHead } from "./planner-head";
import { loadMapCode, MAP_BOX, PlannerMapBox, useMapCode } from "./planner-map-box";
import { PlannerOutings } from "./planner-outings";
import { PlannerSettings } from "./planner-settings";
import { useFacts } from "./use-facts";
import { useHashRoute } from "./use-hash-route";
import { useRoute } from "./use-route";
import { useSwipe } from "./use-swipe";

type Props = {
  initial: OpenedTrip | null;
  draftKey: string;
  save: ((input: SaveTripInput) => Promise<SaveTripAnswer>) | null;
  signInPath: string | null;
  exports?: ReactNode;
  texts: PlannerTexts;
  conditions: ConditionTexts;
  map: MapLabels;
  locale: Locale;
  bounds: MapBounds;
  /** Segment of the state whose planner this is. */
  uf: string | null;
  /** The drawing shown before the plan has a line. */
  children: ReactNode;
};

/** The code of both is part of pages with a stored trip only. */
const PlannerStops = dynamic(() => import("./planner-stops").then((code) => code.PlannerStops));
/** Whoever touches the form adds a stop next; its code is then here, even if the connection is lost before. */
const loadStops = () => void import("./planner-stops").catch(() => undefined);
const PlannerRoute = dynamic(() => import("./planner-route").then((code) => code.PlannerRoute));

/** The whole planner: the plan on the left, or first on a phone, and the map beside it or instead of it. */
export function Planner({ initial, draftKey, save, signInPath, exports, texts, conditions, ...view }: Props) {
  const { map, locale } = view;
  const [store] = useState(() => new PlanStore(draftKey, initial));
  const server = useMemo(() => firstState(initial), [initial]);
  const state = useSyncExternalStore(store.subscribe, store.get, () => server);
  const status = useRoute(store, state);
  const facts = useFacts(state.route, state.plan.car.tollClass, locale);
  const [said, setSaid] = useState("");
  const [shown, setShown] = useState<PlannerView>("list");
  const [isRangeShown, setRangeShown] = useState(false);
  const code = useMapCode();
  const isReady = useHydrated();
  const announce = useCallback((text: string) => setSaid(text), []);
  const tools = useMemo(
    () => ({ store, texts, conditions, map, locale, announce }),
    [store, texts, conditions, map, locale, announce],
  );
  useHashRoute(tools, view.uf);
  const show = (next: PlannerView) => {
    // The button that shows the map on a phone is the tap that opens it.
    if (next === "map") code.open();
    setShown(next);
  };
  const swipe = useSwipe((direction) => direction === "forward" && show("map"));
  const showRange = (isOn: boolean) => {
    setRangeShown(isOn);
    if (!isOn) return;
    show("map");
    // The list, which was scrolled down to the button, is gone on a phone.
    requestAnimationFrame(() => document.getElementById(MAP_BOX)?.scrollIntoView({ block: "nearest" }));
  };
  const hasStops = state.plan.stops.length > 0;
  // Whoever plans has a line and looks at the map sooner or later; their code is then already here.
  useEffect(() => {
    if (!hasStops) return;
    import("./planner-route").catch(() => undefined);
    loadMapCode().catch(() => undefined);
  }, [hasStops]);
  const hasLine = state.route !== null && state.plan.stops.length > 1;
  return (
    <PlannerContext value={tools}>
      <div aria-busy={!isReady} className="grid gap-6 pb-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:pb-6">
        <fieldset
          disabled={!isReady}
          onFocusCapture={loadStops}
          {...swipe}
          className={`${shown === "list" ? "grid" : "hidden lg:grid"} min-w-0 content-start gap-6`}
        >
          {exports}
          <PlannerAdd stops={state.plan.stops} />
          <p role="status" className="text-sm text-muted empty:hidden">
            {said}
          </p>
          {hasStops ? (
            <PlannerStops state={state} status={status} timeZone={facts.facts?.timeZone} />
          ) : (
            <p className="rounded-xl border-2 border-dashed border-line p-4">{texts.stops.empty}</p>
          )}
          {state.plan.stops.length === 1 && <PlannerOutings start={state.plan.stops[0]!} />}
          <PlannerHead state={state} save={save} signInPath={signInPath} />
          <PlannerSettings plan={state.plan} route={state.route?.route ?? null} places={facts.facts?.places ?? null} />
          {hasLine && (
            <PlannerRoute state={state} status={status} facts={facts} isRangeShown={isRangeShown} onRange={showRange} />
          )}
        </fieldset>
        <PlannerMapBox
          state={state}
          status={status}
          bounds={view.bounds}
          range={isRangeShown ? (facts.facts?.conditions ?? null) : null}
          onRangeClose={() => setRangeShown(false)}
          isShown={shown === "map"}
          code={code}
        >
          {view.children}
        </PlannerMapBox>
        <PlannerBar state={state} status={status} view={shown} onView={show} />
      </div>
    </PlannerContext>
  );
}
