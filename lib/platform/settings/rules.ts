import type { ALGORITHMS } from "../supabase/database-constants/panel";

/** Sections of the national home page below the state picker, in default order. */
export const HOME_SECTIONS = ["ad", "featured", "events", "post", "magazine"] as const;
export type HomeSection = (typeof HOME_SECTIONS)[number];

/** Sections that can be moved but not hidden: the specification requires the featured routes, and advertisers paid for the ads. */
export const REQUIRED_SECTIONS: readonly HomeSection[] = ["ad", "featured"];

export type OrderedSection = { name: HomeSection; isVisible: boolean };

/** Parses `magazine,-post`; a dash hides a section. Unknown names are ignored; missing sections are added at the end. */
export function readSections(stored: string): OrderedSection[] {
  const placed = new Map<HomeSection, boolean>();
  for (const word of stored.split(",").map((part) => part.trim())) {
    const name = HOME_SECTIONS.find((one) => one === word.replace(/^-/, ""));
    if (name && !placed.has(name)) placed.set(name, !word.startsWith("-") || REQUIRED_SECTIONS.includes(name));
  }
  for (const name of HOME_SECTIONS) if (!placed.has(name)) placed.set(name, true);
  return [...placed].map(([name, isVisible]) => ({ name, isVisible: isVisible }));
}

export function writeSections(sections: readonly OrderedSection[]): string {
  return sections.map(({ name, isVisible }) => (isVisible ? name : `-${name}`)).join(",");
}

/** Moves a section one position up or down; unchanged at either end. */
export function moveSection(sections: readonly OrderedSection[], name: HomeSection, by: -1 | 1): OrderedSection[] {
  const from = sections.findIndex((section) => section.name === name);
  const moved = sections[from];
  if (!moved || !sections[from + by]) return [...sections];
  return sections.toSpliced(from, 1).toSpliced(from + by, 0, moved);
}

/** Feature flags; on by default. */
export const FEATURES = ["radio", "splash", "place_requests", "trip_panel_requests", "reviews"] as const;
export type Feature = (typeof FEATURES)[number];

export const featureKey = <Name extends Feature>(feature: Name): `feature_${Name}` => `feature_${feature}`;

/** Sources of route lines whose terms the owner must confirm; off by default. */
export const ROAD_SOURCES = ["sie-sc", "der-sp"] as const;
export type RoadSource = (typeof ROAD_SOURCES)[number];

export const roadSourceKey = (source: RoadSource) =>
  source === "sie-sc" ? ("road_source_sie_sc" as const) : ("road_source_der_sp" as const);

/** The switched sources that the settings allow. */
export const roadSourcesOn = (settings: Readonly<Record<ReturnType<typeof roadSourceKey>, boolean>>): RoadSource[] =>
  ROAD_SOURCES.filter((source) => settings[roadSourceKey(source)]);

export type Algorithm = (typeof ALGORITHMS)[number];

/** The full name of the portal, the same in every language. */
export const PORTAL_NAME = "Portal LACAMBECHE - Guia Digital do Antigomobilismo no Brasil";
