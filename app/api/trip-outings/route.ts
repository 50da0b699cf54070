import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { listOutings } from "@/lib/travel/facts/queries";
import { outingsSchema } from "@/lib/travel/facts/schema";

const STATUS: Partial<Record<string, number>> = { "rate.limited": 429, "input.invalid": 400 };

/** Goals of the guide from which one is back within a distance: `?lat=&lng=&km=200&locale=`. */
export async function GET(request: Request): Promise<Response> {
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  try {
    await takeAttempt("tripPlaces", await callerAddress());
    const input = outingsSchema.safeParse(parameters);
    if (!input.success) throw new AppError("input.invalid");
    return Response.json(await listOutings(input.data), { headers: { "cache-control": "public, max-age=300" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("trip-outings", error);
    return Response.json({ code }, { status, headers: { "cache-control": "no-store" } });
  }
}
