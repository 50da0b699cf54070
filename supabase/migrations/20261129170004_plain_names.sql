set check_function_bodies = off;

drop function public.download_voucher;

drop function public.withdraw_place_change;

drop function public.read_approval;

drop function public.deliver_trip_panel;

drop function public.save_requested_trip;

drop function public.merge_records;

drop function public.merge_accounts;

drop function public.save_shared_trip;

drop function public.save_trip;

drop function private.download_voucher;

drop function private.end_refunded_plan;

drop function private.start_service_plan;

drop function private.place_of_claim;

drop function private.place_proposal;

drop function private.withdraw_place_change;

drop function private.proposed_values;

drop function private.release_places;

drop function private.form_questions;

drop function private.registration_answers;

drop function private.take_back;

drop function private.change_place;

drop function private.add_club;

drop function private.add_place;

drop function private.place_values;

drop function private.read_approval;

drop function private.without_entities(jsonb);

drop function private.without_entities(text);

drop function private.notify_trip_panel;

drop function private.trip_panel_share;

drop function private.deliver_trip_panel;

drop function records.writable_columns;

drop function private.merge_records;

drop function private.gaps_filled;

drop function private.merge_accounts;

drop function private.close_merged;

drop function private.move_everything;

drop function private.merge_obstacles;

drop function private.move_files;

drop function private.move_rows;

drop function private.save_requested_trip;

drop function private.next_reminder;

drop function private.same_entry;

drop function private.save_shared_trip;

drop function private.with_hidden_parts;

drop function private.save_trip;

drop function private.store_trip;

alter table private.retention_rules rename column clock to period_start;
alter table private.retention_rules rename column keep to retention_period;
alter table private.retention_rules rename column place to position;
alter table private.retention_rules rename column only_when to condition;
alter table private.retention_rules rename column deed to action;
alter table private.retention_rules rename constraint retention_rules_deed_check to retention_rules_action_check;
alter table private.retention_rules rename constraint retention_rules_place_key to retention_rules_position_key;
alter table private.personal_rows rename column place to position;
alter table public.error_reports rename column seen to occurrences;
alter table public.error_reports rename constraint error_reports_seen_check to error_reports_occurrences_check;
alter table public.repair_jobs rename column found to item_count;

create or replace function private.document_field(payload jsonb, key text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  document text := upper(regexp_replace(coalesce(payload ->> key, ''), '[^0-9A-Za-z]', '', 'g'));
begin
  if not private.is_document(document) then
    perform private.refuse_request(key);
  end if;
  return document;
end $$;

-- Generated columns are not logged: they change only with their source columns.
create or replace function private.write_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  audited_row jsonb := case when tg_op = 'DELETE' then old_row else new_row end;
  logged text[];
begin
  -- Migrations, the seed and jobs write as the owner, without an account.
  if (select private.account_id()) is null
    and coalesce(current_setting('role', true), 'none') not in ('anon', 'authenticated', 'service_role')
  then
    return null;
  end if;

  select array_agg(key) into logged
  from jsonb_object_keys(old_row || new_row) as key
  where key <> 'updated_at'
    and old_row -> key is distinct from new_row -> key
    and not exists (select from pg_catalog.pg_attribute where attrelid = tg_relid and attname = key
      and attgenerated <> '')
    and (tg_nargs = 1 or key = any (string_to_array(tg_argv[1], ',')));
  if logged is null then
    return null;
  end if;

  insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
  values (
    (select private.account_id()),
    lower(tg_op),
    tg_table_name,
    (select string_agg(audited_row ->> part, '/' order by place)
       from unnest(string_to_array(tg_argv[0], ',')) with ordinality as keys (part, place)),
    (select jsonb_object_agg(key, value) from jsonb_each(old_row) where key = any (logged)),
    (select jsonb_object_agg(key, value) from jsonb_each(new_row) where key = any (logged)),
    nullif(current_setting('app.audit_reason', true), '')
  );
  return null;
end $$;

-- Only the server writes columns that say who or when; row policies cannot protect single columns.
create or replace function private.guard_server_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  author text := tg_argv[0];
  columns text[] := string_to_array(tg_argv[1], ',');
  new_row jsonb := to_jsonb(new);
  before jsonb;
  is_forged boolean;
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    before := to_jsonb(old);
    is_forged := exists (select from unnest(author || columns) as name where new_row -> name
      is distinct from before -> name);
  else
    is_forged := new_row ? author and new_row ->> author is distinct from auth.uid()::text
      or exists (select from unnest(columns) as name where (new_row ->> name)::timestamptz <> now());
  end if;
  if is_forged then
    raise exception 'only the server writes % of %', concat_ws(', ', nullif(author, ''), tg_argv[1]), tg_table_name
      using errcode = '42501';
  end if;
  return new;
end $$;

create or replace function public.report_browser_error(error_message text, error_digest text, error_path text) returns void
language sql volatile security invoker set search_path = '' as $$
  insert into public.error_reports (message, digest, path) values (left(error_message, 500),
    left(coalesce(error_digest, ''), 100), left(error_path, 300))
  on conflict (message, path, digest) do update set occurrences = error_reports.occurrences + 1, last_seen_at = now()
$$;

create or replace function private.keep_copied_facts() returns trigger
language plpgsql set search_path = '' as $$
declare
  fields jsonb := (
    select jsonb_agg(field) from jsonb_array_elements_text(old.copied -> 'fields') as field
    where to_jsonb(new) -> field is not distinct from to_jsonb(old) -> field
  );
begin
  new.copied := case when fields is not null then jsonb_set(old.copied, '{fields}', fields) end;
  return new;
end $$;

-- A save whose answer was lost is sent again: it finds its own content one version later and is answered as saved.
create function private.store_trip(existing public.trips, expected_version integer, plan jsonb, route jsonb, state text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_repeated boolean := existing.version = coalesce(expected_version, 0) + 1 and existing.plan = store_trip.plan
    and existing.route
    is not distinct from store_trip.route;
  stored public.trips := existing;
begin
  if existing.id is null or existing.deleted_at is not null then
    return private.gone();
  elsif not is_repeated and existing.version is distinct from expected_version then
    return private.conflict(jsonb_build_object('theirs', private.trip_json(existing)));
  elsif not is_repeated then
    update public.trips set
      title = btrim(store_trip.plan ->> 'title'), state_abbr = state, start_on = (store_trip.plan ->> 'leaveOn')::date,
      plan = store_trip.plan, route = store_trip.route, version = trips.version + 1, updated_at = clock_timestamp()
    where id = existing.id returning * into stored;
  end if;
  return private.saved(jsonb_build_object('version', stored.version, 'updatedAt', stored.updated_at));
end $$;

-- A trip without owner is not of the caller either.
create function private.save_trip(trip uuid, expected_version integer, plan jsonb, route jsonb, state text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
  existing public.trips;
begin
  if not private.is_trip_plan(save_trip.plan) then
    return private.refused('invalid');
  end if;
  if expected_version is null and not exists (select from public.trips where id = trip) then
    if not private.has_room_for_trip(account) then
      return private.refused('limit');
    end if;
    insert into public.trips (id, owner_id, title, state_abbr, start_on, plan, route)
    values (
      trip, account, btrim(save_trip.plan ->> 'title'), state, (save_trip.plan ->> 'leaveOn')::date, save_trip.plan,
      save_trip.route
    )
    on conflict (id) do nothing;
  end if;
  select * into existing from public.trips where id = trip for update;
  if existing.id is not null and existing.owner_id is distinct from account then
    return private.refused('forbidden');
  end if;
  return private.store_trip(existing, expected_version, save_trip.plan, save_trip.route, state);
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return private.refused('invalid');
end $$;

create function private.with_hidden_parts(plan jsonb, existing jsonb, parts text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select plan
    || jsonb_build_object('car', plan -> 'car' || coalesce((
      select jsonb_object_agg(key, value) from jsonb_each(existing -> 'car')
      where coalesce(plan #>> array['car', key], '') = '' and (
        key = 'vehicleId' or key = 'name' and not 'car' = any (parts)
        or key in ('tankLitres', 'kmPerLitre') and not 'tank' = any (parts)
        or key = 'fuelPriceCents' and not 'price' = any (parts)
      )
    ), '{}'))
    || jsonb_build_object('stops', coalesce((
      select jsonb_agg(
        case when 'notes' = any (parts) or coalesce(stop ->> 'note', '') <> '' or earlier.note is null then stop
          else stop || jsonb_build_object('note', earlier.note) end
        order by place
      )
      from jsonb_array_elements(plan -> 'stops') with ordinality as listed (stop, place)
      left join lateral (
        select one -> 'note' as note from jsonb_array_elements(existing -> 'stops') as one
        where one ->> 'id' = stop ->> 'id' limit 1
      ) as earlier on true
    ), '[]'))
$$;

create function private.save_shared_trip(token text, trip uuid, expected_version integer, plan jsonb, route jsonb,
  state text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  share public.trip_shares;
  existing public.trips;
  answer jsonb;
begin
  select * into share from public.trip_shares where token_hash = private.token_hash(token);
  if share.id is null then
    return private.refused('unknown');
  end if;
  select * into existing from public.trips where id = share.trip_id for update;
  -- The link may have been revoked while this call waited for the trip.
  select * into share from public.trip_shares where id = share.id;
  if share.scope <> 'edit' or existing.id is distinct from trip then
    return private.refused('forbidden');
  elsif private.share_state(share, existing) <> 'open' then
    return private.gone();
  end if;
  answer := private.store_trip(
    existing, expected_version, private.with_hidden_parts(save_shared_trip.plan, existing.plan, share.parts),
      save_shared_trip.route,
    state
  );
  return case when answer ? 'theirs'
    then jsonb_set(answer, '{theirs,plan}', private.shared_plan(answer #> '{theirs,plan}', share.parts))
    else answer end;
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return private.refused('invalid');
end $$;

create or replace function private.set_trip_deleted(trip uuid, is_deleted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
  existing public.trips;
begin
  select * into existing from public.trips where id = trip and owner_id = account for update;
  if existing.id is null then
    return private.gone();
  elsif existing.deleted_at is not null and not is_deleted and not private.has_room_for_trip(account) then
    return private.refused('limit');
  end if;
  update public.trips set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end where id = trip;
  return private.saved();
end $$;

create function public.save_trip(trip uuid, expected_version integer, plan jsonb, route jsonb, state text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_trip(trip, expected_version, plan, route, state);

create function public.save_shared_trip(token text, trip uuid, expected_version integer, plan jsonb, route jsonb,
  state text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_shared_trip(token, trip, expected_version, plan, route, state);

create or replace function private.start_trip_track(track uuid, trip uuid, started_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
  existing public.trip_tracks;
begin
  select * into existing from public.trip_tracks where id = track;
  if existing.id is not null then
    return case when existing.owner_id = account then private.saved() else private.refused('forbidden') end;
  elsif track is null or start_trip_track.started_at is null then
    return private.refused('invalid');
  -- The clock of a device may be some minutes fast.
  elsif start_trip_track.started_at > now() + interval '5 minutes' then
    return private.refused('in_future');
  elsif start_trip_track.started_at < now() - make_interval(days => private.track_days()) then
    return private.refused('too_old');
  elsif private.max_tracks() <= (select count(*) from public.trip_tracks where owner_id = account) then
    return private.refused('limit');
  end if;
  insert into public.trip_tracks (id, owner_id, trip_id, started_at)
  values (track, account, (select id from public.trips where id = trip and owner_id = account),
    start_trip_track.started_at);
  return private.saved();
exception when unique_violation then
  return private.refused('forbidden');
end $$;

create or replace function private.append_trip_track(track uuid, number integer, points jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid := private.require_trip_owner();
  existing public.trip_tracks;
  piece_count integer;
  last_point jsonb;
  stored jsonb;
begin
  select * into existing from public.trip_tracks as own where own.id = track and own.owner_id = account for update;
  if existing.id is null then
    return private.gone();
  elsif not coalesce(number >= 0 and number < private.max_track_pieces(), false)
    or not private.is_track_piece(points) then
    return private.refused('invalid');
  end if;
  select piece.points into stored from public.trip_track_pieces as piece where piece.track_id = track
    and piece.number = append_trip_track.number;
  if found then
    return case when stored = points then private.saved() else private.conflict() end;
  elsif existing.ended_at is not null then
    return private.refused('ended');
  end if;
  select count(*) into piece_count from public.trip_track_pieces as piece where piece.track_id = track;
  select piece.points -> -1 into last_point
  from public.trip_track_pieces as piece where piece.track_id = track order by piece.number desc limit 1;
  if number <> piece_count then
    return private.refused('missing');
  elsif existing.started_at + make_interval(secs => (points -> -1 ->> 0)::double precision / 10) > now() + interval
    '5 minutes' then
    return private.refused('in_future');
  elsif not private.is_plausible_track(case when last_point is null then points
    else jsonb_build_array(last_point) || points end) then
    return private.refused('implausible');
  end if;
  insert into public.trip_track_pieces (track_id, number, owner_id, points) values (track, number, account, points);
  return private.saved();
end $$;

create or replace function private.finish_trip_track(
  track uuid, pieces integer, ended_at timestamptz, km double precision, gap_km double precision,
    moving_minutes double precision
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid := private.require_trip_owner();
  existing public.trip_tracks;
  minutes double precision;
begin
  select * into existing from public.trip_tracks as own where own.id = track and own.owner_id = account for update;
  if existing.id is null then
    return private.gone();
  elsif existing.ended_at is not null then
    return private.saved();
  elsif pieces is distinct from (select count(*) from public.trip_track_pieces as piece
    where piece.track_id = track)::integer then
    return private.refused('missing');
  end if;
  minutes := extract(epoch from ended_at - existing.started_at) / 60;
  if ended_at > now() + interval '5 minutes' then
    return private.refused('in_future');
  -- The speed of each step was checked with its piece; inaccurate positions may add to the sum.
  elsif not coalesce(minutes >= 0 and km + gap_km <= 10 + minutes * 30 and moving_minutes <= minutes + 1, false) then
    return private.refused('invalid');
  end if;
  update public.trip_tracks as own set ended_at = finish_trip_track.ended_at, km = finish_trip_track.km,
    gap_km = finish_trip_track.gap_km, moving_minutes = finish_trip_track.moving_minutes
  where own.id = track;
  return private.saved();
exception when check_violation then
  return private.refused('invalid');
end $$;

create or replace function private.own_convoy(code text) returns public.convoys
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  existing public.convoys;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select convoy.* into existing from public.convoys as convoy
  join public.convoy_members as member on member.convoy_id = convoy.id and member.account_id = account
  where convoy.code = own_convoy.code;
  return existing;
end $$;

create or replace function private.join_convoy(code text, member text, vehicle text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  existing public.convoys;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into existing from public.convoys as convoy where convoy.code = join_convoy.code for no key update;
  if existing.id is null then
    return private.refused('unknown');
  elsif existing.ends_at <= now() then
    return private.refused('over');
  elsif private.convoy_size(existing.id) >= 100
    and not exists (select from public.convoy_members where convoy_id = existing.id and account_id = account) then
    return private.refused('full');
  end if;
  insert into public.convoy_members (convoy_id, account_id, name, vehicle)
    values (existing.id, account, member, join_convoy.vehicle)
  on conflict (convoy_id, account_id) do update set name = excluded.name, vehicle = excluded.vehicle;
  return private.saved();
end $$;

create or replace function private.join_convoy_as_guest(code text, token_hash text, member text, vehicle text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.convoys;
begin
  select * into existing from public.convoys as convoy where convoy.code = join_convoy_as_guest.code for no key update;
  if existing.id is null then
    return private.refused('unknown');
  elsif existing.ends_at <= now() then
    return private.refused('over');
  elsif private.convoy_size(existing.id) >= 100 then
    return private.refused('full');
  end if;
  insert into public.convoy_guests (convoy_id, token_hash, name, vehicle, expires_at)
    values (existing.id, join_convoy_as_guest.token_hash, member, join_convoy_as_guest.vehicle, existing.ends_at);
  return private.saved();
end $$;

create function private.same_entry(existing public.vehicle_entries, input public.vehicle_entries) returns boolean
language sql stable set search_path = '' as $$
  select to_jsonb(existing) - of_server = to_jsonb(input) - of_server
  from (values (private.entry_server_columns()))
    as columns (of_server)
$$;

-- A save whose answer was lost is sent again: it finds its own content one version later and is answered as saved.
create or replace function private.save_vehicle_entry(entry uuid, vehicle uuid, expected_version integer, content jsonb)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  car public.vehicles;
  existing public.vehicle_entries;
  input public.vehicle_entries;
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
  select * into existing from public.vehicle_entries where id = entry for update;
  if existing.id is not null and existing.vehicle_id <> vehicle then
    return private.refused('forbidden');
  end if;
  -- Columns of the server are taken from the stored row or made here, never from the content.
  input := jsonb_populate_record(null::public.vehicle_entries,
    content - private.entry_server_columns());
  input.offset_km := coalesce(input.offset_km, 0);
  input.replaces_odometer := coalesce(input.replaces_odometer, false);
  input.title := coalesce(input.title, '');
  input.notes := coalesce(input.notes, '');
  input.place := coalesce(input.place, '');
  input.missed_previous := coalesce(input.missed_previous, false);
  if input.on_date > current_date + 1 then
    return private.refused('in_future');
  elsif input.trip_id is not null and not exists (select from public.trips where id = input.trip_id and owner_id
    in (account, car.owner_id)) then
    input.trip_id := null;
  end if;
  if existing.id is null then
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
      entry, vehicle, car.owner_id, input.kind, input.on_date, input.reading_km, input.offset_km, input.estimated_km,
      input.replaces_odometer, input.title, input.notes, input.place, input.lat, input.lng, input.fuel,
        input.ethanol_pct,
      input.litres, input.is_full, input.missed_previous, input.category, input.total_cents, input.parts_cents,
        input.labour_cents, input.trip_id, input.distance_km, account
    ) returning * into existing;
    return private.saved(jsonb_build_object('entry', private.entry_json(existing)));
  elsif existing.version is distinct from expected_version then
    return case
      when private.same_entry(existing, input) and existing.version = coalesce(expected_version, 0) + 1
        then private.saved(jsonb_build_object('entry', private.entry_json(existing)))
      when existing.deleted_at is not null then private.gone()
      else private.conflict(jsonb_build_object('entry', private.entry_json(existing)))
    end;
  elsif existing.deleted_at is not null then
    return private.gone();
  end if;
  update public.vehicle_entries set
    kind = input.kind, on_date = input.on_date, reading_km = input.reading_km, offset_km = input.offset_km,
    estimated_km = input.estimated_km, replaces_odometer = input.replaces_odometer, title = input.title,
      notes = input.notes,
    place = input.place, lat = input.lat, lng = input.lng, fuel = input.fuel, ethanol_pct = input.ethanol_pct,
    litres = input.litres, is_full = input.is_full, missed_previous = input.missed_previous, category = input.category,
      total_cents = input.total_cents,
    parts_cents = input.parts_cents, labour_cents = input.labour_cents, trip_id = input.trip_id,
      distance_km = input.distance_km,
    version = vehicle_entries.version + 1, updated_at = clock_timestamp()
  where id = entry returning * into existing;
  return private.saved(jsonb_build_object('entry', private.entry_json(existing)));
exception
  when unique_violation then
    return private.refused('exists');
  when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation
    or invalid_text_representation
    or numeric_value_out_of_range or invalid_datetime_format then
    return private.refused('invalid');
end $$;

create or replace function private.set_vehicle_entry_deleted(entry uuid, is_deleted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.vehicle_entries;
begin
  perform private.require_account();
  select * into existing from public.vehicle_entries where id = entry for update;
  if existing.id is null or not private.edits_vehicle(existing.vehicle_id) then
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

create or replace function private.log_trip(trip uuid, vehicle uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid := private.require_trip_owner();
  existing public.trips;
  car public.vehicles;
  noted uuid;
  entries jsonb;
  entry jsonb;
  answer jsonb;
begin
  -- Two tabs and a double click wait here for each other.
  select * into existing from public.trips as own
  where own.id = trip and own.owner_id = account and own.deleted_at is null for no key update;
  if existing.id is null then
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
  entries := private.trip_entries(existing, car, content);
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

create or replace function private.add_checklist(checklist uuid, car public.vehicles, content jsonb)
  returns public.vehicle_checklists
language plpgsql volatile set search_path = '' as $$
declare
  existing public.vehicle_checklists;
begin
  insert into public.vehicle_checklists (
    id, vehicle_id, owner_id, template_id, own_template_id, kind, title, started_at, created_by
  ) values (
    checklist, car.id, car.owner_id,
    (select id from public.checklist_templates where id = (content ->> 'template_id')::uuid),
    (select id from public.vehicle_checklist_templates
      where id = (content ->> 'own_template_id')::uuid and owner_id = private.account_id()),
    content ->> 'kind', content ->> 'title', least((content ->> 'started_at')::timestamptz, now()), private.account_id()
  ) returning * into existing;
  insert into public.vehicle_checklist_items (
    id, checklist_id, vehicle_id, owner_id, position, key, section, text, why, answer, unit, choices,
      suggests_maintenance
  )
  select (item ->> 'id')::uuid, checklist, car.id, car.owner_id, place, item ->> 'key', item ->> 'section',
    item ->> 'text',
    item ->> 'why', item ->> 'answer', item ->> 'unit', item ->> 'choices', (item ->> 'suggests_maintenance')::boolean
  from jsonb_array_elements(content -> 'items') with ordinality as given (item, place);
  return existing;
end $$;

-- Each change names the version of the item that its device had: a change of another device in between is never
-- overwritten.
create or replace function private.change_checklist_items(checklist uuid, changes jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  change record;
  existing public.vehicle_checklist_items;
  conflicts jsonb := '[]';
begin
  for change in select * from jsonb_to_recordset(changes) as input (id uuid, expected_version integer, status text,
    value text,
    note text) order by id loop
    select * into existing from public.vehicle_checklist_items where id = change.id and checklist_id = checklist;
    if existing.id is null or (existing.status, existing.value, existing.note) = (change.status, change.value,
      change.note) then
      continue;
    elsif existing.version is distinct from change.expected_version then
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

create or replace function private.save_vehicle_checklist(checklist uuid, vehicle uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles;
  existing public.vehicle_checklists;
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
  select * into existing from public.vehicle_checklists where id = checklist;
  if existing.vehicle_id <> vehicle then
    return private.refused('forbidden');
  elsif existing.id is null and jsonb_typeof(content -> 'create') = 'object' then
    if 5000 <= (select count(*) from public.vehicle_checklists where vehicle_id = vehicle) then
      return private.refused('limit');
    end if;
    existing := private.add_checklist(checklist, car, content -> 'create');
  elsif existing.id is null or existing.deleted_at is not null then
    return private.gone();
  end if;
  if existing.finished_at is null then
    conflicts := private.change_checklist_items(checklist, content -> 'changes');
    update public.vehicle_checklists set version = version + 1, updated_at = clock_timestamp() where id = checklist;
    if jsonb_typeof(content -> 'finish') = 'object' then
      finished := case when conflicts = '[]' then private.finish_checklist(existing, car, content -> 'finish')
        else private.conflict() end;
    end if;
  -- What arrives for the second time, because the answer was lost, is stored already.
  elsif not private.are_stored(checklist, content -> 'changes')
    or not coalesce(private.is_signed_as(existing, nullif(content -> 'finish', 'null')), true) then
    is_finished := true;
  end if;
  insert into public.vehicle_tasks (id, vehicle_id, owner_id, title, checklist_item_id, created_by)
  select task.id, vehicle, car.owner_id, task.title, item.id, private.account_id()
  from jsonb_to_recordset(content -> 'tasks') as task (id uuid, item uuid, title text)
  join public.vehicle_checklist_items as item on item.id = task.item and item.checklist_id = checklist
  on conflict do nothing;
  select * into existing from public.vehicle_checklists where id = checklist;
  stored := jsonb_build_object('conflicts', conflicts, 'checklist', private.checklist_json(existing));
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
  existing public.vehicle_checklists;
  following uuid;
begin
  perform private.require_account();
  select * into existing from public.vehicle_checklists where id = checklist and deleted_at is null for update;
  if existing.id is null or not private.edits_vehicle(existing.vehicle_id) then
    return private.gone();
  elsif existing.finished_at is null then
    return private.saved(jsonb_build_object('id', existing.id));
  end if;
  select id into following from public.vehicle_checklists where previous_id = checklist;
  if following is null then
    insert into public.vehicle_checklists (id, vehicle_id, owner_id, template_id, own_template_id, kind, title,
      revision, previous_id, created_by)
    values (new_id, existing.vehicle_id, existing.owner_id, existing.template_id, existing.own_template_id,
      existing.kind, existing.title,
      existing.revision + 1, checklist, private.account_id());
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

create or replace function private.finish_vehicle_task(task uuid, entry uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.vehicle_tasks;
  noted jsonb;
begin
  perform private.require_account();
  select * into existing from public.vehicle_tasks where id = task for update;
  if existing.id is null or not private.edits_vehicle(existing.vehicle_id) then
    return private.gone();
  elsif existing.status = 'done' then
    return private.saved();
  end if;
  noted := private.save_vehicle_entry(entry, existing.vehicle_id, null, content || '{"kind": "service"}');
  if noted ->> 'outcome' <> 'saved' then
    return noted - 'entry';
  end if;
  update public.vehicle_tasks set status = 'done', done_at = now(), done_entry_id = entry,
    updated_at = clock_timestamp() where id = task;
  return private.saved();
end $$;

create or replace function private.reopen_vehicle_task(task uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.vehicle_tasks;
begin
  perform private.require_account();
  select * into existing from public.vehicle_tasks where id = task for update;
  if existing.id is null or not private.edits_vehicle(existing.vehicle_id) then
    return private.gone();
  elsif existing.done_entry_id is not null then
    perform private.set_vehicle_entry_deleted(existing.done_entry_id, true);
  end if;
  update public.vehicle_tasks set status = 'open', done_at = null, done_entry_id = null, updated_at = clock_timestamp()
    where id = task;
  return private.saved();
end $$;

create function private.next_reminder(existing public.maintenance_reminders, done_on date, done_km numeric)
  returns public.maintenance_reminders
language plpgsql immutable set search_path = '' as $$
declare
  following public.maintenance_reminders := existing;
begin
  following.last_done_on := done_on;
  following.last_done_km := coalesce(done_km, existing.last_done_km);
  if existing.is_fixed and existing.interval_months is not null then
    -- The next planned date; planned dates that passed before it was done are skipped.
    loop
      following.date_step := following.date_step + 1;
      exit when (select due.due_on from private.reminder_due(following) as due) > done_on;
    end loop;
  end if;
  if existing.is_fixed and existing.interval_km is not null then
    following.km_step := greatest(existing.km_step + 1, floor((coalesce(done_km,
      0) - existing.start_km) / existing.interval_km)::integer + 1);
  end if;
  return following;
end $$;

create or replace function private.complete_reminder(reminder uuid, entry uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.maintenance_reminders;
  following public.maintenance_reminders;
  answer jsonb;
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into existing from public.maintenance_reminders where id = reminder for update;
  if existing.id is null or not private.edits_vehicle(existing.vehicle_id) then
    return private.gone();
  elsif existing.previous ->> 'entry' = entry::text then
    return private.saved();
  elsif existing.deleted_at is not null then
    return private.gone();
  end if;
  answer := private.save_vehicle_entry(entry, existing.vehicle_id, null, content);
  if answer ->> 'outcome' <> 'saved' then
    return answer - 'entry';
  end if;
  following := private.next_reminder(existing, (answer #>> '{entry,on_date}')::date, coalesce(
    (answer #>> '{entry,km}')::numeric, (select odometer_km from public.vehicles where id = existing.vehicle_id)
  ));
  update public.maintenance_reminders set
    last_done_on = following.last_done_on, last_done_km = following.last_done_km, date_step = following.date_step,
      km_step = following.km_step,
    snoozed_until = null, snoozed_until_km = null,
    previous = jsonb_build_object(
      'entry', entry, 'last_done_on', existing.last_done_on, 'last_done_km', existing.last_done_km, 'date_step',
        existing.date_step,
      'km_step', existing.km_step, 'snoozed_until', existing.snoozed_until, 'snoozed_until_km',
        existing.snoozed_until_km,
      'announced_at', existing.announced_at
    ),
    deleted_at = case when existing.is_fixed and existing.interval_months is null and existing.interval_km is null
      then now() end
  where id = reminder;
  return private.saved();
end $$;

create or replace function private.undo_reminder(reminder uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.maintenance_reminders;
  before public.maintenance_reminders;
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into existing from public.maintenance_reminders where id = reminder for update;
  if existing.previous is null or not private.edits_vehicle(existing.vehicle_id) then
    return private.gone();
  end if;
  perform private.set_vehicle_entry_deleted((existing.previous ->> 'entry')::uuid, true);
  before := jsonb_populate_record(existing, existing.previous - 'entry');
  update public.maintenance_reminders set
    last_done_on = before.last_done_on, last_done_km = before.last_done_km, date_step = before.date_step,
      km_step = before.km_step,
    snoozed_until = before.snoozed_until, snoozed_until_km = before.snoozed_until_km,
      announced_at = coalesce(before.announced_at, announced_at),
    previous = null, deleted_at = null
  where id = reminder;
  return private.saved();
end $$;

create or replace function private.handover_counts(vehicle uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  part private.handover_parts;
  counts jsonb := '{}';
  totals jsonb;
begin
  perform private.require_account();
  if not private.owns_vehicle(vehicle) then
    return counts;
  end if;
  for part in select * from private.handover_parts where is_counted order by place loop
    execute format(
      'select jsonb_object_agg(kind, total) from (
        select %s as kind, count(*) as total from public.%I as item where item.vehicle_id = $1 group by 1
      ) as counted where kind is not null', part.kind_of, part.relation
    ) into totals using vehicle;
    select coalesce(jsonb_object_agg(key, coalesce((counts ->> key)::bigint, 0) + coalesce((totals ->> key)::bigint,
      0)),
      '{}') into counts
    from (select jsonb_object_keys(counts) union select jsonb_object_keys(coalesce(totals, '{}'))) as kinds (key);
  end loop;
  return counts - 'always' || jsonb_build_object('cvcol', (
    select count(*) from public.vehicle_identities as known where known.vehicle_id = handover_counts.vehicle
      and known.cvcol_number <> ''
  ));
end $$;

create or replace function private.export_account(account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_own boolean := account = (select private.account_id());
  address text := (select email from auth.users where id = account);
begin
  if not coalesce(is_own, false) and not private.manages_account(account) then
    raise exception 'only the own account, or accounts below the own rank' using errcode = '42501';
  end if;
  -- Rows found only by the mail address are included once a link sent to it was opened.
  if is_own and not exists (select from public.profiles where id = account and email_verified_at is not null) then
    address := null;
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at, 'last_sign_in_at',
        last_sign_in_at, 'metadata', raw_user_meta_data)
      from auth.users where id = account
    ),
    'identities', private.auth_rows('auth.identities', account,
      '{provider,identity_data,email,created_at,last_sign_in_at}'),
    'sessions', private.auth_rows('auth.sessions', account,
      '{created_at,updated_at,refreshed_at,not_after,user_agent,ip,aal}'),
    'second_factors', private.auth_rows('auth.mfa_factors', account,
      '{friendly_name,factor_type,status,created_at,updated_at}'),
    'titles', (select jsonb_object_agg(relation || '.' || column_name,
      title order by position) from private.personal_rows
      where kind = 'own'),
    'rows', private.rows_of_account(account, address, 'own'),
    'rows_found_by_email', address is not null,
    'work', private.rows_of_account(account, address, 'work'),
    'changes_by_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'entity', entity, 'entity_id',
        entity_id) order by id), '[]')
      from public.audit_log where actor_id = account
    ),
    'changes_of_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'before', before, 'after', after,
        'reason', audit_log.reason) order by id), '[]')
      from public.audit_log where entity = 'profiles' and entity_id = account::text
    ),
    'files', private.files_of_account(account, address),
    'not_included', (
      select coalesce(jsonb_object_agg(relation || '.' || column_name, reason), '{}') from private.personal_columns
        where treatment = 'withheld'
    )
  );
end $$;

create function private.move_rows(relation regclass, column_name name, source uuid, target uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  before text := coalesce(current_setting('app.is_merging', true), '');
  spot tid;
  touched integer;
  moved integer := 0;
  dropped integer := 0;
  clashed text;
begin
  -- Triggers read the setting. It is set here because only a superuser may set it in the header; an error resets it.
  perform set_config('app.is_merging', 'on', true);
  begin
    execute format('update %s set %2$I = $2 where %2$I = $1', relation, column_name) using source, target;
    get diagnostics moved = row_count;
    perform set_config('app.is_merging', before, true);
    return jsonb_build_object('moved', moved, 'dropped', 0);
  exception when unique_violation or exclusion_violation then
    null; -- Tries row by row, to find out which ones are refused.
  end;
  for spot in execute format('select ctid from %s where %I = $1', relation, column_name) using source loop
    begin
      execute format('update %s set %2$I = $2 where ctid = $3 and %2$I = $1', relation, column_name) using source,
        target,
        spot;
      get diagnostics touched = row_count;
      moved := moved + touched;
    exception when unique_violation or exclusion_violation then
      get stacked diagnostics clashed = table_name;
      if clashed <> (select relname from pg_catalog.pg_class where oid = relation) then
        raise;
      end if;
      execute format('delete from %s where ctid = $2 and %I = $1', relation, column_name) using source, spot;
      get diagnostics touched = row_count;
      dropped := dropped + touched;
    end;
  end loop;
  perform set_config('app.is_merging', before, true);
  return jsonb_build_object('moved', moved, 'dropped', dropped);
end $$;

-- storage.objects names the owner in two columns of two types, without a foreign key.
create function private.move_files(source uuid, target uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  owned record;
  touched integer;
  moved integer := 0;
begin
  for owned in
    select attname, format_type(atttypid, null) as type from pg_catalog.pg_attribute
    where attrelid = to_regclass('storage.objects') and attname in ('owner', 'owner_id') and not attisdropped
  loop
    execute format('update storage.objects set %1$I = $2::%2$s where %1$I = $1::%2$s', owned.attname, owned.type)
      using source::text, target::text;
    get diagnostics touched = row_count;
    moved := greatest(moved, touched);
  end loop;
  return moved;
end $$;

create function private.merge_obstacles(source uuid, target uuid) returns text[]
language sql stable set search_path = '' as $$
  with seller as (select status from public.sellers where user_id = source)
  select array_remove(array[
    case when target is null then 'kept_unknown' end,
    case when source = target then 'same' end,
    case when exists (select from public.profiles where id = target and blocked_at is not null) then 'kept_blocked' end,
    -- Two seller records cannot be merged, and an account that is no seller does not become one.
    case when exists (select from seller) and exists (select from public.sellers where user_id = target)
      then 'two_sellers' end,
    case when exists (select from seller) and not private.has_permission('sellers') then 'sellers_permission' end,
    case when exists (select from seller where status = 'active') and not exists (
      select from public.profiles join public.roles on roles.name = profiles.role
      where profiles.id = target and roles.rank >= (select rank from public.roles as vendor
        where vendor.name = 'vendedor')
    ) then 'kept_no_seller' end
  ], null)
$$;

create function private.move_everything(source uuid, target uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  owned record;
  result jsonb;
  touched integer;
  stays integer;
  report jsonb := '[]';
begin
  for owned in select * from private.account_columns() loop
    begin
      if owned.stays then
        execute format('select count(*) from %s where %I = $1', owned.relation, owned.column_name) into stays
          using source;
        result := jsonb_build_object('stays', stays);
      else
        result := private.move_rows(owned.relation, owned.column_name, source, target);
      end if;
    exception when others then
      result := jsonb_build_object('refused', sqlstate);
    end;
    if result ? 'refused' or jsonb_path_exists(result, '$.* ? (@ > 0)') then
      report := report || (jsonb_build_object('table', owned.plain) || result);
    end if;
  end loop;
  begin
    touched := private.move_files(source, target);
  exception when insufficient_privilege then
    touched := 0; -- Without the privilege to change storage.objects the owner stays; no policy uses it.
  end;
  if touched > 0 then
    report := report || jsonb_build_object('table', 'files', 'moved', touched);
  end if;
  return report;
end $$;

-- The empty account is blocked until the auth server has deleted it.
create function private.close_merged(source uuid, target uuid, report jsonb, reason text) returns void
language plpgsql set search_path = '' as $$
begin
  update public.profiles set blocked_at = now() where id = source and blocked_at is null;
  perform private.end_sessions(source);
  insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
  select (select auth.uid()), 'merge', 'profiles', source::text, jsonb_build_object('role', role),
    jsonb_build_object('merged_into', target), close_merged.reason
  from public.profiles where id = source;
  insert into public.audit_log (actor_id, action, entity, entity_id, after, reason)
  select (select auth.uid()), 'merge', 'profiles', target::text, jsonb_build_object('merged_from',
    source) || coalesce(jsonb_object_agg(name, rows), '{}'), close_merged.reason
  from (
    select line ->> 'table' as name, sum((line ->> 'moved')::integer) as rows
    from jsonb_array_elements(report) as line where line ? 'moved' group by 1
  ) as counts;
end $$;

create function private.merge_accounts(source uuid, target uuid, typed_email text, reason text, dry_run boolean)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  obstacles text[];
  report jsonb := '[]';
  is_moved boolean := false;
  reason_text text := left(btrim(coalesce(reason, '')), 300);
begin
  -- Locks both rows first, so that the checks stay valid until the end.
  if private.manages_accounts() then
    perform from public.profiles where id in (source, target) order by id for update;
  end if;
  if not private.manages_account(source) or (target is not null and not private.manages_account(target)) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if not dry_run and reason_text = '' then
    raise exception 'a reason is needed' using errcode = '22023';
  end if;
  obstacles := private.merge_obstacles(source, target);
  if not dry_run and not exists (select from auth.users where id = source and lower(email) = lower(btrim(typed_email)))
    then
    obstacles := obstacles || 'email'::text;
  end if;
  if obstacles = '{}' then
    -- A trial moves the rows too and is rolled back, so that its report is exact.
    begin
      perform set_config('app.audit_reason', reason_text, true);
      report := private.move_everything(source, target);
      if jsonb_path_exists(report, '$[*].refused') then
        obstacles := array['refused'];
      end if;
      if dry_run or obstacles <> '{}' then
        raise exception 'only a trial' using errcode = 'TRIAL';
      end if;
      perform private.close_merged(source, target, report, reason_text);
      is_moved := true;
    exception when sqlstate 'TRIAL' then
      is_moved := dry_run and obstacles = '{}';
    end;
  end if;
  return case when is_moved then private.saved() else private.refused('obstacles') end || jsonb_build_object(
    'is_trial', dry_run, 'obstacles', to_jsonb(obstacles), 'report', report,
    'target', (select jsonb_build_object('id', id, 'username', username, 'role', role) from public.profiles
      where id = target)
  );
end $$;

-- Who is signed in on which device, and the end of one such session.
create or replace function private.list_sessions(page integer, per integer) returns table (
  id uuid, user_id uuid, username text, role text, device text, has_second_factor boolean,
  created_at timestamptz, seen_at timestamptz, is_own boolean, is_endable boolean, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
declare
  size integer := least(greatest(per, 1), 100);
begin
  perform private.require_permission('access_log');
  return query
  with shown as (
    select sessions.id, sessions.user_id, sessions.user_agent, sessions.aal, sessions.created_at,
      greatest(sessions.created_at, sessions.updated_at, sessions.refreshed_at at time zone 'UTC') as seen
    from auth.sessions where sessions.not_after is null or sessions.not_after > now()
    order by seen desc, sessions.id limit size offset (greatest(page, 1) - 1)::bigint * size
  )
  select
    shown.id, shown.user_id, profiles.username, profiles.role, left(coalesce(sign_in.device, shown.user_agent, ''),
      300),
      coalesce(shown.aal::text = 'aal2', false),
    shown.created_at, shown.seen, shown.user_id = (select private.account_id()),
    shown.user_id = (select private.account_id()) or coalesce(private.outranks(profiles.role), false),
      (select count(*) from auth.sessions as every where every.not_after is null or every.not_after > now())
  from shown left join public.profiles on profiles.id = shown.user_id
  -- The auth server sees the site's server as the client; the access log contains the browser's name.
  left join lateral (
    select nullif(logs.device, '') as device from public.access_logs as logs
    where logs.user_id = shown.user_id and logs.event = any (private.sign_in_events())
      and logs.created_at between shown.created_at - interval '30 seconds' and shown.created_at + interval '30 seconds'
    order by logs.created_at desc limit 1
  ) as sign_in on true
  order by shown.seen desc, shown.id;
end $$;

create function public.merge_accounts(source uuid, target_email text, typed_email text default '',
  reason text default '', dry_run boolean default true) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where not coalesce(dry_run, false);
  select private.merge_accounts(source, private.managed_account_of(target_email), typed_email, reason, dry_run);
end;

create or replace function private.expired_rows(rule private.retention_rules, max_rows integer) returns setof tid
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format('select ctid from %s where %s < $1 and (%s) limit $2', rule.relation::regclass,
    rule.period_start, rule.condition)
    using now() - rule.retention_period, max_rows;
end $$;

create or replace function private.end_term(rule private.retention_rules, rows tid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  touched integer := 0;
begin
  case rule.action
    when 'delete' then
      execute format('delete from %s where ctid = any ($1)', rule.relation::regclass) using rows;
      get diagnostics touched = row_count;
    when 'delete_photos' then
      perform private.queue_files('request-photos', private.payload_photos(payload)) from public.service_requests
        where ctid = any (rows);
      update public.service_requests set payload = payload - 'photos' where ctid = any (rows);
      get diagnostics touched = row_count;
    when 'delete_sale' then
      perform private.delete_sale(id) from (select id from public.sales where ctid = any (rows)) as ended;
      touched := cardinality(rows);
    when 'delete_pix_key' then
      update public.sellers set pix_key = null where ctid = any (rows);
      get diagnostics touched = row_count;
  end case;
  return touched;
end $$;

create or replace function private.delete_expired_records(max_rows integer) returns table (rule text, deleted integer, failed text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  one private.retention_rules;
  rows tid[];
begin
  -- Sums first: page views are deleted only after they were counted.
  perform private.roll_up_page_views();
  for one in select * from private.retention_rules order by position loop
    rule := one.key;
    deleted := 0;
    failed := null;
    begin
      rows := array(select private.expired_rows(one, least(greatest(max_rows, 1), 50000)));
      if cardinality(rows) > 0 then
        deleted := private.end_term(one, rows);
      end if;
    exception when others then
      -- One rule that fails does not keep the others from running.
      deleted := 0;
      failed := sqlstate || ' ' || sqlerrm;
    end;
    return next;
  end loop;
end $$;

-- The clean-up buttons of /admin/system-repair follow the same rules.
create or replace function private.expired_lines(keys text[]) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  one private.retention_rules;
begin
  for one in select * from private.retention_rules where key = any (keys) order by position loop
    return query select one.key || ' ' || row_number() over () from private.expired_rows(one, 10000);
  end loop;
end $$;

-- The erasure of an account: one function for the person's own request and for user managers.
create or replace function private.erase_rows(account uuid, address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  rule private.personal_rows;
begin
  for rule in
    select * from private.personal_rows
    where kind = 'own' and at_erasure in ('delete', 'clear') and relation <> 'profiles'
      and private.relation_of(personal_rows) is not null order by position
  loop
    execute format(
      case rule.at_erasure when 'delete' then 'delete from %s as row where %s'
        else 'update %s as row set %3$I = null where %2$s' end,
      private.relation_of(rule), private.person_condition(rule), rule.column_name
    ) using account, address;
  end loop;
end $$;

-- Lists are joined; other values are taken only where the kept row has none. Identifying columns are kept.
create function private.gaps_filled(remaining jsonb, other jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  own constant text[] := array['id', 'slug', 'status', 'state_abbr', 'created_at', 'updated_at', 'deleted_at',
    'translations'];
  filled jsonb;
  language text;
  words jsonb;
  translations jsonb;
begin
  select coalesce(jsonb_object_agg(key, case
    when private.is_blank(remaining -> key) then value
    else (remaining -> key) || coalesce((select jsonb_agg(item) from jsonb_array_elements(value) as item where
      not (remaining -> key) @> item), '[]')
  end), '{}') into filled
  from jsonb_each(other)
  where key <> all (own) and not private.is_blank(value) and case
    when private.is_blank(remaining -> key) then true
    when jsonb_typeof(value) = 'array' and jsonb_typeof(remaining -> key) = 'array' then not (remaining -> key) @> value
    else false
  end;
  -- `is_approximate` is taken together with the position.
  if filled ? 'lat' and other ? 'is_approximate' then
    filled := filled || jsonb_build_object('is_approximate', other -> 'is_approximate');
  end if;
  -- A translation is taken only together with the text that it translates.
  for language in select jsonb_object_keys(coalesce(other -> 'translations', '{}')) loop
    select jsonb_object_agg(key, value) into words
    from jsonb_each(other -> 'translations' -> language) where filled ? key and private.is_blank(remaining -> key);
    if words is not null then
      translations := coalesce(filled -> 'translations', remaining -> 'translations', '{}');
      filled := filled || jsonb_build_object(
        'translations', translations || jsonb_build_object(language, coalesce(translations -> language, '{}') || words)
      );
    end if;
  end loop;
  return filled;
end $$;

create function private.merge_records(target text, remaining_id uuid, other_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  source records.duplicate_sources;
  subject regclass;
  remaining jsonb;
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
  if remaining_id = other_id then
    return private.refused('same');
  end if;
  subject := format('public.%I', target)::regclass;
  -- Locked in the order of the ids, so that two concurrent merges of the pair wait for each other.
  execute format('select from %s where id = any ($1) order by id for update', subject) using array[remaining_id,
    other_id];
  execute format('select to_jsonb(one) from %s as one where id = $1', subject) into remaining using remaining_id;
  execute format('select to_jsonb(one) from %s as one where id = $1', subject) into other using other_id;
  if remaining is null or other is null then
    return private.gone();
  end if;
  if remaining ->> 'deleted_at' is null and other ->> 'deleted_at' is not null and exists (
    select from public.duplicate_verdicts as said
    where said.entity = target and said.first_id = least(merge_records.remaining_id, other_id)
      and said.second_id = greatest(merge_records.remaining_id, other_id) and said.kept_id = merge_records.remaining_id
  ) then
    return private.saved(jsonb_build_object('moved', 0));
  end if;
  if remaining ->> 'deleted_at' is not null or other ->> 'deleted_at' is not null then
    return private.refused('trashed');
  end if;
  if remaining ->> 'state_abbr' <> other ->> 'state_abbr' then
    return private.refused('elsewhere');
  end if;
  -- The old address would redirect visitors to a page that is not public.
  if private.is_shown(other) and not private.is_shown(remaining) then
    return private.refused('hidden');
  end if;

  perform set_config('app.audit_reason', left('Repetido: recebeu ' || (other ->> 'name') || ' (' || other_id || ')',
    300), true);
  moved := private.move_children(subject, source.item_kind, remaining_id, other_id);
  filled := private.gaps_filled(remaining, other);
  columns := (select string_agg(quote_ident(name), ', ') from unnest(records.writable_columns(subject, filled,
    array['id'])) as name);
  if columns is null then
    insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
    values ((select private.account_id()), 'update', target, remaining_id::text, '{}', '{}',
      current_setting('app.audit_reason'));
  else
    execute format('update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where id = $2',
      subject, columns)
      using filled, remaining_id;
  end if;

  perform set_config('app.audit_reason',
    left('Repetido: juntado a ' || (remaining ->> 'name') || ' (' || remaining_id || ')',
    300), true);
  old_paths := private.addresses_of(source.item_kind, other ->> 'state_abbr', other ->> 'slug');
  new_path := (private.addresses_of(source.item_kind, remaining ->> 'state_abbr', remaining ->> 'slug'))[1];
  -- Before the soft delete, which marks its older addresses as gone.
  if private.is_shown(other) then
    update public.redirects set to_path = new_path where to_path = any (old_paths) and from_path <> new_path;
  end if;
  execute format('update %s set deleted_at = now() where id = $1', subject) using other_id;
  if private.is_shown(other) then
    perform private.record_move(path, new_path) from unnest(old_paths) as path;
  end if;
  insert into public.duplicate_verdicts (entity, first_id, second_id, verdict, kept_id, decided_by)
  values (target, least(remaining_id, other_id), greatest(remaining_id, other_id), 'merged', remaining_id,
    (select private.account_id()))
  on conflict (entity, first_id, second_id) do update
    set verdict = excluded.verdict, kept_id = excluded.kept_id, decided_by = excluded.decided_by, decided_at = now();
  perform set_config('app.audit_reason', '', true);
  return private.saved(jsonb_build_object('moved', moved));
end $$;

create function records.writable_columns(target regclass, changes jsonb, without text[]) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(attribute.attname::text order by attribute.attnum), '{}') from pg_catalog.pg_attribute
    as attribute
  where attribute.attrelid = target and attribute.attnum > 0 and not attribute.attisdropped
    and attribute.attgenerated = ''
    and changes ? attribute.attname and attribute.attname <> all (without)
$$;

-- The audit log of a row contains its children (stops, prices, pages) before and after each save.
create or replace function records.children_of(child regclass, parent_column text, parent_id text, order_column text) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  result jsonb;
  parent_type text := (
    select pg_catalog.format_type(atttypid, atttypmod) from pg_catalog.pg_attribute where attrelid = child
      and attname = parent_column
  );
begin
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(one) - array[''created_at'', ''updated_at'', ''search_name'', %2$L, %3$L] order by %3$I, id), ''[]'') from %1$s as one where %2$I = $1::%4$s',
    child, parent_column, order_column, parent_type
  ) into result using parent_id;
  return result;
end $$;

create function public.merge_records(target text, remaining_id uuid, other_id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.merge_records(target, remaining_id, other_id);

create or replace function records.column_values(subject regclass, key name, key_type text, record_id text, columns text[])
  returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  list text := (select string_agg(quote_ident(name), ', ') from unnest(columns) as name);
  result jsonb;
begin
  if list is null then
    return '[{}]';
  end if;
  execute format('select jsonb_agg(to_jsonb(one)) from (select %s from %s where %I = $1::%s) as one', list, subject,
    key, key_type)
    into result using record_id;
  return coalesce(result, '[]');
end $$;

-- Arguments: the column with the address, the page where the protocol is looked up. The mail contains no text
-- of the sender, and at most three mails a day go to one address, so that the forms cannot be used to send spam.
create or replace function private.mail_received_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  application jsonb := to_jsonb(new);
  address text := application ->> tg_argv[0];
  today integer;
begin
  execute format('select count(*) from public.%I where lower(%I) = lower($1) and created_at > now() - interval ''1 day''',
    tg_table_name, tg_argv[0])
    into today using address;
  if today <= 3 then
    perform private.enqueue_mail(address, 'request_received', jsonb_build_object(
      'protocol', application ->> 'protocol', 'path', replace(tg_argv[1], '{uf}',
        lower(coalesce(application ->> 'state_abbr', '')))
    ), application ->> 'locale');
  end if;
  return null;
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not cancel the request.
  return null;
end $$;

-- Undoing a decision deletes its mail from the queue, or sends a correction.
-- Argument: the statuses in which an item waits again, separated by commas.
create or replace function private.withdraw_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  answer private.answered_requests;
  decided record;
  was_sent boolean := false;
  was jsonb := to_jsonb(old);
  new_row jsonb := to_jsonb(new);
  -- A seller who applies again or a client who sends other art did not undo the decision; the next one is mailed again.
  is_undo boolean := case tg_table_name
    when 'sellers' then new.decided_at is not null
    when 'ads' then (new_row -> 'image_desktop', new_row -> 'image_mobile', new_row -> 'alt', new_row -> 'link_url')
      = (was -> 'image_desktop', was -> 'image_mobile', was -> 'alt', was -> 'link_url') and private.is_staff()
    else true
  end;
begin
  if new.status <> all (string_to_array(tg_argv[0], ',')) then
    return new;
  elsif not is_undo then
    delete from private.answered_requests where request_id = old.id;
    return new;
  end if;
  -- This trigger runs before the row changes, so the function still returns what was mailed.
  select * into decided from private.decided_requests() where request_id = old.id;
  for answer in
    delete from private.answered_requests
    where request_id = old.id and (status = 'adjust') = (coalesce(decided.status, '') = 'adjust') returning *
  loop
    was_sent := was_sent or not coalesce(private.cancel_mail(answer.mail_id), false);
  end loop;
  if was_sent and decided.email is not null then
    begin
      perform private.enqueue_mail(
        decided.email, 'decision_withdrawn',
        decided.data || jsonb_build_object('name', coalesce(decided.data ->> 'name', 'none'), 'protocol',
          coalesce(decided.data ->> 'protocol', 'none')), decided.locale
      );
    exception when invalid_parameter_value then
      null;
    end;
  end if;
  -- Clears the text of the undone answer; keys that a table does not have are ignored.
  return jsonb_populate_record(new, '{"status_note": null, "answer_link": null}');
end $$;

-- The form of a place may wish a plan.
create or replace function private.file_service_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  application public.service_requests;
  wish jsonb := '{}';
begin
  perform private.check_payload(payload);
  application.kind := private.choice_field(payload, 'kind', private.service_request_kinds());
  application.state_abbr := private.state_field(payload, 'state_abbr', true);
  application.service_id := private.uuid_field(payload, 'service_id', application.kind <> 'new');
  application.requester_name := private.text_field(payload, 'requester_name', 120, true);
  application.requester_email := private.email_field(payload, 'requester_email', true);
  application.requester_phone := private.phone_field(payload, 'requester_phone');
  perform private.text_field(payload, 'name', 160, application.kind = 'new');
  perform private.text_field(payload, 'message', 4000, application.kind <> 'new');
  perform private.texts_field(payload, 'photos', 8);
  if application.kind = 'new' and not exists (
    select from public.service_categories
    where key = private.text_field(payload, 'category_key', 60, true) and is_active
  ) then
    perform private.refuse_request('category_key');
  end if;
  if application.service_id is not null and not exists (
    select from public.services where id = application.service_id and status = 'published' and deleted_at is null
  ) then
    perform private.refuse_request('service_id');
  end if;
  -- Nothing is paid before the decision: an approved place orders its plan in the panel of its owner.
  if payload ? 'plan_id' then
    select jsonb_build_object('plan_id', id, 'plan_name', name) into wish from public.publication_plans
    where id = private.uuid_field(payload, 'plan_id', true) and plan_type = 'listing' and is_active and application.kind
      in ('new', 'claim');
    if wish is null then
      perform private.refuse_request('plan_id');
    end if;
  end if;
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, requester_phone,
    payload)
  values (
    application.kind, application.state_abbr, application.service_id,
    application.requester_name, application.requester_email, application.requester_phone,
    payload - array['kind', 'state_abbr', 'service_id', 'requester_name', 'requester_email', 'requester_phone',
      'plan_id', 'plan_name'] || wish
  )
  returning protocol into application.protocol;
  return application.protocol;
end $$;

create function private.save_requested_trip(application uuid, expected_version integer, plan jsonb, route jsonb,
  state text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  existing public.trips;
  answer jsonb;
begin
  perform private.require_permission('service_requests');
  if not private.is_trip_plan(save_requested_trip.plan) then
    return private.refused('invalid');
  end if;
  select * into asked from public.trip_panel_requests where id = application for update;
  if asked.id is null then
    return private.gone();
  elsif asked.status not in ('received', 'in_progress') then
    return private.refused('forbidden');
  end if;
  if expected_version is null then
    insert into public.trips (id, request_id, title, state_abbr, start_on, plan, route)
    values (
      gen_random_uuid(), application, btrim(save_requested_trip.plan ->> 'title'), state,
        (save_requested_trip.plan ->> 'leaveOn')::date,
      save_requested_trip.plan, save_requested_trip.route
    )
    on conflict (request_id) do nothing;
  end if;
  select * into existing from public.trips where request_id = application for update;
  answer := private.store_trip(existing, expected_version, save_requested_trip.plan, save_requested_trip.route, state);
  if answer ->> 'outcome' = 'saved' then
    update public.trip_panel_requests set status = 'in_progress', decided_by = private.account_id(), decided_at = now()
    where id = application and status = 'received';
  end if;
  return answer;
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return private.refused('invalid');
end $$;

create function private.deliver_trip_panel(application uuid, version integer, share uuid, token_hash text, answer text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  panel public.trips;
  answer_text text;
  place text := 'link';
begin
  perform private.require_permission('service_requests');
  answer_text := private.check_reason('adjust', answer);
  select * into asked from public.trip_panel_requests where id = application for update;
  if asked.id is null then
    return private.gone();
  elsif asked.status not in ('received', 'in_progress') then
    return private.decided_already(asked.status, asked.decided_by, asked.decided_at);
  end if;
  select * into panel from public.trips where request_id = application for update;
  if panel.id is null or panel.route is null then
    return private.refused('trip_unfinished');
  elsif panel.version is distinct from deliver_trip_panel.version then
    return private.refused('trip_changed');
  end if;
  insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at, parts)
  values (
    share, panel.id, deliver_trip_panel.token_hash, 'view',
    now() + make_interval(days => private.trip_link_days()), private.share_parts()
  );
  if asked.user_id is not null then
    place := private.copy_trip_panel(asked.user_id, panel);
  end if;
  perform set_config('app.audit_reason', left(answer_text, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = answer_text, decided_by = private.account_id(),
    decided_at = now() where id = application;
  return private.saved(jsonb_build_object('status', 'ready', 'place', place));
end $$;

create function private.trip_panel_share(application uuid) returns table (id uuid, expires_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select share.id, share.expires_at from public.trip_shares as share
  join public.trips as trip on trip.id = share.trip_id
  where trip.request_id = application and share.created_by is null and share.revoked_at is null
    and share.expires_at > now()
  order by share.created_at desc, share.id limit 1
$$;

create function private.notify_trip_panel(application uuid, status text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select asked.user_id, 'Seu painel de viagem está pronto', trip.name, '/painel#pedidos', jsonb_build_object(
    'en', jsonb_build_object('title', 'Your trip panel is ready', 'body', trip.name),
    'es', jsonb_build_object('title', 'Tu panel de viaje está listo', 'body', trip.name)
  )
  from public.trip_panel_requests as asked
  join public.profiles on profiles.id = asked.user_id and profiles.blocked_at is null and profiles.notify_in_app
  cross join lateral (select asked.origin || ' → ' || asked.destination as name) as trip
  where asked.id = application and notify_trip_panel.status = 'ready'
$$;

create or replace function private.read_own_requests() returns table (
  id uuid, kind text, protocol text, title text, state_abbr text, status text, status_note text, created_at timestamptz,
  answer_link text, share_id uuid, share_expires_at timestamptz, trip_id uuid
)
language sql stable security definer set search_path = '' as $$
  select found.* from (
    select application.id, 'trip_panel' as kind, application.protocol,
      application.origin || ' → ' || application.destination as title,
      null as state_abbr,
      application.status, application.status_note, application.created_at, application.answer_link,
        share.id as share_id,
        share.expires_at as share_expires_at,
      (
        select trips.id from public.trips
        where delivered_request_id = application.id and owner_id = application.user_id and deleted_at is null
          order by trips.created_at desc, trips.id limit 1
      ) as trip_id
    from public.trip_panel_requests as application
      left join lateral private.trip_panel_share(application.id) as share on true
    where application.user_id = (select private.account_id())
    union all
    select application.id, case when application.payload ->> 'subject' = 'club' then 'club' else application.kind end,
      application.protocol,
      coalesce(application.payload ->> 'name', service.name), application.state_abbr, application.status,
        application.status_note,
        application.created_at, null, null, null, null
    from public.service_requests as application
      left join public.services as service on service.id = application.service_id
    where application.user_id = (select private.account_id())
    union all
    select id, 'takedown', protocol, url, null, status, status_note, created_at, null, null, null, null
    from public.takedown_requests where user_id = (select private.account_id())
    union all
    select id, 'ad_lead', protocol, company, state_abbr, status, status_note, created_at, null, null, null, null
    from public.ad_leads where user_id = (select private.account_id())
  ) as found
  order by found.created_at desc, found.id limit 100
$$;

create or replace function private.read_request_status(wanted text) returns table (
  kind text, status text, status_note text, created_at timestamptz, updated_at timestamptz, answer_link text,
    share_id uuid
)
language sql stable security definer set search_path = '' as $$
  select kind, status, status_note, created_at, updated_at, null, null::uuid
  from public.service_requests where protocol = wanted
  union all
  select 'trip_panel', status, status_note, created_at, updated_at, answer_link,
    (select share.id from private.trip_panel_share(application.id) as share)
  from public.trip_panel_requests as application where protocol = wanted
  union all
  select 'ad_lead', status, status_note, created_at, updated_at, null, null
  from public.ad_leads where protocol = wanted
  union all
  select 'takedown', status, status_note, created_at, updated_at, null, null
  from public.takedown_requests where protocol = wanted
$$;

create function public.save_requested_trip(application uuid, expected_version integer, plan jsonb, route jsonb,
  state text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_requested_trip(application, expected_version, plan, route, state);

create function public.deliver_trip_panel(application uuid, version integer, share uuid, token_hash text, answer text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.deliver_trip_panel(application, version, share, token_hash, answer);

-- Files that a column of private.file_columns names are left out first. A text that mentions one of the others contains
-- its name, so also the last UUID of it: all UUIDs of the texts are read once and joined.
create or replace function private.orphan_files() returns table (bucket text, name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  named text := (
    select coalesce(string_agg(format('select %L, unnest(%s) from %s', columns.bucket, columns.names, columns.relation),
      ' union all '), 'select '''', ''''')
    from private.file_columns as columns
  );
  buckets text[];
  files text[];
  one record;
  paths text[];
  ids text[] := '{}';
  words text;
  texts text := '';
begin
  execute format(
    'select array_agg(objects.bucket_id), array_agg(objects.name) from storage.objects
    left join (%s) as named (bucket, name) on named.bucket = objects.bucket_id and named.name = objects.name
    where objects.bucket_id <> ''system'' and objects.created_at < now() - interval ''1 day'' and named.name is null', named
  ) into buckets, files;
  if files is null then
    return;
  end if;
  for one in
    select relation.oid::regclass as table_name, string_agg(format('%I::text', attribute.attname), ', ') as fields
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
        and attribute.attgenerated = ''
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and relation.relname not in ('audit_log', 'search_documents', 'cities', 'page_views')
      and attribute.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
    group by relation.oid
  loop
    execute format(
      'select array_agg(distinct match[1]) from (select concat_ws(E''\n'', %s) as words from %s offset 0) as read,
        regexp_matches(read.words, $1, ''g'') as match
      where read.words like ''%%/%%''', one.fields, one.table_name
    ) into paths using pattern;
    ids := ids || coalesce(paths, '{}');
    -- Only names without a UUID are looked for as they are.
    if exists (select from unnest(files) as file where file !~ pattern) then
      execute format(
        'select string_agg(read.words, E''\n'') from (select concat_ws(E''\n'', %s) as words from %s offset 0) as read where read.words like ''%%/%%''',
        one.fields, one.table_name
      ) into words;
      texts := texts || coalesce(words || E'\n', '');
    end if;
  end loop;
  return query
    select file.bucket, file.name
    from unnest(buckets, files) as file (bucket, name)
    left join (select distinct unnest(ids) as id) as mentioned on mentioned.id = substring(file.name
      from '.*(' || pattern || ')')
    where mentioned.id is null and (file.name ~ pattern or strpos(texts, file.name) = 0)
    order by file.bucket, file.name;
end $$;

-- The pictures of a table are compared with the stored files in one join; a run changes at most 1,000 rows per column.
create or replace function private.broken_images(is_run boolean) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  rows tid[];
  missing constant text := 'shown.address like ''/midia/%%'' and not exists (
    select from storage.objects as file where file.bucket_id = ''media'' and file.name = substr(shown.address, 8))';
begin
  for one in
    select relation.oid::regclass as name, relation.relname as plain, attribute.attname as field,
      format(case when attribute.atttypid = 'text[]'::regtype then 'unnest(row.%I)' else 'unnest(array[row.%I])' end,
        attribute.attname) as addresses,
      case
        when attribute.attname in ('picture', 'path') then 'delete'
        when attribute.atttypid = 'text[]'::regtype then 'filter'
        else 'clear'
      end as action
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and not attribute.attisdropped
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and (
        (attribute.attname = 'cover_url' and attribute.atttypid = 'text'::regtype)
        or (attribute.attname = 'photos' and attribute.atttypid = 'text[]'::regtype)
        or (relation.relname, attribute.attname) in (('city_photos', 'picture'), ('media_assets', 'path'))
      )
    order by attribute.attname in ('picture', 'path'), relation.relname, attribute.attname
  loop
    execute format(
      'select array(select distinct row.ctid from %s as row cross join lateral %s as shown (address) where ' || missing
        || ' limit %s)',
      one.name, one.addresses, case when is_run then '1000' else 'all' end
    ) into rows;
    continue when cardinality(rows) = 0;
    return query execute format(
      'select %L || concat_ws('' '', coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', %s), shown.address)
      from %s as row cross join lateral %s as shown (address) where row.ctid = any ($1) and ' || missing || ' order by shown.address',
      one.plain || ': ', case when one.field = 'path' then 'null' else 'to_jsonb(row) ->> ''id''' end, one.name,
        one.addresses
    ) using rows;
    continue when not is_run;
    if one.action = 'delete' then
      execute format('delete from %s where ctid = any ($1)', one.name) using rows;
    elsif one.action = 'clear' then
      execute format('update %s set %I = null where ctid = any ($1)', one.name, one.field) using rows;
    else
      execute format(
        'update %1$s as row set %2$I = array(
          select shown.address from unnest(row.%2$I) with ordinality as shown (address, place) where not (' || missing || ') order by shown.place
        ) where row.ctid = any ($1)', one.name, one.field
      ) using rows;
    end if;
  end loop;
end $$;

create function private.without_entities(value jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(private.without_entities(value #>> '{}'))
    when 'array' then (select coalesce(jsonb_agg(private.without_entities(item) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as one (item, place))
    when 'object' then (select coalesce(jsonb_object_agg(name, private.without_entities(item)), '{}')
      from jsonb_each(value) as one (name, item))
    else value
  end;
end $$;

-- The visual editor wrote `&` as `&amp;`, `<` as `&lt;`, `>` as `&gt;` and an empty line as `&nbsp;`.
-- Restores the characters in stored texts. The audit log shows each text before and after.
create function private.without_entities(value text) returns text
language sql immutable set search_path = '' as $$
  select case
    -- In code an entity is what somebody wrote.
    when position('`' in value) > 0 or value !~ '&(amp|lt|gt|nbsp);' then value
    else
      -- What would become an entity, a tag or a quote stays as it is.
      regexp_replace(regexp_replace(regexp_replace(replace(
        regexp_replace(regexp_replace(value, '(^|\n)([ \t]*&nbsp;[ \t]*(\n+|$))+', '\1', 'g'), '\n+$', ''),
        '&nbsp;', ' '),
        '([^\n])(?<!\\)&gt;', '\1>', 'g'),
        '(?<!\\)&lt;(?![A-Za-z/!?])', '<', 'g'),
        '(?<!\\)&amp;(?!#?\w+;)', '&', 'g')
  end
$$;

create function private.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz,
    protocol text, kind text, content jsonb
)
language sql stable security definer set search_path = '' as $$
  select
    private.approval_state(link), link.expires_at, profiles.username, link.decision, link.decided_name, link.used_at,
      coalesce(application.protocol, ''),
    case when event.id is not null then 'event' when voucher.id is not null then 'voucher'
      when application.payload ->> 'subject' = 'club' then 'club' else application.kind end,
    case when event.id is not null then jsonb_strip_nulls(jsonb_build_object(
      'name', event.title, 'state', event.state_abbr, 'city', event.town, 'address',
        concat_ws(', ', event.venue, event.address),
      'organizer', event.organizer_name, 'phone', event.organizer_phone, 'website', event.website, 'instagram',
        event.instagram,
      'startsAt', event.starts_at, 'endsAt', event.ends_at, 'timeZone', event.time_zone, 'description',
        event.description, 'rules', nullif(event.rules, ''),
      'offer', private.event_offer(event)
    )) when voucher.id is not null then jsonb_strip_nulls(jsonb_build_object(
      'name', voucher.title, 'organizer', offering.name, 'state', offering.state_abbr, 'address', offering.address,
        'rules', nullif(voucher.rules, ''),
      'benefitType', voucher.benefit_type, 'benefitValue', voucher.benefit_value, 'validFrom', voucher.valid_from,
        'validUntil', voucher.valid_until,
      'totalLimit', voucher.total_limit, 'perPersonLimit', voucher.per_person_limit, 'weekdays',
        to_jsonb(voucher.weekdays),
      'acceptedFrom', voucher.starts_at, 'acceptedUntil', voucher.ends_at, 'imageUrl', voucher.image_url
    )) else jsonb_strip_nulls(jsonb_build_object(
      'name', coalesce(application.payload ->> 'name', service.name), 'state', application.state_abbr, 'city',
        application.payload ->> 'city',
      'address', application.payload ->> 'address', 'phone', application.payload ->> 'phone', 'website',
        application.payload ->> 'website',
      'instagram', application.payload ->> 'instagram', 'hours', application.payload ->> 'opening_hours',
      'description', application.payload ->> 'description', 'message', application.payload ->> 'message',
      'runsPlace', case when application.payload -> 'runs_place' = 'true' then true end
    )) end
  from private.find_approval(token) as link
  left join public.service_requests as application on link.subject_kind = 'service_request'
    and application.id = link.subject_id
  left join public.services as service on service.id = application.service_id
  left join public.events as event on link.subject_kind = 'event' and event.id = link.subject_id
  left join public.vouchers as voucher on link.subject_kind = 'voucher' and voucher.id = link.subject_id
  left join public.services as offering on offering.id = voucher.service_id
  left join public.profiles on profiles.id = link.created_by
  where link.id is not null and (application.id is not null or event.id is not null or voucher.id is not null)
$$;

create or replace function private.decide_approval(token text, decision text, reason text, decided_name text, ip_hash text)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.approval_tokens := private.find_approval(token);
  reason_text text := private.check_reason(decision, reason);
  name text := nullif(btrim(decided_name), '');
  state text;
  answer jsonb;
begin
  if link.id is null then
    return private.gone();
  elsif decision <> all (private.approval_decisions()) or name is null or char_length(name) > 120 then
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
    when 'event' then private.apply_event_decision(link.subject_id, decision, reason_text, null, link.created_by)
    when 'voucher' then private.apply_voucher_decision(link.subject_id, decision, reason_text, null, link.created_by)
    else private.apply_service_request(link.subject_id, decision, reason_text, null, link.created_by)
  end;
  if answer ->> 'outcome' <> 'saved' then
    return private.refused(case answer ->> 'reason' when 'unpayable' then 'unpayable' else 'closed' end);
  end if;
  update public.approval_tokens set used_at = now(), decision = decide_approval.decision, reason = reason_text,
    decided_name = name, ip_hash = left(decide_approval.ip_hash, 64)
  where id = link.id;
  return private.saved(jsonb_build_object('decision', decision, 'kind', link.subject_kind));
end $$;

create function public.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz,
    protocol text, kind text, content jsonb
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_approval(read_approval.token);
end;

create or replace function private.check_reason(decision text, reason text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  reason_text text := nullif(btrim(reason, E' \t\r\n'), '');
begin
  if (decision in ('reject', 'adjust') and reason_text is null) or char_length(reason_text) > 1000 then
    raise exception 'invalid_decision' using detail = 'reason';
  end if;
  return reason_text;
end $$;

-- Columns of a place from a request; a value that the table would refuse counts as missing.
create function private.place_values(application public.service_requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'address', left(nullif(btrim(payload ->> 'address'), ''), 300),
    'city_ibge', (select ibge_code from public.cities where state_abbr = application.state_abbr
      and search_name = private.fold(btrim(payload ->> 'city')) limit 1),
    'lat', case when located then payload -> 'lat' end,
    'lng', case when located then payload -> 'lng' end,
    'phone', numbers.phone,
    'source', case when numbers.phone is not null then 'Pedido ' || application.protocol end,
    'check_date', case when numbers.phone is not null then current_date end,
    'website', case when payload ->> 'website' ~ '^https?://' then payload ->> 'website' end,
    'instagram', case when payload ->> 'instagram' ~ '^[A-Za-z0-9._]{1,30}$' then payload ->> 'instagram' end,
    'description', nullif(concat_ws(E'\n\n', nullif(btrim(payload ->> 'description'), ''),
      'Horário informado: ' || nullif(btrim(payload ->> 'opening_hours'), '')), '')
  ))
  from (select application.payload) as said (payload),
    lateral (select case when payload ->> 'phone' ~ '^\+?[0-9 ().-]{8,30}$' then left(payload ->> 'phone', 30) end
      as phone) as numbers,
    lateral (
      select case when jsonb_typeof(payload -> 'lat') = 'number' and jsonb_typeof(payload -> 'lng') = 'number'
        then (payload ->> 'lat')::float between -34 and 6 and (payload ->> 'lng')::float between -74 and -28 else false
          end as located
    ) as place
$$;

create function private.add_place(application public.service_requests, new_status text) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  place_columns jsonb := private.place_values(application);
  pictures text[] := private.photo_addresses(application.payload);
  place public.services := jsonb_populate_record(null::public.services, place_columns);
begin
  insert into public.services (
    category_key, name, slug, state_abbr, city_ibge, address, lat, lng, phone, website, instagram, description,
    attributes, status, source, check_date, cover_url, photos
  ) values (
    coalesce((select key from public.service_categories where key = application.payload ->> 'category_key'), 'other'),
    left(btrim(application.payload ->> 'name'), 160), private.free_slug('public.services', application.state_abbr,
      application.payload ->> 'name'),
    application.state_abbr, place.city_ibge, place.address, place.lat, place.lng, place.phone, place.website,
      place.instagram,
    coalesce(place.description, ''), private.attributes_of(application.payload), new_status,
    coalesce(place.source, 'Pedido ' || application.protocol), current_date, pictures[1], coalesce(pictures[2:], '{}')
  ) returning id into place.id;
  return place.id;
end $$;

create function private.add_club(application public.service_requests, new_status text) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  club public.clubs := jsonb_populate_record(null::public.clubs, private.place_values(application));
begin
  insert into public.clubs (name, slug, state_abbr, city_ibge, makes, story, website, instagram, sources, check_date,
    status)
  values (
    left(btrim(application.payload ->> 'name'), 160), private.free_slug('public.clubs', null,
      application.payload ->> 'name'),
    application.state_abbr, club.city_ibge,
      array(select jsonb_array_elements_text(private.makes_of(application.payload))),
    coalesce(private.place_values(application) ->> 'description', ''), club.website, club.instagram,
    array['Pedido ' || application.protocol], current_date, new_status
  ) returning id into club.id;
  return club.id;
end $$;

create function private.change_place(application public.service_requests) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  changes jsonb;
  before public.services;
begin
  select * into before from public.services where id = application.service_id for update;
  changes := case
    when application.kind = 'correction' and application.is_from_place then private.proposed_values(application, before)
    when application.kind = 'correction' then private.place_values(application)
    when application.kind = 'claim' then jsonb_build_object('verified_at', now(), 'check_date', current_date)
    else jsonb_build_object('deleted_at', now())
  end;
  if before.id is null or changes = '{}' then
    return null;
  end if;
  perform private.write_place(jsonb_populate_record(before, changes));
  return jsonb_build_object('at', now(), 'before', (
    select jsonb_object_agg(key, to_jsonb(before) -> key) from jsonb_object_keys(changes) as key
  ));
end $$;

create function private.take_back(application public.service_requests) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  place public.services;
begin
  if application.result_id is null then
    return true;
  elsif application.kind = 'new' and application.result_table = 'clubs' then
    update public.clubs set deleted_at = now() where id = application.result_id and deleted_at is null;
    return true;
  elsif application.kind = 'new' then
    update public.services set deleted_at = now() where id = application.result_id and deleted_at is null;
    return true;
  elsif application.undo is null then
    return true;
  end if;
  select * into place from public.services where id = application.result_id
    and updated_at = (application.undo ->> 'at')::timestamptz for update;
  if place.id is null then
    return false;
  end if;
  perform private.write_place(jsonb_populate_record(place, application.undo -> 'before'));
  return true;
end $$;

create or replace function private.apply_service_request(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  application public.service_requests;
  reason_text text := private.check_reason(decision, reason);
  place_status text := case when decision = 'publish' then 'published' else 'draft' end;
  is_decided boolean;
  restored boolean;
begin
  if decision not in ('approve', 'publish', 'reject', 'adjust', 'start', 'reopen') then
    raise exception 'invalid_decision' using detail = 'decision';
  end if;
  select * into application from public.service_requests where id = item for update;
  if application.id is null then
    return private.gone();
  end if;
  is_decided := application.status in ('approved', 'rejected');
  if (expected_status is not null and expected_status <> application.status)
    or (case when decision = 'reopen' then not is_decided and application.adjust_asked_at is null else is_decided end)
  then
    return private.decided_already(application.status, application.decided_by, application.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, application.protocol), 300), true);
  if decision = 'reopen' then
    restored := private.take_back(application);
    update public.service_requests
    set status = 'in_review', adjust_asked_at = null, decided_by = null, decided_at = null, result_table = null,
      result_id = null, undo = null where id = item;
    return private.saved(jsonb_build_object('status', 'in_review', 'restored', restored));
  elsif decision in ('approve', 'publish') then
    application.result_table := case when application.kind = 'new' and application.payload ->> 'subject' = 'club'
      then 'clubs'
      else 'services' end;
    if application.kind <> 'new' then
      application.undo := private.change_place(application);
      application.result_id := application.service_id;
    elsif application.result_table = 'clubs' then
      application.result_id := private.add_club(application, place_status);
    else
      application.result_id := private.add_place(application, place_status);
    end if;
  end if;
  application.status := case decision when 'reject' then 'rejected' when 'start' then 'in_review' when 'adjust'
    then 'in_review' else 'approved' end;
  update public.service_requests set
    status = application.status, status_note = coalesce(reason_text, status_note),
      result_table = application.result_table,
      result_id = application.result_id, undo = application.undo,
    adjust_asked_at = case when decision = 'adjust' then now() else adjust_asked_at end,
    decided_by = case when application.status = 'in_review' then null else actor end,
    decided_at = case when application.status = 'in_review' then null else now() end
  where id = item;
  return private.saved(jsonb_build_object('status', application.status, 'table', application.result_table, 'id',
    application.result_id));
end $$;

create or replace function private.answer_trip_panel_request(item uuid, answer text, link text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  application public.trip_panel_requests;
  answer_text text;
  address text := nullif(btrim(link), '');
begin
  perform private.require_permission('service_requests');
  answer_text := private.check_reason('adjust', answer);
  if address !~ '^https://[^\s"<>\\]+$' or char_length(address) > 500 then
    raise exception 'invalid_decision' using detail = 'link';
  end if;
  select * into application from public.trip_panel_requests where id = item for update;
  if application.id is null then
    return private.gone();
  elsif application.status not in ('received', 'in_progress')
    or (expected_status is not null and expected_status <> application.status) then
    return private.decided_already(application.status, application.decided_by, application.decided_at);
  end if;
  perform set_config('app.audit_reason', left(answer_text, 300), true);
  update public.trip_panel_requests
  set status = 'ready', status_note = answer_text, answer_link = address, decided_by = private.account_id(),
    decided_at = now() where id = item;
  return private.saved(jsonb_build_object('status', 'ready'));
end $$;

create or replace function private.decided_forms() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select id, case when status = 'in_review' then 'adjust' else status end, coalesce(decided_at, adjust_asked_at),
    'request_answered', requester_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object(
      'name', requester_name, 'protocol', protocol, 'status', case when status = 'in_review' then 'adjust' else status
        end,
      'note', coalesce(status_note, ''), 'path', '/' || lower(state_abbr) || '/cadastro'
    )
  from public.service_requests
  where (status in ('approved', 'rejected') and decided_at is not null)
    or (status = 'in_review' and adjust_asked_at is not null)
  union all
  select application.id, application.status, application.decided_at, 'request_answered', application.email,
    coalesce(application.locale, profiles.locale, 'pt-BR'),
    jsonb_build_object('name', application.name, 'protocol', application.protocol, 'status', application.status, 'note',
      coalesce(application.status_note, ''), 'path', '/solicitar-painel-viagem')
  from public.trip_panel_requests as application left join public.profiles on profiles.id = application.user_id
  where application.status = any (private.finished_panel_statuses()) and application.decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', claimant_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''),
      'path', '/direitos-autorais')
  from public.takedown_requests where status in ('accepted', 'rejected') and decided_at is not null
  union all
  select id, status, decided_at, 'request_answered', email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('name', contact_name, 'protocol', protocol, 'status', status, 'note', coalesce(status_note, ''),
      'path', '/anuncie-aqui')
  from public.ad_leads where status = 'lost' and decided_at is not null
  union all
  select id, status, decided_at, 'report_answered', reporter_email, coalesce(locale, 'pt-BR'),
    jsonb_build_object('status', status, 'note', coalesce(status_note, ''), 'path', page_path)
  from public.reports where status in ('resolved', 'dismissed') and decided_at is not null and reporter_email
    is not null
  union all
  select sellers.id, sellers.status, sellers.decided_at, 'seller_decided', users.email,
    coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object('name', sellers.full_name, 'status', sellers.status, 'note', coalesce(sellers.status_note, ''),
      'path', '/vendedor/dashboard')
  from public.sellers join auth.users on users.id = sellers.user_id left join public.profiles
    on profiles.id = sellers.user_id
  where sellers.status = any (private.decided_seller_statuses()) and sellers.decided_at is not null
$$;

-- The mail of the decision leads to the page of the place.
create or replace function private.decided_applications() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select form.request_id, form.status, form.decided_at,
    case when form.status = 'ready' then 'trip_panel_answered' when given.id is not null then 'claim_approved'
      else form.template end,
    form.email, form.locale,
    case
      when form.status = 'ready'
        then form.data || jsonb_build_object(
          'origin', panel.origin, 'destination', panel.destination, 'url', coalesce(panel.answer_link, ''),
          'trip_share', (select id from private.trip_panel_share(form.request_id))
        )
      when given.id is not null then form.data || jsonb_build_object('place', given.name, 'path',
        '/painel/lugares/' || given.id)
      when application.is_from_place then form.data || jsonb_build_object('path',
        '/painel/lugares/' || application.service_id)
      else form.data
    end
  from private.decided_forms() as form
  left join public.trip_panel_requests as panel on panel.id = form.request_id
  left join public.service_requests as application on application.id = form.request_id
  left join public.services as given on given.id = private.place_of_claim(application)
$$;

-- Kinds that only change their status: steps is {status: {decision: next status}, reopen: status}.
create or replace function private.change_item_status(target regclass, permission text, steps jsonb, item uuid, decision text,
  reason text, expected_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  row_now jsonb;
  reason_text text := private.check_reason(decision, reason);
  status_now text;
  next_status text;
begin
  perform private.require_permission(permission);
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
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
    case when decision = 'reopen' then null else now() end, reason_text;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

-- Status, taken places and the holder of a stand are decided by functions, never by a request of the API.
create or replace function private.guard_event_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  fixed_columns text[] := string_to_array(tg_argv[0], ',');
  new_row jsonb := to_jsonb(new);
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else coalesce(nullif(tg_argv[1], ''), '{}')::jsonb end;
begin
  if current_user in ('anon', 'authenticated') and exists (
    select from unnest(fixed_columns) as name where coalesce(new_row -> name, 'null')
      is distinct from coalesce(before -> name, 'null')
  ) then
    raise exception 'only functions write % of %', tg_argv[0], tg_table_name using errcode = '42501';
  end if;
  return new;
end $$;

create function private.registration_answers(fields jsonb, answers jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  field jsonb;
  key text;
  value jsonb;
  result jsonb := '{}';
begin
  if jsonb_typeof(coalesce(answers, '{}')) <> 'object' then
    perform private.refuse_request('answers');
  end if;
  for field in select * from jsonb_array_elements(fields) loop
    key := field ->> 'name';
    value := case field ->> 'kind'
      when 'boolean' then to_jsonb(private.flag_field(answers, key))
      when 'number' then case when jsonb_typeof(answers -> key) = 'number' and (answers ->> key)::numeric
        between 0 and 1000000 then answers -> key end
      when 'date' then to_jsonb(private.date_field(answers, key))
      when 'choice' then case when jsonb_typeof(answers -> key) = 'string' and field -> 'options' @> (answers -> key)
        then answers -> key end
      else to_jsonb(private.text_field(answers, key, case field ->> 'kind' when 'longtext' then 2000 else 200 end))
    end;
    -- Files are sent after the form, like the documents of the kind.
    continue when field ->> 'kind' = 'file';
    if (field ->> 'required')::boolean and (value is null or value in ('null', 'false'))
      or field ->> 'kind' in ('number', 'choice') and value is null
        and coalesce(jsonb_typeof(answers -> key), 'null') <> 'null' then
      perform private.refuse_request(key);
    end if;
    if value is not null and value <> 'null' then
      result := result || jsonb_build_object(key, value);
    end if;
  end loop;
  return result;
end $$;

create function private.form_questions(questions jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  question jsonb;
  base text;
  name text;
  names text[] := '{}';
  result jsonb := '[]';
begin
  for question in select * from jsonb_array_elements(questions) loop
    if jsonb_typeof(question) <> 'object' then
      perform private.refuse_form('not an object');
    end if;
    -- Empty fields of the panel are left out, so that a stored version stays equal to what the panel sends again.
    select coalesce(jsonb_object_agg(entry.key, entry.value), '{}') into question
    from jsonb_each(question) as entry where entry.value not in ('null', '""', '[]', 'false');
    base := coalesce(question ->> 'name', nullif(btrim(regexp_replace(private.fold(left(question ->> 'label', 50)),
      '[^a-z0-9]+', '_', 'g'), '_'), ''), 'pergunta');
    base := case when base ~ '^[a-z]' then base else 'p_' || base end;
    name := base;
    while not question ? 'name' and name = any (names) loop
      name := base || '_' || cardinality(names) + 1;
    end loop;
    if name = any (names) or name !~ '^[a-z][a-z0-9_]{1,59}$' then
      perform private.refuse_form('name');
    end if;
    names := names || name;
    result := result || jsonb_build_array(question || jsonb_build_object('name', name));
  end loop;
  return result;
end $$;

create or replace function private.issue_registration_link(registration uuid, kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  select * into existing from public.event_registrations where id = registration;
  if existing.id is null or kind not in ('registration', 'badge', 'manage') then
    raise exception 'registration_missing';
  elsif existing.status = 'unconfirmed' then
    perform private.resend_confirmation(existing.id);
  else
    perform private.mail_registration(existing, case kind when 'manage' then 'registration_manage_link'
      else 'registration_link' end, kind);
  end if;
end $$;

create or replace function private.lock_registration(registration uuid) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  perform private.lock_kinds((select type_id from public.event_registrations where id = registration));
  select * into existing from public.event_registrations where id = registration for update;
  return existing;
end $$;

create or replace function private.set_registration_status(registration uuid, new_status text, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  changed public.event_registrations;
begin
  if existing.id is null then
    raise exception 'registration_missing';
  elsif existing.status = new_status then
    return new_status;
  elsif private.holds_place(new_status) and not private.holds_place(existing.status) and
    not private.hold_places(existing.type_id, existing.places) then
    raise exception 'no_places';
  elsif private.holds_place(existing.status) and not private.holds_place(new_status) then
    perform private.release_places(existing.type_id, existing.places);
  end if;
  if new_status in ('rejected', 'cancelled', 'expired', 'waitlisted') then
    update public.event_stands set registration_id = null where registration_id = existing.id;
  end if;
  update public.event_registrations set
    status = new_status, status_note = note,
    held_until = case when new_status = 'awaiting_payment' and existing.status = 'offered' then existing.held_until
      else private.hold_end(new_status, existing.status, existing.type_id) end,
    waiting_since = case when new_status = 'waitlisted' then coalesce(existing.waiting_since, now())
      else existing.waiting_since end,
    confirmed_at = case when new_status = 'confirmed' then now() else existing.confirmed_at end,
    cancelled_at = case when new_status = 'cancelled' then now() end
  where id = existing.id returning * into changed;
  if new_status = any (private.ended_registration_statuses()) then
    perform private.expire_registration_pages(existing.id);
    update public.payments set needs_refund = true
    where subject_type = 'registration' and subject_id = existing.id and status = 'paid' and not needs_refund;
  end if;
  -- A cancelled event mails each person once, whichever number of registrations the person has.
  if not (new_status = 'awaiting_payment' and existing.status = 'offered')
    and not (new_status = 'cancelled' and exists (select from public.events where id = existing.event_id
      and status = 'cancelled'))
  then
    perform private.mail_registration_status(changed);
  end if;
  return new_status;
end $$;

create or replace function private.check_document(document uuid, decision text, reason text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  checked_document public.registration_documents;
  existing public.event_registrations;
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  perform private.require_registration_manager();
  if decision not in ('ok', 'refused') then
    perform private.refuse_request('decision');
  elsif decision = 'refused' and note is null then
    raise exception 'reason_missing';
  end if;
  select * into checked_document from public.registration_documents where id = document for update;
  select * into existing from public.event_registrations where id = checked_document.registration_id;
  if existing.id is null then
    raise exception 'registration_missing';
  end if;
  update public.registration_documents set status = decision, reason = case when decision = 'refused'
    then left(note, 500) end where id = checked_document.id;
  perform private.note_registration(existing, 'document_' || decision || ':' || checked_document.kind);
  if decision = 'refused' and checked_document.status <> 'refused' then
    perform private.mail_registration(existing, 'registration_document_refused', 'registration',
      jsonb_build_object('note', note));
  end if;
  return decision;
end $$;

create or replace function private.admit_with_documents(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  kind public.event_registration_types;
begin
  select * into kind from public.event_registration_types where id = existing.type_id;
  if existing.status <> 'pending' or kind.requires_approval or private.missing_files(existing) <> '{}'
    or private.kind_end(kind.id) <= now()
    or not exists (select from public.events where id = existing.event_id and status = 'published') then
    return;
  -- Free places belong to the people who wait.
  elsif exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted') then
    perform private.set_registration_status(existing.id, 'waitlisted');
  else
    perform private.approve_registration(existing.id);
  end if;
end $$;

create or replace function private.add_registration_document(token text, kind text, path text, expires date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'registration',
    'manage')).registration_id);
  asked text[];
  replaced text[];
begin
  if existing.id is null or existing.status = any (private.ended_registration_statuses())
    or path !~ ('^' || existing.id || '/[0-9a-f-]{36}\.(webp|pdf)$') then
    return private.refused('closed');
  end if;
  select private.asked_files(type, form.schema) into asked
  from public.event_registration_types as type
  left join public.form_template_versions as form on form.id = existing.form_version_id
  where type.id = existing.type_id;
  if kind <> all (asked) then
    return private.refused('not_asked');
  end if;
  -- A new file replaces one that was not approved.
  select coalesce(array_agg(earlier.path), '{}') into replaced from public.registration_documents as earlier
  where earlier.registration_id = existing.id and earlier.kind = add_registration_document.kind
    and earlier.status <> 'ok';
  if private.stored_bytes('registration-documents', existing.id::text) - (
    select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects
      where bucket_id = 'registration-documents' and name = any (replaced)
  ) > private.registration_bytes_limit()
    or (select count(*) from public.registration_documents where registration_id = existing.id) >= 20 then
    return private.refused('too_much');
  end if;
  delete from public.registration_documents as earlier where registration_id = existing.id
    and earlier.path = any (replaced);
  insert into public.registration_documents (registration_id, kind, path, expires_on)
    values (existing.id, kind, path, expires);
  perform private.admit_with_documents(existing.id);
  return private.saved(jsonb_build_object('replaced', to_jsonb(replaced)));
end $$;

create or replace function private.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
  address text;
  idempotency_key uuid;
begin
  perform private.check_payload(payload);
  idempotency_key := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  select * into kind from public.event_registration_types where id = private.uuid_field(payload, 'type', true);
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or exists (select from public.event_registrations
    where request_id = idempotency_key) then
    return private.gone();
  end if;
  -- A new row has a new link, so the link that was sent before shows nothing any more.
  delete from public.registration_drafts as earlier where earlier.request_id = idempotency_key;
  insert into public.registration_drafts (id, request_id, type_id, email, draft, locale, token_hash) values (
    draft_id, idempotency_key, kind.id, address, coalesce(payload -> 'draft', '{}'),
    coalesce(private.choice_field(payload, 'locale', private.locales(), false), 'pt-BR'),
      store_registration_draft.token_hash
  );
  perform private.enqueue_mail(address, 'registration_draft', private.mail_event_facts(event) || jsonb_build_object(
    'draft', draft_id,
    'path', '/inscricao-' || replace(kind.kind, '_', '-') || '?evento=' || event.slug || '&tipo=' || kind.id
  ), payload ->> 'locale');
  return private.saved();
end $$;

create or replace function private.save_registration_contract(registration uuid, template uuid, title text, clauses text[])
  returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  saved public.registration_contracts;
begin
  perform private.require_contract_manager();
  select * into existing from public.event_registrations where id = registration for update;
  if existing.id is null then
    raise exception 'registration_missing';
  end if;
  select * into saved from public.registration_contracts as contract
  where contract.registration_id = existing.id and contract.status <> 'cancelled' for update;
  if saved.status = 'signed' then
    raise exception 'contract_closed';
  elsif saved.id is not null then
    -- The link of an earlier text stops working.
    update public.registration_contracts as contract set
      title = save_registration_contract.title, clauses = save_registration_contract.clauses,
        template_version_id = template,
      signer_name = existing.full_name, signer_email = existing.email, status = 'draft', token_hash = null,
        sent_at = null,
        link_expires_at = null
    where contract.id = saved.id;
    return saved.id;
  end if;
  insert into public.registration_contracts (registration_id, template_version_id, title, clauses, event_title,
    signer_name, signer_email, created_by)
  select existing.id, template, save_registration_contract.title, save_registration_contract.clauses, events.title,
    existing.full_name, existing.email, (select private.account_id())
  from public.events where events.id = existing.event_id
  returning * into saved;
  return saved.id;
end $$;

create or replace function private.update_registration_from_payments(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  first_payment public.payments;
  extra public.payments;
begin
  select * into first_payment from public.payments
  where subject_type = 'registration' and subject_id = existing.id and status in ('paid', 'refunded')
    and (existing.payment_id is null or id = existing.payment_id)
    and note is distinct from 'amount_mismatch' and difference is null
  order by paid_at, created_at, id limit 1;
  if first_payment.status = 'refunded' and existing.payment_id = first_payment.id and existing.status = 'confirmed' then
    perform private.cancel_registration(existing.id, 'refunded');
  elsif first_payment.status = 'paid' and existing.payment_id is null and existing.status in ('offered',
    'awaiting_payment')
    then
    -- The price may have risen while the receipt was checked.
    update public.event_registrations set payment_id = first_payment.id,
      difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = existing.id;
    perform private.set_registration_status(existing.id, 'confirmed');
  elsif first_payment.status = 'paid' and existing.payment_id is null and existing.status = 'expired'
    and coalesce(first_payment.completed_at, first_payment.receipt_sent_at,
      first_payment.paid_at) <= coalesce(first_payment.expires_at, 'infinity') then
    -- Paid in time, but the news arrived after the hold had ended: the place is taken again if there is one.
    begin
      perform private.set_registration_status(existing.id, 'confirmed');
      update public.event_registrations set payment_id = first_payment.id,
        difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = existing.id;
    exception when raise_exception then
      null;
    end;
  end if;
  for extra in
    select * from public.payments
    where subject_type = 'registration' and subject_id = existing.id and status = 'paid' and difference = 'asked'
      and note
      is distinct from 'amount_mismatch'
    order by paid_at, created_at, id
  loop
    update public.event_registrations set difference_cents = difference_cents - extra.amount_cents
    where id = existing.id and status = 'confirmed' and difference_cents >= extra.amount_cents;
    if found then
      update public.payments set difference = 'counted' where id = extra.id;
      perform private.note_registration(existing, 'difference_paid:' || extra.amount_cents);
    end if;
  end loop;
  -- Every payment that does not pay the registration goes back.
  update public.payments set needs_refund = true
  where subject_type = 'registration' and subject_id = existing.id and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and not exists (
      select from public.event_registrations
      where id = existing.id and status = 'confirmed' and (payment_id = payments.id or payments.difference = 'counted')
    );
  update public.payments set needs_refund = false
  where subject_type = 'registration' and subject_id = existing.id and needs_refund
    and (status = 'refunded' or private.is_lost(payments));
end $$;

-- Places of a kind: held, released, and given to the waiting list.

create or replace function private.hold_places(type uuid, wanted integer) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registration_types := private.lock_kinds(type);
begin
  if existing.id is null or wanted > private.places_left(type) then
    return false;
  end if;
  update public.event_registration_types set taken = taken + wanted where id = type;
  return true;
end $$;

create function private.release_places(type uuid, amount integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_registration_types set taken = greatest(taken - amount, 0) where id = type
$$;

-- An operator may admit people who have not paid; their hold does not end while they are inside.
create or replace function private.expire_registration_holds() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind record;
  due record;
  existing public.event_registrations;
  expired integer := 0;
begin
  -- Every caller that locks kinds of several events takes the events in the order of their ids.
  for kind in
    select type_id as id, event_id from public.event_registrations where status in ('offered', 'awaiting_payment')
      and held_until <= now()
    union
    select waiting.type_id, waiting.event_id from public.event_registrations as waiting
    where waiting.status = 'waitlisted' and private.places_left(waiting.type_id) is distinct from 0
    order by event_id, id
  loop
    for due in
      select id from public.event_registrations
      where type_id = kind.id and status in ('offered', 'awaiting_payment') and held_until <= now() order by held_until,
        id limit 500
    loop
      existing := private.lock_registration(due.id);
      -- Read again under the lock: a payment or a receipt may have arrived. A card payment that the bank processes ends
      -- by itself.
      continue when existing.status not in ('offered', 'awaiting_payment') or existing.held_until > now() or exists (
        select from public.payments where subject_type = 'registration' and subject_id = existing.id
          and status = 'processing'
      ) or not private.may_change(existing, 'expire');
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

create or replace function private.lock_kinds(type uuid) returns public.event_registration_types
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registration_types;
begin
  perform from public.event_registration_types
  where event_id = (select event_id from public.event_registration_types where id = type) order by id for update;
  select * into existing from public.event_registration_types where id = type;
  return existing;
end $$;

create or replace function private.file_registration(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  idempotency_key uuid;
  address text;
begin
  perform private.check_payload(payload);
  idempotency_key := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  -- The same form sent twice at the same time is stored once, and the mails of an address are counted one after the
  -- other.
  perform pg_advisory_xact_lock(hashtextextended('file_registration' || idempotency_key, 0));
  perform pg_advisory_xact_lock(hashtextextended('registration_address' || address, 0));
  select * into existing from public.event_registrations where request_id = idempotency_key;
  -- Another person in a copy of a form that was sent, in a second tab: answering the first registration would hide that
  -- nothing was stored.
  if existing.id is not null and (lower(existing.email), existing.full_name)
    is distinct from (address, private.text_field(payload, 'full_name', 120, true)) then
    raise exception 'form_sent';
  elsif existing.id is null then
    existing := private.store_registration(payload, 'form');
    perform private.mail_registration_status(existing);
  end if;
  return jsonb_build_object(
    'id', existing.id, 'event', existing.event_id, 'code', existing.code, 'status', existing.status,
    'is_changed', coalesce(existing.request_digest <> private.request_digest(payload), false)
  );
end $$;

create or replace function private.resend_confirmation(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  select * into existing from public.event_registrations where id = registration for update;
  -- A form for the same address that is stored at this moment counts its mail first. Waiting for it could be a
  -- deadlock.
  if not pg_try_advisory_xact_lock(hashtextextended('registration_address' || lower(existing.email), 0)) then
    raise exception 'too_many_mails';
  elsif existing.status = 'unconfirmed' and existing.held_until > now() then
    perform private.check_confirm_mails(lower(existing.email));
    update public.event_registrations set confirm_mails = confirm_mails + 1,
      held_until = private.hold_end('unconfirmed', 'form', type_id)
    where id = existing.id returning * into existing;
    perform private.mail_registration_status(existing);
  end if;
end $$;

create or replace function private.confirm_registration(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Only the mail contains a link of this kind; the server's answer to the form has another one.
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  kind public.event_registration_types;
  wish public.event_stands;
  next_status text;
begin
  if existing.id is null or existing.status = 'unconfirmed' and existing.held_until <= now() then
    return private.gone();
  elsif existing.status <> 'unconfirmed' then
    return private.saved(jsonb_build_object('status', existing.status));
  end if;
  if not exists (select from public.events where id = existing.event_id and status = 'published' and deleted_at is null
    and ends_at > now()) then
    raise exception 'registration_closed';
  end if;
  select * into kind from public.event_registration_types where id = existing.type_id;
  if not kind.allows_several and private.other_registration(kind.id, existing.email,
    existing.full_name) is not null then
    raise exception 'already_registered';
  end if;
  select * into wish from public.event_stands where id = existing.stand_id for update;
  -- Somebody else confirmed first: the organiser chooses another stand.
  if wish.registration_id is not null then
    existing.stand_id := null;
    existing.price_cents := private.registration_price(kind, existing.places, null);
  end if;
  kind.requires_approval := kind.requires_approval or private.missing_files(existing) <> '{}';
  next_status := private.status_after_form(kind, existing.places, existing.price_cents);
  if next_status = 'awaiting_payment' then
    perform private.check_single_hold(existing.event_id, existing.email, existing.user_id);
  end if;
  update public.event_registrations set
    email_confirmed_at = now(), price_cents = existing.price_cents, stand_id = case when next_status <> 'waitlisted'
      then existing.stand_id end
  where id = existing.id;
  perform private.set_registration_status(existing.id, next_status);
  if existing.stand_id is not null and next_status <> 'waitlisted' then
    perform private.take_stand(existing.stand_id, existing.id, kind);
  end if;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create or replace function private.note_busy_caller(event uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.events;
  subject constant text := 'Muitas inscrições de uma só rede';
  target text;
begin
  select * into existing from public.events where id = event;
  target := '/admin/events/' || existing.id || '/registrations';
  if existing.id is null or exists (
    select from public.notifications where link = target and title = subject and created_at > now() - interval '1 day'
  ) then
    return;
  end if;
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, subject,
    format('Muitas inscrições em %s vieram da mesma rede em uma hora. Confira se são de pessoas de verdade.',
      existing.title), target,
    jsonb_build_object(
      'en', jsonb_build_object('title', 'Many registrations from one network', 'body',
        format('Many registrations for %s came from the same network within an hour. Check that they are of real people.',
        existing.title)),
      'es', jsonb_build_object('title', 'Muchas inscripciones de una sola red', 'body',
        format('Muchas inscripciones en %s llegaron de la misma red en una hora. Comprueba que sean de personas reales.',
        existing.title))
    )
  from public.profiles where private.holds_permission(profiles, 'events');
end $$;

-- Decisions of the organiser, and registrations that the organiser adds.

create or replace function private.approve_registration(registration uuid, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
begin
  if existing.id is null then
    raise exception 'registration_missing';
  elsif existing.status not in ('pending', 'waitlisted') then
    return existing.status;
  elsif existing.places > private.places_left(existing.type_id) then
    return private.set_registration_status(existing.id, 'waitlisted', note);
  end if;
  return private.set_registration_status(existing.id, case when existing.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end, note);
end $$;

create or replace function private.registration_at(registration uuid, expected_version timestamptz)
  returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  perform private.require_registration_manager();
  existing := private.lock_registration(registration);
  if existing.id is null then
    raise exception 'registration_missing';
  elsif expected_version is not null and existing.updated_at <> expected_version then
    raise exception 'registration_changed';
  end if;
  return existing;
end $$;

create or replace function private.decide_registration(registration uuid, decision text, reason text, expected_version timestamptz)
  returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.registration_at(registration, expected_version);
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  case decision
    when 'approve' then
      if existing.status <> all (private.approvable_registration_statuses()) then
        raise exception 'registration_decided';
      elsif not private.has_places(existing) then
        raise exception 'no_places';
      elsif existing.price_cents > 0 and not private.event_payment_is_possible() then
        raise exception 'payment_unavailable';
      end if;
      perform private.set_registration_status(existing.id, case when existing.price_cents > 0 then 'awaiting_payment'
        else 'confirmed' end, note);
    when 'wait' then
      if existing.status <> all (private.waitable_registration_statuses()) then
        raise exception 'registration_decided';
      elsif not private.may_change(existing, 'wait') then
        raise exception 'registration_entered';
      end if;
      perform private.set_registration_status(existing.id, 'waitlisted', note);
    when 'promote' then
      if existing.status <> 'waitlisted' then
        raise exception 'registration_decided';
      elsif not private.has_places(existing) then
        raise exception 'no_places';
      elsif existing.price_cents > 0 and not private.event_payment_is_possible() then
        raise exception 'payment_unavailable';
      end if;
      perform private.set_registration_status(existing.id, 'offered', note);
    when 'reject' then
      if note is null then
        raise exception 'reason_missing';
      elsif existing.status <> all (private.refusable_registration_statuses()) then
        raise exception 'registration_decided';
      elsif not private.may_change(existing, 'reject') then
        raise exception 'registration_entered';
      end if;
      perform private.set_registration_status(existing.id, 'rejected', note);
    when 'cancel' then
      if note is null then
        raise exception 'reason_missing';
      elsif existing.status <> all (private.active_registration_statuses()) then
        raise exception 'registration_decided';
      elsif not private.may_change(existing, 'cancel') then
        raise exception 'registration_entered';
      end if;
      return private.cancel_registration(existing.id, note);
    else
      perform private.refuse_request('decision');
  end case;
  if existing.status = 'offered' then
    perform private.promote_waiting(existing.type_id);
  end if;
  return (select status from public.event_registrations where id = existing.id);
end $$;

create or replace function private.resend_registration(registration uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.registration_at(registration, null);
  kind text := case when existing.status = 'confirmed' then 'badge' else 'registration' end;
begin
  perform private.issue_registration_link(existing.id, kind);
  perform private.note_registration(existing, 'resent:' || kind);
  return kind;
end $$;

-- Changes of a registration by its holder and by the organiser.

create or replace function private.cancel_registration(registration uuid, reason text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  inside integer;
begin
  if existing.id is null then
    raise exception 'registration_missing';
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

create or replace function private.edit_own_registration(token text, payload jsonb) returns jsonb
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
    perform private.refuse_request('companions');
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

create or replace function private.accept_offer(token text) returns jsonb
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

create or replace function private.cancel_own_registration(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
begin
  if existing.id is null or not private.may_change(existing, 'cancel_own')
    or exists (select from public.events where id = existing.event_id and starts_at <= now())
  then
    return private.gone();
  end if;
  return private.saved_or_gone(private.cancel_registration(existing.id) = 'cancelled');
end $$;

create or replace function private.transfer_registration(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  moved public.event_registrations;
begin
  perform private.check_payload(payload);
  if existing.id is null or not private.is_editable(existing) or not private.may_change(existing, 'transfer') then
    return private.gone();
  end if;
  perform private.mail_registration(existing, 'registration_left', 'registration',
    jsonb_build_object('link_kind', null, 'link_subject', null));
  update public.event_registrations set
    full_name = private.text_field(payload, 'full_name', 120, true),
      email = lower(private.email_field(payload, 'email', true)), phone = private.phone_field(payload, 'phone', true),
    user_id = null, document = null, badge_version = badge_version + 1
  where id = existing.id returning * into moved;
  -- Links and badges of the earlier person end.
  update public.registration_links set revoked_at = now() where registration_id = existing.id and revoked_at is null;
  perform private.mail_registration(moved, 'registration_transferred', case when moved.status = 'confirmed' then 'badge'
    else 'registration' end);
  return private.saved();
end $$;

create or replace function private.mail_manage_link(token text) returns jsonb
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

create or replace function private.edit_registration_answers(registration uuid, answers jsonb, reason text,
  expected_version timestamptz)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.registration_at(registration, expected_version);
  note text := left(nullif(btrim(coalesce(reason, '')), ''), 300);
  form jsonb;
  changed jsonb;
  names text[];
begin
  if note is null then
    raise exception 'reason_missing';
  end if;
  select schema into form from public.form_template_versions where id = existing.form_version_id;
  if form is null then
    perform private.refuse_request('answers');
  end if;
  -- Answers that belong to no question of the version stay.
  changed := existing.answers - array(select question ->> 'name' from jsonb_array_elements(form) as question)
    || private.registration_answers(form, answers);
  names := array(
    select name from (select jsonb_object_keys(existing.answers) union select jsonb_object_keys(changed)) as keys (name)
    where existing.answers -> name is distinct from changed -> name order by name
  );
  if names = '{}' then
    return existing.updated_at;
  end if;
  update public.event_registrations set answers = changed where id = existing.id returning * into existing;
  -- The history keeps 500 characters: the names are cut before the reason.
  perform private.note_registration(existing, 'answers:' || left(array_to_string(names, ','), 180) || ':' || note);
  return existing.updated_at;
end $$;

create or replace function private.set_places(registration uuid, people integer, stand uuid, keeps_price boolean)
  returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  price integer := case when keeps_price then existing.price_cents else private.price_after(existing, people,
    stand) end;
  paid integer := existing.price_cents - existing.difference_cents;
  changed public.event_registrations;
begin
  if people < existing.places and not private.may_change(existing, 'remove_people')
    and people < private.entered_people(existing.id) then
    raise exception 'registration_entered';
  elsif private.holds_place(existing.status) and people > existing.places and
    not private.hold_places(existing.type_id, people - existing.places) then
    raise exception 'no_places';
  elsif private.holds_place(existing.status) and people < existing.places then
    perform private.release_places(existing.type_id, existing.places - people);
  end if;
  if private.is_settled(existing) then
    -- What was paid is not less because people do not come; a refund is decided in the financial panel.
    price := greatest(price, paid);
    update public.event_registrations set places = people, stand_id = stand, price_cents = price,
      difference_cents = price - paid
    where id = existing.id returning * into changed;
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

create or replace function private.edit_registration(registration uuid, changes jsonb, expected_version timestamptz,
  keeps_price boolean)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.registration_at(registration, expected_version);
  changed public.event_registrations;
  people integer;
  names text[];
begin
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
    return existing.updated_at;
  end if;
  if people <> existing.places then
    perform private.set_places(existing.id, people, existing.stand_id, keeps_price);
  end if;
  update public.event_registrations set
    full_name = changed.full_name, email = changed.email, phone = changed.phone, town = changed.town,
      club = changed.club,
    company = changed.company, companions = changed.companions
  where id = existing.id returning * into changed;
  -- Links that were mailed to the earlier address end.
  if changed.email <> existing.email then
    update public.registration_links set revoked_at = now() where registration_id = existing.id and revoked_at is null;
  end if;
  perform private.note_registration(changed, 'edited:' || array_to_string(names, ','));
  return changed.updated_at;
end $$;

create or replace function private.assign_stand(registration uuid, stand uuid, expected_version timestamptz, keeps_price boolean)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.registration_at(registration, expected_version);
  wanted public.event_stands;
begin
  if stand is not null then
    select event_stands.* into wanted from public.event_stands
    join public.event_registration_types as kind on kind.id = existing.type_id
    where event_stands.id = stand and event_stands.event_id = existing.event_id
      and (event_stands.kinds = '{}' or kind.kind = any (event_stands.kinds))
    for update of event_stands;
    if wanted.id is null then
      raise exception 'stand_missing';
    elsif wanted.registration_id <> existing.id then
      raise exception 'stand_taken';
    elsif existing.status = any (private.ended_registration_statuses()) then
      raise exception 'registration_decided';
    end if;
  end if;
  update public.event_stands set registration_id = null where registration_id = existing.id
    and id is distinct from stand;
  update public.event_stands set registration_id = existing.id where id = stand;
  perform private.set_places(existing.id, existing.places, stand,
    keeps_price or existing.status = any (private.ended_registration_statuses()));
  perform private.note_registration(existing, 'stand:' || coalesce(wanted.label, ''));
  return (select updated_at from public.event_registrations where id = existing.id);
end $$;

create or replace function private.changed_price(registration uuid, companions integer, stand uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  people integer;
  price integer;
begin
  perform private.require_registration_manager();
  select * into existing from public.event_registrations where id = changed_price.registration;
  if existing.id is null then
    raise exception 'registration_missing';
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
  return jsonb_build_object('from', existing.price_cents, 'to', price, 'is_settled', private.is_settled(existing));
end $$;

-- Whether registered people come, and places of those who do not.

create or replace function private.ask_attendance(event uuid, type uuid, max_mails integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.events;
  one public.event_registrations;
  asked integer := 0;
begin
  perform private.require_registration_manager();
  select * into existing from public.events where id = event;
  if existing.id is null then
    raise exception 'registration_missing';
  elsif existing.status not in ('published', 'postponed') or existing.deleted_at is not null
    or existing.starts_at <= now() then
    raise exception 'event_over';
  end if;
  -- Rows that another manager asks at the same time are skipped, so that each person gets one mail.
  for one in
    select * from public.event_registrations as registration
    where registration.event_id = existing.id and registration.status = 'confirmed'
      and registration.attending = 'unknown'
      and (ask_attendance.type is null or registration.type_id = ask_attendance.type)
      and (registration.attendance_asked_at is null or registration.attendance_asked_at < now() - interval '3 days')
    order by registration.created_at, registration.id limit least(greatest(max_mails, 0), 500) for update skip locked
  loop
    update public.event_registrations set attendance_asked_at = now() where id = one.id;
    perform private.mail_registration(one, 'registration_attendance', 'attendance');
    asked := asked + 1;
  end loop;
  return asked;
end $$;

create or replace function private.answer_attendance(token text, is_coming boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'attendance')).registration_id);
  answer text := case when is_coming then 'yes' else 'no' end;
begin
  if existing.id is null or is_coming is null then
    return private.gone();
  elsif existing.status <> 'confirmed' or not is_coming and not private.may_change(existing, 'decline') or not exists (
    select from public.events where id = existing.event_id and starts_at > now() and status <> 'cancelled'
  ) then
    return private.refused('closed');
  elsif existing.attending <> answer then
    update public.event_registrations set attending = answer where id = existing.id;
    perform private.note_registration(existing, 'attending:' || answer);
  end if;
  return private.saved();
end $$;

create or replace function private.free_declined_places(event uuid, reason text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  existing public.event_registrations;
  freed integer := 0;
begin
  perform private.require_registration_manager();
  for one in
    select registration.id from public.event_registrations as registration
    where registration.event_id = free_declined_places.event and registration.status = 'confirmed'
      and registration.attending = 'no'
      and private.may_change(registration, 'free_declined')
    order by registration.type_id, registration.id limit 200
  loop
    -- Under the lock no entry is stored meanwhile.
    existing := private.lock_registration(one.id);
    continue when existing.status <> 'confirmed' or not private.may_change(existing, 'free_declined');
    perform private.cancel_registration(one.id, nullif(btrim(coalesce(reason, '')), ''));
    freed := freed + 1;
  end loop;
  return freed;
end $$;

create or replace function private.decide_event_change(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason_text text := private.check_reason(decision, reason);
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
  perform set_config('app.audit_reason', left(coalesce(reason_text, event.title), 300), true);
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
  update public.event_changes set status = next_status, status_note = reason_text, decided_by = private.account_id(),
    decided_at = now() where id = item;
  perform private.mail_change_decision(change, event, next_status, reason_text);
  return private.saved(jsonb_build_object('status', next_status, 'table', 'events', 'id', event.id));
end $$;

-- A key that the payload does not have keeps the value of the event.
create or replace function private.event_from(payload jsonb, base public.events) returns public.events
language plpgsql stable set search_path = '' as $$
declare
  event public.events := base;
  input jsonb := to_jsonb(base) || payload;
begin
  event.title := private.text_field(input, 'title', 140, true);
  event.kind := private.choice_field(input, 'kind', private.event_kinds());
  event.state_abbr := private.pattern_field(input, 'state_abbr', 2, '^[A-Za-z]{2}$', true);
  event.state_abbr := upper(event.state_abbr);
  event.municipality_ibge := private.whole_field(input, 'municipality_ibge', 1100000, 5399999, true);
  if not exists (select from public.states where abbr = event.state_abbr
    and capital_ibge / 100000 = event.municipality_ibge / 100000) then
    perform private.refuse_request('municipality_ibge');
  end if;
  event.town := private.text_field(input, 'town', 120, true);
  event.venue := private.text_field(input, 'venue', 160);
  event.address := private.text_field(input, 'address', 300);
  event.access_notes := private.text_field(input, 'access_notes', 1000);
  event.lat := private.number_field(input, 'lat', -34, 6);
  event.lng := private.number_field(input, 'lng', -74, -28);
  event.starts_at := private.moment_field(input, 'starts_at', true);
  event.ends_at := private.moment_field(input, 'ends_at', true);
  event.time_zone := private.zone_of_state(event.state_abbr);
  event.description := coalesce(private.text_field(input, 'description', 8000), '');
  event.rules := coalesce(private.text_field(input, 'rules', 8000), '');
  event.min_vehicle_age := private.whole_field(input, 'min_vehicle_age', 0, 100);
  event.solidarity_item := private.text_field(input, 'solidarity_item', 160);
  event.capacity := private.whole_field(input, 'capacity', 1, 1000000);
  event.organizer_name := private.text_field(input, 'organizer_name', 160, true);
  event.organizer_phone := private.phone_field(input, 'organizer_phone');
  event.organizer_email := private.email_field(input, 'organizer_email');
  event.website := private.pattern_field(input, 'website', 300, '^https?://[^\s"<>\\]+$');
  event.instagram := private.pattern_field(input, 'instagram', 30, '^[A-Za-z0-9._]{1,30}$');
  event.poster_path := private.event_file_field(input, 'poster_path', base);
  event.stand_map_path := private.event_file_field(input, 'stand_map_path', base);
  event.votes_open_at := private.moment_field(input, 'votes_open_at');
  event.votes_close_at := private.moment_field(input, 'votes_close_at');
  if jsonb_typeof(input -> 'translations') <> 'object' or octet_length((input -> 'translations')::text) > 40000 then
    perform private.refuse_request('translations');
  elsif event.ends_at <= event.starts_at
    or event.ends_at >= event.starts_at + make_interval(days => private.max_event_days()) then
    perform private.refuse_request('ends_at');
  elsif event.starts_at not between now() - make_interval(years => private.event_years())
      and now() + make_interval(years => private.event_years()) and event.starts_at
    is distinct from base.starts_at then
    perform private.refuse_request('starts_at');
  elsif (event.lat is null) <> (event.lng is null) then
    perform private.refuse_request('lat');
  elsif (event.votes_open_at is null) <> (event.votes_close_at is null) or event.votes_close_at <= event.votes_open_at
    then
    perform private.refuse_request('votes_close_at');
  end if;
  event.translations := input -> 'translations';
  return event;
end $$;

create or replace function private.registration_type_from(payload jsonb, base public.event_registration_types, event public.events)
  returns public.event_registration_types
language plpgsql stable set search_path = '' as $$
declare
  type public.event_registration_types := base;
  input jsonb := to_jsonb(base) || payload;
begin
  type.kind := private.choice_field(input, 'kind', private.registration_kinds());
  type.name := private.text_field(input, 'name', 120, true);
  type.price_cents := private.whole_field(input, 'price_cents', 0, 100000000, true);
  type.capacity := private.whole_field(input, 'capacity', 0, 1000000);
  type.requires_approval := private.flag_field(input, 'requires_approval');
  type.max_vehicles := private.whole_field(input, 'max_vehicles', 1, 20, true);
  type.max_companions := private.whole_field(input, 'max_companions', 0, 20, true);
  type.required_documents := private.texts_field(input, 'required_documents', 8);
  type.has_waiting_list := private.flag_field(input, 'has_waiting_list');
  type.chooses_stand := private.flag_field(input, 'chooses_stand');
  type.allows_several := private.flag_field(input, 'allows_several');
  type.opens_at := private.moment_field(input, 'opens_at');
  type.closes_at := private.moment_field(input, 'closes_at');
  type.edit_until := private.moment_field(input, 'edit_until');
  if exists (select from unnest(type.required_documents) as name where name !~ '^[a-z_]{2,40}$') then
    perform private.refuse_request('required_documents');
  elsif jsonb_typeof(input -> 'translations') <> 'object' or octet_length((input -> 'translations')::text) > 4000 then
    perform private.refuse_request('translations');
  elsif type.closes_at <= type.opens_at or type.closes_at > event.ends_at then
    perform private.refuse_request('closes_at');
  elsif type.capacity < type.taken then
    perform private.refuse_request('capacity_taken');
  elsif type.kind <> base.kind and exists (select from public.event_registrations where type_id = base.id) then
    perform private.refuse_request('kind_registered');
  end if;
  type.translations := input -> 'translations';
  return type;
end $$;

create or replace function private.submit_event(event uuid, expected_version timestamptz, directly boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.events;
begin
  select * into existing from public.events where id = submit_event.event and deleted_at is null for no key update;
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict(jsonb_build_object('updated_at', existing.updated_at));
  elsif not (existing.status in ('draft', 'rejected') or existing.status = 'pending' and directly) then
    return private.refused('already') || jsonb_build_object('status', existing.status);
  elsif cardinality(private.event_gaps(existing)) > 0 then
    return private.refused('incomplete') || jsonb_build_object('gaps', to_jsonb(private.event_gaps(existing)));
  end if;
  -- The answer to the earlier version is over; the next decision is mailed again.
  delete from private.answered_requests where request_id = existing.id;
  update public.events set status = 'pending', decided_by = null, decided_at = null, status_note = null
    where id = existing.id;
  if directly then
    perform private.publish_event(existing.id);
  end if;
  select * into existing from public.events where id = existing.id;
  return private.saved(jsonb_build_object('status', existing.status, 'updated_at', existing.updated_at, 'slug',
    existing.slug, 'state_abbr', existing.state_abbr));
end $$;

create or replace function private.lock_public_event(event uuid, expected_version timestamptz, statuses text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.events;
begin
  perform private.require_event_editor(event);
  select * into existing from public.events where id = lock_public_event.event and deleted_at is null for no key update;
  return case
    when existing.id is null then private.gone()
    when existing.updated_at <> expected_version
      then private.conflict(jsonb_build_object('updated_at', existing.updated_at))
    when existing.status <> all (statuses) then private.refused('already') || jsonb_build_object('status',
      existing.status)
  end;
end $$;

create or replace function private.postpone_event(event uuid, reason text, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, expected_version, array['published']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000, true);
  existing public.events;
begin
  if refused is not null then
    return refused;
  end if;
  update public.events set status = 'postponed', status_note = note where id = postpone_event.event returning *
    into existing;
  return private.changed_event(existing, private.mail_registered(existing, 'postponed', note));
end $$;

create or replace function private.change_event_dates(event uuid, starts_at timestamptz, ends_at timestamptz, reason text,
  expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, expected_version, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000);
  existing public.events;
begin
  if not private.publishes_directly(event) then
    raise exception 'the new date of other organisers waits for the team' using errcode = '42501';
  elsif refused is not null then
    return refused;
  elsif change_event_dates.starts_at is null or change_event_dates.starts_at <= now()
    or change_event_dates.starts_at > now() + make_interval(years => private.event_years()) then
    perform private.refuse_request('starts_at');
  elsif change_event_dates.ends_at is null or change_event_dates.ends_at <= change_event_dates.starts_at
    or change_event_dates.ends_at >= change_event_dates.starts_at + make_interval(days => private.max_event_days())
  then
    perform private.refuse_request('ends_at');
  end if;
  update public.events set status = 'published', status_note = note, starts_at = change_event_dates.starts_at,
    ends_at = change_event_dates.ends_at
  where id = change_event_dates.event returning * into existing;
  return private.changed_event(existing, private.mail_registered(existing, 'date', note));
end $$;

create or replace function private.cancel_event(event uuid, reason text, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, expected_version, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000, true);
  existing public.events;
  mailed integer;
  registration uuid;
begin
  if refused is not null then
    return refused;
  end if;
  update public.events set status = 'cancelled', status_note = note where id = cancel_event.event returning *
    into existing;
  -- A registration that is being stored holds the lock of its kind: it is waited for and cancelled too.
  perform from public.event_registration_types where event_id = existing.id order by id for update;
  mailed := private.mail_registered(existing, 'cancelled', note);
  for registration in
    select id from public.event_registrations
    where event_id = existing.id and status = any (private.active_registration_statuses())
      order by type_id, id
  loop
    perform private.cancel_registration(registration, note);
  end loop;
  return private.changed_event(existing, mailed);
end $$;

create or replace function private.apply_event_decision(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  event public.events;
  reason_text text := private.check_reason(decision, reason);
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
  elsif decision = 'reopen' and exists (select from public.event_registrations where event_id = item
    and status = any (private.active_registration_statuses())) then
    return private.refused('has_registrations');
  elsif decision = 'approve' and 'payment' = any (private.event_gaps(event)) then
    return private.refused('unpayable');
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, event.title), 300), true);
  if decision = 'approve' then
    perform private.publish_event(item);
  end if;
  update public.events set
    status = next_status, status_note = case when decision = 'reopen' then null else reason_text end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen'
      then null else now() end
  where id = item;
  return private.saved(jsonb_build_object('status', next_status, 'table', 'events', 'id', item));
end $$;

create or replace function private.refuse_messages(token text, is_refused boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  select * into existing from public.event_registrations
  where id = (private.live_registration_link(token, 'registration', 'manage')).registration_id;
  if existing.id is null or is_refused is null then
    return private.gone();
  end if;
  -- A person may have several registrations for the event; the answer is for the address.
  update public.event_registrations as registration set messages_refused_at = case when is_refused then now() end
  where registration.event_id = existing.event_id and lower(registration.email) = lower(existing.email)
    and (registration.messages_refused_at is null) = is_refused;
  return private.saved();
end $$;

create or replace function private.share_badge(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.registration_at(registration, null);
begin
  if existing.status <> 'confirmed' then
    raise exception 'registration_decided';
  end if;
  perform private.note_registration(existing, 'shared:');
end $$;

-- Dates that hang on an event, for the organiser before the date is changed.
create or replace function private.event_date_list(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  existing public.events;
begin
  perform private.require_event_editor(event);
  select * into existing from public.events where id = event_date_list.event;
  return jsonb_build_object(
    'starts_at', existing.starts_at, 'ends_at', existing.ends_at, 'time_zone', existing.time_zone,
    'votes_open_at', existing.votes_open_at, 'votes_close_at', existing.votes_close_at,
    'days', (select coalesce(jsonb_agg(day order by day), '[]') from public.event_days where event_id = existing.id),
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'opens_at', opens_at, 'closes_at', closes_at,
        'edit_until', edit_until) order by position, id), '[]')
      from public.event_registration_types where event_id = existing.id
        and (opens_at is not null or closes_at is not null or edit_until is not null)
    ),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('name', planned.name, 'send_at', planned.send_at)
        order by planned.send_at, planned.id), '[]')
      from (
        select id, coalesce(subject, left(body, 80)) as name, send_at from public.event_messages
        where event_id = existing.id and send_at > now() and started_at is null and ended_at is null and cancelled_at
          is null
        union all
        select id, title, scheduled_at from public.notification_campaigns
        where audience_event = existing.id and status = 'scheduled' and scheduled_at > now()
      ) as planned
    )
  );
end $$;

create or replace function private.verify_certificate(code text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.certificates;
  result text;
begin
  select * into existing from public.certificates where certificates.code = upper(verify_certificate.code);
  result := case when existing.id is null then 'unknown' when existing.revoked_at is null
    then 'valid' else 'revoked' end;
  insert into public.certificate_checks as known (day, state) values (private.day_of(now()), result)
  on conflict (day, state) do update set checks = known.checks + 1;
  return jsonb_strip_nulls(jsonb_build_object(
    'state', result, 'name', existing.full_name, 'event', existing.facts ->> 'event',
    'starts_at', existing.facts ->> 'starts_at', 'ends_at', existing.facts ->> 'ends_at', 'time_zone',
      existing.facts ->> 'time_zone'
  ));
end $$;

create or replace function private.decide_seller(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.sellers;
  reason_text text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_permission('sellers');
  select * into existing from public.sellers where id = item for update;
  if existing.id is null then
    return private.gone();
  end if;
  next_status := case
    when decision = 'approve' and existing.status in ('pending', 'suspended') then 'active'
    when decision = 'reject' and existing.status = 'pending' then 'rejected'
    when decision = 'reject' and existing.status = 'active' then 'suspended'
    when decision = 'reopen' and existing.status = 'rejected' then 'pending'
    -- Takes back an approval while nothing was sold.
    when decision = 'reopen' and existing.status = 'active' and not exists (select from public.sales
      where seller_id = item) then 'pending'
  end;
  if next_status is null or (expected_status is not null and expected_status <> existing.status) then
    return private.decided_already(existing.status, existing.decided_by, existing.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
  update public.sellers set
    status = next_status, status_note = reason_text, decided_by = (select private.account_id()), decided_at = now(),
    approved_at = case when next_status = 'active' then coalesce(approved_at, now()) else approved_at end
  where id = item;
  -- Staff who also sell keep their own role.
  if next_status = 'active' then
    update public.profiles set role = 'vendedor' where id = existing.user_id and role = 'user';
  elsif existing.status = 'active' then
    update public.profiles set role = 'user' where id = existing.user_id and role = 'vendedor';
  end if;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create or replace function private.create_sale(payload jsonb) returns public.sales
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.sellers;
  idempotency_key uuid;
  plan public.publication_plans;
  replaced public.sales;
  starts date;
  sale public.sales;
begin
  select * into own from public.sellers where id = private.own_seller_id();
  if own.id is null then
    raise exception 'only an active seller sells' using errcode = '42501';
  end if;
  perform private.check_payload(payload);
  begin
    idempotency_key := (payload ->> 'client_request_id')::uuid;
    starts := (payload ->> 'start_date')::date;
    select * into plan from public.publication_plans where id = (payload ->> 'plan_id')::uuid;
  exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.refuse_request(case when idempotency_key is null then 'client_request_id' when starts is null
      then 'start_date' else 'plan_id' end);
  end;
  if idempotency_key is null then
    perform private.refuse_request('client_request_id');
  end if;
  -- Concurrent requests with one id wait for each other; the second one gets the sale of the first.
  perform pg_advisory_xact_lock(hashtextextended(own.id::text || idempotency_key::text, 0));
  select * into sale from public.sales where seller_id = own.id and client_request_id = idempotency_key;
  if sale.id is not null then
    perform private.require_same_sale(sale, payload);
    return sale;
  end if;
  sale.is_remote_signing := coalesce(payload -> 'is_remote_signing' = 'true'::jsonb, false);
  if plan.id is null or not plan.is_active or plan.plan_type <> 'ad_banner' then
    perform private.refuse_request('plan_id');
  elsif starts is null or starts < private.brazilian_today() - 1 or starts > private.brazilian_today() + 365 then
    perform private.refuse_request('start_date');
  elsif payload ->> 'seen_price_cents' is distinct from round(plan.price * 100)::integer::text then
    -- The client signed another price, so the form must be checked again.
    perform private.refuse_request('seen_price_cents');
  elsif payload ->> 'terms_version' is distinct from private.current_sale_terms() then
    perform private.refuse_request('terms_version');
  elsif not sale.is_remote_signing and payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse_request('accepts_terms');
  end if;
  sale.seller_signature_url := payload ->> 'seller_signature_url';
  if private.stored_signature(own.id, sale.seller_signature_url, 'seller') is not true then
    perform private.refuse_request('seller_signature_url');
  end if;
  sale.seller_file_sha256 := private.pattern_field(payload, 'seller_file_sha256', 64, '^[0-9a-f]{64}$', true);
  if not sale.is_remote_signing then
    sale.client_signature_url := payload ->> 'client_signature_url';
    if private.stored_signature(own.id, sale.client_signature_url, 'client') is not true then
      perform private.refuse_request('client_signature_url');
    end if;
    sale.client_file_sha256 := private.pattern_field(payload, 'client_file_sha256', 64, '^[0-9a-f]{64}$', true);
    sale.terms_accepted_at := now();
  end if;
  if payload ->> 'replaces_sale_id' is not null then
    replaced := private.lock_replaceable_sale(own.id, payload ->> 'replaces_sale_id');
  end if;
  sale.seller_id := own.id;
  sale.seller_name := left(own.full_name, 160);
  sale.seller_document := own.document;
  sale.portal_party := private.portal_party();
  sale.plan_name := plan.name;
  sale.price_cents := round(plan.price * 100)::integer;
  sale.currency := 'BRL';
  sale.duration_days := plan.duration_days;
  sale.placements := plan.placements;
  sale.states_limit := plan.states_limit;
  sale.start_date := starts;
  sale.end_date := starts + plan.duration_days;
  sale.client_company_name := private.text_field(payload, 'client_company_name', 160, true);
  sale.client_document := private.optional_document_field(payload, 'client_document');
  sale.client_contact_name := private.text_field(payload, 'client_contact_name', 120, true);
  sale.client_email := private.email_field(payload, 'client_email', true);
  sale.client_phone := private.phone_field(payload, 'client_phone', true);
  sale.terms_version := payload ->> 'terms_version';
  if not sale.is_remote_signing then
    sale.contract_sha256 := private.contract_hash(sale, sale.seller_file_sha256, sale.client_file_sha256);
  end if;
  insert into public.sales (
    seller_id, plan_id, client_company_name, client_document, client_contact_name, client_email, client_phone,
      start_date, end_date,
    seller_signature_url, client_signature_url, seller_file_sha256, client_file_sha256, seller_name, seller_document,
      portal_party, is_remote_signing,
    plan_name, plan_type, price_cents, duration_days, stripe_price_id, placements, states_limit,
    commission_percentage, terms_version, terms_accepted_at, contract_sha256, signed_with, client_request_id
  ) values (
    own.id, plan.id, sale.client_company_name, sale.client_document, sale.client_contact_name, sale.client_email,
      sale.client_phone, sale.start_date, sale.end_date,
    sale.seller_signature_url, sale.client_signature_url, sale.seller_file_sha256, sale.client_file_sha256,
      sale.seller_name, sale.seller_document, sale.portal_party, sale.is_remote_signing,
    plan.name, plan.plan_type, sale.price_cents, plan.duration_days, plan.stripe_price_id, plan.placements,
      plan.states_limit,
    private.commission_rate(own.id, private.brazilian_today()), sale.terms_version, sale.terms_accepted_at,
      sale.contract_sha256,
    left(private.text_field(payload, 'signed_with', 1000), 300), idempotency_key
  ) returning * into sale;
  update public.sales set cancelled_at = now(), cancel_reason = 'Substituída pela venda nº ' || sale.number
    where id = replaced.id;
  return sale;
exception when unique_violation then
  perform private.refuse_request('seller_signature_url');
end $$;

create or replace function private.advance_payment(payment uuid, new_status text, refunded integer default null, intent text
  default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.payments;
  total_refunded integer;
  next_status text;
begin
  select * into existing from public.payments where id = payment;
  if existing.id is null then
    return 'unknown';
  end if;
  -- The sale, registration or plan is always locked before its payment, so that concurrent events wait for each other.
  if existing.subject_type = 'sale' then
    perform 1 from public.sales where id = existing.subject_id for update;
  elsif existing.subject_type = 'registration' then
    perform private.lock_registration(existing.subject_id);
  elsif existing.subject_type = 'service_plan' then
    perform private.lock_service_plan(existing.subject_id);
  end if;
  select * into existing from public.payments where id = payment for update;
  total_refunded := least(existing.amount_cents, coalesce(refunded, existing.refunded_cents));
  next_status := case
    when total_refunded >= existing.amount_cents then 'refunded'
    when existing.status = 'refunded' then 'paid'
    when private.payment_rank(new_status) > private.payment_rank(existing.status) then new_status
    else existing.status
  end;
  if next_status = existing.status and total_refunded = existing.refunded_cents
    and (intent is null or existing.payment_intent is not null) then
    return 'unchanged';
  end if;
  perform private.keep_intent(payment, intent, next_status);
  update public.payments set
    status = next_status, refunded_cents = total_refunded,
    paid_at = case when next_status in ('paid', 'refunded') then coalesce(paid_at, now()) else paid_at end
  where id = payment;
  if existing.subject_type = 'sale' and next_status in ('paid', 'refunded') then
    perform private.update_sale_from_payments(existing.subject_id);
  elsif existing.subject_type = 'registration' and next_status in ('paid', 'refunded') then
    perform private.update_registration_from_payments(existing.subject_id);
  elsif existing.subject_type = 'service_plan' and next_status in ('paid', 'refunded') then
    perform private.update_plan_from_payments(existing.subject_id);
  end if;
  return next_status;
end $$;

-- Derives the state of a sale from its payments. Called with the sale locked; the same payments give the same result.
create or replace function private.update_sale_from_payments(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  now_sale public.sales;
  first_payment public.payments;
  commission integer;
  paid_cents integer;
begin
  select * into now_sale from public.sales where id = sale;
  if now_sale.id is null then
    return;
  end if;
  -- The payment that counted first still counts, also after a refund.
  select * into first_payment from public.payments
  where subject_type = 'sale' and subject_id = sale and status in ('paid', 'refunded')
    and (id = now_sale.payment_id or now_sale.payment_id is null and private.came_in_time(payments, now_sale))
    and note is distinct from 'amount_mismatch'
  order by paid_at nulls last, created_at, id limit 1;
  commission := private.commission_cents(now_sale.price_cents, now_sale.commission_percentage);
  paid_cents := greatest(first_payment.amount_cents - first_payment.refunded_cents - first_payment.disputed_cents, 0);
  if first_payment.status = 'refunded' or first_payment.dispute_status = 'lost' and paid_cents = 0 then
    update public.sales set
      payment_status = 'pending', payment_id = first_payment.id, cancelled_at = coalesce(cancelled_at, now()),
      cancel_reason = coalesce(cancel_reason, case when first_payment.status = 'refunded' then 'refunded'
        else 'dispute_lost' end)
    where id = sale;
    insert into public.commissions as known (sale_id, seller_id, amount_cents, status, reversed_at)
    values (sale, now_sale.seller_id, commission, 'reversed', now())
    on conflict (sale_id) do update set status = 'reversed', reversed_at = coalesce(known.reversed_at, now());
  elsif first_payment.status = 'paid' and now_sale.cancelled_at is null then
    update public.sales set payment_status = 'paid', payment_id = first_payment.id,
      paid_at = coalesce(paid_at, first_payment.paid_at)
    where id = sale;
    insert into public.commissions (sale_id, seller_id, amount_cents, held_cents)
    values (sale, now_sale.seller_id, commission,
      commission - round(commission::numeric * paid_cents / first_payment.amount_cents))
    on conflict (sale_id) do update set held_cents = excluded.held_cents;
    if private.has_open_dispute(first_payment) then
      update public.ads set status = 'paused', reason = 'payment_disputed' where sale_id = sale and status = 'approved';
    else
      update public.ads set status = 'approved', reason = null where sale_id = sale and status = 'paused'
        and reason = 'payment_disputed';
    end if;
  end if;
  -- Every other payment must be refunded.
  update public.payments set needs_refund = true
  where subject_type = 'sale' and subject_id = sale and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and (id is distinct from first_payment.id or exists (select from public.sales where sales.id = sale and cancelled_at
      is not null));
  update public.payments set needs_refund = false
  where subject_type = 'sale' and subject_id = sale and (status = 'refunded' or private.is_lost(payments))
    and needs_refund;
end $$;

create or replace function private.apply_dispute(payment uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.payments;
  dispute record;
begin
  select * into dispute from private.disputes_of_events(payment);
  update public.payments set disputed_cents = least(dispute.cents, amount_cents), dispute_status = dispute.status,
    dispute_due_at = dispute.due_at
  where id = payment returning * into existing;
  perform private.update_sale_from_payments(existing.subject_id);
  return case when private.has_open_dispute(existing) then 'disputed' when existing.disputed_cents > 0
    then 'dispute_lost'
    else 'dispute_won' end;
end $$;

-- A page that was created while the sale was paid or cancelled expires at once.
create or replace function private.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.payments;
begin
  update public.payments set provider_ref = session, checkout_url = url, expires_at = expires
  where id = payment and method = 'card' and (provider_ref is null or provider_ref = session)
  returning * into existing;
  if existing.status = 'expired' then
    perform private.enqueue_job('expire-card-page', jsonb_build_object('session', session));
  end if;
end $$;

create or replace function private.decide_pix(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  reason_text text := private.check_reason(decision, reason);
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
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
  if decision = 'approve' then
    update public.payments set confirmed_by = (select private.account_id()), note = reason_text where id = item;
    next_status := private.advance_payment(item, 'paid');
  else
    update public.payments set status = 'pending', note = reason_text, receipt_path = null, receipt_sent_at = null,
      confirmed_by = (select private.account_id()) where id = item;
    next_status := 'pending';
  end if;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

-- The audit log names who requested the refund; the provider's event then changes the payment.
create or replace function private.request_refund(item uuid, reason text, cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  reason_text text := private.check_reason('reject', reason);
begin
  perform private.require_money();
  select * into payment from public.payments where id = item for update;
  if payment.id is null or payment.method <> 'card' or payment.payment_intent is null
    or not (payment.status = 'paid' or payment.needs_refund) or payment.refunded_cents >= payment.amount_cents
    or cents is not null and cents not between 1 and payment.amount_cents - payment.refunded_cents then
    raise exception 'not_refundable';
  end if;
  perform set_config('app.audit_reason', left(reason_text, 300), true);
  update public.payments set note = case when note = 'amount_mismatch' then note else reason_text end,
    confirmed_by = (select private.account_id()) where id = item;
  return jsonb_build_object('payment_intent', payment.payment_intent, 'refunded_cents', payment.refunded_cents, 'cents',
    coalesce(cents, payment.amount_cents - payment.refunded_cents));
end $$;

-- A sale whose receipt is under review is decided first: a client who has paid must not read that the sale was
-- cancelled.
create or replace function private.cancel_sale(item uuid, reason text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
  reason_text text := private.check_reason('reject', reason);
begin
  select * into sale from public.sales where id = item for update;
  if sale.id is null or not (
    sale.seller_id is not distinct from private.own_seller_id()
    or (private.is_staff() and private.has_permission('sellers'))
  ) then
    raise exception 'sale_missing';
  end if;
  if sale.payment_status = 'paid' then
    raise exception 'sale_paid';
  elsif exists (select from public.payments where subject_type = 'sale' and subject_id = item and status
    in ('review', 'processing')) then
    raise exception 'sale_in_progress';
  end if;
  if sale.cancelled_at is null then
    update public.sales set cancelled_at = now(), cancel_reason = reason_text where id = item;
  end if;
  return 'cancelled';
end $$;

create or replace function private.decide_ad(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ad public.ads;
  reason_text text := private.check_reason(decision, reason);
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
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
  update public.ads set
    status = next_status, reason = reason_text, starts_at = ad.starts_at, ends_at = ad.ends_at,
      approved_at = ad.approved_at,
    decided_by = case when next_status = 'in_review' then null else private.account_id() end,
    decided_at = case when next_status = 'in_review' then null else now() end
  where id = item;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create or replace function private.grant_claims(address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person uuid;
  claim record;
begin
  select profiles.id into person from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(address)) and profiles.email_verified_at is not null;
  if person is null then
    return;
  end if;
  for claim in
    select application.id, services.id as service_id
    from public.service_requests as application
      join public.services on services.id = private.place_of_claim(application)
    where application.status = 'approved'
      and lower(btrim(application.requester_email)) = lower(btrim(grant_claims.address))
      and not exists (select from private.granted_claims where claim_id = application.id)
    order by application.decided_at, application.id
  loop
    insert into private.granted_claims (claim_id) values (claim.id) on conflict do nothing;
    if found then
      insert into public.service_members (service_id, account_id, role, claim_id)
        values (claim.service_id, person, 'owner', claim.id)
      on conflict (service_id, account_id) do update set role = 'owner', claim_id = excluded.claim_id;
      perform private.tell_place_owner(person, claim.service_id);
    end if;
  end loop;
end $$;

create or replace function private.save_own_place(service uuid, expected_version timestamptz, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place public.services;
  existing public.services;
begin
  perform private.require_member(service);
  perform private.check_payload(payload);
  select * into existing from public.services where id = service and deleted_at is null for no key update;
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at is distinct from expected_version then
    return private.conflict(jsonb_build_object('place', private.place_state(existing)));
  end if;
  place := existing;
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
  if (place.phone, place.whatsapp) is distinct from (existing.phone, existing.whatsapp) then
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

create function private.proposed_values(application public.service_requests, place public.services) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', nullif(btrim(application.payload ->> 'name'), ''),
    'category_key', (select key from public.service_categories where key = application.payload ->> 'category_key'
      and is_active),
    'city_ibge', (select ibge_code from public.cities where state_abbr = application.state_abbr
      and search_name = private.fold(btrim(application.payload ->> 'city')) limit 1),
    'lat', application.payload -> 'lat', 'lng', application.payload -> 'lng',
    'is_approximate', case when application.payload ? 'lat' then false end
  ))
  || case when application.payload ? 'description' then jsonb_build_object('description',
    coalesce(application.payload ->> 'description', '')) else '{}' end
  || case when application.payload ? 'address' then jsonb_build_object('address',
    nullif(application.payload ->> 'address', ''))
    else '{}' end
  || case when application.payload ? 'gallery' then (
    select jsonb_build_object('cover_url', pictures[1], 'photos', coalesce(pictures[2:], '{}'))
      from private.gallery_addresses(application.payload, place) as pictures
  ) else '{}' end
$$;

-- Checks the proposed values and keeps only keys that are known.
create or replace function private.checked_place_change(payload jsonb, place public.services) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  result jsonb := '{}';
  pictures text[];
begin
  if payload ? 'name' then result := result || jsonb_build_object('name', private.text_field(payload, 'name', 160,
    true));
    end if;
  if payload ? 'description' then result := result || jsonb_build_object('description',
    coalesce(private.text_field(payload, 'description', 4000), '')); end if;
  if payload ? 'address' then result := result || jsonb_build_object('address',
    coalesce(private.text_field(payload, 'address', 300), '')); end if;
  if payload ? 'city' then result := result || jsonb_build_object('city', private.text_field(payload, 'city', 120,
    true));
    end if;
  if payload ? 'category_key' then
    result := result || jsonb_build_object('category_key', private.text_field(payload, 'category_key', 60, true));
    if not exists (select from public.service_categories where key = result ->> 'category_key' and is_active) then
      perform private.refuse_request('category_key');
    end if;
  end if;
  if payload ? 'lat' or payload ? 'lng' then
    if coalesce(jsonb_typeof(payload -> 'lat') = 'number' and jsonb_typeof(payload -> 'lng') = 'number', false)
      and (payload ->> 'lat')::float between -34 and 6 and (payload ->> 'lng')::float between -74 and -28
    then
      result := result || jsonb_build_object('lat', payload -> 'lat', 'lng', payload -> 'lng');
    else
      perform private.refuse_request('pin');
    end if;
  end if;
  if payload ? 'gallery' then
    pictures := private.texts_field(payload, 'gallery', 12);
    result := result || jsonb_build_object('photos', to_jsonb(private.texts_field(payload, 'photos', 8)), 'gallery',
      to_jsonb(pictures));
    if exists (
      select from unnest(pictures) as address
      where address is distinct from place.cover_url and not address = any (place.photos) and
        not address = any (private.photo_addresses(result))
    ) or cardinality(private.photo_addresses(result)) <> jsonb_array_length(result -> 'photos') then
      perform private.refuse_request('gallery');
    end if;
  end if;
  if result = '{}' then
    perform private.refuse_request('payload');
  end if;
  return result;
end $$;

create or replace function private.propose_place_change(service uuid, replaces uuid, payload jsonb, locale text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me public.profiles;
  place public.services;
  open_change uuid;
  changes jsonb;
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
  changes := private.checked_place_change(payload, place);
  select * into me from public.profiles where id = (select private.account_id());
  select email into address from auth.users where id = me.id;
  delete from public.service_requests where id = open_change;
  -- Photos of the replaced proposal that are still proposed stay.
  delete from private.file_deletions where bucket = 'request-photos' and name = any (private.payload_photos(changes));
  perform set_config('app.request_locale', case when locale = any (private.locales()) then locale else '' end,
    true);
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, payload,
    is_from_place)
  values ('correction', place.state_abbr, service, left(coalesce(nullif(btrim(me.full_name), ''), me.username), 120),
    coalesce(address, ''), changes, true);
  return private.saved();
end $$;

create function private.withdraw_place_change(application uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  place uuid := (select service_id from public.service_requests where id = application and is_from_place);
begin
  perform private.require_account();
  if place is null or not private.runs_place(place) then
    raise exception 'only owners and staff of the place' using errcode = '42501';
  end if;
  delete from public.service_requests where id = application and status in ('received', 'in_review');
  return private.saved_or_gone(found);
end $$;

create function private.place_proposal(application public.service_requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', application.id, 'protocol', application.protocol, 'status', case when application.status = 'in_review'
      and application.adjust_asked_at is not null then 'adjust' else application.status end,
    'note', application.status_note, 'values', application.payload, 'by', application.requester_name, 'created_at',
      application.created_at, 'decided_at', application.decided_at
  )
$$;

create or replace function private.read_own_place(service uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'role', member.role, 'place', private.place_state(place),
    'proposal', (
      select private.place_proposal(application) from public.service_requests as application
      where application.service_id = place.id and application.is_from_place and application.status in ('received',
        'in_review')
    ),
    'decided', (
      select private.place_proposal(application) from public.service_requests as application
      where application.service_id = place.id and application.is_from_place and application.status in ('approved',
        'rejected')
        and application.decided_at > now() - interval '30 days'
      order by application.decided_at desc, application.id limit 1
    )
  )
  from public.services as place join public.service_members as member on member.service_id = place.id
    and member.account_id = (select private.account_id())
  where place.id = service and place.deleted_at is null
$$;

create function private.place_of_claim(application public.service_requests) returns uuid
language sql stable set search_path = '' as $$
  select case
    when application.status <> 'approved' then null
    when application.kind = 'claim' then application.service_id
    when application.kind = 'new' and application.result_table = 'services'
      and application.payload -> 'runs_place' = 'true'
      then application.result_id
  end
$$;

create function public.withdraw_place_change(application uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.withdraw_place_change(application);

create or replace function private.lock_own_message(message uuid) returns public.service_messages
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.service_messages;
begin
  perform private.require_account();
  select * into existing from public.service_messages where id = message for update;
  if existing.id is null or not private.runs_place(existing.service_id) then
    raise exception 'only owners and staff of the place' using errcode = '42501';
  end if;
  return existing;
end $$;

create or replace function private.answer_service_message(message uuid, answer text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.service_messages := private.lock_own_message(message);
  answer_text text := private.text_field(jsonb_build_object('answer', answer), 'answer', 2000, true);
begin
  if existing.answer is not null then
    return private.conflict();
  end if;
  update public.service_messages set
    answer = answer_text, answered_at = now(), answered_by = (select private.account_id()), done_at = now(),
      done_by = (select private.account_id())
  where id = existing.id;
  perform private.enqueue_mail(existing.email, 'place_answer', jsonb_build_object(
    'name', existing.name, 'place', services.name, 'question', existing.body, 'answer', answer_text,
    'path', '/' || lower(services.state_abbr) || '/servicos/' || services.slug
  ), existing.locale) from public.services where services.id = existing.service_id;
  return private.saved();
end $$;

create or replace function private.set_message_done(message uuid, is_done boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.service_messages := private.lock_own_message(message);
begin
  if existing.answer is not null then
    return private.conflict();
  end if;
  update public.service_messages set
    done_at = case when is_done then coalesce(done_at, now()) end, done_by = case when is_done
      then coalesce(done_by, (select private.account_id())) end
  where id = existing.id;
  return private.saved();
end $$;

create or replace function private.lock_service_plan(plan uuid) returns public.service_plans
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.service_plans;
begin
  -- The place first, so that orders and payments of the same place wait for each other.
  perform 1 from public.services where id = (select service_id from public.service_plans where id = plan)
    for no key update;
  select * into existing from public.service_plans where id = plan for update;
  return existing;
end $$;

create or replace function private.order_service_plan(service uuid, plan uuid, request_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  offer public.publication_plans;
  existing public.service_plans;
  cents integer;
begin
  perform private.require_owner(service);
  perform 1 from public.services where id = service and deleted_at is null for no key update;
  if not found then
    return private.gone();
  end if;
  select * into existing from public.service_plans where id = request_id;
  if existing.id is not null then
    return case when existing.service_id = service then private.saved(jsonb_build_object('id', existing.id))
      else private.gone() end;
  end if;
  select * into offer from public.publication_plans where id = plan and plan_type = 'listing' and is_active;
  if offer.id is null or request_id is null then
    return private.gone();
  end if;
  cents := round(offer.price * 100);
  select * into existing from public.service_plans where service_id = service and status = 'ordered' for update;
  if existing.plan_id = plan and existing.price_cents = cents and existing.duration_days = offer.duration_days then
    return private.saved(jsonb_build_object('id', existing.id));
  elsif existing.id is not null and private.is_plan_being_paid(existing.id) then
    return private.conflict(jsonb_build_object('id', existing.id));
  elsif existing.id is not null then
    update public.service_plans set status = 'cancelled' where id = existing.id;
    perform private.expire_plan_pages(existing.id);
  end if;
  insert into public.service_plans (id, service_id, account_id, plan_id, plan_name, price_cents, duration_days)
  values (request_id, service, (select private.account_id()), plan, offer.name, cents, offer.duration_days);
  return private.saved(jsonb_build_object('id', request_id));
end $$;

create function private.start_service_plan(existing public.service_plans, payment uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  first_day date;
begin
  select greatest(private.brazilian_today(), max(ends_on) + 1) into first_day
  from public.service_plans where service_id = existing.service_id and status = 'active';
  update public.service_plans set
    status = 'active', payment_id = payment, starts_on = first_day, ends_on = first_day + existing.duration_days - 1
  where id = existing.id;
end $$;

-- A plan whose money went back ends; later plans of the place move forward by the days that it no longer takes.
create function private.end_refunded_plan(existing public.service_plans) returns void
language sql volatile security definer set search_path = '' as $$
  update public.service_plans set status = 'cancelled' where id = existing.id;
  update public.service_plans as later set starts_on = later.starts_on - gap.days, ends_on = later.ends_on - gap.days
  from (select existing.ends_on - greatest(existing.starts_on, private.brazilian_today()) + 1 as days) as gap
  where later.service_id = existing.service_id and later.status = 'active' and later.starts_on > existing.ends_on
    and gap.days > 0
$$;

create or replace function private.update_plan_from_payments(plan uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.service_plans := private.lock_service_plan(plan);
  place public.services;
  first_payment public.payments;
begin
  select * into place from public.services where id = existing.service_id;
  select * into first_payment from public.payments
  where subject_type = 'service_plan' and subject_id = existing.id and status in ('paid', 'refunded')
    and (existing.payment_id is null or id = existing.payment_id)
    and note is distinct from 'amount_mismatch'
  order by (status = 'refunded'), paid_at, created_at, id limit 1;
  if first_payment.status = 'refunded' and existing.payment_id = first_payment.id and existing.status = 'active' then
    perform private.end_refunded_plan(existing);
    perform private.revalidate_place_states(array[place.state_abbr::text]);
  elsif first_payment.status = 'paid' and existing.payment_id is null and existing.status = 'ordered'
    and place.deleted_at
    is null then
    perform private.start_service_plan(existing, first_payment.id);
    perform private.revalidate_place_states(array[place.state_abbr::text]);
  end if;
  -- Every payment that does not pay the plan goes back.
  update public.payments set needs_refund = true
  where subject_type = 'service_plan' and subject_id = existing.id and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and not exists (select from public.service_plans where id = existing.id and payment_id = payments.id and status
      in ('active', 'ended'));
  update public.payments set needs_refund = false
  where subject_type = 'service_plan' and subject_id = existing.id and needs_refund
    and (status = 'refunded' or private.is_lost(payments));
end $$;

create or replace function private.save_voucher(voucher uuid, place uuid, payload jsonb, image_url text, submits boolean,
  expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.vouchers;
  input public.vouchers;
begin
  perform private.require_account();
  select * into existing from public.vouchers where id = voucher for update;
  if not private.runs_place(place) or existing.service_id <> place then
    raise exception 'only the people of a place offer its vouchers' using errcode = '42501';
  elsif image_url not like '/imagem-voucher/' || place || '/%' then
    perform private.refuse_request('image_url');
  elsif existing.id is not null and expected_version is distinct from existing.updated_at then
    return private.conflict(jsonb_build_object('updated_at', existing.updated_at));
  elsif existing.status = 'ended' then
    return private.refused('ended');
  elsif existing.id is null and (select count(*) from public.vouchers where service_id = place
    and status <> 'ended') >= 50
    then
    return private.refused('too_many');
  end if;
  input := private.voucher_of(payload, existing);
  if existing.id is not null and private.promises_changed(existing, input)
    and exists (select from private.voucher_counts where voucher_id = existing.id and downloads > 0)
  then
    return private.refused('downloaded');
  elsif input.total_limit < (select downloads from private.voucher_counts where voucher_id = existing.id) then
    perform private.refuse_request('total_limit');
  end if;
  input.id := coalesce(existing.id, voucher, gen_random_uuid());
  -- A change of an approved voucher is approved again, unless it only raises limits or the end.
  input.status := case
    when existing.status in ('active', 'paused') and not private.promises_changed(existing, input)
      and save_voucher.image_url is not distinct from existing.image_url then existing.status
    when submits then 'pending' else 'draft'
  end;
  insert into public.vouchers (
    id, service_id, title, benefit_type, benefit_value, rules, valid_from, valid_until, weekdays, starts_at, ends_at,
      total_limit,
    per_person_limit, guests_allowed, image_url, status
  ) values (
    input.id, place, input.title, input.benefit_type, input.benefit_value, input.rules, input.valid_from,
      input.valid_until,
    input.weekdays, input.starts_at, input.ends_at, input.total_limit, input.per_person_limit, input.guests_allowed,
      save_voucher.image_url, input.status
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
  returning * into input;
  return private.saved(jsonb_build_object('id', input.id, 'status', input.status, 'updated_at', input.updated_at));
end $$;

-- Decisions, in the inbox and by a link without an account.
create or replace function private.apply_voucher_decision(item uuid, decision text, reason text, expected_status text, actor uuid)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  voucher public.vouchers;
  reason_text text := private.check_reason(decision, reason);
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
  perform set_config('app.audit_reason', left(coalesce(reason_text, voucher.title), 300), true);
  update public.vouchers set
    status = next_status, status_note = case when decision = 'reopen' then null else reason_text end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen'
      then null else now() end
  where id = item;
  return private.saved(jsonb_build_object('status', next_status, 'table', 'vouchers', 'id', item));
end $$;

-- The row of the counts is locked first: downloads of one voucher happen one after the other.
create function private.download_voucher(voucher uuid, idempotency_key uuid, guest_name text, guest_phone text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  phone_digits text := regexp_replace(coalesce(download_voucher.guest_phone, ''), '\D', '', 'g');
  wanted public.vouchers;
  existing public.voucher_downloads;
  taken integer;
begin
  perform from private.voucher_counts where voucher_id = voucher for update;
  select * into existing from public.voucher_downloads where request_id = idempotency_key;
  if existing.id is not null then
    return case when existing.voucher_id = voucher and existing.account_id is not distinct from account
      then private.saved(jsonb_build_object('id', existing.id)) else private.gone() end;
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
    into taken, existing.id
  from public.voucher_downloads as download
  where download.voucher_id = voucher and cancelled_at is null and case when account is null
    then download.guest_phone is not null and regexp_replace(download.guest_phone, '\D', '', 'g') = phone_digits
      else account_id = account end;
  if taken >= wanted.per_person_limit then
    -- Only the account itself gets its earlier code again; a phone number proves nothing.
    return private.refused('limit') || jsonb_build_object('id', case when account is not null then existing.id end);
  end if;
  update private.voucher_counts set downloads = downloads + 1
  where voucher_id = voucher and (wanted.total_limit is null or downloads < wanted.total_limit);
  if not found then
    return private.refused('sold_out');
  end if;
  insert into public.voucher_downloads (voucher_id, account_id, guest_name, guest_phone, request_id, expires_at)
  values (
    voucher, account, case when account is null then left(btrim(download_voucher.guest_name), 120) end,
    case when account is null then phone_digits end, idempotency_key, private.voucher_end(wanted)
  ) returning * into existing;
  return private.saved(jsonb_build_object('id', existing.id));
end $$;

create or replace function private.cancel_voucher_download(download uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.voucher_downloads;
begin
  perform private.require_account();
  perform from private.voucher_counts where voucher_id = (select voucher_id from public.voucher_downloads
    where id = download) for update;
  update public.voucher_downloads set cancelled_at = now()
  where id = download and account_id = private.account_id() and redeemed_at is null and cancelled_at is null
    and expires_at > now() returning * into existing;
  update private.voucher_counts set downloads = downloads - 1 where voucher_id = existing.voucher_id;
  return private.saved_or_gone(existing.id is not null);
end $$;

create function public.download_voucher(voucher uuid, idempotency_key uuid, guest_name text default null,
  guest_phone text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.download_voucher(voucher, idempotency_key, guest_name, guest_phone);

comment on table private.retention_rules is
  'Retention periods, written by migrations only; period_start and condition are SQL expressions on a row of the '
  'table.';

comment on column private.retention_rules.period_start is 'Start of the retention period of a row.';

comment on column private.retention_rules.action is
  'What happens after the period: delete (the row), delete_photos (the files of the application, not the application), '
  'delete_sale (the sale with its payments, commissions and banner) or delete_pix_key (the Pix key of the seller).';

comment on function private.store_trip is
  'Writes a locked trip if it still has the version that was opened; otherwise answers conflict with the stored trip '
  'and writes nothing.';

comment on function private.save_trip is
  'Stores a new trip (expected_version is null) or the next version of an existing one for its owner; the '
  'outcome of a conflict has the stored trip, theirs.';

comment on function private.with_hidden_parts is
  'A plan of the holder of a link with the stored values of the parts that the link does not show: a save keeps them.';

comment on function private.save_shared_trip is
  'Stores the next version of a trip for the holder of a link with scope edit; gone for a link that has ended, refused '
  'with unknown for a token that does not exist.';

comment on function public.save_trip is
  'Saves a trip of the caller: saved, conflict, gone, or refused with forbidden, invalid or limit. expected_version '
  'is the version that was opened, null for a new trip.';

comment on function public.save_shared_trip is
  'For the server only, which checks the plan and limits guesses: saves a trip with a link of scope edit.';

comment on function private.same_entry is 'Whether a stored entry has the content that was sent.';

comment on function private.next_reminder is 'A repeated reminder after it was done.';

comment on function private.move_rows is
  'Changes the account of rows from gone to kept and returns {moved, dropped}; when both have a row with the same '
  'unique value, the row of gone is deleted.';

comment on function private.move_files is
  'Changes the owner of stored files from one account to another and returns how many.';

comment on function private.merge_obstacles is
  'Returns the reasons why two accounts cannot be merged, before any row is changed: kept_unknown, same, '
  'kept_blocked, two_sellers, sellers_permission, kept_no_seller.';

comment on function private.move_everything is
  'Moves all rows and files of an account to another and returns one item per table: {table, moved, dropped}, {table, '
  'stays} (append-only) or {table, refused}.';

comment on function private.close_merged is
  'Blocks the account whose rows were moved, ends its sessions and writes one audit log entry about each account, '
  'without personal data.';

comment on function private.merge_accounts is
  'Moves all rows and files of one account to another, both with a lower rank than the caller; the role of the '
  'remaining account does not change.';

comment on function public.merge_accounts is
  'Merges an account into another and returns {outcome, obstacles, report, kept}: outcome is possible (dry_run), '
  'merged or refused, and report lists the rows that move; raises 42501 (rank), and without dry_run 28000 (no recent '
  'proof of identity) or 22023 (no reason); the server deletes the empty account afterwards.';

comment on function private.end_term is
  'Applies the action of a rule to the given rows and returns how many were changed.';

comment on function private.gaps_filled is
  'Returns the columns of the kept row that change in a merge, with their new values: empty ones are taken from the '
  'other row, lists are joined.';

comment on function records.writable_columns is
  'Returns the columns of a table that are keys of the object, except generated columns and those of the third '
  'argument; other keys are ignored.';

comment on function public.merge_records is
  'Merges the other row into the kept one: saved with moved, gone, or refused with the reason why not: same, '
  'trashed, elsewhere (another state) or hidden (the kept row is not public); raises 42501 without the permission of '
  'the table.';

comment on function private.save_requested_trip is
  'Stores the trip of an application until it is delivered; the first save takes the application into preparation.';

comment on function private.deliver_trip_panel is
  'Answers an application with its planned trip: a link to read it for 365 days and a copy in the account that '
  'applied, if there is one.';

comment on function private.trip_panel_share is
  'The open link of a delivered trip panel; the server derives its token from the id.';

comment on function private.notify_trip_panel is
  'Adds a notice for the account whose application for a trip panel was answered; nothing for other applications and '
  'statuses.';

comment on function public.save_requested_trip is
  'Saves the trip of an application for a trip panel: saved, conflict, gone, or refused with forbidden or '
  'invalid; forbidden once it is delivered or cancelled.';

comment on function public.deliver_trip_panel is
  'Delivers the saved trip of an application: {outcome: decided | already | missing | trip_unfinished | trip_changed, '
  'place: account | full | link}.';

comment on function public.read_approval is
  'Returns the content and the state of an approval link without changing anything; no row for an unknown token; '
  'anyone who has the token may call it.';

comment on function private.take_back is
  'Undoes the change that a request made; returns false, and changes nothing, when the place was changed after it.';

comment on function private.registration_answers is
  'The answers to the fields of a form; raises invalid_request with the name of the field that is wrong or missing.';

comment on function private.form_questions is
  'Questions without empty fields, each with a name of its own, made from the label where it is missing.';

comment on function private.release_places is 'Returns places of a registration that no longer holds them.';

comment on function private.proposed_values is 'Columns of a place from a change that its people proposed.';

comment on function private.place_of_claim is
  'The place that an approved request gives to its sender: the claimed one, or the new one that the sender runs; null '
  'for every other request.';

comment on function public.withdraw_place_change is
  'Takes an undecided proposal of an own place back; gone when the team was faster.';

comment on function private.start_service_plan is
  'A paid plan runs from today, or from the day after the plan that runs already.';

comment on function private.end_refunded_plan is 'Ends a plan after a refund; renewals follow without a gap.';

comment on function private.download_voucher is
  'Downloads a voucher once per request: saved, gone, or refused with limit (and the earlier code of the account), '
  'sold_out, sign_in '
  'or gone.';

comment on function public.download_voucher is
  'Downloads a voucher: saved with its id. Guests give a name and a WhatsApp number.';

grant execute on function public.save_trip to authenticated, service_role;

grant execute on function public.save_shared_trip to service_role;

grant execute on function public.merge_accounts to authenticated, service_role;

grant execute on function records.writable_columns to authenticated, service_role;

grant execute on function public.merge_records to authenticated, service_role;

grant execute on function public.save_requested_trip to authenticated, service_role;

grant execute on function public.deliver_trip_panel to authenticated, service_role;

revoke execute on function private.without_entities(jsonb) from public;

revoke execute on function private.without_entities(text) from public;

grant execute on function public.read_approval to anon, authenticated, service_role;

grant execute on function public.withdraw_place_change to authenticated, service_role;

grant execute on function public.download_voucher to anon, authenticated, service_role;

reset check_function_bodies;

comment on function private.without_entities(jsonb) is
  'Applies private.without_entities(text) to every text of a JSON document.';

comment on function private.without_entities(text) is
  'Returns a markdown text in which the HTML entities written by the visual editor are replaced by their characters.';
