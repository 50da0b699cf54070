import { z } from "zod";
import { centsOf } from "../../events/publishing/rules";
import { formOf, needed, text, ticked, wrong, type FieldError } from "../../platform/form";
import { pageOfQuery } from "../../platform/paging";
import { STATES, type StateAbbr } from "../../geo/states/rules";
import { IMAGE_PATH, type VoucherStatus } from "./rules";
import {
  APPROVED_VOUCHER_STATUSES,
  BENEFIT_TYPES,
  VOUCHER_OF_LENGTHS,
  VOUCHER_STATUSES,
} from "../../platform/supabase/database-constants/partners";

/** Codes of `vouchers.validation`. */
type VoucherFieldError =
  | FieldError
  | "percentInvalid"
  | "moneyInvalid"
  | "endInvalid"
  | "hoursInvalid"
  | "limitInvalid"
  | "imageInvalid";

const error = (code: VoucherFieldError) => ({ error: code });
const day = needed(10).pipe(
  z.string().refine((value) => !value || z.iso.date().safeParse(value).success, error("dateInvalid")),
);
const time = text(5)
  .refine((value) => /^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/.test(value), error("hoursInvalid"))
  .transform((value) => value || null);
/** A whole number from 1 on; null when empty. */
const limit = (max: number) =>
  text(7)
    .refine(
      (value) => value === "" || (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= max),
      error("limitInvalid"),
    )
    .transform((value) => (value === "" ? null : Number(value)));

/** The form of an offer, with the names of the columns. */
const offer = z
  .object({
    voucher: z.guid(),
    place: z.guid(error("choiceMissing")),
    /** The `updated_at` that the form showed; empty for a new offer. */
    expected_version: z.string().max(40).prefault(""),
    submits: z.literal(["0", "1"]).transform((value) => value === "1"),
    title: needed(VOUCHER_OF_LENGTHS.title),
    benefit_type: z.enum(BENEFIT_TYPES, error("choiceMissing")),
    benefit_value: text(20),
    rules: text(VOUCHER_OF_LENGTHS.rules),
    valid_from: day,
    valid_until: day,
    weekdays: z
      .array(z.string().regex(/^[1-7]$/))
      .max(7)
      .prefault([]),
    starts_at: time,
    ends_at: time,
    total_limit: limit(100_000),
    per_person_limit: limit(50),
    guests_allowed: ticked,
    image_url: text(200).refine((value) => value === "" || IMAGE_PATH.test(value), error("imageInvalid")),
  })
  .superRefine((value, context) => {
    const refuse = (path: string, code: VoucherFieldError) =>
      context.addIssue({ code: "custom", path: [path], message: code });
    const percent = Number(value.benefit_value);
    const cents = centsOf(value.benefit_value);
    if (value.benefit_type !== "gift" && value.benefit_value === "") refuse("benefit_value", "missing");
    else if (value.benefit_type === "percent" && !(Number.isInteger(percent) && percent >= 1 && percent <= 100))
      refuse("benefit_value", "percentInvalid");
    else if (value.benefit_type === "amount" && !(cents !== null && cents >= 1 && cents <= 10_000_000))
      refuse("benefit_value", "moneyInvalid");
    if (value.valid_until < value.valid_from) refuse("valid_until", "endInvalid");
    if ((value.starts_at === null) !== (value.ends_at === null) || (value.starts_at ?? "") > (value.ends_at ?? ""))
      refuse("ends_at", "hoursInvalid");
  })
  .transform(({ voucher, place, expected_version, submits, image_url, ...facts }) => ({
    voucher,
    place,
    expected_version: expected_version || null,
    submits,
    image_url: image_url || null,
    payload: { ...facts, benefit_value: valueOf(facts.benefit_type, facts.benefit_value) },
  }));

function valueOf(type: (typeof BENEFIT_TYPES)[number], typed: string): number | null {
  if (type === "gift") return null;
  return type === "percent" ? Number(typed) : centsOf(typed);
}

export const offerSchema = formOf(offer);
export type Offer = z.output<typeof offer>;

export const voucherStatusSchema = z.strictObject({
  voucher: z.guid(),
  status: z.literal(APPROVED_VOUCHER_STATUSES),
});

const limits = z.object({
  voucher: z.guid(),
  total_limit: limit(100_000),
  per_person_limit: limit(50).pipe(z.number(wrong("missing"))),
  guests_allowed: ticked,
});
export const limitsSchema = formOf(limits);

export const shareReportSchema = z.strictObject({ place: z.guid() });
export const revokeReportSchema = z.strictObject({ id: z.guid() });

export const reportToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

const count = z.number();
const daysSchema = z.array(z.object({ day: z.string(), downloads: count, redemptions: count }));

/** What `voucher_figures` returns. */
export const figuresSchema = z.object({
  vouchers: z.record(z.string(), z.object({ downloads: count, redemptions: count })),
  days: daysSchema,
  doubles: z.array(
    z.object({
      nonce: z.string(),
      serviceId: z.string(),
      scannedAt: z.string(),
      shortCode: z.string().nullable(),
      title: z.string().nullable(),
      by: z.string().nullable(),
      result: z.string(),
      first: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
    }),
  ),
});
export type Figures = z.output<typeof figuresSchema>;
export type DayFigures = Figures["days"][number];

/** What `read_voucher_report` returns. */
export const reportSchema = z.union([
  z.object({
    state: z.literal("open"),
    expiresAt: z.string(),
    place: z.string(),
    stateAbbr: z.string(),
    days: daysSchema,
    vouchers: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        status: z.enum(VOUCHER_STATUSES),
        validFrom: z.string(),
        validUntil: z.string(),
        totalLimit: count.nullable(),
        downloads: count,
        redemptions: count,
      }),
    ),
  }),
  z.object({ state: z.enum(["revoked", "expired"]) }),
]);
export type Report = z.output<typeof reportSchema>;

/** What `voucher_oversight` returns. */
export const oversightSchema = z.object({
  partners: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      stateAbbr: z.string(),
      vouchers: count,
      active: count,
      downloads: count,
      redemptions: count,
    }),
  ),
  collectors: z.array(
    z.object({
      name: z.string(),
      account: z.string().nullable(),
      downloads: count,
      redemptions: count,
      cancelled: count,
      last: z.string(),
    }),
  ),
  wrongTimes: z.array(z.object({ id: z.string(), name: z.string(), readings: count, served: count, last: z.string() })),
  wrongPins: z.array(z.object({ id: z.string(), name: z.string(), attempts: count, callers: count, last: z.string() })),
});
export type Oversight = z.output<typeof oversightSchema>;

export const CAMPAIGNS_PAGE = 30;

/** Filters of the list of the team. */
export type CampaignFilter = { status: VoucherStatus | null; state: StateAbbr | null; place: string; page: number };

/** Reads the filters of an address: `?situacao=active&uf=SC&lugar=pousada&pagina=2`. */
export function campaignFilter(params: Readonly<Record<string, string | string[] | undefined>>): CampaignFilter {
  const word = (name: string) => (typeof params[name] === "string" ? params[name].trim() : "");
  return {
    status: VOUCHER_STATUSES.find((status) => status === word("situacao")) ?? null,
    state: STATES.find(({ abbr }) => abbr === word("uf"))?.abbr ?? null,
    place: word("lugar").slice(0, 80),
    page: pageOfQuery(params.pagina),
  };
}

/** The parameters of a filter; the first page has none. */
export function campaignQuery({ status, state, place, page }: CampaignFilter): string {
  const query = new URLSearchParams({
    ...(status && { situacao: status }),
    ...(state && { uf: state }),
    ...(place && { lugar: place }),
    ...(page > 1 && { pagina: String(page) }),
  });
  return query.toString();
}
