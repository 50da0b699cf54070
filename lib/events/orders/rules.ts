import { dayIn } from "../../platform/dates";
import { formPath } from "../registrations/rules";
import { priceText, type FormValues } from "../publishing/rules";
import type { OrderForm } from "./schema";

const ticked = (prefix: string, ids: readonly string[]): FormValues =>
  Object.fromEntries(ids.map((one) => [`${prefix}.${one}`, "on"]));

/** Values of the fields of the page of orders. */
export function orderValues(form: OrderForm, zone: string): FormValues {
  const { rules } = form;
  const dayOf = (moment: string | null) => (moment ? dayIn(moment, zone) : "");
  const numberOf = (value: number | null) => (value === null ? "" : String(value));
  return Object.assign(
    {
      "rules.min_people": String(rules.min_people),
      "rules.max_people": String(rules.max_people),
      "rules.half_price": rules.half_price ? "on" : "",
      "rules.half_price_share": String(rules.half_price_share),
      "rules.allows_children": rules.allows_children ? "on" : "",
    },
    Object.fromEntries(
      Object.entries(rules.child_prices).map(([band, cents]) => [`rules.child_prices.${band}`, priceText(cents)]),
    ),
    ...form.quotas.map(({ name, capacity, type_ids: types }, index) => ({
      [`quotas.${index}.name`]: name,
      [`quotas.${index}.capacity`]: String(capacity),
      ...ticked(`quotas.${index}.type_ids`, types),
    })),
    ...form.addons.map(({ variants, ...addon }, index) => ({
      [`addons.${index}.id`]: addon.id,
      [`addons.${index}.name`]: addon.name,
      [`addons.${index}.description`]: addon.description ?? "",
      [`addons.${index}.price_cents`]: priceText(addon.price_cents),
      [`addons.${index}.max_per_order`]: String(addon.max_per_order),
      [`addons.${index}.closes_on`]: dayOf(addon.closes_at),
      ...Object.fromEntries(
        variants.flatMap((variant, place) => [
          [`addons.${index}.variants.${place}.id`, variant.id],
          [`addons.${index}.variants.${place}.name`, variant.name],
          [`addons.${index}.variants.${place}.stock`, numberOf(variant.stock)],
        ]),
      ),
    })),
    ...form.codes.map((code, index) => ({
      [`codes.${index}.id`]: code.id,
      [`codes.${index}.code`]: code.code,
      [`codes.${index}.benefit`]: code.percent !== null ? "percent" : code.cents !== null ? "cents" : "none",
      [`codes.${index}.value`]: code.cents === null ? numberOf(code.percent) : priceText(code.cents),
      [`codes.${index}.opens_kinds`]: code.opens_kinds ? "on" : "",
      [`codes.${index}.max_uses`]: numberOf(code.max_uses),
      [`codes.${index}.starts_on`]: dayOf(code.starts_at),
      [`codes.${index}.ends_on`]: dayOf(code.ends_at),
      ...ticked(`codes.${index}.type_ids`, code.type_ids),
    })),
  ) as FormValues;
}

/** Addresses of the forms that the invitations of an event open, with the code filled in, by the id of the code. */
export function invitationsOf(form: OrderForm, slug: string): Record<string, { name: string; path: string }[]> {
  return Object.fromEntries(
    form.codes
      .filter(({ opens_kinds: isInvitation }) => isInvitation)
      .map(({ id, code, type_ids: types }) => [
        id,
        form.kinds
          .filter((kind) => types.includes(kind.id))
          .map((kind) => ({
            name: kind.name,
            path: `${formPath(kind.kind, slug, kind.id)}&codigo=${encodeURIComponent(code)}`,
          })),
      ]),
  );
}

/** The error of the field that the database refused on the page of orders; none for a reason without a field. */
export function refusedField({ reason, field }: { reason: string; field: string | null }) {
  if (reason !== "invalid" || !field) return undefined;
  const name = field.replace(/\.(?:percent|cents)$/, ".value").replace(/\.(closes|starts|ends)_at$/, ".$1_on");
  return { fieldErrors: { [name]: ["refused"] } };
}
