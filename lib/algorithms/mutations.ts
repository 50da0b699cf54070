import "server-only";
import { AppError } from "../platform/error";
import { createSessionClient } from "../platform/supabase/session";
import type { Weights } from "./schema";

/** Saves weights as the active version; null restores the built-in ones. */
export async function saveWeights(weights: Weights | null, note: string): Promise<void> {
  const { error } = await (await createSessionClient()).rpc("save_weights", { of_algorithm: "search", new_weights: weights as never, new_note: note });
  if (error) throw new AppError(error.code === "42501" ? "access.permission" : "service.unavailable", { detail: error.message });
}
