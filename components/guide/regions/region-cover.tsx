import { isShown } from "@/lib/platform/media/rules";
import { postcardOf } from "@/lib/guide/postcards/rules";
import type { RegionCard as Region } from "@/lib/guide/regions/queries";
import { Postcard } from "../postcards/postcard";

type Pictured = Pick<Region, "name" | "slug" | "biome" | "state_abbr" | "themes" | "cover_url" | "region_waypoints">;

/** The postcard of a route, with the subjects that its name and its stops have. */
export function routeCard({ region_waypoints: stops, ...region }: Omit<Pictured, "cover_url">) {
  return postcardOf({ ...region, spots: stops.filter(({ kind }) => kind !== "town").map(({ name }) => name) });
}

/** The photo of a route, or its postcard when there is none. */
export function RegionCover({ region, alt, className }: { region: Pictured; alt: string; className: string }) {
  if (!isShown(region.cover_url)) return <Postcard {...routeCard(region)} alt={alt} className={className} />;
  return (
    <img
      src={region.cover_url}
      alt=""
      width={1200}
      height={800}
      loading="lazy"
      decoding="async"
      className={className}
    />
  );
}
