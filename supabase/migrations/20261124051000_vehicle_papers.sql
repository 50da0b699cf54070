-- Documents and parts of a car, and what its owner does with its odometer and its trash.

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
comment on table public.vehicle_documents is 'Documents of a car with their expiry; only the owner of the car reads them. Their files are in vehicle_files.';
comment on column public.vehicle_documents.id is 'Made by the browser, so that a document that is sent twice is stored once.';
comment on column public.vehicle_documents.kind is 'crlv: registration. insurance: policy. cvcol: certificate of originality. inspection: safety or gas inspection.';
comment on column public.vehicle_documents.deleted_at is 'In the trash for 30 days.';
create index vehicle_documents_vehicle_id_idx on public.vehicle_documents (vehicle_id, owner_id);
create index vehicle_documents_owner_id_idx on public.vehicle_documents (owner_id, expires_on);
create index vehicle_documents_deleted_at_idx on public.vehicle_documents (deleted_at) where deleted_at is not null;

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
comment on table public.vehicle_parts is 'Spare and installed parts of a car; its members read them, owner and editors write them.';
comment on column public.vehicle_parts.id is 'Made by the browser, so that a part that is sent twice is stored once.';
comment on column public.vehicle_parts.location is 'Where in the car or at home the part is.';
comment on column public.vehicle_parts.installed_km is 'Kilometres of the car when the part was installed; null for a spare part.';
comment on column public.vehicle_parts.cost_cents is 'Price of one piece.';
comment on column public.vehicle_parts.is_carried is 'Whether the part is in the car on a trip.';
comment on column public.vehicle_parts.deleted_at is 'In the trash for 30 days.';
create index vehicle_parts_vehicle_id_idx on public.vehicle_parts (vehicle_id, owner_id);
create index vehicle_parts_owner_id_idx on public.vehicle_parts (owner_id);
create index vehicle_parts_deleted_at_idx on public.vehicle_parts (deleted_at) where deleted_at is not null;

alter table public.vehicle_files add column document_id uuid references public.vehicle_documents (id) on delete cascade,
  add constraint vehicle_files_document_id_kind check (document_id is null or kind = 'document');
comment on column public.vehicle_files.document_id is 'The document that the file belongs to.';
create index vehicle_files_document_id_idx on public.vehicle_files (document_id);

alter table public.vehicle_documents enable row level security;
alter table public.vehicle_parts enable row level security;
revoke all on public.vehicle_documents, public.vehicle_parts from anon, authenticated;
grant select, insert on public.vehicle_documents, public.vehicle_parts to authenticated;
grant update (kind, number, expires_on) on public.vehicle_documents to authenticated;
grant update (name, oem_number, brand, quantity, location, installed_km, cost_cents, supplier, is_carried)
  on public.vehicle_parts to authenticated;
grant all on public.vehicle_documents, public.vehicle_parts to service_role;

create policy "authenticated owners read the documents of their cars" on public.vehicle_documents
  for select to authenticated using (owner_id = (select private.account_id()));
create policy "authenticated owners add documents of their cars" on public.vehicle_documents
  for insert to authenticated with check (
    owner_id = (select private.account_id()) and private.owns_vehicle(vehicle_id) and deleted_at is null
  );
create policy "authenticated owners update the documents of their cars" on public.vehicle_documents
  for update to authenticated using (owner_id = (select private.account_id()))
  with check (owner_id = (select private.account_id()));

create policy "authenticated owners and members read the parts of their cars" on public.vehicle_parts
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));
create policy "authenticated owners and editors add parts of their cars" on public.vehicle_parts
  for insert to authenticated with check (private.edits_vehicle(vehicle_id) and deleted_at is null);
create policy "authenticated owners and editors update the parts of their cars" on public.vehicle_parts
  for update to authenticated using (private.edits_vehicle(vehicle_id)) with check (private.edits_vehicle(vehicle_id));

-- Security definer, because the policy of vehicle_files asks for a document that may be in the trash.
create function private.is_document_of(document uuid, vehicle uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.vehicle_documents where id = document and vehicle_id = vehicle)
$$;
comment on function private.is_document_of(uuid, uuid) is 'Whether a document belongs to a car.';
grant execute on function private.is_document_of(uuid, uuid) to authenticated;
alter policy "authenticated owners add files, editors photos and receipts" on public.vehicle_files with check (
  private.edits_vehicle(vehicle_id) and (kind <> 'document' or owner_id = (select private.account_id()))
  and (entry_id is null or exists (
    select from public.vehicle_entries as entry where entry.id = entry_id and entry.vehicle_id = vehicle_files.vehicle_id
  ))
  and (document_id is null or private.is_document_of(document_id, vehicle_id))
);

create trigger vehicle_documents_server_columns before insert or update on public.vehicle_documents
  for each row execute function private.guard_server_columns('', 'created_at,updated_at,deleted_at');
create trigger vehicle_documents_touch before update on public.vehicle_documents
  for each row execute function private.touch_updated_at();
create trigger vehicle_parts_server_columns before insert or update on public.vehicle_parts
  for each row execute function private.guard_server_columns('', 'created_at,updated_at,deleted_at');
create trigger vehicle_parts_touch before update on public.vehicle_parts
  for each row execute function private.touch_updated_at();

-- The trash has the time of the server, which private.set_vehicle_row_deleted sets.
revoke update (deleted_at) on public.vehicles from authenticated;
drop trigger vehicles_server_columns on public.vehicles;
create trigger vehicles_server_columns before insert or update on public.vehicles
  for each row execute function private.guard_server_columns('owner_id', 'created_at,updated_at,deleted_at');

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
    odometer_state = case when newest.id is not null then 'replaced' when odometer_state = 'replaced' then 'ok' else odometer_state end
  where id = vehicle;
  return null;
end $$;
comment on function private.apply_odometer_replacement() is
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

create function private.replace_odometer(entry uuid, vehicle uuid, on_date date, total_km numeric, reading numeric, remark text)
returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := private.account_id();
  car public.vehicles;
begin
  if account is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  select * into car from public.vehicles where id = vehicle and owner_id = account and deleted_at is null for no key update;
  if car.id is null then
    return 'gone';
  elsif exists (select from public.vehicle_entries where id = entry and vehicle_id = vehicle) then
    return 'saved';
  elsif on_date > current_date + 1 then
    return 'in_future';
  elsif total_km < car.odometer_km then
    return 'goes_back';
  end if;
  insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, replaces_odometer, notes, created_by)
  values (entry, vehicle, account, 'km', on_date, reading, total_km - reading, true, coalesce(btrim(remark), ''), account);
  return 'saved';
exception
  when unique_violation then
    return 'gone';
  when check_violation or not_null_violation or numeric_value_out_of_range then
    return 'invalid';
end $$;
comment on function private.replace_odometer(uuid, uuid, date, numeric, numeric, text) is
  'Notes the first reading of a new or repaired odometer; a trigger changes the offset of the car in the same transaction.';

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
  end if;
  return case when found then 'saved' else 'gone' end;
end $$;
comment on function private.set_vehicle_row_deleted(text, uuid, boolean) is
  'Moves a car or a document of the caller, or a part of a car that the caller edits, into the trash or back.';

create function private.delete_vehicle(vehicle uuid, name text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.account_id() is null then
    raise exception 'a signed-in account is needed' using errcode = '42501';
  end if;
  delete from public.vehicles
  where id = vehicle and owner_id = private.account_id() and deleted_at is not null and lower(btrim(nickname)) = lower(btrim(name));
  return case
    when found then 'deleted'
    when exists (select from public.vehicles where id = vehicle and owner_id = private.account_id() and deleted_at is not null) then 'name'
    else 'gone'
  end;
end $$;
comment on function private.delete_vehicle(uuid, text) is 'Deletes a car in the trash of its owner for good, with its log and files.';

create function public.replace_odometer(entry uuid, vehicle uuid, on_date date, total_km numeric, reading numeric, remark text)
returns text
language sql volatile security invoker set search_path = ''
return private.replace_odometer(entry, vehicle, on_date, total_km, reading, remark);
comment on function public.replace_odometer(uuid, uuid, date, numeric, numeric, text) is
  'The odometer of an own car shows reading while the car has total_km: saved, gone, goes_back, in_future or invalid.';
create function public.set_vehicle_row_deleted(kind text, item uuid, is_deleted boolean) returns text
language sql volatile security invoker set search_path = ''
return private.set_vehicle_row_deleted(kind, item, is_deleted);
comment on function public.set_vehicle_row_deleted(text, uuid, boolean) is
  'Moves a vehicle, document or part into the trash, where it is kept for 30 days, or back: saved or gone.';
create function public.delete_vehicle(vehicle uuid, name text) returns text
language sql volatile security invoker set search_path = ''
return private.delete_vehicle(vehicle, name);
comment on function public.delete_vehicle(uuid, text) is
  'Deletes an own car in the trash for good when name is its nickname: deleted, name or gone.';
revoke execute on function public.replace_odometer(uuid, uuid, date, numeric, numeric, text), public.delete_vehicle(uuid, text),
  public.set_vehicle_row_deleted(text, uuid, boolean) from public, anon;
grant execute on function public.replace_odometer(uuid, uuid, date, numeric, numeric, text), public.delete_vehicle(uuid, text),
  public.set_vehicle_row_deleted(text, uuid, boolean) to authenticated;

insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (422, 'deleted_vehicle_documents', 'public.vehicle_documents', 'deleted_at', '30 days', 'deleted_at is not null', 'delete'),
  (423, 'deleted_vehicle_parts', 'public.vehicle_parts', 'deleted_at', '30 days', 'deleted_at is not null', 'delete');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('vehicle_documents', 'owner_id', 'account', 'own', 'Documentos dos carros', 'delete'),
  ('vehicle_parts', 'owner_id', 'account', 'own', 'Peças dos carros', 'delete');
select
  private.declare_columns('vehicle_files', 'exported', '{document_id}'),
  private.declare_columns('vehicle_documents', 'exported', '{id,vehicle_id,owner_id,kind,number,expires_on,deleted_at,created_at,updated_at}'),
  private.declare_columns('vehicle_parts', 'exported', '{id,vehicle_id,owner_id,name,oem_number,brand,quantity,location,installed_km,cost_cents,supplier,is_carried,deleted_at,created_at,updated_at}');
