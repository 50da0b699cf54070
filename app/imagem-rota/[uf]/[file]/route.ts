import { z } from "zod";
import { publicHandler } from "@/lib/platform/handler";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { getRegion } from "@/lib/guide/regions/queries";
import { isSlug } from "@/lib/guide/regions/rules";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { answerImage } from "../../answer";
import { sharedFacts, shareVersion } from "../../share-image";
import { compose } from "./compose";

const FILE = /^([a-z0-9-]{1,100})~([A-Za-z0-9-]{1,10})~([a-z0-9]{6})\.jpg$/;

/** The image that WhatsApp and search engines show for a route: photo or postcard with name, length and road shield. */
export const GET = publicHandler(
  { name: "share image", params: z.object({ uf: z.string(), file: z.string() }) },
  async ({ params: { uf, file }, by }) => {
    const [, slug = "", language, version] = FILE.exec(file) ?? [];
    const state = stateOfSegment(uf);
    const locale = LOCALES.find((known) => known === language);
    const region = state && locale && isSlug(slug) ? await getRegion(state.abbr, slug) : null;
    if (!locale || !region) return null;
    const facts = sharedFacts(region, locale);
    const current = shareVersion(facts);
    const address = `${uf}/${slug}~${locale}~${current}`;
    return answerImage({ address, isCurrent: version === current, render: () => compose(facts, locale) }, by);
  },
);
