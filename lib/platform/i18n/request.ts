import { locale as rootLocale } from "next/root-params";
import { getRequestConfig } from "next-intl/server";
import { loadMessages } from "./messages";
import { DEFAULT_LOCALE, isLocale } from "./routing";
import { TIME_ZONE } from "../dates";

export default getRequestConfig(async ({ locale: explicit }) => {
  const candidate = explicit ?? (await rootLocale());
  const locale = isLocale(candidate) ? candidate : DEFAULT_LOCALE;
  return {
    locale,
    messages: await loadMessages(locale),
    timeZone: TIME_ZONE,
    onError(error) {
      if (error.code !== "MISSING_MESSAGE") throw error;
    },
    // A missing translation shows its key (specification).
    getMessageFallback: ({ namespace, key }) => [namespace, key].filter(Boolean).join("."),
  };
});
