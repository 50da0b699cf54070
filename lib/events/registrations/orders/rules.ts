import { isVisitor } from "../../events/rules";
import type { Locale } from "../../../platform/i18n/routing";
import type { LEAVE_REFUSALS, OrderReceipt, PersonKind } from "./schema";

type Entries = readonly (readonly [string, string])[];
const textsOf = (form: FormData): Entries =>
  [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value.trim()] as const] : []));

/** Numbers above zero of the fields `<list>.<key>`. */
function numbersBelow(entries: Entries, list: string): [key: string, amount: number][] {
  return entries.flatMap(([name, value]) => {
    const amount = Number(value);
    return name.startsWith(`${list}.`) && Number.isInteger(amount) && amount > 0
      ? [[name.slice(list.length + 1), amount]]
      : [];
  });
}

/** Number of further people in the fields of a form or a draft. */
export const countPeople = (values: Readonly<Record<string, unknown>>): number =>
  Object.keys(values).filter((name) => /^people\.\d+\.type$/.test(name)).length;

/** Start of the names of the fields of a person of the order who is not the buyer. */
export const personPrefix = (index: number): string => `people.${index}.`;

/** Number of the fields `<list>.<number>`, or of their parts with this name. */
export const countBelow = (names: readonly string[], list: string, part = ""): number =>
  names.filter((name) => {
    const [number, ...rest] = name.startsWith(`${list}.`) ? name.slice(list.length + 1).split(".") : [];
    return number !== undefined && /^\d+$/.test(number) && rest.join(".") === part;
  }).length;

/** Whether other people have kinds that need a phone, which is the one of the buyer. */
export const needsPhone = (values: Readonly<Record<string, unknown>>, kinds: readonly PersonKind[]): boolean =>
  Array.from({ length: countPeople(values) }, (_, index) => values[`${personPrefix(index)}type`]).some((type) =>
    kinds.some(({ id, kind }) => id === type && !isVisitor(kind)),
  );

/**
 * What a form has for an order besides the registration of the buyer. Fields without a value are undefined, so that
 * the body of a form of one person stays as it is.
 */
export function orderOf(form: FormData) {
  const entries = textsOf(form);
  const values = Object.fromEntries(entries);
  const people = Array.from({ length: countPeople(values) }, (_, index) => {
    const at = (name: string) => values[personPrefix(index) + name];
    const companions = countBelow(Object.keys(values), `${personPrefix(index)}companions`);
    return {
      type: at("type") ?? "",
      full_name: at("full_name") ?? "",
      half_price: at("half_price") || undefined,
      companions:
        companions > 0 ? Array.from({ length: companions }, (__, place) => at(`companions.${place}`) ?? "") : undefined,
      stand: at("stand") || undefined,
    };
  });
  const addons = numbersBelow(entries, "addons").map(([variant, amount]) => ({ variant, amount }));
  const children = numbersBelow(entries, "children");
  return {
    half_price: values.half_price || undefined,
    people: people.length > 0 ? people : undefined,
    addons: addons.length > 0 ? addons : undefined,
    children: children.length > 0 ? Object.fromEntries(children) : undefined,
    code: values.code || undefined,
  };
}

export type OrderPeople = ReturnType<typeof orderOf>["people"];

/** Whether a form has anything that only an order has, whose price the server is asked for. */
export const isMoreThanOne = (order: ReturnType<typeof orderOf>): boolean =>
  Object.values(order).some((value) => value !== undefined);

/** The sentence about each reason why a person does not leave an order. */
export const LEAVE_PROBLEMS = {
  children_alone: "childrenAlone",
  buyer_stays: "buyerStays",
  payment_checking: "checking",
  order_too_small: "orderSmall",
} as const satisfies Record<(typeof LEAVE_REFUSALS)[number], string>;

/** Where the buyer opens the page of another person of the order; the handler makes its link. */
export const personPath = (token: string, registration: string, locale: Locale): string =>
  `/api/registrations/people/${token}/${registration}?idioma=${locale}`;

/** Where the receipt of an order is, by the token of the link of its buyer or the id of a registration of it. */
export const orderReceiptPath = (key: string, locale: Locale): string => `/api/order-receipts/${key}?idioma=${locale}`;

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0);

/** What the lines of a receipt lack to its total because the team changed the price, and what arrived and went back. */
export function receiptSums({ total_cents: total, people, addons, payments }: OrderReceipt) {
  const lines = [...people.map(({ cents }) => cents), ...addons.map((one) => one.amount * one.unit_cents)];
  return {
    changed: total - sumOf(lines),
    received: sumOf(payments.map(({ cents }) => cents)),
    refunded: sumOf(payments.flatMap(({ refunds }) => refunds.map(({ amount_cents: cents }) => cents))),
  };
}
