set check_function_bodies = off;

create or replace function private.recipient_kinds() returns text[]
language sql immutable set search_path = ''
return array['pix', 'stripe', 'portal'];

create or replace function private.recipient_states() returns text[]
language sql immutable set search_path = ''
return array['own', 'checking', 'stopped', 'portal', 'none'];

create or replace function private.event_entry_kinds() returns text[]
language sql immutable set search_path = ''
return array['payment', 'undone', 'refund', 'refund_undone'];

create or replace function private.stripe_accounts_per_event() returns integer
language sql immutable set search_path = ''
return 5;

alter table public.api_keys
  drop constraint api_keys_name_check,
  add constraint api_keys_name_check check ((name = ANY (ARRAY['google_maps'::text, 'smtp'::text, 'stripe'::text, 'stripe_webhook'::text, 'stripe_connect_webhook'::text, 'web_push'::text, 'ai'::text])));

-- Stripe accounts of organisers (Connect, standard accounts): registrations are paid by card to them, without the
-- portal in between.

create table public.stripe_accounts (
  account text primary key check (account ~ '^acct_[A-Za-z0-9]{1,60}$'),
  event_id uuid not null references public.events (id) on delete cascade,
  name text check (name !~ '^\s*$' and char_length(name) <= 80),
  details_submitted boolean not null default false,
  charges_enabled boolean not null default false,
  read_at timestamptz not null default now(),
  disconnected_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);

alter table public.stripe_accounts enable row level security;

alter table public.event_recipients
  add column stripe_account text references public.stripe_accounts (account);

alter table public.event_recipients
  drop constraint recipient_with_key_is_complete,
  add constraint recipient_with_key_is_complete check (
CASE kind
    WHEN 'pix'::text THEN (private.is_pix_key(pix_key, pix_key_type) AND (name IS NOT NULL) AND (city IS NOT NULL) AND (stripe_account IS NULL))
    WHEN 'stripe'::text THEN ((stripe_account IS NOT NULL) AND (name IS NOT NULL) AND (COALESCE(pix_key_type, pix_key, city) IS NULL))
    ELSE ((COALESCE(pix_key_type, pix_key, name, city, stripe_account) IS NULL) AND (status = 'approved'::text))
END);

alter table public.event_payment_entries
  drop constraint event_entry_sign_fits_kind,
  add constraint event_entry_sign_fits_kind check ((((amount_cents > 0) = (kind = ANY (ARRAY['payment'::text, 'refund_undone'::text]))) AND (amount_cents <> 0)));

insert into private.audit_log_permissions (entity, permission) values
  ('stripe_accounts', 'financials');

insert into private.mail_kinds (template, mail_group) values
  ('event_recipient_stopped', 'decision');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('stripe_accounts', 'created_by', 'account', 'work', 'Contas do Stripe que conectou', 'unlink', 177);

select
  private.declare_columns('event_recipients', 'exported', '{stripe_account}'),
  private.declare_columns('stripe_accounts', 'exported',
    '{account,event_id,name,details_submitted,charges_enabled,read_at,disconnected_at,created_at}'),
  private.declare_columns('stripe_accounts', 'withheld', '{created_by}', 'the person itself');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('stripe_accounts', 'read_at', 'stays', 'when the account was read from Stripe'),
  ('stripe_accounts', 'disconnected_at', 'stays', 'when the account was disconnected');

create or replace function private.is_live_account(account text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.stripe_accounts as known
    where known.account = is_live_account.account and known.details_submitted and known.charges_enabled
      and known.disconnected_at is null and known.name is not null
  )
$$;

create or replace function private.stripe_account_of(event uuid) returns public.stripe_accounts
language sql stable security definer set search_path = '' as $$
  select known.* from public.stripe_accounts as known
  where known.event_id = stripe_account_of.event and known.disconnected_at is null
  order by known.created_at desc, known.account limit 1
$$;

create or replace function private.connect_stripe_account(event uuid, is_new boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.stripe_accounts;
  number bigint;
begin
  perform private.require_recent_proof();
  perform private.require_event_money(event);
  perform from public.events where id = event and deleted_at is null for no key update;
  if not found then
    return private.gone();
  end if;
  known := private.stripe_account_of(event);
  -- An account whose form is not finished is continued, also when another one is asked for.
  if known.account is not null and not (coalesce(is_new, false) and known.details_submitted) then
    return private.saved(jsonb_build_object('account', known.account));
  end if;
  number := (select count(*) from public.stripe_accounts where event_id = connect_stripe_account.event);
  if number >= private.stripe_accounts_per_event() then
    return private.refused('limit');
  end if;
  return private.saved(jsonb_build_object('account', null, 'key', 'stripe-account-' || event || '-' || number));
end $$;

create or replace function private.add_stripe_account(event uuid, account text, by uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.stripe_accounts (account, event_id, created_by)
  values (add_stripe_account.account, add_stripe_account.event, add_stripe_account.by)
  on conflict on constraint stripe_accounts_pkey do nothing
$$;

create or replace function private.record_stripe_account(account text, read_at timestamptz, name text, details_submitted boolean,
  charges_enabled boolean, is_disconnected boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.stripe_accounts;
  recipient public.event_recipients;
  was_live boolean;
  is_live boolean;
begin
  select * into existing from public.stripe_accounts as known where known.account = record_stripe_account.account;
  if existing.account is null then
    return 'unknown';
  end if;
  -- The event and its kinds are always locked first, as for every change of a recipient.
  perform private.lock_recipient(existing.event_id);
  select * into existing from public.stripe_accounts as known where known.account = record_stripe_account.account
  for update;
  if existing.disconnected_at is not null
    or not coalesce(is_disconnected, false) and record_stripe_account.read_at < existing.read_at
  then
    return 'unchanged';
  end if;
  was_live := private.is_live_account(existing.account);
  if coalesce(is_disconnected, false) then
    update public.stripe_accounts as known set disconnected_at = now(), charges_enabled = false
    where known.account = existing.account;
  else
    update public.stripe_accounts as known set read_at = record_stripe_account.read_at,
      name = left(nullif(private.typed_line(record_stripe_account.name), ''), 80),
      details_submitted = coalesce(record_stripe_account.details_submitted, false),
      charges_enabled = coalesce(record_stripe_account.charges_enabled, false)
    where known.account = existing.account;
  end if;
  is_live := private.is_live_account(existing.account);
  recipient := private.event_recipient(existing.event_id);
  if was_live <> is_live and recipient.stripe_account = existing.account then
    perform private.extend_holds(existing.event_id);
    if not is_live then
      perform private.tell_about_recipient(existing.event_id, 'event_recipient_stopped', recipient);
    end if;
  end if;
  return case when coalesce(is_disconnected, false) then 'disconnected' when is_live then 'enabled' else 'incomplete' end;
end $$;

create or replace function public.connect_stripe_account(event uuid, is_new boolean default false) returns jsonb
language sql volatile security invoker set search_path = ''
return private.connect_stripe_account(event, is_new);

create or replace function public.add_stripe_account(event uuid, account text, by uuid) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.add_stripe_account(event, account, by);
end;

create or replace function public.record_stripe_account(account text, read_at timestamptz, name text default null,
  details_submitted boolean default false, charges_enabled boolean default false,
  is_disconnected boolean default false) returns text
language sql volatile security invoker set search_path = ''
return private.record_stripe_account(account, read_at, name, details_submitted, charges_enabled, is_disconnected);

create or replace function private.recipient_state(event uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when own.kind <> 'portal' and own.status <> 'approved' then 'checking'
    when own.kind = 'stripe' and not private.is_live_account(own.stripe_account) then 'stopped'
    when own.kind <> 'portal' then 'own'
    when (events.portal_collects or private.collects_for_events()) and private.portal_can_be_paid() then 'portal'
    else 'none'
  end
  from public.events left join lateral private.event_recipient(events.id) as own on true
  where events.id = recipient_state.event
$$;

create or replace function private.event_payee(event uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case private.recipient_state(event)
    when 'none' then null
    when 'portal' then (
      select value ->> 'recipient_name' from public.payment_settings
      where key = 'pix_config' and coalesce(value ->> 'recipient_name', '') <> ''
    )
    else (private.event_recipient(event)).name
  end
$$;

create or replace function private.collecting_of(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'state', state, 'name', case when state <> 'checking' then private.event_payee(event) end,
    'kind', case when state = 'own' then (private.event_recipient(event)).kind end
  )
  from private.recipient_state(event) as state
$$;

create or replace function private.event_collecting(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.collecting_of(known.id)
  from public.events as known
  where known.id = event_collecting.event and known.deleted_at is null
    and (private.is_public_event(known) or private.may_in_event(known.id, 'page'))
$$;

create or replace function private.set_event_recipient(event uuid, kind text, pix_key_type text, pix_key text, name text,
  city text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  added public.event_recipients;
  holder text := nullif(private.typed_line(name), '');
  place text := nullif(private.typed_line(city), '');
  connected public.stripe_accounts;
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
  end if;
  if kind = 'stripe' then
    connected := private.stripe_account_of(event);
    if not private.is_live_account(connected.account) then
      return private.refused('incomplete');
    end if;
  end if;
  if kind = 'portal' and not private.collects_for_events()
    and not exists (select from public.events where id = event and portal_collects)
  then
    return private.refused('portal_off');
  elsif exists (
    select from private.event_recipient(event) as known
    where known.kind = set_event_recipient.kind and (known.kind = 'portal' or known.stripe_account = connected.account
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
    insert into public.event_recipients (event_id, kind, pix_key_type, pix_key, name, city, created_by, stripe_account)
    select event, asked.kind, asked.pix_key_type, asked.pix_key, asked.name, asked.city, (select private.account_id()),
      asked.account
    from (
      select 'pix' as kind, set_event_recipient.pix_key_type, set_event_recipient.pix_key, holder as name,
        place as city, null as account
      union all select 'stripe', null, null, connected.name, null, connected.account
    ) as asked
    where asked.kind = set_event_recipient.kind
    returning * into added;
    perform private.tell_money_managers(event);
  end if;
  perform private.tell_about_recipient(event, 'event_recipient_changed', added);
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
  elsif decision = 'approve' and asked.kind = 'stripe' and not private.is_live_account(asked.stripe_account) then
    return private.refused('incomplete');
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
    'name', recipient.name, 'city', recipient.city, 'stripe_account', recipient.stripe_account,
    'status', recipient.status, 'note', recipient.note,
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
      'stripe', (
        select jsonb_build_object('account', own.account, 'name', own.name,
          'details_submitted', own.details_submitted, 'charges_enabled', own.charges_enabled)
        from private.stripe_account_of(known.id) as own where own.account is not null
      ),
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

create or replace function private.expire_registration_pages(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  page record;
begin
  for page in
    update public.payments set status = 'expired'
    where subject_type = 'registration' and subject_id = registration and method = 'card' and status = 'pending'
    returning provider_ref, recipient_id
  loop
    perform private.close_card_page(page.provider_ref, page.recipient_id);
  end loop;
end $$;

-- What a registration costs, when paid kinds may be offered, and what a payment changes.

create or replace function private.refuse_unpayable_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and private.recipient_state(new.event_id) in ('none', 'stopped')
    and exists (select from public.events where id = new.event_id and status in ('published', 'postponed'))
  then
    perform private.refuse('invalid', 'price_cents');
  end if;
  return new;
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
    -- The portal does not know whether Pix of the organiser arrived; a refund of a card is what Stripe reports.
    perform private.mail_registration(registration,
      case when new.recipient_id is null or new.method = 'card' then 'registration_refunded'
        else 'registration_refund_reported' end,
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
    'isPayable', private.recipient_state(event.id) not in ('none', 'stopped')
  )
$$;

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
      and held_until <= now() and order_position = 1
    union
    select waiting.type_id, waiting.event_id from public.event_registrations as waiting
    where waiting.status = 'waitlisted' and private.places_left(waiting.type_id) is distinct from 0
    order by event_id, id
  loop
    -- Nobody can pay while the team checks the recipient or its account is stopped, so nobody loses a place meanwhile.
    is_checked := private.recipient_state(kind.event_id) in ('checking', 'stopped');
    for due in
      select id from public.event_registrations
      where type_id = kind.id and status in ('offered', 'awaiting_payment') and held_until <= now()
        and order_position = 1
      order by held_until, id limit 500
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

create or replace function private.registration_extras(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'missing_documents', private.missing_files(registration), 'messages_refused', registration.messages_refused_at
      is not null,
    'difference_cents', case when registration.status = 'confirmed' then registration.difference_cents else 0 end,
    'has_entered', private.has_entered(registration.id), 'can_manage', private.held_registration(token) is not null,
    'collecting', private.collecting_of(event.id),
    'refund', private.refund_terms(registration), 'event_rules', event.rules,
    'can_cancel', private.may_leave_order(registration) and event.starts_at > now(),
    'invoice', case when private.held_registration(token) is not null then private.invoice_of(registration.id) end
  )
  from public.event_registrations as registration join public.events as event on event.id = registration.event_id
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;

create or replace function private.event_checklist(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('key', item.key, 'needed', item.needed, 'done', item.done) order by item.place)
  from (values
    (1, 'date', true, event.starts_at > now()),
    (2, 'description', true, char_length(btrim(event.description)) >= 30),
    (3, 'position', true, event.lat is not null),
    (4, 'contact', true, event.organizer_phone is not null or event.organizer_email is not null),
    (5, 'payment', true,
      not private.is_paid_event(event.id) or private.recipient_state(event.id) not in ('none', 'stopped')),
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

create or replace function private.book_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_paid boolean := false;
  refunded integer := 0;
  disputed integer := 0;
begin
  if tg_op = 'UPDATE' then
    was_paid := old.paid_at is not null;
    refunded := old.refunded_cents;
    disputed := old.disputed_cents;
  end if;
  -- Money that an organiser receives itself is in the ledger of its event; its treasurer books Pix there.
  if new.recipient_id is not null then
    insert into public.event_payment_entries (event_id, payment_id, kind, amount_cents, on_day, account_id)
    select private.event_of_payment(new), new.id, entry.kind, entry.cents, private.day_of(now()), null
    from (values
      ('payment', case when new.paid_at is not null and not was_paid then new.amount_cents else 0 end),
      (case when new.refunded_cents > refunded then 'refund' else 'refund_undone' end, refunded - new.refunded_cents),
      (case when new.disputed_cents > disputed then 'refund' else 'refund_undone' end, disputed - new.disputed_cents)
    ) as entry (kind, cents)
    where entry.cents <> 0 and new.method = 'card';
    return null;
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

create or replace function private.account_of_payment(payment uuid) returns text
language sql stable security definer set search_path = '' as $$
  select recipient.stripe_account from public.payments as known
  join public.event_recipients as recipient on recipient.id = known.recipient_id
  where known.id = account_of_payment.payment
$$;

create or replace function private.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored uuid;
  payment uuid := private.payment_of_event(facts);
  owed public.payments;
  refunds record;
  answer text;
  -- Nobody but the account that receives a payment reports about it.
  is_other_account boolean := payment is not null
    and private.account_of_payment(payment) is distinct from facts ->> 'account';
  is_handled boolean := type = any (private.stripe_events());
  -- These events repeat the content of a handled event.
  is_informative boolean := type in (
    'payment_intent.created', 'payment_intent.processing', 'payment_intent.succeeded', 'payment_intent.payment_failed',
      'payment_intent.requires_action',
    'charge.succeeded', 'charge.pending', 'charge.failed', 'charge.updated', 'refund.created'
  );
begin
  -- An account of an organiser also sends what it sells elsewhere, which is not stored.
  if payment is null and facts ? 'account' then
    return 'ignored';
  end if;
  if facts ->> 'is_other_mode' = 'true' or is_other_account then
    payment := null;
  end if;
  if payment is null and not is_handled then
    return 'ignored';
  end if;
  -- The sale, registration or plan is always locked before its payment, which the reference of the event locks too.
  perform 1 from public.sales where id = (select subject_id from public.payments where id = payment
    and subject_type = 'sale') for update;
  perform private.lock_registration((select subject_id from public.payments where id = payment
    and subject_type = 'registration'));
  perform private.lock_service_plan((select subject_id from public.payments where id = payment
    and subject_type = 'service_plan'));
  insert into public.payment_webhook_events as events (provider, event_id, type, object_id, facts, outcome, happened_at,
    payment_id)
  values ('stripe', record_stripe_event.event_id, record_stripe_event.type, facts ->> 'object_id',
    record_stripe_event.facts, 'received', record_stripe_event.happened_at, payment)
  on conflict on constraint payment_webhook_events_provider_event_id_key do nothing
  returning id into stored;
  if stored is null then
    return 'duplicate';
  end if;
  if type = 'checkout.session.completed' then
    update public.payments set completed_at = coalesce(completed_at, record_stripe_event.happened_at, now())
      where id = payment;
  end if;
  select * into owed from public.payments where id = payment for update;
  if facts ->> 'is_other_mode' = 'true' then
    answer := 'other_mode';
  elsif is_other_account then
    answer := 'other_account';
  elsif payment is null then
    answer := 'unknown';
  elsif type in ('checkout.session.completed', 'checkout.session.async_payment_succeeded')
    and facts ->> 'payment_status' = 'paid' then
    -- Another amount or currency does not pay this sale: the team must check it.
    if (facts ->> 'amount_cents')::bigint is distinct from owed.amount_cents or lower(facts ->> 'currency')
      is distinct from lower(owed.currency) then
      update public.payments set note = 'amount_mismatch', needs_refund = true where id = payment and status
        not in ('paid', 'refunded');
      answer := private.keep_intent(payment, facts ->> 'payment_intent', 'amount_mismatch');
    else
      answer := private.advance_payment(payment, 'paid', null, facts ->> 'payment_intent');
    end if;
  elsif type = 'checkout.session.completed' then
    answer := private.advance_payment(payment, 'processing', null, facts ->> 'payment_intent');
  elsif type = 'checkout.session.async_payment_failed' then
    answer := private.advance_payment(payment, 'failed', null, facts ->> 'payment_intent');
  elsif type = 'checkout.session.expired' then
    answer := private.advance_payment(payment, 'expired');
  elsif type like 'charge.dispute.%' and is_handled then
    perform private.keep_intent(payment, facts ->> 'payment_intent', null);
    answer := private.apply_dispute(payment);
  elsif is_handled then
    select * into refunds from private.refunds_of_events(payment);
    update public.payments set refund_failed_cents = least(refunds.failed, amount_cents) where id = payment;
    answer := private.advance_payment(payment, 'pending', least(refunds.refunded, 2000000000)::integer,
      facts ->> 'payment_intent');
    if refunds.failed > 0 and type <> 'charge.refunded' then
      answer := 'refund_failed';
    end if;
  else
    answer := case when is_informative then 'informative' else 'unhandled' end;
  end if;
  update public.payment_webhook_events set outcome = answer where id = stored;
  return answer;
end $$;

create or replace function private.close_card_page(session text, recipient uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.enqueue_job('expire-card-page', jsonb_strip_nulls(jsonb_build_object('session', session, 'account', (
    select stripe_account from public.event_recipients where id = recipient
  ))))
  where session is not null
$$;

-- A page that was created while the sale was paid or cancelled expires at once.
create or replace function private.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.payments;
begin
  update public.payments set provider_ref = session, checkout_url = url, expires_at = expires
  where id = payment and method = 'card' and (provider_ref is null or provider_ref = session)
  returning * into existing;
  if existing.status = 'expired' then
    perform private.close_card_page(session, existing.recipient_id);
  end if;
end $$;

create or replace function private.takes_payment(event uuid, wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when own.kind = 'pix' then own.status = 'approved' and wanted = 'pix'
    when own.kind = 'stripe' then own.status = 'approved' and wanted = 'card'
      and private.is_live_account(own.stripe_account)
    else events.portal_collects or private.collects_for_events()
  end
  from public.events left join lateral private.event_recipient(events.id) as own on true
  where events.id = takes_payment.event
$$;

create or replace function private.payable_recipient(payment public.payments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', recipient.kind, 'pix_key_type', recipient.pix_key_type,
    'pix_key', recipient.pix_key, 'name', recipient.name, 'city', recipient.city,
    'is_current', (private.event_recipient(recipient.event_id)).id = recipient.id)
  from public.event_recipients as recipient where recipient.id = payment.recipient_id
$$;

create or replace function public.account_of_payment(payment uuid) returns text
language sql stable security invoker set search_path = ''
return private.account_of_payment(payment);

-- The audit log names who requested the refund; the provider's event then changes the payment.
create or replace function private.request_refund(item uuid, reason text, cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  reason_text text := private.check_reason('reject', reason);
begin
  perform private.require_money();
  select * into payment from public.payments where id = item for update;
  -- Money of an organiser is returned by its treasurer.
  if payment.id is null or payment.recipient_id is not null
    or payment.method <> 'card' or payment.payment_intent is null
    or not (payment.status = 'paid' or payment.needs_refund) or payment.refunded_cents >= payment.amount_cents
    or cents is not null and cents not between 1 and payment.amount_cents - payment.refunded_cents then
    return private.refused('not_refundable');
  end if;
  perform set_config('app.audit_reason', left(reason_text, 300), true);
  update public.payments set note = case when note = 'amount_mismatch' then note else reason_text end,
    confirmed_by = (select private.account_id()) where id = item;
  return private.saved(jsonb_build_object('payment_intent', payment.payment_intent,
    'refunded_cents', payment.refunded_cents, 'cents', coalesce(cents, payment.amount_cents - payment.refunded_cents)));
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
  if payment.method = 'card' or payment.status = 'refunded'
    or payment.paid_at is null and payment.received_cents is null or left_cents <> received - returned
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

-- The account of the treasurer is noted before Stripe is called, whose event then changes the payment.
create or replace function private.request_event_refund(item uuid, cents integer, left_cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments := private.own_payment(item);
  owed record;
begin
  if payment.method <> 'card' or payment.payment_intent is null or not (payment.status = 'paid' or payment.needs_refund)
    or left_cents <> payment.amount_cents - payment.refunded_cents
  then
    return private.refused('not_refundable');
  elsif cents is null or cents not between 0 and payment.amount_cents - payment.refunded_cents then
    return private.refused('amount');
  end if;
  update public.payments set confirmed_by = (select private.account_id()) where id = item;
  if cents = 0 then
    select * into owed from private.refund_of_payment(payment);
    if owed.law_cents > 0 then
      return private.refused('law');
    end if;
    update public.payments set needs_refund = false where id = item and needs_refund;
  end if;
  return private.saved(jsonb_build_object('cents', cents, 'account', private.account_of_payment(item),
    'payment_intent', payment.payment_intent, 'refunded_cents', payment.refunded_cents));
end $$;

create or replace function private.close_pages_of_recipient() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  page record;
begin
  for page in
    update public.payments as opened set status = 'expired'
    from public.event_recipients as earlier
    where earlier.id = opened.recipient_id and earlier.event_id = new.event_id and earlier.kind = 'stripe'
      and opened.method = 'card' and opened.status = 'pending'
      and earlier.id is distinct from (private.event_recipient(new.event_id)).id
    returning opened.provider_ref, opened.recipient_id
  loop
    perform private.close_card_page(page.provider_ref, page.recipient_id);
  end loop;
  return null;
end $$;

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
      -- A refund of a card is what Stripe reports.
      select coalesce(sum(one.amount_cents), 0) + case payment.method when 'card' then payment.refunded_cents else 0 end
        as cents
      from public.event_refunds as one where one.payment_id = payment.id
    ) as returned
    where registration.id = payment.subject_id
  ) as owed
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
        from (select * from entry where status in ('pending', 'review') and facts ->> 'method' = 'pix'
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

create or replace function private.event_statement(event uuid, from_day date, to_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'payments');
  return (
    with entries as (
      select entry.on_day as day, entry.kind, entry.amount_cents, paid.method, false as is_portal, entry.payment_id,
        entry.booked_at
      from public.event_payment_entries as entry join public.payments as paid on paid.id = entry.payment_id
      where entry.event_id = event_statement.event
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
      'refunded_cents', coalesce(-sum(amount_cents) filter (where kind in ('refund', 'refund_undone')), 0),
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
    ) || private.statement_payouts(event, from_day, to_day)
    from listed
  );
end $$;

create or replace function public.request_event_refund(item uuid, cents integer, left_cents integer) returns jsonb
language sql volatile security invoker set search_path = ''
return private.request_event_refund(item, cents, left_cents);

create index stripe_accounts_event_id_idx on public.stripe_accounts (event_id, created_at desc);

create index stripe_accounts_created_by_idx on public.stripe_accounts (created_by);

create index event_recipients_stripe_account_idx on public.event_recipients (stripe_account);

create policy "treasurers and financial managers read Stripe accounts" on public.stripe_accounts
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('financials'))
    or event_id in (select private.events_with_right('payments'))
  );

create trigger stripe_accounts_audit after insert or update or delete on public.stripe_accounts
  for each row execute function private.write_audit('account',
    'event_id,name,details_submitted,charges_enabled,disconnected_at');

create trigger event_recipients_close_pages after insert or update of status on public.event_recipients
  for each row execute function private.close_pages_of_recipient();

comment on function private.recipient_kinds is
  'Who receives the money of an event: a Pix key or a Stripe account of the organiser, or the portal.';

comment on function private.recipient_states is
  'Who receives the money of an event now: an approved key or account of the organiser, one that the team checks or an '
  'approved account that Stripe or the organiser stopped (nobody pays meanwhile), the portal, or nobody.';

comment on function private.stripe_accounts_per_event is
  'Most Stripe accounts that an event connects, one after the other.';

comment on table public.stripe_accounts is
  'Stripe accounts that the people of an event connected, with their state as read from Stripe; written by functions '
  'for the server only.';

comment on column public.stripe_accounts.name is
  'Business name of the account at Stripe, which the payer reads before paying.';

comment on column public.stripe_accounts.read_at is
  'When the state was read from Stripe; an answer that was read earlier never replaces a later one.';

comment on column public.stripe_accounts.disconnected_at is
  'When the organiser disconnected the account from the portal; it never receives again.';

comment on function private.is_live_account is
  'Whether a Stripe account can be paid: complete, enabled by Stripe, connected to the portal and with a name.';

comment on function private.stripe_account_of is 'The Stripe account that an event connected last; none without one.';

comment on function public.connect_stripe_account is
  'People with the right payments in an event start or continue the form of a Stripe account; needs a recent proof of '
  'identity. Answers saved {account} of the one that exists, saved {account: null, key} with the idempotency key of a '
  'new one, gone, or refused with limit.';

comment on function public.add_stripe_account is
  'For the server only: stores the Stripe account that it created for an event.';

comment on function public.record_stripe_account is
  'For the server only: stores the state of a Stripe account as it was read at a time, or that it was disconnected; '
  'mails the owners when the recipient of an event can no longer be paid. Answers unknown, unchanged, enabled, '
  'incomplete or disconnected.';

comment on column public.event_recipients.name is
  'Name of the holder of the key or of the account at Stripe when it was asked for, which the payer reads before '
  'paying.';

comment on function private.recipient_state is
  'own (a key or account that the team approved), checking (one that waits for it), stopped (an approved Stripe '
  'account that cannot be paid), portal, or none: nobody receives money.';

comment on function private.event_payee is
  'Who receives the money of registrations: the holder of the Pix key or Stripe account of the organiser, also while '
  'it is checked, or of the key of the portal.';

comment on function private.collecting_of is
  'Who receives the money of an event and how; a name that is not approved yet is left out.';

comment on function private.event_collecting is
  'Who receives the money of an event, for the pages before the payment; null for events that the caller does not '
  'see.';

comment on function public.event_collecting is
  'Who receives the money of an event ({state, name, kind}); null for events that the caller does not see.';

comment on function public.set_event_recipient is
  'People with the right payments in an event ask for another recipient; paid registrations stop until the team '
  'approves it, and every owner gets a mail. stripe is the account that the event connected last. Raises 28000 without '
  'a recent proof of identity. Answers saved, gone, or refused with portal_off, unchanged, limit or incomplete (the '
  'account cannot be paid).';

comment on function public.decide_event_recipient is
  'A financial manager approves or rejects (with a reason) a recipient; needs a recent proof of identity. Answers '
  'saved, gone, conflict (decided already), or refused with own (asked for by the caller) or incomplete (an account '
  'that cannot be paid).';

comment on function private.account_of_payment is
  'The Stripe account of the organiser that receives a payment; null when the portal receives it.';

comment on function public.record_stripe_event is
  'For the server only: stores and applies one signed Stripe event and returns its outcome, duplicate for a repeated '
  'one; facts: object_id, session_id, payment_intent, payment_id, payment_status, amount_cents, currency, '
  'refunded_cents, account (the connected account that sent it).';

comment on function private.close_card_page is
  'Enqueues a job that expires a card page at the provider, in the account of the recipient when it is one of an '
  'organiser.';

comment on function private.takes_payment is
  'Whether a payment of an event may be opened by this method: not while its recipient is checked, by Pix only to a '
  'key of the organiser, and by card only to its Stripe account.';

comment on function private.payable_recipient is
  'Kind, key and holder of a payment to an organiser, and whether it is still the recipient of the event; null when '
  'the portal receives the money.';

comment on function public.account_of_payment is
  'For the server only: the Stripe account that receives a payment; null when the portal receives it.';

comment on table public.event_payment_entries is
  'Append-only: money that the organiser of an event received (positive) or returned, as its treasurer or Stripe says, '
  'and confirmations, refunds and disputes that were undone. Written by functions only.';

comment on column public.event_payment_entries.on_day is
  'Day of the transfer, as the treasurer typed it, or on which Stripe reported it.';

comment on function private.close_pages_of_recipient is
  'Trigger function: card pages in a Stripe account end when it is no longer the recipient; money that arrives '
  'nevertheless still counts.';

comment on function public.request_event_refund is
  'A treasurer asks for the refund of a card payment to the Stripe account of the organiser; 0 cents end what is owed '
  'by the rules of the event. Answers saved {cents, account, payment_intent, refunded_cents} for the request to '
  'Stripe, or refused with not_refundable (also when left_cents is not what is left), amount or law; raises 42501 '
  'without the right payments by a role of the event.';

grant execute on function private.account_of_payment to public;

grant execute on function private.add_stripe_account to public;

grant execute on function private.close_card_page to public;

grant execute on function private.close_pages_of_recipient to public;

grant execute on function private.collecting_of to public;

grant execute on function private.connect_stripe_account to public;

grant execute on function private.is_live_account to public;

grant execute on function private.record_stripe_account to public;

grant execute on function private.request_event_refund to public;

grant execute on function private.stripe_account_of to public;

grant execute on function private.stripe_accounts_per_event to public;

grant execute on function public.account_of_payment to service_role;

grant execute on function public.add_stripe_account to service_role;

grant execute on function public.connect_stripe_account to authenticated;

grant execute on function public.connect_stripe_account to service_role;

grant execute on function public.record_stripe_account to service_role;

grant execute on function public.request_event_refund to authenticated;

grant execute on function public.request_event_refund to service_role;

grant select on public.stripe_accounts to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.stripe_accounts to service_role;

reset check_function_bodies;
