import { z } from "zod";
import { eventPublicKeysSchema } from "../../events/codes/rules";
import { typedInLine } from "../../platform/form";
import { outcomeSchema } from "../../platform/outcome-schema";
import { BENEFIT_TYPES, REDEMPTION_RESULTS } from "../../platform/supabase/database-constants/partners";
import { HELD_STATUSES } from "../downloads/schema";

export type RedemptionResult = (typeof REDEMPTION_RESULTS)[number];

const moment = z.iso.datetime({ offset: true });
const answerFields = {
  result: z.enum(REDEMPTION_RESULTS),
  downloadId: z.uuid().nullable(),
  voucherId: z.uuid().nullable(),
  shortCode: z.string().nullable(),
  title: z.string().nullable(),
  firstName: z.string().nullable(),
  /** The redemption that a duplicate repeats. */
  first: z.object({ at: moment, place: z.string(), by: z.string().nullable() }).nullable(),
};

/** Answer of the server to a stored reading. */
export const answerSchema = z.object({
  ...answerFields,
  nonce: z.uuid(),
  scannedAt: moment,
  isOffline: z.boolean(),
  wasServed: z.boolean(),
  by: z.string().nullable(),
});
export type Answer = z.output<typeof answerSchema>;

/** Answer to a look-up, which stores nothing; `locked` for a device without PIN. */
export const lookUpSchema = z.union([z.object({ result: z.literal("locked") }), z.object(answerFields)]);
export type LookUp = z.output<typeof lookUpSchema>;
/** A look-up with the place where the voucher would be redeemed; null for people without a desk. */
export const placedLookUpSchema = z.object({ desk: z.object({ placeId: z.uuid(), found: lookUpSchema }).nullable() });

const deskVoucher = z.object({
  id: z.uuid(),
  title: z.string(),
  benefitType: z.enum(BENEFIT_TYPES),
  benefitValue: z.number().nullable(),
  rules: z.string(),
  validFrom: z.iso.date(),
  validUntil: z.iso.date(),
  weekdays: z.array(z.number()),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  isEnded: z.boolean(),
});
export type DeskVoucher = z.output<typeof deskVoucher>;

/** What a desk keeps on its device. */
export const deskDataSchema = z.object({
  now: moment,
  place: z.object({ id: z.uuid(), name: z.string(), stateAbbr: z.string(), timeZone: z.string() }),
  device: z.object({ name: z.string(), expiresAt: moment, unlockedUntil: moment.nullable() }).nullable(),
  keys: eventPublicKeysSchema,
  vouchers: z.array(deskVoucher),
  /** Download, time of the redemption, and whether it was cancelled. */
  used: z.array(z.tuple([z.uuid(), moment.nullable(), z.boolean()])),
  today: z.array(answerSchema),
});
export type DeskData = z.output<typeof deskDataSchema>;

export const redemptionSchema = z.strictObject({
  nonce: z.uuid(),
  placeId: z.uuid(),
  downloadId: z.uuid(),
  scannedAt: moment,
  isOffline: z.boolean(),
  /** The device showed it as valid; counts for readings without a connection. */
  wasServed: z.boolean(),
});
export type Redemption = z.output<typeof redemptionSchema>;

export const MAX_REDEMPTIONS = 200;
export const MAX_REDEMPTIONS_BYTES = 80_000;
export const redemptionsBodySchema = z.strictObject({
  place: z.uuid(),
  readings: z.array(redemptionSchema).max(MAX_REDEMPTIONS),
  pending: z.int().min(0).max(100_000),
});

/** What people type from a voucher: 8 characters without those that are easily confused; spaces and dashes are ignored. */
export const shortCode = z
  .string()
  .max(40)
  .transform((typed) => typed.replaceAll(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().regex(/^[A-HJ-NP-Z2-9]{8}$/));

export const PIN_DIGITS = 6;
const pin = z.string().regex(/^\d{6}$/);
/** One repeated digit and the two rows of digits are guessed first. */
const isEasyPin = (text: string) => /^(\d)\1*$/.test(text) || "0123456789876543210".includes(text);
export const newPin = pin.refine((text) => !isEasyPin(text));

export const MAX_PIN_BYTES = 500;
export const unlockBodySchema = z.strictObject({ pin });
export const pinBodySchema = z.strictObject({ serviceId: z.uuid(), pin: newPin });

/** `left`: attempts after a wrong PIN. */
export const unlockAnswerSchema = outcomeSchema({
  saved: { until: moment },
  refused: ["wrong", "locked", "slow"],
  details: { left: z.number().optional() },
  gone: true,
});
export type UnlockAnswer = z.output<typeof unlockAnswerSchema>;

export const MAX_DEVICE_DAYS = 365;
export const voucherDeviceSchema = z.object({
  serviceId: z.uuid(),
  name: typedInLine().min(1).max(60),
  days: z.coerce.number().int().min(1).max(MAX_DEVICE_DAYS),
});
export const revokeVoucherDeviceSchema = z.object({ id: z.uuid() });

/** What the page of a downloaded voucher shows to its holder. */
export const downloadViewSchema = z.object({
  id: z.uuid(),
  voucherId: z.uuid(),
  serviceId: z.uuid(),
  shortCode: z.string(),
  title: z.string(),
  benefitType: z.enum(BENEFIT_TYPES),
  benefitValue: z.number().nullable(),
  rules: z.string(),
  translations: z.record(z.string(), z.object({ title: z.string().optional(), rules: z.string().optional() })),
  validFrom: z.iso.date(),
  validUntil: z.iso.date(),
  weekdays: z.array(z.number()),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  place: z.string(),
  placeSlug: z.string(),
  stateAbbr: z.string(),
  timeZone: z.string(),
  expiresAt: moment,
  status: z.enum(HELD_STATUSES),
  redeemedAt: moment.nullable(),
});
export type DownloadView = z.output<typeof downloadViewSchema>;
