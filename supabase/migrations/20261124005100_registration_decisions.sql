-- What event managers do with registrations: decide, edit, assign a stand, check a document, add one by hand.
-- Locks are taken in the order of the registration functions: kind of registration, registration, stand.

create index event_registrations_newest_idx on public.event_registrations (event_id, created_at desc, id desc);
create index event_registrations_type_newest_idx on public.event_registrations (type_id, created_at desc, id desc);
create index event_registrations_search_name_idx on public.event_registrations using gin (search_name extensions.gin_trgm_ops);

create function private.require_registration_manager() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.manages_registrations() then
    raise exception 'only event managers' using errcode = '42501';
  end if;
end $$;
comment on function private.require_registration_manager() is 'Refuses callers who may not decide registrations.';

create function private.registration_at(registration uuid, seen timestamptz) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registrations;
begin
  perform private.require_registration_manager();
  found := private.lock_registration(registration);
  if found.id is null then
    raise exception 'registration_missing';
  elsif seen is not null and found.updated_at <> seen then
    raise exception 'registration_changed';
  end if;
  return found;
end $$;
comment on function private.registration_at(uuid, timestamptz) is
  'Locks a registration for an event manager. Raises registration_changed when it changed after the time the caller saw.';

create function private.note_registration(registration public.event_registrations, note text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.registration_events (registration_id, from_status, to_status, actor_id, note)
  values (registration.id, registration.status, registration.status, (select private.account_id()), left(note, 500))
$$;
comment on function private.note_registration(public.event_registrations, text) is
  'Writes a line without a change of status into the history. Codes such as edited:phone are translated by the panel.';

create function private.has_places(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.holds_place(registration.status) or kind.capacity is null or kind.taken + registration.places <= kind.capacity
  from public.event_registration_types as kind where kind.id = registration.type_id
$$;
comment on function private.has_places(public.event_registrations) is 'Whether the kind of a registration has the places it needs.';

create function private.decide_registration(registration uuid, decision text, reason text, seen timestamptz) returns text
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
      end if;
      perform private.set_registration_status(known.id, case when known.price_cents > 0 then 'awaiting_payment' else 'confirmed' end, note);
    when 'wait' then
      if known.status not in ('pending', 'offered', 'rejected', 'expired') then
        raise exception 'registration_decided';
      end if;
      perform private.set_registration_status(known.id, 'waitlisted', note);
    when 'promote' then
      if known.status <> 'waitlisted' then
        raise exception 'registration_decided';
      elsif not private.has_places(known) then
        raise exception 'no_places';
      end if;
      perform private.set_registration_status(known.id, 'offered', note);
    when 'reject' then
      if note is null then
        raise exception 'reason_missing';
      elsif known.status not in ('pending', 'waitlisted', 'offered') then
        raise exception 'registration_decided';
      end if;
      perform private.set_registration_status(known.id, 'rejected', note);
    when 'cancel' then
      if note is null then
        raise exception 'reason_missing';
      elsif known.status not in ('offered', 'awaiting_payment', 'confirmed', 'waitlisted', 'pending') then
        raise exception 'registration_decided';
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
  'approve, wait, promote, reject or cancel. Raises no_places, reason_missing, registration_decided or registration_changed. Answers the new status.';

create function public.decide_registration(registration uuid, decision text, reason text default null, seen timestamptz default null) returns text
language sql volatile security invoker set search_path = ''
return private.decide_registration(registration, decision, reason, seen);
comment on function public.decide_registration(uuid, text, text, timestamptz) is
  'Event managers decide one registration: approve, wait, promote, reject or cancel. Answers the new status.';
revoke execute on function public.decide_registration(uuid, text, text, timestamptz) from public, anon;
grant execute on function public.decide_registration(uuid, text, text, timestamptz) to authenticated, service_role;

create function private.decide_registrations(registrations uuid[], decision text, reason text) returns jsonb
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
      outcome := case when sqlerrm in ('no_places', 'registration_decided', 'reason_missing') then sqlerrm else 'failed' end;
    end;
    counts := counts || jsonb_build_object(outcome, coalesce((counts ->> outcome)::integer, 0) + 1);
  end loop;
  return counts;
end $$;
comment on function private.decide_registrations(uuid[], text, text) is
  'Decides up to 200 registrations; one that is refused does not stop the others. Answers the number of each outcome.';

create function public.decide_registrations(registrations uuid[], decision text, reason text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_registrations(registrations, decision, reason);
comment on function public.decide_registrations(uuid[], text, text) is
  'Event managers decide up to 200 registrations. Answers the number of each outcome: decided, no_places, registration_decided.';
revoke execute on function public.decide_registrations(uuid[], text, text) from public, anon;
grant execute on function public.decide_registrations(uuid[], text, text) to authenticated, service_role;

create function private.edit_registration(registration uuid, changes jsonb, seen timestamptz) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  changed public.event_registrations;
  names text[];
begin
  changed := jsonb_populate_record(known, changes - array(
    select name from jsonb_object_keys(changes) as name where name <> all (array['full_name', 'email', 'phone', 'town', 'club', 'company', 'companions'])
  ));
  changed.places := 1 + cardinality(changed.companions);
  names := array(
    select before.key from jsonb_each(to_jsonb(known)) as before
    join jsonb_each(to_jsonb(changed)) as after on after.key = before.key
    where after.value is distinct from before.value and before.key <> 'places' order by before.key
  );
  if names = '{}' then
    return known.updated_at;
  end if;
  if private.holds_place(known.status) and changed.places > known.places
    and not private.hold_places(known.type_id, changed.places - known.places) then
    raise exception 'no_places';
  elsif private.holds_place(known.status) and changed.places < known.places then
    perform private.release_places(known.type_id, known.places - changed.places);
  end if;
  update public.event_registrations set
    full_name = changed.full_name, email = changed.email, phone = changed.phone, town = changed.town, club = changed.club,
    company = changed.company, companions = changed.companions, places = changed.places
  where id = known.id returning * into changed;
  -- Links that were mailed to the earlier address end.
  if changed.email <> known.email then
    update public.registration_links set revoked_at = now() where registration_id = known.id and revoked_at is null;
  end if;
  perform private.note_registration(changed, 'edited:' || array_to_string(names, ','));
  return changed.updated_at;
end $$;
comment on function private.edit_registration(uuid, jsonb, timestamptz) is
  'Changes name, contact, town, club, company and companions; the history names the columns, not their values. Raises no_places.';

create function public.edit_registration(registration uuid, changes jsonb, seen timestamptz default null) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.edit_registration(registration, changes, seen);
comment on function public.edit_registration(uuid, jsonb, timestamptz) is
  'Event managers correct a registration: full_name, email, phone, town, club, company, companions. Answers its updated_at.';
revoke execute on function public.edit_registration(uuid, jsonb, timestamptz) from public, anon;
grant execute on function public.edit_registration(uuid, jsonb, timestamptz) to authenticated, service_role;

create function private.assign_stand(registration uuid, stand uuid, seen timestamptz) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  wanted public.event_stands;
  changed_at timestamptz;
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
  update public.event_registrations set stand_id = stand where id = known.id returning updated_at into changed_at;
  perform private.note_registration(known, 'stand:' || coalesce(wanted.label, ''));
  return changed_at;
end $$;
comment on function private.assign_stand(uuid, uuid, timestamptz) is
  'Gives a free stand of the event to a registration, or takes its stand away (null). Raises stand_missing or stand_taken.';

create function public.assign_stand(registration uuid, stand uuid default null, seen timestamptz default null) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.assign_stand(registration, stand, seen);
comment on function public.assign_stand(uuid, uuid, timestamptz) is
  'Event managers give a free stand to a registration, or take its stand away. Answers its updated_at.';
revoke execute on function public.assign_stand(uuid, uuid, timestamptz) from public, anon;
grant execute on function public.assign_stand(uuid, uuid, timestamptz) to authenticated, service_role;

create function private.check_document(document uuid, decision text, reason text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.registration_documents;
  known public.event_registrations;
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  perform private.require_registration_manager();
  if decision not in ('ok', 'refused') then
    perform private.refuse_request('decision');
  elsif decision = 'refused' and note is null then
    raise exception 'reason_missing';
  end if;
  select * into found from public.registration_documents where id = document for update;
  select * into known from public.event_registrations where id = found.registration_id;
  if known.id is null then
    raise exception 'registration_missing';
  end if;
  update public.registration_documents set status = decision, reason = case when decision = 'refused' then left(note, 500) end where id = found.id;
  perform private.note_registration(known, 'document_' || decision || ':' || found.kind);
  if decision = 'refused' and found.status <> 'refused' then
    perform private.mail_registration(known, 'registration_document_refused', 'registration', jsonb_build_object('note', note));
  end if;
  return decision;
end $$;
comment on function private.check_document(uuid, text, text) is
  'Accepts a document, or refuses it with a reason that is mailed to the person.';

create function public.check_document(document uuid, decision text, reason text default null) returns text
language sql volatile security invoker set search_path = ''
return private.check_document(document, decision, reason);
comment on function public.check_document(uuid, text, text) is 'Event managers check a document of a registration: ok, or refused with a reason.';
revoke execute on function public.check_document(uuid, text, text) from public, anon;
grant execute on function public.check_document(uuid, text, text) to authenticated, service_role;

create function private.resend_registration(registration uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, null);
  kind text := case when known.status = 'confirmed' then 'badge' else 'registration' end;
begin
  perform private.issue_registration_link(known.id, kind);
  perform private.note_registration(known, 'resent:' || kind);
  return kind;
end $$;
comment on function private.resend_registration(uuid) is 'Mails the badge link of a confirmed registration, or the link of its page.';

create function public.resend_registration(registration uuid) returns text
language sql volatile security invoker set search_path = ''
return private.resend_registration(registration);
comment on function public.resend_registration(uuid) is 'Event managers mail the badge link of a confirmed registration again, or the link of its page.';
revoke execute on function public.resend_registration(uuid) from public, anon;
grant execute on function public.resend_registration(uuid) to authenticated, service_role;

create function private.add_registration(payload jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  people text[] := array(select left(btrim(name), 120) from jsonb_array_elements_text(coalesce(payload -> 'companions', '[]')) as name where btrim(name) <> '');
  added public.event_registrations;
begin
  perform private.require_registration_manager();
  select * into kind from public.event_registration_types where id = (payload ->> 'type_id')::uuid for update;
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
  perform private.set_registration_status(added.id, case when added.price_cents > 0 then 'awaiting_payment' else 'confirmed' end);
  return added.id;
end $$;
comment on function private.add_registration(jsonb) is
  'Adds a registration by hand, confirmed or waiting for its payment; the same request_id adds nothing. Raises no_places.';

create function public.add_registration(payload jsonb) returns uuid
language sql volatile security invoker set search_path = ''
return private.add_registration(payload);
comment on function public.add_registration(jsonb) is
  'Event managers register somebody by hand: type_id, full_name, email, phone, town, club, company, companions, vehicles, is_free, locale, request_id. Answers the id.';
revoke execute on function public.add_registration(jsonb) from public, anon;
grant execute on function public.add_registration(jsonb) to authenticated, service_role;

create function public.registration_totals(event uuid) returns table (type_id uuid, status text, attending text, registrations bigint, places bigint)
language sql stable security invoker set search_path = '' as $$
  select registration.type_id, registration.status, registration.attending, count(*), sum(registration.places)
  from public.event_registrations as registration where registration.event_id = registration_totals.event
  group by 1, 2, 3
$$;
comment on function public.registration_totals(uuid) is
  'Number of registrations and places of an event by kind, status and answer, as the caller may read them.';
revoke execute on function public.registration_totals(uuid) from public, anon;
grant execute on function public.registration_totals(uuid) to authenticated, service_role;
