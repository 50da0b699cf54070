import { escapeXml } from "../platform/xml";
import type { GeoPoint } from "../geo/rules";

/** A route for export to navigation apps; the texts are in the language of the download. */
export type RouteFile = {
  name: string;
  description: string;
  url: string;
  updatedAt: string;
  stops: readonly { name: string; note: string; kind: string; lat: number | null; lng: number | null }[];
  /** An imported GPS track; empty when there is none. */
  track: readonly (readonly [lat: number, lng: number])[];
};

type PlacedStop = RouteFile["stops"][number] & GeoPoint;

const element = (name: string, text: string) => (text ? `<${name}>${escapeXml(text)}</${name}>` : "");
const placed = (stops: RouteFile["stops"]) =>
  stops.filter((stop): stop is PlacedStop => stop.lat !== null && stop.lng !== null);

/** GPX 1.1 with the stops as waypoints and as a route; a `trk` element is written only for a recorded GPS track. */
export function gpxOf({ name, description, url, updatedAt, stops, track }: RouteFile): string {
  const point = (tag: "wpt" | "rtept") => (stop: PlacedStop) =>
    `<${tag} lat="${stop.lat}" lon="${stop.lng}">${element("name", stop.name)}${element("desc", stop.note)}${element("type", stop.kind)}</${tag}>`;
  const points = placed(stops);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Portal LACAMBECHE" xmlns="http://www.topografix.com/GPX/1/1">',
    `<metadata>${element("name", name)}${element("desc", description)}<link href="${escapeXml(url)}"/><time>${new Date(updatedAt).toISOString()}</time></metadata>`,
    ...points.map(point("wpt")),
    `<rte>${element("name", name)}${element("desc", description)}`,
    ...points.map(point("rtept")),
    "</rte>",
    ...(track.length > 1
      ? [
          `<trk>${element("name", name)}<trkseg>${track.map(([lat, lng]) => `<trkpt lat="${lat}" lon="${lng}"/>`).join("")}</trkseg></trk>`,
        ]
      : []),
    "</gpx>",
    "",
  ].join("\n");
}

/**
 * KML 2.2 with the stops as placemarks and a line: the GPS track, else straight lines between the stops; `lineName`
 * describes which.
 */
export function kmlOf({ name, description, url, stops, track }: RouteFile, lineName: string): string {
  const points = placed(stops);
  const line = track.length > 1 ? track.map(([lat, lng]) => ({ lat, lng })) : points;
  const position = ({ lat, lng }: GeoPoint) => `${lng},${lat},0`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom">',
    `<Document>${element("name", name)}<atom:link href="${escapeXml(url)}"/>${element("description", description)}`,
    ...points.map(
      (stop) =>
        `<Placemark>${element("name", stop.name)}${element("description", stop.note)}<Point><coordinates>${position(stop)}</coordinates></Point></Placemark>`,
    ),
    ...(line.length > 1
      ? [
          `<Placemark>${element("name", lineName)}<LineString><tessellate>1</tessellate><coordinates>${line.map(position).join(" ")}</coordinates></LineString></Placemark>`,
        ]
      : []),
    "</Document>",
    "</kml>",
    "",
  ].join("\n");
}
