import { getTranslations } from "next-intl/server";
import { gpxOf, kmlOf, type RouteFile } from "@/lib/downloads/rules";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { isLocale, localePath, type Locale } from "@/lib/platform/i18n/routing";
import { getRegion, type Region } from "@/lib/regions/queries";
import { isSlug } from "@/lib/regions/rules";
import { trackPoints } from "@/lib/tracks/rules";
import { stateOfSegment } from "@/lib/states/rules";

export type DownloadProps = { params: Promise<{ locale: string; uf: string; regionSlug: string }> };

const TYPE = { gpx: "application/gpx+xml", kml: "application/vnd.google-earth.kml+xml" } as const;

/** A route as a file for navigation programs, in the reader's language; 404 for an unknown one. */
export async function download({ params }: DownloadProps, format: keyof typeof TYPE): Promise<Response> {
  const { locale, uf, regionSlug } = await params;
  const state = stateOfSegment(uf);
  const region = state && isSlug(regionSlug) ? await getRegion(state.abbr, regionSlug) : null;
  if (!region || !isLocale(locale)) return new Response("Not found", { status: 404 });
  const t = await getTranslations({ locale, namespace: "regions.route" });
  const isRecorded = trackPoints(region.track).length > 1;
  const file = fileOf(region, locale, uf, {
    note: t(isRecorded ? "recordedFileNote" : "fileNote"),
    approximate: t("approximatePoint"),
  });
  return new Response(format === "gpx" ? gpxOf(file) : kmlOf(file, t(isRecorded ? "recordedTrace" : "lineName")), {
    headers: {
      "content-type": `${TYPE[format]}; charset=utf-8`,
      "content-disposition": `attachment; filename="${region.slug}.${format}"`,
    },
  });
}

function fileOf(region: Region, locale: Locale, uf: string, words: { note: string; approximate: string }): RouteFile {
  const text = (row: { note: string | null; translations: unknown }) => translated(row, "note", locale).text;
  return {
    name: translated(region, "name", locale).text,
    description: `${translated(region, "summary", locale).text} ${words.note}`.trim(),
    url: env.NEXT_PUBLIC_SITE_URL + localePath(locale, `/${uf}/rota/${region.slug}`),
    updatedAt: region.updated_at,
    track: trackPoints(region.track),
    stops: region.region_waypoints.map((stop) => ({
      name: stop.name,
      note: [text(stop), stop.is_approximate && words.approximate].filter(Boolean).join(" "),
      kind: stop.kind,
      lat: stop.lat,
      lng: stop.lng,
    })),
  };
}
