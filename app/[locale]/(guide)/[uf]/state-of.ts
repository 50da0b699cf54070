import { notFound } from "next/navigation";
import { stateOfSegment, type State } from "@/lib/geo/states/rules";

/** The state of the segment `[uf]`; a page of no state is not found. */
export function stateOf(uf: string): State {
  const state = stateOfSegment(uf);
  if (!state) notFound();
  return state;
}

/** The state of a page that needs no other part of its address. */
export const stateOfPage = async (params: Promise<{ uf: string }>): Promise<State> => stateOf((await params).uf);
