import "server-only";
import type { PixKeyType } from "../../platform/pix/schema";
import type { createSessionClient } from "../../platform/supabase/session";
import type { Application, Commission } from "./schema";
import { z } from "zod";
import { outcomeSchema } from "../../platform/outcome-schema";
import { orThrow, outcomeOrThrow } from "../../platform/supabase/or-throw";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

const appliedSchema = outcomeSchema({ saved: { status: z.string() }, refused: ["taken", "invalid"] });

/** Submits an application. */
export async function applyAsSeller(client: Client, form: Application): Promise<z.output<typeof appliedSchema>> {
  const answer = await client.rpc("apply_as_seller", { payload: form });
  return appliedSchema.parse(outcomeOrThrow(answer, { "42501": "auth.required", "28000": "auth.proofRequired" }));
}

/** Sets the Pix key for the caller's payouts; an empty one removes it. Returns false when the database rejects the key. */
export async function setOwnPixKey(client: Client, key: string, kind: PixKeyType): Promise<boolean> {
  const answer = await client.rpc("set_own_pix_key", { key, kind });
  if (answer.error?.message === "invalid") return false;
  orThrow(answer, { "42501": "access.denied", "28000": "auth.proofRequired" });
  return true;
}

/** Sets the commission rate from a date on; existing sales keep theirs. */
export async function setCommission(client: Client, rate: Commission): Promise<void> {
  orThrow(await client.rpc("set_seller_commission", rate), { "42501": "access.permission" });
}
