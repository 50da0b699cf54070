import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { currentAccount } from "@/lib/platform/auth/account";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { outcomeKey } from "@/lib/platform/outcome";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { saveRequestedTrip, saveSharedTrip, saveTrip } from "@/lib/travel/saved-trips/mutations";
import { MAX_PLAN_BYTES, MAX_ROUTE_BYTES, type SaveTripAnswer, type SaveTripInput } from "@/lib/travel/trips/schema";
import { saveRequestSchema } from "@/lib/travel/saved-trips/shares/schema";

const MAX_BYTES = MAX_PLAN_BYTES + MAX_ROUTE_BYTES + 1000;
const ANSWERED_WITH: Record<ReturnType<typeof outcomeKey<SaveTripAnswer>>, number> = {
  saved: 200,
  conflict: 409,
  gone: 410,
  forbidden: 403,
  "signed-out": 401,
  invalid: 400,
  limit: 409,
};
const refusedWith = (reason: "signed-out" | "forbidden" | "invalid") =>
  ({ outcome: "refused", field: null, reason }) as const satisfies SaveTripAnswer;

async function save(application: string | null, input: SaveTripInput): Promise<SaveTripAnswer> {
  const account = await currentAccount();
  if (!account) return refusedWith("signed-out");
  await takeAttempt("saveTrip", account.id);
  const client = await createSessionClient();
  if (application === null) return saveTrip(client, input);
  if (!hasPermission(account, "service_requests")) return refusedWith("forbidden");
  return saveRequestedTrip(client, application, input);
}

async function saveByLink(token: string, input: SaveTripInput, address: string): Promise<SaveTripAnswer> {
  await takeAttempt("saveTrip", address);
  const client = createServiceClient();
  const saved = await saveSharedTrip(client, token, input);
  if (saved.outcome !== "refused") return saved;
  const { reason } = saved;
  if (reason !== "unknown") return refusedWith(reason);
  await countFailedAttempt(client, "trip_link", address);
  // Guessing tokens is limited more strictly than using one.
  await takeAttempt("tripLinkRefused", address);
  return { outcome: "gone" };
}

/** Saves a trip as its owner, with a link, or as the team for an application. Not an action: a route may be larger than the body of an action. */
export const POST = publicHandler(
  {
    name: "trips",
    body: jsonBody(saveRequestSchema, MAX_BYTES),
    headers: { "x-robots-tag": "noindex" },
    refuse: ({ code }) => (code === "input.invalid" ? refusedWith("invalid") : { code }),
  },
  async ({ body: { token, application, input }, address }) => {
    if (Buffer.byteLength(JSON.stringify(input.plan)) > MAX_PLAN_BYTES) return refused("input.invalid");
    const saved = token === null ? await save(application, input) : await saveByLink(token, input, address);
    return Response.json(saved, { status: ANSWERED_WITH[outcomeKey(saved)] });
  },
);
