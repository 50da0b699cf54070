import { z } from "zod";
import { email, errorsOf, text, type FieldError } from "../../../platform/form";
import { QUESTION_KINDS, REGISTRATION_KINDS } from "../../../platform/supabase/database-constants/events";
import { LOCALES } from "../../../platform/supabase/database-constants/platform";

const wrong = errorsOf<FieldError>();

const label = z.string().optional().catch(undefined);
const options = z.array(z.string()).catch([]);

/** A question of a form template; a malformed one is left out. */
const question = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/),
  kind: z.enum(QUESTION_KINDS),
  required: z.boolean().catch(false),
  label: z.string(),
  label_en: label,
  label_es: label,
  help: label,
  help_en: label,
  help_es: label,
  options,
  options_en: options,
  options_es: options,
});
export type Question = z.infer<typeof question>;

export const questionsSchema = z
  .array(z.unknown())
  .catch([])
  .transform((list) => list.flatMap((one) => question.safeParse(one).data ?? []));

/** Version and questions of the form of one kind of registration: the result of `registration_questions`. */
export const formVersionSchema = z.object({ version: z.uuid().nullable(), fields: questionsSchema });

/** Questions of each kind of registration: the result of `default_questions`. */
export const defaultQuestionsSchema = z.partialRecord(z.enum(REGISTRATION_KINDS), questionsSchema);

const MAX_NUMBER = 1_000_000;

/** Kinds whose empty answer is null. */
const VALUE: Record<Exclude<Question["kind"], "boolean" | "file">, (one: Question) => z.ZodType> = {
  text: () => text(200),
  longtext: () => text(2000),
  number: () => z.number(wrong("numberInvalid")).min(0, wrong("numberInvalid")).max(MAX_NUMBER, wrong("numberInvalid")),
  date: () => z.iso.date(wrong("dateInvalid")),
  choice: (one) =>
    z.string(wrong("choiceInvalid")).refine((value) => one.options.includes(value), wrong("choiceInvalid")),
};

function answerSchema(one: Question): z.ZodType | null {
  if (one.kind === "file") return null;
  if (one.kind === "boolean")
    return one.required ? z.literal(true, wrong("missing")) : z.preprocess((value) => value ?? false, z.boolean());
  const value = VALUE[one.kind](one);
  const given = one.required
    ? z
        .any()
        .refine((typed) => typed !== null, { ...wrong("missing"), abort: true })
        .pipe(value)
    : value.nullable();
  return z.preprocess(
    (typed) => (typed === undefined || (typeof typed === "string" && !typed.trim()) ? null : typed),
    given,
  );
}

/** Schema of the answers to exactly these questions; answers to others are dropped. */
export const answersSchema = (questions: readonly Question[]) =>
  z.object(
    Object.fromEntries(
      questions.flatMap((one) => {
        const schema = answerSchema(one);
        return schema ? [[one.name, schema] as const] : [];
      }),
    ),
  );

/** Fields of the form that a draft keeps: no files, no consent. */
const DRAFT_FIELD =
  /^(?:(?:people\.\d{1,2}\.)?(?:full_name|document|company|stand|shows_vehicle|half_price|answers\.[a-z][a-z0-9_]{0,59}|companions\.\d{1,2}|vehicles\.\d{1,2}\.[a-z_]{2,30})|people\.\d{1,2}\.type|email|phone|town|state_abbr|club|code|addons\.[0-9a-f-]{36}|children\.[a-z0-9_]{2,30})$/;

const draftValues = z
  .record(
    z.string().max(80),
    z
      .string()
      .max(2000)
      .transform((value) => value.replaceAll("\u0000", "").toWellFormed()),
  )
  .transform((values) => Object.fromEntries(Object.entries(values).filter(([name]) => DRAFT_FIELD.test(name))));
const most = z.number().int().min(0).max(20);
const draft = z.object({ values: draftValues, companions: most, vehicles: most });

/** Body of `POST /api/registrations/drafts`. */
export const draftSchema = z.object({
  request_id: z.uuid(),
  type: z.uuid(),
  email,
  draft,
  locale: z.enum(LOCALES),
});
export type DraftBody = z.infer<typeof draftSchema>;

/** Result of `read_registration_draft`. */
export const storedDraftSchema = draft.extend({ type: z.uuid() });
export type StoredDraft = z.infer<typeof storedDraftSchema>;

const stand = z.object({
  id: z.uuid(),
  label: z.string(),
  area: z.string().nullable(),
  width: z.number().nullable(),
  depth: z.number().nullable(),
  power: z.number().nullable(),
  price: z.number(),
});
/** Result of `registration_forms`. */
export const formsSchema = z.array(
  z.object({
    type: z.uuid(),
    version: z.uuid().nullable(),
    fields: questionsSchema,
    hasWaiting: z.boolean(),
    stands: z.array(stand),
  }),
);
export type RegistrationForm = z.infer<typeof formsSchema>[number];
