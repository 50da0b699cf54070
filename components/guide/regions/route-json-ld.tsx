import { getTranslations } from "next-intl/server";
import type { Region } from "@/lib/guide/regions/queries";
import { JsonLd } from "../../ui/json-ld";
import { touristTrip } from "./structured-data";

type Props = { region: Region; name: string; summary: string; url: string; image: string };

/** The route in schema.org format. */
export async function RouteJsonLd({ region, name, summary, url, image }: Props) {
  const t = await getTranslations("guide/regions.route");
  return (
    <JsonLd
      data={touristTrip(
        { name, description: summary, url, image, touristType: t("touristType") },
        region.region_waypoints,
      )}
    />
  );
}
