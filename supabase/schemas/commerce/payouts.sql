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
comment on table public.event_payouts is
  'Transfers of the portal to the organiser of an event, as the team recorded them. Written by functions only; a wrong '
  'row is cancelled and stays.';
comment on column public.event_payouts.request_id is 'Idempotency key of the form.';
comment on column public.event_payouts.on_day is 'Day of the transfer, as the team typed it.';
comment on column public.event_payouts.destination is 'Pix key or bank account that received the money.';
comment on column public.event_payouts.reference is 'What proves the transfer, such as the number that the bank gave it.';
create index event_payouts_event_id_idx on public.event_payouts (event_id, on_day desc, id);
create index event_payouts_recorded_by_idx on public.event_payouts (recorded_by);
create index event_payouts_cancelled_by_idx on public.event_payouts (cancelled_by);
alter table public.event_payouts enable row level security;
grant select on public.event_payouts to authenticated;
grant all on public.event_payouts to service_role;
create policy "treasurers and financial managers read payouts of events" on public.event_payouts
  for select to authenticated
  using ((select private.reads_money()) or event_id in (select private.events_with_right('payments')));
create trigger event_payouts_audit after insert or update or delete on public.event_payouts
  for each row execute function private.write_audit('id',
    'event_id,amount_cents,on_day,reference,cancelled_at,cancel_reason');

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

create function private.has_organiser(event public.events) returns boolean
language sql stable security definer set search_path = '' as $$
  select event.organizer_id is not null or event.club_id is not null or event.publish_link_id is not null
    or exists (select from public.event_members where event_id = event.id and role = 'owner')
$$;
comment on function private.has_organiser is 'Whether somebody else than the portal organises the event.';
revoke execute on function private.has_organiser from public;

create function private.event_payout_sums(event uuid)
  returns table (collected_cents bigint, refunded_cents bigint, owed_back_cents bigint, pending_cents bigint,
    paid_out_cents bigint, left_cents bigint)
language sql stable security definer set search_path = '' as $$
  with own as (
    select paid.id, paid.subject_id, paid.amount_cents, paid.status, paid.paid_at, paid.expires_at,
      paid.amount_cents - paid.refunded_cents - paid.disputed_cents as kept_cents,
      case when paid.needs_refund then private.due_of_payment(paid) else paid.refund_failed_cents end as back_cents
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
comment on function private.event_payout_sums is
  'Money of an event that the portal received itself: collected, refunded or disputed (refunded_cents), to be refunded '
  '(owed_back_cents), not paid yet (pending_cents), passed on, and left to pay. Less than zero is left when payments '
  'were refunded after a payout: the organiser owes it to the portal.';
revoke execute on function private.event_payout_sums from public;

create function private.require_payout_reader(event uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.reads_money() and event not in (select private.events_with_right('payments')) or event is null then
    raise exception 'no right to the payouts of the event' using errcode = '42501';
  end if;
end $$;
comment on function private.require_payout_reader is
  'Raises 42501 unless the caller is a financial manager or has the right payments in the event by a role.';

create function private.tell_about_payout(payout public.event_payouts, template text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.mail_event_roles(payout.event_id, array['owner', 'treasurer'], template, jsonb_build_object(
    'amount', payout.amount_cents / 100.0, 'date', payout.on_day, 'destination', payout.destination,
    'reference', payout.reference, 'note', coalesce(payout.cancel_reason, ''),
    'path', '/painel/eventos/' || payout.event_id || '/recebimento'));
end $$;
comment on function private.tell_about_payout is 'Mails the owners and treasurers of an event about a payout.';
revoke execute on function private.tell_about_payout from public;

create function private.record_event_payout(request_id uuid, event uuid, cents integer, on_day date, destination text,
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

create function private.cancel_event_payout(item uuid, reason text) returns jsonb
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

create function private.list_event_payouts(with_settled boolean, page integer) returns jsonb
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

create function private.event_payouts_of(event uuid) returns jsonb
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

create function private.statement_payouts(event uuid, from_day date, to_day date) returns jsonb
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
comment on function private.statement_payouts is
  'Payouts of the statement of an event. They are no part of its net sum: the money was collected before.';
revoke execute on function private.statement_payouts from public;

create function public.record_event_payout(request_id uuid, event uuid, cents integer, on_day date, destination text,
  reference text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.record_event_payout(request_id, event, cents, on_day, destination, reference);
comment on function public.record_event_payout is
  'A financial manager records, once per request_id, what the portal transferred to the organiser of an event; its '
  'owners and treasurers get a mail. Raises 28000 without a recent proof of identity. Answers saved, gone, conflict '
  '(the request_id belongs to another payout), or refused with too_much (more than is left) or invalid.';
grant execute on function public.record_event_payout to authenticated, service_role;

create function public.cancel_event_payout(item uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_event_payout(item, reason);
comment on function public.cancel_event_payout is
  'A financial manager cancels a payout that was recorded wrongly, with a reason; the row stays. Needs a recent proof '
  'of identity. Answers saved, gone, or conflict when it was cancelled before.';
grant execute on function public.cancel_event_payout to authenticated, service_role;

create function public.list_event_payouts(with_settled boolean default false, page integer default 1) returns jsonb
language sql stable security invoker set search_path = ''
return private.list_event_payouts(with_settled, page);
comment on function public.list_event_payouts is
  'Events whose money the portal collected with their sums, those that ended first at the top, for financial managers; '
  'with_settled also those of which nothing is left.';
grant execute on function public.list_event_payouts to authenticated, service_role;

create function public.event_payouts_of(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_payouts_of(event);
comment on function public.event_payouts_of is
  'Payouts of an event with the sums of what the portal collected, for financial managers and people with the right '
  'payments; null for an event that does not exist.';
grant execute on function public.event_payouts_of to authenticated, service_role;
