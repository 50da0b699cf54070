import { getLocale, getTranslations } from "next-intl/server";
import { PlaceMark } from "@/components/services/place-mark";
import { formatDate } from "@/lib/platform/format";
import type { MapPlaceSource } from "@/lib/map-places/rules";

type Sourced = { source: string; source_date: string; page_url: string | null };

const DATE_PARTS: Intl.DateTimeFormatOptions[] = [
  { year: "numeric" },
  { year: "numeric", month: "2-digit" },
  { year: "numeric", month: "2-digit", day: "2-digit" },
];

/** `2021-08` → `08/2021`, a year alone stays. */
export function sourceDate(date: string, locale: string): string {
  const parts = date.split("-");
  const [year = "", month = "01", day = "01"] = parts;
  return formatDate(`${year}-${month}-${day}`, locale, DATE_PARTS[parts.length - 1]);
}

const siteOf = (url: string | null) => (url ? new URL(url).hostname.replace(/^www\./, "") : "");

/** The source of a place with its date, and that nobody verified it. */
export async function sourceText({ source, source_date, page_url }: Sourced): Promise<string> {
  const t = await getTranslations("map-places.source");
  return t(source as MapPlaceSource, { date: sourceDate(source_date, await getLocale()), site: siteOf(page_url) });
}

export async function SourceMark({ place }: { place: Sourced }) {
  const t = await getTranslations("map-places");
  return <PlaceMark title={t("sourceHint")}>{await sourceText(place)}</PlaceMark>;
}
