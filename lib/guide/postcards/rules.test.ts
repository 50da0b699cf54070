import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { MOTIF_NAMES, MOTIFS, type MotifName } from "./motifs";
import { PLANTS } from "./plants";
import { composePostcard, postcardName, postcardNamed, variationOf } from "./rules";
import { LIGHTS } from "./sky";
import { BIOMES } from "../../platform/supabase/database-constants/guide";

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

  it.each(BIOMES)("keeps every %s card under 6 KB, without scripts and invalid numbers", (biome) => {
    const cards = slugs.map((slug) => composePostcard({ slug, biome }));
    expect(Math.max(...cards.map((svg) => Buffer.byteLength(svg)))).toBeLessThan(6144);
    expect(
      cards.filter((svg) => /<script|<foreignObject|\son\w+=|https?:\/\/(?!www\.w3\.org\/2000\/svg)/i.test(svg)),
    ).toEqual([]);
    expect(cards.filter((svg) => /NaN|undefined|Infinity|null|\d\.\d{4}/.test(svg))).toEqual([]);
  });

  it.each(BIOMES)("renders %s as valid XML in the crops for sharing and video", async (biome) => {
    for (const slug of slugs.slice(0, 3)) {
      const svg = composePostcard({ slug, biome });
      const [share, video] = await Promise.all([paint(svg, 600, 315), paint(svg, 320, 180)]);
      expect(share.isOpaque && video.isOpaque).toBe(true);
      expect(share.entropy).toBeGreaterThan(3);
    }
  });

  it("references only ids it defines, and ids differ between cards", () => {
    const names = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    const cards = BIOMES.map((biome) => composePostcard({ slug: "noite", biome }));
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

  it("uses every light, car, layout and height of the horizon over many slugs", () => {
    const all = slugs.map((slug) => variationOf(slug));
    expect(new Set(all.map(({ light }) => light)).size).toBe(LIGHTS.length);
    expect(new Set(all.map(({ car }) => car.model)).size).toBe(8);
    expect(new Set(all.map(({ view }) => view.layout)).size).toBe(4);
    expect(new Set(all.map(({ view }) => view.drop)).size).toBe(3);
  });

  it("draws every subject in every landscape and keeps the cards under 6 KB", () => {
    for (const [index, motif] of MOTIF_NAMES.entries())
      for (const biome of BIOMES)
        for (const slug of slugs.slice(index, index + 4)) {
          const card = composePostcard({ slug, biome, motifs: [motif] });
          expect(card.length).toBeLessThan(6144);
          const isShown = motif !== "araucarias" || biome === "serra";
          expect(card !== composePostcard({ slug, biome }) || !isShown).toBe(true);
        }
  });

  it("leaves out the second subject where both do not fit into 6 KB", () => {
    const pairs = MOTIF_NAMES.flatMap((first) => MOTIF_NAMES.map((second): MotifName[] => [first, second]));
    const sizes = pairs.map(
      (motifs, index) => composePostcard({ slug: `rota-${index}`, biome: BIOMES[index % 10]!, motifs }).length,
    );
    expect(Math.max(...sizes)).toBeLessThan(6144);
  });

  it("draws no church, bridge or lighthouse that was not asked for", () => {
    const shapes = (motif: MotifName) => {
      const drawn = (motifs: MotifName[]) => outlines(composePostcard({ slug: "a", biome: "serra", motifs }));
      const plain = drawn([]);
      return [...drawn([motif])].filter((d) => !plain.has(d));
    };
    const special = (["igreja", "ponte", "farol", "cachoeira"] as const).flatMap(shapes).filter((d) => d.length > 100);
    expect(special.length).toBeGreaterThan(6);
    const plain = BIOMES.flatMap((biome) =>
      slugs.slice(0, 40).map((slug) => outlines(composePostcard({ slug, biome }))),
    );
    expect(special.filter((d) => plain.some((card) => card.has(d)))).toEqual([]);
  });

  it("draws no cloud in front of the sun or the moon", () => {
    const covered = slugs.filter((slug) => {
      const card = composePostcard({ slug, biome: "pampa" });
      const [, x, radius] = /<circle cx="(\d+)" cy="\d+" r="(\d+)" fill="#\w+"\/>/.exec(card)!.map(Number);
      const [, shapes = ""] = /opacity="\.75" d="([^"]+)"/.exec(card) ?? [];
      return [...shapes.matchAll(/M(\d+) \d+a(\d+)/g)].some(([, left, size]) => {
        const right = Number(left) + 7.5 * Number(size);
        return right > x! - radius! && Number(left) < x! + radius!;
      });
    });
    expect(covered).toEqual([]);
  });

  it.each(BIOMES)("draws the whole moon over %s: no hill, plant or cloud covers its edge", async (biome) => {
    const nights = slugs.filter((slug) => LIGHTS[variationOf(slug).light]?.name === "night");
    expect(nights.length).toBeGreaterThan(10);
    for (const slug of nights.slice(0, 6)) {
      const card = composePostcard({ slug, biome });
      const [, x = 0, y = 0, radius = 0] = /<circle cx="(\d+)" cy="(\d+)" r="(\d+)" fill="#\w+"\/>/
        .exec(card)!
        .map(Number);
      const pixels = await sharp(Buffer.from(card)).removeAlpha().raw().toBuffer();
      const edge = Array.from({ length: 24 }, (_, step) => {
        const angle = (step * Math.PI) / 12;
        const left = Math.round((variationOf(slug).isMirrored ? 1200 - x : x) + Math.cos(angle) * radius * 0.9);
        const offset = (Math.round(y + Math.sin(angle) * radius * 0.9) * 1200 + left) * 3;
        return pixels.subarray(offset, offset + 3).toString("hex");
      });
      expect(new Set(edge).size).toBe(1);
    }
  });
});

/** The outlines of all shapes of a card. */
const outlines = (svg: string) => new Set([...svg.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d!));

describe("shapes of plants and subjects", () => {
  /** Share of pixels that are filled when every part is drawn for itself, but not when they are one path. */
  async function gaps(d: string): Promise<number> {
    const parts = d.split(/(?<=z)(?=M)/);
    const paint = (paths: string) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="170" height="170" viewBox="-340 -330 680 680">${paths}</svg>`,
        ),
      )
        .extractChannel(3)
        .raw()
        .toBuffer();
    const [one, each] = await Promise.all([
      paint(`<path d="${d}"/>`),
      paint(parts.map((part) => `<path d="${part}"/>`).join("")),
    ]);
    return each.filter((alpha, index) => alpha > 200 && one[index]! < 100).length / each.length;
  }

  it("detect parts of opposite directions", async () => {
    expect(await gaps("M-100-100H100V100H-100zM-50-50V50H50V-50z")).toBeGreaterThan(0.01);
  });

  it("draw the araucaria as one closed path, so that its crown has no gaps", () => {
    expect(PLANTS.araucaria.match(/m/gi)).toHaveLength(1);
    expect(PLANTS.araucaria).toMatch(/z$/);
  });

  it.each(Object.entries(PLANTS))("of %s have no gaps where parts overlap", async (_, d) => {
    expect(await gaps(d.replaceAll(/z ?(?=m)/gi, "z"))).toBe(0);
  });

  it.each(Object.entries(MOTIFS))("of %s have no gaps where parts overlap", async (motif, { draw }) => {
    const scene = { light: LIGHTS[2]!, random: () => 0.5, id: "p", sunX: 600, planted: new Set<string>() };
    const drawn = draw({ ...scene, subjects: [motif], taken: [] }, (colour) => colour).join("");
    const filled = [...drawn.matchAll(/<path fill="#[^>]* d="([^"]+z)"/g)].flatMap(([, d = ""]) =>
      d.lastIndexOf("M") > 0 ? [d] : [],
    );
    expect(await Promise.all(filled.map(gaps))).toEqual(filled.map(() => 0));
  });
});

describe("addresses of postcards", () => {
  it("contain landscape, slug and subjects", () => {
    const card = { slug: "ilha-do-mel", biome: "litoral", motifs: ["farol", "forte"] } as const;
    expect(postcardName(card)).toBe("litoral~ilha-do-mel~farol-forte");
    expect(postcardNamed("litoral~ilha-do-mel~farol-forte")).toEqual(card);
    expect(postcardName({ slug: "brasil", biome: "serra" })).toBe("serra~brasil~estrada");
  });

  it("of two parts, from the time before cards had subjects, still have a card", () => {
    expect(postcardNamed("serra~urubici")).toEqual({ slug: "urubici", biome: "serra", motifs: [] });
    expect(postcardNamed("serra~urubici~estrada")).toEqual({ slug: "urubici", biome: "serra", motifs: [] });
  });

  it.each(["mar~a", "serra", "serra~", "serra~A", "serra~a~castelo", "serra~a~farol-farol-farol-farol", "serra~a~b~c"])(
    "are refused when a part is unknown: %s",
    (name) => expect(postcardNamed(name)).toBeNull(),
  );
});
