import { describe, expect, it } from "vitest";
import { isShownAt, linkOf, readPush } from "./push";

const ORIGIN = "https://portal.example";

describe("content of a push message", () => {
  it("contains its title, text, tag and link", () => {
    expect(
      readPush(() => ({
        title: "Serra fechada",
        body: "Neve",
        link: "/sc/regioes",
        tag: "7",
        image: "https://evil.example/x.png",
      })),
    ).toEqual({
      title: "Serra fechada",
      body: "Neve",
      tag: "7",
      icon: "/icons/icon-192.png",
      badge: "/icons/badge-96.png",
      data: { link: "/sc/regioes" },
    });
  });

  it.each([
    ["nothing", () => undefined],
    ["invalid JSON", () => JSON.parse("{") as unknown],
    ["null", () => null],
    ["a number", () => 7],
    ["an array", () => [1]],
    ["fields of other kinds", () => ({ title: { a: 1 }, body: 7, link: [], tag: null })],
    ["empty texts", () => ({ title: "  ", body: "" })],
  ])("is the portal's name when the payload is %s", (_, read) => {
    expect(readPush(read)).toMatchObject({ title: "LACAMBECHE", body: undefined, tag: undefined, data: { link: "/" } });
  });

  it("is cut to the maximum length", () => {
    const { title, body } = readPush(() => ({ title: "t".repeat(5000), body: "b".repeat(5000) }));
    expect([title.length, body?.length]).toEqual([200, 1000]);
  });
});

describe("target of a notification", () => {
  it.each([
    ["/sc/rota/serra?de=1#mapa", "/sc/rota/serra?de=1#mapa"],
    ["/", "/"],
    ["https://evil.example/", "/"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["painel", "/"],
    [7, "/"],
  ])("%j becomes %s", (link, path) => {
    expect(linkOf({ link }, ORIGIN)).toBe(path);
  });

  it.each([null, undefined, "text", 7])("data %j leads to the front page", (data) => {
    expect(linkOf(data, ORIGIN)).toBe("/");
  });

  it("isShownAt ignores the hash and compares the rest of the address", () => {
    expect(isShownAt(`${ORIGIN}/painel#topo`, "/painel#avisos", ORIGIN)).toBe(true);
    expect(isShownAt(`${ORIGIN}/painel?a=1`, "/painel", ORIGIN)).toBe(false);
    expect(isShownAt("about:blank", "/painel", ORIGIN)).toBe(false);
  });
});
