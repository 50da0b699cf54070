import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { decodeLine, kmAlongLine, positionAlongLine, type LinePoint } from "../../lib/geo/lines";
import type { RoadPoint } from "../../lib/regions/way";

const OPEN_DATA = path.join(import.meta.dirname, "../../public/dados-abertos");

/** Farthest distance of a toll or camera from the line of its road. */
const TOLL_BESIDE_KM = 0.15;
/** A petrol station counts up to here, because towns beside the road have them on their streets. */
const FUEL_BESIDE_KM = 1;

type Point = Omit<RoadPoint, "km" | "beside">;

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const table = z.looseObject({ cols: z.array(z.string()), rows: z.array(z.array(cell)) });
const fuel = z.looseObject({ fuel: z.array(z.tuple([z.number(), z.number()], cell)) });

let known: Point[] | null = null;

/** Tolls, speed cameras and petrol stations of the published data files; a missing file adds none. */
export function readRoadPoints(folder = OPEN_DATA): readonly Point[] {
  known ??= [
    ...rowsOf(folder, "gov/tolls-antt.json").map(tollOf),
    ...rowsOf(folder, "gov/radars-antt.json").map(cameraOf),
    ...fuelOf(folder),
  ];
  return known;
}

let hash: string | null = null;

/** Hash of the points, for the input of the seed steps. */
export function hashOfRoadPoints(): string {
  hash ??= createHash("sha256").update(JSON.stringify(readRoadPoints())).digest("hex");
  return hash;
}

function readJson(folder: string, name: string): unknown {
  const file = path.join(folder, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

type Row = Record<string, z.infer<typeof cell>>;

function rowsOf(folder: string, name: string): Row[] {
  const content = readJson(folder, name);
  if (content === null) return [];
  const { cols, rows } = table.parse(content);
  return rows.map((row) => Object.fromEntries(cols.map((column, index) => [column, row[index] ?? null])));
}

const word = (value: z.infer<typeof cell> | undefined) => (typeof value === "string" ? value : "");

function tollOf(row: Row): Point {
  return {
    kind: "toll",
    name: word(row.name),
    road: word(row.road),
    lat: Number(row.lat),
    lng: Number(row.lng),
    freeFlow: Boolean(row.free_flow),
    source: "ANTT",
  };
}

function cameraOf(row: Row): Point {
  return {
    kind: "camera",
    name: word(row.municipality),
    road: word(row.road),
    lat: Number(row.lat),
    lng: Number(row.lng),
    limit: Number(row.limit),
    source: "ANTT, 2024-06",
  };
}

function fuelOf(folder: string): Point[] {
  const content = readJson(folder, "osm/points.json");
  if (content === null) return [];
  return fuel.parse(content).fuel.map(([lat, lng, name]) => ({
    kind: "fuel",
    name: word(name),
    road: "",
    lat,
    lng,
    source: "OpenStreetMap, 2021",
  }));
}

/** The points beside an encoded line, in the order of travel, with their kilometres from its start. */
export function roadPointsBeside(encoded: string, km: number, points: readonly Point[]): RoadPoint[] {
  const line = decodeLine(encoded);
  const kmAt = kmAlongLine(line);
  const scale = kmAt.at(-1)! > 0 ? km / kmAt.at(-1)! : 1;
  return pointsInBox(line, points)
    .flatMap((point) => {
      const position = positionAlongLine(line, point, kmAt);
      const limit = point.kind === "fuel" ? FUEL_BESIDE_KM : TOLL_BESIDE_KM;
      if (!position || position.kmBeside > limit) return [];
      return [{ ...point, km: rounded(position.kmAlong * scale), beside: rounded(position.kmBeside) }];
    })
    .toSorted((a, b) => a.km - b.km);
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Degrees that are more than one kilometre everywhere in Brazil. */
const MARGIN = 0.012;

function pointsInBox(line: readonly LinePoint[], points: readonly Point[]): Point[] {
  const lats = line.map(([lat]) => lat);
  const lngs = line.map(([, lng]) => lng);
  const [south, north] = [Math.min(...lats) - MARGIN, Math.max(...lats) + MARGIN];
  const [west, east] = [Math.min(...lngs) - MARGIN, Math.max(...lngs) + MARGIN];
  return points.filter(({ lat, lng }) => lat > south && lat < north && lng > west && lng < east);
}
