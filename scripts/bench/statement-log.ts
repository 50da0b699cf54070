import { readFileSync, statSync } from "node:fs";

export type Statement = { text: string; parameters: (string | null)[] };

const START = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \w+ \[\d+\] (LOG|DETAIL):\s+/;
const RUN = /^(?:execute [^:]+|statement): ([\s\S]*)$/;
const READ = /^\s*(?:with|select)\b/i;

/** `$1 = 'a''b', $2 = NULL` → `["a'b", null]`. */
export function parametersOf(detail: string): (string | null)[] {
  return [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
}

/** Splits a Postgres log into entries: a line with a timestamp starts an entry, other lines continue it. */
function entriesOf(log: string): { kind: string; text: string }[] {
  const entries: { kind: string; text: string }[] = [];
  for (const line of log.split("\n")) {
    const start = START.exec(line);
    const last = entries.at(-1);
    if (start) entries.push({ kind: start[1]!, text: line.slice(start[0].length) });
    else if (last) last.text += `\n${line}`;
  }
  return entries;
}

/** The distinct read statements on the product's own tables in a part of the Postgres log. */
export function statementsOf(log: string): Statement[] {
  const found = new Map<string, Statement>();
  const entries = entriesOf(log);
  for (const [index, { kind, text }] of entries.entries()) {
    const run = kind === "LOG" ? RUN.exec(text)?.[1] : undefined;
    // Skips the auth server's queries on its own tables; they are not part of the measured read.
    if (!run || !READ.test(run) || /set_config|pg_catalog|pg_class|^select 1$|\bauth"?\./.test(run)) continue;
    const detail = entries[index + 1];
    found.set(run, { text: run, parameters: detail?.kind === "DETAIL" ? parametersOf(detail.text) : [] });
  }
  return [...found.values()];
}

/** The text that was appended to a log while `work` ran. */
export async function loggedDuring(file: string, work: () => Promise<unknown>): Promise<string> {
  const { size } = statSync(file);
  await work();
  return readFileSync(file).subarray(size).toString();
}
