import type { Findings } from "../../imports/rules";
import { PointReader } from "../points/rules";
import type { FileLine, FilePoint, TravelFile } from "../rules";
import { childOf, childrenOf, descendantsOf, textOf, type XmlNode } from "../xml/rules";

/** Laps of activities, tracks and points of courses in a TCX file. */
export function readTcx(root: XmlNode, findings: Findings): Pick<TravelFile, "lines" | "points"> {
  const reader = new PointReader(findings);
  const pointOf = (node: XmlNode): FilePoint[] => {
    const position = childOf(node, "Position");
    const point = reader.point({
      lat: position ? textOf(position, "LatitudeDegrees") : "",
      lng: position ? textOf(position, "LongitudeDegrees") : "",
      metres: textOf(node, "AltitudeMeters"),
      name: textOf(node, "Name"),
      note: textOf(node, "Notes"),
      line: node.line,
      element: node.name,
    });
    return point ? [point] : [];
  };
  const partOf = (track: XmlNode) => childrenOf(track, "Trackpoint").flatMap(pointOf);
  const lines: FileLine[] = ["Activity", "Course"].flatMap((kind) =>
    descendantsOf(root, kind).map((node) => ({
      kind: "track" as const,
      name: textOf(node, kind === "Course" ? "Name" : "Id"),
      parts: descendantsOf(node, "Track").map(partOf),
    })),
  );
  // After a defect, tracks and points may be outside of their activity.
  const strays = [...childrenOf(root, "Track").map(partOf), childrenOf(root, "Trackpoint").flatMap(pointOf)];
  return {
    lines: [...lines, { kind: "track", name: "", parts: strays }],
    points: descendantsOf(root, "CoursePoint").flatMap(pointOf),
  };
}
