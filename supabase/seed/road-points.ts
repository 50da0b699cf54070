import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { decodeLine, kmAlongLine, positionAlongLine, type LinePoint } from "../../lib/geo/geo/lines";
import { stateOfPoint, type StateCollection } from "../../lib/geo/geo/rules";
import type { RoadPoint } from "../../lib/guide/regions/way";

const PUBLIC = path.join(import.meta.dirname, "../../public");
const OPEN_DATA = path.join(PUBLIC, "dados-abertos");
const STATES_FILE = path.join(PUBLIC, "map/states.json");

/** Farthest distance of a toll or camera from the line of its road. */
const TOLL_BESIDE_KM = 0.15;
/** Farthest distance of a toll whose coordinates have two decimals only, up to 0.8 km from its real place. */
const ROUNDED_TOLL_BESIDE_KM = 0.8;
/** A petrol station counts up to here, because towns beside the road have them on their streets. */
const FUEL_BESIDE_KM = 1;

export type Point = Omit<RoadPoint, "km" | "beside">;

/** [lat, lng, name, concession, road, state, free flow (1) or barrier (0)] */
const toll = z.tuple([z.number(), z.number(), z.string(), z.string(), z.string(), z.string(), z.number()]);
/** [lat, lng, name, road]; the name is mostly that of the company. */
const booth = z.tuple([z.number(), z.number(), z.string(), z.string()]);
/** [lat, lng, road, state, km of the road, municipality, direction, limit in km/h] */
const camera = z.tuple([
  z.number(),
  z.number(),
  z.string(),
  z.string(),
  z.number(),
  z.string(),
  z.string(),
  z.number().nullable(),
]);
const tolls = z.object({ rows: z.array(toll) });
const booths = z.object({ rows: z.array(booth) });
const cameras = z.object({ rows: z.array(camera) });
/** [lat, lng, name, date of the extract]; rows without a date are of 2021. */
const station = z.tuple([z.number(), z.number(), z.string(), z.string().optional()]);
const stations = z.object({ fuel: z.array(station) });

const known = new Map<string, readonly Point[]>();

/** Tolls, speed cameras and petrol stations of the published data files; a missing file adds none. */
export function readRoadPoints(folder = OPEN_DATA): readonly Point[] {
  const points = known.get(folder) ?? readPoints(folder);
  known.set(folder, points);
  return points;
}

function readPoints(folder: string): Point[] {
  return [
    ...(readData(folder, "gov/tolls-antt.json", tolls)?.rows ?? []).map(tollOf),
    ...(readData(folder, "osm/toll-booths.json", booths)?.rows ?? []).map(boothOf),
    ...(readData(folder, "gov/radars-antt.json", cameras)?.rows ?? []).map(cameraOf),
    ...(readData(folder, "osm/points.json", stations)?.fuel ?? []).map(stationOf),
  ];
}

let outlines: StateCollection | null = null;
const withStations = new WeakMap<readonly Point[], Map<string, boolean>>();

/** Whether the points have a petrol station in the state; without one, the stations of that state are not known. */
export function hasStations(points: readonly Point[], abbr: string): boolean {
  const found = withStations.get(points) ?? new Map<string, boolean>();
  withStations.set(points, found);
  if (!found.has(abbr)) {
    outlines ??= JSON.parse(readFileSync(STATES_FILE, "utf8")) as StateCollection;
    const outline = outlines.features.filter(({ properties }) => properties.abbr === abbr);
    const isInside = ({ kind, lat, lng }: Point) => kind === "fuel" && stateOfPoint(lat, lng, outline) !== null;
    found.set(abbr, points.some(isInside));
  }
  return found.get(abbr)!;
}

let hash: string | null = null;

/** Hash of the points, for the input of the seed steps. */
export function hashOfRoadPoints(): string {
  hash ??= createHash("sha256").update(JSON.stringify(readRoadPoints())).digest("hex");
  return hash;
}

function readData<Schema extends z.ZodType>(folder: string, name: string, schema: Schema): z.infer<Schema> | null {
  const file = path.join(folder, name);
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, "utf8"))) : null;
}

function tollOf([lat, lng, name, operator, road, , isFreeFlow]: z.infer<typeof toll>): Point {
  const place = name.replace(/^free flow /i, "");
  return { kind: "toll", name: place, operator, road, lat, lng, freeFlow: isFreeFlow === 1, source: "ANTT" };
}

function boothOf([lat, lng, name, road]: z.infer<typeof booth>): Point {
  return { kind: "toll", name, road, lat, lng, source: "OpenStreetMap, 2026-07" };
}

function cameraOf([lat, lng, road, , , municipality, , limit]: z.infer<typeof camera>): Point {
  return { kind: "camera", name: municipality, road, lat, lng, limit: limit ?? undefined, source: "ANTT, 2024-06" };
}

function stationOf([lat, lng, name, date = "2021"]: z.infer<typeof station>): Point {
  return { kind: "fuel", name, road: "", lat, lng, source: `OpenStreetMap, ${date.slice(0, 4)}` };
}

/** The points beside an encoded line, in the order of travel, with their kilometres from its start. */
export function roadPointsBeside(encoded: string, km: number, points: readonly Point[]): RoadPoint[] {
  const line = decodeLine(encoded);
  const kmAt = kmAlongLine(line);
  const scale = kmAt.at(-1)! > 0 ? km / kmAt.at(-1)! : 1;
  return pointsInBox(line, points)
    .flatMap((point) => {
      const position = positionAlongLine(line, point, kmAt);
      if (!position || position.kmBeside > besideKm(point)) return [];
      return [{ ...point, km: rounded(position.kmAlong * scale), beside: rounded(position.kmBeside) }];
    })
    .toSorted((a, b) => a.km - b.km);
}

function besideKm({ kind, lat, lng }: Point): number {
  if (kind === "fuel") return FUEL_BESIDE_KM;
  return kind === "toll" && hasTwoDecimals(lat) && hasTwoDecimals(lng) ? ROUNDED_TOLL_BESIDE_KM : TOLL_BESIDE_KM;
}

const hasTwoDecimals = (degrees: number) => Number(degrees.toFixed(2)) === degrees;

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
