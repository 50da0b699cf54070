import { getLocale, getTranslations } from "next-intl/server";
import type { ShownPicture } from "@/lib/media/queries";
import { translated } from "@/lib/platform/i18n/content";
import type { Region } from "@/lib/regions/queries";
import { FavouriteButton } from "../favourites/favourite-button";
import { FallbackMark } from "../layout/fallback-mark";
import { creditOf, Photo } from "../media/photo";
import { Postcard } from "../postcards/postcard";
import { SignPlate } from "../ui/sign-plate";
import { routeCard } from "./region-cover";

const PICTURE = "aspect-[3/2] w-full rounded-2xl border-2 border-line object-cover";

/** Name, summary, themes and the photo of a route, or the postcard without a photo. */
export async function RouteHeader({ region, cover }: { region: Region; cover?: ShownPicture }) {
  const [t, layout, locale] = await Promise.all([getTranslations("regions"), getTranslations("layout"), getLocale()]);
  const name = translated(region, "name", locale).text;
  const summary = translated(region, "summary", locale);
  return (
    <div className="page mb-8 grid items-center gap-6 lg:grid-cols-[1fr_1.1fr]">
      <div className="order-2 lg:order-1">
        <div className="flex items-center gap-2">
          <SignPlate kind="route" className="w-fit max-w-full">
            <h1 className="display-2 px-1">{name}</h1>
          </SignPlate>
          <FavouriteButton
            item={{
              kind: "region",
              id: region.id,
              title: name,
              path: `/${region.state_abbr.toLowerCase()}/rota/${region.slug}`,
              state: region.state_abbr,
            }}
          />
        </div>
        <p className="mt-4 text-lg">
          {summary.text}
          <FallbackMark label={layout("content.fallback")} show={summary.fallback} />
        </p>
        <p className="mt-3 flex flex-wrap gap-2" data-print="hide">
          {region.themes.map((theme) => (
            <span key={theme} className="rounded-full border border-line px-3 py-1 text-sm">
              {t(`theme.${theme as "serra"}`)}
            </span>
          ))}
        </p>
      </div>
      {cover ? (
        <figure className="order-1 lg:order-2 print:hidden">
          <Photo picture={{ ...cover, alt: cover.alt || name }} priority className={PICTURE} />
          {creditOf(cover) && (
            <figcaption className="mt-1 text-sm text-muted">
              {t("route.photoCredit", { credit: creditOf(cover) })}
            </figcaption>
          )}
        </figure>
      ) : (
        <Postcard
          {...routeCard(region)}
          alt={layout("postcardAlt", { name })}
          priority
          className={`order-1 lg:order-2 print:hidden ${PICTURE}`}
        />
      )}
    </div>
  );
}
