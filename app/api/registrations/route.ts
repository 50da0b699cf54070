import { z } from "zod";
import { serverLink } from "@/lib/platform/links/mutations";
import { readJson } from "@/lib/platform/body";
import { callerAddress } from "@/lib/platform/caller";
import { returnAttempt, takeAttempt } from "@/lib/platform/rate-limit";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { attributeRegistration } from "@/lib/events/promotion/kit/mutations";
import { reportError } from "@/lib/platform/report";
import { readQuestions } from "@/lib/events/registrations/queries";
import { answersSchema } from "@/lib/events/registrations/questions/schema";
import { noteBusyCaller, submitRegistration } from "@/lib/events/registrations/mutations";
import { MAX_BODY_BYTES, registrationSchema, type RegistrationBody } from "@/lib/events/registrations/schema";
import { statusPath, SUCCESS_PATH } from "@/lib/events/registrations/rules";
import { answer, fieldsOf, handled, refuse } from "./answer";

/** The checked form, or the answer to one with wrong fields. */
async function formOf(request: Request): Promise<RegistrationBody | Response> {
  const body = registrationSchema.safeParse(await readJson(request, MAX_BODY_BYTES));
  if (!body.success) return answer("input.invalid", fieldsOf(body.error));
  const form = await readQuestions(body.data.type);
  // Answers to another version are left to the database: the form may have been stored before the change.
  if (form && (body.data.form_version ?? form.version) === form.version) {
    const answers = z.object({ answers: answersSchema(form.fields) }).safeParse(body.data);
    if (!answers.success) return answer("input.invalid", fieldsOf(answers.error));
  }
  return body.data;
}

/** Stores the form and answers the path of the confirmation; a request that was stored with other data gets its status page. */
async function file(form: RegistrationBody, address: string): Promise<Response> {
  const filed = await submitRegistration(await createSessionClient(), form);
  if (!("id" in filed)) return refuse(filed);
  const server = createServiceClient();
  const { via } = form;
  // The registration is stored; without its link only a number of the statistics is missing.
  if (via) await attributeRegistration(server, filed.id, via).catch((error) => reportError("event link", error));
  const { token } = await serverLink(server, "registration", filed.id);
  if (filed.is_changed) return answer("form.stored", undefined, statusPath(token));
  await takeAttempt("registrationNotice", address, filed.event).catch(() =>
    noteBusyCaller(server, filed.event).catch((error) => reportError("busy caller", error)),
  );
  return Response.json(
    { token, path: `${SUCCESS_PATH}?acesso=${token}` },
    { status: 201, headers: { "cache-control": "no-store" } },
  );
}

/** Registers a person for an event; answers the path of the confirmation, which a repeated request gets again. */
export function POST(request: Request): Promise<Response> {
  return handled("registrations", async () => {
    requireSameOrigin(request);
    const address = await callerAddress();
    await takeAttempt("registrationTry", address);
    const form = await formOf(request);
    if (form instanceof Response) return form;
    await takeAttempt("registration", address);
    let isStored = false;
    try {
      const response = await file(form, address);
      isStored = response.ok;
      return response;
    } finally {
      if (!isStored) await returnAttempt("registration", address);
    }
  });
}
