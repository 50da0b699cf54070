/**
 * A number as people type it: null for an empty text, undefined for anything else. A single separator is the decimal one
 * unless exactly three digits follow where fewer decimals are possible: `45.678` km, but `38.512` litres.
 */
export function parseDecimal(text: string, maxDecimals: number): number | null | undefined {
  const typed = text.trim().replace(/^R\$/i, "").replaceAll(/\s/g, "");
  if (typed === "") return null;
  if (!/^\d[\d.,]*$/.test(typed)) return undefined;
  const last = Math.max(typed.lastIndexOf(","), typed.lastIndexOf("."));
  const separator = typed[last];
  const decimals = last < 0 ? "" : typed.slice(last + 1);
  const isRepeated = separator !== undefined && typed.indexOf(separator) !== last;
  const hasBoth = typed.includes(",") && typed.includes(".");
  const isGrouping = last >= 0 && !hasBoth && (isRepeated || (decimals.length === 3 && maxDecimals < 3));
  const groups = (isGrouping || last < 0 ? typed : typed.slice(0, last)).split(/[.,]/);
  const isGrouped = /^[1-9]\d{0,2}$/.test(groups[0]!) && groups.slice(1).every((group) => group.length === 3);
  if ((groups.length > 1 && !isGrouped) || (isRepeated && hasBoth)) return undefined;
  if (isGrouping) return Number(groups.join(""));
  return decimals.length > maxDecimals ? undefined : Number(`${groups.join("")}.${decimals || 0}`);
}

export type DecimalSign = "," | ".";

const CURRENCY = String.raw`(?:R\$|US\$|[$€£]|BRL|USD|EUR|GBP)`;
const UNIT = String.raw`(?:km|mi|miles|l|lt|litros?|litres?|liters?|gal|m3|m³|kwh|%|${CURRENCY})`;
const WRITTEN = new RegExp(
  String.raw`^([-\u2212]?)\s*${CURRENCY}?\s*([-\u2212]?)(\d[\d.,'\u00a0\u202f ]*)\s*${UNIT}?\.?$`,
  "i",
);

/** Digits and separators of a number with its currency or unit; null for anything else. */
function partsOf(cell: string): { isNegative: boolean; digits: string } | null {
  const [, before = "", after = "", written] = WRITTEN.exec(cell.trim()) ?? [];
  if (written === undefined) return null;
  return { isNegative: before + after !== "", digits: written.replace(/['\u00a0\u202f ]/g, "") };
}

/** The decimal sign that one number proves, null where three digits follow its only separator. */
function provenSign(cell: string): DecimalSign | null {
  const digits = partsOf(cell)?.digits ?? "";
  const last = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."));
  if (last < 0) return null;
  const sign = digits[last] as DecimalSign;
  const other = sign === "," ? "." : ",";
  if (digits.includes(other)) return digits.split(sign).length === 2 ? sign : null;
  if (digits.split(sign).length > 2) return other;
  const isOpen = digits.length - last - 1 === 3 && last <= 3 && !/^0+[.,]/.test(digits);
  return isOpen ? null : sign;
}

/** The decimal sign of a file; null where its numbers prove none or both. */
export function decimalSignOf(cells: readonly string[]): DecimalSign | null {
  const proven = new Set(cells.map(provenSign).filter((sign) => sign !== null));
  return proven.size === 1 ? [...proven][0]! : null;
}

/**
 * A number of a file with its currency or unit; null when it is none. `isGuess`: its only separator could be the decimal
 * or the thousands one, and neither the file nor the number itself shows which.
 */
export function fileNumber(
  cell: string,
  maxDecimals: number,
  sign: DecimalSign | null,
): { value: number; isGuess: boolean } | null {
  const parts = partsOf(cell);
  if (!parts) return null;
  const { digits, isNegative } = parts;
  const separator = /[.,]/.exec(digits)?.[0] as DecimalSign | undefined;
  const own = provenSign(cell) ?? sign;
  const isGuess = own === null && separator !== undefined;
  const decimal = own ?? (maxDecimals < 3 ? (separator === "," ? "." : ",") : (separator ?? "."));
  const [whole = "", fraction, ...more] = digits.split(decimal);
  const groups = whole.split(/[.,]/);
  const isGrouped = groups.every((group, index) =>
    index === 0 ? group.length <= 3 || groups.length === 1 : group.length === 3,
  );
  if (more.length > 0 || !isGrouped || /[.,]/.test(fraction ?? "")) return null;
  const value = Number(`${groups.join("")}.${fraction || 0}`);
  return { value: isNegative ? -value : value, isGuess };
}

/** A position in degrees: a single number whose separator is the decimal one. */
export function fileDegrees(cell: string): number | null {
  const text = cell.trim().replace("\u2212", "-");
  return /^-?\d{1,3}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : null;
}

/** Order of day and month in files that write them as numbers. */
export const DATE_ORDERS = ["dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T,].*)?$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[ T,].*)?$/;

/** Whether a day begins with its year, so that its order is known. */
export const isYearFirst = (cell: string): boolean => YEAR_FIRST.test(cell.trim());
export const isDay = (cell: string): boolean => isYearFirst(cell) || YEAR_LAST.test(cell.trim());

/** Two digits are a year from 1970 to 2069. */
const fullYear = (year: string) => (year.length > 2 ? year : Number(year) < 70 ? `20${year}` : `19${year}`);

/** A day as `2026-01-31`; null when it does not exist. */
export function dayOf(cell: string, order: DateOrder): string | null {
  const first = YEAR_FIRST.exec(cell.trim());
  const last = YEAR_LAST.exec(cell.trim());
  if (!first && !last) return null;
  const [, a = "", b = "", c = ""] = first ?? last!;
  const [year, month, day] = first ? [a, b, c] : order === "dmy" ? [fullYear(c), b, a] : [fullYear(c), a, b];
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** The order that the days of a file prove; null when every day fits both, or when they contradict each other. */
export function orderOf(cells: readonly string[]): DateOrder | null {
  const numbers = cells.flatMap((cell) => {
    const [, first, second] = YEAR_LAST.exec(cell.trim()) ?? [];
    return first && second ? [[Number(first), Number(second)] as const] : [];
  });
  const isDayFirst = numbers.some(([first]) => first > 12);
  const isMonthFirst = numbers.some(([, second]) => second > 12);
  return isDayFirst === isMonthFirst ? null : isDayFirst ? "dmy" : "mdy";
}

/** How a file writes numbers and days; of a file that does not show it, the notation of Brazil. */
export type Notation = { sign: DecimalSign; order: DateOrder };
export const BRAZILIAN: Notation = { sign: ",", order: "dmy" };
