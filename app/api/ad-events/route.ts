import { headers } from "next/headers";
import { countedEvents, recordEvents } from "@/lib/commerce/ads/mutations";
import { isProgram } from "@/lib/commerce/ads/rules";
import { adEventsSchema, MAX_EVENTS_BYTES } from "@/lib/commerce/ads/schema";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";

const STATUS: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429, "input.invalid": 400 };

/** Counts views and clicks of banners; stores nothing about the visitor. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const caller = await callerAddress();
    await takeAttempt("adEvents", caller);
    const events = adEventsSchema.safeParse(await readJson(request, MAX_EVENTS_BYTES));
    if (!events.success) return new Response(null, { status: 400 });
    const isCounted = !isProgram((await headers()).get("user-agent") ?? "");
    const counted = isCounted ? countedEvents(events.data, caller) : [];
    if (counted.length > 0) await recordEvents(createServiceClient(), counted);
  } catch (error) {
    const status = error instanceof AppError ? STATUS[error.code] : undefined;
    if (status) return new Response(null, { status });
    reportError("ad-events", error);
  }
  return new Response(null, { status: 204 });
}
