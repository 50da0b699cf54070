import { splitPath } from "../i18n/routing";
import { trackedPath } from "../paths";
import { stateOfPath } from "../state-segments";
import type { PageView } from "./schema";

/** The row to store without locale prefix, query and tokens; null for paths that are not counted (admin and API). */
export function pageViewRow(view: PageView, ownHost: string) {
  const bare = view.path.split(/[?#]/, 1)[0] || "/";
  const { path } = splitPath(bare);
  if (/^\/(?:admin|api)(?:\/|$)/.test(path)) return null;
  const stored = trackedPath(path);
  return {
    page_path: stored,
    locale: view.locale,
    state_abbr: stateOfPath(stored),
    referrer_host: referrerHost(view.referrer, ownHost),
  };
}

/** Stores only the host of the referrer, for privacy. */
function referrerHost(referrer: string | undefined, ownHost: string): string | null {
  if (!referrer) return null;
  try {
    const { host, protocol } = new URL(referrer);
    return /^https?:$/.test(protocol) && host !== ownHost ? host.slice(0, 200) : null;
  } catch {
    return null;
  }
}
