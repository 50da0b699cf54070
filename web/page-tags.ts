import type { IncomingMessage, ServerResponse } from "node:http";
import { addRequestMeta } from "next/dist/server/request-meta";
import { TAGS_HEADER } from "../lib/platform/page-cache";

/** Header in which Next stores the cache tags of a rendered page. */
const NEXT_TAGS_HEADER = "x-next-cache-tags";

/** Tags that Next derives from the path of every page; nothing in this project expires them. */
const isOfPath = (tag: string) => tag.startsWith("_N_T_");

type CacheEntry = { value?: { headers?: Record<string, unknown> } | null };

/** The cache tags of a page in Next's cache; null when it does not name any. */
export function tagsOfEntry(entry: CacheEntry): string | null {
  const tags = entry.value?.headers?.[NEXT_TAGS_HEADER];
  return typeof tags === "string"
    ? tags
        .split(",")
        .filter((tag) => !isOfPath(tag))
        .join(",")
    : null;
}

/** Adds the cache tags of the requested page to the response; outside of Vercel, Next removes its own header. */
export function addPageTags(request: IncomingMessage, response: ServerResponse): void {
  addRequestMeta(request, "onCacheEntry", async (entry) => {
    const tags = tagsOfEntry(entry as CacheEntry);
    if (tags && !response.headersSent) response.setHeader(TAGS_HEADER, tags);
    return false;
  });
}
