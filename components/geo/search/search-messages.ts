import type portuguese from "@/messages/pt-BR/geo/search.json";
import { splitPath, type Locale } from "@/lib/platform/i18n/routing";

export type SearchMessages = typeof portuguese;

const FILES: Record<Locale, () => Promise<{ default: SearchMessages }>> = {
  "pt-BR": () => import("@/messages/pt-BR/geo/search.json"),
  "en-US": () => import("@/messages/en-US/geo/search.json"),
  "es-419": () => import("@/messages/es-419/geo/search.json"),
};

const loaded = new Map<Locale, Promise<SearchMessages>>();

/** The palette uses the language of the linked search page. */
export const localeOf = (page: string): Locale => splitPath(page).locale;

/** The texts of the palette, loaded on demand. */
export function searchMessages(locale: Locale): Promise<SearchMessages> {
  const messages = loaded.get(locale) ?? FILES[locale]().then((file) => file.default);
  loaded.set(locale, messages);
  // Removes a failed download, so that the next call tries again.
  messages.catch(() => loaded.delete(locale));
  return messages;
}
