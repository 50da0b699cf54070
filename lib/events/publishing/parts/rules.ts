import { addDays, localIn } from "../../../platform/dates";
import type { Question } from "../../registrations/questions/schema";
import { priceText, programmeText, zoneOfForm, type FormValues } from "../rules";
import type { Template, TemplateKind, TemplateQuestion, Words } from "../templates/schema";
import type { QuestionForm, StoredKind, StoredStand } from "./schema";

type Value = string | number | boolean | null | undefined;

/** Fields of a form below a prefix; one without a value, and a column that the form does not have, is left out. */
function fieldsBelow(prefix: string, values: Record<string, Value>): FormValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === undefined || value === "" || value === false || typeof value === "object") return [];
      return [[`${prefix}.${name}`, value === true ? "on" : String(value)]];
    }),
  );
}

const ticked = (prefix: string, names: readonly string[]) =>
  fieldsBelow(prefix, Object.fromEntries(names.map((name) => [name, true])));

const measureText = (value: number | null) => (value === null ? null : String(value).replace(".", ","));

/** The fields of a question. */
export const questionValues = (prefix: string, question: Question): FormValues =>
  fieldsBelow(prefix, {
    ...question,
    options: question.options.join("\n"),
    options_en: question.options_en?.join("\n"),
    options_es: question.options_es?.join("\n"),
  });

/** The fields of a kind of registration; its moments in the time zone of the event. */
export function kindValues(prefix: string, kind: StoredKind, zone: string): FormValues {
  const { price_steps: steps, questions, required_documents: documents, classes, ...facts } = kind;
  const local = (moment: string | null) => moment && localIn(moment, zone);
  return Object.assign(
    fieldsBelow(prefix, {
      ...facts,
      price_cents: priceText(kind.price_cents),
      gate_places: kind.gate_places || null,
      opens_at: local(kind.opens_at),
      closes_at: local(kind.closes_at),
      edit_until: local(kind.edit_until),
      classes: classes.join("\n"),
    }),
    ticked(`${prefix}.required_documents`, documents),
    ...steps.map((step, index) =>
      fieldsBelow(`${prefix}.price_steps.${index}`, {
        starts_at: local(step.starts_at),
        price_cents: priceText(step.price_cents),
      }),
    ),
    ...questions.map((question, index) => questionValues(`${prefix}.questions.${index}`, question)),
  ) as FormValues;
}

/** The fields of a stand. */
export const standValues = (prefix: string, { kinds, ...stand }: StoredStand): FormValues => ({
  ...fieldsBelow(prefix, {
    ...stand,
    price_cents: priceText(stand.price_cents),
    width_m: measureText(stand.width_m),
    depth_m: measureText(stand.depth_m),
    power_kva: measureText(stand.power_kva),
  }),
  ...ticked(`${prefix}.kinds`, kinds),
});

export type Row = { key: number; values: FormValues };

/** The rows of a list in the values of a form: `kinds.0.name` is `name` of the first row of `kinds`. */
export function rowsOf(values: FormValues, list: string): Row[] {
  const rows = new Map<number, FormValues>();
  for (const [name, value] of Object.entries(values)) {
    if (!name.startsWith(`${list}.`)) continue;
    const [index = "", ...field] = name.slice(list.length + 1).split(".");
    if (!/^\d+$/.test(index) || field.length === 0) continue;
    const row = rows.get(Number(index)) ?? {};
    row[field.join(".")] = value;
    rows.set(Number(index), row);
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([key, row]) => ({ key, values: row }));
}

/** A list with another row, whose key no other row has. */
export const withRow = (rows: readonly Row[], values: FormValues): Row[] => [
  ...rows,
  { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, values },
];

type Tree = { [name: string]: Tree | FormDataEntryValue };

/** Objects whose names are numbers become lists in the order of the numbers. */
function listed(tree: Tree): unknown {
  const entries = Object.entries(tree).map(
    ([name, value]) =>
      [name, typeof value === "object" && !(value instanceof File) ? listed(value as Tree) : value] as const,
  );
  if (entries.length > 0 && entries.every(([name]) => /^\d{1,4}$/.test(name)))
    return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
  return Object.fromEntries(entries);
}

/** The fields of a form with `programme.2026-12-01` and `kinds.0.questions.1.label` as nested values. */
export function nestedForm(form: FormData): Record<string, unknown> {
  const root = Object.create(null) as Tree;
  for (const [name, value] of form) {
    const path = name.split(".");
    let place = root;
    for (const part of path.slice(0, -1)) {
      const below = place[part];
      place = (
        typeof below === "object" && !(below instanceof File) ? below : (place[part] = Object.create(null) as Tree)
      ) as Tree;
    }
    place[path.at(-1)!] = value;
  }
  return listed(root) as Record<string, unknown>;
}

/** The columns of a question without empty ones. */
export function questionRow(question: QuestionForm): Record<string, string | boolean | string[]> {
  const isChoice = question.kind === "choice";
  return Object.fromEntries(
    Object.entries(question).filter(([name, value]) => {
      if (name.startsWith("options") && !isChoice) return false;
      return Array.isArray(value) ? value.length > 0 : value !== "" && value !== false;
    }),
  );
}

const PER_LINE = 10;
const place = (index: number, most: number) => String(Math.round(((index + 0.5) / most) * 10_000) / 100);

/** A list with more stands, named by a letter and the next numbers and placed in lines of ten on the plan. */
export function standSeries(rows: readonly Row[], letter: string, count: number): Row[] {
  const known = new Set(rows.map(({ values }) => values.label));
  const lines = Math.ceil(count / PER_LINE);
  let list: Row[] = [...rows];
  for (let number = 1, added = 0; added < count; number += 1) {
    const label = `${letter}${number}`;
    if (known.has(label)) continue;
    const [column, line] = [added % PER_LINE, Math.floor(added / PER_LINE)];
    list = withRow(list, { label, x: place(column, Math.min(count, PER_LINE)), y: place(line, lines) });
    added += 1;
  }
  return list;
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
    fields.push(
      ["label_en", label.en],
      ["label_es", label.es],
      ["options_en", lines("en")],
      ["options_es", lines("es")],
    );
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

/** The fields of a new event from a template that begins on a day. */
export function templateFields(template: Template, language: Language, firstDay: string): FormValues {
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

type MovedField = "opens_at" | "closes_at" | "edit_until" | "price" | "votes_open_at" | "votes_close_at";
const MOVED_FIELD =
  /^(?:kinds\.(\d+)\.)?(opens_at|closes_at|edit_until|price_steps\.\d+\.starts_at|votes_open_at|votes_close_at)$/;

/** What has begun stays: an opening and a price. */
const STAYS = /^(?:opens_at|price_steps\.\d+\.starts_at)$/;
type NewStart = { startDay: string; startTime: string };

/** The dates that were stored with an event and move with its date, before and after; those of a kind have its name. */
export function movedDates(stored: FormValues, { startDay, startTime }: NewStart, now = Date.now()) {
  const today = localIn(new Date(now).toISOString(), zoneOfForm(stored));
  const before = Date.parse(`${stored.startDay}T${stored.startTime}Z`);
  const shift = Date.parse(`${startDay}T${startTime}Z`) - before;
  if (!stored.id || !shift) return [];
  return Object.entries(stored).flatMap(([name, from]) => {
    const [, index, column] = MOVED_FIELD.exec(name) ?? [];
    if (!column || !from || (STAYS.test(column) && from <= today)) return [];
    const to = new Date(Date.parse(`${from}Z`) + shift).toISOString().slice(0, 16);
    const field = (column.startsWith("price") ? "price" : column) as MovedField;
    return [{ name: stored[`kinds.${index}.name`] ?? "", field, from, to }];
  });
}
