// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sendPageView } from "./send-page-view";

const fetched = vi.fn<(url: string, init: { body: string }) => Promise<unknown>>();
const bodies = () => fetched.mock.calls.map(([, init]) => JSON.parse(init.body) as unknown);

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset().mockResolvedValue({});
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterEach(() => void vi.useRealTimers());

describe("sendPageView", () => {
  it("posts path and language once, with keepalive", async () => {
    await sendPageView("/espanol/sc/home");
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      "/api/page-views",
      expect.objectContaining({ method: "POST", keepalive: true }),
    );
    expect(bodies()).toEqual([{ path: "/sc/home", locale: "es-419" }]);
  });

  it.each([["/admin"], ["/english/admin/users"], ["/api/x"], ["/pt-BR/admin"]])(
    "sends nothing for %s",
    async (pathname) => {
      await sendPageView(pathname);
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  it("tries three times when the network fails, after 1 s and 2 s, then only logs a warning", async () => {
    fetched.mockRejectedValue(new TypeError("Failed to fetch"));
    const sent = sendPageView("/home");
    await vi.advanceTimersByTimeAsync(0);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetched).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1999);
    expect(fetched).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetched).toHaveBeenCalledTimes(3);
    await sent;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(3);
    expect(console.warn).toHaveBeenCalledOnce();
  });

  it("stops retrying after a success", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const sent = sendPageView("/home");
    await vi.advanceTimersByTimeAsync(1000);
    await sent;
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(console.warn).not.toHaveBeenCalled();
  });

  it("does not retry other errors", async () => {
    fetched.mockRejectedValue(new DOMException("aborted", "AbortError"));
    await sendPageView("/home");
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(console.warn).toHaveBeenCalledOnce();
  });

  it("counts the scan of a QR code once, before the page it opened", async () => {
    document.cookie = "scan=sc; path=/";
    await sendPageView("/sc/home");
    await sendPageView("/sc/regioes");
    expect(bodies()).toEqual([
      { path: "/select-state/sc", locale: "pt-BR" },
      { path: "/sc/home", locale: "pt-BR" },
      { path: "/sc/regioes", locale: "pt-BR" },
    ]);
  });
});
