import { describe, expect, it } from "vitest";
import { bannedUntil } from "./accounts";
import { parseSize, redirectRule } from "./config";
import { isoTimestamp, jsonText, postgrestError } from "./connection";
import { lineOf } from "./migrate";
import { readSettings } from "./settings";
import { copyResponse, downloadSignatures, isSafeKey, oneLevel } from "./storage-shapes";

const stored = (name: string) => ({
  name,
  id: name,
  updated_at: "u",
  created_at: "c",
  last_accessed_at: "l",
  metadata: {},
});

describe("storage", () => {
  it.each(["a.png", "user-1/fotos/carro_2.webp"])("accepts the key %s", (key) => expect(isSafeKey(key)).toBe(true));
  it.each(["", "/a", "../a", "a/../b", "a%2e", "a\\b", "ação.png", "a b", "a\0"])("rejects the key %j", (key) =>
    expect(isSafeKey(key)).toBe(false),
  );

  it("lists each folder of one level once", () => {
    const objects = ["f/a.png", "f/sub/b.png", "f/sub/c.png"].map(stored);
    expect(oneLevel(objects, { prefix: "f" }).map(({ name, id }) => [name, id])).toEqual([
      ["a.png", "f/a.png"],
      ["sub", null],
    ]);
    expect(oneLevel(objects, { prefix: "f/", search: "SUB" })).toHaveLength(1);
    expect(oneLevel(objects, { prefix: "f", limit: 1, offset: 1 }).map(({ name }) => name)).toEqual(["sub"]);
  });

  it("returns signatures and copies in the format of supabase-js", () => {
    expect(downloadSignatures({ signedUrl: "/storage/v1/object/x" })).toEqual({ signedURL: "/object/x" });
    expect(downloadSignatures([{ signedUrl: "/storage/v1/a" }])).toMatchObject([{ signedURL: "/a" }]);
    expect(copyResponse({ bucketId: "a", destinationBucket: "b" }, { key: "k" })).toEqual({
      Key: "b/k",
      Id: undefined,
    });
  });
});

describe("wire formats", () => {
  it.each([
    ["2026-01-02 03:04:05+00", "2026-01-02T03:04:05+00:00"],
    ["2026-01-02 03:04:05.678-03", "2026-01-02T03:04:05.678-03:00"],
    ["2026-01-02 03:04:05+05:30", "2026-01-02T03:04:05+05:30"],
  ])("converts %s to %s", (text, iso) => expect(isoTimestamp(text)).toBe(iso));

  it("serializes JSON once", () => {
    expect([jsonText('{"a":1}'), jsonText({ a: 1 }), jsonText("plain")]).toEqual(['{"a":1}', '{"a":1}', '"plain"']);
  });

  it.each([
    ["P0001", 400],
    ["23514", 400],
    ["57P01", 503],
    ["08006", 503],
    ["XX000", 500],
  ])("maps %s to status %i", (code, status) => {
    expect(postgrestError({ code, message: "m" })).toMatchObject({
      code: "PGRST",
      detail: JSON.stringify({ status, headers: {} }),
    });
  });

  it("keeps errors that Supabase Lite already maps", () => {
    const failure = { code: "23505", message: "m" };
    expect(postgrestError(failure)).toBe(failure);
  });
});

describe("settings", () => {
  it("has defaults for all values", () =>
    expect(readSettings({})).toMatchObject({
      port: 54321,
      databasePort: 54322,
      siteUrl: "http://localhost:3000",
      seedDemoAccounts: true,
    }));
  it.each(["0", "abc", "70000"])("names the variable of port %s in the error", (port) =>
    expect(() => readSettings({ SUPABASE_LOCAL_PORT: port })).toThrow("SUPABASE_LOCAL_PORT"),
  );
  it("requires both Google variables", () => expect(readSettings({ GOOGLE_CLIENT_ID: "x" }).google).toBeUndefined());

  it("allows redirects to the site only", () => {
    const isAllowed = redirectRule("http://localhost:3000");
    expect(["/painel", "http://localhost:3000/x"].map(isAllowed)).toEqual([true, true]);
    expect(
      ["//evil.example", "http://evil.example", "javascript:alert(1)", "http://localhost:3000@evil.example"].map(
        isAllowed,
      ),
    ).toEqual([false, false, false, false]);
  });

  it("parses durations, sizes and positions", () => {
    expect(bannedUntil("1h30m", 0)).toBe("1970-01-01T01:30:00.000Z");
    expect([bannedUntil("none"), bannedUntil("soon")]).toEqual([null, undefined]);
    expect(parseSize("10MiB")).toBe(10_485_760);
    expect(lineOf("a\nb\nc", "5")).toBe(3);
  });
});
