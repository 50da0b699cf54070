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
comment on table public.event_fee_invoices is
  'Requests to organisers to pay the fee of the portal for an event; the nota fiscal is sent separately. Written by '
  'functions only; the amounts are those of the creation.';
comment on column public.event_fee_invoices.base_cents is
  'Sum of the payments of the paid registrations, without what was refunded.';
comment on column public.event_fee_invoices.percent_bp is 'Hundredths of a percent of the base.';
comment on column public.event_fee_invoices.fixed_cents is 'Added for each paid registration.';
comment on column public.event_fee_invoices.note is 'Why the status was changed last.';
create index event_fee_invoices_event_id_idx on public.event_fee_invoices (event_id, number desc);
create unique index event_fee_invoices_one_idx on public.event_fee_invoices (event_id) where status <> 'cancelled';
create index event_fee_invoices_created_by_idx on public.event_fee_invoices (created_by);
create index event_fee_invoices_decided_by_idx on public.event_fee_invoices (decided_by);
alter table public.event_fee_invoices enable row level security;
grant select on public.event_fee_invoices to authenticated;
grant all on public.event_fee_invoices to service_role;
create policy "treasurers and financial managers read invoices of fees" on public.event_fee_invoices
  for select to authenticated
  using ((select private.reads_money()) or event_id in (select private.events_with_right('payments')));
create trigger event_fee_invoices_audit after insert or update or delete on public.event_fee_invoices
  for each row execute function private.write_audit('id', 'event_id,amount_cents,due_on,status,paid_on,note');

create function private.freeze_fee_invoice() returns trigger
language plpgsql set search_path = '' as $$
declare
  changing constant text[] := '{status,paid_on,note,created_by,decided_by,decided_at}';
begin
  if (to_jsonb(new) - changing) is distinct from (to_jsonb(old) - changing) then
    raise exception 'amounts and days of an invoice are not changed' using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.freeze_fee_invoice is 'Trigger function: an invoice keeps what it was created with.';

create trigger event_fee_invoices_freeze before update on public.event_fee_invoices
  for each row execute function private.freeze_fee_invoice();

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

create function private.event_fee() returns table (percent_bp integer, fixed_cents integer)
language sql stable security definer set search_path = '' as $$
  select
    least(case when value ->> 'percent_bp' ~ '^\d{1,5}$' then (value ->> 'percent_bp')::integer else 0 end, 10000),
    case when value ->> 'fixed_cents' ~ '^\d{1,6}$' then (value ->> 'fixed_cents')::integer else 0 end
  from (select 'event_fee' as key) as wanted left join public.payment_settings using (key)
$$;
comment on function private.event_fee is 'The fee of the portal for events in the payment settings; 0 without one.';
revoke execute on function private.event_fee from public;

create function private.event_fee_terms(event uuid)
  returns table (registrations integer, base_cents bigint, percent_bp integer, fixed_cents integer, amount_cents bigint)
language sql stable security definer set search_path = '' as $$
  select base.registrations, base.cents, fee.percent_bp, fee.fixed_cents,
    (round(base.cents * fee.percent_bp / 10000.0) + base.registrations * fee.fixed_cents::bigint)::bigint
  from private.event_fee() as fee
  cross join (
    select count(distinct registration.id)::integer as registrations, coalesce(sum(kept.cents), 0)::bigint as cents
    from public.event_registrations as registration
    join public.payments as paid on paid.subject_type = 'registration' and paid.subject_id = registration.id
    cross join lateral (
      select paid.amount_cents - paid.refunded_cents - paid.disputed_cents
        - case when paid.needs_refund then private.due_of_payment(paid) else 0 end as cents
    ) as kept
    where registration.event_id = event_fee_terms.event and paid.status = 'paid' and kept.cents > 0
  ) as base
$$;
comment on function private.event_fee_terms is
  'The fee of an event now: its registrations with a payment that stays, to the portal or to the organiser, and what '
  'stays of the payments. Half a cent is rounded up.';
revoke execute on function private.event_fee_terms from public;

create function private.create_fee_invoice(event uuid, due_on date) returns jsonb
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

create function private.set_fee_invoice_status(item uuid, status text, on_day date, reason text) returns jsonb
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
comment on function private.set_fee_invoice_status is
  'An open invoice is paid or cancelled; one that was marked as paid by mistake is open again.';

create function private.event_fee_of(event uuid) returns jsonb
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

create function public.create_fee_invoice(event uuid, due_on date) returns jsonb
language sql volatile security invoker set search_path = ''
return private.create_fee_invoice(event, due_on);
comment on function public.create_fee_invoice is
  'A financial manager creates the invoice of the fee of an event that ended; its owners and treasurers get a mail. An '
  'event has one invoice that is not cancelled. Answers saved, gone, or refused with not_ended, exists, nothing (no '
  'fee) or invalid.';
grant execute on function public.create_fee_invoice to authenticated, service_role;

create function public.set_fee_invoice_status(item uuid, status text, on_day date default null,
  reason text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_fee_invoice_status(item, status, on_day, reason);
comment on function public.set_fee_invoice_status is
  'A financial manager marks an open invoice as paid (with the day) or cancelled (with a reason), or a paid one as open '
  'again (with a reason). Answers saved, gone, conflict, or refused with invalid.';
grant execute on function public.set_fee_invoice_status to authenticated, service_role;

create function public.event_fee_of(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_fee_of(event);
comment on function public.event_fee_of is
  'The fee of an event as it would be invoiced now, and its invoices, for financial managers and people with the right '
  'payments; null for an event that does not exist.';
grant execute on function public.event_fee_of to authenticated, service_role;
