import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { readContentFiles } from "./content-files";
import { lat, lng, text, type StateContent } from "./content-schema";

/** OpenStreetMap positions are a file of their own, because they keep their licence (ODbL). */
const FILES = ["public/dados-abertos/osm/stop-positions.json", "supabase/seed/roads/stop-positions.json"];
const ROOT = path.join(import.meta.dirname, "../..");

/** [route, stop, latitude, longitude, name in the source, kind in the source, source] */
const row = z.tuple([text, text, lat, lng, text, text, text]);
const file = z.object({ rows: z.array(row) });

type Row = z.infer<typeof row>;

/** Positions of stops that the content files only name, each matched and reviewed (scripts/roads/README.md). */
export function readStopPositions(root = ROOT): Row[] {
  return FILES.map((name) => path.join(root, name))
    .filter((name) => existsSync(name))
    .flatMap((name) => file.parse(JSON.parse(readFileSync(name, "utf8"))).rows);
}

/** The content files with the positions of stops that have none of their own. */
export function readPlacedContent(): StateContent[] {
  return placeStops(readContentFiles(), readStopPositions());
}

/** Throws an error for a position whose stop does not exist or has one already. */
export function placeStops(contents: readonly StateContent[], positions: readonly Row[]): StateContent[] {
  const keyOf = (route: string, stop: string) => `${route}: ${stop}`;
  const waiting = new Map(positions.map((position) => [keyOf(position[0], position[1]), position]));
  const placed = contents.map((content) => ({
    ...content,
    routes: content.routes.map((route) => ({
      ...route,
      waypoints: route.waypoints.map((waypoint) => {
        const key = keyOf(`${content.state.abbr}/${route.slug}`, waypoint.name);
        const position = waypoint.lat === undefined && waypoint.kind !== "town" ? waiting.get(key) : undefined;
        if (!position) return waypoint;
        waiting.delete(key);
        return { ...waypoint, lat: position[2], lng: position[3], approximate: true as const };
      }),
    })),
  }));
  if (waiting.size > 0) throw new Error(`Posições sem parada que as espere: ${[...waiting.keys()].join("; ")}`);
  return placed;
}
