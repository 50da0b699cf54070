-- The travel diary of a car: texts with place, weather and photos.

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
comment on table public.vehicle_diary_entries is 'The travel diary of a car; its members read it, owner and editors write it.';
comment on column public.vehicle_diary_entries.id is 'Made by the browser, so that an entry that is sent twice is stored once.';
comment on column public.vehicle_diary_entries.on_date is 'Day at the place where it happened.';
comment on column public.vehicle_diary_entries.weather is 'As the person describes it.';
comment on column public.vehicle_diary_entries.deleted_at is 'In the trash for 30 days.';
create index vehicle_diary_entries_vehicle_id_idx on public.vehicle_diary_entries (vehicle_id, owner_id);
create index vehicle_diary_entries_day_idx on public.vehicle_diary_entries (vehicle_id, on_date desc, id);
create index vehicle_diary_entries_owner_id_idx on public.vehicle_diary_entries (owner_id);
create index vehicle_diary_entries_trip_id_idx on public.vehicle_diary_entries (trip_id);
create index vehicle_diary_entries_created_by_idx on public.vehicle_diary_entries (created_by);
create index vehicle_diary_entries_deleted_at_idx on public.vehicle_diary_entries (deleted_at) where deleted_at is not null;

alter table public.vehicle_files add column diary_entry_id uuid references public.vehicle_diary_entries (id) on delete cascade;
comment on column public.vehicle_files.diary_entry_id is 'The entry of the diary that the photo belongs to.';
create index vehicle_files_diary_entry_id_idx on public.vehicle_files (diary_entry_id);

alter table public.vehicle_diary_entries enable row level security;
revoke all on public.vehicle_diary_entries from anon, authenticated;
grant select, insert on public.vehicle_diary_entries to authenticated;
grant update (trip_id, on_date, title, body, place, lat, lng, weather) on public.vehicle_diary_entries to authenticated;
grant all on public.vehicle_diary_entries to service_role;

create policy "authenticated owners and members read the diary of their cars" on public.vehicle_diary_entries
  for select to authenticated using (vehicle_id in (select private.read_vehicles()));
create policy "authenticated owners and editors add to the diary of their cars" on public.vehicle_diary_entries
  for insert to authenticated with check (private.edits_vehicle(vehicle_id) and deleted_at is null);
create policy "authenticated owners and editors update the diary of their cars" on public.vehicle_diary_entries
  for update to authenticated using (private.edits_vehicle(vehicle_id)) with check (private.edits_vehicle(vehicle_id));

-- Security definer, because the policy of vehicle_files asks for an entry that may be in the trash.
create function private.is_diary_entry_of(entry uuid, vehicle uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.vehicle_diary_entries where id = entry and vehicle_id = vehicle)
$$;
comment on function private.is_diary_entry_of(uuid, uuid) is 'Whether an entry of the diary belongs to a car.';
grant execute on function private.is_diary_entry_of(uuid, uuid) to authenticated;
create policy "authenticated accounts add only photos to the diary of the same car" on public.vehicle_files
  as restrictive for insert to authenticated with check (
    diary_entry_id is null or kind = 'photo' and private.is_diary_entry_of(diary_entry_id, vehicle_id)
  );

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
comment on function private.check_diary_trip() is
  'Trigger function: an entry of the diary names a trip of the caller or of the owner of the car.';
create trigger vehicle_diary_entries_trip before insert or update of trip_id on public.vehicle_diary_entries
  for each row execute function private.check_diary_trip();

create or replace function private.set_vehicle_row_deleted(kind text, item uuid, is_deleted boolean) returns text
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
comment on function private.set_vehicle_row_deleted(text, uuid, boolean) is
  'Moves a car or a document of the caller, or a part or diary entry of a car that the caller edits, into the trash or back.';
comment on function public.set_vehicle_row_deleted(text, uuid, boolean) is
  'Moves a vehicle, document, part or diary_entry into the trash, where it is kept for 30 days, or back: saved or gone.';

insert into private.retention_rules (place, key, relation, clock, keep, only_when, deed) values
  (436, 'deleted_vehicle_diary_entries', 'public.vehicle_diary_entries', 'deleted_at', '30 days', 'deleted_at is not null', 'delete');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('vehicle_diary_entries', 'owner_id', 'account', 'own', 'Diário de viagem dos carros', 'delete'),
  ('vehicle_diary_entries', 'created_by', 'account', 'work', 'Diário de viagem em carros de outras pessoas', 'unlink');
select
  private.declare_columns('vehicle_files', 'exported', '{diary_entry_id}'),
  private.declare_columns('vehicle_diary_entries', 'exported', '{id,vehicle_id,owner_id,trip_id,on_date,title,body,place,lat,lng,weather,deleted_at,created_at,updated_at}'),
  private.declare_columns('vehicle_diary_entries', 'withheld', '{created_by}', 'may be another person: who wrote the entry');
