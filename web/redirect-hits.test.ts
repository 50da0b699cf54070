import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RedirectHits } from "./redirect-hits";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("RedirectHits", () => {
  it("adds up hits without language and query and writes them once", async () => {
    const send = vi.fn(() => Promise.resolve());
    const hits = new RedirectHits(send, 1000);
    for (const url of ["/sc/rota/velha", "/english/sc/rota/velha?x=1", "/espanol/blog/antigo#fim", "/sc/rota/velha"])
      hits.note(url);
    expect(send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5000);
    expect(send.mock.calls).toEqual([[{ "/sc/rota/velha": 3, "/blog/antigo": 1 }]]);
  });

  it("continues after a failed write", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const send = vi
      .fn<(visits: Record<string, number>) => Promise<void>>()
      .mockRejectedValueOnce(new Error("away"))
      .mockResolvedValue();
    const hits = new RedirectHits(send, 1000);
    hits.note("/a");
    await vi.advanceTimersByTimeAsync(1000);
    hits.note("/b");
    await vi.advanceTimersByTimeAsync(1000);
    expect(send.mock.calls).toEqual([[{ "/a": 1 }], [{ "/b": 1 }]]);
    expect(error).toHaveBeenCalledOnce();
  });

  it("stores a limited number of addresses", async () => {
    const send = vi.fn<(visits: Record<string, number>) => Promise<void>>().mockResolvedValue();
    const hits = new RedirectHits(send, 1000);
    for (let n = 0; n < 2000; n++) hits.note(`/p/${n}`);
    hits.note("/p/1");
    await hits.flush();
    expect(Object.keys(send.mock.calls[0]![0])).toHaveLength(500);
    expect(send.mock.calls[0]![0]["/p/1"]).toBe(2);
  });
});
