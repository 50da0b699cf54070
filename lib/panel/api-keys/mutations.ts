import "server-only";
import { createSessionClient } from "../../platform/supabase/session";
import type { ApiKey } from "./schema";
import { databaseError } from "../../platform/supabase/or-throw";

function refuse(error: { code: string; message: string }): never {
  throw databaseError(error, { "42501": "access.permission", "22023": "input.invalid" });
}

/** Stores the last characters of the key in use and its expiry date. */
export async function registerApiKey(name: ApiKey, hint: string, expires: string): Promise<void> {
  const { error } = await (
    await createSessionClient()
  ).rpc("register_api_key", { key_name: name, last_characters: hint, ...(expires ? { expires } : {}) });
  if (error) refuse(error);
}

export async function deleteApiKey(name: ApiKey): Promise<void> {
  const { error } = await (await createSessionClient()).from("api_keys").delete().eq("name", name);
  if (error) refuse(error);
}
