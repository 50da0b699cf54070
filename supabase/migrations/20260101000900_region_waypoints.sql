create table public.region_waypoints (
  id uuid primary key default gen_random_uuid(),
  region_id uuid not null references public.regions (id) on delete cascade,
  position integer not null check (position > 0),
  name text not null check (name !~ '^\s*$'),
  kind text not null check (kind in ('town', 'view', 'nature', 'historic', 'museum', 'food', 'bridge', 'pass', 'stop')),
  city_ibge integer references public.cities (ibge_code),
  lat double precision check (lat between -34 and 6),
  lng double precision check (lng between -74 and -28),
  is_approximate boolean not null default false,
  note text,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (region_id, position),
  constraint waypoint_is_placed_or_listed check ((lat is null) = (lng is null)),
  constraint town_has_its_city check (kind <> 'town' or city_ibge is not null)
);
comment on table public.region_waypoints is 'Stops of a route in order; without coordinates they are listed and get no pin.';
comment on column public.region_waypoints.city_ibge is 'The town itself, or the town a place belongs to.';
comment on column public.region_waypoints.is_approximate is 'Coordinates nobody has confirmed on site.';
comment on column public.region_waypoints.translations is '{en: {note}, es: {note}}';

create index region_waypoints_city_ibge_idx on public.region_waypoints (city_ibge);

alter table public.region_waypoints enable row level security;
grant select on public.region_waypoints to anon;
grant select, insert, update, delete on public.region_waypoints to authenticated;
grant all on public.region_waypoints to service_role;

-- The subquery runs under the reader's own policies on regions, so a stop is as visible as its route.
create policy "anonymous visitors read waypoints of regions they see" on public.region_waypoints
  for select to anon using (exists (select from public.regions where regions.id = region_id));
create policy "signed-in accounts read waypoints of regions they see" on public.region_waypoints
  for select to authenticated using (exists (select from public.regions where regions.id = region_id));
create policy "state editors add waypoints" on public.region_waypoints
  for insert to authenticated with check ((select private.has_permission('state_content')));
create policy "state editors update waypoints" on public.region_waypoints
  for update to authenticated
  using ((select private.has_permission('state_content')))
  with check ((select private.has_permission('state_content')));
create policy "state editors delete waypoints" on public.region_waypoints
  for delete to authenticated using ((select private.has_permission('state_content')));

create function private.place_town() returns trigger
language plpgsql set search_path = '' as $$
begin
  select cities.lat, cities.lng into new.lat, new.lng
  from public.cities where cities.ibge_code = new.city_ibge;
  new.is_approximate := false;
  return new;
end $$;
comment on function private.place_town() is 'A town lies where its municipality lies.';

create trigger region_waypoints_place_town before insert or update on public.region_waypoints
  for each row when (new.kind = 'town') execute function private.place_town();
create trigger region_waypoints_touch before update on public.region_waypoints
  for each row execute function private.touch_updated_at();

-- An edited stop is an edited route: caches and the seed look at the route's updated_at.
create function private.touch_region_of_waypoint() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.regions set updated_at = now()
  where regions.id in (
    case when tg_op <> 'INSERT' then old.region_id end,
    case when tg_op <> 'DELETE' then new.region_id end
  );
  return null;
end $$;
create trigger region_waypoints_touch_region after insert or update or delete on public.region_waypoints
  for each row execute function private.touch_region_of_waypoint();
