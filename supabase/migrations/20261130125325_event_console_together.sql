set check_function_bodies = off;

drop function private.gate_person;

create or replace function private.event_pix_key(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('pix_key_type', own.pix_key_type, 'pix_key', own.pix_key, 'name', own.name,
    'city', own.city, 'is_current', true)
  from private.event_recipient(event) as own where own.kind = 'pix' and own.status = 'approved'
$$;

create or replace function private.without_empty(fields jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(field.key, field.value), '{}')
  from jsonb_each(fields) as field where field.value not in ('null', '""', '[]', 'false')
$$;

create or replace function private.form_questions(questions jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  question jsonb;
  base text;
  name text;
  names text[] := '{}';
  result jsonb := '[]';
begin
  for question in select * from jsonb_array_elements(questions) loop
    if jsonb_typeof(question) <> 'object' then
      perform private.refuse_form('not an object');
    end if;
    -- Empty fields of the panel are left out, so that a stored version stays equal to what the panel sends again.
    question := private.without_empty(question);
    base := coalesce(question ->> 'name', nullif(btrim(regexp_replace(private.fold(left(question ->> 'label', 50)),
      '[^a-z0-9]+', '_', 'g'), '_'), ''), 'pergunta');
    base := case when base ~ '^[a-z]' then base else 'p_' || base end;
    name := base;
    while not question ? 'name' and name = any (names) loop
      name := base || '_' || cardinality(names) + 1;
    end loop;
    if name = any (names) or name !~ '^[a-z][a-z0-9_]{1,59}$' then
      perform private.refuse_form('name');
    end if;
    names := names || name;
    result := result || jsonb_build_array(question || jsonb_build_object('name', name));
  end loop;
  return result;
end $$;

create or replace function private.event_offer(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', type.name, 'priceCents', type.price_cents, 'capacity', type.capacity, 'opensAt', type.opens_at,
          'closesAt', type.closes_at,
        'requiresApproval', type.requires_approval, 'hasWaitingList', type.has_waiting_list,
        'priceSteps', type.price_steps, 'questions', private.own_question_labels(type)
      ) order by type.position, type.id), '[]')
      from public.event_registration_types as type where type.event_id = event.id
    ),
    'capacity', event.capacity,
    'isPaid', private.is_paid_event(event.id),
    'payee', private.event_payee(event.id),
    'recipient', private.recipient_state(event.id),
    'isPayable', private.recipient_state(event.id) <> 'none'
  )
$$;

create or replace function private.promote_waiting(type uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.lock_kinds(type);
  event public.events;
  next_one record;
  offered integer := 0;
begin
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or event.status = 'cancelled'
    or private.kind_end(type) <= now() then
    return 0;
  end if;
  -- An offered place would be released unpaid.
  if private.costs(kind.price_cents, kind.price_steps) and not private.event_payment_is_possible(kind.event_id) then
    return 0;
  end if;
  loop
    select id, places into next_one from public.event_registrations
    where type_id = type and status = 'waitlisted' order by waiting_since, created_at, id limit 1;
    exit when next_one.id is null;
    -- A group that does not fit waits for its places; later registrations are not offered places before it.
    exit when next_one.places > private.places_left(type);
    perform private.set_registration_status(next_one.id, 'offered');
    offered := offered + 1;
  end loop;
  return offered;
end $$;

-- What the holder of a link or a badge reads.

create or replace function private.read_registration(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'code', registration.code, 'access', link.kind, 'status', registration.status, 'status_note',
      registration.status_note,
    'held_until', registration.held_until, 'price_cents', registration.price_cents, 'full_name', registration.full_name,
    'masked_email', regexp_replace(registration.email, '^(.).*(@.*)$', '\1***\2'), 'phone', registration.phone, 'town',
      registration.town,
    'state_abbr', registration.state_abbr, 'club', registration.club, 'company', registration.company, 'companions',
      registration.companions,
    'answers', registration.answers, 'fields', coalesce(form.schema, '[]'), 'shows_vehicle', registration.shows_vehicle,
      'created_at', registration.created_at,
    'kind', kind.kind, 'kind_name', kind.name, 'kind_translations', kind.translations, 'required_documents',
      kind.required_documents, 'max_vehicles', kind.max_vehicles, 'classes', kind.classes,
    'stand', (select label from public.event_stands where event_stands.id = registration.stand_id),
    'can_edit', private.is_editable(registration), 'edit_until', coalesce(kind.edit_until, kind.closes_at,
      event.starts_at),
    'waiting_position', case when registration.status = 'waitlisted' then (
      select count(*) from public.event_registrations as other
      where other.type_id = kind.id and other.status = 'waitlisted'
        and (other.waiting_since, other.created_at, other.id) <= (registration.waiting_since, registration.created_at,
        registration.id)
    ) end,
    'event', jsonb_build_object(
      'id', event.id, 'slug', event.slug, 'title', event.title, 'translations', event.translations, 'status',
        event.status, 'is_demo', event.is_demo, 'starts_at', event.starts_at,
      'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr,
        'venue', event.venue, 'organizer_name', event.organizer_name,
      'organizer_phone', event.organizer_phone, 'organizer_email', event.organizer_email, 'solidarity_item',
        event.solidarity_item, 'lat', event.lat, 'lng', event.lng
    ),
    'vehicles', coalesce((
      select jsonb_agg(jsonb_build_object('make', vehicle.make, 'model', vehicle.model, 'year', vehicle.year, 'color',
        vehicle.color, 'plate', vehicle.plate,
        'has_collector_plate', vehicle.has_collector_plate, 'story', vehicle.story, 'class_name', vehicle.class_name)
          order by vehicle.position)
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    ), '[]'),
    'documents', coalesce((
      select jsonb_agg(jsonb_build_object('id', document.id, 'kind', document.kind, 'status', document.status, 'reason',
        document.reason, 'expires_on', document.expires_on) order by document.created_at)
      from public.registration_documents as document where document.registration_id = registration.id
    ), '[]'),
    'history', coalesce((
      select jsonb_agg(jsonb_build_object('status', entry.to_status, 'at', entry.created_at) order by entry.id)
      from public.registration_events as entry where entry.registration_id = registration.id
    ), '[]'),
    'refund_due_cents', (
      select coalesce(sum(amount_cents - refunded_cents), 0) from public.payments
      where subject_type = 'registration' and subject_id = registration.id and needs_refund and recipient_id is null
        and note is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents,
          'pix_txid', payments.pix_txid,
        'checkout_url', payments.checkout_url, 'receipt_sent_at', payments.receipt_sent_at, 'note', case
          when payments.status = 'pending' then payments.note end,
        'expires_at', payments.expires_at, 'created_at', payments.created_at,
        'received_cents', payments.received_cents, 'recipient', private.payable_recipient(payments),
        'refunds', private.reported_refunds(payments.id), 'owed', private.owed_by_organiser(payments)
      ) order by payments.created_at desc)
      from public.payments where subject_type = 'registration' and subject_id = registration.id
    ), '[]')
  )
  from private.live_registration_link(token, 'registration', 'manage') as link
  join public.event_registrations as registration on registration.id = link.registration_id
  join public.event_registration_types as kind on kind.id = registration.type_id
  join public.events as event on event.id = registration.event_id
  left join public.form_template_versions as form on form.id = registration.form_version_id
$$;

-- `registrations` limits the work to some of them; without it every registration of the event is answered.
create or replace function private.payment_states(event uuid, registrations uuid[] default null)
  returns table (registration_id uuid, state text)
language sql stable security definer set search_path = '' as $$
  select registration.id, case
    when payment.paid_at is not null and payment.refunded_cents >= payment.amount_cents then 'refunded'
    when registration.difference_cents = 0 and (payment.paid_at is not null or sale.registration_id is not null)
      then 'paid'
    when coalesce(buyer.price_cents, registration.price_cents) = 0 and registration.difference_cents = 0 then 'free'
    when registration.status = any (private.active_registration_statuses()) then 'open'
  end
  from public.event_registrations as registration
  -- The buyer pays for the other people of an order.
  left join public.event_registrations as buyer on registration.order_position > 1
    and buyer.order_id = registration.order_id and buyer.order_position = 1
  left join lateral (
    -- As private.counted_payment, without a call for each row.
    select payments.paid_at, payments.refunded_cents, payments.amount_cents from public.payments
    where payments.subject_type = 'registration' and payments.subject_id = coalesce(buyer.id, registration.id)
    order by payments.id = coalesce(buyer.payment_id, registration.payment_id) desc nulls last,
      payments.paid_at desc nulls last,
      payments.created_at desc limit 1
  ) as payment on true
  left join public.gate_sales as sale on sale.registration_id = registration.id and sale.undone_at is null
  where registration.event_id = payment_states.event
    and (payment_states.registrations is null
      or registration.id in (select unnest(payment_states.registrations)))
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
  type.price_steps := private.price_steps_from(input -> 'price_steps', event);
  type.classes := private.classes_from(input);
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
      update public.event_registration_types as known set
        kind = type.kind, name = type.name, translations = type.translations, price_cents = type.price_cents,
          capacity = type.capacity,
        requires_approval = type.requires_approval, max_vehicles = type.max_vehicles,
          max_companions = type.max_companions, gate_places = type.gate_places,
        required_documents = type.required_documents, has_waiting_list = type.has_waiting_list,
          chooses_stand = type.chooses_stand,
        allows_several = type.allows_several,
        opens_at = type.opens_at, closes_at = type.closes_at, edit_until = type.edit_until, position = number,
        price_steps = type.price_steps, classes = type.classes,
        -- A form belongs to one kind.
        form_version_id = case when known.kind = type.kind then known.form_version_id end
      where known.id = type.id;
      if entry ? 'questions' then
        perform private.save_questions(type.id, entry -> 'questions');
      end if;
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

create or replace function private.question_texts(questions jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(private.without_empty(case when jsonb_typeof(question) = 'object' then question
    else '{}' end) order by place), '[]')
  from jsonb_array_elements(case when jsonb_typeof(questions) = 'array' then questions else '[]' end)
    with ordinality as one (question, place)
$$;

create or replace function private.event_checklist(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('key', item.key, 'needed', item.needed, 'done', item.done) order by item.place)
  from (values
    (1, 'date', true, event.starts_at > now()),
    (2, 'description', true, char_length(btrim(event.description)) >= 30),
    (3, 'position', true, event.lat is not null),
    (4, 'contact', true, event.organizer_phone is not null or event.organizer_email is not null),
    (5, 'payment', true, not private.is_paid_event(event.id) or private.recipient_state(event.id) <> 'none'),
    (6, 'stands', true, not exists (
      select from public.event_registration_types as type
      where type.event_id = event.id and type.chooses_stand and not exists (
        select from public.event_stands as stand
        where stand.event_id = event.id and (stand.kinds = '{}' or type.kind = any (stand.kinds))
      )
    )),
    (7, 'cover', false, event.poster_path is not null),
    (8, 'venue', false, event.venue is not null),
    (9, 'programme', false, exists (select from public.event_days where event_id = event.id)),
    (10, 'rules', false, event.rules <> ''),
    (11, 'kinds', false, exists (select from public.event_registration_types where event_id = event.id))
  ) as item (place, key, needed, done)
$$;

create or replace function private.event_gaps(event public.events) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(item ->> 'key' order by place), '{}')
  from jsonb_array_elements(private.event_checklist(event)) with ordinality as one (item, place)
  where (item ->> 'needed')::boolean and not (item ->> 'done')::boolean
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
    'txid', 'LC' || upper(left(replace((walk_in ->> 'nonce')::uuid::text, '-', ''), 23)),
    'state', private.recipient_state(type.event_id),
    'recipient', private.event_pix_key(type.event_id)
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
      'due', nullif(registration.difference_cents, 0),
      'half', registration.half_price_category,
      'halfSeen', case when registration.half_price_checked_at is not null then true end
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

create or replace function private.copy_event_parts(original public.events, copy uuid, days integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  type public.event_registration_types;
  form public.form_template_versions;
  made uuid;
  former_kinds uuid[] := '{}';
  new_kinds uuid[] := '{}';
begin
  insert into public.event_days (event_id, day, items, position)
  select copy, day + days, items, position from public.event_days where event_id = original.id;
  -- Results and the pictures of the organisers belong to the event that is over.
  insert into public.event_media (event_id, kind, path, title, credit, translations, position)
  select copy, kind, path, title, credit, translations, position from public.event_media where event_id = original.id
    and kind <> 'result' and consented_at is null;
  insert into public.event_sponsors (event_id, name, tier, url, logo_path, position)
  select copy, name, tier, url, logo_path, position from public.event_sponsors where event_id = original.id;
  for type in select * from public.event_registration_types where event_id = original.id order by position, id loop
    form := private.form_version_of(type);
    insert into public.event_registration_types (
      event_id, kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions,
        required_documents, has_waiting_list, chooses_stand, allows_several, opens_at, closes_at, edit_until,
        form_version_id, position, price_steps, classes, gate_places
    ) values (
      copy, type.kind, type.name, type.translations, type.price_cents, type.capacity, type.requires_approval,
        type.max_vehicles, type.max_companions, type.required_documents, type.has_waiting_list, type.chooses_stand,
        type.allows_several, private.shifted(type.opens_at, days, original.time_zone),
        private.shifted(type.closes_at, days, original.time_zone),
        private.shifted(type.edit_until, days, original.time_zone),
        case when form.template_id = private.own_form(type.id) then null else type.form_version_id end, type.position,
        private.shifted_steps(type.price_steps, days, original.time_zone), type.classes, type.gate_places
    ) returning id into made;
    former_kinds := former_kinds || type.id;
    new_kinds := new_kinds || made;
    if form.template_id = private.own_form(type.id) then
      perform private.write_questions(made, form.schema);
    end if;
  end loop;
  insert into public.event_stands (event_id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents,
    position)
  select copy, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents, position from public.event_stands
    where event_id = original.id;
  perform private.copy_order_offer(original, copy, days, former_kinds, new_kinds);
  insert into public.event_automatic_messages (event_id, kind, is_on, hours, texts, updated_by)
  select copy, kind, is_on, hours, texts, updated_by from public.event_automatic_messages where event_id = original.id;
end $$;

comment on function private.event_pix_key is
  'Key and holder of the Pix key of the organiser that the team approved; null without one.';

comment on function private.without_empty is 'The fields that are neither empty, false nor null.';

comment on function private.event_checklist is
  'What an event has and lacks: [{key, needed, done}]. needed: without it the event is neither sent to the team nor '
  'published; the others are advice. payment: no price, or somebody receives the money; stands: those of the kinds that '
  'choose one.';

comment on function private.event_gaps is 'What an event lacks before it is submitted: needed lines of its checklist.';

comment on function private.price_walk_in is
  'What people without a registration pay at the gate and who receives it, and the identifier of their Pix payment, '
  'which is made of the nonce of the walk-in.';

grant execute on function private.event_pix_key to public;

grant execute on function private.without_empty to public;

reset check_function_bodies;
