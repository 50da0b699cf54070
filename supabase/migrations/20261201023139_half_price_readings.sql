set check_function_bodies = off;

drop function public.mark_half_price;

drop function private.mark_half_price;

create or replace function private.reading_kinds() returns text[]
language sql immutable set search_path = ''
return array['entry', 'exit', 'print', 'proof_seen', 'proof_unseen'];

create or replace function private.judge_reading(list public.event_checkin_lists, registration public.event_registrations,
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

create or replace function private.note_half_price(registration uuid) returns void
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

create or replace function private.order_checkins(list public.event_checkin_lists, registration uuid) returns void
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

create or replace function private.record_checkin(reading jsonb, device public.checkin_devices) returns void
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

create or replace function private.record_checkins(readings jsonb, device_token text, pending integer) returns jsonb
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

create or replace function private.undo_checkin(reading uuid, device_token text) returns jsonb
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

create or replace function private.checkin_usage(event uuid) returns jsonb
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

create or replace function private.checkin_comparison() returns table (
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

create or replace function private.read_api_checkins(token text, event uuid, after_at timestamptz, after_id uuid, most integer)
  returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  opened public.event_api_tokens := private.live_api_token(token);
  size integer := least(greatest(most, 1), 500);
  first_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  if opened.id is null or opened.event_id is distinct from event or opened.checkin_columns = '{}' then
    return null;
  end if;
  return (
    with page as (
      select one.id, one.received_at, list.name as list
      from public.event_checkin_lists as list join public.event_checkins as one on one.list_id = list.id
      where list.event_id = opened.event_id and one.kind in ('entry', 'exit') and one.registration_id is not null
        and (one.received_at, one.id) > (coalesce(after_at, '-infinity'), coalesce(after_id, first_id))
      order by one.received_at, one.id limit size + 1
    ), part as (
      select page.* from page order by page.received_at, page.id limit size
    )
    select jsonb_build_object(
      'rows', (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', reading.id, 'registration', reading.registration_id)
          || private.ticked_columns(jsonb_build_object(
            'code', registration.code, 'name', registration.full_name, 'list', part.list, 'kind', reading.kind,
            'result', reading.result, 'people', coalesce(reading.people, nullif(abs(reading.moved), 0), reading.places),
            'inside', reading.inside, 'scanned_at', reading.scanned_at, 'received_at', reading.received_at,
            'undone_at', reading.undone_at
          ), opened.checkin_columns)
          order by reading.received_at, reading.id
        ), '[]')
        from part join public.event_checkins as reading on reading.id = part.id
          join public.event_registrations as registration on registration.id = reading.registration_id
      ),
      'next', case when (select count(*) from page) > size then (
        select jsonb_build_object('at', part.received_at, 'id', part.id) from part
        order by part.received_at desc, part.id desc limit 1
      ) end
    )
  );
end $$;

revoke execute on function private.note_half_price from public;

comment on function private.reading_kinds is
  'Kinds of readings at the gate: entry; exit, for lists that allow re-entry; print, when an operator prints a badge; '
  'proof_seen, when the proof of a half price was seen; proof_unseen, when that note is taken back.';

comment on column public.event_checkins.kind is
  'exit: left, on a list with re-entry. print: an operator printed the badge. proof_seen and proof_unseen: about the '
  'proof of a half price. The last three admit nobody.';

comment on function private.judge_reading is
  'Result of an entry, an exit, a printed badge or a note about a proof; only entries are compared with earlier ones.';

comment on function private.note_half_price is
  'When the proof of a half price was seen: the first time after the note was last taken back, whatever the order in '
  'which devices send. The caller holds the lock of the registration.';

comment on function private.record_checkin is
  'Stores one reading; the caller holds the lock of its list, and of the registration of a note about a proof.';

reset check_function_bodies;
