import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { stateOfSegment } from "@/lib/geo/states/rules";
import { readStock } from "@/lib/partners/downloads/queries";

const STATUS: Partial<Record<string, number>> = { "rate.limited": 429, "input.invalid": 400 };

/** How many downloads are left of the vouchers of a state that have a limit: `?uf=sc` → `{ id: 12 }`. */
export async function GET(request: Request): Promise<Response> {
  try {
    await takeAttempt("voucherStock", await callerAddress());
    const state = stateOfSegment(new URL(request.url).searchParams.get("uf") ?? "");
    if (!state) throw new AppError("input.invalid");
    return Response.json(await readStock(state.abbr), { headers: { "cache-control": "no-store" } });
  } catch (error) {
    const code = error instanceof AppError ? error.code : "unexpected";
    const status = STATUS[code] ?? 503;
    if (status === 503) reportError("voucher-stock", error);
    return Response.json({ code }, { status, headers: { "cache-control": "no-store" } });
  }
}
