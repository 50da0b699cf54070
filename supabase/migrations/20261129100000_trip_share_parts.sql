set check_function_bodies = off;

drop function public.share_trip;

drop function private.share_trip;

alter table public.trip_shares
  add column parts text[] not null default '{}' check (
    parts <@ '{car,tank,price,notes}' and cardinality(parts) <= 4
  );

-- Links of delivered trip panels show the plan that the team wrote for its reader; the owners of other links never
-- chose to show more than stops and line.
update public.trip_shares set parts = '{car,tank,price,notes}' where created_by is null;

select private.declare_columns('trip_shares', 'exported', '{parts}');

create or replace function private.shared_plan(plan jsonb, parts text[]) returns jsonb
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

create or replace function private.with_hidden_parts(plan jsonb, known jsonb, parts text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select plan
    || jsonb_build_object('car', plan -> 'car' || coalesce((
      select jsonb_object_agg(key, value) from jsonb_each(known -> 'car')
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
        select one -> 'note' as note from jsonb_array_elements(known -> 'stops') as one
        where one ->> 'id' = stop ->> 'id' limit 1
      ) as earlier on true
    ), '[]'))
$$;

create or replace function private.save_shared_trip(
  token text, trip uuid, seen integer, plan jsonb, route jsonb, state text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  share public.trip_shares;
  known public.trips;
  answer jsonb;
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
  answer := private.store_trip(
    known, seen, private.with_hidden_parts(save_shared_trip.plan, known.plan, share.parts), save_shared_trip.route,
    state
  );
  return case when answer ? 'theirs'
    then jsonb_set(answer, '{theirs,plan}', private.shared_plan(answer #> '{theirs,plan}', share.parts))
    else answer end;
exception when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation then
  return '{"status": "invalid"}';
end $$;

create function private.share_trip(share uuid, trip uuid, token_hash text, scope text, days integer, parts text[])
  returns text
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
  insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at, created_by, parts)
  values (
    share, trip, share_trip.token_hash, share_trip.scope, now() + make_interval(days => days), account, share_trip.parts
  );
  return 'saved';
exception when check_violation or not_null_violation or unique_violation then
  return 'invalid';
end $$;

create or replace function private.read_trip_share(token text) returns jsonb
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

create function public.share_trip(share uuid, trip uuid, token_hash text, scope text, days integer, parts text[])
  returns text
language sql volatile security invoker set search_path = ''
return private.share_trip(share, trip, token_hash, scope, days, parts);

create or replace function private.deliver_trip_panel(
  request uuid, version integer, share uuid, token_hash text, answer text
) returns jsonb
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
    return '{"outcome": "missing"}';
  elsif asked.status not in ('received', 'in_progress') then
    return private.decided_already(asked.status, asked.decided_by, asked.decided_at);
  end if;
  select * into panel from public.trips where request_id = request for update;
  if panel.id is null or panel.route is null then
    return '{"outcome": "trip_unfinished"}';
  elsif panel.version is distinct from deliver_trip_panel.version then
    return '{"outcome": "trip_changed"}';
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
  return jsonb_build_object('outcome', 'decided', 'status', 'ready', 'place', place);
end $$;

comment on column public.trip_shares.parts is
  'What its owner chose to show besides stops and line: name of the car, tank and consumption, price of fuel, notes of '
  'the stops.';

comment on function private.shared_plan is
  'A plan as the holder of a link gets it: without the car of the garage and without the parts that were not chosen.';

comment on function private.with_hidden_parts is
  'A plan of the holder of a link with the stored values of the parts that the link does not show: a save keeps them.';

comment on function private.share_trip is
  'Makes a link to a trip of the caller; answers saved, gone, invalid, or limit when the trip has 20 open links.';

comment on function private.read_trip_share is
  'The trip behind a link with the parts that its owner chose; only the state of a link that has ended, null for an '
  'unknown token.';

comment on function public.share_trip is 'Makes a link to a trip of the caller: saved, gone, invalid or limit.';

grant execute on function private.shared_plan to public;

grant execute on function private.with_hidden_parts to public;

grant select (parts) on public.trip_shares to authenticated;

grant execute on function public.share_trip to authenticated, service_role;

reset check_function_bodies;
