/** Time zone of dates on pages; Brazil has had no daylight saving time since 2019. */
export const TIME_ZONE = "America/Sao_Paulo";
const OFFSET = "-03:00";
export const DAY_MS = 86_400_000;

type Moment = Date | number | string;

/** Formatters by time zone: making one takes longer than using it a hundred times. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** ISO date of a moment in a time zone: `2026-11-21`. */
export const dayIn = (moment: Moment, timeZone: string): string => localIn(moment, timeZone).slice(0, 10);

/** Date and time of a moment in a time zone, as `datetime-local` fields have them: `2026-11-21T22:30`. */
export function localIn(moment: Moment, timeZone: string): string {
  const known = FORMATS.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  if (!known) FORMATS.set(timeZone, format);
  return format.format(new Date(moment)).replace(" ", "T");
}

/** Offset of a time zone from UTC at a moment: `-05:00`. */
export function offsetAt(moment: Moment, timeZone: string): string {
  const minute = Math.floor(new Date(moment).getTime() / 60_000);
  const minutes = Date.parse(`${localIn(moment, timeZone)}Z`) / 60_000 - minute;
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** A moment with the offset of a time zone: `2026-12-05T22:30:00-05:00`. */
export const withOffset = (moment: Moment, timeZone: string): string =>
  `${localIn(moment, timeZone)}:00${offsetAt(moment, timeZone)}`;

/** The moment of a local time such as `2026-12-05T09:00` in a time zone; null for another text. */
export function momentIn(local: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${local}:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) || Number.isNaN(asUtc)) return null;
  return new Date(`${local}:00${offsetAt(asUtc, timeZone)}`).toISOString();
}

/** ISO date of a timestamp in Brazilian time: `2026-11-21`. */
export const brazilianDay = (moment: Date | number): string => dayIn(moment, TIME_ZONE);

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

/** ISO dates from the first to the last, at most `limit` of them. */
export function daysFromTo(first: string, last: string, limit: number): string[] {
  const days = [first];
  while (days.at(-1)! < last && days.length < limit) days.push(addDays(days.at(-1)!, 1));
  return days;
}

/** Timestamp some days from now; negative numbers lie in the past. */
export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}
