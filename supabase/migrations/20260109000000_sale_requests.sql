-- A request id stands for one set of facts; a sale nobody paid can be replaced by a corrected one.
create function private.require_same_sale(sale public.sales, payload jsonb) returns void
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
    (5, 'client_contact_name', sale.client_contact_name, private.text_field(payload, 'client_contact_name', 120, true)),
    (6, 'client_email', sale.client_email, private.email_field(payload, 'client_email', true)),
    (7, 'client_phone', sale.client_phone, private.phone_field(payload, 'client_phone', true)),
    (8, 'terms_version', sale.terms_version, payload ->> 'terms_version'),
    (9, 'cancelled_at', sale.cancelled_at::text, null)
  ) as fact (place, key, saved, sent)
  where fact.saved is distinct from fact.sent;
  if cardinality(differing) > 0 then
    raise exception 'sale_differs' using detail = array_to_string(differing, ',');
  end if;
end $$;
comment on function private.require_same_sale(public.sales, jsonb) is 'Refuses with sale_differs a request whose facts are not those of its saved sale; the detail lists the keys that differ.';

create function private.lock_replaceable_sale(seller uuid, replaced text) returns public.sales
language plpgsql volatile set search_path = '' as $$
declare
  sale public.sales;
begin
  begin
    select * into sale from public.sales where id = replaced::uuid and seller_id = seller for update;
  exception when invalid_text_representation then
    perform private.refuse_request('replaces_sale_id');
  end;
  if sale.id is null or sale.payment_status = 'paid' or sale.cancelled_at is not null
    or exists (select from public.payments where subject_type = 'sale' and subject_id = sale.id and status in ('review', 'paid'))
  then
    perform private.refuse_request('replaces_sale_id');
  end if;
  return sale;
end $$;
comment on function private.lock_replaceable_sale(uuid, text) is 'A sale of the seller that is neither paid, under review nor cancelled; any other is refused.';

create or replace function private.create_sale(payload jsonb) returns public.sales
language plpgsql volatile security definer set search_path = '' as $$
declare
  seller uuid := private.own_seller_id();
  request uuid;
  plan public.publication_plans;
  replaced public.sales;
  starts date;
  sale public.sales;
  seller_side text;
  client_side text;
begin
  if seller is null then
    raise exception 'only an active seller sells' using errcode = '42501';
  end if;
  perform private.check_payload(payload);
  begin
    request := (payload ->> 'client_request_id')::uuid;
    starts := (payload ->> 'start_date')::date;
    select * into plan from public.publication_plans where id = (payload ->> 'plan_id')::uuid;
  exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.refuse_request(case when request is null then 'client_request_id' when starts is null then 'start_date' else 'plan_id' end);
  end;
  if request is null then
    perform private.refuse_request('client_request_id');
  end if;
  -- Two taps at once wait for each other; the second one gets the sale of the first.
  perform pg_advisory_xact_lock(hashtextextended(seller::text || request::text, 0));
  select * into sale from public.sales where seller_id = seller and client_request_id = request;
  if sale.id is not null then
    perform private.require_same_sale(sale, payload);
    return sale;
  end if;
  if plan.id is null or not plan.is_active or plan.plan_type <> 'ad_banner' then
    perform private.refuse_request('plan_id');
  elsif starts is null or starts < private.brazilian_today() - 1 or starts > private.brazilian_today() + 365 then
    perform private.refuse_request('start_date');
  elsif payload ->> 'seen_price_cents' is distinct from round(plan.price * 100)::integer::text then
    -- The client signed under another price: both look at the form once more.
    perform private.refuse_request('seen_price_cents');
  elsif payload ->> 'terms_version' is distinct from private.current_sale_terms() then
    perform private.refuse_request('terms_version');
  elsif payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse_request('accepts_terms');
  end if;
  seller_side := payload ->> 'seller_signature_url';
  client_side := payload ->> 'client_signature_url';
  if private.stored_signature(seller, seller_side, 'seller') is not true then
    perform private.refuse_request('seller_signature_url');
  elsif private.stored_signature(seller, client_side, 'client') is not true then
    perform private.refuse_request('client_signature_url');
  end if;
  if payload ->> 'replaces_sale_id' is not null then
    replaced := private.lock_replaceable_sale(seller, payload ->> 'replaces_sale_id');
  end if;
  sale.seller_id := seller;
  sale.plan_name := plan.name;
  sale.price_cents := round(plan.price * 100)::integer;
  sale.currency := 'BRL';
  sale.duration_days := plan.duration_days;
  sale.start_date := starts;
  sale.end_date := starts + plan.duration_days;
  sale.client_company_name := private.text_field(payload, 'client_company_name', 160, true);
  sale.client_contact_name := private.text_field(payload, 'client_contact_name', 120, true);
  sale.client_email := private.email_field(payload, 'client_email', true);
  sale.client_phone := private.phone_field(payload, 'client_phone', true);
  sale.terms_version := payload ->> 'terms_version';
  sale.terms_accepted_at := now();
  sale.contract_sha256 := encode(sha256(convert_to(private.contract_text(
    sale,
    private.pattern_field(payload, 'seller_file_sha256', 64, '^[0-9a-f]{64}$', true),
    private.pattern_field(payload, 'client_file_sha256', 64, '^[0-9a-f]{64}$', true)
  ), 'UTF8')), 'hex');
  insert into public.sales (
    seller_id, plan_id, client_company_name, client_contact_name, client_email, client_phone, start_date, end_date,
    seller_signature_url, client_signature_url, plan_name, plan_type, price_cents, duration_days, stripe_price_id, placements, states_limit,
    commission_percentage, terms_version, terms_accepted_at, contract_sha256, signed_with, client_request_id
  ) values (
    seller, plan.id, sale.client_company_name, sale.client_contact_name, sale.client_email, sale.client_phone, sale.start_date, sale.end_date,
    seller_side, client_side, plan.name, plan.plan_type, sale.price_cents, plan.duration_days, plan.stripe_price_id, plan.placements, plan.states_limit,
    private.commission_rate(seller, private.brazilian_today()), sale.terms_version, sale.terms_accepted_at, sale.contract_sha256,
    left(private.text_field(payload, 'signed_with', 1000), 300), request
  ) returning * into sale;
  update public.sales set cancelled_at = now(), cancel_reason = 'Substituída pela venda nº ' || sale.number where id = replaced.id;
  return sale;
exception when unique_violation then
  perform private.refuse_request('seller_signature_url');
end $$;
