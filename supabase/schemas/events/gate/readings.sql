-- Readings of codes: who may enter, what a device answers, entries by hand.

create table public.event_checkins (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.event_checkin_lists (id) on delete cascade,
  registration_id uuid references public.event_registrations (id) on delete cascade,
  nonce uuid not null unique,
  kind text not null default 'entry' check (kind = any (private.reading_kinds())),
  result text not null check (result = any (private.checkin_results())),
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
  constraint entry_has_a_registration check (result <> all (private.entry_results()) or registration_id
    is not null)
);
comment on table public.event_checkins is
  'Every reading at a gate. People have entered when a row of kind entry has result ok and no undone_at. too_many: '
  'more people than places, which two gates without a connection may admit.';
comment on column public.event_checkins.nonce is 'Made by the device; the same reading is stored once.';
comment on column public.event_checkins.kind is
  'exit: left, on a list with re-entry. print: an operator printed the badge. proof_seen and proof_unseen: about the '
  'proof of a half price. The last three admit nobody.';
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_checkins', 'operator_id', 'account', 'work', 'Trabalho na equipe', 'unlink', 58),
  ('event_checkins', 'undone_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 59);

select
  private.declare_columns('event_checkins', 'exported',
    '{id,list_id,kind,result,scanned_at,received_at,is_offline,is_walk_in,is_forced,undone_at,people,places,moved,
      inside}'),
  private.declare_columns('event_checkins', 'not_personal', '{nonce,first_checkin_id}', 'technical key'),
  private.declare_columns('event_checkins', 'withheld',
    '{registration_id,device_id,operator_id,undone_by}', 'another person: who entered and who read');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('readings_without_registration', 'public.event_checkins', 'received_at', '90 days', 'registration_id is null', 240);

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
  if kind in ('proof_seen', 'proof_unseen') then
    return case when registration.event_id = list.event_id and registration.half_price_category is not null then 'ok'
      else 'unknown' end;
  elsif kind = 'entry' then
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
  'Result of an entry, an exit, a printed badge or a note about a proof; only entries are compared with earlier ones.';

create function private.note_half_price(registration uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_registrations as known set half_price_checked_at = (
    select min(seen.scanned_at) from public.event_checkins as seen
    where seen.registration_id = known.id and seen.kind = 'proof_seen' and seen.result = 'ok'
      and seen.scanned_at > coalesce((
        select max(unseen.scanned_at) from public.event_checkins as unseen
        where unseen.registration_id = known.id and unseen.kind = 'proof_unseen' and unseen.result = 'ok'
      ), '-infinity')
  )
  where known.id = note_half_price.registration
$$;
comment on function private.note_half_price is
  'When the proof of a half price was seen: the first time after the note was last taken back, whatever the order in '
  'which devices send. The caller holds the lock of the registration.';
revoke execute on function private.note_half_price from public;

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
    where known.list_id = list.id and known.registration_id = order_checkins.registration
      and known.kind in ('entry', 'exit') and known.result = any (private.entry_results()) and known.undone_at is null
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
  if list.id is null or given_kind <> all (private.reading_kinds()) or given_kind = 'print' and device.id is not null
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
    case when given_people between 1 and 21 and given_kind in ('entry', 'exit') then given_people end,
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
  elsif found and outcome = 'ok' and given_kind in ('proof_seen', 'proof_unseen') then
    perform private.note_half_price(registration.id);
  end if;
end $$;
comment on function private.record_checkin is
  'Stores one reading; the caller holds the lock of its list, and of the registration of a note about a proof.';

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
    'halfPrice', registration.half_price_category, 'isHalfPriceSeen', registration.half_price_checked_at is not null,
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
    device := private.gate_device(device_token, array(
      select distinct list.event_id
      from jsonb_array_elements(case jsonb_typeof(readings) when 'array' then readings else '[]' end) as one
      left join public.event_checkin_lists as list on list.id = (one ->> 'listId')::uuid
    ));
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
  -- The lists of two gates may differ: the second note about a proof waits, and then reads the first one.
  perform from public.event_registrations where id in (
    select (one ->> 'registrationId')::uuid from jsonb_array_elements(readings) as one
    where one ->> 'kind' in ('proof_seen', 'proof_unseen')
  ) order by id for no key update;
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
      -- An operator of one event reads no answer of another event by its nonce.
      and stored.list_id in (select (one ->> 'listId')::uuid from jsonb_array_elements(readings) as one)
  );
end $$;
comment on function private.record_checkins is
  'Stores up to 500 readings, each nonce once, and answers those that are stored. An expired or revoked device may '
  'still send what it read before.';

create function private.undo_checkin(reading uuid, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token, array(
    select list.event_id from public.event_checkins as known
    join public.event_checkin_lists as list on list.id = known.list_id where known.nonce = reading
  ));
  stored public.event_checkins;
  list public.event_checkin_lists;
  person public.event_registrations;
  entered integer;
begin
  select * into stored from public.event_checkins
  where nonce = reading and registration_id is not null and undone_at is null and kind in ('entry', 'exit')
    and result = any (private.entry_results())
    and received_at > now() - interval '15 minutes' and (device.id is null or device_id = device.id);
  if stored.id is null then
    return private.gone();
  end if;
  select * into list from public.event_checkin_lists where id = stored.list_id for no key update;
  entered := private.entered_people(stored.registration_id);
  -- Each reading of a list with re-entry is a movement of its own. On other lists the refused readings of the badge are
  -- undone too, because they would become entries; the parts of a family that entered stay.
  update public.event_checkins set undone_at = now(), undone_by = case when device.id is null
    then (select private.account_id()) end
  where list_id = stored.list_id and registration_id = stored.registration_id and undone_at is null
    and result = any (private.entry_results())
    and kind = stored.kind and (id = stored.id or not list.allow_reentry and (result <> 'ok' or stored.places = 1));
  perform private.order_checkins(list, stored.registration_id);
  select * into person from public.event_registrations where id = stored.registration_id;
  if stored.is_walk_in and person.status = 'confirmed' and private.entered_people(person.id) = 0 then
    perform private.set_registration_status(person.id, 'cancelled');
  elsif person.status = 'cancelled' then
    -- private.cancel_registration kept the places of the people who were inside.
    perform private.release_places(person.type_id, entered - private.entered_people(person.id));
  end if;
  if stored.is_walk_in and private.entered_people(person.id) = 0 then
    update public.gate_sales as sale set undone_at = now()
    where sale.registration_id = person.id and sale.undone_at is null;
  end if;
  return private.saved();
end $$;
comment on function private.undo_checkin is
  'Undoes an entry in a list, or one movement of a list with re-entry, within 15 minutes, found by the nonce of a '
  'reading; a device only its own. A walk-in is cancelled.';

create function private.walk_in_kind(walk_in jsonb, device public.checkin_devices)
  returns public.event_registration_types
language sql stable security definer set search_path = '' as $$
  select kind.* from public.event_registration_types as kind
  join public.event_checkin_lists as list on list.event_id = kind.event_id
  join public.events on events.id = kind.event_id
  where kind.id = (walk_in ->> 'typeId')::uuid and list.id = (walk_in ->> 'listId')::uuid
    and (device.id is null or list.event_id = device.event_id)
    and events.deleted_at is null and events.status in ('published', 'postponed')
$$;
comment on function private.walk_in_kind is
  'The kind of people without a registration in the event of the list, which the device must belong to; null for '
  'another one and for an event that does not take place.';

create function private.walk_in_companions(walk_in jsonb, type public.event_registration_types) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select name from unnest(private.texts_field(walk_in, 'companions', type.max_companions)) as name
    where name !~ '^\s*$'
  )
$$;
comment on function private.walk_in_companions is 'Names of the people who come along, without empty lines.';

create function private.walk_in_people(walk_in jsonb, type public.event_registration_types) returns integer
language sql stable set search_path = '' as $$
  select greatest(coalesce(private.whole_field(walk_in, 'people', 1, 1 + type.max_companions), 1),
    1 + cardinality(private.walk_in_companions(walk_in, type)))
$$;
comment on function private.walk_in_people is
  'How many people a walk-in brings: the number, and at least everybody who is named.';

create function private.price_walk_in(walk_in jsonb, device_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token, array(
    select known.event_id from public.event_checkin_lists as known where known.id = (walk_in ->> 'listId')::uuid
  ));
  type public.event_registration_types;
begin
  type := private.walk_in_kind(walk_in, device);
  if type.id is null or (walk_in ->> 'nonce') is null then
    raise exception 'a price needs a list and a kind of registration of one event' using errcode = '22023';
  end if;
  return jsonb_build_object(
    'cents', private.registration_price(type, private.walk_in_people(walk_in, type), null),
    'txid', 'LC' || upper(left(replace((walk_in ->> 'nonce')::uuid::text, '-', ''), 23)),
    'state', private.recipient_state(type.event_id),
    'recipient', private.event_pix_key(type.event_id)
  );
end $$;
comment on function private.price_walk_in is
  'What people without a registration pay at the gate and who receives it, and the identifier of their Pix payment, '
  'which is made of the nonce of the walk-in.';

create function private.add_walk_in(walk_in jsonb, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token, array(
    select known.event_id from public.event_checkin_lists as known where known.id = (walk_in ->> 'listId')::uuid
  ));
  list public.event_checkin_lists;
  type public.event_registration_types;
  event public.events;
  given_name text := btrim(walk_in ->> 'name');
  given_email text := nullif(btrim(walk_in ->> 'email'), '');
  approver text := private.text_field(walk_in, 'approvedBy', 120);
  companions text[];
  people integer;
  code text := private.new_registration_code();
  price integer;
  method text := private.choice_field(walk_in, 'paidBy', private.gate_payment_methods(), false);
  added public.event_registrations;
  refused text;
begin
  select * into list from public.event_checkin_lists
  where id = (walk_in ->> 'listId')::uuid and (device.id is null or event_id = device.event_id) for no key update;
  type := private.walk_in_kind(walk_in, device);
  if type.id is null or given_name is null or char_length(given_name) not between 1 and 120 or (walk_in ->> 'nonce')
    is null then
    raise exception 'a walk-in needs a list, a kind of registration and a name' using errcode = '22023';
  end if;
  if cardinality(list.kinds) > 0 and type.kind <> all (list.kinds) then
    return private.refused('wrong_list');
  end if;
  if not exists (select from public.event_checkins where nonce = (walk_in ->> 'nonce')::uuid) then
    companions := private.walk_in_companions(walk_in, type);
    people := private.walk_in_people(walk_in, type);
    if private.needs_gate_approval(type) and approver is null then
      return private.refused('approval_missing');
    end if;
    price := private.registration_price(type, people, null);
    -- The person was asked for the amount that the device showed.
    if price <> private.whole_field(walk_in, 'cents', 0, 2147483647) then
      return private.refused('price_changed');
    elsif price > 0 and method is null then
      return private.refused('payment_missing');
    elsif not private.hold_places(type.id, people, true) then
      return private.refused('full');
    end if;
    select * into event from public.events where id = list.event_id;
    begin
      insert into public.event_registrations (code, event_id, type_id, full_name, email, status, companions, places,
        price_cents, source, confirmed_at)
      values (code, list.event_id, type.id, given_name, coalesce(given_email, lower(code) || '@walk-in.invalid'),
        'confirmed', companions, people, price, 'walk_in', now())
      returning * into added;
      perform private.add_registration_vehicles(added.id, type, event, walk_in -> 'vehicles');
    exception when raise_exception then
      get stacked diagnostics refused = pg_exception_detail;
      if sqlerrm = 'vehicle_too_new' or refused in ('vehicles', 'year', 'make', 'model', 'plate') then
        perform private.release_places(type.id, people);
        return private.refused(case sqlerrm when 'vehicle_too_new' then 'vehicle_too_new' else 'vehicle_missing' end);
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
    if price > 0 then
      insert into public.gate_sales (registration_id, event_id, method, amount_cents, device_id, operator_id)
      values (added.id, list.event_id, method, price, device.id, case when device.id is null
        then (select private.account_id()) end);
    end if;
  end if;
  return (
    select private.saved(jsonb_build_object('answer', private.checkin_answer(stored)))
    from public.event_checkins as stored where stored.nonce = (walk_in ->> 'nonce')::uuid and stored.list_id = list.id
  );
end $$;
comment on function private.add_walk_in is
  'Registers people at the gate and lets them in, in one transaction: {nonce, listId, typeId, name, email, people, '
  'companions, vehicles, approvedBy, paidBy, cents}; the same nonce registers once. Answers ok, full, wrong_list, '
  'approval_missing, price_changed (not the amount that the device showed), payment_missing, vehicle_missing or '
  'vehicle_too_new. Without an e-mail the address ends in walk-in.invalid, which receives no mail.';

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

create function public.record_checkins(readings jsonb, device_token text default null, pending integer default 0)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.record_checkins(readings, device_token, pending);
comment on function public.record_checkins is
  'Stores readings of an operator or an enrolled device; answers each with its result.';
grant execute on function public.record_checkins to anon, authenticated, service_role;

create function public.undo_checkin(reading uuid, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.undo_checkin(reading, device_token);
comment on function public.undo_checkin is 'Undoes an entry within 15 minutes.';
grant execute on function public.undo_checkin to anon, authenticated, service_role;

create function public.add_walk_in(walk_in jsonb, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_walk_in(walk_in, device_token);
comment on function public.add_walk_in is 'Registers a person at the gate; full when no place is left.';
grant execute on function public.add_walk_in to anon, authenticated, service_role;

create function public.price_walk_in(walk_in jsonb, device_token text default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.price_walk_in(walk_in, device_token);
comment on function public.price_walk_in is
  'The price of people who came without a registration and the identifier of their Pix payment.';
grant execute on function public.price_walk_in to anon, authenticated, service_role;
