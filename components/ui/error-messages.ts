import { DEFAULT_LOCALE, isLocale, type Locale } from "@/lib/platform/i18n/routing";

export type ErrorMessages = { [key: string]: string | ErrorMessages };

const FILES: Record<Locale, () => Promise<{ default: ErrorMessages }>> = {
  "pt-BR": () => import("@/messages/pt-BR/platform/errors.json"),
  "en-US": () => import("@/messages/en-US/platform/errors.json"),
  "es-419": () => import("@/messages/es-419/platform/errors.json"),
};

const loaded = new Map<Locale, Promise<ErrorMessages>>();

/** The texts of notices and of the error fallback in the page's language, loaded on demand. */
export function errorMessages(): Promise<ErrorMessages> {
  const lang = document.documentElement.lang;
  const locale = isLocale(lang) ? lang : DEFAULT_LOCALE;
  const messages = loaded.get(locale) ?? FILES[locale]().then((file) => file.default);
  loaded.set(locale, messages);
  // Removes a failed download, so that the next call tries again.
  messages.catch(() => loaded.delete(locale));
  return messages;
}

/** The text of a key with its `{values}` filled in; a missing key is returned unchanged. */
export function textOf(messages: ErrorMessages, key: string, values: Record<string, string> = {}): string {
  let found: string | ErrorMessages | undefined = messages;
  for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
  if (typeof found !== "string") return key;
  return found.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
