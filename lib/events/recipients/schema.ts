import { z } from "zod";
import { brazilianDay } from "../../platform/dates";
import { errorsOf, formOf, needed, text, typed, type FieldError } from "../../platform/form";
import { outcomeSchema } from "../../platform/outcome-schema";
import { buildPix, pixKeyOf } from "../../platform/pix/rules";
import { PAYMENT_METHODS, PAYMENT_STATUSES, PIX_KEY_TYPES } from "../../platform/supabase/database-constants/commerce";
import {
  EVENT_ENTRY_KINDS,
  RECIPIENT_KINDS,
  RECIPIENT_STATES,
  EVENT_RECIPIENT_STATUSES,
} from "../../platform/supabase/database-constants/events";
import { centsOf } from "../publishing/rules";

/** Error codes of the forms; their messages are in `recipients.validation`. */
export type RecipientError = FieldError | "moneyInvalid" | "keyInvalid" | "nameInvalid";
const wrong = errorsOf<RecipientError>();

const MOST_CENTS = 99_999_999;

const cents = text(20)
  .transform(centsOf)
  .refine((value) => value !== null && value > 0 && value <= MOST_CENTS, wrong("moneyInvalid"))
  .transform((value) => value ?? 0);
/** A day that is not in the future; the database compares it with the payment. */
const pastDay = z.iso.date(wrong("dateInvalid")).refine((day) => day <= brazilianDay(Date.now()), wrong("dateInvalid"));

/** The form of a Pix key; the key leaves it in the format of the directory of the central bank. */
export const recipientSchema = formOf(
  z
    .object({
      event: z.guid(),
      pix_key_type: z.enum(PIX_KEY_TYPES, wrong("choiceInvalid")),
      pix_key: needed(140),
      name: needed(80),
      city: needed(60),
    })
    .transform((form, context) => {
      const key = pixKeyOf(form.pix_key, form.pix_key_type);
      if (key === null && form.pix_key)
        context.addIssue({ code: "custom", path: ["pix_key"], message: "keyInvalid" satisfies RecipientError });
      // A name without Latin letters cannot be written into a code.
      const code = buildPix({ ...form, key: form.pix_key, keyType: form.pix_key_type, cents: 1, txid: "LC" });
      if (!code.ok && (code.problem === "name" || code.problem === "city") && form[code.problem])
        context.addIssue({ code: "custom", path: [code.problem], message: "nameInvalid" satisfies RecipientError });
      return { ...form, pix_key: key ?? form.pix_key };
    }),
);
export const portalSchema = z.object({ event: z.guid() });
/** Body of `POST /api/event-stripe-accounts`: an account for an event, another one with `is_new`. */
export const connectSchema = z.strictObject({ event: z.guid(), is_new: z.boolean().default(false) });
/** Body of `POST /api/event-stripe-accounts/state`. */
export const accountStateSchema = z.strictObject({ event: z.guid() });
export const MAX_CONNECT_BYTES = 200;
export const cardRefundSchema = formOf(
  z.object({
    item: z.guid(),
    cents,
    /** What the page showed as left, in cents, so that a form that is sent twice returns money once. */
    left: z.coerce.number().int().nonnegative(),
  }),
);
export const endRefundSchema = z.object({ item: z.guid(), left: z.coerce.number().int().nonnegative() });
export const recipientIdSchema = z.object({ item: z.guid() });
export const decisionSchema = z.object({
  item: z.guid(),
  decision: z.enum(["approve", "reject"]),
  reason: typed().max(1000).prefault(""),
});
export const confirmSchema = formOf(z.object({ item: z.guid(), received: cents, on_day: pastDay }));
export const reasonSchema = z.object({ item: z.guid(), reason: typed().min(3).max(1000) });
/** Form fields of `POST /api/event-refunds`, besides the file. */
export const refundSchema = z.object({
  item: z.guid(),
  cents,
  on_day: pastDay,
  /** What the page showed as left, in cents, so that a form that is sent twice records one return. */
  left: z.coerce.number().int().nonnegative(),
  is_final: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
});

export const MAX_PROOF_BYTES = 5 * 1024 * 1024;

export const changedRecipientSchema = outcomeSchema({
  refused: ["portal_off", "unchanged", "limit", "incomplete", "invalid"],
  gone: true,
});
export type ChangedRecipient = z.output<typeof changedRecipientSchema>;
const decided = { status: z.string(), by: z.string().nullable() };
export const decidedRecipientSchema = outcomeSchema({
  refused: ["own", "incomplete", "invalid"],
  conflict: decided,
  gone: true,
});
export const confirmedSchema = outcomeSchema({
  saved: { missing_cents: z.number() },
  conflict: decided,
  refused: ["not_pix", "invalid"],
});
export const refusedReceiptSchema = outcomeSchema({ conflict: decided, refused: ["invalid"] });
export const undoneSchema = outcomeSchema({
  refused: ["refunded", "too_late", "registration_entered", "person_left", "invalid"],
  gone: true,
});
export const refundedSchema = outcomeSchema({ refused: ["not_refundable", "amount", "law", "invalid"] });

/** What `connect_stripe_account` answers: the account that exists, or the idempotency key of a new one. */
export const connectedSchema = outcomeSchema({
  saved: { account: z.string().nullable(), key: z.string().optional() },
  refused: ["limit"],
  gone: true,
});
/** What `request_event_refund` answers, for the request to Stripe. */
export const cardRefundedSchema = outcomeSchema({
  saved: { cents: z.number(), account: z.string(), payment_intent: z.string(), refunded_cents: z.number() },
  refused: ["not_refundable", "amount", "law"],
});

const recipient = z.object({
  id: z.string(),
  kind: z.enum(RECIPIENT_KINDS),
  pix_key_type: z.enum(PIX_KEY_TYPES).nullable(),
  pix_key: z.string().nullable(),
  name: z.string().nullable(),
  city: z.string().nullable(),
  stripe_account: z.string().nullable(),
  status: z.enum(EVENT_RECIPIENT_STATUSES),
  note: z.string().nullable(),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  by: z.string().nullable(),
  decided_by: z.string().nullable(),
});

/** What `event_recipients_of` returns. */
export const recipientsSchema = z.object({
  state: z.enum(RECIPIENT_STATES),
  payee: z.string().nullable(),
  may_change: z.boolean(),
  offers_portal: z.boolean(),
  current: z.string().nullable(),
  /** The Stripe account that the event connected last. */
  stripe: z
    .object({
      account: z.string(),
      name: z.string().nullable(),
      details_submitted: z.boolean(),
      charges_enabled: z.boolean(),
    })
    .nullable(),
  recipients: z.array(recipient),
});
export type Recipients = z.infer<typeof recipientsSchema>;

/** What `list_event_recipients` returns. */
export const listedRecipientsSchema = z.array(
  recipient.extend({
    event_id: z.string(),
    event: z.string(),
    event_status: z.string(),
    organiser: z.string(),
    paid: z.number(),
  }),
);
export type ListedRecipient = z.infer<typeof listedRecipientsSchema>[number];

const payment = z.object({
  id: z.string(),
  registration_id: z.string(),
  code: z.string(),
  name: z.string(),
  registration_status: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  method: z.enum(PAYMENT_METHODS),
  txid: z.string().nullable(),
  amount_cents: z.number(),
  received_cents: z.number().nullable(),
  received_on: z.string().nullable(),
  refunded_cents: z.number(),
  has_receipt: z.boolean(),
  /** The registration has ended or is paid: what arrives goes back, unless its place is still free. */
  is_late: z.boolean(),
  recipient: z.string().nullable(),
  created_at: z.string(),
  paid_at: z.string().nullable(),
  by: z.string().nullable(),
  undo_until: z.string().nullable(),
  law_cents: z.number().nullable(),
  rules_cents: z.number().nullable(),
  owed_since: z.string().nullable(),
  due_on: z.string().nullable(),
  /** People who left an order that goes on; empty when the whole payment goes back. */
  people_left: z.array(z.string()),
  refunds: z.array(z.object({ id: z.string(), amount_cents: z.number(), on_day: z.string() })),
});
export type OwnPayment = z.infer<typeof payment>;

/** What `event_money` returns. */
export const moneySchema = z.object({
  waiting: z.array(payment),
  owed: z.array(payment),
  recent: z.array(payment),
});

/** What `event_statement` returns. */
export const statementSchema = z.object({
  received_cents: z.number(),
  refunded_cents: z.number(),
  net_cents: z.number(),
  rows: z.array(
    z.object({
      day: z.string(),
      kind: z.enum(EVENT_ENTRY_KINDS),
      amount_cents: z.number(),
      method: z.string(),
      is_portal: z.boolean(),
      code: z.string().nullable(),
      txid: z.string().nullable(),
      recipient: z.string(),
    }),
  ),
  /** Transfers of the portal to the organiser, which are no part of the net sum: the money was collected before. */
  paid_out_cents: z.number(),
  payouts: z.array(
    z.object({ day: z.string(), amount_cents: z.number(), destination: z.string(), reference: z.string() }),
  ),
});
export type Statement = z.infer<typeof statementSchema>;
