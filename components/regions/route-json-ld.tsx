import { getTranslations } from "next-intl/server";
import type { Region } from "@/lib/regions/queries";
import { JsonLd } from "../layout/json-ld";
import { postcardPath } from "../postcards/postcard";
import { touristTrip } from "./structured-data";

type Props = { region: Region; name: string; summary: string; url: string; siteUrl: string };

/** The route in schema.org format. */
export async function RouteJsonLd({ region, name, summary, url, siteUrl }: Props) {
  const t = await getTranslations("regions.route");
  const image = siteUrl + postcardPath(region.biome, region.slug, "png");
  return (
    <JsonLd
      data={touristTrip(
        { name, description: summary, url, image, touristType: t("touristType") },
        region.region_waypoints,
      )}
    />
  );
}
