-- Missing legs of a route take the time of a road whose class is not known, like unclassified kilometres elsewhere.

create function private.classic_minutes(km double precision, surface text, paved_pct integer)
returns double precision
language sql immutable set search_path = '' as $$
  select km * 60 * ((1 - unpaved) / 55 + unpaved / 30)
  from (
    select case
      when paved_pct is not null then 1 - paved_pct / 100.0
      when surface = 'unpaved' then 1
      when surface = 'mixed' then 0.3
      else 0
    end::double precision as unpaved
  ) as ground
$$;
comment on function private.classic_minutes(double precision, text, integer) is
  'Minutes of an old car for kilometres of unknown road class, as classicMinutes in lib/regions/pace.ts; tests/database/region-legs.test.ts compares both.';
revoke execute on function private.classic_minutes(double precision, text, integer) from public, anon, authenticated;

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
      sum(coalesce(classic_min, private.classic_minutes(estimated_km, surface, paved_pct))) as minutes
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
select private.measure_regions();
