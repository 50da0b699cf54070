import type { Locale } from "@/lib/platform/i18n/routing";

/** A date and time in Brazil's time zone; a dash for null. */
export function Stamp({ at, locale }: { at: string | null; locale: Locale }) {
  if (!at) return <>—</>;
  const text = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short", timeZone: "America/Sao_Paulo" }).format(new Date(at));
  return (
    <time dateTime={at} className="whitespace-nowrap tabular">
      {text}
    </time>
  );
}
