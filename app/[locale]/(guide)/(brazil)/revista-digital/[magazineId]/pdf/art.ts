import type { Sharp } from "sharp";
import type { Magazine } from "@/lib/guide/magazines/queries";
import { artOf } from "@/lib/guide/magazines/rules";
import sharp from "@/lib/platform/sharp";
import { composePostcard } from "@/lib/guide/postcards/rules";

/** Pixels of an A5 page at 200 dots per inch. */
const COVER = { width: 1166, height: 1653 };
const STRIP = { width: 1166, height: 530 };

/** Gradient that darkens the top and the bottom of the cover, where the text is. */
const SHADE = `<linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0b1220" stop-opacity=".72"/><stop offset=".2" stop-color="#0b1220" stop-opacity="0"/><stop offset=".38" stop-color="#0b1220" stop-opacity="0"/><stop offset=".56" stop-color="#0b1220" stop-opacity="1"/><stop offset="1" stop-color="#0b1220"/></linearGradient><rect width="100%" height="100%" fill="url(#shade)"/>`;

/** The pictures of an issue by page number, as JPEG. */
export async function drawArt(issue: Magazine): Promise<Map<number, Buffer>> {
  const drawn = issue.magazine_pages.map(async ({ page }): Promise<[number, Buffer]> => [
    page,
    page === 1 ? await drawCover(issue) : await drawStrip(issue, page),
  ]);
  return new Map(await Promise.all(drawn));
}

const jpeg = (picture: Sharp) => picture.jpeg({ quality: 80, mozjpeg: true }).toBuffer();

function drawCover(issue: Magazine): Promise<Buffer> {
  // The landscape fills only the upper part because the text is in the lower part.
  const land = composePostcard({ ...artOf(issue), width: COVER.width, height: 930 });
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${COVER.width}" height="${COVER.height}">${SHADE}</svg>`;
  const base = sharp({ create: { ...COVER, channels: 3, background: "#0b1220" } });
  return jpeg(base.composite([{ input: Buffer.from(land), top: 0, left: 0 }, { input: Buffer.from(shade) }]));
}

function drawStrip(issue: Magazine, page: number): Promise<Buffer> {
  return jpeg(
    sharp(Buffer.from(composePostcard(artOf(issue, page)))).resize(STRIP.width, STRIP.height, {
      fit: "cover",
      position: "bottom",
    }),
  );
}
