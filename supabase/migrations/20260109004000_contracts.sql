-- The contract names both parties with their documents, and a client may sign on their own phone after the sale was saved.
alter table public.sales
  alter column client_signature_url drop not null,
  alter column terms_accepted_at drop not null,
  alter column contract_sha256 drop not null,
  add column client_document text check (client_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  add column seller_name text check (char_length(seller_name) <= 160),
  add column seller_document text check (seller_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  add column portal_party text check (char_length(portal_party) <= 200),
  add column is_remote_signing boolean not null default false,
  add column seller_file_sha256 text check (seller_file_sha256 ~ '^[0-9a-f]{64}$'),
  add column client_file_sha256 text check (client_file_sha256 ~ '^[0-9a-f]{64}$'),
  add column client_signed_name text check (char_length(client_signed_name) between 3 and 120),
  add column client_signed_with text check (char_length(client_signed_with) <= 300),
  add column client_address_hash text check (char_length(client_address_hash) <= 64),
  add constraint contract_is_signed_once check ((contract_sha256 is null) = (terms_accepted_at is null)),
  add constraint signed_contract_names_its_client check (contract_sha256 is null or client_signature_url is not null or client_signed_name is not null),
  add constraint unsigned_sale_is_not_paid check (contract_sha256 is not null or payment_status = 'pending');
comment on column public.sales.client_document is 'CPF or CNPJ of the client, without punctuation; null for sales before 2026-11-23.';
comment on column public.sales.portal_party is 'Legal name and document of the portal when the sale was made; null while the setting has only an example value.';
comment on column public.sales.is_remote_signing is 'The client signs on their own phone, behind the payment link.';
comment on column public.sales.terms_accepted_at is 'When the client signed; null until then.';
comment on column public.sales.client_signed_name is 'The name that a client typed as their signature.';
comment on column public.sales.client_address_hash is 'Keyed hash of the network address that a remote signature came from.';
comment on column public.sales.signed_with is 'Browser of the seller.';
comment on column public.sales.client_signed_with is 'Browser of a client who signed remotely.';
create index sales_contract_sha256_idx on public.sales (contract_sha256);
select
  private.declare_columns('sales', 'exported', '{client_document,seller_name,seller_document,portal_party,is_remote_signing,client_signed_name,client_signed_with}'),
  private.declare_columns('sales', 'not_personal', '{seller_file_sha256,client_file_sha256,client_address_hash}', 'keyed or plain hash, part of the record of a signature');

-- The data export of one party contains no personal data of the other.
update private.personal_rows set hidden = hidden || '{client_document,client_signed_name,client_signed_with}' where relation = 'sales' and column_name = 'seller_id';
update private.personal_rows set hidden = hidden || '{seller_document,signed_with}' where relation = 'sales' and column_name = 'client_email';

create function private.portal_party() returns text
language sql stable security definer set search_path = '' as $$
  select left(nullif(trim(value), ''), 200) from public.app_settings where key = 'company_legal_line' and "group" <> 'demo'
$$;
comment on function private.portal_party() is 'Legal name and document of the portal as its settings have them; null while they are an example.';

-- Parts of a contract before 2026-11-23 that are null are left out, so that its hash stays the same.
create or replace function private.contract_text(sale public.sales, seller_file_sha256 text, client_file_sha256 text) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(
    E'\n', sale.seller_id, sale.plan_name, sale.price_cents, sale.currency, sale.duration_days, sale.start_date, sale.end_date,
    sale.client_company_name, sale.client_contact_name, sale.client_email, sale.client_phone, sale.terms_version,
    (select array_to_string(clauses, E'\n') from public.sale_terms where version = sale.terms_version),
    to_char(sale.terms_accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), seller_file_sha256, client_file_sha256,
    case when sale.client_document is not null then concat_ws(
      E'\n', sale.client_document, sale.seller_name, sale.seller_document, coalesce(sale.portal_party, ''), array_to_string(sale.placements, ','),
      coalesce(sale.states_limit::text, ''), case when sale.is_remote_signing then 'remote' else 'in_person' end, coalesce(sale.client_signed_name, '')
    ) end
  )
$$;
create function private.contract_hash(sale public.sales, seller_file_sha256 text, client_file_sha256 text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(private.contract_text(sale, seller_file_sha256, client_file_sha256), 'UTF8')), 'hex')
$$;
comment on function private.contract_hash(public.sales, text, text) is 'SHA-256 of what both parties signed, their signature files included.';

create function private.hash_of_sale(sale uuid, seller_file text, client_file text) returns text
language sql stable security definer set search_path = '' as $$
  select private.contract_hash(sales, seller_file, client_file) from public.sales where id = sale
$$;
create function public.contract_hash(sale uuid, seller_file_sha256 text, client_file_sha256 text default null) returns text
language sql stable security invoker set search_path = ''
return private.hash_of_sale(sale, seller_file_sha256, client_file_sha256);
comment on function public.contract_hash(uuid, text, text) is 'The hash a contract has with these signature files; equal to contract_sha256 as long as nothing changed. For the server alone.';
revoke execute on function public.contract_hash(uuid, text, text) from public, anon, authenticated;
grant execute on function public.contract_hash(uuid, text, text) to service_role;

create function private.document_field(payload jsonb, key text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  found text := upper(regexp_replace(coalesce(payload ->> key, ''), '[^0-9A-Za-z]', '', 'g'));
begin
  if found !~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$' then
    perform private.refuse_request(key);
  end if;
  return found;
end $$;
comment on function private.document_field(jsonb, text) is 'A CPF or CNPJ of a payload without punctuation; the application checks its digits.';

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
    (5, 'client_document', sale.client_document, private.document_field(payload, 'client_document')),
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
  -- Two taps at once wait for each other; the second one gets the sale of the first.
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
    -- The client signed under another price: both look at the form once more.
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
  sale.client_document := private.document_field(payload, 'client_document');
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
comment on function public.create_sale(jsonb) is
  'A pending sale of the calling seller: plan_id, start_date, client_*, signature paths (already stored), hashes of their files, terms_version, accepts_terms, seen_price_cents, client_request_id. With is_remote_signing the client signs later and only the seller''s signature is sent. Price, days, end and commission are read here.';

create function private.sign_contract(token text, payload jsonb) returns text
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
    client_signed_name = sale.client_signed_name, client_signature_url = sale.client_signature_url, client_file_sha256 = sale.client_file_sha256,
    client_signed_with = left(private.text_field(payload, 'signed_with', 1000), 300), client_address_hash = private.pattern_field(payload, 'address_hash', 64, '^[0-9a-f]{0,64}$', false),
    terms_accepted_at = sale.terms_accepted_at, contract_sha256 = private.contract_hash(sale, sale.seller_file_sha256, sale.client_file_sha256)
  where id = sale.id;
  return 'signed';
end $$;
create function public.sign_contract(token text, payload jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.sign_contract(token, payload);
comment on function public.sign_contract(text, jsonb) is
  'The client of a payment link signs: client_signed_name, accepts_terms, and for a drawn signature its stored path and the hash of its file. Answers signed, or signed_before for a repetition. Refuses with sale_missing, nothing_to_sign or period_over. For the server alone, which states browser and address.';
revoke execute on function public.sign_contract(text, jsonb), private.sign_contract(text, jsonb) from public, anon, authenticated;
grant execute on function public.sign_contract(text, jsonb), private.sign_contract(text, jsonb) to service_role;

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
  elsif owed.contract_sha256 is null then
    raise exception 'unsigned';
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
  'The open payment of a sale by card or pix, made when there is none. The caller holds the token, or is the seller and names the sale. Refuses with sale_missing, nothing_to_pay, unsigned, in_progress (a receipt under review, a delayed method) or period_over.';

-- A sale whose receipt is under review is decided first: a client who has paid must not read that the sale was cancelled.
create or replace function private.cancel_sale(item uuid, reason text) returns text
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
comment on function public.cancel_sale(uuid, text) is 'Ends a sale nobody paid; its seller or a seller manager, with a reason. Refuses with sale_missing, sale_paid or sale_in_progress (a receipt under review, a delayed method).';

create or replace function private.contract_of_sale(sale uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(sales) - 'client_request_id' - 'client_address_hash' || jsonb_build_object(
    'seller_name', coalesce(sales.seller_name, sellers.full_name), 'seller_document', coalesce(sales.seller_document, sellers.document), 'clauses', sale_terms.clauses,
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
comment on function public.contract_of_sale(uuid) is 'The facts of a signed contract, with the paths of its signatures and its payment, for an account that may read the sale. For the server alone.';

create function private.verify_contract(sha256 text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', number, 'company', client_company_name, 'plan', plan_name, 'signed_at', terms_accepted_at, 'start_date', start_date, 'end_date', end_date,
    'is_cancelled', cancelled_at is not null,
    'is_unchanged', case when seller_file_sha256 is not null then private.contract_hash(sales, seller_file_sha256, client_file_sha256) = contract_sha256 end
  )
  from public.sales where contract_sha256 = verify_contract.sha256 order by number limit 1
$$;
create function public.verify_contract(sha256 text) returns jsonb
language sql stable security invoker set search_path = ''
return private.verify_contract(sha256);
comment on function public.verify_contract(text) is
  'What a contract with this hash says of itself, for whoever holds the contract and so its hash; null for a hash that no contract has. is_unchanged is null where the hashes of the signature files were not stored yet.';
revoke execute on function public.verify_contract(text) from public;
grant execute on function public.verify_contract(text) to anon, authenticated, service_role;

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

create or replace function private.mail_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.contract_sha256 is null then
    perform private.mail_client(new, 'contract_to_sign');
  elsif tg_op = 'INSERT' then
    perform private.mail_client(new, 'sale_created', '{"attach_contract": true}');
  elsif new.contract_sha256 is not null and old.contract_sha256 is null then
    perform private.mail_client(new, 'contract_signed', '{"attach_contract": true}');
  elsif new.payment_status = 'paid' and old.payment_status <> 'paid' then
    perform private.mail_client(new, 'payment_confirmed', '{"attach_contract": true, "attach_receipt": true}');
  elsif new.cancelled_at is not null and old.cancelled_at is null and coalesce(new.cancel_reason, '') not in ('refunded', 'dispute_lost') then
    perform private.mail_client(new, 'sale_cancelled', jsonb_build_object('note', coalesce(new.cancel_reason, '')));
  end if;
  return null;
end $$;
drop trigger sales_mail on public.sales;
create trigger sales_mail after insert or update of payment_status, cancelled_at, contract_sha256 on public.sales
  for each row execute function private.mail_sale();

insert into private.payment_notices (kind, title, body, translations, is_for_seller) values
  ('contract_signed', 'Contrato assinado', 'O cliente da venda nº %s assinou o contrato e já pode pagar.',
    '{"en": {"title": "Contract signed", "body": "The client of sale no. %s signed the contract and can pay now."}, "es": {"title": "Contrato firmado", "body": "El cliente de la venta n.º %s firmó el contrato y ya puede pagar."}}', true);
create function private.notify_signed_contract() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notifications (user_id, title, body, link, translations)
  select sellers.user_id, notice.title, format(notice.body, new.number), '/vendedor/dashboard', replace(notice.translations::text, '%s', new.number::text)::jsonb
  from private.payment_notices as notice, public.sellers
  where notice.kind = 'contract_signed' and sellers.id = new.seller_id and sellers.user_id is not null;
  return null;
end $$;
create trigger sales_notify_signed after update of contract_sha256 on public.sales
  for each row when (old.contract_sha256 is null and new.contract_sha256 is not null)
  execute function private.notify_signed_contract();
