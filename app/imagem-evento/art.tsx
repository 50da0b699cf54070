import { readFile } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { ImageResponse } from "next/og";
import { ART_SIZES, type ArtSize, type ArtType } from "@/lib/events/promotion/kit/rules";
import { FONT, printable } from "../imagem-rota/overlay";
import { ArtOverlay, LAYOUTS, type ArtTexts } from "./art-layout";
import { framedPoster, postcardOfEvent, readPoster } from "./poster";
import { runCostly, type Caller } from "@/lib/platform/costs";
import { takeAttempt } from "@/lib/platform/rate-limit";
import sharp from "@/lib/platform/sharp";

/** Drawn pictures by address and version: 24 MB are about twenty of them. */
const pictures = new LRUCache<string, Buffer>({ maxSize: 24 * 1024 * 1024, sizeCalculation: ({ length }) => length });

type Art = {
  slug: string;
  poster: string | null;
  /** Client of the person who asks: the poster of an event that is not published is private. */
  client: Parameters<typeof readPoster>[1];
  texts: ArtTexts;
  size: ArtSize;
  type: ArtType;
};

/** The sign on a transparent background, as PNG. */
export async function drawSign(texts: ArtTexts, size: ArtSize): Promise<Buffer> {
  const data = await readFile(path.join(process.cwd(), FONT));
  const shown = { ...texts, name: printable(texts.name), place: printable(texts.place), line: printable(texts.line) };
  const image = new ImageResponse(<ArtOverlay texts={shown} size={size} />, {
    ...ART_SIZES[size],
    fonts: [{ name: "Barlow Condensed", data, weight: 700 }],
  });
  return Buffer.from(await image.arrayBuffer());
}

/** Postcard, framed poster, sign and logo of an event in a format. */
async function draw({ slug, poster: address, client, texts, size, type }: Art): Promise<Buffer> {
  const { poster: box, brand } = LAYOUTS[size];
  const [sign, poster, logo] = await Promise.all([
    drawSign(texts, size),
    box ? readPoster(address, client) : null,
    readFile(path.join(process.cwd(), "public/logo.svg")),
  ]);
  const layers = [
    { input: sign, left: 0, top: 0 },
    { input: await sharp(logo).resize(brand.logo).png().toBuffer(), left: brand.left, top: brand.top },
  ];
  if (box && poster) layers.push(await framedPoster(poster, box));
  const { width, height } = ART_SIZES[size];
  const picture = sharp(postcardOfEvent(slug)).resize(width, height, { fit: "cover" }).composite(layers).removeAlpha();
  return type === "png" ? picture.png().toBuffer() : picture.jpeg({ quality: 86 }).toBuffer();
}

/** The picture of an address, drawn once while it is kept. */
export async function artPicture(key: string, art: Art, by: Caller & { account: string }): Promise<Buffer> {
  const known = pictures.get(key);
  if (known) return known;
  await takeAttempt("shareImage", by.account);
  const picture = await runCostly("drawing", { ...by, points: 1 }, () => draw(art));
  pictures.set(key, picture);
  return picture;
}
