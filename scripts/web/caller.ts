import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import { env } from "../../lib/platform/env";

const isProxy = proxyAddr.compile(env.TRUST_PROXY);

/**
 * The caller's network address: the socket's own. When that is one of the proxies of `TRUST_PROXY`, the last address
 * of X-Forwarded-For that is none of them: each proxy adds the address it was called from at the end.
 */
export function callerOf(request: IncomingMessage): string {
  return proxyAddr(request, isProxy) || request.socket.remoteAddress || "unknown";
}
