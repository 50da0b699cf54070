import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { isRefusedWhenBusy, Lag, sendBusy } from "./busy";

/** A clock that the test sets, and a lag that ticks when the clock says so. */
function lagAt() {
  let now = 0;
  const lag = new Lag(() => now);
  return {
    lag,
    wait: (ms: number) => (now += ms),
    ticks: (count: number, ms: number) => {
      for (let n = 0; n < count; n++) {
        now += ms;
        lag.tick();
      }
    },
  };
}

describe("Lag", () => {
  it("is zero while ticks come in time", () => {
    const { lag, ticks } = lagAt();
    ticks(20, 100);
    expect(lag.ms).toBe(0);
  });

  it("approaches the delay of ticks that are always late, and ends soon after them", () => {
    const { lag, ticks } = lagAt();
    ticks(20, 1100);
    expect(lag.ms).toBeGreaterThan(980);
    ticks(10, 100);
    expect(lag.ms).toBeLessThan(60);
  });

  it("counts a quarter of one late tick, also before it comes", () => {
    const { lag, wait, ticks } = lagAt();
    wait(1000);
    expect(lag.ms).toBeCloseTo(225);
    ticks(1, 0);
    expect(lag.ms).toBeCloseTo(225);
    wait(50);
    expect(lag.ms).toBeCloseTo(225);
  });
});

describe("isRefusedWhenBusy", () => {
  it.each([
    ["/api/road-route?points=1", true],
    ["/admin", true],
    ["/api/healthy", true],
    ["/_next/static/media/font.woff2", false],
    ["/api/health", false],
    ["/api/health/ready", false],
    ["/api/webhooks/stripe", false],
  ])("of %s is %s", (url, expected) => {
    expect(isRefusedWhenBusy({ url } as IncomingMessage)).toBe(expected);
  });
});

describe("sendBusy", () => {
  function send(method: string, url: string) {
    const [writeHead, end] = [vi.fn().mockReturnThis(), vi.fn()];
    sendBusy({ method, url } as IncomingMessage, { writeHead, end } as unknown as ServerResponse, null);
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- arguments of a mock
    const [status, headers] = writeHead.mock.calls[0]!;
    return {
      status: status as number,
      headers: headers as Record<string, string>,
      text: end.mock.calls[0]![0] as string,
    };
  }

  it("says when to ask again, with the code that forms know", () => {
    const { status, headers, text } = send("GET", "/api/search?q=x");
    expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "5", "no-store"]);
    expect(JSON.parse(text)).toEqual({ code: "service.busy" });
    expect(headers).not.toHaveProperty("connection");
  });

  it("sends the page that says so, in the encoding of the request", async () => {
    const page = { status: 503, headers: { "content-type": "text/html" }, etag: '"e"', length: 3 };
    const body = { br: Buffer.from("br") };
    const [setHeader, writeHead, end] = [vi.fn(), vi.fn().mockReturnThis(), vi.fn()];
    const request = { method: "GET", url: "/sc/home", headers: { "accept-encoding": "br" } };
    const response = { setHeader, writeHead, end } as unknown as ServerResponse;
    sendBusy(request as unknown as IncomingMessage, response, { ...page, body });
    expect(setHeader).toHaveBeenCalledWith("retry-after", "5");
    expect(writeHead).toHaveBeenCalledWith(503, expect.objectContaining({ "content-type": "text/html" }));
    expect(end).toHaveBeenCalledWith(body.br);
  });

  it("does not read the body of a refused request", () => {
    expect(send("POST", "/admin").headers).toMatchObject({
      connection: "close",
      "content-type": expect.stringMatching(/^text\/plain/),
    });
  });
});
