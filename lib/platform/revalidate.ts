import "server-only";
import { revalidateTag } from "next/cache";
import { affectedTags, type CacheTag } from "./cache-tags";
import { pageCache } from "./page-cache";

/** Invalidates every public page that shows rows with one of these tags, effective from the next request. */
export function revalidatePages(tags: readonly CacheTag[]): void {
  if (tags.length === 0) return;
  const affected = affectedTags(tags);
  for (const tag of affected) revalidateTag(tag, { expire: 0 });
  pageCache.expire(affected);
}
