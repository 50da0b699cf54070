-- Reports and tools of the panel for an event: team, duplicates, dates, visits and overlaps.

create table public.event_team_members (
  event_id uuid not null references public.events (id) on delete cascade,
  position integer not null check (position between 0 and 19),
  full_name text not null check (full_name !~ '^\s*$' and char_length(full_name) <= 120),
  phone text check (phone ~ '^\+?[0-9 ().-]{8,30}$'),
  primary key (event_id, position)
);
comment on table public.event_team_members is
  'Who checks in at an event, as its organiser named them; for those who edit the event and for event managers. '
  'Deleted 30 days after the event.';
comment on column public.event_team_members."position" is 'Order in the form.';
alter table public.event_team_members enable row level security;
grant all on public.event_team_members to service_role;

select private.declare_columns('event_team_members', 'withheld',
  '{event_id,position,full_name,phone}', 'another person: who checks in at an event');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
  ('event_team_members', 'public.event_team_members', '(select ends_at from public.events where events.id = event_id)',
    '30 days', 246);

create function private.set_event_votes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.votes_open_at, new.votes_close_at) is not distinct from (old.votes_open_at, old.votes_close_at) then
    new.votes_open_at := private.moved(old.votes_open_at, old, new);
    new.votes_close_at := private.moved(old.votes_close_at, old, new);
  end if;
  return new;
end $$;
comment on function private.set_event_votes is
  'Trigger function: the times of voting move with the date of the event, unless the same change sets them.';

-- After the triggers that set the time zone.
create trigger events_b_votes before update on public.events
  for each row when ((old.starts_at, old.time_zone) is distinct from (new.starts_at, new.time_zone))
  execute function private.set_event_votes();

create function private.move_event_dates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  days integer := (new.starts_at at time zone new.time_zone)::date - (old.starts_at at time zone old.time_zone)::date;
begin
  if days <> 0 then
    -- Two steps, because a day may get the date of another one that is not moved yet.
    update public.event_days set day = day + days + 10000 where event_id = new.id;
    update public.event_days set day = day - 10000 where event_id = new.id;
  end if;
  update public.event_registration_types set
    opens_at = case when opens_at <= now() then opens_at else private.moved(opens_at, old, new) end,
    closes_at = least(private.moved(closes_at, old, new), case when closes_at is not null then new.ends_at end),
    edit_until = private.moved(edit_until, old, new), price_steps = private.moved_steps(price_steps, old, new)
  where event_id = new.id
    and (opens_at is not null or closes_at is not null or edit_until is not null or price_steps <> '[]');
  update public.event_messages set send_at = greatest(private.moved(send_at, old, new), now())
  where event_id = new.id and send_at > now() and started_at is null and ended_at is null and cancelled_at is null;
  update public.notification_campaigns set scheduled_at = greatest(private.moved(scheduled_at, old, new), now())
  where audience_event = new.id and status = 'scheduled' and scheduled_at > now();
  return null;
end $$;
comment on function private.move_event_dates is
  'Trigger function: moves the dates of private.event_dates that hang on the date of an event. Dates that the same '
  'save sets afterwards replace them.';

create trigger events_move_dates after update on public.events
  for each row when ((old.starts_at, old.time_zone) is distinct from (new.starts_at, new.time_zone))
  execute function private.move_event_dates();

create function private.synergy_events(since date, until date) returns table (
  id uuid, slug text, title text, is_demo boolean, state_abbr text, town text,
  lat double precision, lng double precision, first_day date, last_day date
)
language sql stable security definer set search_path = '' as $$
  select event.id, event.slug, event.title, event.is_demo, event.state_abbr::text, event.town,
    coalesce(event.lat, city.lat), coalesce(event.lng, city.lng), period.first_day, period.last_day
  from public.events as event left join public.cities as city on city.ibge_code = event.municipality_ibge
  cross join lateral (
    select (event.starts_at at time zone event.time_zone)::date as first_day,
      (event.ends_at at time zone event.time_zone)::date as last_day
  ) as period
  where event.status in ('published', 'postponed') and event.deleted_at is null and event.ends_at > now()
    -- An event lasts at most 31 days; its time zone may shift its days by one.
    and event.starts_at > since - 33 and event.starts_at < least(until + 2, now() + interval '1 year')
    and period.first_day <= until and period.last_day >= since
$$;
comment on function private.synergy_events is
  'Public events of the next year that take place and have a day of a period, at their position or at that of their '
  'town.';

-- Pairs are looked up by date and by band of latitude as wide as the radius, so that few events far apart are compared.
-- The
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
        select day::date as saturday from generate_series(today - 1, today + days, interval '1 day') as day
          where extract(isodow from day) = 6
      ) as weekend
      join private.synergy_events(today - 1, today + days + 1) as event on event.first_day <= weekend.saturday + 1
        and event.last_day >= weekend.saturday
    ), paired as (
      select min(one.saturday) as saturday, one.id as first_id, other.id as second_id, distance.metres
      from weekends as one cross join lateral (values (one.band_no - 1), (one.band_no), (one.band_no + 1))
        as near (band_no)
      join weekends as other on other.saturday = one.saturday and other.band_no = near.band_no and other.id > one.id
        and abs(other.lng - one.lng) <= near_km / 90.0 and (state is null or state
          in (one.state_abbr, other.state_abbr))
      cross join lateral (select private.metres_between(one.lat, one.lng, other.lat, other.lng) as metres) as distance
      where distance.metres <= near_km * 1000.0
      group by one.id, other.id, distance.metres order by 1, 4, 2, 3 limit 101
    )
    select coalesce(jsonb_agg(to_jsonb(paired) order by saturday, metres, first_id, second_id), '[]') into pairs
      from paired;
    exit when jsonb_array_length(pairs) > 100 or days > 366;
    days := days * 2;
  end loop;
  return pairs;
end $$;
comment on function private.event_clashes is
  'Pairs of events on the same weekend within a distance, at most 101, the next ones first.';

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
      select one.id as first_id, other.id as second_id, one.first_day as starts_on, other.first_day - one.last_day
        as days, distance.metres
      from upcoming as one cross join lateral generate_series(1, max_days) as gap (days)
      cross join lateral (values (one.band_no - 1), (one.band_no), (one.band_no + 1)) as near (band_no)
      join upcoming as other on other.first_day = one.last_day + gap.days and other.band_no = near.band_no
        and other.id <> one.id
        and abs(other.lng - one.lng) <= near_km / 90.0 and (state is null or state
          in (one.state_abbr, other.state_abbr))
      cross join lateral (select private.metres_between(one.lat, one.lng, other.lat, other.lng) as metres) as distance
      where one.first_day <= today + reach and distance.metres <= near_km * 1000.0
      order by 3, 4, 5, 1, 2 limit 101
    )
    select coalesce(jsonb_agg(to_jsonb(paired) order by starts_on, paired.days, metres, first_id, second_id), '[]')
      into pairs from paired;
    exit when jsonb_array_length(pairs) > 100 or reach > 366;
    reach := reach * 2;
  end loop;
  return pairs;
end $$;
comment on function private.event_trips is
  'Pairs of events that one trip can join, one after the other within a distance and a number of days, at most 101, '
  'the next ones first.';

create function private.free_weekends(state text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with calendar as (
    -- The running weekend and the eleven after it.
    select (now() at time zone 'America/Sao_Paulo')::date + 6 - extract(isodow
      from now() at time zone 'America/Sao_Paulo')::integer + 7 * week as saturday
    from generate_series(0, 11) as week
  ), busy as materialized (
    select distinct event.state_abbr, calendar.saturday
    from private.synergy_events((select min(saturday) from calendar), (select max(saturday) + 1 from calendar)) as event
    join calendar on event.first_day <= calendar.saturday + 1 and event.last_day >= calendar.saturday
  ), free as (
    select states.abbr::text as abbr,
      count(busy.saturday)::integer as busy,
      coalesce(jsonb_agg(calendar.saturday order by calendar.saturday) filter (where busy.saturday is null), '[]')
        as saturdays
    from public.states cross join calendar
    left join busy on busy.state_abbr = states.abbr::text and busy.saturday = calendar.saturday
    where free_weekends.state is null or states.abbr::text = free_weekends.state
    group by states.abbr
  )
  select coalesce(jsonb_agg(to_jsonb(free) order by abbr), '[]') from free
$$;
comment on function private.free_weekends is 'The next twelve weekends without an event, by state.';

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
      'events', count(*), 'without_position', count(*) filter (where event.lat is null and
        not exists (select from public.cities where ibge_code = event.municipality_ibge and lat is not null)),
      'clashes', clashes, 'trips', trips, 'free', private.free_weekends(state),
      'events_by_id', coalesce((
        select jsonb_object_agg(shown.id, jsonb_build_object(
          'slug', shown.slug, 'title', shown.title, 'is_demo', shown.is_demo, 'state_abbr', shown.state_abbr, 'town',
            shown.town,
          'first_day', (shown.starts_at at time zone shown.time_zone)::date, 'last_day',
            (shown.ends_at at time zone shown.time_zone)::date
        ))
        from public.events as shown
        where shown.id in (select (pair ->> side)::uuid from jsonb_array_elements(clashes || trips) as pair,
          unnest(array['first_id', 'second_id']) as side)
      ), '{}')
    )
    from public.events as event
    where event.status in ('published', 'postponed') and event.deleted_at is null and event.ends_at > now()
      and event.starts_at > now() - interval '32 days' and event.starts_at < now() + interval '1 year'
      and (event_synergy.state is null or event.state_abbr = event_synergy.state)
  );
end $$;
comment on function private.event_synergy is
  'Events of the next year: on the same weekend within a distance, one after the other within a distance and days, '
  'and free weekends of states.';

create function private.event_visits(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  path text;
begin
  perform private.require_event_right(event, 'figures');
  select '/eventos/lacambeche/' || slug into path from public.events where id = event;
  return (
    with recent as materialized (
      select referrer_host from public.page_views where page_path = path and created_at > now() - interval '30 days'
    )
    select jsonb_build_object(
      'total', (select count(*) from recent),
      'hosts', coalesce((
        select jsonb_agg(jsonb_build_object('host', host, 'visits', visits) order by visits desc, host)
        from (select referrer_host as host, count(*) as visits from recent where referrer_host is not null group by 1
          order by 2 desc, 1 limit 10) as hosts
      ), '[]')
    )
  );
end $$;
comment on function private.event_visits is
  'Visits of the last 30 days to the page of an event, and the sites they came from.';

create function private.event_team(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_staff() and private.has_permission('events')) then
    raise exception 'only event managers' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'organizer', (select username from public.profiles where profiles.id = subject.organizer_id),
      'club', (
        select jsonb_build_object('id', clubs.id, 'name', clubs.name, 'members', coalesce((
          select jsonb_agg(jsonb_build_object('username', profiles.username, 'role', members.role)
            order by members.role desc, profiles.username)
          from public.club_members as members join public.profiles on profiles.id = members.user_id
          where members.club_id = clubs.id and members.role in ('owner', 'admin')
        ), '[]'))
        from public.clubs where clubs.id = subject.club_id
      ),
      'link', (
        select to_jsonb(link) - 'token_hash' || jsonb_build_object('used',
          (select count(*) from public.events as made where made.publish_link_id = link.id))
        from (
          select id, label, max_uses, expires_at, revoked_at from public.event_publish_links
            where id = subject.publish_link_id
        ) as link
      ),
      'operators', (
        select coalesce(jsonb_agg(jsonb_build_object('username', profiles.username, 'role', profiles.role)
          order by profiles.username), '[]')
        from public.profiles
        where profiles.blocked_at is null and profiles.role = any (private.staff_roles())
          and (
          profiles.role in ('main_admin', 'superadministrador')
          or 'event_checkin' = any (profiles.permissions)
          or exists (select from public.role_permissions as granted where granted.role = profiles.role
            and granted.permission_key = 'event_checkin')
        )
      ),
      'devices', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', devices.id, 'name', devices.name, 'expires_at', devices.expires_at, 'revoked_at', devices.revoked_at,
          'last_sync_at', devices.last_sync_at, 'pending_readings', devices.pending_readings, 'created_at',
            devices.created_at
        ) order by devices.created_at desc), '[]')
        from public.checkin_devices as devices where devices.event_id = subject.id
      )
    )
    from public.events as subject where subject.id = event_team.event
  );
end $$;
comment on function private.event_team is
  'For event managers: {organizer, club with its owner and administrators, link, operators, devices} of an event; '
  'null without the event.';

create function private.share_badge(registration uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
begin
  if existing.id is null then
    return private.gone();
  elsif existing.status <> 'confirmed' then
    return private.refused('registration_decided');
  end if;
  perform private.note_registration(existing, 'shared:');
  return private.saved();
end $$;
comment on function private.share_badge is
  'Notes that an event manager was shown the badge link of a confirmed registration. Refused with registration_decided for '
  'another status.';

create function private.badge_sample(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'registrations');
  return (
    select private.badge_of(registration.id) from public.event_registrations as registration
    where registration.event_id = badge_sample.event and registration.status = 'confirmed'
    order by registration.created_at, registration.id limit 1
  );
end $$;
comment on function private.badge_sample is
  'The badge of the first confirmed registration of an event; null while nobody is confirmed.';

create function private.shifted(moment timestamptz, days integer, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select (moment at time zone zone + make_interval(days => days)) at time zone zone
$$;
comment on function private.shifted is 'The same time of day, days later in a time zone.';

create function private.shifted_steps(steps jsonb, days integer, zone text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(step || jsonb_build_object('starts_at',
    private.utc_text(private.shifted((step ->> 'starts_at')::timestamptz, days, zone))) order by place), '[]')
  from jsonb_array_elements(steps) with ordinality as one (step, place)
$$;
comment on function private.shifted_steps is 'Price steps that begin days later in a time zone.';

create function private.copy_event_parts(original public.events, copy uuid, days integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  type public.event_registration_types;
  form public.form_template_versions;
  made uuid;
  former_kinds uuid[] := '{}';
  new_kinds uuid[] := '{}';
begin
  insert into public.event_days (event_id, day, items, position)
  select copy, day + days, items, position from public.event_days where event_id = original.id;
  -- Results and the pictures of the organisers belong to the event that is over.
  insert into public.event_media (event_id, kind, path, title, credit, translations, position)
  select copy, kind, path, title, credit, translations, position from public.event_media where event_id = original.id
    and kind <> 'result' and consented_at is null;
  insert into public.event_sponsors (event_id, name, tier, url, logo_path, position)
  select copy, name, tier, url, logo_path, position from public.event_sponsors where event_id = original.id;
  for type in select * from public.event_registration_types where event_id = original.id order by position, id loop
    form := private.form_version_of(type);
    insert into public.event_registration_types (
      event_id, kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions,
        required_documents, has_waiting_list, chooses_stand, allows_several, opens_at, closes_at, edit_until,
        form_version_id, position, price_steps, classes, gate_places
    ) values (
      copy, type.kind, type.name, type.translations, type.price_cents, type.capacity, type.requires_approval,
        type.max_vehicles, type.max_companions, type.required_documents, type.has_waiting_list, type.chooses_stand,
        type.allows_several, private.shifted(type.opens_at, days, original.time_zone),
        private.shifted(type.closes_at, days, original.time_zone),
        private.shifted(type.edit_until, days, original.time_zone),
        case when form.template_id = private.own_form(type.id) then null else type.form_version_id end, type.position,
        private.shifted_steps(type.price_steps, days, original.time_zone), type.classes, type.gate_places
    ) returning id into made;
    former_kinds := former_kinds || type.id;
    new_kinds := new_kinds || made;
    if form.template_id = private.own_form(type.id) then
      perform private.write_questions(made, form.schema);
    end if;
  end loop;
  insert into public.event_stands (event_id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents,
    position)
  select copy, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents, position from public.event_stands
    where event_id = original.id;
  perform private.copy_order_offer(original, copy, days, former_kinds, new_kinds);
  insert into public.event_automatic_messages (event_id, kind, is_on, hours, texts, updated_by)
  select copy, kind, is_on, hours, texts, updated_by from public.event_automatic_messages where event_id = original.id;
end $$;
comment on function private.copy_event_parts is
  'Copies programme, pictures, documents, sponsors, kinds of registration with their questions, stands, add-ons, quotas '
  'and automatic mails; registrations, codes and results stay.';

create function private.duplicate_event(original uuid, first_day date, copy uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
  days integer;
  zone text;
begin
  perform private.require_event_right(original, 'page');
  if copy is null then
    perform private.refuse('invalid', 'copy');
  end if;
  -- The same request sent twice makes one copy.
  perform pg_advisory_xact_lock(hashtextextended('duplicate_event' || copy, 0));
  if exists (select from public.events where id = copy) then
    return copy;
  end if;
  select * into event from public.events where id = original for share;
  zone := event.time_zone;
  if event.id is null then
    perform private.refuse('event_missing');
  elsif first_day is null or first_day < (now() at time zone zone)::date or first_day > current_date + 1100 then
    perform private.refuse('invalid', 'first_day');
  end if;
  days := first_day - (event.starts_at at time zone zone)::date;
  insert into public.events (
    id, slug, title, kind, status, is_portal_event, organizer_id, club_id, series_id, organizer_name, organizer_phone,
      organizer_email, website, instagram,
    state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone,
      description, rules, min_vehicle_age,
    solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, sources,
    badge_size, badge_hidden, certificate_template_id, certificate_hours
  ) values (
    copy, private.free_event_slug(event.title, copy), event.title, event.kind, 'draft', event.is_portal_event,
      event.organizer_id, event.club_id, event.series_id,
    event.organizer_name, event.organizer_phone, event.organizer_email, event.website, event.instagram,
    event.state_abbr, event.municipality_ibge, event.town, event.venue, event.address, event.access_notes, event.lat,
      event.lng,
    private.shifted(event.starts_at, days, zone), private.shifted(event.ends_at, days, zone), zone, event.description,
      event.rules, event.min_vehicle_age,
    event.solidarity_item, event.capacity, event.poster_path, event.stand_map_path,
    private.shifted(event.votes_open_at, days, zone), private.shifted(event.votes_close_at, days, zone),
      event.translations, event.sources,
    event.badge_size, event.badge_hidden, event.certificate_template_id, event.certificate_hours
  );
  perform private.copy_event_parts(event, copy, days);
  insert into public.event_members (event_id, account_id, role)
  select copy, member.account_id, member.role from public.event_members as member
  where member.event_id = original and member.ends_at is null
    and (member.role in ('owner', 'organiser') or private.may_in_event(original, 'team'))
  on conflict (event_id, account_id) do nothing;
  return copy;
end $$;
comment on function private.duplicate_event is
  'Copies an event with its parts as a draft that begins on first_day; every date moves by the same number of days. '
  'Owners and organisers are kept, and the whole team when the caller may invite people; a role with an end date is '
  'not. copy is the id of the new event.';

create function private.event_partners(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_staff() and private.has_permission('event_synergy')) then
    raise exception 'only for the calendar of events' using errcode = '42501';
  end if;
  return (
    with dates as (
      select other.id from public.events as one
      join public.events as other on other.id = one.id or other.series_id = one.series_id
        and other.starts_at < one.starts_at
      where one.id = event_partners.event and other.deleted_at is null
    ), people as (
      -- A person who came several times counts once.
      select distinct on (lower(registration.email), kind.kind)
        kind.kind, coalesce(btrim(registration.town), '') as town, registration.state_abbr::text as state
      from dates join public.event_registrations as registration on registration.event_id = dates.id
      join public.event_registration_types as kind on kind.id = registration.type_id
      where registration.status = 'confirmed' and kind.kind = any (private.partner_kinds())
      order by lower(registration.email), kind.kind, registration.created_at desc
    ), grouped as (
      select kind, town, state, count(*) as people from people group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit 2000
    )
    select coalesce(jsonb_agg(to_jsonb(grouped)), '[]') from grouped
  );
end $$;
comment on function private.event_partners is
  'Confirmed exhibitors, sellers and food trucks of an event and of earlier events of its series: numbers by kind and '
  'town.';

create function private.team_members(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('full_name', full_name, 'phone', phone) order by position), '[]')
  from public.event_team_members where event_id = team_members.event
$$;
comment on function private.team_members is 'The people an organiser named for check-in: [{full_name, phone}].';

create function private.save_team_members(event uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 20
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse('invalid', 'team');
  end if;
  delete from public.event_team_members where event_id = save_team_members.event;
  for entry in select value from jsonb_array_elements(list) loop
    begin
      insert into public.event_team_members (event_id, position, full_name, phone)
      values (save_team_members.event, number, private.text_field(entry, 'full_name', 120, true),
        private.phone_field(entry, 'phone'));
    exception when raise_exception then
      perform private.refuse('invalid', 'team');
    end;
    number := number + 1;
  end loop;
end $$;
comment on function private.save_team_members is 'Replaces the people an organiser named for check-in.';

create function private.write_event(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  answer jsonb := private.write_public_parts(payload, actor, link);
begin
  if answer ->> 'outcome' = 'saved' and payload ? 'team' then
    perform private.save_team_members((answer ->> 'id')::uuid, payload -> 'team');
  end if;
  return answer;
end $$;
comment on function private.write_event is
  'Creates or changes an event with its public parts and its team. Parts that the payload does not name are kept.';

-- private.event_team refuses all but event managers.
create function private.whole_event_team(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.event_team(event) || jsonb_build_object('members', private.team_members(event))
$$;
comment on function private.whole_event_team is
  'For event managers: who edits an event and who checks in, with the people its organiser named.';

create function private.moved(moment timestamptz, before public.events, after public.events) returns timestamptz
language sql stable set search_path = '' as $$
  select (moment at time zone before.time_zone
    + ((after.starts_at at time zone after.time_zone) - (before.starts_at at time zone before.time_zone))) at time zone
      after.time_zone
$$;
comment on function private.moved is
  'A moment that hangs on the beginning of an event, after the event got another date or time zone: the same local '
  'time before or after it.';

create function private.moved_steps(steps jsonb, before public.events, after public.events) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(case when (step ->> 'starts_at')::timestamptz <= now() then step
    else step || jsonb_build_object('starts_at', private.utc_text(greatest(
      private.moved((step ->> 'starts_at')::timestamptz, before, after),
      now() + make_interval(secs => place)))) end order by place), '[]')
  from jsonb_array_elements(steps) with ordinality as one (step, place)
$$;
comment on function private.moved_steps is
  'Price steps after an event got another date; a price that is in force keeps its beginning, the others keep their '
  'order and begin after now.';

-- Dates that hang on an event, for the organiser before the date is changed.
create function private.event_date_list(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  existing public.events;
begin
  perform private.require_event_editor(event);
  select * into existing from public.events where id = event_date_list.event;
  return jsonb_build_object(
    'starts_at', existing.starts_at, 'ends_at', existing.ends_at, 'time_zone', existing.time_zone,
    'votes_open_at', existing.votes_open_at, 'votes_close_at', existing.votes_close_at,
    'days', (select coalesce(jsonb_agg(day order by day), '[]') from public.event_days where event_id = existing.id),
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'opens_at', opens_at, 'closes_at', closes_at,
        'edit_until', edit_until, 'price_steps', price_steps) order by position, id), '[]')
      from public.event_registration_types where event_id = existing.id
        and (opens_at is not null or closes_at is not null or edit_until is not null or price_steps <> '[]')
    ),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('name', planned.name, 'send_at', planned.send_at)
        order by planned.send_at, planned.id), '[]')
      from (
        select id, coalesce(subject, left(body, 80)) as name, send_at from public.event_messages
        where event_id = existing.id and send_at > now() and started_at is null and ended_at is null and cancelled_at
          is null
        union all
        select id, title, scheduled_at from public.notification_campaigns
        where audience_event = existing.id and status = 'scheduled' and scheduled_at > now()
      ) as planned
    )
  );
end $$;
comment on function private.event_date_list is 'The dates of an event that move with its date, for its editors.';

create function public.event_synergy(near_km integer, max_days integer, state text default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_synergy(near_km, max_days, state);
comment on function public.event_synergy is
  'For staff of the calendar: {events, without_position, clashes, trips, events_by_id: {id: event}, free: [{abbr, busy, '
  'saturdays}]}; at most 101 pairs each.';
grant execute on function public.event_synergy to authenticated, service_role;

create function public.event_visits(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_visits(event);
comment on function public.event_visits is
  'For editors of an event: {total, hosts: [{host, visits}]} of the last 30 days.';
grant execute on function public.event_visits to authenticated, service_role;

create function public.event_team(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.whole_event_team(event);
comment on function public.event_team is
  'Event managers read who edits an event, with which link it was made, who checks in and which devices do.';
grant execute on function public.event_team to authenticated, service_role;

create function public.share_badge(registration uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.share_badge(registration);
comment on function public.share_badge is
  'Notes that an event manager was shown the badge link of a confirmed registration.';
grant execute on function public.share_badge to authenticated, service_role;

create function public.badge_sample(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.badge_sample(event);
comment on function public.badge_sample is
  'For event managers: what the badge of the first confirmed registration shows, without its code.';
grant execute on function public.badge_sample to authenticated, service_role;

create function public.duplicate_event(original uuid, first_day date, copy uuid) returns uuid
language sql volatile security invoker set search_path = ''
return private.duplicate_event(original, first_day, copy);
comment on function public.duplicate_event is
  'Event managers copy an event without its registrations, as a draft that begins on first_day. Answers the id of the '
  'copy; the same id copies once.';
grant execute on function public.duplicate_event to authenticated, service_role;

create function public.event_partners(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_partners(event);
comment on function public.event_partners is
  'For staff of the calendar: [{kind, town, state, people}] of an event and of earlier events of its series.';
grant execute on function public.event_partners to authenticated, service_role;

create function public.event_date_list(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_date_list(event);
comment on function public.event_date_list is
  'Editors of an event read the dates that move with its date: voting, programme, kinds of registration, scheduled '
  'messages.';
grant execute on function public.event_date_list to authenticated, service_role;
