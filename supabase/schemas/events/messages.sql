-- Messages to the registered people of an event.

create table public.event_messages (
  id uuid primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  channel text not null check (channel in ('mail', 'whatsapp')),
  subject text check (subject !~ '^\s*$' and char_length(subject) <= 160),
  body text not null check (body !~ '^\s*$' and char_length(body) <= 4000),
  send_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  cancelled_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  filter jsonb not null default '{}' check (jsonb_typeof(filter) = 'object' and octet_length(filter::text) <= 250000),
  constraint mail_has_a_subject check ((channel = 'mail') = (subject is not null)),
  constraint ended_message_has_started check (ended_at is null or started_at is not null)
);
comment on table public.event_messages is
  'Messages of the team to registered people of an event. Functions write every row.';
comment on column public.event_messages.id is 'Made by the page of the form: the same form sent twice is one message.';
comment on column public.event_messages.body is 'Text with {nome}, {evento}, {codigo} and {link}.';
comment on column public.event_messages.filter is
  'Who the message is for, as private.filtered_registrations reads it. A typed search is stored as the ids that it '
  'found.';
comment on column public.event_messages.started_at is
  'When the recipients were stored; people who register later are not among them.';
comment on column public.event_messages.ended_at is
  'When the last mail was enqueued, or the list of WhatsApp links was stored.';
create index event_messages_event_id_idx on public.event_messages (event_id, created_at desc);
create index event_messages_created_by_idx on public.event_messages (created_by);
create index event_messages_due_idx on public.event_messages (send_at) where ended_at is null and cancelled_at is null;
alter table public.event_messages enable row level security;
grant select on public.event_messages to authenticated;
grant all on public.event_messages to service_role;
create policy "people who write messages and event managers read them"
  on public.event_messages
  for select to authenticated
  using ((select private.manages_registrations()) or event_id in (select private.events_with_right('messages')));

-- Who sent what; the progress is not logged, nor the filter, which can have thousands of ids.
create trigger event_messages_audit
  after insert or update of subject, body, filter, send_at, cancelled_at or delete on public.event_messages
  for each row execute function private.write_audit('id', 'event_id,channel,subject,send_at,cancelled_at');

insert into private.audit_log_permissions (entity, permission) values
  ('event_messages', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_messages', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 80);

select
  private.declare_columns('event_messages', 'not_personal', '{*}', 'text of the team'),
  private.declare_columns('event_messages', 'withheld', '{created_by}', 'listed as work of the team');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('event_messages', 'public.event_messages', '(select ends_at from public.events where events.id = event_id)',
    '2 years', 226);

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_messages', 'send_at', 'moves', 'time before or after the event; a message that was sent or cancelled stays');

create table public.event_message_recipients (
  message_id uuid not null references public.event_messages (id) on delete cascade,
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  status text not null default 'waiting' check (status = any (private.recipient_statuses())),
  mail_id uuid unique,
  reason text check (char_length(reason) <= 300),
  changed_at timestamptz not null default now(),
  primary key (message_id, registration_id)
);
comment on table public.event_message_recipients is
  'One row per person and message, which is what keeps a message from being sent to a person twice.';
comment on column public.event_message_recipients.status is
  'queued: the mail is in the outbox. sent: accepted by the mail server, or the WhatsApp link was opened. failed: the '
  'last attempt; the worker tries again. skipped: cancelled in the meantime. refused: ended the messages, and gets none.';
comment on column public.event_message_recipients.mail_id is 'Id of the mail in the outbox and of its job.';
create index event_message_recipients_registration_id_idx on public.event_message_recipients (registration_id);
create index event_message_recipients_waiting_idx on public.event_message_recipients (message_id)
  where status = 'waiting';
alter table public.event_message_recipients enable row level security;
grant select on public.event_message_recipients to authenticated;
grant all on public.event_message_recipients to service_role;
create policy "people who write messages and event managers read recipients"
  on public.event_message_recipients
  for select to authenticated
  using (
    (select private.manages_registrations())
    or message_id in (
      select id from public.event_messages where event_id in (select private.events_with_right('messages'))
    )
  );

select
  private.declare_columns('event_message_recipients', 'exported', '{message_id,registration_id,status,changed_at}'),
  private.declare_columns('event_message_recipients', 'not_personal',
    '{mail_id,reason}', 'technical key and reason of a failure');

create function private.reset_message_refusal() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.messages_refused_at := null;
  return new;
end $$;
comment on function private.reset_message_refusal is 'Trigger function: another address did not end the messages.';

create trigger event_registrations_messages before update of email on public.event_registrations
  for each row when (lower(new.email) <> lower(old.email)) execute function private.reset_message_refusal();

create function private.has_entered(registration uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_checkins as reading
    where reading.registration_id = registration and reading.kind = 'entry' and reading.result = 'ok'
      and reading.undone_at is null
  )
$$;
comment on function private.has_entered is 'Whether an entry of a registration was recorded.';

create function private.has_channel(registration public.event_registrations, channel text) returns boolean
language sql immutable set search_path = '' as $$
  select case channel
    when 'mail' then registration.email not like '%@walk-in.invalid'
    else char_length(regexp_replace(coalesce(registration.phone, ''), '\D', '', 'g')) >= 10
  end
$$;
comment on function private.has_channel is 'Whether a person has an address or a complete number for a channel.';

create function private.refuses_messages(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A person with several registrations for the event ended the messages with any of them.
  select exists (
    select from public.event_registrations as other
    where other.event_id = registration.event_id and lower(other.email) = lower(registration.email)
      and other.messages_refused_at is not null
  )
$$;
comment on function private.refuses_messages is 'Whether a person ended the messages of an event.';

create function private.is_reachable(registration public.event_registrations, channel text) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_channel(registration, channel) and not private.refuses_messages(registration)
$$;
comment on function private.is_reachable is 'Whether a person has this channel and did not end the messages.';

create function private.message_audience(message public.event_messages) returns setof public.event_registrations
language sql stable security definer set search_path = '' as $$
  select registration.*
  from private.filtered_registrations(message.event_id, message.filter) as found
  join public.event_registrations as registration on registration.id = found.id
  where registration.status = any (private.active_registration_statuses())
$$;
comment on function private.message_audience is
  'Registrations that the filter of a message finds and that have not ended.';
revoke execute on function private.message_audience from public;

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
comment on function private.message_people is
  'One registration, the first, of every person that a message is for, or of those who ended the messages: people are '
  'told apart by their address or number.';

create function private.message_filter(event uuid, typed jsonb) returns jsonb
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
comment on function private.message_filter is
  'The filter of a message as it is stored: a kind is one of the event, and a typed search, which can be a name or a '
  'plate, becomes the ids that it found.';
revoke execute on function private.message_filter from public;

create function private.message_from(payload jsonb) returns public.event_messages
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
comment on function private.message_from is
  'A message from the payload of the form, checked; refuses an invalid field, with its name.';

create function private.preview_event_message(payload jsonb) returns jsonb
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
comment on function private.preview_event_message is
  'How many people a message would go to, how many ended the messages, how many other registrations of the filter it '
  'leaves out, and the name and code of the first person.';

create function private.start_event_message(message uuid) returns integer
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
comment on function private.start_event_message is
  'Stores the recipients of a message once, and who ended the messages; answers the number of recipients.';

create function private.send_event_message(payload jsonb, people integer) returns uuid
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
comment on function private.send_event_message is
  'Stores a message once per id; the worker sends it at its time. Raises audience_changed when the number of people '
  'is no longer the one that was confirmed.';

create function private.change_event_message(payload jsonb, people integer) returns jsonb
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
comment on function private.change_event_message is
  'Changes text, audience and time of a message that has not begun; gone for another one. Raises audience_changed.';

create function private.test_event_message(payload jsonb) returns jsonb
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
comment on function private.test_event_message is
  'Mails a message to the caller with the name and code of its first person, and the address of the status page in '
  'place of the secret link.';

create function private.continue_event_messages(most integer) returns integer
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
comment on function private.continue_event_messages is
  'One step of the next due message: stores its recipients, or enqueues its next mails. Answers 0 when no message is '
  'due.';

create function private.note_message_mail(mail uuid, failure text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_message_recipients
  set status = case when failure is null then 'sent' else 'failed' end, reason = left(failure, 300), changed_at = now()
  where mail_id = mail and status <> 'sent';
  update public.event_automatic_mails
  set status = case when failure is null then 'sent' else 'failed' end, reason = left(failure, 300), changed_at = now()
  where mail_id = mail and status <> 'sent';
$$;
comment on function private.note_message_mail is
  'Stores how an attempt to send a mail of a message, or an automatic mail, ended.';

create function private.skip_message_mail(mail uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.event_message_recipients as recipient
  set status = case when private.refuses_messages(person) then 'refused' else 'skipped' end, changed_at = now()
  from public.event_registrations as person
  where recipient.mail_id = mail and recipient.status <> 'sent' and person.id = recipient.registration_id
    and (person.status <> all (private.active_registration_statuses()) or private.refuses_messages(person));
  return found or private.skip_automatic_mail(mail);
end $$;
comment on function private.skip_message_mail is
  'For the worker, right before it sends a mail: true when the person cancelled or ended the messages meanwhile, and '
  'the mail is not sent.';

create function private.cancel_event_message(message uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right((select event_id from public.event_messages where id = message), 'messages');
  update public.event_messages set cancelled_at = now() where id = message and ended_at is null and cancelled_at
    is null;
  return private.saved_or_gone(found);
end $$;
comment on function private.cancel_event_message is
  'Stops a message that is scheduled or being sent; mails that were enqueued still arrive. False when it has ended.';

create function private.note_message_opened(message uuid, registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right((select event_id from public.event_messages where id = message), 'messages');
  update public.event_message_recipients as known set status = 'sent', changed_at = now()
  from public.event_messages as work
  where known.message_id = note_message_opened.message and known.registration_id = note_message_opened.registration
    and work.id = known.message_id and work.channel = 'whatsapp' and known.status = 'waiting';
end $$;
comment on function private.note_message_opened is 'Notes that the WhatsApp link of a person was opened.';

create function private.refuse_messages(token text, is_refused boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  select * into existing from public.event_registrations
  where id = (private.live_registration_link(token, 'registration', 'manage')).registration_id;
  if existing.id is null or is_refused is null then
    return private.gone();
  end if;
  -- A person may have several registrations for the event; the answer is for the address.
  update public.event_registrations as registration set messages_refused_at = case when is_refused then now() end
  where registration.event_id = existing.event_id and lower(registration.email) = lower(existing.email)
    and (registration.messages_refused_at is null) = is_refused;
  return private.saved();
end $$;
comment on function private.refuse_messages is
  'Ends or allows messages of the organiser to the address of a registration, for its event.';

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
comment on function private.mail_message_to is
  'Enqueues the mail of one recipient in the transaction that marks the recipient, so that a crash repeats neither.';

create function public.preview_event_message(payload jsonb) returns jsonb
language sql stable security invoker set search_path = ''
return private.preview_event_message(payload);
comment on function public.preview_event_message is
  'Event managers see the number of people of a message and a real person for the preview.';
grant execute on function public.preview_event_message to authenticated, service_role;

create function public.send_event_message(payload jsonb, people integer) returns uuid
language sql volatile security invoker set search_path = ''
return private.send_event_message(payload, people);
comment on function public.send_event_message is
  'People who write messages send {id, event, channel, subject, body, filter, send_at} to the confirmed number of '
  'people; filter as in search_registrations.';
grant execute on function public.send_event_message to authenticated, service_role;

create function public.change_event_message(payload jsonb, people integer) returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_event_message(payload, people);
comment on function public.change_event_message is
  'People who write messages change one that has not begun; gone when it has.';
grant execute on function public.change_event_message to authenticated, service_role;

create function public.test_event_message(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.test_event_message(payload);
comment on function public.test_event_message is
  'People who write messages get a message by mail themselves, before they send it. Raises nobody without a receiver.';
grant execute on function public.test_event_message to authenticated, service_role;

create function public.cancel_event_message(message uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_event_message(message);
comment on function public.cancel_event_message is 'Event managers stop a message that has not ended.';
grant execute on function public.cancel_event_message to authenticated, service_role;

create function public.note_message_opened(message uuid, registration uuid) returns void
language sql volatile security invoker set search_path = ''
return private.note_message_opened(message, registration);
comment on function public.note_message_opened is 'Event managers opened the WhatsApp link of a person.';
grant execute on function public.note_message_opened to authenticated, service_role;

create function public.event_message_counts(event uuid) returns table (message_id uuid, status text, people bigint)
language sql stable security invoker set search_path = '' as $$
  select recipient.message_id, recipient.status, count(*)
  from public.event_message_recipients as recipient join public.event_messages as message
    on message.id = recipient.message_id
  where message.event_id = event_message_counts.event
  group by 1, 2
$$;
comment on function public.event_message_counts is
  'Number of recipients of the messages of an event by status, as the caller may read them.';
grant execute on function public.event_message_counts to authenticated, service_role;

create function public.refuse_messages(token text, is_refused boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.refuse_messages(token, is_refused);
comment on function public.refuse_messages is
  'The holder of the link of a registration ends or allows messages of the organiser; false for an unknown token.';
grant execute on function public.refuse_messages to anon, authenticated, service_role;
