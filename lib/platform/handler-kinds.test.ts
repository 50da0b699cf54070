import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ACCOUNT, FOREIGN, post, get, at, bodyOf } from "@/tests/support/handler-requests";
import type { Account } from "./auth/account";
import { jsonBody } from "./body";
import { AppError } from "./error";
import { accountHandler, deviceHandler, tokenHandler, webhookHandler, type DeviceAccess } from "./handler";
import { takeAttempt } from "./rate-limit";

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
        account: ACCOUNT,
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
    currentAccount.mockResolvedValue({ ...ACCOUNT, role: "user" });
    expect(await bodyOf(await handler(post("{")))).toEqual([403, '{"code":"access.permission"}']);
    currentAccount.mockResolvedValue(ACCOUNT);
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
    currentAccount.mockResolvedValue(ACCOUNT);
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
    expect(run).toHaveBeenCalledWith(
      expect.objectContaining({ token: undefined, client: "session client", account: ACCOUNT }),
    );
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
    // A page of another site cannot use up the attempts of an address.
    expect(access.refused).not.toHaveBeenCalled();
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
