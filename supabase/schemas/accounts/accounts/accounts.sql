-- Accounts as the team manages them: list, roles, blocks, export and their history.

create function private.manages_accounts() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('users')
$$;
comment on function private.manages_accounts is 'Whether the caller is staff that may manage accounts.';

create function private.manages_account(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    private.manages_accounts() and account <> (select private.account_id())
      and private.outranks((select role from public.profiles where id = account)),
    false
  )
$$;
comment on function private.manages_account is
  'Whether the caller may change an account: user managers only, for accounts with a lower rank, never for their own.';

create function private.list_accounts(typed text, of_role text, of_status text, page integer, per integer)
  returns table (
  id uuid, username text, full_name text, email text, role text, permissions text[], home_state text,
  email_verified_at timestamptz, blocked_at timestamptz, created_at timestamptz, last_sign_in_at timestamptz,
  is_manageable boolean, total bigint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  size integer := least(greatest(per, 1), 100);
  skipped bigint := (greatest(page, 1) - 1)::bigint * least(greatest(per, 1), 100);
  pattern text := '%' || replace(replace(replace(private.fold(typed), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  ids uuid[];
  matched bigint;
begin
  if not private.manages_accounts() then
    return;
  end if;
  if coalesce(typed, '') = '' then
    -- The count scans the table; the rows of the page are read from the index.
    with found as not materialized (
      select profiles.id, profiles.created_at from public.profiles
      where (coalesce(of_role, '') = '' or profiles.role = of_role)
        and case of_status
          when 'blocked' then profiles.blocked_at is not null
          when 'unverified' then profiles.email_verified_at is null
          when 'extra' then profiles.permissions <> '{}'
          else true
        end
    )
    select (select count(*) from found), array(select found.id from found order by found.created_at desc, found.id
      limit size offset skipped) into matched, ids;
  else
    -- Three separate queries: with `or` between the conditions, the index of the names would not be used.
    with matching as (
      select profiles.id from public.profiles where profiles.search_name like pattern
      union
      select users.id from auth.users as users where strpos(lower(users.email), lower(typed)) > 0
      union
      select profiles.id from public.profiles where typed ~ '^[0-9a-f-]{8,36}$' and strpos(profiles.id::text, typed) > 0
    ), found as materialized (
      select profiles.id, profiles.created_at from matching join public.profiles on profiles.id = matching.id
      where (coalesce(of_role, '') = '' or profiles.role = of_role)
        and case of_status
          when 'blocked' then profiles.blocked_at is not null
          when 'unverified' then profiles.email_verified_at is null
          when 'extra' then profiles.permissions <> '{}'
          else true
        end
    )
    select (select count(*) from found), array(select found.id from found order by found.created_at desc, found.id
      limit size offset skipped) into matched, ids;
  end if;
  return query
    select
      profiles.id, profiles.username, profiles.full_name, users.email::text, profiles.role, profiles.permissions,
        profiles.home_state::text,
      profiles.email_verified_at, profiles.blocked_at, profiles.created_at, users.last_sign_in_at,
      private.manages_account(profiles.id), matched
    from unnest(ids) with ordinality as shown (id, place)
    join public.profiles on profiles.id = shown.id join auth.users as users on users.id = shown.id
    order by shown.place;
end $$;
comment on function private.list_accounts is
  'Returns one page of accounts for user managers; no rows for other callers.';

create function private.set_account_role(account uuid, new_role text, new_permissions text[], reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.manages_account(account) or not private.outranks(new_role) then
    raise exception 'only accounts and roles below the own rank' using errcode = '42501';
  end if;
  if exists (
    select from unnest(new_permissions) as wanted (key)
    where not private.has_permission(wanted.key) or not exists (select from public.permission_definitions as known
      where known.key = wanted.key)
  ) then
    raise exception 'nobody gives a permission they do not hold' using errcode = '42501';
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason, ''), 300), true);
  update public.profiles set role = new_role, permissions = array(select distinct key from unnest(new_permissions)
    as key order by key)
  where id = account;
end $$;
comment on function private.set_account_role is
  'Sets the role and the additional permissions of an account; raises 42501 unless the account and the role have a '
  'lower rank than the caller and the caller has every permission given.';

create function private.end_sessions(account uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ended integer;
begin
  if not (private.manages_account(account) or (private.has_permission('access_log')
    and private.outranks((select role from public.profiles where id = account)))) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  delete from auth.refresh_tokens where user_id::text = account::text;
  delete from auth.sessions where user_id = account;
  get diagnostics ended = row_count;
  return ended;
end $$;
comment on function private.end_sessions is
  'Ends every session of an account; the auth server refuses their tokens from then on.';

create function private.set_account_blocked(account uuid, is_blocked boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.manages_account(account) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason, ''), 300), true);
  update public.profiles set blocked_at = case when is_blocked then now() end where id = account
    and (blocked_at is not null) <> is_blocked;
  if is_blocked then
    perform private.end_sessions(account);
  end if;
end $$;
comment on function private.set_account_blocked is
  'Blocks an account and ends its sessions, or unblocks it; raises 42501 unless the caller may change the account.';

create function private.export_account(account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_own boolean := account = (select private.account_id());
  address text := (select email from auth.users where id = account);
begin
  if not coalesce(is_own, false) and not private.manages_account(account) then
    raise exception 'only the own account, or accounts below the own rank' using errcode = '42501';
  end if;
  -- Rows found only by the mail address are included once a link sent to it was opened.
  if is_own and not exists (select from public.profiles where id = account and email_verified_at is not null) then
    address := null;
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at, 'last_sign_in_at',
        last_sign_in_at, 'metadata', raw_user_meta_data)
      from auth.users where id = account
    ),
    'identities', private.auth_rows('auth.identities', account,
      '{provider,identity_data,email,created_at,last_sign_in_at}'),
    'sessions', private.auth_rows('auth.sessions', account,
      '{created_at,updated_at,refreshed_at,not_after,user_agent,ip,aal}'),
    'second_factors', private.auth_rows('auth.mfa_factors', account,
      '{friendly_name,factor_type,status,created_at,updated_at}'),
    'titles', (select jsonb_object_agg(relation || '.' || column_name,
      title order by position) from private.personal_rows
      where kind = 'own'),
    'rows', private.rows_of_account(account, address, 'own'),
    'rows_found_by_email', address is not null,
    'work', private.rows_of_account(account, address, 'work'),
    'changes_by_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'entity', entity, 'entity_id',
        entity_id) order by id), '[]')
      from public.audit_log where actor_id = account
    ),
    'changes_of_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'before', before, 'after', after,
        'reason', audit_log.reason) order by id), '[]')
      from public.audit_log where entity = 'profiles' and entity_id = account::text
    ),
    'files', private.files_of_account(account, address),
    'not_included', (
      select coalesce(jsonb_object_agg(relation || '.' || column_name, reason), '{}') from private.personal_columns
        where treatment = 'withheld'
    )
  );
end $$;
comment on function private.export_account is
  'Returns all data that the portal stores about an account (LGPD, article 18), as declared in private.personal_rows '
  'and private.personal_columns, without passwords; raises 42501 unless it is the caller''s own account or one that '
  'the caller may change.';

-- Who held which role when: of one account for user managers, of the matrix for permission managers.
create function private.access_history(of_entity text, of_id text) returns table (
  id bigint, action text, actor text, entity_id text, before jsonb, after jsonb, reason text, created_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select audit.id, audit.action, actors.username, audit.entity_id, audit.before, audit.after, audit.reason,
    audit.created_at
  from public.audit_log as audit left join public.profiles as actors on actors.id = audit.actor_id
  where audit.entity = of_entity and (of_id is null or audit.entity_id = of_id)
    and case of_entity
      when 'profiles' then (select private.manages_accounts())
      when 'role_permissions' then (select private.has_permission('permissions'))
      when 'app_settings' then (select private.has_permission('settings') or private.has_permission('portal_settings'))
      else false
    end
  order by audit.id desc limit 200
$$;
comment on function private.access_history is
  'Newest 200 changes of profiles, role_permissions or app_settings, for those who manage them.';

create function public.list_accounts(
  typed text default '', of_role text default '', of_status text default '', page integer default 1, per integer
    default 25
) returns table (
  id uuid, username text, full_name text, email text, role text, permissions text[], home_state text,
  email_verified_at timestamptz, blocked_at timestamptz, created_at timestamptz, last_sign_in_at timestamptz,
  is_manageable boolean, total bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_accounts(typed, of_role, of_status, page, per);
end;
comment on function public.list_accounts is
  'Accounts by a part of name or e-mail, role and status (blocked, unverified, extra), newest first.';
grant execute on function public.list_accounts to authenticated, service_role;

create function public.set_account_role(account uuid, new_role text, new_permissions text[], reason text default null)
  returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.set_account_role(account, new_role, new_permissions, reason);
end;
comment on function public.set_account_role is
  'Sets the role and the additional permissions of an account; raises 42501 unless the account and the role have a '
  'lower rank than the caller and the caller has every permission given.';
grant execute on function public.set_account_role to authenticated, service_role;

create function public.end_sessions(account uuid) returns integer
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where account is distinct from (select private.account_id());
  select private."end_sessions"(account);
end;
comment on function public.end_sessions is
  'Ends every session of an account and returns how many; raises 42501 unless the account has a lower rank than the '
  'caller and the caller has the permission users or access_log, and 28000 without a recent proof of identity.';
grant execute on function public.end_sessions to authenticated, service_role;

create function public.set_account_blocked(account uuid, is_blocked boolean, reason text default null) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.set_account_blocked(account, is_blocked, reason);
end;
comment on function public.set_account_blocked is
  'Blocks an account and ends its sessions, or unblocks it; raises 42501 unless the account has a lower rank than the '
  'calling user manager, and 28000 without a recent proof of identity.';
grant execute on function public.set_account_blocked to authenticated, service_role;

create function public.export_account(account uuid) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where account is distinct from (select private.account_id());
  select private.export_account(account);
end;
comment on function public.export_account is
  'Returns all data about an account, for its owner and for user managers of accounts with a lower rank; raises 42501 '
  'for other callers, and 28000 for managers without a recent proof of identity.';
grant execute on function public.export_account to authenticated, service_role;

create function public.access_history(of_entity text, of_id text default null) returns table (
  id bigint, action text, actor text, entity_id text, before jsonb, after jsonb, reason text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.access_history(of_entity, of_id);
end;
comment on function public.access_history is
  'Returns the newest 200 changes of profiles, role_permissions or app_settings (of_entity), for accounts that manage '
  'them; no rows for other callers.';
grant execute on function public.access_history to authenticated, service_role;
