import "server-only";
import { revalidateTag } from "next/cache";
import { affectedTags, type CacheTag } from "./cache-tags";
import { publishExpiredTags } from "./expired-tags";

/**
 * Invalidates every public page that shows rows with one of these tags: from the next request in this process, within
 * two seconds in all others. Call it after the change is stored.
 */
export async function revalidatePages(tags: readonly CacheTag[]): Promise<void> {
  // Next runs these after the action or handler; next-cache.mjs then expires the page cache of web/ too.
  for (const tag of affectedTags(tags)) revalidateTag(tag, { expire: 0 });
  await publishExpiredTags(tags);
}
