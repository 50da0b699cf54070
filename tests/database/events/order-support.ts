import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { ID_OF } from "../actors";
import { makeKind, type Kind } from "./registration-support";

type Client = Sql | TransactionSql;

export type OrderEvent = Kind & { dinner: string; large: string };

type Options = { price?: number; capacity?: number | null; stock?: number; approval?: boolean };

/** A published event of `user` with a ticket, a dinner and a T-shirt in one size; `vendedor` is at its gate. */
export async function orderEvent(sql: Client, { price = 4000, stock = 5, ...more }: Options = {}): Promise<OrderEvent> {
  const kind = await makeKind(sql, { price, waiting: false, ...more });
  await sql`update public.events set organizer_id = ${ID_OF.user} where id = ${kind.event}`;
  await sql`insert into public.event_members (event_id, account_id, role) values (${kind.event}, ${ID_OF.vendedor}, 'gate')`;
  const variant = async (name: string, cents: number, size: string) => {
    const [row] = await sql<{ id: string }[]>`
      with addon as (
        insert into public.event_addons (event_id, name, price_cents) values (${kind.event}, ${name}, ${cents}) returning id
      )
      insert into public.event_addon_variants (addon_id, name, stock) select id, ${size}, ${stock} from addon returning id`;
    return row!.id;
  };
  return { ...kind, dinner: await variant("Jantar", 6000, ""), large: await variant("Camiseta", 5000, "G") };
}

/** Another kind of the event. */
export async function addKind(sql: Client, event: string, { kind = "publico", price = 0, approval = false } = {}) {
  const [row] = await sql<{ id: string }[]>`
    insert into public.event_registration_types (event_id, kind, name, price_cents, requires_approval, has_waiting_list)
    values (${event}, ${kind}, ${`${kind} ${randomUUID()}`}, ${price}, ${approval}, false) returning id`;
  return row!.id;
}

type Code = { percent?: number; cents?: number; opens?: boolean; types?: string[]; most?: number | null };

export async function addCode(sql: Client, event: string, code: string, options: Code = {}): Promise<string> {
  const { percent = null, cents = null, opens = false, types = [], most = null } = options;
  const [row] = await sql<{ id: string }[]>`
    insert into public.event_codes (event_id, code, percent, cents, opens_kinds, type_ids, max_uses)
    values (${event}, ${code}, ${percent}, ${cents}, ${opens}, ${types}::uuid[], ${most}) returning id`;
  return row!.id;
}

export type Person = {
  id: string;
  full_name: string;
  status: string;
  price_cents: number;
  order_cents: number;
  places: number;
};

/** The people of the order of a registration, the buyer first. */
export const peopleOf = (sql: Client, registration: string) => sql<Person[]>`
  select one.id, one.full_name, one.status, one.price_cents, one.order_cents, one.places
  from public.event_registrations as one join public.event_registrations as buyer on buyer.order_id = one.order_id
  where buyer.id = ${registration} order by one.order_position`;
