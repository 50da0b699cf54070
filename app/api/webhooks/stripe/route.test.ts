import { createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

const revalidatePages = vi.hoisted(() => vi.fn<(tags: readonly string[]) => void>());
vi.mock("@/lib/platform/revalidate", () => ({ revalidatePages }));

const SECRET = "whsec_of_the_tests";
const now = () => Math.floor(Date.now() / 1000);

/** Requests received by a local server that replaces the database's REST API and can be stopped. */
const calls: string[] = [];
let server: http.Server;
let port = 0;
const listen = (on: number) =>
  new Promise<void>((resolve) => {
    server = http.createServer((request, response) => {
      calls.push(request.url ?? "");
      request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end('"paid"'));
    });
    server.listen(on, "127.0.0.1", () => {
      port = (server.address() as AddressInfo).port;
      resolve();
    });
  });
const leave = () =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

let POST: (request: Request) => Promise<Response>;
const unhandled = vi.fn<() => void>();

beforeAll(async () => {
  process.on("unhandledRejection", unhandled);
  await listen(0);
  process.env.STRIPE_WEBHOOK_SECRET = SECRET;
  process.env.NEXT_PUBLIC_SUPABASE_URL = `http://127.0.0.1:${port}`;
  vi.resetModules();
  ({ POST } = await import("./route"));
});
afterAll(async () => {
  process.off("unhandledRejection", unhandled);
  delete process.env.STRIPE_WEBHOOK_SECRET;
  await leave();
});
afterEach(() => calls.splice(0));

const sign = (body: string, { at = now(), secret = SECRET } = {}) =>
  `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
const post = (body: string, signature: string | null = sign(body)) =>
  POST(
    new Request("http://localhost/api/webhooks/stripe", {
      method: "POST",
      body,
      headers: signature === null ? {} : { "stripe-signature": signature },
    }),
  );
const EVENT = JSON.stringify({
  id: "evt_1",
  object: "event",
  type: "checkout.session.completed",
  created: now(),
  data: {
    object: {
      id: "cs_1",
      payment_status: "paid",
      amount_total: 100,
      currency: "brl",
      payment_intent: "pi_1",
      customer_details: { email: "ana@example.org" },
    },
  },
});

describe("Stripe webhook", () => {
  it.each([
    ["no signature", null],
    ["an empty one", ""],
    ["one of another key", sign(EVENT, { secret: "whsec_other" })],
    ["one of another body", sign(`${EVENT} `)],
    ["one of six minutes ago", sign(EVENT, { at: now() - 301 })],
    ["nonsense", "t=x,v1=y"],
    ["no time", sign(EVENT).replace(/^t=\d+,/, "")],
  ])("answers 400 to %s and does not query the database", async (_, signature) => {
    expect((await post(EVENT, signature)).status).toBe(400);
    expect(calls).toEqual([]);
  });

  it("answers 400 without a signature and 503 with one while no secret is configured", async () => {
    vi.resetModules();
    delete process.env.STRIPE_WEBHOOK_SECRET;
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const { POST: unconfigured } = await import("./route");
    const send = (headers: Record<string, string>) =>
      unconfigured(new Request("http://localhost/api/webhooks/stripe", { method: "POST", body: EVENT, headers }));
    const signatures = ["", "t=x,v1=y", "nonsense", "t=1", `v1=${"a".repeat(64)}`];
    expect((await send({})).status).toBe(400);
    for (const value of signatures) expect((await send({ "stripe-signature": value })).status).toBe(400);
    expect(logged).not.toHaveBeenCalled();
    expect((await send({ "stripe-signature": sign(EVENT) })).status).toBe(503);
    process.env.STRIPE_WEBHOOK_SECRET = SECRET;
  });

  it("refuses a body that is too large", async () => {
    const big = JSON.stringify({ pad: "x".repeat(300_000) });
    expect((await post(big)).status).toBe(400);
    expect(calls).toEqual([]);
  });

  it("accepts a signed event that is four minutes old and revalidates public pages", async () => {
    const answer = await post(EVENT, sign(EVENT, { at: now() - 240 }));
    expect([answer.status, await answer.json()]).toEqual([200, { outcome: "paid" }]);
    expect(revalidatePages).toHaveBeenCalledWith(["ads"]);
  });

  it.each(["charge.dispute.created", "refund.failed", "review.opened"])(
    "passes %s on to the database, which decides whether to process it",
    async (type) => {
      expect((await post(EVENT.replace("checkout.session.completed", type))).status).toBe(200);
      expect(calls).toHaveLength(1);
    },
  );

  it("answers 503 while the database is down and succeeds on the retry", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    await leave();
    expect((await post(EVENT)).status).toBe(503);
    // The log contains no personal data of the payer.
    expect(JSON.stringify(logged.mock.calls)).not.toContain("ana@example.org");
    await listen(port);
    expect((await post(EVENT)).status).toBe(200);
  });

  it("answers none of 2,000 malformed but signed bodies with a status of 500 or above", async () => {
    const statuses: Record<number, number> = {};
    for (let round = 0; round < 2000; round++) {
      const { status } = await post(malformed(round));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    console.info(`malformed bodies: ${JSON.stringify(statuses)}, of them handed to the database: ${calls.length}`);
    expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

const JUNK: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  "",
  "\u0000",
  "'; drop table sales; --",
  "é🚗",
  [],
  {},
  [null],
  { id: {} },
  "x".repeat(2000),
  Number.MAX_SAFE_INTEGER,
  "2026",
  ["a", { b: 1 }],
];
const TYPES = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "invoice.paid",
];

/** The event with one to three parts replaced by junk, or a body that is not an event. */
function malformed(round: number): string {
  const junk = (step: number) => JUNK[(round * 7 + step * 5) % JUNK.length];
  if (round % 10 === 0)
    return round % 20 === 0 ? EVENT.slice(0, round % EVENT.length) : (JSON.stringify(junk(round % 13)) ?? "");
  const event = JSON.parse(EVENT) as { type: unknown; data: { object: Record<string, unknown> } } & Record<
    string,
    unknown
  >;
  event.type = TYPES[round % TYPES.length];
  const top = ["id", "type", "created", "data", "object", "livemode"];
  const inner = ["id", "payment_intent", "payment_status", "amount_total", "amount_refunded", "currency", "metadata"];
  for (let step = 0; step <= round % 3; step++) {
    if ((round + step) % 4 === 0) event[top[(round + step) % top.length]!] = junk(step);
    else if (event.data?.object) event.data.object[inner[(round * 3 + step) % inner.length]!] = junk(step);
  }
  return JSON.stringify(event);
}
