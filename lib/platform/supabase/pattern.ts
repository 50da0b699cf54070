import { fold } from "../slug";

const MAX_WORDS = 8;

const patternOf = (word: string) => `%${word.replace(/[%_]/g, "\\$&").replace(/[*,:()"]|\\(?![%_])/g, "_")}%`;

/**
 * One `like` pattern per search word. A row matches when its `search_name` (lower case, without accents) matches all
 * of them, in any order. `%` and `_` are escaped. Syntax characters of PostgREST become the wildcard `_`, because the
 * embedded backend does not support quoting here.
 */
export const patterns = (typed: string): string[] =>
  fold(typed).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).map(patternOf);

/** Fewer digits are not searched in telephones, because almost every number contains them. */
const MIN_DIGITS = 4;

/** The digits of a typed telephone without the code of Brazil and the zero before the area code. */
function nationalDigits(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  const hasCountry = digits.length > 11 || typed.startsWith("+");
  return (hasCountry ? digits.replace(/^55/, "") : digits).replace(/^0(?=[1-9]{2}\d{8,9}$)/, "");
}

/** Search words; neighbouring words that are written like parts of a telephone are one. */
function terms(typed: string): string[][] {
  const found: { words: string[]; isNumber: boolean }[] = [];
  for (const word of fold(typed).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)) {
    const isNumber = /^[+(]*\d[\d().-]*$/.test(word);
    const last = found.at(-1);
    if (isNumber && last?.isNumber) last.words.push(word);
    else found.push({ words: [word], isNumber });
  }
  return found.map(({ words }) => words);
}

/**
 * Conditions of a list's search: all words are in `search_name`, and what is written like a telephone may be in one of
 * the telephone columns instead, in any spelling.
 */
export function searchConditions(typed: string, phones: readonly string[]): { words: string[]; or: string | null }[] {
  return terms(typed).map((words) => {
    const digits = nationalDigits(words.join(""));
    const isPhone = /^[+(]*\d/.test(words[0]!) && digits.length >= MIN_DIGITS;
    const inName = words.map(patternOf);
    if (!isPhone || phones.length === 0) return { words: inName, or: null };
    const number = digits.split("").join("[^0-9]*");
    const name = `and(${inName.map((word) => `search_name.like.${word}`).join(",")})`;
    return { words: [], or: [name, ...phones.map((column) => `${column}.match.${number}`)].join(",") };
  });
}
