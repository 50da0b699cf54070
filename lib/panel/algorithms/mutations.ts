import "server-only";
import { createSessionClient } from "../../platform/supabase/session";
import type { Algorithm } from "../../platform/settings/rules";
import { orThrow } from "../../platform/supabase/or-throw";

/** Saves weights as the active version of an algorithm; null restores the built-in ones. */
export async function saveWeights(
  algorithm: Algorithm,
  weights: Readonly<Record<string, number>> | null,
  note: string,
): Promise<void> {
  orThrow(
    await (
      await createSessionClient()
    ).rpc("save_weights", { of_algorithm: algorithm, new_weights: weights as never, new_note: note }),
    { "42501": "access.permission" },
  );
}
