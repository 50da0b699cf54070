set check_function_bodies = off;

drop function public.leave_convoy_as_guest;

drop function public.report_as_convoy_guest;

drop function public.join_convoy_as_guest;

drop function private.leave_convoy_as_guest;

drop function private.report_as_convoy_guest;

drop function private.join_convoy_as_guest;

drop function public.leave_convoy;

drop function public.change_convoy;

drop function public.report_to_convoy;

drop function public.join_convoy;

drop function public.create_convoy;

drop function private.leave_convoy;

drop function private.change_convoy;

drop function private.report_to_convoy;

drop function public.set_trip_done;

drop function public.delete_trip_track;

drop function public.finish_trip_track;

drop function public.append_trip_track;

drop function public.start_trip_track;

drop function private.set_trip_done;

drop function private.delete_trip_track;

drop function private.finish_trip_track;

drop function private.append_trip_track;

drop function private.start_trip_track;

drop function public.revoke_trip_share;

drop function public.share_trip;

drop function public.set_trip_deleted;

drop function private.join_convoy;

drop function private.create_convoy;

drop function private.revoke_trip_share;

drop function private.share_trip;

drop function private.set_trip_deleted;

-- Outcomes of writes and values of forms.

-- Outcome of lib/platform/outcome.ts: what a function that writes answers when the caller has to expect it.
create or replace function private.saved(fields jsonb default '{}') returns jsonb
language sql immutable set search_path = ''
return '{"outcome": "saved"}'::jsonb || fields;

create or replace function private.conflict(fields jsonb default '{}') returns jsonb
language sql immutable set search_path = ''
return '{"outcome": "conflict"}'::jsonb || fields;

create or replace function private.refused(reason text, field text default null) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('outcome', 'refused', 'field', field, 'reason', reason);

create or replace function private.gone() returns jsonb
language sql immutable set search_path = ''
return '{"outcome": "gone"}'::jsonb;

create or replace function private.saved_or_gone(is_found boolean) returns jsonb
language sql immutable set search_path = ''
return case when is_found then private.saved() else private.gone() end;

-- A save whose answer was lost is sent again: it finds its own content one version later and is answered as saved.
create or replace function private.store_trip(known public.trips, seen integer, plan jsonb, route jsonb, state text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_repeated boolean := known.version = coalesce(seen, 0) + 1 and known.plan = store_trip.plan and known.route
    is not distinct from store_trip.route;
  stored public.trips := known;
begin
  if known.id is null or known.deleted_at is not null then
    return private.gone();
  elsif not is_repeated and known.version is distinct from seen then
    return private.conflict(jsonb_build_object('theirs', private.trip_json(known)));
  elsif not is_repeated then
    update public.trips set
      title = btrim(store_trip.plan ->> 'title'), state_abbr = state, start_on = (store_trip.plan ->> 'leaveOn')::date,
      plan = store_trip.plan, route = store_trip.route, version = trips.version + 1, updated_at = clock_timestamp()
    where id = known.id returning * into stored;
  end if;
  return private.saved(jsonb_build_object('version', stored.version, 'updatedAt', stored.updated_at));
end $$;

-- A trip without owner is not of the caller either.
create or replace function private.save_trip(trip uuid, seen integer, plan jsonb, route jsonb, state text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
  known public.trips;
begin
  if not private.is_trip_plan(save_trip.plan) then
    return private.refused('invalid');
  end if;
  if seen is null and not exists (select from public.trips where id = trip) then
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
  select * into known from public.trips where id = trip for update;
  if known.id is not null and known.owner_id is distinct from account then
    return private.refused('forbidden');
  end if;
  return private.store_trip(known, seen, save_trip.plan, save_trip.route, state);
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return private.refused('invalid');
end $$;

create or replace function private.save_shared_trip(token text, trip uuid, seen integer, plan jsonb, route jsonb, state text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  share public.trip_shares;
  known public.trips;
  answer jsonb;
begin
  select * into share from public.trip_shares where token_hash = private.token_hash(token);
  if share.id is null then
    return private.refused('unknown');
  end if;
  select * into known from public.trips where id = share.trip_id for update;
  -- The link may have been revoked while this call waited for the trip.
  select * into share from public.trip_shares where id = share.id;
  if share.scope <> 'edit' or known.id is distinct from trip then
    return private.refused('forbidden');
  elsif private.share_state(share, known) <> 'open' then
    return private.gone();
  end if;
  answer := private.store_trip(
    known, seen, private.with_hidden_parts(save_shared_trip.plan, known.plan, share.parts), save_shared_trip.route,
    state
  );
  return case when answer ? 'theirs'
    then jsonb_set(answer, '{theirs,plan}', private.shared_plan(answer #> '{theirs,plan}', share.parts))
    else answer end;
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return private.refused('invalid');
end $$;

create function private.set_trip_deleted(trip uuid, is_deleted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
  known public.trips;
begin
  select * into known from public.trips where id = trip and owner_id = account for update;
  if known.id is null then
    return private.gone();
  elsif known.deleted_at is not null and not is_deleted and not private.has_room_for_trip(account) then
    return private.refused('limit');
  end if;
  update public.trips set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end where id = trip;
  return private.saved();
end $$;

create function private.share_trip(share uuid, trip uuid, token_hash text, scope text, days integer, parts text[])
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
begin
  perform from public.trips where id = trip and owner_id = account and deleted_at is null;
  if not found then
    return private.gone();
  elsif 20 <= (
    select count(*) from public.trip_shares as other
    where other.trip_id = trip and other.revoked_at is null and other.expires_at > now()
  ) then
    return private.refused('limit');
  end if;
  insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at, created_by, parts)
  values (
    share, trip, share_trip.token_hash, share_trip.scope, now() + make_interval(days => days), account, share_trip.parts
  );
  return private.saved();
exception when check_violation or not_null_violation or unique_violation then
  return private.refused('invalid');
end $$;

create function private.revoke_trip_share(share uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
begin
  update public.trip_shares set revoked_at = coalesce(revoked_at, now()) where id = share and created_by = account;
  return private.saved_or_gone(found);
end $$;

create function public.set_trip_deleted(trip uuid, is_deleted boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_trip_deleted(trip, is_deleted);

create function public.share_trip(share uuid, trip uuid, token_hash text, scope text, days integer, parts text[])
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.share_trip(share, trip, token_hash, scope, days, parts);

create function public.revoke_trip_share(share uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.revoke_trip_share(share);

create function private.start_trip_track(track uuid, trip uuid, started_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
  known public.trip_tracks;
begin
  select * into known from public.trip_tracks where id = track;
  if known.id is not null then
    return case when known.owner_id = account then private.saved() else private.refused('forbidden') end;
  elsif track is null or start_trip_track.started_at is null then
    return private.refused('invalid');
  -- The clock of a device may be some minutes fast.
  elsif start_trip_track.started_at > now() + interval '5 minutes' then
    return private.refused('in_future');
  elsif start_trip_track.started_at < now() - interval '60 days' then
    return private.refused('too_old');
  elsif 500 <= (select count(*) from public.trip_tracks where owner_id = account) then
    return private.refused('limit');
  end if;
  insert into public.trip_tracks (id, owner_id, trip_id, started_at)
  values (track, account, (select id from public.trips where id = trip and owner_id = account),
    start_trip_track.started_at);
  return private.saved();
exception when unique_violation then
  return private.refused('forbidden');
end $$;

create function private.append_trip_track(track uuid, number integer, points jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid := private.require_trip_owner();
  known public.trip_tracks;
  piece_count integer;
  last_point jsonb;
  stored jsonb;
begin
  select * into known from public.trip_tracks as own where own.id = track and own.owner_id = account for update;
  if known.id is null then
    return private.gone();
  elsif not coalesce(number between 0 and 999, false) or not private.is_track_piece(points) then
    return private.refused('invalid');
  end if;
  select piece.points into stored from public.trip_track_pieces as piece where piece.track_id = track
    and piece.number = append_trip_track.number;
  if found then
    return case when stored = points then private.saved() else private.conflict() end;
  elsif known.ended_at is not null then
    return private.refused('ended');
  end if;
  select count(*) into piece_count from public.trip_track_pieces as piece where piece.track_id = track;
  select piece.points -> -1 into last_point
  from public.trip_track_pieces as piece where piece.track_id = track order by piece.number desc limit 1;
  if number <> piece_count then
    return private.refused('missing');
  elsif known.started_at + make_interval(secs => (points -> -1 ->> 0)::double precision / 10) > now() + interval
    '5 minutes' then
    return private.refused('in_future');
  elsif not private.is_plausible_track(case when last_point is null then points
    else jsonb_build_array(last_point) || points end) then
    return private.refused('implausible');
  end if;
  insert into public.trip_track_pieces (track_id, number, owner_id, points) values (track, number, account, points);
  return private.saved();
end $$;

create function private.finish_trip_track(
  track uuid, pieces integer, ended_at timestamptz, km double precision, gap_km double precision,
    moving_minutes double precision
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid := private.require_trip_owner();
  known public.trip_tracks;
  minutes double precision;
begin
  select * into known from public.trip_tracks as own where own.id = track and own.owner_id = account for update;
  if known.id is null then
    return private.gone();
  elsif known.ended_at is not null then
    return private.saved();
  elsif pieces is distinct from (select count(*) from public.trip_track_pieces as piece
    where piece.track_id = track)::integer then
    return private.refused('missing');
  end if;
  minutes := extract(epoch from ended_at - known.started_at) / 60;
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

create function private.delete_trip_track(track uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
begin
  delete from public.trip_tracks where id = track and owner_id = account;
  return private.saved_or_gone(found);
end $$;

create function private.set_trip_done(trip uuid, is_done boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
begin
  update public.trips set done_at = case when is_done then coalesce(done_at, now()) end
  where id = trip and owner_id = account and deleted_at is null;
  return case when found then private.saved() else private.gone() end;
end $$;

create function public.start_trip_track(track uuid, trip uuid, started_at timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.start_trip_track(track, trip, started_at);

create function public.append_trip_track(track uuid, number integer, points jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.append_trip_track(track, number, points);

create function public.finish_trip_track(
  track uuid, pieces integer, ended_at timestamptz, km double precision, gap_km double precision,
    moving_minutes double precision
) returns jsonb
language sql volatile security invoker set search_path = ''
return private.finish_trip_track(track, pieces, ended_at, km, gap_km, moving_minutes);

create function public.delete_trip_track(track uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.delete_trip_track(track);

create function public.set_trip_done(trip uuid, is_done boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_trip_done(trip, is_done);

create function private.create_convoy(name text, ends_at timestamptz, member text, vehicle text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  made public.convoys;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  -- Concurrent calls of one account wait for each other, so that each counts the convoys of the others.
  perform from public.profiles where id = account for no key update;
  if (select count(*) from public.convoys where leader_id = account and convoys.ends_at > now()) >= 10 then
    return private.refused('limit');
  end if;
  insert into public.convoys (code, name, leader_id, ends_at)
  values (private.new_registration_code(), create_convoy.name, account, create_convoy.ends_at) returning * into made;
  insert into public.convoy_members (convoy_id, account_id, name, vehicle, role)
    values (made.id, account, member, create_convoy.vehicle, 'leader');
  return private.saved(jsonb_build_object('code', made.code));
end $$;

create function private.join_convoy(code text, member text, vehicle text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  found public.convoys;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into found from public.convoys as convoy where convoy.code = join_convoy.code for no key update;
  if found.id is null then
    return private.refused('unknown');
  elsif found.ends_at <= now() then
    return private.refused('over');
  elsif private.convoy_size(found.id) >= 100
    and not exists (select from public.convoy_members where convoy_id = found.id and account_id = account) then
    return private.refused('full');
  end if;
  insert into public.convoy_members (convoy_id, account_id, name, vehicle)
    values (found.id, account, member, join_convoy.vehicle)
  on conflict (convoy_id, account_id) do update set name = excluded.name, vehicle = excluded.vehicle;
  return private.saved();
end $$;

create function private.report_to_convoy(code text, status text, place jsonb, is_hidden boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  convoy public.convoys := private.own_convoy(code);
begin
  if convoy.id is null then
    return private.gone();
  end if;
  if status is not null then
    update public.convoy_members as member set status = report_to_convoy.status, status_at = now()
    where member.convoy_id = convoy.id and member.account_id = account and convoy.ends_at > now()
      and member.status <> report_to_convoy.status;
  end if;
  if is_hidden then
    delete from public.convoy_positions where convoy_id = convoy.id and account_id = account;
  elsif place is not null and convoy.ends_at > now() then
    -- A position that arrives late never replaces a newer one; a clock ahead of the server's counts as now.
    insert into public.convoy_positions (convoy_id, account_id, lat, lng, accuracy_m, measured_at, shared_until)
    select convoy.id, account, given.lat, given.lng, given.accuracy_m, least(given.measured_at, now()), convoy.ends_at
    from jsonb_to_record(place) as given (lat double precision, lng double precision, accuracy_m real,
      measured_at timestamptz)
    on conflict (convoy_id, account_id) do update
      set lat = excluded.lat, lng = excluded.lng, accuracy_m = excluded.accuracy_m, measured_at = excluded.measured_at
      where convoy_positions.measured_at < excluded.measured_at;
  end if;
  return private.saved();
end $$;

create function private.change_convoy(code text, changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  convoy public.convoys := private.own_convoy(code);
  listened uuid;
begin
  if convoy.id is null or convoy.leader_id <> private.account_id() then
    return private.gone();
  end if;
  -- Calls that replace the channel wait for each other, so that each returns the one that members know until then.
  select channel into listened from public.convoys where id = convoy.id for no key update;
  update public.convoys set
    regroup_points = coalesce(changes -> 'regroup_points', regroup_points),
    ends_at = case when changes ->> 'is_ended' = 'true' then least(ends_at, now()) else ends_at end,
    channel = case when changes ->> 'is_ended' = 'true' or ends_at <= now() then gen_random_uuid() else channel end
  where id = convoy.id returning * into convoy;
  update public.convoy_positions set shared_until = convoy.ends_at where convoy_id = convoy.id;
  update public.convoy_guests set expires_at = convoy.ends_at where convoy_id = convoy.id;
  update public.convoy_members set role = changes ->> 'role'
  where convoy_id = convoy.id and account_id = (changes ->> 'member')::uuid and role <> 'leader' and changes ->> 'role'
    in ('sweep', 'support', 'member');
  return private.saved(jsonb_build_object('channel', listened));
end $$;

create function private.leave_convoy(code text, member uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  convoy public.convoys := private.own_convoy(code);
  listened uuid;
begin
  if convoy.id is null or (member <> account and convoy.leader_id <> account) then
    return private.gone();
  end if;
  select channel into listened from public.convoys where id = convoy.id for no key update;
  -- A convoy without its leader ends for everybody.
  if member = convoy.leader_id then
    delete from public.convoys where id = convoy.id;
  else
    delete from public.convoy_members where convoy_id = convoy.id and account_id = member;
    if convoy.leader_id = account then
      delete from public.convoy_guests where convoy_id = convoy.id and id = member;
    end if;
  end if;
  return private.saved(jsonb_build_object('channel', listened));
end $$;

create function public.create_convoy(name text, ends_at timestamptz, member text, vehicle text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.create_convoy(name, ends_at, member, vehicle);

create function public.join_convoy(code text, member text, vehicle text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.join_convoy(code, member, vehicle);

create function public.report_to_convoy(code text, status text, place jsonb, is_hidden boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.report_to_convoy(code, status, place, is_hidden);

create function public.change_convoy(code text, changes jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_convoy(code, changes);

create function public.leave_convoy(code text, member uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.leave_convoy(code, member);

create function private.join_convoy_as_guest(code text, token_hash text, member text, vehicle text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.convoys;
begin
  select * into found from public.convoys as convoy where convoy.code = join_convoy_as_guest.code for no key update;
  if found.id is null then
    return private.refused('unknown');
  elsif found.ends_at <= now() then
    return private.refused('over');
  elsif private.convoy_size(found.id) >= 100 then
    return private.refused('full');
  end if;
  insert into public.convoy_guests (convoy_id, token_hash, name, vehicle, expires_at)
    values (found.id, join_convoy_as_guest.token_hash, member, join_convoy_as_guest.vehicle, found.ends_at);
  return private.saved();
end $$;

create function private.report_as_convoy_guest(code text, token text, status text, place jsonb, is_hidden boolean)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  guest public.convoy_guests := private.convoy_guest(code, token);
begin
  if guest.id is null then
    return private.gone();
  end if;
  -- A position that arrives late never replaces a newer one; a clock ahead of the server's counts as now.
  update public.convoy_guests as known set
    status = coalesce(report_as_convoy_guest.status, known.status),
    status_at = case when report_as_convoy_guest.status <> known.status then now() else known.status_at end,
    place = case
      when is_hidden then null
      when report_as_convoy_guest.place is null then known.place
      when (known.place ->> 'measured_at')::timestamptz >= (report_as_convoy_guest.place ->> 'measured_at')::timestamptz
        then known.place
      else jsonb_build_object(
        'lat', report_as_convoy_guest.place -> 'lat', 'lng', report_as_convoy_guest.place -> 'lng',
        'accuracy_m', report_as_convoy_guest.place -> 'accuracy_m',
        'measured_at', least((report_as_convoy_guest.place ->> 'measured_at')::timestamptz, now()))
    end
  where known.id = guest.id;
  return private.saved();
end $$;

create function private.leave_convoy_as_guest(code text, token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  guest public.convoy_guests := private.convoy_guest(code, token);
  listened uuid;
begin
  if guest.id is null then
    return private.gone();
  end if;
  select channel into listened from public.convoys where id = guest.convoy_id for no key update;
  delete from public.convoy_guests where id = guest.id;
  return private.saved(jsonb_build_object('channel', listened));
end $$;

create function public.join_convoy_as_guest(code text, token_hash text, member text, vehicle text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.join_convoy_as_guest(code, token_hash, member, vehicle);

create function public.report_as_convoy_guest(code text, token text, status text, place jsonb, is_hidden boolean)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.report_as_convoy_guest(code, token, status, place, is_hidden);

create function public.leave_convoy_as_guest(code text, token text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.leave_convoy_as_guest(code, token);

create or replace function private.save_requested_trip(request uuid, seen integer, plan jsonb, route jsonb, state text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.trip_panel_requests;
  known public.trips;
  answer jsonb;
begin
  perform private.require_permission('service_requests');
  if not private.is_trip_plan(save_requested_trip.plan) then
    return private.refused('invalid');
  end if;
  select * into asked from public.trip_panel_requests where id = request for update;
  if asked.id is null then
    return private.gone();
  elsif asked.status not in ('received', 'in_progress') then
    return private.refused('forbidden');
  end if;
  if seen is null then
    insert into public.trips (id, request_id, title, state_abbr, start_on, plan, route)
    values (
      gen_random_uuid(), request, btrim(save_requested_trip.plan ->> 'title'), state,
        (save_requested_trip.plan ->> 'leaveOn')::date,
      save_requested_trip.plan, save_requested_trip.route
    )
    on conflict (request_id) do nothing;
  end if;
  select * into known from public.trips where request_id = request for update;
  answer := private.store_trip(known, seen, save_requested_trip.plan, save_requested_trip.route, state);
  if answer ->> 'outcome' = 'saved' then
    update public.trip_panel_requests set status = 'in_progress', decided_by = private.account_id(), decided_at = now()
    where id = request and status = 'received';
  end if;
  return answer;
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return private.refused('invalid');
end $$;

comment on function private.saved is 'The outcome of a write that was done, now or by an earlier sending of the request.';

comment on function private.conflict is 'The outcome when somebody changed the record since the caller read it.';

comment on function private.refused is 'The outcome when a rule does not allow the write; field: the part of the form.';

comment on function private.gone is 'The outcome when the record, or the right of the caller to it, does not exist.';

comment on function private.saved_or_gone is 'The outcome of a write that changes a row if the caller has it.';

comment on function private.save_trip is
  'Stores a new trip (seen is null) or the next version of an existing one for its owner; the '
  'outcome of a conflict has the stored trip, theirs.';

comment on function private.save_shared_trip is
  'Stores the next version of a trip for the holder of a link with scope edit; gone for a link that has ended, refused '
  'with unknown for a token that does not exist.';

comment on function private.set_trip_deleted is
  'Moves a trip of the caller into the trash or back; refused with limit.';

comment on function private.share_trip is
  'Makes a link to a trip of the caller; refused with invalid, or limit when the trip has 20 open links.';

comment on function private.revoke_trip_share is 'Ends a link of the caller for good; gone when it is not theirs.';

comment on function public.save_trip is
  'Saves a trip of the caller: saved, conflict, gone, or refused with forbidden, invalid or limit. seen is the '
  'version that was opened, null for a new trip.';

comment on function public.set_trip_deleted is
  'Moves a trip of the caller into the trash, where it is kept for 30 days, or back.';

comment on function public.share_trip is 'Makes a link to a trip of the caller: saved, gone, or refused with invalid or limit.';

comment on function public.revoke_trip_share is 'Ends a link of the caller for good; gone when it is not theirs.';

comment on function private.start_trip_track is
  'Stores the start of a track; a trip that is not the caller''s is left out, so that the recorded points are not '
  'lost with it.';

comment on function private.append_trip_track is
  'Stores the next piece of a track of the caller; a piece that is sent again is answered as saved.';

comment on function private.finish_trip_track is
  'Stores the end and the totals of a track of the caller when it has all its pieces; the first end stays.';

comment on function private.delete_trip_track is
  'Deletes a track of the caller with its points for good; gone when it is not theirs.';

comment on function private.set_trip_done is 'Closes a trip of the caller or opens it again.';

comment on function public.start_trip_track is
  'Starts a track of the caller: saved, or refused with forbidden, invalid, in_future, too_old or limit.';

comment on function public.append_trip_track is
  'Adds a piece to a track of the caller: saved, gone, conflict when the piece was stored with other points, or refused '
  'with invalid, ended, missing, in_future or implausible.';

comment on function public.finish_trip_track is
  'Ends a track of the caller: saved, gone, or refused with missing, in_future or invalid.';

comment on function public.delete_trip_track is 'Deletes a track of the caller for good; gone when it is not theirs.';

comment on function public.set_trip_done is 'Closes a trip of the caller or opens it again: saved or gone.';

comment on function public.create_convoy is
  'Creates a convoy that begins now, led by the caller: saved with its code, refused with limit for an account that '
  'leads ten running convoys.';

comment on function public.join_convoy is
  'Adds the caller to a convoy, or changes the own name and car: saved, or refused with unknown, over or full '
  '(100 people).';

comment on function public.report_to_convoy is
  'Stores the status and the last position {lat, lng, accuracy_m, measured_at} of the caller; is_hidden deletes the '
  'position; gone for others than members.';

comment on function public.change_convoy is
  'For the leader: {regroup_points}, {is_ended: true} or {member, role}; saved with the channel of before the '
  'change, gone for everybody else.';

comment on function public.leave_convoy is
  'Removes the caller, or a member or guest for the leader; the convoy is deleted when its leader leaves. Saved with '
  'the channel of before, gone for everybody else.';

comment on function public.join_convoy_as_guest is
  'Adds a person without an account to a convoy: saved, or refused with unknown, over or full (100 people). Only the '
  'server calls it, which limits the guesses of codes.';

comment on function public.report_as_convoy_guest is
  'report_to_convoy for the guest with this token; gone for every other token and after the end.';

comment on function public.leave_convoy_as_guest is
  'Deletes the guest with this token: saved with the channel of before, gone for every other token.';

comment on function public.save_requested_trip is
  'Saves the trip of an application for a trip panel: saved, conflict, gone, or refused with forbidden or invalid; '
  'forbidden once it is delivered or cancelled.';

grant execute on function private.conflict to public;

grant execute on function private.gone to public;

grant execute on function private.refused to public;

grant execute on function private.saved to public;

grant execute on function private.saved_or_gone to public;

grant execute on function public.set_trip_deleted to authenticated, service_role;

grant execute on function public.share_trip to authenticated, service_role;

grant execute on function public.revoke_trip_share to authenticated, service_role;

grant execute on function public.start_trip_track to authenticated, service_role;

grant execute on function public.append_trip_track to authenticated, service_role;

grant execute on function public.finish_trip_track to authenticated, service_role;

grant execute on function public.delete_trip_track to authenticated, service_role;

grant execute on function public.set_trip_done to authenticated, service_role;

grant execute on function public.create_convoy to authenticated, service_role;

grant execute on function public.join_convoy to authenticated, service_role;

grant execute on function public.report_to_convoy to authenticated, service_role;

grant execute on function public.change_convoy to authenticated, service_role;

grant execute on function public.leave_convoy to authenticated, service_role;

grant execute on function public.join_convoy_as_guest to service_role;

grant execute on function public.report_as_convoy_guest to anon, authenticated, service_role;

grant execute on function public.leave_convoy_as_guest to anon, authenticated, service_role;

reset check_function_bodies;
