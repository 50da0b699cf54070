import type { LinePoint } from "@/lib/geo/geo/lines";

/** Google's "Encoded Polyline Algorithm Format" with five decimals; `decodeLine` of `lib/geo/geo/lines.ts` reads it. */
export function encodeLine(line: readonly LinePoint[]): string {
  let [lat, lng] = [0, 0];
  return line
    .map((point) => {
      const [nextLat, nextLng] = [Math.round(point[0] * 1e5), Math.round(point[1] * 1e5)];
      const text = encodeValue(nextLat - lat) + encodeValue(nextLng - lng);
      [lat, lng] = [nextLat, nextLng];
      return text;
    })
    .join("");
}

function encodeValue(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = "";
  while (rest >= 32) {
    text += String.fromCharCode((32 | (rest & 31)) + 63);
    rest >>= 5;
  }
  return text + String.fromCharCode(rest + 63);
}
