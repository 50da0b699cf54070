import type { Findings } from "../../imports/rules";
import { PointReader } from "../points/rules";
import type { FileLine, FilePoint, TravelFile } from "../rules";
import { childrenOf, textOf, type XmlNode } from "../xml/rules";

type Read = Pick<TravelFile, "lines" | "points">;

const GEOMETRIES = new Set([
  "Point",
  "LineString",
  "LinearRing",
  "Polygon",
  "MultiGeometry",
  "Track",
  "MultiTrack",
  "Model",
]);
const OVERLAYS = new Set(["GroundOverlay", "PhotoOverlay", "ScreenOverlay", "Tour"]);

/** Removes the markup of a description as Google Earth and My Maps write it. */
const plain = (html: string) =>
  html
    .replace(/<br\s*\/?>|<\/(?:p|div|tr|li)>/gi, " ")
    .replace(/<(?:style|script)[\s\S]*?<\/(?:style|script)>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/&nbsp;/g, " ");

class KmlReader {
  readonly lines: FileLine[] = [];
  readonly points: FilePoint[] = [];
  private readonly reader: PointReader;

  constructor(private readonly findings: Findings) {
    this.reader = new PointReader(findings);
  }

  /** Reads a folder, a document or the root. */
  folder(node: XmlNode): void {
    for (const child of node.children) {
      if (child.name === "Placemark") this.placemark(child);
      else if (child.name === "NetworkLink")
        this.findings.left("link", { line: child.line, element: textOf(child, "name") || "NetworkLink" });
      else if (OVERLAYS.has(child.name))
        this.findings.left("geometry", { line: child.line, element: child.name, value: textOf(child, "name") });
      // After a defect, geometries may be outside of their place mark.
      else if (GEOMETRIES.has(child.name)) this.geometry(child, "", "");
      else if (child.children.length > 0) this.folder(child);
      else if (child.name === "coordinates")
        this.findings.left("element", { line: child.line, element: child.name, value: child.text });
    }
  }

  private placemark(node: XmlNode): void {
    const name = textOf(node, "name");
    const note = plain(textOf(node, "description"));
    const geometries = node.children.filter(({ name: tag }) => GEOMETRIES.has(tag));
    if (geometries.length === 0) this.findings.left("position", { line: node.line, element: name || "Placemark" });
    for (const geometry of geometries) this.geometry(geometry, name, note);
  }

  private geometry(node: XmlNode, name: string, note: string): void {
    if (node.name === "MultiGeometry") for (const child of node.children) this.geometry(child, name, note);
    else if (node.name === "Point") this.point(node, name, note);
    else if (node.name === "LineString" || node.name === "LinearRing") this.line([this.tuples(node)], name, node);
    else if (node.name === "Track") this.line([this.track(node)], name, node);
    else if (node.name === "MultiTrack") {
      const tracks = childrenOf(node, "Track");
      this.line(
        tracks.map((track) => this.track(track)),
        name,
        node,
      );
    } else this.findings.left("geometry", { line: node.line, element: node.name, value: name });
  }

  private line(parts: FilePoint[][], name: string, node: XmlNode): void {
    if (parts.every(({ length }) => length === 0))
      this.findings.left("position", { line: node.line, element: name || node.name });
    else this.lines.push({ kind: "track", name, parts });
  }

  private point(node: XmlNode, name: string, note: string): void {
    const [first, ...more] = this.texts(node);
    const place = { line: node.line, element: name || "Point" };
    if (first === undefined) return this.findings.left("position", place);
    if (more.length > 0) this.findings.left("position", { ...place, value: more.join(" ") }, more.length);
    const point = this.tuple(first, node, name, note);
    if (point) this.points.push(point);
  }

  /** `longitude,latitude,altitude`, separated by blanks; some programs write blanks after the commas too. */
  private texts(node: XmlNode): string[] {
    const written = childrenOf(node, "coordinates")
      .map(({ text }) => text)
      .join(" ");
    return written
      .replace(/\s*,\s*/g, ",")
      .split(/\s+/)
      .filter(Boolean);
  }

  private tuples(node: XmlNode): FilePoint[] {
    return this.texts(node)
      .map((text) => this.tuple(text, node))
      .filter((point) => point !== null);
  }

  private tuple(text: string, { line, name: element }: XmlNode, name = "", note = ""): FilePoint | null {
    const [lng = "", lat = "", metres = "", ...more] = text.split(",");
    if (more.length > 0) {
      this.findings.left("position", { line, element: name || element, value: text });
      return null;
    }
    return this.reader.point({ lat, lng, metres, name, note, line, element });
  }

  /** `gx:coord` has `longitude latitude altitude`; devices without reception write it empty. */
  private track(node: XmlNode): FilePoint[] {
    return childrenOf(node, "coord").flatMap(({ text, line, name: element }) => {
      const [lng = "", lat = "", metres = "", ...more] = text.trim().split(/\s+/);
      const point = more.length === 0 ? this.reader.point({ lat, lng, metres, line, element }) : null;
      if (more.length > 0) this.findings.left("position", { line, element, value: text });
      return point ? [point] : [];
    });
  }
}

/** Lines and place marks of a KML file, in any folder. */
export function readKml(root: XmlNode, findings: Findings): Read {
  const reader = new KmlReader(findings);
  reader.folder(root);
  return { lines: reader.lines, points: reader.points };
}
