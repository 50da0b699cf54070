import { PLANNER_PATH } from "@/lib/travel/saved-trips/rules";
import { PlannerPage } from "../../planner-page";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

type Props = { searchParams: Promise<{ viagem?: string | string[] }> };

export const generateMetadata = unlistedMetadata("travel/saved-trips.page", "metaTitle");

export default async function RoutePlannerPage({ searchParams }: Props) {
  const { viagem } = await searchParams;
  return <PlannerPage path={PLANNER_PATH} state={null} tripId={viagem === undefined ? undefined : String(viagem)} />;
}
