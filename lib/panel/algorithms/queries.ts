import "server-only";
import { createSessionClient } from "../../platform/supabase/session";
import type { Algorithm } from "../../platform/settings/rules";
import type { Weights } from "./schema";
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
