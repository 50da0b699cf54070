import { LOG_PATH } from "../vehicles/rules";
import { parseDecimal } from "../../platform/typed-values";
import type { CHECKLIST_RESULTS } from "../../platform/supabase/database-constants/garage";

export const ITEM_STATUSES = ["ok", "attention", "fail", "na"] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number] | "pending";
/** Statuses of an item that a finished checklist names, worst first. */
export const OPEN_STATUSES = ["fail", "attention", "pending"] as const satisfies readonly ItemStatus[];
export type ChecklistResult = (typeof CHECKLIST_RESULTS)[number];

/** Address of the public travel checklist's items inside the log. */
export const SAVE_TRIP_PATH = `${LOG_PATH}/checklist/viagem`;
/** Takes the place of the id in the address of the page that the service worker caches for checklists started offline. */
export const NEW_CHECKLIST = "novo";
export const checklistPath = (id: string): string => `${LOG_PATH}/checklist/${id}`;

type Counted = { status: ItemStatus };

/** Number of items per status. */
export function countStatuses(items: readonly Counted[]): Record<ItemStatus, number> {
  const counts = { pending: 0, ok: 0, attention: 0, fail: 0, na: 0 };
  for (const { status } of items) counts[status]++;
  return counts;
}

/** Result of a finished checklist; an item that was not checked counts as attention. The database has the same rule. */
export function resultOf(items: readonly Counted[]): Exclude<ChecklistResult, "open"> {
  const { fail, attention, pending } = countStatuses(items);
  if (fail > 0) return "failed";
  return attention + pending > 0 ? "attention" : "ok";
}

/** Items that have a status, of all. */
export const progressOf = (items: readonly Counted[]) => ({
  done: items.filter(({ status }) => status !== "pending").length,
  total: items.length,
});

/** Items under their headings, in display order. */
export function sectionsOf<Item extends { section: string }>(
  items: readonly Item[],
): { title: string; items: Item[] }[] {
  const sections = new Map<string, Item[]>();
  for (const item of items) sections.set(item.section, [...(sections.get(item.section) ?? []), item]);
  return [...sections].map(([title, found]) => ({ title, items: found }));
}

/** One choice in each line. */
export const choicesOf = (choices: string): string[] =>
  choices
    .split("\n")
    .map((choice) => choice.trim())
    .filter(Boolean);

type Described = { body_kind: string; cooling: string | null; fuel_system: string | null };

/** Kinds of cars in the templates that a car belongs to; what its owner did not fill in excludes nothing. */
export function carKindsOf({ body_kind, cooling, fuel_system }: Described): string[] {
  if (body_kind === "motorcycle") return ["motorcycle"];
  const isPickup = body_kind === "pickup" || body_kind === "truck";
  const engine =
    cooling === "air"
      ? ["air_cooled"]
      : [
          ...(cooling === null ? ["air_cooled"] : []),
          ...(fuel_system === "carburettor" || fuel_system === null ? ["carburettor"] : []),
          ...(fuel_system !== "carburettor" ? ["injection"] : []),
        ];
  return isPickup ? [...engine, "pickup"] : engine;
}

/** Whether an item of a template is meant for a car; an item without kinds is for all. */
export const isForCar = (kinds: readonly string[], car: readonly string[]): boolean =>
  kinds.length === 0 || kinds.some((kind) => car.includes(kind));

type Compared = {
  key: string;
  text: string;
  section: string;
  status: ItemStatus;
  value: string;
  unit: string;
  note: string;
};
export type ComparedRow = {
  key: string;
  section: string;
  text: string;
  a: Compared | null;
  b: Compared | null;
  isDifferent: boolean;
};

/** The items of two checklists side by side: those of the first in its order, then those that only the second has. */
export function compareChecklists(a: readonly Compared[], b: readonly Compared[]): ComparedRow[] {
  const nameOf = ({ key, text }: Compared) => key || text;
  const inB = new Map(b.map((item) => [nameOf(item), item]));
  const rows = a.map((item) => rowOf(nameOf(item), item, inB.get(nameOf(item)) ?? null));
  const inA = new Set(a.map(nameOf));
  return [...rows, ...b.filter((item) => !inA.has(nameOf(item))).map((item) => rowOf(nameOf(item), null, item))];
}

function rowOf(key: string, a: Compared | null, b: Compared | null): ComparedRow {
  const { section, text } = (a ?? b)!;
  return { key, section, text, a, b, isDifferent: a?.status !== b?.status || a?.value !== b?.value };
}

/** A number as people type it: "54.321", "54321,5" or "120.50"; null when it is none. */
function typedNumber(text: string, max: number): number | null {
  const number = parseDecimal(text, 2) ?? null;
  return number !== null && number <= max ? number : null;
}

/** A text field of a form. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

export function typedKm(text: string): number | null {
  const km = typedNumber(text, 9_999_999);
  return km === null ? null : Math.round(km * 10) / 10;
}

export function typedCents(text: string): number | null {
  const money = typedNumber(text, 10_000_000);
  return money === null ? null : Math.round(money * 100);
}
