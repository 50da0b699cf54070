import Flatbush from "flatbush";
import { kmToSegment, type GeoPoint } from "@/lib/geo/geo/rules";
import type { Network } from "./networks";

export type Match = { line: number; km: number };
type Options = { angle?: number; accepts?: ((line: number) => boolean) | undefined };

const KM_PER_DEGREE = 111.195;

/** Finds the lines of a network beside a position. */
export class SegmentIndex {
  private readonly boxes: Flatbush;
  private readonly lineOf: Int32Array;
  private readonly pointOf: Int32Array;

  constructor(private readonly network: Network) {
    const count = network.lines.reduce((sum, { points }) => sum + points.length - 1, 0);
    this.boxes = new Flatbush(count);
    this.lineOf = new Int32Array(count);
    this.pointOf = new Int32Array(count);
    network.lines.forEach(({ points }, line) => {
      for (let at = 0; at + 1 < points.length; at++) {
        const [[lat, lng], [nextLat, nextLng]] = [points[at]!, points[at + 1]!];
        const item = this.boxes.add(
          Math.min(lng, nextLng),
          Math.min(lat, nextLat),
          Math.max(lng, nextLng),
          Math.max(lat, nextLat),
        );
        this.lineOf[item] = line;
        this.pointOf[item] = at;
      }
    });
    this.boxes.finish();
  }

  /** The nearest accepted line within `km` whose direction differs by at most `angle` degrees. */
  nearest(point: GeoPoint, bearing: number, km: number, { angle = 35, accepts }: Options = {}): Match | null {
    const { scale } = this.network;
    const height = (km / KM_PER_DEGREE) * scale;
    const width = height / Math.cos((point.lat * Math.PI) / 180);
    const [x, y] = [point.lng * scale, point.lat * scale];
    let best: Match | null = null;
    for (const item of this.boxes.search(x - width, y - height, x + width, y + height)) {
      const line = this.lineOf[item]!;
      if (accepts && !accepts(line)) continue;
      const [start, end] = this.segment(item);
      const distance = kmToSegment(point, start, end);
      if (distance > (best?.km ?? km) || angleBetween(bearing, bearingOf(start, end)) > angle) continue;
      best = { line, km: distance };
    }
    return best;
  }

  private segment(item: number): [GeoPoint, GeoPoint] {
    const { scale, lines } = this.network;
    const { points } = lines[this.lineOf[item]!]!;
    const at = this.pointOf[item]!;
    const [[lat, lng], [nextLat, nextLng]] = [points[at]!, points[at + 1]!];
    return [
      { lat: lat / scale, lng: lng / scale },
      { lat: nextLat / scale, lng: nextLng / scale },
    ];
  }
}

/** Direction of a segment in degrees, 0 to 180: roads have no direction of travel here. */
export function bearingOf(start: GeoPoint, end: GeoPoint): number {
  const squeeze = Math.cos((start.lat * Math.PI) / 180);
  const degrees = (Math.atan2(end.lat - start.lat, (end.lng - start.lng) * squeeze) * 180) / Math.PI;
  return (degrees + 180) % 180;
}

function angleBetween(a: number, b: number): number {
  const difference = Math.abs(a - b);
  return Math.min(difference, 180 - difference);
}
