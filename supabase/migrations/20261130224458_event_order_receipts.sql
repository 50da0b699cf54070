set check_function_bodies = off;

-- What the receipt of an order and the exports of registrations say about it.

create or replace function private.line_cents(registration public.event_registrations) returns integer
language sql stable security definer set search_path = '' as $$
  select case when private.is_of_several(registration) then registration.order_cents
    else registration.price_cents - (
      select coalesce(sum(item.amount * item.unit_cents), 0)::integer from public.event_order_addons as item
      where item.order_id = registration.order_id
    ) end
$$;

create or replace function private.receipted_registration(key text) returns uuid
language sql stable security definer set search_path = '' as $$
  with held as (select private.held_registration(key) as id)
  select buyer.id
  from held
  join public.event_registrations as asked on asked.id = coalesce(held.id,
    case when key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then key::uuid end)
  join public.event_registrations as buyer on buyer.order_id = asked.order_id and buyer.order_position = 1
  where asked.id = buyer.id and (held.id is not null or buyer.user_id = (select private.account_id()))
    or private.may_in_event(buyer.event_id, 'payments') or private.reads_money()
$$;

create or replace function private.receipt_payments(registration uuid)
  returns table (method text, payee text, is_organiser boolean, is_at_gate boolean, reference text, cents integer,
    paid_at timestamptz, paid_on date, refunds jsonb)
language sql stable security definer set search_path = '' as $$
  select paid.method, coalesce(recipient.name, private.portal_party(), 'Portal LACAMBECHE'),
    paid.recipient_id is not null, false, paid.pix_txid, coalesce(paid.received_cents, paid.amount_cents), paid.paid_at,
    paid.received_on,
    case when paid.recipient_id is not null then private.reported_refunds(paid.id) else (
      select coalesce(jsonb_agg(jsonb_build_object('amount_cents', -entry.amount_cents,
        'on_day', private.day_of(entry.booked_at)) order by entry.id), '[]')
      from public.payment_entries as entry
      where entry.payment_id = paid.id and entry.kind in ('refund', 'refund_failed')
    ) end
  from public.payments as paid left join public.event_recipients as recipient on recipient.id = paid.recipient_id
  where paid.subject_type = 'registration' and paid.subject_id = receipt_payments.registration
    and paid.paid_at is not null and paid.note is distinct from 'amount_mismatch'
    and not coalesce(private.is_lost(paid), false)
  union all
  select sale.method, events.organizer_name, true, true, null, sale.amount_cents, sale.created_at, null, '[]'
  from public.gate_sales as sale join public.events on events.id = sale.event_id
  where sale.registration_id = receipt_payments.registration and sale.undone_at is null
$$;

create or replace function private.receipt_people(buyer public.event_registrations, paid_at timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('code', one.code, 'name', one.full_name, 'kind', type.name,
    'companions', cardinality(one.companions), 'is_half_price', one.half_price_category is not null,
    'has_left', one.status = any (private.ended_registration_statuses()), 'cents', private.line_cents(one))
    order by one.order_position)
  from public.event_registrations as one join public.event_registration_types as type on type.id = one.type_id
  -- Who left an order before it was paid was taken off its price.
  where one.order_id = buyer.order_id and (one.id = buyer.id
    or one.status <> all (private.ended_registration_statuses())
    or buyer.status = any (private.ended_registration_statuses())
    or coalesce(one.cancelled_at, one.updated_at) >= receipt_people.paid_at)
$$;

create or replace function private.order_receipt(key text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'code', buyer.code, 'name', buyer.full_name, 'invoice', private.invoice_of(buyer.id), 'status', buyer.status,
    'ordered_at', buyer.created_at, 'total_cents', buyer.price_cents, 'discount_cents', ordered.discount_cents,
    'open_cents', case when buyer.status = 'confirmed' then buyer.difference_cents else 0 end,
    'transferred_at', (
      select max(entry.created_at) from public.registration_events as entry
      where entry.registration_id = buyer.id and entry.note = 'transferred:'
    ),
    'event', jsonb_build_object('title', event.title, 'starts_at', event.starts_at, 'ends_at', event.ends_at,
      'time_zone', event.time_zone, 'venue', event.venue, 'town', event.town, 'state_abbr', event.state_abbr,
      'organizer_name', event.organizer_name),
    'people', private.receipt_people(buyer, money.first_at),
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object('age_band', child.age_band, 'amount', child.amount)
        order by array_position(private.child_age_bands(), child.age_band)), '[]')
      from public.event_order_children as child where child.order_id = ordered.id
    ),
    'addons', (
      select coalesce(jsonb_agg(jsonb_build_object('name', addon.name, 'variant', variant.name, 'amount', item.amount,
        'unit_cents', item.unit_cents) order by addon.position, variant.position), '[]')
      from public.event_order_addons as item
      join public.event_addon_variants as variant on variant.id = item.variant_id
      join public.event_addons as addon on addon.id = variant.addon_id where item.order_id = ordered.id
    ),
    'payments', money.payments
  )
  from public.event_registrations as buyer
  join public.event_orders as ordered on ordered.id = buyer.order_id
  join public.events as event on event.id = buyer.event_id
  cross join lateral (
    select min(made.paid_at) as first_at, coalesce(jsonb_agg(to_jsonb(made) order by made.paid_at), '[]') as payments
    from private.receipt_payments(buyer.id) as made
  ) as money
  where buyer.id = private.receipted_registration(key)
$$;

create or replace function private.registration_orders(event uuid, registrations uuid[]) returns table (
  id uuid, order_code text, buyer text, order_position integer, line_cents integer, half_price text,
    half_price_checked boolean, addons jsonb, addon_cents integer, children jsonb, discount_code text,
    discount_cents integer
)
language sql stable security definer set search_path = '' as $$
  select registration.id, buyer.code, buyer.full_name, registration.order_position::integer,
    private.line_cents(registration), category.name, registration.half_price_checked_at is not null, items.listed,
    items.cents, young.listed,
    case when (select private.may_in_event(registration_orders.event, 'page')) then code.code end,
    ordered.discount_cents
  from public.event_registrations as registration
  left join public.event_registrations as buyer on buyer.order_id = registration.order_id and buyer.order_position = 1
  left join public.half_price_categories as category on category.category = registration.half_price_category
  -- What only the order has is on the row of its buyer, so that a sum of the rows counts it once.
  left join public.event_orders as ordered on ordered.id = registration.order_id and registration.id = buyer.id
  left join public.event_codes as code on code.id = ordered.code_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('name', addon.name, 'variant', variant.name, 'amount', item.amount)
      order by addon.position, variant.position) as listed, sum(item.amount * item.unit_cents)::integer as cents
    from public.event_order_addons as item
    join public.event_addon_variants as variant on variant.id = item.variant_id
    join public.event_addons as addon on addon.id = variant.addon_id where item.order_id = ordered.id
  ) as items on true
  left join lateral (
    select jsonb_object_agg(child.age_band, child.amount) as listed
    from public.event_order_children as child where child.order_id = ordered.id
  ) as young on true
  where registration.event_id = registration_orders.event and registration.id = any (registrations)
    and (select private.may_in_event(registration_orders.event, 'registrations'))
$$;

create or replace function public.registration_orders(event uuid, registrations uuid[]) returns table (
  id uuid, order_code text, buyer text, order_position integer, line_cents integer, half_price text,
    half_price_checked boolean, addons jsonb, addon_cents integer, children jsonb, discount_code text,
    discount_cents integer
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.registration_orders(event, registrations);
end;

create or replace function public.order_receipt(key text) returns jsonb
language sql stable security invoker set search_path = ''
return private.order_receipt(key);

create or replace function private.transfer_registration(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.held_registration(token));
  moved public.event_registrations;
begin
  perform private.check_payload(payload);
  -- The order stays with the person who sent it.
  if existing.id is null or not private.is_editable(existing) or not private.may_change(existing, 'transfer')
    or existing.order_position = 1 and private.is_of_several(existing) then
    return private.gone();
  end if;
  perform private.mail_registration(existing, 'registration_left', 'registration',
    jsonb_build_object('link_kind', null, 'link_subject', null));
  update public.event_registrations set
    full_name = private.text_field(payload, 'full_name', 120, true),
      email = lower(private.email_field(payload, 'email', true)), phone = private.phone_field(payload, 'phone', true),
    user_id = null, document = null, has_name = true, badge_version = badge_version + 1
  where id = existing.id returning * into moved;
  delete from public.registration_invoices where registration_id = existing.id;
  perform private.note_registration(moved, 'transferred:');
  -- Links and badges of the earlier person end.
  update public.registration_links set revoked_at = now() where registration_id = existing.id and revoked_at is null;
  perform private.mail_registration(moved, 'registration_transferred', case when moved.status = 'confirmed' then 'badge'
    else 'registration' end);
  return private.saved();
end $$;

comment on function private.line_cents is
  'What one registration costs within its order, without add-ons; that of the buyer has the children of the order. '
  'Registrations from before orders, of the panel and of the gate have no order_cents of their own.';

comment on function private.receipted_registration is
  'The registration of the buyer of an order whose receipt the caller may read: the buyer by the token of its link or '
  'the id, people with the payments of the event, event managers and financial managers by the id of any person of it.';

comment on function private.receipt_payments is
  'Money that arrived for an order, of its buyer, with what went back: not what the bank gave back to the payer.';

comment on function private.receipt_people is
  'The people of an order on its receipt. Of a half price only that it is one: its category is not for a treasurer.';

comment on function public.registration_orders is
  'Orders of registrations of an event for its exports, for people who decide its registrations; the discount code for '
  'people with its page only. Add-ons, children and discount are on the row of the buyer.';

comment on function public.order_receipt is
  'What was ordered and paid for an order, with an empty list of payments until money arrived: for its buyer, people '
  'with the payments of the event, event managers and financial managers; null otherwise.';

grant execute on function private.line_cents to public;

grant execute on function private.order_receipt to public;

grant execute on function private.receipted_registration to public;

grant execute on function private.registration_orders to public;

grant execute on function public.order_receipt to anon;

grant execute on function public.order_receipt to authenticated;

grant execute on function public.order_receipt to service_role;

grant execute on function public.registration_orders to authenticated;

grant execute on function public.registration_orders to service_role;

reset check_function_bodies;

revoke execute on function private.receipt_payments from public;
revoke execute on function private.receipt_people from public;
