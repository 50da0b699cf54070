import { addDays, DAY_MS } from "../../../platform/dates";
import { fold } from "../../../platform/slug";
import type { FormValues } from "../rules";

/** A recurring day of the month. week: 1 to 4, or 5 for the last; weekday: 0 is Sunday. */
export type MeetingRule = { week: number; weekday: number };

export const MEETING_WEEKS = [1, 2, 3, 4, 5] as const;
export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

const WEEK_NAMES: readonly [RegExp, number][] = [
  [/\bultim[oa]\b/, 5],
  [/\bprimeir[oa]\b|\b1\s*[oaºª°]/, 1],
  [/\bsegund[oa]\b(?=\s+(?:domingo|sabado|segunda|terca|quarta|quinta|sexta))|\b2\s*[oaºª°]/, 2],
  [/\bterceir[oa]\b|\b3\s*[oaºª°]/, 3],
  [/\bquart[oa]\b(?=\s+(?:domingo|sabado|segunda|terca|quarta|quinta|sexta))|\b4\s*[oaºª°]/, 4],
];
const WEEKDAY_NAMES = ["domingo", "segunda", "terca", "quarta", "quinta", "sexta", "sabado"];

/** The rule in a text such as `todo último domingo do mês` or `2º sábado`; null when it names none or several. */
export function meetingRuleOf(text: string): MeetingRule | null {
  const plain = fold(text);
  const weeks = WEEK_NAMES.filter(([name]) => name.test(plain));
  if (weeks.length !== 1) return null;
  const [name, week] = weeks[0]!;
  const after = plain.slice(plain.search(name)).replace(name, " ");
  const day = /^[\s.ºª°oa]*\b(domingo|segunda|terca|quarta|quinta|sexta|sabado)/.exec(after)?.[1];
  return day ? { week, weekday: WEEKDAY_NAMES.indexOf(day) } : null;
}

/** The rule of an address such as `5-0`; null for anything else. */
export function readMeetingRule(week: unknown, weekday: unknown): MeetingRule | null {
  const isOne = (value: unknown, last: RegExp): value is string => typeof value === "string" && last.test(value);
  return isOne(week, /^[1-5]$/) && isOne(weekday, /^[0-6]$/) ? { week: Number(week), weekday: Number(weekday) } : null;
}

/** The day of a rule in a month counted from January of year 0. */
function dayIn(month: number, { week, weekday }: MeetingRule): string {
  const date = (day: number, of = month) => new Date(Date.UTC(Math.floor(of / 12), of % 12, day));
  const last = date(0, month + 1);
  const day =
    week === 5
      ? last.getUTCDate() - ((last.getUTCDay() - weekday + 7) % 7)
      : 1 + ((weekday - date(1).getUTCDay() + 7) % 7) + (week - 1) * 7;
  return date(day).toISOString().slice(0, 10);
}

/** The next days of a rule after a day. */
export function nextMeetings(rule: MeetingRule, after: string, count: number): string[] {
  const [year = 0, month = 1] = after.split("-").map(Number);
  const first = year * 12 + month - 1;
  // The day of the first month may have passed.
  return Array.from({ length: count + 1 }, (_, index) => dayIn(first + index, rule))
    .filter((day) => day > after)
    .slice(0, count);
}

const moved = (moment: string, days: number) => addDays(moment.slice(0, 10), days) + moment.slice(10);

const MOVED =
  /^(?:startDay|endDay|votes_(?:open|close)_at|kinds\.\d+\.(?:opens_at|closes_at|edit_until|price_steps\.\d+\.starts_at))$/;

/** The form of the next edition: texts, programme and kinds of an event, moved to another first day. */
export function nextEdition(values: FormValues, startDay: string): FormValues {
  const days = (Date.parse(startDay) - Date.parse(values.startDay!)) / DAY_MS;
  const kept = Object.entries(values).filter(
    ([name]) => !/^(?:id|expected_version|(?:kinds|stands)\.\d+\.(?:id|is_taken))$/.test(name),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (name.startsWith("programme.")) return [`programme.${addDays(name.slice(10), days)}`, value];
      return MOVED.test(name) ? [name, moved(value, days)] : [name, value];
    }),
  );
}
