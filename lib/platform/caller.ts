import "server-only";
import { headers } from "next/headers";

/** Set by our own server (scripts/web/caller.ts); a client's own copy of this header is dropped there. */
export const CALLER_HEADER = "x-caller-address";

/** The network address of the caller, which rate limits count. */
export async function callerAddress(): Promise<string> {
  return (await headers()).get(CALLER_HEADER) || "unknown";
}
