// @vitest-environment happy-dom
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { getSchema } from "@tiptap/react";
import { tests } from "commonmark-spec";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "@/components/ui/markdown";
import { parseMarkdown } from "@/components/ui/markdown-blocks";
import { markdownOf } from "@/components/ui/markdown-text";
import { blocksOfDocument, documentOf } from "./visual-document";
import { visualExtensions } from "./visual-extensions";

const SEED = path.join(import.meta.dirname, "../../../supabase/seed");
const schema = getSchema(visualExtensions);

/** Converts a text to the document of the visual editor and back; the editor's schema checks the document. */
function rewritten(text: string): string {
  const node = schema.nodeFromJSON(documentOf(parseMarkdown(text)));
  node.check();
  return markdownOf(blocksOfDocument(node.toJSON()));
}

const html = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));

/** All texts of the seed data that contain markdown. */
function texts(value: unknown): string[] {
  if (typeof value === "string") return /^#{1,4} |\*\*|^> |^[-*] |\]\(/m.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
}

const files = ["content", "content-extra"]
  .flatMap((folder) =>
    readdirSync(path.join(SEED, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      path.join(SEED, folder, file),
    ),
  )
  .filter((file) => file.endsWith(".json"));
const seeded = files.flatMap((file) => texts(JSON.parse(readFileSync(file, "utf8"))));

describe("the CommonMark examples", () => {
  // The specification prints a tab as an arrow.
  const examples = tests.map(({ number, markdown }) => ({ number, markdown: markdown.replaceAll("→", "\t") }));

  it("are complete", () => {
    expect(tests.length).toBeGreaterThan(650);
  });

  it("render the same after the visual editor has written them", () => {
    const changed = examples.filter(({ markdown }) => html(rewritten(markdown)) !== html(markdown));
    expect(changed.map(({ number, markdown }) => ({ number, markdown, rewritten: rewritten(markdown) }))).toEqual([]);
  });

  it("do not change when they are written a second time", () => {
    const changed = examples.map(({ markdown }) => rewritten(markdown)).filter((text) => rewritten(text) !== text);
    expect(changed).toEqual([]);
  });
});

describe("the visual editor", () => {
  it("keeps the rendered result of every text in the seed data", () => {
    expect(seeded.length).toBeGreaterThan(20);
    expect(seeded.filter((text) => html(rewritten(text)) !== html(text))).toEqual([]);
  });

  it.each([
    ["headings", "## Um\n\n### Dois"],
    ["lists", "- um\n- dois\n\n1. três\n2. quatro"],
    ["nested lists", "- um\n  - dentro\n    1. mais dentro\n- dois"],
    ["task list checkboxes", "- [ ] Calibrar os pneus\n- [x] Óleo"],
    ["links", "Veja [o guia](/sc/home) e [o mapa](https://example.org/a?b=1)."],
    ["bold, italics and code", "**forte**, *fino* e `código`"],
    ["quotes", "> Uma frase\n>\n> e outra"],
    ["line breaks", "Rua das Flores, 10\\\nItá"],
    ["HTML characters", "Bed & Breakfast, 2 < 3 e a > b"],
  ])("keeps %s", (_, text) => {
    expect(rewritten(text)).toBe(text);
  });

  it("removes the address of a link that would run a script", () => {
    expect(rewritten("Veja [isto](javascript:alert(1)), [aquilo](data:text/html,x) e [o guia](/sc/home).")).toBe(
      "Veja isto, aquilo e [o guia](/sc/home).",
    );
  });

  it("writes text with leading and trailing spaces, empty lines and formatted spaces", () => {
    const typed = {
      type: "doc",
      content: [
        { type: "paragraph" },
        {
          type: "paragraph",
          content: [
            { type: "text", text: " Bed & " },
            { type: "text", text: "Breakfast ", marks: [{ type: "bold" }] },
            { type: "text", text: "aqui  " },
            { type: "hardBreak" },
            { type: "text", text: "AT&T" },
            { type: "hardBreak" },
          ],
        },
        { type: "paragraph" },
      ],
    };
    expect(markdownOf(blocksOfDocument(typed))).toBe("Bed & **Breakfast** aqui\\\nAT\\&T");
  });
});
