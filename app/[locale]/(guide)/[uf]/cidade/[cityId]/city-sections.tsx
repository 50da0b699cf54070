import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { CityPhotos } from "@/components/guide/cities/city-photos";
import { ClubCard } from "@/components/guide/clubs/club-card";
import { NextEvents } from "@/components/events/events/next-events";
import { CallToAction } from "@/components/ui/call-to-action";
import { TownPlaces } from "@/components/guide/map-places/town-places";
import { RegionCard } from "@/components/guide/regions/region-card";
import { NearestHelp } from "@/components/guide/services/nearest-help";
import { ServiceCard } from "@/components/guide/services/service-card";
import { listCitiesAround, type City, type ListedCity, type listRegionsThrough } from "@/lib/guide/cities/queries";
import { cityPath } from "@/lib/guide/cities/rules";
import { listClubsIn } from "@/lib/guide/clubs/queries";
import { listUpcomingEvents } from "@/lib/events/events/queries";
import { formatKm } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import type { PhotoPoint } from "@/lib/guide/photo-points/queries";
import { greatCircleKm } from "@/lib/geo/geo/rules";
import { listCategories, listNearestHelp, listServicesIn } from "@/lib/guide/services/queries";
import { listMapPlacesIn } from "@/lib/guide/map-places/queries";
import { listStateContacts } from "@/lib/geo/states/queries";
import type { State } from "@/lib/geo/states/rules";

type Props = {
  uf: string;
  state: State;
  city: City;
  regions: Awaited<ReturnType<typeof listRegionsThrough>>;
  photos: readonly PhotoPoint[];
};

const NEARBY_KM = 80;
const MAX_NEARBY = 12;
/** Up to this many places are listed without headings, since each card shows its category. */
const FEW_PLACES = 6;

/** Sections of a town page; a section without content is left out. */
export async function CitySections({ uf, state, city, regions, photos }: Props) {
  const t = await getTranslations("guide/cities");
  const locale = await getLocale();
  const to = (path: string) => localePath(locale, path);
  const around = await listCitiesAround(city, NEARBY_KM);
  const suggest = new URLSearchParams({ cidade: city.slug });
  return (
    <>
      {regions.length > 0 && (
        <section className="page mt-12">
          <h2 className="display-2">{t("routes", { city: city.name })}</h2>
          <div className="mt-4 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {regions.map((region) => (
              <RegionCard key={region.id} region={region} uf={uf} />
            ))}
          </div>
        </section>
      )}
      <CityPhotos title={t("photos", { city: city.name })} points={photos} />
      <Places city={city} />
      <TownPlaces city={city} places={await listMapPlacesIn(city.state_abbr, city.ibge_code)} />
      <NearestHelp
        uf={uf}
        town={city.name}
        help={await listNearestHelp([city])}
        contacts={await listStateContacts(state.abbr)}
      />
      <Events state={state} city={city} />
      <Clubs city={city} />
      <Nearby from={city.state_abbr} cities={nearest(city, around)} />
      <div className="page">
        <CallToAction
          title={t("inviteTitle", { city: city.name })}
          text={t("invite")}
          actions={[
            { label: t("suggest"), href: to(`/${uf}/cadastro?${suggest}`) },
            { label: t("services", { state: state.name }), href: to(`/${uf}/servicos`) },
          ]}
        />
      </div>
    </>
  );
}

type Near = ListedCity & { km: number };

function nearest(city: City, around: readonly ListedCity[]): Near[] {
  return around
    .filter(({ ibge_code }) => ibge_code !== city.ibge_code)
    .map((other) => ({ ...other, km: greatCircleKm(city, other) }))
    .filter(({ km }) => km <= NEARBY_KM)
    .toSorted((a, b) => a.km - b.km)
    .slice(0, MAX_NEARBY);
}

async function Places({ city }: { city: City }) {
  const t = await getTranslations("guide/cities");
  const locale = await getLocale();
  const [categories, services] = await Promise.all([listCategories(), listServicesIn(city.state_abbr, city.ibge_code)]);
  const groups = categories
    .map((category) => ({ category, services: services.filter(({ category_key }) => category_key === category.key) }))
    .filter((group) => group.services.length > 0);
  if (groups.length === 0) return null;
  const cards = ({ category, services: there }: (typeof groups)[number]) =>
    there.map((service) => (
      <li key={service.id}>
        <ServiceCard service={service} category={category} />
      </li>
    ));
  const grid = "mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3";
  return (
    <section className="page mt-12">
      <h2 className="display-2">{t("places", { city: city.name })}</h2>
      {services.length <= FEW_PLACES ? (
        <ul className={grid}>{groups.map(cards)}</ul>
      ) : (
        groups.map((group) => (
          <div key={group.category.key} className="mt-5">
            <h3 className="text-2xl text-placa-text">{translated(group.category, "name", locale).text}</h3>
            <ul className={grid}>{cards(group)}</ul>
          </div>
        ))
      )}
    </section>
  );
}

async function Events({ state, city }: { state: State; city: City }) {
  const t = await getTranslations("events/events.next");
  const events = await listUpcomingEvents({ state: state.abbr, municipality: city.ibge_code, limit: FEW_PLACES });
  return <NextEvents title={t("titleCity", { city: city.name })} events={events} state={state} />;
}

async function Clubs({ city }: { city: City }) {
  const t = await getTranslations("guide/cities");
  const clubs = await listClubsIn(city.state_abbr, city.ibge_code);
  if (clubs.length === 0) return null;
  return (
    <section className="page mt-12">
      <h2 className="display-2">{t("clubs", { city: city.name })}</h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {clubs.map((club) => (
          <li key={club.id}>
            <ClubCard club={club} />
          </li>
        ))}
      </ul>
    </section>
  );
}

async function Nearby({ from, cities }: { from: string; cities: readonly Near[] }) {
  const t = await getTranslations("guide/cities");
  const locale = await getLocale();
  if (cities.length === 0) return null;
  return (
    <section className="page mt-12">
      <h2 className="display-2">{t("nearby")}</h2>
      <ul className="mt-4 grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {cities.map((city) => (
          <li key={city.ibge_code}>
            <Link
              href={localePath(locale, cityPath(city))}
              className="flex min-h-12 items-center justify-between gap-3 rounded-lg bg-rota px-3.5 text-rota-ink outline-2 -outline-offset-5 outline-rota-ink/70 hover:underline"
            >
              <span className="font-semibold">
                {city.name}
                {city.state_abbr !== from && ` (${city.state_abbr})`}
              </span>
              <span className="shrink-0 text-sm tabular">{formatKm(Math.round(city.km), locale)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">{t("nearbyNote")}</p>
    </section>
  );
}
