import type portuguese from "@/messages/pt-BR/guide/radio.json";
import { splitPath, type Locale } from "@/lib/platform/i18n/routing";

export type RadioLabels = (typeof portuguese)["player"];

const FILES: Record<Locale, () => Promise<{ default: { player: RadioLabels } }>> = {
  "pt-BR": () => import("@/messages/pt-BR/guide/radio.json"),
  "en-US": () => import("@/messages/en-US/guide/radio.json"),
  "es-419": () => import("@/messages/es-419/guide/radio.json"),
};

const loaded = new Map<Locale, Promise<RadioLabels>>();

/** The texts of the mini player, loaded on demand. */
export function radioLabels(path: string): Promise<RadioLabels> {
  const { locale } = splitPath(path);
  const labels = loaded.get(locale) ?? FILES[locale]().then((file) => file.default.player);
  loaded.set(locale, labels);
  // Removes a failed download, so that the next call tries again.
  labels.catch(() => loaded.delete(locale));
  return labels;
}
