import { z } from "zod";
import { email, formOf, needed, text, ticked, typed } from "../../platform/form";
import { isCountryUnclear } from "../../platform/whatsapp";
import { linkToken } from "../../platform/links/schema";
import { isDocument, plainDocument } from "../../platform/tax-document";
import { isMessagingPhone, SIGNING_PLACES } from "./rules";

const wrong = (code: string) => ({ error: code });
const signature = z.instanceof(Blob, wrong("signatureMissing"));

/** Optional when the sale is made; the client is asked for it when signing or paying. */
const document = text(20)
  .refine((value) => !value || isDocument(value), wrong("documentInvalid"))
  .transform(plainDocument);

const sale = z.object({
  requestId: z.uuid(),
  planId: z.uuid(wrong("planMissing")),
  seenPriceCents: z.coerce.number().int().positive(),
  startDate: z.iso.date(wrong("dateInvalid")),
  company: needed(160),
  document,
  contact: needed(120),
  email,
  phone: needed(30).pipe(
    z
      .string()
      .refine((value) => !value || isMessagingPhone(value), wrong("phoneInvalid"))
      .refine((value) => !isCountryUnclear(value), wrong("phoneCountry")),
  ),
  termsVersion: z.string().max(20),
  signing: z.enum(SIGNING_PLACES),
  acceptsTerms: ticked,
  sellerSignature: signature,
  clientSignature: signature.optional(),
  replaces: z
    .union([z.uuid(), z.literal("").transform(() => null)])
    .optional()
    .transform((id) => id ?? null),
});

export const saleSchema = formOf(
  sale.superRefine(({ signing, acceptsTerms, clientSignature }, context) => {
    if (signing === "remote") return;
    if (!acceptsTerms) context.addIssue({ code: "custom", path: ["acceptsTerms"], message: "termsMissing" });
    if (!clientSignature) context.addIssue({ code: "custom", path: ["clientSignature"], message: "signatureMissing" });
  }),
);

/** Fields that the form validates on the device before submitting. */
export const saleFieldsSchema = sale.pick({
  planId: true,
  startDate: true,
  company: true,
  document: true,
  contact: true,
  email: true,
  phone: true,
});

/** Form of `POST /api/contract-signatures`; without a drawing the typed name is the signature. */
export const signContractSchema = z.object({
  token: linkToken,
  name: needed(120).pipe(z.string().min(3, wrong("missing"))),
  document,
  acceptsTerms: z.literal("on", wrong("termsMissing")),
  drawing: z.instanceof(Blob).optional(),
});

/** Result of `contract_of_sale` and `read_contract`: the facts of a signed contract. */
export const contractSchema = z.object({
  id: z.string(),
  number: z.number(),
  plan_name: z.string(),
  price_cents: z.number(),
  duration_days: z.number(),
  start_date: z.string(),
  end_date: z.string(),
  placements: z.array(z.string()),
  states_limit: z.number().nullable(),
  client_company_name: z.string(),
  client_document: z.string().nullable(),
  payer_document: z.string().nullable(),
  client_contact_name: z.string(),
  client_email: z.string(),
  client_phone: z.string(),
  seller_name: z.string(),
  seller_document: z.string(),
  portal_party: z.string().nullable(),
  terms_version: z.string(),
  clauses: z.array(z.string()),
  note: z.string().nullable(),
  terms_accepted_at: z.string(),
  is_remote_signing: z.boolean(),
  seller_signature_url: z.string(),
  client_signature_url: z.string().nullable(),
  client_signed_name: z.string().nullable(),
  client_signed_with: z.string().nullable(),
  signed_with: z.string().nullable(),
  contract_sha256: z.string(),
  created_at: z.string(),
  link_opened_at: z.string().nullable(),
  payment_status: z.string(),
  cancelled_at: z.string().nullable(),
  payment: z
    .object({
      method: z.enum(["card", "pix", "manual"]),
      amount_cents: z.number(),
      paid_at: z.string(),
      reference: z.string(),
    })
    .nullable(),
});
export type Contract = z.output<typeof contractSchema>;

/** Result of `verify_contract`. */
export const verifiedContractSchema = z.object({
  number: z.number(),
  company: z.string(),
  plan: z.string(),
  signed_at: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  is_cancelled: z.boolean(),
  is_unchanged: z.boolean().nullable(),
});
export type VerifiedContract = z.output<typeof verifiedContractSchema>;

export const cancelSaleSchema = z.object({ id: z.uuid(), reason: typed().min(1).max(1000) });
export const cleanSignaturesSchema = z.object({ paths: z.array(z.string().max(120)).min(1).max(100) });
