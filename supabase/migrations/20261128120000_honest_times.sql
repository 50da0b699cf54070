set check_function_bodies = off;

alter table public.regions
  drop constraint regions_distance_basis_check,
  add constraint regions_distance_basis_check
    check (distance_basis in ('traced', 'joined', 'gpx', 'editor', 'estimated')),
  add column editor_km numeric(6, 1) check (editor_km > 0);
alter table public.region_legs add column join_km numeric(7, 2) check (join_km >= 0);
alter table public.algorithm_settings
  drop constraint algorithm_settings_algorithm_check,
  add constraint algorithm_settings_algorithm_check
    check (algorithm in ('search', 'trip_conditions', 'driving_pace'));

-- A seeded route stays one that no editor changed.
with entered as (
  select id, state_abbr || '/' || slug as key, updated_at as read_at from public.regions where distance_basis = 'editor'
), filled as (
  update public.regions set editor_km = distance_km from entered where regions.id = entered.id
  returning entered.key, entered.read_at
)
update private.seeded_rows set written_at = now() from filled
where seeded_rows.entity = 'regions' and seeded_rows.entity_id = filled.key and seeded_rows.written_at = filled.read_at;

create or replace function private.set_distance_basis() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_editor boolean := current_user in ('authenticated', 'service_role');
  is_same_basis boolean := tg_op = 'INSERT' and new.distance_basis is null
    or tg_op = 'UPDATE' and new.distance_basis is not distinct from old.distance_basis;
  is_flag_changed boolean := tg_op = 'INSERT' or new.distance_is_estimated is distinct from old.distance_is_estimated;
begin
  if is_same_basis and is_flag_changed then
    new.distance_basis := case when new.distance_is_estimated then 'estimated' else 'editor' end;
  elsif is_same_basis and new.distance_km is distinct from old.distance_km and is_editor then
    new.distance_basis := 'editor';
  end if;
  if new.distance_km is null then
    new.distance_basis := null;
  end if;
  if tg_op = 'INSERT' or (new.distance_km, new.distance_basis) is distinct from (old.distance_km, old.distance_basis) then
    if new.distance_basis = 'editor' then
      new.editor_km := new.distance_km;
    elsif is_editor then
      new.editor_km := null;
    end if;
  end if;
  new.distance_is_estimated := coalesce(new.distance_basis = 'estimated', false);
  return new;
end $$;

create or replace function private.measure_regions(only_regions uuid[] default null) returns void
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
      stop.region_id, leg.km, leg.classic_min, leg.joined_km,
      1.23 * private.metres_between(stop.lat, stop.lng, stop.next_lat, stop.next_lng) / 1000 as estimated_km
    from stop left join lateral (
      select
        region_legs.km, region_legs.classic_min,
        case when region_legs.joins = '[]' then 0 else coalesce(region_legs.join_km, region_legs.km) end as joined_km
      from public.region_legs
      where region_legs.region_id = stop.region_id and from_position = stop.position
        and to_position = stop.next_position
        and line is not null and private.are_road_sources_on(needs)
        and abs(from_lat - stop.lat) < 0.03 and abs(from_lng - stop.lng) < 0.03
        and abs(to_lat - stop.next_lat) < 0.03 and abs(to_lng - stop.next_lng) < 0.03
      order by cardinality(needs) desc limit 1
    ) as leg on true
    where stop.next_position is not null
  ), total as (
    select
      region_id, bool_and(km is not null) as is_complete, bool_or(km is not null) as has_line,
      sum(joined_km) as joined_km, sum(coalesce(km, estimated_km)) as km,
      sum(coalesce(classic_min, private.classic_minutes(estimated_km, surface, paved_pct))) as minutes
    from pair join public.regions on regions.id = region_id
    group by region_id
    having sum(coalesce(km, estimated_km)) > 0
  ), judged as (
    select
      regions.*, total.km as way_km, total.minutes as way_minutes,
      case
        when is_complete and joined_km <= 0.02 * total.km then 'traced'
        when is_complete and joined_km <= 0.05 * total.km then 'joined'
        else 'estimated'
      end as way_basis
    from total join public.regions on regions.id = region_id
    where track is null and distance_basis <> 'gpx' and (has_line or distance_basis <> 'estimated')
  ), chosen as (
    select
      judged.*,
      editor_km is not null and (way_basis = 'estimated' or abs(editor_km - way_km) <= 0.05 * way_km) as is_editors
    from judged
  ), measured as (
    select
      id, state_abbr || '/' || slug as key, updated_at as read_at,
      case when is_editors then 'editor' else way_basis end as basis,
      case
        when is_editors then editor_km
        when way_basis = 'estimated' then greatest(5, round(way_km / 5) * 5)
        else greatest(0.1, round(way_km::numeric, case when way_km < 10 then 1 else 0 end))
      end as km,
      greatest(5, round(way_minutes * (case when is_editors then editor_km / way_km else 1 end) / 5) * 5) as minutes
    from chosen
  ), changed as (
    update public.regions set
      distance_km = measured.km, distance_basis = measured.basis, duration_classic_min = measured.minutes,
        duration_is_estimated = true
    from measured
    where regions.id = measured.id
      and (regions.distance_km, regions.distance_basis, regions.duration_classic_min)
        is distinct from (measured.km::numeric(6, 1), measured.basis, measured.minutes::integer)
    returning measured.key, measured.read_at
  )
  update private.seeded_rows set written_at = now() from changed
  where seeded_rows.entity = 'regions' and seeded_rows.entity_id = changed.key
    and seeded_rows.written_at = changed.read_at
$$;

create or replace function private.measure_after_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.measure_regions(array[new.id]);
  return null;
end $$;

-- The built-in values are those of lib/pace/rules.ts.
create or replace function private.classic_minutes(km double precision, surface text, paved_pct integer)
returns double precision
language sql stable set search_path = '' as $$
  select km * 60 * ((1 - unpaved) / unknown_kmh + unpaved / least(unknown_kmh, unpaved_kmh))
  from (
    select
      coalesce((weights ->> 'unknown_kmh')::double precision, 58) as unknown_kmh,
      coalesce((weights ->> 'unpaved_kmh')::double precision, 30) as unpaved_kmh
    from (select private.active_weights('driving_pace') as weights) as active
  ) as speeds, (
    select case
      when paved_pct is not null then 1 - paved_pct / 100.0
      when surface = 'unpaved' then 1
      when surface = 'mixed' then 0.3
      else 0
    end::double precision as unpaved
  ) as ground
$$;

create or replace function private.enqueue_leg_times() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_job('time-legs');
  return null;
end $$;

create trigger regions_measure_after_edit after update of distance_km, distance_basis, editor_km on public.regions
  for each row when (new.distance_basis = 'editor'
    and (new.distance_km, new.distance_basis, new.editor_km)
      is distinct from (old.distance_km, old.distance_basis, old.editor_km))
  execute function private.measure_after_edit();

create trigger algorithm_settings_pace_added after insert on public.algorithm_settings
  for each row when (new.algorithm = 'driving_pace' and new.is_active) execute function private.enqueue_leg_times();

create trigger algorithm_settings_pace_changed after update on public.algorithm_settings
  for each row when (new.algorithm = 'driving_pace' and new.is_active is distinct from old.is_active)
  execute function private.enqueue_leg_times();

comment on column public.regions.distance_basis is
  'traced: measured on the line of every leg, straight connections at most 2 %; joined: at most 5 %; gpx: measured on '
  'an imported recording; editor: entered by an editor; estimated: a leg without a line, or more than 5 % of straight '
  'connections.';

comment on column public.regions.editor_km is
  'Length that an editor entered. It is shown while no complete line differs from it by more than 5 %.';

comment on function private.set_distance_basis is
  'Trigger function: keeps distance_basis, distance_is_estimated and editor_km consistent; a length that an editor '
  'changes has the basis editor.';

comment on column public.region_legs.join_km is
  'Kilometres of the straight connections; null when they were not measured: then the whole leg counts as one.';

comment on column public.region_legs.classic_min is
  'Minutes at the pace of an old car, by road class, surface, bends, towns and slopes (lib/pace), without stops.';

comment on function private.measure_regions is
  'Sets length, basis and driving time of routes from their legs; null: of all routes. The length of an editor stays '
  'while no complete line differs from it by more than 5 %, that of a recording always.';

comment on function private.measure_after_edit is 'Trigger function: compares the new length of an editor with the line.';

comment on function private.classic_minutes is
  'Minutes of an old car for kilometres without a line, as estimatedMinutes in lib/pace/legs/rules.ts; '
  'tests/database/region-legs.test.ts compares both.';

comment on column public.algorithm_settings.algorithm is
  'search: weights of the search; trip_conditions: weights and limits of the formula that rates the stretches of a '
  'trip; driving_pace: weights of the driving time of an old car.';

comment on function private.enqueue_leg_times is
  'Trigger function: the worker calculates the driving times of all legs again.';

grant execute on function private.enqueue_leg_times to public;

grant execute on function private.measure_after_edit to public;

reset check_function_bodies;

select private.measure_regions();
