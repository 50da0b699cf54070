import { z } from "zod";
import { typedLine, typedText } from "./typed-text";
import { isWebAddress, webAddress } from "./web-address";
import { isCountryUnclear, isPhone, withoutTrunkPrefix } from "./whatsapp";

/** Error codes of the fields below and of fields of several domains; their messages are in `requests.validation`. */
export type FieldError =
  | "missing"
  | "emailInvalid"
  | "phoneInvalid"
  | "phoneCountry"
  | "addressInvalid"
  | "choiceMissing"
  | "choiceInvalid"
  | "numberInvalid"
  | "dateInvalid"
  | "consentMissing"
  | "tooLong";

/** The zod option that reports one of these error codes. */
export const errorsOf =
  <Code extends string>() =>
  (code: Code) => ({ error: code });
export const wrong = errorsOf<FieldError>();

/** The schema of what a field is given, without its defaults and what is done with its value. */
function inputOf(schema: unknown): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch
  )
    return inputOf(schema.def.innerType);
  return schema instanceof z.ZodPipe ? inputOf(schema.def.in) : schema;
}

/** Names of the fields of an object schema that are lists. */
function listsOf(schema: unknown): string[] {
  const object = inputOf(schema);
  if (!(object instanceof z.ZodObject)) return [];
  return Object.keys(object.shape).filter((name) => inputOf(object.shape[name]) instanceof z.ZodArray);
}

/** Parses a submitted form; a field whose schema is an array gets all values with its name. */
export function formOf<Schema extends z.ZodType>(schema: Schema) {
  const lists = listsOf(schema);
  return z.preprocess((value) => {
    if (!(value instanceof FormData)) return value;
    return { ...Object.fromEntries(value), ...Object.fromEntries(lists.map((name) => [name, value.getAll(name)])) };
  }, schema);
}

/** Texts up to this length, such as names and titles, have one line. */
const LONGEST_LINE = 160;

/** A string without invisible characters and outer spaces. */
export const typed = () => z.string().overwrite(typedText);
export const typedInLine = () => z.string().overwrite(typedLine);

export const text = (max: number) =>
  (max > LONGEST_LINE ? typed() : typedInLine()).max(max, wrong("tooLong")).prefault("");
export const needed = (max: number) => text(max).pipe(z.string().min(1, wrong("missing")));
export const email = needed(254).pipe(
  z.string().refine((value) => !value || z.email().safeParse(value).success, wrong("emailInvalid")),
);
export const phone = text(30)
  .refine((value) => !value || isPhone(value), wrong("phoneInvalid"))
  .refine((value) => !isCountryUnclear(value), wrong("phoneCountry"))
  .transform(withoutTrunkPrefix);
/** A web address, with or without its protocol. */
export const web = text(300)
  .refine((value) => !value || isWebAddress(value), wrong("addressInvalid"))
  .transform(webAddress);
/** A name on Instagram, typed as a name or as an address. */
export const instagram = (max: number) =>
  text(max)
    .transform((value) => value.replace(/^.*instagram\.com\//i, "").replace(/^@|\/.*$/g, ""))
    .refine((value) => /^[A-Za-z0-9._]{0,30}$/.test(value), wrong("addressInvalid"));
export const ticked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");
export const consent = z.literal("on", wrong("consentMissing")).transform(() => true);

/** Honeypot field, and seconds since the form was opened. */
export const trap = {
  homepage: z.string().max(500).catch("x").prefault(""),
  seconds: z.coerce.number().catch(0).prefault(0),
};
