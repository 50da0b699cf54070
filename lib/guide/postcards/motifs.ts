import { BUILDING_MOTIFS } from "./motifs-buildings";
import { LAND_MOTIFS } from "./motifs-land";
import { ROAD_MOTIFS } from "./motifs-roads";
import { WATER_MOTIFS } from "./motifs-water";

/** Subjects of a postcard by the word of its address. */
export const MOTIFS = { ...WATER_MOTIFS, ...ROAD_MOTIFS, ...LAND_MOTIFS, ...BUILDING_MOTIFS };
export type MotifName = keyof typeof MOTIFS | "araucarias";

export const MOTIF_NAMES = [...Object.keys(MOTIFS), "araucarias"] as MotifName[];
