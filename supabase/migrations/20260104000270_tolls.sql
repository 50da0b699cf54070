-- Toll plazas and what each class of vehicle pays there from when on.
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((lat is null) = (lng is null))
);
comment on table public.tolls is 'Toll plazas and free-flow gates.';
comment on column public.tolls.check_date is 'When somebody last compared the prices with the operator''s.';
create index tolls_state_abbr_idx on public.tolls (state_abbr);
create index tolls_city_ibge_idx on public.tolls (city_ibge);
create index tolls_road_idx on public.tolls (road);
create index tolls_updated_at_idx on public.tolls (updated_at desc);
create index tolls_name_trgm_idx on public.tolls using gin (name extensions.gin_trgm_ops);

create table public.toll_prices (
  id uuid primary key default gen_random_uuid(),
  toll_id uuid not null references public.tolls (id) on delete cascade,
  position integer not null default 0,
  vehicle_class text not null check (vehicle_class in ('motorcycle', 'car', 'car_trailer_3', 'car_trailer_4', 'truck_2', 'truck_3', 'bus')),
  price numeric(7, 2) not null check (price >= 0),
  valid_from date not null,
  valid_until date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (valid_until is null or valid_until >= valid_from),
  unique (toll_id, vehicle_class, valid_from)
);
comment on table public.toll_prices is 'Price in reais of one class of vehicle at a toll, from valid_from on.';

alter table public.tolls enable row level security;
alter table public.toll_prices enable row level security;
revoke all on public.tolls, public.toll_prices from anon, authenticated;
grant select on public.tolls, public.toll_prices to anon;
grant select, insert, update, delete on public.tolls, public.toll_prices to authenticated;
grant all on public.tolls, public.toll_prices to service_role;

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

create policy "anonymous visitors read prices of published tolls" on public.toll_prices
  for select to anon using (exists (select from public.tolls where tolls.id = toll_id));
create policy "signed-in accounts read prices of tolls they see" on public.toll_prices
  for select to authenticated using (exists (select from public.tolls where tolls.id = toll_id));
create policy "toll managers add prices" on public.toll_prices
  for insert to authenticated with check ((select private.has_permission('tolls')));
create policy "toll managers update prices" on public.toll_prices
  for update to authenticated
  using ((select private.has_permission('tolls')))
  with check ((select private.has_permission('tolls')));
create policy "toll managers delete prices" on public.toll_prices
  for delete to authenticated using ((select private.has_permission('tolls')));

create trigger tolls_touch before update on public.tolls
  for each row execute function private.touch_updated_at();
create trigger tolls_audit after insert or update or delete on public.tolls
  for each row execute function private.write_audit('id');
create trigger toll_prices_touch before update on public.toll_prices
  for each row execute function private.touch_updated_at();
create trigger toll_prices_audit after insert or update or delete on public.toll_prices
  for each row execute function private.write_audit('id');
