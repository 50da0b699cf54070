import "server-only";
import { headers } from "next/headers";
import { env } from "./env";

/** Set by our own server from the socket; a client's own copy of this header is dropped there. */
export const CALLER_HEADER = "x-caller-address";

/** The address rate limits count: the socket's, or the proxy's word when `TRUST_PROXY` says one stands in front. */
export async function callerAddress(): Promise<string> {
  const list = await headers();
  const forwarded = env.TRUST_PROXY ? list.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || list.get(CALLER_HEADER) || "unknown";
}
