import "server-only";
import { createSessionClient } from "../supabase/session";
import { getSettingRows } from "./queries";
import { ROAD_SOURCES, roadSourceKey } from "./rules";
import { fieldsOfPage, type SettingPage } from "./schema";
import { orThrow } from "../supabase/or-throw";

/** Stores only changed values, so that two people can save concurrently; a changed value is no longer marked as an example. */
export async function saveSettings(
  page: SettingPage,
  typed: Record<string, string>,
  initial: Record<string, string>,
): Promise<number> {
  const { values } = await getSettingRows(page);
  const fallbacks = Object.fromEntries(fieldsOfPage(page).map(({ key, fallback }) => [key, fallback]));
  const rows = Object.entries(typed)
    .filter(([key, value]) => initial[key] !== value && (values[key] ?? fallbacks[key]) !== value)
    .map(([key, value]) => ({ key, value, group: page, is_public: page !== "system" }));
  if (rows.length === 0) return 0;
  orThrow(await (await createSessionClient()).from("app_settings").upsert(rows), {
    "28000": "auth.proofRequired",
    "42501": "access.permission",
  });
  return rows.length;
}

/** Stores the owner's answer for every switched source of lines, also where it is the default. */
export async function answerRoadSources(use: boolean): Promise<void> {
  const rows = ROAD_SOURCES.map((source) => ({
    key: roadSourceKey(source),
    value: String(use),
    group: "portal",
    is_public: true,
  }));
  orThrow(await (await createSessionClient()).from("app_settings").upsert(rows), { "42501": "access.permission" });
}
