import { describe, expect, it } from "vitest";
import { AppError } from "../../platform/error";
import {
  decideIdentity,
  defaultUsername,
  areaPath,
  identify,
  deliveryFailure,
  isTaken,
  landingOf,
  maskPhone,
  mobileOf,
  oauthRefusal,
  newPasswordFailure,
  pageAfterLink,
  passwordStrength,
  pathOfReturn,
  signInFailure,
  signUpRefusal,
  type AuthFailure,
  isCommonPassword,
} from "./rules";

const SITE = "http://localhost:3000";
const SECOND_MAIL = "For security purposes, you can only request this after 41 seconds.";
const OFFSITE = [
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "/a b",
  "/api/session",
  "/login",
  "painel",
];

describe("defaultUsername", () => {
  it.each([
    ["maria@exemplo.com", "maria"],
    [`${"m".repeat(64)}@exemplo.com`, "m".repeat(60)],
    ["@exemplo.com", "Usuário"],
  ])("%s → %s", (email, username) => expect(defaultUsername(email)).toBe(username));
});

describe("identify", () => {
  it.each([
    [" Maria@Exemplo.com ", { email: "maria@exemplo.com" }],
    ["(48) 99999-0000", { phone: "+5548999990000" }],
    ["+55 48 99999-0000", { phone: "+5548999990000" }],
    ["55 48 99999-0000", { phone: "+5548999990000" }],
    ["(55) 99999-0000", { phone: "+5555999990000" }],
    ["+1 415 555 0100", { phone: "+14155550100" }],
    ["maria", null],
    ["12345", null],
    ["a@b", null],
    ["", null],
  ])("%s", (typed, identifier) => expect(identify(typed)).toEqual(identifier));
});

describe("mobileOf", () => {
  it.each([
    ["(48) 99999-0000", "+5548999990000"],
    ["+55 (48) 99999-0000", "+5548999990000"],
    ["+1 415 555 0100", "+14155550100"],
    ["(48) 3333-0000", null],
    ["(40) 99999-0000", null],
    ["99999-0000", null],
    ["maria@exemplo.com", null],
  ])("%s → %s", (typed, phone) => expect(mobileOf(typed)).toBe(phone));
});

describe("maskPhone", () => {
  it.each([
    ["", ""],
    ["4", "(4"],
    ["48", "(48"],
    ["489", "(48) 9"],
    ["(48) 99999", "(48) 9999-9"],
    ["4833330000", "(48) 3333-0000"],
    ["48999990000", "(48) 99999-0000"],
    ["489999900001", "(48) 99999-0000"],
    ["+5548999990000", "(48) 99999-0000"],
    ["+55 48", "+55 48"],
    ["+1 415 555 0100", "+1 415 555 0100"],
  ])("%s → %s", (typed, shown) => expect(maskPhone(typed)).toBe(shown));

  it("removes one digit for each deleted character", () => {
    const lengths = [];
    for (let shown = "(48) 99999-0000"; shown; shown = maskPhone(shown.slice(0, -1)))
      lengths.push(shown.replace(/\D/g, "").length);
    expect(lengths).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });
});

describe("landingOf", () => {
  it.each([
    ["traveller", "user", undefined, "/painel", false],
    ["traveller", "user", "/sc/diario-de-bordo?mes=3", "/sc/diario-de-bordo?mes=3", false],
    ["traveller", "editor", undefined, "/painel", false],
    ["traveller", "vendedor", undefined, "/vendedor/dashboard", false],
    ["traveller", "vendedor", "/painel", "/painel", false],
    ["admin", "editor", undefined, "/admin", false],
    ["admin", "superadministrador", "/admin/users", "/admin/users", false],
    ["admin", "user", "/admin/users", "/home", true],
    ["admin", "vendedor", undefined, "/vendedor/dashboard", true],
    ["seller", "vendedor", undefined, "/vendedor/dashboard", false],
    ["seller", "admin", undefined, "/vendedor/dashboard", false],
    ["seller", "editor", undefined, "/home", true],
    ["seller", "user", "/vendedor/nova-venda", "/home", true],
  ] as const)("%s sign-in page, %s, next %s → %s", (area, role, next, path, denied) => {
    expect(landingOf({ area, role, next, locale: "pt-BR" })).toEqual({ path, denied });
  });

  it("keeps the language of the page", () => {
    expect(landingOf({ area: "admin", role: "user", next: undefined, locale: "es-419" }).path).toBe("/espanol/home");
    expect(areaPath("seller", undefined, "en-US")).toBe("/english/vendedor/dashboard");
  });

  it.each(OFFSITE)("ignores %s as a return path", (next) => {
    expect(landingOf({ area: "traveller", role: "user", next, locale: "pt-BR" }).path).toBe("/painel");
    expect(areaPath("admin", next, "pt-BR")).toBe("/admin");
  });
});

describe("pathOfReturn", () => {
  it.each([
    [`${SITE}/espanol/painel`, "/espanol/painel"],
    ["/sc/home", "/sc/home"],
    [SITE, undefined],
    [`${SITE}/`, undefined],
    [`${SITE}.evil.example/x`, undefined],
    [undefined, undefined],
    ...OFFSITE.map((next) => [next, undefined]),
  ] as [string | undefined, string | undefined][])("%s → %s", (value, path) =>
    expect(pathOfReturn(value, SITE)).toBe(path),
  );
});

describe("pageAfterLink", () => {
  it.each([
    ["magiclink", false, undefined, "/painel"],
    ["magiclink", false, "/sc/home", "/sc/home"],
    ["magiclink", true, undefined, "/update-password"],
    ["magiclink", true, "/sc/home", "/update-password?next=%2Fsc%2Fhome"],
    ["recovery", false, "/update-password", "/update-password"],
    ["recovery", false, "/espanol/update-password", "/update-password"],
  ] as const)("%s, new password %s, next %s → %s", (type, mustChoosePassword, next, page) => {
    expect(pageAfterLink({ type, mustChoosePassword, next, locale: "pt-BR" })).toBe(page);
  });
});

describe("passwordStrength", () => {
  it.each([
    ["fusca", "short"],
    ["aaaaaaaaaaaaaaaaaaaa", "weak"],
    ["fusca1969", "weak"],
    ["Fusca-1969", "fair"],
    ["meu fusca azul", "fair"],
    ["meu fusca azul de 1969", "strong"],
  ])("%s is %s", (password, strength) => expect(passwordStrength(password)).toBe(strength));
});

describe("error codes for the browser", () => {
  it.each([
    [{ name: "AuthRetryableFetchError", status: 0, message: "fetch failed" }, "service.unavailable"],
    [{ name: "AuthApiError", status: 503 }, "service.unavailable"],
    [{ name: "AuthApiError", status: 429 }, "rate.limited"],
    [{ name: "AuthApiError", status: 400, message: "Email not confirmed" }, "login.emailNotConfirmed"],
    [{ name: "AuthApiError", status: 400, code: "email_not_confirmed" }, "login.emailNotConfirmed"],
    [
      { name: "AuthApiError", status: 400, code: "invalid_credentials", message: "Invalid login credentials" },
      "login.failed",
    ],
    [{ name: "AuthApiError", status: 400, code: "user_banned", message: "User is banned" }, "login.failed"],
  ] as [AuthFailure, string][])("%o → %s", (error, code) => expect(signInFailure(error)).toBe(code));

  it.each([
    [{ status: 422, code: "same_password" }, { field: "passwordSame" }],
    [{ status: 422, code: "weak_password" }, { field: "passwordWeak" }],
    [{ status: 400, name: "AuthSessionMissingError" }, { code: "auth.required" }],
    [{ status: 500 }, { code: "service.unavailable" }],
    [{ status: 400 }, { code: "unexpected" }],
  ] as [AuthFailure, object][])("rejected password %o", (error, failure) =>
    expect(newPasswordFailure(error)).toEqual(failure),
  );

  it("distinguishes a taken address from other errors", () => {
    expect(isTaken({ status: 422, code: "email_exists" })).toBe(true);
    expect(isTaken({ status: 422, message: "A user with this email address has already been registered" })).toBe(true);
    expect(isTaken({ status: 422, code: "weak_password", message: "Password is weak" })).toBe(false);
  });

  it.each([
    [{ status: 422, code: "otp_disabled", message: "Signups not allowed for otp" }, "address"],
    [{ status: 429, code: "over_email_send_rate_limit", message: SECOND_MAIL }, "address"],
    [{ status: 429, code: "over_email_send_rate_limit", message: "email rate limit exceeded" }, "project"],
    [{ status: 429, code: "over_sms_send_rate_limit", message: "SMS rate limit exceeded" }, "project"],
    [{ status: 400, code: "email_address_not_authorized", message: "Email address not authorized" }, "project"],
    [{ status: 429, code: "over_request_rate_limit", message: "Request rate limit reached" }, "caller"],
    [{ status: 500, message: "Error sending magic link email" }, null],
  ] as const)("a mail that was not sent: %o → %s", (error, expected) => expect(deliveryFailure(error)).toBe(expected));
});

describe("a refused sign-in through a provider", () => {
  const notLinked = "Error creating identity";
  it.each([
    ["an account whose address is not verified", "server_error", "unexpected_failure", notLinked, "notLinked"],
    ["another failure of the server", "server_error", "unexpected_failure", "Error updating user", "failed"],
    ["a visitor who refused at the provider", "access_denied", null, "The user denied access", "denied"],
    ["a banned account", "access_denied", "user_banned", "User is banned", "failed"],
    ["an answer without parameters", null, null, null, "failed"],
  ] as const)("shows the reason for %s", (_, error, code, description, shown) =>
    expect(oauthRefusal({ error, code, description })).toBe(shown),
  );
});

describe("decideIdentity", () => {
  const created = "2026-01-01T12:00:00Z";
  const google = { provider: "google", email: "maria@exemplo.com", emailVerified: true, createdAt: created };
  const mail = { ...google, provider: "email" };
  const base = {
    provider: "google",
    accountEmail: "Maria@exemplo.com",
    accountCreatedAt: created,
    verifiedAt: null,
    identities: [google],
  };

  it.each([
    ["a new account with an address verified by Google is verified", {}, "verify"],
    [
      "a new account with an address not verified by Google stays unverified",
      { identities: [{ ...google, emailVerified: false }] },
      "welcome",
    ],
    [
      "another address at Google verifies nothing",
      { identities: [{ ...google, email: "outra@exemplo.com" }] },
      "welcome",
    ],
    ["an account with an unverified password is refused", { identities: [mail, google] }, "refuse"],
    ["an older account with a Google identity only is refused", { accountCreatedAt: "2025-12-31T12:00:00Z" }, "refuse"],
    ["an account without a readable age is refused", { accountCreatedAt: "" }, "refuse"],
    ["an account without the provider's identity is refused", { identities: [mail] }, "refuse"],
    [
      "a verified address is accepted with every identity",
      { identities: [mail, google], verifiedAt: created },
      "welcome",
    ],
  ] as const)("%s", (_, changes, decision) => {
    expect(decideIdentity({ ...base, ...changes })).toBe(decision);
  });
});

describe("isCommonPassword", () => {
  it.each([
    "12345678",
    "987654321",
    "11111111",
    "password",
    "Password1",
    "p@ssw0rd",
    "senha123",
    "SENHA@2024",
    "qwerty123",
    "1q2w3e4r",
    "flamengo10",
    "abcd1234",
    "123mudar",
    "aaaabbbb",
    "19850412",
    "12341234",
  ])("%s is common", (password) => expect(isCommonPassword(password)).toBe(true));

  it.each(["fusca1969 azul", "serra do rio 390", "opala-6cc-1974", "tr0pe1ro", "83920164"])(
    "%s is not common",
    (password) => expect(isCommonPassword(password)).toBe(false),
  );
});

describe("the message of the auth server about a refused sign-up", () => {
  const failed = (cause: AuthFailure, code: "signup.failed" | "service.unavailable" = "signup.failed") =>
    new AppError(code, { cause });

  it("is shown when the server refused what was sent", () => {
    const message = "Unable to validate email address: invalid format";
    expect(signUpRefusal(failed({ status: 400, code: "validation_failed", message }))).toBe(message);
  });

  it.each([
    ["a failure of the server", failed({ status: 500, message: "Database error saving new user" })],
    ["a server that does not answer", failed({ status: 0, message: "fetch failed" }, "service.unavailable")],
    ["a failure of the database", failed({ message: "duplicate key", code: "23505" })],
    ["another error", new Error("secret")],
  ])("is not shown for %s", (_name, error) => expect(signUpRefusal(error)).toBeNull());
});
