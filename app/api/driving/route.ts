import { z } from "zod";
import { plannedCar } from "@/lib/garage/vehicles/models/rules";
import { listHelpCars } from "@/lib/garage/vehicles/queries";
import { readDrivingTrip } from "@/lib/travel/driving/queries";
import type { DrivingAnswer } from "@/lib/travel/driving/rules";
import { accountHandler } from "@/lib/platform/handler";
import { askedLocale } from "@/lib/platform/i18n/asked-locale";
import { getTrip } from "@/lib/travel/saved-trips/queries";
import { isTripId } from "@/lib/travel/saved-trips/rules";
import { isTripDone } from "@/lib/travel/tracks/queries";

const querySchema = z.object({ trip: z.string().optional(), locale: askedLocale });

/** The account and its cars, and with `?trip=` what its device keeps of that trip to drive it without a connection. */
export const GET = accountHandler(
  { name: "driving", limit: "driving", query: querySchema },
  async ({ account, client, query: { trip: id, locale }, by }) => {
    const cars = await listHelpCars(client, account.id);
    const found = id !== undefined && isTripId(id) ? await getTrip(client, id) : null;
    if (id !== undefined && !found) return null;
    const car = found && plannedCar(found.plan.car, cars);
    const trip = found && (await readDrivingTrip(found, await isTripDone(client, found.id), { locale, by, car }));
    const answer: DrivingAnswer = { owner: account.id, trip, cars };
    return answer;
  },
);
