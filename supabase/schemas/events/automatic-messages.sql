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
comment on table public.event_automatic_messages is
  'Settings of the automatic mails of an event; a kind without a row has the standard ones. Functions write every row.';
comment on column public.event_automatic_messages.hours is
  'Hours after the registration (documents) or the end of the event (thanks), before the end of the hold (payment) or '
  'the beginning of the event (day_before); 0 for a confirmation.';
comment on column public.event_automatic_messages.texts is
  '{pt, en, es}, each {subject, body}; a language that is missing has the standard text of messages/<locale>/mails.json.';
create index event_automatic_messages_updated_by_idx on public.event_automatic_messages (updated_by);
alter table public.event_automatic_messages enable row level security;
grant select on public.event_automatic_messages to authenticated;
grant all on public.event_automatic_messages to service_role;
create policy "people who write messages and event managers read the settings"
  on public.event_automatic_messages
  for select to authenticated
  using ((select private.manages_registrations()) or event_id in (select private.events_with_right('messages')));
create trigger event_automatic_messages_touch before update on public.event_automatic_messages
  for each row execute function private.touch_updated_at();
create trigger event_automatic_messages_audit after insert or update or delete on public.event_automatic_messages
  for each row execute function private.write_audit('event_id', 'kind,is_on,hours,texts');

insert into private.audit_log_permissions (entity, permission) values
  ('event_automatic_messages', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_automatic_messages', 'updated_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 83);

select
  private.declare_columns('event_automatic_messages', 'not_personal', '{*}', 'settings and text of the team'),
  private.declare_columns('event_automatic_messages', 'withheld', '{updated_by}', 'listed as work of the team');

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
comment on table public.event_automatic_mails is
  'Automatic mails that a registration got. The primary key is what keeps one from being sent twice.';
comment on column public.event_automatic_mails.occasion is
  'What the mail was about: the change of the status, the first day of the event, or the registration itself.';
comment on column public.event_automatic_mails.status is 'As in event_message_recipients.';
comment on column public.event_automatic_mails.mail_id is 'Id of the mail in the outbox and of its job.';
alter table public.event_automatic_mails enable row level security;
grant select on public.event_automatic_mails to authenticated;
grant all on public.event_automatic_mails to service_role;
create policy "people who write messages and event managers read sent mails"
  on public.event_automatic_mails
  for select to authenticated
  using (
    (select private.manages_registrations()) or registration_id in (
      select id from public.event_registrations where event_id in (select private.events_with_right('messages'))
    )
  );

select
  private.declare_columns('event_automatic_mails', 'exported', '{registration_id,kind,occasion,status,changed_at}'),
  private.declare_columns('event_automatic_mails', 'not_personal',
    '{mail_id,reason}', 'technical key and reason of a failure');

create function private.automatic_settings(event uuid)
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
comment on function private.automatic_settings is
  'Settings of the automatic mails of an event. Mails of the contract are on until they are switched off, the others '
  'off until the organiser switches them on.';
revoke execute on function private.automatic_settings from public;

create function private.last_status_change(registration public.event_registrations) returns public.registration_events
language sql stable security definer set search_path = '' as $$
  select * from public.registration_events as change
  where change.registration_id = registration.id and change.to_status = registration.status
    and change.from_status is distinct from change.to_status
  order by change.id desc limit 1
$$;
comment on function private.last_status_change is 'Line of the history with which a registration got its status.';

create function private.automatic_occasion(registration public.event_registrations, event public.events, kind text)
  returns text
language sql stable security definer set search_path = '' as $$
  select case
    when kind = any (private.contract_message_kinds())
      then coalesce((private.last_status_change(registration)).id::text, 'first')
    when kind = 'day_before' then (event.starts_at at time zone event.time_zone)::date::text
    else 'registration'
  end
$$;
comment on function private.automatic_occasion is
  'What an automatic mail is about: a registration that is confirmed again, or an event on another day, is another one.';

create function private.automatic_applies(registration public.event_registrations, event public.events, kind text)
  returns boolean
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'confirmation' then registration.status = 'confirmed'
    when 'documents' then registration.status = any (private.active_registration_statuses())
      and event.starts_at > now() and private.missing_files(registration) <> '{}'
    when 'payment' then registration.status = 'awaiting_payment' and registration.order_position = 1
      and registration.held_until > now()
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
comment on function private.automatic_applies is
  'Whether a registration may get an automatic mail now: never after a cancellation, and only mails of the contract '
  'when the person ended the messages.';

create function private.is_automatic_due(registration public.event_registrations, event public.events, kind text,
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
comment on function private.is_automatic_due is
  'Whether the time of an automatic mail has come for a registration of an event whose own time has come.';

create function private.due_automatic_mails(most integer) returns table (registration_id uuid, kind text)
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
comment on function private.due_automatic_mails is
  'Registrations whose automatic mail is due and was not sent; confirmations are sent by the change of the status.';
revoke execute on function private.due_automatic_mails from public;

create function private.thanks_path(registration public.event_registrations, event public.events) returns text
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
comment on function private.thanks_path is
  'Where a thank-you leads: the certificate, which is issued now when the event has a model for it; otherwise the page '
  'of the event.';
revoke execute on function private.thanks_path from public;

create function private.automatic_template(kind text, is_changed boolean) returns text
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
comment on function private.automatic_template is
  'Template of an automatic mail; one text of the organiser fills a template of its own.';

create function private.automatic_facts(registration public.event_registrations, event public.events, kind text,
  texts jsonb, locale text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.mail_event_facts(event) || jsonb_build_object(
    'name', registration.full_name, 'code', registration.code, 'date', event.starts_at,
    'until', coalesce(to_jsonb(registration.held_until), '""'), 'amount', registration.price_cents / 100.0, 'note', '',
    'lat', event.lat, 'lng', event.lng, 'kind', kind, 'fills_link', true
  ) || coalesce(texts -> left(locale, 2), '{}')
$$;
comment on function private.automatic_facts is
  'Facts of an automatic mail for a registration, with the text of the organiser in a language when there is one.';
revoke execute on function private.automatic_facts from public;

create function private.mail_automatic(registration public.event_registrations, kind text) returns boolean
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
comment on function private.mail_automatic is
  'Enqueues an automatic mail once per registration and occasion, in the transaction that notes it, so that a crash '
  'repeats neither; false when it is off, does not apply or was sent.';
revoke execute on function private.mail_automatic from public;

create function private.send_automatic_messages(most integer) returns integer
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
comment on function private.send_automatic_messages is
  'One step of the worker: enqueues automatic mails that are due; answers their number, 0 when none is.';
revoke execute on function private.send_automatic_messages from public;

create function private.skip_automatic_mail(mail uuid) returns boolean
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
comment on function private.skip_automatic_mail is
  'True when an enqueued automatic mail no longer applies, such as after a cancellation or a payment; it is not sent.';
revoke execute on function private.skip_automatic_mail from public;

create function private.automatic_sample(event uuid) returns public.event_registrations
language sql stable security definer set search_path = '' as $$
  select * from public.event_registrations as person
  where person.event_id = automatic_sample.event and person.status = any (private.active_registration_statuses())
  order by person.status <> 'confirmed', person.created_at, person.id limit 1
$$;
comment on function private.automatic_sample is
  'The registration whose data previews of automatic mails show: the first confirmed one, else the first that waits.';
revoke execute on function private.automatic_sample from public;

create function private.automatic_messages(event uuid) returns jsonb
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
    ),
    'certificate', (
      select jsonb_build_object('chosen', known.certificate_template_id, 'hours', known.certificate_hours, 'models', (
        select coalesce(jsonb_agg(jsonb_build_object('id', model.id, 'name', model.name, 'language', model.language)
          order by model.name, model.id), '[]')
        from public.certificate_templates as model
        where model.is_active or model.id = known.certificate_template_id
      ))
      from public.events as known where known.id = automatic_messages.event
    )
  );
end $$;

create function private.save_automatic_message(event uuid, kind text, is_on boolean, hours integer, texts jsonb,
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

create function private.set_event_certificate(event uuid, template uuid, hours numeric) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'messages');
  if template is not null and not exists (
    select from public.certificate_templates as model where model.id = template and model.is_active
  ) then
    perform private.refuse('invalid', 'template');
  elsif hours is not null and (hours not between 0.5 and 999 or hours <> round(hours, 1)) then
    perform private.refuse('invalid', 'hours');
  end if;
  update public.events as known set certificate_template_id = template, certificate_hours = hours
  where known.id = event and known.deleted_at is null;
  return case when found then private.saved() else private.gone() end;
end $$;

create function private.test_automatic_message(event uuid, kind text, locale text) returns jsonb
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

create function public.automatic_messages(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.automatic_messages(event);
comment on function public.automatic_messages is
  'For people who write messages: settings and numbers of the automatic mails of an event, facts of a real '
  'registration for previews, and models of certificates: {kinds, sample, certificate}.';
grant execute on function public.automatic_messages to authenticated, service_role;

create function public.save_automatic_message(event uuid, kind text, is_on boolean, hours integer, texts jsonb,
  expected_version timestamptz default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_automatic_message(event, kind, is_on, hours, texts, expected_version);
comment on function public.save_automatic_message is
  'People who write messages store the settings of one automatic mail; conflict when somebody saved them meanwhile.';
grant execute on function public.save_automatic_message to authenticated, service_role;

create function public.test_automatic_message(event uuid, kind text, locale text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.test_automatic_message(event, kind, locale);
comment on function public.test_automatic_message is
  'People who write messages get an automatic mail themselves, with the data of a real registration and without its '
  'secret link. Raises nobody without a registration.';
grant execute on function public.test_automatic_message to authenticated, service_role;

create function public.set_event_certificate(event uuid, template uuid default null, hours numeric default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_event_certificate(event, template, hours);
comment on function public.set_event_certificate is
  'People who write messages choose the model of the certificate that a thank-you issues, or none, and its hours.';
grant execute on function public.set_event_certificate to authenticated, service_role;
