-- Entry at an event: lists, devices and readings.

create table public.event_checkin_lists (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  purpose text not null default 'entry' check (purpose in ('entry', 'kit', 'vehicle', 'meal')),
  kinds text[] not null default '{}' check (kinds <@ array['publico', 'expositor', 'mercado_pulga', 'food_truck',
    'expositor_comercial']),
  allow_reentry boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  unique (event_id, name)
);
comment on table public.event_checkin_lists is
  'What is checked at an event: entries, kits, vehicles, meals. Never deleted, because a device may still send '
  'readings of it.';
comment on column public.event_checkin_lists.kinds is 'Kinds of registration that the list admits; empty: all.';
comment on column public.event_checkin_lists.allow_reentry is
  'A further reading of a badge is an entry, not a duplicate.';
alter table public.event_checkin_lists enable row level security;
grant select, insert, update on public.event_checkin_lists to authenticated;
grant all on public.event_checkin_lists to service_role;

create function private.checks_in() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('event_checkin')
$$;
comment on function private.checks_in is 'Whether the caller is an operator of the team at the gate.';

create policy "check-in operators read check-in lists" on public.event_checkin_lists
  for select to authenticated using ((select private.checks_in()));

create function private.enrols_devices() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('event_checkin_usage')
$$;
comment on function private.enrols_devices is
  'Whether the caller may enrol and revoke devices of volunteers and add lists.';

create policy "administrators of check-in add lists" on public.event_checkin_lists
  for insert to authenticated with check ((select private.enrols_devices()));
create policy "administrators of check-in update lists" on public.event_checkin_lists
  for update to authenticated using ((select private.enrols_devices())) with check ((select private.enrols_devices()));
create trigger event_checkin_lists_server_columns before insert or update on public.event_checkin_lists
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger event_checkin_lists_audit after insert or update or delete on public.event_checkin_lists
  for each row execute function private.write_audit('id', 'event_id,name,purpose,kinds,allow_reentry');

insert into private.audit_log_permissions (entity, permission) values
  ('event_checkin_lists', 'event_checkin');

select private.declare_columns('event_checkin_lists', 'not_personal',
  '{id,event_id,name,purpose,kinds,allow_reentry,position,created_at}', 'lists of an event');

create table public.checkin_devices (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_sync_at timestamptz,
  pending_readings integer not null default 0 check (pending_readings between 0 and 100000),
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  created_at timestamptz not null default now(),
  constraint device_expires_after_enrolment check (expires_at > created_at)
);
comment on table public.checkin_devices is 'Devices of volunteers, each enrolled for one event by a link.';
comment on column public.checkin_devices.token_hash is
  'SHA-256 of the token in the link; null in a restored database, where no earlier link works.';
comment on column public.checkin_devices.pending_readings is 'Unsent readings that the device reported last.';
create index checkin_devices_event_id_idx on public.checkin_devices (event_id);
create index checkin_devices_created_by_idx on public.checkin_devices (created_by);
alter table public.checkin_devices enable row level security;
grant select (
  id, event_id, name, expires_at, revoked_at, last_sync_at, pending_readings, created_by, created_at
) on public.checkin_devices to authenticated;
grant insert (event_id, name, token_hash, expires_at) on public.checkin_devices to authenticated;
grant update (revoked_at) on public.checkin_devices to authenticated;
grant all on public.checkin_devices to service_role;
create policy "check-in operators read devices" on public.checkin_devices
  for select to authenticated using ((select private.checks_in()));
create policy "administrators of check-in enrol devices" on public.checkin_devices
  for insert to authenticated with check ((select private.enrols_devices()));
create policy "administrators of check-in revoke devices" on public.checkin_devices
  for update to authenticated using ((select private.enrols_devices())) with check ((select private.enrols_devices()));
create trigger checkin_devices_server_columns before insert or update on public.checkin_devices
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger checkin_devices_stamp before update on public.checkin_devices
  for each row execute function private.stamp_revocation();
create trigger checkin_devices_audit after insert or update of revoked_at or delete on public.checkin_devices
  for each row execute function private.write_audit('id', 'event_id,name,expires_at,revoked_at');

insert into private.audit_log_permissions (entity, permission) values
  ('checkin_devices', 'event_checkin');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('checkin_devices', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 57);

select
  private.declare_columns('checkin_devices', 'exported',
    '{id,event_id,name,expires_at,revoked_at,last_sync_at,pending_readings,created_by,created_at}'),
  private.declare_columns('checkin_devices', 'withheld', '{token_hash}', 'secret of the device');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('checkin_devices', 'public.checkin_devices', 'expires_at', '1 year', 241);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.checkin_devices', 'token_hash', 'null');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('checkin_devices', 'expires_at', 'stays', 'chosen by the team for a device');

create table public.event_checkins (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.event_checkin_lists (id) on delete cascade,
  registration_id uuid references public.event_registrations (id) on delete cascade,
  nonce uuid not null unique,
  kind text not null default 'entry' check (kind in ('entry', 'exit', 'print')),
  result text not null check (result in (
  'ok', 'duplicate', 'too_many', 'unknown', 'wrong_event', 'wrong_list', 'unpaid', 'unconfirmed', 'not_approved',
    'revoked_badge'
)),
  first_checkin_id uuid references public.event_checkins (id) on delete set null,
  device_id uuid references public.checkin_devices (id) on delete set null,
  operator_id uuid references public.profiles (id) on delete set null,
  scanned_at timestamptz not null,
  received_at timestamptz not null default now(),
  is_offline boolean not null default false,
  is_walk_in boolean not null default false,
  is_forced boolean not null default false,
  undone_at timestamptz,
  undone_by uuid references public.profiles (id) on delete set null,
  people integer check (people between 1 and 21),
  places integer not null default 1 check (places between 1 and 21),
  moved integer not null default 0 check (moved between -21 and 21),
  inside integer not null default 0 check (inside between 0 and 21),
  constraint entry_has_a_registration check (result not in ('ok', 'duplicate', 'too_many') or registration_id
    is not null)
);
comment on table public.event_checkins is
  'Every reading at a gate. People have entered when a row of kind entry has result ok and no undone_at. too_many: '
  'more people than places, which two gates without a connection may admit.';
comment on column public.event_checkins.nonce is 'Made by the device; the same reading is stored once.';
comment on column public.event_checkins.kind is
  'exit: left, on a list with re-entry. print: an operator printed the badge, which admits nobody.';
comment on column public.event_checkins.first_checkin_id is
  'The entry that a duplicate or a re-entry repeats; null for the entry itself.';
comment on column public.event_checkins.scanned_at is
  'Clock of the device, corrected by the clock of the server at its last connection.';
comment on column public.event_checkins.is_forced is
  'An operator of the team admitted an unpaid or unapproved registration.';
comment on column public.event_checkins.people is
  'How many people enter or leave, as the device counted them; null: all who are not inside yet, or all who are.';
comment on column public.event_checkins.places is
  'Places of the registration when the reading was stored; a later change of the places does not turn a refused '
  'reading into an entry.';
comment on column public.event_checkins.moved is
  'By how much the reading changed the number of people inside; negative for an exit.';
comment on column public.event_checkins.inside is
  'People of the registration inside after this reading, in the order of the times of the readings.';
create unique index event_checkins_entry_idx on public.event_checkins (list_id, registration_id)
  where kind = 'entry' and result = 'ok' and first_checkin_id is null and undone_at is null;
create index event_checkins_list_id_idx on public.event_checkins (list_id, registration_id, scanned_at);
create index event_checkins_received_at_idx on public.event_checkins (list_id, received_at desc);
create index event_checkins_registration_id_idx on public.event_checkins (registration_id);
create index event_checkins_first_checkin_id_idx on public.event_checkins (first_checkin_id);
create index event_checkins_device_id_idx on public.event_checkins (device_id);
create index event_checkins_operator_id_idx on public.event_checkins (operator_id);
create index event_checkins_undone_by_idx on public.event_checkins (undone_by);
alter table public.event_checkins enable row level security;
grant select on public.event_checkins to authenticated;
grant all on public.event_checkins to service_role;
create policy "check-in operators read readings" on public.event_checkins
  for select to authenticated using ((select private.checks_in()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_checkins', 'operator_id', 'account', 'work', 'Trabalho na equipe', 'unlink', 58),
  ('event_checkins', 'undone_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 59);

select
  private.declare_columns('event_checkins', 'exported',
    '{id,list_id,kind,result,scanned_at,received_at,is_offline,is_walk_in,is_forced,undone_at,people,places,moved,
      inside}'),
  private.declare_columns('event_checkins', 'not_personal', '{nonce,first_checkin_id}', 'technical key'),
  private.declare_columns('event_checkins', 'withheld',
    '{registration_id,device_id,operator_id,undone_by}', 'another person: who entered and who read');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('readings_without_registration', 'public.event_checkins', 'received_at', '90 days', 'registration_id is null', 240);

create function private.live_checkin_device(device_token text) returns public.checkin_devices
language sql stable security definer set search_path = '' as $$
  select * from public.checkin_devices
  where token_hash = private.token_hash(device_token) and revoked_at is null and expires_at > now()
$$;
comment on function private.live_checkin_device is
  'The device of a link; null for a token that is wrong, expired or revoked.';

create function private.ended_checkin_device(device_token text) returns public.checkin_devices
language sql stable security definer set search_path = '' as $$
  select * from public.checkin_devices
  where token_hash = private.token_hash(device_token) and least(revoked_at, expires_at)
    between now() - interval '7 days' and now()
$$;
comment on function private.ended_checkin_device is
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
comment on function private.gate_device is
  'The device of the caller, null for an operator of the team; refuses everybody else.';

create function private.judge_registration(list public.event_checkin_lists, registration public.event_registrations,
  version integer, forced boolean) returns text
language sql stable set search_path = '' as $$
  select case
    when registration.id is null then 'unknown'
    when registration.event_id <> list.event_id then 'wrong_event'
    when version <> registration.badge_version then 'revoked_badge'
    when cardinality(list.kinds) > 0 and (select kind from public.event_registration_types
      where id = registration.type_id) <> all (list.kinds) then 'wrong_list'
    when registration.status = 'confirmed' then 'duplicate'
    when forced and registration.status in ('awaiting_payment', 'pending', 'offered', 'waitlisted') then 'duplicate'
    when registration.status = 'awaiting_payment' then 'unpaid'
    when registration.status = 'unconfirmed' then 'unconfirmed'
    else 'not_approved'
  end
$$;
comment on function private.judge_registration is
  'Result of a reading; duplicate until private.order_checkins finds the earliest one.';

create function private.judge_reading(list public.event_checkin_lists, registration public.event_registrations,
  reading jsonb, kind text, forced boolean) returns text
language plpgsql stable set search_path = '' as $$
declare
  outcome text;
begin
  if kind = 'entry' then
    return private.judge_registration(list, registration, (reading ->> 'badgeVersion')::integer, forced);
  elsif kind = 'exit' and not list.allow_reentry then
    return 'wrong_list';
  end if;
  -- An admitted person may leave, also after a cancellation, and a badge is printed for every list.
  if kind = 'print' then
    list.kinds := '{}';
  end if;
  outcome := private.judge_registration(list, registration, (reading ->> 'badgeVersion')::integer, kind = 'exit');
  if kind = 'exit' and outcome = 'not_approved' and exists (
    select from public.event_checkins as entry
    where entry.list_id = list.id and entry.registration_id = registration.id and entry.kind = 'entry'
      and entry.result = 'ok' and entry.undone_at is null
  ) then
    return 'ok';
  end if;
  return case outcome when 'duplicate' then 'ok' else outcome end;
end $$;
comment on function private.judge_reading is
  'Result of an entry, an exit or a printed badge; only entries are compared with earlier ones.';

create function private.order_checkins(list public.event_checkin_lists, registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reading public.event_checkins;
  judged record;
  earliest uuid;
  now_inside integer := 0;
  ids uuid[] := '{}';
  outcomes text[] := '{}';
  changes integer[] := '{}';
  totals integer[] := '{}';
begin
  for reading in
    select known.* from public.event_checkins as known
    where known.list_id = list.id and known.registration_id = order_checkins.registration and known.kind <> 'print'
      and known.result in ('ok', 'duplicate', 'too_many') and known.undone_at is null
    order by known.scanned_at, known.nonce
  loop
    judged := private.judge_movement(reading, now_inside, list.allow_reentry);
    now_inside := now_inside + judged.change;
    ids := ids || reading.id;
    outcomes := outcomes || judged.outcome;
    changes := changes || judged.change;
    totals := totals || now_inside;
    if earliest is null and reading.kind = 'entry' and judged.outcome = 'ok' then
      earliest := reading.id;
    end if;
  end loop;
  -- The unique index allows one first entry at a time, so the former one is changed first.
  update public.event_checkins as known set
    result = judgement.outcome, moved = judgement.change, inside = judgement.total, first_checkin_id = case
      when known.kind = 'entry' then earliest end
  from unnest(ids, outcomes, changes, totals) as judgement (id, outcome, change, total)
  where known.id = judgement.id and known.id is distinct from earliest
    and (known.result, known.moved, known.inside, known.first_checkin_id)
      is distinct from (judgement.outcome, judgement.change, judgement.total, case when known.kind = 'entry'
        then earliest end);
  update public.event_checkins as known set result = 'ok', moved = judgement.change, inside = judgement.total,
    first_checkin_id = null
  from unnest(ids, changes, totals) as judgement (id, change, total)
  where known.id = judgement.id and known.id = earliest
    and (known.result, known.moved, known.inside, known.first_checkin_id)
      is distinct from ('ok', judgement.change, judgement.total, null::uuid);
end $$;
comment on function private.order_checkins is
  'Judges the entries and exits of a registration in a list again, in the order of their times, not in the order of '
  'arrival: never more people inside than places.';

create function private.record_checkin(reading jsonb, device public.checkin_devices) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  list public.event_checkin_lists;
  registration public.event_registrations;
  given_kind text := coalesce(reading ->> 'kind', 'entry');
  outcome text;
  offline boolean := coalesce((reading ->> 'isOffline')::boolean, false);
  -- With a connection the clock of the server decides, so that no device can date a reading before an entry.
  scanned timestamptz := case when offline then least((reading ->> 'scannedAt')::timestamptz, now())
    else clock_timestamp() end;
  given_people integer := (reading ->> 'people')::integer;
begin
  select * into list from public.event_checkin_lists
  where id = (reading ->> 'listId')::uuid and (device.id is null or event_id = device.event_id);
  if list.id is null or given_kind not in ('entry', 'exit', 'print') or given_kind = 'print' and device.id is not null
    then
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
  outcome := private.judge_reading(list, registration, reading, given_kind, device.id is null
    and coalesce((reading ->> 'isForced')::boolean, false));
  insert into public.event_checkins (
    list_id, registration_id, nonce, kind, result, device_id, operator_id, scanned_at, is_offline, is_forced, people,
      places, undone_at
  ) values (
    list.id, case when registration.event_id = list.event_id then registration.id end, (reading ->> 'nonce')::uuid,
      given_kind, outcome,
    device.id, case when device.id is null then (select private.account_id()) end, scanned, offline,
    outcome = 'duplicate' and registration.status <> 'confirmed',
    case when given_people between 1 and 21 and given_kind <> 'print' then given_people end,
      coalesce(registration.places, 1),
    -- A reading from before an undo that arrives after it is undone too, when everybody was taken out.
    (select max(undone_at) from public.event_checkins as undone
     where given_kind = 'entry' and not list.allow_reentry and undone.kind = 'entry' and undone.list_id = list.id
       and undone.registration_id = registration.id
       and undone.moved = undone.places and undone.undone_at >= scanned)
  )
  on conflict (nonce) do nothing;
  if found and (outcome = 'duplicate' or given_kind = 'exit' and outcome = 'ok') then
    perform private.order_checkins(list, registration.id);
  end if;
end $$;
comment on function private.record_checkin is 'Stores one reading; the caller holds the lock of its list.';

create function private.checkin_answer(reading public.event_checkins) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', reading.id, 'nonce', reading.nonce, 'readingKind', reading.kind, 'result', reading.result, 'scannedAt',
      reading.scanned_at, 'undoneAt', reading.undone_at,
    'registrationId', reading.registration_id, 'name', registration.full_name, 'kind', type.kind,
    'people', coalesce(reading.people, nullif(abs(reading.moved), 0), reading.places), 'places', reading.places,
      'inside', reading.inside,
    'companions', coalesce(to_jsonb(registration.companions), '[]'), 'dueCents',
      coalesce(registration.difference_cents, 0),
    'listId', list.id, 'list', list.name, 'by', coalesce(device.name, operator.username),
    'isOffline', reading.is_offline, 'isWalkIn', reading.is_walk_in, 'isForced', reading.is_forced,
    'first', case when earliest.id is not null then jsonb_build_object(
      'at', earliest.scanned_at, 'list', list.name,
      'by', coalesce((select name from public.checkin_devices where id = earliest.device_id),
        (select username from public.profiles where id = earliest.operator_id))
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
comment on function private.checkin_answer is
  'What the gate shows of a reading: result, person with companions, people of the reading and inside, and time, list '
  'and operator of the first entry.';

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
  where id in (select (one ->> 'listId')::uuid from jsonb_array_elements(readings) as one) order by id
    for no key update;
  -- A cancellation holds the lock of the kind, so that one of the two finds the rows of the other.
  perform from public.event_registration_types as type where type.id in (
    select known.type_id from public.event_registrations as known
    where known.id in (select (one ->> 'registrationId')::uuid from jsonb_array_elements(readings) as one)
  ) order by type.id for share;
  for reading in select one from jsonb_array_elements(readings) as one order by one ->> 'scannedAt', one ->> 'nonce'
    loop
    perform private.record_checkin(reading, device);
  end loop;
  update public.checkin_devices set last_sync_at = now(), pending_readings = least(greatest(coalesce(pending, 0), 0),
    100000) where id = device.id;
  return (
    select coalesce(jsonb_agg(private.checkin_answer(stored)), '[]') from public.event_checkins as stored
    join public.event_checkin_lists as list on list.id = stored.list_id
      and (device.id is null or list.event_id = device.event_id)
    where stored.nonce in (select (one ->> 'nonce')::uuid from jsonb_array_elements(readings) as one)
  );
end $$;
comment on function private.record_checkins is
  'Stores up to 500 readings, each nonce once, and answers those that are stored. An expired or revoked device may '
  'still send what it read before.';

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
comment on function private.add_default_checkin_lists is
  'The first lists of an event, made when its gate is first opened.';

create function private.gate_cars(registration uuid) returns text
language sql stable security definer set search_path = '' as $$
  select left(string_agg(make || ' ' || model || ' ' || year, ', ' order by position), 60)
  from public.registration_vehicles where registration_id = registration
$$;
comment on function private.gate_cars is 'Cars of a registration in at most 60 characters, without plates.';

create function private.is_gate_over(event public.events) returns boolean
language sql stable set search_path = '' as $$
  select event.ends_at + interval '12 hours' < now()
$$;
comment on function private.is_gate_over is
  'Whether devices must no longer keep the people of an event; the same hours as KEEP_HOURS of lib/gate/rules.ts.';

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
          'id', id, 'kind', kind, 'name', name, 'priceCents', price_cents, 'left', private.places_left(id),
          'maxPeople', 1 + max_companions, 'needsVehicle', kind = 'expositor', 'needsApproval',
            private.needs_gate_approval(type)
        ) order by position), '[]')
        from public.event_registration_types as type where event_id = chosen
      ),
      'people', (
        select coalesce(jsonb_agg(private.gate_person(registration, type) order by registration.search_name), '[]')
        from public.event_registrations as registration join public.event_registration_types as type
          on type.id = registration.type_id
        where registration.event_id = chosen and not private.is_gate_over(events) and (
          registration.status in ('confirmed', 'awaiting_payment', 'pending', 'offered', 'waitlisted', 'unconfirmed')
          -- A person who has entered is inside until an exit is stored.
          or registration.status = 'cancelled' and private.has_entered(registration.id)
        )
      ),
      -- Their badges are still valid signatures, so that a device without a connection must refuse them by their id.
      'cancelled', (
        select coalesce(jsonb_agg(registration.id), '[]') from public.event_registrations as registration
        where registration.event_id = chosen and registration.status in ('cancelled', 'rejected', 'expired')
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
comment on function private.read_gate is
  'What a device at the gate keeps: lists, people with kind, companions, cars, status and badge, and who entered and '
  'left. No people after the event; null when there is no such event.';

create function private.undo_checkin(reading uuid, device_token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  stored public.event_checkins;
  list public.event_checkin_lists;
  person public.event_registrations;
  entered integer;
begin
  select * into stored from public.event_checkins
  where nonce = reading and registration_id is not null and undone_at is null and kind <> 'print' and result
    in ('ok', 'duplicate', 'too_many')
    and received_at > now() - interval '15 minutes' and (device.id is null or device_id = device.id);
  if stored.id is null then
    return false;
  end if;
  select * into list from public.event_checkin_lists where id = stored.list_id for no key update;
  entered := private.entered_people(stored.registration_id);
  -- Each reading of a list with re-entry is a movement of its own. On other lists the refused readings of the badge are
  -- undone too, because they would become entries; the parts of a family that entered stay.
  update public.event_checkins set undone_at = now(), undone_by = case when device.id is null
    then (select private.account_id()) end
  where list_id = stored.list_id and registration_id = stored.registration_id and undone_at is null and result
    in ('ok', 'duplicate', 'too_many')
    and kind = stored.kind and (id = stored.id or not list.allow_reentry and (result <> 'ok' or stored.places = 1));
  perform private.order_checkins(list, stored.registration_id);
  select * into person from public.event_registrations where id = stored.registration_id;
  if stored.is_walk_in and person.status = 'confirmed' and private.entered_people(person.id) = 0 then
    perform private.set_registration_status(person.id, 'cancelled');
  elsif person.status = 'cancelled' then
    -- private.cancel_registration kept the places of the people who were inside.
    perform private.release_places(person.type_id, entered - private.entered_people(person.id));
  end if;
  return true;
end $$;
comment on function private.undo_checkin is
  'Undoes an entry in a list, or one movement of a list with re-entry, within 15 minutes, found by the nonce of a '
  'reading; a device only its own. A walk-in is cancelled.';

create function private.add_walk_in(walk_in jsonb, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  list public.event_checkin_lists;
  type public.event_registration_types;
  event public.events;
  given_name text := btrim(walk_in ->> 'name');
  given_email text := nullif(btrim(walk_in ->> 'email'), '');
  approver text := private.text_field(walk_in, 'approvedBy', 120);
  companions text[];
  people integer;
  code text := private.new_registration_code();
  added public.event_registrations;
  refused text;
begin
  select * into list from public.event_checkin_lists
  where id = (walk_in ->> 'listId')::uuid and (device.id is null or event_id = device.event_id) for no key update;
  select * into type from public.event_registration_types where id = (walk_in ->> 'typeId')::uuid
    and event_id = list.event_id;
  if type.id is null or given_name is null or char_length(given_name) not between 1 and 120 or (walk_in ->> 'nonce')
    is null then
    raise exception 'a walk-in needs a list, a kind of registration and a name' using errcode = '22023';
  end if;
  if cardinality(list.kinds) > 0 and type.kind <> all (list.kinds) then
    return jsonb_build_object('outcome', 'wrong_list');
  end if;
  if not exists (select from public.event_checkins where nonce = (walk_in ->> 'nonce')::uuid) then
    companions := array(select name from unnest(private.texts_field(walk_in, 'companions', type.max_companions)) as name
      where name !~ '^\s*$');
    people := greatest(coalesce(private.whole_field(walk_in, 'people', 1, 1 + type.max_companions), 1),
      1 + cardinality(companions));
    if private.needs_gate_approval(type) and approver is null then
      return jsonb_build_object('outcome', 'approval_missing');
    elsif not private.hold_places(type.id, people) then
      return jsonb_build_object('outcome', 'full');
    end if;
    select * into event from public.events where id = list.event_id;
    begin
      insert into public.event_registrations (code, event_id, type_id, full_name, email, status, companions, places,
        price_cents, source, confirmed_at, answers)
      values (code, list.event_id, type.id, given_name, coalesce(given_email, lower(code) || '@walk-in.invalid'),
        'confirmed', companions, people,
        private.registration_price(type, people, null), 'walk_in', now(),
          jsonb_build_object('paid_at_gate', type.price_cents > 0))
      returning * into added;
      perform private.add_registration_vehicles(added.id, type, event, walk_in -> 'vehicles');
    exception when raise_exception then
      get stacked diagnostics refused = pg_exception_detail;
      if sqlerrm = 'vehicle_too_new' or refused in ('vehicles', 'year', 'make', 'model', 'plate') then
        perform private.release_places(type.id, people);
        return jsonb_build_object('outcome', case sqlerrm when 'vehicle_too_new' then 'vehicle_too_new'
          else 'vehicle_missing' end);
      end if;
      raise;
    end;
    if approver is not null then
      perform private.note_registration(added, 'approved_by:' || approver);
    end if;
    insert into public.event_checkins (list_id, registration_id, nonce, result, device_id, operator_id, scanned_at,
      is_walk_in, people, places, moved, inside)
    values (list.id, added.id, (walk_in ->> 'nonce')::uuid, 'ok', device.id, case when device.id is null
      then (select private.account_id()) end, now(), true,
      people, people, people, people);
  end if;
  return (
    select jsonb_build_object('outcome', 'ok', 'answer', private.checkin_answer(stored))
    from public.event_checkins as stored where stored.nonce = (walk_in ->> 'nonce')::uuid and stored.list_id = list.id
  );
end $$;
comment on function private.add_walk_in is
  'Registers people at the gate and lets them in, in one transaction: {nonce, listId, typeId, name, email, people, '
  'companions, vehicles, approvedBy}. Answers ok, full, wrong_list, approval_missing, vehicle_missing or '
  'vehicle_too_new. Without an e-mail the address ends in walk-in.invalid, which receives no mail.';

create function private.gate_overview(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.checks_in() then
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
  'most 500 registrations each), the last 50 conflicts of gates without a connection, and the last 30 readings.';

create function private.checkin_usage(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.enrols_devices() then
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

create function private.is_live_checkin_device(device_token text) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.live_checkin_device(device_token)).id is not null
$$;
comment on function private.is_live_checkin_device is 'Whether a link opens a gate.';

create function private.judge_movement(reading public.event_checkins, inside integer, reentry boolean, out outcome text,
  out change integer)
language sql immutable set search_path = '' as $$
  select
    case
      when reading.kind = 'exit' then 'ok'
      when reentry then case when reading.people > reading.places then 'too_many' else 'ok' end
      when inside >= reading.places then 'duplicate'
      when inside + coalesce(reading.people, 0) > reading.places then 'too_many'
      else 'ok'
    end,
    case
      when reading.kind = 'exit' then -least(coalesce(reading.people, inside), inside)
      when inside >= reading.places then 0
      when reentry and reading.people <= reading.places then least(reading.people, reading.places - inside)
      when inside + coalesce(reading.people, 0) > reading.places then 0
      else coalesce(reading.people, reading.places - inside)
    end
$$;
comment on function private.judge_movement is
  'Result of an entry or exit after which `inside + change` people are inside. People may enter a list with re-entry '
  'again without an exit that was read.';

create function private.entered_people(registration uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(max(greatest(entry.inside, 1)), 0)::integer from public.event_checkins as entry
  where entry.registration_id = entered_people.registration and entry.kind = 'entry' and entry.result = 'ok'
    and entry.undone_at is null
$$;
comment on function private.entered_people is
  'How many people of a registration have entered, on the list with the most entries; 0 without an entry.';

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

create function private.last_movements(event uuid) returns table (list_id uuid, registration_id uuid, kind text,
  scanned_at timestamptz, inside integer)
language sql stable security definer set search_path = '' as $$
  select distinct on (movement.list_id, movement.registration_id)
    movement.list_id, movement.registration_id, movement.kind, movement.scanned_at, movement.inside
  from public.event_checkins as movement
  join public.event_checkin_lists as list on list.id = movement.list_id and list.event_id = event and list.allow_reentry
  where movement.kind in ('entry', 'exit') and movement.result = 'ok' and movement.undone_at is null
  order by movement.list_id, movement.registration_id, movement.scanned_at desc, movement.nonce desc
$$;
comment on function private.last_movements is
  'The last entry or exit of every registration and the people inside after it, on the lists with re-entry.';

create function private.needs_gate_approval(type public.event_registration_types) returns boolean
language sql immutable set search_path = '' as $$
  select type.requires_approval or type.required_documents <> '{}'
$$;
comment on function private.needs_gate_approval is
  'Whether a walk-in of this kind needs the name of the person who approved it: documents are looked at by that '
  'person.';

create function private.gate_person(registration public.event_registrations, type public.event_registration_types)
  returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    registration.id, registration.full_name, type.kind, coalesce(private.gate_cars(registration.id), ''),
    case registration.status when 'confirmed' then 'c' when 'awaiting_payment' then 'p' when 'unconfirmed' then 'u'
      when 'cancelled' then 'x' else 'n' end,
    registration.badge_version,
    jsonb_strip_nulls(jsonb_build_object(
      'places', nullif(registration.places, 1), 'companions', case when registration.companions <> '{}'
        then to_jsonb(registration.companions) end,
      'plates', (
        select nullif(string_agg(upper(regexp_replace(vehicle.plate, '[^A-Za-z0-9]', '', 'g')), ' '
          order by vehicle.position), '')
        from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
      ),
      'code', registration.code,
      -- Six characters tell two people with one name apart and are no address to write to.
      'mail', case when registration.email not like '%@walk-in.invalid'
        then left(split_part(lower(registration.email), '@', 1), 6) end,
      'due', nullif(registration.difference_cents, 0)
    ))
  )
$$;
comment on function private.gate_person is
  'A registration on the list of a device: what the gate shows and searches. The plate is needed because cars are '
  'found by it at the gate; of the mail only its first six characters, never the domain.';

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
    where list.event_id in (select chosen.id from chosen) and checkin.kind <> 'print'
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

create function public.record_checkins(readings jsonb, device_token text default null, pending integer default 0)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.record_checkins(readings, device_token, pending);
comment on function public.record_checkins is
  'Stores readings of an operator or an enrolled device; answers each with its result.';
grant execute on function public.record_checkins to anon, authenticated, service_role;

create function public.read_gate(event uuid default null, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.read_gate(event, device_token);
comment on function public.read_gate is 'The list that a device at the gate keeps, for operators and enrolled devices.';
grant execute on function public.read_gate to anon, authenticated, service_role;

create function public.undo_checkin(reading uuid, device_token text default null) returns boolean
language sql volatile security invoker set search_path = ''
return private.undo_checkin(reading, device_token);
comment on function public.undo_checkin is 'Undoes an entry within 15 minutes.';
grant execute on function public.undo_checkin to anon, authenticated, service_role;

create function public.add_walk_in(walk_in jsonb, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_walk_in(walk_in, device_token);
comment on function public.add_walk_in is 'Registers a person at the gate; full when no place is left.';
grant execute on function public.add_walk_in to anon, authenticated, service_role;

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

create function public.is_live_checkin_device(device_token text) returns boolean
language sql stable security invoker set search_path = ''
return private.is_live_checkin_device(device_token);
comment on function public.is_live_checkin_device is
  'Whether the link of a device is valid; says nothing else about it.';
grant execute on function public.is_live_checkin_device to anon, authenticated, service_role;

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
