-- Whether registered people come, and places of those who do not.

create function private.ask_attendance(event uuid, type uuid, max_mails integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.events;
  one public.event_registrations;
  asked integer := 0;
begin
  perform private.require_event_right(event, 'registrations');
  select * into existing from public.events where id = event;
  if existing.id is null then
    perform private.refuse('registration_missing');
  elsif existing.status not in ('published', 'postponed') or existing.deleted_at is not null
    or existing.starts_at <= now() then
    perform private.refuse('event_over');
  end if;
  -- Rows that another manager asks at the same time are skipped, so that each person gets one mail.
  for one in
    select * from public.event_registrations as registration
    where registration.event_id = existing.id and registration.status = 'confirmed'
      and registration.attending = 'unknown'
      and (ask_attendance.type is null or registration.type_id = ask_attendance.type)
      and (registration.attendance_asked_at is null or registration.attendance_asked_at < now() - interval '3 days')
    order by registration.created_at, registration.id limit least(greatest(max_mails, 0), 500) for update skip locked
  loop
    update public.event_registrations set attendance_asked_at = now() where id = one.id;
    perform private.mail_registration(one, 'registration_attendance', 'attendance');
    asked := asked + 1;
  end loop;
  return asked;
end $$;
comment on function private.ask_attendance is
  'Mails the question to up to 500 confirmed people of an event, or of one kind, who gave no answer and were not '
  'asked in the last three days.';

create function private.read_attendance(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', events.title, 'town', events.town, 'state_abbr', events.state_abbr, 'starts_at', events.starts_at,
      'time_zone', events.time_zone,
    'places', registration.places, 'attending', registration.attending,
    'is_open', registration.status = 'confirmed' and events.starts_at > now() and events.status <> 'cancelled'
  )
  from private.live_registration_link(token, 'attendance') as link
  join public.event_registrations as registration on registration.id = link.registration_id
  join public.events on events.id = registration.event_id
$$;
comment on function private.read_attendance is
  'What the page of an attendance link shows; reading changes nothing and names nobody.';

create function private.answer_attendance(token text, is_coming boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'attendance')).registration_id);
  answer text := case when is_coming then 'yes' else 'no' end;
begin
  if existing.id is null or is_coming is null then
    return private.gone();
  elsif existing.status <> 'confirmed' or not is_coming and not private.may_change(existing, 'decline') or not exists (
    select from public.events where id = existing.event_id and starts_at > now() and status <> 'cancelled'
  ) then
    return private.refused('closed');
  elsif existing.attending <> answer then
    update public.event_registrations set attending = answer where id = existing.id;
    perform private.note_registration(existing, 'attending:' || answer);
  end if;
  return private.saved();
end $$;
comment on function private.answer_attendance is
  'Stores the answer of an attendance link until the event begins: answered, closed or missing; no "no" after an '
  'entry. A no does not cancel; managers free the places.';

create function private.free_declined_places(event uuid, reason text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  existing public.event_registrations;
  freed integer := 0;
begin
  perform private.require_event_right(event, 'registrations');
  for one in
    select registration.id from public.event_registrations as registration
    where registration.event_id = free_declined_places.event and registration.status = 'confirmed'
      and registration.attending = 'no'
      -- The answer of the buyer is not that of the other people of the order.
      and (registration.order_position > 1 or not private.is_of_several(registration))
      and private.may_change(registration, 'free_declined')
    order by registration.type_id, registration.id limit 200
  loop
    -- Under the lock no entry is stored meanwhile.
    existing := private.lock_registration(one.id);
    continue when existing.status <> 'confirmed' or not private.may_change(existing, 'free_declined');
    perform private.cancel_registration(one.id, nullif(btrim(coalesce(reason, '')), ''));
    freed := freed + 1;
  end loop;
  return freed;
end $$;
comment on function private.free_declined_places is
  'Cancels up to 200 confirmed registrations whose people said that they do not come and did not enter; their places '
  'go to the waiting list.';

create function public.ask_attendance(event uuid, type uuid default null, max_mails integer default 200) returns integer
language sql volatile security invoker set search_path = ''
return private.ask_attendance(event, type, max_mails);
comment on function public.ask_attendance is
  'Event managers ask confirmed people by mail whether they come; answers the number of mails. Raises event_over.';
grant execute on function public.ask_attendance to authenticated, service_role;

create function public.read_attendance(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_attendance(token);
comment on function public.read_attendance is
  'The event and the answer of an attendance link; null for a wrong, expired or revoked token.';
grant execute on function public.read_attendance to anon, authenticated, service_role;

create function public.answer_attendance(token text, is_coming boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.answer_attendance(token, is_coming);
comment on function public.answer_attendance is
  'The holder of an attendance link says whether they come: answered, closed or missing.';
grant execute on function public.answer_attendance to anon, authenticated, service_role;

create function public.free_declined_places(event uuid, reason text default null) returns integer
language sql volatile security invoker set search_path = ''
return private.free_declined_places(event, reason);
comment on function public.free_declined_places is
  'Event managers cancel the registrations of people who do not come; answers their number.';
grant execute on function public.free_declined_places to authenticated, service_role;
