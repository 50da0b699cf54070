import { beforeEach, describe, expect, it, vi } from "vitest";

const refusal = (status: number, error_code: string) =>
  Response.json({ code: status, error_code, msg: error_code }, { status });

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

describe("offersPhone", () => {
  const settings = (phone: unknown) => Response.json({ external: { email: true, google: false, phone } });
  /** The module caches the result, so every test imports a new copy. */
  const freshQueries = async () => {
    vi.resetModules();
    return import("./queries");
  };

  it.each([
    [true, true],
    [false, false],
    ["true", false],
  ])("when the server returns %j it is %s", async (said, expected) => {
    const fetchMock = vi.fn(async (_address: string, _init: RequestInit) => settings(said));
    vi.stubGlobal("fetch", fetchMock);
    const { offersPhone } = await freshQueries();
    expect([await offersPhone(), await offersPhone()]).toEqual([expected, expected]);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    const [address, init] = fetchMock.mock.calls[0]!;
    expect(new URL(address).pathname).toBe("/auth/v1/settings");
    expect(new Headers(init.headers).get("apikey")).toBeTruthy();
  });

  it("is false while the server does not respond, and retries", async () => {
    const fetchMock = vi.fn(async () => settings(true));
    fetchMock
      .mockRejectedValueOnce(new TypeError("fetch failed"))
      .mockResolvedValueOnce(refusal(500, "unexpected_failure"));
    vi.stubGlobal("fetch", fetchMock);
    const { offersPhone } = await freshQueries();
    expect([await offersPhone(), await offersPhone(), await offersPhone()]).toEqual([false, false, true]);
  });

  it("asks again after a minute", async () => {
    vi.useFakeTimers();
    const fetchMock = vi.fn(async () => settings(true));
    vi.stubGlobal("fetch", fetchMock);
    const { offersPhone } = await freshQueries();
    await offersPhone();
    vi.advanceTimersByTime(60_001);
    await offersPhone();
    expect(fetchMock).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });
});
