set check_function_bodies = off;

-- Trips: plans of stops and days with their line, and the links that share them.

create function private.is_trip_plan(plan jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(plan) is distinct from 'object' or jsonb_typeof(plan -> 'title') is distinct from 'string'
      or jsonb_typeof(plan -> 'stops') is distinct from 'array' or jsonb_typeof(plan -> 'car') is distinct from 'object'
        then false
    when char_length(plan ->> 'title') > 120 or jsonb_array_length(plan -> 'stops') > 25 then false
    else coalesce(plan ->> 'leaveOn', '2000-01-01') ~ '^\d{4}-\d{2}-\d{2}$' and not exists (
      select from jsonb_array_elements(plan -> 'stops') as stop
      where jsonb_typeof(stop) <> 'object' or jsonb_typeof(stop -> 'lat') is distinct from 'number'
        or jsonb_typeof(stop -> 'lng') is distinct from 'number' or coalesce(stop ->> 'kind', '')
          not in ('stop', 'shape')
    )
  end
$$;
comment on function private.is_trip_plan is
  'Whether a value has the parts of a plan that the database reads; lib/trips/schema.ts checks all of them.';

create table public.trips (
  id uuid primary key,
  owner_id uuid references public.profiles (id) on delete cascade,
  title text not null check (char_length(title) <= 120),
  state_abbr char(2) references public.states (abbr),
  start_on date,
  plan jsonb not null check (private.is_trip_plan(plan) and octet_length(plan::text) <= 80000),
  route jsonb check (
    route is null or coalesce(jsonb_typeof(route -> 'sections') = 'array' and jsonb_typeof(route -> 'km') = 'number',
      false)
    and octet_length(route::text) <= 1200000
  ),
  version integer not null default 1 check (version > 0),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  request_id uuid unique,
  delivered_request_id uuid,
  done_at timestamptz,
  status text not null
  generated always as (case when done_at is not null then 'done' when route is null then 'draft' else 'planned' end)
    stored,
  vehicle_id uuid,
  constraint trip_belongs_to_an_account_or_a_request check ((owner_id is null) = (request_id is not null)),
  constraint only_trips_of_accounts_were_delivered check (delivered_request_id is null or owner_id is not null)
);
comment on table public.trips is
  'Planned trips of an account, or of an application for a trip panel; written by functions only. The owner and the '
  'holders of a link read them, the team only those of applications.';
comment on column public.trips.id is 'Made by the browser, so that a new trip that is sent twice is stored once.';
comment on column public.trips.owner_id is 'Null for the trip of an application, which belongs to no account.';
comment on column public.trips.state_abbr is 'State of the first stop; null without one.';
comment on column public.trips.start_on is 'Day of departure in the plan.';
comment on column public.trips.plan is
  'tripPlanSchema of lib/trips/schema.ts; at most 64 kB as sent, jsonb prints it with spaces.';
comment on column public.trips.route is
  'storedRouteSchema: the line that everybody sees who opens the trip; at most 1 MB as sent.';
comment on column public.trips.version is 'Counts the saves; a save names the version that was opened.';
comment on column public.trips.deleted_at is 'In the trash for 30 days.';
comment on column public.trips.request_id is 'The application that the team plans this trip for.';
comment on column public.trips.delivered_request_id is 'The application whose trip was copied into this account.';
comment on column public.trips.done_at is 'When the owner closed the trip; null while it is planned or driven.';
comment on column public.trips.status is
  'done: closed by its owner. draft: without a computed route. planned: with one.';
comment on column public.trips.vehicle_id is
  'The car of the garage that the plan names (car.vehicleId), if the owner of the trip may edit it; written by a '
  'trigger.';
create index trips_owner_id_idx on public.trips (owner_id, updated_at desc);
create index trips_state_abbr_idx on public.trips (state_abbr);
create index trips_deleted_at_idx on public.trips (deleted_at) where deleted_at is not null;
create index trips_delivered_request_id_idx on public.trips (delivered_request_id);
create index trips_vehicle_id_idx on public.trips (vehicle_id);
alter table public.trips enable row level security;
grant select on public.trips to authenticated;
grant all on public.trips to service_role;
create policy "authenticated owners read their own trips, request managers those of applications" on public.trips
  for select to authenticated using (
    owner_id = (select private.account_id()) or request_id is not null
      and (select private.has_permission('service_requests'))
  );
create trigger trips_server_columns before insert or update on public.trips
  for each row execute function private.guard_server_columns('owner_id', 'created_at,updated_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('trips', 'owner_id', 'account', 'own', 'Viagens planejadas', 'delete', 83);

select
  private.declare_columns('trips', 'exported',
    '{id,owner_id,title,state_abbr,start_on,plan,version,deleted_at,created_at,updated_at,delivered_request_id,
      done_at,status,vehicle_id}'),
  private.declare_columns('trips', 'not_personal', '{route}', 'computed from the stops of the plan'),
  private.declare_columns('trips', 'not_personal', '{request_id}', 'the application itself is exported');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('deleted_trips', 'public.trips', 'deleted_at', '30 days', 'deleted_at is not null', 282);

create table public.trip_shares (
  id uuid primary key,
  trip_id uuid not null references public.trips (id) on delete cascade,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  scope text not null check (scope in ('view', 'edit')),
  expires_at timestamptz not null check (expires_at <= created_at + interval '366 days'),
  revoked_at timestamptz,
  created_by uuid references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.trip_shares is 'Links that let people without an account open a trip or edit it.';
comment on column public.trip_shares.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.trip_shares.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
comment on column public.trip_shares.created_by is
  'Null for the link of a delivered trip panel, which outlives the account that delivered it.';
create index trip_shares_trip_id_idx on public.trip_shares (trip_id);
create index trip_shares_created_by_idx on public.trip_shares (created_by);
alter table public.trip_shares enable row level security;
grant select (
  id, trip_id, scope, expires_at, revoked_at, created_by, created_at
) on public.trip_shares to authenticated;
grant all on public.trip_shares to service_role;
create policy "authenticated owners read links of their own trips, request managers those of delivered panels"
  on public.trip_shares
  for select to authenticated using (
    created_by = (select private.account_id())
    or created_by is null and (select private.has_permission('service_requests'))
      and exists (select from public.trips where trips.id = trip_id and trips.request_id is not null)
  );
create trigger trip_shares_server_columns before insert or update on public.trip_shares
  for each row execute function private.guard_server_columns('created_by', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('trip_shares', 'created_by', 'account', 'own', 'Links de viagens', 'delete', 84);

select
  private.declare_columns('trip_shares', 'exported', '{id,trip_id,scope,expires_at,revoked_at,created_by,created_at}'),
  private.declare_columns('trip_shares', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('ended_trip_links', 'public.trip_shares', 'least(expires_at, revoked_at)', '1 year', 283);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.trip_shares', 'token_hash', 'null');

create function private.trip_json(trip public.trips) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', trip.id, 'version', trip.version, 'plan', trip.plan, 'route', trip.route, 'updatedAt',
    trip.updated_at)
$$;
comment on function private.trip_json is 'A trip as SavedTrip of lib/trips/schema.ts.';

create function private.require_trip_owner() returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  -- Concurrent calls of one account wait for each other, so that each counts the trips of the others.
  perform from public.profiles where id = account for no key update;
  return account;
end $$;
comment on function private.require_trip_owner is
  'The account of the caller, locked until the end of the transaction; raises 42501 without one.';

create function private.has_room_for_trip(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) < 200 from public.trips where owner_id = account and deleted_at is null
$$;
comment on function private.has_room_for_trip is 'An account keeps 200 trips outside the trash.';

-- A save whose answer was lost is sent again: it finds its own content one version later and is answered as saved.
create function private.store_trip(known public.trips, seen integer, plan jsonb, route jsonb, state text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_repeated boolean := known.version = coalesce(seen, 0) + 1 and known.plan = store_trip.plan and known.route
    is not distinct from store_trip.route;
  stored public.trips := known;
begin
  if known.id is null or known.deleted_at is not null then
    return '{"status": "gone"}';
  elsif not is_repeated and known.version is distinct from seen then
    return jsonb_build_object('status', 'conflict', 'theirs', private.trip_json(known));
  elsif not is_repeated then
    update public.trips set
      title = btrim(store_trip.plan ->> 'title'), state_abbr = state, start_on = (store_trip.plan ->> 'leaveOn')::date,
      plan = store_trip.plan, route = store_trip.route, version = trips.version + 1, updated_at = clock_timestamp()
    where id = known.id returning * into stored;
  end if;
  return jsonb_build_object('status', 'saved', 'version', stored.version, 'updatedAt', stored.updated_at);
end $$;
comment on function private.store_trip is
  'Writes a locked trip if it still has the version that was opened; otherwise answers conflict with the stored trip '
  'and writes nothing.';

-- A trip without owner is not of the caller either.
create function private.save_trip(trip uuid, seen integer, plan jsonb, route jsonb, state text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
  known public.trips;
begin
  if not private.is_trip_plan(save_trip.plan) then
    return '{"status": "invalid"}';
  end if;
  if seen is null and not exists (select from public.trips where id = trip) then
    if not private.has_room_for_trip(account) then
      return '{"status": "limit"}';
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
    return '{"status": "forbidden"}';
  end if;
  return private.store_trip(known, seen, save_trip.plan, save_trip.route, state);
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return '{"status": "invalid"}';
end $$;
comment on function private.save_trip is
  'Stores a new trip (seen is null) or the next version of an existing one for its owner; answers SaveTripAnswer of '
  'lib/trips/schema.ts.';

create function private.share_state(share public.trip_shares, trip public.trips) returns text
language sql stable set search_path = '' as $$
  select case
    when share.revoked_at is not null then 'revoked'
    when share.expires_at <= now() then 'expired'
    when trip.deleted_at is not null then 'deleted'
    else 'open'
  end
$$;
comment on function private.share_state is 'open, revoked, expired, or deleted when the trip is in the trash.';

create function private.save_shared_trip(token text, trip uuid, seen integer, plan jsonb, route jsonb, state text)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  share public.trip_shares;
  known public.trips;
begin
  select * into share from public.trip_shares where token_hash = private.token_hash(token);
  if share.id is null then
    return '{"status": "unknown"}';
  end if;
  select * into known from public.trips where id = share.trip_id for update;
  -- The link may have been revoked while this call waited for the trip.
  select * into share from public.trip_shares where id = share.id;
  if share.scope <> 'edit' or known.id is distinct from trip then
    return '{"status": "forbidden"}';
  elsif private.share_state(share, known) <> 'open' then
    return '{"status": "gone"}';
  end if;
  return private.store_trip(known, seen, save_shared_trip.plan, save_shared_trip.route, state);
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return '{"status": "invalid"}';
end $$;
comment on function private.save_shared_trip is
  'Stores the next version of a trip for the holder of a link with scope edit.';

create function private.set_trip_deleted(trip uuid, is_deleted boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
  known public.trips;
begin
  select * into known from public.trips where id = trip and owner_id = account for update;
  if known.id is null then
    return 'gone';
  elsif known.deleted_at is not null and not is_deleted and not private.has_room_for_trip(account) then
    return 'limit';
  end if;
  update public.trips set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end where id = trip;
  return 'saved';
end $$;
comment on function private.set_trip_deleted is
  'Moves a trip of the caller into the trash or back; answers saved, gone or limit.';

create function private.share_trip(share uuid, trip uuid, token_hash text, scope text, days integer) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
begin
  perform from public.trips where id = trip and owner_id = account and deleted_at is null;
  if not found then
    return 'gone';
  elsif 20 <= (
    select count(*) from public.trip_shares as other
    where other.trip_id = trip and other.revoked_at is null and other.expires_at > now()
  ) then
    return 'limit';
  end if;
  insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at, created_by)
  values (share, trip, share_trip.token_hash, share_trip.scope, now() + make_interval(days => days), account);
  return 'saved';
exception when check_violation or not_null_violation or unique_violation then
  return 'invalid';
end $$;
comment on function private.share_trip is
  'Makes a link to a trip of the caller; answers saved, gone, invalid, or limit when the trip has 20 open links.';

create function private.revoke_trip_share(share uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
begin
  update public.trip_shares set revoked_at = coalesce(revoked_at, now()) where id = share and created_by = account;
  return found;
end $$;
comment on function private.revoke_trip_share is 'Ends a link of the caller for good; false when it is not theirs.';

create function private.read_trip_share(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case state.name
    when 'open' then jsonb_build_object('state', state.name, 'scope', share.scope, 'expiresAt', share.expires_at,
      'trip', private.trip_json(trip))
    else jsonb_build_object('state', state.name)
  end
  from public.trip_shares as share
  join public.trips as trip on trip.id = share.trip_id
  cross join lateral (select private.share_state(share, trip) as name) as state
  where share.token_hash = private.token_hash(token)
$$;
comment on function private.read_trip_share is
  'The trip behind a link; only the state of a link that has ended, null for a token that does not exist.';

create function private.trip_share_state(token text) returns text
language sql stable security definer set search_path = '' as $$
  select private.share_state(share, trip) from public.trip_shares as share
  join public.trips as trip on trip.id = share.trip_id
  where share.token_hash = private.token_hash(token)
$$;
comment on function private.trip_share_state is 'State of a link; null for a token that does not exist.';

create function public.save_trip(trip uuid, seen integer, plan jsonb, route jsonb, state text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_trip(trip, seen, plan, route, state);
comment on function public.save_trip is
  'Saves a trip of the caller: {status: saved | conflict | gone | forbidden | invalid | limit}. seen is the version '
  'that was opened, null for a new trip.';
grant execute on function public.save_trip to authenticated, service_role;

create function public.save_shared_trip(token text, trip uuid, seen integer, plan jsonb, route jsonb, state text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_shared_trip(token, trip, seen, plan, route, state);
comment on function public.save_shared_trip is
  'For the server only, which checks the plan and limits guesses: saves a trip with a link of scope edit.';
grant execute on function public.save_shared_trip to service_role;

create function public.set_trip_deleted(trip uuid, is_deleted boolean) returns text
language sql volatile security invoker set search_path = ''
return private.set_trip_deleted(trip, is_deleted);
comment on function public.set_trip_deleted is
  'Moves a trip of the caller into the trash, where it is kept for 30 days, or back.';
grant execute on function public.set_trip_deleted to authenticated, service_role;

create function public.share_trip(share uuid, trip uuid, token_hash text, scope text, days integer) returns text
language sql volatile security invoker set search_path = ''
return private.share_trip(share, trip, token_hash, scope, days);
comment on function public.share_trip is 'Makes a link to a trip of the caller: saved, gone, invalid or limit.';
grant execute on function public.share_trip to authenticated, service_role;

create function public.revoke_trip_share(share uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.revoke_trip_share(share);
comment on function public.revoke_trip_share is 'Ends a link of the caller for good; false when it is not theirs.';
grant execute on function public.revoke_trip_share to authenticated, service_role;

create function public.read_trip_share(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_trip_share(token);
comment on function public.read_trip_share is
  'The trip behind a link: {state, scope, expiresAt, trip}; anyone who has the token may call it.';
grant execute on function public.read_trip_share to anon, authenticated, service_role;

create function public.trip_share_state(token text) returns text
language sql stable security invoker set search_path = ''
return private.trip_share_state(token);
comment on function public.trip_share_state is
  'Whether a link is open, revoked, expired or its trip deleted; null for a token that does not exist.';
grant execute on function public.trip_share_state to anon, authenticated, service_role;

-- Recorded drives.

create table public.trip_tracks (
  id uuid primary key,
  owner_id uuid not null references public.profiles (id) on delete cascade,
  trip_id uuid references public.trips (id) on delete set null,
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at),
  km double precision check (km between 0 and 40000),
  gap_km double precision check (gap_km between 0 and 40000),
  moving_minutes double precision check (moving_minutes between 0 and 20000),
  created_at timestamptz not null default now(),
  check (num_nonnulls(ended_at, km, gap_km, moving_minutes) in (0, 4))
);
comment on table public.trip_tracks is
  'Recorded drives of an account; written by functions only. Nobody but the owner reads them, the holders of a link '
  'to the trip neither.';
comment on column public.trip_tracks.id is 'Made by the device, so that a track that is sent twice is stored once.';
comment on column public.trip_tracks.trip_id is
  'The driven trip; null for a drive without a plan and after the trip was deleted.';
comment on column public.trip_tracks.ended_at is 'Null until every piece arrived; then the totals are stored too.';
comment on column public.trip_tracks.km is 'Kilometres with signal.';
comment on column public.trip_tracks.gap_km is 'Straight kilometres across the stretches without signal.';
comment on column public.trip_tracks.moving_minutes is 'Minutes with signal in which the car moved.';
create index trip_tracks_owner_id_idx on public.trip_tracks (owner_id, started_at desc);
create index trip_tracks_trip_id_idx on public.trip_tracks (trip_id);
alter table public.trip_tracks enable row level security;
grant select on public.trip_tracks to authenticated;
grant all on public.trip_tracks to service_role;
create policy "owners read their own tracks, signed in as authenticated" on public.trip_tracks
  for select to authenticated using (owner_id = (select private.account_id()));
create trigger trip_tracks_server_columns before insert or update on public.trip_tracks
  for each row execute function private.guard_server_columns('owner_id', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('trip_tracks', 'owner_id', 'account', 'own', 'Percursos gravados', 'delete', 93);

select private.declare_columns('trip_tracks', 'exported',
  '{id,owner_id,trip_id,started_at,ended_at,km,gap_km,moving_minutes,created_at}');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('unfinished_trip_tracks', 'public.trip_tracks', 'started_at', '1 year', 'ended_at is null', 410);

create table public.trip_track_pieces (
  track_id uuid not null references public.trip_tracks (id) on delete cascade,
  number integer not null check (number between 0 and 999),
  owner_id uuid not null references public.profiles (id) on delete cascade,
  points jsonb not null check (private.is_track_piece(points)),
  primary key (track_id, number)
);
comment on table public.trip_track_pieces is 'The points of a track in pieces of at most 100; a piece never changes.';
comment on column public.trip_track_pieces.number is 'Counts from 0 without a gap.';
create index trip_track_pieces_owner_id_idx on public.trip_track_pieces (owner_id);
alter table public.trip_track_pieces enable row level security;
grant select on public.trip_track_pieces to authenticated;
grant all on public.trip_track_pieces to service_role;
create policy "owners read the pieces of their own tracks, signed in as authenticated" on public.trip_track_pieces
  for select to authenticated using (owner_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('trip_track_pieces', 'owner_id', 'account', 'own', 'Pontos dos percursos gravados', 'delete', 94);

select private.declare_columns('trip_track_pieces', 'exported', '{track_id,number,owner_id,points}');

create function private.start_trip_track(track uuid, trip uuid, started_at timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
  known public.trip_tracks;
begin
  select * into known from public.trip_tracks where id = track;
  if known.id is not null then
    return case when known.owner_id = account then 'started' else 'forbidden' end;
  elsif track is null or start_trip_track.started_at is null then
    return 'invalid';
  -- The clock of a device may be some minutes fast.
  elsif start_trip_track.started_at > now() + interval '5 minutes' then
    return 'in_future';
  elsif start_trip_track.started_at < now() - interval '60 days' then
    return 'too_old';
  elsif 500 <= (select count(*) from public.trip_tracks where owner_id = account) then
    return 'limit';
  end if;
  insert into public.trip_tracks (id, owner_id, trip_id, started_at)
  values (track, account, (select id from public.trips where id = trip and owner_id = account),
    start_trip_track.started_at);
  return 'started';
exception when unique_violation then
  return 'forbidden';
end $$;
comment on function private.start_trip_track is
  'Stores the start of a track; a trip that is not the caller''s is left out, so that the recorded points are not '
  'lost with it.';

create function private.append_trip_track(track uuid, number integer, points jsonb) returns text
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
    return 'gone';
  elsif not coalesce(number between 0 and 999, false) or not private.is_track_piece(points) then
    return 'invalid';
  end if;
  select piece.points into stored from public.trip_track_pieces as piece where piece.track_id = track
    and piece.number = append_trip_track.number;
  if found then
    return case when stored = points then 'stored' else 'conflict' end;
  elsif known.ended_at is not null then
    return 'ended';
  end if;
  select count(*) into piece_count from public.trip_track_pieces as piece where piece.track_id = track;
  select piece.points -> -1 into last_point
  from public.trip_track_pieces as piece where piece.track_id = track order by piece.number desc limit 1;
  if number <> piece_count then
    return 'missing';
  elsif known.started_at + make_interval(secs => (points -> -1 ->> 0)::double precision / 10) > now() + interval
    '5 minutes' then
    return 'in_future';
  elsif not private.is_plausible_track(case when last_point is null then points
    else jsonb_build_array(last_point) || points end) then
    return 'implausible';
  end if;
  insert into public.trip_track_pieces (track_id, number, owner_id, points) values (track, number, account, points);
  return 'stored';
end $$;
comment on function private.append_trip_track is
  'Stores the next piece of a track of the caller; a piece that is sent again is answered as stored.';

create function private.finish_trip_track(
  track uuid, pieces integer, ended_at timestamptz, km double precision, gap_km double precision,
    moving_minutes double precision
) returns text
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid := private.require_trip_owner();
  known public.trip_tracks;
  minutes double precision;
begin
  select * into known from public.trip_tracks as own where own.id = track and own.owner_id = account for update;
  if known.id is null then
    return 'gone';
  elsif known.ended_at is not null then
    return 'finished';
  elsif pieces is distinct from (select count(*) from public.trip_track_pieces as piece
    where piece.track_id = track)::integer then
    return 'missing';
  end if;
  minutes := extract(epoch from ended_at - known.started_at) / 60;
  if ended_at > now() + interval '5 minutes' then
    return 'in_future';
  -- The speed of each step was checked with its piece; inaccurate positions may add to the sum.
  elsif not coalesce(minutes >= 0 and km + gap_km <= 10 + minutes * 30 and moving_minutes <= minutes + 1, false) then
    return 'invalid';
  end if;
  update public.trip_tracks as own set ended_at = finish_trip_track.ended_at, km = finish_trip_track.km,
    gap_km = finish_trip_track.gap_km, moving_minutes = finish_trip_track.moving_minutes
  where own.id = track;
  return 'finished';
exception when check_violation then
  return 'invalid';
end $$;
comment on function private.finish_trip_track is
  'Stores the end and the totals of a track of the caller when it has all its pieces; the first end stays.';

create function private.delete_trip_track(track uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
begin
  delete from public.trip_tracks where id = track and owner_id = account;
  return found;
end $$;
comment on function private.delete_trip_track is
  'Deletes a track of the caller with its points for good; false when it is not theirs.';

create function private.set_trip_done(trip uuid, is_done boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
begin
  update public.trips set done_at = case when is_done then coalesce(done_at, now()) end
  where id = trip and owner_id = account and deleted_at is null;
  return case when found then 'saved' else 'gone' end;
end $$;
comment on function private.set_trip_done is 'Closes a trip of the caller or opens it again; answers saved or gone.';

create function public.start_trip_track(track uuid, trip uuid, started_at timestamptz) returns text
language sql volatile security invoker set search_path = ''
return private.start_trip_track(track, trip, started_at);
comment on function public.start_trip_track is
  'Starts a track of the caller: started, forbidden, invalid, in_future, too_old or limit.';
grant execute on function public.start_trip_track to authenticated, service_role;

create function public.append_trip_track(track uuid, number integer, points jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.append_trip_track(track, number, points);
comment on function public.append_trip_track is
  'Adds a piece to a track of the caller: stored, gone, invalid, conflict, ended, missing, in_future or implausible.';
grant execute on function public.append_trip_track to authenticated, service_role;

create function public.finish_trip_track(
  track uuid, pieces integer, ended_at timestamptz, km double precision, gap_km double precision,
    moving_minutes double precision
) returns text
language sql volatile security invoker set search_path = ''
return private.finish_trip_track(track, pieces, ended_at, km, gap_km, moving_minutes);
comment on function public.finish_trip_track is
  'Ends a track of the caller: finished, gone, missing, in_future or invalid.';
grant execute on function public.finish_trip_track to authenticated, service_role;

create function public.delete_trip_track(track uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.delete_trip_track(track);
comment on function public.delete_trip_track is 'Deletes a track of the caller for good; false when it is not theirs.';
grant execute on function public.delete_trip_track to authenticated, service_role;

create function public.set_trip_done(trip uuid, is_done boolean) returns text
language sql volatile security invoker set search_path = ''
return private.set_trip_done(trip, is_done);
comment on function public.set_trip_done is 'Closes a trip of the caller or opens it again: saved or gone.';
grant execute on function public.set_trip_done to authenticated, service_role;

-- Convoys: several cars that travel together and show where they are.

create table public.convoys (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 80),
  leader_id uuid not null references public.profiles (id) on delete cascade,
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null,
  regroup_points jsonb not null default '[]' check (jsonb_typeof(regroup_points) = 'array'
    and jsonb_array_length(regroup_points) <= 20),
  channel uuid not null default gen_random_uuid(),
  constraint convoy_ends_after_it_starts check (ends_at >= starts_at and ends_at <= starts_at + interval '7 days')
);
comment on table public.convoys is 'Cars that drive together; read and written by functions for its members.';
comment on column public.convoys.code is 'Opens the convoy for a signed-in account that knows it.';
comment on column public.convoys.regroup_points is
  '[{name, lat, lng}] where the cars wait for each other, in driving order.';
comment on column public.convoys.channel is
  'Secret name of the Realtime channel, for members only; replaced when a member is removed and by writes after the '
  'end.';
create index convoys_leader_id_idx on public.convoys (leader_id);
create index convoys_ends_at_idx on public.convoys (ends_at);
alter table public.convoys enable row level security;
grant all on public.convoys to service_role;

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('convoys', 'leader_id', 'account', 'own', 'Comboios que você conduz', 'delete', 87);

select
  private.declare_columns('convoys', 'exported', '{id,code,name,leader_id,starts_at,ends_at,regroup_points}'),
  private.declare_columns('convoys', 'withheld', '{channel}', 'a secret that all members of the convoy share');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('convoys', 'public.convoys', 'ends_at', '30 days', 351);

create table public.convoy_members (
  convoy_id uuid not null references public.convoys (id) on delete cascade,
  account_id uuid not null references public.profiles (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  vehicle text not null default '' check (char_length(vehicle) <= 80),
  role text not null default 'member' check (role in ('leader', 'sweep', 'support', 'member')),
  status text not null default 'driving' check (status in ('driving', 'stopped', 'help')),
  status_at timestamptz not null default now(),
  joined_at timestamptz not null default now(),
  primary key (convoy_id, account_id)
);
comment on table public.convoy_members is 'The people of a convoy and what they told the others.';
create index convoy_members_account_id_idx on public.convoy_members (account_id);
alter table public.convoy_members enable row level security;
grant all on public.convoy_members to service_role;

create function private.replace_convoy_channel() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.convoys set channel = gen_random_uuid() where id = old.convoy_id;
  return null;
end $$;
comment on function private.replace_convoy_channel is
  'Whoever is no longer a member knows only a channel that is no longer used.';

create trigger convoy_channel_replaced after delete on public.convoy_members
for each row execute function private.replace_convoy_channel();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('convoy_members', 'account_id', 'account', 'own', 'Participação em comboios', 'delete', 88);

select private.declare_columns('convoy_members', 'exported',
  '{convoy_id,account_id,name,vehicle,role,status,status_at,joined_at}');

create table public.convoy_positions (
  convoy_id uuid not null,
  account_id uuid not null references public.profiles (id) on delete cascade,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  accuracy_m real not null check (accuracy_m between 0 and 100000),
  measured_at timestamptz not null,
  shared_until timestamptz not null,
  primary key (convoy_id, account_id),
  foreign key (convoy_id, account_id) references public.convoy_members (convoy_id, account_id) on delete cascade
);
comment on table public.convoy_positions is
  'The last position of a member, shown until the end of the convoy and deleted 24 hours later; earlier ones are not '
  'stored.';
comment on column public.convoy_positions.shared_until is 'Copy of convoys.ends_at.';
create index convoy_positions_account_id_idx on public.convoy_positions (account_id);
create index convoy_positions_shared_until_idx on public.convoy_positions (shared_until);
alter table public.convoy_positions enable row level security;
grant all on public.convoy_positions to service_role;

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('convoy_positions', 'account_id', 'account', 'own', 'Última posição em comboios', 'delete', 89);

select private.declare_columns('convoy_positions', 'exported',
  '{convoy_id,account_id,lat,lng,accuracy_m,measured_at,shared_until}');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('convoy_positions', 'public.convoy_positions', 'shared_until', '24:00:00', 350);

create function private.own_convoy(code text) returns public.convoys
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  found public.convoys;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select convoy.* into found from public.convoys as convoy
  join public.convoy_members as member on member.convoy_id = convoy.id and member.account_id = account
  where convoy.code = own_convoy.code;
  return found;
end $$;
comment on function private.own_convoy is
  'The convoy with this code when the caller is a member, otherwise a row of nulls; raises 42501 without an account.';

create function private.create_convoy(name text, ends_at timestamptz, member text, vehicle text) returns text
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
    return null;
  end if;
  insert into public.convoys (code, name, leader_id, ends_at)
  values (private.new_registration_code(), create_convoy.name, account, create_convoy.ends_at) returning * into made;
  insert into public.convoy_members (convoy_id, account_id, name, vehicle, role)
    values (made.id, account, member, create_convoy.vehicle, 'leader');
  return made.code;
end $$;

create function private.join_convoy(code text, member text, vehicle text) returns text
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
    return 'unknown';
  elsif found.ends_at <= now() then
    return 'over';
  elsif (select count(*) from public.convoy_members where convoy_id = found.id and account_id <> account) >= 100 then
    return 'full';
  end if;
  insert into public.convoy_members (convoy_id, account_id, name, vehicle)
    values (found.id, account, member, join_convoy.vehicle)
  on conflict (convoy_id, account_id) do update set name = excluded.name, vehicle = excluded.vehicle;
  return 'joined';
end $$;

create function private.report_to_convoy(code text, status text, place jsonb, is_hidden boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  convoy public.convoys := private.own_convoy(code);
begin
  if convoy.id is null then
    return false;
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
  return true;
end $$;

create function private.read_convoy(code text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  convoy public.convoys := private.own_convoy(code);
begin
  if convoy.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'code', convoy.code, 'name', convoy.name, 'starts_at', convoy.starts_at, 'ends_at', convoy.ends_at, 'now', now(),
    'is_leader', convoy.leader_id = account, 'regroup_points', convoy.regroup_points,
    'channel', case when convoy.ends_at > now() then convoy.channel end,
    'members', (
      select jsonb_agg(jsonb_build_object(
        'id', member.account_id, 'is_self', member.account_id = account, 'name', member.name, 'vehicle', member.vehicle,
          'role', member.role,
        'status', member.status, 'status_at', member.status_at,
        'position', case when place.convoy_id is not null then
          jsonb_build_object('lat', place.lat, 'lng', place.lng, 'accuracy_m', place.accuracy_m, 'measured_at',
            place.measured_at)
        end
      ) order by array_position(array['leader', 'member', 'support', 'sweep'], member.role), member.joined_at,
        member.account_id)
      from public.convoy_members as member
      left join public.convoy_positions as place
        on place.convoy_id = member.convoy_id and place.account_id = member.account_id and place.shared_until > now()
      where member.convoy_id = convoy.id
    )
  );
end $$;

create function private.list_convoys() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', convoy.code, 'name', convoy.name, 'ends_at', convoy.ends_at,
    'is_over', convoy.ends_at <= now(),
    'members', (select count(*) from public.convoy_members as counted where counted.convoy_id = convoy.id))
      order by convoy.ends_at desc, convoy.code), '[]')
  from public.convoys as convoy
  join public.convoy_members as member on member.convoy_id = convoy.id and member.account_id = private.account_id()
$$;

create function private.delete_convoy_positions() returns void
language sql volatile security definer set search_path = '' as $$
  select private.end_term(rule, array(select private.expired_rows(rule, 5000)))
  from private.retention_rules as rule where rule.key = 'convoy_positions'
$$;
comment on function private.delete_convoy_positions is
  'Applies the retention rule of positions more often than the daily job does.';

create function private.change_convoy(code text, changes jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  convoy public.convoys := private.own_convoy(code);
  listened uuid;
begin
  if convoy.id is null or convoy.leader_id <> private.account_id() then
    return null;
  end if;
  -- Calls that replace the channel wait for each other, so that each returns the one that members know until then.
  select channel into listened from public.convoys where id = convoy.id for no key update;
  update public.convoys set
    regroup_points = coalesce(changes -> 'regroup_points', regroup_points),
    ends_at = case when changes ->> 'is_ended' = 'true' then least(ends_at, now()) else ends_at end,
    channel = case when changes ->> 'is_ended' = 'true' or ends_at <= now() then gen_random_uuid() else channel end
  where id = convoy.id returning * into convoy;
  update public.convoy_positions set shared_until = convoy.ends_at where convoy_id = convoy.id;
  update public.convoy_members set role = changes ->> 'role'
  where convoy_id = convoy.id and account_id = (changes ->> 'member')::uuid and role <> 'leader' and changes ->> 'role'
    in ('sweep', 'support', 'member');
  return listened;
end $$;

create function private.leave_convoy(code text, member uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  convoy public.convoys := private.own_convoy(code);
  listened uuid;
begin
  if convoy.id is null or (member <> account and convoy.leader_id <> account) then
    return null;
  end if;
  select channel into listened from public.convoys where id = convoy.id for no key update;
  -- A convoy without its leader ends for everybody.
  if member = convoy.leader_id then
    delete from public.convoys where id = convoy.id;
  else
    delete from public.convoy_members where convoy_id = convoy.id and account_id = member;
  end if;
  return listened;
end $$;

create function public.create_convoy(name text, ends_at timestamptz, member text, vehicle text) returns text
language sql volatile security invoker set search_path = ''
return private.create_convoy(name, ends_at, member, vehicle);
comment on function public.create_convoy is
  'Creates a convoy that begins now, led by the caller; returns its code, null for an account that leads ten running '
  'convoys.';
grant execute on function public.create_convoy to authenticated, service_role;

create function public.join_convoy(code text, member text, vehicle text) returns text
language sql volatile security invoker set search_path = ''
return private.join_convoy(code, member, vehicle);
comment on function public.join_convoy is
  'Adds the caller to a convoy, or changes the own name and car: joined, unknown, over or full (100 members).';
grant execute on function public.join_convoy to authenticated, service_role;

create function public.report_to_convoy(code text, status text, place jsonb, is_hidden boolean) returns boolean
language sql volatile security invoker set search_path = ''
return private.report_to_convoy(code, status, place, is_hidden);
comment on function public.report_to_convoy is
  'Stores the status and the last position {lat, lng, accuracy_m, measured_at} of the caller; is_hidden deletes the '
  'position; false for others than members.';
grant execute on function public.report_to_convoy to authenticated, service_role;

create function public.read_convoy(code text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_convoy(code);
comment on function public.read_convoy is
  'A convoy with its members and, until its end, its channel and their last positions; null for others than members.';
grant execute on function public.read_convoy to authenticated, service_role;

create function public.list_convoys() returns jsonb
language sql stable security invoker set search_path = ''
return private.list_convoys();
comment on function public.list_convoys is
  'Convoys of the caller, the latest end first: [{code, name, ends_at, is_over, members}].';
grant execute on function public.list_convoys to authenticated, service_role;

create function public.change_convoy(code text, changes jsonb) returns uuid
language sql volatile security invoker set search_path = ''
return private.change_convoy(code, changes);
comment on function public.change_convoy is
  'For the leader: {regroup_points}, {is_ended: true} or {member, role}; returns the channel of before the change, '
  'null for everybody else.';
grant execute on function public.change_convoy to authenticated, service_role;

create function public.leave_convoy(code text, member uuid) returns uuid
language sql volatile security invoker set search_path = ''
return private.leave_convoy(code, member);
comment on function public.leave_convoy is
  'Removes the caller, or a member for the leader; the convoy is deleted when its leader leaves. Returns the channel '
  'of before, null for everybody else.';
grant execute on function public.leave_convoy to authenticated, service_role;

reset check_function_bodies;
