-- Payments to an organiser: the treasurer confirms Pix and records what was returned, Stripe reports about its account.
-- The portal never has this money, so nothing here is in its own ledger.

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
  constraint event_entry_sign_fits_kind check (
    (amount_cents > 0) = (kind in ('payment', 'refund_undone')) and amount_cents <> 0)
);
comment on table public.event_payment_entries is
  'Append-only: money that the organiser of an event received (positive) or returned, as its treasurer or Stripe says, '
  'and confirmations, refunds and disputes that were undone. Written by functions only.';
comment on column public.event_payment_entries.on_day is
  'Day of the transfer, as the treasurer typed it, or on which Stripe reported it.';
create index event_payment_entries_event_id_idx on public.event_payment_entries (event_id, on_day, id);
create index event_payment_entries_payment_id_idx on public.event_payment_entries (payment_id);
create index event_payment_entries_account_id_idx on public.event_payment_entries (account_id);
alter table public.event_payment_entries enable row level security;
grant select on public.event_payment_entries to authenticated, service_role;
create policy "treasurers and financial managers read entries of events"
  on public.event_payment_entries for select to authenticated
  using ((select private.reads_money()) or event_id in (select private.events_with_right('payments')));

create function private.refuse_entry_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (to_jsonb(new) - 'account_id') is distinct from (to_jsonb(old) - 'account_id') or new.account_id is not null then
    raise exception 'rows of % are not changed', tg_table_name using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.refuse_entry_change is
  'Trigger function: nothing of a row changes, but an account that is erased leaves it.';

create trigger event_payment_entries_stay before update on public.event_payment_entries
  for each row execute function private.refuse_entry_change();

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
comment on table public.event_refunds is
  'Returns of money that the organiser received itself, as its treasurer reported them; the portal cannot know whether '
  'the money arrived. Written by functions only.';
comment on column public.event_refunds.proof_path is 'File in bucket refund-proofs, which is not public.';
create index event_refunds_event_id_idx on public.event_refunds (event_id, created_at desc);
create index event_refunds_payment_id_idx on public.event_refunds (payment_id);
create index event_refunds_account_id_idx on public.event_refunds (account_id);
alter table public.event_refunds enable row level security;
grant select on public.event_refunds to authenticated;
grant all on public.event_refunds to service_role;
create policy "treasurers and financial managers read refunds of events" on public.event_refunds
  for select to authenticated
  using ((select private.reads_money()) or event_id in (select private.events_with_right('payments')));
create trigger event_refunds_stay before update on public.event_refunds
  for each row execute function private.refuse_entry_change();
create trigger event_refunds_audit after insert or delete on public.event_refunds
  for each row execute function private.write_audit('id', 'event_id,payment_id,amount_cents,on_day');

create function private.queue_refund_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('refund-proofs', array[old.proof_path]);
  return null;
end $$;

create trigger event_refunds_files after delete on public.event_refunds
  for each row execute function private.queue_refund_proof();

insert into private.audit_log_permissions (entity, permission) values
  ('event_refunds', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_payment_entries', 'account_id', 'account', 'work', 'Pagamentos de eventos que confirmou', 'unlink', 175),
  ('event_refunds', 'account_id', 'account', 'work', 'Devoluções de eventos que registrou', 'unlink', 176);

select
  private.declare_columns('event_payment_entries', 'exported',
    '{id,event_id,payment_id,kind,amount_cents,on_day,note,booked_at}'),
  private.declare_columns('event_payment_entries', 'withheld', '{account_id}', 'the person itself'),
  private.declare_columns('event_refunds', 'exported',
    '{id,event_id,payment_id,amount_cents,on_day,proof_path,created_at}'),
  private.declare_columns('event_refunds', 'withheld', '{account_id}', 'the person itself');

insert into private.file_columns (bucket, relation, names) values
  ('refund-proofs', 'public.event_refunds', 'array[proof_path]');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_payment_entries', 'on_day', 'stays', 'day of a transfer'),
  ('event_payment_entries', 'booked_at', 'stays', 'when it was booked'),
  ('event_refunds', 'on_day', 'stays', 'day of a transfer');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('refund-proofs', 'refund-proofs', false, 5242880, '{image/jpeg,image/png,image/webp,application/pdf}');

create function private.event_of_receipt(path text) returns uuid
language sql stable security definer set search_path = '' as $$
  select registration.event_id
  from public.payments as paid join public.event_registrations as registration
    on registration.id = paid.subject_id and paid.subject_type = 'registration'
  where paid.receipt_path = path and paid.recipient_id is not null
$$;
comment on function private.event_of_receipt is
  'The event of a receipt of a payment to its organiser; null for receipts of payments to the portal.';

create function private.is_refund_proof(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.event_refunds where proof_path = path)
$$;
comment on function private.is_refund_proof is 'Whether a refund has this file as its proof.';

-- A browser with a session reaches the files only through the paths that the functions stored.
create policy "treasurers and financial managers read proofs of refunds" on storage.objects
  for select to authenticated
  using (bucket_id = 'refund-proofs' and exists (select from public.event_refunds where proof_path = name));
create policy "treasurers read receipts of payments to the organiser" on storage.objects
  for select to authenticated
  using (bucket_id = 'payment-receipts' and (select private.event_of_receipt(name)) in (
    select private.events_with_right('payments')));

create policy "proofs of refunds cannot be deleted" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'refund-proofs' or not private.is_refund_proof(name));

create function private.own_payment(item uuid) returns public.payments
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
comment on function private.own_payment is
  'Locks a payment to the organiser of an event with its registration; raises 42501 unless the caller has the right '
  'payments in the event by a role.';
revoke execute on function private.own_payment from public;

create function private.event_of_payment(payment public.payments) returns uuid
language sql stable security definer set search_path = '' as $$
  select event_id from public.event_registrations
  where id = payment.subject_id and payment.subject_type = 'registration'
$$;
comment on function private.event_of_payment is 'The event of a payment of a registration.';

create function private.is_transfer_day(day date, payment public.payments) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(day between private.day_of(payment.created_at) and private.day_of(now()), false)
$$;
comment on function private.is_transfer_day is
  'Whether money of a payment may have moved on a day: not before the payment was opened and not after today.';

create function private.confirm_event_pix(item uuid, received_cents integer, on_day date) returns jsonb
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

create function private.undo_event_pix(item uuid, reason text) returns jsonb
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
  elsif payment.owed_law_cents + payment.owed_rules_cents > 0 then
    return private.refused('person_left');
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

create function private.refuse_event_receipt(item uuid, reason text) returns jsonb
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

create function private.end_refund(payment uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payments set needs_refund = false,
    -- Of the parts of people who left only what went back stays.
    owed_rules_cents = least(owed_rules_cents, greatest(refunded_cents - owed_law_cents, 0))
  where id = end_refund.payment and needs_refund
$$;
comment on function private.end_refund is
  'Ends what is owed of a payment by the rules of the event. The caller checks that the law gives nothing more back.';
revoke execute on function private.end_refund from public;

create function private.record_event_refund(item uuid, cents integer, on_day date, proof_path text, is_final boolean,
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
    perform private.end_refund(item);
  end if;
  return private.saved();
end $$;
comment on function private.record_event_refund is
  'Stores what the treasurer says was returned. is_final ends what is owed although something remains, by the rules of '
  'the event; never less than the law gives back.';

-- The account of the treasurer is noted before Stripe is called, whose event then changes the payment.
create function private.request_event_refund(item uuid, cents integer, left_cents integer) returns jsonb
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
    perform private.end_refund(item);
  end if;
  return private.saved(jsonb_build_object('cents', cents, 'account', private.account_of_payment(item),
    'payment_intent', payment.payment_intent, 'refunded_cents', payment.refunded_cents));
end $$;

create function private.close_pages_of_recipient() returns trigger
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
comment on function private.close_pages_of_recipient is
  'Trigger function: card pages in a Stripe account end when it is no longer the recipient; money that arrives '
  'nevertheless still counts.';

create trigger event_recipients_close_pages after insert or update of status on public.event_recipients
  for each row execute function private.close_pages_of_recipient();

create function private.terms_of_payment(payment public.payments, registration public.event_registrations)
  returns table (cents integer, full_until timestamptz, is_full boolean)
language sql stable security definer set search_path = '' as $$
  select payment.amount_cents - payment.refunded_cents, term.ends,
    coalesce(coalesce(registration.cancelled_at, now()) < term.ends, false)
      or registration.status = any (private.ended_registration_statuses())
        and not private.is_cancelled_by_holder(registration)
  -- The day of the payment is not counted.
  from (select private.day_start(private.day_of(payment.paid_at) + private.withdrawal_days() + 1) as ends) as term
$$;
comment on function private.terms_of_payment is
  'What is left of a payment, until when the law gives all of it back, and whether all of it comes back now: by law, '
  'or because the organiser ended the registration.';

create function private.refund_of_payment(payment public.payments)
  returns table (law_cents integer, rules_cents integer, since timestamptz, due_on date)
language sql stable security definer set search_path = '' as $$
  select
    case when is_full or not is_counted then rest else too_much + case when is_ended then 0 else part_law end end,
    case when not is_counted or is_full then 0 when is_ended then rest - too_much else part_rules end,
    since, private.day_of(since) + private.organiser_refund_days()
  from (
    select ended.is_ended, ended.is_ended and terms.is_full as is_full,
      coalesce(registration.payment_id = payment.id or payment.difference = 'counted', false) as is_counted,
      greatest(coalesce(payment.received_cents, payment.amount_cents) - returned.cents, 0)::integer as rest,
      greatest(coalesce(payment.received_cents, payment.amount_cents) - payment.amount_cents - returned.cents,
        0)::integer as too_much,
      case when part.cents > 0 then part.cents - private.due_by_rules(payment) else 0 end as part_law,
      case when part.cents > 0 then private.due_by_rules(payment) else 0 end as part_rules,
      coalesce(registration.cancelled_at, case when ended.is_ended then registration.updated_at end, part.since,
        payment.paid_at, payment.updated_at) as since
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
    cross join lateral (
      select coalesce(max(private.due_of_payment(payment)), 0) as cents, max(person.cancelled_at) as since
      from public.event_registrations as person
      where person.order_id = registration.order_id and person.order_position > 1 and person.status = 'cancelled'
        and payment.owed_law_cents + payment.owed_rules_cents > 0
    ) as part
    where registration.id = payment.subject_id
  ) as owed
$$;
comment on function private.refund_of_payment is
  'What an organiser must return of a payment by law (withdrawal in time, also of one person of an order, ended by the '
  'organiser, paid twice or too much), what its own rules decide about, since when, and the day '
  'until which the portal expects it.';

create function private.owed_by_organiser(payment public.payments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('law_cents', law_cents, 'rules_cents', rules_cents, 'due_on', due_on)
  from private.refund_of_payment(payment)
  where payment.recipient_id is not null and (payment.needs_refund
    or payment.paid_at is not null and law_cents > 0 and payment.received_cents > payment.amount_cents
    or payment.paid_at is null and payment.received_cents is not null and exists (
      select from public.event_registrations
      where id = payment.subject_id and status = any (private.ended_registration_statuses())))
$$;
comment on function private.owed_by_organiser is
  'What an organiser must still return of a payment and until when; null for nothing, and for money of the portal.';

create function private.event_money(event uuid) returns jsonb
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
        'people_left', case when (own.paid).owed_law_cents + (own.paid).owed_rules_cents > 0 then array(
          select person.full_name from public.event_registrations as person
          where person.order_id = (own.registration).order_id and person.order_position > 1
            and person.cancelled_at >= (own.paid).paid_at order by person.cancelled_at
        ) else '{}' end,
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

create function private.event_receipt_path(item uuid) returns text
language sql stable security definer set search_path = '' as $$
  select paid.receipt_path from public.payments as paid
  where paid.id = item and paid.recipient_id is not null
    and private.event_of_payment(paid) in (select private.events_with_right('payments'))
$$;
comment on function private.event_receipt_path is
  'File of the receipt of a payment to the organiser; null for callers without the right payments by a role.';

create function private.event_statement(event uuid, from_day date, to_day date) returns jsonb
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

create function public.confirm_event_pix(item uuid, received_cents integer, on_day date) returns jsonb
language sql volatile security invoker set search_path = ''
return private.confirm_event_pix(item, received_cents, on_day);
comment on function public.confirm_event_pix is
  'A treasurer confirms a Pix payment to the organiser with what arrived and when. Less than the price is noted and '
  'confirms nothing. Answers saved {status, missing_cents}, or conflict when it was confirmed already; raises 42501 '
  'without the right payments by a role of the event.';
grant execute on function public.confirm_event_pix to authenticated, service_role;

create function public.undo_event_pix(item uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.undo_event_pix(item, reason);
comment on function public.undo_event_pix is
  'A treasurer undoes a confirmation within a day, with a reason: the registration waits for its payment again. '
  'Answers saved, gone, or refused with refunded, too_late, registration_entered or person_left.';
grant execute on function public.undo_event_pix to authenticated, service_role;

create function public.refuse_event_receipt(item uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.refuse_event_receipt(item, reason);
comment on function public.refuse_event_receipt is
  'A treasurer refuses a receipt whose money did not arrive, with a reason: the person is told and pays or sends '
  'another receipt. Answers saved, or conflict when no receipt waits; raises 42501 without the right payments by a '
  'role of the event.';
grant execute on function public.refuse_event_receipt to authenticated, service_role;

create function public.record_event_refund(item uuid, cents integer, on_day date, proof_path text,
  is_final boolean default false, left_cents integer default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.record_event_refund(item, cents, on_day, proof_path, is_final, left_cents);
comment on function public.record_event_refund is
  'A treasurer reports money that the organiser returned, with the stored file of the proof. Answers saved, or refused '
  'with not_refundable (also when left_cents is not what the organiser still has), amount or law (is_final with less '
  'than the law gives back).';
grant execute on function public.record_event_refund to authenticated, service_role;

create function public.request_event_refund(item uuid, cents integer, left_cents integer) returns jsonb
language sql volatile security invoker set search_path = ''
return private.request_event_refund(item, cents, left_cents);
comment on function public.request_event_refund is
  'A treasurer asks for the refund of a card payment to the Stripe account of the organiser; 0 cents end what is owed '
  'by the rules of the event. Answers saved {cents, account, payment_intent, refunded_cents} for the request to '
  'Stripe, or refused with not_refundable (also when left_cents is not what is left), amount or law; raises 42501 '
  'without the right payments by a role of the event.';
grant execute on function public.request_event_refund to authenticated, service_role;

create function public.event_money(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_money(event);
comment on function public.event_money is
  'Payments to the organiser of an event: those that wait for a confirmation, those to return and the last ones; for '
  'people with the right payments and event managers.';
grant execute on function public.event_money to authenticated, service_role;

create function public.event_receipt_path(item uuid) returns text
language sql stable security invoker set search_path = ''
return private.event_receipt_path(item);
comment on function public.event_receipt_path is
  'File of the receipt of a payment to the organiser, for its treasurer; null for everybody else.';
grant execute on function public.event_receipt_path to authenticated, service_role;

create function public.event_statement(event uuid, from_day date default null, to_day date default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_statement(event, from_day, to_day);
comment on function public.event_statement is
  'Money of an event by day with its sums, received by the organiser or by the portal, and the payouts of the portal; '
  'for people with the right payments and event managers.';
grant execute on function public.event_statement to authenticated, service_role;
