-- Routes (regions) with their tracks, photos and waypoints.

-- A track is the path of a route from an imported recording.
create function private.is_track(track jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(track) = 'array' and jsonb_array_length(track) between 2 and 2000 and not exists (
    select from jsonb_array_elements(track) as point
    where case
      when jsonb_typeof(point) <> 'array' or jsonb_array_length(point) <> 2 then true
      when jsonb_typeof(point -> 0) <> 'number' or jsonb_typeof(point -> 1) <> 'number' then true
      else not ((point ->> 0)::numeric between -34 and 6 and (point ->> 1)::numeric between -74 and -28)
    end
  )
$$;
comment on function private.is_track(jsonb) is '[[lat, lng], …] with 2 to 2000 points in Brazil.';

create function private.are_pictures(paths text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(paths) <= 30 and not exists (select from unnest(paths) as path where path is null or path !~ '^(https://|/)\S+$')
$$;
comment on function private.are_pictures(text[]) is 'Addresses of at most 30 pictures.';

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
  paved_pct integer check (paved_pct between 0 and 100),
  steepest text check (steepest !~ '^\s*$'),
  days integer check (days between 1 and 30),
  elevation_profile jsonb check (jsonb_typeof(elevation_profile) = 'array'),
  track jsonb check (track is null or private.is_track(track)),
  photos text[] not null default '{}' check (private.are_pictures(photos)),
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (state_abbr, slug)
);
comment on table public.regions is 'Tourist routes (and regions) of a state; texts in Portuguese.';
comment on column public.regions.duration_classic_min is 'Driving time at the pace of an old car, without stops.';
comment on column public.regions.deleted_at is 'In the trash since; the guide shows it no more.';
comment on column public.regions.translations is '{en: {name, summary, body, warnings: []}, es: {…}}';
comment on column public.regions.paved_pct is 'Share of the way on asphalt or concrete; null when unknown.';
comment on column public.regions.steepest is 'Where the road climbs most, in words.';
comment on column public.regions.days is 'Days the route fills at the pace of an old car.';
comment on column public.regions.elevation_profile is '[[km, metres], …] from an imported track; null draws no elevation strip.';
comment on column public.regions.track is '[[lat, lng], …] from an imported recording, simplified; null draws the straight lines between the stops.';
comment on column public.regions.photos is 'Addresses of pictures in the order they are shown.';
comment on column public.regions.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';

create index regions_published_idx on public.regions (state_abbr, status) where deleted_at is null;
create index regions_biome_idx on public.regions (biome, featured_order, name) where deleted_at is null;
create index regions_updated_at_idx on public.regions (updated_at desc);

-- For the sort orders of the panel's lists, without sorting all rows first.
create index regions_name_idx on public.regions (name, id);
create index regions_status_idx on public.regions (status, id);
create index regions_distance_km_idx on public.regions (distance_km, id);
create index regions_kind_idx on public.regions (kind, updated_at, id);

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
create trigger regions_addresses after insert or update or delete on public.regions
  for each row execute function private.keep_addresses('region');
create trigger regions_search_insert after insert on public.regions referencing new table as new_rows
  for each statement execute function private.index_for_search('region');
create trigger regions_search_update after update on public.regions referencing old table as old_rows new table as new_rows
  for each statement execute function private.index_for_search('region');
create trigger regions_search_delete after delete on public.regions referencing old table as old_rows
  for each statement execute function private.index_for_search('region');

create table public.region_waypoints (
  id uuid primary key default gen_random_uuid(),
  region_id uuid not null references public.regions (id) on delete cascade,
  position integer not null check (position > 0),
  name text not null check (name !~ '^\s*$'),
  kind text not null check (kind in ('town', 'view', 'nature', 'historic', 'museum', 'food', 'bridge', 'pass', 'stop')),
  city_ibge integer references public.cities (ibge_code),
  lat double precision check (lat between -34 and 6),
  lng double precision check (lng between -74 and -28),
  is_approximate boolean not null default false,
  note text,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (region_id, position),
  constraint waypoint_is_placed_or_listed check ((lat is null) = (lng is null)),
  constraint town_has_its_city check (kind <> 'town' or city_ibge is not null)
);
comment on table public.region_waypoints is 'Stops of a route in order; without coordinates they are listed and get no pin.';
comment on column public.region_waypoints.city_ibge is 'The town itself, or the town a place belongs to.';
comment on column public.region_waypoints.is_approximate is 'Coordinates nobody has confirmed on site.';
comment on column public.region_waypoints.translations is '{en: {note}, es: {note}}';

create index region_waypoints_city_ibge_idx on public.region_waypoints (city_ibge);

alter table public.region_waypoints enable row level security;
grant select on public.region_waypoints to anon;
grant select, insert, update, delete on public.region_waypoints to authenticated;
grant all on public.region_waypoints to service_role;

-- The subquery runs under the reader's own policies on regions, so a stop is as visible as its route.
create policy "anonymous visitors read waypoints of regions they see" on public.region_waypoints
  for select to anon using (exists (select from public.regions where regions.id = region_id));
create policy "signed-in accounts read waypoints of regions they see" on public.region_waypoints
  for select to authenticated using (exists (select from public.regions where regions.id = region_id));
create policy "state editors add waypoints" on public.region_waypoints
  for insert to authenticated with check ((select private.has_permission('state_content')));
create policy "state editors update waypoints" on public.region_waypoints
  for update to authenticated
  using ((select private.has_permission('state_content')))
  with check ((select private.has_permission('state_content')));
create policy "state editors delete waypoints" on public.region_waypoints
  for delete to authenticated using ((select private.has_permission('state_content')));

create function private.place_town() returns trigger
language plpgsql set search_path = '' as $$
begin
  select cities.lat, cities.lng into new.lat, new.lng
  from public.cities where cities.ibge_code = new.city_ibge;
  new.is_approximate := false;
  return new;
end $$;
comment on function private.place_town() is 'A town lies where its municipality lies.';

-- A change of a waypoint counts as a change of its route: caches and the seed compare the route's updated_at.
create function private.touch_region_of_waypoint() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.regions set updated_at = now()
  where regions.id in (
    case when tg_op <> 'INSERT' then old.region_id end,
    case when tg_op <> 'DELETE' then new.region_id end
  );
  return null;
end $$;

create trigger region_waypoints_place_town before insert or update on public.region_waypoints
  for each row when (new.kind = 'town') execute function private.place_town();
create trigger region_waypoints_touch before update on public.region_waypoints
  for each row execute function private.touch_updated_at();
create trigger region_waypoints_touch_region after insert or update or delete on public.region_waypoints
  for each row execute function private.touch_region_of_waypoint();
