-- Who has entered is inside: one rule decides which changes a registration still allows.

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
comment on function private.may_change(public.event_registrations, text) is
  'Whether a registration allows a change after people entered. Changes: edit, add_people, remove_people, cancel (by the team or a refund), cancel_own, edit_own, transfer, decline, free_declined, wait, reject, expire, certificate. The status and the dates are checked by the callers.';

create or replace function private.is_editable(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status in ('pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed')
    and now() < least(coalesce(kind.edit_until, kind.closes_at, event.starts_at), event.starts_at)
    and private.may_change(registration, 'edit_own')
  from public.event_registration_types as kind join public.events as event on event.id = kind.event_id where kind.id = registration.type_id
$$;
comment on function private.is_editable(public.event_registrations) is
  'Whether the person may still change the data of a registration or give it to somebody else.';

create or replace function private.cancel_own_registration(token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'manage')).registration_id);
begin
  if known.id is null or not private.may_change(known, 'cancel_own')
    or exists (select from public.events where id = known.event_id and starts_at <= now())
  then
    return null;
  end if;
  return private.cancel_registration(known.id);
end $$;
comment on function private.cancel_own_registration(text) is
  'Cancels before the event and before anybody entered, only through a link that was mailed to the contact.';

create or replace function private.cancel_registration(registration uuid, reason text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  inside integer;
begin
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status in ('cancelled', 'rejected') then
    return known.status;
  end if;
  perform private.set_registration_status(known.id, 'cancelled', reason);
  if private.holds_place(known.status) then
    -- The place of a person who is inside stays taken; private.undo_checkin returns it.
    inside := least(private.entered_people(known.id), known.places);
    if inside > 0 then
      update public.event_registration_types set taken = taken + inside where id = known.type_id;
    end if;
    perform private.promote_waiting(known.type_id);
  end if;
  return 'cancelled';
end $$;
comment on function private.cancel_registration(uuid, text) is
  'Cancels a registration, marks its money for a refund and offers its places to the people who wait, except the places of people who are inside.';
comment on column public.event_registration_types.taken is
  'Places of registrations that hold one: offered, awaiting_payment and confirmed; and of people inside whose registration was cancelled. Written by functions only.';

create or replace function private.transfer_registration(token text, payload jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'manage')).registration_id);
  moved public.event_registrations;
begin
  perform private.check_payload(payload);
  if known.id is null or not private.is_editable(known) or not private.may_change(known, 'transfer') then
    return false;
  end if;
  perform private.mail_registration(known, 'registration_left', 'registration', jsonb_build_object('link_kind', null, 'link_subject', null));
  update public.event_registrations set
    full_name = private.text_field(payload, 'full_name', 120, true), email = lower(private.email_field(payload, 'email', true)), phone = private.phone_field(payload, 'phone', true),
    user_id = null, document = null, badge_version = badge_version + 1
  where id = known.id returning * into moved;
  -- Links and badges of the earlier person end.
  update public.registration_links set revoked_at = now() where registration_id = known.id and revoked_at is null;
  perform private.mail_registration(moved, 'registration_transferred', case when moved.status = 'confirmed' then 'badge' else 'registration' end);
  return true;
end $$;

create or replace function private.answer_attendance(token text, is_coming boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'attendance')).registration_id);
  answer text := case when is_coming then 'yes' else 'no' end;
begin
  if known.id is null or is_coming is null then
    return 'missing';
  elsif known.status <> 'confirmed' or not is_coming and not private.may_change(known, 'decline') or not exists (
    select from public.events where id = known.event_id and starts_at > now() and status <> 'cancelled'
  ) then
    return 'closed';
  elsif known.attending <> answer then
    update public.event_registrations set attending = answer where id = known.id;
    perform private.note_registration(known, 'attending:' || answer);
  end if;
  return 'answered';
end $$;
comment on function private.answer_attendance(text, boolean) is
  'Stores the answer of an attendance link until the event begins: answered, closed or missing; no "no" after an entry. A no does not cancel; managers free the places.';

create or replace function private.free_declined_places(event uuid, reason text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  known public.event_registrations;
  freed integer := 0;
begin
  perform private.require_registration_manager();
  for one in
    select registration.id from public.event_registrations as registration
    where registration.event_id = free_declined_places.event and registration.status = 'confirmed' and registration.attending = 'no'
      and private.may_change(registration, 'free_declined')
    order by registration.type_id, registration.id limit 200
  loop
    -- Under the lock no entry is stored meanwhile.
    known := private.lock_registration(one.id);
    continue when known.status <> 'confirmed' or not private.may_change(known, 'free_declined');
    perform private.cancel_registration(one.id, nullif(btrim(coalesce(reason, '')), ''));
    freed := freed + 1;
  end loop;
  return freed;
end $$;
comment on function private.free_declined_places(uuid, text) is
  'Cancels up to 200 confirmed registrations whose people said that they do not come and did not enter; their places go to the waiting list.';

create or replace function private.decide_registration(registration uuid, decision text, reason text, seen timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  case decision
    when 'approve' then
      if known.status not in ('pending', 'waitlisted', 'rejected', 'expired') then
        raise exception 'registration_decided';
      elsif not private.has_places(known) then
        raise exception 'no_places';
      elsif known.price_cents > 0 and not private.event_payment_is_possible() then
        raise exception 'payment_unavailable';
      end if;
      perform private.set_registration_status(known.id, case when known.price_cents > 0 then 'awaiting_payment' else 'confirmed' end, note);
    when 'wait' then
      if known.status not in ('pending', 'offered', 'rejected', 'expired') then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'wait') then
        raise exception 'registration_entered';
      end if;
      perform private.set_registration_status(known.id, 'waitlisted', note);
    when 'promote' then
      if known.status <> 'waitlisted' then
        raise exception 'registration_decided';
      elsif not private.has_places(known) then
        raise exception 'no_places';
      elsif known.price_cents > 0 and not private.event_payment_is_possible() then
        raise exception 'payment_unavailable';
      end if;
      perform private.set_registration_status(known.id, 'offered', note);
    when 'reject' then
      if note is null then
        raise exception 'reason_missing';
      elsif known.status not in ('pending', 'waitlisted', 'offered') then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'reject') then
        raise exception 'registration_entered';
      end if;
      perform private.set_registration_status(known.id, 'rejected', note);
    when 'cancel' then
      if note is null then
        raise exception 'reason_missing';
      elsif known.status not in ('offered', 'awaiting_payment', 'confirmed', 'waitlisted', 'pending') then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'cancel') then
        raise exception 'registration_entered';
      end if;
      return private.cancel_registration(known.id, note);
    else
      perform private.refuse_request('decision');
  end case;
  if known.status = 'offered' then
    perform private.promote_waiting(known.type_id);
  end if;
  return (select status from public.event_registrations where id = known.id);
end $$;
comment on function private.decide_registration(uuid, text, text, timestamptz) is
  'approve, wait, promote, reject or cancel. Raises no_places, payment_unavailable, reason_missing, registration_decided, registration_entered or registration_changed. Answers the new status.';

create or replace function private.add_registration(payload jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  people text[] := array(select left(btrim(name), 120) from jsonb_array_elements_text(coalesce(payload -> 'companions', '[]')) as name where btrim(name) <> '');
  added public.event_registrations;
begin
  perform private.require_registration_manager();
  kind := private.lock_kinds((payload ->> 'type_id')::uuid);
  if kind.id is null then
    raise exception 'registration_missing';
  end if;
  insert into public.event_registrations (
    code, event_id, type_id, full_name, email, phone, town, club, company, companions, places, price_cents, status, source, locale, request_id
  ) values (
    private.new_registration_code(), kind.event_id, kind.id, btrim(payload ->> 'full_name'), lower(btrim(payload ->> 'email')), nullif(payload ->> 'phone', ''),
    nullif(payload ->> 'town', ''), nullif(payload ->> 'club', ''), nullif(payload ->> 'company', ''), people, 1 + cardinality(people),
    case when (payload ->> 'is_free')::boolean then 0 else private.registration_price(kind, 1 + cardinality(people), null) end, 'pending', 'panel',
    coalesce(payload ->> 'locale', 'pt-BR'), (payload ->> 'request_id')::uuid
  ) on conflict (request_id) do nothing returning * into added;
  if added.id is null then
    return (select id from public.event_registrations where request_id = (payload ->> 'request_id')::uuid);
  end if;
  insert into public.registration_vehicles (registration_id, position, make, model, year, plate)
  select added.id, place, vehicle ->> 'make', vehicle ->> 'model', (vehicle ->> 'year')::integer, nullif(vehicle ->> 'plate', '')
  from jsonb_array_elements(coalesce(payload -> 'vehicles', '[]')) with ordinality as given (vehicle, place) where place <= kind.max_vehicles;
  if not private.has_places(added) then
    raise exception 'no_places';
  end if;
  if added.price_cents > 0 and not private.event_payment_is_possible() then
    raise exception 'payment_unavailable';
  end if;
  perform private.set_registration_status(added.id, case when added.price_cents > 0 then 'awaiting_payment' else 'confirmed' end);
  return added.id;
end $$;
comment on function private.add_registration(jsonb) is
  'Adds a registration by hand, confirmed or waiting for its payment; the same request_id adds nothing. Raises no_places or payment_unavailable.';

create or replace function private.decide_registrations(registrations uuid[], decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  outcome text;
  counts jsonb := '{}';
begin
  perform private.require_registration_manager();
  if cardinality(registrations) > 200 then
    perform private.refuse_request('registrations');
  end if;
  -- Locks of kinds are taken in the order of their ids, and people are served in the order of their registrations.
  for one in
    select id from public.event_registrations where id = any (registrations) order by type_id, coalesce(waiting_since, created_at), id
  loop
    begin
      perform private.decide_registration(one.id, decision, reason, null);
      outcome := 'decided';
    exception when raise_exception then
      outcome := case
        when sqlerrm in ('no_places', 'payment_unavailable', 'registration_decided', 'registration_entered', 'reason_missing') then sqlerrm
        else 'failed'
      end;
    end;
    counts := counts || jsonb_build_object(outcome, coalesce((counts ->> outcome)::integer, 0) + 1);
  end loop;
  return counts;
end $$;
comment on function public.decide_registrations(uuid[], text, text) is
  'Event managers decide up to 200 registrations. Answers the number of each outcome: decided, no_places, payment_unavailable, registration_decided, registration_entered.';

create or replace function private.has_places(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.holds_place(registration.status) or coalesce(registration.places <= private.places_left(registration.type_id), true)
$$;
comment on function private.has_places(public.event_registrations) is 'Whether the kind and the event of a registration have the places it needs.';

-- An operator may admit people who have not paid; their hold does not end while they are inside.
create or replace function private.expire_registration_holds() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind record;
  due record;
  known public.event_registrations;
  expired integer := 0;
begin
  -- Every caller that locks kinds of several events takes the events in the order of their ids.
  for kind in
    select type_id as id, event_id from public.event_registrations where status in ('offered', 'awaiting_payment') and held_until <= now()
    union
    select waiting.type_id, waiting.event_id from public.event_registrations as waiting
    where waiting.status = 'waitlisted' and private.places_left(waiting.type_id) is distinct from 0
    order by event_id, id
  loop
    for due in
      select id from public.event_registrations
      where type_id = kind.id and status in ('offered', 'awaiting_payment') and held_until <= now() order by held_until, id limit 500
    loop
      known := private.lock_registration(due.id);
      -- Read again under the lock: a payment or a receipt may have arrived. A card payment that the bank processes ends by itself.
      continue when known.status not in ('offered', 'awaiting_payment') or known.held_until > now() or exists (
        select from public.payments where subject_type = 'registration' and subject_id = known.id and status = 'processing'
      ) or not private.may_change(known, 'expire');
      perform private.set_registration_status(known.id, 'expired');
      expired := expired + 1;
    end loop;
    perform private.promote_waiting(kind.id);
  end loop;
  -- The rows of the last hour are kept, because the mails of an address are counted in them.
  delete from public.event_registrations where id in (
    select id from public.event_registrations where status = 'unconfirmed' and held_until <= now() - interval '30 minutes'
    order by held_until limit 5000 for update skip locked
  );
  return expired;
end $$;
comment on function private.expire_registration_holds() is
  'Ends holds and offers whose time is over, offers the free places to the people who wait and deletes forms whose address was not confirmed; answers how many holds ended. Safe to repeat and to run at the same time.';

-- Certificates.

create or replace function private.earned_certificate(registration uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.may_change(person, 'certificate') from public.event_registrations as person where person.id = earned_certificate.registration
  ), false)
$$;
comment on function private.earned_certificate(uuid) is 'Whether a registration may get a certificate: confirmed, and somebody entered.';

create or replace function private.certificate_people(event uuid, template uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', person.id, 'name', person.full_name, 'entered_at', private.entered_at(person.id),
    'has_certificate', exists (
      select from public.certificates as issued
      where issued.registration_id = person.id and issued.template_id = template and issued.revoked_at is null
    )
  ) order by private.fold(person.full_name), person.id), '[]')
  from public.event_registrations as person
  where person.event_id = event and private.manages_certificates() and private.earned_certificate(person.id)
$$;
comment on function private.certificate_people(uuid, uuid) is
  'People of confirmed registrations who entered an event, for certificate managers; empty for other callers.';

create or replace function private.send_certificates(certificates uuid[], by_mail boolean) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  told integer := 0;
begin
  if not private.manages_certificates() then
    raise exception 'only certificate managers send certificates' using errcode = '42501';
  end if;
  for one in
    select certificate.id, certificate.code, certificate.full_name, certificate.facts ->> 'event' as title, registration.email, registration.locale
    from public.certificates as certificate join public.event_registrations as registration on registration.id = certificate.registration_id
    where certificate.id = any (certificates) and certificate.revoked_at is null and private.earned_certificate(registration.id)
    order by certificate.id limit 5000
  loop
    begin
      if by_mail then
        perform private.enqueue_mail(one.email, 'certificate_issued', jsonb_build_object('name', one.full_name, 'event', one.title, 'path', '/eventos/certificado/' || one.code), one.locale);
      end if;
      update public.certificates set sent_at = now() where id = one.id;
      told := told + 1;
    exception when invalid_parameter_value then
      -- An address that cannot receive mail does not keep the others from theirs.
      null;
    end;
  end loop;
  return told;
end $$;
comment on function private.send_certificates(uuid[], boolean) is
  'Mails certificates of registrations that still earn one, or notes that their links were sent by hand; returns how many.';
