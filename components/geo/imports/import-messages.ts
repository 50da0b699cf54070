import type portuguese from "@/messages/pt-BR/geo/imports.json";
import type { Locale } from "@/lib/platform/i18n/routing";

export type ImportMessages = typeof portuguese;

const FILES: Record<Locale, () => Promise<{ default: ImportMessages }>> = {
  "pt-BR": () => import("@/messages/pt-BR/geo/imports.json"),
  "en-US": () => import("@/messages/en-US/geo/imports.json"),
  "es-419": () => import("@/messages/es-419/geo/imports.json"),
};

/** The texts of imports, loaded with the first file. */
export const importMessages = async (locale: Locale): Promise<ImportMessages> => (await FILES[locale]()).default;
