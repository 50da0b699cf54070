import "server-only";
import { cache } from "react";
import { reportError } from "../platform/report";
import { createPublicClient } from "../platform/supabase/public";
import { settingsSchema, type Settings } from "./schema";

/** Public settings of the portal; when they cannot be read the defaults stay (specification, section 7). */
export const getSettings = cache(async (): Promise<Settings> => {
  const client = createPublicClient(["settings"]);
  const { data, error } = await client.from("app_settings").select("key, value").eq("is_public", true);
  if (error) reportError("settings", error);
  return settingsSchema.parse(Object.fromEntries((data ?? []).map(({ key, value }) => [key, value])));
});
