const MARK = "data-not-kept";
const root = () => document.documentElement;

/** Marks links to pages that are not cached on this device while it is offline. */
export async function markUncachedLinks(): Promise<void> {
  const isOffline = root().dataset.offline !== undefined;
  if (!isOffline && !document.querySelector(`[${MARK}]`)) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href^='/']")) {
    const isKept = !isOffline || (await caches.match(link.pathname, { ignoreSearch: true })) !== undefined;
    link.toggleAttribute(MARK, !isKept);
  }
}

/** Blocks clicks on marked links and lets the banner explain why. */
function blockClick(event: MouseEvent): void {
  const isMarked = event.target instanceof Element && event.target.closest(`a[${MARK}]`) !== null;
  if (!isMarked || root().dataset.offline === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  root().dataset.missed = "1";
}

/** Handles clicks on marked links before the router does, until the returned function is called. */
export function blockUncachedLinks(): () => void {
  document.addEventListener("click", blockClick, true);
  return () => document.removeEventListener("click", blockClick, true);
}
