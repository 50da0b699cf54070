-- Routes (road trips) with their stops, legs and tolls.

create function private.are_pictures(paths text[]) returns boolean
language sql immutable set search_path = ''
return cardinality(paths) <= private.max_guide_pictures() and not exists (
  select from unnest(paths) as path where path is null or path !~ '^(https://|/)\S+$');
comment on function private.are_pictures is
  'Whether a list has at most private.max_guide_pictures items and each is the address of a picture (https:// or a '
  'path).';

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
  biome text check (biome = any (private.biomes())),
  surface text check (surface = any (private.route_surfaces())),
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
  distance_basis text check (distance_basis = any (private.distance_bases())),
  cobbles text check (cobbles !~ '^\s*$' and char_length(cobbles) <= 300),
  editor_km numeric(6, 1) check (editor_km > 0),
  check_date date,
  unique (state_abbr, slug)
);
comment on table public.regions is 'Tourist routes (and regions) of a state; texts in Portuguese.';
comment on column public.regions.distance_is_estimated is 'Set by a trigger: distance_basis is estimated.';
comment on column public.regions.duration_classic_min is
  'Driving time in minutes at the speed of a classic car, without stops.';
comment on column public.regions.deleted_at is
  'Time of the soft delete; the guide does not show the row while it is set.';
comment on column public.regions.translations is '{en: {name, summary, body, warnings: [], cobbles}, es: {…}}';
comment on column public.regions.paved_pct is 'Percentage of the route on asphalt or concrete; null when unknown.';
comment on column public.regions.steepest is 'Description of the steepest part of the road.';
comment on column public.regions.days is 'Number of days that the route takes at the speed of a classic car.';
comment on column public.regions.elevation_profile is
  '[[km, metres], …] from an imported track; null: the page has no elevation profile.';
comment on column public.regions.track is
  '[[lat, lng], …] from an imported recording, simplified; null: maps draw straight lines between the stops.';
comment on column public.regions.photos is 'Addresses of pictures in the order they are shown.';
comment on column public.regions.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.regions.distance_basis is
  'traced: measured on the line of every leg, straight connections at most 2 %; joined: at most 5 %; gpx: measured on '
  'an imported recording; editor: entered by an editor; estimated: a leg without a line, or more than 5 % of straight '
  'connections.';
comment on column public.regions.editor_km is
  'Length that an editor entered. It is shown while no complete line differs from it by more than 5 %.';
comment on column public.regions.cobbles is 'Where the route has cobbles or stone paving, in words; null when unknown.';
comment on column public.regions.check_date is 'Day on which an editor last compared the page with its sources.';
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
create trigger regions_search_update after update on public.regions referencing old table as old_rows new table
  as new_rows
  for each statement execute function private.index_for_search('region');
create trigger regions_search_delete after delete on public.regions referencing old table as old_rows
  for each statement execute function private.index_for_search('region');

create function private.set_distance_basis() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_editor boolean := current_user in ('authenticated', 'service_role');
  is_same_basis boolean := tg_op = 'INSERT' and new.distance_basis is null
    or tg_op = 'UPDATE' and new.distance_basis is not distinct from old.distance_basis;
  is_flag_changed boolean := tg_op = 'INSERT' or new.distance_is_estimated is distinct from old.distance_is_estimated;
begin
  if is_same_basis and is_flag_changed then
    new.distance_basis := case when new.distance_is_estimated then 'estimated' else 'editor' end;
  elsif is_same_basis and new.distance_km is distinct from old.distance_km and is_editor then
    new.distance_basis := 'editor';
  end if;
  if new.distance_km is null then
    new.distance_basis := null;
  end if;
  if tg_op = 'INSERT' or (new.distance_km, new.distance_basis) is distinct from (old.distance_km, old.distance_basis) then
    if new.distance_basis = 'editor' then
      new.editor_km := new.distance_km;
    elsif is_editor then
      new.editor_km := null;
    end if;
  end if;
  new.distance_is_estimated := coalesce(new.distance_basis = 'estimated', false);
  return new;
end $$;
comment on function private.set_distance_basis is
  'Trigger function: keeps distance_basis, distance_is_estimated and editor_km consistent; a length that an editor '
  'changes has the basis editor.';

create trigger regions_distance_basis before insert or update on public.regions
  for each row execute function private.set_distance_basis();

insert into private.audit_log_permissions (entity, permission) values
  ('regions', 'state_content');

select
  private.declare_columns('regions', 'not_personal', '{*}', 'guide'),
  private.declare_columns('regions', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.region_waypoints (
  id uuid primary key default gen_random_uuid(),
  region_id uuid not null references public.regions (id) on delete cascade,
  position integer not null check (position > 0),
  name text not null check (name !~ '^\s*$'),
  kind text not null check (kind = any (private.route_stop_kinds())),
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
comment on table public.region_waypoints is
  'Stops of a route in order; a stop without coordinates is listed but has no marker on the map.';
comment on column public.region_waypoints.city_ibge is
  'IBGE code of the city: the stop itself when its kind is town, otherwise the city where the stop is.';
comment on column public.region_waypoints.is_approximate is 'Whether the coordinates have not been verified on site.';
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
comment on function private.place_town is
  'Trigger function: sets the coordinates of a waypoint of kind town to those of its city.';

create trigger region_waypoints_place_town before insert or update on public.region_waypoints
  for each row when (new.kind = 'town') execute function private.place_town();
create trigger region_waypoints_touch before update on public.region_waypoints
  for each row execute function private.touch_updated_at();

-- A change of a waypoint counts as a change of its route: caches and the seed compare the route's updated_at. Once per
-- statement, because each time the route is indexed for the search again.
create function private.touch_regions_of_waypoints() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.regions set updated_at = now() where id in (select region_id from stops);
  if tg_op = 'UPDATE' then
    update public.regions set updated_at = now()
    where id in (select region_id from old_stops except select region_id from stops);
  end if;
  return null;
end $$;
comment on function private.touch_regions_of_waypoints is
  'Trigger function: sets updated_at of the routes whose stops a statement changed.';

-- Triggers run in the order of their names: these before those that measure, which must see the change of an editor.
create trigger region_waypoints_changes_added after insert on public.region_waypoints referencing new table as stops
  for each statement execute function private.touch_regions_of_waypoints();
create trigger region_waypoints_changes_made after update on public.region_waypoints
  referencing old table as old_stops new table as stops
  for each statement execute function private.touch_regions_of_waypoints();
create trigger region_waypoints_changes_removed after delete on public.region_waypoints referencing old table as stops
  for each statement execute function private.touch_regions_of_waypoints();

create function private.measure_after_stops() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.measure_regions(array(select distinct region_id from stops));
  return null;
end $$;
comment on function private.measure_after_stops is 'Trigger function: measures the routes of the changed stops again.';

create trigger region_waypoints_measure_added after insert on public.region_waypoints referencing new table as stops
  for each statement execute function private.measure_after_stops();
create trigger region_waypoints_measure_changed after update on public.region_waypoints referencing new table as stops
  for each statement execute function private.measure_after_stops();
create trigger region_waypoints_measure_removed after delete on public.region_waypoints referencing old table as stops
  for each statement execute function private.measure_after_stops();

insert into private.audit_log_permissions (entity, permission) values
  ('region_waypoints', 'state_content');

select
  private.declare_columns('region_waypoints', 'not_personal', '{*}', 'guide'),
  private.declare_columns('region_waypoints', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.tolls (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  road text not null check (char_length(road) between 1 and 40),
  km numeric(6, 1) check (km >= 0),
  direction text not null default 'both' check (direction = any (private.toll_directions())),
  state_abbr char(2) not null references public.states (abbr),
  city_ibge integer references public.cities (ibge_code),
  operator text not null default '' check (char_length(operator) <= 120),
  operator_phone text check (char_length(operator_phone) <= 30),
  is_free_flow boolean not null default false,
  status text not null default 'draft' check (status in ('draft', 'published')),
  lat double precision check (lat between -34 and 6),
  lng double precision check (lng between -74 and -28),
  source text check (char_length(source) <= 500),
  check_date date,
  deleted_at timestamptz,
  search_name text generated always as (private.fold(name || ' ' || road || ' ' || coalesce(operator, ''))) stored,
  priced_on date not null default '1900-01-01',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((lat is null) = (lng is null))
);
comment on table public.tolls is 'Toll plazas and free-flow gates.';
comment on column public.tolls.check_date is 'When somebody last compared the prices with the operator''s.';
comment on column public.tolls.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.tolls.priced_on is
  'Result of private.toll_priced_on(): first day of the oldest price in force, 1900-01-01 without one; set by '
  'triggers.';
create index tolls_state_abbr_idx on public.tolls (state_abbr);
create index tolls_city_ibge_idx on public.tolls (city_ibge);
create index tolls_road_idx on public.tolls (road);
create index tolls_updated_at_idx on public.tolls (updated_at desc);
create index tolls_priced_on_idx on public.tolls (priced_on);
alter table public.tolls enable row level security;
grant select on public.tolls to anon;
grant select, insert, update, delete on public.tolls to authenticated;
grant all on public.tolls to service_role;
create policy "anonymous visitors read published tolls" on public.tolls
  for select to anon using (status = 'published' and deleted_at is null);
create policy "signed-in accounts read published tolls, managers all" on public.tolls
  for select to authenticated
  using ((status = 'published' and deleted_at is null) or (select private.has_permission('tolls')));
create policy "toll managers add tolls" on public.tolls
  for insert to authenticated with check ((select private.has_permission('tolls')));
create policy "toll managers update tolls" on public.tolls
  for update to authenticated
  using ((select private.has_permission('tolls')))
  with check ((select private.has_permission('tolls')));
create policy "toll managers delete tolls" on public.tolls
  for delete to authenticated using ((select private.has_permission('tolls')));
create trigger tolls_touch before update on public.tolls
  for each row execute function private.touch_updated_at();
create trigger tolls_audit after insert or update or delete on public.tolls
  for each row execute function private.write_audit('id');

create function private.note_toll_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.priced_on := private.toll_priced_on(new.id);
  return new;
end $$;
comment on function private.note_toll_price is
  'Trigger function: sets priced_on to private.toll_priced_on(); a value from the caller is ignored.';

create trigger tolls_note_price before insert or update on public.tolls
  for each row execute function private.note_toll_price();

create function private.rename_toll_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.toll_prices set toll_name = new.name where toll_id = new.id;
  return null;
end $$;
comment on function private.rename_toll_prices is
  'Trigger function: copies the new name of a toll plaza to toll_name of its prices.';

create trigger tolls_rename_prices after update of name on public.tolls
  for each row when (old.name is distinct from new.name) execute function private.rename_toll_prices();

insert into private.audit_log_permissions (entity, permission) values
  ('tolls', 'tolls');

select
  private.declare_columns('tolls', 'not_personal', '{*}', 'guide'),
  private.declare_columns('tolls', 'not_personal', '{name}', 'name of a thing, not of a person'),
  private.declare_columns('tolls', 'not_personal', '{operator_phone}', 'public telephone');

create table public.toll_prices (
  id uuid primary key default gen_random_uuid(),
  toll_id uuid not null references public.tolls (id) on delete cascade,
  position integer not null default 0,
  vehicle_class text not null check (vehicle_class = any (private.vehicle_classes())),
  price numeric(7, 2) not null check (price >= 0),
  valid_from date not null,
  valid_until date,
  toll_name text not null default '',
  search_name text generated always as (private.fold(toll_name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (valid_until is null or valid_until >= valid_from),
  unique (toll_id, vehicle_class, valid_from)
);
comment on table public.toll_prices is 'Price in reais of one class of vehicle at a toll, from valid_from on.';
comment on column public.toll_prices.toll_name is
  'Name of the toll plaza for lists and searches of prices; set by triggers.';
comment on column public.toll_prices.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index toll_prices_valid_from_idx on public.toll_prices (valid_from desc, id desc);
alter table public.toll_prices enable row level security;
grant select on public.toll_prices to anon;
grant select, insert, update, delete on public.toll_prices to authenticated;
grant all on public.toll_prices to service_role;
create policy "anonymous visitors read prices of published tolls" on public.toll_prices
  for select to anon using (exists (select from public.tolls where tolls.id = toll_id));
create policy "toll managers add prices" on public.toll_prices
  for insert to authenticated with check ((select private.has_permission('tolls')));
create policy "toll managers update prices" on public.toll_prices
  for update to authenticated
  using ((select private.has_permission('tolls')))
  with check ((select private.has_permission('tolls')));
create policy "toll managers delete prices" on public.toll_prices
  for delete to authenticated using ((select private.has_permission('tolls')));
create policy "signed-in accounts read prices of tolls they see, managers all" on public.toll_prices
  for select to authenticated
  using ((select private.has_permission('tolls')) or exists (select from public.tolls where tolls.id = toll_id));
create trigger toll_prices_touch before update on public.toll_prices
  for each row execute function private.touch_updated_at();
create trigger toll_prices_audit after insert or update or delete on public.toll_prices
  for each row execute function private.write_audit('id');
create trigger toll_prices_touch_toll after insert or update or delete on public.toll_prices
  for each row execute function private.touch_parent('tolls', 'toll_id');

create function private.name_toll_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.toll_name := coalesce((select name from public.tolls where id = new.toll_id), '');
  return new;
end $$;
comment on function private.name_toll_price is
  'Trigger function: sets toll_name to the name of the toll plaza; a value from the caller is ignored.';

create trigger toll_prices_name before insert or update on public.toll_prices
  for each row execute function private.name_toll_price();

insert into private.audit_log_permissions (entity, permission) values
  ('toll_prices', 'tolls');

select
  private.declare_columns('toll_prices', 'not_personal', '{*}', 'guide'),
  private.declare_columns('toll_prices', 'not_personal', '{toll_name}', 'name of a thing, not of a person');

create table public.region_legs (
  id uuid primary key default gen_random_uuid(),
  region_id uuid not null references public.regions (id) on delete cascade,
  from_position integer not null check (from_position > 0),
  to_position integer not null,
  from_lat double precision not null check (from_lat between -34 and 6),
  from_lng double precision not null check (from_lng between -74 and -28),
  to_lat double precision not null check (to_lat between -34 and 6),
  to_lng double precision not null check (to_lng between -74 and -28),
  needs text[] not null default '{}' check (needs <@ array['sie-sc', 'der-sp']),
  km numeric(7, 1) check (km >= 0),
  line text check (char_length(line) between 4 and 200000),
  sources jsonb not null default '{}' check (jsonb_typeof(sources) = 'object'),
  quality text check (quality in ('traced', 'simplified')),
  joins jsonb not null default '[]' check (jsonb_typeof(joins) = 'array'),
  roads text[] not null default '{}',
  classes jsonb not null default '{}' check (jsonb_typeof(classes) = 'object'),
  classic_min numeric(7, 1) check (classic_min >= 0),
  points jsonb not null default '[]' check (jsonb_typeof(points) = 'array'),
  has_fuel_data boolean not null default false,
  skip text check (skip = any (private.leg_skips())),
  detail text check (char_length(detail) <= 200),
  origin text not null default 'editor' check (origin in ('seed', 'editor')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  join_km numeric(7, 2) check (join_km >= 0),
  unique (region_id, from_position, to_position, needs),
  check (to_position > from_position),
  constraint leg_has_a_line_or_a_reason check ((line is null) = (skip is not null)),
  constraint line_has_length_quality_and_time check (
    (line is null) = (km is null) and (line is null) = (quality is null) and (line is null) = (classic_min is null)
  )
);
comment on table public.region_legs is
  'Line of the road between two stops of a route, or the reason why there is none. The same pair of stops may have a '
  'second line from sources that are switched off.';
comment on column public.region_legs.from_lat is
  'Position of the first stop when the line was traced; a leg whose stops are now elsewhere is not used.';
comment on column public.region_legs.needs is
  'Switched sources of the line: sie-sc (setting road_source_sie_sc), der-sp (setting road_source_der_sp).';
comment on column public.region_legs.line is 'Encoded polyline with five decimals, simplified to 30 m.';
comment on column public.region_legs.sources is '{source: km}; join is a straight connection over missing data.';
comment on column public.region_legs.quality is 'simplified: most of the line comes from a coarse source.';
comment on column public.region_legs.joins is
  '[[first, last], …]: points of the line that a straight connection joins.';
comment on column public.region_legs.join_km is
  'Kilometres of the straight connections; null when they were not measured: then the whole leg counts as one.';
comment on column public.region_legs.roads is 'Numbers of the roads in the order of travel.';
comment on column public.region_legs.classes is '{road class: km}';
comment on column public.region_legs.classic_min is
  'Minutes at the pace of an old car, by road class, surface, bends, towns and slopes (lib/geo/pace), without stops.';
comment on column public.region_legs.points is
  '[{kind, km, beside, name, road, lat, lng, limit, source}, …]: tolls, speed cameras and petrol stations beside the '
  'line, km from its start.';
comment on column public.region_legs.has_fuel_data is 'Whether petrol stations of the whole line are known.';
comment on column public.region_legs.origin is
  'The seed replaces its own legs only; a leg that an editor writes belongs to the editor.';
alter table public.region_legs enable row level security;
grant select on public.region_legs to anon;
grant select, insert, update, delete on public.region_legs to authenticated;
grant all on public.region_legs to service_role;

create function private.are_road_sources_on(sources text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select from unnest(sources) as source where not exists (
      select from public.app_settings where key = 'road_source_' || replace(source, '-', '_') and value = 'true'
    )
  )
$$;
comment on function private.are_road_sources_on is 'Whether every given source of lines is switched on; true for none.';

create policy "anonymous visitors read legs of regions they see from sources that are on" on public.region_legs
  for select to anon
  using (exists (select from public.regions where regions.id = region_id) and private.are_road_sources_on(needs));
create policy "signed-in accounts read legs of regions they see from sources that are on, state editors all"
  on public.region_legs
  for select to authenticated
  using (
    (select private.has_permission('state_content'))
    or (exists (select from public.regions where regions.id = region_id) and private.are_road_sources_on(needs))
  );
create policy "state editors add legs" on public.region_legs
  for insert to authenticated with check ((select private.has_permission('state_content')));
create policy "state editors update legs" on public.region_legs
  for update to authenticated
  using ((select private.has_permission('state_content')))
  with check ((select private.has_permission('state_content')));
create policy "state editors delete legs" on public.region_legs
  for delete to authenticated using ((select private.has_permission('state_content')));

create function private.set_leg_origin() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('authenticated', 'service_role') then
    new.origin := 'editor';
  end if;
  return new;
end $$;
comment on function private.set_leg_origin is 'Trigger function: a leg written through the API has the origin editor.';

create trigger region_legs_origin before insert or update on public.region_legs
  for each row execute function private.set_leg_origin();
create trigger region_legs_server_columns before insert or update on public.region_legs
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger region_legs_touch before update on public.region_legs
  for each row execute function private.touch_updated_at();

select private.declare_columns('region_legs', 'not_personal', '{*}', 'guide');

create function private.measure_after_switch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.measure_regions();
  return null;
end $$;
comment on function private.measure_after_switch is 'Trigger function: measures every route again.';

create trigger app_settings_measure_added after insert on public.app_settings
  for each row when (new.key like 'road\_source\_%') execute function private.measure_after_switch();
create trigger app_settings_measure_changed after update on public.app_settings
  for each row when (new.key like 'road\_source\_%' and new.value is distinct from old.value)
  execute function private.measure_after_switch();
create trigger app_settings_measure_removed after delete on public.app_settings
  for each row when (old.key like 'road\_source\_%') execute function private.measure_after_switch();

-- One view per source table, with its id first, by which the triggers read it.
create view private.searchable_region with (security_invoker = true) as
select
  regions.id as source_id, 'region' as kind, regions.id::text as entity_id, regions.state_abbr, regions.name as title,
  left(regions.summary, 300) as summary,
  concat_ws(' ', states.name, array_to_string(regions.roads, ' '), array_to_string(regions.themes, ' '), regions.biome,
    (
    select string_agg(stop.name, ' ' order by stop.position) from public.region_waypoints as stop
      where stop.region_id = regions.id
  )) as keywords,
  (private.addresses_of('region', regions.state_abbr, regions.slug))[1] as path, 1.2::real as weight,
  null::timestamptz as visible_from,
  private.search_translations(regions.translations, 'name', 'summary') as translations
from public.regions join public.states on states.abbr = regions.state_abbr
where regions.status = 'published' and regions.deleted_at is null;

-- A price counts from its first day; a class without an end date has the price that is still valid. Without any price
-- the day is 1900-01-01, so that one comparison with a date finds missing days too.
create function private.toll_priced_on(toll uuid) returns date
language sql stable security definer set search_path = '' as $$
  select coalesce(min(newest), '1900-01-01') from (
    select max(valid_from) as newest from public.toll_prices where toll_id = toll and valid_until is null
      group by vehicle_class
  ) as classes
$$;
comment on function private.toll_priced_on is
  'Returns the first day of the oldest price in force at a toll plaza (per vehicle class the newest price without an '
  'end date); 1900-01-01 without one.';

create function private.measure_regions(only_regions uuid[] default null) returns void
language sql volatile security definer set search_path = '' as $$
  with stop as (
    select
      region_id, position, lat, lng,
      lead(position) over route as next_position, lead(lat) over route as next_lat, lead(lng) over route as next_lng
    from public.region_waypoints
    where lat is not null and (only_regions is null or region_id = any (only_regions))
    window route as (partition by region_id order by position)
  ), pair as (
    select
      stop.region_id, leg.km, leg.classic_min, leg.joined_km,
      1.23 * private.metres_between(stop.lat, stop.lng, stop.next_lat, stop.next_lng) / 1000 as estimated_km
    from stop left join lateral (
      select
        region_legs.km, region_legs.classic_min,
        case when region_legs.joins = '[]' then 0 else coalesce(region_legs.join_km, region_legs.km) end as joined_km
      from public.region_legs
      where region_legs.region_id = stop.region_id and from_position = stop.position
        and to_position = stop.next_position
        and line is not null and private.are_road_sources_on(needs)
        and abs(from_lat - stop.lat) < 0.03 and abs(from_lng - stop.lng) < 0.03
        and abs(to_lat - stop.next_lat) < 0.03 and abs(to_lng - stop.next_lng) < 0.03
      order by cardinality(needs) desc limit 1
    ) as leg on true
    where stop.next_position is not null
  ), total as (
    select
      region_id, bool_and(km is not null) as is_complete, bool_or(km is not null) as has_line,
      sum(joined_km) as joined_km, sum(coalesce(km, estimated_km)) as km,
      sum(coalesce(classic_min, private.classic_minutes(estimated_km, surface, paved_pct))) as minutes
    from pair join public.regions on regions.id = region_id
    group by region_id
    having sum(coalesce(km, estimated_km)) > 0
  ), judged as (
    select
      regions.*, total.km as way_km, total.minutes as way_minutes,
      case
        when is_complete and joined_km <= 0.02 * total.km then 'traced'
        when is_complete and joined_km <= 0.05 * total.km then 'joined'
        else 'estimated'
      end as way_basis
    from total join public.regions on regions.id = region_id
    where track is null and distance_basis <> 'gpx' and (has_line or distance_basis <> 'estimated')
  ), chosen as (
    select
      judged.*,
      editor_km is not null and (way_basis = 'estimated' or abs(editor_km - way_km) <= 0.05 * way_km) as is_editors
    from judged
  ), measured as (
    select
      id, state_abbr || '/' || slug as key, updated_at as read_at,
      case when is_editors then 'editor' else way_basis end as basis,
      case
        when is_editors then editor_km
        when way_basis = 'estimated' then greatest(5, round(way_km / 5) * 5)
        else greatest(0.1, round(way_km::numeric, case when way_km < 10 then 1 else 0 end))
      end as km,
      greatest(5, round(way_minutes * (case when is_editors then editor_km / way_km else 1 end) / 5) * 5) as minutes
    from chosen
  ), changed as (
    update public.regions set
      distance_km = measured.km, distance_basis = measured.basis, duration_classic_min = measured.minutes,
        duration_is_estimated = true
    from measured
    where regions.id = measured.id
      and (regions.distance_km, regions.distance_basis, regions.duration_classic_min)
        is distinct from (measured.km::numeric(6, 1), measured.basis, measured.minutes::integer)
    returning measured.key, measured.read_at
  )
  update private.seeded_rows set written_at = now() from changed
  where seeded_rows.entity = 'regions' and seeded_rows.entity_id = changed.key
    and seeded_rows.written_at = changed.read_at
$$;
comment on function private.measure_regions is
  'Sets length, basis and driving time of routes from their legs; null: of all routes. The length of an editor stays '
  'while no complete line differs from it by more than 5 %, that of a recording always.';
revoke execute on function private.measure_regions from public;

create function private.measure_after_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.measure_regions(array[new.id]);
  return null;
end $$;
comment on function private.measure_after_edit is 'Trigger function: compares the new length of an editor with the line.';

create trigger regions_measure_after_edit after update of distance_km, distance_basis, editor_km on public.regions
  for each row when (new.distance_basis = 'editor'
    and (new.distance_km, new.distance_basis, new.editor_km)
      is distinct from (old.distance_km, old.distance_basis, old.editor_km))
  execute function private.measure_after_edit();

-- The built-in values are those of lib/geo/pace/rules.ts.
create function private.classic_minutes(km double precision, surface text, paved_pct integer)
returns double precision
language sql stable set search_path = '' as $$
  select km * 60 * ((1 - unpaved) / unknown_kmh + unpaved / least(unknown_kmh, unpaved_kmh))
  from (
    select
      coalesce((weights ->> 'unknown_kmh')::double precision, 58) as unknown_kmh,
      coalesce((weights ->> 'unpaved_kmh')::double precision, 30) as unpaved_kmh
    from (select private.active_weights('driving_pace') as weights) as active
  ) as speeds, (
    select case
      when paved_pct is not null then 1 - paved_pct / 100.0
      when surface = 'unpaved' then 1
      when surface = 'mixed' then 0.3
      else 0
    end::double precision as unpaved
  ) as ground
$$;
comment on function private.classic_minutes is
  'Minutes of an old car for kilometres without a line, as estimatedMinutes in lib/geo/pace/legs/rules.ts; '
  'tests/database/geo/region-legs.test.ts compares both.';
revoke execute on function private.classic_minutes from public;
