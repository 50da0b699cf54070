import type { Locale } from "@/lib/platform/i18n/routing";

/** What every account form carries along: its language and where to go afterwards. */
export type Journey = { locale: Locale; next?: string };
