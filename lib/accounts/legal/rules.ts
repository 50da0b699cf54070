import { DEFAULT_LOCALE, type Locale } from "../../platform/i18n/routing";
import type { LEGAL_KEYS } from "../../platform/supabase/database-constants/accounts";

export type LegalKey = (typeof LEGAL_KEYS)[number];

type Row = { version: string; locale: string; title: string; body: string; effective_at: string };
export type LegalVersion = Omit<Row, "locale"> & { fallback: boolean };

/** One text per version in the requested language, else in Portuguese; the current version first. */
export function versionsIn(rows: readonly Row[], locale: Locale): LegalVersion[] {
  const versions = new Map<string, Row>();
  for (const row of rows) {
    if (row.locale === locale || (row.locale === DEFAULT_LOCALE && !versions.has(row.version)))
      versions.set(row.version, row);
  }
  return [...versions.values()]
    .sort((a, b) => Date.parse(b.effective_at) - Date.parse(a.effective_at) || compareVersions(b.version, a.version))
    .map(({ locale: written, ...text }) => ({ ...text, fallback: written !== locale }));
}

/** `1.10` comes after `1.9`. */
function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
