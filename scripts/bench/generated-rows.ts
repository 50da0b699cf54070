import type { Sql } from "postgres";

const STOPS = 4;

/** Fills the large tables up to `rows` rows each, distributed evenly over the 27 states and their towns. */
export async function growTo(sql: Sql, rows: number): Promise<void> {
  await sql.begin(async (tx) => {
    // Disables audit and search triggers, which would take most of the time and are not measured.
    await tx`set local session_replication_role = replica`;
    await tx`create temporary table place on commit drop as
      select row_number() over () - 1 as number, ibge_code, state_abbr, lat, lng from public.cities where lat is not null`;
    await tx`create index on place (number)`;
    const range = (count: number | bigint) =>
      tx`generate_series(${Number(count)} + 1, ${rows}) as n join place on place.number = n % (select count(*) from place)`;
    const have = async (table: string) =>
      (await tx.unsafe<{ count: number }[]>(`select count(*)::int as count from public.${table}`))[0]!.count;
    await tx`insert into public.regions (name, slug, state_abbr, summary, status, distance_km)
      select 'Rota ' || n, 'rota-gerada-' || n, state_abbr, 'Gerada para medir.', 'published', 10 + n % 300 from ${range(await have("regions"))}`;
    await tx`insert into public.region_waypoints (region_id, position, name, kind, city_ibge, lat, lng)
      select region.id, stop, 'Parada ' || stop, 'stop', null, -27 - stop * 0.05, -49 - stop * 0.05
      from public.regions region cross join generate_series(1, ${STOPS}) as stop
      where region.slug like 'rota-gerada-%' and not exists (select from public.region_waypoints where region_id = region.id)`;
    await tx`insert into public.services (category_key, name, slug, state_abbr, city_ibge, lat, lng, status)
      select (array(select key from public.service_categories order by key))[1 + n % (select count(*)::int from public.service_categories)],
        'Lugar ' || n, 'lugar-gerado-' || n, state_abbr, ibge_code, lat, lng, 'published' from ${range(await have("services"))}`;
    await tx`insert into public.photo_points (name, slug, state_abbr, city_ibge, lat, lng, status)
      select 'Vista ' || n, 'vista-gerada-' || n, state_abbr, ibge_code, lat, lng, 'published' from ${range(await have("photo_points"))}`;
    await tx`insert into public.clubs (name, slug, state_abbr, city_ibge, status, sources)
      select 'Clube ' || n, 'clube-gerado-' || n, state_abbr, ibge_code, 'published', '{gerado}' from ${range(await have("clubs"))}`;
    await tx`insert into public.blog_posts (slug, title, category_key, state_abbr, tags, status, publish_at)
      select 'artigo-gerado-' || n, 'Artigo ' || n, (array(select key from public.blog_categories order by key))[1 + n % (select count(*)::int from public.blog_categories)],
        case when n % 2 = 0 then state_abbr end, array['gerado-' || n % 500], 'published', timestamptz '2020-01-01' + n * interval '10 minutes' from ${range(await have("blog_posts"))}`;
  });
  await sql`vacuum analyze`;
}
