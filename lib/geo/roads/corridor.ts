import { kmAlongLine, positionAlongLine, type LinePoint } from "../geo/lines";
import { boxAround, type GeoPoint } from "../geo/rules";

/** A place beside a line; `detourKm` is the way there and back in a straight line, so a road is at least that long. */
export type CorridorPlace<T> = { place: T; kmAlong: number; kmBeside: number; detourKm: number };

/** The places within `withinKm` of a line, in the order of travel. */
export function placesAlong<T extends GeoPoint>(
  line: readonly LinePoint[],
  places: readonly T[],
  withinKm: number,
): CorridorPlace<T>[] {
  const box = boxAround(
    line.map(([lat, lng]) => ({ lat, lng })),
    withinKm,
  );
  if (!box) return [];
  const kmAt = kmAlongLine(line);
  return places
    .filter(({ lat, lng }) => lat >= box.south && lat <= box.north && lng >= box.west && lng <= box.east)
    .flatMap((place) => {
      const position = positionAlongLine(line, place, kmAt);
      if (!position || position.kmBeside > withinKm) return [];
      return [{ place, ...position, detourKm: 2 * position.kmBeside }];
    })
    .sort((a, b) => a.kmAlong - b.kmAlong || a.kmBeside - b.kmBeside);
}
