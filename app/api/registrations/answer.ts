import { z } from "zod";
import { AppError } from "@/lib/platform/error";
import { Refusal, refused, type Refuse } from "@/lib/platform/refusal";
import type { Changed } from "@/lib/events/registrations/mutations";
import { REFUSALS } from "@/lib/events/registrations/rules";

type Fields = Record<string, string>;

/** First error code of every invalid field; a code of zod itself counts as a missing value. */
function fieldsOf(error: z.ZodError): Fields {
  const codes = error.issues.map(({ path, message }) => [
    path.join("."),
    /^[a-zA-Z]+$/.test(message) ? message : "missing",
  ]);
  return Object.fromEntries(codes.toReversed()) as Fields;
}

/** Writes a refusal with the codes of invalid fields. */
export const withFields: Refuse<unknown> = ({ code, details, error }) => {
  const issues = error instanceof AppError ? error.cause : undefined;
  return { code, ...(issues instanceof z.ZodError && { fields: fieldsOf(issues) }), ...details };
};

const OWN_FIELDS = [
  "type",
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
  "invoice_name",
  "invoice_document",
  "half_price",
  "people",
  "addons",
  "children",
];

/** The refusal of an outcome; fields that are not ours are answers to the questions of the organiser. */
export function refusalOf(outcome: Exclude<Changed, { outcome: "saved" }>): Refusal {
  if (outcome.outcome === "conflict") return refused("form.changed");
  if (outcome.outcome === "gone") return refused("registration.missing");
  const { reason } = outcome;
  const code = REFUSALS[reason];
  // The field of another person of an order begins with the place of that person.
  const [, prefix = "", field = ""] = /^(people\.\d+\.)?(.*)$/s.exec(outcome.field ?? "") ?? [];
  if (reason === "vehicle_too_new")
    return refused(code, { fields: { [`${prefix}vehicles.${Number(field) - 1}.year`]: "vehicleTooNew" } });
  if (!field || reason !== "invalid") return refused(code);
  const name = prefix + (OWN_FIELDS.includes(field) ? field : `answers.${field}`);
  return refused(code, { fields: { [name]: field === "consent" ? "consentMissing" : "missing" } });
}
