import { createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import webpush from "web-push";
import { newDevice, startPushDouble, type Behaviour, type PushDouble } from "@/tests/support/push-double";
import { runConcurrently, sendPush } from "./service";

const keys = { ...webpush.generateVAPIDKeys(), subject: "mailto:portal@example.org" };
const MESSAGE = { title: "Serra fechada", body: "Neve 🚗", link: "/sc/regioes", tag: "7" };

let double: PushDouble;
beforeAll(async () => void (double = await startPushDouble()));
afterAll(() => double.close());

const push = (device: ReturnType<typeof newDevice>, options = {}) =>
  sendPush(device, MESSAGE, { keys, testOrigin: double.url, ...options });

/** Whether the signature in an `authorization` header was made with our key, and its claims. */
function readVapid(header: string) {
  const [, token = "", key = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return { key, isSigned, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown> };
}

describe("a message to a device", () => {
  it("is encrypted for this device, signed with our key, with a TTL of one day and normal urgency", async () => {
    const device = newDevice(double.url);
    expect(await push(device)).toEqual({ end: "sent" });
    const [received, ...more] = await device.received();
    expect(more).toEqual([]);
    expect(device.read(received!)).toEqual(MESSAGE);
    expect(Buffer.from(received!.body, "base64").toString("latin1")).not.toContain("Serra");
    expect(() => newDevice(double.url).read(received!)).toThrow(/./);
    expect(received!.headers).toMatchObject({ ttl: "86400", urgency: "normal", "content-encoding": "aes128gcm" });
    const { key, isSigned, claims } = readVapid(received!.headers.authorization ?? "");
    expect([key, isSigned]).toEqual([keys.publicKey, true]);
    expect(claims).toMatchObject({ aud: double.url, sub: keys.subject });
    expect(claims.exp).toBeLessThanOrEqual(Date.now() / 1000 + 86_400);
  });

  it.each([
    ["gone", { end: "gone" }],
    ["missing", { end: "gone" }],
    ["broken", { end: "failed", why: "HTTP 500" }],
  ] satisfies [Behaviour, object][])("that is %s ends as %j", async (behaviour, outcome) => {
    expect(await push(newDevice(double.url, behaviour))).toEqual(outcome);
  });

  it("does not follow redirects", async () => {
    const device = newDevice(double.url, "moved");
    expect(await push(device)).toEqual({ end: "failed", why: "HTTP 307" });
    expect(await device.received()).toHaveLength(1);
  });

  it("times out when the service does not respond", async () => {
    const before = Date.now();
    expect(await push(newDevice(double.url, "silent"), { timeoutMs: 200 })).toEqual({
      end: "failed",
      why: "TimeoutError",
    });
    expect(Date.now() - before).toBeLessThan(5000);
  });

  it("is not sent to an address outside the push services", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const device = newDevice(double.url);
    expect(await push(device, { testOrigin: undefined })).toEqual({ end: "failed", why: "no push service" });
    expect(
      await sendPush({ ...device, endpoint: "http://169.254.169.254/latest" }, MESSAGE, {
        keys,
        testOrigin: double.url,
      }),
    ).toEqual({ end: "failed", why: "no push service" });
    expect(fetched).not.toHaveBeenCalled();
  });

  it("fails without an exception for invalid keys and for an unreachable service", async () => {
    const device = newDevice(double.url);
    expect(await push({ ...device, p256dh: "B".repeat(87) })).toMatchObject({ end: "failed" });
    const closed = await startPushDouble();
    await closed.close();
    expect(await sendPush(newDevice(closed.url), MESSAGE, { keys, testOrigin: closed.url })).toMatchObject({
      end: "failed",
    });
  });
});

describe("runConcurrently", () => {
  it("runs each task once, with limited concurrency", async () => {
    const done: number[] = [];
    let running = 0;
    let most = 0;
    await runConcurrently(
      Array.from({ length: 50 }, (_, index) => index),
      20,
      async (item) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running--;
        done.push(item);
      },
    );
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(most).toBe(20);
  });
});
