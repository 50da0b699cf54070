import { JsonLd } from "../layout/json-ld";
import { postcardPath } from "../postcards/postcard";
import type { Region } from "@/lib/regions/queries";

type Props = { region: Region; name: string; summary: string; url: string; siteUrl: string };

/** schema.org TouristTrip with its stops in road order. */
export function RouteJsonLd({ region, name, summary, url, siteUrl }: Props) {
  return (
    <JsonLd
      data={{
        "@type": "TouristTrip",
        name,
        description: summary,
        url,
        image: siteUrl + postcardPath(region.biome, region.slug, "png"),
        touristType: "Classic car drivers",
        itinerary: {
          "@type": "ItemList",
          itemListElement: region.region_waypoints.map((stop) => ({
            "@type": "ListItem",
            position: stop.position,
            item: {
              "@type": stop.kind === "town" ? "City" : "TouristAttraction",
              name: stop.name,
              ...(stop.lat !== null && { geo: { "@type": "GeoCoordinates", latitude: stop.lat, longitude: stop.lng } }),
            },
          })),
        },
      }}
    />
  );
}
