import { LOCALES } from "@/lib/platform/i18n/routing";
import { getRegion } from "@/lib/guide/regions/queries";
import { isSlug } from "@/lib/guide/regions/rules";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { answerImage, notFound } from "../../answer";
import { sharedFacts, shareVersion } from "../../share-image";
import { compose } from "./compose";

const FILE = /^([a-z0-9-]{1,100})~([A-Za-z0-9-]{1,10})~([a-z0-9]{6})\.jpg$/;

type Props = { params: Promise<{ uf: string; file: string }> };

/** The image that WhatsApp and search engines show for a route: photo or postcard with name, length and road shield. */
export async function GET(_request: Request, { params }: Props) {
  const { uf, file } = await params;
  const [, slug = "", language, version] = FILE.exec(file) ?? [];
  const state = stateOfSegment(uf);
  const locale = LOCALES.find((known) => known === language);
  const region = state && locale && isSlug(slug) ? await getRegion(state.abbr, slug) : null;
  if (!locale || !region) return notFound();
  const facts = sharedFacts(region, locale);
  const current = shareVersion(facts);
  return answerImage(`${uf}/${slug}~${locale}~${current}`, version === current, () => compose(facts, locale));
}
