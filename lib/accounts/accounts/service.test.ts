import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  changePhonePassword,
  finishPhoneSignUp,
  isListedPassword,
  listFactors,
  mailRecoveryLink,
  mailSignInLink,
  provePhone,
  removeFactors,
  sendPhoneCode,
} from "./service";

vi.mock("../../platform/caller", () => ({ callerAddress: async () => "192.0.2.1" }));

const ACCOUNT = randomUUID();
type StoredFactor = {
  id: string;
  friendly_name: string;
  factor_type: string;
  status: string;
  created_at: string;
  updated_at: string;
};

const factorOf = (factor_type: string, status = "verified"): StoredFactor => {
  const at = "2026-01-02T03:04:05.678901Z";
  return { id: randomUUID(), friendly_name: "Celular", factor_type, status, created_at: at, updated_at: at };
};

const refusal = (status: number, error_code: string) =>
  Response.json({ code: status, error_code, msg: error_code }, { status });

/** Mock of an auth server's admin endpoints for one account, with the responses of GoTrue; `broken` replaces a response. */
function startDouble(factors: StoredFactor[], broken?: (method: string) => Response | undefined) {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init: RequestInit = {}) => {
    const { method = "GET" } = init;
    const { pathname } = new URL(input);
    calls.push(`${method} ${pathname}`);
    if (new Headers(init.headers).get("authorization") !== "Bearer sb_secret_of_the_tests")
      return refusal(403, "not_admin");
    const instead = broken?.(method);
    if (instead) return instead;
    const [, id, factorId] =
      /^\/auth\/v1\/admin\/users\/([0-9a-f-]+)\/factors(?:\/([0-9a-f-]+))?$/.exec(pathname) ?? [];
    if (id !== ACCOUNT) return refusal(404, "user_not_found");
    if (method === "GET" && !factorId) return Response.json(factors);
    const place = factors.findIndex((factor) => factor.id === factorId);
    if (place < 0) return refusal(404, "mfa_factor_not_found");
    return Response.json(factors.splice(place, 1)[0]);
  });
  return calls;
}

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

describe("listFactors", () => {
  it("returns kind, date and verification, but not the names", async () => {
    const [app, phone] = [factorOf("totp"), factorOf("phone", "unverified")];
    startDouble([app, phone]);
    expect(await listFactors(ACCOUNT)).toEqual([
      { id: app.id, kind: "totp", isVerified: true, since: app.created_at },
      { id: phone.id, kind: "phone", isVerified: false, since: phone.created_at },
    ]);
  });

  it.each([
    ["has no such endpoint", () => refusal(404, "not_found"), 0],
    ["returns an HTML page", () => new Response("<html></html>", { status: 404 }), 1],
    ["returns no list", () => Response.json(null), 0],
    ["is broken", () => refusal(500, "unexpected_failure"), 1],
    ["rejects the key", () => refusal(403, "not_admin"), 1],
  ])("is null when the server %s", async (_, broken, reported) => {
    startDouble([factorOf("totp")], broken);
    expect(await listFactors(ACCOUNT)).toBeNull();
    expect(console.error).toHaveBeenCalledTimes(reported);
  });

  it("is null when the server is unreachable", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("fetch failed")));
    expect(await listFactors(ACCOUNT)).toBeNull();
  });
});

describe("removeFactors", () => {
  it("removes every factor, also unverified ones", async () => {
    const factors = [factorOf("totp"), factorOf("webauthn", "unverified")];
    const ids = factors.map(({ id }) => id);
    const calls = startDouble(factors);
    await removeFactors(ACCOUNT);
    expect(factors).toEqual([]);
    expect(calls).toEqual([
      `GET /auth/v1/admin/users/${ACCOUNT}/factors`,
      ...ids.map((id) => `DELETE /auth/v1/admin/users/${ACCOUNT}/factors/${id}`),
    ]);
  });

  it("ignores a factor that was already removed", async () => {
    startDouble([factorOf("totp")], (method) =>
      method === "DELETE" ? refusal(404, "mfa_factor_not_found") : undefined,
    );
    await expect(removeFactors(ACCOUNT)).resolves.toBeUndefined();
  });

  it("throws when the server does not remove a factor", async () => {
    startDouble([factorOf("totp")], (method) => (method === "DELETE" ? refusal(500, "unexpected_failure") : undefined));
    await expect(removeFactors(ACCOUNT)).rejects.toMatchObject({ code: "service.unavailable" });
  });

  it("throws when the server does not support factors", async () => {
    startDouble([], () => refusal(404, "not_found"));
    await expect(removeFactors(ACCOUNT)).rejects.toMatchObject({ code: "mfa.unknown" });
  });
});

/** Mock of an auth server and its REST API for one account with a phone number; returns the received requests. */
function startPhoneDouble(termsAcceptedAt: string | null, weak = false) {
  const calls: string[] = [];
  const user = {
    id: ACCOUNT,
    aud: "authenticated",
    phone: "5548999990000",
    app_metadata: {},
    user_metadata: {},
    created_at: "2026-01-02T03:04:05Z",
  };
  const session = {
    access_token: "a.b.c",
    refresh_token: "r",
    token_type: "bearer",
    expires_in: 3600,
    expires_at: 4_000_000_000,
    user,
  };
  vi.stubGlobal("fetch", async (input: string | URL, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input);
    const scope = searchParams.get("scope");
    const call = `${init.method ?? "GET"} ${pathname.replace(ACCOUNT, ":id")}${scope ? ` ${scope}` : ""}`;
    calls.push(call);
    if (call === "POST /auth/v1/verify")
      return (init.body as string).includes("1234567890") ? Response.json(session) : refusal(403, "otp_expired");
    if (call === "GET /rest/v1/profiles") return Response.json({ terms_accepted_at: termsAcceptedAt });
    if (call === "PUT /auth/v1/admin/users/:id") return weak ? refusal(422, "weak_password") : Response.json(user);
    return call.startsWith("PATCH") ? new Response(null, { status: 204 }) : Response.json({});
  });
  return calls;
}

describe("a verified phone number", () => {
  const form = {
    phone: "+5548999990000",
    password: "fusca-1969",
    username: "",
    fullName: "",
    homeState: null,
    terms: "on",
    marketing: false,
    locale: "pt-BR",
    next: undefined,
  } as const;
  const prove = async () => (await provePhone(form.phone, "1234567890"))!;
  const START = ["POST /auth/v1/verify", "GET /rest/v1/profiles"];

  it("is null with a wrong code", async () => {
    startPhoneDouble(null);
    expect(await provePhone(form.phone, "0000000000")).toBeNull();
  });

  it("sets the password, then ends every session, then records consent", async () => {
    const calls = startPhoneDouble(null);
    expect(await finishPhoneSignUp(await prove(), form)).toBe("done");
    expect(calls).toEqual([
      ...START,
      "PUT /auth/v1/admin/users/:id",
      "POST /auth/v1/logout global",
      "PATCH /rest/v1/profiles",
    ]);
  });

  it("deletes the account when the password is rejected", async () => {
    const calls = startPhoneDouble(null, true);
    expect(await finishPhoneSignUp(await prove(), form)).toBe("weak");
    expect(calls.at(-1)).toBe("DELETE /auth/v1/admin/users/:id");
  });

  it("changes nothing when the sign-up was completed before", async () => {
    const calls = startPhoneDouble("2026-01-02T03:04:05Z");
    expect(await finishPhoneSignUp(await prove(), form)).toBe("done");
    expect(calls).toEqual([...START, "POST /auth/v1/logout local"]);
  });

  it.each([
    [
      "with an account",
      "2026-01-02T03:04:05Z",
      "done",
      ["PUT /auth/v1/admin/users/:id", "POST /auth/v1/logout global"],
    ],
    ["without one", null, "unknown", ["POST /auth/v1/logout local"]],
  ])("%s, changing the password", async (_, terms, outcome, rest) => {
    const calls = startPhoneDouble(terms);
    expect(await changePhonePassword(await prove(), "outra-senha-1")).toBe(outcome);
    expect(calls).toEqual([...START, ...rest]);
  });
});

describe("isListedPassword", () => {
  it.each([
    ["ilovegod", true],
    ["Vanessa1", true],
    ["kombi verde 1974", false],
  ])("%s: %s", async (password, expected) => expect(await isListedPassword(password)).toBe(expected));
});

describe("a message that the auth server does not send", () => {
  /** An auth server that refuses every message; `queued` are the calls of the portal's own mail queue. */
  function refusing(status: number, error_code: string, msg: string) {
    const queued: unknown[] = [];
    vi.stubGlobal("fetch", async (input: string | URL, init: RequestInit = {}) => {
      if (new URL(input).pathname.startsWith("/auth/"))
        return Response.json({ code: status, error_code, msg }, { status });
      queued.push(JSON.parse(init.body as string));
      return Response.json(randomUUID());
    });
    return queued;
  }

  const QUOTA = [429, "over_email_send_rate_limit", "email rate limit exceeded"] as const;
  const SECOND = [
    429,
    "over_email_send_rate_limit",
    "For security purposes, you can only request this after 9 seconds.",
  ] as const;

  it("is a link that the portal mails itself when the quota of the project is used up", async () => {
    const queued = refusing(...QUOTA);
    expect(await mailRecoveryLink("ana@example.org", "http://localhost:3000/espanol/update-password")).toBe("sent");
    expect(queued).toMatchObject([
      {
        recipient: "ana@example.org",
        template: "account_link",
        locale: "es-419",
        data: { account_link: "recovery", path: "/espanol/update-password" },
      },
    ]);
    expect(console.error).toHaveBeenCalledTimes(1);
  });

  it("is refused without a report when the address just got one", async () => {
    const queued = refusing(...SECOND);
    expect(await mailSignInLink("ana@example.org", "http://localhost:3000/painel")).toBe("refused");
    expect(queued).toEqual([]);
    expect(console.error).not.toHaveBeenCalled();
  });

  it("is a limit of the visitor when their address sent too many requests", async () => {
    refusing(429, "over_request_rate_limit", "Request rate limit reached");
    await expect(mailSignInLink("ana@example.org", "http://localhost:3000/painel")).rejects.toThrow("rate.limited");
    await expect(sendPhoneCode("+5548999990000", { create: false })).rejects.toThrow("rate.limited");
  });

  it("is reported and does not reveal an account when text messages are used up", async () => {
    refusing(429, "over_sms_send_rate_limit", "SMS rate limit exceeded");
    await expect(sendPhoneCode("+5548999990000", { create: false })).resolves.toBeUndefined();
    await expect(sendPhoneCode("+5548999990000", { create: true })).rejects.toThrow("service.unavailable");
    expect(console.error).toHaveBeenCalledTimes(2);
  });
});
