import { z } from "zod";
import { text } from "../../../platform/form";
import type { FormField } from "../questions/rules";
import { questionsSchema, type RegistrationForm } from "../questions/schema";
import {
  CHILD_AGE_BANDS,
  MAX_ORDER_PEOPLE,
  ORDER_PRICE_LENGTHS,
  REGISTRATION_STATUSES,
} from "../../../platform/supabase/database-constants/events";

/** Reasons for which `leave_order` refuses to take a person out of an order. */
export const LEAVE_REFUSALS = ["children_alone", "buyer_stays", "payment_checking", "order_too_small"] as const;

const amount = z.number().int().min(0);
const nullableText = z.string().nullable();

/** What comes back after a cancellation: by law until `full_until`, and what the rules of the event decide. */
export const refundTermsSchema = z.object({ full_cents: amount, full_until: nullableText, rules_cents: amount });

/** Result of `order_offer`. */
export const orderOfferSchema = z.object({
  min_people: z.number(),
  max_people: z.number(),
  allows_children: z.boolean(),
  child_prices: z.partialRecord(z.enum(CHILD_AGE_BANDS), amount),
  takes_codes: z.boolean(),
  half_prices: z.array(
    z.object({
      category: z.string(),
      name: z.string(),
      translations: z.unknown(),
      law: z.string(),
      source: z.string(),
      is_gone: z.boolean(),
    }),
  ),
  addons: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: nullableText,
      price_cents: amount,
      max_per_order: amount,
      variants: z.array(z.object({ id: z.string(), name: z.string(), left: z.number().nullable() })),
    }),
  ),
});
export type OrderOffer = z.infer<typeof orderOfferSchema>;

/** Who the invoice is for; null when it was not entered, and for a caller who may not manage the registration. */
export const invoiceSchema = z
  .object({ name: z.string(), document: z.string(), address: z.string().nullable() })
  .nullable();

const childrenSchema = z.object({ age_band: z.enum(CHILD_AGE_BANDS), amount });
const addonSchema = z.object({ name: z.string(), variant: z.string(), amount, unit_cents: amount });

/** The order on the page of a registration: all of it for the buyer, only the buyer for another person. */
export const orderSchema = z
  .discriminatedUnion("is_buyer", [
    z.object({ is_buyer: z.literal(false), buyer: nullableText, half_price: nullableText }),
    z.object({
      is_buyer: z.literal(true),
      total_cents: amount,
      discount_cents: amount,
      code: nullableText,
      half_price: nullableText,
      children: z.array(childrenSchema),
      addons: z.array(addonSchema),
      people: z.array(
        z.object({
          id: z.string(),
          code: z.string(),
          full_name: z.string(),
          has_name: z.boolean(),
          kind_name: z.string(),
          kind_translations: z.unknown(),
          status: z.enum(REGISTRATION_STATUSES),
          cents: amount,
          places: amount,
          half_price: nullableText,
          companions: z.array(z.string()),
          answers: z.record(z.string(), z.unknown()),
          fields: questionsSchema,
          stand: nullableText,
          lacks_documents: z.boolean(),
          /** What happens when the caller takes the person out; null for who may not, and for the buyer. */
          leaving: refundTermsSchema
            .extend({
              refusal: z.enum(LEAVE_REFUSALS).nullable(),
              /** By how much the price that is still to be paid falls. */
              less_cents: amount,
            })
            .nullable()
            .prefault(null),
          vehicles: z.array(z.object({ make: z.string(), model: z.string(), year: z.number(), plate: nullableText })),
        }),
      ),
    }),
  ])
  .nullable()
  .prefault(null);
export type Order = NonNullable<z.infer<typeof orderSchema>>;
export type BuyersOrder = Extract<Order, { is_buyer: true }>;

/** Result of `order_receipt`; `payments` is empty until money arrived. */
export const orderReceiptSchema = z.object({
  code: z.string(),
  name: z.string(),
  invoice: invoiceSchema,
  status: z.enum(REGISTRATION_STATUSES),
  ordered_at: z.string(),
  total_cents: amount,
  discount_cents: amount,
  /** What is still to be paid because the team added people or a stand after the payment. */
  open_cents: amount,
  /** When the order went to another person, who did not make the payments before. */
  transferred_at: nullableText,
  event: z.object({
    title: z.string(),
    starts_at: z.string(),
    ends_at: z.string(),
    time_zone: z.string(),
    venue: nullableText,
    town: z.string(),
    state_abbr: z.string(),
    organizer_name: z.string(),
  }),
  people: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      kind: z.string(),
      companions: amount,
      is_half_price: z.boolean(),
      has_left: z.boolean(),
      cents: z.number(),
    }),
  ),
  children: z.array(childrenSchema),
  addons: z.array(addonSchema),
  payments: z.array(
    z.object({
      method: z.string(),
      payee: z.string(),
      /** Whether the organiser has the money, not the portal. */
      is_organiser: z.boolean(),
      is_at_gate: z.boolean(),
      reference: nullableText,
      cents: amount,
      paid_at: z.string(),
      /** Day of the transfer, when the treasurer of the organiser confirmed it. */
      paid_on: nullableText,
      refunds: z.array(z.object({ amount_cents: z.number(), on_day: z.string() })),
    }),
  ),
});
export type OrderReceipt = z.infer<typeof orderReceiptSchema>;

export const category = z.string().regex(/^[a-z_]{2,40}$/);

/** What a form of registration has only for an order of more than one person and nothing else. */
export const orderFields = {
  half_price: category.optional(),
  addons: z
    .array(z.object({ variant: z.uuid(), amount: amount.max(100) }))
    .max(100)
    .optional(),
  children: z.partialRecord(z.enum(CHILD_AGE_BANDS), amount.max(20)).optional(),
  code: text(ORDER_PRICE_LENGTHS.code).optional(),
};

/** Other people of an order. */
export const otherPeople = <Person extends z.ZodType>(person: Person) =>
  z
    .array(person)
    .max(MAX_ORDER_PEOPLE - 1)
    .optional();

/** What decides the price of one person besides half price; names of companions may still be empty. */
const priced = {
  type: z.uuid(),
  companions: z.array(z.string().max(120)).max(20).optional(),
  stand: z.uuid().nullish(),
};

/** Body of `POST /api/registrations/quote`. */
export const quoteSchema = z.strictObject({
  ...priced,
  people: otherPeople(z.object({ ...priced, half_price: category.optional() })),
  ...orderFields,
});
export type QuoteBody = z.infer<typeof quoteSchema>;

/** A kind that another person of the order may have, with what it asks that person for. */
export type PersonKind = {
  id: string;
  kind: string;
  name: string;
  price_cents: number;
  takesHalfPrice: boolean;
  max_vehicles: number;
  max_companions: number;
  classes: readonly string[];
  version: string | null;
  /** Questions without those that are answered with a file. */
  fields: readonly FormField[];
  stands: RegistrationForm["stands"];
  /** Whether the person has documents, which are sent on the page of its registration. */
  sendsDocuments: boolean;
};
/** What a form of registration offers for an order. */
export type OrderChoice = { offer: OrderOffer; kinds: readonly PersonKind[]; takesHalfPrice: boolean };
