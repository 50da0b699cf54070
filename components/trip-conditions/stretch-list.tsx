import { ChevronDown, CircleCheck, CircleQuestionMark, OctagonAlert, TriangleAlert, type IconNode } from "lucide";
import { Icon } from "@/components/ui/icon";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { RatedStretch } from "@/lib/trip-conditions/factors/rules";
import { LIGHTS, type FactorResult } from "@/lib/trip-conditions/rules";
import { fill } from "../offline/pack-labels";
import { LightMark, LightStrip } from "./light-mark";
import { kmText, reasonText, type ConditionTexts } from "./texts";

type Props = { stretches: readonly RatedStretch[]; texts: ConditionTexts; locale: Locale };

/** The stretches of a trip, each with its light, its problems and, opened, all of its factors. */
export function StretchList({ stretches, texts, locale }: Props) {
  const counts = LIGHTS.map((light) => ({ light, count: stretches.filter((one) => one.light === light).length }));
  return (
    <div className="grid gap-3">
      <ul className="flex flex-wrap gap-2">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ light, count }) => (
            <li key={light}>
              <LightMark light={light}>{fill(texts.count, { light: texts.light[light], count })}</LightMark>
            </li>
          ))}
      </ul>
      <LightStrip parts={stretches} />
      <ol className="grid gap-2">
        {stretches.map((stretch) => (
          <li key={stretch.fromKm} className="break-inside-avoid">
            <StretchBox stretch={stretch} texts={texts} locale={locale} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function StretchBox({ stretch, texts, locale }: { stretch: RatedStretch } & Omit<Props, "stretches">) {
  const { light, from, to, fromKm, toKm, known, total, factors } = stretch;
  const problems = factors.filter(({ severity }) => severity !== null && severity > 0);
  return (
    <details className="group rounded-xl border-2 border-line bg-surface">
      <summary className="flex list-none cursor-pointer items-start gap-2 p-3 [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 grow gap-1 leading-tight">
          <LightMark light={light}>{texts.light[light]}</LightMark>
          <b className="font-semibold wrap-anywhere">
            {fill(texts.stretch, { from: from || texts.unnamed, to: to || texts.unnamed })}
          </b>
          <span className="text-sm text-muted tabular">
            {fill(texts.km, { from: kmText(fromKm, locale), to: kmText(toKm, locale) })}
            {" · "}
            {fill(texts.known, { known, total })}
          </span>
          {problems.map((factor) => (
            <span key={factor.factor} className="text-sm">
              {texts.factor[factor.factor]}: {reasonText(factor, texts, locale)}
            </span>
          ))}
        </span>
        <Icon of={ChevronDown} className="mt-1 size-5 shrink-0 text-muted group-open:rotate-180 print:hidden" />
      </summary>
      <ul className="grid gap-2 border-t border-line p-3 text-sm">
        {factors.map((factor) => (
          <FactorLine key={factor.factor} factor={factor} texts={texts} locale={locale} />
        ))}
      </ul>
    </details>
  );
}

const SEVERITY = {
  0: { icon: CircleCheck, className: "text-rota-text" },
  1: { icon: TriangleAlert, className: "text-faixa-text" },
  2: { icon: OctagonAlert, className: "text-danger" },
  unknown: { icon: CircleQuestionMark, className: "text-muted" },
} as const satisfies Record<string, { icon: IconNode; className: string }>;

function FactorLine({ factor, texts, locale }: { factor: FactorResult } & Omit<Props, "stretches">) {
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
