import { describe, expect, it } from "vitest";
import { searchPageSchema, searchSchema } from "./schema";

describe("searchSchema", () => {
  it("adds defaults", () => {
    expect(searchSchema.parse({ q: " são   joaquim " })).toEqual({
      q: "são joaquim",
      kinds: [],
      limit: 20,
      locale: "pt-BR",
    });
    expect(searchSchema.parse({ q: "x", uf: "" })).toMatchObject({ uf: undefined });
  });

  it("parses filters, limit and language", () => {
    expect(searchSchema.parse({ q: "x", uf: "sc", kinds: "city,region", limit: "5", locale: "es-419" })).toEqual({
      q: "x",
      uf: "sc",
      kinds: ["city", "region"],
      limit: 5,
      locale: "es-419",
    });
  });

  it.each(["a\u0000b", "a\tb", "a\nb", "a\uD800b", "a\uFFFDb"])(
    "removes everything the database rejects from %j",
    (q) => {
      expect(searchSchema.parse({ q }).q).toBe("a b");
    },
  );

  it.each([
    [{}],
    [{ q: "x".repeat(201) }],
    [{ q: "x".repeat(10_000) }],
    [{ q: "x", uf: "xx" }],
    [{ q: "x", uf: "SC" }],
    [{ q: "x", kinds: "profiles" }],
    [{ q: "x", kinds: "city,'" }],
    [{ q: "x", limit: "51" }],
    [{ q: "x", limit: "0" }],
    [{ q: "x", limit: "1.5" }],
    [{ q: "x", limit: "many" }],
    [{ q: "x", locale: "pt" }],
  ])("rejects %j", (asked) => {
    expect(searchSchema.safeParse(asked).success).toBe(false);
  });
});

describe("searchPageSchema", () => {
  it("accepts a URL without a query and with invalid filters", () => {
    expect(searchPageSchema.parse({})).toEqual({ q: "", kinds: [] });
    expect(searchPageSchema.parse({ q: "mar", uf: "zz", kinds: "profiles" })).toEqual({ q: "mar", kinds: [] });
  });

  it("rejects a text that is too long", () => {
    expect(searchPageSchema.safeParse({ q: "x".repeat(201) }).success).toBe(false);
  });
});
