import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { createSessionClient } from "../supabase/session";

/** Session client of an account, or public client with the token of an enrolled device. */
export type ReadingCaller = {
  client: Pick<Awaited<ReturnType<typeof createSessionClient>>, "from" | "rpc">;
  token: string | undefined;
};

/** A new token for the link of a device, and the hash that is stored. */
export function newDeviceToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: createHash("sha256").update(token).digest("hex") };
}
