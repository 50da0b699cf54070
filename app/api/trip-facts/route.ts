import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { DEFAULT_LOCALE, isLocale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { readTripFacts } from "@/lib/trip-facts/queries";
import { MAX_FACTS_BYTES, tripFactsSchema } from "@/lib/trip-facts/schema";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 };

/** Toll prices, gaps without fuel or workshops and places beside the line of a route; `?locale=` for the names. */
export async function POST(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    await takeAttempt("tripFacts", await callerAddress());
    const input = tripFactsSchema.safeParse(await readJson(request, MAX_FACTS_BYTES));
    if (!input.success) throw new AppError("input.invalid");
    const locale = new URL(request.url).searchParams.get("locale") ?? undefined;
    const facts = await readTripFacts(input.data, isLocale(locale) ? locale : DEFAULT_LOCALE);
    return Response.json(facts, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("trip-facts", error);
    return Response.json({ code }, { status, headers: { "cache-control": "no-store" } });
  }
}
