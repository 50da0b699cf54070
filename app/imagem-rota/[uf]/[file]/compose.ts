import { getTranslations } from "next-intl/server";
import { creditOf } from "@/components/platform/media/photo";
import { listPictures } from "@/lib/platform/media/queries";
import { pictureKey } from "@/lib/platform/media/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { createPublicClient } from "@/lib/platform/supabase/public";
import { composePostcard, subjectSide } from "@/lib/guide/postcards/rules";
import type { sharedFacts } from "../../share-image";
import { drawOverlay, withOverlay } from "../../overlay";

type Facts = ReturnType<typeof sharedFacts>;

/** Renders the share image of a route. */
export async function compose({ photo, card, ...texts }: Facts, locale: Locale): Promise<Buffer> {
  const bytes = photo ? await download(photo) : null;
  const credit = bytes && photo ? await creditLine(photo, locale) : "";
  const side = !bytes && subjectSide(card) === "left" ? "right" : "left";
  const overlay = await drawOverlay({ ...texts, credit, side });
  return withOverlay(bytes ?? Buffer.from(composePostcard(card)), overlay);
}

/** The bytes of an uploaded photo; null when the file is not in the bucket. */
async function download(address: string): Promise<Buffer | null> {
  const key = pictureKey(address);
  const { data } = key ? await createPublicClient(null).storage.from("media").download(key) : { data: null };
  return data && Buffer.from(await data.arrayBuffer());
}

async function creditLine(photo: string, locale: Locale): Promise<string> {
  const [picture] = await listPictures([photo], locale, ["media"]);
  const credit = picture && creditOf(picture);
  const t = await getTranslations({ locale, namespace: "guide/regions.route" });
  return credit ? t("photoCredit", { credit }) : "";
}
