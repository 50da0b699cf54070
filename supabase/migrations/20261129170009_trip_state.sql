set check_function_bodies = off;

drop function public.save_requested_trip;

drop function public.save_shared_trip;

drop function public.save_trip;

drop function private.save_requested_trip;

drop function private.save_shared_trip;

drop function private.save_trip;

drop function private.store_trip;

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

create function public.save_trip(trip uuid, expected_version integer, plan jsonb, route jsonb, state_abbr text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_trip(trip, expected_version, plan, route, state_abbr);

create function public.save_shared_trip(token text, trip uuid, expected_version integer, plan jsonb, route jsonb,
  state_abbr text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_shared_trip(token, trip, expected_version, plan, route, state_abbr);

create function private.save_requested_trip(application uuid, expected_version integer, plan jsonb, route jsonb,
  state_abbr text)
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
      gen_random_uuid(), application, btrim(save_requested_trip.plan ->> 'title'), save_requested_trip.state_abbr,
        (save_requested_trip.plan ->> 'leaveOn')::date,
      save_requested_trip.plan, save_requested_trip.route
    )
    on conflict (request_id) do nothing;
  end if;
  select * into existing from public.trips where request_id = application for update;
  answer := private.store_trip(existing, expected_version, save_requested_trip.plan, save_requested_trip.route,
    save_requested_trip.state_abbr);
  if answer ->> 'outcome' = 'saved' then
    update public.trip_panel_requests set status = 'in_progress', decided_by = private.account_id(), decided_at = now()
    where id = application and status = 'received';
  end if;
  return answer;
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return private.refused('invalid');
end $$;

create function public.save_requested_trip(application uuid, expected_version integer, plan jsonb, route jsonb,
  state_abbr text)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_requested_trip(application, expected_version, plan, route, state_abbr);

comment on function private.store_trip is
  'Writes a locked trip if it still has the version that was opened; otherwise answers conflict with the stored trip '
  'and writes nothing.';

comment on function private.save_trip is
  'Stores a new trip (expected_version is null) or the next version of an existing one for its owner; the '
  'outcome of a conflict has the stored trip, theirs.';

comment on function private.save_shared_trip is
  'Stores the next version of a trip for the holder of a link with scope edit; gone for a link that has ended, refused '
  'with unknown for a token that does not exist.';

comment on function public.save_trip is
  'Saves a trip of the caller: saved, conflict, gone, or refused with forbidden, invalid or limit. expected_version '
  'is the version that was opened, null for a new trip.';

comment on function public.save_shared_trip is
  'For the server only, which checks the plan and limits guesses: saves a trip with a link of scope edit.';

comment on function private.save_requested_trip is
  'Stores the trip of an application until it is delivered; the first save takes the application into preparation.';

comment on function public.save_requested_trip is
  'Saves the trip of an application for a trip panel: saved, conflict, gone, or refused with forbidden or '
  'invalid; forbidden once it is delivered or cancelled.';

grant execute on function public.save_trip to authenticated, service_role;

grant execute on function public.save_shared_trip to service_role;

grant execute on function public.save_requested_trip to authenticated, service_role;

reset check_function_bodies;
