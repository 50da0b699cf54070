set check_function_bodies = off;

drop function public.decide_voucher;

drop function public.save_voucher;

drop function public.save_own_place;

drop function public.decide_ad_lead;

drop function public.decide_ad;

drop function public.decide_pix;

drop function public.decide_seller;

drop function public.decide_ad_draft;

drop function public.submit_event_by_link;

drop function public.decide_event;

drop function public.cancel_event;

drop function public.change_event_dates;

drop function public.postpone_event;

drop function public.submit_event;

drop function public.decide_event_change;

drop function public.assign_stand;

drop function public.edit_registration;

drop function public.edit_registration_answers;

drop function public.decide_registration;

drop function public.answer_trip_panel_request;

drop function public.decide_service_request;

drop function public.decide_report;

drop function public.decide_takedown_request;

drop function public.decide_trip_panel_request;

drop function public.save_record;

drop function public.save_vehicle_entry;

drop function public.decide_app_review;

drop function private.decide_voucher;

drop function private.apply_voucher_decision;

drop function private.save_voucher;

drop function private.save_own_place;

drop function private.decide_pix;

drop function private.decide_seller;

drop function private.decide_ad_draft;

drop function private.submit_event_by_link;

drop function private.decide_event;

drop function private.apply_event_decision;

drop function private.cancel_event;

drop function private.change_event_dates;

drop function private.postpone_event;

drop function private.lock_public_event;

drop function private.submit_own_event;

drop function private.submit_event;

drop function private.decide_event_change;

drop function private.assign_stand;

drop function private.edit_registration;

drop function private.edit_registration_answers;

drop function private.decide_ad;

drop function private.change_item_status;

drop function private.apply_service_request;

drop function private.answer_trip_panel_request;

drop function private.decide_service_request;

drop function private.save_vehicle_entry;

drop function private.decide_registration;

drop function private.registration_at;

drop function private.decide_app_review;

create function private.decide_app_review(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('app_reviews');
  if decision = 'approve' and exists (select from public.app_reviews where id = item and not publish_ok) then
    return jsonb_build_object('outcome', 'no_consent');
  end if;
  return private.change_item_status('public.app_reviews', 'app_reviews', '{
    "pending": {"approve": "published", "reject": "hidden"}, "reopen": "pending"
  }', item, decision, reason, expected_status);
end $$;

create function public.decide_app_review(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_app_review(id, decision, reason, expected_status);

-- A save whose answer was lost is sent again: it finds its own content one version later and is answered as saved.
create function private.save_vehicle_entry(entry uuid, vehicle uuid, expected_version integer, content jsonb)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  car public.vehicles;
  known public.vehicle_entries;
  given public.vehicle_entries;
begin
  perform private.require_account();
  -- Concurrent saves of one car wait for each other.
  select * into car from public.vehicles where id = vehicle for no key update;
  if car.id is null or not private.edits_vehicle(vehicle) then
    return jsonb_build_object('status', case when vehicle in (select private.read_vehicles()) then 'forbidden'
      else 'gone' end);
  elsif car.deleted_at is not null then
    return '{"status": "gone"}';
  end if;
  select * into known from public.vehicle_entries where id = entry for update;
  if known.id is not null and known.vehicle_id <> vehicle then
    return '{"status": "forbidden"}';
  end if;
  -- Columns of the server are taken from the stored row or made here, never from the content.
  given := jsonb_populate_record(null::public.vehicle_entries,
    content - '{id,vehicle_id,owner_id,km,version,created_by,deleted_at,created_at,updated_at}'::text[]);
  given.offset_km := coalesce(given.offset_km, 0);
  given.replaces_odometer := coalesce(given.replaces_odometer, false);
  given.title := coalesce(given.title, '');
  given.notes := coalesce(given.notes, '');
  given.place := coalesce(given.place, '');
  given.missed_previous := coalesce(given.missed_previous, false);
  if given.on_date > current_date + 1 then
    return '{"status": "in_future"}';
  elsif given.trip_id is not null and not exists (select from public.trips where id = given.trip_id and owner_id
    in (account, car.owner_id)) then
    given.trip_id := null;
  end if;
  if known.id is null then
    if expected_version is not null then
      return '{"status": "gone"}';
    elsif 50000 <= (select count(*) from public.vehicle_entries where vehicle_id = vehicle) then
      return '{"status": "limit"}';
    end if;
    insert into public.vehicle_entries (
      id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, estimated_km, replaces_odometer, title, notes,
        place, lat, lng,
      fuel, ethanol_pct, litres, is_full, missed_previous, category, total_cents, parts_cents, labour_cents, trip_id,
        distance_km, created_by
    ) values (
      entry, vehicle, car.owner_id, given.kind, given.on_date, given.reading_km, given.offset_km, given.estimated_km,
      given.replaces_odometer, given.title, given.notes, given.place, given.lat, given.lng, given.fuel,
        given.ethanol_pct,
      given.litres, given.is_full, given.missed_previous, given.category, given.total_cents, given.parts_cents,
        given.labour_cents, given.trip_id, given.distance_km, account
    ) returning * into known;
    return jsonb_build_object('status', 'saved', 'entry', private.entry_json(known));
  elsif known.version is distinct from expected_version then
    return jsonb_build_object(
      'status', case when private.same_entry(known, given) and known.version = coalesce(expected_version, 0) + 1
        then 'saved'
        when known.deleted_at is not null then 'gone' else 'conflict' end,
      'entry', private.entry_json(known)
    );
  elsif known.deleted_at is not null then
    return '{"status": "gone"}';
  end if;
  update public.vehicle_entries set
    kind = given.kind, on_date = given.on_date, reading_km = given.reading_km, offset_km = given.offset_km,
    estimated_km = given.estimated_km, replaces_odometer = given.replaces_odometer, title = given.title,
      notes = given.notes,
    place = given.place, lat = given.lat, lng = given.lng, fuel = given.fuel, ethanol_pct = given.ethanol_pct,
    litres = given.litres, is_full = given.is_full, missed_previous = given.missed_previous, category = given.category,
      total_cents = given.total_cents,
    parts_cents = given.parts_cents, labour_cents = given.labour_cents, trip_id = given.trip_id,
      distance_km = given.distance_km,
    version = vehicle_entries.version + 1, updated_at = clock_timestamp()
  where id = entry returning * into known;
  return jsonb_build_object('status', 'saved', 'entry', private.entry_json(known));
exception
  when unique_violation then
    return '{"status": "exists"}';
  when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation
    or invalid_text_representation
    or numeric_value_out_of_range or invalid_datetime_format then
    return '{"status": "invalid"}';
end $$;

create function public.save_vehicle_entry(entry uuid, vehicle uuid, expected_version integer, content jsonb)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_vehicle_entry(entry, vehicle, expected_version, content);

-- Each change names the version of the item that its device had: a change of another device in between is never
-- overwritten.
create or replace function private.change_checklist_items(checklist uuid, changes jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  change record;
  known public.vehicle_checklist_items;
  conflicts jsonb := '[]';
begin
  for change in select * from jsonb_to_recordset(changes) as given (id uuid, expected_version integer, status text,
    value text,
    note text) order by id loop
    select * into known from public.vehicle_checklist_items where id = change.id and checklist_id = checklist;
    if known.id is null or (known.status, known.value, known.note) = (change.status, change.value, change.note) then
      continue;
    elsif known.version is distinct from change.expected_version then
      conflicts := conflicts || to_jsonb(change.id);
    else
      update public.vehicle_checklist_items set
        status = change.status, value = change.value, note = change.note, version = vehicle_checklist_items.version + 1,
        updated_at = clock_timestamp()
      where id = change.id;
    end if;
  end loop;
  return conflicts;
end $$;

create function public.save_record(
  target text, record_id text, expected_version timestamptz, changes jsonb, children jsonb default '[]',
    reason text default null,
  tag_columns text[] default '{}'
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  subject regclass := format('public.%I', target)::regclass;
  key name := records.key_column(subject);
  columns text[] := records.writable_columns(subject, changes, array['created_at', 'updated_at']);
  list text := (select string_agg(quote_ident(name), ', ') from unnest(columns) as name);
  key_type text := (
    select pg_catalog.format_type(atttypid, atttypmod) from pg_catalog.pg_attribute where attrelid = subject
      and attname = key
  );
  saved_id text := record_id;
  current_at timestamptz;
  child jsonb;
  child_table regclass;
  before_children jsonb;
  states jsonb := '[]';
begin
  perform set_config('app.audit_reason', left(coalesce(reason, ''), 300), true);
  if record_id is null then
    execute format(
      'insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1) returning %3$I::text', subject,
        list, key
    ) into saved_id using changes;
  else
    execute format('select updated_at from %s where %I = $1::%s for update', subject, key, key_type) into current_at
      using record_id;
    if current_at is null then
      return jsonb_build_object('outcome', 'missing');
    end if;
    if expected_version is not null and current_at <> expected_version then
      return jsonb_build_object('outcome', 'conflict', 'updated_at', current_at);
    end if;
    states := records.column_values(subject, key, key_type, record_id, tag_columns);
    if list is not null then
      execute format(
        'update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where %3$I = $2::%4$s returning %3$I::text',
        subject, list, key, key_type
      ) into saved_id using changes, record_id;
    end if;
    if saved_id is null then
      return jsonb_build_object('outcome', 'forbidden');
    end if;
  end if;
  for child in select jsonb_array_elements(children) loop
    child_table := format('public.%I', child ->> 'table')::regclass;
    before_children := records.children_of(child_table, child ->> 'parent', saved_id, child ->> 'order');
    perform records.save_children(child_table, child ->> 'parent', saved_id, child ->> 'order', child -> 'rows');
    perform records.log_children(
      target, saved_id, child ->> 'table', case when record_id is not null then before_children end,
      records.children_of(child_table, child ->> 'parent', saved_id, child ->> 'order')
    );
  end loop;
  execute format('select updated_at from %s where %I = $1::%s', subject, key, key_type) into current_at using saved_id;
  return jsonb_build_object(
    'outcome', 'saved', 'id', saved_id, 'updated_at', current_at,
    'states', states || records.column_values(subject, key, key_type, saved_id, tag_columns)
  );
end $$;

create function private.apply_service_request(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  request public.service_requests;
  given text := private.check_reason(decision, reason);
  place_status text := case when decision = 'publish' then 'published' else 'draft' end;
  is_decided boolean;
  restored boolean;
begin
  if decision not in ('approve', 'publish', 'reject', 'adjust', 'start', 'reopen') then
    raise exception 'invalid_decision' using detail = 'decision';
  end if;
  select * into request from public.service_requests where id = item for update;
  if request.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  is_decided := request.status in ('approved', 'rejected');
  if (expected_status is not null and expected_status <> request.status)
    or (case when decision = 'reopen' then not is_decided and request.adjust_asked_at is null else is_decided end)
  then
    return private.decided_already(request.status, request.decided_by, request.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, request.protocol), 300), true);
  if decision = 'reopen' then
    restored := private.take_back(request);
    update public.service_requests
    set status = 'in_review', adjust_asked_at = null, decided_by = null, decided_at = null, result_table = null,
      result_id = null, undo = null where id = item;
    return jsonb_build_object('outcome', 'decided', 'status', 'in_review', 'restored', restored);
  elsif decision in ('approve', 'publish') then
    request.result_table := case when request.kind = 'new' and request.payload ->> 'subject' = 'club' then 'clubs'
      else 'services' end;
    if request.kind <> 'new' then
      request.undo := private.change_place(request);
      request.result_id := request.service_id;
    elsif request.result_table = 'clubs' then
      request.result_id := private.add_club(request, place_status);
    else
      request.result_id := private.add_place(request, place_status);
    end if;
  end if;
  request.status := case decision when 'reject' then 'rejected' when 'start' then 'in_review' when 'adjust'
    then 'in_review' else 'approved' end;
  update public.service_requests set
    status = request.status, status_note = coalesce(given, status_note), result_table = request.result_table,
      result_id = request.result_id, undo = request.undo,
    adjust_asked_at = case when decision = 'adjust' then now() else adjust_asked_at end,
    decided_by = case when request.status = 'in_review' then null else actor end,
    decided_at = case when request.status = 'in_review' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', request.status, 'table', request.result_table, 'id',
    request.result_id);
end $$;

create function private.decide_service_request(item uuid, decision text, reason text, expected_status text)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('service_requests');
  -- Publishing at once also needs the permission to publish.
  if decision = 'publish' then
    perform private.require_permission(case when exists (select from public.service_requests where id = item
      and payload ->> 'subject' = 'club') then 'clubs' else 'services' end);
  end if;
  return private.apply_service_request(item, decision, reason, expected_status, (select private.account_id()));
end $$;

create function private.answer_trip_panel_request(item uuid, answer text, link text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  request public.trip_panel_requests;
  given text;
  address text := nullif(btrim(link), '');
begin
  perform private.require_permission('service_requests');
  given := private.check_reason('adjust', answer);
  if address !~ '^https://[^\s"<>\\]+$' or char_length(address) > 500 then
    raise exception 'invalid_decision' using detail = 'link';
  end if;
  select * into request from public.trip_panel_requests where id = item for update;
  if request.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif request.status not in ('received', 'in_progress')
    or (expected_status is not null and expected_status <> request.status) then
    return private.decided_already(request.status, request.decided_by, request.decided_at);
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = given, answer_link = address, decided_by = private.account_id(),
    decided_at = now() where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', 'ready');
end $$;

-- Kinds that only change their status: steps is {status: {decision: next status}, reopen: status}.
create function private.change_item_status(target regclass, permission text, steps jsonb, item uuid, decision text,
  reason text, expected_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  row_now jsonb;
  given text := private.check_reason(decision, reason);
  status_now text;
  next_status text;
begin
  perform private.require_permission(permission);
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  execute format('select to_jsonb(found) from %s as found where id = $1 for update', target) into row_now using item;
  if row_now is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  status_now := row_now ->> 'status';
  next_status := case when decision = 'reopen' and row_now ->> 'decided_at' is not null then steps ->> 'reopen'
    else steps -> status_now ->> decision end;
  if next_status is null or (expected_status is not null and expected_status <> status_now) then
    return private.decided_already(status_now, (row_now ->> 'decided_by')::uuid,
      (row_now ->> 'decided_at')::timestamptz);
  end if;
  execute format(
    'update %s set status = $2, decided_by = $3, decided_at = $4 %s where id = $1', target,
    case when row_now ? 'status_note' then ', status_note = coalesce($5, status_note)' else '' end
  ) using item, next_status,
    case when decision = 'reopen' then null else (select private.account_id()) end,
    case when decision = 'reopen' then null else now() end, given;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;

create function public.decide_trip_panel_request(id uuid, decision text, reason text default null, expected_status text
  default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.trip_panel_requests', 'service_requests', '{
  "received": {"approve": "in_progress", "reject": "cancelled"},
  "in_progress": {"approve": "ready", "reject": "cancelled"},
  "ready": {"approve": "delivered", "reject": "cancelled"},
  "reopen": "received"
}', id, decision, reason, expected_status);

create function public.decide_takedown_request(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.takedown_requests', 'service_requests', '{
  "received": {"approve": "accepted", "reject": "rejected", "start": "in_review"},
  "in_review": {"approve": "accepted", "reject": "rejected"},
  "reopen": "in_review"
}', id, decision, reason, expected_status);

create function public.decide_report(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.reports', 'reviews', '{
  "open": {"approve": "resolved", "reject": "dismissed"}, "reopen": "open"
}', id, decision, reason, expected_status);

create function public.decide_service_request(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_service_request(id, decision, reason, expected_status);

create function public.answer_trip_panel_request(id uuid, answer text, link text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.answer_trip_panel_request(id, answer, link, expected_status);

create function private.registration_at(registration uuid, expected_version timestamptz)
  returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registrations;
begin
  perform private.require_registration_manager();
  found := private.lock_registration(registration);
  if found.id is null then
    raise exception 'registration_missing';
  elsif expected_version is not null and found.updated_at <> expected_version then
    raise exception 'registration_changed';
  end if;
  return found;
end $$;

create function private.decide_registration(registration uuid, decision text, reason text, expected_version timestamptz)
  returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, expected_version);
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
      perform private.set_registration_status(known.id, case when known.price_cents > 0 then 'awaiting_payment'
        else 'confirmed' end, note);
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

create function public.decide_registration(registration uuid, decision text, reason text default null,
  expected_version timestamptz default null) returns text
language sql volatile security invoker set search_path = ''
return private.decide_registration(registration, decision, reason, expected_version);

create function private.edit_registration_answers(registration uuid, answers jsonb, reason text,
  expected_version timestamptz)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, expected_version);
  note text := left(nullif(btrim(coalesce(reason, '')), ''), 300);
  form jsonb;
  changed jsonb;
  names text[];
begin
  if note is null then
    raise exception 'reason_missing';
  end if;
  select schema into form from public.form_template_versions where id = known.form_version_id;
  if form is null then
    perform private.refuse_request('answers');
  end if;
  -- Answers that belong to no question of the version stay.
  changed := known.answers - array(select question ->> 'name' from jsonb_array_elements(form) as question)
    || private.registration_answers(form, answers);
  names := array(
    select name from (select jsonb_object_keys(known.answers) union select jsonb_object_keys(changed)) as keys (name)
    where known.answers -> name is distinct from changed -> name order by name
  );
  if names = '{}' then
    return known.updated_at;
  end if;
  update public.event_registrations set answers = changed where id = known.id returning * into known;
  -- The history keeps 500 characters: the names are cut before the reason.
  perform private.note_registration(known, 'answers:' || left(array_to_string(names, ','), 180) || ':' || note);
  return known.updated_at;
end $$;

create function private.edit_registration(registration uuid, changes jsonb, expected_version timestamptz,
  keeps_price boolean)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, expected_version);
  changed public.event_registrations;
  people integer;
  names text[];
begin
  changed := jsonb_populate_record(known, changes - array(
    select name from jsonb_object_keys(changes) as name where name <> all (array['full_name', 'email', 'phone', 'town',
      'club', 'company', 'companions'])
  ));
  changed.email := lower(changed.email);
  -- People whose names the gate did not write down keep their places.
  people := greatest(known.places + cardinality(changed.companions) - cardinality(known.companions),
    1 + cardinality(changed.companions));
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
    full_name = changed.full_name, email = changed.email, phone = changed.phone, town = changed.town,
      club = changed.club,
    company = changed.company, companions = changed.companions
  where id = known.id returning * into changed;
  -- Links that were mailed to the earlier address end.
  if changed.email <> known.email then
    update public.registration_links set revoked_at = now() where registration_id = known.id and revoked_at is null;
  end if;
  perform private.note_registration(changed, 'edited:' || array_to_string(names, ','));
  return changed.updated_at;
end $$;

create function private.assign_stand(registration uuid, stand uuid, expected_version timestamptz, keeps_price boolean)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, expected_version);
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
  perform private.set_places(known.id, known.places, stand, keeps_price or known.status
    in ('rejected', 'cancelled', 'expired'));
  perform private.note_registration(known, 'stand:' || coalesce(wanted.label, ''));
  return (select updated_at from public.event_registrations where id = known.id);
end $$;

create function public.edit_registration_answers(registration uuid, answers jsonb, reason text,
  expected_version timestamptz default null) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.edit_registration_answers(registration, answers, reason, expected_version);

create function public.edit_registration(registration uuid, changes jsonb, expected_version timestamptz default null,
  keeps_price boolean default false) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.edit_registration(registration, changes, expected_version, keeps_price);

create function public.assign_stand(registration uuid, stand uuid default null,
  expected_version timestamptz default null, keeps_price boolean default false) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.assign_stand(registration, stand, expected_version, keeps_price);

create or replace function private.changed_values(payload jsonb, before public.events, event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(payload)
  where case key
    when 'days' then value is distinct from (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'items', items) order by day), '[]')
        from public.event_days where event_id = before.id
    )
    when 'kinds' then jsonb_array_length(value) <> (select count(*) from public.event_registration_types
      where event_id = before.id)
      or exists (
        select from jsonb_array_elements(value) as entry
        where not exists (select from public.event_registration_types as known where known.event_id = before.id
          and to_jsonb(known) @> entry)
      )
    when 'sponsors' then true
    when 'team' then value is distinct from private.team_members(before.id)
    else to_jsonb(event) -> key is distinct from to_jsonb(before) -> key and key
      not in ('id', 'expected_version', 'club_id', 'series')
  end
$$;

create or replace function private.propose_event_change(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.events;
  event public.events;
  wanted text[];
begin
  select * into before from public.events where id = private.uuid_field(payload, 'id') and deleted_at is null
    for no key update;
  if before.id is null or before.status not in ('published', 'postponed')
    or before.updated_at <> private.moment_field(payload, 'expected_version', true) then
    return null;
  end if;
  event := private.event_from(payload, before);
  wanted := private.moderated_fields(before, event, payload -> 'kinds');
  if wanted = '{}' then
    delete from public.event_changes where event_id = before.id and status = 'pending';
    return null;
  end if;
  -- Days and kinds are checked where they are written: the change is written and undone.
  begin
    perform private.write_event(payload, actor, link);
    raise exception 'checked' using errcode = 'PEC01';
  exception when sqlstate 'PEC01' then
    null;
  end;
  insert into public.event_changes (event_id, fields, payload, created_by)
  values (before.id, wanted, private.changed_values(payload, before, event), actor)
  on conflict (event_id) where status = 'pending' do update set fields = excluded.fields, payload = excluded.payload,
    created_by = excluded.created_by;
  -- The new time makes a save by an editor who opened the event earlier a conflict.
  update public.events set updated_at = now() where id = before.id returning * into event;
  return jsonb_build_object('outcome', 'saved', 'id', event.id, 'slug', event.slug, 'updated_at', event.updated_at,
    'waits', true);
end $$;

create function private.decide_event_change(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  given text := private.check_reason(decision, reason);
  next_status text := case decision when 'approve' then 'approved' when 'reject' then 'rejected' end;
  change public.event_changes;
  event public.events;
begin
  perform private.require_permission('events');
  -- The event first, as everywhere else.
  select * into event from public.events where id = (select event_id from public.event_changes where id = item)
    for no key update;
  select * into change from public.event_changes where id = item for update;
  if change.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif change.status <> 'pending' or next_status is null
    or (expected_status is not null and expected_status <> change.status) then
    return private.decided_already(change.status, change.decided_by, change.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, event.title), 300), true);
  if decision = 'approve' then
    begin
      perform private.write_event(
        change.payload || jsonb_build_object('id', event.id, 'expected_version', event.updated_at),
        change.created_by, null);
    exception when raise_exception then
      -- For example a kind that got registrations after the change was sent.
      return jsonb_build_object('outcome', 'outdated');
    end;
  end if;
  update public.event_changes set status = next_status, status_note = given, decided_by = private.account_id(),
    decided_at = now() where id = item;
  perform private.mail_change_decision(change, event, next_status, given);
  return jsonb_build_object('outcome', 'decided', 'status', next_status, 'table', 'events', 'id', event.id);
end $$;

create function public.decide_event_change(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_event_change(id, decision, reason, expected_status);

-- Writes the event with its parts; rights are checked by the callers.
create or replace function private.write_public_parts(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_manager boolean := link is null and private.is_staff() and private.has_permission('events');
  wanted uuid := private.uuid_field(payload, 'id');
  before public.events;
  event public.events;
  change text;
  mailed integer := 0;
begin
  if wanted is not null then
    select * into before from public.events where id = wanted and deleted_at is null for no key update;
    if before.id is null then
      return jsonb_build_object('outcome', 'missing');
    elsif before.updated_at <> private.moment_field(payload, 'expected_version', true) then
      return jsonb_build_object('outcome', 'stale', 'updated_at', before.updated_at);
    elsif before.status = 'cancelled' and not is_manager then
      return jsonb_build_object('outcome', 'closed');
    end if;
  else
    before.id := gen_random_uuid();
    before.organizer_id := actor;
    before.publish_link_id := link;
    before.status := 'draft';
    before.description := '';
    before.rules := '';
    before.translations := '{}';
    before.is_portal_event := false;
    before.club_id := private.uuid_field(payload, 'club_id');
    before.series_id := private.series_of(before.club_id, payload -> 'series');
  end if;
  event := private.event_from(payload, before);
  change := private.event_change(before, event);
  if is_manager then
    event.is_portal_event := private.flag_field(jsonb_build_object('is_portal_event',
      before.is_portal_event) || payload, 'is_portal_event');
    event.club_id := private.uuid_field(jsonb_build_object('club_id', before.club_id) || payload, 'club_id');
    if event.club_id is not null and not exists (select from public.clubs where id = event.club_id) then
      perform private.refuse_request('club_id');
    end if;
  end if;
  if event.slug is null or event.published_at is null and before.title <> event.title then
    -- Two events with the same title saved at the same time get different addresses.
    perform pg_advisory_xact_lock(hashtext('event_slug'));
    event.slug := private.free_event_slug(event.title, event.id);
  end if;
  if event.status = 'rejected' then
    event.status := 'draft';
    event.decided_at := null;
    event.decided_by := null;
  elsif event.status = 'postponed' and change like 'date%' then
    event.status := 'published';
    event.status_note := null;
  end if;
  insert into public.events (
    id, slug, title, kind, status, status_note, is_portal_event, organizer_id, publish_link_id, club_id, series_id,
      organizer_name, organizer_phone, organizer_email, website, instagram,
    state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone,
      description, rules, min_vehicle_age,
    solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, decided_by,
      decided_at
  ) values (
    event.id, event.slug, event.title, event.kind, event.status, event.status_note, event.is_portal_event,
      event.organizer_id, event.publish_link_id, event.club_id, event.series_id, event.organizer_name,
      event.organizer_phone, event.organizer_email, event.website, event.instagram,
    event.state_abbr, event.municipality_ibge, event.town, event.venue, event.address, event.access_notes, event.lat,
      event.lng, event.starts_at, event.ends_at, event.time_zone, event.description, event.rules, event.min_vehicle_age,
    event.solidarity_item, event.capacity, event.poster_path, event.stand_map_path, event.votes_open_at,
      event.votes_close_at, event.translations, event.decided_by, event.decided_at
  ) on conflict (id) do update set
    slug = excluded.slug, title = excluded.title, kind = excluded.kind, status = excluded.status,
      status_note = excluded.status_note, is_portal_event = excluded.is_portal_event,
    club_id = excluded.club_id, organizer_name = excluded.organizer_name, organizer_phone = excluded.organizer_phone,
      organizer_email = excluded.organizer_email,
    website = excluded.website, instagram = excluded.instagram, state_abbr = excluded.state_abbr,
      municipality_ibge = excluded.municipality_ibge, town = excluded.town,
    venue = excluded.venue, address = excluded.address, access_notes = excluded.access_notes, lat = excluded.lat,
      lng = excluded.lng,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, time_zone = excluded.time_zone,
      description = excluded.description, rules = excluded.rules,
    min_vehicle_age = excluded.min_vehicle_age, solidarity_item = excluded.solidarity_item,
      capacity = excluded.capacity, poster_path = excluded.poster_path,
    stand_map_path = excluded.stand_map_path, votes_open_at = excluded.votes_open_at,
      votes_close_at = excluded.votes_close_at, translations = excluded.translations,
    decided_by = excluded.decided_by, decided_at = excluded.decided_at
  returning * into event;
  if payload ? 'days' then
    perform private.save_event_days(event, payload -> 'days');
  end if;
  if payload ? 'kinds' then
    perform private.save_registration_types(event, payload -> 'kinds');
  end if;
  if payload ? 'sponsors' then
    perform private.save_event_sponsors(event, payload -> 'sponsors');
  end if;
  if change is not null and wanted is not null and before.status in ('published', 'postponed') and event.ends_at > now()
    then
    mailed := private.mail_registered(event, change, null);
  end if;
  return jsonb_build_object(
    'outcome', 'saved', 'id', event.id, 'slug', event.slug, 'status', event.status, 'updated_at', event.updated_at,
    'state_abbr', event.state_abbr, 'state_before', before.state_abbr, 'mailed', mailed
  );
end $$;

create function private.submit_event(event uuid, expected_version timestamptz, directly boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.events;
begin
  select * into found from public.events where id = submit_event.event and deleted_at is null for no key update;
  if found.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif found.updated_at <> expected_version then
    return jsonb_build_object('outcome', 'stale', 'updated_at', found.updated_at);
  elsif not (found.status in ('draft', 'rejected') or found.status = 'pending' and directly) then
    return jsonb_build_object('outcome', 'already', 'status', found.status);
  elsif cardinality(private.event_gaps(found)) > 0 then
    return jsonb_build_object('outcome', 'incomplete', 'gaps', to_jsonb(private.event_gaps(found)));
  end if;
  -- The answer to the earlier version is over; the next decision is mailed again.
  delete from private.answered_requests where request_id = found.id;
  update public.events set status = 'pending', decided_by = null, decided_at = null, status_note = null
    where id = found.id;
  if directly then
    perform private.publish_event(found.id);
  end if;
  select * into found from public.events where id = found.id;
  return jsonb_build_object('outcome', 'submitted', 'status', found.status, 'updated_at', found.updated_at, 'slug',
    found.slug, 'state_abbr', found.state_abbr);
end $$;

create function private.submit_own_event(event uuid, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_editor(event);
  return private.submit_event(event, expected_version, private.publishes_directly(event));
end $$;

create function private.lock_public_event(event uuid, expected_version timestamptz, statuses text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.events;
begin
  perform private.require_event_editor(event);
  select * into found from public.events where id = lock_public_event.event and deleted_at is null for no key update;
  return case
    when found.id is null then jsonb_build_object('outcome', 'missing')
    when found.updated_at <> expected_version
      then jsonb_build_object('outcome', 'stale', 'updated_at', found.updated_at)
    when found.status <> all (statuses) then jsonb_build_object('outcome', 'already', 'status', found.status)
  end;
end $$;

create function private.postpone_event(event uuid, reason text, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, expected_version, array['published']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000, true);
  found public.events;
begin
  if refused is not null then
    return refused;
  end if;
  update public.events set status = 'postponed', status_note = note where id = postpone_event.event returning *
    into found;
  return private.changed_event(found, private.mail_registered(found, 'postponed', note));
end $$;

create function private.change_event_dates(event uuid, starts_at timestamptz, ends_at timestamptz, reason text,
  expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, expected_version, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000);
  found public.events;
begin
  if not private.publishes_directly(event) then
    raise exception 'the new date of other organisers waits for the team' using errcode = '42501';
  elsif refused is not null then
    return refused;
  elsif change_event_dates.starts_at is null or change_event_dates.starts_at <= now()
    or change_event_dates.starts_at > now() + interval '3 years' then
    perform private.refuse_request('starts_at');
  elsif change_event_dates.ends_at is null or change_event_dates.ends_at <= change_event_dates.starts_at
    or change_event_dates.ends_at >= change_event_dates.starts_at + interval '31 days'
  then
    perform private.refuse_request('ends_at');
  end if;
  update public.events set status = 'published', status_note = note, starts_at = change_event_dates.starts_at,
    ends_at = change_event_dates.ends_at
  where id = change_event_dates.event returning * into found;
  return private.changed_event(found, private.mail_registered(found, 'date', note));
end $$;

create function private.cancel_event(event uuid, reason text, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, expected_version, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000, true);
  found public.events;
  mailed integer;
  registration uuid;
begin
  if refused is not null then
    return refused;
  end if;
  update public.events set status = 'cancelled', status_note = note where id = cancel_event.event returning *
    into found;
  -- A registration that is being stored holds the lock of its kind: it is waited for and cancelled too.
  perform from public.event_registration_types where event_id = found.id order by id for update;
  mailed := private.mail_registered(found, 'cancelled', note);
  for registration in
    select id from public.event_registrations
    where event_id = found.id and status in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')
      order by type_id, id
  loop
    perform private.cancel_registration(registration, note);
  end loop;
  return private.changed_event(found, mailed);
end $$;

create function private.apply_event_decision(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  event public.events;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into event from public.events where id = item and deleted_at is null for no key update;
  if event.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := '{
    "pending": {"approve": "published", "reject": "rejected", "adjust": "draft"},
    "published": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> event.status ->> decision;
  if next_status is null or (expected_status is not null and expected_status <> event.status) then
    return private.decided_already(event.status, event.decided_by, event.decided_at);
  elsif decision = 'reopen' and exists (select from public.event_registrations where event_id = item and status
    in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')) then
    return jsonb_build_object('outcome', 'has_registrations');
  elsif decision = 'approve' and 'payment' = any (private.event_gaps(event)) then
    return jsonb_build_object('outcome', 'unpayable');
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, event.title), 300), true);
  if decision = 'approve' then
    perform private.publish_event(item);
  end if;
  update public.events set
    status = next_status, status_note = case when decision = 'reopen' then null else given end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen'
      then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status, 'table', 'events', 'id', item);
end $$;

create function private.decide_event(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('events');
  return private.apply_event_decision(item, decision, reason, expected_status, (select private.account_id()));
end $$;

create function public.submit_event(id uuid, expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_own_event(id, expected_version);

create function public.postpone_event(id uuid, reason text, expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.postpone_event(id, reason, expected_version);

create function public.change_event_dates(id uuid, starts_at timestamptz, ends_at timestamptz, reason text,
  expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_event_dates(id, starts_at, ends_at, reason, expected_version);

create function public.cancel_event(id uuid, reason text, expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_event(id, reason, expected_version);

create function public.decide_event(id uuid, decision text, reason text default null, expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_event(id, decision, reason, expected_status);

create function private.submit_event_by_link(token text, id uuid, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_publish_links := private.publish_link(token);
begin
  if link.id is null or link.revoked_at is not null
    or not exists (select from public.events where events.id = submit_event_by_link.id and publish_link_id = link.id)
  then
    return jsonb_build_object('outcome', 'missing');
  end if;
  return private.submit_event(submit_event_by_link.id, expected_version, link.publishes_directly);
end $$;

create function public.submit_event_by_link(token text, id uuid, expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_event_by_link(token, id, expected_version);

create or replace function private.event_synergy(near_km integer, max_days integer, state text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  clashes jsonb;
  trips jsonb;
begin
  if not (private.is_staff() and private.has_permission('event_synergy')) then
    raise exception 'only for the calendar of events' using errcode = '42501';
  elsif near_km is null or max_days is null or near_km not between 1 and 1000 or max_days not between 1 and 30 then
    raise exception 'distance or days out of range' using errcode = '22023';
  end if;
  clashes := private.event_clashes(near_km, state);
  trips := private.event_trips(near_km, max_days, state);
  return (
    select jsonb_build_object(
      'events', count(*), 'without_position', count(*) filter (where event.lat is null and
        not exists (select from public.cities where ibge_code = event.municipality_ibge and lat is not null)),
      'clashes', clashes, 'trips', trips, 'free', private.free_weekends(state),
      'events_by_id', coalesce((
        select jsonb_object_agg(shown.id, jsonb_build_object(
          'slug', shown.slug, 'title', shown.title, 'is_demo', shown.is_demo, 'state_abbr', shown.state_abbr, 'town',
            shown.town,
          'first_day', (shown.starts_at at time zone shown.time_zone)::date, 'last_day',
            (shown.ends_at at time zone shown.time_zone)::date
        ))
        from public.events as shown
        where shown.id in (select (pair ->> side)::uuid from jsonb_array_elements(clashes || trips) as pair,
          unnest(array['first_id', 'second_id']) as side)
      ), '{}')
    )
    from public.events as event
    where event.status in ('published', 'postponed') and event.deleted_at is null and event.ends_at > now()
      and event.starts_at > now() - interval '32 days' and event.starts_at < now() + interval '1 year'
      and (event_synergy.state is null or event.state_abbr = event_synergy.state)
  );
end $$;

create function private.decide_ad_draft(draft uuid, decision text, expected_version timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  one public.event_ad_drafts;
begin
  if not (private.is_staff() and private.has_permission('event_ai_ads')) then
    raise exception 'only announcement staff' using errcode = '42501';
  elsif decision is null or decision not in ('draft', 'approved', 'discarded') then
    raise exception 'unknown decision' using errcode = '22023';
  end if;
  select * into one from public.event_ad_drafts where id = draft for update;
  if one.id is null then
    return 'missing';
  elsif expected_version is not null and one.updated_at <> expected_version then
    return 'changed';
  end if;
  update public.event_ad_drafts set
    status = decision,
    approved_by = case when decision = 'approved' then private.account_id() end,
    approved_at = case when decision = 'approved' then now() end
  where id = draft;
  return decision;
end $$;

create function public.decide_ad_draft(draft uuid, decision text, expected_version timestamptz) returns text
language sql volatile security invoker set search_path = ''
return private.decide_ad_draft(draft, decision, expected_version);

create function private.decide_seller(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.sellers;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_permission('sellers');
  select * into found from public.sellers where id = item for update;
  if found.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := case
    when decision = 'approve' and found.status in ('pending', 'suspended') then 'active'
    when decision = 'reject' and found.status = 'pending' then 'rejected'
    when decision = 'reject' and found.status = 'active' then 'suspended'
    when decision = 'reopen' and found.status = 'rejected' then 'pending'
    -- Takes back an approval while nothing was sold.
    when decision = 'reopen' and found.status = 'active' and not exists (select from public.sales
      where seller_id = item) then 'pending'
  end;
  if next_status is null or (expected_status is not null and expected_status <> found.status) then
    return private.decided_already(found.status, found.decided_by, found.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  update public.sellers set
    status = next_status, status_note = given, decided_by = (select private.account_id()), decided_at = now(),
    approved_at = case when next_status = 'active' then coalesce(approved_at, now()) else approved_at end
  where id = item;
  -- Staff who also sell keep their own role.
  if next_status = 'active' then
    update public.profiles set role = 'vendedor' where id = found.user_id and role = 'user';
  elsif found.status = 'active' then
    update public.profiles set role = 'user' where id = found.user_id and role = 'vendedor';
  end if;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;

create function public.decide_seller(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_seller(id, decision, reason, expected_status);

create function private.decide_pix(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_money();
  select * into payment from public.payments where id = item and method = 'pix';
  if payment.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  perform 1 from public.sales where id = payment.subject_id and payment.subject_type = 'sale' for update;
  if payment.subject_type = 'registration' then
    perform private.lock_registration(payment.subject_id);
  elsif payment.subject_type = 'service_plan' then
    perform private.lock_service_plan(payment.subject_id);
  end if;
  select * into payment from public.payments where id = item for update;
  if payment.status not in ('pending', 'review') or decision not in ('approve', 'reject')
    or (expected_status is not null and expected_status <> payment.status) then
    return private.decided_already(payment.status, payment.confirmed_by, payment.updated_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  if decision = 'approve' then
    update public.payments set confirmed_by = (select private.account_id()), note = given where id = item;
    next_status := private.advance_payment(item, 'paid');
  else
    update public.payments set status = 'pending', note = given, receipt_path = null, receipt_sent_at = null,
      confirmed_by = (select private.account_id()) where id = item;
    next_status := 'pending';
  end if;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;

create function public.decide_pix(id uuid, decision text, reason text default null, expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_pix(id, decision, reason, expected_status);

create function private.decide_ad(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ad public.ads;
  given text := private.check_reason(decision, reason);
  next_status text;
  obstacle text;
begin
  perform private.require_permission('ads');
  -- Concurrent approvals must not take the same last free place.
  perform pg_advisory_xact_lock(hashtextextended('decide_ad', 0));
  select * into ad from public.ads where id = item for update;
  if ad.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := case
    when decision = 'approve' and ad.status = 'in_review' then 'approved'
    when decision = 'reject' and ad.status = 'in_review' then 'rejected'
    when decision = 'pause' and ad.status = 'approved' then 'paused'
    when decision = 'resume' and ad.status = 'paused' then 'approved'
    when decision = 'end' and ad.status in ('approved', 'paused') then 'ended'
    when decision = 'reopen' and ad.status in ('approved', 'paused', 'rejected') then 'in_review'
  end;
  if next_status is null or (expected_status is not null and expected_status <> ad.status) then
    return private.decided_already(ad.status, ad.decided_by, ad.decided_at);
  end if;
  if decision = 'approve' then
    ad := private.count_run(ad);
  elsif decision = 'reopen' and ad.starts_at > now() then
    ad.approved_at := null;
  end if;
  obstacle := case when next_status = 'approved' then private.ad_obstacle(ad) end;
  if obstacle is not null then
    return jsonb_build_object('outcome', obstacle);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  update public.ads set
    status = next_status, reason = given, starts_at = ad.starts_at, ends_at = ad.ends_at, approved_at = ad.approved_at,
    decided_by = case when next_status = 'in_review' then null else private.account_id() end,
    decided_at = case when next_status = 'in_review' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;

create function public.decide_ad(id uuid, decision text, reason text default null, expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_ad(id, decision, reason, expected_status);

create function public.decide_ad_lead(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.ad_leads', 'ads', '{
  "received": {"approve": "contacted", "reject": "lost"},
  "contacted": {"approve": "won", "reject": "lost"},
  "reopen": "received"
}', id, decision, reason, expected_status);

create function private.save_own_place(service uuid, expected_version timestamptz, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place public.services;
  known public.services;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  select * into known from public.services where id = service and deleted_at is null for no key update;
  if known.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif known.updated_at is distinct from expected_version then
    return jsonb_build_object('outcome', 'conflict', 'place', private.place_state(known));
  end if;
  place := known;
  if payload ? 'phone' then place.phone := private.phone_field(payload, 'phone'); end if;
  if payload ? 'whatsapp' then place.whatsapp := private.phone_field(payload, 'whatsapp'); end if;
  if payload ? 'website' then place.website := private.pattern_field(payload, 'website', 300, '^https?://[^\s"<>\\]+$');
    end if;
  if payload ? 'instagram' then place.instagram := private.pattern_field(payload, 'instagram', 30,
    '^[A-Za-z0-9._]{1,30}$'); end if;
  if payload ? 'attributes' then place.attributes := private.own_attributes(payload); end if;
  if payload ? 'opening_hours' then
    place.opening_hours := nullif(payload -> 'opening_hours', 'null');
    if place.opening_hours is not null and not private.is_opening_hours(place.opening_hours) then
      perform private.refuse_request('opening_hours');
    end if;
  end if;
  -- A published number says where and when it was read.
  if (place.phone, place.whatsapp) is distinct from (known.phone, known.whatsapp) then
    place.source := 'Responsável pelo lugar';
    place.check_date := private.brazilian_today();
  end if;
  perform set_config('app.audit_reason', 'Responsável pelo lugar', true);
  update public.services set
    phone = place.phone, whatsapp = place.whatsapp, website = place.website, instagram = place.instagram,
      attributes = place.attributes,
    opening_hours = place.opening_hours, source = place.source, check_date = place.check_date
  where id = service returning * into place;
  return jsonb_build_object('outcome', 'saved', 'place', private.place_state(place));
end $$;

create function public.save_own_place(service uuid, expected_version timestamptz, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_own_place(service, expected_version, payload);

create function private.save_voucher(voucher uuid, place uuid, payload jsonb, image text, submits boolean,
  expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vouchers;
  given public.vouchers;
begin
  perform private.require_account();
  select * into known from public.vouchers where id = voucher for update;
  if not private.runs_place(place) or known.service_id <> place then
    raise exception 'only the people of a place offer its vouchers' using errcode = '42501';
  elsif image not like '/imagem-voucher/' || place || '/%' then
    perform private.refuse_request('image');
  elsif known.id is not null and expected_version is distinct from known.updated_at then
    return jsonb_build_object('outcome', 'conflict', 'updated_at', known.updated_at);
  elsif known.status = 'ended' then
    return jsonb_build_object('outcome', 'ended');
  elsif known.id is null and (select count(*) from public.vouchers where service_id = place and status <> 'ended') >= 50
    then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  given := private.voucher_of(payload, known);
  if known.id is not null and private.promises_changed(known, given)
    and exists (select from private.voucher_counts where voucher_id = known.id and downloads > 0)
  then
    return jsonb_build_object('outcome', 'downloaded');
  elsif given.total_limit < (select downloads from private.voucher_counts where voucher_id = known.id) then
    perform private.refuse_request('total_limit');
  end if;
  given.id := coalesce(known.id, voucher, gen_random_uuid());
  -- A change of an approved voucher is approved again, unless it only raises limits or the end.
  given.status := case
    when known.status in ('active', 'paused') and not private.promises_changed(known, given) and image is not distinct
      from known.image_url then known.status
    when submits then 'pending' else 'draft'
  end;
  insert into public.vouchers (
    id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at,
      total_limit,
    per_person_limit, guests_allowed, image_url, status
  ) values (
    given.id, place, given.title, given.benefit_type, given.benefit_value, given.rules, given.valid_from,
      given.valid_until,
    given.weekdays, given.starts_at, given.ends_at, given.total_limit, given.per_person_limit, given.guests_allowed,
      image, given.status
  )
  on conflict (id) do update set
    title = excluded.title, benefit_type = excluded.benefit_type, benefit_value = excluded.benefit_value,
      rules = excluded.rules,
    valid_from = excluded.valid_from, valid_until = excluded.valid_until, weekdays = excluded.weekdays,
      starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, total_limit = excluded.total_limit, per_person_limit = excluded.per_person_limit,
    guests_allowed = excluded.guests_allowed, image_url = excluded.image_url, status = excluded.status, translations =
      case
      when (vouchers.title, vouchers.rules) = (excluded.title, excluded.rules) then vouchers.translations else '{}' end
  where vouchers.service_id = excluded.service_id
  returning * into given;
  return jsonb_build_object('outcome', 'saved', 'id', given.id, 'status', given.status, 'updated_at', given.updated_at);
end $$;

-- Decisions, in the inbox and by a link without an account.
create function private.apply_voucher_decision(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into voucher from public.vouchers where id = item for update;
  if voucher.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := '{
    "pending": {"approve": "active", "reject": "rejected", "adjust": "draft"},
    "active": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> voucher.status ->> decision;
  if next_status is null or (expected_status is not null and expected_status <> voucher.status) then
    return private.decided_already(voucher.status, voucher.decided_by, voucher.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, voucher.title), 300), true);
  update public.vouchers set
    status = next_status, status_note = case when decision = 'reopen' then null else given end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen'
      then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status, 'table', 'vouchers', 'id', item);
end $$;

create function private.decide_voucher(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('vouchers');
  return private.apply_voucher_decision(item, decision, reason, expected_status, (select private.account_id()));
end $$;

create function public.save_voucher(voucher uuid, place uuid, payload jsonb, image text, submits boolean,
  expected_version timestamptz default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_voucher(voucher, place, payload, image, submits, expected_version);

create function public.decide_voucher(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_voucher(id, decision, reason, expected_status);

comment on function public.decide_app_review is
  'Decides about a review of the portal: approve publishes it (only with the author''s consent), reject hides it, '
  'reopen sets pending; returns {outcome}: decided, no_consent, already or missing; raises 42501 without the '
  'permission app_reviews, and invalid_decision.';

comment on function private.save_vehicle_entry is
  'Stores a new entry (expected_version is null) or the next version of an existing one; answers SaveEntryAnswer of '
  'lib/garage/vehicles/schema.ts.';

comment on function public.save_vehicle_entry is
  'Saves an entry of a car that the caller edits: {status: saved | conflict | gone | forbidden | invalid | in_future '
  '| exists | limit, entry}. expected_version is the version that was opened, null for a new entry.';

comment on function public.save_record is
  'Inserts (record_id null) or updates one row and its ordered children [{table, parent, order, rows: [{id?, …}]}] in '
  'one transaction, as the caller; returns {outcome}: saved with id, updated_at and states (tag_columns before and '
  'after the save), conflict when the row''s updated_at is not expected_version (the one the form was loaded with), '
  'missing or forbidden.';

comment on function private.change_item_status is
  'Changes the status of an inbox item. expected_status: the status that was shown to the moderator; with another '
  'one, a colleague decided first.';

comment on function public.decide_trip_panel_request is
  'Decides about an application for a trip panel: approve sets the next status (in_progress, ready, delivered), '
  'reject cancels it, reopen sets it back to received; returns {outcome}: decided, already or missing; raises 42501 '
  'without the permission service_requests, and invalid_decision.';

comment on function public.decide_takedown_request is
  'Decides about a takedown claim: approve accepts it (the moderator then removes the content by hand), reject '
  'rejects it, start sets in_review, reopen undoes the decision; returns {outcome}: decided, already or missing; '
  'raises 42501 without the permission service_requests, and invalid_decision.';

comment on function public.decide_report is
  'Decides about an error report: approve sets resolved, reject sets dismissed, reopen sets open; returns {outcome}: '
  'decided, already or missing; raises 42501 without the permission reviews, and invalid_decision.';

comment on function public.decide_service_request is
  'Decides about a request and returns {outcome}: approve creates a draft of a new place (or applies a correction, '
  'claim or removal), publish creates a published one, reject and adjust need a reason, start sets in_review, reopen '
  'undoes the decision; raises 42501 without the permission service_requests, for publish also services or clubs, and '
  'invalid_decision.';

comment on function public.answer_trip_panel_request is
  'Answers a request for a trip panel with a text and, where there is one, the address of the panel.';

comment on function private.registration_at is
  'Locks a registration for an event manager. Raises registration_changed when it changed after the time the caller '
  'saw.';

comment on function private.decide_registration is
  'approve, wait, promote, reject or cancel. Raises no_places, payment_unavailable, reason_missing, '
  'registration_decided, registration_entered or registration_changed. Answers the new status.';

comment on function public.decide_registration is
  'Event managers decide one registration: approve, wait, promote, reject or cancel. Answers the new status.';

comment on function private.edit_registration_answers is
  'Replaces the answers to the questions of the version that was answered; the history names the questions and the '
  'reason, not the answers.';

comment on function private.edit_registration is
  'Changes name, contact, town, club, company and companions, whose number changes places and price; the history '
  'names the columns, not their values. Raises no_places or registration_entered.';

comment on function private.assign_stand is
  'Gives a free stand of the event to a registration, or takes its stand away (null), with its price. Raises '
  'stand_missing or stand_taken.';

comment on function public.edit_registration_answers is
  'Event managers correct the answers of a registration, with a reason. Answers its updated_at. Raises '
  'reason_missing, registration_changed or invalid_request.';

comment on function public.edit_registration is
  'Event managers correct a registration: full_name, email, phone, town, club, company, companions. More people cost '
  'the difference unless keeps_price. Answers its updated_at.';

comment on function public.assign_stand is
  'Event managers give a free stand to a registration, or take its stand away. Answers its updated_at.';

comment on function public.decide_event_change is
  'approve publishes a change of an event, reject drops it with a reason; outdated when the event cannot take it any '
  'more.';

comment on function private.write_public_parts is
  'Creates or changes an event with its days, kinds and sponsors. expected_version: the updated_at that was shown; '
  'with another one nothing is written. Parts that the payload does not name are kept.';

comment on function public.save_event is
  'Creates an event, or with id and expected_version changes it. outcome: saved, stale (somebody else saved), '
  'missing, closed or limit; a wrong field raises invalid_request with the field as detail.';

comment on function private.submit_event is
  'Sends an event to the team, or publishes it directly. Rights are checked by the callers.';

comment on function private.lock_public_event is 'Locks the event; returns null, or why the change is refused.';

comment on function private.postpone_event is
  'The new date is not known yet; registrations are kept. A new date publishes the event again.';

comment on function private.cancel_event is
  'Cancels the event and its registrations; paid ones are refunded by private.cancel_registration. The mail of the '
  'event is the only one: set_registration_status sends none for a cancelled event. Cannot be undone.';

comment on function private.apply_event_decision is
  'approve publishes, or answers unpayable while its prices cannot be paid; reject and adjust need a reason, reopen '
  'takes an event without registrations back to the queue.';

comment on function public.submit_event is
  'Sends an event to the team; event managers and trusted clubs publish it at once. outcome: submitted, incomplete, '
  'stale, already or missing.';

comment on function public.postpone_event is
  'Postpones a published event without a new date and mails everybody registered.';

comment on function public.change_event_dates is
  'Gives a published or postponed event another date, moves its programme and mails everybody registered.';

comment on function public.cancel_event is
  'Cancels a published or postponed event with its registrations and mails everybody registered. Cannot be undone.';

comment on function public.decide_event is
  'approve publishes an event, adjust returns it to its organiser and reject refuses it, both with a reason; reopen '
  'takes the decision back.';

comment on function public.submit_event_by_link is 'Submits an event of an invited organiser. The server calls it.';

comment on function public.event_synergy is
  'For staff of the calendar: {events, without_position, clashes, trips, events_by_id: {id: event}, free: [{abbr, busy, '
  'saturdays}]}; at most 101 pairs each.';

comment on function private.decide_ad_draft is
  'Approves, discards or reopens a text; expected_version is the updated_at of the text that was read.';

comment on function public.decide_ad_draft is
  'For announcement staff: approves, discards or reopens a text; answers missing or changed when it was not decided.';

comment on function public.decide_seller is
  'Decides about a seller and returns {outcome}: approve makes a pending or suspended seller active and changes the '
  'role of the account from user to vendedor, reject rejects an application or suspends a seller, reopen undoes a '
  'rejection, or an approval before the first sale; raises 42501 without the permission sellers, and '
  'invalid_decision.';

comment on function public.decide_pix is
  'Decides about a Pix payment and returns {outcome}: approve confirms that the money arrived, reject (with a reason) '
  'removes the receipt and sets the status back to pending; raises 42501 without the permission financials, and '
  'invalid_decision.';

comment on function public.decide_ad is
  'Applies a decision to a banner: approve, reject (with a reason), pause, resume, end or reopen; returns {outcome}: '
  'decided, already, missing, period_over, payment_disputed, states_needed or placement_full; raises 42501 without '
  'the permission ads, and invalid_decision.';

comment on function public.decide_ad_lead is
  'Decides about a lead: approve sets the next status (contacted, won), reject sets lost, reopen sets received; '
  'returns {outcome}: decided, already or missing; raises 42501 without the permission ads, and invalid_decision.';

comment on function public.save_own_place is
  'Owners and staff change phone, whatsapp, website, instagram, opening_hours and attributes; only keys in the '
  'payload change. expected_version: the updated_at that was shown; with another one nothing is written and the '
  'answer is conflict with the saved values.';

comment on function private.save_voucher is
  'Stores an offer as a draft or sends it for approval. expected_version: the updated_at that the form showed. '
  'Answers saved, conflict, ended, too_many, or downloaded when people already hold it and its promise would change.';

comment on function private.apply_voucher_decision is
  'approve publishes an offer, reject and adjust need a reason, reopen takes it back to the queue.';

comment on function public.save_voucher is
  'For people of a place: stores an offer as a draft or sends it for approval.';

comment on function public.decide_voucher is
  'approve publishes a voucher, adjust returns it to its place and reject refuses it, both with a reason; reopen '
  'takes the decision back.';

grant execute on function public.decide_app_review to authenticated, service_role;

grant execute on function public.save_vehicle_entry to authenticated, service_role;

grant execute on function public.save_record to authenticated, service_role;

grant execute on function public.decide_trip_panel_request to authenticated, service_role;

grant execute on function public.decide_takedown_request to authenticated, service_role;

grant execute on function public.decide_report to authenticated, service_role;

grant execute on function public.decide_service_request to authenticated, service_role;

grant execute on function public.answer_trip_panel_request to authenticated, service_role;

grant execute on function public.decide_registration to authenticated, service_role;

grant execute on function public.edit_registration_answers to authenticated, service_role;

grant execute on function public.edit_registration to authenticated, service_role;

grant execute on function public.assign_stand to authenticated, service_role;

grant execute on function public.decide_event_change to authenticated, service_role;

grant execute on function public.submit_event to authenticated, service_role;

grant execute on function public.postpone_event to authenticated, service_role;

grant execute on function public.change_event_dates to authenticated, service_role;

grant execute on function public.cancel_event to authenticated, service_role;

grant execute on function public.decide_event to authenticated, service_role;

grant execute on function public.submit_event_by_link to service_role;

grant execute on function public.decide_ad_draft to authenticated, service_role;

grant execute on function public.decide_seller to authenticated, service_role;

grant execute on function public.decide_pix to authenticated, service_role;

grant execute on function public.decide_ad to authenticated, service_role;

grant execute on function public.decide_ad_lead to authenticated, service_role;

grant execute on function public.save_own_place to authenticated, service_role;

grant execute on function public.save_voucher to authenticated, service_role;

grant execute on function public.decide_voucher to authenticated, service_role;

reset check_function_bodies;
