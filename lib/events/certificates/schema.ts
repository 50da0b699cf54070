import { z } from "zod";
import { pictureKey } from "../../platform/media/rules";
import { needed } from "../../platform/form";
import { ALIGNMENTS } from "../../platform/alignments";
import { FIELD_KINDS, MAX_FIELDS, printedValues, TEMPLATE_LANGUAGES } from "./rules";
import { CERTIFICATE_STATES } from "../../platform/supabase/database-constants/events";

const MAX_NAME = 120;
const MAX_REASON = 500;
const MAX_TEXT = 600;
const MAX_PEOPLE = 5000;

const fieldSchema = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  kind: z.enum(FIELD_KINDS),
  x: z.number().min(0).max(100),
  y: z.number().min(0).max(100),
  width: z.number().min(4).max(100),
  size: z.number().min(6).max(120),
  align: z.enum(ALIGNMENTS),
  bold: z.boolean(),
  text: z.string().max(MAX_TEXT),
});
export const fieldsSchema = z.array(fieldSchema).max(MAX_FIELDS);

const background = z
  .string()
  .refine((address) => pictureKey(address) !== null)
  .nullable();

export const templateSchema = z.strictObject({
  id: z.uuid().nullable(),
  name: needed(MAX_NAME),
  language: z.enum(TEMPLATE_LANGUAGES),
  background,
  fields: fieldsSchema,
  active: z.boolean(),
});
export type TemplateInput = z.output<typeof templateSchema>;

/** What a certificate keeps of its model. */
export const layoutSchema = z.object({
  language: z.enum(TEMPLATE_LANGUAGES),
  background: background.catch(null),
  fields: fieldsSchema.catch([]),
});

export const factsSchema = z.object({
  event: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  time_zone: z.string(),
  town: z.string(),
  car: z.string().optional(),
  hours: z.number().optional(),
});

/** What a page of a certificate shows, from its row. */
export const printedSchema = z
  .object({ code: z.string(), full_name: z.string(), facts: factsSchema, layout: layoutSchema })
  .transform(({ code, full_name, facts, layout }) => ({
    code,
    ...layout,
    values: printedValues(full_name, code, facts, layout.language),
  }));
export type PrintedCertificate = z.output<typeof printedSchema>;

export const issueSchema = z.strictObject({
  event: z.uuid(),
  template: z.uuid(),
  registrations: z.array(z.uuid()).min(1).max(MAX_PEOPLE),
  hours: z.number().min(0.5).max(999).nullable(),
});

export const reasonSchema = z.strictObject({ id: z.uuid(), reason: needed(MAX_REASON) });
export const sendSchema = z.strictObject({
  certificates: z.array(z.uuid()).min(1).max(MAX_PEOPLE),
  byMail: z.boolean(),
});

export const checkedSchema = z.object({
  state: z.enum(CERTIFICATE_STATES),
  name: z.string().optional(),
  event: z.string().optional(),
  starts_at: z.string().optional(),
  ends_at: z.string().optional(),
  time_zone: z.string().optional(),
});
export type CheckedCertificate = z.output<typeof checkedSchema>;

export const peopleSchema = z.array(
  z.object({ id: z.string(), name: z.string(), entered_at: z.string(), has_certificate: z.boolean() }),
);
export type CertificatePerson = z.output<typeof peopleSchema>[number];
