import { movedSlug, readSharedEvent } from "@/lib/events/events/queries";
import { isEventAddress } from "@/lib/events/events/rules";
import { LOCALES } from "@/lib/platform/i18n/routing";
import { answerImage, notFound } from "../../imagem-rota/answer";
import { sharedFacts, shareVersion } from "../share-image";
import { compose } from "./compose";

const FILE = /^([a-z0-9-]{3,120})~([A-Za-z0-9-]{1,10})~([a-z0-9]{6})\.jpg$/;

type Props = { params: Promise<{ file: string }> };

/** An event by its slug, or by an earlier one. */
async function readShared(slug: string) {
  const event = await readSharedEvent(slug);
  const moved = event ? null : await movedSlug(slug);
  return moved ? readSharedEvent(moved) : event;
}

/** The image that WhatsApp and search engines show for an event: title, days, town, state and poster. */
export async function GET(_request: Request, { params }: Props) {
  const [, slug = "", language, version] = FILE.exec((await params).file) ?? [];
  const locale = LOCALES.find((known) => known === language);
  const event = locale && isEventAddress(slug) ? await readShared(slug) : null;
  if (!locale || !event) return notFound();
  const facts = sharedFacts(event, locale);
  const current = shareVersion(facts);
  return answerImage(`evento/${event.slug}~${locale}~${current}`, version === current, () => compose(facts, locale));
}
