import { differenceOf, type SchemaLine } from "../../supabase/local/schema-text";
import { changesBetween, type Change } from "./changes";
import { withoutLead, type Statement } from "./schema-files";

export type Described = { lines: readonly SchemaLine[]; rows: readonly string[] };

/** The beginning of what a person writes: changed columns, constraints and rows. */
export const GAP = "-- Write here what alters tables and rows, and delete these comments:";

const SIGNATURE = /^\.\w+\(.*?\) returns (?:TABLE\(.*?\)|.*?) language /;
const OWNER_GRANT = / to (?!public$|anon$|authenticated$|service_role$)\w+$/;

type Context = { changes: readonly Change[]; statements: readonly Statement[] };

const of = ({ changes }: Context, kind: string) => changes.filter((change) => change.kind === kind);

/** The statements of supabase/schemas with these keys, in the order of the files. */
function texts({ statements }: Context, keys: ReadonlySet<string>): string[] {
  return statements.filter(({ key }) => keys.has(key)).map(({ text }) => text);
}

/** Functions that cannot be replaced, because their arguments or what they return changed, or that are gone. */
const isDropped = ({ before, after }: Change) =>
  before !== undefined && (after === undefined || SIGNATURE.exec(before)?.[0] !== SIGNATURE.exec(after)?.[0]);

function functions(context: Context): { drops: string[]; definitions: string[] } {
  const changes = of(context, "function");
  const dropped = new Set(changes.filter(isDropped).map(({ name }) => name));
  const names = new Set(changes.filter(({ after }) => after !== undefined).map(({ name }) => name));
  const definitions = context.statements.flatMap(({ key, text }) => {
    const name = /^function ([\w.]+)/.exec(key)?.[1] ?? "";
    if (!names.has(name)) return [];
    return [dropped.has(name) ? text : text.replace(/^create function/m, "create or replace function")];
  });
  // A function is defined after those that it calls, so that it is dropped before them.
  const isWrapper = (name: string) => Number(name.startsWith("public."));
  const drops = [...dropped].toReversed().toSorted((one, other) => isWrapper(other) - isWrapper(one));
  return { drops: drops.map((name) => `drop function ${name};`), definitions };
}

/** Name in supabase/schemas, where an index has no schema. */
const keyOfChange = ({ kind, name }: Change) => `${kind} ${kind === "index" ? name.replace(/^\w+\./, "") : name}`;

/** Policies, triggers, views and indexes: the old one is dropped, the new one is created from its text. */
function replaced(context: Context, kind: string): { drops: string[]; definitions: string[] } {
  const constraints = of(context, "constraint").map(({ before }) => before?.split(" ")[1]);
  const isOfConstraint = (name: string) => constraints.includes(name.replace(/^\w+\./, ""));
  const changes = of(context, kind).filter(({ name }) => kind !== "index" || !isOfConstraint(name));
  const old = changes.filter(({ before }) => before !== undefined);
  const keys = changes.filter(({ after }) => after !== undefined).map(keyOfChange);
  return { drops: old.map(({ name }) => `drop ${kind} ${name};`), definitions: texts(context, new Set(keys)) };
}

/** New tables with their row level security; their columns and constraints are no changes of their own. */
function tables(context: Context): { created: ReadonlySet<string>; definitions: string[] } {
  const created = new Set(of(context, "table").flatMap(({ name, before }) => (before === undefined ? [name] : [])));
  const isOfNew = ({ key, text }: Statement) => {
    const table = /^table ([\w.]+)/.exec(key)?.[1] ?? /^alter table ([\w.]+) enable row/.exec(withoutLead(text))?.[1];
    return table !== undefined && created.has(table);
  };
  return { created, definitions: context.statements.filter(isOfNew).map(({ text }) => text) };
}

const KINDS_OF_COMMENTS: Record<string, string> = { "table column": "column" };

/** `function private.f(uuid)` as it is written in a comment: without arguments, which one function per name does not need. */
function commented(name: string): string {
  const [, kind = "", object = ""] = /^(table column|text search configuration|\w+) ([\s\S]*)$/.exec(name) ?? [];
  return `${KINDS_OF_COMMENTS[kind] ?? kind} ${kind === "function" ? object.replace(/\(.*$/, "") : object}`;
}

function comments(context: Context, dropped: ReadonlySet<string>): string[] {
  const changes = of(context, "comment");
  const written = new Set(
    changes.flatMap(({ name, after }) => (after === undefined ? [] : [`comment on ${commented(name)}`])),
  );
  const again = [...dropped].map((name) => `comment on function ${name}`);
  const keys = new Set([...written, ...again]);
  const isLeft = (name: string) => !isGone(context, commented(name)) && !keys.has(`comment on ${commented(name)}`);
  const gone = changes.filter(({ name, after }) => after === undefined && isLeft(name));
  return [...texts(context, keys), ...gone.map(({ name }) => `comment on ${commented(name)} is null;`)];
}

/** Whether the object of a comment or grant is dropped by the migration. */
const isGone = ({ changes }: Context, object: string): boolean =>
  changes.some(({ kind, name, after }) => after === undefined && object.startsWith(`${kind} ${name}`));

type Grant = { target: string; role: string; privileges: string[] };

/** `.f(uuid) to anon: EXECUTE` as what is written after `grant` and `revoke`. */
function grantOf(name: string, text: string | undefined): Grant {
  const [, object = "", role = ""] = /^(.*) to (\w+)$/.exec(name) ?? [];
  const privileges =
    /: ([A-Z,]+)$/
      .exec(text ?? "")?.[1]
      ?.toLowerCase()
      .split(",") ?? [];
  const [, table, column] = /^(\w+\.\w+)\.(\w+)$/.exec(object) ?? [];
  if (column) return { target: table!, role, privileges: privileges.map((one) => `${one} (${column})`) };
  return { target: object.includes("(") ? `function ${object.replace(/\(.*$/, "")}` : object, role, privileges };
}

function grants(context: Context, dropped: ReadonlySet<string>): string[] {
  const changed = of(context, "grant").filter(({ name }) => !OWNER_GRANT.test(name));
  const lines = changed.flatMap(({ name, before, after }) => {
    const [old, present] = [grantOf(name, before), grantOf(name, after)];
    const object = present.target.startsWith("function ") ? present.target : `table ${present.target}`;
    if (isGone(context, object) || dropped.has(object.replace("function ", ""))) return [];
    const added = present.privileges.filter((one) => !old.privileges.includes(one));
    const taken = old.privileges.filter((one) => !present.privileges.includes(one));
    return [
      ...(taken.length > 0 ? [`revoke ${taken.join(", ")} on ${old.target} from ${old.role};`] : []),
      ...(added.length > 0 ? [`grant ${added.join(", ")} on ${present.target} to ${present.role};`] : []),
    ];
  });
  const isOfDropped = ({ text }: Statement) => {
    const name = /^(?:grant|revoke) \w+ on function ([\w.]+)/.exec(withoutLead(text))?.[1];
    return name !== undefined && dropped.has(name);
  };
  return [...lines, ...context.statements.filter(isOfDropped).map(({ text }) => text)];
}

const CHECK = /^\.([\w.]+) (\w+) CHECK ([\s\S]*) validated t$/;

/** Statements for checks that have another rule under the same name, and the other changes. */
function checks(changes: readonly Change[]): { statements: string[]; others: Change[] } {
  const parsed = changes.flatMap((change) => {
    const [, table, name, rule] =
      (change.kind === "constraint" && CHECK.exec(change.after ?? change.before ?? "")) || [];
    return rule ? [{ change, key: `${table} ${name}`, table, name, rule }] : [];
  });
  const old = new Set(parsed.filter(({ change }) => change.before !== undefined).map(({ key }) => key));
  const changed = parsed.filter(({ change, key }) => change.after !== undefined && old.has(key));
  const keys = new Set(changed.map(({ key }) => key));
  const written = new Set(parsed.filter(({ key }) => keys.has(key)).map(({ change }) => change));
  return {
    statements: changed.map(
      ({ table, name, rule }) =>
        `alter table ${table}\n  drop constraint ${name},\n  add constraint ${name} check ${rule};`,
    ),
    others: changes.filter((change) => !written.has(change)),
  };
}

/** Lists and numbers, which tables may use in their checks. */
const CONSTANT =
  /^create (?:or replace )?function private\.\w+\(\) returns (?:text\[\]|integer|bigint|numeric)\nlanguage sql immutable/m;

const REPLACEABLE = new Set(["function", "policy", "trigger", "view", "index", "comment", "grant"]);

/** Lines that only a person can turn into statements. */
function gap({ changes, statements }: Context, created: ReadonlySet<string>, rows: readonly string[]): string[] {
  const keys = new Set(statements.map(({ key }) => key));
  const isWritten = ({ kind, name, before, after }: Change) =>
    created.has(name) ||
    (kind === "constraint" && before === undefined && keys.has(`table ${name} constraint ${after!.split(" ")[1]}`));
  const hasChangedColumns = (table: string) => changes.some(({ kind, name }) => kind === "column" && name === table);
  const isOfColumns = ({ kind, name }: Change) => kind === "column order" && hasChangedColumns(name);
  const open = changes.filter((change) => !isOfColumns(change) && !REPLACEABLE.has(change.kind) && !isWritten(change));
  const lines = open.flatMap(({ kind, name, before, after }) => [
    ...(before === undefined ? [] : [`-- - ${kind} of ${name}: ${before.trim()}`]),
    ...(after === undefined ? [] : [`-- + ${kind} of ${name}: ${after.trim()}`]),
  ]);
  return [...lines, ...rows.map((line) => `-- ${line}`)];
}

/** The migration that leads from the database of the migrations to that of supabase/schemas, with a gap for a person. */
export function writeMigration(before: Described, after: Described, statements: readonly Statement[]): string {
  const changedChecks = checks(changesBetween(before.lines, after.lines));
  const context = { changes: changedChecks.others, statements };
  const made = tables(context);
  const ofFunctions = functions(context);
  const kinds = ["view", "index", "policy", "trigger"].map((kind) => replaced(context, kind));
  const recreated = new Set(
    of(context, "function")
      .filter((one) => isDropped(one) && one.after !== undefined)
      .map(({ name }) => name),
  );
  const open = gap(context, made.created, differenceOf(before.rows, after.rows));
  const keys = new Set(
    of(context, "constraint").flatMap(({ name, before: old, after: text }) =>
      old === undefined ? [`table ${name} constraint ${text!.split(" ")[1]}`] : [],
    ),
  );
  const body = [
    ...kinds.flatMap(({ drops }) => drops),
    ...ofFunctions.drops,
    ...ofFunctions.definitions.filter((text) => CONSTANT.test(text)),
    ...changedChecks.statements,
    ...made.definitions,
    ...(open.length > 0 ? [[GAP, ...open].join("\n")] : []),
    ...texts(context, keys),
    ...ofFunctions.definitions.filter((text) => !CONSTANT.test(text)),
    ...kinds.flatMap(({ definitions }) => definitions),
    ...comments(context, recreated),
    ...grants(context, recreated),
  ];
  if (ofFunctions.definitions.length < 2) return `${body.join("\n\n")}\n`;
  // Functions may name one that follows.
  return ["set check_function_bodies = off;", ...body, "reset check_function_bodies;\n"].join("\n\n");
}
