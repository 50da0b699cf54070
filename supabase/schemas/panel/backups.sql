-- Backups: tables, rows and files.

create table public.backups (
  id uuid primary key default gen_random_uuid(),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  row_total bigint not null default 0,
  file_total bigint not null default 0,
  byte_total bigint not null default 0,
  finished_at timestamptz,
  heartbeat_at timestamptz not null default now(),
  failure text check (failure in ('interrupted', 'cancelled', 'error')),
  created_at timestamptz not null default now()
);
comment on table public.backups is
  'List of created backup archives with author and size; the archives themselves are not stored in the database.';
comment on column public.backups.heartbeat_at is 'Updated every 20 seconds while the backup runs.';
comment on column public.backups.failure is
  'interrupted: its process ended; cancelled: the download was cancelled; error: something could not be read or '
  'written.';
create index backups_created_at_idx on public.backups (created_at desc);
create index backups_created_by_idx on public.backups (created_by);
alter table public.backups enable row level security;
grant select on public.backups to authenticated;
grant all on public.backups to service_role;
create policy "backup makers read the list of backups" on public.backups
  for select to authenticated using ((select private.has_permission('system_backup')));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('backups', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 43);

select
  private.declare_columns('backups', 'not_personal', '{*}', 'list of backups'),
  private.declare_columns('backups', 'withheld', '{created_by}', 'listed as work of the team');

-- Which archive the rows of this database come from, so that a restore that was interrupted in the files continues.
create table private.restored_archives (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  restored_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on table private.restored_archives is
  'The archive that was restored last (npm run backup:restore): hash of its manifest, counts, and when its tables and '
  'its files were complete.';

select private.declare_columns('private.restored_archives', 'not_personal',
  '{*}', 'hash of an archive, counts and dates');

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
    if exists (select from private.backup_secrets where table_name = one and treatment = 'row') then
      row_count := 0;
    else
      execute format('select count(*) from %s', one::regclass) into row_count;
    end if;
    return next;
  end loop;
end $$;
comment on function private.backup_tables is
  'Returns every table of a backup with its number of rows; a restore empties the tables whose rows are left out.';

create function private.backup_rows(of_table text, from_row bigint, max_rows integer) returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  keys text;
  emptied text;
begin
  if of_table !~ '^(auth\.(users|identities)|public\.\w+)$' or to_regclass(of_table) is null then
    raise exception 'no table of a backup' using errcode = '22023';
  end if;
  if exists (select from private.backup_secrets where table_name = of_table and treatment = 'row') then
    return;
  end if;
  select string_agg(quote_ident(attribute.attname), ', ' order by array_position(index.indkey::int2[],
    attribute.attnum)) into keys
  from pg_catalog.pg_index as index
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = index.indrelid
    and attribute.attnum = any (index.indkey)
  where index.indrelid = of_table::regclass and index.indisprimary;
  select string_agg(
    format(' || jsonb_build_object(%1$L, case when row.%1$I is not null then %2$L::text end)', secret.column_name,
      case secret.treatment when 'empty' then '' end), ''
  ) into emptied
  from private.backup_secrets as secret
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = of_table::regclass
    and attribute.attname = secret.column_name and not attribute.attisdropped
  where secret.table_name = of_table;
  -- The page is chosen first, because the rows before an offset are computed as well.
  return query execute format(
    'select (to_jsonb(row)%s)::text from (select * from %s order by %s offset $1 limit $2) as row',
    coalesce(emptied, ''), of_table::regclass, coalesce(keys, '1')) using from_row, least(max_rows, 5000);
end $$;
comment on function private.backup_rows is
  'Returns rows of one table as JSON text, ordered by primary key, without the data listed in private.backup_secrets; '
  'raises 22023 for a table that is not in backups.';

create function private.backup_files() returns table (bucket text, name text, mimetype text, cache_control text,
  is_public boolean)
language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name, coalesce(objects.metadata ->> 'mimetype', 'application/octet-stream'),
    objects.metadata ->> 'cacheControl', buckets.public
  from storage.objects as objects join storage.buckets as buckets on buckets.id = objects.bucket_id
  where objects.bucket_id <> 'system'
  order by objects.bucket_id, objects.name
$$;
comment on function private.backup_files is 'Every stored file except those of the health checks.';

create function private.end_interrupted_backups() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended integer;
begin
  update public.backups set status = 'failed', failure = 'interrupted', finished_at = heartbeat_at
  where status = 'running' and heartbeat_at < now() - interval '2 minutes';
  get diagnostics ended = row_count;
  return ended;
end $$;
comment on function private.end_interrupted_backups is
  'Sets running backups without a heartbeat in the last 2 minutes to failed (interrupted) and returns how many; safe '
  'to run concurrently.';

create function public.backup_tables() returns table (name text, row_count bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.backup_tables();
end;
comment on function public.backup_tables is
  'For the server only: returns every table of a backup with its number of rows.';
grant execute on function public.backup_tables to service_role;

create function public.backup_rows(of_table text, from_row bigint, max_rows integer) returns setof text
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.backup_rows(of_table, from_row, max_rows);
end;
comment on function public.backup_rows is
  'For the server only: returns rows of one table as JSON text, ordered by primary key, without the data listed in '
  'private.backup_secrets.';
grant execute on function public.backup_rows to service_role;

create function public.backup_files() returns table (bucket text, name text, mimetype text, cache_control text,
  is_public boolean)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.backup_files();
end;
comment on function public.backup_files is
  'For the server only: returns every stored file except those of the health checks.';
grant execute on function public.backup_files to service_role;
