import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { ART_SIZE_NAMES, ART_SIZES } from "@/lib/events/promotion/kit/rules";
import { artPicture, drawSign } from "./art";
import { LAYOUTS, linesOf, type ArtTexts } from "./art-layout";

const short: ArtTexts = {
  name: "Encontro de Opalas",
  days: "20 de mar. de 2027",
  place: "Blumenau SC",
  line: "",
  mark: null,
};
const longest: ArtTexts = {
  name: "MWMWMWMW ".repeat(16).slice(0, 140).trim(),
  days: "30 de setembro a 15 de outubro de 2027",
  place: `${"Vila ".repeat(22)}SC`,
  line: "M".repeat(90),
  mark: "demonstração",
};
const words: ArtTexts = { ...longest, name: "M".repeat(140) };
const texts = { short, longest, words };

/** The highest red value of a part of a picture. */
async function brightest(picture: Buffer, area: { left: number; top: number; width: number; height: number }) {
  // `stats` reads the input of a pipeline, so the part is made first.
  const { channels } = await sharp(await sharp(picture).extract(area).toBuffer()).stats();
  return channels[0]!.max;
}

describe.each(ART_SIZE_NAMES)("%s", (size) => {
  it.each(Object.entries(texts))("keeps the %s texts inside the sign", async (_, given) => {
    const { sign } = LAYOUTS[size];
    const heights = linesOf(given, size).map(({ size: own, lines }) => own * lines);
    expect(heights.reduce((sum, height) => sum + height, 0)).toBeLessThanOrEqual(sign.height);
    expect(linesOf(given, size).some(({ text }) => text.startsWith(given.days))).toBe(true);
    const picture = await drawSign(given, size);
    const { width, height } = await sharp(picture).metadata();
    expect({ width, height }).toEqual(ART_SIZES[size]);
    // Letters are white or yellow: the green of the sign has little red. Inside its white line, a band stays free.
    const inner = { left: sign.left + 14, top: sign.top + 20, width: sign.width - 28, height: sign.height - 40 };
    for (const band of [
      { ...inner, width: 12 },
      { ...inner, left: inner.left + inner.width - 12, width: 12 },
      { ...inner, left: inner.left + 14, width: inner.width - 28, top: sign.top + sign.height - 14, height: 2 },
    ])
      expect(await brightest(picture, band)).toBeLessThan(60);
  });

  it.each([
    ["png", "png"],
    ["jpg", "jpeg"],
  ] as const)("is drawn as %s in the size of the format, once", async (type, format) => {
    const by = { caller: `${size} ${type}`, account: type, isAnonymous: false };
    const draw = () =>
      artPicture(
        `${size}/${type}`,
        { slug: "encontro", poster: null, client: {} as never, texts: short, size, type },
        by,
      );
    const picture = await draw();
    expect(await draw()).toBe(picture);
    const { width, height, format: found } = await sharp(picture).metadata();
    expect({ width, height, found }).toEqual({ ...ART_SIZES[size], found: format });
  });
});
