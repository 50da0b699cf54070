-- Reading everything for a backup, and repairs that show first what they would do.
create table public.backups (
  id uuid primary key default gen_random_uuid(),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  row_total bigint not null default 0,
  file_total bigint not null default 0,
  byte_total bigint not null default 0,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.backups is 'Archives that were made, who asked for them and how large they were; the archives themselves are not kept here.';
create index backups_created_at_idx on public.backups (created_at desc);
create index backups_created_by_idx on public.backups (created_by);

create table public.repair_jobs (
  id uuid primary key default gen_random_uuid(),
  job text not null check (job in ('search_index', 'expired_trash', 'redirects', 'old_records', 'orphan_files')),
  found integer not null,
  repaired integer not null,
  remaining integer not null,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.repair_jobs is 'Repairs that were run: how much was wrong, was repaired and is left.';
create index repair_jobs_created_at_idx on public.repair_jobs (created_at desc);
create index repair_jobs_created_by_idx on public.repair_jobs (created_by);

alter table public.backups enable row level security;
alter table public.repair_jobs enable row level security;
revoke all on public.backups, public.repair_jobs from anon, authenticated;
grant select on public.backups to authenticated;
grant select, insert on public.repair_jobs to authenticated;
grant all on public.backups, public.repair_jobs to service_role;

create policy "backup makers read the list of backups" on public.backups
  for select to authenticated using ((select private.has_permission('system_backup')));
create policy "repairers read what was repaired" on public.repair_jobs
  for select to authenticated using ((select private.has_permission('system_repair')));
create policy "repairers write down what was repaired" on public.repair_jobs
  for insert to authenticated with check ((select private.has_permission('system_repair')));

-- Accounts come first: rows point to them. Their passwords are hashes; sessions and tokens stay out.
create function private.backup_tables() returns table (name text, row_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  one text;
begin
  for one in
    select 'auth.users' union all select 'auth.identities'
    union all (
      select 'public.' || relname from pg_catalog.pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname
    )
  loop
    name := one;
    execute format('select count(*) from %s', one::regclass) into row_count;
    return next;
  end loop;
end $$;
comment on function private.backup_tables() is 'Every table a backup holds, with its number of rows.';

create function private.backup_rows(of_table text, from_row bigint, max_rows integer) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  keys text;
begin
  if of_table !~ '^(auth\.(users|identities)|public\.\w+)$' or to_regclass(of_table) is null then
    raise exception 'no table of a backup' using errcode = '22023';
  end if;
  select string_agg(quote_ident(attribute.attname), ', ' order by array_position(index.indkey::int2[], attribute.attnum)) into keys
  from pg_catalog.pg_index as index
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = any (index.indkey)
  where index.indrelid = of_table::regclass and index.indisprimary;
  return query execute format('select to_jsonb(row)::text from %s as row order by %s offset $1 limit $2', of_table::regclass, coalesce(keys, '1'))
    using from_row, least(max_rows, 5000);
end $$;
comment on function private.backup_rows(text, bigint, integer) is 'Rows of one table as JSON text, by primary key.';

create function private.backup_files() returns table (bucket text, name text, mimetype text, cache_control text, is_public boolean)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name, coalesce(objects.metadata ->> 'mimetype', 'application/octet-stream'), objects.metadata ->> 'cacheControl', buckets.public
  from storage.objects as objects join storage.buckets as buckets on buckets.id = objects.bucket_id
  where objects.bucket_id <> 'system'
  order by objects.bucket_id, objects.name
$$;
comment on function private.backup_files() is 'Every stored file except those of the health checks.';

create function public.backup_tables() returns table (name text, row_count bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.backup_tables();
end;
comment on function public.backup_tables() is 'For the server only.';
create function public.backup_rows(of_table text, from_row bigint, max_rows integer) returns setof text
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.backup_rows(of_table, from_row, max_rows);
end;
comment on function public.backup_rows(text, bigint, integer) is 'For the server only.';
create function public.backup_files() returns table (bucket text, name text, mimetype text, cache_control text, is_public boolean)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.backup_files();
end;
comment on function public.backup_files() is 'For the server only.';
revoke execute on function public.backup_tables(), public.backup_rows(text, bigint, integer), public.backup_files() from public, anon, authenticated;
grant execute on function public.backup_tables(), public.backup_rows(text, bigint, integer), public.backup_files() to service_role;

-- Repairs. Each job has its count and its deed; the deed of files is the storage server's.
create function private.rebuild_search() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  kind text;
  wrong integer := (select count(*) from private.stale_search());
begin
  foreach kind in array array['region', 'city', 'service', 'photo_point', 'club', 'post'] loop
    execute 'delete from public.search_documents where kind = $1' using kind;
    execute format(
      'insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations)
      select kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations from private.%I',
      'searchable_' || kind
    );
  end loop;
  return wrong;
end $$;

create function private.stale_search() returns setof text
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select kind, entity_id, title, summary, path from private.searchable_region
    union all select kind, entity_id, title, summary, path from private.searchable_city
    union all select kind, entity_id, title, summary, path from private.searchable_service
    union all select kind, entity_id, title, summary, path from private.searchable_photo_point
    union all select kind, entity_id, title, summary, path from private.searchable_club
    union all select kind, entity_id, title, summary, path from private.searchable_post
  )
  select coalesce(wanted.kind, doc.kind) || ': ' || coalesce(wanted.title, doc.title)
  from wanted full join (select * from public.search_documents where kind in ('region', 'city', 'service', 'photo_point', 'club', 'post')) as doc
    on doc.kind = wanted.kind and doc.entity_id = wanted.entity_id
  where (wanted.title, wanted.summary, wanted.path) is distinct from (doc.title, doc.summary, doc.path)
$$;
comment on function private.stale_search() is 'Search documents that are missing, left over or no longer what their source says.';
comment on function private.rebuild_search() is 'Writes every search document anew and answers how many were wrong.';

create function private.expired_trash(is_run boolean) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  one record;
begin
  for one in
    select relation.oid::regclass as name, relation.relname as plain from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attname = 'deleted_at'
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r' order by relation.relname
  loop
    if is_run then
      return query execute format(
        'delete from %s as row where deleted_at < now() - make_interval(days => $1) returning %L || coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', to_jsonb(row) ->> ''id'')',
        one.name, one.plain || ': '
      ) using private.setting_number('system_trash_days', 30);
    else
      return query execute format(
        'select %L || coalesce(to_jsonb(row) ->> ''name'', to_jsonb(row) ->> ''title'', to_jsonb(row) ->> ''id'') from %s as row where deleted_at < now() - make_interval(days => $1)',
        one.plain || ': ', one.name
      ) using private.setting_number('system_trash_days', 30);
    end if;
  end loop;
end $$;
comment on function private.expired_trash(boolean) is 'Rows that lay in the trash longer than system_trash_days; with true they go for good.';

-- A redirect is broken when it leads to itself, or to another that leads back.
create function private.broken_redirects() returns table (id uuid, from_path text)
language sql stable security definer set search_path = '' as $$
  with recursive steps as (
    select redirects.id, redirects.from_path, redirects.to_path, 1 as depth from public.redirects where redirects.to_path is not null
    union all
    select steps.id, steps.from_path, next.to_path, steps.depth + 1
    from steps join public.redirects as next on next.from_path = steps.to_path
    where next.to_path is not null and steps.depth < 20 and steps.to_path <> steps.from_path
  )
  select distinct steps.id, steps.from_path from steps where steps.to_path = steps.from_path or steps.depth >= 20
$$;
comment on function private.broken_redirects() is 'Redirects that never arrive.';

create function private.old_records(is_run boolean) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  one record;
  days integer;
  old bigint;
begin
  for one in
    select * from (values
      ('access_logs', 'created_at', 'system_access_log_days', 180),
      ('error_reports', 'last_seen_at', 'system_error_report_days', 30),
      ('health_checks', 'created_at', 'system_error_report_days', 30)
    ) as rule (name, stamp, setting, fallback)
  loop
    days := private.setting_number(one.setting, one.fallback);
    if is_run then
      execute format('delete from public.%I where %I < now() - make_interval(days => $1)', one.name, one.stamp) using days;
      get diagnostics old = row_count;
    else
      execute format('select count(*) from public.%I where %I < now() - make_interval(days => $1)', one.name, one.stamp) into old using days;
    end if;
    return query select one.name || ' ' || place from generate_series(1, old) as place;
  end loop;
end $$;
comment on function private.old_records(boolean) is 'Log lines kept longer than the settings allow; with true they go.';

-- A file is somebody's when any row of any table names it.
create function private.orphan_files() returns table (bucket text, name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  one record;
  named text := '';
  words text;
begin
  for one in
    select relation.oid::regclass as table_name, attribute.attname from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r'
      and relation.relname not in ('audit_log', 'search_documents', 'cities', 'page_views')
      and attribute.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
  loop
    execute format('select string_agg(%1$I::text, %2$L) from %3$s where %1$I::text like ''%%/%%''', one.attname, E'\n', one.table_name) into words;
    named := named || coalesce(words || E'\n', '');
  end loop;
  return query
    select objects.bucket_id, objects.name from storage.objects
    where objects.bucket_id <> 'system' and objects.created_at < now() - interval '1 day' and strpos(named, objects.name) = 0
    order by objects.bucket_id, objects.name;
end $$;
comment on function private.orphan_files() is 'Stored files older than a day that no row names.';

create function private.preview_repair(job text) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.has_permission('system_repair') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  return query
    select * from private.stale_search() where job = 'search_index'
    union all select from_path from private.broken_redirects() where job = 'redirects'
    union all select bucket || '/' || name from private.orphan_files() where job = 'orphan_files';
  if job = 'expired_trash' then
    return query select * from private.expired_trash(false);
  elsif job = 'old_records' then
    return query select * from private.old_records(false);
  end if;
end $$;
comment on function private.preview_repair(text) is 'What a repair would touch, one line each.';

create function private.run_repair(job text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  touched integer;
begin
  if not private.has_permission('system_repair') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  perform set_config('app.audit_reason', 'repair: ' || job, true);
  case job
    when 'search_index' then touched := private.rebuild_search();
    when 'expired_trash' then touched := (select count(*) from private.expired_trash(true));
    when 'old_records' then touched := (select count(*) from private.old_records(true));
    when 'redirects' then
      delete from public.redirects where id in (select broken.id from private.broken_redirects() as broken);
      get diagnostics touched = row_count;
    else raise exception 'no such repair' using errcode = '22023';
  end case;
  return touched;
end $$;
comment on function private.run_repair(text) is 'Does a repair and answers how much it touched; files are deleted by the storage server instead.';

create function public.preview_repair(job text) returns setof text
language sql volatile security invoker set search_path = ''
begin atomic
  select * from private.preview_repair(job);
end;
comment on function public.preview_repair(text) is 'Changes nothing. job: search_index, expired_trash, redirects, old_records or orphan_files.';
create function public.run_repair(job text) returns integer
language sql volatile security invoker set search_path = ''
begin atomic
  select private.run_repair(job);
end;
comment on function public.run_repair(text) is 'Refused (42501) without the permission system_repair.';
revoke execute on function public.preview_repair(text), public.run_repair(text) from public, anon;
grant execute on function public.preview_repair(text), public.run_repair(text) to authenticated;

create policy "repairers read stored files" on storage.objects
  for select to authenticated using ((select private.has_permission('system_repair')));
create policy "repairers delete stored files" on storage.objects
  for delete to authenticated using ((select private.has_permission('system_repair')));
