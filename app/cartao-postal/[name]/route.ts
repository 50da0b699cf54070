import { addressCaller, runCostly } from "@/lib/platform/costs";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import sharp from "@/lib/platform/sharp";
import { composePostcard, postcardNamed } from "@/lib/guide/postcards/rules";

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
export async function GET(request: Request, { params }: { params: Promise<{ name: string }> }) {
  const [, name = "", format] = FILE.exec((await params).name) ?? [];
  const card = postcardNamed(name);
  if (!card) return new Response("Not found", { status: 404 });
  const svg = composePostcard(card);
  if (format === "svg") return image(svg, "image/svg+xml");
  try {
    const by = await addressCaller(request);
    await takeAttempt("shareImage", by.caller);
    const png = await runCostly("drawing", { ...by, points: 1 }, () =>
      sharp(Buffer.from(svg))
        .resize(SHARE.width, SHARE.height, { fit: "cover" })
        .png({ palette: true, quality: 80 })
        .toBuffer(),
    );
    return image(new Uint8Array(png), "image/png");
  } catch (error) {
    return refusal("postcard", error);
  }
}
