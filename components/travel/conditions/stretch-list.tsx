import type { Locale } from "@/lib/platform/i18n/routing";
import { runsOfStretches, type RatedStretch } from "@/lib/travel/conditions/factors/rules";
import { LIGHTS } from "@/lib/travel/conditions/rules";
import { fill } from "../../ui/fill";
import { LightMark, LightStrip } from "./light-mark";
import { isProblem, RunBox } from "./stretch-box";
import type { ConditionTexts } from "./texts";

type Props = { stretches: readonly RatedStretch[]; texts: ConditionTexts; locale: Locale };

/**
 * The stretches of a trip: how many have which light, and each with its reasons, neighbours that are alike in one box.
 * Paper has those with a known problem.
 */
export function StretchList({ stretches, texts, locale }: Props) {
  const counts = LIGHTS.map((light) => ({ light, count: stretches.filter((one) => one.light === light).length }));
  return (
    <div className="grid gap-3 print:gap-1">
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
      <p className="hidden text-xs print:block">{texts.paper}</p>
      <ol className="grid gap-2 print:gap-0">
        {runsOfStretches(stretches).map((run) => {
          const hasProblem = run[0]!.factors.some(isProblem);
          return (
            <li
              key={run[0]!.fromKm}
              data-problem={hasProblem || undefined}
              className={hasProblem ? "" : "print:hidden"}
            >
              <RunBox run={run} texts={texts} locale={locale} />
            </li>
          );
        })}
      </ol>
    </div>
  );
}
