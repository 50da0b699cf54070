-- Monthly values of climate stations.

create function private.is_month_values(monthly numeric[], lowest numeric, highest numeric) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(monthly) = 12 and array_ndims(monthly) = 1 and not exists (
    select from unnest(monthly) as month_value where month_value not between lowest and highest
  )
$$;
comment on function private.is_month_values is 'One value or null for each month, January first, inside the limits.';

create table public.climate_stations (
  code text primary key check (code ~ '^\d{5}$'),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  state_abbr char(2) not null references public.states (abbr),
  lat double precision not null check (lat between -34 and 6),
  lng double precision not null check (lng between -74 and -28),
  max_c numeric(4, 1)[] not null check (private.is_month_values(max_c, -10, 45)),
  min_c numeric(4, 1)[] not null check (private.is_month_values(min_c, -20, 35)),
  rain_mm numeric(6, 1)[] not null check (private.is_month_values(rain_mm, 0, 1500)),
  source text not null check (source !~ '^\s*$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.climate_stations is
  'Weather stations with their climate normals (means of 30 years); the seed writes them, the panel does not edit '
  'them.';
comment on column public.climate_stations.code is 'Station number of the World Meteorological Organization.';
comment on column public.climate_stations.max_c is
  'Mean daily maximum in °C of January to December; null where the source has none.';
comment on column public.climate_stations.min_c is
  'Mean daily minimum in °C of January to December; null where the source has none.';
comment on column public.climate_stations.rain_mm is
  'Mean rain in mm of January to December; null where the source has none.';
create index climate_stations_position_idx on public.climate_stations (lat, lng);
create index climate_stations_state_abbr_idx on public.climate_stations (state_abbr);
alter table public.climate_stations enable row level security;
grant select on public.climate_stations to anon, authenticated;
grant all on public.climate_stations to service_role;
create policy "anonymous visitors read every climate station" on public.climate_stations
  for select to anon using (true);
create policy "signed-in accounts read every climate station" on public.climate_stations
  for select to authenticated using (true);
create trigger climate_stations_touch before update on public.climate_stations
  for each row execute function private.touch_updated_at();

select
  private.declare_columns('climate_stations', 'not_personal', '{*}', 'guide'),
  private.declare_columns('climate_stations', 'not_personal', '{name}', 'name of a weather station');
