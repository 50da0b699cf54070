"use server";

import { returnValidationErrors } from "next-safe-action";
import { leaveFlash, noteAccess, openSession, totpFactorOf } from "../accounts/mutations";
import { mailSignInLink } from "../accounts/service";
import { provedAction, publicAction, userAction } from "../platform/action";
import { owesSecondFactor } from "../platform/auth/access";
import { loadSession } from "../platform/auth/account";
import { env } from "../platform/env";
import { localePath } from "../platform/i18n/routing";
import { AppError } from "../platform/error";
import { takeAttempt } from "../platform/rate-limit";
import { createSessionClient } from "../platform/supabase/session";
import * as mutations from "./mutations";
import { getOwnFactor, getProofMethod } from "./queries";
import * as schema from "./schema";

/** The code of the authenticator app at a sign-in page. */
export const verifyCodeAction = publicAction.inputSchema(schema.codeSchema).action(async ({ parsedInput: { code, ...visit } }) => {
  const client = await createSessionClient();
  const { data } = await client.auth.getUser();
  const factorId = data.user && totpFactorOf(data.user);
  if (!factorId) throw new AppError("auth.required");
  await takeAttempt("signInCode", data.user.id);
  if (!(await mutations.giveCode(client, factorId, code))) {
    await noteAccess("code_failed", { account: data.user.id });
    returnValidationErrors(schema.codeSchema, { code: { _errors: ["codeInvalid"] } });
  }
  await noteAccess("sign_in", { account: data.user.id });
  return { path: await openSession(client, visit) };
});

/** A recovery code at a sign-in page: removes the factor, so that the password alone is enough until a new one is set up. */
export const recoverAction = publicAction.inputSchema(schema.recoverySchema).action(async ({ parsedInput: { recoveryCode, ...visit } }) => {
  const client = await createSessionClient();
  const { data } = await client.auth.getUser();
  if (!data.user) throw new AppError("auth.required");
  await takeAttempt("signInCode", data.user.id);
  if (!(await mutations.acceptRecoveryCode(client, data.user.id, recoveryCode))) {
    await noteAccess("code_failed", { account: data.user.id });
    returnValidationErrors(schema.recoverySchema, { recoveryCode: { _errors: ["recoveryInvalid"] } });
  }
  await noteAccess("sign_in", { account: data.user.id });
  const { state } = await loadSession(client);
  if (owesSecondFactor(state)) return { step: "enrolment" as const };
  const path = await openSession(client, visit);
  await leaveFlash("mfa.removed");
  return { step: "done" as const, path };
});

/** Begins to set a factor up: with a recent proof at the panel, or at a sign-in page where a factor is required. */
export const beginEnrolmentAction = publicAction.action(async () => {
  const client = await createSessionClient();
  const { state } = await loadSession(client);
  if (state !== "live" && state !== "enrolment") throw new AppError("auth.required");
  return mutations.enrolFactor(client);
});

/**
 * Confirms a new factor by its first code. At the panel it answers the recovery codes, which are shown this once; a
 * sign-in page is left at once for the panel, where they are made.
 */
export const confirmEnrolmentAction = publicAction.inputSchema(schema.enrolmentSchema).action(async ({ parsedInput: { factorId, code, ...visit } }) => {
  const client = await createSessionClient();
  const { data } = await client.auth.getUser();
  if (!data.user) throw new AppError("auth.required");
  await takeAttempt("signInCode", data.user.id);
  const { state } = await loadSession(client);
  if (!(await mutations.giveCode(client, factorId, code))) returnValidationErrors(schema.enrolmentSchema, { code: { _errors: ["codeInvalid"] } });
  if (state === "live") return { codes: await mutations.replaceRecoveryCodes(client) };
  await openSession(client, visit);
  await leaveFlash("mfa.codesMissing");
  return { path: localePath(visit.locale, "/painel#verificacao") };
});

export const renewRecoveryCodesAction = provedAction.action(async () => ({ codes: await mutations.replaceRecoveryCodes(await createSessionClient()) }));

export const removeFactorAction = provedAction.action(async () => {
  const client = await createSessionClient();
  const factor = await getOwnFactor(client);
  if (factor) await mutations.removeOwnFactor(client, factor.id);
  return { removed: true };
});

/** What the dialog has to ask for. */
export const askProofMethodAction = userAction.action(async ({ ctx }) => ({ method: await getProofMethod(await createSessionClient()), email: ctx.account.email }));

/** Mails a code to an account that has neither password nor factor. */
export const mailProofAction = userAction.action(async ({ ctx: { account } }) => {
  await takeAttempt("mail", account.email);
  if ((await mailSignInLink(account.email, new URL("/painel", env.NEXT_PUBLIC_SITE_URL).href)) === "refused") throw new AppError("rate.limited");
  return { sentTo: account.email };
});

/** Proves who the caller is once more; what needs it is open for ten minutes. */
export const proveIdentityAction = userAction.inputSchema(schema.proofSchema).action(async ({ parsedInput: { proof }, ctx: { account } }) => {
  await takeAttempt("proof", account.id);
  const client = await createSessionClient();
  const method = await getProofMethod(client);
  const isRight = await mutations.giveProof(client, { method, email: account.email, proof });
  if (!isRight) await noteAccess(method === "totp" ? "code_failed" : "sign_in_failed", { account: account.id });
  if (!isRight) returnValidationErrors(schema.proofSchema, { proof: { _errors: ["proofInvalid"] } });
  return { proved: true };
});
