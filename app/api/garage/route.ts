import { admitAccount } from "@/lib/platform/auth/guard";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { listGarageCars } from "@/lib/garage/diary/queries";
import type { PlannerCarsAnswer } from "@/lib/travel/trips/schema";

const STATUS: Partial<Record<string, number>> = { "rate.limited": 429 };
const HEADERS = { "cache-control": "private, no-store" };

/** The cars that the account may choose in the planner: own ones and those it edits. */
export async function GET(): Promise<Response> {
  try {
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("vehicleLog", account.id);
    const body: PlannerCarsAnswer = { cars: await listGarageCars(await createSessionClient(), account.id) };
    return Response.json(body, { headers: HEADERS });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("garage", error);
    return Response.json({ code }, { status, headers: HEADERS });
  }
}
