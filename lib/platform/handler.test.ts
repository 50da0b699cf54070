import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ACCOUNT, FOREIGN, post, get, at, bodyOf } from "@/tests/support/handler-requests";
import type { Account } from "./auth/account";
import { fileBody, jsonBody } from "./body";
import { AppError, type ErrorCode } from "./error";
import { publicHandler } from "./handler";
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

const limited = () => vi.mocked(takeAttempt).mockRejectedValue(new AppError("rate.limited", { retryAfter: 7 }));

const run = vi.fn<(input: unknown) => unknown>();
const answer = (input: unknown) => run(input) as object;
const body = jsonBody(z.object({ name: z.string() }), 100);

beforeEach(() => {
  run.mockReset().mockReturnValue({ done: true });
  vi.mocked(takeAttempt).mockReset();
  currentAccount.mockReset().mockResolvedValue(ACCOUNT);
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

  it("takes what the answer costs from the budget of the caller", async () => {
    const costly = publicHandler({ name: "test", cost: { name: "export", points: 100 } }, answer);
    expect((await costly(get())).status).toBe(200);
    expect((await costly(get())).status).toBe(429);
    expect(run).toHaveBeenCalledOnce();
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

  it("is written as the handler declares", async () => {
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
