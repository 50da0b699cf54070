import { listMapPlaceRows } from "@/lib/guide/map-places/queries";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { loadAtlasRows } from "../atlas-rows";

export const revalidate = 300;
export const generateStaticParams = () => [];

const NAME = /^(?:(lugares)-)?([a-z]{2}|brasil)\.json$/;

const notFound = () => Response.json({ error: "not found" }, { status: 404 });

/** The map's data of a state (`sc.json`) or of the country (`brasil.json`), or the map places of a state; cached, and revalidated when its rows change. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }) {
  const [, places, scope] = NAME.exec((await params).name) ?? [];
  const state = stateOfSegment(scope);
  if (!scope || (scope !== "brasil" && !state)) return notFound();
  if (places) return state ? Response.json(await listMapPlaceRows(state.abbr)) : notFound();
  return Response.json(await loadAtlasRows(state?.abbr ?? null));
}
