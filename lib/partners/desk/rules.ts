import { DAY_MS } from "../../platform/dates";
import { formatTimestamp } from "../../platform/format";
import type { Tone } from "../../platform/readings/rules";
import type { VoucherCode } from "../codes/rules";
import type { DeskData, DeskVoucher, RedemptionResult } from "./schema";

/** Days until a device of an account deletes what it keeps of a desk; devices keep it until they expire. */
const KEEP_DAYS = 7;

export const deskPath = (serviceId: string): string => `/painel/lugares/${serviceId}/balcao`;
export const readerPath = (serviceId: string): string => `${deskPath(serviceId)}/ler`;
export const devicePath = (token: string): string => `/balcao/${token}`;

/** A downloaded voucher as `judgeVoucher` needs it; `expiresAt` in milliseconds since 1970. */
type HeldVoucher = {
  serviceId: string;
  isRedeemed: boolean;
  isCancelled: boolean;
  expiresAt: number;
  voucher: Pick<DeskVoucher, "validFrom" | "weekdays" | "startsAt" | "endsAt" | "isEnded">;
};

/** Date and time in a time zone, like `2027-03-12` and `09:30:00`. */
function localTime(moment: number, timeZone: string): [string, string] {
  const options = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
  const [day = "", time = ""] = formatTimestamp(new Date(moment), "sv-SE", options).split(" ");
  return [day, time];
}

/** Whether a moment is outside of the weekdays and hours of a voucher. */
function isWrongTime({ weekdays, startsAt, endsAt }: HeldVoucher["voucher"], moment: number, zone: string): boolean {
  const [day, time] = localTime(moment, zone);
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7;
  if (weekdays.length > 0 && !weekdays.includes(weekday)) return true;
  if (startsAt === null || endsAt === null) return false;
  const end = `${endsAt}:00`;
  return time < `${startsAt}:00` || time > end || (time === end && moment % 1000 > 0);
}

/** Result of reading a voucher at a place and time; `redeemed` means valid. The same rules as `private.judge_voucher`. */
export function judgeVoucher(
  held: HeldVoucher | null,
  place: { id: string; timeZone: string },
  moment: number,
): RedemptionResult {
  if (!held) return "unknown";
  if (held.serviceId !== place.id) return "wrong_place";
  if (held.isRedeemed) return "duplicate";
  if (held.isCancelled) return "cancelled";
  if (held.expiresAt <= moment) return "expired";
  if (localTime(moment, place.timeZone)[0] < held.voucher.validFrom) return "not_yet";
  if (isWrongTime(held.voucher, moment, place.timeZone)) return "wrong_time";
  return held.voucher.isEnded ? "ended" : "redeemed";
}

export type DeskIndex = {
  data: DeskData;
  vouchers: ReadonlyMap<string, DeskVoucher>;
  /** Used and cancelled downloads; `at` is null for cancelled ones. */
  used: Map<string, { at: string | null; isCancelled: boolean }>;
};

/** Prepares what a desk keeps for look-ups by id. */
export function indexDesk(data: DeskData): DeskIndex {
  return {
    data,
    vouchers: new Map(data.vouchers.map((voucher) => [voucher.id, voucher])),
    used: new Map(data.used.map(([id, at, isCancelled]) => [id, { at, isCancelled }])),
  };
}

/** Counts a redemption of this device until the next list; the earliest one of a download counts. */
export function noteRedemption({ used }: DeskIndex, downloadId: string, at: string): void {
  const known = used.get(downloadId);
  if (!known?.at || Date.parse(at) < Date.parse(known.at)) used.set(downloadId, { at, isCancelled: false });
}

export type Verdict = {
  result: RedemptionResult;
  voucher: DeskVoucher | null;
  /** When it was used, for a duplicate. */
  usedAt: string | null;
  /** False when the list on the device does not contain the voucher of a valid code. */
  isListed: boolean;
};

/** Decides about a verified code on the device. */
export function judgeCode(index: DeskIndex, code: VoucherCode | null, moment: number): Verdict {
  const none = { voucher: null, usedAt: null };
  if (!code) return { ...none, result: "unknown", isListed: true };
  const voucher = index.vouchers.get(code.voucherId);
  const expiresAt = code.expiresAt * 1000;
  if (!voucher) return { ...none, result: expiresAt <= moment ? "expired" : "wrong_place", isListed: false };
  const used = index.used.get(code.downloadId);
  const { place } = index.data;
  const held = {
    serviceId: place.id,
    isRedeemed: Boolean(used?.at),
    isCancelled: used?.isCancelled ?? false,
    expiresAt,
    voucher,
  };
  return { result: judgeVoucher(held, place, moment), voucher, usedAt: used?.at ?? null, isListed: true };
}

/** Colour of a result: valid, a reason that may change or needs a look, refused. */
export function toneOf(result: RedemptionResult): Tone {
  if (result === "redeemed") return "go";
  return ["duplicate", "not_yet", "wrong_time"].includes(result) ? "warn" : "stop";
}

/** Whether a desk may redeem now: accounts always, a device after the PIN. */
export function isDeskOpen(device: DeskData["device"], now: number): boolean {
  if (!device) return true;
  return (
    device.unlockedUntil !== null && now < Math.min(Date.parse(device.unlockedUntil), Date.parse(device.expiresAt))
  );
}

/** When a device deletes what it keeps of a desk. */
export const deskEnd = ({ now, device }: DeskData): string =>
  device?.expiresAt ?? new Date(Date.parse(now) + KEEP_DAYS * DAY_MS).toISOString();

export const isDeskOver = (endsAt: string, now: number): boolean => Date.parse(endsAt) <= now;

/** Readings that were served without a connection although the voucher had already been used. */
export const servedTwice = (today: DeskData["today"]) =>
  today.filter(({ wasServed, result }) => wasServed && result !== "redeemed");

/** The code in a scanned text: readers that type like a keyboard may change the characters of the address before it. */
export const codeOf = (text: string): string => /lcv1[a-z2-7]+$/i.exec(text.trim())?.[0] ?? text;
