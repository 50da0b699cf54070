import { pageOfQuery } from "../../../platform/paging";
import {
  ATTENDANCE_ANSWERS,
  REGISTRATION_DOCUMENT_STATES,
  REGISTRATION_PAYMENT_STATES,
  REGISTRATION_STATUSES,
} from "../../../platform/supabase/database-constants/events";
import type { FormField } from "../../registrations/questions/rules";
import { isUuid, MAX_SELECTED, type RegistrationStatus } from "../rules";

export const YES_NO = ["yes", "no"] as const;
/** What may be marked in a row: the same mail, document or plate as another one, or an internal note. */
export const MARKS = ["duplicate", "note"] as const;

type Empty<Value extends string> = Value | "";
export type PaymentState = (typeof REGISTRATION_PAYMENT_STATES)[number];
type DocumentState = (typeof REGISTRATION_DOCUMENT_STATES)[number];

/** Which registrations of an event the list shows; an empty value does not limit. */
export type RegistrationFilter = {
  q: string;
  type: string;
  status: Empty<RegistrationStatus>;
  paid: Empty<PaymentState>;
  documents: Empty<DocumentState>;
  entered: Empty<(typeof YES_NO)[number]>;
  attending: Empty<(typeof ATTENDANCE_ANSWERS)[number]>;
  /** A question of the form and one of its answers: `trailer:true`. */
  answer: string;
  mark: Empty<(typeof MARKS)[number]>;
  ids: string[];
};
export type RegistrationQuery = RegistrationFilter & { page: number; per: number };

const PER_PAGE = 50;
/** Most characters of a typed search. */
export const MAX_SEARCH = 100;

type Params = Record<string, string | string[] | undefined>;
const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? "";
const oneOf = <Value extends string>(values: readonly Value[], typed: string | string[] | undefined): Value | "" =>
  values.find((value) => value === typed) ?? "";

const ANSWER = /^[a-z][a-z0-9_]{0,59}:.{1,200}$/s;

/** Parses the filter of the list in an address; invalid values are ignored. */
export function readRegistrationQuery(params: Params): RegistrationQuery {
  const [type, answer] = [first(params.tipo), first(params.resposta)];
  return {
    q: first(params.q).trim().slice(0, MAX_SEARCH),
    type: isUuid(type) ? type : "",
    status: oneOf(REGISTRATION_STATUSES, params.situacao),
    paid: oneOf(REGISTRATION_PAYMENT_STATES, params.pago),
    documents: oneOf(REGISTRATION_DOCUMENT_STATES, params.documentos),
    entered: oneOf(YES_NO, params.entrou),
    attending: oneOf(ATTENDANCE_ANSWERS, params.vem),
    answer: ANSWER.test(answer) ? answer : "",
    mark: oneOf(MARKS, params.marca),
    ids: first(params.ids).split(",").filter(isUuid).slice(0, MAX_SELECTED),
    page: pageOfQuery(params.pagina),
    per: PER_PAGE,
  };
}

/** Query text of a filter, without empty values. */
export function registrationSearch(query: Partial<RegistrationQuery>): string {
  const { page = 1, ids = [] } = query;
  const values = {
    tipo: query.type,
    situacao: query.status,
    pago: query.paid,
    documentos: query.documents,
    entrou: query.entered,
    vem: query.attending,
    resposta: query.answer,
    marca: query.mark,
    ids: ids.join(","),
    q: query.q,
    pagina: page > 1 ? String(page) : "",
  };
  const search = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return search.size > 0 ? `?${search}` : "";
}

/** An address with a query added to the one that it may have. */
export const withQuery = (address: string, query: string): string =>
  query ? `${address}${address.includes("?") ? "&" : "?"}${query.replace(/^\?/, "")}` : address;

/** The question and the answer of a filter; null without one. */
function answerOf(answer: string): { question: string; value: string } | null {
  const at = answer.indexOf(":");
  return at > 0 ? { question: answer.slice(0, at), value: answer.slice(at + 1) } : null;
}

/** The filter as `private.find_registrations` reads it. */
export function databaseFilter({ answer = "", ids = [], ...filter }: Partial<RegistrationFilter>) {
  const { q, type, status, paid, documents, entered, attending, mark } = filter;
  const values = { q, type, status, paid, documents, entered, attending, mark };
  const asked = answerOf(answer);
  return {
    ...Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value] as const] : []))),
    ...(asked && { question: asked.question, answer: asked.value }),
    ...(ids.length > 0 && { ids }),
  };
}

/** Fields that limit the list, in the order of the line that says so. */
export const filledFields = (query: RegistrationFilter): Exclude<keyof RegistrationFilter, "ids">[] =>
  (["q", "type", "status", "paid", "documents", "entered", "attending", "answer", "mark"] as const).filter(
    (name) => query[name] !== "",
  );

export type AnswerChoice = { label: string; options: { value: string; label: string }[] };

/**
 * Questions with a choice and their answers as values of the filter. A question of several versions of a form has the
 * options of all of them, and its newest wording.
 */
export function answerChoices(
  versions: readonly (readonly FormField[])[],
  words: { yes: string; no: string },
): AnswerChoice[] {
  const choices = new Map<string, { label: string; options: Map<string, string> }>();
  for (const field of versions.flat()) {
    const isYesNo = field.kind === "boolean";
    if (field.kind !== "choice" && !isYesNo) continue;
    const options = isYesNo
      ? ([
          ["true", words.yes],
          ["false", words.no],
        ] as const)
      : field.options.map(({ value, label }) => [value, label] as const);
    const before = choices.get(field.name)?.options ?? [];
    choices.set(field.name, { label: field.label, options: new Map([...before, ...options]) });
  }
  return [...choices].map(([name, { label, options }]) => ({
    label,
    options: [...options].map(([value, text]) => ({ value: `${name}:${value}`, label: text })),
  }));
}

/** A list in parts of at most `size`. */
export const partsOf = <Item>(list: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

/** The sum of the counts of several bulk decisions. */
export function sumOfCounts<Key extends string>(
  one: Partial<Record<Key, number>>,
  other: Partial<Record<Key, number>>,
): Partial<Record<Key, number>> {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])] as Key[];
  const sums = keys.map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)] as const);
  return Object.fromEntries(sums) as Partial<Record<Key, number>>;
}
