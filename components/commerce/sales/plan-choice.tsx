"use client";

import { useFieldError } from "@/components/form/form-context";
import type { Placement } from "@/lib/commerce/ads/rules";

export type OfferedPlan = {
  id: string;
  name: string;
  description: string;
  price: string;
  priceCents: number;
  days: number;
  daysText: string;
  /** The placements it offers, and how many of them a sale takes; null: all. */
  placements: readonly Placement[];
  placementsLimit: number | null;
  statesLimit: number | null;
  /** Whether it takes every placement of the portal. */
  isEverywhere: boolean;
};

type Props = { legend: string; plans: readonly OfferedPlan[]; chosen: string | undefined };

/** Radio buttons for the active plans with price and days. */
export function PlanChoice({ legend, plans, chosen }: Props) {
  const error = useFieldError("plan_id");
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {plans.map(({ id, name, description, price, daysText }) => (
          <label
            key={id}
            className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 rounded-xl border-2 border-line bg-background p-4 hover:bg-raised has-checked:border-faixa has-focus-visible:outline-2 has-focus-visible:outline-faixa"
          >
            <input
              type="radio"
              name="plan_id"
              value={id}
              defaultChecked={id === chosen}
              aria-describedby={error && "plan-note"}
              className="mt-1 size-5 accent-primary"
            />
            <span className="font-display text-xl leading-tight wrap-anywhere">{name}</span>
            <span className="col-start-2 mt-1 flex flex-wrap items-baseline gap-x-3">
              <strong className="font-display text-2xl tabular">{price}</strong>
              <span className="text-muted tabular">{daysText}</span>
            </span>
            {description && <span className="col-start-2 mt-1 text-sm text-muted">{description}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p id="plan-note" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
