-- Every policy and function asks for the caller's account here: a session counts only while it is open, has passed
-- the second factor where one is due, and (for staff) is neither idle nor too old.

create table private.session_activity (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  seen_at timestamptz not null default now()
);
comment on table private.session_activity is 'When the site last served a page or an action to a session, to the minute.';

create function private.session_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select nullif((select auth.jwt()) ->> 'session_id', '')::uuid
$$;
comment on function private.session_id() is 'Session of the caller''s token; null for anonymous callers and for keys.';

create function private.has_second_factor(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors where user_id = account and status::text = 'verified')
$$;
comment on function private.has_second_factor(uuid) is 'Whether an account has a confirmed second factor.';

create function private.requires_second_factor(role text) returns boolean
language sql stable security definer set search_path = '' as $$
  select requires_second_factor.role in ('editor', 'admin', 'main_admin', 'superadministrador')
    and exists (select from public.app_settings where key = 'system_staff_second_factor' and value = 'true')
$$;
comment on function private.requires_second_factor(text) is 'Whether a setting obliges accounts of this role to have a second factor.';

-- PL/pgSQL keeps its plans: policies and triggers call this for every statement, some for every row.
create function private.session_state() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
  claims jsonb := auth.jwt();
  session record;
begin
  if account is null then
    return 'none';
  end if;
  select
    sessions.created_at as opened_at, sessions.not_after, sessions.aal::text as aal, greatest(sessions.created_at, activity.seen_at) as seen_at, profiles.role, profiles.blocked_at,
    coalesce(profiles.role in ('editor', 'admin', 'main_admin', 'superadministrador'), false) as is_staff
  into session
  from auth.sessions as sessions
  left join private.session_activity as activity on activity.session_id = sessions.id
  left join public.profiles as profiles on profiles.id = sessions.user_id
  where sessions.id = nullif(claims ->> 'session_id', '')::uuid and sessions.user_id = account;
  return case
    when session.opened_at is null or session.not_after <= now() then 'ended'
    when session.blocked_at is not null then 'blocked'
    when session.is_staff and session.opened_at <= now() - interval '12 hours' then 'expired'
    when session.is_staff and session.seen_at <= now() - interval '30 minutes' then 'idle'
    -- The level of the session as well: it falls when the factor is removed, the token is older.
    when claims ->> 'aal' = 'aal2' and session.aal = 'aal2' then 'live'
    when exists (select from auth.mfa_factors where user_id = account and status::text = 'verified') then 'second_factor'
    when session.is_staff and private.requires_second_factor(session.role) then 'enrolment'
    else 'live'
  end;
end $$;
comment on function private.session_state() is
  'live, or why the caller''s session does not count: none, ended, blocked, expired (12 hours), idle (30 minutes), second_factor (its code is due), enrolment (a factor must be set up).';

create function private.session_is_live() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.session_state() = 'live';
end $$;
comment on function private.session_is_live() is 'Whether the caller''s session counts.';

create function private.account_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.session_is_live() then
    return auth.uid();
  end if;
  return null;
end $$;
comment on function private.account_id() is 'Account of the caller while its session counts; null otherwise. Policies and functions use this instead of auth.uid().';

-- Called once by every page, action and route handler, which counts as activity of the session.
drop function public.current_account();
create function private.current_account(is_activity boolean) returns table (
  id uuid, username text, role text, permissions text[], role_permissions text[],
  email_verified_at timestamptz, locale text, theme text, session_state text
)
language plpgsql volatile security definer set search_path = '' as $$
declare
  state text := private.session_state();
begin
  if state = 'live' and is_activity then
    insert into private.session_activity as activity (session_id) values (private.session_id())
    on conflict on constraint session_activity_pkey do update set seen_at = now() where activity.seen_at < now() - interval '1 minute';
  end if;
  return query
  select
    profiles.id, profiles.username, profiles.role, profiles.permissions,
    array(select permission_key from public.role_permissions where role_permissions.role = profiles.role order by permission_key),
    profiles.email_verified_at, profiles.locale, profiles.theme, state
  from public.profiles where profiles.id = (select auth.uid());
end $$;

create function public.current_account(is_activity boolean default true) returns table (
  id uuid, username text, role text, permissions text[], role_permissions text[],
  email_verified_at timestamptz, locale text, theme text, session_state text
)
language sql volatile security invoker set search_path = ''
begin atomic
  select * from private.current_account(is_activity);
end;
comment on function public.current_account(boolean) is 'The caller''s account in one row with the state of its session, or no row; requests that no person made pass is_activity = false.';
revoke execute on function public.current_account(boolean) from public, anon;
grant execute on function public.current_account(boolean) to authenticated, service_role;

-- Recent proof of identity: the auth server writes down when and how a session was authenticated.
create function private.proof_methods(account uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select case
    when private.has_second_factor(account) then array['totp']
    when exists (select from auth.users where users.id = account and coalesce(users.encrypted_password, '') <> '') then array['password']
    else array['otp', 'magiclink', 'recovery', 'email/signup']
  end
$$;
comment on function private.proof_methods(uuid) is
  'What proves the identity of an account: its second factor, else its password, else a mailed link (names of `amr`).';

create function private.has_proof(session uuid, methods text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.mfa_amr_claims as proofs
    where proofs.session_id = session and proofs.authentication_method = any (methods) and proofs.updated_at > now() - interval '10 minutes'
      -- A factor that this session set up itself proves nothing unless the session was proved when it did.
      and (proofs.authentication_method <> 'totp' or exists (
        select from auth.sessions join auth.mfa_factors as factors on factors.id = sessions.factor_id
        where sessions.id = proofs.session_id and (
          factors.created_at <= sessions.created_at or exists (
            select from auth.mfa_amr_claims as earlier
            where earlier.session_id = sessions.id and earlier.authentication_method <> 'totp'
              and earlier.updated_at between factors.created_at - interval '10 minutes' and factors.created_at
          )
        )
      ))
  )
$$;
comment on function private.has_proof(uuid, text[]) is 'Whether a session was authenticated by one of the methods in the last 10 minutes.';

create function private.has_recent_proof() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_is_live() and private.has_proof(private.session_id(), private.proof_methods((select auth.uid())))
$$;
comment on function private.has_recent_proof() is 'Whether the caller proved who they are in the last 10 minutes.';

create function public.has_recent_proof() returns boolean
language sql stable security invoker set search_path = ''
begin atomic
  select private.has_recent_proof();
end;
comment on function public.has_recent_proof() is 'Whether the caller may do what needs a recent proof of identity.';
revoke execute on function public.has_recent_proof() from public, anon;
grant execute on function public.has_recent_proof() to authenticated;

create function private.require_recent_proof() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'the session does not count' using errcode = '42501';
  end if;
  if not private.has_recent_proof() then
    raise exception 'a recent proof of identity is needed' using errcode = '28000';
  end if;
end $$;
comment on function private.require_recent_proof() is 'Refuses with 42501 when the session does not count, with 28000 unless the caller proved who they are in the last 10 minutes.';

-- For triggers: changes without a signed-in caller (the server, the seed) are decided elsewhere.
create function private.require_recent_proof_of_caller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null then
    perform private.require_recent_proof();
  end if;
  return coalesce(new, old);
end $$;

create trigger role_change_needs_recent_proof before update of role, permissions on public.profiles
  for each row when (old.role is distinct from new.role or old.permissions is distinct from new.permissions)
  execute function private.require_recent_proof_of_caller();
create trigger permission_change_needs_recent_proof before insert or update or delete on public.role_permissions
  for each row execute function private.require_recent_proof_of_caller();
create trigger payment_setting_needs_recent_proof before insert or update or delete on public.payment_settings
  for each row execute function private.require_recent_proof_of_caller();
create trigger pix_key_change_needs_recent_proof before update of pix_key on public.sellers
  for each row when (old.pix_key is distinct from new.pix_key)
  execute function private.require_recent_proof_of_caller();
create trigger second_factor_setting_needs_recent_proof before insert on public.app_settings
  for each row when (new.key = 'system_staff_second_factor') execute function private.require_recent_proof_of_caller();
create trigger second_factor_setting_change_needs_recent_proof before update on public.app_settings
  for each row when ('system_staff_second_factor' in (old.key, new.key)) execute function private.require_recent_proof_of_caller();
create trigger second_factor_setting_deletion_needs_recent_proof before delete on public.app_settings
  for each row when (old.key = 'system_staff_second_factor') execute function private.require_recent_proof_of_caller();

create function private.own_proof_method() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when methods @> array['totp'] then 'totp'
    when methods @> array['password'] then 'password'
    else 'mail'
  end
  from private.proof_methods(private.account_id()) as methods
  where private.account_id() is not null
$$;

create function public.own_proof_method() returns text
language sql stable security invoker set search_path = ''
begin atomic
  select private.own_proof_method();
end;
comment on function public.own_proof_method() is 'How the caller proves who they are: totp, password or mail.';
revoke execute on function public.own_proof_method() from public, anon;
grant execute on function public.own_proof_method() to authenticated;
