-- Votes for the cars of an event.

create table public.event_votes (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  vehicle_id uuid not null references public.registration_vehicles (id) on delete cascade,
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (event_id, registration_id)
);
comment on table public.event_votes is
  'Votes of people''s choice. registration_id is the ticket of the voter; nobody reads who voted for which car.';
create index event_votes_vehicle_id_idx on public.event_votes (vehicle_id);
create index event_votes_registration_id_idx on public.event_votes (registration_id);
alter table public.event_votes enable row level security;
grant all on public.event_votes to service_role;

select private.declare_columns('event_votes', 'not_personal',
  '{*}', 'secret ballot: no key leads from an account to a vote');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('event_votes', 'public.event_votes', 'created_at', '1 year 1 mon', 262);

create function private.vote_state(event public.events) returns text
language sql stable set search_path = ''
return case when event.votes_open_at is null then 'none' when now() < event.votes_open_at then 'not_yet'
  when now() >= event.votes_close_at then 'closed' else 'open' end;
comment on function private.vote_state is 'none, not_yet, open or closed.';

create function private.candidate(vehicle uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'vehicle', car.id, 'name', concat_ws(' ', car.make, car.model), 'year', car.year, 'color', car.color, 'story',
      car.story,
    'event', event.title, 'translations', event.translations, 'slug', event.slug, 'time_zone', event.time_zone,
      'is_demo', event.is_demo,
    'opens_at', event.votes_open_at, 'closes_at', event.votes_close_at, 'state', private.vote_state(event),
    'has_result', private.vote_state(event) = 'closed' and event.votes_published_at is not null
  )
  from public.registration_vehicles as car
    join public.event_registrations as registration on registration.id = car.registration_id
      and registration.status = 'confirmed'
    join public.event_registration_types as kind on kind.id = registration.type_id
      and kind.kind = any (private.exhibitor_kinds())
    join public.events as event on event.id = registration.event_id and event.status in ('published', 'postponed')
      and event.deleted_at is null
  where car.id = vehicle
$$;
comment on function private.candidate is
  'A car that can be voted for, with its event and the times of voting; null for any other. Without plate and owner.';

create function private.cast_vote(vehicle uuid, link text, registration uuid, badge_version integer) returns jsonb
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
    return private.refused('unknown_car');
  elsif car.votes_open_at is null or now() < car.votes_open_at then
    return private.refused('not_open');
  elsif now() >= car.votes_close_at then
    return private.refused('closed');
  end if;
  -- The lock keeps the ticket confirmed until the vote is stored.
  select * into voter from public.event_registrations
  where id = coalesce(registration, (private.live_registration_link(link, 'registration', 'badge',
    'manage')).registration_id) for share;
  if voter.id is null or voter.status <> 'confirmed' then
    return private.refused('unknown_ticket');
  elsif voter.event_id <> car.event_id then
    return private.refused('other_event');
  elsif registration is not null and voter.badge_version is distinct from badge_version then
    return private.refused('replaced_badge');
  elsif voter.id = car.owner_id then
    return private.refused('own_car');
  elsif voter.email_confirmed_at is null and not exists (
    select from public.event_checkins
    where registration_id = voter.id and kind = 'entry' and result = 'ok' and undone_at is null
  ) then
    return private.refused('not_entered');
  end if;
  insert into public.event_votes as known (event_id, vehicle_id, registration_id)
    values (car.event_id, vehicle, voter.id)
  on conflict (event_id, registration_id) do update set vehicle_id = excluded.vehicle_id
  returning known.xmax = 0 into is_first;
  return private.saved(jsonb_build_object('is_first', is_first));
end $$;
comment on function private.cast_vote is
  'Stores the vote of a ticket or moves it to another car: counted, changed, unknown_ticket, other_event, '
  'replaced_badge, own_car, not_entered, unknown_car, not_open or closed. not_entered: neither an entry nor a '
  'confirmed address. registration and badge_version are those of a code that the server verified; without them the '
  'link of a badge is the ticket.';

create function private.vote_ranking(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with counted as (
    select concat_ws(' ', car.make, car.model) as name, car.year, type.class_place, type.class, count(*) as votes
    from public.event_votes as vote join public.registration_vehicles as car on car.id = vote.vehicle_id
      join public.event_registrations as registration on registration.id = car.registration_id
      left join lateral (
        select known.class, known.class_place from public.event_registration_types as kind
          cross join lateral unnest(kind.classes) with ordinality as known (class, class_place)
        where kind.id = registration.type_id and known.class = car.class_name
      ) as type on true
    where vote.event_id = vote_ranking.event
    group by car.id, car.make, car.model, car.year, type.class, type.class_place
  ), ranked as (
    select *, rank() over (order by votes desc) as place, rank() over (partition by class order by votes desc)
      as place_in_class
    from counted
  )
  select jsonb_build_object(
    'votes', (select coalesce(sum(votes), 0) from counted),
    'cars', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'year', year, 'votes', votes, 'place', place)
        order by place, name), '[]')
      from ranked where place <= 10
    ),
    'classes', (
      select coalesce(jsonb_agg(jsonb_build_object('name', class, 'cars', cars) order by class_place, class), '[]')
      from (
        select class, min(class_place) as class_place, jsonb_agg(jsonb_build_object('name', name, 'year', year, 'votes',
          votes, 'place', place_in_class) order by place_in_class, name) as cars
        from ranked where class is not null and place_in_class <= 3 group by class
      ) as grouped
    )
  )
$$;
comment on function private.vote_ranking is
  'Number of votes, the ten cars with most votes, and the first three of each class that the event offers. Classes that '
  'people wrote themselves have no ranking.';

create function private.vote_result(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', state, 'is_published', is_shown, 'votes', null, 'cars', null, 'classes', null)
    || case when is_shown then private.vote_ranking(voted.id) else '{}' end
  from public.events as voted cross join lateral (select private.vote_state(voted) as state) as known
    cross join lateral (select state = 'closed' and voted.votes_published_at is not null as is_shown) as shown
  where voted.id = vote_result.event and voted.status in ('published', 'postponed') and voted.deleted_at is null
$$;
comment on function private.vote_result is
  'Whether visitors may vote, and the result once voting is closed and the organiser published it.';

create function private.event_vote_result(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  voted public.events;
begin
  perform private.require_event_right(event, 'page');
  select * into voted from public.events where id = event and deleted_at is null;
  if voted.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'state', private.vote_state(voted), 'opens_at', voted.votes_open_at, 'closes_at', voted.votes_close_at,
    'is_published', voted.votes_published_at is not null, 'votes', null, 'cars', null, 'classes', null
  ) || case when private.vote_state(voted) = 'closed' then private.vote_ranking(voted.id) else '{}' end;
end $$;
comment on function private.event_vote_result is
  'Times of voting and, once it is closed, the result; nothing is counted out before.';

create function private.publish_vote_result(event uuid, is_published boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  voted public.events;
begin
  perform private.require_account();
  perform private.require_event_right(event, 'page');
  select * into voted from public.events where id = event and deleted_at is null for no key update;
  if voted.id is null then
    return private.gone();
  elsif private.vote_state(voted) <> 'closed' then
    return private.refused('not_closed');
  end if;
  update public.events
  set votes_published_at = case when is_published then coalesce(votes_published_at, now()) end
  where id = voted.id;
  return private.saved();
end $$;

create function public.vote_candidate(vehicle uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.candidate(vehicle);
comment on function public.vote_candidate is 'A car that can be voted for, with its event and the times of voting.';
grant execute on function public.vote_candidate to anon, authenticated, service_role;

create function public.cast_vote(vehicle uuid, link text default null, registration uuid default null,
  badge_version integer default null) returns jsonb
language sql volatile security invoker set search_path = '' return private.cast_vote(vehicle, link, registration,
  badge_version);
comment on function public.cast_vote is
  'For the server only, which limits the callers and verifies codes of badges: stores one vote.';
grant execute on function public.cast_vote to service_role;

create function public.vote_result(event uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.vote_result(event);
comment on function public.vote_result is
  'Whether visitors may vote, and the result once voting is closed and the organiser published it.';
grant execute on function public.vote_result to anon, authenticated, service_role;

create function public.event_vote_result(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_vote_result(event);
comment on function public.event_vote_result is
  'For people who edit the event: times of voting and, once it is closed, the result before its publication.';
grant execute on function public.event_vote_result to authenticated, service_role;

create function public.publish_vote_result(event uuid, is_published boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.publish_vote_result(event, is_published);
comment on function public.publish_vote_result is
  'People who edit the event publish the result of the votes or withdraw it: saved, gone, or refused with not_closed.';
grant execute on function public.publish_vote_result to authenticated, service_role;
