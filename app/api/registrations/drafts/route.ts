import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { storeDraft } from "@/lib/events/registrations/mutations";
import { draftSchema } from "@/lib/events/registrations/questions/schema";
import { MAX_ORDER_BYTES } from "@/lib/events/registrations/schema";
import { withFields } from "../answer";

/** Mails the link that continues a form on another device; the answer does not depend on the address. */
export const POST = publicHandler(
  {
    name: "registration drafts",
    limit: "registrationDraft",
    body: jsonBody(draftSchema, MAX_ORDER_BYTES),
    client: createServiceClient,
    refuse: withFields,
  },
  async ({ body, client }) => {
    await takeAttempt("linkMail", "draft", body.email);
    return (await storeDraft(client, body)).outcome === "saved" ? { status: "sent" } : refused("registration.closed");
  },
);
