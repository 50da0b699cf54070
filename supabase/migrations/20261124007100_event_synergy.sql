-- Distances and dates between events, computed on request: nothing is stored.

create function private.synergy_events(since date, until date) returns table (
  id uuid, slug text, title text, is_demo boolean, state_abbr text, town text,
  lat double precision, lng double precision, first_day date, last_day date
)
language sql stable security definer set search_path = '' as $$
  select event.id, event.slug, event.title, event.is_demo, event.state_abbr::text, event.town,
    coalesce(event.lat, city.lat), coalesce(event.lng, city.lng), period.first_day, period.last_day
  from public.events as event left join public.cities as city on city.ibge_code = event.municipality_ibge
  cross join lateral (
    select (event.starts_at at time zone event.time_zone)::date as first_day, (event.ends_at at time zone event.time_zone)::date as last_day
  ) as period
  where event.status in ('published', 'postponed') and event.deleted_at is null and event.ends_at > now()
    -- An event lasts at most 31 days; its time zone may shift its days by one.
    and event.starts_at > since - 33 and event.starts_at < least(until + 2, now() + interval '1 year')
    and period.first_day <= until and period.last_day >= since
$$;
comment on function private.synergy_events(date, date) is
  'Public events of the next year that take place and have a day of a period, at their position or at that of their town.';

-- Pairs are looked up by date and by band of latitude as wide as the radius, so that few events far apart are compared. The
-- period of both functions grows until it has as many pairs as are shown: of many events the first days are enough.
create function private.event_clashes(near_km integer, state text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'America/Sao_Paulo')::date;
  days integer := 7;
  pairs jsonb;
begin
  loop
    with weekends as materialized (
      select event.*, weekend.saturday, floor(event.lat / (near_km / 110.0))::integer as band_no
      from (
        select day::date as saturday from generate_series(today - 1, today + days, interval '1 day') as day where extract(isodow from day) = 6
      ) as weekend
      join private.synergy_events(today - 1, today + days + 1) as event on event.first_day <= weekend.saturday + 1 and event.last_day >= weekend.saturday
    ), paired as (
      select min(one.saturday) as saturday, one.id as first_id, other.id as second_id, distance.metres
      from weekends as one cross join lateral (values (one.band_no - 1), (one.band_no), (one.band_no + 1)) as near (band_no)
      join weekends as other on other.saturday = one.saturday and other.band_no = near.band_no and other.id > one.id
        and abs(other.lng - one.lng) <= near_km / 90.0 and (state is null or state in (one.state_abbr, other.state_abbr))
      cross join lateral (select private.metres_between(one.lat, one.lng, other.lat, other.lng) as metres) as distance
      where distance.metres <= near_km * 1000.0
      group by one.id, other.id, distance.metres order by 1, 4, 2, 3 limit 101
    )
    select coalesce(jsonb_agg(to_jsonb(paired) order by saturday, metres, first_id, second_id), '[]') into pairs from paired;
    exit when jsonb_array_length(pairs) > 100 or days > 366;
    days := days * 2;
  end loop;
  return pairs;
end $$;
comment on function private.event_clashes(integer, text) is 'Pairs of events on the same weekend within a distance, at most 101, the next ones first.';

create function private.event_trips(near_km integer, max_days integer, state text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'America/Sao_Paulo')::date;
  reach integer := 1;
  pairs jsonb;
begin
  loop
    with upcoming as materialized (
      select event.*, floor(event.lat / (near_km / 110.0))::integer as band_no
      from private.synergy_events(today - 1, today + reach + 31 + max_days) as event
    ), paired as (
      select one.id as first_id, other.id as second_id, one.first_day as starts_on, other.first_day - one.last_day as days, distance.metres
      from upcoming as one cross join lateral generate_series(1, max_days) as gap (days)
      cross join lateral (values (one.band_no - 1), (one.band_no), (one.band_no + 1)) as near (band_no)
      join upcoming as other on other.first_day = one.last_day + gap.days and other.band_no = near.band_no and other.id <> one.id
        and abs(other.lng - one.lng) <= near_km / 90.0 and (state is null or state in (one.state_abbr, other.state_abbr))
      cross join lateral (select private.metres_between(one.lat, one.lng, other.lat, other.lng) as metres) as distance
      where one.first_day <= today + reach and distance.metres <= near_km * 1000.0
      order by 3, 4, 5, 1, 2 limit 101
    )
    select coalesce(jsonb_agg(to_jsonb(paired) order by starts_on, paired.days, metres, first_id, second_id), '[]') into pairs from paired;
    exit when jsonb_array_length(pairs) > 100 or reach > 366;
    reach := reach * 2;
  end loop;
  return pairs;
end $$;
comment on function private.event_trips(integer, integer, text) is
  'Pairs of events that one trip can join, one after the other within a distance and a number of days, at most 101, the next ones first.';

create function private.free_weekends(state text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with calendar as (
    -- The running weekend and the eleven after it.
    select (now() at time zone 'America/Sao_Paulo')::date + 6 - extract(isodow from now() at time zone 'America/Sao_Paulo')::integer + 7 * week as saturday
    from generate_series(0, 11) as week
  ), busy as materialized (
    select distinct event.state_abbr, calendar.saturday
    from private.synergy_events((select min(saturday) from calendar), (select max(saturday) + 1 from calendar)) as event
    join calendar on event.first_day <= calendar.saturday + 1 and event.last_day >= calendar.saturday
  ), free as (
    select states.abbr::text as abbr,
      count(busy.saturday)::integer as busy,
      coalesce(jsonb_agg(calendar.saturday order by calendar.saturday) filter (where busy.saturday is null), '[]') as saturdays
    from public.states cross join calendar
    left join busy on busy.state_abbr = states.abbr::text and busy.saturday = calendar.saturday
    where free_weekends.state is null or states.abbr::text = free_weekends.state
    group by states.abbr
  )
  select coalesce(jsonb_agg(to_jsonb(free) order by abbr), '[]') from free
$$;
comment on function private.free_weekends(text) is 'The next twelve weekends without an event, by state.';

create function private.event_synergy(near_km integer, max_days integer, state text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  clashes jsonb;
  trips jsonb;
begin
  if not (private.is_staff() and private.has_permission('event_synergy')) then
    raise exception 'only for the calendar of events' using errcode = '42501';
  elsif near_km is null or max_days is null or near_km not between 1 and 1000 or max_days not between 1 and 30 then
    raise exception 'distance or days out of range' using errcode = '22023';
  end if;
  clashes := private.event_clashes(near_km, state);
  trips := private.event_trips(near_km, max_days, state);
  return (
    select jsonb_build_object(
      'events', count(*), 'without_position', count(*) filter (where event.lat is null and not exists (select from public.cities where ibge_code = event.municipality_ibge and lat is not null)),
      'clashes', clashes, 'trips', trips, 'free', private.free_weekends(state),
      'shown', coalesce((
        select jsonb_object_agg(shown.id, jsonb_build_object(
          'slug', shown.slug, 'title', shown.title, 'is_demo', shown.is_demo, 'state_abbr', shown.state_abbr, 'town', shown.town,
          'first_day', (shown.starts_at at time zone shown.time_zone)::date, 'last_day', (shown.ends_at at time zone shown.time_zone)::date
        ))
        from public.events as shown
        where shown.id in (select (pair ->> side)::uuid from jsonb_array_elements(clashes || trips) as pair, unnest(array['first_id', 'second_id']) as side)
      ), '{}')
    )
    from public.events as event
    where event.status in ('published', 'postponed') and event.deleted_at is null and event.ends_at > now()
      and event.starts_at > now() - interval '32 days' and event.starts_at < now() + interval '1 year'
      and (event_synergy.state is null or event.state_abbr = event_synergy.state)
  );
end $$;
comment on function private.event_synergy(integer, integer, text) is
  'Events of the next year: on the same weekend within a distance, one after the other within a distance and days, and free weekends of states.';

create function public.event_synergy(near_km integer, max_days integer, state text default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_synergy(near_km, max_days, state);
comment on function public.event_synergy(integer, integer, text) is
  'For staff of the calendar: {events, without_position, clashes, trips, shown: {id: event}, free: [{abbr, busy, saturdays}]}; at most 101 pairs each.';
revoke execute on function public.event_synergy(integer, integer, text) from public, anon;
grant execute on function public.event_synergy(integer, integer, text) to authenticated;
