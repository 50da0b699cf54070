import type { RegistrationKind } from "../events/schema";
import { parseDecimal } from "../../platform/typed-values";
import { LANGUAGE, type Locale } from "../../platform/i18n/routing";
import { countBelow, orderOf, personPrefix, type OrderPeople } from "./orders/rules";
import type { PersonKind } from "./orders/schema";
import type { FormField } from "./questions/rules";
import type { RegistrationBody, RegistrationPage, RegistrationStatus } from "./schema";
import {
  ACTIVE_REGISTRATION_STATUSES,
  COMPANY_KINDS,
  ENDED_REGISTRATION_STATUSES,
  VEHICLE_KINDS,
} from "../../platform/supabase/database-constants/events";
import { isPast, isVisitor } from "../events/rules";

export const STATUS_PATH = "/eventos/inscricao/status";
export const SUCCESS_PATH = "/eventos/inscricao/sucesso";

/** Page of the form of each kind. */
const FORM_PATH: Record<RegistrationKind, string> = {
  publico: "/inscricao-publico",
  expositor: "/inscricao-expositor",
  mercado_pulga: "/inscricao-mercado-pulga",
  food_truck: "/inscricao-food-truck",
  expositor_comercial: "/inscricao-expositor-comercial",
};

export const registrationPath = (event: string): string => `/eventos/${event}/inscricao`;
export const formPath = (kind: RegistrationKind, event: string, type: string): string =>
  `${FORM_PATH[kind]}?evento=${encodeURIComponent(event)}${type && `&tipo=${type}`}`;
/** The query of an address with the given parameters; empty without any. */
export function queryOf(parameters: Readonly<Record<string, string | string[] | undefined>>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
  ).toString();
  return query && `?${query}`;
}

export const statusPath = (token: string): string => `${STATUS_PATH}/${token}`;
/** The tickets of the signed-in account. */
export const TICKETS_PATH = "/painel/ingressos";
/** Where the account that registered opens the page of its registration; the handler makes the link of the page. */
export const ownPagePath = (id: string, locale: Locale): string => `/api/registrations/mine/${id}?idioma=${locale}`;
/** Where a mail program ends the messages of the organiser with one click (RFC 8058). */
export const messagesHandlerPath = (token: string): string => `/api/registrations/messages/${token}`;
/** Path of a badge by the token of a link or, for the owner, the id of the registration. */
export const badgePath = (key: string): string => `/eventos/inscricao/${key}/cracha`;
/** End of the address of a badge whose print dialog opens at once. */
export const PRINT_HASH = "#imprimir";

/** Company data is asked for by kinds that sell. */
export const isCompany = (kind: string): boolean => COMPANY_KINDS.some((one) => one === kind);
/** Kinds with vehicles in their form. */
export const hasVehicles = (kind: string): boolean => VEHICLE_KINDS.some((one) => one === kind);

/** Price in cents: tickets per person, other kinds per registration, with the price of the stand. */
export function priceOf(type: { kind: string; price_cents: number }, people: number, standCents = 0): number {
  return type.price_cents * (isVisitor(type.kind) ? people : 1) + standCents;
}

/** Name of a kind in the language of the page; the organiser writes it in Portuguese. */
export function translated(names: unknown, field: string, locale: Locale, portuguese: string): string {
  const language = LANGUAGE[locale];
  if (language === "pt" || typeof names !== "object" || names === null) return portuguese;
  const own = (names as Record<string, Record<string, unknown> | undefined>)[language]?.[field];
  return typeof own === "string" && own.trim() ? own : portuguese;
}

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};
const textOrNull = (form: FormData, name: string) => text(form, name) || null;
/** A typed number, also below zero; NaN for anything else. */
function numberOrNull(typed: string): number | null {
  const number = parseDecimal(typed.replace(/^-/, ""), 2);
  if (number === undefined || (number === null && typed !== "")) return Number.NaN;
  return number !== null && typed.startsWith("-") ? -number : number;
}

function answerOf(form: FormData, { name, kind }: FormField, prefix: string) {
  const key = `${prefix}answers.${name}`;
  if (kind === "boolean") return form.has(key);
  return kind === "number" ? numberOrNull(text(form, key)) : textOrNull(form, key);
}

function vehicleOf(form: FormData, index: number, prefix: string) {
  const at = (name: string) => `${prefix}vehicles.${index}.${name}`;
  return {
    make: text(form, at("make")),
    model: text(form, at("model")),
    year: numberOrNull(text(form, at("year"))),
    color: textOrNull(form, at("color")),
    plate: textOrNull(form, at("plate")),
    has_collector_plate: form.has(at("has_collector_plate")),
    story: textOrNull(form, at("story")),
    class_name: textOrNull(form, at("class_name")),
  };
}

export type FormShape = { fields: readonly FormField[]; vehicles: number; companions: number };

/** The answers to the questions of a submitted form; files are sent like documents. */
export const answersOf = (form: FormData, fields: readonly FormField[], prefix = "") =>
  Object.fromEntries(
    fields.filter(({ kind }) => kind !== "file").map((field) => [field.name, answerOf(form, field, prefix)]),
  );

/** Stored answers as first values of the fields; an answer that is false has none. */
export const storedAnswers = (answers: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((answers ?? {}) as Record<string, string | number | boolean | null>)
      .filter(([, value]) => value !== false)
      .map(([name, value]) => [`answers.${name}`, value === null ? "" : String(value)]),
  );

/** What a kind asks every person of an order for; the names of the fields of other people have a prefix. */
const ownOf = (form: FormData, { fields, vehicles }: Pick<FormShape, "fields" | "vehicles">, prefix = "") => ({
  vehicles: Array.from({ length: vehicles }, (_, index) => vehicleOf(form, index, prefix)),
  answers: answersOf(form, fields, prefix),
  shows_vehicle: form.has(`${prefix}shows_vehicle`),
});

const sellerOf = (form: FormData, prefix = "") => ({
  document: textOrNull(form, `${prefix}document`),
  company: textOrNull(form, `${prefix}company`),
});

/** The people of an order besides the buyer, with what their kinds ask for. */
function peopleOf(form: FormData, people: OrderPeople, kinds: readonly PersonKind[]) {
  return people?.map((person, index) => {
    const prefix = personPrefix(index);
    const kind = kinds.find(({ id }) => id === person.type);
    return {
      ...person,
      ...ownOf(
        form,
        { fields: kind?.fields ?? [], vehicles: countBelow([...form.keys()], `${prefix}vehicles`, "make") },
        prefix,
      ),
      ...sellerOf(form, prefix),
      form_version: kind?.version ?? null,
    };
  });
}

/** Fields that the form and the page of a registration send alike. */
export function dataOf(form: FormData, { fields, vehicles, companions }: FormShape) {
  return {
    phone: textOrNull(form, "phone"),
    town: textOrNull(form, "town"),
    state_abbr: textOrNull(form, "state_abbr"),
    club: textOrNull(form, "club"),
    companions: Array.from({ length: companions }, (_, index) => text(form, `companions.${index}`)),
    ...ownOf(form, { fields, vehicles }),
  };
}

/** Body of `POST /api/registrations` from a submitted form; the server checks it again. */
export function bodyOf(
  form: FormData,
  shape: FormShape,
  kinds: readonly PersonKind[] = [],
): Record<keyof RegistrationBody, unknown> {
  const order = orderOf(form);
  return {
    ...dataOf(form, shape),
    request_id: text(form, "request_id"),
    type: text(form, "type"),
    form_version: textOrNull(form, "form_version"),
    full_name: text(form, "full_name"),
    email: text(form, "email"),
    ...sellerOf(form),
    stand: textOrNull(form, "stand"),
    consent: form.has("consent"),
    locale: text(form, "locale"),
    via: textOrNull(form, "via"),
    homepage: text(form, "homepage"),
    ...order,
    people: peopleOf(form, order.people, kinds),
  };
}

/** Whether the button that confirms the address of a registration still works. */
export const isConfirmable = (page: { status: RegistrationStatus; held_until: string | null }): boolean =>
  page.status === "unconfirmed" && page.held_until !== null && Date.parse(page.held_until) > Date.now();

/** Whether the caller may say who the invoice of a registration is for: one with a price that has not ended. */
export const takesInvoice = ({
  can_manage: mayManage,
  price_cents: price,
  status,
}: Pick<RegistrationPage, "can_manage" | "price_cents" | "status">): boolean =>
  mayManage && price > 0 && ACTIVE_REGISTRATION_STATUSES.some((one) => one === status);

/** Whether the caller may open the receipt of a page: the buyer of an order for which money arrived. */
export const hasReceipt = ({
  can_manage: mayManage,
  order,
  payments,
}: Pick<RegistrationPage, "can_manage" | "order" | "payments">): boolean =>
  mayManage && order?.is_buyer !== false && payments.some(({ status }) => status === "paid" || status === "refunded");

type Ticket = { status: string; event: { starts_at: string; ends_at: string } | null };

/** Registrations whose event is not over, the next event first, and those of past events or that have ended. */
export function splitTickets<Row extends Ticket>(rows: readonly Row[], now: number): { coming: Row[]; past: Row[] } {
  const isEnded = ({ status }: Row) => ENDED_REGISTRATION_STATUSES.some((one) => one === status);
  const isComing = (row: Row) => row.event !== null && !isPast(row.event, now) && !isEnded(row);
  const startOf = ({ event }: Row) => Date.parse(event?.starts_at ?? "");
  return {
    coming: rows.filter(isComing).toSorted((a, b) => startOf(a) - startOf(b)),
    past: rows.filter((row) => !isComing(row)),
  };
}

const STEPS = ["received", "approved", "paid", "confirmed"] as const;

/** Whether a receipt or a card payment is being checked, which keeps the place. */
export const isUnderReview = ({ payments }: Pick<RegistrationPage, "payments">): boolean =>
  payments.some(({ status }) => status === "review" || status === "processing");

/** Status as the person reads it: a payment that is being checked is neither open nor done. */
export const shownStatus = (status: RegistrationStatus, isReviewed: boolean): RegistrationStatus | "review" =>
  isReviewed && (status === "offered" || status === "awaiting_payment") ? "review" : status;

/** Steps of a registration and how many are done; a free one has no payment, an open one no approval. */
export function stepsOf(status: RegistrationStatus, price: number, history: readonly { status: string }[]) {
  const wasPending = history.some((entry) => entry.status === "pending");
  const steps = STEPS.filter((step) => (step !== "approved" || wasPending) && (step !== "paid" || price > 0));
  const done: Partial<Record<RegistrationStatus, (typeof STEPS)[number]>> = {
    pending: "received",
    waitlisted: "received",
    offered: wasPending ? "approved" : "received",
    awaiting_payment: wasPending ? "approved" : "received",
    confirmed: "confirmed",
  };
  const last = done[status];
  return { steps, done: last ? steps.indexOf(last) + 1 : 0 };
}

/** Why the database refuses a form, with the error code of the answer. */
export const REFUSALS = {
  invalid: "input.invalid",
  vehicle_too_new: "vehicle.tooNew",
  event_missing: "event.missing",
  registration_closed: "registration.closed",
  form_changed: "form.changed",
  form_sent: "form.sent",
  already_registered: "registration.duplicate",
  unpaid_hold: "registration.unpaid",
  too_many_mails: "registration.mails",
  too_many_forms: "rate.limited",
  no_places: "places.none",
  payment_unavailable: "payment.unavailable",
  stand_taken: "stand.taken",
  code_unknown: "code.unknown",
  code_used: "code.used",
  addon_sold_out: "addon.soldOut",
  half_price_gone: "halfPrice.gone",
  order_too_small: "order.tooSmall",
  order_too_big: "order.tooBig",
  children_alone: "order.childrenAlone",
  buyer_stays: "order.buyerStays",
  payment_checking: "payment.checking",
} as const;
