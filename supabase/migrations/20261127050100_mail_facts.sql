-- Mails get facts, not finished texts: ISO timestamps and dates, the time zone of the event and its title in every
-- language. lib/mails writes them in the language of the mail.

create function private.mail_event_facts(event public.events) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'event', event.title, 'event_pt', event.translations #>> '{pt,title}', 'event_en', event.translations #>> '{en,title}',
    'event_es', event.translations #>> '{es,title}', 'town', event.town || '/' || event.state_abbr,
    'place', concat_ws(', ', event.venue, event.address, event.town || ' - ' || event.state_abbr),
    'starts', event.starts_at, 'ends', event.ends_at, 'time_zone', event.time_zone
  ))
$$;
comment on function private.mail_event_facts(public.events) is
  'Facts of an event for a mail: title in every language, town, place, start, end and time zone.';

create or replace function private.mail_registration(registration public.event_registrations, template text, link_kind text default 'registration', facts jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
  -- Questions of the organiser to everybody have the link that ends them.
  is_mass boolean := template = 'registration_attendance';
begin
  if is_mass and not private.is_reachable(registration, 'mail') then
    return;
  end if;
  select * into event from public.events where id = registration.event_id;
  perform private.enqueue_mail(registration.email, template, private.mail_event_facts(event) || jsonb_build_object(
    'name', registration.full_name, 'code', registration.code,
    'date', event.starts_at, 'until', coalesce(to_jsonb(registration.held_until), '""'),
    'note', coalesce(registration.status_note, ''), 'amount', registration.price_cents / 100.0,
    'link_kind', link_kind, 'link_subject', registration.id
  ) || case when is_mass then jsonb_build_object('ends_registration', registration.id) else '{}' end || facts, registration.locale);
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not roll back the change that the mail is about.
  null;
end $$;

create or replace function private.mail_registered(event public.events, change text, note text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  enqueued integer := 0;
begin
  for person in
    select
      (array_agg(registration.id order by registration.created_at))[1] as id,
      (array_agg(registration.email order by registration.created_at))[1] as email,
      (array_agg(registration.full_name order by registration.created_at))[1] as full_name,
      (array_agg(registration.locale order by registration.created_at))[1] as locale,
      string_agg(registration.code, ', ' order by registration.created_at) as codes,
      bool_or(exists (
        select from public.payments
        where subject_type = 'registration' and subject_id = registration.id and payments.status = 'paid'
      )) as has_paid
    from public.event_registrations as registration
    where event_id = event.id and registration.status in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')
    group by lower(registration.email)
    -- A person who ended the messages still gets the mail that the event does not take place as planned.
    having mail_registered.change in ('cancelled', 'postponed') or not bool_or(registration.messages_refused_at is not null)
    order by lower(registration.email)
  loop
    begin
      perform private.enqueue_mail(person.email, 'event_changed', private.mail_event_facts(event) || jsonb_build_object(
        'name', person.full_name, 'change', change, 'note', coalesce(note, ''),
        'codes', person.codes, 'paid', case when person.has_paid then 'yes' else 'no' end,
        'path', '/eventos/lacambeche/' || event.slug, 'ends_registration', person.id
      ), person.locale);
      enqueued := enqueued + 1;
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return enqueued;
end $$;

create or replace function private.mail_followers(event public.events, change text, moment timestamptz) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  enqueued integer := 0;
begin
  for person in
    select distinct on (follow.email) follow.id, follow.email, follow.locale
    from public.event_follows as follow
    where follow.confirmed_at <= moment
      and (follow.event_id = event.id or change <> 'registration' and follow.state_abbr = event.state_abbr)
      and (change in ('published', 'registration') or not exists (
        select from public.event_registrations as registration
        where registration.event_id = event.id and lower(registration.email) = follow.email and (
          registration.status in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')
          or change = 'cancelled' and registration.status = 'cancelled' and registration.updated_at >= moment
        )
      ))
    order by follow.email, follow.event_id nulls last
  loop
    perform private.enqueue_mail(person.email, 'event_follow_news', private.mail_event_facts(event) || jsonb_build_object(
      'change', change, 'note', case when change in ('postponed', 'cancelled') then coalesce(event.status_note, '') else '' end,
      'path', '/eventos/lacambeche/' || event.slug, 'follow', person.id
    ), person.locale);
    enqueued := enqueued + 1;
  end loop;
  return enqueued;
end $$;

-- The worker fills in name, code, title and link, so that the name is cleaned like in every mail.
drop function private.mail_message_to(public.event_messages, public.event_registrations, text);
drop function private.filled_text(text, public.event_registrations, text);

create function private.mail_message_to(message public.event_messages, recipient public.event_registrations, event public.events) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail uuid;
begin
  if recipient.id is null or not private.in_audience(recipient, message) or not private.is_reachable(recipient, 'mail') or exists (
    select from public.event_message_recipients as earlier join public.event_registrations as other on other.id = earlier.registration_id
    where earlier.message_id = message.id and earlier.registration_id <> recipient.id and earlier.status in ('queued', 'sent', 'failed')
      and lower(other.email) = lower(recipient.email)
  ) then
    update public.event_message_recipients set status = 'skipped', changed_at = now()
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
comment on function private.mail_message_to(public.event_messages, public.event_registrations, public.events) is
  'Enqueues the mail of one recipient in the transaction that marks the recipient, so that a crash repeats neither.';

create or replace function private.continue_event_messages(most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  work public.event_messages;
  event public.events;
  person public.event_registrations;
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
  for next_one in
    select registration_id from public.event_message_recipients
    where message_id = work.id and status = 'waiting' order by registration_id limit greatest(most, 1)
  loop
    select * into person from public.event_registrations where id = next_one;
    perform private.mail_message_to(work, person, event);
    handled := handled + 1;
  end loop;
  if not exists (select from public.event_message_recipients where message_id = work.id and status = 'waiting') then
    update public.event_messages set ended_at = now() where id = work.id;
  end if;
  return greatest(handled, 1);
end $$;

create or replace function private.mail_client(sale public.sales, template text, facts jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.enqueue_mail(sale.client_email, template, jsonb_build_object(
    'name', sale.client_contact_name, 'company', sale.client_company_name, 'plan', sale.plan_name, 'number', sale.number::text,
    'amount', sale.price_cents / 100.0, 'from', sale.start_date, 'until', sale.end_date,
    'link_kind', 'payment', 'link_subject', sale.id
  ) || facts);
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not roll back the change that the mail is about.
  null;
end $$;

create or replace function private.mail_ending_ads() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ending record;
  enqueued integer := 0;
begin
  for ending in
    select ads.id, ads.ends_at, sales as sale from public.ads join public.sales on sales.id = ads.sale_id
    where ads.status = 'approved' and ads.ends_at > now() and ads.ends_at <= now() + interval '15 days'
      and not exists (select from private.announced_ends as told where told.ad_id = ads.id and told.ends_at = ads.ends_at)
  loop
    insert into private.announced_ends (ad_id, ends_at) values (ending.id, ending.ends_at) on conflict do nothing;
    if found then
      perform private.mail_client(ending.sale, 'ad_ending', jsonb_build_object(
        'until', ((ending.ends_at - interval '1 second') at time zone 'America/Sao_Paulo')::date, 'link_kind', 'report', 'link_subject', ending.id
      ));
      enqueued := enqueued + 1;
    end if;
  end loop;
  return enqueued;
end $$;

create or replace function private.mail_ending_plans() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ending record;
  enqueued integer := 0;
begin
  for ending in
    update public.service_plans as plan set renewal_mailed_at = now()
    from public.services as place
    where place.id = plan.service_id and place.deleted_at is null and plan.status = 'active' and plan.renewal_mailed_at is null
      and plan.ends_on between private.brazilian_today() and private.brazilian_today() + 15
      and not exists (select from public.service_plans as later where later.service_id = plan.service_id and later.status = 'active' and later.starts_on > plan.ends_on)
    returning plan.service_id, plan.plan_name, plan.ends_on, place.name as place
  loop
    enqueued := enqueued + private.mail_place_owners(ending.service_id, 'plan_ending', jsonb_build_object(
      'place', ending.place, 'plan', ending.plan_name, 'until', ending.ends_on,
      'path', '/painel/lugares/' || ending.service_id || '#plano'
    ));
  end loop;
  return enqueued;
end $$;

create or replace function private.give_task() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  assignee record;
begin
  if current_setting('app.is_merging', true) = 'on' or new.assigned_to is null or new.deleted_at is not null or new.status = 'done' or new.assigned_to is not distinct from private.account_id() then
    return null;
  end if;
  select profiles.id, profiles.username, profiles.locale, users.email into assignee
  from public.profiles join auth.users on users.id = profiles.id where profiles.id = new.assigned_to and profiles.blocked_at is null;
  if assignee.id is null then
    return null;
  end if;
  insert into public.notifications (user_id, title, body, link, translations) values (
    assignee.id, 'Nova tarefa para você', new.title, '/admin#tarefas',
    jsonb_build_object('en', jsonb_build_object('title', 'New task for you', 'body', new.title), 'es', jsonb_build_object('title', 'Nueva tarea para ti', 'body', new.title))
  );
  begin
    perform private.enqueue_mail(assignee.email, 'task_given', jsonb_build_object(
      'name', assignee.username, 'title', new.title, 'body', left(new.body, 1000),
      'due', coalesce(new.due_on::text, 'none'), 'path', '/admin#tarefas'
    ), assignee.locale);
  exception when invalid_parameter_value then
    -- An account that cannot receive mail still gets the notification.
    null;
  end;
  return null;
end $$;

create or replace function private.request_account_erasure() returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.profiles;
  due timestamptz;
begin
  select * into person from public.profiles where id = (select private.account_id()) and blocked_at is null for update;
  if person.id is null then
    raise exception 'an account is needed' using errcode = '42501';
  end if;
  perform private.refuse_last_superadministrador(person.id);
  insert into public.account_erasures (user_id, due_at) values (person.id, now() + private.erasure_wait())
  on conflict do nothing returning due_at into due;
  if due is null then
    return (select due_at from public.account_erasures where user_id = person.id);
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, after)
  values (person.id, 'insert', 'account_erasures', person.id::text, jsonb_build_object('due_at', due));
  perform private.enqueue_mail(email::text, 'account_erasure_requested', jsonb_build_object('date', (due at time zone 'America/Sao_Paulo')::date, 'path', '/painel'), person.locale)
  from auth.users where id = person.id and email is not null;
  return due;
end $$;

drop function private.local_date(timestamptz, text);

create function private.reminder_facts(reminders uuid[]) returns text
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object(
    'vehicle', car.nickname, 'title', reminder.title, 'due_on', reminder.due_on, 'due_km', reminder.due_km
  ) order by car.nickname, car.id, reminder.due_on, reminder.due_km, reminder.id)::text
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where reminder.id = any (reminders)
$$;
comment on function private.reminder_facts(uuid[]) is 'Facts of reminders for a mail, in the order of its list, as JSON text because facts have no lists.';

create or replace function private.announce_to(person record, told public.maintenance_reminders[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  car uuid;
  chosen uuid[];
  notice jsonb;
  mail uuid;
begin
  for car in select distinct vehicle_id from unnest(told) order by 1 loop
    chosen := array(select id from unnest(told) where vehicle_id = car and 'portal' = any (channels));
    if cardinality(chosen) > 0 then
      notice := private.vehicle_reminder_notice(car, chosen);
      insert into public.notifications (user_id, title, body, link, translations)
      values (person.id, notice ->> 'title', notice ->> 'body', notice ->> 'link', notice -> 'translations');
      perform private.record_announcements(chosen, 'portal', null);
    end if;
    chosen := array(select id from unnest(told) where vehicle_id = car and 'push' = any (channels));
    if cardinality(chosen) > 0 and exists (select from public.push_subscriptions where user_id = person.id) then
      perform private.record_announcements(chosen, 'push', private.enqueue_job(
        'push-reminders', jsonb_build_object('account', person.id, 'notice', private.vehicle_reminder_notice(car, chosen))
      ));
    end if;
  end loop;
  chosen := array(select id from unnest(told) where 'mail' = any (channels));
  if cardinality(chosen) > 0 and person.email is not null then
    begin
      mail := private.enqueue_mail(person.email, 'maintenance_reminders', jsonb_build_object(
        'name', person.username, 'count', cardinality(chosen), 'reminders', private.reminder_facts(chosen),
        'first', (select title from unnest(told) where id = any (chosen) order by due_on, due_km, id limit 1),
        'path', '/painel#manutencao', 'end_path', '/painel#manutencao'
      ), person.locale);
      perform private.record_announcements(chosen, 'mail', mail);
    exception when invalid_parameter_value then
      -- An account that cannot receive mail still gets the notice.
      null;
    end;
  end if;
end $$;

create or replace function private.follow_events(email text, state text, event uuid, locale text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  follow public.event_follows;
begin
  if num_nonnulls(state, event) <> 1 then
    perform private.refuse_request('subject');
  elsif state is not null and not exists (select from public.states where abbr = state) then
    perform private.refuse_request('state');
  elsif event is not null then
    select * into subject from public.events where id = event;
    if subject.id is null or not private.is_public_event(subject) or subject.ends_at <= now() then
      perform private.refuse_request('event');
    end if;
  end if;
  begin
    insert into public.event_follows (email, locale, state_abbr, event_id)
    values (lower(btrim(follow_events.email)), follow_events.locale, state, event)
    on conflict on constraint event_follows_email_state_abbr_event_id_key do update set locale = excluded.locale
    returning * into follow;
  exception when check_violation or not_null_violation then
    perform private.refuse_request('email');
  end;
  if follow.mailed_at > now() - (case when follow.confirmed_at is null then interval '15 minutes' else interval '1 day' end)
    or (
      select count(*) from public.event_follows as others
      where others.email = follow.email and others.confirmed_at is null and others.mailed_at > now() - interval '1 day'
    ) >= 10
  then
    return;
  end if;
  update public.event_follows set mailed_at = now() where id = follow.id;
  perform private.enqueue_mail(
    follow.email, case when follow.confirmed_at is null then 'event_follow_confirm' else 'event_follow_known' end,
    jsonb_build_object(
      'subject', case when follow.event_id is null then 'state' else 'event' end,
      'state', coalesce((select name from public.states where abbr = follow.state_abbr), ''), 'follow', follow.id
    ) || case when follow.event_id is null then '{"event": ""}' else private.mail_event_facts(subject) end,
    follow.locale
  );
end $$;

drop function private.event_title(public.events, text);

create or replace function private.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
  address text;
  request uuid;
begin
  perform private.check_payload(payload);
  request := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  select * into kind from public.event_registration_types where id = private.uuid_field(payload, 'type', true);
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or exists (select from public.event_registrations where request_id = request) then
    return false;
  end if;
  -- A new row has a new link, so the link that was sent before shows nothing any more.
  delete from public.registration_drafts as earlier where earlier.request_id = request;
  insert into public.registration_drafts (id, request_id, type_id, email, draft, locale, token_hash) values (
    draft_id, request, kind.id, address, coalesce(payload -> 'draft', '{}'),
    coalesce(private.choice_field(payload, 'locale', '{pt-BR,en-US,es-419}', false), 'pt-BR'), store_registration_draft.token_hash
  );
  perform private.enqueue_mail(address, 'registration_draft', private.mail_event_facts(event) || jsonb_build_object(
    'draft', draft_id,
    'path', '/inscricao-' || replace(kind.kind, '_', '-') || '?evento=' || event.slug || '&tipo=' || kind.id
  ), payload ->> 'locale');
  return true;
end $$;
