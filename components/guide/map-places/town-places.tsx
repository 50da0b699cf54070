import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { City } from "@/lib/guide/cities/queries";
import { type MapPlaceKind, onMapPath } from "@/lib/guide/map-places/rules";
import type { MapPlace } from "@/lib/guide/map-places/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import { MapPlaceCard } from "./map-place-card";
import { MAP_PLACE_KINDS } from "@/lib/platform/supabase/database-constants/guide";

/** Eight kinds with seven cards each stay below the 60 of a page; the map has the others. */
const PER_KIND = 7;

/** Places of public sources around a town, after those of the guide; nothing when there are none. */
export async function TownPlaces({ city, places }: { city: City; places: readonly MapPlace[] }) {
  const t = await getTranslations("guide/map-places");
  const groups = MAP_PLACE_KINDS.map((kind) => ({
    kind,
    places: places.filter((place) => place.kind === kind),
  })).filter((group) => group.places.length > 0);
  if (groups.length === 0) return null;
  return (
    <section id="no-mapa" className="page mt-12 scroll-mt-20">
      <h2 className="display-2">{t("town.title", { city: city.name })}</h2>
      <p className="mt-2 max-w-3xl text-muted">{t("town.lead", { city: city.name })}</p>
      {groups.map((group) => (
        <KindOfTown key={group.kind} city={city} {...group} />
      ))}
      <p className="mt-3 text-sm text-muted">{t("credit")}</p>
    </section>
  );
}

async function KindOfTown({ city, kind, places }: { city: City; kind: MapPlaceKind; places: readonly MapPlace[] }) {
  const t = await getTranslations("guide/map-places");
  const locale = await getLocale();
  const more = places.length - PER_KIND;
  return (
    <div className="mt-5">
      <h3 className="text-2xl text-placa-text">{t(`kind.${kind}`)}</h3>
      <ul className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {places.slice(0, PER_KIND).map((place) => (
          <li key={place.id}>
            <MapPlaceCard place={place} headingLevel={4} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2" data-print="hide">
          <Link
            href={localePath(locale, onMapPath({ ...city, kind }))}
            className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
          >
            {t("town.more", { count: more, kind: t(`kind.${kind}`).toLowerCase() })}
          </Link>
        </p>
      )}
    </div>
  );
}
