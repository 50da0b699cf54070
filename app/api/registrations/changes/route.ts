import { z } from "zod";
import { readJson } from "@/lib/platform/body";
import { countRefused, takeGuess } from "@/lib/platform/failed-attempts/service";
import { callerAddress } from "@/lib/platform/caller";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { changeRegistration, mailManageLink } from "@/lib/events/registrations/mutations";
import { readRegistration } from "@/lib/events/registrations/queries";
import { answersSchema } from "@/lib/events/registrations/questions/schema";
import { changeSchema, MAX_BODY_BYTES } from "@/lib/events/registrations/schema";
import { answer, fieldsOf, handled, refuse } from "../answer";

const done = () => Response.json({ status: "done" }, { headers: { "cache-control": "no-store" } });

/** Mails the link that confirms, transfers and cancels to the registered contact, a few times per hour. */
async function mailLink(token: string, address: string): Promise<Response> {
  const registration = await readRegistration(token);
  if (!registration) {
    await countRefused("registration", address);
    return answer("registration.missing");
  }
  await takeAttempt("linkMail", registration.id);
  const mailed = await mailManageLink(createServiceClient(), token);
  if (mailed === "done") return done();
  return mailed === "refused" ? answer("registration.missing") : refuse(mailed);
}

/** Changes a registration for the holder of its link; the database checks what the link allows. */
export function POST(request: Request): Promise<Response> {
  return handled("registration changes", async () => {
    requireSameOrigin(request);
    const address = await callerAddress();
    await takeGuess("registrationChange", "registration", address);
    const body = changeSchema.safeParse(await readJson(request, MAX_BODY_BYTES));
    if (!body.success) return answer("input.invalid", fieldsOf(body.error));
    if (body.data.change === "link") return mailLink(body.data.token, address);
    if (body.data.change === "edit") {
      const page = await readRegistration(body.data.token);
      // The questions are those of the version that the registration was made with.
      const answers = z.object({ answers: answersSchema(page?.fields ?? []) }).safeParse(body.data);
      if (!answers.success) return answer("input.invalid", fieldsOf(answers.error));
    }
    const changed = await changeRegistration(await createSessionClient(), body.data);
    if (changed === "done") return done();
    if (changed !== "refused") return refuse(changed);
    if (!(await readRegistration(body.data.token))) await countRefused("registration", address);
    return answer("registration.missing");
  });
}
