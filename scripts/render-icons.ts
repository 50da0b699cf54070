import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";

const PUBLIC = path.join(import.meta.dirname, "..", "public");
const NIGHT = "#0b1220";

/** Renders the logo at a size; `scale` below 1 adds a margin in the logo's dark blue. */
async function paint(svg: Buffer, size: number, scale = 1): Promise<Buffer> {
  const inner = Math.round(size * scale);
  const logo = await sharp(svg, { density: (72 * inner) / 64 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  const background = scale < 1 ? NIGHT : "#00000000";
  const canvas = sharp({ create: { width: size, height: size, channels: 4, background } });
  return canvas
    .composite([{ input: logo, gravity: "centre" }])
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer();
}

/** Packs PNG images into one ICO file: header, one directory entry per image, then the images. */
function packIco(images: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of images.entries()) {
    const entry = 6 + 16 * index;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}

const svg = await readFile(path.join(PUBLIC, "logo.svg"));
// A maskable icon needs its content inside the middle 80 %; iOS rounds the corners itself.
const icons = [
  ["icon-192.png", 192, 1],
  ["icon-512.png", 512, 1],
  ["maskable-512.png", 512, 0.78],
  ["apple-touch-icon.png", 180, 0.86],
] as const;
await Promise.all(
  icons.map(async ([name, size, scale]) => writeFile(path.join(PUBLIC, "icons", name), await paint(svg, size, scale))),
);
// Android uses only the alpha channel of a badge, so it is the white logo without its background.
const badge = Buffer.from(
  svg
    .toString("utf8")
    .replace(/<circle[^>]*>/, "")
    .replace(/<path fill="#1a3a6e"[^>]*>/, "")
    .replaceAll(/fill="#\w+"/g, 'fill="#fff"'),
);
await writeFile(path.join(PUBLIC, "icons", "badge-96.png"), await paint(badge, 96));
const small = await Promise.all([16, 32].map(async (size) => ({ size, png: await paint(svg, size) })));
await writeFile(path.join(PUBLIC, "favicon.ico"), packIco(small));
