import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PLANNER_PATH } from "@/lib/travel/saved-trips/rules";
import { PlannerPage } from "../../planner-page";

type Props = { searchParams: Promise<{ viagem?: string | string[] }> };

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("travel/saved-trips.page");
  return { title: `${t("metaTitle")} | LACAMBECHE`, robots: { index: false } };
}

export default async function RoutePlannerPage({ searchParams }: Props) {
  const { viagem } = await searchParams;
  return <PlannerPage path={PLANNER_PATH} state={null} tripId={viagem === undefined ? undefined : String(viagem)} />;
}
