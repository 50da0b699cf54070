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
  best_light text check (best_light = any (private.photo_lights())),
  description text not null default '',
  access_surface text check (access_surface = any (private.route_surfaces())),
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
