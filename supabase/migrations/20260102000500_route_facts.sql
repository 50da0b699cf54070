alter table public.regions
  add column paved_pct integer check (paved_pct between 0 and 100),
  add column steepest text check (steepest !~ '^\s*$'),
  add column days integer check (days between 1 and 30),
  add column elevation_profile jsonb check (jsonb_typeof(elevation_profile) = 'array');
comment on column public.regions.paved_pct is 'Share of the way on asphalt or concrete; null when unknown.';
comment on column public.regions.steepest is 'Where the road climbs most, in words.';
comment on column public.regions.days is 'Days the route fills at the pace of an old car.';
comment on column public.regions.elevation_profile is '[[km, metres], …] from an imported track; null draws no elevation strip.';
