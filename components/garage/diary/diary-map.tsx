import { getTranslations } from "next-intl/server";
import { MapTexts } from "@/components/geo/map/map-texts";
import { mapLabels } from "@/components/geo/map/labels";
import { PointsPreview } from "@/components/geo/map/points-preview";
import { MapLauncher } from "@/components/geo/map/route/launcher";
import { entryAnchor } from "@/lib/garage/diary/rules";

type Placed = { id: string; title: string; lat: number; lng: number };
type Props = { entries: readonly Placed[]; googleMapsKey: string | undefined };

/** The places of the diary on a map; the list below it has the same entries. */
export async function DiaryMap({ entries, googleMapsKey }: Props) {
  const [map, t] = [await getTranslations("geo/map"), await getTranslations("garage/diary.diary")];
  if (entries.length === 0) return null;
  // A route of its own for each entry, because a line between days would be no road.
  const routes = entries.map(({ id, title, lat, lng }, index) => ({
    id,
    name: title,
    href: `#${entryAnchor(id)}`,
    waypoints: [{ position: index + 1, name: title, kind: "view", lat, lng, isApproximate: false }],
  }));
  return (
    <MapTexts value={{ ...mapLabels((key) => map(key as "open")), openRoute: t("toEntry"), region: t("map") }}>
      <MapLauncher stateAbbr={null} routes={routes} googleMapsKey={googleMapsKey}>
        <PointsPreview
          stateAbbr={null}
          title={t("map")}
          points={entries.map(({ id, title, lat, lng }) => ({
            id,
            name: title,
            lat,
            lng,
            kind: "attraction",
            href: `#${entryAnchor(id)}`,
          }))}
        />
      </MapLauncher>
    </MapTexts>
  );
}
