import type { PlaceOnWay } from "@/lib/travel/facts/rules";
import { greatCircleKm, type GeoPoint } from "@/lib/geo/geo/rules";
import { loadSearchIndex } from "../../geo/map/atlas/places";

/** The stops of a page of the guide; null when it has no position or cannot be loaded. */
export async function fetchPlace(path: string): Promise<PlaceOnWay | null> {
  try {
    const answer = await fetch(`/api/trip-places?${new URLSearchParams({ path }).toString()}`);
    return answer.ok ? ((await answer.json()) as PlaceOnWay) : null;
  } catch {
    return null;
  }
}

/** Farther towns do not help to recognise a point. */
const NEAR_KM = 60;

/** The town nearest to a point of the map, as `Lages (SC)`; null when there is none near or the list is not loaded. */
export async function nearestTown(point: GeoPoint): Promise<string | null> {
  const index = await loadSearchIndex().catch(() => null);
  let best: { name: string; km: number } | null = null;
  for (const [town, state, lat, lng] of index?.towns ?? []) {
    if (Math.abs(lat - point.lat) > 1 || Math.abs(lng - point.lng) > 1) continue;
    const km = greatCircleKm(point, { lat, lng });
    if (km <= NEAR_KM && (!best || km < best.km)) best = { name: `${town} (${state})`, km };
  }
  return best?.name ?? null;
}
