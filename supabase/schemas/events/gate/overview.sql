-- What a gate and the organiser read: people inside, cars, counts.

create function private.is_gate_over(event public.events) returns boolean
language sql stable set search_path = '' as $$
  select event.ends_at + interval '12 hours' < now()
$$;
comment on function private.is_gate_over is
  'Whether devices must no longer keep the people of an event; the same hours as KEEP_HOURS of lib/events/gate/rules.ts.';

create function private.registrations_with_entry(event uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct reading.registration_id
  from public.event_checkin_lists as list join public.event_checkins as reading on reading.list_id = list.id
  where list.event_id = registrations_with_entry.event and reading.kind = 'entry' and reading.result = 'ok'
    and reading.undone_at is null and reading.registration_id is not null
$$;
comment on function private.registrations_with_entry is
  'Registrations of an event with an entry on any list that was not undone, as private.has_entered for all of them.';

create function private.gate_people(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(
    registration.id, registration.full_name, type.kind, coalesce(cars.names, ''),
    case registration.status when 'confirmed' then 'c' when 'awaiting_payment' then 'p' when 'unconfirmed' then 'u'
      when 'cancelled' then 'x' else 'n' end,
    registration.badge_version,
    jsonb_strip_nulls(jsonb_build_object(
      'places', nullif(registration.places, 1), 'companions', case when registration.companions <> '{}'
        then to_jsonb(registration.companions) end,
      'plates', cars.plates, 'code', registration.code,
      -- Six characters tell two people with one name apart and are no address to write to.
      'mail', case when registration.email not like '%@walk-in.invalid'
        then left(split_part(lower(registration.email), '@', 1), 6) end,
      'due', nullif(registration.difference_cents, 0),
      'half', registration.half_price_category,
      'halfSeen', case when registration.half_price_checked_at is not null then true end
    ))
  -- Names are folded to plain letters, whose bytes are in the order of the alphabet.
  ) order by registration.search_name collate "C", registration.id), '[]')
  from public.event_registrations as registration
  join public.event_registration_types as type on type.id = registration.type_id
  -- By index for each registration: a join would read every pair while the planner knows no rows of a new event.
  left join lateral (
    select
      left(string_agg(vehicle.make || ' ' || vehicle.model || ' ' || vehicle.year, ', ' order by vehicle.position), 60)
        as names,
      nullif(string_agg(upper(regexp_replace(vehicle.plate, '[^A-Za-z0-9]', '', 'g')), ' '
        order by vehicle.position), '') as plates
    from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
  ) as cars on true
  where registration.event_id = gate_people.event and (
    registration.status in ('confirmed', 'awaiting_payment', 'pending', 'offered', 'waitlisted', 'unconfirmed')
    -- A person who has entered is inside until an exit is stored.
    or registration.status = 'cancelled' and registration.id in (
      select private.registrations_with_entry(gate_people.event))
  )
$$;
comment on function private.gate_people is
  'Registrations on the list of a device: what the gate shows and searches. The plate is needed because cars are found '
  'by it at the gate; of the mail only its first six characters, never the domain. One query for all of them, because '
  'a large event has thousands.';

create function private.read_gate(event uuid, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token, array[event]);
  chosen uuid := coalesce(device.event_id, event);
begin
  perform private.add_default_checkin_lists(chosen);
  update public.checkin_devices set last_sync_at = now() where id = device.id;
  return (
    select jsonb_build_object(
      'now', now(),
      'event', jsonb_build_object('id', events.id, 'title', events.title, 'startsAt', events.starts_at, 'endsAt',
        events.ends_at, 'isDemo', events.is_demo),
      'device', case when device.id is not null then jsonb_build_object('name', device.name, 'expiresAt',
        device.expires_at) end,
      'keys', private.event_public_keys(),
      'lists', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'purpose', purpose, 'kinds', kinds,
          'allowReentry', allow_reentry) order by position, name), '[]')
        from public.event_checkin_lists where event_id = chosen
      ),
      'types', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'kind', kind, 'name', name, 'priceCents', private.kind_price(type),
          'left', private.places_left(id, true),
          'maxPeople', 1 + max_companions, 'needsVehicle', kind = any (private.exhibitor_kinds()),
          'needsApproval', private.needs_gate_approval(type)
        ) order by position), '[]')
        from public.event_registration_types as type where event_id = chosen
      ),
      'people', case when private.is_gate_over(events) then '[]' else private.gate_people(chosen) end,
      -- Their badges are still valid signatures, so that a device without a connection must refuse them by their id.
      'cancelled', (
        select coalesce(jsonb_agg(registration.id), '[]') from public.event_registrations as registration
        where registration.event_id = chosen and registration.status = any (private.ended_registration_statuses())
          and registration.confirmed_at is not null
          and registration.id not in (select private.registrations_with_entry(chosen))
      ),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_array(entry.list_id, entry.registration_id, entry.scanned_at,
          coalesce(reader.name, operator.username, ''), counted.entered, counted.inside)), '[]')
        from public.event_checkins as entry
        join private.list_people(chosen) as counted on counted.list_id = entry.list_id
          and counted.registration_id = entry.registration_id
        left join public.checkin_devices as reader on reader.id = entry.device_id
        left join public.profiles as operator on operator.id = entry.operator_id
        where entry.kind = 'entry' and entry.result = 'ok' and entry.first_checkin_id is null and entry.undone_at
          is null and not private.is_gate_over(events)
      ),
      'left', (select coalesce(jsonb_agg(jsonb_build_array(list_id, registration_id)), '[]')
        from private.last_movements(chosen) where kind = 'exit' and inside = 0)
    )
    from public.events where events.id = chosen and deleted_at is null and status in ('published', 'postponed')
  );
end $$;
comment on function private.read_gate is
  'What a device at the gate keeps: lists, people with kind, companions, cars, status and badge, and who entered and '
  'left. No people after the event; null when there is no such event.';

create function private.gate_overview(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.operates_gates(array[event]) then
    raise exception 'check-in is for operators' using errcode = '42501';
  end if;
  return (
    with expected as (
      select type.kind, count(*) as total, sum(registration.places) as people from public.event_registrations
        as registration
      join public.event_registration_types as type on type.id = registration.type_id
      where registration.event_id = event and registration.status = 'confirmed' group by type.kind
    ), entered as (
      select counted.list_id, type.kind, count(*) as total, sum(counted.entered) as people
        from private.list_people(event) as counted
      join public.event_registrations as registration on registration.id = counted.registration_id
      join public.event_registration_types as type on type.id = registration.type_id
      where counted.entered > 0 group by counted.list_id, type.kind
    ), reading as (
      select checkin.* from public.event_checkins as checkin
      where checkin.list_id in (select id from public.event_checkin_lists where event_id = event)
    )
    select jsonb_build_object(
      'sales', private.gate_sale_totals(event),
      'counts', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'listId', list.id, 'kind', kind.kind, 'entered', coalesce(entered.total, 0), 'expected',
            coalesce(expected.total, 0),
          'enteredPeople', coalesce(entered.people, 0), 'expectedPeople', coalesce(expected.people, 0)
        ) order by list.position, list.name, kind.kind), '[]')
        from public.event_checkin_lists as list
        join (select distinct type.kind from public.event_registration_types as type where type.event_id = event)
          as kind
          on cardinality(list.kinds) = 0 or kind.kind = any (list.kinds)
        left join entered on entered.list_id = list.id and entered.kind = kind.kind
        left join expected on expected.kind = kind.kind
        where list.event_id = event
      ),
      'inside', (
        select coalesce(jsonb_agg(jsonb_build_object('listId', list.id, 'total', people.total, 'totalPeople',
          people.inside, 'people', people.newest) order by list.position, list.name), '[]')
        from public.event_checkin_lists as list, lateral (
          select count(*) as total, coalesce(sum(inside.inside), 0) as inside, coalesce(jsonb_agg(jsonb_build_object(
            'id', inside.id, 'name', inside.full_name, 'kind', inside.kind, 'since', inside.scanned_at, 'inside',
              inside.inside, 'places', inside.places
          ) order by inside.scanned_at desc) filter (where place <= 500), '[]') as newest
          from (
            select registration.id, registration.full_name, registration.places, type.kind, last.scanned_at,
              last.inside, row_number() over (order by last.scanned_at desc) as place
            from private.last_movements(event) as last
            join public.event_registrations as registration on registration.id = last.registration_id
            join public.event_registration_types as type on type.id = registration.type_id
            where last.list_id = list.id and last.inside > 0
          ) as inside
        ) as people
        where list.event_id = event and list.allow_reentry
      ),
      -- What gates admitted without a connection beyond the places: somebody must look at it.
      'conflicts', (
        select coalesce(jsonb_agg(private.checkin_answer(newest) order by newest.scanned_at desc), '[]') from (
          select reading.* from reading
          where reading.kind = 'entry' and reading.undone_at is null
            and (reading.result = 'too_many' or reading.result = 'duplicate' and reading.is_offline)
          order by reading.scanned_at desc limit 50
        ) as newest
      ),
      'readings', (
        select coalesce(jsonb_agg(private.checkin_answer(newest) order by newest.received_at desc,
          newest.scanned_at desc), '[]') from (
          select reading.* from reading order by reading.received_at desc, reading.scanned_at desc limit 30
        ) as newest
      )
    )
  );
end $$;
comment on function private.gate_overview is
  'Entries and confirmed registrations with their people by list and kind, who is inside on lists with re-entry (at '
  'most 500 registrations each), the last 50 conflicts of gates without a connection, the last 30 readings and the '
  'sales.';

create function private.checkin_usage(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.enrols_devices() or event in (select private.events_with_right('devices'))) then
    raise exception 'the use of check-in is read by administrators' using errcode = '42501';
  end if;
  return (
    with reading as (
      select checkin.*, checkin.kind = 'entry' and checkin.result = 'ok' and checkin.undone_at is null as is_entry,
        coalesce(device.name, operator.username, '') as reader, checkin.device_id is not null as is_device
      from public.event_checkins as checkin
      join public.event_checkin_lists as list on list.id = checkin.list_id and list.event_id = event
      left join public.checkin_devices as device on device.id = checkin.device_id
      left join public.profiles as operator on operator.id = checkin.operator_id
      where checkin.kind not in ('proof_seen', 'proof_unseen')
    ), came as (
      select reading.registration_id, max(reading.inside) as people from reading where reading.is_entry
        group by reading.registration_id
    ), confirmed as (
      select registration.id, registration.places, coalesce(came.people, 0) as people, came.registration_id is not null
        as came
      from public.event_registrations as registration left join came on came.registration_id = registration.id
      where registration.event_id = event and registration.status = 'confirmed'
    )
    select jsonb_build_object(
      'total', (select count(*) from reading),
      'exits', (select count(*) from reading where kind = 'exit' and result = 'ok' and undone_at is null),
      'prints', (select count(*) from reading where kind = 'print' and result = 'ok'),
      'offline', (select count(*) from reading where is_offline),
      'undone', (select count(*) from reading where undone_at is not null),
      'averageDelaySeconds', (select coalesce(round(avg(extract(epoch from received_at - scanned_at))), 0) from reading
        where is_offline),
      'longestDelaySeconds', (select coalesce(round(max(extract(epoch from received_at - scanned_at))), 0) from reading
        where is_offline),
      'confirmed', (select count(*) from confirmed),
      'came', (select count(*) from confirmed where came),
      'confirmedPeople', (select coalesce(sum(places), 0) from confirmed),
      'camePeople', (select coalesce(sum(people), 0) from confirmed),
      'results', (select coalesce(jsonb_object_agg(result, total), '{}')
        from (select result, count(*) as total from reading group by result) as per_result),
      'hours', (
        select coalesce(jsonb_agg(jsonb_build_object('hour', hour, 'readings', total, 'arrivals', arrivals, 'people',
          people) order by hour), '[]')
        from (
          select date_trunc('hour', scanned_at) as hour, count(*) as total, count(*) filter (where is_arrival)
            as arrivals,
            coalesce(sum(moved) filter (where is_entry), 0) as people
          from (
            select scanned_at, moved, is_entry, is_entry and row_number()
              over (partition by registration_id, is_entry order by scanned_at, nonce) = 1 as is_arrival from reading
          ) as numbered
          group by 1 order by 1 desc limit 96
        ) as per_hour
      ),
      'readers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', reader, 'isDevice', is_device, 'readings', total, 'entries', entries, 'people', people, 'duplicates',
            duplicates, 'refusals', refusals, 'offline', offline
        ) order by total desc, reader), '[]')
        from (
          select reader, is_device, count(*) as total, count(*) filter (where result = 'ok' and kind = 'entry')
            as entries,
            coalesce(sum(moved) filter (where is_entry), 0) as people,
            count(*) filter (where result <> 'ok' and result <> 'duplicate') as refusals, count(*)
              filter (where result = 'duplicate') as duplicates,
            count(*) filter (where is_offline) as offline
          from reading group by reader, is_device
        ) as per_reader
      )
    )
  );
end $$;
comment on function private.checkin_usage is
  'Readings per hour and reader, duplicates, refusals, delay of offline readings and how many confirmed registrations '
  'and people came. People of an hour or a reader: entries, so that a re-entry after an exit counts again.';

create function private.checkin_events() returns table (id uuid, title text, starts_at timestamptz, ends_at timestamptz,
  town text, state_abbr text, is_demo boolean)
language sql stable security definer set search_path = '' as $$
  select events.id, events.title, events.starts_at, events.ends_at, events.town, events.state_abbr::text, events.is_demo
  from (
    -- Both sides of today are read from the index by date.
    (select * from public.events where starts_at >= now() and deleted_at is null and status
      in ('published', 'postponed') order by starts_at limit 200)
    union all
    (select * from public.events where starts_at < now() and deleted_at is null and status in ('published', 'postponed')
      order by starts_at desc limit 200)
  ) as events
  where (select private.checks_in())
  order by events.ends_at < now() - interval '1 day', abs(extract(epoch from events.starts_at - now())) limit 200
$$;
comment on function private.checkin_events is
  'Events whose gate an operator may open, the nearest first; none for other callers.';

create function private.list_people(event uuid) returns table (list_id uuid, registration_id uuid, entered integer,
  inside integer)
language sql stable security definer set search_path = '' as $$
  select movement.list_id, movement.registration_id, max(greatest(movement.inside, 1)),
    (array_agg(greatest(movement.inside, case movement.kind when 'entry' then 1 else 0 end)
      order by movement.scanned_at desc, movement.nonce desc))[1]
  from public.event_checkins as movement
  join public.event_checkin_lists as list on list.id = movement.list_id and list.event_id = list_people.event
  where movement.kind in ('entry', 'exit') and movement.result = 'ok' and movement.undone_at is null
    and movement.registration_id is not null
  group by movement.list_id, movement.registration_id
$$;
comment on function private.list_people is
  'For each list and registration of an event: people who entered and people inside now.';

create function private.checkin_comparison() returns table (
  id uuid, title text, starts_at timestamptz, time_zone text, is_demo boolean, confirmed bigint, came bigint,
    confirmed_people bigint, came_people bigint, arrival_hours bigint, busiest_hour timestamptz,
    busiest_arrivals bigint,
  readings bigint, duplicates bigint, refusals bigint, offline bigint, devices bigint, revoked_devices bigint
)
language sql stable security definer set search_path = '' as $$
  with chosen as (
    select events.* from public.events
    where private.enrols_devices() and events.deleted_at is null and events.starts_at < now() + interval '1 day'
      and exists (
      select from public.event_checkins as reading join public.event_checkin_lists as list on list.id = reading.list_id
        where list.event_id = events.id
    )
    order by events.starts_at desc, events.id limit 50
  ), reading as (
    select list.event_id, checkin.registration_id, checkin.result, checkin.is_offline, checkin.scanned_at,
      checkin.inside,
      checkin.kind = 'entry' and checkin.result = 'ok' and checkin.undone_at is null as is_entry
    from public.event_checkins as checkin join public.event_checkin_lists as list on list.id = checkin.list_id
    where list.event_id in (select chosen.id from chosen) and checkin.kind in ('entry', 'exit')
  ), arrival as (
    select event_id, registration_id, min(scanned_at) as arrived_at, max(inside) as people from reading where is_entry
      group by event_id, registration_id
  ), hour as (
    select event_id, date_trunc('hour', arrived_at) as hour, count(*) as arrivals from arrival group by 1, 2
  ), reading_figures as (
    select event_id, count(*) as readings, count(*) filter (where result = 'duplicate') as duplicates,
      count(*) filter (where result not in ('ok', 'duplicate')) as refusals, count(*) filter (where is_offline)
        as offline
    from reading group by event_id
  ), hour_figures as (
    select event_id, count(*) as arrival_hours, (array_agg(hour order by arrivals desc, hour))[1] as busiest_hour,
      max(arrivals) as busiest_arrivals from hour group by event_id
  ), confirmed_figures as (
    select registration.event_id, count(*) as confirmed, count(arrival.registration_id) as came,
      sum(registration.places) as confirmed_people, coalesce(sum(arrival.people), 0) as came_people
    from public.event_registrations as registration left join arrival on arrival.registration_id = registration.id
    where registration.event_id in (select chosen.id from chosen) and registration.status = 'confirmed'
      group by registration.event_id
  ), device_figures as (
    select event_id, count(*) as devices, count(*) filter (where revoked_at is not null) as revoked_devices
    from public.checkin_devices where event_id in (select chosen.id from chosen) group by event_id
  )
  select chosen.id, chosen.title, chosen.starts_at, chosen.time_zone, chosen.is_demo, coalesce(confirmed, 0),
    coalesce(came, 0), coalesce(confirmed_people, 0), coalesce(came_people, 0), coalesce(arrival_hours, 0),
    busiest_hour,
    coalesce(busiest_arrivals, 0), coalesce(readings, 0), coalesce(duplicates, 0), coalesce(refusals, 0),
      coalesce(offline, 0), coalesce(devices, 0), coalesce(revoked_devices, 0)
  from chosen
  left join reading_figures on reading_figures.event_id = chosen.id
  left join hour_figures on hour_figures.event_id = chosen.id
  left join confirmed_figures on confirmed_figures.event_id = chosen.id
  left join device_figures on device_figures.event_id = chosen.id
  order by chosen.starts_at desc, chosen.id
$$;
comment on function private.checkin_comparison is
  'Check-in of the last 50 events with readings side by side, for administrators of check-in; none for other callers. '
  'Printed badges are not counted.';

create function public.read_gate(event uuid default null, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.read_gate(event, device_token);
comment on function public.read_gate is 'The list that a device at the gate keeps, for operators and enrolled devices.';
grant execute on function public.read_gate to anon, authenticated, service_role;

create function public.gate_overview(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.gate_overview(event);
comment on function public.gate_overview is 'Counters and last readings of a gate, for operators.';
grant execute on function public.gate_overview to authenticated, service_role;

create function public.checkin_usage(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.checkin_usage(event);
comment on function public.checkin_usage is 'Figures of check-in at an event, for administrators.';
grant execute on function public.checkin_usage to authenticated, service_role;

create function public.checkin_events() returns table (id uuid, title text, starts_at timestamptz, ends_at timestamptz,
  town text, state_abbr text, is_demo boolean)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.checkin_events();
end;
comment on function public.checkin_events is 'Events whose gate the caller may open.';
grant execute on function public.checkin_events to authenticated, service_role;

create function public.checkin_comparison() returns table (
  id uuid, title text, starts_at timestamptz, time_zone text, is_demo boolean, confirmed bigint, came bigint,
    confirmed_people bigint, came_people bigint, arrival_hours bigint, busiest_hour timestamptz,
    busiest_arrivals bigint,
  readings bigint, duplicates bigint, refusals bigint, offline bigint, devices bigint, revoked_devices bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.checkin_comparison();
end;
comment on function public.checkin_comparison is 'Figures of check-in of the last events side by side.';
grant execute on function public.checkin_comparison to authenticated, service_role;
