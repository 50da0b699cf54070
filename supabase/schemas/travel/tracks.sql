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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('trip_tracks', 'owner_id', 'account', 'own', 'Percursos gravados', 'delete', 93);

select private.declare_columns('trip_tracks', 'exported',
  '{id,owner_id,trip_id,started_at,ended_at,km,gap_km,moving_minutes,created_at}');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('unfinished_trip_tracks', 'public.trip_tracks', 'started_at', '1 year', 'ended_at is null', 410);

create table public.trip_track_pieces (
  track_id uuid not null references public.trip_tracks (id) on delete cascade,
  number integer not null check (number >= 0 and number < private.max_track_pieces()),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('trip_track_pieces', 'owner_id', 'account', 'own', 'Pontos dos percursos gravados', 'delete', 94);

select private.declare_columns('trip_track_pieces', 'exported', '{track_id,number,owner_id,points}');

create function private.start_trip_track(track uuid, trip uuid, started_at timestamptz) returns jsonb
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
comment on function private.start_trip_track is
  'Stores the start of a track; a trip that is not the caller''s is left out, so that the recorded points are not '
  'lost with it.';

create function private.append_trip_track(track uuid, number integer, points jsonb) returns jsonb
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
comment on function private.append_trip_track is
  'Stores the next piece of a track of the caller; a piece that is sent again is answered as saved.';

create function private.finish_trip_track(
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
comment on function private.finish_trip_track is
  'Stores the end and the totals of a track of the caller when it has all its pieces; the first end stays.';

create function private.delete_trip_track(track uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
begin
  delete from public.trip_tracks where id = track and owner_id = account;
  return private.saved_or_gone(found);
end $$;
comment on function private.delete_trip_track is
  'Deletes a track of the caller with its points for good; gone when it is not theirs.';

create function private.set_trip_done(trip uuid, is_done boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
begin
  update public.trips set done_at = case when is_done then coalesce(done_at, now()) end
  where id = trip and owner_id = account and deleted_at is null;
  return case when found then private.saved() else private.gone() end;
end $$;
comment on function private.set_trip_done is 'Closes a trip of the caller or opens it again.';

create function public.start_trip_track(track uuid, trip uuid, started_at timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.start_trip_track(track, trip, started_at);
comment on function public.start_trip_track is
  'Starts a track of the caller: saved, or refused with forbidden, invalid, in_future, too_old or limit.';
grant execute on function public.start_trip_track to authenticated, service_role;

create function public.append_trip_track(track uuid, number integer, points jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.append_trip_track(track, number, points);
comment on function public.append_trip_track is
  'Adds a piece to a track of the caller: saved, gone, conflict when the piece was stored with other points, or refused '
  'with invalid, ended, missing, in_future or implausible.';
grant execute on function public.append_trip_track to authenticated, service_role;

create function public.finish_trip_track(
  track uuid, pieces integer, ended_at timestamptz, km double precision, gap_km double precision,
    moving_minutes double precision
) returns jsonb
language sql volatile security invoker set search_path = ''
return private.finish_trip_track(track, pieces, ended_at, km, gap_km, moving_minutes);
comment on function public.finish_trip_track is
  'Ends a track of the caller: saved, gone, or refused with missing, in_future or invalid.';
grant execute on function public.finish_trip_track to authenticated, service_role;

create function public.delete_trip_track(track uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.delete_trip_track(track);
comment on function public.delete_trip_track is 'Deletes a track of the caller for good; gone when it is not theirs.';
grant execute on function public.delete_trip_track to authenticated, service_role;

create function public.set_trip_done(trip uuid, is_done boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_trip_done(trip, is_done);
comment on function public.set_trip_done is 'Closes a trip of the caller or opens it again: saved or gone.';
grant execute on function public.set_trip_done to authenticated, service_role;
