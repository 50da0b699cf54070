-- The whole log of a car in one answer: statistics, files and the history need every entry, and a list of rows is cut at the limit of the API.
create function public.read_vehicle_log(vehicle uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(
    jsonb_agg(to_jsonb(entry) - '{owner_id,created_by}'::text[] order by entry.on_date, entry.km, entry.id), '[]'
  )
  from public.vehicle_entries as entry
  where entry.vehicle_id = vehicle and entry.deleted_at is null
$$;
comment on function public.read_vehicle_log(uuid) is
  'Every entry of a car outside the trash that the caller may read, the oldest first, as StoredEntry of lib/vehicle-entries/schema.ts.';
revoke execute on function public.read_vehicle_log(uuid) from public, anon;
grant execute on function public.read_vehicle_log(uuid) to authenticated;
