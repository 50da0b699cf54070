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
begin
  select * into buyer from public.event_registrations where order_id = part_of and order_position = 1;
  settled := private.is_settled(buyer);
  if buyer.id is null or cents = 0 or buyer.status <> all (private.active_registration_statuses())
    or settled and cents < 0 then
    return;
  end if;
  update public.event_registrations set price_cents = greatest(price_cents + cents, 0),
    difference_cents = difference_cents + case when settled then cents else 0 end
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
  'Changes the price of an order because one person of it changed or left. What was paid for a person who left is '
  'returned in the financial panel.';

create function private.move_order(changed public.event_registrations, old_status text, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  other record;
begin
  if changed.order_position > 1 then
    if changed.status = any (private.ended_registration_statuses()) then
      perform private.change_order_price(changed.order_id, -changed.order_cents);
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
  'After a change of the buyer the people of the order who had the same status follow; after a person left, the price '
  'of the unpaid order is lower.';

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
