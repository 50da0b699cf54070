import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { ID_OF, type Account } from "../actors";
import { hashOf, planOf, ROUTE, TOKEN, type SaveAnswer } from "./rows";

export const REQUEST = "00000000-0000-4000-8000-00000000f101";

/** Stores an application for a trip panel, of an account or of a visitor. */
export async function addRequest(tx: TransactionSql, owner: Account | null = "user", locale = "pt-BR"): Promise<void> {
  await tx`
    insert into public.trip_panel_requests (id, user_id, name, email, delivery_kind, origin, destination, locale)
    values (${REQUEST}, ${owner && ID_OF[owner]}, 'Ana', 'ana@example.org', 'digital', 'Lages', 'Urubici', ${locale})`;
}

/** Stores the planned trip of the application. */
export async function addPanelTrip(
  tx: TransactionSql,
  { route = ROUTE as object | null, owner = "user" as Account | null } = {},
) {
  await addRequest(tx, owner);
  await tx`
    insert into public.trips (id, request_id, title, state_abbr, plan, route)
    values (gen_random_uuid(), ${REQUEST}, 'Serra', 'SC', ${tx.json(planOf("Serra"))}, ${route && tx.json(route as never)})`;
}

export type Delivery = {
  outcome: SaveAnswer["outcome"];
  reason?: string;
  status?: string;
  place?: string;
  by?: string | null;
};

/** Delivers as the current caller. */
export async function deliver(
  tx: TransactionSql,
  { version = 1, token = TOKEN, answer = "Boa viagem" } = {},
): Promise<Delivery> {
  const [row] = await tx<{ answer: Delivery }[]>`
    select public.deliver_trip_panel(${REQUEST}, ${version}, ${randomUUID()}, ${hashOf(token)}, ${answer}) as answer`;
  return row!.answer;
}

/** Saves the trip of the application as the current caller. */
export async function savePanel(tx: TransactionSql, version: number | null, title = "Nova"): Promise<SaveAnswer> {
  const [row] = await tx<{ answer: SaveAnswer }[]>`
    select public.save_requested_trip(${REQUEST}, ${version}, ${tx.json(planOf(title))}, ${tx.json(ROUTE)}, 'SC') as answer`;
  return row!.answer;
}

export const reopen = async (tx: TransactionSql) =>
  (await tx`select public.decide_trip_panel_request(${REQUEST}, 'reopen') as answer`)[0]!.answer as Delivery;

/** The trips of the account that applied, as the owner of the database. */
export async function copiesOf(tx: TransactionSql, account: Account = "user") {
  await tx`reset role`;
  return [
    ...(await tx`
      select title, version, plan, route from public.trips where owner_id = ${ID_OF[account]} and delivered_request_id = ${REQUEST}`),
  ];
}
