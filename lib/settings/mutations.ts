import "server-only";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";
import { getSettingRows } from "./queries";
import type { SettingPage } from "./schema";

/** Stores what differs; a changed value is no example any more. */
export async function saveSettings(page: SettingPage, typed: Record<string, string>): Promise<number> {
  const { values } = await getSettingRows(page);
  const rows = Object.entries(typed)
    .filter(([key, value]) => values[key] !== value)
    .map(([key, value]) => ({ key, value, group: page, is_public: page !== "system" }));
  if (rows.length === 0) return 0;
  const { error } = await (await createSessionClient()).from("app_settings").upsert(rows);
  if (error) throw new AppError(error.code === "42501" ? "access.permission" : "service.unavailable", { detail: error.message });
  return rows.length;
}
