-- The 27 states of Brazil.

create table public.states (
  abbr char(2) primary key check (abbr ~ '^[A-Z]{2}$'),
  name text not null unique,
  macro_region text not null check (macro_region = any (private.macro_regions())),
  capital_ibge integer,
  lat double precision not null,
  lng double precision not null,
  bbox double precision[] not null check (array_length(bbox, 1) = 4),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.states is 'The 27 federative units, static.';
comment on column public.states.capital_ibge is
  'IBGE code of the capital (cities.ibge_code); not a foreign key, because cities references states.';
comment on column public.states.lat is 'Centre of the largest part of the simplified shape, for placing a map.';
comment on column public.states.bbox is
  'Bounding box of the mainland in degrees: west, south, east, north; distant islands are left out, because they '
  'would make the area of the map too large.';
alter table public.states enable row level security;
grant select on public.states to anon, authenticated;
grant all on public.states to service_role;

insert into public.states (abbr, name, macro_region, capital_ibge, lat, lng, bbox) values
  ('AC', 'Acre', 'Norte', 1200401, -9.299, -70.471, '{-74.009, -11.134, -66.655, -7.127}'),
  ('AL', 'Alagoas', 'Nordeste', 2704302, -9.517, -36.626, '{-38.236, -10.498, -35.148, -8.832}'),
  ('AP', 'Amapá', 'Norte', 1600303, 1.456, -51.980, '{-54.800, -1.213, -49.874, 4.440}'),
  ('AM', 'Amazonas', 'Norte', 1302603, -4.184, -64.719, '{-73.811, -9.839, -56.312, 2.236}'),
  ('BA', 'Bahia', 'Nordeste', 2927408, -12.474, -41.704, '{-46.570, -18.324, -37.378, -8.528}'),
  ('CE', 'Ceará', 'Nordeste', 2304400, -5.099, -39.625, '{-41.450, -7.853, -37.238, -2.793}'),
  ('DF', 'Distrito Federal', 'Centro-Oeste', 5300108, -15.772, -47.785, '{-48.276, -16.042, -47.301, -15.500}'),
  ('ES', 'Espírito Santo', 'Sudeste', 3205309, -19.567, -40.666, '{-41.884, -21.274, -39.672, -17.875}'),
  ('GO', 'Goiás', 'Centro-Oeste', 5208707, -16.024, -49.604, '{-53.247, -19.483, -45.911, -12.398}'),
  ('MA', 'Maranhão', 'Nordeste', 2111300, -5.099, -45.291, '{-48.723, -10.319, -41.811, -1.065}'),
  ('MT', 'Mato Grosso', 'Centro-Oeste', 5103403, -12.959, -55.923, '{-61.612, -18.016, -50.236, -7.338}'),
  ('MS', 'Mato Grosso do Sul', 'Centro-Oeste', 5002704, -20.334, -54.845, '{-58.163, -24.051, -50.944, -17.189}'),
  ('MG', 'Minas Gerais', 'Sudeste', 3106200, -18.449, -44.676, '{-51.026, -22.893, -39.861, -14.251}'),
  ('PA', 'Pará', 'Norte', 1501402, -4.180, -53.272, '{-58.971, -9.843, -46.069, 2.607}'),
  ('PB', 'Paraíba', 'Nordeste', 2507507, -7.119, -36.825, '{-38.746, -8.278, -34.800, -6.027}'),
  ('PR', 'Paraná', 'Sul', 4106902, -24.632, -51.631, '{-54.610, -26.697, -48.032, -22.522}'),
  ('PE', 'Pernambuco', 'Nordeste', 2611606, -8.333, -37.996, '{-41.369, -9.488, -34.805, -7.272}'),
  ('PI', 'Piauí', 'Nordeste', 2211001, -7.410, -42.988, '{-45.983, -10.896, -40.412, -2.746}'),
  ('RJ', 'Rio de Janeiro', 'Sudeste', 3304557, -22.188, -42.657, '{-44.859, -23.353, -40.963, -20.790}'),
  ('RN', 'Rio Grande do Norte', 'Nordeste', 2408102, -5.841, -36.680, '{-38.606, -6.975, -34.963, -4.829}'),
  ('RS', 'Rio Grande do Sul', 'Sul', 4314902, -29.735, -53.317, '{-57.612, -33.742, -49.707, -27.071}'),
  ('RO', 'Rondônia', 'Norte', 1100205, -10.916, -62.846, '{-66.831, -13.662, -59.825, -8.001}'),
  ('RR', 'Roraima', 'Norte', 1400100, 2.067, -61.405, '{-64.813, -1.400, -58.872, 5.267}'),
  ('SC', 'Santa Catarina', 'Sul', 4205407, -27.251, -50.503, '{-53.829, -29.353, -48.376, -25.983}'),
  ('SP', 'São Paulo', 'Sudeste', 3550308, -22.259, -48.729, '{-53.152, -25.308, -44.163, -19.779}'),
  ('SE', 'Sergipe', 'Nordeste', 2800308, -10.580, -37.441, '{-38.245, -11.567, -36.407, -9.527}'),
  ('TO', 'Tocantins', 'Norte', 1721000, -10.142, -48.327, '{-50.741, -13.385, -45.757, -5.165}');

create policy "anonymous visitors read every state" on public.states
  for select to anon using (true);
create policy "signed-in accounts read every state" on public.states
  for select to authenticated using (true);
create trigger states_touch before update on public.states
  for each row execute function private.touch_updated_at();

select
  private.declare_columns('states', 'not_personal', '{*}', 'guide'),
  private.declare_columns('states', 'not_personal', '{name}', 'name of a thing, not of a person');

alter table public.profiles add constraint profiles_home_state_fkey
  foreign key (home_state) references public.states (abbr);
alter table public.page_views add constraint page_views_state_abbr_fkey
  foreign key (state_abbr) references public.states (abbr);
alter table public.page_view_daily add constraint page_view_daily_state_abbr_fkey
  foreign key (state_abbr) references public.states (abbr);
alter table public.page_source_daily add constraint page_source_daily_state_abbr_fkey
  foreign key (state_abbr) references public.states (abbr);
