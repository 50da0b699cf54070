import sharp from "sharp";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { composePostcard, postcardNamed } from "@/lib/postcards/rules";

const FILE = /^(.+)\.(svg|png)$/;
const SHARE = { width: 1200, height: 630 };

const image = (body: BodyInit, type: string) =>
  new Response(body, {
    headers: {
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  });

/** A composed postcard by landscape, slug and subjects: SVG, or the PNG that WhatsApp and search engines show. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }) {
  const [, name = "", format] = FILE.exec((await params).name) ?? [];
  const card = postcardNamed(name);
  if (!card) return new Response("Not found", { status: 404 });
  const svg = composePostcard(card);
  if (format === "svg") return image(svg, "image/svg+xml");
  try {
    await takeAttempt("shareImage", await callerAddress());
  } catch (error) {
    if (error instanceof AppError) return new Response("Too many requests", { status: 429 });
    throw error;
  }
  const png = await sharp(Buffer.from(svg))
    .resize(SHARE.width, SHARE.height, { fit: "cover" })
    .png({ palette: true, quality: 80 })
    .toBuffer();
  return image(new Uint8Array(png), "image/png");
}
