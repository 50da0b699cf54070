-- The garage: cars of an account, who else may see or edit them, what is noted about them, and their files.

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
comment on table public.vehicles is 'Cars in the garage of an account. The owner and the members of vehicle_members read them, the team does not.';
comment on column public.vehicles.id is 'Made by the browser, so that a car that is sent twice is stored once.';
comment on column public.vehicles.odometer_offset_km is 'Kilometres of the car minus the reading of its odometer, since the odometer was replaced.';
comment on column public.vehicles.odometer_km is 'Kilometres of the car: the highest of its entries; written by a trigger.';
comment on column public.vehicles.odometer_is_estimated is 'Whether odometer_km comes from an estimate, not from a reading.';
comment on column public.vehicles.photo_id is 'The file in vehicle_files that represents the car.';
comment on column public.vehicles.deleted_at is 'In the trash for 30 days.';
create index vehicles_owner_id_idx on public.vehicles (owner_id, nickname);
create index vehicles_deleted_at_idx on public.vehicles (deleted_at) where deleted_at is not null;

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
comment on table public.vehicle_identities is 'Plate, chassis and certificate of originality (CVCOL) of a car; only its owner reads them.';
create index vehicle_identities_vehicle_id_idx on public.vehicle_identities (vehicle_id, owner_id);
create index vehicle_identities_owner_id_idx on public.vehicle_identities (owner_id);

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
comment on table public.vehicle_members is 'Accounts that the owner of a car shares it with; written by functions only. viewer: reads the log. editor: writes it too.';
create index vehicle_members_vehicle_id_idx on public.vehicle_members (vehicle_id, owner_id);
create index vehicle_members_account_id_idx on public.vehicle_members (account_id);
create index vehicle_members_owner_id_idx on public.vehicle_members (owner_id);

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
    category in ('service', 'repair', 'upgrade', 'inspection', 'toll', 'parking', 'insurance', 'tax', 'part', 'food', 'lodging', 'other')
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
comment on table public.vehicle_entries is 'The log of a car: refuelling, maintenance, odometer readings, expenses, notes and driven trips; written by functions only.';
comment on column public.vehicle_entries.id is 'Made by the device, so that an entry that is sent twice is stored once.';
comment on column public.vehicle_entries.on_date is 'Day at the place where it happened.';
comment on column public.vehicle_entries.reading_km is 'What the odometer shows; null when it is broken or was not read.';
comment on column public.vehicle_entries.offset_km is 'odometer_offset_km of the car at that time.';
comment on column public.vehicle_entries.estimated_km is 'Kilometres of the car without a reading, estimated from its trips.';
comment on column public.vehicle_entries.km is 'Kilometres of the car.';
comment on column public.vehicle_entries.replaces_odometer is 'A kilometre entry with the first reading of a new odometer.';
comment on column public.vehicle_entries.ethanol_pct is 'Share of ethanol in the filled fuel, where the driver knows it.';
comment on column public.vehicle_entries.litres is 'Litres; cubic metres of cng, kWh of electric.';
comment on column public.vehicle_entries.missed_previous is 'A refuelling before this one was not noted: consumption cannot be computed across it.';
comment on column public.vehicle_entries.category is 'service, repair, upgrade or inspection of a service entry; the others of an expense.';
comment on column public.vehicle_entries.distance_km is 'Driven kilometres of a trip.';
comment on column public.vehicle_entries.version is 'Counts the saves; a save names the version that was opened.';
comment on column public.vehicle_entries.deleted_at is 'In the trash for 30 days.';
create index vehicle_entries_vehicle_id_idx on public.vehicle_entries (vehicle_id, on_date desc, id);
create index vehicle_entries_km_idx on public.vehicle_entries (vehicle_id, km) where deleted_at is null and km is not null;
create index vehicle_entries_owner_idx on public.vehicle_entries (vehicle_id, owner_id);
create index vehicle_entries_owner_id_idx on public.vehicle_entries (owner_id);
create index vehicle_entries_created_by_idx on public.vehicle_entries (created_by);
create unique index vehicle_entries_trip_id_idx on public.vehicle_entries (trip_id, vehicle_id) where kind = 'trip' and deleted_at is null;
create index vehicle_entries_trip_idx on public.vehicle_entries (trip_id);
create index vehicle_entries_deleted_at_idx on public.vehicle_entries (deleted_at) where deleted_at is not null;

create table public.vehicle_files (
  id uuid primary key,
  vehicle_id uuid not null,
  owner_id uuid not null,
  entry_id uuid references public.vehicle_entries (id) on delete cascade,
  kind text not null check (kind in ('photo', 'receipt', 'document')),
  name text not null default '' check (char_length(name) <= 120),
  extension text not null check (extension in ('webp', 'pdf')),
  path text generated always as (vehicle_id::text || '/' || id::text || '.' || extension) stored,
  bytes integer not null check (bytes between 1 and 10485760),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  foreign key (vehicle_id, owner_id) references public.vehicles (id, owner_id) on update cascade on delete cascade
);
comment on table public.vehicle_files is 'Photos, receipts and documents of a car in bucket vehicle-files. Members of the car do not read documents.';
comment on column public.vehicle_files.path is 'Made from the ids, so that a row never names the file of another car.';
create index vehicle_files_vehicle_id_idx on public.vehicle_files (vehicle_id, owner_id, created_at);
create index vehicle_files_entry_id_idx on public.vehicle_files (entry_id);
create index vehicle_files_owner_id_idx on public.vehicle_files (owner_id);
create index vehicle_files_created_by_idx on public.vehicle_files (created_by);

alter table public.vehicles add constraint vehicles_photo_id_fkey
  foreign key (photo_id) references public.vehicle_files (id) on delete set null;
create index vehicles_photo_id_idx on public.vehicles (photo_id);

create function private.require_account() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
end $$;
comment on function private.require_account() is 'Raises 42501 without an account, or while its second factor is pending.';

-- Security definer, so that the policies of the tables do not ask each other.
create function private.owns_vehicle(vehicle uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.vehicles where id = vehicle and owner_id = (select private.account_id()))
$$;
comment on function private.owns_vehicle(uuid) is 'Whether the caller owns a car.';
create function private.edits_vehicle(vehicle uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.owns_vehicle(vehicle) or exists (
    select from public.vehicle_members where vehicle_id = vehicle and account_id = (select private.account_id()) and role = 'editor'
  )
$$;
comment on function private.edits_vehicle(uuid) is 'Whether the caller may write the log of a car: its owner and its editors.';
create function private.read_vehicles() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.vehicles where owner_id = (select private.account_id())
  union all
  select vehicle_id from public.vehicle_members where account_id = (select private.account_id())
$$;
comment on function private.read_vehicles() is 'Cars that the caller may read: own ones and shared ones.';
grant execute on function private.owns_vehicle(uuid), private.edits_vehicle(uuid), private.read_vehicles() to authenticated;

alter table public.vehicles enable row level security;
alter table public.vehicle_identities enable row level security;
alter table public.vehicle_members enable row level security;
alter table public.vehicle_entries enable row level security;
alter table public.vehicle_files enable row level security;
revoke all on public.vehicles, public.vehicle_identities, public.vehicle_members, public.vehicle_entries, public.vehicle_files
  from anon, authenticated;
grant select on public.vehicles, public.vehicle_identities, public.vehicle_members, public.vehicle_entries, public.vehicle_files
  to authenticated;
grant insert on public.vehicles, public.vehicle_identities, public.vehicle_files to authenticated;
grant update (
  nickname, body_kind, make, model, version, year_made, year_model, color, engine, cooling, fuel_system, fuels, tank_litres,
  km_per_litre, cruise_kmh, toll_class, odometer_state, odometer_offset_km, story, status, photo_id, deleted_at
) on public.vehicles to authenticated;
grant update (plate, plate_kind, chassis, cvcol_number, cvcol_class, cvcol_points, cvcol_club, cvcol_expires_on)
  on public.vehicle_identities to authenticated;
grant delete on public.vehicle_files to authenticated;
grant all on public.vehicles, public.vehicle_identities, public.vehicle_members, public.vehicle_entries, public.vehicle_files to service_role;

create policy "authenticated owners and members read their cars" on public.vehicles
  for select to authenticated using (id in (select private.read_vehicles()));
create policy "authenticated accounts add own cars" on public.vehicles
  for insert to authenticated with check (
    owner_id = (select private.account_id()) and odometer_km is null and deleted_at is null and photo_id is null
    and (select count(*) < 60 from private.read_vehicles())
  );
create policy "authenticated owners update their cars" on public.vehicles
  for update to authenticated using (owner_id = (select private.account_id())) with check (
    owner_id = (select private.account_id())
    and (photo_id is null or exists (select from public.vehicle_files as file where file.id = photo_id and file.vehicle_id = vehicles.id))
  );

create policy "authenticated owners read the identities of their cars" on public.vehicle_identities
  for select to authenticated using (owner_id = (select private.account_id()));
create policy "authenticated owners add the identities of their cars" on public.vehicle_identities
  for insert to authenticated with check (owner_id = (select private.account_id()) and private.owns_vehicle(vehicle_id));
create policy "authenticated owners update the identities of their cars" on public.vehicle_identities
  for update to authenticated using (owner_id = (select private.account_id()))
  with check (owner_id = (select private.account_id()));

create policy "authenticated owners and members read who shares a car" on public.vehicle_members
  for select to authenticated
  using (owner_id = (select private.account_id()) or account_id = (select private.account_id()));

create policy "authenticated owners and members read the log of their cars" on public.vehicle_entries
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));

create policy "authenticated owners read the files of their cars, members all but documents" on public.vehicle_files
  for select to authenticated using (
    owner_id = (select private.account_id()) or kind <> 'document' and vehicle_id in (select private.read_vehicles())
  );
create policy "authenticated owners add files, editors photos and receipts" on public.vehicle_files
  for insert to authenticated with check (
    private.edits_vehicle(vehicle_id) and (kind <> 'document' or owner_id = (select private.account_id()))
    and (entry_id is null or exists (
      select from public.vehicle_entries as entry where entry.id = entry_id and entry.vehicle_id = vehicle_files.vehicle_id
    ))
  );
create policy "authenticated owners delete files, editors photos and receipts" on public.vehicle_files
  for delete to authenticated using (
    private.edits_vehicle(vehicle_id) and (kind <> 'document' or owner_id = (select private.account_id()))
  );

create trigger vehicles_server_columns before insert or update on public.vehicles
  for each row execute function private.guard_server_columns('owner_id', 'created_at,updated_at');
create trigger vehicles_touch before update on public.vehicles
  for each row execute function private.touch_updated_at();
create trigger vehicle_identities_touch before update on public.vehicle_identities
  for each row execute function private.touch_updated_at();
create trigger vehicle_files_server_columns before insert or update on public.vehicle_files
  for each row execute function private.guard_server_columns('created_by', 'created_at');

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
comment on function private.count_vehicle_km() is 'Trigger function: keeps the kilometres of a car equal to the highest of its entries.';
create trigger vehicle_entries_km after insert or update of reading_km, offset_km, estimated_km, deleted_at, vehicle_id or delete
  on public.vehicle_entries for each row execute function private.count_vehicle_km();

create function private.queue_vehicle_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('vehicle-files', array[old.path]);
  return null;
end $$;
comment on function private.queue_vehicle_file() is 'Trigger function: deletes the stored file of a deleted row.';
create trigger vehicle_files_files after delete on public.vehicle_files
  for each row execute function private.queue_vehicle_file();

create function private.entry_json(entry public.vehicle_entries) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(entry) - '{owner_id,created_by}'::text[]
$$;
comment on function private.entry_json(public.vehicle_entries) is 'An entry as StoredEntry of lib/vehicles/schema.ts.';

create function private.same_entry(known public.vehicle_entries, given public.vehicle_entries) returns boolean
language sql stable set search_path = '' as $$
  select to_jsonb(known) - of_server = to_jsonb(given) - of_server
  from (values ('{id,vehicle_id,owner_id,km,version,created_by,deleted_at,created_at,updated_at}'::text[])) as columns (of_server)
$$;
comment on function private.same_entry(public.vehicle_entries, public.vehicle_entries) is 'Whether a stored entry has the content that was sent.';

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
    return jsonb_build_object('status', case when vehicle in (select private.read_vehicles()) then 'forbidden' else 'gone' end);
  elsif car.deleted_at is not null then
    return '{"status": "gone"}';
  end if;
  select * into known from public.vehicle_entries where id = entry for update;
  if known.id is not null and known.vehicle_id <> vehicle then
    return '{"status": "forbidden"}';
  end if;
  -- Columns of the server are taken from the stored row or made here, never from the content.
  given := jsonb_populate_record(null::public.vehicle_entries, content - '{id,vehicle_id,owner_id,km,version,created_by,deleted_at,created_at,updated_at}'::text[]);
  given.offset_km := coalesce(given.offset_km, 0);
  given.replaces_odometer := coalesce(given.replaces_odometer, false);
  given.title := coalesce(given.title, '');
  given.notes := coalesce(given.notes, '');
  given.place := coalesce(given.place, '');
  given.missed_previous := coalesce(given.missed_previous, false);
  if given.on_date > current_date + 1 then
    return '{"status": "in_future"}';
  elsif given.trip_id is not null and not exists (select from public.trips where id = given.trip_id and owner_id in (account, car.owner_id)) then
    given.trip_id := null;
  end if;
  if known.id is null then
    if seen is not null then
      return '{"status": "gone"}';
    elsif 50000 <= (select count(*) from public.vehicle_entries where vehicle_id = vehicle) then
      return '{"status": "limit"}';
    end if;
    insert into public.vehicle_entries (
      id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, estimated_km, replaces_odometer, title, notes, place, lat, lng,
      fuel, ethanol_pct, litres, is_full, missed_previous, category, total_cents, parts_cents, labour_cents, trip_id, distance_km, created_by
    ) values (
      entry, vehicle, car.owner_id, given.kind, given.on_date, given.reading_km, given.offset_km, given.estimated_km,
      given.replaces_odometer, given.title, given.notes, given.place, given.lat, given.lng, given.fuel, given.ethanol_pct,
      given.litres, given.is_full, given.missed_previous, given.category, given.total_cents, given.parts_cents, given.labour_cents, given.trip_id, given.distance_km, account
    ) returning * into known;
    return jsonb_build_object('status', 'saved', 'entry', private.entry_json(known));
  elsif known.version is distinct from seen then
    return jsonb_build_object(
      'status', case when private.same_entry(known, given) and known.version = coalesce(seen, 0) + 1 then 'saved' when known.deleted_at is not null then 'gone' else 'conflict' end,
      'entry', private.entry_json(known)
    );
  elsif known.deleted_at is not null then
    return '{"status": "gone"}';
  end if;
  update public.vehicle_entries set
    kind = given.kind, on_date = given.on_date, reading_km = given.reading_km, offset_km = given.offset_km,
    estimated_km = given.estimated_km, replaces_odometer = given.replaces_odometer, title = given.title, notes = given.notes,
    place = given.place, lat = given.lat, lng = given.lng, fuel = given.fuel, ethanol_pct = given.ethanol_pct,
    litres = given.litres, is_full = given.is_full, missed_previous = given.missed_previous, category = given.category, total_cents = given.total_cents,
    parts_cents = given.parts_cents, labour_cents = given.labour_cents, trip_id = given.trip_id, distance_km = given.distance_km,
    version = vehicle_entries.version + 1, updated_at = clock_timestamp()
  where id = entry returning * into known;
  return jsonb_build_object('status', 'saved', 'entry', private.entry_json(known));
exception
  when unique_violation then
    return '{"status": "exists"}';
  when check_violation or foreign_key_violation or datetime_field_overflow or not_null_violation or invalid_text_representation
    or numeric_value_out_of_range or invalid_datetime_format then
    return '{"status": "invalid"}';
end $$;
comment on function private.save_vehicle_entry(uuid, uuid, integer, jsonb) is
  'Stores a new entry (seen is null) or the next version of an existing one; answers SaveEntryAnswer of lib/vehicles/schema.ts.';

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
    deleted_at = case when is_deleted then coalesce(deleted_at, now()) end, version = version + 1, updated_at = clock_timestamp()
  where id = entry and (deleted_at is not null) is distinct from is_deleted;
  return 'saved';
exception when unique_violation then
  return 'exists';
end $$;
comment on function private.set_vehicle_entry_deleted(uuid, boolean) is
  'Moves an entry into the trash or back: saved, gone, or exists when its trip was noted again meanwhile.';

create function public.save_vehicle_entry(entry uuid, vehicle uuid, seen integer, content jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_vehicle_entry(entry, vehicle, seen, content);
comment on function public.save_vehicle_entry(uuid, uuid, integer, jsonb) is
  'Saves an entry of a car that the caller edits: {status: saved | conflict | gone | forbidden | invalid | in_future | exists | limit, entry}. seen is the version that was opened, null for a new entry.';
create function public.set_vehicle_entry_deleted(entry uuid, is_deleted boolean) returns text
language sql volatile security invoker set search_path = ''
return private.set_vehicle_entry_deleted(entry, is_deleted);
comment on function public.set_vehicle_entry_deleted(uuid, boolean) is
  'Moves an entry of a car that the caller edits into the trash, where it is kept for 30 days, or back: saved, gone or exists.';
revoke execute on function public.save_vehicle_entry(uuid, uuid, integer, jsonb), public.set_vehicle_entry_deleted(uuid, boolean)
  from public, anon;
grant execute on function public.save_vehicle_entry(uuid, uuid, integer, jsonb), public.set_vehicle_entry_deleted(uuid, boolean)
  to authenticated;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('vehicle-files', 'vehicle-files', false, 10485760, array['image/webp', 'application/pdf'])
on conflict (id) do nothing;

create or replace function private.files_of_account(account uuid, address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('bucket', objects.bucket_id, 'name', objects.name, 'type', objects.metadata ->> 'mimetype', 'bytes', objects.metadata -> 'size', 'created_at', objects.created_at) order by objects.created_at, objects.name), '[]')
  from storage.objects as objects
  where to_jsonb(objects) ->> 'owner_id' = account::text or to_jsonb(objects) ->> 'owner' = account::text
    or (objects.bucket_id = 'request-photos' and objects.name in (
      select unnest(private.payload_photos(payload)) from public.service_requests where lower(requester_email) = lower(address)))
    or (objects.bucket_id = 'sales-assets' and objects.name in (
      select seller_signature_url from public.sales join public.sellers on sellers.id = sales.seller_id where sellers.user_id = account
      union all select client_signature_url from public.sales where lower(client_email) = lower(address)))
    or (objects.bucket_id = 'payment-receipts' and objects.name in (
      select receipt_path from public.payments join public.sales on sales.id = payments.subject_id where lower(client_email) = lower(address)))
    or (objects.bucket_id = 'vehicle-files' and objects.name in (select path from public.vehicle_files where owner_id = account))
$$;
comment on function private.files_of_account(uuid, text) is
  'Stored files of a person: uploaded with the account, sent with a request, signatures, receipts and files of own cars.';

insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (420, 'deleted_vehicles', 'public.vehicles', 'deleted_at', '30 days', 'deleted_at is not null', 'delete'),
  (421, 'deleted_vehicle_entries', 'public.vehicle_entries', 'deleted_at', '30 days', 'deleted_at is not null', 'delete');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('vehicles', 'owner_id', 'account', 'own', 'Carros da garagem', 'delete'),
  ('vehicle_identities', 'owner_id', 'account', 'own', 'Placas e certificados dos carros', 'delete'),
  ('vehicle_members', 'owner_id', 'account', 'own', 'Pessoas com acesso aos carros', 'delete'),
  ('vehicle_members', 'account_id', 'account', 'own', 'Carros compartilhados comigo', 'delete'),
  ('vehicle_entries', 'owner_id', 'account', 'own', 'Registros do diário de bordo', 'delete'),
  ('vehicle_entries', 'created_by', 'account', 'work', 'Registros em carros de outras pessoas', 'unlink'),
  ('vehicle_files', 'owner_id', 'account', 'own', 'Arquivos dos carros', 'delete'),
  ('vehicle_files', 'created_by', 'account', 'work', 'Arquivos em carros de outras pessoas', 'unlink');
select
  private.declare_columns('vehicles', 'exported', '{id,owner_id,nickname,body_kind,make,model,version,year_made,year_model,color,engine,cooling,fuel_system,fuels,tank_litres,km_per_litre,cruise_kmh,toll_class,odometer_state,odometer_offset_km,odometer_km,odometer_is_estimated,story,status,photo_id,deleted_at,created_at,updated_at}'),
  private.declare_columns('vehicle_identities', 'exported', '{vehicle_id,owner_id,plate,plate_kind,chassis,cvcol_number,cvcol_class,cvcol_points,cvcol_club,cvcol_expires_on,updated_at}'),
  private.declare_columns('vehicle_members', 'exported', '{vehicle_id,role,created_at}'),
  private.declare_columns('vehicle_members', 'withheld', '{owner_id,account_id}', 'another person: owner or member of the car'),
  private.declare_columns('vehicle_entries', 'exported', '{id,vehicle_id,owner_id,kind,on_date,reading_km,offset_km,estimated_km,km,replaces_odometer,title,notes,place,lat,lng,fuel,ethanol_pct,litres,is_full,missed_previous,category,total_cents,parts_cents,labour_cents,trip_id,distance_km,version,deleted_at,created_at,updated_at}'),
  private.declare_columns('vehicle_entries', 'withheld', '{created_by}', 'may be another person: who wrote the entry'),
  private.declare_columns('vehicle_files', 'exported', '{id,vehicle_id,owner_id,entry_id,kind,name,extension,path,bytes,created_at}'),
  private.declare_columns('vehicle_files', 'withheld', '{created_by}', 'may be another person: who added the file');
