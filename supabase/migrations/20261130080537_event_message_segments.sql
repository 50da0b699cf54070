set check_function_bodies = off;

drop trigger event_messages_audit on public.event_messages;

drop function private.in_audience;

drop function private.mail_message_to;

drop function private.message_people;

create or replace function private.recipient_statuses() returns text[]
language sql immutable set search_path = ''
return array['waiting', 'queued', 'sent', 'failed', 'skipped', 'refused'];

create or replace function private.automatic_message_kinds() returns text[]
language sql immutable set search_path = ''
return array['confirmation', 'documents', 'payment', 'day_before', 'thanks'];

create or replace function private.contract_message_kinds() returns text[]
language sql immutable set search_path = ''
return array['confirmation', 'payment'];

create or replace function private.automatic_message_hours() returns integer
language sql immutable set search_path = ''
return 720;

create or replace function private.thanks_days() returns integer
language sql immutable set search_path = ''
return 7;

-- Mails that the portal sends for an event by itself: their settings and texts, and who got which.

create table public.event_automatic_messages (
  event_id uuid not null references public.events (id) on delete cascade,
  kind text not null check (kind = any (private.automatic_message_kinds())),
  is_on boolean not null,
  hours integer not null check (hours between 0 and private.automatic_message_hours()),
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object' and octet_length(texts::text) <= 40000),
  updated_by uuid references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now(),
  primary key (event_id, kind)
);

alter table public.event_automatic_messages enable row level security;

create table public.event_automatic_mails (
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  kind text not null check (kind = any (private.automatic_message_kinds())),
  occasion text not null check (char_length(occasion) between 1 and 40),
  status text not null default 'waiting' check (status = any (private.recipient_statuses())),
  mail_id uuid unique,
  reason text check (char_length(reason) <= 300),
  changed_at timestamptz not null default now(),
  primary key (registration_id, kind, occasion)
);

alter table public.event_automatic_mails enable row level security;

alter table public.event_messages
  add column filter jsonb not null default '{}'
    check (jsonb_typeof(filter) = 'object' and octet_length(filter::text) <= 250000);

-- Stored messages keep who they are for. Several kinds or statuses become registrations: the recipients of a message
-- that has begun, or those that it finds now. All five statuses are no limit.
update public.event_messages as message set filter = jsonb_strip_nulls(jsonb_build_object(
  'type', case when cardinality(message.types) = 1 then message.types[1] end,
  'status', case when cardinality(message.statuses) = 1 then message.statuses[1] end,
  'attending', message.attending,
  'entered', case when message.is_checked_in then 'yes' when not message.is_checked_in then 'no' end,
  'ids', case when cardinality(message.types) > 1 or cardinality(message.statuses) between 2 and 4 then (
      select coalesce(jsonb_agg(registration.id), '[]') from public.event_registrations as registration
      where registration.event_id = message.event_id and case when message.started_at is null
        then registration.status = any (message.statuses)
          and (message.types = '{}' or registration.type_id = any (message.types))
        else registration.id in (
          select recipient.registration_id from public.event_message_recipients as recipient
          where recipient.message_id = message.id
        ) end
    ) end
))
where message.filter = '{}';

alter table public.event_messages
  drop column types,
  drop column statuses,
  drop column attending,
  drop column is_checked_in;

insert into private.mail_kinds (template, mail_group) values
  ('registration_payment_due', 'registration'),
  ('registration_automatic', 'registration'),
  ('registration_documents_due', 'mass'),
  ('registration_day_before', 'mass'),
  ('registration_thanks', 'mass'),
  ('event_message_test', 'team');

insert into private.audit_log_permissions (entity, permission) values
  ('event_automatic_messages', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_automatic_messages', 'updated_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 83);

select
  private.declare_columns('event_automatic_messages', 'not_personal', '{*}', 'settings and text of the team'),
  private.declare_columns('event_automatic_messages', 'withheld', '{updated_by}', 'listed as work of the team'),
  private.declare_columns('event_automatic_mails', 'exported', '{registration_id,kind,occasion,status,changed_at}'),
  private.declare_columns('event_automatic_mails', 'not_personal',
    '{mail_id,reason}', 'technical key and reason of a failure');

create or replace function private.mail_registration_status(registration public.event_registrations) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- The organiser may have written the text of a confirmation.
  if registration.status = 'confirmed' then
    perform private.mail_automatic(registration, 'confirmation');
    return;
  end if;
  perform private.mail_registration(registration, case registration.status
    when 'unconfirmed' then 'registration_confirm'
    when 'pending' then case when private.missing_files(registration) = '{}' then 'registration_received'
      else 'registration_documents' end
    when 'waitlisted' then 'registration_waiting' when 'offered' then 'registration_offered'
    when 'awaiting_payment' then 'registration_to_pay' when 'rejected' then 'registration_rejected'
    when 'cancelled' then 'registration_cancelled' else 'registration_expired'
  end, case registration.status when 'unconfirmed' then 'manage' else 'registration' end);
end $$;

create or replace function private.filtered_registrations(event uuid, filter jsonb)
  returns table (id uuid, places integer, waiting_since timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted jsonb := jsonb_strip_nulls(coalesce(filter, '{}'));
  only_type uuid := nullif(wanted ->> 'type', '')::uuid;
  only_status text := nullif(wanted ->> 'status', '');
  only_paid text := nullif(wanted ->> 'paid', '');
  only_documents text := nullif(wanted ->> 'documents', '');
  only_entered boolean := case wanted ->> 'entered' when 'yes' then true when 'no' then false end;
  only_attending text := nullif(wanted ->> 'attending', '');
  only_marked text := nullif(wanted ->> 'mark', '');
  question text := nullif(wanted ->> 'question', '');
  only_ids uuid[] := case when wanted ? 'ids' then array(select jsonb_array_elements_text(wanted -> 'ids')::uuid) end;
  words text[] := private.search_words(wanted ->> 'q');
  plain_words text[] := array(select private.letters_and_digits(word) from unnest(words) as word);
begin
  return query
    select registration.id, registration.places, registration.waiting_since, registration.created_at
    from public.event_registrations as registration
    where registration.event_id = filtered_registrations.event
      and (only_ids is null or registration.id = any (only_ids))
      and (only_type is null or registration.type_id = only_type)
      and (only_status is null or registration.status = only_status)
      and (only_attending is null or registration.attending = only_attending)
      and (question is null or registration.answers ->> question = wanted ->> 'answer')
      and (only_entered is null or only_entered = (registration.id in (
        select private.entered_registrations(filtered_registrations.event))))
      and (only_paid is null or registration.id in (
        select paid.registration_id from private.payment_states(filtered_registrations.event, only_ids) as paid
        where paid.state = only_paid))
      and (only_documents is null or registration.id in (
        select papers.registration_id from private.document_states(filtered_registrations.event, only_ids) as papers
        where only_documents = any (papers.states)))
      and (only_marked is distinct from 'duplicate' or registration.id in (
        select twin.registration_id from private.duplicate_registrations(filtered_registrations.event) as twin))
      and (only_marked is distinct from 'note' or registration.id in (
        select note.registration_id from public.registration_notes as note))
      and (words = '{}' or (
        select bool_and(strpos(texts.content, searched.word) > 0 or strpos(texts.content, searched.plain) > 0)
        from (
          select registration.search_text || coalesce((
            select string_agg(' ' || vehicle.search_text, '') from public.registration_vehicles as vehicle
            where vehicle.registration_id = registration.id
          ), '') as content
        ) as texts, unnest(words, plain_words) as searched (word, plain)
      ));
end $$;

create or replace function private.find_registrations(event uuid, filter jsonb)
  returns table (id uuid, places integer, waiting_since timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'registrations');
  return query
    select found.id, found.places, found.waiting_since, found.created_at
    from private.filtered_registrations(find_registrations.event, find_registrations.filter) as found;
end $$;

create or replace function private.has_channel(registration public.event_registrations, channel text) returns boolean
language sql immutable set search_path = '' as $$
  select case channel
    when 'mail' then registration.email not like '%@walk-in.invalid'
    else char_length(regexp_replace(coalesce(registration.phone, ''), '\D', '', 'g')) >= 10
  end
$$;

create or replace function private.refuses_messages(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A person with several registrations for the event ended the messages with any of them.
  select exists (
    select from public.event_registrations as other
    where other.event_id = registration.event_id and lower(other.email) = lower(registration.email)
      and other.messages_refused_at is not null
  )
$$;

create or replace function private.is_reachable(registration public.event_registrations, channel text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_channel(registration, channel) and not private.refuses_messages(registration)
$$;

create or replace function private.message_audience(message public.event_messages) returns setof public.event_registrations
language sql stable security definer set search_path = '' as $$
  select registration.*
  from private.filtered_registrations(message.event_id, message.filter) as found
  join public.event_registrations as registration on registration.id = found.id
  where registration.status = any (private.active_registration_statuses())
$$;

create function private.message_people(message public.event_messages, refusing boolean default false)
  returns setof public.event_registrations
language sql stable security definer set search_path = '' as $$
  select distinct on (
    case message.channel when 'mail' then lower(registration.email)
      else regexp_replace(registration.phone, '\D', '', 'g') end
  ) registration.*
  from private.message_audience(message) as registration
  where private.has_channel(registration, message.channel) and private.refuses_messages(registration) = refusing
  order by case message.channel when 'mail' then lower(registration.email)
    else regexp_replace(registration.phone, '\D', '', 'g') end,
    registration.created_at, registration.id
$$;

create or replace function private.message_filter(event uuid, typed jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted jsonb := coalesce(typed, '{}');
begin
  if jsonb_typeof(wanted) <> 'object' or not (
    select coalesce(bool_and(case
      when one.field = 'ids' then jsonb_typeof(one.content) = 'array' and not exists (
        select from jsonb_path_query(one.content, '$[*]') as entry
        where entry #>> '{}' is null or entry #>> '{}' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      )
      else jsonb_typeof(one.content) = 'string'
    end), true)
    from jsonb_each(case jsonb_typeof(wanted) when 'object' then wanted else '{}' end) as one (field, content)
  ) then
    perform private.refuse('invalid', 'filter');
  elsif wanted ? 'type' and not exists (
    select from public.event_registration_types as known
    where known.event_id = message_filter.event and known.id::text = wanted ->> 'type'
  ) then
    perform private.refuse('invalid', 'type');
  elsif wanted ? 'q' then
    wanted := wanted - 'q' || jsonb_build_object('ids', (
      select coalesce(jsonb_agg(found.id order by found.created_at, found.id), '[]')
      from private.filtered_registrations(message_filter.event, wanted) as found
    ));
  end if;
  if octet_length(wanted::text) > 250000 then
    perform private.refuse('invalid', 'filter');
  end if;
  return wanted;
end $$;

create or replace function private.message_from(payload jsonb) returns public.event_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  message public.event_messages;
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 300000 then
    perform private.refuse('invalid', 'payload');
  end if;
  message.id := private.uuid_field(payload, 'id', true);
  message.event_id := private.uuid_field(payload, 'event', true);
  message.channel := private.choice_field(payload, 'channel', '{mail,whatsapp}', true);
  message.subject := case when message.channel = 'mail' then private.text_field(payload, 'subject', 160, true) end;
  message.body := private.text_field(payload, 'body', 4000, true);
  message.filter := private.message_filter(message.event_id, payload -> 'filter');
  message.send_at := coalesce(private.moment_field(payload, 'send_at'), now());
  if message.send_at > now() + interval '1 year' then
    perform private.refuse('invalid', 'send_at');
  elsif not exists (select from public.events where id = message.event_id and deleted_at is null) then
    perform private.refuse('event_missing');
  end if;
  return message;
end $$;

create or replace function private.preview_event_message(payload jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  message public.event_messages;
begin
  perform private.require_event_right(private.uuid_field(payload, 'event'), 'messages');
  message := private.message_from(payload);
  return (
    select jsonb_build_object(
      'people', count(*),
      'refused', (select count(*) from private.message_people(message, true)),
      'left_out', (
        select count(*) from private.filtered_registrations(message.event_id, message.filter)
      ) - count(*) - (select count(*) from private.message_people(message, true)),
      'sample', (array_agg(jsonb_build_object('name', person.full_name, 'code', person.code) order by person.created_at,
        person.id))[1],
      'event', (select title from public.events where id = message.event_id)
    )
    from private.message_people(message) as person
  );
end $$;

create or replace function private.start_event_message(message uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  work public.event_messages;
  stored integer;
begin
  select * into work from public.event_messages where id = message for update;
  if work.id is null or work.started_at is not null or work.cancelled_at is not null then
    return 0;
  end if;
  insert into public.event_message_recipients (message_id, registration_id)
  select work.id, person.id from private.message_people(work) as person on conflict do nothing;
  get diagnostics stored = row_count;
  insert into public.event_message_recipients (message_id, registration_id, status)
  select work.id, person.id, 'refused' from private.message_people(work, true) as person on conflict do nothing;
  update public.event_messages
  set started_at = now(), ended_at = case when stored = 0 or channel = 'whatsapp' then now() end
  where id = work.id;
  return stored;
end $$;

create or replace function private.send_event_message(payload jsonb, people integer) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.event_messages;
begin
  perform private.require_event_right(private.uuid_field(payload, 'event'), 'messages');
  message := private.message_from(payload);
  if exists (select from public.event_messages where id = message.id) then
    return message.id;
  elsif (select count(*) from private.message_people(message)) is distinct from people then
    perform private.refuse('audience_changed');
  end if;
  message.created_by := (select private.account_id());
  insert into public.event_messages (id, event_id, channel, subject, body, filter, send_at, created_by)
  values (
    message.id, message.event_id, message.channel, message.subject, message.body, message.filter, message.send_at,
    message.created_by
  ) on conflict (id) do nothing;
  -- The links of WhatsApp are opened by hand, so their list is stored at once.
  if message.channel = 'whatsapp' then
    perform private.start_event_message(message.id);
  end if;
  return message.id;
end $$;

create or replace function private.change_event_message(payload jsonb, people integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.event_messages;
  existing public.event_messages;
begin
  perform private.require_event_right(private.uuid_field(payload, 'event'), 'messages');
  message := private.message_from(payload);
  -- The worker skips a locked message, and a started one is no longer changed.
  select * into existing from public.event_messages where id = message.id and event_id = message.event_id for update;
  if existing.id is null or existing.started_at is not null or existing.cancelled_at is not null then
    return private.gone();
  elsif existing.channel <> message.channel then
    perform private.refuse('invalid', 'channel');
  elsif (select count(*) from private.message_people(message)) is distinct from people then
    perform private.refuse('audience_changed');
  end if;
  update public.event_messages
  set subject = message.subject, body = message.body, filter = message.filter, send_at = message.send_at
  where id = existing.id;
  return private.saved();
end $$;

create or replace function private.test_event_message(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.event_messages;
  event public.events;
  person public.event_registrations;
  caller record;
begin
  perform private.require_event_right(private.uuid_field(payload, 'event'), 'messages');
  message := private.message_from(payload);
  select * into person from private.message_people(message) as one order by one.created_at, one.id limit 1;
  if message.channel <> 'mail' then
    perform private.refuse('invalid', 'channel');
  elsif person.id is null then
    perform private.refuse('nobody');
  end if;
  select * into event from public.events where id = message.event_id;
  select users.email, profiles.locale into caller
  from auth.users as users join public.profiles on profiles.id = users.id
  where users.id = (select private.account_id());
  perform private.enqueue_mail(caller.email, 'event_message_test', private.mail_event_facts(event) || jsonb_build_object(
    'subject', message.subject, 'body', message.body, 'name', person.full_name, 'code', person.code,
    'path', '/eventos/inscricao/status', 'fills_link', true
  ), caller.locale);
  return private.saved();
end $$;

create or replace function private.continue_event_messages(most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  work public.event_messages;
  event public.events;
  person public.event_registrations;
  next_ones uuid[];
  found_ones uuid[];
  next_one uuid;
  handled integer := 0;
begin
  -- The lock lets a second worker take another message.
  select * into work from public.event_messages
  where send_at <= now() and ended_at is null and cancelled_at is null
  order by send_at, id limit 1 for update skip locked;
  if work.id is null then
    return 0;
  elsif work.started_at is null then
    perform private.start_event_message(work.id);
    return 1;
  end if;
  select * into event from public.events where id = work.event_id;
  next_ones := array(
    select registration_id from public.event_message_recipients
    where message_id = work.id and status = 'waiting' order by registration_id limit greatest(most, 1)
  );
  -- Whoever paid, cancelled or entered since the list was stored may no longer be among those it is for.
  found_ones := array(
    select found.id from private.filtered_registrations(work.event_id,
      work.filter || jsonb_build_object('ids', to_jsonb(next_ones))) as found
  );
  foreach next_one in array next_ones loop
    select * into person from public.event_registrations where id = next_one;
    perform private.mail_message_to(work, person, event, next_one = any (found_ones));
    handled := handled + 1;
  end loop;
  if not exists (select from public.event_message_recipients where message_id = work.id and status = 'waiting') then
    update public.event_messages set ended_at = now() where id = work.id;
  end if;
  return greatest(handled, 1);
end $$;

create or replace function private.note_message_mail(mail uuid, failure text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_message_recipients
  set status = case when failure is null then 'sent' else 'failed' end, reason = left(failure, 300), changed_at = now()
  where mail_id = mail and status <> 'sent';
  update public.event_automatic_mails
  set status = case when failure is null then 'sent' else 'failed' end, reason = left(failure, 300), changed_at = now()
  where mail_id = mail and status <> 'sent';
$$;

create or replace function private.skip_message_mail(mail uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.event_message_recipients as recipient
  set status = case when private.refuses_messages(person) then 'refused' else 'skipped' end, changed_at = now()
  from public.event_registrations as person
  where recipient.mail_id = mail and recipient.status <> 'sent' and person.id = recipient.registration_id
    and (person.status <> all (private.active_registration_statuses()) or private.refuses_messages(person));
  return found or private.skip_automatic_mail(mail);
end $$;

create function private.mail_message_to(message public.event_messages, recipient public.event_registrations,
  event public.events, is_found boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail uuid;
begin
  if not is_found or recipient.status <> all (private.active_registration_statuses())
    or not private.is_reachable(recipient, 'mail') or exists (
    select from public.event_message_recipients as earlier join public.event_registrations as other
      on other.id = earlier.registration_id
    where earlier.message_id = message.id and earlier.registration_id <> recipient.id and earlier.mail_id is not null
      and lower(other.email) = lower(recipient.email)
  ) then
    update public.event_message_recipients
    set status = case when private.refuses_messages(recipient) then 'refused' else 'skipped' end, changed_at = now()
    where message_id = message.id and registration_id = recipient.id;
    return;
  end if;
  mail := private.enqueue_mail(recipient.email, 'event_message', private.mail_event_facts(event) || jsonb_build_object(
    'subject', message.subject, 'body', message.body, 'name', recipient.full_name, 'code', recipient.code,
    'link_kind', 'registration', 'link_subject', recipient.id, 'ends_messages', true
  ), recipient.locale);
  update public.event_message_recipients set status = 'queued', mail_id = mail, changed_at = now()
  where message_id = message.id and registration_id = recipient.id;
exception when invalid_parameter_value then
  update public.event_message_recipients set status = 'failed', reason = 'invalid address', changed_at = now()
  where message_id = message.id and registration_id = recipient.id;
end $$;

create or replace function public.change_event_message(payload jsonb, people integer) returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_event_message(payload, people);

create or replace function public.test_event_message(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.test_event_message(payload);

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
      required_documents, has_waiting_list,
    chooses_stand, opens_at, closes_at, edit_until, form_version_id, position
  )
  select copy, kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions,
    required_documents, has_waiting_list,
    chooses_stand, private.shifted(opens_at, days, original.time_zone),
      private.shifted(closes_at, days, original.time_zone),
    private.shifted(edit_until, days, original.time_zone), form_version_id, position
  from public.event_registration_types where event_id = original.id;
  insert into public.event_stands (event_id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents,
    position)
  select copy, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents, position from public.event_stands
    where event_id = original.id;
  insert into public.event_automatic_messages (event_id, kind, is_on, hours, texts, updated_by)
  select copy, kind, is_on, hours, texts, updated_by from public.event_automatic_messages where event_id = original.id;
$$;

create or replace function private.automatic_settings(event uuid)
  returns table (kind text, is_on boolean, hours integer, texts jsonb, updated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select known.kind, coalesce(saved.is_on, known.kind = any (private.contract_message_kinds())),
    coalesce(saved.hours, case known.kind when 'documents' then 72 when 'payment' then 6 when 'confirmation' then 0
      else 24 end),
    coalesce(saved.texts, '{}'), saved.updated_at
  from unnest(private.automatic_message_kinds()) with ordinality as known (kind, place)
  left join public.event_automatic_messages as saved
    on saved.event_id = automatic_settings.event and saved.kind = known.kind
  order by known.place
$$;

create or replace function private.last_status_change(registration public.event_registrations) returns public.registration_events
language sql stable security definer set search_path = '' as $$
  select * from public.registration_events as change
  where change.registration_id = registration.id and change.to_status = registration.status
    and change.from_status is distinct from change.to_status
  order by change.id desc limit 1
$$;

create or replace function private.automatic_occasion(registration public.event_registrations, event public.events, kind text)
  returns text
language sql stable security definer set search_path = '' as $$
  select case
    when kind = any (private.contract_message_kinds())
      then coalesce((private.last_status_change(registration)).id::text, 'first')
    when kind = 'day_before' then (event.starts_at at time zone event.time_zone)::date::text
    else 'registration'
  end
$$;

create or replace function private.automatic_applies(registration public.event_registrations, event public.events, kind text)
  returns boolean
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'confirmation' then registration.status = 'confirmed'
    when 'documents' then registration.status = any (private.active_registration_statuses())
      and event.starts_at > now() and private.missing_files(registration) <> '{}'
    when 'payment' then registration.status = 'awaiting_payment' and registration.held_until > now()
      and not exists (
        select from public.payments
        where payments.subject_type = 'registration' and payments.subject_id = registration.id
          and payments.status in ('review', 'processing')
      )
    when 'day_before' then registration.status = 'confirmed' and event.starts_at > now()
      and registration.attending <> 'no'
    when 'thanks' then registration.status = 'confirmed' and event.ends_at <= now()
      and private.has_entered(registration.id)
    else false
  end and (kind = 'confirmation' or event.status = 'published' and event.deleted_at is null)
    and (kind = any (private.contract_message_kinds()) or not private.refuses_messages(registration))
$$;

create or replace function private.is_automatic_due(registration public.event_registrations, event public.events, kind text,
  hours integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'documents' then
      coalesce(registration.email_confirmed_at, registration.created_at) + make_interval(hours => hours) <= now()
    -- Not in the first half of a short hold: the mail that asked for the payment has just been sent.
    when 'payment' then now() >= greatest(registration.held_until - make_interval(hours => hours), (
      select change.created_at + (registration.held_until - change.created_at) / 2
      from private.last_status_change(registration) as change
    ))
    else true
  end and private.automatic_applies(registration, event, kind)
$$;

create or replace function private.due_automatic_mails(most integer) returns table (registration_id uuid, kind text)
language sql stable security definer set search_path = '' as $$
  with open_events as materialized (
    select event.id, setting.kind, setting.hours
    from public.events as event cross join lateral private.automatic_settings(event.id) as setting
    where event.status = 'published' and event.deleted_at is null and setting.is_on and case setting.kind
      when 'documents' then event.starts_at > now()
      when 'payment' then event.ends_at > now()
      when 'day_before' then event.starts_at > now()
        and event.starts_at - make_interval(hours => setting.hours) <= now()
      when 'thanks' then now() between event.ends_at + make_interval(hours => setting.hours)
        and event.ends_at + make_interval(hours => setting.hours) + make_interval(days => private.thanks_days())
      else false
    end
  ), candidates as materialized (
    select person.id as candidate, open_events.kind, open_events.hours
    from open_events join public.event_registrations as person on person.event_id = open_events.id
    where person.status = any (case open_events.kind when 'documents' then private.active_registration_statuses()
        when 'payment' then array['awaiting_payment'] else array['confirmed'] end)
      and not exists (
        select from public.event_automatic_mails as sent join public.events on events.id = person.event_id
        where sent.registration_id = person.id and sent.kind = open_events.kind
          and sent.occasion = private.automatic_occasion(person, events, open_events.kind)
      )
  )
  select candidates.candidate, candidates.kind
  from candidates join public.event_registrations as person on person.id = candidates.candidate
  join public.events on events.id = person.event_id
  where private.is_automatic_due(person, events, candidates.kind, candidates.hours)
  order by candidates.candidate, candidates.kind limit greatest(most, 1)
$$;

create or replace function private.thanks_path(registration public.event_registrations, event public.events) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown text;
begin
  -- A certificate that the team revoked is not issued again.
  if not exists (
    select from public.certificates as former
    where former.registration_id = registration.id and former.revoked_at is not null
  ) and exists (
    select from public.certificate_templates as model where model.id = event.certificate_template_id and model.is_active
  ) then
    perform private.issue_certificate(registration.id, event.certificate_template_id, event.certificate_hours, null,
      null);
  end if;
  -- A person of the gate without an address gets no mail, so nothing was sent.
  update public.certificates as issued set sent_at = case when private.has_channel(registration, 'mail')
    then coalesce(issued.sent_at, now()) else issued.sent_at end
  where issued.id = (
    select newest.id from public.certificates as newest
    where newest.registration_id = registration.id and newest.revoked_at is null
    order by newest.issued_at desc, newest.id limit 1
  ) returning issued.code into shown;
  return coalesce('/eventos/certificado/' || shown, '/eventos/lacambeche/' || event.slug);
end $$;

create or replace function private.automatic_template(kind text, is_changed boolean) returns text
language sql immutable set search_path = '' as $$
  select case
    when is_changed then 'registration_automatic'
    when kind = 'confirmation' then 'registration_confirmed'
    when kind = 'documents' then 'registration_documents_due'
    when kind = 'payment' then 'registration_payment_due'
    when kind = 'day_before' then 'registration_day_before'
    else 'registration_thanks'
  end
$$;

create or replace function private.automatic_facts(registration public.event_registrations, event public.events, kind text,
  texts jsonb, locale text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.mail_event_facts(event) || jsonb_build_object(
    'name', registration.full_name, 'code', registration.code, 'date', event.starts_at,
    'until', coalesce(to_jsonb(registration.held_until), '""'), 'amount', registration.price_cents / 100.0, 'note', '',
    'lat', event.lat, 'lng', event.lng, 'kind', kind, 'fills_link', true
  ) || coalesce(texts -> left(locale, 2), '{}')
$$;

create or replace function private.mail_automatic(registration public.event_registrations, kind text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
  setting record;
  happened text;
  mail uuid;
  link jsonb;
begin
  select * into event from public.events where id = registration.event_id;
  select * into setting from private.automatic_settings(event.id) as one where one.kind = mail_automatic.kind;
  -- Whoever sells on the internet confirms at once that the acceptance arrived (Decreto 7.962/2013, article 4, III).
  if not (setting.is_on or kind = 'confirmation' and registration.price_cents > 0)
    or not private.automatic_applies(registration, event, kind) then
    return false;
  end if;
  happened := private.automatic_occasion(registration, event, kind);
  insert into public.event_automatic_mails (registration_id, kind, occasion)
  values (registration.id, mail_automatic.kind, happened) on conflict do nothing;
  if not found then
    return false;
  end if;
  link := case
    when kind = 'thanks' then jsonb_build_object('path', private.thanks_path(registration, event))
    else jsonb_build_object('link_subject', registration.id, 'link_kind',
      case when kind in ('confirmation', 'day_before') then 'badge' else 'registration' end)
  end;
  begin
    mail := private.enqueue_mail(registration.email,
      private.automatic_template(kind, setting.texts ? left(registration.locale, 2)),
      private.automatic_facts(registration, event, kind, setting.texts, registration.locale) || link
        || jsonb_build_object('automatic', kind)
        || case when kind = any (private.contract_message_kinds()) then '{}'
          else jsonb_build_object('ends_registration', registration.id) end
        || case when kind = 'day_before' then jsonb_build_object('attach_code', registration.id) else '{}' end,
      registration.locale);
    update public.event_automatic_mails as sent
    set mail_id = mail, status = case when mail is null then 'skipped' else 'queued' end
    where sent.registration_id = registration.id and sent.kind = mail_automatic.kind and sent.occasion = happened;
  exception when invalid_parameter_value then
    -- An address that cannot receive mail does not undo what the mail is about.
    update public.event_automatic_mails as sent set status = 'failed', reason = 'invalid address'
    where sent.registration_id = registration.id and sent.kind = mail_automatic.kind and sent.occasion = happened;
  end;
  return true;
end $$;

create or replace function private.send_automatic_messages(most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  due record;
  person public.event_registrations;
  handled integer := 0;
begin
  for due in select found.registration_id, found.kind from private.due_automatic_mails(most) as found loop
    -- A registration that is being changed has its turn in the next run.
    select * into person from public.event_registrations where id = due.registration_id for update skip locked;
    if person.id is not null and private.mail_automatic(person, due.kind) then
      handled := handled + 1;
    end if;
  end loop;
  return handled;
end $$;

create or replace function private.skip_automatic_mail(mail uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.event_automatic_mails as sent
  set status = case when private.refuses_messages(person) and sent.kind <> all (private.contract_message_kinds())
    then 'refused' else 'skipped' end, changed_at = now()
  from public.event_registrations as person join public.events on events.id = person.event_id
  where sent.mail_id = mail and sent.status <> 'sent' and person.id = sent.registration_id
    and not private.automatic_applies(person, events, sent.kind);
  return found;
end $$;

create or replace function private.automatic_sample(event uuid) returns public.event_registrations
language sql stable security definer set search_path = '' as $$
  select * from public.event_registrations as person
  where person.event_id = automatic_sample.event and person.status = any (private.active_registration_statuses())
  order by person.status <> 'confirmed', person.created_at, person.id limit 1
$$;

create or replace function private.automatic_messages(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.event_registrations;
begin
  perform private.require_event_right(event, 'messages');
  person := private.automatic_sample(event);
  return jsonb_build_object(
    'kinds', (
      select jsonb_agg(jsonb_build_object(
        'kind', setting.kind, 'template', private.automatic_template(setting.kind, false), 'is_on', setting.is_on,
        'hours', setting.hours, 'texts', setting.texts,
        'updated_at', setting.updated_at, 'is_contract', setting.kind = any (private.contract_message_kinds()),
        'counts', (
          select coalesce(jsonb_object_agg(counted.status, counted.mails), '{}')
          from (
            select sent.status, count(*) as mails
            from public.event_automatic_mails as sent join public.event_registrations as registration
              on registration.id = sent.registration_id
            where registration.event_id = automatic_messages.event and sent.kind = setting.kind group by 1
          ) as counted
        )
      ) order by array_position(private.automatic_message_kinds(), setting.kind))
      from private.automatic_settings(automatic_messages.event) as setting
    ),
    'sample', (
      select private.automatic_facts(person, events, 'confirmation', '{}', 'pt-BR') from public.events
      where events.id = automatic_messages.event and person.id is not null
    )
  );
end $$;

create or replace function private.save_automatic_message(event uuid, kind text, is_on boolean, hours integer, texts jsonb,
  expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_automatic_messages;
begin
  perform private.require_event_right(event, 'messages');
  if kind is null or kind <> all (private.automatic_message_kinds()) then
    perform private.refuse('invalid', 'kind');
  elsif is_on is null then
    perform private.refuse('invalid', 'is_on');
  elsif hours is null or hours not between 0 and private.automatic_message_hours()
    or (kind = 'confirmation') <> (hours = 0) then
    perform private.refuse('invalid', 'hours');
  elsif texts is null or jsonb_typeof(texts) <> 'object' or exists (
    select from jsonb_each(texts) as one (language, content)
    where one.language not in (select left(known, 2) from unnest(private.locales()) as known)
      or coalesce(one.content ->> 'subject', '') ~ '^\s*$' or char_length(one.content ->> 'subject') > 160
      or coalesce(one.content ->> 'body', '') ~ '^\s*$' or char_length(one.content ->> 'body') > 4000
      or one.content - 'subject' - 'body' <> '{}'
  ) then
    perform private.refuse('invalid', 'texts');
  end if;
  -- Two people who save the first settings at the same time do it one after the other.
  perform pg_advisory_xact_lock(hashtextextended('automatic_message' || event || kind, 0));
  select * into existing from public.event_automatic_messages as known
  where known.event_id = save_automatic_message.event and known.kind = save_automatic_message.kind;
  if existing.updated_at is distinct from expected_version then
    return private.conflict();
  end if;
  insert into public.event_automatic_messages as known (event_id, kind, is_on, hours, texts, updated_by)
  values (event, kind, is_on, hours, texts, (select private.account_id()))
  on conflict on constraint event_automatic_messages_pkey do update
    set is_on = excluded.is_on, hours = excluded.hours, texts = excluded.texts, updated_by = excluded.updated_by;
  return private.saved();
end $$;

create or replace function private.test_automatic_message(event uuid, kind text, locale text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  person public.event_registrations;
  setting record;
  address text;
begin
  perform private.require_event_right(event, 'messages');
  if kind is null or kind <> all (private.automatic_message_kinds()) then
    perform private.refuse('invalid', 'kind');
  elsif locale is null or locale <> all (private.locales()) then
    perform private.refuse('invalid', 'locale');
  end if;
  person := private.automatic_sample(event);
  if person.id is null then
    perform private.refuse('nobody');
  end if;
  select * into subject from public.events where id = event;
  select * into setting from private.automatic_settings(event) as one where one.kind = test_automatic_message.kind;
  select users.email into address from auth.users as users where users.id = (select private.account_id());
  perform private.enqueue_mail(address, private.automatic_template(kind, setting.texts ? left(locale, 2)),
    private.automatic_facts(person, subject, kind, setting.texts, locale)
      || jsonb_build_object('path', '/eventos/inscricao/status'), locale);
  return private.saved();
end $$;

create or replace function public.automatic_messages(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.automatic_messages(event);

create or replace function public.save_automatic_message(event uuid, kind text, is_on boolean, hours integer, texts jsonb,
  expected_version timestamptz default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_automatic_message(event, kind, is_on, hours, texts, expected_version);

create or replace function public.test_automatic_message(event uuid, kind text, locale text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.test_automatic_message(event, kind, locale);

create index event_automatic_messages_updated_by_idx on public.event_automatic_messages (updated_by);

create policy "people who write messages and event managers read the settings"
  on public.event_automatic_messages
  for select to authenticated
  using ((select private.manages_registrations()) or event_id in (select private.events_with_right('messages')));

create policy "people who write messages and event managers read sent mails"
  on public.event_automatic_mails
  for select to authenticated
  using (
    (select private.manages_registrations()) or registration_id in (
      select id from public.event_registrations where event_id in (select private.events_with_right('messages'))
    )
  );

-- Who sent what; the progress is not logged, nor the filter, which can have thousands of ids.
create trigger event_messages_audit
  after insert or update of subject, body, filter, send_at, cancelled_at or delete on public.event_messages
  for each row execute function private.write_audit('id', 'event_id,channel,subject,send_at,cancelled_at');

create trigger event_automatic_messages_touch before update on public.event_automatic_messages
  for each row execute function private.touch_updated_at();

create trigger event_automatic_messages_audit after insert or update or delete on public.event_automatic_messages
  for each row execute function private.write_audit('event_id', 'kind,is_on,hours,texts');

comment on function private.automatic_message_kinds is
  'Mails that the portal sends for an event by itself, in the order of their time.';

comment on function private.contract_message_kinds is
  'Automatic mails about what was agreed: people who refused messages get them too.';

comment on function private.automatic_message_hours is
  'Most hours between an automatic mail and the moment from which its time is counted.';

comment on function private.thanks_days is
  'Days after its time in which an automatic thank-you is still sent, such as when it is switched on late.';

comment on function private.filtered_registrations is
  'Registrations of an event by the filter of the list and of messages: {q, type, status, paid, documents, entered, '
  'attending, question, answer, mark: duplicate or note, ids}; a field that is missing does not limit. Callers check the '
  'right.';

comment on function private.find_registrations is
  'Registrations of an event by the filter of the list, for people who decide them.';

comment on column public.events.certificate_template_id is
  'Model that is selected first when certificates are issued, and with which an automatic thank-you issues them.';

comment on column public.event_messages.filter is
  'Who the message is for, as private.filtered_registrations reads it. A typed search is stored as the ids that it '
  'found.';

comment on column public.event_message_recipients.status is
  'queued: the mail is in the outbox. sent: accepted by the mail server, or the WhatsApp link was opened. failed: the '
  'last attempt; the worker tries again. skipped: cancelled in the meantime. refused: ended the messages, and gets none.';

comment on function private.has_channel is 'Whether a person has an address or a complete number for a channel.';

comment on function private.refuses_messages is 'Whether a person ended the messages of an event.';

comment on function private.message_audience is
  'Registrations that the filter of a message finds and that have not ended.';

comment on function private.message_people is
  'One registration, the first, of every person that a message is for, or of those who ended the messages: people are '
  'told apart by their address or number.';

comment on function private.message_filter is
  'The filter of a message as it is stored: a kind is one of the event, and a typed search, which can be a name or a '
  'plate, becomes the ids that it found.';

comment on function private.preview_event_message is
  'How many people a message would go to, how many ended the messages, how many other registrations of the filter it '
  'leaves out, and the name and code of the first person.';

comment on function private.start_event_message is
  'Stores the recipients of a message once, and who ended the messages; answers the number of recipients.';

comment on function private.change_event_message is
  'Changes text, audience and time of a message that has not begun; gone for another one. Raises audience_changed.';

comment on function private.test_event_message is
  'Mails a message to the caller with the name and code of its first person, and the address of the status page in '
  'place of the secret link.';

comment on function private.note_message_mail is
  'Stores how an attempt to send a mail of a message, or an automatic mail, ended.';

comment on function private.skip_message_mail is
  'For the worker, right before it sends a mail: true when the person cancelled or ended the messages meanwhile, and '
  'the mail is not sent.';

comment on function private.mail_message_to is
  'Enqueues the mail of one recipient in the transaction that marks the recipient, so that a crash repeats neither.';

comment on function public.send_event_message is
  'People who write messages send {id, event, channel, subject, body, filter, send_at} to the confirmed number of '
  'people; filter as in search_registrations.';

comment on function public.change_event_message is
  'People who write messages change one that has not begun; gone when it has.';

comment on function public.test_event_message is
  'People who write messages get a message by mail themselves, before they send it. Raises nobody without a receiver.';

comment on function private.copy_event_parts is
  'Copies programme, pictures, documents, sponsors, kinds of registration, stands and automatic mails; registrations '
  'and results stay.';

comment on table public.event_automatic_messages is
  'Settings of the automatic mails of an event; a kind without a row has the standard ones. Functions write every row.';

comment on column public.event_automatic_messages.hours is
  'Hours after the registration (documents) or the end of the event (thanks), before the end of the hold (payment) or '
  'the beginning of the event (day_before); 0 for a confirmation.';

comment on column public.event_automatic_messages.texts is
  '{pt, en, es}, each {subject, body}; a language that is missing has the standard text of messages/<locale>/mails.json.';

comment on table public.event_automatic_mails is
  'Automatic mails that a registration got. The primary key is what keeps one from being sent twice.';

comment on column public.event_automatic_mails.occasion is
  'What the mail was about: the change of the status, the first day of the event, or the registration itself.';

comment on column public.event_automatic_mails.status is 'As in event_message_recipients.';

comment on column public.event_automatic_mails.mail_id is 'Id of the mail in the outbox and of its job.';

comment on function private.automatic_settings is
  'Settings of the automatic mails of an event. Mails of the contract are on until they are switched off, the others '
  'off until the organiser switches them on.';

comment on function private.last_status_change is 'Line of the history with which a registration got its status.';

comment on function private.automatic_occasion is
  'What an automatic mail is about: a registration that is confirmed again, or an event on another day, is another one.';

comment on function private.automatic_applies is
  'Whether a registration may get an automatic mail now: never after a cancellation, and only mails of the contract '
  'when the person ended the messages.';

comment on function private.is_automatic_due is
  'Whether the time of an automatic mail has come for a registration of an event whose own time has come.';

comment on function private.due_automatic_mails is
  'Registrations whose automatic mail is due and was not sent; confirmations are sent by the change of the status.';

comment on function private.thanks_path is
  'Where a thank-you leads: the certificate, which is issued now when the event has a model for it; otherwise the page '
  'of the event.';

comment on function private.automatic_template is
  'Template of an automatic mail; one text of the organiser fills a template of its own.';

comment on function private.automatic_facts is
  'Facts of an automatic mail for a registration, with the text of the organiser in a language when there is one.';

comment on function private.mail_automatic is
  'Enqueues an automatic mail once per registration and occasion, in the transaction that notes it, so that a crash '
  'repeats neither; false when it is off, does not apply or was sent.';

comment on function private.send_automatic_messages is
  'One step of the worker: enqueues automatic mails that are due; answers their number, 0 when none is.';

comment on function private.skip_automatic_mail is
  'True when an enqueued automatic mail no longer applies, such as after a cancellation or a payment; it is not sent.';

comment on function private.automatic_sample is
  'The registration whose data previews of automatic mails show: the first confirmed one, else the first that waits.';

comment on function public.automatic_messages is
  'For people who write messages: settings and numbers of the automatic mails of an event, and facts of a real '
  'registration for previews: {kinds, sample}.';

comment on function public.save_automatic_message is
  'People who write messages store the settings of one automatic mail; conflict when somebody saved them meanwhile.';

comment on function public.test_automatic_message is
  'People who write messages get an automatic mail themselves, with the data of a real registration and without its '
  'secret link. Raises nobody without a registration.';

grant execute on function private.automatic_applies to public;

grant execute on function private.automatic_message_hours to public;

grant execute on function private.automatic_message_kinds to public;

grant execute on function private.automatic_messages to public;

grant execute on function private.automatic_occasion to public;

grant execute on function private.automatic_template to public;

grant execute on function private.change_event_message to public;

grant execute on function private.contract_message_kinds to public;

grant execute on function private.has_channel to public;

grant execute on function private.is_automatic_due to public;

grant execute on function private.last_status_change to public;

grant execute on function private.refuses_messages to public;

grant execute on function private.save_automatic_message to public;

grant execute on function private.skip_message_mail to public;

grant execute on function private.test_automatic_message to public;

grant execute on function private.test_event_message to public;

grant execute on function private.thanks_days to public;

grant execute on function public.automatic_messages to authenticated;

grant execute on function public.automatic_messages to service_role;

grant execute on function public.change_event_message to authenticated;

grant execute on function public.change_event_message to service_role;

grant select on public.event_automatic_mails to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_automatic_mails to service_role;

grant select on public.event_automatic_messages to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_automatic_messages to service_role;

grant execute on function public.save_automatic_message to authenticated;

grant execute on function public.save_automatic_message to service_role;

grant execute on function public.test_automatic_message to authenticated;

grant execute on function public.test_automatic_message to service_role;

grant execute on function public.test_event_message to authenticated;

grant execute on function public.test_event_message to service_role;

revoke execute on function private.automatic_facts from public;

revoke execute on function private.automatic_sample from public;

revoke execute on function private.automatic_settings from public;

revoke execute on function private.due_automatic_mails from public;

revoke execute on function private.filtered_registrations from public;

revoke execute on function private.mail_automatic from public;

revoke execute on function private.message_audience from public;

revoke execute on function private.message_filter from public;

revoke execute on function private.send_automatic_messages from public;

revoke execute on function private.skip_automatic_mail from public;

revoke execute on function private.thanks_path from public;

reset check_function_bodies;
