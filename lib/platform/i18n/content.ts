import { LANGUAGE, type Locale } from "./routing";

type Translations<Field extends string> = Partial<Record<"en" | "es", Partial<Record<Field, unknown>>>>;

/** A text of a row in the requested language; Portuguese with `fallback: true` when there is no translation. */
export function translated<Field extends string>(
  row: Record<Field, unknown> & { translations: unknown },
  field: Field,
  locale: Locale,
): { text: string; fallback: boolean } {
  const original = String(row[field] ?? "");
  const language = LANGUAGE[locale];
  if (language === "pt") return { text: original, fallback: false };
  const text = (row.translations as Translations<Field> | null)?.[language]?.[field];
  return typeof text === "string" && text ? { text, fallback: false } : { text: original, fallback: original !== "" };
}

/** Like `translated`, for a list of texts. */
export function translatedList<Field extends string>(
  row: Record<Field, string[]> & { translations: unknown },
  field: Field,
  locale: Locale,
): string[] {
  const language = LANGUAGE[locale];
  const list = language === "pt" ? null : (row.translations as Translations<Field> | null)?.[language]?.[field];
  return Array.isArray(list) && list.length > 0 ? list.map(String) : row[field];
}
