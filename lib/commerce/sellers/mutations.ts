import "server-only";
import { AppError } from "../../platform/error";
import type { PixKeyType } from "../../platform/pix/schema";
import type { createSessionClient } from "../../platform/supabase/session";
import type { Application, Commission } from "./schema";
import { databaseError } from "../../platform/supabase/or-throw";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** Submits an application; returns its status, or the invalid field. */
export async function applyAsSeller(
  client: Client,
  form: Application,
): Promise<{ status: string } | { refused: string }> {
  const { data, error } = await client.rpc("apply_as_seller", { payload: form });
  if (error?.message === "invalid_request") return { refused: error.details };
  if (error?.code === "42501") return { refused: "account" };
  if (error?.code === "28000") throw new AppError("auth.proofRequired");
  if (error) throw databaseError(error);
  return { status: data };
}

/** Sets the Pix key for the caller's payouts; an empty one removes it. Returns false when the database rejects the key. */
export async function setOwnPixKey(client: Client, key: string, kind: PixKeyType): Promise<boolean> {
  const { error } = await client.rpc("set_own_pix_key", { key, kind });
  if (error?.message === "invalid_request") return false;
  if (error?.code === "42501") throw new AppError("access.denied");
  if (error?.code === "28000") throw new AppError("auth.proofRequired");
  if (error) throw databaseError(error);
  return true;
}

/** Sets the commission rate from a date on; existing sales keep theirs. */
export async function setCommission(client: Client, rate: Commission): Promise<void> {
  const { error } = await client.rpc("set_seller_commission", rate);
  if (error?.message === "invalid_request") throw new AppError("input.invalid", { detail: error.details });
  if (error) throw databaseError(error, { "42501": "access.permission" });
}
