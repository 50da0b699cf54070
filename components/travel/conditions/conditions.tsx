import type { ReactNode } from "react";
import { formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { altitudeProfile } from "@/lib/travel/conditions/elevation/rules";
import { rangeOfTrip, rateStretches } from "@/lib/travel/conditions/factors/rules";
import type { ConditionFacts } from "@/lib/travel/conditions/rules";
import { fuelOf } from "@/lib/travel/trips/rules";
import type { StoredRoute, TripPlan } from "@/lib/travel/trips/schema";
import { fill } from "../../ui/fill";
import { RangeList } from "./range-list";
import { StretchList } from "./stretch-list";
import type { ConditionTexts } from "./texts";

export type ConditionsProps = {
  plan: TripPlan;
  route: StoredRoute;
  facts: ConditionFacts;
  timeZone: string;
  texts: ConditionTexts;
  locale: Locale;
  /** What to do about missing figures of the car. */
  carAction: ReactNode;
};

/** The conditions of every stretch of a trip and the range of the tank. */
export function Conditions({ plan, route, facts, timeZone, texts, locale, carAction }: ConditionsProps) {
  const stretches = rateStretches(plan, route, facts, timeZone);
  const range = rangeOfTrip(plan.car, route, facts);
  const { rangeKm } = fuelOf(route, plan.car);
  if (stretches.length === 0) return <p>{texts.noStretches}</p>;
  const { yellow_from: yellow, red_from: red, min_known: min } = facts.settings;
  return (
    <div className="grid gap-4">
      <StretchList stretches={stretches} texts={texts} locale={locale} />
      {range && rangeKm !== null ? (
        <RangeList
          spans={range}
          rangeKm={rangeKm}
          facts={facts}
          profile={altitudeProfile(route) ?? []}
          texts={texts}
          locale={locale}
        />
      ) : (
        carAction
      )}
      <details className="text-sm text-muted print:hidden">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{texts.how.title}</summary>
        <p>{fill(texts.how.text, { yellow: formatNumber(yellow, locale), red: formatNumber(red, locale), min })}</p>
      </details>
    </div>
  );
}
