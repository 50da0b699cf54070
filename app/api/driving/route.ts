import type { HelpCar } from "@/lib/guide/breakdown/rules";
import { plannedCar } from "@/lib/garage/vehicles/models/rules";
import { listHelpCars } from "@/lib/garage/vehicles/queries";
import { readDrivingTrip } from "@/lib/travel/driving/queries";
import type { DrivingAnswer } from "@/lib/travel/driving/rules";
import { admitAccount } from "@/lib/platform/auth/guard";
import { accountCaller, type Caller } from "@/lib/platform/costs";
import { DEFAULT_LOCALE, isLocale, type Locale } from "@/lib/platform/i18n/routing";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refusal } from "@/lib/platform/refusal";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getTrip } from "@/lib/travel/saved-trips/queries";
import { isTripId } from "@/lib/travel/saved-trips/rules";
import { isTripDone } from "@/lib/travel/tracks/queries";

const STATUS = { "input.invalid": 400 };
const HEADERS = { "cache-control": "private, no-store" };

type Reader = { locale: Locale; by: Caller; cars: readonly HelpCar[] };

async function readTrip(id: string, { cars, ...reader }: Reader) {
  const client = await createSessionClient();
  const trip = isTripId(id) ? await getTrip(client, id) : null;
  if (!trip) return null;
  return readDrivingTrip(trip, await isTripDone(client, trip.id), { ...reader, car: plannedCar(trip.plan.car, cars) });
}

/** The account and its cars, and with `?trip=` what its device keeps of that trip to drive it without a connection. */
export async function GET(request: Request): Promise<Response> {
  try {
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("driving", account.id);
    const query = new URL(request.url).searchParams;
    const [id, locale] = [query.get("trip"), query.get("locale") ?? undefined];
    const cars = await listHelpCars(await createSessionClient(), account.id);
    const reader = { locale: isLocale(locale) ? locale : DEFAULT_LOCALE, by: accountCaller(account, request), cars };
    const trip = id === null ? null : await readTrip(id, reader);
    if (id !== null && !trip) return new Response(null, { status: 404, headers: HEADERS });
    const body: DrivingAnswer = { owner: account.id, trip, cars };
    return Response.json(body, { headers: HEADERS });
  } catch (error) {
    return refusal("driving", error, STATUS);
  }
}
