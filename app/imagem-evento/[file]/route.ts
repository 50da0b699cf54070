import { z } from "zod";
import { movedSlug, readSharedEvent } from "@/lib/events/events/queries";
import { isEventAddress } from "@/lib/events/events/rules";
import { publicHandler } from "@/lib/platform/handler";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { answerImage } from "../../imagem-rota/answer";
import { sharedFacts, shareVersion } from "../share-image";
import { compose } from "./compose";

const FILE = /^([a-z0-9-]{3,120})~([A-Za-z0-9-]{1,10})~([a-z0-9]{6})\.jpg$/;

/** An event by its slug, or by an earlier one. */
async function readShared(slug: string) {
  const event = await readSharedEvent(slug);
  const moved = event ? null : await movedSlug(slug);
  return moved ? readSharedEvent(moved) : event;
}

/** The image that WhatsApp and search engines show for an event: title, days, town, state and poster. */
export const GET = publicHandler(
  { name: "share image", params: z.object({ file: z.string() }) },
  async ({ params: { file }, by }) => {
    const [, slug = "", language, version] = FILE.exec(file) ?? [];
    const locale = LOCALES.find((known) => known === language);
    const event = locale && isEventAddress(slug) ? await readShared(slug) : null;
    if (!locale || !event) return null;
    const facts = sharedFacts(event, locale);
    const current = shareVersion(facts);
    const address = `evento/${event.slug}~${locale}~${current}`;
    return answerImage({ address, isCurrent: version === current, render: () => compose(facts, locale) }, by);
  },
);
