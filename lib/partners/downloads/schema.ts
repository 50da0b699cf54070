import { z } from "zod";
import { typedInLine } from "../../platform/form";
import { isCountryUnclear } from "../../platform/whatsapp";
import { outcomeSchema } from "../../platform/outcome-schema";

const MAX_GUEST_NAME = 120;

/** What a guest gives, with the names of the columns. */
const guestSchema = z.object({
  guest_name: typedInLine().min(1, "name").max(MAX_GUEST_NAME, "name"),
  guest_phone: z
    .string()
    .trim()
    .regex(/^\+?[0-9 ().-]{8,30}$/, "phone")
    .refine((phone) => phone.replaceAll(/\D/g, "").length <= 15, "phone")
    .refine((phone) => !isCountryUnclear(phone), "phoneCountry"),
});
export type Guest = z.infer<typeof guestSchema>;

/** `idempotency_key` is made by the page, so that a request that is sent twice downloads once. */
export const downloadSchema = z.object({
  voucher: z.uuid(),
  idempotency_key: z.uuid(),
  guest: guestSchema.nullable(),
});
export type DownloadInput = z.infer<typeof downloadSchema>;

export const cancelSchema = z.object({ id: z.uuid() });

/** Answer of `download_voucher`; with `limit` the id is that of the earlier download of the account. */
export const downloadAnswerSchema = outcomeSchema({
  saved: { id: z.uuid() },
  refused: ["limit", "sold_out", "sign_in"],
  details: { id: z.uuid().nullish() },
  gone: true,
});
export type DownloadAnswer = z.infer<typeof downloadAnswerSchema>;

export const HELD_STATUSES = ["active", "redeemed", "cancelled", "expired", "ended"] as const;

/** Answer of `read_voucher_download`. */
export const heldVoucherSchema = z.object({
  id: z.uuid(),
  voucherId: z.uuid(),
  serviceId: z.uuid(),
  shortCode: z.string(),
  title: z.string(),
  benefitType: z.string(),
  benefitValue: z.number().nullable(),
  rules: z.string(),
  translations: z.unknown(),
  validFrom: z.string(),
  validUntil: z.string(),
  weekdays: z.array(z.number()),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  imageUrl: z.string().nullable(),
  place: z.string(),
  placeSlug: z.string(),
  stateAbbr: z.string(),
  timeZone: z.string(),
  expiresAt: z.string(),
  downloadedAt: z.string(),
  isOwn: z.boolean(),
  status: z.enum(HELD_STATUSES),
  redeemedAt: z.string().nullable(),
});
export type HeldVoucher = z.infer<typeof heldVoucherSchema>;
