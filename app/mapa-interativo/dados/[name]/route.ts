import { stateOfSegment } from "@/lib/states/rules";
import { loadAtlasRows } from "../atlas-rows";

export const revalidate = 300;
export const generateStaticParams = () => [];

const NAME = /^([a-z]{2}|brasil)\.json$/;

/** The map's data of a state (`sc.json`) or of the country (`brasil.json`); cached, and revalidated when its rows change. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }) {
  const scope = NAME.exec((await params).name)?.[1];
  const state = stateOfSegment(scope);
  if (!scope || (scope !== "brasil" && !state)) return Response.json({ error: "not found" }, { status: 404 });
  return Response.json(await loadAtlasRows(state?.abbr ?? null));
}
