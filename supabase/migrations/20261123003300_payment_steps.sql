-- The steps of a payment: events of the provider, card pages, Pix, receipts, refunds, disputes and payouts.

-- Derives the state of a sale from its payments. Called with the sale locked; the same payments give the same result.
create function private.settle_sale(sale uuid) returns void
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

-- pending < review < processing < expired < failed < paid < refunded.
create function private.payment_rank(status text) returns integer
language sql immutable set search_path = '' as $$
  select array_position(array['pending', 'review', 'processing', 'expired', 'failed', 'paid', 'refunded'], status)
$$;

-- pending < expired < failed < paid < refunded. Only a refund that failed takes a status back.
create function private.advance_payment(payment uuid, new_status text, refunded integer default null, intent text default null) returns text
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

create function private.payment_of_event(facts jsonb) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.payments
  where provider = 'stripe' and (
    provider_ref = facts ->> 'session_id' or payment_intent = facts ->> 'payment_intent' or id::text = facts ->> 'payment_id'
  )
  order by provider_ref is not distinct from facts ->> 'session_id' desc, payment_intent is not distinct from facts ->> 'payment_intent' desc
  limit 1
$$;

-- Events of the other mode of the provider (test or live) change nothing.
create function private.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
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
  -- These events repeat the content of a handled event.
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
    -- Another amount or currency does not pay this sale: the team must check it.
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

create function public.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.record_stripe_event(event_id, type, happened_at, facts);
comment on function public.record_stripe_event(text, text, timestamptz, jsonb) is
  'One signed event, once. facts: object_id, session_id, payment_intent, payment_id, payment_status, amount_cents, currency, refunded_cents. For the server alone.';
revoke execute on function public.record_stripe_event(text, text, timestamptz, jsonb) from public, anon, authenticated;
grant execute on function public.record_stripe_event(text, text, timestamptz, jsonb) to service_role;

create function private.payable_sale(token text, sale uuid) returns public.sales
language sql stable security definer set search_path = '' as $$
  select * from public.sales
  where (token is not null and id = (private.live_link(token, 'payment')).sale_id) or (token is null and id = sale and seller_id = private.own_seller_id())
$$;

create function private.open_payment(token text, sale uuid, wanted text) returns public.payments
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
  elsif owed.contract_sha256 is null then
    raise exception 'unsigned';
  elsif exists (select from public.payments where subject_type = 'sale' and subject_id = owed.id and status in ('review', 'processing')) then
    raise exception 'in_progress';
  elsif private.is_period_over(owed, now()) then
    raise exception 'period_over';
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'sale' and subject_id = owed.id and method = wanted and status = 'pending'
    -- The provider refuses pages that end within half an hour.
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

create function public.open_payment(method text, token text default null, sale uuid default null) returns jsonb
language sql volatile security invoker set search_path = ''
return to_jsonb(private.open_payment(token, sale, method));
comment on function public.open_payment(text, text, uuid) is
  'The open payment of a sale by card or pix, made when there is none. The caller holds the token, or is the seller and names the sale. Refuses with sale_missing, nothing_to_pay, unsigned, in_progress (a receipt under review, a delayed method) or period_over.';
grant execute on function public.open_payment(text, text, uuid) to anon, authenticated, service_role;

-- A page that was created while the sale was paid or cancelled expires at once.
create function private.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
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

create function public.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.attach_checkout(payment, session, url, expires);
end;
comment on function public.attach_checkout(uuid, text, text, timestamptz) is 'Where the card of a payment is asked for. For the server alone.';
revoke execute on function public.attach_checkout(uuid, text, text, timestamptz) from public, anon, authenticated;
grant execute on function public.attach_checkout(uuid, text, text, timestamptz) to service_role;

create function private.attach_pix(payment uuid, payload text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payments set pix_payload = payload where id = payment and method = 'pix' and status = 'pending'
$$;

create function public.attach_pix(payment uuid, payload text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.attach_pix(payment, payload);
end;
comment on function public.attach_pix(uuid, text) is 'The BR Code shown for a payment. For the server alone.';
revoke execute on function public.attach_pix(uuid, text) from public, anon, authenticated;
grant execute on function public.attach_pix(uuid, text) to service_role;

create function private.attach_receipt(token text, payment uuid, path text) returns boolean
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

create function public.attach_receipt(token text, payment uuid, path text) returns boolean
language sql volatile security invoker set search_path = ''
return private.attach_receipt(token, payment, path);
comment on function public.attach_receipt(text, uuid, text) is 'The receipt of a Pix, already stored; the payment then waits for a financial manager. For the server alone.';
revoke execute on function public.attach_receipt(text, uuid, text) from public, anon, authenticated;
grant execute on function public.attach_receipt(text, uuid, text) to service_role;

-- Only what the client may see of the sale; nothing for an unknown token.
create function private.read_payment_page(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sale_id', sales.id, 'number', sales.number, 'company', sales.client_company_name, 'contact', sales.client_contact_name,
    'masked_email', regexp_replace(sales.client_email, '^(.).*(@.*)$', '\1***\2'), 'plan', sales.plan_name, 'plan_id', sales.plan_id, 'price_cents', sales.price_cents,
    'start_date', sales.start_date, 'end_date', sales.end_date, 'days', sales.duration_days,
    'seller', coalesce(sales.seller_name, sellers.full_name), 'payment_status', sales.payment_status, 'paid_at', sales.paid_at, 'cancelled_at', sales.cancelled_at,
    'stripe_price_id', sales.stripe_price_id, 'plan_type', sales.plan_type,
    'is_contract_open', private.opens_contract(link),
    -- The facts to be signed are shown only until they are signed.
    'unsigned', case when sales.contract_sha256 is null then jsonb_build_object(
      'document', sales.client_document, 'email', sales.client_email, 'phone', sales.client_phone, 'portal_party', sales.portal_party,
      'placements', sales.placements, 'states_limit', sales.states_limit, 'terms_version', sales.terms_version, 'clauses', sale_terms.clauses
    ) end,
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
  join public.sale_terms on sale_terms.version = sales.terms_version
$$;

create function public.read_payment_page(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_payment_page(token);
comment on function public.read_payment_page(text) is 'What the page behind a payment link shows; null for a token that does not exist.';
grant execute on function public.read_payment_page(text) to anon, authenticated, service_role;

create function private.read_contract(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.contract_of_sale(link.sale_id)
  from private.live_link(token, 'contract', 'payment') as link
  where private.opens_contract(link)
$$;

create function public.read_contract(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_contract(token);
comment on function public.read_contract(text) is 'The facts of a contract, with the paths of its signatures. For the server alone.';
revoke execute on function public.read_contract(text) from public, anon, authenticated;
grant execute on function public.read_contract(text) to service_role;

create function private.require_money() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_permission('financials');
end $$;

-- A member of the team who saw the money confirms a Pix; a receipt alone does not.
create function private.decide_pix(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_money();
  select * into payment from public.payments where id = item and method = 'pix';
  if payment.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  perform 1 from public.sales where id = payment.subject_id for update;
  select * into payment from public.payments where id = item for update;
  if payment.status not in ('pending', 'review') or decision not in ('approve', 'reject') or (seen is not null and seen <> payment.status) then
    return private.decided_already(payment.status, payment.confirmed_by, payment.updated_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  if decision = 'approve' then
    update public.payments set confirmed_by = (select private.account_id()), note = given where id = item;
    next_status := private.advance_payment(item, 'paid');
  else
    update public.payments set status = 'pending', note = given, receipt_path = null, receipt_sent_at = null, confirmed_by = (select private.account_id()) where id = item;
    next_status := 'pending';
  end if;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;

create function public.decide_pix(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_pix(id, decision, reason, seen);
comment on function public.decide_pix(uuid, text, text, text) is 'approve confirms that the money arrived; reject sends the receipt back with a reason.';
revoke execute on function public.decide_pix(uuid, text, text, text) from public, anon;
grant execute on function public.decide_pix(uuid, text, text, text) to authenticated;

create function private.mark_refunded(item uuid, reason text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
begin
  perform private.require_money();
  if private.check_reason('reject', reason) is null then
    return null;
  end if;
  select * into payment from public.payments where id = item;
  if payment.id is null or payment.method = 'card' or payment.status <> 'paid' then
    raise exception 'not_refundable';
  end if;
  perform set_config('app.audit_reason', left(reason, 300), true);
  return private.advance_payment(item, 'refunded', payment.amount_cents);
end $$;

create function public.mark_refunded(id uuid, reason text) returns text
language sql volatile security invoker set search_path = ''
return private.mark_refunded(id, reason);
comment on function public.mark_refunded(uuid, text) is 'A Pix that was sent back by hand; a card is refunded at the provider, whose event does this.';
revoke execute on function public.mark_refunded(uuid, text) from public, anon;
grant execute on function public.mark_refunded(uuid, text) to authenticated;

-- The audit log names who requested the refund; the provider's event then changes the payment.
create function private.request_refund(item uuid, reason text, cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  given text := private.check_reason('reject', reason);
begin
  perform private.require_money();
  select * into payment from public.payments where id = item for update;
  if payment.id is null or payment.method <> 'card' or payment.payment_intent is null
    or not (payment.status = 'paid' or payment.needs_refund) or payment.refunded_cents >= payment.amount_cents
    or cents is not null and cents not between 1 and payment.amount_cents - payment.refunded_cents then
    raise exception 'not_refundable';
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.payments set note = case when note = 'amount_mismatch' then note else given end, confirmed_by = (select private.account_id()) where id = item;
  return jsonb_build_object('payment_intent', payment.payment_intent, 'refunded_cents', payment.refunded_cents, 'cents', coalesce(cents, payment.amount_cents - payment.refunded_cents));
end $$;

create function public.request_refund(id uuid, reason text, cents integer default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.request_refund(id, reason, cents);
comment on function public.request_refund(uuid, text, integer) is
  'What a financial manager may ask the provider to send back of a card payment: all that is left, or some cents of it. Refuses with not_refundable.';
revoke execute on function public.request_refund(uuid, text, integer) from public, anon;
grant execute on function public.request_refund(uuid, text, integer) to authenticated;

create function private.approve_commissions(items uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed integer;
begin
  perform private.require_money();
  update public.commissions set status = 'approved', approved_at = now() where id = any (items) and status = 'pending';
  get diagnostics changed = row_count;
  return changed;
end $$;

create function public.approve_commissions(items uuid[]) returns integer
language sql volatile security invoker set search_path = ''
return private.approve_commissions(items);
comment on function public.approve_commissions(uuid[]) is 'pending → approved; answers how many.';
revoke execute on function public.approve_commissions(uuid[]) from public, anon;
grant execute on function public.approve_commissions(uuid[]) to authenticated;

create function private.pay_commissions(items uuid[], note text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch record;
  payout uuid;
  lines bigint[];
  total integer;
  changed integer := 0;
begin
  perform private.require_money();
  -- Locked first, so that two concurrent payouts do not pay a seller twice.
  perform 1 from public.sellers where id in (select seller_id from public.commissions where id = any (items)) order by id for update;
  for batch in
    select seller_id, count(*)::integer as number, array_agg(id) as ids
    from public.commissions where id = any (items) and status = 'approved' group by seller_id
  loop
    select array_agg(id), coalesce(sum(amount_cents), 0)::integer into lines, total from private.lines_to_pay(batch.seller_id, items);
    -- A negative balance is carried until commissions cover it.
    continue when total < 0;
    insert into public.commission_payouts (seller_id, total_cents, commissions, note, paid_by)
    values (batch.seller_id, total, batch.number, nullif(btrim(pay_commissions.note), ''), private.account_id()) returning id into payout;
    update public.commission_lines set payout_id = payout, paid_at = now() where id = any (lines);
    update public.commissions set status = 'paid', paid_at = now(), payout_id = payout where id = any (batch.ids);
    changed := changed + batch.number;
  end loop;
  return changed;
end $$;

create function public.pay_commissions(items uuid[], note text default null) returns integer
language sql volatile security invoker set search_path = ''
return private.pay_commissions(items, note);
comment on function public.pay_commissions(uuid[], text) is
  'approved → paid, one payout per seller with the corrections that wait; a seller whose balance is negative is skipped. Answers how many.';
revoke execute on function public.pay_commissions(uuid[], text) from public, anon;
grant execute on function public.pay_commissions(uuid[], text) to authenticated;

-- A sale whose receipt is under review is decided first: a client who has paid must not read that the sale was cancelled.
create function private.cancel_sale(item uuid, reason text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
  given text := private.check_reason('reject', reason);
begin
  select * into sale from public.sales where id = item for update;
  if sale.id is null or not (
    sale.seller_id is not distinct from private.own_seller_id()
    or (private.is_staff() and private.has_permission('sellers'))
  ) then
    raise exception 'sale_missing';
  end if;
  if sale.payment_status = 'paid' then
    raise exception 'sale_paid';
  elsif exists (select from public.payments where subject_type = 'sale' and subject_id = item and status in ('review', 'processing')) then
    raise exception 'sale_in_progress';
  end if;
  if sale.cancelled_at is null then
    update public.sales set cancelled_at = now(), cancel_reason = given where id = item;
  end if;
  return 'cancelled';
end $$;

create function public.cancel_sale(id uuid, reason text) returns text
language sql volatile security invoker set search_path = ''
return private.cancel_sale(id, reason);
comment on function public.cancel_sale(uuid, text) is 'Ends a sale nobody paid; its seller or a seller manager, with a reason. Refuses with sale_missing, sale_paid or sale_in_progress (a receipt under review, a delayed method).';
revoke execute on function public.cancel_sale(uuid, text) from public, anon;
grant execute on function public.cancel_sale(uuid, text) to authenticated;

-- One hour more, because a card page opened in the last minutes remains open that long.
create function private.came_in_time(payment public.payments, sale public.sales) returns boolean
language sql stable set search_path = '' as $$
  select not private.is_period_over(sale, coalesce(payment.completed_at, payment.receipt_sent_at, payment.paid_at, now()) - interval '1 hour')
$$;
comment on function private.came_in_time(public.payments, public.sales) is 'Whether the payer paid before the period of the sale was over; money of later must go back.';

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

create function private.is_lost(payment public.payments) returns boolean
language sql immutable set search_path = '' as $$
  select payment.dispute_status = 'lost' and payment.refunded_cents + payment.disputed_cents >= payment.amount_cents
$$;
comment on function private.is_lost(public.payments) is 'Whether the bank gave the whole amount back to the payer.';

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

create function private.holds_permission(account public.profiles, key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select account.blocked_at is null and (
    account.role in ('main_admin', 'superadministrador') or key = any (account.permissions)
    or exists (select from public.role_permissions where role_permissions.role = account.role and permission_key = key)
  )
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

insert into private.trail_permissions (entity, permission) values
  ('payments', 'financials'), ('commissions', 'financials'), ('commission_payouts', 'financials');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('payment-receipts', 'payment-receipts', false, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])
on conflict (id) do nothing;

create policy "financial managers read payment receipts" on storage.objects
  for select to authenticated using (bucket_id = 'payment-receipts' and (select private.reads_money()));

-- Restrictive: it also applies to accounts that another policy allows to delete, such as that of the repairs.
create policy "nobody deletes the receipt of a payment" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'payment-receipts' or not private.is_receipt(name));
