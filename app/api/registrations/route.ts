import { z } from "zod";
import { serverLink } from "@/lib/links/mutations";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { attributeRegistration } from "@/lib/event-promotion/kit/mutations";
import { reportError } from "@/lib/platform/report";
import { readQuestions } from "@/lib/registrations/queries";
import { answersSchema } from "@/lib/registrations/questions/schema";
import { submitRegistration } from "@/lib/registrations/mutations";
import { MAX_BODY_BYTES, registrationSchema } from "@/lib/registrations/schema";
import { SUCCESS_PATH } from "@/lib/registrations/rules";
import { answer, fieldsOf, handled, refuse } from "./answer";

/** Registers a person for an event; answers the path of the confirmation, which a repeated request gets again. */
export function POST(request: Request): Promise<Response> {
  return handled("registrations", async () => {
    requireSameOrigin(request);
    await takeAttempt("registration", await callerAddress());
    const body = registrationSchema.safeParse(await readJson(request, MAX_BODY_BYTES));
    if (!body.success) return answer("input.invalid", fieldsOf(body.error));
    const form = await readQuestions(body.data.type);
    // Answers to another version are left to the database: the form may have been stored before the change.
    if (form && (body.data.form_version ?? form.version) === form.version) {
      const answers = z.object({ answers: answersSchema(form.fields) }).safeParse(body.data);
      if (!answers.success) return answer("input.invalid", fieldsOf(answers.error));
    }
    const filed = await submitRegistration(await createSessionClient(), body.data);
    if (!("id" in filed)) return refuse(filed);
    const server = createServiceClient();
    const { via } = body.data;
    // The registration is stored; without its link only a number of the statistics is missing.
    if (via) await attributeRegistration(server, filed.id, via).catch((error) => reportError("event link", error));
    const { token } = await serverLink(server, "registration", filed.id);
    const path = `${SUCCESS_PATH}?acesso=${token}`;
    return Response.json({ token, path }, { status: 201, headers: { "cache-control": "no-store" } });
  });
}
