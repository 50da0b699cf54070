import "server-only";
import { revalidateTag } from "next/cache";
import { pageCache } from "./page-cache";

/** Makes every public page that read one of these tags fresh for the very next request. */
export function revalidatePages(tags: readonly string[]): void {
  for (const tag of tags) revalidateTag(tag, { expire: 0 });
  pageCache.expire();
}
