import { describe, expect, it } from "vitest";
import { encode, svgOf } from "./draw";
import { posterPdf } from "./poster-pdf";

const LOOK = { dark: "#0b1220", light: "#ffffff", level: "M" } as const;
const read = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

describe("posterPdf", () => {
  it.each(["A4", "A5"] as const)("writes correct object offsets into the file for %s", async (paper) => {
    const file = read(
      posterPdf(await encode("https://exemplo.com", LOOK), paper, "Pousada (da) Serra \\ Ação", "exemplo.com"),
    );
    const table = Number(/startxref\n(\d+)/.exec(file)![1]);
    expect(file.slice(table, table + 4)).toBe("xref");
    const starts = [...file.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map(([, start]) => Number(start));
    expect(starts.map((start) => file.slice(start, start + 7))).toEqual([
      "1 0 obj",
      "2 0 obj",
      "3 0 obj",
      "4 0 obj",
      "5 0 obj",
    ]);
    const [, length, stream] = /<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(file)!;
    expect(stream!.length).toBe(Number(length));
    expect(stream).toMatch(/Pousada \\\(da\\\)/);
    expect(stream).toContain("A\xe7\xe3o");
  });

  it("keeps a long caption on the page", async () => {
    const file = read(posterPdf(await encode("x", LOOK), "A5", "Encontro ".repeat(30), ""));
    for (const [, x] of file.matchAll(/Tf (-?[\d.]+) /g)) expect(Number(x)).toBeGreaterThanOrEqual(0);
  });
});

describe("svgOf", () => {
  it("escapes the title", async () => {
    expect(svgOf(await encode("x", LOOK), 200, "<script> & cia")).toContain("<title>&lt;script&gt; &amp; cia</title>");
  });
});
