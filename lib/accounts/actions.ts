"use server";

import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { after } from "next/server";
import { returnValidationErrors } from "next-safe-action";
import { forgetAllDevices } from "../notifications/mutations";
import { listDevices } from "../notifications/queries";
import { publicAction, userAction } from "../platform/action";
import { callerAddress } from "../platform/caller";
import { env } from "../platform/env";
import { AppError } from "../platform/error";
import { DEFAULT_LOCALE, LANGUAGE_COOKIE, localePath, splitPath, type Locale } from "../platform/i18n/routing";
import { takeAttempt } from "../platform/rate-limit";
import { reportError } from "../platform/report";
import { createSessionClient } from "../platform/supabase/session";
import { closeOtherSessions, closeSession, leaveFlash, openMailLink, openSession, saveOwnProfile, totpFactorOf } from "./mutations";
import { getOwnProfile } from "./queries";
import { doorTarget, identify, isUnavailable, newPasswordFailure, pageAfterLink, pathOfReturn, signInFailure } from "./rules";
import * as schema from "./schema";
import { createAccount, logAccess, mailRecoveryLink, mailSignInLink, type AccessEvent } from "./service";

type Journey = { locale: Locale; next?: string };

/** Every answer about an address takes this long, so that the clock does not tell whether it has an account. */
const ANSWER_MS = 1000;

const answerTime = () => new Promise<void>((resolve) => void setTimeout(resolve, ANSWER_MS));

/** Writes into the access log once the answer is on its way. */
async function noteAccess(event: AccessEvent, who: { account?: string; email?: string }): Promise<void> {
  const visit = { address: await callerAddress(), device: (await headers()).get("user-agent") ?? "" };
  after(() => logAccess(event, who, visit));
}

function siteUrl(path: string): string {
  return new URL(path, env.NEXT_PUBLIC_SITE_URL).href;
}

function returnUrl({ next, locale }: Journey): string {
  return siteUrl(pathOfReturn(next, env.NEXT_PUBLIC_SITE_URL) ?? localePath(locale, "/painel"));
}

export const signInAction = publicAction.inputSchema(schema.signInSchema).action(async ({ parsedInput }) => {
  const { identifier, password, door, next, locale } = parsedInput;
  const who = identify(identifier);
  if (!who || ("phone" in who && !env.AUTH_PHONE_ENABLED)) throw new AppError("login.failed");
  await takeAttempt("signIn", await callerAddress());
  await takeAttempt("signInAddress", "email" in who ? who.email : who.phone);
  const client = await createSessionClient();
  const { data, error } = await client.auth.signInWithPassword({ ...who, password });
  if (error) await noteAccess("sign_in_failed", "email" in who ? who : {});
  if (error) throw new AppError(signInFailure(error));
  if (totpFactorOf(data.user)) return { step: "code" as const };
  const path = await openSession(client, { door, next, locale });
  await noteAccess("sign_in", { account: data.user.id });
  return { step: "done" as const, path };
});

export const verifyCodeAction = publicAction.inputSchema(schema.codeSchema).action(async ({ parsedInput }) => {
  const { code, door, next, locale } = parsedInput;
  const client = await createSessionClient();
  const { data } = await client.auth.getUser();
  const factorId = data.user && totpFactorOf(data.user);
  if (!factorId) throw new AppError("auth.required");
  await takeAttempt("signInAddress", data.user.id);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  if (error && isUnavailable(error)) throw new AppError("service.unavailable");
  if (error) await noteAccess("code_failed", { account: data.user.id });
  if (error) returnValidationErrors(schema.codeSchema, { code: { _errors: ["codeInvalid"] } });
  await noteAccess("sign_in", { account: data.user.id });
  return { path: await openSession(client, { door, next, locale }) };
});

/** Answers the same for a new and for a known address; both get a mail with a sign-in link. */
export const signUpAction = publicAction.inputSchema(schema.signUpSchema).action(async ({ parsedInput }) => {
  await takeAttempt("signUp", await callerAddress());
  const [made] = await Promise.all([createAccount(parsedInput), answerTime()]);
  if (made === "created") await noteAccess("sign_up", { email: parsedInput.email });
  after(async () => {
    try {
      await takeAttempt("mail", parsedInput.email);
      await mailSignInLink(parsedInput.email, returnUrl(parsedInput));
    } catch (error) {
      reportError("sign-up mail", error);
    }
  });
  return { created: true };
});

/** Waits the usual time for a mail; one that takes longer goes out after the answer. */
async function answerEvenly(mail: Promise<unknown>): Promise<void> {
  const pause = answerTime();
  after(() => mail.catch(() => undefined));
  await Promise.all([pause, Promise.race([mail, pause])]);
}

async function takeMail(email: string): Promise<void> {
  await takeAttempt("mail", await callerAddress());
  await takeAttempt("mail", email);
}

/** Mails a sign-in link; answers the same whether the address has an account or not. */
export const requestLinkAction = publicAction.inputSchema(schema.mailSchema).action(async ({ parsedInput }) => {
  const { email } = parsedInput;
  await takeMail(email);
  await answerEvenly(mailSignInLink(email, returnUrl(parsedInput)));
  return { sentTo: email };
});

/** Mails a link to choose a new password; answers the same whether the address has an account or not. */
export const requestRecoveryAction = publicAction.inputSchema(schema.mailSchema).action(async ({ parsedInput }) => {
  const { email, locale } = parsedInput;
  await takeMail(email);
  await answerEvenly(mailRecoveryLink(email, siteUrl(localePath(locale, "/update-password"))));
  return { sentTo: email };
});

export const resendConfirmationAction = userAction.inputSchema(schema.journeySchema).action(async ({ parsedInput, ctx }) => {
  await takeMail(ctx.account.email);
  const result = await mailSignInLink(ctx.account.email, returnUrl(parsedInput));
  if (result === "refused") throw new AppError("rate.limited");
  return { sentTo: ctx.account.email };
});

/** Uses up the link of a mail; only this, never opening the page, does it, for scanners open every link. */
export const confirmLinkAction = publicAction.inputSchema(schema.linkSchema).action(async ({ parsedInput }) => {
  const { type, locale } = parsedInput;
  await takeAttempt("signIn", await callerAddress());
  const client = await createSessionClient();
  const { firstProof, mustChoosePassword } = await openMailLink(client, parsedInput);
  const next = pathOfReturn(parsedInput.next, env.NEXT_PUBLIC_SITE_URL);
  await openSession(client, { door: "traveller", next, locale });
  const { data } = await client.auth.getUser();
  if (data.user) await noteAccess("link_used", { account: data.user.id });
  if (firstProof) await leaveFlash("email.verified");
  return { path: pageAfterLink({ type, mustChoosePassword, next, locale }) };
});

export const googleSignInAction = publicAction.inputSchema(schema.journeySchema).action(async ({ parsedInput }) => {
  if (!env.AUTH_GOOGLE_ENABLED) throw new AppError("oauth.failed");
  const next = doorTarget("traveller", parsedInput.next, parsedInput.locale);
  const redirectTo = siteUrl(`/api/auth/callback?next=${encodeURIComponent(next)}`);
  const client = await createSessionClient();
  const { data, error } = await client.auth.signInWithOAuth({ provider: "google", options: { redirectTo, skipBrowserRedirect: true } });
  if (error || !data.url) throw new AppError("oauth.failed", { cause: error });
  const { pathname, search } = new URL(data.url);
  // The embedded backend listens where browsers cannot reach it; the site forwards its auth paths.
  return { url: env.SUPABASE_EMBEDDED ? siteUrl(pathname + search) : data.url };
});

export const updatePasswordAction = userAction.inputSchema(schema.newPasswordSchema).action(async ({ parsedInput, ctx }) => {
  const { password, others, next, locale } = parsedInput;
  const client = await createSessionClient();
  const { error } = await client.auth.updateUser({ password });
  if (error) {
    const failure = newPasswordFailure(error);
    if ("code" in failure) throw new AppError(failure.code, { cause: error });
    returnValidationErrors(schema.newPasswordSchema, { password: { _errors: [failure.field] } });
  }
  if (others) await closeOtherSessions(client);
  await noteAccess("password_changed", { account: ctx.account.id });
  return { path: doorTarget("traveller", next, locale) };
});

export const saveProfileAction = userAction.inputSchema(schema.profileSchema).action(async ({ parsedInput, ctx }) => {
  const { username, fullName, phone, homeState } = parsedInput;
  const changes = { username, full_name: fullName || null, phone: phone || null, home_state: homeState };
  await saveOwnProfile(await createSessionClient(), ctx.account.id, changes);
  return { saved: true };
});

export const savePreferencesAction = userAction.inputSchema(schema.preferencesSchema).action(async ({ parsedInput, ctx }) => {
  const { language, theme, marketing } = parsedInput;
  await saveOwnProfile(await createSessionClient(), ctx.account.id, { locale: language, theme, marketing_opt_in: marketing });
  (await cookies()).set(LANGUAGE_COOKIE, language, { path: "/", maxAge: 365 * 24 * 60 * 60, sameSite: "lax" });
  return { language, theme };
});

/** Everything the portal keeps about the caller, as data. */
export const exportDataAction = userAction.action(async ({ ctx }) => {
  const { id, email, role } = ctx.account;
  const [profile, devices] = await Promise.all([getOwnProfile(await createSessionClient(), id), listDevices(id)]);
  return { account: { id, email, role }, profile, devices };
});

export const signOutEverywhereAction = userAction.inputSchema(schema.journeySchema).action(async ({ parsedInput, ctx }) => {
  const client = await createSessionClient();
  await forgetAllDevices(client, ctx.account.id);
  await closeOtherSessions(client);
  await closeSession(client);
  return { path: localePath(parsedInput.locale, "/home") };
});

/** Signs this browser out and leads home; the action of a plain form, so it needs no script. */
export async function signOutAction(): Promise<void> {
  const client = await createSessionClient();
  const { data } = await client.auth.getUser();
  if (data.user) await noteAccess("sign_out", { account: data.user.id });
  await closeSession(client);
  const referer = (await headers()).get("referer") ?? "";
  const locale = URL.canParse(referer) ? splitPath(new URL(referer).pathname).locale : DEFAULT_LOCALE;
  redirect(localePath(locale, "/home"));
}
