-- An account lists its own open sessions and ends them one by one.
create function private.list_own_sessions() returns table (id uuid, device text, created_at timestamptz, seen_at timestamptz, is_current boolean)
language sql stable security definer set search_path = '' as $$
  select
    sessions.id, left(coalesce(log.device, sessions.user_agent, ''), 300), sessions.created_at,
    greatest(sessions.created_at, activity.seen_at, sessions.refreshed_at at time zone 'UTC'),
    sessions.id = private.session_id()
  from auth.sessions as sessions
  left join private.session_activity as activity on activity.session_id = sessions.id
  -- The auth server sees the site's server as the client; the access log holds the browser's name.
  left join lateral (
    select nullif(logs.device, '') as device from public.access_logs as logs
    where logs.user_id = sessions.user_id and logs.event in ('sign_in', 'link_used', 'sign_up')
      and logs.created_at between sessions.created_at - interval '30 seconds' and sessions.created_at + interval '30 seconds'
    order by logs.created_at desc limit 1
  ) as log on true
  where sessions.user_id = private.account_id() and (sessions.not_after is null or sessions.not_after > now())
  order by 5 desc, 4 desc, 1
  limit 100
$$;

create function public.list_own_sessions() returns table (id uuid, device text, created_at timestamptz, seen_at timestamptz, is_current boolean)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_own_sessions();
end;
comment on function public.list_own_sessions() is 'Open sessions of the caller''s account, the current one first.';
revoke execute on function public.list_own_sessions() from public, anon;
grant execute on function public.list_own_sessions() to authenticated;

create function private.end_own_session(session uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from auth.sessions where id = session and user_id = private.account_id()) then
    return false;
  end if;
  delete from auth.refresh_tokens where session_id = session;
  delete from auth.sessions where id = session;
  return true;
end $$;

create function public.end_own_session(session uuid) returns boolean
language sql volatile security invoker set search_path = ''
begin atomic
  select private.end_own_session(session);
end;
comment on function public.end_own_session(uuid) is 'Ends one session of the caller''s account; false when it is not one of them or already ended.';
revoke execute on function public.end_own_session(uuid) from public, anon;
grant execute on function public.end_own_session(uuid) to authenticated;
