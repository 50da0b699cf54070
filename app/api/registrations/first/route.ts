import { jsonBody } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { mailFirstRegistration } from "@/lib/events/registrations/mutations";
import { firstSchema, MAX_BODY_BYTES } from "@/lib/events/registrations/schema";
import { withFields } from "../answer";

/** Mails the link of the registration that a person already has for a kind; the answer does not depend on it. */
export const POST = publicHandler(
  {
    name: "first registration",
    limit: "registrationFirst",
    body: jsonBody(firstSchema, MAX_BODY_BYTES),
    client: createServiceClient,
    refuse: withFields,
  },
  async ({ body, client }) => {
    await takeAttempt("linkMail", "first", body.email);
    await mailFirstRegistration(client, body);
    return { status: "sent" };
  },
);
