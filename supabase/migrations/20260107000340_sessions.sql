-- Who is signed in on which device, and the end of one such session.
create function private.list_sessions(page integer, per integer) returns table (
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
    shown.id, shown.user_id, profiles.username, profiles.role, left(coalesce(door.device, shown.user_agent, ''), 300), coalesce(shown.aal::text = 'aal2', false),
    shown.created_at, shown.seen, shown.user_id = (select auth.uid()),
    shown.user_id = (select auth.uid()) or coalesce(private.outranks(profiles.role), false), (select count(*) from auth.sessions as every where every.not_after is null or every.not_after > now())
  from shown left join public.profiles on profiles.id = shown.user_id
  -- The site signs people in for the auth server, which sees the site's own browser if any; the access log saw theirs.
  left join lateral (
    select nullif(logs.device, '') as device from public.access_logs as logs
    where logs.user_id = shown.user_id and logs.event in ('sign_in', 'link_used', 'sign_up')
      and logs.created_at between shown.created_at - interval '30 seconds' and shown.created_at + interval '30 seconds'
    order by logs.created_at desc limit 1
  ) as door on true
  order by shown.seen desc, shown.id;
end $$;

create function public.list_sessions(page integer default 1, per integer default 25) returns table (
  id uuid, user_id uuid, username text, role text, device text, has_second_factor boolean,
  created_at timestamptz, seen_at timestamptz, is_own boolean, is_endable boolean, total bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_sessions(page, per);
end;
comment on function public.list_sessions(integer, integer) is 'Open sessions, the last seen first, for readers of the access log; no address of anybody.';
revoke execute on function public.list_sessions(integer, integer) from public, anon;
grant execute on function public.list_sessions(integer, integer) to authenticated, service_role;

create function private.end_session(session uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  owner uuid := (select sessions.user_id from auth.sessions where sessions.id = session);
begin
  perform private.require_permission('access_log');
  if owner is null then
    return false;
  end if;
  if owner <> (select auth.uid()) and not coalesce(private.outranks((select role from public.profiles where id = owner)), false) then
    raise exception 'only sessions of accounts below the own rank' using errcode = '42501';
  end if;
  delete from auth.refresh_tokens where session_id = session;
  delete from auth.sessions where id = session;
  return true;
end $$;
comment on function private.end_session(uuid) is 'One device out: an own one or one of an account below the caller''s rank; false when it was already over.';

create function public.end_session(session uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.end_session(session);
end;
comment on function public.end_session(uuid) is 'Ends one session, for readers of the access log; refused (42501) for accounts of the same or a higher rank.';
revoke execute on function public.end_session(uuid) from public, anon;
grant execute on function public.end_session(uuid) to authenticated;

-- Not every auth server keeps second factors in a table.
create function private.second_factor_share() returns table (role text, accounts bigint, with_factor bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('access_log');
  if to_regclass('auth.mfa_factors') is null then
    return;
  end if;
  return query execute $query$
    select profiles.role, count(*), count(*) filter (where exists (
      select from auth.mfa_factors as factor where factor.user_id = profiles.id and factor.status::text = 'verified'
    ))
    from public.profiles where profiles.role <> 'user' group by profiles.role
  $query$;
end $$;

create function public.second_factor_share() returns table (role text, accounts bigint, with_factor bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.second_factor_share();
end;
comment on function public.second_factor_share() is 'How many accounts of each working role have a second factor; no row where the auth server does not say.';
revoke execute on function public.second_factor_share() from public, anon;
grant execute on function public.second_factor_share() to authenticated, service_role;
