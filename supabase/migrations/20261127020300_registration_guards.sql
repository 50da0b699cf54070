-- Votes of people who are proved, places shown within the limit of the event, and a notice about one caller with many forms.

create or replace function private.cast_vote(vehicle uuid, link text, registration uuid, badge_version integer) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  car record;
  voter public.event_registrations;
  is_first boolean;
begin
  select event.id as event_id, event.votes_open_at, event.votes_close_at, owner.id as owner_id into car
  from public.registration_vehicles as found
    join public.event_registrations as owner on owner.id = found.registration_id
    join public.events as event on event.id = owner.event_id
  where found.id = vehicle and private.candidate(vehicle) is not null;
  if car.event_id is null then
    return 'unknown_car';
  elsif car.votes_open_at is null or now() < car.votes_open_at then
    return 'not_open';
  elsif now() >= car.votes_close_at then
    return 'closed';
  end if;
  -- The lock keeps the ticket confirmed until the vote is stored.
  select * into voter from public.event_registrations
  where id = coalesce(registration, (private.live_registration_link(link, 'registration', 'badge', 'manage')).registration_id) for share;
  if voter.id is null or voter.status <> 'confirmed' then
    return 'unknown_ticket';
  elsif voter.event_id <> car.event_id then
    return 'other_event';
  elsif registration is not null and voter.badge_version is distinct from badge_version then
    return 'replaced_badge';
  elsif voter.id = car.owner_id then
    return 'own_car';
  elsif voter.email_confirmed_at is null and not exists (
    select from public.event_checkins
    where registration_id = voter.id and kind = 'entry' and result = 'ok' and undone_at is null
  ) then
    return 'not_entered';
  end if;
  insert into public.event_votes as known (event_id, vehicle_id, registration_id) values (car.event_id, vehicle, voter.id)
  on conflict (event_id, registration_id) do update set vehicle_id = excluded.vehicle_id
  returning known.xmax = 0 into is_first;
  return case when is_first then 'counted' else 'changed' end;
end $$;
comment on function private.cast_vote(uuid, text, uuid, integer) is
  'Stores the vote of a ticket or moves it to another car: counted, changed, unknown_ticket, other_event, replaced_badge, own_car, not_entered, unknown_car, not_open or closed. not_entered: neither an entry nor a confirmed address. registration and badge_version are those of a code that the server verified; without them the link of a badge is the ticket.';

create or replace function private.event_places(of_event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'types', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', type.id, 'taken', type.taken,
        'capacity', (select type.taken + greatest(room, 0) from private.places_left(type.id) as room where room is not null)
      ) order by type.position, type.id)
      from public.event_registration_types as type where type.event_id = event.id
    ), '[]'),
    'stands', coalesce((
      select jsonb_agg(stand.id order by stand.label)
      from public.event_stands as stand where stand.event_id = event.id and stand.registration_id is not null
    ), '[]')
  )
  from public.events as event where event.id = of_event and private.is_public_event(event)
$$;
comment on function private.event_places(uuid) is
  'capacity is the number of places that the kind has within its own limit and the limit of the event; null without a limit.';

create function private.note_busy_caller(event uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.events;
  subject constant text := 'Muitas inscrições de uma só rede';
  target text;
begin
  select * into known from public.events where id = event;
  target := '/admin/events/' || known.id || '/registrations';
  if known.id is null or exists (
    select from public.notifications where link = target and title = subject and created_at > now() - interval '1 day'
  ) then
    return;
  end if;
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, subject,
    format('Muitas inscrições em %s vieram da mesma rede em uma hora. Confira se são de pessoas de verdade.', known.title), target,
    jsonb_build_object(
      'en', jsonb_build_object('title', 'Many registrations from one network', 'body', format('Many registrations for %s came from the same network within an hour. Check that they are of real people.', known.title)),
      'es', jsonb_build_object('title', 'Muchas inscripciones de una sola red', 'body', format('Muchas inscripciones en %s llegaron de la misma red en una hora. Comprueba que sean de personas reales.', known.title))
    )
  from public.profiles where private.holds_permission(profiles, 'events');
end $$;
comment on function private.note_busy_caller(uuid) is 'Notifies event managers, once a day per event, that one network sent many forms.';

create function public.note_busy_caller(event uuid) returns void
language sql volatile security invoker set search_path = ''
return private.note_busy_caller(event);
comment on function public.note_busy_caller(uuid) is 'For the server only: notifies event managers that one network sent many forms for an event.';
revoke execute on function public.note_busy_caller(uuid) from public, anon, authenticated;
grant execute on function public.note_busy_caller(uuid) to service_role;
