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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_dossiers', 'owner_id', 'account', 'own', 'Dossiês da placa preta', 'delete', 123);

select private.declare_columns('vehicle_dossiers', 'exported',
  '{vehicle_id,owner_id,mechanics,bodywork,suspension,appearance,safety,emissions,noise,other,club,notes,
    updated_at}');

create table public.vehicle_dossier_photos (
  vehicle_id uuid not null,
  owner_id uuid not null,
  slot text not null check (slot = any (private.photo_slots())),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_dossier_photos', 'owner_id', 'account', 'own', 'Fotos dos dossiês da placa preta', 'delete', 124);

select private.declare_columns('vehicle_dossier_photos', 'exported', '{vehicle_id,owner_id,slot,file_id}');
