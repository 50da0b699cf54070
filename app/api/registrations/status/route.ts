import { countFailedAttempt } from "@/lib/failed-attempts/mutations";
import { takeGuess } from "@/lib/failed-attempts/service";
import { serverLink } from "@/lib/links/mutations";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { orThrow } from "@/lib/platform/supabase/or-throw";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { statusPath } from "@/lib/registrations/rules";
import { lookupSchema, MAX_BODY_BYTES } from "@/lib/registrations/schema";
import { answer, handled } from "../answer";

/** Finds a registration by code and e-mail or phone. Every wrong pair gets the same answer. */
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
    const id = orThrow(await client.rpc("find_registration", { code, contact }));
    if (!id) {
      await countFailedAttempt(client, "registration", address);
      return answer("registration.missing");
    }
    const { token } = await serverLink(client, "registration", id);
    return Response.json({ path: statusPath(token) }, { headers: { "cache-control": "no-store" } });
  });
}
