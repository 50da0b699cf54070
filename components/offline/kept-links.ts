const MARK = "data-not-kept";
const root = () => document.documentElement;

/** Marks the page's own links that this device has not kept, as long as there is no signal. */
export async function markLinks(): Promise<void> {
  const isOffline = root().dataset.offline !== undefined;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href^='/']")) {
    const isKept = !isOffline || (await caches.match(link.pathname, { ignoreSearch: true })) !== undefined;
    link.toggleAttribute(MARK, !isKept);
  }
}

/** Keeps a marked link from leaving the page; the banner then says why. */
function stay(event: MouseEvent): void {
  const isMarked = event.target instanceof Element && event.target.closest(`a[${MARK}]`) !== null;
  if (!isMarked || root().dataset.offline === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  root().dataset.missed = "1";
}

/** Answers clicks on marked links before the router does, until the returned function is called. */
export function guardLinks(): () => void {
  document.addEventListener("click", stay, true);
  return () => document.removeEventListener("click", stay, true);
}
