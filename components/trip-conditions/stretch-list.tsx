import type { Locale } from "@/lib/platform/i18n/routing";
import { runsOfStretches, type RatedStretch } from "@/lib/trip-conditions/factors/rules";
import { LIGHTS } from "@/lib/trip-conditions/rules";
import { fill } from "../offline/pack-labels";
import { LightMark, LightStrip } from "./light-mark";
import { RunBox } from "./stretch-box";
import type { ConditionTexts } from "./texts";

type Props = { stretches: readonly RatedStretch[]; texts: ConditionTexts; locale: Locale };

/** The stretches of a trip: how many have which light, and each with its reasons, neighbours that are alike in one box. */
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
        {runsOfStretches(stretches).map((run) => (
          // In print a long run is divided between pages.
          <li key={run[0]!.fromKm} style={run.length > 1 ? { breakInside: "auto" } : undefined}>
            <RunBox run={run} texts={texts} locale={locale} />
          </li>
        ))}
      </ol>
    </div>
  );
}
