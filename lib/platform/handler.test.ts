import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Account } from "./auth/account";
import { fileBody, jsonBody } from "./body";
import { AppError, type ErrorCode } from "./error";
import {
  accountHandler,
  deviceHandler,
  publicHandler,
  tokenHandler,
  webhookHandler,
  type DeviceAccess,
} from "./handler";
import { takeAttempt } from "./rate-limit";
import { onlyCounted, refused, withoutBody } from "./refusal";

const { currentAccount, hasRecentProof } = vi.hoisted(() => ({
  currentAccount: vi.fn<() => Promise<Account | null>>(),
  hasRecentProof: vi.fn<() => Promise<boolean>>(),
}));
vi.mock("./auth/account", () => ({ currentAccount }));
vi.mock("./auth/proof", () => ({ hasRecentProof }));
vi.mock("./caller", () => ({ callerAddress: async () => "192.0.2.1" }));
vi.mock("./rate-limit", () => ({ takeAttempt: vi.fn<typeof takeAttempt>() }));
vi.mock("./supabase/session", () => ({ createSessionClient: async () => "session client" }));
vi.mock("./supabase/public", () => ({ createPublicClient: () => "public client" }));

const account: Account = {
  id: "7",
  email: "a@b.com",
  username: "a",
  role: "editor",
  permissions: [],
  rolePermissions: null,
  emailVerified: true,
  locale: null,
};
const FOREIGN = { "sec-fetch-site": "cross-site" };
const post = (body: unknown = {}, headers: Record<string, string> = {}) =>
  new Request("http://localhost/api/x", {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers,
  });
const get = (query = "", headers: Record<string, string> = {}) =>
  new Request(`http://localhost/api/x${query}`, { headers });
const at = (params: object) => ({ params: Promise.resolve(params) });
const bodyOf = async (response: Response) => [response.status, await response.text()];
const limited = () => vi.mocked(takeAttempt).mockRejectedValue(new AppError("rate.limited", { retryAfter: 7 }));

const run = vi.fn<(input: unknown) => unknown>();
const answer = (input: unknown) => run(input) as object;
const body = jsonBody(z.object({ name: z.string() }), 100);

beforeEach(() => {
  run.mockReset().mockReturnValue({ done: true });
  vi.mocked(takeAttempt).mockReset();
  currentAccount.mockReset().mockResolvedValue(account);
  hasRecentProof.mockReset().mockResolvedValue(true);
  vi.spyOn(console, "error").mockReset().mockReturnValue();
});

describe("publicHandler", () => {
  const handler = publicHandler(
    {
      name: "test",
      limit: "pageView",
      client: () => "service client",
      params: z.object({ id: z.uuid() }),
      query: z.object({ page: z.coerce.number().optional() }),
      body,
      headers: { "x-robots-tag": "noindex" },
    },
    answer,
  );
  const ID = "3f2b8c1a-0d4e-4f6a-9b7c-112233445566";

  it("passes on the checked input, the client and the caller", async () => {
    const response = await handler(post({ name: "Ana" }), at({ id: ID }));
    expect(await bodyOf(response)).toEqual([200, '{"done":true}']);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    });
    expect(run).toHaveBeenCalledWith(
      expect.objectContaining({
        params: { id: ID },
        query: {},
        body: { name: "Ana" },
        client: "service client",
        address: "192.0.2.1",
        by: expect.objectContaining({ caller: "192.0.2.1", isAnonymous: true }) as object,
      }),
    );
    expect(takeAttempt).toHaveBeenCalledExactlyOnceWith("pageView", "192.0.2.1");
  });

  it.each([
    ["another site", () => handler(post({}, FOREIGN), at({})), [403, '{"code":"access.denied"}']],
    ["an address that does not fit", () => handler(post({}), at({ id: "x" })), [404, ""]],
    ["no JSON", () => handler(post("{"), at({ id: ID })), [400, '{"code":"input.invalid"}']],
    ["a missing field", () => handler(post({}), at({ id: ID })), [400, '{"code":"input.invalid"}']],
    ["a long body", () => handler(post("x".repeat(101)), at({ id: ID })), [400, '{"code":"input.invalid"}']],
  ])("refuses %s before the answer", async (_name, send, expected) => {
    const response = await send();
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await bodyOf(response)).toEqual(expected);
    expect(run).not.toHaveBeenCalled();
    expect(console.error).not.toHaveBeenCalled();
  });

  it("refuses a parameter that does not fit", async () => {
    const response = await handler(
      new Request("http://localhost/api/x?page=a", { method: "POST", body: '{"name":"Ana"}' }),
      at({ id: ID }),
    );
    expect(await bodyOf(response)).toEqual([400, '{"code":"input.invalid"}']);
  });

  it("refuses above its limit, with Retry-After and before it reads anything", async () => {
    limited();
    const response = await handler(post("{"), at({ id: "x" }));
    expect([response.headers.get("retry-after"), ...(await bodyOf(response))]).toEqual([
      "7",
      429,
      '{"code":"rate.limited"}',
    ]);
  });

  it("checks the origin before it counts an attempt", async () => {
    limited();
    expect((await handler(post({}, FOREIGN), at({}))).status).toBe(403);
    expect(takeAttempt).not.toHaveBeenCalled();
  });

  it("checks the origin of a GET only when that is declared", async () => {
    expect((await publicHandler({ name: "test" }, answer)(get("", FOREIGN))).status).toBe(200);
    expect((await publicHandler({ name: "test", origin: true }, answer)(get("", FOREIGN))).status).toBe(403);
    expect((await publicHandler({ name: "test", origin: false }, answer)(post({}, FOREIGN))).status).toBe(200);
  });

  it("decides with `admit` before it reads the body", async () => {
    const admitted = publicHandler({ name: "test", body, admit: async () => refused("missing") }, answer);
    expect((await admitted(post("{"))).status).toBe(404);
  });

  it.each([
    [null, [404, ""]],
    [undefined, [204, ""]],
    [refused("missing", { a: 1 }), [404, ""]],
    [refused("input.invalid", { a: 1 }), [400, '{"code":"input.invalid","a":1}']],
    [Response.json({ a: 1 }, { status: 201 }), [201, '{"a":1}']],
  ])("writes %o", async (value, expected) => {
    run.mockReturnValue(value);
    expect(await bodyOf(await publicHandler({ name: "test" }, answer)(get()))).toEqual(expected);
    expect(console.error).not.toHaveBeenCalled();
  });

  it("lets only successful answers be stored", async () => {
    const stored = publicHandler({ name: "test", cache: "public, max-age=60" }, answer);
    expect((await stored(get())).headers.get("cache-control")).toBe("public, max-age=60");
    run.mockReturnValue(null);
    expect((await stored(get())).headers.get("cache-control")).toBe("no-store");
  });
});

describe("an error", () => {
  const handler = publicHandler({ name: "test" }, answer);
  const fail = (error: unknown) => run.mockImplementation(() => Promise.reject(error as Error));

  it.each<[ErrorCode, number]>([
    ["auth.required", 401],
    ["access.permission", 403],
    ["feature.off", 403],
    ["input.invalid", 400],
    ["pdf.active", 422],
    ["picture.heic", 415],
    ["rate.limited", 429],
    ["service.busy", 503],
  ])("with the code %s is answered with %i and not logged", async (code, status) => {
    fail(new AppError(code, { detail: "user 7" }));
    expect(await bodyOf(await handler(get()))).toEqual([status, JSON.stringify({ code })]);
    expect(console.error).not.toHaveBeenCalled();
  });

  it.each([
    [new AppError("service.unavailable", { detail: "permission denied for table sellers" }), "service.unavailable"],
    [new Error("duplicate key of maria@exemplo.com"), "unexpected"],
    ["text", "unexpected"],
  ])("of the server (%s) is 503 with a code, and one line in the log", async (error, code) => {
    fail(error);
    expect(await bodyOf(await handler(get()))).toEqual([503, JSON.stringify({ code })]);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"where":"test"'));
  });

  it("is not logged when a reader has left", async () => {
    fail(new Error("aborted"));
    const left = AbortSignal.abort();
    expect((await handler(new Request("http://localhost/api/x", { signal: left }))).status).toBe(503);
    expect(console.error).not.toHaveBeenCalled();
  });

  it("is written as the handler says", async () => {
    fail(new Error("broken"));
    const own = (refuse: NonNullable<Parameters<typeof publicHandler>[0]["refuse"]>) =>
      publicHandler({ name: "test", refuse }, answer)(get());
    expect(await bodyOf(await own(withoutBody))).toEqual([503, ""]);
    expect(await bodyOf(await own(onlyCounted))).toEqual([204, ""]);
    expect(await bodyOf(await own(({ code }) => ({ error: code })))).toEqual([503, '{"error":"unexpected"}']);
  });

  it("of a file that cannot be read is 415, and one that is too large 413", async () => {
    const upload = publicHandler({ name: "test", body: fileBody(5) }, answer);
    fail(new AppError("input.invalid"));
    expect(await bodyOf(await upload(post("x")))).toEqual([415, '{"code":"input.invalid"}']);
    expect(await bodyOf(await upload(post("x".repeat(6))))).toEqual([413, '{"code":"file.tooBig"}']);
  });
});

describe("tokenHandler", () => {
  const open = vi.fn<() => Promise<string | null>>();
  const guessed = vi.fn<(address: string) => Promise<void>>();
  const handler = tokenHandler({ name: "test", open, guessed }, answer);
  beforeEach(() => {
    open.mockReset().mockResolvedValue("a trip");
    guessed.mockReset();
  });

  it("passes on what the token opens", async () => {
    await handler(get());
    expect(run).toHaveBeenCalledWith(expect.objectContaining({ opened: "a trip" }));
    expect(guessed).not.toHaveBeenCalled();
  });

  it("counts an unknown token, and refuses it as missing or as a guess too many", async () => {
    open.mockResolvedValue(null);
    expect((await handler(get())).status).toBe(404);
    expect(guessed).toHaveBeenCalledExactlyOnceWith("192.0.2.1");
    guessed.mockRejectedValue(new AppError("rate.limited"));
    expect((await handler(get())).status).toBe(429);
    expect(run).not.toHaveBeenCalled();
  });
});

describe("accountHandler", () => {
  const needs = { name: "test", permission: "blog", limit: "favourites", body } as const;
  const handler = accountHandler(needs, answer);
  const send = () => handler(post({ name: "Ana" }));

  it("passes on the account and the client of its session", async () => {
    const response = await send();
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(run).toHaveBeenCalledWith(
      expect.objectContaining({
        account,
        client: "session client",
        by: expect.objectContaining({ caller: "7", isAnonymous: false }) as object,
      }),
    );
    expect(takeAttempt).toHaveBeenCalledExactlyOnceWith("favourites", "7");
  });

  it("refuses in the order origin, account, permission, limit, body", async () => {
    limited();
    currentAccount.mockResolvedValue(null);
    expect((await handler(post("{", FOREIGN))).status).toBe(403);
    expect(currentAccount).not.toHaveBeenCalled();
    expect(await bodyOf(await handler(post("{")))).toEqual([401, '{"code":"auth.required"}']);
    currentAccount.mockResolvedValue({ ...account, role: "user" });
    expect(await bodyOf(await handler(post("{")))).toEqual([403, '{"code":"access.permission"}']);
    currentAccount.mockResolvedValue(account);
    expect((await handler(post("{"))).status).toBe(429);
    vi.mocked(takeAttempt).mockReset();
    expect((await handler(post("{"))).status).toBe(400);
    expect(run).not.toHaveBeenCalled();
  });

  it("answers 503 when the account cannot be loaded", async () => {
    currentAccount.mockRejectedValue(new AppError("service.unavailable"));
    expect(await bodyOf(await send())).toEqual([503, '{"code":"service.unavailable"}']);
  });

  it("admits one of several permissions, or by a rule", async () => {
    const several = accountHandler({ name: "test", permission: ["users", "events"] }, answer);
    expect((await several(get())).status).toBe(200);
    const params = z.object({ kind: z.enum(["own", "all"]) });
    const rule = accountHandler({ name: "test", params, permission: (_, { kind }) => kind === "own" }, answer);
    expect((await rule(get(), at({ kind: "all" }))).status).toBe(403);
    expect((await rule(get(), at({ kind: "own" }))).status).toBe(200);
    expect((await rule(get(), at({ kind: "x" }))).status).toBe(404);
  });

  it("needs a recent proof where that is declared, after the account and before the answer", async () => {
    hasRecentProof.mockResolvedValue(false);
    const download = accountHandler({ name: "test", isProved: true }, answer);
    expect(await bodyOf(await download(get()))).toEqual([403, '{"code":"auth.proofRequired"}']);
    currentAccount.mockResolvedValue(null);
    expect((await download(get())).status).toBe(401);
    currentAccount.mockResolvedValue(account);
    hasRecentProof.mockResolvedValue(true);
    expect((await download(get("?check=1"))).status).toBe(204);
    expect(run).not.toHaveBeenCalled();
    expect((await download(get())).status).toBe(200);
  });

  it("may ask for the proof by the parameters", async () => {
    hasRecentProof.mockResolvedValue(false);
    const query = z.object({ account: z.string() });
    const others = accountHandler({ name: "test", query, isProved: (input) => input.query.account !== "7" }, answer);
    expect((await others(get("?account=7"))).status).toBe(200);
    expect((await others(get("?account=8"))).status).toBe(403);
  });
});

describe("deviceHandler", () => {
  const access = {
    name: "gate",
    scheme: "Device",
    token: z.string().length(3),
    limit: vi.fn<DeviceAccess["limit"]>(),
    admits: vi.fn<DeviceAccess["admits"]>(),
    refused: vi.fn<DeviceAccess["refused"]>(),
  };
  const handler = deviceHandler(access, { body }, answer);
  const send = (headers: Record<string, string> = {}) => handler(post({ name: "Ana" }, headers));
  beforeEach(() => {
    access.limit.mockReset();
    access.admits.mockReset().mockReturnValue(true);
    access.refused.mockReset().mockResolvedValue(403);
  });

  it("admits a device by its token, without an account", async () => {
    expect((await send({ authorization: "Device abc" })).status).toBe(200);
    expect(run).toHaveBeenCalledWith(
      expect.objectContaining({ token: "abc", client: "public client", account: null, address: "192.0.2.1" }),
    );
    expect(currentAccount).not.toHaveBeenCalled();
  });

  it("admits an account with its session", async () => {
    expect((await send()).status).toBe(200);
    expect(run).toHaveBeenCalledWith(expect.objectContaining({ token: undefined, client: "session client", account }));
  });

  it("counts refused callers, and refuses more strictly after too many", async () => {
    expect(await bodyOf(await send({ authorization: "Device x" }))).toEqual([403, ""]);
    access.refused.mockResolvedValue(429);
    access.admits.mockReturnValue(false);
    expect((await send()).status).toBe(429);
    expect(access.refused.mock.calls).toEqual([["192.0.2.1"], ["192.0.2.1"]]);
    expect(run).not.toHaveBeenCalled();
  });

  it("refuses callers without an account, above the limit and of other sites without a body", async () => {
    currentAccount.mockResolvedValue(null);
    expect(await bodyOf(await send())).toEqual([401, ""]);
    expect(await bodyOf(await send(FOREIGN))).toEqual([403, ""]);
    access.limit.mockRejectedValue(new AppError("rate.limited"));
    expect(await bodyOf(await send())).toEqual([429, ""]);
  });
});

describe("webhookHandler", () => {
  const handler = webhookHandler(
    {
      name: "webhook",
      maxBytes: 5,
      client: () => "service client",
      verify: (bytes, headers) => (headers.get("signature") === "good" ? bytes.toString() : null),
    },
    answer,
  );

  it("takes a signed body from any origin", async () => {
    expect((await handler(post("event", { ...FOREIGN, signature: "good" }))).status).toBe(200);
    expect(run).toHaveBeenCalledWith({ event: "event", client: "service client" });
  });

  it("refuses a wrong signature and a large body", async () => {
    expect(await bodyOf(await handler(post("event")))).toEqual([400, '{"code":"signature"}']);
    expect(await bodyOf(await handler(post("events", { signature: "good" })))).toEqual([
      400,
      '{"code":"input.invalid"}',
    ]);
    expect(run).not.toHaveBeenCalled();
  });
});
