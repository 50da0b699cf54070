import { useState } from "react";
import { Button } from "@/components/ui/button";
import { localePath } from "@/lib/platform/i18n/routing";
import type { PlannerCar, PlannerCarsAnswer, TripPlan } from "@/lib/travel/trips/schema";
import { fill } from "../../ui/fill";
import { usePlanner } from "./planner-context";
import { carFromGarage } from "./planner-edits";

type State = "idle" | "loading" | "signed-out" | "failed" | readonly PlannerCar[];

/** Loads the cars of the account when it is pressed, so that the public page reads no account. */
async function loadCars(): Promise<State> {
  const answer = await fetch("/api/garage").catch(() => null);
  if (answer?.status === 401) return "signed-out";
  if (!answer?.ok) return "failed";
  return ((await answer.json()) as PlannerCarsAnswer).cars;
}

/** Fills the car of the plan from the garage; the saved trip contains the car. */
export function PlannerGarage({ car }: { car: TripPlan["car"] }) {
  const { store, texts, locale } = usePlanner();
  const words = texts.garage;
  const [state, setState] = useState<State>("idle");
  const open = () => {
    setState("loading");
    void loadCars().then(setState);
  };
  const set = (next: TripPlan["car"]) => store.edit((plan) => ({ ...plan, car: next }));
  const take = (chosen: PlannerCar) => {
    set(carFromGarage(car, chosen));
    setState("idle");
  };
  if (car.vehicleId)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p>{fill(words.chosen, { name: car.name })}</p>
        <Button variant="outline" onClick={() => set({ ...car, vehicleId: null })}>
          {words.remove}
        </Button>
      </div>
    );
  if (typeof state !== "string" && state.length > 0)
    return (
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">{words.title}</legend>
        {state.map((one) => (
          <Button key={one.id} variant="outline" className="justify-start text-left" onClick={() => take(one)}>
            {[one.nickname, one.description].filter(Boolean).join(" · ")}
          </Button>
        ))}
      </fieldset>
    );
  const login = `${localePath(locale, "/login")}?next=`;
  return (
    <div className="grid gap-2">
      <Button variant="outline" className="justify-self-start" disabled={state === "loading"} onClick={open}>
        {words.open}
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {state === "loading" && words.loading}
        {state === "failed" && words.failed}
        {typeof state !== "string" && words.empty}
        {state === "signed-out" && (
          // A page of its own: the plan stays on the device.
          <a
            href={login + encodeURIComponent(location.pathname + location.search)}
            className="inline-flex min-h-11 items-center underline"
          >
            {words.signIn}
          </a>
        )}
      </p>
    </div>
  );
}
