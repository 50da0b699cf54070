import { getTranslations } from "next-intl/server";
import { MapTexts } from "@/components/geo/map/map-texts";
import type { LineFacts } from "@/lib/guide/regions/line-facts";
import type { Region } from "@/lib/guide/regions/queries";
import { mapWaypointsOf } from "@/lib/guide/regions/rules";
import type { Section, SectionStyle } from "@/lib/geo/geo/lines";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { mapLabels } from "../../geo/map/labels";
import { MapLauncher } from "../../geo/map/route/launcher";
import { LineLegend, RoutePreview } from "../../geo/map/route/preview";
import { LineCredits } from "./line-credits";

type Props = {
  region: Region;
  facts: LineFacts;
  /** The lines with as many points as the picture and the interactive map can show. */
  drawn: { picture: readonly Section[]; map: readonly Section[] };
  stateAbbr: StateAbbr;
  name: string;
  googleMapsKey?: string;
};

/** The stops and the line of a route as a picture that opens the interactive map, with the authors of the line. */
export async function RouteMap({ region, facts, drawn, stateAbbr, name, googleMapsKey }: Props) {
  const [t, map] = await Promise.all([getTranslations("guide/regions.route"), getTranslations("geo/map")]);
  const waypoints = mapWaypointsOf(region.region_waypoints);
  const labels: Record<SectionStyle, string> = {
    traced: t(facts.isRecorded ? "recordedTrace" : "tracedLine"),
    simplified: t("simplifiedLine"),
    unknown: t("approximateTrace"),
  };
  const note = facts.isRecorded ? "recordedNote" : facts.hasLine ? "tracedNote" : "traceNote";
  return (
    <section className="break-inside-avoid" aria-labelledby="mapa">
      <h2 id="mapa" className="sr-only">
        {t("map")}
      </h2>
      <MapTexts value={mapLabels((key) => map(key as "open"))}>
        <MapLauncher
          stateAbbr={stateAbbr}
          routes={[{ id: region.id, name, waypoints, sections: drawn.map }]}
          googleMapsKey={googleMapsKey}
        >
          <RoutePreview
            stateAbbr={stateAbbr}
            waypoints={waypoints}
            sections={drawn.picture}
            labels={{
              title: t(facts.hasLine ? "mapTitleTraced" : "mapTitle", { name }),
              trace: labels,
              scale: t("scale"),
            }}
          />
        </MapLauncher>
      </MapTexts>
      <LineLegend sections={drawn.picture} labels={labels} />
      <p className="mt-2 text-sm text-muted">{t(note)}</p>
      <LineCredits sources={facts.sources} />
    </section>
  );
}
