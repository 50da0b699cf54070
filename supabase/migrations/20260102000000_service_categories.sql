-- The kinds of places the guide lists, and the checks places share with photo points and posts.
create function private.is_biome(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value in (
    'serra', 'litoral', 'cerrado', 'caatinga', 'pampa', 'pantanal', 'amazonia', 'mata-atlantica', 'chapada', 'cidade-historica'
  )
$$;
comment on function private.is_biome(text) is 'The landscapes a postcard can be drawn of.';

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint category_is_not_its_own_parent check (parent_key <> key)
);
comment on table public.service_categories is 'Kinds of places, in the order the guide shows them.';
comment on column public.service_categories.icon is 'Name of a lucide icon.';
comment on column public.service_categories.kind is 'What a place of this category is to a traveller, for map layers and structured data.';
comment on column public.service_categories.translations is '{en: {name}, es: {name}}';

create index service_categories_parent_key_idx on public.service_categories (parent_key);

alter table public.service_categories enable row level security;
grant select on public.service_categories to anon;
grant select, insert, update, delete on public.service_categories to authenticated;
grant all on public.service_categories to service_role;

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

insert into public.service_categories (position, key, parent_key, kind, icon, color, name, translations) values
  (10, 'lodging', null, 'lodging', 'bed-double', '#1d5fa8', 'Hospedagem', '{"en": {"name": "Lodging"}, "es": {"name": "Alojamiento"}}'),
  (20, 'food', null, 'food', 'utensils', '#b4472b', 'Comer e beber', '{"en": {"name": "Food and drink"}, "es": {"name": "Comer y beber"}}'),
  (30, 'workshop', null, 'workshop', 'wrench', '#3c4f63', 'Oficina mecânica', '{"en": {"name": "Garage"}, "es": {"name": "Taller mecánico"}}'),
  (31, 'electrical', 'workshop', 'workshop', 'zap', '#6b5b00', 'Autoelétrica', '{"en": {"name": "Auto electrician"}, "es": {"name": "Electricidad del automóvil"}}'),
  (32, 'bodywork', 'workshop', 'workshop', 'spray-can', '#7a3d7d', 'Funilaria e pintura', '{"en": {"name": "Bodywork and paint"}, "es": {"name": "Chapa y pintura"}}'),
  (33, 'upholstery', 'workshop', 'workshop', 'armchair', '#7d4a2b', 'Tapeçaria', '{"en": {"name": "Upholstery"}, "es": {"name": "Tapicería"}}'),
  (34, 'tyres', 'workshop', 'workshop', 'circle-dot', '#40464d', 'Pneus e borracharia', '{"en": {"name": "Tyres"}, "es": {"name": "Neumáticos"}}'),
  (40, 'parts', null, 'parts', 'cog', '#4d5b2a', 'Peças', '{"en": {"name": "Parts"}, "es": {"name": "Repuestos"}}'),
  (50, 'tow', null, 'tow', 'truck', '#a35200', 'Guincho', '{"en": {"name": "Tow truck"}, "es": {"name": "Grúa"}}'),
  (60, 'fuel', null, 'fuel', 'fuel', '#9b1c31', 'Combustível', '{"en": {"name": "Fuel"}, "es": {"name": "Combustible"}}'),
  (70, 'wash', null, 'wash', 'droplets', '#0f6d80', 'Lavagem e detalhamento', '{"en": {"name": "Wash and detailing"}, "es": {"name": "Lavado y detallado"}}'),
  (80, 'museum', null, 'museum', 'landmark', '#5a3e91', 'Museus e coleções', '{"en": {"name": "Museums and collections"}, "es": {"name": "Museos y colecciones"}}'),
  (90, 'viewpoint', null, 'attraction', 'mountain', '#2f6b3a', 'Mirantes', '{"en": {"name": "Viewpoints"}, "es": {"name": "Miradores"}}'),
  (91, 'historic', null, 'attraction', 'church', '#8a5a1c', 'Centros históricos', '{"en": {"name": "Historic centres"}, "es": {"name": "Centros históricos"}}'),
  (92, 'attraction', null, 'attraction', 'map-pin', '#20706a', 'Atrações', '{"en": {"name": "Attractions"}, "es": {"name": "Atracciones"}}'),
  (100, 'store', null, 'store', 'store', '#a02e6d', 'Lojas e antiguidades', '{"en": {"name": "Shops and antiques"}, "es": {"name": "Tiendas y antigüedades"}}'),
  (110, 'other', null, 'other', 'ellipsis', '#55606b', 'Outros', '{"en": {"name": "Other"}, "es": {"name": "Otros"}}');
