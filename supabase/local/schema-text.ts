import { createHash } from "node:crypto";

/** One fact of a database schema, for example a column or a policy. */
export type SchemaLine = { kind: string; schema: string; text: string };

/** Schemas that only the migrations fill; the others belong to Supabase. */
const PRODUCT_SCHEMAS = ["public", "private", "records"];
/** What does not change what a database does, or differs between servers although the migrations are the same. */
const NOT_COUNTED = ["comment", "column order", "default privilege"];
const API_GRANT = / to (?:public|anon|authenticated|service_role): /;

/** Quoted texts and names, dollar-quoted texts, or a run of SQL comments and white space. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|(?:--[^\n]*|\/\*[\s\S]*?\*\/|\s)+/g;

/** Name that PostgreSQL gives the column of a subquery with one function call; nothing can refer to it. */
const UNUSED_ALIAS = /(\(SELECT [\w.]+\(\)) AS \w+\)/g;

/** A SQL text without comments, with single spaces and with none inside parentheses; quoted texts are unchanged. */
export function normaliseSql(text: string): string {
  const spaced = text.replace(TOKENS, (token, _tag: string, at: number) => {
    if (/^['"$]/.test(token)) return token;
    return text[at - 1] === "(" || text[at + token.length] === ")" ? "" : " ";
  });
  return spaced.trim().replace(UNUSED_ALIAS, "$1)");
}

/** One printable line of a schema fact. */
const printLine = ({ kind, schema, text }: SchemaLine): string => `${kind} ${schema}${text}`;

/** Sorted by code unit, so that the order is the same on every machine. */
export function sortedTexts(lines: readonly SchemaLine[]): string[] {
  return lines.map(printLine).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** The lines that only one side has, marked `-` and `+`, in alphabetical order. */
export function differenceOf(before: readonly string[], after: readonly string[]): string[] {
  const gone = without(before, after).map((line) => ({ line, mark: "-" }));
  const added = without(after, before).map((line) => ({ line, mark: "+" }));
  return [...gone, ...added].sort((a, b) => (a.line < b.line ? -1 : 1)).map(({ line, mark }) => `${mark} ${line}`);
}

/** What is left of a list when every line of the other one was taken away once. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}

/** Policies, and triggers with a function of the migrations, also on tables of Supabase such as `auth.users`. */
function isOfMigrations({ kind, schema, text }: SchemaLine): boolean {
  if (kind === "policy") return true;
  if (kind === "trigger") return /EXECUTE FUNCTION (?:public|private)\./.test(text);
  return PRODUCT_SCHEMAS.includes(schema) && !NOT_COUNTED.includes(kind) && (kind !== "grant" || API_GRANT.test(text));
}

/** Hash of everything the migrations define, except comments; the same on PostgreSQL 15 (without MAINTAIN) and later. */
export function fingerprintOf(lines: readonly SchemaLine[]): string {
  const counted = lines
    .filter(isOfMigrations)
    .map((line) => (line.kind === "grant" ? { ...line, text: line.text.replace(",MAINTAIN", "") } : line));
  return createHash("sha256").update(sortedTexts(counted).join("\n")).digest("hex");
}
