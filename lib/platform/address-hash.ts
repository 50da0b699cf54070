import "server-only";
import { createHmac } from "node:crypto";
import { env } from "./env";

/** Keyed hash of a network address: tells whether two calls came from the same one without storing it. */
export const addressHash = (address: string): string => createHmac("sha256", env.SUPABASE_SECRET_KEY).update(address).digest("hex");
