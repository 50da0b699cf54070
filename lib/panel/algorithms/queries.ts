import "server-only";
import { createPublicClient } from "../../platform/supabase/public";
import { createSessionClient } from "../../platform/supabase/session";
import { readPaceSettings } from "../../geo/pace/schema";
import type { PaceSettings } from "../../geo/pace/rules";
import type { ConditionSettings } from "../../travel/conditions/rules";
import { readConditionSettings } from "../../travel/conditions/schema";
import type { Algorithm, Weights } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

/** Versions of the weights of an algorithm, newest first. */
export async function listVersions(algorithm: Algorithm) {
  const data = orThrow(
    await (
      await createSessionClient()
    )
      .from("algorithm_settings")
      .select("version, weights, note, is_active, created_at, author:profiles (username)")
      .eq("algorithm", algorithm)
      .order("version", { ascending: false })
      .limit(50),
  );
  return data;
}

/** The first ten results of a search with the given weights. */
export async function previewSearch(q: string, weights: Partial<Weights>) {
  return orThrow(await (await createSessionClient()).rpc("preview_search", { q, weights }));
}

async function activeWeights(algorithm: Algorithm): Promise<Record<string, unknown>> {
  const row = orThrow(
    await createPublicClient(["algorithms"])
      .from("algorithm_settings")
      .select("weights")
      .eq("algorithm", algorithm)
      .eq("is_active", true)
      .maybeSingle(),
  );
  return (row?.weights ?? {}) as Record<string, unknown>;
}

/** The active weights and limits of the conditions of a trip, for everybody. */
export const activeConditionSettings = async (): Promise<ConditionSettings> =>
  readConditionSettings(await activeWeights("trip_conditions"));

/** The active weights of the driving time, for everybody. */
export const activePaceSettings = async (): Promise<PaceSettings> =>
  readPaceSettings(await activeWeights("driving_pace"));
