import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { POSTCARD_BIOMES } from "./biomes";
import { composePostcard } from "./rules";

const slugs = Array.from({ length: 200 }, (_, index) => `rota-${index}`);

/** Renders the centre of the card at an image size; throws for malformed XML. */
async function paint(svg: string, width: number, height: number) {
  const crop = await sharp(Buffer.from(svg)).resize(width, height, { fit: "cover" }).png().toBuffer();
  return sharp(crop).stats();
}

describe("composePostcard", () => {
  it("creates the same image for the same slug and different images for different slugs", () => {
    const [first, again, other] = ["serra-do-rio-do-rastro", "serra-do-rio-do-rastro", "estrada-real"].map((slug) =>
      composePostcard({ slug, biome: "serra" }),
    );
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it.each(POSTCARD_BIOMES)("keeps every %s card under 6 KB, without scripts and invalid numbers", (biome) => {
    const cards = slugs.map((slug) => composePostcard({ slug, biome }));
    expect(Math.max(...cards.map((svg) => Buffer.byteLength(svg)))).toBeLessThan(6144);
    expect(
      cards.filter((svg) => /<script|<foreignObject|\son\w+=|https?:\/\/(?!www\.w3\.org\/2000\/svg)/i.test(svg)),
    ).toEqual([]);
    expect(cards.filter((svg) => /NaN|undefined|Infinity|null|\d\.\d{4}/.test(svg))).toEqual([]);
  });

  it.each(POSTCARD_BIOMES)("renders %s as valid XML in the crops for sharing and video", async (biome) => {
    for (const slug of slugs.slice(0, 3)) {
      const svg = composePostcard({ slug, biome });
      const [share, video] = await Promise.all([paint(svg, 600, 315), paint(svg, 320, 180)]);
      expect(share.isOpaque && video.isOpaque).toBe(true);
      expect(share.entropy).toBeGreaterThan(3);
    }
  });

  it("references only ids it defines, and ids differ between cards", () => {
    const names = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    const cards = POSTCARD_BIOMES.map((biome) => composePostcard({ slug: "noite", biome }));
    for (const card of cards) {
      const used = [...card.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map((match) => match[1]);
      expect(names(card)).toEqual(expect.arrayContaining(used));
      expect(new Set(names(card)).size).toBe(names(card).length);
    }
    expect(new Set(cards.flatMap(names)).size).toBe(cards.flatMap(names).length);
  });

  it("detects malformed XML", async () => {
    await expect(paint(composePostcard({ slug: "a", biome: "serra" }).replace("</g>", ""), 60, 40)).rejects.toThrow(
      /XML|corrupt|unsupported/i,
    );
  });

  it("never contains the slug in the markup", () => {
    const svg = composePostcard({ slug: '"><script>alert(1)</script>', biome: "litoral" });
    expect(svg).not.toContain("alert");
  });

  it("accepts an image size and keeps the viewBox", () => {
    const svg = composePostcard({ slug: "a", biome: "pampa", width: 600, height: 400 });
    expect(svg).toContain('width="600" height="400" viewBox="0 0 1200 800"');
  });

  it("uses all eight cars and all four lights over many slugs", () => {
    const cards = slugs.map((slug) => composePostcard({ slug, biome: "pampa" }));
    const bodies = new Set(cards.map((card) => /rx="150"[^>]*>(<path fill="#\w+" d="([^"]+)")/.exec(card)?.[2]));
    expect(bodies.size).toBe(8);
    const skies = new Set(cards.map((card) => /<stop stop-color="(#\w+)"/.exec(card)?.[1]));
    expect(skies.size).toBeGreaterThanOrEqual(7);
  });
});
