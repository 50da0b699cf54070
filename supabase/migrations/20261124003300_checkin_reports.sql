-- What the console and the usage page of check-in show.

create function private.gate_overview(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.checks_in() then
    raise exception 'check-in is for operators' using errcode = '42501';
  end if;
  return (
    with expected as (
      select type.kind, count(*) as total from public.event_registrations as registration
      join public.event_registration_types as type on type.id = registration.type_id
      where registration.event_id = event and registration.status = 'confirmed' group by type.kind
    ), entered as (
      select checkin.list_id, type.kind, count(*) as total from public.event_checkins as checkin
      join public.event_checkin_lists as list on list.id = checkin.list_id and list.event_id = event
      join public.event_registrations as registration on registration.id = checkin.registration_id
      join public.event_registration_types as type on type.id = registration.type_id
      where checkin.kind = 'entry' and checkin.result = 'ok' and checkin.first_checkin_id is null and checkin.undone_at is null
      group by checkin.list_id, type.kind
    )
    select jsonb_build_object(
      'counts', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'listId', list.id, 'kind', kind.kind, 'entered', coalesce(entered.total, 0), 'expected', coalesce(expected.total, 0)
        ) order by list.position, list.name, kind.kind), '[]')
        from public.event_checkin_lists as list
        join (select distinct type.kind from public.event_registration_types as type where type.event_id = event) as kind
          on cardinality(list.kinds) = 0 or kind.kind = any (list.kinds)
        left join entered on entered.list_id = list.id and entered.kind = kind.kind
        left join expected on expected.kind = kind.kind
        where list.event_id = event
      ),
      'inside', (
        select coalesce(jsonb_agg(jsonb_build_object('listId', list.id, 'total', people.total, 'people', people.newest) order by list.position, list.name), '[]')
        from public.event_checkin_lists as list, lateral (
          select count(*) as total, coalesce(jsonb_agg(jsonb_build_object('id', inside.id, 'name', inside.full_name, 'kind', inside.kind, 'since', inside.scanned_at)
            order by inside.scanned_at desc) filter (where place <= 500), '[]') as newest
          from (
            select registration.id, registration.full_name, type.kind, last.scanned_at, row_number() over (order by last.scanned_at desc) as place
            from private.last_movements(event) as last
            join public.event_registrations as registration on registration.id = last.registration_id
            join public.event_registration_types as type on type.id = registration.type_id
            where last.list_id = list.id and last.kind = 'entry'
          ) as inside
        ) as people
        where list.event_id = event and list.allow_reentry
      ),
      'readings', (
        select coalesce(jsonb_agg(private.checkin_answer(newest) order by newest.received_at desc, newest.scanned_at desc), '[]') from (
          select checkin.* from public.event_checkins as checkin
          where checkin.list_id in (select id from public.event_checkin_lists where event_id = event)
          order by checkin.received_at desc, checkin.scanned_at desc limit 30
        ) as newest
      )
    )
  );
end $$;
comment on function private.gate_overview(uuid) is
  'Entries and confirmed registrations by list and kind, who is inside on lists with re-entry (at most 500 people each), and the last 30 readings.';

create function private.checkin_usage(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.enrols_devices() then
    raise exception 'the use of check-in is read by administrators' using errcode = '42501';
  end if;
  return (
    with reading as (
      select checkin.*, checkin.kind = 'entry' and checkin.result = 'ok' and checkin.undone_at is null as is_entry, coalesce(device.name, operator.username, '') as reader, checkin.device_id is not null as is_device
      from public.event_checkins as checkin
      join public.event_checkin_lists as list on list.id = checkin.list_id and list.event_id = event
      left join public.checkin_devices as device on device.id = checkin.device_id
      left join public.profiles as operator on operator.id = checkin.operator_id
    ), confirmed as (
      select registration.id, exists (
        select from reading where reading.registration_id = registration.id and reading.is_entry
      ) as came
      from public.event_registrations as registration where registration.event_id = event and registration.status = 'confirmed'
    )
    select jsonb_build_object(
      'total', (select count(*) from reading),
      'exits', (select count(*) from reading where kind = 'exit' and result = 'ok' and undone_at is null),
      'prints', (select count(*) from reading where kind = 'print' and result = 'ok'),
      'offline', (select count(*) from reading where is_offline),
      'undone', (select count(*) from reading where undone_at is not null),
      'averageDelaySeconds', (select coalesce(round(avg(extract(epoch from received_at - scanned_at))), 0) from reading where is_offline),
      'longestDelaySeconds', (select coalesce(round(max(extract(epoch from received_at - scanned_at))), 0) from reading where is_offline),
      'confirmed', (select count(*) from confirmed),
      'came', (select count(*) from confirmed where came),
      'results', (select coalesce(jsonb_object_agg(result, total), '{}') from (select result, count(*) as total from reading group by result) as per_result),
      'hours', (
        select coalesce(jsonb_agg(jsonb_build_object('hour', hour, 'readings', total, 'arrivals', arrivals) order by hour), '[]')
        from (
          select date_trunc('hour', scanned_at) as hour, count(*) as total, count(*) filter (where is_arrival) as arrivals
          from (
            select scanned_at, is_entry and row_number() over (partition by registration_id, is_entry order by scanned_at, nonce) = 1 as is_arrival from reading
          ) as numbered
          group by 1 order by 1 desc limit 96
        ) as per_hour
      ),
      'readers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', reader, 'isDevice', is_device, 'readings', total, 'entries', entries, 'duplicates', duplicates, 'refusals', refusals, 'offline', offline
        ) order by total desc, reader), '[]')
        from (
          select reader, is_device, count(*) as total, count(*) filter (where result = 'ok' and kind = 'entry') as entries, count(*) filter (where result <> 'ok' and result <> 'duplicate') as refusals, count(*) filter (where result = 'duplicate') as duplicates,
            count(*) filter (where is_offline) as offline
          from reading group by reader, is_device
        ) as per_reader
      )
    )
  );
end $$;
comment on function private.checkin_usage(uuid) is 'Readings per hour and reader, duplicates, refusals, delay of offline readings and how many confirmed people came.';

create function private.checkin_comparison() returns table (
  id uuid, title text, starts_at timestamptz, time_zone text, is_demo boolean, confirmed bigint, came bigint, arrival_hours bigint, busiest_hour timestamptz, busiest_arrivals bigint,
  readings bigint, duplicates bigint, refusals bigint, offline bigint, devices bigint, revoked_devices bigint
)
language sql stable security definer set search_path = '' as $$
  with chosen as (
    select events.* from public.events
    where private.enrols_devices() and events.deleted_at is null and events.starts_at < now() + interval '1 day' and exists (
      select from public.event_checkins as reading join public.event_checkin_lists as list on list.id = reading.list_id where list.event_id = events.id
    )
    order by events.starts_at desc, events.id limit 50
  ), reading as (
    select list.event_id, checkin.registration_id, checkin.result, checkin.is_offline, checkin.scanned_at,
      checkin.kind = 'entry' and checkin.result = 'ok' and checkin.undone_at is null as is_entry
    from public.event_checkins as checkin join public.event_checkin_lists as list on list.id = checkin.list_id
    where list.event_id in (select chosen.id from chosen) and checkin.kind <> 'print'
  ), arrival as (
    select event_id, registration_id, min(scanned_at) as arrived_at from reading where is_entry group by event_id, registration_id
  ), hour as (
    select event_id, date_trunc('hour', arrived_at) as hour, count(*) as arrivals from arrival group by 1, 2
  ), reading_figures as (
    select event_id, count(*) as readings, count(*) filter (where result = 'duplicate') as duplicates,
      count(*) filter (where result not in ('ok', 'duplicate')) as refusals, count(*) filter (where is_offline) as offline
    from reading group by event_id
  ), hour_figures as (
    select event_id, count(*) as arrival_hours, (array_agg(hour order by arrivals desc, hour))[1] as busiest_hour, max(arrivals) as busiest_arrivals from hour group by event_id
  ), confirmed_figures as (
    select registration.event_id, count(*) as confirmed, count(arrival.registration_id) as came
    from public.event_registrations as registration left join arrival on arrival.registration_id = registration.id
    where registration.event_id in (select chosen.id from chosen) and registration.status = 'confirmed' group by registration.event_id
  ), device_figures as (
    select event_id, count(*) as devices, count(*) filter (where revoked_at is not null) as revoked_devices
    from public.checkin_devices where event_id in (select chosen.id from chosen) group by event_id
  )
  select chosen.id, chosen.title, chosen.starts_at, chosen.time_zone, chosen.is_demo, coalesce(confirmed, 0), coalesce(came, 0), coalesce(arrival_hours, 0), busiest_hour,
    coalesce(busiest_arrivals, 0), coalesce(readings, 0), coalesce(duplicates, 0), coalesce(refusals, 0), coalesce(offline, 0), coalesce(devices, 0), coalesce(revoked_devices, 0)
  from chosen
  left join reading_figures on reading_figures.event_id = chosen.id
  left join hour_figures on hour_figures.event_id = chosen.id
  left join confirmed_figures on confirmed_figures.event_id = chosen.id
  left join device_figures on device_figures.event_id = chosen.id
  order by chosen.starts_at desc, chosen.id
$$;
comment on function private.checkin_comparison() is 'Check-in of the last 50 events with readings side by side, for administrators of check-in; none for other callers. Printed badges are not counted.';

create function private.checkin_events() returns table (id uuid, title text, starts_at timestamptz, ends_at timestamptz, town text, state_abbr text, is_demo boolean)
language sql stable security definer set search_path = '' as $$
  select events.id, events.title, events.starts_at, events.ends_at, events.town, events.state_abbr::text, events.is_demo
  from (
    -- Both sides of today are read from the index by date.
    (select * from public.events where starts_at >= now() and deleted_at is null and status in ('published', 'postponed') order by starts_at limit 200)
    union all
    (select * from public.events where starts_at < now() and deleted_at is null and status in ('published', 'postponed') order by starts_at desc limit 200)
  ) as events
  where (select private.checks_in())
  order by events.ends_at < now() - interval '1 day', abs(extract(epoch from events.starts_at - now())) limit 200
$$;
comment on function private.checkin_events() is 'Events whose gate an operator may open, the nearest first; none for other callers.';

create function public.gate_overview(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.gate_overview(event);
comment on function public.gate_overview(uuid) is 'Counters and last readings of a gate, for operators.';
create function public.checkin_usage(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.checkin_usage(event);
comment on function public.checkin_usage(uuid) is 'Figures of check-in at an event, for administrators.';
create function public.checkin_comparison() returns table (
  id uuid, title text, starts_at timestamptz, time_zone text, is_demo boolean, confirmed bigint, came bigint, arrival_hours bigint, busiest_hour timestamptz, busiest_arrivals bigint,
  readings bigint, duplicates bigint, refusals bigint, offline bigint, devices bigint, revoked_devices bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.checkin_comparison();
end;
comment on function public.checkin_comparison() is 'Figures of check-in of the last events side by side.';
create function public.checkin_events() returns table (id uuid, title text, starts_at timestamptz, ends_at timestamptz, town text, state_abbr text, is_demo boolean)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.checkin_events();
end;
comment on function public.checkin_events() is 'Events whose gate the caller may open.';
revoke all on function public.gate_overview(uuid), public.checkin_usage(uuid), public.checkin_comparison(), public.checkin_events() from public, anon;
grant execute on function public.gate_overview(uuid), public.checkin_usage(uuid), public.checkin_comparison(), public.checkin_events() to authenticated, service_role;

create function private.is_live_checkin_device(device_token text) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.live_checkin_device(device_token)).id is not null
$$;
comment on function private.is_live_checkin_device(text) is 'Whether a link opens a gate.';
create function public.is_live_checkin_device(device_token text) returns boolean
language sql stable security invoker set search_path = ''
return private.is_live_checkin_device(device_token);
comment on function public.is_live_checkin_device(text) is 'Whether the link of a device is valid; says nothing else about it.';
revoke all on function public.is_live_checkin_device(text) from public;
grant execute on function public.is_live_checkin_device(text) to anon, authenticated, service_role;
