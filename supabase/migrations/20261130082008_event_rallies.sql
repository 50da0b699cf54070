set check_function_bodies = off;

create or replace function private.rally_section_kinds() returns text[]
language sql immutable set search_path = ''
return array['regularity', 'neutral'];

create or replace function private.rally_control_kinds() returns text[]
language sql immutable set search_path = ''
return array['open', 'secret'];

create or replace function private.rally_tie_rules() returns text[]
language sql immutable set search_path = ''
return array['shared', 'zeros', 'first', 'oldest'];

create or replace function private.rally_pass_sources() returns text[]
language sql immutable set search_path = ''
return array['tap', 'position'];

create or replace function private.rally_highest_kmh() returns integer
language sql immutable set search_path = ''
return 110;

create or replace function private.rally_reach_metres() returns integer
language sql immutable set search_path = ''
return 40;

create or replace function private.rally_piece_points() returns integer
language sql immutable set search_path = ''
return 120;

create or replace function private.are_rally_instructions(instructions jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(instructions) is distinct from 'array' then false
    when octet_length(instructions::text) > 60000 then false
    else not exists (
      select from jsonb_array_elements(instructions) as line
      where case
        when jsonb_typeof(line) <> 'object' then true
        when jsonb_typeof(line -> 'metres') is distinct from 'number' then true
        when jsonb_typeof(line -> 'text') is distinct from 'string' then true
        when jsonb_typeof(line -> 'tulip') = 'null' or not line ? 'tulip' then false
        else jsonb_typeof(line #> '{tulip,turn}') is distinct from 'number'
          or jsonb_typeof(line #> '{tulip,others}') is distinct from 'array'
          or jsonb_typeof(line #> '{tulip,isDetailed}') is distinct from 'boolean'
          or exists (select from jsonb_array_elements(line #> '{tulip,others}') as arm
            where jsonb_typeof(arm) <> 'number')
      end
    )
  end
$$;

create or replace function private.is_rally_piece(points jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(points) is distinct from 'array' then false
    when jsonb_array_length(points) not between 1 and private.rally_piece_points() then false
    else not exists (
      select from jsonb_array_elements(points) as point
      where case
        when jsonb_typeof(point) <> 'array' then true
        when jsonb_array_length(point) <> 3 then true
        when exists (select from jsonb_array_elements(point) as value where jsonb_typeof(value) <> 'number') then true
        else (point ->> 0)::numeric not between 1600000000000 and 9999999999999
          or (point ->> 1)::numeric not between -34 and 6
          or (point ->> 2)::numeric not between -74 and -28
      end
    )
  end
$$;

-- Regularity rallies: rules of an event, stages with sections and controls, start order, passes and positions.
-- No role of the API reads or writes these tables: the functions decide what each caller gets, because a control may be
-- secret.

create table public.rallies (
  event_id uuid primary key references public.events (id) on delete cascade,
  authority text check (authority !~ '^\s*$' and char_length(authority) <= 160),
  authorisation_number text check (authorisation_number !~ '^\s*$' and char_length(authorisation_number) <= 80),
  max_average_kmh numeric(4, 1) not null check (max_average_kmh between 5 and private.rally_highest_kmh()),
  interval_seconds integer not null default 60 check (interval_seconds between 10 and 3600),
  unit_ms integer not null default 1000 check (unit_ms between 10 and 60000),
  points_early numeric(7, 2) not null default 1 check (points_early between 0 and 10000),
  points_late numeric(7, 2) not null default 1 check (points_late between 0 and 10000),
  tolerance_ms integer not null default 0 check (tolerance_ms between 0 and 600000),
  max_early numeric(8, 2) check (max_early between 0 and 100000),
  max_late numeric(8, 2) check (max_late between 0 and 100000),
  missing_points numeric(8, 2) not null default 0 check (missing_points between 0 and 100000),
  tie_rule text not null default 'shared' check (tie_rule = any (private.rally_tie_rules())),
  published_at timestamptz,
  results_published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint published_rally_is_authorised
    check (published_at is null or authority is not null and authorisation_number is not null)
);

alter table public.rallies enable row level security;

create table public.rally_stages (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.rallies (event_id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 80),
  starts_at timestamptz not null,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);

alter table public.rally_stages enable row level security;

create table public.rally_sections (
  id uuid primary key default gen_random_uuid(),
  stage_id uuid not null references public.rally_stages (id) on delete cascade,
  position integer not null check (position between 1 and 1000),
  kind text not null check (kind = any (private.rally_section_kinds())),
  metres integer not null check (metres between 0 and 1000000),
  average_kmh numeric(4, 1) check (average_kmh between 5 and private.rally_highest_kmh()),
  neutral_seconds integer check (neutral_seconds between 1 and 86400),
  limit_kmh integer check (limit_kmh between 10 and private.rally_highest_kmh()),
  line text check (char_length(line) between 2 and 60000 and line ~ '^[?-~]+$'),
  instructions jsonb not null default '[]'
    check (private.are_rally_instructions(instructions)),
  unique (stage_id, position),
  constraint rally_section_has_its_time check (case kind
    when 'regularity' then average_kmh is not null and neutral_seconds is null and metres > 0
    else average_kmh is null and neutral_seconds is not null end)
);

alter table public.rally_sections enable row level security;

create table public.rally_controls (
  id uuid primary key default gen_random_uuid(),
  stage_id uuid not null references public.rally_stages (id) on delete cascade,
  kind text not null check (kind = any (private.rally_control_kinds())),
  metres integer not null check (metres between 0 and 1000000),
  lat double precision check (lat between -34 and 6),
  lng double precision check (lng between -74 and -28),
  bearing integer check (bearing between 0 and 359),
  unique (stage_id, metres),
  constraint rally_control_position_is_complete check ((lat is null) = (lng is null))
);

alter table public.rally_controls enable row level security;

create table public.rally_crews (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.rallies (event_id) on delete cascade,
  registration_id uuid not null unique references public.event_registrations (id) on delete cascade,
  number integer not null check (number between 1 and 999),
  class_name text not null default '' check (char_length(class_name) <= 80),
  public_name text check (public_name !~ '^\s*$' and char_length(public_name) <= 120),
  withdrawn_at timestamptz,
  unique (event_id, number) deferrable
);

alter table public.rally_crews enable row level security;

create table public.rally_passes (
  id uuid primary key,
  control_id uuid not null references public.rally_controls (id) on delete cascade,
  crew_id uuid not null references public.rally_crews (id) on delete cascade,
  source text not null check (source = any (private.rally_pass_sources())),
  passed_at timestamptz not null,
  metres_off numeric(5, 1) check (metres_off >= 0),
  recorded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (control_id, crew_id, source)
);

alter table public.rally_passes enable row level security;

create table public.rally_positions (
  crew_id uuid not null references public.rally_crews (id) on delete cascade,
  stage_id uuid not null references public.rally_stages (id) on delete cascade,
  account_id uuid not null references public.profiles (id) on delete cascade,
  number integer not null check (number between 0 and 9999),
  points jsonb not null check (private.is_rally_piece(points)),
  created_at timestamptz not null default now(),
  primary key (crew_id, stage_id, account_id, number)
);

alter table public.rally_positions enable row level security;

insert into private.audit_log_permissions (entity, permission) values ('rallies', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('rally_passes', 'recorded_by', 'account', 'work', 'Passagens registradas em ralis', 'unlink', 181),
  ('rally_positions', 'account_id', 'account', 'own', 'Posições gravadas em ralis', 'delete', 182);

select
  private.declare_columns('rallies', 'not_personal', '{*}', 'rules of an event'),
  private.declare_columns('rally_stages', 'not_personal', '{*}', 'stages of an event'),
  private.declare_columns('rally_stages', 'not_personal', '{name}', 'name of a stage'),
  private.declare_columns('rally_sections', 'not_personal', '{*}', 'ways and times'),
  private.declare_columns('rally_controls', 'not_personal', '{*}', 'places of controls'),
  private.declare_columns('rally_crews', 'not_personal', '{*}',
    'start order of an event; the people are in event_registrations'),
  private.declare_columns('rally_crews', 'not_personal', '{class_name}', 'name of a class of cars'),
  private.declare_columns('rally_crews', 'withheld', '{public_name}',
    'name in the public results, which the organiser typed; deleted with the registration'),
  private.declare_columns('rally_passes', 'exported',
    '{id,control_id,crew_id,source,passed_at,metres_off,created_at}'),
  private.declare_columns('rally_passes', 'withheld', '{recorded_by}', 'the person itself'),
  private.declare_columns('rally_positions', 'exported', '{crew_id,stage_id,number,points,created_at}'),
  private.declare_columns('rally_positions', 'withheld', '{account_id}', 'the person itself');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('rally_positions', 'public.rally_positions', 'created_at', '90 days', 471);

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('rallies', 'results_published_at', 'stays', 'when the organiser published them'),
  ('rally_stages', 'starts_at', 'moves', 'the stage takes place at the event'),
  ('rally_stages', 'finished_at', 'stays', 'when the stage ended'),
  ('rally_crews', 'withdrawn_at', 'stays', 'when the crew gave up');

create or replace function private.own_event_entry(event public.events, roles text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', event.id, 'title', event.title, 'slug', event.slug, 'status', event.status, 'starts_at', event.starts_at,
    'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr,
    'is_demo', event.is_demo, 'kind', event.kind,
    'roles', (select jsonb_agg(role order by array_position(private.event_roles(), role)) from unnest(roles) as role),
    'rights', (
      select jsonb_agg(known order by place) from unnest(private.event_rights()) with ordinality as kind (known, place)
      where exists (select from unnest(roles) as role where known = any (private.rights_of_event_role(role)))
    )
  )
$$;

-- Form of the instructions and positions of a rally, and when a way passes a control.

create or replace function private.rally_approach(points jsonb, lat double precision, lng double precision, bearing integer)
  returns table (passed_at timestamptz, metres_off numeric)
language sql immutable set search_path = '' as $$
  with placed as (
    select place, (point ->> 0)::double precision as ms,
      ((point ->> 2)::double precision - rally_approach.lng) * cos(radians(rally_approach.lat)) * 111195 as east,
      ((point ->> 1)::double precision - rally_approach.lat) * 111195 as north
    from jsonb_array_elements(points) with ordinality as one (point, place)
  ),
  steps as (
    select lag(ms) over way as from_ms, ms - lag(ms) over way as step_ms, lag(east) over way as from_east,
      lag(north) over way as from_north, east - lag(east) over way as step_east, north - lag(north) over way
        as step_north
    from placed window way as (order by place)
  ),
  nearest as (
    select *, greatest(0, least(1, -(from_east * step_east + from_north * step_north)
      / (step_east ^ 2 + step_north ^ 2))) as share
    from steps
    where step_ms between 1 and 10000 and step_east ^ 2 + step_north ^ 2 > 0.01
      and (rally_approach.bearing is null
        or step_east * sin(radians(rally_approach.bearing)) + step_north * cos(radians(rally_approach.bearing)) > 0)
  ),
  reached as (
    select from_ms + share * step_ms as ms, sqrt((from_east + share * step_east) ^ 2 + (from_north + share
      * step_north) ^ 2) as metres
    from nearest
  )
  select to_timestamp(ms / 1000), round(metres::numeric, 1) from reached
  where metres <= private.rally_reach_metres() order by metres, ms limit 1
$$;

create or replace function private.move_rally_stages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.rally_stages set starts_at = private.moved(starts_at, old, new)
  where event_id = new.id and finished_at is null;
  return null;
end $$;

-- Writing the rules, stages, sections, controls and start order of a rally.

create or replace function private.rally_seconds(metres integer, average_kmh numeric, neutral_seconds integer) returns numeric
language sql immutable set search_path = '' as $$
  select case when average_kmh is null then neutral_seconds::numeric else metres * 3.6 / average_kmh end
$$;

create or replace function private.rally_fault(section public.rally_sections, max_average numeric) returns text
language sql immutable set search_path = '' as $$
  select case
    when speed > max_average then 'above_maximum'
    when speed > coalesce(section.limit_kmh, private.rally_highest_kmh()) then 'above_limit'
  end
  from (
    select section.metres * 3.6
      / nullif(private.rally_seconds(section.metres, section.average_kmh, section.neutral_seconds), 0) as time_kmh,
      section.average_kmh
  ) as own cross join lateral (select coalesce(own.average_kmh, own.time_kmh) as speed) as driven
$$;

create or replace function private.locked_rally(event uuid) returns public.rallies
language plpgsql volatile security definer set search_path = '' as $$
declare
  rally public.rallies;
begin
  perform private.require_account();
  perform private.require_event_right(event, 'page');
  select * into rally from public.rallies where event_id = event for update;
  return rally;
end $$;

create or replace function private.save_rally(event uuid, payload jsonb, expected_version timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  rally public.rallies := private.locked_rally(event);
  saved_at timestamptz;
  faulty text;
begin
  perform private.check_payload(payload);
  if not exists (select from public.events where id = event and deleted_at is null) then
    return private.gone();
  elsif rally.updated_at is distinct from expected_version then
    return private.conflict();
  end if;
  rally.event_id := event;
  rally.authority := private.text_field(payload, 'authority', 160);
  rally.authorisation_number := private.text_field(payload, 'authorisation_number', 80);
  rally.max_average_kmh := private.number_field(payload, 'max_average_kmh', 5, private.rally_highest_kmh());
  rally.interval_seconds := private.number_field(payload, 'interval_seconds', 10, 3600);
  rally.unit_ms := private.number_field(payload, 'unit_ms', 10, 60000);
  rally.points_early := private.number_field(payload, 'points_early', 0, 10000);
  rally.points_late := private.number_field(payload, 'points_late', 0, 10000);
  rally.tolerance_ms := private.number_field(payload, 'tolerance_ms', 0, 600000);
  rally.max_early := private.number_field(payload, 'max_early', 0, 100000);
  rally.max_late := private.number_field(payload, 'max_late', 0, 100000);
  rally.missing_points := private.number_field(payload, 'missing_points', 0, 100000);
  rally.tie_rule := private.choice_field(payload, 'tie_rule', private.rally_tie_rules());
  if num_nulls(rally.max_average_kmh, rally.interval_seconds, rally.unit_ms, rally.points_early, rally.points_late,
    rally.tolerance_ms, rally.missing_points) > 0 then
    perform private.refuse('invalid');
  elsif rally.published_at is not null and num_nulls(rally.authority, rally.authorisation_number) > 0 then
    perform private.refuse('authorisation_missing', 'authorisation_number');
  end if;
  select private.rally_fault(section, rally.max_average_kmh) into faulty
  from public.rally_sections as section join public.rally_stages as stage on stage.id = section.stage_id
  where stage.event_id = event and private.rally_fault(section, rally.max_average_kmh) is not null limit 1;
  if faulty is not null then
    perform private.refuse(faulty, 'max_average_kmh');
  end if;
  insert into public.rallies (event_id, authority, authorisation_number, max_average_kmh, interval_seconds, unit_ms,
    points_early, points_late, tolerance_ms, max_early, max_late, missing_points, tie_rule)
  values (event, rally.authority, rally.authorisation_number, rally.max_average_kmh, rally.interval_seconds,
    rally.unit_ms, rally.points_early, rally.points_late, rally.tolerance_ms, rally.max_early, rally.max_late,
    rally.missing_points, rally.tie_rule)
  on conflict (event_id) do update set authority = excluded.authority,
    authorisation_number = excluded.authorisation_number, max_average_kmh = excluded.max_average_kmh,
    interval_seconds = excluded.interval_seconds, unit_ms = excluded.unit_ms, points_early = excluded.points_early,
    points_late = excluded.points_late, tolerance_ms = excluded.tolerance_ms, max_early = excluded.max_early,
    max_late = excluded.max_late, missing_points = excluded.missing_points, tie_rule = excluded.tie_rule
  -- Two people may declare the first rules at the same time.
  where rallies.updated_at = expected_version
  returning updated_at into saved_at;
  if saved_at is null then
    return private.conflict();
  end if;
  return private.saved(jsonb_build_object('updated_at', saved_at));
end $$;

create or replace function private.require_controls_within(stage uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select from public.rally_controls as control where control.stage_id = stage and control.metres > (
      select coalesce(sum(section.metres), 0) from public.rally_sections as section where section.stage_id = stage
    )
  ) then
    perform private.refuse('beyond_stage', 'metres');
  end if;
end $$;

create or replace function private.write_rally_section(stage public.rally_stages, rally public.rallies, payload jsonb)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  section public.rally_sections;
  fault text;
begin
  section.id := coalesce(private.uuid_field(payload, 'id'), gen_random_uuid());
  section.stage_id := stage.id;
  section.kind := private.choice_field(payload, 'kind', private.rally_section_kinds());
  section.metres := private.number_field(payload, 'metres', 0, 1000000);
  section.average_kmh := private.number_field(payload, 'average_kmh', 5, private.rally_highest_kmh());
  section.neutral_seconds := private.number_field(payload, 'neutral_seconds', 1, 86400);
  section.limit_kmh := private.number_field(payload, 'limit_kmh', 10, private.rally_highest_kmh());
  section.line := payload ->> 'line';
  section.instructions := coalesce(payload -> 'instructions', '[]');
  fault := private.rally_fault(section, rally.max_average_kmh);
  if fault is not null then
    perform private.refuse(fault, case section.kind when 'regularity' then 'average_kmh' else 'neutral_seconds' end);
  end if;
  section.position := (select coalesce(max(known.position), 0) + 1 from public.rally_sections as known
    where known.stage_id = stage.id);
  insert into public.rally_sections values (section.*)
  on conflict (id) do update set kind = excluded.kind, metres = excluded.metres, average_kmh = excluded.average_kmh,
    neutral_seconds = excluded.neutral_seconds, limit_kmh = excluded.limit_kmh, line = excluded.line,
    instructions = excluded.instructions
  where rally_sections.stage_id = excluded.stage_id;
  if not found then
    perform private.refuse('invalid', 'id');
  end if;
  perform private.require_controls_within(stage.id);
exception when check_violation or not_null_violation then
  perform private.refuse('invalid', 'metres');
end $$;

create or replace function private.save_rally_stage(event uuid, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  rally public.rallies := private.locked_rally(event);
  stage public.rally_stages;
  section jsonb;
begin
  if rally.event_id is null or jsonb_typeof(payload) is distinct from 'object'
    or octet_length(payload::text) > 1000000 then
    return private.gone();
  end if;
  stage.id := coalesce(private.uuid_field(payload, 'id'), gen_random_uuid());
  stage.name := private.text_field(payload, 'name', 80, true);
  stage.starts_at := private.moment_field(payload, 'starts_at', true);
  insert into public.rally_stages (id, event_id, name, starts_at) values (stage.id, event, stage.name,
    stage.starts_at)
  on conflict (id) do update set name = excluded.name, starts_at = excluded.starts_at
  where rally_stages.event_id = excluded.event_id
  returning * into stage;
  if not found then
    return private.gone();
  end if;
  for section in select value from jsonb_array_elements(case jsonb_typeof(payload -> 'sections')
    when 'array' then payload -> 'sections' else '[]' end) loop
    perform private.write_rally_section(stage, rally, section);
  end loop;
  return private.saved(jsonb_build_object('id', stage.id));
end $$;

create or replace function private.locked_rally_stage(stage uuid) returns public.rally_stages
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_stage public.rally_stages;
begin
  perform private.locked_rally((select event_id from public.rally_stages where id = stage))
  where exists (select from public.rally_stages where id = stage);
  select * into found_stage from public.rally_stages where id = stage for update;
  return found_stage;
end $$;

create or replace function private.save_rally_section(stage uuid, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked public.rally_stages := private.locked_rally_stage(stage);
  rally public.rallies;
begin
  if locked.id is null then
    return private.gone();
  end if;
  select * into rally from public.rallies where event_id = locked.event_id;
  perform private.write_rally_section(locked, rally, payload);
  return private.saved();
end $$;

create or replace function private.save_rally_control(stage uuid, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked public.rally_stages := private.locked_rally_stage(stage);
  control public.rally_controls;
  written boolean;
begin
  if locked.id is null then
    return private.gone();
  end if;
  control.id := coalesce(private.uuid_field(payload, 'id'), gen_random_uuid());
  control.kind := private.choice_field(payload, 'kind', private.rally_control_kinds());
  control.metres := private.number_field(payload, 'metres', 0, 1000000);
  control.lat := private.number_field(payload, 'lat', -34, 6);
  control.lng := private.number_field(payload, 'lng', -74, -28);
  control.bearing := private.number_field(payload, 'bearing', 0, 359);
  if control.metres is null then
    perform private.refuse('invalid', 'metres');
  end if;
  insert into public.rally_controls (id, stage_id, kind, metres, lat, lng, bearing)
  values (control.id, locked.id, control.kind, control.metres, control.lat, control.lng, control.bearing)
  on conflict (id) do update set kind = excluded.kind, metres = excluded.metres, lat = excluded.lat,
    lng = excluded.lng, bearing = excluded.bearing
  where rally_controls.stage_id = excluded.stage_id;
  written := found;
  perform private.require_controls_within(stage);
  return private.saved_or_gone(written);
exception
  when unique_violation then
    perform private.refuse('taken', 'metres');
  when check_violation then
    perform private.refuse('invalid', 'lat');
end $$;

create or replace function private.delete_rally_part(part text, id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  stage uuid := case part
    when 'stage' then delete_rally_part.id
    when 'section' then (select stage_id from public.rally_sections as own where own.id = delete_rally_part.id)
    when 'control' then (select stage_id from public.rally_controls as own where own.id = delete_rally_part.id)
  end;
  deleted boolean;
begin
  if (private.locked_rally_stage(stage)).id is null then
    return private.gone();
  elsif exists (
    select from public.rally_passes as pass join public.rally_controls as control on control.id = pass.control_id
    where control.stage_id = stage and (part <> 'control' or control.id = delete_rally_part.id)
  ) then
    return private.refused('passed');
  end if;
  case part
    when 'stage' then delete from public.rally_stages as own where own.id = delete_rally_part.id;
    when 'section' then delete from public.rally_sections as own where own.id = delete_rally_part.id;
    else delete from public.rally_controls as own where own.id = delete_rally_part.id;
  end case;
  deleted := found;
  perform private.require_controls_within(stage);
  return private.saved_or_gone(deleted);
end $$;

create or replace function private.finish_rally_stage(stage uuid, finished boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  locked public.rally_stages := private.locked_rally_stage(stage);
begin
  if locked.id is null then
    return private.gone();
  elsif finished and locked.starts_at > now() then
    return private.refused('too_early');
  -- Once shown, the secret controls stay known.
  elsif not coalesce(finished, false) and locked.finished_at is not null then
    return private.refused('already');
  end if;
  update public.rally_stages set finished_at = coalesce(finished_at, now()) where id = stage and finished;
  return private.saved();
end $$;

create or replace function private.draw_rally_order(event uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  rally public.rallies := private.locked_rally(event);
  added integer;
begin
  if rally.event_id is null then
    return private.gone();
  elsif exists (select from public.rally_passes as pass join public.rally_crews as crew on crew.id = pass.crew_id
    where crew.event_id = event) then
    return private.refused('passed');
  end if;
  delete from public.rally_crews as crew where crew.event_id = event;
  insert into public.rally_crews (event_id, registration_id, number, class_name)
  select event, registration.id,
    row_number() over (order by vehicle.class_name nulls last, registration.confirmed_at, registration.id),
    coalesce(vehicle.class_name, '')
  from public.event_registrations as registration
  join lateral (
    select btrim(own.class_name) as class_name from public.registration_vehicles as own
    where own.registration_id = registration.id order by own.position limit 1
  ) as vehicle on true
  where registration.event_id = event and registration.status = 'confirmed' order by 3 limit 999;
  get diagnostics added = row_count;
  return private.saved(jsonb_build_object('crews', added));
end $$;

create or replace function private.set_rally_crew(crew uuid, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  rally public.rallies;
  wanted integer;
  before integer;
begin
  if not exists (select from public.rally_crews where id = crew) then
    return private.gone();
  end if;
  rally := private.locked_rally((select event_id from public.rally_crews where id = crew));
  select own.number into before from public.rally_crews as own where own.id = crew;
  wanted := private.number_field(payload, 'number', 1, 999);
  if before is null then
    return private.gone();
  elsif wanted is null then
    perform private.refuse('invalid', 'number');
  end if;
  -- A car that has the number gets the earlier one of this car.
  set constraints all deferred;
  update public.rally_crews as other set number = before
  where other.event_id = rally.event_id and other.number = wanted and other.id <> crew;
  update public.rally_crews as own set number = wanted,
    class_name = coalesce(private.text_field(payload, 'class_name', 80), ''),
    public_name = private.text_field(payload, 'public_name', 120),
    withdrawn_at = case when payload -> 'withdrawn' = 'true' then coalesce(own.withdrawn_at, now()) end
  where own.id = crew;
  return private.saved_or_gone(found);
end $$;

create or replace function private.rally_gaps(event uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when rally.authority is null or rally.authorisation_number is null then 'authorisation' end,
    case when not exists (select from public.rally_stages as stage
      join public.rally_sections as section on section.stage_id = stage.id
      where stage.event_id = rally.event_id and section.kind = 'regularity') then 'sections' end,
    case when not exists (select from public.rally_crews as crew where crew.event_id = rally.event_id)
      then 'crews' end
  ], null)
  from public.rallies as rally where rally.event_id = event
$$;

create or replace function private.set_rally_published(event uuid, part text, published boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  rally public.rallies := private.locked_rally(event);
  gaps text[] := private.rally_gaps(event);
begin
  if rally.event_id is null or part is null or part not in ('rally', 'results') or published is null then
    return private.gone();
  elsif published and part = 'rally' and 'authorisation' = any (gaps) then
    return private.refused('authorisation_missing');
  elsif published and part = 'rally' and cardinality(gaps) > 0 then
    return private.refused('incomplete');
  elsif published and part = 'results' and rally.published_at is null then
    return private.refused('unpublished');
  end if;
  update public.rallies set
    published_at = case when part = 'results' then published_at
      when published then coalesce(published_at, now()) end,
    results_published_at = case when part = 'rally' then results_published_at
      when published then coalesce(results_published_at, now()) end
  where event_id = event;
  return private.saved();
end $$;

create or replace function public.save_rally(event uuid, payload jsonb, expected_version timestamptz default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_rally(event, payload, expected_version);

create or replace function public.save_rally_stage(event uuid, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_rally_stage(event, payload);

create or replace function public.save_rally_section(stage uuid, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_rally_section(stage, payload);

create or replace function public.save_rally_control(stage uuid, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_rally_control(stage, payload);

create or replace function public.delete_rally_part(part text, id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.delete_rally_part(part, id);

create or replace function public.finish_rally_stage(stage uuid, finished boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.finish_rally_stage(stage, finished);

create or replace function public.draw_rally_order(event uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.draw_rally_order(event);

create or replace function public.set_rally_crew(crew uuid, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_rally_crew(crew, payload);

create or replace function public.set_rally_published(event uuid, part text, published boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_rally_published(event, part, published);

-- Passes at the controls of a rally: taps of marshals, and positions that the devices of crews recorded.

create or replace function private.tap_rally_pass(pass uuid, control uuid, crew uuid, passed_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  stage public.rally_stages;
  added integer;
begin
  perform private.require_account();
  select own.* into stage from public.rally_stages as own
  join public.rally_controls as place on place.stage_id = own.id
  where place.id = control;
  if stage.id is null then
    return private.gone();
  end if;
  perform private.require_event_right(stage.event_id, 'gate');
  -- An editor who deletes the control or numbers the cars anew is waited for.
  perform from public.rallies where event_id = stage.event_id for key share;
  if not exists (select from public.rally_controls as own where own.id = control)
    or not exists (select from public.rally_crews as own where own.id = crew and own.event_id = stage.event_id)
    or pass is null then
    return private.gone();
  -- The clock of a device may be fast.
  elsif not coalesce(tap_rally_pass.passed_at between stage.starts_at - interval '1 hour'
    and least(stage.starts_at + interval '2 days', now() + interval '1 minute'), false) then
    return private.refused('invalid', 'passed_at');
  end if;
  insert into public.rally_passes (id, control_id, crew_id, source, passed_at, recorded_by)
  values (pass, control, crew, 'tap', tap_rally_pass.passed_at, (select private.account_id()))
  on conflict do nothing;
  get diagnostics added = row_count;
  if added = 0 and not exists (select from public.rally_passes as own
    where own.id = pass and own.control_id = control and own.crew_id = crew) then
    return private.refused('already');
  end if;
  return private.saved();
end $$;

create or replace function private.remove_rally_pass(pass uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  if not exists (select from public.rally_passes as own where own.id = pass) then
    return private.gone();
  end if;
  perform private.require_event_right((
    select crew.event_id from public.rally_passes as own join public.rally_crews as crew on crew.id = own.crew_id
    where own.id = pass
  ), 'gate');
  delete from public.rally_passes as own where own.id = pass and own.source = 'tap';
  return private.saved_or_gone(found);
end $$;

create or replace function private.own_rally_crew(event uuid) returns public.rally_crews
language sql stable security definer set search_path = '' as $$
  select crew.* from public.rally_crews as crew
  join public.event_registrations as registration on registration.id = crew.registration_id
  join public.rallies as rally on rally.event_id = crew.event_id
  join public.events on events.id = crew.event_id
  where crew.event_id = own_rally_crew.event and registration.user_id = (select private.account_id())
    and registration.status = 'confirmed' and crew.withdrawn_at is null and rally.published_at is not null
    and private.is_public_event(events)
  order by crew.number limit 1
$$;

create or replace function private.send_rally_positions(stage uuid, number integer, points jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := (select private.account_id());
  crew public.rally_crews;
  driven public.rally_stages;
  way jsonb;
begin
  perform private.require_account();
  select * into driven from public.rally_stages where id = stage;
  crew := private.own_rally_crew(driven.event_id);
  if crew.id is null then
    return private.gone();
  elsif not private.is_rally_piece(points) or not coalesce(number between 0 and 9999, false) then
    return private.refused('invalid');
  elsif exists (
    select from jsonb_array_elements(points) as point where to_timestamp((point ->> 0)::double precision / 1000)
      not between driven.starts_at - interval '2 hours'
      and least(driven.starts_at + interval '2 days', now() + interval '5 minutes')
  ) then
    return private.refused('out_of_time');
  end if;
  -- Another page of the device may send the same piece at the same time.
  insert into public.rally_positions (crew_id, stage_id, account_id, number, points)
  values (crew.id, stage, account, send_rally_positions.number, points)
  on conflict do nothing;
  if not found then
    return case when exists (
      select from public.rally_positions as piece where piece.crew_id = crew.id and piece.stage_id = stage
        and piece.account_id = account and piece.number = send_rally_positions.number
        and piece.points = send_rally_positions.points
    ) then private.saved() else private.conflict() end;
  end if;
  -- A control may be between the last point of the piece before and the first of this one.
  select jsonb_build_array(before.points -> -1) || send_rally_positions.points into way
  from (select 1) as one left join public.rally_positions as before on before.crew_id = crew.id
    and before.stage_id = stage and before.account_id = account and before.number = send_rally_positions.number - 1;
  if way -> 0 = 'null' then
    way := points;
  end if;
  -- Without recorded_by: the export of the account would show a pass at a secret control before the stage ended.
  insert into public.rally_passes (id, control_id, crew_id, source, passed_at, metres_off)
  select gen_random_uuid(), control.id, crew.id, 'position', near.passed_at, near.metres_off
  from public.rally_controls as control
  cross join lateral private.rally_approach(way, control.lat, control.lng, control.bearing) as near
  where control.stage_id = stage and control.lat is not null
  on conflict (control_id, crew_id, source) do update
    set passed_at = excluded.passed_at, metres_off = excluded.metres_off
    where rally_passes.metres_off > excluded.metres_off
      and abs(extract(epoch from rally_passes.passed_at - excluded.passed_at)) < 60;
  return private.saved();
end $$;

create or replace function public.tap_rally_pass(pass uuid, control uuid, crew uuid, passed_at timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.tap_rally_pass(pass, control, crew, passed_at);

create or replace function public.remove_rally_pass(pass uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_rally_pass(pass);

create or replace function public.send_rally_positions(stage uuid, number integer, points jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.send_rally_positions(stage, number, points);

-- Reading a rally: by the people of its event, by a crew, by everybody.

create or replace function private.rally_ideal_ms(stage uuid, metres integer) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(round(sum(case
    when covered <= 0 and from_metres >= rally_ideal_ms.metres then 0
    when average_kmh is not null then covered * 3600 / average_kmh
    when length = 0 then neutral_seconds * 1000
    else neutral_seconds * 1000.0 * covered / length
  end)), 0)::bigint
  from (
    select section.average_kmh, section.neutral_seconds, section.metres as length, along.from_metres,
      least(greatest(rally_ideal_ms.metres - along.from_metres, 0), section.metres)::numeric as covered
    from public.rally_sections as section
    cross join lateral (
      select coalesce(sum(before.metres), 0)::integer as from_metres from public.rally_sections as before
      where before.stage_id = section.stage_id and before.position < section.position
    ) as along
    where section.stage_id = stage
  ) as placed
$$;

create or replace function private.rally_start(stage public.rally_stages, crew public.rally_crews) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select stage.starts_at + make_interval(secs => (crew.number - 1) * rally.interval_seconds)
  from public.rallies as rally where rally.event_id = stage.event_id
$$;

create or replace function private.rally_results(event uuid, with_secret boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  with controls as materialized (
    select control.id, control.metres, stage.starts_at, stage as stage_row,
      private.rally_ideal_ms(stage.id, control.metres) as ideal_ms
    from public.rally_stages as stage join public.rally_controls as control on control.stage_id = stage.id
    where stage.event_id = event and (with_secret or control.kind = 'open' or stage.finished_at is not null)
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'control', control.id, 'crew', crew.id, 'source', pass.source,
    'difference_ms',
      round(extract(epoch from pass.passed_at - private.rally_start(control.stage_row, crew)) * 1000)::bigint
      - control.ideal_ms
  ) order by control.starts_at, control.metres, crew.number), '[]')
  from controls as control
  join public.rally_crews as crew on crew.event_id = rally_results.event
  join lateral (
    select own.source, own.passed_at from public.rally_passes as own
    where own.control_id = control.id and own.crew_id = crew.id
    order by array_position(private.rally_pass_sources(), own.source) limit 1
  ) as pass on true
$$;

create or replace function private.rally_rules(rally public.rallies) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('unit_ms', rally.unit_ms, 'points_early', rally.points_early, 'points_late',
    rally.points_late, 'tolerance_ms', rally.tolerance_ms, 'max_early', rally.max_early, 'max_late', rally.max_late,
    'missing_points', rally.missing_points, 'tie_rule', rally.tie_rule, 'max_average_kmh', rally.max_average_kmh,
    'interval_seconds', rally.interval_seconds, 'authority', rally.authority, 'authorisation_number',
    rally.authorisation_number)
$$;

create or replace function private.rally_crew_list(event uuid, with_names boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', crew.id, 'number', crew.number, 'class_name', crew.class_name,
    'withdrawn', crew.withdrawn_at is not null or registration.status <> 'confirmed',
    'public_name', crew.public_name,
    'name', case when with_names then registration.full_name end,
    'car', case when with_names or registration.shows_vehicle then vehicle.car end,
    'year', vehicle.year
  ) order by crew.number), '[]')
  from public.rally_crews as crew
  join public.event_registrations as registration on registration.id = crew.registration_id
  left join lateral (
    select concat_ws(' ', own.make, own.model, own.year) as car, own.year from public.registration_vehicles as own
    where own.registration_id = registration.id order by own.position limit 1
  ) as vehicle on true
  where crew.event_id = event
$$;

create or replace function private.rally_stage_list(event uuid, crew public.rally_crews, with_secret boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', stage.id, 'name', stage.name, 'finished_at', stage.finished_at,
    'starts_at', case when crew.id is null then stage.starts_at else private.rally_start(stage, crew) end,
    'sections', (
      select coalesce(jsonb_agg(to_jsonb(section) - array['stage_id', 'position'] order by section.position), '[]')
      from public.rally_sections as section where section.stage_id = stage.id
    ),
    'controls', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', control.id, 'kind', control.kind, 'metres', control.metres, 'lat', control.lat, 'lng', control.lng,
        'bearing', control.bearing, 'ideal_ms', private.rally_ideal_ms(stage.id, control.metres)
      ) order by control.metres), '[]')
      from public.rally_controls as control
      where control.stage_id = stage.id and (with_secret or control.kind = 'open' or stage.finished_at is not null)
    )
  ) order by stage.starts_at, stage.id), '[]')
  from public.rally_stages as stage where stage.event_id = event
$$;

create or replace function private.rally_console(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rally public.rallies;
  with_secret boolean := private.may_in_event(event, 'page') or not exists (
    select from public.rally_crews as crew
    join public.event_registrations as registration on registration.id = crew.registration_id
    where crew.event_id = rally_console.event and registration.user_id = (select private.account_id())
  );
begin
  if not (private.may_in_event(event, 'page') or private.may_in_event(event, 'gate')) then
    raise exception 'no right in the event' using errcode = '42501';
  end if;
  select * into rally from public.rallies where event_id = event;
  if rally.event_id is null then
    return null;
  end if;
  return jsonb_build_object(
    'rules', private.rally_rules(rally), 'updated_at', rally.updated_at, 'published_at', rally.published_at,
    'results_published_at', rally.results_published_at, 'gaps', to_jsonb(private.rally_gaps(event)),
    'stages', private.rally_stage_list(event, null, with_secret),
    'crews', private.rally_crew_list(event, true),
    'results', private.rally_results(event, with_secret),
    'taps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', pass.id, 'control', pass.control_id, 'crew', pass.crew_id,
        'passed_at', pass.passed_at, 'by', profiles.username) order by pass.passed_at desc), '[]')
      from public.rally_passes as pass join public.rally_controls as control on control.id = pass.control_id
      join public.rally_stages as stage on stage.id = control.stage_id
      left join public.profiles on profiles.id = pass.recorded_by
      where stage.event_id = rally_console.event and pass.source = 'tap'
        and (with_secret or control.kind = 'open' or stage.finished_at is not null)
    )
  );
end $$;

create or replace function private.read_own_rally(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  crew public.rally_crews := private.own_rally_crew(event);
  rally public.rallies;
begin
  select * into rally from public.rallies where event_id = crew.event_id;
  if rally.event_id is null then
    return null;
  end if;
  return (
    select jsonb_build_object(
      'event', events.id, 'title', events.title, 'time_zone', events.time_zone,
      'crew', jsonb_build_object('number', crew.number, 'class_name', crew.class_name),
      'rules', private.rally_rules(rally),
      'stages', private.rally_stage_list(event, crew, false)
    )
    from public.events where events.id = read_own_rally.event
  );
end $$;

create or replace function private.rally_standings(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', events.title, 'slug', events.slug, 'time_zone', events.time_zone, 'rules', private.rally_rules(rally),
    'crews', private.rally_crew_list(events.id, false),
    'stages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', stage.value -> 'id', 'name', stage.value -> 'name',
        'finished_at', stage.value -> 'finished_at', 'controls', (
          select coalesce(jsonb_agg(jsonb_build_object('id', control -> 'id', 'kind', control -> 'kind')), '[]')
          from jsonb_array_elements(stage.value -> 'controls') as control
        )) order by stage.ordinality), '[]')
      from jsonb_array_elements(private.rally_stage_list(events.id, null, false)) with ordinality as stage
    ),
    'results', private.rally_results(events.id, false)
  )
  from public.rallies as rally join public.events on events.id = rally.event_id
  where rally.event_id = rally_standings.event and rally.results_published_at is not null
    and private.is_public_event(events)
$$;

create or replace function public.rally_console(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.rally_console(event);

create or replace function public.read_own_rally(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_own_rally(event);

create or replace function public.rally_standings(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.rally_standings(event);

create index rally_stages_event_id_idx on public.rally_stages (event_id, starts_at);

create index rally_passes_crew_id_idx on public.rally_passes (crew_id);

create index rally_passes_recorded_by_idx on public.rally_passes (recorded_by);

create index rally_positions_stage_id_idx on public.rally_positions (stage_id);

create index rally_positions_account_id_idx on public.rally_positions (account_id);

create index rally_positions_created_at_idx on public.rally_positions (created_at);

create trigger rallies_touch before update on public.rallies
  for each row execute function private.touch_updated_at();

create trigger rallies_audit after insert or update or delete on public.rallies
  for each row execute function private.write_audit('event_id',
    'authority,authorisation_number,max_average_kmh,interval_seconds,unit_ms,points_early,points_late,tolerance_ms,'
    'max_early,max_late,missing_points,tie_rule,published_at,results_published_at');

create trigger events_move_rally after update on public.events
  for each row when ((old.starts_at, old.time_zone) is distinct from (new.starts_at, new.time_zone))
  execute function private.move_rally_stages();

comment on function private.rally_section_kinds is
  'Kinds of sections of a rally: driven with an average speed, or in a fixed time.';

comment on function private.rally_control_kinds is 'Kinds of time controls of a rally.';

comment on function private.rally_tie_rules is
  'What decides between cars with the same points: nothing, more controls without points, fewer points at the first '
  'control where they differ, or the older car.';

comment on function private.rally_pass_sources is 'How a pass at a control was recorded, the one that counts first.';

comment on function private.rally_highest_kmh is
  'Highest speed limit of Brazilian roads without signs for cars, in km/h (CTB, article 61): no average is higher.';

comment on function private.rally_reach_metres is
  'Metres within which the way of a car passes a control of a rally.';

comment on function private.rally_piece_points is 'Most positions of a rally in one request.';

comment on function private.are_rally_instructions is
  'Whether a value is [{metres, text, tulip}]; tulip is {turn, others, isDetailed} or null.';

comment on function private.is_rally_piece is
  'Whether a value is some points [milliseconds since 1970, latitude, longitude] in Brazil.';

comment on function private.rally_approach is
  'When the way through some points came nearest to a control, between two points also; no row when it stayed away, '
  'went in the other direction or has a gap of more than 10 seconds there.';

comment on table public.rallies is
  'Rules of the regularity rally of an event, as its organiser declares them; written by functions only.';

comment on column public.rallies.authority is
  'Traffic authority with jurisdiction over the road, whose permission article 67 of the CTB demands.';

comment on column public.rallies.max_average_kmh is 'No section has a higher average.';

comment on column public.rallies.interval_seconds is 'Time between two starts.';

comment on column public.rallies.unit_ms is
  'Points are counted for each whole unit of time: a second, or 600 ms for a hundredth of a minute.';

comment on column public.rallies.tolerance_ms is 'Time early or late that is not counted.';

comment on column public.rallies.max_early is
  'Most points of one control for a pass before its time; null without limit.';

comment on column public.rallies.max_late is
  'Most points of one control for a pass after its time; null without limit.';

comment on column public.rallies.missing_points is 'Points for a control without a pass.';

comment on table public.rally_stages is 'Stages of a rally in the order of their starts; written by functions only.';

comment on column public.rally_stages.starts_at is 'Start of car number 1.';

comment on column public.rally_stages.finished_at is
  'When the organiser ended the stage; before, no participant and no visitor receives its secret controls.';

comment on table public.rally_sections is
  'Sections of a stage with one average speed, and neutral zones with a fixed time; written by functions only.';

comment on column public.rally_sections.limit_kmh is
  'Lowest known speed limit of the section; null when none is known.';

comment on column public.rally_sections.line is
  'Way on the road network as an encoded polyline; null when it is not drawn.';

comment on column public.rally_sections.instructions is
  '[{metres, text, tulip}]: metres from the start of the section; tulip as in lib/travel/saved-trips/roadbook, or '
  'null.';

comment on table public.rally_controls is 'Time controls of a stage; written by functions only.';

comment on column public.rally_controls.metres is 'Distance from the start of the stage.';

comment on column public.rally_controls.lat is 'Without a position only marshals record passes.';

comment on column public.rally_controls.bearing is
  'Compass direction of the way; cars in the other direction do not pass.';

comment on table public.rally_crews is 'Start order of a rally: one row for each car; written by functions only.';

comment on column public.rally_crews.number is 'Number on the car; number 1 starts first.';

comment on column public.rally_crews.public_name is
  'Name in the public results, when the organiser has the agreement of the crew; else the results show number and car.';

comment on table public.rally_passes is
  'Passes of cars at controls. The tap of a marshal counts before the position of the device of a crew.';

comment on column public.rally_passes.metres_off is
  'Of a pass by position: how near the recorded way came to the control.';

comment on column public.rally_passes.recorded_by is
  'The marshal; null for a pass by position, so that no export of a participant contains a secret control.';

comment on table public.rally_positions is
  'Positions that the device of a crew recorded during a stage, in pieces; nobody reads them but their account, in its '
  'export.';

comment on function private.move_rally_stages is
  'Trigger function: the starts of the stages move with the date of their event.';

comment on function private.rally_seconds is 'Ideal time of a whole section.';

comment on function private.rally_fault is
  'Why a section is refused: its average, or what its time demands in a neutral zone, is above the declared maximum or '
  'the known speed limit. Null for one that is allowed.';

comment on function private.locked_rally is 'Locks a rally; raises 42501 unless the caller edits its event.';

comment on function private.require_controls_within is
  'Refuses with beyond_stage when a control lies behind the end of its stage.';

comment on function private.write_rally_section is
  'Changes the section with the id of the payload, or adds one at the end of the stage.';

comment on function private.locked_rally_stage is
  'Locks a rally and then its stage; raises 42501 unless the caller edits its event. No row for an unknown stage.';

comment on function private.delete_rally_part is
  'Deletes a stage, section or control; refused with passed when a car passed there, and with beyond_stage when a '
  'control would lie behind the end of the stage.';

comment on function private.draw_rally_order is
  'Numbers the confirmed registrations with a car anew, by class and then in the order of their confirmation.';

comment on function private.set_rally_crew is
  'Number, class, public name and withdrawal of a car; another car with the number takes its earlier one.';

comment on function private.rally_gaps is
  'What a rally needs before its crews get the book: authorisation (CTB, article 67), sections, crews.';

comment on function public.save_rally is
  'For editors of an event: sets the rules, the authorisation and the highest average. conflict when somebody changed '
  'them; refused with invalid, authorisation_missing, above_maximum or above_limit.';

comment on function public.save_rally_stage is
  'For editors of an event: adds or changes a stage {id, name, starts_at, sections}; sections are added or changed. '
  'refused with invalid, above_maximum or above_limit.';

comment on function public.save_rally_section is
  'For editors of an event: adds or changes a section {id, kind, metres, average_kmh, neutral_seconds, limit_kmh, '
  'line, instructions}. refused with invalid, above_maximum, above_limit or beyond_stage (a control lies behind the '
  'new end).';

comment on function public.save_rally_control is
  'For editors of an event: adds or changes a control {id, kind, metres, lat, lng, bearing}. refused with invalid, '
  'taken or beyond_stage.';

comment on function public.delete_rally_part is
  'For editors of an event: deletes a stage, section or control. refused with passed when a car passed there, or with '
  'beyond_stage when a control would lie behind the end of the stage.';

comment on function public.finish_rally_stage is
  'For editors of an event: ends a stage, which shows its secret controls; it cannot be undone. refused with too_early '
  'or already.';

comment on function public.draw_rally_order is
  'For editors of an event: numbers the confirmed cars anew. refused with passed after the first pass.';

comment on function public.set_rally_crew is
  'For editors of an event: {number, class_name, public_name, withdrawn} of a car. refused with invalid.';

comment on function public.set_rally_published is
  'For editors of an event: gives the crews the book (rally) or everybody the results. refused with '
  'authorisation_missing, incomplete or unpublished.';

comment on function private.tap_rally_pass is
  'Records a pass that a marshal saw; the same id again is answered as saved.';

comment on function private.remove_rally_pass is
  'Deletes the tap of a marshal; a pass by position stays, and a tap counts before it.';

comment on function private.own_rally_crew is
  'The car of the caller in a published rally; no row without a confirmed registration.';

comment on function private.send_rally_positions is
  'Stores a piece of the positions of the caller''s car and records its passes at every control with a position, the '
  'secret ones too: the device does not know them. The first pass counts; its time is that of the nearest point.';

comment on function public.tap_rally_pass is
  'For people of the gate: records that a car passed a control. gone, or refused with invalid or already.';

comment on function public.remove_rally_pass is 'For people of the gate: deletes a recorded tap; saved or gone.';

comment on function public.send_rally_positions is
  'For the crews of a published rally: stores positions [milliseconds since 1970, latitude, longitude] of a stage. '
  'gone, conflict, or refused with invalid or out_of_time.';

comment on function private.rally_ideal_ms is
  'Ideal time from the start of a stage to a distance. A neutral stop without length lies behind a control at its '
  'place.';

comment on function private.rally_start is 'When a car starts in a stage.';

comment on function private.rally_results is
  'Milliseconds after (negative: before) its ideal time at which each car passed each control. Without with_secret, '
  'the secret controls of stages that have not ended are left out.';

comment on function private.rally_crew_list is
  'Cars in the order of their starts. Without with_names, names are left out, and cars whose people do not show them; '
  'the year stays, because it may decide between cars with the same points.';

comment on function private.rally_stage_list is
  'Stages with sections and controls. Secret controls of a stage are left out until it ended, unless with_secret. '
  'starts_at: of the car, without one of car number 1.';

comment on function private.read_own_rally is
  'What the device of a crew keeps, for organisers who take part too: no secret control of a stage that has not ended.';

comment on function public.rally_console is
  'For editors and people of the gate of an event: its rally with every control; null without a rally. People of the '
  'gate who take part get no secret control of a stage that has not ended.';

comment on function public.read_own_rally is
  'For the crews of a published rally: its book without the secret controls of stages that have not ended; null for '
  'everybody else.';

comment on function public.rally_standings is
  'Published results of a rally of a public event; null otherwise. Secret controls follow when their stage ended. '
  'Anyone may call it.';

grant execute on function private.are_rally_instructions to public;

grant execute on function private.delete_rally_part to public;

grant execute on function private.draw_rally_order to public;

grant execute on function private.finish_rally_stage to public;

grant execute on function private.is_rally_piece to public;

grant execute on function private.locked_rally to public;

grant execute on function private.locked_rally_stage to public;

grant execute on function private.move_rally_stages to public;

grant execute on function private.own_rally_crew to public;

grant execute on function private.rally_approach to public;

grant execute on function private.rally_console to public;

grant execute on function private.rally_control_kinds to public;

grant execute on function private.rally_crew_list to public;

grant execute on function private.rally_fault to public;

grant execute on function private.rally_gaps to public;

grant execute on function private.rally_highest_kmh to public;

grant execute on function private.rally_ideal_ms to public;

grant execute on function private.rally_pass_sources to public;

grant execute on function private.rally_piece_points to public;

grant execute on function private.rally_reach_metres to public;

grant execute on function private.rally_results to public;

grant execute on function private.rally_rules to public;

grant execute on function private.rally_seconds to public;

grant execute on function private.rally_section_kinds to public;

grant execute on function private.rally_stage_list to public;

grant execute on function private.rally_standings to public;

grant execute on function private.rally_start to public;

grant execute on function private.rally_tie_rules to public;

grant execute on function private.read_own_rally to public;

grant execute on function private.remove_rally_pass to public;

grant execute on function private.save_rally to public;

grant execute on function private.save_rally_control to public;

grant execute on function private.save_rally_section to public;

grant execute on function private.save_rally_stage to public;

grant execute on function private.send_rally_positions to public;

grant execute on function private.set_rally_crew to public;

grant execute on function private.set_rally_published to public;

grant execute on function private.tap_rally_pass to public;

grant execute on function private.write_rally_section to public;

grant execute on function public.delete_rally_part to authenticated;

grant execute on function public.delete_rally_part to service_role;

grant execute on function public.draw_rally_order to authenticated;

grant execute on function public.draw_rally_order to service_role;

grant execute on function public.finish_rally_stage to authenticated;

grant execute on function public.finish_rally_stage to service_role;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.rallies to service_role;

grant execute on function public.rally_console to authenticated;

grant execute on function public.rally_console to service_role;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.rally_controls to service_role;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.rally_crews to service_role;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.rally_passes to service_role;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.rally_positions to service_role;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.rally_sections to service_role;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.rally_stages to service_role;

grant execute on function public.rally_standings to anon;

grant execute on function public.rally_standings to authenticated;

grant execute on function public.rally_standings to service_role;

grant execute on function public.read_own_rally to authenticated;

grant execute on function public.read_own_rally to service_role;

grant execute on function public.remove_rally_pass to authenticated;

grant execute on function public.remove_rally_pass to service_role;

grant execute on function public.save_rally to authenticated;

grant execute on function public.save_rally to service_role;

grant execute on function public.save_rally_control to authenticated;

grant execute on function public.save_rally_control to service_role;

grant execute on function public.save_rally_section to authenticated;

grant execute on function public.save_rally_section to service_role;

grant execute on function public.save_rally_stage to authenticated;

grant execute on function public.save_rally_stage to service_role;

grant execute on function public.send_rally_positions to authenticated;

grant execute on function public.send_rally_positions to service_role;

grant execute on function public.set_rally_crew to authenticated;

grant execute on function public.set_rally_crew to service_role;

grant execute on function public.set_rally_published to authenticated;

grant execute on function public.set_rally_published to service_role;

grant execute on function public.tap_rally_pass to authenticated;

grant execute on function public.tap_rally_pass to service_role;

reset check_function_bodies;
