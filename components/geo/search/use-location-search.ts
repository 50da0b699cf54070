import { useSyncExternalStore } from "react";

const nothing = () => () => undefined;

/**
 * The query of the address, for static pages; null until hydration. After a navigation inside the app, the address
 * changes only when the new page is committed: React reads it again then.
 */
export function useLocationSearch(): string | null {
  return useSyncExternalStore<string | null>(
    nothing,
    () => location.search,
    () => null,
  );
}
