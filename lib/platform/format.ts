import { TIME_ZONE } from "./dates";
import type { Locale } from "./i18n/routing";

/** A page title without the name of the portal at its end. */
export const withoutBrand = (title: string): string => title.replace(/ \| LACAMBECHE$/, "");

/** Formats a number in the page's language: `1.234,5`. */
export function formatNumber(value: number, locale: string, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale, options).format(value);
}

/** Formats a share as a percentage: `0.125` → `13%`. */
export function formatPercent(share: number, locale: string, options?: Intl.NumberFormatOptions): string {
  return formatNumber(share, locale, { style: "percent", ...options });
}

/** Formats kilometres with at most one decimal: `1234.5` → `1.234,5 km`. */
export function formatKm(km: number, locale: Locale): string {
  return formatNumber(km, locale, { style: "unit", unit: "kilometer", maximumFractionDigits: 1 });
}

/** Formats metres without decimals: `1.460 m`. */
export function formatMetres(metres: number, locale: Locale): string {
  return formatNumber(metres, locale, { style: "unit", unit: "meter", maximumFractionDigits: 0 });
}

/** Formats minutes as hours and minutes: `2 h 35 min`. */
export function formatMinutes(minutes: number): string {
  const total = Math.round(minutes);
  const hours = Math.floor(total / 60);
  const rest = total % 60;
  if (!hours) return `${rest} min`;
  return rest ? `${hours} h ${rest} min` : `${hours} h`;
}

/** Formats months 1–12 as short names, consecutive ones as a range: `mar–mai, set`. */
export function formatMonths(months: readonly number[], locale: Locale): string {
  const label = (month: number) =>
    formatDate(`2024-${String(month).padStart(2, "0")}-01`, locale, { month: "short" }).replace(".", "");
  const runs: number[][] = [];
  for (const month of [...months].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last.at(-1) === month - 1) last.push(month);
    else runs.push([month]);
  }
  return runs
    .map((run) => (run.length > 2 ? `${label(run[0]!)}–${label(run.at(-1)!)}` : run.map(label).join(", ")))
    .join(", ");
}

/** Formats a timestamp in Brazilian time, or in the time zone of the options. */
export function formatTimestamp(moment: string | Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, ...options }).format(new Date(moment));
}

/** Name of a time zone at a moment: `GMT-5` or `Horário Padrão do Acre`. */
export function zoneName(moment: string, locale: string, timeZone: string, style: "shortOffset" | "long"): string {
  return (
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: style })
      .formatToParts(new Date(moment))
      .find(({ type }) => type === "timeZoneName")?.value ?? timeZone
  );
}

/** Formats the date of a timestamp in Brazilian time: `5 de mar. de 2026`, or `5 de março de 2026`. */
export function formatDay(moment: string, locale: string, style: "medium" | "long" = "medium"): string {
  return formatTimestamp(moment, locale, { dateStyle: style });
}

/** Formats two timestamps as a range of days, one day when both are on it: `5 – 7 de mar. de 2026`. */
export function formatDayRange(
  from: string,
  until: string,
  locale: string,
  { timeZone = TIME_ZONE, dateStyle = "medium" }: { timeZone?: string; dateStyle?: "medium" | "long" } = {},
): string {
  return new Intl.DateTimeFormat(locale, { timeZone, dateStyle })
    .formatRange(new Date(from), new Date(until))
    .replaceAll("\u2009", " ");
}

/** Formats a timestamp in Brazilian time: `5 de mar. de 2026, 14:30`. */
export function formatMoment(moment: string, locale: string): string {
  return formatTimestamp(moment, locale, { dateStyle: "medium", timeStyle: "short" });
}

/** Formats a timestamp in Brazilian time for tables: `05/03/2026, 14:30`. */
export function formatShortMoment(moment: string, locale: string): string {
  return formatTimestamp(moment, locale, { dateStyle: "short", timeStyle: "short" });
}

/** Name of a time zone with its offset from UTC: `Horário Padrão de Brasília (UTC−3)`. */
export function formatZone(timeZone: string, locale: string): string {
  const part = (style: "long" | "shortOffset", language: string) =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName: style })
      .formatToParts(new Date())
      .find(({ type }) => type === "timeZoneName")?.value ?? "";
  return `${part("long", locale)} (${part("shortOffset", "en").replace("GMT", "UTC").replace("-", "\u2212")})`;
}

/** Formats a timestamp in the time zone of the device. */
export function formatDeviceMoment(moment: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }).format(new Date(moment));
}

/** Formats an ISO date, which has no time zone: `5 de mar. de 2026`. */
export function formatDate(
  day: string,
  locale: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: "medium" },
): string {
  return new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(new Date(`${day}T00:00:00Z`));
}

/** Formats month and year of a date: `novembro de 2026`. */
export function formatMonthYear(day: string, locale: Locale): string {
  return formatDate(day, locale, { month: "long", year: "numeric" });
}

/** Name of a month, 1–12: `novembro`. */
export function formatMonth(month: number, locale: string): string {
  return formatDate(`2024-${String(month).padStart(2, "0")}-01`, locale, { month: "long" });
}

/** Name of a weekday, counted from Monday as 0: `segunda-feira`. */
export function formatWeekday(index: number, locale: string): string {
  return formatDate(`2024-01-0${index + 1}`, locale, { weekday: "long" });
}

/** Formats cents as reais in the page's language: `R$ 1.234,50`. */
export function formatMoney(cents: number, locale: string): string {
  return formatNumber(cents / 100, locale, { style: "currency", currency: "BRL" });
}

/** A share in whole percent; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 100);
}
