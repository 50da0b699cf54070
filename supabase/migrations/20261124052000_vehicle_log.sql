-- Lists of the log of a car, and the odometer that was replaced.

create function public.recent_vehicle_entries(per_vehicle integer) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(entry) - '{owner_id,created_by}'::text[] order by entry.on_date desc, entry.id), '[]')
  from public.vehicles as vehicle
  cross join lateral (
    select * from public.vehicle_entries
    where vehicle_id = vehicle.id and deleted_at is null
    order by on_date desc, id limit least(per_vehicle, 20)
  ) as entry
  where vehicle.deleted_at is null
$$;
comment on function public.recent_vehicle_entries(integer) is
  'The newest entries of every car that the caller reads, as StoredEntry of lib/vehicle-entries/schema.ts.';

create function public.vehicle_entry_years(vehicle uuid, list text)
returns table (year integer, entries bigint, total_cents bigint, litres double precision)
language sql stable security invoker set search_path = '' as $$
  -- date_part instead of extract: a numeric for each of 20,000 rows takes twice the time.
  select date_part('year', entry.on_date)::integer, count(*), coalesce(sum(entry.total_cents), 0)::bigint,
    coalesce(sum(entry.litres::double precision), 0)
  from public.vehicle_entries as entry
  where entry.vehicle_id = vehicle and entry.deleted_at is null and case list
    when 'fuel' then entry.kind = 'fuel'
    when 'service' then entry.kind = 'service' or entry.category = 'part'
    else true
  end
  group by 1 order by 1 desc
$$;
comment on function public.vehicle_entry_years(uuid, text) is
  'Entries, costs and litres of each year of a car, the newest year first: list fuel, service (with parts) or any other text for all.';

revoke execute on function public.recent_vehicle_entries(integer), public.vehicle_entry_years(uuid, text) from public, anon;
grant execute on function public.recent_vehicle_entries(integer), public.vehicle_entry_years(uuid, text) to authenticated;
