import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "./env";

/** Token for requests between parts of the server; derived from the service key, so that the key itself is never sent. */
export function serverToken(purpose: string): string {
  return createHmac("sha256", env.SUPABASE_SECRET_KEY).update(`server:${purpose}`).digest("base64url");
}

/** Whether a request contains the server token of a purpose. */
export function isServerRequest(request: Request, purpose: string): boolean {
  const received = Buffer.from(request.headers.get("authorization") ?? "");
  const expected = Buffer.from(`Bearer ${serverToken(purpose)}`);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
