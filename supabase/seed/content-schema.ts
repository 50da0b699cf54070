import { z } from "zod";
import { BIOMES, ROUTE_STOP_KINDS, ROUTE_SURFACES } from "../../lib/platform/supabase/database-constants/guide";

export const text = z.string().trim().min(1);
export const translated = z.strictObject({ pt: text, en: text, es: text });
export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

export const biome = z.enum(BIOMES);
export const ibge = z.int().min(1_000_000).max(9_999_999);
export const lat = z.number().min(-34).max(6);
export const lng = z.number().min(-74).max(-28);

const waypoint = z
  .strictObject({
    name: text,
    kind: z.enum(ROUTE_STOP_KINDS),
    ibge: ibge.optional(),
    lat: lat.optional(),
    lng: lng.optional(),
    approximate: z.literal(true).optional(),
    note: translated.optional(),
  })
  .refine((point) => point.kind !== "town" || point.ibge !== undefined, {
    path: ["ibge"],
    error: "uma cidade precisa do código do IBGE",
  })
  .refine((point) => (point.lat === undefined) === (point.lng === undefined), {
    path: ["lat"],
    error: "lat e lng andam juntas",
  });

const route = z.strictObject({
  slug,
  name: translated,
  summary: translated,
  themes: z.array(slug),
  biome,
  roads: z.array(text),
  surface: z.enum(ROUTE_SURFACES).nullable(),
  distance_km: z.number().positive().max(5000).nullable(),
  max_altitude_m: z.int().min(0).max(3000).nullable(),
  best_months: z.array(z.int().min(1).max(12)),
  warnings: z.array(translated),
  featured_order: z.int().min(1).max(4).nullable(),
  waypoints: z.array(waypoint).min(3),
  sources: z.array(text),
  confidence: z.enum(["high", "medium"]),
});

/** One file of `content/`: the texts about a state, and its routes. */
export const stateContentSchema = z.strictObject({
  state: z.strictObject({
    abbr: z.string().regex(/^[A-Z]{2}$/),
    headline: translated,
    intro: translated,
    best_season: translated,
    how_to_arrive: translated,
  }),
  routes: z.array(route).refine((routes) => new Set(routes.map((item) => item.slug)).size === routes.length, {
    error: "duas rotas têm o mesmo slug",
  }),
});

export type StateContent = z.infer<typeof stateContentSchema>;
export type RouteContent = StateContent["routes"][number];
export type WaypointContent = RouteContent["waypoints"][number];
