import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { greatCircleKm, nearestState, type StateCollection } from "@/lib/geo/geo/rules";
import { readRouteStops } from "../../scripts/roads/stops";
import { placeStops, readPlacedContent, readStopPositions } from "../../supabase/seed/stop-positions";
import { ROOT } from "../support/source-files";

const COAST_KM = 10;
/** Ferries and bridges are on the border. */
const BORDER_KM = 3;
/** The equator monument of Roraima is 121 km from the nearest town of its route. */
const TOWN_KM = 125;

const read = <Content>(file: string) => JSON.parse(readFileSync(path.join(ROOT, file), "utf8")) as Content;
const { features } = read<StateCollection>("public/map/states.json");
const unplaced = read<{ reasons: Record<string, string>; rows: [route: string, stop: string, reason: string][] }>(
  "scripts/roads/unplaced-stops.json",
);
const positions = readStopPositions();
const stopsOf = new Map(readRouteStops().map(({ route, stops }) => [route, stops]));

describe("stops without a position in the content files", () => {
  it("have a position with a source, or are listed with the reason", () => {
    const missing = readPlacedContent().flatMap(({ state, routes }) =>
      routes.flatMap(({ slug, waypoints }) =>
        waypoints
          .filter(({ kind, lat }) => kind !== "town" && lat === undefined)
          .map(({ name }) => `${state.abbr}/${slug}: ${name}`),
      ),
    );
    expect(unplaced.rows.map(([route, stop]) => `${route}: ${stop}`).sort()).toEqual(missing.sort());
    expect(unplaced.rows.filter(([, , reason]) => !(reason in unplaced.reasons))).toEqual([]);
  });

  it("lie in the state of their route, near its other stops", () => {
    const wrong = positions.filter(([route, name, lat, lng]) => {
      const others = stopsOf.get(route)!.filter((stop) => stop.name !== name);
      const km = Math.min(...others.map((stop) => greatCircleKm(stop, { lat, lng })));
      const states = [route.slice(0, 2), ...others.map((stop) => nearestState(stop.lat, stop.lng, features, COAST_KM))];
      const own = features.filter(({ properties }) => states.includes(properties.abbr));
      return km > TOWN_KM || !nearestState(lat, lng, own, BORDER_KM);
    });
    expect(wrong).toEqual([]);
  });

  it("are marked as approximate, because nobody has confirmed them on site", () => {
    const placed = readPlacedContent().flatMap(({ state, routes }) =>
      routes.flatMap(({ slug, waypoints }) =>
        waypoints.map((stop) => ({ key: `${state.abbr}/${slug}: ${stop.name}`, stop })),
      ),
    );
    const keys = new Set(positions.map(([route, stop]) => `${route}: ${stop}`));
    expect(placed.filter(({ key, stop }) => keys.has(key) && stop.approximate !== true)).toEqual([]);
  });

  it("are an error for a stop that does not exist or has a position of its own", () => {
    const place = (stop: string) => () =>
      placeStops(readPlacedContent(), [["AC/caminho-de-xapuri", stop, -10, -68, "Name", "kind", "source"]]);
    expect(place("Parada inventada")).toThrow("AC/caminho-de-xapuri: Parada inventada");
    expect(place("Calçadão da Gameleira")).toThrow("AC/caminho-de-xapuri: Calçadão da Gameleira");
    expect(place("Margens do rio Acre")).not.toThrow();
  });
});
