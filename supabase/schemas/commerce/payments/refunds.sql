-- Decisions of the team about Pix, refunds, commissions and cancelled sales.

create function private.require_money() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_permission('financials');
end $$;

create function private.decide_pix(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  reason_text text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_money();
  -- Money of an organiser is confirmed by its treasurer.
  select * into payment from public.payments where id = item and method = 'pix' and recipient_id is null;
  if payment.id is null then
    return private.gone();
  end if;
  perform 1 from public.sales where id = payment.subject_id and payment.subject_type = 'sale' for update;
  if payment.subject_type = 'registration' then
    perform private.lock_registration(payment.subject_id);
  elsif payment.subject_type = 'service_plan' then
    perform private.lock_service_plan(payment.subject_id);
  end if;
  select * into payment from public.payments where id = item for update;
  if payment.status not in ('pending', 'review') or decision not in ('approve', 'reject')
    or (expected_status is not null and expected_status <> payment.status) then
    return private.decided_already(payment.status, payment.confirmed_by, payment.updated_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
  if decision = 'approve' then
    update public.payments set confirmed_by = (select private.account_id()), note = reason_text where id = item;
    next_status := private.advance_payment(item, 'paid');
  else
    update public.payments set status = 'pending', note = reason_text, receipt_path = null, receipt_sent_at = null,
      confirmed_by = (select private.account_id()) where id = item;
    next_status := 'pending';
  end if;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create function private.mark_refunded(item uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
begin
  perform private.require_money();
  perform private.check_reason('reject', reason);
  select * into payment from public.payments where id = item;
  if payment.subject_type = 'registration' then
    -- The registration is always locked before its payment: of two requests the second finds nothing due.
    perform private.lock_registration(payment.subject_id);
    select * into payment from public.payments where id = item for update;
  end if;
  if payment.id is null or payment.method = 'card' or payment.status <> 'paid' or payment.recipient_id is not null
    or private.due_of_payment(payment) = 0 then
    return private.refused('not_refundable');
  end if;
  perform set_config('app.audit_reason', left(reason, 300), true);
  perform private.advance_payment(item, 'paid', payment.refunded_cents + private.due_of_payment(payment));
  return private.saved();
end $$;

-- The audit log names who requested the refund; the provider's event then changes the payment.
create function private.request_refund(item uuid, reason text, cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  reason_text text := private.check_reason('reject', reason);
begin
  perform private.require_money();
  select * into payment from public.payments where id = item for update;
  -- Money of an organiser is returned by its treasurer.
  if payment.id is null or payment.recipient_id is not null
    or payment.method <> 'card' or payment.payment_intent is null
    or not (payment.status = 'paid' or payment.needs_refund) or payment.refunded_cents >= payment.amount_cents
    or coalesce(cents, private.due_of_payment(payment)) not between 1
      and payment.amount_cents - payment.refunded_cents then
    return private.refused('not_refundable');
  end if;
  perform set_config('app.audit_reason', left(reason_text, 300), true);
  update public.payments set note = case when note = 'amount_mismatch' then note else reason_text end,
    confirmed_by = (select private.account_id()) where id = item;
  return private.saved(jsonb_build_object('payment_intent', payment.payment_intent,
    'refunded_cents', payment.refunded_cents, 'cents', coalesce(cents, private.due_of_payment(payment))));
end $$;

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

create function private.pay_commissions(items uuid[], note text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch record;
  payout uuid;
  lines bigint[];
  total integer;
  changed integer := 0;
begin
  perform private.require_money();
  -- Locked first, so that two concurrent payouts do not pay a seller twice.
  perform 1 from public.sellers where id in (select seller_id from public.commissions where id = any (items))
    order by id for update;
  for batch in
    select seller_id, count(*)::integer as number, array_agg(id) as ids
    from public.commissions where id = any (items) and status = 'approved' group by seller_id
  loop
    select array_agg(id), coalesce(sum(amount_cents), 0)::integer into lines, total
      from private.lines_to_pay(batch.seller_id, items);
    -- A negative balance is carried until commissions cover it.
    continue when total < 0;
    insert into public.commission_payouts (seller_id, total_cents, commissions, note, paid_by)
    values (batch.seller_id, total, batch.number, nullif(btrim(pay_commissions.note), ''), private.account_id())
      returning id into payout;
    update public.commission_lines set payout_id = payout, paid_at = now() where id = any (lines);
    update public.commissions set status = 'paid', paid_at = now(), payout_id = payout where id = any (batch.ids);
    changed := changed + batch.number;
  end loop;
  return changed;
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

create function private.set_sale_invoice(item uuid, number text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('financials');
  if btrim(set_sale_invoice.number) !~ '^[0-9A-Za-z./-]{0,40}$' then
    perform private.refuse('invalid', 'number');
  end if;
  update public.sales set invoice_number = nullif(btrim(set_sale_invoice.number), '')
  where id = item and payment_status = 'paid';
  return case when found then private.saved() else private.gone() end;
end $$;

create function private.holds_permission(account public.profiles, key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select account.blocked_at is null and (
    account.role in ('main_admin', 'superadministrador') or key = any (account.permissions)
    or exists (select from public.role_permissions where role_permissions.role = account.role and permission_key = key)
  )
$$;

create function public.decide_pix(id uuid, decision text, reason text default null, expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_pix(id, decision, reason, expected_status);
comment on function public.decide_pix is
  'Decides about a Pix payment and answers an outcome: approve confirms that the money arrived, reject (with a reason) '
  'removes the receipt and sets the status back to pending; raises 42501 without the permission financials, and '
  'invalid.';
grant execute on function public.decide_pix to authenticated, service_role;

create function public.mark_refunded(id uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.mark_refunded(id, reason);
comment on function public.mark_refunded is
  'Books that what is due of a payment that was not made by card, such as Pix, went back to the payer, and '
  'answers an outcome, refused with not_refundable; a card is refunded at the provider, whose event does this; raises '
  'invalid without a reason, and 42501 without the permission financials.';
grant execute on function public.mark_refunded to authenticated, service_role;

create function public.request_refund(id uuid, reason text, cents integer default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.request_refund(id, reason, cents);
comment on function public.request_refund is
  'Checks the refund of a card payment and answers an outcome with {payment_intent, refunded_cents, cents} for the '
  'request to the provider: what is due (private.due_of_payment), or the given cents; refused with not_refundable; '
  'raises '
  'invalid without a reason, and 42501 without the permission financials.';
grant execute on function public.request_refund to authenticated, service_role;

create function public.approve_commissions(items uuid[]) returns integer
language sql volatile security invoker set search_path = ''
return private.approve_commissions(items);
comment on function public.approve_commissions is
  'Changes pending commissions to approved and returns how many; raises 42501 without the permission financials.';
grant execute on function public.approve_commissions to authenticated, service_role;

create function public.pay_commissions(items uuid[], note text default null) returns integer
language sql volatile security invoker set search_path = ''
return private.pay_commissions(items, note);
comment on function public.pay_commissions is
  'Changes approved commissions to paid and returns how many, with one payout per seller that includes the open '
  'corrections; a seller with a negative balance is skipped; raises 42501 without the permission financials.';
grant execute on function public.pay_commissions to authenticated, service_role;

create function public.set_sale_invoice(id uuid, number text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_sale_invoice(id, number);
comment on function public.set_sale_invoice is
  'For financial managers: stores the number of the service invoice (NFS-e) of a paid sale; gone for any other sale, '
  'and invalid for a number with other characters than letters, digits, dots, dashes and slashes.';
grant execute on function public.set_sale_invoice to authenticated, service_role;

create function public.cancel_sale(id uuid, reason text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_sale(id, reason);
comment on function public.cancel_sale is
  'Cancels an unpaid sale and answers an outcome; for its seller and for seller managers, gone for others; refused '
  'with sale_paid or sale_in_progress (a receipt under review, a delayed method); refuses with invalid without a '
  'reason.';
grant execute on function public.cancel_sale to authenticated, service_role;
