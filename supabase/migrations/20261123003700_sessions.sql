-- Sessions and second factors: lists, the end of a session, resets and recovery codes.

-- The auth server stores the factors; this function checks the caller, ends the sessions and writes the audit log.
create function private.reset_mfa(account uuid, reason text) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  if not private.manages_account(account) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if coalesce(btrim(reason), '') = '' then
    raise exception 'a reason is needed' using errcode = '22023';
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, reason)
  values ((select private.account_id()), 'mfa_reset', 'profiles', account::text, left(btrim(reason), 300));
  return private.end_sessions(account);
end $$;
comment on function private.reset_mfa(uuid, text) is 'Whether the caller may take the second factors of an account away; written down without personal data.';

create function public.reset_mfa(account uuid, reason text) returns integer
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.reset_mfa(account, reason);
end;
comment on function public.reset_mfa(uuid, text) is
  'How many sessions ended. Refused with 42501 (rank), 28000 (no recent proof) or 22023 (no reason); the server removes the factors afterwards.';
revoke execute on function public.reset_mfa(uuid, text) from public, anon;
grant execute on function public.reset_mfa(uuid, text) to authenticated;

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
    shown.created_at, shown.seen, shown.user_id = (select private.account_id()),
    shown.user_id = (select private.account_id()) or coalesce(private.outranks(profiles.role), false), (select count(*) from auth.sessions as every where every.not_after is null or every.not_after > now())
  from shown left join public.profiles on profiles.id = shown.user_id
  -- The auth server sees the site's server as the client; the access log contains the browser's name.
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
  if owner <> (select private.account_id()) and not coalesce(private.outranks((select role from public.profiles where id = owner)), false) then
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
  select private."end_session"(session);
end;
comment on function public.end_session(uuid) is 'Ends one session, for readers of the access log; refused (42501) for accounts of the same or a higher rank.';
revoke execute on function public.end_session(uuid) from public, anon;
grant execute on function public.end_session(uuid) to authenticated;

-- Not every auth server has a table of second factors.
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

-- An account lists its own open sessions and ends them one by one.
create function private.list_own_sessions() returns table (id uuid, device text, created_at timestamptz, seen_at timestamptz, is_current boolean)
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
  select private."end_own_session"(session);
end;
comment on function public.end_own_session(uuid) is 'Ends one session of the caller''s account; false when it is not one of them or already ended.';
revoke execute on function public.end_own_session(uuid) from public, anon;
grant execute on function public.end_own_session(uuid) to authenticated;

-- Recovery codes: each removes the second factor of its account once. Hosted Supabase has none of its own.
create table private.recovery_codes (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, code_hash)
);
comment on table private.recovery_codes is 'SHA-256 of recovery codes with 80 random bits each; the codes are shown once and stored nowhere.';

create table private.recovery_code_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.recovery_code_tries is 'Wrong recovery codes of the last 15 minutes; five refuse every further one.';

create index recovery_code_tries_user_id_idx on private.recovery_code_tries (user_id, created_at);

-- Codes belong to the factor they were made for: those of an earlier one do not remove a later one.
create function private.are_codes_of_factor(account uuid, made_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors where user_id = account and status::text = 'verified' and created_at <= made_at)
$$;

create function private.save_recovery_codes(hashes text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
begin
  perform private.require_recent_proof();
  if not private.has_second_factor(account) then
    raise exception 'only accounts with a second factor have recovery codes' using errcode = '22023';
  end if;
  if coalesce(cardinality(hashes), 0) <> 10 then
    raise exception 'ten recovery codes are needed' using errcode = '22023';
  end if;
  delete from private.recovery_codes where user_id = account;
  insert into private.recovery_codes (user_id, code_hash) select account, unnest(hashes);
  insert into public.audit_log (actor_id, action, entity, entity_id) values (account, 'recovery_codes_created', 'profiles', account::text);
end $$;

create function public.save_recovery_codes(hashes text[]) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.save_recovery_codes(hashes);
end;
comment on function public.save_recovery_codes(text[]) is 'Replaces the caller''s recovery codes by ten SHA-256 hashes; needs a second factor and a recent proof.';
revoke execute on function public.save_recovery_codes(text[]) from public, anon;
grant execute on function public.save_recovery_codes(text[]) to authenticated;

create function private.count_recovery_codes() returns integer
language sql stable security definer set search_path = '' as $$
  select case when private.account_id() is not null then (
    select count(*)::integer from private.recovery_codes
    where user_id = private.account_id() and used_at is null and private.are_codes_of_factor(user_id, created_at)
  ) end
$$;

create function public.count_recovery_codes() returns integer
language sql stable security invoker set search_path = ''
begin atomic
  select private.count_recovery_codes();
end;
comment on function public.count_recovery_codes() is 'How many unused recovery codes the caller has.';
revoke execute on function public.count_recovery_codes() from public, anon;
grant execute on function public.count_recovery_codes() to authenticated;

-- The caller's session still needs the second factor. The server then removes the factor in the auth server;
-- a code stays valid for ten minutes, so that this can be repeated when the server failed in between.
create function private.use_recovery_code(hash text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := (select auth.uid());
  found_id bigint;
begin
  if private.session_state() <> 'second_factor' then
    raise exception 'no second factor is due' using errcode = '42501';
  end if;
  -- Tries of one account wait for each other, so that concurrent ones are all counted.
  perform pg_advisory_xact_lock(hashtextextended('recovery_code ' || account::text, 0));
  delete from private.recovery_code_tries where user_id = account and created_at < now() - interval '15 minutes';
  if (select count(*) from private.recovery_code_tries where user_id = account) >= 5 then
    return 'limited';
  end if;
  select id into found_id from private.recovery_codes
  where user_id = account and code_hash = hash and (used_at is null or used_at > now() - interval '10 minutes')
    and private.are_codes_of_factor(account, created_at);
  if found_id is null then
    insert into private.recovery_code_tries (user_id) values (account);
    return 'wrong';
  end if;
  update private.recovery_codes set used_at = coalesce(used_at, now()) where id = found_id;
  insert into public.audit_log (actor_id, action, entity, entity_id) values (account, 'recovery_code_used', 'profiles', account::text);
  return 'accepted';
end $$;

create function public.use_recovery_code(hash text) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_recovery_code(hash);
end;
comment on function public.use_recovery_code(text) is 'accepted, wrong or limited (five wrong ones in 15 minutes); refused with 42501 unless the caller''s session owes the second factor.';
revoke execute on function public.use_recovery_code(text) from public, anon;
grant execute on function public.use_recovery_code(text) to authenticated;

-- A mailed link that is opened in another browser confirms the address only after a new password was set in that
-- browser. Until then the old password works and the address is unconfirmed.
create function private.session_proves_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  -- A code sent to a phone is recorded as `otp` too, so accounts with a phone number prove nothing here.
  select coalesce(users.phone, '') = '' and coalesce(users.email, '') <> '' and private.has_proof(private.session_id(), array['otp', 'magiclink', 'recovery', 'email/signup'])
  from auth.users where users.id = private.account_id()
$$;

create function public.session_proves_mail() returns boolean
language sql stable security invoker set search_path = ''
return private.session_proves_mail();
comment on function public.session_proves_mail() is 'Whether the session of the caller was opened in the last 10 minutes by a link mailed to the account''s address; null without an account.';
revoke execute on function public.session_proves_mail() from public, anon;
grant execute on function public.session_proves_mail() to authenticated;
