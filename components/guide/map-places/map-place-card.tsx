import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { CategoryBadge } from "@/components/guide/services/category-badge";
import { marksOf } from "@/components/geo/search/list-filter";
import {
  categoryOf,
  claimPath,
  isOldSource,
  type MapPlaceClass,
  type MapPlaceKind,
  onMapPath,
} from "@/lib/guide/map-places/rules";
import type { MapPlace } from "@/lib/guide/map-places/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import { fold } from "@/lib/platform/slug";
import { KIND_LOOK } from "./kind-look";
import { SourceMark } from "./source-mark";

const SMALL_LINK = "inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4";

/** Attributes of a map place that the client-side filter of the directory reads. */
export function mapPlaceData(place: MapPlace, kindLabel: string) {
  return {
    "data-search": fold(`${place.name} ${place.city?.name ?? ""} ${kindLabel}`),
    "data-marks": marksOf({ categoria: [categoryOf(place)], cidade: [place.city?.slug], atributo: [] }),
    "data-at": `${place.lat},${place.lng}`,
  };
}

/** A place of a public source: what the source has, its date, and the ways to correct it. */
export async function MapPlaceCard({ place, headingLevel = 3 }: { place: MapPlace; headingLevel?: 2 | 3 | 4 }) {
  const t = await getTranslations("guide/map-places");
  const Heading = `h${headingLevel}` as const;
  const town = place.city?.name;
  const where = !town
    ? null
    : place.is_at_seat
      ? t("atSeat", { town })
      : place.source === "osm"
        ? t("near", { town })
        : town;
  return (
    <article
      id={`lugar-${place.id}`}
      className="flex h-full scroll-mt-20 flex-col rounded-2xl border-2 border-line bg-surface p-4"
    >
      <div className="flex gap-3">
        <CategoryBadge category={KIND_LOOK[place.kind as MapPlaceKind]} />
        <div className="flex min-w-0 grow flex-col gap-1">
          <Heading className="text-xl wrap-anywhere">{place.name}</Heading>
          <p className="text-sm text-muted">
            {t(`class.${place.class as MapPlaceClass}`)}
            {where && ` · ${where}`}
            <span data-km="" className="ml-2 font-semibold text-rota-text tabular" />
          </p>
          <PlaceFacts place={place} />
        </div>
      </div>
      <p className="mt-auto pt-2">
        <SourceMark place={place} />
      </p>
      <PlaceLinks place={place} />
    </article>
  );
}

async function PlaceFacts({ place }: { place: MapPlace }) {
  const t = await getTranslations("guide/map-places");
  const hours =
    place.hours?.every((text) => text === "") === false ? hoursText(place.hours, (day) => t(`day.${day}`)) : null;
  return (
    <>
      {place.address && <p className="wrap-anywhere">{place.address}</p>}
      {place.phone && (
        <p>
          <a href={`tel:${place.phone.replaceAll(/[^+\d]/g, "")}`} className={SMALL_LINK}>
            {place.phone}
          </a>
        </p>
      )}
      {place.parking && <p>{t(`parking.${place.parking as "garage"}`)}</p>}
      {hours && <p className="text-sm">{hours}</p>}
      {place.price && <p className="text-sm">{t("price", { price: place.price })}</p>}
      {isOldSource(place.source) && (place.phone || hours) && <p className="text-sm font-semibold">{t("old")}</p>}
      {place.page_sentence && (
        <blockquote lang="pt-BR" className="border-l-4 border-line pl-3 text-sm text-muted">
          {place.page_sentence}
        </blockquote>
      )}
    </>
  );
}

/** `seg–sex 09:00 - 17:00; sáb 09:00 - 12:00`: days with the same text are joined. */
export function hoursText(
  hours: readonly string[],
  dayName: (day: "0" | "1" | "2" | "3" | "4" | "5" | "6") => string,
): string {
  const runs: { from: number; to: number; text: string }[] = [];
  for (const [day, text] of hours.entries()) {
    const last = runs.at(-1);
    if (last && last.text === text && last.to === day - 1) last.to = day;
    else runs.push({ from: day, to: day, text });
  }
  const name = (day: number) => dayName(String(day) as "0");
  return runs
    .filter(({ text }) => text !== "")
    .map(({ from, to, text }) => `${from === to ? name(from) : `${name(from)}–${name(to)}`} ${text}`)
    .join("; ");
}

async function PlaceLinks({ place }: { place: MapPlace }) {
  const t = await getTranslations("guide/map-places");
  const locale = await getLocale();
  const page = `/${place.state_abbr.toLowerCase()}/servicos#lugar-${place.id}`;
  const report = new URLSearchParams({ pagina: page, lugar: place.name });
  const links = [
    { label: t("onMap"), href: localePath(locale, onMapPath(place)) },
    { label: t("mine"), href: localePath(locale, claimPath(place, place.city?.name)) },
    { label: t("wrong"), href: localePath(locale, `/enviar-avaliacao?${report}`) },
  ];
  return (
    <p className="flex flex-wrap gap-x-4 text-sm" data-print="hide">
      {place.page_url && (
        <a href={place.page_url} rel="nofollow noopener" target="_blank" className={SMALL_LINK}>
          {t("page")}
        </a>
      )}
      {place.website && (
        <a href={place.website} rel="nofollow noopener" target="_blank" className={SMALL_LINK}>
          {t("site")}
        </a>
      )}
      {links.map(({ label, href }) => (
        <Link key={href} href={href} rel="nofollow" className={SMALL_LINK}>
          {label}
        </Link>
      ))}
    </p>
  );
}
