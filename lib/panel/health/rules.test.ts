import { describe, expect, it } from "vitest";
import { checkMail, checkMaps, checkRouting, checkStripe, checkWebhooks, timed, trackRecord } from "./rules";

describe("timed", () => {
  it("measures the time and converts an exception into a failure", async () => {
    const clock = [10, 35, 100, 101];
    const now = () => clock.shift()!;
    expect(await timed("database", () => Promise.resolve({ status: "ok" }), now)).toEqual({
      name: "database",
      status: "ok",
      latencyMs: 25,
      detail: "",
    });
    expect(await timed("mail", () => Promise.reject(new Error("refused")), now)).toEqual({
      name: "mail",
      status: "down",
      latencyMs: 1,
      detail: "refused",
    });
  });
});

describe("trackRecord", () => {
  const kept = [
    { name: "mail", status: "ok", created_at: "3", detail: "" },
    { name: "mail", status: "down", created_at: "2", detail: "refused" },
    { name: "mail", status: "off", created_at: "1", detail: "" },
    { name: "maps", status: "down", created_at: "1", detail: "" },
  ];

  it("counts only results of the same check and ignores those with status off", () => {
    expect(trackRecord("mail", kept)).toEqual({ uptime: 0.5, lastFailure: kept[1] });
    expect(trackRecord("stripe", kept)).toEqual({ uptime: null, lastFailure: null });
  });
});

const refused = () => Promise.reject(new Error("refused"));

describe("a service that is not configured or not used", () => {
  it("is never reported as working", async () => {
    expect(
      await checkMail({
        smtpUrl: undefined,
        isEmbedded: false,
        verifySmtp: async () => undefined,
        countMailbox: async () => 1,
      }),
    ).toEqual({ status: "off", detail: "SMTP_URL" });
    expect(
      await checkStripe({ isEnabled: false, publishableKey: "pk", hasSecret: true, ask: async () => "ok" }),
    ).toEqual({ status: "off" });
    expect(
      checkWebhooks({
        isEnabled: false,
        hasSecret: true,
        newest: "2026-01-01T00:00:00Z",
        now: Date.parse("2026-01-02T00:00:00Z"),
      }),
    ).toEqual({ status: "off" });
    expect(checkMaps(undefined).status).toBe("off");
  });
});

describe("a configured service", () => {
  it("works only when it responded just now", async () => {
    const smtp = { smtpUrl: "smtp://user:secret@mail.example.org", isEmbedded: false, countMailbox: async () => 0 };
    expect(await checkMail({ ...smtp, verifySmtp: async () => undefined })).toEqual({
      status: "ok",
      detail: "SMTP: mail.example.org",
    });
    expect(await timed("mail", () => checkMail({ ...smtp, verifySmtp: refused }))).toMatchObject({
      status: "down",
      detail: "refused",
    });
    const card = { isEnabled: true, publishableKey: "pk", hasSecret: true };
    expect(await checkStripe({ ...card, ask: async () => "ok" })).toMatchObject({ status: "ok" });
    expect(await checkStripe({ ...card, ask: async () => "refused" })).toEqual({ status: "down", detail: "refused" });
    expect(await timed("stripe", () => checkStripe({ ...card, ask: refused }))).toMatchObject({ status: "down" });
  });

  it("is down when part of its configuration is missing", async () => {
    expect(
      await checkStripe({ isEnabled: true, publishableKey: "", hasSecret: true, ask: async () => "ok" }),
    ).toMatchObject({ status: "down" });
    expect(
      await checkStripe({ isEnabled: true, publishableKey: "pk", hasSecret: false, ask: async () => "ok" }),
    ).toMatchObject({ status: "down" });
    expect(checkWebhooks({ isEnabled: true, hasSecret: false, newest: null, now: 0 })).toEqual({
      status: "down",
      detail: "STRIPE_WEBHOOK_SECRET",
    });
  });

  it("is unknown when the server cannot test it", () => {
    expect(checkMaps("AIza1234").status).toBe("unknown");
    expect(checkWebhooks({ isEnabled: true, hasSecret: true, newest: null, now: 0 }).status).toBe("unknown");
  });

  it.each([
    ["2026-01-01T00:00:00Z", "2026-01-08T00:00:00Z", "ok"],
    ["2026-01-01T00:00:00Z", "2026-01-08T00:00:01Z", "warning"],
  ])("an event of %s is checked at %s as %s", (newest, now, status) => {
    expect(checkWebhooks({ isEnabled: true, hasSecret: true, newest, now: Date.parse(now) })).toEqual({
      status,
      detail: newest,
    });
  });
});

describe("road routing", () => {
  it.each([
    ["a route of plausible length works", { km: 151, missing: [] }, { status: "ok", detail: "embedded: 151 km" }],
    ["a much too long route is a failure", { km: 900, missing: [] }, { status: "down", detail: "embedded: 900 km" }],
    ["a network that is still loading is unknown", { km: null, missing: [] }, { status: "unknown" }],
    ["missing files are a failure", { km: null, missing: ["network.bin"] }, { status: "down", detail: "network.bin" }],
  ])("%s", (_name, test, expected) => {
    expect(checkRouting({ engine: "embedded", ...test })).toMatchObject(expected);
  });
});
