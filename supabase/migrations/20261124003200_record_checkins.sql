-- Functions of the gate. An operator is found by the session, the device of a volunteer by the token of its link.

create function private.live_checkin_device(device_token text) returns public.checkin_devices
language sql stable security definer set search_path = '' as $$
  select * from public.checkin_devices
  where token_hash = private.token_hash(device_token) and revoked_at is null and expires_at > now()
$$;
comment on function private.live_checkin_device(text) is 'The device of a link; null for a token that is wrong, expired or revoked.';

create function private.ended_checkin_device(device_token text) returns public.checkin_devices
language sql stable security definer set search_path = '' as $$
  select * from public.checkin_devices
  where token_hash = private.token_hash(device_token) and least(revoked_at, expires_at) between now() - interval '7 days' and now()
$$;
comment on function private.ended_checkin_device(text) is
  'The device of a link that expired or was revoked at most 7 days ago; what it read before that is still stored.';

create function private.gate_device(device_token text) returns public.checkin_devices
language plpgsql stable security definer set search_path = '' as $$
declare
  device public.checkin_devices;
begin
  if device_token is not null then
    device := private.live_checkin_device(device_token);
  end if;
  if device.id is null and (device_token is not null or not private.checks_in()) then
    raise exception 'check-in is for operators and enrolled devices' using errcode = '42501';
  end if;
  return device;
end $$;
comment on function private.gate_device(text) is 'The device of the caller, null for an operator of the team; refuses everybody else.';

create function private.judge_registration(list public.event_checkin_lists, registration public.event_registrations, version integer, forced boolean) returns text
language sql stable set search_path = '' as $$
  select case
    when registration.id is null then 'unknown'
    when registration.event_id <> list.event_id then 'wrong_event'
    when version <> registration.badge_version then 'revoked_badge'
    when cardinality(list.kinds) > 0 and (select kind from public.event_registration_types where id = registration.type_id) <> all (list.kinds) then 'wrong_list'
    when registration.status = 'confirmed' then 'duplicate'
    when forced and registration.status in ('awaiting_payment', 'pending', 'offered', 'waitlisted') then 'duplicate'
    when registration.status = 'awaiting_payment' then 'unpaid'
    else 'not_approved'
  end
$$;
comment on function private.judge_registration(public.event_checkin_lists, public.event_registrations, integer, boolean) is
  'Result of a reading; duplicate until private.order_checkins finds the earliest one.';

create function private.judge_reading(list public.event_checkin_lists, registration public.event_registrations, reading jsonb, kind text, forced boolean) returns text
language plpgsql stable set search_path = '' as $$
declare
  outcome text;
begin
  if kind = 'entry' then
    return private.judge_registration(list, registration, (reading ->> 'badgeVersion')::integer, forced);
  elsif kind = 'exit' and not list.allow_reentry then
    return 'wrong_list';
  end if;
  -- Who was admitted may leave, and a badge is printed whatever the list admits.
  if kind = 'print' then
    list.kinds := '{}';
  end if;
  outcome := private.judge_registration(list, registration, (reading ->> 'badgeVersion')::integer, kind = 'exit');
  return case outcome when 'duplicate' then 'ok' else outcome end;
end $$;
comment on function private.judge_reading(public.event_checkin_lists, public.event_registrations, jsonb, text, boolean) is
  'Result of an entry, an exit or a printed badge; only entries are compared with earlier ones.';

create function private.order_checkins(list public.event_checkin_lists, registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  earliest uuid;
  repeated text := case when list.allow_reentry then 'ok' else 'duplicate' end;
begin
  select id into earliest from public.event_checkins
  where list_id = list.id and registration_id = registration and kind = 'entry' and result in ('ok', 'duplicate') and undone_at is null
  order by scanned_at, nonce limit 1;
  -- The unique index allows one entry at a time, so the former one is changed first.
  update public.event_checkins set result = repeated, first_checkin_id = earliest
  where list_id = list.id and registration_id = registration and kind = 'entry' and result in ('ok', 'duplicate') and undone_at is null
    and id <> earliest and (result <> repeated or first_checkin_id is distinct from earliest);
  update public.event_checkins set result = 'ok', first_checkin_id = null
  where id = earliest and (result <> 'ok' or first_checkin_id is not null);
end $$;
comment on function private.order_checkins(public.event_checkin_lists, uuid) is
  'Makes the earliest reading of a registration in a list its entry, whatever the order of arrival.';

create function private.record_checkin(reading jsonb, device public.checkin_devices) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  list public.event_checkin_lists;
  registration public.event_registrations;
  given_kind text := coalesce(reading ->> 'kind', 'entry');
  outcome text;
  scanned timestamptz := least((reading ->> 'scannedAt')::timestamptz, now());
begin
  select * into list from public.event_checkin_lists
  where id = (reading ->> 'listId')::uuid and (device.id is null or event_id = device.event_id);
  if list.id is null or given_kind not in ('entry', 'exit', 'print') or given_kind = 'print' and device.id is not null then
    return;
  end if;
  -- A device whose clock was reset would always be the earliest.
  if scanned is null or scanned < now() - interval '60 days' then
    scanned := now();
  end if;
  if scanned > least(device.revoked_at, device.expires_at) then
    return;
  end if;
  select * into registration from public.event_registrations where id = (reading ->> 'registrationId')::uuid;
  outcome := private.judge_reading(list, registration, reading, given_kind, device.id is null and coalesce((reading ->> 'isForced')::boolean, false));
  insert into public.event_checkins (list_id, registration_id, nonce, kind, result, device_id, operator_id, scanned_at, is_offline, is_forced, undone_at)
  values (
    list.id, case when registration.event_id = list.event_id then registration.id end, (reading ->> 'nonce')::uuid, given_kind, outcome,
    device.id, case when device.id is null then (select private.account_id()) end, scanned,
    coalesce((reading ->> 'isOffline')::boolean, false),
    outcome = 'duplicate' and registration.status <> 'confirmed',
    -- A reading from before an undo that arrives after it is undone too.
    (select max(undone_at) from public.event_checkins as undone
     where given_kind = 'entry' and not list.allow_reentry and undone.kind = 'entry' and undone.list_id = list.id and undone.registration_id = registration.id and undone.undone_at >= scanned)
  )
  on conflict (nonce) do nothing;
  if found and outcome = 'duplicate' then
    perform private.order_checkins(list, registration.id);
  end if;
end $$;
comment on function private.record_checkin(jsonb, public.checkin_devices) is 'Stores one reading; the caller holds the lock of its list.';

create function private.checkin_answer(reading public.event_checkins) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', reading.id, 'nonce', reading.nonce, 'readingKind', reading.kind, 'result', reading.result, 'scannedAt', reading.scanned_at, 'undoneAt', reading.undone_at,
    'registrationId', reading.registration_id, 'name', registration.full_name, 'kind', type.kind,
    'listId', list.id, 'list', list.name, 'by', coalesce(device.name, operator.username),
    'isOffline', reading.is_offline, 'isWalkIn', reading.is_walk_in, 'isForced', reading.is_forced,
    'first', case when earliest.id is not null then jsonb_build_object(
      'at', earliest.scanned_at, 'list', list.name,
      'by', coalesce((select name from public.checkin_devices where id = earliest.device_id), (select username from public.profiles where id = earliest.operator_id))
    ) end
  )
  from public.event_checkin_lists as list
  left join public.event_registrations as registration on registration.id = reading.registration_id
  left join public.event_registration_types as type on type.id = registration.type_id
  left join public.checkin_devices as device on device.id = reading.device_id
  left join public.profiles as operator on operator.id = reading.operator_id
  left join public.event_checkins as earliest on earliest.id = reading.first_checkin_id
  where list.id = reading.list_id
$$;
comment on function private.checkin_answer(public.event_checkins) is 'What the gate shows of a reading: result, person, and time, list and operator of the first entry.';

create function private.record_checkins(readings jsonb, device_token text, pending integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.ended_checkin_device(device_token);
  reading jsonb;
begin
  if device.id is null then
    device := private.gate_device(device_token);
  end if;
  if jsonb_typeof(readings) is distinct from 'array' or jsonb_array_length(readings) > 500 then
    raise exception 'readings must be an array of at most 500' using errcode = '22023';
  end if;
  -- One batch at a time per list; the order of the locks is the same for every caller.
  perform from public.event_checkin_lists
  where id in (select (one ->> 'listId')::uuid from jsonb_array_elements(readings) as one) order by id for no key update;
  for reading in select one from jsonb_array_elements(readings) as one order by one ->> 'scannedAt', one ->> 'nonce' loop
    perform private.record_checkin(reading, device);
  end loop;
  update public.checkin_devices set last_sync_at = now(), pending_readings = least(greatest(coalesce(pending, 0), 0), 100000) where id = device.id;
  return (
    select coalesce(jsonb_agg(private.checkin_answer(stored)), '[]') from public.event_checkins as stored
    join public.event_checkin_lists as list on list.id = stored.list_id and (device.id is null or list.event_id = device.event_id)
    where stored.nonce in (select (one ->> 'nonce')::uuid from jsonb_array_elements(readings) as one)
  );
end $$;
comment on function private.record_checkins(jsonb, text, integer) is
  'Stores up to 500 readings, each nonce once, and answers those that are stored. An expired or revoked device may still send what it read before.';

create function private.add_default_checkin_lists(event uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.event_checkin_lists (event_id, name, purpose, kinds, position)
  select events.id, list.name, list.purpose, list.kinds, list.position
  from public.events, (values
    ('Entrada', 'entry', '{}'::text[], 1),
    ('Veículos', 'vehicle', '{expositor}', 2),
    ('Entrega de kits', 'kit', '{expositor,mercado_pulga,food_truck,expositor_comercial}', 3)
  ) as list (name, purpose, kinds, position)
  where events.id = event and not exists (select from public.event_checkin_lists where event_id = event)
  on conflict do nothing
$$;
comment on function private.add_default_checkin_lists(uuid) is 'The first lists of an event, made when its gate is first opened.';

create function private.gate_cars(registration uuid) returns text
language sql stable security definer set search_path = '' as $$
  select left(string_agg(make || ' ' || model || ' ' || year, ', ' order by position), 60)
  from public.registration_vehicles where registration_id = registration
$$;
comment on function private.gate_cars(uuid) is 'Cars of a registration in at most 60 characters, without plates.';

create function private.is_gate_over(event public.events) returns boolean
language sql stable set search_path = '' as $$
  select event.ends_at + interval '12 hours' < now()
$$;
comment on function private.is_gate_over(public.events) is 'Whether devices must no longer keep the people of an event; the same hours as KEEP_HOURS of lib/gate/rules.ts.';

create function private.last_movements(event uuid) returns table (list_id uuid, registration_id uuid, kind text, scanned_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select distinct on (movement.list_id, movement.registration_id) movement.list_id, movement.registration_id, movement.kind, movement.scanned_at
  from public.event_checkins as movement
  join public.event_checkin_lists as list on list.id = movement.list_id and list.event_id = event and list.allow_reentry
  where movement.kind in ('entry', 'exit') and movement.result = 'ok' and movement.undone_at is null
  order by movement.list_id, movement.registration_id, movement.scanned_at desc, movement.nonce desc
$$;
comment on function private.last_movements(uuid) is 'The last entry or exit of every registration, on the lists with re-entry.';

create function private.read_gate(event uuid, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  chosen uuid := coalesce(device.event_id, event);
begin
  perform private.add_default_checkin_lists(chosen);
  update public.checkin_devices set last_sync_at = now() where id = device.id;
  return (
    select jsonb_build_object(
      'now', now(),
      'event', jsonb_build_object('id', events.id, 'title', events.title, 'startsAt', events.starts_at, 'endsAt', events.ends_at, 'isDemo', events.is_demo),
      'device', case when device.id is not null then jsonb_build_object('name', device.name, 'expiresAt', device.expires_at) end,
      'keys', private.event_public_keys(),
      'lists', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'purpose', purpose, 'kinds', kinds, 'allowReentry', allow_reentry) order by position, name), '[]')
        from public.event_checkin_lists where event_id = chosen
      ),
      'types', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'name', name, 'priceCents', price_cents, 'left', capacity - taken) order by position), '[]')
        from public.event_registration_types where event_id = chosen
      ),
      'people', (
        select coalesce(jsonb_agg(jsonb_build_array(registration.id, registration.full_name, type.kind, coalesce(private.gate_cars(registration.id), ''),
          case registration.status when 'confirmed' then 'c' when 'awaiting_payment' then 'p' else 'n' end, registration.badge_version) order by registration.search_name), '[]')
        from public.event_registrations as registration join public.event_registration_types as type on type.id = registration.type_id
        where registration.event_id = chosen and registration.status in ('confirmed', 'awaiting_payment', 'pending', 'offered', 'waitlisted')
          and not private.is_gate_over(events)
      ),
      -- Their badges are still valid signatures, so that a device without a connection must refuse them by their id.
      'cancelled', (
        select coalesce(jsonb_agg(registration.id), '[]') from public.event_registrations as registration
        where registration.event_id = chosen and registration.status in ('cancelled', 'rejected', 'expired') and registration.confirmed_at is not null
      ),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_array(entry.list_id, entry.registration_id, entry.scanned_at, coalesce(reader.name, operator.username, ''))), '[]')
        from public.event_checkins as entry
        join public.event_checkin_lists as list on list.id = entry.list_id and list.event_id = chosen
        left join public.checkin_devices as reader on reader.id = entry.device_id
        left join public.profiles as operator on operator.id = entry.operator_id
        where entry.kind = 'entry' and entry.result = 'ok' and entry.first_checkin_id is null and entry.undone_at is null and not private.is_gate_over(events)
      ),
      'left', (select coalesce(jsonb_agg(jsonb_build_array(list_id, registration_id)), '[]') from private.last_movements(chosen) where kind = 'exit')
    )
    from public.events where events.id = chosen and deleted_at is null and status in ('published', 'postponed')
  );
end $$;
comment on function private.read_gate(uuid, text) is
  'What a device at the gate keeps: lists, people with kind, cars, status and badge, and who entered and left. No people after the event; null when there is no such event.';

create function private.undo_checkin(reading uuid, device_token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  stored public.event_checkins;
  list public.event_checkin_lists;
begin
  select * into stored from public.event_checkins
  where nonce = reading and registration_id is not null and undone_at is null and kind <> 'print' and result in ('ok', 'duplicate')
    and received_at > now() - interval '15 minutes' and (device.id is null or device_id = device.id);
  if stored.id is null then
    return false;
  end if;
  select * into list from public.event_checkin_lists where id = stored.list_id for no key update;
  -- Each reading of a list with re-entry is a movement of its own.
  update public.event_checkins set undone_at = now(), undone_by = case when device.id is null then (select private.account_id()) end
  where list_id = stored.list_id and registration_id = stored.registration_id and undone_at is null and result in ('ok', 'duplicate')
    and kind = stored.kind and (not list.allow_reentry or id = stored.id);
  if list.allow_reentry then
    perform private.order_checkins(list, stored.registration_id);
  end if;
  if stored.is_walk_in then
    perform private.set_registration_status(id, 'cancelled') from public.event_registrations where id = stored.registration_id and status = 'confirmed';
  end if;
  return true;
end $$;
comment on function private.undo_checkin(uuid, text) is
  'Undoes the entry of a registration in a list, or one movement of a list with re-entry, within 15 minutes, found by the nonce of a reading; a device only its own. A walk-in is cancelled.';

create function private.add_walk_in(walk_in jsonb, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  list public.event_checkin_lists;
  type public.event_registration_types;
  given_name text := btrim(walk_in ->> 'name');
  given_email text := nullif(btrim(walk_in ->> 'email'), '');
  code text := private.new_registration_code();
  registration uuid;
begin
  select * into list from public.event_checkin_lists
  where id = (walk_in ->> 'listId')::uuid and (device.id is null or event_id = device.event_id) for no key update;
  select * into type from public.event_registration_types where id = (walk_in ->> 'typeId')::uuid and event_id = list.event_id;
  if type.id is null or given_name is null or char_length(given_name) not between 1 and 120 or (walk_in ->> 'nonce') is null then
    raise exception 'a walk-in needs a list, a kind of registration and a name' using errcode = '22023';
  end if;
  if cardinality(list.kinds) > 0 and type.kind <> all (list.kinds) then
    return jsonb_build_object('outcome', 'wrong_list');
  end if;
  if not exists (select from public.event_checkins where nonce = (walk_in ->> 'nonce')::uuid) then
    if not private.hold_places(type.id, 1) then
      return jsonb_build_object('outcome', 'full');
    end if;
    insert into public.event_registrations (code, event_id, type_id, full_name, email, status, price_cents, source, confirmed_at, answers)
    values (code, list.event_id, type.id, given_name, coalesce(given_email, lower(code) || '@walk-in.invalid'), 'confirmed', type.price_cents, 'walk_in', now(),
      jsonb_build_object('paid_at_gate', type.price_cents > 0))
    returning id into registration;
    insert into public.event_checkins (list_id, registration_id, nonce, result, device_id, operator_id, scanned_at, is_walk_in)
    values (list.id, registration, (walk_in ->> 'nonce')::uuid, 'ok', device.id, case when device.id is null then (select private.account_id()) end, now(), true);
  end if;
  return (
    select jsonb_build_object('outcome', 'ok', 'answer', private.checkin_answer(stored))
    from public.event_checkins as stored where stored.nonce = (walk_in ->> 'nonce')::uuid and stored.list_id = list.id
  );
end $$;
comment on function private.add_walk_in(jsonb, text) is
  'Registers a person at the gate and lets them in, in one transaction. Without an e-mail the address ends in walk-in.invalid, which receives no mail.';

create function public.record_checkins(readings jsonb, device_token text default null, pending integer default 0) returns jsonb
language sql volatile security invoker set search_path = ''
return private.record_checkins(readings, device_token, pending);
comment on function public.record_checkins(jsonb, text, integer) is 'Stores readings of an operator or an enrolled device; answers each with its result.';
create function public.read_gate(event uuid default null, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.read_gate(event, device_token);
comment on function public.read_gate(uuid, text) is 'The list that a device at the gate keeps, for operators and enrolled devices.';
create function public.undo_checkin(reading uuid, device_token text default null) returns boolean
language sql volatile security invoker set search_path = ''
return private.undo_checkin(reading, device_token);
comment on function public.undo_checkin(uuid, text) is 'Undoes an entry within 15 minutes.';
create function public.add_walk_in(walk_in jsonb, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_walk_in(walk_in, device_token);
comment on function public.add_walk_in(jsonb, text) is 'Registers a person at the gate; full when no place is left.';
revoke all on function public.record_checkins(jsonb, text, integer), public.read_gate(uuid, text), public.undo_checkin(uuid, text), public.add_walk_in(jsonb, text) from public;
grant execute on function public.record_checkins(jsonb, text, integer), public.read_gate(uuid, text), public.undo_checkin(uuid, text), public.add_walk_in(jsonb, text) to anon, authenticated, service_role;

-- People who register at the gate may have no e-mail; their address cannot receive any.
create or replace function private.enqueue_mail(recipient text, template text, data jsonb default '{}', locale text default 'pt-BR') returns uuid
language plpgsql volatile security definer set search_path = '' as $$
begin
  if recipient is null or recipient !~ '^[^\s@<>,;"]+@[^\s@<>,;"]+$' or char_length(recipient) > 254 then
    raise exception 'invalid_recipient' using errcode = '22023';
  elsif template is null or template !~ '^[a-z][a-z_]{1,59}$' then
    raise exception 'invalid_template' using errcode = '22023';
  elsif recipient like '%@walk-in.invalid' then
    return null;
  end if;
  return private.enqueue_job('send-mail', jsonb_build_object(
    'to', recipient, 'template', template, 'data', coalesce(data, '{}'),
    'locale', case when locale in ('pt-BR', 'en-US', 'es-419') then locale else 'pt-BR' end
  ));
end $$;
