-- Events that Stripe sends, refunds and disputes.

create table public.payment_webhook_events (
  id uuid primary key default gen_random_uuid(),
  provider text not null check (provider in ('stripe')),
  event_id text not null,
  type text not null,
  object_id text,
  payment_id uuid references public.payments (id) on delete set null,
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  outcome text not null,
  happened_at timestamptz,
  created_at timestamptz not null default now(),
  unique (provider, event_id)
);
comment on table public.payment_webhook_events is
  'Webhook events with a valid signature, each stored once; facts contains ids, status and amounts only, no data of '
  'the payer.';
create index payment_webhook_events_payment_id_idx on public.payment_webhook_events (payment_id);
create index payment_webhook_events_created_at_idx on public.payment_webhook_events (created_at desc);
alter table public.payment_webhook_events enable row level security;
grant select on public.payment_webhook_events to authenticated;
grant all on public.payment_webhook_events to service_role;
create policy "financial managers read payment events" on public.payment_webhook_events
  for select to authenticated using ((select private.reads_money()));

select private.declare_columns('payment_webhook_events', 'not_personal',
  '{*}', 'ids, states and amounts without the payer');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('payment_events', 'public.payment_webhook_events', 'created_at', '6 years', 190);

create function private.payment_of_event(facts jsonb) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.payments
  where provider = 'stripe' and (
    provider_ref = facts ->> 'session_id' or payment_intent = facts ->> 'payment_intent'
      or id::text = facts ->> 'payment_id'
  )
  order by provider_ref is not distinct from facts ->> 'session_id' desc, payment_intent is not distinct
    from facts ->> 'payment_intent' desc
  limit 1
$$;

create function private.account_of_payment(payment uuid) returns text
language sql stable security definer set search_path = '' as $$
  select recipient.stripe_account from public.payments as known
  join public.event_recipients as recipient on recipient.id = known.recipient_id
  where known.id = account_of_payment.payment
$$;
comment on function private.account_of_payment is
  'The Stripe account of the organiser that receives a payment; null when the portal receives it.';

create function private.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
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

-- Read from the stored events, so that the order of their arrival does not matter.
create function private.refunds_of_events(payment uuid) returns table (refunded bigint, failed bigint)
language sql stable security definer set search_path = '' as $$
  with known as (
    select type, object_id, happened_at, facts ->> 'status' as status, coalesce((facts ->> 'refunded_cents')::bigint, 0)
      as refunded, coalesce((facts ->> 'cents')::bigint, 0) as cents
    from public.payment_webhook_events where payment_id = payment
  ), newest as (
    select refunded, happened_at from known where type = 'charge.refunded' order by happened_at desc nulls last,
      refunded desc limit 1
  ), failed as (
    select coalesce(sum(cents), 0)::bigint as cents from (
      select distinct on (object_id) cents from known
      where (type = 'refund.failed' or type in ('refund.updated', 'charge.refund.updated') and status
        in ('failed', 'canceled'))
        and coalesce(happened_at, now()) >= coalesce((select happened_at from newest), '-infinity')
    ) as one_each
  )
  select greatest(coalesce((select refunded from newest), 0) - failed.cents, 0), failed.cents from failed
$$;

create function private.disputes_of_events(payment uuid) returns table (cents bigint, status text, due_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with newest as (
    select distinct on (object_id) happened_at, facts ->> 'status' as status, coalesce((facts ->> 'cents')::bigint, 0)
      as cents, to_timestamp((facts ->> 'due_by')::bigint) as due_at
    from public.payment_webhook_events where payment_id = payment and type like 'charge.dispute.%'
    order by object_id, type = 'charge.dispute.closed' desc, happened_at desc nulls last
  )
  select coalesce(sum(newest.cents) filter (where newest.status not in ('won', 'warning_closed', 'prevented')),
    0)::bigint,
    (array_agg(newest.status order by newest.status = 'lost' desc, newest.happened_at desc nulls last))[1],
    max(newest.due_at) filter (where newest.status like '%needs_response')
  from newest
$$;

create function private.is_lost(payment public.payments) returns boolean
language sql immutable set search_path = '' as $$
  select payment.dispute_status = 'lost' and payment.refunded_cents + payment.disputed_cents >= payment.amount_cents
$$;
comment on function private.is_lost is 'Whether the bank gave the whole amount back to the payer.';

create function private.apply_dispute(payment uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.payments;
  dispute record;
begin
  select * into dispute from private.disputes_of_events(payment);
  update public.payments set disputed_cents = least(dispute.cents, amount_cents), dispute_status = dispute.status,
    dispute_due_at = dispute.due_at
  where id = payment returning * into existing;
  perform private.update_sale_from_payments(existing.subject_id);
  return case when private.has_open_dispute(existing) then 'disputed' when existing.disputed_cents > 0
    then 'dispute_lost'
    else 'dispute_won' end;
end $$;

create function public.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.record_stripe_event(event_id, type, happened_at, facts);
comment on function public.record_stripe_event is
  'For the server only: stores and applies one signed Stripe event and returns its outcome, duplicate for a repeated '
  'one; facts: object_id, session_id, payment_intent, payment_id, payment_status, amount_cents, currency, '
  'refunded_cents, account (the connected account that sent it).';
grant execute on function public.record_stripe_event to service_role;
