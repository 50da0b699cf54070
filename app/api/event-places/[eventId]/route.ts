import { readEventPlaces } from "@/lib/events/events/queries";
import { isEventId } from "@/lib/events/events/rules";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";

const NO_STORE = { "cache-control": "no-store" };

/** Taken places and stands of an event, read by an island of the cached page. */
export async function GET(_request: Request, { params }: { params: Promise<{ eventId: string }> }) {
  const { eventId } = await params;
  try {
    await takeAttempt("eventPlaces", await callerAddress());
    const places = isEventId(eventId) ? await readEventPlaces(eventId) : null;
    if (!places) return Response.json({ error: "not_found" }, { status: 404, headers: NO_STORE });
    return Response.json(places, { headers: NO_STORE });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Response.json(
      { error: error.code },
      { status: error.code === "rate.limited" ? 429 : 503, headers: NO_STORE },
    );
  }
}
