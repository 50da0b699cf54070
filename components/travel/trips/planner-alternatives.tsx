import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { formatKm, formatMinutes } from "@/lib/platform/format";
import type { Avoidable, RoadRoute } from "@/lib/geo/roads/rules";
import { legMinutes, routeKeyOf, surfaceOf } from "@/lib/travel/trips/rules";
import type { TripPlan } from "@/lib/travel/trips/schema";
import { fill } from "../../ui/fill";
import { usePlanner } from "./planner-context";
import { fetchRoute } from "./use-route";

/** Preferences that are compared with those of the plan. */
const COMPARED = {
  fastest: [],
  toll: ["toll"],
  main: ["main", "motorway"],
  ferry: ["ferry"],
} as const satisfies Record<string, readonly Avoidable[]>;
type Name = keyof typeof COMPARED | "own";
type Alternative = { names: Name[]; avoid: readonly Avoidable[]; route: RoadRoute };

const isSameLine = (a: RoadRoute, b: RoadRoute) =>
  a.sections.length === b.sections.length && a.sections.every(({ line }, index) => line === b.sections[index]!.line);

/** The same stops with other preferences, side by side; equal lines are one entry. */
export function PlannerAlternatives({ plan }: { plan: TripPlan }) {
  const { store, texts, locale } = usePlanner();
  const key = routeKeyOf(plan, []);
  const [found, setFound] = useState<{ key: string; list: Alternative[]; hasFailed: boolean } | null>(null);
  const [isLoading, setLoading] = useState(false);
  const current = useRef(key);
  useEffect(() => {
    current.current = key;
  }, [key]);

  const compare = async () => {
    if (!key) return;
    setLoading(true);
    const list: Alternative[] = [];
    let hasFailed = false;
    const wanted: [Name, readonly Avoidable[]][] = [
      ["own", plan.avoid],
      ...(Object.entries(COMPARED) as [Name, readonly Avoidable[]][]),
    ];
    // One after the other: the server calculates one route at a time.
    for (const [name, avoid] of wanted) {
      const route = await fetchRoute(routeKeyOf(plan, avoid)!).catch(() => null);
      if (current.current !== key) break;
      const same = route && list.find((one) => isSameLine(one.route, route));
      if (!route) hasFailed = true;
      else if (same) same.names.push(name);
      else list.push({ names: [name], avoid, route });
    }
    setLoading(false);
    if (current.current === key) setFound({ key, list, hasFailed });
  };

  const shown = found?.key === key ? found : null;
  return (
    <section aria-labelledby="planner-alternatives" className="grid gap-3">
      <h2 id="planner-alternatives" className="text-2xl">
        {texts.alternatives.title}
      </h2>
      {!shown && (
        <Button
          variant="outline"
          className="justify-self-start"
          disabled={isLoading}
          aria-busy={isLoading}
          onClick={() => void compare()}
        >
          {isLoading ? texts.status.loading : texts.alternatives.compare}
        </Button>
      )}
      {shown?.hasFailed && <p role="status">{texts.alternatives.failed}</p>}
      {shown && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]">
          {shown.list.map(({ names, avoid, route }) => {
            const isOwn = [...avoid].sort().join() === [...plan.avoid].sort().join();
            const minutes = route.legs.reduce((sum, _, index) => sum + legMinutes(route, index, plan.car.cruiseKmh), 0);
            return (
              <li
                key={names.join()}
                className={`flex min-w-0 flex-col gap-1 rounded-xl border-2 bg-surface p-3 leading-snug ${isOwn ? "border-faixa" : "border-line"}`}
              >
                <b className="font-semibold wrap-anywhere">
                  {names.map((name) => texts.alternatives.name[name]).join(" · ")}
                </b>
                <span className="font-display text-xl tabular">{formatKm(Math.round(route.km), locale)}</span>
                <span className="tabular">{formatMinutes(minutes)}</span>
                <span className="text-sm">{fill(texts.alternatives.tolls, { count: route.tolls.length })}</span>
                <span className="text-sm">
                  {fill(texts.alternatives.unpaved, { km: formatKm(Math.round(surfaceOf(route).unpaved), locale) })}
                </span>
                {isOwn ? (
                  <span className="mt-auto flex min-h-11 items-center pt-1 font-semibold text-faixa-text">
                    {texts.alternatives.current}
                  </span>
                ) : (
                  <Button
                    className="mt-auto h-auto min-h-11 px-2 py-1 leading-tight whitespace-normal"
                    onClick={() => store.edit((now) => ({ ...now, avoid: [...avoid] }))}
                  >
                    {texts.alternatives.choose}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
