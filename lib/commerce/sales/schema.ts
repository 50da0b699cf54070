import { z } from "zod";
import { CREATE_SALE_LENGTHS, SIGN_CONTRACT_LENGTHS } from "../../platform/supabase/database-constants/commerce";
import { email, formOf, needed, text, ticked, typed } from "../../platform/form";
import { isCountryUnclear } from "../../platform/whatsapp";
import { linkToken } from "../../platform/links/schema";
import { isDocument, plainDocument } from "../../platform/tax-document";
import { isMessagingPhone } from "./rules";

const wrong = (code: string) => ({ error: code });
const signature = z.instanceof(Blob, wrong("signatureMissing"));

/** Optional when the sale is made; the client is asked for it when signing or paying. */
const document = text(20)
  .refine((value) => !value || isDocument(value), wrong("documentInvalid"))
  .transform(plainDocument);

/** The form of a sale. Fields that the sale keeps have the names of their columns. */
const sale = z.object({
  client_request_id: z.uuid(),
  plan_id: z.uuid(wrong("planMissing")),
  seen_price_cents: z.coerce.number().int().positive(),
  start_date: z.iso.date(wrong("dateInvalid")),
  client_company_name: needed(CREATE_SALE_LENGTHS.client_company_name),
  client_document: document,
  client_contact_name: needed(CREATE_SALE_LENGTHS.client_contact_name),
  client_email: email,
  client_phone: needed(30).pipe(
    z
      .string()
      .refine((value) => !value || isMessagingPhone(value), wrong("phoneInvalid"))
      .refine((value) => !isCountryUnclear(value), wrong("phoneCountry")),
  ),
  terms_version: z.string().max(20),
  is_remote_signing: z.enum(["true", "false"]).transform((value) => value === "true"),
  accepts_terms: ticked,
  seller_signature: signature,
  client_signature: signature.optional(),
  replaces_sale_id: z
    .union([z.uuid(), z.literal("").transform(() => null)])
    .optional()
    .transform((id) => id ?? null),
});
export type SaleFields = z.output<typeof sale>;

export const saleSchema = formOf(
  sale.superRefine(({ is_remote_signing, accepts_terms, client_signature }, context) => {
    if (is_remote_signing) return;
    if (!accepts_terms) context.addIssue({ code: "custom", path: ["accepts_terms"], message: "termsMissing" });
    if (!client_signature)
      context.addIssue({ code: "custom", path: ["client_signature"], message: "signatureMissing" });
  }),
);

/** Fields that the form validates on the device before submitting, and beside which a refusal is shown. */
export const saleFieldsSchema = sale.pick({
  plan_id: true,
  start_date: true,
  client_company_name: true,
  client_document: true,
  client_contact_name: true,
  client_email: true,
  client_phone: true,
});

/** Form of `POST /api/contract-signatures`; without a drawing the typed name is the signature. */
export const signContractSchema = z.object({
  token: linkToken,
  client_signed_name: needed(SIGN_CONTRACT_LENGTHS.client_signed_name).pipe(z.string().min(3, wrong("missing"))),
  client_document: document,
  accepts_terms: z.literal("on", wrong("termsMissing")).transform(() => true),
  client_signature: z.instanceof(Blob).optional(),
});

export type ContractSignature = z.output<typeof signContractSchema>;

/** Result of `verify_contract`. */
export const verifiedContractSchema = z.object({
  number: z.number(),
  client_company_name: z.string(),
  plan_name: z.string(),
  terms_accepted_at: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  is_cancelled: z.boolean(),
  is_unchanged: z.boolean().nullable(),
});
export type VerifiedContract = z.output<typeof verifiedContractSchema>;

export const cancelSaleSchema = z.object({ id: z.uuid(), reason: typed().min(1).max(1000) });
export const cleanSignaturesSchema = z.object({ paths: z.array(z.string().max(120)).min(1).max(100) });
/** An empty number removes the stored one. */
export const saleInvoiceSchema = z.object({ id: z.uuid(), number: typed().max(40) });
