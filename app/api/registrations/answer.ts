import type { z } from "zod";
import { AppError } from "@/lib/platform/error";
import { retryHeaders } from "@/lib/platform/refusal";
import { reportError } from "@/lib/platform/report";
import type { Refusal } from "@/lib/events/registrations/mutations";

const STATUS: Partial<Record<string, number>> = {
  "access.denied": 403,
  "input.invalid": 400,
  "rate.limited": 429,
  "vehicle.tooNew": 422,
  "event.missing": 404,
  "registration.missing": 404,
  "registration.closed": 409,
  "form.changed": 409,
  "form.sent": 409,
  "form.stored": 409,
  "registration.duplicate": 409,
  "registration.unpaid": 409,
  "registration.mails": 429,
  "places.none": 409,
  "payment.unavailable": 409,
  "stand.taken": 409,
  "document.notAsked": 409,
  "document.tooMuch": 409,
  "document.type": 415,
  "pdf.active": 422,
  "picture.tooManyPixels": 422,
  "service.busy": 503,
};

export type Fields = Record<string, string>;

/** A refusal with the codes of invalid fields, or the page of what is stored already. */
export const answer = (code: string, fields?: Fields, path?: string, headers: Record<string, string> = {}): Response =>
  Response.json(
    { code, ...(fields && { fields }), ...(path && { path }) },
    { status: STATUS[code] ?? 503, headers: { "cache-control": "no-store", ...headers } },
  );

/** First error code of every invalid field; a code of zod itself counts as a missing value. */
export function fieldsOf(error: z.ZodError): Fields {
  const codes = error.issues.map(({ path, message }) => [
    path.join("."),
    /^[a-zA-Z]+$/.test(message) ? message : "missing",
  ]);
  return Object.fromEntries(codes.toReversed()) as Fields;
}

const OWN_FIELDS = [
  "full_name",
  "email",
  "phone",
  "document",
  "town",
  "state_abbr",
  "club",
  "company",
  "consent",
  "vehicles",
  "companions",
];

/** The refusal of the database; the other fields are answers to the questions of the organiser. */
export function refuse({ code, field }: Refusal): Response {
  if (code === "vehicle.tooNew") return answer(code, { [`vehicles.${Number(field) - 1}.year`]: "vehicleTooNew" });
  if (!field) return answer(code);
  return answer(code, {
    [OWN_FIELDS.includes(field) ? field : `answers.${field}`]: field === "consent" ? "consentMissing" : "missing",
  });
}

/** Runs a handler; errors become an answer with a code. */
export async function handled(what: string, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    const code = error instanceof AppError ? error.code : "service.unavailable";
    if (!STATUS[code]) reportError(what, error);
    return answer(code, undefined, undefined, retryHeaders(error));
  }
}
