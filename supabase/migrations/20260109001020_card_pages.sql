-- Open card pages end with the sale, a delayed method is shown as being processed, a double payment is told to the client
-- and to the financial team, and events of the other mode (test, live) change nothing.
alter table public.payments drop constraint payments_status_check;
alter table public.payments add constraint payments_status_check check (status in ('pending', 'review', 'processing', 'expired', 'failed', 'paid', 'refunded'));

-- pending < review < processing < expired < failed < paid < refunded.
create or replace function private.payment_rank(status text) returns integer
language sql immutable set search_path = '' as $$
  select array_position(array['pending', 'review', 'processing', 'expired', 'failed', 'paid', 'refunded'], status)
$$;

create function private.expire_card_pages(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  page record;
begin
  for page in
    update public.payments set status = 'expired'
    where subject_type = 'sale' and subject_id = sale and method = 'card' and status = 'pending'
    returning provider_ref
  loop
    if page.provider_ref is not null then
      perform private.enqueue_job('expire-card-page', jsonb_build_object('session', page.provider_ref));
    end if;
  end loop;
end $$;
comment on function private.expire_card_pages(uuid) is 'Ends the open card pages of a sale here and, by a job, at the provider. Money that arrives all the same is still recognised.';

create function private.expire_card_pages_of_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.expire_card_pages(new.subject_id);
  return null;
end $$;
create trigger payments_expire_card_pages after update of status on public.payments
  for each row when (new.subject_type = 'sale' and old.status <> new.status and new.status in ('review', 'processing', 'paid', 'refunded'))
  execute function private.expire_card_pages_of_payment();
create function private.expire_card_pages_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.expire_card_pages(new.id);
  return null;
end $$;
create trigger sales_expire_card_pages after update of cancelled_at on public.sales
  for each row when (old.cancelled_at is null and new.cancelled_at is not null)
  execute function private.expire_card_pages_of_sale();

-- A page that was made while the sale was paid or cancelled ends at once.
create or replace function private.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.payments;
begin
  update public.payments set provider_ref = session, checkout_url = url, expires_at = expires
  where id = payment and method = 'card' and (provider_ref is null or provider_ref = session)
  returning * into found;
  if found.status = 'expired' then
    perform private.enqueue_job('expire-card-page', jsonb_build_object('session', session));
  end if;
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
  elsif exists (select from public.payments where subject_type = 'sale' and subject_id = owed.id and status in ('review', 'processing')) then
    raise exception 'in_progress';
  elsif private.is_period_over(owed, now()) then
    raise exception 'period_over';
  end if;
  -- A payment that is still open is used again, so that two taps never open two.
  select * into payment from public.payments
  where subject_type = 'sale' and subject_id = owed.id and method = wanted and status = 'pending'
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
  'The open payment of a sale by card or pix, made when there is none. The caller holds the token, or is the seller and names the sale. Refuses with sale_missing, nothing_to_pay, in_progress (a receipt under review, a delayed method) or period_over.';

create or replace function private.attach_receipt(token text, payment uuid, path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed uuid := (private.live_link(token, 'payment')).sale_id;
begin
  -- The sale is always locked before its payments.
  perform 1 from public.sales where id = owed for update;
  update public.payments set receipt_path = path, receipt_sent_at = coalesce(receipt_sent_at, now()), status = 'review', note = null
  where id = payment and method = 'pix' and status in ('pending', 'review')
    and (status = 'review' or expires_at is null or expires_at > now() - interval '1 hour')
    and subject_type = 'sale' and subject_id = owed
    and path ~ ('^' || payment::text || '/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$')
    and exists (select from storage.objects where bucket_id = 'payment-receipts' and name = path);
  return found;
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
  if facts ->> 'is_other_mode' = 'true' then
    payment := null;
  end if;
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
  if facts ->> 'is_other_mode' = 'true' then
    answer := 'other_mode';
  elsif payment is null then
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


create or replace function private.read_payment_page(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sale_id', sales.id, 'number', sales.number, 'company', sales.client_company_name, 'contact', sales.client_contact_name,
    'masked_email', regexp_replace(sales.client_email, '^(.).*(@.*)$', '\1***\2'), 'plan', sales.plan_name, 'plan_id', sales.plan_id, 'price_cents', sales.price_cents,
    'start_date', sales.start_date, 'end_date', sales.end_date, 'days', sales.duration_days,
    'seller', sellers.full_name, 'payment_status', sales.payment_status, 'paid_at', sales.paid_at, 'cancelled_at', sales.cancelled_at,
    'stripe_price_id', sales.stripe_price_id, 'plan_type', sales.plan_type,
    'is_contract_open', private.opens_contract(link),
    'has_ad', sales.payment_status = 'paid' and sales.cancelled_at is null and exists (select from public.ads where ads.sale_id = sales.id),
    'refund_due_cents', (
      select coalesce(sum(amount_cents - refunded_cents), 0) from public.payments
      where subject_type = 'sale' and subject_id = sales.id and needs_refund and note is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents,
        'pix_txid', payments.pix_txid, 'pix_payload', payments.pix_payload, 'checkout_url', payments.checkout_url,
        'receipt_sent_at', payments.receipt_sent_at, 'note', case when payments.status = 'pending' then payments.note end,
        'expires_at', payments.expires_at, 'created_at', payments.created_at
      ) order by payments.created_at desc)
      from public.payments where subject_type = 'sale' and subject_id = sales.id
    ), '[]')
  )
  from private.live_link(token, 'payment') as link
  join public.sales on sales.id = link.sale_id
  join public.sellers on sellers.id = sales.seller_id
$$;


insert into private.payment_notices (kind, title, body, translations, is_for_seller) values
  ('refund_owed', 'Pagamento a devolver', 'A venda nº %s recebeu um pagamento a mais ou fora do prazo. Devolva o valor em Financeiro.',
    '{"en": {"title": "Payment to refund", "body": "Sale no. %s received a payment twice or too late. Refund it under Finance."}, "es": {"title": "Pago por devolver", "body": "La venta n.º %s recibió un pago de más o fuera de plazo. Devuélvelo en Finanzas."}}', false);

create function private.tell_refund_owed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  notice private.payment_notices;
  sale public.sales;
begin
  select * into notice from private.payment_notices where kind = 'refund_owed';
  select * into sale from public.sales where id = new.subject_id;
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, notice.title, format(notice.body, sale.number), '/admin/financials', replace(notice.translations::text, '%s', sale.number::text)::jsonb
  from public.profiles where private.holds_permission(profiles, 'financials');
  begin
    perform private.enqueue_mail(sale.client_email, 'payment_to_refund', jsonb_build_object(
      'name', sale.client_contact_name, 'company', sale.client_company_name, 'number', sale.number::text, 'amount', (new.amount_cents - new.refunded_cents) / 100.0
    ));
  exception when invalid_parameter_value then
    -- An address that cannot receive mail must not take the payment back.
    null;
  end;
  return null;
end $$;
create trigger payments_tell_refund_owed after update of needs_refund on public.payments
  for each row when (new.subject_type = 'sale' and new.needs_refund and not old.needs_refund and new.note is distinct from 'amount_mismatch')
  execute function private.tell_refund_owed();
