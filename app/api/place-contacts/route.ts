import { isProgram } from "@/lib/commerce/ads/rules";
import { MAX_CONTACT_BYTES, placeContactSchema } from "@/lib/guide/services/schema";
import { countPlaceContact } from "@/lib/partners/own-places/mutations";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 };

/** Counts one tap on a contact link of a place; stores nothing about the visitor. */
export async function POST(request: Request): Promise<Response> {
  try {
    requireSameOrigin(request);
    const caller = await callerAddress();
    await takeAttempt("placeContacts", caller);
    const tap = placeContactSchema.safeParse(await readJson(request, MAX_CONTACT_BYTES));
    if (!tap.success) return new Response(null, { status: 400 });
    await takeAttempt("placeContact", caller, tap.data.service);
    if (!isProgram(request.headers.get("user-agent") ?? "")) await countPlaceContact(createServiceClient(), tap.data);
  } catch (error) {
    const status = error instanceof AppError ? STATUS[error.code] : undefined;
    if (status) return new Response(null, { status });
    reportError("place-contacts", error);
  }
  return new Response(null, { status: 204 });
}
