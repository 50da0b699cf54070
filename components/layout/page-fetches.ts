/**
 * Calls back when the router has fetched a page, also when a redirect leads back to the current address, where the path
 * does not change. Returns a function that unsubscribes.
 */
export function onPageFetched(listener: () => void): () => void {
  if (!("PerformanceObserver" in window)) return () => {};
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name }) => new URL(name).searchParams.has("_rsc"))) listener();
  });
  observer.observe({ type: "resource" });
  return () => observer.disconnect();
}
