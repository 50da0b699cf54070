-- Saving the form of an event with its days, kinds of registration and sponsors.

create table public.event_series (
  id uuid primary key default gen_random_uuid(),
  club_id uuid references public.clubs (id) on delete cascade,
  week integer check (week between 1 and 5),
  weekday integer check (weekday between 0 and 6),
  created_at timestamptz not null default now(),
  unique (club_id, week, weekday),
  constraint series_of_a_club_has_a_rule check (num_nonnulls(club_id, week, weekday) in (0, 3))
);
comment on table public.event_series is
  'Recurring meetings of a club, such as the last Sunday of the month, and editions of one event without such a rule.';
comment on column public.event_series.week is '1 to 4: first to fourth; 5: last of the month.';
comment on column public.event_series.weekday is '0 is Sunday.';
alter table public.event_series enable row level security;
grant select on public.event_series to anon, authenticated;
grant all on public.event_series to service_role;
create policy "everybody reads series of meetings" on public.event_series
  for select to anon, authenticated using (true);

select private.declare_columns('event_series', 'not_personal', '{*}', 'rule of recurring meetings');

alter table public.events add constraint events_series_id_fkey
  foreign key (series_id) references public.event_series (id) on delete set null;

-- A file may be named by its own event, by another event of the same organiser or club (copied editions), or by no
-- event when it was just uploaded.
create function private.is_event_file(name text, event public.events) returns boolean
language sql stable security definer set search_path = '' as $$
  select name ~ '^\d{4}-\d{2}/[0-9a-f-]{36}\.(webp|pdf)$'
    and exists (select from storage.objects where bucket_id = 'event-files' and objects.name = is_event_file.name)
    and not exists (
      select from (
        select id from public.events where is_event_file.name in (poster_path, stand_map_path)
        union all select event_id from public.event_sponsors where logo_path = is_event_file.name
        union all select event_id from public.event_media where path = is_event_file.name
      ) as used
      join public.events as other on other.id = used.id
      where other.id <> event.id
        and other.organizer_id is distinct from coalesce(event.organizer_id, gen_random_uuid())
        and other.club_id is distinct from coalesce(event.club_id, gen_random_uuid())
    )
$$;
comment on function private.is_event_file is 'Whether an event may show a file of bucket event-files.';

create function private.drop_event_files(names text[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.queue_files('event-files', array(
    select name from unnest(names) as name
    where not exists (select from public.events where name in (poster_path, stand_map_path))
      and not exists (select from public.event_sponsors where logo_path = name)
      and not exists (select from public.event_media where path = name)
      and not exists (select from public.event_changes where status = 'pending'
        and name in (payload ->> 'poster_path', payload ->> 'stand_map_path'))
  ))
$$;
comment on function private.drop_event_files is
  'Deletes files that no event shows any more; editions of a meeting share their poster.';

create function private.event_file_field(payload jsonb, key text, event public.events) returns text
language plpgsql stable set search_path = '' as $$
declare
  name text := private.text_field(payload, key, 300);
begin
  if name is not null and not private.is_event_file(name, event) then
    perform private.refuse('invalid', key);
  end if;
  return name;
end $$;

-- A key that the payload does not have keeps the value of the event.
create function private.event_from(payload jsonb, base public.events) returns public.events
language plpgsql stable set search_path = '' as $$
declare
  event public.events := base;
  input jsonb := to_jsonb(base) || payload;
begin
  event.title := private.text_field(input, 'title', 140, true);
  event.kind := private.choice_field(input, 'kind', private.event_kinds());
  event.state_abbr := private.pattern_field(input, 'state_abbr', 2, '^[A-Za-z]{2}$', true);
  event.state_abbr := upper(event.state_abbr);
  event.municipality_ibge := private.whole_field(input, 'municipality_ibge', 1100000, 5399999, true);
  if not exists (select from public.states where abbr = event.state_abbr
    and capital_ibge / 100000 = event.municipality_ibge / 100000) then
    perform private.refuse('invalid', 'municipality_ibge');
  end if;
  event.town := private.text_field(input, 'town', 120, true);
  event.venue := private.text_field(input, 'venue', 160);
  event.address := private.text_field(input, 'address', 300);
  event.access_notes := private.text_field(input, 'access_notes', 1000);
  event.lat := private.number_field(input, 'lat', -34, 6);
  event.lng := private.number_field(input, 'lng', -74, -28);
  event.starts_at := private.moment_field(input, 'starts_at', true);
  event.ends_at := private.moment_field(input, 'ends_at', true);
  event.time_zone := private.zone_of_state(event.state_abbr);
  event.description := coalesce(private.text_field(input, 'description', 8000), '');
  event.rules := coalesce(private.text_field(input, 'rules', 8000), '');
  event.min_vehicle_age := private.whole_field(input, 'min_vehicle_age', 0, 100);
  event.solidarity_item := private.text_field(input, 'solidarity_item', 160);
  event.capacity := private.whole_field(input, 'capacity', 1, 1000000);
  event.organizer_name := private.text_field(input, 'organizer_name', 160, true);
  event.organizer_phone := private.phone_field(input, 'organizer_phone');
  event.organizer_email := private.email_field(input, 'organizer_email');
  event.website := private.pattern_field(input, 'website', 300, '^https?://[^\s"<>\\]+$');
  event.instagram := private.pattern_field(input, 'instagram', 30, '^[A-Za-z0-9._]{1,30}$');
  event.poster_path := private.event_file_field(input, 'poster_path', base);
  event.stand_map_path := private.event_file_field(input, 'stand_map_path', base);
  event.votes_open_at := private.moment_field(input, 'votes_open_at');
  event.votes_close_at := private.moment_field(input, 'votes_close_at');
  if jsonb_typeof(input -> 'translations') <> 'object' or octet_length((input -> 'translations')::text) > 40000 then
    perform private.refuse('invalid', 'translations');
  elsif event.ends_at <= event.starts_at
    or event.ends_at >= event.starts_at + make_interval(days => private.max_event_days()) then
    perform private.refuse('invalid', 'ends_at');
  elsif event.starts_at not between now() - make_interval(years => private.event_years())
      and now() + make_interval(years => private.event_years()) and event.starts_at
    is distinct from base.starts_at then
    perform private.refuse('invalid', 'starts_at');
  elsif (event.lat is null) <> (event.lng is null) then
    perform private.refuse('invalid', 'lat');
  elsif (event.votes_open_at is null) <> (event.votes_close_at is null) or event.votes_close_at <= event.votes_open_at
    then
    perform private.refuse('invalid', 'votes_close_at');
  end if;
  event.translations := input -> 'translations';
  return event;
end $$;
comment on function private.event_from is
  'The event with the checked values of a form; refuses with the first wrong field.';

create function private.save_event_days(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  item jsonb;
  wanted date;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 31 then
    perform private.refuse('invalid', 'days');
  end if;
  delete from public.event_days where event_id = event.id;
  for entry in select value from jsonb_array_elements(list) loop
    wanted := case when jsonb_typeof(entry) = 'object' then private.date_field(entry, 'day') end;
    if wanted is null or coalesce(jsonb_typeof(entry -> 'items'), '') <> 'array'
      or wanted < (event.starts_at at time zone event.time_zone)::date
        or wanted > (event.ends_at at time zone event.time_zone)::date
    then
      perform private.refuse('invalid', 'days');
    elsif jsonb_array_length(entry -> 'items') > 40 or octet_length((entry -> 'items')::text) > 20000 then
      perform private.refuse('invalid', 'days');
    end if;
    for item in select value from jsonb_array_elements(entry -> 'items') loop
      if jsonb_typeof(item) <> 'object' then
        perform private.refuse('invalid', 'days');
      end if;
      perform private.pattern_field(item, 'time', 5, '^([01]\d|2[0-3]):[0-5]\d$'),
        private.text_field(item, 'text', 300, true),
        private.text_field(item, 'en', 300), private.text_field(item, 'es', 300);
    end loop;
    insert into public.event_days (event_id, day, items) values (event.id, wanted, (
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'time', coalesce(one.value ->> 'time', ''), 'text', btrim(one.value ->> 'text'), 'en', one.value ->> 'en', 'es',
          one.value ->> 'es'
      )) order by one.place), '[]')
      from jsonb_array_elements(entry -> 'items') with ordinality as one (value, place)
    ));
  end loop;
exception when unique_violation then
  perform private.refuse('invalid', 'days');
end $$;
comment on function private.save_event_days is 'Replaces the programme: [{day, items: [{time, text}]}].';

create function private.registration_type_from(payload jsonb, base public.event_registration_types, event public.events)
  returns public.event_registration_types
language plpgsql stable set search_path = '' as $$
declare
  type public.event_registration_types := base;
  input jsonb := to_jsonb(base) || payload;
begin
  type.kind := private.choice_field(input, 'kind', private.registration_kinds());
  type.name := private.text_field(input, 'name', 120, true);
  type.price_cents := private.whole_field(input, 'price_cents', 0, 100000000, true);
  type.capacity := private.whole_field(input, 'capacity', 0, 1000000);
  type.gate_places := coalesce(private.whole_field(input, 'gate_places', 0, 1000000), 0);
  type.requires_approval := private.flag_field(input, 'requires_approval');
  type.max_vehicles := private.whole_field(input, 'max_vehicles', 1, 20, true);
  type.max_companions := private.whole_field(input, 'max_companions', 0, 20, true);
  type.required_documents := private.texts_field(input, 'required_documents', 8);
  type.has_waiting_list := private.flag_field(input, 'has_waiting_list');
  type.chooses_stand := private.flag_field(input, 'chooses_stand');
  type.allows_several := private.flag_field(input, 'allows_several');
  type.opens_at := private.moment_field(input, 'opens_at');
  type.closes_at := private.moment_field(input, 'closes_at');
  type.edit_until := private.moment_field(input, 'edit_until');
  type.price_steps := private.price_steps_from(input -> 'price_steps', event);
  type.classes := private.classes_from(input);
  if exists (select from unnest(type.required_documents) as name where name !~ '^[a-z_]{2,40}$') then
    perform private.refuse('invalid', 'required_documents');
  elsif jsonb_typeof(input -> 'translations') <> 'object' or octet_length((input -> 'translations')::text) > 4000 then
    perform private.refuse('invalid', 'translations');
  elsif type.closes_at <= type.opens_at or type.closes_at > event.ends_at then
    perform private.refuse('invalid', 'closes_at');
  elsif type.capacity < type.taken then
    perform private.refuse('invalid', 'capacity_taken');
  elsif type.gate_places > least(type.capacity, event.capacity) then
    perform private.refuse('invalid', 'gate_places');
  elsif type.kind <> base.kind and exists (select from public.event_registrations where type_id = base.id) then
    perform private.refuse('invalid', 'kind_registered');
  end if;
  type.translations := input -> 'translations';
  return type;
end $$;

create function private.save_registration_types(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  type public.event_registration_types;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 12
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse('invalid', 'kinds');
  end if;
  -- Places are taken under the lock of the same rows.
  perform from public.event_registration_types where event_id = event.id order by id for update;
  if exists (
    select from public.event_registrations as registration join public.event_registration_types as known
      on known.id = registration.type_id
    where known.event_id = event.id and known.id::text not in (select coalesce(value ->> 'id', '')
      from jsonb_array_elements(list) as value)
  ) then
    perform private.refuse('invalid', 'kinds_registered');
  end if;
  delete from public.event_registration_types
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into type from public.event_registration_types where event_id = event.id
        and id = private.uuid_field(entry, 'id');
      if type.id is null then
        insert into public.event_registration_types (event_id, kind, name) values (
          event.id, private.choice_field(entry, 'kind', private.registration_kinds()), gen_random_uuid()::text
        ) returning * into type;
        type.name := null;
      end if;
      type := private.registration_type_from(entry, type, event);
      update public.event_registration_types as known set
        kind = type.kind, name = type.name, translations = type.translations, price_cents = type.price_cents,
          capacity = type.capacity,
        requires_approval = type.requires_approval, max_vehicles = type.max_vehicles,
          max_companions = type.max_companions, gate_places = type.gate_places,
        required_documents = type.required_documents, has_waiting_list = type.has_waiting_list,
          chooses_stand = type.chooses_stand,
        allows_several = type.allows_several,
        opens_at = type.opens_at, closes_at = type.closes_at, edit_until = type.edit_until, position = number,
        price_steps = type.price_steps, classes = type.classes,
        -- A form belongs to one kind.
        form_version_id = case when known.kind = type.kind then known.form_version_id end
      where known.id = type.id;
      if entry ? 'questions' then
        perform private.save_questions(type.id, entry -> 'questions');
      end if;
    exception
      when unique_violation then
        perform private.refuse('invalid', format('kinds.%s.name', number));
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse('invalid', format('kinds.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;
comment on function private.save_registration_types is
  'Adds, changes and deletes kinds of registration. A kind with registrations is neither deleted nor changed to '
  'another kind, and its capacity is not below the places taken.';

create function private.save_event_sponsors(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  sponsor public.event_sponsors;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > 40
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object')
  then
    perform private.refuse('invalid', 'sponsors');
  end if;
  delete from public.event_sponsors
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into sponsor from public.event_sponsors where event_id = event.id
        and id = private.uuid_field(entry, 'id');
      if sponsor.id is null then
        sponsor.id := gen_random_uuid();
      end if;
      entry := to_jsonb(sponsor) || entry;
      insert into public.event_sponsors (id, event_id, name, tier, url, logo_path, position) values (
        sponsor.id, event.id, private.text_field(entry, 'name', 120, true),
        coalesce(private.choice_field(entry, 'tier', private.sponsor_tiers(), false), 'support'),
        private.pattern_field(entry, 'url', 300, '^https?://[^\s"<>\\]+$'),
          private.event_file_field(entry, 'logo_path', event), number
      ) on conflict (id) do update set name = excluded.name, tier = excluded.tier, url = excluded.url,
        logo_path = excluded.logo_path, position = excluded.position;
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse('invalid', format('sponsors.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;

create function private.free_event_slug(title text, event uuid) returns text
language plpgsql volatile set search_path = '' as $$
declare
  base text := btrim(left(private.slug_of(title), 100), '-');
  candidate text;
  number integer := 1;
begin
  base := case when char_length(base) < 3 then 'evento-' || base else base end;
  candidate := base;
  while not private.is_free_slug('events', candidate)
    or exists (select from public.events where slug = candidate and id <> event)
    -- An address that leads to another event stays with it.
    or exists (
      select from public.redirects
      where from_path = '/eventos/lacambeche/' || candidate
        and to_path is distinct from (select '/eventos/lacambeche/' || slug from public.events where id = event)
          and to_path is not null
    )
  loop
    number := number + 1;
    candidate := base || '-' || number;
  end loop;
  return candidate;
end $$;

create function private.series_of(club uuid, rule jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  series uuid;
begin
  if club is null or coalesce(jsonb_typeof(rule), 'null') = 'null' then
    return null;
  elsif jsonb_typeof(rule) <> 'object' then
    perform private.refuse('invalid', 'series');
  end if;
  insert into public.event_series (club_id, week, weekday)
  values (club, private.whole_field(rule, 'week', 1, 5, true), private.whole_field(rule, 'weekday', 0, 6, true))
  on conflict (club_id, week, weekday) do update set week = excluded.week
  returning id into series;
  return series;
end $$;
comment on function private.series_of is
  'The series of recurring meetings of a club for a rule {week, weekday}; added when the club has none with this '
  'rule.';

create function private.check_event_payload(payload jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 500000 then
    perform private.refuse('invalid', 'payload');
  end if;
end $$;

create function private.save_event(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  actor uuid := private.account_id();
  wanted uuid;
  club uuid;
begin
  if private.account_role() is null then
    raise exception 'an account is needed' using errcode = '42501';
  end if;
  perform private.check_event_payload(payload);
  wanted := private.uuid_field(payload, 'id');
  club := private.uuid_field(payload, 'club_id');
  if wanted is not null and exists (select from public.events where id = wanted) then
    if not private.edits_event(wanted) then
      raise exception 'only editors of an event change it' using errcode = '42501';
    end if;
  elsif wanted is null and not (private.is_staff() and private.has_permission('events')) then
    if club is not null and not private.runs_club(club) then
      raise exception 'only owner and administrators of a club publish its events' using errcode = '42501';
    end if;
    -- Saves of one account wait for each other, so that the limit holds.
    perform pg_advisory_xact_lock(hashtextextended('events of ' || actor, 0));
    if (select count(*) from public.events where organizer_id = actor and created_at > now() - interval '1 day') >= 20
      then
      return private.refused('limit');
    end if;
  end if;
  return coalesce(
    case when wanted is not null and not private.publishes_directly(wanted)
      then private.propose_event_change(payload, actor, null) end,
    private.write_event(payload, actor, null)
  );
end $$;

create function private.event_form(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(event) - array['decided_by', 'search_name', 'publish_link_id', 'sources'] || jsonb_build_object(
    'days', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'items', items) order by day), '[]')
      from public.event_days where event_id = event.id),
    'kinds', (select coalesce(jsonb_agg(private.kind_form(type) order by position, id), '[]')
      from public.event_registration_types as type where event_id = event.id),
    'stands', (select coalesce(jsonb_agg(private.stand_form(stand) order by position, label), '[]')
      from public.event_stands as stand where event_id = event.id),
    'sponsors', (select coalesce(jsonb_agg(to_jsonb(sponsor) - 'event_id' order by position, id), '[]')
      from public.event_sponsors as sponsor where event_id = event.id),
    'team', private.team_members(event.id),
    'gaps', to_jsonb(private.event_gaps(event)),
    'checklist', private.event_checklist(event),
    'change', (select jsonb_build_object('fields', fields, 'values', private.change_form(event.id, payload))
      from public.event_changes
      where event_id = event.id and event_changes.status = 'pending')
  )
$$;

create function private.read_event_form(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.event_form(found) || jsonb_build_object('publishes_directly', private.publishes_directly(found.id))
  from public.events as found where found.id = event and deleted_at is null and private.edits_event(event)
$$;

-- Writes the event with its parts; rights are checked by the callers.
create function private.write_public_parts(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_manager boolean := link is null and private.is_staff() and private.has_permission('events');
  wanted uuid := private.uuid_field(payload, 'id');
  before public.events;
  event public.events;
  change text;
  mailed integer := 0;
begin
  if wanted is not null then
    select * into before from public.events where id = wanted and deleted_at is null for no key update;
    if before.id is null then
      return private.gone();
    elsif before.updated_at <> private.moment_field(payload, 'expected_version', true) then
      return private.conflict(jsonb_build_object('updated_at', before.updated_at));
    elsif before.status = 'cancelled' and not is_manager then
      return private.refused('closed');
    end if;
  else
    before.id := gen_random_uuid();
    before.organizer_id := actor;
    before.publish_link_id := link;
    before.status := 'draft';
    before.description := '';
    before.rules := '';
    before.translations := '{}';
    before.is_portal_event := false;
    before.club_id := private.uuid_field(payload, 'club_id');
    before.series_id := private.series_of(before.club_id, payload -> 'series');
  end if;
  event := private.event_from(payload, before);
  change := private.event_change(before, event);
  if is_manager then
    event.is_portal_event := private.flag_field(jsonb_build_object('is_portal_event',
      before.is_portal_event) || payload, 'is_portal_event');
    event.club_id := private.uuid_field(jsonb_build_object('club_id', before.club_id) || payload, 'club_id');
    if event.club_id is not null and not exists (select from public.clubs where id = event.club_id) then
      perform private.refuse('invalid', 'club_id');
    end if;
  end if;
  if event.slug is null or event.published_at is null and before.title <> event.title then
    -- Two events with the same title saved at the same time get different addresses.
    perform pg_advisory_xact_lock(hashtext('event_slug'));
    event.slug := private.free_event_slug(event.title, event.id);
  end if;
  if event.status = 'rejected' then
    event.status := 'draft';
    event.decided_at := null;
    event.decided_by := null;
  elsif event.status = 'postponed' and change like 'date%' then
    event.status := 'published';
    event.status_note := null;
  end if;
  insert into public.events (
    id, slug, title, kind, status, status_note, is_portal_event, organizer_id, publish_link_id, club_id, series_id,
      organizer_name, organizer_phone, organizer_email, website, instagram,
    state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone,
      description, rules, min_vehicle_age,
    solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, decided_by,
      decided_at
  ) values (
    event.id, event.slug, event.title, event.kind, event.status, event.status_note, event.is_portal_event,
      event.organizer_id, event.publish_link_id, event.club_id, event.series_id, event.organizer_name,
      event.organizer_phone, event.organizer_email, event.website, event.instagram,
    event.state_abbr, event.municipality_ibge, event.town, event.venue, event.address, event.access_notes, event.lat,
      event.lng, event.starts_at, event.ends_at, event.time_zone, event.description, event.rules, event.min_vehicle_age,
    event.solidarity_item, event.capacity, event.poster_path, event.stand_map_path, event.votes_open_at,
      event.votes_close_at, event.translations, event.decided_by, event.decided_at
  ) on conflict (id) do update set
    slug = excluded.slug, title = excluded.title, kind = excluded.kind, status = excluded.status,
      status_note = excluded.status_note, is_portal_event = excluded.is_portal_event,
    club_id = excluded.club_id, organizer_name = excluded.organizer_name, organizer_phone = excluded.organizer_phone,
      organizer_email = excluded.organizer_email,
    website = excluded.website, instagram = excluded.instagram, state_abbr = excluded.state_abbr,
      municipality_ibge = excluded.municipality_ibge, town = excluded.town,
    venue = excluded.venue, address = excluded.address, access_notes = excluded.access_notes, lat = excluded.lat,
      lng = excluded.lng,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, time_zone = excluded.time_zone,
      description = excluded.description, rules = excluded.rules,
    min_vehicle_age = excluded.min_vehicle_age, solidarity_item = excluded.solidarity_item,
      capacity = excluded.capacity, poster_path = excluded.poster_path,
    stand_map_path = excluded.stand_map_path, votes_open_at = excluded.votes_open_at,
      votes_close_at = excluded.votes_close_at, translations = excluded.translations,
    decided_by = excluded.decided_by, decided_at = excluded.decided_at
  returning * into event;
  if payload ? 'days' then
    perform private.save_event_days(event, payload -> 'days');
  end if;
  if payload ? 'kinds' then
    perform private.save_registration_types(event, payload -> 'kinds');
  end if;
  if payload ? 'stands' then
    perform private.save_event_stands(event, payload -> 'stands');
  end if;
  if payload ? 'sponsors' then
    perform private.save_event_sponsors(event, payload -> 'sponsors');
  end if;
  if change is not null and wanted is not null and before.status in ('published', 'postponed') and event.ends_at > now()
    then
    mailed := private.mail_registered(event, change, null);
  end if;
  return private.saved(jsonb_build_object('id', event.id, 'slug', event.slug, 'status', event.status, 'updated_at', event.updated_at,
    'state_abbr', event.state_abbr, 'state_before', before.state_abbr, 'mailed', mailed
  ));
end $$;
comment on function private.write_public_parts is
  'Creates or changes an event with its days, kinds and sponsors. expected_version: the updated_at that was shown; '
  'with another one nothing is written. Parts that the payload does not name are kept.';

create function public.save_event(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_event(payload);
comment on function public.save_event is
  'Creates an event, or with id and expected_version changes it: saved, conflict, gone, or refused with closed '
  'or limit; refuses an invalid field, with its name.';
grant execute on function public.save_event to authenticated, service_role;

create function public.read_event_form(id uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_event_form(id);
comment on function public.read_event_form is
  'An event with its days, kinds, sponsors and missing parts, for those who may edit it; null otherwise.';
grant execute on function public.read_event_form to authenticated, service_role;
