import { degreesText, roadName, type Located, type RoadPlace, type Town } from "@/lib/guide/breakdown/rules";
import { formatKm, formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { BreakdownTexts } from "./texts";
import { useBreakdownTexts } from "./breakdown-texts";

type Facts = { town: Town & { km: number }; road: RoadPlace | null };
type Props = { at: Located; facts: Facts | null; locale: Locale };

/** With a larger error no road is looked for. */
const COARSE_M = 1000;

function roadText({ road }: Facts, { accuracyM }: Located, texts: BreakdownTexts): string {
  if (!road) return accuracyM > COARSE_M ? texts.coarse : texts.noRoad;
  const name = roadName(road.road);
  return road.km === null
    ? texts.roadOnly.replace("{road}", name)
    : texts.roadKm.replace("{road}", name).replace("{km}", String(road.km));
}

/** Coordinates with their error, the nearest town and the road. */
export function PlaceFacts({ at, facts, locale }: Props) {
  const texts = useBreakdownTexts().panel;
  const metres = formatNumber(Math.max(1, Math.round(at.accuracyM)), locale);
  const away = facts && formatKm(Math.round(facts.town.km), locale);
  return (
    <dl className="mt-4 grid gap-3 rounded-2xl border-2 border-line bg-surface p-4" aria-live="polite">
      <div>
        <dt className="text-sm text-muted">{texts.coordinates}</dt>
        <dd className="font-display text-2xl tabular select-all">{degreesText(at)}</dd>
        <dd className="text-sm text-muted">{texts.accuracy.replace("{metres}", metres)}</dd>
      </div>
      {facts && (
        <>
          <div>
            <dt className="text-sm text-muted">{texts.nearestTown}</dt>
            <dd className="text-lg">
              {texts.townAway.replace("{town}", facts.town.name).replace("{uf}", facts.town.uf).replace("{km}", away!)}
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{texts.road}</dt>
            <dd className="text-lg">{roadText(facts, at, texts)}</dd>
          </div>
        </>
      )}
    </dl>
  );
}
