-- Cars of an account, and who may see or change them.

create table public.vehicles (
  id uuid primary key,
  owner_id uuid not null references public.profiles (id) on delete cascade,
  nickname text not null check (char_length(btrim(nickname)) between 1 and 60),
  body_kind text not null default 'car' check (body_kind = any (private.body_kinds())),
  make text not null default '' check (char_length(make) <= 60),
  model text not null default '' check (char_length(model) <= 80),
  version text not null default '' check (char_length(version) <= 80),
  year_made smallint check (year_made between 1880 and 2100),
  year_model smallint check (year_model between 1880 and 2100),
  color text not null default '' check (char_length(color) <= 40),
  engine text not null default '' check (char_length(engine) <= 80),
  cooling text check (cooling in ('air', 'water')),
  fuel_system text check (fuel_system = any (private.fuel_systems())),
  fuels text[] not null default '{gasoline}' check (fuels <@ private.fuels() and cardinality(fuels) between 1 and 4),
  tank_litres numeric(5, 1) check (tank_litres between 1 and 300),
  km_per_litre numeric(4, 1) check (km_per_litre between 1 and 60),
  cruise_kmh smallint check (cruise_kmh between 20 and 130),
  toll_class text not null default 'car' check (toll_class = any (private.toll_classes())),
  odometer_state text not null default 'ok' check (odometer_state = any (private.odometer_states())),
  odometer_offset_km numeric(9, 1) not null default 0 check (odometer_offset_km between -9999999 and 9999999),
  odometer_km numeric(9, 1) check (odometer_km between 0 and 9999999),
  odometer_is_estimated boolean not null default false,
  story text not null default '' check (char_length(story) <= 4000),
  status text not null default 'active' check (status = any (private.vehicle_statuses())),
  photo_id uuid,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, owner_id)
);
comment on table public.vehicles is
  'Cars in the garage of an account. The owner and the members of vehicle_members read them, the team does not.';
comment on column public.vehicles.id is 'Made by the browser, so that a car that is sent twice is stored once.';
comment on column public.vehicles.odometer_offset_km is
  'Kilometres of the car minus the reading of its odometer, since the odometer was replaced.';
comment on column public.vehicles.odometer_km is
  'Kilometres of the car: the highest of its entries; written by a trigger.';
comment on column public.vehicles.odometer_is_estimated is
  'Whether odometer_km comes from an estimate, not from a reading.';
comment on column public.vehicles.photo_id is 'The file in vehicle_files that represents the car.';
comment on column public.vehicles.deleted_at is 'In the trash for 30 days.';
create index vehicles_owner_id_idx on public.vehicles (owner_id, nickname);
create index vehicles_deleted_at_idx on public.vehicles (deleted_at) where deleted_at is not null;
create index vehicles_photo_id_idx on public.vehicles (photo_id);
alter table public.vehicles enable row level security;
grant select, insert on public.vehicles to authenticated;
grant update (
  nickname, body_kind, make, model, version, year_made, year_model, color, engine, cooling, fuel_system, fuels,
  tank_litres, km_per_litre, cruise_kmh, toll_class, odometer_state, odometer_offset_km, story, status, photo_id
) on public.vehicles to authenticated;
grant all on public.vehicles to service_role;

create function private.read_vehicles() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.vehicles where owner_id = (select private.account_id())
  union all
  select vehicle_id from public.vehicle_members where account_id = (select private.account_id())
$$;
comment on function private.read_vehicles is 'Cars that the caller may read: own ones and shared ones.';

create policy "authenticated owners and members read their cars" on public.vehicles
  for select to authenticated using (id in (select private.read_vehicles()));
create policy "authenticated accounts add own cars" on public.vehicles
  for insert to authenticated with check (
    owner_id = (select private.account_id()) and odometer_km is null and deleted_at is null and photo_id is null
    and (select count(*) < 60 from private.read_vehicles())
  );
create trigger vehicles_touch before update on public.vehicles
  for each row execute function private.touch_updated_at();
create trigger vehicles_server_columns before insert or update on public.vehicles
  for each row execute function private.guard_server_columns('owner_id', 'created_at,updated_at,deleted_at');
create trigger a_typed_lines before insert or update of nickname, make, model on public.vehicles
  for each row execute function private.write_typed_lines('nickname', 'make', 'model');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicles', 'owner_id', 'account', 'own', 'Carros da garagem', 'delete', 95);

select private.declare_columns('vehicles', 'exported',
  '{id,owner_id,nickname,body_kind,make,model,version,year_made,year_model,color,engine,cooling,fuel_system,
    fuels,tank_litres,km_per_litre,cruise_kmh,toll_class,odometer_state,odometer_offset_km,odometer_km,
    odometer_is_estimated,story,status,photo_id,deleted_at,created_at,updated_at}');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('deleted_vehicles', 'public.vehicles', 'deleted_at', '30 days', 'deleted_at is not null', 420);

-- The composite foreign keys keep owner_id equal to that of the car, also when the car changes hands.
create table public.vehicle_identities (
  vehicle_id uuid primary key,
  owner_id uuid not null,
  plate text not null default '' check (plate ~ '^([A-Z]{3}[0-9][A-Z0-9][0-9]{2}|)$'),
  plate_kind text not null default 'standard' check (plate_kind in ('standard', 'collection')),
  chassis text not null default '' check (char_length(chassis) <= 30),
  cvcol_number text not null default '' check (char_length(cvcol_number) <= 40),
  cvcol_class text check (cvcol_class in ('original', 'modified')),
  cvcol_points smallint check (cvcol_points between 0 and 100),
  cvcol_club text not null default '' check (char_length(cvcol_club) <= 120),
  cvcol_expires_on date,
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_identities is
  'Plate, chassis and certificate of originality (CVCOL) of a car; only its owner reads them.';
create index vehicle_identities_vehicle_id_idx on public.vehicle_identities (vehicle_id, owner_id);
create index vehicle_identities_owner_id_idx on public.vehicle_identities (owner_id);
alter table public.vehicle_identities enable row level security;
grant select, insert on public.vehicle_identities to authenticated;
grant update (
  plate, plate_kind, chassis, cvcol_number, cvcol_class, cvcol_points, cvcol_club, cvcol_expires_on
) on public.vehicle_identities to authenticated;
grant all on public.vehicle_identities to service_role;
create policy "authenticated owners read the identities of their cars" on public.vehicle_identities
  for select to authenticated using (owner_id = (select private.account_id()));

-- Security definer, so that the policies of the tables do not ask each other.
create function private.owns_vehicle(vehicle uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.vehicles where id = vehicle and owner_id = (select private.account_id()))
$$;
comment on function private.owns_vehicle is 'Whether the caller owns a car.';

create policy "authenticated owners add the identities of their cars" on public.vehicle_identities
  for insert to authenticated with check (owner_id = (select private.account_id())
    and private.owns_vehicle(vehicle_id));
create policy "authenticated owners update the identities of their cars" on public.vehicle_identities
  for update to authenticated using (owner_id = (select private.account_id()))
  with check (owner_id = (select private.account_id()));
create trigger vehicle_identities_touch before update on public.vehicle_identities
  for each row execute function private.touch_updated_at();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_identities', 'owner_id', 'account', 'own', 'Placas e certificados dos carros', 'delete', 96);

select private.declare_columns('vehicle_identities', 'exported',
  '{vehicle_id,owner_id,plate,plate_kind,chassis,cvcol_number,cvcol_class,cvcol_points,cvcol_club,
    cvcol_expires_on,updated_at}');

create table public.vehicle_members (
  vehicle_id uuid not null,
  owner_id uuid not null,
  account_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('viewer', 'editor')),
  created_at timestamptz not null default now(),
  primary key (vehicle_id, account_id),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  check (account_id <> owner_id)
);
comment on table public.vehicle_members is
  'Accounts that the owner of a car shares it with; written by functions only. viewer: reads the log. editor: writes '
  'it too.';
create index vehicle_members_vehicle_id_idx on public.vehicle_members (vehicle_id, owner_id);
create index vehicle_members_account_id_idx on public.vehicle_members (account_id);
create index vehicle_members_owner_id_idx on public.vehicle_members (owner_id);
alter table public.vehicle_members enable row level security;
grant select on public.vehicle_members to authenticated;
grant all on public.vehicle_members to service_role;
create policy "authenticated owners and members read who shares a car" on public.vehicle_members
  for select to authenticated
  using (owner_id = (select private.account_id()) or account_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_members', 'owner_id', 'account', 'own', 'Pessoas com acesso aos carros', 'delete', 97),
  ('vehicle_members', 'account_id', 'account', 'own', 'Carros compartilhados comigo', 'delete', 98);

select
  private.declare_columns('vehicle_members', 'exported', '{vehicle_id,role,created_at}'),
  private.declare_columns('vehicle_members', 'withheld',
    '{owner_id,account_id}', 'another person: owner or member of the car');

alter table public.trips add constraint trips_vehicle_id_fkey
  foreign key (vehicle_id) references public.vehicles (id) on delete set null;

create function private.edits_vehicle(vehicle uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.owns_vehicle(vehicle) or exists (
    select from public.vehicle_members where vehicle_id = vehicle and account_id = (select private.account_id())
      and role = 'editor'
  )
$$;
comment on function private.edits_vehicle is
  'Whether the caller may write the log of a car: its owner and its editors.';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('vehicle-files', 'vehicle-files', false, 10485760, '{image/webp,application/pdf}');
