import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { storeDraft } from "@/lib/events/registrations/mutations";
import { draftSchema } from "@/lib/events/registrations/questions/schema";
import { MAX_BODY_BYTES } from "@/lib/events/registrations/schema";
import { answer, fieldsOf, handled } from "../answer";

/** Mails the link that continues a form on another device; the answer does not depend on the address. */
export function POST(request: Request): Promise<Response> {
  return handled("registration drafts", async () => {
    requireSameOrigin(request);
    await takeAttempt("registrationDraft", await callerAddress());
    const body = draftSchema.safeParse(await readJson(request, MAX_BODY_BYTES));
    if (!body.success) return answer("input.invalid", fieldsOf(body.error));
    await takeAttempt("linkMail", "draft", body.data.email);
    const isStored = await storeDraft(createServiceClient(), body.data);
    return isStored
      ? Response.json({ status: "sent" }, { headers: { "cache-control": "no-store" } })
      : answer("registration.closed");
  });
}
