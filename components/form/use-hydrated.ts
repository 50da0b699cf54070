import { useSyncExternalStore } from "react";

const nothing = () => () => undefined;

/**
 * False until hydration: a form sent before that would reload the page without running its action. A button that is
 * disabled only for this carries `data-until-hydrated`: on cached public pages, whose scripts wait for the first action,
 * `web/browser/first-action.ts` enables it and repeats the press afterwards.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}
