import { Plus } from "lucide";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { formatKm, formatMinutes } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Outing } from "@/lib/travel/facts/rules";
import { OUTING_KM, OUTING_KMH } from "@/lib/travel/trips/rules";
import type { TripStop } from "@/lib/travel/trips/schema";
import { fill } from "../../ui/fill";
import { usePlanner } from "./planner-context";
import { insertStops } from "./planner-edits";

type Unit = "km" | "hours";

/** What the field suggests for each unit, there and back. */
const SUGGESTED: Record<Unit, readonly number[]> = { km: [100, 200, 300, 500], hours: [2, 4, 6, 8] };
const STEP: Record<Unit, number> = { km: 1, hours: 0.5 };

/** Kilometres of a typed limit; null for anything that the search refuses. */
function limitKm(typed: string, unit: Unit): number | null {
  const value = typed === "" ? Number.NaN : Number(typed);
  const km = unit === "km" ? value : value * OUTING_KMH;
  return km >= OUTING_KM.min && km <= OUTING_KM.max ? Math.round(km) : null;
}

/** Where to go from the start and be back within a distance; a chosen goal is planned there and back on roads. */
export function PlannerOutings({ start }: { start: TripStop }) {
  const { store, texts, locale, announce } = usePlanner();
  const [typed, setTyped] = useState(String(SUGGESTED.km[1]));
  const [unit, setUnit] = useState<Unit>("km");
  const [found, setFound] = useState<{ key: string; list: readonly Outing[] } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const km = limitKm(typed, unit);
  const key = `lat=${start.lat}&lng=${start.lng}&km=${km}`;
  const change = (next: Unit) => {
    setUnit(next);
    if (km !== null) setTyped(String(next === "km" ? km : Math.round((km / OUTING_KMH) * 2) / 2));
  };
  const find = async () => {
    if (km === null) return;
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
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <label className="grid w-28 grow gap-1">
          {texts.outings.within}
          <input
            type="number"
            inputMode="decimal"
            step={STEP[unit]}
            list="outing-limits"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            aria-invalid={km === null}
            aria-describedby="outing-limit"
            className={controlClass}
          />
        </label>
        <datalist id="outing-limits">
          {SUGGESTED[unit].map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </datalist>
        <select
          value={unit}
          aria-label={texts.outings.unit}
          onChange={({ target }) => change(target.value as Unit)}
          className={`${controlClass} w-auto`}
        >
          <option value="km">{texts.outings.units.km}</option>
          <option value="hours">{texts.outings.units.hours}</option>
        </select>
        <Button type="submit" variant="outline" disabled={km === null}>
          {texts.outings.find}
        </Button>
      </form>
      <p id="outing-limit" role="status" className={km === null ? "text-danger" : "text-muted"}>
        {km === null
          ? fill(texts.outings.range, {
              from: formatKm(OUTING_KM.min, locale),
              to: formatKm(OUTING_KM.max, locale),
              hours: String(Math.floor(OUTING_KM.max / OUTING_KMH)),
            })
          : fill(texts.outings.limit, { km: formatKm(km, locale), time: formatMinutes((km / OUTING_KMH) * 60) })}
      </p>
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
