import { z } from "zod";
import { momentIn } from "../../platform/dates";
import { errorsOf, needed, text, type FieldError } from "../../platform/form";
import { outcomeSchema } from "../../platform/outcome-schema";
import {
  CHILD_AGE_BANDS,
  HALF_PRICE_LEAST_SHARE,
  MAX_ORDER_PEOPLE,
  REGISTRATION_KINDS,
  SAVE_ADDONS_LENGTHS,
  SAVE_QUOTAS_LENGTHS,
  SAVE_VARIANTS_LENGTHS,
} from "../../platform/supabase/database-constants/events";
import { centsOf } from "../publishing/rules";
import { nestedForm } from "../publishing/parts/rules";

/** Error codes of the page of orders; their messages are in `orders.validation`. */
type OrderError = FieldError | "moneyInvalid" | "shareInvalid" | "codeInvalid";
const wrong = errorsOf<OrderError>();

const amount = z.number().int().min(0);
const nullableText = z.string().nullable();

const storedRules = z.object({
  min_people: amount,
  max_people: amount,
  half_price: z.boolean(),
  half_price_share: amount,
  allows_children: z.boolean(),
  child_prices: z.partialRecord(z.enum(CHILD_AGE_BANDS), amount),
});

/** Result of `read_order_form`. */
export const orderFormSchema = z.object({
  updated_at: nullableText,
  rules: storedRules,
  half_price_left: z.number().nullable(),
  ticket_total: z.number().nullable(),
  kinds: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(REGISTRATION_KINDS) })),
  quotas: z.array(z.object({ name: z.string(), capacity: amount, type_ids: z.array(z.string()), taken: z.number() })),
  addons: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: nullableText,
      price_cents: amount,
      max_per_order: amount,
      closes_at: nullableText,
      variants: z.array(
        z.object({ id: z.string(), name: z.string(), stock: z.number().nullable(), ordered: z.number().nullable() }),
      ),
    }),
  ),
  codes: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      percent: z.number().nullable(),
      cents: z.number().nullable(),
      opens_kinds: z.boolean(),
      type_ids: z.array(z.string()),
      max_uses: z.number().nullable(),
      starts_at: nullableText,
      ends_at: nullableText,
      uses: z.number(),
    }),
  ),
});
export type OrderForm = z.infer<typeof orderFormSchema>;

const id = z.uuid().optional().catch(undefined);
const whole = (least: number, most: number) =>
  text(9)
    .pipe(z.string().regex(/^\d+$/, wrong("numberInvalid")))
    .transform(Number)
    .pipe(z.number().min(least, wrong("numberInvalid")).max(most, wrong("numberInvalid")));
const wholeOrNull = (least: number, most: number) =>
  text(9)
    .prefault("")
    .transform((typed, context) => {
      if (typed === "") return null;
      const number = Number(typed);
      if (/^\d+$/.test(typed) && number >= least && number <= most) return number;
      context.addIssue({ code: "custom", message: "numberInvalid" satisfies OrderError });
      return z.NEVER;
    });
const money = text(20)
  .prefault("")
  .transform(centsOf)
  .refine((cents) => cents !== null && cents >= 0 && cents <= 100_000_000, wrong("moneyInvalid"))
  .transform((cents) => cents ?? 0);
const isTicked = z
  .string()
  .optional()
  .transform((value) => value === "on");
/** Ids whose boxes are ticked. */
const tickedIds = z.record(z.string(), z.string()).prefault({}).transform(Object.keys);
const day = z
  .union([z.literal(""), z.iso.date(wrong("dateInvalid"))])
  .prefault("")
  .transform((value) => value || null);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).prefault([]);

/** What a code takes off: a part, an amount, or nothing when it only invites. */
export const CODE_BENEFITS = ["percent", "cents", "none"] as const;

const code = z
  .object({
    id,
    code: needed(30).pipe(z.string().regex(/^[A-Za-z0-9-]{4,30}$/, wrong("codeInvalid"))),
    benefit: z.enum(CODE_BENEFITS),
    value: text(20).prefault(""),
    opens_kinds: isTicked,
    type_ids: tickedIds,
    max_uses: wholeOrNull(1, 1_000_000),
    starts_on: day,
    ends_on: day,
  })
  .transform(({ benefit, value, ...rest }, context) => {
    const number = benefit === "cents" ? centsOf(value) : Number(value);
    const isWrong =
      (benefit === "percent" && !(/^\d{1,3}$/.test(value) && number! >= 1 && number! <= 100)) ||
      (benefit === "cents" && (number === null || number < 1));
    if (isWrong) {
      const message: OrderError = benefit === "cents" ? "moneyInvalid" : "numberInvalid";
      context.addIssue({ code: "custom", message, path: ["value"] });
    }
    return { ...rest, percent: benefit === "percent" ? number : null, cents: benefit === "cents" ? number : null };
  });

const orderFormFields = z
  .object({
    event: z.guid(),
    zone: z.string().max(60),
    expected_version: z.string().max(60),
    rules: z.object({
      min_people: whole(1, MAX_ORDER_PEOPLE),
      max_people: whole(1, MAX_ORDER_PEOPLE),
      half_price: isTicked,
      half_price_share: whole(0, 100).pipe(z.number().min(HALF_PRICE_LEAST_SHARE, wrong("shareInvalid"))),
      allows_children: isTicked,
      child_prices: z.partialRecord(z.enum(CHILD_AGE_BANDS), money).prefault({}),
    }),
    quotas: list(
      z.object({ name: needed(SAVE_QUOTAS_LENGTHS.name), capacity: whole(0, 1_000_000), type_ids: tickedIds }),
    ),
    addons: list(
      z.object({
        id,
        name: needed(SAVE_ADDONS_LENGTHS.name),
        description: text(SAVE_ADDONS_LENGTHS.description).prefault(""),
        price_cents: money,
        max_per_order: whole(1, 100),
        closes_on: day,
        variants: list(
          z.object({ id, name: text(SAVE_VARIANTS_LENGTHS.name).prefault(""), stock: wholeOrNull(0, 1_000_000) }),
        ),
      }),
    ),
    codes: list(code),
  })
  .transform(({ zone, addons, codes, ...form }) => {
    const moment = (on: string | null, time: string) => (on ? momentIn(`${on}T${time}`, zone) : null);
    return {
      ...form,
      expected_version: form.expected_version || null,
      addons: addons.map(({ closes_on: on, ...addon }) => ({ ...addon, closes_at: moment(on, "23:59") })),
      codes: codes.map(({ starts_on: first, ends_on: last, ...one }) => ({
        ...one,
        starts_at: moment(first, "00:00"),
        ends_at: moment(last, "23:59"),
      })),
    };
  });

/** The form of the page of orders. Errors have the names of its fields, such as `addons.0.variants.1.name`. */
export const orderFormInput = z.unknown().transform((value, context) => {
  const parsed = orderFormFields.safeParse(value instanceof FormData ? nestedForm(value) : value);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.addIssue({ code: "custom", message, path: [path.join(".")] });
  return z.NEVER;
});
export type OrderFormInput = z.output<typeof orderFormInput>;

export const savedOrderSchema = outcomeSchema({ conflict: {}, refused: ["invalid", "addon_ordered"] });
