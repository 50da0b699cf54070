"use server";

import { importPicture } from "../media/mutations";
import { isExternal } from "../media/rules";
import { permissionAction } from "../action";
import { AppError } from "../error";
import { revalidatePages } from "../revalidate";
import { createSessionClient } from "../supabase/session";
import { z } from "zod";
import { answerRoadSources, saveSettings } from "./mutations";
import { ROAD_SOURCES, roadSourceKey } from "./rules";
import { readInitial, SETTING_PAGES, settingsForm, type SettingPage } from "./schema";

const ROAD_TAGS = ["settings", "regions", "offline-packs"] as const;

/**
 * Saves settings and revalidates every public page, because header and footer use them; a switched source of lines also
 * expires the data of routes.
 */
async function save(page: SettingPage, { initial = "", ...values }: Record<string, string>) {
  const before = readInitial(initial);
  const changed = await saveSettings(page, values, before);
  const hasNewLines = ROAD_SOURCES.map(roadSourceKey).some((key) => key in values && values[key] !== before[key]);
  if (changed > 0) await revalidatePages(hasNewLines ? ROAD_TAGS : ["settings"]);
  return { changed };
}

/** Imports an external logo; a stored external URL that was not changed is kept. */
async function ownLogo(
  accountId: string,
  { portal_logo_url: address = "", initial = "" }: Record<string, string>,
): Promise<Record<string, string>> {
  if (!isExternal(address) || readInitial(initial).portal_logo_url === address) return {};
  const answer = await importPicture(await createSessionClient(), accountId, address);
  if ("problem" in answer) throw new AppError("picture.external", { detail: answer.problem });
  return { portal_logo_url: answer.path };
}

/** Answers once for the state roads whose terms are not confirmed. */
export const answerRoadSourcesAction = permissionAction
  .metadata({ permission: SETTING_PAGES.portal })
  .inputSchema(z.strictObject({ use: z.boolean() }))
  .action(async ({ parsedInput }) => {
    await answerRoadSources(parsedInput.use);
    await revalidatePages(ROAD_TAGS);
  });

export const saveGeneralSettingsAction = permissionAction
  .metadata({ permission: SETTING_PAGES.settings })
  .inputSchema(settingsForm("settings"))
  .action(({ parsedInput }) => save("settings", parsedInput));

export const savePortalSettingsAction = permissionAction
  .metadata({ permission: SETTING_PAGES.portal })
  .inputSchema(settingsForm("portal"))
  .action(async ({ parsedInput, ctx }) =>
    save("portal", { ...parsedInput, ...(await ownLogo(ctx.account.id, parsedInput)) }),
  );

export const saveSystemSettingsAction = permissionAction
  .metadata({ permission: SETTING_PAGES.system })
  .inputSchema(settingsForm("system"))
  .action(({ parsedInput }) => save("system", parsedInput));
