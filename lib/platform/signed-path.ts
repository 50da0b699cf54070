import "server-only";
import { timingSafeEqual } from "node:crypto";
import { serverToken } from "./server-token";

/** As long as a file lives that no row names. */
const SECONDS = 2 * 86_400;

/** A path with a signature that opens it for two days without an account. */
export function signedPath(path: string, now = Date.now()): string {
  const until = Math.floor(now / 1000) + SECONDS;
  return `${path}?ate=${until}&prova=${serverToken(`${path} ${until}`)}`;
}

/** Whether the address of a request has a signature of its path that is not over. */
export function hasSignature({ pathname, searchParams }: URL, now = Date.now()): boolean {
  const until = searchParams.get("ate") ?? "";
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 < now) return false;
  const received = Buffer.from(searchParams.get("prova") ?? "");
  const expected = Buffer.from(serverToken(`${pathname} ${until}`));
  return received.length === expected.length && timingSafeEqual(received, expected);
}
