-- Disputes, failed refunds and partial refunds: stored on the payment, shown, notified; the banner stops and the
-- commission is held in proportion.
alter table public.payments
  add column disputed_cents integer not null default 0 check (disputed_cents >= 0),
  add column dispute_status text check (dispute_status ~ '^[a-z_]{1,40}$'),
  add column dispute_due_at timestamptz,
  add column refund_failed_cents integer not null default 0 check (refund_failed_cents >= 0);
comment on column public.payments.disputed_cents is 'What the payer disputes at the bank, open or lost; zero once the dispute is won.';
comment on column public.payments.dispute_status is 'The provider''s status of the newest dispute.';
comment on column public.payments.dispute_due_at is 'Until when the provider takes evidence.';
comment on column public.payments.refund_failed_cents is 'Refunds that failed since the last one that was accepted: somebody must refund again.';
alter table public.commissions add column held_cents integer not null default 0 check (held_cents between 0 and amount_cents);
comment on column public.commissions.held_cents is 'Share of the commission on money that was refunded or is disputed; not paid out.';
select
  private.declare_columns('payments', 'exported', '{disputed_cents,dispute_status,dispute_due_at,refund_failed_cents}'),
  private.declare_columns('commissions', 'exported', '{held_cents}');

create function private.has_open_dispute(payment public.payments) returns boolean
language sql immutable set search_path = '' as $$ select payment.disputed_cents > 0 and payment.dispute_status is distinct from 'lost' $$;

-- Read from the stored events, so that the order of their arrival does not matter.
create function private.refunds_of_events(payment uuid) returns table (refunded bigint, failed bigint)
language sql stable security definer set search_path = '' as $$
  with known as (
    select type, object_id, happened_at, facts ->> 'status' as status, coalesce((facts ->> 'refunded_cents')::bigint, 0) as refunded, coalesce((facts ->> 'cents')::bigint, 0) as cents
    from public.payment_webhook_events where payment_id = payment
  ), newest as (
    select refunded, happened_at from known where type = 'charge.refunded' order by happened_at desc nulls last, refunded desc limit 1
  ), failed as (
    select coalesce(sum(cents), 0)::bigint as cents from (
      select distinct on (object_id) cents from known
      where (type = 'refund.failed' or type in ('refund.updated', 'charge.refund.updated') and status in ('failed', 'canceled'))
        and coalesce(happened_at, now()) >= coalesce((select happened_at from newest), '-infinity')
    ) as one_each
  )
  select greatest(coalesce((select refunded from newest), 0) - failed.cents, 0), failed.cents from failed
$$;
create function private.disputes_of_events(payment uuid) returns table (cents bigint, status text, due_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with newest as (
    select distinct on (object_id) happened_at, facts ->> 'status' as status, coalesce((facts ->> 'cents')::bigint, 0) as cents, to_timestamp((facts ->> 'due_by')::bigint) as due_at
    from public.payment_webhook_events where payment_id = payment and type like 'charge.dispute.%'
    order by object_id, type = 'charge.dispute.closed' desc, happened_at desc nulls last
  )
  select coalesce(sum(newest.cents) filter (where newest.status not in ('won', 'warning_closed', 'prevented')), 0)::bigint,
    (array_agg(newest.status order by newest.status = 'lost' desc, newest.happened_at desc nulls last))[1],
    max(newest.due_at) filter (where newest.status like '%needs_response')
  from newest
$$;

create or replace function private.settle_sale(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  now_sale public.sales;
  first_payment public.payments;
  commission integer;
  kept integer;
begin
  select * into now_sale from public.sales where id = sale;
  if now_sale.id is null then
    return;
  end if;
  -- The payment that counted first keeps counting, a refunded one too.
  select * into first_payment from public.payments
  where subject_type = 'sale' and subject_id = sale and status in ('paid', 'refunded')
    and (id = now_sale.payment_id or now_sale.payment_id is null and private.came_in_time(payments, now_sale))
    and note is distinct from 'amount_mismatch'
  order by paid_at nulls last, created_at, id limit 1;
  commission := round(now_sale.price_cents * now_sale.commission_percentage / 100);
  kept := greatest(first_payment.amount_cents - first_payment.refunded_cents - first_payment.disputed_cents, 0);
  if first_payment.status = 'refunded' or first_payment.dispute_status = 'lost' and kept = 0 then
    update public.sales set
      payment_status = 'pending', payment_id = first_payment.id, cancelled_at = coalesce(cancelled_at, now()),
      cancel_reason = coalesce(cancel_reason, case when first_payment.status = 'refunded' then 'refunded' else 'dispute_lost' end)
    where id = sale;
    insert into public.commissions as known (sale_id, seller_id, amount_cents, status, reversed_at)
    values (sale, now_sale.seller_id, commission, 'reversed', now())
    on conflict (sale_id) do update set status = 'reversed', reversed_at = coalesce(known.reversed_at, now());
  elsif first_payment.status = 'paid' and now_sale.cancelled_at is null then
    update public.sales set payment_status = 'paid', payment_id = first_payment.id, paid_at = coalesce(paid_at, first_payment.paid_at)
    where id = sale;
    insert into public.commissions (sale_id, seller_id, amount_cents, held_cents)
    values (sale, now_sale.seller_id, commission, commission - round(commission::numeric * kept / first_payment.amount_cents))
    on conflict (sale_id) do update set held_cents = excluded.held_cents;
    if private.has_open_dispute(first_payment) then
      update public.ads set status = 'paused', reason = 'payment_disputed' where sale_id = sale and status = 'approved';
    else
      update public.ads set status = 'approved', reason = null where sale_id = sale and status = 'paused' and reason = 'payment_disputed';
    end if;
  end if;
  -- Every other payment must be refunded.
  update public.payments set needs_refund = true
  where subject_type = 'sale' and subject_id = sale and status = 'paid' and not needs_refund and not private.is_lost(payments)
    and (id is distinct from first_payment.id or exists (select from public.sales where sales.id = sale and cancelled_at is not null));
  update public.payments set needs_refund = false
  where subject_type = 'sale' and subject_id = sale and (status = 'refunded' or private.is_lost(payments)) and needs_refund;
end $$;

create function private.is_lost(payment public.payments) returns boolean
language sql immutable set search_path = '' as $$
  select payment.dispute_status = 'lost' and payment.refunded_cents + payment.disputed_cents >= payment.amount_cents
$$;
comment on function private.is_lost(public.payments) is 'Whether the bank gave the whole amount back to the payer.';

-- pending < expired < failed < paid < refunded. Only a refund that failed takes a status back.
create or replace function private.advance_payment(payment uuid, new_status text, refunded integer default null, intent text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.payments;
  total_refunded integer;
  next_status text;
begin
  select * into found from public.payments where id = payment;
  if found.id is null then
    return 'unknown';
  end if;
  -- The sale is always locked before its payment, so that concurrent events wait for each other.
  if found.subject_type = 'sale' then
    perform 1 from public.sales where id = found.subject_id for update;
  end if;
  select * into found from public.payments where id = payment for update;
  total_refunded := least(found.amount_cents, coalesce(refunded, found.refunded_cents));
  next_status := case
    when total_refunded >= found.amount_cents then 'refunded'
    when found.status = 'refunded' then 'paid'
    when private.payment_rank(new_status) > private.payment_rank(found.status) then new_status
    else found.status
  end;
  if next_status = found.status and total_refunded = found.refunded_cents and (intent is null or found.payment_intent is not null) then
    return 'unchanged';
  end if;
  perform private.keep_intent(payment, intent, next_status);
  update public.payments set
    status = next_status, refunded_cents = total_refunded,
    paid_at = case when next_status in ('paid', 'refunded') then coalesce(paid_at, now()) else paid_at end
  where id = payment;
  if found.subject_type = 'sale' and next_status in ('paid', 'refunded') then
    perform private.settle_sale(found.subject_id);
  end if;
  return next_status;
end $$;

create function private.apply_dispute(payment uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.payments;
  dispute record;
begin
  select * into dispute from private.disputes_of_events(payment);
  update public.payments set disputed_cents = least(dispute.cents, amount_cents), dispute_status = dispute.status, dispute_due_at = dispute.due_at
  where id = payment returning * into found;
  perform private.settle_sale(found.subject_id);
  return case when private.has_open_dispute(found) then 'disputed' when found.disputed_cents > 0 then 'dispute_lost' else 'dispute_won' end;
end $$;

create or replace function private.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored uuid;
  payment uuid := private.payment_of_event(facts);
  owed public.payments;
  refunds record;
  answer text;
  is_handled boolean := type in (
    'checkout.session.completed', 'checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed', 'checkout.session.expired',
    'charge.refunded', 'refund.failed', 'refund.updated', 'charge.refund.updated', 'charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed',
    'charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'
  );
  -- They repeat what a handled event says.
  is_informative boolean := type in (
    'payment_intent.created', 'payment_intent.processing', 'payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.requires_action',
    'charge.succeeded', 'charge.pending', 'charge.failed', 'charge.updated', 'refund.created'
  );
begin
  if payment is null and not is_handled then
    return 'ignored';
  end if;
  -- The sale is always locked before its payment, which the reference of the event locks too.
  perform 1 from public.sales where id = (select subject_id from public.payments where id = payment) for update;
  insert into public.payment_webhook_events as events (provider, event_id, type, object_id, facts, outcome, happened_at, payment_id)
  values ('stripe', record_stripe_event.event_id, record_stripe_event.type, facts ->> 'object_id', record_stripe_event.facts, 'received', record_stripe_event.happened_at, payment)
  on conflict on constraint payment_webhook_events_provider_event_id_key do nothing
  returning id into stored;
  if stored is null then
    return 'duplicate';
  end if;
  if type = 'checkout.session.completed' then
    update public.payments set completed_at = coalesce(completed_at, record_stripe_event.happened_at, now()) where id = payment;
  end if;
  select * into owed from public.payments where id = payment for update;
  if payment is null then
    answer := 'unknown';
  elsif type in ('checkout.session.completed', 'checkout.session.async_payment_succeeded') and facts ->> 'payment_status' = 'paid' then
    -- Another amount or currency does not pay this sale: somebody must look at it.
    if (facts ->> 'amount_cents')::bigint is distinct from owed.amount_cents or lower(facts ->> 'currency') is distinct from lower(owed.currency) then
      update public.payments set note = 'amount_mismatch', needs_refund = true where id = payment and status not in ('paid', 'refunded');
      answer := private.keep_intent(payment, facts ->> 'payment_intent', 'amount_mismatch');
    else
      answer := private.advance_payment(payment, 'paid', null, facts ->> 'payment_intent');
    end if;
  elsif type = 'checkout.session.completed' then
    answer := private.advance_payment(payment, 'pending', null, facts ->> 'payment_intent');
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
    answer := private.advance_payment(payment, 'pending', least(refunds.refunded, 2000000000)::integer, facts ->> 'payment_intent');
    if refunds.failed > 0 and type <> 'charge.refunded' then
      answer := 'refund_failed';
    end if;
  else
    answer := case when is_informative then 'informative' else 'unhandled' end;
  end if;
  update public.payment_webhook_events set outcome = answer where id = stored;
  return answer;
end $$;

-- A banner does not run while its payment is disputed.
create or replace function private.ad_obstacle(ad public.ads) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when ad.ends_at <= now() then 'period_over'
    when exists (
      select from public.sales join public.payments on payments.id = sales.payment_id
      where sales.id = ad.sale_id and private.has_open_dispute(payments)
    ) then 'payment_disputed'
    when ad.states_limit is not null and cardinality(ad.states) not between 1 and ad.states_limit then 'states_needed'
    when exists (
      select from public.ad_placements as place
      where (ad.placements = '{}' or place.key = any (ad.placements)) and place.max_ads <= (
        select count(*) from public.ads as other
        where other.id <> ad.id and other.status = 'approved'
          and other.starts_at < ad.ends_at and other.ends_at > greatest(ad.starts_at, now())
          and (other.placements = '{}' or place.key = any (other.placements))
          and (other.states = '{}' or ad.states = '{}' or other.states && ad.states)
      )
    ) then 'placement_full'
  end
$$;
comment on function public.decide_ad(uuid, text, text, text) is
  'approve, reject (with a reason), pause, resume, end or reopen; answers decided, already, missing, period_over, payment_disputed, states_needed or placement_full.';

create or replace function private.pay_commissions(items uuid[], note text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch record;
  payout uuid;
  changed integer := 0;
begin
  perform private.require_money();
  -- Locked first: two people paying the same batch never pay twice.
  perform 1 from public.commissions where id = any (items) and status = 'approved' order by id for update;
  for batch in
    select seller_id, sum(amount_cents - held_cents)::integer as total, count(*)::integer as number, array_agg(id) as ids
    from public.commissions where id = any (items) and status = 'approved' group by seller_id
  loop
    insert into public.commission_payouts (seller_id, total_cents, commissions, note, paid_by)
    values (batch.seller_id, batch.total, batch.number, nullif(btrim(pay_commissions.note), ''), private.account_id()) returning id into payout;
    update public.commissions set status = 'paid', paid_at = now(), payout_id = payout where id = any (batch.ids);
    changed := changed + batch.number;
  end loop;
  return changed;
end $$;
