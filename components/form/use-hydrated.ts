import { useSyncExternalStore } from "react";

const nothing = () => () => undefined;

/** False until hydration: a form sent before that would reload the page without running its action. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}
