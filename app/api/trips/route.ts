import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { currentAccount } from "@/lib/platform/auth/account";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { AppError } from "@/lib/platform/error";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { reportError } from "@/lib/platform/report";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { saveRequestedTrip, saveSharedTrip, saveTrip } from "@/lib/travel/saved-trips/mutations";
import { MAX_PLAN_BYTES, MAX_ROUTE_BYTES, type SaveTripAnswer, type SaveTripInput } from "@/lib/travel/trips/schema";
import { saveRequestSchema } from "@/lib/travel/saved-trips/shares/schema";

const MAX_BYTES = MAX_PLAN_BYTES + MAX_ROUTE_BYTES + 1000;
const STATUS_OF_ANSWER: Record<SaveTripAnswer["status"], number> = {
  saved: 200,
  conflict: 409,
  gone: 410,
  forbidden: 403,
  "signed-out": 401,
  invalid: 400,
  limit: 409,
};
const STATUS_OF_ERROR: Partial<Record<string, number>> = { "access.denied": 403, "rate.limited": 429 };

const answer = (body: object, status: number) =>
  Response.json(body, { status, headers: { "cache-control": "no-store", "x-robots-tag": "noindex" } });

async function save(request: string | null, input: SaveTripInput): Promise<SaveTripAnswer> {
  const account = await currentAccount();
  if (!account) return { status: "signed-out" };
  await takeAttempt("saveTrip", account.id);
  const client = await createSessionClient();
  if (request === null) return saveTrip(client, input);
  if (!hasPermission(account, "service_requests")) return { status: "forbidden" };
  return saveRequestedTrip(client, request, input);
}

async function saveByLink(token: string, input: SaveTripInput, address: string): Promise<SaveTripAnswer> {
  await takeAttempt("saveTrip", address);
  const client = createServiceClient();
  const saved = await saveSharedTrip(client, token, input);
  if (saved.status !== "unknown") return saved;
  await countFailedAttempt(client, "trip_link", address);
  // Guessing tokens is limited more strictly than using one.
  await takeAttempt("tripLinkRefused", address);
  return { status: "gone" };
}

/** Saves a trip as its owner, with a link, or as the team for an application. Not an action: a route may be larger than the body of an action. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    const body = saveRequestSchema.safeParse(await readJson(request, MAX_BYTES));
    if (!body.success || Buffer.byteLength(JSON.stringify(body.data.input.plan)) > MAX_PLAN_BYTES)
      return answer({ status: "invalid" }, 400);
    const { token, request: application, input } = body.data;
    const saved =
      token === null ? await save(application, input) : await saveByLink(token, input, await callerAddress());
    return answer(saved, STATUS_OF_ANSWER[saved.status]);
  } catch (error) {
    const code = error instanceof AppError ? error.code : "service.unavailable";
    if (code === "input.invalid") return answer({ status: "invalid" }, 400);
    const status = STATUS_OF_ERROR[code] ?? 503;
    if (status === 503) reportError("trips", error);
    return answer({ code }, status);
  }
}
