import "server-only";
import { totpFactorOf } from "../mutations";
import type { SessionClient } from "../queries";
import { isUnavailable, type AuthFailure } from "../rules";
import { removeFactors } from "../service";
import { AppError } from "@/lib/platform/error";
import type { ProofMethod } from "./queries";
import { hashOfCode, newRecoveryCodes } from "./rules";
import { orThrow } from "../../../platform/supabase/or-throw";
import { outcomeSchema } from "../../../platform/outcome-schema";

/** Throws the matching error of a failed factor call; returns when only the code was wrong. */
function unlessWrongCode(error: AuthFailure): void {
  if (isUnavailable(error)) throw new AppError("service.unavailable", { cause: error });
  if (error.status === 429) throw new AppError("mfa.limited");
  if (error.code === "mfa_factor_not_found" || error.code === "mfa_challenge_expired")
    throw new AppError("mfa.expired", { cause: error });
}

/** Submits the code of a factor; false when it is wrong. The session has the level `aal2` afterwards. */
export async function submitCode(client: SessionClient, factorId: string, code: string): Promise<boolean> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) unlessWrongCode(error);
  return !error;
}

export type NewFactor = { factorId: string; qrCode: string; secret: string };

/** The auth server's SVG as a data URL; percent-encoded, because a bare `#` would start a fragment. */
function imageOf(qrCode: string): string {
  return `data:image/svg+xml,${encodeURIComponent(qrCode.slice(qrCode.indexOf("<")))}`;
}

/** Creates a secret for an authenticator app; the factor is active after its first code is confirmed. */
export async function enrolFactor(client: SessionClient): Promise<NewFactor> {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: "totp",
    issuer: "Portal LACAMBECHE",
    friendlyName: new Date().toISOString(),
  });
  if (error?.code === "reauthentication_needed") throw new AppError("auth.proofRequired");
  if (error?.code === "email_not_confirmed") throw new AppError("mfa.unverified");
  if (error) throw new AppError(isUnavailable(error) ? "service.unavailable" : "unexpected", { cause: error });
  return { factorId: data.id, qrCode: imageOf(data.totp.qr_code), secret: data.totp.secret };
}

/** Replaces the account's recovery codes; they are shown once. */
export async function replaceRecoveryCodes(client: SessionClient): Promise<string[]> {
  const codes = newRecoveryCodes();
  orThrow(await client.rpc("save_recovery_codes", { hashes: codes.map(hashOfCode) }), {
    "28000": "auth.proofRequired",
  });
  return codes;
}

const recoverySchema = outcomeSchema({ refused: ["limited", "wrong"] });

/** Redeems a recovery code and removes the account's factors; false when the code is wrong. */
export async function acceptRecoveryCode(client: SessionClient, accountId: string, code: string): Promise<boolean> {
  const data = orThrow(await client.rpc("use_recovery_code", { hash: hashOfCode(code) }), { "42501": "auth.required" });
  const answer = recoverySchema.parse(data);
  if (answer.outcome === "refused" && answer.reason === "limited") throw new AppError("mfa.limited");
  if (answer.outcome !== "saved") return false;
  await removeFactors(accountId);
  return true;
}

/** Disables the second factor of the signed-in account. */
export async function removeOwnFactor(client: SessionClient, factorId: string): Promise<void> {
  const { error } = await client.auth.mfa.unenroll({ factorId });
  if (error?.code === "reauthentication_needed") throw new AppError("auth.proofRequired");
  if (error) throw new AppError(isUnavailable(error) ? "service.unavailable" : "unexpected", { cause: error });
  // The current access token still contains `aal2`.
  await client.auth.refreshSession();
}

function sessionIdOf(token: string | undefined): string | undefined {
  const payload = token?.split(".")[1];
  return payload && (JSON.parse(Buffer.from(payload, "base64url").toString()) as { session_id?: string }).session_id;
}

/**
 * Repeats the identity check of the caller; false when password or code are wrong. A password or mailed code opens a
 * new session that replaces the old one.
 */
export async function submitProof(
  client: SessionClient,
  { method, email, proof }: { method: ProofMethod; email: string; proof: string },
): Promise<boolean> {
  if (method === "totp") {
    const { data } = await client.auth.getUser();
    const factorId = data.user && totpFactorOf(data.user);
    if (!factorId) throw new AppError("auth.required");
    return submitCode(client, factorId, proof.replaceAll(/\s/g, ""));
  }
  const { data: before } = await client.auth.getSession();
  const login = email ? { email } : { phone: before.session?.user.phone ?? "" };
  const { error } =
    method === "password"
      ? await client.auth.signInWithPassword({ ...login, password: proof })
      : await client.auth.verifyOtp({ email, token: proof.replaceAll(/\s/g, ""), type: "email" });
  if (error && isUnavailable(error)) throw new AppError("service.unavailable", { cause: error });
  if (error?.status === 429) throw new AppError("rate.limited");
  if (error) return false;
  const old = sessionIdOf(before.session?.access_token);
  if (old) await client.rpc("end_own_session", { session: old });
  return true;
}
