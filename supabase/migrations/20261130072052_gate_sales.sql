set check_function_bodies = off;

drop function private.places_left;

drop function private.hold_places;

create or replace function private.gate_payment_methods() returns text[]
language sql immutable set search_path = ''
return array['cash', 'pix', 'card'];

create or replace function private.print_sizes() returns text[]
language sql immutable set search_path = ''
return private.batch_sizes() || array['windscreen'];

alter table public.print_batches
  drop constraint print_batches_size_check,
  add constraint print_batches_size_check check (size = any (private.print_sizes()));

-- What people who came without a registration paid at the gate.

create table public.gate_sales (
  registration_id uuid primary key references public.event_registrations (id) on delete cascade,
  event_id uuid not null references public.events (id) on delete cascade,
  method text not null check (method = any (private.gate_payment_methods())),
  amount_cents integer not null check (amount_cents > 0),
  device_id uuid references public.checkin_devices (id) on delete set null,
  operator_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);

alter table public.gate_sales enable row level security;

alter table public.event_registration_types
  add column gate_places integer not null default 0 check (gate_places between 0 and 1000000);

insert into private.audit_log_permissions (entity, permission) values
  ('gate_sales', 'event_checkin');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('gate_sales', 'operator_id', 'account', 'work', 'Vendas na portaria', 'unlink', 162);

select
  private.declare_columns('gate_sales', 'exported', '{event_id,method,amount_cents,created_at,undone_at}'),
  private.declare_columns('gate_sales', 'withheld',
    '{registration_id,device_id,operator_id}', 'another person: who paid and who took the money');

-- Places of a kind: held, released, and given to the waiting list.

create function private.hold_places(type uuid, wanted integer, is_at_gate boolean default false) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registration_types := private.lock_kinds(type);
begin
  if existing.id is null or wanted > private.places_left(type, is_at_gate) then
    return false;
  end if;
  update public.event_registration_types set taken = taken + wanted where id = type;
  return true;
end $$;

create or replace function private.reserved_places(kind public.event_registration_types) returns integer
language sql stable security definer set search_path = '' as $$
  select case when kind.gate_places = 0 then 0 else greatest(least(kind.gate_places - (
    select coalesce(sum(registration.places), 0) from public.event_registrations as registration
    where registration.type_id = kind.id and registration.source = 'walk_in'
      and private.holds_place(registration.status)
  ), kind.capacity - kind.taken), 0)::integer end
$$;

create function private.places_left(type uuid, is_at_gate boolean default false) returns integer
language sql stable security definer set search_path = '' as $$
  select least(
    kind.capacity - kind.taken - case when is_at_gate then 0 else private.reserved_places(kind) end,
    events.capacity - (
      select sum(other.taken + case when is_at_gate and other.id = kind.id then 0
        else private.reserved_places(other) end)
      from public.event_registration_types as other where other.event_id = kind.event_id
    )
  )::integer
  from public.event_registration_types as kind join public.events on events.id = kind.event_id where kind.id = type
$$;

create or replace function private.counted_payment(registration public.event_registrations) returns table (
  method text, status text, paid_at timestamptz, amount_cents integer, refunded_cents integer
)
language sql stable security definer set search_path = '' as $$
  select made.method, made.status, made.paid_at, made.amount_cents, made.refunded_cents
  from (
    select payments.method, payments.status, payments.paid_at, payments.amount_cents, payments.refunded_cents,
      payments.id = registration.payment_id as counts, payments.created_at
    from public.payments where payments.subject_type = 'registration' and payments.subject_id = registration.id
    union all
    select sale.method, 'paid', sale.created_at, sale.amount_cents, 0, true, sale.created_at
    from public.gate_sales as sale where sale.registration_id = registration.id and sale.undone_at is null
  ) as made
  order by made.counts desc nulls last, made.paid_at desc nulls last, made.created_at desc limit 1
$$;

-- `registrations` limits the work to some of them; without it every registration of the event is answered.
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
    and (payment_states.registrations is null or registration.id = any (payment_states.registrations))
$$;

create or replace function private.registration_type_from(payload jsonb, base public.event_registration_types, event public.events)
  returns public.event_registration_types
language plpgsql stable set search_path = '' as $$
declare
  type public.event_registration_types := base;
  input jsonb := to_jsonb(base) || payload;
begin
  type.kind := private.choice_field(input, 'kind', private.registration_kinds());
  type.name := private.text_field(input, 'name', 120, true);
  type.price_cents := private.whole_field(input, 'price_cents', 0, 100000000, true);
  type.capacity := private.whole_field(input, 'capacity', 0, 1000000);
  type.gate_places := coalesce(private.whole_field(input, 'gate_places', 0, 1000000), 0);
  type.requires_approval := private.flag_field(input, 'requires_approval');
  type.max_vehicles := private.whole_field(input, 'max_vehicles', 1, 20, true);
  type.max_companions := private.whole_field(input, 'max_companions', 0, 20, true);
  type.required_documents := private.texts_field(input, 'required_documents', 8);
  type.has_waiting_list := private.flag_field(input, 'has_waiting_list');
  type.chooses_stand := private.flag_field(input, 'chooses_stand');
  type.allows_several := private.flag_field(input, 'allows_several');
  type.opens_at := private.moment_field(input, 'opens_at');
  type.closes_at := private.moment_field(input, 'closes_at');
  type.edit_until := private.moment_field(input, 'edit_until');
  if exists (select from unnest(type.required_documents) as name where name !~ '^[a-z_]{2,40}$') then
    perform private.refuse('invalid', 'required_documents');
  elsif jsonb_typeof(input -> 'translations') <> 'object' or octet_length((input -> 'translations')::text) > 4000 then
    perform private.refuse('invalid', 'translations');
  elsif type.closes_at <= type.opens_at or type.closes_at > event.ends_at then
    perform private.refuse('invalid', 'closes_at');
  elsif type.capacity < type.taken then
    perform private.refuse('invalid', 'capacity_taken');
  elsif type.gate_places > least(type.capacity, event.capacity) then
    perform private.refuse('invalid', 'gate_places');
  elsif type.kind <> base.kind and exists (select from public.event_registrations where type_id = base.id) then
    perform private.refuse('invalid', 'kind_registered');
  end if;
  type.translations := input -> 'translations';
  return type;
end $$;

create or replace function private.save_registration_types(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  type public.event_registration_types;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 12
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse('invalid', 'kinds');
  end if;
  -- Places are taken under the lock of the same rows.
  perform from public.event_registration_types where event_id = event.id order by id for update;
  if exists (
    select from public.event_registrations as registration join public.event_registration_types as known
      on known.id = registration.type_id
    where known.event_id = event.id and known.id::text not in (select coalesce(value ->> 'id', '')
      from jsonb_array_elements(list) as value)
  ) then
    perform private.refuse('invalid', 'kinds_registered');
  end if;
  delete from public.event_registration_types
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into type from public.event_registration_types where event_id = event.id
        and id = private.uuid_field(entry, 'id');
      if type.id is null then
        insert into public.event_registration_types (event_id, kind, name) values (
          event.id, private.choice_field(entry, 'kind', private.registration_kinds()), gen_random_uuid()::text
        ) returning * into type;
        type.name := null;
      end if;
      type := private.registration_type_from(entry, type, event);
      update public.event_registration_types set
        kind = type.kind, name = type.name, translations = type.translations, price_cents = type.price_cents,
          capacity = type.capacity,
        requires_approval = type.requires_approval, max_vehicles = type.max_vehicles,
          max_companions = type.max_companions, gate_places = type.gate_places,
        required_documents = type.required_documents, has_waiting_list = type.has_waiting_list,
          chooses_stand = type.chooses_stand,
        allows_several = type.allows_several,
        opens_at = type.opens_at, closes_at = type.closes_at, edit_until = type.edit_until, position = number
      where id = type.id;
    exception
      when unique_violation then
        perform private.refuse('invalid', format('kinds.%s.name', number));
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse('invalid', format('kinds.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;

create or replace function private.gate_sale_totals(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'reader', reader, 'method', method, 'count', total, 'cents', cents
  ) order by reader, method), '[]')
  from (
    select coalesce(device.name, operator.username, '') as reader, sale.method, count(*) as total,
      sum(sale.amount_cents) as cents
    from public.gate_sales as sale
    left join public.checkin_devices as device on device.id = sale.device_id
    left join public.profiles as operator on operator.id = sale.operator_id
    where sale.event_id = gate_sale_totals.event and sale.undone_at is null
    group by 1, 2
  ) as per_reader
$$;

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
  where nonce = reading and registration_id is not null and undone_at is null and kind <> 'print'
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

create or replace function private.walk_in_kind(walk_in jsonb, device public.checkin_devices)
  returns public.event_registration_types
language sql stable security definer set search_path = '' as $$
  select kind.* from public.event_registration_types as kind
  join public.event_checkin_lists as list on list.event_id = kind.event_id
  join public.events on events.id = kind.event_id
  where kind.id = (walk_in ->> 'typeId')::uuid and list.id = (walk_in ->> 'listId')::uuid
    and (device.id is null or list.event_id = device.event_id)
    and events.deleted_at is null and events.status in ('published', 'postponed')
$$;

create or replace function private.walk_in_companions(walk_in jsonb, type public.event_registration_types) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select name from unnest(private.texts_field(walk_in, 'companions', type.max_companions)) as name
    where name !~ '^\s*$'
  )
$$;

create or replace function private.walk_in_people(walk_in jsonb, type public.event_registration_types) returns integer
language sql stable set search_path = '' as $$
  select greatest(coalesce(private.whole_field(walk_in, 'people', 1, 1 + type.max_companions), 1),
    1 + cardinality(private.walk_in_companions(walk_in, type)))
$$;

create or replace function private.price_walk_in(walk_in jsonb, device_token text) returns jsonb
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
    'txid', 'LC' || upper(left(replace((walk_in ->> 'nonce')::uuid::text, '-', ''), 23))
  );
end $$;

create or replace function private.add_walk_in(walk_in jsonb, device_token text) returns jsonb
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

create or replace function public.price_walk_in(walk_in jsonb, device_token text default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.price_walk_in(walk_in, device_token);

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
          'id', id, 'kind', kind, 'name', name, 'priceCents', price_cents, 'left', private.places_left(id, true),
          'maxPeople', 1 + max_companions, 'needsVehicle', kind = any (private.exhibitor_kinds()),
          'needsApproval', private.needs_gate_approval(type)
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

create or replace function private.gate_overview(event uuid) returns jsonb
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

create or replace function private.copy_event_parts(original public.events, copy uuid, days integer) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.event_days (event_id, day, items, position)
  select copy, day + days, items, position from public.event_days where event_id = original.id;
  -- Results belong to the event that is over.
  insert into public.event_media (event_id, kind, path, title, credit, translations, position)
  select copy, kind, path, title, credit, translations, position from public.event_media where event_id = original.id
    and kind <> 'result';
  insert into public.event_sponsors (event_id, name, tier, url, logo_path, position)
  select copy, name, tier, url, logo_path, position from public.event_sponsors where event_id = original.id;
  insert into public.event_registration_types (
    event_id, kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions,
      required_documents, has_waiting_list, allows_several, gate_places,
    chooses_stand, opens_at, closes_at, edit_until, form_version_id, position
  )
  select copy, kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions,
    required_documents, has_waiting_list, allows_several, gate_places,
    chooses_stand, private.shifted(opens_at, days, original.time_zone),
      private.shifted(closes_at, days, original.time_zone),
    private.shifted(edit_until, days, original.time_zone), form_version_id, position
  from public.event_registration_types where event_id = original.id;
  insert into public.event_stands (event_id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents,
    position)
  select copy, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents, position from public.event_stands
    where event_id = original.id;
$$;

create or replace function private.badge_of(registration uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'event_id', event.id, 'code', registration.code, 'status', registration.status,
      'badge_version', registration.badge_version, 'full_name', registration.full_name,
    'kind', kind.kind, 'kind_name', kind.name, 'kind_translations', kind.translations, 'town', registration.town,
      'state_abbr', registration.state_abbr,
    'club', registration.club, 'company', registration.company, 'places', registration.places,
    'stand', (select label from public.event_stands where event_stands.id = registration.stand_id),
    'vehicles', coalesce((
      select jsonb_agg(jsonb_build_object('id', vehicle.id, 'make', vehicle.make, 'model', vehicle.model, 'year',
        vehicle.year, 'story', vehicle.story, 'class_name', vehicle.class_name) order by vehicle.position)
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    ), '[]'),
    'event', jsonb_build_object('slug', event.slug, 'title', event.title, 'translations', event.translations, 'is_demo',
      event.is_demo, 'starts_at', event.starts_at,
      'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr,
        'venue', event.venue, 'poster_path', event.poster_path,
      'has_votes', event.votes_open_at is not null, 'badge_size', event.badge_size, 'badge_hidden',
        to_jsonb(event.badge_hidden))
  )
  from public.event_registrations as registration
  join public.event_registration_types as kind on kind.id = registration.type_id
  join public.events as event on event.id = registration.event_id
  where registration.id = badge_of.registration
$$;

create or replace function private.print_badges(event uuid, type uuid, attending text, since date, size text, locale text,
  registrations uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'registrations');
  return private.add_print_batch('badges', event, size, locale, array(
    select coalesce(car.id, registration.id)
    from public.event_registrations as registration join public.events as meeting on meeting.id = registration.event_id
    left join public.registration_vehicles as car on size = 'windscreen' and car.registration_id = registration.id
    where registration.event_id = event and registration.status = 'confirmed'
      and (size <> 'windscreen' or car.id is not null)
      and (print_badges.type is null or registration.type_id = print_badges.type)
      and (print_badges.attending is null or registration.attending = print_badges.attending)
      and (print_badges.registrations is null or registration.id = any (print_badges.registrations))
      and (since is null or registration.confirmed_at >= since::timestamp at time zone meeting.time_zone)
    order by private.fold(registration.full_name), registration.id, car.position
  ));
end $$;

create or replace function private.print_items(batch uuid, skipped integer, most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(page.content order by item.place) filter (where page.content is not null), '[]')
  from public.print_batches as work
    cross join unnest(work.items[skipped + 1 : skipped + most]) with ordinality as item (id, place)
    cross join lateral (
      select case work.kind
        when 'badges' then (
          select private.badge_of(registration.id)
            || jsonb_build_object('car', case work.size when 'windscreen' then item.id end)
          from public.event_registrations as registration
          where registration.status = 'confirmed' and registration.id = case work.size
            when 'windscreen' then (select car.registration_id from public.registration_vehicles as car
              where car.id = item.id)
            else item.id end
        )
        else (
          select jsonb_build_object('code', certificate.code, 'full_name', certificate.full_name, 'facts',
            certificate.facts, 'layout', certificate.layout)
          from public.certificates as certificate where certificate.id = item.id and certificate.revoked_at is null
        )
      end as content
    ) as page
  where work.id = batch
$$;

create index gate_sales_event_id_idx on public.gate_sales (event_id);

create index gate_sales_device_id_idx on public.gate_sales (device_id);

create index gate_sales_operator_id_idx on public.gate_sales (operator_id);

create policy "organisers of an event and check-in operators read sales" on public.gate_sales
  for select to authenticated
  using ((select private.checks_in()) or event_id in (select private.events_with_right('registrations')));

create trigger gate_sales_audit after insert or update or delete on public.gate_sales
  for each row execute function private.write_audit('registration_id', 'event_id,method,amount_cents,undone_at');

comment on function private.print_sizes is
  'What is printed for many people at once: badges in each size, and A5 cards for the windscreens of cars.';

comment on column public.print_batches.items is
  'Ids of registrations (badges), of cars (cards for windscreens) or of certificates, in the order of the pages.';

comment on function private.print_badges is
  'Starts a PDF with the badges of the confirmed registrations of an event: of one kind, with one answer to "você '
  'vem?", confirmed since a day, or those of a selection. The size windscreen prints a card for each of their cars.';

comment on function private.print_items is
  'What the next pages of a batch show, without registrations and certificates that are no longer valid; a card for a '
  'windscreen names its car.';

comment on function private.gate_payment_methods is 'How a person pays at the gate.';

comment on column public.event_registration_types.gate_places is
  'Places that are given at the gate only, within the capacity.';

comment on function private.hold_places is
  'Takes places of a kind of registration; false, and nothing changed, when the kind or the event has not enough.';

comment on function private.reserved_places is
  'Places of a kind that are kept for the gate and not given there yet, at most those that are free.';

comment on function private.places_left is
  'Free places of a kind within its own limit and the limit of the whole event, without those kept for the gate unless '
  'asked there; null without a limit.';

comment on function private.counted_payment is
  'The payment of a registration that counts, also one taken at the gate, else the newest attempt; no row without any.';

comment on table public.gate_sales is
  'Payments that somebody took at the gate, as that person noted them; the portal does not move this money. Written by '
  'functions only.';

comment on column public.gate_sales.amount_cents is 'Price of the registration when it was made.';

comment on column public.gate_sales.undone_at is 'When the entry was undone, so that the money was given back.';

comment on function private.gate_sale_totals is
  'Sales at the gate of an event by who took the money and method, in cents; undone ones are left out.';

comment on function private.walk_in_kind is
  'The kind of people without a registration in the event of the list, which the device must belong to; null for '
  'another one and for an event that does not take place.';

comment on function private.walk_in_companions is 'Names of the people who come along, without empty lines.';

comment on function private.walk_in_people is
  'How many people a walk-in brings: the number, and at least everybody who is named.';

comment on function private.price_walk_in is
  'What people without a registration pay at the gate, and the identifier of their Pix payment, which is made of the '
  'nonce of the walk-in.';

comment on function private.add_walk_in is
  'Registers people at the gate and lets them in, in one transaction: {nonce, listId, typeId, name, email, people, '
  'companions, vehicles, approvedBy, paidBy, cents}; the same nonce registers once. Answers ok, full, wrong_list, '
  'approval_missing, price_changed (not the amount that the device showed), payment_missing, vehicle_missing or '
  'vehicle_too_new. Without an e-mail the address ends in walk-in.invalid, which receives no mail.';

comment on function public.price_walk_in is
  'The price of people who came without a registration and the identifier of their Pix payment.';

comment on function private.gate_overview is
  'Entries and confirmed registrations with their people by list and kind, who is inside on lists with re-entry (at '
  'most 500 registrations each), the last 50 conflicts of gates without a connection, the last 30 readings and the '
  'sales.';

grant execute on function private.gate_payment_methods to public;

grant execute on function private.gate_sale_totals to public;

grant execute on function private.price_walk_in to public;

grant execute on function private.print_sizes to public;

grant execute on function private.reserved_places to public;

grant execute on function private.walk_in_companions to public;

grant execute on function private.walk_in_kind to public;

grant execute on function private.walk_in_people to public;

grant select on public.gate_sales to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.gate_sales to service_role;

grant execute on function public.price_walk_in to anon;

grant execute on function public.price_walk_in to authenticated;

grant execute on function public.price_walk_in to service_role;

reset check_function_bodies;
