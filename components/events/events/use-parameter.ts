import { useSyncExternalStore } from "react";

const CHANGED = "lacambeche:filters";

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

/** A parameter of the address, empty on the server, and a function that changes it. */
export function useParameter(name: string): [string, (value: string) => void] {
  const value = new URLSearchParams(useQuery()).get(name) ?? "";
  const set = (next: string) => {
    const query = new URLSearchParams(location.search);
    if (next) query.set(name, next);
    else query.delete(name);
    const search = query.toString().replaceAll("%2C", ",");
    history.replaceState(null, "", location.pathname + (search && `?${search}`));
    window.dispatchEvent(new Event(CHANGED));
  };
  return [value, set];
}
