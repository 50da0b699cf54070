set check_function_bodies = off;

drop function public.set_voucher_limits;

drop function public.save_voucher;

drop function public.add_payer_document;

drop function private.set_voucher_limits;

drop function private.save_voucher;

drop function private.add_payer_document;

create or replace function private.sign_contract(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
begin
  perform private.check_payload(payload);
  select * into sale from public.sales where id = (private.live_link(token, 'payment')).sale_id for update;
  if sale.id is null then
    raise exception 'sale_missing';
  elsif sale.contract_sha256 is not null then
    return private.refused('signed_before');
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
    client_document = sale.client_document, client_signed_name = sale.client_signed_name,
      client_signature_url = sale.client_signature_url, client_file_sha256 = sale.client_file_sha256,
    client_signed_with = left(private.text_field(payload, 'client_signed_with', 1000), 300),
      client_address_hash = private.pattern_field(payload, 'client_address_hash', 64, '^[0-9a-f]{0,64}$', false),
    terms_accepted_at = sale.terms_accepted_at, contract_sha256 = private.contract_hash(sale, sale.seller_file_sha256,
      sale.client_file_sha256)
  where id = sale.id;
  return private.saved();
end $$;

create or replace function private.verify_contract(sha256 text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', number, 'client_company_name', client_company_name, 'plan_name', plan_name, 'terms_accepted_at',
      terms_accepted_at, 'start_date', start_date, 'end_date', end_date,
    'is_cancelled', cancelled_at is not null,
    'is_unchanged', case when seller_file_sha256 is not null then private.contract_hash(sales, seller_file_sha256,
      client_file_sha256) = contract_sha256 end
  )
  from public.sales where contract_sha256 = verify_contract.sha256 order by number limit 1
$$;

create or replace function private.find_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', link.kind, 'subject_id', link.subject_id, 'sale_id', sales.id, 'number', sales.number,
    'client_company_name', sales.client_company_name, 'client_contact_name', sales.client_contact_name,
    'client_email', sales.client_email
  )
  from public.link_tokens as link
  left join public.ads on ads.id = link.ad_id
  left join public.sales on sales.id = coalesce(link.sale_id, ads.sale_id)
  where link.token_hash = private.token_hash(token)
$$;

create function private.add_payer_document(token text, payer_document text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  payload constant jsonb := jsonb_build_object('payer_document', left(payer_document, 30));
begin
  update public.sales set payer_document = private.document_field(payload, 'payer_document')
  where id = (private.live_link(token, 'payment')).sale_id and contract_sha256 is not null and cancelled_at is null
    and client_document is null and sales.payer_document is null;
  return found;
end $$;

create function public.add_payer_document(token text, payer_document text) returns boolean
language sql volatile security invoker set search_path = ''
return private.add_payer_document(token, payer_document);

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
    -- The facts to be signed are shown only until they are signed.
    'unsigned', case when sales.contract_sha256 is null then jsonb_build_object(
      'client_document', sales.client_document, 'client_email', sales.client_email, 'client_phone', sales.client_phone,
      'portal_party', sales.portal_party,
      'placements', sales.placements, 'states_limit', sales.states_limit, 'terms_version', sales.terms_version,
        'clauses', sale_terms.clauses, 'note', sale_terms.note
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

create function private.save_voucher(voucher uuid, place uuid, payload jsonb, image_url text, submits boolean,
  expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vouchers;
  given public.vouchers;
begin
  perform private.require_account();
  select * into known from public.vouchers where id = voucher for update;
  if not private.runs_place(place) or known.service_id <> place then
    raise exception 'only the people of a place offer its vouchers' using errcode = '42501';
  elsif image_url not like '/imagem-voucher/' || place || '/%' then
    perform private.refuse_request('image_url');
  elsif known.id is not null and expected_version is distinct from known.updated_at then
    return private.conflict(jsonb_build_object('updated_at', known.updated_at));
  elsif known.status = 'ended' then
    return private.refused('ended');
  elsif known.id is null and (select count(*) from public.vouchers where service_id = place and status <> 'ended') >= 50
    then
    return private.refused('too_many');
  end if;
  given := private.voucher_of(payload, known);
  if known.id is not null and private.promises_changed(known, given)
    and exists (select from private.voucher_counts where voucher_id = known.id and downloads > 0)
  then
    return private.refused('downloaded');
  elsif given.total_limit < (select downloads from private.voucher_counts where voucher_id = known.id) then
    perform private.refuse_request('total_limit');
  end if;
  given.id := coalesce(known.id, voucher, gen_random_uuid());
  -- A change of an approved voucher is approved again, unless it only raises limits or the end.
  given.status := case
    when known.status in ('active', 'paused') and not private.promises_changed(known, given)
      and save_voucher.image_url is not distinct from known.image_url then known.status
    when submits then 'pending' else 'draft'
  end;
  insert into public.vouchers (
    id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at,
      total_limit,
    per_person_limit, guests_allowed, image_url, status
  ) values (
    given.id, place, given.title, given.benefit_type, given.benefit_value, given.rules, given.valid_from,
      given.valid_until,
    given.weekdays, given.starts_at, given.ends_at, given.total_limit, given.per_person_limit, given.guests_allowed,
      save_voucher.image_url, given.status
  )
  on conflict (id) do update set
    title = excluded.title, benefit_type = excluded.benefit_type, benefit_value = excluded.benefit_value,
      rules = excluded.rules,
    valid_from = excluded.valid_from, valid_until = excluded.valid_until, weekdays = excluded.weekdays,
      starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, total_limit = excluded.total_limit, per_person_limit = excluded.per_person_limit,
    guests_allowed = excluded.guests_allowed, image_url = excluded.image_url, status = excluded.status, translations =
      case
      when (vouchers.title, vouchers.rules) = (excluded.title, excluded.rules) then vouchers.translations else '{}' end
  where vouchers.service_id = excluded.service_id
  returning * into given;
  return private.saved(jsonb_build_object('id', given.id, 'status', given.status, 'updated_at', given.updated_at));
end $$;

-- Limits promise nothing to people who already downloaded, so the team changes them without a new approval.
create function private.set_voucher_limits(voucher uuid, total_limit integer, per_person_limit integer,
  guests_allowed boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken integer;
begin
  perform private.require_permission('vouchers');
  if total_limit not between 1 and 100000 then
    perform private.refuse_request('total_limit');
  elsif per_person_limit is null or per_person_limit not between 1 and 50 then
    perform private.refuse_request('per_person_limit');
  end if;
  select downloads into taken from private.voucher_counts where voucher_id = voucher for update;
  if taken is null then
    return private.gone();
  elsif total_limit < taken then
    perform private.refuse_request('total_limit');
  end if;
  update public.vouchers set total_limit = set_voucher_limits.total_limit,
    per_person_limit = set_voucher_limits.per_person_limit,
    guests_allowed = coalesce(set_voucher_limits.guests_allowed, false) where id = voucher;
  return private.saved();
end $$;

create function public.save_voucher(voucher uuid, place uuid, payload jsonb, image_url text, submits boolean,
  expected_version timestamptz default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_voucher(voucher, place, payload, image_url, submits, expected_version);

create function public.set_voucher_limits(voucher uuid, total_limit integer, per_person_limit integer,
  guests_allowed boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_voucher_limits(voucher, total_limit, per_person_limit, guests_allowed);

comment on function public.verify_contract is
  'Returns {number, client_company_name, plan_name, terms_accepted_at, start_date, end_date, is_cancelled, '
  'is_unchanged} of the contract with this hash, null for an unknown hash; is_unchanged is null when the hashes of the '
  'signature files were not stored yet; anyone who has the hash may call it.';

comment on function public.add_payer_document is
  'The client of a payment link gives the CPF or CNPJ that a signed sale lacks; false when it has one or the link '
  'opens none. Refuses an invalid document with invalid_request. For the server alone.';

comment on function private.save_voucher is
  'Stores an offer as a draft or sends it for approval. expected_version: the updated_at that the form showed. Answers saved, '
  'conflict, or refused with ended, too_many or downloaded when people already hold it and its promise would change.';

comment on function private.set_voucher_limits is
  'Changes how many people may download a voucher; raises invalid_request when the total is below the downloads.';

comment on function public.save_voucher is
  'For people of a place: stores an offer as a draft or sends it for approval.';

comment on function public.set_voucher_limits is
  'For voucher managers: sets the limits of a voucher (total_limit null: without one); saved or gone.';

grant execute on function public.add_payer_document to service_role;

grant execute on function public.save_voucher to authenticated, service_role;

grant execute on function public.set_voucher_limits to authenticated, service_role;

reset check_function_bodies;
