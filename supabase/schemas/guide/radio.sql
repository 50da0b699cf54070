-- Radio stations.

create table public.radio_stations (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name !~ '^\s*$'),
  stream_url text not null check (stream_url ~ '^https://'),
  fallback_url text check (fallback_url ~ '^https://'),
  position integer not null default 0,
  is_active boolean not null default true,
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.radio_stations is
  'Stations of the radio page; without an active one the page shows that the radio is off the air.';
comment on column public.radio_stations.fallback_url is 'Played when the first address fails.';
comment on column public.radio_stations.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.radio_stations enable row level security;
grant select on public.radio_stations to anon;
grant select, insert, update, delete on public.radio_stations to authenticated;
grant all on public.radio_stations to service_role;
create policy "anonymous visitors read active radio stations" on public.radio_stations
  for select to anon using (is_active);
create policy "signed-in accounts read active radio stations, website editors all" on public.radio_stations
  for select to authenticated using (is_active or (select private.has_permission('website_content')));
create policy "website editors add radio stations" on public.radio_stations
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update radio stations" on public.radio_stations
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete radio stations" on public.radio_stations
  for delete to authenticated using ((select private.has_permission('website_content')));
create trigger radio_stations_touch before update on public.radio_stations
  for each row execute function private.touch_updated_at();
create trigger radio_stations_audit after insert or update or delete on public.radio_stations
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('radio_stations', 'website_content');

select
  private.declare_columns('radio_stations', 'not_personal', '{*}', 'guide'),
  private.declare_columns('radio_stations', 'not_personal', '{name}', 'name of a thing, not of a person');
