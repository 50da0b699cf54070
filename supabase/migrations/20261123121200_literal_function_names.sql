-- Functions and a table are named after their effect. Functions that call them are replaced with the new names.

alter function public.settle_devices(uuid[], uuid[]) rename to record_push_results;
comment on function public.record_push_results(uuid[], uuid[]) is
  'For the server only: sets the date of the last message of the reached devices and deletes the devices that no longer exist.';

alter function private.settle(regclass, text, jsonb, uuid, text, text, text) rename to change_item_status;
comment on function private.change_item_status(regclass, text, jsonb, uuid, text, text, text) is
  'Changes the status of an inbox item. seen: the status that was shown to the moderator; with another one, a colleague decided first.';

create or replace function private.decide_app_review(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('app_reviews');
  if decision = 'approve' and exists (select from public.app_reviews where id = item and not publish_ok) then
    return jsonb_build_object('outcome', 'no_consent');
  end if;
  return private.change_item_status('public.app_reviews', 'app_reviews', '{
    "pending": {"approve": "published", "reject": "hidden"}, "reopen": "pending"
  }', item, decision, reason, seen);
end $$;

alter function private.settle_ad() rename to set_ad_status;
alter trigger ads_settle on public.ads rename to ads_set_status;
comment on function private.set_ad_status() is
  'Checks the placements and states of a banner and sets its status: in_review with complete art, awaiting_art without, stopped forever.';

alter function private.settle_sale(uuid) rename to update_sale_from_payments;
comment on function private.update_sale_from_payments(uuid) is
  'Updates the payment status, commission and banners of a sale from its payments, and marks the other payments for a refund.';

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
  -- The sale is always locked before its payment, so that concurrent events wait for each other.
  if found.subject_type = 'sale' then
    perform 1 from public.sales where id = found.subject_id for update;
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
  end if;
  return next_status;
end $$;

create or replace function private.apply_dispute(payment uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.payments;
  dispute record;
begin
  select * into dispute from private.disputes_of_events(payment);
  update public.payments set disputed_cents = least(dispute.cents, amount_cents), dispute_status = dispute.status, dispute_due_at = dispute.due_at
  where id = payment returning * into found;
  perform private.update_sale_from_payments(found.subject_id);
  return case when private.has_open_dispute(found) then 'disputed' when found.disputed_cents > 0 then 'dispute_lost' else 'dispute_won' end;
end $$;

alter table private.trail_permissions rename to audit_log_permissions;
comment on table private.audit_log_permissions is
  'The permission that lets staff read the audit log of the rows of a table; tables without a row require access_log.';
update private.personal_columns set relation = 'private.audit_log_permissions' where relation = 'private.trail_permissions';

create or replace function private.read_record_trail(entity text, entity_id text, max_rows integer default 100) returns table (
  id bigint, action text, actor text, before jsonb, after jsonb, reason text, created_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select audit.id, audit.action, profiles.username, audit.before, audit.after, audit.reason, audit.created_at
  from public.audit_log as audit
  left join public.profiles on profiles.id = audit.actor_id
  where audit.entity = read_record_trail.entity and audit.entity_id = read_record_trail.entity_id
    and (select private.is_staff()) and (select private.has_permission(coalesce(
      (select permission from private.audit_log_permissions as known where known.entity = read_record_trail.entity), 'access_log'
    )))
  order by audit.created_at desc, audit.id desc
  limit least(greatest(max_rows, 1), 500)
$$;
