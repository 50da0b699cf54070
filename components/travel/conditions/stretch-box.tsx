import { ChevronDown, CircleCheck, CircleQuestionMark, OctagonAlert, TriangleAlert, type IconNode } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { RatedStretch } from "@/lib/travel/conditions/factors/rules";
import type { Factor, FactorResult } from "@/lib/travel/conditions/rules";
import { fill } from "../../ui/fill";
import { LightMark } from "./light-mark";
import { kmText, reasonText, type ConditionTexts } from "./texts";

type Shared = { texts: ConditionTexts; locale: Locale };

/** Neighbouring stretches with the same light and reasons; opened, each of them, or all factors of a single one. */
export function RunBox({ run, ...shared }: { run: readonly RatedStretch[] } & Shared) {
  const [only] = run;
  if (only && run.length === 1) return <StretchBox stretch={only} {...shared} />;
  return (
    <Box run={run} {...shared}>
      <ol className="grid gap-2 border-t border-line p-2">
        {run.map((stretch) => (
          <li key={stretch.fromKm}>
            <StretchBox stretch={stretch} {...shared} />
          </li>
        ))}
      </ol>
    </Box>
  );
}

function StretchBox({ stretch, ...shared }: { stretch: RatedStretch } & Shared) {
  return (
    <Box run={[stretch]} {...shared}>
      <ul className="grid gap-2 border-t border-line p-3 text-sm">
        {stretch.factors.map((factor) => (
          <FactorLine key={factor.factor} factor={factor} {...shared} />
        ))}
      </ul>
    </Box>
  );
}

type BoxProps = { run: readonly RatedStretch[]; children: ReactNode } & Shared;

function Box({ run, texts, locale, children }: BoxProps) {
  const [{ light, from, fromKm, rated, total, factors }, { to, toKm }] = [run[0]!, run.at(-1)!];
  const km = (value: number) => kmText(value, locale);
  return (
    <details className="rounded-xl border-2 border-line bg-surface print:rounded-none print:border-0 print:border-b">
      <summary className="flex list-none cursor-pointer items-start gap-2 p-3 print:p-1 print:text-xs [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 grow gap-1 leading-tight print:block print:space-x-2">
          <LightMark light={light}>{texts.light[light]}</LightMark>
          <b className="font-semibold wrap-anywhere">
            {fill(texts.stretch, { from: from || texts.unnamed, to: to || texts.unnamed })}
          </b>
          <span className="text-sm text-muted tabular print:text-xs">
            {fill(texts.km, { from: km(fromKm), to: km(toKm) })}
            {run.length > 1 && ` · ${fill(texts.run, { km: km(toKm - fromKm), count: run.length })}`}
            {" · "}
            {fill(texts.known, { known: rated, total })}
          </span>
          {factors.filter(isProblem).map(({ factor }) => (
            <span key={factor} className="text-sm print:text-xs">
              {texts.factor[factor]}: {problemText(factor, run, texts, locale)}
            </span>
          ))}
        </span>
        <Icon of={ChevronDown} className="mt-1 size-5 shrink-0 text-muted print:hidden [[open]>summary>&]:rotate-180" />
      </summary>
      {children}
    </details>
  );
}

export const isProblem = ({ severity }: FactorResult) => severity !== null && severity > 0;

/** The reason that all stretches of a run share; where its figures differ, how bad the factor is. */
function problemText(name: Factor, run: BoxProps["run"], texts: ConditionTexts, locale: Locale): string {
  const results = run.flatMap(({ factors }) => factors.filter(({ factor }) => factor === name));
  const reasons = new Set(results.map((result) => reasonText(result, texts, locale)));
  const [reason = ""] = reasons;
  return reasons.size > 1 ? texts.severity[results[0]?.severity ?? "unknown"] : reason;
}

const SEVERITY = {
  0: { icon: CircleCheck, className: "text-rota-text" },
  1: { icon: TriangleAlert, className: "text-faixa-text" },
  2: { icon: OctagonAlert, className: "text-danger" },
  unknown: { icon: CircleQuestionMark, className: "text-muted" },
} as const satisfies Record<string, { icon: IconNode; className: string }>;

function FactorLine({ factor, texts, locale }: { factor: FactorResult } & Shared) {
  const key = factor.severity ?? "unknown";
  const { icon, className } = SEVERITY[key];
  return (
    <li className="flex gap-2">
      <Icon of={icon} className={`mt-0.5 size-4 shrink-0 ${className}`} />
      <span>
        <b className="font-semibold">{texts.factor[factor.factor]}</b> ({texts.severity[key]}).{" "}
        {reasonText(factor, texts, locale)}
      </span>
    </li>
  );
}
