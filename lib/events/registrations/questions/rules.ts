import { LANGUAGE, type Locale } from "../../../platform/i18n/routing";
import type { Question } from "./schema";

/** A question in one language; the value of an option is the Portuguese one in every language. */
export type FormField = Pick<Question, "name" | "kind" | "required" | "label" | "help"> & {
  options: { value: string; label: string }[];
};

/** Questions in the language of the page; a text that is not translated stays Portuguese. */
export function fieldsIn(locale: Locale, questions: readonly Question[]): FormField[] {
  const language = LANGUAGE[locale];
  return questions.map((one) => {
    const [label, help, options] =
      language === "pt" ? [] : [one[`label_${language}`], one[`help_${language}`], one[`options_${language}`]];
    return {
      name: one.name,
      kind: one.kind,
      required: one.required,
      label: label ?? one.label,
      help: help ?? one.help,
      options: one.options.map((value, index) => ({ value, label: options?.[index] ?? value })),
    };
  });
}

/** Names of the questions that are answered with a file; files are sent like documents. */
export const fileNames = (fields: readonly Pick<FormField, "name" | "kind">[]): string[] =>
  fields.filter(({ kind }) => kind === "file").map(({ name }) => name);

/** Name of a document: the one of its kind, or the label of the question that asks for it. */
export const documentLabel = (
  kind: string,
  names: Readonly<Record<string, string>>,
  fields: readonly Pick<FormField, "name" | "label">[],
): string | undefined => fields.find(({ name }) => name === kind)?.label ?? names[kind] ?? names.other;

type AnsweredField = { name: string; label: string; options?: readonly { value: string; label: string }[] };
const isField = (one: unknown): one is AnsweredField =>
  typeof one === "object" && one !== null && "name" in one && "label" in one && typeof one.label === "string";

/** Label and answer in the language of the fields of every answered question; answers without a question of the form keep their name. */
export function answerRows(
  schema: unknown,
  answers: unknown,
  words: { yes: string; no: string },
): (readonly [label: string, value: string])[] {
  const fields = new Map((Array.isArray(schema) ? schema : []).filter(isField).map((field) => [field.name, field]));
  return Object.entries((answers ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== null && value !== "" && value !== undefined)
    .map(([name, value]) => {
      const field = fields.get(name);
      const option = field?.options?.find((one) => one.value === value)?.label;
      const shown =
        typeof value === "boolean" ? words[value ? "yes" : "no"] : Array.isArray(value) ? value.join(", ") : value;
      const text = typeof shown === "string" ? shown : JSON.stringify(shown);
      return [field?.label ?? name, option ?? text] as const;
    });
}
