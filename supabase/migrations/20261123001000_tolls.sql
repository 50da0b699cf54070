-- Toll plazas and what each class of vehicle pays there.

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
comment on column public.tolls.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';
comment on column public.tolls.priced_on is 'Kept by toll_prices: since when the oldest of the prices in force holds, 1900-01-01 without one.';

create index tolls_state_abbr_idx on public.tolls (state_abbr);
create index tolls_city_ibge_idx on public.tolls (city_ibge);
create index tolls_road_idx on public.tolls (road);
create index tolls_updated_at_idx on public.tolls (updated_at desc);
create index tolls_priced_on_idx on public.tolls (priced_on);

alter table public.tolls enable row level security;
revoke all on public.tolls from anon, authenticated;
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

create function private.note_toll_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.priced_on := private.toll_priced_on(new.id);
  return new;
end $$;
comment on function private.note_toll_price() is 'What a caller says about priced_on does not count.';

create function private.rename_toll_prices() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.toll_prices set toll_name = new.name where toll_id = new.id;
  return null;
end $$;
comment on function private.rename_toll_prices() is 'Prices follow the name of their plaza.';

create trigger tolls_touch before update on public.tolls
  for each row execute function private.touch_updated_at();
create trigger tolls_audit after insert or update or delete on public.tolls
  for each row execute function private.write_audit('id');
create trigger tolls_note_price before insert or update on public.tolls
  for each row execute function private.note_toll_price();
create trigger tolls_rename_prices after update of name on public.tolls
  for each row when (old.name is distinct from new.name) execute function private.rename_toll_prices();

create table public.toll_prices (
  id uuid primary key default gen_random_uuid(),
  toll_id uuid not null references public.tolls (id) on delete cascade,
  position integer not null default 0,
  vehicle_class text not null check (vehicle_class in ('motorcycle', 'car', 'car_trailer_3', 'car_trailer_4', 'truck_2', 'truck_3', 'bus')),
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
comment on column public.toll_prices.toll_name is 'Kept by tolls: name of the plaza, which lists of prices show and search.';
comment on column public.toll_prices.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';

create index toll_prices_valid_from_idx on public.toll_prices (valid_from desc, id desc);

alter table public.toll_prices enable row level security;
revoke all on public.toll_prices from anon, authenticated;
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

create function private.name_toll_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.toll_name := coalesce((select name from public.tolls where id = new.toll_id), '');
  return new;
end $$;
comment on function private.name_toll_price() is 'Copies the name of the plaza; a caller''s own does not count.';

create trigger toll_prices_touch before update on public.toll_prices
  for each row execute function private.touch_updated_at();
create trigger toll_prices_audit after insert or update or delete on public.toll_prices
  for each row execute function private.write_audit('id');
create trigger toll_prices_touch_toll after insert or update or delete on public.toll_prices
  for each row execute function private.touch_parent('tolls', 'toll_id');
create trigger toll_prices_name before insert or update on public.toll_prices
  for each row execute function private.name_toll_price();

-- A price counts from its first day; a class without an end date has the price that is still valid. Without any price
-- the day is 1900-01-01, so that one comparison with a date finds missing days too.
create function private.toll_priced_on(toll uuid) returns date
language sql stable security definer set search_path = '' as $$
  select coalesce(min(newest), '1900-01-01') from (
    select max(valid_from) as newest from public.toll_prices where toll_id = toll and valid_until is null group by vehicle_class
  ) as classes
$$;
comment on function private.toll_priced_on(uuid) is 'Since when the oldest price in force at a toll holds; 1900-01-01 without one.';
