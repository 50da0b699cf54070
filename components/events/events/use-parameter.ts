import { setQuery, useQuery } from "@/components/geo/search/address-query";

/** A parameter of the address, empty on the server, and a function that changes it. */
export function useParameter(name: string): [string, (value: string) => void] {
  const value = new URLSearchParams(useQuery()).get(name) ?? "";
  const set = (next: string) => {
    const query = new URLSearchParams(location.search);
    if (next) query.set(name, next);
    else query.delete(name);
    setQuery(query.toString().replaceAll("%2C", ","), "replaceState");
  };
  return [value, set];
}
