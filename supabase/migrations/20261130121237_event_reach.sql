set check_function_bodies = off;

drop policy "event managers read links" on public.event_links;

drop policy "event managers add links in their own name" on public.event_links;

drop policy "event managers read visits of links" on public.event_link_days;

drop trigger events_functions_only on public.events;

drop trigger events_announce on public.events;

drop function public.follow_events;

drop function private.follow_events;

create or replace function private.max_event_pictures() returns integer
language sql immutable set search_path = ''
return 60;

alter table private.event_announcements
  drop constraint event_announcements_change_check,
  add constraint event_announcements_change_check check ((change = ANY (ARRAY['published'::text, 'date'::text, 'place'::text, 'date_place'::text, 'postponed'::text, 'cancelled'::text, 'registration'::text, 'edition'::text])));

alter table public.events add column votes_published_at timestamptz;
alter table public.event_media add column consented_at timestamptz;
alter table public.event_series
  alter column club_id drop not null,
  alter column week drop not null,
  alter column weekday drop not null,
  add constraint series_of_a_club_has_a_rule check (num_nonnulls(club_id, week, weekday) in (0, 3));
alter table public.event_follows
  add column series_id uuid references public.event_series (id) on delete cascade,
  drop constraint event_follows_email_state_abbr_event_id_key,
  add constraint follow_is_unique unique nulls not distinct (email, state_abbr, event_id, series_id);

alter table public.event_follows
  drop constraint follow_has_one_subject,
  add constraint follow_has_one_subject check ((num_nonnulls(state_abbr, event_id, series_id) = 1));

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('events', 'votes_published_at', 'stays', 'when the result was published');

select
  private.declare_columns('events', 'not_personal', '{votes_published_at}', 'settings of the event'),
  private.declare_columns('event_follows', 'exported', '{series_id}');

-- Results that visitors saw before stay public.
update public.events set votes_published_at = votes_close_at where votes_close_at <= now();

create or replace function private.newest_edition(series uuid) returns public.events
language sql stable security definer set search_path = '' as $$
  select events from public.events
  where series_id = series and private.is_public_event(events) order by starts_at desc, id limit 1
$$;

create or replace function private.announce_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_public boolean := false;
  change text;
begin
  if not private.is_public_event(new) or new.ends_at <= now() then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    was_public := private.is_public_event(old);
  end if;
  change := case
    when not was_public then case new.status when 'published' then 'published' end
    when new.status <> old.status and new.status <> 'published' then new.status
    else private.event_change(old, new)
  end;
  if change is null and was_public and new.status = 'published' and new.series_id is distinct from old.series_id then
    change := case when new.series_id is not null then 'edition' end;
  end if;
  if change is not null then
    insert into private.event_announcements (event_id, change) values (new.id, change) on conflict do nothing;
  end if;
  return null;
end $$;

create function private.follow_events(email text, state_abbr text, event_id uuid, locale text, series_id uuid
  default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  follow public.event_follows;
begin
  if num_nonnulls(follow_events.state_abbr, follow_events.event_id, follow_events.series_id) <> 1 then
    perform private.refuse('invalid', 'subject');
  elsif follow_events.state_abbr is not null
    and not exists (select from public.states where abbr = follow_events.state_abbr) then
    perform private.refuse('invalid', 'state_abbr');
  elsif follow_events.event_id is not null then
    select * into subject from public.events where id = follow_events.event_id;
    if subject.id is null or not private.is_public_event(subject) or subject.ends_at <= now() then
      perform private.refuse('invalid', 'event_id');
    end if;
  elsif follow_events.series_id is not null then
    select * into subject from private.newest_edition(follow_events.series_id);
    if subject.id is null then
      perform private.refuse('invalid', 'series_id');
    end if;
  end if;
  begin
    insert into public.event_follows (email, locale, state_abbr, event_id, series_id)
    values (lower(btrim(follow_events.email)), follow_events.locale, follow_events.state_abbr,
      follow_events.event_id, follow_events.series_id)
    on conflict on constraint follow_is_unique do update set locale = excluded.locale
    returning * into follow;
  exception when check_violation or not_null_violation then
    perform private.refuse('invalid', 'email');
  end;
  if follow.mailed_at > now() - (case when follow.confirmed_at is null then interval '15 minutes' else interval '1 day'
    end)
    or (
      select count(*) from public.event_follows as others
      where others.email = follow.email and others.confirmed_at is null and others.mailed_at > now() - interval '1 day'
    ) >= 10
  then
    return;
  end if;
  update public.event_follows set mailed_at = now() where id = follow.id;
  perform private.enqueue_mail(
    follow.email, case when follow.confirmed_at is null then 'event_follow_confirm' else 'event_follow_known' end,
    jsonb_build_object(
      'subject', case when follow.event_id is not null then 'event' when follow.series_id is not null then 'series'
        else 'state' end,
      'state', coalesce((select name from public.states where abbr = follow.state_abbr), ''), 'follow', follow.id
    ) || case when subject.id is null then '{"event": ""}' else private.mail_event_facts(subject) end,
    follow.locale
  );
end $$;

create or replace function private.read_event_follow(follow uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'is_confirmed', found.confirmed_at is not null, 'masked_email',
      regexp_replace(found.email, '^(.).*(@.*)$', '\1***\2'),
    'state_abbr', found.state_abbr, 'is_series', found.series_id is not null, 'slug', event.slug, 'title', event.title,
    'translations', event.translations
  )
  from public.event_follows as found left join public.events as event
    on event.id = coalesce(found.event_id, (private.newest_edition(found.series_id)).id)
  where found.id = follow
$$;

create or replace function private.mail_followers(event public.events, change text, moment timestamptz) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  enqueued integer := 0;
begin
  for person in
    select distinct on (follow.email) follow.id, follow.email, follow.locale
    from public.event_follows as follow
    where follow.confirmed_at <= moment
      and case change
        when 'registration' then follow.event_id = event.id
        when 'edition' then follow.series_id = event.series_id
        else follow.event_id = event.id or follow.series_id = event.series_id or follow.state_abbr = event.state_abbr
      end
      and (change in ('published', 'registration') or not exists (
        select from public.event_registrations as registration
        where registration.event_id = event.id and lower(registration.email) = follow.email and (
          registration.status = any (private.active_registration_statuses())
          or change = 'cancelled' and registration.status = 'cancelled' and registration.updated_at >= moment
        )
      ))
    order by follow.email, follow.event_id nulls last, follow.series_id nulls last
  loop
    perform private.enqueue_mail(person.email, 'event_follow_news',
      private.mail_event_facts(event) || jsonb_build_object(
      'change', case change when 'edition' then 'published' else change end,
      'note', case when change in ('postponed', 'cancelled') then coalesce(event.status_note, '') else '' end,
      'path', '/eventos/lacambeche/' || event.slug, 'follow', person.id
    ), person.locale);
    enqueued := enqueued + 1;
  end loop;
  return enqueued;
end $$;

-- The changes of an event that wait are one mail: the newest state of the event decides which.
create or replace function private.mail_event_follows() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
  waiting text[];
  first_moment timestamptz;
  change text;
  enqueued integer := 0;
begin
  perform private.announce_open_registrations();
  for event in
    select * from public.events where id in (
      select event_id from private.event_announcements where done_at is null and moment <= now() - interval '2 minutes'
    ) order by id for update skip locked
  loop
    with told as (
      update private.event_announcements set done_at = now()
      where event_id = event.id and done_at is null and moment <= now() - interval '2 minutes'
        returning event_announcements.change, moment
    )
    select array_agg(told.change), min(told.moment) into waiting, first_moment from told;
    change := case
      when not private.is_public_event(event) or event.ends_at <= now() or waiting is null then null
      when 'published' = any (waiting) then case event.status when 'published' then 'published' end
      when event.status <> 'published' then case when event.status = any (waiting) then event.status end
      when waiting && array['date_place'] or waiting @> array['date', 'place'] then 'date_place'
      when 'date' = any (waiting) then 'date'
      when 'place' = any (waiting) then 'place'
      when 'registration' = any (waiting) then 'registration'
      when 'edition' = any (waiting) then 'edition'
    end;
    if change is not null then
      enqueued := enqueued + private.mail_followers(event, change, first_moment);
    end if;
    -- Followers of the series get no mail about open registrations.
    if change = 'registration' and 'edition' = any (waiting) then
      enqueued := enqueued + private.mail_followers(event, 'edition', first_moment);
    end if;
  end loop;
  return enqueued;
end $$;

create function public.follow_events(email text, state_abbr text, event_id uuid, locale text, series_id uuid
  default null) returns void
language sql volatile security invoker set search_path = ''
return private.follow_events(email, state_abbr, event_id, locale, series_id);

-- Editions of an event: series that organisers make by naming another event of theirs.

create or replace function private.drop_empty_series() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.event_series as series
  where series.id = old.series_id and series.club_id is null
    and not exists (select from public.events where events.series_id = series.id);
  return null;
end $$;

create or replace function private.move_series_follows(before uuid, after uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_follows as follow set series_id = after
  where follow.series_id = before and not exists (
    select from public.event_follows as known where known.email = follow.email and known.series_id = after
  )
$$;

create or replace function private.link_edition(event uuid, other uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  mine public.events;
  theirs public.events;
  target public.event_series;
begin
  perform private.require_account();
  perform private.require_event_right(event, 'page');
  perform private.require_event_right(other, 'page');
  if event is not distinct from other then
    perform private.refuse('invalid', 'other');
  end if;
  perform from public.events where id in (event, other) order by id for no key update;
  select * into mine from public.events where id = event and deleted_at is null;
  select * into theirs from public.events where id = other and deleted_at is null;
  if mine.id is null or theirs.id is null then
    return private.gone();
  end if;
  select * into target from public.event_series where id = coalesce(theirs.series_id, mine.series_id);
  if target.id is null then
    insert into public.event_series default values returning * into target;
  elsif target.club_id is not null and (target.club_id is distinct from mine.club_id
    or target.club_id is distinct from theirs.club_id) then
    return private.refused('other_club');
  end if;
  if mine.series_id <> target.id
    and not exists (select from public.events where series_id = mine.series_id and id <> mine.id) then
    perform private.move_series_follows(mine.series_id, target.id);
  end if;
  update public.events set series_id = target.id
  where id in (event, other) and series_id is distinct from target.id;
  return private.saved();
end $$;

create or replace function private.unlink_edition(event uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_account();
  perform private.require_event_right(event, 'page');
  update public.events set series_id = null where id = event and deleted_at is null;
  return private.saved_or_gone(found);
end $$;

create or replace function private.edition_entry(event public.events) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object('id', event.id, 'title', event.title, 'status', event.status, 'starts_at', event.starts_at,
  'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr);

create or replace function private.event_editions(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  series uuid;
begin
  perform private.require_event_right(event, 'page');
  select series_id into series from public.events where id = event;
  return jsonb_build_object(
    'has_series', series is not null,
    'followers', (
      select count(*) from public.event_follows where series_id = series and confirmed_at is not null
    ),
    'editions', (
      select coalesce(jsonb_agg(private.edition_entry(one) order by one.starts_at desc, one.id), '[]')
      from public.events as one
      where one.series_id = series and one.id <> event_editions.event and one.deleted_at is null
        and (one.status = any (private.public_event_statuses()) or private.may_in_event(one.id, 'page'))
    ),
    'choices', (
      select coalesce(jsonb_agg(private.edition_entry(one) order by one.starts_at desc, one.id), '[]')
      from (
        select * from public.events as known
        where known.id in (select private.events_with_right('page')) and known.id <> event_editions.event
          and known.deleted_at is null and (series is null or known.series_id is distinct from series)
        order by known.starts_at desc, known.id limit 100
      ) as one
    )
  );
end $$;

create or replace function public.link_edition(event uuid, other uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.link_edition(event, other);

create or replace function public.unlink_edition(event uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.unlink_edition(event);

create or replace function public.event_editions(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_editions(event);

create or replace function private.copy_event_parts(original public.events, copy uuid, days integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  type public.event_registration_types;
  form public.form_template_versions;
  made uuid;
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
    if form.template_id = private.own_form(type.id) then
      perform private.write_questions(made, form.schema);
    end if;
  end loop;
  insert into public.event_stands (event_id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents,
    position)
  select copy, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents, position from public.event_stands
    where event_id = original.id;
  insert into public.event_automatic_messages (event_id, kind, is_on, hours, texts, updated_by)
  select copy, kind, is_on, hours, texts, updated_by from public.event_automatic_messages where event_id = original.id;
end $$;

create or replace function private.vote_state(event public.events) returns text
language sql stable set search_path = ''
return case when event.votes_open_at is null then 'none' when now() < event.votes_open_at then 'not_yet'
  when now() >= event.votes_close_at then 'closed' else 'open' end;

create or replace function private.candidate(vehicle uuid) returns jsonb
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

create or replace function private.vote_ranking(event uuid) returns jsonb
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

create or replace function private.vote_result(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', state, 'is_published', is_shown, 'votes', null, 'cars', null, 'classes', null)
    || case when is_shown then private.vote_ranking(voted.id) else '{}' end
  from public.events as voted cross join lateral (select private.vote_state(voted) as state) as known
    cross join lateral (select state = 'closed' and voted.votes_published_at is not null as is_shown) as shown
  where voted.id = vote_result.event and voted.status in ('published', 'postponed') and voted.deleted_at is null
$$;

create or replace function private.event_vote_result(event uuid) returns jsonb
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

create or replace function private.publish_vote_result(event uuid, is_published boolean) returns jsonb
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

create or replace function public.event_vote_result(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_vote_result(event);

create or replace function public.publish_vote_result(event uuid, is_published boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.publish_vote_result(event, is_published);

-- Pictures that the people of an event publish after it.

create or replace function private.picture_titles(picture jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select coalesce(jsonb_object_agg(language, jsonb_build_object('title', title)), '{}')
  from (
    select language, private.text_field(picture, 'title_' || language, 160) as title
    from unnest(array['en', 'es']) as language
  ) as translated where title is not null
$$;

create or replace function private.gallery_credit(credit text) returns text
language sql volatile set search_path = ''
return private.text_field(jsonb_build_object('credit', credit), 'credit', 160, true);

create or replace function private.add_event_pictures(event uuid, pictures jsonb, credit text, is_consented boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  picture jsonb;
  name text;
  number integer;
begin
  perform private.require_account();
  perform private.require_event_right(event, 'page');
  -- People who add pictures at the same time wait here, so that the limit holds.
  select * into subject from public.events where id = event and deleted_at is null for no key update;
  if subject.id is null then
    return private.gone();
  elsif subject.starts_at > now() then
    return private.refused('not_begun');
  elsif is_consented is not true then
    return private.refused('consent', 'is_consented');
  elsif jsonb_typeof(pictures) is distinct from 'array' or jsonb_array_length(pictures) = 0 then
    perform private.refuse('invalid', 'pictures');
  end if;
  select coalesce(max(media.position), 0) into number
  from public.event_media as media where media.event_id = subject.id;
  for picture in select value from jsonb_array_elements(pictures) loop
    name := private.text_field(picture, 'path', 300, true);
    -- A request that is sent again adds nothing.
    continue when exists (select from public.event_media where event_id = subject.id and path = name);
    if name !~ '\.webp$' or not private.is_own_upload('event-files', name)
      or not private.is_event_file(name, subject) then
      perform private.refuse('invalid', 'path');
    end if;
    number := number + 1;
    insert into public.event_media (event_id, kind, path, title, credit, translations, position, consented_at)
    values (subject.id, 'gallery', name, private.text_field(picture, 'title', 160, true),
      private.gallery_credit(credit), private.picture_titles(picture), number, now());
  end loop;
  if (select count(*) from public.event_media where event_id = subject.id and kind = 'gallery')
    > private.max_event_pictures() then
    perform private.refuse('full');
  end if;
  return private.saved();
end $$;

create or replace function private.own_event_picture(picture uuid) returns public.event_media
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.event_media;
begin
  perform private.require_account();
  select * into shown from public.event_media where id = picture and kind = 'gallery';
  perform private.require_event_right(shown.event_id, 'page');
  perform from public.events where id = shown.event_id for no key update;
  return shown;
end $$;

create or replace function private.set_event_picture(picture uuid, fields jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.event_media := private.own_event_picture(picture);
begin
  update public.event_media set title = private.text_field(fields, 'title', 160, true),
    credit = private.gallery_credit(fields ->> 'credit'), translations = private.picture_titles(fields)
  where id = shown.id;
  return private.saved_or_gone(found);
end $$;

create or replace function private.move_event_picture(picture uuid, steps integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.event_media := private.own_event_picture(picture);
  ids uuid[] := array(select media.id from public.event_media as media
    where media.event_id = shown.event_id and media.kind = 'gallery'
    order by media.position, media.created_at, media.id);
  place integer := array_position(ids, shown.id);
begin
  if place is null then
    return private.gone();
  end if;
  place := least(greatest(place + coalesce(steps, 0), 1), cardinality(ids));
  ids := array_remove(ids, shown.id);
  ids := ids[:place - 1] || shown.id || ids[place:];
  update public.event_media as media set position = sorted.number
  from unnest(ids) with ordinality as sorted (id, number)
  where media.id = sorted.id and media.position <> sorted.number;
  return private.saved();
end $$;

create or replace function private.remove_event_picture(picture uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.event_media := private.own_event_picture(picture);
begin
  delete from public.event_media where id = shown.id;
  return private.saved_or_gone(found);
end $$;

create or replace function public.add_event_pictures(event uuid, pictures jsonb, credit text, is_consented boolean) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_event_pictures(event, pictures, credit, is_consented);

create or replace function public.set_event_picture(picture uuid, fields jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_event_picture(picture, fields);

create or replace function public.move_event_picture(picture uuid, steps integer) returns jsonb
language sql volatile security invoker set search_path = ''
return private.move_event_picture(picture, steps);

create or replace function public.remove_event_picture(picture uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_event_picture(picture);

-- Sponsors that the people of an event set one by one; private.save_event_sponsors checks and writes the list.

create or replace function private.sponsor_list(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(sponsor) - 'event_id' order by sponsor.position, sponsor.id), '[]')
  from public.event_sponsors as sponsor where sponsor.event_id = sponsor_list.event
$$;

create or replace function private.set_event_sponsor(event uuid, fields jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  wanted uuid;
  list jsonb;
begin
  perform private.require_account();
  perform private.require_event_right(event, 'page');
  perform private.check_payload(fields);
  wanted := private.uuid_field(fields, 'id');
  -- People who change the sponsors at the same time wait here.
  select * into subject from public.events where id = event and deleted_at is null for no key update;
  list := private.sponsor_list(subject.id);
  if subject.id is null
    or wanted is not null
      and not exists (select from jsonb_array_elements(list) as one where one ->> 'id' = wanted::text)
  then
    return private.gone();
  elsif nullif(fields ->> 'logo_path', '') is not null
    and not private.is_own_upload('event-files', fields ->> 'logo_path')
    and not exists (select from jsonb_array_elements(list) as one where one -> 'logo_path' = fields -> 'logo_path')
  then
    perform private.refuse('invalid', 'logo_path');
  end if;
  list := case
    when wanted is null then list || jsonb_build_array(fields)
    else (
      select jsonb_agg(case when one ->> 'id' = wanted::text then one || fields else one end order by place)
      from jsonb_array_elements(list) with ordinality as known (one, place)
    )
  end;
  perform private.save_event_sponsors(subject, list);
  return private.saved();
end $$;

create or replace function private.remove_event_sponsor(sponsor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.event_sponsors;
begin
  perform private.require_account();
  select * into shown from public.event_sponsors where id = sponsor;
  perform private.require_event_right(shown.event_id, 'page');
  delete from public.event_sponsors where id = shown.id;
  return private.saved_or_gone(found);
end $$;

create or replace function public.set_event_sponsor(event uuid, fields jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.set_event_sponsor(event, fields);

create or replace function public.remove_event_sponsor(sponsor uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_event_sponsor(sponsor);

create index event_follows_series_id_idx on public.event_follows (series_id);

create policy "event managers and editors of an event read its links" on public.event_links
  for select to authenticated using (
    (select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('page'))
  );

create policy "event managers and editors add links in their own name" on public.event_links
  for insert to authenticated
  with check (
    created_by = (select private.account_id())
    and ((select private.is_staff() and private.has_permission('events'))
      or event_id in (select private.events_with_right('page')))
  );

create policy "event managers and editors of an event read visits of links" on public.event_link_days
  for select to authenticated
  using (exists (select from public.event_links where event_links.id = event_link_days.link_id));

create trigger events_functions_only before insert or update on public.events
  for each row execute function private.guard_event_columns(
    'status,status_note,organizer_id,is_demo,decided_by,decided_at,published_at,portal_collects,votes_published_at',
    '{"status": "draft", "is_demo": false, "portal_collects": true}');

create trigger event_media_functions_only before insert or update on public.event_media
  for each row execute function private.guard_event_columns('consented_at', '{}');

create trigger events_announce after insert or update of status, starts_at, ends_at, venue, address, municipality_ibge,
  series_id on public.events
  for each row execute function private.announce_event();

create trigger events_series_left after update of series_id on public.events
  for each row when (old.series_id is not null and new.series_id is distinct from old.series_id)
  execute function private.drop_empty_series();

create trigger events_series_deleted after delete on public.events
  for each row when (old.series_id is not null) execute function private.drop_empty_series();

comment on function private.max_event_pictures is 'Most pictures in the gallery of an event.';

comment on column public.events.votes_published_at is
  'When the organiser published the result of the votes; without it the result is not public.';

comment on column public.event_media.consented_at is
  'When a person of the event declared that the picture may be published, which private.uploads names. Its picture is '
  'on the page after the event; pictures of the team have no such time.';

comment on table public.event_series is
  'Recurring meetings of a club, such as the last Sunday of the month, and editions of one event without such a rule.';

comment on table private.event_announcements is
  'What followers of a state, an event or a series are told, once each. published: at most once per event. edition: a '
  'public event joined the series.';

comment on function private.newest_edition is 'The last public event of a series; its row is null when there is none.';

comment on function private.follow_events is
  'Stores an unconfirmed follow of a state, an event or a series and mails its link, at most every 15 minutes per '
  'follow and 10 per address and day.';

comment on function private.mail_followers is
  'Enqueues one mail per address that followed the event, its series or its state before the change.';

comment on function public.follow_events is
  'For the server only: asks by mail whether an address wants to be told about a state, an event or a series.';

comment on function private.drop_empty_series is
  'Trigger function: deletes a series without a rule when its last event leaves it.';

comment on function private.move_series_follows is
  'The followers of a series follow another one from now on, which got its last event.';

comment on function private.edition_entry is 'An event in the list of its series.';

comment on function public.link_edition is
  'Makes two events that the caller edits editions of one series: saved, gone, or refused with other_club when the '
  'series is the one of a club that does not organise both.';

comment on function public.unlink_edition is 'Takes an event out of its series: saved or gone.';

comment on function public.event_editions is
  'For people who edit the event: the other events of its series, how many addresses follow it, and the events of the '
  'caller that can join it.';

comment on function public.event_link_results is
  'For event managers and people who edit the event: its short links with visits and registrations.';

comment on function private.vote_state is 'none, not_yet, open or closed.';

comment on function private.vote_ranking is
  'Number of votes, the ten cars with most votes, and the first three of each class that the event offers. Classes that '
  'people wrote themselves have no ranking.';

comment on function private.vote_result is
  'Whether visitors may vote, and the result once voting is closed and the organiser published it.';

comment on function private.event_vote_result is
  'Times of voting and, once it is closed, the result; nothing is counted out before.';

comment on function public.vote_result is
  'Whether visitors may vote, and the result once voting is closed and the organiser published it.';

comment on function public.event_vote_result is
  'For people who edit the event: times of voting and, once it is closed, the result before its publication.';

comment on function public.publish_vote_result is
  'People who edit the event publish the result of the votes or withdraw it: saved, gone, or refused with not_closed.';

comment on function private.picture_titles is 'The alt texts of a picture in the other languages, as event_media has them.';

comment on function private.gallery_credit is 'The name of the photographer; refused when it is missing.';

comment on function private.own_event_picture is
  'A picture of an event that the caller edits, whose gallery is locked; without an id when there is none.';

comment on function public.add_event_pictures is
  'People who edit the event add pictures that they uploaded, from its first day on: saved, gone, or refused with '
  'not_begun, consent, full or invalid. pictures: [{path, title, title_en, title_es}].';

comment on function public.set_event_picture is
  'People who edit the event change alt texts and credit of a picture, {title, title_en, title_es, credit}: saved or '
  'gone.';

comment on function public.move_event_picture is
  'People who edit the event move a picture forward or, with negative steps, backward in its gallery: saved or gone.';

comment on function public.remove_event_picture is
  'People who edit the event remove a picture, whose file is deleted: saved or gone.';

comment on function private.sponsor_list is 'The sponsors of an event in their order.';

comment on function public.set_event_sponsor is
  'People who edit the event add a sponsor, or with id change it, {id, name, tier, url, logo_path}: saved or gone.';

comment on function public.remove_event_sponsor is
  'People who edit the event remove a sponsor, whose logo is deleted when no event shows it: saved or gone.';

grant execute on function private.add_event_pictures to public;

grant execute on function private.drop_empty_series to public;

grant execute on function private.edition_entry to public;

grant execute on function private.event_editions to public;

grant execute on function private.event_vote_result to public;

grant execute on function private.gallery_credit to public;

grant execute on function private.link_edition to public;

grant execute on function private.max_event_pictures to public;

grant execute on function private.move_event_picture to public;

grant execute on function private.move_series_follows to public;

grant execute on function private.newest_edition to public;

grant execute on function private.own_event_picture to public;

grant execute on function private.picture_titles to public;

grant execute on function private.publish_vote_result to public;

grant execute on function private.remove_event_picture to public;

grant execute on function private.remove_event_sponsor to public;

grant execute on function private.set_event_picture to public;

grant execute on function private.set_event_sponsor to public;

grant execute on function private.sponsor_list to public;

grant execute on function private.unlink_edition to public;

grant execute on function private.vote_ranking to public;

grant execute on function private.vote_state to public;

grant execute on function public.add_event_pictures to authenticated;

grant execute on function public.add_event_pictures to service_role;

grant execute on function public.event_editions to authenticated;

grant execute on function public.event_editions to service_role;

grant execute on function public.event_vote_result to authenticated;

grant execute on function public.event_vote_result to service_role;

grant execute on function public.link_edition to authenticated;

grant execute on function public.link_edition to service_role;

grant execute on function public.move_event_picture to authenticated;

grant execute on function public.move_event_picture to service_role;

grant execute on function public.publish_vote_result to authenticated;

grant execute on function public.publish_vote_result to service_role;

grant execute on function public.remove_event_picture to authenticated;

grant execute on function public.remove_event_picture to service_role;

grant execute on function public.remove_event_sponsor to authenticated;

grant execute on function public.remove_event_sponsor to service_role;

grant execute on function public.set_event_picture to authenticated;

grant execute on function public.set_event_picture to service_role;

grant execute on function public.set_event_sponsor to authenticated;

grant execute on function public.set_event_sponsor to service_role;

grant execute on function public.unlink_edition to authenticated;

grant execute on function public.unlink_edition to service_role;

grant execute on function public.follow_events to service_role;

reset check_function_bodies;
