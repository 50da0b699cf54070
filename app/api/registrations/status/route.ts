import { setTimeout } from "node:timers/promises";
import { countFailedAttempt } from "@/lib/platform/failed-attempts/mutations";
import { takeGuess } from "@/lib/platform/failed-attempts/service";
import { serverLink } from "@/lib/platform/links/mutations";
import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { isLimitReached, returnAttempt, takeAttempt } from "@/lib/platform/rate-limit";
import { refused } from "@/lib/platform/refusal";
import { orThrow } from "@/lib/platform/supabase/or-throw";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { statusPath } from "@/lib/events/registrations/rules";
import { lookupSchema, MAX_BODY_BYTES } from "@/lib/events/registrations/schema";

/** Delay of every answer about a code after too many wrong contacts. */
const DELAY_MS = 2000;

/**
 * Finds a registration by code and e-mail or phone. Every wrong pair gets the same answer. Guesses of other callers
 * delay the right answer, and never refuse it: the code is printed on badges.
 */
export const POST = publicHandler(
  {
    name: "registration status",
    limit: (address) => takeGuess("registrationLookup", "registration", address),
    body: jsonBody(lookupSchema.nullable().catch(null), MAX_BODY_BYTES),
    client: createServiceClient,
  },
  async ({ body, client, address }) => {
    const code = body?.code.toUpperCase() ?? "";
    if (!body || !/^[A-HJ-NP-Z2-9]{8}$/.test(code)) return refused("registration.missing");
    await takeGuess("registrationCode", "registration", address, code);
    const contact = body.contact.replace(/\p{Cc}/gu, "").toWellFormed();
    if (await isLimitReached("registrationCodeWrong", code)) await setTimeout(DELAY_MS);
    const id = orThrow(await client.rpc("find_registration", { code, contact }));
    if (!id) {
      await takeAttempt("registrationCodeWrong", code).catch(() => undefined);
      await countFailedAttempt(client, "registration", address);
      return refused("registration.missing");
    }
    await Promise.all([returnAttempt("registrationLookup", address), returnAttempt("registrationCode", address, code)]);
    const { token } = await serverLink(client, "registration", id);
    return { path: statusPath(token) };
  },
);
