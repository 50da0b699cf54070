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
  km_source text not null check (km_source = any (private.km_sources())),
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('vehicle_diary_entries', 'owner_id', 'account', 'own', 'Diário de viagem dos carros', 'delete', 114),
  ('vehicle_diary_entries', 'created_by', 'account', 'work', 'Diário de viagem em carros de outras pessoas', 'unlink',
    115);

select
  private.declare_columns('vehicle_diary_entries', 'exported',
    '{id,vehicle_id,owner_id,trip_id,on_date,title,body,place,lat,lng,weather,deleted_at,created_at,updated_at}'),
  private.declare_columns('vehicle_diary_entries', 'withheld',
    '{created_by}', 'may be another person: who wrote the entry');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
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

-- The rule of offsetOn in lib/garage/entries/rules.ts.
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
  existing public.trips;
  car public.vehicles;
  noted uuid;
  entries jsonb;
  entry jsonb;
  answer jsonb;
begin
  -- Two tabs and a double click wait here for each other.
  select * into existing from public.trips as own
  where own.id = trip and own.owner_id = account and own.deleted_at is null for no key update;
  if existing.id is null then
    return private.gone();
  end if;
  select * into car from public.vehicles as own where own.id = vehicle and own.deleted_at is null for no key update;
  if car.id is null or not private.edits_vehicle(vehicle) then
    return private.refused('forbidden');
  elsif jsonb_array_length(coalesce(nullif(content -> 'costs', 'null'), '[]')) > 10 then
    return private.refused('invalid');
  end if;
  update public.trips as own set done_at = coalesce(own.done_at, now()) where own.id = trip;
  select own.id into noted from public.vehicle_entries as own
  where own.trip_id = trip and own.vehicle_id = vehicle and own.kind = 'trip' and own.deleted_at is null;
  if noted is not null then
    return case when noted = (content ->> 'id')::uuid then private.saved() else private.refused('exists') end;
  end if;
  entries := private.trip_entries(existing, car, content);
  for entry in select one.value from jsonb_array_elements(entries) as one loop
    answer := private.save_vehicle_entry((entry ->> 'id')::uuid, vehicle, null, entry - 'id');
    if answer ->> 'outcome' <> 'saved' then
      raise exception '%', answer using errcode = 'LT001';
    end if;
  end loop;
  insert into public.vehicle_trips (entry_id, vehicle_id, owner_id, origin, destination, states, km_source, expense_ids)
  select (content ->> 'id')::uuid, vehicle, car.owner_id, coalesce(content ->> 'origin', ''),
    coalesce(content ->> 'destination', ''),
    array(select jsonb_array_elements_text(coalesce(nullif(content -> 'states', 'null'), '[]'))),
      content ->> 'km_source',
    array(select (one.value ->> 'id')::uuid from jsonb_array_elements(entries - 0) as one);
  return private.saved();
exception
  when sqlstate 'LT001' then
    return sqlerrm::jsonb - 'entry';
  when check_violation or not_null_violation or unique_violation or invalid_text_representation
    or numeric_value_out_of_range
    or datetime_field_overflow or invalid_datetime_format or invalid_parameter_value then
    return private.refused('invalid');
end $$;
comment on function private.log_trip is
  'Closes a trip of the caller and writes it with its fuel and expenses into the log of a car that the caller edits; '
  'everything or nothing, once per trip and car.';

create function public.log_trip(trip uuid, vehicle uuid, content jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.log_trip(trip, vehicle, content);
comment on function public.log_trip is
  'Closes an own trip into the log of a car: saved, conflict, gone, or refused with exists, forbidden, '
  'invalid, in_future or limit. content is LoggedTrip of lib/garage/diary/schema.ts.';
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
