-- Registrations of one order: every registration has one, the others follow the buyer, and what only the order has.

create policy "accounts read orders of registrations they read" on public.event_orders
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.order_id = event_orders.id));
create policy "accounts read children of orders they read" on public.event_order_children
  for select to authenticated using (exists (select from public.event_orders where event_orders.id = order_id));
create policy "accounts read add-ons of orders they read" on public.event_order_addons
  for select to authenticated using (exists (select from public.event_orders where event_orders.id = order_id));

create function private.give_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A request that is stored already inserts nothing, and needs no order.
  if new.request_id is not null then
    select known.order_id into new.order_id from public.event_registrations as known
    where known.request_id = new.request_id;
  end if;
  if new.order_id is null then
    insert into public.event_orders (event_id) values (new.event_id) returning id into new.order_id;
  end if;
  return new;
end $$;
comment on function private.give_order is 'Trigger function: a registration without an order gets one of its own.';

create trigger event_registrations_order before insert on public.event_registrations
  for each row when (new.order_id is null) execute function private.give_order();

create function private.drop_empty_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.event_orders as known
  where known.id in (select old_rows.order_id from old_rows) and not exists (
    select from public.event_registrations as registration where registration.order_id = known.id
  );
  return null;
end $$;
comment on function private.drop_empty_orders is
  'Trigger function: deletes orders with their children and add-ons when their last registration is deleted.';

create trigger event_registrations_drop_orders after delete on public.event_registrations
  referencing old table as old_rows for each statement execute function private.drop_empty_orders();

create function private.is_of_several(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_registrations as other
    where other.order_id = registration.order_id and other.id <> registration.id
  )
$$;
comment on function private.is_of_several is 'Whether an order has more than this registration.';

create function private.buyer_of(registration uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select buyer.id from public.event_registrations as one
    join public.event_registrations as buyer on buyer.order_id = one.order_id and buyer.order_position = 1
    where one.id = buyer_of.registration
  ), registration)
$$;
comment on function private.buyer_of is 'The registration of the buyer of the order of a registration.';

create function private.is_mailed_with_order(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.order_position > 1 and exists (
    select from public.event_registrations as buyer
    where buyer.order_id = registration.order_id and buyer.order_position = 1
      and lower(buyer.email) = lower(registration.email)
  )
$$;
comment on function private.is_mailed_with_order is
  'Whether the mail about the order reaches the address of a registration, so that it gets none of its own.';

create function private.check_renewed_order(registration public.event_registrations, new_status text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  ordered public.event_orders;
begin
  if registration.order_position > 1 or registration.status = any (private.active_registration_statuses())
    or new_status <> all (private.active_registration_statuses()) then
    return;
  end if;
  select * into ordered from public.event_orders where id = registration.order_id;
  if exists (select from public.event_codes as code where code.id = ordered.code_id
    and private.active_orders_with_code(code.id) >= code.max_uses) then
    perform private.refuse('code_used');
  elsif exists (select from public.event_order_addons as item where item.order_id = ordered.id
    and item.amount > private.variant_left(item.variant_id)) then
    perform private.refuse('addon_sold_out');
  elsif (
    select count(*) from public.event_registrations as one
    join public.half_price_categories as known on known.category = one.half_price_category and known.counts_in_share
    where one.order_id = ordered.id and one.status = registration.status
  ) > private.half_prices_left(registration.event_id)
    and exists (select from public.event_registrations as one join public.half_price_categories as known
      on known.category = one.half_price_category and known.counts_in_share where one.order_id = ordered.id) then
    perform private.refuse('half_price_gone');
  end if;
end $$;
comment on function private.check_renewed_order is
  'Raises code_used, addon_sold_out or half_price_gone when an order that counted for nothing becomes active and its '
  'code, add-ons or half prices are gone. The kinds are locked by the caller.';

create function private.change_order_price(part_of uuid, cents integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  buyer public.event_registrations;
  changed public.event_registrations;
  settled boolean;
  change integer := cents;
begin
  select * into buyer from public.event_registrations where order_id = part_of and order_position = 1;
  settled := private.is_settled(buyer);
  if settled then
    -- What was paid is not less; private.return_share says what goes back.
    change := greatest(cents, -buyer.difference_cents);
  end if;
  if buyer.id is null or change = 0 or buyer.status <> all (private.active_registration_statuses()) then
    return;
  end if;
  update public.event_registrations set price_cents = greatest(price_cents + change, 0),
    difference_cents = difference_cents + case when settled then change else 0 end
  where id = buyer.id returning * into changed;
  -- Open payments have the former amount.
  perform private.expire_registration_pages(buyer.id);
  update public.payments set status = 'expired'
  where subject_type = 'registration' and subject_id = buyer.id and method = 'pix' and status = 'pending';
  perform private.note_registration(changed, format('price:%s:%s', buyer.price_cents, changed.price_cents));
  if changed.status = 'awaiting_payment' and changed.price_cents = 0 then
    perform private.set_registration_status(changed.id, 'confirmed');
  end if;
end $$;
comment on function private.change_order_price is
  'Changes the price of an order because one person of it changed or left; of a paid order only what is not paid yet.';

create function private.is_payment_checked(person public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select person.order_position > 1 and exists (
    select from public.event_registrations as buyer
    where buyer.order_id = person.order_id and buyer.order_position = 1 and buyer.status <> 'confirmed'
      and private.is_settled(buyer)
  )
$$;
comment on function private.is_payment_checked is
  'Whether a payment of the order of a person has arrived and is not confirmed yet: until then nobody leaves alone.';

create function private.leave_refusal(person public.event_registrations) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when person.order_position = 1 and staying.adults = 0 and exists (
      select from public.event_order_children as child where child.order_id = person.order_id
    ) then 'children_alone'
    when person.order_position = 1 then 'buyer_stays'
    when private.is_payment_checked(person) then 'payment_checking'
    when staying.people + staying.children < (private.order_settings(person.event_id)).min_people then 'order_too_small'
  end
  from (
    select count(*) as adults, coalesce(sum(1 + cardinality(other.companions)), 0) as people, (
      select coalesce(sum(child.amount), 0) from public.event_order_children as child
      where child.order_id = person.order_id
    ) as children
    from public.event_registrations as other
    where other.order_id = person.order_id and other.id <> person.id
      and other.status = any (private.active_registration_statuses())
  ) as staying
$$;
comment on function private.leave_refusal is
  'Why a person does not leave an order alone: children_alone (the only adult), buyer_stays (the buyer cancels the '
  'whole order), payment_checking, order_too_small; null when the person may.';

create function private.leaving_parts(person public.event_registrations)
  returns table (payment_id uuid, cents integer, full_until timestamptz, is_full boolean)
language sql stable security definer set search_path = '' as $$
  select paid.id, least(paid.free, paid.share - (sum(paid.free) over (order by paid.paid_at, paid.id) - paid.free))
    ::integer, paid.full_until, paid.is_full
  from (
    select counted.id, counted.paid_at, terms.full_until, terms.is_full,
      greatest(person.order_cents - buyer.difference_cents, 0) as share,
      -- Never more than was paid and is still there.
      greatest(counted.amount_cents - counted.disputed_cents
        - greatest(counted.refunded_cents, counted.owed_law_cents + counted.owed_rules_cents), 0) as free
    from public.event_registrations as buyer
    join public.payments as counted on counted.subject_type = 'registration' and counted.subject_id = buyer.id
      and counted.status = 'paid' and (counted.id = buyer.payment_id or counted.difference = 'counted')
    cross join lateral private.terms_of_payment(counted, person) as terms
    where buyer.order_id = person.order_id and buyer.order_position = 1 and buyer.status = 'confirmed'
      and person.order_position > 1
  ) as paid
$$;
comment on function private.leaving_parts is
  'What comes back of each payment of an order when a person leaves it: the price of that person after its discount, '
  'without add-ons, which belong to the order; in all, never more than was paid. Not positive: nothing of '
  'that payment.';
revoke execute on function private.leaving_parts from public;

create function private.leaving_terms(person public.event_registrations) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'refusal', private.leave_refusal(person),
    'less_cents', (
      select case when private.is_settled(buyer) then least(person.order_cents, buyer.difference_cents)
        else least(person.order_cents, buyer.price_cents) end
      from public.event_registrations as buyer
      where buyer.order_id = person.order_id and buyer.order_position = 1
    ),
    'full_cents', coalesce(sum(part.cents) filter (where part.is_full), 0),
    'full_until', min(part.full_until) filter (where part.is_full),
    'rules_cents', coalesce(sum(part.cents) filter (where not part.is_full), 0)
  )
  from private.leaving_parts(person) as part where part.cents > 0
$$;
comment on function private.leaving_terms is
  'What the page says before a person leaves an order: refusal, by how much the unpaid price falls (less_cents), what '
  'comes back by law or by the organiser (full_cents), and what the rules of the event decide about (rules_cents).';
revoke execute on function private.leaving_terms from public;

create function private.return_share(person public.event_registrations) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payments as paid set needs_refund = true,
    -- What went back before for another reason is not taken from this part.
    owed_law_cents = paid.owed_law_cents
      + greatest(paid.refunded_cents - paid.owed_law_cents - paid.owed_rules_cents, 0)
      + case when part.is_full then part.cents else 0 end,
    owed_rules_cents = paid.owed_rules_cents + case when part.is_full then 0 else part.cents end
  from private.leaving_parts(person) as part where part.payment_id = paid.id and part.cents > 0
$$;
comment on function private.return_share is
  'Marks the part of a person who left a paid order for a refund; the order stays confirmed. The order is locked.';
revoke execute on function private.return_share from public;

create function private.leave_alone(person public.event_registrations, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  buyer public.event_registrations;
  terms jsonb := private.leaving_terms(person);
begin
  perform private.return_share(person);
  perform private.change_order_price(person.order_id, -person.order_cents);
  select * into buyer from public.event_registrations where order_id = person.order_id and order_position = 1;
  if buyer.status <> all (private.active_registration_statuses()) then
    return;
  end if;
  perform private.note_registration(buyer, format('left:%s:%s', person.code,
    (terms ->> 'full_cents')::integer + (terms ->> 'rules_cents')::integer));
  if exists (select from public.events where id = person.event_id and status = 'cancelled') then
    return;
  end if;
  perform private.mail_registration(buyer, 'registration_person_left', 'registration', jsonb_build_object(
    'person', person.full_name, 'note', coalesce(note, ''),
    'full', (terms ->> 'full_cents')::integer / 100.0, 'part', (terms ->> 'rules_cents')::integer / 100.0,
    'less', (terms ->> 'less_cents')::integer / 100.0));
end $$;
comment on function private.leave_alone is
  'After a person left an order whose buyer stays: the price falls or the part of that person goes back, and the '
  'history of the buyer and a mail say so.';
revoke execute on function private.leave_alone from public;

create function private.move_order(changed public.event_registrations, old_status text, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  other record;
begin
  if changed.order_position > 1 then
    if changed.status = any (private.ended_registration_statuses()) and exists (
      select from public.event_registrations as buyer
      where buyer.order_id = changed.order_id and buyer.order_position = 1
        and buyer.status = any (private.active_registration_statuses())
    ) then
      perform private.leave_alone(changed, note);
    end if;
    return;
  end if;
  for other in
    select id from public.event_registrations
    where order_id = changed.order_id and order_position > 1 and status = old_status order by order_position
  loop
    if changed.status = 'cancelled' then
      perform private.cancel_registration(other.id, note);
    else
      perform private.set_registration_status(other.id, changed.status, note);
    end if;
  end loop;
end $$;
comment on function private.move_order is
  'After a change of the buyer the people of the order who had the same status follow; after a person left, the order '
  'costs less or the part of that person goes back.';

create function private.leave_order(token text, registration uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  buyer public.event_registrations := private.lock_registration(private.held_registration(token));
  person public.event_registrations;
begin
  select * into person from public.event_registrations as known
  where known.id = leave_order.registration and known.order_id = buyer.order_id;
  if person.id is null or buyer.order_position <> 1
    or person.status <> all (private.active_registration_statuses()) or not private.may_change(person, 'cancel_own')
    or exists (select from public.events where id = person.event_id and starts_at <= now())
  then
    return private.gone();
  elsif private.leave_refusal(person) is not null then
    return private.refused(private.leave_refusal(person));
  end if;
  return private.saved_or_gone(private.cancel_registration(person.id) = 'cancelled');
end $$;
comment on function private.leave_order is
  'The buyer takes one person out of an order before the event and before that person entered; of two requests the '
  'second finds nobody.';

create function private.name_order_person(token text, registration uuid, full_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  buyer public.event_registrations := private.lock_registration(private.held_registration(token));
  person public.event_registrations;
  name text := private.text_field(jsonb_build_object('full_name', full_name), 'full_name', 120, true);
begin
  select * into person from public.event_registrations as known
  where known.id = name_order_person.registration and known.order_id = buyer.order_id and not known.has_name;
  if person.id is null or buyer.order_position <> 1 or not private.is_editable(person) then
    return private.gone();
  end if;
  update public.event_registrations set full_name = name, has_name = true where id = person.id;
  perform private.note_registration(person, 'edited:full_name');
  return private.saved();
end $$;
comment on function private.name_order_person is
  'The buyer tells the name of a person that the order did not have; once, until the limit of the kind.';

create function public.name_order_person(token text, registration uuid, full_name text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.name_order_person(token, registration, full_name);
comment on function public.name_order_person is
  'The buyer behind the link of an order tells the name of a person of it: saved or gone.';
grant execute on function public.name_order_person to anon, authenticated, service_role;

create function public.leave_order(token text, registration uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.leave_order(token, registration);
comment on function public.leave_order is
  'The buyer of an order, by the mailed link or as the account that registered, takes one person out of it: saved, '
  'gone, or refused with children_alone, buyer_stays, payment_checking or order_too_small.';
grant execute on function public.leave_order to anon, authenticated, service_role;
