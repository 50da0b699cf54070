import "server-only";
import { createHmac } from "node:crypto";
import { env } from "./env";

/** Keyed hash of an IP address: identifies the same caller without storing the address. */
export const addressHash = (address: string): string =>
  createHmac("sha256", env.SUPABASE_SECRET_KEY).update(address).digest("hex");
