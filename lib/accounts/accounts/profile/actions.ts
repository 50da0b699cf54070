"use server";

import { cookies } from "next/headers";
import { deleteAllDevices } from "../../notifications/mutations";
import { userAction } from "../../../platform/action";
import { COOKIE_SECONDS } from "../../../platform/auth/cookies";
import { LANGUAGE_COOKIE, localePath } from "../../../platform/i18n/routing";
import { createSessionClient } from "../../../platform/supabase/session";
import { closeOtherSessions, closeSession, endOwnSession, saveOwnProfile } from "../mutations";
import * as schema from "../schema";

export const saveProfileAction = userAction.inputSchema(schema.profileSchema).action(async ({ parsedInput, ctx }) => {
  const { username, fullName, phone, homeState } = parsedInput;
  const changes = { username, full_name: fullName || null, phone: phone || null, home_state: homeState };
  await saveOwnProfile(await createSessionClient(), ctx.account.id, changes);
  return { saved: true };
});

export const savePreferencesAction = userAction
  .inputSchema(schema.preferencesSchema)
  .action(async ({ parsedInput, ctx }) => {
    const { language, theme, marketing } = parsedInput;
    await saveOwnProfile(await createSessionClient(), ctx.account.id, {
      locale: language,
      theme,
      marketing_opt_in: marketing,
    });
    (await cookies()).set(LANGUAGE_COOKIE, language, { path: "/", maxAge: COOKIE_SECONDS.language, sameSite: "lax" });
    return { language, theme };
  });

export const signOutEverywhereAction = userAction
  .inputSchema(schema.accountFormContextSchema)
  .action(async ({ parsedInput, ctx }) => {
    const client = await createSessionClient();
    await deleteAllDevices(client, ctx.account.id);
    await closeOtherSessions(client);
    await closeSession(client);
    return { path: localePath(parsedInput.locale, "/home") };
  });

/** Ends one of the caller's other sessions. */
export const endOwnSessionAction = userAction
  .inputSchema(schema.sessionSchema)
  .action(async ({ parsedInput: { session } }) => endOwnSession(await createSessionClient(), session));
