import type { Metadata } from "next";
import { EventHub, eventHubMetadata } from "../../../event-hub";
import { stateOf } from "../../state-of";

type Props = { params: Promise<{ uf: string }> };

// The page is not in the page cache, which hashes the scripts of stored HTML: each request needs the nonce of its answer.
export const dynamic = "force-dynamic";

async function load(params: Props["params"]) {
  const state = stateOf((await params).uf);
  return state;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return eventHubMetadata(await load(params));
}

/** Same list as `/eventos/lacambeche/{uf}`, which is its canonical address, with the links of the state. */
export default async function StateEventsPage({ params }: Props) {
  return <EventHub state={await load(params)} />;
}
