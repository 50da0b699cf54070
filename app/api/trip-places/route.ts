import { readPublicEvent } from "@/lib/events/events/queries";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { findTripPlace } from "@/lib/travel/facts/queries";
import { tripPlacesSchema } from "@/lib/travel/facts/schema";

const STATUS: Partial<Record<string, number>> = { "rate.limited": 429, "input.invalid": 400 };

/** The stops of a page of the guide: `?path=/sc/rota/serra-do-rio-do-rastro`; 404 for a page without a position. */
export async function GET(request: Request): Promise<Response> {
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  try {
    await takeAttempt("tripPlaces", await callerAddress());
    const input = tripPlacesSchema.safeParse(parameters);
    if (!input.success) throw new AppError("input.invalid");
    const place = await findTripPlace(input.data.path, readPublicEvent);
    if (!place || place.stops.length === 0) return Response.json({ code: "missing" }, { status: 404 });
    return Response.json(place, { headers: { "cache-control": "public, max-age=300" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("trip-places", error);
    return Response.json({ code }, { status, headers: { "cache-control": "no-store" } });
  }
}
