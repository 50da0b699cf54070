import type { Locale } from "@/lib/platform/i18n/routing";
import { climbOf } from "@/lib/travel/conditions/elevation/rules";
import { joinedSpans, type RangeSpan } from "@/lib/travel/conditions/range/rules";
import { reserveKm, type ConditionFacts, type Light } from "@/lib/travel/conditions/rules";
import type { Profile } from "@/lib/travel/trips/schema";
import { fill } from "../../ui/fill";
import { LightMark, LightStrip } from "./light-mark";
import { kmText, type ConditionTexts } from "./texts";

const MIN_KNOWN_SHARE = 0.9;

export const rangeWord = (light: Light, texts: ConditionTexts, { fuel_yellow }: ConditionFacts["settings"]): string =>
  fill(texts.range.light[light], { percent: fuel_yellow });

type Props = {
  spans: readonly RangeSpan[];
  rangeKm: number;
  facts: ConditionFacts;
  profile: Profile;
  texts: ConditionTexts;
  locale: Locale;
};

/** The climb of a part whose altitudes are known nearly everywhere; null otherwise. */
function climbBetween(profile: Profile, span: RangeSpan): number | null {
  const { up, measuredKm } = climbOf(profile, span);
  return measuredKm >= (span.toKm - span.fromKm) * MIN_KNOWN_SHARE ? up : null;
}

const isProblem = (light: Light) => light === "yellow" || light === "red";

/** How far the car gets on its tank, as text: the twin of the coloured line on the map. Paper has the short parts. */
export function RangeList({ spans, rangeKm, facts, profile, texts, locale }: Props) {
  const parts = joinedSpans(spans).map((span) => ({ ...span, up: climbBetween(profile, span) }));
  const km = (value: number) => kmText(value, locale);
  const { unknown } = facts.fuel;
  const hasProblem = parts.some(({ light }) => isProblem(light));
  return (
    <section
      aria-label={texts.range.title}
      data-problem={hasProblem || undefined}
      className={`grid gap-3 ${hasProblem ? "" : "print:hidden"}`}
    >
      <h3 className="text-xl">{texts.range.title}</h3>
      <p className="text-sm text-muted">
        {fill(texts.range.lead, { km: km(rangeKm), reserve: km(reserveKm(rangeKm, facts.settings)) })}
      </p>
      <LightStrip parts={parts} />
      <details data-print="open" className="rounded-xl border-2 border-line bg-surface">
        <summary className="flex min-h-12 cursor-pointer items-center px-4 font-semibold">{texts.range.list}</summary>
        <ol className="grid gap-3 border-t border-line p-4">
          {parts.map(({ fromKm, toKm, light, leftKm, up }) => (
            <li key={fromKm} className={`grid gap-1 break-inside-avoid ${isProblem(light) ? "" : "print:hidden"}`}>
              <LightMark light={light}>{rangeWord(light, texts, facts.settings)}</LightMark>
              <span className="text-sm tabular">
                {fill(texts.range.from, { from: km(fromKm), to: km(toKm) })}
                {up !== null && ` · ${fill(texts.range.climb, { up: km(up) })}`}
                {leftKm !== null && leftKm >= 0 && ` · ${fill(texts.range.left, { km: km(leftKm) })}`}
                {leftKm !== null && leftKm < 0 && ` · ${fill(texts.range.empty, { km: km(-leftKm) })}`}
              </span>
            </li>
          ))}
        </ol>
      </details>
      {unknown.length > 0 && (
        <p className="text-sm text-muted">{fill(texts.range.noData, { states: unknown.join(", ") })}</p>
      )}
    </section>
  );
}
