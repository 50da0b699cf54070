import { getTranslations } from "next-intl/server";
import type { Locale } from "@/lib/platform/i18n/routing";
import { createPublicClient } from "@/lib/platform/supabase/public";
import { drawOverlay, withOverlay } from "../../imagem-rota/overlay";
import { framedPoster, postcardOfEvent, readPoster } from "../poster";
import type { sharedFacts } from "../share-image";
import sharp from "@/lib/platform/sharp";

/** Space of the framed poster on the right side of the image, in pixels. */
const POSTER = { left: 816, top: 67, width: 356, height: 496 };
const SIZE = { width: 1200, height: 630 };

/** Renders the share image of an event. */
export async function compose(facts: ReturnType<typeof sharedFacts>, locale: Locale): Promise<Buffer> {
  const t = await getTranslations({ locale, namespace: "events/events" });
  const mark = facts.mark === "demo" ? t("demo") : facts.mark ? t(`status.${facts.mark}`) : undefined;
  const overlay = await drawOverlay({
    name: facts.name,
    detail: facts.days,
    place: facts.place,
    mark,
    credit: "",
    side: "left",
  });
  return withOverlay(await withPoster(postcardOfEvent(facts.slug), facts.poster), overlay);
}

/** The postcard with the framed poster on the right; without a poster, the postcard. */
async function withPoster(postcard: Buffer, address: string | null): Promise<Buffer> {
  const poster = await readPoster(address, createPublicClient(null));
  if (!poster) return postcard;
  return sharp(postcard)
    .resize(SIZE.width, SIZE.height, { fit: "cover" })
    .composite([await framedPoster(poster, POSTER)])
    .png()
    .toBuffer();
}
