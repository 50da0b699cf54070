/**
 * Calls back with the path of each page that the router has fetched, also when a redirect leads back to the current
 * address, where the path does not change. Returns a function that unsubscribes.
 */
export function onPageFetched(listener: (path: string) => void): () => void {
  if (!("PerformanceObserver" in window)) return () => {};
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      const { pathname, searchParams } = new URL(name);
      if (searchParams.has("_rsc")) listener(pathname);
    }
  });
  observer.observe({ type: "resource" });
  return () => observer.disconnect();
}
