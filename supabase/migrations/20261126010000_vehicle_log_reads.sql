-- Reading the log and the trips of a car with ten thousand entries: json instead of jsonb, and no comparison of every
-- entry with every trip.

drop function public.read_vehicle_log(uuid);
create function public.read_vehicle_log(vehicle uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select coalesce(json_agg(entry), '[]')
  from (
    select id, vehicle_id, kind, on_date, reading_km, offset_km, estimated_km, km, replaces_odometer, title, notes, place, lat, lng,
      fuel, ethanol_pct, litres, is_full, missed_previous, category, total_cents, parts_cents, labour_cents, trip_id, distance_km,
      version, deleted_at, created_at, updated_at
    from public.vehicle_entries
    where vehicle_id = vehicle and deleted_at is null
    order by on_date, km, id
  ) as entry
$$;
comment on function public.read_vehicle_log(uuid) is
  'Every entry of a car outside the trash that the caller may read, the oldest first, as StoredEntry of lib/vehicle-entries/schema.ts.';
revoke execute on function public.read_vehicle_log(uuid) from public, anon;
grant execute on function public.read_vehicle_log(uuid) to authenticated;

create or replace function public.list_vehicle_trips(vehicle uuid)
returns table (
  id uuid, on_date date, title text, notes text, distance_km double precision, trip_id uuid, version integer, origin text,
  destination text, states text[], km_source text, total_cents bigint, opens_trip boolean
)
language sql stable security invoker set search_path = '' as $$
  select entry.id, entry.on_date, entry.title, entry.notes, entry.distance_km::double precision, entry.trip_id, entry.version,
    coalesce(facts.origin, ''), coalesce(facts.destination, ''), coalesce(facts.states, '{}'), facts.km_source,
    (
      select coalesce(sum(coalesce(cost.total_cents, coalesce(cost.parts_cents, 0) + coalesce(cost.labour_cents, 0))), 0)::bigint
      from public.vehicle_entries as cost
      where cost.vehicle_id = entry.vehicle_id and cost.deleted_at is null
        and cost.id in (
          select entry.id
          union select paid.id from public.vehicle_entries as paid where paid.trip_id = entry.trip_id
          union select unnest(facts.expense_ids)
        )
    ),
    exists (select from public.trips as trip where trip.id = entry.trip_id and trip.deleted_at is null)
  from public.vehicle_entries as entry
  left join public.vehicle_trips as facts on facts.entry_id = entry.id
  where entry.vehicle_id = vehicle and entry.kind = 'trip' and entry.deleted_at is null
  order by entry.on_date desc, entry.id limit 1000
$$;
