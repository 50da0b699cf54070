import { z } from "zod";
import { runCostly } from "@/lib/platform/costs";
import { publicHandler } from "@/lib/platform/handler";
import { takeAttempt } from "@/lib/platform/rate-limit";
import sharp from "@/lib/platform/sharp";
import { composePostcard, postcardNamed } from "@/lib/guide/postcards/rules";

const FILE = /^(.+)\.(svg|png)$/;
const SHARE = { width: 1200, height: 630 };

const image = (body: BodyInit, type: string) =>
  new Response(body, { headers: { "content-type": type, "x-content-type-options": "nosniff" } });

/** A composed postcard by landscape, slug and subjects: SVG, or the PNG that WhatsApp and search engines show. */
export const GET = publicHandler(
  { name: "postcard", params: z.object({ name: z.string() }), cache: "public, max-age=31536000, immutable" },
  async ({ params, by }) => {
    const [, name = "", format] = FILE.exec(params.name) ?? [];
    const card = postcardNamed(name);
    if (!card) return null;
    const svg = composePostcard(card);
    if (format === "svg") return image(svg, "image/svg+xml");
    await takeAttempt("shareImage", by.caller);
    const png = await runCostly("drawing", { ...by, points: 1 }, () =>
      sharp(Buffer.from(svg))
        .resize(SHARE.width, SHARE.height, { fit: "cover" })
        .png({ palette: true, quality: 80 })
        .toBuffer(),
    );
    return image(new Uint8Array(png), "image/png");
  },
);
