import { admitAccount } from "@/lib/platform/auth/guard";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { isTripId } from "@/lib/travel/saved-trips/rules";
import { setTripDone } from "@/lib/travel/tracks/mutations";
import { tripDoneSchema } from "@/lib/travel/tracks/schema";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 };
const MAX_BYTES = 100;

type Props = { params: Promise<{ tripId: string }> };

/** Closes an own trip or opens it again. Not an action: a device may send it long after a new version of the site. */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  try {
    requireSameOrigin(request);
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("saveTrip", account.id);
    const { tripId } = await params;
    const input = tripDoneSchema.safeParse(await readJson(request, MAX_BYTES));
    if (!input.success || !isTripId(tripId)) return Response.json({ code: "input.invalid" }, { status: 400 });
    const status = await setTripDone(await createSessionClient(), tripId, input.data.isDone);
    return Response.json({ status }, { status: status === "saved" ? 200 : 404 });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("trips", error);
    return Response.json({ code }, { status });
  }
}
