import type { Locale } from "@/lib/platform/i18n/routing";
import { formatShortMoment } from "@/lib/platform/format";

/** A date and time in Brazil's time zone; a dash for null. */
export function Stamp({ at, locale }: { at: string | null; locale: Locale }) {
  if (!at) return <>—</>;
  const text = formatShortMoment(at, locale);
  return (
    <time dateTime={at} className="whitespace-nowrap tabular">
      {text}
    </time>
  );
}
