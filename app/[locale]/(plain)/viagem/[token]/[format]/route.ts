import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { isLocale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { isTripFormat } from "@/lib/travel/saved-trips/rules";
import { getSharedTrip } from "@/lib/travel/saved-trips/shares/queries";
import { sharedTripPath } from "@/lib/travel/saved-trips/shares/rules";
import { tripFile } from "../../../../trip-files";

type Props = { params: Promise<{ locale: string; token: string; format: string }> };

const refuse = (status: number) => new Response(null, { status, headers: { "cache-control": "no-store" } });

/** A trip by link as GPX, KML or calendar; 410 for a link that has ended. */
export async function GET(_request: Request, { params }: Props) {
  const { locale, token, format } = await params;
  if (!isLocale(locale) || !isTripFormat(format)) return refuse(404);
  try {
    const address = await callerAddress();
    await takeAttempt("tripLinkPage", address);
    const shared = await getSharedTrip(token);
    if (!shared) {
      await countFailedAttempt(createServiceClient(), "trip_link", address);
      await takeAttempt("tripLinkRefused", address);
      return refuse(404);
    }
    return shared.state === "open" ? await tripFile(shared.trip, format, locale, sharedTripPath(token)) : refuse(410);
  } catch (error) {
    const isLimited = error instanceof AppError && error.code === "rate.limited";
    if (!isLimited) reportError("shared trip", error);
    return refuse(isLimited ? 429 : 503);
  }
}
