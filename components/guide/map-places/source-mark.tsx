import { getLocale, getTranslations } from "next-intl/server";
import { PlaceMark } from "@/components/guide/services/place-mark";
import { sourceDate, type MapPlaceSource } from "@/lib/guide/map-places/rules";

type Sourced = { source: string; source_date: string; page_url: string | null };

const siteOf = (url: string | null) => (url ? new URL(url).hostname.replace(/^www\./, "") : "");

/** The source of a place, its date and the words “não verificado”. */
export async function sourceText({ source, source_date, page_url }: Sourced): Promise<string> {
  const t = await getTranslations("guide/map-places.source");
  return t(source as MapPlaceSource, { date: sourceDate(source_date, await getLocale()), site: siteOf(page_url) });
}

export async function SourceMark({ place }: { place: Sourced }) {
  const t = await getTranslations("guide/map-places");
  return <PlaceMark title={t("sourceHint")}>{await sourceText(place)}</PlaceMark>;
}
