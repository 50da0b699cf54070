const fold = (text: string) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
const MAX_WORDS = 8;

/**
 * One `like` pattern per typed word. A row matches when its `search_name` (lower case, without accents) matches all of them, in any order.
 * `%` and `_` are plain signs. What is syntax of PostgREST (whose embedded twin knows no quotes here) stands for any one letter.
 */
export const patterns = (typed: string): string[] =>
  fold(typed)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => `%${word.replace(/[%_]/g, "\\$&").replace(/[*,:()"]|\\(?![%_])/g, "_")}%`);
