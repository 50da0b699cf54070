import { z } from "zod";
import { SERVED_ROAD } from "../../guide/served-roads/rules";
import { STATES } from "../../geo/states/rules";
import { MAX_TRACK } from "../../geo/tracks/rules";
import type { Field, Format } from "./resource";
import { typed } from "../../platform/form";
import { MAX_GUIDE_PICTURES, SERVICE_ATTRIBUTES } from "../../platform/supabase/database-constants/guide";
import { WEEKDAYS } from "../../platform/supabase/database-constants/partners";

const PICTURE = /^(?:https:\/\/|\/(?!\/))\S+$/;
/** Matches external images in Markdown; pages show them as links only. */
const TEXT_PICTURE = /!\[[^\]]*\]\(\s*<?(?:https?:)?\/\//i;
const EVENT_FILE = /^\d{4}-\d{2}\/[0-9a-f-]{36}\.[a-z]+$/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Must equal the check constraints of the database, so that the form shows the error before it is submitted. */
const FORMATS: Record<Format, RegExp> = {
  phone: /^[0-9+() .-]{3,30}$/,
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  instagram: /^[A-Za-z0-9._]{1,30}$/,
  version: /^[0-9]+(\.[0-9]+)*$/,
  color: /^#[0-9a-f]{6}$/,
  code: /^[a-z]+(_[a-z]+)*$/,
  variable: /^[a-z][a-z0-9_]{1,59}$/,
  stripePrice: /^price_[A-Za-z0-9_]{1,100}$/,
  https: /^https:\/\/[^\s"<>\\]+$/,
  web: /^https?:\/\//,
  path: /^\//,
  firstOfMonth: /-01$/,
  ownPicture: /^\/(arte|midia)\/[0-9]{4}-[0-9]{2}\/[0-9a-f-]{36}\.webp$/,
  servedRoad: SERVED_ROAD,
};
const LIST_ITEMS = 100;
const JSON_CHARACTERS = 100_000;

const blank = (value: unknown) =>
  value === undefined || (typeof value === "string" && value.trim() === "") ? null : value;
const abbreviations = STATES.map(({ abbr }) => abbr) as [string, ...string[]];

const text = (max: number) => typed().max(max, "tooLong");
const markdown = (max: number) => text(max).refine((value) => !TEXT_PICTURE.test(value), "textPicture");

function numberSchema({ min, max, decimals = 0 }: Field): z.ZodType {
  const base = z.coerce
    .number("notNumber")
    .min(min ?? -1e12, "tooSmall")
    .max(max ?? 1e12, "tooBig");
  return decimals === 0
    ? base.int("notWhole")
    : base.refine((value) => Number(value.toFixed(decimals)) === value, "tooFine");
}

const coordinate = z.strictObject({
  lat: z.number("invalid").min(-34, "outsideBrazil").max(6, "outsideBrazil"),
  lng: z.number("invalid").min(-74, "outsideBrazil").max(-28, "outsideBrazil"),
});

const json = z.json().refine((value) => JSON.stringify(value).length <= JSON_CHARACTERS, "tooLong");

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "hours");
const spans = z
  .array(
    z.tuple([time, time], "hours").refine(([from, to]) => from !== to, "hours"),
    "hours",
  )
  .max(6, "tooLong");
/** A day without time spans is closed; other keys of older forms are kept. */
const hours = z.looseObject(Object.fromEntries(WEEKDAYS.map((day) => [day, spans.optional()])), "hours");

const attributes = z.strictObject({
  ...Object.fromEntries(SERVICE_ATTRIBUTES.map((name) => [name, z.boolean("invalid").optional()])),
  makes: z.array(text(60).min(1, "required")).max(LIST_ITEMS, "tooLong").optional(),
});

const BY_KIND: Record<Field["kind"], (field: Field) => z.ZodType> = {
  text: ({ max = 200 }) => text(max),
  longtext: ({ max = 4000 }) => text(max),
  markdown: ({ max = 100_000 }) => markdown(max),
  slug: ({ max = 120 }) => text(max).regex(SLUG, "slug"),
  link: ({ max = 500 }) => text(max).regex(/^(?:https?:\/\/|\/)\S+$/, "link"),
  number: numberSchema,
  cents: ({ max }) => numberSchema({ name: "", kind: "cents", min: 0, max }),
  boolean: () => z.boolean("invalid"),
  choice: ({ options }) => z.enum(options as [string, ...string[]], "invalid"),
  choices: ({ options }) => z.array(z.enum(options as [string, ...string[]], "invalid")).max(LIST_ITEMS, "tooLong"),
  list: ({ max = 300, format }) => z.array(formatted(text(max).min(1, "required"), format)).max(LIST_ITEMS, "tooLong"),
  date: () => z.iso.date("date"),
  datetime: () => z.iso.datetime({ offset: true, local: true, message: "date" }),
  state: () => z.enum(abbreviations, "invalid"),
  city: () => z.coerce.number("invalid").int("invalid").min(1_000_000, "invalid").max(9_999_999, "invalid"),
  reference: () => z.union([z.string().min(1).max(120), z.number()], "invalid"),
  image: ({ max = 500 }) => text(max).regex(PICTURE, "link"),
  gallery: () => z.array(text(500).regex(PICTURE, "link")).max(MAX_GUIDE_PICTURES, "tooLong"),
  pdf: ({ max = 500 }) => text(max).regex(/^(?:https:\/\/|\/(?!\/))\S+$/, "link"),
  eventFile: ({ options = [] }) =>
    z
      .string("invalid")
      .regex(EVENT_FILE, "fileType")
      .refine((name) => options.some((type) => name.endsWith(`.${type}`)), "fileType"),
  track: () =>
    z
      .array(
        z.tuple([
          z.number().min(-34, "outsideBrazil").max(6, "outsideBrazil"),
          z.number().min(-74, "outsideBrazil").max(-28, "outsideBrazil"),
        ]),
      )
      .min(2, "invalid")
      .max(MAX_TRACK, "tooLong"),
  coordinates: () => coordinate,
  texts: () => json,
  json: () => json,
  hours: () => hours,
  attributes: () => attributes,
  items: ({ items }) => z.array(rowSchema(items ?? []).loose()).max(LIST_ITEMS, "tooLong"),
  rows: ({ rows }) => z.array(rowSchema(rows?.fields ?? []).extend({ id: z.uuid().optional() })).max(500, "tooLong"),
};

/** Kinds whose columns have an empty value other than null. */
const NEVER_NULL: readonly Field["kind"][] = ["boolean", "choices", "list", "gallery", "rows", "items", "attributes"];
const TEXTS: readonly Field["kind"][] = ["text", "longtext", "markdown"];

/** The format is not checked for an empty optional text. */
function formatted(schema: z.ZodType, format: Format | undefined, mayBeEmpty = false): z.ZodType {
  return format
    ? schema.refine((value) => (mayBeEmpty && value === "") || FORMATS[format].test(String(value)), format)
    : schema;
}

function fieldSchema(field: Field): z.ZodType {
  const plain = BY_KIND[field.kind](field);
  const known = field.kind === "list" ? plain : formatted(plain, field.format, !field.required);
  if (NEVER_NULL.includes(field.kind)) return field.nullable ? known.nullable() : known;
  if (field.required)
    return z.preprocess(
      blank,
      z
        .any()
        .refine((value) => value !== null, { error: "required", abort: true })
        .pipe(known),
    );
  return TEXTS.includes(field.kind) && !field.nullable ? known : z.preprocess(blank, known.nullable());
}

const languages = (fields: readonly Field[]) => {
  const shape = z
    .strictObject(
      Object.fromEntries(
        fields.map(({ name, kind, max }) => [
          name,
          kind === "list" || kind === "markdown" ? BY_KIND[kind]({ name, kind, max }) : text(max ?? 100_000),
        ]),
      ),
    )
    .partial();
  return z.strictObject({ en: shape, es: shape }).partial();
};

/** Validation schema of a row, used by the browser and the server. Error messages are codes of `records.errors`. */
export function rowSchema(fields: readonly Field[]): z.ZodObject {
  const own = fields.filter(({ readOnly }) => !readOnly).map((field) => [field.name, fieldSchema(field)] as const);
  const translated = fields.filter((field) => field.translated && !field.readOnly);
  const shape: Record<string, z.ZodType> = Object.fromEntries(own);
  if (translated.length > 0) shape["translations"] = languages(translated);
  return z.strictObject(shape);
}

const resource = z.string().min(1).max(40);

/** Which of two rows remains; `z.guid` because stored ids may not be RFC 4122 UUIDs. */
export const mergeSchema = z
  .strictObject({ resource, remaining: z.guid(), other: z.guid() })
  .refine(({ remaining, other }) => remaining.toLowerCase() !== other.toLowerCase());

/** Two rows, and whether they are marked as different. */
export const pairSchema = z
  .strictObject({ resource, ids: z.tuple([z.guid(), z.guid()]), different: z.boolean() })
  .refine(({ ids: [one, two] }) => one.toLowerCase() !== two.toLowerCase());
