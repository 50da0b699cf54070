import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { mailFirstRegistration } from "@/lib/events/registrations/mutations";
import { firstSchema, MAX_BODY_BYTES } from "@/lib/events/registrations/schema";
import { answer, fieldsOf, handled } from "../answer";

/** Mails the link of the registration that a person already has for a kind; the answer does not depend on it. */
export function POST(request: Request): Promise<Response> {
  return handled("first registration", async () => {
    requireSameOrigin(request);
    await takeAttempt("registrationFirst", await callerAddress());
    const body = firstSchema.safeParse(await readJson(request, MAX_BODY_BYTES));
    if (!body.success) return answer("input.invalid", fieldsOf(body.error));
    await takeAttempt("linkMail", "first", body.data.email);
    await mailFirstRegistration(createServiceClient(), body.data);
    return Response.json({ status: "sent" }, { headers: { "cache-control": "no-store" } });
  });
}
