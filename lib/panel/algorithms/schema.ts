import { z } from "zod";
import { paceSettingsSchema } from "../../geo/pace/schema";
import { conditionSettingsSchema } from "../../travel/conditions/schema";
import { typed } from "../../platform/form";
import { ALGORITHMS } from "../../platform/supabase/database-constants/panel";

/** Weights of the search: one per result type and one per part of the score. 1 is the built-in value. */
export const SEARCH_WEIGHTS = [
  "region",
  "city",
  "service",
  "photo_point",
  "post",
  "club",
  "page",
  "words",
  "likeness",
  "exact",
] as const;
export type SearchWeight = (typeof SEARCH_WEIGHTS)[number];

export const MAX_WEIGHT = 5;

const weight = z.coerce.number().min(0.1).max(MAX_WEIGHT);

export const weightsSchema = z.object(
  Object.fromEntries(SEARCH_WEIGHTS.map((name) => [name, weight])) as Record<SearchWeight, typeof weight>,
);
export type Weights = z.infer<typeof weightsSchema>;

const note = typed().max(300).default("");
export const saveWeightsSchema = weightsSchema.extend({ note });
export const saveConditionSettingsSchema = conditionSettingsSchema.and(z.object({ note }));
export const savePaceSettingsSchema = paceSettingsSchema.extend({ note });
export const versionSchema = z.object({
  algorithm: z.enum(ALGORITHMS),
  version: z.coerce.number().int().min(0),
});

/** Parses weights from URL parameters or a stored version; missing or invalid values become 1. */
export function readWeights(values: Record<string, unknown>): Weights {
  const pairs = SEARCH_WEIGHTS.map((name) => {
    const parsed = weight.safeParse(values[name]);
    return [name, parsed.success ? parsed.data : 1] as const;
  });
  return Object.fromEntries(pairs) as Weights;
}
