-- Trips, diary and dossier of a car that is handed over.

insert into private.handover_parts (relation, place, kind_of, is_counted, parents, lists, cleared) values
  ('vehicle_trips', 15, $$'diary'$$, false, '{entry_id}', '{expense_ids}', '{}'),
  ('vehicle_diary_entries', 16, $$case when item.deleted_at is null then 'diary' end$$, true, '{}', '{}', '{created_by,trip_id,lat,lng}'),
  ('vehicle_dossiers', 25, $$'cvcol'$$, false, '{}', '{}', '{}'),
  ('vehicle_dossier_photos', 90, $$'cvcol'$$, false, '{file_id}', '{}', '{}');
update private.handover_parts set parents = parents || '{diary_entry_id}' where relation = 'vehicle_files';

create or replace function private.end_vehicle_sharing(car public.vehicles, copy uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.vehicle_members where vehicle_id = car.id;
  -- The rows stay with the seller, so that their links say that they have ended.
  update public.vehicle_invitations
  set vehicle_id = copy, revoked_at = case when accepted_at is null then coalesce(revoked_at, now()) else revoked_at end
  where vehicle_id = car.id;
  update public.vehicle_sale_links set vehicle_id = copy, revoked_at = coalesce(revoked_at, now()) where vehicle_id = car.id;
  update public.vehicle_handovers set vehicle_id = copy where vehicle_id = car.id;
  -- Planned trips are the seller's.
  update public.trips set vehicle_id = copy where owner_id = car.owner_id and vehicle_id = car.id;
end $$;
