import { describe, expect, it } from "vitest";
import { isFormerPath, redirectOf } from "./rules";

describe("redirectOf", () => {
  it.each([
    ["no row", null, null],
    ["a deleted page", { to_path: null }, "gone"],
    ["a page that moved", { to_path: "/sc/rota/nova" }, { to: "/sc/rota/nova" }],
    ["a redirect to itself", { to_path: "/sc/rota/velha" }, null],
    ["another site", { to_path: "https://example.org" }, null],
    ["another site without protocol", { to_path: "//example.org" }, null],
    ["a backslash", { to_path: "/\\example.org" }, null],
    ["a line break", { to_path: "/sc\nset-cookie: x" }, null],
  ])("%s", (_name, row, leaving) => {
    expect(redirectOf("/sc/rota/velha", row)).toEqual(leaving);
  });
});

describe("isFormerPath", () => {
  it.each([
    ["/sc/rota/velha", true],
    ["/sc/rota/Velha_Rota.html", true],
    ["/sc/rota/são-joão", false],
    ["/sc/rota/a,or(id.gt.0)", false],
    ["/sc//rota", false],
    ["", false],
    [`/sc/rota/${"a".repeat(300)}`, false],
  ])("%s: %s", (path, known) => {
    expect(isFormerPath(path)).toBe(known);
  });
});
