import { publicHandler } from "@/lib/platform/handler";
import { searchPortal } from "@/lib/guide/map-places/queries";
import { searchSchema } from "@/lib/geo/search/schema";
import { withMessage } from "../refusal-message";

/** The search as JSON: `?q=&uf=&kinds=region,city&limit=&locale=`. */
export const GET = publicHandler(
  { name: "search", limit: "search", query: searchSchema, cache: "public, max-age=60", refuse: withMessage },
  ({ query }) => searchPortal(query),
);
