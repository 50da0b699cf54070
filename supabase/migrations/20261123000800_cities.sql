-- Towns and their photos.

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
comment on table public.cities is 'Every municipality; names and coordinates are public geography.';
comment on column public.cities.is_published is 'Whether the guide has something to tell about it.';
comment on column public.cities.translations is '{en: {intro}, es: {intro}}';
comment on column public.cities.has_cover is 'Kept by city_photos: whether the town has a cover photo.';
comment on column public.cities.search_name is 'Folded name: query it with like and a folded pattern.';

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
create trigger cities_search_update after update on public.cities referencing old table as old_rows new table as new_rows
  for each statement execute function private.index_for_search('city');
create trigger cities_search_delete after delete on public.cities referencing old table as old_rows
  for each statement execute function private.index_for_search('city');

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
comment on table public.city_photos is 'Photos of towns. Alt text, credit and licence belong to the picture (media_assets).';
comment on column public.city_photos.translations is '{en: {title}, es: {title}}';
comment on column public.city_photos.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';

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
comment on function private.step_down_cover() is 'A new cover takes the place of the old one.';

create function private.note_cover() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cities set has_cover = not has_cover
  where ibge_code in (case when tg_op <> 'INSERT' then old.city_ibge end, case when tg_op <> 'DELETE' then new.city_ibge end)
    and has_cover <> exists (select from public.city_photos where city_photos.city_ibge = cities.ibge_code and city_photos.is_cover);
  return null;
end $$;
comment on function private.note_cover() is 'Keeps cities.has_cover, also for editors who may not change towns.';

create trigger city_photos_step_down before insert or update on public.city_photos
  for each row when (new.is_cover) execute function private.step_down_cover();
create trigger city_photos_note_cover after insert or update or delete on public.city_photos
  for each row execute function private.note_cover();
create trigger city_photos_touch before update on public.city_photos
  for each row execute function private.touch_updated_at();
create trigger city_photos_audit after insert or update or delete on public.city_photos
  for each row execute function private.write_audit('id');

insert into private.trail_permissions (entity, permission) values ('city_photos', 'city_gallery');
