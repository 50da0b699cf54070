import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { RouteSection } from "@/components/guide/regions/route-section";
import { iconNamed } from "@/components/ui/named-icons";
import { Icon } from "@/components/ui/icon";
import { greatCircleKm, located, type GeoPoint } from "@/lib/geo/geo/rules";
import { type MapPlaceClass, onMapPath, PER_STOP, STOP_KINDS, STOP_KM } from "@/lib/guide/map-places/rules";
import type { NearMapPlace } from "@/lib/guide/map-places/queries";
import { townName } from "@/lib/geo/municipalities/rules";
import { formatKm } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import type { NearbyPlace, Waypoint } from "@/lib/guide/regions/queries";
import { servicePath } from "@/lib/guide/services/rules";
import { KIND_LOOK } from "./kind-look";
import { SourceMark, sourceText } from "./source-mark";

type StopKind = (typeof STOP_KINDS)[number];
type Own = NearbyPlace;
/** `near`: map places around each of the stops; `places`: places of the guide along the route. */
type Props = { stops: readonly Stop[]; near: readonly NearMapPlace[]; places: readonly Own[] };

type Stop = Waypoint & GeoPoint;

/** A stop without a municipality is in the town whose seat is nearer than this. */
const SAME_TOWN_KM = 1.5;

/** Where to sleep, eat, refuel and repair at each stop: places of the guide first, then those of public sources. */
export async function PlacesByStop({ stops, near, places }: Props) {
  const t = await getTranslations("guide/map-places.stops");
  const credit = await getTranslations("guide/map-places");
  const locale = await getLocale();
  if (stops.length === 0) return null;
  const all = stops.map((stop, index) => ({
    stop,
    kinds: placesAt(
      stop,
      places,
      near.filter(({ point }) => point === index),
    ),
  }));
  const served = all.filter(({ kinds }) => kinds.some(hasPlaces));
  const without = all.filter(({ kinds }) => !kinds.some(hasPlaces));
  return (
    <RouteSection id="por-parada" title={t("title")}>
      <p className="mb-4 max-w-3xl text-muted">{t("lead", { km: STOP_KM })}</p>
      {served.length > 0 && (
        <ol className="grid gap-4 lg:grid-cols-2">
          {served.map(({ stop, kinds }) => (
            <li key={stop.position} className="rounded-2xl border-2 border-line bg-surface p-4">
              <StopPlaces stop={stop} kinds={kinds} />
            </li>
          ))}
        </ol>
      )}
      {without.length > 0 && (
        <p className="mt-3 text-muted">
          {t("none", {
            km: STOP_KM,
            stops: without.map(({ stop }) => translated(stop, "name", locale).text).join(", "),
          })}
        </p>
      )}
      <p className="mt-3 text-sm text-muted">{credit("credit")}</p>
    </RouteSection>
  );
}

const isUnchecked = ({ verified_at: at }: Own) => at === null;

/** Places of the guide at a stop: within the distance, or in its town when they have no position. */
function ownAt(stop: Stop, places: readonly Own[], kind: StopKind) {
  return places
    .filter(({ category }) => category.kind === kind)
    .map((place) => ({ place, km: kmFrom(stop, place) }))
    .filter((found): found is { place: Own; km: number | null } => found.km !== undefined)
    .toSorted((a, b) => Number(isUnchecked(a.place)) - Number(isUnchecked(b.place)) || (a.km ?? 0) - (b.km ?? 0));
}

/** Kilometres to a place; null for one without a position in the town of the stop, undefined for one that is not there. */
function kmFrom(stop: Stop, place: Own): number | null | undefined {
  const [at] = located([place]);
  if (!at) return place.city_ibge !== null && place.city_ibge === stop.city_ibge ? null : undefined;
  const km = greatCircleKm(stop, at);
  return km <= STOP_KM ? km : undefined;
}

/** The places of each kind at a stop: those of the guide, then those of the map. */
function placesAt(stop: Stop, own: readonly Own[], near: readonly NearMapPlace[]) {
  return STOP_KINDS.map((kind) => {
    const mine = ownAt(stop, own, kind).slice(0, PER_STOP);
    return { kind, own: mine, map: near.filter((place) => place.kind === kind).slice(0, PER_STOP - mine.length) };
  });
}

type KindAtStop = ReturnType<typeof placesAt>[number];
const hasPlaces = ({ own, map }: KindAtStop) => own.length + map.length > 0;

async function StopPlaces({ stop, kinds }: { stop: Stop; kinds: readonly KindAtStop[] }) {
  const t = await getTranslations("guide/map-places");
  const locale = await getLocale();
  // Named once below the list, because almost every place has this source.
  const osm = kinds.flatMap(({ map }) => map).find(({ source }) => source === "osm");
  const missing = kinds.filter((kind) => !hasPlaces(kind)).map(({ kind }) => t(`kind.${kind}`).toLowerCase());
  return (
    <>
      <h3 className="text-2xl">{translated(stop, "name", locale).text}</h3>
      <dl className="mt-2 grid gap-2">
        {kinds.filter(hasPlaces).map(({ kind, own, map }) => (
          <div key={kind} className="gap-2 sm:flex">
            <dt className="flex w-32 shrink-0 items-start gap-2 font-semibold">
              <Icon of={iconNamed(KIND_LOOK[kind].icon)} className="mt-0.5 size-5 shrink-0" />
              {t(`kind.${kind}`)}
            </dt>
            <dd className="min-w-0 grow">
              <ul className="grid gap-1">
                {own.map(({ place, km }) => (
                  <OwnPlace key={place.id} place={place} km={km} />
                ))}
                {map.map((place) => (
                  <PublicPlace key={place.id} stop={stop} place={place} />
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p className="mt-2 text-sm text-muted">{t("stops.missing", { kinds: missing.join(", ") })}</p>
      )}
      {osm && (
        <p className="mt-2">
          <SourceMark place={osm} />
        </p>
      )}
    </>
  );
}

/** The distance of a place from a stop; `town`: the place is only known to be in this other town. */
async function distanceText(km: number | null, town?: string): Promise<string> {
  const t = await getTranslations("guide/map-places.stops");
  if (km === null) return t("seat");
  const away = formatKm(km < 3 ? Math.round(km * 10) / 10 : Math.round(km), await getLocale());
  if (town) return t("inTown", { town, km: away });
  return km < 0.5 ? t("here") : t("away", { km: away });
}

/** The distance of a map place from a stop: one at the seat of its town has no position of its own. */
async function mapDistanceText(stop: Stop, place: NearMapPlace): Promise<string> {
  if (!place.is_at_seat) return distanceText(place.km);
  const isSameTown = place.city_ibge === stop.city_ibge || place.km < SAME_TOWN_KM;
  return isSameTown ? distanceText(null) : distanceText(place.km, townName(place.city_ibge));
}

const NAME = "font-semibold text-link underline underline-offset-4 wrap-anywhere";

async function OwnPlace({ place, km }: { place: Own; km: number | null }) {
  const t = await getTranslations("guide/map-places.stops");
  const locale = await getLocale();
  return (
    <li>
      <Link href={localePath(locale, servicePath(place))} className={NAME}>
        {translated(place, "name", locale).text}
      </Link>{" "}
      <span className="text-sm text-muted">
        {await distanceText(km)} · {t(place.verified_at === null ? "guide" : "verified")}
      </span>
    </li>
  );
}

async function PublicPlace({ stop, place }: { stop: Stop; place: NearMapPlace }) {
  const t = await getTranslations("guide/map-places");
  const locale = await getLocale();
  return (
    <li>
      <Link href={localePath(locale, onMapPath(place))} className={NAME}>
        {place.name}
      </Link>{" "}
      <span className="text-sm text-muted">
        {t(`class.${place.class as MapPlaceClass}`)} · {await mapDistanceText(stop, place)}
        {place.parking && ` · ${t(`parking.${place.parking as "garage"}`)}`}
        {place.phone && (
          <>
            {" · "}
            <a href={`tel:${place.phone.replaceAll(/[^+\d]/g, "")}`} className="underline underline-offset-4">
              {place.phone}
            </a>
          </>
        )}
        {place.source !== "osm" && ` · ${await sourceText(place)}`}
      </span>
    </li>
  );
}
