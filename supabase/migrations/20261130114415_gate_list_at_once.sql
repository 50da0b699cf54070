set check_function_bodies = off;

drop function private.gate_cars;

drop function private.gate_person;

create or replace function private.gate_people(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with cars as (
    select vehicle.registration_id,
      left(string_agg(vehicle.make || ' ' || vehicle.model || ' ' || vehicle.year, ', ' order by vehicle.position), 60)
        as names,
      nullif(string_agg(upper(regexp_replace(vehicle.plate, '[^A-Za-z0-9]', '', 'g')), ' '
        order by vehicle.position), '') as plates
    from public.registration_vehicles as vehicle
    join public.event_registrations as owner on owner.id = vehicle.registration_id
    where owner.event_id = gate_people.event group by vehicle.registration_id
  )
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
      'due', nullif(registration.difference_cents, 0)
    ))
  ) order by registration.search_name), '[]')
  from public.event_registrations as registration
  join public.event_registration_types as type on type.id = registration.type_id
  left join cars on cars.registration_id = registration.id
  where registration.event_id = gate_people.event and (
    registration.status in ('confirmed', 'awaiting_payment', 'pending', 'offered', 'waitlisted', 'unconfirmed')
    -- A person who has entered is inside until an exit is stored.
    or registration.status = 'cancelled' and private.has_entered(registration.id)
  )
$$;

create or replace function private.read_gate(event uuid, device_token text) returns jsonb
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
          and not private.has_entered(registration.id)
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

comment on function private.gate_people is
  'Registrations on the list of a device: what the gate shows and searches. The plate is needed because cars are found '
  'by it at the gate; of the mail only its first six characters, never the domain. One query for all of them, because '
  'a large event has thousands.';

reset check_function_bodies;
