set check_function_bodies = off;

drop policy "template managers read templates" on public.form_templates;

drop policy "template managers add templates" on public.form_templates;

drop policy "template managers update templates" on public.form_templates;

drop policy "template managers delete templates" on public.form_templates;

drop policy "template managers add template versions" on public.form_template_versions;

drop policy "template managers update template versions" on public.form_template_versions;

drop policy "template managers delete template versions" on public.form_template_versions;

drop policy "template managers read versions, people of events forms" on public.form_template_versions;

drop trigger event_registration_types_pages on public.event_registration_types;

drop trigger event_registration_types_payable on public.event_registration_types;

drop trigger event_registration_types_still_payable on public.event_registration_types;

drop function private.is_registration_form;

drop function private.moderated_fields;

create or replace function private.max_price_steps() returns integer
language sql immutable set search_path = ''
return 6;

create or replace function private.max_classes() returns integer
language sql immutable set search_path = ''
return 30;

create or replace function private.max_questions() returns integer
language sql immutable set search_path = ''
return 30;

create or replace function private.max_stands() returns integer
language sql immutable set search_path = ''
return 400;

alter table public.event_changes
  drop constraint event_changes_payload_check,
  add constraint event_changes_payload_check check (((jsonb_typeof(payload) = 'object'::text) AND (octet_length((payload)::text) <= 500000)));

create or replace function private.is_price_list(steps jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(steps) = 'array' then jsonb_array_length(steps) <= private.max_price_steps()
    and not exists (
      select from jsonb_array_elements(steps) as step
      where jsonb_typeof(step -> 'price_cents') is distinct from 'number'
        or coalesce(step ->> 'starts_at', '') !~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$'
        or (step ->> 'price_cents')::numeric not between 0 and 100000000
        or (step ->> 'price_cents')::numeric <> trunc((step ->> 'price_cents')::numeric)
    ) else false end
$$;

alter table public.event_registration_types
  add column price_steps jsonb not null default '[]' check (private.is_price_list(price_steps)),
  add column classes text[] not null default '{}' check (cardinality(classes) <= private.max_classes());

alter table public.form_templates
  add column type_id uuid unique references public.event_registration_types (id) on delete cascade;

update private.file_columns
set names = 'case when status = ''pending'' then array[payload ->> ''poster_path'', payload ->> ''stand_map_path''] end'
where bucket = 'event-files' and relation = 'public.event_changes';

create or replace function private.reads_proposed_poster(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_changes as change
    where change.status = 'pending' and name in (change.payload ->> 'poster_path', change.payload ->> 'stand_map_path')
      and private.edits_event(change.event_id)
  )
$$;

create or replace function private.utc_text(moment timestamptz) returns text
language sql stable set search_path = ''
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');

create or replace function private.costs(price_cents integer, price_steps jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select price_cents > 0 or exists (
    select from jsonb_array_elements(price_steps) as step where (step ->> 'price_cents')::integer > 0
  )
$$;

create or replace function private.kind_price(kind public.event_registration_types) returns integer
language sql stable set search_path = '' as $$
  select coalesce((
    select (step ->> 'price_cents')::integer from jsonb_array_elements(kind.price_steps) as step
    where (step ->> 'starts_at')::timestamptz <= now()
    order by (step ->> 'starts_at')::timestamptz desc limit 1
  ), kind.price_cents)
$$;

create or replace function private.is_team_form(template uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.form_templates where id = template and type_id is null)
$$;

create or replace function private.reads_form(template uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.form_templates as form
    where form.id = template and form.kind = 'registration' and (form.type_id is null or private.may_in_event((
      select event_id from public.event_registration_types where id = form.type_id), 'registrations'))
  )
$$;

create or replace function private.keep_published_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.published_at is not null and (
    tg_op = 'DELETE' and exists (select from public.form_templates where id = old.template_id and type_id is null)
    or tg_op = 'UPDATE' and (new.title, new.body, new.body_en, new.body_es, new.schema, new.template_id,
      new.published_at)
      is distinct from (old.title, old.body, old.body_en, old.body_es, old.schema, old.template_id, old.published_at)
  ) then
    raise exception 'a published version stays as it is' using errcode = '23514',
      constraint = 'published_version_stays', column = 'published_at';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create or replace function private.check_form_of_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.form_version_id is not null and not exists (
    select from public.form_template_versions as version join public.form_templates as template
      on template.id = version.template_id
    where version.id = new.form_version_id and version.published_at is not null and template.kind = 'registration'
      and template.registration_kind = new.kind and (template.type_id is null or template.type_id = new.id)
  ) then
    raise exception 'the form belongs to another kind' using errcode = '23514', constraint = 'form_belongs_to_the_kind',
      column = 'form_version_id';
  end if;
  return new;
end $$;

create or replace function private.form_version_of(type public.event_registration_types) returns public.form_template_versions
language sql stable security definer set search_path = '' as $$
  select version.* from public.form_template_versions as version
  where version.published_at <= now() and version.id = coalesce(type.form_version_id, (
    select newest.id from public.form_template_versions as newest join public.form_templates as template
      on template.id = newest.template_id
    where template.kind = 'registration' and template.registration_kind = type.kind and template.is_active
      and template.type_id is null and newest.published_at <= now()
    order by newest.published_at desc, newest.version desc limit 1
  ))
$$;

create or replace function private.own_form(type uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.form_templates where type_id = type
$$;

create or replace function private.own_question_labels(type public.event_registration_types) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(question ->> 'label'), '[]')
  from private.form_version_of(type) as form, jsonb_array_elements(form.schema) as question
  where form.template_id = private.own_form(type.id)
$$;

-- An answered version stays, because registrations refer to it; the others of the organiser are replaced.
create or replace function private.write_questions(type uuid, questions jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  form uuid := private.own_form(type);
  made uuid;
begin
  select * into kind from public.event_registration_types where id = type;
  if form is null then
    insert into public.form_templates (key, name, kind, registration_kind, type_id)
    values ('tipo-' || type, kind.name, 'registration', kind.kind, type) returning id into form;
  else
    update public.form_templates set name = kind.name, registration_kind = kind.kind where id = form;
  end if;
  insert into public.form_template_versions (template_id, version, title, schema, published_at)
  values (form, coalesce((select max(version) from public.form_template_versions where template_id = form), 0) + 1,
    kind.name, questions, now()) returning id into made;
  update public.event_registration_types set form_version_id = made where id = type;
  delete from public.form_template_versions as earlier where earlier.template_id = form and earlier.id <> made
    and not exists (select from public.event_registrations where form_version_id = earlier.id);
end $$;

create or replace function private.default_questions() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(newest.kind, newest.schema), '{}')
  from (
    select distinct on (template.registration_kind) template.registration_kind as kind, version.schema
    from public.form_templates as template join public.form_template_versions as version
      on version.template_id = template.id
    where template.kind = 'registration' and template.registration_kind is not null and template.is_active
      and template.type_id is null and version.published_at <= now()
    order by template.registration_kind, version.published_at desc, version.version desc
  ) as newest
$$;

create or replace function public.default_questions() returns jsonb
language sql stable security invoker set search_path = ''
return private.default_questions();

create or replace function private.is_paid_event(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_registration_types as type
    where type.event_id = is_paid_event.event and (private.costs(type.price_cents, type.price_steps)
      or type.chooses_stand and exists (
      select from public.event_stands where event_stands.event_id = type.event_id and event_stands.price_cents > 0
    ))
  )
$$;

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
    'payee', private.event_payee(),
    'isPayable', private.event_payment_is_possible()
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
  if private.costs(kind.price_cents, kind.price_steps) and not private.event_payment_is_possible() then
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

-- Sending a form: its checks, its limits and the confirmation of the address.

create or replace function private.class_of(registration uuid, kind public.event_registration_types, class text) returns text
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

-- Vehicles are changed in place, because votes and readings at the gate refer to their rows.
create or replace function private.add_registration_vehicles(registration uuid, kind public.event_registration_types,
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

create or replace function private.registration_price(kind public.event_registration_types, places integer, stand uuid)
  returns integer
language sql stable security definer set search_path = '' as $$
  select private.kind_price(kind) * case when kind.kind = any (private.visitor_kinds()) then places else 1 end
    + coalesce((select price_cents from public.event_stands where id = stand), 0)
$$;

create or replace function private.confirm_registration(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Only the mail contains a link of this kind; the server's answer to the form has another one.
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  kind public.event_registration_types;
  wish public.event_stands;
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
  select * into kind from public.event_registration_types where id = existing.type_id;
  if not kind.allows_several and private.other_registration(kind.id, existing.email,
    existing.full_name) is not null then
    perform private.refuse('already_registered');
  end if;
  select * into wish from public.event_stands where id = existing.stand_id for update;
  -- Somebody else confirmed first: the organiser chooses another stand.
  if wish.registration_id is not null then
    existing.stand_id := null;
    existing.price_cents := greatest(existing.price_cents - wish.price_cents, 0);
  end if;
  kind.requires_approval := kind.requires_approval or private.missing_files(existing) <> '{}';
  next_status := private.status_after_form(kind, existing.places, existing.price_cents);
  if next_status = 'awaiting_payment' then
    perform private.check_single_hold(existing.event_id, existing.email, existing.user_id);
  end if;
  update public.event_registrations set
    email_confirmed_at = now(), price_cents = existing.price_cents, stand_id = case when next_status <> 'waitlisted'
      then existing.stand_id end
  where id = existing.id;
  perform private.set_registration_status(existing.id, next_status);
  if existing.stand_id is not null and next_status <> 'waitlisted' then
    perform private.take_stand(existing.stand_id, existing.id, kind);
  end if;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

-- The form has whole minutes and five decimals of a degree: smaller differences are no change.
create function private.moderated_fields(before public.events, event public.events, payload jsonb) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when before.title <> event.title then 'title' end,
    case when date_trunc('minute', before.starts_at) <> date_trunc('minute', event.starts_at)
      or date_trunc('minute', before.ends_at) <> date_trunc('minute', event.ends_at) then 'date' end,
    case when (before.venue, before.address, before.municipality_ibge, round(before.lat::numeric, 5),
      round(before.lng::numeric, 5))
      is distinct from (event.venue, event.address, event.municipality_ibge, round(event.lat::numeric, 5),
        round(event.lng::numeric, 5)) then 'place' end,
    case when before.description <> event.description then 'description' end,
    case when (before.poster_path, before.stand_map_path) is distinct from (event.poster_path, event.stand_map_path)
      then 'poster' end,
    case when private.sells_otherwise(before.id, payload -> 'kinds', payload -> 'stands') then 'kinds' end
  ], null)
$$;

create or replace function private.changed_values(payload jsonb, before public.events, event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(payload)
  where case key
    when 'days' then value is distinct from (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'items', items) order by day), '[]')
        from public.event_days where event_id = before.id
    )
    when 'kinds' then jsonb_array_length(value) <> (select count(*) from public.event_registration_types
      where event_id = before.id)
      or exists (
        select from jsonb_array_elements(value) as entry
        where not exists (select from public.event_registration_types as known where known.event_id = before.id
          and private.kind_form(known) || entry = private.kind_form(known))
      )
    when 'stands' then jsonb_array_length(value) <> (select count(*) from public.event_stands
      where event_id = before.id)
      or exists (
        select from jsonb_array_elements(value) as entry
        where not exists (select from public.event_stands as known where known.event_id = before.id
          and private.stand_form(known) || entry = private.stand_form(known))
      )
    when 'sponsors' then true
    when 'team' then value is distinct from private.team_members(before.id)
    else to_jsonb(event) -> key is distinct from to_jsonb(before) -> key and key
      not in ('id', 'expected_version', 'club_id', 'series')
  end
$$;

create or replace function private.propose_event_change(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.events;
  event public.events;
  wanted text[];
begin
  select * into before from public.events where id = private.uuid_field(payload, 'id') and deleted_at is null
    for no key update;
  if before.id is null or before.status not in ('published', 'postponed')
    or before.updated_at <> private.moment_field(payload, 'expected_version', true) then
    return null;
  end if;
  event := private.event_from(payload, before);
  wanted := private.moderated_fields(before, event, payload);
  if wanted = '{}' then
    delete from public.event_changes where event_id = before.id and status = 'pending';
    return null;
  end if;
  -- Days and kinds are checked where they are written: the change is written and undone.
  begin
    perform private.write_event(payload, actor, link);
    raise exception 'checked' using errcode = 'PEC01';
  exception when sqlstate 'PEC01' then
    null;
  end;
  insert into public.event_changes (event_id, fields, payload, created_by)
  values (before.id, wanted, private.changed_values(payload, before, event), actor)
  on conflict (event_id) where status = 'pending' do update set fields = excluded.fields, payload = excluded.payload,
    created_by = excluded.created_by;
  -- The new time makes a save by an editor who opened the event earlier a conflict.
  update public.events set updated_at = now() where id = before.id returning * into event;
  return private.saved(jsonb_build_object('id', event.id, 'slug', event.slug, 'updated_at', event.updated_at,
    'waits', true));
end $$;

create or replace function private.drop_event_files(names text[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.queue_files('event-files', array(
    select name from unnest(names) as name
    where not exists (select from public.events where name in (poster_path, stand_map_path))
      and not exists (select from public.event_sponsors where logo_path = name)
      and not exists (select from public.event_media where path = name)
      and not exists (select from public.event_changes where status = 'pending'
        and name in (payload ->> 'poster_path', payload ->> 'stand_map_path'))
  ))
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
          max_companions = type.max_companions,
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

create or replace function private.check_event_payload(payload jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 500000 then
    perform private.refuse('invalid', 'payload');
  end if;
end $$;

create or replace function private.event_form(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(event) - array['decided_by', 'search_name', 'publish_link_id', 'sources'] || jsonb_build_object(
    'days', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'items', items) order by day), '[]')
      from public.event_days where event_id = event.id),
    'kinds', (select coalesce(jsonb_agg(private.kind_form(type) order by position, id), '[]')
      from public.event_registration_types as type where event_id = event.id),
    'stands', (select coalesce(jsonb_agg(private.stand_form(stand) order by position, label), '[]')
      from public.event_stands as stand where event_id = event.id),
    'sponsors', (select coalesce(jsonb_agg(to_jsonb(sponsor) - 'event_id' order by position, id), '[]')
      from public.event_sponsors as sponsor where event_id = event.id),
    'team', private.team_members(event.id),
    'gaps', to_jsonb(private.event_gaps(event)),
    'checklist', private.event_checklist(event),
    'change', (select jsonb_build_object('fields', fields, 'values', private.change_form(event.id, payload))
      from public.event_changes
      where event_id = event.id and event_changes.status = 'pending')
  )
$$;

-- Writes the event with its parts; rights are checked by the callers.
create or replace function private.write_public_parts(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_manager boolean := link is null and private.is_staff() and private.has_permission('events');
  wanted uuid := private.uuid_field(payload, 'id');
  before public.events;
  event public.events;
  change text;
  mailed integer := 0;
begin
  if wanted is not null then
    select * into before from public.events where id = wanted and deleted_at is null for no key update;
    if before.id is null then
      return private.gone();
    elsif before.updated_at <> private.moment_field(payload, 'expected_version', true) then
      return private.conflict(jsonb_build_object('updated_at', before.updated_at));
    elsif before.status = 'cancelled' and not is_manager then
      return private.refused('closed');
    end if;
  else
    before.id := gen_random_uuid();
    before.organizer_id := actor;
    before.publish_link_id := link;
    before.status := 'draft';
    before.description := '';
    before.rules := '';
    before.translations := '{}';
    before.is_portal_event := false;
    before.club_id := private.uuid_field(payload, 'club_id');
    before.series_id := private.series_of(before.club_id, payload -> 'series');
  end if;
  event := private.event_from(payload, before);
  change := private.event_change(before, event);
  if is_manager then
    event.is_portal_event := private.flag_field(jsonb_build_object('is_portal_event',
      before.is_portal_event) || payload, 'is_portal_event');
    event.club_id := private.uuid_field(jsonb_build_object('club_id', before.club_id) || payload, 'club_id');
    if event.club_id is not null and not exists (select from public.clubs where id = event.club_id) then
      perform private.refuse('invalid', 'club_id');
    end if;
  end if;
  if event.slug is null or event.published_at is null and before.title <> event.title then
    -- Two events with the same title saved at the same time get different addresses.
    perform pg_advisory_xact_lock(hashtext('event_slug'));
    event.slug := private.free_event_slug(event.title, event.id);
  end if;
  if event.status = 'rejected' then
    event.status := 'draft';
    event.decided_at := null;
    event.decided_by := null;
  elsif event.status = 'postponed' and change like 'date%' then
    event.status := 'published';
    event.status_note := null;
  end if;
  insert into public.events (
    id, slug, title, kind, status, status_note, is_portal_event, organizer_id, publish_link_id, club_id, series_id,
      organizer_name, organizer_phone, organizer_email, website, instagram,
    state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone,
      description, rules, min_vehicle_age,
    solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, decided_by,
      decided_at
  ) values (
    event.id, event.slug, event.title, event.kind, event.status, event.status_note, event.is_portal_event,
      event.organizer_id, event.publish_link_id, event.club_id, event.series_id, event.organizer_name,
      event.organizer_phone, event.organizer_email, event.website, event.instagram,
    event.state_abbr, event.municipality_ibge, event.town, event.venue, event.address, event.access_notes, event.lat,
      event.lng, event.starts_at, event.ends_at, event.time_zone, event.description, event.rules, event.min_vehicle_age,
    event.solidarity_item, event.capacity, event.poster_path, event.stand_map_path, event.votes_open_at,
      event.votes_close_at, event.translations, event.decided_by, event.decided_at
  ) on conflict (id) do update set
    slug = excluded.slug, title = excluded.title, kind = excluded.kind, status = excluded.status,
      status_note = excluded.status_note, is_portal_event = excluded.is_portal_event,
    club_id = excluded.club_id, organizer_name = excluded.organizer_name, organizer_phone = excluded.organizer_phone,
      organizer_email = excluded.organizer_email,
    website = excluded.website, instagram = excluded.instagram, state_abbr = excluded.state_abbr,
      municipality_ibge = excluded.municipality_ibge, town = excluded.town,
    venue = excluded.venue, address = excluded.address, access_notes = excluded.access_notes, lat = excluded.lat,
      lng = excluded.lng,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, time_zone = excluded.time_zone,
      description = excluded.description, rules = excluded.rules,
    min_vehicle_age = excluded.min_vehicle_age, solidarity_item = excluded.solidarity_item,
      capacity = excluded.capacity, poster_path = excluded.poster_path,
    stand_map_path = excluded.stand_map_path, votes_open_at = excluded.votes_open_at,
      votes_close_at = excluded.votes_close_at, translations = excluded.translations,
    decided_by = excluded.decided_by, decided_at = excluded.decided_at
  returning * into event;
  if payload ? 'days' then
    perform private.save_event_days(event, payload -> 'days');
  end if;
  if payload ? 'kinds' then
    perform private.save_registration_types(event, payload -> 'kinds');
  end if;
  if payload ? 'stands' then
    perform private.save_event_stands(event, payload -> 'stands');
  end if;
  if payload ? 'sponsors' then
    perform private.save_event_sponsors(event, payload -> 'sponsors');
  end if;
  if change is not null and wanted is not null and before.status in ('published', 'postponed') and event.ends_at > now()
    then
    mailed := private.mail_registered(event, change, null);
  end if;
  return private.saved(jsonb_build_object('id', event.id, 'slug', event.slug, 'status', event.status, 'updated_at', event.updated_at,
    'state_abbr', event.state_abbr, 'state_before', before.state_abbr, 'mailed', mailed
  ));
end $$;

-- Parts of the form of an event that lists of other lists make: prices by date, classes, questions and stands.

create or replace function private.price_steps_from(steps jsonb, event public.events) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  step jsonb;
  number integer := 0;
  moment timestamptz;
  earlier timestamptz := '-infinity';
  result jsonb := '[]';
  field text;
begin
  if jsonb_typeof(steps) <> 'array' or jsonb_array_length(steps) > private.max_price_steps() then
    perform private.refuse('invalid', 'price_steps');
  end if;
  for step in select value from jsonb_array_elements(steps) loop
    begin
      if jsonb_typeof(step) <> 'object' then
        perform private.refuse('invalid', 'starts_at');
      end if;
      moment := date_trunc('second', private.moment_field(step, 'starts_at', true));
      if moment <= earlier or moment >= event.ends_at then
        perform private.refuse('invalid', 'starts_at');
      end if;
      result := result || jsonb_build_array(jsonb_build_object('starts_at', private.utc_text(moment),
        'price_cents', private.whole_field(step, 'price_cents', 0, 100000000, true)));
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse('invalid', format('price_steps.%s.%s', number, field));
    end;
    earlier := moment;
    number := number + 1;
  end loop;
  return result;
end $$;

create or replace function private.classes_from(input jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  classes text[] := private.texts_field(input, 'classes', private.max_classes());
begin
  if exists (select from unnest(classes) as class where class = '' or char_length(class) > 80)
    or (select count(distinct class) from unnest(classes) as class) < cardinality(classes) then
    perform private.refuse('invalid', 'classes');
  end if;
  return classes;
end $$;

create or replace function private.questions_of(type public.event_registration_types) returns jsonb
language sql stable security definer set search_path = ''
return coalesce((private.form_version_of(type)).schema, '[]');

create or replace function private.kind_form(type public.event_registration_types) returns jsonb
language sql stable security definer set search_path = ''
return to_jsonb(type) - array['event_id', 'created_at', 'updated_at']
  || jsonb_build_object('questions', private.questions_of(type));

create or replace function private.stand_form(stand public.event_stands) returns jsonb
language sql stable set search_path = ''
return to_jsonb(stand) - array['event_id', 'registration_id', 'position']
  || jsonb_build_object('is_taken', stand.registration_id is not null);

create or replace function private.check_question(question jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  choices text[] := private.texts_field(question, 'options', 30);
  translation text;
begin
  perform private.text_field(question, 'label', 300, true), private.text_field(question, 'label_en', 300),
    private.text_field(question, 'label_es', 300), private.text_field(question, 'help', 300),
    private.text_field(question, 'help_en', 300), private.text_field(question, 'help_es', 300),
    private.flag_field(question, 'required'),
    private.choice_field(question, 'kind', private.question_kinds()),
    private.pattern_field(question, 'name', 60, '^[a-z][a-z0-9_]{1,59}$');
  if question ->> 'kind' = 'choice' and (cardinality(choices) < 2 or '' = any (choices)
    or (select count(distinct one) from unnest(choices) as one) < cardinality(choices)) then
    perform private.refuse('invalid', 'options');
  end if;
  foreach translation in array array['options_en', 'options_es'] loop
    -- A translated option has the place of the Portuguese one.
    if cardinality(private.texts_field(question, translation, 30)) not in (0, cardinality(choices)) then
      perform private.refuse('invalid', translation);
    end if;
  end loop;
end $$;

create or replace function private.save_questions(type uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  question jsonb;
  number integer := 0;
  questions jsonb;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > private.max_questions()
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object') then
    perform private.refuse('invalid', 'questions');
  end if;
  for question in select value from jsonb_array_elements(list) loop
    begin
      perform private.check_question(question);
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse('invalid', format('questions.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
  begin
    questions := private.form_questions(list);
  exception when check_violation then
    perform private.refuse('invalid', 'questions');
  end;
  select * into kind from public.event_registration_types where id = type;
  if questions <> private.questions_of(kind) then
    perform private.write_questions(type, questions);
  end if;
end $$;

create or replace function private.stand_from(entry jsonb, base public.event_stands) returns public.event_stands
language plpgsql stable set search_path = '' as $$
declare
  stand public.event_stands := base;
  input jsonb := jsonb_build_object('x', 50, 'y', 50, 'price_cents', 0) || jsonb_strip_nulls(to_jsonb(base)) || entry;
begin
  stand.label := private.pattern_field(input, 'label', 12, '^[A-Za-z0-9 -]{1,12}$', true);
  stand.area := private.text_field(input, 'area', 60);
  stand.kinds := private.texts_field(input, 'kinds', 10);
  stand.width_m := private.number_field(input, 'width_m', 0.5, 100);
  stand.depth_m := private.number_field(input, 'depth_m', 0.5, 100);
  stand.power_kva := private.number_field(input, 'power_kva', 0, 500);
  stand.x := coalesce(private.number_field(input, 'x', 0, 100), 50);
  stand.y := coalesce(private.number_field(input, 'y', 0, 100), 50);
  stand.price_cents := private.whole_field(input, 'price_cents', 0, 100000000, true);
  if not stand.kinds <@ private.stand_kinds() then
    perform private.refuse('invalid', 'kinds');
  end if;
  return stand;
end $$;

create or replace function private.save_event_stands(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  stand public.event_stands;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > private.max_stands()
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object') then
    perform private.refuse('invalid', 'stands');
  end if;
  perform from public.event_stands where event_id = event.id order by id for update;
  -- The price of a registration that is not confirmed yet has the price of the stand that it wishes.
  if exists (
    select from public.event_stands as known where known.event_id = event.id
      and (known.registration_id is not null or exists (select from public.event_registrations as wish
        where wish.stand_id = known.id and wish.status = 'unconfirmed' and wish.held_until > now()))
      and known.id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list) as value)
  ) then
    perform private.refuse('invalid', 'stands_taken');
  end if;
  delete from public.event_stands
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  -- Two stands may exchange their labels.
  update public.event_stands as known set label = '- -' || one.place
  from (
    select stored.id, row_number() over (order by stored.id) as place
    from public.event_stands as stored join jsonb_array_elements(list) as input on input ->> 'id' = stored.id::text
    where stored.event_id = event.id and input ->> 'label' <> stored.label
  ) as one
  where known.id = one.id;
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into stand from public.event_stands where event_id = event.id and id = private.uuid_field(entry, 'id');
      if stand.id is null then
        stand.id := gen_random_uuid();
      end if;
      stand := private.stand_from(entry, stand);
      insert into public.event_stands as known (id, event_id, label, area, kinds, width_m, depth_m, power_kva, x, y,
        price_cents, position)
      values (stand.id, event.id, stand.label, stand.area, stand.kinds, stand.width_m, stand.depth_m, stand.power_kva,
        stand.x, stand.y, stand.price_cents, number)
      on conflict (id) do update set label = excluded.label, area = excluded.area, kinds = excluded.kinds,
        width_m = excluded.width_m, depth_m = excluded.depth_m, power_kva = excluded.power_kva, x = excluded.x,
        y = excluded.y, price_cents = excluded.price_cents, position = excluded.position
      where (known.label, known.area, known.kinds, known.width_m, known.depth_m, known.power_kva, known.x, known.y,
        known.price_cents, known.position) is distinct from (excluded.label, excluded.area, excluded.kinds,
        excluded.width_m, excluded.depth_m, excluded.power_kva, excluded.x, excluded.y, excluded.price_cents,
        excluded.position);
    exception
      when unique_violation then
        perform private.refuse('invalid', format('stands.%s.repeated', number));
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse('invalid', format('stands.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;

create or replace function private.price_texts(steps jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select private.utc_text(private.moment_field(step, 'starts_at')) || ' ' || coalesce(step ->> 'price_cents', '')
    from jsonb_array_elements(case when jsonb_typeof(steps) = 'array' then steps else '[]' end)
      with ordinality as one (step, place)
    order by place
  )
$$;

create or replace function private.question_texts(questions jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg((
    select jsonb_object_agg(field.key, field.value)
    from jsonb_each(case when jsonb_typeof(question) = 'object' then question else '{}' end) as field
    where field.value not in ('null', '""', '[]', 'false')
  ) order by place), '[]')
  from jsonb_array_elements(case when jsonb_typeof(questions) = 'array' then questions else '[]' end)
    with ordinality as one (question, place)
$$;

create or replace function private.sells_otherwise(event uuid, kinds jsonb, stands jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select jsonb_typeof(kinds) = 'array' and exists (
    select from jsonb_array_elements(kinds) as entry
    where not exists (
      select from public.event_registration_types as known
      where known.event_id = sells_otherwise.event and known.id::text = entry ->> 'id'
        and to_jsonb(known.price_cents) = coalesce(entry -> 'price_cents', to_jsonb(known.price_cents))
        and private.price_texts(known.price_steps) = private.price_texts(coalesce(entry -> 'price_steps',
          known.price_steps))
        and private.question_texts(private.questions_of(known))
          = private.question_texts(coalesce(entry -> 'questions', private.questions_of(known)))
    )
  ) or jsonb_typeof(stands) = 'array' and exists (
    select from jsonb_array_elements(stands) as entry
    where coalesce(entry ->> 'price_cents', '') not in ('', '0') and not exists (
      select from public.event_stands as known
      where known.event_id = sells_otherwise.event and known.id::text = entry ->> 'id'
        and to_jsonb(known.price_cents) = entry -> 'price_cents'
    )
  )
$$;

create or replace function private.change_form(event uuid, payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select payload
    || case when payload ? 'kinds' then jsonb_build_object('kinds', (
      select coalesce(jsonb_agg(coalesce(
        (select private.kind_form(known) from public.event_registration_types as known
          where known.event_id = change_form.event and known.id::text = entry ->> 'id'),
        jsonb_build_object('questions', coalesce(private.default_questions() -> (entry ->> 'kind'), '[]'))
      ) || entry order by place), '[]')
      from jsonb_array_elements(payload -> 'kinds') with ordinality as one (entry, place)
    )) else '{}' end
    || case when payload ? 'stands' then jsonb_build_object('stands', (
      select coalesce(jsonb_agg(coalesce(
        (select private.stand_form(known) from public.event_stands as known
          where known.event_id = change_form.event and known.id::text = entry ->> 'id'), '{}'
      ) || entry order by place), '[]')
      from jsonb_array_elements(payload -> 'stands') with ordinality as one (entry, place)
    )) else '{}' end
$$;

create or replace function private.event_checklist(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('key', item.key, 'needed', item.needed, 'done', item.done) order by item.place)
  from (values
    (1, 'date', true, event.starts_at > now()),
    (2, 'description', true, char_length(btrim(event.description)) >= 30),
    (3, 'position', true, event.lat is not null),
    (4, 'contact', true, event.organizer_phone is not null or event.organizer_email is not null),
    (5, 'payment', true, not private.is_paid_event(event.id) or private.event_payment_is_possible()),
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

-- What becomes public, opens or ends by the clock.

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
      where subject_type = 'registration' and subject_id = registration.id and needs_refund and note
        is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents,
          'pix_txid', payments.pix_txid,
        'checkout_url', payments.checkout_url, 'receipt_sent_at', payments.receipt_sent_at, 'note', case
          when payments.status = 'pending' then payments.note end,
        'expires_at', payments.expires_at, 'created_at', payments.created_at
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
create or replace function private.event_moments(since timestamptz, until timestamptz) returns table (state_abbr text)
language sql stable security definer set search_path = '' as $$
  select event.state_abbr::text from public.events as event
  cross join lateral (values (event.starts_at), (event.ends_at), (event.votes_open_at), (event.votes_close_at))
    as moments (moment)
  where private.is_public_event(event) and moment > since and moment <= until
  union
  select event.state_abbr::text from public.events as event join public.event_registration_types as type
    on type.event_id = event.id
  cross join lateral (values (type.opens_at), (type.closes_at), (type.edit_until)) as moments (moment)
  where private.is_public_event(event) and moment > since and moment <= until
  union
  select event.state_abbr::text from public.events as event join public.event_registration_types as type
    on type.event_id = event.id
  cross join lateral jsonb_array_elements(type.price_steps) as step
  where private.is_public_event(event) and (step ->> 'starts_at')::timestamptz > since
    and (step ->> 'starts_at')::timestamptz <= until
$$;

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
    return private.refused('wrong_list');
  end if;
  if not exists (select from public.event_checkins where nonce = (walk_in ->> 'nonce')::uuid) then
    companions := array(select name from unnest(private.texts_field(walk_in, 'companions', type.max_companions)) as name
      where name !~ '^\s*$');
    people := greatest(coalesce(private.whole_field(walk_in, 'people', 1, 1 + type.max_companions), 1),
      1 + cardinality(companions));
    if private.needs_gate_approval(type) and approver is null then
      return private.refused('approval_missing');
    elsif not private.hold_places(type.id, people) then
      return private.refused('full');
    end if;
    select * into event from public.events where id = list.event_id;
    begin
      insert into public.event_registrations (code, event_id, type_id, full_name, email, status, companions, places,
        price_cents, source, confirmed_at, answers)
      values (code, list.event_id, type.id, given_name, coalesce(given_email, lower(code) || '@walk-in.invalid'),
        'confirmed', companions, people,
        private.registration_price(type, people, null), 'walk_in', now(),
          jsonb_build_object('paid_at_gate', private.kind_price(type) > 0))
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
  end if;
  return (
    select private.saved(jsonb_build_object('answer', private.checkin_answer(stored)))
    from public.event_checkins as stored where stored.nonce = (walk_in ->> 'nonce')::uuid and stored.list_id = list.id
  );
end $$;

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
          'id', id, 'kind', kind, 'name', name, 'priceCents', private.kind_price(type), 'left', private.places_left(id),
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

create or replace function private.move_event_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  days integer := (new.starts_at at time zone new.time_zone)::date - (old.starts_at at time zone old.time_zone)::date;
begin
  if days <> 0 then
    -- Two steps, because a day may get the date of another one that is not moved yet.
    update public.event_days set day = day + days + 10000 where event_id = new.id;
    update public.event_days set day = day - 10000 where event_id = new.id;
  end if;
  update public.event_registration_types set
    opens_at = case when opens_at <= now() then opens_at else private.moved(opens_at, old, new) end,
    closes_at = least(private.moved(closes_at, old, new), case when closes_at is not null then new.ends_at end),
    edit_until = private.moved(edit_until, old, new), price_steps = private.moved_steps(price_steps, old, new)
  where event_id = new.id
    and (opens_at is not null or closes_at is not null or edit_until is not null or price_steps <> '[]');
  update public.event_messages set send_at = greatest(private.moved(send_at, old, new), now())
  where event_id = new.id and send_at > now() and started_at is null and ended_at is null and cancelled_at is null;
  update public.notification_campaigns set scheduled_at = greatest(private.moved(scheduled_at, old, new), now())
  where audience_event = new.id and status = 'scheduled' and scheduled_at > now();
  return null;
end $$;

create or replace function private.shifted_steps(steps jsonb, days integer, zone text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(step || jsonb_build_object('starts_at',
    private.utc_text(private.shifted((step ->> 'starts_at')::timestamptz, days, zone))) order by place), '[]')
  from jsonb_array_elements(steps) with ordinality as one (step, place)
$$;

create or replace function private.copy_event_parts(original public.events, copy uuid, days integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  type public.event_registration_types;
  form public.form_template_versions;
  made uuid;
begin
  insert into public.event_days (event_id, day, items, position)
  select copy, day + days, items, position from public.event_days where event_id = original.id;
  -- Results belong to the event that is over.
  insert into public.event_media (event_id, kind, path, title, credit, translations, position)
  select copy, kind, path, title, credit, translations, position from public.event_media where event_id = original.id
    and kind <> 'result';
  insert into public.event_sponsors (event_id, name, tier, url, logo_path, position)
  select copy, name, tier, url, logo_path, position from public.event_sponsors where event_id = original.id;
  for type in select * from public.event_registration_types where event_id = original.id order by position, id loop
    form := private.form_version_of(type);
    insert into public.event_registration_types (
      event_id, kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions,
        required_documents, has_waiting_list, chooses_stand, allows_several, opens_at, closes_at, edit_until,
        form_version_id, position, price_steps, classes
    ) values (
      copy, type.kind, type.name, type.translations, type.price_cents, type.capacity, type.requires_approval,
        type.max_vehicles, type.max_companions, type.required_documents, type.has_waiting_list, type.chooses_stand,
        type.allows_several, private.shifted(type.opens_at, days, original.time_zone),
        private.shifted(type.closes_at, days, original.time_zone),
        private.shifted(type.edit_until, days, original.time_zone),
        case when form.template_id = private.own_form(type.id) then null else type.form_version_id end, type.position,
        private.shifted_steps(type.price_steps, days, original.time_zone), type.classes
    ) returning id into made;
    if form.template_id = private.own_form(type.id) then
      perform private.write_questions(made, form.schema);
    end if;
  end loop;
  insert into public.event_stands (event_id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents,
    position)
  select copy, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents, position from public.event_stands
    where event_id = original.id;
end $$;

create or replace function private.duplicate_event(original uuid, first_day date, copy uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
  days integer;
  zone text;
begin
  perform private.require_event_right(original, 'page');
  if copy is null then
    perform private.refuse('invalid', 'copy');
  end if;
  -- The same request sent twice makes one copy.
  perform pg_advisory_xact_lock(hashtextextended('duplicate_event' || copy, 0));
  if exists (select from public.events where id = copy) then
    return copy;
  end if;
  select * into event from public.events where id = original for share;
  zone := event.time_zone;
  if event.id is null then
    perform private.refuse('event_missing');
  elsif first_day is null or first_day < (now() at time zone zone)::date or first_day > current_date + 1100 then
    perform private.refuse('invalid', 'first_day');
  end if;
  days := first_day - (event.starts_at at time zone zone)::date;
  insert into public.events (
    id, slug, title, kind, status, is_portal_event, organizer_id, club_id, series_id, organizer_name, organizer_phone,
      organizer_email, website, instagram,
    state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone,
      description, rules, min_vehicle_age,
    solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, sources,
    badge_size, badge_hidden, certificate_template_id, certificate_hours
  ) values (
    copy, private.free_event_slug(event.title, copy), event.title, event.kind, 'draft', event.is_portal_event,
      event.organizer_id, event.club_id, event.series_id,
    event.organizer_name, event.organizer_phone, event.organizer_email, event.website, event.instagram,
    event.state_abbr, event.municipality_ibge, event.town, event.venue, event.address, event.access_notes, event.lat,
      event.lng,
    private.shifted(event.starts_at, days, zone), private.shifted(event.ends_at, days, zone), zone, event.description,
      event.rules, event.min_vehicle_age,
    event.solidarity_item, event.capacity, event.poster_path, event.stand_map_path,
    private.shifted(event.votes_open_at, days, zone), private.shifted(event.votes_close_at, days, zone),
      event.translations, event.sources,
    event.badge_size, event.badge_hidden, event.certificate_template_id, event.certificate_hours
  );
  perform private.copy_event_parts(event, copy, days);
  insert into public.event_members (event_id, account_id, role)
  select copy, member.account_id, member.role from public.event_members as member
  where member.event_id = original and member.ends_at is null
    and (member.role in ('owner', 'organiser') or private.may_in_event(original, 'team'))
  on conflict (event_id, account_id) do nothing;
  return copy;
end $$;

create or replace function private.moved_steps(steps jsonb, before public.events, after public.events) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(case when (step ->> 'starts_at')::timestamptz <= now() then step
    else step || jsonb_build_object('starts_at', private.utc_text(greatest(
      private.moved((step ->> 'starts_at')::timestamptz, before, after),
      now() + make_interval(secs => place)))) end order by place), '[]')
  from jsonb_array_elements(steps) with ordinality as one (step, place)
$$;

create or replace function private.event_date_list(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  existing public.events;
begin
  perform private.require_event_editor(event);
  select * into existing from public.events where id = event_date_list.event;
  return jsonb_build_object(
    'starts_at', existing.starts_at, 'ends_at', existing.ends_at, 'time_zone', existing.time_zone,
    'votes_open_at', existing.votes_open_at, 'votes_close_at', existing.votes_close_at,
    'days', (select coalesce(jsonb_agg(day order by day), '[]') from public.event_days where event_id = existing.id),
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'opens_at', opens_at, 'closes_at', closes_at,
        'edit_until', edit_until, 'price_steps', price_steps) order by position, id), '[]')
      from public.event_registration_types where event_id = existing.id
        and (opens_at is not null or closes_at is not null or edit_until is not null or price_steps <> '[]')
    ),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('name', planned.name, 'send_at', planned.send_at)
        order by planned.send_at, planned.id), '[]')
      from (
        select id, coalesce(subject, left(body, 80)) as name, send_at from public.event_messages
        where event_id = existing.id and send_at > now() and started_at is null and ended_at is null and cancelled_at
          is null
        union all
        select id, title, scheduled_at from public.notification_campaigns
        where audience_event = existing.id and status = 'scheduled' and scheduled_at > now()
      ) as planned
    )
  );
end $$;

create policy "template managers read templates" on public.form_templates
  for select to authenticated using (type_id is null and (select private.has_permission('form_templates')));

create policy "template managers add templates" on public.form_templates
  for insert to authenticated with check (type_id is null and (select private.has_permission('form_templates')));

create policy "template managers update templates" on public.form_templates
  for update to authenticated
  using (type_id is null and (select private.has_permission('form_templates')))
  with check (type_id is null and (select private.has_permission('form_templates')));

create policy "template managers delete templates" on public.form_templates
  for delete to authenticated using (type_id is null and (select private.has_permission('form_templates')));

create policy "template managers add template versions" on public.form_template_versions
  for insert to authenticated
  with check ((select private.has_permission('form_templates')) and private.is_team_form(template_id));

create policy "template managers update template versions" on public.form_template_versions
  for update to authenticated
  using ((select private.has_permission('form_templates')) and private.is_team_form(template_id))
  with check ((select private.has_permission('form_templates')) and private.is_team_form(template_id));

create policy "template managers delete template versions" on public.form_template_versions
  for delete to authenticated
  using ((select private.has_permission('form_templates')) and private.is_team_form(template_id));

create policy "template managers read versions, people of events forms"
  on public.form_template_versions
  for select to authenticated
  using (
    (select private.has_permission('form_templates')) and private.is_team_form(template_id)
    or published_at <= now() and (select private.manages_registrations() or private.works_for_events())
      and private.reads_form(template_id)
  );

create trigger event_registration_types_pages after insert or delete or update of kind, name, translations, price_cents,
  capacity, requires_approval, max_vehicles, max_companions, required_documents, has_waiting_list, chooses_stand,
  opens_at, closes_at, position, price_steps, classes on public.event_registration_types
  for each row execute function private.expire_pages_of_event();

create trigger event_registration_types_payable before insert on public.event_registration_types
  for each row when (private.costs(new.price_cents, new.price_steps)) execute function private.refuse_unpayable_kind();

create trigger event_registration_types_still_payable before update of price_cents, price_steps
  on public.event_registration_types
  for each row when (private.costs(new.price_cents, new.price_steps)
    and not private.costs(old.price_cents, old.price_steps))
  execute function private.refuse_unpayable_kind();

comment on function private.max_price_steps is 'Most changes of the price of a kind of registration by date.';

comment on function private.max_classes is 'Most classes of vehicles of a kind of registration.';

comment on function private.max_questions is 'Most questions that an organiser asks in a form of registration.';

comment on function private.max_stands is 'Most stands of an event.';

comment on function private.is_price_list is 'Whether a value is a list of [{starts_at, price_cents}] with times of UTC.';

comment on column public.event_registration_types.price_steps is
  '[{starts_at, price_cents}] in the order of time: the prices after price_cents, each from its moment on.';

comment on column public.event_registration_types.classes is
  'Classes of vehicles among which a person chooses; without any the person writes one.';

comment on function private.utc_text is 'A moment as JSON keeps it, in UTC and whole seconds.';

comment on function private.costs is 'Whether a kind of registration has a price at any time.';

comment on function private.kind_price is
  'The price of a kind of registration now: that of its last price step that began, or its first price.';

comment on table public.form_templates is
  'Contracts and forms the team fills in for others, and the questions that organisers wrote for their events.';

comment on column public.form_templates.type_id is
  'The kind of registration of an event whose organiser wrote the questions; null for the templates of the team.';

comment on function private.is_team_form is 'Whether a template is one of the team, not of the organiser of an event.';

comment on function private.reads_form is
  'Whether a template is a form of registrations that people of events read: one of the team, or one of an event whose '
  'registrations the caller reads.';

comment on function private.own_form is 'The template with the questions that the organiser wrote for a kind; or null.';

comment on function private.own_question_labels is
  'The questions that the organiser wrote for a kind, for the people who decide about the event.';

comment on function private.write_questions is
  'Gives a kind of registration its own questions, as a new version of its form.';

comment on function private.default_questions is
  'The questions that each kind of registration asks until an organiser changes them, as private.form_version_of.';

comment on function public.default_questions is
  'The questions of the team for each kind of registration: {kind: [question]}. Anyone may call it.';

comment on function private.class_of is
  'The class of a vehicle; refused unless it is one of the classes of the kind, when that has any.';

comment on function private.registration_price is
  'Tickets are paid per person, the other kinds per registration, at the price of this moment, with the price of the '
  'stand.';

comment on function private.moderated_fields is
  'The differences of two versions of an event that the team decides about; kinds: new ones, other prices and other '
  'questions.';

comment on function private.price_steps_from is
  'Checked price steps: in the order of time, before the end of the event; refuses with price_steps.N and the field.';

comment on function private.classes_from is 'Checked classes of vehicles, each once.';

comment on function private.questions_of is 'The questions that a kind of registration asks.';

comment on function private.kind_form is 'A kind of registration as the form of the event has it.';

comment on function private.stand_form is 'A stand as the form of the event has it; not who holds it.';

comment on function private.check_question is 'Refuses a wrong question of an organiser, with the name of its field.';

comment on function private.save_questions is
  'Stores the questions of a kind of registration when they differ from what it asks; a kind whose questions the '
  'organiser never changed keeps those of the team. Refuses with questions.N and the field.';

comment on function private.stand_from is 'A stand with the checked values of the form; refuses the first wrong field.';

comment on function private.save_event_stands is
  'Adds, changes and deletes stands. A stand that somebody holds or wishes is not deleted: refused with stands_taken.';

comment on function private.price_texts is 'Price steps as texts that can be compared.';

comment on function private.question_texts is 'Questions without empty fields, to compare them.';

comment on function private.sells_otherwise is
  'Whether kinds and stands of a form have a kind, a price or a question that the event has not.';

comment on function private.change_form is
  'The values of a change that waits, as the form shows them: what its kinds and stands do not name is as stored.';

comment on function private.event_checklist is
  'What an event has and lacks: [{key, needed, done}]. needed: without it the event is neither sent to the team nor '
  'published; the others are advice. payment: no price, or the portal can be paid; stands: those of the kinds that '
  'choose one.';

comment on function private.event_gaps is 'What an event lacks before it is submitted: needed lines of its checklist.';

comment on function private.shifted_steps is 'Price steps that begin days later in a time zone.';

comment on function private.copy_event_parts is
  'Copies programme, pictures, documents, sponsors, kinds of registration with their questions, and stands; '
  'registrations and results stay.';

comment on function private.duplicate_event is
  'Copies an event with its parts as a draft that begins on first_day; every date moves by the same number of days. '
  'Owners and organisers are kept, and the whole team when the caller may invite people; a role with an end date is '
  'not. copy is the id of the new event.';

comment on function private.moved_steps is
  'Price steps after an event got another date; a price that is in force keeps its beginning, the others keep their '
  'order and begin after now.';

grant execute on function private.change_form to public;

grant execute on function private.check_question to public;

grant execute on function private.class_of to public;

grant execute on function private.classes_from to public;

grant execute on function private.costs to public;

grant execute on function private.default_questions to public;

grant execute on function private.event_checklist to public;

grant execute on function private.is_price_list to public;

grant execute on function private.is_team_form to public;

grant execute on function private.kind_form to public;

grant execute on function private.kind_price to public;

grant execute on function private.max_classes to public;

grant execute on function private.max_price_steps to public;

grant execute on function private.max_questions to public;

grant execute on function private.max_stands to public;

grant execute on function private.moved_steps to public;

grant execute on function private.own_form to public;

grant execute on function private.own_question_labels to public;

grant execute on function private.price_steps_from to public;

grant execute on function private.price_texts to public;

grant execute on function private.question_texts to public;

grant execute on function private.questions_of to public;

grant execute on function private.reads_form to public;

grant execute on function private.save_event_stands to public;

grant execute on function private.save_questions to public;

grant execute on function private.sells_otherwise to public;

grant execute on function private.shifted_steps to public;

grant execute on function private.stand_form to public;

grant execute on function private.stand_from to public;

grant execute on function private.utc_text to public;

grant execute on function private.write_questions to public;

grant execute on function public.default_questions to anon;

grant execute on function public.default_questions to authenticated;

grant execute on function public.default_questions to service_role;

reset check_function_bodies;
