import { useSyncExternalStore } from "react";

const CHANGED = "lacambeche:query";

function subscribe(onChange: () => void): () => void {
  window.addEventListener("popstate", onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener("popstate", onChange);
    window.removeEventListener(CHANGED, onChange);
  };
}

/** The query of the address, empty on the server. */
export const useQuery = (): string =>
  useSyncExternalStore(
    subscribe,
    () => location.search,
    () => "",
  );

/** Changes the query without a server request, because the page is the same static one. */
export function setQuery(query: string, method: "pushState" | "replaceState" = "pushState"): void {
  history[method](null, "", location.pathname + (query && `?${query}`));
  window.dispatchEvent(new Event(CHANGED));
}
