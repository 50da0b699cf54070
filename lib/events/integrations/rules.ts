import { addDays, brazilianDay } from "../../platform/dates";
import { API_TOKEN_DAYS } from "../../platform/supabase/database-constants/events";

/** Whether a text is an address that a webhook may have: HTTPS on the default port, without a user name. */
export function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, port, username, password, hostname } = new URL(text);
  return protocol === "https:" && port === "" && !username && !password && hostname.includes(".");
}

/** Headers of a delivery. */
export const DELIVERY_HEADERS = {
  id: "x-lacambeche-delivery",
  timestamp: "x-lacambeche-timestamp",
  signature: "x-lacambeche-signature",
} as const;

export const apiPath = (event: string, resource: "registrations" | "check-ins"): string =>
  `/api/events/${event}/${resource}`;

/** The last day on which a new token may work. */
export const lastTokenDay = (now: number): string => addDays(brazilianDay(now), API_TOKEN_DAYS - 1);

/** The last day that the form of a token begins with: a month after the event, at least a month from now. */
export function firstLastDay(eventEnds: string, now: number): string {
  const today = brazilianDay(now);
  const days = [addDays(brazilianDay(Date.parse(eventEnds)), 30), addDays(today, 30)].toSorted();
  const latest = lastTokenDay(now);
  return days.at(-1)! < latest ? days.at(-1)! : latest;
}
