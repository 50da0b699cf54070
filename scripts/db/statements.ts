/**
 * Splits SQL like `supabase db push` (Supabase CLI 2.117, pkg/parser): a `begin atomic` body ends at the first letters
 * "end" outside quotes, comments and parentheses, also in the middle of a name.
 */
type State = (char: string, seen: string) => State | null;

const ready: State = (char, seen) => {
  if (char === "$") return tag(seen.length - 1);
  if (char === "'" || char === '"') return quote(char, false);
  if (char === "-") return dash;
  if (char === "/") return block(0);
  if (char === "\\") return () => ready;
  if (char === ";") return null;
  if (char === "(") return until(")", ready);
  if (/\satomic$/i.test(seen.slice(-7))) return until("end", ready);
  return ready;
};

const dash: State = (char, seen) => (char === "-" ? raw("\n") : ready(char, seen));

const raw = (end: string): State => {
  const state: State = (_char, seen) => (seen.endsWith(end) ? ready : state);
  return state;
};

const block = (depth: number): State => {
  return (char, seen) => {
    if (seen.endsWith("/*")) return block(depth + 1);
    if (depth === 0) return ready(char, seen);
    if (!seen.endsWith("*/")) return block(depth);
    return depth === 1 ? ready : block(depth - 1);
  };
};

const quote = (mark: string, isClosing: boolean): State => {
  return (char, seen) => {
    if (isClosing) return char === mark ? quote(mark, false) : ready(char, seen);
    return quote(mark, char === mark);
  };
};

const tag = (from: number): State => {
  const state: State = (char, seen) => {
    if (char === "$") return raw(seen.slice(from));
    return /[\p{L}\d_]/u.test(char) ? state : ready(char, seen);
  };
  return state;
};

/** A state that ends at `end`, read while `inner` is in no quote, comment or parenthesis. */
const until = (end: string, inner: State): State => {
  return (char, seen) => {
    const next = inner(char, seen) ?? inner;
    if (next === ready && seen.slice(-end.length).toLowerCase() === end) return ready;
    return until(end, next);
  };
};

export function cliStatements(sql: string): string[] {
  const statements: string[] = [];
  let [begin, state] = [0, ready];
  for (let at = 0; at < sql.length; at++) {
    const next = state(sql[at]!, sql.slice(begin, at + 1));
    if (next) state = next;
    else {
      statements.push(sql.slice(begin, at + 1));
      [begin, state] = [at + 1, ready];
    }
  }
  return [...statements, sql.slice(begin)].filter((statement) => statement.trim() !== "");
}
