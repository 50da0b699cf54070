import "server-only";
import { headers } from "next/headers";

/** Set by our server (web/caller.ts), which removes this header from client requests. */
const CALLER_HEADER = "x-caller-address";

/** IP address of the caller of a request with these headers, for rate limits. */
export const addressIn = (sent: Pick<Headers, "get">): string => sent.get(CALLER_HEADER) || "unknown";

/** IP address of the caller, for rate limits. */
export async function callerAddress(): Promise<string> {
  return addressIn(await headers());
}
