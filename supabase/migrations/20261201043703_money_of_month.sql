set check_function_bodies = off;

drop function public.placement_audience;

drop function private.placement_audience;

alter table public.commission_payouts add column receipt_reference text
  check (char_length(receipt_reference) between 4 and 80);

select private.declare_columns('commission_payouts', 'exported', '{receipt_reference}');

-- Figures for advertisers: how often the pages of each placement were opened.
create function private.placement_audience() returns table (placement text, views bigint, week_views bigint)
language sql stable security definer set search_path = '' as $$
  select places.key, coalesce(sum(daily.views), 0),
    coalesce(sum(daily.views) filter (where daily.day >= private.brazilian_today() - 7), 0)
  from public.ad_placements as places
  left join public.page_view_daily as daily
    on daily.day >= private.brazilian_today() - 30
    and regexp_replace(daily.page_path, '^/(english|espanol)(?=/)', '')
      ~ ('^' || regexp_replace(replace(places.page, ':uf', '[a-z]{2}'), ':[A-Za-z]+', '[^/]+', 'g') || '$')
  group by places.key
$$;

create function public.placement_audience() returns table (placement text, views bigint, week_views bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.placement_audience();
end;

-- The money of a month for the financial page and its closing file.

-- Commissions are what sellers earned; payouts are what was transferred to them. A payout is money out: negative.
create or replace function private.month_lines(first_day date) returns table (
  at timestamptz, part text, kind text, source text, method text, number text, company text, plan text, seller text,
  amount_cents bigint, reference text, note text
)
language sql stable security definer set search_path = '' as $$
  with span as (
    select private.day_start(date_trunc('month', first_day)::date) as since,
      private.day_start((date_trunc('month', first_day) + interval '1 month')::date) as until
  ), booked as (
    select entries.* from public.payment_entries as entries, span
    where entries.booked_at >= span.since and entries.booked_at < span.until
  ), subjects as (
    select * from private.payment_subjects(array(
      select payments.subject_id from public.payments where payments.id in (select payment_id from booked)
    ))
  )
  select booked.booked_at, case booked.kind when 'payment' then 'receipts' else 'refunds' end, booked.kind,
    booked.subject_type, booked.method, coalesce(sales.number::text, subjects.code),
    coalesce(sales.client_company_name, subjects.person), coalesce(sales.plan_name, subjects.event), sales.seller_name,
    booked.amount_cents::bigint, coalesce(payments.payment_intent, payments.pix_txid), payments.note
  from booked join public.payments on payments.id = booked.payment_id
  left join public.sales on payments.subject_type = 'sale' and sales.id = payments.subject_id
  left join subjects on subjects.id = payments.subject_id
  union all
  select lines.created_at, 'commissions', lines.kind, null, null, sales.number::text, sales.client_company_name,
    sales.plan_name, sellers.full_name, lines.amount_cents::bigint, null, null
  from span join public.commission_lines as lines on lines.created_at >= span.since and lines.created_at < span.until
  join public.sellers on sellers.id = lines.seller_id
  left join public.sales on sales.id = lines.sale_id
  union all
  select payouts.paid_at, 'payouts', 'payout', null, null, null, null, null, sellers.full_name,
    -payouts.total_cents::bigint, payouts.receipt_reference, payouts.note
  from span join public.commission_payouts as payouts on payouts.paid_at >= span.since and payouts.paid_at < span.until
  join public.sellers on sellers.id = payouts.seller_id
$$;

-- One statement reads rows and sums, so that a payment between two reads cannot make them differ.
create or replace function private.month_closing(first_day date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_money();
  return (
    with lines as materialized (select * from private.month_lines(first_day)), sums as (
      select part, count(*) as lines, sum(amount_cents) as amount_cents from lines group by part
    )
    select jsonb_build_object(
      'lines', coalesce((select jsonb_agg(to_jsonb(lines) order by at, part, kind, number, seller) from lines), '[]'),
      'sums', coalesce((select jsonb_agg(to_jsonb(sums) order by part) from sums), '[]')
    )
  );
end $$;

create or replace function private.money_now() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today timestamptz := private.day_start(private.brazilian_today());
  month timestamptz := private.day_start(date_trunc('month', private.brazilian_today())::date);
begin
  perform private.require_money();
  return jsonb_build_object(
    'today_cents', (select coalesce(sum(amount_cents), 0) from public.payment_entries where booked_at >= today),
    'month_cents', (select coalesce(sum(amount_cents), 0) from public.payment_entries where booked_at >= month),
    'open', (select jsonb_build_object('count', count(*), 'cents', coalesce(sum(sales.price_cents), 0))
      from public.sales where payment_status = 'pending' and cancelled_at is null
        and end_date >= private.brazilian_today() and not exists (select from public.payments
          where subject_type = 'sale' and subject_id = sales.id and status in ('review', 'processing'))),
    'review', (select jsonb_build_object('count', count(*), 'cents', coalesce(sum(amount_cents), 0))
      from public.payments where status in ('review', 'processing') and recipient_id is null),
    'without_art', coalesce((select jsonb_agg(jsonb_build_object('id', ads.id, 'number', sales.number,
        'company', sales.client_company_name, 'seller', sales.seller_name, 'at', sales.paid_at)
        order by sales.paid_at, sales.number)
      from public.ads join public.sales on sales.id = ads.sale_id
      where sales.payment_status = 'paid' and sales.cancelled_at is null
        and ads.status in ('awaiting_art', 'rejected')), '[]'),
    'ending', coalesce((select jsonb_agg(jsonb_build_object('id', ads.id, 'number', sales.number,
        'company', sales.client_company_name, 'seller', sales.seller_name, 'at', ads.ends_at - interval '1 second')
        order by ads.ends_at, sales.number)
      from public.ads join public.sales on sales.id = ads.sale_id
      where ads.status = 'approved' and ads.ends_at > now() and ads.ends_at <= now() + interval '15 days'), '[]'),
    'sellers', coalesce((select jsonb_agg(to_jsonb(sold) order by sold.cents desc, sold.seller)
      from (
        select sellers.id, sellers.full_name as seller, count(*) as sales, sum(sales.price_cents) as cents
        from public.sales join public.sellers on sellers.id = sales.seller_id
        where sales.payment_status = 'paid' and sales.cancelled_at is null and sales.paid_at >= month
        group by sellers.id
      ) as sold), '[]')
  );
end $$;

-- Written once: a payout that was confirmed keeps the identifier that the bank gave it.
create or replace function private.record_payout_receipt(item uuid, reference text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  typed text := nullif(btrim(reference), '');
  payout public.commission_payouts;
begin
  perform private.require_money();
  if typed is null or char_length(typed) not between 4 and 80 then
    return private.refused('invalid', 'reference');
  end if;
  select * into payout from public.commission_payouts where id = item for update;
  if payout.id is null then
    return private.gone();
  elsif payout.receipt_reference is not null and payout.receipt_reference <> typed then
    return private.refused('receipt_recorded');
  end if;
  update public.commission_payouts set receipt_reference = typed where id = item and receipt_reference is null;
  return private.saved();
end $$;

create or replace function public.month_closing(first_day date) returns jsonb
language sql stable security invoker set search_path = ''
return private.month_closing(first_day);

create or replace function public.money_now() returns jsonb
language sql stable security invoker set search_path = ''
return private.money_now();

create or replace function public.record_payout_receipt(item uuid, reference text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.record_payout_receipt(item, reference);

comment on column public.commission_payouts.receipt_reference is
  'Identifier that the bank gave the transfer; written once after the payout.';

comment on function public.placement_audience is
  'Returns the views of the pages of each banner placement over the last 30 and the last 7 finished days; anyone may '
  'call it.';

comment on function private.month_lines is
  'Every ledger entry, commission line and payout of the month of a day, in the time zone of the portal.';

comment on function public.month_closing is
  'Returns {lines, sums} of the month of a day: receipts, refunds, commissions and payouts with their sums per part in '
  'cents; raises 42501 without the permission financials.';

comment on function public.money_now is
  'Returns the money of today and of this month, open sales, payments under review, paid banners without art, banners '
  'that end within 15 days and sales per seller of this month; raises 42501 without the permission financials.';

comment on function public.record_payout_receipt is
  'Stores the identifier of the bank transfer of a payout, once, and answers an outcome; refused with invalid or '
  'receipt_recorded, gone for an unknown payout; raises 42501 without the permission financials.';

grant execute on function private.money_now to public;

grant execute on function private.month_closing to public;

grant execute on function private.month_lines to public;

grant execute on function private.record_payout_receipt to public;

grant execute on function public.money_now to authenticated;

grant execute on function public.money_now to service_role;

grant execute on function public.month_closing to authenticated;

grant execute on function public.month_closing to service_role;

grant execute on function public.record_payout_receipt to authenticated;

grant execute on function public.record_payout_receipt to service_role;

grant execute on function public.placement_audience to anon, authenticated, service_role;

reset check_function_bodies;
