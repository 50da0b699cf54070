"use server";

import { redirect } from "next/navigation";
import { after } from "next/server";
import { returnValidationErrors } from "next-safe-action";
import { publicAction, userAction } from "../../platform/action";
import { isSecondFactorDue } from "../../platform/auth/access";
import { loadSession } from "../../platform/auth/account";
import { callerAddress } from "../../platform/caller";
import { env } from "../../platform/env";
import { callerLocale } from "../../platform/caller-locale";
import { AppError } from "../../platform/error";
import { localePath, type Locale } from "../../platform/i18n/routing";
import { takeAttempt, takeAttempts } from "../../platform/rate-limit";
import { reportError } from "../../platform/report";
import { createSessionClient } from "../../platform/supabase/session";
import {
  closeOtherSessions,
  closeSession,
  setFlash,
  recordAccess,
  rememberSignUp,
  openMailLink,
  replacePassword,
  openSession,
} from "./mutations";
import { authMethods, offersPhone } from "./queries";
import {
  areaPath,
  identify,
  newPasswordFailure,
  pageAfterLink,
  pathOfReturn,
  secondFactorPath,
  signInFailure,
  signUpRefusal,
} from "./rules";
import * as schema from "./schema";
import {
  changePhonePassword,
  createAccount,
  finishPhoneSignUp,
  isListedPassword,
  mailConfirmation,
  mailRecoveryLink,
  mailSignInLink,
  mailTakenAddress,
  provePhone,
  sendPhoneCode,
  type PhoneProof,
} from "./service";

type Journey = { locale: Locale; next?: string };

/**
 * Minimum response time for requests about an e-mail address or phone number, so that timing does not reveal whether
 * an account exists.
 */
const RESPONSE_MS = 1000;

const waitForResponseTime = () => new Promise<void>((resolve) => void setTimeout(resolve, RESPONSE_MS));

function siteUrl(path: string): string {
  return new URL(path, env.NEXT_PUBLIC_SITE_URL).href;
}

const returnPath = ({ next, locale }: Journey): string =>
  pathOfReturn(next, env.NEXT_PUBLIC_SITE_URL) ?? localePath(locale, "/painel");

const returnUrl = (journey: Journey): string => siteUrl(returnPath(journey));

export const signInAction = publicAction.inputSchema(schema.signInSchema).action(async ({ parsedInput }) => {
  const { identifier, password, area, next, locale } = parsedInput;
  const who = identify(identifier);
  if (!who || ("phone" in who && !(await offersPhone()))) throw new AppError("login.failed");
  const [caller, account] = [await callerAddress(), "email" in who ? who.email : who.phone];
  await takeAttempts(["signIn", caller], ["signInPair", account, caller], ["signInAccount", account]);
  const client = await createSessionClient();
  const { data, error } = await client.auth.signInWithPassword({ ...who, password });
  if (error) await recordAccess("sign_in_failed", "email" in who ? who : {});
  if (error) throw new AppError(signInFailure(error));
  const { state } = await loadSession(client);
  if (state === "second_factor") return { step: "code" as const };
  await recordAccess("sign_in", { account: data.user.id });
  if (state === "enrolment") return { step: "enrolment" as const };
  const path = await openSession(client, { area, next, locale });
  return { step: "done" as const, path };
});

/** Rejects a password of the published list with the same field error as a weak password. */
async function refuseListedPassword(
  form:
    | typeof schema.newPasswordSchema
    | typeof schema.signUpSchema
    | typeof schema.phoneSignUpSchema
    | typeof schema.phonePasswordSchema,
  password: string,
): Promise<void> {
  if (await isListedPassword(password)) returnValidationErrors(form, { password: { _errors: ["passwordWeak"] } });
}

/** Shows the reason of the auth server for a refused sign-up. */
async function withServerMessage<Made>(
  form: typeof schema.signUpSchema | typeof schema.phoneSignUpCodeSchema,
  made: Promise<Made>,
): Promise<Made> {
  return made.catch((error: unknown) => {
    const reason = signUpRefusal(error);
    if (reason === null) throw error;
    return returnValidationErrors(form, { _errors: ["signup.refused", reason] });
  });
}

/**
 * Returns the same response for a new and for a registered e-mail address. The mail differs: it confirms the new
 * address, or says that it has an account already.
 */
export const signUpAction = publicAction.inputSchema(schema.signUpSchema).action(async ({ parsedInput }) => {
  await takeAttempt("signUp", await callerAddress());
  await refuseListedPassword(schema.signUpSchema, parsedInput.password);
  const { email, locale } = parsedInput;
  const [made] = await withServerMessage(
    schema.signUpSchema,
    Promise.all([createAccount(parsedInput), waitForResponseTime()]),
  );
  if (made) await recordAccess("sign_up", { email });
  await rememberSignUp(made);
  after(async () => {
    try {
      await takeAttempt("mail", email);
      await (made ? mailConfirmation(email, returnPath(parsedInput), locale) : mailTakenAddress(email, locale));
    } catch (error) {
      reportError("sign-up mail", error);
    }
  });
  return { created: true };
});

/** Sends a code by SMS; uses the rate limit of mails, for the caller and for the phone number. */
async function textCode(phone: string, create: boolean): Promise<{ sentTo: string }> {
  if (!(await offersPhone())) throw new AppError("service.unavailable");
  await countMail(phone);
  const sending = sendPhoneCode(phone, { create });
  await (create ? Promise.all([sending, waitForResponseTime()]) : waitEvenly(sending));
  return { sentTo: phone };
}

/** Verifies an SMS code; null when it is wrong. Counts the attempt for the caller and for the phone number. */
async function takePhoneCode(phone: string, code: string): Promise<PhoneProof | null> {
  await takeAttempts(["signIn", await callerAddress()], ["signInCode", phone]);
  return provePhone(phone, code);
}

/** First step of a sign-up by phone; the form is not stored before the code is verified. */
export const requestPhoneSignUpAction = publicAction
  .inputSchema(schema.phoneSignUpSchema)
  .action(async ({ parsedInput }) => {
    await takeAttempt("signUp", await callerAddress());
    await refuseListedPassword(schema.phoneSignUpSchema, parsedInput.password);
    return textCode(parsedInput.phone, true);
  });

/** Second step: the same form with the code. Returns the same response for a number that already has an account. */
export const signUpByPhoneAction = publicAction
  .inputSchema(schema.phoneSignUpCodeSchema)
  .action(async ({ parsedInput }) => {
    await refuseListedPassword(schema.phoneSignUpCodeSchema, parsedInput.password);
    const proof = await takePhoneCode(parsedInput.phone, parsedInput.code);
    if (!proof) returnValidationErrors(schema.phoneSignUpCodeSchema, { code: { _errors: ["smsCodeInvalid"] } });
    const finished = await withServerMessage(schema.phoneSignUpCodeSchema, finishPhoneSignUp(proof, parsedInput));
    if (finished === "weak")
      returnValidationErrors(schema.phoneSignUpCodeSchema, { password: { _errors: ["passwordWeak"] } });
    await recordAccess("sign_up", { account: proof.accountId });
    return { created: true };
  });

/** Sends a code for choosing a new password; returns the same response whether the number has an account or not. */
export const requestPhoneRecoveryAction = publicAction
  .inputSchema(schema.phoneSchema)
  .action(async ({ parsedInput }) => textCode(parsedInput.phone, false));

export const recoverByPhoneAction = publicAction
  .inputSchema(schema.phonePasswordSchema)
  .action(async ({ parsedInput }) => {
    const { phone, code, password } = parsedInput;
    await refuseListedPassword(schema.phonePasswordSchema, password);
    const proof = await takePhoneCode(phone, code);
    const outcome = proof ? await changePhonePassword(proof, password) : "unknown";
    if (outcome === "unknown")
      returnValidationErrors(schema.phonePasswordSchema, { code: { _errors: ["smsCodeInvalid"] } });
    if (outcome === "weak")
      returnValidationErrors(schema.phonePasswordSchema, { password: { _errors: ["passwordWeak"] } });
    if (proof) await recordAccess("password_changed", { account: proof.accountId });
    return { changed: true };
  });

/** Responds after a fixed time; a mail that takes longer is sent after the response. */
async function waitEvenly(mail: Promise<unknown>): Promise<void> {
  const pause = waitForResponseTime();
  after(() => mail.catch(() => undefined));
  await Promise.all([pause, Promise.race([mail, pause])]);
}

async function countMail(email: string): Promise<void> {
  await takeAttempts(["mail", await callerAddress()], ["mail", email]);
}

/** Mails a sign-in link; returns the same response whether the address has an account or not. */
export const requestLinkAction = publicAction.inputSchema(schema.mailSchema).action(async ({ parsedInput }) => {
  const { email } = parsedInput;
  await countMail(email);
  await waitEvenly(mailSignInLink(email, returnUrl(parsedInput)));
  return { sentTo: email };
});

/** Mails a link to choose a new password; returns the same response whether the address has an account or not. */
export const requestRecoveryAction = publicAction.inputSchema(schema.mailSchema).action(async ({ parsedInput }) => {
  const { email, locale } = parsedInput;
  await countMail(email);
  await waitEvenly(mailRecoveryLink(email, siteUrl(localePath(locale, "/update-password"))));
  return { sentTo: email };
});

export const resendConfirmationAction = userAction
  .inputSchema(schema.accountFormContextSchema)
  .action(async ({ parsedInput, ctx }) => {
    if (!ctx.account.email) throw new AppError("input.invalid");
    await countMail(ctx.account.email);
    await mailConfirmation(ctx.account.email, returnPath(parsedInput), parsedInput.locale);
    return { sentTo: ctx.account.email };
  });

/** Redeems the one-time link of a mail. Only this POST does it, not opening the page, because mail scanners open every link. */
export const confirmLinkAction = publicAction.inputSchema(schema.linkSchema).action(async ({ parsedInput }) => {
  const { type, locale } = parsedInput;
  await takeAttempt("signIn", await callerAddress());
  const client = await createSessionClient();
  const opened = await openMailLink(client, parsedInput);
  if (opened === "first_of_two") return { step: "otherAddress" as const };
  const { firstProof, mustChoosePassword } = opened;
  const next = pathOfReturn(parsedInput.next, env.NEXT_PUBLIC_SITE_URL);
  const onward = pageAfterLink({ type, mustChoosePassword, next, locale });
  const { data } = await client.auth.getUser();
  if (data.user) await recordAccess("link_used", { account: data.user.id });
  if (firstProof) await setFlash("email.verified");
  if (isSecondFactorDue((await loadSession(client)).state))
    return { step: "done" as const, path: secondFactorPath({ locale, next: onward, area: "traveller" }) };
  await openSession(client, { area: "traveller", next, locale });
  return { step: "done" as const, path: onward };
});

export const googleSignInAction = publicAction
  .inputSchema(schema.accountFormContextSchema)
  .action(async ({ parsedInput }) => {
    // Without Google sign-in the auth server would show the browser an error as JSON.
    if (!env.AUTH_GOOGLE_ENABLED || !(await authMethods()).google) throw new AppError("oauth.failed");
    const next = areaPath("traveller", parsedInput.next, parsedInput.locale);
    const redirectTo = siteUrl(`/api/auth/callback?next=${encodeURIComponent(next)}`);
    const client = await createSessionClient();
    const { data, error } = await client.auth.signInWithOAuth({
      provider: "google",
      options: { redirectTo, skipBrowserRedirect: true },
    });
    if (error || !data.url) throw new AppError("oauth.failed", { cause: error });
    const { pathname, search } = new URL(data.url);
    // Browsers cannot reach the port of the embedded backend; the site forwards its auth paths.
    return { url: env.SUPABASE_EMBEDDED ? siteUrl(pathname + search) : data.url };
  });

export const updatePasswordAction = userAction
  .inputSchema(schema.newPasswordSchema)
  .action(async ({ parsedInput, ctx }) => {
    const { password, others, next, locale } = parsedInput;
    await refuseListedPassword(schema.newPasswordSchema, password);
    const client = await createSessionClient();
    const outcome = await replacePassword(client, ctx.account, password);
    if ("error" in outcome) {
      const failure = newPasswordFailure(outcome.error);
      if ("code" in failure) throw new AppError(failure.code, { cause: outcome.error });
      returnValidationErrors(schema.newPasswordSchema, { password: { _errors: [failure.field] } });
    }
    if (others && !outcome.firstProof) await closeOtherSessions(client);
    await recordAccess("password_changed", { account: ctx.account.id });
    return { path: areaPath("traveller", next, locale), firstProof: outcome.firstProof };
  });

/** Signs this browser out and redirects to the home page; used by a plain form, so it works without JavaScript. */
export async function signOutAction(): Promise<void> {
  const client = await createSessionClient();
  const { data } = await client.auth.getUser();
  if (data.user) await recordAccess("sign_out", { account: data.user.id });
  await closeSession(client);
  redirect(localePath(await callerLocale(), "/home"));
}
