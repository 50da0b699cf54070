import { describe, expect, it } from "vitest";
import { backendCall, readRequestTarget } from "./request-target";

const callOf = (raw: string) => backendCall(raw, readRequestTarget(raw));

describe("readRequestTarget", () => {
  it.each([
    ["/", "/"],
    ["/sc/home", "/sc/home"],
    ["/blog/tag/caf%C3%A9", "/blog/tag/caf%C3%A9"],
    ["/storage/v1/object/public/media/a%20b.jpg", "/storage/v1/object/public/media/a%20b.jpg"],
    ["/cartao-postal/serra~rio.svg", "/cartao-postal/serra~rio.svg"],
    ["/blog/tag/a&b", "/blog/tag/a%26b"],
    ["/blog/tag/a%26b", "/blog/tag/a%26b"],
    ["/blog/tag/100%25", "/blog/tag/100%25"],
  ])("accepts %s as canonical", (raw, path) => {
    expect(readRequestTarget(raw)).toEqual({ sent: raw, path, query: "", isCanonical: true });
  });

  it.each([
    ["/sc//home", "/sc/home"],
    ["//evil.example/home", "/evil.example/home"],
    ["/sc/home/", "/sc/home"],
    ["/sc/./home", "/sc/home"],
    ["/sc/../rs/home", "/rs/home"],
    ["/../../home", "/home"],
    ["/sc/%2e%2e/home", "/home"],
    ["/sc/.%2E/home", "/home"],
    ["/sc\\home", "/sc/home"],
    ["/%73c/home", "/sc/home"],
    ["/blog/tag/caf%c3%a9", "/blog/tag/caf%C3%A9"],
    ["/blog/tag/café", "/blog/tag/caf%C3%A9"],
    ["/SC/home/", "/SC/home"],
  ])("converts %s to %s", (raw, path) => {
    const bytes = Buffer.from(raw).toString("latin1");
    expect(readRequestTarget(bytes)).toMatchObject({ path, isCanonical: false });
  });

  it.each([
    "/sc%2fhome",
    "/sc%5Chome",
    "/sc/%00",
    "/sc/%0a",
    "/sc/%",
    "/sc/%E0%A4",
    "/%c0%ae%c0%ae/home",
    "/%ff",
    "/home#a",
    "/home?a=1#b",
    "*",
    "http://x/home",
    "",
    `/${"a".repeat(2000)}`,
  ])("returns null for %s", (raw) => expect(readRequestTarget(raw)).toBeNull());

  it("rejects bytes that are not UTF-8", () => expect(readRequestTarget("/caf\u00e9")).toBeNull());

  it("does not change the query", () => {
    expect(readRequestTarget("/busca?q=a//b?c&d=%")).toMatchObject({
      path: "/busca",
      query: "?q=a//b?c&d=%",
      isCanonical: true,
    });
    expect(readRequestTarget("/busca?")).toMatchObject({ path: "/busca", query: "?", isCanonical: true });
  });
});

describe("backendCall", () => {
  it.each([
    "/rest/v1/regions?select=name",
    "/rest/v1/rpc/current_account",
    "/auth/v1/verify",
    "/storage/v1/object/public/media/a%20b.jpg",
    "/storage/v1/object/media/a(1)+b,c=d@e.jpg",
  ])("forwards %s", (raw) => expect(callOf(raw)).toBe("forward"));

  it.each([
    "/",
    "/home",
    "/auth/confirm",
    "/restaurantes/v1/x",
    "/sc/rest/v1",
    "/mailbox.json",
    "/_system",
    "/rest/v10/x",
    "/x?y=/rest/v1/z",
  ])("does not handle %s", (raw) => expect(callOf(raw)).toBe("none"));

  it.each([
    "/rest/v1/../../mailbox.json",
    "/rest/v1/%2e%2e/%2e%2e/mailbox.json",
    "/rest/v1/..%2f..%2fmailbox.json",
    "/rest/v1/..%5c..%5cmailbox.json",
    "/rest/v1/..\\..\\mailbox.json",
    "/rest/v1/%252e%252e/%252e%252e/mailbox.json",
    "/rest/v1//regions",
    "//rest/v1/regions",
    "/./rest/v1/regions",
    "/sc/../rest/v1/regions",
    "/rest/v1/regions/",
    "/REST/v1/regions",
    "/rest/V1/regions",
    "/rest%2Fv1/regions",
    "/%72est/v1/regions",
    "/auth/v1/%76erify",
    "/auth/v1/verify/../verify",
    "/rest/v1/%",
    "/rest/v1/%E0%A4",
    "/rest/v1/a%00b",
    "/storage/v1/object/public/media/a%2fb",
    `/rest/v1/${"a".repeat(2000)}`,
  ])("refuses %s", (raw) => expect(callOf(raw)).toBe("refuse"));
});
