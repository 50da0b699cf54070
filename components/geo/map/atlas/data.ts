import type { Section } from "@/lib/geo/geo/lines";
import type { Precision } from "@/lib/geo/geo/rules";
import { LANGUAGE, type Locale } from "@/lib/platform/i18n/routing";

/** A name in Portuguese and, where they differ, in the other languages. */
export type Names = { pt: string; en?: string; es?: string };

export type AtlasRoute = { names: Names; href: string; picture: string; sections: readonly Section[] };
/** `layer` is one of the fixed layers or the key of a category of places. */
export type AtlasPoint = {
  layer: string;
  names: Names;
  href: string;
  picture?: string;
  lat: number;
  lng: number;
  precision: Precision;
  /** State of an item whose address does not begin with it. */
  uf?: string;
  /** First and last day of an event. */
  from?: string;
  until?: string;
};
export type AtlasData = { routes: AtlasRoute[]; points: AtlasPoint[] };

/** Name of a contact, which begins with the company, and its phone. */
export type Phone = readonly [name: string, phone: string];

/** Display data of a layer; colours are plain values because WebGL cannot read CSS variables. */
export type AtlasLayer = {
  key: string;
  label: string;
  /** Where the data is from, and how old it is; layers of the portal have none. */
  note?: string;
  /** The same for the points of each of its files. */
  notes?: readonly string[];
  /** Names and phones of the companies that operate the points. */
  phones?: readonly Phone[];
  color: string;
  icon: string;
  /** Address of the file with its points, which `loadFileLayer` of the map reads. */
  file?: string;
  /** Null: not known before its file is loaded. */
  count: number | null;
};

export const ROUTES_LAYER = "rotas";
/** The layers that are not a category of places: their keys in the address, colours and icons. */
export const FIXED_LAYERS = {
  rotas: { color: "#0b7a4a", icon: "route" },
  fotos: { color: "#7a4a21", icon: "camera" },
  eventos: { color: "#7b3fa0", icon: "calendar-days" },
  clubes: { color: "#c52834", icon: "users" },
  cidades: { color: "#1d62d8", icon: "building-2" },
} as const;
export type FixedLayer = keyof typeof FIXED_LAYERS;

/** Address of the map data of a state, or of the country. */
export function atlasDataPath(uf: string | null): string {
  return `/mapa-interativo/dados/${uf ?? "brasil"}.json`;
}

type Named = { name: string; translations: unknown };

/** A row's names, without translations that equal the Portuguese name. */
export function namesOf({ name, translations }: Named): Names {
  const texts = (translations ?? {}) as Partial<Record<"en" | "es", { name?: unknown }>>;
  const other = (language: "en" | "es") => {
    const text = texts[language]?.name;
    return typeof text === "string" && text && text !== name ? { [language]: text } : {};
  };
  return { pt: name, ...other("en"), ...other("es") };
}

/** The name in the reader's language. */
export function nameIn(names: Names, locale: Locale): string {
  return names[LANGUAGE[locale]] ?? names.pt;
}
