import { z } from "zod";
import { email, formOf, needed } from "../requests/schema";
import { isMessagingPhone } from "./rules";

const wrong = (code: string) => ({ error: code });
const signature = z.instanceof(Blob, wrong("signatureMissing"));

const sale = z.object({
  requestId: z.uuid(),
  planId: z.uuid(wrong("planMissing")),
  seenPriceCents: z.coerce.number().int().positive(),
  startDate: z.iso.date(wrong("dateInvalid")),
  company: needed(160),
  contact: needed(120),
  email,
  phone: needed(30).pipe(z.string().refine((value) => !value || isMessagingPhone(value), wrong("phoneInvalid"))),
  termsVersion: z.string().max(20),
  acceptsTerms: z.literal("on", wrong("termsMissing")).transform(() => true),
  sellerSignature: signature,
  clientSignature: signature,
  replaces: z.union([z.uuid(), z.literal("").transform(() => null)]).optional().transform((id) => id ?? null),
});

export const saleSchema = formOf(sale);
export type NewSale = z.output<typeof sale>;

/** What the form checks before anything leaves the device. */
export const saleFieldsSchema = sale.pick({ planId: true, startDate: true, company: true, contact: true, email: true, phone: true });

export const cancelSaleSchema = z.object({ id: z.uuid(), reason: z.string().trim().min(1).max(1000) });
export const cleanSignaturesSchema = z.object({ paths: z.array(z.string().max(120)).min(1).max(100) });
