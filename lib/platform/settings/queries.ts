import "server-only";
import { cache } from "react";
import { env } from "../env";
import { reportError } from "../report";
import { createPublicClient } from "../supabase/public";
import { AppError } from "../error";
import { createSessionClient } from "../supabase/session";
import { featureKey, ROAD_SOURCES, roadSourceKey, type Algorithm, type Feature } from "./rules";
import {
  fieldsOfPage,
  OWNER_SETTINGS,
  settingsSchema,
  withExamples,
  type SettingPage,
  type Settings,
  type SettingsWithExamples,
} from "./schema";
import { orThrow } from "../supabase/or-throw";

/** Public settings of the portal; the defaults when they cannot be read (specification, section 7). */
export const getSettings = cache(async (): Promise<Settings> => {
  const client = createPublicClient(["settings"]);
  const { data, error } = await client.from("app_settings").select("key, value").eq("is_public", true);
  if (error) reportError("settings", error);
  return settingsSchema.parse(Object.fromEntries((data ?? []).map(({ key, value }) => [key, value])));
});

/** Settings for header and footer, with examples on a local address. */
export async function getSettingsWithExamples(): Promise<SettingsWithExamples> {
  return withExamples(await getSettings(), env.NEXT_PUBLIC_SITE_URL);
}

/** Throws when a feature flag is off. */
export async function requireFeature(feature: Feature): Promise<void> {
  if (!(await getSettings())[featureKey(feature)]) throw new AppError("feature.off", { detail: feature });
}

/** Stored settings of one page, and the keys that still have example values. */
export async function getSettingRows(page: SettingPage) {
  const keys = fieldsOfPage(page).map(({ key }) => key);
  const data = orThrow(
    await (await createSessionClient()).from("app_settings").select("key, value, group").in("key", keys),
  );
  return {
    values: Object.fromEntries(data.map(({ key, value }) => [key, value])),
    examples: data.filter(({ group }) => group === "demo").map(({ key }) => key),
  };
}

/** Whether the owner has not yet answered for one of the switched sources of lines. */
export async function isRoadSourceUnanswered(): Promise<boolean> {
  const { values } = await getSettingRows("portal");
  return ROAD_SOURCES.some((source) => values[roadSourceKey(source)] === undefined);
}

/** Owner's settings of one page that are empty, in the order of its form. */
export async function listMissingSettings(page: SettingPage): Promise<string[]> {
  const { values } = await getSettingRows(page);
  const owned: readonly string[] = OWNER_SETTINGS;
  return fieldsOfPage(page).flatMap(({ key }) => (owned.includes(key) && !values[key]?.trim() ? [key] : []));
}

/** The active weights of a calculation; empty while the built-in ones are active. */
export async function activeWeights(algorithm: Algorithm): Promise<Record<string, unknown>> {
  const row = orThrow(
    await createPublicClient(["algorithms"])
      .from("algorithm_settings")
      .select("weights")
      .eq("algorithm", algorithm)
      .eq("is_active", true)
      .maybeSingle(),
  );
  return (row?.weights ?? {}) as Record<string, unknown>;
}
