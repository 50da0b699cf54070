-- Writing the rules, stages, sections, controls and start order of a rally.

create function private.rally_seconds(metres integer, average_kmh numeric, neutral_seconds integer) returns numeric
language sql immutable set search_path = '' as $$
  select case when average_kmh is null then neutral_seconds::numeric else metres * 3.6 / average_kmh end
$$;
comment on function private.rally_seconds is 'Ideal time of a whole section.';

create function private.rally_fault(section public.rally_sections, max_average numeric) returns text
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
comment on function private.rally_fault is
  'Why a section is refused: its average, or what its time demands in a neutral zone, is above the declared maximum or '
  'the known speed limit. Null for one that is allowed.';

create function private.locked_rally(event uuid) returns public.rallies
language plpgsql volatile security definer set search_path = '' as $$
declare
  rally public.rallies;
begin
  perform private.require_account();
  perform private.require_event_right(event, 'page');
  select * into rally from public.rallies where event_id = event for update;
  return rally;
end $$;
comment on function private.locked_rally is 'Locks a rally; raises 42501 unless the caller edits its event.';

create function private.save_rally(event uuid, payload jsonb, expected_version timestamptz) returns jsonb
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

create function private.require_controls_within(stage uuid) returns void
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
comment on function private.require_controls_within is
  'Refuses with beyond_stage when a control lies behind the end of its stage.';

create function private.write_rally_section(stage public.rally_stages, rally public.rallies, payload jsonb)
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
comment on function private.write_rally_section is
  'Changes the section with the id of the payload, or adds one at the end of the stage.';

create function private.save_rally_stage(event uuid, payload jsonb) returns jsonb
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

create function private.locked_rally_stage(stage uuid) returns public.rally_stages
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_stage public.rally_stages;
begin
  perform private.locked_rally((select event_id from public.rally_stages where id = stage))
  where exists (select from public.rally_stages where id = stage);
  select * into found_stage from public.rally_stages where id = stage for update;
  return found_stage;
end $$;
comment on function private.locked_rally_stage is
  'Locks a rally and then its stage; raises 42501 unless the caller edits its event. No row for an unknown stage.';

create function private.save_rally_section(stage uuid, payload jsonb) returns jsonb
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

create function private.save_rally_control(stage uuid, payload jsonb) returns jsonb
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

create function private.delete_rally_part(part text, id uuid) returns jsonb
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
comment on function private.delete_rally_part is
  'Deletes a stage, section or control; refused with passed when a car passed there, and with beyond_stage when a '
  'control would lie behind the end of the stage.';

create function private.finish_rally_stage(stage uuid, finished boolean) returns jsonb
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

create function private.draw_rally_order(event uuid) returns jsonb
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
comment on function private.draw_rally_order is
  'Numbers the confirmed registrations with a car anew, by class and then in the order of their confirmation.';

create function private.set_rally_crew(crew uuid, payload jsonb) returns jsonb
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
comment on function private.set_rally_crew is
  'Number, class, public name and withdrawal of a car; another car with the number takes its earlier one.';

create function private.rally_gaps(event uuid) returns text[]
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
comment on function private.rally_gaps is
  'What a rally needs before its crews get the book: authorisation (CTB, article 67), sections, crews.';

create function private.set_rally_published(event uuid, part text, published boolean) returns jsonb
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

create function public.save_rally(event uuid, payload jsonb, expected_version timestamptz default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_rally(event, payload, expected_version);
comment on function public.save_rally is
  'For editors of an event: sets the rules, the authorisation and the highest average. conflict when somebody changed '
  'them; refused with invalid, authorisation_missing, above_maximum or above_limit.';
grant execute on function public.save_rally to authenticated, service_role;

create function public.save_rally_stage(event uuid, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_rally_stage(event, payload);
comment on function public.save_rally_stage is
  'For editors of an event: adds or changes a stage {id, name, starts_at, sections}; sections are added or changed. '
  'refused with invalid, above_maximum or above_limit.';
grant execute on function public.save_rally_stage to authenticated, service_role;

create function public.save_rally_section(stage uuid, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_rally_section(stage, payload);
comment on function public.save_rally_section is
  'For editors of an event: adds or changes a section {id, kind, metres, average_kmh, neutral_seconds, limit_kmh, '
  'line, instructions}. refused with invalid, above_maximum, above_limit or beyond_stage (a control lies behind the '
  'new end).';
grant execute on function public.save_rally_section to authenticated, service_role;

create function public.save_rally_control(stage uuid, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_rally_control(stage, payload);
comment on function public.save_rally_control is
  'For editors of an event: adds or changes a control {id, kind, metres, lat, lng, bearing}. refused with invalid, '
  'taken or beyond_stage.';
grant execute on function public.save_rally_control to authenticated, service_role;

create function public.delete_rally_part(part text, id uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.delete_rally_part(part, id);
comment on function public.delete_rally_part is
  'For editors of an event: deletes a stage, section or control. refused with passed when a car passed there, or with '
  'beyond_stage when a control would lie behind the end of the stage.';
grant execute on function public.delete_rally_part to authenticated, service_role;

create function public.finish_rally_stage(stage uuid, finished boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.finish_rally_stage(stage, finished);
comment on function public.finish_rally_stage is
  'For editors of an event: ends a stage, which shows its secret controls; it cannot be undone. refused with too_early '
  'or already.';
grant execute on function public.finish_rally_stage to authenticated, service_role;

create function public.draw_rally_order(event uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.draw_rally_order(event);
comment on function public.draw_rally_order is
  'For editors of an event: numbers the confirmed cars anew. refused with passed after the first pass.';
grant execute on function public.draw_rally_order to authenticated, service_role;

create function public.set_rally_crew(crew uuid, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_rally_crew(crew, payload);
comment on function public.set_rally_crew is
  'For editors of an event: {number, class_name, public_name, withdrawn} of a car. refused with invalid.';
grant execute on function public.set_rally_crew to authenticated, service_role;

create function public.set_rally_published(event uuid, part text, published boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_rally_published(event, part, published);
comment on function public.set_rally_published is
  'For editors of an event: gives the crews the book (rally) or everybody the results. refused with '
  'authorisation_missing, incomplete or unpublished.';
grant execute on function public.set_rally_published to authenticated, service_role;
