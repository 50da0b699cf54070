-- Contracts of sales: text, signatures and the hash that covers them.

comment on column public.sales.contract_sha256 is
  'Hash of private.contract_text: the facts and the hashes of both signature files.';
comment on column public.sales.portal_party is
  'Legal name and document of the portal when the sale was made; null while the setting has only an example value.';

create function private.queue_signatures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('sales-assets', array[old.seller_signature_url, old.client_signature_url]);
  return null;
end $$;

create trigger sales_files after delete on public.sales
  for each row execute function private.queue_signatures();

create function private.is_signed(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.sales where path in (seller_signature_url, client_signature_url))
$$;
comment on function private.is_signed is 'Whether a sale references this signature file.';

create function private.stored_signature(seller uuid, path text, side text) returns boolean
language sql stable security definer set search_path = '' as $$
  select path ~ ('^' || seller::text || '/[0-9]{13}_' || side || '\.png$')
    and exists (select from storage.objects where bucket_id = 'sales-assets' and name = path)
$$;

-- Parts of a contract that are null are left out, so that the hashes of earlier contracts stay the same.
create function private.contract_text(sale public.sales, seller_file_sha256 text, client_file_sha256 text) returns text
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

-- Uploads without a sale: kept for a day, because the seller may still be retrying.
create function private.orphan_signatures(older_than_hours integer)
  returns table (path text, bytes bigint, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select objects.name, (objects.metadata ->> 'size')::bigint, objects.created_at
  from storage.objects as objects
  where private.is_staff() and private.has_permission('sellers')
    and objects.bucket_id = 'sales-assets'
      and objects.created_at <= now() - make_interval(hours => greatest(older_than_hours, 0))
    and not exists (select from public.sales where objects.name in (seller_signature_url, client_signature_url))
  order by objects.created_at
  limit 1000
$$;

create function private.portal_party() returns text
language sql stable security definer set search_path = '' as $$
  select left(nullif(trim(value), ''), 200) from public.app_settings where key = 'company_legal_line'
    and "group" <> 'demo'
$$;
comment on function private.portal_party is
  'Returns the legal name and document of the portal from the setting company_legal_line; null while it has an '
  'example value.';

create function private.contract_hash(sale public.sales, seller_file_sha256 text, client_file_sha256 text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(private.contract_text(sale, seller_file_sha256, client_file_sha256), 'UTF8')), 'hex')
$$;
comment on function private.contract_hash is 'SHA-256 of what both parties signed, their signature files included.';

create function private.hash_of_sale(sale uuid, seller_file text, client_file text) returns text
language sql stable security definer set search_path = '' as $$
  select private.contract_hash(sales, seller_file, client_file) from public.sales where id = sale
$$;

create function private.sign_contract(token text, payload jsonb) returns jsonb
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
revoke execute on function private.sign_contract from public;
grant execute on function private.sign_contract to service_role;

create function private.verify_contract(sha256 text) returns jsonb
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

create function private.contract_of_sale(sale uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(sales) - 'client_request_id' - 'client_address_hash' || jsonb_build_object(
    'seller_name', coalesce(sales.seller_name, sellers.full_name), 'seller_document',
      coalesce(sales.seller_document, sellers.document), 'clauses', sale_terms.clauses, 'note', sale_terms.note,
    'link_opened_at', (select min(opened_at) from public.link_tokens where kind = 'payment' and subject_id = sales.id),
    'payment', (
      select jsonb_build_object('method', payments.method, 'amount_cents', payments.amount_cents, 'paid_at',
        payments.paid_at, 'reference', coalesce(payments.pix_txid, payments.payment_intent, payments.id::text))
      from public.payments where payments.id = sales.payment_id
    )
  )
  from public.sales
  join public.sellers on sellers.id = sales.seller_id
  join public.sale_terms on sale_terms.version = sales.terms_version
  where sales.id = sale and sales.contract_sha256 is not null
$$;

create function private.note_opened_link(token text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.link_tokens set opened_at = now()
  where id = (private.live_link(token, 'payment')).id and opened_at is null
    and not exists (select from public.sales where sales.id = link_tokens.sale_id
      and sales.seller_id = private.own_seller_id())
$$;

create policy "sellers add signatures to their own folder" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'sales-assets'
    and name ~ ('^' || (select private.own_seller_id())::text || '/[0-9]{13}_(seller|client)\.png$')
  );
create policy "sellers read their own signatures, sales managers all" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'sales-assets' and (
      split_part(name, '/', 1) in (select id::text from public.sellers where user_id = (select private.account_id()))
      or (select private.is_staff() and (private.has_permission('sellers') or private.has_permission('financials')))
    )
  );

create function public.orphan_signatures(older_than_hours integer default 24)
  returns table (path text, bytes bigint, created_at timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.orphan_signatures(older_than_hours);
end;
comment on function public.orphan_signatures is 'Signature files without a sale, oldest first, for seller managers.';
grant execute on function public.orphan_signatures to authenticated, service_role;

create policy "sales managers delete signatures" on storage.objects
  for delete to authenticated
  using (bucket_id = 'sales-assets' and (select private.is_staff() and private.has_permission('sellers')));

create function public.contract_hash(sale uuid, seller_file_sha256 text, client_file_sha256 text default null)
  returns text
language sql stable security invoker set search_path = ''
return private.hash_of_sale(sale, seller_file_sha256, client_file_sha256);
comment on function public.contract_hash is
  'For the server only: returns the hash of a contract with these signature files, which is equal to contract_sha256 '
  'when nothing was changed.';
grant execute on function public.contract_hash to service_role;

create function public.sign_contract(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.sign_contract(token, payload);
comment on function public.sign_contract is
  'The client of a payment link signs: client_signed_name, accepts_terms, client_document when the sale has none, and '
  'for a drawn signature its stored path and the hash of its file. Answers an outcome, refused with '
  'signed_before, sale_missing, nothing_to_sign, period_over or shares_taken. For the server alone, which states browser and '
  'address.';
grant execute on function public.sign_contract to service_role;

create function public.verify_contract(sha256 text) returns jsonb
language sql stable security invoker set search_path = ''
return private.verify_contract(sha256);
comment on function public.verify_contract is
  'Returns {number, client_company_name, plan_name, terms_accepted_at, start_date, end_date, is_cancelled, '
  'is_unchanged} of the contract with this hash, null for an unknown hash; is_unchanged is null when the hashes of the '
  'signature files were not stored yet; anyone who has the hash may call it.';
grant execute on function public.verify_contract to anon, authenticated, service_role;

create policy "signatures of sales cannot be deleted" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'sales-assets' or not private.is_signed(name));

create function public.contract_of_sale(sale uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.contract_of_sale(sale);
comment on function public.contract_of_sale is
  'For the server only, which first checks that the account may read the sale: returns the facts of a signed contract '
  'with the paths of its signature files and its payment; null when the sale is not signed.';
grant execute on function public.contract_of_sale to service_role;

create function public.note_opened_link(token text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.note_opened_link(token);
end;
comment on function public.note_opened_link is
  'Stores when a payment link was first opened, unless the caller is the seller of the sale; anyone who has the token '
  'may call it.';
grant execute on function public.note_opened_link to anon, authenticated, service_role;
