"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useTheme } from "next-themes";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { notifyFailure } from "@/components/form/notify-failure";
import { SelectField } from "@/components/form/select-field";
import { SubmitButton } from "@/components/form/submit-button";
import { notify } from "@/components/ui/notify";
import { savePreferencesAction } from "@/lib/accounts/accounts/profile/actions";
import { LANGUAGE, LANGUAGE_COOKIE, LANGUAGE_NAME, localePath, type Locale } from "@/lib/platform/i18n/routing";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";

type PreferencesFormProps = {
  texts: Messages["accounts/accounts"]["panel"]["preferences"];
  /** Language of this page, which may differ from the one that is saved. */
  locale: Locale;
  preferences: { language: string; theme: string; marketing: boolean };
};

function rememberLanguage(language: Locale) {
  try {
    localStorage.setItem(LANGUAGE_COOKIE, LANGUAGE[language]);
  } catch {
    // Storage may be blocked; the server's cookie has the preference too.
  }
}

export function PreferencesForm({ texts, locale, preferences }: PreferencesFormProps) {
  const { setTheme } = useTheme();
  const { execute, result, isPending } = useAction(savePreferencesAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess({ data }) {
      setTheme(data.theme);
      rememberLanguage(data.language);
      if (data.language === locale) return notify({ code: "profile.saved", variant: "success" });
      window.location.assign(localePath(data.language, "/painel"));
    },
  });
  const languages = LOCALES.map((value) => ({ value, label: LANGUAGE_NAME[value] }));
  const themes = [
    { value: "dark", label: texts.dark },
    { value: "light", label: texts.light },
  ];
  return (
    <ActionForm submit={execute} pending={isPending} errors={result.validationErrors}>
      <SelectField name="language" label={texts.language} options={languages} defaultValue={preferences.language} />
      <SelectField name="theme" label={texts.theme} options={themes} defaultValue={preferences.theme} />
      <CheckboxField name="marketing" label={texts.marketing} defaultChecked={preferences.marketing} />
      <SubmitButton label={texts.submit} pendingLabel={texts.pending} pending={isPending} />
    </ActionForm>
  );
}
