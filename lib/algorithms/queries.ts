import "server-only";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";
import type { Weights } from "./schema";

function unavailable(error: { message: string }): never {
  throw new AppError("service.unavailable", { detail: error.message });
}

/** Versions of the search weights, newest first. */
export async function listVersions() {
  const { data, error } = await (await createSessionClient())
    .from("algorithm_settings")
    .select("version, weights, note, is_active, created_at, author:profiles (username)")
    .eq("algorithm", "search")
    .order("version", { ascending: false })
    .limit(50);
  if (error) unavailable(error);
  return data;
}

/** The first ten results of a search with the given weights. */
export async function previewSearch(q: string, weights: Partial<Weights>) {
  const { data, error } = await (await createSessionClient()).rpc("preview_search", { q, weights });
  if (error) unavailable(error);
  return data;
}
