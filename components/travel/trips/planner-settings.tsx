import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { controlClass } from "@/components/ui/input";
import type { GeoPoint } from "@/lib/geo/geo/rules";
import { AVOIDABLE } from "@/lib/geo/roads/rules";
import { bedsNear } from "@/lib/travel/facts/corridor/rules";
import type { CorridorPlace } from "@/lib/travel/facts/rules";
import { withNights, type TollClass } from "@/lib/travel/trips/rules";
import { parseDecimal } from "@/lib/platform/typed-values";
import type { StoredRoute, TripPlan } from "@/lib/travel/trips/schema";
import { usePlanner } from "./planner-context";
import { PlannerGarage } from "./planner-garage";
import { TOLL_CLASSES } from "@/lib/platform/supabase/database-constants/garage";

/** `places`: what is known beside the route; null while it loads. */
type Props = { plan: TripPlan; route: StoredRoute | null; places: readonly CorridorPlace[] | null };

/** Departure, limits of a day, preferences of the road and the car. */
export function PlannerSettings({ plan, route, places }: Props) {
  const { texts } = usePlanner();
  return (
    <div className="grid gap-3">
      <Part title={texts.settings.when}>
        <When plan={plan} route={route} places={places} />
      </Part>
      <Part title={texts.settings.avoid}>
        <Avoid plan={plan} />
      </Part>
      <Part id={CAR_SETTINGS} title={texts.settings.car}>
        <Car car={plan.car} />
      </Part>
    </div>
  );
}

const CAR_SETTINGS = "planner-car";

/** Opens the settings of the car and moves the focus there. */
export function openCarSettings(): void {
  const part = document.getElementById(CAR_SETTINGS) as HTMLDetailsElement | null;
  if (!part) return;
  part.open = true;
  part.querySelector("summary")?.focus();
  part.scrollIntoView({ block: "start" });
}

function Part({ id, title, children }: { id?: string; title: string; children: React.ReactNode }) {
  return (
    <details id={id} className="scroll-mt-20 rounded-xl border-2 border-line bg-surface">
      <summary className="flex min-h-12 cursor-pointer items-center px-4 font-semibold">{title}</summary>
      <div className="grid gap-3 border-t border-line p-4">{children}</div>
    </details>
  );
}

function When({ plan, route, places }: Props) {
  const { store, texts } = usePlanner();
  const set = (change: Partial<TripPlan>) =>
    store.edit((current) => ({ ...current, ...change }), Object.keys(change)[0]);
  const hasBed = (stop: GeoPoint) => bedsNear(places ?? [], stop).length > 0;
  const limit = plan.maxKmPerDay !== null ? "km" : plan.maxHoursPerDay !== null ? "hours" : "none";
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <label className="grid gap-1">
          {texts.settings.leaveOn}
          <input
            type="date"
            value={plan.leaveOn ?? ""}
            onChange={({ target }) => set({ leaveOn: target.value || null })}
            className={controlClass}
          />
        </label>
        <label className="grid gap-1">
          {texts.settings.leaveAt}
          <input
            type="time"
            value={plan.leaveAt}
            onChange={({ target }) => target.value && set({ leaveAt: target.value.slice(0, 5) })}
            className={controlClass}
          />
        </label>
      </div>
      <label className="grid gap-1">
        {texts.settings.limit}
        <select
          value={limit}
          onChange={({ target: { value } }) =>
            set({ maxKmPerDay: value === "km" ? 400 : null, maxHoursPerDay: value === "hours" ? 6 : null })
          }
          className={controlClass}
        >
          <option value="none">{texts.settings.noLimit}</option>
          <option value="km">{texts.settings.limitKm}</option>
          <option value="hours">{texts.settings.limitHours}</option>
        </select>
      </label>
      {limit === "km" && (
        <NumberField
          label={texts.settings.kmPerDay}
          value={plan.maxKmPerDay}
          range={[20, 2000]}
          isWhole
          onChange={(value) => value !== null && set({ maxKmPerDay: value })}
        />
      )}
      {limit === "hours" && (
        <NumberField
          label={texts.settings.hoursPerDay}
          value={plan.maxHoursPerDay}
          range={[1, 20]}
          onChange={(value) => value !== null && set({ maxHoursPerDay: value })}
        />
      )}
      {limit !== "none" && (
        <>
          <Button
            variant="outline"
            disabled={!route}
            className="justify-self-start"
            onClick={() => route && store.edit((current) => withNights(current, route, hasBed))}
          >
            {texts.settings.split}
          </Button>
          <p className="text-sm text-muted">{texts.settings.splitNote}</p>
        </>
      )}
    </>
  );
}

function Avoid({ plan }: { plan: TripPlan }) {
  const { store, texts } = usePlanner();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm text-muted">{texts.settings.avoidNote}</legend>
      {AVOIDABLE.map((kind) => (
        <label key={kind} className="flex min-h-11 items-center gap-3">
          <Checkbox
            checked={plan.avoid.includes(kind)}
            onChange={({ target }) =>
              store.edit((current) => ({
                ...current,
                avoid: target.checked ? [...current.avoid, kind] : current.avoid.filter((one) => one !== kind),
              }))
            }
          />
          {texts.avoid[kind]}
        </label>
      ))}
    </fieldset>
  );
}

function Car({ car }: { car: TripPlan["car"] }) {
  const { store, texts } = usePlanner();
  const set = (change: Partial<TripPlan["car"]>) =>
    store.edit((plan) => ({ ...plan, car: { ...plan.car, ...change } }), Object.keys(change)[0]);
  return (
    <>
      <PlannerGarage car={car} />
      <label className="grid gap-1">
        {texts.car.name}
        <input
          value={car.name}
          maxLength={80}
          placeholder={texts.car.nameHint}
          onChange={({ target }) => set({ name: target.value })}
          className={controlClass}
        />
      </label>
      <div className="grid grid-cols-2 items-end gap-3">
        <NumberField
          label={texts.car.cruise}
          value={car.cruiseKmh}
          range={[20, 130]}
          isWhole
          onChange={(value) => value !== null && set({ cruiseKmh: value })}
        />
        <NumberField
          label={texts.car.consumption}
          value={car.kmPerLitre}
          range={[1, 60]}
          onChange={(kmPerLitre) => set({ kmPerLitre })}
        />
        <NumberField
          label={texts.car.tank}
          value={car.tankLitres}
          range={[1, 300]}
          onChange={(tankLitres) => set({ tankLitres })}
        />
        <NumberField
          label={texts.car.price}
          value={car.fuelPriceCents === null ? null : car.fuelPriceCents / 100}
          range={[0.01, 100]}
          onChange={(price) => set({ fuelPriceCents: price === null ? null : Math.round(price * 100) })}
        />
      </div>
      <label className="grid gap-1">
        {texts.car.tollClass}
        <select
          value={car.tollClass}
          onChange={({ target }) => set({ tollClass: target.value as TollClass })}
          className={controlClass}
        >
          {TOLL_CLASSES.map((key) => (
            <option key={key} value={key}>
              {texts.tollClass[key]}
            </option>
          ))}
        </select>
      </label>
      <p className="text-sm text-muted">{texts.car.paceNote}</p>
    </>
  );
}

type NumberProps = {
  label: string;
  value: number | null;
  range: readonly [number, number];
  isWhole?: boolean;
  onChange: (value: number | null) => void;
};

/** A number with comma or point, fuel prices with three decimals; what is outside the range stays in the field, marked, and is not used. */
function NumberField({ label, value, range: [least, most], isWhole = false, onChange }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => {
    const number = parseDecimal(text, isWhole ? 0 : 3);
    return number === undefined ? Number.NaN : number;
  };
  const isValid = (found: number | null) =>
    found === null || (found >= least && found <= most && (!isWhole || Number.isInteger(found)));
  const shown = typed ?? (value === null ? "" : String(value).replace(".", ","));
  return (
    <label className="grid gap-1">
      {label}
      <input
        inputMode={isWhole ? "numeric" : "decimal"}
        value={shown}
        aria-invalid={!isValid(read(shown)) || undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          const found = read(target.value);
          if (isValid(found)) onChange(found);
        }}
        onBlur={() => isValid(read(shown)) && setTyped(null)}
        className={controlClass}
      />
    </label>
  );
}
