import { localePath, type Locale } from "../../platform/i18n/routing";
import { fold } from "../../platform/slug";
import { mapPlacesFile } from "../map-places/rules";
import type { OfflinePack } from "./schema";

export type PackContents = {
  routes: readonly string[];
  cities: readonly string[];
  services: readonly string[];
  photoPoints: boolean;
};

/** Pages of a pack in one language: the pages of the state, the checklist and the events. */
export function packPages(
  uf: string,
  locale: Locale,
  { routes, cities, services, photoPoints }: PackContents,
): string[] {
  const pages = [
    "home",
    "regioes",
    ...routes.map((slug) => `rota/${slug}`),
    ...(photoPoints ? ["pontos-fotograficos"] : []),
    "mapa-interativo",
    "servicos",
    ...services.map((slug) => `servicos/${slug}`),
    "clubes-parceiros",
    ...cities.map((slug) => `cidade/${slug}`),
  ];
  const country = ["/checklist-viagem", "/eventos/lacambeche", `/eventos/lacambeche/${uf}`];
  return [...pages.map((page) => `/${uf}/${page}`), ...country].map((path) => localePath(locale, path));
}

/** Additional files of a pack: the map data, the map places and the GPX file of each route. */
export function packFiles(uf: string, locale: Locale, { routes }: Pick<PackContents, "routes">): string[] {
  const tracks = routes.map((slug) => localePath(locale, `/${uf}/rota/${slug}/gpx`));
  return [`/mapa-interativo/dados/${uf}.json`, mapPlacesFile(uf), ...tracks];
}

/** Key of a pack's metadata inside its cache; no page uses this path. */
export const PACK_RECORD = "/offline-pack.json";

/** Metadata of a pack on the device: `savedAt` is null while the first download is incomplete. */
export type PackRecord = {
  uf: string;
  name: string;
  locale: Locale;
  /** Unix time in milliseconds; a resumed download keeps entries stored after it. */
  startedAt: number;
  savedAt: string | null;
  bytes: number;
  pages: { path: string; title: string }[];
};

export type PackMatch = {
  kind: "region" | "city" | "service" | "photo_point";
  name: string;
  state: string;
  path: string;
};
type Pack = Pick<OfflinePack, "uf" | "routes" | "photoPoints" | "places">;

const itemsOf = (pack: Pack, locale: Locale): PackMatch[] => {
  const state = pack.uf.toUpperCase();
  const points = localePath(locale, `/${pack.uf}/pontos-fotograficos`);
  return [
    ...pack.routes.map(({ name, path }) => ({ kind: "region" as const, name, state, path })),
    ...(pack.places ?? []).map((place) => ({ ...place, state })),
    ...pack.photoPoints.map(({ name }) => ({ kind: "photo_point" as const, name, state, path: points })),
  ];
};

/** What the kept states contain with all words of a search, each one the beginning of a word; without accents. */
export function searchPacks(packs: readonly Pack[], locale: Locale, query: string, max = 20): PackMatch[] {
  const wanted = fold(query).split(/\s+/).filter(Boolean);
  if (wanted.join("").length < 2) return [];
  return packs
    .flatMap((pack) => itemsOf(pack, locale))
    .filter(({ name }) => {
      const words = fold(name).split(/[^\p{L}\p{N}]+/u);
      return wanted.every((start) => words.some((word) => word.startsWith(start)));
    })
    .slice(0, max);
}
