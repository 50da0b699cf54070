import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";

type Client = Sql | TransactionSql;
export type Offered = { place: string; voucher: string };
type Options = {
  total?: number | null;
  perPerson?: number;
  guests?: boolean;
  status?: string;
  days?: [number, number];
};

/** A voucher of a new published place. */
export async function addOffered(
  sql: Client,
  { total = null, perPerson = 1, guests = true, status = "active", days = [-1, 30] }: Options = {},
): Promise<Offered> {
  const [place, voucher] = [randomUUID(), randomUUID()];
  await sql`
    insert into public.services (id, category_key, name, slug, state_abbr, status, source, check_date)
    values (${place}, 'other', 'Pousada do Teste', ${`pousada-${place}`}, 'SC', 'published', 'teste', current_date)`;
  await sql`
    insert into public.vouchers (id, service_id, title, benefit_type, benefit_value, valid_from, valid_until, total_limit, per_person_limit, guests_allowed, status)
    values (${voucher}, ${place}, 'Café da manhã', 'percent', 10, private.brazilian_today() + ${days[0]}::integer,
      private.brazilian_today() + ${days[1]}::integer, ${total}, ${perPerson}, ${guests}, ${status})`;
  return { place, voucher };
}

export const removeOffered = (sql: Sql, { place }: Offered) => sql`delete from public.services where id = ${place}`;

/** Lets people without an account download vouchers. */
export const allowGuests = (sql: Client) => sql`
  insert into public.app_settings (key, value, is_public) values ('feature_guest_vouchers', 'true', true)
  on conflict (key) do update set value = excluded.value`;

export type Answer = { outcome: "saved" | "conflict" | "refused" | "gone"; reason?: string; id?: string };
type Asked = { voucher: string; request?: string; phone?: string | null };

/** Downloads as the caller of the connection; a phone makes it a guest. */
export async function download(sql: Client, { voucher, request = randomUUID(), phone = null }: Asked): Promise<Answer> {
  const [row] = await sql<{ answer: Answer }[]>`
    select public.download_voucher(${voucher}, ${request}, ${phone && "Rui"}, ${phone}) as answer`;
  return row!.answer;
}

/** Number of downloads by the counter and by the rows; they must be equal. */
export async function countsOf(sql: Client, voucher: string): Promise<[counter: number, rows: number]> {
  const [row] = await sql<{ counter: number; rows: number }[]>`
    select (select downloads from private.voucher_counts where voucher_id = ${voucher}) as counter,
      (select count(*)::integer from public.voucher_downloads where voucher_id = ${voucher} and cancelled_at is null) as rows`;
  return [row!.counter, row!.rows];
}
