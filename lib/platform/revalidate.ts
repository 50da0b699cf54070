import "server-only";
import { revalidateTag } from "next/cache";
import { affectedTags, type CacheTag } from "./cache-tags";

/** Invalidates every public page that shows rows with one of these tags, effective from the next request. */
export function revalidatePages(tags: readonly CacheTag[]): void {
  // Next runs these after the action or handler; next-cache.mjs then expires the page cache of web/ too.
  for (const tag of affectedTags(tags)) revalidateTag(tag, { expire: 0 });
}
