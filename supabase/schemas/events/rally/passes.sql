-- Passes at the controls of a rally: taps of marshals, and positions that the devices of crews recorded.

create function private.tap_rally_pass(pass uuid, control uuid, crew uuid, passed_at timestamptz) returns jsonb
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
comment on function private.tap_rally_pass is
  'Records a pass that a marshal saw; the same id again is answered as saved.';

create function private.remove_rally_pass(pass uuid) returns jsonb
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
comment on function private.remove_rally_pass is
  'Deletes the tap of a marshal; a pass by position stays, and a tap counts before it.';

create function private.own_rally_crew(event uuid) returns public.rally_crews
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
comment on function private.own_rally_crew is
  'The car of the caller in a published rally; no row without a confirmed registration.';

create function private.send_rally_positions(stage uuid, number integer, points jsonb) returns jsonb
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
comment on function private.send_rally_positions is
  'Stores a piece of the positions of the caller''s car and records its passes at every control with a position, the '
  'secret ones too: the device does not know them. The first pass counts; its time is that of the nearest point.';

create function public.tap_rally_pass(pass uuid, control uuid, crew uuid, passed_at timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.tap_rally_pass(pass, control, crew, passed_at);
comment on function public.tap_rally_pass is
  'For people of the gate: records that a car passed a control. gone, or refused with invalid or already.';
grant execute on function public.tap_rally_pass to authenticated, service_role;

create function public.remove_rally_pass(pass uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_rally_pass(pass);
comment on function public.remove_rally_pass is 'For people of the gate: deletes a recorded tap; saved or gone.';
grant execute on function public.remove_rally_pass to authenticated, service_role;

create function public.send_rally_positions(stage uuid, number integer, points jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.send_rally_positions(stage, number, points);
comment on function public.send_rally_positions is
  'For the crews of a published rally: stores positions [milliseconds since 1970, latitude, longitude] of a stage. '
  'gone, conflict, or refused with invalid or out_of_time.';
grant execute on function public.send_rally_positions to authenticated, service_role;
