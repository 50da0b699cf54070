-- The state of a link to voucher figures, so that an ended link is answered with status 410; and a mail to the buyer of a
-- car when the seller withdraws the offer.

create function private.read_voucher_report_state(token text) returns text
language sql stable security definer set search_path = '' as $$
  select case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'open' end
  from public.voucher_reports where token_hash = private.token_hash(token)
$$;
comment on function private.read_voucher_report_state(text) is 'State of a link to the figures of a place; null for a token that does not exist.';
create function public.voucher_report_state(token text) returns text
language sql stable security invoker set search_path = ''
return private.read_voucher_report_state(token);
comment on function public.voucher_report_state(text) is
  'Whether a link to the figures of a place is open, revoked or expired; null for a token that does not exist.';
revoke execute on function public.voucher_report_state(text) from public;
grant execute on function public.voucher_report_state(text) to anon, authenticated, service_role;

create or replace function private.withdraw_vehicle_offer(handover uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  offer public.vehicle_handovers;
begin
  perform private.require_account();
  -- Waits for an acceptance that locked the car, and then finds the offer decided.
  perform private.own_vehicle((select vehicle_id from public.vehicle_handovers where id = handover and owner_id = private.account_id()));
  update public.vehicle_handovers set status = 'withdrawn', decided_at = now()
  where id = handover and owner_id = private.account_id() and status = 'open'
  returning * into offer;
  if offer.id is null then
    return false;
  end if;
  perform private.enqueue_mail(offer.email, 'vehicle_handover_withdrawn', jsonb_build_object(
    'title', (select nickname from public.vehicles where id = offer.vehicle_id),
    'name', (select username from public.profiles where id = offer.owner_id)
  ), private.locale_of_email(offer.email, offer.owner_id));
  return true;
end $$;
