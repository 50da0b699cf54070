import { LOCALES } from "../supabase/database-constants/platform";

/** Internal locale ids, which cannot be confused with a state: `/es/…` is Espírito Santo, Spanish is `/espanol/…`. */
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "pt-BR";

/** Keys of translated content and of the tabs of forms. */
export const CONTENT_LANGUAGES = ["pt", "en", "es"] as const;
export type Language = (typeof CONTENT_LANGUAGES)[number];

const PREFIX: Record<Locale, string> = { "pt-BR": "", "en-US": "/english", "es-419": "/espanol" };

/** Short code of the language switch (specification), also the key of translated content. */
export const LANGUAGE: Record<Locale, Language> = { "pt-BR": "pt", "en-US": "en", "es-419": "es" };

export const HREFLANG: Record<Locale, string> = { "pt-BR": "pt-BR", "en-US": "en", "es-419": "es" };
export const LANGUAGE_NAME: Record<Locale, string> = { "pt-BR": "Português", "en-US": "English", "es-419": "Español" };

/** Set by the language switch; `/` reads it on the server, every page in the language script of its head. */
export const LANGUAGE_COOKIE = "lacambeche-language";

export function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** Public URL of a path in a language: `/sc/home` → `/espanol/sc/home`. */
export function localePath(locale: Locale, path: string): string {
  return PREFIX[locale] + (path === "/" && PREFIX[locale] ? "" : path);
}

/** Where `/` redirects a visitor who has chosen a language; null for the default language. */
export function rememberedHomePath(chosen: string | undefined): string | null {
  return isLocale(chosen) && chosen !== DEFAULT_LOCALE ? localePath(chosen, "/") : null;
}

/** Inverse of localePath; also parses the internal `/pt-BR/…` paths of prerendering. */
export function splitPath(pathname: string): { locale: Locale; path: string } {
  for (const locale of LOCALES) {
    for (const prefix of [PREFIX[locale], `/${locale}`]) {
      if (prefix && (pathname === prefix || pathname.startsWith(`${prefix}/`))) {
        return { locale, path: pathname.slice(prefix.length) || "/" };
      }
    }
  }
  return { locale: DEFAULT_LOCALE, path: pathname };
}

/** Canonical and hreflang links of a public page; `x-default` is Portuguese. */
export function alternates(locale: Locale, path: string) {
  const languages: Record<string, string> = { "x-default": localePath(DEFAULT_LOCALE, path) };
  for (const other of LOCALES) languages[HREFLANG[other]] = localePath(other, path);
  return { canonical: localePath(locale, path), languages };
}
