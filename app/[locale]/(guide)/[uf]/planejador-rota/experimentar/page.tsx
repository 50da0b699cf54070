import type { Metadata } from "next";
import { PlannerTryPage, plannerTryMetadata } from "../../../planner-try-page";
import { stateOf } from "../../state-of";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const state = stateOf((await params).uf);
  return state;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return plannerTryMetadata(await load(params));
}

export default async function StatePlannerTryPage({ params }: Props) {
  return <PlannerTryPage state={await load(params)} />;
}
