"use server";

import { permissionAction } from "../platform/action";
import { revalidatePages } from "../platform/revalidate";
import { saveSettings } from "./mutations";
import { readShown, SETTING_PAGES, settingsForm, type SettingPage } from "./schema";

/** Saves and makes every public page fresh, for header and footer stand on all of them. */
async function save(page: SettingPage, { shown = "", ...values }: Record<string, string>) {
  const changed = await saveSettings(page, values, readShown(shown));
  if (changed > 0) revalidatePages(["settings"]);
  return { changed };
}

export const saveGeneralSettingsAction = permissionAction
  .metadata({ permission: SETTING_PAGES.settings })
  .inputSchema(settingsForm("settings"))
  .action(({ parsedInput }) => save("settings", parsedInput));

export const savePortalSettingsAction = permissionAction
  .metadata({ permission: SETTING_PAGES.portal })
  .inputSchema(settingsForm("portal"))
  .action(({ parsedInput }) => save("portal", parsedInput));

export const saveSystemSettingsAction = permissionAction
  .metadata({ permission: SETTING_PAGES.system })
  .inputSchema(settingsForm("system"))
  .action(({ parsedInput }) => save("system", parsedInput));
