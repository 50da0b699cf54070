import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { stateOfSegment } from "@/lib/states/rules";
import { EventHub, eventHubMetadata } from "../../../event-hub";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const state = stateOfSegment((await params).uf);
  if (!state) notFound();
  return state;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return eventHubMetadata(await load(params));
}

/** Same list as `/eventos/lacambeche/{uf}`, which is its canonical address, with the links of the state. */
export default async function StateEventsPage({ params }: Props) {
  return <EventHub state={await load(params)} />;
}
