-- Decisions of the organiser, and registrations that the organiser adds.

create function private.approve_registration(registration uuid, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.buyer_of(registration));
begin
  if existing.id is null then
    perform private.refuse('registration_missing');
  elsif existing.status not in ('pending', 'waitlisted') then
    return existing.status;
  elsif not private.has_places(existing) then
    -- The people of an order come together: they wait for the organiser, not for single places.
    if private.is_of_several(existing) then
      return existing.status;
    end if;
    return private.set_registration_status(existing.id, 'waitlisted', note);
  end if;
  return private.set_registration_status(existing.id, case when existing.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end, note);
end $$;
comment on function private.approve_registration is
  'Approves a registration: confirmed when it is free, awaiting_payment when it costs something, waitlisted when no '
  'place is left; with the people of its order. Answers the status.';

create function private.managed_registration(registration uuid) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(
    (select event_id from public.event_registrations where id = registration), 'registrations');
  return private.lock_registration(registration);
end $$;
comment on function private.managed_registration is
  'Locks a registration for people who may decide it; refuses everybody else, null for event managers when there is none.';

create function private.note_registration(registration public.event_registrations, note text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.registration_events (registration_id, from_status, to_status, actor_id, note)
  values (registration.id, registration.status, registration.status, (select private.account_id()), left(note, 500))
$$;
comment on function private.note_registration is
  'Writes a line without a change of status into the history. Codes such as edited:phone are translated by the panel.';

create function private.decide_registration(registration uuid, decision text, reason text, expected_version timestamptz)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  end if;
  -- An order is decided as a whole; only a cancellation may be of one person.
  if decision <> 'cancel' then
    existing := private.lock_registration(private.buyer_of(existing.id));
  end if;
  case decision
    when 'approve' then
      if existing.status <> all (private.approvable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.has_places(existing) then
        return private.refused('no_places');
      elsif existing.price_cents > 0 and not private.event_payment_is_possible(existing.event_id) then
        return private.refused('payment_unavailable');
      end if;
      perform private.set_registration_status(existing.id, case when existing.price_cents > 0 then 'awaiting_payment'
        else 'confirmed' end, note);
    when 'wait' then
      if existing.status <> all (private.waitable_registration_statuses()) or private.is_of_several(existing) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'wait') then
        return private.refused('registration_entered');
      end if;
      perform private.set_registration_status(existing.id, 'waitlisted', note);
    when 'promote' then
      if existing.status <> 'waitlisted' then
        return private.refused('registration_decided');
      elsif not private.has_places(existing) then
        return private.refused('no_places');
      elsif existing.price_cents > 0 and not private.event_payment_is_possible(existing.event_id) then
        return private.refused('payment_unavailable');
      end if;
      perform private.set_registration_status(existing.id, 'offered', note);
    when 'reject' then
      if note is null then
        return private.refused('reason_missing');
      elsif existing.status <> all (private.refusable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'reject') then
        return private.refused('registration_entered');
      end if;
      perform private.set_registration_status(existing.id, 'rejected', note);
    when 'cancel' then
      if note is null then
        return private.refused('reason_missing');
      elsif existing.status <> all (private.active_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'cancel') then
        return private.refused('registration_entered');
      elsif private.is_payment_checked(existing) then
        return private.refused('payment_checking');
      end if;
      return private.saved(jsonb_build_object('status', private.cancel_registration(existing.id, note)));
    else
      perform private.refuse('invalid', 'decision');
  end case;
  if existing.status = 'offered' then
    perform private.promote_waiting(existing.type_id);
  end if;
  return private.saved(jsonb_build_object('status',
    (select status from public.event_registrations where id = existing.id)));
end $$;
comment on function private.decide_registration is
  'approve, wait, promote, reject or cancel. Answers an outcome with the new status, refused with no_places, '
  'payment_unavailable, reason_missing, registration_decided, registration_entered or payment_checking.';

create function private.decide_registrations(registrations uuid[], decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  answer jsonb;
  key text;
  counts jsonb := '{}';
begin
  if exists (
    select from public.event_registrations as known where known.id = any (registrations)
      and not private.may_in_event(known.event_id, 'registrations')
  ) or not (private.manages_registrations() or private.works_for_events()) then
    raise exception 'only people who decide these registrations' using errcode = '42501';
  elsif cardinality(registrations) > 200 then
    perform private.refuse('invalid', 'registrations');
  end if;
  -- Locks of kinds are taken in the order of their ids, and people are served in the order of their registrations.
  for one in
    select id from public.event_registrations where id = any (registrations) order by type_id,
      coalesce(waiting_since, created_at), id
  loop
    begin
      answer := private.decide_registration(one.id, decision, reason, null);
      key := case answer ->> 'outcome' when 'saved' then 'decided' when 'refused' then answer ->> 'reason'
        else 'failed' end;
    exception when raise_exception then
      key := 'failed';
    end;
    counts := counts || jsonb_build_object(key, coalesce((counts ->> key)::integer, 0) + 1);
  end loop;
  return counts;
end $$;
comment on function private.decide_registrations is
  'Decides up to 200 registrations; one that is refused does not stop the others. Answers the number of each outcome.';

create function private.resend_registration(registration uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  kind text := case when existing.status = 'confirmed' then 'badge' else 'registration' end;
begin
  if existing.id is null then
    return private.gone();
  end if;
  perform private.issue_registration_link(existing.id, kind);
  perform private.note_registration(existing, 'resent:' || kind);
  return private.saved();
end $$;
comment on function private.resend_registration is
  'Mails the badge link of a confirmed registration, or the link of its page.';

create function private.add_registration(payload jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  people text[] := array(select left(btrim(name), 120) from jsonb_array_elements_text(coalesce(payload -> 'companions',
    '[]')) as name where btrim(name) <> '');
  added public.event_registrations;
begin
  perform private.require_event_right(
    (select event_id from public.event_registration_types where id = (payload ->> 'type_id')::uuid), 'registrations');
  kind := private.lock_kinds((payload ->> 'type_id')::uuid);
  if kind.id is null then
    perform private.refuse('registration_missing');
  end if;
  insert into public.event_registrations (
    code, event_id, type_id, full_name, email, phone, town, club, company, companions, places, price_cents, status,
      source, locale, request_id
  ) values (
    private.new_registration_code(), kind.event_id, kind.id, btrim(payload ->> 'full_name'),
      lower(btrim(payload ->> 'email')), nullif(payload ->> 'phone', ''),
    nullif(payload ->> 'town', ''), nullif(payload ->> 'club', ''), nullif(payload ->> 'company', ''), people,
      1 + cardinality(people),
    case when (payload ->> 'is_free')::boolean then 0 else private.registration_price(kind, 1 + cardinality(people),
      null) end, 'pending', 'panel',
    coalesce(payload ->> 'locale', 'pt-BR'), (payload ->> 'request_id')::uuid
  ) on conflict (request_id) do nothing returning * into added;
  if added.id is null then
    return (select id from public.event_registrations where request_id = (payload ->> 'request_id')::uuid);
  end if;
  insert into public.registration_vehicles (registration_id, position, make, model, year, plate)
  select added.id, place, vehicle ->> 'make', vehicle ->> 'model', (vehicle ->> 'year')::integer,
    nullif(vehicle ->> 'plate', '')
  from jsonb_array_elements(coalesce(payload -> 'vehicles', '[]')) with ordinality as given (vehicle, place)
    where place <= kind.max_vehicles;
  if not private.has_places(added) then
    perform private.refuse('no_places');
  end if;
  if added.price_cents > 0 and not private.event_payment_is_possible(added.event_id) then
    perform private.refuse('payment_unavailable');
  end if;
  perform private.set_registration_status(added.id, case when added.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end);
  return added.id;
end $$;
comment on function private.add_registration is
  'Adds a registration by hand, confirmed or waiting for its payment; the same request_id adds nothing. Raises '
  'no_places or payment_unavailable.';

create function private.counted_payment(registration public.event_registrations) returns table (
  method text, status text, paid_at timestamptz, amount_cents integer, refunded_cents integer
)
language sql stable security definer set search_path = '' as $$
  select made.method, made.status, made.paid_at, made.amount_cents, made.refunded_cents
  from (
    select payments.method, payments.status, payments.paid_at, payments.amount_cents, payments.refunded_cents,
      payments.id = registration.payment_id as counts, payments.created_at
    from public.payments where payments.subject_type = 'registration' and payments.subject_id = registration.id
    union all
    select sale.method, 'paid', sale.created_at, sale.amount_cents, 0, true, sale.created_at
    from public.gate_sales as sale where sale.registration_id = registration.id and sale.undone_at is null
  ) as made
  order by made.counts desc nulls last, made.paid_at desc nulls last, made.created_at desc limit 1
$$;
comment on function private.counted_payment is
  'The payment of a registration that counts, also one taken at the gate, else the newest attempt; no row without any.';

create function private.registration_facts(event uuid, registrations uuid[]) returns table (
  id uuid, payment_method text, payment_status text, paid_at timestamptz, paid_cents integer, refunded_cents integer,
    entered_at timestamptz, people_inside integer, payment_state text
)
language sql stable security definer set search_path = '' as $$
  with people as (select counted.* from private.list_people(registration_facts.event) as counted)
  select registration.id, payment.method, payment.status, payment.paid_at,
    case when payment.paid_at is not null then payment.amount_cents end, payment.refunded_cents, entry.first_at,
    case when entry.first_at is not null then entry.inside end, paid.state
  from public.event_registrations as registration
  left join lateral private.counted_payment(registration) as payment on true
  left join private.payment_states(registration_facts.event, registration_facts.registrations) as paid
    on paid.registration_id = registration.id
  left join lateral (
    select min(reading.scanned_at) as first_at,
      (select max(people.inside) from people join public.event_checkin_lists as counted on counted.id = people.list_id
        where people.registration_id = registration.id and counted.purpose = 'entry') as inside
    from public.event_checkins as reading join public.event_checkin_lists as list on list.id = reading.list_id
    where reading.registration_id = registration.id and reading.result = 'ok' and reading.kind = 'entry'
      and reading.undone_at is null and list.purpose = 'entry'
  ) as entry on true
  where registration.event_id = registration_facts.event and registration.id = any (registrations)
    and (select private.may_in_event(registration_facts.event, 'registrations'))
$$;

create function public.decide_registration(registration uuid, decision text, reason text default null,
  expected_version timestamptz default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_registration(registration, decision, reason, expected_version);
comment on function public.decide_registration is
  'Event managers decide one registration: approve, wait, promote, reject or cancel. Answers an outcome with the '
  'new status.';
grant execute on function public.decide_registration to authenticated, service_role;

create function public.decide_registrations(registrations uuid[], decision text, reason text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_registrations(registrations, decision, reason);
comment on function public.decide_registrations is
  'Event managers decide up to 200 registrations. Answers the number of each outcome: decided, no_places, '
  'payment_unavailable, registration_decided, registration_entered.';
grant execute on function public.decide_registrations to authenticated, service_role;

create function public.resend_registration(registration uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.resend_registration(registration);
comment on function public.resend_registration is
  'Event managers mail the badge link of a confirmed registration again, or the link of its page.';
grant execute on function public.resend_registration to authenticated, service_role;

create function public.add_registration(payload jsonb) returns uuid
language sql volatile security invoker set search_path = ''
return private.add_registration(payload);
comment on function public.add_registration is
  'Event managers register somebody by hand: type_id, full_name, email, phone, town, club, company, companions, '
  'vehicles, is_free, locale, request_id. Answers the id.';
grant execute on function public.add_registration to authenticated, service_role;

create function public.registration_totals(event uuid) returns table (type_id uuid, status text, attending text,
  registrations bigint, places bigint)
language sql stable security invoker set search_path = '' as $$
  select registration.type_id, registration.status, registration.attending, count(*), sum(registration.places)
  from public.event_registrations as registration where registration.event_id = registration_totals.event
  group by 1, 2, 3
$$;
comment on function public.registration_totals is
  'Number of registrations and places of an event by kind, status and answer, as the caller may read them.';
grant execute on function public.registration_totals to authenticated, service_role;

create function public.registration_facts(event uuid, registrations uuid[]) returns table (
  id uuid, payment_method text, payment_status text, paid_at timestamptz, paid_cents integer, refunded_cents integer,
    entered_at timestamptz, people_inside integer, payment_state text
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.registration_facts(event, registrations);
end;
comment on function public.registration_facts is
  'Payment (the one that counts, else the newest attempt) with its state in the list, first entry and people inside of '
  'registrations of an event, for event managers.';
grant execute on function public.registration_facts to authenticated, service_role;
