import "server-only";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";

/** Which keys there are; never the keys themselves. */
export async function listApiKeys() {
  const { data, error } = await (await createSessionClient()).from("api_keys").select("name, hint, expires_on, last_used_at, updated_at");
  if (error) throw new AppError("service.unavailable", { detail: error.message });
  return data;
}
