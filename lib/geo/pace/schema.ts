import { z } from "zod";
import { BUILT_IN_PACE, PACE_SETTING_NAMES, PACE_SETTINGS, type PaceSettingName, type PaceSettings } from "./rules";

const numberOf = (name: PaceSettingName) => {
  const [, min, max] = PACE_SETTINGS[name];
  return z.coerce.number().min(min).max(max);
};

export const paceSettingsSchema = z.object(
  Object.fromEntries(PACE_SETTING_NAMES.map((name) => [name, numberOf(name)])) as Record<
    PaceSettingName,
    ReturnType<typeof numberOf>
  >,
);

/** Settings from URL parameters or a stored version; missing or invalid values become the built-in ones. */
export function readPaceSettings(values: Readonly<Record<string, unknown>>): PaceSettings {
  const pairs = PACE_SETTING_NAMES.map((name) => {
    const parsed = numberOf(name).safeParse(values[name]);
    return [name, parsed.success ? parsed.data : BUILT_IN_PACE[name]] as const;
  });
  return Object.fromEntries(pairs) as Record<PaceSettingName, number>;
}
