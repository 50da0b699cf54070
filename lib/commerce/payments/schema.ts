import { z } from "zod";
import { linkToken } from "../../platform/links/schema";
import { paymentAttemptsSchema } from "../../platform/payments/schema";
import { needed, typed, typedInLine } from "../../platform/form";
import { outcomeSchema } from "../../platform/outcome-schema";
import { isDocument, plainDocument } from "../../platform/tax-document";
import { parseDecimal } from "../../platform/typed-values";
import { PAYMENT_METHODS, PAYMENT_STATUSES, PIX_KEY_TYPES } from "../../platform/supabase/database-constants/commerce";

export const MAX_CHECKOUT_BYTES = 4096;
export const MAX_WEBHOOK_BYTES = 262_144;
export const MAX_RECEIPT_BYTES = 5 * 1024 * 1024;

/** Form of `POST /api/payer-documents`. */
export const payerDocumentSchema = z.object({
  token: linkToken,
  payer_document: needed(20).pipe(
    z
      .string()
      .refine((value) => !value || isDocument(value), { error: "documentInvalid" })
      .transform(plainDocument),
  ),
});

/** Body of `POST /api/create-checkout-session` for a sale, registration or plan; the token replaces a session. */
export const checkoutSchema = z.strictObject({
  priceId: z.string().max(120).nullish(),
  successUrl: z.string().max(500),
  cancelUrl: z.string().max(500),
  metadata: z.union([
    z.strictObject({ sale_id: z.uuid(), type: z.string().max(40) }),
    z.strictObject({ registration_id: z.uuid() }),
    z.strictObject({ service_plan_id: z.guid() }),
  ]),
  token: linkToken.optional(),
});
export type CheckoutBody = z.infer<typeof checkoutSchema>;

/** Who pays by Pix: the holder of a link, or an owner of the place that ordered a plan. */
export const pixSchema = z.union([z.strictObject({ token: linkToken }), z.strictObject({ plan: z.guid() })]);
export type PixPayer = z.infer<typeof pixSchema>;
export const openPaymentsSchema = z.strictObject({ tokens: z.array(linkToken).max(20) });

const word = (max = 200) => typed().max(max).catch("");

/** The two rows of `payment_settings`; an invalid row counts as disabled. */
export const stripeConfigRow = z
  .object({ enabled: z.boolean().catch(false), publishable_key: word(), default_price_id: word() })
  .catch({ enabled: false, publishable_key: "", default_price_id: "" });
export const pixConfigRow = z
  .object({
    enabled: z.boolean().catch(false),
    pix_key: word(),
    pix_key_type: z.enum(PIX_KEY_TYPES).or(z.literal("")).catch(""),
    recipient_name: word(),
    city: word(),
  })
  .catch({ enabled: false, pix_key: "", pix_key_type: "", recipient_name: "", city: "" });

/** Whether the portal collects for new organisers of events. */
export const collectingRow = z.object({ enabled: z.boolean().catch(false) }).catch({ enabled: false });

const whole = z.number().int().nonnegative().catch(0);
/** The fee of the portal for events: hundredths of a percent of what was paid, and cents for each paid registration. */
export const eventFeeRow = z.object({ percent_bp: whole, fixed_cents: whole }).catch({ percent_bp: 0, fixed_cents: 0 });

/** Payment settings object of the specification. */
export type PaymentSettings = {
  isStripeEnabled: boolean;
  isPixEnabled: boolean;
  stripe: { publishable_key: string; default_price_id: string };
  pix: {
    pix_key: string;
    pix_key_type: (typeof PIX_KEY_TYPES)[number] | "";
    pix_beneficiary_name: string;
    pix_beneficiary_city: string;
  };
};

/** What `open_payment` and `open_plan_payment` answer: the row of the payment, or why it cannot be paid. */
export const openPaymentSchema = outcomeSchema({
  saved: {
    ...paymentAttemptsSchema.element.pick({
      id: true,
      amount_cents: true,
      pix_txid: true,
      checkout_url: true,
      expires_at: true,
      recipient: true,
    }).shape,
    recipient_id: z.string().nullish(),
  },
  refused: [
    "sale_missing",
    "nothing_to_pay",
    "unsigned",
    "document_missing",
    "in_progress",
    "period_over",
    "recipient_checked",
  ],
});
export type OpenPayment = z.output<typeof openPaymentSchema>;

/** Result of `request_refund`. */
export const refundRequestSchema = outcomeSchema({
  saved: { payment_intent: z.string(), refunded_cents: z.number(), cents: z.number() },
  refused: ["not_refundable"],
});

/** Result of `read_payment_page`: the public data of a sale. */
export const paymentPageSchema = z.object({
  sale_id: z.string(),
  number: z.number(),
  client_company_name: z.string(),
  client_contact_name: z.string(),
  plan_name: z.string(),
  plan_type: z.string(),
  price_cents: z.number(),
  start_date: z.string(),
  end_date: z.string(),
  duration_days: z.number(),
  seller_name: z.string(),
  payment_status: z.enum(["pending", "paid"]),
  paid_at: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  stripe_price_id: z.string().nullable(),
  /** False when the link is older than 90 days: the contract then needs a link sent by e-mail. */
  is_contract_open: z.boolean(),
  /** Contract data the client must sign; null when it is signed. */
  unsigned: z
    .object({
      client_document: z.string().nullable(),
      client_email: z.string(),
      client_phone: z.string(),
      portal_party: z.string().nullable(),
      placements: z.array(z.string()),
      states_limit: z.number().nullable(),
      terms_version: z.string(),
      clauses: z.array(z.string()),
      note: z.string().nullable(),
    })
    .nullable(),
  /** The client is asked for a CPF or CNPJ before signing or paying. */
  needs_document: z.boolean(),
  masked_email: z.string(),
  has_ad: z.boolean(),
  /** Amount to refund, from duplicate or late payments. */
  refund_due_cents: z.number(),
  payments: paymentAttemptsSchema,
});
export type PaymentPage = z.infer<typeof paymentPageSchema>;
export type PagePayment = PaymentPage["payments"][number];

const ownPayment = {
  id: z.string(),
  code: z.string(),
  amount_cents: z.number(),
  refunded_cents: z.number(),
  method: z.enum(PAYMENT_METHODS).nullable(),
  status: z.enum(["open", ...PAYMENT_STATUSES]),
  at: z.string(),
};

/** What `own_payments` returns; `open`: a registration or plan that waits for its payment, which has no attempt yet. */
export const ownPaymentsSchema = z.array(
  z.union([
    z.object({
      ...ownPayment,
      registration_id: z.string(),
      event: z.string(),
      translations: z.unknown(),
      /** The organiser received the money: the portal knows only what it says about a return. */
      is_to_organiser: z.boolean(),
    }),
    z.object({ ...ownPayment, plan_id: z.string(), place: z.string(), state_abbr: z.string() }),
  ]),
);
export type OwnPayment = z.infer<typeof ownPaymentsSchema>[number];

const id = z
  .string()
  .regex(/^[\w-]{1,255}$/)
  .optional()
  .catch(undefined);
const cents = z.number().int().min(0).max(2_000_000_000).optional().catch(undefined);
const nothing = {};

const word40 = z
  .string()
  .regex(/^[a-z_]{1,40}$/)
  .optional()
  .catch(undefined);
const seconds = z.number().int().min(0).max(4_102_444_800).optional().catch(undefined);

/** A signed event; only these fields are read, and invalid optional fields are dropped. */
export const stripeEventSchema = z.object({
  id: z.string().regex(/^[\w-]{1,255}$/),
  type: z
    .string()
    .regex(/^[a-z_]+(?:\.[a-z_]+){1,4}$/)
    .max(100),
  created: seconds,
  livemode: z.boolean().optional().catch(undefined),
  /** The connected account that sent it; left out: the account of the portal. */
  account: z
    .string()
    .regex(/^acct_[A-Za-z0-9]{1,60}$/)
    .optional(),
  data: z.object({
    object: z.object({
      id,
      payment_intent: z
        .union([z.string(), z.object({ id: z.string() }).transform((intent) => intent.id)])
        .pipe(z.string().regex(/^[\w-]{1,255}$/))
        .optional()
        .catch(undefined),
      payment_status: z.enum(["paid", "unpaid", "no_payment_required"]).optional().catch(undefined),
      amount: cents,
      amount_total: cents,
      amount_refunded: cents,
      status: word40,
      evidence_details: z.object({ due_by: seconds }).optional().catch(undefined),
      currency: z
        .string()
        .regex(/^[A-Za-z]{3}$/)
        .optional()
        .catch(undefined),
      metadata: z.object({ payment_id: z.uuid().optional().catch(undefined) }).catch(nothing),
    }),
  }),
});

const ids = z.union([z.uuid().transform((one) => [one]), z.array(z.uuid()).max(500)]);
const MAX_CENTS = 999_999_999;
const reais = z
  .string()
  .trim()
  .max(20)
  .transform((text) => {
    const amount = parseDecimal(text, 2);
    return amount === undefined ? Number.NaN : amount && Math.round(amount * 100);
  })
  .refine((cents) => cents === null || (cents >= 0 && cents <= MAX_CENTS));

export const refundSchema = z.object({
  id: z.uuid(),
  reason: typed().min(3).max(300),
  amount: reais.optional(),
});
export const confirmPixSchema = z.object({ id: z.uuid() });
export const commissionsSchema = z.object({ items: ids, note: typed().max(500).optional() });
/** Identifier of the bank transfer of a payout. */
export const payoutReceiptSchema = z.object({ id: z.uuid(), reference: typedInLine().min(4).max(80) });

const flag = z.enum(["true", "false"]).transform((value) => value === "true");
export const stripeConfigForm = z.object({
  enabled: flag,
  publishable_key: z
    .string()
    .trim()
    .regex(/^(?:pk_(?:test|live)_[A-Za-z0-9_]{1,200})?$/),
  default_price_id: z
    .string()
    .trim()
    .regex(/^(?:price_[A-Za-z0-9_]{1,100})?$/),
});
const MOST_FEE = { percent_bp: 10_000, fixed_cents: 999_999 };
/** The percentage has two decimals, as an amount in reais has; nothing typed is no fee. */
export const eventFeeForm = z
  .object({ percent: reais, fixed: reais })
  .transform(({ percent, fixed }) => ({ percent_bp: percent ?? 0, fixed_cents: fixed ?? 0 }))
  .pipe(
    z.object({
      percent_bp: z.number().max(MOST_FEE.percent_bp),
      fixed_cents: z.number().max(MOST_FEE.fixed_cents),
    }),
  );
export const collectingForm = z.object({ enabled: flag });
export const pixConfigForm = z.object({
  enabled: flag,
  pix_key: typedInLine().max(140),
  pix_key_type: z.enum(PIX_KEY_TYPES),
  recipient_name: typedInLine().max(80),
  city: typedInLine().max(60),
});
