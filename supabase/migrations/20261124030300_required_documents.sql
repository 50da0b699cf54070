-- A registration without its required documents waits for them, and the database decides when they are complete.

create function private.required_files(kind public.event_registration_types, questions jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select unnest(kind.required_documents)
    union
    select question ->> 'name' from jsonb_array_elements(coalesce(questions, '[]')) as question
    where question ->> 'kind' = 'file' and (question ->> 'required')::boolean
  )
$$;
comment on function private.required_files(public.event_registration_types, jsonb) is
  'Documents that a kind requires, and questions of its form that need a file.';

create function private.missing_files(registration public.event_registrations) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select needed from unnest(private.required_files(type, form.schema)) as needed
    where not exists (
      select from public.registration_documents as document
      where document.registration_id = registration.id and document.kind = needed and document.status <> 'refused'
    )
    order by needed
  )
  from public.event_registration_types as type
  left join public.form_template_versions as form on form.id = registration.form_version_id
  where type.id = registration.type_id
$$;
comment on function private.missing_files(public.event_registrations) is 'Required documents that were not sent, or were refused.';

create or replace function private.store_registration(payload jsonb, origin text) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.open_kind(private.uuid_field(payload, 'type', true));
  event public.events;
  form public.form_template_versions := private.form_version_of(kind);
  companions text[] := private.texts_field(payload, 'companions', kind.max_companions);
  people integer := 1 + cardinality(companions);
  stand uuid := case when kind.chooses_stand then private.uuid_field(payload, 'stand') end;
  price integer := private.registration_price(kind, people, stand);
  first_status text;
  stored public.event_registrations;
begin
  select * into event from public.events where id = kind.event_id;
  -- The person answered the questions of another version: the page shows the new ones.
  if coalesce(private.uuid_field(payload, 'form_version'), form.id) is distinct from form.id then
    raise exception 'form_changed';
  end if;
  if exists (select from unnest(companions) as name where name ~ '^\s*$') then
    perform private.refuse_request('companions');
  elsif not private.flag_field(payload, 'consent') then
    perform private.refuse_request('consent');
  end if;
  -- Documents are sent after the form; until then the registration waits like one that needs an approval.
  kind.requires_approval := kind.requires_approval or private.required_files(kind, form.schema) <> '{}';
  first_status := private.first_registration_status(kind, people, price);
  -- Two registrations of different kinds that refer to a stand before one of them takes it would wait for each other.
  perform from public.event_stands where id = stand for update;
  insert into public.event_registrations (
    code, event_id, type_id, user_id, full_name, email, phone, document, town, state_abbr, club, company, companions, places, answers, form_version_id,
    status, waiting_since, held_until, price_cents, stand_id, shows_vehicle, source, locale, request_id, confirmed_at
  ) values (
    private.new_registration_code(), event.id, kind.id, case when origin = 'form' then (select private.account_id()) end,
    private.text_field(payload, 'full_name', 120, true), lower(private.email_field(payload, 'email', true)), private.phone_field(payload, 'phone', kind.kind <> 'publico'),
    private.pattern_field(payload, 'document', 20, '^[0-9A-Za-z./-]{5,20}$', kind.kind in ('food_truck', 'expositor_comercial')), private.text_field(payload, 'town', 120),
    private.state_field(payload, 'state_abbr'), private.text_field(payload, 'club', 160), private.text_field(payload, 'company', 160, kind.kind in ('food_truck', 'expositor_comercial')),
    companions, people, private.registration_answers(coalesce(form.schema, '[]'), payload -> 'answers'), form.id,
    first_status, case when first_status = 'waitlisted' then now() end, private.hold_end(first_status, 'form', event.id), price,
    case when first_status <> 'waitlisted' then stand end, private.flag_field(payload, 'shows_vehicle'), origin,
    coalesce(private.choice_field(payload, 'locale', '{pt-BR,en-US,es-419}', false), 'pt-BR'), private.uuid_field(payload, 'request_id', true),
    case when first_status = 'confirmed' then now() end
  ) returning * into stored;
  if stored.stand_id is not null then
    perform private.take_stand(stored.stand_id, stored.id, kind);
  end if;
  perform private.add_registration_vehicles(stored.id, kind, event, payload -> 'vehicles');
  return stored;
end $$;

create or replace function private.mail_registration_status(registration public.event_registrations) returns void
language sql volatile security definer set search_path = '' as $$
  select private.mail_registration(registration, case registration.status
    when 'pending' then case when private.missing_files(registration) = '{}' then 'registration_received' else 'registration_documents' end
    when 'waitlisted' then 'registration_waiting' when 'offered' then 'registration_offered'
    when 'awaiting_payment' then 'registration_to_pay' when 'confirmed' then 'registration_confirmed' when 'rejected' then 'registration_rejected'
    when 'cancelled' then 'registration_cancelled' else 'registration_expired'
  end, case registration.status when 'confirmed' then 'badge' else 'registration' end)
$$;

create function private.admit_with_documents(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  kind public.event_registration_types;
begin
  select * into kind from public.event_registration_types where id = known.type_id;
  if known.status <> 'pending' or kind.requires_approval or private.missing_files(known) <> '{}'
    or not exists (select from public.events where id = known.event_id and status = 'published' and starts_at > now()) then
    return;
  -- Free places belong to the people who wait.
  elsif exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted') then
    perform private.set_registration_status(known.id, 'waitlisted');
  else
    perform private.approve_registration(known.id);
  end if;
end $$;
comment on function private.admit_with_documents(uuid) is
  'Confirms a registration, asks for its payment or puts it on the waiting list when it waited for documents only and the last one arrived.';

create or replace function private.add_registration_document(token text, kind text, path text, expires date) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration', 'manage')).registration_id);
begin
  if known.id is null or known.status in ('rejected', 'cancelled', 'expired') or kind !~ '^[a-z][a-z0-9_]{1,59}$'
    or path !~ ('^' || known.id || '/[0-9a-f-]{36}\.(webp|pdf)$')
    or (select count(*) from public.registration_documents where registration_id = known.id) >= 20 then
    return false;
  end if;
  -- A new file replaces one that was not approved.
  delete from public.registration_documents as earlier where earlier.registration_id = known.id and earlier.kind = add_registration_document.kind and earlier.status <> 'ok';
  insert into public.registration_documents (registration_id, kind, path, expires_on) values (known.id, kind, path, expires);
  perform private.admit_with_documents(known.id);
  return true;
end $$;

create function private.registration_extras(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('missing_documents', private.missing_files(registration), 'messages_refused', registration.messages_refused_at is not null)
  from public.event_registrations as registration
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;
comment on function private.registration_extras(text) is 'Required documents that are missing, and whether the person ended the messages of the organiser.';

create or replace function public.read_registration(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration(token) || private.registration_extras(token);
