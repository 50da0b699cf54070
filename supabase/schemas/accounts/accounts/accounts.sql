-- Managing accounts: roles, blocks, sessions, second factors, recovery codes and merging.

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

-- Recovery codes: each removes the second factor of its account once. Hosted Supabase has none of its own.
create table private.recovery_codes (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, code_hash)
);
comment on table private.recovery_codes is
  'SHA-256 of recovery codes with 80 random bits each; the codes are shown once and stored nowhere.';

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('private.recovery_codes', 'user_id', 'account', 'own', 'Códigos de recuperação', 'delete', 5);

select
  private.declare_columns('private.recovery_codes', 'exported', '{id,user_id,used_at,created_at}'),
  private.declare_columns('private.recovery_codes', 'withheld', '{code_hash}', 'takes the place of the second factor');

create table private.recovery_code_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.recovery_code_tries is
  'Wrong recovery codes of the last 15 minutes; after five, further attempts are refused.';
create index recovery_code_tries_user_id_idx on private.recovery_code_tries (user_id, created_at);

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('private.recovery_code_tries', 'user_id', 'account', 'own', 'Tentativas com códigos de recuperação', 'delete', 6);

select private.declare_columns('private.recovery_code_tries', 'exported', '{id,user_id,created_at}');

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
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid
    and link.conkey = array[attribute.attnum]
  where link.contype = 'f' and link.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    and relation.relnamespace = 'public'::regnamespace and relation.oid <> 'public.profiles'::regclass
  order by relation.relname, attribute.attname
$$;
comment on function private.account_columns is
  'Returns every foreign key column of schema public that references an account; stays is true when a trigger refuses '
  'updates of its table.';

create function private.move_rows(relation regclass, column_name name, source uuid, target uuid) returns jsonb
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
    execute format('update %s set %2$I = $2 where %2$I = $1', relation, column_name) using source, target;
    get diagnostics moved = row_count;
    perform set_config('app.is_merging', before, true);
    return jsonb_build_object('moved', moved, 'dropped', 0);
  exception when unique_violation or exclusion_violation then
    null; -- Tries row by row, to find out which ones are refused.
  end;
  for spot in execute format('select ctid from %s where %I = $1', relation, column_name) using source loop
    begin
      execute format('update %s set %2$I = $2 where ctid = $3 and %2$I = $1', relation, column_name) using source,
        target,
        spot;
      get diagnostics touched = row_count;
      moved := moved + touched;
    exception when unique_violation or exclusion_violation then
      get stacked diagnostics clashed = table_name;
      if clashed <> (select relname from pg_catalog.pg_class where oid = relation) then
        raise;
      end if;
      execute format('delete from %s where ctid = $2 and %I = $1', relation, column_name) using source, spot;
      get diagnostics touched = row_count;
      dropped := dropped + touched;
    end;
  end loop;
  perform set_config('app.is_merging', before, true);
  return jsonb_build_object('moved', moved, 'dropped', dropped);
end $$;
comment on function private.move_rows is
  'Changes the account of rows from gone to kept and returns {moved, dropped}; when both have a row with the same '
  'unique value, the row of gone is deleted.';

-- storage.objects names the owner in two columns of two types, without a foreign key.
create function private.move_files(source uuid, target uuid) returns integer
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
    execute format('update storage.objects set %1$I = $2::%2$s where %1$I = $1::%2$s', owned.attname, owned.type)
      using source::text, target::text;
    get diagnostics touched = row_count;
    moved := greatest(moved, touched);
  end loop;
  return moved;
end $$;
comment on function private.move_files is
  'Changes the owner of stored files from one account to another and returns how many.';

create function private.merge_obstacles(source uuid, target uuid) returns text[]
language sql stable set search_path = '' as $$
  with seller as (select status from public.sellers where user_id = source)
  select array_remove(array[
    case when target is null then 'kept_unknown' end,
    case when source = target then 'same' end,
    case when exists (select from public.profiles where id = target and blocked_at is not null) then 'kept_blocked' end,
    -- Two seller records cannot be merged, and an account that is no seller does not become one.
    case when exists (select from seller) and exists (select from public.sellers where user_id = target)
      then 'two_sellers' end,
    case when exists (select from seller) and not private.has_permission('sellers') then 'sellers_permission' end,
    case when exists (select from seller where status = 'active') and not exists (
      select from public.profiles join public.roles on roles.name = profiles.role
      where profiles.id = target and roles.rank >= (select rank from public.roles as vendor
        where vendor.name = 'vendedor')
    ) then 'kept_no_seller' end
  ], null)
$$;
comment on function private.merge_obstacles is
  'Returns the reasons why two accounts cannot be merged, before any row is changed: kept_unknown, same, '
  'kept_blocked, two_sellers, sellers_permission, kept_no_seller.';

create function private.move_everything(source uuid, target uuid) returns jsonb
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
        execute format('select count(*) from %s where %I = $1', owned.relation, owned.column_name) into stays
          using source;
        result := jsonb_build_object('stays', stays);
      else
        result := private.move_rows(owned.relation, owned.column_name, source, target);
      end if;
    exception when others then
      result := jsonb_build_object('refused', sqlstate);
    end;
    if result ? 'refused' or jsonb_path_exists(result, '$.* ? (@ > 0)') then
      report := report || (jsonb_build_object('table', owned.plain) || result);
    end if;
  end loop;
  begin
    touched := private.move_files(source, target);
  exception when insufficient_privilege then
    touched := 0; -- Without the privilege to change storage.objects the owner stays; no policy uses it.
  end;
  if touched > 0 then
    report := report || jsonb_build_object('table', 'files', 'moved', touched);
  end if;
  return report;
end $$;
comment on function private.move_everything is
  'Moves all rows and files of an account to another and returns one item per table: {table, moved, dropped}, {table, '
  'stays} (append-only) or {table, refused}.';

-- The empty account is blocked until the auth server has deleted it.
create function private.close_merged(source uuid, target uuid, report jsonb, reason text) returns void
language plpgsql set search_path = '' as $$
begin
  update public.profiles set blocked_at = now() where id = source and blocked_at is null;
  perform private.end_sessions(source);
  insert into public.audit_log (actor_id, action, entity, entity_id, before, after, reason)
  select (select auth.uid()), 'merge', 'profiles', source::text, jsonb_build_object('role', role),
    jsonb_build_object('merged_into', target), close_merged.reason
  from public.profiles where id = source;
  insert into public.audit_log (actor_id, action, entity, entity_id, after, reason)
  select (select auth.uid()), 'merge', 'profiles', target::text, jsonb_build_object('merged_from',
    source) || coalesce(jsonb_object_agg(name, rows), '{}'), close_merged.reason
  from (
    select line ->> 'table' as name, sum((line ->> 'moved')::integer) as rows
    from jsonb_array_elements(report) as line where line ? 'moved' group by 1
  ) as counts;
end $$;
comment on function private.close_merged is
  'Blocks the account whose rows were moved, ends its sessions and writes one audit log entry about each account, '
  'without personal data.';

create function private.merge_accounts(source uuid, target uuid, typed_email text, reason text, dry_run boolean)
  returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  obstacles text[];
  report jsonb := '[]';
  is_moved boolean := false;
  reason_text text := left(btrim(coalesce(reason, '')), 300);
begin
  -- Locks both rows first, so that the checks stay valid until the end.
  if private.manages_accounts() then
    perform from public.profiles where id in (source, target) order by id for update;
  end if;
  if not private.manages_account(source) or (target is not null and not private.manages_account(target)) then
    raise exception 'only accounts below the own rank' using errcode = '42501';
  end if;
  if not dry_run and reason_text = '' then
    raise exception 'a reason is needed' using errcode = '22023';
  end if;
  obstacles := private.merge_obstacles(source, target);
  if not dry_run and not exists (select from auth.users where id = source and lower(email) = lower(btrim(typed_email)))
    then
    obstacles := obstacles || 'email'::text;
  end if;
  if obstacles = '{}' then
    -- A trial moves the rows too and is rolled back, so that its report is exact.
    begin
      perform set_config('app.audit_reason', reason_text, true);
      report := private.move_everything(source, target);
      if jsonb_path_exists(report, '$[*].refused') then
        obstacles := array['refused'];
      end if;
      if dry_run or obstacles <> '{}' then
        raise exception 'only a trial' using errcode = 'TRIAL';
      end if;
      perform private.close_merged(source, target, report, reason_text);
      is_moved := true;
    exception when sqlstate 'TRIAL' then
      is_moved := dry_run and obstacles = '{}';
    end;
  end if;
  return case when is_moved then private.saved() else private.refused('obstacles') end || jsonb_build_object(
    'is_trial', dry_run, 'obstacles', to_jsonb(obstacles), 'report', report,
    'target', (select jsonb_build_object('id', id, 'username', username, 'role', role) from public.profiles
      where id = target)
  );
end $$;
comment on function private.merge_accounts is
  'Moves all rows and files of one account to another, both with a lower rank than the caller; the role of the '
  'remaining account does not change.';

create function private.managed_account_of(email text) returns uuid
language sql stable security definer set search_path = '' as $$
  select case when count(*) = 1 then min(users.id::text)::uuid end
  from auth.users as users
  where (select private.manages_accounts()) and lower(users.email) = lower(btrim(managed_account_of.email))
$$;
comment on function private.managed_account_of is
  'Returns the account with an e-mail address; null unless exactly one account has it and the caller is a user '
  'manager.';

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
comment on function private.reset_mfa is
  'Checks that the caller may remove the second factors of an account, writes an audit log entry without personal '
  'data, ends the sessions of the account and returns how many; raises 42501 (rank) or 22023 (no reason).';

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

-- Codes belong to the factor they were made for: those of an earlier one do not remove a later one.
create function private.are_codes_of_factor(account uuid, made_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors where user_id = account and status::text = 'verified'
    and created_at <= made_at)
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
  insert into public.audit_log (actor_id, action, entity, entity_id)
    values (account, 'recovery_codes_created', 'profiles', account::text);
end $$;

create function private.count_recovery_codes() returns integer
language sql stable security definer set search_path = '' as $$
  select case when private.account_id() is not null then (
    select count(*)::integer from private.recovery_codes
    where user_id = private.account_id() and used_at is null and private.are_codes_of_factor(user_id, created_at)
  ) end
$$;

-- The caller's session still needs the second factor. The server then removes the factor in the auth server;
-- a code stays valid for ten minutes, so that this can be repeated when the server failed in between.
create function private.use_recovery_code(hash text) returns jsonb
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
  delete from private.recovery_code_tries where user_id = account and created_at < now()
    - make_interval(mins => private.recovery_code_minutes());
  if (select count(*) from private.recovery_code_tries where user_id = account) >= 5 then
    return private.refused('limited');
  end if;
  select id into found_id from private.recovery_codes
  where user_id = account and code_hash = hash and (used_at is null or used_at > now() - interval '10 minutes')
    and private.are_codes_of_factor(account, created_at);
  if found_id is null then
    insert into private.recovery_code_tries (user_id) values (account);
    return private.refused('wrong');
  end if;
  update private.recovery_codes set used_at = coalesce(used_at, now()) where id = found_id;
  insert into public.audit_log (actor_id, action, entity, entity_id)
    values (account, 'recovery_code_used', 'profiles', account::text);
  return private.saved();
end $$;

-- A mailed link that is opened in another browser confirms the address only after a new password was set in that
-- browser. Until then the old password works and the address is unconfirmed.
create function private.session_proves_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  -- A code sent to a phone is recorded as `otp` too, so accounts with a phone number prove nothing here.
  select coalesce(users.phone, '') = '' and coalesce(users.email, '') <> ''
    and private.has_proof(private.session_id(), private.mailbox_methods())
  from auth.users where users.id = private.account_id()
$$;

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

create function public.log_access(event text, account uuid, email text, address_hash text, device text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.log_access(event, account, email, address_hash, device);
end;
comment on function public.log_access is
  'For the server only: inserts one row into access_logs; the e-mail is only used to find the account and is not '
  'stored.';
grant execute on function public.log_access to service_role;

create function public.merge_accounts(source uuid, target_email text, typed_email text default '',
  reason text default '', dry_run boolean default true) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where not coalesce(dry_run, false);
  select private.merge_accounts(source, private.managed_account_of(target_email), typed_email, reason, dry_run);
end;
comment on function public.merge_accounts is
  'Merges an account into another and returns {outcome, obstacles, report, kept}: outcome is possible (dry_run), '
  'merged or refused, and report lists the rows that move; raises 42501 (rank), and without dry_run 28000 (no recent '
  'proof of identity) or 22023 (no reason); the server deletes the empty account afterwards.';
grant execute on function public.merge_accounts to authenticated, service_role;

create function public.reset_mfa(account uuid, reason text) returns integer
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.reset_mfa(account, reason);
end;
comment on function public.reset_mfa is
  'Prepares the removal of the second factors of an account: writes an audit log entry, ends the sessions of the '
  'account and returns how many; raises 42501 (rank), 28000 (no recent proof of identity) or 22023 (no reason); the '
  'server removes the factors afterwards.';
grant execute on function public.reset_mfa to authenticated, service_role;

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

create function public.second_factor_share() returns table (role text, accounts bigint, with_factor bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.second_factor_share();
end;
comment on function public.second_factor_share is
  'Returns the number of accounts and of those with a second factor for each role other than user; no rows when the '
  'auth server has no table of second factors; raises 42501 without the permission access_log.';
grant execute on function public.second_factor_share to authenticated, service_role;

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

create function public.save_recovery_codes(hashes text[]) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.save_recovery_codes(hashes);
end;
comment on function public.save_recovery_codes is
  'Replaces the caller''s recovery codes by ten SHA-256 hashes; raises 42501 without a live session, 28000 without a '
  'recent proof of identity, and 22023 without a second factor or with another number of hashes.';
grant execute on function public.save_recovery_codes to authenticated, service_role;

create function public.count_recovery_codes() returns integer
language sql stable security invoker set search_path = ''
begin atomic
  select private.count_recovery_codes();
end;
comment on function public.count_recovery_codes is 'How many unused recovery codes the caller has.';
grant execute on function public.count_recovery_codes to authenticated, service_role;

create function public.use_recovery_code(hash text) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_recovery_code(hash);
end;
comment on function public.use_recovery_code is
  'Checks a recovery code and returns accepted, wrong or limited (five wrong ones in 15 minutes); raises 42501 unless '
  'the second factor of the caller''s session must still be entered; the server removes the factor afterwards.';
grant execute on function public.use_recovery_code to authenticated, service_role;

create function public.session_proves_mail() returns boolean
language sql stable security invoker set search_path = ''
return private.session_proves_mail();
comment on function public.session_proves_mail is
  'Whether the session of the caller was opened in the last 10 minutes by a link mailed to the account''s address; '
  'null without an account.';
grant execute on function public.session_proves_mail to authenticated, service_role;
