import { Plus } from "lucide";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { formatKm, formatMinutes } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Outing } from "@/lib/trip-facts/rules";
import type { TripStop } from "@/lib/trips/schema";
import { fill } from "../offline/pack-labels";
import { usePlanner } from "./planner-context";
import { insertStops } from "./planner-edits";

/** Kilometres there and back; the hours beside them are at the pace that the estimate uses. */
const LIMITS = [100, 200, 300, 500];

/** Where to go from the start and be back within a distance; a chosen goal is planned there and back on roads. */
export function PlannerOutings({ start }: { start: TripStop }) {
  const { store, texts, locale, announce } = usePlanner();
  const [km, setKm] = useState(LIMITS[1]!);
  const [found, setFound] = useState<{ key: string; list: readonly Outing[] } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const key = `lat=${start.lat}&lng=${start.lng}&km=${km}`;
  const find = async () => {
    setFailed(false);
    const answer = await fetch(`/api/trip-outings?${key}&locale=${locale}`).catch(() => null);
    const list = answer?.ok ? ((await answer.json()) as Outing[]) : null;
    if (list) setFound({ key, list });
    setFailed(!list);
  };
  const plan = (goal: Outing) => {
    const { name, lat, lng, kind, id } = goal;
    store.edit((current) =>
      insertStops({ ...current, stops: current.stops.slice(0, 1) }, 1, [
        { name, lat, lng, subject: { kind, id } },
        { name: start.name, lat: start.lat, lng: start.lng },
      ]),
    );
    announce(fill(texts.add.added, { name }));
  };
  const shown = found?.key === key ? found.list : null;
  return (
    <section aria-labelledby="planner-outings" className="grid gap-3">
      <h2 id="planner-outings" className="text-2xl">
        {fill(texts.outings.title, { name: start.name })}
      </h2>
      <div className="flex flex-wrap items-end gap-3">
        <label className="grid grow gap-1">
          {texts.outings.within}
          <select value={km} onChange={({ target }) => setKm(Number(target.value))} className={controlClass}>
            {LIMITS.map((limit) => (
              <option key={limit} value={limit}>
                {fill(texts.outings.limit, { km: formatKm(limit, locale), time: formatMinutes(limit) })}
              </option>
            ))}
          </select>
        </label>
        <Button variant="outline" onClick={() => void find()}>
          {texts.outings.find}
        </Button>
      </div>
      {hasFailed && <p role="status">{texts.outings.failed}</p>}
      {shown?.length === 0 && <p role="status">{texts.outings.none}</p>}
      {shown && shown.length > 0 && (
        <ul className="grid gap-2">
          {shown.map((goal) => (
            <li
              key={goal.path}
              className="flex items-center gap-2 rounded-xl border-2 border-line bg-surface py-1 pl-3 pr-1"
            >
              <span className="min-w-0 grow leading-tight wrap-anywhere">
                <a href={localePath(locale, goal.path)} className="text-link underline underline-offset-4">
                  {goal.name}
                </a>
                <small className="block text-muted tabular">
                  {texts.kind[goal.kind]} ·{" "}
                  {fill(texts.outings.about, { km: formatKm(Math.round(goal.km / 10) * 10, locale) })}
                </small>
              </span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={fill(texts.outings.plan, { name: goal.name })}
                onClick={() => plan(goal)}
              >
                <Icon of={Plus} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
