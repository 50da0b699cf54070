-- Money: what a client may pay with, what arrived, and the one function that turns events into a paid sale.
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  subject_type text not null check (subject_type in ('sale', 'registration', 'service_request', 'voucher')),
  subject_id uuid not null,
  method text not null check (method in ('card', 'pix', 'manual')),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null default 'BRL' check (currency = 'BRL'),
  status text not null default 'pending' check (status in ('pending', 'review', 'expired', 'failed', 'paid', 'refunded')),
  provider text not null check (provider in ('stripe', 'pix', 'manual')),
  provider_ref text unique,
  payment_intent text unique,
  checkout_url text check (checkout_url ~ '^https?://'),
  pix_txid text unique check (pix_txid ~ '^[A-Za-z0-9]{1,25}$'),
  pix_payload text check (char_length(pix_payload) <= 600),
  receipt_path text,
  receipt_sent_at timestamptz,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  needs_refund boolean not null default false,
  note text check (char_length(note) <= 1000),
  confirmed_by uuid references public.profiles (id) on delete set null,
  paid_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint paid_payment_has_a_time check (status <> 'paid' or paid_at is not null)
);
comment on table public.payments is 'Attempts to pay and what became of them. Written by functions of the server only.';
comment on column public.payments.needs_refund is 'Money that arrived for something already paid or cancelled: somebody must send it back.';
comment on column public.payments.provider_ref is 'Stripe checkout session.';
comment on column public.payments.receipt_path is 'File in bucket payment-receipts, which is not public.';

create index payments_subject_idx on public.payments (subject_type, subject_id, created_at desc);
create index payments_status_idx on public.payments (status, created_at desc);
create index payments_confirmed_by_idx on public.payments (confirmed_by);
alter table public.sales add constraint sales_payment_id_fkey foreign key (payment_id) references public.payments (id) on delete restrict;

create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  sale_id uuid not null unique references public.sales (id) on delete restrict,
  seller_id uuid not null references public.sellers (id) on delete restrict,
  amount_cents integer not null check (amount_cents >= 0),
  status text not null default 'pending' check (status in ('pending', 'approved', 'paid', 'reversed')),
  approved_at timestamptz,
  paid_at timestamptz,
  reversed_at timestamptz,
  payout_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.commissions is 'Plan price × percentage / 100 of each paid sale, both as stored with the sale.';
create index commissions_seller_id_idx on public.commissions (seller_id, status);
create index commissions_status_idx on public.commissions (status, created_at);
create index commissions_payout_id_idx on public.commissions (payout_id);

create table public.commission_payouts (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references public.sellers (id) on delete restrict,
  total_cents integer not null check (total_cents >= 0),
  commissions integer not null check (commissions > 0),
  note text check (char_length(note) <= 500),
  paid_by uuid references public.profiles (id) on delete set null,
  paid_at timestamptz not null default now()
);
comment on table public.commission_payouts is 'What was transferred to a seller at once.';
create index commission_payouts_seller_id_idx on public.commission_payouts (seller_id, paid_at desc);
create index commission_payouts_paid_by_idx on public.commission_payouts (paid_by);
alter table public.commissions add constraint commissions_payout_id_fkey foreign key (payout_id) references public.commission_payouts (id) on delete set null;

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
comment on table public.payment_webhook_events is 'Every signed event once, without the payer''s data: facts holds ids, status and amounts only.';
create index payment_webhook_events_payment_id_idx on public.payment_webhook_events (payment_id);
create index payment_webhook_events_created_at_idx on public.payment_webhook_events (created_at desc);

alter table public.payments enable row level security;
alter table public.commissions enable row level security;
alter table public.commission_payouts enable row level security;
alter table public.payment_webhook_events enable row level security;
-- The defaults of a Supabase project give more than reading.
revoke all on public.payments, public.commissions, public.commission_payouts, public.payment_webhook_events from anon, authenticated;
grant select on public.payments, public.commissions, public.commission_payouts, public.payment_webhook_events to authenticated;
grant all on public.payments, public.commissions, public.commission_payouts, public.payment_webhook_events to service_role;

create function private.reads_money() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('financials')
$$;

create policy "sellers read payments of their own sales, financial managers all" on public.payments
  for select to authenticated
  using (
    (subject_type = 'sale' and subject_id in (
      select sales.id from public.sales join public.sellers on sellers.id = sales.seller_id where sellers.user_id = (select auth.uid())
    ))
    or (select private.reads_money())
  );
create policy "sellers read their own commissions, financial managers all" on public.commissions
  for select to authenticated
  using (seller_id in (select id from public.sellers where user_id = (select auth.uid())) or (select private.reads_money()));
create policy "sellers read their own payouts, financial managers all" on public.commission_payouts
  for select to authenticated
  using (seller_id in (select id from public.sellers where user_id = (select auth.uid())) or (select private.reads_money()));
create policy "financial managers read payment events" on public.payment_webhook_events
  for select to authenticated using ((select private.reads_money()));

create trigger payments_touch before update on public.payments
  for each row execute function private.touch_updated_at();
create trigger commissions_touch before update on public.commissions
  for each row execute function private.touch_updated_at();
create trigger payments_audit after insert or update or delete on public.payments
  for each row execute function private.write_audit('id', 'status,method,amount_cents,refunded_cents,needs_refund,note,confirmed_by,subject_type,subject_id');
create trigger commissions_audit after update on public.commissions
  for each row execute function private.write_audit('id', 'status,payout_id');
create trigger commission_payouts_audit after insert on public.commission_payouts
  for each row execute function private.write_audit('id');
insert into private.trail_permissions (entity, permission) values
  ('payments', 'financials'), ('commissions', 'financials'), ('commission_payouts', 'financials');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('payment-receipts', 'payment-receipts', false, 5242880, array['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])
on conflict (id) do nothing;
create policy "financial managers read payment receipts" on storage.objects
  for select to authenticated using (bucket_id = 'payment-receipts' and (select private.reads_money()));
create function private.is_receipt(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payments where receipt_path = path)
$$;
-- Restrictive: other policies, such as the repairers', give nobody a way around it.
create policy "nobody deletes the receipt of a payment" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'payment-receipts' or not private.is_receipt(name));

-- What follows from the payments of a sale. Called with the sale locked; the same payments always give the same sale.
create function private.settle_sale(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  now_sale public.sales;
  first_payment public.payments;
begin
  select * into now_sale from public.sales where id = sale;
  if now_sale.id is null then
    return;
  end if;
  -- The payment that counted first keeps counting; money that was sent back counts as having arrived.
  select * into first_payment from public.payments
  where subject_type = 'sale' and subject_id = sale and status in ('paid', 'refunded')
    and (now_sale.payment_id is null or id = now_sale.payment_id)
    and note is distinct from 'amount_mismatch'
  order by paid_at nulls last, created_at, id limit 1;
  if first_payment.id is null then
    return;
  end if;
  if first_payment.status = 'refunded' then
    update public.sales set
      payment_status = 'pending', payment_id = first_payment.id, cancelled_at = coalesce(cancelled_at, now()), cancel_reason = coalesce(cancel_reason, 'refunded')
    where id = sale;
    insert into public.commissions as known (sale_id, seller_id, amount_cents, status, reversed_at)
    values (sale, now_sale.seller_id, round(now_sale.price_cents * now_sale.commission_percentage / 100), 'reversed', now())
    on conflict (sale_id) do update set status = 'reversed', reversed_at = coalesce(known.reversed_at, now());
  elsif now_sale.cancelled_at is null then
    update public.sales set payment_status = 'paid', payment_id = first_payment.id, paid_at = coalesce(paid_at, first_payment.paid_at)
    where id = sale;
    insert into public.commissions (sale_id, seller_id, amount_cents)
    values (sale, now_sale.seller_id, round(now_sale.price_cents * now_sale.commission_percentage / 100))
    on conflict (sale_id) do nothing;
  end if;
  -- Whatever else arrived must go back.
  update public.payments set needs_refund = true
  where subject_type = 'sale' and subject_id = sale and status = 'paid' and not needs_refund
    and (id <> first_payment.id or exists (select from public.sales where sales.id = sale and cancelled_at is not null));
  update public.payments set needs_refund = false
  where subject_type = 'sale' and subject_id = sale and status = 'refunded' and needs_refund;
end $$;

-- pending < expired < failed < paid < refunded: a payment only ever climbs, so the order of its events does not matter.
create function private.payment_rank(status text) returns integer
language sql immutable set search_path = '' as $$
  select array_position(array['pending', 'review', 'expired', 'failed', 'paid', 'refunded'], status)
$$;

-- The provider's name of a payment is written once and belongs to one payment, whatever an event claims.
create function private.keep_intent(payment uuid, intent text, answer text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.payments set payment_intent = intent
  where id = payment and payment_intent is null and intent is not null
    and not exists (select from public.payments as other where other.payment_intent = intent);
  return answer;
end $$;

create function private.advance_payment(payment uuid, new_status text, refunded integer default 0, intent text default null) returns text
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
  -- Sale first, payment second, always: concurrent events queue up here.
  if found.subject_type = 'sale' then
    perform 1 from public.sales where id = found.subject_id for update;
  end if;
  select * into found from public.payments where id = payment for update;
  total_refunded := least(found.amount_cents, greatest(found.refunded_cents, coalesce(refunded, 0)));
  next_status := case
    when total_refunded >= found.amount_cents then 'refunded'
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

create function private.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
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
  select * into owed from public.payments where id = payment;
  if payment is null then
    answer := 'unknown';
  elsif type in ('checkout.session.completed', 'checkout.session.async_payment_succeeded') and facts ->> 'payment_status' = 'paid' then
    -- Money of another amount or currency is no payment of this sale: it waits for somebody to look.
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
create function public.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.record_stripe_event(event_id, type, happened_at, facts);
comment on function public.record_stripe_event(text, text, timestamptz, jsonb) is
  'One signed event, once. facts: object_id, session_id, payment_intent, payment_id, payment_status, amount_cents, currency, refunded_cents. For the server alone.';
revoke execute on function public.record_stripe_event(text, text, timestamptz, jsonb) from public, anon, authenticated;
grant execute on function public.record_stripe_event(text, text, timestamptz, jsonb) to service_role;

-- A sale whose caller may pay it: whoever holds its token, or its seller.
create function private.payable_sale(token text, sale uuid) returns public.sales
language sql stable security definer set search_path = '' as $$
  select * from public.sales
  where (token is not null and payment_token = token) or (token is null and id = sale and seller_id = private.own_seller_id())
$$;

create function private.open_payment(token text, sale uuid, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.sales := private.payable_sale(token, sale);
  payment public.payments;
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
  end if;
  -- A payment still open is the one to use: two taps never open two.
  select * into payment from public.payments
  where subject_type = 'sale' and subject_id = owed.id and method = wanted and status in ('pending', 'review')
    -- The provider makes no page that ends within half an hour.
    and (expires_at is null or expires_at > now() + case when provider_ref is null then interval '1 hour' else interval '2 minutes' end)
  order by created_at desc limit 1;
  if payment.id is not null then
    return payment;
  end if;
  insert into public.payments (subject_type, subject_id, method, amount_cents, currency, provider, pix_txid, expires_at) values (
    'sale', owed.id, wanted, owed.price_cents, owed.currency, case wanted when 'card' then 'stripe' else 'pix' end,
    case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
    case wanted when 'card' then now() + interval '23 hours' end
  ) returning * into payment;
  return payment;
end $$;
create function public.open_payment(method text, token text default null, sale uuid default null) returns jsonb
language sql volatile security invoker set search_path = ''
return to_jsonb(private.open_payment(token, sale, method));
comment on function public.open_payment(text, text, uuid) is
  'The open payment of a sale by card or pix, made when there is none. The caller holds the token, or is the seller and names the sale. Refuses with sale_missing or nothing_to_pay.';
grant execute on function public.open_payment(text, text, uuid) to anon, authenticated, service_role;

create function private.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payments set provider_ref = session, checkout_url = url, expires_at = expires
  where id = payment and method = 'card' and (provider_ref is null or provider_ref = session)
$$;
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
begin
  update public.payments set receipt_path = path, receipt_sent_at = now(), status = 'review', note = null
  where id = payment and method = 'pix' and status in ('pending', 'review')
    and subject_type = 'sale' and subject_id = (select id from public.sales where payment_token = token)
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

-- Only what the client may see of the own sale; nothing for a token that does not exist.
create function private.read_payment_page(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sale_id', sales.id, 'number', sales.number, 'company', sales.client_company_name, 'contact', sales.client_contact_name,
    'email', sales.client_email, 'plan', sales.plan_name, 'plan_id', sales.plan_id, 'price_cents', sales.price_cents,
    'start_date', sales.start_date, 'end_date', sales.end_date, 'days', sales.duration_days,
    'seller', sellers.full_name, 'payment_status', sales.payment_status, 'paid_at', sales.paid_at, 'cancelled_at', sales.cancelled_at,
    'stripe_price_id', sales.stripe_price_id, 'plan_type', sales.plan_type,
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
  from public.sales join public.sellers on sellers.id = sales.seller_id
  where sales.payment_token = token
$$;
create function public.read_payment_page(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_payment_page(token);
comment on function public.read_payment_page(text) is 'What the page behind a payment link shows; null for a token that does not exist.';
grant execute on function public.read_payment_page(text) to anon, authenticated, service_role;

create function private.read_contract(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(sales) - 'payment_token' - 'client_request_id' || jsonb_build_object(
    'seller', sellers.full_name, 'seller_document', sellers.document, 'clauses', sale_terms.clauses
  )
  from public.sales
  join public.sellers on sellers.id = sales.seller_id
  join public.sale_terms on sale_terms.version = sales.terms_version
  where sales.payment_token = token
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

-- A Pix is confirmed by a person who saw the money; a receipt alone never pays.
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
    update public.payments set confirmed_by = (select auth.uid()), note = given where id = item;
    next_status := private.advance_payment(item, 'paid');
  else
    update public.payments set status = 'pending', note = given, receipt_path = null, receipt_sent_at = null, confirmed_by = (select auth.uid()) where id = item;
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

-- The trail names who sends money back; the provider's event then changes the payment.
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
  update public.payments set note = case when note = 'amount_mismatch' then note else given end, confirmed_by = (select auth.uid()) where id = item;
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

create function private.pay_commissions(items uuid[], note text) returns integer
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
    select seller_id, sum(amount_cents)::integer as total, count(*)::integer as number, array_agg(id) as ids
    from public.commissions where id = any (items) and status = 'approved' group by seller_id
  loop
    insert into public.commission_payouts (seller_id, total_cents, commissions, note, paid_by)
    values (batch.seller_id, batch.total, batch.number, nullif(btrim(pay_commissions.note), ''), (select auth.uid())) returning id into payout;
    update public.commissions set status = 'paid', paid_at = now(), payout_id = payout where id = any (batch.ids);
    changed := changed + batch.number;
  end loop;
  return changed;
end $$;
create function public.pay_commissions(items uuid[], note text default null) returns integer
language sql volatile security invoker set search_path = ''
return private.pay_commissions(items, note);
comment on function public.pay_commissions(uuid[], text) is 'approved → paid, one payout per seller; answers how many.';

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
  end if;
  if sale.cancelled_at is null then
    update public.sales set cancelled_at = now(), cancel_reason = given where id = item;
  end if;
  return 'cancelled';
end $$;
create function public.cancel_sale(id uuid, reason text) returns text
language sql volatile security invoker set search_path = ''
return private.cancel_sale(id, reason);
comment on function public.cancel_sale(uuid, text) is 'Ends a sale nobody paid; its seller or a seller manager, with a reason.';
do $$
declare
  name text;
begin
  foreach name in array array['approve_commissions(uuid[])', 'pay_commissions(uuid[], text)', 'cancel_sale(uuid, text)'] loop
    execute format('revoke execute on function public.%s from public, anon', name);
    execute format('grant execute on function public.%s to authenticated', name);
  end loop;
end $$;

-- Receipts wait in the same queue as everything else.
