import type { TransactionSql } from "postgres";
import { BUILT_IN_PACE } from "../../lib/geo/pace/rules";
import type { ContentRows } from "./content-rows";
import { readPace } from "./pace";
import { hashOfRoadPoints } from "./road-points";
import { legRows, type LegRow, type RouteLegs } from "./route-legs";
import { markSeeded, removeDropped, writableKeys, type Step } from "./step";

/** Writes one state's content, except rows that an editor changed, created or deleted. */
export function contentStep(rows: ContentRows, routeLegs: RouteLegs = new Map()): Step {
  const abbr = rows.state.state_abbr;
  const legs = rows.regions.map(({ slug }) => routeLegs.get(`${abbr}/${slug}`) ?? []);
  return {
    key: `content/${abbr.toLowerCase()}`,
    title: `conteúdo de ${abbr}`,
    input: [rows, legs, hashOfRoadPoints(), BUILT_IN_PACE],
    write: async (tx) => {
      const texts = await writeState(tx, rows.state);
      const routes = await writeRoutes(tx, rows);
      const pace = await readPace(tx);
      const legsOf = rows.regions.flatMap((region, index) => legRows(legs[index]!, region, rows.waypoints, pace));
      await replaceLegs(tx, abbr, legsOf);
      return `${texts === 1 ? "apresentação e " : ""}${routes} de ${rows.regions.length} rotas gravadas`;
    },
  };
}

async function writeState(tx: TransactionSql, state: ContentRows["state"]): Promise<number> {
  const writable = await writableKeys(tx, "state_contents", [state.state_abbr]);
  if (writable.size === 0) return 0;
  await tx`
    insert into public.state_contents ${tx(state)}
    on conflict (state_abbr) do update set
      headline = excluded.headline, intro = excluded.intro, best_season = excluded.best_season,
      how_to_arrive = excluded.how_to_arrive, translations = excluded.translations`;
  await markSeeded(tx, "state_contents", [...writable]);
  return 1;
}

async function writeRoutes(tx: TransactionSql, { state, regions, waypoints }: ContentRows): Promise<number> {
  const keyOf = (slug: string) => `${state.state_abbr}/${slug}`;
  const writable = await writableKeys(
    tx,
    "regions",
    regions.map((region) => keyOf(region.slug)),
  );
  const rows = regions.filter((region) => writable.has(keyOf(region.slug)));
  const keys = regions.map((region) => keyOf(region.slug));
  await removeDropped(tx, "regions", keys, `${state.state_abbr}/`);
  await upsertRegions(tx, rows);
  await replaceWaypoints(
    tx,
    state.state_abbr,
    rows.map((row) => row.slug),
    waypoints,
  );
  await markSeeded(tx, "regions", [...writable]);
  return rows.length;
}

async function upsertRegions(tx: TransactionSql, rows: ContentRows["regions"]): Promise<void> {
  await tx`
    insert into public.regions (
      state_abbr, slug, status, name, summary, body, paved_pct, steepest, cobbles, days, themes, biome, roads, surface, distance_km, distance_basis, editor_km,
      duration_classic_min, duration_is_estimated, max_altitude_m, best_months, warnings, sources, confidence,
      featured_order, translations
    )
    select
      state_abbr, slug, 'published', name, summary, body, paved_pct, steepest, cobbles, days, themes, biome, roads, surface, distance_km, distance_basis, editor_km,
      duration_classic_min, duration_is_estimated, max_altitude_m, best_months, warnings, sources, confidence,
      featured_order, translations
    from jsonb_populate_recordset(null::public.regions, ${tx.json(rows)})
    on conflict (state_abbr, slug) do update set
      name = excluded.name, summary = excluded.summary, body = excluded.body, paved_pct = excluded.paved_pct,
      steepest = excluded.steepest, cobbles = excluded.cobbles, days = excluded.days, themes = excluded.themes, biome = excluded.biome,
      roads = excluded.roads, surface = excluded.surface, distance_km = excluded.distance_km,
      distance_basis = excluded.distance_basis, editor_km = excluded.editor_km, duration_classic_min = excluded.duration_classic_min,
      duration_is_estimated = excluded.duration_is_estimated, max_altitude_m = excluded.max_altitude_m,
      best_months = excluded.best_months, warnings = excluded.warnings, sources = excluded.sources,
      confidence = excluded.confidence, featured_order = excluded.featured_order,
      translations = excluded.translations`;
}

async function replaceWaypoints(
  tx: TransactionSql,
  abbr: string,
  slugs: string[],
  waypoints: ContentRows["waypoints"],
): Promise<void> {
  await tx`
    delete from public.region_waypoints using public.regions
    where regions.id = region_waypoints.region_id and regions.state_abbr = ${abbr} and regions.slug = any (${slugs})`;
  await tx`
    insert into public.region_waypoints (
      region_id, position, name, kind, city_ibge, lat, lng, is_approximate, note, translations
    )
    select
      regions.id, stop.position, stop.name, stop.kind, stop.city_ibge, stop.lat, stop.lng, stop.is_approximate,
      stop.note, stop.translations
    from jsonb_to_recordset(${tx.json(waypoints)}) as stop (
      region_slug text, position integer, name text, kind text, city_ibge integer, lat double precision,
      lng double precision, is_approximate boolean, note text, translations jsonb
    )
    join public.regions on regions.state_abbr = ${abbr} and regions.slug = stop.region_slug
    where stop.region_slug = any (${slugs})`;
  // Only cities that were never edited, because an editor may have unpublished one on purpose.
  await tx`
    update public.cities set is_published = true
    where not is_published and updated_at = created_at and ibge_code in (
      select region_waypoints.city_ibge from public.region_waypoints
      join public.regions on regions.id = region_waypoints.region_id
      where region_waypoints.kind = 'town' and regions.state_abbr = ${abbr} and regions.slug = any (${slugs})
    )`;
}

/** Replaces the legs that the seed wrote, also of routes that an editor changed; legs of editors are kept. */
async function replaceLegs(tx: TransactionSql, abbr: string, legs: readonly LegRow[]): Promise<void> {
  await tx`
    delete from public.region_legs using public.regions
    where regions.id = region_id and regions.state_abbr = ${abbr} and origin = 'seed'`;
  await tx`
    insert into public.region_legs (
      region_id, from_position, to_position, from_lat, from_lng, to_lat, to_lng, needs, km, line, sources, quality, joins, join_km,
      roads, classes, classic_min, points, has_fuel_data, skip, detail, origin
    )
    select
      regions.id, from_position, to_position, from_lat, from_lng, to_lat, to_lng, needs, km, line,
      coalesce(leg.sources, '{}'), quality, coalesce(joins, '[]'), coalesce(join_km, 0), coalesce(leg.roads, '{}'), coalesce(classes, '{}'),
      classic_min, coalesce(points, '[]'), coalesce(has_fuel_data, false), skip, detail, 'seed'
    from jsonb_to_recordset(${tx.json(legs as never)}) as leg (
      region_slug text, from_position integer, to_position integer, from_lat double precision, from_lng double precision,
      to_lat double precision, to_lng double precision, needs text[], km numeric, line text, sources jsonb, quality text,
      joins jsonb, join_km numeric, roads text[], classes jsonb, classic_min numeric, points jsonb, has_fuel_data boolean, skip text,
      detail text
    )
    join public.regions on regions.state_abbr = ${abbr} and regions.slug = leg.region_slug
    on conflict do nothing`;
  await tx`select private.measure_regions(array(select id from public.regions where state_abbr = ${abbr}))`;
}
