import { z } from "zod";
import { isLinkCode } from "../../platform/links/rules";
import { linkToken } from "../../platform/links/schema";
import { email, errorsOf, needed, phone, text, typed, typedInLine, type FieldError } from "../../platform/form";
import { isDocument, plainDocument } from "../../platform/tax-document";
import {
  ADD_REGISTRATION_VEHICLES_LENGTHS,
  BATCH_SIZES,
  DOCUMENT_STATUSES,
  EDIT_OWN_REGISTRATION_LENGTHS,
  REGISTRATION_KINDS,
  REGISTRATION_STATUSES,
  SAVE_REGISTRATION_INVOICE_LENGTHS,
  INSERT_REGISTRATION_LENGTHS,
  ORDER_PEOPLE_LENGTHS,
} from "../../platform/supabase/database-constants/events";
import { LOCALES } from "../../platform/supabase/database-constants/platform";
import { collectingSchema, paymentAttemptsSchema } from "../../platform/payments/schema";
import { category, invoiceSchema, orderFields, orderSchema, refundTermsSchema, otherPeople } from "./orders/schema";
import { questionsSchema } from "./questions/schema";

/** Error codes of the forms; their messages are in `registrations.validation`. */
export type RegistrationError = FieldError | "yearInvalid" | "plateInvalid" | "documentInvalid" | "vehicleTooNew";
const wrong = errorsOf<RegistrationError>();

export const MAX_BODY_BYTES = 24_576;
/** Size limit of a form or a draft, which may have the cars and answers of several people. */
export const MAX_ORDER_BYTES = 49_152;
/** Size limit of the post of a mail program that ends mails. */
export const MAX_ONE_CLICK_BYTES = 1024;
export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;
export const DOCUMENT_TYPES = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
} as const;

export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

const optional = (max: number) =>
  z.preprocess((value) => value ?? undefined, text(max)).transform((value) => value || null);
const optionalPhone = z.preprocess((value) => value ?? undefined, phone).transform((value) => value || null);

/** A CPF or CNPJ with right check digits, or a document of another country, which has another form. */
const isAnyDocument = (value: string) =>
  /^[0-9A-Za-z./-]{5,20}$/.test(value) && (!/^(?:\d{11}|\d{14})$/.test(plainDocument(value)) || isDocument(value));

const vehicle = z.object({
  make: needed(ADD_REGISTRATION_VEHICLES_LENGTHS.make),
  model: needed(ADD_REGISTRATION_VEHICLES_LENGTHS.model),
  year: z
    .number(wrong("yearInvalid"))
    .int(wrong("yearInvalid"))
    .min(1880, wrong("yearInvalid"))
    .max(2100, wrong("yearInvalid")),
  color: optional(ADD_REGISTRATION_VEHICLES_LENGTHS.color),
  plate: optional(10).refine((value) => !value || /^[A-Za-z0-9 -]{5,10}$/.test(value), wrong("plateInvalid")),
  has_collector_plate: z.boolean().default(false),
  story: optional(ADD_REGISTRATION_VEHICLES_LENGTHS.story),
  class_name: optional(ADD_REGISTRATION_VEHICLES_LENGTHS.class_name),
});

const answer = z.union([typed().max(2000), z.number(), z.boolean(), z.null()]);

/** Answers by the names of their questions, before the questions are known. */
export const answersBody = z.record(z.string().regex(/^[a-z][a-z0-9_]{0,59}$/), answer);

/** What a kind asks every person of an order for. */
const own = {
  companions: z.array(needed(120)).max(20).default([]),
  vehicles: z.array(vehicle).max(20).default([]),
  answers: answersBody.default({}),
  shows_vehicle: z.boolean().default(false),
};

const data = {
  phone: optionalPhone,
  town: optional(EDIT_OWN_REGISTRATION_LENGTHS.town),
  state_abbr: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullish()
    .transform((value) => value ?? null),
  club: optional(EDIT_OWN_REGISTRATION_LENGTHS.club),
  ...own,
};

/** What only the form of a registration has of a person. */
const chosen = {
  type: z.uuid(),
  /** Version of the form whose questions were answered. */
  form_version: z.uuid().nullish(),
  document: optional(20).refine((value) => !value || isAnyDocument(value), wrong("documentInvalid")),
  company: optional(INSERT_REGISTRATION_LENGTHS.company),
  stand: z.uuid().nullable().default(null),
};
/** Another person of an order; the name may come later, the contact and the town are those of the buyer. */
const person = z.object({
  ...own,
  ...chosen,
  full_name: text(ORDER_PEOPLE_LENGTHS.full_name),
  half_price: category.optional(),
});

/** Body of `POST /api/registrations`. */
export const registrationSchema = z.object({
  ...data,
  ...chosen,
  request_id: z.uuid(),
  full_name: needed(INSERT_REGISTRATION_LENGTHS.full_name),
  email,
  consent: z.literal(true, wrong("consentMissing")),
  locale: z.enum(LOCALES),
  /** Code of the short link through which the person came; a wrong one does not refuse the form. */
  via: z.string().refine(isLinkCode).nullable().catch(null),
  homepage: z.literal("").default(""),
  people: otherPeople(person),
  ...orderFields,
});
export type RegistrationBody = z.infer<typeof registrationSchema>;

/** Body of `POST /api/registrations/status`. */
export const lookupSchema = z.strictObject({
  code: typedInLine().min(1).max(20),
  contact: typed().min(3).max(254),
});

/** Body of `POST /api/registrations/changes`. */
export const changeSchema = z.discriminatedUnion("change", [
  z.object({ change: z.literal("edit"), token: linkToken, ...data }),
  z.object({ change: z.literal("name"), token: linkToken, registration: z.uuid(), full_name: needed(120) }),
  z.object({ change: z.literal("leave"), token: linkToken, registration: z.uuid() }),
  z.object({ change: z.literal("accept"), token: linkToken }),
  z.object({ change: z.literal("confirm"), token: linkToken }),
  z.object({ change: z.literal("link"), token: linkToken }),
  z.object({ change: z.literal("cancel"), token: linkToken }),
  z.object({ change: z.enum(["refuse-messages", "allow-messages"]), token: linkToken }),
  z.object({
    change: z.literal("invoice"),
    token: linkToken,
    invoice_name: optional(SAVE_REGISTRATION_INVOICE_LENGTHS.invoice_name),
    invoice_document: optional(20)
      .refine((value) => !value || isDocument(value), wrong("documentInvalid"))
      .transform((value) => value && plainDocument(value)),
    invoice_address: optional(SAVE_REGISTRATION_INVOICE_LENGTHS.invoice_address),
  }),
  z.object({
    change: z.literal("transfer"),
    token: linkToken,
    full_name: needed(120),
    email,
    phone: phone.pipe(z.string().min(1, wrong("missing"))),
  }),
]);
export type Change = z.infer<typeof changeSchema>;

/** Body of `POST /api/registrations/first`. */
export const firstSchema = z.strictObject({ type: z.uuid(), full_name: needed(120), email });
export type FirstBody = z.infer<typeof firstSchema>;

/** Form fields of `POST /api/registrations/documents`. */
export const documentSchema = z.object({
  token: linkToken,
  kind: z.string().regex(/^[a-z][a-z0-9_]{1,59}$/),
  expires: z.union([z.literal(""), z.iso.date()]).optional(),
  file: z.instanceof(File),
});

/** What a line about an event shows: title, days and place. */
const eventLine = z.object({
  slug: z.string(),
  title: z.string(),
  translations: z.unknown(),
  is_demo: z.boolean(),
  starts_at: z.string(),
  ends_at: z.string(),
  time_zone: z.string(),
  town: z.string(),
  state_abbr: z.string(),
  venue: z.string().nullable(),
});
const event = eventLine.extend({
  id: z.string(),
  status: z.string(),
  organizer_name: z.string(),
  organizer_phone: z.string().nullable(),
  organizer_email: z.string().nullable(),
  solidarity_item: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
});

const vehicleView = z.object({
  make: z.string(),
  model: z.string(),
  year: z.number(),
  color: z.string().nullable(),
  plate: z.string().nullable(),
  has_collector_plate: z.boolean(),
  story: z.string().nullable(),
  class_name: z.string().nullable(),
});

/** Result of `read_registration`. */
export const registrationPageSchema = z.object({
  id: z.string(),
  code: z.string(),
  access: z.enum(["registration", "manage"]),
  status: z.enum(REGISTRATION_STATUSES),
  status_note: z.string().nullable(),
  held_until: z.string().nullable(),
  price_cents: z.number(),
  full_name: z.string(),
  masked_email: z.string(),
  phone: z.string().nullable(),
  town: z.string().nullable(),
  state_abbr: z.string().nullable(),
  club: z.string().nullable(),
  company: z.string().nullable(),
  companions: z.array(z.string()),
  answers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  fields: questionsSchema,
  shows_vehicle: z.boolean(),
  created_at: z.string(),
  kind: z.enum(REGISTRATION_KINDS),
  kind_name: z.string(),
  kind_translations: z.unknown(),
  required_documents: z.array(z.string()),
  max_vehicles: z.number(),
  classes: z.array(z.string()).prefault([]),
  stand: z.string().nullable(),
  can_edit: z.boolean(),
  edit_until: z.string(),
  waiting_position: z.number().nullable(),
  event,
  vehicles: z.array(vehicleView),
  documents: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      status: z.enum(DOCUMENT_STATUSES),
      reason: z.string().nullable(),
      expires_on: z.string().nullable(),
    }),
  ),
  history: z.array(z.object({ status: z.string(), at: z.string() })),
  /** What the portal must return; what an organiser must return is with its payments. */
  refund_due_cents: z.number(),
  payments: paymentAttemptsSchema,
  missing_documents: z.array(z.string()),
  /** What is still to be paid because the team added people or a stand after the payment. */
  difference_cents: z.number(),
  has_entered: z.boolean(),
  /** Whether the caller may transfer and cancel: the holder of the mailed link, or the account that registered. */
  can_manage: z.boolean(),
  can_cancel: z.boolean(),
  collecting: collectingSchema,
  refund: refundTermsSchema.extend({
    /** What the portal still has of people who left the order, about which the rules of the event decide. */
    part_rules_cents: z.number(),
  }),
  event_rules: z.string(),
  invoice: invoiceSchema,
  /** Whether the person ended the messages of the organiser. */
  messages_refused: z.boolean(),
  order: orderSchema,
});
export type RegistrationPage = z.infer<typeof registrationPageSchema>;

/** Result of `read_badge`. */
export const badgeSchema = z.object({
  id: z.string(),
  event_id: z.string(),
  code: z.string(),
  status: z.enum(REGISTRATION_STATUSES),
  badge_version: z.number(),
  full_name: z.string(),
  kind: z.enum(REGISTRATION_KINDS),
  kind_name: z.string(),
  kind_translations: z.unknown(),
  town: z.string().nullable(),
  state_abbr: z.string().nullable(),
  club: z.string().nullable(),
  company: z.string().nullable(),
  places: z.number(),
  stand: z.string().nullable(),
  vehicles: z.array(
    vehicleView.omit({ color: true, plate: true, has_collector_plate: true }).extend({ id: z.string() }),
  ),
  event: eventLine.extend({
    poster_path: z.string().nullable(),
    has_votes: z.boolean(),
    badge_size: z.enum(BATCH_SIZES),
    badge_hidden: z.array(z.string()),
  }),
});
export type Badge = z.infer<typeof badgeSchema>;
