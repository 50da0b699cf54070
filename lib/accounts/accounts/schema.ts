import { z } from "zod";
import { DEFAULT_LOCALE } from "../../platform/i18n/routing";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { STATES, type StateAbbr } from "../../geo/states/rules";
import { defaultUsername, SIGN_IN_AREAS, identify, isCommonPassword, LINK_TYPES, mobileOf, phoneOf } from "./rules";
import { formOf, typed } from "../../platform/form";

/** Error codes of invalid input; their messages are in `accounts.validation`. */
export type ValidationCode =
  | "identifierMissing"
  | "identifierInvalid"
  | "emailMissing"
  | "emailInvalid"
  | "passwordMissing"
  | "passwordShort"
  | "passwordLong"
  | "passwordSame"
  | "passwordWeak"
  | "passwordMismatch"
  | "usernameMissing"
  | "phoneInvalid"
  | "mobileMissing"
  | "mobileInvalid"
  | "smsCodeInvalid"
  | "choiceInvalid"
  | "termsRequired"
  | "codeInvalid"
  | "recoveryInvalid"
  | "tooLong";

const wrong = (code: ValidationCode) => ({ error: code });

const text = (max: number) => typed().max(max, wrong("tooLong")).prefault("");
const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");
const email = text(254).pipe(
  z
    .string()
    .min(1, wrong("emailMissing"))
    .toLowerCase()
    .pipe(z.email(wrong("emailInvalid"))),
);
const username = text(60).transform(oneLine);
const fullName = text(120).transform(oneLine);
const abbreviations = STATES.map((state) => state.abbr) as [StateAbbr, ...StateAbbr[]];
const homeState = z
  .enum(["", ...abbreviations], wrong("choiceInvalid"))
  .prefault("")
  .transform((abbr) => abbr || null);

/** bcrypt ignores every byte after the 72nd, so a longer password would not be stronger. */
const newPassword = z
  .string()
  .min(1, wrong("passwordMissing"))
  .refine((value) => !value || value.length >= 8, wrong("passwordShort"))
  .refine((value) => new TextEncoder().encode(value).length <= 72, wrong("passwordLong"))
  .refine((value) => value.length < 8 || !isCommonPassword(value), wrong("passwordWeak"))
  .prefault("");

/** Locale of the form and path to redirect to; both come from the client and are validated again before a redirect. */
const formContext = {
  locale: z.enum(LOCALES).catch(DEFAULT_LOCALE),
  next: z.string().max(400).optional().catch(undefined),
};

function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\s]+/gu, " ").trim();
}

/** Requires an e-mail address or phone number and a password; otherwise adds the notice of the specification to the field errors. */
function needsBoth(identifier: "identifier" | "email" | "phone", notice: "login.missing" | "signup.missing") {
  const given = (values: unknown) => {
    const { [identifier]: who, password } = values as Record<string, unknown>;
    return who !== "" && password !== "";
  };
  return [given, { error: notice, when: ({ value }: { value: unknown }) => value instanceof Object }] as const;
}

export const signInSchema = formOf(
  z
    .object({
      identifier: text(254)
        .pipe(z.string().min(1, wrong("identifierMissing")))
        .refine((value) => !value || identify(value) !== null, wrong("identifierInvalid")),
      password: z.string().max(256, wrong("tooLong")).min(1, wrong("passwordMissing")).prefault(""),
      area: z.enum(SIGN_IN_AREAS).catch("traveller"),
      ...formContext,
    })
    .refine(...needsBoth("identifier", "login.missing")),
);

const newAccount = {
  password: newPassword,
  username,
  fullName,
  homeState,
  terms: z.literal("on", wrong("termsRequired")),
  marketing: ticked,
  ...formContext,
};

const signUp = z
  .object({ email, ...newAccount })
  .refine(...needsBoth("email", "signup.missing"))
  .transform((values) => ({ ...values, username: values.username || defaultUsername(values.email) }));

export type SignUp = z.output<typeof signUp>;

export const signUpSchema = formOf(signUp);

const phone = text(30)
  .pipe(z.string().min(1, wrong("mobileMissing")))
  .refine((value) => !value || mobileOf(value) !== null, wrong("mobileInvalid"))
  .transform((value) => mobileOf(value) ?? "");

/** The embedded backend sends ten digits; a hosted project configures its own length. */
const smsCode = text(20)
  .transform((value) => value.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6,10}$/, wrong("smsCodeInvalid")));

/** Sign-up form by phone, submitted twice: first to request the code, then with the code. */
function phoneSignUp<More extends z.ZodRawShape>(more: More) {
  return formOf(z.object({ phone, ...newAccount, ...more }).refine(...needsBoth("phone", "signup.missing")));
}

export const phoneSignUpSchema = phoneSignUp({});
export const phoneSignUpCodeSchema = phoneSignUp({ code: smsCode });

export type PhoneSignUp = z.output<typeof phoneSignUpSchema>;

export const phoneSchema = formOf(z.object({ phone, ...formContext }));
export const phonePasswordSchema = formOf(z.object({ phone, code: smsCode, password: newPassword, ...formContext }));

export const mailSchema = formOf(z.object({ email, ...formContext }));

export const accountFormContextSchema = formOf(z.object(formContext));

export const linkSchema = formOf(
  z.object({ tokenHash: z.string().regex(/^[\w-]{8,200}$/), type: z.enum(LINK_TYPES), ...formContext }),
);

export const newPasswordSchema = formOf(
  z
    .object({
      password: newPassword,
      repeat: z.string().max(256, wrong("tooLong")).prefault(""),
      others: ticked,
      ...formContext,
    })
    .refine((values) => values.password === values.repeat, { path: ["repeat"], ...wrong("passwordMismatch") }),
);

export const profileSchema = formOf(
  z.object({
    username: username.pipe(z.string().min(1, wrong("usernameMissing"))),
    fullName,
    phone: text(30).refine((value) => !value || phoneOf(value) !== null, wrong("phoneInvalid")),
    homeState,
  }),
);

const THEMES = ["dark", "light"] as const;

export const preferencesSchema = formOf(
  z.object({
    language: z.enum(LOCALES, wrong("choiceInvalid")),
    theme: z.enum(THEMES, wrong("choiceInvalid")),
    marketing: ticked,
  }),
);

export const sessionSchema = z.object({ session: z.uuid() });
