/** Landscapes that postcards can show. */
export const POSTCARD_BIOMES = [
  "serra",
  "litoral",
  "cerrado",
  "caatinga",
  "pampa",
  "pantanal",
  "amazonia",
  "mata-atlantica",
  "chapada",
  "cidade-historica",
] as const;
export type Biome = (typeof POSTCARD_BIOMES)[number];
