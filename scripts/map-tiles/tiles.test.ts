import { describe, expect, it } from "vitest";
import { readVectorTile } from "./vector-tile";
import { cutTiles } from "./tiles";

const feature = (geometry: object, properties: object) => ({ type: "Feature", geometry, properties }) as never;
const NOTHING = { water: [], rivers: [], borders: [], roads: [], places: [] };

describe("cutTiles", () => {
  const tiles = cutTiles(7, {
    ...NOTHING,
    roads: [
      feature(
        {
          type: "LineString",
          coordinates: [
            [-49.9, -26.6],
            [-49.6, -26.6],
          ],
        },
        { kind: "trunk", ref: "BR-282" },
      ),
    ],
    places: [feature({ type: "Point", coordinates: [-49.55, -26.59] }, { name: "Rio do Sul", rank: 1 })],
  });

  it("has one tile with both features, read back at their positions", () => {
    const tile = tiles.find(({ x, y }) => x === 46 && y === 73)!;
    expect(tiles.filter(({ bytes }) => bytes.length > 0)).toEqual([tile]);
    const { roads, places, water } = readVectorTile(tile.bytes, { z: 7, x: 46, y: 73 });
    expect(water).toBeUndefined();
    expect(roads?.[0]).toMatchObject({ type: "LineString", properties: { kind: "trunk", ref: "BR-282" } });
    expect(places?.[0]?.properties).toEqual({ name: "Rio do Sul", rank: 1 });
    const [lng, lat] = places![0]!.parts[0]![0]!;
    expect(lng).toBeCloseTo(-49.55, 3);
    expect(lat).toBeCloseTo(-26.59, 3);
  });
});
