"use server";

import { returnValidationErrors } from "next-safe-action";
import { setFlash, recordAccess, openSession, totpFactorOf } from "../mutations";
import { mailSignInLink } from "../service";
import { provedAction, publicAction, userAction } from "@/lib/platform/action";
import { isSecondFactorDue } from "@/lib/platform/auth/access";
import { loadSession } from "@/lib/platform/auth/account";
import { env } from "@/lib/platform/env";
import { localePath } from "@/lib/platform/i18n/routing";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { createSessionClient } from "@/lib/platform/supabase/session";
import * as mutations from "./mutations";
import { getOwnFactor, getProofMethod } from "./queries";
import * as schema from "./schema";

/** Verifies the code of the authenticator app on a sign-in page. */
export const verifyCodeAction = publicAction
  .inputSchema(schema.codeSchema)
  .action(async ({ parsedInput: { code, ...visit } }) => {
    const client = await createSessionClient();
    const { data } = await client.auth.getUser();
    const factorId = data.user && totpFactorOf(data.user);
    if (!factorId) throw new AppError("auth.required");
    await takeAttempt("signInCode", data.user.id);
    if (!(await mutations.submitCode(client, factorId, code))) {
      await recordAccess("code_failed", { account: data.user.id });
      returnValidationErrors(schema.codeSchema, { code: { _errors: ["codeInvalid"] } });
    }
    await recordAccess("sign_in", { account: data.user.id });
    return { path: await openSession(client, visit) };
  });

/**
 * Accepts a recovery code on a sign-in page: removes the second factor, so that the password alone is enough until a
 * new one is set up.
 */
export const recoverAction = publicAction
  .inputSchema(schema.recoverySchema)
  .action(async ({ parsedInput: { recoveryCode, ...visit } }) => {
    const client = await createSessionClient();
    const { data } = await client.auth.getUser();
    if (!data.user) throw new AppError("auth.required");
    await takeAttempt("signInCode", data.user.id);
    if (!(await mutations.acceptRecoveryCode(client, data.user.id, recoveryCode))) {
      await recordAccess("code_failed", { account: data.user.id });
      returnValidationErrors(schema.recoverySchema, { recoveryCode: { _errors: ["recoveryInvalid"] } });
    }
    await recordAccess("sign_in", { account: data.user.id });
    const { state } = await loadSession(client);
    if (isSecondFactorDue(state)) return { step: "enrolment" as const };
    const path = await openSession(client, visit);
    await setFlash("mfa.removed");
    return { step: "done" as const, path };
  });

/** Starts the setup of a second factor: in the panel after a recent identity check, or on a sign-in page when a factor is required. */
export const beginEnrolmentAction = publicAction.action(async () => {
  const client = await createSessionClient();
  const { state } = await loadSession(client);
  if (state !== "live" && state !== "enrolment") throw new AppError("auth.required");
  return mutations.enrolFactor(client);
});

/**
 * Confirms a new factor by its first code. In the panel it returns the recovery codes, which are shown only once; on
 * a sign-in page it redirects to the panel, where they are created.
 */
export const confirmEnrolmentAction = publicAction
  .inputSchema(schema.enrolmentSchema)
  .action(async ({ parsedInput: { factorId, code, ...visit } }) => {
    const client = await createSessionClient();
    const { data } = await client.auth.getUser();
    if (!data.user) throw new AppError("auth.required");
    await takeAttempt("signInCode", data.user.id);
    const { state } = await loadSession(client);
    if (!(await mutations.submitCode(client, factorId, code)))
      returnValidationErrors(schema.enrolmentSchema, { code: { _errors: ["codeInvalid"] } });
    if (state === "live") return { codes: await mutations.replaceRecoveryCodes(client) };
    await openSession(client, visit);
    await setFlash("mfa.codesMissing");
    return { path: localePath(visit.locale, "/painel#verificacao") };
  });

export const renewRecoveryCodesAction = provedAction.action(async () => ({
  codes: await mutations.replaceRecoveryCodes(await createSessionClient()),
}));

export const removeFactorAction = provedAction.action(async () => {
  const client = await createSessionClient();
  const factor = await getOwnFactor(client);
  if (factor) await mutations.removeOwnFactor(client, factor.id);
  return { removed: true };
});

/** Returns the method of the identity check that the dialog must ask for. */
export const readProofMethodAction = userAction.action(async ({ ctx }) => ({
  method: await getProofMethod(await createSessionClient()),
  email: ctx.account.email,
}));

/** Mails a code to an account without password and second factor. */
export const mailProofAction = userAction.action(async ({ ctx: { account } }) => {
  await takeAttempt("mail", account.email);
  if ((await mailSignInLink(account.email, new URL("/painel", env.NEXT_PUBLIC_SITE_URL).href)) === "refused")
    throw new AppError("rate.limited");
  return { sentTo: account.email };
});

/** Repeats the identity check; protected actions are allowed for ten minutes afterwards. */
export const proveIdentityAction = userAction
  .inputSchema(schema.proofSchema)
  .action(async ({ parsedInput: { proof }, ctx: { account } }) => {
    await takeAttempt("proof", account.id);
    const client = await createSessionClient();
    const method = await getProofMethod(client);
    const isRight = await mutations.submitProof(client, { method, email: account.email, proof });
    if (!isRight) await recordAccess(method === "totp" ? "code_failed" : "sign_in_failed", { account: account.id });
    if (!isRight) returnValidationErrors(schema.proofSchema, { proof: { _errors: ["proofInvalid"] } });
    return { proved: true };
  });
