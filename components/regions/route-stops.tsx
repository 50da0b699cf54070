import { getTranslations } from "next-intl/server";
import type { Region } from "@/lib/regions/queries";
import type { LineFacts } from "@/lib/regions/line-facts";
import { kmAtStops, mapWaypointsOf } from "@/lib/regions/rules";
import type { Section, SectionStyle } from "@/lib/regions/way";
import type { StateAbbr } from "@/lib/states/rules";
import { mapLabels } from "../map/labels";
import { MapLauncher } from "../map/route/launcher";
import { LineLegend, RoutePreview } from "../map/route/preview";
import { LineCredits } from "./line-credits";
import { Roadbook } from "./roadbook";
import { StopList } from "./stop-list";

type Props = {
  region: Region;
  facts: LineFacts;
  /** The lines with as many points as the picture and the interactive map can show. */
  drawn: { picture: readonly Section[]; map: readonly Section[] };
  stateAbbr: StateAbbr;
  name: string;
  /** The full address of the page, printed as a QR code. */
  url: string;
  googleMapsKey?: string;
};

/** The stops as a list, as a map and, in print, as a roadbook. */
export async function RouteStops({ region, facts, drawn, stateAbbr, name, url, googleMapsKey }: Props) {
  const t = await getTranslations("regions.route");
  const map = await getTranslations("map");
  const stops = region.region_waypoints;
  const waypoints = mapWaypointsOf(stops);
  const km = facts.kmAtStops ?? kmAtStops(stops, region.distance_km);
  const labels: Record<SectionStyle, string> = {
    traced: t(facts.isRecorded ? "recordedTrace" : "tracedLine"),
    simplified: t("simplifiedLine"),
    unknown: t("approximateTrace"),
  };
  const note = facts.isRecorded ? "recordedNote" : facts.hasLine ? "tracedNote" : "traceNote";
  return (
    <div className="page mt-12 grid gap-8 lg:grid-cols-[1fr_1.25fr] print:mt-6 print:block">
      <section id="paradas" className="scroll-mt-20">
        <h2 className="display-2 mb-3">{t("stops")}</h2>
        <StopList stops={stops} km={km} isMeasured={facts.isMeasured} />
        <Roadbook stops={stops} km={km} url={url} />
      </section>
      <section className="break-inside-avoid lg:sticky lg:top-20 lg:self-start print:mt-6">
        <h2 className="display-2 mb-3">{t("map")}</h2>
        <MapLauncher
          stateAbbr={stateAbbr}
          routes={[{ id: region.id, name, waypoints, sections: drawn.map }]}
          labels={mapLabels((key) => map(key as "open"))}
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
        <LineLegend sections={drawn.picture} labels={labels} />
        <p className="mt-2 text-sm text-muted">{t(note)}</p>
        <LineCredits sources={facts.sources} />
      </section>
    </div>
  );
}
