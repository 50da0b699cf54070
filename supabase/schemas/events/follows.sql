-- Addresses that get mails about new events and open registrations.

create table public.event_follows (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and email ~ '^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$'
    and char_length(email) <= 254),
  locale text not null default 'pt-BR' check (locale = any (private.locales())),
  state_abbr char(2) references public.states (abbr),
  event_id uuid references public.events (id) on delete cascade,
  confirmed_at timestamptz,
  mailed_at timestamptz,
  created_at timestamptz not null default now(),
  series_id uuid references public.event_series (id) on delete cascade,
  constraint follow_has_one_subject check (num_nonnulls(state_abbr, event_id, series_id) = 1),
  constraint follow_is_unique unique nulls not distinct (email, state_abbr, event_id, series_id)
);
comment on table public.event_follows is
  'Addresses that are told about events. Nobody reads them through the API; a row is deleted when the person ends it.';
comment on column public.event_follows.confirmed_at is
  'When the owner of the address confirmed it; without it no event is mailed and the row is deleted after 7 days.';
comment on column public.event_follows.mailed_at is 'When the link of this row was last mailed on request.';
create index event_follows_state_abbr_idx on public.event_follows (state_abbr);
create index event_follows_event_id_idx on public.event_follows (event_id);
create index event_follows_series_id_idx on public.event_follows (series_id);
alter table public.event_follows enable row level security;
grant all on public.event_follows to service_role;

create trigger event_follows_server_columns before insert or update on public.event_follows
  for each row execute function private.guard_server_columns('', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('event_follows', 'email', 'address', 'own', 'Avisos de eventos por e-mail', 'delete', 76);

select private.declare_columns('event_follows', 'exported',
  '{id,email,locale,state_abbr,event_id,confirmed_at,mailed_at,created_at,series_id}');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('unconfirmed_event_follows', 'public.event_follows', 'created_at', '7 days', 'confirmed_at is null', 280),
  ('follows_of_past_events', 'public.event_follows', '(select ends_at from public.events where events.id = event_id)',
    '30 days', 'event_id is not null', 281);

-- Changes to mail to followers after two minutes: one mail for several saves, none for a decision that was undone.
create table private.event_announcements (
  id bigint generated always as identity primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  change text not null check (change in ('published', 'date', 'place', 'date_place', 'postponed', 'cancelled',
    'registration', 'edition')),
  moment timestamptz not null default now(),
  done_at timestamptz,
  unique (event_id, change, moment)
);
comment on table private.event_announcements is
  'What followers of a state, an event or a series are told, once each. published: at most once per event. edition: a '
  'public event joined the series.';
create unique index event_announcements_published_once on private.event_announcements (event_id)
  where change = 'published';
create index event_announcements_open_idx on private.event_announcements (moment) where done_at is null;
alter table private.event_announcements enable row level security;

select private.declare_columns('private.event_announcements', 'not_personal',
  '{*}', 'what followers of an event are told');

create function private.newest_edition(series uuid) returns public.events
language sql stable security definer set search_path = '' as $$
  select events from public.events
  where series_id = series and private.is_public_event(events) order by starts_at desc, id limit 1
$$;
comment on function private.newest_edition is 'The last public event of a series; its row is null when there is none.';

create function private.announce_event() returns trigger
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
comment on function private.announce_event is 'Trigger function: notes what the followers of an event are told.';

create trigger events_announce after insert or update of status, starts_at, ends_at, venue, address, municipality_ibge,
  series_id on public.events
  for each row execute function private.announce_event();

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
comment on function private.follow_events is
  'Stores an unconfirmed follow of a state, an event or a series and mails its link, at most every 15 minutes per '
  'follow and 10 per address and day.';

create function private.read_event_follow(follow uuid) returns jsonb
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
comment on function private.read_event_follow is 'What the page of a follow shows; null when there is none any more.';

create function private.confirm_event_follow(follow uuid) returns jsonb
language sql volatile security definer set search_path = '' as $$
  with confirmed as (
    update public.event_follows set confirmed_at = coalesce(confirmed_at, now()) where id = follow returning 1
  )
  select private.saved_or_gone(exists (select from confirmed))
$$;
comment on function private.confirm_event_follow is 'Confirms a follow; gone when there is none any more.';

create function private.end_event_follow(follow uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.event_follows where id = follow
$$;
comment on function private.end_event_follow is 'Ends a follow by deleting it.';

-- A kind without an opening date opens when it is added; kinds that were open at publication are told of by
-- "published".
create function private.announce_open_registrations() returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.event_announcements (event_id, change, moment)
  select event.id, 'registration', opening.moment
  from public.events as event
  join public.event_registration_types as kind on kind.event_id = event.id
  cross join lateral (select coalesce(kind.opens_at, greatest(kind.created_at, event.published_at)) as moment)
    as opening
  where event.status = 'published' and event.deleted_at is null and event.starts_at > now()
    and opening.moment > event.published_at and opening.moment <= now() and opening.moment > now() - interval '1 day'
    and coalesce(kind.closes_at, event.starts_at) > now()
  on conflict do nothing
$$;
comment on function private.announce_open_registrations is
  'Notes kinds of registration that opened within the last day.';

create function private.mail_followers(event public.events, change text, moment timestamptz) returns integer
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
comment on function private.mail_followers is
  'Enqueues one mail per address that followed the event, its series or its state before the change.';

-- The changes of an event that wait are one mail: the newest state of the event decides which.
create function private.mail_event_follows() returns integer
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
comment on function private.mail_event_follows is
  'Enqueues the mails about changes of events that are at least two minutes old; answers how many. Safe to run at the '
  'same time.';

create function public.follow_events(email text, state_abbr text, event_id uuid, locale text, series_id uuid
  default null) returns void
language sql volatile security invoker set search_path = ''
return private.follow_events(email, state_abbr, event_id, locale, series_id);
comment on function public.follow_events is
  'For the server only: asks by mail whether an address wants to be told about a state, an event or a series.';
grant execute on function public.follow_events to service_role;

create function public.read_event_follow(follow uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_event_follow(follow);
comment on function public.read_event_follow is
  'What the page of a follow shows, with the masked address; null for an id that does not exist. Anyone who has the '
  'id may call it.';
grant execute on function public.read_event_follow to anon, authenticated, service_role;

create function public.confirm_event_follow(follow uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.confirm_event_follow(follow);
comment on function public.confirm_event_follow is 'For the server only: confirms a follow.';
grant execute on function public.confirm_event_follow to service_role;

create function public.end_event_follow(follow uuid) returns void
language sql volatile security invoker set search_path = ''
return private.end_event_follow(follow);
comment on function public.end_event_follow is 'For the server only: ends a follow.';
grant execute on function public.end_event_follow to service_role;
