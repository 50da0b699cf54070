import type { Sql } from "postgres";

/** Fills page views of a year and the notices of one account up to `rows` rows each. */
export async function growViewsTo(sql: Sql, rows: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.page_views (page_path, locale, state_abbr, referrer_host, created_at)
      select '/sc/rota/' || n % 5000, (array['pt-BR', 'en-US', 'es-419'])[1 + n % 3], (array(select abbr from public.states order by abbr))[1 + n % 27],
        case when n % 3 = 0 then 'www.google.com' end, now() - n * interval '5 minutes'
      from generate_series((select count(*)::int + 1 from public.page_views), ${rows}::int) as n`;
    await tx`update private.page_view_rollup set until = current_date - 366 where true`;
    await tx`delete from public.page_view_daily`;
    await tx`delete from public.page_source_daily`;
    await tx`insert into public.notifications (user_id, title, body, created_at)
      select id, 'Aviso ' || n, 'Texto', now() - n * interval '1 minute'
      from (select id from public.profiles where role = 'superadministrador' limit 1) as account, generate_series(1, ${rows}::int) as n`;
  });
  // The worker does this every night.
  await sql`select private.roll_up_page_views()`;
  await sql`vacuum analyze`;
}
