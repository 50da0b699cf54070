-- The outbox of mails and jobs, and how many mails one recipient gets.

-- Jobs of the worker (supabase/jobs): the outbox that transactions fill, schedules and heartbeat.
-- The queues are tables of pg-boss in schema pgboss, which the worker creates when it starts.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  job text not null check (job ~ '^[a-z][a-z0-9-]{1,59}$'),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  created_at timestamptz not null default now()
);
comment on table private.outbox is
  'Transactional outbox: the worker moves each row to the queue of its job and deletes it in the same transaction; no '
  'API role reads it.';
comment on column private.outbox.id is 'Becomes the id of the job, and of a mail the local part of its Message-ID.';
create index outbox_created_at_idx on private.outbox (created_at);
alter table private.outbox enable row level security;

select
  private.declare_columns('private.outbox', 'not_personal',
    '{*}', 'work that waits seconds for the worker; a mail holds its recipient'),
  private.declare_columns('private.outbox', 'not_personal', '{data}', 'emptied within seconds by the worker');

create table private.mail_limits (
  mail_group text primary key check (mail_group ~ '^[a-z][a-z_]{1,39}$'),
  per_hour integer not null check (per_hour > 0),
  per_day integer not null check (per_day >= per_hour)
);
comment on table private.mail_limits is
  'Mails that one address gets at most. Above per_hour a mail is sent later, above per_day it is dropped; both are '
  'counted.';
alter table private.mail_limits enable row level security;

insert into private.mail_limits (mail_group, per_hour, per_day) values
  -- Security of an account.
  ('account', 6, 20),
  -- A stranger can cause these mails by typing an address.
  ('form', 3, 6), ('registration_confirm', 3, 12), ('registration_request', 3, 12), ('link', 6, 20), ('follow', 6, 10),
    ('invitation', 4, 12),
  -- Decisions of the team, an organiser or a place about something that the person sent.
  ('decision', 10, 40), ('registration', 10, 40), ('place', 10, 60),
  -- To many people at once; these mails have a List-Unsubscribe header.
  ('mass', 12, 60),
  ('garage', 10, 40), ('sale', 20, 100), ('team', 60, 300), ('other', 3, 10);

select private.declare_columns('private.mail_limits', 'not_personal', '{*}', 'numbers');

create table private.mail_kinds (
  template text primary key check (template ~ '^[a-z][a-z_]{1,59}$'),
  mail_group text not null references private.mail_limits
);
comment on table private.mail_kinds is
  'Group of each template of messages/<locale>/mails.json. A template that is missing here has the limit of group '
  'other.';
alter table private.mail_kinds enable row level security;

insert into private.mail_kinds (template, mail_group)
select template, listed.mail_group from (values
  ('account', array['account_confirm', 'account_taken', 'account_erasure_requested', 'account_erasure_cancelled',
    'account_erased']),
  ('form', array['request_received', 'seller_applied']),
  ('registration_confirm', array['registration_confirm']),
  ('registration_request', array[
    'registration_received', 'registration_waiting', 'registration_to_pay', 'registration_documents',
      'registration_receipt', 'registration_expired'
  ]),
  ('link', array['registration_link', 'registration_manage_link', 'registration_draft', 'link_payment', 'link_report',
    'link_contract']),
  ('follow', array['event_follow_confirm', 'event_follow_known']),
  ('invitation', array['vehicle_invitation', 'vehicle_handover_offer', 'vehicle_handover_withdrawn',
    'place_invitation', 'event_invitation']),
  ('decision', array[
    'request_answered', 'seller_decided', 'art_decided', 'decision_withdrawn', 'report_answered', 'trip_panel_answered',
      'event_decided',
    'event_change_decided', 'voucher_decided', 'claim_approved', 'event_webhook_stopped',
    'event_recipient_changed', 'event_recipient_withdrawn', 'event_recipient_approved', 'event_recipient_rejected',
    'event_payout_recorded', 'event_payout_cancelled', 'event_fee_invoice', 'event_recipient_stopped'
  ]),
  ('registration', array[
    'registration_offered', 'registration_confirmed', 'registration_rejected', 'registration_cancelled',
      'registration_receipt_refused',
    'registration_refunded', 'registration_transferred', 'registration_left', 'registration_document_refused',
      'registration_difference', 'registration_payment_due', 'registration_automatic', 'registration_refund_reported',
    'registration_person_left'
  ]),
  ('place', array['place_message', 'place_answer', 'plan_ending', 'voucher_used_twice']),
  ('mass', array['event_changed', 'event_follow_news', 'event_message', 'registration_attendance',
    'certificate_issued', 'registration_documents_due', 'registration_day_before', 'registration_thanks']),
  ('garage', array['maintenance_reminders', 'vehicle_handover_done', 'vehicle_handover_refused', 'vehicle_received']),
  ('sale', array[
    'sale_created', 'sale_cancelled', 'contract_to_sign', 'contract_signed', 'payment_confirmed', 'payment_refunded',
      'payment_to_refund',
    'receipt_received', 'receipt_refused', 'ad_ending', 'sale_unsigned', 'sale_unpaid', 'art_due'
  ]),
  ('team', array['task_given', 'event_message_test'])
) as listed (mail_group, templates) cross join unnest(templates) as template;

-- The portal mails a link itself while the auth server cannot.
insert into private.mail_kinds (template, mail_group) values ('account_link', 'account');

select private.declare_columns('private.mail_kinds', 'not_personal', '{*}', 'names of templates');

create table private.mail_recipients (
  address_hash text not null check (char_length(address_hash) = 64),
  mail_group text not null references private.mail_limits,
  sent timestamptz[] not null default '{}',
  touched_at timestamptz not null default now(),
  primary key (address_hash, mail_group)
);
comment on table private.mail_recipients is
  'When the mails of the last day to an address were sent or will be sent; the address is hashed.';
create index mail_recipients_touched_at_idx on private.mail_recipients (touched_at);
alter table private.mail_recipients enable row level security;

select
  private.declare_columns('private.mail_recipients', 'not_personal',
    '{*}', 'times by hash of an address, kept two days'),
  private.declare_columns('private.mail_recipients', 'not_personal',
    '{address_hash}', 'hash of an address, kept two days');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('mail_recipients', 'private.mail_recipients', 'touched_at', '2 days', 501);

create table private.limited_mails (
  on_date date not null default current_date,
  mail_group text not null references private.mail_limits,
  delayed integer not null default 0,
  dropped integer not null default 0,
  primary key (on_date, mail_group)
);
comment on table private.limited_mails is
  'Mails per day that the limit per recipient delayed or dropped, for the health page.';
alter table private.limited_mails enable row level security;

select private.declare_columns('private.limited_mails', 'not_personal', '{*}', 'sums');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('limited_mails', 'private.limited_mails', 'on_date', '90 days', 502);

create function private.enqueue_job(job text, data jsonb default '{}') returns uuid
language sql volatile security definer set search_path = '' as $$
  insert into private.outbox (job, data) values (job, data) returning id
$$;
comment on function private.enqueue_job is
  'Adds a job to the outbox in the transaction of the caller, so that a rollback removes it, and returns its id.';

-- People who register at the gate may have no e-mail; their address cannot receive any.
create function private.enqueue_mail(recipient text, template text, data jsonb default '{}', locale text
  default 'pt-BR') returns uuid
language plpgsql volatile security definer set search_path = '' as $$
begin
  if recipient is null or recipient !~ '^[^\s@<>,;"]+@[^\s@<>,;"]+$' or char_length(recipient) > 254 then
    raise exception 'invalid_recipient' using errcode = '22023';
  elsif template is null or template !~ '^[a-z][a-z_]{1,59}$' then
    raise exception 'invalid_template' using errcode = '22023';
  elsif recipient like '%@walk-in.invalid' then
    return null;
  end if;
  return private.enqueue_job('send-mail', jsonb_build_object(
    'to', recipient, 'template', template, 'data', coalesce(data, '{}'),
    'locale', case when locale = any (private.locales()) then locale else 'pt-BR' end
  ));
end $$;
comment on function private.enqueue_mail is
  'Enqueues a mail in the transaction of the caller. template: a key of messages/<locale>/mails.json; data: its '
  'values, and "path", an address of the portal for the button.';

create function private.cancel_mail(mail uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  cancelled boolean;
begin
  delete from private.outbox where id = mail and job = 'send-mail';
  if found then
    return true;
  elsif to_regclass('pgboss.job') is null then
    return false;
  end if;
  execute 'with gone as (delete from pgboss.job where id = $1 and name = ''send-mail'' and state::text in (''created'', ''retry'') returning 1) select exists (select from gone)'
    into cancelled using mail;
  return cancelled;
end $$;
comment on function private.cancel_mail is
  'Deletes an enqueued mail and returns true; false when it is no longer in the queue.';

create function private.is_proven_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users as users join public.profiles on profiles.id = users.id
    where users.email = lower(address) and profiles.email_verified_at is not null
  )
$$;
comment on function private.is_proven_address is 'Whether an account has confirmed this address.';

create function private.group_of_mail(template text) returns text
language sql stable set search_path = '' as $$
  select coalesce((select kind.mail_group from private.mail_kinds as kind where kind.template = group_of_mail.template),
    'other')
$$;

create function private.count_limited_mail(template text, is_dropped boolean) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.limited_mails as known (mail_group, delayed, dropped)
  values (private.group_of_mail(template), (not is_dropped)::integer, is_dropped::integer)
  on conflict on constraint limited_mails_pkey do update
    set delayed = known.delayed + excluded.delayed, dropped = known.dropped + excluded.dropped
$$;
comment on function private.count_limited_mail is 'Counts one mail that the limit per recipient delayed or dropped.';

create function private.take_mail_slot(recipient text, template text) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  limits private.mail_limits;
  -- Owners of a confirmed address, such as a club that registers its members, may get four times as many.
  factor integer := case when private.is_proven_address(recipient) then 4 else 1 end;
  hash text := encode(sha256(convert_to(lower(btrim(recipient)), 'UTF8')), 'hex');
  taken timestamptz[];
  slot timestamptz := now();
  first_of_hour timestamptz;
begin
  select known.* into limits from private.mail_limits as known
  where known.mail_group = private.group_of_mail(take_mail_slot.template);
  insert into private.mail_recipients as known (address_hash, mail_group)
  values (hash, limits.mail_group)
  on conflict on constraint mail_recipients_pkey do update
    set touched_at = now(), sent = array(select moment from unnest(known.sent) as moment
      where moment > now() - interval '1 day' order by moment)
  returning known.sent into taken;
  if cardinality(taken) >= limits.per_day * factor then
    return null;
  end if;
  first_of_hour := taken[cardinality(taken) - limits.per_hour * factor + 1];
  if first_of_hour is not null then
    slot := greatest(now(), first_of_hour + interval '1 hour');
  end if;
  update private.mail_recipients as known set sent = known.sent || slot
  where known.address_hash = hash and known.mail_group = limits.mail_group;
  return slot;
end $$;
comment on function private.take_mail_slot is
  'When a mail of a template may be sent to an address: now, up to a day later, or null when the address has got all '
  'mails of the day.';

create function private.release_mails(mails jsonb) returns table (id uuid, start_after timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail record;
begin
  -- In the order of the addresses, so that two workers do not wait for each other.
  for mail in
    select (given ->> 'id')::uuid as id, given ->> 'to' as recipient, given ->> 'template' as template
    from jsonb_array_elements(mails) with ordinality as listed (given, place) order by lower(given ->> 'to'),
      given ->> 'template', place
  loop
    id := mail.id;
    start_after := private.take_mail_slot(mail.recipient, mail.template);
    if start_after is null then
      perform private.count_limited_mail(mail.template, true);
      perform private.note_message_mail(mail.id, 'limit of mails per address');
      perform private.note_reminder_job(mail.id, 'limit of mails per address');
    else
      if start_after > now() then
        perform private.count_limited_mail(mail.template, false);
      end if;
      return next;
    end if;
  end loop;
end $$;
comment on function private.release_mails is
  'For the worker: applies the limit per recipient to mails {id, to, template} of the outbox. Answers when each is '
  'sent; dropped ones are missing.';

create function private.limited_mail_days() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('system_health');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'on_date', day.on_date, 'mail_group', day.mail_group, 'delayed', day.delayed, 'dropped', day.dropped
    ) order by day.on_date desc, day.mail_group), '[]')
    from private.limited_mails as day where day.on_date > current_date - 30
  );
end $$;

create function private.reminder_facts(reminders uuid[]) returns text
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object(
    'vehicle', car.nickname, 'title', reminder.title, 'due_on', reminder.due_on, 'due_km', reminder.due_km
  ) order by car.nickname, car.id, reminder.due_on, reminder.due_km, reminder.id)::text
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where reminder.id = any (reminders)
$$;
comment on function private.reminder_facts is
  'Facts of reminders for a mail, in the order of its list, as JSON text because facts have no lists.';

create function public.enqueue_mail(recipient text, template text, data jsonb default '{}', locale text default 'pt-BR')
  returns uuid
language sql volatile security invoker set search_path = ''
return private.enqueue_mail(recipient, template, data, locale);
comment on function public.enqueue_mail is
  'For the server only: enqueues a mail and returns its id; raises 22023 for an invalid recipient or template.';
grant execute on function public.enqueue_mail to service_role;

create function public.limited_mail_days() returns jsonb
language sql stable security invoker set search_path = ''
return private.limited_mail_days();
comment on function public.limited_mail_days is
  'For readers of the health page: mails of the last 30 days that the limit per recipient delayed or dropped.';
grant execute on function public.limited_mail_days to authenticated, service_role;
