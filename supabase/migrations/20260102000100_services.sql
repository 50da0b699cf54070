-- What an old car asks of a place; anything else in `attributes` would be a filter nobody can find.
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
comment on function private.is_service_attributes(jsonb) is 'Known attributes only: makes is a list, every other true or false.';

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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (state_abbr, slug),
  constraint service_is_placed_or_listed check ((lat is null) = (lng is null)),
  constraint number_has_source_and_check_date check (
    (phone is null and whatsapp is null) or (source is not null and check_date is not null)
  )
);
comment on table public.services is 'Places of the guide: businesses, museums, viewpoints, historic centres.';
comment on column public.services.instagram is 'Account name without the at sign.';
comment on column public.services.opening_hours is '{mon: [["08:00", "18:00"]], …}; a day that is missing is closed.';
comment on column public.services.attributes is
  '{covered_parking, gated, trailer_space, ramp_ok, carburettor, electrics_6v, flatbed, premium_petrol, old_tyres, upholstery, bodywork: boolean, makes: []}';
comment on column public.services.verified_at is 'When the team last confirmed the place with whoever runs it.';
comment on column public.services.source is 'Where the phone or WhatsApp number was read, on check_date.';
comment on column public.services.translations is '{en: {name, description}, es: {…}}';

create index services_city_ibge_idx on public.services (city_ibge);
create index services_category_key_idx on public.services (category_key);
create index services_published_idx on public.services (state_abbr, name)
  where status = 'published' and deleted_at is null;
create index services_published_category_idx on public.services (state_abbr, category_key, name)
  where status = 'published' and deleted_at is null;

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
comment on function public.count_services(text) is 'Published places per state and category.';
