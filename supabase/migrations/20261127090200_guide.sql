set check_function_bodies = off;

-- Cities with texts, and their photos.

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
  has_cover boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (state_abbr, slug)
);
comment on table public.cities is 'Every Brazilian municipality; names and coordinates are public geographic data.';
comment on column public.cities.is_published is 'Whether the guide has content about the city.';
comment on column public.cities.translations is '{en: {intro}, es: {intro}}';
comment on column public.cities.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.cities.has_cover is 'Whether the city has a cover photo; set by a trigger of city_photos.';
create index cities_search_name_idx on public.cities using gin (search_name extensions.gin_trgm_ops);
create index cities_published_idx on public.cities (state_abbr) where is_published;
create index cities_has_cover_idx on public.cities (has_cover, is_published desc, name);
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
create trigger cities_search_insert after insert on public.cities referencing new table as new_rows
  for each statement execute function private.index_for_search('city');
create trigger cities_search_update after update on public.cities referencing old table as old_rows new table
  as new_rows
  for each statement execute function private.index_for_search('city');
create trigger cities_search_delete after delete on public.cities referencing old table as old_rows
  for each statement execute function private.index_for_search('city');

-- Not for inserts: the seed inserts all 5,571 towns in one statement.
create trigger cities_addresses after update of slug, state_abbr on public.cities
  for each row execute function private.keep_addresses('city');

insert into private.audit_log_permissions (entity, permission) values
  ('cities', 'all_cities');

select
  private.declare_columns('cities', 'not_personal', '{*}', 'guide'),
  private.declare_columns('cities', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.city_photos (
  id uuid primary key default gen_random_uuid(),
  city_ibge integer not null references public.cities (ibge_code),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 160),
  picture text not null references public.media_assets (path),
  position integer not null default 1 check (position > 0),
  is_cover boolean not null default false,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.city_photos is
  'Photos of towns. Alt text, credit and licence belong to the picture (media_assets).';
comment on column public.city_photos.translations is '{en: {title}, es: {title}}';
comment on column public.city_photos.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index city_photos_city_ibge_idx on public.city_photos (city_ibge, position);
create index city_photos_picture_idx on public.city_photos (picture);
create unique index city_photos_one_cover_idx on public.city_photos (city_ibge) where is_cover;
alter table public.city_photos enable row level security;
grant select on public.city_photos to anon;
grant select, insert, update, delete on public.city_photos to authenticated;
grant all on public.city_photos to service_role;
create policy "anonymous visitors read the photos of towns" on public.city_photos
  for select to anon using (true);
create policy "signed-in accounts read the photos of towns" on public.city_photos
  for select to authenticated using (true);
create policy "gallery editors add photos of towns" on public.city_photos
  for insert to authenticated with check ((select private.has_permission('city_gallery')));
create policy "gallery editors update photos of towns" on public.city_photos
  for update to authenticated
  using ((select private.has_permission('city_gallery')))
  with check ((select private.has_permission('city_gallery')));
create policy "gallery editors delete photos of towns" on public.city_photos
  for delete to authenticated using ((select private.has_permission('city_gallery')));

create function private.step_down_cover() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.city_photos set is_cover = false where city_ibge = new.city_ibge and is_cover and id <> new.id;
  return new;
end $$;
comment on function private.step_down_cover is
  'Trigger function: sets is_cover of the previous cover photo to false when another photo of the city becomes the '
  'cover.';

create trigger city_photos_step_down before insert or update on public.city_photos
  for each row when (new.is_cover) execute function private.step_down_cover();

create function private.note_cover() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cities set has_cover = not has_cover
  where ibge_code in (case when tg_op <> 'INSERT' then old.city_ibge end, case when tg_op <> 'DELETE' then new.city_ibge
    end)
    and has_cover <> exists (select from public.city_photos where city_photos.city_ibge = cities.ibge_code
      and city_photos.is_cover);
  return null;
end $$;
comment on function private.note_cover is
  'Trigger function: updates cities.has_cover when photos change; security definer, because gallery editors may not '
  'update cities.';

create trigger city_photos_note_cover after insert or update or delete on public.city_photos
  for each row execute function private.note_cover();
create trigger city_photos_touch before update on public.city_photos
  for each row execute function private.touch_updated_at();
create trigger city_photos_audit after insert or update or delete on public.city_photos
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('city_photos', 'city_gallery');

select private.declare_columns('city_photos', 'not_personal', '{*}', 'guide');

create view private.searchable_city with (security_invoker = true) as
select
  cities.ibge_code as source_id, 'city' as kind, cities.ibge_code::text as entity_id, cities.state_abbr, cities.name
    as title,
  coalesce(left(cities.intro, 300), '') as summary, states.name as keywords,
  (private.addresses_of('city', cities.state_abbr, cities.slug))[1] as path,
  (case when cities.is_published or cities.is_capital then 1 else 0.8 end)::real as weight, null::timestamptz
    as visible_from,
  private.search_translations(cities.translations, 'name', 'intro') as translations
from public.cities join public.states on states.abbr = cities.state_abbr;

-- Compares the towns of a state with the IBGE list and updates them; a town with content is never deleted.
create function private.city_content(city integer) returns bigint
language sql stable security definer set search_path = '' as $$
  select (select count(*) from public.services where city_ibge = city)
    + (select count(*) from public.photo_points where city_ibge = city)
    + (select count(*) from public.clubs where city_ibge = city)
    + (select count(*) from public.region_waypoints where city_ibge = city)
    + (select count(*) from public.cities where ibge_code = city and (is_published or intro is not null))
    + (select count(*) from public.states where capital_ibge = city)
$$;
comment on function private.city_content is
  'Returns the number of contents of a city: its places, photo points, clubs and stops, plus one when it is published '
  'or has an introduction and one when it is a capital.';

create function private.install_cities(of_state text, listed jsonb, is_run boolean)
  returns table (change text, ibge_code integer, name text, detail text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.has_permission('city_installer') then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  if jsonb_array_length(listed) = 0 then
    raise exception 'an empty list would take every town away' using errcode = '22023';
  end if;
  create temporary table compared on commit drop as
  with official as (
    select * from jsonb_to_recordset(listed) as city (ibge_code integer, name text, slug text, lat double precision,
      lng double precision, is_capital boolean)
  ), own as (select * from public.cities where cities.state_abbr = of_state)
  select
    case
      when own.ibge_code is null then 'add'
      when official.ibge_code is null then case when private.city_content(own.ibge_code) = 0 then 'remove' else 'keep'
        end
      else 'update'
    end as change,
    coalesce(own.ibge_code, official.ibge_code) as ibge_code, coalesce(official.name, own.name) as name,
    concat_ws('; ',
      case when own.name <> official.name then own.name || ' → ' || official.name end,
      case when abs(own.lat - official.lat) > 0.005 or abs(own.lng - official.lng) > 0.005
        then own.lat || ', ' || own.lng || ' → ' || official.lat || ', ' || official.lng end
    ) as detail,
    official.slug, official.lat, official.lng, official.is_capital
  from own full join official on official.ibge_code = own.ibge_code;
  delete from compared where compared.change = 'update' and compared.detail = '';
  if is_run then
    perform set_config('app.audit_reason', 'IBGE', true);
    delete from public.cities where cities.ibge_code in (select compared.ibge_code from compared
      where compared.change = 'remove');
    update public.cities set name = compared.name, lat = compared.lat, lng = compared.lng
    from compared where compared.change = 'update' and cities.ibge_code = compared.ibge_code;
    insert into public.cities (ibge_code, name, slug, state_abbr, lat, lng, is_capital)
    select compared.ibge_code, compared.name, compared.slug, of_state, compared.lat, compared.lng, compared.is_capital
    from compared where compared.change = 'add' on conflict do nothing;
  end if;
  return query select compared.change, compared.ibge_code, compared.name, compared.detail from compared
    order by compared.change, compared.name;
  drop table compared;
end $$;
comment on function private.install_cities is
  'Compares the cities of a state with a list and returns {change, ibge_code, name, detail}: add, update (name or '
  'coordinates), remove (city without content) or keep (not in the list, but with content); with is_run it applies '
  'the changes, slugs never change; raises 42501 without the permission city_installer and 22023 for an empty list.';

create function public.install_cities(of_state text, listed jsonb, is_run boolean default false)
  returns table (change text, ibge_code integer, name text, detail text)
language sql volatile security invoker set search_path = ''
begin atomic
  select * from private.install_cities(of_state, listed, is_run);
end;
comment on function public.install_cities is
  'Returns the differences between the cities of a state and a list, and applies them with is_run; raises 42501 '
  'without the permission city_installer and 22023 for an empty list.';
grant execute on function public.install_cities to authenticated, service_role;

-- Routes (road trips) with their stops, legs and tolls.

create function private.are_pictures(paths text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(paths) <= 30 and not exists (select from unnest(paths) as path where path is null
    or path !~ '^(https://|/)\S+$')
$$;
comment on function private.are_pictures is
  'Whether a list has at most 30 items and each is the address of a picture (https:// or a path).';

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
    'serra', 'litoral', 'cerrado', 'caatinga', 'pampa', 'pantanal', 'amazonia', 'mata-atlantica', 'chapada',
      'cidade-historica'
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
  distance_basis text check (distance_basis in ('traced', 'gpx', 'editor', 'estimated')),
  cobbles text check (cobbles !~ '^\s*$' and char_length(cobbles) <= 300),
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
  'traced: measured on the line of every leg; gpx: measured on an imported recording; editor: entered by an editor; '
  'estimated: at least one leg without a line or with a straight connection.';
comment on column public.regions.cobbles is 'Where the route has cobbles or stone paving, in words; null when unknown.';
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
  is_same_basis boolean := tg_op = 'INSERT' and new.distance_basis is null
    or tg_op = 'UPDATE' and new.distance_basis is not distinct from old.distance_basis;
  is_flag_changed boolean := tg_op = 'INSERT' or new.distance_is_estimated is distinct from old.distance_is_estimated;
begin
  if is_same_basis and is_flag_changed then
    new.distance_basis := case when new.distance_is_estimated then 'estimated' else 'editor' end;
  elsif is_same_basis and new.distance_km is distinct from old.distance_km and current_user
    in ('authenticated', 'service_role') then
    new.distance_basis := 'editor';
  end if;
  if new.distance_km is null then
    new.distance_basis := null;
  end if;
  new.distance_is_estimated := coalesce(new.distance_basis = 'estimated', false);
  return new;
end $$;
comment on function private.set_distance_basis is
  'Trigger function: keeps distance_basis and distance_is_estimated consistent; a length that an editor changes has '
  'the basis editor.';

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

create trigger region_waypoints_touch_region after insert or update or delete on public.region_waypoints
  for each row execute function private.touch_region_of_waypoint();

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
  direction text not null default 'both' check (direction in ('both', 'north', 'south', 'east', 'west')),
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
  vehicle_class text not null check (vehicle_class in ('motorcycle', 'car', 'car_trailer_3', 'car_trailer_4', 'truck_2',
    'truck_3', 'bus')),
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
  skip text check (skip in ('no-path', 'snap', 'ratio', 'open-water')),
  detail text check (char_length(detail) <= 200),
  origin text not null default 'editor' check (origin in ('seed', 'editor')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
comment on column public.region_legs.roads is 'Numbers of the roads in the order of travel.';
comment on column public.region_legs.classes is '{road class: km}';
comment on column public.region_legs.classic_min is
  'Minutes at the pace of an old car, by road class and surface, without stops.';
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
      stop.region_id, leg.km, leg.classic_min, leg.is_whole,
      1.23 * private.metres_between(stop.lat, stop.lng, stop.next_lat, stop.next_lng) / 1000 as estimated_km
    from stop left join lateral (
      select region_legs.km, region_legs.classic_min, region_legs.joins = '[]' as is_whole
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
      region_id, bool_and(coalesce(is_whole, false)) as is_traced, bool_or(km is not null) as has_line,
      sum(coalesce(km, estimated_km)) as km,
      sum(coalesce(classic_min, private.classic_minutes(estimated_km, surface, paved_pct))) as minutes
    from pair join public.regions on regions.id = region_id
    group by region_id
  ), measured as (
    select
      regions.id, regions.state_abbr || '/' || regions.slug as key, regions.updated_at as read_at,
      case when is_traced then 'traced' else 'estimated' end as basis,
      case when is_traced then greatest(0.1, round(km::numeric, case when km < 10 then 1 else 0 end))
        else greatest(5, round(km / 5) * 5) end as km,
      greatest(5, round(minutes / 5) * 5) as minutes
    from total join public.regions on regions.id = region_id
    where track is null and (distance_basis = 'traced' or (distance_basis = 'estimated' and has_line))
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
  'Sets length, basis and driving time of routes from their legs; null: of all routes. Lengths from an editor or a '
  'recording are not changed.';
revoke execute on function private.measure_regions from public;

create function private.classic_minutes(km double precision, surface text, paved_pct integer)
returns double precision
language sql immutable set search_path = '' as $$
  select km * 60 * ((1 - unpaved) / 55 + unpaved / 30)
  from (
    select case
      when paved_pct is not null then 1 - paved_pct / 100.0
      when surface = 'unpaved' then 1
      when surface = 'mixed' then 0.3
      else 0
    end::double precision as unpaved
  ) as ground
$$;
comment on function private.classic_minutes is
  'Minutes of an old car for kilometres of unknown road class, as classicMinutes in lib/regions/pace.ts; '
  'tests/database/region-legs.test.ts compares both.';
revoke execute on function private.classic_minutes from public;

-- Places of the guide and their categories.

create table public.service_categories (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z][a-z_]{1,40}$'),
  parent_key text references public.service_categories (key) on update cascade,
  name text not null check (name !~ '^\s*$'),
  icon text not null check (icon ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  kind text not null check (kind in (
    'lodging', 'food', 'workshop', 'parts', 'tow', 'fuel', 'wash', 'museum', 'attraction', 'store', 'other'
  )),
  position integer not null default 0,
  is_active boolean not null default true,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint category_is_not_its_own_parent check (parent_key <> key)
);
comment on table public.service_categories is 'Kinds of places, in the order the guide shows them.';
comment on column public.service_categories.icon is 'Name of a lucide icon.';
comment on column public.service_categories.kind is
  'Type of the places of this category, for map layers and structured data.';
comment on column public.service_categories.translations is '{en: {name}, es: {name}}';
comment on column public.service_categories.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index service_categories_parent_key_idx on public.service_categories (parent_key);
alter table public.service_categories enable row level security;
grant select on public.service_categories to anon;
grant select, insert, update, delete on public.service_categories to authenticated;
grant all on public.service_categories to service_role;

insert into public.service_categories (position, key, parent_key, kind, icon, color, name, translations) values
  (10, 'lodging', null, 'lodging', 'bed-double', '#1d5fa8', 'Hospedagem',
    '{"en": {"name": "Lodging"}, "es": {"name": "Alojamiento"}}'),
  (20, 'food', null, 'food', 'utensils', '#b4472b', 'Comer e beber',
    '{"en": {"name": "Food and drink"}, "es": {"name": "Comer y beber"}}'),
  (30, 'workshop', null, 'workshop', 'wrench', '#3c4f63', 'Oficina mecânica',
    '{"en": {"name": "Garage"}, "es": {"name": "Taller mecánico"}}'),
  (31, 'electrical', 'workshop', 'workshop', 'zap', '#6b5b00', 'Autoelétrica',
    '{"en": {"name": "Auto electrician"}, "es": {"name": "Electricidad del automóvil"}}'),
  (32, 'bodywork', 'workshop', 'workshop', 'spray-can', '#7a3d7d', 'Funilaria e pintura',
    '{"en": {"name": "Bodywork and paint"}, "es": {"name": "Chapa y pintura"}}'),
  (33, 'upholstery', 'workshop', 'workshop', 'armchair', '#7d4a2b', 'Tapeçaria',
    '{"en": {"name": "Upholstery"}, "es": {"name": "Tapicería"}}'),
  (34, 'tyres', 'workshop', 'workshop', 'circle-dot', '#40464d', 'Pneus e borracharia',
    '{"en": {"name": "Tyres"}, "es": {"name": "Neumáticos"}}'),
  (40, 'parts', null, 'parts', 'cog', '#4d5b2a', 'Peças', '{"en": {"name": "Parts"}, "es": {"name": "Repuestos"}}'),
  (50, 'tow', null, 'tow', 'truck', '#a35200', 'Guincho', '{"en": {"name": "Tow truck"}, "es": {"name": "Grúa"}}'),
  (60, 'fuel', null, 'fuel', 'fuel', '#9b1c31', 'Combustível',
    '{"en": {"name": "Fuel"}, "es": {"name": "Combustible"}}'),
  (70, 'wash', null, 'wash', 'droplets', '#0f6d80', 'Lavagem e detalhamento',
    '{"en": {"name": "Wash and detailing"}, "es": {"name": "Lavado y detallado"}}'),
  (80, 'museum', null, 'museum', 'landmark', '#5a3e91', 'Museus e coleções',
    '{"en": {"name": "Museums and collections"}, "es": {"name": "Museos y colecciones"}}'),
  (90, 'viewpoint', null, 'attraction', 'mountain', '#2f6b3a', 'Mirantes',
    '{"en": {"name": "Viewpoints"}, "es": {"name": "Miradores"}}'),
  (91, 'historic', null, 'attraction', 'church', '#8a5a1c', 'Centros históricos',
    '{"en": {"name": "Historic centres"}, "es": {"name": "Centros históricos"}}'),
  (92, 'attraction', null, 'attraction', 'map-pin', '#20706a', 'Atrações',
    '{"en": {"name": "Attractions"}, "es": {"name": "Atracciones"}}'),
  (100, 'store', null, 'store', 'store', '#a02e6d', 'Lojas e antiguidades',
    '{"en": {"name": "Shops and antiques"}, "es": {"name": "Tiendas y antigüedades"}}'),
  (110, 'other', null, 'other', 'ellipsis', '#55606b', 'Outros', '{"en": {"name": "Other"}, "es": {"name": "Otros"}}');

create policy "anonymous visitors read active categories" on public.service_categories
  for select to anon using (is_active);
create policy "signed-in accounts read active categories, managers all" on public.service_categories
  for select to authenticated using (is_active or (select private.has_permission('service_categories')));
create policy "category managers add categories" on public.service_categories
  for insert to authenticated with check ((select private.has_permission('service_categories')));
create policy "category managers update categories" on public.service_categories
  for update to authenticated
  using ((select private.has_permission('service_categories')))
  with check ((select private.has_permission('service_categories')));
create policy "category managers delete categories" on public.service_categories
  for delete to authenticated using ((select private.has_permission('service_categories')));
create trigger service_categories_touch before update on public.service_categories
  for each row execute function private.touch_updated_at();
create trigger service_categories_audit after insert or update or delete on public.service_categories
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('service_categories', 'service_categories');

select
  private.declare_columns('service_categories', 'not_personal', '{*}', 'guide'),
  private.declare_columns('service_categories', 'not_personal', '{name}', 'name of a thing, not of a person');

-- The facts about a place that visitors can filter by; other keys of `attributes` are refused.
create function private.is_service_attributes(value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(value) = 'object' then not exists (
    select from jsonb_each(value) as attribute (name, content)
    where case name
      when 'makes' then jsonb_typeof(content) <> 'array'
      else jsonb_typeof(content) <> 'boolean' or name not in (
        'covered_parking', 'gated', 'trailer_space', 'ramp_ok', 'carburettor', 'electrics_6v',
        'flatbed', 'premium_petrol', 'old_tyres', 'upholstery', 'bodywork'
      )
    end
  ) else false end
$$;
comment on function private.is_service_attributes is
  'Whether an object has known attributes only: makes is an array, every other one a boolean.';

create table public.services (
  id uuid primary key default gen_random_uuid(),
  category_key text not null references public.service_categories (key) on update cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  state_abbr char(2) not null references public.states (abbr),
  city_ibge integer references public.cities (ibge_code),
  address text,
  lat double precision check (lat between -34 and 6),
  lng double precision check (lng between -74 and -28),
  is_approximate boolean not null default false,
  phone text check (char_length(phone) <= 30),
  whatsapp text check (char_length(whatsapp) <= 30),
  website text check (website ~ '^https?://'),
  instagram text check (instagram ~ '^[A-Za-z0-9._]{1,30}$'),
  opening_hours jsonb check (jsonb_typeof(opening_hours) = 'object'),
  description text not null default '',
  cover_url text,
  attributes jsonb not null default '{}' check (private.is_service_attributes(attributes)),
  status text not null default 'draft' check (status in ('draft', 'pending', 'published', 'suspended')),
  verified_at timestamptz,
  source text check (source !~ '^\s*$'),
  check_date date,
  sources text[] not null default '{}',
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  photos text[] not null default '{}',
  search_name text generated always as (private.fold(name)) stored,
  checked_on date
    generated always as (coalesce(greatest(check_date, (verified_at at time zone 'America/Sao_Paulo')::date),
      '1900-01-01')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (state_abbr, slug),
  constraint service_is_placed_or_listed check ((lat is null) = (lng is null)),
  constraint number_has_source_and_check_date check (
    (phone is null and whatsapp is null) or (source is not null and check_date is not null)
  ),
  constraint services_slug_is_no_route check (private.is_free_slug('services', slug))
);
comment on table public.services is 'Places of the guide: businesses, museums, viewpoints, historic centres.';
comment on column public.services.instagram is 'Account name without the at sign.';
comment on column public.services.opening_hours is '{mon: [["08:00", "18:00"]], …}; a day that is missing is closed.';
comment on column public.services.attributes is
  '{covered_parking, gated, trailer_space, ramp_ok, carburettor, electrics_6v, flatbed, premium_petrol, old_tyres, '
  'upholstery, bodywork: boolean, makes: []}';
comment on column public.services.verified_at is
  'When the team last confirmed the data with the operator of the place.';
comment on column public.services.source is 'Source of the phone or WhatsApp number, last verified on check_date.';
comment on column public.services.translations is '{en: {name, description}, es: {…}}';
comment on column public.services.photos is 'Addresses of the pictures other than the cover image.';
comment on column public.services.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.services.checked_on is
  'Date the place was last verified: the later of check_date and the day of verified_at, 1900-01-01 without either.';
create index services_city_ibge_idx on public.services (city_ibge);
create index services_category_key_idx on public.services (category_key);
create index services_published_idx on public.services (state_abbr, name)
  where status = 'published' and deleted_at is null;
create index services_published_category_idx on public.services (state_abbr, category_key, name)
  where status = 'published' and deleted_at is null;
create index services_updated_at_idx on public.services (updated_at desc);
create index services_name_idx on public.services (name, id);
create index services_status_idx on public.services (status, updated_at, id);
-- For the search for duplicates nearby; towns have their own index.
create index services_position_idx on public.services (lat, lng) where deleted_at is null;
create index services_checked_on_idx on public.services (checked_on);
alter table public.services enable row level security;
grant select on public.services to anon;
grant select, insert, update, delete on public.services to authenticated;
grant all on public.services to service_role;
create policy "anonymous visitors read published services" on public.services
  for select to anon using (status = 'published' and deleted_at is null);
create policy "signed-in accounts read published services, service editors all" on public.services
  for select to authenticated
  using ((status = 'published' and deleted_at is null) or (select private.has_permission('services')));
create policy "service editors add services" on public.services
  for insert to authenticated with check ((select private.has_permission('services')));
create policy "service editors update services" on public.services
  for update to authenticated
  using ((select private.has_permission('services')))
  with check ((select private.has_permission('services')));
create policy "service editors delete services" on public.services
  for delete to authenticated using ((select private.has_permission('services')));
create trigger services_touch before update on public.services
  for each row execute function private.touch_updated_at();
create trigger services_audit after insert or update or delete on public.services
  for each row execute function private.write_audit('id');
create trigger services_addresses after insert or update or delete on public.services
  for each row execute function private.keep_addresses('service');
create trigger services_search_insert after insert on public.services referencing new table as new_rows
  for each statement execute function private.index_for_search('service');
create trigger services_search_update after update on public.services referencing old table as old_rows new table
  as new_rows
  for each statement execute function private.index_for_search('service');
create trigger services_search_delete after delete on public.services referencing old table as old_rows
  for each statement execute function private.index_for_search('service');
create trigger services_duplicates after insert or update or delete on public.services
  for each row execute function private.note_duplicates();

insert into private.audit_log_permissions (entity, permission) values
  ('services', 'services');

select
  private.declare_columns('services', 'not_personal', '{*}', 'guide'),
  private.declare_columns('services', 'not_personal', '{name}', 'name of a thing, not of a person'),
  private.declare_columns('services', 'not_personal', '{address,phone,whatsapp}', 'public contact of a place');

create view private.searchable_service with (security_invoker = true) as
select
  services.id as source_id, 'service' as kind, services.id::text as entity_id, services.state_abbr, services.name
    as title,
  left(services.description, 300) as summary,
  concat_ws(' ', category.name, category.translations #>> '{en,name}', category.translations #>> '{es,name}',
    cities.name) as keywords,
  (private.addresses_of('service', services.state_abbr, services.slug))[1] as path, 1::real as weight,
  null::timestamptz as visible_from,
  private.search_translations(services.translations, 'name', 'description') as translations
from public.services
join public.service_categories as category on category.key = services.category_key
left join public.cities on cities.ibge_code = services.city_ibge
where services.status = 'published' and services.deleted_at is null;

create function private.is_biome(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value in (
    'serra', 'litoral', 'cerrado', 'caatinga', 'pampa', 'pantanal', 'amazonia', 'mata-atlantica', 'chapada',
      'cidade-historica'
  )
$$;
comment on function private.is_biome is 'Whether a value is a landscape for which a postcard can be drawn.';

create function public.count_services(in_state text default null) returns table (
  state_abbr text,
  category_key text,
  total bigint
)
language sql stable security invoker set search_path = '' as $$
  select services.state_abbr, services.category_key, count(*)
  from public.services
  where status = 'published' and deleted_at is null and (in_state is null or services.state_abbr = upper(in_state))
  group by services.state_abbr, services.category_key
$$;
comment on function public.count_services is 'Published places per state and category.';
grant execute on function public.count_services to anon, authenticated, service_role;

-- Spots for photos.

create table public.photo_points (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  state_abbr char(2) not null references public.states (abbr),
  city_ibge integer not null references public.cities (ibge_code),
  region_id uuid references public.regions (id) on delete set null,
  lat double precision not null check (lat between -34 and 6),
  lng double precision not null check (lng between -74 and -28),
  is_approximate boolean not null default true,
  view_heading integer check (view_heading between 0 and 359),
  best_light text check (best_light in ('sunrise', 'morning', 'noon', 'afternoon', 'sunset', 'night')),
  description text not null default '',
  access_surface text check (access_surface in ('paved', 'mixed', 'unpaved')),
  ramp_ok boolean,
  parking_note text,
  car_capacity integer check (car_capacity > 0),
  stamp_radius_m integer not null default 150 check (stamp_radius_m between 20 and 5000),
  biome text check (private.is_biome(biome)),
  sources text[] not null default '{}',
  status text not null default 'draft' check (status in ('draft', 'published')),
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  -- Alt text, credit and licence of a picture are in media_assets.
  cover_url text check (cover_url ~ '^/[^/\s]\S*$'),
  photos text[] not null default '{}' check (private.are_pictures(photos)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (state_abbr, slug)
);
comment on table public.photo_points is
  'Places where a car can be photographed in front of a view, with direction and best light.';
comment on column public.photo_points.view_heading is
  'Direction of the camera in degrees from north (0 to 359); null when it was not measured.';
comment on column public.photo_points.ramp_ok is 'Whether a low car reaches it without scraping; null when unknown.';
comment on column public.photo_points.stamp_radius_m is
  'Maximum distance in metres from which a car can collect the passport stamp of the place.';
comment on column public.photo_points.translations is '{en: {name, description, parking_note}, es: {…}}';
comment on column public.photo_points.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.photo_points.cover_url is
  'Address of the cover image; null: the page shows the drawn postcard.';
comment on column public.photo_points.photos is
  'Addresses of the pictures other than the cover image, in display order.';
create index photo_points_city_ibge_idx on public.photo_points (city_ibge);
create index photo_points_region_id_idx on public.photo_points (region_id);
create index photo_points_published_idx on public.photo_points (state_abbr, name)
  where status = 'published' and deleted_at is null;
create index photo_points_updated_at_idx on public.photo_points (updated_at desc);
create index photo_points_position_idx on public.photo_points (lat, lng) where deleted_at is null;
alter table public.photo_points enable row level security;
grant select on public.photo_points to anon;
grant select, insert, update, delete on public.photo_points to authenticated;
grant all on public.photo_points to service_role;
create policy "anonymous visitors read published photo points" on public.photo_points
  for select to anon using (status = 'published' and deleted_at is null);
create policy "signed-in accounts read published photo points, photo editors all" on public.photo_points
  for select to authenticated
  using ((status = 'published' and deleted_at is null) or (select private.has_permission('photo_points')));
create policy "photo editors add photo points" on public.photo_points
  for insert to authenticated with check ((select private.has_permission('photo_points')));
create policy "photo editors update photo points" on public.photo_points
  for update to authenticated
  using ((select private.has_permission('photo_points')))
  with check ((select private.has_permission('photo_points')));
create policy "photo editors delete photo points" on public.photo_points
  for delete to authenticated using ((select private.has_permission('photo_points')));
create trigger photo_points_touch before update on public.photo_points
  for each row execute function private.touch_updated_at();
create trigger photo_points_audit after insert or update or delete on public.photo_points
  for each row execute function private.write_audit('id');
create trigger photo_points_addresses after insert or update or delete on public.photo_points
  for each row execute function private.keep_addresses('photo_point');
create trigger photo_points_search_insert after insert on public.photo_points referencing new table as new_rows
  for each statement execute function private.index_for_search('photo_point');
create trigger photo_points_search_update after update on public.photo_points referencing old table
  as old_rows new table as new_rows
  for each statement execute function private.index_for_search('photo_point');
create trigger photo_points_search_delete after delete on public.photo_points referencing old table as old_rows
  for each statement execute function private.index_for_search('photo_point');
create trigger photo_points_duplicates after insert or update or delete on public.photo_points
  for each row execute function private.note_duplicates();

insert into private.audit_log_permissions (entity, permission) values
  ('photo_points', 'photo_points');

select
  private.declare_columns('photo_points', 'not_personal', '{*}', 'guide'),
  private.declare_columns('photo_points', 'not_personal', '{name}', 'name of a thing, not of a person');

create view private.searchable_photo_point with (security_invoker = true) as
select
  photo_points.id as source_id, 'photo_point' as kind, photo_points.id::text as entity_id, photo_points.state_abbr,
  photo_points.name as title, left(photo_points.description, 300) as summary,
  concat_ws(' ', cities.name, photo_points.biome, 'foto photo') as keywords,
  (private.addresses_of('photo_point', photo_points.state_abbr, photo_points.slug))[1] as path, 0.9::real as weight,
  null::timestamptz as visible_from,
  private.search_translations(photo_points.translations, 'name', 'description') as translations
from public.photo_points join public.cities on cities.ibge_code = photo_points.city_ibge
where photo_points.status = 'published' and photo_points.deleted_at is null;

-- Clubs and their members.

create table public.clubs (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  state_abbr char(2) not null references public.states (abbr),
  city_ibge integer references public.cities (ibge_code),
  makes text[] not null default '{}',
  story text not null default '',
  meeting_rule text,
  website text check (website ~ '^https?://'),
  instagram text check (instagram ~ '^[A-Za-z0-9._]{1,30}$'),
  sources text[] not null default '{}',
  check_date date,
  status text not null default 'draft' check (status in ('draft', 'to_confirm', 'published')),
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_trusted boolean not null default false,
  constraint shown_club_has_a_source check (status = 'draft' or cardinality(sources) > 0)
);
comment on table public.clubs is 'Clubs of old cars.';
comment on column public.clubs.check_date is 'When the sources were read.';
comment on column public.clubs.status is
  'draft, published, or to_confirm: public, with a note that the data is old and not yet confirmed by the club.';
comment on column public.clubs.translations is '{en: {story, meeting_rule}, es: {…}}';
comment on column public.clubs.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.clubs.is_trusted is
  'Events of the owner and administrators of a trusted club are published without a decision of the team.';
create index clubs_state_abbr_idx on public.clubs (state_abbr, name);
create index clubs_city_ibge_idx on public.clubs (city_ibge);
create index clubs_updated_at_idx on public.clubs (updated_at desc);
alter table public.clubs enable row level security;
grant select on public.clubs to anon;
grant select, insert, update, delete on public.clubs to authenticated;
grant all on public.clubs to service_role;
create policy "anonymous visitors read clubs that are shown" on public.clubs
  for select to anon using (status in ('to_confirm', 'published') and deleted_at is null);
create policy "signed-in accounts read clubs that are shown, club editors all" on public.clubs
  for select to authenticated
  using ((status in ('to_confirm', 'published') and deleted_at is null) or (select private.has_permission('clubs')));
create policy "club editors add clubs" on public.clubs
  for insert to authenticated with check ((select private.has_permission('clubs')));
create policy "club editors update clubs" on public.clubs
  for update to authenticated
  using ((select private.has_permission('clubs')))
  with check ((select private.has_permission('clubs')));
create policy "club editors delete clubs" on public.clubs
  for delete to authenticated using ((select private.has_permission('clubs')));
create trigger clubs_touch before update on public.clubs
  for each row execute function private.touch_updated_at();
create trigger clubs_audit after insert or update or delete on public.clubs
  for each row execute function private.write_audit('id');
create trigger clubs_search_insert after insert on public.clubs referencing new table as new_rows
  for each statement execute function private.index_for_search('club');
create trigger clubs_search_update after update on public.clubs referencing old table as old_rows new table as new_rows
  for each statement execute function private.index_for_search('club');
create trigger clubs_search_delete after delete on public.clubs referencing old table as old_rows
  for each statement execute function private.index_for_search('club');
create trigger clubs_duplicates after insert or update or delete on public.clubs
  for each row execute function private.note_duplicates();
create trigger clubs_addresses after insert or update or delete on public.clubs
  for each row execute function private.keep_addresses('club');

insert into private.audit_log_permissions (entity, permission) values
  ('clubs', 'clubs');

select
  private.declare_columns('clubs', 'not_personal', '{*}', 'guide'),
  private.declare_columns('clubs', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.club_members (
  club_id uuid not null references public.clubs (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (club_id, user_id)
);
comment on table public.club_members is 'Accounts of a club. Owner and administrators publish and edit its events.';
create index club_members_user_id_idx on public.club_members (user_id);
alter table public.club_members enable row level security;
grant select, insert, update, delete on public.club_members to authenticated;
grant all on public.club_members to service_role;

create function private.runs_club(club uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.club_members
    where club_members.club_id = runs_club.club and user_id = (select private.account_id()) and role
      in ('owner', 'admin')
      and (select private.account_role()) is not null
  )
$$;
comment on function private.runs_club is 'Whether the caller is owner or administrator of a club.';

create policy "accounts read their own memberships, those who run a club its members, club editors all"
  on public.club_members
  for select to authenticated
  using (user_id = (select private.account_id()) or (select private.has_permission('clubs'))
    or private.runs_club(club_id));
create policy "club editors add club members" on public.club_members
  for insert to authenticated with check ((select private.has_permission('clubs')));
create policy "club editors change roles of club members" on public.club_members
  for update to authenticated
  using ((select private.has_permission('clubs'))) with check ((select private.has_permission('clubs')));
create policy "club editors remove club members, members leave" on public.club_members
  for delete to authenticated
  using (user_id = (select private.account_id()) or (select private.has_permission('clubs')));
create trigger club_members_server_columns before insert or update on public.club_members
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger club_members_touch before update on public.club_members
  for each row execute function private.touch_updated_at();
create trigger club_members_audit after insert or update or delete on public.club_members
  for each row execute function private.write_audit('club_id');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('club_members', 'user_id', 'account', 'own', 'Clubes de que participa', 'delete', 60);

select private.declare_columns('club_members', 'exported', '{club_id,user_id,role,created_at,updated_at}');

create view private.searchable_club with (security_invoker = true) as
select
  clubs.id as source_id, 'club' as kind, clubs.id::text as entity_id, clubs.state_abbr, clubs.name as title,
  left(clubs.story, 300) as summary,
  concat_ws(' ', cities.name, array_to_string(clubs.makes, ' '), 'clube club') as keywords,
  '/' || lower(clubs.state_abbr) || '/clubes-parceiros#' || clubs.slug as path, 0.8::real as weight,
  null::timestamptz as visible_from, private.search_translations(clubs.translations, 'name', 'story') as translations
from public.clubs left join public.cities on cities.ibge_code = clubs.city_ibge
where clubs.status in ('to_confirm', 'published') and clubs.deleted_at is null;

-- Accounts by e-mail, for the panel of clubs: a person is added by the confirmed address of the account.
-- Every new account has email_confirmed_at; only email_verified_at says that a link sent to the address was opened.
create function private.add_club_member(club uuid, email text, role text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid;
begin
  perform private.require_permission('clubs');
  if add_club_member.role is null or add_club_member.role not in ('owner', 'admin', 'member') then
    raise exception 'invalid_request' using detail = 'role';
  end if;
  select users.id into account from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(btrim(add_club_member.email)) and profiles.email_verified_at is not null;
  if account is null or not exists (select from public.clubs where clubs.id = club) then
    return jsonb_build_object('outcome', 'missing');
  end if;
  insert into public.club_members as member (club_id, user_id, role) values (club, account, add_club_member.role)
  on conflict (club_id, user_id) do update set role = excluded.role;
  return jsonb_build_object('outcome', 'added');
end $$;
comment on function private.add_club_member is
  'Adds an account to a club, or changes its role. missing: no account with this confirmed address.';

create function private.list_club_members(club uuid) returns table (user_id uuid, username text, role text,
  created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select member.user_id, profiles.username, member.role, member.created_at
  from public.club_members as member join public.profiles on profiles.id = member.user_id
  where member.club_id = list_club_members.club
    and (private.is_staff() and private.has_permission('clubs') or private.runs_club(list_club_members.club))
  order by array_position(array['owner', 'admin', 'member'], member.role), profiles.username, member.user_id
$$;

-- The account that registered a club owns it after the team approved the request, if the address is the confirmed one
-- of an account.
create function private.own_requested_club() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.club_members (club_id, user_id, role)
  select clubs.id, profiles.id, 'owner'
  from public.clubs, auth.users join public.profiles on profiles.id = users.id
  where clubs.id = new.result_id and lower(users.email) = lower(btrim(new.requester_email))
    and profiles.email_verified_at is not null
  on conflict (club_id, user_id) do update set role = 'owner';
  return null;
end $$;
comment on function private.own_requested_club is
  'Makes the account with the address of an approved request the owner of its club.';

create function public.add_club_member(club uuid, email text, role text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_club_member(club, email, role);
comment on function public.add_club_member is
  'Adds an account to a club by its confirmed e-mail address, or changes its role; for club editors.';
grant execute on function public.add_club_member to authenticated, service_role;

create function public.list_club_members(club uuid) returns table (user_id uuid, username text, role text,
  created_at timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.list_club_members(list_club_members.club);
end;
comment on function public.list_club_members is
  'Members of a club with their user names, for club editors, the owner and the administrators.';
grant execute on function public.list_club_members to authenticated, service_role;

-- Posts and their categories.

create table public.blog_categories (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name !~ '^\s*$'),
  position integer not null default 0,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.blog_categories is 'Categories of the blog; the key is part of page addresses.';
comment on column public.blog_categories.translations is '{en: {name}, es: {name}}';
comment on column public.blog_categories.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.blog_categories enable row level security;
grant select on public.blog_categories to anon;
grant select, insert, update, delete on public.blog_categories to authenticated;
grant all on public.blog_categories to service_role;

insert into public.blog_categories (position, key, name, translations) values
  (1, 'viagem', 'Viagem', '{"en": {"name": "Travel"}, "es": {"name": "Viaje"}}'),
  (2, 'manutencao', 'Manutenção', '{"en": {"name": "Maintenance"}, "es": {"name": "Mantenimiento"}}'),
  (3, 'seguranca', 'Segurança', '{"en": {"name": "Safety"}, "es": {"name": "Seguridad"}}'),
  (4, 'historia', 'História', '{"en": {"name": "History"}, "es": {"name": "Historia"}}'),
  (5, 'cultura', 'Cultura', '{"en": {"name": "Culture"}, "es": {"name": "Cultura"}}');

create policy "anonymous visitors read every blog category" on public.blog_categories
  for select to anon using (true);
create policy "signed-in accounts read every blog category" on public.blog_categories
  for select to authenticated using (true);
create policy "blog editors add blog categories" on public.blog_categories
  for insert to authenticated with check ((select private.has_permission('blog')));
create policy "blog editors update blog categories" on public.blog_categories
  for update to authenticated
  using ((select private.has_permission('blog')))
  with check ((select private.has_permission('blog')));
create policy "blog editors delete blog categories" on public.blog_categories
  for delete to authenticated using ((select private.has_permission('blog')));
create trigger blog_categories_touch before update on public.blog_categories
  for each row execute function private.touch_updated_at();
create trigger blog_categories_audit after insert or update or delete on public.blog_categories
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('blog_categories', 'blog');

select
  private.declare_columns('blog_categories', 'not_personal', '{*}', 'published texts'),
  private.declare_columns('blog_categories', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 200),
  excerpt text not null default '',
  body text not null default '',
  category_key text not null references public.blog_categories (key) on update cascade,
  author_name text not null default 'Redação LACAMBECHE',
  state_abbr char(2) references public.states (abbr),
  tags text[] not null default '{}',
  sources jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),
  reading_min integer check (reading_min > 0),
  biome text check (private.is_biome(biome)),
  cover_url text,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'published')),
  publish_at timestamptz,
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  cover_caption text not null default '' check (char_length(cover_caption) <= 300),
  cover_credit text not null default '' check (char_length(cover_credit) <= 120),
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint post_out_of_draft_has_its_time check (status = 'draft' or publish_at is not null),
  constraint blog_posts_slug_is_no_route check (private.is_free_slug('blog_posts', slug))
);
comment on table public.blog_posts is 'Articles; the body is markdown.';
comment on column public.blog_posts.state_abbr is 'The state the post belongs to; null for the whole country.';
comment on column public.blog_posts.sources is '[{title, url}, …]';
comment on column public.blog_posts.status is
  'draft, scheduled or published; a scheduled post is public from publish_at on.';
comment on column public.blog_posts.translations is '{en: {title, excerpt, body, cover_caption}, es: {…}}';
comment on column public.blog_posts.cover_credit is 'Who took or owns the photo at cover_url.';
comment on column public.blog_posts.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index blog_posts_category_key_idx on public.blog_posts (category_key, publish_at desc);
create index blog_posts_state_abbr_idx on public.blog_posts (state_abbr, publish_at desc);
create index blog_posts_publish_at_idx on public.blog_posts (publish_at desc) where deleted_at is null;
create index blog_posts_tags_idx on public.blog_posts using gin (tags);
create index blog_posts_updated_at_idx on public.blog_posts (updated_at desc);
create index blog_posts_title_idx on public.blog_posts (title, id);
create index blog_posts_status_idx on public.blog_posts (status, id);
create index blog_posts_author_name_idx on public.blog_posts (author_name, id);
create index blog_posts_scheduled_idx on public.blog_posts (publish_at) where status = 'scheduled';
alter table public.blog_posts enable row level security;
grant select on public.blog_posts to anon;
grant select, insert, update, delete on public.blog_posts to authenticated;
grant all on public.blog_posts to service_role;
create policy "blog editors add posts" on public.blog_posts
  for insert to authenticated with check ((select private.has_permission('blog')));
create policy "blog editors update posts" on public.blog_posts
  for update to authenticated
  using ((select private.has_permission('blog')))
  with check ((select private.has_permission('blog')));
create policy "blog editors delete posts" on public.blog_posts
  for delete to authenticated using ((select private.has_permission('blog')));
create policy "anonymous visitors read published posts" on public.blog_posts
  for select to anon using (status <> 'draft' and publish_at <= now() and deleted_at is null);
create policy "signed-in accounts read published posts, blog editors all" on public.blog_posts
  for select to authenticated
  using ((status <> 'draft' and publish_at <= now() and deleted_at is null) or (select private.has_permission('blog')));
create trigger blog_posts_touch before update on public.blog_posts
  for each row execute function private.touch_updated_at();
create trigger blog_posts_audit after insert or update or delete on public.blog_posts
  for each row execute function private.write_audit('id');
create trigger blog_posts_addresses after insert or update or delete on public.blog_posts
  for each row execute function private.keep_addresses('post');
create trigger blog_posts_search_insert after insert on public.blog_posts referencing new table as new_rows
  for each statement execute function private.index_for_search('post');
create trigger blog_posts_search_update after update on public.blog_posts referencing old table as old_rows new table
  as new_rows
  for each statement execute function private.index_for_search('post');
create trigger blog_posts_search_delete after delete on public.blog_posts referencing old table as old_rows
  for each statement execute function private.index_for_search('post');

-- A post published without a date gets the current time. A scheduled post must have a date.
create function private.date_publication() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.publish_at := now();
  return new;
end $$;
comment on function private.date_publication is 'Sets publish_at of a post that is published without one.';

create trigger blog_posts_date before insert or update on public.blog_posts
  for each row when (new.status = 'published' and new.publish_at is null) execute function private.date_publication();

insert into private.audit_log_permissions (entity, permission) values
  ('blog_posts', 'blog');

select
  private.declare_columns('blog_posts', 'not_personal', '{*}', 'published texts'),
  private.declare_columns('blog_posts', 'not_personal', '{author_name}', 'published credit; the author agreed to it');

create view private.searchable_post with (security_invoker = true) as
select
  blog_posts.id as source_id, 'post' as kind, blog_posts.id::text as entity_id, blog_posts.state_abbr,
  blog_posts.title, left(blog_posts.excerpt, 300) as summary,
  concat_ws(' ', category.name, array_to_string(blog_posts.tags, ' '), 'blog') as keywords,
  (private.addresses_of('post', blog_posts.state_abbr, blog_posts.slug))[1] as path, 1::real as weight,
  blog_posts.publish_at as visible_from, private.search_translations(blog_posts.translations, 'title', 'excerpt')
    as translations
from public.blog_posts join public.blog_categories as category on category.key = blog_posts.category_key
where blog_posts.status <> 'draft' and blog_posts.deleted_at is null;

-- The operator "contains" is not leakproof, so under row-level security no index on tags is used.
create function private.posts_tagged(tag text, skip_rows integer, max_rows integer) returns table (id uuid)
language sql stable security definer set search_path = '' as $$
  select post.id from public.blog_posts as post
  where post.tags @> array[posts_tagged.tag] and post.status <> 'draft' and post.publish_at <= now() and post.deleted_at
    is null
  order by post.publish_at desc, post.id desc
  offset greatest(skip_rows, 0) limit least(greatest(max_rows, 0), 100)
$$;

create function public.posts_tagged(tag text, skip_rows integer default 0, max_rows integer default 13)
  returns table (id uuid)
language sql stable security invoker set search_path = ''
begin atomic
  select id from private.posts_tagged(tag, skip_rows, max_rows);
end;
comment on function public.posts_tagged is 'One page of the published posts with a tag, newest first; at most 100.';
grant execute on function public.posts_tagged to anon, authenticated, service_role;

-- Issues of the magazine and their pages.

create table public.magazines (
  id uuid primary key default gen_random_uuid(),
  number integer not null unique check (number > 0),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title !~ '^\s*$'),
  summary text not null default '',
  month date not null check (extract(day from month) = 1),
  pages integer not null default 0 check (pages >= 0),
  pdf_path text,
  cover_url text,
  status text not null default 'draft' check (status in ('draft', 'published')),
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint magazines_slug_is_no_route check (private.is_free_slug('magazines', slug))
);
comment on table public.magazines is 'Issues of the magazine.';
comment on column public.magazines.month is 'First day of the month on the cover.';
comment on column public.magazines.pdf_path is 'Address of the PDF file for download.';
comment on column public.magazines.translations is '{en: {title, summary}, es: {…}}';
comment on column public.magazines.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.magazines enable row level security;
grant select on public.magazines to anon;
grant select, insert, update, delete on public.magazines to authenticated;
grant all on public.magazines to service_role;
create policy "anonymous visitors read published magazines" on public.magazines
  for select to anon using (status = 'published' and deleted_at is null);
create policy "signed-in accounts read published magazines, magazine editors all" on public.magazines
  for select to authenticated
  using ((status = 'published' and deleted_at is null) or (select private.has_permission('magazine')));
create policy "magazine editors add magazines" on public.magazines
  for insert to authenticated with check ((select private.has_permission('magazine')));
create policy "magazine editors update magazines" on public.magazines
  for update to authenticated
  using ((select private.has_permission('magazine')))
  with check ((select private.has_permission('magazine')));
create policy "magazine editors delete magazines" on public.magazines
  for delete to authenticated using ((select private.has_permission('magazine')));
create trigger magazines_touch before update on public.magazines
  for each row execute function private.touch_updated_at();
create trigger magazines_audit after insert or update or delete on public.magazines
  for each row execute function private.write_audit('id');
create trigger magazines_addresses after insert or update or delete on public.magazines
  for each row execute function private.keep_addresses('magazine');

-- A changed page updates its issue, so these triggers run for it too.
create trigger magazines_search_insert after insert on public.magazines referencing new table as new_rows
  for each statement execute function private.index_for_search('magazine');
create trigger magazines_search_update after update on public.magazines referencing old table as old_rows new table
  as new_rows
  for each statement execute function private.index_for_search('magazine');
create trigger magazines_search_delete after delete on public.magazines referencing old table as old_rows
  for each statement execute function private.index_for_search('magazine');

insert into private.audit_log_permissions (entity, permission) values
  ('magazines', 'magazine');

select private.declare_columns('magazines', 'not_personal', '{*}', 'published texts');

insert into private.file_columns (bucket, relation, names) values
  ('magazine-files', 'public.magazines', 'array[replace(pdf_path, ''/midia/'', '''')]');

create table public.magazine_pages (
  id uuid primary key default gen_random_uuid(),
  magazine_id uuid not null references public.magazines (id) on delete cascade,
  page integer not null check (page > 0),
  kind text not null default 'article' check (kind in ('cover', 'editorial', 'article', 'map', 'checklist', 'back')),
  title text not null default '',
  body text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (magazine_id, page)
);
comment on table public.magazine_pages is
  'Text of each page of an issue in markdown, for the search in the issue and for screen readers.';
alter table public.magazine_pages enable row level security;
grant select on public.magazine_pages to anon;
grant select, insert, update, delete on public.magazine_pages to authenticated;
grant all on public.magazine_pages to service_role;

-- The subquery runs under the reader's own policies on magazines, so a page is as visible as its issue.
create policy "anonymous visitors read pages of magazines they see" on public.magazine_pages
  for select to anon using (exists (select from public.magazines where magazines.id = magazine_id));
create policy "signed-in accounts read pages of magazines they see" on public.magazine_pages
  for select to authenticated using (exists (select from public.magazines where magazines.id = magazine_id));
create policy "magazine editors add pages" on public.magazine_pages
  for insert to authenticated with check ((select private.has_permission('magazine')));
create policy "magazine editors update pages" on public.magazine_pages
  for update to authenticated
  using ((select private.has_permission('magazine')))
  with check ((select private.has_permission('magazine')));
create policy "magazine editors delete pages" on public.magazine_pages
  for delete to authenticated using ((select private.has_permission('magazine')));
create trigger magazine_pages_touch before update on public.magazine_pages
  for each row execute function private.touch_updated_at();
create trigger magazine_pages_touch_magazine after insert or update or delete on public.magazine_pages
  for each row execute function private.touch_parent('magazines', 'magazine_id');
create trigger magazine_pages_audit after insert or update or delete on public.magazine_pages
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('magazine_pages', 'magazine');

select private.declare_columns('magazine_pages', 'not_personal', '{*}', 'published texts');

create view private.searchable_magazine with (security_invoker = true) as
select
  magazines.id as source_id, 'magazine' as kind, magazines.id::text as entity_id, null::char(2) as state_abbr,
    magazines.title,
  left(magazines.summary, 300) as summary,
  concat_ws(' ', 'revista digital edicao', magazines.number, 'magazine issue', (
    select string_agg(page.title, ' ' order by page.page) from public.magazine_pages as page
      where page.magazine_id = magazines.id
  )) as keywords,
  (private.addresses_of('magazine', null, magazines.slug))[1] as path, 1::real as weight, null::timestamptz
    as visible_from,
  private.search_translations(magazines.translations, 'title', 'summary') as translations
from public.magazines
where magazines.status = 'published' and magazines.deleted_at is null;

create policy "magazine editors list the files of issues" on storage.objects
  for select to authenticated using (bucket_id = 'magazine-files' and (select private.has_permission('magazine')));
create policy "magazine editors add files of issues" on storage.objects
  for insert to authenticated with check (bucket_id = 'magazine-files' and (select private.has_permission('magazine')));
create policy "magazine editors delete files of issues" on storage.objects
  for delete to authenticated using (bucket_id = 'magazine-files' and (select private.has_permission('magazine')));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('magazine-files', 'magazine-files', true, 41943040, '{application/pdf}');

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

-- Texts of the website, questions and answers, and the glossary.

create table public.website_contents (
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  locale text not null check (locale in ('pt-BR', 'en-US', 'es-419')),
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  id uuid primary key default gen_random_uuid(),
  title text generated always as (coalesce(body ->> 'title', key)) stored,
  search_name text generated always as (private.fold(coalesce(body ->> 'title', key) || ' ' || key)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (key, locale)
);
comment on table public.website_contents is
  'Text of one page of the site in one language; the code of each page defines the shape of its body.';
comment on column public.website_contents.title is 'Title from the body, or the key when the body has none; for lists.';
comment on column public.website_contents.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.website_contents enable row level security;
grant select on public.website_contents to anon;
grant select, insert, update, delete on public.website_contents to authenticated;
grant all on public.website_contents to service_role;
create policy "anonymous visitors read every text of the website" on public.website_contents
  for select to anon using (true);
create policy "signed-in accounts read every text of the website" on public.website_contents
  for select to authenticated using (true);
create policy "website editors add texts of the website" on public.website_contents
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update texts of the website" on public.website_contents
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete texts of the website" on public.website_contents
  for delete to authenticated using ((select private.has_permission('website_content')));
create trigger website_contents_touch before update on public.website_contents
  for each row execute function private.touch_updated_at();
create trigger website_contents_audit after insert or update or delete on public.website_contents
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('website_contents', 'website_content');

select private.declare_columns('website_contents', 'not_personal', '{*}', 'published texts');

create table public.faqs (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  audience text not null check (audience in ('viajante', 'organizador', 'parceiro', 'anunciante')),
  question text not null check (question !~ '^\s*$'),
  answer text not null check (answer !~ '^\s*$'),
  position integer not null default 0,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(question)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.faqs is 'Questions and answers; the key is the anchor of the question.';
comment on column public.faqs.audience is
  'Target group, as in the addresses of the page: viajante (traveller), organizador (organizer), parceiro (partner) '
  'or anunciante (advertiser).';
comment on column public.faqs.translations is '{en: {question, answer}, es: {…}}';
comment on column public.faqs.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.faqs enable row level security;
grant select on public.faqs to anon;
grant select, insert, update, delete on public.faqs to authenticated;
grant all on public.faqs to service_role;
create policy "anonymous visitors read every question" on public.faqs
  for select to anon using (true);
create policy "signed-in accounts read every question" on public.faqs
  for select to authenticated using (true);
create policy "website editors add questions" on public.faqs
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update questions" on public.faqs
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete questions" on public.faqs
  for delete to authenticated using ((select private.has_permission('website_content')));
create trigger faqs_touch before update on public.faqs
  for each row execute function private.touch_updated_at();
create trigger faqs_audit after insert or update or delete on public.faqs
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('faqs', 'website_content');

select private.declare_columns('faqs', 'not_personal', '{*}', 'published texts');

create table public.glossary_terms (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  term text not null check (term !~ '^\s*$'),
  definition text not null check (definition !~ '^\s*$'),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(term)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.glossary_terms is 'Terms of the classic car hobby with their definitions.';
comment on column public.glossary_terms.translations is '{en: {term, definition}, es: {…}}';
comment on column public.glossary_terms.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.glossary_terms enable row level security;
grant select on public.glossary_terms to anon;
grant select, insert, update, delete on public.glossary_terms to authenticated;
grant all on public.glossary_terms to service_role;
create policy "anonymous visitors read every glossary term" on public.glossary_terms
  for select to anon using (true);
create policy "signed-in accounts read every glossary term" on public.glossary_terms
  for select to authenticated using (true);
create policy "website editors add glossary terms" on public.glossary_terms
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update glossary terms" on public.glossary_terms
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete glossary terms" on public.glossary_terms
  for delete to authenticated using ((select private.has_permission('website_content')));
create trigger glossary_terms_touch before update on public.glossary_terms
  for each row execute function private.touch_updated_at();
create trigger glossary_terms_audit after insert or update or delete on public.glossary_terms
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('glossary_terms', 'website_content');

select private.declare_columns('glossary_terms', 'not_personal', '{*}', 'published texts');

-- Templates of checklists that the team writes.

create table public.checklist_templates (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title !~ '^\s*$'),
  is_public boolean not null default false,
  position integer not null default 0,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  kind text not null default 'public_trip'
  check (kind in ('pre_trip', 'daily', 'post_trip', 'storage', 'tow_handover', 'cvcol', 'public_trip'))
);
comment on table public.checklist_templates is
  'Checklist templates: the public ones are the travel checklist, the others belong to the driver''s log.';
comment on column public.checklist_templates.is_public is 'Whether visitors and accounts see the list.';
comment on column public.checklist_templates.translations is '{en: {title}, es: {title}}';
comment on column public.checklist_templates.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.checklist_templates.kind is
  'public_trip is the list of /checklist-viagem; the others are offered for the cars of an account.';
alter table public.checklist_templates enable row level security;
grant select on public.checklist_templates to anon;
grant select, insert, update, delete on public.checklist_templates to authenticated;
grant all on public.checklist_templates to service_role;
create policy "anonymous visitors read public checklists" on public.checklist_templates
  for select to anon using (is_public);
create policy "signed-in accounts read public checklists, website editors all" on public.checklist_templates
  for select to authenticated using (is_public or (select private.has_permission('website_content')));
create policy "website editors add checklists" on public.checklist_templates
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update checklists" on public.checklist_templates
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete checklists" on public.checklist_templates
  for delete to authenticated using ((select private.has_permission('website_content')));
create trigger checklist_templates_touch before update on public.checklist_templates
  for each row execute function private.touch_updated_at();
create trigger checklist_templates_audit after insert or update or delete on public.checklist_templates
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('checklist_templates', 'website_content');

select private.declare_columns('checklist_templates', 'not_personal', '{*}', 'published texts');

create table public.checklist_template_items (
  id uuid primary key default gen_random_uuid(),
  template_id uuid not null references public.checklist_templates (id) on delete cascade,
  position integer not null check (position > 0),
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  section_key text not null check (section_key ~ '^[a-z]+(_[a-z]+)*$'),
  section text not null check (section !~ '^\s*$'),
  text text not null check (text !~ '^\s*$'),
  why text not null default '',
  car_kinds text[] not null default '{}' check (private.are_words(car_kinds)),
  trip_kinds text[] not null default '{}' check (private.are_words(trip_kinds)),
  terrains text[] not null default '{}' check (private.are_words(terrains)),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  answer text not null default 'check' check (answer in ('check', 'number', 'choice', 'text')),
  unit text not null default '' check (char_length(unit) <= 20),
  choices text not null default '' check (char_length(choices) <= 600),
  suggests_maintenance boolean not null default true,
  unique (template_id, position),
  unique (template_id, key)
);
comment on table public.checklist_template_items is 'Items of a checklist; an empty list of kinds means all of them.';
comment on column public.checklist_template_items.key is 'Key under which a device stores whether the item is ticked.';
comment on column public.checklist_template_items.section is
  'Heading of the group section_key, such as documents, safety, fluids or tyres.';
comment on column public.checklist_template_items.translations is '{en: {section, text, why, unit, choices}, es: {…}}';
comment on column public.checklist_template_items.answer is
  'What is noted beside the status: nothing, a number with unit, one of choices, a text.';
comment on column public.checklist_template_items.choices is 'One choice in each line.';
comment on column public.checklist_template_items.suggests_maintenance is
  'Whether a failure offers a maintenance task.';
alter table public.checklist_template_items enable row level security;
grant select on public.checklist_template_items to anon;
grant select, insert, update, delete on public.checklist_template_items to authenticated;
grant all on public.checklist_template_items to service_role;

-- The subquery runs under the reader's own policies on the templates, so an item is as visible as its list.
create policy "anonymous visitors read items of checklists they see" on public.checklist_template_items
  for select to anon using (exists (select from public.checklist_templates as list where list.id = template_id));
create policy "signed-in accounts read items of checklists they see" on public.checklist_template_items
  for select to authenticated using (exists (select from public.checklist_templates as list
    where list.id = template_id));
create policy "website editors add checklist items" on public.checklist_template_items
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update checklist items" on public.checklist_template_items
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete checklist items" on public.checklist_template_items
  for delete to authenticated using ((select private.has_permission('website_content')));
create trigger checklist_template_items_touch before update on public.checklist_template_items
  for each row execute function private.touch_updated_at();
create trigger checklist_template_items_audit after insert or update or delete on public.checklist_template_items
  for each row execute function private.write_audit('id');
create trigger checklist_template_items_touch_template after insert or update or delete
  on public.checklist_template_items
  for each row execute function private.touch_parent('checklist_templates', 'template_id');

insert into private.audit_log_permissions (entity, permission) values
  ('checklist_template_items', 'website_content');

select private.declare_columns('checklist_template_items', 'not_personal', '{*}', 'published texts');

-- Texts of the states, and how complete the content of each state is.

create table public.state_contents (
  state_abbr char(2) primary key references public.states (abbr),
  headline text not null,
  intro text not null,
  best_season text not null,
  how_to_arrive text not null,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(headline)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.state_contents is 'Texts of the guide about a state, in Portuguese.';
comment on column public.state_contents.translations is '{en: {headline, intro, best_season, how_to_arrive}, es: {…}}';
comment on column public.state_contents.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.state_contents enable row level security;
grant select on public.state_contents to anon;
grant select, insert, update, delete on public.state_contents to authenticated;
grant all on public.state_contents to service_role;
create policy "anonymous visitors read the content of every state" on public.state_contents
  for select to anon using (true);
create policy "signed-in accounts read the content of every state" on public.state_contents
  for select to authenticated using (true);
create policy "state editors add state content" on public.state_contents
  for insert to authenticated with check ((select private.has_permission('state_content')));
create policy "state editors update state content" on public.state_contents
  for update to authenticated
  using ((select private.has_permission('state_content')))
  with check ((select private.has_permission('state_content')));
create policy "state editors delete state content" on public.state_contents
  for delete to authenticated using ((select private.has_permission('state_content')));
create trigger state_contents_touch before update on public.state_contents
  for each row execute function private.touch_updated_at();
create trigger state_contents_audit after insert or update or delete on public.state_contents
  for each row execute function private.write_audit('state_abbr');

insert into private.audit_log_permissions (entity, permission) values
  ('state_contents', 'state_content');

select private.declare_columns('state_contents', 'not_personal', '{*}', 'guide');

-- What the guide of each state lacks, read from the indexes of the public lists and no further than needed.
-- With a limit the planner would scan the whole table, which is slow for a state without rows.
create function private.state_completeness() returns table (
  state_abbr text, headline boolean, intro boolean, best_season boolean, how_to_arrive boolean, in_english boolean,
    in_spanish boolean,
  phones bigint, routes bigint, photo_points bigint
)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
begin
  perform private.require_permission('state_content');
  return query
  select
    states.abbr::text, coalesce(content.headline ~ '\S', false), coalesce(content.intro ~ '\S', false),
    coalesce(content.best_season ~ '\S', false), coalesce(content.how_to_arrive ~ '\S', false),
    private.has_texts(content.translations -> 'en'), private.has_texts(content.translations -> 'es'),
    (select count(*) from public.emergency_contacts as contacts where contacts.state_abbr = states.abbr),
    (select count(*) from (
      select from public.regions where regions.state_abbr = states.abbr and regions.status = 'published'
        and regions.deleted_at is null limit 5
    ) as few),
    (select count(*) from (
      select from public.photo_points where photo_points.state_abbr = states.abbr and photo_points.status = 'published'
        and photo_points.deleted_at is null limit 1
    ) as few)
  from public.states
  left join public.state_contents as content on content.state_abbr = states.abbr
  order by states.name;
end $$;

create function private.has_texts(texts jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(coalesce(texts ->> name, '') ~ '\S'), false)
    from unnest(array['headline', 'intro', 'best_season', 'how_to_arrive']) as name
$$;
comment on function private.has_texts is
  'Whether headline, intro, best_season and how_to_arrive of a state all exist in one language.';

create function public.state_completeness() returns table (
  state_abbr text, headline boolean, intro boolean, best_season boolean, how_to_arrive boolean, in_english boolean,
    in_spanish boolean,
  phones bigint, routes bigint, photo_points bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.state_completeness();
end;
comment on function public.state_completeness is
  'Returns for each of the 27 states which texts and languages exist and the number of emergency telephone numbers, '
  'published routes (counted up to 5) and published photo points (counted up to 1); raises 42501 without the '
  'permission state_content.';
grant execute on function public.state_completeness to authenticated, service_role;

-- Emergency numbers.

create table public.emergency_contacts (
  id uuid primary key default gen_random_uuid(),
  state_abbr char(2) references public.states (abbr),
  kind text not null check (kind in (
    'police', 'federal_road_police', 'ambulance', 'fire', 'state_road_police', 'civil_defence', 'road_operator'
  )),
  phone text not null check (phone ~ '^[0-9+() -]{3,30}$'),
  name text not null check (name !~ '^\s*$'),
  source text not null check (source !~ '^\s*$'),
  check_date date,
  position integer not null default 0,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  checked_on date generated always as (coalesce(check_date, '1900-01-01')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (state_abbr, kind, phone)
);
comment on table public.emergency_contacts is
  'Emergency telephone numbers; a row without a state is valid in the whole country.';
comment on column public.emergency_contacts.source is 'Source of the telephone number; required.';
comment on column public.emergency_contacts.translations is '{en: {name}, es: {name}}';
comment on column public.emergency_contacts.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.emergency_contacts.checked_on is
  'Date the number was last verified: check_date, or 1900-01-01 without one.';
alter table public.emergency_contacts enable row level security;
grant select on public.emergency_contacts to anon;
grant select, insert, update, delete on public.emergency_contacts to authenticated;
grant all on public.emergency_contacts to service_role;

insert into public.emergency_contacts (position, kind, phone, name, source, translations) values
  (1, 'police', '190', 'Polícia Militar', 'Anatel: serviços públicos de emergência',
    '{"en": {"name": "Police"}, "es": {"name": "Policía"}}'),
  (2, 'federal_road_police', '191', 'Polícia Rodoviária Federal', 'Anatel: serviços públicos de emergência',
    '{"en": {"name": "Federal road police"}, "es": {"name": "Policía de carreteras federal"}}'),
  (3, 'ambulance', '192', 'SAMU', 'Anatel: serviços públicos de emergência',
    '{"en": {"name": "Ambulance (SAMU)"}, "es": {"name": "Ambulancia (SAMU)"}}'),
  (4, 'fire', '193', 'Corpo de Bombeiros', 'Anatel: serviços públicos de emergência',
    '{"en": {"name": "Fire brigade"}, "es": {"name": "Bomberos"}}');

create policy "anonymous visitors read every emergency contact" on public.emergency_contacts
  for select to anon using (true);
create policy "signed-in accounts read every emergency contact" on public.emergency_contacts
  for select to authenticated using (true);
create policy "state editors add emergency contacts" on public.emergency_contacts
  for insert to authenticated with check ((select private.has_permission('state_content')));
create policy "state editors update emergency contacts" on public.emergency_contacts
  for update to authenticated
  using ((select private.has_permission('state_content')))
  with check ((select private.has_permission('state_content')));
create policy "state editors delete emergency contacts" on public.emergency_contacts
  for delete to authenticated using ((select private.has_permission('state_content')));
create trigger emergency_contacts_touch before update on public.emergency_contacts
  for each row execute function private.touch_updated_at();
create trigger emergency_contacts_audit after insert or update or delete on public.emergency_contacts
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('emergency_contacts', 'state_content');

select
  private.declare_columns('emergency_contacts', 'not_personal', '{*}', 'guide'),
  private.declare_columns('emergency_contacts', 'not_personal', '{phone}', 'public telephone'),
  private.declare_columns('emergency_contacts', 'not_personal', '{name}', 'name of a thing, not of a person');

-- What an account keeps as favourite.

create table public.favourites (
  account_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null check (kind in ('region', 'city', 'service', 'photo_point', 'post', 'magazine', 'club', 'event')),
  entity_id text not null check (char_length(entity_id) between 1 and 64),
  created_at timestamptz not null default now(),
  primary key (account_id, kind, entity_id)
);
comment on table public.favourites is 'Items of the guide that an account saved; written by save_favourites only.';
comment on column public.favourites.entity_id is
  'Id of the item in public.search_documents; an item that is not published stays saved and is not listed.';
alter table public.favourites enable row level security;
grant select on public.favourites to authenticated;
grant all on public.favourites to service_role;
create policy "accounts read their own favourites" on public.favourites
  for select to authenticated using (account_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('favourites', 'account_id', 'account', 'own', 'Favoritos', 'delete', 79);

select private.declare_columns('favourites', 'exported', '{account_id,kind,entity_id,created_at}');

create function private.save_favourites(changes jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  if jsonb_typeof(changes) <> 'array' or jsonb_array_length(changes) > 500 then
    raise exception 'invalid_request' using errcode = '22023';
  end if;
  -- Concurrent calls of one account wait for each other, so that each counts the rows of the others.
  perform from public.profiles where id = account for no key update;
  delete from public.favourites as saved
  using jsonb_to_recordset(changes) as change (kind text, id text, favourite boolean)
  where saved.account_id = account and saved.kind = change.kind and saved.entity_id = change.id and
    not change.favourite;
  insert into public.favourites (account_id, kind, entity_id)
  select account, document.kind, document.entity_id
  from jsonb_to_recordset(changes) as change (kind text, id text, favourite boolean)
  join public.search_documents as document on document.kind = change.kind and document.entity_id = change.id
  where change.favourite and document.kind in ('region', 'city', 'service', 'photo_point', 'post', 'magazine', 'club',
    'event')
    and (document.visible_from is null or document.visible_from <= now())
  on conflict do nothing;
  delete from public.favourites where account_id = account and (kind, entity_id) in (
    select kind, entity_id from public.favourites where account_id = account
    order by created_at desc, kind, entity_id offset 500
  );
end $$;

create function public.save_favourites(changes jsonb) returns void
language sql volatile security invoker set search_path = ''
return private.save_favourites(changes);
comment on function public.save_favourites is
  'Adds and removes favourites of the caller: [{kind, id, favourite}]. An account has 500 at most, the oldest are '
  'deleted; unknown items are ignored.';
grant execute on function public.save_favourites to authenticated, service_role;

create function public.list_favourites()
returns table (kind text, entity_id text, title text, path text, state_abbr text, translations jsonb)
language sql stable security invoker set search_path = ''
begin atomic
  select saved.kind, saved.entity_id, document.title, document.path, document.state_abbr::text, document.translations
  from public.favourites as saved
  join public.search_documents as document on document.kind = saved.kind and document.entity_id = saved.entity_id
  where saved.account_id = (select private.account_id())
  order by saved.created_at desc, document.title, saved.entity_id;
end;
comment on function public.list_favourites is 'Published favourites of the caller, newest first.';
grant execute on function public.list_favourites to authenticated, service_role;

-- Reviews of the app.

create table public.app_reviews (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references public.profiles (id) on delete set null,
  rating integer not null check (rating between 1 and 5),
  nps integer check (nps between 0 and 10),
  topic text check (topic in ('content', 'maps', 'speed', 'app', 'events', 'services', 'other')),
  text text,
  name text,
  contact text,
  publish_ok boolean not null default false,
  app_version text,
  device text,
  status text not null default 'pending' check (status in ('pending', 'published', 'hidden')),
  reply text check (char_length(reply) <= 1000),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint review_is_published_with_consent check (status <> 'published' or publish_ok)
);
comment on table public.app_reviews is
  'Reviews of the portal; anonymous visitors read the published ones through published_app_reviews().';
comment on column public.app_reviews.name is 'The name shown with a published review.';
comment on column public.app_reviews.contact is 'E-mail or phone, for an answer; never shown.';
create index app_reviews_status_idx on public.app_reviews (status, created_at desc);
create index app_reviews_created_at_idx on public.app_reviews (created_at desc);
create index app_reviews_decided_by_idx on public.app_reviews (decided_by);
alter table public.app_reviews enable row level security;
grant select on public.app_reviews to anon, authenticated;
grant all on public.app_reviews to service_role;
create policy "review managers read app reviews" on public.app_reviews
  for select to authenticated using ((select private.has_permission('app_reviews')));
create trigger app_reviews_touch before update on public.app_reviews
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger app_reviews_audit after update on public.app_reviews
  for each row execute function private.write_audit('id', 'status,reply');

insert into private.audit_log_permissions (entity, permission) values
  ('app_reviews', 'app_reviews');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('app_reviews', 'user_id', 'account', 'own', 'Avaliação do portal', 'delete', 13),
  ('app_reviews', 'contact', 'address', 'own', 'Avaliação do portal com este e-mail', 'delete', 14),
  ('app_reviews', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 38);

select
  private.declare_columns('app_reviews', 'exported',
    '{id,user_id,rating,nps,topic,text,name,contact,publish_ok,app_version,device,status,reply,decided_at,
      created_at,updated_at}'),
  private.declare_columns('app_reviews', 'withheld', '{decided_by}', 'another person: who answered');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('app_reviews', 'public.app_reviews', 'greatest(created_at, updated_at)', '5 years', 110);

create function private.file_app_review(payload jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.check_payload(payload);
  insert into public.app_reviews (user_id, rating, nps, topic, text, name, contact, publish_ok, app_version, device)
    values (
    (select profiles.id from public.profiles where profiles.id = (select private.account_id())),
    private.whole_field(payload, 'rating', 1, 5, true),
    private.whole_field(payload, 'nps', 0, 10),
    private.choice_field(payload, 'topic', array['content', 'maps', 'speed', 'app', 'events', 'services', 'other'],
      false),
    private.text_field(payload, 'text', 4000),
    private.text_field(payload, 'name', 80),
    private.text_field(payload, 'contact', 254),
    private.flag_field(payload, 'publish_ok'),
    private.text_field(payload, 'app_version', 40),
    private.text_field(payload, 'device', 200)
  )
  -- One review per account: a second one replaces the first and is moderated again.
  on conflict (user_id) do update set
    rating = excluded.rating, nps = excluded.nps, topic = excluded.topic, text = excluded.text, name = excluded.name,
    contact = excluded.contact, publish_ok = excluded.publish_ok, app_version = excluded.app_version,
    device = excluded.device, status = 'pending';
end $$;
comment on function private.file_app_review is
  'Stores a review of the portal, one per account; required field: rating (1 to 5); optional: nps, topic, text, name, '
  'contact, publish_ok, app_version and device; raises invalid_request.';

create function private.read_published_app_reviews(max_rows integer) returns table (
  id uuid, rating integer, topic text, text text, name text, reply text, created_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select id, rating, topic, text, name, reply, created_at
  from public.app_reviews
  where status = 'published' and text is not null
  order by created_at desc, id
  limit least(greatest(max_rows, 1), 100)
$$;

create function private.read_app_rating() returns table (average numeric, total bigint)
language sql stable security definer set search_path = '' as $$
  select round(avg(rating), 1), count(*) from public.app_reviews where status <> 'hidden'
$$;

create function private.decide_app_review(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('app_reviews');
  if decision = 'approve' and exists (select from public.app_reviews where id = item and not publish_ok) then
    return jsonb_build_object('outcome', 'no_consent');
  end if;
  return private.change_item_status('public.app_reviews', 'app_reviews', '{
    "pending": {"approve": "published", "reject": "hidden"}, "reopen": "pending"
  }', item, decision, reason, seen);
end $$;

create function private.reply_app_review(item uuid, reply text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_permission('app_reviews');
  update public.app_reviews set reply = nullif(btrim(reply_app_review.reply), '') where id = item;
  return found;
end $$;

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_app_review(payload jsonb) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_feature('reviews');
  select private.file_app_review(payload);
end;
comment on function public.submit_app_review is
  'Stores a review of the portal; anyone may call it; raises feature_off or invalid_request.';
grant execute on function public.submit_app_review to anon, authenticated, service_role;

create function public.published_app_reviews(max_rows integer default 20) returns table (
  id uuid, rating integer, topic text, text text, name text, reply text, created_at timestamptz
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_published_app_reviews(max_rows);
end;
comment on function public.published_app_reviews is 'Published reviews, newest first, without personal data.';
grant execute on function public.published_app_reviews to anon, authenticated, service_role;

create function public.app_rating() returns table (average numeric, total bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_app_rating();
end;
comment on function public.app_rating is
  'Returns the average and the number of all ratings except hidden ones; average is null without ratings; anyone may '
  'call it.';
grant execute on function public.app_rating to anon, authenticated, service_role;

create function public.decide_app_review(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_app_review(id, decision, reason, seen);
comment on function public.decide_app_review is
  'Decides about a review of the portal: approve publishes it (only with the author''s consent), reject hides it, '
  'reopen sets pending; returns {outcome}: decided, no_consent, already or missing; raises 42501 without the '
  'permission app_reviews, and invalid_decision.';
grant execute on function public.decide_app_review to authenticated, service_role;

create function public.reply_app_review(id uuid, reply text) returns boolean
language sql volatile security invoker set search_path = ''
return private.reply_app_review(id, reply);
comment on function public.reply_app_review is
  'Sets the reply to a review, an empty text removes it; returns false when there is no such review; raises 42501 '
  'without the permission app_reviews.';
grant execute on function public.reply_app_review to authenticated, service_role;

-- Stamps that travellers collect, and the link that shows them.

create table public.passport_stamps (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.profiles (id) on delete cascade,
  photo_point_id uuid references public.photo_points (id) on delete cascade,
  city_ibge integer references public.cities (ibge_code) on delete cascade,
  state_abbr char(2) not null references public.states (abbr),
  distance_m integer not null check (distance_m >= 0),
  accuracy_m integer not null check (accuracy_m between 0 and 1000),
  stamped_at timestamptz not null,
  client_id uuid not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(photo_point_id, city_ibge) = 1),
  unique (account_id, client_id),
  unique (account_id, photo_point_id),
  unique (account_id, city_ibge)
);
comment on table public.passport_stamps is
  'Photo points and towns where an account was; written by stamp_passport only. The position of the device is '
  'compared and not stored.';
comment on column public.passport_stamps.distance_m is
  'Distance of the device from the photo point or from the seat of the town.';
comment on column public.passport_stamps.accuracy_m is 'Error of the position as the device gave it.';
comment on column public.passport_stamps.stamped_at is
  'Time on the device; a stamp made without a connection arrives later.';
comment on column public.passport_stamps.client_id is 'Idempotency key of the device.';
create index passport_stamps_photo_point_id_idx on public.passport_stamps (photo_point_id);
create index passport_stamps_city_ibge_idx on public.passport_stamps (city_ibge);
create index passport_stamps_state_abbr_idx on public.passport_stamps (state_abbr);
create index passport_stamps_account_time_idx on public.passport_stamps (account_id, stamped_at);
alter table public.passport_stamps enable row level security;
grant select on public.passport_stamps to authenticated;
grant all on public.passport_stamps to service_role;
create policy "accounts read their own stamps" on public.passport_stamps
  for select to authenticated using (account_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('passport_stamps', 'account_id', 'account', 'own', 'Carimbos do passaporte', 'delete', 85);

select
  private.declare_columns('passport_stamps', 'exported',
    '{id,account_id,photo_point_id,city_ibge,state_abbr,distance_m,accuracy_m,stamped_at,created_at}'),
  private.declare_columns('passport_stamps', 'not_personal', '{client_id}', 'technical key');

create table public.passport_shares (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.profiles (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  token text unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
comment on table public.passport_shares is
  'Links to the passport of an account; written by share_passport and unshare_passport only.';
comment on column public.passport_shares.name is 'Name that the owner chose for the page.';
comment on column public.passport_shares.token is
  'Secret part of the address; null after a restored backup, which does not contain it.';
comment on column public.passport_shares.revoked_at is
  'When the owner switched the link off; kept so that its address answers 410.';
create index passport_shares_account_id_idx on public.passport_shares (account_id);
create unique index passport_shares_one_open on public.passport_shares (account_id) where revoked_at is null;
alter table public.passport_shares enable row level security;
grant select on public.passport_shares to authenticated;
grant all on public.passport_shares to service_role;
create policy "accounts read their own passport links" on public.passport_shares
  for select to authenticated using (account_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('passport_shares', 'account_id', 'account', 'own', 'Links do passaporte', 'delete', 86);

select
  private.declare_columns('passport_shares', 'exported', '{id,account_id,name,created_at,revoked_at}'),
  private.declare_columns('passport_shares', 'withheld', '{token}', 'secret of the link');

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.passport_shares', 'token', 'null');

create function private.stamp_subject(subject_type text, subject_id text)
returns table (photo_point_id uuid, city_ibge integer, state_abbr char(2), lat double precision, lng double precision,
  radius_m integer)
language sql stable security definer set search_path = '' as $$
  -- An approximate photo point may be this far from its real place.
  select point.id, null::integer, point.state_abbr, point.lat, point.lng,
    case when point.is_approximate then greatest(point.stamp_radius_m, 2000) else point.stamp_radius_m end
  from public.photo_points as point
  where stamp_subject.subject_type = 'photo_point' and point.id::text = stamp_subject.subject_id
    and point.status = 'published' and point.deleted_at is null
  union all
  select null, city.ibge_code, city.state_abbr, city.lat, city.lng, case when city.is_capital then 15000 else 5000 end
  from public.cities as city
  where stamp_subject.subject_type = 'city' and city.ibge_code::text = stamp_subject.subject_id
$$;
comment on function private.stamp_subject is 'A place that can be stamped, and how near the device must be.';

-- Two stamps of one account are possible when no faster than 300 km/h on average; places within 5 km are always
-- possible.
create function private.is_plausible_stamp(account uuid, lat double precision, lng double precision, at timestamptz)
  returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select from (
      (select stamp.* from public.passport_stamps as stamp
        where stamp.account_id = is_plausible_stamp.account and stamp.stamped_at <= at order by stamp.stamped_at desc
          limit 1)
      union all
      (select stamp.* from public.passport_stamps as stamp
        where stamp.account_id = is_plausible_stamp.account and stamp.stamped_at > at order by stamp.stamped_at limit 1)
    ) as other
    left join public.photo_points as point on point.id = other.photo_point_id
    left join public.cities as city on city.ibge_code = other.city_ibge
    cross join lateral (
      select private.metres_between(is_plausible_stamp.lat, is_plausible_stamp.lng, coalesce(point.lat, city.lat),
        coalesce(point.lng, city.lng))
        - other.distance_m as metres
    ) as way
    where way.metres > 5000
      and way.metres > abs(extract(epoch from other.stamped_at - at)) / 3600 * 300000
  )
$$;
comment on function private.is_plausible_stamp is
  'Compares with the stamps of the account before and after this time: stamps made without a connection may arrive in '
  'any order.';

create function private.stamp_passport(
  client_id uuid, subject_type text, subject_id text, lat double precision, lng double precision,
  accuracy_m double precision, stamped_at timestamptz
) returns text
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  account uuid := private.account_id();
  place record;
  metres double precision;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  if $1 is null or $7 is null or $4 is null or $5 is null or $6 is null
    or $4 not between -90 and 90 or $5 not between -180 and 180 or $6 not between 0 and 1e7 then
    raise exception 'invalid_request' using errcode = '22023';
  end if;
  -- Concurrent calls of one account wait for each other, so that each compares with the stamps of the others.
  perform from public.profiles where id = account for no key update;
  if exists (select from public.passport_stamps as own where own.account_id = account and own.client_id = $1) then
    return 'stamped';
  end if;
  select * into place from private.stamp_subject($2, $3);
  if not found then return 'unknown_subject'; end if;
  if exists (
    select from public.passport_stamps as own
    where own.account_id = account and (own.photo_point_id = place.photo_point_id or own.city_ibge = place.city_ibge)
  ) then
    return 'already_stamped';
  end if;
  metres := private.metres_between($4, $5, place.lat, place.lng);
  if $6 > (case $2 when 'city' then 1000 else 200 end) then return 'inaccurate'; end if;
  if metres > place.radius_m + $6 then return 'too_far'; end if;
  -- The clock of a device may be some minutes fast.
  if $7 > now() + interval '5 minutes' then return 'in_future'; end if;
  if $7 < now() - interval '30 days' then return 'too_old'; end if;
  if not private.is_plausible_stamp(account, $4, $5, $7) then return 'implausible_speed'; end if;
  insert into public.passport_stamps (account_id, photo_point_id, city_ibge, state_abbr, distance_m, accuracy_m,
    stamped_at, client_id)
  values (account, place.photo_point_id, place.city_ibge, place.state_abbr, round(metres), round($6), $7, $1);
  return 'stamped';
end $$;

create function private.share_passport(shown_name text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  made text := translate(encode(decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '+/=', '-_');
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  perform from public.profiles where id = account for no key update;
  update public.passport_shares set revoked_at = now() where account_id = account and revoked_at is null;
  insert into public.passport_shares (account_id, name, token) values (account, trim(shown_name), made);
  return made;
end $$;

create function private.unshare_passport() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  update public.passport_shares set revoked_at = now() where account_id = private.account_id() and revoked_at is null;
end $$;

create function private.shared_passport(share_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when share.revoked_at is not null then jsonb_build_object('revoked', true) else jsonb_build_object(
    'revoked', false,
    'name', share.name,
    'stamps', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', case when point.id is null then 'city' else 'photo_point' end,
        'name', coalesce(point.name, city.name),
        'slug', coalesce(point.slug, city.slug),
        'state', stamp.state_abbr,
        'translations', coalesce(point.translations, '{}'),
        'day', (stamp.stamped_at at time zone 'America/Sao_Paulo')::date
      ) order by stamp.stamped_at desc, stamp.id)
      from public.passport_stamps as stamp
      left join public.photo_points as point
        on point.id = stamp.photo_point_id and point.status = 'published' and point.deleted_at is null
      left join public.cities as city on city.ibge_code = stamp.city_ibge
      where stamp.account_id = share.account_id and coalesce(point.id::text, city.name) is not null
    ), '[]')
  ) end
  from public.passport_shares as share
  join public.profiles as owner on owner.id = share.account_id and owner.blocked_at is null
  where share.token = share_token
$$;

create function private.passport_share_state(token text) returns text
language sql stable security definer set search_path = '' as $$
  select case when exists (
    select from public.passport_shares as share
    join public.profiles as owner on owner.id = share.account_id and owner.blocked_at is null
    where share.token = passport_share_state.token and share.revoked_at is null
  ) then 'open' else 'ended' end
$$;

create function public.stamp_passport(
  client_id uuid, subject_type text, subject_id text, lat double precision, lng double precision,
  accuracy_m double precision, stamped_at timestamptz
) returns text
language sql volatile security invoker set search_path = ''
return private.stamp_passport(client_id, subject_type, subject_id, lat, lng, accuracy_m, stamped_at);
comment on function public.stamp_passport is
  'Stamps a photo point or town for the caller. Returns stamped (also when this client_id was stamped before), '
  'already_stamped, unknown_subject, inaccurate, too_far, in_future, too_old or implausible_speed.';
grant execute on function public.stamp_passport to authenticated, service_role;

create function public.passport_progress()
returns table (state_abbr text, photo_points integer, all_photo_points integer, cities integer, all_cities integer)
language sql stable security invoker set search_path = ''
begin atomic
  select state.abbr::text,
    (select count(*)::integer from public.passport_stamps as own where own.account_id = (select private.account_id())
      and own.state_abbr = state.abbr and own.photo_point_id is not null),
    (select count(*)::integer from public.photo_points as point where point.state_abbr = state.abbr
      and point.status = 'published' and point.deleted_at is null),
    (select count(*)::integer from public.passport_stamps as own where own.account_id = (select private.account_id())
      and own.state_abbr = state.abbr and own.city_ibge is not null),
    (select count(*)::integer from public.cities as city where city.state_abbr = state.abbr)
  from public.states as state
  where exists (select from public.passport_stamps as own where own.account_id = (select private.account_id())
    and own.state_abbr = state.abbr)
  order by state.abbr;
end;
comment on function public.passport_progress is
  'Stamps of the caller in each state where there is one, beside all published photo points and all towns.';
grant execute on function public.passport_progress to authenticated, service_role;

create function public.share_passport(shown_name text) returns text
language sql volatile security invoker set search_path = ''
return private.share_passport(shown_name);
comment on function public.share_passport is
  'Makes a link to the passport of the caller with the chosen name and returns its token; an earlier link ends.';
grant execute on function public.share_passport to authenticated, service_role;

create function public.unshare_passport() returns void
language sql volatile security invoker set search_path = ''
return private.unshare_passport();
comment on function public.unshare_passport is 'Ends the link to the passport of the caller.';
grant execute on function public.unshare_passport to authenticated, service_role;

create function public.shared_passport(share_token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.shared_passport(share_token);
comment on function public.shared_passport is
  'The passport behind a link: chosen name, places and days; {revoked: true} for a link that was switched off, null '
  'for an unknown one.';
grant execute on function public.shared_passport to anon, authenticated, service_role;

create function public.passport_share_state(token text) returns text
language sql stable security invoker set search_path = ''
return private.passport_share_state(token);
comment on function public.passport_share_state is
  'open, or ended for a link that was switched off, whose account is blocked or erased, or that never existed.';
grant execute on function public.passport_share_state to anon, authenticated, service_role;

reset check_function_bodies;
