import "server-only";
import type { SessionClient } from "../queries";
import { AppError } from "@/lib/platform/error";
import { orThrow } from "../../../platform/supabase/or-throw";

export type ProofMethod = "totp" | "password" | "mail";
export type OwnFactor = { id: string; since: string };

/** Method of the identity check for the caller. */
export async function getProofMethod(client: SessionClient): Promise<ProofMethod> {
  const data = orThrow(await client.rpc("own_proof_method"));
  if (!data) throw new AppError("auth.required");
  return data as ProofMethod;
}

/** The confirmed authenticator app of the signed-in account, or null. */
export async function getOwnFactor(client: SessionClient): Promise<OwnFactor | null> {
  const data = orThrow(await client.auth.getUser());
  const factor = data.user.factors?.find(({ factor_type, status }) => factor_type === "totp" && status === "verified");
  return factor ? { id: factor.id, since: factor.created_at } : null;
}

/** Number of unused recovery codes. */
export async function countRecoveryCodes(client: SessionClient): Promise<number> {
  return orThrow(await client.rpc("count_recovery_codes"));
}
