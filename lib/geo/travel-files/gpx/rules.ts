import type { Findings } from "../../imports/rules";
import { PointReader } from "../points/rules";
import type { FileLine, FilePoint, TravelFile } from "../rules";
import { childrenOf, textOf, type XmlNode } from "../xml/rules";

type Read = Pick<TravelFile, "lines" | "points">;

/** The elements with positions that each element may have below it; at the root, what a defect left outside its track. */
const HOLDERS: Record<string, readonly string[]> = {
  gpx: ["wpt", "rte", "trk", "trkseg", "trkpt", "rtept", "metadata"],
  trk: ["trkseg", "trkpt"],
  rte: ["rtept"],
  trkseg: ["trkpt"],
};

/** Tracks, routes and way points of a GPX 1.0 or 1.1 file. */
export function readGpx(root: XmlNode, findings: Findings): Read {
  const points = new PointReader(findings);
  const pointOf = (node: XmlNode): FilePoint | null =>
    points.point({
      lat: node.attributes.lat ?? "",
      lng: node.attributes.lon ?? "",
      metres: textOf(node, "ele"),
      name: textOf(node, "name"),
      note: textOf(node, "desc") || textOf(node, "cmt"),
      line: node.line,
      element: node.name,
    });
  const pointsOf = (node: XmlNode, name: string) =>
    childrenOf(node, name)
      .map(pointOf)
      .filter((point) => point !== null);
  noteUnread(root, findings);
  const tracks: FileLine[] = childrenOf(root, "trk").map((track) => ({
    kind: "track",
    name: textOf(track, "name"),
    parts: [pointsOf(track, "trkpt"), ...childrenOf(track, "trkseg").map((part) => pointsOf(part, "trkpt"))],
  }));
  const routes: FileLine[] = childrenOf(root, "rte").map((route) => ({
    kind: "route",
    name: textOf(route, "name"),
    parts: [pointsOf(route, "rtept")],
  }));
  // After a defect, segments and points may be outside of their track.
  const strays = [pointsOf(root, "trkpt"), ...childrenOf(root, "trkseg").map((part) => pointsOf(part, "trkpt"))];
  const strayRoute = pointsOf(root, "rtept");
  return {
    lines: [
      ...tracks,
      { kind: "track", name: "", parts: strays },
      ...routes,
      { kind: "route", name: "", parts: [strayRoute] },
    ],
    points: pointsOf(root, "wpt"),
  };
}

const holdsPoints = ({ attributes, children }: XmlNode): boolean =>
  attributes.lat !== undefined || attributes.lon !== undefined || children.some(holdsPoints);

/** Points under a name or at a place that no reader looks at: a misspelt tag would lose them without a word. */
function noteUnread(parent: XmlNode, findings: Findings): void {
  for (const child of parent.children) {
    const isRead = HOLDERS[parent.name.toLowerCase()]?.includes(child.name) ?? false;
    if (isRead && HOLDERS[child.name]) noteUnread(child, findings);
    else if (!isRead && holdsPoints(child))
      findings.left("element", { line: child.line, element: child.name, value: child.text });
  }
}
