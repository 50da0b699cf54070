create table public.cities (
  ibge_code integer primary key check (ibge_code between 1000000 and 9999999),
  name text not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  state_abbr char(2) not null references public.states (abbr),
  lat double precision not null check (lat between -34 and 6),
  lng double precision not null check (lng between -74 and -28),
  is_capital boolean not null default false,
  is_published boolean not null default false,
  intro text,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (state_abbr, slug)
);
comment on table public.cities is 'Every municipality; names and coordinates are public geography.';
comment on column public.cities.is_published is 'Whether the guide has something to tell about it.';
comment on column public.cities.search_name is 'Folded name: query it with ilike and a folded term.';
comment on column public.cities.translations is '{en: {intro}, es: {intro}}';

create index cities_search_name_idx on public.cities using gin (search_name extensions.gin_trgm_ops);
create index cities_published_idx on public.cities (state_abbr) where is_published;

alter table public.cities enable row level security;
grant select on public.cities to anon;
grant select, insert, update, delete on public.cities to authenticated;
grant all on public.cities to service_role;

create policy "anonymous visitors read every city" on public.cities
  for select to anon using (true);
create policy "signed-in accounts read every city" on public.cities
  for select to authenticated using (true);
create policy "city managers add cities" on public.cities
  for insert to authenticated with check ((select private.has_permission('all_cities')));
create policy "city managers update cities" on public.cities
  for update to authenticated
  using ((select private.has_permission('all_cities')))
  with check ((select private.has_permission('all_cities')));
create policy "city managers delete cities" on public.cities
  for delete to authenticated using ((select private.has_permission('all_cities')));

create trigger cities_touch before update on public.cities
  for each row execute function private.touch_updated_at();
create trigger cities_audit after insert or update or delete on public.cities
  for each row execute function private.write_audit('ibge_code');
