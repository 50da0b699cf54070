import "server-only";
import { readPage } from "@/lib/platform/supabase/read-page";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { ACCESS_PER_PAGE, SESSIONS_PER_PAGE, type AccessQuery } from "./rules";
import { orThrow } from "../../../platform/supabase/or-throw";
import { daysFromNow } from "../../../platform/dates";

/** One page of the access log, newest first. */
export async function listAccess({ event, address, page }: AccessQuery) {
  const client = await createSessionClient();
  return readPage(
    { page, per: ACCESS_PER_PAGE },
    [
      ["created_at", false],
      ["id", false],
    ],
    (counting) => {
      let rows = client
        .from("access_logs")
        .select("id, event, address_hash, device, created_at, user_id, profile:profiles (username, role)", counting);
      if (event) rows = rows.eq("event", event);
      if (address) rows = rows.eq("address_hash", address);
      return rows;
    },
  );
}

/** How often each event happened in the last 24 hours. */
export async function countAccess(events: readonly string[]): Promise<Record<string, number>> {
  const client = await createSessionClient();
  const since = daysFromNow(-1);
  const counts = await Promise.all(
    events.map((event) =>
      client
        .from("access_logs")
        .select("id", { count: "exact", head: true })
        .eq("event", event)
        .gte("created_at", since),
    ),
  );
  return Object.fromEntries(events.map((event, index) => [event, counts[index]?.count ?? 0]));
}

/** One page of the open sessions, the last seen first. */
export async function listSessions(page: number) {
  const data = orThrow(await (await createSessionClient()).rpc("list_sessions", { page, per: SESSIONS_PER_PAGE }), {
    "42501": "access.permission",
  });
  return { rows: data, total: data[0]?.total ?? 0 };
}

/** Number of accounts of each staff role with a second factor; empty when the auth server does not provide this. */
export async function listSecondFactors() {
  return orThrow(await (await createSessionClient()).rpc("second_factor_share"), { "42501": "access.permission" });
}
