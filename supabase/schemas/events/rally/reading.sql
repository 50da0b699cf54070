-- Reading a rally: by the people of its event, by a crew, by everybody.

create function private.rally_ideal_ms(stage uuid, metres integer) returns bigint
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
comment on function private.rally_ideal_ms is
  'Ideal time from the start of a stage to a distance. A neutral stop without length lies behind a control at its '
  'place.';

create function private.rally_start(stage public.rally_stages, crew public.rally_crews) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select stage.starts_at + make_interval(secs => (crew.number - 1) * rally.interval_seconds)
  from public.rallies as rally where rally.event_id = stage.event_id
$$;
comment on function private.rally_start is 'When a car starts in a stage.';

create function private.rally_results(event uuid, with_secret boolean) returns jsonb
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
comment on function private.rally_results is
  'Milliseconds after (negative: before) its ideal time at which each car passed each control. Without with_secret, '
  'the secret controls of stages that have not ended are left out.';

create function private.rally_rules(rally public.rallies) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('unit_ms', rally.unit_ms, 'points_early', rally.points_early, 'points_late',
    rally.points_late, 'tolerance_ms', rally.tolerance_ms, 'max_early', rally.max_early, 'max_late', rally.max_late,
    'missing_points', rally.missing_points, 'tie_rule', rally.tie_rule, 'max_average_kmh', rally.max_average_kmh,
    'interval_seconds', rally.interval_seconds, 'authority', rally.authority, 'authorisation_number',
    rally.authorisation_number)
$$;

create function private.rally_crew_list(event uuid, with_names boolean) returns jsonb
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
comment on function private.rally_crew_list is
  'Cars in the order of their starts. Without with_names, names are left out, and cars whose people do not show them; '
  'the year stays, because it may decide between cars with the same points.';

create function private.rally_stage_list(event uuid, crew public.rally_crews, with_secret boolean) returns jsonb
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
comment on function private.rally_stage_list is
  'Stages with sections and controls. Secret controls of a stage are left out until it ended, unless with_secret. '
  'starts_at: of the car, without one of car number 1.';

create function private.rally_console(event uuid) returns jsonb
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

create function private.read_own_rally(event uuid) returns jsonb
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
comment on function private.read_own_rally is
  'What the device of a crew keeps, for organisers who take part too: no secret control of a stage that has not ended.';

create function private.rally_standings(event uuid) returns jsonb
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

create function public.rally_console(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.rally_console(event);
comment on function public.rally_console is
  'For editors and people of the gate of an event: its rally with every control; null without a rally. People of the '
  'gate who take part get no secret control of a stage that has not ended.';
grant execute on function public.rally_console to authenticated, service_role;

create function public.read_own_rally(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_own_rally(event);
comment on function public.read_own_rally is
  'For the crews of a published rally: its book without the secret controls of stages that have not ended; null for '
  'everybody else.';
grant execute on function public.read_own_rally to authenticated, service_role;

create function public.rally_standings(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.rally_standings(event);
comment on function public.rally_standings is
  'Published results of a rally of a public event; null otherwise. Secret controls follow when their stage ended. '
  'Anyone may call it.';
grant execute on function public.rally_standings to anon, authenticated, service_role;
