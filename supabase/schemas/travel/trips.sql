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
  'Whether a value has the parts of a plan that the database reads; lib/travel/trips/schema.ts checks all of them.';

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
  'tripPlanSchema of lib/travel/trips/schema.ts; at most 64 kB as sent, jsonb prints it with spaces.';
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('trips', 'owner_id', 'account', 'own', 'Viagens planejadas', 'delete', 83);

select
  private.declare_columns('trips', 'exported',
    '{id,owner_id,title,state_abbr,start_on,plan,version,deleted_at,created_at,updated_at,delivered_request_id,
      done_at,status,vehicle_id}'),
  private.declare_columns('trips', 'not_personal', '{route}', 'computed from the stops of the plan'),
  private.declare_columns('trips', 'not_personal', '{request_id}', 'the application itself is exported');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('deleted_trips', 'public.trips', 'deleted_at', '30 days', 'deleted_at is not null', 282);

create table public.trip_shares (
  id uuid primary key,
  trip_id uuid not null references public.trips (id) on delete cascade,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  scope text not null check (scope in ('view', 'edit')),
  -- One day more than a person can choose, because the time of the row is set after that of the link.
  expires_at timestamptz not null check (
    expires_at <= created_at + make_interval(days => private.trip_link_days() + 1)
  ),
  revoked_at timestamptz,
  created_by uuid references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  parts text[] not null default '{}' check (parts <@ private.share_parts() and cardinality(parts) <= 4)
);
comment on table public.trip_shares is 'Links that let people without an account open a trip or edit it.';
comment on column public.trip_shares.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.trip_shares.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
comment on column public.trip_shares.created_by is
  'Null for the link of a delivered trip panel, which outlives the account that delivered it.';
comment on column public.trip_shares.parts is
  'What its owner chose to show besides stops and line: name of the car, tank and consumption, price of fuel, notes of '
  'the stops.';
create index trip_shares_trip_id_idx on public.trip_shares (trip_id);
create index trip_shares_created_by_idx on public.trip_shares (created_by);
alter table public.trip_shares enable row level security;
grant select (
  id, trip_id, scope, expires_at, revoked_at, created_by, created_at, parts
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('trip_shares', 'created_by', 'account', 'own', 'Links de viagens', 'delete', 84);

select
  private.declare_columns('trip_shares', 'exported',
    '{id,trip_id,scope,expires_at,revoked_at,created_by,created_at,parts}'),
  private.declare_columns('trip_shares', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('ended_trip_links', 'public.trip_shares', 'least(expires_at, revoked_at)', '1 year', 283);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.trip_shares', 'token_hash', 'null');

create function private.trip_json(trip public.trips) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', trip.id, 'version', trip.version, 'plan', trip.plan, 'route', trip.route, 'updatedAt',
    trip.updated_at)
$$;
comment on function private.trip_json is 'A trip as SavedTrip of lib/travel/trips/schema.ts.';

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
  select count(*) < private.max_trips() from public.trips where owner_id = account and deleted_at is null
$$;
comment on function private.has_room_for_trip is 'Whether an account keeps fewer trips than private.max_trips.';

-- A save whose answer was lost is sent again: it finds its own content one version later and is answered as saved.
create function private.store_trip(existing public.trips, expected_version integer, plan jsonb, route jsonb,
  state_abbr text)
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
      title = btrim(store_trip.plan ->> 'title'), state_abbr = store_trip.state_abbr,
      start_on = (store_trip.plan ->> 'leaveOn')::date,
      plan = store_trip.plan, route = store_trip.route, version = trips.version + 1, updated_at = clock_timestamp()
    where id = existing.id returning * into stored;
  end if;
  return private.saved(jsonb_build_object('version', stored.version, 'updatedAt', stored.updated_at));
end $$;
comment on function private.store_trip is
  'Writes a locked trip if it still has the version that was opened; otherwise answers conflict with the stored trip '
  'and writes nothing.';

-- A trip without owner is not of the caller either.
create function private.save_trip(trip uuid, expected_version integer, plan jsonb, route jsonb, state_abbr text)
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
      trip, account, btrim(save_trip.plan ->> 'title'), save_trip.state_abbr,
        (save_trip.plan ->> 'leaveOn')::date, save_trip.plan,
      save_trip.route
    )
    on conflict (id) do nothing;
  end if;
  select * into existing from public.trips where id = trip for update;
  if existing.id is not null and existing.owner_id is distinct from account then
    return private.refused('forbidden');
  end if;
  return private.store_trip(existing, expected_version, save_trip.plan, save_trip.route, save_trip.state_abbr);
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return private.refused('invalid');
end $$;
comment on function private.save_trip is
  'Stores a new trip (expected_version is null) or the next version of an existing one for its owner; the '
  'outcome of a conflict has the stored trip, theirs.';

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

create function private.shared_plan(plan jsonb, parts text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select plan
    || jsonb_build_object('car', plan -> 'car' || '{"vehicleId": null}'
      || case when 'car' = any (parts) then '{}' else '{"name": ""}'::jsonb end
      || case when 'tank' = any (parts) then '{}' else '{"tankLitres": null, "kmPerLitre": null}'::jsonb end
      || case when 'price' = any (parts) then '{}' else '{"fuelPriceCents": null}'::jsonb end)
    || jsonb_build_object('stops', coalesce((
      select jsonb_agg(case when 'notes' = any (parts) then stop else stop || '{"note": ""}' end order by place)
      from jsonb_array_elements(plan -> 'stops') with ordinality as listed (stop, place)
    ), '[]'))
$$;
comment on function private.shared_plan is
  'A plan as the holder of a link gets it: without the car of the garage and without the parts that were not chosen.';

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
comment on function private.with_hidden_parts is
  'A plan of the holder of a link with the stored values of the parts that the link does not show: a save keeps them.';

create function private.save_shared_trip(token text, trip uuid, expected_version integer, plan jsonb, route jsonb,
  state_abbr text)
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
      save_shared_trip.route, save_shared_trip.state_abbr
  );
  return case when answer ? 'theirs'
    then jsonb_set(answer, '{theirs,plan}', private.shared_plan(answer #> '{theirs,plan}', share.parts))
    else answer end;
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return private.refused('invalid');
end $$;
comment on function private.save_shared_trip is
  'Stores the next version of a trip for the holder of a link with scope edit; gone for a link that has ended, refused '
  'with unknown for a token that does not exist.';

create function private.set_trip_deleted(trip uuid, is_deleted boolean) returns jsonb
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
comment on function private.set_trip_deleted is
  'Moves a trip of the caller into the trash or back; refused with limit.';

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
comment on function private.share_trip is
  'Makes a link to a trip of the caller; refused with invalid, or limit when the trip has 20 open links.';

create function private.revoke_trip_share(share uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.require_trip_owner();
begin
  update public.trip_shares set revoked_at = coalesce(revoked_at, now()) where id = share and created_by = account;
  return private.saved_or_gone(found);
end $$;
comment on function private.revoke_trip_share is 'Ends a link of the caller for good; gone when it is not theirs.';

create function private.read_trip_share(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case state.name
    when 'open' then jsonb_build_object('state', state.name, 'scope', share.scope, 'expiresAt', share.expires_at,
      'trip', private.trip_json(trip) || jsonb_build_object('plan', private.shared_plan(trip.plan, share.parts)))
    else jsonb_build_object('state', state.name)
  end
  from public.trip_shares as share
  join public.trips as trip on trip.id = share.trip_id
  cross join lateral (select private.share_state(share, trip) as name) as state
  where share.token_hash = private.token_hash(token)
$$;
comment on function private.read_trip_share is
  'The trip behind a link with the parts that its owner chose; only the state of a link that has ended, null for an '
  'unknown token.';

create function private.trip_share_state(token text) returns text
language sql stable security definer set search_path = '' as $$
  select private.share_state(share, trip) from public.trip_shares as share
  join public.trips as trip on trip.id = share.trip_id
  where share.token_hash = private.token_hash(token)
$$;
comment on function private.trip_share_state is 'State of a link; null for a token that does not exist.';

create function public.save_trip(trip uuid, expected_version integer, plan jsonb, route jsonb, state_abbr text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_trip(trip, expected_version, plan, route, state_abbr);
comment on function public.save_trip is
  'Saves a trip of the caller: saved, conflict, gone, or refused with forbidden, invalid or limit. expected_version '
  'is the version that was opened, null for a new trip.';
grant execute on function public.save_trip to authenticated, service_role;

create function public.save_shared_trip(token text, trip uuid, expected_version integer, plan jsonb, route jsonb,
  state_abbr text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_shared_trip(token, trip, expected_version, plan, route, state_abbr);
comment on function public.save_shared_trip is
  'For the server only, which checks the plan and limits guesses: saves a trip with a link of scope edit.';
grant execute on function public.save_shared_trip to service_role;

create function public.set_trip_deleted(trip uuid, is_deleted boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_trip_deleted(trip, is_deleted);
comment on function public.set_trip_deleted is
  'Moves a trip of the caller into the trash, where it is kept for 30 days, or back.';
grant execute on function public.set_trip_deleted to authenticated, service_role;

create function public.share_trip(share uuid, trip uuid, token_hash text, scope text, days integer, parts text[])
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.share_trip(share, trip, token_hash, scope, days, parts);
comment on function public.share_trip is 'Makes a link to a trip of the caller: saved, gone, or refused with invalid or limit.';
grant execute on function public.share_trip to authenticated, service_role;

create function public.revoke_trip_share(share uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.revoke_trip_share(share);
comment on function public.revoke_trip_share is 'Ends a link of the caller for good; gone when it is not theirs.';
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
