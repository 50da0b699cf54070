-- Merging two accounts of one person.

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

-- Where both accounts work for the same event, club or car, move_rows() keeps the row of the kept account.
create function private.keep_higher_roles(source uuid, target uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.event_members as kept set role = gone.role, ends_at = gone.ends_at
  from public.event_members as gone
  where kept.account_id = target and gone.account_id = source and gone.event_id = kept.event_id
    -- A role that ended gives no access, so it takes the place of no other one.
    and coalesce(gone.ends_at, 'infinity') > now() and (
      kept.ends_at <= now()
      or (array_position(private.event_roles(), kept.role), coalesce(gone.ends_at, 'infinity'))
        > (array_position(private.event_roles(), gone.role), coalesce(kept.ends_at, 'infinity'))
    );
  update public.club_members as kept set role = gone.role
  from public.club_members as gone
  where kept.user_id = target and gone.user_id = source and gone.club_id = kept.club_id
    and array_position(private.club_roles(), gone.role) < array_position(private.club_roles(), kept.role);
  update public.vehicle_members as kept set role = gone.role
  from public.vehicle_members as gone
  where kept.account_id = target and gone.account_id = source and gone.vehicle_id = kept.vehicle_id
    and gone.role = 'editor';
end $$;
comment on function private.keep_higher_roles is
  'Gives the kept account the higher of the two roles in every event, club and car of both accounts.';

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
      perform private.keep_higher_roles(source, target);
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

create function public.merge_accounts(source uuid, target_email text, typed_email text default '',
  reason text default '', dry_run boolean default true) returns jsonb
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof() where not coalesce(dry_run, false);
  select private.merge_accounts(source, private.managed_account_of(target_email), typed_email, reason, dry_run);
end;
comment on function public.merge_accounts is
  'Merges an account into another, or with dry_run says whether it could; answers saved or refused with obstacles, '
  'both with is_trial, obstacles, report (the rows that move) and target; raises 42501 (rank), and without dry_run '
  '28000 (no recent proof of identity) or 22023 (no reason); the server deletes the empty account afterwards.';
grant execute on function public.merge_accounts to authenticated, service_role;
