-- Registrations are paid through the card and Pix payments of sales.

create function private.open_registration_payment(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration', 'manage')).registration_id);
  payment public.payments;
  starts timestamptz;
begin
  if owed.id is null then
    raise exception 'sale_missing';
  elsif wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  elsif owed.status not in ('offered', 'awaiting_payment') or owed.price_cents = 0 then
    raise exception 'nothing_to_pay';
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status in ('review', 'processing')) then
    raise exception 'in_progress';
  end if;
  select starts_at into starts from public.events where id = owed.event_id;
  if owed.held_until <= now() or starts <= now() then
    raise exception 'period_over';
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending' and amount_cents = owed.price_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null or expires_at > now() + interval '31 minutes')
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at) values (
      'registration', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      case wanted when 'card' then now() + interval '32 minutes' else now() + interval '24 hours' end
    ) returning * into payment;
  end if;
  -- The place is held as long as the payment is open: 24 hours for Pix, for a card until its page ends.
  update public.event_registrations set status = 'awaiting_payment', held_until = greatest(held_until, payment.expires_at) where id = owed.id;
  return payment;
end $$;
comment on function private.open_registration_payment(text, text) is
  'The open payment of a registration by card or Pix, made when there is none; holds the place until it ends. Refuses with sale_missing, nothing_to_pay, in_progress or period_over.';

create function private.update_registration_from_payments(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  first_payment public.payments;
  ended timestamptz;
begin
  select * into first_payment from public.payments
  where subject_type = 'registration' and subject_id = known.id and status in ('paid', 'refunded') and (known.payment_id is null or id = known.payment_id)
    and note is distinct from 'amount_mismatch'
  order by paid_at, created_at, id limit 1;
  if first_payment.status = 'refunded' and known.payment_id = first_payment.id and known.status = 'confirmed' then
    perform private.cancel_registration(known.id, 'refunded');
  elsif first_payment.status = 'paid' and known.payment_id is null and known.status in ('offered', 'awaiting_payment') then
    update public.event_registrations set payment_id = first_payment.id where id = known.id;
    perform private.set_registration_status(known.id, 'confirmed');
  elsif first_payment.status = 'paid' and known.payment_id is null and known.status = 'expired'
    and coalesce(first_payment.completed_at, first_payment.receipt_sent_at, first_payment.paid_at) <= coalesce(first_payment.expires_at, 'infinity') then
    -- Paid in time, but the news arrived after the hold had ended: the place is taken again if there is one.
    begin
      perform private.set_registration_status(known.id, 'confirmed');
      update public.event_registrations set payment_id = first_payment.id where id = known.id;
    exception when raise_exception then
      null;
    end;
  end if;
  -- Every payment that does not pay the registration goes back.
  update public.payments set needs_refund = true
  where subject_type = 'registration' and subject_id = known.id and status = 'paid' and not needs_refund and not private.is_lost(payments)
    and not exists (select from public.event_registrations where id = known.id and payment_id = payments.id and status = 'confirmed');
  update public.payments set needs_refund = false
  where subject_type = 'registration' and subject_id = known.id and needs_refund and (status = 'refunded' or private.is_lost(payments));
end $$;
comment on function private.update_registration_from_payments(uuid) is
  'Confirms a registration whose payment arrived while its place was held; money of later and second payments is marked for a refund.';

insert into private.payment_notices (kind, title, body, translations, is_for_seller) values
  ('registration_refund_owed', 'Inscrição paga a devolver', 'A inscrição %s recebeu um pagamento a mais, fora do prazo ou foi cancelada. Devolva o valor em Financeiro.',
    '{"en": {"title": "Registration payment to refund", "body": "Registration %s was paid twice or too late, or was cancelled. Refund it under Finance."}, "es": {"title": "Pago de inscripción por devolver", "body": "La inscripción %s recibió un pago de más o fuera de plazo, o fue cancelada. Devuélvelo en Finanzas."}}', false);

create function private.note_registration_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  registration public.event_registrations;
  notice private.payment_notices;
begin
  select * into registration from public.event_registrations where id = new.subject_id;
  if registration.id is null then
    return null;
  end if;
  if new.status = 'review' and old.status = 'pending' then
    perform private.mail_registration(registration, 'registration_receipt');
  elsif new.status = 'pending' and old.status = 'review' then
    -- The person gets a day to send another receipt.
    update public.event_registrations set held_until = greatest(held_until, now() + interval '24 hours') where id = registration.id and status = 'awaiting_payment';
    perform private.mail_registration(registration, 'registration_receipt_refused', 'registration', jsonb_build_object('note', coalesce(new.note, '')));
  end if;
  if new.refunded_cents > old.refunded_cents then
    perform private.mail_registration(registration, 'registration_refunded', 'registration', jsonb_build_object('amount', (new.refunded_cents - old.refunded_cents) / 100.0));
  end if;
  if new.status <> old.status and new.status in ('review', 'processing', 'paid', 'refunded') then
    perform private.expire_registration_pages(registration.id);
  end if;
  if new.needs_refund and not old.needs_refund then
    select * into notice from private.payment_notices where kind = 'registration_refund_owed';
    insert into public.notifications (user_id, title, body, link, translations)
    select profiles.id, notice.title, format(notice.body, registration.code), '/admin/financials', replace(notice.translations::text, '%s', registration.code)::jsonb
    from public.profiles where private.holds_permission(profiles, 'financials');
  end if;
  return null;
end $$;
comment on function private.note_registration_payment() is 'Trigger function: mails and notices about a payment of a registration; ends its other card pages.';

create trigger payments_note_registration after update of status, refunded_cents, needs_refund on public.payments
  for each row when (new.subject_type = 'registration') execute function private.note_registration_payment();

create or replace function private.advance_payment(payment uuid, new_status text, refunded integer default null, intent text default null) returns text
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
  -- The sale or registration is always locked before its payment, so that concurrent events wait for each other.
  if found.subject_type = 'sale' then
    perform 1 from public.sales where id = found.subject_id for update;
  elsif found.subject_type = 'registration' then
    perform private.lock_registration(found.subject_id);
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
    perform private.update_sale_from_payments(found.subject_id);
  elsif found.subject_type = 'registration' and next_status in ('paid', 'refunded') then
    perform private.update_registration_from_payments(found.subject_id);
  end if;
  return next_status;
end $$;

create or replace function private.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
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
  -- The sale or registration is always locked before its payment, which the reference of the event locks too.
  perform 1 from public.sales where id = (select subject_id from public.payments where id = payment and subject_type = 'sale') for update;
  perform private.lock_registration((select subject_id from public.payments where id = payment and subject_type = 'registration'));
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

create or replace function private.decide_pix(item uuid, decision text, reason text, seen text) returns jsonb
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
  perform 1 from public.sales where id = payment.subject_id and payment.subject_type = 'sale' for update;
  if payment.subject_type = 'registration' then
    perform private.lock_registration(payment.subject_id);
  end if;
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

create or replace function private.open_payment(token text, sale uuid, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.sales := private.payable_sale(token, sale);
  payment public.payments;
  period_end timestamptz;
begin
  if owed.id is null and (private.live_registration_link(token, 'registration', 'manage')).id is not null then
    return private.open_registration_payment(token, wanted);
  end if;
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

create or replace function private.attach_receipt(token text, payment uuid, path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed uuid := (private.live_link(token, 'payment')).sale_id;
  registered uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
begin
  -- The sale or registration is always locked before its payments.
  perform 1 from public.sales where id = owed for update;
  perform private.lock_registration(registered);
  update public.payments set receipt_path = path, receipt_sent_at = coalesce(receipt_sent_at, now()), status = 'review', note = null
  where id = payment and method = 'pix' and status in ('pending', 'review')
    and (status = 'review' or expires_at is null or expires_at > now() - interval '1 hour')
    and (subject_type = 'sale' and subject_id = owed or subject_type = 'registration' and subject_id = registered)
    and path ~ ('^' || payment::text || '/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$')
    and exists (select from storage.objects where bucket_id = 'payment-receipts' and name = path);
  return found;
end $$;

-- The financial panel shows who paid for which event.
create function private.payment_subjects(ids uuid[]) returns table (id uuid, code text, person text, event text)
language sql stable security definer set search_path = '' as $$
  select registration.id, registration.code, coalesce(registration.company, registration.full_name), events.title
  from public.event_registrations as registration join public.events on events.id = registration.event_id
  where registration.id = any (ids) and private.reads_money()
$$;
comment on function private.payment_subjects(uuid[]) is 'Code, payer and event of registrations, for financial managers.';

create function public.payment_subjects(ids uuid[]) returns table (id uuid, code text, person text, event text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.payment_subjects(ids);
end;
comment on function public.payment_subjects(uuid[]) is 'Code, payer and event of paid registrations, for financial managers.';
revoke execute on function public.payment_subjects(uuid[]) from public, anon;
grant execute on function public.payment_subjects(uuid[]) to authenticated;
