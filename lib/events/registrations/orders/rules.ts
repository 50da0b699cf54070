import type { Locale } from "../../../platform/i18n/routing";
import type { OrderReceipt } from "./schema";

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

/**
 * What a form has for an order besides the registration of the buyer. Fields without a value are undefined, so that
 * the body of a form of one person stays as it is.
 */
export function orderOf(form: FormData) {
  const entries = textsOf(form);
  const values = Object.fromEntries(entries);
  const people = Array.from({ length: countPeople(values) }, (_, index) => ({
    type: values[`people.${index}.type`] ?? "",
    full_name: values[`people.${index}.full_name`] ?? "",
    half_price: values[`people.${index}.half_price`] || undefined,
  }));
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

/** Whether a form has anything that only an order has, whose price the server is asked for. */
export const isMoreThanOne = (order: ReturnType<typeof orderOf>): boolean =>
  Object.values(order).some((value) => value !== undefined);

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
