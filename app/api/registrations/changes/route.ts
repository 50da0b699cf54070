import { z } from "zod";
import { jsonBody, parsed } from "@/lib/platform/body";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { publicHandler } from "@/lib/platform/handler";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { changeRegistration, mailManageLink, type Changed } from "@/lib/events/registrations/mutations";
import { readRegistration } from "@/lib/events/registrations/queries";
import { answersSchema } from "@/lib/events/registrations/questions/schema";
import { changeSchema, MAX_BODY_BYTES, type Change } from "@/lib/events/registrations/schema";
import { refusalOf, withFields } from "../answer";

/** Mails the link that confirms, transfers and cancels to the registered contact, a few times per hour. */
async function mailLink(token: string): Promise<Changed> {
  const registration = await readRegistration(token);
  if (!registration) return { outcome: "gone" };
  await takeAttempt("linkMail", registration.id);
  return mailManageLink(createServiceClient(), token);
}

async function apply(client: Awaited<ReturnType<typeof createSessionClient>>, change: Change): Promise<Changed> {
  if (change.change === "link") return mailLink(change.token);
  if (change.change === "edit") {
    const page = await readRegistration(change.token);
    // The questions are those of the version that the registration was made with.
    parsed(z.object({ answers: answersSchema(page?.fields ?? []) }), change);
  }
  return changeRegistration(client, change);
}

/** Changes a registration for the holder of its link; the database checks what the link allows. */
export const POST = publicHandler(
  {
    name: "registration changes",
    limit: (address) => takeGuess("registrationChange", "registration", address),
    body: jsonBody(changeSchema, MAX_BODY_BYTES),
    client: createSessionClient,
    refuse: withFields,
  },
  async ({ body, client, address }) => {
    const changed = await apply(client, body);
    if (changed.outcome === "saved") return { status: "done" };
    const isGuess = changed.outcome === "gone" && !(await readRegistration(body.token));
    if (isGuess) await countRefused("registration", address);
    return refusalOf(changed);
  },
);
