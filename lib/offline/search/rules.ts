import { localePath, type Locale } from "../../platform/i18n/routing";
import { fold } from "../../platform/slug";
import type { OfflinePack } from "../schema";

export type KeptResult = {
  kind: "region" | "city" | "service" | "photo_point";
  name: string;
  state: string;
  path: string;
};
type Pack = Pick<OfflinePack, "uf" | "routes" | "photoPoints" | "places">;

const itemsOf = (pack: Pack, locale: Locale): KeptResult[] => {
  const state = pack.uf.toUpperCase();
  const points = localePath(locale, `/${pack.uf}/pontos-fotograficos`);
  return [
    ...pack.routes.map(({ name, path }) => ({ kind: "region" as const, name, state, path })),
    ...(pack.places ?? []).map((place) => ({ ...place, state })),
    ...pack.photoPoints.map(({ name }) => ({ kind: "photo_point" as const, name, state, path: points })),
  ];
};

/** What the kept states contain with all words of a search, each one the beginning of a word; without accents. */
export function searchPacks(packs: readonly Pack[], locale: Locale, query: string, max = 20): KeptResult[] {
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
