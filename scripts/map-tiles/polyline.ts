import type { Position } from "@/lib/geo/geo/rules";

/** Decodes an encoded polyline; `scale` is 10 to the power of its precision. */
export function decodePolyline(text: string, scale: number): Position[] {
  const points: Position[] = [];
  let [index, lat, lng] = [0, 0, 0];
  const next = () => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = text.charCodeAt(index++) - 63;
      value |= (byte & 31) << shift;
      shift += 5;
    } while (byte >= 32);
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  while (index < text.length) {
    lat += next();
    lng += next();
    points.push([lng / scale, lat / scale]);
  }
  return points;
}
