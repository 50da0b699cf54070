-- Sending a form: its checks, its limits and the confirmation of the address.

create function private.class_of(registration uuid, kind public.event_registration_types, class text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  -- A class that the organiser removed stays on the vehicles that have it.
  if cardinality(kind.classes) > 0 and class <> all (kind.classes) and not exists (
    select from public.registration_vehicles as known
    where known.registration_id = class_of.registration and known.class_name = class_of.class
  ) then
    perform private.refuse('invalid', 'class_name');
  end if;
  return class;
end $$;
comment on function private.class_of is
  'The class of a vehicle; refused unless it is one of the classes of the kind, when that has any.';

-- Vehicles are changed in place, because votes and readings at the gate refer to their rows.
create function private.add_registration_vehicles(registration uuid, kind public.event_registration_types,
  event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  vehicle jsonb;
  number integer := 0;
  year integer;
begin
  if jsonb_typeof(coalesce(list, '[]')) <> 'array' or jsonb_array_length(coalesce(list, '[]')) > kind.max_vehicles
    or kind.kind = any (private.exhibitor_kinds()) and jsonb_array_length(coalesce(list, '[]')) = 0 then
    perform private.refuse('invalid', 'vehicles');
  end if;
  for vehicle in select * from jsonb_array_elements(coalesce(list, '[]')) loop
    number := number + 1;
    if jsonb_typeof(vehicle) <> 'object' then
      perform private.refuse('invalid', 'vehicles');
    end if;
    year := private.whole_field(vehicle, 'year', 1880, 2100, true);
    -- The car that is exhibited must have the age; the van of a seller may be new.
    if kind.kind = any (private.exhibitor_kinds()) and extract(year
      from event.starts_at at time zone event.time_zone) - year < coalesce(event.min_vehicle_age, 0) then
      perform private.refuse('vehicle_too_new', number::text);
    end if;
    insert into public.registration_vehicles as known (registration_id, position, make, model, year, color, plate,
      has_collector_plate, story, class_name) values (
      registration, number, private.text_field(vehicle, 'make', 60, true),
        private.text_field(vehicle, 'model', 80, true), year,
      private.text_field(vehicle, 'color', 40), upper(private.pattern_field(vehicle, 'plate', 10,
        '^[A-Za-z0-9 -]{5,10}$')),
      private.flag_field(vehicle, 'has_collector_plate'), private.text_field(vehicle, 'story', 600),
        private.class_of(registration, kind, private.text_field(vehicle, 'class_name', 80))
    ) on conflict (registration_id, position) do update set make = excluded.make, model = excluded.model,
      year = excluded.year, color = excluded.color,
      plate = excluded.plate, has_collector_plate = excluded.has_collector_plate, story = excluded.story,
        class_name = excluded.class_name;
  end loop;
  delete from public.registration_vehicles as known where known.registration_id = registration
    and known.position > number;
end $$;
comment on function private.add_registration_vehicles is
  'Stores the vehicles of a registration; raises vehicle_too_new with the number of the vehicle that is too young for '
  'the event.';

create function private.open_kind(type uuid, code public.event_codes default null)
  returns public.event_registration_types
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.lock_kinds(type);
  event public.events;
  is_invited boolean := coalesce(code.opens_kinds and kind.id = any (code.type_ids), false);
begin
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) then
    perform private.refuse('event_missing');
  elsif event.status <> 'published' or event.ends_at <= now() or not is_invited and (
    coalesce(kind.opens_at, '-infinity') > now() or coalesce(kind.closes_at, event.starts_at) <= now()
  ) then
    perform private.refuse('registration_closed');
  end if;
  return kind;
end $$;
comment on function private.open_kind is
  'Locks and returns a kind that takes registrations now, or for this invitation; raises event_missing or '
  'registration_closed.';

create function private.registration_price(kind public.event_registration_types, places integer, stand uuid)
  returns integer
language sql stable security definer set search_path = '' as $$
  select private.kind_price(kind) * case when kind.kind = any (private.visitor_kinds()) then places else 1 end
    + coalesce((select price_cents from public.event_stands where id = stand), 0)
$$;
comment on function private.registration_price is
  'Tickets are paid per person, the other kinds per registration, at the price of this moment, with the price of the '
  'stand.';

create function private.check_person(person jsonb, code public.event_codes) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.open_kind(private.uuid_field(person, 'type', true), code);
  form public.form_template_versions := private.form_version_of(kind);
  companions text[] := private.texts_field(person, 'companions', kind.max_companions);
  full_name text := private.text_field(person, 'full_name', 120, true);
  address text := lower(private.email_field(person, 'email', true));
begin
  -- The person answered the questions of another version: the page shows the new ones.
  if coalesce(private.uuid_field(person, 'form_version'), form.id) is distinct from form.id then
    perform private.refuse('form_changed');
  end if;
  if exists (select from unnest(companions) as name where name ~ '^\s*$') then
    perform private.refuse('invalid', 'companions');
  elsif not private.flag_field(person, 'consent') then
    perform private.refuse('invalid', 'consent');
  elsif not kind.allows_several and private.other_registration(kind.id, address, full_name) is not null then
    perform private.refuse('already_registered');
  end if;
  -- Documents are sent after the form; until then the registration waits like one that needs an approval.
  return kind.requires_approval or private.required_files(kind, form.schema) <> '{}';
end $$;
comment on function private.check_person is
  'Checks one person of an order; answers whether the registration needs an approval or documents first.';

create function private.order_status(people jsonb[], needs_approval boolean, price jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  person jsonb;
  kind public.event_registration_types;
  own_status text;
  answer text;
begin
  foreach person in array people loop
    select * into kind from public.event_registration_types where id = (person ->> 'type')::uuid;
    kind.requires_approval := needs_approval;
    own_status := private.status_after_form(kind, private.places_of_person(person, price),
      (price ->> 'total_cents')::integer);
    -- The people of an order come together: they do not wait for places one by one.
    if own_status = 'waitlisted' and cardinality(people) > 1 then
      perform private.refuse('no_places');
    end if;
    answer := coalesce(answer, own_status);
  end loop;
  return answer;
end $$;
comment on function private.order_status is
  'Status of all registrations of an order after the form; raises no_places. The kinds are locked by the caller.';

create function private.places_of_person(person jsonb, price jsonb) returns integer
language sql immutable set search_path = '' as $$
  select (price #>> array['lines', ((person ->> 'order_position')::integer - 1)::text, 'people'])::integer
    + case when (person ->> 'order_position')::integer = 1 then (price ->> 'children')::integer else 0 end
$$;
comment on function private.places_of_person is
  'Places of one registration of an order; the children have theirs with the buyer.';

create function private.insert_registration(person jsonb, origin text, part_of uuid, first_status text, price jsonb)
  returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
  form public.form_template_versions;
  number integer := (person ->> 'order_position')::integer;
  people integer := private.places_of_person(person, price);
  stand uuid;
  address text := lower(private.email_field(person, 'email', true));
  own_address text := private.confirmed_address();
  stored public.event_registrations;
begin
  select * into kind from public.event_registration_types where id = (person ->> 'type')::uuid;
  select * into event from public.events where id = kind.event_id;
  form := private.form_version_of(kind);
  stand := case when kind.chooses_stand then private.uuid_field(person, 'stand') end;
  if private.holds_place(first_status) and not private.hold_places(kind.id, people) then
    perform private.refuse('no_places');
  end if;
  -- Two registrations of different kinds that refer to a stand before one of them takes it would wait for each other.
  perform from public.event_stands where id = stand for update;
  insert into public.event_registrations (
    code, event_id, type_id, user_id, full_name, email, phone, document, town, state_abbr, club, company, companions,
      places, answers, form_version_id,
    status, waiting_since, held_until, price_cents, stand_id, shows_vehicle, source, locale, request_id, request_digest,
      confirmed_at,
    email_confirmed_at, confirm_mails, order_id, order_position, order_cents, has_name, half_price_category
  ) values (
    private.new_registration_code(), event.id, kind.id, case when origin = 'form' then (select private.account_id())
      end,
    private.text_field(person, 'full_name', 120, true), address,
      private.phone_field(person, 'phone', kind.kind <> all (private.visitor_kinds())),
    private.pattern_field(person, 'document', 20, '^[0-9A-Za-z./-]{5,20}$', kind.kind = any (private.company_kinds())),
    private.text_field(person, 'town', 120),
    private.state_field(person, 'state_abbr'), private.text_field(person, 'club', 160),
      private.text_field(person, 'company', 160, kind.kind = any (private.company_kinds())),
    private.texts_field(person, 'companions', kind.max_companions), people,
      private.registration_answers(coalesce(form.schema, '[]'), person -> 'answers'), form.id,
    first_status, case when first_status = 'waitlisted' then now() end, private.hold_end(first_status, 'form', kind.id),
      case when number = 1 then (price ->> 'total_cents')::integer else 0 end,
    case when first_status <> 'waitlisted' then stand end, private.flag_field(person, 'shows_vehicle'), origin,
    coalesce(private.choice_field(person, 'locale', private.locales(), false), 'pt-BR'),
      private.uuid_field(person, 'request_id', number = 1),
    case when number = 1 then price ->> 'digest' end, case when first_status = 'confirmed' then now() end,
    case when own_address = address then now() end,
      case when first_status = 'unconfirmed' and number = 1 then 1 else 0 end,
    part_of, number, (price #>> array['lines', (number - 1)::text, 'cents'])::integer
      + case when number = 1 then (price ->> 'children_cents')::integer else 0 end,
    not private.flag_field(person, 'is_unnamed'), private.text_field(person, 'half_price', 40)
  ) returning * into stored;
  -- The stand of an unconfirmed registration is a wish: it stays free.
  if stored.stand_id is not null and first_status <> 'unconfirmed' then
    perform private.take_stand(stored.stand_id, stored.id, kind);
  elsif exists (select from public.event_stands where id = stored.stand_id and registration_id is not null) then
    perform private.refuse('stand_taken');
  end if;
  perform private.add_registration_vehicles(stored.id, kind, event, person -> 'vehicles');
  return stored;
end $$;
comment on function private.insert_registration is
  'Stores one registration of an order with its vehicles, and with its places and stand when the address is confirmed.';

create function private.insert_order(payload jsonb, event uuid, price jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  made uuid;
begin
  insert into public.event_orders (event_id, code_id, discount_cents)
  values (event, (price ->> 'code_id')::uuid, (price ->> 'discount_cents')::integer) returning id into made;
  insert into public.event_order_children (order_id, age_band, amount)
  select made, child.age_band, child.amount
  from private.order_children(payload, private.order_settings(event)) as child;
  insert into public.event_order_addons (order_id, variant_id, amount, unit_cents)
  select made, item.variant_id, item.amount, item.unit_cents from private.order_items(payload, event) as item;
  return made;
end $$;
comment on function private.insert_order is 'Stores an order with its children and add-ons, without its people.';

create function private.store_registration(payload jsonb, origin text) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Locks all kinds of the event: codes, add-ons, half prices and quotas are counted under this lock too.
  kind public.event_registration_types := private.lock_kinds(private.uuid_field(payload, 'type', true));
  people jsonb[] := array(select one from private.order_people(payload) as one);
  code public.event_codes := private.order_code(kind.event_id, private.text_field(payload, 'code', 30));
  person jsonb;
  needs_approval boolean := false;
  price jsonb;
  address text := lower(private.email_field(payload, 'email', true));
  first_status text;
  part_of uuid;
  stored public.event_registrations;
  buyer public.event_registrations;
  field text;
begin
  foreach person in array people loop
    begin
      if private.check_person(person, code) then
        needs_approval := true;
      end if;
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse_person((person ->> 'order_position')::integer, sqlerrm, field);
    end;
  end loop;
  -- Two people of one order would both get the stand until their address is confirmed.
  if exists (select from unnest(people) as one where one ->> 'stand' is not null group by one ->> 'stand'
    having count(*) > 1) then
    perform private.refuse('stand_taken');
  end if;
  price := private.order_price(payload) || jsonb_build_object('digest', private.request_digest(payload));
  first_status := private.order_status(people, needs_approval, price);
  if private.confirmed_address() is null then
    perform private.check_confirm_mails(address);
    first_status := 'unconfirmed';
  else
    perform private.check_account_forms(kind.event_id);
    if (price ->> 'total_cents')::integer > 0 and not (needs_approval or first_status = 'waitlisted') then
      perform private.check_single_hold(kind.event_id, address, (select private.account_id()));
    end if;
  end if;
  part_of := private.insert_order(payload, kind.event_id, price);
  foreach person in array people loop
    begin
      stored := private.insert_registration(person, origin, part_of, first_status, price);
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse_person((person ->> 'order_position')::integer, sqlerrm, field);
    end;
    if stored.order_position = 1 then
      buyer := stored;
    end if;
  end loop;
  return buyer;
end $$;
comment on function private.store_registration is
  'Decides places and price of a whole order and stores it, with its places and stands when the address is confirmed; '
  'all or nothing. Answers the registration of the buyer.';

create function private.file_registration(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  idempotency_key uuid;
  address text;
begin
  perform private.check_order_payload(payload);
  idempotency_key := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  -- The same form sent twice at the same time is stored once, and the mails of an address are counted one after the
  -- other.
  perform pg_advisory_xact_lock(hashtextextended('file_registration' || idempotency_key, 0));
  perform pg_advisory_xact_lock(hashtextextended('registration_address' || address, 0));
  select * into existing from public.event_registrations where request_id = idempotency_key;
  -- Another person in a copy of a form that was sent, in a second tab: answering the first registration would hide that
  -- nothing was stored.
  if existing.id is not null and (lower(existing.email), existing.full_name)
    is distinct from (address, private.text_field(payload, 'full_name', 120, true)) then
    perform private.refuse('form_sent');
  elsif existing.id is null then
    existing := private.store_registration(payload, 'form');
    perform private.mail_registration_status(existing);
  end if;
  return private.saved(jsonb_build_object(
    'id', existing.id, 'event', existing.event_id, 'code', existing.code, 'status', existing.status,
    'is_changed', coalesce(existing.request_digest <> private.request_digest(payload), false)
  ));
end $$;
comment on function private.file_registration is
  'Registers a person once per request_id; is_changed: the request was stored before with other data, and nothing was '
  'changed.';

create function private.confirm_mails_of(address text) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(confirm_mails), 0)::integer from public.event_registrations
  where lower(email) = address
    and greatest(created_at, held_until - make_interval(mins => private.hold_minutes())) > now() - interval '1 hour'
$$;
comment on function private.confirm_mails_of is
  'Mails with the button that confirms which an address got in the last hour.';

create function private.status_after_form(kind public.event_registration_types, places integer, price integer)
  returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Free places belong to the people who wait.
  is_full boolean := exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted')
    or coalesce(places > private.places_left(kind.id), false);
begin
  if is_full and not kind.has_waiting_list then
    perform private.refuse('no_places');
  end if;
  return case
    when kind.requires_approval then 'pending'
    when is_full then 'waitlisted'
    when price > 0 then 'awaiting_payment'
    else 'confirmed'
  end;
end $$;
comment on function private.status_after_form is
  'Status that a form with a confirmed address gets; raises no_places. The kinds are locked by the caller, who takes '
  'the places.';

create function private.other_registration(type uuid, address text, name text) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.event_registrations
  where type_id = type and lower(email) = lower(address) and private.fold(btrim(full_name)) = private.fold(btrim(name))
    and status = any (private.active_registration_statuses())
  order by created_at, id limit 1
$$;
comment on function private.other_registration is
  'The registration that a person, by address and name, has for a kind.';

create function private.check_single_hold(event uuid, address text, account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.event_registrations as other join public.event_registration_types as kind
      on kind.id = other.type_id
    where other.event_id = event and other.source = 'form' and other.price_cents > 0
      and (lower(other.email) = lower(address) or other.user_id = account)
      and (other.status = 'awaiting_payment' or other.status = 'pending' and not kind.requires_approval)
  ) then
    perform private.refuse('unpaid_hold');
  end if;
end $$;
comment on function private.check_single_hold is
  'Raises unpaid_hold when the address or account has a place of the event that is held for a payment, or waits for '
  'documents only.';

create function private.request_digest(payload jsonb) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to((payload - array['request_id', 'form_version', 'locale'])::text, 'UTF8')), 'hex')
$$;
comment on function private.request_digest is 'SHA-256 of what a person typed into a form.';

create function private.confirmed_address() returns text
language sql stable security definer set search_path = '' as $$
  select lower(users.email) from public.profiles join auth.users on users.id = profiles.id
  where profiles.id = (select private.account_id()) and profiles.email_verified_at is not null and profiles.blocked_at
    is null
$$;
comment on function private.confirmed_address is
  'The e-mail address of the signed-in account; null when it is not confirmed.';

create function private.check_confirm_mails(address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.confirm_mails_of(address) >= private.confirm_mails_per_hour() then
    perform private.refuse('too_many_mails');
  end if;
end $$;
comment on function private.check_confirm_mails is
  'Raises too_many_mails when an address got the most mails of an hour that it did not ask for.';

create function private.check_account_forms(event uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (
    select count(*) from public.event_registrations
    where user_id = (select private.account_id()) and event_id = event and order_position = 1
      and created_at > now() - interval '1 hour'
  ) >= private.account_forms_per_hour() then
    perform private.refuse('too_many_forms');
  end if;
end $$;
comment on function private.check_account_forms is
  'Raises too_many_forms when a confirmed account sent the most forms of an hour for one event.';

create function private.resend_confirmation(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  select * into existing from public.event_registrations where id = registration for update;
  -- A form for the same address that is stored at this moment counts its mail first. Waiting for it could be a
  -- deadlock.
  if not pg_try_advisory_xact_lock(hashtextextended('registration_address' || lower(existing.email), 0)) then
    perform private.refuse('too_many_mails');
  elsif existing.status = 'unconfirmed' and existing.held_until > now() then
    perform private.check_confirm_mails(lower(existing.email));
    update public.event_registrations set held_until = private.hold_end('unconfirmed', 'form', type_id)
    where order_id = existing.order_id and status = 'unconfirmed';
    update public.event_registrations set confirm_mails = confirm_mails + 1
    where id = existing.id returning * into existing;
    perform private.mail_registration_status(existing);
  end if;
end $$;
comment on function private.resend_confirmation is
  'Mails the button that confirms again, which then works as long as the first; raises too_many_mails.';

create function private.drop_taken_wish(registration public.event_registrations) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  wish public.event_stands;
  changed public.event_registrations := registration;
begin
  select * into wish from public.event_stands where id = registration.stand_id for update;
  -- Somebody else confirmed first: the organiser chooses another stand.
  if wish.registration_id is not null then
    update public.event_registrations set stand_id = null, order_cents = greatest(order_cents - wish.price_cents, 0)
    where id = registration.id returning * into changed;
    update public.event_registrations set price_cents = greatest(price_cents - wish.price_cents, 0)
    where order_id = registration.order_id and order_position = 1;
  end if;
  return changed;
end $$;
comment on function private.drop_taken_wish is
  'Takes the stand that another registration got meanwhile away from an unconfirmed one, with its price.';

create function private.confirmed_status(buyer public.event_registrations) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  one public.event_registrations;
  kind public.event_registration_types;
  needs_approval boolean := false;
  own_status text;
  answer text;
begin
  select bool_or(type.requires_approval or private.missing_files(known) <> '{}') into needs_approval
  from public.event_registrations as known join public.event_registration_types as type on type.id = known.type_id
  where known.order_id = buyer.order_id and known.status = 'unconfirmed';
  for one in
    select * from public.event_registrations as known
    where known.order_id = buyer.order_id and known.status = 'unconfirmed' order by known.order_position
  loop
    select * into kind from public.event_registration_types where id = one.type_id;
    kind.requires_approval := needs_approval;
    own_status := private.status_after_form(kind, one.places, buyer.price_cents);
    if own_status = 'waitlisted' and private.is_of_several(one) then
      perform private.refuse('no_places');
    end if;
    answer := coalesce(answer, own_status);
  end loop;
  return answer;
end $$;
comment on function private.confirmed_status is
  'Status of all registrations of an order when its address is confirmed; raises no_places.';

create function private.confirm_registration(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Only the mail contains a link of this kind; the server's answer to the form has another one.
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  one public.event_registrations;
  kind public.event_registration_types;
  next_status text;
begin
  if existing.id is null or existing.status = 'unconfirmed' and existing.held_until <= now() then
    return private.gone();
  elsif existing.status <> 'unconfirmed' then
    return private.saved(jsonb_build_object('status', existing.status));
  end if;
  if not exists (select from public.events where id = existing.event_id and status = 'published' and deleted_at is null
    and ends_at > now()) then
    perform private.refuse('registration_closed');
  end if;
  for one in
    select * from public.event_registrations as known
    where known.order_id = existing.order_id and known.status = 'unconfirmed' order by known.order_position
  loop
    select * into kind from public.event_registration_types where id = one.type_id;
    if not kind.allows_several and private.other_registration(kind.id, one.email, one.full_name) is not null then
      perform private.refuse('already_registered');
    end if;
    perform private.drop_taken_wish(one);
  end loop;
  select * into existing from public.event_registrations where id = existing.id;
  next_status := private.confirmed_status(existing);
  if next_status = 'awaiting_payment' then
    perform private.check_single_hold(existing.event_id, existing.email, existing.user_id);
  end if;
  update public.event_registrations set
    email_confirmed_at = now(), stand_id = case when next_status <> 'waitlisted' then stand_id end
  where order_id = existing.order_id and status = 'unconfirmed';
  perform private.set_registration_status(existing.id, next_status);
  for one in
    select * from public.event_registrations as known
    where known.order_id = existing.order_id and known.stand_id is not null and next_status <> 'waitlisted'
    order by known.order_position
  loop
    select * into kind from public.event_registration_types where id = one.type_id;
    perform private.take_stand(one.stand_id, one.id, kind);
  end loop;
  return private.saved(jsonb_build_object('status', next_status));
end $$;
comment on function private.confirm_registration is
  'Confirms the address of a registration and takes its place, or puts it on the waiting list; answers the status, '
  'null for a wrong link or when the time is over. Safe to repeat. The other people of the order follow. Raises '
  'registration_closed, already_registered, unpaid_hold, no_places, code_used, addon_sold_out or half_price_gone.';

create function private.mail_first_registration(type uuid, address text, name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  first uuid := private.other_registration(type, address, name);
begin
  if first is not null then
    perform private.issue_registration_link(first, 'manage');
  end if;
end $$;
comment on function private.mail_first_registration is
  'Mails the link that changes the registration which a person has for a kind; nothing happens without one.';

create function private.note_busy_caller(event uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.events;
  subject constant text := 'Muitas inscrições de uma só rede';
  target text;
begin
  select * into existing from public.events where id = event;
  target := '/admin/events/' || existing.id || '/registrations';
  if existing.id is null or exists (
    select from public.notifications where link = target and title = subject and created_at > now() - interval '1 day'
  ) then
    return;
  end if;
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, subject,
    format('Muitas inscrições em %s vieram da mesma rede em uma hora. Confira se são de pessoas de verdade.',
      existing.title), target,
    jsonb_build_object(
      'en', jsonb_build_object('title', 'Many registrations from one network', 'body',
        format('Many registrations for %s came from the same network within an hour. Check that they are of real people.',
        existing.title)),
      'es', jsonb_build_object('title', 'Muchas inscripciones de una sola red', 'body',
        format('Muchas inscripciones en %s llegaron de la misma red en una hora. Comprueba que sean de personas reales.',
        existing.title))
    )
  from public.profiles where private.holds_permission(profiles, 'events');
end $$;
comment on function private.note_busy_caller is
  'Notifies event managers, once a day per event, that one network sent many forms.';

create function public.submit_registration(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.file_registration(payload);
comment on function public.submit_registration is
  'Registers for an event: {request_id, type, full_name, email, phone, document, town, state_abbr, club, company, '
  'companions, vehicles, form_version, answers, stand, shows_vehicle, consent, locale}, and for an order half_price, '
  'people: [{type, full_name, …}], addons: [{variant, amount}], children: {age band: number} and code. Answers id, '
  'code, status and whether a repeated request has other data than the stored one. Refuses with invalid, '
  'vehicle_too_new, event_missing, registration_closed, form_changed, form_sent, already_registered, unpaid_hold, '
  'too_many_mails, too_many_forms, no_places, stand_taken, code_unknown, code_used, addon_sold_out, half_price_gone, '
  'order_too_small or order_too_big.';
grant execute on function public.submit_registration to anon, authenticated, service_role;

create function public.confirm_registration(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.confirm_registration(token);
comment on function public.confirm_registration is
  'The button behind the mailed link: confirms the address and takes the place; answers the status, null for a wrong '
  'link or when the time is over.';
grant execute on function public.confirm_registration to anon, authenticated, service_role;

create function public.mail_first_registration(type uuid, address text, name text) returns void
language sql volatile security invoker set search_path = ''
return private.mail_first_registration(type, address, name);
comment on function public.mail_first_registration is
  'For the server only, which limits the mails: mails the link of the registration that a person has for a kind.';
grant execute on function public.mail_first_registration to service_role;

create function public.note_busy_caller(event uuid) returns void
language sql volatile security invoker set search_path = ''
return private.note_busy_caller(event);
comment on function public.note_busy_caller is
  'For the server only: notifies event managers that one network sent many forms for an event.';
grant execute on function public.note_busy_caller to service_role;
