import type { Sql } from "postgres";
import { SEARCH_KINDS } from "../../lib/platform/supabase/database-constants/panel";

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

/** Files that no row names, as after a crash. */
const ORPHANS = 20;

/** Stores the files of the generated photos, all but a few of them, and some that no row names. */
export async function growFiles(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into public.media_assets (path, width, height, bytes, alt)
      select picture, 800, 600, 1000, '' from public.city_photos where picture like '/midia/%' on conflict do nothing`;
    await tx`
      insert into storage.objects (bucket_id, name, created_at)
      select 'media', substr(path, 8), now() - interval '3 days' from public.media_assets where path like '/midia/%' offset ${ORPHANS}
      on conflict do nothing`;
    await tx`
      insert into storage.objects (bucket_id, name, created_at)
      select 'media', '2026-02/' || gen_random_uuid() || '.webp', now() - interval '3 days' from generate_series(1, ${ORPHANS}::int)`;
  });
}

/** Writes the search documents that the disabled triggers would have written. */
export async function growSearch(sql: Sql): Promise<void> {
  const columns = sql.unsafe(
    "kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations",
  );
  for (const kind of SEARCH_KINDS)
    await sql`
      insert into public.search_documents (${columns})
      select ${columns} from ${sql(`private.searchable_${kind}`)} on conflict do nothing`;
}
