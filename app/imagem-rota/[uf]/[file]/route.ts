import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { LOCALES } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { getRegion } from "@/lib/regions/queries";
import { isSlug } from "@/lib/regions/rules";
import { stateOfSegment } from "@/lib/states/rules";
import { sharedFacts, shareVersion } from "../../share-image";
import { cachedImage, renderImage } from "./compose";

const FILE = /^([a-z0-9-]{1,100})~([A-Za-z0-9-]{1,10})~([a-z0-9]{6})\.jpg$/;

type Props = { params: Promise<{ uf: string; file: string }> };

/** The image that WhatsApp and search engines show for a route: photo or postcard with name, length and road shield. */
export async function GET(_request: Request, { params }: Props) {
  const { uf, file } = await params;
  const [, slug = "", language, version] = FILE.exec(file) ?? [];
  const state = stateOfSegment(uf);
  const locale = LOCALES.find((known) => known === language);
  const region = state && locale && isSlug(slug) ? await getRegion(state.abbr, slug) : null;
  if (!locale || !region) return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
  const facts = sharedFacts(region, locale);
  const current = shareVersion(facts);
  const address = `${uf}/${slug}~${locale}~${current}`;
  try {
    if (!cachedImage(address)) await takeAttempt("shareImage", await callerAddress());
  } catch (error) {
    if (error instanceof AppError) return new Response("Too many requests", { status: 429 });
    throw error;
  }
  const picture = await (cachedImage(address) ?? renderImage(address, facts, locale));
  return new Response(new Uint8Array(picture), {
    headers: {
      "content-type": "image/jpeg",
      // An old address shows the current image, which may change again.
      "cache-control": version === current ? "public, max-age=31536000, immutable" : "public, max-age=300",
      "x-content-type-options": "nosniff",
    },
  });
}
