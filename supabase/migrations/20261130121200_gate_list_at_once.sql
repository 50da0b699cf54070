set check_function_bodies = off;

drop function private.gate_cars;

drop function private.gate_person;

create or replace function private.registrations_with_entry(event uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select distinct reading.registration_id
  from public.event_checkin_lists as list join public.event_checkins as reading on reading.list_id = list.id
  where list.event_id = registrations_with_entry.event and reading.kind = 'entry' and reading.result = 'ok'
    and reading.undone_at is null and reading.registration_id is not null
$$;

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
  -- Names are folded to plain letters, whose bytes are in the order of the alphabet.
  ) order by registration.search_name collate "C", registration.id), '[]')
  from public.event_registrations as registration
  join public.event_registration_types as type on type.id = registration.type_id
  left join cars on cars.registration_id = registration.id
  where registration.event_id = gate_people.event and (
    registration.status in ('confirmed', 'awaiting_payment', 'pending', 'offered', 'waitlisted', 'unconfirmed')
    -- A person who has entered is inside until an exit is stored.
    or registration.status = 'cancelled' and registration.id in (
      select private.registrations_with_entry(gate_people.event))
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

create or replace function private.payment_states(event uuid, registrations uuid[] default null)
  returns table (registration_id uuid, state text)
language sql stable security definer set search_path = '' as $$
  select registration.id, case
    when payment.paid_at is not null and payment.refunded_cents >= payment.amount_cents then 'refunded'
    when registration.difference_cents = 0 and (payment.paid_at is not null or sale.registration_id is not null)
      then 'paid'
    when registration.price_cents = 0 and registration.difference_cents = 0 then 'free'
    when registration.status = any (private.active_registration_statuses()) then 'open'
  end
  from public.event_registrations as registration left join lateral (
    -- As private.counted_payment, without a call for each row.
    select payments.paid_at, payments.refunded_cents, payments.amount_cents from public.payments
    where payments.subject_type = 'registration' and payments.subject_id = registration.id
    order by payments.id = registration.payment_id desc nulls last, payments.paid_at desc nulls last,
      payments.created_at desc limit 1
  ) as payment on true
  left join public.gate_sales as sale on sale.registration_id = registration.id and sale.undone_at is null
  where registration.event_id = payment_states.event
    and (payment_states.registrations is null
      or registration.id in (select unnest(payment_states.registrations)))
$$;

create or replace function private.document_states(event uuid, registrations uuid[] default null)
  returns table (registration_id uuid, states text[])
language sql stable security definer set search_path = '' as $$
  with listed as (
    select registration.id, registration.type_id, registration.form_version_id
    from public.event_registrations as registration
    where registration.event_id = document_states.event
      and (document_states.registrations is null
        or registration.id in (select unnest(document_states.registrations)))
  ), forms as materialized (
    select used.type_id, used.form_version_id, private.required_files(type, form.schema) as files
    from (select distinct listed.type_id, listed.form_version_id from listed) as used
    join public.event_registration_types as type on type.id = used.type_id
    left join public.form_template_versions as form on form.id = used.form_version_id
  ), sent as (
    select document.registration_id, bool_or(document.status = 'sent') as waits,
      coalesce(array_agg(document.kind) filter (where document.status <> 'refused'), '{}') as kinds,
      coalesce(array_agg(document.kind) filter (where document.status = 'refused'), '{}') as refusals
    from public.registration_documents as document join listed on listed.id = document.registration_id group by 1
  ), marked as (
    select listed.id, forms.files, sent.registration_id is not null as has_sent,
      not forms.files <@ coalesce(sent.kinds, '{}') as misses, coalesce(sent.waits, false) as waits,
      sent.registration_id is not null and not sent.refusals <@ sent.kinds as is_refused
    from listed join forms on forms.type_id = listed.type_id
      and forms.form_version_id is not distinct from listed.form_version_id
    left join sent on sent.registration_id = listed.id
  )
  select marked.id, array_remove(array[
    case when marked.misses then 'missing' end, case when marked.waits then 'waiting' end,
    case when marked.is_refused then 'refused' end,
    case when (marked.files <> '{}' or marked.has_sent) and not (marked.misses or marked.waits or marked.is_refused)
      then 'complete' end
  ], null)
  from marked
$$;

comment on function private.registrations_with_entry is
  'Registrations of an event with an entry on any list that was not undone, as private.has_entered for all of them.';

comment on function private.gate_people is
  'Registrations on the list of a device: what the gate shows and searches. The plate is needed because cars are found '
  'by it at the gate; of the mail only its first six characters, never the domain. One query for all of them, because '
  'a large event has thousands.';

reset check_function_bodies;
