-- Places of public sources: OpenStreetMap, registries of museums and hospitals, and pages that researchers read.

create table public.map_places (
  id uuid primary key,
  kind text not null check (kind = any (private.map_place_kinds())),
  class text not null check (class ~ '^[a-z][a-z_]{1,30}$'),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  state_abbr char(2) not null references public.states (abbr),
  city_ibge integer references public.cities (ibge_code),
  lat double precision not null check (lat between -34 and 6),
  lng double precision not null check (lng between -74 and -28),
  is_at_seat boolean not null default false,
  source text not null check (source = any (private.map_place_sources())),
  source_date text not null check (source_date ~ '^\d{4}(-\d{2}){0,2}$'),
  address text check (char_length(address) <= 300),
  phone text check (char_length(phone) <= 30),
  website text check (website ~ '^https?://'),
  hours text[] check (array_length(hours, 1) = 7),
  price text check (char_length(price) <= 300),
  parking text check (parking = any (private.parking_kinds())),
  page_url text check (page_url ~ '^https?://'),
  page_sentence text check (page_sentence !~ '^\s*$' and char_length(page_sentence) <= 600),
  service_id uuid references public.services (id) on delete set null,
  is_replaced boolean not null default false,
  hidden_at timestamptz,
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint map_place_of_a_page_names_it check (
    (source = 'page') = (page_url is not null and page_sentence is not null)
  )
);
comment on table public.map_places is
  'Places listed in a public source and not verified by an editor: no page each, no rating.';
comment on column public.map_places.id is
  'md5 of source, class, name and position, so that an import finds the same place again.';
comment on column public.map_places.class is 'Kind in the words of the source: guest_house, tyres, …';
comment on column public.map_places.city_ibge is 'Nearest municipal seat, or the municipality that the source names.';
comment on column public.map_places.is_at_seat is 'The source has no position: lat and lng are the seat of the town.';
comment on column public.map_places.source_date is 'Year, month or day of the source.';
comment on column public.map_places.hours is 'Hours of Monday to Sunday in the words of the source.';
comment on column public.map_places.page_sentence is 'The sentence of the page that names the place.';
comment on column public.map_places.service_id is 'The place of the guide that the same business has.';
comment on column public.map_places.is_replaced is 'That place is published, so this row is not shown.';
comment on column public.map_places.hidden_at is 'When an editor hid a place that is wrong or closed.';
comment on column public.map_places.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index map_places_position_idx on public.map_places (kind, lat, lng);
create index map_places_state_idx on public.map_places (state_abbr, search_name, id);
create index map_places_city_idx on public.map_places (city_ibge, kind);
create index map_places_service_idx on public.map_places (service_id);
alter table public.map_places enable row level security;
grant select on public.map_places to anon, authenticated;
grant update (hidden_at) on public.map_places to authenticated;
grant all on public.map_places to service_role;
create policy "anonymous visitors read shown map places" on public.map_places
  for select to anon using (hidden_at is null and not is_replaced);
create policy "signed-in accounts read shown map places, service editors all" on public.map_places
  for select to authenticated
  using ((hidden_at is null and not is_replaced) or (select private.has_permission('services')));
create policy "service editors hide map places" on public.map_places
  for update to authenticated
  using ((select private.has_permission('services')))
  with check ((select private.has_permission('services')));
create trigger map_places_touch before update on public.map_places
  for each row execute function private.touch_updated_at();
-- Not for inserts: the seed inserts all places in one statement.
create trigger map_places_audit after update of hidden_at on public.map_places
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('map_places', 'services');

select
  private.declare_columns('map_places', 'not_personal', '{*}', 'guide'),
  private.declare_columns('map_places', 'not_personal', '{name}', 'name of a thing, not of a person'),
  private.declare_columns('map_places', 'not_personal', '{address,phone}', 'public contact of a place');

-- A business has the same name, or the name with its town, in the same town or within this many metres.
create function private.is_same_business(place public.map_places, service public.services) returns boolean
language sql stable set search_path = '' as $$
  select place.state_abbr = service.state_abbr and service.search_name in (
    place.search_name,
    place.search_name || ', ' || (select search_name from public.cities where ibge_code = place.city_ibge)
  ) and (
    place.city_ibge = service.city_ibge
    or private.metres_between(place.lat, place.lng, service.lat, service.lng) < 2000
  )
$$;

create function private.link_map_places() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_published boolean := new.status = 'published' and new.deleted_at is null;
begin
  if is_published then
    update public.map_places as place set service_id = new.id
    where place.state_abbr = new.state_abbr and starts_with(new.search_name, place.search_name)
      and place.service_id is null and private.is_same_business(place, new);
  end if;
  update public.map_places set is_replaced = is_published
  where service_id = new.id and is_replaced is distinct from is_published;
  return null;
end $$;
comment on function private.link_map_places is
  'Links a place of the guide with the map places of the same business, which are shown only while it is not '
  'published.';
create trigger services_map_places after insert or update of name, state_abbr, city_ibge, lat, lng, status, deleted_at
  on public.services
  for each row execute function private.link_map_places();

create function private.show_map_places() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.map_places set is_replaced = false where service_id = old.id;
  return old;
end $$;
comment on function private.show_map_places is 'Shows the map places of a place of the guide that is deleted.';
create trigger services_show_map_places before delete on public.services
  for each row execute function private.show_map_places();

create function public.map_places_near(
  points jsonb, kinds text[], within_km double precision, per_kind integer
) returns table (
  point integer, km double precision, id uuid, kind text, class text, name text, state_abbr text, city_ibge integer,
  lat double precision, lng double precision, is_at_seat boolean, source text, source_date text, address text,
  phone text, website text, parking text, page_url text
)
language sql stable security invoker set search_path = '' as $$
  select
    stop.number::integer, sqrt(near.flat) * 111.195, near.id, near.kind,
    near.class, near.name, near.state_abbr::text, near.city_ibge, near.lat, near.lng,
    near.is_at_seat, near.source, near.source_date, near.address, near.phone, near.website, near.parking,
    near.page_url
  from jsonb_array_elements(points) with ordinality as stop (at, number),
    lateral (select (stop.at ->> 0)::double precision as lat, (stop.at ->> 1)::double precision as lng) as here,
    lateral (select within_km / 111.1 as high, within_km / (111.1 * cos(radians(here.lat))) as wide) as box,
    unnest(kinds) as wanted (kind),
    lateral (
      select place.*, (place.lat - here.lat) ^ 2 + ((place.lng - here.lng) * box.high / box.wide) ^ 2 as flat
      from public.map_places as place
      where place.kind = wanted.kind
        and place.lat between here.lat - box.high and here.lat + box.high
        and place.lng between here.lng - box.wide and here.lng + box.wide
        and (place.lat - here.lat) ^ 2 + ((place.lng - here.lng) * box.high / box.wide) ^ 2 <= box.high ^ 2
      order by flat, place.id
      limit least(greatest(per_kind, 1), 60)
    ) as near
  where stop.number <= 200
  order by stop.number, array_position(kinds, near.kind), near.flat, near.id
$$;
comment on function public.map_places_near is
  'Returns the nearest shown map places of each kind around each [lat, lng] of points, numbered from 1.';
grant execute on function public.map_places_near to anon, authenticated, service_role;

create function public.count_map_places(in_state text) returns table (kind text, total bigint)
language sql stable security invoker set search_path = '' as $$
  select map_places.kind, count(*) from public.map_places
  where state_abbr = upper(in_state) group by map_places.kind
$$;
comment on function public.count_map_places is 'Returns the number of shown map places of a state by kind.';
grant execute on function public.count_map_places to anon, authenticated, service_role;

create function public.map_place_rows(in_state text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_array(
    place.kind, place.class, place.name, place.lat, place.lng, place.source, place.source_date, cities.name,
    place.is_at_seat, place.phone
  ) order by place.kind, place.search_name, place.id), '[]')
  from public.map_places as place
  left join public.cities on cities.ibge_code = place.city_ibge
  where place.state_abbr = upper(in_state)
$$;
comment on function public.map_place_rows is
  'Returns the shown map places of a state as rows for the map and the offline pack: kind, class, name, latitude, '
  'longitude, source, its date, town, whether at the seat of the town, phone.';
grant execute on function public.map_place_rows to anon, authenticated, service_role;

create function public.find_map_places(words text, classes text[], in_state text, max_rows integer) returns table (
  id uuid, kind text, class text, name text, state_abbr text, town text, town_slug text, lat double precision,
  lng double precision, source text, source_date text
)
language sql stable security invoker set search_path = '' as $$
  with towns as (
    select ibge_code, btrim(left(words, char_length(words) - char_length(search_name))) as rest
    from public.cities
    where words = search_name or words like '% ' || search_name
    order by char_length(search_name) desc, ibge_code
    limit 5
  ), found as (
    select place, 1 as rank from towns
    join public.map_places as place on place.city_ibge = towns.ibge_code
    where (classes is null or place.class = any (classes)) and case when towns.rest = '' then classes is not null
      else place.search_name like '%' || towns.rest || '%' end
    union all
    select place, 2 from public.map_places as place
    where (words = '' and classes is not null or char_length(words) >= 4)
      and (classes is null or place.class = any (classes))
      and (in_state is null or place.state_abbr = upper(in_state))
      and place.search_name like '%' || words || '%'
  ), ranked as (
    select distinct on ((place).id) (place).*, rank from found
    where in_state is null or (place).state_abbr = upper(in_state)
    order by (place).id, rank
  )
  select ranked.id, ranked.kind, ranked.class, ranked.name, ranked.state_abbr::text, cities.name, cities.slug,
    ranked.lat, ranked.lng, ranked.source, ranked.source_date
  from ranked
  left join public.cities on cities.ibge_code = ranked.city_ibge
  order by ranked.rank, words <> '' and not starts_with(ranked.search_name, words),
    array_position(classes, ranked.class), ranked.search_name, ranked.id
  limit least(greatest(max_rows, 1), 50)
$$;
comment on function public.find_map_places is
  'Returns the shown map places of some classes whose town or name is in the words, which are plain: lower case '
  'letters without accents.';
grant execute on function public.find_map_places to anon, authenticated, service_role;

create function private.keep_copied_facts() returns trigger
language plpgsql set search_path = '' as $$
declare
  fields jsonb := (
    select jsonb_agg(field) from jsonb_array_elements_text(old.copied -> 'fields') as field
    where to_jsonb(new) -> field is not distinct from to_jsonb(old) -> field
  );
begin
  new.copied := case when fields is not null then jsonb_set(old.copied, '{fields}', fields) end;
  return new;
end $$;
comment on function private.keep_copied_facts is
  'Removes the fields that a change of a place replaces from those that were copied from a map place.';
create trigger services_copied before update on public.services
  for each row when (old.copied is not null) execute function private.keep_copied_facts();

create function private.category_of_map_place(kind text, class text) returns text
language sql immutable set search_path = '' as $$
  select case
    when class = 'tyres' then 'tyres'
    when kind in ('hospital', 'pharmacy') then 'other'
    else kind
  end
$$;
comment on function private.category_of_map_place is 'The category of the place that a map place becomes.';

create function private.verify_map_place(item uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  place public.map_places;
  made public.services;
begin
  perform private.require_permission('services');
  select * into place from public.map_places where id = item for update;
  if place.id is null then
    return private.gone();
  end if;
  if place.service_id is not null then
    return private.conflict(jsonb_build_object('id', place.service_id));
  end if;
  insert into public.services (
    category_key, name, slug, state_abbr, city_ibge, address, lat, lng, phone, website, status, verified_at, source,
    check_date, sources, copied
  ) values (
    private.category_of_map_place(place.kind, place.class), place.name,
    private.free_slug('public.services', place.state_abbr, place.name), place.state_abbr, place.city_ibge,
    place.address, case when not place.is_at_seat then place.lat end, case when not place.is_at_seat then place.lng end,
    place.phone, place.website, 'published', now(), coalesce(place.page_url, place.source), current_date,
    array_remove(array[place.page_url], null),
    jsonb_build_object('source', place.source, 'date', place.source_date, 'url', place.page_url, 'fields', (
      select jsonb_agg(field) from jsonb_each(jsonb_build_object('name', place.name, 'address', place.address,
        'phone', place.phone, 'website', place.website, 'lat', case when not place.is_at_seat then place.lat end,
        'lng', case when not place.is_at_seat then place.lng end)) as fact (field, value)
      where value <> 'null'
    ))
  ) returning * into made;
  update public.map_places set service_id = made.id, is_replaced = true, hidden_at = null where id = item;
  return private.saved(jsonb_build_object('id', made.id, 'state_abbr', made.state_abbr));
end $$;

create function public.verify_map_place(id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.verify_map_place(id);
comment on function public.verify_map_place is
  'Makes a published, verified place of the guide of a map place; the place keeps the source of the copied facts; '
  'conflict with the id of the place for one that was verified before; raises 42501 without the permission services.';
grant execute on function public.verify_map_place to authenticated, service_role;
