create table public.regions (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name !~ '^\s*$'),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  state_abbr char(2) not null references public.states (abbr),
  kind text not null default 'route' check (kind in ('route', 'region')),
  summary text not null default '',
  body text not null default '',
  cover_url text,
  roads text[] not null default '{}',
  themes text[] not null default '{}',
  biome text check (biome in (
    'serra', 'litoral', 'cerrado', 'caatinga', 'pampa', 'pantanal', 'amazonia', 'mata-atlantica', 'chapada', 'cidade-historica'
  )),
  surface text check (surface in ('paved', 'mixed', 'unpaved')),
  distance_km numeric(6, 1) check (distance_km > 0),
  distance_is_estimated boolean not null default false,
  duration_classic_min integer check (duration_classic_min > 0),
  duration_is_estimated boolean not null default false,
  max_altitude_m integer check (max_altitude_m between 0 and 3000),
  best_months integer[] not null default '{}' check (best_months <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
  warnings text[] not null default '{}',
  sources text[] not null default '{}',
  confidence text not null default 'medium' check (confidence in ('high', 'medium')),
  featured_order integer check (featured_order > 0),
  status text not null default 'draft' check (status in ('draft', 'published')),
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (state_abbr, slug)
);
comment on table public.regions is 'Tourist routes (and regions) of a state; texts in Portuguese.';
comment on column public.regions.duration_classic_min is 'Driving time at the pace of an old car, without stops.';
comment on column public.regions.deleted_at is 'In the trash since; the guide shows it no more.';
comment on column public.regions.translations is '{en: {name, summary, body, warnings: []}, es: {…}}';

create index regions_published_idx on public.regions (state_abbr, status) where deleted_at is null;

alter table public.regions enable row level security;
grant select on public.regions to anon;
grant select, insert, update, delete on public.regions to authenticated;
grant all on public.regions to service_role;

create policy "anonymous visitors read published regions" on public.regions
  for select to anon using (status = 'published' and deleted_at is null);
create policy "signed-in accounts read published regions, state editors all" on public.regions
  for select to authenticated
  using ((status = 'published' and deleted_at is null) or (select private.has_permission('state_content')));
create policy "state editors add regions" on public.regions
  for insert to authenticated with check ((select private.has_permission('state_content')));
create policy "state editors update regions" on public.regions
  for update to authenticated
  using ((select private.has_permission('state_content')))
  with check ((select private.has_permission('state_content')));
create policy "state editors delete regions" on public.regions
  for delete to authenticated using ((select private.has_permission('state_content')));

create trigger regions_touch before update on public.regions
  for each row execute function private.touch_updated_at();
create trigger regions_audit after insert or update or delete on public.regions
  for each row execute function private.write_audit('id');
