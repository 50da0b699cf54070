import "server-only";
import { revalidateTag } from "next/cache";
import type { CacheTag } from "./cache-tags";
import { pageCache } from "./page-cache";

/** Invalidates every public page that depends on one of these tags, effective from the next request. */
export function revalidatePages(tags: readonly CacheTag[]): void {
  if (tags.length === 0) return;
  for (const tag of tags) revalidateTag(tag, { expire: 0 });
  pageCache.expire(tags);
}
