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
  check_date date,
  unique (state_abbr, slug)
);
comment on table public.cities is 'Every Brazilian municipality; names and coordinates are public geographic data.';
comment on column public.cities.is_published is 'Whether the guide has content about the city.';
comment on column public.cities.translations is '{en: {intro}, es: {intro}}';
comment on column public.cities.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.cities.has_cover is 'Whether the city has a cover photo; set by a trigger of city_photos.';
comment on column public.cities.check_date is 'Day on which an editor last compared the page with its sources.';
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
