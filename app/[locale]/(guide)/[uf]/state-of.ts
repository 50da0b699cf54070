import { notFound } from "next/navigation";
import { stateOfSegment, type State } from "@/lib/geo/states/rules";

/** The state of the segment `[uf]`; a page of no state is not found. */
export function stateOf(uf: string): State {
  const state = stateOfSegment(uf);
  if (!state) notFound();
  return state;
}
