// @vitest-environment happy-dom
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { rewritten, survives } from "./visual-extensions";

const SEED = path.join(import.meta.dirname, "../../../supabase/seed");

/** Every text of the seed that uses markdown. */
function texts(value: unknown): string[] {
  if (typeof value === "string") return /^#{1,4} |\*\*|^> |^[-*] |\]\(/m.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
}

const files = ["content", "content-extra"].flatMap((folder) => readdirSync(path.join(SEED, folder), { recursive: true, encoding: "utf8" }).map((file) => path.join(SEED, folder, file))).filter((file) => file.endsWith(".json"));
const seeded = files.flatMap((file) => texts(JSON.parse(readFileSync(file, "utf8"))));

describe("the visual editor", () => {
  it("gives every text of the seed back as readers saw it", () => {
    expect(seeded.length).toBeGreaterThan(20);
    const lost = seeded.filter((text) => !survives(text));
    // Boxes to tick have no visual form: those texts stay in the plain field.
    expect(lost.filter((text) => !text.includes("- [ ]"))).toEqual([]);
  });

  it.each([
    ["headings", "## Um\n\n### Dois"],
    ["lists", "- um\n- dois\n\n1. três\n2. quatro"],
    ["links", "Veja [o guia](/sc/home) e [o mapa](https://example.org/a?b=1)."],
    ["bold, italics and code", "**forte**, *fino* e `código`"],
    ["quotes", "> Uma frase\n>\n> e outra"],
  ])("keeps %s", (_, text) => {
    expect(rewritten(text).trim()).toBe(text);
  });

  it("drops the address of a link that would run something", () => {
    expect(rewritten("Veja [isto](javascript:alert(1)), [aquilo](data:text/html,x) e [o guia](/sc/home).").trim()).toBe("Veja isto, aquilo e [o guia](/sc/home).");
  });

  it("says when a text holds what it cannot keep", () => {
    expect(survives("- [ ] Calibrar os pneus\n- [ ] Óleo")).toBe(false);
  });
});
