import { LRUCache } from "lru-cache";
import { splitPath } from "../lib/platform/i18n/routing";
import { matchRoute } from "../lib/platform/paths";

export type Handler = { page: string; regex: RegExp };

const MAX_PATHS = 2000;

/** The name of a path in metrics and in the access log: its route pattern or a group. The set of names is finite. */
export function routeLabels(handlers: readonly Handler[]): (path: string) => string {
  const known = new LRUCache<string, string>({ max: MAX_PATHS });
  const find = (path: string): string => {
    if (path.startsWith("/_next/")) return "static";
    if (/^\/(?:rest|auth|storage)\/v1(?:\/|$)/.test(path)) return "backend";
    const page = matchRoute(splitPath(path).path)?.route.pattern;
    return page ?? handlers.find(({ regex }) => regex.test(path))?.page ?? "other";
  };
  return (path) => {
    const label = known.get(path) ?? find(path);
    known.set(path, label);
    return label;
  };
}
