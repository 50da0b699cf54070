create or replace function private.gate_people(event uuid) returns jsonb
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
