import type { SchemaLine } from "../../supabase/local/schema-text";

/** An object of the schema that both databases, or only one of them, have; the texts are lines of the description. */
export type Change = { kind: string; name: string; before?: string; after?: string };

/** How a line names its object; kinds that are not listed are described as they are. */
const NAMES: Record<string, RegExp> = {
  function: /^\.(\w+)\(/,
  policy: /^\.(?<table>\w+) (?<name>"(?:[^"]|"")*"|\w+) /,
  trigger: /^\.(?<table>\w+) CREATE (?:CONSTRAINT )?TRIGGER (?<name>\w+)/,
  view: /^\.(\w+) /,
  index: /^\.(\w+) /,
  table: /^\.(\w+) [rv] /,
  "column order": /^\.(\w+) /,
  column: /^\.(\w+)\.\S+ /,
  constraint: /^\.([\w.]+) \w+ /,
  comment: /^ ([\s\S]+?): /,
  grant: /^(.*) to (\w+): /,
};

/** `public.vouchers` and similar; for policies and triggers `"name" on public.vouchers`. */
function nameOf({ kind, schema, text }: SchemaLine): string {
  const found = NAMES[kind]?.exec(text);
  if (!found) return text;
  if (found.groups) return `${found.groups.name} on ${schema}.${found.groups.table}`;
  if (kind === "comment") return found[1]!;
  if (kind === "grant") return `${schema}${found[1]} to ${found[2]}`;
  return kind === "constraint" ? found[1]! : `${schema}.${found[1]}`;
}

const printed = ({ kind, schema, text }: SchemaLine) => `${kind} ${schema}${text}`;

/** The objects in which two descriptions differ, in the order of the second one. */
export function changesBetween(before: readonly SchemaLine[], after: readonly SchemaLine[]): Change[] {
  const [old, present] = [new Set(before.map(printed)), new Set(after.map(printed))];
  const changes = new Map<string, Change>();
  const note = (line: SchemaLine, side: "before" | "after") => {
    const name = nameOf(line);
    // Several columns, constraints and overloads of one name are changes of their own.
    const isOneOfMany = ["column", "constraint"].includes(line.kind) || !NAMES[line.kind];
    const key = `${line.kind} ${name}${isOneOfMany ? ` ${side} ${line.text}` : ""}`;
    changes.set(key, { kind: line.kind, name, ...changes.get(key), [side]: line.text });
  };
  for (const line of after) if (!old.has(printed(line))) note(line, "after");
  for (const line of before) if (!present.has(printed(line))) note(line, "before");
  return [...changes.values()];
}
