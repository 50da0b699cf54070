import { Camera, MapPin } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { formatKm } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { photoPointPath } from "@/lib/guide/photo-points/rules";
import type { NearbyClub, NearbyPhotoPoint, NearbyPlace, Waypoint } from "@/lib/guide/regions/queries";
import type { Near } from "@/lib/guide/regions/rules";
import { servicePath } from "@/lib/guide/services/rules";
import { FavouriteButton } from "../favourites/favourite-button";
import { PointCover } from "../photo-points/point-photos";
import { RouteSection } from "./route-section";
import { buttonClass } from "@/components/ui/button-class";

/** Longer lists are cut here, because the state's own list shows them better. */
const MAX_CARDS = 12;

/** Text for the distance of an item from the route. */
async function distanceWords() {
  const t = await getTranslations("guide/regions.route");
  const locale = await getLocale();
  return ({ km, basis, kmAlong }: Near) => {
    const mark = kmAlong === undefined ? null : t("atMark", { km: Math.round(kmAlong) });
    if (mark) return km === null || km < 1 ? mark : `${mark}, ${t("beside", { km: formatKm(Math.round(km), locale) })}`;
    if (basis === "town") return t("inTown");
    if (km === null || km < 1) return t("onRoute");
    return t(basis === "neighbour" ? "inNeighbour" : "nearby", { km: formatKm(Math.round(km), locale) });
  };
}

/** Photo points of the route as cards. */
export async function NearbyPhotos({ points, uf }: { points: readonly (NearbyPhotoPoint & Near)[]; uf: string }) {
  const t = await getTranslations("guide/regions.route");
  const offWay = await distanceWords();
  const locale = await getLocale();
  const all = localePath(locale, `/${uf}/pontos-fotograficos`);
  return (
    <RouteSection
      id="fotos"
      title={t("photos")}
      action={{ label: t("morePhotos"), href: all }}
      empty={
        points.length === 0
          ? { text: t("noPhotos"), action: { label: t("suggest"), href: localePath(locale, `/${uf}/cadastro`) } }
          : undefined
      }
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {points.slice(0, MAX_CARDS).map((point) => {
          const name = translated(point, "name", locale).text;
          return (
            <li
              key={point.slug}
              className="relative overflow-hidden rounded-xl border-2 border-line bg-surface hover:border-faixa"
            >
              <PointCover point={point} className="aspect-[16/9] w-full object-cover" />
              <FavouriteButton
                item={{
                  kind: "photo_point",
                  id: point.id,
                  title: name,
                  path: photoPointPath(point),
                  state: point.state_abbr,
                }}
                className="absolute right-2 top-2 bg-background/85 text-text"
              />
              <div className="p-3">
                <h3 className="text-xl">
                  <a href={localePath(locale, photoPointPath(point))} className="after:absolute after:inset-0">
                    {name}
                  </a>
                </h3>
                <p className="mt-1 flex items-center gap-1 text-sm text-placa-text">
                  <Icon of={Camera} className="size-4" />
                  {offWay(point)}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </RouteSection>
  );
}

/** Places near the stops, nearest first. */
export async function NearbyPlaces({ places, uf }: { places: readonly (NearbyPlace & Near)[]; uf: string }) {
  const t = await getTranslations("guide/regions.route");
  const offWay = await distanceWords();
  const locale = await getLocale();
  const all = localePath(locale, `/${uf}/servicos`);
  return (
    <RouteSection
      id="lugares"
      title={t("places")}
      action={{ label: t("morePlaces"), href: all }}
      empty={
        places.length === 0
          ? { text: t("noPlaces"), action: { label: t("suggest"), href: localePath(locale, `/${uf}/cadastro`) } }
          : undefined
      }
    >
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {places.slice(0, MAX_CARDS).map((place) => (
          <li
            key={place.slug}
            className="relative rounded-xl border-2 border-line bg-surface p-4 pr-12 hover:border-faixa"
          >
            <FavouriteButton
              item={{
                kind: "service",
                id: place.id,
                title: translated(place, "name", locale).text,
                path: servicePath(place),
                state: place.state_abbr,
              }}
              className="absolute right-1 top-1"
            />
            <h3 className="text-xl">
              <Link href={localePath(locale, servicePath(place))} className="after:absolute after:inset-0">
                {translated(place, "name", locale).text}
              </Link>
            </h3>
            <p className="mt-1 text-sm text-muted">
              {[translated(place.category, "name", locale).text, place.city?.name].filter(Boolean).join(" · ")}
              {" · "}
              {offWay(place)}
            </p>
          </li>
        ))}
      </ul>
    </RouteSection>
  );
}

/** The clubs of the towns along the route; nothing when there are none. */
export async function NearbyClubs({ clubs }: { clubs: readonly (NearbyClub & Near)[] }) {
  if (clubs.length === 0) return null;
  const [t, words, offWay, locale] = await Promise.all([
    getTranslations("guide/regions.route"),
    getTranslations("guide/clubs"),
    distanceWords(),
    getLocale(),
  ]);
  return (
    <RouteSection id="clubes" title={t("clubs")}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {clubs.slice(0, MAX_CARDS).map((club) => (
          <li
            key={club.slug}
            className="relative rounded-xl border-2 border-line bg-surface p-4 pr-12 hover:border-faixa"
          >
            <FavouriteButton
              item={{
                kind: "club",
                id: club.id,
                title: club.name,
                path: `/${club.state_abbr.toLowerCase()}/clubes-parceiros#${club.slug}`,
                state: club.state_abbr,
              }}
              className="absolute right-1 top-1"
            />
            <h3 className="text-xl">
              <Link
                href={localePath(locale, `/${club.state_abbr.toLowerCase()}/clubes-parceiros#${club.slug}`)}
                className="after:absolute after:inset-0"
              >
                {club.name}
              </Link>
            </h3>
            <p className="mt-1 text-sm text-muted">
              {[club.city?.name, offWay(club), club.status === "to_confirm" && words("toConfirm")]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </RouteSection>
  );
}

/** The towns of the route as links to their pages; nothing when none has a page. */
export async function NearbyCities({ cities }: { cities: readonly NonNullable<Waypoint["city"]>[] }) {
  if (cities.length === 0) return null;
  const t = await getTranslations("guide/regions.route");
  const locale = await getLocale();
  return (
    <RouteSection id="cidades" title={t("cities")}>
      <ul className="flex flex-wrap gap-2">
        {cities.map(({ slug, name, state_abbr }) => (
          <li key={`${state_abbr}/${slug}`}>
            <Link
              href={localePath(locale, `/${state_abbr.toLowerCase()}/cidade/${slug}`)}
              className={buttonClass({ look: "rota", className: "h-11 hover:underline" })}
            >
              <Icon of={MapPin} className="size-4" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </RouteSection>
  );
}
