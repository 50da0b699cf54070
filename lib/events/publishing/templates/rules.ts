import { addDays } from "../../../platform/dates";
import type { Locale } from "../../../platform/i18n/routing";
import { LANGUAGE } from "../../../platform/i18n/routing";
import { programmeText, type FormValues } from "../rules";
import { TEMPLATES, type Template, type TemplateKind, type TemplateQuestion, type Words } from "./schema";

/** Names of the templates in addresses, in the order in which they are offered. */
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as (keyof typeof TEMPLATES)[];
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** The template of an address; undefined for another text. */
export const templateOf = (value: unknown): TemplateName | undefined => TEMPLATE_NAMES.find((name) => name === value);

const WEEKS_BEFORE = 9;
const SATURDAY = 6;

/** A day that the form suggests: a Saturday with time to prepare the event. */
export function firstTemplateDay(today: string): string {
  const day = addDays(today, WEEKS_BEFORE * 7);
  return addDays(day, (SATURDAY - new Date(`${day}T00:00:00Z`).getUTCDay() + 7) % 7);
}

type Language = keyof Words;

const isSet = ([, value]: readonly [string, string | undefined]) => Boolean(value);

/** A question in the language of the organiser; the Portuguese one has the other languages too. */
function questionFields(prefix: string, question: TemplateQuestion, language: Language): FormValues {
  const { kind, required, label, options } = question;
  const lines = (of: Language) => options?.map((words) => words[of]).join("\n");
  const fields: [string, string | undefined][] = [
    ["kind", kind],
    ["required", required ? "on" : undefined],
    ["label", label[language]],
    ["options", lines(language)],
  ];
  if (language === "pt")
    fields.push(["label_en", label.en], ["label_es", label.es], ["options_en", lines("en")], ["options_es", lines("es")]);
  return Object.fromEntries(fields.filter(isSet).map(([name, value]) => [`${prefix}.${name}`, value!]));
}

function kindFields(prefix: string, kind: TemplateKind, language: Language): FormValues {
  const on = (isOn: boolean | undefined) => (isOn ? "on" : undefined);
  const fields: [string, string | undefined][] = [
    ["kind", kind.kind],
    ["name", kind.name[language]],
    ["has_waiting_list", "on"],
    ["requires_approval", on(kind.requiresApproval)],
    ["chooses_stand", on(kind.choosesStand)],
    ["max_vehicles", String(kind.vehicles ?? 1)],
    ["max_companions", String(kind.companions ?? 0)],
    ["classes", kind.classes?.map((words) => words[language]).join("\n")],
    ...(kind.documents ?? []).map((name): [string, string] => [`required_documents.${name}`, "on"]),
  ];
  return {
    ...Object.fromEntries(fields.filter(isSet).map(([name, value]) => [`${prefix}.${name}`, value!])),
    ...Object.assign(
      {},
      ...kind.questions.map((one, index) => questionFields(`${prefix}.questions.${index}`, one, language)),
    ),
  };
}

/** The values of a new event from a template that begins on a day, in the language of the organiser. */
export function templateValues(name: TemplateName, locale: Locale, firstDay: string): FormValues {
  const [template, language]: [Template, Language] = [TEMPLATES[name], LANGUAGE[locale]];
  const last = addDays(firstDay, template.days.length - 1);
  return {
    kind: template.kind,
    startDay: firstDay,
    startTime: template.days[0]!.items[0]![0],
    endDay: last,
    endTime: template.days.at(-1)!.end,
    rules: template.rules[language],
    ...(template.minVehicleAge && { min_vehicle_age: String(template.minVehicleAge) }),
    ...Object.fromEntries(
      template.days.map(({ items }, index) => [
        `programme.${addDays(firstDay, index)}`,
        programmeText(items.map(([time, words]) => ({ time, text: words[language] }))),
      ]),
    ),
    ...Object.assign({}, ...template.kinds.map((kind, index) => kindFields(`kinds.${index}`, kind, language))),
  };
}

/** Every text of the templates that is stored with translations, by its Portuguese words. */
const BY_PORTUGUESE: ReadonlyMap<string, Words> = new Map(
  Object.values(TEMPLATES as Record<string, Template>)
    .flatMap(({ rules, days, kinds }) => [
      rules,
      ...days.flatMap(({ items }) => items.map(([, words]) => words)),
      ...kinds.map(({ name }) => name),
    ])
    .map((words) => [words.pt, words]),
);

/** The translations of a text that came from a template and was not changed. */
export function translationsOf(text: string): { en: string; es: string } | null {
  const words = BY_PORTUGUESE.get(text.trim());
  return words ? { en: words.en, es: words.es } : null;
}
