import { describe, expect, it } from "vitest";
import { bannedUntil } from "./accounts";
import { parseSize, redirectRule } from "./config";
import { isoTimestamp, jsonText, postgrestError } from "./connection";
import { lineOf } from "./migrate";
import { readSettings } from "./settings";
import { copyAnswer, downloadSignatures, isSafeKey, oneLevel } from "./storage-shapes";

const stored = (name: string) => ({ name, id: name, updated_at: "u", created_at: "c", last_accessed_at: "l", metadata: {} });

describe("storage", () => {
  it.each(["a.png", "user-1/fotos/carro_2.webp"])("takes the key %s", (key) => expect(isSafeKey(key)).toBe(true));
  it.each(["", "/a", "../a", "a/../b", "a%2e", "a\\b", "ação.png", "a b", "a\0"])("refuses the key %j", (key) => expect(isSafeKey(key)).toBe(false));

  it("lists one level with folders once", () => {
    const objects = ["f/a.png", "f/sub/b.png", "f/sub/c.png"].map(stored);
    expect(oneLevel(objects, { prefix: "f" }).map(({ name, id }) => [name, id])).toEqual([["a.png", "f/a.png"], ["sub", null]]);
    expect(oneLevel(objects, { prefix: "f/", search: "SUB" })).toHaveLength(1);
    expect(oneLevel(objects, { prefix: "f", limit: 1, offset: 1 }).map(({ name }) => name)).toEqual(["sub"]);
  });

  it("words signatures and copies as supabase-js reads them", () => {
    expect(downloadSignatures({ signedUrl: "/storage/v1/object/x" })).toEqual({ signedURL: "/object/x" });
    expect(downloadSignatures([{ signedUrl: "/storage/v1/a" }])).toMatchObject([{ signedURL: "/a" }]);
    expect(copyAnswer({ bucketId: "a", destinationBucket: "b" }, { key: "k" })).toEqual({ Key: "b/k", Id: undefined });
  });
});

describe("wire formats", () => {
  it.each([
    ["2026-01-02 03:04:05+00", "2026-01-02T03:04:05+00:00"],
    ["2026-01-02 03:04:05.678-03", "2026-01-02T03:04:05.678-03:00"],
    ["2026-01-02 03:04:05+05:30", "2026-01-02T03:04:05+05:30"],
  ])("writes %s as %s", (text, iso) => expect(isoTimestamp(text)).toBe(iso));

  it("serializes JSON once", () => {
    expect([jsonText('{"a":1}'), jsonText({ a: 1 }), jsonText("plain")]).toEqual(['{"a":1}', '{"a":1}', '"plain"']);
  });

  it.each([["P0001", 400], ["23514", 400], ["57P01", 503], ["08006", 503], ["XX000", 500]])("answers %s with %i", (code, status) => {
    expect(postgrestError({ code, message: "m" })).toMatchObject({ code: "PGRST", detail: JSON.stringify({ status, headers: {} }) });
  });

  it("leaves what the library maps itself", () => {
    const failure = { code: "23505", message: "m" };
    expect(postgrestError(failure)).toBe(failure);
  });
});

describe("settings", () => {
  it("has a default for everything", () => expect(readSettings({})).toMatchObject({ port: 54321, databasePort: 54322, siteUrl: "http://localhost:3000", seedDemoAccounts: true }));
  it.each(["0", "abc", "70000"])("names the variable of port %s", (port) => expect(() => readSettings({ SUPABASE_LOCAL_PORT: port })).toThrow("SUPABASE_LOCAL_PORT"));
  it("needs both Google variables", () => expect(readSettings({ GOOGLE_CLIENT_ID: "x" }).google).toBeUndefined());

  it("leads back to the site only", () => {
    const isAllowed = redirectRule("http://localhost:3000");
    expect(["/painel", "http://localhost:3000/x"].map(isAllowed)).toEqual([true, true]);
    expect(["//evil.example", "http://evil.example", "javascript:alert(1)", "http://localhost:3000@evil.example"].map(isAllowed)).toEqual([false, false, false, false]);
  });

  it("reads durations, sizes and places", () => {
    expect(bannedUntil("1h30m", 0)).toBe("1970-01-01T01:30:00.000Z");
    expect([bannedUntil("none"), bannedUntil("soon")]).toEqual([null, undefined]);
    expect(parseSize("10MiB")).toBe(10_485_760);
    expect(lineOf("a\nb\nc", "5")).toBe(3);
  });
});
