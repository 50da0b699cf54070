set check_function_bodies = off;

create or replace function private.payment_setting_keys() returns text[]
language sql immutable set search_path = ''
return array['stripe_config', 'pix_config', 'event_collecting', 'event_fee'];

create or replace function private.fee_invoice_statuses() returns text[]
language sql immutable set search_path = ''
return array['open', 'paid', 'cancelled'];

create or replace function private.payout_events_per_page() returns integer
language sql immutable set search_path = ''
return 50;

-- Payouts: what the portal passed on to the organiser of the money that it collected for an event.

create table public.event_payouts (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  request_id uuid not null unique,
  amount_cents integer not null check (amount_cents > 0),
  on_day date not null,
  destination text not null check (destination !~ '^\s*$' and char_length(destination) <= 140),
  reference text not null check (reference !~ '^\s*$' and char_length(reference) <= 200),
  recorded_by uuid references public.profiles (id) on delete set null default private.account_id(),
  created_at timestamptz not null default now(),
  cancelled_at timestamptz,
  cancelled_by uuid references public.profiles (id) on delete set null,
  cancel_reason text check (char_length(cancel_reason) <= 1000),
  constraint cancelled_payout_has_a_reason check ((cancelled_at is null) = (cancel_reason is null))
);

alter table public.event_payouts enable row level security;

-- Invoices of the fee of the portal for an event. The fee is never deducted from what an organiser gets.

create table public.event_fee_invoices (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  event_id uuid not null references public.events (id) on delete cascade,
  payer text not null,
  event_title text not null,
  registrations integer not null check (registrations > 0),
  base_cents bigint not null check (base_cents > 0),
  percent_bp integer not null check (percent_bp between 0 and 10000),
  fixed_cents integer not null check (fixed_cents >= 0),
  amount_cents integer not null check (amount_cents > 0),
  issued_on date not null default private.brazilian_today(),
  due_on date not null,
  status text not null default 'open' check (status = any (private.fee_invoice_statuses())),
  paid_on date,
  note text check (char_length(note) <= 1000),
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint fee_invoice_is_due_after_its_issue check (due_on >= issued_on),
  constraint paid_fee_invoice_has_a_day check ((status = 'paid') = (paid_on is not null))
);

alter table public.event_fee_invoices enable row level security;

insert into private.audit_log_permissions (entity, permission) values
  ('event_payouts', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_payouts', 'recorded_by', 'account', 'work', 'Repasses de eventos que registrou', 'unlink', 191),
  ('event_payouts', 'cancelled_by', 'account', 'work', 'Repasses de eventos que cancelou', 'unlink', 192);

select
  private.declare_columns('event_payouts', 'exported',
    '{id,event_id,amount_cents,on_day,destination,reference,created_at,cancelled_at,cancel_reason}'),
  private.declare_columns('event_payouts', 'not_personal', '{request_id}', 'key of the form'),
  private.declare_columns('event_payouts', 'withheld', '{recorded_by,cancelled_by}',
    'another person: who recorded or cancelled');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_payouts', 'on_day', 'stays', 'day of a transfer');

insert into private.audit_log_permissions (entity, permission) values
  ('event_fee_invoices', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_fee_invoices', 'created_by', 'account', 'work', 'Cobranças da taxa de eventos que criou', 'unlink', 193),
  ('event_fee_invoices', 'decided_by', 'account', 'work', 'Cobranças da taxa de eventos que baixou', 'unlink', 194);

select
  private.declare_columns('event_fee_invoices', 'exported',
    '{id,number,event_id,payer,event_title,registrations,base_cents,percent_bp,fixed_cents,amount_cents,issued_on,
      due_on,status,paid_on,note,decided_at,created_at}'),
  private.declare_columns('event_fee_invoices', 'withheld', '{created_by,decided_by}',
    'another person: who created or changed');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_fee_invoices', 'issued_on', 'stays', 'day of the invoice'),
  ('event_fee_invoices', 'due_on', 'stays', 'counts from the invoice'),
  ('event_fee_invoices', 'paid_on', 'stays', 'day of a transfer');

insert into private.mail_kinds (template, mail_group) values
  ('event_payout_recorded', 'decision'),
  ('event_payout_cancelled', 'decision'),
  ('event_fee_invoice', 'decision');

create or replace function private.mail_event_roles(event uuid, roles text[], template text, facts jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  person record;
begin
  select * into subject from public.events where id = event;
  for person in
    select users.email, profiles.username, profiles.locale
    from (
      select member.account_id from public.event_members as member
      where member.event_id = subject.id and member.role = any (roles)
        and (member.ends_at is null or member.ends_at > now())
      union
      select club.user_id from public.club_members as club
      where club.club_id = subject.club_id and club.role = 'owner' and 'owner' = any (roles)
    ) as people join auth.users on users.id = people.account_id join public.profiles on profiles.id = people.account_id
    where users.email is not null and profiles.blocked_at is null
  loop
    begin
      perform private.enqueue_mail(person.email, template,
        private.mail_event_facts(subject) || jsonb_build_object('name', person.username) || facts, person.locale);
    exception when invalid_parameter_value then
      -- An address that cannot receive mail does not undo what the mail is about.
      null;
    end;
  end loop;
end $$;

create or replace function private.mail_event_owners(event uuid, template text, facts jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  select private.mail_event_roles(event, array['owner'], template, facts)
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
    ) || private.statement_payouts(event, from_day, to_day)
    from listed
  );
end $$;

create or replace function private.has_organiser(event public.events) returns boolean
language sql stable security definer set search_path = '' as $$
  select event.organizer_id is not null or event.club_id is not null or event.publish_link_id is not null
    or exists (select from public.event_members where event_id = event.id and role = 'owner')
$$;

create or replace function private.event_payout_sums(event uuid)
  returns table (collected_cents bigint, refunded_cents bigint, owed_back_cents bigint, pending_cents bigint,
    paid_out_cents bigint, left_cents bigint)
language sql stable security definer set search_path = '' as $$
  with own as (
    select paid.id, paid.subject_id, paid.amount_cents, paid.status, paid.paid_at, paid.expires_at,
      paid.amount_cents - paid.refunded_cents - paid.disputed_cents as kept_cents,
      case when paid.needs_refund then paid.amount_cents else paid.refund_failed_cents end as back_cents
    from public.event_registrations as registration
    join public.payments as paid on paid.subject_type = 'registration' and paid.subject_id = registration.id
    where registration.event_id = event_payout_sums.event and paid.recipient_id is null
  ), sums as (
    select
      (
        select coalesce(sum(entry.amount_cents), 0)::bigint from public.payment_entries as entry
        where entry.payment_id in (select id from own) and entry.kind = 'payment'
      ) as collected,
      (
        select coalesce(-sum(entry.amount_cents), 0)::bigint from public.payment_entries as entry
        where entry.payment_id in (select id from own) and entry.kind <> 'payment'
      ) as refunded,
      (
        select coalesce(sum(greatest(least(back_cents, kept_cents), 0)), 0)::bigint from own where paid_at is not null
      ) as owed_back,
      (
        -- A registration may have several open attempts, of which one is paid.
        select coalesce(sum(attempt.cents), 0)::bigint
        from (
          select max(amount_cents) as cents from own
          where paid_at is null and status not in ('expired', 'failed') and (status <> 'pending' or expires_at > now())
          group by subject_id
        ) as attempt
      ) as pending,
      (
        select coalesce(sum(payout.amount_cents), 0)::bigint from public.event_payouts as payout
        where payout.event_id = event_payout_sums.event and payout.cancelled_at is null
      ) as paid_out
  )
  select collected, refunded, owed_back, pending, paid_out, collected - refunded - owed_back - paid_out from sums
$$;

create or replace function private.require_payout_reader(event uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.reads_money() and event not in (select private.events_with_right('payments')) or event is null then
    raise exception 'no right to the payouts of the event' using errcode = '42501';
  end if;
end $$;

create or replace function private.tell_about_payout(payout public.event_payouts, template text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.mail_event_roles(payout.event_id, array['owner', 'treasurer'], template, jsonb_build_object(
    'amount', payout.amount_cents / 100.0, 'date', payout.on_day, 'destination', payout.destination,
    'reference', payout.reference, 'note', coalesce(payout.cancel_reason, ''),
    'path', '/painel/eventos/' || payout.event_id || '/recebimento'));
end $$;

create or replace function private.record_event_payout(request_id uuid, event uuid, cents integer, on_day date, destination text,
  reference text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  target text := nullif(private.typed_line(destination), '');
  proof text := nullif(private.typed_line(reference), '');
  existing public.event_payouts;
  left_over bigint;
begin
  perform private.require_permission('financials');
  perform private.require_recent_proof();
  if request_id is null then
    perform private.refuse('invalid', 'request_id');
  elsif cents is null or cents not between 1 and 99999999 then
    perform private.refuse('invalid', 'cents');
  elsif on_day is null or on_day > private.day_of(now()) then
    perform private.refuse('invalid', 'on_day');
  elsif target is null or char_length(target) > 140 then
    perform private.refuse('invalid', 'destination');
  elsif proof is null or char_length(proof) > 200 then
    perform private.refuse('invalid', 'reference');
  end if;
  -- Payouts of an event wait for each other here, and for every change of a payment of a registration.
  if not private.lock_recipient(event)
    or not (select private.has_organiser(known) from public.events as known where known.id = event)
  then
    return private.gone();
  end if;
  select * into existing from public.event_payouts as known where known.request_id = record_event_payout.request_id;
  if existing.id is not null then
    -- The same form sent again; a form that an old page kept for another transfer is not taken for it.
    return case
      when (existing.event_id, existing.amount_cents, existing.on_day, existing.destination, existing.reference)
        = (event, cents, record_event_payout.on_day, target, proof) then private.saved()
      else private.conflict()
    end;
  end if;
  select sums.left_cents into left_over from private.event_payout_sums(event) as sums;
  if cents > left_over then
    return private.refused('too_much', 'cents');
  end if;
  insert into public.event_payouts (event_id, request_id, amount_cents, on_day, destination, reference)
  values (event, record_event_payout.request_id, cents, record_event_payout.on_day, target, proof)
  returning * into existing;
  perform private.tell_about_payout(existing, 'event_payout_recorded');
  return private.saved();
end $$;

create or replace function private.cancel_event_payout(item uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payout public.event_payouts;
  reason_text text := private.check_reason('reject', reason);
begin
  perform private.require_permission('financials');
  perform private.require_recent_proof();
  select * into payout from public.event_payouts where id = item for update;
  if payout.id is null then
    return private.gone();
  elsif payout.cancelled_at is not null then
    return private.decided_already('cancelled', payout.cancelled_by, payout.cancelled_at);
  end if;
  perform set_config('app.audit_reason', left(reason_text, 300), true);
  update public.event_payouts set cancelled_at = now(), cancelled_by = (select private.account_id()),
    cancel_reason = reason_text
  where id = item returning * into payout;
  perform private.tell_about_payout(payout, 'event_payout_cancelled');
  return private.saved();
end $$;

create or replace function private.list_event_payouts(with_settled boolean, page integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('financials');
  return (
    with collected as (
      select events.id, events.title, events.organizer_name, events.ends_at, sums.*
      from public.events cross join lateral private.event_payout_sums(events.id) as sums
      where events.deleted_at is null and private.has_organiser(events)
        and (sums.collected_cents > 0 or sums.pending_cents > 0 or sums.paid_out_cents > 0)
        and (coalesce(with_settled, false) or sums.left_cents <> 0 or sums.pending_cents > 0)
    )
    select jsonb_build_object(
      'total', (select count(*) from collected),
      'events', coalesce(jsonb_agg(jsonb_build_object(
        'event_id', listed.id, 'event', listed.title, 'organiser', listed.organizer_name, 'ends_at', listed.ends_at,
        'collected_cents', listed.collected_cents, 'refunded_cents', listed.refunded_cents,
        'owed_back_cents', listed.owed_back_cents, 'pending_cents', listed.pending_cents,
        'paid_out_cents', listed.paid_out_cents, 'left_cents', listed.left_cents
      ) order by listed.ends_at, listed.id), '[]')
    )
    from (
      select * from collected order by ends_at, id
      limit private.payout_events_per_page()
      offset (greatest(coalesce(page, 1), 1) - 1) * private.payout_events_per_page()
    ) as listed
  );
end $$;

create or replace function private.event_payouts_of(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_payout_reader(event);
  return (
    select jsonb_build_object(
      'event_id', known.id, 'event', known.title, 'organiser', known.organizer_name, 'ends_at', known.ends_at,
      'sums', to_jsonb(sums),
      'payouts', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', payout.id, 'amount_cents', payout.amount_cents, 'on_day', payout.on_day,
          'destination', payout.destination, 'reference', payout.reference, 'created_at', payout.created_at,
          'cancelled_at', payout.cancelled_at, 'cancel_reason', payout.cancel_reason,
          'by', case when private.reads_money() then
            (select username from public.profiles where id = payout.recorded_by) end
        ) order by payout.on_day desc, payout.created_at desc, payout.id), '[]')
        from public.event_payouts as payout where payout.event_id = known.id
      )
    )
    from public.events as known cross join lateral private.event_payout_sums(known.id) as sums
    where known.id = event_payouts_of.event and known.deleted_at is null
  );
end $$;

create or replace function private.statement_payouts(event uuid, from_day date, to_day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'paid_out_cents', coalesce(sum(payout.amount_cents), 0),
    'payouts', coalesce(jsonb_agg(jsonb_build_object(
      'day', payout.on_day, 'amount_cents', payout.amount_cents, 'destination', payout.destination,
      'reference', payout.reference
    ) order by payout.on_day, payout.created_at, payout.id), '[]')
  )
  from public.event_payouts as payout
  where payout.event_id = statement_payouts.event and payout.cancelled_at is null
    and (from_day is null or payout.on_day >= from_day) and (to_day is null or payout.on_day <= to_day)
$$;

create or replace function public.record_event_payout(request_id uuid, event uuid, cents integer, on_day date, destination text,
  reference text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.record_event_payout(request_id, event, cents, on_day, destination, reference);

create or replace function public.cancel_event_payout(item uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_event_payout(item, reason);

create or replace function public.list_event_payouts(with_settled boolean default false, page integer default 1) returns jsonb
language sql stable security invoker set search_path = ''
return private.list_event_payouts(with_settled, page);

create or replace function public.event_payouts_of(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_payouts_of(event);

create or replace function private.freeze_fee_invoice() returns trigger
language plpgsql set search_path = '' as $$
declare
  changing constant text[] := '{status,paid_on,note,created_by,decided_by,decided_at}';
begin
  if (to_jsonb(new) - changing) is distinct from (to_jsonb(old) - changing) then
    raise exception 'amounts and days of an invoice are not changed' using errcode = '42501';
  end if;
  return new;
end $$;

create or replace function private.event_fee() returns table (percent_bp integer, fixed_cents integer)
language sql stable security definer set search_path = '' as $$
  select
    least(case when value ->> 'percent_bp' ~ '^\d{1,5}$' then (value ->> 'percent_bp')::integer else 0 end, 10000),
    case when value ->> 'fixed_cents' ~ '^\d{1,6}$' then (value ->> 'fixed_cents')::integer else 0 end
  from (select 'event_fee' as key) as wanted left join public.payment_settings using (key)
$$;

create or replace function private.event_fee_terms(event uuid)
  returns table (registrations integer, base_cents bigint, percent_bp integer, fixed_cents integer, amount_cents bigint)
language sql stable security definer set search_path = '' as $$
  select base.registrations, base.cents, fee.percent_bp, fee.fixed_cents,
    (round(base.cents * fee.percent_bp / 10000.0) + base.registrations * fee.fixed_cents::bigint)::bigint
  from private.event_fee() as fee
  cross join (
    select count(distinct registration.id)::integer as registrations, coalesce(sum(kept.cents), 0)::bigint as cents
    from public.event_registrations as registration
    join public.payments as paid on paid.subject_type = 'registration' and paid.subject_id = registration.id
    cross join lateral (select paid.amount_cents - paid.refunded_cents - paid.disputed_cents as cents) as kept
    where registration.event_id = event_fee_terms.event and paid.status = 'paid' and not paid.needs_refund
      and kept.cents > 0
  ) as base
$$;

create or replace function private.create_fee_invoice(event uuid, due_on date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  terms record;
  added public.event_fee_invoices;
begin
  perform private.require_permission('financials');
  if not private.lock_recipient(event) then
    return private.gone();
  end if;
  select * into subject from public.events where id = event;
  if not private.has_organiser(subject) then
    return private.gone();
  elsif create_fee_invoice.due_on is null
    or create_fee_invoice.due_on not between private.brazilian_today() and private.brazilian_today() + 365
  then
    perform private.refuse('invalid', 'due_on');
  elsif subject.ends_at > now() then
    return private.refused('not_ended');
  elsif exists (
    select from public.event_fee_invoices as known
    where known.event_id = create_fee_invoice.event and known.status <> 'cancelled'
  ) then
    return private.refused('exists');
  end if;
  select * into terms from private.event_fee_terms(event);
  if terms.amount_cents = 0 then
    return private.refused('nothing');
  end if;
  insert into public.event_fee_invoices (event_id, payer, event_title, registrations, base_cents, percent_bp,
    fixed_cents, amount_cents, due_on)
  values (event, subject.organizer_name, subject.title, terms.registrations, terms.base_cents, terms.percent_bp,
    terms.fixed_cents, terms.amount_cents, create_fee_invoice.due_on)
  returning * into added;
  perform private.mail_event_roles(event, array['owner', 'treasurer'], 'event_fee_invoice', jsonb_build_object(
    'amount', added.amount_cents / 100.0, 'due', added.due_on, 'number', added.number::text,
    'path', '/painel/eventos/' || event || '/recebimento'));
  return private.saved();
end $$;

create or replace function private.set_fee_invoice_status(item uuid, status text, on_day date, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  invoice public.event_fee_invoices;
  reason_text text;
begin
  perform private.require_permission('financials');
  if status is null or status <> all (private.fee_invoice_statuses()) then
    perform private.refuse('invalid', 'status');
  end if;
  reason_text := private.check_reason(case when status <> 'paid' then 'reject' end, reason);
  select * into invoice from public.event_fee_invoices where id = item for update;
  if invoice.id is null then
    return private.gone();
  elsif invoice.status <> (case status when 'open' then 'paid' else 'open' end) then
    return private.decided_already(invoice.status, invoice.decided_by, invoice.decided_at);
  elsif status = 'paid' and (on_day between invoice.issued_on and private.brazilian_today()) is not true then
    perform private.refuse('invalid', 'on_day');
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
  update public.event_fee_invoices set status = set_fee_invoice_status.status,
    paid_on = case set_fee_invoice_status.status when 'paid' then on_day end, note = reason_text,
    decided_by = (select private.account_id()), decided_at = now()
  where id = item;
  return private.saved();
end $$;

create or replace function private.event_fee_of(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_payout_reader(event);
  return (
    select jsonb_build_object(
      'has_ended', known.ends_at <= now(), 'terms', to_jsonb(terms),
      'invoices', (
        select coalesce(jsonb_agg(
          to_jsonb(invoice) - '{created_by,decided_by,decided_at,created_at}'::text[] order by invoice.number desc
        ), '[]')
        from public.event_fee_invoices as invoice where invoice.event_id = known.id
      )
    )
    from public.events as known cross join lateral private.event_fee_terms(known.id) as terms
    where known.id = event_fee_of.event and known.deleted_at is null
  );
end $$;

create or replace function public.create_fee_invoice(event uuid, due_on date) returns jsonb
language sql volatile security invoker set search_path = ''
return private.create_fee_invoice(event, due_on);

create or replace function public.set_fee_invoice_status(item uuid, status text, on_day date default null,
  reason text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_fee_invoice_status(item, status, on_day, reason);

create or replace function public.event_fee_of(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_fee_of(event);

create index event_payouts_event_id_idx on public.event_payouts (event_id, on_day desc, id);

create index event_payouts_recorded_by_idx on public.event_payouts (recorded_by);

create index event_payouts_cancelled_by_idx on public.event_payouts (cancelled_by);

create index event_fee_invoices_event_id_idx on public.event_fee_invoices (event_id, number desc);

create unique index event_fee_invoices_one_idx on public.event_fee_invoices (event_id) where status <> 'cancelled';

create index event_fee_invoices_created_by_idx on public.event_fee_invoices (created_by);

create index event_fee_invoices_decided_by_idx on public.event_fee_invoices (decided_by);

create policy "treasurers and financial managers read payouts of events" on public.event_payouts
  for select to authenticated
  using ((select private.reads_money()) or event_id in (select private.events_with_right('payments')));

create policy "treasurers and financial managers read invoices of fees" on public.event_fee_invoices
  for select to authenticated
  using ((select private.reads_money()) or event_id in (select private.events_with_right('payments')));

create trigger event_payouts_audit after insert or update or delete on public.event_payouts
  for each row execute function private.write_audit('id',
    'event_id,amount_cents,on_day,reference,cancelled_at,cancel_reason');

create trigger event_fee_invoices_audit after insert or update or delete on public.event_fee_invoices
  for each row execute function private.write_audit('id', 'event_id,amount_cents,due_on,status,paid_on,note');

create trigger event_fee_invoices_freeze before update on public.event_fee_invoices
  for each row execute function private.freeze_fee_invoice();

comment on column public.payment_settings.value is
  'stripe_config {enabled, publishable_key, default_price_id}; pix_config {enabled, pix_key, pix_key_type, '
  'recipient_name, city}; event_collecting {enabled}: whether the portal collects for new organisers of events; '
  'event_fee {percent_bp, fixed_cents}: the fee of the portal, hundredths of a percent of what was paid and cents for '
  'each paid registration';

comment on function private.mail_event_roles is
  'Mails the people who have one of the roles in an event; the owners of its club are owners of the event.';

comment on function private.fee_invoice_statuses is 'Statuses of an invoice of the fee of the portal for an event.';

comment on function private.payout_events_per_page is 'Events on a page of the list of payouts.';

comment on function public.event_statement is
  'Money of an event by day with its sums, received by the organiser or by the portal, and the payouts of the portal; '
  'for people with the right payments and event managers.';

comment on table public.event_payouts is
  'Transfers of the portal to the organiser of an event, as the team recorded them. Written by functions only; a wrong '
  'row is cancelled and stays.';

comment on column public.event_payouts.request_id is 'Idempotency key of the form.';

comment on column public.event_payouts.on_day is 'Day of the transfer, as the team typed it.';

comment on column public.event_payouts.destination is 'Pix key or bank account that received the money.';

comment on column public.event_payouts.reference is 'What proves the transfer, such as the number that the bank gave it.';

comment on function private.has_organiser is 'Whether somebody else than the portal organises the event.';

comment on function private.event_payout_sums is
  'Money of an event that the portal received itself: collected, refunded or disputed (refunded_cents), to be refunded '
  '(owed_back_cents), not paid yet (pending_cents), passed on, and left to pay. Less than zero is left when payments '
  'were refunded after a payout: the organiser owes it to the portal.';

comment on function private.require_payout_reader is
  'Raises 42501 unless the caller is a financial manager or has the right payments in the event by a role.';

comment on function private.tell_about_payout is 'Mails the owners and treasurers of an event about a payout.';

comment on function private.statement_payouts is
  'Payouts of the statement of an event. They are no part of its net sum: the money was collected before.';

comment on function public.record_event_payout is
  'A financial manager records, once per request_id, what the portal transferred to the organiser of an event; its '
  'owners and treasurers get a mail. Raises 28000 without a recent proof of identity. Answers saved, gone, conflict '
  '(the request_id belongs to another payout), or refused with too_much (more than is left) or invalid.';

comment on function public.cancel_event_payout is
  'A financial manager cancels a payout that was recorded wrongly, with a reason; the row stays. Needs a recent proof '
  'of identity. Answers saved, gone, or conflict when it was cancelled before.';

comment on function public.list_event_payouts is
  'Events whose money the portal collected with their sums, those that ended first at the top, for financial managers; '
  'with_settled also those of which nothing is left.';

comment on function public.event_payouts_of is
  'Payouts of an event with the sums of what the portal collected, for financial managers and people with the right '
  'payments; null for an event that does not exist.';

comment on table public.event_fee_invoices is
  'Requests to organisers to pay the fee of the portal for an event; the nota fiscal is sent separately. Written by '
  'functions only; the amounts are those of the creation.';

comment on column public.event_fee_invoices.base_cents is
  'Sum of the payments of the paid registrations, without what was refunded.';

comment on column public.event_fee_invoices.percent_bp is 'Hundredths of a percent of the base.';

comment on column public.event_fee_invoices.fixed_cents is 'Added for each paid registration.';

comment on column public.event_fee_invoices.note is 'Why the status was changed last.';

comment on function private.freeze_fee_invoice is 'Trigger function: an invoice keeps what it was created with.';

comment on function private.event_fee is 'The fee of the portal for events in the payment settings; 0 without one.';

comment on function private.event_fee_terms is
  'The fee of an event now: its registrations with a payment that stays, to the portal or to the organiser, and what '
  'stays of the payments. Half a cent is rounded up.';

comment on function private.set_fee_invoice_status is
  'An open invoice is paid or cancelled; one that was marked as paid by mistake is open again.';

comment on function public.create_fee_invoice is
  'A financial manager creates the invoice of the fee of an event that ended; its owners and treasurers get a mail. An '
  'event has one invoice that is not cancelled. Answers saved, gone, or refused with not_ended, exists, nothing (no '
  'fee) or invalid.';

comment on function public.set_fee_invoice_status is
  'A financial manager marks an open invoice as paid (with the day) or cancelled (with a reason), or a paid one as open '
  'again (with a reason). Answers saved, gone, conflict, or refused with invalid.';

comment on function public.event_fee_of is
  'The fee of an event as it would be invoiced now, and its invoices, for financial managers and people with the right '
  'payments; null for an event that does not exist.';

grant execute on function private.cancel_event_payout to public;

grant execute on function private.create_fee_invoice to public;

grant execute on function private.event_fee_of to public;

grant execute on function private.event_payouts_of to public;

grant execute on function private.fee_invoice_statuses to public;

grant execute on function private.freeze_fee_invoice to public;

grant execute on function private.list_event_payouts to public;

grant execute on function private.payout_events_per_page to public;

grant execute on function private.record_event_payout to public;

grant execute on function private.require_payout_reader to public;

grant execute on function private.set_fee_invoice_status to public;

grant execute on function public.cancel_event_payout to authenticated;

grant execute on function public.cancel_event_payout to service_role;

grant execute on function public.create_fee_invoice to authenticated;

grant execute on function public.create_fee_invoice to service_role;

grant select on public.event_fee_invoices to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_fee_invoices to service_role;

grant execute on function public.event_fee_of to authenticated;

grant execute on function public.event_fee_of to service_role;

grant select on public.event_payouts to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_payouts to service_role;

grant execute on function public.event_payouts_of to authenticated;

grant execute on function public.event_payouts_of to service_role;

grant execute on function public.list_event_payouts to authenticated;

grant execute on function public.list_event_payouts to service_role;

grant execute on function public.record_event_payout to authenticated;

grant execute on function public.record_event_payout to service_role;

grant execute on function public.set_fee_invoice_status to authenticated;

grant execute on function public.set_fee_invoice_status to service_role;

reset check_function_bodies;

revoke execute on function private.event_fee from public;
revoke execute on function private.event_fee_terms from public;
revoke execute on function private.event_payout_sums from public;
revoke execute on function private.has_organiser from public;
revoke execute on function private.mail_event_roles from public;
revoke execute on function private.statement_payouts from public;
revoke execute on function private.tell_about_payout from public;
