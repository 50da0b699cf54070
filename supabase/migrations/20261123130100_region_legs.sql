-- Lines of routes on real roads, leg by leg, and the kind of each route's length.

create table public.region_legs (
  id uuid primary key default gen_random_uuid(),
  region_id uuid not null references public.regions (id) on delete cascade,
  from_position integer not null check (from_position > 0),
  to_position integer not null,
  from_lat double precision not null check (from_lat between -34 and 6),
  from_lng double precision not null check (from_lng between -74 and -28),
  to_lat double precision not null check (to_lat between -34 and 6),
  to_lng double precision not null check (to_lng between -74 and -28),
  needs text[] not null default '{}' check (needs <@ array['sie-sc', 'der-sp']),
  km numeric(7, 1) check (km >= 0),
  line text check (char_length(line) between 4 and 200000),
  sources jsonb not null default '{}' check (jsonb_typeof(sources) = 'object'),
  quality text check (quality in ('traced', 'simplified')),
  joins jsonb not null default '[]' check (jsonb_typeof(joins) = 'array'),
  roads text[] not null default '{}',
  classes jsonb not null default '{}' check (jsonb_typeof(classes) = 'object'),
  classic_min numeric(7, 1) check (classic_min >= 0),
  points jsonb not null default '[]' check (jsonb_typeof(points) = 'array'),
  has_fuel_data boolean not null default false,
  skip text check (skip in ('no-path', 'snap', 'ratio', 'open-water')),
  detail text check (char_length(detail) <= 200),
  origin text not null default 'editor' check (origin in ('seed', 'editor')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (region_id, from_position, to_position, needs),
  check (to_position > from_position),
  constraint leg_has_a_line_or_a_reason check ((line is null) = (skip is not null)),
  constraint line_has_length_quality_and_time check (
    (line is null) = (km is null) and (line is null) = (quality is null) and (line is null) = (classic_min is null)
  )
);
comment on table public.region_legs is
  'Line of the road between two stops of a route, or the reason why there is none. The same pair of stops may have a second line from sources that are switched off.';
comment on column public.region_legs.from_lat is
  'Position of the first stop when the line was traced; a leg whose stops are now elsewhere is not used.';
comment on column public.region_legs.needs is
  'Switched sources of the line: sie-sc (setting road_source_sie_sc), der-sp (setting road_source_der_sp).';
comment on column public.region_legs.line is 'Encoded polyline with five decimals, simplified to 30 m.';
comment on column public.region_legs.sources is '{source: km}; join is a straight connection over missing data.';
comment on column public.region_legs.quality is 'simplified: most of the line comes from a coarse source.';
comment on column public.region_legs.joins is '[[first, last], …]: points of the line that a straight connection joins.';
comment on column public.region_legs.roads is 'Numbers of the roads in the order of travel.';
comment on column public.region_legs.classes is '{road class: km}';
comment on column public.region_legs.classic_min is 'Minutes at the pace of an old car, by road class and surface, without stops.';
comment on column public.region_legs.points is
  '[{kind, km, beside, name, road, lat, lng, limit, source}, …]: tolls, speed cameras and petrol stations beside the line, km from its start.';
comment on column public.region_legs.has_fuel_data is 'Whether petrol stations of the whole line are known.';
comment on column public.region_legs.origin is 'The seed replaces its own legs only; a leg that an editor writes belongs to the editor.';

alter table public.region_legs enable row level security;
revoke all on public.region_legs from anon, authenticated;
grant select on public.region_legs to anon;
grant select, insert, update, delete on public.region_legs to authenticated;
grant all on public.region_legs to service_role;

create function private.are_road_sources_on(sources text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select from unnest(sources) as source where not exists (
      select from public.app_settings where key = 'road_source_' || replace(source, '-', '_') and value = 'true'
    )
  )
$$;
comment on function private.are_road_sources_on(text[]) is 'Whether every given source of lines is switched on; true for none.';

create policy "anonymous visitors read legs of regions they see from sources that are on" on public.region_legs
  for select to anon
  using (exists (select from public.regions where regions.id = region_id) and private.are_road_sources_on(needs));
create policy "signed-in accounts read legs of regions they see from sources that are on, state editors all" on public.region_legs
  for select to authenticated
  using (
    (select private.has_permission('state_content'))
    or (exists (select from public.regions where regions.id = region_id) and private.are_road_sources_on(needs))
  );
create policy "state editors add legs" on public.region_legs
  for insert to authenticated with check ((select private.has_permission('state_content')));
create policy "state editors update legs" on public.region_legs
  for update to authenticated
  using ((select private.has_permission('state_content')))
  with check ((select private.has_permission('state_content')));
create policy "state editors delete legs" on public.region_legs
  for delete to authenticated using ((select private.has_permission('state_content')));

create function private.set_leg_origin() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('authenticated', 'service_role') then
    new.origin := 'editor';
  end if;
  return new;
end $$;
comment on function private.set_leg_origin() is 'Trigger function: a leg written through the API has the origin editor.';

create trigger region_legs_origin before insert or update on public.region_legs
  for each row execute function private.set_leg_origin();
create trigger region_legs_server_columns before insert or update on public.region_legs
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger region_legs_touch before update on public.region_legs
  for each row execute function private.touch_updated_at();

insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('region_legs', '*', 'not_personal', 'guide');

-- Settings road_source_… belong to the page of portal settings.
create or replace function private.setting_permission(key text) returns text
language sql immutable set search_path = '' as $$
  select case
    when key like 'system\_%' then 'system_config'
    when key like 'feature\_%' or key like 'road\_source\_%'
      or key in ('portal_logo_url', 'dark_header', 'dark_footer', 'url_social_feed', 'url_marketplace', 'url_blog', 'home_sections')
      then 'portal_settings'
    else 'settings'
  end
$$;

alter table public.regions add column distance_basis text check (distance_basis in ('traced', 'gpx', 'editor', 'estimated'));
comment on column public.regions.distance_basis is
  'traced: measured on the line of every leg; gpx: measured on an imported recording; editor: entered by an editor; estimated: at least one leg without a line or with a straight connection.';
comment on column public.regions.distance_is_estimated is 'Set by a trigger: distance_basis is estimated.';

-- Without the triggers, because a new updated_at would mark every seeded route as changed by an editor.
alter table public.regions disable trigger user;
update public.regions set distance_basis = case
  when distance_is_estimated then 'estimated'
  when track is not null then 'gpx'
  else 'editor'
end where distance_km is not null;
alter table public.regions enable trigger user;

create function private.set_distance_basis() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_same_basis boolean := tg_op = 'INSERT' and new.distance_basis is null
    or tg_op = 'UPDATE' and new.distance_basis is not distinct from old.distance_basis;
  is_flag_changed boolean := tg_op = 'INSERT' or new.distance_is_estimated is distinct from old.distance_is_estimated;
begin
  if is_same_basis and is_flag_changed then
    new.distance_basis := case when new.distance_is_estimated then 'estimated' else 'editor' end;
  elsif is_same_basis and new.distance_km is distinct from old.distance_km and current_user in ('authenticated', 'service_role') then
    new.distance_basis := 'editor';
  end if;
  if new.distance_km is null then
    new.distance_basis := null;
  end if;
  new.distance_is_estimated := coalesce(new.distance_basis = 'estimated', false);
  return new;
end $$;
comment on function private.set_distance_basis() is
  'Trigger function: keeps distance_basis and distance_is_estimated consistent; a length that an editor changes has the basis editor.';

create trigger regions_distance_basis before insert or update on public.regions
  for each row execute function private.set_distance_basis();

-- Stored, because lists sort by them. Missing legs count 1.23 times the straight line (ROAD_CIRCUITY in
-- lib/regions/rules.ts). seeded_rows follows updated_at, so that the seed still updates a route that no editor changed. The length of a route with an imported recording is never
-- calculated from its legs.
create function private.measure_regions(only_regions uuid[] default null) returns void
language sql volatile security definer set search_path = '' as $$
  with stop as (
    select
      region_id, position, lat, lng,
      lead(position) over route as next_position, lead(lat) over route as next_lat, lead(lng) over route as next_lng
    from public.region_waypoints
    where lat is not null and (only_regions is null or region_id = any (only_regions))
    window route as (partition by region_id order by position)
  ), pair as (
    select
      stop.region_id, leg.km, leg.classic_min, leg.is_whole,
      1.23 * private.metres_between(stop.lat, stop.lng, stop.next_lat, stop.next_lng) / 1000 as estimated_km
    from stop left join lateral (
      select region_legs.km, region_legs.classic_min, region_legs.joins = '[]' as is_whole
      from public.region_legs
      where region_legs.region_id = stop.region_id and from_position = stop.position and to_position = stop.next_position
        and line is not null and private.are_road_sources_on(needs)
        and abs(from_lat - stop.lat) < 0.03 and abs(from_lng - stop.lng) < 0.03
        and abs(to_lat - stop.next_lat) < 0.03 and abs(to_lng - stop.next_lng) < 0.03
      order by cardinality(needs) desc limit 1
    ) as leg on true
    where stop.next_position is not null
  ), total as (
    select
      region_id, bool_and(coalesce(is_whole, false)) as is_traced, bool_or(km is not null) as has_line,
      sum(coalesce(km, estimated_km)) as km,
      sum(coalesce(classic_min, estimated_km / (case surface when 'unpaved' then 30 when 'mixed' then 40 else 50 end) * 60)) as minutes
    from pair join public.regions on regions.id = region_id
    group by region_id
  ), measured as (
    select
      regions.id, regions.state_abbr || '/' || regions.slug as key, regions.updated_at as read_at,
      case when is_traced then 'traced' else 'estimated' end as basis,
      case when is_traced then greatest(0.1, round(km::numeric, case when km < 10 then 1 else 0 end)) else greatest(5, round(km / 5) * 5) end as km,
      greatest(5, round(minutes / 5) * 5) as minutes
    from total join public.regions on regions.id = region_id
    where track is null and (distance_basis = 'traced' or (distance_basis = 'estimated' and has_line))
  ), changed as (
    update public.regions set
      distance_km = measured.km, distance_basis = measured.basis, duration_classic_min = measured.minutes, duration_is_estimated = true
    from measured
    where regions.id = measured.id
      and (regions.distance_km, regions.distance_basis, regions.duration_classic_min)
        is distinct from (measured.km::numeric(6, 1), measured.basis, measured.minutes::integer)
    returning measured.key, measured.read_at
  )
  update private.seeded_rows set written_at = now() from changed
  where seeded_rows.entity = 'regions' and seeded_rows.entity_id = changed.key and seeded_rows.written_at = changed.read_at
$$;
comment on function private.measure_regions(uuid[]) is
  'Sets length, basis and driving time of routes from their legs; null: of all routes. Lengths from an editor or a recording are not changed.';
revoke execute on function private.measure_regions(uuid[]) from public, anon, authenticated;

create function private.measure_after_switch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.measure_regions();
  return null;
end $$;
comment on function private.measure_after_switch() is 'Trigger function: measures every route again.';

create trigger app_settings_measure_added after insert on public.app_settings
  for each row when (new.key like 'road\_source\_%') execute function private.measure_after_switch();
create trigger app_settings_measure_changed after update on public.app_settings
  for each row when (new.key like 'road\_source\_%' and new.value is distinct from old.value)
  execute function private.measure_after_switch();
create trigger app_settings_measure_removed after delete on public.app_settings
  for each row when (old.key like 'road\_source\_%') execute function private.measure_after_switch();

create function private.measure_after_stops() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.measure_regions(array(select distinct region_id from stops));
  return null;
end $$;
comment on function private.measure_after_stops() is 'Trigger function: measures the routes of the changed stops again.';

create trigger region_waypoints_measure_added after insert on public.region_waypoints referencing new table as stops
  for each statement execute function private.measure_after_stops();
create trigger region_waypoints_measure_changed after update on public.region_waypoints referencing new table as stops
  for each statement execute function private.measure_after_stops();
create trigger region_waypoints_measure_removed after delete on public.region_waypoints referencing old table as stops
  for each statement execute function private.measure_after_stops();
