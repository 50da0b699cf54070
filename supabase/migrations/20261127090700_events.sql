set check_function_bodies = off;

-- Events with their days, media, sponsors, kinds of registration and stands.

create table public.events (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 3 and 120),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 140),
  kind text not null default 'meeting' check (kind in ('meeting', 'exhibition', 'tour', 'rally', 'flea_market',
    'auction')),
  status text not null default 'draft' check (status in ('draft', 'pending', 'published', 'rejected', 'postponed',
    'cancelled')),
  status_note text check (char_length(status_note) <= 1000),
  is_demo boolean not null default false,
  is_portal_event boolean not null default false,
  organizer_id uuid references public.profiles (id) on delete set null,
  club_id uuid references public.clubs (id) on delete set null,
  organizer_name text not null check (organizer_name !~ '^\s*$' and char_length(organizer_name) <= 160),
  organizer_phone text check (organizer_phone ~ '^\+?[0-9 ().-]{8,30}$'),
  organizer_email text check (organizer_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(organizer_email) <= 254),
  website text check (website ~ '^https?://' and char_length(website) <= 300),
  instagram text check (instagram ~ '^[A-Za-z0-9._]{1,30}$'),
  state_abbr char(2) not null references public.states (abbr),
  municipality_ibge integer not null,
  town text not null check (town !~ '^\s*$' and char_length(town) <= 120),
  venue text check (char_length(venue) <= 160),
  address text check (char_length(address) <= 300),
  access_notes text check (char_length(access_notes) <= 1000),
  lat double precision check (lat between -34 and 6),
  lng double precision check (lng between -74 and -28),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  time_zone text not null default 'America/Sao_Paulo',
  description text not null default '' check (char_length(description) <= 8000),
  rules text not null default '' check (char_length(rules) <= 8000),
  min_vehicle_age integer check (min_vehicle_age between 0 and 100),
  solidarity_item text check (char_length(solidarity_item) <= 160),
  capacity integer check (capacity between 1 and 1000000),
  poster_path text check (char_length(poster_path) <= 300),
  stand_map_path text check (char_length(stand_map_path) <= 300),
  votes_open_at timestamptz,
  votes_close_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'
    and octet_length(translations::text) <= 40000),
  sources text[] not null default '{}',
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  published_at timestamptz,
  deleted_at timestamptz,
  search_name text generated always as (private.fold(title || ' ' || town || ' ' || organizer_name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  publish_link_id uuid,
  series_id uuid,
  badge_size text not null default 'a6' check (badge_size in ('a6', 'card', 'label')),
  badge_hidden text[] not null default '{}' check (badge_hidden <@ array['poster', 'club', 'car', 'town', 'people',
    'stand', 'date']),
  certificate_template_id uuid,
  certificate_hours numeric(4, 1) check (certificate_hours between 0.5 and 999),
  public_note text generated always as (case when status in ('postponed', 'cancelled') then status_note end) stored,
  constraint event_ends_after_it_starts check (ends_at > starts_at and ends_at < starts_at + interval '31 days'),
  constraint event_position_is_complete check ((lat is null) = (lng is null)),
  constraint event_voting_closes_after_it_opens check ((votes_open_at is null) = (votes_close_at is null)
    and votes_close_at > votes_open_at),
  constraint events_slug_is_no_route check (private.is_free_slug('events', slug))
);
comment on table public.events is
  'Events with a date. Meetings of which only the month is known are in traditional_meetings.';
comment on column public.events.status is 'Changed by functions only. Public: published, postponed and cancelled.';
comment on column public.events.status_note is
  'What the moderator answered, or the reason of a postponement or cancellation.';
comment on column public.events.is_demo is 'The example of the embedded backend; marked on every page.';
comment on column public.events.municipality_ibge is
  'Code of one of the 5,571 municipalities of IBGE; equals cities.ibge_code when the town has a page.';
comment on column public.events.min_vehicle_age is 'Years that a vehicle must have in the year of the event.';
comment on column public.events.poster_path is 'Name of the file in bucket event-files.';
comment on column public.events.translations is
  '{en: {title, description, rules, access_notes, solidarity_item}, es: {…}}';
comment on column public.events.publish_link_id is 'The link the event was made with; its holder edits it.';
comment on column public.events.badge_size is 'Size of a badge when nobody chooses another one.';
comment on column public.events.badge_hidden is 'Lines and pictures that the badges of this event leave out.';
comment on column public.events.certificate_template_id is 'Model that is selected first when certificates are issued.';
comment on column public.events.certificate_hours is 'Hours that are filled in first when certificates are issued.';
comment on column public.events.public_note is
  'Why the event is postponed or cancelled, shown on its page; notes of other statuses are not public.';
create index events_starts_at_idx on public.events (starts_at) where deleted_at is null;
create index events_state_abbr_idx on public.events (state_abbr, starts_at);
create index events_municipality_idx on public.events (municipality_ibge, starts_at);
create index events_club_id_idx on public.events (club_id);
create index events_organizer_id_idx on public.events (organizer_id);
create index events_decided_by_idx on public.events (decided_by);
create index events_status_idx on public.events (status, starts_at);
-- A replaced file is deleted when no event shows it.
create index events_poster_path_idx on public.events (poster_path);
create index events_stand_map_path_idx on public.events (stand_map_path);
create index events_updated_at_idx on public.events (updated_at desc);
create index events_publish_link_id_idx on public.events (publish_link_id);
create index events_series_id_idx on public.events (series_id);
create index events_certificate_template_id_idx on public.events (certificate_template_id);
create index events_ends_at_idx on public.events (ends_at) where deleted_at is null;
alter table public.events enable row level security;
grant select (
  id, slug, title, kind, status, is_demo, is_portal_event, club_id, organizer_name, organizer_phone, organizer_email,
  website, instagram, state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at,
  time_zone, description, rules, min_vehicle_age, solidarity_item, capacity, poster_path, stand_map_path,
  votes_open_at, votes_close_at, translations, sources, published_at, deleted_at, search_name, created_at, updated_at,
  series_id, public_note
) on public.events to anon;
grant select, insert, update, delete on public.events to authenticated;
grant all on public.events to service_role;
create policy "anonymous visitors read public events" on public.events
  for select to anon using (status in ('published', 'postponed', 'cancelled') and deleted_at is null);

create function private.edits_event(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('events')
    or private.account_role() is not null and exists (
      select from public.events
      where events.id = event
        and (events.organizer_id = (select private.account_id()) or events.club_id is not null
          and private.runs_club(events.club_id))
    )
$$;
comment on function private.edits_event is
  'Whether the caller may edit an event: event managers, its organiser, the owner and the administrators of its club.';

create policy "signed-in accounts read public events, editors of an event theirs, event managers all" on public.events
  for select to authenticated
  using (
    (status in ('published', 'postponed', 'cancelled') and deleted_at is null)
    or organizer_id = (select private.account_id())
    or (select private.is_staff() and private.has_permission('events'))
    or private.edits_event(id)
  );
create policy "event managers add events" on public.events
  for insert to authenticated with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers update events" on public.events
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')))
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers delete events" on public.events
  for delete to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));

-- Status, taken places and the holder of a stand are decided by functions, never by a request of the API.
create function private.guard_event_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  kept text[] := string_to_array(tg_argv[0], ',');
  given jsonb := to_jsonb(new);
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else coalesce(nullif(tg_argv[1], ''), '{}')::jsonb end;
begin
  if current_user in ('anon', 'authenticated') and exists (
    select from unnest(kept) as name where coalesce(given -> name, 'null')
      is distinct from coalesce(before -> name, 'null')
  ) then
    raise exception 'only functions write % of %', tg_argv[0], tg_table_name using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_event_columns is
  'Trigger function. Arguments: columns that only functions write, and their values at insertion as a JSON object.';

create trigger events_functions_only before insert or update on public.events
  for each row execute function private.guard_event_columns(
    'status,status_note,organizer_id,is_demo,decided_by,decided_at,published_at',
    '{"status": "draft", "is_demo": false}');
create trigger events_server_columns before insert or update on public.events
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger events_touch before update on public.events
  for each row execute function private.touch_updated_at();
create trigger events_audit after insert or update or delete on public.events
  for each row execute function private.write_audit('id',
    'slug,title,kind,status,status_note,club_id,state_abbr,municipality_ibge,town,venue,starts_at,ends_at,capacity,deleted_at');

create function private.queue_event_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.drop_event_files(array(select old_row.value from jsonb_each_text(to_jsonb(old)) as old_row
    where old_row.key in ('poster_path', 'stand_map_path', 'path', 'logo_path')));
  return null;
end $$;
comment on function private.queue_event_files is 'Trigger function: deletes the files of a deleted row.';

create trigger events_files after delete on public.events for each row execute function private.queue_event_files();

create function private.expire_event_pages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.status in ('published', 'postponed', 'cancelled')
    or tg_op <> 'DELETE' and new.status in ('published', 'postponed', 'cancelled') then
    perform private.revalidate_event_states(array[
      case when tg_op <> 'INSERT' then old.state_abbr end, case when tg_op <> 'DELETE' then new.state_abbr end
    ]);
  end if;
  return null;
end $$;
comment on function private.expire_event_pages is
  'Trigger function: expires the pages of a public event that was added, changed or deleted.';

create trigger events_pages after insert or update or delete on public.events
  for each row execute function private.expire_event_pages();
create trigger events_search_insert after insert on public.events referencing new table as new_rows
  for each statement execute function private.index_for_search('event');
create trigger events_search_update after update on public.events referencing old table as old_rows new table
  as new_rows
  for each statement execute function private.index_for_search('event');
create trigger events_search_delete after delete on public.events referencing old table as old_rows
  for each statement execute function private.index_for_search('event');
create trigger events_link_functions_only before insert or update on public.events
  for each row execute function private.guard_event_columns('publish_link_id,series_id', '{}');
create trigger events_replaced_files after update of poster_path, stand_map_path on public.events
  for each row when ((old.poster_path, old.stand_map_path) is distinct from (new.poster_path, new.stand_map_path))
  execute function private.queue_event_files();
create trigger events_withdraw before update of status on public.events
  for each row when (old.status in ('published', 'rejected') and new.status = 'pending')
  execute function private.withdraw_answer('pending');

create function private.set_event_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.time_zone := private.zone_of_town(new.state_abbr, new.municipality_ibge);
  return new;
end $$;
comment on function private.set_event_time_zone is
  'Trigger function: the time zone of an event is that of its municipality.';

-- Triggers run in the order of their names: the zone first, then the hours.
create trigger events_a_time_zone before insert or update on public.events
  for each row execute function private.set_event_time_zone();

create function private.keep_event_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.starts_at = old.starts_at then
    new.starts_at := private.in_zone(old.starts_at, old.time_zone, new.time_zone);
  end if;
  if new.ends_at = old.ends_at then
    new.ends_at := private.in_zone(old.ends_at, old.time_zone, new.time_zone);
  end if;
  return new;
end $$;
comment on function private.keep_event_hours is
  'Trigger function: an event that gets another time zone keeps its local hours, unless the same change sets other '
  'moments.';

-- Functions that save an event pass its moments in the zone of the new place; requests of the API may change the place
-- alone.
create trigger events_a_zone_hours before update on public.events
  for each row when (current_user in ('anon', 'authenticated') and old.time_zone <> new.time_zone)
  execute function private.keep_event_hours();
create trigger events_addresses after insert or update or delete on public.events
  for each row execute function private.keep_addresses('event');
create trigger a_typed_lines before insert or update of title, organizer_name, venue on public.events
  for each row execute function private.write_typed_lines('title', 'organizer_name', 'venue');

insert into private.audit_log_permissions (entity, permission) values
  ('events', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('events', 'organizer_id', 'account', 'own', 'Eventos publicados', 'unlink', 52),
  ('events', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 53);

select
  private.declare_columns('events', 'exported',
    '{id,slug,title,kind,status,status_note,organizer_id,club_id,organizer_name,organizer_phone,organizer_email,
      website,instagram,state_abbr,municipality_ibge,town,venue,address,access_notes,lat,lng,starts_at,ends_at,
      time_zone,description,rules,min_vehicle_age,solidarity_item,capacity,poster_path,stand_map_path,
      votes_open_at,votes_close_at,translations,decided_at,published_at,deleted_at,created_at,updated_at}'),
  private.declare_columns('events', 'not_personal',
    '{is_demo,is_portal_event,sources,search_name}', 'made by the portal'),
  private.declare_columns('events', 'not_personal', '{publish_link_id,series_id}', 'technical key'),
  private.declare_columns('events', 'not_personal',
    '{badge_size,badge_hidden,certificate_template_id,certificate_hours}', 'settings of the event'),
  private.declare_columns('events', 'not_personal', '{public_note}', 'made from other columns'),
  private.declare_columns('events', 'withheld', '{decided_by}', 'another person: who decided');

create table private.event_dates (
  relation text not null,
  date_column text not null,
  treatment text not null check (treatment in ('moves', 'stays')),
  reason text not null,
  primary key (relation, date_column)
);
comment on table private.event_dates is
  'Every date of the tables with an event: whether it moves with the date of the event. A test lists the columns that '
  'are missing.';
alter table private.event_dates enable row level security;

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('events', 'starts_at', 'moves', 'the date itself'),
  ('events', 'ends_at', 'moves', 'the date itself'),
  ('events', 'votes_open_at', 'moves', 'voting takes place at the event'),
  ('events', 'votes_close_at', 'moves', 'voting takes place at the event');

insert into private.file_columns (bucket, relation, names) values
  ('event-files', 'public.events', 'array[poster_path, stand_map_path]');

create table public.event_days (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  day date not null,
  items jsonb not null default '[]' check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 40
    and octet_length(items::text) <= 20000),
  position integer not null default 0,
  unique (event_id, day)
);
comment on table public.event_days is 'Programme of an event, one row per day.';
comment on column public.event_days.items is '[{time: "09:30", text, en?, es?}, …] in the order of the day.';
comment on column public.event_days."position" is 'Order in the form of the panel; pages order by day.';
alter table public.event_days enable row level security;
grant select on public.event_days to anon;
grant select, insert, update, delete on public.event_days to authenticated;
grant all on public.event_days to service_role;
create policy "anonymous visitors read event_days of public events" on public.event_days
  for select to anon using (exists (select from public.events where events.id = event_id));
create policy "signed-in accounts read event_days of events they see" on public.event_days
  for select to authenticated using (exists (select from public.events where events.id = event_id));
create policy "event managers add event_days" on public.event_days
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers update event_days" on public.event_days
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')))
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers delete event_days" on public.event_days
  for delete to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')));

create function private.expire_pages_of_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.revalidate_event_states(array(
    select distinct event.state_abbr::text from public.events as event
    where event.id in (case when tg_op <> 'INSERT' then old.event_id end, case when tg_op <> 'DELETE' then new.event_id
      end)
      and private.is_public_event(event)
  ));
  return null;
end $$;
comment on function private.expire_pages_of_event is
  'Trigger function: expires the pages of a public event whose programme, files, kinds or stands changed.';

create trigger event_days_pages after insert or delete or update of day, items on public.event_days
  for each row execute function private.expire_pages_of_event();

insert into private.audit_log_permissions (entity, permission) values
  ('event_days', 'events');

select private.declare_columns('event_days', 'not_personal', '{*}', 'programme of a public event');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_days', 'day', 'moves', 'programme');

create table public.event_media (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  kind text not null check (kind in ('gallery', 'document', 'result')),
  path text not null check (char_length(path) <= 300),
  title text not null default '' check (char_length(title) <= 160),
  credit text check (char_length(credit) <= 160),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'
    and octet_length(translations::text) <= 4000),
  position integer not null default 0,
  created_at timestamptz not null default now()
);
comment on table public.event_media is 'Pictures, documents and results of an event, files of bucket event-files.';
comment on column public.event_media.title is 'Alt text of a picture, name of a document.';
comment on column public.event_media.translations is '{en: {title}, es: {title}}';
create index event_media_path_idx on public.event_media (path);
create index event_media_event_id_idx on public.event_media (event_id, position);
alter table public.event_media enable row level security;
grant select on public.event_media to anon;
grant select, insert, update, delete on public.event_media to authenticated;
grant all on public.event_media to service_role;
create policy "anonymous visitors read event_media of public events" on public.event_media
  for select to anon using (exists (select from public.events where events.id = event_id));
create policy "signed-in accounts read event_media of events they see" on public.event_media
  for select to authenticated using (exists (select from public.events where events.id = event_id));
create policy "event managers add event_media" on public.event_media
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers update event_media" on public.event_media
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')))
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers delete event_media" on public.event_media
  for delete to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')));
create trigger event_media_server_columns before insert or update on public.event_media
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger event_media_files after delete on public.event_media for each row
  execute function private.queue_event_files();
create trigger event_media_replaced_files after update of path on public.event_media
  for each row when (old.path is distinct from new.path)
  execute function private.queue_event_files();
create trigger event_media_pages after insert or delete or update of kind, path, title, credit, translations, position
  on public.event_media
  for each row execute function private.expire_pages_of_event();

insert into private.audit_log_permissions (entity, permission) values
  ('event_media', 'events');

select private.declare_columns('event_media', 'not_personal', '{*}', 'published files of an event');

insert into private.file_columns (bucket, relation, names) values
  ('event-files', 'public.event_media', 'array[path]');

create table public.event_sponsors (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  tier text not null default 'support' check (tier in ('master', 'gold', 'silver', 'support')),
  url text check (url ~ '^https?://' and char_length(url) <= 300),
  logo_path text check (char_length(logo_path) <= 300),
  position integer not null default 0
);
comment on table public.event_sponsors is 'Sponsors shown on the page of an event.';
create index event_sponsors_logo_path_idx on public.event_sponsors (logo_path);
create index event_sponsors_event_id_idx on public.event_sponsors (event_id, position);
alter table public.event_sponsors enable row level security;
grant select on public.event_sponsors to anon;
grant select, insert, update, delete on public.event_sponsors to authenticated;
grant all on public.event_sponsors to service_role;
create policy "anonymous visitors read event_sponsors of public events" on public.event_sponsors
  for select to anon using (exists (select from public.events where events.id = event_id));
create policy "signed-in accounts read event_sponsors of events they see" on public.event_sponsors
  for select to authenticated using (exists (select from public.events where events.id = event_id));
create policy "event managers add event_sponsors" on public.event_sponsors
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers update event_sponsors" on public.event_sponsors
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')))
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers delete event_sponsors" on public.event_sponsors
  for delete to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')));
create trigger event_sponsors_files after delete on public.event_sponsors for each row
  execute function private.queue_event_files();
create trigger event_sponsors_replaced_files after update of logo_path on public.event_sponsors
  for each row when (old.logo_path is distinct from new.logo_path)
  execute function private.queue_event_files();
create trigger event_sponsors_pages after insert or delete or update of name, tier, url, logo_path, position
  on public.event_sponsors
  for each row execute function private.expire_pages_of_event();

insert into private.audit_log_permissions (entity, permission) values
  ('event_sponsors', 'events');

select
  private.declare_columns('event_sponsors', 'not_personal', '{*}', 'published sponsors'),
  private.declare_columns('event_sponsors', 'not_personal', '{name}', 'name of a published sponsor');

insert into private.file_columns (bucket, relation, names) values
  ('event-files', 'public.event_sponsors', 'array[logo_path]');

create table public.event_registration_types (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  kind text not null check (kind in ('publico', 'expositor', 'mercado_pulga', 'food_truck', 'expositor_comercial')),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  price_cents integer not null default 0 check (price_cents between 0 and 100000000),
  capacity integer check (capacity between 0 and 1000000),
  taken integer not null default 0 check (taken >= 0),
  requires_approval boolean not null default false,
  max_vehicles integer not null default 5 check (max_vehicles between 1 and 20),
  max_companions integer not null default 5 check (max_companions between 0 and 20),
  required_documents text[] not null default '{}',
  has_waiting_list boolean not null default true,
  chooses_stand boolean not null default false,
  opens_at timestamptz,
  closes_at timestamptz,
  edit_until timestamptz,
  form_version_id uuid,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  allows_several boolean not null default false,
  unique (event_id, kind, name),
  constraint type_is_not_overbooked check (capacity is null or taken <= capacity)
);
comment on table public.event_registration_types is
  'Kinds of registration of an event with price, number of places and dates.';
comment on column public.event_registration_types.capacity is 'Number of places; null without a limit.';
comment on column public.event_registration_types.taken is
  'Places of registrations that hold one: offered, awaiting_payment and confirmed; and of people inside whose '
  'registration was cancelled. Written by functions only.';
comment on column public.event_registration_types.closes_at is 'Null: registration closes when the event begins.';
comment on column public.event_registration_types.allows_several is
  'Whether one person may register several times for this kind.';
create index event_registration_types_event_id_idx on public.event_registration_types (event_id, position);
create index event_registration_types_form_version_id_idx on public.event_registration_types (form_version_id);
create index event_registration_types_opens_at_idx on public.event_registration_types (opens_at) where opens_at
  is not null;
create index event_registration_types_closes_at_idx on public.event_registration_types (closes_at) where closes_at
  is not null;
alter table public.event_registration_types enable row level security;
grant select on public.event_registration_types to anon;
grant select, insert, update, delete on public.event_registration_types to authenticated;
grant all on public.event_registration_types to service_role;
create policy "anonymous visitors read event_registration_types of public events" on public.event_registration_types
  for select to anon using (exists (select from public.events where events.id = event_id));
create policy "signed-in accounts read event_registration_types of events they see" on public.event_registration_types
  for select to authenticated using (exists (select from public.events where events.id = event_id));
create policy "event managers add event_registration_types" on public.event_registration_types
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers update event_registration_types" on public.event_registration_types
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')))
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers delete event_registration_types" on public.event_registration_types
  for delete to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')));
create trigger event_registration_types_server_columns before insert or update on public.event_registration_types
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger event_registration_types_functions_only before insert or update on public.event_registration_types
  for each row execute function private.guard_event_columns('taken', '{"taken": 0}');
create trigger event_registration_types_touch before update on public.event_registration_types
  for each row execute function private.touch_updated_at();
create trigger event_registration_types_pages after insert or delete or update of kind, name, translations, price_cents,
  capacity, requires_approval, max_vehicles, max_companions, required_documents, has_waiting_list, chooses_stand,
  opens_at, closes_at, position on public.event_registration_types
  for each row execute function private.expire_pages_of_event();

insert into private.audit_log_permissions (entity, permission) values
  ('event_registration_types', 'events');

select
  private.declare_columns('event_registration_types', 'not_personal', '{*}', 'published kinds of registration'),
  private.declare_columns('event_registration_types', 'not_personal', '{name}', 'name of a kind of registration');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_registration_types', 'opens_at', 'moves', 'time before the event; an opening that has passed stays'),
  ('event_registration_types', 'closes_at', 'moves', 'time before or at the event'),
  ('event_registration_types', 'edit_until', 'moves', 'time before the event');

create table public.event_stands (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  label text not null check (label ~ '^[A-Za-z0-9 -]{1,12}$'),
  area text check (char_length(area) <= 60),
  kinds text[] not null default '{}' check (kinds <@ array['mercado_pulga', 'food_truck', 'expositor_comercial']),
  width_m numeric(5, 1) check (width_m between 0.5 and 100),
  depth_m numeric(5, 1) check (depth_m between 0.5 and 100),
  power_kva numeric(5, 1) check (power_kva between 0 and 500),
  x numeric(5, 2) not null default 0 check (x between 0 and 100),
  y numeric(5, 2) not null default 0 check (y between 0 and 100),
  price_cents integer not null default 0 check (price_cents between 0 and 100000000),
  registration_id uuid unique,
  position integer not null default 0,
  unique (event_id, label)
);
comment on table public.event_stands is
  'Stands of an event; x and y are percent of the width and height of the stand map.';
comment on column public.event_stands.registration_id is 'Who holds the stand. Written by functions only.';
comment on column public.event_stands."position" is 'Order in the form of the panel.';
alter table public.event_stands enable row level security;
grant select (
  id, event_id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents
) on public.event_stands to anon;
grant select, insert, update, delete on public.event_stands to authenticated;
grant all on public.event_stands to service_role;
create policy "anonymous visitors read event_stands of public events" on public.event_stands
  for select to anon using (exists (select from public.events where events.id = event_id));
create policy "signed-in accounts read event_stands of events they see" on public.event_stands
  for select to authenticated using (exists (select from public.events where events.id = event_id));
create policy "event managers add event_stands" on public.event_stands
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers update event_stands" on public.event_stands
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')))
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers delete event_stands" on public.event_stands
  for delete to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')));
create trigger event_stands_functions_only before insert or update on public.event_stands
  for each row execute function private.guard_event_columns('registration_id', '{}');
create trigger event_stands_pages after insert or delete or update of label, area, kinds, width_m, depth_m, power_kva,
  x, y, price_cents on public.event_stands
  for each row execute function private.expire_pages_of_event();

insert into private.audit_log_permissions (entity, permission) values
  ('event_stands', 'events');

select private.declare_columns('event_stands', 'not_personal',
  '{*}', 'stands of an event; the holder is in event_registrations');

create table public.traditional_meetings (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  months integer[] not null check (cardinality(months) between 1 and 12
    and months <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
  state_abbr char(2) not null references public.states (abbr),
  city_ibge integer not null references public.cities (ibge_code),
  note text not null default '' check (char_length(note) <= 600),
  sources text[] not null default '{}' check (cardinality(sources) <= 10),
  status text not null default 'draft' check (status in ('draft', 'published')),
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint published_meeting_has_a_source check (status = 'draft' or cardinality(sources) > 0)
);
comment on table public.traditional_meetings is
  'Yearly meetings of which only the month is known. Visitors are told to confirm the date with the organiser.';
comment on column public.traditional_meetings.months is 'Months of earlier editions, 1 to 12.';
comment on column public.traditional_meetings.translations is '{en: {name, note}, es: {…}}';
comment on column public.traditional_meetings.search_name is
  'Folded words a list is searched by: query it with like and a folded pattern.';
create index traditional_meetings_state_abbr_idx on public.traditional_meetings (state_abbr, name);
create index traditional_meetings_city_ibge_idx on public.traditional_meetings (city_ibge);
create index traditional_meetings_updated_at_idx on public.traditional_meetings (updated_at desc);
alter table public.traditional_meetings enable row level security;
grant select on public.traditional_meetings to anon;
grant select, insert, update, delete on public.traditional_meetings to authenticated;
grant all on public.traditional_meetings to service_role;
create policy "anonymous visitors read published meetings" on public.traditional_meetings
  for select to anon using (status = 'published' and deleted_at is null);
create policy "signed-in accounts read published meetings, event managers all" on public.traditional_meetings
  for select to authenticated
  using ((status = 'published' and deleted_at is null) or ((select private.is_staff())
    and (select private.has_permission('events'))));
create policy "event managers add meetings" on public.traditional_meetings
  for insert to authenticated with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers update meetings" on public.traditional_meetings
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')))
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers delete meetings" on public.traditional_meetings
  for delete to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));
create trigger traditional_meetings_touch before update on public.traditional_meetings
  for each row execute function private.touch_updated_at();
create trigger traditional_meetings_audit after insert or update or delete on public.traditional_meetings
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('traditional_meetings', 'events');

select
  private.declare_columns('traditional_meetings', 'not_personal', '{*}', 'guide'),
  private.declare_columns('traditional_meetings', 'not_personal', '{name}', 'name of a thing, not of a person');

select private.declare_columns('private.event_dates', 'not_personal', '{*}', 'matrix');

alter table public.notification_campaigns add constraint notification_campaigns_audience_event_fkey
  foreign key (audience_event) references public.events (id) on delete set null;

insert into public.search_documents (kind, entity_id, title, summary, keywords, path, translations) values (
  'page', '/eventos/lacambeche', 'Eventos', 'Agenda de encontros de carros antigos no Brasil',
    'evento encontro exposicao passeio agenda calendario',
  '/eventos/lacambeche', jsonb_build_object(
    'en', jsonb_build_object('title', 'Events', 'summary', 'Agenda of classic car meetings in Brazil'),
    'es', jsonb_build_object('title', 'Eventos y encuentros', 'summary',
      'Agenda de encuentros de autos antiguos en Brasil')
  )
);

create view private.searchable_event with (security_invoker = true) as
select
  events.id as source_id, 'event' as kind, events.id::text as entity_id, events.state_abbr,
  events.title || case when events.is_demo then ' (demonstração)' else '' end as title,
  left(events.description, 300) as summary,
  concat_ws(' ', events.town, states.name, events.organizer_name, events.venue, 'evento event') as keywords,
  '/eventos/lacambeche/' || events.slug as path, 1.1::real as weight, null::timestamptz as visible_from,
  case when events.is_demo then '{}' else private.search_translations(events.translations, 'title', 'description') end
    as translations
from public.events join public.states on states.abbr = events.state_abbr
where events.status in ('published', 'postponed', 'cancelled') and events.deleted_at is null;

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('notification_campaigns', 'scheduled_at', 'moves', 'notice to the people of the event; one that was sent stays');

create function private.is_public_event(event public.events) returns boolean
language sql stable set search_path = '' as $$
  select event.status in ('published', 'postponed', 'cancelled') and event.deleted_at is null
$$;
comment on function private.is_public_event is 'Whether visitors see an event.';

create function private.event_places(of_event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'types', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', type.id, 'taken', type.taken,
        'capacity', (select type.taken + greatest(room, 0) from private.places_left(type.id) as room where room
          is not null)
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
comment on function private.event_places is
  'capacity is the number of places that the kind has within its own limit and the limit of the event; null without a '
  'limit.';

create function private.event_vehicles(of_event uuid) returns table (make text, model text, year integer, color text)
language sql stable security definer set search_path = '' as $$
  select vehicle.make, vehicle.model, vehicle.year, vehicle.color
  from public.events as event
  join public.event_registrations as registration on registration.event_id = event.id
  join public.registration_vehicles as vehicle on vehicle.registration_id = registration.id
  where event.id = of_event and private.is_public_event(event) and registration.status = 'confirmed'
    and registration.shows_vehicle
  order by vehicle.year, vehicle.make, vehicle.model
  limit 500
$$;

create function private.revalidate_event_states(states text[]) returns void
language sql volatile security definer set search_path = '' as $$
  select private.expire_tags(array_agg(distinct 'events:' || state)) from unnest(states) as state where state
    is not null
$$;
comment on function private.revalidate_event_states is 'Expires the cached pages with events of these states.';

create function private.mail_event_facts(event public.events) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'event', event.title, 'event_pt', event.translations #>> '{pt,title}', 'event_en',
      event.translations #>> '{en,title}',
    'event_es', event.translations #>> '{es,title}', 'town', event.town || '/' || event.state_abbr,
    'place', concat_ws(', ', event.venue, event.address, event.town || ' - ' || event.state_abbr),
    'starts', event.starts_at, 'ends', event.ends_at, 'time_zone', event.time_zone
  ))
$$;
comment on function private.mail_event_facts is
  'Facts of an event for a mail: title in every language, town, place, start, end and time zone.';

create policy "everybody (anon, authenticated) reads the files of events that they read" on storage.objects
  for select to anon, authenticated using (
    bucket_id = 'event-files' and (
      exists (select from public.events where poster_path = objects.name)
      or exists (select from public.events where stand_map_path = objects.name)
      or exists (select from public.event_sponsors where logo_path = objects.name)
      or exists (select from public.event_media where path = objects.name)
    )
  );
create policy "authenticated event managers read all files of events" on storage.objects
  for select to authenticated
  using (bucket_id = 'event-files' and (select private.is_staff()) and (select private.has_permission('events')));
create policy "authenticated editors of an event read the poster of its waiting change" on storage.objects
  for select to authenticated using (bucket_id = 'event-files' and private.reads_proposed_poster(name));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('event-files', 'event-files', false, 10485760, '{image/webp,application/pdf}');

create function public.event_places(of_event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_places(of_event);
comment on function public.event_places is
  'Places of a public event: {types: [{id, capacity, taken}], stands: ids of stands that are taken}; null when '
  'visitors do not see the event. Anyone may call it.';
grant execute on function public.event_places to anon, authenticated, service_role;

create function public.event_vehicles(of_event uuid) returns table (make text, model text, year integer, color text)
language sql stable security invoker set search_path = '' begin atomic
  select shown.make, shown.model, shown.year, shown.color from private.event_vehicles(of_event) as shown;
end;
comment on function public.event_vehicles is
  'Vehicles of confirmed registrations whose owner allows it: make, model, year and colour, no plate and no owner. '
  'Anyone may call it.';
grant execute on function public.event_vehicles to anon, authenticated, service_role;

-- Templates of registration forms and of contracts, their versions, and the answers to their questions.

create table public.form_templates (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  kind text not null check (kind in ('registration', 'contract', 'service', 'panel')),
  registration_kind text check (registration_kind in ('publico', 'expositor', 'mercado_pulga', 'food_truck',
    'expositor_comercial')),
  is_active boolean not null default true,
  search_name text generated always as (private.fold(name || ' ' || key)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.form_templates is 'Contracts and forms the team fills in for others.';
comment on column public.form_templates.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.form_templates enable row level security;
grant select on public.form_templates to anon;
grant select, insert, update, delete on public.form_templates to authenticated;
grant all on public.form_templates to service_role;
create policy "template managers read templates" on public.form_templates
  for select to authenticated using ((select private.has_permission('form_templates')));
create policy "template managers add templates" on public.form_templates
  for insert to authenticated with check ((select private.has_permission('form_templates')));
create policy "template managers update templates" on public.form_templates
  for update to authenticated
  using ((select private.has_permission('form_templates')))
  with check ((select private.has_permission('form_templates')));
create policy "template managers delete templates" on public.form_templates
  for delete to authenticated using ((select private.has_permission('form_templates')));
create trigger form_templates_touch before update on public.form_templates
  for each row execute function private.touch_updated_at();
create trigger form_templates_audit after insert or update or delete on public.form_templates
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('form_templates', 'form_templates');

select
  private.declare_columns('form_templates', 'not_personal', '{*}', 'models of forms'),
  private.declare_columns('form_templates', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.form_template_versions (
  id uuid primary key default gen_random_uuid(),
  template_id uuid not null references public.form_templates (id) on delete cascade,
  version integer not null check (version > 0),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 160),
  body text not null default '',
  body_en text,
  body_es text,
  schema jsonb not null default '[]' check (jsonb_typeof(schema) = 'array'),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  full_title text generated always as (title || ' (' || version || ')') stored,
  search_name text generated always as (private.fold(title)) stored,
  -- Deferred, so that two versions can exchange their numbers.
  unique (template_id, version) deferrable initially deferred
);
comment on table public.form_template_versions is
  'Versions of the texts of a template; the texts of a published version cannot be changed, and it is deleted only '
  'together with its template (23514 otherwise).';
comment on column public.form_template_versions.body is 'Clauses in Markdown with variables such as {{nome}}.';
comment on column public.form_template_versions.schema is
  '[{name, label, label_en, label_es, help, help_en, help_es, kind, required, options, options_en, options_es}]: the '
  'questions. An answer is stored under the name; the answer of a choice is the Portuguese option.';
comment on column public.form_template_versions.full_title is
  'Title with the number of the version, for lists of versions.';
comment on column public.form_template_versions.search_name is
  'Title in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.form_template_versions enable row level security;
grant select on public.form_template_versions to anon;
grant select, insert, update, delete on public.form_template_versions to authenticated;
grant all on public.form_template_versions to service_role;

with known (kind, name, fields) as (
  values
    ('publico', 'Inscrição de público', '[
      {"name": "how_heard", "kind": "text", "label": "Como ficou sabendo do evento", "label_en": "How you heard of the event", "label_es": "Cómo te enteraste del evento"}
    ]'),
    ('expositor', 'Inscrição de expositor', '[
      {"name": "arrival_day", "kind": "date", "label": "Dia da chegada", "label_en": "Day of arrival", "label_es": "Día de llegada"},
      {"name": "needs_trailer", "kind": "boolean", "label": "Preciso de vaga para carreta", "label_en": "I need parking for a trailer", "label_es": "Necesito lugar para el remolque"},
      {"name": "needs_lodging", "kind": "boolean", "label": "Preciso de indicação de hospedagem", "label_en": "I need a recommendation for lodging", "label_es": "Necesito una recomendación de alojamiento"},
      {"name": "image_consent", "kind": "boolean", "label": "Autorizo fotos e vídeos do meu carro no evento", "label_en": "I allow photos and videos of my car at the event", "label_es": "Autorizo fotos y videos de mi auto en el evento"},
      {"name": "rules_consent", "kind": "boolean", "required": true, "label": "Li e aceito o regulamento do evento", "label_en": "I have read and accept the rules of the event", "label_es": "Leí y acepto el reglamento del evento"}
    ]'),
    ('mercado_pulga', 'Inscrição no mercado de pulgas', '[
      {"name": "items", "kind": "longtext", "required": true, "label": "O que vai vender", "label_en": "What you sell", "label_es": "Qué vas a vender"},
      {"name": "space_m", "kind": "number", "required": true, "label": "Espaço necessário, em metros de frente", "label_en": "Space you need, in metres of front", "label_es": "Espacio necesario, en metros de frente"},
      {"name": "days", "kind": "text", "label": "Dias em que vai participar", "label_en": "Days on which you take part", "label_es": "Días en que vas a participar"},
      {"name": "needs_tent", "kind": "boolean", "label": "Preciso de tenda", "label_en": "I need a tent", "label_es": "Necesito una carpa"},
      {"name": "needs_power", "kind": "boolean", "label": "Preciso de energia elétrica", "label_en": "I need electricity", "label_es": "Necesito electricidad"},
      {"name": "parts_origin", "kind": "boolean", "required": true, "label": "Declaro que as peças e os objetos têm origem lícita", "label_en": "I declare that the parts and objects are of lawful origin", "label_es": "Declaro que los repuestos y objetos tienen origen lícito"}
    ]'),
    ('food_truck', 'Inscrição de food truck', '[
      {"name": "menu", "kind": "longtext", "required": true, "label": "Cardápio e preços", "label_en": "Menu and prices", "label_es": "Menú y precios"},
      {"name": "length_m", "kind": "number", "required": true, "label": "Comprimento do veículo ou da tenda, em metros", "label_en": "Length of the vehicle or tent, in metres", "label_es": "Largo del vehículo o de la carpa, en metros"},
      {"name": "width_m", "kind": "number", "required": true, "label": "Largura, em metros", "label_en": "Width, in metres", "label_es": "Ancho, en metros"},
      {"name": "service_side", "kind": "choice", "label": "Lado do atendimento", "label_en": "Side of service", "label_es": "Lado de la atención", "options": ["Direito", "Esquerdo", "Os dois lados", "Traseira"], "options_en": ["Right", "Left", "Both sides", "Rear"], "options_es": ["Derecho", "Izquierdo", "Los dos lados", "Atrás"]},
      {"name": "power_kva", "kind": "number", "label": "Energia necessária, em kVA", "label_en": "Power you need, in kVA", "label_es": "Potencia necesaria, en kVA"},
      {"name": "plug", "kind": "text", "label": "Tipo de tomada", "label_en": "Kind of plug", "label_es": "Tipo de enchufe"},
      {"name": "uses_gas", "kind": "boolean", "label": "Uso gás", "label_en": "I use gas", "label_es": "Utilizo gas"},
      {"name": "needs_water", "kind": "boolean", "label": "Preciso de ponto de água", "label_en": "I need a water connection", "label_es": "Necesito una toma de agua"}
    ]'),
    ('expositor_comercial', 'Inscrição de expositor comercial', '[
      {"name": "brand", "kind": "text", "required": true, "label": "Marca", "label_en": "Brand", "label_es": "Marca comercial"},
      {"name": "product", "kind": "longtext", "required": true, "label": "Produtos ou serviços", "label_en": "Products or services", "label_es": "Productos o servicios"},
      {"name": "stand_size", "kind": "text", "label": "Tamanho do estande ou cota de patrocínio", "label_en": "Size of the stand or sponsorship level", "label_es": "Tamaño del puesto o nivel de patrocinio"},
      {"name": "setup_needs", "kind": "longtext", "label": "O que precisa para a montagem", "label_en": "What you need to set up", "label_es": "Qué necesitas para el montaje"},
      {"name": "staff_badges", "kind": "number", "label": "Quantidade de credenciais da equipe", "label_en": "Number of staff badges", "label_es": "Cantidad de credenciales del personal"},
      {"name": "invoice_data", "kind": "longtext", "label": "Dados para a nota fiscal", "label_en": "Data for the invoice", "label_es": "Datos para la factura"}
    ]')
), stored as (
  insert into public.form_templates (key, name, kind, registration_kind)
  select 'inscricao-' || replace(kind, '_', '-'), name, 'registration', kind from known
  returning id, registration_kind
)
insert into public.form_template_versions (template_id, version, title, schema, published_at)
select stored.id, 1, known.name, known.fields::jsonb, now()
from known join stored on stored.registration_kind = known.kind;

-- A first template, so that contract managers have a text to adapt. Like every template it is edited in the panel.
with template as (
  insert into public.form_templates (key, name, kind) values ('contrato-de-participacao',
    'Contrato de participação em evento', 'contract')
  on conflict (key) do nothing returning id
)
insert into public.form_template_versions (template_id, version, title, body, published_at)
select id, 1, 'Contrato de participação em evento',
  E'O organizador do evento {{evento}} recebe {{nome}}, documento {{documento}}, como participante na categoria {{tipo}}.\n\nO evento acontece em {{local}}, {{cidade_evento}}, em {{data}}.\n\nO participante ocupa o espaço {{espaco}} e paga o valor de {{valor}} pela participação.\n\nO participante segue o regulamento do evento e responde pelos bens que expõe ou vende.\n\nAs partes escolhem o foro da cidade do evento para resolver dúvidas sobre este contrato.', now()
from template;

create policy "template managers add template versions" on public.form_template_versions
  for insert to authenticated with check ((select private.has_permission('form_templates')));
create policy "template managers update template versions" on public.form_template_versions
  for update to authenticated
  using ((select private.has_permission('form_templates')))
  with check ((select private.has_permission('form_templates')));
create policy "template managers delete template versions" on public.form_template_versions
  for delete to authenticated using ((select private.has_permission('form_templates')));

create function private.manages_registrations() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('events')
$$;
comment on function private.manages_registrations is
  'Whether the caller may read and decide registrations of every event.';

create function private.is_registration_form(template uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.form_templates where id = template and kind = 'registration')
$$;
comment on function private.is_registration_form is 'Whether a template is a form of registrations.';

create policy "template managers read versions, event managers those of forms" on public.form_template_versions
  for select to authenticated
  using (
    (select private.has_permission('form_templates'))
    or published_at <= now() and (select private.manages_registrations()) and private.is_registration_form(template_id)
  );

create function private.keep_published_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.published_at is not null and (
    tg_op = 'DELETE' and exists (select from public.form_templates where id = old.template_id)
    or tg_op = 'UPDATE' and (new.title, new.body, new.body_en, new.body_es, new.schema, new.template_id,
      new.published_at)
      is distinct from (old.title, old.body, old.body_en, old.body_es, old.schema, old.template_id, old.published_at)
  ) then
    raise exception 'a published version stays as it is' using errcode = '23514',
      constraint = 'published_version_stays', column = 'published_at';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger form_template_versions_stay before update or delete on public.form_template_versions
  for each row execute function private.keep_published_version();
create trigger form_template_versions_touch before update on public.form_template_versions
  for each row execute function private.touch_updated_at();
create trigger form_template_versions_audit after insert or update or delete on public.form_template_versions
  for each row execute function private.write_audit('id');

create function private.prepare_form_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  questions jsonb := private.form_questions(new.schema);
begin
  new.schema := case when tg_op = 'UPDATE' and private.form_questions(old.schema) = questions then old.schema
    else questions end;
  if new.published_at is not null and (tg_op = 'INSERT' or old.published_at is null) then
    perform private.check_form_questions(new.schema);
    if new.body ~ '^\s*$' and exists (select from public.form_templates where id = new.template_id
      and kind = 'contract') then
      raise exception 'a published contract has a text' using errcode = '23514',
        constraint = 'published_contract_has_a_text', column = 'body';
    end if;
  end if;
  return new;
end $$;
comment on function private.prepare_form_version is
  'Trigger function: names the questions of a version and checks them when it is published.';

-- Runs before form_template_versions_stay, in the order of the names: the comparison there sees the prepared questions.
create trigger form_template_versions_prepare before insert or update on public.form_template_versions
  for each row execute function private.prepare_form_version();

insert into private.audit_log_permissions (entity, permission) values
  ('form_template_versions', 'form_templates');

select private.declare_columns('form_template_versions', 'not_personal', '{*}', 'models of forms');

alter table public.event_registration_types add constraint event_registration_types_form_version_id_fkey
  foreign key (form_version_id) references public.form_template_versions (id) on delete restrict;

create function private.check_form_of_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.form_version_id is not null and not exists (
    select from public.form_template_versions as version join public.form_templates as template
      on template.id = version.template_id
    where version.id = new.form_version_id and version.published_at is not null and template.kind = 'registration'
      and template.registration_kind = new.kind
  ) then
    raise exception 'the form belongs to another kind' using errcode = '23514', constraint = 'form_belongs_to_the_kind',
      column = 'form_version_id';
  end if;
  return new;
end $$;
comment on function private.check_form_of_kind is
  'Trigger function: a kind of registration uses published forms of its own kind only.';

create trigger event_registration_types_form before insert or update of form_version_id, kind
  on public.event_registration_types
  for each row execute function private.check_form_of_kind();

create function private.form_version_of(type public.event_registration_types) returns public.form_template_versions
language sql stable security definer set search_path = '' as $$
  select version.* from public.form_template_versions as version
  where version.published_at <= now() and version.id = coalesce(type.form_version_id, (
    select newest.id from public.form_template_versions as newest join public.form_templates as template
      on template.id = newest.template_id
    where template.kind = 'registration' and template.registration_kind = type.kind and template.is_active
      and newest.published_at <= now()
    order by newest.published_at desc, newest.version desc limit 1
  ))
$$;
comment on function private.form_version_of is
  'The fields that a kind of registration asks for: its own version, or the newest published one of its template.';

create function private.registration_answers(fields jsonb, given jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  field jsonb;
  key text;
  value jsonb;
  kept jsonb := '{}';
begin
  if jsonb_typeof(coalesce(given, '{}')) <> 'object' then
    perform private.refuse_request('answers');
  end if;
  for field in select * from jsonb_array_elements(fields) loop
    key := field ->> 'name';
    value := case field ->> 'kind'
      when 'boolean' then to_jsonb(private.flag_field(given, key))
      when 'number' then case when jsonb_typeof(given -> key) = 'number' and (given ->> key)::numeric
        between 0 and 1000000 then given -> key end
      when 'date' then to_jsonb(private.date_field(given, key))
      when 'choice' then case when jsonb_typeof(given -> key) = 'string' and field -> 'options' @> (given -> key)
        then given -> key end
      else to_jsonb(private.text_field(given, key, case field ->> 'kind' when 'longtext' then 2000 else 200 end))
    end;
    -- Files are sent after the form, like the documents of the kind.
    continue when field ->> 'kind' = 'file';
    if (field ->> 'required')::boolean and (value is null or value in ('null', 'false'))
      or field ->> 'kind' in ('number', 'choice') and value is null
        and coalesce(jsonb_typeof(given -> key), 'null') <> 'null' then
      perform private.refuse_request(key);
    end if;
    if value is not null and value <> 'null' then
      kept := kept || jsonb_build_object(key, value);
    end if;
  end loop;
  return kept;
end $$;
comment on function private.registration_answers is
  'The answers to the fields of a form; raises invalid_request with the name of the field that is wrong or missing.';

create function private.registration_forms(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'type', offer.id, 'version', form.id, 'fields', coalesce(form.schema, '[]'), 'hasWaiting',
      exists (select from public.event_registrations where type_id = offer.id and status = 'waitlisted'),
    'stands', case when offer.chooses_stand then coalesce((
      select jsonb_agg(jsonb_build_object('id', stand.id, 'label', stand.label, 'area', stand.area, 'width',
        stand.width_m, 'depth', stand.depth_m, 'power', stand.power_kva, 'price', stand.price_cents, 'x', stand.x, 'y',
        stand.y) order by stand.label)
      from public.event_stands as stand where stand.event_id = offer.event_id and stand.registration_id is null
        and (stand.kinds = '{}' or offer.kind = any (stand.kinds))
    ), '[]') else '[]' end
  ) order by offer.position, offer.id), '[]')
  from public.event_registration_types as offer join public.events on events.id = offer.event_id
  cross join private.form_version_of(offer) as form
  where offer.event_id = registration_forms.event and private.is_public_event(events)
$$;
comment on function private.registration_forms is 'Fields and free stands of every kind of a public event.';

create function private.registration_questions(type uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('version', form.id, 'fields', coalesce(form.schema, '[]'))
  from public.event_registration_types as offer join public.events on events.id = offer.event_id
  cross join private.form_version_of(offer) as form
  where offer.id = registration_questions.type and private.is_public_event(events)
$$;
comment on function private.registration_questions is
  'Version and questions of the form of one kind of a public event.';

create function private.contract_templates() returns table (id uuid, title text, body text)
language sql stable security definer set search_path = '' as $$
  select distinct on (template.id) version.id, version.title, version.body
  from public.form_templates as template join public.form_template_versions as version
    on version.template_id = template.id
  where private.manages_contracts() and template.kind = 'contract' and template.is_active
    and version.published_at <= now()
  order by template.id, version.version desc
$$;
comment on function private.contract_templates is
  'The newest published version of every active contract template; no rows for other callers.';

create function private.refuse_form(problem text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception 'the questions of a form are incomplete' using errcode = '23514',
    constraint = 'form_questions_are_complete', detail = problem;
end $$;
comment on function private.refuse_form is 'Refuses the questions of a version; the detail says which rule they break.';

create function private.form_questions(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  question jsonb;
  base text;
  name text;
  names text[] := '{}';
  kept jsonb := '[]';
begin
  for question in select * from jsonb_array_elements(given) loop
    if jsonb_typeof(question) <> 'object' then
      perform private.refuse_form('not an object');
    end if;
    -- Empty fields of the panel are left out, so that a stored version stays equal to what the panel sends again.
    select coalesce(jsonb_object_agg(entry.key, entry.value), '{}') into question
    from jsonb_each(question) as entry where entry.value not in ('null', '""', '[]', 'false');
    base := coalesce(question ->> 'name', nullif(btrim(regexp_replace(private.fold(left(question ->> 'label', 50)),
      '[^a-z0-9]+', '_', 'g'), '_'), ''), 'pergunta');
    base := case when base ~ '^[a-z]' then base else 'p_' || base end;
    name := base;
    while not question ? 'name' and name = any (names) loop
      name := base || '_' || cardinality(names) + 1;
    end loop;
    if name = any (names) or name !~ '^[a-z][a-z0-9_]{1,59}$' then
      perform private.refuse_form('name');
    end if;
    names := names || name;
    kept := kept || jsonb_build_array(question || jsonb_build_object('name', name));
  end loop;
  return kept;
end $$;
comment on function private.form_questions is
  'Questions without empty fields, each with a name of its own, made from the label where it is missing.';

create function private.check_form_questions(questions jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  question jsonb;
  choices jsonb;
  translated text;
begin
  if jsonb_array_length(questions) > 60 then
    perform private.refuse_form('too many');
  end if;
  for question in select * from jsonb_array_elements(questions) loop
    choices := coalesce(question -> 'options', '[]');
    if coalesce(jsonb_typeof(question -> 'label'), '') <> 'string'
      or coalesce(question ->> 'kind', '') not in ('text', 'longtext', 'number', 'choice', 'boolean', 'date', 'file')
        then
      perform private.refuse_form('label or kind');
    elsif question ->> 'kind' = 'choice' and (
      jsonb_typeof(choices) <> 'array' or jsonb_array_length(choices) < 2
      or (select count(distinct value) from jsonb_array_elements(choices)) < jsonb_array_length(choices)
    ) then
      perform private.refuse_form('options');
    end if;
    foreach translated in array array['options_en', 'options_es'] loop
      -- A translated option has the place of the Portuguese one.
      if question ? translated and jsonb_array_length(question -> translated) <> jsonb_array_length(choices) then
        perform private.refuse_form(translated);
      end if;
    end loop;
  end loop;
end $$;
comment on function private.check_form_questions is 'Refuses questions that a page could not show or translate.';

create function public.registration_forms(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.registration_forms(event);
comment on function public.registration_forms is
  'Fields and free stands of every kind of registration of a public event.';
grant execute on function public.registration_forms to anon, authenticated, service_role;

create function public.registration_questions(type uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.registration_questions(type);
comment on function public.registration_questions is
  'Version and questions of the form of one kind of a public event; null for any other id.';
grant execute on function public.registration_questions to anon, authenticated, service_role;

create function public.contract_templates() returns table (id uuid, title text, body text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.contract_templates();
end;
comment on function public.contract_templates is
  'The newest published version of every active contract template, for contract managers.';
grant execute on function public.contract_templates to authenticated, service_role;

-- Registrations of an event with their vehicles, status, history and links.

create table public.event_registrations (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  event_id uuid not null references public.events (id) on delete restrict,
  type_id uuid not null references public.event_registration_types (id) on delete restrict,
  user_id uuid references public.profiles (id) on delete set null,
  full_name text not null check (full_name !~ '^\s*$' and char_length(full_name) <= 120),
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  phone text check (phone ~ '^\+?[0-9 ().-]{8,30}$'),
  document text check (char_length(document) <= 20),
  town text check (char_length(town) <= 120),
  state_abbr char(2) references public.states (abbr),
  club text check (char_length(club) <= 160),
  company text check (char_length(company) <= 160),
  companions text[] not null default '{}' check (cardinality(companions) <= 20),
  places integer not null default 1 check (places between 1 and 21),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object' and octet_length(answers::text) <= 20000),
  form_version_id uuid references public.form_template_versions (id) on delete restrict,
  status text not null check (
    status in ('unconfirmed', 'pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed', 'rejected',
      'cancelled', 'expired')
  ),
  status_note text check (char_length(status_note) <= 1000),
  waiting_since timestamptz,
  held_until timestamptz,
  price_cents integer not null default 0 check (price_cents >= 0),
  payment_id uuid,
  stand_id uuid references public.event_stands (id) on delete set null,
  attending text not null default 'unknown' check (attending in ('unknown', 'yes', 'no')),
  shows_vehicle boolean not null default false,
  source text not null default 'form' check (source in ('form', 'walk_in', 'panel')),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  request_id uuid unique,
  consented_at timestamptz not null default now(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  badge_version integer not null default 1 check (badge_version > 0),
  search_name text generated always as (private.fold(full_name || ' ' || coalesce(company, '') || ' ' || coalesce(club,
    ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  attendance_asked_at timestamptz,
  messages_refused_at timestamptz,
  link_id uuid,
  email_confirmed_at timestamptz default now(),
  confirm_mails smallint not null default 0 check (confirm_mails between 0 and 100),
  request_digest text check (request_digest ~ '^[0-9a-f]{64}$'),
  difference_cents integer not null default 0 check (difference_cents >= 0),
  constraint waiting_registration_has_a_time check (status <> 'waitlisted' or waiting_since is not null),
  constraint held_registration_has_an_end check (status not in ('unconfirmed', 'offered', 'awaiting_payment')
    or held_until is not null)
);
comment on table public.event_registrations is
  'Registrations for events. A person with the code and the e-mail or phone sees the status; the badge needs a secret '
  'link.';
comment on column public.event_registrations.code is
  'Code of the status page, without letters that look like digits. Not the code at the gate.';
comment on column public.event_registrations.places is
  'Places of the kind that the registration takes: the person and the companions.';
comment on column public.event_registrations.status is
  'unconfirmed: form of an address that is not confirmed; takes no place, the mailed button works until held_until. '
  'pending: waits for approval. waitlisted: no place. offered: a place of the waiting list until held_until. '
  'awaiting_payment: place held until held_until. expired: the hold ended.';
comment on column public.event_registrations.waiting_since is 'Order of the waiting list.';
comment on column public.event_registrations.shows_vehicle is
  'Consent to show the car, without plate and owner, among the confirmed cars.';
comment on column public.event_registrations.request_id is 'Idempotency key of the form.';
comment on column public.event_registrations.badge_version is
  'Number of the badge; a replaced badge has a higher one and the earlier code is refused at the gate.';
comment on column public.event_registrations.attendance_asked_at is
  'When the person was last asked whether they will come.';
comment on column public.event_registrations.messages_refused_at is
  'When the person ended the messages of the organiser; mails about the registration itself and changes of the event '
  'still arrive.';
comment on column public.event_registrations.link_id is
  'The short link through which the person came to the event, when there was one.';
comment on column public.event_registrations.email_confirmed_at is
  'When the address was confirmed: by the mailed button, or by the account that has this address. The default counts '
  'registrations of the team, at the gate and from before this column as confirmed.';
comment on column public.event_registrations.confirm_mails is
  'Number of mails with the button that confirms; the last one was sent 30 minutes before held_until.';
comment on column public.event_registrations.request_digest is
  'SHA-256 of the form as it was sent: a repeated request_id with other data differs.';
comment on column public.event_registrations.difference_cents is
  'What is still to be paid of price_cents after the registration was paid, because the team added people or a stand.';
create index event_registrations_event_id_idx on public.event_registrations (event_id, status, created_at);
create index event_registrations_type_id_idx on public.event_registrations (type_id, waiting_since)
  where status = 'waitlisted';
create index event_registrations_type_idx on public.event_registrations (type_id);
create index event_registrations_user_id_idx on public.event_registrations (user_id);
create index event_registrations_email_idx on public.event_registrations (lower(email));
create index event_registrations_held_until_idx on public.event_registrations (held_until) where status
  in ('offered', 'awaiting_payment');
create index event_registrations_payment_id_idx on public.event_registrations (payment_id);
create index event_registrations_stand_id_idx on public.event_registrations (stand_id);
create index event_registrations_state_abbr_idx on public.event_registrations (state_abbr);
create index event_registrations_form_version_id_idx on public.event_registrations (form_version_id);
create index event_registrations_newest_idx on public.event_registrations (event_id, created_at desc, id desc);
create index event_registrations_type_newest_idx on public.event_registrations (type_id, created_at desc, id desc);
create index event_registrations_search_name_idx on public.event_registrations
  using gin (search_name extensions.gin_trgm_ops);
create index event_registrations_unanswered_idx on public.event_registrations (event_id, created_at, id)
  where status = 'confirmed' and attending = 'unknown';
create index event_registrations_link_id_idx on public.event_registrations (link_id);
create index event_registrations_unconfirmed_idx on public.event_registrations (held_until)
  where status = 'unconfirmed';
alter table public.event_registrations enable row level security;
grant select on public.event_registrations to authenticated;
grant all on public.event_registrations to service_role;
create policy "accounts read their own registrations, event managers all" on public.event_registrations
  for select to authenticated
  using (user_id = (select private.account_id()) or (select private.manages_registrations()));

create function private.note_registration_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    insert into public.registration_events (registration_id, from_status, to_status, actor_id, note)
    values (new.id, case when tg_op = 'UPDATE' then old.status end, new.status, (select private.account_id()),
      left(new.status_note, 500));
  end if;
  return null;
end $$;
comment on function private.note_registration_status is 'Trigger function: writes the history of a registration.';

create trigger event_registrations_history after insert or update of status on public.event_registrations
  for each row execute function private.note_registration_status();
create trigger event_registrations_touch before update on public.event_registrations
  for each row execute function private.touch_updated_at();
create trigger event_registrations_audit after update or delete on public.event_registrations
  for each row when (old.status <> 'unconfirmed')
  execute function private.write_audit('id',
    'code,event_id,type_id,status,status_note,stand_id,attending,badge_version');
create trigger a_typed_lines before insert or update of full_name, company, club, town on public.event_registrations
  for each row execute function private.write_typed_lines('full_name', 'company', 'club', 'town');

insert into private.audit_log_permissions (entity, permission) values
  ('event_registrations', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, place) values
  ('event_registrations', 'user_id', 'account', 'own', 'Inscrições em eventos', 'unlink', null, 54),
  ('event_registrations', 'email', 'address', 'own', 'Inscrições em eventos com este e-mail', 'keep',
    'The organiser needs the list until the event is over; deleted by the retention rule.', 55);

select
  private.declare_columns('event_registrations', 'exported',
    '{id,code,event_id,type_id,user_id,full_name,email,phone,document,town,state_abbr,club,company,companions,
      places,answers,status,status_note,waiting_since,held_until,price_cents,payment_id,stand_id,attending,
      shows_vehicle,source,locale,consented_at,confirmed_at,cancelled_at,created_at,updated_at,attendance_asked_at,
      messages_refused_at,link_id,email_confirmed_at,difference_cents}'),
  private.declare_columns('event_registrations', 'not_personal',
    '{form_version_id,request_id,badge_version,search_name}', 'technical key or made from other columns'),
  private.declare_columns('event_registrations', 'not_personal',
    '{confirm_mails,request_digest}', 'technical key or counter');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('event_registrations', 'public.event_registrations',
    '(select ends_at from public.events where events.id = event_id)', '2 years', 225);

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_registrations', 'held_until', 'stays', 'time to pay counts from the registration'),
  ('event_registrations', 'waiting_since', 'stays', 'place in the waiting list');

create table public.registration_vehicles (
  id uuid primary key default gen_random_uuid(),
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  position integer not null check (position between 1 and 20),
  make text not null check (make !~ '^\s*$' and char_length(make) <= 60),
  model text not null check (model !~ '^\s*$' and char_length(model) <= 80),
  year integer not null check (year between 1880 and 2100),
  color text check (char_length(color) <= 40),
  plate text check (char_length(plate) <= 10),
  has_collector_plate boolean not null default false,
  story text check (char_length(story) <= 600),
  class_name text check (char_length(class_name) <= 80),
  unique (registration_id, position)
);
comment on table public.registration_vehicles is
  'Vehicles of a registration. The plate is read by the person and the team only.';
comment on column public.registration_vehicles.story is 'Text of the card on the dashboard.';
alter table public.registration_vehicles enable row level security;
grant select on public.registration_vehicles to authenticated;
grant all on public.registration_vehicles to service_role;
create policy "accounts read vehicles of their own registrations, event managers all" on public.registration_vehicles
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.id = registration_id));

select private.declare_columns('registration_vehicles', 'exported',
  '{id,registration_id,position,make,model,year,color,plate,has_collector_plate,story,class_name}');

create table public.registration_events (
  id bigint generated always as identity primary key,
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  from_status text,
  to_status text not null,
  actor_id uuid references public.profiles (id) on delete set null,
  note text check (char_length(note) <= 500),
  created_at timestamptz not null default now()
);
comment on table public.registration_events is
  'Append-only history of the status of registrations. Written by a trigger.';
create index registration_events_registration_id_idx on public.registration_events (registration_id, created_at);
create index registration_events_actor_id_idx on public.registration_events (actor_id);
alter table public.registration_events enable row level security;
grant select on public.registration_events to authenticated;
grant all on public.registration_events to service_role;
create policy "accounts read the history of their own registrations, event managers all" on public.registration_events
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.id = registration_id));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('registration_events', 'actor_id', 'account', 'work', 'Trabalho na equipe', 'unlink', 56);

select
  private.declare_columns('registration_events', 'exported',
    '{id,registration_id,from_status,to_status,note,created_at}'),
  private.declare_columns('registration_events', 'withheld', '{actor_id}', 'another person: who decided');

create table public.registration_links (
  id uuid primary key default gen_random_uuid(),
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  kind text not null check (kind in ('registration', 'badge', 'manage', 'attendance')),
  version integer not null check (version between 1 and 100000),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > issued_at),
  revoked_at timestamptz,
  unique (registration_id, kind, version)
);
comment on table public.registration_links is
  'Secret links of a registration. The token itself is stored nowhere. registration: status, payment and documents; '
  'badge: the badge; manage: mailed to the contact, also transfers and cancels; attendance: says only whether the '
  'person comes.';
comment on column public.registration_links.version is
  'The token is an HMAC of kind, registration and version; a new version makes a new link.';
comment on column public.registration_links.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
alter table public.registration_links enable row level security;
grant all on public.registration_links to service_role;

select private.declare_columns('registration_links', 'not_personal', '{*}', 'hashes of secret links');

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.registration_links', 'token_hash', 'null');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('registration_links', 'expires_at', 'stays', 'counts from the sending');

alter table public.event_stands add constraint event_stands_registration_id_fkey
  foreign key (registration_id) references public.event_registrations (id) on delete set null;

create function private.new_registration_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(random.bytes, place) % 32, 1), '')
  -- Bytes 6 and 8 of a UUID hold its version.
  from (select uuid_send(gen_random_uuid()) as bytes) as random, unnest(array[0, 1, 2, 3, 4, 5, 9, 10]) as place
$$;
comment on function private.new_registration_code is 'Eight characters without I, O, 0 and 1.';

create function private.live_registration_link(token text, variadic kinds text[]) returns public.registration_links
language sql stable security definer set search_path = '' as $$
  select * from public.registration_links
  where token_hash = private.token_hash(token) and kind = any (kinds) and revoked_at is null and expires_at > now()
$$;
comment on function private.live_registration_link is
  'The link of one of these kinds that a token opens; null for a token that is wrong, expired or revoked.';

create function private.mail_registration(registration public.event_registrations, template text, link_kind text
  default 'registration', facts jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
  -- Questions of the organiser to everybody have the link that ends them.
  is_mass boolean := template = 'registration_attendance';
begin
  if is_mass and not private.is_reachable(registration, 'mail') then
    return;
  end if;
  select * into event from public.events where id = registration.event_id;
  perform private.enqueue_mail(registration.email, template, private.mail_event_facts(event) || jsonb_build_object(
    'name', registration.full_name, 'code', registration.code,
    'date', event.starts_at, 'until', coalesce(to_jsonb(registration.held_until), '""'),
    'note', coalesce(registration.status_note, ''), 'amount', registration.price_cents / 100.0,
    'link_kind', link_kind, 'link_subject', registration.id
  ) || case when is_mass then jsonb_build_object('ends_registration', registration.id) else '{}' end || facts,
    registration.locale);
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not roll back the change that the mail is about.
  null;
end $$;
comment on function private.mail_registration is
  'Enqueues a mail about a registration; its button opens the registration, its badge or the page that manages it.';

create function private.mail_registration_status(registration public.event_registrations) returns void
language sql volatile security definer set search_path = '' as $$
  select private.mail_registration(registration, case registration.status
    when 'unconfirmed' then 'registration_confirm'
    when 'pending' then case when private.missing_files(registration) = '{}' then 'registration_received'
      else 'registration_documents' end
    when 'waitlisted' then 'registration_waiting' when 'offered' then 'registration_offered'
    when 'awaiting_payment' then 'registration_to_pay' when 'confirmed' then 'registration_confirmed' when 'rejected'
      then 'registration_rejected'
    when 'cancelled' then 'registration_cancelled' else 'registration_expired'
  end, case registration.status when 'confirmed' then 'badge' when 'unconfirmed' then 'manage' else 'registration' end)
$$;
comment on function private.mail_registration_status is 'The mail of a registration that has just got its status.';

create function private.issue_registration_link(registration uuid, kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registrations;
begin
  select * into found from public.event_registrations where id = registration;
  if found.id is null or kind not in ('registration', 'badge', 'manage') then
    raise exception 'registration_missing';
  elsif found.status = 'unconfirmed' then
    perform private.resend_confirmation(found.id);
  else
    perform private.mail_registration(found, case kind when 'manage' then 'registration_manage_link'
      else 'registration_link' end, kind);
  end if;
end $$;
comment on function private.issue_registration_link is
  'Mails a secret link to the registered contact. The worker derives the token when it sends the mail.';

create function private.lock_registration(registration uuid) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registrations;
begin
  perform private.lock_kinds((select type_id from public.event_registrations where id = registration));
  select * into found from public.event_registrations where id = registration for update;
  return found;
end $$;
comment on function private.lock_registration is
  'Locks the kinds of the event, then the registration, and returns the registration.';

create function private.set_registration_status(registration uuid, new_status text, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  changed public.event_registrations;
begin
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status = new_status then
    return new_status;
  elsif private.holds_place(new_status) and not private.holds_place(known.status) and
    not private.hold_places(known.type_id, known.places) then
    raise exception 'no_places';
  elsif private.holds_place(known.status) and not private.holds_place(new_status) then
    perform private.release_places(known.type_id, known.places);
  end if;
  if new_status in ('rejected', 'cancelled', 'expired', 'waitlisted') then
    update public.event_stands set registration_id = null where registration_id = known.id;
  end if;
  update public.event_registrations set
    status = new_status, status_note = note,
    held_until = case when new_status = 'awaiting_payment' and known.status = 'offered' then known.held_until
      else private.hold_end(new_status, known.status, known.type_id) end,
    waiting_since = case when new_status = 'waitlisted' then coalesce(known.waiting_since, now())
      else known.waiting_since end,
    confirmed_at = case when new_status = 'confirmed' then now() else known.confirmed_at end,
    cancelled_at = case when new_status = 'cancelled' then now() end
  where id = known.id returning * into changed;
  if new_status in ('rejected', 'cancelled', 'expired') then
    perform private.expire_registration_pages(known.id);
    update public.payments set needs_refund = true
    where subject_type = 'registration' and subject_id = known.id and status = 'paid' and not needs_refund;
  end if;
  -- A cancelled event mails each person once, whichever number of registrations the person has.
  if not (new_status = 'awaiting_payment' and known.status = 'offered')
    and not (new_status = 'cancelled' and exists (select from public.events where id = known.event_id
      and status = 'cancelled'))
  then
    perform private.mail_registration_status(changed);
  end if;
  return new_status;
end $$;
comment on function private.set_registration_status is
  'The only writer of the status after the form: takes or returns the places, ends card pages, marks money for a '
  'refund and mails the person. Raises no_places. Does not promote: callers that free places call promote_waiting.';

create function private.expire_registration_pages(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  page record;
begin
  for page in
    update public.payments set status = 'expired'
    where subject_type = 'registration' and subject_id = registration and method = 'card' and status = 'pending'
    returning provider_ref
  loop
    if page.provider_ref is not null then
      perform private.enqueue_job('expire-card-page', jsonb_build_object('session', page.provider_ref));
    end if;
  end loop;
end $$;
comment on function private.expire_registration_pages is
  'Ends the open card pages of a registration here and, by a job, at the provider.';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('event-contracts', 'event-contracts', false, 524288, '{image/png}');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('registration-documents', 'registration-documents', false, 10485760, '{image/webp,application/pdf}');

-- Files that a kind of registration asks for.

create table public.registration_documents (
  id uuid primary key default gen_random_uuid(),
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z][a-z0-9_]{1,59}$'),
  path text not null unique check (char_length(path) <= 300),
  expires_on date,
  status text not null default 'sent' check (status in ('sent', 'ok', 'refused')),
  reason text check (char_length(reason) <= 500),
  created_at timestamptz not null default now()
);
comment on table public.registration_documents is
  'Documents of a registration; path is the name of the file in the private bucket registration-documents.';
create index registration_documents_registration_id_idx on public.registration_documents (registration_id);
alter table public.registration_documents enable row level security;
grant select on public.registration_documents to authenticated;
grant all on public.registration_documents to service_role;
create policy "accounts read documents of their own registrations, event managers all" on public.registration_documents
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.id = registration_id));

create function private.queue_registration_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('registration-documents', array[old.path]);
  return null;
end $$;
comment on function private.queue_registration_document is 'Trigger function: deletes the file of a deleted document.';

create trigger registration_documents_files after delete on public.registration_documents
  for each row execute function private.queue_registration_document();

select private.declare_columns('registration_documents', 'exported',
  '{id,registration_id,kind,path,expires_on,status,reason,created_at}');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('rejected_registration_documents', 'public.registration_documents',
    '(select updated_at from public.event_registrations as registration where registration.id = registration_id)',
    '90 days', 'exists (select from public.event_registrations as registration where registration.id = registration_id and registration.status = ''rejected'')', 220);

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('registration_documents', 'expires_on', 'stays', 'a date on the document');

insert into private.file_columns (bucket, relation, names) values
  ('registration-documents', 'public.registration_documents', 'array[path]');

create function private.check_document(document uuid, decision text, reason text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.registration_documents;
  known public.event_registrations;
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  perform private.require_registration_manager();
  if decision not in ('ok', 'refused') then
    perform private.refuse_request('decision');
  elsif decision = 'refused' and note is null then
    raise exception 'reason_missing';
  end if;
  select * into found from public.registration_documents where id = document for update;
  select * into known from public.event_registrations where id = found.registration_id;
  if known.id is null then
    raise exception 'registration_missing';
  end if;
  update public.registration_documents set status = decision, reason = case when decision = 'refused'
    then left(note, 500) end where id = found.id;
  perform private.note_registration(known, 'document_' || decision || ':' || found.kind);
  if decision = 'refused' and found.status <> 'refused' then
    perform private.mail_registration(known, 'registration_document_refused', 'registration',
      jsonb_build_object('note', note));
  end if;
  return decision;
end $$;
comment on function private.check_document is
  'Accepts a document, or refuses it with a reason that is mailed to the person.';

create function private.required_files(kind public.event_registration_types, questions jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select unnest(kind.required_documents)
    union
    select question ->> 'name' from jsonb_array_elements(coalesce(questions, '[]')) as question
    where question ->> 'kind' = 'file' and (question ->> 'required')::boolean
  )
$$;
comment on function private.required_files is
  'Documents that a kind requires, and questions of its form that need a file.';

create function private.missing_files(registration public.event_registrations) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select needed from unnest(private.required_files(type, form.schema)) as needed
    where not exists (
      select from public.registration_documents as document
      where document.registration_id = registration.id and document.kind = needed and document.status <> 'refused'
    )
    order by needed
  )
  from public.event_registration_types as type
  left join public.form_template_versions as form on form.id = registration.form_version_id
  where type.id = registration.type_id
$$;
comment on function private.missing_files is 'Required documents that were not sent, or were refused.';

create function private.admit_with_documents(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  kind public.event_registration_types;
begin
  select * into kind from public.event_registration_types where id = known.type_id;
  if known.status <> 'pending' or kind.requires_approval or private.missing_files(known) <> '{}'
    or private.kind_end(kind.id) <= now()
    or not exists (select from public.events where id = known.event_id and status = 'published') then
    return;
  -- Free places belong to the people who wait.
  elsif exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted') then
    perform private.set_registration_status(known.id, 'waitlisted');
  else
    perform private.approve_registration(known.id);
  end if;
end $$;
comment on function private.admit_with_documents is
  'Confirms a registration, asks for its payment or puts it on the waiting list when it waited for documents only and '
  'the last one arrived.';

create function private.asked_files(kind public.event_registration_types, questions jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select unnest(private.required_files(kind, questions))
    union
    select question ->> 'name' from jsonb_array_elements(coalesce(questions, '[]')) as question
      where question ->> 'kind' = 'file'
  )
$$;
comment on function private.asked_files is
  'Documents that a kind requires, and questions of its form that take a file.';

create function private.registration_bytes_limit() returns bigint
language sql immutable set search_path = '' as $$ select 40 * 1024 * 1024::bigint $$;
comment on function private.registration_bytes_limit is 'Most bytes of all documents of one registration together.';

create function private.stored_bytes(bucket text, folder text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum((objects.metadata ->> 'size')::bigint), 0)
  from storage.objects where bucket_id = stored_bytes.bucket and starts_with(name, stored_bytes.folder || '/')
$$;
comment on function private.stored_bytes is 'Bytes of all files in a folder of a bucket.';

create function private.add_registration_document(token text, kind text, path text, expires date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  asked text[];
  replaced text[];
begin
  if known.id is null or known.status in ('rejected', 'cancelled', 'expired')
    or path !~ ('^' || known.id || '/[0-9a-f-]{36}\.(webp|pdf)$') then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select private.asked_files(type, form.schema) into asked
  from public.event_registration_types as type
  left join public.form_template_versions as form on form.id = known.form_version_id
  where type.id = known.type_id;
  if kind <> all (asked) then
    return jsonb_build_object('outcome', 'not_asked');
  end if;
  -- A new file replaces one that was not approved.
  select coalesce(array_agg(earlier.path), '{}') into replaced from public.registration_documents as earlier
  where earlier.registration_id = known.id and earlier.kind = add_registration_document.kind and earlier.status <> 'ok';
  if private.stored_bytes('registration-documents', known.id::text) - (
    select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects
      where bucket_id = 'registration-documents' and name = any (replaced)
  ) > private.registration_bytes_limit()
    or (select count(*) from public.registration_documents where registration_id = known.id) >= 20 then
    return jsonb_build_object('outcome', 'too_much');
  end if;
  delete from public.registration_documents as earlier where registration_id = known.id
    and earlier.path = any (replaced);
  insert into public.registration_documents (registration_id, kind, path, expires_on)
    values (known.id, kind, path, expires);
  perform private.admit_with_documents(known.id);
  return jsonb_build_object('outcome', 'added', 'replaced', to_jsonb(replaced));
end $$;
comment on function private.add_registration_document is
  'A document of the holder of a link; the file is stored before, so that its bytes count. outcome: added with the '
  'names of replaced files, closed, not_asked, or too_much when the registration has too many files or bytes.';

create function public.check_document(document uuid, decision text, reason text default null) returns text
language sql volatile security invoker set search_path = ''
return private.check_document(document, decision, reason);
comment on function public.check_document is
  'Event managers check a document of a registration: ok, or refused with a reason.';
grant execute on function public.check_document to authenticated, service_role;

create function public.add_registration_document(token text, kind text, path text, expires date default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_registration_document(token, kind, path, expires);
comment on function public.add_registration_document is
  'For the server only: registers a stored document that the registration asks for. outcome: added, closed, not_asked '
  'or too_much.';
grant execute on function public.add_registration_document to service_role;

-- Forms that are not yet sent.

create table public.registration_drafts (
  id uuid primary key,
  request_id uuid not null unique,
  type_id uuid not null references public.event_registration_types (id) on delete cascade,
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  draft jsonb not null check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 40000),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
comment on table public.registration_drafts is
  'What a person typed into the form of a registration, without files, for 14 days. One draft per form and link; it '
  'is deleted when the form is sent.';
comment on column public.registration_drafts.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.registration_drafts.request_id is 'Idempotency key of the form.';
comment on column public.registration_drafts.draft is
  '{values, companions, vehicles}: texts by field name and the number of people and vehicles.';
comment on column public.registration_drafts.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index registration_drafts_type_id_idx on public.registration_drafts (type_id);
create index registration_drafts_email_idx on public.registration_drafts (lower(email));
create index registration_drafts_created_at_idx on public.registration_drafts (created_at);
alter table public.registration_drafts enable row level security;
grant all on public.registration_drafts to service_role;

create trigger registration_drafts_server_columns before insert or update on public.registration_drafts
  for each row execute function private.guard_server_columns('', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('registration_drafts', 'email', 'address', 'own', 'Rascunhos de inscrições', 'delete', 77);

select
  private.declare_columns('registration_drafts', 'exported', '{id,type_id,email,draft,locale,created_at}'),
  private.declare_columns('registration_drafts', 'not_personal', '{request_id}', 'technical key'),
  private.declare_columns('registration_drafts', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('registration_drafts', 'public.registration_drafts', 'created_at', '14 days', 227);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.registration_drafts', 'token_hash', 'null');

create function private.drop_registration_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.registration_drafts where request_id = new.request_id;
  return null;
end $$;
comment on function private.drop_registration_draft is 'Trigger function: a form that was sent needs no draft.';

create trigger event_registrations_draft after insert on public.event_registrations
  for each row execute function private.drop_registration_draft();

create function private.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
  address text;
  request uuid;
begin
  perform private.check_payload(payload);
  request := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  select * into kind from public.event_registration_types where id = private.uuid_field(payload, 'type', true);
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or exists (select from public.event_registrations
    where request_id = request) then
    return false;
  end if;
  -- A new row has a new link, so the link that was sent before shows nothing any more.
  delete from public.registration_drafts as earlier where earlier.request_id = request;
  insert into public.registration_drafts (id, request_id, type_id, email, draft, locale, token_hash) values (
    draft_id, request, kind.id, address, coalesce(payload -> 'draft', '{}'),
    coalesce(private.choice_field(payload, 'locale', '{pt-BR,en-US,es-419}', false), 'pt-BR'),
      store_registration_draft.token_hash
  );
  perform private.enqueue_mail(address, 'registration_draft', private.mail_event_facts(event) || jsonb_build_object(
    'draft', draft_id,
    'path', '/inscricao-' || replace(kind.kind, '_', '-') || '?evento=' || event.slug || '&tipo=' || kind.id
  ), payload ->> 'locale');
  return true;
end $$;
comment on function private.store_registration_draft is
  'Stores the draft of a form instead of its earlier one and mails the link; false when the event takes none or the '
  'form was sent.';

create function private.read_registration_draft(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select known.draft || jsonb_build_object('type', known.type_id) from public.registration_drafts as known
  where known.token_hash = private.token_hash(token) and known.created_at > now() - interval '14 days'
$$;
comment on function private.read_registration_draft is
  'The draft behind a link; null for a token that does not exist or has ended.';

create function public.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns boolean
language sql volatile security invoker set search_path = ''
return private.store_registration_draft(payload, draft_id, token_hash);
comment on function public.store_registration_draft is
  'For the server only, which limits the mails: stores {request_id, type, email, draft, locale} and mails the link '
  'that continues the form.';
grant execute on function public.store_registration_draft to service_role;

create function public.read_registration_draft(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration_draft(token);
comment on function public.read_registration_draft is
  'The draft behind a mailed link; null for a token that does not exist or has ended.';
grant execute on function public.read_registration_draft to anon, authenticated, service_role;

-- Contracts between the organiser and a registered person.

create table public.registration_contracts (
  id uuid primary key default gen_random_uuid(),
  registration_id uuid references public.event_registrations (id) on delete set null,
  template_version_id uuid references public.form_template_versions (id) on delete restrict,
  status text not null default 'draft' check (status in ('draft', 'sent', 'signed', 'cancelled')),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 160),
  clauses text[] not null check (cardinality(clauses) between 1 and 100
    and octet_length(array_to_string(clauses, '')) <= 60000),
  event_title text not null,
  signer_name text not null,
  signer_email text not null,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  sent_at timestamptz,
  link_expires_at timestamptz,
  signed_name text check (char_length(signed_name) between 3 and 120),
  signature_path text unique check (signature_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.png$'),
  signature_sha256 text check (signature_sha256 ~ '^[0-9a-f]{64}$'),
  signed_with text check (char_length(signed_with) <= 300),
  signer_address_hash text check (signer_address_hash ~ '^[0-9a-f]{0,64}$'),
  signed_at timestamptz,
  contract_sha256 text check (contract_sha256 ~ '^[0-9a-f]{64}$'),
  cancel_reason text check (char_length(cancel_reason) <= 500),
  cancelled_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sent_contract_has_a_link_end check (status <> 'sent' or link_expires_at is not null),
  constraint signed_contract_is_complete check (signed_at is null or (signed_name is not null and contract_sha256
    is not null))
);
comment on table public.registration_contracts is
  'Contracts of registrations with the text as it was sent. Functions write every row.';
comment on column public.registration_contracts.clauses is 'Plain texts in order; edited before sending.';
comment on column public.registration_contracts.token_hash is
  'SHA-256 of the token of the signing link; null in a restored database, where no earlier link works.';
comment on column public.registration_contracts.signature_path is
  'Path in the private bucket event-contracts; null when the typed name is the signature.';
comment on column public.registration_contracts.signer_address_hash is
  'Keyed hash of the network address that the signature came from.';
comment on column public.registration_contracts.contract_sha256 is 'Hash of private.registration_contract_text.';
create unique index registration_contracts_registration_id_idx on public.registration_contracts (registration_id)
  where status <> 'cancelled';
create index registration_contracts_registration_idx on public.registration_contracts (registration_id,
  created_at desc);
create index registration_contracts_template_version_id_idx on public.registration_contracts (template_version_id);
create index registration_contracts_created_by_idx on public.registration_contracts (created_by);
create index registration_contracts_sha256_idx on public.registration_contracts (contract_sha256);
alter table public.registration_contracts enable row level security;
grant select (
  id, registration_id, template_version_id, status, title, clauses, event_title, signer_name, signer_email, sent_at,
  link_expires_at, signed_name, signature_path, signature_sha256, signed_with, signed_at, contract_sha256,
  cancel_reason, cancelled_at, created_by, created_at, updated_at
) on public.registration_contracts to authenticated;
grant all on public.registration_contracts to service_role;

create function private.manages_contracts() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('event_contracts')
$$;
comment on function private.manages_contracts is 'Whether the caller may read and send contracts of registrations.';

create policy "contract managers read contracts of registrations" on public.registration_contracts
  for select to authenticated using ((select private.manages_contracts()));
create trigger registration_contracts_touch before update on public.registration_contracts
  for each row execute function private.touch_updated_at();
create trigger registration_contracts_audit after insert or update or delete on public.registration_contracts
  for each row execute function private.write_audit('id',
    'registration_id,template_version_id,status,title,sent_at,signed_at,contract_sha256,cancel_reason,cancelled_at');

create function private.queue_contract_signature() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('event-contracts', array[old.signature_path]);
  return null;
end $$;
comment on function private.queue_contract_signature is
  'Trigger function: deletes the signature of a deleted contract.';

create trigger registration_contracts_files after delete on public.registration_contracts
  for each row execute function private.queue_contract_signature();

insert into private.audit_log_permissions (entity, permission) values
  ('registration_contracts', 'event_contracts');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, place) values
  ('registration_contracts', 'signer_email', 'address', 'own', 'Contratos de eventos', 'keep',
    'A signed contract is kept as long as claims can arise from it; deleted by the retention rule.', 65),
  ('registration_contracts', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 66);

select
  private.declare_columns('registration_contracts', 'exported',
    '{id,registration_id,status,title,clauses,event_title,signer_name,signer_email,sent_at,link_expires_at,
      signed_name,signature_path,signed_with,signed_at,contract_sha256,cancel_reason,cancelled_at,created_at,
      updated_at}'),
  private.declare_columns('registration_contracts', 'not_personal',
    '{template_version_id,signature_sha256,signer_address_hash}', 'technical key or hash'),
  private.declare_columns('registration_contracts', 'withheld', '{token_hash}', 'secret of a link'),
  private.declare_columns('registration_contracts', 'withheld',
    '{created_by}', 'another person: who wrote the contract');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('registration_contracts', 'public.registration_contracts', 'coalesce(signed_at, updated_at)', '5 years', 250);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.registration_contracts', 'token_hash', 'null');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('registration_contracts', 'link_expires_at', 'stays', 'counts from the sending');

insert into private.file_columns (bucket, relation, names) values
  ('event-contracts', 'public.registration_contracts', 'array[signature_path]');

create function private.delete_unsigned_contracts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.registration_contracts where registration_id = old.id and signed_at is null;
  return old;
end $$;
comment on function private.delete_unsigned_contracts is
  'Trigger function: a contract that nobody signed goes with its registration; a signed one stays for its own term.';

create trigger event_registrations_unsigned_contracts before delete on public.event_registrations
  for each row execute function private.delete_unsigned_contracts();

create function private.require_contract_manager() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.manages_contracts() then
    raise exception 'only contract managers' using errcode = '42501';
  end if;
end $$;
comment on function private.require_contract_manager is 'Refuses callers who may not write contracts of registrations.';

create function private.save_registration_contract(registration uuid, template uuid, title text, clauses text[])
  returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations;
  saved public.registration_contracts;
begin
  perform private.require_contract_manager();
  select * into known from public.event_registrations where id = registration for update;
  if known.id is null then
    raise exception 'registration_missing';
  end if;
  select * into saved from public.registration_contracts as contract
  where contract.registration_id = known.id and contract.status <> 'cancelled' for update;
  if saved.status = 'signed' then
    raise exception 'contract_closed';
  elsif saved.id is not null then
    -- The link of an earlier text stops working.
    update public.registration_contracts as contract set
      title = save_registration_contract.title, clauses = save_registration_contract.clauses,
        template_version_id = template,
      signer_name = known.full_name, signer_email = known.email, status = 'draft', token_hash = null, sent_at = null,
        link_expires_at = null
    where contract.id = saved.id;
    return saved.id;
  end if;
  insert into public.registration_contracts (registration_id, template_version_id, title, clauses, event_title,
    signer_name, signer_email, created_by)
  select known.id, template, save_registration_contract.title, save_registration_contract.clauses, events.title,
    known.full_name, known.email, (select private.account_id())
  from public.events where events.id = known.event_id
  returning * into saved;
  return saved.id;
end $$;
comment on function private.save_registration_contract is
  'Writes the draft of a registration. A contract that was sent becomes a draft again; a signed one raises '
  'contract_closed.';

create function private.send_registration_contract(contract uuid, token_hash text) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  until timestamptz;
begin
  perform private.require_contract_manager();
  if token_hash is null then
    perform private.refuse_request('token_hash');
  end if;
  update public.registration_contracts as known set
    status = 'sent', sent_at = now(), link_expires_at = now() + interval '30 days',
      token_hash = send_registration_contract.token_hash
  where known.id = contract and known.status in ('draft', 'sent') and known.registration_id is not null
  returning known.link_expires_at into until;
  if until is null then
    raise exception 'contract_closed';
  end if;
  return until;
end $$;
comment on function private.send_registration_contract is
  'Stores the hash of a new signing link, which replaces the earlier one; answers when it ends.';

create function private.cancel_registration_contract(contract uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_contract_manager();
  if btrim(coalesce(reason, '')) = '' then
    raise exception 'reason_missing';
  end if;
  update public.registration_contracts set status = 'cancelled', cancelled_at = now(),
    cancel_reason = left(btrim(reason), 500), token_hash = null
  where id = contract and status <> 'cancelled';
  if not found then
    raise exception 'contract_closed';
  end if;
end $$;
comment on function private.cancel_registration_contract is
  'Cancels a contract, also a signed one; a new one can be written afterwards.';

create function private.registration_contract_text(contract public.registration_contracts, file_sha256 text)
  returns text
language sql immutable set search_path = '' as $$
  select concat_ws(
    E'\n', contract.id, contract.event_title, contract.title, array_to_string(contract.clauses, E'\n'),
      contract.signer_name, contract.signer_email,
    contract.signed_name, to_char(contract.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      coalesce(file_sha256, 'typed')
  )
$$;
comment on function private.registration_contract_text is 'What was signed, with the hash of the signature file.';

create function private.registration_contract_hash(contract uuid, file_sha256 text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(private.registration_contract_text(known, file_sha256), 'UTF8')), 'hex')
  from public.registration_contracts as known where known.id = contract
$$;
comment on function private.registration_contract_hash is 'SHA-256 of a contract with this signature file.';

create function private.read_registration_contract(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', id, 'status', status, 'title', title, 'clauses', clauses, 'event_title', event_title, 'signer_name',
      signer_name, 'signed_at', signed_at,
    'is_open', status = 'sent' and link_expires_at > now()
  )
  from public.registration_contracts
  where token_hash = private.token_hash(token) and (status = 'signed' or link_expires_at > now())
$$;
comment on function private.read_registration_contract is
  'The contract of a signing link; null for a wrong or expired token.';

create function private.sign_registration_contract(token text, payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  contract public.registration_contracts;
begin
  select * into contract from public.registration_contracts where token_hash = private.token_hash(token) for update;
  if contract.id is null then
    return 'missing';
  elsif contract.status = 'signed' then
    return 'signed_before';
  elsif contract.status <> 'sent' or contract.link_expires_at <= now() then
    return 'closed';
  end if;
  contract.signed_at := date_trunc('second', now());
  contract.signed_name := btrim(payload ->> 'signed_name');
  update public.registration_contracts set
    status = 'signed', signed_at = contract.signed_at, signed_name = contract.signed_name,
      signature_path = payload ->> 'signature_path',
    signature_sha256 = payload ->> 'file_sha256', signed_with = left(payload ->> 'signed_with', 300),
      signer_address_hash = payload ->> 'address_hash',
    contract_sha256 = encode(sha256(convert_to(private.registration_contract_text(contract, payload ->> 'file_sha256'),
      'UTF8')), 'hex')
  where id = contract.id;
  return 'signed';
end $$;
comment on function private.sign_registration_contract is
  'Signs the contract of a link once: signed, signed_before, closed or missing.';
revoke execute on function private.sign_registration_contract from public;
grant execute on function private.sign_registration_contract to service_role;

create function private.verify_registration_contract(hash text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', title, 'event', event_title, 'signed_at', signed_at, 'is_cancelled', status = 'cancelled',
    'is_unchanged', private.registration_contract_hash(id, signature_sha256) = contract_sha256
  )
  from public.registration_contracts where contract_sha256 = hash
$$;
comment on function private.verify_registration_contract is
  'Whether a contract with this hash exists and has not changed; names nobody.';

create function public.save_registration_contract(registration uuid, template uuid, title text, clauses text[])
  returns uuid
language sql volatile security invoker set search_path = ''
return private.save_registration_contract(registration, template, title, clauses);
comment on function public.save_registration_contract is
  'Contract managers write the draft of the contract of a registration; answers its id.';
grant execute on function public.save_registration_contract to authenticated, service_role;

create function public.send_registration_contract(contract uuid, token_hash text) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.send_registration_contract(contract, token_hash);
comment on function public.send_registration_contract is
  'Contract managers make a new signing link; answers when it ends. Raises contract_closed.';
grant execute on function public.send_registration_contract to authenticated, service_role;

create function public.cancel_registration_contract(contract uuid, reason text) returns void
language sql volatile security invoker set search_path = ''
return private.cancel_registration_contract(contract, reason);
comment on function public.cancel_registration_contract is
  'Contract managers cancel a contract with a reason. Raises contract_closed.';
grant execute on function public.cancel_registration_contract to authenticated, service_role;

create function public.registration_contract_hash(contract uuid, file_sha256 text default null) returns text
language sql stable security invoker set search_path = ''
return private.registration_contract_hash(contract, file_sha256);
comment on function public.registration_contract_hash is
  'The hash a contract has with this signature file; equal to contract_sha256 as long as nothing changed. For the '
  'server alone.';
grant execute on function public.registration_contract_hash to service_role;

create function public.read_registration_contract(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration_contract(token);
comment on function public.read_registration_contract is
  'The text of the contract of a signing link; null for a wrong or expired token.';
grant execute on function public.read_registration_contract to anon, authenticated, service_role;

create function public.sign_registration_contract(token text, payload jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.sign_registration_contract(token, payload);
comment on function public.sign_registration_contract is
  'The holder of a signing link signs: signed_name, and for a drawn signature its stored path and the hash of its '
  'file. For the server alone, which states browser and address.';
grant execute on function public.sign_registration_contract to service_role;

create function public.verify_registration_contract(hash text) returns jsonb
language sql stable security invoker set search_path = ''
return private.verify_registration_contract(hash);
comment on function public.verify_registration_contract is
  'Whether a contract with this hash exists and has not changed; null when there is none.';
grant execute on function public.verify_registration_contract to anon, authenticated, service_role;

-- What a registration costs, when paid kinds may be offered, and what a payment changes.

create function private.refuse_unpayable_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and not private.event_payment_is_possible()
    and exists (select from public.events where id = new.event_id and status in ('published', 'postponed'))
  then
    perform private.refuse_request('price_cents');
  end if;
  return new;
end $$;
comment on function private.refuse_unpayable_kind is
  'Trigger function: a public event gets no paid kind while the portal cannot be paid.';

create trigger event_registration_types_payable before insert on public.event_registration_types
  for each row when (new.price_cents > 0) execute function private.refuse_unpayable_kind();
create trigger event_registration_types_still_payable before update of price_cents on public.event_registration_types
  for each row when (old.price_cents = 0 and new.price_cents > 0) execute function private.refuse_unpayable_kind();

create function private.refuse_unpayable_registration() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and not private.event_payment_is_possible() then
    raise exception 'payment_unavailable';
  end if;
  return new;
end $$;
comment on function private.refuse_unpayable_registration is
  'Trigger function: a form takes no place that cannot be paid. At the gate and in the panel the team takes the money '
  'itself.';

create trigger event_registrations_payable before insert on public.event_registrations
  for each row when (new.source = 'form' and new.price_cents > 0)
    execute function private.refuse_unpayable_registration();
create trigger event_registrations_still_payable before update of status on public.event_registrations
  for each row when (old.status = 'unconfirmed' and new.status = 'awaiting_payment')
    execute function private.refuse_unpayable_registration();

create function private.update_registration_from_payments(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  first_payment public.payments;
  extra public.payments;
begin
  select * into first_payment from public.payments
  where subject_type = 'registration' and subject_id = known.id and status in ('paid', 'refunded')
    and (known.payment_id is null or id = known.payment_id)
    and note is distinct from 'amount_mismatch' and difference is null
  order by paid_at, created_at, id limit 1;
  if first_payment.status = 'refunded' and known.payment_id = first_payment.id and known.status = 'confirmed' then
    perform private.cancel_registration(known.id, 'refunded');
  elsif first_payment.status = 'paid' and known.payment_id is null and known.status in ('offered', 'awaiting_payment')
    then
    -- The price may have risen while the receipt was checked.
    update public.event_registrations set payment_id = first_payment.id,
      difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = known.id;
    perform private.set_registration_status(known.id, 'confirmed');
  elsif first_payment.status = 'paid' and known.payment_id is null and known.status = 'expired'
    and coalesce(first_payment.completed_at, first_payment.receipt_sent_at,
      first_payment.paid_at) <= coalesce(first_payment.expires_at, 'infinity') then
    -- Paid in time, but the news arrived after the hold had ended: the place is taken again if there is one.
    begin
      perform private.set_registration_status(known.id, 'confirmed');
      update public.event_registrations set payment_id = first_payment.id,
        difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = known.id;
    exception when raise_exception then
      null;
    end;
  end if;
  for extra in
    select * from public.payments
    where subject_type = 'registration' and subject_id = known.id and status = 'paid' and difference = 'asked' and note
      is distinct from 'amount_mismatch'
    order by paid_at, created_at, id
  loop
    update public.event_registrations set difference_cents = difference_cents - extra.amount_cents
    where id = known.id and status = 'confirmed' and difference_cents >= extra.amount_cents;
    if found then
      update public.payments set difference = 'counted' where id = extra.id;
      perform private.note_registration(known, 'difference_paid:' || extra.amount_cents);
    end if;
  end loop;
  -- Every payment that does not pay the registration goes back.
  update public.payments set needs_refund = true
  where subject_type = 'registration' and subject_id = known.id and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and not exists (
      select from public.event_registrations
      where id = known.id and status = 'confirmed' and (payment_id = payments.id or payments.difference = 'counted')
    );
  update public.payments set needs_refund = false
  where subject_type = 'registration' and subject_id = known.id and needs_refund
    and (status = 'refunded' or private.is_lost(payments));
end $$;
comment on function private.update_registration_from_payments is
  'Confirms a registration whose payment arrived while its place was held, and counts payments of its difference; '
  'money of later and second payments is marked for a refund.';

-- A receipt holds the place for 24 hours from its first file, however long its review takes.
create function private.note_registration_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  registration public.event_registrations;
  notice private.payment_notices;
begin
  select * into registration from public.event_registrations where id = new.subject_id;
  if registration.id is null then
    return null;
  end if;
  if new.status = 'review' and old.status = 'pending' then
    update public.event_registrations set held_until = greatest(held_until,
      coalesce(new.receipt_sent_at, now()) + interval '24 hours')
    where id = registration.id and status = 'awaiting_payment';
    select * into registration from public.event_registrations where id = new.subject_id;
    perform private.mail_registration(registration, 'registration_receipt');
  elsif new.status = 'pending' and old.status = 'review' then
    -- The person gets a day to send another receipt.
    update public.event_registrations set held_until = greatest(held_until, now() + interval '24 hours')
      where id = registration.id and status = 'awaiting_payment';
    perform private.mail_registration(registration, 'registration_receipt_refused', 'registration',
      jsonb_build_object('note', coalesce(new.note, '')));
  end if;
  if new.refunded_cents > old.refunded_cents then
    perform private.mail_registration(registration, 'registration_refunded', 'registration',
      jsonb_build_object('amount', (new.refunded_cents - old.refunded_cents) / 100.0));
  end if;
  if new.status <> old.status and new.status in ('review', 'processing', 'paid', 'refunded') then
    perform private.expire_registration_pages(registration.id);
  end if;
  if new.needs_refund and not old.needs_refund then
    select * into notice from private.payment_notices where kind = 'registration_refund_owed';
    insert into public.notifications (user_id, title, body, link, translations)
    select profiles.id, notice.title, format(notice.body, registration.code), '/admin/financials',
      replace(notice.translations::text, '%s', registration.code)::jsonb
    from public.profiles where private.holds_permission(profiles, 'financials');
  end if;
  return null;
end $$;
comment on function private.note_registration_payment is
  'Trigger function: mails and notices about a payment of a registration; ends its other card pages.';

-- The financial panel shows who paid: of a plan of a place, `event` is the name of the place.
create function private.payment_subjects(ids uuid[]) returns table (id uuid, code text, person text, event text)
language sql stable security definer set search_path = '' as $$
  select registration.id, registration.code, coalesce(registration.company, registration.full_name), events.title
  from public.event_registrations as registration join public.events on events.id = registration.event_id
  where registration.id = any (ids) and private.reads_money()
  union all
  select plan.id, plan.plan_name, coalesce(nullif(btrim(profiles.full_name), ''), profiles.username, '–'), services.name
  from public.service_plans as plan join public.services on services.id = plan.service_id
  left join public.profiles on profiles.id = plan.account_id
  where plan.id = any (ids) and private.reads_money()
$$;
comment on function private.payment_subjects is 'Code, payer and event of registrations, for financial managers.';

create function private.event_payment_is_possible() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.payment_settings
    where value -> 'enabled' = 'true' and case key
      when 'pix_config' then coalesce(value ->> 'pix_key', '') <> '' and coalesce(value ->> 'recipient_name', '') <> ''
      else coalesce(value ->> 'publishable_key', '') <> ''
    end
  )
$$;
comment on function private.event_payment_is_possible is
  'Whether Pix or cards are on in the payment settings. The secret key of cards is in the environment, where SQL does '
  'not see it.';

create function private.is_paid_event(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_registration_types as type
    where type.event_id = is_paid_event.event and (type.price_cents > 0 or type.chooses_stand and exists (
      select from public.event_stands where event_stands.event_id = type.event_id and event_stands.price_cents > 0
    ))
  )
$$;
comment on function private.is_paid_event is
  'Whether an event has a kind of registration or a stand that costs something.';

create function private.event_payee() returns text
language sql stable security definer set search_path = '' as $$
  select value ->> 'recipient_name' from public.payment_settings
  where key = 'pix_config' and coalesce(value ->> 'recipient_name', '') <> ''
$$;
comment on function private.event_payee is
  'Who receives the money of registrations: the recipient of the Pix key of the portal.';

-- Requests of the API only: a migration or the seed may add a paid kind before the settings.
create function private.is_api_request() returns boolean
language sql stable set search_path = '' as $$
  select current_setting('role', true) in ('anon', 'authenticated', 'service_role')
$$;
comment on function private.is_api_request is
  'Whether a function runs for a request of the API, also when it runs with the rights of its owner.';

create function private.event_offer(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', type.name, 'priceCents', type.price_cents, 'capacity', type.capacity, 'opensAt', type.opens_at,
          'closesAt', type.closes_at,
        'requiresApproval', type.requires_approval, 'hasWaitingList', type.has_waiting_list
      ) order by type.position, type.id), '[]')
      from public.event_registration_types as type where type.event_id = event.id
    ),
    'capacity', event.capacity,
    'isPaid', private.is_paid_event(event.id),
    'payee', private.event_payee(),
    'isPayable', private.event_payment_is_possible()
  )
$$;
comment on function private.event_offer is
  'Kinds of registration with price, places and dates, the limit of the event, and who receives the money, for the '
  'people who decide about it.';

create function private.event_offers(events uuid[]) returns table (event_id uuid, offer jsonb)
language sql stable security definer set search_path = '' as $$
  select known.id, private.event_offer(known) from public.events as known
  where known.id = any (event_offers.events) and private.is_staff() and private.has_permission('events')
$$;
comment on function private.event_offers is
  'private.event_offer of events, for event managers; none for other callers.';

create function public.payment_subjects(ids uuid[]) returns table (id uuid, code text, person text, event text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.payment_subjects(ids);
end;
comment on function public.payment_subjects is 'Code, payer and event of paid registrations, for financial managers.';
grant execute on function public.payment_subjects to authenticated, service_role;

create function public.event_offers(events uuid[]) returns table (event_id uuid, offer jsonb)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.event_offers(events);
end;
comment on function public.event_offers is 'What events sell and who receives the money, for event managers.';
grant execute on function public.event_offers to authenticated, service_role;

-- Places of a kind: held, released, and given to the waiting list.

create function private.hold_places(type uuid, wanted integer) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registration_types := private.lock_kinds(type);
begin
  if found.id is null or wanted > private.places_left(type) then
    return false;
  end if;
  update public.event_registration_types set taken = taken + wanted where id = type;
  return true;
end $$;
comment on function private.hold_places is
  'Takes places of a kind of registration; false, and nothing changed, when the kind or the event has not enough.';

create function private.release_places(type uuid, given integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_registration_types set taken = greatest(taken - given, 0) where id = type
$$;
comment on function private.release_places is 'Returns places of a registration that no longer holds them.';

create function private.holds_place(status text) returns boolean
language sql immutable set search_path = '' as $$ select status in ('offered', 'awaiting_payment', 'confirmed') $$;
comment on function private.holds_place is 'Whether a registration with this status takes places of its kind.';

create function private.promote_waiting(type uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.lock_kinds(type);
  event public.events;
  next_one record;
  offered integer := 0;
begin
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or event.status = 'cancelled'
    or private.kind_end(type) <= now() then
    return 0;
  end if;
  -- An offered place would be released unpaid.
  if kind.price_cents > 0 and not private.event_payment_is_possible() then
    return 0;
  end if;
  loop
    select id, places into next_one from public.event_registrations
    where type_id = type and status = 'waitlisted' order by waiting_since, created_at, id limit 1;
    exit when next_one.id is null;
    -- A group that does not fit waits for its places; later registrations are not offered places before it.
    exit when next_one.places > private.places_left(type);
    perform private.set_registration_status(next_one.id, 'offered');
    offered := offered + 1;
  end loop;
  return offered;
end $$;
comment on function private.promote_waiting is
  'Offers free places of a kind to the people who wait, in order; answers how many got an offer.';

-- An operator may admit people who have not paid; their hold does not end while they are inside.
create function private.expire_registration_holds() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind record;
  due record;
  known public.event_registrations;
  expired integer := 0;
begin
  -- Every caller that locks kinds of several events takes the events in the order of their ids.
  for kind in
    select type_id as id, event_id from public.event_registrations where status in ('offered', 'awaiting_payment')
      and held_until <= now()
    union
    select waiting.type_id, waiting.event_id from public.event_registrations as waiting
    where waiting.status = 'waitlisted' and private.places_left(waiting.type_id) is distinct from 0
    order by event_id, id
  loop
    for due in
      select id from public.event_registrations
      where type_id = kind.id and status in ('offered', 'awaiting_payment') and held_until <= now() order by held_until,
        id limit 500
    loop
      known := private.lock_registration(due.id);
      -- Read again under the lock: a payment or a receipt may have arrived. A card payment that the bank processes ends
      -- by itself.
      continue when known.status not in ('offered', 'awaiting_payment') or known.held_until > now() or exists (
        select from public.payments where subject_type = 'registration' and subject_id = known.id
          and status = 'processing'
      ) or not private.may_change(known, 'expire');
      perform private.set_registration_status(known.id, 'expired');
      expired := expired + 1;
    end loop;
    perform private.promote_waiting(kind.id);
  end loop;
  -- The rows of the last hour are kept, because the mails of an address are counted in them.
  delete from public.event_registrations where id in (
    select id from public.event_registrations where status = 'unconfirmed'
      and held_until <= now() - interval '30 minutes'
    order by held_until limit 5000 for update skip locked
  );
  return expired;
end $$;
comment on function private.expire_registration_holds is
  'Ends holds and offers whose time is over, offers the free places to the people who wait and deletes forms whose '
  'address was not confirmed; answers how many holds ended. Safe to repeat and to run at the same time.';

create function private.take_stand(stand uuid, registration uuid, type public.event_registration_types) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- One statement decides: of two callers the second waits for the row and then finds it taken.
  update public.event_stands as known set registration_id = take_stand.registration
  where known.id = stand and known.event_id = type.event_id and known.registration_id is null
    and (known.kinds = '{}' or type.kind = any (known.kinds));
  if not found then
    raise exception 'stand_taken';
  end if;
end $$;
comment on function private.take_stand is 'Gives a free stand to a registration; raises stand_taken.';

create function private.has_places(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.holds_place(registration.status)
    or coalesce(registration.places <= private.places_left(registration.type_id), true)
$$;
comment on function private.has_places is 'Whether the kind and the event of a registration have the places it needs.';

create function private.promote_waiting_list(type uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_registration_manager();
  return private.promote_waiting(type);
end $$;
comment on function private.promote_waiting_list is 'promote_waiting for event managers.';

create function private.lock_kinds(type uuid) returns public.event_registration_types
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registration_types;
begin
  perform from public.event_registration_types
  where event_id = (select event_id from public.event_registration_types where id = type) order by id for update;
  select * into found from public.event_registration_types where id = type;
  return found;
end $$;
comment on function private.lock_kinds is 'Locks all kinds of the event of a kind and returns the kind.';

create function private.places_left(type uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select least(kind.capacity - kind.taken, events.capacity - (
    select sum(other.taken) from public.event_registration_types as other where other.event_id = kind.event_id
  ))::integer
  from public.event_registration_types as kind join public.events on events.id = kind.event_id where kind.id = type
$$;
comment on function private.places_left is
  'Free places of a kind within its own limit and the limit of the whole event; null without a limit.';

create function private.kind_end(type uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(greatest(kind.closes_at, events.starts_at), events.ends_at)
  from public.event_registration_types as kind join public.events on events.id = kind.event_id where kind.id = type
$$;
comment on function private.kind_end is
  'Last moment at which places of a kind are given to people who wait or sent documents: the beginning of the event, '
  'or the later end of the kind.';

create function private.hold_end(new_status text, old_status text, type uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when new_status = 'unconfirmed' then now() + make_interval(mins => private.registration_limit('confirm_minutes'))
    when new_status = 'offered' or new_status = 'awaiting_payment' and old_status not in ('form', 'unconfirmed')
      then greatest(least(now() + interval '48 hours', private.kind_end(type)), now() + interval '30 minutes')
    when new_status = 'awaiting_payment' then now() + interval '30 minutes'
  end
$$;
comment on function private.hold_end is
  'Until when a place is held: 48 hours after an offer or an approval, at most until the end of the kind; 30 minutes '
  'after the form and for the button that confirms it.';

create function public.promote_waiting_list(type uuid) returns integer
language sql volatile security invoker set search_path = ''
return private.promote_waiting_list(type);
comment on function public.promote_waiting_list is
  'Event managers offer the free places of a kind to the people who wait, in order; answers the number of offers.';
grant execute on function public.promote_waiting_list to authenticated, service_role;

-- Sending a form: its checks, its limits and the confirmation of the address.

-- Vehicles are changed in place, because votes and readings at the gate refer to their rows.
create function private.add_registration_vehicles(registration uuid, kind public.event_registration_types,
  event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  vehicle jsonb;
  number integer := 0;
  year integer;
begin
  if jsonb_typeof(coalesce(list, '[]')) <> 'array' or jsonb_array_length(coalesce(list, '[]')) > kind.max_vehicles
    or kind.kind = 'expositor' and jsonb_array_length(coalesce(list, '[]')) = 0 then
    perform private.refuse_request('vehicles');
  end if;
  for vehicle in select * from jsonb_array_elements(coalesce(list, '[]')) loop
    number := number + 1;
    if jsonb_typeof(vehicle) <> 'object' then
      perform private.refuse_request('vehicles');
    end if;
    year := private.whole_field(vehicle, 'year', 1880, 2100, true);
    -- The car that is exhibited must have the age; the van of a seller may be new.
    if kind.kind = 'expositor' and extract(year
      from event.starts_at at time zone event.time_zone) - year < coalesce(event.min_vehicle_age, 0) then
      raise exception 'vehicle_too_new' using detail = number::text;
    end if;
    insert into public.registration_vehicles as known (registration_id, position, make, model, year, color, plate,
      has_collector_plate, story, class_name) values (
      registration, number, private.text_field(vehicle, 'make', 60, true),
        private.text_field(vehicle, 'model', 80, true), year,
      private.text_field(vehicle, 'color', 40), upper(private.pattern_field(vehicle, 'plate', 10,
        '^[A-Za-z0-9 -]{5,10}$')),
      private.flag_field(vehicle, 'has_collector_plate'), private.text_field(vehicle, 'story', 600),
        private.text_field(vehicle, 'class_name', 80)
    ) on conflict (registration_id, position) do update set make = excluded.make, model = excluded.model,
      year = excluded.year, color = excluded.color,
      plate = excluded.plate, has_collector_plate = excluded.has_collector_plate, story = excluded.story,
        class_name = excluded.class_name;
  end loop;
  delete from public.registration_vehicles as known where known.registration_id = registration
    and known.position > number;
end $$;
comment on function private.add_registration_vehicles is
  'Stores the vehicles of a registration; raises vehicle_too_new with the number of the vehicle that is too young for '
  'the event.';

create function private.open_kind(type uuid) returns public.event_registration_types
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.lock_kinds(type);
  event public.events;
begin
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) then
    raise exception 'event_missing';
  elsif event.status <> 'published' or coalesce(kind.opens_at, '-infinity') > now()
    or least(coalesce(kind.closes_at, event.starts_at), event.ends_at) <= now() then
    raise exception 'registration_closed';
  end if;
  return kind;
end $$;
comment on function private.open_kind is
  'Locks and returns a kind that takes registrations now; raises event_missing or registration_closed.';

create function private.registration_price(kind public.event_registration_types, places integer, stand uuid)
  returns integer
language sql stable security definer set search_path = '' as $$
  select kind.price_cents * case when kind.kind = 'publico' then places else 1 end
    + coalesce((select price_cents from public.event_stands where id = stand), 0)
$$;
comment on function private.registration_price is
  'Tickets are paid per person, the other kinds per registration, with the price of the stand.';

create function private.store_registration(payload jsonb, origin text) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.open_kind(private.uuid_field(payload, 'type', true));
  event public.events;
  form public.form_template_versions := private.form_version_of(kind);
  companions text[] := private.texts_field(payload, 'companions', kind.max_companions);
  people integer := 1 + cardinality(companions);
  stand uuid := case when kind.chooses_stand then private.uuid_field(payload, 'stand') end;
  price integer := private.registration_price(kind, people, stand);
  full_name text := private.text_field(payload, 'full_name', 120, true);
  address text := lower(private.email_field(payload, 'email', true));
  own_address text := private.confirmed_address();
  first_status text;
  stored public.event_registrations;
begin
  select * into event from public.events where id = kind.event_id;
  -- The person answered the questions of another version: the page shows the new ones.
  if coalesce(private.uuid_field(payload, 'form_version'), form.id) is distinct from form.id then
    raise exception 'form_changed';
  end if;
  if exists (select from unnest(companions) as name where name ~ '^\s*$') then
    perform private.refuse_request('companions');
  elsif not private.flag_field(payload, 'consent') then
    perform private.refuse_request('consent');
  elsif not kind.allows_several and private.other_registration(kind.id, address, full_name) is not null then
    raise exception 'already_registered';
  end if;
  -- Documents are sent after the form; until then the registration waits like one that needs an approval.
  kind.requires_approval := kind.requires_approval or private.required_files(kind, form.schema) <> '{}';
  first_status := private.status_after_form(kind, people, price);
  if own_address is null then
    perform private.check_confirm_mails(address);
    first_status := 'unconfirmed';
  else
    perform private.check_account_forms(event.id);
    if price > 0 and not (kind.requires_approval or first_status = 'waitlisted') then
      perform private.check_single_hold(event.id, address, (select private.account_id()));
    end if;
  end if;
  if private.holds_place(first_status) and not private.hold_places(kind.id, people) then
    raise exception 'no_places';
  end if;
  -- Two registrations of different kinds that refer to a stand before one of them takes it would wait for each other.
  perform from public.event_stands where id = stand for update;
  insert into public.event_registrations (
    code, event_id, type_id, user_id, full_name, email, phone, document, town, state_abbr, club, company, companions,
      places, answers, form_version_id,
    status, waiting_since, held_until, price_cents, stand_id, shows_vehicle, source, locale, request_id, request_digest,
      confirmed_at,
    email_confirmed_at, confirm_mails
  ) values (
    private.new_registration_code(), event.id, kind.id, case when origin = 'form' then (select private.account_id())
      end,
    full_name, address, private.phone_field(payload, 'phone', kind.kind <> 'publico'),
    private.pattern_field(payload, 'document', 20, '^[0-9A-Za-z./-]{5,20}$', kind.kind
      in ('food_truck', 'expositor_comercial')), private.text_field(payload, 'town', 120),
    private.state_field(payload, 'state_abbr'), private.text_field(payload, 'club', 160),
      private.text_field(payload, 'company', 160, kind.kind in ('food_truck', 'expositor_comercial')),
    companions, people, private.registration_answers(coalesce(form.schema, '[]'), payload -> 'answers'), form.id,
    first_status, case when first_status = 'waitlisted' then now() end, private.hold_end(first_status, 'form', kind.id),
      price,
    case when first_status <> 'waitlisted' then stand end, private.flag_field(payload, 'shows_vehicle'), origin,
    coalesce(private.choice_field(payload, 'locale', '{pt-BR,en-US,es-419}', false), 'pt-BR'),
      private.uuid_field(payload, 'request_id', true),
    private.request_digest(payload), case when first_status = 'confirmed' then now() end,
    case when own_address = address then now() end, case when first_status = 'unconfirmed' then 1 else 0 end
  ) returning * into stored;
  -- The stand of an unconfirmed registration is a wish: it stays free.
  if stored.stand_id is not null and first_status <> 'unconfirmed' then
    perform private.take_stand(stored.stand_id, stored.id, kind);
  elsif exists (select from public.event_stands where id = stored.stand_id and registration_id is not null) then
    raise exception 'stand_taken';
  end if;
  perform private.add_registration_vehicles(stored.id, kind, event, payload -> 'vehicles');
  return stored;
end $$;
comment on function private.store_registration is
  'Checks the payload and stores the registration with its vehicles, and with its places and stand when the address '
  'is confirmed; all or nothing.';

create function private.file_registration(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations;
  request uuid;
  address text;
begin
  perform private.check_payload(payload);
  request := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  -- The same form sent twice at the same time is stored once, and the mails of an address are counted one after the
  -- other.
  perform pg_advisory_xact_lock(hashtextextended('file_registration' || request, 0));
  perform pg_advisory_xact_lock(hashtextextended('registration_address' || address, 0));
  select * into known from public.event_registrations where request_id = request;
  -- Another person in a copy of a form that was sent, in a second tab: answering the first registration would hide that
  -- nothing was stored.
  if known.id is not null and (lower(known.email), known.full_name)
    is distinct from (address, private.text_field(payload, 'full_name', 120, true)) then
    raise exception 'form_sent';
  elsif known.id is null then
    known := private.store_registration(payload, 'form');
    perform private.mail_registration_status(known);
  end if;
  return jsonb_build_object(
    'id', known.id, 'event', known.event_id, 'code', known.code, 'status', known.status,
    'is_changed', coalesce(known.request_digest <> private.request_digest(payload), false)
  );
end $$;
comment on function private.file_registration is
  'Registers a person once per request_id; is_changed: the request was stored before with other data, and nothing was '
  'changed.';

create function private.registration_limit(name text) returns integer
language sql immutable set search_path = '' as $$
  select case name
    when 'confirm_minutes' then 30
    when 'confirm_mails' then 3
    when 'account_forms' then 20
  end
$$;
comment on function private.registration_limit is
  'confirm_minutes: how long the mailed button works. confirm_mails: mails with the button per address and hour. '
  'account_forms: forms of a confirmed account per event and hour.';

create function private.confirm_mails_of(address text) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(confirm_mails), 0)::integer from public.event_registrations
  where lower(email) = address
    and greatest(created_at,
      held_until - make_interval(mins => private.registration_limit('confirm_minutes'))) > now() - interval '1 hour'
$$;
comment on function private.confirm_mails_of is
  'Mails with the button that confirms which an address got in the last hour.';

create function private.status_after_form(kind public.event_registration_types, places integer, price integer)
  returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Free places belong to the people who wait.
  is_full boolean := exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted')
    or coalesce(places > private.places_left(kind.id), false);
begin
  if is_full and not kind.has_waiting_list then
    raise exception 'no_places';
  end if;
  return case
    when kind.requires_approval then 'pending'
    when is_full then 'waitlisted'
    when price > 0 then 'awaiting_payment'
    else 'confirmed'
  end;
end $$;
comment on function private.status_after_form is
  'Status that a form with a confirmed address gets; raises no_places. The kinds are locked by the caller, who takes '
  'the places.';

create function private.other_registration(type uuid, address text, name text) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.event_registrations
  where type_id = type and lower(email) = lower(address) and private.fold(btrim(full_name)) = private.fold(btrim(name))
    and status in ('pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed')
  order by created_at, id limit 1
$$;
comment on function private.other_registration is
  'The registration that a person, by address and name, has for a kind.';

create function private.check_single_hold(event uuid, address text, account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.event_registrations as other join public.event_registration_types as kind
      on kind.id = other.type_id
    where other.event_id = event and other.source = 'form' and other.price_cents > 0
      and (lower(other.email) = lower(address) or other.user_id = account)
      and (other.status = 'awaiting_payment' or other.status = 'pending' and not kind.requires_approval)
  ) then
    raise exception 'unpaid_hold';
  end if;
end $$;
comment on function private.check_single_hold is
  'Raises unpaid_hold when the address or account has a place of the event that is held for a payment, or waits for '
  'documents only.';

create function private.request_digest(payload jsonb) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to((payload - array['request_id', 'form_version', 'locale'])::text, 'UTF8')), 'hex')
$$;
comment on function private.request_digest is 'SHA-256 of what a person typed into a form.';

create function private.confirmed_address() returns text
language sql stable security definer set search_path = '' as $$
  select lower(users.email) from public.profiles join auth.users on users.id = profiles.id
  where profiles.id = (select private.account_id()) and profiles.email_verified_at is not null and profiles.blocked_at
    is null
$$;
comment on function private.confirmed_address is
  'The e-mail address of the signed-in account; null when it is not confirmed.';

create function private.check_confirm_mails(address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.confirm_mails_of(address) >= private.registration_limit('confirm_mails') then
    raise exception 'too_many_mails';
  end if;
end $$;
comment on function private.check_confirm_mails is
  'Raises too_many_mails when an address got the most mails of an hour that it did not ask for.';

create function private.check_account_forms(event uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (
    select count(*) from public.event_registrations
    where user_id = (select private.account_id()) and event_id = event and created_at > now() - interval '1 hour'
  ) >= private.registration_limit('account_forms') then
    raise exception 'too_many_forms';
  end if;
end $$;
comment on function private.check_account_forms is
  'Raises too_many_forms when a confirmed account sent the most forms of an hour for one event.';

create function private.resend_confirmation(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations;
begin
  select * into known from public.event_registrations where id = registration for update;
  -- A form for the same address that is stored at this moment counts its mail first. Waiting for it could be a
  -- deadlock.
  if not pg_try_advisory_xact_lock(hashtextextended('registration_address' || lower(known.email), 0)) then
    raise exception 'too_many_mails';
  elsif known.status = 'unconfirmed' and known.held_until > now() then
    perform private.check_confirm_mails(lower(known.email));
    update public.event_registrations set confirm_mails = confirm_mails + 1,
      held_until = private.hold_end('unconfirmed', 'form', type_id)
    where id = known.id returning * into known;
    perform private.mail_registration_status(known);
  end if;
end $$;
comment on function private.resend_confirmation is
  'Mails the button that confirms again, which then works for 30 minutes; raises too_many_mails.';

create function private.confirm_registration(token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Only the mail contains a link of this kind; the server's answer to the form has another one.
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  kind public.event_registration_types;
  wish public.event_stands;
  next_status text;
begin
  if known.id is null or known.status = 'unconfirmed' and known.held_until <= now() then
    return null;
  elsif known.status <> 'unconfirmed' then
    return known.status;
  end if;
  if not exists (select from public.events where id = known.event_id and status = 'published' and deleted_at is null
    and ends_at > now()) then
    raise exception 'registration_closed';
  end if;
  select * into kind from public.event_registration_types where id = known.type_id;
  if not kind.allows_several and private.other_registration(kind.id, known.email, known.full_name) is not null then
    raise exception 'already_registered';
  end if;
  select * into wish from public.event_stands where id = known.stand_id for update;
  -- Somebody else confirmed first: the organiser chooses another stand.
  if wish.registration_id is not null then
    known.stand_id := null;
    known.price_cents := private.registration_price(kind, known.places, null);
  end if;
  kind.requires_approval := kind.requires_approval or private.missing_files(known) <> '{}';
  next_status := private.status_after_form(kind, known.places, known.price_cents);
  if next_status = 'awaiting_payment' then
    perform private.check_single_hold(known.event_id, known.email, known.user_id);
  end if;
  update public.event_registrations set
    email_confirmed_at = now(), price_cents = known.price_cents, stand_id = case when next_status <> 'waitlisted'
      then known.stand_id end
  where id = known.id;
  perform private.set_registration_status(known.id, next_status);
  if known.stand_id is not null and next_status <> 'waitlisted' then
    perform private.take_stand(known.stand_id, known.id, kind);
  end if;
  return next_status;
end $$;
comment on function private.confirm_registration is
  'Confirms the address of a registration and takes its place, or puts it on the waiting list; answers the status, '
  'null for a wrong link or when the time is over. Safe to repeat. Raises registration_closed, already_registered, '
  'unpaid_hold or no_places.';

create function private.mail_first_registration(type uuid, address text, name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  first uuid := private.other_registration(type, address, name);
begin
  if first is not null then
    perform private.issue_registration_link(first, 'manage');
  end if;
end $$;
comment on function private.mail_first_registration is
  'Mails the link that changes the registration which a person has for a kind; nothing happens without one.';

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
    format('Muitas inscrições em %s vieram da mesma rede em uma hora. Confira se são de pessoas de verdade.',
      known.title), target,
    jsonb_build_object(
      'en', jsonb_build_object('title', 'Many registrations from one network', 'body',
        format('Many registrations for %s came from the same network within an hour. Check that they are of real people.',
        known.title)),
      'es', jsonb_build_object('title', 'Muchas inscripciones de una sola red', 'body',
        format('Muchas inscripciones en %s llegaron de la misma red en una hora. Comprueba que sean de personas reales.',
        known.title))
    )
  from public.profiles where private.holds_permission(profiles, 'events');
end $$;
comment on function private.note_busy_caller is
  'Notifies event managers, once a day per event, that one network sent many forms.';

create function public.submit_registration(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.file_registration(payload);
comment on function public.submit_registration is
  'Registers for an event: {request_id, type, full_name, email, phone, document, town, state_abbr, club, company, '
  'companions, vehicles, form_version, answers, stand, shows_vehicle, consent, locale}. Answers id, code, status and '
  'whether a repeated request has other data than the stored one. Refuses with invalid_request, vehicle_too_new, '
  'event_missing, registration_closed, form_changed, form_sent, already_registered, unpaid_hold, too_many_mails, '
  'too_many_forms, no_places or stand_taken.';
grant execute on function public.submit_registration to anon, authenticated, service_role;

create function public.confirm_registration(token text) returns text
language sql volatile security invoker set search_path = ''
return private.confirm_registration(token);
comment on function public.confirm_registration is
  'The button behind the mailed link: confirms the address and takes the place; answers the status, null for a wrong '
  'link or when the time is over.';
grant execute on function public.confirm_registration to anon, authenticated, service_role;

create function public.mail_first_registration(type uuid, address text, name text) returns void
language sql volatile security invoker set search_path = ''
return private.mail_first_registration(type, address, name);
comment on function public.mail_first_registration is
  'For the server only, which limits the mails: mails the link of the registration that a person has for a kind.';
grant execute on function public.mail_first_registration to service_role;

create function public.note_busy_caller(event uuid) returns void
language sql volatile security invoker set search_path = ''
return private.note_busy_caller(event);
comment on function public.note_busy_caller is
  'For the server only: notifies event managers that one network sent many forms for an event.';
grant execute on function public.note_busy_caller to service_role;

-- What the holder of a link or a badge reads.

create function private.read_registration(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'code', registration.code, 'access', link.kind, 'status', registration.status, 'status_note',
      registration.status_note,
    'held_until', registration.held_until, 'price_cents', registration.price_cents, 'full_name', registration.full_name,
    'masked_email', regexp_replace(registration.email, '^(.).*(@.*)$', '\1***\2'), 'phone', registration.phone, 'town',
      registration.town,
    'state_abbr', registration.state_abbr, 'club', registration.club, 'company', registration.company, 'companions',
      registration.companions,
    'answers', registration.answers, 'fields', coalesce(form.schema, '[]'), 'shows_vehicle', registration.shows_vehicle,
      'created_at', registration.created_at,
    'kind', kind.kind, 'kind_name', kind.name, 'kind_translations', kind.translations, 'required_documents',
      kind.required_documents, 'max_vehicles', kind.max_vehicles,
    'stand', (select label from public.event_stands where event_stands.id = registration.stand_id),
    'can_edit', private.is_editable(registration), 'edit_until', coalesce(kind.edit_until, kind.closes_at,
      event.starts_at),
    'waiting_position', case when registration.status = 'waitlisted' then (
      select count(*) from public.event_registrations as other
      where other.type_id = kind.id and other.status = 'waitlisted'
        and (other.waiting_since, other.created_at, other.id) <= (registration.waiting_since, registration.created_at,
        registration.id)
    ) end,
    'event', jsonb_build_object(
      'id', event.id, 'slug', event.slug, 'title', event.title, 'translations', event.translations, 'status',
        event.status, 'is_demo', event.is_demo, 'starts_at', event.starts_at,
      'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr,
        'venue', event.venue, 'organizer_name', event.organizer_name,
      'organizer_phone', event.organizer_phone, 'organizer_email', event.organizer_email, 'solidarity_item',
        event.solidarity_item, 'lat', event.lat, 'lng', event.lng
    ),
    'vehicles', coalesce((
      select jsonb_agg(jsonb_build_object('make', vehicle.make, 'model', vehicle.model, 'year', vehicle.year, 'color',
        vehicle.color, 'plate', vehicle.plate,
        'has_collector_plate', vehicle.has_collector_plate, 'story', vehicle.story, 'class_name', vehicle.class_name)
          order by vehicle.position)
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    ), '[]'),
    'documents', coalesce((
      select jsonb_agg(jsonb_build_object('id', document.id, 'kind', document.kind, 'status', document.status, 'reason',
        document.reason, 'expires_on', document.expires_on) order by document.created_at)
      from public.registration_documents as document where document.registration_id = registration.id
    ), '[]'),
    'history', coalesce((
      select jsonb_agg(jsonb_build_object('status', entry.to_status, 'at', entry.created_at) order by entry.id)
      from public.registration_events as entry where entry.registration_id = registration.id
    ), '[]'),
    'refund_due_cents', (
      select coalesce(sum(amount_cents - refunded_cents), 0) from public.payments
      where subject_type = 'registration' and subject_id = registration.id and needs_refund and note
        is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents,
          'pix_txid', payments.pix_txid,
        'checkout_url', payments.checkout_url, 'receipt_sent_at', payments.receipt_sent_at, 'note', case
          when payments.status = 'pending' then payments.note end,
        'expires_at', payments.expires_at, 'created_at', payments.created_at
      ) order by payments.created_at desc)
      from public.payments where subject_type = 'registration' and subject_id = registration.id
    ), '[]')
  )
  from private.live_registration_link(token, 'registration', 'manage') as link
  join public.event_registrations as registration on registration.id = link.registration_id
  join public.event_registration_types as kind on kind.id = registration.type_id
  join public.events as event on event.id = registration.event_id
  left join public.form_template_versions as form on form.id = registration.form_version_id
$$;
comment on function private.read_registration is
  'What the page of a registration shows; null for a token that does not exist or has ended.';

create function private.find_registration(code text, contact text) returns uuid
language sql stable security definer set search_path = '' as $$
  select registration.id from public.event_registrations as registration
  where registration.code = upper(find_registration.code) and (
    lower(registration.email) = lower(btrim(contact))
    or char_length(regexp_replace(contact, '\D', '', 'g')) >= 10
      and right(regexp_replace(registration.phone, '\D', '', 'g'), 10) = right(regexp_replace(contact, '\D', '', 'g'),
        10)
  )
$$;
comment on function private.find_registration is
  'The registration with this code whose e-mail or phone is the contact.';

create function private.badge_of(registration uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'event_id', event.id, 'status', registration.status, 'badge_version',
      registration.badge_version, 'full_name', registration.full_name,
    'kind', kind.kind, 'kind_name', kind.name, 'kind_translations', kind.translations, 'town', registration.town,
      'state_abbr', registration.state_abbr,
    'club', registration.club, 'company', registration.company, 'places', registration.places,
    'stand', (select label from public.event_stands where event_stands.id = registration.stand_id),
    'vehicles', coalesce((
      select jsonb_agg(jsonb_build_object('id', vehicle.id, 'make', vehicle.make, 'model', vehicle.model, 'year',
        vehicle.year, 'story', vehicle.story, 'class_name', vehicle.class_name) order by vehicle.position)
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    ), '[]'),
    'event', jsonb_build_object('slug', event.slug, 'title', event.title, 'translations', event.translations, 'is_demo',
      event.is_demo, 'starts_at', event.starts_at,
      'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr,
        'venue', event.venue, 'poster_path', event.poster_path,
      'has_votes', event.votes_open_at is not null, 'badge_size', event.badge_size, 'badge_hidden',
        to_jsonb(event.badge_hidden))
  )
  from public.event_registrations as registration
  join public.event_registration_types as kind on kind.id = registration.type_id
  join public.events as event on event.id = registration.event_id
  where registration.id = badge_of.registration
$$;
comment on function private.badge_of is 'What the badge of a registration shows.';

create function private.read_badge(key text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.badge_of(registration.id)
  from public.event_registrations as registration
  where registration.id = (private.live_registration_link(key, 'registration', 'badge', 'manage')).registration_id
    or registration.id::text = key
      and (registration.user_id = (select private.account_id()) or (select private.is_staff()
        and private.has_permission('event_checkin')))
$$;
comment on function private.read_badge is
  'What a badge shows, by the token of a link or, for the owner and for check-in operators, by the id.';

create function private.registration_extras(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'missing_documents', private.missing_files(registration), 'messages_refused', registration.messages_refused_at
      is not null,
    'difference_cents', case when registration.status = 'confirmed' then registration.difference_cents else 0 end,
    'has_entered', private.has_entered(registration.id)
  )
  from public.event_registrations as registration
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;
comment on function private.registration_extras is
  'Required documents that are missing, whether the person ended the messages of the organiser, what is owed after '
  'the team added people, and whether somebody entered.';

create function public.read_registration(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration(token) || private.registration_extras(token);
comment on function public.read_registration is
  'What the page behind a link of a registration shows; null for a token that does not exist.';
grant execute on function public.read_registration to anon, authenticated, service_role;

create function public.find_registration(code text, contact text) returns uuid
language sql stable security invoker set search_path = ''
return private.find_registration(code, contact);
comment on function public.find_registration is 'The registration with this code and contact. For the server alone.';
grant execute on function public.find_registration to service_role;

create function public.read_badge(key text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_badge(key);
comment on function public.read_badge is
  'What a badge shows, by the token of a link or, for its owner and for check-in operators, by the id of the '
  'registration; null otherwise.';
grant execute on function public.read_badge to anon, authenticated, service_role;

-- Decisions of the organiser, and registrations that the organiser adds.

create function private.approve_registration(registration uuid, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
begin
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status not in ('pending', 'waitlisted') then
    return known.status;
  elsif known.places > private.places_left(known.type_id) then
    return private.set_registration_status(known.id, 'waitlisted', note);
  end if;
  return private.set_registration_status(known.id, case when known.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end, note);
end $$;
comment on function private.approve_registration is
  'Approves a registration: confirmed when it is free, awaiting_payment when it costs something, waitlisted when no '
  'place is left. Answers the status.';

create function private.require_registration_manager() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.manages_registrations() then
    raise exception 'only event managers' using errcode = '42501';
  end if;
end $$;
comment on function private.require_registration_manager is 'Refuses callers who may not decide registrations.';

create function private.registration_at(registration uuid, seen timestamptz) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registrations;
begin
  perform private.require_registration_manager();
  found := private.lock_registration(registration);
  if found.id is null then
    raise exception 'registration_missing';
  elsif seen is not null and found.updated_at <> seen then
    raise exception 'registration_changed';
  end if;
  return found;
end $$;
comment on function private.registration_at is
  'Locks a registration for an event manager. Raises registration_changed when it changed after the time the caller '
  'saw.';

create function private.note_registration(registration public.event_registrations, note text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.registration_events (registration_id, from_status, to_status, actor_id, note)
  values (registration.id, registration.status, registration.status, (select private.account_id()), left(note, 500))
$$;
comment on function private.note_registration is
  'Writes a line without a change of status into the history. Codes such as edited:phone are translated by the panel.';

create function private.decide_registration(registration uuid, decision text, reason text, seen timestamptz)
  returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  case decision
    when 'approve' then
      if known.status not in ('pending', 'waitlisted', 'rejected', 'expired') then
        raise exception 'registration_decided';
      elsif not private.has_places(known) then
        raise exception 'no_places';
      elsif known.price_cents > 0 and not private.event_payment_is_possible() then
        raise exception 'payment_unavailable';
      end if;
      perform private.set_registration_status(known.id, case when known.price_cents > 0 then 'awaiting_payment'
        else 'confirmed' end, note);
    when 'wait' then
      if known.status not in ('pending', 'offered', 'rejected', 'expired') then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'wait') then
        raise exception 'registration_entered';
      end if;
      perform private.set_registration_status(known.id, 'waitlisted', note);
    when 'promote' then
      if known.status <> 'waitlisted' then
        raise exception 'registration_decided';
      elsif not private.has_places(known) then
        raise exception 'no_places';
      elsif known.price_cents > 0 and not private.event_payment_is_possible() then
        raise exception 'payment_unavailable';
      end if;
      perform private.set_registration_status(known.id, 'offered', note);
    when 'reject' then
      if note is null then
        raise exception 'reason_missing';
      elsif known.status not in ('pending', 'waitlisted', 'offered') then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'reject') then
        raise exception 'registration_entered';
      end if;
      perform private.set_registration_status(known.id, 'rejected', note);
    when 'cancel' then
      if note is null then
        raise exception 'reason_missing';
      elsif known.status not in ('offered', 'awaiting_payment', 'confirmed', 'waitlisted', 'pending') then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'cancel') then
        raise exception 'registration_entered';
      end if;
      return private.cancel_registration(known.id, note);
    else
      perform private.refuse_request('decision');
  end case;
  if known.status = 'offered' then
    perform private.promote_waiting(known.type_id);
  end if;
  return (select status from public.event_registrations where id = known.id);
end $$;
comment on function private.decide_registration is
  'approve, wait, promote, reject or cancel. Raises no_places, payment_unavailable, reason_missing, '
  'registration_decided, registration_entered or registration_changed. Answers the new status.';

create function private.decide_registrations(registrations uuid[], decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  outcome text;
  counts jsonb := '{}';
begin
  perform private.require_registration_manager();
  if cardinality(registrations) > 200 then
    perform private.refuse_request('registrations');
  end if;
  -- Locks of kinds are taken in the order of their ids, and people are served in the order of their registrations.
  for one in
    select id from public.event_registrations where id = any (registrations) order by type_id,
      coalesce(waiting_since, created_at), id
  loop
    begin
      perform private.decide_registration(one.id, decision, reason, null);
      outcome := 'decided';
    exception when raise_exception then
      outcome := case
        when sqlerrm in ('no_places', 'payment_unavailable', 'registration_decided', 'registration_entered',
          'reason_missing') then sqlerrm
        else 'failed'
      end;
    end;
    counts := counts || jsonb_build_object(outcome, coalesce((counts ->> outcome)::integer, 0) + 1);
  end loop;
  return counts;
end $$;
comment on function private.decide_registrations is
  'Decides up to 200 registrations; one that is refused does not stop the others. Answers the number of each outcome.';

create function private.resend_registration(registration uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, null);
  kind text := case when known.status = 'confirmed' then 'badge' else 'registration' end;
begin
  perform private.issue_registration_link(known.id, kind);
  perform private.note_registration(known, 'resent:' || kind);
  return kind;
end $$;
comment on function private.resend_registration is
  'Mails the badge link of a confirmed registration, or the link of its page.';

create function private.add_registration(payload jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  people text[] := array(select left(btrim(name), 120) from jsonb_array_elements_text(coalesce(payload -> 'companions',
    '[]')) as name where btrim(name) <> '');
  added public.event_registrations;
begin
  perform private.require_registration_manager();
  kind := private.lock_kinds((payload ->> 'type_id')::uuid);
  if kind.id is null then
    raise exception 'registration_missing';
  end if;
  insert into public.event_registrations (
    code, event_id, type_id, full_name, email, phone, town, club, company, companions, places, price_cents, status,
      source, locale, request_id
  ) values (
    private.new_registration_code(), kind.event_id, kind.id, btrim(payload ->> 'full_name'),
      lower(btrim(payload ->> 'email')), nullif(payload ->> 'phone', ''),
    nullif(payload ->> 'town', ''), nullif(payload ->> 'club', ''), nullif(payload ->> 'company', ''), people,
      1 + cardinality(people),
    case when (payload ->> 'is_free')::boolean then 0 else private.registration_price(kind, 1 + cardinality(people),
      null) end, 'pending', 'panel',
    coalesce(payload ->> 'locale', 'pt-BR'), (payload ->> 'request_id')::uuid
  ) on conflict (request_id) do nothing returning * into added;
  if added.id is null then
    return (select id from public.event_registrations where request_id = (payload ->> 'request_id')::uuid);
  end if;
  insert into public.registration_vehicles (registration_id, position, make, model, year, plate)
  select added.id, place, vehicle ->> 'make', vehicle ->> 'model', (vehicle ->> 'year')::integer,
    nullif(vehicle ->> 'plate', '')
  from jsonb_array_elements(coalesce(payload -> 'vehicles', '[]')) with ordinality as given (vehicle, place)
    where place <= kind.max_vehicles;
  if not private.has_places(added) then
    raise exception 'no_places';
  end if;
  if added.price_cents > 0 and not private.event_payment_is_possible() then
    raise exception 'payment_unavailable';
  end if;
  perform private.set_registration_status(added.id, case when added.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end);
  return added.id;
end $$;
comment on function private.add_registration is
  'Adds a registration by hand, confirmed or waiting for its payment; the same request_id adds nothing. Raises '
  'no_places or payment_unavailable.';

create function private.registration_facts(event uuid, registrations uuid[]) returns table (
  id uuid, payment_method text, payment_status text, paid_at timestamptz, paid_cents integer, refunded_cents integer,
    entered_at timestamptz, people_inside integer
)
language sql stable security definer set search_path = '' as $$
  with people as (select counted.* from private.list_people(registration_facts.event) as counted)
  select registration.id, payment.method, payment.status, payment.paid_at,
    case when payment.paid_at is not null then payment.amount_cents end, payment.refunded_cents, entry.first_at,
    case when entry.first_at is not null then entry.inside end
  from public.event_registrations as registration
  left join lateral (
    select payments.method, payments.status, payments.paid_at, payments.amount_cents, payments.refunded_cents
    from public.payments where payments.subject_type = 'registration' and payments.subject_id = registration.id
    order by payments.id = registration.payment_id desc nulls last, payments.paid_at desc nulls last,
      payments.created_at desc limit 1
  ) as payment on true
  left join lateral (
    select min(reading.scanned_at) as first_at,
      (select max(people.inside) from people join public.event_checkin_lists as counted on counted.id = people.list_id
        where people.registration_id = registration.id and counted.purpose = 'entry') as inside
    from public.event_checkins as reading join public.event_checkin_lists as list on list.id = reading.list_id
    where reading.registration_id = registration.id and reading.result = 'ok' and reading.kind = 'entry'
      and reading.undone_at is null and list.purpose = 'entry'
  ) as entry on true
  where registration.event_id = registration_facts.event and registration.id = any (registrations)
    and private.is_staff() and private.has_permission('events')
$$;

create function public.decide_registration(registration uuid, decision text, reason text default null, seen timestamptz
  default null) returns text
language sql volatile security invoker set search_path = ''
return private.decide_registration(registration, decision, reason, seen);
comment on function public.decide_registration is
  'Event managers decide one registration: approve, wait, promote, reject or cancel. Answers the new status.';
grant execute on function public.decide_registration to authenticated, service_role;

create function public.decide_registrations(registrations uuid[], decision text, reason text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_registrations(registrations, decision, reason);
comment on function public.decide_registrations is
  'Event managers decide up to 200 registrations. Answers the number of each outcome: decided, no_places, '
  'payment_unavailable, registration_decided, registration_entered.';
grant execute on function public.decide_registrations to authenticated, service_role;

create function public.resend_registration(registration uuid) returns text
language sql volatile security invoker set search_path = ''
return private.resend_registration(registration);
comment on function public.resend_registration is
  'Event managers mail the badge link of a confirmed registration again, or the link of its page.';
grant execute on function public.resend_registration to authenticated, service_role;

create function public.add_registration(payload jsonb) returns uuid
language sql volatile security invoker set search_path = ''
return private.add_registration(payload);
comment on function public.add_registration is
  'Event managers register somebody by hand: type_id, full_name, email, phone, town, club, company, companions, '
  'vehicles, is_free, locale, request_id. Answers the id.';
grant execute on function public.add_registration to authenticated, service_role;

create function public.registration_totals(event uuid) returns table (type_id uuid, status text, attending text,
  registrations bigint, places bigint)
language sql stable security invoker set search_path = '' as $$
  select registration.type_id, registration.status, registration.attending, count(*), sum(registration.places)
  from public.event_registrations as registration where registration.event_id = registration_totals.event
  group by 1, 2, 3
$$;
comment on function public.registration_totals is
  'Number of registrations and places of an event by kind, status and answer, as the caller may read them.';
grant execute on function public.registration_totals to authenticated, service_role;

create function public.registration_facts(event uuid, registrations uuid[]) returns table (
  id uuid, payment_method text, payment_status text, paid_at timestamptz, paid_cents integer, refunded_cents integer,
    entered_at timestamptz, people_inside integer
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.registration_facts(event, registrations);
end;
comment on function public.registration_facts is
  'Payment (the one that counts, else the newest attempt), first entry and people inside of registrations of an '
  'event, for event managers.';
grant execute on function public.registration_facts to authenticated, service_role;

-- Changes of a registration by its holder and by the organiser.

create function private.cancel_registration(registration uuid, reason text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  inside integer;
begin
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status in ('cancelled', 'rejected') then
    return known.status;
  end if;
  perform private.set_registration_status(known.id, 'cancelled', reason);
  if private.holds_place(known.status) then
    -- The place of a person who is inside stays taken; private.undo_checkin returns it.
    inside := least(private.entered_people(known.id), known.places);
    if inside > 0 then
      update public.event_registration_types set taken = taken + inside where id = known.type_id;
    end if;
    perform private.promote_waiting(known.type_id);
  end if;
  return 'cancelled';
end $$;
comment on function private.cancel_registration is
  'Cancels a registration, marks its money for a refund and offers its places to the people who wait, except the '
  'places of people who are inside.';

create function private.is_editable(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status in ('pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed')
    and now() < least(coalesce(kind.edit_until, kind.closes_at, event.starts_at), event.starts_at)
    and private.may_change(registration, 'edit_own')
  from public.event_registration_types as kind join public.events as event on event.id = kind.event_id
    where kind.id = registration.type_id
$$;
comment on function private.is_editable is
  'Whether the person may still change the data of a registration or give it to somebody else.';

create function private.edit_own_registration(token text, payload jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  kind public.event_registration_types;
  event public.events;
  form jsonb;
  names text[];
begin
  perform private.check_payload(payload);
  if known.id is null or not private.is_editable(known) then
    return false;
  end if;
  select * into kind from public.event_registration_types where id = known.type_id;
  select * into event from public.events where id = known.event_id;
  select schema into form from public.form_template_versions where id = known.form_version_id;
  names := private.texts_field(payload, 'companions', 20);
  -- The number of people is the number of places, which only a new registration changes.
  if cardinality(names) <> cardinality(known.companions) or exists (select from unnest(names) as name
    where name ~ '^\s*$') then
    perform private.refuse_request('companions');
  end if;
  update public.event_registrations set
    phone = private.phone_field(payload, 'phone', kind.kind <> 'publico'),
      town = private.text_field(payload, 'town', 120), state_abbr = private.state_field(payload, 'state_abbr'),
    club = private.text_field(payload, 'club', 160), companions = names,
      shows_vehicle = private.flag_field(payload, 'shows_vehicle'),
    answers = private.registration_answers(coalesce(form, '[]'), payload -> 'answers')
  where id = known.id;
  perform private.add_registration_vehicles(known.id, kind, event, payload -> 'vehicles');
  return true;
end $$;
comment on function private.edit_own_registration is
  'Changes phone, town, club, names of companions, vehicles and answers until the limit; false when the link or the '
  'limit is over.';

create function private.accept_offer(token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
begin
  if known.status = 'offered' and known.price_cents = 0 and known.held_until > now() then
    return private.set_registration_status(known.id, 'confirmed');
  end if;
  return known.status;
end $$;
comment on function private.accept_offer is
  'Confirms a free place that was offered from the waiting list; answers the status. A place that costs something is '
  'accepted by paying.';

create function private.cancel_own_registration(token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
begin
  if known.id is null or not private.may_change(known, 'cancel_own')
    or exists (select from public.events where id = known.event_id and starts_at <= now())
  then
    return null;
  end if;
  return private.cancel_registration(known.id);
end $$;
comment on function private.cancel_own_registration is
  'Cancels before the event and before anybody entered, only through a link that was mailed to the contact.';

create function private.transfer_registration(token text, payload jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  moved public.event_registrations;
begin
  perform private.check_payload(payload);
  if known.id is null or not private.is_editable(known) or not private.may_change(known, 'transfer') then
    return false;
  end if;
  perform private.mail_registration(known, 'registration_left', 'registration',
    jsonb_build_object('link_kind', null, 'link_subject', null));
  update public.event_registrations set
    full_name = private.text_field(payload, 'full_name', 120, true),
      email = lower(private.email_field(payload, 'email', true)), phone = private.phone_field(payload, 'phone', true),
    user_id = null, document = null, badge_version = badge_version + 1
  where id = known.id returning * into moved;
  -- Links and badges of the earlier person end.
  update public.registration_links set revoked_at = now() where registration_id = known.id and revoked_at is null;
  perform private.mail_registration(moved, 'registration_transferred', case when moved.status = 'confirmed' then 'badge'
    else 'registration' end);
  return true;
end $$;
comment on function private.transfer_registration is
  'Gives a registration to another person, only through a link that was mailed to the contact. Earlier links and '
  'badges end; both people get a mail.';

create function private.mail_manage_link(token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
begin
  if known is null then
    return false;
  end if;
  perform private.issue_registration_link(known, 'manage');
  return true;
end $$;
comment on function private.mail_manage_link is
  'Mails the link that transfers and cancels to the contact of the registration.';

create function private.edit_registration_answers(registration uuid, answers jsonb, reason text, seen timestamptz)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  note text := left(nullif(btrim(coalesce(reason, '')), ''), 300);
  form jsonb;
  changed jsonb;
  names text[];
begin
  if note is null then
    raise exception 'reason_missing';
  end if;
  select schema into form from public.form_template_versions where id = known.form_version_id;
  if form is null then
    perform private.refuse_request('answers');
  end if;
  -- Answers that belong to no question of the version stay.
  changed := known.answers - array(select question ->> 'name' from jsonb_array_elements(form) as question)
    || private.registration_answers(form, answers);
  names := array(
    select name from (select jsonb_object_keys(known.answers) union select jsonb_object_keys(changed)) as keys (name)
    where known.answers -> name is distinct from changed -> name order by name
  );
  if names = '{}' then
    return known.updated_at;
  end if;
  update public.event_registrations set answers = changed where id = known.id returning * into known;
  -- The history keeps 500 characters: the names are cut before the reason.
  perform private.note_registration(known, 'answers:' || left(array_to_string(names, ','), 180) || ':' || note);
  return known.updated_at;
end $$;
comment on function private.edit_registration_answers is
  'Replaces the answers to the questions of the version that was answered; the history names the questions and the '
  'reason, not the answers.';

create function private.may_change(registration public.event_registrations, change text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when change = 'certificate' then registration.status = 'confirmed' and inside.people > 0
    when inside.people = 0 then true
    -- The team may correct data, add people, and cancel with a reason; the places of people who are inside stay taken.
    else change in ('edit', 'add_people', 'cancel')
  end
  from (select private.entered_people(registration.id) as people) as inside
$$;
comment on function private.may_change is
  'Whether a registration allows a change after people entered. Changes: edit, add_people, remove_people, cancel (by '
  'the team or a refund), cancel_own, edit_own, transfer, decline, free_declined, wait, reject, expire, certificate. '
  'The status and the dates are checked by the callers.';

create function private.price_after(registration public.event_registrations, people integer, stand uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(
    registration.price_cents + private.registration_price(type, people, price_after.stand)
      - private.registration_price(type, registration.places, registration.stand_id), 0)
  from public.event_registration_types as type where type.id = registration.type_id
$$;
comment on function private.price_after is
  'Price of a registration with another number of people or another stand: the agreed price and the difference of the '
  'present prices.';

create function private.is_settled(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status = 'confirmed' or exists (
    select from public.payments
    where subject_type = 'registration' and subject_id = registration.id and status in ('review', 'processing', 'paid')
      and difference is null
  )
$$;
comment on function private.is_settled is
  'Whether a registration is paid, free or being paid, so that a higher price is asked for as a difference.';

create function private.set_places(registration uuid, people integer, stand uuid, keeps_price boolean)
  returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  price integer := case when keeps_price then known.price_cents else private.price_after(known, people, stand) end;
  paid integer := known.price_cents - known.difference_cents;
  changed public.event_registrations;
begin
  if people < known.places and not private.may_change(known, 'remove_people')
    and people < private.entered_people(known.id) then
    raise exception 'registration_entered';
  elsif private.holds_place(known.status) and people > known.places and
    not private.hold_places(known.type_id, people - known.places) then
    raise exception 'no_places';
  elsif private.holds_place(known.status) and people < known.places then
    perform private.release_places(known.type_id, known.places - people);
  end if;
  if private.is_settled(known) then
    -- What was paid is not less because people do not come; a refund is decided in the financial panel.
    price := greatest(price, paid);
    update public.event_registrations set places = people, stand_id = stand, price_cents = price,
      difference_cents = price - paid
    where id = known.id returning * into changed;
  else
    update public.event_registrations set places = people, stand_id = stand, price_cents = price where id = known.id
      returning * into changed;
  end if;
  if (changed.price_cents, changed.difference_cents) is distinct from (known.price_cents, known.difference_cents) then
    -- Open payments have the former amount.
    perform private.expire_registration_pages(known.id);
    update public.payments set status = 'expired'
    where subject_type = 'registration' and subject_id = known.id and method = 'pix' and status = 'pending';
    perform private.note_registration(changed, format('price:%s:%s', known.price_cents, changed.price_cents));
    if changed.difference_cents > known.difference_cents then
      perform private.mail_registration(changed, 'registration_difference', 'registration',
        jsonb_build_object('amount', changed.difference_cents / 100.0));
    elsif changed.status = 'awaiting_payment' and changed.price_cents = 0 then
      perform private.set_registration_status(changed.id, 'confirmed');
      select * into changed from public.event_registrations where id = known.id;
    elsif changed.status in ('offered', 'awaiting_payment') then
      perform private.mail_registration_status(changed);
    end if;
  end if;
  return changed;
end $$;
comment on function private.set_places is
  'The only writer of places, stand and price of a stored registration. A paid one that gets dearer owes the '
  'difference; an unpaid one has the new price. keeps_price: the team does not ask for more. Raises no_places or '
  'registration_entered.';

create function private.edit_registration(registration uuid, changes jsonb, seen timestamptz, keeps_price boolean)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  changed public.event_registrations;
  people integer;
  names text[];
begin
  changed := jsonb_populate_record(known, changes - array(
    select name from jsonb_object_keys(changes) as name where name <> all (array['full_name', 'email', 'phone', 'town',
      'club', 'company', 'companions'])
  ));
  changed.email := lower(changed.email);
  -- People whose names the gate did not write down keep their places.
  people := greatest(known.places + cardinality(changed.companions) - cardinality(known.companions),
    1 + cardinality(changed.companions));
  names := array(
    select before.key from jsonb_each(to_jsonb(known)) as before
    join jsonb_each(to_jsonb(changed)) as after on after.key = before.key
    where after.value is distinct from before.value order by before.key
  );
  if names = '{}' then
    return known.updated_at;
  end if;
  if people <> known.places then
    perform private.set_places(known.id, people, known.stand_id, keeps_price);
  end if;
  update public.event_registrations set
    full_name = changed.full_name, email = changed.email, phone = changed.phone, town = changed.town,
      club = changed.club,
    company = changed.company, companions = changed.companions
  where id = known.id returning * into changed;
  -- Links that were mailed to the earlier address end.
  if changed.email <> known.email then
    update public.registration_links set revoked_at = now() where registration_id = known.id and revoked_at is null;
  end if;
  perform private.note_registration(changed, 'edited:' || array_to_string(names, ','));
  return changed.updated_at;
end $$;
comment on function private.edit_registration is
  'Changes name, contact, town, club, company and companions, whose number changes places and price; the history '
  'names the columns, not their values. Raises no_places or registration_entered.';

create function private.assign_stand(registration uuid, stand uuid, seen timestamptz, keeps_price boolean)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  wanted public.event_stands;
begin
  if stand is not null then
    select event_stands.* into wanted from public.event_stands
    join public.event_registration_types as kind on kind.id = known.type_id
    where event_stands.id = stand and event_stands.event_id = known.event_id
      and (event_stands.kinds = '{}' or kind.kind = any (event_stands.kinds))
    for update of event_stands;
    if wanted.id is null then
      raise exception 'stand_missing';
    elsif wanted.registration_id <> known.id then
      raise exception 'stand_taken';
    elsif known.status in ('rejected', 'cancelled', 'expired') then
      raise exception 'registration_decided';
    end if;
  end if;
  update public.event_stands set registration_id = null where registration_id = known.id and id is distinct from stand;
  update public.event_stands set registration_id = known.id where id = stand;
  perform private.set_places(known.id, known.places, stand, keeps_price or known.status
    in ('rejected', 'cancelled', 'expired'));
  perform private.note_registration(known, 'stand:' || coalesce(wanted.label, ''));
  return (select updated_at from public.event_registrations where id = known.id);
end $$;
comment on function private.assign_stand is
  'Gives a free stand of the event to a registration, or takes its stand away (null), with its price. Raises '
  'stand_missing or stand_taken.';

create function private.changed_price(registration uuid, companions integer, stand uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  known public.event_registrations;
  people integer;
  price integer;
begin
  perform private.require_registration_manager();
  select * into known from public.event_registrations where id = changed_price.registration;
  if known.id is null then
    raise exception 'registration_missing';
  end if;
  people := case
    when companions is null then known.places
    else greatest(known.places + companions - cardinality(known.companions), 1 + companions)
  end;
  price := private.price_after(known, people, case when companions is null then changed_price.stand else known.stand_id
    end);
  if private.is_settled(known) then
    price := greatest(price, known.price_cents - known.difference_cents);
  end if;
  return jsonb_build_object('from', known.price_cents, 'to', price, 'is_settled', private.is_settled(known));
end $$;
comment on function private.changed_price is
  'Price of a registration now and with this number of companions, or with another stand when companions is null.';

create function public.edit_own_registration(token text, payload jsonb) returns boolean
language sql volatile security invoker set search_path = ''
return private.edit_own_registration(token, payload);
comment on function public.edit_own_registration is
  'Changes the data of a registration behind its link until the limit of its kind.';
grant execute on function public.edit_own_registration to anon, authenticated, service_role;

create function public.accept_offer(token text) returns text
language sql volatile security invoker set search_path = ''
return private.accept_offer(token);
comment on function public.accept_offer is
  'Accepts a free place offered from the waiting list; answers the status, null for an unknown token.';
grant execute on function public.accept_offer to anon, authenticated, service_role;

create function public.cancel_own_registration(token text) returns text
language sql volatile security invoker set search_path = ''
return private.cancel_own_registration(token);
comment on function public.cancel_own_registration is
  'Cancels a registration through the link that was mailed to its contact; null for any other token.';
grant execute on function public.cancel_own_registration to anon, authenticated, service_role;

create function public.transfer_registration(token text, payload jsonb) returns boolean
language sql volatile security invoker set search_path = ''
return private.transfer_registration(token, payload);
comment on function public.transfer_registration is
  'Gives a registration to another person: {full_name, email, phone}. Only through the mailed link.';
grant execute on function public.transfer_registration to anon, authenticated, service_role;

create function public.mail_manage_link(token text) returns boolean
language sql volatile security invoker set search_path = ''
return private.mail_manage_link(token);
comment on function public.mail_manage_link is
  'Mails the link that transfers and cancels to the registered contact. For the server alone, which limits the mails.';
grant execute on function public.mail_manage_link to service_role;

create function public.edit_registration_answers(registration uuid, answers jsonb, reason text, seen timestamptz
  default null) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.edit_registration_answers(registration, answers, reason, seen);
comment on function public.edit_registration_answers is
  'Event managers correct the answers of a registration, with a reason. Answers its updated_at. Raises '
  'reason_missing, registration_changed or invalid_request.';
grant execute on function public.edit_registration_answers to authenticated, service_role;

create function public.edit_registration(registration uuid, changes jsonb, seen timestamptz default null,
  keeps_price boolean default false) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.edit_registration(registration, changes, seen, keeps_price);
comment on function public.edit_registration is
  'Event managers correct a registration: full_name, email, phone, town, club, company, companions. More people cost '
  'the difference unless keeps_price. Answers its updated_at.';
grant execute on function public.edit_registration to authenticated, service_role;

create function public.assign_stand(registration uuid, stand uuid default null, seen timestamptz default null,
  keeps_price boolean default false) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.assign_stand(registration, stand, seen, keeps_price);
comment on function public.assign_stand is
  'Event managers give a free stand to a registration, or take its stand away. Answers its updated_at.';
grant execute on function public.assign_stand to authenticated, service_role;

create function public.changed_price(registration uuid, companions integer default null, stand uuid default null)
  returns jsonb
language sql stable security invoker set search_path = ''
return private.changed_price(registration, companions, stand);
comment on function public.changed_price is
  'Event managers read what a registration costs with another number of companions or another stand: {from, to, '
  'is_settled}.';
grant execute on function public.changed_price to authenticated, service_role;

-- Whether registered people come, and places of those who do not.

create function private.ask_attendance(event uuid, type uuid, max_mails integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.events;
  one public.event_registrations;
  asked integer := 0;
begin
  perform private.require_registration_manager();
  select * into known from public.events where id = event;
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status not in ('published', 'postponed') or known.deleted_at is not null or known.starts_at <= now() then
    raise exception 'event_over';
  end if;
  -- Rows that another manager asks at the same time are skipped, so that each person gets one mail.
  for one in
    select * from public.event_registrations as registration
    where registration.event_id = known.id and registration.status = 'confirmed' and registration.attending = 'unknown'
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

create function private.answer_attendance(token text, is_coming boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'attendance')).registration_id);
  answer text := case when is_coming then 'yes' else 'no' end;
begin
  if known.id is null or is_coming is null then
    return 'missing';
  elsif known.status <> 'confirmed' or not is_coming and not private.may_change(known, 'decline') or not exists (
    select from public.events where id = known.event_id and starts_at > now() and status <> 'cancelled'
  ) then
    return 'closed';
  elsif known.attending <> answer then
    update public.event_registrations set attending = answer where id = known.id;
    perform private.note_registration(known, 'attending:' || answer);
  end if;
  return 'answered';
end $$;
comment on function private.answer_attendance is
  'Stores the answer of an attendance link until the event begins: answered, closed or missing; no "no" after an '
  'entry. A no does not cancel; managers free the places.';

create function private.free_declined_places(event uuid, reason text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  known public.event_registrations;
  freed integer := 0;
begin
  perform private.require_registration_manager();
  for one in
    select registration.id from public.event_registrations as registration
    where registration.event_id = free_declined_places.event and registration.status = 'confirmed'
      and registration.attending = 'no'
      and private.may_change(registration, 'free_declined')
    order by registration.type_id, registration.id limit 200
  loop
    -- Under the lock no entry is stored meanwhile.
    known := private.lock_registration(one.id);
    continue when known.status <> 'confirmed' or not private.may_change(known, 'free_declined');
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

create function public.answer_attendance(token text, is_coming boolean) returns text
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

-- Changes of published events that wait for a decision.

create table public.event_changes (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  status_note text check (char_length(status_note) <= 1000),
  fields text[] not null check (fields <@ array['title', 'date', 'place', 'description', 'poster', 'kinds']),
  payload jsonb not null check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 200000),
  created_by uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.event_changes is
  'Changes of published events that wait for the team, at most one per event, and those of the last 90 days that were '
  'decided.';
comment on column public.event_changes.fields is
  'What the team decides about: title, date, place, description, poster, kinds.';
comment on column public.event_changes.payload is 'The changed values, as private.write_event takes them.';
comment on column public.event_changes.created_by is 'Null for the holder of a publish link.';
create unique index event_changes_one_waits_idx on public.event_changes (event_id) where status = 'pending';
create index event_changes_event_id_idx on public.event_changes (event_id);
create index event_changes_decided_by_idx on public.event_changes (decided_by);
create index event_changes_created_by_idx on public.event_changes (created_by);
create index event_changes_status_idx on public.event_changes (status, created_at);
alter table public.event_changes enable row level security;
grant select on public.event_changes to authenticated;
grant all on public.event_changes to service_role;
create policy "event managers read changes that wait" on public.event_changes
  for select to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));
create trigger event_changes_touch before update on public.event_changes
  for each row execute function private.touch_updated_at();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_changes', 'created_by', 'account', 'own', 'Alterações de eventos', 'unlink', 61),
  ('event_changes', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 62);

select
  private.declare_columns('event_changes', 'exported',
    '{id,event_id,status,status_note,fields,payload,created_by,decided_at,created_at,updated_at}'),
  private.declare_columns('event_changes', 'withheld', '{decided_by}', 'another person: who decided');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('event_changes', 'public.event_changes', 'decided_at', '90 days', 'status <> ''pending''', 245);

insert into private.file_columns (bucket, relation, names) values
  ('event-files', 'public.event_changes', 'case when status = ''pending'' then array[payload ->> ''poster_path''] end');

create function private.drop_event_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.event_changes where event_id = new.id and status = 'pending';
  return null;
end $$;
comment on function private.drop_event_change is
  'Trigger function: a change of an event that is not public any more is not decided.';

create trigger events_drop_change after update of status, deleted_at on public.events
  for each row when (new.status not in ('published', 'postponed') or new.deleted_at is not null)
  execute function private.drop_event_change();

-- The form has whole minutes and five decimals of a degree: smaller differences are no change.
create function private.moderated_fields(before public.events, event public.events, kinds jsonb) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when before.title <> event.title then 'title' end,
    case when date_trunc('minute', before.starts_at) <> date_trunc('minute', event.starts_at)
      or date_trunc('minute', before.ends_at) <> date_trunc('minute', event.ends_at) then 'date' end,
    case when (before.venue, before.address, before.municipality_ibge, round(before.lat::numeric, 5),
      round(before.lng::numeric, 5))
      is distinct from (event.venue, event.address, event.municipality_ibge, round(event.lat::numeric, 5),
        round(event.lng::numeric, 5)) then 'place' end,
    case when before.description <> event.description then 'description' end,
    case when before.poster_path is distinct from event.poster_path then 'poster' end,
    case when jsonb_typeof(kinds) = 'array' and exists (
      select from jsonb_array_elements(kinds) as entry
      where not exists (
        select from public.event_registration_types as known
        where known.event_id = before.id and known.id::text = entry ->> 'id'
          and to_jsonb(known.price_cents) = coalesce(entry -> 'price_cents', to_jsonb(known.price_cents))
      )
    ) then 'kinds' end
  ], null)
$$;
comment on function private.moderated_fields is
  'The differences of two versions of an event that the team decides about; kinds: new ones and other prices.';

create function private.changed_values(payload jsonb, before public.events, event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(payload)
  where case key
    when 'days' then value is distinct from (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'items', items) order by day), '[]')
        from public.event_days where event_id = before.id
    )
    when 'kinds' then jsonb_array_length(value) <> (select count(*) from public.event_registration_types
      where event_id = before.id)
      or exists (
        select from jsonb_array_elements(value) as entry
        where not exists (select from public.event_registration_types as known where known.event_id = before.id
          and to_jsonb(known) @> entry)
      )
    when 'sponsors' then true
    when 'team' then value is distinct from private.team_members(before.id)
    else to_jsonb(event) -> key is distinct from to_jsonb(before) -> key and key
      not in ('id', 'seen', 'club_id', 'series')
  end
$$;
comment on function private.changed_values is
  'The values of a form that differ from the event, so that the decision does not overwrite what others changed '
  'meanwhile.';

create function private.propose_event_change(payload jsonb, actor uuid, link uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.events;
  event public.events;
  wanted text[];
begin
  select * into before from public.events where id = private.uuid_field(payload, 'id') and deleted_at is null
    for no key update;
  if before.id is null or before.status not in ('published', 'postponed')
    or before.updated_at <> private.moment_field(payload, 'seen', true) then
    return null;
  end if;
  event := private.event_from(payload, before);
  wanted := private.moderated_fields(before, event, payload -> 'kinds');
  if wanted = '{}' then
    delete from public.event_changes where event_id = before.id and status = 'pending';
    return null;
  end if;
  -- Days and kinds are checked where they are written: the change is written and undone.
  begin
    perform private.write_event(payload, actor, link);
    raise exception 'checked' using errcode = 'PEC01';
  exception when sqlstate 'PEC01' then
    null;
  end;
  insert into public.event_changes (event_id, fields, payload, created_by)
  values (before.id, wanted, private.changed_values(payload, before, event), actor)
  on conflict (event_id) where status = 'pending' do update set fields = excluded.fields, payload = excluded.payload,
    created_by = excluded.created_by;
  -- An editor who opened the event earlier is told that somebody else saved.
  update public.events set updated_at = now() where id = before.id returning * into event;
  return jsonb_build_object('outcome', 'saved', 'id', event.id, 'slug', event.slug, 'updated_at', event.updated_at,
    'waits', true);
end $$;
comment on function private.propose_event_change is
  'Keeps a change of a published event for the team; null when nothing in it needs a decision, or write_event refuses '
  'it. Rights are checked by the callers.';

create function private.mail_change_decision(change public.event_changes, event public.events, status text, note text)
  returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  email text := coalesce((select users.email from auth.users where users.id = change.created_by),
    event.organizer_email);
begin
  if email is not null then
    perform private.enqueue_mail(email, 'event_change_decided', jsonb_build_object(
      'name', event.organizer_name, 'event', event.title, 'status', status, 'note', coalesce(note, ''), 'path',
        '/eventos/lacambeche/' || event.slug
    ), coalesce((select locale from public.profiles where id = change.created_by), 'pt-BR'));
  end if;
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not roll back the decision.
  null;
end $$;

create function private.decide_event_change(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  given text := private.check_reason(decision, reason);
  next_status text := case decision when 'approve' then 'approved' when 'reject' then 'rejected' end;
  change public.event_changes;
  event public.events;
begin
  perform private.require_permission('events');
  -- The event first, as everywhere else.
  select * into event from public.events where id = (select event_id from public.event_changes where id = item)
    for no key update;
  select * into change from public.event_changes where id = item for update;
  if change.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif change.status <> 'pending' or next_status is null or (seen is not null and seen <> change.status) then
    return private.decided_already(change.status, change.decided_by, change.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, event.title), 300), true);
  if decision = 'approve' then
    begin
      perform private.write_event(change.payload || jsonb_build_object('id', event.id, 'seen', event.updated_at),
        change.created_by, null);
    exception when raise_exception then
      -- For example a kind that got registrations after the change was sent.
      return jsonb_build_object('outcome', 'outdated');
    end;
  end if;
  update public.event_changes set status = next_status, status_note = given, decided_by = private.account_id(),
    decided_at = now() where id = item;
  perform private.mail_change_decision(change, event, next_status, given);
  return jsonb_build_object('outcome', 'decided', 'status', next_status, 'table', 'events', 'id', event.id);
end $$;

create function public.decide_event_change(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_event_change(id, decision, reason, seen);
comment on function public.decide_event_change is
  'approve publishes a change of an event, reject drops it with a reason; outdated when the event cannot take it any '
  'more.';
grant execute on function public.decide_event_change to authenticated, service_role;

-- Saving the form of an event with its days, kinds of registration and sponsors.

create table public.event_series (
  id uuid primary key default gen_random_uuid(),
  club_id uuid not null references public.clubs (id) on delete cascade,
  week integer not null check (week between 1 and 5),
  weekday integer not null check (weekday between 0 and 6),
  created_at timestamptz not null default now(),
  unique (club_id, week, weekday)
);
comment on table public.event_series is 'Recurring meetings of a club, such as the last Sunday of the month.';
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
      and not exists (select from public.event_changes where status = 'pending' and payload ->> 'poster_path' = name)
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
    perform private.refuse_request(key);
  end if;
  return name;
end $$;

-- A key that the payload does not have keeps the value of the event.
create function private.event_from(payload jsonb, base public.events) returns public.events
language plpgsql stable set search_path = '' as $$
declare
  event public.events := base;
  given jsonb := to_jsonb(base) || payload;
begin
  event.title := private.text_field(given, 'title', 140, true);
  event.kind := private.choice_field(given, 'kind', array['meeting', 'exhibition', 'tour', 'rally', 'flea_market',
    'auction']);
  event.state_abbr := private.pattern_field(given, 'state_abbr', 2, '^[A-Za-z]{2}$', true);
  event.state_abbr := upper(event.state_abbr);
  event.municipality_ibge := private.whole_field(given, 'municipality_ibge', 1100000, 5399999, true);
  if not exists (select from public.states where abbr = event.state_abbr
    and capital_ibge / 100000 = event.municipality_ibge / 100000) then
    perform private.refuse_request('municipality_ibge');
  end if;
  event.town := private.text_field(given, 'town', 120, true);
  event.venue := private.text_field(given, 'venue', 160);
  event.address := private.text_field(given, 'address', 300);
  event.access_notes := private.text_field(given, 'access_notes', 1000);
  event.lat := private.number_field(given, 'lat', -34, 6);
  event.lng := private.number_field(given, 'lng', -74, -28);
  event.starts_at := private.moment_field(given, 'starts_at', true);
  event.ends_at := private.moment_field(given, 'ends_at', true);
  event.time_zone := private.zone_of_state(event.state_abbr);
  event.description := coalesce(private.text_field(given, 'description', 8000), '');
  event.rules := coalesce(private.text_field(given, 'rules', 8000), '');
  event.min_vehicle_age := private.whole_field(given, 'min_vehicle_age', 0, 100);
  event.solidarity_item := private.text_field(given, 'solidarity_item', 160);
  event.capacity := private.whole_field(given, 'capacity', 1, 1000000);
  event.organizer_name := private.text_field(given, 'organizer_name', 160, true);
  event.organizer_phone := private.phone_field(given, 'organizer_phone');
  event.organizer_email := private.email_field(given, 'organizer_email');
  event.website := private.pattern_field(given, 'website', 300, '^https?://[^\s"<>\\]+$');
  event.instagram := private.pattern_field(given, 'instagram', 30, '^[A-Za-z0-9._]{1,30}$');
  event.poster_path := private.event_file_field(given, 'poster_path', base);
  event.stand_map_path := private.event_file_field(given, 'stand_map_path', base);
  event.votes_open_at := private.moment_field(given, 'votes_open_at');
  event.votes_close_at := private.moment_field(given, 'votes_close_at');
  if jsonb_typeof(given -> 'translations') <> 'object' or octet_length((given -> 'translations')::text) > 40000 then
    perform private.refuse_request('translations');
  elsif event.ends_at <= event.starts_at or event.ends_at >= event.starts_at + interval '31 days' then
    perform private.refuse_request('ends_at');
  elsif event.starts_at not between now() - interval '3 years' and now() + interval '3 years' and event.starts_at
    is distinct from base.starts_at then
    perform private.refuse_request('starts_at');
  elsif (event.lat is null) <> (event.lng is null) then
    perform private.refuse_request('lat');
  elsif (event.votes_open_at is null) <> (event.votes_close_at is null) or event.votes_close_at <= event.votes_open_at
    then
    perform private.refuse_request('votes_close_at');
  end if;
  event.translations := given -> 'translations';
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
    perform private.refuse_request('days');
  end if;
  delete from public.event_days where event_id = event.id;
  for entry in select value from jsonb_array_elements(list) loop
    wanted := case when jsonb_typeof(entry) = 'object' then private.date_field(entry, 'day') end;
    if wanted is null or coalesce(jsonb_typeof(entry -> 'items'), '') <> 'array'
      or wanted < (event.starts_at at time zone event.time_zone)::date
        or wanted > (event.ends_at at time zone event.time_zone)::date
    then
      perform private.refuse_request('days');
    elsif jsonb_array_length(entry -> 'items') > 40 or octet_length((entry -> 'items')::text) > 20000 then
      perform private.refuse_request('days');
    end if;
    for item in select value from jsonb_array_elements(entry -> 'items') loop
      if jsonb_typeof(item) <> 'object' then
        perform private.refuse_request('days');
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
  perform private.refuse_request('days');
end $$;
comment on function private.save_event_days is 'Replaces the programme: [{day, items: [{time, text}]}].';

create function private.registration_type_from(payload jsonb, base public.event_registration_types, event public.events)
  returns public.event_registration_types
language plpgsql stable set search_path = '' as $$
declare
  type public.event_registration_types := base;
  given jsonb := to_jsonb(base) || payload;
begin
  type.kind := private.choice_field(given, 'kind', array['publico', 'expositor', 'mercado_pulga', 'food_truck',
    'expositor_comercial']);
  type.name := private.text_field(given, 'name', 120, true);
  type.price_cents := private.whole_field(given, 'price_cents', 0, 100000000, true);
  type.capacity := private.whole_field(given, 'capacity', 0, 1000000);
  type.requires_approval := private.flag_field(given, 'requires_approval');
  type.max_vehicles := private.whole_field(given, 'max_vehicles', 1, 20, true);
  type.max_companions := private.whole_field(given, 'max_companions', 0, 20, true);
  type.required_documents := private.texts_field(given, 'required_documents', 8);
  type.has_waiting_list := private.flag_field(given, 'has_waiting_list');
  type.chooses_stand := private.flag_field(given, 'chooses_stand');
  type.allows_several := private.flag_field(given, 'allows_several');
  type.opens_at := private.moment_field(given, 'opens_at');
  type.closes_at := private.moment_field(given, 'closes_at');
  type.edit_until := private.moment_field(given, 'edit_until');
  if exists (select from unnest(type.required_documents) as name where name !~ '^[a-z_]{2,40}$') then
    perform private.refuse_request('required_documents');
  elsif jsonb_typeof(given -> 'translations') <> 'object' or octet_length((given -> 'translations')::text) > 4000 then
    perform private.refuse_request('translations');
  elsif type.closes_at <= type.opens_at or type.closes_at > event.ends_at then
    perform private.refuse_request('closes_at');
  elsif type.capacity < type.taken then
    perform private.refuse_request('capacity_taken');
  elsif type.kind <> base.kind and exists (select from public.event_registrations where type_id = base.id) then
    perform private.refuse_request('kind_registered');
  end if;
  type.translations := given -> 'translations';
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
    perform private.refuse_request('kinds');
  end if;
  -- Places are taken under the lock of the same rows.
  perform from public.event_registration_types where event_id = event.id order by id for update;
  if exists (
    select from public.event_registrations as registration join public.event_registration_types as known
      on known.id = registration.type_id
    where known.event_id = event.id and known.id::text not in (select coalesce(value ->> 'id', '')
      from jsonb_array_elements(list) as value)
  ) then
    perform private.refuse_request('kinds_registered');
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
          event.id, private.choice_field(entry, 'kind', array['publico', 'expositor', 'mercado_pulga', 'food_truck',
            'expositor_comercial']), gen_random_uuid()::text
        ) returning * into type;
        type.name := null;
      end if;
      type := private.registration_type_from(entry, type, event);
      update public.event_registration_types set
        kind = type.kind, name = type.name, translations = type.translations, price_cents = type.price_cents,
          capacity = type.capacity,
        requires_approval = type.requires_approval, max_vehicles = type.max_vehicles,
          max_companions = type.max_companions,
        required_documents = type.required_documents, has_waiting_list = type.has_waiting_list,
          chooses_stand = type.chooses_stand,
        allows_several = type.allows_several,
        opens_at = type.opens_at, closes_at = type.closes_at, edit_until = type.edit_until, position = number
      where id = type.id;
    exception
      when unique_violation then
        perform private.refuse_request(format('kinds.%s.name', number));
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse_request(format('kinds.%s.%s', number, field));
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
    perform private.refuse_request('sponsors');
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
        coalesce(private.choice_field(entry, 'tier', array['master', 'gold', 'silver', 'support'], false), 'support'),
        private.pattern_field(entry, 'url', 300, '^https?://[^\s"<>\\]+$'),
          private.event_file_field(entry, 'logo_path', event), number
      ) on conflict (id) do update set name = excluded.name, tier = excluded.tier, url = excluded.url,
        logo_path = excluded.logo_path, position = excluded.position;
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse_request(format('sponsors.%s.%s', number, field));
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
    perform private.refuse_request('series');
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
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 200000 then
    raise exception 'invalid_request' using detail = 'payload';
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
      return jsonb_build_object('outcome', 'limit');
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
    'kinds', (select coalesce(jsonb_agg(to_jsonb(type) - array['event_id', 'created_at', 'updated_at']
      order by position, id), '[]') from public.event_registration_types as type where event_id = event.id),
    'sponsors', (select coalesce(jsonb_agg(to_jsonb(sponsor) - 'event_id' order by position, id), '[]')
      from public.event_sponsors as sponsor where event_id = event.id),
    'team', private.team_members(event.id),
    'gaps', to_jsonb(private.event_gaps(event)),
    'change', (select jsonb_build_object('fields', fields, 'values', payload) from public.event_changes
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
      return jsonb_build_object('outcome', 'missing');
    elsif before.updated_at <> private.moment_field(payload, 'seen', true) then
      return jsonb_build_object('outcome', 'stale', 'updated_at', before.updated_at);
    elsif before.status = 'cancelled' and not is_manager then
      return jsonb_build_object('outcome', 'closed');
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
      perform private.refuse_request('club_id');
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
  if payload ? 'sponsors' then
    perform private.save_event_sponsors(event, payload -> 'sponsors');
  end if;
  if change is not null and wanted is not null and before.status in ('published', 'postponed') and event.ends_at > now()
    then
    mailed := private.mail_registered(event, change, null);
  end if;
  return jsonb_build_object(
    'outcome', 'saved', 'id', event.id, 'slug', event.slug, 'status', event.status, 'updated_at', event.updated_at,
    'state_abbr', event.state_abbr, 'state_before', before.state_abbr, 'mailed', mailed
  );
end $$;
comment on function private.write_public_parts is
  'Creates or changes an event with its days, kinds and sponsors. seen: the updated_at that was shown; with another '
  'one nothing is written. Parts that the payload does not name are kept.';

create function public.save_event(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_event(payload);
comment on function public.save_event is
  'Creates an event, or with id and seen changes it. outcome: saved, stale (somebody else saved), missing, closed or '
  'limit; a wrong field raises invalid_request with the field as detail.';
grant execute on function public.save_event to authenticated, service_role;

create function public.read_event_form(id uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_event_form(id);
comment on function public.read_event_form is
  'An event with its days, kinds, sponsors and missing parts, for those who may edit it; null otherwise.';
grant execute on function public.read_event_form to authenticated, service_role;

-- Submitting, publishing, postponing and cancelling an event.

create function private.mail_registered(event public.events, change text, note text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  person record;
  enqueued integer := 0;
begin
  for person in
    select
      (array_agg(registration.id order by registration.created_at))[1] as id,
      (array_agg(registration.email order by registration.created_at))[1] as email,
      (array_agg(registration.full_name order by registration.created_at))[1] as full_name,
      (array_agg(registration.locale order by registration.created_at))[1] as locale,
      string_agg(registration.code, ', ' order by registration.created_at) as codes,
      bool_or(exists (
        select from public.payments
        where subject_type = 'registration' and subject_id = registration.id and payments.status = 'paid'
      )) as has_paid
    from public.event_registrations as registration
    where event_id = event.id and registration.status in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted',
      'offered')
    group by lower(registration.email)
    -- A person who ended the messages still gets the mail that the event does not take place as planned.
    having mail_registered.change in ('cancelled', 'postponed') or
      not bool_or(registration.messages_refused_at is not null)
    order by lower(registration.email)
  loop
    begin
      perform private.enqueue_mail(person.email, 'event_changed', private.mail_event_facts(event) || jsonb_build_object(
        'name', person.full_name, 'change', change, 'note', coalesce(note, ''),
        'codes', person.codes, 'paid', case when person.has_paid then 'yes' else 'no' end,
        'path', '/eventos/lacambeche/' || event.slug, 'ends_registration', person.id
      ), person.locale);
      enqueued := enqueued + 1;
    exception when invalid_parameter_value then
      null;
    end;
  end loop;
  return enqueued;
end $$;
comment on function private.mail_registered is
  'Enqueues the mail event_changed with the codes of the registrations of each person. change: date, place, '
  'date_place, postponed or cancelled.';

create function private.event_change(before public.events, event public.events) returns text
language sql immutable set search_path = '' as $$
  select nullif(concat_ws('_',
    case when (before.starts_at, before.ends_at) is distinct from (event.starts_at, event.ends_at) then 'date' end,
    case when (before.venue, before.address, before.municipality_ibge)
      is distinct from (event.venue, event.address, event.municipality_ibge) then 'place' end
  ), '')
$$;
comment on function private.event_change is
  'What registered people are told of: date, place or date_place; null for other changes.';

create function private.event_gaps(event public.events) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when event.starts_at <= now() then 'date' end,
    case when char_length(btrim(event.description)) < 30 then 'description' end,
    case when event.lat is null then 'position' end,
    case when event.organizer_phone is null and event.organizer_email is null then 'contact' end,
    case when private.is_paid_event(event.id) and not private.event_payment_is_possible() then 'payment' end
  ], null)
$$;
comment on function private.event_gaps is
  'What an event needs before it is submitted: date, description, position, contact, payment (a price while the '
  'portal cannot be paid).';

create function private.publish_event(event uuid) returns public.events
language sql volatile security definer set search_path = '' as $$
  update public.events set status = 'published', published_at = coalesce(published_at, now()), status_note = null
  where id = publish_event.event returning *
$$;
comment on function private.publish_event is 'Publishes an event. Rights and missing parts are checked by the callers.';

create function private.submit_event(event uuid, seen timestamptz, directly boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.events;
begin
  select * into found from public.events where id = submit_event.event and deleted_at is null for no key update;
  if found.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif found.updated_at <> seen then
    return jsonb_build_object('outcome', 'stale', 'updated_at', found.updated_at);
  elsif not (found.status in ('draft', 'rejected') or found.status = 'pending' and directly) then
    return jsonb_build_object('outcome', 'already', 'status', found.status);
  elsif cardinality(private.event_gaps(found)) > 0 then
    return jsonb_build_object('outcome', 'incomplete', 'gaps', to_jsonb(private.event_gaps(found)));
  end if;
  -- The answer to the earlier version is over; the next decision is mailed again.
  delete from private.answered_requests where request_id = found.id;
  update public.events set status = 'pending', decided_by = null, decided_at = null, status_note = null
    where id = found.id;
  if directly then
    perform private.publish_event(found.id);
  end if;
  select * into found from public.events where id = found.id;
  return jsonb_build_object('outcome', 'submitted', 'status', found.status, 'updated_at', found.updated_at, 'slug',
    found.slug, 'state_abbr', found.state_abbr);
end $$;
comment on function private.submit_event is
  'Sends an event to the team, or publishes it directly. Rights are checked by the callers.';

create function private.publishes_directly(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('events') or exists (
    select from public.events join public.clubs on clubs.id = events.club_id
    where events.id = event and clubs.is_trusted and clubs.deleted_at is null and private.runs_club(clubs.id)
  )
$$;
comment on function private.publishes_directly is
  'Whether the caller publishes an event without a decision of the team: event managers, and owner and administrators '
  'of a trusted club.';

create function private.require_event_editor(event uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.edits_event(event) then
    raise exception 'only editors of an event change it' using errcode = '42501';
  end if;
end $$;

create function private.submit_own_event(event uuid, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_editor(event);
  return private.submit_event(event, seen, private.publishes_directly(event));
end $$;

create function private.lock_public_event(event uuid, seen timestamptz, statuses text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.events;
begin
  perform private.require_event_editor(event);
  select * into found from public.events where id = lock_public_event.event and deleted_at is null for no key update;
  return case
    when found.id is null then jsonb_build_object('outcome', 'missing')
    when found.updated_at <> seen then jsonb_build_object('outcome', 'stale', 'updated_at', found.updated_at)
    when found.status <> all (statuses) then jsonb_build_object('outcome', 'already', 'status', found.status)
  end;
end $$;
comment on function private.lock_public_event is 'Locks the event; returns null, or why the change is refused.';

create function private.changed_event(event public.events, mailed integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('outcome', 'changed', 'status', event.status, 'updated_at', event.updated_at, 'slug',
    event.slug, 'state_abbr', event.state_abbr, 'mailed', mailed)
$$;

create function private.postpone_event(event uuid, reason text, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, seen, array['published']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000, true);
  found public.events;
begin
  if refused is not null then
    return refused;
  end if;
  update public.events set status = 'postponed', status_note = note where id = postpone_event.event returning *
    into found;
  return private.changed_event(found, private.mail_registered(found, 'postponed', note));
end $$;
comment on function private.postpone_event is
  'The new date is not known yet; registrations are kept. A new date publishes the event again.';

create function private.change_event_dates(event uuid, starts_at timestamptz, ends_at timestamptz, reason text,
  seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, seen, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000);
  found public.events;
begin
  if not private.publishes_directly(event) then
    raise exception 'the new date of other organisers waits for the team' using errcode = '42501';
  elsif refused is not null then
    return refused;
  elsif change_event_dates.starts_at is null or change_event_dates.starts_at <= now()
    or change_event_dates.starts_at > now() + interval '3 years' then
    perform private.refuse_request('starts_at');
  elsif change_event_dates.ends_at is null or change_event_dates.ends_at <= change_event_dates.starts_at
    or change_event_dates.ends_at >= change_event_dates.starts_at + interval '31 days'
  then
    perform private.refuse_request('ends_at');
  end if;
  update public.events set status = 'published', status_note = note, starts_at = change_event_dates.starts_at,
    ends_at = change_event_dates.ends_at
  where id = change_event_dates.event returning * into found;
  return private.changed_event(found, private.mail_registered(found, 'date', note));
end $$;

create function private.cancel_event(event uuid, reason text, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused jsonb := private.lock_public_event(event, seen, array['published', 'postponed']);
  note text := private.text_field(jsonb_build_object('reason', reason), 'reason', 1000, true);
  found public.events;
  mailed integer;
  registration uuid;
begin
  if refused is not null then
    return refused;
  end if;
  update public.events set status = 'cancelled', status_note = note where id = cancel_event.event returning *
    into found;
  -- A registration that is being stored holds the lock of its kind: it is waited for and cancelled too.
  perform from public.event_registration_types where event_id = found.id order by id for update;
  mailed := private.mail_registered(found, 'cancelled', note);
  for registration in
    select id from public.event_registrations
    where event_id = found.id and status in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')
      order by type_id, id
  loop
    perform private.cancel_registration(registration, note);
  end loop;
  return private.changed_event(found, mailed);
end $$;
comment on function private.cancel_event is
  'Cancels the event and its registrations; paid ones are refunded by private.cancel_registration. The mail of the '
  'event is the only one: set_registration_status sends none for a cancelled event. Cannot be undone.';

create function private.apply_event_decision(item uuid, decision text, reason text, seen text, actor uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  event public.events;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into event from public.events where id = item and deleted_at is null for no key update;
  if event.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := '{
    "pending": {"approve": "published", "reject": "rejected", "adjust": "draft"},
    "published": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> event.status ->> decision;
  if next_status is null or (seen is not null and seen <> event.status) then
    return private.decided_already(event.status, event.decided_by, event.decided_at);
  elsif decision = 'reopen' and exists (select from public.event_registrations where event_id = item and status
    in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')) then
    return jsonb_build_object('outcome', 'has_registrations');
  elsif decision = 'approve' and 'payment' = any (private.event_gaps(event)) then
    return jsonb_build_object('outcome', 'unpayable');
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, event.title), 300), true);
  if decision = 'approve' then
    perform private.publish_event(item);
  end if;
  update public.events set
    status = next_status, status_note = case when decision = 'reopen' then null else given end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen'
      then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status, 'table', 'events', 'id', item);
end $$;
comment on function private.apply_event_decision is
  'approve publishes, or answers unpayable while its prices cannot be paid; reject and adjust need a reason, reopen '
  'takes an event without registrations back to the queue.';

create function private.decide_event(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_permission('events');
  return private.apply_event_decision(item, decision, reason, seen, (select private.account_id()));
end $$;

create function private.decided_events() returns table (
  request_id uuid, status text, decided_at timestamptz, template text, email text, locale text, data jsonb
)
language sql stable security definer set search_path = '' as $$
  select events.id, case events.status when 'draft' then 'adjust' else events.status end, events.decided_at,
    'event_decided',
    coalesce(users.email, events.organizer_email), coalesce(profiles.locale, 'pt-BR'),
    jsonb_build_object(
      'name', events.organizer_name, 'event', events.title, 'status', case events.status when 'draft' then 'adjust'
        else events.status end,
      'note', coalesce(events.status_note, ''),
      'path', case when events.status = 'published' or events.organizer_id is null
        then '/eventos/lacambeche/' || events.slug else '/publicar-evento/preview/' || events.id end
    )
  from public.events
  left join auth.users on users.id = events.organizer_id left join public.profiles on profiles.id = events.organizer_id
  where events.status in ('published', 'rejected', 'draft') and events.decided_at is not null and events.deleted_at
    is null
    and coalesce(users.email, events.organizer_email) is not null
$$;
comment on function private.decided_events is 'Decisions about events, which their organisers are told of by mail.';

create function public.submit_event(id uuid, seen timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_own_event(id, seen);
comment on function public.submit_event is
  'Sends an event to the team; event managers and trusted clubs publish it at once. outcome: submitted, incomplete, '
  'stale, already or missing.';
grant execute on function public.submit_event to authenticated, service_role;

create function public.postpone_event(id uuid, reason text, seen timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.postpone_event(id, reason, seen);
comment on function public.postpone_event is
  'Postpones a published event without a new date and mails everybody registered.';
grant execute on function public.postpone_event to authenticated, service_role;

create function public.change_event_dates(id uuid, starts_at timestamptz, ends_at timestamptz, reason text,
  seen timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_event_dates(id, starts_at, ends_at, reason, seen);
comment on function public.change_event_dates is
  'Gives a published or postponed event another date, moves its programme and mails everybody registered.';
grant execute on function public.change_event_dates to authenticated, service_role;

create function public.cancel_event(id uuid, reason text, seen timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.cancel_event(id, reason, seen);
comment on function public.cancel_event is
  'Cancels a published or postponed event with its registrations and mails everybody registered. Cannot be undone.';
grant execute on function public.cancel_event to authenticated, service_role;

create function public.decide_event(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_event(id, decision, reason, seen);
comment on function public.decide_event is
  'approve publishes an event, adjust returns it to its organiser and reject refuses it, both with a reason; reopen '
  'takes the decision back.';
grant execute on function public.decide_event to authenticated, service_role;

-- Links by which somebody without an account fills in an event.

create table public.event_publish_links (
  id uuid primary key default gen_random_uuid(),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  label text not null check (label !~ '^\s*$' and char_length(label) <= 160),
  email text check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  phone text check (phone ~ '^\+?[0-9 ().-]{8,30}$'),
  state_abbr char(2) references public.states (abbr),
  club_id uuid references public.clubs (id) on delete set null,
  publishes_directly boolean not null default false,
  max_uses integer not null default 1 check (max_uses between 1 and 20),
  expires_at timestamptz not null check (expires_at <= created_at + interval '400 days'),
  revoked_at timestamptz,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.event_publish_links is
  'Links that let an invited organiser without an account publish events and edit them until they begin.';
comment on column public.event_publish_links.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
comment on column public.event_publish_links.label is 'Who is invited; the name of the organiser in the form.';
comment on column public.event_publish_links.publishes_directly is
  'The events are published without a decision of the team.';
comment on column public.event_publish_links.max_uses is
  'Number of events that can be made with the link; edits are not counted.';
comment on column public.event_publish_links.expires_at is
  'After it no event is added; the existing ones can be edited until they begin.';
create index event_publish_links_club_id_idx on public.event_publish_links (club_id);
create index event_publish_links_state_abbr_idx on public.event_publish_links (state_abbr);
create index event_publish_links_created_by_idx on public.event_publish_links (created_by);
create index event_publish_links_email_idx on public.event_publish_links (lower(email));
alter table public.event_publish_links enable row level security;
grant select, insert, update on public.event_publish_links to authenticated;
grant all on public.event_publish_links to service_role;
create policy "event managers read publish links" on public.event_publish_links
  for select to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers make publish links in their own name" on public.event_publish_links
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events'))
    and created_by = (select private.account_id()) and revoked_at is null);
create policy "event managers revoke publish links" on public.event_publish_links
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('events')))
  with check ((select private.is_staff()) and (select private.has_permission('events')));
create trigger event_publish_links_guard before update on public.event_publish_links
  for each row execute function private.guard_columns('revoked_at');
create trigger event_publish_links_server_columns before insert or update on public.event_publish_links
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger event_publish_links_stamp before update on public.event_publish_links
  for each row execute function private.stamp_revocation();
create trigger event_publish_links_touch before update on public.event_publish_links
  for each row execute function private.touch_updated_at();
create trigger event_publish_links_audit after insert or update on public.event_publish_links
  for each row execute function private.write_audit('id',
    'state_abbr,club_id,publishes_directly,max_uses,expires_at,revoked_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_publish_links', 'email', 'address', 'own', 'Convites para publicar eventos', 'clear', 63),
  ('event_publish_links', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 64);

select
  private.declare_columns('event_publish_links', 'exported',
    '{id,label,email,phone,state_abbr,club_id,publishes_directly,max_uses,expires_at,revoked_at,created_at}'),
  private.declare_columns('event_publish_links', 'not_personal',
    '{token_hash,updated_at}', 'technical key or time of the last change'),
  private.declare_columns('event_publish_links', 'withheld', '{created_by}', 'another person: who invited');

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.event_publish_links', 'token_hash', 'null');

alter table public.events add constraint events_publish_link_id_fkey
  foreign key (publish_link_id) references public.event_publish_links (id) on delete set null;
alter table private.uploads add constraint uploads_publish_link_id_fkey
  foreign key (publish_link_id) references public.event_publish_links (id) on delete set null;

-- Publish links. The server calls these functions with the token; no account is needed.
create function private.publish_link(token text) returns public.event_publish_links
language sql stable security definer set search_path = '' as $$
  select * from public.event_publish_links where token_hash = private.token_hash(token)
$$;

create function private.publish_link_state(link public.event_publish_links) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when link.revoked_at is not null then 'revoked'
    when link.expires_at <= now() then 'expired'
    when (select count(*) from public.events where publish_link_id = link.id) >= link.max_uses then 'used'
    else 'open'
  end
$$;
comment on function private.publish_link_state is
  'Whether an event can be added: open, used (as often as allowed), expired or revoked. Events that were added can be '
  'edited unless the link is revoked.';

create function private.read_publish_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'state', private.publish_link_state(link), 'label', link.label, 'email', link.email, 'phone', link.phone,
      'state_abbr', link.state_abbr,
    'publishes_directly', link.publishes_directly, 'expires_at', link.expires_at, 'uses_left',
      link.max_uses - (select count(*) from public.events where publish_link_id = link.id),
    'events', (
      select coalesce(jsonb_agg(private.event_form(event) order by event.starts_at, event.id), '[]')
      from public.events as event where event.publish_link_id = link.id and event.deleted_at is null and link.revoked_at
        is null
    )
  )
  from private.publish_link(token) as link where link.id is not null
$$;

create function private.save_event_by_link(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_publish_links := private.publish_link(token);
  wanted uuid;
begin
  perform private.check_event_payload(payload);
  wanted := private.uuid_field(payload, 'id');
  -- Two events saved at the same time wait here, so that the maximum of uses holds.
  select * into link from public.event_publish_links where id = link.id for update;
  if link.id is null or link.revoked_at is not null then
    return jsonb_build_object('outcome', 'missing');
  elsif wanted is null and private.publish_link_state(link) <> 'open' then
    return jsonb_build_object('outcome', private.publish_link_state(link));
  elsif wanted is not null and not exists (select from public.events where id = wanted and publish_link_id = link.id
    and deleted_at is null) then
    return jsonb_build_object('outcome', 'missing');
  elsif wanted is not null and exists (select from public.events where id = wanted and published_at is not null
    and starts_at <= now()) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  payload := payload || jsonb_build_object('club_id', link.club_id);
  return coalesce(
    case when wanted is not null and not link.publishes_directly then private.propose_event_change(payload, null,
      link.id) end,
    private.write_event(payload, null, link.id)
  );
end $$;

create function private.submit_event_by_link(token text, id uuid, seen timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_publish_links := private.publish_link(token);
begin
  if link.id is null or link.revoked_at is not null
    or not exists (select from public.events where events.id = submit_event_by_link.id and publish_link_id = link.id)
  then
    return jsonb_build_object('outcome', 'missing');
  end if;
  return private.submit_event(submit_event_by_link.id, seen, link.publishes_directly);
end $$;

create function public.read_publish_link(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_publish_link(token);
comment on function public.read_publish_link is
  'The state of a publish link and its events; null for a token that does not exist.';
grant execute on function public.read_publish_link to anon, authenticated, service_role;

create function public.save_event_by_link(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_event_by_link(token, payload);
comment on function public.save_event_by_link is
  'Saves an event of an invited organiser until it begins. The server calls it.';
grant execute on function public.save_event_by_link to service_role;

create function public.submit_event_by_link(token text, id uuid, seen timestamptz) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_event_by_link(token, id, seen);
comment on function public.submit_event_by_link is 'Submits an event of an invited organiser. The server calls it.';
grant execute on function public.submit_event_by_link to service_role;

-- What becomes public, opens or ends by the clock.

create function private.event_moments(since timestamptz, until timestamptz) returns table (state_abbr text)
language sql stable security definer set search_path = '' as $$
  select event.state_abbr::text from public.events as event
  cross join lateral (values (event.starts_at), (event.ends_at), (event.votes_open_at), (event.votes_close_at))
    as moments (moment)
  where private.is_public_event(event) and moment > since and moment <= until
  union
  select event.state_abbr::text from public.events as event join public.event_registration_types as type
    on type.event_id = event.id
  cross join lateral (values (type.opens_at), (type.closes_at), (type.edit_until)) as moments (moment)
  where private.is_public_event(event) and moment > since and moment <= until
$$;
comment on function private.event_moments is
  'States of the public events of which something opens, closes, begins or ends in a span of time.';

create function private.publish_due_events() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  since timestamptz;
begin
  select events_until into since from private.publication for update;
  perform private.revalidate_event_states(array(select distinct moments.state_abbr
    from private.event_moments(since, now()) as moments order by 1));
  update private.publication set events_until = now() where events_until <= now();
end $$;
comment on function private.publish_due_events is
  'Makes the pages of events fresh of which something opened, closed, began or ended since the last run.';

create function private.publish_new_day() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select from private.publication
    where (events_until at time zone 'America/Sao_Paulo')::date < (now() at time zone 'America/Sao_Paulo')::date
  ) then
    perform private.expire_tags('{ads,events,vouchers}');
  end if;
end $$;
comment on function private.publish_new_day is
  'Makes pages fresh that show what is valid today, after midnight of Brasília.';

-- Keys that sign the codes of registrations.

create table private.event_code_keys (
  id smallint generated always as identity primary key check (id between 1 and 255),
  public_key jsonb not null check (jsonb_typeof(public_key) = 'object' and octet_length(public_key::text) <= 1000),
  signing_jwk jsonb check (jsonb_typeof(signing_jwk) = 'object' and octet_length(signing_jwk::text) <= 1000),
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
comment on table private.event_code_keys is
  'Key pairs (ECDSA P-256, JSON Web Key) of the codes on badges. The newest one with a private key signs, every one '
  'that is not retired verifies.';
comment on column private.event_code_keys.id is 'First byte of a code: it tells which key verifies it.';
comment on column private.event_code_keys.signing_jwk is
  'Null in a restored database: earlier badges stay valid and a new pair signs.';
comment on column private.event_code_keys.retired_at is 'Since then codes of this key are refused.';
alter table private.event_code_keys enable row level security;

select private.declare_columns('private.event_code_keys', 'not_personal', '{*}', 'keys of the portal');

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('private.event_code_keys', 'signing_jwk', 'null');

create function private.event_signing_key() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', id, 'publicKey', public_key, 'privateKey', signing_jwk)
  from private.event_code_keys where signing_jwk is not null and retired_at is null order by id desc limit 1
$$;
comment on function private.event_signing_key is 'The pair that signs new codes; null when there is none.';
revoke execute on function private.event_signing_key from public;
grant execute on function private.event_signing_key to service_role;

create function private.add_event_signing_key(given_public jsonb, given_private jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Two processes that start at the same time must sign with the same pair.
  perform pg_advisory_xact_lock(hashtext('event_code_keys'));
  if private.event_signing_key() is null then
    insert into private.event_code_keys (public_key, signing_jwk) values (given_public, given_private);
  end if;
  return private.event_signing_key();
end $$;
comment on function private.add_event_signing_key is 'Stores a pair when there is none; returns the pair that signs.';
revoke execute on function private.add_event_signing_key from public;
grant execute on function private.add_event_signing_key to service_role;

create function private.event_public_keys() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'publicKey', public_key) order by id), '[]')
  from private.event_code_keys where retired_at is null
$$;
comment on function private.event_public_keys is 'Keys with which the devices at the gate verify codes.';
revoke execute on function private.event_public_keys from public;
grant execute on function private.event_public_keys to anon, authenticated, service_role;

create function public.event_signing_key() returns jsonb
language sql stable security invoker set search_path = ''
return private.event_signing_key();
comment on function public.event_signing_key is 'The pair that signs the codes of badges, for the server.';
grant execute on function public.event_signing_key to service_role;

create function public.add_event_signing_key(given_public jsonb, given_private jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_event_signing_key(given_public, given_private);
comment on function public.add_event_signing_key is
  'Stores the first pair that signs the codes of badges, for the server.';
grant execute on function public.add_event_signing_key to service_role;

create function public.event_public_keys() returns jsonb
language sql stable security invoker set search_path = ''
return private.event_public_keys();
comment on function public.event_public_keys is 'Public keys of the codes on badges.';
grant execute on function public.event_public_keys to anon, authenticated, service_role;

-- Lists of a gate and the devices that read codes.

create table public.event_checkin_lists (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  purpose text not null default 'entry' check (purpose in ('entry', 'kit', 'vehicle', 'meal')),
  kinds text[] not null default '{}' check (kinds <@ array['publico', 'expositor', 'mercado_pulga', 'food_truck',
    'expositor_comercial']),
  allow_reentry boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  unique (event_id, name)
);
comment on table public.event_checkin_lists is
  'What is checked at an event: entries, kits, vehicles, meals. Never deleted, because a device may still send '
  'readings of it.';
comment on column public.event_checkin_lists.kinds is 'Kinds of registration that the list admits; empty: all.';
comment on column public.event_checkin_lists.allow_reentry is
  'A further reading of a badge is an entry, not a duplicate.';
alter table public.event_checkin_lists enable row level security;
grant select, insert, update on public.event_checkin_lists to authenticated;
grant all on public.event_checkin_lists to service_role;

create function private.checks_in() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('event_checkin')
$$;
comment on function private.checks_in is 'Whether the caller is an operator of the team at the gate.';

create policy "check-in operators read check-in lists" on public.event_checkin_lists
  for select to authenticated using ((select private.checks_in()));

create function private.enrols_devices() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('event_checkin_usage')
$$;
comment on function private.enrols_devices is
  'Whether the caller may enrol and revoke devices of volunteers and add lists.';

create policy "administrators of check-in add lists" on public.event_checkin_lists
  for insert to authenticated with check ((select private.enrols_devices()));
create policy "administrators of check-in update lists" on public.event_checkin_lists
  for update to authenticated using ((select private.enrols_devices())) with check ((select private.enrols_devices()));
create trigger event_checkin_lists_server_columns before insert or update on public.event_checkin_lists
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger event_checkin_lists_audit after insert or update or delete on public.event_checkin_lists
  for each row execute function private.write_audit('id', 'event_id,name,purpose,kinds,allow_reentry');

insert into private.audit_log_permissions (entity, permission) values
  ('event_checkin_lists', 'event_checkin');

select private.declare_columns('event_checkin_lists', 'not_personal',
  '{id,event_id,name,purpose,kinds,allow_reentry,position,created_at}', 'lists of an event');

create table public.checkin_devices (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 60),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_sync_at timestamptz,
  pending_readings integer not null default 0 check (pending_readings between 0 and 100000),
  created_by uuid references public.profiles (id) on delete set null default private.account_id(),
  created_at timestamptz not null default now(),
  constraint device_expires_after_enrolment check (expires_at > created_at)
);
comment on table public.checkin_devices is 'Devices of volunteers, each enrolled for one event by a link.';
comment on column public.checkin_devices.token_hash is
  'SHA-256 of the token in the link; null in a restored database, where no earlier link works.';
comment on column public.checkin_devices.pending_readings is 'Unsent readings that the device reported last.';
create index checkin_devices_event_id_idx on public.checkin_devices (event_id);
create index checkin_devices_created_by_idx on public.checkin_devices (created_by);
alter table public.checkin_devices enable row level security;
grant select (
  id, event_id, name, expires_at, revoked_at, last_sync_at, pending_readings, created_by, created_at
) on public.checkin_devices to authenticated;
grant insert (event_id, name, token_hash, expires_at) on public.checkin_devices to authenticated;
grant update (revoked_at) on public.checkin_devices to authenticated;
grant all on public.checkin_devices to service_role;
create policy "check-in operators read devices" on public.checkin_devices
  for select to authenticated using ((select private.checks_in()));
create policy "administrators of check-in enrol devices" on public.checkin_devices
  for insert to authenticated with check ((select private.enrols_devices()));
create policy "administrators of check-in revoke devices" on public.checkin_devices
  for update to authenticated using ((select private.enrols_devices())) with check ((select private.enrols_devices()));
create trigger checkin_devices_server_columns before insert or update on public.checkin_devices
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger checkin_devices_stamp before update on public.checkin_devices
  for each row execute function private.stamp_revocation();
create trigger checkin_devices_audit after insert or update of revoked_at or delete on public.checkin_devices
  for each row execute function private.write_audit('id', 'event_id,name,expires_at,revoked_at');

insert into private.audit_log_permissions (entity, permission) values
  ('checkin_devices', 'event_checkin');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('checkin_devices', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 57);

select
  private.declare_columns('checkin_devices', 'exported',
    '{id,event_id,name,expires_at,revoked_at,last_sync_at,pending_readings,created_by,created_at}'),
  private.declare_columns('checkin_devices', 'withheld', '{token_hash}', 'secret of the device');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('checkin_devices', 'public.checkin_devices', 'expires_at', '1 year', 241);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.checkin_devices', 'token_hash', 'null');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('checkin_devices', 'expires_at', 'stays', 'chosen by the team for a device');

create function private.live_checkin_device(device_token text) returns public.checkin_devices
language sql stable security definer set search_path = '' as $$
  select * from public.checkin_devices
  where token_hash = private.token_hash(device_token) and revoked_at is null and expires_at > now()
$$;
comment on function private.live_checkin_device is
  'The device of a link; null for a token that is wrong, expired or revoked.';

create function private.ended_checkin_device(device_token text) returns public.checkin_devices
language sql stable security definer set search_path = '' as $$
  select * from public.checkin_devices
  where token_hash = private.token_hash(device_token) and least(revoked_at, expires_at)
    between now() - interval '7 days' and now()
$$;
comment on function private.ended_checkin_device is
  'The device of a link that expired or was revoked at most 7 days ago; what it read before that is still stored.';

create function private.gate_device(device_token text) returns public.checkin_devices
language plpgsql stable security definer set search_path = '' as $$
declare
  device public.checkin_devices;
begin
  if device_token is not null then
    device := private.live_checkin_device(device_token);
  end if;
  if device.id is null and (device_token is not null or not private.checks_in()) then
    raise exception 'check-in is for operators and enrolled devices' using errcode = '42501';
  end if;
  return device;
end $$;
comment on function private.gate_device is
  'The device of the caller, null for an operator of the team; refuses everybody else.';

create function private.add_default_checkin_lists(event uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.event_checkin_lists (event_id, name, purpose, kinds, position)
  select events.id, list.name, list.purpose, list.kinds, list.position
  from public.events, (values
    ('Entrada', 'entry', '{}'::text[], 1),
    ('Veículos', 'vehicle', '{expositor}', 2),
    ('Entrega de kits', 'kit', '{expositor,mercado_pulga,food_truck,expositor_comercial}', 3)
  ) as list (name, purpose, kinds, position)
  where events.id = event and not exists (select from public.event_checkin_lists where event_id = event)
  on conflict do nothing
$$;
comment on function private.add_default_checkin_lists is
  'The first lists of an event, made when its gate is first opened.';

create function private.is_live_checkin_device(device_token text) returns boolean
language sql stable security definer set search_path = '' as $$
  select (private.live_checkin_device(device_token)).id is not null
$$;
comment on function private.is_live_checkin_device is 'Whether a link opens a gate.';

create function public.is_live_checkin_device(device_token text) returns boolean
language sql stable security invoker set search_path = ''
return private.is_live_checkin_device(device_token);
comment on function public.is_live_checkin_device is
  'Whether the link of a device is valid; says nothing else about it.';
grant execute on function public.is_live_checkin_device to anon, authenticated, service_role;

-- Readings of codes: who may enter, what a device answers, entries by hand.

create table public.event_checkins (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.event_checkin_lists (id) on delete cascade,
  registration_id uuid references public.event_registrations (id) on delete cascade,
  nonce uuid not null unique,
  kind text not null default 'entry' check (kind in ('entry', 'exit', 'print')),
  result text not null check (result in (
  'ok', 'duplicate', 'too_many', 'unknown', 'wrong_event', 'wrong_list', 'unpaid', 'unconfirmed', 'not_approved',
    'revoked_badge'
)),
  first_checkin_id uuid references public.event_checkins (id) on delete set null,
  device_id uuid references public.checkin_devices (id) on delete set null,
  operator_id uuid references public.profiles (id) on delete set null,
  scanned_at timestamptz not null,
  received_at timestamptz not null default now(),
  is_offline boolean not null default false,
  is_walk_in boolean not null default false,
  is_forced boolean not null default false,
  undone_at timestamptz,
  undone_by uuid references public.profiles (id) on delete set null,
  people integer check (people between 1 and 21),
  places integer not null default 1 check (places between 1 and 21),
  moved integer not null default 0 check (moved between -21 and 21),
  inside integer not null default 0 check (inside between 0 and 21),
  constraint entry_has_a_registration check (result not in ('ok', 'duplicate', 'too_many') or registration_id
    is not null)
);
comment on table public.event_checkins is
  'Every reading at a gate. People have entered when a row of kind entry has result ok and no undone_at. too_many: '
  'more people than places, which two gates without a connection may admit.';
comment on column public.event_checkins.nonce is 'Made by the device; the same reading is stored once.';
comment on column public.event_checkins.kind is
  'exit: left, on a list with re-entry. print: an operator printed the badge, which admits nobody.';
comment on column public.event_checkins.first_checkin_id is
  'The entry that a duplicate or a re-entry repeats; null for the entry itself.';
comment on column public.event_checkins.scanned_at is
  'Clock of the device, corrected by the clock of the server at its last connection.';
comment on column public.event_checkins.is_forced is
  'An operator of the team admitted an unpaid or unapproved registration.';
comment on column public.event_checkins.people is
  'How many people enter or leave, as the device counted them; null: all who are not inside yet, or all who are.';
comment on column public.event_checkins.places is
  'Places of the registration when the reading was stored; a later change of the places does not turn a refused '
  'reading into an entry.';
comment on column public.event_checkins.moved is
  'By how much the reading changed the number of people inside; negative for an exit.';
comment on column public.event_checkins.inside is
  'People of the registration inside after this reading, in the order of the times of the readings.';
create unique index event_checkins_entry_idx on public.event_checkins (list_id, registration_id)
  where kind = 'entry' and result = 'ok' and first_checkin_id is null and undone_at is null;
create index event_checkins_list_id_idx on public.event_checkins (list_id, registration_id, scanned_at);
create index event_checkins_received_at_idx on public.event_checkins (list_id, received_at desc);
create index event_checkins_registration_id_idx on public.event_checkins (registration_id);
create index event_checkins_first_checkin_id_idx on public.event_checkins (first_checkin_id);
create index event_checkins_device_id_idx on public.event_checkins (device_id);
create index event_checkins_operator_id_idx on public.event_checkins (operator_id);
create index event_checkins_undone_by_idx on public.event_checkins (undone_by);
alter table public.event_checkins enable row level security;
grant select on public.event_checkins to authenticated;
grant all on public.event_checkins to service_role;
create policy "check-in operators read readings" on public.event_checkins
  for select to authenticated using ((select private.checks_in()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_checkins', 'operator_id', 'account', 'work', 'Trabalho na equipe', 'unlink', 58),
  ('event_checkins', 'undone_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 59);

select
  private.declare_columns('event_checkins', 'exported',
    '{id,list_id,kind,result,scanned_at,received_at,is_offline,is_walk_in,is_forced,undone_at,people,places,moved,
      inside}'),
  private.declare_columns('event_checkins', 'not_personal', '{nonce,first_checkin_id}', 'technical key'),
  private.declare_columns('event_checkins', 'withheld',
    '{registration_id,device_id,operator_id,undone_by}', 'another person: who entered and who read');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('readings_without_registration', 'public.event_checkins', 'received_at', '90 days', 'registration_id is null', 240);

create function private.judge_registration(list public.event_checkin_lists, registration public.event_registrations,
  version integer, forced boolean) returns text
language sql stable set search_path = '' as $$
  select case
    when registration.id is null then 'unknown'
    when registration.event_id <> list.event_id then 'wrong_event'
    when version <> registration.badge_version then 'revoked_badge'
    when cardinality(list.kinds) > 0 and (select kind from public.event_registration_types
      where id = registration.type_id) <> all (list.kinds) then 'wrong_list'
    when registration.status = 'confirmed' then 'duplicate'
    when forced and registration.status in ('awaiting_payment', 'pending', 'offered', 'waitlisted') then 'duplicate'
    when registration.status = 'awaiting_payment' then 'unpaid'
    when registration.status = 'unconfirmed' then 'unconfirmed'
    else 'not_approved'
  end
$$;
comment on function private.judge_registration is
  'Result of a reading; duplicate until private.order_checkins finds the earliest one.';

create function private.judge_reading(list public.event_checkin_lists, registration public.event_registrations,
  reading jsonb, kind text, forced boolean) returns text
language plpgsql stable set search_path = '' as $$
declare
  outcome text;
begin
  if kind = 'entry' then
    return private.judge_registration(list, registration, (reading ->> 'badgeVersion')::integer, forced);
  elsif kind = 'exit' and not list.allow_reentry then
    return 'wrong_list';
  end if;
  -- An admitted person may leave, also after a cancellation, and a badge is printed for every list.
  if kind = 'print' then
    list.kinds := '{}';
  end if;
  outcome := private.judge_registration(list, registration, (reading ->> 'badgeVersion')::integer, kind = 'exit');
  if kind = 'exit' and outcome = 'not_approved' and exists (
    select from public.event_checkins as entry
    where entry.list_id = list.id and entry.registration_id = registration.id and entry.kind = 'entry'
      and entry.result = 'ok' and entry.undone_at is null
  ) then
    return 'ok';
  end if;
  return case outcome when 'duplicate' then 'ok' else outcome end;
end $$;
comment on function private.judge_reading is
  'Result of an entry, an exit or a printed badge; only entries are compared with earlier ones.';

create function private.order_checkins(list public.event_checkin_lists, registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  reading public.event_checkins;
  judged record;
  earliest uuid;
  now_inside integer := 0;
  ids uuid[] := '{}';
  outcomes text[] := '{}';
  changes integer[] := '{}';
  totals integer[] := '{}';
begin
  for reading in
    select known.* from public.event_checkins as known
    where known.list_id = list.id and known.registration_id = order_checkins.registration and known.kind <> 'print'
      and known.result in ('ok', 'duplicate', 'too_many') and known.undone_at is null
    order by known.scanned_at, known.nonce
  loop
    judged := private.judge_movement(reading, now_inside, list.allow_reentry);
    now_inside := now_inside + judged.change;
    ids := ids || reading.id;
    outcomes := outcomes || judged.outcome;
    changes := changes || judged.change;
    totals := totals || now_inside;
    if earliest is null and reading.kind = 'entry' and judged.outcome = 'ok' then
      earliest := reading.id;
    end if;
  end loop;
  -- The unique index allows one first entry at a time, so the former one is changed first.
  update public.event_checkins as known set
    result = judgement.outcome, moved = judgement.change, inside = judgement.total, first_checkin_id = case
      when known.kind = 'entry' then earliest end
  from unnest(ids, outcomes, changes, totals) as judgement (id, outcome, change, total)
  where known.id = judgement.id and known.id is distinct from earliest
    and (known.result, known.moved, known.inside, known.first_checkin_id)
      is distinct from (judgement.outcome, judgement.change, judgement.total, case when known.kind = 'entry'
        then earliest end);
  update public.event_checkins as known set result = 'ok', moved = judgement.change, inside = judgement.total,
    first_checkin_id = null
  from unnest(ids, changes, totals) as judgement (id, change, total)
  where known.id = judgement.id and known.id = earliest
    and (known.result, known.moved, known.inside, known.first_checkin_id)
      is distinct from ('ok', judgement.change, judgement.total, null::uuid);
end $$;
comment on function private.order_checkins is
  'Judges the entries and exits of a registration in a list again, in the order of their times, not in the order of '
  'arrival: never more people inside than places.';

create function private.record_checkin(reading jsonb, device public.checkin_devices) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  list public.event_checkin_lists;
  registration public.event_registrations;
  given_kind text := coalesce(reading ->> 'kind', 'entry');
  outcome text;
  offline boolean := coalesce((reading ->> 'isOffline')::boolean, false);
  -- With a connection the clock of the server decides, so that no device can date a reading before an entry.
  scanned timestamptz := case when offline then least((reading ->> 'scannedAt')::timestamptz, now())
    else clock_timestamp() end;
  given_people integer := (reading ->> 'people')::integer;
begin
  select * into list from public.event_checkin_lists
  where id = (reading ->> 'listId')::uuid and (device.id is null or event_id = device.event_id);
  if list.id is null or given_kind not in ('entry', 'exit', 'print') or given_kind = 'print' and device.id is not null
    then
    return;
  end if;
  -- A device whose clock was reset would always be the earliest.
  if scanned is null or scanned < now() - interval '60 days' then
    scanned := now();
  end if;
  if scanned > least(device.revoked_at, device.expires_at) then
    return;
  end if;
  select * into registration from public.event_registrations where id = (reading ->> 'registrationId')::uuid;
  outcome := private.judge_reading(list, registration, reading, given_kind, device.id is null
    and coalesce((reading ->> 'isForced')::boolean, false));
  insert into public.event_checkins (
    list_id, registration_id, nonce, kind, result, device_id, operator_id, scanned_at, is_offline, is_forced, people,
      places, undone_at
  ) values (
    list.id, case when registration.event_id = list.event_id then registration.id end, (reading ->> 'nonce')::uuid,
      given_kind, outcome,
    device.id, case when device.id is null then (select private.account_id()) end, scanned, offline,
    outcome = 'duplicate' and registration.status <> 'confirmed',
    case when given_people between 1 and 21 and given_kind <> 'print' then given_people end,
      coalesce(registration.places, 1),
    -- A reading from before an undo that arrives after it is undone too, when everybody was taken out.
    (select max(undone_at) from public.event_checkins as undone
     where given_kind = 'entry' and not list.allow_reentry and undone.kind = 'entry' and undone.list_id = list.id
       and undone.registration_id = registration.id
       and undone.moved = undone.places and undone.undone_at >= scanned)
  )
  on conflict (nonce) do nothing;
  if found and (outcome = 'duplicate' or given_kind = 'exit' and outcome = 'ok') then
    perform private.order_checkins(list, registration.id);
  end if;
end $$;
comment on function private.record_checkin is 'Stores one reading; the caller holds the lock of its list.';

create function private.checkin_answer(reading public.event_checkins) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', reading.id, 'nonce', reading.nonce, 'readingKind', reading.kind, 'result', reading.result, 'scannedAt',
      reading.scanned_at, 'undoneAt', reading.undone_at,
    'registrationId', reading.registration_id, 'name', registration.full_name, 'kind', type.kind,
    'people', coalesce(reading.people, nullif(abs(reading.moved), 0), reading.places), 'places', reading.places,
      'inside', reading.inside,
    'companions', coalesce(to_jsonb(registration.companions), '[]'), 'dueCents',
      coalesce(registration.difference_cents, 0),
    'listId', list.id, 'list', list.name, 'by', coalesce(device.name, operator.username),
    'isOffline', reading.is_offline, 'isWalkIn', reading.is_walk_in, 'isForced', reading.is_forced,
    'first', case when earliest.id is not null then jsonb_build_object(
      'at', earliest.scanned_at, 'list', list.name,
      'by', coalesce((select name from public.checkin_devices where id = earliest.device_id),
        (select username from public.profiles where id = earliest.operator_id))
    ) end
  )
  from public.event_checkin_lists as list
  left join public.event_registrations as registration on registration.id = reading.registration_id
  left join public.event_registration_types as type on type.id = registration.type_id
  left join public.checkin_devices as device on device.id = reading.device_id
  left join public.profiles as operator on operator.id = reading.operator_id
  left join public.event_checkins as earliest on earliest.id = reading.first_checkin_id
  where list.id = reading.list_id
$$;
comment on function private.checkin_answer is
  'What the gate shows of a reading: result, person with companions, people of the reading and inside, and time, list '
  'and operator of the first entry.';

create function private.record_checkins(readings jsonb, device_token text, pending integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.ended_checkin_device(device_token);
  reading jsonb;
begin
  if device.id is null then
    device := private.gate_device(device_token);
  end if;
  if jsonb_typeof(readings) is distinct from 'array' or jsonb_array_length(readings) > 500 then
    raise exception 'readings must be an array of at most 500' using errcode = '22023';
  end if;
  -- One batch at a time per list; the order of the locks is the same for every caller.
  perform from public.event_checkin_lists
  where id in (select (one ->> 'listId')::uuid from jsonb_array_elements(readings) as one) order by id
    for no key update;
  -- A cancellation holds the lock of the kind, so that one of the two finds the rows of the other.
  perform from public.event_registration_types as type where type.id in (
    select known.type_id from public.event_registrations as known
    where known.id in (select (one ->> 'registrationId')::uuid from jsonb_array_elements(readings) as one)
  ) order by type.id for share;
  for reading in select one from jsonb_array_elements(readings) as one order by one ->> 'scannedAt', one ->> 'nonce'
    loop
    perform private.record_checkin(reading, device);
  end loop;
  update public.checkin_devices set last_sync_at = now(), pending_readings = least(greatest(coalesce(pending, 0), 0),
    100000) where id = device.id;
  return (
    select coalesce(jsonb_agg(private.checkin_answer(stored)), '[]') from public.event_checkins as stored
    join public.event_checkin_lists as list on list.id = stored.list_id
      and (device.id is null or list.event_id = device.event_id)
    where stored.nonce in (select (one ->> 'nonce')::uuid from jsonb_array_elements(readings) as one)
  );
end $$;
comment on function private.record_checkins is
  'Stores up to 500 readings, each nonce once, and answers those that are stored. An expired or revoked device may '
  'still send what it read before.';

create function private.undo_checkin(reading uuid, device_token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  stored public.event_checkins;
  list public.event_checkin_lists;
  person public.event_registrations;
  entered integer;
begin
  select * into stored from public.event_checkins
  where nonce = reading and registration_id is not null and undone_at is null and kind <> 'print' and result
    in ('ok', 'duplicate', 'too_many')
    and received_at > now() - interval '15 minutes' and (device.id is null or device_id = device.id);
  if stored.id is null then
    return false;
  end if;
  select * into list from public.event_checkin_lists where id = stored.list_id for no key update;
  entered := private.entered_people(stored.registration_id);
  -- Each reading of a list with re-entry is a movement of its own. On other lists the refused readings of the badge are
  -- undone too, because they would become entries; the parts of a family that entered stay.
  update public.event_checkins set undone_at = now(), undone_by = case when device.id is null
    then (select private.account_id()) end
  where list_id = stored.list_id and registration_id = stored.registration_id and undone_at is null and result
    in ('ok', 'duplicate', 'too_many')
    and kind = stored.kind and (id = stored.id or not list.allow_reentry and (result <> 'ok' or stored.places = 1));
  perform private.order_checkins(list, stored.registration_id);
  select * into person from public.event_registrations where id = stored.registration_id;
  if stored.is_walk_in and person.status = 'confirmed' and private.entered_people(person.id) = 0 then
    perform private.set_registration_status(person.id, 'cancelled');
  elsif person.status = 'cancelled' then
    -- private.cancel_registration kept the places of the people who were inside.
    perform private.release_places(person.type_id, entered - private.entered_people(person.id));
  end if;
  return true;
end $$;
comment on function private.undo_checkin is
  'Undoes an entry in a list, or one movement of a list with re-entry, within 15 minutes, found by the nonce of a '
  'reading; a device only its own. A walk-in is cancelled.';

create function private.add_walk_in(walk_in jsonb, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  list public.event_checkin_lists;
  type public.event_registration_types;
  event public.events;
  given_name text := btrim(walk_in ->> 'name');
  given_email text := nullif(btrim(walk_in ->> 'email'), '');
  approver text := private.text_field(walk_in, 'approvedBy', 120);
  companions text[];
  people integer;
  code text := private.new_registration_code();
  added public.event_registrations;
  refused text;
begin
  select * into list from public.event_checkin_lists
  where id = (walk_in ->> 'listId')::uuid and (device.id is null or event_id = device.event_id) for no key update;
  select * into type from public.event_registration_types where id = (walk_in ->> 'typeId')::uuid
    and event_id = list.event_id;
  if type.id is null or given_name is null or char_length(given_name) not between 1 and 120 or (walk_in ->> 'nonce')
    is null then
    raise exception 'a walk-in needs a list, a kind of registration and a name' using errcode = '22023';
  end if;
  if cardinality(list.kinds) > 0 and type.kind <> all (list.kinds) then
    return jsonb_build_object('outcome', 'wrong_list');
  end if;
  if not exists (select from public.event_checkins where nonce = (walk_in ->> 'nonce')::uuid) then
    companions := array(select name from unnest(private.texts_field(walk_in, 'companions', type.max_companions)) as name
      where name !~ '^\s*$');
    people := greatest(coalesce(private.whole_field(walk_in, 'people', 1, 1 + type.max_companions), 1),
      1 + cardinality(companions));
    if private.needs_gate_approval(type) and approver is null then
      return jsonb_build_object('outcome', 'approval_missing');
    elsif not private.hold_places(type.id, people) then
      return jsonb_build_object('outcome', 'full');
    end if;
    select * into event from public.events where id = list.event_id;
    begin
      insert into public.event_registrations (code, event_id, type_id, full_name, email, status, companions, places,
        price_cents, source, confirmed_at, answers)
      values (code, list.event_id, type.id, given_name, coalesce(given_email, lower(code) || '@walk-in.invalid'),
        'confirmed', companions, people,
        private.registration_price(type, people, null), 'walk_in', now(),
          jsonb_build_object('paid_at_gate', type.price_cents > 0))
      returning * into added;
      perform private.add_registration_vehicles(added.id, type, event, walk_in -> 'vehicles');
    exception when raise_exception then
      get stacked diagnostics refused = pg_exception_detail;
      if sqlerrm = 'vehicle_too_new' or refused in ('vehicles', 'year', 'make', 'model', 'plate') then
        perform private.release_places(type.id, people);
        return jsonb_build_object('outcome', case sqlerrm when 'vehicle_too_new' then 'vehicle_too_new'
          else 'vehicle_missing' end);
      end if;
      raise;
    end;
    if approver is not null then
      perform private.note_registration(added, 'approved_by:' || approver);
    end if;
    insert into public.event_checkins (list_id, registration_id, nonce, result, device_id, operator_id, scanned_at,
      is_walk_in, people, places, moved, inside)
    values (list.id, added.id, (walk_in ->> 'nonce')::uuid, 'ok', device.id, case when device.id is null
      then (select private.account_id()) end, now(), true,
      people, people, people, people);
  end if;
  return (
    select jsonb_build_object('outcome', 'ok', 'answer', private.checkin_answer(stored))
    from public.event_checkins as stored where stored.nonce = (walk_in ->> 'nonce')::uuid and stored.list_id = list.id
  );
end $$;
comment on function private.add_walk_in is
  'Registers people at the gate and lets them in, in one transaction: {nonce, listId, typeId, name, email, people, '
  'companions, vehicles, approvedBy}. Answers ok, full, wrong_list, approval_missing, vehicle_missing or '
  'vehicle_too_new. Without an e-mail the address ends in walk-in.invalid, which receives no mail.';

create function private.judge_movement(reading public.event_checkins, inside integer, reentry boolean, out outcome text,
  out change integer)
language sql immutable set search_path = '' as $$
  select
    case
      when reading.kind = 'exit' then 'ok'
      when reentry then case when reading.people > reading.places then 'too_many' else 'ok' end
      when inside >= reading.places then 'duplicate'
      when inside + coalesce(reading.people, 0) > reading.places then 'too_many'
      else 'ok'
    end,
    case
      when reading.kind = 'exit' then -least(coalesce(reading.people, inside), inside)
      when inside >= reading.places then 0
      when reentry and reading.people <= reading.places then least(reading.people, reading.places - inside)
      when inside + coalesce(reading.people, 0) > reading.places then 0
      else coalesce(reading.people, reading.places - inside)
    end
$$;
comment on function private.judge_movement is
  'Result of an entry or exit after which `inside + change` people are inside. People may enter a list with re-entry '
  'again without an exit that was read.';

create function private.entered_people(registration uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(max(greatest(entry.inside, 1)), 0)::integer from public.event_checkins as entry
  where entry.registration_id = entered_people.registration and entry.kind = 'entry' and entry.result = 'ok'
    and entry.undone_at is null
$$;
comment on function private.entered_people is
  'How many people of a registration have entered, on the list with the most entries; 0 without an entry.';

create function private.last_movements(event uuid) returns table (list_id uuid, registration_id uuid, kind text,
  scanned_at timestamptz, inside integer)
language sql stable security definer set search_path = '' as $$
  select distinct on (movement.list_id, movement.registration_id)
    movement.list_id, movement.registration_id, movement.kind, movement.scanned_at, movement.inside
  from public.event_checkins as movement
  join public.event_checkin_lists as list on list.id = movement.list_id and list.event_id = event and list.allow_reentry
  where movement.kind in ('entry', 'exit') and movement.result = 'ok' and movement.undone_at is null
  order by movement.list_id, movement.registration_id, movement.scanned_at desc, movement.nonce desc
$$;
comment on function private.last_movements is
  'The last entry or exit of every registration and the people inside after it, on the lists with re-entry.';

create function private.needs_gate_approval(type public.event_registration_types) returns boolean
language sql immutable set search_path = '' as $$
  select type.requires_approval or type.required_documents <> '{}'
$$;
comment on function private.needs_gate_approval is
  'Whether a walk-in of this kind needs the name of the person who approved it: documents are looked at by that '
  'person.';

create function private.gate_person(registration public.event_registrations, type public.event_registration_types)
  returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    registration.id, registration.full_name, type.kind, coalesce(private.gate_cars(registration.id), ''),
    case registration.status when 'confirmed' then 'c' when 'awaiting_payment' then 'p' when 'unconfirmed' then 'u'
      when 'cancelled' then 'x' else 'n' end,
    registration.badge_version,
    jsonb_strip_nulls(jsonb_build_object(
      'places', nullif(registration.places, 1), 'companions', case when registration.companions <> '{}'
        then to_jsonb(registration.companions) end,
      'plates', (
        select nullif(string_agg(upper(regexp_replace(vehicle.plate, '[^A-Za-z0-9]', '', 'g')), ' '
          order by vehicle.position), '')
        from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
      ),
      'code', registration.code,
      -- Six characters tell two people with one name apart and are no address to write to.
      'mail', case when registration.email not like '%@walk-in.invalid'
        then left(split_part(lower(registration.email), '@', 1), 6) end,
      'due', nullif(registration.difference_cents, 0)
    ))
  )
$$;
comment on function private.gate_person is
  'A registration on the list of a device: what the gate shows and searches. The plate is needed because cars are '
  'found by it at the gate; of the mail only its first six characters, never the domain.';

create function public.record_checkins(readings jsonb, device_token text default null, pending integer default 0)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.record_checkins(readings, device_token, pending);
comment on function public.record_checkins is
  'Stores readings of an operator or an enrolled device; answers each with its result.';
grant execute on function public.record_checkins to anon, authenticated, service_role;

create function public.undo_checkin(reading uuid, device_token text default null) returns boolean
language sql volatile security invoker set search_path = ''
return private.undo_checkin(reading, device_token);
comment on function public.undo_checkin is 'Undoes an entry within 15 minutes.';
grant execute on function public.undo_checkin to anon, authenticated, service_role;

create function public.add_walk_in(walk_in jsonb, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_walk_in(walk_in, device_token);
comment on function public.add_walk_in is 'Registers a person at the gate; full when no place is left.';
grant execute on function public.add_walk_in to anon, authenticated, service_role;

-- What a gate and the organiser read: people inside, cars, counts.

create function private.gate_cars(registration uuid) returns text
language sql stable security definer set search_path = '' as $$
  select left(string_agg(make || ' ' || model || ' ' || year, ', ' order by position), 60)
  from public.registration_vehicles where registration_id = registration
$$;
comment on function private.gate_cars is 'Cars of a registration in at most 60 characters, without plates.';

create function private.is_gate_over(event public.events) returns boolean
language sql stable set search_path = '' as $$
  select event.ends_at + interval '12 hours' < now()
$$;
comment on function private.is_gate_over is
  'Whether devices must no longer keep the people of an event; the same hours as KEEP_HOURS of lib/gate/rules.ts.';

create function private.read_gate(event uuid, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token);
  chosen uuid := coalesce(device.event_id, event);
begin
  perform private.add_default_checkin_lists(chosen);
  update public.checkin_devices set last_sync_at = now() where id = device.id;
  return (
    select jsonb_build_object(
      'now', now(),
      'event', jsonb_build_object('id', events.id, 'title', events.title, 'startsAt', events.starts_at, 'endsAt',
        events.ends_at, 'isDemo', events.is_demo),
      'device', case when device.id is not null then jsonb_build_object('name', device.name, 'expiresAt',
        device.expires_at) end,
      'keys', private.event_public_keys(),
      'lists', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'purpose', purpose, 'kinds', kinds,
          'allowReentry', allow_reentry) order by position, name), '[]')
        from public.event_checkin_lists where event_id = chosen
      ),
      'types', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'kind', kind, 'name', name, 'priceCents', price_cents, 'left', private.places_left(id),
          'maxPeople', 1 + max_companions, 'needsVehicle', kind = 'expositor', 'needsApproval',
            private.needs_gate_approval(type)
        ) order by position), '[]')
        from public.event_registration_types as type where event_id = chosen
      ),
      'people', (
        select coalesce(jsonb_agg(private.gate_person(registration, type) order by registration.search_name), '[]')
        from public.event_registrations as registration join public.event_registration_types as type
          on type.id = registration.type_id
        where registration.event_id = chosen and not private.is_gate_over(events) and (
          registration.status in ('confirmed', 'awaiting_payment', 'pending', 'offered', 'waitlisted', 'unconfirmed')
          -- A person who has entered is inside until an exit is stored.
          or registration.status = 'cancelled' and private.has_entered(registration.id)
        )
      ),
      -- Their badges are still valid signatures, so that a device without a connection must refuse them by their id.
      'cancelled', (
        select coalesce(jsonb_agg(registration.id), '[]') from public.event_registrations as registration
        where registration.event_id = chosen and registration.status in ('cancelled', 'rejected', 'expired')
          and registration.confirmed_at is not null
          and not private.has_entered(registration.id)
      ),
      'entries', (
        select coalesce(jsonb_agg(jsonb_build_array(entry.list_id, entry.registration_id, entry.scanned_at,
          coalesce(reader.name, operator.username, ''), counted.entered, counted.inside)), '[]')
        from public.event_checkins as entry
        join private.list_people(chosen) as counted on counted.list_id = entry.list_id
          and counted.registration_id = entry.registration_id
        left join public.checkin_devices as reader on reader.id = entry.device_id
        left join public.profiles as operator on operator.id = entry.operator_id
        where entry.kind = 'entry' and entry.result = 'ok' and entry.first_checkin_id is null and entry.undone_at
          is null and not private.is_gate_over(events)
      ),
      'left', (select coalesce(jsonb_agg(jsonb_build_array(list_id, registration_id)), '[]')
        from private.last_movements(chosen) where kind = 'exit' and inside = 0)
    )
    from public.events where events.id = chosen and deleted_at is null and status in ('published', 'postponed')
  );
end $$;
comment on function private.read_gate is
  'What a device at the gate keeps: lists, people with kind, companions, cars, status and badge, and who entered and '
  'left. No people after the event; null when there is no such event.';

create function private.gate_overview(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.checks_in() then
    raise exception 'check-in is for operators' using errcode = '42501';
  end if;
  return (
    with expected as (
      select type.kind, count(*) as total, sum(registration.places) as people from public.event_registrations
        as registration
      join public.event_registration_types as type on type.id = registration.type_id
      where registration.event_id = event and registration.status = 'confirmed' group by type.kind
    ), entered as (
      select counted.list_id, type.kind, count(*) as total, sum(counted.entered) as people
        from private.list_people(event) as counted
      join public.event_registrations as registration on registration.id = counted.registration_id
      join public.event_registration_types as type on type.id = registration.type_id
      where counted.entered > 0 group by counted.list_id, type.kind
    ), reading as (
      select checkin.* from public.event_checkins as checkin
      where checkin.list_id in (select id from public.event_checkin_lists where event_id = event)
    )
    select jsonb_build_object(
      'counts', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'listId', list.id, 'kind', kind.kind, 'entered', coalesce(entered.total, 0), 'expected',
            coalesce(expected.total, 0),
          'enteredPeople', coalesce(entered.people, 0), 'expectedPeople', coalesce(expected.people, 0)
        ) order by list.position, list.name, kind.kind), '[]')
        from public.event_checkin_lists as list
        join (select distinct type.kind from public.event_registration_types as type where type.event_id = event)
          as kind
          on cardinality(list.kinds) = 0 or kind.kind = any (list.kinds)
        left join entered on entered.list_id = list.id and entered.kind = kind.kind
        left join expected on expected.kind = kind.kind
        where list.event_id = event
      ),
      'inside', (
        select coalesce(jsonb_agg(jsonb_build_object('listId', list.id, 'total', people.total, 'totalPeople',
          people.inside, 'people', people.newest) order by list.position, list.name), '[]')
        from public.event_checkin_lists as list, lateral (
          select count(*) as total, coalesce(sum(inside.inside), 0) as inside, coalesce(jsonb_agg(jsonb_build_object(
            'id', inside.id, 'name', inside.full_name, 'kind', inside.kind, 'since', inside.scanned_at, 'inside',
              inside.inside, 'places', inside.places
          ) order by inside.scanned_at desc) filter (where place <= 500), '[]') as newest
          from (
            select registration.id, registration.full_name, registration.places, type.kind, last.scanned_at,
              last.inside, row_number() over (order by last.scanned_at desc) as place
            from private.last_movements(event) as last
            join public.event_registrations as registration on registration.id = last.registration_id
            join public.event_registration_types as type on type.id = registration.type_id
            where last.list_id = list.id and last.inside > 0
          ) as inside
        ) as people
        where list.event_id = event and list.allow_reentry
      ),
      -- What gates admitted without a connection beyond the places: somebody must look at it.
      'conflicts', (
        select coalesce(jsonb_agg(private.checkin_answer(newest) order by newest.scanned_at desc), '[]') from (
          select reading.* from reading
          where reading.kind = 'entry' and reading.undone_at is null
            and (reading.result = 'too_many' or reading.result = 'duplicate' and reading.is_offline)
          order by reading.scanned_at desc limit 50
        ) as newest
      ),
      'readings', (
        select coalesce(jsonb_agg(private.checkin_answer(newest) order by newest.received_at desc,
          newest.scanned_at desc), '[]') from (
          select reading.* from reading order by reading.received_at desc, reading.scanned_at desc limit 30
        ) as newest
      )
    )
  );
end $$;
comment on function private.gate_overview is
  'Entries and confirmed registrations with their people by list and kind, who is inside on lists with re-entry (at '
  'most 500 registrations each), the last 50 conflicts of gates without a connection, and the last 30 readings.';

create function private.checkin_usage(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.enrols_devices() then
    raise exception 'the use of check-in is read by administrators' using errcode = '42501';
  end if;
  return (
    with reading as (
      select checkin.*, checkin.kind = 'entry' and checkin.result = 'ok' and checkin.undone_at is null as is_entry,
        coalesce(device.name, operator.username, '') as reader, checkin.device_id is not null as is_device
      from public.event_checkins as checkin
      join public.event_checkin_lists as list on list.id = checkin.list_id and list.event_id = event
      left join public.checkin_devices as device on device.id = checkin.device_id
      left join public.profiles as operator on operator.id = checkin.operator_id
    ), came as (
      select reading.registration_id, max(reading.inside) as people from reading where reading.is_entry
        group by reading.registration_id
    ), confirmed as (
      select registration.id, registration.places, coalesce(came.people, 0) as people, came.registration_id is not null
        as came
      from public.event_registrations as registration left join came on came.registration_id = registration.id
      where registration.event_id = event and registration.status = 'confirmed'
    )
    select jsonb_build_object(
      'total', (select count(*) from reading),
      'exits', (select count(*) from reading where kind = 'exit' and result = 'ok' and undone_at is null),
      'prints', (select count(*) from reading where kind = 'print' and result = 'ok'),
      'offline', (select count(*) from reading where is_offline),
      'undone', (select count(*) from reading where undone_at is not null),
      'averageDelaySeconds', (select coalesce(round(avg(extract(epoch from received_at - scanned_at))), 0) from reading
        where is_offline),
      'longestDelaySeconds', (select coalesce(round(max(extract(epoch from received_at - scanned_at))), 0) from reading
        where is_offline),
      'confirmed', (select count(*) from confirmed),
      'came', (select count(*) from confirmed where came),
      'confirmedPeople', (select coalesce(sum(places), 0) from confirmed),
      'camePeople', (select coalesce(sum(people), 0) from confirmed),
      'results', (select coalesce(jsonb_object_agg(result, total), '{}')
        from (select result, count(*) as total from reading group by result) as per_result),
      'hours', (
        select coalesce(jsonb_agg(jsonb_build_object('hour', hour, 'readings', total, 'arrivals', arrivals, 'people',
          people) order by hour), '[]')
        from (
          select date_trunc('hour', scanned_at) as hour, count(*) as total, count(*) filter (where is_arrival)
            as arrivals,
            coalesce(sum(moved) filter (where is_entry), 0) as people
          from (
            select scanned_at, moved, is_entry, is_entry and row_number()
              over (partition by registration_id, is_entry order by scanned_at, nonce) = 1 as is_arrival from reading
          ) as numbered
          group by 1 order by 1 desc limit 96
        ) as per_hour
      ),
      'readers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', reader, 'isDevice', is_device, 'readings', total, 'entries', entries, 'people', people, 'duplicates',
            duplicates, 'refusals', refusals, 'offline', offline
        ) order by total desc, reader), '[]')
        from (
          select reader, is_device, count(*) as total, count(*) filter (where result = 'ok' and kind = 'entry')
            as entries,
            coalesce(sum(moved) filter (where is_entry), 0) as people,
            count(*) filter (where result <> 'ok' and result <> 'duplicate') as refusals, count(*)
              filter (where result = 'duplicate') as duplicates,
            count(*) filter (where is_offline) as offline
          from reading group by reader, is_device
        ) as per_reader
      )
    )
  );
end $$;
comment on function private.checkin_usage is
  'Readings per hour and reader, duplicates, refusals, delay of offline readings and how many confirmed registrations '
  'and people came. People of an hour or a reader: entries, so that a re-entry after an exit counts again.';

create function private.checkin_events() returns table (id uuid, title text, starts_at timestamptz, ends_at timestamptz,
  town text, state_abbr text, is_demo boolean)
language sql stable security definer set search_path = '' as $$
  select events.id, events.title, events.starts_at, events.ends_at, events.town, events.state_abbr::text, events.is_demo
  from (
    -- Both sides of today are read from the index by date.
    (select * from public.events where starts_at >= now() and deleted_at is null and status
      in ('published', 'postponed') order by starts_at limit 200)
    union all
    (select * from public.events where starts_at < now() and deleted_at is null and status in ('published', 'postponed')
      order by starts_at desc limit 200)
  ) as events
  where (select private.checks_in())
  order by events.ends_at < now() - interval '1 day', abs(extract(epoch from events.starts_at - now())) limit 200
$$;
comment on function private.checkin_events is
  'Events whose gate an operator may open, the nearest first; none for other callers.';

create function private.list_people(event uuid) returns table (list_id uuid, registration_id uuid, entered integer,
  inside integer)
language sql stable security definer set search_path = '' as $$
  select movement.list_id, movement.registration_id, max(greatest(movement.inside, 1)),
    (array_agg(greatest(movement.inside, case movement.kind when 'entry' then 1 else 0 end)
      order by movement.scanned_at desc, movement.nonce desc))[1]
  from public.event_checkins as movement
  join public.event_checkin_lists as list on list.id = movement.list_id and list.event_id = list_people.event
  where movement.kind in ('entry', 'exit') and movement.result = 'ok' and movement.undone_at is null
    and movement.registration_id is not null
  group by movement.list_id, movement.registration_id
$$;
comment on function private.list_people is
  'For each list and registration of an event: people who entered and people inside now.';

create function private.checkin_comparison() returns table (
  id uuid, title text, starts_at timestamptz, time_zone text, is_demo boolean, confirmed bigint, came bigint,
    confirmed_people bigint, came_people bigint, arrival_hours bigint, busiest_hour timestamptz,
    busiest_arrivals bigint,
  readings bigint, duplicates bigint, refusals bigint, offline bigint, devices bigint, revoked_devices bigint
)
language sql stable security definer set search_path = '' as $$
  with chosen as (
    select events.* from public.events
    where private.enrols_devices() and events.deleted_at is null and events.starts_at < now() + interval '1 day'
      and exists (
      select from public.event_checkins as reading join public.event_checkin_lists as list on list.id = reading.list_id
        where list.event_id = events.id
    )
    order by events.starts_at desc, events.id limit 50
  ), reading as (
    select list.event_id, checkin.registration_id, checkin.result, checkin.is_offline, checkin.scanned_at,
      checkin.inside,
      checkin.kind = 'entry' and checkin.result = 'ok' and checkin.undone_at is null as is_entry
    from public.event_checkins as checkin join public.event_checkin_lists as list on list.id = checkin.list_id
    where list.event_id in (select chosen.id from chosen) and checkin.kind <> 'print'
  ), arrival as (
    select event_id, registration_id, min(scanned_at) as arrived_at, max(inside) as people from reading where is_entry
      group by event_id, registration_id
  ), hour as (
    select event_id, date_trunc('hour', arrived_at) as hour, count(*) as arrivals from arrival group by 1, 2
  ), reading_figures as (
    select event_id, count(*) as readings, count(*) filter (where result = 'duplicate') as duplicates,
      count(*) filter (where result not in ('ok', 'duplicate')) as refusals, count(*) filter (where is_offline)
        as offline
    from reading group by event_id
  ), hour_figures as (
    select event_id, count(*) as arrival_hours, (array_agg(hour order by arrivals desc, hour))[1] as busiest_hour,
      max(arrivals) as busiest_arrivals from hour group by event_id
  ), confirmed_figures as (
    select registration.event_id, count(*) as confirmed, count(arrival.registration_id) as came,
      sum(registration.places) as confirmed_people, coalesce(sum(arrival.people), 0) as came_people
    from public.event_registrations as registration left join arrival on arrival.registration_id = registration.id
    where registration.event_id in (select chosen.id from chosen) and registration.status = 'confirmed'
      group by registration.event_id
  ), device_figures as (
    select event_id, count(*) as devices, count(*) filter (where revoked_at is not null) as revoked_devices
    from public.checkin_devices where event_id in (select chosen.id from chosen) group by event_id
  )
  select chosen.id, chosen.title, chosen.starts_at, chosen.time_zone, chosen.is_demo, coalesce(confirmed, 0),
    coalesce(came, 0), coalesce(confirmed_people, 0), coalesce(came_people, 0), coalesce(arrival_hours, 0),
    busiest_hour,
    coalesce(busiest_arrivals, 0), coalesce(readings, 0), coalesce(duplicates, 0), coalesce(refusals, 0),
      coalesce(offline, 0), coalesce(devices, 0), coalesce(revoked_devices, 0)
  from chosen
  left join reading_figures on reading_figures.event_id = chosen.id
  left join hour_figures on hour_figures.event_id = chosen.id
  left join confirmed_figures on confirmed_figures.event_id = chosen.id
  left join device_figures on device_figures.event_id = chosen.id
  order by chosen.starts_at desc, chosen.id
$$;
comment on function private.checkin_comparison is
  'Check-in of the last 50 events with readings side by side, for administrators of check-in; none for other callers. '
  'Printed badges are not counted.';

create function public.read_gate(event uuid default null, device_token text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.read_gate(event, device_token);
comment on function public.read_gate is 'The list that a device at the gate keeps, for operators and enrolled devices.';
grant execute on function public.read_gate to anon, authenticated, service_role;

create function public.gate_overview(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.gate_overview(event);
comment on function public.gate_overview is 'Counters and last readings of a gate, for operators.';
grant execute on function public.gate_overview to authenticated, service_role;

create function public.checkin_usage(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.checkin_usage(event);
comment on function public.checkin_usage is 'Figures of check-in at an event, for administrators.';
grant execute on function public.checkin_usage to authenticated, service_role;

create function public.checkin_events() returns table (id uuid, title text, starts_at timestamptz, ends_at timestamptz,
  town text, state_abbr text, is_demo boolean)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.checkin_events();
end;
comment on function public.checkin_events is 'Events whose gate the caller may open.';
grant execute on function public.checkin_events to authenticated, service_role;

create function public.checkin_comparison() returns table (
  id uuid, title text, starts_at timestamptz, time_zone text, is_demo boolean, confirmed bigint, came bigint,
    confirmed_people bigint, came_people bigint, arrival_hours bigint, busiest_hour timestamptz,
    busiest_arrivals bigint,
  readings bigint, duplicates bigint, refusals bigint, offline bigint, devices bigint, revoked_devices bigint
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.checkin_comparison();
end;
comment on function public.checkin_comparison is 'Figures of check-in of the last events side by side.';
grant execute on function public.checkin_comparison to authenticated, service_role;

-- Addresses that get mails about new events and open registrations.

create table public.event_follows (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and email ~ '^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$'
    and char_length(email) <= 254),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  state_abbr char(2) references public.states (abbr),
  event_id uuid references public.events (id) on delete cascade,
  confirmed_at timestamptz,
  mailed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint follow_has_one_subject check (num_nonnulls(state_abbr, event_id) = 1),
  unique nulls not distinct (email, state_abbr, event_id)
);
comment on table public.event_follows is
  'Addresses that are told about events. Nobody reads them through the API; a row is deleted when the person ends it.';
comment on column public.event_follows.confirmed_at is
  'When the owner of the address confirmed it; without it no event is mailed and the row is deleted after 7 days.';
comment on column public.event_follows.mailed_at is 'When the link of this row was last mailed on request.';
create index event_follows_state_abbr_idx on public.event_follows (state_abbr);
create index event_follows_event_id_idx on public.event_follows (event_id);
alter table public.event_follows enable row level security;
grant all on public.event_follows to service_role;

create trigger event_follows_server_columns before insert or update on public.event_follows
  for each row execute function private.guard_server_columns('', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_follows', 'email', 'address', 'own', 'Avisos de eventos por e-mail', 'delete', 76);

select private.declare_columns('event_follows', 'exported',
  '{id,email,locale,state_abbr,event_id,confirmed_at,mailed_at,created_at}');

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('unconfirmed_event_follows', 'public.event_follows', 'created_at', '7 days', 'confirmed_at is null', 280),
  ('follows_of_past_events', 'public.event_follows', '(select ends_at from public.events where events.id = event_id)',
    '30 days', 'event_id is not null', 281);

-- Changes to mail to followers after two minutes: one mail for several saves, none for a decision that was undone.
create table private.event_announcements (
  id bigint generated always as identity primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  change text not null check (change in ('published', 'date', 'place', 'date_place', 'postponed', 'cancelled',
    'registration')),
  moment timestamptz not null default now(),
  done_at timestamptz,
  unique (event_id, change, moment)
);
comment on table private.event_announcements is
  'What followers of a state or event are told, once each. published: at most once per event.';
create unique index event_announcements_published_once on private.event_announcements (event_id)
  where change = 'published';
create index event_announcements_open_idx on private.event_announcements (moment) where done_at is null;
alter table private.event_announcements enable row level security;

select private.declare_columns('private.event_announcements', 'not_personal',
  '{*}', 'what followers of an event are told');

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
  if change is not null then
    insert into private.event_announcements (event_id, change) values (new.id, change) on conflict do nothing;
  end if;
  return null;
end $$;
comment on function private.announce_event is 'Trigger function: notes what the followers of an event are told.';

create trigger events_announce after insert or update of status, starts_at, ends_at, venue, address, municipality_ibge
  on public.events
  for each row execute function private.announce_event();

create function private.follow_events(email text, state text, event uuid, locale text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  subject public.events;
  follow public.event_follows;
begin
  if num_nonnulls(state, event) <> 1 then
    perform private.refuse_request('subject');
  elsif state is not null and not exists (select from public.states where abbr = state) then
    perform private.refuse_request('state');
  elsif event is not null then
    select * into subject from public.events where id = event;
    if subject.id is null or not private.is_public_event(subject) or subject.ends_at <= now() then
      perform private.refuse_request('event');
    end if;
  end if;
  begin
    insert into public.event_follows (email, locale, state_abbr, event_id)
    values (lower(btrim(follow_events.email)), follow_events.locale, state, event)
    on conflict on constraint event_follows_email_state_abbr_event_id_key do update set locale = excluded.locale
    returning * into follow;
  exception when check_violation or not_null_violation then
    perform private.refuse_request('email');
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
      'subject', case when follow.event_id is null then 'state' else 'event' end,
      'state', coalesce((select name from public.states where abbr = follow.state_abbr), ''), 'follow', follow.id
    ) || case when follow.event_id is null then '{"event": ""}' else private.mail_event_facts(subject) end,
    follow.locale
  );
end $$;
comment on function private.follow_events is
  'Stores an unconfirmed follow of a state or an event and mails its link, at most every 15 minutes per follow and 10 '
  'per address and day.';

create function private.read_event_follow(follow uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'is_confirmed', found.confirmed_at is not null, 'masked_email',
      regexp_replace(found.email, '^(.).*(@.*)$', '\1***\2'),
    'state_abbr', found.state_abbr, 'slug', event.slug, 'title', event.title, 'translations', event.translations
  )
  from public.event_follows as found left join public.events as event on event.id = found.event_id
  where found.id = follow
$$;
comment on function private.read_event_follow is 'What the page of a follow shows; null when there is none any more.';

create function private.confirm_event_follow(follow uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  with confirmed as (
    update public.event_follows set confirmed_at = coalesce(confirmed_at, now()) where id = follow returning 1
  )
  select exists (select from confirmed)
$$;
comment on function private.confirm_event_follow is 'Confirms a follow; false when there is none any more.';

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
      and (follow.event_id = event.id or change <> 'registration' and follow.state_abbr = event.state_abbr)
      and (change in ('published', 'registration') or not exists (
        select from public.event_registrations as registration
        where registration.event_id = event.id and lower(registration.email) = follow.email and (
          registration.status in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')
          or change = 'cancelled' and registration.status = 'cancelled' and registration.updated_at >= moment
        )
      ))
    order by follow.email, follow.event_id nulls last
  loop
    perform private.enqueue_mail(person.email, 'event_follow_news',
      private.mail_event_facts(event) || jsonb_build_object(
      'change', change, 'note', case when change in ('postponed', 'cancelled') then coalesce(event.status_note, '')
        else '' end,
      'path', '/eventos/lacambeche/' || event.slug, 'follow', person.id
    ), person.locale);
    enqueued := enqueued + 1;
  end loop;
  return enqueued;
end $$;
comment on function private.mail_followers is
  'Enqueues one mail per address that followed the event or its state before the change.';

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
    end;
    if change is not null then
      enqueued := enqueued + private.mail_followers(event, change, first_moment);
    end if;
  end loop;
  return enqueued;
end $$;
comment on function private.mail_event_follows is
  'Enqueues the mails about changes of events that are at least two minutes old; answers how many. Safe to run at the '
  'same time.';

create function public.follow_events(email text, state text, event uuid, locale text) returns void
language sql volatile security invoker set search_path = ''
return private.follow_events(email, state, event, locale);
comment on function public.follow_events is
  'For the server only: asks by mail whether an address wants to be told about a state or an event.';
grant execute on function public.follow_events to service_role;

create function public.read_event_follow(follow uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_event_follow(follow);
comment on function public.read_event_follow is
  'What the page of a follow shows, with the masked address; null for an id that does not exist. Anyone who has the '
  'id may call it.';
grant execute on function public.read_event_follow to anon, authenticated, service_role;

create function public.confirm_event_follow(follow uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.confirm_event_follow(follow);
comment on function public.confirm_event_follow is 'For the server only: confirms a follow.';
grant execute on function public.confirm_event_follow to service_role;

create function public.end_event_follow(follow uuid) returns void
language sql volatile security invoker set search_path = ''
return private.end_event_follow(follow);
comment on function public.end_event_follow is 'For the server only: ends a follow.';
grant execute on function public.end_event_follow to service_role;

-- Messages to the registered people of an event.

create table public.event_messages (
  id uuid primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  channel text not null check (channel in ('mail', 'whatsapp')),
  subject text check (subject !~ '^\s*$' and char_length(subject) <= 160),
  body text not null check (body !~ '^\s*$' and char_length(body) <= 4000),
  types uuid[] not null default '{}' check (cardinality(types) <= 50),
  statuses text[] not null check (
    cardinality(statuses) between 1 and 5 and statuses <@ array['pending', 'waitlisted', 'offered', 'awaiting_payment',
      'confirmed']
  ),
  attending text check (attending in ('unknown', 'yes', 'no')),
  is_checked_in boolean,
  send_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  cancelled_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint mail_has_a_subject check ((channel = 'mail') = (subject is not null)),
  constraint ended_message_has_started check (ended_at is null or started_at is not null)
);
comment on table public.event_messages is
  'Messages of the team to registered people of an event. Functions write every row.';
comment on column public.event_messages.id is 'Made by the page of the form: the same form sent twice is one message.';
comment on column public.event_messages.body is 'Text with {nome}, {evento}, {codigo} and {link}.';
comment on column public.event_messages.types is 'Kinds of registration of the audience; empty for all.';
comment on column public.event_messages.started_at is
  'When the recipients were stored; people who register later are not among them.';
comment on column public.event_messages.ended_at is
  'When the last mail was enqueued, or the list of WhatsApp links was stored.';
create index event_messages_event_id_idx on public.event_messages (event_id, created_at desc);
create index event_messages_created_by_idx on public.event_messages (created_by);
create index event_messages_due_idx on public.event_messages (send_at) where ended_at is null and cancelled_at is null;
alter table public.event_messages enable row level security;
grant select on public.event_messages to authenticated;
grant all on public.event_messages to service_role;
create policy "event managers read messages" on public.event_messages
  for select to authenticated using ((select private.manages_registrations()));

-- Who sent what; the progress is not logged.
create trigger event_messages_audit after insert or update of cancelled_at or delete on public.event_messages
  for each row execute function private.write_audit('id',
    'event_id,channel,subject,types,statuses,attending,is_checked_in,send_at,cancelled_at');

insert into private.audit_log_permissions (entity, permission) values
  ('event_messages', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_messages', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 80);

select
  private.declare_columns('event_messages', 'not_personal', '{*}', 'text of the team'),
  private.declare_columns('event_messages', 'withheld', '{created_by}', 'listed as work of the team');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('event_messages', 'public.event_messages', '(select ends_at from public.events where events.id = event_id)',
    '2 years', 226);

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_messages', 'send_at', 'moves', 'time before or after the event; a message that was sent or cancelled stays');

create table public.event_message_recipients (
  message_id uuid not null references public.event_messages (id) on delete cascade,
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'queued', 'sent', 'failed', 'skipped')),
  mail_id uuid unique,
  reason text check (char_length(reason) <= 300),
  changed_at timestamptz not null default now(),
  primary key (message_id, registration_id)
);
comment on table public.event_message_recipients is
  'One row per person and message, which is what keeps a message from being sent to a person twice.';
comment on column public.event_message_recipients.status is
  'queued: the mail is in the outbox. sent: accepted by the mail server, or the WhatsApp link was opened. failed: the '
  'last attempt; the worker tries again. skipped: cancelled or opted out in the meantime.';
comment on column public.event_message_recipients.mail_id is 'Id of the mail in the outbox and of its job.';
create index event_message_recipients_registration_id_idx on public.event_message_recipients (registration_id);
create index event_message_recipients_waiting_idx on public.event_message_recipients (message_id)
  where status = 'waiting';
alter table public.event_message_recipients enable row level security;
grant select on public.event_message_recipients to authenticated;
grant all on public.event_message_recipients to service_role;
create policy "event managers read recipients of messages" on public.event_message_recipients
  for select to authenticated using ((select private.manages_registrations()));

select
  private.declare_columns('event_message_recipients', 'exported', '{message_id,registration_id,status,changed_at}'),
  private.declare_columns('event_message_recipients', 'not_personal',
    '{mail_id,reason}', 'technical key and reason of a failure');

create function private.reset_message_refusal() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.messages_refused_at := null;
  return new;
end $$;
comment on function private.reset_message_refusal is 'Trigger function: another address did not end the messages.';

create trigger event_registrations_messages before update of email on public.event_registrations
  for each row when (lower(new.email) <> lower(old.email)) execute function private.reset_message_refusal();

create function private.has_entered(registration uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_checkins as reading
    where reading.registration_id = registration and reading.kind = 'entry' and reading.result = 'ok'
      and reading.undone_at is null
  )
$$;
comment on function private.has_entered is 'Whether an entry of a registration was recorded.';

create function private.is_reachable(registration public.event_registrations, channel text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case channel
    when 'mail' then registration.email not like '%@walk-in.invalid'
    else char_length(regexp_replace(coalesce(registration.phone, ''), '\D', '', 'g')) >= 10
  end
  -- A person with several registrations for the event ended the messages with any of them.
  and not exists (
    select from public.event_registrations as other
    where other.event_id = registration.event_id and lower(other.email) = lower(registration.email)
      and other.messages_refused_at is not null
  )
$$;
comment on function private.is_reachable is 'Whether a person has this channel and did not end the messages.';

create function private.in_audience(registration public.event_registrations, message public.event_messages)
  returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.event_id = message.event_id and registration.status = any (message.statuses)
    and (message.types = '{}' or registration.type_id = any (message.types))
    and (message.attending is null or registration.attending = message.attending)
    and (message.is_checked_in is null or private.has_entered(registration.id) = message.is_checked_in)
$$;
comment on function private.in_audience is 'Whether a registration is among those a message is for.';

create function private.message_people(message public.event_messages) returns setof public.event_registrations
language sql stable security definer set search_path = '' as $$
  select distinct on (
    case message.channel when 'mail' then lower(registration.email)
      else regexp_replace(registration.phone, '\D', '', 'g') end
  ) registration.*
  from public.event_registrations as registration
  where registration.event_id = message.event_id and private.in_audience(registration, message)
    and private.is_reachable(registration, message.channel)
  order by case message.channel when 'mail' then lower(registration.email)
    else regexp_replace(registration.phone, '\D', '', 'g') end,
    registration.created_at, registration.id
$$;
comment on function private.message_people is
  'One registration, the first, of every person that a message is for: people are told apart by their address or '
  'number.';

create function private.message_from(payload jsonb) returns public.event_messages
language plpgsql stable security definer set search_path = '' as $$
declare
  message public.event_messages;
  kinds text[];
begin
  perform private.check_payload(payload);
  message.id := private.uuid_field(payload, 'id', true);
  message.event_id := private.uuid_field(payload, 'event', true);
  message.channel := private.choice_field(payload, 'channel', '{mail,whatsapp}', true);
  message.subject := case when message.channel = 'mail' then private.text_field(payload, 'subject', 160, true) end;
  message.body := private.text_field(payload, 'body', 4000, true);
  kinds := private.texts_field(payload, 'types', 50);
  if exists (select from unnest(kinds) as chosen where not exists (
    select from public.event_registration_types as known where known.id::text = chosen
      and known.event_id = message.event_id
  )) then
    perform private.refuse_request('types');
  end if;
  message.types := kinds::uuid[];
  message.statuses := private.texts_field(payload, 'statuses', 5);
  if cardinality(message.statuses) = 0 or not message.statuses <@ array['pending', 'waitlisted', 'offered',
    'awaiting_payment', 'confirmed'] then
    perform private.refuse_request('statuses');
  end if;
  message.attending := private.choice_field(payload, 'attending', '{unknown,yes,no}', false);
  message.is_checked_in := case private.choice_field(payload, 'checked_in', '{yes,no}', false) when 'yes' then true
    when 'no' then false end;
  message.send_at := coalesce(private.moment_field(payload, 'send_at'), now());
  if message.send_at > now() + interval '1 year' then
    perform private.refuse_request('send_at');
  elsif not exists (select from public.events where id = message.event_id and deleted_at is null) then
    raise exception 'event_missing';
  end if;
  return message;
end $$;
comment on function private.message_from is
  'A message from the payload of the form, checked; raises invalid_request with the name of the field.';

create function private.preview_event_message(payload jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  message public.event_messages;
begin
  perform private.require_registration_manager();
  message := private.message_from(payload);
  return (
    select jsonb_build_object(
      'people', count(*),
      'left_out', (
        select count(*) from public.event_registrations as registration
        where registration.event_id = message.event_id and private.in_audience(registration, message)
      ) - count(*),
      'sample', (array_agg(jsonb_build_object('name', person.full_name, 'code', person.code) order by person.created_at,
        person.id))[1],
      'event', (select title from public.events where id = message.event_id)
    )
    from private.message_people(message) as person
  );
end $$;
comment on function private.preview_event_message is
  'How many people a message would go to, how many registrations it leaves out, and the name and code of the first '
  'person.';

create function private.start_event_message(message uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  work public.event_messages;
  stored integer;
begin
  select * into work from public.event_messages where id = message for update;
  if work.id is null or work.started_at is not null or work.cancelled_at is not null then
    return 0;
  end if;
  insert into public.event_message_recipients (message_id, registration_id)
  select work.id, person.id from private.message_people(work) as person on conflict do nothing;
  get diagnostics stored = row_count;
  update public.event_messages
  set started_at = now(), ended_at = case when stored = 0 or channel = 'whatsapp' then now() end
  where id = work.id;
  return stored;
end $$;
comment on function private.start_event_message is 'Stores the recipients of a message once; answers their number.';

create function private.send_event_message(payload jsonb, people integer) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  message public.event_messages;
begin
  perform private.require_registration_manager();
  message := private.message_from(payload);
  if exists (select from public.event_messages where id = message.id) then
    return message.id;
  elsif (select count(*) from private.message_people(message)) is distinct from people then
    raise exception 'audience_changed';
  end if;
  message.created_by := (select private.account_id());
  insert into public.event_messages (id, event_id, channel, subject, body, types, statuses, attending, is_checked_in,
    send_at, created_by)
  values (
    message.id, message.event_id, message.channel, message.subject, message.body, message.types, message.statuses,
      message.attending,
    message.is_checked_in, message.send_at, message.created_by
  ) on conflict (id) do nothing;
  -- The links of WhatsApp are opened by hand, so their list is stored at once.
  if message.channel = 'whatsapp' then
    perform private.start_event_message(message.id);
  end if;
  return message.id;
end $$;
comment on function private.send_event_message is
  'Stores a message once per id; the worker sends it at its time. Raises audience_changed when the number of people '
  'is no longer the one that was confirmed.';

create function private.continue_event_messages(most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  work public.event_messages;
  event public.events;
  person public.event_registrations;
  next_one uuid;
  handled integer := 0;
begin
  -- The lock lets a second worker take another message.
  select * into work from public.event_messages
  where send_at <= now() and ended_at is null and cancelled_at is null
  order by send_at, id limit 1 for update skip locked;
  if work.id is null then
    return 0;
  elsif work.started_at is null then
    perform private.start_event_message(work.id);
    return 1;
  end if;
  select * into event from public.events where id = work.event_id;
  for next_one in
    select registration_id from public.event_message_recipients
    where message_id = work.id and status = 'waiting' order by registration_id limit greatest(most, 1)
  loop
    select * into person from public.event_registrations where id = next_one;
    perform private.mail_message_to(work, person, event);
    handled := handled + 1;
  end loop;
  if not exists (select from public.event_message_recipients where message_id = work.id and status = 'waiting') then
    update public.event_messages set ended_at = now() where id = work.id;
  end if;
  return greatest(handled, 1);
end $$;
comment on function private.continue_event_messages is
  'One step of the next due message: stores its recipients, or enqueues its next mails. Answers 0 when no message is '
  'due.';

create function private.note_message_mail(mail uuid, failure text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_message_recipients
  set status = case when failure is null then 'sent' else 'failed' end, reason = left(failure, 300), changed_at = now()
  where mail_id = mail and status <> 'sent'
$$;
comment on function private.note_message_mail is 'Stores how an attempt to send a mail of a message ended.';

create function private.cancel_event_message(message uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_registration_manager();
  update public.event_messages set cancelled_at = now() where id = message and ended_at is null and cancelled_at
    is null;
  return found;
end $$;
comment on function private.cancel_event_message is
  'Stops a message that is scheduled or being sent; mails that were enqueued still arrive. False when it has ended.';

create function private.note_message_opened(message uuid, registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_registration_manager();
  update public.event_message_recipients as known set status = 'sent', changed_at = now()
  from public.event_messages as work
  where known.message_id = note_message_opened.message and known.registration_id = note_message_opened.registration
    and work.id = known.message_id and work.channel = 'whatsapp' and known.status = 'waiting';
end $$;
comment on function private.note_message_opened is 'Notes that the WhatsApp link of a person was opened.';

create function private.refuse_messages(token text, is_refused boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations;
begin
  select * into known from public.event_registrations
  where id = (private.live_registration_link(token, 'registration', 'manage')).registration_id;
  if known.id is null or is_refused is null then
    return false;
  end if;
  -- A person may have several registrations for the event; the answer is for the address.
  update public.event_registrations as registration set messages_refused_at = case when is_refused then now() end
  where registration.event_id = known.event_id and lower(registration.email) = lower(known.email)
    and (registration.messages_refused_at is null) = is_refused;
  return true;
end $$;
comment on function private.refuse_messages is
  'Ends or allows messages of the organiser to the address of a registration, for its event.';

create function private.mail_message_to(message public.event_messages, recipient public.event_registrations,
  event public.events) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  mail uuid;
begin
  if recipient.id is null or not private.in_audience(recipient, message) or not private.is_reachable(recipient, 'mail')
    or exists (
    select from public.event_message_recipients as earlier join public.event_registrations as other
      on other.id = earlier.registration_id
    where earlier.message_id = message.id and earlier.registration_id <> recipient.id and earlier.status
      in ('queued', 'sent', 'failed')
      and lower(other.email) = lower(recipient.email)
  ) then
    update public.event_message_recipients set status = 'skipped', changed_at = now()
    where message_id = message.id and registration_id = recipient.id;
    return;
  end if;
  mail := private.enqueue_mail(recipient.email, 'event_message', private.mail_event_facts(event) || jsonb_build_object(
    'subject', message.subject, 'body', message.body, 'name', recipient.full_name, 'code', recipient.code,
    'link_kind', 'registration', 'link_subject', recipient.id, 'ends_messages', true
  ), recipient.locale);
  update public.event_message_recipients set status = 'queued', mail_id = mail, changed_at = now()
  where message_id = message.id and registration_id = recipient.id;
exception when invalid_parameter_value then
  update public.event_message_recipients set status = 'failed', reason = 'invalid address', changed_at = now()
  where message_id = message.id and registration_id = recipient.id;
end $$;
comment on function private.mail_message_to is
  'Enqueues the mail of one recipient in the transaction that marks the recipient, so that a crash repeats neither.';

create function public.preview_event_message(payload jsonb) returns jsonb
language sql stable security invoker set search_path = ''
return private.preview_event_message(payload);
comment on function public.preview_event_message is
  'Event managers see the number of people of a message and a real person for the preview.';
grant execute on function public.preview_event_message to authenticated, service_role;

create function public.send_event_message(payload jsonb, people integer) returns uuid
language sql volatile security invoker set search_path = ''
return private.send_event_message(payload, people);
comment on function public.send_event_message is
  'Event managers send {id, event, channel, subject, body, types, statuses, attending, checked_in, send_at} to the '
  'confirmed number of people.';
grant execute on function public.send_event_message to authenticated, service_role;

create function public.cancel_event_message(message uuid) returns boolean
language sql volatile security invoker set search_path = ''
return private.cancel_event_message(message);
comment on function public.cancel_event_message is 'Event managers stop a message that has not ended.';
grant execute on function public.cancel_event_message to authenticated, service_role;

create function public.note_message_opened(message uuid, registration uuid) returns void
language sql volatile security invoker set search_path = ''
return private.note_message_opened(message, registration);
comment on function public.note_message_opened is 'Event managers opened the WhatsApp link of a person.';
grant execute on function public.note_message_opened to authenticated, service_role;

create function public.event_message_counts(event uuid) returns table (message_id uuid, status text, people bigint)
language sql stable security invoker set search_path = '' as $$
  select recipient.message_id, recipient.status, count(*)
  from public.event_message_recipients as recipient join public.event_messages as message
    on message.id = recipient.message_id
  where message.event_id = event_message_counts.event
  group by 1, 2
$$;
comment on function public.event_message_counts is
  'Number of recipients of the messages of an event by status, as the caller may read them.';
grant execute on function public.event_message_counts to authenticated, service_role;

create function public.refuse_messages(token text, is_refused boolean) returns boolean
language sql volatile security invoker set search_path = ''
return private.refuse_messages(token, is_refused);
comment on function public.refuse_messages is
  'The holder of the link of a registration ends or allows messages of the organiser; false for an unknown token.';
grant execute on function public.refuse_messages to anon, authenticated, service_role;

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

insert into private.retention_rules (key, relation, clock, keep, place) values
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
    edit_until = private.moved(edit_until, old, new)
  where event_id = new.id and (opens_at is not null or closes_at is not null or edit_until is not null);
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
      'shown', coalesce((
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
  if not private.edits_event(event) then
    raise exception 'only editors of the event' using errcode = '42501';
  end if;
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
        where profiles.blocked_at is null and profiles.role in ('editor', 'admin', 'main_admin', 'superadministrador')
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

create function private.share_badge(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, null);
begin
  if known.status <> 'confirmed' then
    raise exception 'registration_decided';
  end if;
  perform private.note_registration(known, 'shared:');
end $$;
comment on function private.share_badge is
  'Notes that an event manager was shown the badge link of a confirmed registration. Raises registration_decided for '
  'another status.';

create function private.badge_sample(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_registration_manager();
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

create function private.copy_event_parts(original public.events, copy uuid, days integer) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.event_days (event_id, day, items, position)
  select copy, day + days, items, position from public.event_days where event_id = original.id;
  -- Results belong to the event that is over.
  insert into public.event_media (event_id, kind, path, title, credit, translations, position)
  select copy, kind, path, title, credit, translations, position from public.event_media where event_id = original.id
    and kind <> 'result';
  insert into public.event_sponsors (event_id, name, tier, url, logo_path, position)
  select copy, name, tier, url, logo_path, position from public.event_sponsors where event_id = original.id;
  insert into public.event_registration_types (
    event_id, kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions,
      required_documents, has_waiting_list,
    chooses_stand, opens_at, closes_at, edit_until, form_version_id, position
  )
  select copy, kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions,
    required_documents, has_waiting_list,
    chooses_stand, private.shifted(opens_at, days, original.time_zone),
      private.shifted(closes_at, days, original.time_zone),
    private.shifted(edit_until, days, original.time_zone), form_version_id, position
  from public.event_registration_types where event_id = original.id;
  insert into public.event_stands (event_id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents,
    position)
  select copy, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents, position from public.event_stands
    where event_id = original.id;
$$;
comment on function private.copy_event_parts is
  'Copies programme, pictures, documents, sponsors, kinds of registration and stands; registrations and results stay.';

create function private.duplicate_event(original uuid, first_day date, copy uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
  days integer;
  zone text;
begin
  perform private.require_registration_manager();
  if copy is null then
    perform private.refuse_request('copy');
  end if;
  -- The same request sent twice makes one copy.
  perform pg_advisory_xact_lock(hashtextextended('duplicate_event' || copy, 0));
  if exists (select from public.events where id = copy) then
    return copy;
  end if;
  select * into event from public.events where id = original for share;
  zone := event.time_zone;
  if event.id is null then
    raise exception 'event_missing';
  elsif first_day is null or first_day < (now() at time zone zone)::date or first_day > current_date + 1100 then
    perform private.refuse_request('first_day');
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
  return copy;
end $$;
comment on function private.duplicate_event is
  'Copies an event with its parts as a draft that begins on first_day; every date moves by the same number of days. '
  'copy is the id of the new event.';

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
      where registration.status = 'confirmed' and kind.kind <> 'publico'
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
    perform private.refuse_request('team');
  end if;
  delete from public.event_team_members where event_id = save_team_members.event;
  for entry in select value from jsonb_array_elements(list) loop
    begin
      insert into public.event_team_members (event_id, position, full_name, phone)
      values (save_team_members.event, number, private.text_field(entry, 'full_name', 120, true),
        private.phone_field(entry, 'phone'));
    exception when raise_exception then
      perform private.refuse_request('team');
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

-- Dates that hang on an event, for the organiser before the date is changed.
create function private.event_date_list(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.events;
begin
  perform private.require_event_editor(event);
  select * into found from public.events where id = event_date_list.event;
  return jsonb_build_object(
    'starts_at', found.starts_at, 'ends_at', found.ends_at, 'time_zone', found.time_zone,
    'votes_open_at', found.votes_open_at, 'votes_close_at', found.votes_close_at,
    'days', (select coalesce(jsonb_agg(day order by day), '[]') from public.event_days where event_id = found.id),
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'opens_at', opens_at, 'closes_at', closes_at,
        'edit_until', edit_until) order by position, id), '[]')
      from public.event_registration_types where event_id = found.id
        and (opens_at is not null or closes_at is not null or edit_until is not null)
    ),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('name', planned.name, 'send_at', planned.send_at)
        order by planned.send_at, planned.id), '[]')
      from (
        select id, coalesce(subject, left(body, 80)) as name, send_at from public.event_messages
        where event_id = found.id and send_at > now() and started_at is null and ended_at is null and cancelled_at
          is null
        union all
        select id, title, scheduled_at from public.notification_campaigns
        where audience_event = found.id and status = 'scheduled' and scheduled_at > now()
      ) as planned
    )
  );
end $$;
comment on function private.event_date_list is 'The dates of an event that move with its date, for its editors.';

create function public.event_synergy(near_km integer, max_days integer, state text default null) returns jsonb
language sql stable security invoker set search_path = ''
return private.event_synergy(near_km, max_days, state);
comment on function public.event_synergy is
  'For staff of the calendar: {events, without_position, clashes, trips, shown: {id: event}, free: [{abbr, busy, '
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

create function public.share_badge(registration uuid) returns void
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

-- Promotions of events, links whose registrations are counted, and texts of ads.

create table public.event_ad_drafts (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  audience text not null check (audience in ('visitors', 'exhibitors', 'food_trucks', 'sponsors', 'clubs')),
  tone text not null check (tone in ('direct', 'friendly', 'formal')),
  channel text not null check (channel in ('whatsapp', 'instagram', 'email', 'sms', 'radio')),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  text text not null check (text !~ '^\s*$' and char_length(text) <= 2200),
  status text not null default 'draft' check (status in ('draft', 'approved', 'discarded')),
  approved_by uuid references public.profiles (id) on delete set null,
  approved_at timestamptz,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  size text check (size in ('square', 'story', 'landscape', 'leaderboard')),
  generator text not null default 'template' check (generator in ('template', 'provider')),
  constraint approved_text_has_its_time check ((status = 'approved') = (approved_at is not null)),
  constraint art_has_a_short_line check (size is null or char_length(text) <= 90)
);
comment on table public.event_ad_drafts is
  'Texts that announce an event. Only approved ones are offered on the promotion page.';
comment on column public.event_ad_drafts.status is
  'Changed by private.decide_ad_draft; a changed text is a draft again.';
comment on column public.event_ad_drafts.size is
  'The format of an art, which is drawn when it is opened; null for a text.';
comment on column public.event_ad_drafts.generator is
  'What wrote the text: the template of the portal or the outside service of TEXT_SERVICE_URL.';
create index event_ad_drafts_event_id_idx on public.event_ad_drafts (event_id, status, created_at desc);
create index event_ad_drafts_approved_by_idx on public.event_ad_drafts (approved_by);
create index event_ad_drafts_created_by_idx on public.event_ad_drafts (created_by);
create index event_ad_drafts_created_at_idx on public.event_ad_drafts (created_at desc);
alter table public.event_ad_drafts enable row level security;
grant select, insert, update on public.event_ad_drafts to authenticated;
grant all on public.event_ad_drafts to service_role;
create policy "announcement staff reads texts, event managers approved ones" on public.event_ad_drafts
  for select to authenticated
  using (
    (select private.is_staff())
    and ((select private.has_permission('event_ai_ads')) or (status = 'approved'
      and (select private.has_permission('events'))))
  );
create policy "announcement staff adds texts in its own name" on public.event_ad_drafts
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('event_ai_ads'))
    and created_by = (select private.account_id()));
create policy "announcement staff updates texts" on public.event_ad_drafts
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('event_ai_ads')))
  with check ((select private.is_staff()) and (select private.has_permission('event_ai_ads')));
create trigger event_ad_drafts_functions_only before insert or update on public.event_ad_drafts
  for each row execute function private.guard_event_columns('status,approved_by,approved_at', '{"status": "draft"}');
create trigger event_ad_drafts_kept before update on public.event_ad_drafts
  for each row execute function private.guard_event_columns('event_id,audience,tone,channel,locale', '{}');
create trigger event_ad_drafts_server_columns before insert or update on public.event_ad_drafts
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger event_ad_drafts_touch before update on public.event_ad_drafts
  for each row execute function private.touch_updated_at();

create function private.reopen_ad_draft() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.status := 'draft';
  new.approved_by := null;
  new.approved_at := null;
  return new;
end $$;
comment on function private.reopen_ad_draft is 'Trigger function: an approval is for the text as it was read.';

-- After the guards, which compare what the request gave.
create trigger event_ad_drafts_reopen before update on public.event_ad_drafts
  for each row when (old.text is distinct from new.text) execute function private.reopen_ad_draft();
create trigger event_ad_drafts_audit after insert or update or delete on public.event_ad_drafts
  for each row execute function private.write_audit('id');
create trigger event_ad_drafts_format_kept before update on public.event_ad_drafts
  for each row execute function private.guard_event_columns('size,generator', '{}');

insert into private.audit_log_permissions (entity, permission) values
  ('event_ad_drafts', 'event_ai_ads');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_ad_drafts', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 74),
  ('event_ad_drafts', 'approved_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 75);

select
  private.declare_columns('event_ad_drafts', 'exported',
    '{id,event_id,audience,tone,channel,locale,text,status,approved_at,created_at,updated_at,size,generator}'),
  private.declare_columns('event_ad_drafts', 'withheld',
    '{approved_by,created_by}', 'another person: who wrote and who approved');

create table public.event_promotions (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  state_abbr char(2) references public.states (abbr),
  starts_on date not null,
  ends_on date not null,
  created_by uuid default private.account_id() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint promotion_has_a_period check (ends_on >= starts_on and ends_on - starts_on <= 62)
);
comment on table public.event_promotions is
  'Periods in which an event is featured on a home page. Two periods of the same page never overlap.';
comment on column public.event_promotions.state_abbr is
  'The state on whose home page the event is featured; null is the home page of the portal.';
comment on column public.event_promotions.ends_on is 'Last day, in Brazilian time like the first.';
create index event_promotions_event_id_idx on public.event_promotions (event_id);
create index event_promotions_state_abbr_idx on public.event_promotions (state_abbr, ends_on);
create index event_promotions_ends_on_idx on public.event_promotions (ends_on);
create index event_promotions_created_by_idx on public.event_promotions (created_by);
alter table public.event_promotions enable row level security;
grant select (id, event_id, state_abbr, starts_on, ends_on) on public.event_promotions to anon;
grant select, delete on public.event_promotions to authenticated;
grant insert (event_id, state_abbr, starts_on, ends_on) on public.event_promotions to authenticated;
grant all on public.event_promotions to service_role;
create policy "anonymous visitors read running promotions" on public.event_promotions
  for select to anon using (private.brazilian_today() between starts_on and ends_on);
create policy "signed-in accounts read running promotions, event managers all" on public.event_promotions
  for select to authenticated
  using (private.brazilian_today() between starts_on and ends_on or ((select private.is_staff())
    and (select private.has_permission('events'))));
create policy "event managers add promotions in their own name" on public.event_promotions
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events'))
    and created_by = (select private.account_id()));
create policy "event managers delete promotions" on public.event_promotions
  for delete to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));
create trigger event_promotions_server_columns before insert or update on public.event_promotions
  for each row execute function private.guard_server_columns('created_by', 'created_at');

create function private.check_promotion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event public.events;
begin
  -- Two people may book the same page at the same time.
  perform pg_advisory_xact_lock(hashtext('event_promotions'), hashtext(coalesce(new.state_abbr, 'BR')));
  select * into event from public.events where id = new.event_id;
  if event.status is distinct from 'published' or event.deleted_at is not null or new.state_abbr <> event.state_abbr
    then
    raise exception 'the event cannot be featured there' using errcode = '23514',
      constraint = 'promotion_of_a_published_event';
  elsif new.ends_on < private.brazilian_today() or new.ends_on > (event.ends_at at time zone event.time_zone)::date then
    raise exception 'the period is over or ends after the event' using errcode = '23514',
      constraint = 'promotion_ends_with_the_event';
  elsif exists (
    select from public.event_promotions as other
    where other.state_abbr is not distinct from new.state_abbr and other.starts_on <= new.ends_on
      and other.ends_on >= new.starts_on
  ) then
    raise exception 'promotion_taken';
  end if;
  return new;
end $$;
comment on function private.check_promotion is
  'Trigger function: only published events, on the page of the portal or of their state, until their last day. Raises '
  'promotion_taken.';

create trigger event_promotions_check before insert on public.event_promotions
  for each row execute function private.check_promotion();

create function private.expire_promotion_pages() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed public.event_promotions := case when tg_op = 'DELETE' then old else new end;
begin
  -- A period that has not begun or is over is on no page.
  if private.brazilian_today() between changed.starts_on and changed.ends_on then
    perform private.revalidate_event_states(array(select state_abbr::text from public.events
      where id = changed.event_id));
  end if;
  return null;
end $$;
comment on function private.expire_promotion_pages is
  'Trigger function: expires the home pages that show or showed the event.';

create trigger event_promotions_pages after insert or delete on public.event_promotions
  for each row execute function private.expire_promotion_pages();
create trigger event_promotions_audit after insert or update or delete on public.event_promotions
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('event_promotions', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_promotions', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 81);

select
  private.declare_columns('event_promotions', 'exported', '{id,event_id,state_abbr,starts_on,ends_on,created_at}'),
  private.declare_columns('event_promotions', 'withheld', '{created_by}', 'another person: who featured the event');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_promotions', 'starts_on', 'stays', 'booked days of the portal'),
  ('event_promotions', 'ends_on', 'stays', 'booked days of the portal');

create table public.event_links (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  audience text not null check (audience in ('visitors', 'exhibitors', 'food_trucks', 'sponsors', 'clubs')),
  label text not null default '' check (char_length(label) <= 60),
  code text not null default lower(private.new_registration_code()) check (code ~ '^[a-hj-np-z2-9]{8}$'),
  created_by uuid default private.account_id() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint event_links_code_key unique (code),
  constraint event_links_name_key unique (event_id, audience, label)
);
comment on table public.event_links is 'Short links of an event. They stay: printed ones cannot be changed.';
comment on column public.event_links.label is
  'Where the link is used, such as a magazine; empty for the general link of an audience.';
create index event_links_created_by_idx on public.event_links (created_by);
alter table public.event_links enable row level security;
grant select on public.event_links to authenticated;
grant insert (event_id, audience, label) on public.event_links to authenticated;
grant all on public.event_links to service_role;
create policy "event managers read links" on public.event_links
  for select to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));
create policy "event managers add links in their own name" on public.event_links
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('events'))
    and created_by = (select private.account_id()));
create trigger event_links_server_columns before insert or update on public.event_links
  for each row execute function private.guard_server_columns('created_by', 'created_at');
create trigger event_links_audit after insert or update or delete on public.event_links
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('event_links', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_links', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 82);

select
  private.declare_columns('event_links', 'exported', '{id,event_id,audience,label,code,created_at}'),
  private.declare_columns('event_links', 'withheld', '{created_by}', 'another person: who made the link');

create table public.event_link_days (
  link_id uuid not null references public.event_links (id) on delete cascade,
  day date not null,
  visits integer not null default 0 check (visits >= 0),
  primary key (link_id, day)
);
comment on table public.event_link_days is 'Visits through a link by day, without anything about the visitor.';
alter table public.event_link_days enable row level security;
grant select on public.event_link_days to authenticated;
grant all on public.event_link_days to service_role;
create policy "event managers read visits of links" on public.event_link_days
  for select to authenticated using ((select private.is_staff()) and (select private.has_permission('events')));

select private.declare_columns('event_link_days', 'not_personal', '{*}', 'numbers of visits');

alter table public.event_registrations add constraint event_registrations_link_id_fkey
  foreign key (link_id) references public.event_links (id) on delete set null;

create function private.decide_ad_draft(draft uuid, decision text, seen timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  one public.event_ad_drafts;
begin
  if not (private.is_staff() and private.has_permission('event_ai_ads')) then
    raise exception 'only announcement staff' using errcode = '42501';
  elsif decision is null or decision not in ('draft', 'approved', 'discarded') then
    raise exception 'unknown decision' using errcode = '22023';
  end if;
  select * into one from public.event_ad_drafts where id = draft for update;
  if one.id is null then
    return 'missing';
  elsif seen is not null and one.updated_at <> seen then
    return 'changed';
  end if;
  update public.event_ad_drafts set
    status = decision,
    approved_by = case when decision = 'approved' then private.account_id() end,
    approved_at = case when decision = 'approved' then now() end
  where id = draft;
  return decision;
end $$;
comment on function private.decide_ad_draft is
  'Approves, discards or reopens a text; seen is the updated_at of the text that was read.';

create function private.refresh_promotion_pages() returns void
language sql volatile security definer set search_path = '' as $$
  select private.revalidate_event_states(array(
    select distinct event.state_abbr::text
    from public.event_promotions as promotion join public.events as event on event.id = promotion.event_id
    where promotion.starts_on = private.brazilian_today() or promotion.ends_on = private.brazilian_today() - 1
    order by 1
  ))
$$;
comment on function private.refresh_promotion_pages is
  'For the job of each night: expires, in one request, the pages on which a featured event begins or ended.';

create function private.open_event_link(code text, is_counted boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.event_links;
  slug text;
begin
  select event_links.* into link from public.event_links where event_links.code = lower(open_event_link.code);
  select events.slug into slug from public.events where events.id = link.event_id and private.is_public_event(events);
  if slug is not null and is_counted then
    insert into public.event_link_days as known (link_id, day, visits) values (link.id, private.brazilian_today(), 1)
    on conflict (link_id, day) do update set visits = known.visits + 1;
  end if;
  return slug;
end $$;
comment on function private.open_event_link is
  'The slug of the event of a link, null when visitors do not see it; counts the visit.';

create function private.attribute_registration(registration uuid, code text) returns void
language sql volatile security definer set search_path = '' as $$
  -- A later use of another link does not move an old registration.
  update public.event_registrations set link_id = link.id
  from public.event_links as link
  where event_registrations.id = attribute_registration.registration and event_registrations.link_id is null
    and event_registrations.created_at > now() - interval '10 minutes'
    and link.event_id = event_registrations.event_id and link.code = lower(attribute_registration.code)
$$;
comment on function private.attribute_registration is
  'Stores the link through which a new registration came, once and only for a link of its event.';

create function public.decide_ad_draft(draft uuid, decision text, seen timestamptz) returns text
language sql volatile security invoker set search_path = ''
return private.decide_ad_draft(draft, decision, seen);
comment on function public.decide_ad_draft is
  'For announcement staff: approves, discards or reopens a text; answers missing or changed when it was not decided.';
grant execute on function public.decide_ad_draft to authenticated, service_role;

create function public.open_event_link(code text, is_counted boolean) returns text
language sql volatile security invoker set search_path = ''
return private.open_event_link(code, is_counted);
comment on function public.open_event_link is
  'For the server only: the slug of the public event of a short link, null for an unknown code; counts one visit.';
grant execute on function public.open_event_link to service_role;

create function public.attribute_registration(registration uuid, code text) returns void
language sql volatile security invoker set search_path = ''
return private.attribute_registration(registration, code);
comment on function public.attribute_registration is
  'For the server only: stores the short link through which a new registration came.';
grant execute on function public.attribute_registration to service_role;

create function public.event_link_results(event uuid)
returns table (id uuid, audience text, label text, code text, visits bigint, registrations bigint)
language sql stable security invoker set search_path = '' begin atomic
  select link.id, link.audience, link.label, link.code,
    coalesce((select sum(day.visits) from public.event_link_days as day where day.link_id = link.id), 0),
    (select count(*) from public.event_registrations as registration where registration.link_id = link.id)
  from public.event_links as link
  where link.event_id = event_link_results.event
  order by link.created_at, link.id limit 200;
end;
comment on function public.event_link_results is
  'For event managers: the short links of an event with visits and registrations.';
grant execute on function public.event_link_results to authenticated, service_role;

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

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('event_votes', 'public.event_votes', 'created_at', '1 year 1 mon', 262);

create function private.candidate(vehicle uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'vehicle', car.id, 'name', concat_ws(' ', car.make, car.model), 'year', car.year, 'color', car.color, 'story',
      car.story,
    'event', event.title, 'translations', event.translations, 'slug', event.slug, 'time_zone', event.time_zone,
      'is_demo', event.is_demo,
    'opens_at', event.votes_open_at, 'closes_at', event.votes_close_at,
    'state', case when event.votes_open_at is null then 'none' when now() < event.votes_open_at then 'not_yet'
      when now() >= event.votes_close_at then 'closed' else 'open' end
  )
  from public.registration_vehicles as car
    join public.event_registrations as registration on registration.id = car.registration_id
      and registration.status = 'confirmed'
    join public.event_registration_types as kind on kind.id = registration.type_id and kind.kind = 'expositor'
    join public.events as event on event.id = registration.event_id and event.status in ('published', 'postponed')
      and event.deleted_at is null
  where car.id = vehicle
$$;
comment on function private.candidate is
  'A car that can be voted for, with its event and the times of voting; null for any other. Without plate and owner.';

create function private.cast_vote(vehicle uuid, link text, registration uuid, badge_version integer) returns text
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
  where id = coalesce(registration, (private.live_registration_link(link, 'registration', 'badge',
    'manage')).registration_id) for share;
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
  insert into public.event_votes as known (event_id, vehicle_id, registration_id)
    values (car.event_id, vehicle, voter.id)
  on conflict (event_id, registration_id) do update set vehicle_id = excluded.vehicle_id
  returning known.xmax = 0 into is_first;
  return case when is_first then 'counted' else 'changed' end;
end $$;
comment on function private.cast_vote is
  'Stores the vote of a ticket or moves it to another car: counted, changed, unknown_ticket, other_event, '
  'replaced_badge, own_car, not_entered, unknown_car, not_open or closed. not_entered: neither an entry nor a '
  'confirmed address. registration and badge_version are those of a code that the server verified; without them the '
  'link of a badge is the ticket.';

create function private.vote_result(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'state', case when voted.votes_open_at is null then 'none' when now() < voted.votes_open_at then 'not_yet'
      when now() >= voted.votes_close_at then 'closed' else 'open' end,
    'opens_at', voted.votes_open_at, 'closes_at', voted.votes_close_at,
    'votes', case when now() >= voted.votes_close_at then (select count(*) from public.event_votes
      where event_id = voted.id) end,
    'cars', case when now() >= voted.votes_close_at then (
      select coalesce(jsonb_agg(jsonb_build_object('name', ranked.name, 'year', ranked.year, 'votes', ranked.votes,
        'place', ranked.place) order by ranked.place, ranked.name), '[]')
      from (
        select concat_ws(' ', car.make, car.model) as name, car.year, count(*) as votes, rank()
          over (order by count(*) desc) as place
        from public.event_votes as vote join public.registration_vehicles as car on car.id = vote.vehicle_id
        where vote.event_id = voted.id group by car.id, car.make, car.model, car.year
      ) as ranked where ranked.place <= 10
    ) end
  )
  from public.events as voted where voted.id = event and voted.status in ('published', 'postponed') and voted.deleted_at
    is null
$$;
comment on function private.vote_result is
  'Times of voting, and the ten cars with most votes once voting is closed; nothing is counted out before.';

create function public.vote_candidate(vehicle uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.candidate(vehicle);
comment on function public.vote_candidate is 'A car that can be voted for, with its event and the times of voting.';
grant execute on function public.vote_candidate to anon, authenticated, service_role;

create function public.cast_vote(vehicle uuid, link text default null, registration uuid default null,
  badge_version integer default null) returns text
language sql volatile security invoker set search_path = '' return private.cast_vote(vehicle, link, registration,
  badge_version);
comment on function public.cast_vote is
  'For the server only, which limits the callers and verifies codes of badges: stores one vote.';
grant execute on function public.cast_vote to service_role;

create function public.vote_result(event uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.vote_result(event);
comment on function public.vote_result is 'Times of voting, and the ten cars with most votes once voting is closed.';
grant execute on function public.vote_result to anon, authenticated, service_role;

-- Certificates of participation.

create table public.certificate_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en-US', 'es-419')),
  version integer not null default 1 check (version > 0),
  background_path text check (background_path ~ '^/midia/[0-9]{4}-[0-9]{2}/[0-9a-f-]{36}\.webp$'),
  fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array' and jsonb_array_length(fields) <= 30
    and octet_length(fields::text) <= 20000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_name text generated always as (private.fold(name)) stored
);
comment on table public.certificate_templates is 'Models of certificates on one A4 page in landscape format.';
comment on column public.certificate_templates.version is
  'Rises with every change of what is printed; a certificate keeps a copy of the version it was issued with.';
comment on column public.certificate_templates.background_path is
  'Picture of the bucket media behind the texts; null draws a frame.';
comment on column public.certificate_templates.fields is
  '[{id, kind, x, y, width, size, align, bold, text}, …]: x, y and width in percent of the page, size in points.';
comment on column public.certificate_templates.search_name is
  'Name in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.certificate_templates enable row level security;
grant select, insert, update on public.certificate_templates to authenticated;
grant all on public.certificate_templates to service_role;

-- One model per language to begin with.
with words (language, name, heading, certify, took_part, code_line, team) as (values
  ('pt-BR', 'Participação', 'CERTIFICADO', 'Certificamos que', 'participou do evento', 'Código {code}',
    E'Equipe LACAMBECHE\nOrganização'),
  ('en-US', 'Participation', 'CERTIFICATE', 'We certify that', 'took part in', 'Code {code}',
    E'LACAMBECHE team\nOrganisation'),
  ('es-419', 'Participación en español', 'CERTIFICADO', 'Se certifica que', 'participó en el evento', 'Código {code}',
    E'Equipo LACAMBECHE\nOrganización')
)
insert into public.certificate_templates (name, language, fields)
select words.name, words.language, jsonb_build_array(
  jsonb_build_object('id', 'heading', 'kind', 'text', 'x', 10, 'y', 11, 'width', 80, 'size', 46, 'align', 'center',
    'bold', true, 'text', words.heading),
  jsonb_build_object('id', 'certify', 'kind', 'text', 'x', 10, 'y', 25, 'width', 80, 'size', 16, 'align', 'center',
    'bold', false, 'text', words.certify),
  jsonb_build_object('id', 'name', 'kind', 'name', 'x', 10, 'y', 31, 'width', 80, 'size', 40, 'align', 'center', 'bold',
    true, 'text', ''),
  jsonb_build_object('id', 'took-part', 'kind', 'text', 'x', 10, 'y', 43, 'width', 80, 'size', 16, 'align', 'center',
    'bold', false, 'text', words.took_part),
  jsonb_build_object('id', 'event', 'kind', 'event', 'x', 10, 'y', 48, 'width', 80, 'size', 28, 'align', 'center',
    'bold', true, 'text', ''),
  jsonb_build_object('id', 'when', 'kind', 'text', 'x', 10, 'y', 57, 'width', 80, 'size', 16, 'align', 'center', 'bold',
    false, 'text', '{town} · {date}'),
  jsonb_build_object('id', 'car', 'kind', 'car', 'x', 10, 'y', 62, 'width', 80, 'size', 16, 'align', 'center', 'bold',
    false, 'text', ''),
  jsonb_build_object('id', 'qr', 'kind', 'qr', 'x', 8, 'y', 72, 'width', 12, 'size', 12, 'align', 'left', 'bold', false,
    'text', ''),
  jsonb_build_object('id', 'code', 'kind', 'text', 'x', 21, 'y', 84, 'width', 30, 'size', 11, 'align', 'left', 'bold',
    false, 'text', words.code_line),
  jsonb_build_object('id', 'signature', 'kind', 'signature', 'x', 60, 'y', 79, 'width', 30, 'size', 12, 'align',
    'center', 'bold', false, 'text', words.team)
) from words;

create function private.designs_certificates() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('certificate_templates')
$$;
comment on function private.designs_certificates is 'Whether the caller may change models of certificates.';

create policy "certificate designers add models" on public.certificate_templates
  for insert to authenticated with check ((select private.designs_certificates()));
create policy "certificate designers update models" on public.certificate_templates
  for update to authenticated using ((select private.designs_certificates()))
    with check ((select private.designs_certificates()));

create function private.manages_certificates() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('certificates')
$$;
comment on function private.manages_certificates is 'Whether the caller may issue and revoke certificates.';

create policy "event and certificate managers and designers read models" on public.certificate_templates
  for select to authenticated using (
    (select private.designs_certificates()) or (select private.manages_certificates())
      or (select private.manages_registrations())
  );

create function private.number_certificate_template() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.version := 1;
  else
    new.version := old.version + (
      (old.fields, coalesce(old.background_path, ''), old.language)
        is distinct from (new.fields, coalesce(new.background_path, ''), new.language)
    )::integer;
  end if;
  return new;
end $$;
comment on function private.number_certificate_template is 'Trigger function: counts the versions of a model.';

create trigger certificate_templates_number before insert or update on public.certificate_templates
  for each row execute function private.number_certificate_template();
create trigger certificate_templates_server_columns before insert or update on public.certificate_templates
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger certificate_templates_touch before update on public.certificate_templates
  for each row execute function private.touch_updated_at();
create trigger certificate_templates_audit after insert or update or delete on public.certificate_templates
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('certificate_templates', 'certificate_templates');

select
  private.declare_columns('certificate_templates', 'not_personal', '{*}', 'models of certificates'),
  private.declare_columns('certificate_templates', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.certificate_batches (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  template_id uuid not null references public.certificate_templates (id) on delete cascade,
  registrations uuid[] not null check (cardinality(registrations) between 1 and 5000),
  hours numeric(4, 1) check (hours between 0.5 and 999),
  total integer generated always as (cardinality(registrations)) stored,
  done integer not null default 0,
  issued integer not null default 0,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint batch_has_no_more_than_its_registrations check (done between 0 and cardinality(registrations) and issued
    between 0 and done)
);
comment on table public.certificate_batches is 'Certificates that the worker issues, with progress.';
comment on column public.certificate_batches.done is
  'Registrations that the worker went through, in the order of the list.';
comment on column public.certificate_batches.issued is
  'New certificates; the other registrations have one already or did not enter.';
create index certificate_batches_event_id_idx on public.certificate_batches (event_id, created_at desc);
create index certificate_batches_template_id_idx on public.certificate_batches (template_id);
create index certificate_batches_created_by_idx on public.certificate_batches (created_by);
alter table public.certificate_batches enable row level security;
grant select on public.certificate_batches to authenticated;
grant all on public.certificate_batches to service_role;
create policy "certificate managers read batches" on public.certificate_batches
  for select to authenticated using ((select private.manages_certificates()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('certificate_batches', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 70);

select
  private.declare_columns('certificate_batches', 'not_personal', '{*}', 'work of the worker'),
  private.declare_columns('certificate_batches', 'withheld', '{created_by}', 'listed as work of the team');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('certificate_batches', 'public.certificate_batches', 'created_at', '1 year 1 mon', 261);

create table public.certificates (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{10}$'),
  event_id uuid not null references public.events (id) on delete restrict,
  registration_id uuid references public.event_registrations (id) on delete set null,
  user_id uuid references public.profiles (id) on delete set null,
  template_id uuid references public.certificate_templates (id) on delete set null,
  batch_id uuid references public.certificate_batches (id) on delete set null,
  full_name text not null check (full_name !~ '^\s*$' and char_length(full_name) <= 120),
  facts jsonb not null check (jsonb_typeof(facts) = 'object' and octet_length(facts::text) <= 4000),
  layout jsonb not null check (jsonb_typeof(layout) = 'object' and octet_length(layout::text) <= 24000),
  issued_at timestamptz not null default now(),
  issued_by uuid references public.profiles (id) on delete set null,
  sent_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references public.profiles (id) on delete set null,
  revoke_reason text check (char_length(revoke_reason) <= 500),
  search_name text generated always as (private.fold(full_name)) stored,
  constraint revoked_certificate_has_a_reason check ((revoked_at is null) = (revoke_reason is null))
);
comment on table public.certificates is
  'Issued certificates. Name, facts and layout are copies, so that a later change of the event or the model changes '
  'no certificate.';
comment on column public.certificates.code is
  'Public code of the validation page, without letters that look like digits.';
comment on column public.certificates.facts is
  '{event, starts_at, ends_at, time_zone, town, car, hours} at the time of issue.';
comment on column public.certificates.layout is
  '{version, language, background, fields} of the model at the time of issue.';
comment on column public.certificates.search_name is
  'Name in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create unique index certificates_once_idx on public.certificates (registration_id, template_id) where revoked_at
  is null;
create index certificates_registration_id_idx on public.certificates (registration_id);
create index certificates_event_id_idx on public.certificates (event_id, full_name);
create index certificates_user_id_idx on public.certificates (user_id);
create index certificates_template_id_idx on public.certificates (template_id);
create index certificates_batch_id_idx on public.certificates (batch_id, full_name);
create index certificates_issued_by_idx on public.certificates (issued_by);
create index certificates_revoked_by_idx on public.certificates (revoked_by);
alter table public.certificates enable row level security;
grant select on public.certificates to authenticated;
grant all on public.certificates to service_role;
create policy "accounts read their own certificates, certificate managers all" on public.certificates
  for select to authenticated using (user_id = (select private.account_id())
    or (select private.manages_certificates()));

-- The name of the person is not logged.
create trigger certificates_audit after insert or update or delete on public.certificates
  for each row execute function private.write_audit('id', 'code,event_id,template_id,sent_at,revoked_at,revoke_reason');

insert into private.audit_log_permissions (entity, permission) values
  ('certificates', 'certificates');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('certificates', 'user_id', 'account', 'own', 'Certificados de eventos', 'unlink', 67),
  ('certificates', 'issued_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 68),
  ('certificates', 'revoked_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 69);

select
  private.declare_columns('certificates', 'exported',
    '{id,code,event_id,registration_id,user_id,full_name,facts,issued_at,sent_at,revoked_at,revoke_reason}'),
  private.declare_columns('certificates', 'not_personal', '{template_id,batch_id,layout}', 'model of the certificate'),
  private.declare_columns('certificates', 'not_personal', '{search_name}', 'made from full_name'),
  private.declare_columns('certificates', 'withheld',
    '{issued_by,revoked_by}', 'another person: who issued or revoked');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('certificates', 'public.certificates', 'issued_at', '10 years', 260);

create table public.certificate_checks (
  day date not null,
  state text not null check (state in ('valid', 'revoked', 'unknown')),
  checks integer not null default 1 check (checks > 0),
  primary key (day, state)
);
comment on table public.certificate_checks is
  'How often codes were checked per day; many unknown ones mean that somebody guesses.';
alter table public.certificate_checks enable row level security;
grant select on public.certificate_checks to authenticated;
grant all on public.certificate_checks to service_role;
create policy "certificate managers read the number of checks" on public.certificate_checks
  for select to authenticated using ((select private.manages_certificates()));

select private.declare_columns('certificate_checks', 'not_personal', '{*}', 'sums');

alter table public.events add constraint events_certificate_template_id_fkey
  foreign key (certificate_template_id) references public.certificate_templates (id) on delete set null;

create function private.new_certificate_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(random.bytes, place) % 32, 1), '')
  -- Bytes 6 and 8 of a UUID hold its version.
  from (select uuid_send(gen_random_uuid()) as bytes) as random, unnest(array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) as place
$$;
comment on function private.new_certificate_code is 'Ten characters without I, O, 0 and 1.';

create function private.entered_at(registration uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(entry.scanned_at) from public.event_checkins as entry
  where entry.registration_id = registration and entry.kind = 'entry' and entry.result = 'ok' and entry.undone_at
    is null
$$;
comment on function private.entered_at is
  'First entry of a registration that was not undone; null when the person did not enter.';

create function private.earned_certificate(registration uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.may_change(person, 'certificate') from public.event_registrations as person
      where person.id = earned_certificate.registration
  ), false)
$$;
comment on function private.earned_certificate is
  'Whether a registration may get a certificate: confirmed, and somebody entered.';

create function private.certificate_facts(registration public.event_registrations, language text, hours numeric)
  returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'event', coalesce(nullif(event.translations -> left(language, 2) ->> 'title', ''), event.title),
    'starts_at', event.starts_at, 'ends_at', event.ends_at, 'time_zone', event.time_zone,
    'town', event.town || '/' || event.state_abbr,
    'car', (
      select concat_ws(' ', vehicle.make, vehicle.model, vehicle.year) from public.registration_vehicles as vehicle
      where vehicle.registration_id = registration.id order by vehicle.position limit 1
    ),
    'hours', hours
  ))
  from public.events as event where event.id = registration.event_id
$$;
comment on function private.certificate_facts is 'What a certificate prints beside the name.';

create function private.issue_certificate(registration uuid, template uuid, hours numeric, issuer uuid, batch uuid)
  returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.event_registrations;
  model public.certificate_templates;
  created uuid;
begin
  select * into person from public.event_registrations where id = registration;
  select * into model from public.certificate_templates where id = template;
  if person.id is null or model.id is null or not private.earned_certificate(registration) then
    return null;
  end if;
  insert into public.certificates (code, event_id, registration_id, user_id, template_id, batch_id, full_name, facts,
    layout, issued_by)
  values (
    private.new_certificate_code(), person.event_id, person.id, person.user_id, model.id, batch, person.full_name,
    private.certificate_facts(person, model.language, hours),
    jsonb_build_object('version', model.version, 'language', model.language, 'background', model.background_path,
      'fields', model.fields),
    issuer
  )
  on conflict (registration_id, template_id) where revoked_at is null do nothing
  returning id into created;
  return created;
end $$;
comment on function private.issue_certificate is
  'Issues one certificate; null when the registration has one of this model already or did not earn it.';

create function private.begin_certificate_batch(event uuid, template uuid, registrations uuid[], hours numeric)
  returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch uuid;
  chosen uuid[] := array(
    select registration.id from public.event_registrations as registration
    where registration.event_id = event and registration.id = any (registrations)
    order by private.fold(registration.full_name), registration.id
  );
begin
  if not private.manages_certificates() then
    raise exception 'only certificate managers issue certificates' using errcode = '42501';
  elsif cardinality(chosen) not between 1 and 5000 or not exists (select from public.certificate_templates
    where id = template and is_active) then
    raise exception 'invalid_request' using errcode = '22023';
  end if;
  insert into public.certificate_batches (event_id, template_id, registrations, hours, created_by)
  values (event, template, chosen, hours, private.account_id()) returning id into batch;
  perform private.enqueue_job('issue-certificates', jsonb_build_object('batch', batch));
  return batch;
end $$;
comment on function private.begin_certificate_batch is 'Stores a batch and enqueues its job.';

create function private.continue_certificate_batch(batch uuid, most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  work public.certificate_batches;
  created integer;
  next_done integer;
begin
  -- The lock lets a second worker wait instead of going through the same registrations.
  select * into work from public.certificate_batches where id = batch for update;
  if work.id is null or work.ended_at is not null then
    return 0;
  end if;
  next_done := least(work.done + greatest(most, 1), work.total);
  select count(private.issue_certificate(registration, work.template_id, work.hours, work.created_by, work.id))
    into created
  from unnest(work.registrations[work.done + 1 : next_done]) as registration;
  update public.certificate_batches
  set done = next_done, issued = work.issued + created, ended_at = case when next_done = work.total then now() end
  where id = batch;
  return work.total - next_done;
end $$;
comment on function private.continue_certificate_batch is
  'Issues the next certificates of a batch; returns how many registrations remain.';

create function private.revoke_certificate(certificate uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.manages_certificates() then
    raise exception 'only certificate managers revoke certificates' using errcode = '42501';
  elsif reason is null or reason ~ '^\s*$' or char_length(reason) > 500 then
    raise exception 'invalid_request' using errcode = '22023';
  end if;
  update public.certificates set revoked_at = now(), revoked_by = private.account_id(), revoke_reason = btrim(reason)
  where id = certificate and revoked_at is null;
  if not found then
    raise exception 'not_found' using errcode = 'P0002';
  end if;
end $$;
comment on function private.revoke_certificate is
  'Revokes a certificate; its code then shows that it is no longer valid.';

create function private.reissue_certificate(certificate uuid, reason text) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  former public.certificates;
  created uuid;
begin
  select * into former from public.certificates where id = certificate for update;
  if former.revoked_at is null then
    perform private.revoke_certificate(certificate, reason);
  elsif not private.manages_certificates() then
    raise exception 'only certificate managers issue certificates' using errcode = '42501';
  end if;
  created := private.issue_certificate(former.registration_id, former.template_id, (former.facts ->> 'hours')::numeric,
    private.account_id(), null);
  if created is null then
    raise exception 'not_earned' using errcode = '55000';
  end if;
  return created;
end $$;
comment on function private.reissue_certificate is
  'Revokes a certificate and issues one with the present name and model and a new code.';

create function private.send_certificates(certificates uuid[], by_mail boolean) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  told integer := 0;
begin
  if not private.manages_certificates() then
    raise exception 'only certificate managers send certificates' using errcode = '42501';
  end if;
  for one in
    select certificate.id, certificate.code, certificate.full_name, certificate.facts ->> 'event' as title,
      registration.email, registration.locale
    from public.certificates as certificate join public.event_registrations as registration
      on registration.id = certificate.registration_id
    where certificate.id = any (certificates) and certificate.revoked_at is null
      and private.earned_certificate(registration.id)
    order by certificate.id limit 5000
  loop
    begin
      if by_mail then
        perform private.enqueue_mail(one.email, 'certificate_issued',
          jsonb_build_object('name', one.full_name, 'event', one.title, 'path', '/eventos/certificado/' || one.code),
          one.locale);
      end if;
      update public.certificates set sent_at = now() where id = one.id;
      told := told + 1;
    exception when invalid_parameter_value then
      -- An address that cannot receive mail does not keep the others from theirs.
      null;
    end;
  end loop;
  return told;
end $$;
comment on function private.send_certificates is
  'Mails certificates of registrations that still earn one, or notes that their links were sent by hand; returns how '
  'many.';

create function private.verify_certificate(code text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.certificates;
  result text;
begin
  select * into found from public.certificates where certificates.code = upper(verify_certificate.code);
  result := case when found.id is null then 'unknown' when found.revoked_at is null then 'valid' else 'revoked' end;
  insert into public.certificate_checks as known (day, state) values (private.day_of(now()), result)
  on conflict (day, state) do update set checks = known.checks + 1;
  return jsonb_strip_nulls(jsonb_build_object(
    'state', result, 'name', found.full_name, 'event', found.facts ->> 'event',
    'starts_at', found.facts ->> 'starts_at', 'ends_at', found.facts ->> 'ends_at', 'time_zone',
      found.facts ->> 'time_zone'
  ));
end $$;
comment on function private.verify_certificate is
  'State of a code with name, event and dates of the certificate; counts the check.';

create function private.certificate_people(event uuid, template uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', person.id, 'name', person.full_name, 'entered_at', private.entered_at(person.id),
    'has_certificate', exists (
      select from public.certificates as issued
      where issued.registration_id = person.id and issued.template_id = template and issued.revoked_at is null
    )
  ) order by private.fold(person.full_name), person.id), '[]')
  from public.event_registrations as person
  where person.event_id = event and private.manages_certificates() and private.earned_certificate(person.id)
$$;
comment on function private.certificate_people is
  'People of confirmed registrations who entered an event, for certificate managers; empty for other callers.';

create function public.issue_certificates(event uuid, template uuid, registrations uuid[], hours numeric default null)
  returns uuid
language sql volatile security invoker set search_path = '' return private.begin_certificate_batch(event, template,
  registrations, hours);
comment on function public.issue_certificates is 'Starts a batch of certificates; returns its id.';
grant execute on function public.issue_certificates to authenticated, service_role;

create function public.revoke_certificate(certificate uuid, reason text) returns void
language sql volatile security invoker set search_path = '' return private.revoke_certificate(certificate, reason);
comment on function public.revoke_certificate is 'Revokes a certificate.';
grant execute on function public.revoke_certificate to authenticated, service_role;

create function public.reissue_certificate(certificate uuid, reason text) returns uuid
language sql volatile security invoker set search_path = '' return private.reissue_certificate(certificate, reason);
comment on function public.reissue_certificate is 'Replaces a certificate by a new one with another code.';
grant execute on function public.reissue_certificate to authenticated, service_role;

create function public.send_certificates(certificates uuid[], by_mail boolean) returns integer
language sql volatile security invoker set search_path = '' return private.send_certificates(certificates, by_mail);
comment on function public.send_certificates is
  'Mails certificates, or notes that their links were sent by hand; returns how many.';
grant execute on function public.send_certificates to authenticated, service_role;

create function public.verify_certificate(code text) returns jsonb
language sql volatile security invoker set search_path = '' return private.verify_certificate(code);
comment on function public.verify_certificate is 'For the server only, which limits the callers: state of a code.';
grant execute on function public.verify_certificate to service_role;

create function public.certificate_people(event uuid, template uuid) returns jsonb
language sql stable security invoker set search_path = '' return private.certificate_people(event, template);
comment on function public.certificate_people is
  'People who entered an event, and whether they have a certificate of a model.';
grant execute on function public.certificate_people to authenticated, service_role;

-- Files with many badges or certificates to print.

create table public.print_batches (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('badges', 'certificates')),
  event_id uuid not null references public.events (id) on delete cascade,
  size text check (size in ('a6', 'card', 'label')),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  items uuid[] not null check (cardinality(items) between 1 and 2000),
  total integer generated always as (cardinality(items)) stored,
  done integer not null default 0,
  pages integer,
  path text,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  failed_at timestamptz,
  failure text check (char_length(failure) <= 300),
  constraint badges_have_a_size check ((kind = 'badges') = (size is not null)),
  constraint print_batch_has_no_more_than_its_items check (done between 0 and cardinality(items)),
  constraint ended_print_batch_has_a_file check ((ended_at is null) = (path is null)
    and (ended_at is null) = (pages is null))
);
comment on table public.print_batches is
  'PDF files of badges or certificates of an event that the worker draws, with progress.';
comment on column public.print_batches.items is
  'Ids of registrations (badges) or certificates, in the order of the pages.';
comment on column public.print_batches.done is
  'Items that the present attempt went through; a PDF is one stream, so every attempt begins with the first item.';
comment on column public.print_batches.pages is
  'Pages of the file: items whose registration or certificate is no longer valid are left out.';
comment on column public.print_batches.path is 'Name of the file in the bucket print-batches.';
create index print_batches_event_id_idx on public.print_batches (event_id, kind, created_at desc);
create index print_batches_created_by_idx on public.print_batches (created_by);
alter table public.print_batches enable row level security;
grant select on public.print_batches to authenticated;
grant all on public.print_batches to service_role;
create policy "event managers read batches of badges, certificate managers of certificates" on public.print_batches
  for select to authenticated using (
    kind = 'badges' and (select private.manages_registrations()) or kind = 'certificates'
      and (select private.manages_certificates())
  );

-- Who printed what; the progress is not logged.
create trigger print_batches_audit after insert or delete on public.print_batches
  for each row execute function private.write_audit('id', 'kind,event_id,size,total');

create function private.queue_print_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('print-batches', array[old.path]);
  return null;
end $$;
comment on function private.queue_print_file is 'Trigger function: deletes the file of a deleted batch.';

create trigger print_batches_files after delete on public.print_batches
  for each row execute function private.queue_print_file();

insert into private.audit_log_permissions (entity, permission) values
  ('print_batches', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('print_batches', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 78);

select
  private.declare_columns('print_batches', 'not_personal', '{*}', 'work of the worker'),
  private.declare_columns('print_batches', 'withheld', '{created_by}', 'listed as work of the team');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('print_batches', 'public.print_batches', 'created_at', '7 days', 256);

insert into private.file_columns (bucket, relation, names) values
  ('print-batches', 'public.print_batches', 'array[path]');

create function private.add_print_batch(kind text, event uuid, size text, locale text, items uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch uuid;
begin
  if cardinality(items) = 0 then
    raise exception 'nothing_to_print' using errcode = '22023';
  elsif cardinality(items) > 2000 then
    raise exception 'too_much_to_print' using errcode = '22023';
  end if;
  -- Two clicks at the same time start one batch.
  perform pg_advisory_xact_lock(hashtextextended('print_batches ' || event, 0));
  if exists (
    select from public.print_batches as other
    where other.event_id = event and other.kind = add_print_batch.kind and other.ended_at is null and other.failed_at
      is null
  ) then
    raise exception 'printing' using errcode = '55000';
  end if;
  insert into public.print_batches (kind, event_id, size, locale, items, created_by)
  values (add_print_batch.kind, event, add_print_batch.size, add_print_batch.locale, add_print_batch.items,
    private.account_id()) returning id into batch;
  perform private.enqueue_job('print-batch', jsonb_build_object('batch', batch));
  return cardinality(items);
end $$;
comment on function private.add_print_batch is
  'Stores a batch and enqueues its job; one batch of a kind and event at a time. Returns the number of items.';

create function private.print_badges(event uuid, type uuid, attending text, since date, size text, locale text)
  returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.manages_registrations() then
    raise exception 'only event managers print badges' using errcode = '42501';
  end if;
  return private.add_print_batch('badges', event, size, locale, array(
    select registration.id
    from public.event_registrations as registration join public.events as meeting on meeting.id = registration.event_id
    where registration.event_id = event and registration.status = 'confirmed'
      and (print_badges.type is null or registration.type_id = print_badges.type)
      and (print_badges.attending is null or registration.attending = print_badges.attending)
      and (since is null or registration.confirmed_at >= since::timestamp at time zone meeting.time_zone)
    order by private.fold(registration.full_name), registration.id
  ));
end $$;
comment on function private.print_badges is
  'Starts a PDF with the badges of the confirmed registrations of an event: of one kind, with one answer to "você '
  'vem?", confirmed since a day.';

create function private.print_certificates(event uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.manages_certificates() then
    raise exception 'only certificate managers print certificates' using errcode = '42501';
  end if;
  return private.add_print_batch('certificates', event, null, 'pt-BR', array(
    select certificate.id from public.certificates as certificate
    where certificate.event_id = event and certificate.revoked_at is null
    order by private.fold(certificate.full_name), certificate.id
  ));
end $$;
comment on function private.print_certificates is
  'Starts a PDF with the valid certificates of an event, each in its own language.';

create function private.retry_print_batch(batch uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  work public.print_batches;
begin
  select * into work from public.print_batches where id = batch for update;
  if not (
    work.kind is distinct from 'certificates' and private.manages_registrations()
    or work.kind is distinct from 'badges' and private.manages_certificates()
  ) then
    raise exception 'only managers print' using errcode = '42501';
  elsif work.id is null or work.failed_at is null or work.ended_at is not null then
    raise exception 'not_found' using errcode = 'P0002';
  end if;
  update public.print_batches set failed_at = null, failure = null, done = 0 where id = batch;
  perform private.enqueue_job('print-batch', jsonb_build_object('batch', batch));
  return work.total;
end $$;
comment on function private.retry_print_batch is 'Enqueues a failed batch again; returns the number of its items.';

-- Called by the worker.
create function private.begin_print_batch(batch uuid) returns jsonb
language sql volatile security definer set search_path = '' as $$
  update public.print_batches as work set done = 0, failed_at = null, failure = null
  from public.events as event
  where work.id = batch and work.ended_at is null and event.id = work.event_id
  returning jsonb_build_object('kind', work.kind, 'size', work.size, 'locale', work.locale, 'total', work.total,
    'event', event.title)
$$;
comment on function private.begin_print_batch is
  'Begins an attempt at a batch; null when the batch has ended or was deleted.';

create function private.print_items(batch uuid, skipped integer, most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(page.content order by item.place) filter (where page.content is not null), '[]')
  from public.print_batches as work
    cross join unnest(work.items[skipped + 1 : skipped + most]) with ordinality as item (id, place)
    cross join lateral (
      select case work.kind
        when 'badges' then (
          select private.badge_of(registration.id) from public.event_registrations as registration
          where registration.id = item.id and registration.status = 'confirmed'
        )
        else (
          select jsonb_build_object('code', certificate.code, 'full_name', certificate.full_name, 'facts',
            certificate.facts, 'layout', certificate.layout)
          from public.certificates as certificate where certificate.id = item.id and certificate.revoked_at is null
        )
      end as content
    ) as page
  where work.id = batch
$$;
comment on function private.print_items is
  'What the next pages of a batch show, without registrations and certificates that are no longer valid.';

create function private.note_print_progress(batch uuid, done integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.print_batches set done = note_print_progress.done where id = batch and ended_at is null
$$;
comment on function private.note_print_progress is 'Stores how many items of a batch are drawn.';

create function private.end_print_batch(batch uuid, path text, pages integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.print_batches
  set ended_at = now(), done = total, path = end_print_batch.path, pages = end_print_batch.pages, failed_at = null,
    failure = null
  where id = batch and ended_at is null
$$;
comment on function private.end_print_batch is 'Marks a batch as finished, with the name of its file.';

create function private.fail_print_batch(batch uuid, reason text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.print_batches set failed_at = now(), failure = left(reason, 300) where id = batch and ended_at is null
$$;
comment on function private.fail_print_batch is
  'Marks an attempt at a batch as failed; the panel offers to start it again.';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('print-batches', 'print-batches', false, 52428800, '{application/pdf}');

create function public.print_badges(event uuid, type uuid, attending text, since date, size text, locale text)
  returns integer
language sql volatile security invoker set search_path = '' return private.print_badges(event, type, attending, since,
  size, locale);
comment on function public.print_badges is 'For event managers: starts a PDF of badges; returns how many.';
grant execute on function public.print_badges to authenticated, service_role;

create function public.print_certificates(event uuid) returns integer
language sql volatile security invoker set search_path = '' return private.print_certificates(event);
comment on function public.print_certificates is
  'For certificate managers: starts a PDF of certificates; returns how many.';
grant execute on function public.print_certificates to authenticated, service_role;

create function public.retry_print_batch(batch uuid) returns integer
language sql volatile security invoker set search_path = '' return private.retry_print_batch(batch);
comment on function public.retry_print_batch is 'Starts a failed PDF again.';
grant execute on function public.retry_print_batch to authenticated, service_role;

reset check_function_bodies;
