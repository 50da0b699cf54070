-- Payment pages: opening a payment by card or Pix, receipts.

-- The seller may open the payment without the document; the client is asked for it first.
create function private.payable_sale(token text, sale uuid) returns public.sales
language plpgsql stable security definer set search_path = '' as $$
declare
  owed public.sales;
begin
  select * into owed from public.sales
  where (token is not null and id = (private.live_link(token, 'payment')).sale_id)
    or (token is null and id = payable_sale.sale and seller_id = private.own_seller_id());
  if token is not null and owed.contract_sha256 is not null and owed.payment_status = 'pending' and owed.cancelled_at
    is null and private.needs_document(owed) then
    perform private.refuse('document_missing');
  end if;
  return owed;
end $$;

create function private.open_payment(token text, sale uuid, wanted text) returns public.payments
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
  insert into public.payments (subject_type, subject_id, method, amount_cents, currency, provider, pix_txid, expires_at)
    values (
    'sale', owed.id, wanted, owed.price_cents, owed.currency, case wanted when 'card' then 'stripe' else 'pix' end,
    case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
    case wanted when 'card' then greatest(least(now() + interval '23 hours', period_end), now() + interval '1 hour')
      else period_end end
  ) returning * into payment;
  return payment;
end $$;

create function private.close_card_page(session text, recipient uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.enqueue_job('expire-card-page', jsonb_strip_nulls(jsonb_build_object('session', session, 'account', (
    select stripe_account from public.event_recipients where id = recipient
  ))))
  where session is not null
$$;
comment on function private.close_card_page is
  'Enqueues a job that expires a card page at the provider, in the account of the recipient when it is one of an '
  'organiser.';

-- A page that was created while the sale was paid or cancelled expires at once.
create function private.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.payments;
begin
  update public.payments set provider_ref = session, checkout_url = url, expires_at = expires
  where id = payment and method = 'card' and (provider_ref is null or provider_ref = session)
  returning * into existing;
  if existing.status = 'expired' then
    perform private.close_card_page(session, existing.recipient_id);
  end if;
end $$;

create function private.attach_pix(payment uuid, payload text) returns void
language sql volatile security definer set search_path = '' as $$
  -- The code of another recipient is never stored with a payment.
  update public.payments as known set pix_payload = payload
  where known.id = payment and known.method = 'pix' and known.status = 'pending' and (known.recipient_id is null
    or exists (
      select from public.event_recipients as recipient
      where recipient.id = known.recipient_id and strpos(payload, recipient.pix_key) > 0
        and strpos(payload, known.pix_txid) > 0
    ))
$$;

create function private.takes_payment(event uuid, wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when own.kind = 'pix' then own.status = 'approved' and wanted = 'pix'
    when own.kind = 'stripe' then own.status = 'approved' and wanted = 'card'
      and private.is_live_account(own.stripe_account)
    else events.portal_collects or private.collects_for_events()
  end
  from public.events left join lateral private.event_recipient(events.id) as own on true
  where events.id = takes_payment.event
$$;
comment on function private.takes_payment is
  'Whether a payment of an event may be opened by this method: not while its recipient is checked, by Pix only to a '
  'key of the organiser, and by card only to its Stripe account.';

create function private.own_recipient(recipient public.event_recipients) returns uuid
language sql immutable set search_path = '' as $$
  select case when recipient.kind <> 'portal' then recipient.id end
$$;
comment on function private.own_recipient is 'The recipient of a new payment; null when the portal receives the money.';

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

create function private.read_payment_page(token text) returns jsonb
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
    'needs_document', private.needs_document(sales), 'has_reminders', sales.cancelled_at is null
      and sales.reminders_stopped_at is null,
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

create function private.read_contract(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.contract_of_sale(link.sale_id)
  from private.live_link(token, 'contract', 'payment') as link
  where private.opens_contract(link)
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
comment on function private.expire_card_pages is
  'Sets the pending card payments of a sale to expired and enqueues a job that expires their pages at the provider; a '
  'payment that arrives nevertheless is still recorded.';

create function private.open_registration_payment(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  recipient public.event_recipients := private.event_recipient(owed.event_id);
  payment public.payments;
  ends timestamptz;
  last_hold timestamptz;
begin
  if owed.id is null then
    perform private.refuse('sale_missing');
  elsif wanted not in ('card', 'pix') then
    perform private.refuse('invalid', 'method');
  elsif owed.status not in ('offered', 'awaiting_payment') or owed.price_cents = 0 then
    perform private.refuse('nothing_to_pay');
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    perform private.refuse('in_progress');
  elsif not private.takes_payment(owed.event_id, wanted) then
    perform private.refuse('recipient_checked');
  end if;
  select ends_at into ends from public.events where id = owed.event_id;
  if owed.held_until <= now() or ends <= now() then
    perform private.refuse('period_over');
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and recipient_id is not distinct from private.own_recipient(recipient)
    and amount_cents = owed.price_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null
      or expires_at > now() + make_interval(mins => private.card_page_minutes() - 1))
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, recipient_id,
      expires_at) values (
      'registration', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      private.own_recipient(recipient),
      case wanted when 'card' then now() + make_interval(mins => private.card_page_minutes())
        else greatest(least(now() + make_interval(hours => private.pix_hours()), ends),
          now() + make_interval(mins => private.hold_minutes())) end
    ) returning * into payment;
  end if;
  -- The place is held as long as the payment is open. Payments that are opened one after the other hold it for one
  -- hour more than a Pix payment in all.
  select max(created_at) + make_interval(hours => private.pix_hours() + 1) into last_hold
  from public.registration_events
  where registration_id = owed.id and to_status in ('offered', 'awaiting_payment') and from_status
    is distinct from to_status;
  update public.event_registrations set status = 'awaiting_payment',
    held_until = greatest(held_until, least(payment.expires_at, last_hold)) where id = owed.id;
  return payment;
end $$;
comment on function private.open_registration_payment is
  'The open payment of a registration by card or Pix until the end of the event, made when there is none; holds the '
  'place until it ends. Refuses with sale_missing, nothing_to_pay, in_progress, recipient_checked or '
  'period_over.';

create function private.open_difference(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  recipient public.event_recipients := private.event_recipient(owed.event_id);
  payment public.payments;
begin
  if wanted not in ('card', 'pix') then
    perform private.refuse('invalid', 'method');
  elsif owed.status is distinct from 'confirmed' or owed.difference_cents = 0 then
    perform private.refuse('nothing_to_pay');
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    perform private.refuse('in_progress');
  elsif not private.takes_payment(owed.event_id, wanted) then
    perform private.refuse('recipient_checked');
  elsif exists (select from public.events where id = owed.event_id and ends_at <= now()) then
    perform private.refuse('period_over');
  end if;
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and recipient_id is not distinct from private.own_recipient(recipient)
    and difference = 'asked' and amount_cents = owed.difference_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null
      or expires_at > now() + make_interval(mins => private.card_page_minutes() - 1))
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, recipient_id,
      expires_at, difference) values (
      'registration', owed.id, wanted, owed.difference_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      private.own_recipient(recipient),
      now() + case wanted when 'card' then make_interval(mins => private.card_page_minutes())
        else make_interval(hours => private.pix_hours()) end, 'asked'
    ) returning * into payment;
  end if;
  return payment;
end $$;
comment on function private.open_difference is
  'The open payment of the difference of a registration by card or Pix, made when there is none. Refuses with '
  'nothing_to_pay, in_progress, recipient_checked or period_over.';

-- Volatile, so that it sees a recipient that was approved while the payment waited for its lock.
create function private.opened_payment(payment public.payments) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.saved(to_jsonb(payment) || jsonb_build_object('recipient', private.payable_recipient(payment)))
$$;
comment on function private.opened_payment is 'The answer of a payment that was opened, with its recipient.';

create function private.payable_recipient(payment public.payments) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', recipient.kind, 'pix_key_type', recipient.pix_key_type,
    'pix_key', recipient.pix_key, 'name', recipient.name, 'city', recipient.city,
    'is_current', (private.event_recipient(recipient.event_id)).id = recipient.id)
  from public.event_recipients as recipient where recipient.id = payment.recipient_id
$$;
comment on function private.payable_recipient is
  'Kind, key and holder of a payment to an organiser, and whether it is still the recipient of the event; null when '
  'the portal receives the money.';

create function public.open_payment(method text, token text default null, sale uuid default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.opened_payment(private.open_payment(token, sale, method));
comment on function public.open_payment is
  'The open payment of a sale by card or pix, made when there is none. The caller holds the token, or is the seller '
  'and names the sale. Refuses with sale_missing, nothing_to_pay, unsigned, document_missing, in_progress (a receipt '
  'under review, a delayed method), recipient_checked or period_over.';
grant execute on function public.open_payment to anon, authenticated, service_role;

create function public.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.attach_checkout(payment, session, url, expires);
end;
comment on function public.attach_checkout is
  'For the server only: stores the session, address and expiry time of the card page of a payment; when the payment '
  'is already expired, a job closes the page at the provider.';
grant execute on function public.attach_checkout to service_role;

create function public.account_of_payment(payment uuid) returns text
language sql stable security invoker set search_path = ''
return private.account_of_payment(payment);
comment on function public.account_of_payment is
  'For the server only: the Stripe account that receives a payment; null when the portal receives it.';
grant execute on function public.account_of_payment to service_role;

create function public.attach_pix(payment uuid, payload text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.attach_pix(payment, payload);
end;
comment on function public.attach_pix is
  'For the server only: stores the BR Code that is shown for a pending Pix payment.';
grant execute on function public.attach_pix to service_role;

create function public.attach_receipt(token text, payment uuid, path text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.attach_receipt(token, payment, path);
comment on function public.attach_receipt is
  'For the server only: attaches a stored receipt to a Pix payment and sets its status to review, in which a '
  'financial manager decides; answers an outcome, gone when no such payment takes a receipt.';
grant execute on function public.attach_receipt to service_role;

create function public.read_payment_page(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_payment_page(token);
comment on function public.read_payment_page is
  'Returns the data of the page of a payment link; null for a wrong, expired or revoked token; anyone who has the '
  'token may call it.';
grant execute on function public.read_payment_page to anon, authenticated, service_role;

create function public.read_contract(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_contract(token);
comment on function public.read_contract is
  'For the server only: returns the facts of a contract with the paths of its signature files by the token of a '
  'contract or payment link; null when the token gives no access.';
grant execute on function public.read_contract to service_role;
