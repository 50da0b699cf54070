import { createRequire } from "node:module";

// These files of Next are CommonJS modules with a member `default`, which loaders import in different ways.
const require = createRequire(import.meta.url);
const { default: FileSystemCache } = require("next/dist/server/lib/incremental-cache/file-system-cache.js");
const { areTagsExpired } = require("next/dist/server/lib/incremental-cache/tags-manifest.external.js");

/** Tells web/ask-next.ts that the data of the page changed while Next rendered it. */
const OUTDATED_HEADER = "x-page-cache-outdated";

/**
 * Next's cache of pages and queries (`cacheHandler` of next.config.ts); JavaScript, because Next imports it at run time.
 * Next makes an object of this class for each request. Its own class stores what was requested before a tag expired and
 * arrived afterwards, and uses that as current data.
 */
export default class RequestCache extends FileSystemCache {
  // One millisecond less, because a tag may expire in the millisecond in which the request began.
  startedAt = Date.now() - 1;

  async set(key, value, context) {
    const headers = value?.kind === "FETCH" ? undefined : value?.headers;
    const tags = context.tags ?? headers?.["x-next-cache-tags"]?.split(",") ?? [];
    if (!areTagsExpired(tags, this.startedAt)) return super.set(key, value, context);
    // Requests that arrived after the change wait for the same page and get this header too.
    if (headers) headers[OUTDATED_HEADER] = "1";
  }

  /** Runs after the action or handler that called `revalidateTag`: until then Next still returns the old pages. */
  revalidateTag(tags, durations) {
    // The tags expire in this call, before the first `await`: Next may send its response without waiting for the promise.
    const done = super.revalidateTag(tags, durations);
    // `pageCache` of page-cache.ts; missing during the build and without the server of web/.
    globalThis.lacambechePages?.expire([tags].flat());
    return done;
  }
}
