set check_function_bodies = off;

drop trigger events_functions_only on public.events;

drop function public.own_payments;

drop function private.read_own_payments;

drop function private.event_payee;

drop function private.event_payment_is_possible;

create or replace function private.payment_setting_keys() returns text[]
language sql immutable set search_path = ''
return array['stripe_config', 'pix_config', 'event_collecting'];

create or replace function private.recipient_kinds() returns text[]
language sql immutable set search_path = ''
return array['pix', 'portal'];

create or replace function private.event_recipient_statuses() returns text[]
language sql immutable set search_path = ''
return array['pending', 'approved', 'rejected', 'withdrawn'];

create or replace function private.recipient_states() returns text[]
language sql immutable set search_path = ''
return array['own', 'checking', 'portal', 'none'];

create or replace function private.event_entry_kinds() returns text[]
language sql immutable set search_path = ''
return array['payment', 'undone', 'refund'];

create or replace function private.recipient_changes_per_day() returns integer
language sql immutable set search_path = ''
return 5;

create or replace function private.pix_undo_hours() returns integer
language sql immutable set search_path = ''
return 24;

create or replace function private.organiser_refund_days() returns integer
language sql immutable set search_path = ''
return 7;

alter table public.payment_settings
  drop constraint payment_settings_key_check,
  add constraint payment_settings_key_check check ((key = ANY (private.payment_setting_keys())));

-- Who receives the money of an event: the portal, or a Pix key of the organiser that the team approved.

create table public.event_recipients (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  kind text not null check (kind = any (private.recipient_kinds())),
  pix_key_type text,
  pix_key text,
  name text check (name !~ '^\s*$' and char_length(name) <= 80),
  city text check (city !~ '^\s*$' and char_length(city) <= 60),
  status text not null default 'pending' check (status = any (private.event_recipient_statuses())),
  note text check (char_length(note) <= 1000),
  created_by uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  position bigint generated always as identity,
  constraint recipient_with_key_is_complete check (case kind
    when 'pix' then private.is_pix_key(pix_key, pix_key_type) and name is not null and city is not null
    else coalesce(pix_key_type, pix_key, name, city) is null and status = 'approved' end)
);

alter table public.event_recipients enable row level security;

-- Payments to the Pix key of an organiser: the treasurer confirms them and records what was returned. The portal never
-- has this money, so nothing here is in its own ledger.

-- Bookings of an event: rows are only added, so that a finished month never changes.
create table public.event_payment_entries (
  id bigint generated always as identity primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  payment_id uuid not null references public.payments (id) on delete cascade,
  kind text not null check (kind = any (private.event_entry_kinds())),
  amount_cents integer not null,
  on_day date not null,
  account_id uuid references public.profiles (id) on delete set null default private.account_id(),
  note text check (char_length(note) <= 1000),
  booked_at timestamptz not null default now(),
  constraint event_entry_sign_fits_kind check ((amount_cents > 0) = (kind = 'payment') and amount_cents <> 0)
);

alter table public.event_payment_entries enable row level security;

-- What the treasurer says was returned, with the proof of the transfer.
create table public.event_refunds (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  payment_id uuid not null references public.payments (id) on delete cascade,
  amount_cents integer not null check (amount_cents > 0),
  on_day date not null,
  proof_path text not null unique,
  account_id uuid references public.profiles (id) on delete set null default private.account_id(),
  created_at timestamptz not null default now()
);

alter table public.event_refunds enable row level security;

-- Events that exist keep the portal as the recipient of their money.
alter table public.events add column portal_collects boolean not null default true;

alter table public.payments
  add column recipient_id uuid references public.event_recipients (id) on delete restrict,
  add column received_cents integer check (received_cents > 0),
  add column received_on date;

insert into private.audit_log_permissions (entity, permission) values
  ('event_recipients', 'financials'),
  ('event_refunds', 'financials');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_payment_entries', 'on_day', 'stays', 'day of a transfer'),
  ('event_payment_entries', 'booked_at', 'stays', 'when it was booked'),
  ('event_refunds', 'on_day', 'stays', 'day of a transfer');

insert into private.file_columns (bucket, relation, names) values
  ('refund-proofs', 'public.event_refunds', 'array[proof_path]');

insert into private.mail_kinds (template, mail_group) values
  ('event_recipient_changed', 'decision'),
  ('event_recipient_withdrawn', 'decision'),
  ('event_recipient_approved', 'decision'),
  ('event_recipient_rejected', 'decision'),
  ('registration_refund_reported', 'registration');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_recipients', 'created_by', 'account', 'work', 'Recebedores de um evento', 'unlink', 173),
  ('event_recipients', 'decided_by', 'account', 'work', 'Recebedores que conferiu', 'unlink', 174),
  ('event_payment_entries', 'account_id', 'account', 'work', 'Pagamentos de eventos que confirmou', 'unlink', 175),
  ('event_refunds', 'account_id', 'account', 'work', 'Devoluções de eventos que registrou', 'unlink', 176);

select
  private.declare_columns('event_recipients', 'exported',
    '{id,event_id,kind,pix_key_type,pix_key,name,city,status,note,decided_at,created_at}'),
  private.declare_columns('event_recipients', 'not_personal', '{position}', 'order of the rows'),
  private.declare_columns('event_recipients', 'withheld', '{created_by,decided_by}',
    'another person: who asked or decided'),
  private.declare_columns('event_payment_entries', 'exported',
    '{id,event_id,payment_id,kind,amount_cents,on_day,note,booked_at}'),
  private.declare_columns('event_payment_entries', 'withheld', '{account_id}', 'the person itself'),
  private.declare_columns('event_refunds', 'exported',
    '{id,event_id,payment_id,amount_cents,on_day,proof_path,created_at}'),
  private.declare_columns('event_refunds', 'withheld', '{account_id}', 'the person itself'),
  private.declare_columns('events', 'not_personal', '{portal_collects}', 'settings of the event'),
  private.declare_columns('payments', 'exported', '{received_cents,received_on}'),
  private.declare_columns('payments', 'not_personal', '{recipient_id}', 'key of the payment at its provider');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('refund-proofs', 'refund-proofs', false, 5242880, '{image/jpeg,image/png,image/webp,application/pdf}');

create or replace function private.event_recipient(event uuid) returns public.event_recipients
language sql stable security definer set search_path = '' as $$
  select known.* from public.event_recipients as known
  where known.event_id = event_recipient.event and known.status in ('pending', 'approved')
  order by known.position desc limit 1
$$;

create or replace function private.collects_for_events() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payment_settings where key = 'event_collecting' and value -> 'enabled' = 'true')
$$;

create or replace function private.set_portal_collects() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.portal_collects := not private.is_api_request() or private.collects_for_events()
    or new.organizer_id is null and new.club_id is null and new.publish_link_id is null
    or private.is_staff() and private.has_permission('events')
    or exists (
      select from public.events as earlier
      where earlier.portal_collects and (earlier.organizer_id = new.organizer_id or earlier.club_id = new.club_id)
    );
  return new;
end $$;

create or replace function private.portal_can_be_paid() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.payment_settings
    where value -> 'enabled' = 'true' and case key
      when 'pix_config' then coalesce(value ->> 'pix_key', '') <> '' and coalesce(value ->> 'recipient_name', '') <> ''
      when 'stripe_config' then coalesce(value ->> 'publishable_key', '') <> ''
      else false
    end
  )
$$;

create or replace function private.recipient_state(event uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when own.kind = 'pix' then case own.status when 'approved' then 'own' else 'checking' end
    when (events.portal_collects or private.collects_for_events()) and private.portal_can_be_paid() then 'portal'
    else 'none'
  end
  from public.events left join lateral private.event_recipient(events.id) as own on true
  where events.id = recipient_state.event
$$;

create function private.event_payment_is_possible(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.recipient_state(event) in ('own', 'portal'), false)
$$;

create function private.event_payee(event uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case private.recipient_state(event)
    when 'own' then (private.event_recipient(event)).name
    when 'checking' then (private.event_recipient(event)).name
    when 'portal' then (
      select value ->> 'recipient_name' from public.payment_settings
      where key = 'pix_config' and coalesce(value ->> 'recipient_name', '') <> ''
    )
  end
$$;

create or replace function private.event_collecting(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'state', private.recipient_state(known.id),
    'name', case when private.recipient_state(known.id) <> 'checking' then private.event_payee(known.id) end
  )
  from public.events as known
  where known.id = event_collecting.event and known.deleted_at is null
    and (private.is_public_event(known) or private.may_in_event(known.id, 'page'))
$$;

-- Only people of the event act for its money: event managers of the team have no right here.
create or replace function private.require_event_money(event uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_account();
  if event is null or event not in (select private.events_with_right('payments')) then
    raise exception 'no right to the money of the event' using errcode = '42501';
  end if;
end $$;

create or replace function private.accounts_with_right(event uuid, wanted text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select work.account_id
  from (
    select member.account_id, member.role from public.event_members as member
    where member.event_id = accounts_with_right.event and (member.ends_at is null or member.ends_at > now())
    union
    select club.user_id, case club.role when 'owner' then 'owner' else 'organiser' end
    from public.club_members as club join public.events as owned on owned.club_id = club.club_id
    where owned.id = accounts_with_right.event and club.role in ('owner', 'admin')
  ) as work join public.profiles on profiles.id = work.account_id
  where profiles.blocked_at is null and wanted = any (private.rights_of_event_role(work.role))
    and (work.role in ('owner', 'treasurer') or exists (
      select from public.events where id = accounts_with_right.event and ends_at + interval '30 days' > now()))
  group by 1
$$;

-- Every change of a payment of a registration locks the kinds of the event first, so that it and a change of the
-- recipient wait for each other.
create or replace function private.lock_recipient(event uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from public.events where id = event and deleted_at is null for no key update;
  if not found then
    return false;
  end if;
  perform from public.event_registration_types where event_id = lock_recipient.event order by id for update;
  return true;
end $$;

create or replace function private.tell_about_recipient(event uuid, template text, recipient public.event_recipients) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.mail_event_owners(event, template, jsonb_build_object(
    'by', coalesce((select username from public.profiles where id = (select private.account_id())), ''),
    'recipient', coalesce(recipient.name, 'Portal LACAMBECHE'), 'note', coalesce(recipient.note, ''),
    'path', '/painel/eventos/' || event || '/recebimento'));
end $$;

create or replace function private.set_event_recipient(event uuid, kind text, pix_key_type text, pix_key text, name text,
  city text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  added public.event_recipients;
  holder text := nullif(private.typed_line(name), '');
  place text := nullif(private.typed_line(city), '');
begin
  perform private.require_recent_proof();
  perform private.require_event_money(event);
  if kind is null or kind <> all (private.recipient_kinds()) then
    perform private.refuse('invalid', 'kind');
  elsif kind = 'pix' and not private.is_pix_key(pix_key, pix_key_type) then
    perform private.refuse('invalid', 'pix_key');
  elsif kind = 'pix' and (holder is null or char_length(holder) > 80) then
    perform private.refuse('invalid', 'name');
  elsif kind = 'pix' and (place is null or char_length(place) > 60) then
    perform private.refuse('invalid', 'city');
  end if;
  if not private.lock_recipient(event) then
    return private.gone();
  elsif kind = 'portal' and not private.collects_for_events()
    and not exists (select from public.events where id = event and portal_collects)
  then
    return private.refused('portal_off');
  elsif exists (
    select from private.event_recipient(event) as known
    where known.kind = set_event_recipient.kind and (known.kind = 'portal'
      or (known.pix_key_type, known.pix_key, known.name, known.city)
        = (set_event_recipient.pix_key_type, set_event_recipient.pix_key, holder, place))
  ) then
    return private.refused('unchanged');
  elsif (select count(*) from public.event_recipients as known where known.event_id = set_event_recipient.event
    and known.created_at > now() - interval '1 day') >= private.recipient_changes_per_day()
  then
    return private.refused('limit');
  end if;
  -- A newer change takes the place of one that waits, so that the team decides about one.
  update public.event_recipients as earlier set status = 'withdrawn', decided_at = now()
  where earlier.event_id = set_event_recipient.event and earlier.status = 'pending';
  if kind = 'portal' then
    update public.events set portal_collects = true where id = event and not portal_collects;
    insert into public.event_recipients (event_id, kind, status, created_by)
    values (event, 'portal', 'approved', (select private.account_id())) returning * into added;
    perform private.extend_holds(event);
  else
    insert into public.event_recipients (event_id, kind, pix_key_type, pix_key, name, city, created_by)
    values (event, 'pix', set_event_recipient.pix_key_type, set_event_recipient.pix_key, holder, place,
      (select private.account_id())) returning * into added;
    perform private.tell_money_managers(event);
  end if;
  perform private.tell_about_recipient(event, 'event_recipient_changed', added);
  return private.saved();
end $$;

create or replace function private.tell_money_managers(event uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, 'Recebedor de evento a conferir', left(events.title, 80), '/admin/financials/recebedores',
    jsonb_build_object(
      'en', jsonb_build_object('title', 'Recipient of an event to check', 'body', left(events.title, 80)),
      'es', jsonb_build_object('title', 'Receptor de un evento por revisar', 'body', left(events.title, 80))
    )
  from public.profiles cross join public.events
  where private.holds_permission(profiles, 'financials') and events.id = tell_money_managers.event
$$;

create or replace function private.extend_holds(event uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_registrations set held_until = greatest(held_until,
    now() + make_interval(hours => private.receipt_hold_hours()))
  where event_id = extend_holds.event and status in ('offered', 'awaiting_payment') and price_cents > 0
$$;

create or replace function private.withdraw_event_recipient(item uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.event_recipients;
begin
  perform private.require_recent_proof();
  perform private.require_event_money((select event_id from public.event_recipients where id = item));
  perform private.lock_recipient((select event_id from public.event_recipients where id = item));
  update public.event_recipients set status = 'withdrawn', decided_at = now() where id = item and status = 'pending'
  returning * into asked;
  if asked.id is null then
    return private.gone();
  end if;
  perform private.extend_holds(asked.event_id);
  perform private.tell_about_recipient(asked.event_id, 'event_recipient_withdrawn', asked);
  return private.saved();
end $$;

create or replace function private.decide_event_recipient(item uuid, decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.event_recipients;
  reason_text text := private.check_reason(decision, reason);
begin
  perform private.require_permission('financials');
  perform private.require_recent_proof();
  if decision is null or decision not in ('approve', 'reject') then
    perform private.refuse('invalid', 'decision');
  end if;
  select * into asked from public.event_recipients where id = item;
  if asked.id is null or not private.lock_recipient(asked.event_id) then
    return private.gone();
  end if;
  select * into asked from public.event_recipients where id = item for update;
  if asked.created_by = (select private.account_id()) then
    return private.refused('own');
  elsif asked.status <> 'pending' then
    return private.decided_already(asked.status, asked.decided_by, asked.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
  update public.event_recipients set status = case decision when 'approve' then 'approved' else 'rejected' end,
    note = reason_text, decided_by = (select private.account_id()), decided_at = now()
  where id = item returning * into asked;
  perform private.extend_holds(asked.event_id);
  perform private.tell_about_recipient(asked.event_id,
    case decision when 'approve' then 'event_recipient_approved' else 'event_recipient_rejected' end, asked);
  return private.saved();
end $$;

create or replace function private.recipient_entry(recipient public.event_recipients) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', recipient.id, 'kind', recipient.kind, 'pix_key_type', recipient.pix_key_type, 'pix_key', recipient.pix_key,
    'name', recipient.name, 'city', recipient.city, 'status', recipient.status, 'note', recipient.note,
    'created_at', recipient.created_at, 'decided_at', recipient.decided_at,
    'by', (select username from public.profiles where id = recipient.created_by),
    'decided_by', (select username from public.profiles where id = recipient.decided_by)
  )
$$;

create or replace function private.event_recipients_of(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'payments');
  return (
    select jsonb_build_object(
      'state', private.recipient_state(known.id), 'payee', private.event_payee(known.id),
      'may_change', known.id in (select private.events_with_right('payments')),
      'offers_portal', known.portal_collects or private.collects_for_events(),
      'current', (private.event_recipient(known.id)).id,
      'recipients', (
        select coalesce(jsonb_agg(private.recipient_entry(listed.one) order by listed.position desc), '[]')
        from (
          select one, one.position from public.event_recipients as one
          where one.event_id = known.id order by one.position desc limit 50
        ) as listed
      )
    )
    from public.events as known where known.id = event_recipients_of.event
  );
end $$;

create or replace function private.list_event_recipients(only_pending boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('financials');
  return (
    select coalesce(jsonb_agg(private.recipient_entry(listed.one) || jsonb_build_object(
      'event_id', events.id, 'event', events.title, 'event_status', events.status, 'organiser', events.organizer_name,
      'paid', (
        select count(*) from public.payments as paid join public.event_registrations as registration
          on registration.id = paid.subject_id and paid.subject_type = 'registration'
        where registration.event_id = events.id and paid.status = 'paid'
      )
    ) order by listed.is_pending desc, listed.position desc), '[]')
    from (
      select one, one.position, one.status = 'pending' as is_pending from public.event_recipients as one
      where one.kind <> 'portal' and (one.status = 'pending' or not coalesce(only_pending, false))
      order by one.status = 'pending' desc, one.position desc limit 200
    ) as listed join public.events on events.id = (listed.one).event_id and events.deleted_at is null
  );
end $$;

create or replace function public.event_collecting(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_collecting(event);

create or replace function public.set_event_recipient(event uuid, kind text, pix_key_type text default null,
  pix_key text default null, name text default null, city text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_event_recipient(event, kind, pix_key_type, pix_key, name, city);

create or replace function public.withdraw_event_recipient(item uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.withdraw_event_recipient(item);

create or replace function public.decide_event_recipient(item uuid, decision text, reason text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_event_recipient(item, decision, reason);

create or replace function public.event_recipients_of(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_recipients_of(event);

create or replace function public.list_event_recipients(only_pending boolean default true) returns jsonb
language sql stable security invoker set search_path = ''
return private.list_event_recipients(only_pending);

-- What a registration costs, when paid kinds may be offered, and what a payment changes.

create or replace function private.refuse_unpayable_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and private.recipient_state(new.event_id) = 'none'
    and exists (select from public.events where id = new.event_id and status in ('published', 'postponed'))
  then
    perform private.refuse('invalid', 'price_cents');
  end if;
  return new;
end $$;

create or replace function private.refuse_unpayable_registration() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and not private.event_payment_is_possible(new.event_id) then
    perform private.refuse('payment_unavailable');
  end if;
  return new;
end $$;

create or replace function private.update_registration_from_payments(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  first_payment public.payments;
  extra public.payments;
begin
  select * into first_payment from public.payments
  where subject_type = 'registration' and subject_id = existing.id and status in ('paid', 'refunded')
    and (existing.payment_id is null or id = existing.payment_id)
    and note is distinct from 'amount_mismatch' and difference is null
  order by paid_at, created_at, id limit 1;
  if first_payment.status = 'refunded' and existing.payment_id = first_payment.id and existing.status = 'confirmed' then
    perform private.cancel_registration(existing.id);
    perform private.note_registration(
      (select cancelled from public.event_registrations as cancelled where cancelled.id = existing.id),
      'refunded:' || first_payment.refunded_cents);
  elsif first_payment.status = 'paid' and existing.payment_id is null and existing.status in ('offered',
    'awaiting_payment')
    then
    -- The price may have risen while the receipt was checked.
    update public.event_registrations set payment_id = first_payment.id,
      difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = existing.id;
    perform private.set_registration_status(existing.id, 'confirmed');
  elsif first_payment.status = 'paid' and existing.payment_id is null and existing.status = 'expired'
    -- For a transfer only its day is known.
    and coalesce(first_payment.completed_at, first_payment.receipt_sent_at,
      private.day_start(first_payment.received_on), first_payment.paid_at) <= coalesce(first_payment.expires_at, 'infinity') then
    -- Paid in time, but the news arrived after the hold had ended: the place is taken again if there is one.
    begin
      perform private.set_registration_status(existing.id, 'confirmed');
      update public.event_registrations set payment_id = first_payment.id,
        difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = existing.id;
    exception when raise_exception then
      null;
    end;
  end if;
  for extra in
    select * from public.payments
    where subject_type = 'registration' and subject_id = existing.id and status = 'paid' and difference = 'asked'
      and note
      is distinct from 'amount_mismatch'
    order by paid_at, created_at, id
  loop
    update public.event_registrations set difference_cents = difference_cents - extra.amount_cents
    where id = existing.id and status = 'confirmed' and difference_cents >= extra.amount_cents;
    if found then
      update public.payments set difference = 'counted' where id = extra.id;
      perform private.note_registration(existing, 'difference_paid:' || extra.amount_cents);
    end if;
  end loop;
  -- Every payment that does not pay the registration goes back.
  update public.payments set needs_refund = true
  where subject_type = 'registration' and subject_id = existing.id and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and not exists (
      select from public.event_registrations
      where id = existing.id and status = 'confirmed' and (payment_id = payments.id or payments.difference = 'counted')
    );
  update public.payments set needs_refund = false
  where subject_type = 'registration' and subject_id = existing.id and needs_refund
    and (status = 'refunded' or private.is_lost(payments));
end $$;

-- A receipt holds the place from its first file, however long its review takes.
create or replace function private.note_registration_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  registration public.event_registrations;
  notice private.payment_notices;
begin
  select * into registration from public.event_registrations where id = new.subject_id;
  if registration.id is null then
    return null;
  end if;
  if new.status = 'review' and old.status = 'pending' then
    update public.event_registrations set held_until = greatest(held_until,
      coalesce(new.receipt_sent_at, now()) + make_interval(hours => private.receipt_hold_hours()))
    where id = registration.id and status = 'awaiting_payment';
    select * into registration from public.event_registrations where id = new.subject_id;
    perform private.mail_registration(registration, 'registration_receipt');
  elsif new.status = 'pending' and old.status = 'review' then
    -- The person gets time to send another receipt.
    update public.event_registrations set
      held_until = greatest(held_until, now() + make_interval(hours => private.receipt_hold_hours()))
      where id = registration.id and status = 'awaiting_payment';
    perform private.mail_registration(registration, 'registration_receipt_refused', 'registration',
      jsonb_build_object('note', coalesce(new.note, '')));
  end if;
  if new.refunded_cents > old.refunded_cents then
    -- The portal does not know whether money of the organiser arrived.
    perform private.mail_registration(registration,
      case when new.recipient_id is null then 'registration_refunded' else 'registration_refund_reported' end,
      'registration', jsonb_build_object('amount', (new.refunded_cents - old.refunded_cents) / 100.0));
  end if;
  if new.status <> old.status and new.status = any (private.arrived_payment_statuses()) then
    perform private.expire_registration_pages(registration.id);
  end if;
  if new.needs_refund and not old.needs_refund then
    select * into notice from private.payment_notices where kind = 'registration_refund_owed';
    insert into public.notifications (user_id, title, body, link, translations)
    select profiles.id, notice.title, format(notice.body, registration.code), '/admin/financials',
      replace(notice.translations::text, '%s', registration.code)::jsonb
    from public.profiles where new.recipient_id is null and private.holds_permission(profiles, 'financials');
    if new.recipient_id is not null then
      perform private.tell_refund_of_organiser(registration);
    end if;
  end if;
  return null;
end $$;

create or replace function private.tell_refund_of_organiser(registration public.event_registrations) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select person.id, 'Pagamento a devolver',
    'O pagamento da inscrição ' || registration.code || ' precisa voltar. Veja o valor e o prazo.',
    '/painel/eventos/' || registration.event_id || '/recebimento',
    jsonb_build_object(
      'en', jsonb_build_object('title', 'Payment to return', 'body',
        'The payment of registration ' || registration.code || ' must go back. See how much and until when.'),
      'es', jsonb_build_object('title', 'Pago por devolver', 'body',
        'El pago de la inscripción ' || registration.code || ' debe volver. Mira cuánto y hasta cuándo.')
    )
  from private.accounts_with_right(registration.event_id, 'payments') as person (id)
$$;

create or replace function private.refund_terms(registration public.event_registrations) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'full_cents', coalesce(sum(cents) filter (where is_full), 0),
    'full_until', min(full_until) filter (where is_full and cents > 0),
    'rules_cents', coalesce(sum(cents) filter (where not is_full), 0)
  )
  from public.payments as paid cross join lateral private.terms_of_payment(paid, registration)
  where paid.subject_type = 'registration' and paid.subject_id = registration.id and paid.status = 'paid'
    and paid.note is distinct from 'amount_mismatch'
$$;

create or replace function private.event_offer(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', type.name, 'priceCents', type.price_cents, 'capacity', type.capacity, 'opensAt', type.opens_at,
          'closesAt', type.closes_at,
        'requiresApproval', type.requires_approval, 'hasWaitingList', type.has_waiting_list
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
  if kind.price_cents > 0 and not private.event_payment_is_possible(kind.event_id) then
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

-- An operator may admit people who have not paid; their hold does not end while they are inside.
create or replace function private.expire_registration_holds() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind record;
  due record;
  existing public.event_registrations;
  is_checked boolean;
  expired integer := 0;
begin
  -- Every caller that locks kinds of several events takes the events in the order of their ids.
  for kind in
    select type_id as id, event_id from public.event_registrations where status in ('offered', 'awaiting_payment')
      and held_until <= now()
    union
    select waiting.type_id, waiting.event_id from public.event_registrations as waiting
    where waiting.status = 'waitlisted' and private.places_left(waiting.type_id) is distinct from 0
    order by event_id, id
  loop
    -- Nobody can pay while the team checks the recipient, so nobody loses a place meanwhile.
    is_checked := private.recipient_state(kind.event_id) = 'checking';
    for due in
      select id from public.event_registrations
      where type_id = kind.id and status in ('offered', 'awaiting_payment') and held_until <= now() order by held_until,
        id limit 500
    loop
      existing := private.lock_registration(due.id);
      -- Read again under the lock: a payment or a receipt may have arrived. A card payment that the bank processes ends
      -- by itself.
      continue when existing.status not in ('offered', 'awaiting_payment') or existing.held_until > now() or exists (
        select from public.payments where subject_type = 'registration' and subject_id = existing.id
          and status = 'processing'
      ) or is_checked and existing.price_cents > 0 or not private.may_change(existing, 'expire');
      perform private.set_registration_status(existing.id, 'expired');
      expired := expired + 1;
    end loop;
    perform private.promote_waiting(kind.id);
  end loop;
  -- The rows of the last hour are kept, because the mails of an address are counted in them.
  delete from public.event_registrations where id in (
    select id from public.event_registrations where status = 'unconfirmed'
      and held_until <= now() - make_interval(mins => private.hold_minutes())
    order by held_until limit 5000 for update skip locked
  );
  return expired;
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
      kind.required_documents, 'max_vehicles', kind.max_vehicles,
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

create or replace function private.reported_refunds(payment uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('amount_cents', one.amount_cents, 'on_day', one.on_day)
    order by one.created_at), '[]')
  from public.event_refunds as one where one.payment_id = payment
$$;

create or replace function private.registration_extras(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'missing_documents', private.missing_files(registration), 'messages_refused', registration.messages_refused_at
      is not null,
    'difference_cents', case when registration.status = 'confirmed' then registration.difference_cents else 0 end,
    'has_entered', private.has_entered(registration.id), 'can_manage', private.held_registration(token) is not null,
    'collecting', jsonb_build_object('state', private.recipient_state(event.id), 'name',
      case when private.recipient_state(event.id) <> 'checking' then private.event_payee(event.id) end),
    'refund', private.refund_terms(registration), 'event_rules', event.rules,
    'can_cancel', private.may_change(registration, 'cancel_own') and event.starts_at > now(),
    'invoice', case when private.held_registration(token) is not null then private.invoice_of(registration.id) end
  )
  from public.event_registrations as registration join public.events as event on event.id = registration.event_id
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;

create or replace function private.decide_registration(registration uuid, decision text, reason text, expected_version timestamptz)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  end if;
  case decision
    when 'approve' then
      if existing.status <> all (private.approvable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.has_places(existing) then
        return private.refused('no_places');
      elsif existing.price_cents > 0 and not private.event_payment_is_possible(existing.event_id) then
        return private.refused('payment_unavailable');
      end if;
      perform private.set_registration_status(existing.id, case when existing.price_cents > 0 then 'awaiting_payment'
        else 'confirmed' end, note);
    when 'wait' then
      if existing.status <> all (private.waitable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'wait') then
        return private.refused('registration_entered');
      end if;
      perform private.set_registration_status(existing.id, 'waitlisted', note);
    when 'promote' then
      if existing.status <> 'waitlisted' then
        return private.refused('registration_decided');
      elsif not private.has_places(existing) then
        return private.refused('no_places');
      elsif existing.price_cents > 0 and not private.event_payment_is_possible(existing.event_id) then
        return private.refused('payment_unavailable');
      end if;
      perform private.set_registration_status(existing.id, 'offered', note);
    when 'reject' then
      if note is null then
        return private.refused('reason_missing');
      elsif existing.status <> all (private.refusable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'reject') then
        return private.refused('registration_entered');
      end if;
      perform private.set_registration_status(existing.id, 'rejected', note);
    when 'cancel' then
      if note is null then
        return private.refused('reason_missing');
      elsif existing.status <> all (private.active_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'cancel') then
        return private.refused('registration_entered');
      end if;
      return private.saved(jsonb_build_object('status', private.cancel_registration(existing.id, note)));
    else
      perform private.refuse('invalid', 'decision');
  end case;
  if existing.status = 'offered' then
    perform private.promote_waiting(existing.type_id);
  end if;
  return private.saved(jsonb_build_object('status',
    (select status from public.event_registrations where id = existing.id)));
end $$;

create or replace function private.add_registration(payload jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  people text[] := array(select left(btrim(name), 120) from jsonb_array_elements_text(coalesce(payload -> 'companions',
    '[]')) as name where btrim(name) <> '');
  added public.event_registrations;
begin
  perform private.require_event_right(
    (select event_id from public.event_registration_types where id = (payload ->> 'type_id')::uuid), 'registrations');
  kind := private.lock_kinds((payload ->> 'type_id')::uuid);
  if kind.id is null then
    perform private.refuse('registration_missing');
  end if;
  insert into public.event_registrations (
    code, event_id, type_id, full_name, email, phone, town, club, company, companions, places, price_cents, status,
      source, locale, request_id
  ) values (
    private.new_registration_code(), kind.event_id, kind.id, btrim(payload ->> 'full_name'),
      lower(btrim(payload ->> 'email')), nullif(payload ->> 'phone', ''),
    nullif(payload ->> 'town', ''), nullif(payload ->> 'club', ''), nullif(payload ->> 'company', ''), people,
      1 + cardinality(people),
    case when (payload ->> 'is_free')::boolean then 0 else private.registration_price(kind, 1 + cardinality(people),
      null) end, 'pending', 'panel',
    coalesce(payload ->> 'locale', 'pt-BR'), (payload ->> 'request_id')::uuid
  ) on conflict (request_id) do nothing returning * into added;
  if added.id is null then
    return (select id from public.event_registrations where request_id = (payload ->> 'request_id')::uuid);
  end if;
  insert into public.registration_vehicles (registration_id, position, make, model, year, plate)
  select added.id, place, vehicle ->> 'make', vehicle ->> 'model', (vehicle ->> 'year')::integer,
    nullif(vehicle ->> 'plate', '')
  from jsonb_array_elements(coalesce(payload -> 'vehicles', '[]')) with ordinality as given (vehicle, place)
    where place <= kind.max_vehicles;
  if not private.has_places(added) then
    perform private.refuse('no_places');
  end if;
  if added.price_cents > 0 and not private.event_payment_is_possible(added.event_id) then
    perform private.refuse('payment_unavailable');
  end if;
  perform private.set_registration_status(added.id, case when added.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end);
  return added.id;
end $$;

-- Submitting, publishing, postponing and cancelling an event.

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
      )) as has_paid,
      bool_or(exists (
        select from public.payments
        where subject_type = 'registration' and subject_id = registration.id and payments.status = 'paid'
          and payments.recipient_id is not null
      )) as has_paid_organiser
    from public.event_registrations as registration
    where event_id = event.id and registration.status = any (private.active_registration_statuses())
    group by lower(registration.email)
    -- A person who ended the messages still gets the mail that the event does not take place as planned.
    having mail_registered.change in ('cancelled', 'postponed') or
      not bool_or(registration.messages_refused_at is not null)
    order by lower(registration.email)
  loop
    begin
      perform private.enqueue_mail(person.email, 'event_changed', private.mail_event_facts(event) || jsonb_build_object(
        'name', person.full_name, 'change', change, 'note', coalesce(note, ''),
        'codes', person.codes, 'paid', case when person.has_paid_organiser then 'organiser'
          when person.has_paid then 'yes' else 'no' end,
        'path', '/eventos/lacambeche/' || event.slug, 'ends_registration', person.id
      ), person.locale);
      enqueued := enqueued + 1;
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return enqueued;
end $$;

create or replace function private.event_gaps(event public.events) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when event.starts_at <= now() then 'date' end,
    case when char_length(btrim(event.description)) < 30 then 'description' end,
    case when event.lat is null then 'position' end,
    case when event.organizer_phone is null and event.organizer_email is null then 'contact' end,
    case when private.is_paid_event(event.id) and private.recipient_state(event.id) = 'none' then 'payment' end
  ], null)
$$;

create or replace function private.book_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_paid boolean := false;
  refunded integer := 0;
  disputed integer := 0;
begin
  -- Money that an organiser receives itself is in the ledger of its event.
  if new.recipient_id is not null then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    was_paid := old.paid_at is not null;
    refunded := old.refunded_cents;
    disputed := old.disputed_cents;
  end if;
  insert into public.payment_entries (payment_id, kind, method, subject_type, amount_cents)
  select new.id, entry.kind, new.method, new.subject_type, entry.cents
  from (values
    ('payment', case when new.paid_at is not null and not was_paid then new.amount_cents else 0 end),
    (case when new.refunded_cents > refunded then 'refund' else 'refund_failed' end, refunded - new.refunded_cents),
    (case when new.disputed_cents > disputed then 'dispute' else 'dispute_won' end, disputed - new.disputed_cents)
  ) as entry (kind, cents)
  where entry.cents <> 0;
  return null;
end $$;

create or replace function private.attach_pix(payment uuid, payload text) returns void
language sql volatile security definer set search_path = '' as $$
  -- The code of another recipient is never stored with a payment.
  update public.payments as known set pix_payload = payload
  where known.id = payment and known.method = 'pix' and known.status = 'pending' and (known.recipient_id is null
    or exists (
      select from public.event_recipients as recipient
      where recipient.id = known.recipient_id and strpos(payload, recipient.pix_key) > 0
        and strpos(payload, known.pix_txid) > 0
    ))
$$;

create or replace function private.takes_payment(event uuid, wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when own.kind = 'pix' then own.status = 'approved' and wanted = 'pix'
    else events.portal_collects or private.collects_for_events()
  end
  from public.events left join lateral private.event_recipient(events.id) as own on true
  where events.id = takes_payment.event
$$;

create or replace function private.own_recipient(recipient public.event_recipients) returns uuid
language sql immutable set search_path = '' as $$
  select case when recipient.kind <> 'portal' then recipient.id end
$$;

create or replace function private.open_registration_payment(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  recipient public.event_recipients := private.event_recipient(owed.event_id);
  payment public.payments;
  ends timestamptz;
  last_hold timestamptz;
begin
  if owed.id is null then
    perform private.refuse('sale_missing');
  elsif wanted not in ('card', 'pix') then
    perform private.refuse('invalid', 'method');
  elsif owed.status not in ('offered', 'awaiting_payment') or owed.price_cents = 0 then
    perform private.refuse('nothing_to_pay');
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    perform private.refuse('in_progress');
  elsif not private.takes_payment(owed.event_id, wanted) then
    perform private.refuse('recipient_checked');
  end if;
  select ends_at into ends from public.events where id = owed.event_id;
  if owed.held_until <= now() or ends <= now() then
    perform private.refuse('period_over');
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and recipient_id is not distinct from private.own_recipient(recipient)
    and amount_cents = owed.price_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null
      or expires_at > now() + make_interval(mins => private.card_page_minutes() - 1))
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, recipient_id,
      expires_at) values (
      'registration', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      private.own_recipient(recipient),
      case wanted when 'card' then now() + make_interval(mins => private.card_page_minutes())
        else greatest(least(now() + make_interval(hours => private.pix_hours()), ends),
          now() + make_interval(mins => private.hold_minutes())) end
    ) returning * into payment;
  end if;
  -- The place is held as long as the payment is open. Payments that are opened one after the other hold it for one
  -- hour more than a Pix payment in all.
  select max(created_at) + make_interval(hours => private.pix_hours() + 1) into last_hold
  from public.registration_events
  where registration_id = owed.id and to_status in ('offered', 'awaiting_payment') and from_status
    is distinct from to_status;
  update public.event_registrations set status = 'awaiting_payment',
    held_until = greatest(held_until, least(payment.expires_at, last_hold)) where id = owed.id;
  return payment;
end $$;

create or replace function private.open_difference(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  recipient public.event_recipients := private.event_recipient(owed.event_id);
  payment public.payments;
begin
  if wanted not in ('card', 'pix') then
    perform private.refuse('invalid', 'method');
  elsif owed.status is distinct from 'confirmed' or owed.difference_cents = 0 then
    perform private.refuse('nothing_to_pay');
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    perform private.refuse('in_progress');
  elsif not private.takes_payment(owed.event_id, wanted) then
    perform private.refuse('recipient_checked');
  elsif exists (select from public.events where id = owed.event_id and ends_at <= now()) then
    perform private.refuse('period_over');
  end if;
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and recipient_id is not distinct from private.own_recipient(recipient)
    and difference = 'asked' and amount_cents = owed.difference_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null
      or expires_at > now() + make_interval(mins => private.card_page_minutes() - 1))
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, recipient_id,
      expires_at, difference) values (
      'registration', owed.id, wanted, owed.difference_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      private.own_recipient(recipient),
      now() + case wanted when 'card' then make_interval(mins => private.card_page_minutes())
        else make_interval(hours => private.pix_hours()) end, 'asked'
    ) returning * into payment;
  end if;
  return payment;
end $$;

-- Volatile, so that it sees a recipient that was approved while the payment waited for its lock.
create or replace function private.opened_payment(payment public.payments) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.saved(to_jsonb(payment) || jsonb_build_object('recipient', private.payable_recipient(payment)))
$$;

create or replace function private.payable_recipient(payment public.payments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('pix_key_type', recipient.pix_key_type, 'pix_key', recipient.pix_key,
    'name', recipient.name, 'city', recipient.city,
    'is_current', (private.event_recipient(recipient.event_id)).id = recipient.id)
  from public.event_recipients as recipient where recipient.id = payment.recipient_id
$$;

create or replace function public.open_payment(method text, token text default null, sale uuid default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.opened_payment(private.open_payment(token, sale, method));

create or replace function private.decide_pix(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  reason_text text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_money();
  -- Money of an organiser is confirmed by its treasurer.
  select * into payment from public.payments where id = item and method = 'pix' and recipient_id is null;
  if payment.id is null then
    return private.gone();
  end if;
  perform 1 from public.sales where id = payment.subject_id and payment.subject_type = 'sale' for update;
  if payment.subject_type = 'registration' then
    perform private.lock_registration(payment.subject_id);
  elsif payment.subject_type = 'service_plan' then
    perform private.lock_service_plan(payment.subject_id);
  end if;
  select * into payment from public.payments where id = item for update;
  if payment.status not in ('pending', 'review') or decision not in ('approve', 'reject')
    or (expected_status is not null and expected_status <> payment.status) then
    return private.decided_already(payment.status, payment.confirmed_by, payment.updated_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
  if decision = 'approve' then
    update public.payments set confirmed_by = (select private.account_id()), note = reason_text where id = item;
    next_status := private.advance_payment(item, 'paid');
  else
    update public.payments set status = 'pending', note = reason_text, receipt_path = null, receipt_sent_at = null,
      confirmed_by = (select private.account_id()) where id = item;
    next_status := 'pending';
  end if;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create or replace function private.mark_refunded(item uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
begin
  perform private.require_money();
  perform private.check_reason('reject', reason);
  select * into payment from public.payments where id = item;
  if payment.id is null or payment.method = 'card' or payment.status <> 'paid' or payment.recipient_id is not null then
    return private.refused('not_refundable');
  end if;
  perform set_config('app.audit_reason', left(reason, 300), true);
  perform private.advance_payment(item, 'refunded', payment.amount_cents);
  return private.saved();
end $$;

create or replace function private.refuse_entry_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (to_jsonb(new) - 'account_id') is distinct from (to_jsonb(old) - 'account_id') or new.account_id is not null then
    raise exception 'rows of % are not changed', tg_table_name using errcode = '42501';
  end if;
  return new;
end $$;

create or replace function private.queue_refund_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('refund-proofs', array[old.proof_path]);
  return null;
end $$;

create or replace function private.event_of_receipt(path text) returns uuid
language sql stable security definer set search_path = '' as $$
  select registration.event_id
  from public.payments as paid join public.event_registrations as registration
    on registration.id = paid.subject_id and paid.subject_type = 'registration'
  where paid.receipt_path = path and paid.recipient_id is not null
$$;

create or replace function private.own_payment(item uuid) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  registration public.event_registrations;
begin
  perform private.require_account();
  select * into payment from public.payments
  where id = item and subject_type = 'registration' and recipient_id is not null;
  select * into registration from public.event_registrations where id = payment.subject_id;
  perform private.require_event_money(registration.event_id);
  -- The registration is always locked before its payment.
  perform private.lock_registration(registration.id);
  select * into payment from public.payments where id = item for update;
  return payment;
end $$;

create or replace function private.event_of_payment(payment public.payments) returns uuid
language sql stable security definer set search_path = '' as $$
  select event_id from public.event_registrations
  where id = payment.subject_id and payment.subject_type = 'registration'
$$;

create or replace function private.is_transfer_day(day date, payment public.payments) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(day between private.day_of(payment.created_at) and private.day_of(now()), false)
$$;

create or replace function private.confirm_event_pix(item uuid, received_cents integer, on_day date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments := private.own_payment(item);
  next_status text;
begin
  if payment.status not in ('pending', 'review', 'expired')
    or payment.status = 'expired' and exists (select from public.event_refunds where payment_id = item)
  then
    return private.decided_already(payment.status, payment.confirmed_by, payment.updated_at);
  elsif payment.method <> 'pix' then
    return private.refused('not_pix');
  elsif confirm_event_pix.received_cents is null or confirm_event_pix.received_cents not between 1 and 99999999 then
    perform private.refuse('invalid', 'received_cents');
  elsif not private.is_transfer_day(on_day, payment) then
    perform private.refuse('invalid', 'on_day');
  elsif confirm_event_pix.received_cents <= payment.received_cents then
    -- A second treasurer who notes the same short amount, or one who forgets what was noted.
    return private.decided_already(payment.status, payment.confirmed_by, payment.updated_at);
  end if;
  insert into public.event_payment_entries (event_id, payment_id, kind, amount_cents, on_day)
  values (private.event_of_payment(payment), item, 'payment',
    confirm_event_pix.received_cents - coalesce(payment.received_cents, 0), confirm_event_pix.on_day);
  update public.payments set received_cents = confirm_event_pix.received_cents, received_on = confirm_event_pix.on_day,
    confirmed_by = (select private.account_id()), note = null
  where id = item returning * into payment;
  if payment.received_cents < payment.amount_cents then
    return private.saved(jsonb_build_object('status', payment.status,
      'missing_cents', payment.amount_cents - payment.received_cents));
  end if;
  next_status := private.advance_payment(item, 'paid');
  return private.saved(jsonb_build_object('status', next_status, 'missing_cents', 0));
end $$;

create or replace function private.undo_event_pix(item uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments := private.own_payment(item);
  registration public.event_registrations;
  reason_text text := private.check_reason('reject', reason);
begin
  select * into registration from public.event_registrations where id = payment.subject_id;
  if payment.received_cents is null or payment.method <> 'pix' then
    return private.gone();
  elsif payment.status = 'refunded'
    or exists (select from public.event_refunds where payment_id = item)
  then
    return private.refused('refunded');
  elsif coalesce(payment.paid_at, payment.updated_at) <= now() - make_interval(hours => private.pix_undo_hours()) then
    return private.refused('too_late');
  elsif private.has_entered(registration.id) then
    return private.refused('registration_entered');
  end if;
  insert into public.event_payment_entries (event_id, payment_id, kind, amount_cents, on_day, note)
  values (registration.event_id, item, 'undone', -payment.received_cents, private.day_of(now()), reason_text);
  perform set_config('app.audit_reason', left(reason_text, 300), true);
  if registration.payment_id = item then
    update public.event_registrations set payment_id = null, difference_cents = 0 where id = registration.id;
  elsif payment.difference = 'counted' and registration.status = 'confirmed' then
    update public.event_registrations set difference_cents = difference_cents + payment.amount_cents
    where id = registration.id;
  end if;
  update public.payments set
    status = case when receipt_path is null then 'pending' else 'review' end, paid_at = null, received_cents = null,
    received_on = null, confirmed_by = null, note = null, needs_refund = false,
    difference = case when difference = 'counted' then 'asked' else difference end,
    expires_at = greatest(expires_at, now() + make_interval(hours => private.pix_undo_hours()))
  where id = item;
  if registration.payment_id = item and registration.status = 'confirmed' then
    perform private.set_registration_status(registration.id, 'awaiting_payment', reason_text);
    update public.event_registrations
    set held_until = greatest(held_until, now() + make_interval(hours => private.pix_undo_hours()))
    where id = registration.id;
  end if;
  return private.saved();
end $$;

create or replace function private.refuse_event_receipt(item uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments := private.own_payment(item);
  reason_text text := private.check_reason('reject', reason);
begin
  if payment.status <> 'review' then
    return private.decided_already(payment.status, payment.confirmed_by, payment.updated_at);
  end if;
  perform set_config('app.audit_reason', left(reason_text, 300), true);
  update public.payments set status = 'pending', note = reason_text, receipt_path = null, receipt_sent_at = null,
    confirmed_by = (select private.account_id()) where id = item;
  return private.saved();
end $$;

create or replace function private.record_event_refund(item uuid, cents integer, on_day date, proof_path text, is_final boolean,
  left_cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments := private.own_payment(item);
  received integer := coalesce(payment.received_cents, payment.amount_cents);
  returned integer := (select coalesce(sum(amount_cents), 0) from public.event_refunds where payment_id = item);
  owed record;
begin
  -- A form that is sent twice records one return: the second one says what was left before it.
  if payment.status = 'refunded' or payment.paid_at is null and payment.received_cents is null
    or left_cents <> received - returned
  then
    return private.refused('not_refundable');
  elsif cents is null or cents not between 1 and received - returned then
    return private.refused('amount');
  elsif not private.is_transfer_day(record_event_refund.on_day, payment) then
    perform private.refuse('invalid', 'on_day');
  elsif record_event_refund.proof_path is null
    or record_event_refund.proof_path !~ ('^' || item::text || '/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$')
    or not exists (select from storage.objects
      where bucket_id = 'refund-proofs' and name = record_event_refund.proof_path)
  then
    perform private.refuse('invalid', 'proof');
  end if;
  select * into owed from private.refund_of_payment(payment);
  if coalesce(is_final, false) and owed.law_cents > cents then
    return private.refused('law');
  end if;
  insert into public.event_refunds (event_id, payment_id, amount_cents, on_day, proof_path)
  values (private.event_of_payment(payment), item, cents, record_event_refund.on_day, record_event_refund.proof_path);
  insert into public.event_payment_entries (event_id, payment_id, kind, amount_cents, on_day)
  values (private.event_of_payment(payment), item, 'refund', -cents, record_event_refund.on_day);
  returned := returned + cents;
  if payment.paid_at is null then
    -- A short payment that went back: the person pays again.
    if returned >= received then
      update public.payments set status = 'expired', received_cents = null, received_on = null, note = null
      where id = item;
    end if;
    return private.saved();
  end if;
  -- More than the price arrived: what was too much goes back first.
  perform private.advance_payment(item, 'paid',
    greatest(returned - greatest(received - payment.amount_cents, 0), 0));
  if coalesce(is_final, false) then
    update public.payments set needs_refund = false where id = item and needs_refund;
  end if;
  return private.saved();
end $$;

create or replace function private.terms_of_payment(payment public.payments, registration public.event_registrations)
  returns table (cents integer, full_until timestamptz, is_full boolean)
language sql stable security definer set search_path = '' as $$
  select payment.amount_cents - payment.refunded_cents, term.ends,
    coalesce(coalesce(registration.cancelled_at, now()) < term.ends, false)
      or registration.status = any (private.ended_registration_statuses())
        and not private.is_cancelled_by_holder(registration)
  -- The day of the payment is not counted.
  from (select private.day_start(private.day_of(payment.paid_at) + private.withdrawal_days() + 1) as ends) as term
$$;

create or replace function private.refund_of_payment(payment public.payments)
  returns table (law_cents integer, rules_cents integer, since timestamptz, due_on date)
language sql stable security definer set search_path = '' as $$
  select
    case when is_full or not is_counted then rest else too_much end,
    case when is_counted and is_ended and not is_full then rest - too_much else 0 end,
    since, private.day_of(since) + private.organiser_refund_days()
  from (
    select ended.is_ended, ended.is_ended and terms.is_full as is_full,
      coalesce(registration.payment_id = payment.id or payment.difference = 'counted', false) as is_counted,
      greatest(coalesce(payment.received_cents, payment.amount_cents) - returned.cents, 0)::integer as rest,
      greatest(coalesce(payment.received_cents, payment.amount_cents) - payment.amount_cents - returned.cents,
        0)::integer as too_much,
      coalesce(registration.cancelled_at, case when ended.is_ended then registration.updated_at end, payment.paid_at,
        payment.updated_at) as since
    from public.event_registrations as registration
    cross join lateral private.terms_of_payment(payment, registration) as terms
    cross join lateral (
      select registration.status = any (private.ended_registration_statuses()) as is_ended
    ) as ended
    cross join lateral (
      select coalesce(sum(one.amount_cents), 0) as cents from public.event_refunds as one
      where one.payment_id = payment.id
    ) as returned
    where registration.id = payment.subject_id
  ) as owed
$$;

create or replace function private.owed_by_organiser(payment public.payments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('law_cents', law_cents, 'rules_cents', rules_cents, 'due_on', due_on)
  from private.refund_of_payment(payment)
  where payment.recipient_id is not null and (payment.needs_refund
    or payment.paid_at is not null and law_cents > 0 and payment.received_cents > payment.amount_cents
    or payment.paid_at is null and payment.received_cents is not null and exists (
      select from public.event_registrations
      where id = payment.subject_id and status = any (private.ended_registration_statuses())))
$$;

create or replace function private.event_money(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'payments');
  return (
    with own as (
      select paid, registration, recipient.name as recipient, owed.law_cents, owed.rules_cents, owed.since, owed.due_on,
        -- Money of it would go back, or needs a place that is still free.
        registration.status = any (private.ended_registration_statuses())
          or registration.payment_id is not null and paid.difference is null as is_late
      from public.event_registrations as registration
      join public.payments as paid on paid.subject_type = 'registration' and paid.subject_id = registration.id
      join public.event_recipients as recipient on recipient.id = paid.recipient_id
      left join lateral private.refund_of_payment(paid) as owed
        on paid.paid_at is not null or paid.received_cents is not null
      where registration.event_id = event_money.event
    ), entry as (
      select (own.paid).id, (own.paid).status, (own.paid).created_at, own.is_late, jsonb_build_object(
        'id', (own.paid).id, 'registration_id', (own.registration).id, 'code', (own.registration).code,
        'name', (own.registration).full_name, 'registration_status', (own.registration).status,
        'status', (own.paid).status, 'method', (own.paid).method, 'txid', (own.paid).pix_txid,
        'amount_cents', (own.paid).amount_cents, 'received_cents', (own.paid).received_cents,
        'received_on', (own.paid).received_on, 'refunded_cents', (own.paid).refunded_cents,
        'has_receipt', (own.paid).receipt_path is not null, 'recipient', own.recipient, 'is_late', own.is_late,
        'created_at', (own.paid).created_at, 'paid_at', (own.paid).paid_at,
        'by', (select username from public.profiles where profiles.id = (own.paid).confirmed_by),
        'undo_until', case when (own.paid).received_cents is not null and (own.paid).status <> 'refunded'
          then coalesce((own.paid).paid_at, (own.paid).updated_at) + make_interval(hours => private.pix_undo_hours())
          end,
        'law_cents', own.law_cents, 'rules_cents', own.rules_cents, 'owed_since', own.since, 'due_on', own.due_on,
        'refunds', (
          select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'amount_cents', one.amount_cents,
            'on_day', one.on_day) order by one.created_at), '[]')
          from public.event_refunds as one where one.payment_id = (own.paid).id
        )
      ) as facts,
      (own.paid).needs_refund
        or coalesce((own.paid).received_cents, 0) > (own.paid).amount_cents and own.law_cents > 0
        or (own.paid).paid_at is null and (own.paid).received_cents is not null
          and (own.registration).status = any (private.ended_registration_statuses()) as is_owed
      from own
    )
    select jsonb_build_object(
      'waiting', (
        select coalesce(jsonb_agg(facts order by status = 'review' desc, is_late, created_at, id), '[]')
        from (select * from entry where status in ('pending', 'review')
          order by status = 'review' desc, is_late, created_at, id limit 500) as listed
      ),
      'owed', (
        select coalesce(jsonb_agg(facts order by facts ->> 'owed_since', id), '[]')
        from entry where is_owed and status <> 'refunded'
      ),
      'recent', (
        select coalesce(jsonb_agg(facts order by facts ->> 'paid_at' desc, id), '[]')
        from (select * from entry where status in ('paid', 'refunded') order by facts ->> 'paid_at' desc, id limit 100)
          as listed
      )
    )
  );
end $$;

create or replace function private.event_receipt_path(item uuid) returns text
language sql stable security definer set search_path = '' as $$
  select paid.receipt_path from public.payments as paid
  where paid.id = item and paid.recipient_id is not null
    and private.event_of_payment(paid) in (select private.events_with_right('payments'))
$$;

create or replace function private.event_statement(event uuid, from_day date, to_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'payments');
  return (
    with entries as (
      select entry.on_day as day, entry.kind, entry.amount_cents, 'pix'::text as method, false as is_portal,
        entry.payment_id, entry.booked_at
      from public.event_payment_entries as entry where entry.event_id = event_statement.event
      union all
      select private.day_of(entry.booked_at), case when entry.kind = 'payment' then 'payment' else 'refund' end,
        entry.amount_cents, entry.method, true, entry.payment_id, entry.booked_at
      from public.payment_entries as entry
      join public.payments as paid on paid.id = entry.payment_id and paid.subject_type = 'registration'
      join public.event_registrations as registration on registration.id = paid.subject_id
      where registration.event_id = event_statement.event
    ), listed as (
      select * from entries
      where (from_day is null or day >= from_day) and (to_day is null or day <= to_day)
    )
    select jsonb_build_object(
      'received_cents', coalesce(sum(amount_cents) filter (where kind in ('payment', 'undone')), 0),
      'refunded_cents', coalesce(-sum(amount_cents) filter (where kind = 'refund'), 0),
      'net_cents', coalesce(sum(amount_cents), 0),
      'rows', coalesce((
        select jsonb_agg(jsonb_build_object(
          'day', line.day, 'kind', line.kind, 'amount_cents', line.amount_cents, 'method', line.method,
          'is_portal', line.is_portal, 'code', registration.code, 'txid', paid.pix_txid,
          'recipient', coalesce(recipient.name, 'Portal LACAMBECHE')
        ) order by line.day, line.booked_at, line.payment_id, line.kind)
        from listed as line join public.payments as paid on paid.id = line.payment_id
        left join public.event_registrations as registration on registration.id = paid.subject_id
        left join public.event_recipients as recipient on recipient.id = paid.recipient_id
      ), '[]')
    )
    from listed
  );
end $$;

create or replace function public.confirm_event_pix(item uuid, received_cents integer, on_day date) returns jsonb
language sql volatile security invoker set search_path = ''
return private.confirm_event_pix(item, received_cents, on_day);

create or replace function public.undo_event_pix(item uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.undo_event_pix(item, reason);

create or replace function public.refuse_event_receipt(item uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.refuse_event_receipt(item, reason);

create or replace function public.record_event_refund(item uuid, cents integer, on_day date, proof_path text,
  is_final boolean default false, left_cents integer default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.record_event_refund(item, cents, on_day, proof_path, is_final, left_cents);

create or replace function public.event_money(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_money(event);

create or replace function public.event_receipt_path(item uuid) returns text
language sql stable security invoker set search_path = ''
return private.event_receipt_path(item);

create or replace function public.event_statement(event uuid, from_day date default null, to_day date default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_statement(event, from_day, to_day);

create function private.read_own_payments() returns table (
  id uuid, registration_id uuid, code text, event text, translations jsonb, amount_cents integer,
    refunded_cents integer,
  method text, status text, at timestamptz, plan_id uuid, place text, state_abbr text, is_to_organiser boolean
)
language sql stable security definer set search_path = '' as $$
  select coalesce(payment.id, registration.id), registration.id, registration.code, event.title, event.translations,
    coalesce(payment.amount_cents, registration.price_cents), coalesce(payment.refunded_cents, 0), payment.method,
    coalesce(payment.status, 'open'), coalesce(payment.paid_at, payment.created_at, registration.created_at),
      null::uuid, null, null, payment.recipient_id is not null
  from public.event_registrations as registration
  join public.events as event on event.id = registration.event_id
  left join public.payments as payment on payment.subject_type = 'registration' and payment.subject_id = registration.id
  where registration.user_id = (select private.account_id())
    and (payment.id is not null or registration.price_cents > 0 and registration.status
      in ('offered', 'awaiting_payment'))
  union all
  select coalesce(payment.id, plan.id), null, plan.plan_name, null, null,
    coalesce(payment.amount_cents, plan.price_cents), coalesce(payment.refunded_cents, 0), payment.method,
    coalesce(payment.status, 'open'), coalesce(payment.paid_at, payment.created_at, plan.created_at), plan.id,
      services.name, services.state_abbr, false
  from public.service_plans as plan
  join public.services on services.id = plan.service_id
  left join public.payments as payment on payment.subject_type = 'service_plan' and payment.subject_id = plan.id
  where plan.account_id = (select private.account_id()) and services.deleted_at is null
    and private.owns_place(services.id)
    and (payment.id is not null or plan.status = 'ordered')
  order by 10 desc, 1 limit 100
$$;

create function public.own_payments() returns table (
  id uuid, registration_id uuid, code text, event text, translations jsonb, amount_cents integer,
    refunded_cents integer,
  method text, status text, at timestamptz, plan_id uuid, place text, state_abbr text, is_to_organiser boolean
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_own_payments();
end;

create or replace function public.inbox_counts() returns table (kind text, waiting bigint, oldest timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select 'service_request', count(*), min(created_at) from public.service_requests where status
    in ('received', 'in_review')
  union all
  select 'trip_panel', count(*), min(created_at) from public.trip_panel_requests where status
    = any (private.waiting_trip_panel_statuses())
  union all
  select 'takedown', count(*), min(created_at) from public.takedown_requests where status in ('received', 'in_review')
  union all
  select 'report', count(*), min(created_at) from public.reports where status = 'open'
  union all
  select 'app_review', count(*), min(created_at) from public.app_reviews where status = 'pending'
  union all
  select 'ad_lead', count(*), min(created_at) from public.ad_leads where status in ('received', 'contacted')
  union all
  select 'seller', count(*), min(created_at) from public.sellers where status = 'pending'
  union all
  select 'pix', count(*), min(created_at) from public.payments where method = 'pix' and status = 'review'
    and recipient_id is null
  union all
  select 'ad', count(*), min(created_at) from public.ads where status = 'in_review'
  union all
  select 'event', count(*), min(created_at) from public.events where status = 'pending' and deleted_at is null
  union all
  select 'event_change', count(*), min(created_at) from public.event_changes where status = 'pending'
  union all
  select 'voucher', count(*), min(updated_at) from public.vouchers
  where status = 'pending' and (select private.is_staff() and private.has_permission('vouchers'));
end;

create index event_recipients_event_id_idx on public.event_recipients (event_id, position desc);

create index event_recipients_created_by_idx on public.event_recipients (created_by);

create index event_recipients_decided_by_idx on public.event_recipients (decided_by);

create index event_recipients_pending_idx on public.event_recipients (created_at) where status = 'pending';

create index payments_recipient_id_idx on public.payments (recipient_id);

create index event_payment_entries_event_id_idx on public.event_payment_entries (event_id, on_day, id);

create index event_payment_entries_payment_id_idx on public.event_payment_entries (payment_id);

create index event_payment_entries_account_id_idx on public.event_payment_entries (account_id);

create index event_refunds_event_id_idx on public.event_refunds (event_id, created_at desc);

create index event_refunds_payment_id_idx on public.event_refunds (payment_id);

create index event_refunds_account_id_idx on public.event_refunds (account_id);

create policy "treasurers and financial managers read recipients" on public.event_recipients
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('financials'))
    or event_id in (select private.events_with_right('payments'))
  );

create policy "treasurers and financial managers read entries of events"
  on public.event_payment_entries for select to authenticated
  using ((select private.reads_money()) or event_id in (select private.events_with_right('payments')));

create policy "treasurers and financial managers read refunds of events" on public.event_refunds
  for select to authenticated
  using ((select private.reads_money()) or event_id in (select private.events_with_right('payments')));

-- A browser with a session reaches the files only through the paths that the functions stored.
create policy "treasurers and financial managers read proofs of refunds" on storage.objects
  for select to authenticated
  using (bucket_id = 'refund-proofs' and exists (select from public.event_refunds where proof_path = name));

create policy "treasurers read receipts of payments to the organiser" on storage.objects
  for select to authenticated
  using (bucket_id = 'payment-receipts' and (select private.event_of_receipt(name)) in (
    select private.events_with_right('payments')));

create trigger events_functions_only before insert or update on public.events
  for each row execute function private.guard_event_columns(
    'status,status_note,organizer_id,is_demo,decided_by,decided_at,published_at,portal_collects',
    '{"status": "draft", "is_demo": false, "portal_collects": true}');

create trigger event_recipients_audit after insert or update or delete on public.event_recipients
  for each row execute function private.write_audit('id', 'event_id,kind,status,note');

create trigger events_portal_collects before insert on public.events
  for each row execute function private.set_portal_collects();

create trigger event_payment_entries_stay before update on public.event_payment_entries
  for each row execute function private.refuse_entry_change();

create trigger event_refunds_stay before update on public.event_refunds
  for each row execute function private.refuse_entry_change();

create trigger event_refunds_audit after insert or delete on public.event_refunds
  for each row execute function private.write_audit('id', 'event_id,payment_id,amount_cents,on_day');

create trigger event_refunds_files after delete on public.event_refunds
  for each row execute function private.queue_refund_proof();

comment on function private.payment_setting_keys is 'Settings of payments.';

comment on column public.payment_settings.value is
  'stripe_config {enabled, publishable_key, default_price_id}; pix_config {enabled, pix_key, pix_key_type, '
  'recipient_name, city}; event_collecting {enabled}: whether the portal collects for new organisers of events';

comment on function private.recipient_kinds is
  'Who receives the money of an event: a Pix key of the organiser, or the portal.';

comment on function private.event_recipient_statuses is
  'Statuses of a recipient that the people of an event asked for; the first two count.';

comment on function private.recipient_states is
  'Who receives the money of an event now: an approved key of the organiser, a key that the team checks (nobody '
  'pays meanwhile), the portal, or nobody.';

comment on function private.event_entry_kinds is
  'Kinds of entries in the statement of an event about money that the organiser received itself.';

comment on function private.recipient_changes_per_day is 'Most changes of the recipient of an event in a day.';

comment on function private.pix_undo_hours is
  'Hours after its confirmation in which a treasurer undoes the confirmation of a Pix payment.';

comment on function private.organiser_refund_days is
  'Days in which the portal expects that an organiser returns money. The law says at once; this is no right to wait.';

comment on table public.event_recipients is
  'Recipients that the people of an event asked for, one row for each change; written by functions only, and never '
  'changed but for the decision. The newest row that was neither rejected nor withdrawn counts.';

comment on column public.event_recipients.name is 'Name of the holder of the key, which the payer reads before paying.';

comment on function private.event_recipient is
  'The recipient that counts: the newest that is approved or waits for the decision of the team; none when the event '
  'never asked for another one than the portal.';

comment on function private.collects_for_events is
  'Whether the portal collects for new organisers. The owner of the portal switches it on after a legal check.';

comment on function private.set_portal_collects is
  'Trigger function: the portal collects for its own events and for organisers for whom it collected before; for new '
  'organisers, also those with a publish link, only while the setting is on.';

comment on function private.portal_can_be_paid is
  'Whether Pix or cards are on in the payment settings. The secret key of cards is in the environment, where SQL does '
  'not see it.';

comment on function private.recipient_state is
  'own (a key that the team approved), checking (a key that waits for it), portal, or none: nobody receives money.';

comment on function private.event_payment_is_possible is
  'Whether a paid registration of the event can be paid now; not while the team checks a new recipient.';

comment on function private.event_payee is
  'Who receives the money of registrations: the holder of the Pix key of the organiser, also while it is checked, or '
  'of the portal.';

comment on function private.event_collecting is
  'Who receives the money of an event, for the pages before the payment; null for events that the caller does not see. '
  'A name that is not approved yet is left out.';

comment on function private.require_event_money is
  'Raises 42501 unless a role of the caller has the right payments in the event; the team of the portal has it not.';

comment on function private.accounts_with_right is 'Accounts whose role in an event has a right.';

comment on function private.lock_recipient is 'Locks an event and its kinds; false for an event that does not exist.';

comment on function private.tell_about_recipient is 'Mails every owner of an event about its recipient.';

comment on function private.tell_money_managers is 'Notice to financial managers about a recipient to check.';

comment on function private.extend_holds is
  'Gives places that waited for a decision about the recipient time to be paid.';

comment on function private.recipient_entry is 'A recipient with the names of the people who asked and decided.';

comment on function public.event_collecting is
  'Who receives the money of an event ({state, name}); null for events that the caller does not see.';

comment on function public.set_event_recipient is
  'People with the right payments in an event ask for another recipient; paid registrations stop until the team '
  'approves it, and every owner gets a mail. Raises 28000 without a recent proof of identity. Answers saved, gone, or '
  'refused with portal_off, unchanged or limit.';

comment on function public.withdraw_event_recipient is
  'Ends a change that waits for the team, so that the recipient before it counts again; needs a recent proof of '
  'identity. Answers saved or gone.';

comment on function public.decide_event_recipient is
  'A financial manager approves or rejects (with a reason) a recipient; needs a recent proof of identity. Answers '
  'saved, gone, conflict (decided already), or refused with own (asked for by the caller).';

comment on function public.event_recipients_of is
  'Recipients of an event with their history, for people with the right payments and for event managers.';

comment on function public.list_event_recipients is
  'Recipients of all events, those that wait for a decision first, for financial managers.';

comment on function private.refuse_unpayable_kind is
  'Trigger function: a public event gets no paid kind while nobody receives its money.';

comment on function private.tell_refund_of_organiser is
  'Notice to the people with the payments of an event that money must go back.';

comment on function private.reported_refunds is 'What the organiser said that it returned of a payment.';

comment on function private.event_gaps is
  'What an event needs before it is submitted: date, description, position, contact, payment (a price while '
  'nobody receives the money).';

comment on column public.payments.recipient_id is
  'Recipient of the organiser to whom the payer was asked to pay; null when the portal receives the money.';

comment on column public.payments.received_cents is
  'What the treasurer of an event says arrived; may differ from the amount.';

comment on function private.takes_payment is
  'Whether a payment of an event may be opened by this method: not while its recipient is checked, by Pix only to a '
  'key of the organiser.';

comment on function private.own_recipient is 'The recipient of a new payment; null when the portal receives the money.';

comment on function private.open_registration_payment is
  'The open payment of a registration by card or Pix until the end of the event, made when there is none; holds the '
  'place until it ends. Refuses with sale_missing, nothing_to_pay, in_progress, recipient_checked or '
  'period_over.';

comment on function private.open_difference is
  'The open payment of the difference of a registration by card or Pix, made when there is none. Refuses with '
  'nothing_to_pay, in_progress, recipient_checked or period_over.';

comment on function private.opened_payment is 'The answer of a payment that was opened, with its recipient.';

comment on function private.payable_recipient is
  'Key and holder of a payment to an organiser, and whether it is still the recipient of the event; null when the '
  'portal receives the money.';

comment on function public.open_payment is
  'The open payment of a sale by card or pix, made when there is none. The caller holds the token, or is the seller '
  'and names the sale. Refuses with sale_missing, nothing_to_pay, unsigned, document_missing, in_progress (a receipt '
  'under review, a delayed method), recipient_checked or period_over.';

comment on table public.event_payment_entries is
  'Append-only: money that the treasurer of an event says that the organiser received (positive) or returned, and '
  'confirmations that were undone. Written by functions only.';

comment on column public.event_payment_entries.on_day is 'Day of the transfer, as the treasurer typed it.';

comment on function private.refuse_entry_change is
  'Trigger function: nothing of a row changes, but an account that is erased leaves it.';

comment on table public.event_refunds is
  'Returns of money that the organiser received itself, as its treasurer reported them; the portal cannot know whether '
  'the money arrived. Written by functions only.';

comment on column public.event_refunds.proof_path is 'File in bucket refund-proofs, which is not public.';

comment on function private.event_of_receipt is
  'The event of a receipt of a payment to its organiser; null for receipts of payments to the portal.';

comment on function private.own_payment is
  'Locks a payment to the organiser of an event with its registration; raises 42501 unless the caller has the right '
  'payments in the event by a role.';

comment on function private.event_of_payment is 'The event of a payment of a registration.';

comment on function private.is_transfer_day is
  'Whether money of a payment may have moved on a day: not before the payment was opened and not after today.';

comment on function private.record_event_refund is
  'Stores what the treasurer says was returned. is_final ends what is owed although something remains, by the rules of '
  'the event; never less than the law gives back.';

comment on function private.terms_of_payment is
  'What is left of a payment, until when the law gives all of it back, and whether all of it comes back now: by law, '
  'or because the organiser ended the registration.';

comment on function private.refund_of_payment is
  'What an organiser must return of a payment by law (withdrawal in time, ended by the organiser, paid twice or too '
  'much), what its own rules decide about, since when, and the day until which the portal expects it.';

comment on function private.owed_by_organiser is
  'What an organiser must still return of a payment and until when; null for nothing, and for money of the portal.';

comment on function private.event_receipt_path is
  'File of the receipt of a payment to the organiser; null for callers without the right payments by a role.';

comment on function public.confirm_event_pix is
  'A treasurer confirms a Pix payment to the organiser with what arrived and when. Less than the price is noted and '
  'confirms nothing. Answers saved {status, missing_cents}, or conflict when it was confirmed already; raises 42501 '
  'without the right payments by a role of the event.';

comment on function public.undo_event_pix is
  'A treasurer undoes a confirmation within a day, with a reason: the registration waits for its payment again. '
  'Answers saved, gone, or refused with refunded, too_late or registration_entered.';

comment on function public.refuse_event_receipt is
  'A treasurer refuses a receipt whose money did not arrive, with a reason: the person is told and pays or sends '
  'another receipt. Answers saved, or conflict when no receipt waits; raises 42501 without the right payments by a '
  'role of the event.';

comment on function public.record_event_refund is
  'A treasurer reports money that the organiser returned, with the stored file of the proof. Answers saved, or refused '
  'with not_refundable (also when left_cents is not what the organiser still has), amount or law (is_final with less '
  'than the law gives back).';

comment on function public.event_money is
  'Payments to the organiser of an event: those that wait for a confirmation, those to return and the last ones; for '
  'people with the right payments and event managers.';

comment on function public.event_receipt_path is
  'File of the receipt of a payment to the organiser, for its treasurer; null for everybody else.';

comment on function public.event_statement is
  'Money of an event by day with its sums, received by the organiser or by the portal; for people with the right '
  'payments and event managers.';

comment on function private.read_own_payments is
  'Payments of the registrations of the caller and of the plans that the caller ordered for own places, and what '
  'waits for a payment (status open). Sales have no account: their clients use a link.';

comment on function public.own_payments is
  'Payments of the caller, the newest first; plan_id, place and state_abbr for plans, registration_id and event for '
  'registrations.';

grant execute on function private.collects_for_events to public;

grant execute on function private.confirm_event_pix to public;

grant execute on function private.decide_event_recipient to public;

grant execute on function private.event_collecting to public;

grant execute on function private.event_entry_kinds to public;

grant execute on function private.event_money to public;

grant execute on function private.event_of_payment to public;

grant execute on function private.event_of_receipt to public;

grant execute on function private.event_receipt_path to public;

grant execute on function private.event_recipient to public;

grant execute on function private.event_recipient_statuses to public;

grant execute on function private.event_recipients_of to public;

grant execute on function private.event_statement to public;

grant execute on function private.is_transfer_day to public;

grant execute on function private.list_event_recipients to public;

grant execute on function private.lock_recipient to public;

grant execute on function private.opened_payment to public;

grant execute on function private.organiser_refund_days to public;

grant execute on function private.owed_by_organiser to public;

grant execute on function private.own_recipient to public;

grant execute on function private.payable_recipient to public;

grant execute on function private.payment_setting_keys to public;

grant execute on function private.pix_undo_hours to public;

grant execute on function private.portal_can_be_paid to public;

grant execute on function private.queue_refund_proof to public;

grant execute on function private.recipient_changes_per_day to public;

grant execute on function private.recipient_kinds to public;

grant execute on function private.recipient_state to public;

grant execute on function private.recipient_states to public;

grant execute on function private.record_event_refund to public;

grant execute on function private.refund_of_payment to public;

grant execute on function private.refuse_event_receipt to public;

grant execute on function private.refuse_entry_change to public;

grant execute on function private.reported_refunds to public;

grant execute on function private.require_event_money to public;

grant execute on function private.set_event_recipient to public;

grant execute on function private.set_portal_collects to public;

grant execute on function private.takes_payment to public;

grant execute on function private.tell_refund_of_organiser to public;

grant execute on function private.terms_of_payment to public;

grant execute on function private.undo_event_pix to public;

grant execute on function private.withdraw_event_recipient to public;

grant execute on function public.confirm_event_pix to authenticated;

grant execute on function public.confirm_event_pix to service_role;

grant execute on function public.decide_event_recipient to authenticated;

grant execute on function public.decide_event_recipient to service_role;

grant execute on function public.event_collecting to anon;

grant execute on function public.event_collecting to authenticated;

grant execute on function public.event_collecting to service_role;

grant execute on function public.event_money to authenticated;

grant execute on function public.event_money to service_role;

grant select on public.event_payment_entries to authenticated;

grant select on public.event_payment_entries to service_role;

grant execute on function public.event_receipt_path to authenticated;

grant execute on function public.event_receipt_path to service_role;

grant select on public.event_recipients to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_recipients to service_role;

grant execute on function public.event_recipients_of to authenticated;

grant execute on function public.event_recipients_of to service_role;

grant select on public.event_refunds to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_refunds to service_role;

grant execute on function public.event_statement to authenticated;

grant execute on function public.event_statement to service_role;

grant execute on function public.list_event_recipients to authenticated;

grant execute on function public.list_event_recipients to service_role;

grant execute on function public.record_event_refund to authenticated;

grant execute on function public.record_event_refund to service_role;

grant execute on function public.refuse_event_receipt to authenticated;

grant execute on function public.refuse_event_receipt to service_role;

grant execute on function public.set_event_recipient to authenticated;

grant execute on function public.set_event_recipient to service_role;

grant execute on function public.undo_event_pix to authenticated;

grant execute on function public.undo_event_pix to service_role;

grant execute on function public.withdraw_event_recipient to authenticated;

grant execute on function public.withdraw_event_recipient to service_role;

grant execute on function public.own_payments to authenticated, service_role;

comment on column public.event_recipients.position is 'Order of the rows of an event; two may have the same time.';

create function private.is_refund_proof(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.event_refunds where proof_path = path)
$$;
comment on function private.is_refund_proof is 'Whether a refund has this file as its proof.';

create policy "proofs of refunds cannot be deleted" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'refund-proofs' or not private.is_refund_proof(name));

revoke execute on function private.accounts_with_right from public;
revoke execute on function private.extend_holds from public;
revoke execute on function private.own_payment from public;
revoke execute on function private.recipient_entry from public;
revoke execute on function private.tell_about_recipient from public;
revoke execute on function private.tell_money_managers from public;

reset check_function_bodies;
