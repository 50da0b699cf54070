import { randomUUID } from "node:crypto";
import type { CacheTag } from "./cache-tags";
import { reportError } from "./report";
import { callServerFunction } from "./server-functions";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

// On `globalThis`, because Next bundles this module a second time.
const shared = globalThis as { lacambecheProcess?: string };

/** Id of this web process: it does not expire its own tags a second time. */
export const PROCESS_ID = (shared.lacambecheProcess ??= randomUUID());

const unsent = new Set<CacheTag>();
let retry: NodeJS.Timeout | null = null;
let pauseMs = FIRST_PAUSE_MS;

async function send(): Promise<void> {
  const tags = [...unsent];
  unsent.clear();
  if (tags.length === 0) return;
  try {
    await callServerFunction("expire_tags", { tags, source: PROCESS_ID });
    pauseMs = FIRST_PAUSE_MS;
  } catch (error) {
    for (const tag of tags) unsent.add(tag);
    if (retry) return;
    reportError("expired tags", error);
    retry = setTimeout(() => {
      retry = null;
      void send();
    }, pauseMs).unref();
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** Expires tags on all other web processes; when the database is unavailable, it is tried again later. */
export async function publishExpiredTags(tags: readonly CacheTag[]): Promise<void> {
  for (const tag of tags) unsent.add(tag);
  await send();
}
