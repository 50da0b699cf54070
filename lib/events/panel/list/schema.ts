import { z } from "zod";
import { needed } from "../../../platform/form";
import {
  ATTENDANCE_ANSWERS,
  CHILD_AGE_BANDS,
  DUPLICATE_REASONS,
  REGISTRATION_DOCUMENT_STATES,
  REGISTRATION_PAYMENT_STATES,
  REGISTRATION_STATUSES,
} from "../../../platform/supabase/database-constants/events";

const row = z.object({
  id: z.guid(),
  code: z.string(),
  full_name: z.string(),
  company: z.string().nullable(),
  status: z.enum(REGISTRATION_STATUSES),
  attending: z.enum(ATTENDANCE_ANSWERS),
  places: z.number(),
  type_id: z.guid(),
  stand_id: z.guid().nullable(),
  created_at: z.string(),
  notes: z.number(),
  vehicles: z.array(z.object({ make: z.string(), model: z.string(), year: z.number(), plate: z.string().nullable() })),
  paid: z.enum(REGISTRATION_PAYMENT_STATES).nullable(),
  documents: z.array(z.enum(REGISTRATION_DOCUMENT_STATES)).nullable(),
  has_entered: z.boolean(),
  is_duplicate: z.boolean(),
  /** Whether its order has other people, and half price with whether its proof was seen. */
  is_in_order: z.boolean(),
  half_price: z.string().nullable(),
  half_price_checked: z.boolean(),
});
export type RegistrationRow = z.output<typeof row>;

/** Result of `search_registrations`. */
export const pageSchema = z.object({ total: z.number(), places: z.number(), rows: z.array(row) });

/** Result of `registration_ids`. */
export const idsSchema = z.array(z.guid());

/** Result of `registration_duplicates`. */
export const duplicatesSchema = z.array(
  z.object({
    id: z.guid(),
    code: z.string(),
    full_name: z.string(),
    status: z.enum(REGISTRATION_STATUSES),
    type_id: z.guid(),
    reasons: z.array(z.enum(DUPLICATE_REASONS)),
  }),
);
export type Duplicate = z.output<typeof duplicatesSchema>[number];

/** Result of `registration_orders`: what only the order has is null on the rows of its other people. */
export const exportOrdersSchema = z.array(
  z.object({
    id: z.guid(),
    /** Code of the buyer, which is the number of the order. */
    order_code: z.string().nullable(),
    buyer: z.string().nullable(),
    order_position: z.number(),
    line_cents: z.number(),
    half_price: z.string().nullable(),
    half_price_checked: z.boolean(),
    addons: z.array(z.object({ name: z.string(), variant: z.string(), amount: z.number() })).nullable(),
    addon_cents: z.number().nullable(),
    children: z.partialRecord(z.enum(CHILD_AGE_BANDS), z.number()).nullable(),
    discount_code: z.string().nullable(),
    discount_cents: z.number().nullable(),
  }),
);

/** The filter of the list as it is in the address. */
export const selectionSchema = z.object({ event: z.guid(), search: z.string().max(10_000) });

/** The page of the form gives every note its id. */
export const noteSchema = z.object({ registration: z.guid(), note: z.guid(), body: needed(1000) });
export const noteIdSchema = z.object({ note: z.guid() });
