import { admitAccount } from "@/lib/platform/auth/guard";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { listLogCars } from "@/lib/garage/entries/queries";
import type { LogAnswer } from "@/lib/garage/entries/schema";

const STATUS: Partial<Record<string, number>> = { "rate.limited": 429 };
const HEADERS = { "cache-control": "private, no-store" };

/** The account and what its device stores of its cars to add entries without a connection. */
export async function GET(): Promise<Response> {
  try {
    const account = await admitAccount(() => true);
    if (account instanceof Response) return account;
    await takeAttempt("vehicleLog", account.id);
    const body: LogAnswer = {
      owner: account.id,
      cars: await listLogCars(await createSessionClient(), account.id),
    };
    return Response.json(body, { headers: HEADERS });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("vehicle-log", error);
    return Response.json({ code }, { status, headers: HEADERS });
  }
}
