set check_function_bodies = off;

drop trigger publication_plans_example on public.publication_plans;

create or replace function private.sale_hold_days() returns integer
language sql immutable set search_path = ''
return 3;

alter table public.publication_plans add column placements_limit integer check (placements_limit between 1 and 100);

alter table public.sales add column states text[] not null default '{}';
-- Sales that are not paid yet keep their shares for some days from now on.
alter table public.sales
  add column held_until timestamptz not null default now() + make_interval(days => private.sale_hold_days());
select private.declare_columns('sales', 'exported', '{states,held_until}');

alter table public.ad_placements add column is_nationwide boolean not null default false;
update public.ad_placements set is_nationwide = true where key = 'home_top';
insert into private.audit_log_permissions (entity, permission) values ('ad_placements', 'advertising_plans');

-- The end date of a sale is start_date + duration_days: the banner ends when that day begins.
create or replace function private.follow_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.plan_type <> 'ad_banner' then
    return null;
  end if;
  insert into public.ads (sale_id, advertiser, placements, states, states_limit, starts_at, ends_at, status)
  values (
    new.id, left(new.client_company_name, 160),
    array(select key from public.ad_placements where key = any (new.placements) order by display_order),
    new.states, new.states_limit, private.day_start(new.start_date), private.day_start(new.end_date),
    'awaiting_payment'
  )
  on conflict (sale_id) do nothing;
  if new.cancelled_at is not null then
    update public.ads set status = 'stopped', reason = left(coalesce(new.cancel_reason, 'cancelled'), 1000)
      where sale_id = new.id and status <> 'stopped';
  elsif new.payment_status = 'paid' then
    update public.ads set status = 'awaiting_art' where sale_id = new.id and status = 'awaiting_payment';
  end if;
  return null;
end $$;

create or replace function private.create_sale(payload jsonb) returns public.sales
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.sellers;
  idempotency_key uuid;
  plan public.publication_plans;
  replaced public.sales;
  starts date;
  sale public.sales;
begin
  select * into own from public.sellers where id = private.own_seller_id();
  if own.id is null then
    raise exception 'only an active seller sells' using errcode = '42501';
  end if;
  perform private.check_payload(payload);
  begin
    idempotency_key := (payload ->> 'client_request_id')::uuid;
    starts := (payload ->> 'start_date')::date;
    select * into plan from public.publication_plans where id = (payload ->> 'plan_id')::uuid;
  exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.refuse('invalid', case when idempotency_key is null then 'client_request_id' when starts is null
      then 'start_date' else 'plan_id' end);
  end;
  if idempotency_key is null then
    perform private.refuse('invalid', 'client_request_id');
  end if;
  -- Concurrent requests with one id wait for each other; the second one gets the sale of the first.
  perform pg_advisory_xact_lock(hashtextextended(own.id::text || idempotency_key::text, 0));
  select * into sale from public.sales where seller_id = own.id and client_request_id = idempotency_key;
  if sale.id is not null then
    perform private.require_same_sale(sale, payload);
    return sale;
  end if;
  sale.is_remote_signing := coalesce(payload -> 'is_remote_signing' = 'true'::jsonb, false);
  if plan.id is null or plan.plan_type <> 'ad_banner' or not private.is_plan_on_offer(plan) then
    perform private.refuse('invalid', 'plan_id');
  elsif starts is null or starts < private.brazilian_today() - 1 or starts > private.brazilian_today() + 365 then
    perform private.refuse('invalid', 'start_date');
  elsif payload ->> 'seen_price_cents' is distinct from round(plan.price * 100)::integer::text then
    -- The client signed another price, so the form must be checked again.
    perform private.refuse('invalid', 'seen_price_cents');
  elsif payload ->> 'terms_version' is distinct from private.current_sale_terms() then
    perform private.refuse('invalid', 'terms_version');
  elsif not sale.is_remote_signing and payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse('invalid', 'accepts_terms');
  end if;
  sale.seller_signature_url := payload ->> 'seller_signature_url';
  if private.stored_signature(own.id, sale.seller_signature_url, 'seller') is not true then
    perform private.refuse('invalid', 'seller_signature_url');
  end if;
  sale.seller_file_sha256 := private.pattern_field(payload, 'seller_file_sha256', 64, '^[0-9a-f]{64}$', true);
  if not sale.is_remote_signing then
    sale.client_signature_url := payload ->> 'client_signature_url';
    if private.stored_signature(own.id, sale.client_signature_url, 'client') is not true then
      perform private.refuse('invalid', 'client_signature_url');
    end if;
    sale.client_file_sha256 := private.pattern_field(payload, 'client_file_sha256', 64, '^[0-9a-f]{64}$', true);
    sale.terms_accepted_at := now();
  end if;
  if payload ->> 'replaces_sale_id' is not null then
    replaced := private.lock_replaceable_sale(own.id, payload ->> 'replaces_sale_id');
  end if;
  sale.seller_id := own.id;
  sale.seller_name := left(own.full_name, 160);
  sale.seller_document := own.document;
  sale.portal_party := private.portal_party();
  sale.plan_name := plan.name;
  sale.price_cents := round(plan.price * 100)::integer;
  sale.currency := 'BRL';
  sale.duration_days := plan.duration_days;
  select * into sale.placements, sale.states from private.chosen_places(plan, payload);
  sale.states_limit := plan.states_limit;
  sale.start_date := starts;
  sale.end_date := starts + plan.duration_days;
  sale.client_company_name := private.text_field(payload, 'client_company_name', 160, true);
  sale.client_document := private.optional_document_field(payload, 'client_document');
  sale.client_contact_name := private.text_field(payload, 'client_contact_name', 120, true);
  sale.client_email := private.email_field(payload, 'client_email', true);
  sale.client_phone := private.phone_field(payload, 'client_phone', true);
  sale.terms_version := payload ->> 'terms_version';
  -- Locked until the sale is stored, so that two buyers never get the last share.
  perform private.lock_shares();
  if private.are_shares_taken(sale.placements, sale.states, greatest(starts, private.brazilian_today()),
    plan.duration_days, replaced.id)
  then
    perform private.refuse('shares_taken');
  end if;
  if not sale.is_remote_signing then
    sale.contract_sha256 := private.contract_hash(sale, sale.seller_file_sha256, sale.client_file_sha256);
  end if;
  insert into public.sales (
    seller_id, plan_id, client_company_name, client_document, client_contact_name, client_email, client_phone,
      start_date, end_date,
    seller_signature_url, client_signature_url, seller_file_sha256, client_file_sha256, seller_name, seller_document,
      portal_party, is_remote_signing,
    plan_name, plan_type, price_cents, duration_days, stripe_price_id, placements, states, states_limit,
    commission_percentage, terms_version, terms_accepted_at, contract_sha256, signed_with, client_request_id
  ) values (
    own.id, plan.id, sale.client_company_name, sale.client_document, sale.client_contact_name, sale.client_email,
      sale.client_phone, sale.start_date, sale.end_date,
    sale.seller_signature_url, sale.client_signature_url, sale.seller_file_sha256, sale.client_file_sha256,
      sale.seller_name, sale.seller_document, sale.portal_party, sale.is_remote_signing,
    plan.name, plan.plan_type, sale.price_cents, plan.duration_days, plan.stripe_price_id, sale.placements,
      sale.states, plan.states_limit,
    private.commission_rate(own.id, private.brazilian_today()), sale.terms_version, sale.terms_accepted_at,
      sale.contract_sha256,
    left(private.text_field(payload, 'signed_with', 1000), 300), idempotency_key
  ) returning * into sale;
  update public.sales set cancelled_at = now(), cancel_reason = 'Substituída pela venda nº ' || sale.number
    where id = replaced.id;
  return sale;
exception when unique_violation then
  perform private.refuse('invalid', 'seller_signature_url');
end $$;

create or replace function private.require_same_sale(sale public.sales, payload jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  differing text[];
begin
  select coalesce(array_agg(fact.key order by fact.place), '{}') into differing
  from (values
    (1, 'plan_id', sale.plan_id::text, payload ->> 'plan_id'),
    (2, 'seen_price_cents', sale.price_cents::text, payload ->> 'seen_price_cents'),
    (3, 'start_date', sale.start_date::text, payload ->> 'start_date'),
    (4, 'client_company_name', sale.client_company_name, private.text_field(payload, 'client_company_name', 160, true)),
    -- The client may have given it since, when signing.
    (5, 'client_document', sale.client_document, coalesce(
      private.optional_document_field(payload, 'client_document'), case when sale.is_remote_signing
        then sale.client_document end
    )),
    (6, 'client_contact_name', sale.client_contact_name, private.text_field(payload, 'client_contact_name', 120, true)),
    (7, 'client_email', sale.client_email, private.email_field(payload, 'client_email', true)),
    (8, 'client_phone', sale.client_phone, private.phone_field(payload, 'client_phone', true)),
    (9, 'terms_version', sale.terms_version, payload ->> 'terms_version'),
    (10, 'is_remote_signing', sale.is_remote_signing::text, coalesce(payload ->> 'is_remote_signing', 'false')),
    -- Without a choice in the plan the form sends none.
    (11, 'placements', private.sorted_list(sale.placements), coalesce(
      private.sorted_list(private.text_list(payload, 'placements')), private.sorted_list(sale.placements)
    )),
    (12, 'states', private.sorted_list(sale.states), private.sorted_list(private.text_list(payload, 'states'))),
    (13, 'cancelled_at', sale.cancelled_at::text, null)
  ) as fact (place, key, saved, sent)
  where fact.saved is distinct from fact.sent;
  if cardinality(differing) > 0 then
    perform private.refuse('sale_differs', array_to_string(differing, ','));
  end if;
end $$;

create or replace function private.text_list(payload jsonb, name text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct value), '{}')
  from jsonb_array_elements_text(case when jsonb_typeof(payload -> name) = 'array' then payload -> name else '[]' end)
$$;

create or replace function private.sorted_list(list text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(item, ',' order by item) from unnest(list) as item
$$;

create or replace function private.chosen_places(plan public.publication_plans, payload jsonb, out placements text[],
  out states text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  sent_placements constant text[] := private.text_list(payload, 'placements');
  sent_states constant text[] := private.text_list(payload, 'states');
  offered constant text[] := array(
    select key from public.ad_placements
    where (plan.placements = '{}' or key = any (plan.placements)) and (plan.states_limit is null or not is_nationwide)
    order by display_order
  );
begin
  if cardinality(offered) = 0 then
    perform private.refuse('invalid', 'plan_id');
  elsif not private.are_states(sent_states) or (plan.states_limit is null and sent_states <> '{}')
    or (plan.states_limit is not null and cardinality(sent_states) not between 1 and plan.states_limit)
  then
    perform private.refuse('invalid', 'states');
  elsif not sent_placements <@ offered or (plan.placements_limit is null and sent_placements <> '{}')
    or (plan.placements_limit is not null and cardinality(sent_placements) not between 1 and plan.placements_limit)
  then
    perform private.refuse('invalid', 'placements');
  end if;
  states := sent_states;
  placements := case
    when plan.placements_limit is not null then array(select key from unnest(offered) as key
      where key = any (sent_placements))
    -- Only a plan without any limit sells also the placements that are added later.
    when plan.placements = '{}' and plan.states_limit is null then '{}'
    else offered
  end;
end $$;

-- Parts of a contract that are null are left out, so that the hashes of earlier contracts stay the same.
create or replace function private.contract_text(sale public.sales, seller_file_sha256 text, client_file_sha256 text) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(
    E'\n', sale.seller_id, sale.plan_name, sale.price_cents, sale.currency, sale.duration_days, sale.start_date,
      sale.end_date,
    sale.client_company_name, sale.client_contact_name, sale.client_email, sale.client_phone, sale.terms_version,
    (select concat_ws(E'\n', array_to_string(clauses, E'\n'), note) from public.sale_terms
      where version = sale.terms_version),
    to_char(sale.terms_accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), seller_file_sha256,
      client_file_sha256,
    case when coalesce(sale.client_document, sale.seller_name) is not null then concat_ws(
      E'\n', coalesce(sale.client_document, ''), sale.seller_name, sale.seller_document,
        coalesce(sale.portal_party, ''), array_to_string(sale.placements, ','),
      coalesce(sale.states_limit::text, ''), case when sale.is_remote_signing then 'remote' else 'in_person' end,
        coalesce(sale.client_signed_name, '')
    ) end,
    case when sale.states <> '{}' then array_to_string(sale.states, ',') end
  )
$$;

create or replace function private.sign_contract(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
begin
  perform private.check_payload(payload);
  select * into sale from public.sales where id = (private.live_link(token, 'payment')).sale_id for update;
  if sale.id is null then
    return private.refused('sale_missing');
  elsif sale.contract_sha256 is not null then
    return private.refused('signed_before');
  elsif sale.cancelled_at is not null then
    return private.refused('nothing_to_sign');
  elsif private.is_period_over(sale, now()) then
    return private.refused('period_over');
  elsif not private.hold_shares(sale) then
    return private.refused('shares_taken');
  elsif payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse('invalid', 'accepts_terms');
  end if;
  -- Facts of a sale that has a document do not change.
  sale.client_document := coalesce(sale.client_document, private.document_field(payload, 'client_document'));
  sale.client_signed_name := private.text_field(payload, 'client_signed_name', 120, true);
  if char_length(sale.client_signed_name) < 3 then
    perform private.refuse('invalid', 'client_signed_name');
  end if;
  if payload ->> 'client_signature_url' is not null then
    sale.client_signature_url := payload ->> 'client_signature_url';
    if private.stored_signature(sale.seller_id, sale.client_signature_url, 'client') is not true then
      perform private.refuse('invalid', 'client_signature_url');
    end if;
    sale.client_file_sha256 := private.pattern_field(payload, 'client_file_sha256', 64, '^[0-9a-f]{64}$', true);
  end if;
  sale.terms_accepted_at := now();
  update public.sales set
    client_document = sale.client_document, client_signed_name = sale.client_signed_name,
      client_signature_url = sale.client_signature_url, client_file_sha256 = sale.client_file_sha256,
    client_signed_with = left(private.text_field(payload, 'client_signed_with', 1000), 300),
      client_address_hash = private.pattern_field(payload, 'client_address_hash', 64, '^[0-9a-f]{0,64}$', false),
    terms_accepted_at = sale.terms_accepted_at, contract_sha256 = private.contract_hash(sale, sale.seller_file_sha256,
      sale.client_file_sha256)
  where id = sale.id;
  return private.saved();
end $$;

-- Derives the state of a sale from its payments. Called with the sale locked; the same payments give the same result.
create or replace function private.update_sale_from_payments(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  now_sale public.sales;
  first_payment public.payments;
  commission integer;
  paid_cents integer;
  is_sold_out boolean;
begin
  select * into now_sale from public.sales where id = sale;
  if now_sale.id is null then
    return;
  end if;
  -- A payment that came after the shares were sold to another client does not count.
  is_sold_out := now_sale.payment_id is null and not private.hold_shares(now_sale);
  -- The payment that counted first still counts, also after a refund.
  select * into first_payment from public.payments
  where subject_type = 'sale' and subject_id = sale and status in ('paid', 'refunded')
    and (id = now_sale.payment_id or now_sale.payment_id is null and private.came_in_time(payments, now_sale)
      and not needs_refund and not is_sold_out)
    and note is distinct from 'amount_mismatch'
  order by paid_at nulls last, created_at, id limit 1;
  commission := private.commission_cents(now_sale.price_cents, now_sale.commission_percentage);
  paid_cents := greatest(first_payment.amount_cents - first_payment.refunded_cents - first_payment.disputed_cents, 0);
  if first_payment.status = 'refunded' or first_payment.dispute_status = 'lost' and paid_cents = 0 then
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
      commission - round(commission::numeric * paid_cents / first_payment.amount_cents))
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

create or replace function private.open_payment(token text, sale uuid, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.sales := private.payable_sale(token, sale);
  registered uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
  payment public.payments;
  period_end timestamptz;
begin
  if owed.id is null and exists (select from public.event_registrations where id = registered and status = 'confirmed'
    and difference_cents > 0) then
    return private.open_difference(token, wanted);
  elsif owed.id is null and registered is not null then
    return private.open_registration_payment(token, wanted);
  end if;
  if owed.id is null then
    perform private.refuse('sale_missing');
  elsif wanted not in ('card', 'pix') then
    perform private.refuse('invalid', 'method');
  end if;
  perform 1 from public.sales where id = owed.id for update;
  select * into owed from public.sales where id = owed.id;
  if owed.payment_status = 'paid' or owed.cancelled_at is not null then
    perform private.refuse('nothing_to_pay');
  elsif owed.contract_sha256 is null then
    perform private.refuse('unsigned');
  elsif exists (select from public.payments where subject_type = 'sale' and subject_id = owed.id and status
    in ('review', 'processing')) then
    perform private.refuse('in_progress');
  elsif private.is_period_over(owed, now()) then
    perform private.refuse('period_over');
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'sale' and subject_id = owed.id and method = wanted and status = 'pending'
    -- The provider refuses pages that end within half an hour.
    and (expires_at is null or expires_at > now() + case when wanted = 'card' then case when provider_ref is null
      then interval '1 hour' else interval '2 minutes' end else interval '0' end)
  order by created_at desc limit 1;
  if payment.id is not null then
    return payment;
  end if;
  period_end := private.day_start(owed.end_date + 1);
  -- A payment is open only while nobody else can get the shares.
  if not private.hold_shares(owed) then
    perform private.refuse('shares_taken');
  end if;
  insert into public.payments (subject_type, subject_id, method, amount_cents, currency, provider, pix_txid, expires_at)
    values (
    'sale', owed.id, wanted, owed.price_cents, owed.currency, case wanted when 'card' then 'stripe' else 'pix' end,
    case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
    case wanted when 'card' then greatest(least(now() + interval '23 hours', period_end), now() + interval '1 hour')
      else least(period_end, (select held_until from public.sales where id = owed.id)) end
  ) returning * into payment;
  return payment;
end $$;

create or replace function private.read_payment_page(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sale_id', sales.id, 'number', sales.number, 'client_company_name', sales.client_company_name,
    'client_contact_name', sales.client_contact_name,
    'masked_email', regexp_replace(sales.client_email, '^(.).*(@.*)$', '\1***\2'), 'plan_name', sales.plan_name,
    'plan_id', sales.plan_id, 'price_cents', sales.price_cents,
    'start_date', sales.start_date, 'end_date', sales.end_date, 'duration_days', sales.duration_days,
    'seller_name', coalesce(sales.seller_name, sellers.full_name), 'payment_status', sales.payment_status, 'paid_at',
      sales.paid_at, 'cancelled_at', sales.cancelled_at,
    'stripe_price_id', sales.stripe_price_id, 'plan_type', sales.plan_type,
    'is_contract_open', private.opens_contract(link),
    'placements', sales.placements, 'states', sales.states, 'states_limit', sales.states_limit,
    'held_until', sales.held_until,
    -- The facts to be signed are shown only until they are signed.
    'unsigned', case when sales.contract_sha256 is null then jsonb_build_object(
      'client_document', sales.client_document, 'client_email', sales.client_email, 'client_phone', sales.client_phone,
      'portal_party', sales.portal_party,
      'terms_version', sales.terms_version, 'clauses', sale_terms.clauses, 'note', sale_terms.note
    ) end,
    'needs_document', private.needs_document(sales),
    'has_ad', sales.payment_status = 'paid' and sales.cancelled_at is null
      and exists (select from public.ads where ads.sale_id = sales.id),
    'refund_due_cents', (
      select coalesce(sum(amount_cents - refunded_cents), 0) from public.payments
      where subject_type = 'sale' and subject_id = sales.id and needs_refund and note is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents,
        'pix_txid', payments.pix_txid, 'pix_payload', payments.pix_payload, 'checkout_url', payments.checkout_url,
        'receipt_sent_at', payments.receipt_sent_at, 'note', case when payments.status = 'pending' then payments.note
          end,
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
      select from private.share_periods(ad.placements, ad.states,
        greatest((ad.starts_at at time zone 'America/Sao_Paulo')::date, private.brazilian_today()),
        ((ad.ends_at - interval '1 microsecond') at time zone 'America/Sao_Paulo')::date + 1, ad.id)
      where taken >= shares
    ) then 'placement_full'
  end
$$;

-- Refunded and cancelled sales have a stopped banner. What the team adds counts until it is refused.
create or replace function private.holds_shares(ad public.ads) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when ad.status in ('ended', 'stopped') then false
    when ad.sale_id is null then ad.status <> 'rejected'
    when ad.status = 'awaiting_payment' then exists (
      select from public.sales
      where sales.id = ad.sale_id and (sales.held_until > now() or exists (
        select from public.payments
        where subject_type = 'sale' and subject_id = sales.id and status in ('review', 'processing')
      ))
    )
    else true
  end
$$;

create or replace function private.share_periods(placements text[], states text[], first_day date, end_day date,
  ignored_ad uuid default null)
  returns table (placement text, state_abbr text, starts_on date, ends_on date, taken integer, shares integer)
language sql stable security definer set search_path = '' as $$
  with held as materialized (
    select run.placements, run.states, (run.starts_at at time zone 'America/Sao_Paulo')::date as starts_on,
      ((run.ends_at - interval '1 microsecond') at time zone 'America/Sao_Paulo')::date + 1 as ends_on
    -- A sold banner whose art is late runs as many days as were sold.
    from public.ads cross join lateral private.count_run(ads) as run
    where ads.id is distinct from ignored_ad and (ads.approved_at is null or ads.ends_at > private.day_start(first_day))
      and private.holds_shares(ads)
  ), wanted as materialized (
    select place.key, place.is_nationwide, place.max_ads, place.display_order, state.abbr::text as abbr
    from public.ad_placements as place cross join public.states as state
    where (share_periods.placements = '{}' or place.key = any (share_periods.placements))
      and (share_periods.states = '{}' or state.abbr = any (share_periods.states))
  ), units as materialized (
    select wanted.key, wanted.abbr, held.starts_on, held.ends_on
    from held join wanted
      on (held.placements = '{}' or wanted.key = any (held.placements))
      and (held.states = '{}' or not wanted.is_nationwide and wanted.abbr = any (held.states))
    where held.starts_on < end_day and held.ends_on > first_day
  ), moments as (
    select first_day as day
    union select units.starts_on from units where units.starts_on > first_day
    union select units.ends_on from units where units.ends_on < end_day
  ), segments as (
    select day as starts_on, lead(day, 1, end_day) over (order by day) as ends_on from moments
  )
  select wanted.key, wanted.abbr, segments.starts_on, segments.ends_on, count(units.key)::integer, wanted.max_ads
  from wanted cross join segments
  left join units on units.key = wanted.key and units.abbr = wanted.abbr
    and units.starts_on <= segments.starts_on and units.ends_on > segments.starts_on
  group by wanted.key, wanted.display_order, wanted.abbr, wanted.max_ads, segments.starts_on, segments.ends_on
  order by wanted.display_order, wanted.abbr, segments.starts_on
$$;

create or replace function private.lock_shares() returns void
language sql volatile security definer set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('ad_shares', 0))
$$;

create or replace function private.are_shares_taken(placements text[], states text[], first_day date, days integer,
  ignored_sale uuid default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.share_periods(are_shares_taken.placements, are_shares_taken.states, first_day,
      first_day + days, (select id from public.ads where sale_id = ignored_sale))
    where taken >= shares
  )
$$;

create or replace function private.hold_shares(sale public.sales) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if sale.plan_type <> 'ad_banner' or sale.cancelled_at is not null or private.is_period_over(sale, now())
    or exists (select from public.ads where sale_id = sale.id and private.holds_shares(ads))
  then
    return true;
  end if;
  perform private.lock_shares();
  if private.are_shares_taken(sale.placements, sale.states,
    greatest(sale.start_date, private.brazilian_today()), sale.duration_days, sale.id)
  then
    return false;
  end if;
  update public.sales set held_until = now() + make_interval(hours => private.pix_hours()) where id = sale.id;
  return true;
end $$;

create or replace function private.submit_ad_art(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.ads;
  after public.ads;
begin
  perform private.check_payload(payload);
  select * into before from public.ads where id = (private.live_link(token, 'report')).ad_id for update;
  if before.id is null then
    return private.gone();
  elsif before.status <> all (private.editable_ad_statuses()) then
    return private.refused('closed');
  end if;
  update public.ads set
    image_desktop = coalesce(private.pattern_field(payload, 'image_desktop', 60, '^/arte/'), image_desktop),
    image_mobile = coalesce(private.pattern_field(payload, 'image_mobile', 60, '^/arte/'), image_mobile),
    alt = private.text_field(payload, 'alt', 200, true),
    link_url = private.pattern_field(payload, 'link_url', 500, '^https://[^\s"<>\\]+$', true),
    states = case
      when jsonb_typeof(payload -> 'states') = 'array' and states_limit is not null
        and not exists (select from public.sales where sales.id = before.sale_id and sales.states <> '{}')
      then array(select abbr::text from public.states where abbr in (select upper(value)
        from jsonb_array_elements_text(payload -> 'states')) order by abbr limit states_limit)
      else states
    end,
    status = case when before.status = 'rejected' then 'in_review' else before.status end,
    reason = case when before.status = 'rejected' then null else reason end,
    decided_by = null, decided_at = null
  where id = before.id returning * into after;
  return private.saved(jsonb_build_object(
    'status', after.status,
    -- Files that no banner shows any more.
    'replaced', array(select old from unnest(array[before.image_desktop, before.image_mobile]) as old
      where old like '/arte/%' and old not in (after.image_desktop, after.image_mobile))
  ));
end $$;

create or replace function private.read_ad_report(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'advertiser', ads.advertiser, 'status', private.ad_state(ads), 'reason', ads.reason,
    'placements', ads.placements, 'states', ads.states,
    -- The client does not choose the states again that the contract names.
    'statesLimit', case when coalesce(sales.states, '{}') = '{}' then ads.states_limit end,
    'imageDesktop', ads.image_desktop, 'imageMobile', ads.image_mobile, 'alt', ads.alt, 'linkUrl', ads.link_url,
    'startsAt', ads.starts_at, 'endsAt', ads.ends_at, 'plan', sales.plan_name, 'saleNumber', sales.number,
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'impressions', impressions, 'clicks', clicks)
        order by day), '[]')
      from (select day, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats
        where ad_id = ads.id group by day) as per_day
    ),
    'byPlacement', (
      select coalesce(jsonb_agg(jsonb_build_object('name', placement, 'impressions', impressions, 'clicks', clicks)
        order by impressions desc, placement), '[]')
      from (select placement, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats
        where ad_id = ads.id group by placement) as per_place
    ),
    'byState', (
      select coalesce(jsonb_agg(jsonb_build_object('name', state_abbr, 'impressions', impressions, 'clicks', clicks)
        order by impressions desc, state_abbr), '[]')
      from (select state_abbr, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats
        where ad_id = ads.id group by state_abbr) as per_state
    )
  )
  from public.ads left join public.sales on sales.id = ads.sale_id
  where ads.id = (private.live_link(token, 'report')).ad_id
$$;

create or replace function private.ad_availability(placements text[], states text[], first_day date, end_day date, replaced uuid)
  returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'not allowed' using errcode = '42501';
  elsif first_day is null or end_day is null or end_day - first_day not between 1 and 1100 then
    perform private.refuse('invalid', 'end_day');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'placement', placement, 'state', state_abbr, 'shares', shares, 'free', free, 'taken', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'from', lower(days), 'until', upper(days) - 1
        ) order by days), '[]')
        from unnest(full_days) as days
      )
    )), '[]')
    from (
      select placement, state_abbr, shares, greatest(min(shares - taken), 0) as free,
        range_agg(daterange(starts_on, ends_on)) filter (where taken >= shares) as full_days
      from private.share_periods(ad_availability.placements, ad_availability.states, first_day, end_day,
        (select id from public.ads where sale_id = replaced))
      group by placement, state_abbr, shares
    ) as one
  );
end $$;

create or replace function public.ad_availability(placements text[], states text[], first_day date, end_day date, replaced uuid
  default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.ad_availability(placements, states, first_day, end_day, replaced);

create policy "plan managers change how many banners share a placement" on public.ad_placements
  for update to authenticated
  using ((select private.has_permission('advertising_plans')))
  with check ((select private.has_permission('advertising_plans')));

-- Fires for saved values that equal the suggested ones too: they are how a plan manager accepts a suggestion.
create trigger publication_plans_example before update of name, description, translations, price, duration_days,
  placements, states_limit, placements_limit on public.publication_plans
  for each row when (old.is_example) execute function private.end_example();

create trigger ad_placements_audit after update on public.ad_placements
  for each row execute function private.write_audit('key', 'max_ads');

comment on function private.sale_hold_days is
  'Days for which an unpaid sale keeps its shares of the rotation from others.';

comment on column public.publication_plans.placements_limit is
  'How many of its placements a sale takes; null for all of them.';

comment on column public.sales.placements is
  'Keys of the ad_placements that were sold; empty for all.';

comment on column public.sales.states is
  'States that were sold; empty for the whole country, and with a limit in sales whose client chooses them with the art.';

comment on column public.sales.held_until is
  'Until when nobody else gets the shares of this sale although it is not paid.';

comment on function private.text_list is
  'Returns the different texts of a list of a payload; an empty list when it has none.';

comment on function private.sorted_list is 'Joins a list in alphabetical order; null for an empty one.';

comment on function private.chosen_places is
  'The placements and states that a sale of a plan takes: the ones that were chosen within the limits of the plan, and '
  'all of the plan where it limits none; refuses with invalid for any other choice.';

comment on function public.create_sale is
  'A pending sale of the calling seller: plan_id, start_date, client_* (the document may be missing), signature paths '
  '(already stored), hashes of their files, terms_version, accepts_terms, seen_price_cents, client_request_id. With '
  'is_remote_signing the client signs later and only the seller''s signature is sent. Price, days, end and commission '
  'are read here. placements and states are chosen where the plan limits their number; refused with shares_taken when '
  'another sale has the last share of one of them on one of the days.';

comment on function public.sign_contract is
  'The client of a payment link signs: client_signed_name, accepts_terms, client_document when the sale has none, and '
  'for a drawn signature its stored path and the hash of its file. Answers an outcome, refused with '
  'signed_before, sale_missing, nothing_to_sign, period_over or shares_taken. For the server alone, which states browser and '
  'address.';

comment on table public.ad_placements is
  'Places on public pages that show a banner; added by migrations only, because each place is part of the code of a '
  'page.';

comment on column public.ad_placements.max_ads is
  'Shares of the rotation: how many banners may be sold for one state and day.';

comment on column public.ad_placements.is_nationwide is
  'Whether its page belongs to no state, so that only banners of the whole country are shown there.';

comment on function private.holds_shares is
  'Whether a banner takes a share of the rotation on its days: an unpaid one until held_until of its sale, and while '
  'its payment is under review.';

comment on function private.share_periods is
  'How many shares of the rotation are taken, for each placement, state and part of the days from first_day to before '
  'end_day in which the number does not change; empty lists mean all placements and states.';

comment on function private.lock_shares is
  'Makes transactions that take shares of the rotation wait for each other; taken after the lock of a sale.';

comment on function private.are_shares_taken is
  'Whether one of these placements has no free share in one of these states on one of the days.';

comment on function private.hold_shares is
  'Keeps the shares of an unpaid sale for its client: while it holds them nothing changes, later for some hours more '
  'if they are still free; false when another sale has one of them. The sale is locked by the caller.';

comment on function public.ad_availability is
  'Returns [{placement, state, shares, free, taken: [{from, until}]}] for the days from first_day to before end_day: '
  'the least number of free shares and the days without one, until included; empty lists mean all placements and '
  'states, and the shares of the sale replaced count as free. Any signed-in account may call it; it names nobody.';

grant execute on function private.ad_availability to public;

grant execute on function private.are_shares_taken to public;

grant execute on function private.chosen_places to public;

grant execute on function private.hold_shares to public;

grant execute on function private.holds_shares to public;

grant execute on function private.lock_shares to public;

grant execute on function private.sale_hold_days to public;

grant execute on function private.share_periods to public;

grant execute on function private.sorted_list to public;

grant execute on function private.text_list to public;

grant execute on function public.ad_availability to authenticated;

grant execute on function public.ad_availability to service_role;

grant update (max_ads) on public.ad_placements to authenticated;

reset check_function_bodies;
