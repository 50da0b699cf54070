import { readJson } from "@/lib/platform/body";
import { addressCaller } from "@/lib/platform/costs";
import { AppError } from "@/lib/platform/error";
import { DEFAULT_LOCALE, isLocale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { readTripFacts } from "@/lib/travel/facts/queries";
import { MAX_FACTS_BYTES, tripFactsSchema } from "@/lib/travel/facts/schema";

const STATUS = { "input.invalid": 400 };

/** Toll prices, gaps without fuel or workshops and places beside the line of a route; `?locale=` for the names. */
export async function POST(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    const by = await addressCaller(request);
    await takeAttempt("tripFacts", by.caller);
    const input = tripFactsSchema.safeParse(await readJson(request, MAX_FACTS_BYTES));
    if (!input.success) throw new AppError("input.invalid");
    const locale = new URL(request.url).searchParams.get("locale") ?? undefined;
    const facts = await readTripFacts(input.data, isLocale(locale) ? locale : DEFAULT_LOCALE, by);
    return Response.json(facts, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    return refusal("trip-facts", error, STATUS);
  }
}
