import { fold } from "../../platform/slug";
import { STATES } from "../../geo/states/rules";
import type { Labels } from "../record-labels/rules";
import type { Field, Resource } from "./resource";
import { asText, csvColumns } from "./rules";
import { csvCells } from "./csv";

type Row = Record<string, unknown>;
type Columns = Pick<Resource, "idColumn" | "fields">;
/** Titles of the rows that references point to, by column and key. */
type Titles = Record<string, Record<string, string> | undefined>;

const LANGUAGE_OF = /^(.+)@(en|es)$/;
/** Heading of a key that is not a field. */
const KEY_HEADING = "Identificador";

/** The heading of each column of a CSV file: its label, or its name where another column has the same label. */
export function csvHeadings(resource: Columns, labels: Pick<Labels, "field">): string[] {
  const isField = (name: string) => resource.fields.some((field) => field.name === name);
  const headings = csvColumns(resource).map((column) => {
    const [, name, language] = LANGUAGE_OF.exec(column) ?? [];
    if (column === resource.idColumn && !isField(column)) return KEY_HEADING;
    return name ? `${labels.field(name)} (${language})` : labels.field(column);
  });
  const columns = csvColumns(resource);
  return headings.map((heading, index) => (headings.indexOf(heading) === index ? heading : columns[index]!));
}

/** Headings of a file for new rows: the fields that can be written, those that are required first. */
export function templateHeadings(resource: Columns, labels: Pick<Labels, "field">): string[] {
  const headings = csvHeadings(resource, labels);
  const rank = (column: string) => {
    const name = column === "lat" || column === "lng" ? "coordinates" : column.replace(LANGUAGE_OF, "$1");
    const field = resource.fields.find((one) => one.name === name && !one.readOnly);
    return !field ? null : field.required && name === column ? 0 : 1;
  };
  return csvColumns(resource)
    .map((column, index) => ({ heading: headings[index]!, rank: rank(column) }))
    .filter((one) => one.rank !== null)
    .toSorted((a, b) => a.rank! - b.rank!)
    .map(({ heading }) => heading);
}

/** Values of a field that have a word of their own. */
const optionsOf = ({ kind, options = [] }: Field): readonly string[] =>
  kind === "boolean" ? ["true", "false"] : kind === "choice" || kind === "choices" ? options : [];

const wordOf = (field: Field, value: string, labels: Pick<Labels, "option">) =>
  labels.option(field.kind === "boolean" ? "boolean" : field.name, value);

/** The text of a place with its state, as the panel shows a town. */
const isReference = ({ kind }: Field) => kind === "city" || kind === "reference";

/** Cells of a row for people: words of the page in place of stored values, titles in place of keys. */
export function wordCells(resource: Columns, row: Row, labels: Pick<Labels, "option">, titles: Titles): string[] {
  const cells = csvCells(resource, row);
  return csvColumns(resource).map((column, index) => {
    const field = resource.fields.find(({ name }) => name === column);
    const cell = cells[index]!;
    if (!field || cell === "") return cell;
    if (isReference(field)) return titles[column]?.[asText(row[column])] ?? cell;
    if (optionsOf(field).length === 0) return cell;
    return cell
      .split("\n")
      .map((value) => (optionsOf(field).includes(value) ? wordOf(field, value, labels) : value))
      .join("\n");
  });
}

/** The stored value of a word, from the labels of all languages; a text that is no label stays. */
export function valueOfWord(field: Field, cell: string, all: readonly Pick<Labels, "option">[]): string {
  if (field.kind === "state") return stateOf(cell);
  const values = optionsOf(field);
  if (values.length === 0 || cell.trim().startsWith("[")) return cell;
  const known = new Map(
    all.flatMap((labels) => values.map((value) => [fold(wordOf(field, value, labels)).trim(), value] as const)),
  );
  for (const value of values) known.set(fold(value), value);
  return cell
    .split("\n")
    .map((line) => known.get(fold(line).trim()) ?? line)
    .join("\n");
}

/** The abbreviation of a state from itself or its name. */
function stateOf(cell: string): string {
  const typed = fold(cell).trim();
  return STATES.find(({ abbr, name }) => abbr.toLowerCase() === typed || fold(name) === typed)?.abbr ?? cell;
}

export type Candidate = { key: string; title: string; state?: string };

/** The name of a referenced row and its state, from `Florianópolis`, `Florianópolis (SC)` or `Florianópolis/SC`. */
export function namedReference(cell: string): { name: string; state: string | null } {
  const [, name, state] = /^(.*?)\s*(?:\(\s*([A-Za-z]{2})\s*\)|[/,-]\s*([A-Za-z]{2}))?$/s.exec(cell.trim()) ?? [];
  const abbr = (state ?? /[/,-]\s*([A-Za-z]{2})$/.exec(cell.trim())?.[1])?.toUpperCase() ?? null;
  const isState = abbr !== null && STATES.some((one) => one.abbr === abbr);
  return isState ? { name: fold(name ?? cell).trim(), state: abbr } : { name: fold(cell).trim(), state: null };
}

/**
 * The key of the row with this name; null when no row or more than one has it. `before` is the key that the imported
 * row refers to now: it is kept when the cell equals the title of that row.
 */
export function keyOfName(
  cell: string,
  candidates: readonly Candidate[],
  { before, title = "", state }: { before: string; title?: string; state: string | null },
): string | null {
  const typed = cell.trim();
  if (typed === "") return typed;
  if (before !== "" && fold(title).trim() === fold(typed)) return before;
  if (candidates.some(({ key }) => key === typed)) return typed;
  const named = namedReference(typed);
  const found = candidates.filter(({ title }) => [named.name, fold(typed)].includes(fold(title).trim()));
  if (found.some(({ key }) => key === before)) return before;
  const inState = found.filter((one) => !one.state || one.state === (named.state ?? state ?? one.state));
  return inState.length === 1 ? inState[0]!.key : null;
}
