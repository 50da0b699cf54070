drop trigger region_waypoints_touch_region on public.region_waypoints;

drop function private.touch_region_of_waypoint;

-- A change of a waypoint counts as a change of its route: caches and the seed compare the route's updated_at. Once per
-- statement, because each time the route is indexed for the search again.
create or replace function private.touch_regions_of_waypoints() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.regions set updated_at = now() where id in (select region_id from stops);
  if tg_op = 'UPDATE' then
    update public.regions set updated_at = now()
    where id in (select region_id from old_stops except select region_id from stops);
  end if;
  return null;
end $$;

-- Triggers run in the order of their names: these before those that measure, which must see the change of an editor.
create trigger region_waypoints_changes_added after insert on public.region_waypoints referencing new table as stops
  for each statement execute function private.touch_regions_of_waypoints();

create trigger region_waypoints_changes_made after update on public.region_waypoints
  referencing old table as old_stops new table as stops
  for each statement execute function private.touch_regions_of_waypoints();

create trigger region_waypoints_changes_removed after delete on public.region_waypoints referencing old table as stops
  for each statement execute function private.touch_regions_of_waypoints();

comment on function private.touch_regions_of_waypoints is
  'Trigger function: sets updated_at of the routes whose stops a statement changed.';

grant execute on function private.touch_regions_of_waypoints to public;
