import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { ListedPicture } from "@/lib/platform/media/queries";
import { translated } from "@/lib/platform/i18n/content";
import type { Region } from "@/lib/guide/regions/queries";
import { FallbackMark } from "../../ui/fallback-mark";
import { creditOf, Photo } from "../../platform/media/photo";
import { Postcard } from "../postcards/postcard";
import { SignPlate } from "../../ui/sign-plate";
import { routeCard } from "./region-cover";

type Props = { region: Region; map: ReactNode; actions: ReactNode };

/** Name of a route, then its map, then its summary, themes and actions; on a wide screen the map is on the right. */
export async function RouteHeader({ region, map, actions }: Props) {
  const [t, layout, locale] = await Promise.all([
    getTranslations("guide/regions"),
    getTranslations("site/layout"),
    getLocale(),
  ]);
  const summary = translated(region, "summary", locale);
  return (
    <div className="page mb-6 grid gap-x-8 gap-y-4 lg:grid-cols-[1fr_1.25fr] lg:grid-rows-[auto_1fr] print:block">
      <SignPlate kind="route" className="w-fit max-w-full self-end">
        <h1 className="display-2 px-1">{translated(region, "name", locale).text}</h1>
      </SignPlate>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1 print:mt-3 print:w-[11cm]">{map}</div>
      <div className="lg:col-start-1">
        <p className="text-lg">
          {summary.text}
          <FallbackMark label={layout("content.fallback")} show={summary.fallback} />
        </p>
        <p className="mt-3 mb-4 flex flex-wrap gap-2" data-print="hide">
          {region.themes.map((theme) => (
            <span key={theme} className="rounded-full border border-line px-3 py-1 text-sm">
              {t(`theme.${theme as "serra"}`)}
            </span>
          ))}
        </p>
        {actions}
      </div>
    </div>
  );
}

const PICTURE = "aspect-[3/2] w-full rounded-2xl border-2 border-line object-cover";

/** The photo of a route with its credit, or the postcard without a photo. */
export async function RoutePicture({ region, cover }: { region: Region; cover?: ListedPicture }) {
  const [t, layout, locale] = await Promise.all([
    getTranslations("guide/regions"),
    getTranslations("site/layout"),
    getLocale(),
  ]);
  const name = translated(region, "name", locale).text;
  if (!cover)
    return (
      <Postcard {...routeCard(region)} alt={layout("postcardAlt", { name })} className={`print:hidden ${PICTURE}`} />
    );
  return (
    <figure className="print:hidden">
      <Photo picture={{ ...cover, alt: cover.alt || name }} className={PICTURE} />
      {creditOf(cover) && (
        <figcaption className="mt-1 text-sm text-muted">
          {t("route.photoCredit", { credit: creditOf(cover) })}
        </figcaption>
      )}
    </figure>
  );
}
