"use client";

import type { ReadingState } from "./use-readings";

type Props = {
  state: Pick<ReadingState<unknown>, "failure" | "isOver" | "isLoaded">;
  texts: { over: string; noList: string; loading: string };
};

/** Why there is no list to compare with; a refusal is shown by the status. */
export function NoList({ state, texts }: Props) {
  if (state.failure === "refused" || state.failure === "missing") return null;
  if (state.isOver) return <p role="status">{texts.over}</p>;
  return <p role="status">{state.isLoaded ? texts.noList : texts.loading}</p>;
}
