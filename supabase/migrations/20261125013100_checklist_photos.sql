-- A reopened checklist shows the photos of the earlier versions of each item; a new version copies the items with their positions.

create or replace function private.checklist_json(list public.vehicle_checklists) returns jsonb
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
          'photos', coalesce((select jsonb_agg(file.id order by file.created_at, file.id) from public.vehicle_files as file where file.checklist_item_id = item.id), '[]'),
          'earlier_photos', coalesce((select photos from earlier where earlier.position = item.position), '[]'),
          'task', (select jsonb_build_object('id', task.id, 'status', task.status) from public.vehicle_tasks as task where task.checklist_item_id = item.id)
        ) order by item.position
      ) from public.vehicle_checklist_items as item where item.checklist_id = list.id
    ), '[]')
  )
$$;
