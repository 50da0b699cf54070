"use client";

import { LocateFixed } from "lucide";
import { useMemo, useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import {
  MAX_ERROR_KM,
  nearestTowns,
  roadAt,
  statesAround,
  type BreakdownData,
  type Located,
} from "@/lib/guide/breakdown/rules";
import { formatDay } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { HelpMessage } from "./help-message";
import { NearbyHelp } from "./nearby-help";
import { NearbyPlaces } from "./nearby-places";
import { PlaceFacts } from "./place-facts";
import { TownPicker, type PickedTown } from "./town-picker";
import { useBreakdownData } from "./use-breakdown-data";
import { usePosition } from "./use-position";
import { useBreakdownTexts } from "./breakdown-texts";

type Props = {
  symptoms: readonly string[];
  locale: Locale;
};

/** Towns that decide which states are shown; more than enough around any point. */
const TOWNS_AROUND = 12;

/** Facts of a position: the towns and states around it and the road. */
function factsOf(data: BreakdownData, at: Located) {
  const towns = nearestTowns(data, at, TOWNS_AROUND);
  return { town: towns[0]!, states: statesAround(towns), road: roadAt(data, at, at.accuracyM, towns[0]!.uf) };
}

/** Position, message, phone numbers and the nearest help; works without a connection and without a position. */
export function BreakdownPanel({ symptoms, locale }: Props) {
  const texts = useBreakdownTexts().panel;
  const loaded = useBreakdownData();
  const data = loaded === "failed" ? null : loaded;
  const { phase, found, ask } = usePosition();
  const [picked, setPicked] = useState<PickedTown | null>(null);
  const hydrated = useHydrated();
  const facts = useMemo(() => (data && found ? factsOf(data, found) : null), [data, found]);
  const point = found ?? picked;
  const place = useMemo(
    () =>
      point && {
        point,
        road: facts?.road ?? null,
        isCoarse: !found || found.accuracyM > MAX_ERROR_KM * 1000,
      },
    [point, facts, found],
  );
  const town = facts?.town ?? (picked && { ...picked, km: null });
  return (
    <>
      <section aria-labelledby="where-title" className="page mt-12">
        <h2 id="where-title" className="display-2">
          {texts.title}
        </h2>
        <p className="mt-1 text-muted">{texts.private}</p>
        <button
          type="button"
          disabled={!hydrated || phase === "locating"}
          data-until-hydrated={hydrated ? undefined : ""}
          onClick={ask}
          className={buttonClass({
            look: "primary",
            size: "hero",
            font: "sign",
            className: "mt-3 w-full justify-center sm:w-auto",
          })}
        >
          <Icon of={LocateFixed} className="size-6" />
          {phase === "locating" ? texts.locating : found ? texts.again : texts.locate}
        </button>
        <p role="status" className="mt-2 font-semibold text-danger empty:hidden">
          {phase !== "idle" && phase !== "locating" && texts[phase]}
        </p>
        {found && <PlaceFacts at={found} facts={facts} locale={locale} />}
        {data && !found && <TownPicker data={data} onPick={setPicked} />}
        {loaded === "failed" && <p className="mt-3 rounded-xl border-2 border-faixa p-3">{texts.dataFailed}</p>}
      </section>
      <HelpMessage symptoms={symptoms} locale={locale} at={found} town={town} road={facts?.road ?? null} />
      {data && place && town && (
        <>
          <NearbyHelp data={data} place={place} states={facts?.states ?? [town.uf]} locale={locale} />
          <NearbyPlaces point={place.point} states={facts?.states ?? [town.uf]} locale={locale} />
        </>
      )}
      {data && (
        <p className="page mt-4 text-sm text-muted">
          {texts.dataOf.replace("{date}", formatDay(data.builtAt, locale))}. {texts.roadSource}
        </p>
      )}
    </>
  );
}
