import "server-only";
import { createHmac } from "node:crypto";
import { env } from "./env";

/** Token for requests between parts of the server; derived from the service key, so that the key itself is never sent. */
export function serverToken(purpose: string): string {
  return createHmac("sha256", env.SUPABASE_SECRET_KEY).update(`server:${purpose}`).digest("base64url");
}
