-- Sign-ins and sessions: who is signed in on which device, and the end of a session.

-- Sign-ins and failed attempts; network addresses only as a keyed hash.
create table public.access_logs (
  id bigint generated always as identity primary key,
  user_id uuid references public.profiles (id) on delete set null,
  event text not null check (event = any (private.access_events())),
  address_hash text check (char_length(address_hash) <= 64),
  device text not null default '' check (char_length(device) <= 120),
  created_at timestamptz not null default now()
);
comment on table public.access_logs is
  'Sign-ins, failed sign-ins and other access events, written by the server only; retention period 6 months '
  '(private.retention_rules).';
comment on column public.access_logs.user_id is
  'Account of the event; null when no account has the e-mail of a failed sign-in, or when the account was deleted.';
comment on column public.access_logs.address_hash is
  'Keyed hash of the caller''s IP address: equal for equal addresses, without revealing the address.';
create index access_logs_user_idx on public.access_logs (user_id, created_at desc);
create index access_logs_created_at_idx on public.access_logs (created_at desc);
create index access_logs_address_idx on public.access_logs (address_hash, created_at desc);
alter table public.access_logs enable row level security;
grant select on public.access_logs to authenticated;
grant all on public.access_logs to service_role;
create policy "access log readers read the access log" on public.access_logs
  for select to authenticated using ((select private.has_permission('access_log')));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('access_logs', 'user_id', 'account', 'own', 'Entradas e tentativas de entrada', 'unlink', 7);

select private.declare_columns('access_logs', 'exported', '{id,user_id,event,address_hash,device,created_at}');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('access_logs', 'public.access_logs', 'created_at', '6 mons', 20);

create function private.log_access(event text, account uuid, email text, address_hash text, device text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.access_logs (event, user_id, address_hash, device)
  values (
    event,
    (select profiles.id from public.profiles where profiles.id = coalesce(account,
      (select users.id from auth.users where users.email = lower(log_access.email) limit 1))),
    address_hash, left(coalesce(device, ''), 120)
  )
$$;
comment on function private.log_access is
  'Inserts one row into access_logs; the e-mail is only used to find the account and is not stored.';

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
comment on function private.end_session is
  'Ends one session of the caller or of an account with a lower rank; gone when it had already ended; raises 42501 '
  'otherwise.';

-- An account lists its own open sessions and ends them one by one.
create function private.list_own_sessions() returns table (id uuid, device text, created_at timestamptz,
  seen_at timestamptz, is_current boolean)
language sql stable security definer set search_path = '' as $$
  select
    sessions.id, left(coalesce(log.device, sessions.user_agent, ''), 300), sessions.created_at,
    greatest(sessions.created_at, activity.seen_at, sessions.refreshed_at at time zone 'UTC'),
    sessions.id = private.session_id()
  from auth.sessions as sessions
  left join private.session_activity as activity on activity.session_id = sessions.id
  -- The auth server sees the site's server as the client; the access log contains the browser's name.
  left join lateral (
    select nullif(logs.device, '') as device from public.access_logs as logs
    where logs.user_id = sessions.user_id and logs.event = any (private.sign_in_events())
      and logs.created_at between sessions.created_at - interval '30 seconds'
        and sessions.created_at + interval '30 seconds'
    order by logs.created_at desc limit 1
  ) as log on true
  where sessions.user_id = private.account_id() and (sessions.not_after is null or sessions.not_after > now())
  order by 5 desc, 4 desc, 1
  limit 100
$$;

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

create function public.log_access(event text, account uuid, email text, address_hash text, device text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.log_access(event, account, email, address_hash, device);
end;
comment on function public.log_access is
  'For the server only: inserts one row into access_logs; the e-mail is only used to find the account and is not '
  'stored.';
grant execute on function public.log_access to service_role;

create function public.list_sessions(page integer default 1, per integer default 25) returns table (
  id uuid, user_id uuid, username text, role text, device text, has_second_factor boolean,
  created_at timestamptz, seen_at timestamptz, is_own boolean, is_endable boolean, total bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_sessions(page, per);
end;
comment on function public.list_sessions is
  'Returns one page of the open sessions of all accounts, the last seen first, without IP addresses; raises 42501 '
  'without the permission access_log.';
grant execute on function public.list_sessions to authenticated, service_role;

create function public.end_session(session uuid) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private."end_session"(session);
end;
comment on function public.end_session is
  'Ends one session and gone when it had already ended; raises 42501 without the permission access_log and for other '
  'accounts of the same or a higher rank, and 28000 without a recent proof of identity.';
grant execute on function public.end_session to authenticated, service_role;

create function public.list_own_sessions() returns table (id uuid, device text, created_at timestamptz,
  seen_at timestamptz, is_current boolean)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_own_sessions();
end;
comment on function public.list_own_sessions is 'Open sessions of the caller''s account, the current one first.';
grant execute on function public.list_own_sessions to authenticated, service_role;

create function public.end_own_session(session uuid) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private."end_own_session"(session);
end;
comment on function public.end_own_session is
  'Ends one session of the caller''s account; gone when it is not one of them or already ended.';
grant execute on function public.end_own_session to authenticated, service_role;
