import { PLANNER_PATH } from "@/lib/travel/saved-trips/rules";
import { PlannerPage } from "../../../planner-page";
import { stateOf } from "../state-of";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = { params: Promise<{ uf: string }>; searchParams: Promise<{ viagem?: string | string[] }> };

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("travel/saved-trips.page", "metaTitle");

/** The planner centred on the state of the page. */
export default async function StatePlannerPage({ params, searchParams }: Props) {
  const [{ uf }, { viagem }] = [await params, await searchParams];
  const state = stateOf(uf);
  const tripId = viagem === undefined ? undefined : String(viagem);
  return <PlannerPage path={`/${uf}${PLANNER_PATH}`} state={state.abbr} tripId={tripId} />;
}
