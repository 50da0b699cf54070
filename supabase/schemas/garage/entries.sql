-- The log of a car: entries, files, documents and parts.

create table public.vehicle_entries (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  kind text not null check (kind = any (private.log_entry_kinds())),
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
  fuel text check (fuel = any (private.fuels())),
  ethanol_pct smallint check (ethanol_pct between 0 and 100),
  litres numeric(8, 3) check (litres > 0 and litres <= 2000),
  is_full boolean,
  missed_previous boolean not null default false,
  category text check (category = any (private.cost_categories())),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_entries', 'created_by', 'account', 'work', 'Registros em carros de outras pessoas', 'unlink', 100),
  ('vehicle_entries', 'owner_id', 'account', 'own', 'Registros do diário de bordo', 'delete', 99);

select
  private.declare_columns('vehicle_entries', 'exported',
    '{id,vehicle_id,owner_id,kind,on_date,reading_km,offset_km,estimated_km,km,replaces_odometer,title,notes,place,
      lat,lng,fuel,ethanol_pct,litres,is_full,missed_previous,category,total_cents,parts_cents,labour_cents,
      trip_id,distance_km,version,deleted_at,created_at,updated_at}'),
  private.declare_columns('vehicle_entries', 'withheld', '{created_by}', 'may be another person: who wrote the entry');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('deleted_vehicle_entries', 'public.vehicle_entries', 'deleted_at', '30 days', 'deleted_at is not null', 421);

create table public.vehicle_documents (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  kind text not null check (kind = any (private.vehicle_document_kinds())),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_documents', 'owner_id', 'account', 'own', 'Documentos dos carros', 'delete', 103);

select private.declare_columns('vehicle_documents', 'exported',
  '{id,vehicle_id,owner_id,kind,number,expires_on,deleted_at,created_at,updated_at}');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('deleted_vehicle_documents', 'public.vehicle_documents', 'deleted_at', '30 days', 'deleted_at is not null', 422);

create table public.vehicle_files (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  entry_id uuid references public.vehicle_entries (id) on delete cascade,
  kind text not null check (kind = any (private.vehicle_file_kinds())),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_parts', 'owner_id', 'account', 'own', 'Peças dos carros', 'delete', 104);

select private.declare_columns('vehicle_parts', 'exported',
  '{id,vehicle_id,owner_id,name,oem_number,brand,quantity,location,installed_km,cost_cents,supplier,is_carried,
    deleted_at,created_at,updated_at}');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
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
comment on function private.entry_json is 'An entry as StoredEntry of lib/garage/vehicles/schema.ts.';

create function private.same_entry(existing public.vehicle_entries, input public.vehicle_entries) returns boolean
language sql stable set search_path = '' as $$
  select to_jsonb(existing) - of_server = to_jsonb(input) - of_server
  from (values (private.entry_server_columns()))
    as columns (of_server)
$$;
comment on function private.same_entry is 'Whether a stored entry has the content that was sent.';

-- A save whose answer was lost is sent again: it finds its own content one version later and is answered as saved.
create function private.save_vehicle_entry(entry uuid, vehicle uuid, expected_version integer, content jsonb)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  car public.vehicles;
  existing public.vehicle_entries;
  input public.vehicle_entries;
begin
  perform private.require_account();
  -- Concurrent saves of one car wait for each other.
  select * into car from public.vehicles where id = vehicle for no key update;
  if car.id is null or not private.edits_vehicle(vehicle) then
    return case when vehicle in (select private.read_vehicles()) then private.refused('forbidden')
      else private.gone() end;
  elsif car.deleted_at is not null then
    return private.gone();
  end if;
  select * into existing from public.vehicle_entries where id = entry for update;
  if existing.id is not null and existing.vehicle_id <> vehicle then
    return private.refused('forbidden');
  end if;
  -- Columns of the server are taken from the stored row or made here, never from the content.
  input := jsonb_populate_record(null::public.vehicle_entries,
    content - private.entry_server_columns());
  input.offset_km := coalesce(input.offset_km, 0);
  input.replaces_odometer := coalesce(input.replaces_odometer, false);
  input.title := coalesce(input.title, '');
  input.notes := coalesce(input.notes, '');
  input.place := coalesce(input.place, '');
  input.missed_previous := coalesce(input.missed_previous, false);
  if input.on_date > current_date + 1 then
    return private.refused('in_future');
  elsif input.trip_id is not null and not exists (select from public.trips where id = input.trip_id and owner_id
    in (account, car.owner_id)) then
    input.trip_id := null;
  end if;
  if existing.id is null then
    if expected_version is not null then
      return private.gone();
    elsif 50000 <= (select count(*) from public.vehicle_entries where vehicle_id = vehicle) then
      return private.refused('limit');
    end if;
    insert into public.vehicle_entries (
      id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, estimated_km, replaces_odometer, title, notes,
        place, lat, lng,
      fuel, ethanol_pct, litres, is_full, missed_previous, category, total_cents, parts_cents, labour_cents, trip_id,
        distance_km, created_by
    ) values (
      entry, vehicle, car.owner_id, input.kind, input.on_date, input.reading_km, input.offset_km, input.estimated_km,
      input.replaces_odometer, input.title, input.notes, input.place, input.lat, input.lng, input.fuel,
        input.ethanol_pct,
      input.litres, input.is_full, input.missed_previous, input.category, input.total_cents, input.parts_cents,
        input.labour_cents, input.trip_id, input.distance_km, account
    ) returning * into existing;
    return private.saved(jsonb_build_object('entry', private.entry_json(existing)));
  elsif existing.version is distinct from expected_version then
    return case
      when private.same_entry(existing, input) and existing.version = coalesce(expected_version, 0) + 1
        then private.saved(jsonb_build_object('entry', private.entry_json(existing)))
      when existing.deleted_at is not null then private.gone()
      else private.conflict(jsonb_build_object('entry', private.entry_json(existing)))
    end;
  elsif existing.deleted_at is not null then
    return private.gone();
  end if;
  update public.vehicle_entries set
    kind = input.kind, on_date = input.on_date, reading_km = input.reading_km, offset_km = input.offset_km,
    estimated_km = input.estimated_km, replaces_odometer = input.replaces_odometer, title = input.title,
      notes = input.notes,
    place = input.place, lat = input.lat, lng = input.lng, fuel = input.fuel, ethanol_pct = input.ethanol_pct,
    litres = input.litres, is_full = input.is_full, missed_previous = input.missed_previous, category = input.category,
      total_cents = input.total_cents,
    parts_cents = input.parts_cents, labour_cents = input.labour_cents, trip_id = input.trip_id,
      distance_km = input.distance_km,
    version = vehicle_entries.version + 1, updated_at = clock_timestamp()
  where id = entry returning * into existing;
  return private.saved(jsonb_build_object('entry', private.entry_json(existing)));
exception
  when unique_violation then
    return private.refused('exists');
  when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation
    or invalid_text_representation
    or numeric_value_out_of_range or invalid_datetime_format then
    return private.refused('invalid');
end $$;
comment on function private.save_vehicle_entry is
  'Stores a new entry (expected_version is null) or the next version of an existing one.';

create function private.set_vehicle_entry_deleted(entry uuid, is_deleted boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.vehicle_entries;
begin
  perform private.require_account();
  select * into existing from public.vehicle_entries where id = entry for update;
  if existing.id is null or not private.edits_vehicle(existing.vehicle_id) then
    return private.gone();
  end if;
  update public.vehicle_entries set
    deleted_at = case when is_deleted then coalesce(deleted_at, now()) end, version = version + 1,
      updated_at = clock_timestamp()
  where id = entry and (deleted_at is not null) is distinct from is_deleted;
  return private.saved();
exception when unique_violation then
  return private.refused('exists');
end $$;
comment on function private.set_vehicle_entry_deleted is
  'Moves an entry into the trash or back: saved, gone, or refused with exists when its trip was noted again meanwhile.';

create function private.replace_odometer(entry uuid, vehicle uuid, on_date date, total_km numeric, reading numeric,
  remark text)
returns jsonb
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
    return private.gone();
  elsif exists (select from public.vehicle_entries where id = entry and vehicle_id = vehicle) then
    return private.saved();
  elsif on_date > current_date + 1 then
    return private.refused('in_future');
  elsif total_km < car.odometer_km then
    return private.refused('goes_back');
  end if;
  insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, replaces_odometer,
    notes, created_by)
  values (entry, vehicle, account, 'km', on_date, reading, total_km - reading, true, coalesce(btrim(remark), ''),
    account);
  return private.saved();
exception
  when unique_violation then
    return private.gone();
  when check_violation or not_null_violation or numeric_value_out_of_range then
    return private.refused('invalid');
end $$;
comment on function private.replace_odometer is
  'Notes the first reading of a new or repaired odometer; a trigger changes the offset of the car in the same '
  'transaction.';

create function private.set_vehicle_row_deleted(kind text, item uuid, is_deleted boolean) returns jsonb
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
  return case when found then private.saved() else private.gone() end;
end $$;
comment on function private.set_vehicle_row_deleted is
  'Moves a car or a document of the caller, or a part or diary entry of a car that the caller edits, into the trash '
  'or back.';

create function private.delete_vehicle(vehicle uuid, name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  delete from public.vehicles
  where id = vehicle and owner_id = private.account_id() and deleted_at is not null
    and lower(btrim(nickname)) = lower(btrim(name));
  return case
    when found then private.saved()
    when exists (select from public.vehicles where id = vehicle and owner_id = private.account_id() and deleted_at
      is not null) then private.refused('name')
    else private.gone()
  end;
end $$;
comment on function private.delete_vehicle is
  'Deletes a car in the trash of its owner for good, with its log and files.';

create function public.save_vehicle_entry(entry uuid, vehicle uuid, expected_version integer, content jsonb)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_vehicle_entry(entry, vehicle, expected_version, content);
comment on function public.save_vehicle_entry is
  'Saves an entry of a car that the caller edits: saved or conflict with the entry, gone, or refused with forbidden, '
  'invalid, in_future, exists or limit. expected_version is the version that was opened, null for a new entry.';
grant execute on function public.save_vehicle_entry to authenticated, service_role;

create function public.set_vehicle_entry_deleted(entry uuid, is_deleted boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_vehicle_entry_deleted(entry, is_deleted);
comment on function public.set_vehicle_entry_deleted is
  'Moves an entry of a car that the caller edits into the trash, where it is kept for 30 days, or back: saved, gone, '
  'or refused with exists.';
grant execute on function public.set_vehicle_entry_deleted to authenticated, service_role;

create function public.replace_odometer(entry uuid, vehicle uuid, on_date date, total_km numeric, reading numeric,
  remark text)
returns jsonb
language sql volatile security invoker set search_path = ''
return private.replace_odometer(entry, vehicle, on_date, total_km, reading, remark);
comment on function public.replace_odometer is
  'The odometer of an own car shows reading while the car has total_km: saved, gone, or refused with goes_back, '
  'in_future or invalid.';
grant execute on function public.replace_odometer to authenticated, service_role;

create function public.set_vehicle_row_deleted(kind text, item uuid, is_deleted boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_vehicle_row_deleted(kind, item, is_deleted);
comment on function public.set_vehicle_row_deleted is
  'Moves a vehicle, document, part or diary_entry into the trash, where it is kept for 30 days, or back: saved or '
  'gone.';
grant execute on function public.set_vehicle_row_deleted to authenticated, service_role;

create function public.delete_vehicle(vehicle uuid, name text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.delete_vehicle(vehicle, name);
comment on function public.delete_vehicle is
  'Deletes an own car in the trash for good: saved, gone, or refused with name unless name is its nickname.';
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
  'The newest entries of every car that the caller reads, as StoredEntry of lib/garage/entries/schema.ts.';
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
  'lib/garage/entries/schema.ts.';
grant execute on function public.read_vehicle_log to authenticated, service_role;
