import { addDays } from "../../platform/dates";
import { formatDate, formatMoney, formatPercent, formatWeekday } from "../../platform/format";
import {
  APPROVED_VOUCHER_STATUSES,
  BENEFIT_TYPES,
  VOUCHER_STATUSES,
} from "../../platform/supabase/database-constants/partners";

type BenefitType = (typeof BENEFIT_TYPES)[number];

/** Why an approved offer was not saved. */
export const OFFER_REFUSALS = ["ended", "too_many", "downloaded"] as const;

export type VoucherStatus = (typeof VOUCHER_STATUSES)[number];

/** `value`: percent, or cents of an amount; null for a gift, which the title names. */
export type Benefit = { type: string; value: number | null };

/** ISO dates of the first and the last day. */
export type Validity = { from: string; until: string };

/** ISO weekdays, 1 is Monday, empty for every day; times like `08:30` or `08:30:00`, null for all day. */
export type Acceptance = { weekdays: readonly number[]; startsAt: string | null; endsAt: string | null };

/** Texts of `vouchers.benefit`; `{value}` is the amount. */
export type BenefitTexts = Record<BenefitType, string>;
/** Texts of `vouchers.acceptance`; `{from}` and `{until}` are times. */
export type AcceptanceTexts = { everyDay: string; hours: string };

/** `15% de desconto`, `R$ 20,00 de desconto` or `Brinde`. */
export function benefitText({ type, value }: Benefit, texts: BenefitTexts, locale: string): string {
  if (type === "gift" || value === null) return texts.gift;
  return type === "percent"
    ? texts.percent.replace("{value}", formatPercent(value / 100, locale))
    : texts.amount.replace("{value}", formatMoney(value, locale));
}

/** Consecutive weekdays as pairs of the first and the last one: `[1, 2, 3, 5]` → `[[1, 3], [5, 5]]`. */
function runsOf(weekdays: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const day of weekdays.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

/** Names of ISO weekdays, three or more consecutive ones as a range: `segunda-feira – sexta-feira`; null for every day. */
export function weekdaysText(weekdays: readonly number[], locale: string): string | null {
  if (weekdays.length === 0 || weekdays.length === 7) return null;
  const name = (day: number) => formatWeekday(day - 1, locale);
  return runsOf(weekdays)
    .map(([first, last]) => {
      if (first === last) return name(first);
      return `${name(first)}${last - first > 1 ? " – " : ", "}${name(last)}`;
    })
    .join(", ");
}

/** `08:30:00` → `08:30`. */
export const shortTime = (time: string): string => time.slice(0, 5);

/** On which weekdays and at which hours a voucher is accepted. */
export function acceptanceText(
  { weekdays, startsAt, endsAt }: Acceptance,
  texts: AcceptanceTexts,
  locale: string,
): string {
  const days = weekdaysText(weekdays, locale) ?? texts.everyDay;
  if (!startsAt || !endsAt) return days;
  return `${days}, ${texts.hours.replace("{from}", shortTime(startsAt)).replace("{until}", shortTime(endsAt))}`;
}

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);

/** Facts of an approval with those of a voucher as texts; facts of other subjects stay as they are. */
export function withVoucherTexts(
  facts: Record<string, unknown>,
  texts: { benefit: BenefitTexts; acceptance: AcceptanceTexts },
  locale: string,
): Record<string, unknown> {
  const { benefitType: type, benefitValue: value, weekdays } = facts;
  if (typeof type !== "string") return facts;
  const [startsAt, endsAt] = [textOrNull(facts.acceptedFrom), textOrNull(facts.acceptedUntil)];
  const days = { weekdays: Array.isArray(weekdays) ? (weekdays as number[]) : [], startsAt, endsAt };
  return {
    ...facts,
    benefit: benefitText({ type, value: typeof value === "number" ? value : null }, texts.benefit, locale),
    acceptance: acceptanceText(days, texts.acceptance, locale),
    validFrom: formatDate(String(facts.validFrom), locale, { dateStyle: "long" }),
    validUntil: formatDate(String(facts.validUntil), locale, { dateStyle: "long" }),
    totalLimit: typeof facts.totalLimit === "number" ? String(facts.totalLimit) : undefined,
    perPersonLimit: String(facts.perPersonLimit),
  };
}

/** Days before the end from which a voucher is marked as ending soon. */
const ENDS_SOON_DAYS = 7;

type ValidityState = "not_yet" | "valid" | "ends_soon" | "over";

/** State of a voucher on an ISO date, by its first and last day only. */
export function validityState({ from, until }: Validity, today: string): ValidityState {
  if (until < today) return "over";
  if (from > today) return "not_yet";
  return until <= addDays(today, ENDS_SOON_DAYS) ? "ends_soon" : "valid";
}

/** Whether a voucher is accepted at least on one day of a range of ISO dates. */
export function isValidBetween({ from, until }: Validity, first: string, last: string): boolean {
  return from <= last && until >= first;
}

/** Pages of this noun that other domains link to. */
export const offerPath = (uf: string): string => `/${uf.toLowerCase()}/cadastro-voucher`;
export const placeVouchersPath = (serviceId: string): string => `/painel/lugares/${serviceId}/vouchers`;
export const reportPath = (token: string): string => `/voucher/relatorio/${token}`;

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const IMAGES = "/imagem-voucher/";

/** Address of an image of a voucher on our own origin. */
export const IMAGE_PATH = /^\/imagem-voucher\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.webp$/;
export const imagePath = (name: string): string => IMAGES + name;

/** Name in bucket voucher-images of an address; null for any other one. */
export const imageKey = (address: string): string | null =>
  IMAGE_PATH.test(address) ? address.slice(IMAGES.length) : null;

/** Statuses that people of a place and voucher managers may set from a status. */
const NEXT: Record<VoucherStatus, readonly (typeof APPROVED_VOUCHER_STATUSES)[number][]> = {
  draft: ["ended"],
  pending: ["ended"],
  active: ["paused", "ended"],
  paused: ["active", "ended"],
  rejected: ["ended"],
  ended: [],
};
export const nextStatuses = (status: string) => NEXT[statusOf(status)];

export function statusOf(status: string): VoucherStatus {
  return VOUCHER_STATUSES.find((known) => known === status) ?? "draft";
}

/** Every day from the first to the last one of the given list and today, at most 90, days without movement as zero. */
export function fillVoucherDays<Day extends { day: string; downloads: number; redemptions: number }>(
  days: readonly Day[],
  today: string,
  least = 30,
) {
  const first = [addDays(today, 1 - least), days[0]?.day ?? today].toSorted()[0]!;
  const known = new Map(days.map((day) => [day.day, day]));
  const filled: { day: string; downloads: number; redemptions: number }[] = [];
  for (let day = [first, addDays(today, -89)].toSorted()[1]!; day <= today; day = addDays(day, 1))
    filled.push({ day, downloads: known.get(day)?.downloads ?? 0, redemptions: known.get(day)?.redemptions ?? 0 });
  return filled;
}

/** Orders places so that those of the state of the page come first, then by name. */
export function placesFirstOf<Place extends { name: string; state_abbr: string }>(
  places: readonly Place[],
  abbr: string,
): Place[] {
  return places.toSorted(
    (a, b) =>
      Number(b.state_abbr === abbr) - Number(a.state_abbr === abbr) ||
      a.state_abbr.localeCompare(b.state_abbr) ||
      a.name.localeCompare(b.name, "pt-BR"),
  );
}

/** Values of the form of an offer by the name of the field, which is that of the column; `weekdays` is a list. */
export type OfferValues = { weekdays?: string[] } & Partial<Record<string, string | string[]>>;
