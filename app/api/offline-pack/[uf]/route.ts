import { z } from "zod";
import { getOfflinePack } from "@/lib/guide/offline-packs/queries";
import { packRequestSchema } from "@/lib/guide/offline-packs/schema";
import { publicHandler } from "@/lib/platform/handler";

const { uf, locale } = packRequestSchema.shape;

/** Data of a state's offline pack: routes, stops, photo points, phones and the list of its pages. */
export const GET = publicHandler(
  {
    name: "offline-pack",
    params: z.object({ uf }),
    query: z.object({ locale }),
    cost: { name: "offlinePack", points: 1, isShort: true },
    cache: "public, max-age=0, s-maxage=60",
  },
  ({ params, query }) => getOfflinePack(params.uf, query.locale),
);
