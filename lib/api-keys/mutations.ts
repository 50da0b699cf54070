import "server-only";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";
import type { ApiKey } from "./schema";

function refuse(error: { code: string; message: string }): never {
  throw new AppError(error.code === "42501" ? "access.permission" : error.code === "22023" ? "input.invalid" : "service.unavailable", { detail: error.message });
}

/** Stores the last characters of the key in use and its expiry date. */
export async function registerApiKey(name: ApiKey, hint: string, expires: string): Promise<void> {
  const { error } = await (await createSessionClient()).rpc("register_api_key", { key_name: name, last_characters: hint, ...(expires ? { expires } : {}) });
  if (error) refuse(error);
}

export async function deleteApiKey(name: ApiKey): Promise<void> {
  const { error } = await (await createSessionClient()).from("api_keys").delete().eq("name", name);
  if (error) refuse(error);
}
