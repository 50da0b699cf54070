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

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('health_checks', 'public.health_checks', 'created_at', '30 days', 40);

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
