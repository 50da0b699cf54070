import { describe, expect, it } from "vitest";
import type { z } from "zod";
import {
  linkSchema,
  newPasswordSchema,
  phonePasswordSchema,
  phoneSignUpCodeSchema,
  phoneSignUpSchema,
  profileSchema,
  signInSchema,
  signUpSchema,
  preferencesSchema,
} from "./schema";

function formData(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** Error codes by field; form-level codes have the key `form`. */
function codes(schema: z.ZodType, fields: Record<string, string>): Record<string, string> {
  const issues = schema.safeParse(formData(fields)).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join(".") || "form", issue.message]));
}

const person = { email: "Maria@Exemplo.com.br ", password: "fusca1969", terms: "on", locale: "pt-BR" };

it.each([null, undefined, 7, "x", []])("%j is rejected without an exception", (value) => {
  for (const schema of [signInSchema, signUpSchema, phoneSignUpSchema])
    expect(schema.safeParse(value).success).toBe(false);
});

describe("signUpSchema", () => {
  it("normalises the address and derives the username from it", () => {
    const account = signUpSchema.parse(formData(person));
    expect(account).toMatchObject({
      email: "maria@exemplo.com.br",
      username: "maria",
      marketing: false,
      homeState: null,
    });
  });

  it("keeps an entered username, on one line", () => {
    expect(signUpSchema.parse(formData({ ...person, username: " Maria\n do  Fusca " })).username).toBe(
      "Maria do Fusca",
    );
  });

  it("ignores role, permissions and verification in the form", () => {
    const forged = {
      ...person,
      role: "superadministrador",
      permissions: "users",
      email_verified_at: "2020-01-01",
      blocked_at: "",
    };
    const account = signUpSchema.parse(formData(forged));
    const own = ["email", "fullName", "homeState", "locale", "marketing", "password", "terms", "username"];
    expect(Object.keys(account).sort()).toEqual(own);
  });

  it.each([
    [
      "nothing",
      {},
      { email: "emailMissing", password: "passwordMissing", terms: "termsRequired", form: "signup.missing" },
    ],
    ["no password", { ...person, password: "" }, { password: "passwordMissing", form: "signup.missing" }],
    ["no address", { ...person, email: " " }, { email: "emailMissing", form: "signup.missing" }],
    ["a broken address", { ...person, email: "maria@" }, { email: "emailInvalid" }],
    ["a common password", { ...person, password: "Senha123" }, { password: "passwordWeak" }],
    ["7 characters", { ...person, password: "1234567" }, { password: "passwordShort" }],
    ["73 bytes", { ...person, password: "abcdefgh1".repeat(8) + "x" }, { password: "passwordLong" }],
    ["37 letters of two bytes", { ...person, password: "éãõç".repeat(9) + "é" }, { password: "passwordLong" }],
    ["36 letters of two bytes", { ...person, password: "éãõç".repeat(9) }, {}],
    ["no consent", { ...person, terms: "" }, { terms: "termsRequired" }],
    ["a username of 61 characters", { ...person, username: "u".repeat(61) }, { username: "tooLong" }],
    ["a full name of 121 characters", { ...person, fullName: "n".repeat(121) }, { fullName: "tooLong" }],
    ["a state that does not exist", { ...person, homeState: "XX" }, { homeState: "choiceInvalid" }],
    ["everything", { ...person, homeState: "SC", marketing: "on", fullName: "Maria" }, {}],
  ])("%s", (_, fields, expected) => {
    expect(codes(signUpSchema, fields as Record<string, string>)).toEqual(expected);
  });
});

describe("phoneSignUpSchema", () => {
  const driver = { phone: " (48) 99999-0000", password: "fusca1969", terms: "on", locale: "pt-BR" };

  it("converts the number to international form and ignores a role", () => {
    const account = phoneSignUpSchema.parse(formData({ ...driver, role: "admin", email: "a@b.com" }));
    expect(account).toMatchObject({ phone: "+5548999990000", username: "" });
    expect(Object.keys(account).sort()).toEqual([
      "fullName",
      "homeState",
      "locale",
      "marketing",
      "password",
      "phone",
      "terms",
      "username",
    ]);
  });

  it.each([
    [
      "nothing",
      {},
      { phone: "mobileMissing", password: "passwordMissing", terms: "termsRequired", form: "signup.missing" },
    ],
    ["no number", { ...driver, phone: " " }, { phone: "mobileMissing", form: "signup.missing" }],
    ["a landline", { ...driver, phone: "(48) 3333-0000" }, { phone: "mobileInvalid" }],
    ["an address", { ...driver, phone: "a@b.com" }, { phone: "mobileInvalid" }],
    ["no consent", { ...driver, terms: "" }, { terms: "termsRequired" }],
    ["everything", { ...driver, homeState: "SC", marketing: "on" }, {}],
  ])("%s", (_, fields, expected) => {
    expect(codes(phoneSignUpSchema, fields as Record<string, string>)).toEqual(expected);
  });

  it.each([
    ["no code", phoneSignUpCodeSchema, driver, { code: "smsCodeInvalid" }],
    ["a short code", phoneSignUpCodeSchema, { ...driver, code: "12345" }, { code: "smsCodeInvalid" }],
    ["a spaced code", phoneSignUpCodeSchema, { ...driver, code: "12345 67890" }, {}],
    [
      "a short new password",
      phonePasswordSchema,
      { phone: driver.phone, code: "123456", password: "1234567" },
      { password: "passwordShort" },
    ],
  ])("%s in the second step", (_, schema, fields, expected) => {
    expect(codes(schema, fields as Record<string, string>)).toEqual(expected);
  });
});

describe("signInSchema", () => {
  it.each([
    ["both", { identifier: "a@b.com", password: "x" }, {}],
    ["a phone number", { identifier: "(48) 99999-0000", password: "x" }, {}],
    ["neither", {}, { identifier: "identifierMissing", password: "passwordMissing", form: "login.missing" }],
    ["no password", { identifier: "a@b.com" }, { password: "passwordMissing", form: "login.missing" }],
    ["no address", { password: "x" }, { identifier: "identifierMissing", form: "login.missing" }],
    [
      "neither an address nor a phone number",
      { identifier: "maria", password: "x" },
      { identifier: "identifierInvalid" },
    ],
  ])("%s", (_, fields, expected) => {
    expect(codes(signInSchema, fields as Record<string, string>)).toEqual(expected);
  });

  it("falls back to the traveller's sign-in page and Portuguese when the hidden fields are tampered with", () => {
    const parsed = signInSchema.parse(
      formData({ identifier: "a@b.com", password: "x", area: "root", locale: "xx", next: "n".repeat(500) }),
    );
    expect(parsed).toMatchObject({ area: "traveller", locale: "pt-BR", next: undefined });
  });
});

describe("the smaller forms", () => {
  it.each([
    [
      "different passwords",
      newPasswordSchema,
      { password: "fusca1969", repeat: "fusca1970" },
      { repeat: "passwordMismatch" },
    ],
    ["equal passwords", newPasswordSchema, { password: "fusca1969", repeat: "fusca1969" }, {}],
    ["an empty profile name", profileSchema, { username: "  " }, { username: "usernameMissing" }],
    ["an address as phone", profileSchema, { username: "m", phone: "a@b.com" }, { phone: "phoneInvalid" }],
    ["a phone of letters", profileSchema, { username: "m", phone: "abc" }, { phone: "phoneInvalid" }],
    ["a phone with a mask", profileSchema, { username: "m", phone: "+55 (48) 99999-0000" }, {}],
    ["an unknown theme", preferencesSchema, { language: "pt-BR", theme: "pink" }, { theme: "choiceInvalid" }],
  ] as [string, z.ZodType, Record<string, string>, Record<string, string>][])("%s", (_, schema, fields, expected) => {
    expect(codes(schema, fields)).toEqual(expected);
  });

  it.each([
    ["a link of a mail", { tokenHash: "pkce_0123456789abcdef", type: "magiclink" }, true],
    ["a code of a phone", { tokenHash: "0123456789abcdef", type: "sms" }, false],
    ["a token with markup", { tokenHash: "<script>0123", type: "email" }, false],
  ])("%s", (_, fields, valid) => {
    expect(linkSchema.safeParse(formData(fields)).success).toBe(valid);
  });
});
