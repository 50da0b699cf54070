-- Management of accounts: list, roles, blocks, copy of the data, access log and merging.

create function private.manages_accounts() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('users')
$$;
comment on function private.manages_accounts() is 'Whether the caller is staff that may manage accounts.';

create function private.manages_account(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(
    private.manages_accounts() and account <> (select private.account_id())
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
    select (select count(*) from found), array(select found.id from found order by found.created_at desc, found.id limit size offset skipped) into matched, ids;
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
    select (select count(*) from found), array(select found.id from found order by found.created_at desc, found.id limit size offset skipped) into matched, ids;
  end if;
  return query
    select
      profiles.id, profiles.username, profiles.full_name, users.email::text, profiles.role, profiles.permissions, profiles.home_state::text,
      profiles.email_verified_at, profiles.blocked_at, profiles.created_at, users.last_sign_in_at,
      private.manages_account(profiles.id), matched
    from unnest(ids) with ordinality as shown (id, place)
    join public.profiles on profiles.id = shown.id join auth.users as users on users.id = shown.id
    order by shown.place;
end $$;
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
  select private."end_sessions"(account);
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
      select jsonb_build_object('id', id, 'email', email, 'phone', phone, 'created_at', created_at, 'last_sign_in_at', last_sign_in_at, 'metadata', raw_user_meta_data)
      from auth.users where id = account
    ),
    'identities', private.auth_rows('auth.identities', account, '{provider,identity_data,email,created_at,last_sign_in_at}'),
    'sessions', private.auth_rows('auth.sessions', account, '{created_at,updated_at,refreshed_at,not_after,user_agent,ip,aal}'),
    'second_factors', private.auth_rows('auth.mfa_factors', account, '{friendly_name,factor_type,status,created_at,updated_at}'),
    'titles', (select jsonb_object_agg(relation || '.' || column_name, title order by place) from private.personal_rows where kind = 'own'),
    'rows', private.rows_of_account(account, address, 'own'),
    'rows_found_by_email', address is not null,
    'work', private.rows_of_account(account, address, 'work'),
    'changes_by_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'entity', entity, 'entity_id', entity_id) order by id), '[]')
      from public.audit_log where actor_id = account
    ),
    'changes_of_the_account', (
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'action', action, 'before', before, 'after', after, 'reason', audit_log.reason) order by id), '[]')
      from public.audit_log where entity = 'profiles' and entity_id = account::text
    ),
    'files', private.files_of_account(account, address),
    'not_included', (
      select coalesce(jsonb_object_agg(relation || '.' || column_name, reason), '{}') from private.personal_columns where treatment = 'withheld'
    )
  );
end $$;
comment on function private.export_account(uuid) is 'Everything the portal keeps about an account (LGPD, article 18), as private.personal_rows and private.personal_columns declare it; never a password.';

create function public.export_account(account uuid) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.export_account(account);
end;
comment on function public.export_account(uuid) is 'For the person, and for user managers of accounts below their rank.';
revoke execute on function public.export_account(uuid) from public, anon;
grant execute on function public.export_account(uuid) to authenticated;

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

-- Sign-ins and failed attempts; network addresses only as a keyed hash.
create table public.access_logs (
  id bigint generated always as identity primary key,
  user_id uuid references public.profiles (id) on delete set null,
  event text not null check (event in ('sign_in', 'sign_in_failed', 'code_failed', 'link_used', 'sign_up', 'sign_out', 'password_changed')),
  address_hash text check (char_length(address_hash) <= 64),
  device text not null default '' check (char_length(device) <= 120),
  created_at timestamptz not null default now()
);
comment on table public.access_logs is 'Sign-ins, failures and other doors, written by the server only; kept for six months (private.retention_rules).';
comment on column public.access_logs.address_hash is 'Keyed hash of the caller''s address: equal for equal addresses, unreadable.';
comment on column public.access_logs.user_id is 'Null when the failed sign-in named no account.';

create index access_logs_user_idx on public.access_logs (user_id, created_at desc);
create index access_logs_created_at_idx on public.access_logs (created_at desc);
create index access_logs_address_idx on public.access_logs (address_hash, created_at desc);

alter table public.access_logs enable row level security;
revoke all on public.access_logs from anon, authenticated;
grant select on public.access_logs to authenticated;
grant all on public.access_logs to service_role;

create policy "access log readers read the access log" on public.access_logs
  for select to authenticated using ((select private.has_permission('access_log')));

create function private.log_access(event text, account uuid, email text, address_hash text, device text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.access_logs (event, user_id, address_hash, device)
  values (
    event,
    (select profiles.id from public.profiles where profiles.id = coalesce(account, (select users.id from auth.users where users.email = lower(log_access.email) limit 1))),
    address_hash, left(coalesce(device, ''), 120)
  )
$$;
comment on function private.log_access(text, uuid, text, text, text) is 'One line of the access log; an e-mail is kept only as the account it belongs to.';

create function public.log_access(event text, account uuid, email text, address_hash text, device text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.log_access(event, account, email, address_hash, device);
end;
comment on function public.log_access(text, uuid, text, text, text) is 'For the server only.';
revoke execute on function public.log_access(text, uuid, text, text, text) from public, anon, authenticated;
grant execute on function public.log_access(text, uuid, text, text, text) to service_role;

-- Merging two accounts of one person: rows that refer to the first one refer to the second one afterwards.

-- Append-only tables are left unchanged, so that they still name who did what.
create function private.account_columns() returns table (relation regclass, plain name, column_name name, stays boolean)
language sql stable set search_path = '' as $$
  select distinct
    relation.oid::regclass, relation.relname, attribute.attname,
    exists (
      select from pg_catalog.pg_trigger as guard
      where guard.tgrelid = relation.oid and not guard.tgisinternal and guard.tgtype & 16 = 16
        and guard.tgfoid in ('private.refuse_api_role()'::regprocedure, 'private.refuse_change()'::regprocedure)
    )
  from pg_catalog.pg_constraint as link
  join pg_catalog.pg_class as relation on relation.oid = link.conrelid
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and link.conkey = array[attribute.attnum]
  where link.contype = 'f' and link.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    and relation.relnamespace = 'public'::regnamespace and relation.oid <> 'public.profiles'::regclass
  order by relation.relname, attribute.attname
$$;
comment on function private.account_columns() is 'Every key of a table to an account, and whether a trigger keeps its rows as they are.';

create function private.move_rows(relation regclass, column_name name, gone uuid, kept uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  before text := coalesce(current_setting('app.is_merging', true), '');
  spot tid;
  touched integer;
  moved integer := 0;
  dropped integer := 0;
  clashed text;
begin
  -- Triggers read the setting. It is set here because only a superuser may set it in the header; an error resets it.
  perform set_config('app.is_merging', 'on', true);
  begin
    execute format('update %s set %2$I = $2 where %2$I = $1', relation, column_name) using gone, kept;
    get diagnostics moved = row_count;
    perform set_config('app.is_merging', before, true);
    return jsonb_build_object('moved', moved, 'dropped', 0);
  exception when unique_violation or exclusion_violation then
    null; -- Tries row by row, to find out which ones are refused.
  end;
  for spot in execute format('select ctid from %s where %I = $1', relation, column_name) using gone loop
    begin
      execute format('update %s set %2$I = $2 where ctid = $3 and %2$I = $1', relation, column_name) using gone, kept, spot;
      get diagnostics touched = row_count;
      moved := moved + touched;
    exception when unique_violation or exclusion_violation then
      get stacked diagnostics clashed = table_name;
      if clashed <> (select relname from pg_catalog.pg_class where oid = relation) then
        raise;
      end if;
      execute format('delete from %s where ctid = $2 and %I = $1', relation, column_name) using gone, spot;
      get diagnostics touched = row_count;
      dropped := dropped + touched;
    end;
  end loop;
  perform set_config('app.is_merging', before, true);
  return jsonb_build_object('moved', moved, 'dropped', dropped);
end $$;
comment on function private.move_rows(regclass, name, uuid, uuid) is 'Gives rows of one account to another; where both have the same unique row, the one of the account that stays is kept.';

-- storage.objects names the owner in two columns of two types, without a foreign key.
create function private.move_files(gone uuid, kept uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  owned record;
  touched integer;
  moved integer := 0;
begin
  for owned in
    select attname, format_type(atttypid, null) as type from pg_catalog.pg_attribute
    where attrelid = to_regclass('storage.objects') and attname in ('owner', 'owner_id') and not attisdropped
  loop
    execute format('update storage.objects set %1$I = $2::%2$s where %1$I = $1::%2$s', owned.attname, owned.type) using gone::text, kept::text;
    get diagnostics touched = row_count;
    moved := greatest(moved, touched);
  end loop;
  return moved;
end $$;
comment on function private.move_files(uuid, uuid) is 'Gives the files one account uploaded to another.';

create function private.merge_obstacles(gone uuid, kept uuid) returns text[]
language sql stable set search_path = '' as $$
  with seller as (select status from public.sellers where user_id = gone)
  select array_remove(array[
    case when kept is null then 'kept_unknown' end,
    case when gone = kept then 'same' end,
    case when exists (select from public.profiles where id = kept and blocked_at is not null) then 'kept_blocked' end,
    -- Two seller records cannot be merged, and an account that is no seller does not become one.
    case when exists (select from seller) and exists (select from public.sellers where user_id = kept) then 'two_sellers' end,
    case when exists (select from seller) and not private.has_permission('sellers') then 'sellers_permission' end,
    case when exists (select from seller where status = 'active') and not exists (
      select from public.profiles join public.roles on roles.name = profiles.role
      where profiles.id = kept and roles.rank >= (select rank from public.roles as vendor where vendor.name = 'vendedor')
    ) then 'kept_no_seller' end
  ], null)
$$;
comment on function private.merge_obstacles(uuid, uuid) is 'What keeps two accounts from being merged, before a row is touched.';

create function private.move_everything(gone uuid, kept uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  owned record;
  result jsonb;
  touched integer;
  stays integer;
  report jsonb := '[]';
begin
  for owned in select * from private.account_columns() loop
    begin
      if owned.stays then
        execute format('select count(*) from %s where %I = $1', owned.relation, owned.column_name) into stays using gone;
        result := jsonb_build_object('stays', stays);
      else
        result := private.move_rows(owned.relation, owned.column_name, gone, kept);
      end if;
    exception when others then
      result := jsonb_build_object('refused', sqlstate);
    end;
    if result ? 'refused' or jsonb_path_exists(result, '$.* ? (@ > 0)') then
      report := report || (jsonb_build_object('table', owned.plain) || result);
    end if;
  end loop;
  begin
    touched := private.move_files(gone, kept);
  exception when insufficient_privilege then
    touched := 0; -- Without the privilege to change storage.objects the owner stays; no policy uses it.
  end;
  if touched > 0 then
    report := report || jsonb_build_object('table', 'files', 'moved', touched);
  end if;
  return report;
end $$;
comment on function private.move_everything(uuid, uuid) is 'Gives all an account has to another: [{table, moved, dropped}], {table, stays} or {table, refused}.';

-- The empty account is blocked until the auth server has deleted it.
create function private.close_merged(gone uuid, kept uuid, report jsonb, reason text) returns void
language plpgsql set search_path = '' as $$
begin
  update public.profiles set blocked_at = now() where id = gone and blocked_at is null;
  perform private.end_sessions(gone);
  insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
  select (select auth.uid()), 'merge', 'profiles', gone::text, jsonb_build_object('role', role), jsonb_build_object('merged_into', kept), close_merged.reason
  from public.profiles where id = gone;
  insert into public.audit_log (actor_id, action, entity, entity_id, after, reason)
  select (select auth.uid()), 'merge', 'profiles', kept::text, jsonb_build_object('merged_from', gone) || coalesce(jsonb_object_agg(name, rows), '{}'), close_merged.reason
  from (
    select line ->> 'table' as name, sum((line ->> 'moved')::integer) as rows
    from jsonb_array_elements(report) as line where line ? 'moved' group by 1
  ) as counts;
end $$;
comment on function private.close_merged(uuid, uuid, jsonb, text) is 'Blocks the account that was emptied and writes a line about each, without personal data.';

create function private.merge_accounts(gone uuid, kept uuid, typed_email text, reason text, dry_run boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  obstacles text[];
  report jsonb := '[]';
  outcome text := 'refused';
  given text := left(btrim(coalesce(reason, '')), 300);
begin
  -- Locks both rows first, so that the checks stay valid until the end.
  if private.manages_accounts() then
    perform from public.profiles where id in (gone, kept) order by id for update;
  end if;
  if not private.manages_account(gone) or (kept is not null and not private.manages_account(kept)) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if not dry_run and given = '' then
    raise exception 'a reason is needed' using errcode = '22023';
  end if;
  obstacles := private.merge_obstacles(gone, kept);
  if not dry_run and not exists (select from auth.users where id = gone and lower(email) = lower(btrim(typed_email))) then
    obstacles := obstacles || 'email'::text;
  end if;
  if obstacles = '{}' then
    -- A trial moves the rows too and is rolled back, so that its report is exact.
    begin
      perform set_config('app.audit_reason', given, true);
      report := private.move_everything(gone, kept);
      if jsonb_path_exists(report, '$[*].refused') then
        obstacles := array['refused'];
      end if;
      if dry_run or obstacles <> '{}' then
        raise exception 'only a trial' using errcode = 'TRIAL';
      end if;
      perform private.close_merged(gone, kept, report, given);
      outcome := 'merged';
    exception when sqlstate 'TRIAL' then
      outcome := case when obstacles = '{}' then 'possible' else 'refused' end;
    end;
  end if;
  return jsonb_build_object(
    'outcome', outcome, 'obstacles', to_jsonb(obstacles), 'report', report,
    'kept', (select jsonb_build_object('id', id, 'username', username, 'role', role) from public.profiles where id = kept)
  );
end $$;
comment on function private.merge_accounts(uuid, uuid, text, text, boolean) is
  'Moves all that one account has to another, both below the caller''s rank; the role of the one that stays never changes.';

create function private.managed_account_of(email text) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when count(*) = 1 then min(users.id::text)::uuid end
  from auth.users as users
  where (select private.manages_accounts()) and lower(users.email) = lower(btrim(managed_account_of.email))
$$;
comment on function private.managed_account_of(text) is 'The account of an address, for user managers.';

create function public.merge_accounts(gone uuid, kept_email text, typed_email text default '', reason text default '', dry_run boolean default true) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where not coalesce(dry_run, false);
  select private.merge_accounts(gone, private.managed_account_of(kept_email), typed_email, reason, dry_run);
end;
comment on function public.merge_accounts(uuid, text, text, text, boolean) is
  'outcome: possible (dry_run), merged or refused, with obstacles; the report says what moves. 42501 by rank, 28000 without a recent proof, 22023 without a reason. The server deletes the empty account afterwards.';
revoke execute on function public.merge_accounts(uuid, text, text, text, boolean) from public, anon;
grant execute on function public.merge_accounts(uuid, text, text, text, boolean) to authenticated;
