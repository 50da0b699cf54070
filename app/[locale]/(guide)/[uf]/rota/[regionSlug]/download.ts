import { getTranslations } from "next-intl/server";
import { creditsOf, gpxOf, kmlOf, type RouteFile } from "@/lib/geo/downloads/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { translated } from "@/lib/platform/i18n/content";
import { isLocale, type Locale } from "@/lib/platform/i18n/routing";
import { getRegion, type Region } from "@/lib/guide/regions/queries";
import { lineFactsOf, type LineFacts } from "@/lib/guide/regions/line-facts";
import { isSlug } from "@/lib/guide/regions/rules";
import { stateOfSegment } from "@/lib/geo/states/rules";

export type DownloadProps = { params: Promise<{ locale: string; uf: string; regionSlug: string }> };

const TYPE = { gpx: "application/gpx+xml", kml: "application/vnd.google-earth.kml+xml" } as const;

/** A route as a file for navigation programs, in the reader's language; 404 for an unknown one. */
export async function download({ params }: DownloadProps, format: keyof typeof TYPE): Promise<Response> {
  const { locale, uf, regionSlug } = await params;
  const state = stateOfSegment(uf);
  const region = state && isSlug(regionSlug) ? await getRegion(state.abbr, regionSlug) : null;
  if (!region || !isLocale(locale)) return new Response("Not found", { status: 404 });
  const t = await getTranslations({ locale, namespace: "guide/regions.route" });
  // Lines of the switched sources are not for download.
  const legs = region.region_legs.filter(({ needs }) => needs.length === 0);
  const facts = lineFactsOf({ ...region, region_legs: legs });
  const words = facts.isRecorded
    ? (["recordedFileNote", "recordedTrace"] as const)
    : facts.hasLine
      ? (["tracedFileNote", "tracedLine"] as const)
      : (["fileNote", "lineName"] as const);
  const file = fileOf(region, facts, locale, uf, { note: t(words[0]), approximate: t("approximatePoint") });
  return new Response(format === "gpx" ? gpxOf(file) : kmlOf(file, t(words[1])), {
    headers: {
      "content-type": `${TYPE[format]}; charset=utf-8`,
      "content-disposition": `attachment; filename="${region.slug}.${format}"`,
    },
  });
}

function fileOf(
  region: Region,
  { sections, sources }: LineFacts,
  locale: Locale,
  uf: string,
  words: { note: string; approximate: string },
): RouteFile {
  const text = (row: { note: string | null; translations: unknown }) => translated(row, "note", locale).text;
  return {
    name: translated(region, "name", locale).text,
    description: `${translated(region, "summary", locale).text} ${words.note}`.trim(),
    url: pageUrl(locale, `/${uf}/rota/${region.slug}`),
    updatedAt: region.updated_at,
    track: sections.filter(({ style }) => style !== "unknown").map(({ line }) => line),
    credits: creditsOf(sources),
    stops: region.region_waypoints.map((stop) => ({
      name: stop.name,
      note: [text(stop), stop.is_approximate && words.approximate].filter(Boolean).join(" "),
      kind: stop.kind,
      lat: stop.lat,
      lng: stop.lng,
    })),
  };
}
