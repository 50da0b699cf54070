set check_function_bodies = off;

drop function public.attach_plan_receipt;

drop function public.cancel_sale;

drop function public.mark_refunded;

drop function public.attach_receipt;

drop function public.add_payer_document;

drop function public.issue_server_link;

drop function public.issue_link;

drop function public.apply_as_seller;

drop function public.take_upload;

drop function private.attach_plan_receipt;

drop function private.mark_refunded;

drop function private.cancel_sale;

drop function private.attach_receipt;

drop function private.issue_shared_link;

drop function private.issue_link;

drop function private.apply_as_seller;

drop function private.add_payer_document;

drop function private.take_upload;

create function private.take_upload(bucket text, name text, bytes bigint, account uuid, link_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link uuid := (private.publish_link(link_token)).id;
  stored bigint;
begin
  -- Uploads of one account wait for each other, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('uploads of ' || coalesce(account, link), 0));
  select coalesce(sum(upload.bytes), 0) into stored from private.uploads as upload
  where (upload.account_id = account or upload.publish_link_id = link) and (
    upload.created_at > now() - interval '10 minutes'
    or exists (select from storage.objects where bucket_id = upload.bucket and objects.name = upload.name)
  );
  if coalesce(account, link) is null then
    return private.gone();
  elsif stored + take_upload.bytes > private.upload_limit_bytes() then
    return private.refused('full');
  end if;
  -- A file that is sent again has the same name.
  insert into private.uploads (bucket, name, account_id, publish_link_id, bytes)
  values (take_upload.bucket, take_upload.name, account, link, take_upload.bytes)
  on conflict do nothing;
  return private.saved();
end $$;

create function public.take_upload(bucket text, name text, bytes bigint, account uuid default null, link_token text
  default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.take_upload(bucket, name, bytes, account, link_token);

create function private.apply_as_seller(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := (select private.account_id());
  now_status text;
  wanted char(2)[];
  key text := private.text_field(payload, 'pix_key', 140);
begin
  perform private.check_payload(payload);
  if account is null or not exists (select from public.profiles where id = account and blocked_at is null
    and email_verified_at is not null) then
    raise exception 'a verified account is needed' using errcode = '42501';
  end if;
  if payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse_request('accepts_terms');
  end if;
  if jsonb_typeof(coalesce(payload -> 'states', '[]')) <> 'array' then
    perform private.refuse_request('states');
  end if;
  select coalesce(array_agg(distinct abbr order by abbr), '{}') into wanted
  from jsonb_array_elements_text(coalesce(payload -> 'states', '[]')) as given join public.states
    on states.abbr = upper(given);
  if not private.is_document(private.pattern_field(payload, 'document', 14, '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$', true))
    then
    perform private.refuse_request('document');
  end if;
  if key is not null and not private.is_pix_key(key, payload ->> 'pix_key_type') then
    perform private.refuse_request('pix_key');
  end if;
  select status into now_status from public.sellers where user_id = account for update;
  if now_status in ('active', 'suspended') then
    return private.saved(jsonb_build_object('status', now_status));
  end if;
  insert into public.sellers (user_id, full_name, document, phone, city, states, experience, pix_key, pix_key_type)
    values (
    account,
    private.text_field(payload, 'full_name', 120, true),
    payload ->> 'document',
    private.phone_field(payload, 'phone', true),
    private.text_field(payload, 'city', 120),
    wanted,
    private.text_field(payload, 'experience', 2000),
    key,
    case when key is not null then payload ->> 'pix_key_type' end
  )
  on conflict (user_id) do update set
    full_name = excluded.full_name, document = excluded.document, phone = excluded.phone, city = excluded.city,
      states = excluded.states,
    experience = excluded.experience,
    pix_key = excluded.pix_key, pix_key_type = excluded.pix_key_type, status = 'pending', terms_accepted_at = now(),
      decided_by = null, decided_at = null;
  return private.saved('{"status": "pending"}');
exception when unique_violation then
  return private.refused('taken', 'document');
end $$;

create function public.apply_as_seller(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.apply_as_seller(payload);

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

create function private.issue_link(kind text, subject uuid, version integer, token_hash text, is_replacing boolean)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  newest integer;
begin
  if issue_link.token_hash is null then
    perform private.refuse_request('token_hash');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('issue_link' || issue_link.kind || subject, 0));
  if issue_link.kind = any (private.registration_link_kinds()) then
    select coalesce(max(known.version), 0) into newest from public.registration_links as known
      where known.registration_id = subject and known.kind = issue_link.kind;
    if issue_link.version is distinct from newest + 1 then
      return private.conflict();
    end if;
    insert into public.registration_links (registration_id, kind, version, token_hash, expires_at)
    values (subject, issue_link.kind, issue_link.version, issue_link.token_hash,
      private.link_end(issue_link.kind, subject));
    return private.saved();
  end if;
  select coalesce(max(known.version), 0) into newest from public.link_tokens as known where known.subject_id = subject
    and known.kind = issue_link.kind;
  if issue_link.version is distinct from newest + 1 then
    return private.conflict();
  end if;
  if is_replacing then
    update public.link_tokens as known set revoked_at = now()
    where known.subject_id = subject and known.kind = issue_link.kind and known.revoked_at is null;
  end if;
  insert into public.link_tokens (kind, sale_id, ad_id, version, token_hash, expires_at)
  values (
    issue_link.kind, case when issue_link.kind <> 'report' then subject end, case when issue_link.kind = 'report'
      then subject end,
    issue_link.version, issue_link.token_hash, private.link_end(issue_link.kind, subject)
  );
  return private.saved();
end $$;

create function private.issue_shared_link(kind text, subject uuid, version integer, token_hash text,
  is_replacing boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.shares_link(kind, subject) then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  return private.issue_link(kind, subject, version, token_hash, is_replacing);
end $$;

create function private.add_payer_document(token text, payer_document text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payload constant jsonb := jsonb_build_object('payer_document', left(payer_document, 30));
begin
  update public.sales set payer_document = private.document_field(payload, 'payer_document')
  where id = (private.live_link(token, 'payment')).sale_id and contract_sha256 is not null and cancelled_at is null
    and client_document is null and sales.payer_document is null;
  return private.saved_or_gone(found);
end $$;

create function public.issue_link(kind text, subject uuid, version integer, token_hash text, is_replacing boolean
  default false) returns jsonb
language sql volatile security invoker set search_path = ''
return private.issue_shared_link(kind, subject, version, token_hash, is_replacing);

create function public.issue_server_link(kind text, subject uuid, version integer, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.issue_link(kind, subject, version, token_hash, false);

create function public.add_payer_document(token text, payer_document text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_payer_document(token, payer_document);

create function private.attach_receipt(token text, payment uuid, path text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed uuid := (private.live_link(token, 'payment')).sale_id;
  registered uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
begin
  -- The sale or registration is always locked before its payments.
  perform 1 from public.sales where id = owed for update;
  perform private.lock_registration(registered);
  update public.payments set receipt_path = path, receipt_sent_at = coalesce(receipt_sent_at, now()), status = 'review',
    note = null
  where id = payment and method = 'pix' and status in ('pending', 'review')
    and (status = 'review' or expires_at is null or expires_at > now() - interval '1 hour')
    and (subject_type = 'sale' and subject_id = owed or subject_type = 'registration' and subject_id = registered)
    and path ~ ('^' || payment::text || '/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$')
    and exists (select from storage.objects where bucket_id = 'payment-receipts' and name = path);
  return private.saved_or_gone(found);
end $$;

create function public.attach_receipt(token text, payment uuid, path text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.attach_receipt(token, payment, path);

create function private.mark_refunded(item uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
begin
  perform private.require_money();
  perform private.check_reason('reject', reason);
  select * into payment from public.payments where id = item;
  if payment.id is null or payment.method = 'card' or payment.status <> 'paid' then
    return private.refused('not_refundable');
  end if;
  perform set_config('app.audit_reason', left(reason, 300), true);
  perform private.advance_payment(item, 'refunded', payment.amount_cents);
  return private.saved();
end $$;

-- The audit log names who requested the refund; the provider's event then changes the payment.
create or replace function private.request_refund(item uuid, reason text, cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  reason_text text := private.check_reason('reject', reason);
begin
  perform private.require_money();
  select * into payment from public.payments where id = item for update;
  if payment.id is null or payment.method <> 'card' or payment.payment_intent is null
    or not (payment.status = 'paid' or payment.needs_refund) or payment.refunded_cents >= payment.amount_cents
    or cents is not null and cents not between 1 and payment.amount_cents - payment.refunded_cents then
    return private.refused('not_refundable');
  end if;
  perform set_config('app.audit_reason', left(reason_text, 300), true);
  update public.payments set note = case when note = 'amount_mismatch' then note else reason_text end,
    confirmed_by = (select private.account_id()) where id = item;
  return private.saved(jsonb_build_object('payment_intent', payment.payment_intent,
    'refunded_cents', payment.refunded_cents, 'cents', coalesce(cents, payment.amount_cents - payment.refunded_cents)));
end $$;

-- A sale whose receipt is under review is decided first: a client who has paid must not read that the sale was
-- cancelled.
create function private.cancel_sale(item uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
  reason_text text := private.check_reason('reject', reason);
begin
  select * into sale from public.sales where id = item for update;
  if sale.id is null or not (
    sale.seller_id is not distinct from private.own_seller_id()
    or (private.is_staff() and private.has_permission('sellers'))
  ) then
    return private.gone();
  end if;
  if sale.payment_status = 'paid' then
    return private.refused('sale_paid');
  elsif exists (select from public.payments where subject_type = 'sale' and subject_id = item and status
    in ('review', 'processing')) then
    return private.refused('sale_in_progress');
  end if;
  if sale.cancelled_at is null then
    update public.sales set cancelled_at = now(), cancel_reason = reason_text where id = item;
  end if;
  return private.saved();
end $$;

create function public.mark_refunded(id uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.mark_refunded(id, reason);

create function public.cancel_sale(id uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_sale(id, reason);

create function private.attach_plan_receipt(plan uuid, payment uuid, path text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.lock_service_plan(plan);
  update public.payments set receipt_path = path, receipt_sent_at = coalesce(receipt_sent_at, now()), status = 'review',
    note = null
  where id = payment and method = 'pix' and status in ('pending', 'review')
    and (status = 'review' or expires_at is null or expires_at > now() - interval '1 hour')
    and subject_type = 'service_plan' and subject_id = plan
    and path ~ ('^' || payment::text || '/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$')
    and exists (select from storage.objects where bucket_id = 'payment-receipts' and name = path);
  return private.saved_or_gone(found);
end $$;

create function public.attach_plan_receipt(plan uuid, payment uuid, path text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.attach_plan_receipt(plan, payment, path);

comment on function private.take_upload is
  'Records a file that an account or the holder of a publish link is about to store; refused with full when it '
  'has too many bytes.';

comment on function public.take_upload is
  'For the server only, before it stores a file of an account or publish link; answers an outcome, refused with full '
  'when the limit of bytes is reached, gone without an account and a link.';

comment on function public.apply_as_seller is
  'Stores the caller''s application to become a seller and answers an outcome with its status, pending until the team '
  'decides; required fields: full_name, document, phone, accepts_terms; refused with taken for a document of another '
  'seller; raises 42501 without a verified account, and invalid_request.';

comment on function public.sign_contract is
  'The client of a payment link signs: client_signed_name, accepts_terms, client_document when the sale has none, and '
  'for a drawn signature its stored path and the hash of its file. Answers an outcome, refused with '
  'signed_before, sale_missing, nothing_to_sign or period_over. For the server alone, which states browser and '
  'address.';

comment on function public.issue_link is
  'Stores the next version of a payment or report link and answers an outcome, conflict when the given version is not '
  'the next one; is_replacing revokes earlier links; raises 42501 unless the caller may send the link to the client, '
  'and invalid_request without a token hash.';

comment on function public.issue_server_link is
  'For the server only: stores the next version of a link of any kind and answers an outcome, conflict when the given '
  'version is not the next one; raises invalid_request without a token hash.';

comment on function public.add_payer_document is
  'The client of a payment link gives the CPF or CNPJ that a signed sale lacks; answers an outcome, gone when it '
  'has one or the link opens none. Refuses an invalid document with invalid_request. For the server alone.';

comment on function public.attach_receipt is
  'For the server only: attaches a stored receipt to a Pix payment and sets its status to review, in which a '
  'financial manager decides; answers an outcome, gone when no such payment takes a receipt.';

comment on function public.mark_refunded is
  'Marks a payment that was not made by card, such as Pix, as refunded after the team sent the money back, and '
  'answers an outcome, refused with not_refundable; a card is refunded at the provider, whose event does this; raises '
  'invalid_decision without a reason, and 42501 without the permission financials.';

comment on function public.request_refund is
  'Checks the refund of a card payment and answers an outcome with {payment_intent, refunded_cents, cents} for the '
  'request to the provider: the whole remaining amount, or the given cents of it; refused with not_refundable; raises '
  'invalid_decision without a reason, and 42501 without the permission financials.';

comment on function public.cancel_sale is
  'Cancels an unpaid sale and answers an outcome; for its seller and for seller managers, gone for others; refused '
  'with sale_paid or sale_in_progress (a receipt under review, a delayed method); raises invalid_decision without a '
  'reason.';

comment on function public.attach_plan_receipt is
  'The receipt of the Pix of a plan, already stored; the payment then waits for a financial manager. Answers an '
  'outcome, gone when no such payment takes a receipt. For the server alone.';

grant execute on function public.take_upload to service_role;

grant execute on function public.apply_as_seller to authenticated, service_role;

grant execute on function public.issue_link to authenticated, service_role;

grant execute on function public.issue_server_link to service_role;

grant execute on function public.add_payer_document to service_role;

grant execute on function public.attach_receipt to service_role;

grant execute on function public.mark_refunded to authenticated, service_role;

grant execute on function public.cancel_sale to authenticated, service_role;

grant execute on function public.attach_plan_receipt to service_role;

reset check_function_bodies;
