import { describe, expect, it } from "vitest";
import { roadStyle } from "../style";
import { onExternalBase } from "./external";

const COLORS = {
  surface: "#fff",
  muted: "#555",
  primary: "#00f",
  faixa: "#fb3",
  asphalt: "#444",
  isDark: false,
  fonts: ["x"],
};

describe("onExternalBase", () => {
  const own = roadStyle(COLORS, [
    {
      line: [
        [-49, -28],
        [-50, -29],
      ],
    },
  ]);
  const external = {
    version: 8 as const,
    glyphs: "https://tiles.example/fonts/{fontstack}/{range}.pbf",
    sources: { openmaptiles: { type: "vector" as const, url: "https://tiles.example/planet" } },
    layers: [{ id: "background", type: "background" as const }],
  };
  const merged = onExternalBase(own, external);

  it("has the other base below the portal's routes and nothing of our base", () => {
    expect(merged.layers.map(({ id }) => id)).toEqual(["background", "casing", "asphalt", "recorded", "trace"]);
    expect(Object.keys(merged.sources)).toEqual(["openmaptiles", "routes"]);
    expect(merged.glyphs).toBe(external.glyphs);
  });

  it.each([
    ["ours", own],
    ["the other one", merged],
  ])("has every layer's source on %s", (_name, style) => {
    const used = style.layers.flatMap((layer) => ("source" in layer ? [layer.source] : []));
    expect(Object.keys(style.sources)).toEqual(expect.arrayContaining(used));
  });
});

describe("our base", () => {
  it("needs no other site: no glyphs, sprite or foreign tiles", () => {
    const style = roadStyle(COLORS, []);
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
    expect(JSON.stringify(style.sources)).not.toContain("http");
  });
});
