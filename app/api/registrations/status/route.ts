import { setTimeout } from "node:timers/promises";
import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { takeGuess } from "@/lib/platform/failed-attempts/service";
import { serverLink } from "@/lib/platform/links/mutations";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { isLimitReached, returnAttempt, takeAttempt } from "@/lib/platform/rate-limit";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { orThrow } from "@/lib/platform/supabase/or-throw";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { statusPath } from "@/lib/events/registrations/rules";
import { lookupSchema, MAX_BODY_BYTES } from "@/lib/events/registrations/schema";
import { answer, handled } from "../answer";

/** Delay of every answer about a code after too many wrong contacts. */
const DELAY_MS = 2000;

/**
 * Finds a registration by code and e-mail or phone. Every wrong pair gets the same answer. Guesses of other callers
 * delay the right answer, and never refuse it: the code is printed on badges.
 */
export function POST(request: Request): Promise<Response> {
  return handled("registration status", async () => {
    requireSameOrigin(request);
    const address = await callerAddress();
    await takeGuess("registrationLookup", "registration", address);
    const body = lookupSchema.safeParse(await readJson(request, MAX_BODY_BYTES));
    if (!body.success) return answer("registration.missing");
    const code = body.data.code.toUpperCase();
    if (!/^[A-HJ-NP-Z2-9]{8}$/.test(code)) return answer("registration.missing");
    await takeGuess("registrationCode", "registration", address, code);
    const contact = body.data.contact.replace(/\p{Cc}/gu, "").toWellFormed();
    const client = createServiceClient();
    if (await isLimitReached("registrationCodeWrong", code)) await setTimeout(DELAY_MS);
    const id = orThrow(await client.rpc("find_registration", { code, contact }));
    if (!id) {
      await takeAttempt("registrationCodeWrong", code).catch(() => undefined);
      await countFailedAttempt(client, "registration", address);
      return answer("registration.missing");
    }
    await Promise.all([returnAttempt("registrationLookup", address), returnAttempt("registrationCode", address, code)]);
    const { token } = await serverLink(client, "registration", id);
    return Response.json({ path: statusPath(token) }, { headers: { "cache-control": "no-store" } });
  });
}
