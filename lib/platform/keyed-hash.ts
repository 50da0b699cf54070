import { createHmac } from "node:crypto";
import { env } from "./env";

/** Hash with the key of the server: cannot be computed from a copy of the database. */
export const keyedHash = (text: string): string =>
  createHmac("sha256", env.SUPABASE_SECRET_KEY).update(text).digest("hex");
