import { fold } from "../slug";

const MAX_WORDS = 8;

/**
 * One `like` pattern per search word. A row matches when its `search_name` (lower case, without accents) matches all
 * of them, in any order. `%` and `_` are escaped. Syntax characters of PostgREST become the wildcard `_`, because the
 * embedded backend does not support quoting here.
 */
export const patterns = (typed: string): string[] =>
  fold(typed)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => `%${word.replace(/[%_]/g, "\\$&").replace(/[*,:()"]|\\(?![%_])/g, "_")}%`);
