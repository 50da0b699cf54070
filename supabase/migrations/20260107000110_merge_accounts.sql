-- Two accounts of one person become one: everything that points at the first points at the second afterwards.

-- Tables that refuse changes are left as they are: who did what then stays true.
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
  spot tid;
  touched integer;
  moved integer := 0;
  dropped integer := 0;
  clashed text;
begin
  begin
    execute format('update %s set %2$I = $2 where %2$I = $1', relation, column_name) using gone, kept;
    get diagnostics moved = row_count;
    return jsonb_build_object('moved', moved, 'dropped', 0);
  exception when unique_violation or exclusion_violation then
    null; -- Row by row then, to learn which.
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
  return jsonb_build_object('moved', moved, 'dropped', dropped);
end $$;
comment on function private.move_rows(regclass, name, uuid, uuid) is 'Gives rows of one account to another; where both have the same unique row, the one of the account that stays is kept.';

-- Files know their owner without a key, in two columns of two types.
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
    -- Two ledgers cannot become one, and whoever never sold does not start to by being merged.
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
    touched := 0; -- Where files belong to the storage alone they stay; no policy asks whose they are.
  end;
  if touched > 0 then
    report := report || jsonb_build_object('table', 'files', 'moved', touched);
  end if;
  return report;
end $$;
comment on function private.move_everything(uuid, uuid) is 'Gives all an account has to another: [{table, moved, dropped}], {table, stays} or {table, refused}.';

-- The empty account is shut until the auth server has deleted it.
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
  -- Both rows are held first, so that what is asked of them stays true until the end.
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
    -- A trial moves the rows as well and takes it back: what it tells is what will happen.
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
  select private.merge_accounts(gone, private.managed_account_of(kept_email), typed_email, reason, dry_run);
end;
comment on function public.merge_accounts(uuid, text, text, text, boolean) is
  'outcome: possible (dry_run), merged or refused, with obstacles; the report says what moves. 42501 by rank, 22023 without a reason. The server deletes the empty account afterwards.';
revoke execute on function public.merge_accounts(uuid, text, text, text, boolean) from public, anon;
grant execute on function public.merge_accounts(uuid, text, text, text, boolean) to authenticated;
