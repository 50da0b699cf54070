-- What visitors read of an event beside its tables, and the cache of its pages.

create function private.event_places(of_event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'types', coalesce((
      select jsonb_agg(jsonb_build_object('id', type.id, 'capacity', type.capacity, 'taken', type.taken) order by type.position, type.id)
      from public.event_registration_types as type where type.event_id = event.id
    ), '[]'),
    'stands', coalesce((
      select jsonb_agg(stand.id order by stand.label)
      from public.event_stands as stand where stand.event_id = event.id and stand.registration_id is not null
    ), '[]')
  )
  from public.events as event where event.id = of_event and private.is_public_event(event)
$$;

create function public.event_places(of_event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_places(of_event);
comment on function public.event_places(uuid) is
  'Places of a public event: {types: [{id, capacity, taken}], stands: ids of stands that are taken}; null when visitors do not see the event. Anyone may call it.';
revoke execute on function public.event_places(uuid) from public;
grant execute on function public.event_places(uuid) to anon, authenticated, service_role;

create function private.event_vehicles(of_event uuid) returns table (make text, model text, year integer, color text)
language sql stable security definer set search_path = '' as $$
  select vehicle.make, vehicle.model, vehicle.year, vehicle.color
  from public.events as event
  join public.event_registrations as registration on registration.event_id = event.id
  join public.registration_vehicles as vehicle on vehicle.registration_id = registration.id
  where event.id = of_event and private.is_public_event(event) and registration.status = 'confirmed' and registration.shows_vehicle
  order by vehicle.year, vehicle.make, vehicle.model
  limit 500
$$;

create function public.event_vehicles(of_event uuid) returns table (make text, model text, year integer, color text)
language sql stable security invoker set search_path = '' begin atomic
  select shown.make, shown.model, shown.year, shown.color from private.event_vehicles(of_event) as shown;
end;
comment on function public.event_vehicles(uuid) is
  'Vehicles of confirmed registrations whose owner allows it: make, model, year and colour, no plate and no owner. Anyone may call it.';
revoke execute on function public.event_vehicles(uuid) from public;
grant execute on function public.event_vehicles(uuid) to anon, authenticated, service_role;

-- Many functions change an event; the trigger expires the pages for all of them. Taken places expire nothing.
-- A save of an event touches many rows; one job per transaction is enough.
create function private.revalidate_event_states(states text[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.enqueue_job('revalidate-pages', tags.data)
  from (
    select jsonb_build_object('tags', jsonb_agg(distinct 'events:' || state)) as data
    from unnest(states) as state where state is not null
    having count(*) > 0
  ) as tags
  -- Rows of other transactions do not count: the worker may take them before this one is committed.
  where not exists (
    select from private.outbox as waiting
    where waiting.job = 'revalidate-pages' and waiting.data = tags.data and waiting.xmin = pg_current_xact_id()::xid
  )
$$;
comment on function private.revalidate_event_states(text[]) is 'Expires the cached pages with events of these states.';

create function private.expire_event_pages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.status in ('published', 'postponed', 'cancelled')
    or tg_op <> 'DELETE' and new.status in ('published', 'postponed', 'cancelled') then
    perform private.revalidate_event_states(array[
      case when tg_op <> 'INSERT' then old.state_abbr end, case when tg_op <> 'DELETE' then new.state_abbr end
    ]);
  end if;
  return null;
end $$;
comment on function private.expire_event_pages() is 'Trigger function: expires the pages of a public event that was added, changed or deleted.';

create function private.expire_pages_of_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.revalidate_event_states(array(
    select distinct event.state_abbr::text from public.events as event
    where event.id in (case when tg_op <> 'INSERT' then old.event_id end, case when tg_op <> 'DELETE' then new.event_id end)
      and private.is_public_event(event)
  ));
  return null;
end $$;
comment on function private.expire_pages_of_event() is 'Trigger function: expires the pages of a public event whose programme, files, kinds or stands changed.';

create trigger events_pages after insert or update or delete on public.events
  for each row execute function private.expire_event_pages();

do $$
declare
  child record;
begin
  for child in
    select name, list from (values
      ('event_days', 'day, items'), ('event_media', 'kind, path, title, credit, translations, position'),
      ('event_sponsors', 'name, tier, url, logo_path, position'),
      ('event_registration_types', 'kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions, required_documents, has_waiting_list, chooses_stand, opens_at, closes_at, position'),
      ('event_stands', 'label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents')
    ) as children (name, list)
  loop
    execute format('create trigger %1$s_pages after insert or delete or update of %2$s on public.%1$I
      for each row execute function private.expire_pages_of_event()', child.name, child.list);
  end loop;
end $$;
