import "server-only";
import { env } from "../../platform/env";
import { createSessionClient } from "../../platform/supabase/session";
import { API_KEY_NAMES, API_KEYS, type ApiKey } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

const HINT_LENGTH = 4;

/** Last four characters of the configured key; null when none is configured. */
export function hintOf(name: ApiKey): string | null {
  const value = (env as Record<string, unknown>)[API_KEYS[name]];
  return typeof value === "string" && value.length > HINT_LENGTH ? value.slice(-HINT_LENGTH) : null;
}

/** Each service with its configured key and the stored note about that key. */
export async function listApiKeys() {
  const data = orThrow(
    await (await createSessionClient()).from("api_keys").select("name, hint, expires_on, updated_at"),
  );
  return API_KEY_NAMES.map((name) => {
    const hint = hintOf(name);
    // Notes about an earlier key do not apply to the current one.
    return {
      name,
      variable: API_KEYS[name],
      hint,
      note: data.find((row) => row.name === name && row.hint === hint) ?? null,
    };
  });
}
