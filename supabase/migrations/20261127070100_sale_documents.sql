-- Four terms of sale in the box and the rule for late starts as a note; the document of a client is optional when the sale
-- is made and asked from the client when signing or paying; a banner runs exactly the days that were sold.

alter table public.sale_terms add column note text check (char_length(note) <= 1000);
comment on column public.sale_terms.note is 'Rule shown beside the clauses and signed with them; null in versions before 2026-11-2.';

insert into public.sale_terms (version, clauses, note) values ('2026-11-2', array[
  'O anúncio será veiculado pelo período contratado.',
  'A publicação ocorrerá após a confirmação do pagamento.',
  'O conteúdo do anúncio é de responsabilidade do anunciante.',
  'O portal pode recusar anúncios que não atendam às suas diretrizes.'
], 'Se o pagamento e a arte forem aprovados depois da data de início, a veiculação começa no dia dessa aprovação e dura os dias corridos do plano contratado.');

alter table public.sales add column payer_document text check (payer_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$');
comment on column public.sales.client_document is 'CPF or CNPJ of the client, without punctuation, as signed; null when the contract was signed without one.';
comment on column public.sales.payer_document is 'CPF or CNPJ that the client gave on the payment page of a contract signed without one; not covered by the hash.';
select private.declare_columns('sales', 'exported', '{payer_document}');

create or replace function private.document_field(payload jsonb, key text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  found text := upper(regexp_replace(coalesce(payload ->> key, ''), '[^0-9A-Za-z]', '', 'g'));
begin
  if not private.is_document(found) then
    perform private.refuse_request(key);
  end if;
  return found;
end $$;
comment on function private.document_field(jsonb, text) is 'A CPF or CNPJ of a payload without punctuation, with right check digits.';

create function private.optional_document_field(payload jsonb, key text) returns text
language sql immutable set search_path = '' as $$
  select case when btrim(coalesce(payload ->> key, '')) <> '' then private.document_field(payload, key) end
$$;
comment on function private.optional_document_field(jsonb, text) is 'A CPF or CNPJ of a payload; null when it is missing or empty.';

create function private.needs_document(sale public.sales) returns boolean
language sql immutable set search_path = '' as $$ select coalesce(sale.client_document, sale.payer_document) is null $$;

-- A registration may name a document of another country; what has the form of a CPF or CNPJ must be one.
create function private.check_registration_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  plain constant text := upper(regexp_replace(new.document, '[^0-9A-Za-z]', '', 'g'));
begin
  if plain ~ '^([0-9]{11}|[0-9]{14})$' and not private.is_document(plain) then
    perform private.refuse_request('document');
  end if;
  return new;
end $$;
comment on function private.check_registration_document() is 'Trigger function: refuses a CPF or CNPJ with wrong check digits.';
create trigger event_registrations_document before insert or update of document on public.event_registrations
  for each row when (new.document is not null) execute function private.check_registration_document();

-- Parts of a contract that are null are left out, so that the hashes of earlier contracts stay the same.
create or replace function private.contract_text(sale public.sales, seller_file_sha256 text, client_file_sha256 text) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(
    E'\n', sale.seller_id, sale.plan_name, sale.price_cents, sale.currency, sale.duration_days, sale.start_date, sale.end_date,
    sale.client_company_name, sale.client_contact_name, sale.client_email, sale.client_phone, sale.terms_version,
    (select concat_ws(E'\n', array_to_string(clauses, E'\n'), note) from public.sale_terms where version = sale.terms_version),
    to_char(sale.terms_accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), seller_file_sha256, client_file_sha256,
    case when coalesce(sale.client_document, sale.seller_name) is not null then concat_ws(
      E'\n', coalesce(sale.client_document, ''), sale.seller_name, sale.seller_document, coalesce(sale.portal_party, ''), array_to_string(sale.placements, ','),
      coalesce(sale.states_limit::text, ''), case when sale.is_remote_signing then 'remote' else 'in_person' end, coalesce(sale.client_signed_name, '')
    ) end
  )
$$;

create or replace function private.create_sale(payload jsonb) returns public.sales
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.sellers;
  request uuid;
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
    request := (payload ->> 'client_request_id')::uuid;
    starts := (payload ->> 'start_date')::date;
    select * into plan from public.publication_plans where id = (payload ->> 'plan_id')::uuid;
  exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.refuse_request(case when request is null then 'client_request_id' when starts is null then 'start_date' else 'plan_id' end);
  end;
  if request is null then
    perform private.refuse_request('client_request_id');
  end if;
  -- Concurrent requests with one id wait for each other; the second one gets the sale of the first.
  perform pg_advisory_xact_lock(hashtextextended(own.id::text || request::text, 0));
  select * into sale from public.sales where seller_id = own.id and client_request_id = request;
  if sale.id is not null then
    perform private.require_same_sale(sale, payload);
    return sale;
  end if;
  sale.is_remote_signing := coalesce(payload -> 'is_remote_signing' = 'true'::jsonb, false);
  if plan.id is null or not plan.is_active or plan.plan_type <> 'ad_banner' then
    perform private.refuse_request('plan_id');
  elsif starts is null or starts < private.brazilian_today() - 1 or starts > private.brazilian_today() + 365 then
    perform private.refuse_request('start_date');
  elsif payload ->> 'seen_price_cents' is distinct from round(plan.price * 100)::integer::text then
    -- The client signed another price, so the form must be checked again.
    perform private.refuse_request('seen_price_cents');
  elsif payload ->> 'terms_version' is distinct from private.current_sale_terms() then
    perform private.refuse_request('terms_version');
  elsif not sale.is_remote_signing and payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse_request('accepts_terms');
  end if;
  sale.seller_signature_url := payload ->> 'seller_signature_url';
  if private.stored_signature(own.id, sale.seller_signature_url, 'seller') is not true then
    perform private.refuse_request('seller_signature_url');
  end if;
  sale.seller_file_sha256 := private.pattern_field(payload, 'seller_file_sha256', 64, '^[0-9a-f]{64}$', true);
  if not sale.is_remote_signing then
    sale.client_signature_url := payload ->> 'client_signature_url';
    if private.stored_signature(own.id, sale.client_signature_url, 'client') is not true then
      perform private.refuse_request('client_signature_url');
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
  sale.placements := plan.placements;
  sale.states_limit := plan.states_limit;
  sale.start_date := starts;
  sale.end_date := starts + plan.duration_days;
  sale.client_company_name := private.text_field(payload, 'client_company_name', 160, true);
  sale.client_document := private.optional_document_field(payload, 'client_document');
  sale.client_contact_name := private.text_field(payload, 'client_contact_name', 120, true);
  sale.client_email := private.email_field(payload, 'client_email', true);
  sale.client_phone := private.phone_field(payload, 'client_phone', true);
  sale.terms_version := payload ->> 'terms_version';
  if not sale.is_remote_signing then
    sale.contract_sha256 := private.contract_hash(sale, sale.seller_file_sha256, sale.client_file_sha256);
  end if;
  insert into public.sales (
    seller_id, plan_id, client_company_name, client_document, client_contact_name, client_email, client_phone, start_date, end_date,
    seller_signature_url, client_signature_url, seller_file_sha256, client_file_sha256, seller_name, seller_document, portal_party, is_remote_signing,
    plan_name, plan_type, price_cents, duration_days, stripe_price_id, placements, states_limit,
    commission_percentage, terms_version, terms_accepted_at, contract_sha256, signed_with, client_request_id
  ) values (
    own.id, plan.id, sale.client_company_name, sale.client_document, sale.client_contact_name, sale.client_email, sale.client_phone, sale.start_date, sale.end_date,
    sale.seller_signature_url, sale.client_signature_url, sale.seller_file_sha256, sale.client_file_sha256, sale.seller_name, sale.seller_document, sale.portal_party, sale.is_remote_signing,
    plan.name, plan.plan_type, sale.price_cents, plan.duration_days, plan.stripe_price_id, plan.placements, plan.states_limit,
    private.commission_rate(own.id, private.brazilian_today()), sale.terms_version, sale.terms_accepted_at, sale.contract_sha256,
    left(private.text_field(payload, 'signed_with', 1000), 300), request
  ) returning * into sale;
  update public.sales set cancelled_at = now(), cancel_reason = 'Substituída pela venda nº ' || sale.number where id = replaced.id;
  return sale;
exception when unique_violation then
  perform private.refuse_request('seller_signature_url');
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
      private.optional_document_field(payload, 'client_document'), case when sale.is_remote_signing then sale.client_document end
    )),
    (6, 'client_contact_name', sale.client_contact_name, private.text_field(payload, 'client_contact_name', 120, true)),
    (7, 'client_email', sale.client_email, private.email_field(payload, 'client_email', true)),
    (8, 'client_phone', sale.client_phone, private.phone_field(payload, 'client_phone', true)),
    (9, 'terms_version', sale.terms_version, payload ->> 'terms_version'),
    (10, 'is_remote_signing', sale.is_remote_signing::text, coalesce(payload ->> 'is_remote_signing', 'false')),
    (11, 'cancelled_at', sale.cancelled_at::text, null)
  ) as fact (place, key, saved, sent)
  where fact.saved is distinct from fact.sent;
  if cardinality(differing) > 0 then
    raise exception 'sale_differs' using detail = array_to_string(differing, ',');
  end if;
end $$;

create or replace function private.sign_contract(token text, payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
begin
  perform private.check_payload(payload);
  select * into sale from public.sales where id = (private.live_link(token, 'payment')).sale_id for update;
  if sale.id is null then
    raise exception 'sale_missing';
  elsif sale.contract_sha256 is not null then
    return 'signed_before';
  elsif sale.cancelled_at is not null then
    raise exception 'nothing_to_sign';
  elsif private.is_period_over(sale, now()) then
    raise exception 'period_over';
  elsif payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse_request('accepts_terms');
  end if;
  -- Facts of a sale that has a document do not change.
  sale.client_document := coalesce(sale.client_document, private.document_field(payload, 'client_document'));
  sale.client_signed_name := private.text_field(payload, 'client_signed_name', 120, true);
  if char_length(sale.client_signed_name) < 3 then
    perform private.refuse_request('client_signed_name');
  end if;
  if payload ->> 'client_signature_url' is not null then
    sale.client_signature_url := payload ->> 'client_signature_url';
    if private.stored_signature(sale.seller_id, sale.client_signature_url, 'client') is not true then
      perform private.refuse_request('client_signature_url');
    end if;
    sale.client_file_sha256 := private.pattern_field(payload, 'client_file_sha256', 64, '^[0-9a-f]{64}$', true);
  end if;
  sale.terms_accepted_at := now();
  update public.sales set
    client_document = sale.client_document, client_signed_name = sale.client_signed_name, client_signature_url = sale.client_signature_url, client_file_sha256 = sale.client_file_sha256,
    client_signed_with = left(private.text_field(payload, 'signed_with', 1000), 300), client_address_hash = private.pattern_field(payload, 'address_hash', 64, '^[0-9a-f]{0,64}$', false),
    terms_accepted_at = sale.terms_accepted_at, contract_sha256 = private.contract_hash(sale, sale.seller_file_sha256, sale.client_file_sha256)
  where id = sale.id;
  return 'signed';
end $$;

comment on function public.sign_contract(text, jsonb) is
  'The client of a payment link signs: client_signed_name, accepts_terms, client_document when the sale has none, and for a drawn signature its stored path and the hash of its file. Answers signed, or signed_before for a repetition. Refuses with sale_missing, nothing_to_sign or period_over. For the server alone, which states browser and address.';
comment on function public.create_sale(jsonb) is
  'A pending sale of the calling seller: plan_id, start_date, client_* (the document may be missing), signature paths (already stored), hashes of their files, terms_version, accepts_terms, seen_price_cents, client_request_id. With is_remote_signing the client signs later and only the seller''s signature is sent. Price, days, end and commission are read here.';

create or replace function private.contract_of_sale(sale uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(sales) - 'client_request_id' - 'client_address_hash' || jsonb_build_object(
    'seller_name', coalesce(sales.seller_name, sellers.full_name), 'seller_document', coalesce(sales.seller_document, sellers.document), 'clauses', sale_terms.clauses, 'note', sale_terms.note,
    'link_opened_at', (select min(opened_at) from public.link_tokens where kind = 'payment' and subject_id = sales.id),
    'payment', (
      select jsonb_build_object('method', payments.method, 'amount_cents', payments.amount_cents, 'paid_at', payments.paid_at, 'reference', coalesce(payments.pix_txid, payments.payment_intent, payments.id::text))
      from public.payments where payments.id = sales.payment_id
    )
  )
  from public.sales
  join public.sellers on sellers.id = sales.seller_id
  join public.sale_terms on sale_terms.version = sales.terms_version
  where sales.id = sale and sales.contract_sha256 is not null
$$;

create function private.add_payer_document(token text, document text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  payload constant jsonb := jsonb_build_object('document', left(document, 30));
begin
  update public.sales set payer_document = private.document_field(payload, 'document')
  where id = (private.live_link(token, 'payment')).sale_id and contract_sha256 is not null and cancelled_at is null
    and client_document is null and payer_document is null;
  return found;
end $$;

create function public.add_payer_document(token text, document text) returns boolean
language sql volatile security invoker set search_path = ''
return private.add_payer_document(token, document);
comment on function public.add_payer_document(text, text) is
  'The client of a payment link gives the CPF or CNPJ that a signed sale lacks; false when it has one or the link opens none. Refuses an invalid document with invalid_request. For the server alone.';
revoke execute on function public.add_payer_document(text, text) from public, anon, authenticated;
grant execute on function public.add_payer_document(text, text) to service_role;

-- The seller may open the payment without the document; the client is asked for it first.
create or replace function private.payable_sale(token text, sale uuid) returns public.sales
language plpgsql stable security definer set search_path = '' as $$
declare
  owed public.sales;
begin
  select * into owed from public.sales
  where (token is not null and id = (private.live_link(token, 'payment')).sale_id) or (token is null and id = payable_sale.sale and seller_id = private.own_seller_id());
  if token is not null and owed.contract_sha256 is not null and owed.payment_status = 'pending' and owed.cancelled_at is null and private.needs_document(owed) then
    raise exception 'document_missing';
  end if;
  return owed;
end $$;
comment on function public.open_payment(text, text, uuid) is
  'The open payment of a sale by card or pix, made when there is none. The caller holds the token, or is the seller and names the sale. Refuses with sale_missing, nothing_to_pay, unsigned, document_missing, in_progress (a receipt under review, a delayed method) or period_over.';

create or replace function private.read_payment_page(token text) returns jsonb
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
      'placements', sales.placements, 'states_limit', sales.states_limit, 'terms_version', sales.terms_version, 'clauses', sale_terms.clauses, 'note', sale_terms.note
    ) end,
    'needs_document', private.needs_document(sales),
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

-- The end date of a sale is start_date + duration_days: the banner ends when that day begins.
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
    new.states_limit, private.day_start(new.start_date), private.day_start(new.end_date),
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

comment on function private.count_run(public.ads) is 'The banner as it runs when its art is approved now: a sold one that is approved late starts today and runs as many days as were sold.';
