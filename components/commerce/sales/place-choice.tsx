"use client";

import { useFieldError } from "@/components/form/form-context";
import { leastFree, type Placement } from "@/lib/commerce/ads/rules";
import type { Availability } from "@/lib/commerce/ads/schema";
import { endDateOf, PLACE_FIELD } from "@/lib/commerce/sales/rules";
import { STATES } from "@/lib/geo/states/rules";
import { addDays } from "@/lib/platform/dates";
import { formatDay } from "@/lib/platform/format";
import type { OfferedPlan } from "./plan-choice";
import { placesOf } from "./plan-places";
import { useSaleFormTexts } from "./sale-form-texts";

const ABBRS = STATES.map(({ abbr }) => abbr);
/** Rows of sold-out days that are shown. */
const SHOWN = 6;

type List = keyof typeof PLACE_FIELD;
type ChoiceProps = {
  list: List;
  legend: string;
  limit: number;
  options: readonly { key: string; name: string; free: number | null; shares: number }[];
  first: Readonly<Record<string, string>>;
  chosen: readonly string[];
};

/** Checkboxes for as many items as the plan includes, each with its free shares. */
function Choice({ list, legend, limit, options, first, chosen }: ChoiceProps) {
  const texts = useSaleFormTexts().form.choice;
  const error = useFieldError(list);
  return (
    <fieldset className="grid gap-1" aria-describedby={error && `${list}-note`}>
      <legend className="mb-1 font-semibold">{legend.replace("{count}", String(limit))}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
        {options.map(({ key, name, free, shares }) => (
          <label key={key} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name={PLACE_FIELD[list] + key}
              defaultChecked={first[PLACE_FIELD[list] + key] === "on"}
              disabled={!chosen.includes(key) && chosen.length >= limit}
              className="size-5 shrink-0 accent-primary"
            />
            <span className="grid leading-tight">
              {name}
              {free !== null && (
                <span className={`text-sm tabular ${free > 0 ? "text-muted" : "font-semibold text-danger"}`}>
                  {free > 0
                    ? texts.free.replace("{free}", String(free)).replace("{shares}", String(shares))
                    : texts.taken}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${list}-note`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type DaysProps = { rows: Availability | "unknown" | null; isChosen: boolean; start: string; days: number };

/** Whether the chosen places are free on all days; otherwise the days that are sold out. */
function FreeDays({ rows, isChosen, start, days }: DaysProps) {
  const { form, place: names, locale } = useSaleFormTexts();
  const texts = form.choice;
  const day = (date: string) => formatDay(`${date}T12:00:00-03:00`, locale);
  const period = (text: string, from: string, until: string) =>
    text.replace("{from}", day(from)).replace("{until}", day(until));
  const end = endDateOf(start, days);
  if (!end) return null;
  if (!isChosen) return <p className="text-muted">{texts.pick}</p>;
  if (rows === null) return <p className="text-muted">{texts.loading}</p>;
  if (rows === "unknown") return <p className="text-muted">{texts.unknown}</p>;
  const taken = rows.flatMap(({ placement, state, taken: periods }) =>
    periods.map(({ from, until }) => ({ placement, state, from, until })),
  );
  if (taken.length === 0)
    return <p className="font-semibold text-rota-text">{period(texts.allFree, start, addDays(end, -1))}</p>;
  return (
    <div className="rounded-xl border-2 border-danger p-4">
      <p className="font-semibold">{texts.title}</p>
      <ul className="mt-1 grid gap-1">
        {taken.slice(0, SHOWN).map(({ placement, state, from, until }) => (
          <li key={`${placement} ${state} ${from}`}>
            {period(texts.row, from, until)
              .replace("{place}", names[placement as Placement] ?? placement)
              .replace("{state}", state)}
          </li>
        ))}
        {taken.length > SHOWN && <li>{texts.more.replace("{count}", String(taken.length - SHOWN))}</li>}
      </ul>
    </div>
  );
}

type Props = {
  plan: OfferedPlan;
  start: string;
  /** Values with which the form was opened, and as they are now. */
  first: Readonly<Record<string, string>>;
  values: Readonly<Record<string, string>>;
  rows: Availability | "unknown" | null;
};

/** What the sale takes: positions and states chosen where the plan limits them, with the days that are free. */
export function PlaceChoice({ plan, start, first, values, rows }: Props) {
  const { form, place } = useSaleFormTexts();
  const texts = form.choice;
  const { chosen } = placesOf(plan, values);
  const placements = plan.placementsLimit === null ? plan.placements : chosen.placements;
  const states = plan.statesLimit === null ? ABBRS : chosen.states;
  const known = rows === "unknown" ? [] : (rows ?? []);
  const sharesOf = (keys: readonly string[]) =>
    Math.min(...known.filter(({ placement }) => keys.includes(placement)).map(({ shares }) => shares));
  return (
    <div className="grid gap-4">
      {plan.placementsLimit === null ? (
        <p>
          <span className="font-semibold">{texts.includes}:</span>{" "}
          {plan.isEverywhere ? texts.everyPlace : plan.placements.map((key) => place[key]).join(", ")}
          {plan.statesLimit === null && ` · ${texts.country}`}
        </p>
      ) : (
        <Choice
          key={`placements ${plan.id}`}
          list="placements"
          legend={texts.placements}
          limit={plan.placementsLimit}
          first={first}
          chosen={chosen.placements}
          options={plan.placements.map((key) => ({
            key,
            name: place[key],
            free: states.length > 0 ? leastFree(known, [key], states) : null,
            shares: sharesOf([key]),
          }))}
        />
      )}
      {plan.statesLimit !== null && (
        <Choice
          key={`states ${plan.id}`}
          list="states"
          legend={texts.states}
          limit={plan.statesLimit}
          first={first}
          chosen={chosen.states}
          options={STATES.map(({ abbr, name }) => ({
            key: abbr,
            name,
            free: leastFree(known, placements, [abbr]),
            shares: sharesOf(placements),
          }))}
        />
      )}
      <div role="status">
        <FreeDays
          rows={
            typeof rows === "object" && rows
              ? rows.filter(
                  ({ placement, state }) =>
                    (placements as readonly string[]).includes(placement) &&
                    (states as readonly string[]).includes(state),
                )
              : rows
          }
          isChosen={placements.length > 0 && states.length > 0}
          start={start}
          days={plan.days}
        />
      </div>
    </div>
  );
}
