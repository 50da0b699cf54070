import { useSyncExternalStore } from "react";

const nothing = () => () => undefined;

/** False until React has taken over: a form sent before that would reload the page without its action. */
export function useHydrated(): boolean {
  return useSyncExternalStore(nothing, () => true, () => false);
}
