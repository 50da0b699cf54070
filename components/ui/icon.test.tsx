import { CircleDot, Map, MapPin, Minus, Palette, X } from "lucide";
import { describe, expect, it } from "vitest";
import { joinOutlines } from "./icon";

describe("joinOutlines", () => {
  it("joins paths, each beginning where it began alone", () => {
    const [[tag, { d }] = ["", {}], ...others] = joinOutlines(X);
    expect([tag, others.length]).toEqual(["path", 0]);
    expect(d).toBe(X.map(([, attributes]) => `M0 0${attributes.d}`).join(""));
  });

  it("draws a circle as two arcs", () => {
    expect(joinOutlines([["circle", { cx: "12", cy: "10", r: "3" }]])).toEqual([
      ["path", { d: "M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z" }],
    ]);
    expect(joinOutlines([["line", { x1: "1", y1: "2", x2: "3", y2: "4" }]])).toEqual([["path", { d: "M1 2L3 4" }]]);
  });

  it.each([[MapPin], [Map], [CircleDot], [Minus]])("leaves one element of an icon of outlines", (icon) => {
    expect(joinOutlines(icon)).toHaveLength(1);
  });

  it("keeps shapes with a fill of their own, and other kinds of shapes", () => {
    const filled = Palette.filter(([, attributes]) => "fill" in attributes);
    expect(filled.length).toBeGreaterThan(0);
    expect(joinOutlines(Palette)).toEqual(expect.arrayContaining(filled));
    expect(
      joinOutlines([
        ["rect", { width: "4", height: "4" }],
        ["path", { d: "m1 1" }],
      ]),
    ).toEqual([
      ["path", { d: "M0 0m1 1" }],
      ["rect", { width: "4", height: "4" }],
    ]);
  });
});
