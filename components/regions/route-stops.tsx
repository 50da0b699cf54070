import { getTranslations } from "next-intl/server";
import type { Region } from "@/lib/regions/queries";
import { kmAtStops, mapWaypointsOf } from "@/lib/regions/rules";
import type { StateAbbr } from "@/lib/states/rules";
import { thinTrack, trackPoints } from "@/lib/tracks/rules";
import { mapLabels } from "../map/labels";
import { MapLauncher } from "../map/route/launcher";
import { RoutePreview } from "../map/route/preview";
import { Roadbook } from "./roadbook";
import { StopList } from "./stop-list";

/** Enough points for a map of this size; the download has the complete recording. */
const DRAWN_POINTS = 300;

type Props = {
  region: Region;
  stateAbbr: StateAbbr;
  name: string;
  /** The full address of the page, printed as a QR code. */
  url: string;
  googleMapsKey?: string;
};

/** The stops as a list, as a map and, in print, as a roadbook. */
export async function RouteStops({ region, stateAbbr, name, url, googleMapsKey }: Props) {
  const t = await getTranslations("regions.route");
  const map = await getTranslations("map");
  const stops = region.region_waypoints;
  const waypoints = mapWaypointsOf(stops);
  const track = thinTrack(trackPoints(region.track), DRAWN_POINTS);
  const isRecorded = track.length > 1;
  const km = kmAtStops(stops, region.distance_km);
  return (
    <div className="page mt-12 grid gap-8 lg:grid-cols-[1fr_1.25fr] print:mt-6 print:block">
      <section id="paradas" className="scroll-mt-20">
        <h2 className="display-2 mb-3">{t("stops")}</h2>
        <StopList stops={stops} km={km} />
        <Roadbook stops={stops} km={km} url={url} />
      </section>
      <section className="break-inside-avoid lg:sticky lg:top-20 lg:self-start print:mt-6">
        <h2 className="display-2 mb-3">{t("map")}</h2>
        <MapLauncher
          stateAbbr={stateAbbr}
          routes={[{ id: region.id, name, waypoints, track }]}
          labels={mapLabels((key) => map(key as "open"))}
          googleMapsKey={googleMapsKey}
        >
          <RoutePreview
            stateAbbr={stateAbbr}
            waypoints={waypoints}
            track={track}
            labels={{
              title: t("mapTitle", { name }),
              trace: t(isRecorded ? "recordedTrace" : "approximateTrace"),
              scale: t("scale"),
            }}
          />
        </MapLauncher>
        <p className="mt-2 text-sm text-muted">{t(isRecorded ? "recordedNote" : "traceNote")}</p>
      </section>
    </div>
  );
}
