import type { AsyncLocalStorage } from "node:async_hooks";

/** Header with the id of a request: set on every response, and read from a trusted proxy. */
export const REQUEST_ID_HEADER = "x-request-id";

// Stored on `globalThis`, because Next bundles this module a second time.
const holder = globalThis as { lacambecheRequestIds?: AsyncLocalStorage<string> };

/** The web server registers its storage here; other processes have none. */
export function shareRequestIds(storage: AsyncLocalStorage<string>): void {
  holder.lacambecheRequestIds = storage;
}

/** Id of the request that the calling code answers. */
export const currentRequestId = (): string | undefined => holder.lacambecheRequestIds?.getStore();
