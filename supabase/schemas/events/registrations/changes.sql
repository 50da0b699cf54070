-- Changes of a registration by its holder and by the organiser.

create function private.cancel_registration(registration uuid, reason text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  inside integer;
begin
  if existing.id is null then
    perform private.refuse('registration_missing');
  elsif existing.status in ('cancelled', 'rejected') then
    return existing.status;
  end if;
  perform private.set_registration_status(existing.id, 'cancelled', reason);
  if private.holds_place(existing.status) then
    -- The place of a person who is inside stays taken; private.undo_checkin returns it.
    inside := least(private.entered_people(existing.id), existing.places);
    if inside > 0 then
      update public.event_registration_types set taken = taken + inside where id = existing.type_id;
    end if;
    perform private.promote_waiting(existing.type_id);
  end if;
  return 'cancelled';
end $$;
comment on function private.cancel_registration is
  'Cancels a registration, marks its money for a refund and offers its places to the people who wait, except the '
  'places of people who are inside.';

create function private.is_editable(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status = any (private.active_registration_statuses())
    and now() < least(coalesce(kind.edit_until, kind.closes_at, event.starts_at), event.starts_at)
    and private.may_change(registration, 'edit_own')
  from public.event_registration_types as kind join public.events as event on event.id = kind.event_id
    where kind.id = registration.type_id
$$;
comment on function private.is_editable is
  'Whether the person may still change the data of a registration or give it to somebody else.';

create function private.edit_own_registration(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'registration',
    'manage')).registration_id);
  kind public.event_registration_types;
  event public.events;
  form jsonb;
  names text[];
begin
  perform private.check_payload(payload);
  if existing.id is null or not private.is_editable(existing) then
    return private.gone();
  end if;
  select * into kind from public.event_registration_types where id = existing.type_id;
  select * into event from public.events where id = existing.event_id;
  select schema into form from public.form_template_versions where id = existing.form_version_id;
  names := private.texts_field(payload, 'companions', 20);
  -- The number of people is the number of places, which only a new registration changes.
  if cardinality(names) <> cardinality(existing.companions) or exists (select from unnest(names) as name
    where name ~ '^\s*$') then
    perform private.refuse('invalid', 'companions');
  end if;
  update public.event_registrations set
    phone = private.phone_field(payload, 'phone', kind.kind <> all (private.visitor_kinds())),
      town = private.text_field(payload, 'town', 120), state_abbr = private.state_field(payload, 'state_abbr'),
    club = private.text_field(payload, 'club', 160), companions = names,
      shows_vehicle = private.flag_field(payload, 'shows_vehicle'),
    answers = private.registration_answers(coalesce(form, '[]'), payload -> 'answers')
  where id = existing.id;
  perform private.add_registration_vehicles(existing.id, kind, event, payload -> 'vehicles');
  return private.saved();
end $$;
comment on function private.edit_own_registration is
  'Changes phone, town, club, names of companions, vehicles and answers until the limit; gone when the link or the '
  'limit is over.';

create function private.accept_offer(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'registration',
    'manage')).registration_id);
begin
  if existing.status = 'offered' and existing.price_cents = 0 and existing.held_until > now() then
    existing.status := private.set_registration_status(existing.id, 'confirmed');
  end if;
  return private.saved_or_gone(existing.status = 'confirmed');
end $$;
comment on function private.accept_offer is
  'Confirms a free place that was offered from the waiting list; answers the status. A place that costs something is '
  'accepted by paying.';

create function private.held_registration(token text) returns uuid
language sql stable security definer set search_path = '' as $$
  select registration.id
  from private.live_registration_link(token, 'registration', 'manage') as link
  join public.event_registrations as registration on registration.id = link.registration_id
  where link.kind = 'manage' or registration.user_id = (select private.account_id())
$$;
comment on function private.held_registration is
  'The registration that the caller may cancel and transfer: behind the link that was mailed to the contact, or, for '
  'the account that registered, behind the link of its page; null for everybody else.';

create function private.may_leave_order(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when registration.order_position = 1 then not exists (
    select from public.event_registrations as one
    where one.order_id = registration.order_id and not private.may_change(one, 'cancel_own')
  )
  -- The buyer decides about what was paid for one person: private.leave_order.
  else private.may_change(registration, 'cancel_own') and private.leave_refusal(registration) is null
    and (registration.order_cents = 0 or exists (
    select from public.event_registrations as buyer
    where buyer.order_id = registration.order_id and buyer.order_position = 1 and not private.is_settled(buyer)
  )) end
$$;
comment on function private.may_leave_order is
  'Whether a holder may cancel: the buyer the whole order before anybody entered, another person alone while the order '
  'is not paid.';

create function private.cancel_own_registration(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.held_registration(token));
begin
  if existing.id is null or not private.may_leave_order(existing)
    or exists (select from public.events where id = existing.event_id and starts_at <= now())
  then
    return private.gone();
  end if;
  return private.saved_or_gone(private.cancel_registration(existing.id) = 'cancelled');
end $$;
comment on function private.cancel_own_registration is
  'Cancels before the event and before anybody entered, for the holder of the mailed link and the account that '
  'registered.';

create function private.transfer_registration(token text, payload jsonb) returns jsonb
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
comment on function private.transfer_registration is
  'Gives a registration to another person, for the holder of the mailed link and the account that registered. Earlier '
  'links and badges end; both people get a mail.';

create function private.mail_manage_link(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  registration uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
begin
  if registration is null then
    return private.gone();
  end if;
  perform private.issue_registration_link(registration, 'manage');
  return private.saved();
end $$;
comment on function private.mail_manage_link is
  'Mails the link that transfers and cancels to the contact of the registration.';

create function private.edit_registration_answers(registration uuid, answers jsonb, reason text,
  expected_version timestamptz)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  note text := left(nullif(btrim(coalesce(reason, '')), ''), 300);
  form jsonb;
  changed jsonb;
  names text[];
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  elsif note is null then
    return private.refused('reason_missing');
  end if;
  select schema into form from public.form_template_versions where id = existing.form_version_id;
  if form is null then
    perform private.refuse('invalid', 'answers');
  end if;
  -- Answers that belong to no question of the version stay.
  changed := existing.answers - array(select question ->> 'name' from jsonb_array_elements(form) as question)
    || private.registration_answers(form, answers);
  names := array(
    select name from (select jsonb_object_keys(existing.answers) union select jsonb_object_keys(changed)) as keys (name)
    where existing.answers -> name is distinct from changed -> name order by name
  );
  if names = '{}' then
    return private.saved();
  end if;
  update public.event_registrations set answers = changed where id = existing.id returning * into existing;
  -- The history keeps 500 characters: the names are cut before the reason.
  perform private.note_registration(existing, 'answers:' || left(array_to_string(names, ','), 180) || ':' || note);
  return private.saved();
end $$;
comment on function private.edit_registration_answers is
  'Replaces the answers to the questions of the version that was answered; the history names the questions and the '
  'reason, not the answers.';

create function private.may_change(registration public.event_registrations, change text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when change = 'certificate' then registration.status = 'confirmed' and inside.people > 0
    when inside.people = 0 then true
    -- The team may correct data, add people, and cancel with a reason; the places of people who are inside stay taken.
    else change in ('edit', 'add_people', 'cancel')
  end
  from (select private.entered_people(registration.id) as people) as inside
$$;
comment on function private.may_change is
  'Whether a registration allows a change after people entered. Changes: edit, add_people, remove_people, cancel (by '
  'the team or a refund), cancel_own, edit_own, transfer, decline, free_declined, wait, reject, expire, certificate. '
  'The status and the dates are checked by the callers.';

create function private.price_after(registration public.event_registrations, people integer, stand uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(
    registration.price_cents + case when registration.order_position > 1 then registration.order_cents else 0 end
      + private.registration_price(type, people, price_after.stand)
      - private.registration_price(type, registration.places, registration.stand_id), 0)
      - case when registration.order_position > 1 then registration.order_cents else 0 end
  from public.event_registration_types as type where type.id = registration.type_id
$$;
comment on function private.price_after is
  'Price of a registration with another number of people or another stand: the agreed price and the difference of the '
  'present prices.';

create function private.is_settled(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status = 'confirmed' or exists (
    select from public.payments
    where subject_type = 'registration' and subject_id = registration.id and status in ('review', 'processing', 'paid')
      and difference is null
  )
$$;
comment on function private.is_settled is
  'Whether a registration is paid, free or being paid, so that a higher price is asked for as a difference.';

create function private.places_refusal(registration public.event_registrations, people integer) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when people < registration.places and not private.may_change(registration, 'remove_people')
      and people < private.entered_people(registration.id) then 'registration_entered'
    when private.holds_place(registration.status) and people > registration.places
      and people - registration.places > private.places_left(registration.type_id) then 'no_places'
  end
$$;
comment on function private.places_refusal is
  'Why a registration cannot have this number of people: registration_entered or no_places; null when it can. The '
  'kinds are locked by the caller.';

create function private.set_places(registration uuid, people integer, stand uuid, keeps_price boolean)
  returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  price integer := case when keeps_price then existing.price_cents else private.price_after(existing, people,
    stand) end;
  paid integer := existing.price_cents - existing.difference_cents;
  changed public.event_registrations;
begin
  if private.places_refusal(existing, people) is not null then
    perform private.refuse(private.places_refusal(existing, people));
  elsif private.holds_place(existing.status) and people > existing.places then
    perform private.hold_places(existing.type_id, people - existing.places);
  elsif private.holds_place(existing.status) and people < existing.places then
    perform private.release_places(existing.type_id, existing.places - people);
  end if;
  if private.is_settled(existing) then
    -- What was paid is not less because people do not come; a refund is decided in the financial panel.
    price := greatest(price, paid);
    update public.event_registrations set places = people, stand_id = stand, price_cents = price,
      difference_cents = price - paid
    where id = existing.id returning * into changed;
  elsif existing.order_position > 1 then
    -- The buyer pays for the whole order.
    update public.event_registrations set places = people, stand_id = stand,
      order_cents = greatest(order_cents + price - existing.price_cents, 0)
    where id = existing.id returning * into changed;
    perform private.change_order_price(existing.order_id, changed.order_cents - existing.order_cents);
  else
    update public.event_registrations set places = people, stand_id = stand, price_cents = price where id = existing.id
      returning * into changed;
  end if;
  if (changed.price_cents, changed.difference_cents) is distinct from (existing.price_cents,
    existing.difference_cents) then
    -- Open payments have the former amount.
    perform private.expire_registration_pages(existing.id);
    update public.payments set status = 'expired'
    where subject_type = 'registration' and subject_id = existing.id and method = 'pix' and status = 'pending';
    perform private.note_registration(changed, format('price:%s:%s', existing.price_cents, changed.price_cents));
    if changed.difference_cents > existing.difference_cents then
      perform private.mail_registration(changed, 'registration_difference', 'registration',
        jsonb_build_object('amount', changed.difference_cents / 100.0));
    elsif changed.status = 'awaiting_payment' and changed.price_cents = 0 then
      perform private.set_registration_status(changed.id, 'confirmed');
      select * into changed from public.event_registrations where id = existing.id;
    elsif changed.status in ('offered', 'awaiting_payment') then
      perform private.mail_registration_status(changed);
    end if;
  end if;
  return changed;
end $$;
comment on function private.set_places is
  'The only writer of places, stand and price of a stored registration. A paid one that gets dearer owes the '
  'difference; an unpaid one has the new price. keeps_price: the team does not ask for more. Raises no_places or '
  'registration_entered.';

create function private.edit_registration(registration uuid, changes jsonb, expected_version timestamptz,
  keeps_price boolean)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  changed public.event_registrations;
  people integer;
  names text[];
  refusal text;
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  end if;
  changed := jsonb_populate_record(existing, changes - array(
    select name from jsonb_object_keys(changes) as name where name <> all (array['full_name', 'email', 'phone', 'town',
      'club', 'company', 'companions'])
  ));
  changed.email := lower(changed.email);
  -- People whose names the gate did not write down keep their places.
  people := greatest(existing.places + cardinality(changed.companions) - cardinality(existing.companions),
    1 + cardinality(changed.companions));
  names := array(
    select before.key from jsonb_each(to_jsonb(existing)) as before
    join jsonb_each(to_jsonb(changed)) as after on after.key = before.key
    where after.value is distinct from before.value order by before.key
  );
  if names = '{}' then
    return private.saved();
  end if;
  if people <> existing.places then
    refusal := private.places_refusal(existing, people);
    if refusal is not null then
      return private.refused(refusal);
    end if;
    perform private.set_places(existing.id, people, existing.stand_id, keeps_price);
  end if;
  if existing.order_position = 1 and changed.email <> existing.email then
    update public.event_registrations set email = changed.email
    where order_id = existing.order_id and order_position > 1 and email = existing.email;
  end if;
  update public.event_registrations set
    has_name = existing.has_name or changed.full_name <> existing.full_name,
    full_name = changed.full_name, email = changed.email, phone = changed.phone, town = changed.town,
      club = changed.club,
    company = changed.company, companions = changed.companions
  where id = existing.id returning * into changed;
  -- Links that were mailed to the earlier address end.
  if changed.email <> existing.email then
    update public.registration_links set revoked_at = now() where registration_id = existing.id and revoked_at is null;
  end if;
  perform private.note_registration(changed, 'edited:' || array_to_string(names, ','));
  return private.saved();
end $$;
comment on function private.edit_registration is
  'Changes name, contact, town, club, company and companions, whose number changes places and price; the history '
  'names the columns, not their values. Refused with no_places or registration_entered.';

create function private.assign_stand(registration uuid, stand uuid, expected_version timestamptz, keeps_price boolean)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  wanted public.event_stands;
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  end if;
  if stand is not null then
    select event_stands.* into wanted from public.event_stands
    join public.event_registration_types as kind on kind.id = existing.type_id
    where event_stands.id = stand and event_stands.event_id = existing.event_id
      and (event_stands.kinds = '{}' or kind.kind = any (event_stands.kinds))
    for update of event_stands;
    if wanted.id is null then
      return private.refused('stand_missing');
    elsif wanted.registration_id <> existing.id then
      return private.refused('stand_taken');
    elsif existing.status = any (private.ended_registration_statuses()) then
      return private.refused('registration_decided');
    end if;
  end if;
  update public.event_stands set registration_id = null where registration_id = existing.id
    and id is distinct from stand;
  update public.event_stands set registration_id = existing.id where id = stand;
  perform private.set_places(existing.id, existing.places, stand,
    keeps_price or existing.status = any (private.ended_registration_statuses()));
  perform private.note_registration(existing, 'stand:' || coalesce(wanted.label, ''));
  return private.saved();
end $$;
comment on function private.assign_stand is
  'Gives a free stand of the event to a registration, or takes its stand away (null), with its price. '
  'Refused with stand_missing, stand_taken or registration_decided.';

create function private.changed_price(registration uuid, companions integer, stand uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  people integer;
  price integer;
  -- The buyer pays what the other people of an unpaid order cost.
  own integer;
begin
  select * into existing from public.event_registrations where id = changed_price.registration;
  perform private.require_event_right(existing.event_id, 'registrations');
  if existing.id is null then
    perform private.refuse('registration_missing');
  end if;
  people := case
    when companions is null then existing.places
    else greatest(existing.places + companions - cardinality(existing.companions), 1 + companions)
  end;
  price := private.price_after(existing, people, case when companions is null
    then changed_price.stand else existing.stand_id
    end);
  if private.is_settled(existing) then
    price := greatest(price, existing.price_cents - existing.difference_cents);
  end if;
  own := case when existing.order_position > 1 and not private.is_settled(existing) then existing.order_cents
    else 0 end;
  return jsonb_build_object('from', existing.price_cents + own, 'to', price + own,
    'is_settled', private.is_settled(existing));
end $$;
comment on function private.changed_price is
  'Price of a registration now and with this number of companions, or with another stand when companions is null.';

create function public.edit_own_registration(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.edit_own_registration(token, payload);
comment on function public.edit_own_registration is
  'Changes the data of a registration behind its link until the limit of its kind.';
grant execute on function public.edit_own_registration to anon, authenticated, service_role;

create function public.accept_offer(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.accept_offer(token);
comment on function public.accept_offer is
  'Accepts a free place offered from the waiting list; answers the status, null for an unknown token.';
grant execute on function public.accept_offer to anon, authenticated, service_role;

create function public.cancel_own_registration(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_own_registration(token);
comment on function public.cancel_own_registration is
  'Cancels a registration, for the holder of the link that was mailed to its contact and, with the link of its page, '
  'for the account that registered; gone for anybody else.';
grant execute on function public.cancel_own_registration to anon, authenticated, service_role;

create function public.transfer_registration(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.transfer_registration(token, payload);
comment on function public.transfer_registration is
  'Gives a registration to another person: {full_name, email, phone}. For the holder of the mailed link and, with the '
  'link of its page, for the account that registered.';
grant execute on function public.transfer_registration to anon, authenticated, service_role;

create function public.mail_manage_link(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.mail_manage_link(token);
comment on function public.mail_manage_link is
  'Mails the link that transfers and cancels to the registered contact. For the server alone, which limits the mails.';
grant execute on function public.mail_manage_link to service_role;

create function public.edit_registration_answers(registration uuid, answers jsonb, reason text,
  expected_version timestamptz default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.edit_registration_answers(registration, answers, reason, expected_version);
comment on function public.edit_registration_answers is
  'Event managers correct the answers of a registration, with a reason. Answers an outcome, refused '
  'with reason_missing; refuses an invalid field.';
grant execute on function public.edit_registration_answers to authenticated, service_role;

create function public.edit_registration(registration uuid, changes jsonb, expected_version timestamptz default null,
  keeps_price boolean default false) returns jsonb
language sql volatile security invoker set search_path = ''
return private.edit_registration(registration, changes, expected_version, keeps_price);
comment on function public.edit_registration is
  'Event managers correct a registration: full_name, email, phone, town, club, company, companions. More people cost '
  'the difference unless keeps_price. Answers an outcome, refused with no_places or registration_entered.';
grant execute on function public.edit_registration to authenticated, service_role;

create function public.assign_stand(registration uuid, stand uuid default null,
  expected_version timestamptz default null, keeps_price boolean default false) returns jsonb
language sql volatile security invoker set search_path = ''
return private.assign_stand(registration, stand, expected_version, keeps_price);
comment on function public.assign_stand is
  'Event managers give a free stand to a registration, or take its stand away. Answers an outcome, '
  'refused with stand_missing, stand_taken or registration_decided.';
grant execute on function public.assign_stand to authenticated, service_role;

create function public.changed_price(registration uuid, companions integer default null, stand uuid default null)
  returns jsonb
language sql stable security invoker set search_path = ''
return private.changed_price(registration, companions, stand);
comment on function public.changed_price is
  'Event managers read what a registration costs with another number of companions or another stand: {from, to, '
  'is_settled}.';
grant execute on function public.changed_price to authenticated, service_role;
