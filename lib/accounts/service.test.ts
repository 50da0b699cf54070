import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { listFactors, removeFactors } from "./service";

const ACCOUNT = randomUUID();
type StoredFactor = { id: string; friendly_name: string; factor_type: string; status: string; created_at: string; updated_at: string };

const factorOf = (factor_type: string, status = "verified"): StoredFactor => {
  const at = "2026-01-02T03:04:05.678901Z";
  return { id: randomUUID(), friendly_name: "Celular", factor_type, status, created_at: at, updated_at: at };
};

const refusal = (status: number, error_code: string) => Response.json({ code: status, error_code, msg: error_code }, { status });

/** The admin endpoints of an auth server for one account, as GoTrue answers them; `broken` answers instead of them. */
function startDouble(factors: StoredFactor[], broken?: (method: string) => Response | undefined) {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init: RequestInit = {}) => {
    const { method = "GET" } = init;
    const { pathname } = new URL(input);
    calls.push(`${method} ${pathname}`);
    if (new Headers(init.headers).get("authorization") !== "Bearer sb_secret_of_the_tests") return refusal(403, "not_admin");
    const instead = broken?.(method);
    if (instead) return instead;
    const [, id, factorId] = /^\/auth\/v1\/admin\/users\/([0-9a-f-]+)\/factors(?:\/([0-9a-f-]+))?$/.exec(pathname) ?? [];
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
  it("tells kind, date and whether it is in use, and keeps names to itself", async () => {
    const [app, phone] = [factorOf("totp"), factorOf("phone", "unverified")];
    startDouble([app, phone]);
    expect(await listFactors(ACCOUNT)).toEqual([
      { id: app.id, kind: "totp", isVerified: true, since: app.created_at },
      { id: phone.id, kind: "phone", isVerified: false, since: phone.created_at },
    ]);
  });

  it.each([
    ["does not know the question", () => refusal(404, "not_found"), 0],
    ["answers a page", () => new Response("<html></html>", { status: 404 }), 1],
    ["answers nothing to count", () => Response.json(null), 0],
    ["is broken", () => refusal(500, "unexpected_failure"), 1],
    ["does not let us in", () => refusal(403, "not_admin"), 1],
  ])("is null when the server %s", async (_, broken, reported) => {
    startDouble([factorOf("totp")], broken);
    expect(await listFactors(ACCOUNT)).toBeNull();
    expect(console.error).toHaveBeenCalledTimes(reported);
  });

  it("is null when the server is out of reach", async () => {
    vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("fetch failed")));
    expect(await listFactors(ACCOUNT)).toBeNull();
  });
});

describe("removeFactors", () => {
  it("takes each away, unfinished ones too", async () => {
    const factors = [factorOf("totp"), factorOf("webauthn", "unverified")];
    const ids = factors.map(({ id }) => id);
    const calls = startDouble(factors);
    await removeFactors(ACCOUNT);
    expect(factors).toEqual([]);
    expect(calls).toEqual([`GET /auth/v1/admin/users/${ACCOUNT}/factors`, ...ids.map((id) => `DELETE /auth/v1/admin/users/${ACCOUNT}/factors/${id}`)]);
  });

  it("minds not when one is gone already", async () => {
    startDouble([factorOf("totp")], (method) => (method === "DELETE" ? refusal(404, "mfa_factor_not_found") : undefined));
    await expect(removeFactors(ACCOUNT)).resolves.toBeUndefined();
  });

  it("says so when the server keeps one", async () => {
    startDouble([factorOf("totp")], (method) => (method === "DELETE" ? refusal(500, "unexpected_failure") : undefined));
    await expect(removeFactors(ACCOUNT)).rejects.toMatchObject({ code: "service.unavailable" });
  });

  it("says so when the server tells nothing", async () => {
    startDouble([], () => refusal(404, "not_found"));
    await expect(removeFactors(ACCOUNT)).rejects.toMatchObject({ code: "mfa.unknown" });
  });
});
