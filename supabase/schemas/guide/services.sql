-- Places of the guide and their categories.

create table public.service_categories (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z][a-z_]{1,40}$'),
  parent_key text references public.service_categories (key) on update cascade,
  name text not null check (name !~ '^\s*$'),
  icon text not null check (icon ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  kind text not null check (kind = any (private.service_kinds())),
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
language sql immutable set search_path = ''
return case when jsonb_typeof(value) = 'object' then not exists (
  select from jsonb_each(value) as attribute (name, content)
  where case name
    when 'makes' then jsonb_typeof(content) <> 'array'
    else jsonb_typeof(content) <> 'boolean' or name <> all (private.service_attributes())
  end
) else false end;
comment on function private.is_service_attributes is
  'Whether an object has known attributes only: makes is an array, every other one a boolean.';

create function private.are_served_roads(roads text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(roads) <= 40 and not exists (
    select from unnest(roads) as road
    where road is null or char_length(road) > 160
      or road !~ '^[A-Z]{2,3}-[0-9]{2,3}(: [^:()]+ \([A-Z]{2}\) – [^:()]+ \([A-Z]{2}\))?$'
  )
$$;
comment on function private.are_served_roads is
  'Whether each item is a road (BA-099) or a stretch of one between two towns (BR-153: Gurupi (TO) – Anápolis (GO)).';

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
  status text not null default 'draft' check (status = any (private.service_statuses())),
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
  copied jsonb check (jsonb_typeof(copied -> 'fields') = 'array'),
  served_roads text[] not null default '{}' check (private.are_served_roads(served_roads)),
  unique (state_abbr, slug),
  constraint service_is_placed_or_listed check ((lat is null) = (lng is null)),
  constraint number_has_source_and_check_date check (
    (phone is null and whatsapp is null) or (source is not null and check_date is not null)
  ),
  constraint services_slug_is_no_route check (private.is_free_slug('services', slug))
);
-- Rows from before the check keep what they have until they are changed.
alter table public.services add constraint services_phone_format check (phone ~ '^[0-9+() .-]{3,30}$') not valid;
alter table public.services add constraint services_whatsapp_format check (whatsapp ~ '^[0-9+() .-]{3,30}$') not valid;
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
comment on column public.services.copied is
  '{source, date, url, fields}: the facts that were copied from a map place and that nobody has replaced; null without.';
comment on column public.services.checked_on is
  'Date the place was last verified: the later of check_date and the day of verified_at, 1900-01-01 without either.';
comment on column public.services.served_roads is
  'Roads, or stretches of them between two towns, outside of which a tow service does not come (the help of a road '
  'operator); empty: it comes anywhere.';
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
language sql immutable set search_path = ''
return value = any (private.biomes());
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
