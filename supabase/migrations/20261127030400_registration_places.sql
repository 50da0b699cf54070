-- Places and price of a registration are written together, by one function, under the lock of its kind.

create function private.price_after(registration public.event_registrations, people integer, stand uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(
    registration.price_cents + private.registration_price(type, people, price_after.stand)
      - private.registration_price(type, registration.places, registration.stand_id), 0)
  from public.event_registration_types as type where type.id = registration.type_id
$$;
comment on function private.price_after(public.event_registrations, integer, uuid) is
  'Price of a registration with another number of people or another stand: the agreed price and the difference of the present prices.';

create function private.is_settled(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status = 'confirmed' or exists (
    select from public.payments
    where subject_type = 'registration' and subject_id = registration.id and status in ('review', 'processing', 'paid') and difference is null
  )
$$;
comment on function private.is_settled(public.event_registrations) is
  'Whether a registration is paid, free or being paid, so that a higher price is asked for as a difference.';

create function private.set_places(registration uuid, people integer, stand uuid, keeps_price boolean) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  price integer := case when keeps_price then known.price_cents else private.price_after(known, people, stand) end;
  paid integer := known.price_cents - known.difference_cents;
  changed public.event_registrations;
begin
  if people < known.places and not private.may_change(known, 'remove_people') and people < private.entered_people(known.id) then
    raise exception 'registration_entered';
  elsif private.holds_place(known.status) and people > known.places and not private.hold_places(known.type_id, people - known.places) then
    raise exception 'no_places';
  elsif private.holds_place(known.status) and people < known.places then
    perform private.release_places(known.type_id, known.places - people);
  end if;
  if private.is_settled(known) then
    -- What was paid is not less because people do not come; a refund is decided in the financial panel.
    price := greatest(price, paid);
    update public.event_registrations set places = people, stand_id = stand, price_cents = price, difference_cents = price - paid
    where id = known.id returning * into changed;
  else
    update public.event_registrations set places = people, stand_id = stand, price_cents = price where id = known.id returning * into changed;
  end if;
  if (changed.price_cents, changed.difference_cents) is distinct from (known.price_cents, known.difference_cents) then
    -- Open payments have the former amount.
    perform private.expire_registration_pages(known.id);
    update public.payments set status = 'expired'
    where subject_type = 'registration' and subject_id = known.id and method = 'pix' and status = 'pending';
    perform private.note_registration(changed, format('price:%s:%s', known.price_cents, changed.price_cents));
    if changed.difference_cents > known.difference_cents then
      perform private.mail_registration(changed, 'registration_difference', 'registration', jsonb_build_object('amount', changed.difference_cents / 100.0));
    elsif changed.status = 'awaiting_payment' and changed.price_cents = 0 then
      perform private.set_registration_status(changed.id, 'confirmed');
      select * into changed from public.event_registrations where id = known.id;
    elsif changed.status in ('offered', 'awaiting_payment') then
      perform private.mail_registration_status(changed);
    end if;
  end if;
  return changed;
end $$;
comment on function private.set_places(uuid, integer, uuid, boolean) is
  'The only writer of places, stand and price of a stored registration. A paid one that gets dearer owes the difference; an unpaid one has the new price. keeps_price: the team does not ask for more. Raises no_places or registration_entered.';

drop function public.edit_registration(uuid, jsonb, timestamptz);
drop function private.edit_registration(uuid, jsonb, timestamptz);
create function private.edit_registration(registration uuid, changes jsonb, seen timestamptz, keeps_price boolean) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  changed public.event_registrations;
  people integer;
  names text[];
begin
  changed := jsonb_populate_record(known, changes - array(
    select name from jsonb_object_keys(changes) as name where name <> all (array['full_name', 'email', 'phone', 'town', 'club', 'company', 'companions'])
  ));
  changed.email := lower(changed.email);
  -- People whose names the gate did not write down keep their places.
  people := greatest(known.places + cardinality(changed.companions) - cardinality(known.companions), 1 + cardinality(changed.companions));
  names := array(
    select before.key from jsonb_each(to_jsonb(known)) as before
    join jsonb_each(to_jsonb(changed)) as after on after.key = before.key
    where after.value is distinct from before.value order by before.key
  );
  if names = '{}' then
    return known.updated_at;
  end if;
  if people <> known.places then
    perform private.set_places(known.id, people, known.stand_id, keeps_price);
  end if;
  update public.event_registrations set
    full_name = changed.full_name, email = changed.email, phone = changed.phone, town = changed.town, club = changed.club,
    company = changed.company, companions = changed.companions
  where id = known.id returning * into changed;
  -- Links that were mailed to the earlier address end.
  if changed.email <> known.email then
    update public.registration_links set revoked_at = now() where registration_id = known.id and revoked_at is null;
  end if;
  perform private.note_registration(changed, 'edited:' || array_to_string(names, ','));
  return changed.updated_at;
end $$;
comment on function private.edit_registration(uuid, jsonb, timestamptz, boolean) is
  'Changes name, contact, town, club, company and companions, whose number changes places and price; the history names the columns, not their values. Raises no_places or registration_entered.';

create function public.edit_registration(registration uuid, changes jsonb, seen timestamptz default null, keeps_price boolean default false) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.edit_registration(registration, changes, seen, keeps_price);
comment on function public.edit_registration(uuid, jsonb, timestamptz, boolean) is
  'Event managers correct a registration: full_name, email, phone, town, club, company, companions. More people cost the difference unless keeps_price. Answers its updated_at.';
revoke execute on function public.edit_registration(uuid, jsonb, timestamptz, boolean) from public, anon;
grant execute on function public.edit_registration(uuid, jsonb, timestamptz, boolean) to authenticated, service_role;

drop function public.assign_stand(uuid, uuid, timestamptz);
drop function private.assign_stand(uuid, uuid, timestamptz);
create function private.assign_stand(registration uuid, stand uuid, seen timestamptz, keeps_price boolean) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  wanted public.event_stands;
begin
  if stand is not null then
    select event_stands.* into wanted from public.event_stands
    join public.event_registration_types as kind on kind.id = known.type_id
    where event_stands.id = stand and event_stands.event_id = known.event_id
      and (event_stands.kinds = '{}' or kind.kind = any (event_stands.kinds))
    for update of event_stands;
    if wanted.id is null then
      raise exception 'stand_missing';
    elsif wanted.registration_id <> known.id then
      raise exception 'stand_taken';
    elsif known.status in ('rejected', 'cancelled', 'expired') then
      raise exception 'registration_decided';
    end if;
  end if;
  update public.event_stands set registration_id = null where registration_id = known.id and id is distinct from stand;
  update public.event_stands set registration_id = known.id where id = stand;
  perform private.set_places(known.id, known.places, stand, keeps_price or known.status in ('rejected', 'cancelled', 'expired'));
  perform private.note_registration(known, 'stand:' || coalesce(wanted.label, ''));
  return (select updated_at from public.event_registrations where id = known.id);
end $$;
comment on function private.assign_stand(uuid, uuid, timestamptz, boolean) is
  'Gives a free stand of the event to a registration, or takes its stand away (null), with its price. Raises stand_missing or stand_taken.';

create function public.assign_stand(registration uuid, stand uuid default null, seen timestamptz default null, keeps_price boolean default false) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.assign_stand(registration, stand, seen, keeps_price);
comment on function public.assign_stand(uuid, uuid, timestamptz, boolean) is
  'Event managers give a free stand to a registration, or take its stand away. Answers its updated_at.';
revoke execute on function public.assign_stand(uuid, uuid, timestamptz, boolean) from public, anon;
grant execute on function public.assign_stand(uuid, uuid, timestamptz, boolean) to authenticated, service_role;

create function private.changed_price(registration uuid, companions integer, stand uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  known public.event_registrations;
  people integer;
  price integer;
begin
  perform private.require_registration_manager();
  select * into known from public.event_registrations where id = changed_price.registration;
  if known.id is null then
    raise exception 'registration_missing';
  end if;
  people := case
    when companions is null then known.places
    else greatest(known.places + companions - cardinality(known.companions), 1 + companions)
  end;
  price := private.price_after(known, people, case when companions is null then changed_price.stand else known.stand_id end);
  if private.is_settled(known) then
    price := greatest(price, known.price_cents - known.difference_cents);
  end if;
  return jsonb_build_object('from', known.price_cents, 'to', price, 'is_settled', private.is_settled(known));
end $$;
comment on function private.changed_price(uuid, integer, uuid) is
  'Price of a registration now and with this number of companions, or with another stand when companions is null.';

create function public.changed_price(registration uuid, companions integer default null, stand uuid default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.changed_price(registration, companions, stand);
comment on function public.changed_price(uuid, integer, uuid) is
  'Event managers read what a registration costs with another number of companions or another stand: {from, to, is_settled}.';
revoke execute on function public.changed_price(uuid, integer, uuid) from public, anon;
grant execute on function public.changed_price(uuid, integer, uuid) to authenticated, service_role;

-- The difference is paid like a registration, and changes neither its status nor its place.

create function private.open_difference(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration', 'manage')).registration_id);
  payment public.payments;
begin
  if wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  elsif owed.status is distinct from 'confirmed' or owed.difference_cents = 0 then
    raise exception 'nothing_to_pay';
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status in ('review', 'processing')) then
    raise exception 'in_progress';
  elsif exists (select from public.events where id = owed.event_id and ends_at <= now()) then
    raise exception 'period_over';
  end if;
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending' and difference = 'asked' and amount_cents = owed.difference_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null or expires_at > now() + interval '31 minutes')
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at, difference) values (
      'registration', owed.id, wanted, owed.difference_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      now() + case wanted when 'card' then interval '32 minutes' else interval '24 hours' end, 'asked'
    ) returning * into payment;
  end if;
  return payment;
end $$;
comment on function private.open_difference(text, text) is
  'The open payment of the difference of a registration by card or Pix, made when there is none. Refuses with nothing_to_pay, in_progress or period_over.';

create or replace function private.open_payment(token text, sale uuid, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.sales := private.payable_sale(token, sale);
  registered uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
  payment public.payments;
  period_end timestamptz;
begin
  if owed.id is null and exists (select from public.event_registrations where id = registered and status = 'confirmed' and difference_cents > 0) then
    return private.open_difference(token, wanted);
  elsif owed.id is null and registered is not null then
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

create or replace function private.update_registration_from_payments(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  first_payment public.payments;
  extra public.payments;
begin
  select * into first_payment from public.payments
  where subject_type = 'registration' and subject_id = known.id and status in ('paid', 'refunded') and (known.payment_id is null or id = known.payment_id)
    and note is distinct from 'amount_mismatch' and difference is null
  order by paid_at, created_at, id limit 1;
  if first_payment.status = 'refunded' and known.payment_id = first_payment.id and known.status = 'confirmed' then
    perform private.cancel_registration(known.id, 'refunded');
  elsif first_payment.status = 'paid' and known.payment_id is null and known.status in ('offered', 'awaiting_payment') then
    -- The price may have risen while the receipt was checked.
    update public.event_registrations set payment_id = first_payment.id, difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = known.id;
    perform private.set_registration_status(known.id, 'confirmed');
  elsif first_payment.status = 'paid' and known.payment_id is null and known.status = 'expired'
    and coalesce(first_payment.completed_at, first_payment.receipt_sent_at, first_payment.paid_at) <= coalesce(first_payment.expires_at, 'infinity') then
    -- Paid in time, but the news arrived after the hold had ended: the place is taken again if there is one.
    begin
      perform private.set_registration_status(known.id, 'confirmed');
      update public.event_registrations set payment_id = first_payment.id, difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = known.id;
    exception when raise_exception then
      null;
    end;
  end if;
  for extra in
    select * from public.payments
    where subject_type = 'registration' and subject_id = known.id and status = 'paid' and difference = 'asked' and note is distinct from 'amount_mismatch'
    order by paid_at, created_at, id
  loop
    update public.event_registrations set difference_cents = difference_cents - extra.amount_cents
    where id = known.id and status = 'confirmed' and difference_cents >= extra.amount_cents;
    if found then
      update public.payments set difference = 'counted' where id = extra.id;
      perform private.note_registration(known, 'difference_paid:' || extra.amount_cents);
    end if;
  end loop;
  -- Every payment that does not pay the registration goes back.
  update public.payments set needs_refund = true
  where subject_type = 'registration' and subject_id = known.id and status = 'paid' and not needs_refund and not private.is_lost(payments)
    and not exists (
      select from public.event_registrations
      where id = known.id and status = 'confirmed' and (payment_id = payments.id or payments.difference = 'counted')
    );
  update public.payments set needs_refund = false
  where subject_type = 'registration' and subject_id = known.id and needs_refund and (status = 'refunded' or private.is_lost(payments));
end $$;
comment on function private.update_registration_from_payments(uuid) is
  'Confirms a registration whose payment arrived while its place was held, and counts payments of its difference; money of later and second payments is marked for a refund.';

create or replace function private.registration_extras(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'missing_documents', private.missing_files(registration), 'messages_refused', registration.messages_refused_at is not null,
    'difference_cents', case when registration.status = 'confirmed' then registration.difference_cents else 0 end,
    'has_entered', private.has_entered(registration.id)
  )
  from public.event_registrations as registration
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;
comment on function private.registration_extras(text) is
  'Required documents that are missing, whether the person ended the messages of the organiser, what is owed after the team added people, and whether somebody entered.';
