import type { Field } from "@/lib/panel/admin/resource";
import { canonical } from "@/lib/panel/admin/rules";

type Values = Record<string, unknown>;
type Merged = { value: unknown; isConflict: boolean };

/** Kinds whose parts are merged one by one; any other value is merged as a whole. */
const PARTS: readonly Field["kind"][] = ["texts", "attributes", "hours"];

const plain = (value: unknown) => canonical(value ?? "");
const scalar = (value: unknown) => (typeof value === "number" ? String(value) : value);
const same = (a: unknown, b: unknown) => plain(scalar(a)) === plain(scalar(b));
const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Takes the value that only one side changed; when both changed it differently, reports a conflict and keeps mine until it is resolved. */
function mergePiece(base: unknown, mine: unknown, theirs: unknown): Merged {
  if (same(mine, theirs) || same(theirs, base)) return { value: mine, isConflict: false };
  return same(mine, base) ? { value: theirs, isConflict: false } : { value: mine, isConflict: true };
}

function mergeParts(base: unknown, mine: unknown, theirs: unknown): Merged {
  if (!isObject(mine) || !isObject(theirs)) return mergePiece(base, mine, theirs);
  const before = isObject(base) ? base : {};
  const parts = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].map(
    (key) => [key, mergeParts(before[key], mine[key], theirs[key])] as const,
  );
  return {
    value: Object.fromEntries(parts.map(([key, { value }]) => [key, value]).filter(([, value]) => value !== undefined)),
    isConflict: parts.some(([, { isConflict }]) => isConflict),
  };
}

type Rows = readonly Values[];
const idsOf = (rows: Rows) => rows.map(({ id }) => id).filter((id) => id !== undefined);
const byId = (rows: Rows, id: unknown) => rows.find((row) => row["id"] === id);

/** Merges one child field by field; undefined when it is removed. */
function mergeRow(
  base: Values | undefined,
  mine: Values | undefined,
  theirs: Values | undefined,
): { row: Values | undefined; isConflict: boolean } {
  if (!mine || !theirs) {
    const left = mine ?? theirs;
    // One side added or removed the child: a change of a child that the other side removed is a conflict.
    return base && same(left, base)
      ? { row: undefined, isConflict: false }
      : { row: left, isConflict: base !== undefined };
  }
  const pieces = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].map(
    (key) => [key, mergePiece(base?.[key], mine[key], theirs[key])] as const,
  );
  return {
    row: Object.fromEntries(pieces.map(([key, { value }]) => [key, value])),
    isConflict: pieces.some(([, { isConflict }]) => isConflict),
  };
}

function mergeRows(base: Rows, mine: Rows, theirs: Rows): Merged {
  const shared = (rows: Rows) => idsOf(rows).filter((id) => byId(mine, id) && byId(theirs, id) && byId(base, id));
  const order = mergePiece(shared(base), shared(mine), shared(theirs));
  const [first, second] = same(order.value, shared(mine)) ? [mine, theirs] : [theirs, mine];
  const ids = [...new Set([...idsOf(first), ...idsOf(second)])];
  const merged = ids.map((id) => mergeRow(byId(base, id), byId(mine, id), byId(theirs, id)));
  const added = mine.filter(({ id }) => id === undefined);
  return {
    value: [...merged.flatMap(({ row }) => (row ? [row] : [])), ...added],
    isConflict: order.isConflict || merged.some(({ isConflict }) => isConflict),
  };
}

function mergeField(kind: Field["kind"] | undefined, base: unknown, mine: unknown, theirs: unknown): Merged {
  const mergedValue = mergePiece(base, mine, theirs);
  if (!mergedValue.isConflict) return mergedValue;
  if (kind === "rows" && Array.isArray(mine) && Array.isArray(theirs)) {
    const rows = mergeRows(Array.isArray(base) ? (base as Rows) : [], mine as Rows, theirs as Rows);
    return rows.isConflict ? mergedValue : rows;
  }
  // `kind` is undefined for the translations.
  const parts = kind === undefined || PARTS.includes(kind) ? mergeParts(base, mine, theirs) : mergedValue;
  return parts.isConflict ? mergedValue : parts;
}

/** Merges the values of a form with those that another account saved meanwhile; returns the names of the fields in conflict. */
export function mergeValues(
  fields: readonly Field[],
  base: Values,
  mine: Values,
  theirs: Values,
): { values: Values; conflicts: string[] } {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const merged = names.map(
    (name) =>
      [
        name,
        mergeField(fields.find((field) => field.name === name)?.kind, base[name], mine[name], theirs[name]),
      ] as const,
  );
  return {
    values: Object.fromEntries(merged.map(([name, { value }]) => [name, value])),
    conflicts: merged.filter(([, { isConflict }]) => isConflict).map(([name]) => name),
  };
}
