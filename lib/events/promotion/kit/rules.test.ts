import { describe, expect, it } from "vitest";
import { artFile, artPath, fittedText } from "./rules";

describe("artFile", () => {
  it("reads the name that artPath writes", () => {
    const file = { size: "story", locale: "es-419", type: "png" } as const;
    expect(artFile(artPath("id", file).split("/").at(-1)!)).toEqual(file);
  });

  it.each(["story.png", "poster~pt-BR.png", "story~pt.png", "story~pt-BR.gif", "toString~pt-BR.png", ""])(
    "refuses %s",
    (name) => {
      expect(artFile(name)).toBeNull();
    },
  );
});

describe("fittedText", () => {
  const room = { width: 900, height: 300, largest: 90, smallest: 36 };

  it("gives a short text the largest size", () => {
    expect(fittedText("Encontro", room)).toEqual({ text: "Encontro", size: 90, lines: 1 });
  });

  it("gives a longer text a smaller size", () => {
    const { text, size } = fittedText("Encontro de carros antigos ".repeat(4).trim(), room);
    expect(text).not.toContain("…");
    expect(size).toBeLessThan(90);
  });

  it("shortens a text that does not fit in the smallest size", () => {
    const { text, size } = fittedText("M".repeat(500), room);
    expect(text).toMatch(/^M+…$/);
    expect(size).toBe(36);
  });
});
