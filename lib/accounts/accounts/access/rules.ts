import { pageOfQuery } from "../../../platform/paging";
import { ACCESS_EVENTS } from "../../../platform/supabase/database-constants/accounts";

export const ACCESS_PER_PAGE = 50;
export const SESSIONS_PER_PAGE = 25;

export type AccessQuery = { event: string; address: string; page: number };

/** Parses the filters and the page of the access log from URL parameters. */
export function readAccessQuery(params: Record<string, string | string[] | undefined>): AccessQuery {
  return {
    event: ACCESS_EVENTS.find((event) => event === params.event) ?? "",
    address: typeof params.address === "string" && /^[0-9a-f]{32}$/.test(params.address) ? params.address : "",
    page: pageOfQuery(params.page),
  };
}

/** Browser and system of a user agent: `Firefox · Linux`. */
export function deviceName(agent: string): string {
  const browser = ["Edg", "OPR", "Firefox", "Chrome", "Safari", "curl"].find((name) => agent.includes(name));
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"].find((name) => agent.includes(name));
  const known = { Edg: "Edge", OPR: "Opera" }[browser ?? ""] ?? browser;
  return [known, system].filter(Boolean).join(" · ") || "—";
}
