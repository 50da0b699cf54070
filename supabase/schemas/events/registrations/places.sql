-- Places of a kind: held, released, and given to the waiting list.

create function private.hold_places(type uuid, wanted integer, is_at_gate boolean default false) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registration_types := private.lock_kinds(type);
begin
  if existing.id is null or wanted > private.places_left(type, is_at_gate) then
    return false;
  end if;
  update public.event_registration_types set taken = taken + wanted where id = type;
  return true;
end $$;
comment on function private.hold_places is
  'Takes places of a kind of registration; false, and nothing changed, when the kind or the event has not enough.';

create function private.release_places(type uuid, amount integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_registration_types set taken = greatest(taken - amount, 0) where id = type
$$;
comment on function private.release_places is 'Returns places of a registration that no longer holds them.';

create function private.holds_place(status text) returns boolean
language sql immutable set search_path = '' as $$ select status in ('offered', 'awaiting_payment', 'confirmed') $$;
comment on function private.holds_place is 'Whether a registration with this status takes places of its kind.';

create function private.promote_waiting(type uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.lock_kinds(type);
  event public.events;
  next_one record;
  offered integer := 0;
begin
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or event.status = 'cancelled'
    or private.kind_end(type) <= now() then
    return 0;
  end if;
  -- An offered place would be released unpaid.
  if private.costs(kind.price_cents, kind.price_steps) and not private.event_payment_is_possible(kind.event_id) then
    return 0;
  end if;
  loop
    select id, places into next_one from public.event_registrations
    where type_id = type and status = 'waitlisted' order by waiting_since, created_at, id limit 1;
    exit when next_one.id is null;
    -- A group that does not fit waits for its places; later registrations are not offered places before it.
    exit when next_one.places > private.places_left(type);
    perform private.set_registration_status(next_one.id, 'offered');
    offered := offered + 1;
  end loop;
  return offered;
end $$;
comment on function private.promote_waiting is
  'Offers free places of a kind to the people who wait, in order; answers how many got an offer.';

-- An operator may admit people who have not paid; their hold does not end while they are inside.
create function private.expire_registration_holds() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind record;
  due record;
  existing public.event_registrations;
  is_checked boolean;
  expired integer := 0;
begin
  -- Every caller that locks kinds of several events takes the events in the order of their ids.
  for kind in
    select type_id as id, event_id from public.event_registrations where status in ('offered', 'awaiting_payment')
      and held_until <= now() and order_position = 1
    union
    select waiting.type_id, waiting.event_id from public.event_registrations as waiting
    where waiting.status = 'waitlisted' and private.places_left(waiting.type_id) is distinct from 0
    order by event_id, id
  loop
    -- Nobody can pay while the team checks the recipient or its account is stopped, so nobody loses a place meanwhile.
    is_checked := private.recipient_state(kind.event_id) in ('checking', 'stopped');
    for due in
      select id from public.event_registrations
      where type_id = kind.id and status in ('offered', 'awaiting_payment') and held_until <= now()
        and order_position = 1
      order by held_until, id limit 500
    loop
      existing := private.lock_registration(due.id);
      -- Read again under the lock: a payment or a receipt may have arrived. A card payment that the bank processes ends
      -- by itself.
      continue when existing.status not in ('offered', 'awaiting_payment') or existing.held_until > now() or exists (
        select from public.payments where subject_type = 'registration' and subject_id = existing.id
          and status = 'processing'
      ) or is_checked and existing.price_cents > 0 or not private.may_change(existing, 'expire');
      perform private.set_registration_status(existing.id, 'expired');
      expired := expired + 1;
    end loop;
    perform private.promote_waiting(kind.id);
  end loop;
  -- The rows of the last hour are kept, because the mails of an address are counted in them.
  delete from public.event_registrations where id in (
    select id from public.event_registrations where status = 'unconfirmed'
      and held_until <= now() - make_interval(mins => private.hold_minutes())
    order by held_until limit 5000 for update skip locked
  );
  return expired;
end $$;
comment on function private.expire_registration_holds is
  'Ends holds and offers whose time is over, offers the free places to the people who wait and deletes forms whose '
  'address was not confirmed; answers how many holds ended. Safe to repeat and to run at the same time.';

create function private.take_stand(stand uuid, registration uuid, type public.event_registration_types) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- One statement decides: of two callers the second waits for the row and then finds it taken.
  update public.event_stands as known set registration_id = take_stand.registration
  where known.id = stand and known.event_id = type.event_id and known.registration_id is null
    and (known.kinds = '{}' or type.kind = any (known.kinds));
  if not found then
    perform private.refuse('stand_taken');
  end if;
end $$;
comment on function private.take_stand is 'Gives a free stand to a registration; raises stand_taken.';

create function private.has_places(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.holds_place(registration.status) or not exists (
    select from public.event_registrations as one
    where one.order_id = registration.order_id and one.status = registration.status
      and (one.id = registration.id or registration.order_position = 1)
    group by one.type_id having sum(one.places) > private.places_left(one.type_id)
  )
$$;
comment on function private.has_places is
  'Whether the kinds and the event have the places that a registration needs, for the buyer with the people of the '
  'order.';

create function private.promote_waiting_list(type uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(
    (select event_id from public.event_registration_types where id = type), 'registrations');
  return private.promote_waiting(type);
end $$;
comment on function private.promote_waiting_list is 'promote_waiting for people who decide registrations of the event.';

create function private.lock_kinds(type uuid) returns public.event_registration_types
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registration_types;
begin
  perform from public.event_registration_types
  where event_id = (select event_id from public.event_registration_types where id = type) order by id for update;
  select * into existing from public.event_registration_types where id = type;
  return existing;
end $$;
comment on function private.lock_kinds is 'Locks all kinds of the event of a kind and returns the kind.';

create function private.reserved_places(kind public.event_registration_types) returns integer
language sql stable security definer set search_path = '' as $$
  select case when kind.gate_places = 0 then 0 else greatest(least(kind.gate_places - (
    select coalesce(sum(registration.places), 0) from public.event_registrations as registration
    where registration.type_id = kind.id and registration.source = 'walk_in'
      and private.holds_place(registration.status)
  ), kind.capacity - kind.taken), 0)::integer end
$$;
comment on function private.reserved_places is
  'Places of a kind that are kept for the gate and not given there yet, at most those that are free.';

create function private.places_left(type uuid, is_at_gate boolean default false) returns integer
language sql stable security definer set search_path = '' as $$
  select least(
    own.capacity - own.taken - case when is_at_gate then 0 else private.reserved_places(own) end,
    events.capacity - (
      select sum(other.taken + case when is_at_gate and other.id = own.id then 0
        else private.reserved_places(other) end)
      from public.event_registration_types as other where other.event_id = own.event_id
    ),
    (
      select min(quota.capacity - (
        select sum(other.taken + case when is_at_gate and other.id = own.id then 0
          else private.reserved_places(other) end)
        from public.event_registration_types as other
        where other.event_id = own.event_id and other.id = any (quota.type_ids)
      ))
      from public.event_quotas as quota where quota.event_id = own.event_id and own.id = any (quota.type_ids)
    )
  )::integer
  from public.event_registration_types as own join public.events on events.id = own.event_id where own.id = type
$$;
comment on function private.places_left is
  'Free places of a kind within its own limit, its quotas and the limit of the whole event, without those kept for the '
  'gate unless asked there; null without a limit.';

create function private.kind_end(type uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(greatest(kind.closes_at, events.starts_at), events.ends_at)
  from public.event_registration_types as kind join public.events on events.id = kind.event_id where kind.id = type
$$;
comment on function private.kind_end is
  'Last moment at which places of a kind are given to people who wait or sent documents: the beginning of the event, '
  'or the later end of the kind.';

create function private.hold_end(new_status text, old_status text, type uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when new_status = 'unconfirmed' then now() + make_interval(mins => private.hold_minutes())
    when new_status = 'offered' or new_status = 'awaiting_payment' and old_status not in ('form', 'unconfirmed')
      then greatest(
        least(now() + make_interval(hours => private.offer_hold_hours()), private.kind_end(type)),
        now() + make_interval(mins => private.hold_minutes()))
    when new_status = 'awaiting_payment' then now() + make_interval(mins => private.hold_minutes())
  end
$$;
comment on function private.hold_end is
  'Until when a place is held: offer_hold_hours after an offer or an approval, at most until the end of the kind; '
  'hold_minutes after the form and for the button that confirms it.';

create function public.promote_waiting_list(type uuid) returns integer
language sql volatile security invoker set search_path = ''
return private.promote_waiting_list(type);
comment on function public.promote_waiting_list is
  'Event managers offer the free places of a kind to the people who wait, in order; answers the number of offers.';
grant execute on function public.promote_waiting_list to authenticated, service_role;
