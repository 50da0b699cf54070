import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionClient } from "./queries";
import { openMailLink, rememberSignUp } from "./mutations";
import { markEmailVerified } from "./service";

const jar = vi.hoisted(() => new Map<string, { value: string; options?: object }>());
vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    get: (name: string) => jar.get(name),
    set: (name: string, value: string, options: object) => void jar.set(name, { value, options }),
    delete: (name: string) => void jar.delete(name),
    getAll: () => [],
  }),
}));
vi.mock("./service", async (original) => ({ ...(await original()), markEmailVerified: vi.fn() }));

const ACCOUNT = randomUUID();
const COOKIE = "signed-up";

/** A browser without a session that opens the link of an account whose address is not verified. */
const client = {
  auth: {
    getUser: async () => ({ data: { user: null }, error: null }),
    verifyOtp: async () => ({ data: { user: { id: ACCOUNT, factors: [] }, session: {} }, error: null }),
    signOut: async () => ({ error: null }),
  },
  rpc: () => ({ maybeSingle: async () => ({ data: { email_verified_at: null }, error: null }) }),
} as unknown as SessionClient;
const open = () => openMailLink(client, { tokenHash: "x", type: "magiclink" });

beforeEach(() => {
  jar.clear();
  vi.mocked(markEmailVerified).mockReset();
});

describe("the mailed link of an account whose address is not confirmed", () => {
  it("needs no new password in the browser that made the account", async () => {
    await rememberSignUp(ACCOUNT);
    expect(await open()).toEqual({ firstProof: true, mustChoosePassword: false });
    expect(markEmailVerified).toHaveBeenCalledWith(ACCOUNT);
    expect(jar.has(COOKIE)).toBe(false);
  });

  it.each([
    ["a browser without a sign-up", async () => undefined],
    ["a browser that made another account", () => rememberSignUp(randomUUID())],
    ["a browser that signed up with the address after somebody else had", () => rememberSignUp(null)],
    ["a browser with an invented cookie", async () => void jar.set(COOKIE, { value: "a".repeat(64) })],
  ])("needs a new password in %s", async (_name, arrange) => {
    await arrange();
    expect(await open()).toEqual({ firstProof: false, mustChoosePassword: true });
    expect(markEmailVerified).not.toHaveBeenCalled();
  });
});

describe("a link that the auth server accepts without a session", () => {
  // supabase-js returns the body of the answer as the user.
  const body = {
    code: "200",
    msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
  };
  it("is the first of two for an address change, and expired for any other mail", async () => {
    const answer = { data: { user: body, session: null }, error: null } as never;
    vi.spyOn(client.auth, "verifyOtp").mockResolvedValue(answer);
    expect(await openMailLink(client, { tokenHash: "x", type: "email_change" })).toBe("first_of_two");
    await expect(openMailLink(client, { tokenHash: "x", type: "magiclink" })).rejects.toThrow("link.expired");
    expect(markEmailVerified).not.toHaveBeenCalled();
  });
});

describe("the cookie of a sign-up", () => {
  it("has the same form for a free and for a taken address, and scripts cannot read it", async () => {
    await rememberSignUp(ACCOUNT);
    const free = jar.get(COOKIE)!;
    await rememberSignUp(null);
    const taken = jar.get(COOKIE)!;
    expect([free.value, taken.value].every((value) => /^[0-9a-f]{64}$/.test(value))).toBe(true);
    expect(taken.value).not.toBe(free.value);
    expect(taken.options).toEqual(free.options);
    expect(free.options).toMatchObject({ httpOnly: true, sameSite: "lax", maxAge: 86_400 });
  });
});
