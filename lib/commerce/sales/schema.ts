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
