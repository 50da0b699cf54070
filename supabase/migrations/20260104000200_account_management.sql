-- What user managers do with accounts. Every function decides by itself: who asks, and whom it touches.

-- The panel asks for the permissions of the role as they are now, not as they were at the start.
drop function public.current_account();
create function public.current_account() returns table (
  id uuid,
  username text,
  role text,
  permissions text[],
  role_permissions text[],
  email_verified_at timestamptz,
  blocked_at timestamptz,
  locale text,
  theme text
)
language sql stable security invoker set search_path = '' as $$
  select
    profiles.id, profiles.username, profiles.role, profiles.permissions,
    array(select permission_key from public.role_permissions where role_permissions.role = profiles.role order by permission_key),
    profiles.email_verified_at, profiles.blocked_at, profiles.locale, profiles.theme
  from public.profiles
  where profiles.id = (select auth.uid())
$$;
comment on function public.current_account() is 'The caller''s account in one row, or no row.';
revoke execute on function public.current_account() from public, anon;
grant execute on function public.current_account() to authenticated, service_role;

create function private.manages_accounts() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('users')
$$;
comment on function private.manages_accounts() is 'Whether the caller is staff that may manage accounts.';

create function private.manages_account(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    private.manages_accounts() and account <> (select auth.uid())
      and private.outranks((select role from public.profiles where id = account)),
    false
  )
$$;
comment on function private.manages_account(uuid) is 'Whether the caller may change an account: never the own one, only those below the own rank.';

create function private.list_accounts(typed text, of_role text, of_status text, page integer, per integer) returns table (
  id uuid, username text, full_name text, email text, role text, permissions text[], home_state text,
  email_verified_at timestamptz, blocked_at timestamptz, created_at timestamptz, last_sign_in_at timestamptz,
  is_manageable boolean, total bigint
)
language sql stable security definer set search_path = '' as $$
  select
    profiles.id, profiles.username, profiles.full_name, users.email::text, profiles.role, profiles.permissions, profiles.home_state::text,
    profiles.email_verified_at, profiles.blocked_at, profiles.created_at, users.last_sign_in_at,
    private.manages_account(profiles.id), count(*) over ()
  from public.profiles join auth.users as users on users.id = profiles.id
  where (select private.manages_accounts())
    and (coalesce(of_role, '') = '' or profiles.role = of_role)
    and case of_status
      when 'blocked' then profiles.blocked_at is not null
      when 'unverified' then profiles.email_verified_at is null
      when 'extra' then profiles.permissions <> '{}'
      else true
    end
    and (coalesce(typed, '') = '' or strpos(private.fold(concat_ws(' ', profiles.username, profiles.full_name, users.email, profiles.id)), private.fold(typed)) > 0)
  order by profiles.created_at desc, profiles.id
  limit least(greatest(per, 1), 100) offset (greatest(page, 1) - 1) * least(greatest(per, 1), 100)
$$;
comment on function private.list_accounts(text, text, text, integer, integer) is 'One page of accounts for user managers; nothing for anybody else.';

create function public.list_accounts(
  typed text default '', of_role text default '', of_status text default '', page integer default 1, per integer default 25
) returns table (
  id uuid, username text, full_name text, email text, role text, permissions text[], home_state text,
  email_verified_at timestamptz, blocked_at timestamptz, created_at timestamptz, last_sign_in_at timestamptz,
  is_manageable boolean, total bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_accounts(typed, of_role, of_status, page, per);
end;
comment on function public.list_accounts(text, text, text, integer, integer) is
  'Accounts by a part of name or e-mail, role and status (blocked, unverified, extra), newest first.';
revoke execute on function public.list_accounts(text, text, text, integer, integer) from public, anon;
grant execute on function public.list_accounts(text, text, text, integer, integer) to authenticated;

create function private.set_account_role(account uuid, new_role text, new_permissions text[], reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.manages_account(account) or not private.outranks(new_role) then
    raise exception 'only accounts and roles below the own rank' using errcode = '42501';
  end if;
  if exists (
    select from unnest(new_permissions) as wanted (key)
    where not private.has_permission(wanted.key) or not exists (select from public.permission_definitions as known where known.key = wanted.key)
  ) then
    raise exception 'nobody gives a permission they do not hold' using errcode = '42501';
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason, ''), 300), true);
  update public.profiles set role = new_role, permissions = array(select distinct key from unnest(new_permissions) as key order by key)
  where id = account;
end $$;
comment on function private.set_account_role(uuid, text, text[], text) is 'Role and extra permissions of an account below the caller''s rank.';

create function public.set_account_role(account uuid, new_role text, new_permissions text[], reason text default null) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.set_account_role(account, new_role, new_permissions, reason);
end;
comment on function public.set_account_role(uuid, text, text[], text) is 'Refused (42501) unless account and new role stand below the caller and the caller holds every permission given.';
revoke execute on function public.set_account_role(uuid, text, text[], text) from public, anon;
grant execute on function public.set_account_role(uuid, text, text[], text) to authenticated;

create function private.end_sessions(account uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ended integer;
begin
  if not (private.manages_account(account) or (private.has_permission('access_log') and private.outranks((select role from public.profiles where id = account)))) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  delete from auth.refresh_tokens where user_id::text = account::text;
  delete from auth.sessions where user_id = account;
  get diagnostics ended = row_count;
  return ended;
end $$;
comment on function private.end_sessions(uuid) is 'Ends every session of an account; the auth server refuses their tokens from then on.';

create function public.end_sessions(account uuid) returns integer
language sql volatile security invoker set search_path = ''
begin atomic
  select private.end_sessions(account);
end;
comment on function public.end_sessions(uuid) is 'How many sessions of an account below the caller''s rank were ended.';
revoke execute on function public.end_sessions(uuid) from public, anon;
grant execute on function public.end_sessions(uuid) to authenticated;

create function private.set_account_blocked(account uuid, is_blocked boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.manages_account(account) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason, ''), 300), true);
  update public.profiles set blocked_at = case when is_blocked then now() end where id = account and (blocked_at is not null) <> is_blocked;
  if is_blocked then
    perform private.end_sessions(account);
  end if;
end $$;
comment on function private.set_account_blocked(uuid, boolean, text) is 'Blocks an account and ends its sessions, or lets it in again.';

create function public.set_account_blocked(account uuid, is_blocked boolean, reason text default null) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.set_account_blocked(account, is_blocked, reason);
end;
comment on function public.set_account_blocked(uuid, boolean, text) is 'Refused (42501) unless the account stands below the caller.';
revoke execute on function public.set_account_blocked(uuid, boolean, text) from public, anon;
grant execute on function public.set_account_blocked(uuid, boolean, text) to authenticated;

-- Columns that say whose a row is: keys to accounts, and the e-mail somebody left with a request.
create function private.rows_of_account(account uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb := '{}';
  owned record;
  rows jsonb;
  address text := (select email from auth.users where id = account);
begin
  for owned in
    select relation.oid::regclass as name, relation.relname as plain, attribute.attname as column_name, attribute.atttypid = 'uuid'::regtype as is_key
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r' and (
      (attribute.atttypid = 'text'::regtype and attribute.attname in ('email', 'requester_email', 'reporter_email', 'contact_email'))
      or exists (
        select from pg_catalog.pg_constraint as link
        where link.conrelid = relation.oid and link.contype = 'f' and link.conkey = array[attribute.attnum]
          and link.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
      )
    )
    order by relation.relname, attribute.attnum
  loop
    execute format('select jsonb_agg(to_jsonb(row)) from %s as row where lower(%I::text) = lower($1)', owned.name, owned.column_name)
      into rows using case when owned.is_key then account::text else address end;
    if rows is not null then
      found := found || jsonb_build_object(owned.plain || '.' || owned.column_name, rows);
    end if;
  end loop;
  return found;
end $$;
comment on function private.rows_of_account(uuid) is 'Every row of every table that belongs to an account or carries its e-mail: {"table.column": [rows]}.';

create function private.export_account(account uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.manages_account(account) and not (private.manages_accounts() and account = (select auth.uid())) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at, 'last_sign_in_at', last_sign_in_at, 'metadata', raw_user_meta_data)
      from auth.users where id = account
    ),
    'identities', (select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'created_at', created_at)), '[]') from auth.identities where user_id = account),
    'rows', private.rows_of_account(account),
    'changes_by_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'entity', entity, 'entity_id', entity_id) order by id), '[]')
      from public.audit_log where actor_id = account
    ),
    'changes_of_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'before', before, 'after', after, 'reason', audit_log.reason) order by id), '[]')
      from public.audit_log where entity = 'profiles' and entity_id = account::text
    )
  );
end $$;
comment on function private.export_account(uuid) is 'Everything the portal keeps about an account (LGPD, article 18); never a password.';

create function public.export_account(account uuid) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.export_account(account);
end;
comment on function public.export_account(uuid) is 'For user managers, of accounts below their rank and of their own.';
revoke execute on function public.export_account(uuid) from public, anon;
grant execute on function public.export_account(uuid) to authenticated;

-- Deleting happens in the auth server; this asks first and leaves the line that it happened.
create function private.release_account(account uuid, typed_email text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.manages_account(account) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if not exists (select from auth.users where id = account and lower(email) = lower(btrim(typed_email))) then
    raise exception 'the e-mail does not confirm the account' using errcode = '22023';
  end if;
  insert into public.audit_log (actor_id, action, entity, entity_id, before, reason)
  select (select auth.uid()), 'delete', 'profiles', account::text, jsonb_build_object('role', role), 'LGPD' from public.profiles where id = account;
end $$;
comment on function private.release_account(uuid, text) is 'Whether the caller may delete an account, confirmed by its e-mail; written down without personal data.';

create function public.release_account(account uuid, typed_email text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.release_account(account, typed_email);
end;
comment on function public.release_account(uuid, text) is 'Refused with 42501 (rank) or 22023 (the e-mail is another).';
revoke execute on function public.release_account(uuid, text) from public, anon;
grant execute on function public.release_account(uuid, text) to authenticated;

-- Who held which role when: of one account for user managers, of the matrix for permission managers.
create function private.access_history(of_entity text, of_id text) returns table (
  id bigint, action text, actor text, entity_id text, before jsonb, after jsonb, reason text, created_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select audit.id, audit.action, actors.username, audit.entity_id, audit.before, audit.after, audit.reason, audit.created_at
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
comment on function private.access_history(text, text) is 'Newest 200 changes of profiles, role_permissions or app_settings, for those who manage them.';

create function public.access_history(of_entity text, of_id text default null) returns table (
  id bigint, action text, actor text, entity_id text, before jsonb, after jsonb, reason text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.access_history(of_entity, of_id);
end;
comment on function public.access_history(text, text) is 'of_entity: profiles, role_permissions or app_settings.';
revoke execute on function public.access_history(text, text) from public, anon;
grant execute on function public.access_history(text, text) to authenticated;
