import { z } from "zod";
import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { readTripFacts } from "@/lib/travel/facts/queries";
import { MAX_FACTS_BYTES, tripFactsSchema } from "@/lib/travel/facts/schema";

/** Toll prices, gaps without fuel or workshops and places beside the line of a route; `?locale=` for the names. */
export const POST = publicHandler(
  {
    name: "trip-facts",
    limit: "tripFacts",
    query: z.object({ locale: askedLocale }),
    body: jsonBody(tripFactsSchema, MAX_FACTS_BYTES),
  },
  ({ body, query: { locale }, by }) => readTripFacts(body, locale, by),
);
