import type { RedemptionResult } from "../../lib/partners/desk/schema";

type Case = {
  name: string;
  zone: "America/Sao_Paulo" | "America/Rio_Branco";
  moment: string;
  held: {
    isHere?: boolean;
    isRedeemed?: boolean;
    isCancelled?: boolean;
    expiresAt?: string;
    validFrom?: string;
    weekdays?: number[];
    startsAt?: string;
    endsAt?: string;
    isEnded?: boolean;
  };
  result: RedemptionResult;
};

const SP = "America/Sao_Paulo";
const AC = "America/Rio_Branco";
/** A Thursday, 12:00 in São Paulo and 10:00 in Rio Branco. */
const NOON = "2026-11-26T15:00:00Z";
const hours = { startsAt: "09:00", endsAt: "18:00" };

/** Cases that the device and the database must judge alike. */
export const VOUCHER_CASES: readonly Case[] = [
  { name: "on a normal day", zone: SP, moment: NOON, held: {}, result: "redeemed" },
  { name: "of another place", zone: SP, moment: NOON, held: { isHere: false }, result: "wrong_place" },
  {
    name: "of another place, used",
    zone: SP,
    moment: NOON,
    held: { isHere: false, isRedeemed: true },
    result: "wrong_place",
  },
  { name: "used", zone: SP, moment: NOON, held: { isRedeemed: true }, result: "duplicate" },
  {
    name: "used and expired",
    zone: SP,
    moment: NOON,
    held: { isRedeemed: true, expiresAt: NOON },
    result: "duplicate",
  },
  { name: "cancelled", zone: SP, moment: NOON, held: { isCancelled: true }, result: "cancelled" },
  {
    name: "cancelled and expired",
    zone: SP,
    moment: NOON,
    held: { isCancelled: true, expiresAt: NOON },
    result: "cancelled",
  },
  { name: "at its end", zone: SP, moment: NOON, held: { expiresAt: NOON }, result: "expired" },
  {
    name: "one second before its end",
    zone: SP,
    moment: NOON,
    held: { expiresAt: "2026-11-26T15:00:01Z" },
    result: "redeemed",
  },
  { name: "on its first day", zone: SP, moment: NOON, held: { validFrom: "2026-11-26" }, result: "redeemed" },
  { name: "before its first day", zone: SP, moment: NOON, held: { validFrom: "2026-11-27" }, result: "not_yet" },
  {
    name: "before its first day in Acre",
    zone: AC,
    moment: "2026-11-27T04:59:59Z",
    held: { validFrom: "2026-11-27" },
    result: "not_yet",
  },
  {
    name: "at the start of its first day in Acre",
    zone: AC,
    moment: "2026-11-27T05:00:00Z",
    held: { validFrom: "2026-11-27" },
    result: "redeemed",
  },
  { name: "on its weekday", zone: SP, moment: NOON, held: { weekdays: [4] }, result: "redeemed" },
  { name: "on another weekday", zone: SP, moment: NOON, held: { weekdays: [1, 2, 3, 5, 6, 7] }, result: "wrong_time" },
  { name: "on a Sunday", zone: SP, moment: "2026-11-29T15:00:00Z", held: { weekdays: [7] }, result: "redeemed" },
  {
    name: "on the evening of its weekday, the next day in UTC",
    zone: SP,
    moment: "2026-11-27T02:00:00Z",
    held: { weekdays: [4] },
    result: "redeemed",
  },
  { name: "within its hours", zone: SP, moment: NOON, held: hours, result: "redeemed" },
  { name: "at the first minute", zone: SP, moment: "2026-11-26T12:00:00Z", held: hours, result: "redeemed" },
  { name: "a second before its hours", zone: SP, moment: "2026-11-26T11:59:59Z", held: hours, result: "wrong_time" },
  { name: "at the end of its hours", zone: SP, moment: "2026-11-26T21:00:00Z", held: hours, result: "redeemed" },
  {
    name: "half a second after its hours",
    zone: SP,
    moment: "2026-11-26T21:00:00.500Z",
    held: hours,
    result: "wrong_time",
  },
  { name: "before its hours in Acre", zone: AC, moment: "2026-11-26T13:59:59Z", held: hours, result: "wrong_time" },
  { name: "ended by the place", zone: SP, moment: NOON, held: { isEnded: true }, result: "ended" },
  {
    name: "ended, outside its hours",
    zone: SP,
    moment: "2026-11-26T11:00:00Z",
    held: { ...hours, isEnded: true },
    result: "wrong_time",
  },
];
