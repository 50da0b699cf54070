import { admitAccount } from "@/lib/platform/auth/guard";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { setPlacePin } from "@/lib/partners/desk/mutations";
import { readDeskPlace } from "@/lib/partners/desk/queries";
import { MAX_PIN_BYTES, pinBodySchema } from "@/lib/partners/desk/schema";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 };

/** Sets the PIN of a place, for its owners; devices have to be unlocked again. */
export async function POST(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("placePin", account.id);
    const body = pinBodySchema.safeParse(await readJson(request, MAX_PIN_BYTES));
    if (!body.success) return Response.json({ code: "input.invalid" }, { status: 400 });
    const place = await readDeskPlace(body.data.serviceId, account);
    if (place?.role !== "owner") return new Response(null, { status: 403 });
    await setPlacePin(createServiceClient(), body.data);
    return Response.json({ done: true }, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("place pin", error);
    return Response.json({ code }, { status });
  }
}
