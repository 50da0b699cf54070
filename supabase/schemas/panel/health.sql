-- Checks of the system.

create table public.health_checks (
  id bigint generated always as identity primary key,
  name text not null check (name ~ '^[a-z_]{1,40}$'),
  status text not null check (status in ('ok', 'warning', 'down', 'off')),
  latency_ms integer check (latency_ms >= 0),
  detail text not null default '' check (char_length(detail) <= 300),
  created_at timestamptz not null default now()
);
comment on table public.health_checks is 'Results of the checks of the health page; retention period 30 days.';
create index health_checks_name_idx on public.health_checks (name, created_at desc);
alter table public.health_checks enable row level security;
grant select, insert on public.health_checks to authenticated;
grant all on public.health_checks to service_role;
create policy "health readers read the checks" on public.health_checks
  for select to authenticated using ((select private.has_permission('system_health')));
create policy "health readers add checks" on public.health_checks
  for insert to authenticated with check ((select private.has_permission('system_health')));
create trigger health_checks_server_columns before insert or update on public.health_checks
  for each row execute function private.guard_server_columns('', 'created_at');

select
  private.declare_columns('health_checks', 'not_personal', '{*}', 'checks of the system'),
  private.declare_columns('health_checks', 'not_personal', '{name}', 'name of a thing, not of a person');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('health_checks', 'public.health_checks', 'created_at', '30 days', 40);

create function private.count_missing_migrations(expected text[]) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  missing integer;
begin
  -- The Supabase CLI creates this table with its first push.
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return coalesce(cardinality(expected), 0);
  end if;
  execute $query$
    select count(*)::integer from unnest($1) as version
    where version not in (select recorded.version from supabase_migrations.schema_migrations as recorded)
  $query$ into missing using expected;
  return missing;
end $$;
revoke execute on function private.count_missing_migrations from public;
grant execute on function private.count_missing_migrations to service_role;

create policy "health readers read the files of checks" on storage.objects
  for select to authenticated using (bucket_id = 'system' and (select private.has_permission('system_health')));
create policy "health readers write the files of checks" on storage.objects
  for insert to authenticated with check (bucket_id = 'system' and (select private.has_permission('system_health')));
create policy "health readers replace the files of checks" on storage.objects
  for update to authenticated using (bucket_id = 'system' and (select private.has_permission('system_health')));
create policy "health readers delete the files of checks" on storage.objects
  for delete to authenticated using (bucket_id = 'system' and (select private.has_permission('system_health')));

insert into storage.buckets (id, name, public, file_size_limit)
values ('system', 'system', false, 1048576);

create function public.count_missing_migrations(expected text[]) returns integer
language sql stable security invoker set search_path = ''
return private.count_missing_migrations(expected);
comment on function public.count_missing_migrations is
  'For the server only: how many of the migrations of a build this database has not recorded.';
grant execute on function public.count_missing_migrations to service_role;
