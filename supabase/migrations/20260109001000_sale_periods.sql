-- A sale whose period is over cannot be paid. A banner runs as many days as were sold, the end date included, and starts
-- on the day its art was approved when that is later than the contract's start. The contract's dates never change.
alter table public.sale_terms drop constraint sale_terms_clauses_check;
alter table public.sale_terms add constraint sale_terms_clauses_check check (array_length(clauses, 1) between 4 and 10);
insert into public.sale_terms (version, clauses)
select '2026-11', array_append(
  clauses,
  'Se o pagamento e a arte forem aprovados depois da data de início, a veiculação começa no dia dessa aprovação e dura tantos dias corridos quantos há da data de início à data de término do período contratado, ambas incluídas.'
)
from public.sale_terms where version = '2026-01';

create function private.day_start(day date) returns timestamptz
language sql stable set search_path = '' as $$ select day::timestamp at time zone 'America/Sao_Paulo' $$;
comment on function private.day_start(date) is 'Midnight of a day in the time zone of the portal.';

create function private.is_period_over(sale public.sales, moment timestamptz) returns boolean
language sql stable set search_path = '' as $$ select moment >= private.day_start(sale.end_date + 1) $$;

alter table public.payments add column completed_at timestamptz;
comment on column public.payments.completed_at is 'When the payer completed the card page. A delayed method delivers the money later.';
select private.declare_columns('payments', 'exported', '{completed_at}');

-- An hour more: a card page opened in the last minutes stays open that long.
create function private.came_in_time(payment public.payments, sale public.sales) returns boolean
language sql stable set search_path = '' as $$
  select not private.is_period_over(sale, coalesce(payment.completed_at, payment.receipt_sent_at, payment.paid_at, now()) - interval '1 hour')
$$;
comment on function private.came_in_time(public.payments, public.sales) is 'Whether the payer paid before the period of the sale was over; money of later must go back.';

create or replace function private.settle_sale(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  now_sale public.sales;
  first_payment public.payments;
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
  if first_payment.status = 'refunded' then
    update public.sales set
      payment_status = 'pending', payment_id = first_payment.id, cancelled_at = coalesce(cancelled_at, now()), cancel_reason = coalesce(cancel_reason, 'refunded')
    where id = sale;
    insert into public.commissions as known (sale_id, seller_id, amount_cents, status, reversed_at)
    values (sale, now_sale.seller_id, round(now_sale.price_cents * now_sale.commission_percentage / 100), 'reversed', now())
    on conflict (sale_id) do update set status = 'reversed', reversed_at = coalesce(known.reversed_at, now());
  elsif first_payment.status = 'paid' and now_sale.cancelled_at is null then
    update public.sales set payment_status = 'paid', payment_id = first_payment.id, paid_at = coalesce(paid_at, first_payment.paid_at)
    where id = sale;
    insert into public.commissions (sale_id, seller_id, amount_cents)
    values (sale, now_sale.seller_id, round(now_sale.price_cents * now_sale.commission_percentage / 100))
    on conflict (sale_id) do nothing;
  end if;
  -- Every other payment must be refunded.
  update public.payments set needs_refund = true
  where subject_type = 'sale' and subject_id = sale and status = 'paid' and not needs_refund
    and (id is distinct from first_payment.id or exists (select from public.sales where sales.id = sale and cancelled_at is not null));
  update public.payments set needs_refund = false
  where subject_type = 'sale' and subject_id = sale and status = 'refunded' and needs_refund;
end $$;

create or replace function private.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored uuid;
  payment uuid;
  owed public.payments;
  answer text;
begin
  insert into public.payment_webhook_events as events (provider, event_id, type, object_id, facts, outcome, happened_at)
  values ('stripe', record_stripe_event.event_id, record_stripe_event.type, facts ->> 'object_id', record_stripe_event.facts, 'received', record_stripe_event.happened_at)
  on conflict on constraint payment_webhook_events_provider_event_id_key do nothing
  returning id into stored;
  if stored is null then
    return 'duplicate';
  end if;
  payment := private.payment_of_event(facts);
  -- The sale is always locked before its payment.
  perform 1 from public.sales where id = (select subject_id from public.payments where id = payment) for update;
  if type = 'checkout.session.completed' then
    update public.payments set completed_at = coalesce(completed_at, record_stripe_event.happened_at, now()) where id = payment;
  end if;
  select * into owed from public.payments where id = payment;
  if payment is null then
    answer := 'unknown';
  elsif type in ('checkout.session.completed', 'checkout.session.async_payment_succeeded') and facts ->> 'payment_status' = 'paid' then
    -- Another amount or currency does not pay this sale: somebody must look at it.
    if (facts ->> 'amount_cents')::bigint is distinct from owed.amount_cents or lower(facts ->> 'currency') is distinct from lower(owed.currency) then
      update public.payments set note = 'amount_mismatch', needs_refund = true where id = payment and status not in ('paid', 'refunded');
      answer := private.keep_intent(payment, facts ->> 'payment_intent', 'amount_mismatch');
    else
      answer := private.advance_payment(payment, 'paid', 0, facts ->> 'payment_intent');
    end if;
  elsif type = 'checkout.session.completed' then
    answer := private.advance_payment(payment, 'pending', 0, facts ->> 'payment_intent');
  elsif type = 'checkout.session.async_payment_failed' then
    answer := private.advance_payment(payment, 'failed', 0, facts ->> 'payment_intent');
  elsif type = 'checkout.session.expired' then
    answer := private.advance_payment(payment, 'expired');
  elsif type = 'charge.refunded' then
    answer := private.advance_payment(payment, 'pending', least((facts ->> 'refunded_cents')::bigint, 2000000000)::integer, facts ->> 'payment_intent');
  else
    answer := 'ignored';
  end if;
  update public.payment_webhook_events set outcome = answer, payment_id = payment where id = stored;
  return answer;
end $$;

create or replace function private.open_payment(token text, sale uuid, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.sales := private.payable_sale(token, sale);
  payment public.payments;
  period_end timestamptz;
begin
  if owed.id is null then
    raise exception 'sale_missing';
  elsif wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  end if;
  perform 1 from public.sales where id = owed.id for update;
  select * into owed from public.sales where id = owed.id;
  if owed.payment_status = 'paid' or owed.cancelled_at is not null then
    raise exception 'nothing_to_pay';
  elsif private.is_period_over(owed, now()) then
    raise exception 'period_over';
  end if;
  -- A payment that is still open is used again, so that two taps never open two.
  select * into payment from public.payments
  where subject_type = 'sale' and subject_id = owed.id and method = wanted and status in ('pending', 'review')
    -- The provider makes no page that ends within half an hour.
    and (expires_at is null or expires_at > now() + case when wanted = 'card' then case when provider_ref is null then interval '1 hour' else interval '2 minutes' end else interval '0' end)
  order by created_at desc limit 1;
  if payment.id is not null then
    return payment;
  end if;
  period_end := private.day_start(owed.end_date + 1);
  insert into public.payments (subject_type, subject_id, method, amount_cents, currency, provider, pix_txid, expires_at) values (
    'sale', owed.id, wanted, owed.price_cents, owed.currency, case wanted when 'card' then 'stripe' else 'pix' end,
    case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
    case wanted when 'card' then greatest(least(now() + interval '23 hours', period_end), now() + interval '1 hour') else period_end end
  ) returning * into payment;
  return payment;
end $$;
comment on function public.open_payment(text, text, uuid) is
  'The open payment of a sale by card or pix, made when there is none. The caller holds the token, or is the seller and names the sale. Refuses with sale_missing, nothing_to_pay or period_over.';

update public.payments set expires_at = private.day_start(sales.end_date + 1)
from public.sales
where sales.id = payments.subject_id and payments.subject_type = 'sale' and payments.method = 'pix' and payments.status = 'pending' and payments.expires_at is null;

create or replace function private.attach_receipt(token text, payment uuid, path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.payments set receipt_path = path, receipt_sent_at = coalesce(receipt_sent_at, now()), status = 'review', note = null
  where id = payment and method = 'pix' and status in ('pending', 'review')
    and (status = 'review' or expires_at is null or expires_at > now() - interval '1 hour')
    and subject_type = 'sale' and subject_id = (private.live_link(token, 'payment')).sale_id
    and path ~ ('^' || payment::text || '/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$')
    and exists (select from storage.objects where bucket_id = 'payment-receipts' and name = path);
  return found;
end $$;

-- Banners: the end date is the last day.
create or replace function private.follow_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.plan_type <> 'ad_banner' then
    return null;
  end if;
  insert into public.ads (sale_id, advertiser, placements, states_limit, starts_at, ends_at, status)
  values (
    new.id, left(new.client_company_name, 160),
    array(select key from public.ad_placements where key = any (new.placements) order by display_order),
    new.states_limit, private.day_start(new.start_date), private.day_start(new.end_date + 1),
    'awaiting_payment'
  )
  on conflict (sale_id) do nothing;
  if new.cancelled_at is not null then
    update public.ads set status = 'stopped', reason = left(coalesce(new.cancel_reason, 'cancelled'), 1000) where sale_id = new.id and status <> 'stopped';
  elsif new.payment_status = 'paid' then
    update public.ads set status = 'awaiting_art' where sale_id = new.id and status = 'awaiting_payment';
  end if;
  return null;
end $$;
update public.ads set ends_at = private.day_start(sales.end_date + 1)
from public.sales
where sales.id = ads.sale_id and ads.ends_at = private.day_start(sales.end_date);

alter table public.ads add column approved_at timestamptz;
comment on column public.ads.approved_at is 'Approval the run of a sold banner was counted from; null before it, and again when the banner is reopened before its run.';
update public.ads set approved_at = coalesce(decided_at, updated_at) where status in ('approved', 'paused', 'ended');

create function private.count_run(ad public.ads) returns public.ads
language plpgsql stable security definer set search_path = '' as $$
declare
  late integer := private.brazilian_today() - (ad.starts_at at time zone 'America/Sao_Paulo')::date;
begin
  if ad.approved_at is null and ad.sale_id is not null and late > 0 then
    ad.starts_at := (ad.starts_at at time zone 'America/Sao_Paulo' + make_interval(days => late)) at time zone 'America/Sao_Paulo';
    ad.ends_at := (ad.ends_at at time zone 'America/Sao_Paulo' + make_interval(days => late)) at time zone 'America/Sao_Paulo';
  end if;
  ad.approved_at := coalesce(ad.approved_at, now());
  return ad;
end $$;
comment on function private.count_run(public.ads) is 'The banner as it runs when its art is approved now: a sold one that is approved late starts today and runs as many days as were sold.';

create or replace function private.decide_ad(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ad public.ads;
  given text := private.check_reason(decision, reason);
  next_status text;
  obstacle text;
begin
  perform private.require_permission('ads');
  -- Two approvals at once must not share the last free place.
  perform pg_advisory_xact_lock(hashtextextended('decide_ad', 0));
  select * into ad from public.ads where id = item for update;
  if ad.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := case
    when decision = 'approve' and ad.status = 'in_review' then 'approved'
    when decision = 'reject' and ad.status = 'in_review' then 'rejected'
    when decision = 'pause' and ad.status = 'approved' then 'paused'
    when decision = 'resume' and ad.status = 'paused' then 'approved'
    when decision = 'end' and ad.status in ('approved', 'paused') then 'ended'
    when decision = 'reopen' and ad.status in ('approved', 'paused', 'rejected') then 'in_review'
  end;
  if next_status is null or (seen is not null and seen <> ad.status) then
    return private.decided_already(ad.status, ad.decided_by, ad.decided_at);
  end if;
  if decision = 'approve' then
    ad := private.count_run(ad);
  elsif decision = 'reopen' and ad.starts_at > now() then
    ad.approved_at := null;
  end if;
  obstacle := case when next_status = 'approved' then private.ad_obstacle(ad) end;
  if obstacle is not null then
    return jsonb_build_object('outcome', obstacle);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  update public.ads set
    status = next_status, reason = given, starts_at = ad.starts_at, ends_at = ad.ends_at, approved_at = ad.approved_at,
    decided_by = case when next_status = 'in_review' then null else private.account_id() end,
    decided_at = case when next_status = 'in_review' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;
