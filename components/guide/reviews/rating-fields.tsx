"use client";

import { useId } from "react";
import { useFieldError } from "@/components/form/form-context";
import { RATINGS } from "@/lib/guide/reviews/rules";

const CHOICE =
  "grid min-h-11 cursor-pointer place-items-center rounded-lg border-2 border-line bg-background has-checked:border-faixa has-checked:bg-faixa has-checked:text-faixa-ink has-focus-visible:outline-3 has-focus-visible:outline-faixa";

/** One to five stars, each with a text label. */
export function RatingField({ label, names }: { label: string; names: readonly string[] }) {
  const error = useFieldError("rating");
  const id = useId();
  return (
    <fieldset role="radiogroup" tabIndex={-1} aria-invalid={Boolean(error)} aria-describedby={error && id}>
      <legend className="font-semibold">{label}</legend>
      <div className="mt-1.5 grid grid-cols-5 gap-2">
        {RATINGS.map((rating) => (
          <label key={rating} className={`${CHOICE} px-1 py-2 text-center`}>
            <input type="radio" name="rating" value={rating} className="sr-only" />
            <span aria-hidden className="text-2xl leading-none">
              {rating} ★
            </span>
            <span className="text-xs leading-tight sm:text-sm">{names[rating - 1]}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className="mt-1.5 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Likelihood to recommend the portal, from 0 to 10. */
export function RecommendField({ label, low, high }: { label: string; low: string; high: string }) {
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      <div className="mt-1.5 grid grid-cols-6 gap-1.5 sm:grid-cols-11">
        {Array.from({ length: 11 }, (_, value) => (
          <label key={value} className={`${CHOICE} tabular`}>
            <input type="radio" name="nps" value={value} className="sr-only" />
            {value}
          </label>
        ))}
      </div>
      <p className="mt-1 flex justify-between text-sm text-muted">
        <span>{`0 · ${low}`}</span>
        <span>{`10 · ${high}`}</span>
      </p>
    </fieldset>
  );
}
