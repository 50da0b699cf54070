import { z } from "zod";
import { STATES } from "../states/rules";

const text = z.string().trim();
const months = z.array(z.int().min(1).max(12)).max(12);

/** Fields of a route that an editor may change; the database validates every value again. */
export const regionChangesSchema = z
  .strictObject({
    name: text.min(1).max(160),
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/).max(100),
    state_abbr: z.enum(STATES.map(({ abbr }) => abbr)),
    summary: text.max(2000),
    body: text.max(40_000),
    biome: z.string().max(40).nullable(),
    roads: z.array(text.min(1).max(20)).max(20),
    themes: z.array(text.min(1).max(40)).max(20),
    surface: z.enum(["paved", "mixed", "unpaved"]).nullable(),
    paved_pct: z.int().min(0).max(100).nullable(),
    distance_km: z.number().positive().max(99_999).nullable(),
    distance_is_estimated: z.boolean(),
    duration_classic_min: z.int().positive().max(100_000).nullable(),
    max_altitude_m: z.int().min(0).max(3000).nullable(),
    steepest: text.max(500).nullable(),
    days: z.int().min(1).max(30).nullable(),
    best_months: months,
    warnings: z.array(text.min(1).max(500)).max(30),
    sources: z.array(text.min(1).max(500)).max(50),
    status: z.enum(["draft", "published"]),
    featured_order: z.int().positive().nullable(),
    translations: z.partialRecord(z.enum(["en", "es"]), z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
  })
  .partial();

export type RegionChanges = z.infer<typeof regionChangesSchema>;
