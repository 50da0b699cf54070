set check_function_bodies = off;

drop function public.set_place_pin;

drop function public.cancel_voucher_download;

drop function public.set_voucher_limits;

drop function public.revoke_voucher_report;

drop function public.share_voucher_report;

drop function public.set_voucher_status;

drop function public.set_message_done;

drop function public.answer_service_message;

drop function public.submit_service_message;

drop function public.count_place_contact;

drop function public.withdraw_place_change;

drop function public.remove_place_member;

drop function public.leave_place;

drop function public.sign_contract;

drop function public.cast_vote;

drop function public.decide_ad_draft;

drop function public.refuse_messages;

drop function public.cancel_event_message;

drop function public.confirm_event_follow;

drop function public.undo_checkin;

drop function public.answer_attendance;

drop function public.mail_manage_link;

drop function public.transfer_registration;

drop function public.cancel_own_registration;

drop function public.accept_offer;

drop function public.edit_own_registration;

drop function public.confirm_registration;

drop function public.sign_registration_contract;

drop function public.store_registration_draft;

drop function public.set_task_status;

drop function public.run_job_again;

drop function public.cancel_account_erasure;

drop function public.use_recovery_code;

drop function public.end_own_session;

drop function public.end_session;

drop function public.withdraw_vehicle_offer;

drop function public.offer_vehicle;

drop function public.revoke_place_invitation;

drop function public.revoke_sale_link;

drop function public.change_sale_link;

drop function public.add_sale_link;

drop function public.remove_vehicle_member;

drop function public.set_vehicle_member_role;

drop function public.revoke_vehicle_invitation;

drop function public.invite_vehicle_member;

drop function public.retry_reminder_sending;

drop function public.undo_maintenance_reminder;

drop function public.delete_vehicle_task;

drop function public.reopen_vehicle_task;

drop function public.finish_vehicle_task;

drop function public.save_vehicle_task;

drop function public.set_vehicle_checklist_deleted;

drop function public.set_vehicle_row_deleted;

drop function public.replace_odometer;

drop function public.delete_vehicle;

drop function public.set_vehicle_entry_deleted;

drop function public.share_passport;

drop function public.stamp_passport;

drop function public.reply_app_review;

drop function private.set_place_pin;

drop function private.cancel_voucher_download;

drop function private.revoke_voucher_report;

drop function private.share_voucher_report;

drop function private.set_voucher_status;

drop function private.set_voucher_limits;

drop function private.set_message_done;

drop function private.answer_service_message;

drop function private.file_service_message;

drop function private.withdraw_place_change;

drop function private.leave_place;

drop function private.revoke_place_invitation;

drop function private.remove_place_member;

drop function private.sign_contract;

drop function private.cast_vote;

drop function private.decide_ad_draft;

drop function private.refuse_messages;

drop function private.cancel_event_message;

drop function private.undo_checkin;

drop function private.answer_attendance;

drop function private.edit_own_registration;

drop function private.confirm_event_follow;

drop function private.mail_manage_link;

drop function private.sign_registration_contract;

drop function private.store_registration_draft;

drop function private.transfer_registration;

drop function private.cancel_own_registration;

drop function private.accept_offer;

drop function private.confirm_registration;

drop function private.set_task_status;

drop function private.run_job_again;

drop function private.cancel_account_erasure;

drop function private.end_own_session;

drop function private.end_session;

drop function private.count_place_contact;

drop function private.revoke_sale_link;

drop function private.change_sale_link;

drop function private.add_sale_link;

drop function private.use_recovery_code;

drop function private.remove_vehicle_member;

drop function private.set_vehicle_member_role;

drop function private.withdraw_vehicle_offer;

drop function private.revoke_vehicle_invitation;

drop function private.invite_vehicle_member;

drop function private.offer_vehicle;

drop function private.retry_reminder;

drop function private.undo_reminder;

drop function private.reopen_vehicle_task;

drop function private.finish_vehicle_task;

drop function private.save_vehicle_task;

drop function private.set_vehicle_checklist_deleted;

drop function private.delete_vehicle;

drop function private.set_vehicle_row_deleted;

drop function private.replace_odometer;

drop function private.set_vehicle_entry_deleted;

drop function private.delete_vehicle_task;

drop function private.finish_checklist;

drop function private.share_passport;

drop function private.stamp_passport;

drop function private.reply_app_review;

create or replace function private.verify_map_place(item uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  place public.map_places;
  made public.services;
begin
  perform private.require_permission('services');
  select * into place from public.map_places where id = item for update;
  if place.id is null then
    return private.gone();
  end if;
  if place.service_id is not null then
    return private.conflict(jsonb_build_object('id', place.service_id));
  end if;
  insert into public.services (
    category_key, name, slug, state_abbr, city_ibge, address, lat, lng, phone, website, status, verified_at, source,
    check_date, sources, copied
  ) values (
    private.category_of_map_place(place.kind, place.class), place.name,
    private.free_slug('public.services', place.state_abbr, place.name), place.state_abbr, place.city_ibge,
    place.address, case when not place.is_at_seat then place.lat end, case when not place.is_at_seat then place.lng end,
    place.phone, place.website, 'published', now(), coalesce(place.page_url, place.source), current_date,
    array_remove(array[place.page_url], null),
    jsonb_build_object('source', place.source, 'date', place.source_date, 'url', place.page_url, 'fields', (
      select jsonb_agg(field) from jsonb_each(jsonb_build_object('name', place.name, 'address', place.address,
        'phone', place.phone, 'website', place.website, 'lat', case when not place.is_at_seat then place.lat end,
        'lng', case when not place.is_at_seat then place.lng end)) as fact (field, value)
      where value <> 'null'
    ))
  ) returning * into made;
  update public.map_places set service_id = made.id, is_replaced = true, hidden_at = null where id = item;
  return private.saved(jsonb_build_object('id', made.id, 'state_abbr', made.state_abbr));
end $$;

-- Accounts by e-mail, for the panel of clubs: a person is added by the confirmed address of the account.
-- Every new account has email_confirmed_at; only email_verified_at says that a link sent to the address was opened.
create or replace function private.add_club_member(club uuid, email text, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_permission('clubs');
  if add_club_member.role is null or add_club_member.role not in ('owner', 'admin', 'member') then
    raise exception 'invalid_request' using detail = 'role';
  end if;
  select users.id into account from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(add_club_member.email)) and profiles.email_verified_at is not null;
  if account is null or not exists (select from public.clubs where clubs.id = club) then
    return private.gone();
  end if;
  insert into public.club_members as member (club_id, user_id, role) values (club, account, add_club_member.role)
  on conflict (club_id, user_id) do update set role = excluded.role;
  return private.saved();
end $$;

create or replace function private.decide_app_review(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('app_reviews');
  if decision = 'approve' and exists (select from public.app_reviews where id = item and not publish_ok) then
    return private.refused('no_consent');
  end if;
  return private.change_item_status('public.app_reviews', 'app_reviews', '{
    "pending": {"approve": "published", "reject": "hidden"}, "reopen": "pending"
  }', item, decision, reason, expected_status);
end $$;

create function private.reply_app_review(item uuid, reply text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('app_reviews');
  update public.app_reviews set reply = nullif(btrim(reply_app_review.reply), '') where id = item;
  return private.saved_or_gone(found);
end $$;

create function public.reply_app_review(id uuid, reply text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.reply_app_review(id, reply);

create function private.stamp_passport(
  client_id uuid, subject_type text, subject_id text, lat double precision, lng double precision,
  accuracy_m double precision, stamped_at timestamptz
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account uuid := private.account_id();
  place record;
  metres double precision;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  if $1 is null or $7 is null or $4 is null or $5 is null or $6 is null
    or $4 not between -90 and 90 or $5 not between -180 and 180 or $6 not between 0 and 1e7 then
    raise exception 'invalid_request' using errcode = '22023';
  end if;
  -- Concurrent calls of one account wait for each other, so that each compares with the stamps of the others.
  perform from public.profiles where id = account for no key update;
  if exists (select from public.passport_stamps as own where own.account_id = account and own.client_id = $1) then
    return private.saved();
  end if;
  select * into place from private.stamp_subject($2, $3);
  if not found then return private.refused('unknown_subject'); end if;
  if exists (
    select from public.passport_stamps as own
    where own.account_id = account and (own.photo_point_id = place.photo_point_id or own.city_ibge = place.city_ibge)
  ) then
    return private.refused('already_stamped');
  end if;
  metres := private.metres_between($4, $5, place.lat, place.lng);
  if $6 > (case $2 when 'city' then 1000 else 200 end) then return private.refused('inaccurate'); end if;
  if metres > place.radius_m + $6 then return private.refused('too_far'); end if;
  -- The clock of a device may be some minutes fast.
  if $7 > now() + interval '5 minutes' then return private.refused('in_future'); end if;
  if $7 < now() - interval '30 days' then return private.refused('too_old'); end if;
  if not private.is_plausible_stamp(account, $4, $5, $7) then return private.refused('implausible_speed'); end if;
  insert into public.passport_stamps (account_id, photo_point_id, city_ibge, state_abbr, distance_m, accuracy_m,
    stamped_at, client_id)
  values (account, place.photo_point_id, place.city_ibge, place.state_abbr, round(metres), round($6), $7, $1);
  return private.saved();
end $$;

create function private.share_passport(shown_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  made text := translate(encode(decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '+/=', '-_');
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  perform from public.profiles where id = account for no key update;
  update public.passport_shares set revoked_at = now() where account_id = account and revoked_at is null;
  insert into public.passport_shares (account_id, name, token) values (account, trim(shown_name), made);
  return private.saved(jsonb_build_object('token', made));
end $$;

create function public.stamp_passport(
  client_id uuid, subject_type text, subject_id text, lat double precision, lng double precision,
  accuracy_m double precision, stamped_at timestamptz
) returns jsonb
language sql volatile security invoker set search_path = ''
return private.stamp_passport(client_id, subject_type, subject_id, lat, lng, accuracy_m, stamped_at);

create function public.share_passport(shown_name text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.share_passport(shown_name);

-- A save whose answer was lost is sent again: it finds its own content one version later and is answered as saved.
create or replace function private.save_vehicle_entry(entry uuid, vehicle uuid, expected_version integer, content jsonb)
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
    return case when vehicle in (select private.read_vehicles()) then private.refused('forbidden')
      else private.gone() end;
  elsif car.deleted_at is not null then
    return private.gone();
  end if;
  select * into known from public.vehicle_entries where id = entry for update;
  if known.id is not null and known.vehicle_id <> vehicle then
    return private.refused('forbidden');
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
    return private.refused('in_future');
  elsif given.trip_id is not null and not exists (select from public.trips where id = given.trip_id and owner_id
    in (account, car.owner_id)) then
    given.trip_id := null;
  end if;
  if known.id is null then
    if expected_version is not null then
      return private.gone();
    elsif 50000 <= (select count(*) from public.vehicle_entries where vehicle_id = vehicle) then
      return private.refused('limit');
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
    return private.saved(jsonb_build_object('entry', private.entry_json(known)));
  elsif known.version is distinct from expected_version then
    return case
      when private.same_entry(known, given) and known.version = coalesce(expected_version, 0) + 1
        then private.saved(jsonb_build_object('entry', private.entry_json(known)))
      when known.deleted_at is not null then private.gone()
      else private.conflict(jsonb_build_object('entry', private.entry_json(known)))
    end;
  elsif known.deleted_at is not null then
    return private.gone();
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
  return private.saved(jsonb_build_object('entry', private.entry_json(known)));
exception
  when unique_violation then
    return private.refused('exists');
  when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation
    or invalid_text_representation
    or numeric_value_out_of_range or invalid_datetime_format then
    return private.refused('invalid');
end $$;

create function private.set_vehicle_entry_deleted(entry uuid, is_deleted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vehicle_entries;
begin
  perform private.require_account();
  select * into known from public.vehicle_entries where id = entry for update;
  if known.id is null or not private.edits_vehicle(known.vehicle_id) then
    return private.gone();
  end if;
  update public.vehicle_entries set
    deleted_at = case when is_deleted then coalesce(deleted_at, now()) end, version = version + 1,
      updated_at = clock_timestamp()
  where id = entry and (deleted_at is not null) is distinct from is_deleted;
  return private.saved();
exception when unique_violation then
  return private.refused('exists');
end $$;

create function private.replace_odometer(entry uuid, vehicle uuid, on_date date, total_km numeric, reading numeric,
  remark text)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  car public.vehicles;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into car from public.vehicles where id = vehicle and owner_id = account and deleted_at is null
    for no key update;
  if car.id is null then
    return private.gone();
  elsif exists (select from public.vehicle_entries where id = entry and vehicle_id = vehicle) then
    return private.saved();
  elsif on_date > current_date + 1 then
    return private.refused('in_future');
  elsif total_km < car.odometer_km then
    return private.refused('goes_back');
  end if;
  insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, replaces_odometer,
    notes, created_by)
  values (entry, vehicle, account, 'km', on_date, reading, total_km - reading, true, coalesce(btrim(remark), ''),
    account);
  return private.saved();
exception
  when unique_violation then
    return private.gone();
  when check_violation or not_null_violation or numeric_value_out_of_range then
    return private.refused('invalid');
end $$;

create function private.set_vehicle_row_deleted(kind text, item uuid, is_deleted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  elsif kind = 'vehicle' then
    update public.vehicles set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end
    where id = item and owner_id = account;
  elsif kind = 'document' then
    update public.vehicle_documents set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end
    where id = item and owner_id = account;
  elsif kind = 'part' then
    update public.vehicle_parts set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end
    where id = item and private.edits_vehicle(vehicle_id);
  elsif kind = 'diary_entry' then
    update public.vehicle_diary_entries set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end
    where id = item and private.edits_vehicle(vehicle_id);
  end if;
  return case when found then private.saved() else private.gone() end;
end $$;

create function private.delete_vehicle(vehicle uuid, name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  delete from public.vehicles
  where id = vehicle and owner_id = private.account_id() and deleted_at is not null
    and lower(btrim(nickname)) = lower(btrim(name));
  return case
    when found then private.saved()
    when exists (select from public.vehicles where id = vehicle and owner_id = private.account_id() and deleted_at
      is not null) then private.refused('name')
    else private.gone()
  end;
end $$;

create function public.set_vehicle_entry_deleted(entry uuid, is_deleted boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_vehicle_entry_deleted(entry, is_deleted);

create function public.replace_odometer(entry uuid, vehicle uuid, on_date date, total_km numeric, reading numeric,
  remark text)
returns jsonb
language sql volatile security invoker set search_path = ''
return private.replace_odometer(entry, vehicle, on_date, total_km, reading, remark);

create function public.set_vehicle_row_deleted(kind text, item uuid, is_deleted boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_vehicle_row_deleted(kind, item, is_deleted);

create function public.delete_vehicle(vehicle uuid, name text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.delete_vehicle(vehicle, name);

create or replace function private.log_trip(trip uuid, vehicle uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid := private.require_trip_owner();
  known public.trips;
  car public.vehicles;
  noted uuid;
  entries jsonb;
  entry jsonb;
  answer jsonb;
begin
  -- Two tabs and a double click wait here for each other.
  select * into known from public.trips as own
  where own.id = trip and own.owner_id = account and own.deleted_at is null for no key update;
  if known.id is null then
    return private.gone();
  end if;
  select * into car from public.vehicles as own where own.id = vehicle and own.deleted_at is null for no key update;
  if car.id is null or not private.edits_vehicle(vehicle) then
    return private.refused('forbidden');
  elsif jsonb_array_length(coalesce(nullif(content -> 'costs', 'null'), '[]')) > 10 then
    return private.refused('invalid');
  end if;
  update public.trips as own set done_at = coalesce(own.done_at, now()) where own.id = trip;
  select own.id into noted from public.vehicle_entries as own
  where own.trip_id = trip and own.vehicle_id = vehicle and own.kind = 'trip' and own.deleted_at is null;
  if noted is not null then
    return case when noted = (content ->> 'id')::uuid then private.saved() else private.refused('exists') end;
  end if;
  entries := private.trip_entries(known, car, content);
  for entry in select one.value from jsonb_array_elements(entries) as one loop
    answer := private.save_vehicle_entry((entry ->> 'id')::uuid, vehicle, null, entry - 'id');
    if answer ->> 'outcome' <> 'saved' then
      raise exception '%', answer using errcode = 'LT001';
    end if;
  end loop;
  insert into public.vehicle_trips (entry_id, vehicle_id, owner_id, origin, destination, states, km_source, expense_ids)
  select (content ->> 'id')::uuid, vehicle, car.owner_id, coalesce(content ->> 'origin', ''),
    coalesce(content ->> 'destination', ''),
    array(select jsonb_array_elements_text(coalesce(nullif(content -> 'states', 'null'), '[]'))),
      content ->> 'km_source',
    array(select (one.value ->> 'id')::uuid from jsonb_array_elements(entries - 0) as one);
  return private.saved();
exception
  when sqlstate 'LT001' then
    return sqlerrm::jsonb - 'entry';
  when check_violation or not_null_violation or unique_violation or invalid_text_representation
    or numeric_value_out_of_range
    or datetime_field_overflow or invalid_datetime_format or invalid_parameter_value then
    return private.refused('invalid');
end $$;

create function private.finish_checklist(list public.vehicle_checklists, car public.vehicles, signature jsonb)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  km numeric := (signature ->> 'km')::numeric;
  noted jsonb := private.saved();
begin
  if (signature ->> 'on')::date > current_date + 1 then
    return private.refused('in_future');
  elsif km is not null then
    noted := private.save_vehicle_entry((signature ->> 'entry')::uuid, car.id, null, jsonb_build_object(
      'kind', 'km', 'on_date', signature ->> 'on', 'reading_km', km, 'offset_km', car.odometer_offset_km, 'title',
        left(list.title, 120)
    ));
  end if;
  if noted ->> 'outcome' not in ('saved', 'conflict') then
    return noted;
  end if;
  update public.vehicle_checklists set
    finished_at = now(), signed_on = (signature ->> 'on')::date, signed_km = km, version = version + 1,
      updated_at = clock_timestamp(),
    result = (
      select private.checklist_result(
        count(*) filter (where status = 'fail'), count(*) filter (where status = 'attention'), count(*)
          filter (where status = 'pending'))
      from public.vehicle_checklist_items where checklist_id = list.id
    )
  where id = list.id;
  return private.saved();
end $$;

create or replace function private.save_vehicle_checklist(checklist uuid, vehicle uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles;
  known public.vehicle_checklists;
  conflicts jsonb := '[]';
  finished jsonb := private.saved();
  is_finished boolean := false;
  stored jsonb;
begin
  perform private.require_account();
  -- Concurrent saves of one car wait for each other.
  select * into car from public.vehicles where id = vehicle for no key update;
  if car.id is null or car.deleted_at is not null or vehicle not in (select private.read_vehicles()) then
    return private.gone();
  elsif not private.edits_vehicle(vehicle) then
    return private.refused('forbidden');
  end if;
  select * into known from public.vehicle_checklists where id = checklist;
  if known.vehicle_id <> vehicle then
    return private.refused('forbidden');
  elsif known.id is null and jsonb_typeof(content -> 'create') = 'object' then
    if 5000 <= (select count(*) from public.vehicle_checklists where vehicle_id = vehicle) then
      return private.refused('limit');
    end if;
    known := private.add_checklist(checklist, car, content -> 'create');
  elsif known.id is null or known.deleted_at is not null then
    return private.gone();
  end if;
  if known.finished_at is null then
    conflicts := private.change_checklist_items(checklist, content -> 'changes');
    update public.vehicle_checklists set version = version + 1, updated_at = clock_timestamp() where id = checklist;
    if jsonb_typeof(content -> 'finish') = 'object' then
      finished := case when conflicts = '[]' then private.finish_checklist(known, car, content -> 'finish')
        else private.conflict() end;
    end if;
  -- What arrives for the second time, because the answer was lost, is stored already.
  elsif not private.are_stored(checklist, content -> 'changes')
    or not coalesce(private.is_signed_as(known, nullif(content -> 'finish', 'null')), true) then
    is_finished := true;
  end if;
  insert into public.vehicle_tasks (id, vehicle_id, owner_id, title, checklist_item_id, created_by)
  select task.id, vehicle, car.owner_id, task.title, item.id, private.account_id()
  from jsonb_to_recordset(content -> 'tasks') as task (id uuid, item uuid, title text)
  join public.vehicle_checklist_items as item on item.id = task.item and item.checklist_id = checklist
  on conflict do nothing;
  select * into known from public.vehicle_checklists where id = checklist;
  stored := jsonb_build_object('conflicts', conflicts, 'checklist', private.checklist_json(known));
  return case
    when is_finished or finished ->> 'outcome' = 'conflict'
      then private.conflict(stored || jsonb_build_object('is_finished', is_finished))
    when finished ->> 'outcome' = 'saved' or finished ->> 'reason' = 'in_future'
      then private.saved(stored || jsonb_build_object('finish_refused', finished -> 'reason'))
    else finished
  end;
exception
  when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation
    or invalid_text_representation
    or numeric_value_out_of_range or invalid_datetime_format or unique_violation then
    return private.refused('invalid');
end $$;

create or replace function private.reopen_vehicle_checklist(checklist uuid, new_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vehicle_checklists;
  following uuid;
begin
  perform private.require_account();
  select * into known from public.vehicle_checklists where id = checklist and deleted_at is null for update;
  if known.id is null or not private.edits_vehicle(known.vehicle_id) then
    return private.gone();
  elsif known.finished_at is null then
    return private.saved(jsonb_build_object('id', known.id));
  end if;
  select id into following from public.vehicle_checklists where previous_id = checklist;
  if following is null then
    insert into public.vehicle_checklists (id, vehicle_id, owner_id, template_id, own_template_id, kind, title,
      revision, previous_id, created_by)
    values (new_id, known.vehicle_id, known.owner_id, known.template_id, known.own_template_id, known.kind, known.title,
      known.revision + 1, checklist, private.account_id());
    insert into public.vehicle_checklist_items (
      id, checklist_id, vehicle_id, owner_id, position, key, section, text, why, answer, unit, choices,
        suggests_maintenance, status, value, note
    )
    select gen_random_uuid(), new_id, vehicle_id, owner_id, position, key, section, text, why, answer, unit, choices,
      suggests_maintenance, status, value, note
    from public.vehicle_checklist_items where checklist_id = checklist;
    following := new_id;
  else
    update public.vehicle_checklists set deleted_at = null where id = following;
  end if;
  return private.saved(jsonb_build_object('id', following));
end $$;

create function private.set_vehicle_checklist_deleted(checklist uuid, is_deleted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_checklists set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end,
    updated_at = clock_timestamp()
  where id = checklist and private.edits_vehicle(vehicle_id);
  return case when found then private.saved() else private.gone() end;
end $$;

create function private.save_vehicle_task(task uuid, vehicle uuid, title text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles;
begin
  perform private.require_account();
  select * into car from public.vehicles where id = vehicle and deleted_at is null for no key update;
  if car.id is null or not private.edits_vehicle(vehicle) then
    return private.gone();
  elsif 1000 <= (select count(*) from public.vehicle_tasks where vehicle_id = vehicle) then
    return private.refused('limit');
  end if;
  insert into public.vehicle_tasks (id, vehicle_id, owner_id, title, created_by)
  values (task, vehicle, car.owner_id, save_vehicle_task.title, private.account_id())
  on conflict (id) do update set title = excluded.title, updated_at = clock_timestamp()
    where vehicle_tasks.vehicle_id = excluded.vehicle_id;
  return case when found then private.saved() else private.gone() end;
exception when check_violation or not_null_violation then
  return private.refused('invalid');
end $$;

create function private.finish_vehicle_task(task uuid, entry uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vehicle_tasks;
  noted jsonb;
begin
  perform private.require_account();
  select * into known from public.vehicle_tasks where id = task for update;
  if known.id is null or not private.edits_vehicle(known.vehicle_id) then
    return private.gone();
  elsif known.status = 'done' then
    return private.saved();
  end if;
  noted := private.save_vehicle_entry(entry, known.vehicle_id, null, content || '{"kind": "service"}');
  if noted ->> 'outcome' <> 'saved' then
    return noted - 'entry';
  end if;
  update public.vehicle_tasks set status = 'done', done_at = now(), done_entry_id = entry,
    updated_at = clock_timestamp() where id = task;
  return private.saved();
end $$;

create function private.reopen_vehicle_task(task uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vehicle_tasks;
begin
  perform private.require_account();
  select * into known from public.vehicle_tasks where id = task for update;
  if known.id is null or not private.edits_vehicle(known.vehicle_id) then
    return private.gone();
  elsif known.done_entry_id is not null then
    perform private.set_vehicle_entry_deleted(known.done_entry_id, true);
  end if;
  update public.vehicle_tasks set status = 'open', done_at = null, done_entry_id = null, updated_at = clock_timestamp()
    where id = task;
  return private.saved();
end $$;

create function private.delete_vehicle_task(task uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.vehicle_tasks where id = task and private.edits_vehicle(vehicle_id);
  return case when found then private.saved() else private.gone() end;
end $$;

create function public.set_vehicle_checklist_deleted(checklist uuid, is_deleted boolean) returns jsonb
language sql volatile security invoker set search_path = '' return private.set_vehicle_checklist_deleted(checklist,
  is_deleted);

create function public.save_vehicle_task(task uuid, vehicle uuid, title text) returns jsonb
language sql volatile security invoker set search_path = '' return private.save_vehicle_task(task, vehicle, title);

create function public.finish_vehicle_task(task uuid, entry uuid, content jsonb) returns jsonb
language sql volatile security invoker set search_path = '' return private.finish_vehicle_task(task, entry, content);

create function public.reopen_vehicle_task(task uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.reopen_vehicle_task(task);

create function public.delete_vehicle_task(task uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.delete_vehicle_task(task);

create or replace function private.complete_reminder(reminder uuid, entry uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.maintenance_reminders;
  following public.maintenance_reminders;
  answer jsonb;
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into known from public.maintenance_reminders where id = reminder for update;
  if known.id is null or not private.edits_vehicle(known.vehicle_id) then
    return private.gone();
  elsif known.previous ->> 'entry' = entry::text then
    return private.saved();
  elsif known.deleted_at is not null then
    return private.gone();
  end if;
  answer := private.save_vehicle_entry(entry, known.vehicle_id, null, content);
  if answer ->> 'outcome' <> 'saved' then
    return answer - 'entry';
  end if;
  following := private.next_reminder(known, (answer #>> '{entry,on_date}')::date, coalesce(
    (answer #>> '{entry,km}')::numeric, (select odometer_km from public.vehicles where id = known.vehicle_id)
  ));
  update public.maintenance_reminders set
    last_done_on = following.last_done_on, last_done_km = following.last_done_km, date_step = following.date_step,
      km_step = following.km_step,
    snoozed_until = null, snoozed_until_km = null,
    previous = jsonb_build_object(
      'entry', entry, 'last_done_on', known.last_done_on, 'last_done_km', known.last_done_km, 'date_step',
        known.date_step,
      'km_step', known.km_step, 'snoozed_until', known.snoozed_until, 'snoozed_until_km', known.snoozed_until_km,
      'announced_at', known.announced_at
    ),
    deleted_at = case when known.is_fixed and known.interval_months is null and known.interval_km is null then now() end
  where id = reminder;
  return private.saved();
end $$;

create function private.undo_reminder(reminder uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.maintenance_reminders;
  before public.maintenance_reminders;
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into known from public.maintenance_reminders where id = reminder for update;
  if known.previous is null or not private.edits_vehicle(known.vehicle_id) then
    return private.gone();
  end if;
  perform private.set_vehicle_entry_deleted((known.previous ->> 'entry')::uuid, true);
  before := jsonb_populate_record(known, known.previous - 'entry');
  update public.maintenance_reminders set
    last_done_on = before.last_done_on, last_done_km = before.last_done_km, date_step = before.date_step,
      km_step = before.km_step,
    snoozed_until = before.snoozed_until, snoozed_until_km = before.snoozed_until_km,
      announced_at = coalesce(before.announced_at, announced_at),
    previous = null, deleted_at = null
  where id = reminder;
  return private.saved();
end $$;

create function private.retry_reminder(sending uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed integer := 0;
begin
  perform private.require_permission('maintenance_reminders');
  if to_regclass('pgboss.job') is null or not exists (select from public.reminder_announcements where job_id = sending
    and status = 'failed') then
    return private.gone();
  end if;
  execute 'update pgboss.job set state = ''retry'', retry_limit = greatest(retry_limit, retry_count + 1), start_after = now(), completed_on = null
    where name in (''send-mail'', ''push-reminders'') and id = $1 and state::text in (''failed'', ''retry'')' using sending;
  get diagnostics changed = row_count;
  if changed > 0 then
    update public.reminder_announcements set status = 'queued', changed_at = now() where job_id = sending;
    insert into public.audit_log (actor_id, action, entity, entity_id, after, reason)
    values ((select private.account_id()), 'update', 'reminder_announcements', sending::text, '{"status": "queued"}',
      'sent again');
  end if;
  return private.saved_or_gone(changed > 0);
end $$;

create function public.undo_maintenance_reminder(reminder uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.undo_reminder(reminder);

create function public.retry_reminder_sending(sending uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.retry_reminder(sending);

create function private.invite_vehicle_member(invitation uuid, vehicle uuid, email text, role text, token_hash text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
  address text := lower(btrim(invite_vehicle_member.email));
begin
  if car.id is null then
    return private.gone();
  elsif address = private.account_email(car.owner_id) then
    return private.refused('own');
  elsif exists (
    select from public.vehicle_members as member join auth.users on users.id = member.account_id
    where member.vehicle_id = vehicle and lower(users.email::text) = address
  ) then
    return private.refused('member');
  end if;
  -- A new invitation replaces the open one of the same person.
  update public.vehicle_invitations as earlier set revoked_at = now()
  where earlier.vehicle_id = vehicle and earlier.email = address and accepted_at is null and revoked_at is null;
  if 10 <= (select count(*) from public.vehicle_members where vehicle_id = vehicle) + (
    select count(*) from public.vehicle_invitations
    where vehicle_id = vehicle and accepted_at is null and revoked_at is null and expires_at > now()
  ) then
    return private.refused('limit');
  elsif 30 <= (select count(*) from public.vehicle_invitations where owner_id = car.owner_id
    and created_at > now() - interval '1 day') then
    return private.refused('too_many');
  end if;
  insert into public.vehicle_invitations (id, vehicle_id, owner_id, email, role, token_hash, expires_at)
  values (invitation, vehicle, car.owner_id, address, invite_vehicle_member.role, invite_vehicle_member.token_hash,
    now() + interval '14 days');
  perform private.enqueue_mail(address, 'vehicle_invitation', jsonb_build_object(
    'vehicle_invitation', invitation, 'title', car.nickname, 'status', invite_vehicle_member.role,
    'name', (select username from public.profiles where id = car.owner_id)
  ), private.locale_of_email(address, car.owner_id));
  return private.saved();
exception when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
  return private.refused('invalid');
end $$;

create function private.revoke_vehicle_invitation(invitation uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_invitations set revoked_at = coalesce(revoked_at, now())
  where id = invitation and owner_id = private.account_id() and accepted_at is null;
  return private.saved_or_gone(found);
end $$;

create or replace function private.accept_vehicle_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  hash text := private.token_hash(token);
  car public.vehicles;
  invitation public.vehicle_invitations;
  state text;
begin
  perform private.require_account();
  -- The car first, as in the handover, so that the two never wait for each other.
  select vehicles.* into car from public.vehicles
  where id = (select vehicle_id from public.vehicle_invitations where token_hash = hash) for no key update;
  select * into invitation from public.vehicle_invitations where token_hash = hash and vehicle_id = car.id for update;
  if invitation.id is null then
    return private.gone();
  end if;
  state := private.invitation_state(invitation, car);
  if state = 'accepted' and invitation.accepted_by = account then
    return private.saved(jsonb_build_object('vehicle', car.id));
  elsif state <> 'open' then
    return case state
      when 'gone' then private.gone()
      when 'accepted' then private.refused('taken')
      else private.refused(state)
    end;
  elsif invitation.email is distinct from private.account_email(account) then
    return private.refused('wrong_account');
  elsif car.owner_id = account then
    return private.refused('own');
  end if;
  insert into public.vehicle_members (vehicle_id, owner_id, account_id, role)
  values (car.id, car.owner_id, account, invitation.role)
  on conflict (vehicle_id, account_id) do update set role = excluded.role;
  update public.vehicle_invitations set accepted_at = now(), accepted_by = account where id = invitation.id;
  return private.saved(jsonb_build_object('vehicle', car.id));
end $$;

create function private.set_vehicle_member_role(vehicle uuid, account uuid, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_members as member set role = set_vehicle_member_role.role
  where member.vehicle_id = vehicle and member.account_id = account and member.owner_id = private.account_id()
    and set_vehicle_member_role.role in ('viewer', 'editor');
  return private.saved_or_gone(found);
end $$;

create function private.remove_vehicle_member(vehicle uuid, account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.vehicle_members as member
  where member.vehicle_id = vehicle and member.account_id = account and private.account_id()
    in (member.owner_id, member.account_id);
  return private.saved_or_gone(found);
end $$;

create function public.invite_vehicle_member(invitation uuid, vehicle uuid, email text, role text, token_hash text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.invite_vehicle_member(invitation, vehicle, email, role, token_hash);

create function public.revoke_vehicle_invitation(invitation uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.revoke_vehicle_invitation(invitation);

create function public.set_vehicle_member_role(vehicle uuid, account uuid, role text) returns jsonb
language sql volatile security invoker set search_path = '' return private.set_vehicle_member_role(vehicle, account,
  role);

create function public.remove_vehicle_member(vehicle uuid, account uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.remove_vehicle_member(vehicle, account);

create function private.add_sale_link(link uuid, vehicle uuid, token_hash text, label text, shows text[], days integer)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
begin
  if car.id is null then
    return private.gone();
  elsif 20 <= (
    select count(*) from public.vehicle_sale_links as other
    where other.vehicle_id = vehicle and other.revoked_at is null and other.expires_at > now()
  ) then
    return private.refused('limit');
  end if;
  insert into public.vehicle_sale_links (id, vehicle_id, owner_id, label, shows, token_hash, expires_at)
  values (
    link, vehicle, car.owner_id, btrim(add_sale_link.label), array(select distinct unnest(add_sale_link.shows)
      order by 1),
    add_sale_link.token_hash, now() + make_interval(days => days)
  );
  return private.saved();
exception when check_violation or not_null_violation or unique_violation then
  return private.refused('invalid');
end $$;

create function private.change_sale_link(link uuid, label text, shows text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_sale_links as known
  set label = btrim(change_sale_link.label), shows = array(select distinct unnest(change_sale_link.shows) order by 1)
  where known.id = link and known.owner_id = private.account_id() and known.revoked_at is null;
  return case when found then private.saved() else private.gone() end;
exception when check_violation or not_null_violation then
  return private.refused('invalid');
end $$;

create function private.revoke_sale_link(link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_sale_links set revoked_at = coalesce(revoked_at, now()) where id = link
    and owner_id = private.account_id();
  return private.saved_or_gone(found);
end $$;

create function public.add_sale_link(link uuid, vehicle uuid, token_hash text, label text, shows text[], days integer)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_sale_link(link, vehicle, token_hash, label, shows, days);

create function public.change_sale_link(link uuid, label text, shows text[]) returns jsonb
language sql volatile security invoker set search_path = '' return private.change_sale_link(link, label, shows);

create function public.revoke_sale_link(link uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.revoke_sale_link(link);

create function private.offer_vehicle(handover uuid, vehicle uuid, email text, chosen text[], name text,
  token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
  address text := lower(btrim(offer_vehicle.email));
begin
  if car.id is null then
    return private.gone();
  elsif lower(btrim(name)) is distinct from lower(btrim(car.nickname)) then
    return private.refused('name');
  elsif address = private.account_email(car.owner_id) then
    return private.refused('own');
  end if;
  update public.vehicle_handovers as known set status = 'expired', decided_at = now()
  where known.vehicle_id = vehicle and status = 'open' and expires_at <= now();
  if exists (select from public.vehicle_handovers as known where known.vehicle_id = vehicle and status = 'open') then
    return private.refused('exists');
  elsif 10 <= (select count(*) from public.vehicle_handovers where owner_id = car.owner_id
    and created_at > now() - interval '1 day') then
    return private.refused('too_many');
  end if;
  insert into public.vehicle_handovers (id, vehicle_id, owner_id, email, chosen, token_hash, expires_at)
  values (
    handover, vehicle, car.owner_id, address, array(select distinct unnest(offer_vehicle.chosen) order by 1),
    offer_vehicle.token_hash, now() + interval '14 days'
  );
  perform private.enqueue_mail(address, 'vehicle_handover_offer', jsonb_build_object(
    'vehicle_handover', handover, 'title', car.nickname, 'name', (select username from public.profiles
      where id = car.owner_id)
  ), private.locale_of_email(address, car.owner_id));
  return private.saved();
exception when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
  return private.refused('invalid');
end $$;

create function private.withdraw_vehicle_offer(handover uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  offer public.vehicle_handovers;
begin
  perform private.require_account();
  -- Waits for an acceptance that locked the car, and then finds the offer decided.
  perform private.own_vehicle((select vehicle_id from public.vehicle_handovers where id = handover
    and owner_id = private.account_id()));
  update public.vehicle_handovers set status = 'withdrawn', decided_at = now()
  where id = handover and owner_id = private.account_id() and status = 'open'
  returning * into offer;
  if offer.id is null then
    return private.gone();
  end if;
  perform private.enqueue_mail(offer.email, 'vehicle_handover_withdrawn', jsonb_build_object(
    'title', (select nickname from public.vehicles where id = offer.vehicle_id),
    'name', (select username from public.profiles where id = offer.owner_id)
  ), private.locale_of_email(offer.email, offer.owner_id));
  return private.saved();
end $$;

create or replace function private.decide_vehicle_offer(token text, is_accepted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  hash text := private.token_hash(token);
  handover public.vehicle_handovers;
  car public.vehicles;
  copy uuid;
begin
  perform private.require_account();
  -- The car is locked first, as everywhere; a second call waits here and finds the offer decided.
  select vehicles.* into car from public.vehicles
  where id = (select vehicle_id from public.vehicle_handovers where token_hash = hash) for update;
  select * into handover from public.vehicle_handovers where token_hash = hash for update;
  if handover.id is null then
    return private.gone();
  elsif handover.email is distinct from private.account_email(account) then
    return private.refused('wrong_account');
  elsif private.handover_state(handover, car) <> 'open' then
    return case private.handover_state(handover, car)
      when 'gone' then private.gone()
      when 'withdrawn' then private.refused('withdrawn')
      when 'expired' then private.refused('expired')
      else private.saved(jsonb_build_object('status', handover.status, 'vehicle', case
        when handover.buyer_id = account then handover.received_vehicle_id end))
    end;
  elsif is_accepted is null or handover.owner_id = account then
    return private.gone();
  elsif is_accepted and 60 <= (select count(*) from private.read_vehicles() as id where id <> car.id) then
    return private.refused('limit');
  end if;
  if is_accepted then
    copy := private.transfer_vehicle(handover, car, account);
  end if;
  update public.vehicle_handovers set
    status = case when is_accepted then 'accepted' else 'refused' end, decided_at = now(), buyer_id = account,
    received_vehicle_id = case when is_accepted then car.id end
  where id = handover.id returning * into handover;
  perform private.mail_vehicle_decision(handover, car, copy);
  return private.saved(jsonb_build_object('status', handover.status, 'vehicle', handover.received_vehicle_id));
end $$;

create function public.offer_vehicle(handover uuid, vehicle uuid, email text, chosen text[], name text, token_hash text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.offer_vehicle(handover, vehicle, email, chosen, name, token_hash);

create function public.withdraw_vehicle_offer(handover uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.withdraw_vehicle_offer(handover);

create or replace function private.send_campaign(campaign_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  campaign public.notification_campaigns;
begin
  perform private.require_permission('notifications');
  select * into campaign from public.notification_campaigns where id = campaign_id for update;
  if campaign.id is null then
    return private.gone();
  elsif campaign.status = 'sent' then
    return private.conflict(jsonb_build_object('recipients', campaign.recipients));
  end if;
  return private.saved(jsonb_build_object('recipients', private.deliver(campaign)));
end $$;

create or replace function private.merge_accounts(gone uuid, kept uuid, typed_email text, reason text, dry_run boolean)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  obstacles text[];
  report jsonb := '[]';
  is_moved boolean := false;
  given text := left(btrim(coalesce(reason, '')), 300);
begin
  -- Locks both rows first, so that the checks stay valid until the end.
  if private.manages_accounts() then
    perform from public.profiles where id in (gone, kept) order by id for update;
  end if;
  if not private.manages_account(gone) or (kept is not null and not private.manages_account(kept)) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if not dry_run and given = '' then
    raise exception 'a reason is needed' using errcode = '22023';
  end if;
  obstacles := private.merge_obstacles(gone, kept);
  if not dry_run and not exists (select from auth.users where id = gone and lower(email) = lower(btrim(typed_email)))
    then
    obstacles := obstacles || 'email'::text;
  end if;
  if obstacles = '{}' then
    -- A trial moves the rows too and is rolled back, so that its report is exact.
    begin
      perform set_config('app.audit_reason', given, true);
      report := private.move_everything(gone, kept);
      if jsonb_path_exists(report, '$[*].refused') then
        obstacles := array['refused'];
      end if;
      if dry_run or obstacles <> '{}' then
        raise exception 'only a trial' using errcode = 'TRIAL';
      end if;
      perform private.close_merged(gone, kept, report, given);
      is_moved := true;
    exception when sqlstate 'TRIAL' then
      is_moved := dry_run and obstacles = '{}';
    end;
  end if;
  return case when is_moved then private.saved() else private.refused('obstacles') end || jsonb_build_object(
    'is_trial', dry_run, 'obstacles', to_jsonb(obstacles), 'report', report,
    'kept', (select jsonb_build_object('id', id, 'username', username, 'role', role) from public.profiles
      where id = kept)
  );
end $$;

create function private.end_session(session uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  owner uuid := (select sessions.user_id from auth.sessions where sessions.id = session);
begin
  perform private.require_permission('access_log');
  if owner is null then
    return private.gone();
  end if;
  if owner <> (select private.account_id()) and not coalesce(private.outranks((select role from public.profiles
    where id = owner)), false) then
    raise exception 'only sessions of accounts below the own rank' using errcode = '42501';
  end if;
  delete from auth.refresh_tokens where session_id = session;
  delete from auth.sessions where id = session;
  return private.saved();
end $$;

create function private.end_own_session(session uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from auth.sessions where id = session and user_id = private.account_id()) then
    return private.gone();
  end if;
  delete from auth.refresh_tokens where session_id = session;
  delete from auth.sessions where id = session;
  return private.saved();
end $$;

-- The caller's session still needs the second factor. The server then removes the factor in the auth server;
-- a code stays valid for ten minutes, so that this can be repeated when the server failed in between.
create function private.use_recovery_code(hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := (select auth.uid());
  found_id bigint;
begin
  if private.session_state() <> 'second_factor' then
    raise exception 'no second factor is due' using errcode = '42501';
  end if;
  -- Tries of one account wait for each other, so that concurrent ones are all counted.
  perform pg_advisory_xact_lock(hashtextextended('recovery_code ' || account::text, 0));
  delete from private.recovery_code_tries where user_id = account and created_at < now() - interval '15 minutes';
  if (select count(*) from private.recovery_code_tries where user_id = account) >= 5 then
    return private.refused('limited');
  end if;
  select id into found_id from private.recovery_codes
  where user_id = account and code_hash = hash and (used_at is null or used_at > now() - interval '10 minutes')
    and private.are_codes_of_factor(account, created_at);
  if found_id is null then
    insert into private.recovery_code_tries (user_id) values (account);
    return private.refused('wrong');
  end if;
  update private.recovery_codes set used_at = coalesce(used_at, now()) where id = found_id;
  insert into public.audit_log (actor_id, action, entity, entity_id)
    values (account, 'recovery_code_used', 'profiles', account::text);
  return private.saved();
end $$;

create function public.end_session(session uuid) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private."end_session"(session);
end;

create function public.end_own_session(session uuid) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private."end_own_session"(session);
end;

create function public.use_recovery_code(hash text) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_recovery_code(hash);
end;

create function private.cancel_account_erasure() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  delete from public.account_erasures where user_id = (select private.account_id()) returning user_id into person;
  if person is null then
    return private.gone();
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id)
    values (person, 'delete', 'account_erasures', person::text);
  perform private.enqueue_mail(users.email::text, 'account_erasure_cancelled', jsonb_build_object('path', '/painel'),
    profiles.locale)
  from auth.users as users join public.profiles on profiles.id = users.id where users.id = person and users.email
    is not null;
  return private.saved();
end $$;

create function public.cancel_account_erasure() returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_account_erasure();

create or replace function private.merge_records(target text, kept_id uuid, other_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  source records.duplicate_sources;
  subject regclass;
  kept jsonb;
  other jsonb;
  filled jsonb;
  columns text;
  old_paths text[];
  new_path text;
  moved integer;
begin
  select * into source from records.duplicate_sources where entity = target;
  if source.entity is null or not private.is_staff() or not private.has_permission(source.permission) then
    raise exception 'merging % is not allowed', target using errcode = '42501';
  end if;
  if kept_id = other_id then
    return private.refused('same');
  end if;
  subject := format('public.%I', target)::regclass;
  -- Locked in the order of the ids, so that two concurrent merges of the pair wait for each other.
  execute format('select from %s where id = any ($1) order by id for update', subject) using array[kept_id, other_id];
  execute format('select to_jsonb(one) from %s as one where id = $1', subject) into kept using kept_id;
  execute format('select to_jsonb(one) from %s as one where id = $1', subject) into other using other_id;
  if kept is null or other is null then
    return private.gone();
  end if;
  if kept ->> 'deleted_at' is null and other ->> 'deleted_at' is not null and exists (
    select from public.duplicate_verdicts as said
    where said.entity = target and said.first_id = least(merge_records.kept_id, other_id)
      and said.second_id = greatest(merge_records.kept_id, other_id) and said.kept_id = merge_records.kept_id
  ) then
    return private.saved(jsonb_build_object('moved', 0));
  end if;
  if kept ->> 'deleted_at' is not null or other ->> 'deleted_at' is not null then
    return private.refused('trashed');
  end if;
  if kept ->> 'state_abbr' <> other ->> 'state_abbr' then
    return private.refused('elsewhere');
  end if;
  -- The old address would redirect visitors to a page that is not public.
  if private.is_shown(other) and not private.is_shown(kept) then
    return private.refused('hidden');
  end if;

  perform set_config('app.audit_reason', left('Repetido: recebeu ' || (other ->> 'name') || ' (' || other_id || ')',
    300), true);
  moved := private.move_children(subject, source.item_kind, kept_id, other_id);
  filled := private.gaps_filled(kept, other);
  columns := (select string_agg(quote_ident(name), ', ') from unnest(records.writable_columns(subject, filled,
    array['id'])) as name);
  if columns is null then
    insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
    values ((select private.account_id()), 'update', target, kept_id::text, '{}', '{}',
      current_setting('app.audit_reason'));
  else
    execute format('update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where id = $2',
      subject, columns)
      using filled, kept_id;
  end if;

  perform set_config('app.audit_reason', left('Repetido: juntado a ' || (kept ->> 'name') || ' (' || kept_id || ')',
    300), true);
  old_paths := private.addresses_of(source.item_kind, other ->> 'state_abbr', other ->> 'slug');
  new_path := (private.addresses_of(source.item_kind, kept ->> 'state_abbr', kept ->> 'slug'))[1];
  -- Before the soft delete, which marks its older addresses as gone.
  if private.is_shown(other) then
    update public.redirects set to_path = new_path where to_path = any (old_paths) and from_path <> new_path;
  end if;
  execute format('update %s set deleted_at = now() where id = $1', subject) using other_id;
  if private.is_shown(other) then
    perform private.record_move(path, new_path) from unnest(old_paths) as path;
  end if;
  insert into public.duplicate_verdicts (entity, first_id, second_id, verdict, kept_id, decided_by)
  values (target, least(kept_id, other_id), greatest(kept_id, other_id), 'merged', kept_id,
    (select private.account_id()))
  on conflict (entity, first_id, second_id) do update
    set verdict = excluded.verdict, kept_id = excluded.kept_id, decided_by = excluded.decided_by, decided_at = now();
  perform set_config('app.audit_reason', '', true);
  return private.saved(jsonb_build_object('moved', moved));
end $$;

create or replace function public.save_record(
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
      return jsonb_build_object('outcome', 'gone');
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
      return jsonb_build_object('outcome', 'refused', 'field', null, 'reason', 'forbidden');
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

create or replace function public.save_records(target text, items jsonb, reason text default null, tag_columns text[] default '{}',
  is_check boolean default false) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  item jsonb;
  answers jsonb := '[]';
  failed_message text;
  failed_detail text;
begin
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 500 then
    raise exception 'at most 500 rows' using errcode = '22023';
  end if;
  -- Duplicates are searched once at the end, not after every row.
  perform set_config('app.many_rows', 'on', true);
  begin
    for item in select jsonb_array_elements(items) loop
      -- A refused row is rolled back alone.
      begin
        answers := answers || public.save_record(target, item ->> 'id', null, item -> 'changes', '[]', reason,
          tag_columns);
        if is_check then
          set constraints all immediate;
          set constraints all deferred;
        end if;
      exception when integrity_constraint_violation or data_exception or insufficient_privilege then
        get stacked diagnostics failed_message = message_text, failed_detail = pg_exception_detail;
        answers := answers || jsonb_build_object('outcome', 'refused', 'field', null, 'reason', sqlstate, 'message',
          failed_message, 'details', failed_detail);
      end;
    end loop;
    if is_check then
      raise exception 'checked' using errcode = 'LC001';
    end if;
  exception when sqlstate 'LC001' then
    -- Every row is rolled back; the answers stay.
    return answers;
  end;
  perform set_config('app.many_rows', '', true);
  perform records.pair_saved(target, array(
    select (answer ->> 'id')::uuid from jsonb_array_elements(answers) as answer where answer ->> 'outcome' = 'saved'
      and answer ->> 'id' ~ '^[0-9a-f-]{36}$'
  ));
  return answers;
end $$;

create or replace function private.use_request_locale(payload jsonb) returns void
language sql volatile set search_path = ''
begin atomic
  select set_config('app.request_locale', coalesce((
    select locale from unnest(private.locales()) as locale where locale = payload ->> 'locale'
  ), ''), true);
end;

create or replace function private.deliver_trip_panel(request uuid, version integer, share uuid, token_hash text, answer text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  panel public.trips;
  given text;
  place text := 'link';
begin
  perform private.require_permission('service_requests');
  given := private.check_reason('adjust', answer);
  select * into asked from public.trip_panel_requests where id = request for update;
  if asked.id is null then
    return private.gone();
  elsif asked.status not in ('received', 'in_progress') then
    return private.decided_already(asked.status, asked.decided_by, asked.decided_at);
  end if;
  select * into panel from public.trips where request_id = request for update;
  if panel.id is null or panel.route is null then
    return private.refused('trip_unfinished');
  elsif panel.version is distinct from deliver_trip_panel.version then
    return private.refused('trip_changed');
  end if;
  insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at, parts)
  values (
    share, panel.id, deliver_trip_panel.token_hash, 'view', now() + interval '365 days', '{car,tank,price,notes}'
  );
  if asked.user_id is not null then
    place := private.copy_trip_panel(asked.user_id, panel);
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = given, decided_by = private.account_id(), decided_at = now() where id = request;
  return private.saved(jsonb_build_object('status', 'ready', 'place', place));
end $$;

create function private.run_job_again(queue text, job_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed integer := 0;
begin
  perform private.require_permission('system_health');
  if to_regclass('pgboss.job') is not null then
    execute 'update pgboss.job set state = ''retry'', retry_limit = retry_count + 1, start_after = now(), completed_on = null
      where name = $1 and id = $2 and state::text = ''failed''' using queue, job_id;
    get diagnostics changed = row_count;
  end if;
  if changed > 0 then
    insert into public.audit_log (actor_id, action, entity, entity_id, after, reason)
    values ((select private.account_id()), 'update', 'jobs', job_id::text,
      jsonb_build_object('job', queue, 'state', 'retry'), 'run again');
  end if;
  return private.saved_or_gone(changed > 0);
end $$;

create function public.run_job_again(queue text, job_id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.run_job_again(queue, job_id);

create function private.set_task_status(task uuid, next_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'only the team has tasks' using errcode = '42501';
  elsif next_status is null or next_status not in ('todo', 'doing', 'done') then
    raise exception 'unknown status' using errcode = '22023';
  end if;
  update public.admin_tasks set status = next_status
  where id = task and deleted_at is null and (assigned_to = private.account_id()
    or private.has_permission('management'));
  return private.saved_or_gone(found);
end $$;

create function public.set_task_status(id uuid, status text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_task_status(id, status);

create or replace function private.decide_approval(token text, decision text, reason text, decided_name text, ip_hash text)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.approval_tokens := private.find_approval(token);
  given text := private.check_reason(decision, reason);
  name text := nullif(btrim(decided_name), '');
  state text;
  answer jsonb;
begin
  if link.id is null then
    return private.gone();
  elsif decision not in ('approve', 'adjust', 'reject') or name is null or char_length(name) > 120 then
    raise exception 'invalid_decision' using detail = case when name is null or char_length(name) > 120 then 'name'
      else 'decision' end;
  end if;
  -- A second click waits here and then finds the link used.
  select * into link from public.approval_tokens where id = link.id for update;
  state := private.approval_state(link);
  if state <> 'open' then
    return private.refused(state);
  end if;
  answer := case link.subject_kind
    when 'event' then private.apply_event_decision(link.subject_id, decision, given, null, link.created_by)
    when 'voucher' then private.apply_voucher_decision(link.subject_id, decision, given, null, link.created_by)
    else private.apply_service_request(link.subject_id, decision, given, null, link.created_by)
  end;
  if answer ->> 'outcome' <> 'saved' then
    return private.refused(case answer ->> 'reason' when 'unpayable' then 'unpayable' else 'closed' end);
  end if;
  update public.approval_tokens set used_at = now(), decision = decide_approval.decision, reason = given,
    decided_name = name, ip_hash = left(decide_approval.ip_hash, 64)
  where id = link.id;
  return private.saved(jsonb_build_object('decision', decision, 'kind', link.subject_kind));
end $$;

-- Decisions of the team about what waits in the inbox.

create or replace function private.decided_already(status text, decided_by uuid, decided_at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select private.conflict(jsonb_build_object(
    'status', status, 'at', decided_at, 'by', (select username from public.profiles where id = decided_by)
  ))
$$;

create or replace function private.apply_service_request(item uuid, decision text, reason text, expected_status text, actor uuid)
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
    return private.gone();
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
    return private.saved(jsonb_build_object('status', 'in_review', 'restored', restored));
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
  return private.saved(jsonb_build_object('status', request.status, 'table', request.result_table, 'id',
    request.result_id));
end $$;

create or replace function private.answer_trip_panel_request(item uuid, answer text, link text, expected_status text) returns jsonb
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
    return private.gone();
  elsif request.status not in ('received', 'in_progress')
    or (expected_status is not null and expected_status <> request.status) then
    return private.decided_already(request.status, request.decided_by, request.decided_at);
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = given, answer_link = address, decided_by = private.account_id(),
    decided_at = now() where id = item;
  return private.saved(jsonb_build_object('status', 'ready'));
end $$;

-- Kinds that only change their status: steps is {status: {decision: next status}, reopen: status}.
create or replace function private.change_item_status(target regclass, permission text, steps jsonb, item uuid, decision text,
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
    return private.gone();
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
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create or replace function private.add_registration_document(token text, kind text, path text, expires date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  asked text[];
  replaced text[];
begin
  if known.id is null or known.status in ('rejected', 'cancelled', 'expired')
    or path !~ ('^' || known.id || '/[0-9a-f-]{36}\.(webp|pdf)$') then
    return private.refused('closed');
  end if;
  select private.asked_files(type, form.schema) into asked
  from public.event_registration_types as type
  left join public.form_template_versions as form on form.id = known.form_version_id
  where type.id = known.type_id;
  if kind <> all (asked) then
    return private.refused('not_asked');
  end if;
  -- A new file replaces one that was not approved.
  select coalesce(array_agg(earlier.path), '{}') into replaced from public.registration_documents as earlier
  where earlier.registration_id = known.id and earlier.kind = add_registration_document.kind and earlier.status <> 'ok';
  if private.stored_bytes('registration-documents', known.id::text) - (
    select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects
      where bucket_id = 'registration-documents' and name = any (replaced)
  ) > private.registration_bytes_limit()
    or (select count(*) from public.registration_documents where registration_id = known.id) >= 20 then
    return private.refused('too_much');
  end if;
  delete from public.registration_documents as earlier where registration_id = known.id
    and earlier.path = any (replaced);
  insert into public.registration_documents (registration_id, kind, path, expires_on)
    values (known.id, kind, path, expires);
  perform private.admit_with_documents(known.id);
  return private.saved(jsonb_build_object('replaced', to_jsonb(replaced)));
end $$;

create function private.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
  address text;
  request uuid;
begin
  perform private.check_payload(payload);
  request := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  select * into kind from public.event_registration_types where id = private.uuid_field(payload, 'type', true);
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or exists (select from public.event_registrations
    where request_id = request) then
    return private.gone();
  end if;
  -- A new row has a new link, so the link that was sent before shows nothing any more.
  delete from public.registration_drafts as earlier where earlier.request_id = request;
  insert into public.registration_drafts (id, request_id, type_id, email, draft, locale, token_hash) values (
    draft_id, request, kind.id, address, coalesce(payload -> 'draft', '{}'),
    coalesce(private.choice_field(payload, 'locale', '{pt-BR,en-US,es-419}', false), 'pt-BR'),
      store_registration_draft.token_hash
  );
  perform private.enqueue_mail(address, 'registration_draft', private.mail_event_facts(event) || jsonb_build_object(
    'draft', draft_id,
    'path', '/inscricao-' || replace(kind.kind, '_', '-') || '?evento=' || event.slug || '&tipo=' || kind.id
  ), payload ->> 'locale');
  return private.saved();
end $$;

create function public.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.store_registration_draft(payload, draft_id, token_hash);

create function private.sign_registration_contract(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  contract public.registration_contracts;
begin
  select * into contract from public.registration_contracts where token_hash = private.token_hash(token) for update;
  if contract.id is null then
    return private.gone();
  elsif contract.status = 'signed' then
    return private.refused('signed_before');
  elsif contract.status <> 'sent' or contract.link_expires_at <= now() then
    return private.refused('closed');
  end if;
  contract.signed_at := date_trunc('second', now());
  contract.signed_name := btrim(payload ->> 'signed_name');
  update public.registration_contracts set
    status = 'signed', signed_at = contract.signed_at, signed_name = contract.signed_name,
      signature_path = payload ->> 'signature_path',
    signature_sha256 = payload ->> 'file_sha256', signed_with = left(payload ->> 'signed_with', 300),
      signer_address_hash = payload ->> 'address_hash',
    contract_sha256 = encode(sha256(convert_to(private.registration_contract_text(contract, payload ->> 'file_sha256'),
      'UTF8')), 'hex')
  where id = contract.id;
  return private.saved();
end $$;

create function public.sign_registration_contract(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.sign_registration_contract(token, payload);

create function private.confirm_registration(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Only the mail contains a link of this kind; the server's answer to the form has another one.
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  kind public.event_registration_types;
  wish public.event_stands;
  next_status text;
begin
  if known.id is null or known.status = 'unconfirmed' and known.held_until <= now() then
    return private.gone();
  elsif known.status <> 'unconfirmed' then
    return private.saved(jsonb_build_object('status', known.status));
  end if;
  if not exists (select from public.events where id = known.event_id and status = 'published' and deleted_at is null
    and ends_at > now()) then
    raise exception 'registration_closed';
  end if;
  select * into kind from public.event_registration_types where id = known.type_id;
  if not kind.allows_several and private.other_registration(kind.id, known.email, known.full_name) is not null then
    raise exception 'already_registered';
  end if;
  select * into wish from public.event_stands where id = known.stand_id for update;
  -- Somebody else confirmed first: the organiser chooses another stand.
  if wish.registration_id is not null then
    known.stand_id := null;
    known.price_cents := private.registration_price(kind, known.places, null);
  end if;
  kind.requires_approval := kind.requires_approval or private.missing_files(known) <> '{}';
  next_status := private.status_after_form(kind, known.places, known.price_cents);
  if next_status = 'awaiting_payment' then
    perform private.check_single_hold(known.event_id, known.email, known.user_id);
  end if;
  update public.event_registrations set
    email_confirmed_at = now(), price_cents = known.price_cents, stand_id = case when next_status <> 'waitlisted'
      then known.stand_id end
  where id = known.id;
  perform private.set_registration_status(known.id, next_status);
  if known.stand_id is not null and next_status <> 'waitlisted' then
    perform private.take_stand(known.stand_id, known.id, kind);
  end if;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create function public.confirm_registration(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.confirm_registration(token);

create function private.edit_own_registration(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  kind public.event_registration_types;
  event public.events;
  form jsonb;
  names text[];
begin
  perform private.check_payload(payload);
  if known.id is null or not private.is_editable(known) then
    return private.gone();
  end if;
  select * into kind from public.event_registration_types where id = known.type_id;
  select * into event from public.events where id = known.event_id;
  select schema into form from public.form_template_versions where id = known.form_version_id;
  names := private.texts_field(payload, 'companions', 20);
  -- The number of people is the number of places, which only a new registration changes.
  if cardinality(names) <> cardinality(known.companions) or exists (select from unnest(names) as name
    where name ~ '^\s*$') then
    perform private.refuse_request('companions');
  end if;
  update public.event_registrations set
    phone = private.phone_field(payload, 'phone', kind.kind <> 'publico'),
      town = private.text_field(payload, 'town', 120), state_abbr = private.state_field(payload, 'state_abbr'),
    club = private.text_field(payload, 'club', 160), companions = names,
      shows_vehicle = private.flag_field(payload, 'shows_vehicle'),
    answers = private.registration_answers(coalesce(form, '[]'), payload -> 'answers')
  where id = known.id;
  perform private.add_registration_vehicles(known.id, kind, event, payload -> 'vehicles');
  return private.saved();
end $$;

create function private.accept_offer(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
begin
  if known.status = 'offered' and known.price_cents = 0 and known.held_until > now() then
    known.status := private.set_registration_status(known.id, 'confirmed');
  end if;
  return private.saved_or_gone(known.status = 'confirmed');
end $$;

create function private.cancel_own_registration(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
begin
  if known.id is null or not private.may_change(known, 'cancel_own')
    or exists (select from public.events where id = known.event_id and starts_at <= now())
  then
    return private.gone();
  end if;
  return private.saved_or_gone(private.cancel_registration(known.id) = 'cancelled');
end $$;

create function private.transfer_registration(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  moved public.event_registrations;
begin
  perform private.check_payload(payload);
  if known.id is null or not private.is_editable(known) or not private.may_change(known, 'transfer') then
    return private.gone();
  end if;
  perform private.mail_registration(known, 'registration_left', 'registration',
    jsonb_build_object('link_kind', null, 'link_subject', null));
  update public.event_registrations set
    full_name = private.text_field(payload, 'full_name', 120, true),
      email = lower(private.email_field(payload, 'email', true)), phone = private.phone_field(payload, 'phone', true),
    user_id = null, document = null, badge_version = badge_version + 1
  where id = known.id returning * into moved;
  -- Links and badges of the earlier person end.
  update public.registration_links set revoked_at = now() where registration_id = known.id and revoked_at is null;
  perform private.mail_registration(moved, 'registration_transferred', case when moved.status = 'confirmed' then 'badge'
    else 'registration' end);
  return private.saved();
end $$;

create function private.mail_manage_link(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
begin
  if known is null then
    return private.gone();
  end if;
  perform private.issue_registration_link(known, 'manage');
  return private.saved();
end $$;

create function public.edit_own_registration(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.edit_own_registration(token, payload);

create function public.accept_offer(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.accept_offer(token);

create function public.cancel_own_registration(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_own_registration(token);

create function public.transfer_registration(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.transfer_registration(token, payload);

create function public.mail_manage_link(token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.mail_manage_link(token);

create function private.answer_attendance(token text, is_coming boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'attendance')).registration_id);
  answer text := case when is_coming then 'yes' else 'no' end;
begin
  if known.id is null or is_coming is null then
    return private.gone();
  elsif known.status <> 'confirmed' or not is_coming and not private.may_change(known, 'decline') or not exists (
    select from public.events where id = known.event_id and starts_at > now() and status <> 'cancelled'
  ) then
    return private.refused('closed');
  elsif known.attending <> answer then
    update public.event_registrations set attending = answer where id = known.id;
    perform private.note_registration(known, 'attending:' || answer);
  end if;
  return private.saved();
end $$;

create function public.answer_attendance(token text, is_coming boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.answer_attendance(token, is_coming);

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
  return private.saved(jsonb_build_object('id', event.id, 'slug', event.slug, 'updated_at', event.updated_at,
    'waits', true));
end $$;

create or replace function private.decide_event_change(item uuid, decision text, reason text, expected_status text) returns jsonb
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
    return private.gone();
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
      return private.refused('outdated');
    end;
  end if;
  update public.event_changes set status = next_status, status_note = given, decided_by = private.account_id(),
    decided_at = now() where id = item;
  perform private.mail_change_decision(change, event, next_status, given);
  return private.saved(jsonb_build_object('status', next_status, 'table', 'events', 'id', event.id));
end $$;

create or replace function private.save_event(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  actor uuid := private.account_id();
  wanted uuid;
  club uuid;
begin
  if private.account_role() is null then
    raise exception 'an account is needed' using errcode = '42501';
  end if;
  perform private.check_event_payload(payload);
  wanted := private.uuid_field(payload, 'id');
  club := private.uuid_field(payload, 'club_id');
  if wanted is not null and exists (select from public.events where id = wanted) then
    if not private.edits_event(wanted) then
      raise exception 'only editors of an event change it' using errcode = '42501';
    end if;
  elsif wanted is null and not (private.is_staff() and private.has_permission('events')) then
    if club is not null and not private.runs_club(club) then
      raise exception 'only owner and administrators of a club publish its events' using errcode = '42501';
    end if;
    -- Saves of one account wait for each other, so that the limit holds.
    perform pg_advisory_xact_lock(hashtextextended('events of ' || actor, 0));
    if (select count(*) from public.events where organizer_id = actor and created_at > now() - interval '1 day') >= 20
      then
      return private.refused('limit');
    end if;
  end if;
  return coalesce(
    case when wanted is not null and not private.publishes_directly(wanted)
      then private.propose_event_change(payload, actor, null) end,
    private.write_event(payload, actor, null)
  );
end $$;

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
      return private.gone();
    elsif before.updated_at <> private.moment_field(payload, 'expected_version', true) then
      return private.conflict(jsonb_build_object('updated_at', before.updated_at));
    elsif before.status = 'cancelled' and not is_manager then
      return private.refused('closed');
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
  return private.saved(jsonb_build_object('id', event.id, 'slug', event.slug, 'status', event.status, 'updated_at', event.updated_at,
    'state_abbr', event.state_abbr, 'state_before', before.state_abbr, 'mailed', mailed
  ));
end $$;

create or replace function private.submit_event(event uuid, expected_version timestamptz, directly boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.events;
begin
  select * into found from public.events where id = submit_event.event and deleted_at is null for no key update;
  if found.id is null then
    return private.gone();
  elsif found.updated_at <> expected_version then
    return private.conflict(jsonb_build_object('updated_at', found.updated_at));
  elsif not (found.status in ('draft', 'rejected') or found.status = 'pending' and directly) then
    return private.refused('already') || jsonb_build_object('status', found.status);
  elsif cardinality(private.event_gaps(found)) > 0 then
    return private.refused('incomplete') || jsonb_build_object('gaps', to_jsonb(private.event_gaps(found)));
  end if;
  -- The answer to the earlier version is over; the next decision is mailed again.
  delete from private.answered_requests where request_id = found.id;
  update public.events set status = 'pending', decided_by = null, decided_at = null, status_note = null
    where id = found.id;
  if directly then
    perform private.publish_event(found.id);
  end if;
  select * into found from public.events where id = found.id;
  return private.saved(jsonb_build_object('status', found.status, 'updated_at', found.updated_at, 'slug',
    found.slug, 'state_abbr', found.state_abbr));
end $$;

create or replace function private.lock_public_event(event uuid, expected_version timestamptz, statuses text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.events;
begin
  perform private.require_event_editor(event);
  select * into found from public.events where id = lock_public_event.event and deleted_at is null for no key update;
  return case
    when found.id is null then private.gone()
    when found.updated_at <> expected_version
      then private.conflict(jsonb_build_object('updated_at', found.updated_at))
    when found.status <> all (statuses) then private.refused('already') || jsonb_build_object('status', found.status)
  end;
end $$;

create or replace function private.changed_event(event public.events, mailed integer) returns jsonb
language sql stable set search_path = '' as $$
  select private.saved(jsonb_build_object('status', event.status, 'updated_at', event.updated_at, 'slug',
    event.slug, 'state_abbr', event.state_abbr, 'mailed', mailed))
$$;

create or replace function private.apply_event_decision(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  event public.events;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into event from public.events where id = item and deleted_at is null for no key update;
  if event.id is null then
    return private.gone();
  end if;
  next_status := '{
    "pending": {"approve": "published", "reject": "rejected", "adjust": "draft"},
    "published": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> event.status ->> decision;
  if next_status is null or (expected_status is not null and expected_status <> event.status) then
    return private.decided_already(event.status, event.decided_by, event.decided_at);
  elsif decision = 'reopen' and exists (select from public.event_registrations where event_id = item and status
    in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')) then
    return private.refused('has_registrations');
  elsif decision = 'approve' and 'payment' = any (private.event_gaps(event)) then
    return private.refused('unpayable');
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
  return private.saved(jsonb_build_object('status', next_status, 'table', 'events', 'id', item));
end $$;

create or replace function private.save_event_by_link(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_publish_links := private.publish_link(token);
  wanted uuid;
begin
  perform private.check_event_payload(payload);
  wanted := private.uuid_field(payload, 'id');
  -- Two events saved at the same time wait here, so that the maximum of uses holds.
  select * into link from public.event_publish_links where id = link.id for update;
  if link.id is null or link.revoked_at is not null then
    return private.gone();
  elsif wanted is null and private.publish_link_state(link) <> 'open' then
    return private.refused(private.publish_link_state(link));
  elsif wanted is not null and not exists (select from public.events where id = wanted and publish_link_id = link.id
    and deleted_at is null) then
    return private.gone();
  elsif wanted is not null and exists (select from public.events where id = wanted and published_at is not null
    and starts_at <= now()) then
    return private.refused('closed');
  end if;
  payload := payload || jsonb_build_object('club_id', link.club_id);
  return coalesce(
    case when wanted is not null and not link.publishes_directly then private.propose_event_change(payload, null,
      link.id) end,
    private.write_event(payload, null, link.id)
  );
end $$;

create or replace function private.submit_event_by_link(token text, id uuid, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_publish_links := private.publish_link(token);
begin
  if link.id is null or link.revoked_at is not null
    or not exists (select from public.events where events.id = submit_event_by_link.id and publish_link_id = link.id)
  then
    return private.gone();
  end if;
  return private.submit_event(submit_event_by_link.id, expected_version, link.publishes_directly);
end $$;

create function private.undo_checkin(reading uuid, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  stored public.event_checkins;
  list public.event_checkin_lists;
  person public.event_registrations;
  entered integer;
begin
  select * into stored from public.event_checkins
  where nonce = reading and registration_id is not null and undone_at is null and kind <> 'print' and result
    in ('ok', 'duplicate', 'too_many')
    and received_at > now() - interval '15 minutes' and (device.id is null or device_id = device.id);
  if stored.id is null then
    return private.gone();
  end if;
  select * into list from public.event_checkin_lists where id = stored.list_id for no key update;
  entered := private.entered_people(stored.registration_id);
  -- Each reading of a list with re-entry is a movement of its own. On other lists the refused readings of the badge are
  -- undone too, because they would become entries; the parts of a family that entered stay.
  update public.event_checkins set undone_at = now(), undone_by = case when device.id is null
    then (select private.account_id()) end
  where list_id = stored.list_id and registration_id = stored.registration_id and undone_at is null and result
    in ('ok', 'duplicate', 'too_many')
    and kind = stored.kind and (id = stored.id or not list.allow_reentry and (result <> 'ok' or stored.places = 1));
  perform private.order_checkins(list, stored.registration_id);
  select * into person from public.event_registrations where id = stored.registration_id;
  if stored.is_walk_in and person.status = 'confirmed' and private.entered_people(person.id) = 0 then
    perform private.set_registration_status(person.id, 'cancelled');
  elsif person.status = 'cancelled' then
    -- private.cancel_registration kept the places of the people who were inside.
    perform private.release_places(person.type_id, entered - private.entered_people(person.id));
  end if;
  return private.saved();
end $$;

create or replace function private.add_walk_in(walk_in jsonb, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  list public.event_checkin_lists;
  type public.event_registration_types;
  event public.events;
  given_name text := btrim(walk_in ->> 'name');
  given_email text := nullif(btrim(walk_in ->> 'email'), '');
  approver text := private.text_field(walk_in, 'approvedBy', 120);
  companions text[];
  people integer;
  code text := private.new_registration_code();
  added public.event_registrations;
  refused text;
begin
  select * into list from public.event_checkin_lists
  where id = (walk_in ->> 'listId')::uuid and (device.id is null or event_id = device.event_id) for no key update;
  select * into type from public.event_registration_types where id = (walk_in ->> 'typeId')::uuid
    and event_id = list.event_id;
  if type.id is null or given_name is null or char_length(given_name) not between 1 and 120 or (walk_in ->> 'nonce')
    is null then
    raise exception 'a walk-in needs a list, a kind of registration and a name' using errcode = '22023';
  end if;
  if cardinality(list.kinds) > 0 and type.kind <> all (list.kinds) then
    return private.refused('wrong_list');
  end if;
  if not exists (select from public.event_checkins where nonce = (walk_in ->> 'nonce')::uuid) then
    companions := array(select name from unnest(private.texts_field(walk_in, 'companions', type.max_companions)) as name
      where name !~ '^\s*$');
    people := greatest(coalesce(private.whole_field(walk_in, 'people', 1, 1 + type.max_companions), 1),
      1 + cardinality(companions));
    if private.needs_gate_approval(type) and approver is null then
      return private.refused('approval_missing');
    elsif not private.hold_places(type.id, people) then
      return private.refused('full');
    end if;
    select * into event from public.events where id = list.event_id;
    begin
      insert into public.event_registrations (code, event_id, type_id, full_name, email, status, companions, places,
        price_cents, source, confirmed_at, answers)
      values (code, list.event_id, type.id, given_name, coalesce(given_email, lower(code) || '@walk-in.invalid'),
        'confirmed', companions, people,
        private.registration_price(type, people, null), 'walk_in', now(),
          jsonb_build_object('paid_at_gate', type.price_cents > 0))
      returning * into added;
      perform private.add_registration_vehicles(added.id, type, event, walk_in -> 'vehicles');
    exception when raise_exception then
      get stacked diagnostics refused = pg_exception_detail;
      if sqlerrm = 'vehicle_too_new' or refused in ('vehicles', 'year', 'make', 'model', 'plate') then
        perform private.release_places(type.id, people);
        return private.refused(case sqlerrm when 'vehicle_too_new' then 'vehicle_too_new' else 'vehicle_missing' end);
      end if;
      raise;
    end;
    if approver is not null then
      perform private.note_registration(added, 'approved_by:' || approver);
    end if;
    insert into public.event_checkins (list_id, registration_id, nonce, result, device_id, operator_id, scanned_at,
      is_walk_in, people, places, moved, inside)
    values (list.id, added.id, (walk_in ->> 'nonce')::uuid, 'ok', device.id, case when device.id is null
      then (select private.account_id()) end, now(), true,
      people, people, people, people);
  end if;
  return (
    select private.saved(jsonb_build_object('answer', private.checkin_answer(stored)))
    from public.event_checkins as stored where stored.nonce = (walk_in ->> 'nonce')::uuid and stored.list_id = list.id
  );
end $$;

create function public.undo_checkin(reading uuid, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.undo_checkin(reading, device_token);

create function private.confirm_event_follow(follow uuid) returns jsonb
language sql volatile security definer set search_path = '' as $$
  with confirmed as (
    update public.event_follows set confirmed_at = coalesce(confirmed_at, now()) where id = follow returning 1
  )
  select private.saved_or_gone(exists (select from confirmed))
$$;

create function public.confirm_event_follow(follow uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.confirm_event_follow(follow);

create function private.cancel_event_message(message uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_registration_manager();
  update public.event_messages set cancelled_at = now() where id = message and ended_at is null and cancelled_at
    is null;
  return private.saved_or_gone(found);
end $$;

create function private.refuse_messages(token text, is_refused boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations;
begin
  select * into known from public.event_registrations
  where id = (private.live_registration_link(token, 'registration', 'manage')).registration_id;
  if known.id is null or is_refused is null then
    return private.gone();
  end if;
  -- A person may have several registrations for the event; the answer is for the address.
  update public.event_registrations as registration set messages_refused_at = case when is_refused then now() end
  where registration.event_id = known.event_id and lower(registration.email) = lower(known.email)
    and (registration.messages_refused_at is null) = is_refused;
  return private.saved();
end $$;

create function public.cancel_event_message(message uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_event_message(message);

create function public.refuse_messages(token text, is_refused boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.refuse_messages(token, is_refused);

create function private.decide_ad_draft(draft uuid, decision text, expected_version timestamptz) returns jsonb
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
    return private.gone();
  elsif expected_version is not null and one.updated_at <> expected_version then
    return private.conflict();
  end if;
  update public.event_ad_drafts set
    status = decision,
    approved_by = case when decision = 'approved' then private.account_id() end,
    approved_at = case when decision = 'approved' then now() end
  where id = draft;
  return private.saved();
end $$;

create function public.decide_ad_draft(draft uuid, decision text, expected_version timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_ad_draft(draft, decision, expected_version);

create function private.cast_vote(vehicle uuid, link text, registration uuid, badge_version integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car record;
  voter public.event_registrations;
  is_first boolean;
begin
  select event.id as event_id, event.votes_open_at, event.votes_close_at, owner.id as owner_id into car
  from public.registration_vehicles as found
    join public.event_registrations as owner on owner.id = found.registration_id
    join public.events as event on event.id = owner.event_id
  where found.id = vehicle and private.candidate(vehicle) is not null;
  if car.event_id is null then
    return private.refused('unknown_car');
  elsif car.votes_open_at is null or now() < car.votes_open_at then
    return private.refused('not_open');
  elsif now() >= car.votes_close_at then
    return private.refused('closed');
  end if;
  -- The lock keeps the ticket confirmed until the vote is stored.
  select * into voter from public.event_registrations
  where id = coalesce(registration, (private.live_registration_link(link, 'registration', 'badge',
    'manage')).registration_id) for share;
  if voter.id is null or voter.status <> 'confirmed' then
    return private.refused('unknown_ticket');
  elsif voter.event_id <> car.event_id then
    return private.refused('other_event');
  elsif registration is not null and voter.badge_version is distinct from badge_version then
    return private.refused('replaced_badge');
  elsif voter.id = car.owner_id then
    return private.refused('own_car');
  elsif voter.email_confirmed_at is null and not exists (
    select from public.event_checkins
    where registration_id = voter.id and kind = 'entry' and result = 'ok' and undone_at is null
  ) then
    return private.refused('not_entered');
  end if;
  insert into public.event_votes as known (event_id, vehicle_id, registration_id)
    values (car.event_id, vehicle, voter.id)
  on conflict (event_id, registration_id) do update set vehicle_id = excluded.vehicle_id
  returning known.xmax = 0 into is_first;
  return private.saved(jsonb_build_object('is_first', is_first));
end $$;

create function public.cast_vote(vehicle uuid, link text default null, registration uuid default null,
  badge_version integer default null) returns jsonb
language sql volatile security invoker set search_path = '' return private.cast_vote(vehicle, link, registration,
  badge_version);

create or replace function private.decide_seller(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.sellers;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_permission('sellers');
  select * into found from public.sellers where id = item for update;
  if found.id is null then
    return private.gone();
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
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create function private.sign_contract(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
begin
  perform private.check_payload(payload);
  select * into sale from public.sales where id = (private.live_link(token, 'payment')).sale_id for update;
  if sale.id is null then
    raise exception 'sale_missing';
  elsif sale.contract_sha256 is not null then
    return private.refused('signed_before');
  elsif sale.cancelled_at is not null then
    raise exception 'nothing_to_sign';
  elsif private.is_period_over(sale, now()) then
    raise exception 'period_over';
  elsif payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse_request('accepts_terms');
  end if;
  -- Facts of a sale that has a document do not change.
  sale.client_document := coalesce(sale.client_document, private.document_field(payload, 'client_document'));
  sale.client_signed_name := private.text_field(payload, 'client_signed_name', 120, true);
  if char_length(sale.client_signed_name) < 3 then
    perform private.refuse_request('client_signed_name');
  end if;
  if payload ->> 'client_signature_url' is not null then
    sale.client_signature_url := payload ->> 'client_signature_url';
    if private.stored_signature(sale.seller_id, sale.client_signature_url, 'client') is not true then
      perform private.refuse_request('client_signature_url');
    end if;
    sale.client_file_sha256 := private.pattern_field(payload, 'client_file_sha256', 64, '^[0-9a-f]{64}$', true);
  end if;
  sale.terms_accepted_at := now();
  update public.sales set
    client_document = sale.client_document, client_signed_name = sale.client_signed_name,
      client_signature_url = sale.client_signature_url, client_file_sha256 = sale.client_file_sha256,
    client_signed_with = left(private.text_field(payload, 'signed_with', 1000), 300),
      client_address_hash = private.pattern_field(payload, 'address_hash', 64, '^[0-9a-f]{0,64}$', false),
    terms_accepted_at = sale.terms_accepted_at, contract_sha256 = private.contract_hash(sale, sale.seller_file_sha256,
      sale.client_file_sha256)
  where id = sale.id;
  return private.saved();
end $$;

create function public.sign_contract(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.sign_contract(token, payload);

create or replace function private.decide_pix(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_money();
  select * into payment from public.payments where id = item and method = 'pix';
  if payment.id is null then
    return private.gone();
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
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create or replace function private.decide_ad(item uuid, decision text, reason text, expected_status text) returns jsonb
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
    return private.gone();
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
    return private.refused(obstacle);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  update public.ads set
    status = next_status, reason = given, starts_at = ad.starts_at, ends_at = ad.ends_at, approved_at = ad.approved_at,
    decided_by = case when next_status = 'in_review' then null else private.account_id() end,
    decided_at = case when next_status = 'in_review' then null else now() end
  where id = item;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create or replace function private.submit_ad_art(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.ads;
  after public.ads;
begin
  perform private.check_payload(payload);
  select * into before from public.ads where id = (private.live_link(token, 'report')).ad_id for update;
  if before.id is null then
    return private.gone();
  elsif before.status not in ('awaiting_payment', 'awaiting_art', 'in_review', 'rejected') then
    return private.refused('closed');
  end if;
  update public.ads set
    image_desktop = coalesce(private.pattern_field(payload, 'image_desktop', 60, '^/arte/'), image_desktop),
    image_mobile = coalesce(private.pattern_field(payload, 'image_mobile', 60, '^/arte/'), image_mobile),
    alt = private.text_field(payload, 'alt', 200, true),
    link_url = private.pattern_field(payload, 'link_url', 500, '^https://[^\s"<>\\]+$', true),
    states = case
      when jsonb_typeof(payload -> 'states') = 'array' and states_limit is not null
      then array(select abbr::text from public.states where abbr in (select upper(value)
        from jsonb_array_elements_text(payload -> 'states')) order by abbr limit states_limit)
      else states
    end,
    status = case when before.status = 'rejected' then 'in_review' else before.status end,
    reason = case when before.status = 'rejected' then null else reason end,
    decided_by = null, decided_at = null
  where id = before.id returning * into after;
  return private.saved(jsonb_build_object(
    'status', after.status,
    -- Files that no banner shows any more.
    'replaced', array(select old from unnest(array[before.image_desktop, before.image_mobile]) as old
      where old like '/arte/%' and old not in (after.image_desktop, after.image_mobile))
  ));
end $$;

create or replace function private.invite_place_staff(service uuid, email text, invitation uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := (select private.account_id());
  address text := lower(btrim(email));
  place public.services;
begin
  perform private.require_owner(service);
  select * into place from public.services where id = service and deleted_at is null for no key update;
  if place.id is null or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or invitation is null or token_hash is null then
    perform private.refuse_request('email');
  elsif exists (
    select from public.service_members join auth.users on users.id = account_id
    where service_id = service and lower(users.email) = address
  ) then
    return private.refused('member');
  elsif (select count(*) from public.service_invitations where created_by = me
    and created_at > now() - interval '1 day') >= 20 then
    return private.refused('limit');
  end if;
  -- A new link replaces the earlier one of this address.
  update public.service_invitations set revoked_at = now()
  where service_id = service and lower(service_invitations.email) = address and revoked_at is null and accepted_at
    is null;
  insert into public.service_invitations (id, service_id, email, token_hash, created_by)
  values (invitation, service, address, invite_place_staff.token_hash, me);
  perform private.enqueue_mail(address, 'place_invitation', jsonb_build_object(
    'name', (select username from public.profiles where id = me), 'place', place.name, 'place_invitation', invitation
  ), (select locale from public.profiles where id = me));
  return private.saved();
end $$;

create function private.revoke_place_invitation(invitation uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid := (select service_id from public.service_invitations where id = invitation);
begin
  perform private.require_account();
  if place is null or not (private.owns_place(place) or (private.is_staff() and private.has_permission('services')))
    then
    raise exception 'only owners of the place and service managers' using errcode = '42501';
  end if;
  update public.service_invitations set revoked_at = now() where id = invitation and revoked_at is null and accepted_at
    is null;
  return private.saved_or_gone(found);
end $$;

create or replace function private.accept_place_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  invitation public.service_invitations;
  me uuid := (select private.account_id());
  state text;
begin
  perform private.require_account();
  -- Two accounts that accept at the same time wait here; the second finds the link used.
  select * into invitation from public.service_invitations
    where service_invitations.token_hash = private.token_hash(token) for update;
  if invitation.id is null then
    return private.gone();
  end if;
  state := private.place_invitation_state(invitation);
  if state <> 'open' then
    return case when private.runs_place(invitation.service_id)
      then private.saved(jsonb_build_object('service_id', invitation.service_id)) else private.refused(state) end;
  end if;
  insert into public.service_members (service_id, account_id, role, invited_by)
  values (invitation.service_id, me, 'staff', invitation.created_by) on conflict (service_id, account_id) do nothing;
  update public.service_invitations set accepted_at = now(), accepted_by = me where id = invitation.id;
  return private.saved(jsonb_build_object('service_id', invitation.service_id));
end $$;

create function private.leave_place(service uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.service_members where service_id = service and account_id = (select private.account_id());
  return private.saved_or_gone(found);
end $$;

create function private.remove_place_member(service uuid, account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_manager boolean := private.is_staff() and private.has_permission('services');
begin
  perform private.require_account();
  if not is_manager and not private.owns_place(service) then
    raise exception 'only owners of the place and service managers' using errcode = '42501';
  end if;
  -- Owners remove staff; only the team removes an owner.
  delete from public.service_members where service_id = service and account_id = account
    and (is_manager or role = 'staff');
  return private.saved_or_gone(found);
end $$;

create or replace function private.set_place_member(service uuid, email text, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
begin
  perform private.require_permission('services');
  if role is null or role not in ('owner', 'staff') or not exists (select from public.services where id = service) then
    perform private.refuse_request('role');
  end if;
  select profiles.id into person from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(set_place_member.email)) and profiles.email_verified_at is not null;
  if person is null then
    return private.gone();
  end if;
  insert into public.service_members as known (service_id, account_id, role, invited_by)
  values (service, person, set_place_member.role, (select private.account_id()))
  on conflict (service_id, account_id) do update set role = excluded.role where known.role <> excluded.role;
  if found then
    perform private.tell_place_owner(person, service);
  end if;
  return private.saved();
end $$;

create or replace function private.save_own_place(service uuid, expected_version timestamptz, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place public.services;
  known public.services;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  select * into known from public.services where id = service and deleted_at is null for no key update;
  if known.id is null then
    return private.gone();
  elsif known.updated_at is distinct from expected_version then
    return private.conflict(jsonb_build_object('place', private.place_state(known)));
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
  return private.saved(jsonb_build_object('place', private.place_state(place)));
end $$;

create or replace function private.propose_place_change(service uuid, replaces uuid, payload jsonb, locale text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.profiles;
  place public.services;
  open_change uuid;
  given jsonb;
  address text;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  -- Changes of the same place wait for each other here.
  select * into place from public.services where id = service and deleted_at is null for no key update;
  if place.id is null then
    return private.gone();
  end if;
  select id into open_change from public.service_requests
  where service_id = service and is_from_place and status in ('received', 'in_review') for update;
  if open_change is distinct from replaces then
    return private.conflict();
  end if;
  given := private.checked_place_change(payload, place);
  select * into me from public.profiles where id = (select private.account_id());
  select email into address from auth.users where id = me.id;
  delete from public.service_requests where id = open_change;
  -- Photos of the replaced proposal that are still proposed stay.
  delete from private.file_deletions where bucket = 'request-photos' and name = any (private.payload_photos(given));
  perform set_config('app.request_locale', case when locale = any (private.locales()) then locale else '' end,
    true);
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, payload,
    is_from_place)
  values ('correction', place.state_abbr, service, left(coalesce(nullif(btrim(me.full_name), ''), me.username), 120),
    coalesce(address, ''), given, true);
  return private.saved();
end $$;

create function private.withdraw_place_change(request uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid := (select service_id from public.service_requests where id = request and is_from_place);
begin
  perform private.require_account();
  if place is null or not private.runs_place(place) then
    raise exception 'only owners and staff of the place' using errcode = '42501';
  end if;
  delete from public.service_requests where id = request and status in ('received', 'in_review');
  return private.saved_or_gone(found);
end $$;

create function private.count_place_contact(service uuid, kind text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if kind is null or kind not in ('call', 'whatsapp', 'directions', 'website') then
    perform private.refuse_request('kind');
  end if;
  insert into private.place_contact_days as days (service_id, day, kind, taps)
  select place.id, private.brazilian_today(), count_place_contact.kind, 1
  from public.services as place
  where place.id = service and place.status = 'published' and place.deleted_at is null
  on conflict on constraint place_contact_days_pkey do update set taps = days.taps + 1;
  return private.saved_or_gone(found);
end $$;

create function public.revoke_place_invitation(invitation uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.revoke_place_invitation(invitation);

create function public.leave_place(service uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.leave_place(service);

create function public.remove_place_member(service uuid, account uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_place_member(service, account);

create function public.withdraw_place_change(request uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.withdraw_place_change(request);

create function public.count_place_contact(service uuid, kind text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.count_place_contact(service, kind);

create function private.file_service_message(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.service_messages;
  place public.services;
  owner record;
begin
  perform private.check_payload(payload);
  message.service_id := private.uuid_field(payload, 'service', true);
  message.name := private.text_field(payload, 'name', 120, true);
  message.email := lower(private.email_field(payload, 'email', true));
  message.body := private.text_field(payload, 'body', 2000, true);
  message.locale := coalesce(private.choice_field(payload, 'locale', '{pt-BR,en-US,es-419}', false), 'pt-BR');
  if not private.flag_field(payload, 'consent') then
    perform private.refuse_request('consent');
  end if;
  select * into place from public.services where id = message.service_id for key share;
  if not private.takes_messages(message.service_id) then
    return private.refused('closed');
  elsif exists (
    select from public.service_messages as known
    where known.service_id = message.service_id and lower(known.email) = message.email and known.body = message.body
      and known.created_at > now() - interval '1 day'
  ) then
    -- The same form sent twice is one message.
    return private.saved();
  elsif (select count(*) from public.service_messages where lower(email) = message.email
    and created_at > now() - interval '1 day') >= 10
    or (select count(*) from public.service_messages where service_id = message.service_id
      and created_at > now() - interval '1 day') >= 100
  then
    return private.refused('limit');
  end if;
  insert into public.service_messages (service_id, name, email, body, locale)
  values (message.service_id, message.name, message.email, message.body, message.locale);
  for owner in
    select profiles.id, profiles.username, profiles.locale, users.email
    from public.service_members as member join public.profiles on profiles.id = member.account_id join auth.users
      on users.id = profiles.id
    where member.service_id = place.id and member.role = 'owner' and profiles.blocked_at is null
  loop
    insert into public.notifications (user_id, title, body, link, translations) values (
      owner.id, 'Mensagem para ' || left(place.name, 90), 'Um visitante escreveu ao lugar. Leia e responda no painel.',
        '/painel/lugares/' || place.id || '#mensagens',
      jsonb_build_object(
        'en', jsonb_build_object('title', 'Message for ' || left(place.name, 90), 'body',
          'A visitor wrote to the place. Read and answer it in your panel.'),
        'es', jsonb_build_object('title', 'Mensaje para ' || left(place.name, 90), 'body',
          'Una persona escribió al lugar. Lee y responde en tu panel.')
      )
    );
    begin
      -- The text of the visitor is read in the panel only.
      perform private.enqueue_mail(owner.email, 'place_message', jsonb_build_object(
        'name', owner.username, 'place', place.name, 'path', '/painel/lugares/' || place.id || '#mensagens'
      ), owner.locale);
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return private.saved();
end $$;

create function private.answer_service_message(message uuid, answer text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.service_messages := private.lock_own_message(message);
  given text := private.text_field(jsonb_build_object('answer', answer), 'answer', 2000, true);
begin
  if known.answer is not null then
    return private.conflict();
  end if;
  update public.service_messages set
    answer = given, answered_at = now(), answered_by = (select private.account_id()), done_at = now(),
      done_by = (select private.account_id())
  where id = known.id;
  perform private.enqueue_mail(known.email, 'place_answer', jsonb_build_object(
    'name', known.name, 'place', services.name, 'question', known.body, 'answer', given,
    'path', '/' || lower(services.state_abbr) || '/servicos/' || services.slug
  ), known.locale) from public.services where services.id = known.service_id;
  return private.saved();
end $$;

create function private.set_message_done(message uuid, is_done boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.service_messages := private.lock_own_message(message);
begin
  if known.answer is not null then
    return private.conflict();
  end if;
  update public.service_messages set
    done_at = case when is_done then coalesce(done_at, now()) end, done_by = case when is_done
      then coalesce(done_by, (select private.account_id())) end
  where id = known.id;
  return private.saved();
end $$;

create function public.submit_service_message(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.file_service_message(payload);

create function public.answer_service_message(message uuid, answer text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.answer_service_message(message, answer);

create function public.set_message_done(message uuid, is_done boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_message_done(message, is_done);

create or replace function private.order_service_plan(service uuid, plan uuid, request_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  offer public.publication_plans;
  known public.service_plans;
  cents integer;
begin
  perform private.require_owner(service);
  perform 1 from public.services where id = service and deleted_at is null for no key update;
  if not found then
    return private.gone();
  end if;
  select * into known from public.service_plans where id = request_id;
  if known.id is not null then
    return case when known.service_id = service then private.saved(jsonb_build_object('id', known.id))
      else private.gone() end;
  end if;
  select * into offer from public.publication_plans where id = plan and plan_type = 'listing' and is_active;
  if offer.id is null or request_id is null then
    return private.gone();
  end if;
  cents := round(offer.price * 100);
  select * into known from public.service_plans where service_id = service and status = 'ordered' for update;
  if known.plan_id = plan and known.price_cents = cents and known.duration_days = offer.duration_days then
    return private.saved(jsonb_build_object('id', known.id));
  elsif known.id is not null and private.is_plan_being_paid(known.id) then
    return private.conflict(jsonb_build_object('id', known.id));
  elsif known.id is not null then
    update public.service_plans set status = 'cancelled' where id = known.id;
    perform private.expire_plan_pages(known.id);
  end if;
  insert into public.service_plans (id, service_id, account_id, plan_id, plan_name, price_cents, duration_days)
  values (request_id, service, (select private.account_id()), plan, offer.name, cents, offer.duration_days);
  return private.saved(jsonb_build_object('id', request_id));
end $$;

create or replace function private.save_voucher(voucher uuid, place uuid, payload jsonb, image text, submits boolean,
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
    return private.conflict(jsonb_build_object('updated_at', known.updated_at));
  elsif known.status = 'ended' then
    return private.refused('ended');
  elsif known.id is null and (select count(*) from public.vouchers where service_id = place and status <> 'ended') >= 50
    then
    return private.refused('too_many');
  end if;
  given := private.voucher_of(payload, known);
  if known.id is not null and private.promises_changed(known, given)
    and exists (select from private.voucher_counts where voucher_id = known.id and downloads > 0)
  then
    return private.refused('downloaded');
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
  return private.saved(jsonb_build_object('id', given.id, 'status', given.status, 'updated_at', given.updated_at));
end $$;

create function private.set_voucher_status(voucher uuid, next_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vouchers set status = next_status
  where id = voucher and (private.runs_place(service_id) or (private.is_staff() and private.has_permission('vouchers')))
    and case next_status
      when 'paused' then status = 'active'
      when 'active' then status = 'paused' and decided_at is not null
      when 'ended' then status in ('active', 'paused', 'rejected', 'draft', 'pending')
      else false
    end;
  return private.saved_or_gone(found);
end $$;

-- Decisions, in the inbox and by a link without an account.
create or replace function private.apply_voucher_decision(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into voucher from public.vouchers where id = item for update;
  if voucher.id is null then
    return private.gone();
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
  return private.saved(jsonb_build_object('status', next_status, 'table', 'vouchers', 'id', item));
end $$;

create function private.share_voucher_report(report uuid, place uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  if not private.runs_place(place) then
    return private.gone();
  end if;
  -- Requests for one place are counted one after the other.
  perform from public.services where id = place for no key update;
  if 5 <= (select count(*) from public.voucher_reports where service_id = place and revoked_at is null
    and expires_at > now()) then
    return private.refused('limit');
  end if;
  insert into public.voucher_reports (id, service_id, token_hash) values (report, place,
    share_voucher_report.token_hash);
  return private.saved();
end $$;

create function private.revoke_voucher_report(report uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.voucher_reports set revoked_at = coalesce(revoked_at, now()) where id = report
    and private.runs_place(service_id);
  return private.saved_or_gone(found);
end $$;

-- Limits promise nothing to people who already downloaded, so the team changes them without a new approval.
create function private.set_voucher_limits(voucher uuid, total integer, per_person integer, guests boolean)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  taken integer;
begin
  perform private.require_permission('vouchers');
  if total not between 1 and 100000 then
    perform private.refuse_request('total_limit');
  elsif per_person is null or per_person not between 1 and 50 then
    perform private.refuse_request('per_person_limit');
  end if;
  select downloads into taken from private.voucher_counts where voucher_id = voucher for update;
  if taken is null then
    return private.gone();
  elsif total < taken then
    perform private.refuse_request('total_limit');
  end if;
  update public.vouchers set total_limit = total, per_person_limit = per_person,
    guests_allowed = coalesce(guests, false) where id = voucher;
  return private.saved();
end $$;

create function public.set_voucher_status(voucher uuid, next_status text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_voucher_status(voucher, next_status);

create function public.share_voucher_report(report uuid, place uuid, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.share_voucher_report(report, place, token_hash);

create function public.revoke_voucher_report(report uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.revoke_voucher_report(report);

create function public.set_voucher_limits(voucher uuid, total integer, per_person integer, guests boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_voucher_limits(voucher, total, per_person, guests);

-- The row of the counts is locked first: downloads of one voucher happen one after the other.
create or replace function private.download_voucher(voucher uuid, request uuid, guest_name text, guest_phone text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  phone_digits text := regexp_replace(coalesce(download_voucher.guest_phone, ''), '\D', '', 'g');
  wanted public.vouchers;
  known public.voucher_downloads;
  taken integer;
begin
  perform from private.voucher_counts where voucher_id = voucher for update;
  select * into known from public.voucher_downloads where request_id = request;
  if known.id is not null then
    return case when known.voucher_id = voucher and known.account_id is not distinct from account
      then private.saved(jsonb_build_object('id', known.id)) else private.gone() end;
  end if;
  select * into wanted from public.vouchers where id = voucher;
  if wanted.id is null or not private.is_shown_voucher(wanted) then
    return private.gone();
  elsif account is null and not (wanted.guests_allowed and private.allows_guest_vouchers()) then
    return private.refused('sign_in');
  elsif account is null and (coalesce(btrim(download_voucher.guest_name), '') = '' or char_length(phone_digits)
    not between 8 and 15) then
    raise exception 'invalid_request' using detail = case when coalesce(btrim(download_voucher.guest_name), '') = ''
      then 'guest_name' else 'guest_phone' end;
  end if;
  select count(*), (array_agg(download.id order by download.created_at desc) filter (where redeemed_at is null))[1]
    into taken, known.id
  from public.voucher_downloads as download
  where download.voucher_id = voucher and cancelled_at is null and case when account is null
    then download.guest_phone is not null and regexp_replace(download.guest_phone, '\D', '', 'g') = phone_digits
      else account_id = account end;
  if taken >= wanted.per_person_limit then
    -- Only the account itself gets its earlier code again; a phone number proves nothing.
    return private.refused('limit') || jsonb_build_object('id', case when account is not null then known.id end);
  end if;
  update private.voucher_counts set downloads = downloads + 1
  where voucher_id = voucher and (wanted.total_limit is null or downloads < wanted.total_limit);
  if not found then
    return private.refused('sold_out');
  end if;
  insert into public.voucher_downloads (voucher_id, account_id, guest_name, guest_phone, request_id, expires_at)
  values (
    voucher, account, case when account is null then left(btrim(download_voucher.guest_name), 120) end,
    case when account is null then phone_digits end, request, private.voucher_end(wanted)
  ) returning * into known;
  return private.saved(jsonb_build_object('id', known.id));
end $$;

create function private.cancel_voucher_download(download uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.voucher_downloads;
begin
  perform private.require_account();
  perform from private.voucher_counts where voucher_id = (select voucher_id from public.voucher_downloads
    where id = download) for update;
  update public.voucher_downloads set cancelled_at = now()
  where id = download and account_id = private.account_id() and redeemed_at is null and cancelled_at is null
    and expires_at > now() returning * into known;
  update private.voucher_counts set downloads = downloads - 1 where voucher_id = known.voucher_id;
  return private.saved_or_gone(known.id is not null);
end $$;

create function public.cancel_voucher_download(download uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_voucher_download(download);

-- PIN. The server sends the hash and the keyed hash of the caller; the PIN itself never reaches the database.
create function private.set_place_pin(place uuid, hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into private.place_pins (service_id, pin_hash) values (place, hash)
  on conflict (service_id) do update set pin_hash = excluded.pin_hash, changed_at = now();
  update public.voucher_devices set unlocked_until = null where service_id = place;
  delete from private.wrong_pins where service_id = place;
  return private.saved();
end $$;

create or replace function private.unlock_voucher_device(device_token text, hash text, caller text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.voucher_devices := private.voucher_device(device_token);
  mine integer;
  all_callers integer;
  last_wrong timestamptz;
begin
  if device.id is null or device.revoked_at is not null or device.expires_at <= now() then
    return private.gone();
  end if;
  -- Attempts at one place are judged one after the other.
  perform from public.services where id = device.service_id for no key update;
  select count(*) filter (where wrong.caller = unlock_voucher_device.caller), count(*), max(at) into mine, all_callers,
    last_wrong
  from private.wrong_pins as wrong where service_id = device.service_id and at > now() - interval '15 minutes';
  if mine >= 5 then
    return private.refused('locked');
  elsif all_callers >= 20 and last_wrong > now() - interval '30 seconds' then
    return private.refused('slow');
  elsif not exists (select from private.place_pins where service_id = device.service_id and pin_hash = hash) then
    insert into private.wrong_pins (service_id, caller) values (device.service_id, unlock_voucher_device.caller);
    return private.refused('wrong') || jsonb_build_object('left', 4 - mine);
  end if;
  update public.voucher_devices set unlocked_until = least(now() + interval '12 hours', expires_at) where id = device.id
    returning * into device;
  return private.saved(jsonb_build_object('until', device.unlocked_until));
end $$;

create function public.set_place_pin(place uuid, hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_place_pin(place, hash);

comment on function public.verify_map_place is
  'Makes a published, verified place of the guide of a map place; the place keeps the source of the copied facts; '
  'conflict with the id of the place for one that was verified before; raises 42501 without the permission services.';

comment on function private.add_club_member is
  'Adds an account to a club, or changes its role. gone: no account with this confirmed address.';

comment on function public.decide_app_review is
  'Decides about a review of the portal: approve publishes it (only with the author''s consent), reject hides it, '
  'reopen sets pending; answers saved, conflict, gone, or refused with no_consent; raises 42501 without the permission '
  'app_reviews, and invalid_decision.';

comment on function public.reply_app_review is
  'Sets the reply to a review, an empty text removes it; gone when there is no such review; raises 42501 '
  'without the permission app_reviews.';

comment on function public.stamp_passport is
  'Stamps a photo point or town for the caller. Saved (also when this client_id was stamped before), or '
  'refused with already_stamped, unknown_subject, inaccurate, too_far, in_future, too_old or implausible_speed.';

comment on function public.share_passport is
  'Makes a link to the passport of the caller with the chosen name and answers its token; an earlier link ends.';

comment on function private.save_vehicle_entry is
  'Stores a new entry (expected_version is null) or the next version of an existing one.';

comment on function private.set_vehicle_entry_deleted is
  'Moves an entry into the trash or back: saved, gone, or refused with exists when its trip was noted again meanwhile.';

comment on function private.replace_odometer is
  'Notes the first reading of a new or repaired odometer; a trigger changes the offset of the car in the same '
  'transaction.';

comment on function private.set_vehicle_row_deleted is
  'Moves a car or a document of the caller, or a part or diary entry of a car that the caller edits, into the trash '
  'or back.';

comment on function private.delete_vehicle is
  'Deletes a car in the trash of its owner for good, with its log and files.';

comment on function public.save_vehicle_entry is
  'Saves an entry of a car that the caller edits: saved or conflict with the entry, gone, or refused with forbidden, '
  'invalid, in_future, exists or limit. expected_version is the version that was opened, null for a new entry.';

comment on function public.set_vehicle_entry_deleted is
  'Moves an entry of a car that the caller edits into the trash, where it is kept for 30 days, or back: saved, gone, '
  'or refused with exists.';

comment on function public.replace_odometer is
  'The odometer of an own car shows reading while the car has total_km: saved, gone, or refused with goes_back, '
  'in_future or invalid.';

comment on function public.set_vehicle_row_deleted is
  'Moves a vehicle, document, part or diary_entry into the trash, where it is kept for 30 days, or back: saved or '
  'gone.';

comment on function public.delete_vehicle is
  'Deletes an own car in the trash for good: saved, gone, or refused with name unless name is its nickname.';

comment on function public.log_trip is
  'Closes an own trip into the log of a car: saved, conflict, gone, or refused with exists, forbidden, '
  'invalid, in_future or limit. content is LoggedTrip of lib/garage/diary/schema.ts.';

comment on function private.finish_checklist is
  'Signs a checklist with date and kilometres, which also become an entry of the log; returns the status of '
  'SaveChecklistAnswer.';

comment on function private.save_vehicle_checklist is
  'Stores what a device has of a checklist (start, changed items, tasks, signature).';

comment on function private.set_vehicle_checklist_deleted is 'Moves a checklist into the trash or back: saved or gone.';

comment on function private.save_vehicle_task is
  'Adds a maintenance task or renames it: saved, gone, or refused with invalid or limit.';

comment on function private.finish_vehicle_task is
  'Writes the service entry of a task and marks it as done: saved, gone, or an outcome of '
  'save_vehicle_entry.';

comment on function private.reopen_vehicle_task is
  'Opens a done task again and moves its entry into the trash: saved or gone.';

comment on function private.delete_vehicle_task is 'Deletes a maintenance task: saved or gone.';

comment on function public.save_vehicle_checklist is
  'Saves a checklist of a car that the caller edits: saved or conflict with the checklist, gone, or refused with '
  'forbidden, invalid or limit.';

comment on function public.reopen_vehicle_checklist is
  'Next revision of a finished checklist of a car that the caller edits: saved with its id, or gone.';

comment on function public.set_vehicle_checklist_deleted is
  'Moves a checklist of a car that the caller edits into the trash, where it is kept for 30 days, or back: saved or '
  'gone.';

comment on function public.save_vehicle_task is
  'Adds or renames a task of a car that the caller edits: saved, gone, or refused with invalid or limit.';

comment on function public.finish_vehicle_task is
  'Writes the service entry of a task of a car that the caller edits and marks it as done: saved, gone, or an '
  'outcome of save_vehicle_entry.';

comment on function public.reopen_vehicle_task is
  'Opens a done task again and moves its entry into the trash: saved or gone.';

comment on function public.delete_vehicle_task is 'Deletes a task of a car that the caller edits: saved or gone.';

comment on function private.undo_reminder is
  'Takes back that a reminder was done: saved or gone. Its log entry goes into the trash.';

comment on function private.retry_reminder is
  'A failed mail or push message is tried again now; gone when it is not in its queue any more.';

comment on function public.complete_maintenance_reminder is
  'For editors of the car: saves the entry and moves the reminder on, with the outcomes of save_vehicle_entry.';

comment on function public.undo_maintenance_reminder is
  'For editors of the car: takes back that a reminder was done: saved or gone.';

comment on function public.retry_reminder_sending is
  'For reminder managers: tries a failed mail or push message again; gone when it cannot be tried.';

comment on function private.invite_vehicle_member is
  'Stores an invitation to a car of the caller and enqueues its mail; answers saved, gone, or refused with own, '
  'member, limit, too_many or invalid.';

comment on function private.revoke_vehicle_invitation is
  'Ends an invitation of the caller that nobody accepted; gone when there is none.';

comment on function private.accept_vehicle_invitation is
  'Makes the caller a member: saved with vehicle, gone, or refused with taken, wrong_account, own, revoked or expired.';

comment on function private.set_vehicle_member_role is
  'Changes what a member of a car of the caller may do; gone when there is none.';

comment on function private.remove_vehicle_member is
  'The owner removes a member, or a member leaves; gone when the caller is neither.';

comment on function public.invite_vehicle_member is
  'Invites a person to an own car by mail: saved, gone, or refused with own, member, limit, too_many or invalid.';

comment on function public.revoke_vehicle_invitation is
  'Ends an open invitation to an own car; gone when there is none.';

comment on function public.accept_vehicle_invitation is
  'Makes the invited account a member: saved with vehicle, gone, or refused with taken, wrong_account, own, revoked or '
  'expired.';

comment on function public.set_vehicle_member_role is
  'Changes the role of a member of an own car; gone when there is none.';

comment on function public.remove_vehicle_member is
  'The owner removes a member, or a member leaves; gone when the caller is neither.';

comment on function private.add_sale_link is
  'Makes a sale link of a car of the caller; answers saved, gone, or refused with invalid or limit when the car has 20 '
  'open links.';

comment on function private.change_sale_link is
  'Changes label and ticks of a sale link of the caller: saved, gone, or refused with invalid.';

comment on function private.revoke_sale_link is 'Ends a sale link of the caller for good; gone when it is not theirs.';

comment on function public.add_sale_link is
  'Makes a sale link of an own car: saved, gone, or refused with invalid or limit.';

comment on function public.change_sale_link is
  'Changes label and ticks of an own sale link: saved, gone, or refused with invalid.';

comment on function public.revoke_sale_link is 'Ends an own sale link for good; gone when it is not theirs.';

comment on function private.offer_vehicle is
  'Offers a car of the caller to its buyer and enqueues the mail; answers saved, gone, or refused with name, own, '
  'exists, too_many or invalid.';

comment on function private.withdraw_vehicle_offer is
  'Takes an open offer of the caller back; gone when it is decided or not theirs.';

comment on function private.decide_vehicle_offer is
  'The buyer accepts or refuses a car, in one transaction: saved with status and vehicle, gone, or refused with '
  'withdrawn, expired, wrong_account or limit.';

comment on function public.offer_vehicle is
  'Offers an own car to its buyer by mail when name is its nickname: saved, gone, or refused with name, own, exists, '
  'too_many or invalid.';

comment on function public.withdraw_vehicle_offer is
  'Takes an open offer of an own car back; gone when it is decided or not theirs.';

comment on function public.decide_vehicle_offer is
  'The buyer accepts or refuses an offered car: saved with status and vehicle, gone, or refused with withdrawn, '
  'expired, wrong_account or limit.';

comment on function private.end_session is
  'Ends one session of the caller or of an account with a lower rank; gone when it had already ended; raises 42501 '
  'otherwise.';

comment on function public.end_session is
  'Ends one session and gone when it had already ended; raises 42501 without the permission access_log and for other '
  'accounts of the same or a higher rank, and 28000 without a recent proof of identity.';

comment on function public.end_own_session is
  'Ends one session of the caller''s account; gone when it is not one of them or already ended.';

comment on function public.use_recovery_code is
  'Checks a recovery code and returns accepted, wrong or limited (five wrong ones in 15 minutes); raises 42501 unless '
  'the second factor of the caller''s session must still be entered; the server removes the factor afterwards.';

comment on function public.cancel_account_erasure is 'Cancels the caller''s erasure request; gone when there is none.';

comment on function public.merge_records is
  'Merges the other row into the kept one: saved with moved, gone, or refused with the reason why not: same, '
  'trashed, elsewhere (another state) or hidden (the kept row is not public); raises 42501 without the permission of '
  'the table.';

comment on function public.save_record is
  'Inserts (record_id null) or updates one row and its ordered children [{table, parent, order, rows: [{id?, …}]}] in '
  'one transaction, as the caller; returns {outcome}: saved with id, updated_at and states (tag_columns before and '
  'after the save), conflict when the row''s updated_at is not expected_version (the one the form was loaded with), gone, or refused '
  'with forbidden.';

comment on function public.save_records is
  'Saves up to 500 rows [{id, changes}] one by one, as the caller, and returns one result per row: a result of '
  'save_record, or refused with an SQL state, message and details. With is_check it returns the same results and saves '
  'nothing.';

comment on function public.run_job_again is
  'Gives a failed job one more attempt; gone when it is not failed; raises 42501 without the permission system_health.';

comment on function public.set_task_status is
  'Sets the status of a task that is assigned to the caller, for managers of any task; gone when there is no such '
  'task; raises 42501 unless the caller is staff and 22023 for an unknown status.';

comment on function public.decide_approval is
  'Decides about a request by an approval link, once: approve creates a draft (or applies the change), adjust and '
  'reject need a reason; answers saved, gone, or refused with used, revoked, expired or closed; raises '
  'invalid_decision; anyone who has the token may call it.';

comment on function public.decide_trip_panel_request is
  'Decides about an application for a trip panel: approve sets the next status (in_progress, ready, delivered), reject '
  'cancels it, reopen sets it back to received; answers saved, conflict, or gone; raises 42501 without the permission '
  'service_requests, and invalid_decision.';

comment on function public.decide_takedown_request is
  'Decides about a takedown claim: approve accepts it (the moderator then removes the content by hand), reject rejects '
  'it, start sets in_review, reopen undoes the decision; answers saved, conflict, or gone; raises 42501 without the '
  'permission service_requests, and invalid_decision.';

comment on function public.decide_report is
  'Decides about an error report: approve sets resolved, reject sets dismissed, reopen sets open; answers saved, '
  'conflict, or gone; raises 42501 without the permission reviews, and invalid_decision.';

comment on function public.decide_service_request is
  'Decides about a request and answers an outcome: approve creates a draft of a new place (or applies a correction, '
  'claim or removal), publish creates a published one, reject and adjust need a reason, start sets in_review, reopen '
  'undoes the decision; raises 42501 without the permission service_requests, for publish also services or clubs, and '
  'invalid_decision.';

comment on function private.store_registration_draft is
  'Stores the draft of a form instead of its earlier one and mails the link; gone when the event takes none or the '
  'form was sent.';

comment on function public.store_registration_draft is
  'For the server only, which limits the mails: stores {request_id, type, email, draft, locale} and mails the link '
  'that continues the form.';

comment on function private.sign_registration_contract is
  'Signs the contract of a link once: signed, signed_before, closed or missing.';

comment on function public.sign_registration_contract is
  'The holder of a signing link signs: signed_name, and for a drawn signature its stored path and the hash of its '
  'file. For the server alone, which states browser and address.';

comment on function private.confirm_registration is
  'Confirms the address of a registration and takes its place, or puts it on the waiting list; answers the status, '
  'null for a wrong link or when the time is over. Safe to repeat. Raises registration_closed, already_registered, '
  'unpaid_hold or no_places.';

comment on function public.confirm_registration is
  'The button behind the mailed link: confirms the address and takes the place; answers the status, null for a wrong '
  'link or when the time is over.';

comment on function private.edit_own_registration is
  'Changes phone, town, club, names of companions, vehicles and answers until the limit; gone when the link or the '
  'limit is over.';

comment on function private.accept_offer is
  'Confirms a free place that was offered from the waiting list; answers the status. A place that costs something is '
  'accepted by paying.';

comment on function private.cancel_own_registration is
  'Cancels before the event and before anybody entered, only through a link that was mailed to the contact.';

comment on function private.transfer_registration is
  'Gives a registration to another person, only through a link that was mailed to the contact. Earlier links and '
  'badges end; both people get a mail.';

comment on function private.mail_manage_link is
  'Mails the link that transfers and cancels to the contact of the registration.';

comment on function public.edit_own_registration is
  'Changes the data of a registration behind its link until the limit of its kind.';

comment on function public.accept_offer is
  'Accepts a free place offered from the waiting list; answers the status, null for an unknown token.';

comment on function public.cancel_own_registration is
  'Cancels a registration through the link that was mailed to its contact; null for any other token.';

comment on function public.transfer_registration is
  'Gives a registration to another person: {full_name, email, phone}. Only through the mailed link.';

comment on function public.mail_manage_link is
  'Mails the link that transfers and cancels to the registered contact. For the server alone, which limits the mails.';

comment on function private.answer_attendance is
  'Stores the answer of an attendance link until the event begins: answered, closed or missing; no "no" after an '
  'entry. A no does not cancel; managers free the places.';

comment on function public.answer_attendance is
  'The holder of an attendance link says whether they come: answered, closed or missing.';

comment on function public.save_event is
  'Creates an event, or with id and expected_version changes it: saved, conflict, gone, or refused with closed '
  'or limit; a wrong field raises invalid_request with the field as detail.';

comment on function public.submit_event is
  'Sends an event to the team; event managers and trusted clubs publish it at once: saved, conflict, gone, or '
  'refused with incomplete or already.';

comment on function private.undo_checkin is
  'Undoes an entry in a list, or one movement of a list with re-entry, within 15 minutes, found by the nonce of a '
  'reading; a device only its own. A walk-in is cancelled.';

comment on function public.undo_checkin is 'Undoes an entry within 15 minutes.';

comment on function private.confirm_event_follow is 'Confirms a follow; gone when there is none any more.';

comment on function public.confirm_event_follow is 'For the server only: confirms a follow.';

comment on function private.cancel_event_message is
  'Stops a message that is scheduled or being sent; mails that were enqueued still arrive. False when it has ended.';

comment on function private.refuse_messages is
  'Ends or allows messages of the organiser to the address of a registration, for its event.';

comment on function public.cancel_event_message is 'Event managers stop a message that has not ended.';

comment on function public.refuse_messages is
  'The holder of the link of a registration ends or allows messages of the organiser; false for an unknown token.';

comment on function private.decide_ad_draft is
  'Approves, discards or reopens a text; expected_version is the updated_at of the text that was read.';

comment on function public.decide_ad_draft is
  'For announcement staff: approves, discards or reopens a text; answers missing or changed when it was not decided.';

comment on function private.cast_vote is
  'Stores the vote of a ticket or moves it to another car: counted, changed, unknown_ticket, other_event, '
  'replaced_badge, own_car, not_entered, unknown_car, not_open or closed. not_entered: neither an entry nor a '
  'confirmed address. registration and badge_version are those of a code that the server verified; without them the '
  'link of a badge is the ticket.';

comment on function public.cast_vote is
  'For the server only, which limits the callers and verifies codes of badges: stores one vote.';

comment on function public.decide_seller is
  'Decides about a seller and answers an outcome: approve makes a pending or suspended seller active and changes the '
  'role of the account from user to vendedor, reject rejects an application or suspends a seller, reopen undoes a '
  'rejection, or an approval before the first sale; raises 42501 without the permission sellers, and invalid_decision.';

comment on function public.sign_contract is
  'The client of a payment link signs: client_signed_name, accepts_terms, client_document when the sale has none, and '
  'for a drawn signature its stored path and the hash of its file. Answers signed, or signed_before for a repetition. '
  'Refuses with sale_missing, nothing_to_sign or period_over. For the server alone, which states browser and address.';

comment on function public.decide_pix is
  'Decides about a Pix payment and answers an outcome: approve confirms that the money arrived, reject (with a reason) '
  'removes the receipt and sets the status back to pending; raises 42501 without the permission financials, and '
  'invalid_decision.';

comment on function public.decide_ad is
  'Applies a decision to a banner: approve, reject (with a reason), pause, resume, end or reopen; answers saved, '
  'conflict, gone, or refused with period_over, payment_disputed, states_needed or placement_full; raises 42501 '
  'without the permission ads, and invalid_decision.';

comment on function public.submit_ad_art is
  'For the server only: stores image_desktop, image_mobile, alt, link_url and states of the banner of a report link '
  'while it does not run yet; answers saved, gone, or refused with closed; raises invalid_request.';

comment on function public.decide_ad_lead is
  'Decides about a lead: approve sets the next status (contacted, won), reject sets lost, reopen sets received; '
  'answers saved, conflict, or gone; raises 42501 without the permission ads, and invalid_decision.';

comment on function public.revoke_place_invitation is
  'Ends an open invitation of an own place; gone when it has ended.';

comment on function public.accept_place_invitation is
  'The signed-in account joins the staff of a place. Answers saved, gone, or refused with accepted, '
  'revoked or expired.';

comment on function public.leave_place is 'The caller stops running a place; gone when it did not.';

comment on function public.remove_place_member is
  'An owner removes staff of the place, a service manager anybody; gone when there was nobody to remove.';

comment on function public.withdraw_place_change is
  'Takes an undecided proposal of an own place back; gone when the team was faster.';

comment on function public.count_place_contact is
  'For the server only: counts one tap on a contact link (call, whatsapp, directions, website) of a published place; '
  'gone for any other place; raises invalid_request.';

comment on function private.file_service_message is
  'service, name, email, body, consent and locale. Answers sent, closed (no owner) or limit.';

comment on function public.submit_service_message is
  'For the server only, which limits the callers: stores a message to a place and tells its owners. Answers sent, '
  'closed or limit.';

comment on function public.answer_service_message is
  'Owners and staff answer a message once; the answer is mailed. False when it was answered before.';

comment on function public.set_message_done is
  'Owners and staff mark a message as done or open again; conflict when it was answered.';

comment on function private.save_voucher is
  'Stores an offer as a draft or sends it for approval. expected_version: the updated_at that the form showed. Answers saved, '
  'conflict, or refused with ended, too_many or downloaded when people already hold it and its promise would change.';

comment on function private.set_voucher_status is
  'Pauses, resumes or ends a voucher; gone when its status does not allow it or it belongs to somebody else.';

comment on function private.share_voucher_report is
  'Makes a link to the figures of a place for 90 days; answers saved, gone, or refused with limit when the place has 5 '
  'open links.';

comment on function private.revoke_voucher_report is
  'Ends a link for good; gone when it does not belong to a place of the caller.';

comment on function private.set_voucher_limits is
  'Changes how many people may download a voucher; raises invalid_request when the total is below the downloads.';

comment on function public.set_voucher_status is 'For people of a place and voucher managers: paused, active or ended.';

comment on function public.share_voucher_report is
  'For people of a place: makes a link to its figures; saved, gone, or refused with limit.';

comment on function public.revoke_voucher_report is 'For people of a place: ends a link to its figures for good.';

comment on function public.set_voucher_limits is
  'For voucher managers: total (null without a limit), per person and guests; saved or gone.';

comment on function private.download_voucher is
  'Downloads a voucher once per request: saved, gone, or refused with limit (and the earlier code of the account), '
  'sold_out, sign_in '
  'or gone.';

comment on function private.cancel_voucher_download is
  'Gives an unused voucher back, which frees it for somebody else.';

comment on function public.download_voucher is
  'Downloads a voucher: saved with its id. Guests give a name and a WhatsApp number.';

comment on function public.cancel_voucher_download is
  'For the account that downloaded it: gives an unused voucher back.';

comment on function private.set_place_pin is 'Sets the PIN of a place; its devices have to be unlocked again.';

comment on function public.set_place_pin is
  'For the server, which asked first whether the caller owns the place: sets its PIN.';

comment on function public.unlock_voucher_device is
  'For the server: saved, gone, or refused with wrong, locked or slow.';

grant execute on function public.reply_app_review to authenticated, service_role;

grant execute on function public.stamp_passport to authenticated, service_role;

grant execute on function public.share_passport to authenticated, service_role;

grant execute on function public.set_vehicle_entry_deleted to authenticated, service_role;

grant execute on function public.replace_odometer to authenticated, service_role;

grant execute on function public.set_vehicle_row_deleted to authenticated, service_role;

grant execute on function public.delete_vehicle to authenticated, service_role;

grant execute on function public.set_vehicle_checklist_deleted to authenticated, service_role;

grant execute on function public.save_vehicle_task to authenticated, service_role;

grant execute on function public.finish_vehicle_task to authenticated, service_role;

grant execute on function public.reopen_vehicle_task to authenticated, service_role;

grant execute on function public.delete_vehicle_task to authenticated, service_role;

grant execute on function public.undo_maintenance_reminder to authenticated, service_role;

grant execute on function public.retry_reminder_sending to authenticated, service_role;

grant execute on function public.invite_vehicle_member to authenticated, service_role;

grant execute on function public.revoke_vehicle_invitation to authenticated, service_role;

grant execute on function public.set_vehicle_member_role to authenticated, service_role;

grant execute on function public.remove_vehicle_member to authenticated, service_role;

grant execute on function public.add_sale_link to authenticated, service_role;

grant execute on function public.change_sale_link to authenticated, service_role;

grant execute on function public.revoke_sale_link to authenticated, service_role;

grant execute on function public.offer_vehicle to authenticated, service_role;

grant execute on function public.withdraw_vehicle_offer to authenticated, service_role;

grant execute on function public.end_session to authenticated, service_role;

grant execute on function public.end_own_session to authenticated, service_role;

grant execute on function public.use_recovery_code to authenticated, service_role;

grant execute on function public.cancel_account_erasure to authenticated, service_role;

grant execute on function public.run_job_again to authenticated, service_role;

grant execute on function public.set_task_status to authenticated, service_role;

grant execute on function public.store_registration_draft to service_role;

revoke execute on function private.sign_registration_contract from public;

grant execute on function private.sign_registration_contract to service_role;

grant execute on function public.sign_registration_contract to service_role;

grant execute on function public.confirm_registration to anon, authenticated, service_role;

grant execute on function public.edit_own_registration to anon, authenticated, service_role;

grant execute on function public.accept_offer to anon, authenticated, service_role;

grant execute on function public.cancel_own_registration to anon, authenticated, service_role;

grant execute on function public.transfer_registration to anon, authenticated, service_role;

grant execute on function public.mail_manage_link to service_role;

grant execute on function public.answer_attendance to anon, authenticated, service_role;

grant execute on function public.undo_checkin to anon, authenticated, service_role;

grant execute on function public.confirm_event_follow to service_role;

grant execute on function public.cancel_event_message to authenticated, service_role;

grant execute on function public.refuse_messages to anon, authenticated, service_role;

grant execute on function public.decide_ad_draft to authenticated, service_role;

grant execute on function public.cast_vote to service_role;

revoke execute on function private.sign_contract from public;

grant execute on function private.sign_contract to service_role;

grant execute on function public.sign_contract to service_role;

grant execute on function public.revoke_place_invitation to authenticated, service_role;

grant execute on function public.leave_place to authenticated, service_role;

grant execute on function public.remove_place_member to authenticated, service_role;

grant execute on function public.withdraw_place_change to authenticated, service_role;

grant execute on function public.count_place_contact to service_role;

grant execute on function public.submit_service_message to service_role;

grant execute on function public.answer_service_message to authenticated, service_role;

grant execute on function public.set_message_done to authenticated, service_role;

grant execute on function public.set_voucher_status to authenticated, service_role;

grant execute on function public.share_voucher_report to authenticated, service_role;

grant execute on function public.revoke_voucher_report to authenticated, service_role;

grant execute on function public.set_voucher_limits to authenticated, service_role;

grant execute on function public.cancel_voucher_download to authenticated, service_role;

grant execute on function public.set_place_pin to service_role;

reset check_function_bodies;
