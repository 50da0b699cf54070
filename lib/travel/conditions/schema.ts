import { z } from "zod";
import {
  BUILT_IN_SETTINGS,
  FACTORS,
  LIMITED,
  SETTING_NAMES,
  SETTINGS,
  type ConditionSettings,
  type SettingName,
} from "./rules";

const numberOf = (name: SettingName) => {
  const [, min, max] = SETTINGS[name];
  const number = z.coerce.number().min(min).max(max);
  return name === "min_known" ? number.int() : number;
};

/** Yellow never begins above red, and enough factors count for a stretch to get a colour. */
function isOrdered(settings: ConditionSettings): boolean {
  const counted = FACTORS.filter((factor) => settings[`${factor}_weight`] > 0).length;
  return (
    settings.yellow_from <= settings.red_from &&
    LIMITED.every((limited) => settings[`${limited}_yellow`] <= settings[`${limited}_red`]) &&
    counted >= settings.min_known
  );
}

export const conditionSettingsSchema = z
  .object(
    Object.fromEntries(SETTING_NAMES.map((name) => [name, numberOf(name)])) as Record<
      SettingName,
      ReturnType<typeof numberOf>
    >,
  )
  .refine(isOrdered);

/** Settings from URL parameters or a stored version; missing or invalid values become the built-in ones. */
export function readConditionSettings(values: Readonly<Record<string, unknown>>): ConditionSettings {
  const pairs = SETTING_NAMES.map((name) => {
    const parsed = numberOf(name).safeParse(values[name]);
    return [name, parsed.success ? parsed.data : BUILT_IN_SETTINGS[name]] as const;
  });
  const settings = Object.fromEntries(pairs) as ConditionSettings;
  return isOrdered(settings) ? settings : BUILT_IN_SETTINGS;
}
