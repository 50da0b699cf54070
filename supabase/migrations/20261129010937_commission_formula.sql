set check_function_bodies = off;

-- numeric rounds a half cent up; the same product in floating point is sometimes a cent lower.
create or replace function private.commission_cents(price_cents integer, percentage numeric) returns integer
language sql immutable set search_path = ''
return round(price_cents * percentage / 100)::integer;

create or replace function public.commission_rates(ids uuid[]) returns table (seller_id uuid, percentage numeric)
language sql stable security invoker set search_path = ''
begin atomic
  select id, private.commission_rate(id, private.brazilian_today()) from public.sellers where id = any (ids);
end;

-- Derives the state of a sale from its payments. Called with the sale locked; the same payments give the same result.
create or replace function private.update_sale_from_payments(sale uuid) returns void
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
  -- The payment that counted first still counts, also after a refund.
  select * into first_payment from public.payments
  where subject_type = 'sale' and subject_id = sale and status in ('paid', 'refunded')
    and (id = now_sale.payment_id or now_sale.payment_id is null and private.came_in_time(payments, now_sale))
    and note is distinct from 'amount_mismatch'
  order by paid_at nulls last, created_at, id limit 1;
  commission := private.commission_cents(now_sale.price_cents, now_sale.commission_percentage);
  kept := greatest(first_payment.amount_cents - first_payment.refunded_cents - first_payment.disputed_cents, 0);
  if first_payment.status = 'refunded' or first_payment.dispute_status = 'lost' and kept = 0 then
    update public.sales set
      payment_status = 'pending', payment_id = first_payment.id, cancelled_at = coalesce(cancelled_at, now()),
      cancel_reason = coalesce(cancel_reason, case when first_payment.status = 'refunded' then 'refunded'
        else 'dispute_lost' end)
    where id = sale;
    insert into public.commissions as known (sale_id, seller_id, amount_cents, status, reversed_at)
    values (sale, now_sale.seller_id, commission, 'reversed', now())
    on conflict (sale_id) do update set status = 'reversed', reversed_at = coalesce(known.reversed_at, now());
  elsif first_payment.status = 'paid' and now_sale.cancelled_at is null then
    update public.sales set payment_status = 'paid', payment_id = first_payment.id,
      paid_at = coalesce(paid_at, first_payment.paid_at)
    where id = sale;
    insert into public.commissions (sale_id, seller_id, amount_cents, held_cents)
    values (sale, now_sale.seller_id, commission,
      commission - round(commission::numeric * kept / first_payment.amount_cents))
    on conflict (sale_id) do update set held_cents = excluded.held_cents;
    if private.has_open_dispute(first_payment) then
      update public.ads set status = 'paused', reason = 'payment_disputed' where sale_id = sale and status = 'approved';
    else
      update public.ads set status = 'approved', reason = null where sale_id = sale and status = 'paused'
        and reason = 'payment_disputed';
    end if;
  end if;
  -- Every other payment must be refunded.
  update public.payments set needs_refund = true
  where subject_type = 'sale' and subject_id = sale and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and (id is distinct from first_payment.id or exists (select from public.sales where sales.id = sale and cancelled_at
      is not null));
  update public.payments set needs_refund = false
  where subject_type = 'sale' and subject_id = sale and (status = 'refunded' or private.is_lost(payments))
    and needs_refund;
end $$;

comment on table public.commissions is 'The commission of each paid sale (private.commission_cents).';

comment on function private.commission_cents is
  'The commission of a sale: its price times its rate in percent, both as stored with the sale, rounded to cents. '
  'The only place with this formula.';

comment on function public.commission_rates is
  'Returns today''s commission rate in percent of each of these sellers that the caller may read.';

grant execute on function private.commission_cents to public;

grant execute on function public.commission_rates to authenticated;

grant execute on function public.commission_rates to service_role;

reset check_function_bodies;
