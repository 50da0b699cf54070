import { describe, expect, it } from "vitest";
import { isPushEndpoint, messageOf, obstacleOf, pushState, serviceOf, textsIn } from "./rules";
import { deviceSchema } from "./schema";

describe("push endpoints", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://wns2-by3p.notify.windows.com/w/?token=abc",
    "https://web.push.apple.com/QGQ",
  ])("%s is valid", (address) => expect(isPushEndpoint(address)).toBe(true));

  it.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/fcm/send/abc",
    "https://fcm.googleapis.com./fcm/send/abc",
    "https://user:pass@fcm.googleapis.com/fcm/send/abc",
    "https://evil.fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com.evil.example/",
    "https://evilpush.services.mozilla.com.example/",
    "https://notify.windows.com.evil.example/",
    "https://xpush.apple.com/",
    "https://evil.example/?https://fcm.googleapis.com/",
    "https://evil.example\\@fcm.googleapis.com/",
    "https://169.254.169.254/latest/meta-data",
    "http://127.0.0.1:54321/rest/v1/",
    "http://localhost:5432",
    "https://[::1]/",
    "file:///etc/passwd",
    "data:text/plain,x",
    "",
    "fcm.googleapis.com",
  ])("%s is invalid", (address) => expect(isPushEndpoint(address)).toBe(false));

  it("the mock server of the tests is valid only when configured, and only its own origin", () => {
    expect(isPushEndpoint("http://127.0.0.1:4850/one", "http://127.0.0.1:4850")).toBe(true);
    expect(isPushEndpoint("http://127.0.0.1:4851/one", "http://127.0.0.1:4850")).toBe(false);
    expect(isPushEndpoint("http://127.0.0.1:4850/one")).toBe(false);
  });

  it("returns the name of a push service", () => {
    expect(serviceOf("https://web.push.apple.com/QGQ")).toBe("web.push.apple.com");
    expect(serviceOf("nothing")).toBe("?");
  });
});

describe("a push subscription", () => {
  const device = {
    endpoint: "https://web.push.apple.com/QGQ",
    p256dh: "B".repeat(87),
    auth: "a".repeat(22),
    locale: "pt-BR",
  };

  it("is accepted without base64 padding", () => {
    expect(deviceSchema().parse({ ...device, p256dh: `${device.p256dh}=`, auth: `${device.auth}==` })).toEqual(device);
  });

  it.each([
    { endpoint: "https://evil.example/" },
    { endpoint: `https://web.push.apple.com/${"a".repeat(1000)}` },
    { p256dh: "B".repeat(86) },
    { auth: "+".repeat(22) },
    { locale: "fr" },
    { user_id: "x" },
  ])("is rejected with %j", (wrong) => {
    expect(deviceSchema().safeParse({ ...device, ...wrong }).success).toBe(false);
  });
});

const campaign = {
  id: "7",
  title: "Serra fechada",
  body: "Neve na serra",
  link: "/sc/regioes",
  translations: { en: { title: "Pass closed" }, es: { title: "Sierra cerrada", body: "Nieve" } },
};

describe("a push message", () => {
  it("uses the device's language, Portuguese without a translation", () => {
    expect(messageOf(campaign, "pt-BR")).toEqual({
      title: "Serra fechada",
      body: "Neve na serra",
      link: "/sc/regioes",
      tag: "7",
    });
    expect(messageOf(campaign, "en-US")).toEqual({
      title: "Pass closed",
      body: "Neve na serra",
      link: "/english/sc/regioes",
      tag: "7",
    });
    expect(messageOf(campaign, "es-419")).toEqual({
      title: "Sierra cerrada",
      body: "Nieve",
      link: "/espanol/sc/regioes",
      tag: "7",
    });
    expect(textsIn({ ...campaign, translations: null }, "en-US")).toEqual({
      title: "Serra fechada",
      body: "Neve na serra",
    });
  });

  it("opens the list of notifications when it has no link", () => {
    expect(messageOf({ ...campaign, link: null }, "es-419").link).toBe("/espanol/painel#avisos");
  });

  it("is truncated and does not split a character", () => {
    const message = messageOf(
      { ...campaign, title: "🚗".repeat(60), body: "🚗".repeat(500), link: `/${"á".repeat(299)}` },
      "pt-BR",
    );
    expect(Array.from(message.body)).toHaveLength(300);
    expect(message.body).toMatch(/^(?:🚗)+…$/u);
    // A push message is limited to 4096 bytes, about 100 of which are encryption overhead.
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(3900);
  });
});

describe("status of a push", () => {
  const now = Date.parse("2026-02-01T12:00:00Z");
  const state = (changes: object) =>
    pushState(
      {
        push: true,
        status: "sent",
        sent_at: "2026-02-01T11:50:00Z",
        push_taken_at: null,
        push_done_at: null,
        ...changes,
      },
      now,
    );

  it.each([
    [null, { push: false }],
    [null, { status: "cancelled", sent_at: null }],
    ["planned", { status: "scheduled", sent_at: null }],
    ["waiting", {}],
    ["stale", { sent_at: "2026-01-30T11:50:00Z" }],
    ["sending", { push_taken_at: "2026-02-01T11:55:00Z" }],
    ["broken", { push_taken_at: "2026-02-01T11:00:00Z" }],
    ["done", { push_taken_at: "2026-02-01T11:00:00Z", push_done_at: "2026-02-01T11:01:00Z" }],
  ])("is %s", (expected, changes) => expect(state(changes)).toBe(expected));
});

describe("obstacles on a device", () => {
  const fine = { supported: true, ios: false, installed: false, permission: "default", online: true, worker: true };

  it.each([
    [null, {}],
    ["unsupported", { supported: false }],
    ["unsupported", { supported: false, ios: true, installed: true }],
    ["install", { supported: false, ios: true }],
    ["denied", { permission: "denied", online: false }],
    ["offline", { online: false, worker: false }],
    ["noWorker", { worker: false }],
  ])("%s: %j", (expected, changes) => expect(obstacleOf({ ...fine, ...changes })).toBe(expected));
});
