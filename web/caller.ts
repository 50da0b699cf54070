import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import { env } from "../lib/platform/env";

const isProxy = proxyAddr.compile(env.TRUST_PROXY);

/**
 * The client's IP address: the socket's address, or, when that is a proxy of `TRUST_PROXY`, the last address in
 * X-Forwarded-For that is not a trusted proxy, because each proxy appends the address that called it.
 */
export function callerOf(request: IncomingMessage): string {
  return proxyAddr(request, isProxy) || request.socket.remoteAddress || "unknown";
}

/** Whether a proxy of `TRUST_PROXY` sent the request. */
export function isFromProxy({ socket: { remoteAddress } }: IncomingMessage): boolean {
  return remoteAddress !== undefined && isProxy(remoteAddress, 0);
}
