import { z } from "zod";
import { errorsOf, needed, text, ticked, type FieldError } from "../../../platform/form";
import { parseDecimal } from "../../../platform/typed-values";
import {
  MAX_CLASSES,
  MAX_PRICE_STEPS,
  MAX_QUESTIONS,
  MAX_STANDS,
  QUESTION_KINDS,
  REGISTRATION_KINDS,
  REGISTRATION_TYPE_FROM_LENGTHS,
  STAND_FROM_LENGTHS,
  STAND_KINDS,
} from "../../../platform/supabase/database-constants/events";
import { questionsSchema } from "../../registrations/questions/schema";
import { centsOf, MAX_KINDS } from "../rules";

type PartCode =
  | FieldError
  | "closesInvalid"
  | "moneyInvalid"
  | "nameRepeated"
  | "optionsInvalid"
  | "classesInvalid"
  | "stepInvalid"
  | "labelInvalid";
const wrong = errorsOf<PartCode>();

export const whole = (lowest: number, highest: number) =>
  z
    .union(
      [z.literal("").transform(() => null), z.coerce.number().int().min(lowest).max(highest)],
      wrong("numberInvalid"),
    )
    .prefault("");
const count = (lowest: number, highest: number) =>
  z.coerce
    .number(wrong("numberInvalid"))
    .int(wrong("numberInvalid"))
    .min(lowest, wrong("numberInvalid"))
    .max(highest, wrong("numberInvalid"));
export const localMoment = z
  .string()
  .regex(/^(?:\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d)?$/, wrong("dateInvalid"))
  .refine((value) => !value || !Number.isNaN(Date.parse(`${value}Z`)), wrong("dateInvalid"))
  .prefault("");
const price = text(20)
  .transform(centsOf)
  .refine((cents) => cents !== null && cents <= 100_000_000, wrong("moneyInvalid"))
  .transform((cents) => cents ?? 0);
/** A measure such as `3,5`; null without one. */
const measure = (lowest: number, highest: number) =>
  text(12)
    .transform((typed) => parseDecimal(typed, 1))
    .refine(
      (value) => value === null || (value !== undefined && value >= lowest && value <= highest),
      wrong("numberInvalid"),
    )
    .transform((value) => value ?? null);

const linesOf = (typed: string): string[] =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
/** A text with a line for each entry. */
const lines = text(4000).transform(linesOf);
const isUnique = (list: readonly string[]) => new Set(list).size === list.length;

const id = z.union([z.literal(""), z.guid()]).prefault("");
/** The names of the ticked boxes of a group. */
const ticks = z
  .record(z.string().regex(/^[a-z_]{2,40}$/), z.literal("on"))
  .prefault({})
  .transform((boxes) => Object.keys(boxes));

const LABEL = 300;
const question = z
  .object({
    /** Key of the answers; empty for a new question, which the database names. */
    name: z.union([z.literal(""), z.string().regex(/^[a-z][a-z0-9_]{1,59}$/)]).prefault(""),
    kind: z.enum(QUESTION_KINDS, wrong("choiceMissing")),
    required: ticked,
    label: needed(LABEL),
    label_en: text(LABEL),
    label_es: text(LABEL),
    help: text(LABEL),
    help_en: text(LABEL),
    help_es: text(LABEL),
    options: lines,
    options_en: lines,
    options_es: lines,
  })
  .superRefine(({ kind, options, options_en: en, options_es: es }, context) => {
    const issue = (path: string) => context.addIssue({ code: "custom", path: [path], message: "optionsInvalid" });
    if (kind !== "choice") return;
    if (options.length < 2 || !isUnique(options)) issue("options");
    if (en.length > 0 && en.length !== options.length) issue("options_en");
    if (es.length > 0 && es.length !== options.length) issue("options_es");
  });
export type QuestionForm = z.output<typeof question>;

const step = z.object({ starts_at: localMoment.pipe(z.string().min(1, wrong("missing"))), price_cents: price });

export const kindSchema = z
  .object({
    id,
    kind: z.enum(REGISTRATION_KINDS, wrong("choiceMissing")),
    name: needed(REGISTRATION_TYPE_FROM_LENGTHS.name),
    price_cents: price,
    price_steps: z.array(step).max(MAX_PRICE_STEPS).prefault([]),
    capacity: whole(0, 1_000_000),
    gate_places: whole(0, 1_000_000).transform((places) => places ?? 0),
    requires_approval: ticked,
    has_waiting_list: ticked,
    chooses_stand: ticked,
    allows_several: ticked,
    max_vehicles: count(1, 20).prefault(5),
    max_companions: count(0, 20).prefault(5),
    required_documents: ticks,
    classes: lines.refine(
      (list) => list.length <= MAX_CLASSES && isUnique(list) && list.every((one) => one.length <= 80),
      wrong("classesInvalid"),
    ),
    opens_at: localMoment,
    closes_at: localMoment,
    edit_until: localMoment,
    questions: z.array(question).max(MAX_QUESTIONS).prefault([]),
  })
  .superRefine(({ opens_at: opens, closes_at: closes, price_steps: steps }, context) => {
    const issue = (path: (string | number)[], message: PartCode) => context.addIssue({ code: "custom", path, message });
    if (opens && closes && closes <= opens) issue(["closes_at"], "closesInvalid");
    const late = steps.findIndex(({ starts_at: at }, index) => index > 0 && at <= steps[index - 1]!.starts_at);
    if (late >= 0) issue(["price_steps", late, "starts_at"], "stepInvalid");
  });
export const kindsSchema = z.array(kindSchema).max(MAX_KINDS).prefault([]);

const percent = z.coerce.number(wrong("numberInvalid")).min(0).max(100).prefault(50);

const stand = z.object({
  id,
  label: needed(12).pipe(z.string().regex(/^[A-Za-z0-9 -]*$/, wrong("labelInvalid"))),
  area: text(STAND_FROM_LENGTHS.area).transform((value) => value || null),
  kinds: z
    .partialRecord(z.enum(STAND_KINDS), z.literal("on"))
    .prefault({})
    .transform((boxes) => STAND_KINDS.filter((kind) => boxes[kind] === "on")),
  width_m: measure(0.5, 100),
  depth_m: measure(0.5, 100),
  power_kva: measure(0, 500),
  x: percent,
  y: percent,
  price_cents: price,
});
export const standsSchema = z
  .array(stand)
  .max(MAX_STANDS)
  .prefault([])
  .superRefine((stands, context) => {
    const repeated = stands.findIndex(({ label }, index) => stands.findIndex((one) => one.label === label) < index);
    if (repeated >= 0) context.addIssue({ code: "custom", path: [repeated, "label"], message: "nameRepeated" });
  });

const textOrNull = z.string().nullable();

/** A kind of registration as `private.kind_form` returns it. */
export const storedKind = z.object({
  id: z.string().optional(),
  kind: z.enum(REGISTRATION_KINDS),
  name: z.string(),
  price_cents: z.number(),
  price_steps: z.array(z.object({ starts_at: z.string(), price_cents: z.number() })).prefault([]),
  capacity: z.number().nullable(),
  gate_places: z.number().prefault(0),
  requires_approval: z.boolean(),
  has_waiting_list: z.boolean(),
  chooses_stand: z.boolean().prefault(false),
  allows_several: z.boolean().prefault(false),
  max_vehicles: z.number().prefault(5),
  max_companions: z.number().prefault(5),
  required_documents: z.array(z.string()).prefault([]),
  classes: z.array(z.string()).prefault([]),
  opens_at: textOrNull,
  closes_at: textOrNull,
  edit_until: textOrNull.prefault(null),
  questions: questionsSchema,
});
export type StoredKind = z.output<typeof storedKind>;

/** A stand as `private.stand_form` returns it. */
export const storedStand = z.object({
  id: z.string().optional(),
  label: z.string(),
  area: textOrNull,
  kinds: z.array(z.enum(STAND_KINDS)),
  width_m: z.number().nullable(),
  depth_m: z.number().nullable(),
  power_kva: z.number().nullable(),
  x: z.number(),
  y: z.number(),
  price_cents: z.number(),
  is_taken: z.boolean().prefault(false),
});
export type StoredStand = z.output<typeof storedStand>;
