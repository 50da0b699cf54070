import { z } from "zod";
import { serverLink } from "@/lib/platform/links/mutations";
import { jsonBody, parsed } from "@/lib/platform/body";
import { publicHandler } from "@/lib/platform/handler";
import { returnAttempt, takeAttempt } from "@/lib/platform/rate-limit";
import { Refusal, refused } from "@/lib/platform/refusal";
import { createServiceClient } from "@/lib/platform/supabase/service";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { attributeRegistration } from "@/lib/events/promotion/kit/mutations";
import { reportError } from "@/lib/platform/report";
import { readQuestions } from "@/lib/events/registrations/queries";
import { answersSchema } from "@/lib/events/registrations/questions/schema";
import { noteBusyCaller, submitRegistration } from "@/lib/events/registrations/mutations";
import { MAX_ORDER_BYTES, registrationSchema, type RegistrationBody } from "@/lib/events/registrations/schema";
import { statusPath, SUCCESS_PATH } from "@/lib/events/registrations/rules";
import { refusalOf, withFields } from "./answer";

/** Throws for answers of any person of the order that do not fit the questions of its kind. */
async function checkAnswers(body: RegistrationBody): Promise<void> {
  const people = body.people ?? [];
  const types = [...new Set([body, ...people].map(({ type }) => type))];
  const forms = new Map(await Promise.all(types.map(async (type) => [type, await readQuestions(type)] as const)));
  const answersOf = ({ type, form_version: version }: Pick<RegistrationBody, "type" | "form_version">) => {
    const form = forms.get(type);
    // Answers to another version are left to the database: the form may have been stored before the change.
    return form && (version ?? form.version) === form.version ? answersSchema(form.fields) : z.unknown();
  };
  // Objects with the places as keys: the path of an error has the place of its person.
  const others = Object.fromEntries(people.map((one, index) => [index, z.object({ answers: answersOf(one) })]));
  const typed = { ...body, people: Object.fromEntries(people.entries()) };
  parsed(z.object({ answers: answersOf(body), people: z.object(others) }), typed);
}

/** Stores the form and answers the path of the confirmation; a request that was stored with other data gets its status page. */
async function file(form: RegistrationBody, address: string): Promise<Response | Refusal> {
  // Limits guesses of a code: the attempt is counted first, and given back unless the code is unknown.
  if (form.code) await takeAttempt("orderCodeWrong", address);
  const filed = await submitRegistration(await createSessionClient(), form);
  const isWrong = filed.outcome === "refused" && filed.reason === "code_unknown";
  if (form.code && !isWrong) await returnAttempt("orderCodeWrong", address);
  if (filed.outcome !== "saved") return refusalOf(filed);
  const server = createServiceClient();
  const { via } = form;
  // The registration is stored; without its link only a number of the statistics is missing.
  if (via) await attributeRegistration(server, filed.id, via).catch((error) => reportError("event link", error));
  const { token } = await serverLink(server, "registration", filed.id);
  if (filed.is_changed) return refused("form.stored", { path: statusPath(token) });
  await takeAttempt("registrationNotice", address, filed.event).catch(() =>
    noteBusyCaller(server, filed.event).catch((error) => reportError("busy caller", error)),
  );
  return Response.json({ token, path: `${SUCCESS_PATH}?acesso=${token}` }, { status: 201 });
}

/** Registers a person for an event; answers the path of the confirmation, which a repeated request gets again. */
export const POST = publicHandler(
  {
    name: "registrations",
    limit: "registrationTry",
    body: jsonBody(registrationSchema, MAX_ORDER_BYTES),
    refuse: withFields,
  },
  async ({ body, address }) => {
    await checkAnswers(body);
    await takeAttempt("registration", address);
    let isStored = false;
    try {
      const answer = await file(body, address);
      isStored = !(answer instanceof Refusal);
      return answer;
    } finally {
      if (!isStored) await returnAttempt("registration", address);
    }
  },
);
