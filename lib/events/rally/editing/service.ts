import "server-only";
import { activePaceSettings } from "../../../geo/pace/queries";
import type { Junction } from "../../../geo/roads/junctions";
import { findJunctions } from "../../../geo/roads/service";
import type { LinePoint } from "../../../geo/geo/lines";
import { AppError } from "../../../platform/error";
import { reportError } from "../../../platform/report";
import { getSettings } from "../../../platform/settings/queries";
import { roadSourcesOn } from "../../../platform/settings/rules";
import type { createSessionClient } from "../../../platform/supabase/session";
import { getTrip } from "../../../travel/saved-trips/queries";
import { stageLineOf, type StageLine } from "../../../travel/saved-trips/roadbook/runs";
import { turnsOf } from "../../../travel/saved-trips/roadbook/turns";
import type { StoredRoute, TripPlan } from "../../../travel/trips/schema";
import { RALLY_HIGHEST_KMH } from "../../../platform/supabase/database-constants/events";
import type { RallyInstruction } from "../schema";
import type { NewSection } from "./mutations";
import { lowestLimitKmh, sectionLine } from "./rules";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
/** Loading the network takes longer at the first route after a start; the stage is stored without tulips then. */
const JUNCTIONS_MS = 10_000;

async function junctionsOn(points: readonly LinePoint[], account: string): Promise<readonly Junction[]> {
  const limit = AbortSignal.timeout(JUNCTIONS_MS);
  try {
    const [switched, pace] = [roadSourcesOn(await getSettings()), await activePaceSettings()];
    return await findJunctions(points, { switched, pace, by: { caller: account, signal: limit, isAnonymous: false } });
  } catch (error) {
    if (!limit.aborted && !(error instanceof AppError)) reportError("rally stage", error);
    return [];
  }
}

/** What to do at each turn of a way; the text is the road, and the tulip shows the turn. */
function instructionsOn(line: StageLine, junctions: readonly Junction[]): RallyInstruction[] {
  return turnsOf(line, junctions)
    .filter(({ road }) => road.kind === "road")
    .map(({ km, road, tulip }) => ({
      metres: Math.round((km - line.fromKm) * 1000),
      text: road.ref ?? road.name ?? "→",
      tulip: tulip && { turn: tulip.turn, others: [...tulip.others], isDetailed: tulip.isDetailed },
    }));
}

async function sectionOf(route: StoredRoute, from: number, to: number, account: string, most: number) {
  const startKm = route.legs.slice(0, from).reduce((sum, { km }) => sum + km, 0);
  const line = stageLineOf(route, from, to, startKm);
  const legs = route.legs.slice(from, to);
  const roads = legs.flatMap((leg) => route.sections.slice(leg.firstSection, leg.endSection));
  const limit = lowestLimitKmh(roads.filter(({ kind }) => kind === "road"));
  return {
    kind: "regularity",
    metres: Math.round((line.toKm - line.fromKm) * 1000),
    average_kmh: Math.min(most, limit ?? RALLY_HIGHEST_KMH),
    neutral_seconds: null,
    limit_kmh: limit,
    line: sectionLine(line.points),
    instructions: instructionsOn(line, await junctionsOn(line.points, account)),
  } satisfies NewSection;
}

/** Stops at which a section begins or ends; points that only bend the line are passed over. */
const endsOf = ({ stops }: TripPlan) =>
  stops.flatMap(({ kind }, index) => (index === 0 || index === stops.length - 1 || kind !== "shape" ? [index] : []));

/** The sections of a stage from a planned trip: one between each two stops; null when the trip has no route. */
export async function sectionsOfTrip(
  client: Client,
  trip: string,
  { account, most }: { account: string; most: number },
): Promise<NewSection[] | null> {
  const saved = await getTrip(client, trip);
  if (!saved?.route) return null;
  const ends = endsOf(saved.plan);
  const sections: NewSection[] = [];
  for (const [index, to] of ends.slice(1).entries())
    sections.push(await sectionOf(saved.route, ends[index]!, to, account, most));
  return sections.filter(({ metres }) => metres > 0);
}
