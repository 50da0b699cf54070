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
