import { safeReturnPath } from "../../platform/return-path";
import { SELLER_ROLES, type Role } from "../../platform/auth/permissions";
import { AppError, type ErrorCode } from "../../platform/error";
import { localePath, splitPath, type Locale } from "../../platform/i18n/routing";
import { STAFF_ROLES } from "../../platform/supabase/database-constants/platform";

/** The three sign-in pages. */
export const SIGN_IN_AREAS = ["traveller", "admin", "seller"] as const;
export type SignInArea = (typeof SIGN_IN_AREAS)[number];

/** Link types that verify an e-mail address; an SMS code does not. */
export const LINK_TYPES = ["magiclink", "email", "signup", "recovery", "invite", "email_change"] as const;
export type LinkType = (typeof LINK_TYPES)[number];

/** Default username without an e-mail address (specification). */
export const DEFAULT_USERNAME = "Usuário";

/** Default username (specification): the part before the `@`. */
export function defaultUsername(email: string): string {
  return email.split("@")[0]!.slice(0, 60) || DEFAULT_USERNAME;
}

export type Identifier = { email: string } | { phone: string };

/** Converts a phone number to international form; without a country code it is Brazilian. */
export function phoneOf(typed: string): string | null {
  const value = typed.trim();
  if (!/^\+?[\d\s().-]+$/.test(value)) return null;
  const digits = value.replace(/^00/, "").replace(/\D/g, "");
  if (digits.length < 10 || digits.length > 15) return null;
  const hasCountry = /^(?:\+|00)/.test(value) || (digits.startsWith("55") && digits.length >= 12);
  return `+${hasCountry ? "" : "55"}${digits}`;
}

/** International form of a number that can receive SMS: any foreign number, but only mobile numbers of Brazil. */
export function mobileOf(typed: string): string | null {
  const phone = phoneOf(typed);
  return phone && (!phone.startsWith("+55") || /^\+55[1-9]{2}9\d{8}$/.test(phone)) ? phone : null;
}

/** Formats a Brazilian phone number, also an incomplete one; foreign numbers are returned unchanged. */
export function maskPhone(typed: string): string {
  const value = typed.replace(/^\s*\+55(?=\D*\d{10})/, "");
  if (/^\s*\+/.test(value)) return value;
  const digits = value.replace(/\D/g, "").slice(0, 11);
  const [area, number] = [digits.slice(0, 2), digits.slice(2)];
  const head = number.length > 8 ? 5 : 4;
  if (!number) return area && `(${area}`;
  return `(${area}) ${number.length > head ? `${number.slice(0, head)}-${number.slice(head)}` : number}`;
}

/** Parses an e-mail address or a phone number; null when the text is neither. */
export function identify(typed: string): Identifier | null {
  const value = typed.trim().toLowerCase();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return { email: value };
  const phone = phoneOf(value);
  return phone ? { phone } : null;
}

const AREA_HOME: Record<SignInArea, string> = { traveller: "/painel", admin: "/admin", seller: "/vendedor/dashboard" };
const AREA_ROLES: Record<SignInArea, readonly Role[] | null> = {
  traveller: null,
  admin: STAFF_ROLES,
  seller: SELLER_ROLES,
};

/** Redirect target of a sign-in page for a user who is already signed in; the guard of the target page checks access. */
export function areaPath(area: SignInArea, next: string | undefined, locale: Locale): string {
  return safeReturnPath(next, localePath(locale, AREA_HOME[area]));
}

export type Landing = { path: string; denied: boolean };

/** Page after signing in on one of the sign-in pages (specification, section 6). */
export function landingOf(visit: { area: SignInArea; role: Role; next: string | undefined; locale: Locale }): Landing {
  const { area, role, next, locale } = visit;
  const allowed = AREA_ROLES[area];
  const home = role === "vendedor" ? "/vendedor/dashboard" : null;
  if (allowed && !allowed.includes(role)) return { path: localePath(locale, home ?? "/home"), denied: true };
  return { path: safeReturnPath(next, localePath(locale, home ?? AREA_HOME[area])), denied: false };
}

/** Path of the `next` parameter in a mail, which may be an absolute URL of this site; undefined for the root page. */
export function pathOfReturn(value: string | undefined, siteUrl: string): string | undefined {
  if (!value) return undefined;
  const { origin } = new URL(siteUrl);
  const path = value.startsWith(`${origin}/`) ? value.slice(origin.length) : value;
  const safe = safeReturnPath(path, "");
  return safe && splitPath(safe).path !== "/" ? safe : undefined;
}

/** Adds the `next` parameter to a path. */
export function withNext(path: string, next: string | undefined): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}

/** Page that asks for the second factor of a session opened by a mailed link, by an OAuth provider or before a factor was required. */
export function secondFactorPath({
  locale,
  next,
  area,
}: {
  locale: Locale;
  next: string | undefined;
  area: SignInArea;
}): string {
  return localePath(locale, `/auth/second-factor?${new URLSearchParams({ area, ...(next && { next }) })}`);
}

/** Value of a query parameter; undefined when it is missing, empty or repeated. */
export function single(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export type LinkOpening = { type: LinkType; mustChoosePassword: boolean; next: string | undefined; locale: Locale };

/** Page after a mailed link was opened; a recovery link and an unverified account both require a new password. */
export function pageAfterLink({ type, mustChoosePassword, next, locale }: LinkOpening): string {
  const choose = localePath(locale, "/update-password");
  const onward = next && splitPath(next).path !== "/update-password" ? next : undefined;
  if (type !== "recovery" && !mustChoosePassword) return onward ?? localePath(locale, "/painel");
  return withNext(choose, onward);
}

export type Strength = "short" | "weak" | "fair" | "strong";

/** Strength shown while typing, not a validation rule: length counts more than character classes. */
export function passwordStrength(password: string): Strength {
  if (password.length < 8) return "short";
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password.toLowerCase()).size;
  if (distinct < 5) return "weak";
  const score = (password.length >= 12 ? 1 : 0) + (password.length >= 16 ? 1 : 0) + (kinds >= 3 ? 1 : 0);
  return score >= 2 ? "strong" : score === 1 ? "fair" : "weak";
}

export type AuthFailure = { name?: string; message?: string; status?: number; code?: string };

export function isUnavailable({ name, status }: AuthFailure): boolean {
  return name === "AuthRetryableFetchError" || (status !== undefined && (status === 0 || status >= 500));
}

/** Error code of a failed sign-in; blocked and unknown accounts get the same code as a wrong password. */
export function signInFailure(error: AuthFailure): ErrorCode {
  if (isUnavailable(error)) return "service.unavailable";
  if (error.status === 429) return "rate.limited";
  if (error.code === "email_not_confirmed" || error.message === "Email not confirmed") return "login.emailNotConfirmed";
  return "login.failed";
}

/** Why a new password was refused: a field error, or an error code for the notice. */
export function newPasswordFailure(
  error: AuthFailure,
): { field: "passwordSame" | "passwordWeak" } | { code: ErrorCode } {
  if (isUnavailable(error)) return { code: "service.unavailable" };
  if (error.code === "same_password") return { field: "passwordSame" };
  if (error.code === "weak_password") return { field: "passwordWeak" };
  if (error.code === "reauthentication_needed") return { code: "auth.proofRequired" };
  return {
    code:
      error.name === "AuthSessionMissingError" || error.code === "insufficient_aal" ? "auth.required" : "unexpected",
  };
}

export function isTaken({ code, message = "" }: AuthFailure): boolean {
  return code === "email_exists" || code === "user_already_exists" || /already (?:been )?registered/i.test(message);
}

/** The reason of the auth server for a refused sign-up, to show it (specification, section 8); null for any other failure. */
export function signUpRefusal(error: unknown): string | null {
  if (!(error instanceof AppError) || error.code !== "signup.failed") return null;
  const { status = 0, message } = (error.cause ?? {}) as AuthFailure;
  return status >= 400 && status < 500 && message ? message.slice(0, 300) : null;
}

/**
 * Why the auth server sent no mail or text message. `address`: for a reason that depends on the address alone, so that
 * showing it would reveal which addresses have an account. `caller`: too many requests of the visitor. `project`: the
 * quota of the whole project is used up, or it has no mail server of its own.
 */
export function deliveryFailure({ status, code, message = "" }: AuthFailure): "address" | "caller" | "project" | null {
  if (code === "over_request_rate_limit") return "caller";
  // The code is the same for a second mail to one address within a minute and for the quota of the project.
  if (status === 429) return /only request this after/i.test(message) ? "address" : "project";
  if (code === "email_address_not_authorized") return "project";
  const isAddress =
    code === "otp_disabled" || code === "user_not_found" || /not allowed for otp|not found/i.test(message);
  return isAddress ? "address" : null;
}

/** The parameters of the OAuth callback when the auth server opened no session. */
export type OAuthRefusal = { error: string | null; code: string | null; description: string | null };

/**
 * What to show after a refused sign-in through an OAuth provider. The trigger `guard_identity` refuses the identity of
 * an account whose address is not verified; the auth server then names only the statement that failed.
 */
export function oauthRefusal({ error, code, description }: OAuthRefusal): "notLinked" | "denied" | "failed" {
  if (error === "server_error" && description === "Error creating identity") return "notLinked";
  // With a code, the auth server refused the account; without one, the visitor refused at the provider.
  return error === "access_denied" && !code ? "denied" : "failed";
}

export type Identity = { provider: string; email: string; emailVerified: boolean; createdAt: string };

type ProviderSignIn = {
  provider: string;
  accountEmail: string;
  accountCreatedAt: string;
  verifiedAt: string | null;
  identities: readonly Identity[];
};

const SAME_MOMENT_MS = 5 * 60 * 1000;

/**
 * Decides what a sign-in through an OAuth provider may do. `refuse`: the account existed before and its address was
 * never verified, so somebody else may have created it to take over the owner's sign-in. `verify`: only the provider
 * has verified the address.
 */
export function decideIdentity(signIn: ProviderSignIn): "welcome" | "verify" | "refuse" {
  if (signIn.verifiedAt) return "welcome";
  const own = signIn.identities.find((identity) => identity.provider === signIn.provider);
  if (!own || signIn.identities.length > 1) return "refuse";
  const age = Date.parse(own.createdAt) - Date.parse(signIn.accountCreatedAt);
  if (!(Math.abs(age) <= SAME_MOMENT_MS)) return "refuse";
  return own.emailVerified && own.email.toLowerCase() === signIn.accountEmail.toLowerCase() ? "verify" : "welcome";
}

/** The most frequent words of published password lists, in the languages of the portal. */
const COMMON_WORDS = new Set(
  `password passwort senha senhas minhasenha contrasena qwerty qwertyui qwertyuiop qwe asd zxc asdf asdfgh asdfghjkl zxcvbnm qazwsx qazwsxedc
  admin administrador administrator welcome bemvindo letmein mudar mudarsenha trocar teste test abc abcd abcde abcdefg abcdefgh login user usuario master
  brasil brazil flamengo corinthians palmeiras saopaulo santos vasco gremio internacional cruzeiro botafogo fluminense futebol football baseball
  iloveyou teamo euteamo amor amorzinho meuamor deus jesus jesuscristo familia princesa princess gabriel maria joao sunshine dragon monkey shadow
  superman batman pokemon michael jordan computer internet samsung google facebook lacambeche carroantigo`.split(/\s+/),
);
const COMMON_MIXES = new Set(
  "1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc zaq12wsx q1w2e3r4 q1w2e3r4t5 a1b2c3d4 a1b2c3d4e5 1a2b3c4d".split(" "),
);
const DIGIT_ROWS = "01234567890123456789 98765432109876543210 147258369 159753456 789456123 321654987";
const LETTER_FOR = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "@": "a", $: "s" } as const;

/**
 * Whether a password is easy to guess: few distinct characters, keyboard or digit sequences, or a common word with
 * digits around it.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (new Set(plain).size < 4 || COMMON_MIXES.has(plain)) return true;
  if (/^\d+$/.test(plain))
    return (
      DIGIT_ROWS.includes(plain) ||
      /^(?:19|20)?\d{2}(?:0[1-9]|1[0-2])\d{2}$/.test(plain) ||
      /^(\d{2,5})\1+$/.test(plain)
    );
  const word = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const spelled = plain.replace(/[01345@$]/g, (sign) => LETTER_FOR[sign as keyof typeof LETTER_FOR] ?? sign);
  return [plain, word(plain), spelled, word(spelled)].some((text) => COMMON_WORDS.has(text));
}
