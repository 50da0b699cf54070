import type { Locale } from "./i18n/routing";

/** Formats kilometres with at most one decimal: `1234.5` → `1.234,5 km`. */
export function formatKm(km: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit: "kilometer", maximumFractionDigits: 1 }).format(km);
}

/** Formats metres without decimals: `1.460 m`. */
export function formatMetres(metres: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit: "meter", maximumFractionDigits: 0 }).format(metres);
}

/** Formats minutes as hours and minutes: `2 h 35 min`. */
export function formatMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (!hours) return `${rest} min`;
  return rest ? `${hours} h ${rest} min` : `${hours} h`;
}

/** Formats months 1–12 as short names, consecutive ones as a range: `mar–mai, set`. */
export function formatMonths(months: readonly number[], locale: Locale): string {
  const name = new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" });
  const label = (month: number) => name.format(new Date(Date.UTC(2024, month - 1, 1))).replace(".", "");
  const runs: number[][] = [];
  for (const month of [...months].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last.at(-1) === month - 1) last.push(month);
    else runs.push([month]);
  }
  return runs.map((run) => (run.length > 2 ? `${label(run[0]!)}–${label(run.at(-1)!)}` : run.map(label).join(", "))).join(", ");
}

/** Formats the date of a timestamp in Brazilian time: `5 de mar. de 2026`, or `5 de março de 2026`. */
export function formatDay(moment: string, locale: Locale, style: "medium" | "long" = "medium"): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: "America/Sao_Paulo" }).format(new Date(moment));
}

/** ISO date of a timestamp in Brazilian time: `2026-11-21`. */
export function brazilianDay(moment: Date | number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" }).format(moment);
}

/** Formats month and year of a date: `novembro de 2026`. */
export function formatMonthYear(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

/** Formats cents as reais in the page's language: `R$ 1.234,50`. */
export function formatMoney(cents: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: "BRL" }).format(cents / 100);
}

/** Formats a timestamp in Brazilian time: `5 de mar. de 2026, 14:30`. */
export function formatMoment(moment: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "America/Sao_Paulo" }).format(new Date(moment));
}
