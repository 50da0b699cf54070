import "server-only";
import { createSessionClient } from "../platform/supabase/session";
import type { Weights } from "./schema";
import { orThrow } from "../platform/supabase/or-throw";

/** Saves weights as the active version; null restores the built-in ones. */
export async function saveWeights(weights: Weights | null, note: string): Promise<void> {
  orThrow(
    await (
      await createSessionClient()
    ).rpc("save_weights", { of_algorithm: "search", new_weights: weights as never, new_note: note }),
    { "42501": "access.permission" },
  );
}
