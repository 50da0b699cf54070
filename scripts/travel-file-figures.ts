/**
 * Reads the recordings of public test collections with the reader of the product and compares what it has with a count
 * of the elements in the text: a file is right when it is read whole, or when everything missing is named.
 *
 * npx tsx scripts/travel-file-figures.ts <folder>… ; each folder is a checkout or an extract of a collection. Their files
 * have licences of their own (GPSBabel: GPL) and stay outside of the repository.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { TRAVEL_AREA } from "../lib/geo/geo/rules";
import { decodedText } from "../lib/platform/text-encoding";
import { readTravelFile, type Refused } from "../lib/geo/travel-files/files/rules";
import type { TravelFile } from "../lib/geo/travel-files/rules";

const READABLE = /\.(?:gpx|kml|kmz|tcx|fit)$/i;
const WORLD = { south: -90, north: 90, west: -180, east: 180 };
/** Where the first point of a file is moved to. */
const HOME = { lat: -28, lng: -49.5 };
const LATITUDE = /(\blat=["']|<LatitudeDegrees>)\s*([-+]?[\d.]+)/g;
const LONGITUDE = /(\blon=["']|<LongitudeDegrees>)\s*([-+]?[\d.]+)/g;
const TUPLES = /(<coordinates>)([^<]*)/g;
const COORD = /(<(?:gx:)?coord>)\s*([-+]?[\d.]+)\s+([-+]?[\d.]+)/g;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && READABLE.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();

/** The text with all positions moved by the same amount, the first one to Santa Catarina. */
function moved(text: string): string {
  const tuple =
    /<coordinates>\s*([-+]?[\d.]+),([-+]?[\d.]+)/.exec(text) ?? new RegExp(COORD.source).exec(text)?.slice(1);
  const first = {
    lat: Number(new RegExp(LATITUDE.source).exec(text)?.[2] ?? tuple?.[2] ?? 0),
    lng: Number(new RegExp(LONGITUDE.source).exec(text)?.[2] ?? tuple?.[1] ?? 0),
  };
  const [north, east] = [HOME.lat - first.lat, HOME.lng - first.lng];
  const by = (degrees: string, shift: number) => (Number(degrees) + shift).toFixed(7);
  return text
    .replace(LATITUDE, (_, start: string, degrees: string) => start + by(degrees, north))
    .replace(LONGITUDE, (_, start: string, degrees: string) => start + by(degrees, east))
    .replace(COORD, (_, start: string, lng: string, lat: string) => `${start}${by(lng, east)} ${by(lat, north)}`)
    .replace(
      TUPLES,
      (_, start: string, list: string) =>
        start +
        list.replace(
          /([-+]?[\d.]+),([-+]?[\d.]+)/g,
          (_all, lng: string, lat: string) => `${by(lng, east)},${by(lat, north)}`,
        ),
    );
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** The points that a text writes; comments and extensions hold none. */
function written(text: string): number {
  const plain = text.replace(/<!--[\s\S]*?-->/g, "").replace(/<extensions>[\s\S]*?<\/extensions>/g, "");
  const tuples = [...plain.matchAll(TUPLES)].flatMap(([, , list = ""]) => list.trim().split(/\s+/).filter(Boolean));
  return (
    count(plain, /<(?:\w+:)?(?:wpt|rtept|trkpt)[\s>]/g) +
    count(plain, /<(?:Trackpoint|CoursePoint)[\s>]/g) +
    count(plain, /<(?:gx:)?coord>/g) +
    tuples.length
  );
}

const LOSING = ["position", "outside", "zero", "jump"];
const named = ({ findings }: Pick<TravelFile, "findings">) =>
  findings.filter(({ reason }) => LOSING.includes(reason)).reduce((sum, finding) => sum + finding.count, 0);
const has = ({ lines, points }: TravelFile) => lines.flatMap(({ parts }) => parts.flat()).length + points.length;
const isNamed = ({ findings }: Pick<TravelFile, "findings">) => findings.some(({ effect }) => effect === "left");

/** `whole`: every point; `named`: what is missing is in the report; `refused`: with a reason; `silent`: a fault. */
function verdictOf(file: TravelFile | Refused, points: number | null): string {
  if ("problem" in file) return `refused ${file.problem}`;
  if (points === null) return isNamed(file) ? "named" : "whole";
  if (has(file) === points) return isNamed(file) ? "named" : "whole";
  return has(file) + named(file) >= points ? "named" : `silent ${has(file)} of ${points}`;
}

const sums = new Map<string, number>();
for (const name of process.argv.slice(2).flatMap(filesBelow)) {
  const bytes = readFileSync(name);
  const isText = !/\.(?:fit|kmz)$/i.test(name);
  const text = isText ? moved(decodedText(bytes)) : "";
  const file = isText ? readTravelFile(Buffer.from(text), TRAVEL_AREA) : readTravelFile(bytes, WORLD);
  const verdict = verdictOf(file, isText ? written(text) : null);
  const kind = verdict.split(" ", 1)[0]!;
  sums.set(kind, (sums.get(kind) ?? 0) + 1);
  const found = file.findings.map(({ reason, count: times }) => `${reason} ${times}`).join(", ");
  console.log(`${path.basename(name)}: ${verdict}${found && ` (${found})`}`);
}
console.log([...sums].map(([kind, files]) => `${files} ${kind}`).join(", "));
