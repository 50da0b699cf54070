import type { Sql } from "postgres";
import { id } from "./event-rows";

/** The place whose pages are measured; half of all downloads, messages and views are of it. */
export const LARGE_PLACE = "00000000-0000-4000-8000-0000000041ac";
/** The place has this many vouchers at every size. */
const OF_PLACE = 20;
const VOUCHER_OF_PLACE = id("voucher", `(1 + n % ${OF_PLACE})`);

/** Statements that add rows up to `rows`; the account `owner` owns the measured place. */
const statements = (owner: string, rows: number) => [
  `insert into public.services (id, category_key, name, slug, state_abbr, status)
    select case when n = 1 then '${LARGE_PLACE}'::uuid else ${id("place")} end, 'other', 'Lugar ' || n, 'lugar-de-voucher-' || n,
      (array(select abbr from public.states order by abbr))[1 + n % 27], 'published'
    from generate_series((select count(*)::int + 1 from public.services where slug like 'lugar-de-voucher-%'), ${rows} / 10) as n`,
  `insert into public.service_members (service_id, account_id, role) values ('${LARGE_PLACE}', '${owner}'::uuid, 'owner') on conflict do nothing`,
  `insert into public.vouchers (id, service_id, title, benefit_type, benefit_value, valid_from, valid_until, total_limit, status)
    select ${id("voucher")}, case when n <= ${OF_PLACE} then '${LARGE_PLACE}'::uuid else ${id("place", `(2 + n % (${rows} / 10 - 1))`)} end,
      'Desconto ' || n, 'percent', 10, current_date - 10, current_date + n % 300,
      case when n % 2 = 0 then 100000 end, (array['active', 'active', 'pending', 'ended', 'paused'])[1 + n % 5]
    from generate_series((select count(*)::int + 1 from public.vouchers where title like 'Desconto %'), ${rows} / 2) as n`,
  `insert into private.voucher_counts (voucher_id, downloads) select id, 10 from public.vouchers on conflict do nothing`,
  `insert into public.voucher_downloads (id, voucher_id, account_id, guest_name, guest_phone, request_id, short_code, expires_at, redeemed_at, created_at)
    select ${id("download")}, case when n % 2 = 0 then ${VOUCHER_OF_PLACE} else ${id("voucher", `(1 + n % (${rows} / 2))`)} end,
      case when n <= 50 then '${owner}'::uuid end, case when n > 50 then 'Pessoa ' || n end, case when n > 50 then '48 9' || lpad(n::text, 8, '0') end,
      gen_random_uuid(), translate(upper(substr(md5('voucher-code-' || n), 1, 8)), '01', 'GH'), now() + interval '30 days',
      case when n % 4 = 0 then now() end, now() - n * interval '5 minutes'
    from generate_series((select count(*)::int + 1 from public.voucher_downloads), ${rows}) as n on conflict do nothing`,
  `insert into public.voucher_redemptions (download_id, service_id, nonce, result, scanned_at)
    select id, '${LARGE_PLACE}', ${id("redemption", "id")}, 'redeemed', created_at from public.voucher_downloads
    where redeemed_at is not null on conflict do nothing`,
  `insert into public.service_messages (service_id, name, email, body, created_at, done_at)
    select '${LARGE_PLACE}', 'Pessoa ' || n, 'pessoa' || n || '@example.org', 'Abre domingo?', now() - n * interval '1 hour', case when n % 3 = 0 then now() end
    from generate_series((select count(*)::int + 1 from public.service_messages), ${rows} / 10) as n`,
];

/** Fills the tables of vouchers up to `rows` downloads. */
export async function growVouchersTo(sql: Sql, owner: string, rows: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const statement of statements(owner, rows)) await tx.unsafe(statement);
  });
  await sql`vacuum analyze`;
}
