import type { Metadata } from "next";
import { PlannerTryPage, plannerTryMetadata } from "../../../planner-try-page";
import { stateOfPage } from "../../state-of";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return plannerTryMetadata(await stateOfPage(params));
}

export default async function StatePlannerTryPage({ params }: Props) {
  return <PlannerTryPage state={await stateOfPage(params)} />;
}
