set check_function_bodies = off;

-- Cars of an account, and who may see or change them.

create table public.vehicles (
  id uuid primary key,
  owner_id uuid not null references public.profiles (id) on delete cascade,
  nickname text not null check (char_length(btrim(nickname)) between 1 and 60),
  body_kind text not null default 'car' check (body_kind in ('car', 'pickup', 'motorcycle', 'truck')),
  make text not null default '' check (char_length(make) <= 60),
  model text not null default '' check (char_length(model) <= 80),
  version text not null default '' check (char_length(version) <= 80),
  year_made smallint check (year_made between 1880 and 2100),
  year_model smallint check (year_model between 1880 and 2100),
  color text not null default '' check (char_length(color) <= 40),
  engine text not null default '' check (char_length(engine) <= 80),
  cooling text check (cooling in ('air', 'water')),
  fuel_system text check (fuel_system in ('carburettor', 'injection', 'diesel', 'electric')),
  fuels text[] not null default '{gasoline}' check (
    fuels <@ '{gasoline,gasoline_premium,ethanol,diesel,cng,electric}' and cardinality(fuels) between 1 and 4
  ),
  tank_litres numeric(5, 1) check (tank_litres between 1 and 300),
  km_per_litre numeric(4, 1) check (km_per_litre between 1 and 60),
  cruise_kmh smallint check (cruise_kmh between 20 and 130),
  toll_class text not null default 'car' check (toll_class in ('car', 'motorcycle', 'car_trailer1', 'car_trailer2')),
  odometer_state text not null default 'ok' check (odometer_state in ('ok', 'broken', 'replaced')),
  odometer_offset_km numeric(9, 1) not null default 0 check (odometer_offset_km between -9999999 and 9999999),
  odometer_km numeric(9, 1) check (odometer_km between 0 and 9999999),
  odometer_is_estimated boolean not null default false,
  story text not null default '' check (char_length(story) <= 4000),
  status text not null default 'active' check (status in ('active', 'stored', 'restoring', 'sold')),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicles', 'owner_id', 'account', 'own', 'Carros da garagem', 'delete', 95);

select private.declare_columns('vehicles', 'exported',
  '{id,owner_id,nickname,body_kind,make,model,version,year_made,year_model,color,engine,cooling,fuel_system,
    fuels,tank_litres,km_per_litre,cruise_kmh,toll_class,odometer_state,odometer_offset_km,odometer_km,
    odometer_is_estimated,story,status,photo_id,deleted_at,created_at,updated_at}');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
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

-- The log of a car: entries, files, documents and parts.

create table public.vehicle_entries (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  kind text not null check (kind in ('fuel', 'service', 'km', 'expense', 'note', 'trip')),
  on_date date not null check (on_date >= '1900-01-01'),
  reading_km numeric(9, 1) check (reading_km between 0 and 9999999),
  offset_km numeric(9, 1) not null default 0 check (offset_km between -9999999 and 9999999),
  estimated_km numeric(9, 1) check (estimated_km between 0 and 9999999),
  km numeric(9, 1) generated always as (coalesce(reading_km + offset_km, estimated_km)) stored,
  replaces_odometer boolean not null default false,
  title text not null default '' check (char_length(title) <= 120),
  notes text not null default '' check (char_length(notes) <= 4000),
  place text not null default '' check (char_length(place) <= 120),
  lat double precision check (lat between -36 and 8),
  lng double precision check (lng between -76 and -28),
  fuel text check (fuel in ('gasoline', 'gasoline_premium', 'ethanol', 'diesel', 'cng', 'electric')),
  ethanol_pct smallint check (ethanol_pct between 0 and 100),
  litres numeric(8, 3) check (litres > 0 and litres <= 2000),
  is_full boolean,
  missed_previous boolean not null default false,
  category text check (
    category in ('service', 'repair', 'upgrade', 'inspection', 'toll', 'parking', 'insurance', 'tax', 'part', 'food',
      'lodging', 'other')
  ),
  total_cents bigint check (total_cents between 0 and 1000000000),
  parts_cents bigint check (parts_cents between 0 and 1000000000),
  labour_cents bigint check (labour_cents between 0 and 1000000000),
  trip_id uuid references public.trips (id) on delete set null,
  distance_km numeric(8, 1) check (distance_km between 0 and 40000),
  version integer not null default 1 check (version > 0),
  created_by uuid references public.profiles (id) on delete set null,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  check ((kind = 'fuel') = (fuel is not null and litres is not null and is_full is not null)),
  check (kind <> 'km' or reading_km is not null or estimated_km is not null),
  check (not replaces_odometer or kind = 'km'),
  check (reading_km + offset_km >= 0)
);
comment on table public.vehicle_entries is
  'The log of a car: refuelling, maintenance, odometer readings, expenses, notes and driven trips; written by '
  'functions only.';
comment on column public.vehicle_entries.id is
  'Made by the device, so that an entry that is sent twice is stored once.';
comment on column public.vehicle_entries.on_date is 'Day at the place where it happened.';
comment on column public.vehicle_entries.reading_km is
  'What the odometer shows; null when it is broken or was not read.';
comment on column public.vehicle_entries.offset_km is 'odometer_offset_km of the car at that time.';
comment on column public.vehicle_entries.estimated_km is
  'Kilometres of the car without a reading, estimated from its trips.';
comment on column public.vehicle_entries.km is 'Kilometres of the car.';
comment on column public.vehicle_entries.replaces_odometer is
  'A kilometre entry with the first reading of a new odometer.';
comment on column public.vehicle_entries.ethanol_pct is
  'Share of ethanol in the filled fuel, where the driver knows it.';
comment on column public.vehicle_entries.litres is 'Litres; cubic metres of cng, kWh of electric.';
comment on column public.vehicle_entries.missed_previous is
  'A refuelling before this one was not noted: consumption cannot be computed across it.';
comment on column public.vehicle_entries.category is
  'service, repair, upgrade or inspection of a service entry; the others of an expense.';
comment on column public.vehicle_entries.distance_km is 'Driven kilometres of a trip.';
comment on column public.vehicle_entries.version is 'Counts the saves; a save names the version that was opened.';
comment on column public.vehicle_entries.deleted_at is 'In the trash for 30 days.';
create index vehicle_entries_vehicle_id_idx on public.vehicle_entries (vehicle_id, on_date desc, id);
create index vehicle_entries_km_idx on public.vehicle_entries (vehicle_id, km) where deleted_at is null and km
  is not null;
create index vehicle_entries_owner_idx on public.vehicle_entries (vehicle_id, owner_id);
create index vehicle_entries_owner_id_idx on public.vehicle_entries (owner_id);
create index vehicle_entries_created_by_idx on public.vehicle_entries (created_by);
create unique index vehicle_entries_trip_id_idx on public.vehicle_entries (trip_id, vehicle_id) where kind = 'trip'
  and deleted_at is null;
create index vehicle_entries_trip_idx on public.vehicle_entries (trip_id);
create index vehicle_entries_deleted_at_idx on public.vehicle_entries (deleted_at) where deleted_at is not null;
alter table public.vehicle_entries enable row level security;
grant select on public.vehicle_entries to authenticated;
grant all on public.vehicle_entries to service_role;
create policy "authenticated owners and members read the log of their cars" on public.vehicle_entries
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));

create function private.count_vehicle_km() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  vehicle uuid := coalesce(new.vehicle_id, old.vehicle_id);
begin
  update public.vehicles set (odometer_km, odometer_is_estimated) = (
    select max(entry.km), coalesce((array_agg(entry.reading_km is null order by entry.km desc))[1], false)
    from (
      select km, reading_km from public.vehicle_entries
      where vehicle_id = vehicle and deleted_at is null and km is not null order by km desc limit 1
    ) as entry
  ) where id = vehicle;
  return null;
end $$;
comment on function private.count_vehicle_km is
  'Trigger function: keeps the kilometres of a car equal to the highest of its entries.';

create trigger vehicle_entries_km after insert or update of reading_km, offset_km, estimated_km, deleted_at, vehicle_id
  or delete
  on public.vehicle_entries for each row execute function private.count_vehicle_km();

-- A trigger, so that an import, a correction and the trash of the entry change the car as the dialog does.
create function private.apply_odometer_replacement() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  vehicle uuid := coalesce(new.vehicle_id, old.vehicle_id);
  newest public.vehicle_entries;
begin
  select * into newest from public.vehicle_entries
  where vehicle_id = vehicle and replaces_odometer and deleted_at is null
  order by on_date desc, km desc nulls last, created_at desc limit 1;
  update public.vehicles set
    odometer_offset_km = coalesce(newest.offset_km, 0),
    odometer_state = case when newest.id is not null then 'replaced' when odometer_state = 'replaced' then 'ok'
      else odometer_state end
  where id = vehicle;
  return null;
end $$;
comment on function private.apply_odometer_replacement is
  'Trigger function: the newest entry that replaces the odometer decides the offset of the car; without one it is 0.';

create trigger vehicle_entries_odometer_added after insert on public.vehicle_entries
  for each row when (new.replaces_odometer) execute function private.apply_odometer_replacement();
create trigger vehicle_entries_odometer_changed
  after update of replaces_odometer, offset_km, on_date, reading_km, deleted_at on public.vehicle_entries
  for each row when (
    (old.replaces_odometer or new.replaces_odometer)
    and (old.replaces_odometer, old.offset_km, old.on_date, old.reading_km, old.deleted_at)
      is distinct from (new.replaces_odometer, new.offset_km, new.on_date, new.reading_km, new.deleted_at)
  ) execute function private.apply_odometer_replacement();
create trigger vehicle_entries_odometer_removed after delete on public.vehicle_entries
  for each row when (old.replaces_odometer) execute function private.apply_odometer_replacement();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_entries', 'created_by', 'account', 'work', 'Registros em carros de outras pessoas', 'unlink', 100),
  ('vehicle_entries', 'owner_id', 'account', 'own', 'Registros do diário de bordo', 'delete', 99);

select
  private.declare_columns('vehicle_entries', 'exported',
    '{id,vehicle_id,owner_id,kind,on_date,reading_km,offset_km,estimated_km,km,replaces_odometer,title,notes,place,
      lat,lng,fuel,ethanol_pct,litres,is_full,missed_previous,category,total_cents,parts_cents,labour_cents,
      trip_id,distance_km,version,deleted_at,created_at,updated_at}'),
  private.declare_columns('vehicle_entries', 'withheld', '{created_by}', 'may be another person: who wrote the entry');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('deleted_vehicle_entries', 'public.vehicle_entries', 'deleted_at', '30 days', 'deleted_at is not null', 421);

create table public.vehicle_documents (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  kind text not null check (kind in ('crlv', 'insurance', 'cvcol', 'inspection', 'other')),
  number text not null default '' check (char_length(number) <= 60),
  expires_on date check (expires_on between '1900-01-01' and '2200-12-31'),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_documents is
  'Documents of a car with their expiry; only the owner of the car reads them. Their files are in vehicle_files.';
comment on column public.vehicle_documents.id is
  'Made by the browser, so that a document that is sent twice is stored once.';
comment on column public.vehicle_documents.kind is
  'crlv: registration. insurance: policy. cvcol: certificate of originality. inspection: safety or gas inspection.';
comment on column public.vehicle_documents.deleted_at is 'In the trash for 30 days.';
create index vehicle_documents_vehicle_id_idx on public.vehicle_documents (vehicle_id, owner_id);
create index vehicle_documents_owner_id_idx on public.vehicle_documents (owner_id, expires_on);
create index vehicle_documents_deleted_at_idx on public.vehicle_documents (deleted_at) where deleted_at is not null;
alter table public.vehicle_documents enable row level security;
grant select, insert on public.vehicle_documents to authenticated;
grant update (kind, number, expires_on) on public.vehicle_documents to authenticated;
grant all on public.vehicle_documents to service_role;
create policy "authenticated owners read the documents of their cars" on public.vehicle_documents
  for select to authenticated using (owner_id = (select private.account_id()));
create policy "authenticated owners add documents of their cars" on public.vehicle_documents
  for insert to authenticated with check (
    owner_id = (select private.account_id()) and private.owns_vehicle(vehicle_id) and deleted_at is null
  );
create policy "authenticated owners update the documents of their cars" on public.vehicle_documents
  for update to authenticated using (owner_id = (select private.account_id()))
  with check (owner_id = (select private.account_id()));
create trigger vehicle_documents_server_columns before insert or update on public.vehicle_documents
  for each row execute function private.guard_server_columns('', 'created_at,updated_at,deleted_at');
create trigger vehicle_documents_touch before update on public.vehicle_documents
  for each row execute function private.touch_updated_at();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_documents', 'owner_id', 'account', 'own', 'Documentos dos carros', 'delete', 103);

select private.declare_columns('vehicle_documents', 'exported',
  '{id,vehicle_id,owner_id,kind,number,expires_on,deleted_at,created_at,updated_at}');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('deleted_vehicle_documents', 'public.vehicle_documents', 'deleted_at', '30 days', 'deleted_at is not null', 422);

create table public.vehicle_files (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  entry_id uuid references public.vehicle_entries (id) on delete cascade,
  kind text not null check (kind in ('photo', 'receipt', 'document')),
  name text not null default '' check (char_length(name) <= 120),
  extension text not null check (extension in ('webp', 'pdf')),
  path text default '',
  bytes integer not null check (bytes between 1 and 10485760),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  document_id uuid references public.vehicle_documents (id) on delete cascade,
  checklist_item_id uuid,
  diary_entry_id uuid,
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  constraint vehicle_files_document_id_kind check (document_id is null or kind = 'document')
);
comment on table public.vehicle_files is
  'Photos, receipts and documents of a car in bucket vehicle-files. Members of the car do not read documents.';
comment on column public.vehicle_files.path is
  'Made from the ids by a trigger; the copy of a car that was handed over names the same file.';
comment on column public.vehicle_files.document_id is 'The document that the file belongs to.';
comment on column public.vehicle_files.checklist_item_id is 'The item of a checklist that the photo shows.';
comment on column public.vehicle_files.diary_entry_id is 'The entry of the diary that the photo belongs to.';
create index vehicle_files_vehicle_id_idx on public.vehicle_files (vehicle_id, owner_id, created_at);
create index vehicle_files_entry_id_idx on public.vehicle_files (entry_id);
create index vehicle_files_owner_id_idx on public.vehicle_files (owner_id);
create index vehicle_files_created_by_idx on public.vehicle_files (created_by);
create index vehicle_files_document_id_idx on public.vehicle_files (document_id);
create index vehicle_files_checklist_item_id_idx on public.vehicle_files (checklist_item_id);
create index vehicle_files_diary_entry_id_idx on public.vehicle_files (diary_entry_id);
create index vehicle_files_path_idx on public.vehicle_files (path);
alter table public.vehicle_files enable row level security;
grant select, insert, delete on public.vehicle_files to authenticated;
grant all on public.vehicle_files to service_role;
create policy "authenticated owners read the files of their cars, members all but documents" on public.vehicle_files
  for select to authenticated using (
    owner_id = (select private.account_id()) or kind <> 'document' and vehicle_id in (select private.read_vehicles())
  );

-- Security definer, because the policy of vehicle_files asks for a document that may be in the trash.
create function private.is_document_of(document uuid, vehicle uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.vehicle_documents where id = document and vehicle_id = vehicle)
$$;
comment on function private.is_document_of is 'Whether a document belongs to a car.';

create policy "authenticated owners add files, editors photos and receipts" on public.vehicle_files
  for insert to authenticated with check (
    private.edits_vehicle(vehicle_id) and (kind <> 'document' or owner_id = (select private.account_id()))
    and (entry_id is null or exists (
      select from public.vehicle_entries as entry where entry.id = entry_id
        and entry.vehicle_id = vehicle_files.vehicle_id
    ))
    and (document_id is null or private.is_document_of(document_id, vehicle_id))
  );
create policy "authenticated owners delete files, editors photos and receipts" on public.vehicle_files
  for delete to authenticated using (
    private.edits_vehicle(vehicle_id) and (kind <> 'document' or owner_id = (select private.account_id()))
  );
create trigger vehicle_files_server_columns before insert or update on public.vehicle_files
  for each row execute function private.guard_server_columns('created_by', 'created_at');

create function private.queue_vehicle_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Of two transactions that delete the last two rows of a file, the second sees that no row is left.
  perform pg_advisory_xact_lock(hashtextextended('vehicle_file' || old.path, 0));
  if not exists (select from public.vehicle_files where path = old.path) then
    perform private.queue_files('vehicle-files', array[old.path]);
  end if;
  return null;
end $$;
comment on function private.queue_vehicle_file is
  'Trigger function: deletes the stored file when the last row that names it was deleted.';

create trigger vehicle_files_files after delete on public.vehicle_files
  for each row execute function private.queue_vehicle_file();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_files', 'owner_id', 'account', 'own', 'Arquivos dos carros', 'delete', 101),
  ('vehicle_files', 'created_by', 'account', 'work', 'Arquivos em carros de outras pessoas', 'unlink', 102);

select
  private.declare_columns('vehicle_files', 'exported',
    '{id,vehicle_id,owner_id,entry_id,kind,name,extension,path,bytes,created_at,document_id,checklist_item_id,
      diary_entry_id}'),
  private.declare_columns('vehicle_files', 'withheld', '{created_by}', 'may be another person: who added the file');

insert into private.file_columns (bucket, relation, names) values
  ('vehicle-files', 'public.vehicle_files', 'array[path]');

create table public.vehicle_parts (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  name text not null check (char_length(btrim(name)) between 1 and 120),
  oem_number text not null default '' check (char_length(oem_number) <= 60),
  brand text not null default '' check (char_length(brand) <= 60),
  quantity smallint not null default 1 check (quantity between 1 and 999),
  location text not null default '' check (char_length(location) <= 80),
  installed_km numeric(9, 1) check (installed_km between 0 and 9999999),
  cost_cents bigint check (cost_cents between 0 and 1000000000),
  supplier text not null default '' check (char_length(supplier) <= 120),
  is_carried boolean not null default true,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_parts is
  'Spare and installed parts of a car; its members read them, owner and editors write them.';
comment on column public.vehicle_parts.id is 'Made by the browser, so that a part that is sent twice is stored once.';
comment on column public.vehicle_parts.location is 'Where in the car or at home the part is.';
comment on column public.vehicle_parts.installed_km is
  'Kilometres of the car when the part was installed; null for a spare part.';
comment on column public.vehicle_parts.cost_cents is 'Price of one piece.';
comment on column public.vehicle_parts.is_carried is 'Whether the part is in the car on a trip.';
comment on column public.vehicle_parts.deleted_at is 'In the trash for 30 days.';
create index vehicle_parts_vehicle_id_idx on public.vehicle_parts (vehicle_id, owner_id);
create index vehicle_parts_owner_id_idx on public.vehicle_parts (owner_id);
create index vehicle_parts_deleted_at_idx on public.vehicle_parts (deleted_at) where deleted_at is not null;
alter table public.vehicle_parts enable row level security;
grant select, insert on public.vehicle_parts to authenticated;
grant update (
  name, oem_number, brand, quantity, location, installed_km, cost_cents, supplier, is_carried
) on public.vehicle_parts to authenticated;
grant all on public.vehicle_parts to service_role;
create policy "authenticated owners and members read the parts of their cars" on public.vehicle_parts
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));
create policy "authenticated owners and editors add parts of their cars" on public.vehicle_parts
  for insert to authenticated with check (private.edits_vehicle(vehicle_id) and deleted_at is null);
create policy "authenticated owners and editors update the parts of their cars" on public.vehicle_parts
  for update to authenticated using (private.edits_vehicle(vehicle_id)) with check (private.edits_vehicle(vehicle_id));
create trigger vehicle_parts_server_columns before insert or update on public.vehicle_parts
  for each row execute function private.guard_server_columns('', 'created_at,updated_at,deleted_at');
create trigger vehicle_parts_touch before update on public.vehicle_parts
  for each row execute function private.touch_updated_at();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_parts', 'owner_id', 'account', 'own', 'Peças dos carros', 'delete', 104);

select private.declare_columns('vehicle_parts', 'exported',
  '{id,vehicle_id,owner_id,name,oem_number,brand,quantity,location,installed_km,cost_cents,supplier,is_carried,
    deleted_at,created_at,updated_at}');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('deleted_vehicle_parts', 'public.vehicle_parts', 'deleted_at', '30 days', 'deleted_at is not null', 423);

alter table public.vehicles add constraint vehicles_photo_id_fkey
  foreign key (photo_id) references public.vehicle_files (id) on delete set null;

create policy "authenticated owners update their cars" on public.vehicles
  for update to authenticated using (owner_id = (select private.account_id())) with check (
    owner_id = (select private.account_id())
    and (photo_id is null or exists (select from public.vehicle_files as file where file.id = photo_id
      and file.vehicle_id = vehicles.id))
  );

create function private.entry_json(entry public.vehicle_entries) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(entry) - '{owner_id,created_by}'::text[]
$$;
comment on function private.entry_json is 'An entry as StoredEntry of lib/vehicles/schema.ts.';

create function private.same_entry(known public.vehicle_entries, given public.vehicle_entries) returns boolean
language sql stable set search_path = '' as $$
  select to_jsonb(known) - of_server = to_jsonb(given) - of_server
  from (values ('{id,vehicle_id,owner_id,km,version,created_by,deleted_at,created_at,updated_at}'::text[]))
    as columns (of_server)
$$;
comment on function private.same_entry is 'Whether a stored entry has the content that was sent.';

-- A save whose answer was lost is sent again: it finds its own content one version later and is answered as saved.
create function private.save_vehicle_entry(entry uuid, vehicle uuid, seen integer, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  car public.vehicles;
  known public.vehicle_entries;
  given public.vehicle_entries;
begin
  perform private.require_account();
  -- Concurrent saves of one car wait for each other.
  select * into car from public.vehicles where id = vehicle for no key update;
  if car.id is null or not private.edits_vehicle(vehicle) then
    return jsonb_build_object('status', case when vehicle in (select private.read_vehicles()) then 'forbidden'
      else 'gone' end);
  elsif car.deleted_at is not null then
    return '{"status": "gone"}';
  end if;
  select * into known from public.vehicle_entries where id = entry for update;
  if known.id is not null and known.vehicle_id <> vehicle then
    return '{"status": "forbidden"}';
  end if;
  -- Columns of the server are taken from the stored row or made here, never from the content.
  given := jsonb_populate_record(null::public.vehicle_entries,
    content - '{id,vehicle_id,owner_id,km,version,created_by,deleted_at,created_at,updated_at}'::text[]);
  given.offset_km := coalesce(given.offset_km, 0);
  given.replaces_odometer := coalesce(given.replaces_odometer, false);
  given.title := coalesce(given.title, '');
  given.notes := coalesce(given.notes, '');
  given.place := coalesce(given.place, '');
  given.missed_previous := coalesce(given.missed_previous, false);
  if given.on_date > current_date + 1 then
    return '{"status": "in_future"}';
  elsif given.trip_id is not null and not exists (select from public.trips where id = given.trip_id and owner_id
    in (account, car.owner_id)) then
    given.trip_id := null;
  end if;
  if known.id is null then
    if seen is not null then
      return '{"status": "gone"}';
    elsif 50000 <= (select count(*) from public.vehicle_entries where vehicle_id = vehicle) then
      return '{"status": "limit"}';
    end if;
    insert into public.vehicle_entries (
      id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, estimated_km, replaces_odometer, title, notes,
        place, lat, lng,
      fuel, ethanol_pct, litres, is_full, missed_previous, category, total_cents, parts_cents, labour_cents, trip_id,
        distance_km, created_by
    ) values (
      entry, vehicle, car.owner_id, given.kind, given.on_date, given.reading_km, given.offset_km, given.estimated_km,
      given.replaces_odometer, given.title, given.notes, given.place, given.lat, given.lng, given.fuel,
        given.ethanol_pct,
      given.litres, given.is_full, given.missed_previous, given.category, given.total_cents, given.parts_cents,
        given.labour_cents, given.trip_id, given.distance_km, account
    ) returning * into known;
    return jsonb_build_object('status', 'saved', 'entry', private.entry_json(known));
  elsif known.version is distinct from seen then
    return jsonb_build_object(
      'status', case when private.same_entry(known, given) and known.version = coalesce(seen, 0) + 1 then 'saved'
        when known.deleted_at is not null then 'gone' else 'conflict' end,
      'entry', private.entry_json(known)
    );
  elsif known.deleted_at is not null then
    return '{"status": "gone"}';
  end if;
  update public.vehicle_entries set
    kind = given.kind, on_date = given.on_date, reading_km = given.reading_km, offset_km = given.offset_km,
    estimated_km = given.estimated_km, replaces_odometer = given.replaces_odometer, title = given.title,
      notes = given.notes,
    place = given.place, lat = given.lat, lng = given.lng, fuel = given.fuel, ethanol_pct = given.ethanol_pct,
    litres = given.litres, is_full = given.is_full, missed_previous = given.missed_previous, category = given.category,
      total_cents = given.total_cents,
    parts_cents = given.parts_cents, labour_cents = given.labour_cents, trip_id = given.trip_id,
      distance_km = given.distance_km,
    version = vehicle_entries.version + 1, updated_at = clock_timestamp()
  where id = entry returning * into known;
  return jsonb_build_object('status', 'saved', 'entry', private.entry_json(known));
exception
  when unique_violation then
    return '{"status": "exists"}';
  when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation
    or invalid_text_representation
    or numeric_value_out_of_range or invalid_datetime_format then
    return '{"status": "invalid"}';
end $$;
comment on function private.save_vehicle_entry is
  'Stores a new entry (seen is null) or the next version of an existing one; answers SaveEntryAnswer of '
  'lib/vehicles/schema.ts.';

create function private.set_vehicle_entry_deleted(entry uuid, is_deleted boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vehicle_entries;
begin
  perform private.require_account();
  select * into known from public.vehicle_entries where id = entry for update;
  if known.id is null or not private.edits_vehicle(known.vehicle_id) then
    return 'gone';
  end if;
  update public.vehicle_entries set
    deleted_at = case when is_deleted then coalesce(deleted_at, now()) end, version = version + 1,
      updated_at = clock_timestamp()
  where id = entry and (deleted_at is not null) is distinct from is_deleted;
  return 'saved';
exception when unique_violation then
  return 'exists';
end $$;
comment on function private.set_vehicle_entry_deleted is
  'Moves an entry into the trash or back: saved, gone, or exists when its trip was noted again meanwhile.';

create function private.replace_odometer(entry uuid, vehicle uuid, on_date date, total_km numeric, reading numeric,
  remark text)
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  car public.vehicles;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into car from public.vehicles where id = vehicle and owner_id = account and deleted_at is null
    for no key update;
  if car.id is null then
    return 'gone';
  elsif exists (select from public.vehicle_entries where id = entry and vehicle_id = vehicle) then
    return 'saved';
  elsif on_date > current_date + 1 then
    return 'in_future';
  elsif total_km < car.odometer_km then
    return 'goes_back';
  end if;
  insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, replaces_odometer,
    notes, created_by)
  values (entry, vehicle, account, 'km', on_date, reading, total_km - reading, true, coalesce(btrim(remark), ''),
    account);
  return 'saved';
exception
  when unique_violation then
    return 'gone';
  when check_violation or not_null_violation or numeric_value_out_of_range then
    return 'invalid';
end $$;
comment on function private.replace_odometer is
  'Notes the first reading of a new or repaired odometer; a trigger changes the offset of the car in the same '
  'transaction.';

create function private.set_vehicle_row_deleted(kind text, item uuid, is_deleted boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  elsif kind = 'vehicle' then
    update public.vehicles set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end
    where id = item and owner_id = account;
  elsif kind = 'document' then
    update public.vehicle_documents set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end
    where id = item and owner_id = account;
  elsif kind = 'part' then
    update public.vehicle_parts set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end
    where id = item and private.edits_vehicle(vehicle_id);
  elsif kind = 'diary_entry' then
    update public.vehicle_diary_entries set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end
    where id = item and private.edits_vehicle(vehicle_id);
  end if;
  return case when found then 'saved' else 'gone' end;
end $$;
comment on function private.set_vehicle_row_deleted is
  'Moves a car or a document of the caller, or a part or diary entry of a car that the caller edits, into the trash '
  'or back.';

create function private.delete_vehicle(vehicle uuid, name text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  delete from public.vehicles
  where id = vehicle and owner_id = private.account_id() and deleted_at is not null
    and lower(btrim(nickname)) = lower(btrim(name));
  return case
    when found then 'deleted'
    when exists (select from public.vehicles where id = vehicle and owner_id = private.account_id() and deleted_at
      is not null) then 'name'
    else 'gone'
  end;
end $$;
comment on function private.delete_vehicle is
  'Deletes a car in the trash of its owner for good, with its log and files.';

create function public.save_vehicle_entry(entry uuid, vehicle uuid, seen integer, content jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_vehicle_entry(entry, vehicle, seen, content);
comment on function public.save_vehicle_entry is
  'Saves an entry of a car that the caller edits: {status: saved | conflict | gone | forbidden | invalid | in_future '
  '| exists | limit, entry}. seen is the version that was opened, null for a new entry.';
grant execute on function public.save_vehicle_entry to authenticated, service_role;

create function public.set_vehicle_entry_deleted(entry uuid, is_deleted boolean) returns text
language sql volatile security invoker set search_path = ''
return private.set_vehicle_entry_deleted(entry, is_deleted);
comment on function public.set_vehicle_entry_deleted is
  'Moves an entry of a car that the caller edits into the trash, where it is kept for 30 days, or back: saved, gone '
  'or exists.';
grant execute on function public.set_vehicle_entry_deleted to authenticated, service_role;

create function public.replace_odometer(entry uuid, vehicle uuid, on_date date, total_km numeric, reading numeric,
  remark text)
returns text
language sql volatile security invoker set search_path = ''
return private.replace_odometer(entry, vehicle, on_date, total_km, reading, remark);
comment on function public.replace_odometer is
  'The odometer of an own car shows reading while the car has total_km: saved, gone, goes_back, in_future or invalid.';
grant execute on function public.replace_odometer to authenticated, service_role;

create function public.set_vehicle_row_deleted(kind text, item uuid, is_deleted boolean) returns text
language sql volatile security invoker set search_path = ''
return private.set_vehicle_row_deleted(kind, item, is_deleted);
comment on function public.set_vehicle_row_deleted is
  'Moves a vehicle, document, part or diary_entry into the trash, where it is kept for 30 days, or back: saved or '
  'gone.';
grant execute on function public.set_vehicle_row_deleted to authenticated, service_role;

create function public.delete_vehicle(vehicle uuid, name text) returns text
language sql volatile security invoker set search_path = ''
return private.delete_vehicle(vehicle, name);
comment on function public.delete_vehicle is
  'Deletes an own car in the trash for good when name is its nickname: deleted, name or gone.';
grant execute on function public.delete_vehicle to authenticated, service_role;

create function public.recent_vehicle_entries(per_vehicle integer) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(entry) - '{owner_id,created_by}'::text[] order by entry.on_date desc, entry.id),
    '[]')
  from public.vehicles as vehicle
  cross join lateral (
    select * from public.vehicle_entries
    where vehicle_id = vehicle.id and deleted_at is null
    order by on_date desc, id limit least(per_vehicle, 20)
  ) as entry
  where vehicle.deleted_at is null
$$;
comment on function public.recent_vehicle_entries is
  'The newest entries of every car that the caller reads, as StoredEntry of lib/vehicle-entries/schema.ts.';
grant execute on function public.recent_vehicle_entries to authenticated, service_role;

create function public.vehicle_entry_years(vehicle uuid, list text)
returns table (year integer, entries bigint, total_cents bigint, litres double precision)
language sql stable security invoker set search_path = '' as $$
  -- date_part instead of extract: a numeric for each of 20,000 rows takes twice the time.
  select date_part('year', entry.on_date)::integer, count(*), coalesce(sum(entry.total_cents), 0)::bigint,
    coalesce(sum(entry.litres::double precision), 0)
  from public.vehicle_entries as entry
  where entry.vehicle_id = vehicle and entry.deleted_at is null and case list
    when 'fuel' then entry.kind = 'fuel'
    when 'service' then entry.kind = 'service' or entry.category = 'part'
    else true
  end
  group by 1 order by 1 desc
$$;
comment on function public.vehicle_entry_years is
  'Entries, costs and litres of each year of a car, the newest year first: list fuel, service (with parts) or any '
  'other text for all.';
grant execute on function public.vehicle_entry_years to authenticated, service_role;

create function public.read_vehicle_log(vehicle uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select coalesce(json_agg(entry), '[]')
  from (
    select id, vehicle_id, kind, on_date, reading_km, offset_km, estimated_km, km, replaces_odometer, title, notes,
      place, lat, lng,
      fuel, ethanol_pct, litres, is_full, missed_previous, category, total_cents, parts_cents, labour_cents, trip_id,
        distance_km,
      version, deleted_at, created_at, updated_at
    from public.vehicle_entries
    where vehicle_id = vehicle and deleted_at is null
    order by on_date, km, id
  ) as entry
$$;
comment on function public.read_vehicle_log is
  'Every entry of a car outside the trash that the caller may read, the oldest first, as StoredEntry of '
  'lib/vehicle-entries/schema.ts.';
grant execute on function public.read_vehicle_log to authenticated, service_role;

-- Trips of a car and its diary.

create table public.vehicle_trips (
  entry_id uuid primary key references public.vehicle_entries (id) on delete cascade,
  vehicle_id uuid not null,
  owner_id uuid not null,
  origin text not null default '' check (char_length(origin) <= 120),
  destination text not null default '' check (char_length(destination) <= 120),
  states text[] not null default '{}' check (
    cardinality(states) <= 27 and array_to_string(states, ',') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'
  ),
  km_source text not null check (km_source in ('odometer', 'recorded', 'planned', 'typed')),
  expense_ids uuid[] not null default '{}',
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_trips is
  'Where a trip of the log went: kept with its entry, because members do not read the trip and its owner may delete '
  'it. Written by functions only.';
comment on column public.vehicle_trips.states is 'Two-letter codes in the order of travel.';
comment on column public.vehicle_trips.km_source is
  'Where distance_km came from when the trip was noted: two readings, the recorded track, the planned line, or typed.';
comment on column public.vehicle_trips.expense_ids is 'Fuel and expense entries that were written with the trip.';
create index vehicle_trips_vehicle_id_idx on public.vehicle_trips (vehicle_id, owner_id);
create index vehicle_trips_owner_id_idx on public.vehicle_trips (owner_id);
alter table public.vehicle_trips enable row level security;
grant select on public.vehicle_trips to authenticated;
grant all on public.vehicle_trips to service_role;
create policy "authenticated owners and members read the trips of their cars" on public.vehicle_trips
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_trips', 'owner_id', 'account', 'own', 'Viagens feitas com os carros', 'delete', 113);

select private.declare_columns('vehicle_trips', 'exported',
  '{entry_id,vehicle_id,owner_id,origin,destination,states,km_source,expense_ids}');

create table public.vehicle_diary_entries (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  trip_id uuid references public.trips (id) on delete set null,
  on_date date not null check (on_date >= '1900-01-01'),
  title text not null check (char_length(btrim(title)) between 1 and 120),
  body text not null default '' check (char_length(body) <= 8000),
  place text not null default '' check (char_length(place) <= 120),
  lat double precision check (lat between -36 and 8),
  lng double precision check (lng between -76 and -28),
  weather text not null default '' check (char_length(weather) <= 80),
  created_by uuid references public.profiles (id) on delete set null,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  check ((lat is null) = (lng is null))
);
comment on table public.vehicle_diary_entries is
  'The travel diary of a car; its members read it, owner and editors write it.';
comment on column public.vehicle_diary_entries.id is
  'Made by the browser, so that an entry that is sent twice is stored once.';
comment on column public.vehicle_diary_entries.on_date is 'Day at the place where it happened.';
comment on column public.vehicle_diary_entries.weather is 'As the person describes it.';
comment on column public.vehicle_diary_entries.deleted_at is 'In the trash for 30 days.';
create index vehicle_diary_entries_vehicle_id_idx on public.vehicle_diary_entries (vehicle_id, owner_id);
create index vehicle_diary_entries_day_idx on public.vehicle_diary_entries (vehicle_id, on_date desc, id);
create index vehicle_diary_entries_owner_id_idx on public.vehicle_diary_entries (owner_id);
create index vehicle_diary_entries_trip_id_idx on public.vehicle_diary_entries (trip_id);
create index vehicle_diary_entries_created_by_idx on public.vehicle_diary_entries (created_by);
create index vehicle_diary_entries_deleted_at_idx on public.vehicle_diary_entries (deleted_at) where deleted_at
  is not null;
alter table public.vehicle_diary_entries enable row level security;
grant select, insert on public.vehicle_diary_entries to authenticated;
grant update (trip_id, on_date, title, body, place, lat, lng, weather) on public.vehicle_diary_entries to authenticated;
grant all on public.vehicle_diary_entries to service_role;
create policy "authenticated owners and members read the diary of their cars" on public.vehicle_diary_entries
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));
create policy "authenticated owners and editors add to the diary of their cars" on public.vehicle_diary_entries
  for insert to authenticated with check (private.edits_vehicle(vehicle_id) and deleted_at is null);
create policy "authenticated owners and editors update the diary of their cars" on public.vehicle_diary_entries
  for update to authenticated using (private.edits_vehicle(vehicle_id)) with check (private.edits_vehicle(vehicle_id));
create trigger vehicle_diary_entries_server_columns before insert or update on public.vehicle_diary_entries
  for each row execute function private.guard_server_columns('created_by', 'created_at,updated_at,deleted_at');
create trigger vehicle_diary_entries_touch before update on public.vehicle_diary_entries
  for each row execute function private.touch_updated_at();

-- Not in the policies: an editor may change the text of an entry that names a trip of the owner.
create function private.check_diary_trip() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.trip_id is not null and (tg_op = 'INSERT' or new.trip_id is distinct from old.trip_id) and not exists (
    select from public.trips where id = new.trip_id and owner_id in (private.account_id(), new.owner_id)
  ) then
    raise exception 'the trip belongs to somebody else' using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.check_diary_trip is
  'Trigger function: an entry of the diary names a trip of the caller or of the owner of the car.';

create trigger vehicle_diary_entries_trip before insert or update of trip_id on public.vehicle_diary_entries
  for each row execute function private.check_diary_trip();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_diary_entries', 'owner_id', 'account', 'own', 'Diário de viagem dos carros', 'delete', 114),
  ('vehicle_diary_entries', 'created_by', 'account', 'work', 'Diário de viagem em carros de outras pessoas', 'unlink',
    115);

select
  private.declare_columns('vehicle_diary_entries', 'exported',
    '{id,vehicle_id,owner_id,trip_id,on_date,title,body,place,lat,lng,weather,deleted_at,created_at,updated_at}'),
  private.declare_columns('vehicle_diary_entries', 'withheld',
    '{created_by}', 'may be another person: who wrote the entry');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('deleted_vehicle_diary_entries', 'public.vehicle_diary_entries', 'deleted_at', '30 days', 'deleted_at is not null',
    436);

alter table public.vehicle_files add constraint vehicle_files_diary_entry_id_fkey
  foreign key (diary_entry_id) references public.vehicle_diary_entries (id) on delete cascade;

-- Security definer, because the policy of vehicle_files asks for an entry that may be in the trash.
create function private.is_diary_entry_of(entry uuid, vehicle uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.vehicle_diary_entries where id = entry and vehicle_id = vehicle)
$$;
comment on function private.is_diary_entry_of is 'Whether an entry of the diary belongs to a car.';

create policy "authenticated accounts add only photos to the diary of the same car" on public.vehicle_files
  as restrictive for insert to authenticated with check (
    diary_entry_id is null or kind = 'photo' and private.is_diary_entry_of(diary_entry_id, vehicle_id)
  );

-- Part of the plan, so that the choice is undone, drafted and saved with the rest of it, also by the holder of a link.
create function private.set_trip_vehicle() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  chosen text := new.plan -> 'car' ->> 'vehicleId';
begin
  if tg_op = 'UPDATE' and chosen is not distinct from old.plan -> 'car' ->> 'vehicleId' then
    return new;
  end if;
  new.vehicle_id := null;
  if chosen ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    if private.account_edits_vehicle(new.owner_id, chosen::uuid) then
      new.vehicle_id := chosen::uuid;
    end if;
  end if;
  return new;
end $$;
comment on function private.set_trip_vehicle is
  'Trigger function: copies the car of the plan to vehicle_id if the owner of the trip may edit that car.';

create trigger trips_vehicle before insert or update of plan on public.trips
  for each row execute function private.set_trip_vehicle();

create function private.account_edits_vehicle(account uuid, vehicle uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.vehicles as car
    where car.id = vehicle and car.deleted_at is null and (car.owner_id = account or exists (
      select from public.vehicle_members as member
      where member.vehicle_id = car.id and member.account_id = account and member.role = 'editor'
    ))
  )
$$;
comment on function private.account_edits_vehicle is 'Whether an account owns a car or is an editor of it.';

-- The rule of offsetOn in lib/vehicle-entries/rules.ts.
create function private.odometer_offset_on(car public.vehicles, day date) returns numeric
language sql stable set search_path = '' as $$
  select case
    when later.on_date is null then car.odometer_offset_km
    else coalesce((
      select entry.offset_km from public.vehicle_entries as entry
      where entry.vehicle_id = car.id and entry.deleted_at is null and entry.on_date < later.on_date
      order by entry.on_date desc limit 1
    ), 0)
  end
  from (
    select min(entry.on_date) as on_date from public.vehicle_entries as entry
    where entry.vehicle_id = car.id and entry.deleted_at is null and entry.replaces_odometer and entry.on_date > day
  ) as later
$$;
comment on function private.odometer_offset_on is 'Kilometres of a car minus the reading of its odometer on a day.';

-- Estimates of later days count too: trips are often noted in another order than they were driven.
create function private.estimated_km_after(car public.vehicles, day date, distance numeric) returns numeric
language sql stable set search_path = '' as $$
  select least(
    max(entry.km) filter (where entry.on_date <= day or entry.reading_km is null) + distance,
    min(entry.km) filter (where entry.on_date > day and entry.reading_km is not null)
  )
  from public.vehicle_entries as entry
  where entry.vehicle_id = car.id and entry.deleted_at is null and entry.km is not null
  having count(*) filter (where entry.on_date <= day or entry.reading_km is null) > 0
$$;
comment on function private.estimated_km_after is
  'Kilometres of a car without a working odometer after a trip: the known ones and the distance, at most the next '
  'reading; null when none are known.';

create function private.trip_entries(trip public.trips, car public.vehicles, content jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  day date := (content ->> 'on_date')::date;
  is_broken boolean := car.odometer_state = 'broken';
  fuel jsonb := nullif(content -> 'fuel', 'null');
  basics jsonb := jsonb_build_object('on_date', day, 'trip_id', trip.id, 'offset_km',
    private.odometer_offset_on(car, day));
  km jsonb := jsonb_build_object(
    'reading_km', case when not is_broken then content -> 'reading_km' end,
    'estimated_km', case when is_broken then private.estimated_km_after(car, day, (content ->> 'distance_km')::numeric)
      end
  );
begin
  return jsonb_build_array(basics || km || jsonb_build_object(
    'id', content -> 'id', 'kind', 'trip', 'distance_km', content -> 'distance_km', 'notes', content -> 'notes',
    'title', left(coalesce(nullif(trip.title, ''), concat_ws(' – ', nullif(content ->> 'origin', ''),
      nullif(content ->> 'destination', ''))), 120)
  )) || case when fuel is null then '[]' else jsonb_build_array(
    -- Only a tank that was filled at the end belongs to the kilometres of the end.
    basics || case when (fuel ->> 'is_full')::boolean then km else '{}' end || jsonb_build_object(
      'id', fuel -> 'id', 'kind', 'fuel', 'fuel', fuel -> 'fuel', 'litres', fuel -> 'litres', 'is_full',
        fuel -> 'is_full',
      'total_cents', fuel -> 'total_cents'
    )
  ) end || coalesce((
    select jsonb_agg(basics || jsonb_build_object(
      'id', cost -> 'id', 'kind', 'expense', 'category', cost -> 'category', 'title', cost -> 'title', 'total_cents',
        cost -> 'total_cents'
    ))
    from jsonb_array_elements(coalesce(nullif(content -> 'costs', 'null'), '[]')) as cost
  ), '[]');
end $$;
comment on function private.trip_entries is
  'The entries of a finished trip with their ids: the trip, then fuel and expenses.';

create function private.log_trip(trip uuid, vehicle uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  account uuid := private.require_trip_owner();
  known public.trips;
  car public.vehicles;
  noted uuid;
  entries jsonb;
  entry jsonb;
  answer text;
begin
  -- Two tabs and a double click wait here for each other.
  select * into known from public.trips as own
  where own.id = trip and own.owner_id = account and own.deleted_at is null for no key update;
  if known.id is null then
    return '{"status": "gone"}';
  end if;
  select * into car from public.vehicles as own where own.id = vehicle and own.deleted_at is null for no key update;
  if car.id is null or not private.edits_vehicle(vehicle) then
    return '{"status": "forbidden"}';
  elsif jsonb_array_length(coalesce(nullif(content -> 'costs', 'null'), '[]')) > 10 then
    return '{"status": "invalid"}';
  end if;
  update public.trips as own set done_at = coalesce(own.done_at, now()) where own.id = trip;
  select own.id into noted from public.vehicle_entries as own
  where own.trip_id = trip and own.vehicle_id = vehicle and own.kind = 'trip' and own.deleted_at is null;
  if noted is not null then
    return jsonb_build_object('status', case when noted = (content ->> 'id')::uuid then 'saved' else 'exists' end);
  end if;
  entries := private.trip_entries(known, car, content);
  for entry in select one.value from jsonb_array_elements(entries) as one loop
    answer := private.save_vehicle_entry((entry ->> 'id')::uuid, vehicle, null, entry - 'id') ->> 'status';
    if answer <> 'saved' then
      raise exception '%', answer using errcode = 'LT001';
    end if;
  end loop;
  insert into public.vehicle_trips (entry_id, vehicle_id, owner_id, origin, destination, states, km_source, expense_ids)
  select (content ->> 'id')::uuid, vehicle, car.owner_id, coalesce(content ->> 'origin', ''),
    coalesce(content ->> 'destination', ''),
    array(select jsonb_array_elements_text(coalesce(nullif(content -> 'states', 'null'), '[]'))),
      content ->> 'km_source',
    array(select (one.value ->> 'id')::uuid from jsonb_array_elements(entries - 0) as one);
  return '{"status": "saved"}';
exception
  when sqlstate 'LT001' then
    return jsonb_build_object('status', sqlerrm);
  when check_violation or not_null_violation or unique_violation or invalid_text_representation
    or numeric_value_out_of_range
    or datetime_field_overflow or invalid_datetime_format or invalid_parameter_value then
    return '{"status": "invalid"}';
end $$;
comment on function private.log_trip is
  'Closes a trip of the caller and writes it with its fuel and expenses into the log of a car that the caller edits; '
  'everything or nothing, once per trip and car.';

create function public.log_trip(trip uuid, vehicle uuid, content jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.log_trip(trip, vehicle, content);
comment on function public.log_trip is
  'Closes an own trip into the log of a car: {status: saved | exists | gone | forbidden | invalid | in_future | limit '
  '| conflict}. content is LoggedTrip of lib/vehicle-diary/schema.ts.';
grant execute on function public.log_trip to authenticated, service_role;

create function public.list_vehicle_trips(vehicle uuid)
returns table (
  id uuid, on_date date, title text, notes text, distance_km double precision, trip_id uuid, version integer,
    origin text,
  destination text, states text[], km_source text, total_cents bigint, opens_trip boolean
)
language sql stable security invoker set search_path = '' as $$
  select entry.id, entry.on_date, entry.title, entry.notes, entry.distance_km::double precision, entry.trip_id,
    entry.version,
    coalesce(facts.origin, ''), coalesce(facts.destination, ''), coalesce(facts.states, '{}'), facts.km_source,
    (
      select coalesce(sum(coalesce(cost.total_cents, coalesce(cost.parts_cents, 0) + coalesce(cost.labour_cents, 0))),
        0)::bigint
      from public.vehicle_entries as cost
      where cost.vehicle_id = entry.vehicle_id and cost.deleted_at is null
        and cost.id in (
          select entry.id
          union select paid.id from public.vehicle_entries as paid where paid.trip_id = entry.trip_id
          union select unnest(facts.expense_ids)
        )
    ),
    exists (select from public.trips as trip where trip.id = entry.trip_id and trip.deleted_at is null)
  from public.vehicle_entries as entry
  left join public.vehicle_trips as facts on facts.entry_id = entry.id
  where entry.vehicle_id = vehicle and entry.kind = 'trip' and entry.deleted_at is null
  order by entry.on_date desc, entry.id limit 1000
$$;
comment on function public.list_vehicle_trips is
  'The trips in the log of a car that the caller reads, the newest first, each with the cents of all entries that '
  'belong to it and whether the caller may open the planned trip.';
grant execute on function public.list_vehicle_trips to authenticated, service_role;

-- Checklists of a car and the tasks that they leave.

create function private.are_checklist_items(items jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 1 and 150 and not exists (
    select from jsonb_array_elements(items) as item
    where coalesce(item ->> 'key', '') !~ '^[a-z0-9-]{1,60}$' or char_length(coalesce(item ->> 'section', ''))
      not between 1 and 120
      or char_length(coalesce(item ->> 'text', '')) not between 1 and 300
      or coalesce(item ->> 'answer', '') not in ('check', 'number', 'choice', 'text')
  )
$$;
comment on function private.are_checklist_items is
  'Whether a value is a list of items of an own template, as OwnItem of lib/vehicle-checklists/schema.ts.';

-- Not in checklist_templates: the panel lists those, and the audit log copies them.
create table public.vehicle_checklist_templates (
  id uuid primary key,
  owner_id uuid not null references public.profiles (id) on delete cascade,
  title text not null check (char_length(btrim(title)) between 1 and 120),
  kind text not null check (kind in ('pre_trip', 'daily', 'post_trip', 'storage', 'tow_handover', 'cvcol',
    'public_trip')),
  items jsonb not null check (private.are_checklist_items(items) and pg_column_size(items) <= 131072),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.vehicle_checklist_templates is 'Own templates of an account, for all of its cars.';
create index vehicle_checklist_templates_owner_id_idx on public.vehicle_checklist_templates (owner_id, title);
alter table public.vehicle_checklist_templates enable row level security;
grant select, insert, delete on public.vehicle_checklist_templates to authenticated;
grant update (title, kind, items) on public.vehicle_checklist_templates to authenticated;
grant all on public.vehicle_checklist_templates to service_role;
create policy "authenticated accounts read own checklist templates" on public.vehicle_checklist_templates
  for select to authenticated using (owner_id = (select private.account_id()));

-- Security definer: a policy of a table may not read the same table again.
create function private.own_checklist_templates() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.vehicle_checklist_templates where owner_id = (select private.account_id())
$$;
comment on function private.own_checklist_templates is 'Number of own templates of the caller.';

create policy "authenticated accounts add own checklist templates" on public.vehicle_checklist_templates
  for insert to authenticated with check (
    owner_id = (select private.account_id()) and (select private.own_checklist_templates()) < 100
  );
create policy "authenticated accounts update own checklist templates" on public.vehicle_checklist_templates
  for update to authenticated using (owner_id = (select private.account_id()))
  with check (owner_id = (select private.account_id()));
create policy "authenticated accounts delete own checklist templates" on public.vehicle_checklist_templates
  for delete to authenticated using (owner_id = (select private.account_id()));
create trigger vehicle_checklist_templates_server_columns before insert or update on public.vehicle_checklist_templates
  for each row execute function private.guard_server_columns('owner_id', 'created_at,updated_at');
create trigger vehicle_checklist_templates_touch before update on public.vehicle_checklist_templates
  for each row execute function private.touch_updated_at();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_checklist_templates', 'owner_id', 'account', 'own', 'Modelos de checklist próprios', 'delete', 105);

select private.declare_columns('vehicle_checklist_templates', 'exported',
  '{id,owner_id,title,kind,items,created_at,updated_at}');

create table public.vehicle_checklists (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  template_id uuid references public.checklist_templates (id) on delete set null,
  own_template_id uuid references public.vehicle_checklist_templates (id) on delete set null,
  kind text not null check (kind in ('pre_trip', 'daily', 'post_trip', 'storage', 'tow_handover', 'cvcol',
    'public_trip')),
  title text not null check (char_length(btrim(title)) between 1 and 160),
  revision integer not null default 1 check (revision > 0),
  previous_id uuid unique references public.vehicle_checklists (id) on delete set null,
  version integer not null default 1 check (version > 0),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  signed_on date check (signed_on >= '1900-01-01'),
  signed_km numeric(9, 1) check (signed_km between 0 and 9999999),
  result text not null default 'open' check (result in ('open', 'ok', 'attention', 'failed')),
  created_by uuid references public.profiles (id) on delete set null,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  check ((finished_at is null) = (result = 'open') and (finished_at is null) = (signed_on is null))
);
comment on table public.vehicle_checklists is
  'Checklists of a car that were started; written by functions only, a finished one never changes.';
comment on column public.vehicle_checklists.id is
  'Made by the device, so that a checklist that is sent twice is stored once.';
comment on column public.vehicle_checklists.revision is
  'Reopening a finished checklist makes the next revision, which names the earlier one in previous_id.';
comment on column public.vehicle_checklists.version is 'Counts the saves.';
comment on column public.vehicle_checklists.signed_km is 'What the odometer showed; null when it is broken.';
comment on column public.vehicle_checklists.result is
  'The worst status of an item; an item that was not checked counts as attention.';
comment on column public.vehicle_checklists.deleted_at is 'In the trash for 30 days.';
create index vehicle_checklists_vehicle_id_idx on public.vehicle_checklists (vehicle_id, started_at desc, id);
create index vehicle_checklists_owner_idx on public.vehicle_checklists (vehicle_id, owner_id);
create index vehicle_checklists_owner_id_idx on public.vehicle_checklists (owner_id);
create index vehicle_checklists_created_by_idx on public.vehicle_checklists (created_by);
create index vehicle_checklists_template_id_idx on public.vehicle_checklists (template_id);
create index vehicle_checklists_own_template_id_idx on public.vehicle_checklists (own_template_id);
create index vehicle_checklists_deleted_at_idx on public.vehicle_checklists (deleted_at) where deleted_at is not null;
alter table public.vehicle_checklists enable row level security;
grant select on public.vehicle_checklists to authenticated;
grant all on public.vehicle_checklists to service_role;
create policy "authenticated owners and members read the checklists of their cars" on public.vehicle_checklists
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_checklists', 'owner_id', 'account', 'own', 'Checklists dos carros', 'delete', 106),
  ('vehicle_checklists', 'created_by', 'account', 'work', 'Checklists em carros de outras pessoas', 'unlink', 107);

select
  private.declare_columns('vehicle_checklists', 'exported',
    '{id,vehicle_id,owner_id,template_id,own_template_id,kind,title,revision,previous_id,version,started_at,
      finished_at,signed_on,signed_km,result,deleted_at,created_at,updated_at}'),
  private.declare_columns('vehicle_checklists', 'withheld',
    '{created_by}', 'may be another person: who started the checklist');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('deleted_vehicle_checklists', 'public.vehicle_checklists', 'deleted_at', '30 days', 'deleted_at is not null', 440);

create table public.vehicle_checklist_items (
  id uuid primary key,
  checklist_id uuid not null references public.vehicle_checklists (id) on delete cascade,
  vehicle_id uuid not null,
  owner_id uuid not null,
  position integer not null check (position between 1 and 150),
  key text not null default '' check (char_length(key) <= 60),
  section text not null check (char_length(section) between 1 and 120),
  text text not null check (char_length(text) between 1 and 300),
  why text not null default '' check (char_length(why) <= 600),
  answer text not null default 'check' check (answer in ('check', 'number', 'choice', 'text')),
  unit text not null default '' check (char_length(unit) <= 20),
  choices text not null default '' check (char_length(choices) <= 600),
  suggests_maintenance boolean not null default true,
  status text not null default 'pending' check (status in ('pending', 'ok', 'attention', 'fail', 'na')),
  value text not null default '' check (char_length(value) <= 300),
  note text not null default '' check (char_length(note) <= 1000),
  version integer not null default 1 check (version > 0),
  updated_at timestamptz not null default now(),
  unique (checklist_id, position),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_checklist_items is
  'Items of a started checklist, copied from its template; written by functions only.';
comment on column public.vehicle_checklist_items.version is
  'Counts the changes; a change names the version that its device had.';
create index vehicle_checklist_items_vehicle_idx on public.vehicle_checklist_items (vehicle_id, owner_id);
create index vehicle_checklist_items_owner_id_idx on public.vehicle_checklist_items (owner_id);
alter table public.vehicle_checklist_items enable row level security;
grant select on public.vehicle_checklist_items to authenticated;
grant all on public.vehicle_checklist_items to service_role;
create policy "authenticated owners and members read the checklist items of their cars"
  on public.vehicle_checklist_items
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_checklist_items', 'owner_id', 'account', 'own', 'Itens dos checklists', 'delete', 108);

select private.declare_columns('vehicle_checklist_items', 'exported',
  '{id,checklist_id,vehicle_id,owner_id,position,key,section,text,why,answer,unit,choices,suggests_maintenance,
    status,value,note,version,updated_at}');

create table public.vehicle_tasks (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  title text not null check (char_length(btrim(title)) between 1 and 120),
  status text not null default 'open' check (status in ('open', 'done')),
  checklist_item_id uuid unique references public.vehicle_checklist_items (id) on delete set null,
  done_entry_id uuid references public.vehicle_entries (id) on delete set null,
  done_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  check ((status = 'done') = (done_at is not null))
);
comment on table public.vehicle_tasks is
  'Maintenance that a car still needs, often from a failed item of a checklist; written by functions only.';
comment on column public.vehicle_tasks.done_entry_id is 'The entry of the log that was written when the task was done.';
create index vehicle_tasks_vehicle_id_idx on public.vehicle_tasks (vehicle_id, status, created_at);
create index vehicle_tasks_owner_idx on public.vehicle_tasks (vehicle_id, owner_id);
create index vehicle_tasks_owner_id_idx on public.vehicle_tasks (owner_id);
create index vehicle_tasks_done_entry_id_idx on public.vehicle_tasks (done_entry_id);
create index vehicle_tasks_created_by_idx on public.vehicle_tasks (created_by);
alter table public.vehicle_tasks enable row level security;
grant select on public.vehicle_tasks to authenticated;
grant all on public.vehicle_tasks to service_role;
create policy "authenticated owners and members read the tasks of their cars" on public.vehicle_tasks
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_tasks', 'owner_id', 'account', 'own', 'Tarefas de manutenção', 'delete', 109),
  ('vehicle_tasks', 'created_by', 'account', 'work', 'Tarefas em carros de outras pessoas', 'unlink', 110);

select
  private.declare_columns('vehicle_tasks', 'exported',
    '{id,vehicle_id,owner_id,title,status,checklist_item_id,done_entry_id,done_at,created_at,updated_at}'),
  private.declare_columns('vehicle_tasks', 'withheld', '{created_by}', 'may be another person: who added the task');

alter table public.vehicle_files add constraint vehicle_files_checklist_item_id_fkey
  foreign key (checklist_item_id) references public.vehicle_checklist_items (id) on delete cascade;

-- Restrictive policies, so that those of vehicle_files stay as they are.
create function private.is_open_checklist_item(item uuid, vehicle uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.vehicle_checklist_items as found join public.vehicle_checklists as list
      on list.id = found.checklist_id
    where found.id = item and found.vehicle_id = vehicle and list.finished_at is null and list.deleted_at is null
  )
$$;
comment on function private.is_open_checklist_item is
  'Whether an item belongs to a checklist of a car that is not finished.';

create policy "authenticated accounts add photos to open checklists only" on public.vehicle_files
  as restrictive for insert to authenticated with check (
    checklist_item_id is null or kind = 'photo' and private.is_open_checklist_item(checklist_item_id, vehicle_id)
  );
create policy "authenticated accounts delete photos of open checklists only" on public.vehicle_files
  as restrictive for delete to authenticated using (
    checklist_item_id is null or private.is_open_checklist_item(checklist_item_id, vehicle_id)
  );

create function private.checklist_result(failed bigint, attention bigint, pending bigint) returns text
language sql immutable set search_path = ''
return case when failed > 0 then 'failed' when attention + pending > 0 then 'attention' else 'ok' end;
comment on function private.checklist_result is
  'Result of a finished checklist, as resultOf of lib/vehicle-checklists/rules.ts.';

create function private.checklist_json(list public.vehicle_checklists) returns jsonb
language sql stable set search_path = '' as $$
  with recursive versions as (
    select list.previous_id as id
    union
    select version.previous_id from public.vehicle_checklists as version join versions on versions.id = version.id
  ), earlier as (
    select item.position, jsonb_agg(file.id order by file.created_at, file.id) as photos
    from versions
    join public.vehicle_checklists as version on version.id = versions.id and version.deleted_at is null
    join public.vehicle_checklist_items as item on item.checklist_id = version.id
    join public.vehicle_files as file on file.checklist_item_id = item.id
    group by item.position
  )
  select to_jsonb(list) - '{owner_id,created_by,deleted_at,created_at,updated_at}'::text[] || jsonb_build_object(
    'next_id', (select id from public.vehicle_checklists where previous_id = list.id and deleted_at is null),
    'vehicle_name', (select nickname from public.vehicles where id = list.vehicle_id),
    'items', coalesce((
      select jsonb_agg(
        to_jsonb(item) - '{checklist_id,vehicle_id,owner_id,updated_at}'::text[] || jsonb_build_object(
          'photos', coalesce((select jsonb_agg(file.id order by file.created_at, file.id) from public.vehicle_files
            as file where file.checklist_item_id = item.id), '[]'),
          'earlier_photos', coalesce((select photos from earlier where earlier.position = item.position), '[]'),
          'task', (select jsonb_build_object('id', task.id, 'status', task.status) from public.vehicle_tasks as task
            where task.checklist_item_id = item.id)
        ) order by item.position
      ) from public.vehicle_checklist_items as item where item.checklist_id = list.id
    ), '[]')
  )
$$;
comment on function private.checklist_json is
  'A checklist with its items as StoredChecklist of lib/vehicle-checklists/schema.ts.';

create function private.add_checklist(checklist uuid, car public.vehicles, content jsonb)
  returns public.vehicle_checklists
language plpgsql volatile set search_path = '' as $$
declare
  known public.vehicle_checklists;
begin
  insert into public.vehicle_checklists (
    id, vehicle_id, owner_id, template_id, own_template_id, kind, title, started_at, created_by
  ) values (
    checklist, car.id, car.owner_id,
    (select id from public.checklist_templates where id = (content ->> 'template_id')::uuid),
    (select id from public.vehicle_checklist_templates
      where id = (content ->> 'own_template_id')::uuid and owner_id = private.account_id()),
    content ->> 'kind', content ->> 'title', least((content ->> 'started_at')::timestamptz, now()), private.account_id()
  ) returning * into known;
  insert into public.vehicle_checklist_items (
    id, checklist_id, vehicle_id, owner_id, position, key, section, text, why, answer, unit, choices,
      suggests_maintenance
  )
  select (item ->> 'id')::uuid, checklist, car.id, car.owner_id, place, item ->> 'key', item ->> 'section',
    item ->> 'text',
    item ->> 'why', item ->> 'answer', item ->> 'unit', item ->> 'choices', (item ->> 'suggests_maintenance')::boolean
  from jsonb_array_elements(content -> 'items') with ordinality as given (item, place);
  return known;
end $$;
comment on function private.add_checklist is 'Stores a checklist that a device started, with its items.';

-- Each change names the version of the item that its device had: a change of another device in between is never
-- overwritten.
create function private.change_checklist_items(checklist uuid, changes jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  change record;
  known public.vehicle_checklist_items;
  conflicts jsonb := '[]';
begin
  for change in select * from jsonb_to_recordset(changes) as given (id uuid, seen integer, status text, value text,
    note text) order by id loop
    select * into known from public.vehicle_checklist_items where id = change.id and checklist_id = checklist;
    if known.id is null or (known.status, known.value, known.note) = (change.status, change.value, change.note) then
      continue;
    elsif known.version is distinct from change.seen then
      conflicts := conflicts || to_jsonb(change.id);
    else
      update public.vehicle_checklist_items set
        status = change.status, value = change.value, note = change.note, version = vehicle_checklist_items.version + 1,
        updated_at = clock_timestamp()
      where id = change.id;
    end if;
  end loop;
  return conflicts;
end $$;
comment on function private.change_checklist_items is
  'Changes items of an open checklist; answers the ids of those that another device changed in between.';

create function private.finish_checklist(list public.vehicle_checklists, car public.vehicles, signature jsonb)
  returns text
language plpgsql volatile set search_path = '' as $$
declare
  km numeric := (signature ->> 'km')::numeric;
  noted text := 'saved';
begin
  if (signature ->> 'on')::date > current_date + 1 then
    return 'in_future';
  elsif km is not null then
    noted := private.save_vehicle_entry((signature ->> 'entry')::uuid, car.id, null, jsonb_build_object(
      'kind', 'km', 'on_date', signature ->> 'on', 'reading_km', km, 'offset_km', car.odometer_offset_km, 'title',
        left(list.title, 120)
    )) ->> 'status';
  end if;
  if noted not in ('saved', 'conflict') then
    return noted;
  end if;
  update public.vehicle_checklists set
    finished_at = now(), signed_on = (signature ->> 'on')::date, signed_km = km, version = version + 1,
      updated_at = clock_timestamp(),
    result = (
      select private.checklist_result(
        count(*) filter (where status = 'fail'), count(*) filter (where status = 'attention'), count(*)
          filter (where status = 'pending'))
      from public.vehicle_checklist_items where checklist_id = list.id
    )
  where id = list.id;
  return 'saved';
end $$;
comment on function private.finish_checklist is
  'Signs a checklist with date and kilometres, which also become an entry of the log; returns the status of '
  'SaveChecklistAnswer.';

create function private.is_signed_as(list public.vehicle_checklists, signature jsonb) returns boolean
language sql immutable set search_path = ''
return list.signed_on = (signature ->> 'on')::date and list.signed_km is not distinct
  from (signature ->> 'km')::numeric;
comment on function private.is_signed_as is 'Whether a finished checklist has this signature, which was sent again.';

create function private.save_vehicle_checklist(checklist uuid, vehicle uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles;
  known public.vehicle_checklists;
  conflicts jsonb := '[]';
  status text := 'saved';
begin
  perform private.require_account();
  -- Concurrent saves of one car wait for each other.
  select * into car from public.vehicles where id = vehicle for no key update;
  if car.id is null or car.deleted_at is not null or vehicle not in (select private.read_vehicles()) then
    return '{"status": "gone"}';
  elsif not private.edits_vehicle(vehicle) then
    return '{"status": "forbidden"}';
  end if;
  select * into known from public.vehicle_checklists where id = checklist;
  if known.vehicle_id <> vehicle then
    return '{"status": "forbidden"}';
  elsif known.id is null and jsonb_typeof(content -> 'create') = 'object' then
    if 5000 <= (select count(*) from public.vehicle_checklists where vehicle_id = vehicle) then
      return '{"status": "limit"}';
    end if;
    known := private.add_checklist(checklist, car, content -> 'create');
  elsif known.id is null or known.deleted_at is not null then
    return '{"status": "gone"}';
  end if;
  if known.finished_at is null then
    conflicts := private.change_checklist_items(checklist, content -> 'changes');
    update public.vehicle_checklists set version = version + 1, updated_at = clock_timestamp() where id = checklist;
    if jsonb_typeof(content -> 'finish') = 'object' then
      status := case when conflicts = '[]' then private.finish_checklist(known, car, content -> 'finish')
        else 'conflict' end;
    end if;
  -- What arrives for the second time, because the answer was lost, is stored already.
  elsif not private.are_stored(checklist, content -> 'changes')
    or not coalesce(private.is_signed_as(known, nullif(content -> 'finish', 'null')), true) then
    status := 'finished';
  end if;
  insert into public.vehicle_tasks (id, vehicle_id, owner_id, title, checklist_item_id, created_by)
  select task.id, vehicle, car.owner_id, task.title, item.id, private.account_id()
  from jsonb_to_recordset(content -> 'tasks') as task (id uuid, item uuid, title text)
  join public.vehicle_checklist_items as item on item.id = task.item and item.checklist_id = checklist
  on conflict do nothing;
  select * into known from public.vehicle_checklists where id = checklist;
  return jsonb_build_object('status', status, 'conflicts', conflicts, 'checklist', private.checklist_json(known));
exception
  when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation
    or invalid_text_representation
    or numeric_value_out_of_range or invalid_datetime_format or unique_violation then
    return '{"status": "invalid"}';
end $$;
comment on function private.save_vehicle_checklist is
  'Stores what a device has of a checklist (start, changed items, tasks, signature); answers SaveChecklistAnswer of '
  'lib/vehicle-checklists/schema.ts.';

create function private.are_stored(checklist uuid, changes jsonb) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from jsonb_to_recordset(changes) as given (id uuid, status text, value text, note text)
    left join public.vehicle_checklist_items as item on item.id = given.id and item.checklist_id = checklist
    where (item.status, item.value, item.note) is distinct from (given.status, given.value, given.note)
  )
$$;
comment on function private.are_stored is 'Whether all changes are what a checklist contains.';

create function private.reopen_vehicle_checklist(checklist uuid, new_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vehicle_checklists;
  following uuid;
begin
  perform private.require_account();
  select * into known from public.vehicle_checklists where id = checklist and deleted_at is null for update;
  if known.id is null or not private.edits_vehicle(known.vehicle_id) then
    return '{"status": "gone"}';
  elsif known.finished_at is null then
    return jsonb_build_object('status', 'saved', 'id', known.id);
  end if;
  select id into following from public.vehicle_checklists where previous_id = checklist;
  if following is null then
    insert into public.vehicle_checklists (id, vehicle_id, owner_id, template_id, own_template_id, kind, title,
      revision, previous_id, created_by)
    values (new_id, known.vehicle_id, known.owner_id, known.template_id, known.own_template_id, known.kind, known.title,
      known.revision + 1, checklist, private.account_id());
    insert into public.vehicle_checklist_items (
      id, checklist_id, vehicle_id, owner_id, position, key, section, text, why, answer, unit, choices,
        suggests_maintenance, status, value, note
    )
    select gen_random_uuid(), new_id, vehicle_id, owner_id, position, key, section, text, why, answer, unit, choices,
      suggests_maintenance, status, value, note
    from public.vehicle_checklist_items where checklist_id = checklist;
    following := new_id;
  else
    update public.vehicle_checklists set deleted_at = null where id = following;
  end if;
  return jsonb_build_object('status', 'saved', 'id', following);
end $$;
comment on function private.reopen_vehicle_checklist is
  'Makes the next revision of a finished checklist with the same answers, or returns the one that exists.';

create function private.set_vehicle_checklist_deleted(checklist uuid, is_deleted boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_checklists set deleted_at = case when is_deleted then coalesce(deleted_at, now()) end,
    updated_at = clock_timestamp()
  where id = checklist and private.edits_vehicle(vehicle_id);
  return case when found then 'saved' else 'gone' end;
end $$;
comment on function private.set_vehicle_checklist_deleted is 'Moves a checklist into the trash or back: saved or gone.';

create function private.save_vehicle_task(task uuid, vehicle uuid, title text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles;
begin
  perform private.require_account();
  select * into car from public.vehicles where id = vehicle and deleted_at is null for no key update;
  if car.id is null or not private.edits_vehicle(vehicle) then
    return 'gone';
  elsif 1000 <= (select count(*) from public.vehicle_tasks where vehicle_id = vehicle) then
    return 'limit';
  end if;
  insert into public.vehicle_tasks (id, vehicle_id, owner_id, title, created_by)
  values (task, vehicle, car.owner_id, save_vehicle_task.title, private.account_id())
  on conflict (id) do update set title = excluded.title, updated_at = clock_timestamp()
    where vehicle_tasks.vehicle_id = excluded.vehicle_id;
  return case when found then 'saved' else 'gone' end;
exception when check_violation or not_null_violation then
  return 'invalid';
end $$;
comment on function private.save_vehicle_task is
  'Adds a maintenance task or renames it: saved, gone, invalid or limit.';

create function private.finish_vehicle_task(task uuid, entry uuid, content jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vehicle_tasks;
  noted text;
begin
  perform private.require_account();
  select * into known from public.vehicle_tasks where id = task for update;
  if known.id is null or not private.edits_vehicle(known.vehicle_id) then
    return 'gone';
  elsif known.status = 'done' then
    return 'saved';
  end if;
  noted := private.save_vehicle_entry(entry, known.vehicle_id, null, content || '{"kind": "service"}') ->> 'status';
  if noted <> 'saved' then
    return noted;
  end if;
  update public.vehicle_tasks set status = 'done', done_at = now(), done_entry_id = entry,
    updated_at = clock_timestamp() where id = task;
  return 'saved';
end $$;
comment on function private.finish_vehicle_task is
  'Writes the service entry of a task and marks it as done: saved, gone, or a status of save_vehicle_entry.';

create function private.reopen_vehicle_task(task uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.vehicle_tasks;
begin
  perform private.require_account();
  select * into known from public.vehicle_tasks where id = task for update;
  if known.id is null or not private.edits_vehicle(known.vehicle_id) then
    return 'gone';
  elsif known.done_entry_id is not null then
    perform private.set_vehicle_entry_deleted(known.done_entry_id, true);
  end if;
  update public.vehicle_tasks set status = 'open', done_at = null, done_entry_id = null, updated_at = clock_timestamp()
    where id = task;
  return 'saved';
end $$;
comment on function private.reopen_vehicle_task is
  'Opens a done task again and moves its entry into the trash: saved or gone.';

create function private.delete_vehicle_task(task uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.vehicle_tasks where id = task and private.edits_vehicle(vehicle_id);
  return case when found then 'saved' else 'gone' end;
end $$;
comment on function private.delete_vehicle_task is 'Deletes a maintenance task: saved or gone.';

create function public.save_vehicle_checklist(checklist uuid, vehicle uuid, content jsonb) returns jsonb
language sql volatile security invoker set search_path = '' return private.save_vehicle_checklist(checklist, vehicle,
  content);
comment on function public.save_vehicle_checklist is
  'Saves a checklist of a car that the caller edits: {status: saved | conflict | finished | in_future | gone | '
  'forbidden | invalid | limit, conflicts, checklist}.';
grant execute on function public.save_vehicle_checklist to authenticated, service_role;

create function public.get_vehicle_checklist(checklist uuid) returns jsonb
language sql stable security invoker set search_path = ''
begin atomic
  select private.checklist_json(list) from public.vehicle_checklists as list
  where list.id = checklist and list.deleted_at is null and exists (select from public.vehicles
    where id = list.vehicle_id and deleted_at is null);
end;
comment on function public.get_vehicle_checklist is
  'A checklist that the caller may read, with its items; null otherwise.';
grant execute on function public.get_vehicle_checklist to authenticated, service_role;

create function public.reopen_vehicle_checklist(checklist uuid, new_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' return private.reopen_vehicle_checklist(checklist, new_id);
comment on function public.reopen_vehicle_checklist is
  'Next revision of a finished checklist of a car that the caller edits: {status: saved | gone, id}.';
grant execute on function public.reopen_vehicle_checklist to authenticated, service_role;

create function public.set_vehicle_checklist_deleted(checklist uuid, is_deleted boolean) returns text
language sql volatile security invoker set search_path = '' return private.set_vehicle_checklist_deleted(checklist,
  is_deleted);
comment on function public.set_vehicle_checklist_deleted is
  'Moves a checklist of a car that the caller edits into the trash, where it is kept for 30 days, or back: saved or '
  'gone.';
grant execute on function public.set_vehicle_checklist_deleted to authenticated, service_role;

create function public.save_vehicle_task(task uuid, vehicle uuid, title text) returns text
language sql volatile security invoker set search_path = '' return private.save_vehicle_task(task, vehicle, title);
comment on function public.save_vehicle_task is
  'Adds or renames a task of a car that the caller edits: saved, gone, invalid or limit.';
grant execute on function public.save_vehicle_task to authenticated, service_role;

create function public.finish_vehicle_task(task uuid, entry uuid, content jsonb) returns text
language sql volatile security invoker set search_path = '' return private.finish_vehicle_task(task, entry, content);
comment on function public.finish_vehicle_task is
  'Writes the service entry of a task of a car that the caller edits and marks it as done: saved, gone, or a status '
  'of save_vehicle_entry.';
grant execute on function public.finish_vehicle_task to authenticated, service_role;

create function public.reopen_vehicle_task(task uuid) returns text
language sql volatile security invoker set search_path = '' return private.reopen_vehicle_task(task);
comment on function public.reopen_vehicle_task is
  'Opens a done task again and moves its entry into the trash: saved or gone.';
grant execute on function public.reopen_vehicle_task to authenticated, service_role;

create function public.delete_vehicle_task(task uuid) returns text
language sql volatile security invoker set search_path = '' return private.delete_vehicle_task(task);
comment on function public.delete_vehicle_task is 'Deletes a task of a car that the caller edits: saved or gone.';
grant execute on function public.delete_vehicle_task to authenticated, service_role;

-- Maintenance reminders: presets, due dates and announcements.

create table public.reminder_presets (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 80),
  why text not null check (why !~ '^\s*$' and char_length(why) <= 600),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  interval_km integer check (interval_km between 100 and 500000),
  interval_months smallint check (interval_months between 1 and 240),
  body_kinds text[] not null default '{}' check (body_kinds <@ '{car,pickup,motorcycle,truck}'),
  cooling text[] not null default '{}' check (cooling <@ '{air,water}'),
  fuel_systems text[] not null default '{}' check (fuel_systems <@ '{carburettor,injection,diesel,electric}'),
  position integer not null default 0 check (position between 0 and 9999),
  is_active boolean not null default true,
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint preset_has_an_interval check (interval_km is not null or interval_months is not null)
);
comment on table public.reminder_presets is
  'Maintenance that drivers may be reminded of, with its reason and common intervals as starting points.';
comment on column public.reminder_presets.translations is '{en: {title, why}, es: {…}}';
comment on column public.reminder_presets.body_kinds is
  'Kinds of vehicles it is offered for; empty for all. The same holds for cooling and fuel_systems.';
comment on column public.reminder_presets.is_active is 'Offered to drivers; reminders made from it earlier stay.';
comment on column public.reminder_presets.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index reminder_presets_position_idx on public.reminder_presets (position);
alter table public.reminder_presets enable row level security;
grant select, insert, update, delete on public.reminder_presets to authenticated;
grant all on public.reminder_presets to service_role;

-- Common intervals as starting points; the page asks drivers to compare them with the manual of their car.
insert into public.reminder_presets (position, key, title, why, interval_km, interval_months, body_kinds, cooling,
  fuel_systems, translations)
select preset.position * 10, preset.key, preset.title, preset.why, preset.km, preset.months, preset.body_kinds::text[],
  preset.cooling::text[], preset.fuel_systems::text[],
  jsonb_build_object('en', jsonb_build_object('title', preset.title_en, 'why', preset.why_en), 'es',
    jsonb_build_object('title', preset.title_es, 'why', preset.why_es))
from (values
(1, 'oleo-do-motor', 5000, 6, '{}', '{}', '{carburettor,injection,diesel}',
 'Óleo do motor e filtro',
   'O óleo perde aditivos e junta água e combustível mesmo com o carro parado. Por isso conta o que vier primeiro: quilômetros ou meses.',
 'Engine oil and filter',
   'Oil loses additives and collects water and fuel even when the car is parked. So whichever comes first counts: kilometres or months.',
 'Aceite del motor y filtro',
   'El aceite pierde aditivos y junta agua y combustible aunque el auto esté parado. Por eso cuenta lo que llegue primero: kilómetros o meses.'),
(2, 'filtro-de-ar', 10000, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Filtro de ar', 'Filtro sujo enriquece a mistura e gasta mais. Quem roda em estrada de terra confere bem antes.',
 'Air filter', 'A dirty filter makes the mixture rich and wastes fuel. If you drive on dirt roads, check it much earlier.',
 'Filtro de aire', 'Un filtro sucio enriquece la mezcla y gasta más. Si andas por caminos de tierra, revísalo mucho antes.'),
(3, 'filtro-de-combustivel', 10000, 12, '{}', '{}', '{carburettor,injection}',
 'Filtro de combustível', 'Tanque antigo solta ferrugem e borra, que entopem o carburador ou os bicos.',
 'Fuel filter', 'An old tank sheds rust and sludge, which block the carburettor or the injectors.',
 'Filtro de combustible', 'Un tanque viejo suelta óxido y suciedad, que tapan el carburador o los inyectores.'),
(4, 'filtro-separador-diesel', 10000, 12, '{}', '{}', '{diesel}',
 'Filtro de diesel e separador de água',
   'Água no diesel enferruja a bomba injetora e cria borra. Drene o separador e troque o filtro.',
 'Diesel filter and water separator',
   'Water in diesel rusts the injection pump and grows sludge. Drain the separator and replace the filter.',
 'Filtro de diésel y separador de agua',
   'El agua en el diésel oxida la bomba inyectora y forma lodo. Drena el separador y cambia el filtro.'),
(5, 'fluido-de-freio', null, 24, '{}', '{}', '{}',
 'Fluido de freio', 'O fluido absorve água do ar: ferve mais cedo em descida de serra e enferruja cilindros e tubos por dentro.',
 'Brake fluid', 'The fluid absorbs water from the air: it boils earlier on long descents and rusts cylinders and pipes from inside.',
 'Líquido de frenos', 'El líquido absorbe agua del aire: hierve antes en las bajadas largas y oxida cilindros y tubos por dentro.'),
(6, 'freios', 10000, 12, '{}', '{}', '{}',
 'Revisão dos freios',
   'Lonas, pastilhas, flexíveis e cilindros envelhecem mesmo sem uso. Pedal baixo ou carro que puxa para um lado não espera o prazo.',
 'Brake inspection', 'Shoes, pads, hoses and cylinders age even without use. A low pedal or pulling to one side cannot wait for the date.',
 'Revisión de frenos',
   'Cintas, pastillas, flexibles y cilindros envejecen aun sin uso. Un pedal bajo o un auto que tira hacia un lado no espera la fecha.'),
(7, 'liquido-de-arrefecimento', null, 24, '{}', '{water}', '{}',
 'Líquido de arrefecimento e mangueiras',
   'O aditivo contra corrosão se esgota. Só água enferruja o bloco e entope o radiador; mangueira ressecada estoura na estrada.',
 'Coolant and hoses', 'The corrosion inhibitor wears out. Plain water rusts the block and clogs the radiator, and a dry hose bursts on the road.',
 'Refrigerante y mangueras',
   'El aditivo anticorrosivo se agota. El agua sola oxida el bloque y tapa el radiador; una manguera reseca revienta en la ruta.'),
(8, 'aletas-e-ventoinha', 10000, 12, '{}', '{air}', '{}',
 'Limpeza das aletas e da ventoinha',
   'Motor a ar esfria pelas aletas: óleo com poeira vira uma capa que segura o calor. Veja também as chapas e a correia da ventoinha.',
 'Cooling fins and fan',
   'An air-cooled engine loses its heat through the fins: oil with dust becomes a coat that holds heat. Check the tinware and the fan belt too.',
 'Aletas y turbina de enfriamiento',
   'Un motor enfriado por aire pierde calor por las aletas: el aceite con polvo forma una capa que lo retiene. Mira también las chapas y la correa.'),
(9, 'platinado-e-ponto', 5000, 12, '{}', '{}', '{carburettor}',
 'Platinado, condensador e ponto de ignição',
   'O platinado gasta e muda o ponto: o carro perde força, esquenta e gasta mais. Quem usa ignição eletrônica confere só o ponto.',
 'Points, condenser and ignition timing',
   'The points wear and shift the timing: the car loses power, runs hot and uses more fuel. With electronic ignition only check the timing.',
 'Platinos, condensador y punto de encendido',
   'Los platinos se gastan y corren el punto: el auto pierde fuerza, calienta y gasta más. Con encendido electrónico revisa solo el punto.'),
(10, 'velas-e-cabos', 10000, 24, '{}', '{}', '{carburettor,injection}',
 'Velas e cabos', 'Vela gasta falha na subida e dificulta a partida. A cor da vela também mostra se a mistura está certa.',
 'Spark plugs and leads',
   'A worn plug misfires uphill and makes starting hard. The colour of the plug also shows whether the mixture is right.',
 'Bujías y cables', 'Una bujía gastada falla en las subidas y dificulta el arranque. Su color también muestra si la mezcla está bien.'),
(11, 'valvulas', 10000, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Regulagem das válvulas',
   'Folga errada queima válvula ou faz barulho e tira força. Motor com tucho hidráulico em geral não precisa: veja o manual.',
 'Valve clearance', 'A wrong clearance burns valves, or makes noise and costs power. Hydraulic lifters usually need none: see the manual.',
 'Luz de válvulas', 'Una luz equivocada quema válvulas, o hace ruido y quita fuerza. Con botadores hidráulicos casi nunca hace falta: mira el manual.'),
(12, 'carburador', null, 24, '{}', '{}', '{carburettor}',
 'Limpeza e regulagem do carburador',
   'Combustível parado vira goma que entope os giclês. Juntas e diafragmas também ressecam.',
 'Carburettor cleaning and adjustment',
   'Fuel that stands turns into gum that blocks the jets. Gaskets and diaphragms dry out too.',
 'Limpieza y regulación del carburador',
   'El combustible parado se vuelve goma y tapa los surtidores. Juntas y diafragmas también se resecan.'),
(13, 'mangueiras-de-combustivel', null, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Mangueiras e conexões de combustível',
   'Borracha antiga resseca e o etanol da gasolina acelera isso. Vazamento perto do motor quente é a causa clássica de incêndio.',
 'Fuel hoses and fittings',
   'Old rubber dries out, and the ethanol in petrol speeds it up. A leak near the hot engine is the classic cause of fire.',
 'Mangueras y conexiones de combustible',
   'La goma vieja se reseca y el etanol de la nafta lo acelera. Una fuga junto al motor caliente es la causa clásica de incendio.'),
(14, 'correias', 15000, 12, '{}', '{}', '{carburettor,injection,diesel}',
 'Correias: tensão e estado',
   'Correia frouxa não carrega a bateria e deixa o motor esquentar. Trinca ou fio solto é hora de trocar.',
 'Belts: tension and condition',
   'A loose belt does not charge the battery and lets the engine overheat. Cracks or loose threads mean it is time to replace it.',
 'Correas: tensión y estado',
   'Una correa floja no carga la batería y deja calentar el motor. Con grietas o hilos sueltos es hora de cambiarla.'),
(15, 'correia-dentada', 40000, 48, '{}', '{}', '{carburettor,injection,diesel}',
 'Correia dentada', 'Só para motores que têm: se ela arrebenta, as válvulas podem bater nos pistões. A borracha envelhece mesmo com o carro parado.',
 'Timing belt', 'Only for engines that have one: when it breaks, valves may hit the pistons. The rubber ages even when the car is parked.',
 'Correa de distribución',
   'Solo para motores que la tienen: si se corta, las válvulas pueden golpear los pistones. La goma envejece aunque el auto no ande.'),
(16, 'graxa', 5000, 6, '{car,pickup,truck}', '{}', '{}',
 'Lubrificação: graxeiras e dobradiças',
   'Pivôs, terminais e cruzetas com graxeira perdem graxa e juntam água. Sem graxa, a folga aparece na direção.',
 'Greasing: nipples and hinges',
   'Ball joints, tie rods and universal joints with nipples lose grease and collect water. Without grease the steering gets play.',
 'Engrase: alemites y bisagras',
   'Rótulas, extremos y crucetas con alemite pierden grasa y juntan agua. Sin grasa aparece juego en la dirección.'),
(17, 'cambio-e-diferencial', 40000, 48, '{car,pickup,truck}', '{}', '{}',
 'Óleo do câmbio e do diferencial',
   'O óleo perde viscosidade e junta limalha. Marcha que arranha e zumbido atrás são sinais.',
 'Gearbox and differential oil',
   'The oil loses viscosity and collects metal dust. Grinding gears and a hum from the rear are signs.',
 'Aceite de caja y diferencial',
   'El aceite pierde viscosidad y junta limaduras. Un cambio que raspa y un zumbido atrás son señales.'),
(18, 'corrente', 1000, null, '{motorcycle}', '{}', '{}',
 'Corrente: tensão e lubrificação', 'Corrente seca ou frouxa gasta coroa e pinhão e pode soltar.',
 'Chain: tension and lubrication', 'A dry or loose chain wears the sprockets and can come off.',
 'Cadena: tensión y lubricación', 'Una cadena seca o floja gasta corona y piñón y puede salirse.'),
(19, 'pneus-idade', null, 12, '{}', '{}', '{}',
 'Pneus: idade e estado',
   'A borracha endurece com o tempo, mesmo com bons sulcos. A data está na lateral: os quatro dígitos do código DOT são semana e ano. Não esqueça o estepe.',
 'Tyres: age and condition',
   'Rubber hardens with time, even with good tread. The date is on the sidewall: the four digits of the DOT code are week and year. Do not forget the spare.',
 'Neumáticos: edad y estado',
   'La goma se endurece con el tiempo, aunque tenga buen dibujo. La fecha está en el costado: los cuatro dígitos del código DOT son semana y año. No olvides el auxilio.'),
(20, 'calibragem', null, 1, '{}', '{}', '{}',
 'Calibragem dos pneus', 'Pneu perde pressão parado. Calibre frio, e o estepe junto.',
 'Tyre pressure', 'Tyres lose pressure while parked. Check them cold, and the spare too.',
 'Presión de los neumáticos', 'Los neumáticos pierden presión parados. Revísalos en frío, con el auxilio.'),
(21, 'bateria', null, 6, '{}', '{}', '{}',
 'Bateria e terminais', 'Clássico que roda pouco descarrega a bateria. Limpe os terminais, veja o nível e a carga.',
 'Battery and terminals',
   'A classic that is driven little drains its battery. Clean the terminals and check level and charge.',
 'Batería y bornes', 'Un clásico que anda poco descarga la batería. Limpia los bornes y revisa nivel y carga.'),
(22, 'carro-parado', null, 1, '{}', '{}', '{}',
 'Rodar com o carro parado',
   'Ligar só por ligar junta água no óleo e no escapamento. Rode até a temperatura normal, use os freios e todas as marchas.',
 'Drive the parked car',
   'Starting it without driving collects water in the oil and exhaust. Drive until it is warm and use the brakes and every gear.',
 'Sacar a rodar el auto parado',
   'Encenderlo sin andar junta agua en el aceite y el escape. Anda hasta que tome temperatura y usa los frenos y todas las marchas.'),
(23, 'palhetas-e-luzes', null, 12, '{}', '{}', '{}',
 'Palhetas, luzes e buzina', 'O que ninguém testa até chover ou escurecer. Leve também lâmpadas e fusíveis de reserva.',
 'Wipers, lights and horn', 'What nobody tests until it rains or gets dark. Carry spare bulbs and fuses too.',
 'Escobillas, luces y bocina',
   'Lo que nadie prueba hasta que llueve u oscurece. Lleva también lámparas y fusibles de repuesto.'),
(24, 'extintor', null, 12, '{car,pickup,truck}', '{}', '{}',
 'Extintor: validade e pressão', 'Se você leva um a bordo, confira o ponteiro na faixa verde e a data de validade.',
 'Fire extinguisher: date and pressure',
   'If you carry one, check that the needle is in the green and that it has not expired.',
 'Extintor: fecha y presión', 'Si llevas uno a bordo, revisa que la aguja esté en verde y que no haya vencido.'),
(25, 'licenciamento', null, 12, '{}', '{}', '{}',
 'Licenciamento e IPVA',
   'O calendário muda com o estado e o final da placa, e vários estados isentam carros antigos do IPVA. Confira no Detran e marque a data fixa.',
 'Annual licence and vehicle tax',
   'The calendar depends on the state and the last digit of the plate, and several states exempt old cars from the tax. Check with the Detran and set a fixed date.',
 'Licencia anual e impuesto',
   'El calendario cambia según el estado y el final de la placa, y varios estados eximen del impuesto a los autos antiguos. Consulta el Detran y pon una fecha fija.'),
(26, 'seguro', null, 12, '{}', '{}', '{}',
 'Seguro e assistência',
   'Renove antes do fim: sem apólice não há guincho nem cobertura. Para clássicos, confira o valor combinado na apólice.',
 'Insurance and roadside assistance',
   'Renew before the end: without a policy there is no tow and no cover. For classics, check the agreed value in the policy.',
 'Seguro y asistencia',
   'Renueva antes del final: sin póliza no hay grúa ni cobertura. Para clásicos, revisa el valor acordado en la póliza.'),
(27, 'certificado-de-originalidade', null, 12, '{}', '{}', '{}',
 'Certificado de originalidade (placa preta)',
   'O certificado tem validade e o clube agenda a vistoria com antecedência. Marque a data que está no seu.',
 'Certificate of originality (collection plate)',
   'The certificate expires, and the club books inspections in advance. Set the date that is on yours.',
 'Certificado de originalidad (placa negra)',
   'El certificado vence y el club agenda la inspección con anticipación. Pon la fecha que figura en el tuyo.')
) as preset (position, key, km, months, body_kinds, cooling, fuel_systems, title, why, title_en, why_en, title_es,
  why_es);

create policy "signed-in accounts read reminder presets" on public.reminder_presets
  for select to authenticated using ((select private.account_id()) is not null);
create policy "reminder managers add presets" on public.reminder_presets
  for insert to authenticated with check ((select private.has_permission('maintenance_reminders')));
create policy "reminder managers update presets" on public.reminder_presets
  for update to authenticated
  using ((select private.has_permission('maintenance_reminders')))
  with check ((select private.has_permission('maintenance_reminders')));
create policy "reminder managers delete presets" on public.reminder_presets
  for delete to authenticated using ((select private.has_permission('maintenance_reminders')));
create trigger reminder_presets_touch before update on public.reminder_presets
  for each row execute function private.touch_updated_at();
create trigger reminder_presets_audit after insert or update or delete on public.reminder_presets
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('reminder_presets', 'maintenance_reminders');

select private.declare_columns('reminder_presets', 'not_personal', '{*}', 'published texts');

create table public.maintenance_reminders (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  preset_id uuid references public.reminder_presets (id) on delete set null,
  title text not null check (title !~ '^\s*$' and char_length(title) <= 120),
  notes text not null default '' check (char_length(notes) <= 1000),
  metric text not null check (metric in ('date', 'km', 'both')),
  interval_months smallint check (interval_months between 1 and 240),
  interval_km integer check (interval_km between 100 and 500000),
  is_fixed boolean not null default false,
  start_on date check (start_on between '1900-01-01' and '2200-01-01'),
  start_km numeric(9, 1) check (start_km between 0 and 9999999),
  date_step smallint not null default 0 check (date_step >= 0),
  km_step integer not null default 0 check (km_step >= 0),
  last_done_on date check (last_done_on between '1900-01-01' and '2200-01-01'),
  last_done_km numeric(9, 1) check (last_done_km between 0 and 9999999),
  due_on date,
  due_km numeric(9, 1),
  warn_days smallint not null default 14 check (warn_days between 0 and 365),
  warn_km integer not null default 500 check (warn_km between 0 and 20000),
  channels text[] not null default '{portal,push,mail}' check (channels <@ '{portal,push,mail}'
    and cardinality(channels) <= 3),
  paused_at timestamptz,
  snoozed_until date,
  snoozed_until_km numeric(9, 1) check (snoozed_until_km between 0 and 9999999),
  occurrence integer not null default 1,
  announced_at timestamptz,
  previous jsonb,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  -- A repeated reminder has the interval of each of its measures; one that happens once has none and is fixed.
  constraint reminder_intervals check (
    (is_fixed and interval_months is null and interval_km is null)
    or ((interval_months is not null) = (metric in ('date', 'both'))
      and (interval_km is not null) = (metric in ('km', 'both')))
  ),
  constraint reminder_is_due check ((due_on is not null) = (metric in ('date', 'both'))
    and (due_km is not null) = (metric in ('km', 'both')))
);
comment on table public.maintenance_reminders is
  'Maintenance of a car that comes due by date, kilometres or whichever is first. Readers of the car read it, its '
  'owner and editors write it.';
comment on column public.maintenance_reminders.id is
  'Made by the browser, so that a reminder that is sent twice is stored once.';
comment on column public.maintenance_reminders.is_fixed is
  'Fixed: counted from the planned date or kilometres. Otherwise rolling: from the day it was done.';
comment on column public.maintenance_reminders.start_on is
  'Fixed: the first planned date. Rolling: where the count starts until it was done once. The same holds for '
  'start_km.';
comment on column public.maintenance_reminders.start_km is
  'Kilometres of the car, not the reading of an odometer; so are all kilometres of this table.';
comment on column public.maintenance_reminders.date_step is
  'How many intervals a fixed reminder has passed since start_on; km_step since start_km.';
comment on column public.maintenance_reminders.due_on is 'Computed by private.reminder_due; so is due_km.';
comment on column public.maintenance_reminders.warn_days is
  'How many days before due_on it counts as soon; warn_km before due_km.';
comment on column public.maintenance_reminders.channels is 'How the owner is told. Empty: only the lists show it.';
comment on column public.maintenance_reminders.occurrence is
  'Counts what is announced once: a new due date, or a snooze.';
comment on column public.maintenance_reminders.announced_at is 'When the present occurrence was announced.';
comment on column public.maintenance_reminders.previous is
  'Values before it was done last, with the log entry, to undo it.';
comment on column public.maintenance_reminders.deleted_at is 'In the trash for 30 days.';
create index maintenance_reminders_vehicle_id_idx on public.maintenance_reminders (vehicle_id, owner_id);
create index maintenance_reminders_owner_id_idx on public.maintenance_reminders (owner_id);
create index maintenance_reminders_preset_id_idx on public.maintenance_reminders (preset_id);
create index maintenance_reminders_waiting_idx on public.maintenance_reminders (owner_id)
  where announced_at is null and deleted_at is null and paused_at is null;
create index maintenance_reminders_deleted_at_idx on public.maintenance_reminders (deleted_at) where deleted_at
  is not null;
alter table public.maintenance_reminders enable row level security;
grant select on public.maintenance_reminders to authenticated;
grant insert (
  id, vehicle_id, owner_id, preset_id, title, notes, metric, interval_months, interval_km, is_fixed, start_on,
  start_km, last_done_on, last_done_km, warn_days, warn_km, channels
) on public.maintenance_reminders to authenticated;
grant update (
  title, notes, metric, interval_months, interval_km, is_fixed, start_on, start_km, last_done_on, last_done_km,
  warn_days, warn_km, channels, paused_at, snoozed_until, snoozed_until_km, deleted_at
) on public.maintenance_reminders to authenticated;
grant all on public.maintenance_reminders to service_role;
create policy "authenticated readers of a car read its reminders" on public.maintenance_reminders
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));
create policy "authenticated owners and editors add reminders" on public.maintenance_reminders
  for insert to authenticated with check (private.edits_vehicle(vehicle_id));
create policy "authenticated owners and editors update reminders" on public.maintenance_reminders
  for update to authenticated using (private.edits_vehicle(vehicle_id)) with check (private.edits_vehicle(vehicle_id));

create function private.stamp_reminder_times() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.deleted_at := case when new.deleted_at is not null then coalesce(old.deleted_at, now()) end;
    new.paused_at := case when new.paused_at is not null then coalesce(old.paused_at, now()) end;
  end if;
  return new;
end $$;
comment on function private.stamp_reminder_times is
  'Trigger function: an API caller decides whether a reminder is paused or in the trash, the server since when.';

create trigger maintenance_reminders_times before update on public.maintenance_reminders
  for each row execute function private.stamp_reminder_times();
create trigger maintenance_reminders_touch before update on public.maintenance_reminders
  for each row execute function private.touch_updated_at();

create function private.plan_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known_km numeric := (select odometer_km from public.vehicles where id = new.vehicle_id);
begin
  if tg_op = 'INSERT' and 200 <= (select count(*) from public.maintenance_reminders where vehicle_id = new.vehicle_id
    and deleted_at is null) then
    raise exception 'reminder_limit' using errcode = '54000';
  elsif tg_op = 'UPDATE' and old.is_fixed = new.is_fixed then
    -- A form that repeats the shown due date does not move the first planned date.
    new.start_on := case when new.start_on is null or (new.is_fixed and new.start_on = old.due_on) then old.start_on
      else new.start_on end;
    new.start_km := case when new.start_km is null or (new.is_fixed and new.start_km = old.due_km) then old.start_km
      else new.start_km end;
    new.date_step := case when new.is_fixed and new.start_on is distinct from old.start_on then 0 else new.date_step
      end;
    new.km_step := case when new.is_fixed and new.start_km is distinct from old.start_km then 0 else new.km_step end;
  elsif tg_op = 'UPDATE' then
    new.date_step := 0;
    new.km_step := 0;
  end if;
  if not new.is_fixed then
    new.start_on := coalesce(new.start_on, private.brazilian_today());
    new.start_km := coalesce(new.start_km, known_km);
  end if;
  select due.due_on, due.due_km into new.due_on, new.due_km from private.reminder_due(new) as due;
  if tg_op = 'UPDATE' and (
    (new.due_on, new.due_km) is distinct from (old.due_on, old.due_km)
    or (new.snoozed_until is not null and new.snoozed_until is distinct from old.snoozed_until)
    or (new.snoozed_until_km is not null and new.snoozed_until_km is distinct from old.snoozed_until_km)
  ) then
    new.occurrence := old.occurrence + 1;
    -- Undoing restores the value of the earlier occurrence.
    new.announced_at := case when new.announced_at is distinct from old.announced_at then new.announced_at end;
  end if;
  return new;
end $$;
comment on function private.plan_reminder is
  'Trigger function: computes when a reminder is due; another due date or a snooze is a new occurrence.';

create trigger maintenance_reminders_plan before insert or update on public.maintenance_reminders
  for each row execute function private.plan_reminder();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('maintenance_reminders', 'owner_id', 'account', 'own', 'Lembretes de manutenção', 'delete', 111);

select private.declare_columns('maintenance_reminders', 'exported',
  '{id,vehicle_id,owner_id,preset_id,title,notes,metric,interval_months,interval_km,is_fixed,start_on,start_km,
    date_step,km_step,last_done_on,last_done_km,due_on,due_km,warn_days,warn_km,channels,paused_at,snoozed_until,
    snoozed_until_km,occurrence,announced_at,previous,deleted_at,created_at,updated_at}');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('deleted_maintenance_reminders', 'public.maintenance_reminders', 'deleted_at', '30 days', 'deleted_at is not null',
    425);

create table public.reminder_announcements (
  id uuid primary key default gen_random_uuid(),
  reminder_id uuid not null references public.maintenance_reminders (id) on delete cascade,
  account_id uuid not null references public.profiles (id) on delete cascade,
  occurrence integer not null,
  channel text not null check (channel in ('portal', 'push', 'mail')),
  job_id uuid,
  status text not null check (status in ('queued', 'sent', 'failed')),
  reason text check (char_length(reason) <= 300),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (reminder_id, occurrence, channel)
);
comment on table public.reminder_announcements is
  'One row per announced occurrence of a reminder and channel; functions write and read it, no API role does.';
comment on column public.reminder_announcements.account_id is 'Who was told: the owner of the car at that time.';
comment on column public.reminder_announcements.job_id is
  'Id of the mail or push job, which several reminders share; null in the portal.';
comment on column public.reminder_announcements.status is
  'queued: in the outbox or its queue. failed: the last attempt; the worker tries again.';
create index reminder_announcements_account_id_idx on public.reminder_announcements (account_id);
create index reminder_announcements_job_id_idx on public.reminder_announcements (job_id);
create index reminder_announcements_created_at_idx on public.reminder_announcements (created_at desc);
alter table public.reminder_announcements enable row level security;

insert into private.audit_log_permissions (entity, permission) values
  ('reminder_announcements', 'maintenance_reminders');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('reminder_announcements', 'account_id', 'account', 'own', 'Avisos de manutenção enviados', 'delete', 112);

select
  private.declare_columns('reminder_announcements', 'exported',
    '{reminder_id,occurrence,channel,status,created_at,changed_at}'),
  private.declare_columns('reminder_announcements', 'not_personal',
    '{id,job_id,reason}', 'technical keys and reason of a failure'),
  private.declare_columns('reminder_announcements', 'withheld', '{account_id}', 'the person itself');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('reminder_announcements', 'public.reminder_announcements', 'created_at', '90 days', 426);

-- A daily job announces by date; new kilometres announce within seconds.
create function private.announce_after_km() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.waiting_reminders(new.owner_id) where vehicle_id = new.id and metric <> 'date') and
    not exists (
    select from private.outbox where job = 'announce-reminders' and data ->> 'owner' = new.owner_id::text
  ) then
    perform private.enqueue_job('announce-reminders', jsonb_build_object('owner', new.owner_id));
  end if;
  return null;
end $$;
comment on function private.announce_after_km is
  'Trigger function: enqueues the announcement when the kilometres of a car make a reminder due.';

create trigger vehicles_announce after update of odometer_km on public.vehicles
  for each row when (new.odometer_km is distinct from old.odometer_km) execute function private.announce_after_km();

-- Whole months are added to the first date at once: 31 January, 28 February, 31 March.
create function private.reminder_due(reminder public.maintenance_reminders, out due_on date, out due_km numeric)
language sql immutable set search_path = '' as $$
  select
    case when reminder.metric in ('date', 'both') then (
      case when reminder.is_fixed
        then reminder.start_on + reminder.date_step * make_interval(months => coalesce(reminder.interval_months, 0))
      else coalesce(reminder.last_done_on, reminder.start_on) + make_interval(months => reminder.interval_months) end
    )::date end,
    case when reminder.metric in ('km', 'both') then
      case when reminder.is_fixed then reminder.start_km + reminder.km_step * coalesce(reminder.interval_km, 0)
      else coalesce(reminder.last_done_km, reminder.start_km) + reminder.interval_km end
    end
$$;
comment on function private.reminder_due is
  'The only place where the due date and kilometres of a reminder are computed.';

-- The kilometres come with the next refuelling, so a reminder counts as due for warn_km before it counts as overdue.
create function private.reminder_status(reminder public.maintenance_reminders, odometer_km numeric, today date)
  returns text
language sql immutable set search_path = '' as $$
  select case
    when reminder.paused_at is not null then 'paused'
    when today > reminder.due_on or odometer_km > reminder.due_km + reminder.warn_km then 'overdue'
    when today >= reminder.due_on or odometer_km >= reminder.due_km then 'due'
    when today >= reminder.due_on - reminder.warn_days or odometer_km >= reminder.due_km - reminder.warn_km then 'soon'
    else 'ok'
  end
$$;
comment on function private.reminder_status is
  'ok, soon, due, overdue or paused, for the kilometres of the car (null: unknown) and a day.';

create function private.is_snoozed(reminder public.maintenance_reminders, odometer_km numeric, today date)
  returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(reminder.snoozed_until > today, false) or coalesce(reminder.snoozed_until_km > coalesce(odometer_km,
    0), false)
$$;
comment on function private.is_snoozed is 'Whether a reminder is put off at these kilometres and on this day.';

create function private.next_reminder(known public.maintenance_reminders, done_on date, done_km numeric)
  returns public.maintenance_reminders
language plpgsql immutable set search_path = '' as $$
declare
  following public.maintenance_reminders := known;
begin
  following.last_done_on := done_on;
  following.last_done_km := coalesce(done_km, known.last_done_km);
  if known.is_fixed and known.interval_months is not null then
    -- The next planned date; planned dates that passed before it was done are skipped.
    loop
      following.date_step := following.date_step + 1;
      exit when (select due.due_on from private.reminder_due(following) as due) > done_on;
    end loop;
  end if;
  if known.is_fixed and known.interval_km is not null then
    following.km_step := greatest(known.km_step + 1, floor((coalesce(done_km,
      0) - known.start_km) / known.interval_km)::integer + 1);
  end if;
  return following;
end $$;
comment on function private.next_reminder is 'A repeated reminder after it was done.';

create function private.complete_reminder(reminder uuid, entry uuid, content jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.maintenance_reminders;
  following public.maintenance_reminders;
  answer jsonb;
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into known from public.maintenance_reminders where id = reminder for update;
  if known.id is null or not private.edits_vehicle(known.vehicle_id) then
    return '{"status": "gone"}';
  elsif known.previous ->> 'entry' = entry::text then
    return '{"status": "saved"}';
  elsif known.deleted_at is not null then
    return '{"status": "gone"}';
  end if;
  answer := private.save_vehicle_entry(entry, known.vehicle_id, null, content);
  if answer ->> 'status' <> 'saved' then
    return answer;
  end if;
  following := private.next_reminder(known, (answer #>> '{entry,on_date}')::date, coalesce(
    (answer #>> '{entry,km}')::numeric, (select odometer_km from public.vehicles where id = known.vehicle_id)
  ));
  update public.maintenance_reminders set
    last_done_on = following.last_done_on, last_done_km = following.last_done_km, date_step = following.date_step,
      km_step = following.km_step,
    snoozed_until = null, snoozed_until_km = null,
    previous = jsonb_build_object(
      'entry', entry, 'last_done_on', known.last_done_on, 'last_done_km', known.last_done_km, 'date_step',
        known.date_step,
      'km_step', known.km_step, 'snoozed_until', known.snoozed_until, 'snoozed_until_km', known.snoozed_until_km,
      'announced_at', known.announced_at
    ),
    deleted_at = case when known.is_fixed and known.interval_months is null and known.interval_km is null then now() end
  where id = reminder;
  return jsonb_build_object('status', 'saved');
end $$;
comment on function private.complete_reminder is
  'Notes the maintenance in the log and moves the reminder on, in one transaction; one that happens once goes into '
  'the trash. A repeated call with the same entry changes nothing.';

create function private.undo_reminder(reminder uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.maintenance_reminders;
  before public.maintenance_reminders;
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into known from public.maintenance_reminders where id = reminder for update;
  if known.previous is null or not private.edits_vehicle(known.vehicle_id) then
    return 'gone';
  end if;
  perform private.set_vehicle_entry_deleted((known.previous ->> 'entry')::uuid, true);
  before := jsonb_populate_record(known, known.previous - 'entry');
  update public.maintenance_reminders set
    last_done_on = before.last_done_on, last_done_km = before.last_done_km, date_step = before.date_step,
      km_step = before.km_step,
    snoozed_until = before.snoozed_until, snoozed_until_km = before.snoozed_until_km,
      announced_at = coalesce(before.announced_at, announced_at),
    previous = null, deleted_at = null
  where id = reminder;
  return 'saved';
end $$;
comment on function private.undo_reminder is
  'Takes back that a reminder was done: saved or gone. Its log entry goes into the trash.';

create function private.waiting_reminders(of_owner uuid) returns setof public.maintenance_reminders
language sql stable security definer set search_path = '' as $$
  select reminder.*
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where (of_owner is null or reminder.owner_id = of_owner)
    and reminder.announced_at is null and reminder.deleted_at is null and reminder.paused_at is null
    and car.deleted_at is null and car.status <> 'sold'
    and private.reminder_status(reminder, car.odometer_km, private.brazilian_today()) in ('soon', 'due', 'overdue')
    and not private.is_snoozed(reminder, car.odometer_km, private.brazilian_today())
$$;
comment on function private.waiting_reminders is 'Reminders to announce now, of one owner or of all (null).';

-- Numbers and dates in the form of the language; the line has no words that would need a translation.
create function private.reminder_line(reminder public.maintenance_reminders, locale text) returns text
language sql stable set search_path = '' as $$
  select regexp_replace(reminder.title, '\s+', ' ', 'g') || ': ' || concat_ws(' / ',
    case locale when 'en-US' then to_char(reminder.due_on, 'Mon FMDD, YYYY') else to_char(reminder.due_on, 'DD/MM/YYYY')
      end,
    case locale when 'en-US' then to_char(reminder.due_km, 'FM9,999,999')
      else translate(to_char(reminder.due_km, 'FM9,999,999'), ',', '.') end || ' km'
  )
$$;
comment on function private.reminder_line is 'Title, due date and kilometres of a reminder for a message.';

create function private.reminder_lines(reminders uuid[], locale text, names_vehicle boolean) returns text
language sql stable set search_path = '' as $$
  select string_agg('• ' || case when names_vehicle then regexp_replace(car.nickname, '\s+', ' ', 'g') || ' – ' else ''
    end
    || private.reminder_line(reminder, locale), e'\n' order by car.nickname, car.id, reminder.due_on, reminder.due_km,
      reminder.id)
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where reminder.id = any (reminders)
$$;
comment on function private.reminder_lines is 'One line per reminder, with the name of the car if asked.';

create function private.vehicle_reminder_notice(vehicle uuid, reminders uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'title', left('Manutenção: ' || car.nickname, 120), 'body', left(private.reminder_lines(reminders, 'pt-BR', false),
      1000),
    'link', '/diario-de-bordo/' || car.id || '/lembretes',
    'translations', jsonb_build_object(
      'en', jsonb_build_object('title', left('Maintenance: ' || car.nickname, 120), 'body',
        left(private.reminder_lines(reminders, 'en-US', false), 1000)),
      'es', jsonb_build_object('title', left('Mantenimiento: ' || car.nickname, 120), 'body',
        left(private.reminder_lines(reminders, 'es-419', false), 1000))
    )
  )
  from public.vehicles as car where car.id = vehicle
$$;
comment on function private.vehicle_reminder_notice is 'Notice of one car in three languages.';

create function private.record_announcements(reminders uuid[], channel text, job uuid) returns void
language sql volatile set search_path = '' as $$
  insert into public.reminder_announcements (reminder_id, account_id, occurrence, channel, job_id, status)
  select id, owner_id, occurrence, record_announcements.channel, job, case record_announcements.channel when 'portal'
    then 'sent' else 'queued' end
  from public.maintenance_reminders where id = any (reminders)
$$;
comment on function private.record_announcements is
  'Notes that reminders were announced; the unique key refuses a second time.';

create function private.announce_to(person record, told public.maintenance_reminders[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  car uuid;
  chosen uuid[];
  notice jsonb;
  mail uuid;
begin
  for car in select distinct vehicle_id from unnest(told) order by 1 loop
    chosen := array(select id from unnest(told) where vehicle_id = car and 'portal' = any (channels));
    if cardinality(chosen) > 0 then
      notice := private.vehicle_reminder_notice(car, chosen);
      insert into public.notifications (user_id, title, body, link, translations)
      values (person.id, notice ->> 'title', notice ->> 'body', notice ->> 'link', notice -> 'translations');
      perform private.record_announcements(chosen, 'portal', null);
    end if;
    chosen := array(select id from unnest(told) where vehicle_id = car and 'push' = any (channels));
    if cardinality(chosen) > 0 and exists (select from public.push_subscriptions where user_id = person.id) then
      perform private.record_announcements(chosen, 'push', private.enqueue_job(
        'push-reminders', jsonb_build_object('account', person.id, 'notice',
          private.vehicle_reminder_notice(car, chosen))
      ));
    end if;
  end loop;
  chosen := array(select id from unnest(told) where 'mail' = any (channels));
  if cardinality(chosen) > 0 and person.email is not null then
    begin
      mail := private.enqueue_mail(person.email, 'maintenance_reminders', jsonb_build_object(
        'name', person.username, 'count', cardinality(chosen), 'reminders', private.reminder_facts(chosen),
        'first', (select title from unnest(told) where id = any (chosen) order by due_on, due_km, id limit 1),
        'path', '/painel#manutencao', 'end_path', '/painel#manutencao'
      ), person.locale);
      perform private.record_announcements(chosen, 'mail', mail);
    exception when invalid_parameter_value then
      -- An account that cannot receive mail still gets the notice.
      null;
    end;
  end if;
end $$;
comment on function private.announce_to is
  'Enqueues what an owner is told: a notice and a push message per car, one mail for all.';

create function private.announce_reminders(of_owner uuid, most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  told public.maintenance_reminders[];
  people integer := 0;
begin
  for person in
    select profiles.id, profiles.username, profiles.locale, users.email
    from public.profiles join auth.users on users.id = profiles.id
    where profiles.blocked_at is null and profiles.id in (select owner_id from private.waiting_reminders(of_owner))
    order by profiles.id limit most for no key update of profiles
  loop
    -- A worker that waited for the lock finds the reminders already marked.
    with marked as (
      update public.maintenance_reminders as reminder set announced_at = now()
      where id in (select id from private.waiting_reminders(person.id)) and announced_at is null returning reminder.*
    )
    select array_agg(marked::public.maintenance_reminders) into told from marked;
    people := people + 1;
    if told is not null then
      perform private.announce_to(person, told);
    end if;
  end loop;
  return people;
end $$;
comment on function private.announce_reminders is
  'Announces the due reminders of one owner, or of as many owners as given (null): marks and enqueues in one '
  'transaction. Answers how many people; 0 when nobody waits.';

create function private.note_reminder_job(job uuid, failure text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.reminder_announcements
  set status = case when failure is null then 'sent' else 'failed' end, reason = left(failure, 300), changed_at = now()
  where job_id = job and status <> 'sent'
$$;
comment on function private.note_reminder_job is 'Result of an attempt to send a mail or push message of reminders.';

-- What the panel shows: no names, addresses or own titles.
create function private.reminder_queue() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('maintenance_reminders');
  return jsonb_build_object(
    'waiting', (select count(*) from private.waiting_reminders(null)),
    'due_today', (select count(*) from public.maintenance_reminders where due_on = private.brazilian_today()
      and deleted_at is null and paused_at is null),
    'counts', (
      select coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'status', status, 'count', total)
        order by channel, status), '[]')
      from (
        select channel, status, count(*) as total from public.reminder_announcements
        where created_at > now() - interval '30 days' group by channel, status
      ) as counted
    ),
    'sendings', (
      select coalesce(jsonb_agg(to_jsonb(sending) order by sending.status = 'failed' desc, sending.created_at desc),
        '[]') from (
        select coalesce(job_id, id) as id, channel, status, max(reason) as reason, count(*) as reminders,
          max(created_at) as created_at, max(changed_at) as changed_at
        from public.reminder_announcements
        group by coalesce(job_id, id), channel, status order by status = 'failed' desc, max(created_at) desc limit 200
      ) as sending
    )
  );
end $$;
comment on function private.reminder_queue is 'Figures and the newest 200 sendings, failed ones first.';

create function private.retry_reminder(sending uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed integer := 0;
begin
  perform private.require_permission('maintenance_reminders');
  if to_regclass('pgboss.job') is null or not exists (select from public.reminder_announcements where job_id = sending
    and status = 'failed') then
    return false;
  end if;
  execute 'update pgboss.job set state = ''retry'', retry_limit = greatest(retry_limit, retry_count + 1), start_after = now(), completed_on = null
    where name in (''send-mail'', ''push-reminders'') and id = $1 and state::text in (''failed'', ''retry'')' using sending;
  get diagnostics changed = row_count;
  if changed > 0 then
    update public.reminder_announcements set status = 'queued', changed_at = now() where job_id = sending;
    insert into public.audit_log (actor_id, action, entity, entity_id, after, reason)
    values ((select private.account_id()), 'update', 'reminder_announcements', sending::text, '{"status": "queued"}',
      'sent again');
  end if;
  return changed > 0;
end $$;
comment on function private.retry_reminder is
  'A failed mail or push message is tried again now; false when it is not in its queue any more.';

create function public.list_maintenance_reminders(vehicles uuid[]) returns table (
  id uuid, vehicle_id uuid, preset_id uuid, title text, notes text, metric text, interval_months smallint,
    interval_km integer,
  is_fixed boolean, last_done_on date, last_done_km numeric, due_on date, due_km numeric, warn_days smallint,
    warn_km integer,
  channels text[], snoozed_until date, snoozed_until_km numeric, status text, is_snoozed boolean, can_undo boolean,
  vehicle text, odometer_km numeric
)
language sql stable security invoker set search_path = ''
begin atomic
  select
    reminder.id, reminder.vehicle_id, reminder.preset_id, reminder.title, reminder.notes, reminder.metric,
      reminder.interval_months,
    reminder.interval_km, reminder.is_fixed, reminder.last_done_on, reminder.last_done_km, reminder.due_on,
      reminder.due_km,
    reminder.warn_days, reminder.warn_km, reminder.channels, reminder.snoozed_until, reminder.snoozed_until_km,
    private.reminder_status(reminder, car.odometer_km, private.brazilian_today()),
    private.is_snoozed(reminder, car.odometer_km, private.brazilian_today()), reminder.previous is not null,
      car.nickname, car.odometer_km
  from public.maintenance_reminders as reminder join public.vehicles as car on car.id = reminder.vehicle_id
  where reminder.vehicle_id = any (vehicles) and reminder.deleted_at is null and car.deleted_at is null;
end;
comment on function public.list_maintenance_reminders is
  'Reminders of the cars that the caller reads, with status (ok, soon, due, overdue or paused), is_snoozed and the '
  'kilometres of the car.';
grant execute on function public.list_maintenance_reminders to authenticated, service_role;

create function public.complete_maintenance_reminder(reminder uuid, entry uuid, content jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.complete_reminder(reminder, entry, content);
comment on function public.complete_maintenance_reminder is
  'For editors of the car: saves the entry (see save_vehicle_entry) and moves the reminder on: {status: saved | gone '
  '| …}.';
grant execute on function public.complete_maintenance_reminder to authenticated, service_role;

create function public.undo_maintenance_reminder(reminder uuid) returns text
language sql volatile security invoker set search_path = ''
return private.undo_reminder(reminder);
comment on function public.undo_maintenance_reminder is
  'For editors of the car: takes back that a reminder was done: saved or gone.';
grant execute on function public.undo_maintenance_reminder to authenticated, service_role;

create function public.reminder_devices(account uuid) returns table (id uuid, endpoint text, p256dh text, auth text,
  locale text)
language sql stable security invoker set search_path = '' as $$
  select device.id, device.endpoint, device.p256dh, device.auth, device.locale
  from public.push_subscriptions as device join public.profiles as reader on reader.id = device.user_id
  where device.user_id = account and reader.blocked_at is null order by device.id
$$;
comment on function public.reminder_devices is 'For the server only: devices of an owner who is told about reminders.';
grant execute on function public.reminder_devices to service_role;

create function public.reminder_queue() returns jsonb
language sql stable security invoker set search_path = ''
return private.reminder_queue();
comment on function public.reminder_queue is
  'For reminder managers: {waiting, due_today, counts, sendings} without personal data.';
grant execute on function public.reminder_queue to authenticated, service_role;

create function public.retry_reminder_sending(sending uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.retry_reminder(sending);
comment on function public.retry_reminder_sending is
  'For reminder managers: tries a failed mail or push message again; false when it cannot be tried.';
grant execute on function public.retry_reminder_sending to authenticated, service_role;

-- People with access to a vehicle, and their invitations.

create table public.vehicle_invitations (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  email text not null check (email = lower(email) and email ~ '^[^\s@<>,;"]+@[^\s@<>,;"]+$'
    and char_length(email) <= 254),
  role text not null check (role in ('viewer', 'editor')),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references public.profiles (id) on delete set null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_invitations is
  'Invitations to see or edit a car, mailed as a link; written by functions only.';
comment on column public.vehicle_invitations.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.vehicle_invitations.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index vehicle_invitations_vehicle_id_idx on public.vehicle_invitations (vehicle_id, owner_id);
create index vehicle_invitations_owner_id_idx on public.vehicle_invitations (owner_id, created_at);
create index vehicle_invitations_accepted_by_idx on public.vehicle_invitations (accepted_by);
create unique index vehicle_invitations_open_idx on public.vehicle_invitations (vehicle_id, email)
  where accepted_at is null and revoked_at is null;
alter table public.vehicle_invitations enable row level security;
grant select (
  id, vehicle_id, owner_id, email, role, expires_at, accepted_at, accepted_by, revoked_at, created_at
) on public.vehicle_invitations to authenticated;
grant all on public.vehicle_invitations to service_role;
create policy "authenticated owners read the invitations to their cars" on public.vehicle_invitations
  for select to authenticated using (owner_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, hidden, place) values
  ('vehicle_invitations', 'owner_id', 'account', 'own', 'Convites para os carros', 'delete', '{}', 116),
  ('vehicle_invitations', 'email', 'address', 'own', 'Convites recebidos para carros', 'delete', '{vehicle_id}', 117),
  ('vehicle_invitations', 'accepted_by', 'account', 'own', 'Convites aceitos para carros', 'unlink', '{vehicle_id}',
    118);

select
  private.declare_columns('vehicle_invitations', 'exported',
    '{id,vehicle_id,role,expires_at,accepted_at,revoked_at,created_at}'),
  private.declare_columns('vehicle_invitations', 'withheld',
    '{owner_id,email,accepted_by}', 'another person: owner or invited person'),
  private.declare_columns('vehicle_invitations', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('vehicle_invitations', 'public.vehicle_invitations', 'expires_at', '90 days', 437);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.vehicle_invitations', 'token_hash', 'null');

create function private.name_vehicle_file() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- An API caller never names a path itself: it could be the file of another car.
  if current_user in ('anon', 'authenticated', 'service_role') or new.path = '' then
    new.path := new.vehicle_id::text || '/' || new.id::text || '.' || new.extension;
  end if;
  return new;
end $$;
comment on function private.name_vehicle_file is 'Trigger function: the path of a new file is made from its ids.';

create trigger vehicle_files_path before insert on public.vehicle_files
  for each row execute function private.name_vehicle_file();

create function private.own_vehicle(vehicle uuid) returns public.vehicles
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles;
begin
  perform private.require_account();
  -- Concurrent changes of who sees a car wait for each other, and for its handover.
  select * into car from public.vehicles
  where id = vehicle and owner_id = private.account_id() and deleted_at is null for no key update;
  return car;
end $$;
comment on function private.own_vehicle is
  'Locks a car of the caller outside the trash and returns it; null for any other car.';

create function private.account_email(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select lower(email::text) from auth.users where id = account
$$;
comment on function private.account_email is 'E-mail address of an account in lower case.';

create function private.locale_of_email(address text, otherwise uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select profiles.locale from public.profiles join auth.users on users.id = profiles.id
      where lower(users.email::text) = lower(address) limit 1),
    (select locale from public.profiles where id = otherwise)
  )
$$;
comment on function private.locale_of_email is
  'Language of the account with an address; without one, that of the other account.';

create function private.invitation_state(invitation public.vehicle_invitations, car public.vehicles) returns text
language sql stable set search_path = '' as $$
  select case
    when invitation.accepted_at is not null then 'accepted'
    when invitation.revoked_at is not null then 'revoked'
    when car.deleted_at is not null then 'gone'
    when invitation.expires_at <= now() then 'expired'
    else 'open'
  end
$$;
comment on function private.invitation_state is
  'open, accepted, revoked, expired, or gone when the car is in the trash.';

create function private.invite_vehicle_member(invitation uuid, vehicle uuid, email text, role text, token_hash text)
  returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
  address text := lower(btrim(invite_vehicle_member.email));
begin
  if car.id is null then
    return 'gone';
  elsif address = private.account_email(car.owner_id) then
    return 'own';
  elsif exists (
    select from public.vehicle_members as member join auth.users on users.id = member.account_id
    where member.vehicle_id = vehicle and lower(users.email::text) = address
  ) then
    return 'member';
  end if;
  -- A new invitation replaces the open one of the same person.
  update public.vehicle_invitations as earlier set revoked_at = now()
  where earlier.vehicle_id = vehicle and earlier.email = address and accepted_at is null and revoked_at is null;
  if 10 <= (select count(*) from public.vehicle_members where vehicle_id = vehicle) + (
    select count(*) from public.vehicle_invitations
    where vehicle_id = vehicle and accepted_at is null and revoked_at is null and expires_at > now()
  ) then
    return 'limit';
  elsif 30 <= (select count(*) from public.vehicle_invitations where owner_id = car.owner_id
    and created_at > now() - interval '1 day') then
    return 'too_many';
  end if;
  insert into public.vehicle_invitations (id, vehicle_id, owner_id, email, role, token_hash, expires_at)
  values (invitation, vehicle, car.owner_id, address, invite_vehicle_member.role, invite_vehicle_member.token_hash,
    now() + interval '14 days');
  perform private.enqueue_mail(address, 'vehicle_invitation', jsonb_build_object(
    'vehicle_invitation', invitation, 'title', car.nickname, 'status', invite_vehicle_member.role,
    'name', (select username from public.profiles where id = car.owner_id)
  ), private.locale_of_email(address, car.owner_id));
  return 'saved';
exception when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
  return 'invalid';
end $$;
comment on function private.invite_vehicle_member is
  'Stores an invitation to a car of the caller and enqueues its mail; answers saved, gone, own, member, limit, '
  'too_many or invalid.';

create function private.revoke_vehicle_invitation(invitation uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_invitations set revoked_at = coalesce(revoked_at, now())
  where id = invitation and owner_id = private.account_id() and accepted_at is null;
  return found;
end $$;
comment on function private.revoke_vehicle_invitation is
  'Ends an invitation of the caller that nobody accepted; false when there is none.';

-- A token is only in the mail to the invited address, so it also shows that the reader receives mail there.
create function private.read_vehicle_invitation(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', state.name) || case
    when state.name = 'open' then jsonb_build_object(
      'role', invitation.role, 'vehicle', car.nickname, 'owner', owner.username, 'expires_at', invitation.expires_at,
      'email', left(invitation.email, 1) || '***' || substring(invitation.email from '@.*$'),
      'is_mine', invitation.email = private.account_email(private.account_id())
    )
    when state.name = 'accepted' and invitation.accepted_by = private.account_id()
      then jsonb_build_object('vehicle_id', car.id)
    else '{}'
  end
  from public.vehicle_invitations as invitation
  join public.vehicles as car on car.id = invitation.vehicle_id
  join public.profiles as owner on owner.id = invitation.owner_id
  cross join lateral (select private.invitation_state(invitation, car) as name) as state
  where invitation.token_hash = private.token_hash(token)
$$;
comment on function private.read_vehicle_invitation is
  'What the page of an invitation shows; only the state of one that has ended, null for a token that does not exist.';

create function private.accept_vehicle_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  hash text := private.token_hash(token);
  car public.vehicles;
  invitation public.vehicle_invitations;
  state text;
begin
  perform private.require_account();
  -- The car first, as in the handover, so that the two never wait for each other.
  select vehicles.* into car from public.vehicles
  where id = (select vehicle_id from public.vehicle_invitations where token_hash = hash) for no key update;
  select * into invitation from public.vehicle_invitations where token_hash = hash and vehicle_id = car.id for update;
  if invitation.id is null then
    return '{"status": "gone"}';
  end if;
  state := private.invitation_state(invitation, car);
  if state = 'accepted' and invitation.accepted_by = account then
    return jsonb_build_object('status', 'accepted', 'vehicle', car.id);
  elsif state <> 'open' then
    return jsonb_build_object('status', case state when 'accepted' then 'taken' else state end);
  elsif invitation.email is distinct from private.account_email(account) then
    return '{"status": "wrong_account"}';
  elsif car.owner_id = account then
    return '{"status": "own"}';
  end if;
  insert into public.vehicle_members (vehicle_id, owner_id, account_id, role)
  values (car.id, car.owner_id, account, invitation.role)
  on conflict (vehicle_id, account_id) do update set role = excluded.role;
  update public.vehicle_invitations set accepted_at = now(), accepted_by = account where id = invitation.id;
  return jsonb_build_object('status', 'accepted', 'vehicle', car.id);
end $$;
comment on function private.accept_vehicle_invitation is
  'Makes the caller a member: {status: accepted | taken | wrong_account | own | revoked | expired | gone, vehicle}.';

create function private.set_vehicle_member_role(vehicle uuid, account uuid, role text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_members as member set role = set_vehicle_member_role.role
  where member.vehicle_id = vehicle and member.account_id = account and member.owner_id = private.account_id()
    and set_vehicle_member_role.role in ('viewer', 'editor');
  return found;
end $$;
comment on function private.set_vehicle_member_role is
  'Changes what a member of a car of the caller may do; false when there is none.';

create function private.remove_vehicle_member(vehicle uuid, account uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  delete from public.vehicle_members as member
  where member.vehicle_id = vehicle and member.account_id = account and private.account_id()
    in (member.owner_id, member.account_id);
  return found;
end $$;
comment on function private.remove_vehicle_member is
  'The owner removes a member, or a member leaves; false when the caller is neither.';

create function private.list_vehicle_members(vehicle uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'account_id', member.account_id, 'name', profiles.username, 'role', member.role, 'created_at', member.created_at
  ) order by member.created_at, member.account_id), '[]')
  from public.vehicle_members as member join public.profiles on profiles.id = member.account_id
  where member.vehicle_id = vehicle and member.owner_id = private.account_id()
$$;
comment on function private.list_vehicle_members is
  'Members of a car of the caller with their names; empty for any other car.';

create function private.list_shared_vehicles() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('vehicle_id', member.vehicle_id, 'owner', profiles.username)), '[]')
  from public.vehicle_members as member join public.profiles on profiles.id = member.owner_id
  where member.account_id = private.account_id()
$$;
comment on function private.list_shared_vehicles is
  'Cars that others share with the caller, with the name of the owner.';

create function public.invite_vehicle_member(invitation uuid, vehicle uuid, email text, role text, token_hash text)
  returns text
language sql volatile security invoker set search_path = ''
return private.invite_vehicle_member(invitation, vehicle, email, role, token_hash);
comment on function public.invite_vehicle_member is
  'Invites a person to an own car by mail: saved, gone, own, member, limit, too_many or invalid.';
grant execute on function public.invite_vehicle_member to authenticated, service_role;

create function public.revoke_vehicle_invitation(invitation uuid) returns boolean
language sql volatile security invoker set search_path = '' return private.revoke_vehicle_invitation(invitation);
comment on function public.revoke_vehicle_invitation is
  'Ends an open invitation to an own car; false when there is none.';
grant execute on function public.revoke_vehicle_invitation to authenticated, service_role;

create function public.read_vehicle_invitation(token text) returns jsonb
language sql stable security invoker set search_path = '' return private.read_vehicle_invitation(token);
comment on function public.read_vehicle_invitation is
  'What an invitation offers: {state, role, vehicle, owner, expires_at, email, is_mine, vehicle_id}; anyone who has '
  'the token may call it.';
grant execute on function public.read_vehicle_invitation to anon, authenticated, service_role;

create function public.accept_vehicle_invitation(token text) returns jsonb
language sql volatile security invoker set search_path = '' return private.accept_vehicle_invitation(token);
comment on function public.accept_vehicle_invitation is
  'Makes the invited account a member: {status: accepted | taken | wrong_account | own | revoked | expired | gone, '
  'vehicle}.';
grant execute on function public.accept_vehicle_invitation to authenticated, service_role;

create function public.set_vehicle_member_role(vehicle uuid, account uuid, role text) returns boolean
language sql volatile security invoker set search_path = '' return private.set_vehicle_member_role(vehicle, account,
  role);
comment on function public.set_vehicle_member_role is
  'Changes the role of a member of an own car; false when there is none.';
grant execute on function public.set_vehicle_member_role to authenticated, service_role;

create function public.remove_vehicle_member(vehicle uuid, account uuid) returns boolean
language sql volatile security invoker set search_path = '' return private.remove_vehicle_member(vehicle, account);
comment on function public.remove_vehicle_member is
  'The owner removes a member, or a member leaves; false when the caller is neither.';
grant execute on function public.remove_vehicle_member to authenticated, service_role;

create function public.list_vehicle_members(vehicle uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.list_vehicle_members(vehicle);
comment on function public.list_vehicle_members is 'Members of an own car: [{account_id, name, role, created_at}].';
grant execute on function public.list_vehicle_members to authenticated, service_role;

create function public.list_shared_vehicles() returns jsonb
language sql stable security invoker set search_path = '' return private.list_shared_vehicles();
comment on function public.list_shared_vehicles is
  'Cars that others share with the caller: [{vehicle_id, owner}], owner being a name.';
grant execute on function public.list_shared_vehicles to authenticated, service_role;

-- Links that show the history of a vehicle to possible buyers.

create table public.vehicle_sale_links (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  label text not null default '' check (char_length(label) <= 80),
  shows text[] not null default '{}' check (shows <@ '{plate,documents,prices,receipts}' and cardinality(shows) <= 4),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null check (expires_at <= created_at + interval '90 days'),
  revoked_at timestamptz,
  visits integer not null default 0 check (visits >= 0),
  last_visit_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_sale_links is 'Links that show a car to possible buyers; written by functions only.';
comment on column public.vehicle_sale_links.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.vehicle_sale_links.shows is
  'What the owner ticked beyond the history without plate, documents, prices and receipts.';
comment on column public.vehicle_sale_links.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index vehicle_sale_links_vehicle_id_idx on public.vehicle_sale_links (vehicle_id, owner_id);
create index vehicle_sale_links_owner_id_idx on public.vehicle_sale_links (owner_id);
alter table public.vehicle_sale_links enable row level security;
grant select (
  id, vehicle_id, owner_id, label, shows, expires_at, revoked_at, visits, last_visit_at, created_at
) on public.vehicle_sale_links to authenticated;
grant all on public.vehicle_sale_links to service_role;
create policy "authenticated owners read the sale links of their cars" on public.vehicle_sale_links
  for select to authenticated using (owner_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_sale_links', 'owner_id', 'account', 'own', 'Links de venda dos carros', 'delete', 119);

select
  private.declare_columns('vehicle_sale_links', 'exported',
    '{id,vehicle_id,owner_id,label,shows,expires_at,revoked_at,visits,last_visit_at,created_at}'),
  private.declare_columns('vehicle_sale_links', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('vehicle_sale_links', 'public.vehicle_sale_links', 'least(revoked_at, expires_at)', '365 days', 438);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.vehicle_sale_links', 'token_hash', 'null');

create function private.sale_link_state(link public.vehicle_sale_links, car public.vehicles) returns text
language sql stable set search_path = '' as $$
  select case
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when car.deleted_at is not null then 'deleted'
    else 'open'
  end
$$;
comment on function private.sale_link_state is 'open, revoked, expired, or deleted when the car is in the trash.';

create function private.add_sale_link(link uuid, vehicle uuid, token_hash text, label text, shows text[], days integer)
  returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
begin
  if car.id is null then
    return 'gone';
  elsif 20 <= (
    select count(*) from public.vehicle_sale_links as other
    where other.vehicle_id = vehicle and other.revoked_at is null and other.expires_at > now()
  ) then
    return 'limit';
  end if;
  insert into public.vehicle_sale_links (id, vehicle_id, owner_id, label, shows, token_hash, expires_at)
  values (
    link, vehicle, car.owner_id, btrim(add_sale_link.label), array(select distinct unnest(add_sale_link.shows)
      order by 1),
    add_sale_link.token_hash, now() + make_interval(days => days)
  );
  return 'saved';
exception when check_violation or not_null_violation or unique_violation then
  return 'invalid';
end $$;
comment on function private.add_sale_link is
  'Makes a sale link of a car of the caller; answers saved, gone, invalid, or limit when the car has 20 open links.';

create function private.change_sale_link(link uuid, label text, shows text[]) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_sale_links as known
  set label = btrim(change_sale_link.label), shows = array(select distinct unnest(change_sale_link.shows) order by 1)
  where known.id = link and known.owner_id = private.account_id() and known.revoked_at is null;
  return case when found then 'saved' else 'gone' end;
exception when check_violation or not_null_violation then
  return 'invalid';
end $$;
comment on function private.change_sale_link is
  'Changes label and ticks of a sale link of the caller: saved, gone or invalid.';

create function private.revoke_sale_link(link uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  update public.vehicle_sale_links set revoked_at = coalesce(revoked_at, now()) where id = link
    and owner_id = private.account_id();
  return found;
end $$;
comment on function private.revoke_sale_link is 'Ends a sale link of the caller for good; false when it is not theirs.';

create function private.open_sale_link(token text) returns public.vehicle_sale_links
language sql stable security definer set search_path = '' as $$
  select link.* from public.vehicle_sale_links as link join public.vehicles as car on car.id = link.vehicle_id
  where link.token_hash = private.token_hash(token) and private.sale_link_state(link, car) = 'open'
$$;
comment on function private.open_sale_link is 'The open sale link of a token; null otherwise.';

create function private.sold_entries(link public.vehicle_sale_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', entry.id, 'on_date', entry.on_date, 'km', entry.km, 'is_estimated', entry.km is not null and entry.reading_km
      is null,
    'title', entry.title, 'notes', entry.notes, 'category', entry.category,
    'total_cents', case when 'prices' = any (link.shows) then coalesce(entry.total_cents,
      entry.parts_cents + entry.labour_cents, entry.parts_cents, entry.labour_cents) end,
    'receipts', case when 'receipts' = any (link.shows) then (
      select jsonb_agg(jsonb_build_object('id', file.id, 'extension', file.extension) order by file.created_at, file.id)
      from public.vehicle_files as file where file.entry_id = entry.id and file.kind = 'receipt'
    ) end
  )) order by entry.on_date desc, entry.id), '[]')
  from (
    select * from public.vehicle_entries
    where vehicle_id = link.vehicle_id and deleted_at is null and (kind = 'service' or category = 'part')
    order by on_date desc, id limit 2000
  ) as entry
$$;
comment on function private.sold_entries is
  'Maintenance of a car for a sale link: prices and receipts only when they are ticked.';

create function private.sold_fills(link public.vehicle_sale_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', entry.id, 'kind', entry.kind, 'on_date', entry.on_date, 'km', entry.km, 'reading_km', entry.reading_km,
      'fuel', entry.fuel,
    'litres', entry.litres, 'is_full', entry.is_full, 'missed_previous', entry.missed_previous
  ) order by entry.on_date, entry.km, entry.id), '[]')
  from (
    select * from public.vehicle_entries
    where vehicle_id = link.vehicle_id and deleted_at is null and kind = 'fuel' order by on_date desc, id limit 5000
  ) as entry
$$;
comment on function private.sold_fills is
  'Refuelling of a car without prices and places, from which consumption is computed.';

create function private.sold_papers(link public.vehicle_sale_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'plate', (select nullif(plate, '') from public.vehicle_identities where vehicle_id = link.vehicle_id
      and 'plate' = any (link.shows)),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', document.kind, 'expires_on', document.expires_on, 'files', (
        select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'extension', file.extension)
          order by file.created_at, file.id), '[]')
        from public.vehicle_files as file where file.document_id = document.id
      )) order by document.kind, document.id), '[]')
      from public.vehicle_documents as document
      where document.vehicle_id = link.vehicle_id and document.deleted_at is null and 'documents' = any (link.shows)
    ),
    'parts', (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'id', part.id, 'name', part.name, 'brand', part.brand, 'oem_number', part.oem_number, 'quantity', part.quantity,
        'installed_km', part.installed_km, 'cost_cents', case when 'prices' = any (link.shows) then part.cost_cents end
      )) order by part.name, part.id), '[]')
      from public.vehicle_parts as part where part.vehicle_id = link.vehicle_id and part.deleted_at is null
    )
  )
$$;
comment on function private.sold_papers is
  'Plate and documents of a car when they are ticked, and its parts, with prices when these are.';

create function private.read_sale_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when private.sale_link_state(link, car) <> 'open' then jsonb_build_object('state',
      private.sale_link_state(link, car))
    else jsonb_build_object(
      'state', 'open', 'shows', to_jsonb(link.shows), 'expires_at', link.expires_at, 'is_own', link.owner_id
        is not distinct from private.account_id(),
      'vehicle', jsonb_build_object(
        'nickname', car.nickname, 'make', car.make, 'model', car.model, 'version', car.version, 'year_made',
          car.year_made,
        'year_model', car.year_model, 'color', car.color, 'engine', car.engine, 'fuels', to_jsonb(car.fuels),
          'photo_id', car.photo_id,
        'odometer_km', car.odometer_km, 'odometer_is_estimated', car.odometer_is_estimated, 'odometer_state',
          car.odometer_state
      ),
      'replacements', (
        select coalesce(jsonb_agg(jsonb_build_object('on_date', entry.on_date, 'km', entry.km, 'reading_km',
          entry.reading_km) order by entry.on_date), '[]')
        from public.vehicle_entries as entry where entry.vehicle_id = car.id and entry.replaces_odometer
          and entry.deleted_at is null
      ),
      'services', private.sold_entries(link), 'fills', private.sold_fills(link)
    ) || private.sold_papers(link)
  end
  from public.vehicle_sale_links as link join public.vehicles as car on car.id = link.vehicle_id
  where link.token_hash = private.token_hash(token)
$$;
comment on function private.read_sale_link is
  'The car behind a sale link; only the state of a link that has ended, null for a token that does not exist.';

create function private.read_sale_link_state(token text) returns text
language sql stable security definer set search_path = '' as $$
  select private.sale_link_state(link, car) from public.vehicle_sale_links as link
  join public.vehicles as car on car.id = link.vehicle_id
  where link.token_hash = private.token_hash(token)
$$;
comment on function private.read_sale_link_state is 'State of a sale link; null for a token that does not exist.';

create function private.count_sale_visit(token text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.vehicle_sale_links set visits = visits + 1, last_visit_at = now()
  where id = (private.open_sale_link(token)).id and owner_id is distinct from private.account_id()
$$;
comment on function private.count_sale_visit is 'Counts a visit of somebody else than the owner.';

create function private.sale_link_file(token text, file uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('path', found.path, 'extension', found.extension, 'kind', found.kind)
  from private.open_sale_link(token) as link
  join public.vehicles as car on car.id = link.vehicle_id
  join public.vehicle_files as found on found.id = file and found.vehicle_id = link.vehicle_id
  where found.id = car.photo_id
    or ('receipts' = any (link.shows) and found.kind = 'receipt' and exists (
      select from public.vehicle_entries as entry
      where entry.id = found.entry_id and entry.deleted_at is null
        and (entry.kind = 'service' or entry.category = 'part')
    ))
    or ('documents' = any (link.shows) and found.kind = 'document' and exists (
      select from public.vehicle_documents as document where document.id = found.document_id and document.deleted_at
        is null
    ))
$$;
comment on function private.sale_link_file is
  'Stored file that the page of a sale link shows at this moment; null for any other.';

create function public.add_sale_link(link uuid, vehicle uuid, token_hash text, label text, shows text[], days integer)
  returns text
language sql volatile security invoker set search_path = ''
return private.add_sale_link(link, vehicle, token_hash, label, shows, days);
comment on function public.add_sale_link is 'Makes a sale link of an own car: saved, gone, invalid or limit.';
grant execute on function public.add_sale_link to authenticated, service_role;

create function public.change_sale_link(link uuid, label text, shows text[]) returns text
language sql volatile security invoker set search_path = '' return private.change_sale_link(link, label, shows);
comment on function public.change_sale_link is 'Changes label and ticks of an own sale link: saved, gone or invalid.';
grant execute on function public.change_sale_link to authenticated, service_role;

create function public.revoke_sale_link(link uuid) returns boolean
language sql volatile security invoker set search_path = '' return private.revoke_sale_link(link);
comment on function public.revoke_sale_link is 'Ends an own sale link for good; false when it is not theirs.';
grant execute on function public.revoke_sale_link to authenticated, service_role;

create function public.read_sale_link(token text) returns jsonb
language sql stable security invoker set search_path = '' return private.read_sale_link(token);
comment on function public.read_sale_link is
  'The car behind a sale link, as saleSchema of lib/vehicle-sharing/sale/schema.ts; anyone who has the token may call '
  'it.';
grant execute on function public.read_sale_link to anon, authenticated, service_role;

create function public.sale_link_state(token text) returns text
language sql stable security invoker set search_path = '' return private.read_sale_link_state(token);
comment on function public.sale_link_state is
  'Whether a sale link is open, revoked, expired or its car deleted; null for a token that does not exist.';
grant execute on function public.sale_link_state to anon, authenticated, service_role;

create function public.count_sale_visit(token text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.count_sale_visit(token);
end;
comment on function public.count_sale_visit is
  'Counts a visit of an open sale link; anyone who has the token may call it.';
grant execute on function public.count_sale_visit to anon, authenticated, service_role;

create function public.sale_link_file(token text, file uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.sale_link_file(token, file);
comment on function public.sale_link_file is
  'For the server only: {path, extension, kind} of a file that a sale link shows; null for any other.';
grant execute on function public.sale_link_file to service_role;

-- Handing a vehicle with chosen parts of its history to its buyer.

create table public.vehicle_handovers (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  email text not null check (email = lower(email) and email ~ '^[^\s@<>,;"]+@[^\s@<>,;"]+$'
    and char_length(email) <= 254),
  chosen text[] not null check (
    chosen <@ '{maintenance,fuel,expenses,photos,receipts,documents,diary,checklists,parts,reminders,cvcol}'
      and cardinality(chosen) <= 11
  ),
  status text not null default 'open' check (status in ('open', 'accepted', 'refused', 'withdrawn', 'expired')),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  buyer_id uuid references public.profiles (id) on delete set null,
  received_vehicle_id uuid references public.vehicles (id) on delete set null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  check ((status = 'open') = (decided_at is null))
);
comment on table public.vehicle_handovers is
  'Offers of a car to its buyer; written by functions only. An accepted one belongs to the copy of the seller.';
comment on column public.vehicle_handovers.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.vehicle_handovers.owner_id is 'The seller.';
comment on column public.vehicle_handovers.email is 'Address of the buyer.';
comment on column public.vehicle_handovers.chosen is
  'Kinds of history that go along; cvcol: the certificate of originality.';
comment on column public.vehicle_handovers.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
comment on column public.vehicle_handovers.received_vehicle_id is 'The car of the buyer after acceptance.';
create index vehicle_handovers_vehicle_id_idx on public.vehicle_handovers (vehicle_id, owner_id);
create index vehicle_handovers_owner_id_idx on public.vehicle_handovers (owner_id, created_at);
create index vehicle_handovers_buyer_id_idx on public.vehicle_handovers (buyer_id);
create index vehicle_handovers_received_vehicle_id_idx on public.vehicle_handovers (received_vehicle_id);
create unique index vehicle_handovers_open_idx on public.vehicle_handovers (vehicle_id) where status = 'open';
alter table public.vehicle_handovers enable row level security;
grant select (
  id, vehicle_id, owner_id, email, chosen, status, buyer_id, received_vehicle_id, expires_at, decided_at, created_at
) on public.vehicle_handovers to authenticated;
grant all on public.vehicle_handovers to service_role;
create policy "authenticated sellers read the handovers of their cars" on public.vehicle_handovers
  for select to authenticated using (owner_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, hidden, place) values
  ('vehicle_handovers', 'owner_id', 'account', 'own', 'Carros vendidos', 'delete', '{received_vehicle_id}', 120),
  ('vehicle_handovers', 'email', 'address', 'own', 'Carros oferecidos a mim', 'delete', '{vehicle_id}', 121),
  ('vehicle_handovers', 'buyer_id', 'account', 'own', 'Carros comprados', 'unlink', '{vehicle_id}', 122);

select
  private.declare_columns('vehicle_handovers', 'exported',
    '{id,vehicle_id,chosen,status,received_vehicle_id,expires_at,decided_at,created_at}'),
  private.declare_columns('vehicle_handovers', 'withheld',
    '{owner_id,email,buyer_id}', 'another person: seller or buyer'),
  private.declare_columns('vehicle_handovers', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('vehicle_handovers', 'public.vehicle_handovers', 'coalesce(decided_at, expires_at)', '365 days', 439);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.vehicle_handovers', 'token_hash', 'null');

create table private.handover_parts (
  relation text primary key,
  place integer not null unique,
  kind_of text not null,
  is_counted boolean not null default true,
  parents text[] not null default '{}',
  links text[] not null default '{}',
  lists text[] not null default '{}',
  cleared text[] not null default '{}',
  prices text[] not null default '{}'
);
comment on table private.handover_parts is
  'Written by migrations only: every table of schema public with rows of a car (vehicle_id, owner_id and mostly an '
  'id), and what a handover does with them.';
comment on column private.handover_parts.place is 'Order of copying: a table comes after the tables that it refers to.';
comment on column private.handover_parts.kind_of is
  'SQL expression on a row named item: its kind of history; always: goes along without being chosen; null: stays with '
  'the seller.';
comment on column private.handover_parts.is_counted is
  'Whether the preview counts the rows; items of a checklist are not.';
comment on column private.handover_parts.parents is
  'Columns with the id of a row that this row belongs to: it goes along only when that one does.';
comment on column private.handover_parts.links is
  'Columns with the id of another row of the car, which become null when that row does not go along.';
comment on column private.handover_parts.lists is 'Columns with an array of ids of other rows of the car.';
comment on column private.handover_parts.cleared is
  'Columns that the buyer gets with their default: who wrote a row, trips, templates and positions of the seller.';
comment on column private.handover_parts.prices is 'Columns that the buyer gets only when expenses were chosen.';
alter table private.handover_parts enable row level security;

insert into private.handover_parts (relation, place, kind_of, is_counted, parents, links, lists, cleared, prices) values
  ('vehicle_entries', 10,
    'case when item.deleted_at is not null then null when item.replaces_odometer then ''always'' when item.kind = ''service'' then ''maintenance'' when item.kind in (''fuel'', ''km'') then ''fuel'' when item.kind = ''expense'' then ''expenses'' else ''diary'' end',
    true, '{}', '{}', '{}', '{created_by,trip_id,lat,lng}', '{total_cents,parts_cents,labour_cents}'),
  ('vehicle_trips', 15, '''diary''', false, '{entry_id}', '{}', '{expense_ids}', '{}', '{}'),
  ('vehicle_diary_entries', 16, 'case when item.deleted_at is null then ''diary'' end', true, '{}', '{}', '{}',
    '{created_by,trip_id,lat,lng}', '{}'),
  ('vehicle_documents', 20, 'case when item.deleted_at is null then ''documents'' end', true, '{}', '{}', '{}', '{}',
    '{}'),
  ('vehicle_dossiers', 25, '''cvcol''', false, '{}', '{}', '{}', '{}', '{}'),
  ('vehicle_parts', 30, 'case when item.deleted_at is null then ''parts'' end', true, '{}', '{}', '{}', '{}',
    '{cost_cents}'),
  ('vehicle_checklists', 40, 'case when item.deleted_at is null then ''checklists'' end', true, '{}', '{previous_id}',
    '{}', '{created_by,own_template_id}', '{}'),
  ('vehicle_checklist_items', 50, '''checklists''', false, '{checklist_id}', '{}', '{}', '{}', '{}'),
  ('vehicle_tasks', 60, '''maintenance''', true, '{checklist_item_id}', '{done_entry_id}', '{}', '{created_by}', '{}'),
  ('maintenance_reminders', 70, 'case when item.deleted_at is null then ''reminders'' end', true, '{}', '{}', '{}',
    '{previous}', '{}'),
  ('vehicle_files', 80,
    'case item.kind when ''photo'' then ''photos'' when ''receipt'' then ''receipts'' else ''documents'' end', true,
    '{entry_id,document_id,checklist_item_id,diary_entry_id}', '{}', '{}', '{created_by}', '{}'),
  ('vehicle_dossier_photos', 90, '''cvcol''', false, '{file_id}', '{}', '{}', '{}', '{}');

select private.declare_columns('private.handover_parts', 'not_personal', '{*}', 'tables and columns');

create table private.handover_rows (
  handover_id uuid not null references public.vehicle_handovers (id) on delete cascade,
  id uuid not null,
  copy_id uuid not null,
  primary key (handover_id, id)
);
comment on table private.handover_rows is
  'While a handover is accepted: rows that go along, each with the id of its copy for the seller. Empty after the '
  'transaction.';
alter table private.handover_rows enable row level security;

select private.declare_columns('private.handover_rows', 'not_personal', '{*}', 'keys of rows during a transaction');

create function private.handover_columns(of_relation text) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(attname::text order by attnum) from pg_catalog.pg_attribute
  where attrelid = format('public.%I', of_relation)::regclass and attnum > 0 and not attisdropped and attgenerated = ''
$$;
comment on function private.handover_columns is 'Columns of a table that an insert writes.';

-- The next three functions make SQL for one table. In it item is a row, $1 the handover, $2 its car, $3 the copy and $4
-- what goes along.
create function private.copied_id(name text) returns text
language sql immutable set search_path = '' as $$
  select format('(select known.copy_id from private.handover_rows as known where known.handover_id = $1 and known.id = item.%I)', name)
$$;
comment on function private.copied_id is
  'SQL: the copy of the row that a column refers to; null when that row does not go along.';

create function private.copied_list(name text, keeps_others boolean) returns text
language sql immutable set search_path = '' as $$
  select format(
    'array(select %s from unnest(item.%I) with ordinality as listed (id, place)
    %s join private.handover_rows as known on known.handover_id = $1 and known.id = listed.id order by listed.place)',
    case when keeps_others then 'coalesce(known.copy_id, listed.id)' else 'known.id' end, name, case when keeps_others
      then 'left' else 'inner' end
  )
$$;
comment on function private.copied_list is
  'SQL: an array of ids for the copy, or for the buyer only those that go along.';

create function private.goes_along(part private.handover_parts) returns text
language sql stable set search_path = '' as $$
  select format('(coalesce((%s) = any ($4), false)', part.kind_of) || coalesce((
    select string_agg(format(' and (item.%I is null or %s is not null)', name, private.copied_id(name)), '')
      from unnest(part.parents) as name
  ), '') || ')'
$$;
comment on function private.goes_along is 'SQL: whether a row goes along; the tables of its parents are noted before.';

create function private.choose_rows(handover public.vehicle_handovers, part private.handover_parts) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A table without ids is not referred to, so its rows need no copied id.
  if 'id' = any (private.handover_columns(part.relation)) then
    execute format(
      'insert into private.handover_rows (handover_id, id, copy_id)
      select $1, item.id, gen_random_uuid() from public.%I as item where item.vehicle_id = $2 and %s', part.relation, private.goes_along(part)
    ) using handover.id, handover.vehicle_id, null::uuid, handover.chosen || array['always'];
  end if;
end $$;
comment on function private.choose_rows is 'Notes which rows of a table go along.';

create function private.copy_rows(handover public.vehicle_handovers, part private.handover_parts, copy uuid)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  columns text[] := private.handover_columns(part.relation);
begin
  execute format(
    'insert into public.%1$I (%2$s) select %3$s from public.%1$I as item where item.vehicle_id = $2 and %4$s',
      part.relation,
    (select string_agg(quote_ident(name), ', ' order by place) from unnest(columns) with ordinality
      as listed (name, place)),
    (select string_agg(case
      when name = 'vehicle_id' then '$3'
      when name = any (array['id'] || part.parents || part.links) then private.copied_id(name)
      when name = any (part.lists) then private.copied_list(name, true)
      else format('item.%I', name)
    end, ', ' order by place) from unnest(columns) with ordinality as listed (name, place)),
    private.goes_along(part)
  ) using handover.id, handover.vehicle_id, copy, handover.chosen || array['always'];
end $$;
comment on function private.copy_rows is 'Duplicates the rows that go along for the car that the seller keeps.';

create function private.part_rows(handover public.vehicle_handovers, part private.handover_parts, copy uuid)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_copy text := (
    select string_agg(change, '') from (
      select format(', %I = coalesce(%s, item.%1$I)', name, private.copied_id(name))
        from unnest(part.parents || part.links) as name
      union all select format(', %I = %s', name, private.copied_list(name, true)) from unnest(part.lists) as name
    ) as listed (change)
  );
  of_buyer text := (
    select string_agg(change, ', ') from (
      select format('%I = default', name) from unnest(part.cleared) as name
      union all select format('%I = null', name) from unnest(part.prices) as name where
        not 'expenses' = any (handover.chosen)
      union all select format('%I = case when %s is not null then item.%1$I end', name, private.copied_id(name))
        from unnest(part.links) as name
      union all select format('%I = %s', name, private.copied_list(name, false)) from unnest(part.lists) as name
    ) as listed (change)
  );
begin
  execute format('update public.%I as item set vehicle_id = $3%s where item.vehicle_id = $2 and not %s', part.relation,
    of_copy, private.goes_along(part))
    using handover.id, handover.vehicle_id, copy, handover.chosen || array['always'];
  if of_buyer is not null then
    execute format('update public.%I as item set %s where item.vehicle_id = $2', part.relation, of_buyer)
      using handover.id, handover.vehicle_id;
  end if;
end $$;
comment on function private.part_rows is
  'Moves the rows that do not go along to the car that the seller keeps, and removes from the others what the buyer '
  'does not get.';

create function private.sold_copy(car public.vehicles) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  copy uuid := gen_random_uuid();
begin
  execute format('insert into public.vehicles (%1$s) select %2$s from public.vehicles as item where item.id = $1',
    (select string_agg(quote_ident(name), ', ' order by place)
      from unnest(private.handover_columns('vehicles')) with ordinality as listed (name, place)),
    (select string_agg(case name when 'id' then '$2' when 'status' then '''sold''' when 'photo_id' then 'null'
      else format('item.%I', name) end, ', ' order by place)
      from unnest(private.handover_columns('vehicles')) with ordinality as listed (name, place))
  ) using car.id, copy;
  execute format('insert into public.vehicle_identities (%1$s) select %2$s from public.vehicle_identities as item where item.vehicle_id = $1',
    (select string_agg(quote_ident(name), ', ' order by place)
      from unnest(private.handover_columns('vehicle_identities')) with ordinality as listed (name, place)),
    (select string_agg(case name when 'vehicle_id' then '$2' else format('item.%I', name) end, ', ' order by place)
      from unnest(private.handover_columns('vehicle_identities')) with ordinality as listed (name, place))
  ) using car.id, copy;
  return copy;
end $$;
comment on function private.sold_copy is
  'Makes the car with status sold that a seller keeps, with its identities; answers its id.';

-- The buyer gets the kilometres of the car also when the entries that say them stay with the seller.
create function private.keep_kilometres(car public.vehicles) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reading numeric := case when car.odometer_is_estimated then null else car.odometer_km - car.odometer_offset_km end;
begin
  if car.odometer_km is not null and not exists (
    select from public.vehicle_entries where vehicle_id = car.id and deleted_at is null and km >= car.odometer_km
  ) then
    insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, estimated_km)
    values (
      gen_random_uuid(), car.id, car.owner_id, 'km', private.brazilian_today(), case when reading >= 0 then reading end,
      car.odometer_offset_km, case when reading >= 0 then null else car.odometer_km end
    );
  end if;
end $$;
comment on function private.keep_kilometres is
  'Notes the kilometres of a car at its handover when no entry that goes along says them.';

create function private.part_photo(handover uuid, car public.vehicles, copy uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_copy uuid := (select copy_id from private.handover_rows where handover_id = handover and id = car.photo_id);
begin
  if car.photo_id is not null then
    update public.vehicles set photo_id = coalesce(of_copy, car.photo_id) where id = copy;
    update public.vehicles set photo_id = null where id = car.id and of_copy is null;
  end if;
end $$;
comment on function private.part_photo is 'Gives both cars the photo that represents them, as far as it goes along.';

create function private.end_vehicle_sharing(car public.vehicles, copy uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.vehicle_members where vehicle_id = car.id;
  -- The rows stay with the seller, so that their links say that they have ended.
  update public.vehicle_invitations
  set vehicle_id = copy, revoked_at = case when accepted_at is null then coalesce(revoked_at, now()) else revoked_at end
  where vehicle_id = car.id;
  update public.vehicle_sale_links set vehicle_id = copy, revoked_at = coalesce(revoked_at, now())
    where vehicle_id = car.id;
  update public.vehicle_handovers set vehicle_id = copy where vehicle_id = car.id;
  -- Planned trips are the seller's.
  update public.trips set vehicle_id = copy where owner_id = car.owner_id and vehicle_id = car.id;
end $$;
comment on function private.end_vehicle_sharing is
  'Ends members, invitations and sale links of a car that was handed over.';

create function private.transfer_vehicle(handover public.vehicle_handovers, car public.vehicles, buyer uuid)
  returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  part private.handover_parts;
  copy uuid := private.sold_copy(car);
begin
  for part in select * from private.handover_parts order by place loop
    perform private.choose_rows(handover, part);
  end loop;
  for part in select * from private.handover_parts order by place loop
    perform private.copy_rows(handover, part, copy);
  end loop;
  for part in select * from private.handover_parts order by place loop
    perform private.part_rows(handover, part, copy);
  end loop;
  perform private.part_photo(handover.id, car, copy);
  delete from private.handover_rows where handover_id = handover.id;
  if not 'cvcol' = any (handover.chosen) then
    update public.vehicle_identities
    set cvcol_number = '', cvcol_class = null, cvcol_points = null, cvcol_club = '', cvcol_expires_on = null
      where vehicle_id = car.id;
  end if;
  perform private.end_vehicle_sharing(car, copy);
  perform private.keep_kilometres(car);
  update public.vehicles set (odometer_km, odometer_is_estimated) = (
    select max(entry.km), coalesce((array_agg(entry.reading_km is null order by entry.km desc))[1], false)
    from public.vehicle_entries as entry where entry.vehicle_id = car.id and entry.deleted_at is null and entry.km
      is not null
  ) where id = car.id;
  update public.vehicles set owner_id = buyer, status = case when status = 'sold' then 'active' else status end
    where id = car.id;
  return copy;
end $$;
comment on function private.transfer_vehicle is
  'Makes the buyer the owner of a car and its chosen history; answers the id of the sold car that the seller keeps.';

create function private.handover_counts(vehicle uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  part private.handover_parts;
  counts jsonb := '{}';
  found jsonb;
begin
  perform private.require_account();
  if not private.owns_vehicle(vehicle) then
    return counts;
  end if;
  for part in select * from private.handover_parts where is_counted order by place loop
    execute format(
      'select jsonb_object_agg(kind, total) from (
        select %s as kind, count(*) as total from public.%I as item where item.vehicle_id = $1 group by 1
      ) as counted where kind is not null', part.kind_of, part.relation
    ) into found using vehicle;
    select coalesce(jsonb_object_agg(key, coalesce((counts ->> key)::bigint, 0) + coalesce((found ->> key)::bigint, 0)),
      '{}') into counts
    from (select jsonb_object_keys(counts) union select jsonb_object_keys(coalesce(found, '{}'))) as kinds (key);
  end loop;
  return counts - 'always' || jsonb_build_object('cvcol', (
    select count(*) from public.vehicle_identities as known where known.vehicle_id = handover_counts.vehicle
      and known.cvcol_number <> ''
  ));
end $$;
comment on function private.handover_counts is
  'How many rows of each kind of history a car of the caller has; {} for any other car.';

create function private.handover_state(handover public.vehicle_handovers, car public.vehicles) returns text
language sql stable set search_path = '' as $$
  select case
    when handover.status <> 'open' then handover.status
    when car.deleted_at is not null then 'withdrawn'
    when handover.expires_at <= now() then 'expired'
    else 'open'
  end
$$;
comment on function private.handover_state is
  'open, accepted, refused, withdrawn (also while the car is in the trash) or expired.';

create function private.offer_vehicle(handover uuid, vehicle uuid, email text, chosen text[], name text,
  token_hash text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  car public.vehicles := private.own_vehicle(vehicle);
  address text := lower(btrim(offer_vehicle.email));
begin
  if car.id is null then
    return 'gone';
  elsif lower(btrim(name)) is distinct from lower(btrim(car.nickname)) then
    return 'name';
  elsif address = private.account_email(car.owner_id) then
    return 'own';
  end if;
  update public.vehicle_handovers as known set status = 'expired', decided_at = now()
  where known.vehicle_id = vehicle and status = 'open' and expires_at <= now();
  if exists (select from public.vehicle_handovers as known where known.vehicle_id = vehicle and status = 'open') then
    return 'exists';
  elsif 10 <= (select count(*) from public.vehicle_handovers where owner_id = car.owner_id
    and created_at > now() - interval '1 day') then
    return 'too_many';
  end if;
  insert into public.vehicle_handovers (id, vehicle_id, owner_id, email, chosen, token_hash, expires_at)
  values (
    handover, vehicle, car.owner_id, address, array(select distinct unnest(offer_vehicle.chosen) order by 1),
    offer_vehicle.token_hash, now() + interval '14 days'
  );
  perform private.enqueue_mail(address, 'vehicle_handover_offer', jsonb_build_object(
    'vehicle_handover', handover, 'title', car.nickname, 'name', (select username from public.profiles
      where id = car.owner_id)
  ), private.locale_of_email(address, car.owner_id));
  return 'saved';
exception when check_violation or not_null_violation or unique_violation or invalid_parameter_value then
  return 'invalid';
end $$;
comment on function private.offer_vehicle is
  'Offers a car of the caller to its buyer and enqueues the mail; answers saved, gone, name, own, exists, too_many or '
  'invalid.';

create function private.withdraw_vehicle_offer(handover uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  offer public.vehicle_handovers;
begin
  perform private.require_account();
  -- Waits for an acceptance that locked the car, and then finds the offer decided.
  perform private.own_vehicle((select vehicle_id from public.vehicle_handovers where id = handover
    and owner_id = private.account_id()));
  update public.vehicle_handovers set status = 'withdrawn', decided_at = now()
  where id = handover and owner_id = private.account_id() and status = 'open'
  returning * into offer;
  if offer.id is null then
    return false;
  end if;
  perform private.enqueue_mail(offer.email, 'vehicle_handover_withdrawn', jsonb_build_object(
    'title', (select nickname from public.vehicles where id = offer.vehicle_id),
    'name', (select username from public.profiles where id = offer.owner_id)
  ), private.locale_of_email(offer.email, offer.owner_id));
  return true;
end $$;
comment on function private.withdraw_vehicle_offer is
  'Takes an open offer of the caller back; false when it is decided or not theirs.';

create function private.read_vehicle_offer(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', state.name) || case
    when state.name = 'open' then jsonb_build_object(
      'seller', seller.username, 'chosen', to_jsonb(handover.chosen), 'expires_at', handover.expires_at,
      'email', left(handover.email, 1) || '***' || substring(handover.email from '@.*$'),
      'is_mine', handover.email = private.account_email(private.account_id()),
      'vehicle', jsonb_build_object(
        'nickname', car.nickname, 'make', car.make, 'model', car.model, 'version', car.version,
        'year_made', car.year_made, 'year_model', car.year_model, 'odometer_km', car.odometer_km
      )
    )
    when state.name = 'accepted' and handover.buyer_id = private.account_id()
      then jsonb_build_object('vehicle_id', handover.received_vehicle_id)
    else '{}'
  end
  from public.vehicle_handovers as handover
  join public.vehicles as car on car.id = handover.vehicle_id
  join public.profiles as seller on seller.id = handover.owner_id
  cross join lateral (select private.handover_state(handover, car) as name) as state
  where handover.token_hash = private.token_hash(token)
$$;
comment on function private.read_vehicle_offer is
  'What the page of an offered car shows; only the state of an offer that has ended, null for a token that does not '
  'exist.';

create function private.mail_vehicle_decision(handover public.vehicle_handovers, car public.vehicles, copy uuid)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_accepted boolean := handover.status = 'accepted';
begin
  perform private.enqueue_mail(
    private.account_email(handover.owner_id),
    case when is_accepted then 'vehicle_handover_done' else 'vehicle_handover_refused' end,
    jsonb_build_object('title', car.nickname, 'path', '/diario-de-bordo/' || coalesce(copy, car.id)),
    (select locale from public.profiles where id = handover.owner_id)
  );
  if is_accepted then
    perform private.enqueue_mail(handover.email, 'vehicle_received', jsonb_build_object(
      'title', car.nickname, 'path', '/diario-de-bordo/' || car.id
    ), (select locale from public.profiles where id = handover.buyer_id));
  end if;
end $$;
comment on function private.mail_vehicle_decision is
  'Mails the seller what the buyer decided, and the buyer where the car is.';

create function private.decide_vehicle_offer(token text, is_accepted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  hash text := private.token_hash(token);
  handover public.vehicle_handovers;
  car public.vehicles;
  copy uuid;
begin
  perform private.require_account();
  -- The car is locked first, as everywhere; a second call waits here and finds the offer decided.
  select vehicles.* into car from public.vehicles
  where id = (select vehicle_id from public.vehicle_handovers where token_hash = hash) for update;
  select * into handover from public.vehicle_handovers where token_hash = hash for update;
  if handover.id is null then
    return '{"status": "gone"}';
  elsif handover.email is distinct from private.account_email(account) then
    return '{"status": "wrong_account"}';
  elsif private.handover_state(handover, car) <> 'open' then
    return jsonb_build_object('status', private.handover_state(handover, car), 'vehicle', case
      when handover.buyer_id = account then handover.received_vehicle_id end);
  elsif is_accepted is null or handover.owner_id = account then
    return '{"status": "gone"}';
  elsif is_accepted and 60 <= (select count(*) from private.read_vehicles() as id where id <> car.id) then
    return '{"status": "limit"}';
  end if;
  if is_accepted then
    copy := private.transfer_vehicle(handover, car, account);
  end if;
  update public.vehicle_handovers set
    status = case when is_accepted then 'accepted' else 'refused' end, decided_at = now(), buyer_id = account,
    received_vehicle_id = case when is_accepted then car.id end
  where id = handover.id returning * into handover;
  perform private.mail_vehicle_decision(handover, car, copy);
  return jsonb_build_object('status', handover.status, 'vehicle', handover.received_vehicle_id);
end $$;
comment on function private.decide_vehicle_offer is
  'The buyer accepts or refuses a car, in one transaction: {status: accepted | refused | withdrawn | expired | '
  'wrong_account | limit | gone, vehicle}.';

create function public.handover_counts(vehicle uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.handover_counts(vehicle);
comment on function public.handover_counts is
  'Rows of an own car by kind of history, as the preview of a handover; {} for any other car.';
grant execute on function public.handover_counts to authenticated, service_role;

create function public.offer_vehicle(handover uuid, vehicle uuid, email text, chosen text[], name text, token_hash text)
  returns text
language sql volatile security invoker set search_path = ''
return private.offer_vehicle(handover, vehicle, email, chosen, name, token_hash);
comment on function public.offer_vehicle is
  'Offers an own car to its buyer by mail when name is its nickname: saved, gone, name, own, exists, too_many or '
  'invalid.';
grant execute on function public.offer_vehicle to authenticated, service_role;

create function public.withdraw_vehicle_offer(handover uuid) returns boolean
language sql volatile security invoker set search_path = '' return private.withdraw_vehicle_offer(handover);
comment on function public.withdraw_vehicle_offer is
  'Takes an open offer of an own car back; false when it is decided or not theirs.';
grant execute on function public.withdraw_vehicle_offer to authenticated, service_role;

create function public.read_vehicle_offer(token text) returns jsonb
language sql stable security invoker set search_path = '' return private.read_vehicle_offer(token);
comment on function public.read_vehicle_offer is
  'What is offered to a buyer: {state, seller, chosen, expires_at, email, is_mine, vehicle, vehicle_id}; anyone who '
  'has the token may call it.';
grant execute on function public.read_vehicle_offer to anon, authenticated, service_role;

create function public.decide_vehicle_offer(token text, is_accepted boolean) returns jsonb
language sql volatile security invoker set search_path = '' return private.decide_vehicle_offer(token, is_accepted);
comment on function public.decide_vehicle_offer is
  'The buyer accepts or refuses an offered car: {status: accepted | refused | withdrawn | expired | wrong_account | '
  'limit | gone, vehicle}.';
grant execute on function public.decide_vehicle_offer to authenticated, service_role;

-- Dossiers of a car.

create table public.vehicle_dossiers (
  vehicle_id uuid primary key,
  owner_id uuid not null,
  mechanics smallint check (mechanics between 0 and 100),
  bodywork smallint check (bodywork between 0 and 100),
  suspension smallint check (suspension between 0 and 100),
  appearance smallint check (appearance between 0 and 100),
  safety smallint check (safety between 0 and 100),
  emissions smallint check (emissions between 0 and 100),
  noise smallint check (noise between 0 and 100),
  other smallint check (other between 0 and 100),
  club text not null default '' check (char_length(club) <= 120),
  notes text not null default '' check (char_length(notes) <= 2000),
  updated_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade,
  constraint vehicle_dossiers_total check (
    coalesce(mechanics, 0) + coalesce(bodywork, 0) + coalesce(suspension, 0) + coalesce(appearance, 0)
      + coalesce(safety, 0) + coalesce(emissions, 0) + coalesce(noise, 0) + coalesce(other, 0) <= 100
  )
);
comment on table public.vehicle_dossiers is
  'Points of a car that its owner estimates before the inspection for the collection plate (CVCOL); the certifying '
  'entity decides. Members read them.';
comment on column public.vehicle_dossiers.club is 'The entity that the owner chose for the inspection.';
create index vehicle_dossiers_vehicle_id_idx on public.vehicle_dossiers (vehicle_id, owner_id);
create index vehicle_dossiers_owner_id_idx on public.vehicle_dossiers (owner_id);
alter table public.vehicle_dossiers enable row level security;
grant select, insert on public.vehicle_dossiers to authenticated;
grant update (
  mechanics, bodywork, suspension, appearance, safety, emissions, noise, other, club, notes
) on public.vehicle_dossiers to authenticated;
grant all on public.vehicle_dossiers to service_role;
create policy "authenticated owners and members read the dossiers of their cars" on public.vehicle_dossiers
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));
create policy "authenticated owners add the dossiers of their cars" on public.vehicle_dossiers
  for insert to authenticated with check (owner_id = (select private.account_id())
    and private.owns_vehicle(vehicle_id));
create policy "authenticated owners update the dossiers of their cars" on public.vehicle_dossiers
  for update to authenticated using (owner_id = (select private.account_id()))
  with check (owner_id = (select private.account_id()));
create trigger vehicle_dossiers_server_columns before insert or update on public.vehicle_dossiers
  for each row execute function private.guard_server_columns('', 'updated_at');
create trigger vehicle_dossiers_touch before update on public.vehicle_dossiers
  for each row execute function private.touch_updated_at();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_dossiers', 'owner_id', 'account', 'own', 'Dossiês da placa preta', 'delete', 123);

select private.declare_columns('vehicle_dossiers', 'exported',
  '{vehicle_id,owner_id,mechanics,bodywork,suspension,appearance,safety,emissions,noise,other,club,notes,
    updated_at}');

create table public.vehicle_dossier_photos (
  vehicle_id uuid not null,
  owner_id uuid not null,
  slot text not null check (
    slot in ('front', 'rear', 'left_side', 'right_side', 'engine', 'interior', 'dashboard', 'chassis_number',
      'engine_number', 'plates')
  ),
  file_id uuid not null references public.vehicle_files (id) on delete cascade,
  primary key (vehicle_id, slot),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_dossier_photos is
  'The photo of a car that shows what the dossier asks for; members read them.';
create index vehicle_dossier_photos_vehicle_id_idx on public.vehicle_dossier_photos (vehicle_id, owner_id);
create index vehicle_dossier_photos_owner_id_idx on public.vehicle_dossier_photos (owner_id);
create index vehicle_dossier_photos_file_id_idx on public.vehicle_dossier_photos (file_id);
alter table public.vehicle_dossier_photos enable row level security;
grant select, insert, delete on public.vehicle_dossier_photos to authenticated;
grant update (file_id) on public.vehicle_dossier_photos to authenticated;
grant all on public.vehicle_dossier_photos to service_role;
create policy "authenticated owners and members read the dossier photos of their cars" on public.vehicle_dossier_photos
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));
create policy "authenticated owners add dossier photos of their cars" on public.vehicle_dossier_photos
  for insert to authenticated with check (
    owner_id = (select private.account_id()) and private.owns_vehicle(vehicle_id)
    and exists (
      select from public.vehicle_files as file
      where file.id = file_id and file.vehicle_id = vehicle_dossier_photos.vehicle_id and file.kind = 'photo'
    )
  );
create policy "authenticated owners update the dossier photos of their cars" on public.vehicle_dossier_photos
  for update to authenticated using (owner_id = (select private.account_id())) with check (
    owner_id = (select private.account_id())
    and exists (
      select from public.vehicle_files as file
      where file.id = file_id and file.vehicle_id = vehicle_dossier_photos.vehicle_id and file.kind = 'photo'
    )
  );
create policy "authenticated owners delete the dossier photos of their cars" on public.vehicle_dossier_photos
  for delete to authenticated using (owner_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('vehicle_dossier_photos', 'owner_id', 'account', 'own', 'Fotos dos dossiês da placa preta', 'delete', 124);

select private.declare_columns('vehicle_dossier_photos', 'exported', '{vehicle_id,owner_id,slot,file_id}');

reset check_function_bodies;
