import type { Locale } from "@/lib/platform/i18n/routing";

/** Values that every account form sends: the language and the path to open afterwards. */
export type AccountFormContext = { locale: Locale; next?: string };
