import { escapeXml } from "../../platform/xml";
import type { GeoPoint } from "../geo/rules";

/** A route for export to navigation apps; the texts are in the language of the download. */
export type RouteFile = {
  name: string;
  description: string;
  url: string;
  updatedAt: string;
  stops: readonly { name: string; note: string; kind: string; lat: number | null; lng: number | null }[];
  /**
   * Continuous parts of the line of the road, with gaps where there is none; empty without any line. Points have an
   * altitude where it is known.
   */
  track: readonly (readonly (readonly [lat: number, lng: number, metres?: number])[])[];
  /** Authors and licence of the line; empty without one. */
  credits: { author: string; licence: string; licenceUrl: string | null } | null;
};

/**
 * Licence of a file with lines of roads: the ODbL with lines of OpenStreetMap. A file with lines of a source whose terms
 * are not confirmed is offered under no licence.
 */
export function licenceOf({ isOdbl, isUnconfirmed = false }: { isOdbl: boolean; isUnconfirmed?: boolean }) {
  if (isUnconfirmed) return { licence: "uso próprio: termos das rodovias estaduais não confirmados", licenceUrl: null };
  return isOdbl
    ? { licence: "ODbL 1.0", licenceUrl: "https://opendatacommons.org/licenses/odbl/1-0/" }
    : {
        licence: "dados abertos",
        licenceUrl: "https://www.planalto.gov.br/ccivil_03/_ato2015-2018/2016/decreto/d8777.htm",
      };
}

const OSM_SOURCES = ["osm", "osm-catalog", "omt", "vic"];
/** Taken from tiles with the schema of OpenMapTiles (NOTICE). */
const OMT_SOURCES = ["osm", "omt"];
const AUTHORS: Partial<Record<string, string>> = { dnit: "DNIT (SNV)", "sie-sc": "SIE-SC", "der-sp": "DER-SP" };

/** Authors of lines by source, with the address that a licence asks to link. */
export function lineAuthors(sources: readonly string[]): { name: string; url?: string }[] {
  const authors: { name: string; url?: string }[] = [];
  if (sources.some((source) => OSM_SOURCES.includes(source)))
    authors.push({ name: "© OpenStreetMap contributors", url: "https://www.openstreetmap.org/copyright" });
  if (sources.some((source) => OMT_SOURCES.includes(source)))
    authors.push({ name: "© OpenMapTiles", url: "https://openmaptiles.org/" });
  return [...authors, ...sources.flatMap((source) => (AUTHORS[source] ? [{ name: AUTHORS[source] }] : []))];
}

/** Authors and licence of a file with lines; null without lines. */
export function creditsOf(sources: readonly string[]) {
  const authors = lineAuthors(sources);
  if (authors.length === 0) return null;
  return {
    author: authors.map(({ name }) => name).join(", "),
    ...licenceOf({ isOdbl: sources.some((source) => OSM_SOURCES.includes(source)) }),
  };
}

type PlacedStop = RouteFile["stops"][number] & GeoPoint;

const element = (name: string, text: string) => (text ? `<${name}>${escapeXml(text)}</${name}>` : "");
const placed = (stops: RouteFile["stops"]) =>
  stops.filter((stop): stop is PlacedStop => stop.lat !== null && stop.lng !== null);

/** GPX 1.1 with the stops as waypoints and as a route; each continuous part of the line is a segment of one track. */
export function gpxOf({ name, description, url, updatedAt, stops, track, credits }: RouteFile): string {
  const point = (tag: "wpt" | "rtept") => (stop: PlacedStop) =>
    `<${tag} lat="${stop.lat}" lon="${stop.lng}">${element("name", stop.name)}${element("desc", stop.note)}${element("type", stop.kind)}</${tag}>`;
  const points = placed(stops);
  const copyright = credits
    ? `<copyright author="${escapeXml(credits.author)}">${element("license", credits.licenceUrl ?? "")}</copyright>`
    : "";
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Portal LACAMBECHE" xmlns="http://www.topografix.com/GPX/1/1">',
    `<metadata>${element("name", name)}${element("desc", withCredits(description, credits))}${copyright}<link href="${escapeXml(url)}"/><time>${new Date(updatedAt).toISOString()}</time></metadata>`,
    ...points.map(point("wpt")),
    `<rte>${element("name", name)}${element("desc", description)}`,
    ...points.map(point("rtept")),
    "</rte>",
    ...(track.length > 0 ? [`<trk>${element("name", name)}`, ...track.map(segment), "</trk>"] : []),
    "</gpx>",
    "",
  ].join("\n");
}

const segment = (part: RouteFile["track"][number]) => `<trkseg>${part.map(trackPoint).join("")}</trkseg>`;
const trackPoint = ([lat, lng, metres]: RouteFile["track"][number][number]) =>
  metres === undefined
    ? `<trkpt lat="${lat}" lon="${lng}"/>`
    : `<trkpt lat="${lat}" lon="${lng}"><ele>${metres}</ele></trkpt>`;

const withCredits = (description: string, credits: RouteFile["credits"]) =>
  credits ? `${description} ${credits.author}, ${credits.licence}.` : description;

type RecordedPoint = GeoPoint & { time: string; altitudeM: number | null };

/** GPX 1.1 of a recorded drive; each part without a gap is a segment. */
export function recordedGpxOf(name: string, startedAt: string, parts: readonly (readonly RecordedPoint[])[]): string {
  const recordedPoint = ({ lat, lng, time, altitudeM }: RecordedPoint) =>
    `<trkpt lat="${lat}" lon="${lng}">${altitudeM === null ? "" : `<ele>${altitudeM}</ele>`}<time>${time}</time></trkpt>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Portal LACAMBECHE" xmlns="http://www.topografix.com/GPX/1/1">',
    `<metadata>${element("name", name)}<time>${startedAt}</time></metadata>`,
    `<trk>${element("name", name)}`,
    ...parts.map((part) => `<trkseg>${part.map(recordedPoint).join("")}</trkseg>`),
    "</trk>",
    "</gpx>",
    "",
  ].join("\n");
}

/**
 * KML 2.2 with the stops as placemarks and the line: its continuous parts, else straight lines between the stops;
 * `lineName` describes which.
 */
export function kmlOf({ name, description, url, stops, track, credits }: RouteFile, lineName: string): string {
  const points = placed(stops);
  const straight = points.length > 1 ? [points.map(({ lat, lng }) => [lat, lng] as const)] : [];
  const parts = track.length > 0 ? track : straight;
  const lineString = (part: RouteFile["track"][number]) =>
    `<LineString><tessellate>1</tessellate><coordinates>${part.map(([lat, lng]) => `${lng},${lat},0`).join(" ")}</coordinates></LineString>`;
  const lines = parts.map(lineString).join("");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom">',
    `<Document>${element("name", name)}${credits ? `<atom:author><atom:name>${escapeXml(credits.author)}</atom:name></atom:author>` : ""}<atom:link href="${escapeXml(url)}"/>${element("description", withCredits(description, credits))}`,
    ...points.map(
      (stop) =>
        `<Placemark>${element("name", stop.name)}${element("description", stop.note)}<Point><coordinates>${stop.lng},${stop.lat},0</coordinates></Point></Placemark>`,
    ),
    ...(parts.length > 0
      ? [
          `<Placemark>${element("name", lineName)}${parts.length > 1 ? `<MultiGeometry>${lines}</MultiGeometry>` : lines}</Placemark>`,
        ]
      : []),
    "</Document>",
    "</kml>",
    "",
  ].join("\n");
}
