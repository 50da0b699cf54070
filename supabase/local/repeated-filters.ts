/** Operators whose repetition on one column `op(all)` states in one filter. */
const REPEATED = /^(like|ilike)\.(.*)$/s;

/**
 * Joins repeated filters of one column: `name=like.a&name=like.b` becomes `name=like(all).{a,b}`. PostgREST applies all
 * of them; Supabase Lite keeps only the last.
 */
export function joinedFilters(url: string): string {
  const target = new URL(url);
  const found = new Map<string, { name: string; operator: string; values: string[] }>();
  for (const [name, filter] of target.searchParams) {
    const [, operator = "", value = ""] = REPEATED.exec(filter) ?? [];
    if (!operator) continue;
    const key = `${name} ${operator}`;
    const known = found.get(key);
    if (known) known.values.push(value);
    else found.set(key, { name, operator, values: [value] });
  }
  const repeated = [...found.values()].filter(({ values }) => values.length > 1);
  if (repeated.length === 0) return url;
  const search = new URLSearchParams(
    [...target.searchParams].filter(
      ([name, filter]) => !repeated.some((one) => one.name === name && filter.startsWith(`${one.operator}.`)),
    ),
  );
  for (const { name, operator, values } of repeated) search.append(name, `${operator}(all).{${values.join(",")}}`);
  target.search = search.toString();
  return target.href;
}
