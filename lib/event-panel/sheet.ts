import { answerRows } from "./rules";
import type { Cell } from "../platform/sheets";
import type { Question } from "../registrations/questions/schema";

/** A column per question: the versions from the oldest to the newest, the newest wording as heading. */
export function questionColumns(versions: readonly (readonly Question[])[]): { name: string; label: string }[] {
  const labels = new Map<string, string>();
  for (const questions of versions)
    for (const { name, label, kind } of questions) if (kind !== "file") labels.set(name, label);
  const columns = [...labels].map(([name, label]) => ({ name, label }));
  const isRepeated = (label: string) => columns.filter((one) => one.label === label).length > 1;
  return columns.map(({ name, label }) => ({ name, label: isRepeated(label) ? `${label} (${name})` : label }));
}

/** The answer to a question as a cell: numbers stay numbers. */
export function answerCell(answers: unknown, name: string, words: { yes: string; no: string }): Cell {
  const value = (answers as Record<string, unknown> | null)?.[name];
  if (typeof value === "number") return value;
  return answerRows([], { [name]: value }, words)[0]?.[1] ?? null;
}
