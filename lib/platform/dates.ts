/** Time zone of dates on pages; Brazil has had no daylight saving time since 2019. */
export const TIME_ZONE = "America/Sao_Paulo";
const OFFSET = "-03:00";
export const DAY_MS = 86_400_000;

/** ISO date of a timestamp in Brazilian time: `2026-11-21`. */
export function brazilianDay(moment: Date | number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE }).format(moment);
}

/** ISO date of today in the time zone of the device. */
export const deviceDay = (): string => new Intl.DateTimeFormat("sv-SE").format(new Date());

/** Start of a day in Brazilian time. */
export const startOfDay = (day: string): string => `${day}T00:00:00${OFFSET}`;

/** Start of a month (`2026-11`) in Brazilian time, and of the next month. */
export function monthRange(month: string): { from: string; until: string } {
  const [year = 2000, number = 1] = month.split("-").map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  return { from: startOfDay(`${month}-01`), until: startOfDay(`${next}-01`) };
}

/** ISO date some days after an ISO date. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Timestamp some days from now; negative numbers lie in the past. */
export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}
