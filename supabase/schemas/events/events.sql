-- Events with their days, media, sponsors, kinds of registration and stands.

create table public.events (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 3 and 120),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 140),
  kind text not null default 'meeting' check (kind = any (private.event_kinds())),
  status text not null default 'draft' check (status = any (private.event_statuses())),
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
  badge_size text not null default 'a6' check (badge_size = any (private.batch_sizes())),
  badge_hidden text[] not null default '{}' check (badge_hidden <@ private.badge_parts()),
  certificate_template_id uuid,
  certificate_hours numeric(4, 1) check (certificate_hours between 0.5 and 999),
  public_note text generated always as (case when status in ('postponed', 'cancelled') then status_note end) stored,
  portal_collects boolean not null default true,
  votes_published_at timestamptz,
  constraint event_ends_after_it_starts check (
    ends_at > starts_at and ends_at < starts_at + make_interval(days => private.max_event_days())
  ),
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
comment on column public.events.certificate_template_id is
  'Model that is selected first when certificates are issued, and with which an automatic thank-you issues them.';
comment on column public.events.certificate_hours is 'Hours that are filled in first when certificates are issued.';
comment on column public.events.votes_published_at is
  'When the organiser published the result of the votes; without it the result is not public.';
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
  for select to anon using (status = any (private.public_event_statuses()) and deleted_at is null);

create function private.edits_event(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_in_event(event, 'page')
$$;
comment on function private.edits_event is
  'Whether the caller may edit an event: event managers, and people whose role in the event allows it.';

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
  fixed_columns text[] := string_to_array(tg_argv[0], ',');
  new_row jsonb := to_jsonb(new);
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else coalesce(nullif(tg_argv[1], ''), '{}')::jsonb end;
begin
  if current_user in ('anon', 'authenticated') and exists (
    select from unnest(fixed_columns) as name where coalesce(new_row -> name, 'null')
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
    'status,status_note,organizer_id,is_demo,decided_by,decided_at,published_at,portal_collects,votes_published_at',
    '{"status": "draft", "is_demo": false, "portal_collects": true}');
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
  if tg_op <> 'INSERT' and old.status = any (private.public_event_statuses())
    or tg_op <> 'DELETE' and new.status = any (private.public_event_statuses()) then
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
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
    '{badge_size,badge_hidden,certificate_template_id,certificate_hours,portal_collects,votes_published_at}',
    'settings of the event'),
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
  ('events', 'votes_close_at', 'moves', 'voting takes place at the event'),
  ('events', 'votes_published_at', 'stays', 'when the result was published');

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
  kind text not null check (kind = any (private.event_media_kinds())),
  path text not null check (char_length(path) <= 300),
  title text not null default '' check (char_length(title) <= 160),
  credit text check (char_length(credit) <= 160),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'
    and octet_length(translations::text) <= 4000),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  consented_at timestamptz
);
comment on table public.event_media is 'Pictures, documents and results of an event, files of bucket event-files.';
comment on column public.event_media.consented_at is
  'When a person of the event declared that the picture may be published, which private.uploads names. Its picture is '
  'on the page after the event; pictures of the team have no such time.';
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
create trigger event_media_functions_only before insert or update on public.event_media
  for each row execute function private.guard_event_columns('consented_at', '{}');
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
  tier text not null default 'support' check (tier = any (private.sponsor_tiers())),
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

create function private.is_price_list(steps jsonb) returns boolean
language sql immutable set search_path = ''
return case when jsonb_typeof(steps) = 'array' then jsonb_array_length(steps) <= private.max_price_steps()
    and not exists (
      select from jsonb_array_elements(steps) as step
      where jsonb_typeof(step -> 'price_cents') is distinct from 'number'
        or coalesce(step ->> 'starts_at', '') !~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$'
        or (step ->> 'price_cents')::numeric not between 0 and 100000000
        or (step ->> 'price_cents')::numeric <> trunc((step ->> 'price_cents')::numeric)
    ) else false end;
comment on function private.is_price_list is 'Whether a value is a list of [{starts_at, price_cents}] with times of UTC.';

create table public.event_registration_types (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  kind text not null check (kind = any (private.registration_kinds())),
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
  gate_places integer not null default 0 check (gate_places between 0 and 1000000),
  price_steps jsonb not null default '[]' check (private.is_price_list(price_steps)),
  classes text[] not null default '{}' check (cardinality(classes) <= private.max_classes()),
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
comment on column public.event_registration_types.gate_places is
  'Places that are given at the gate only, within the capacity.';
comment on column public.event_registration_types.allows_several is
  'Whether one person may register several times for this kind.';
comment on column public.event_registration_types.price_steps is
  '[{starts_at, price_cents}] in the order of time: the prices after price_cents, each from its moment on.';
comment on column public.event_registration_types.classes is
  'Classes of vehicles among which a person chooses; without any the person writes one.';
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
  opens_at, closes_at, position, price_steps, classes on public.event_registration_types
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
-- The moments in price_steps move in private.move_event_dates; the list above has columns of dates only.

create function private.utc_text(moment timestamptz) returns text
language sql stable set search_path = ''
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
comment on function private.utc_text is 'A moment as JSON keeps it, in UTC and whole seconds.';

create function private.costs(price_cents integer, price_steps jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select price_cents > 0 or exists (
    select from jsonb_array_elements(price_steps) as step where (step ->> 'price_cents')::integer > 0
  )
$$;
comment on function private.costs is 'Whether a kind of registration has a price at any time.';

create function private.kind_price(kind public.event_registration_types) returns integer
language sql stable set search_path = '' as $$
  select coalesce((
    select (step ->> 'price_cents')::integer from jsonb_array_elements(kind.price_steps) as step
    where (step ->> 'starts_at')::timestamptz <= now()
    order by (step ->> 'starts_at')::timestamptz desc limit 1
  ), kind.price_cents)
$$;
comment on function private.kind_price is
  'The price of a kind of registration now: that of its last price step that began, or its first price.';

create table public.event_stands (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  label text not null check (label ~ '^[A-Za-z0-9 -]{1,12}$'),
  area text check (char_length(area) <= 60),
  kinds text[] not null default '{}' check (kinds <@ private.stand_kinds()),
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
where events.status = any (private.public_event_statuses()) and events.deleted_at is null;

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('notification_campaigns', 'scheduled_at', 'moves', 'notice to the people of the event; one that was sent stays');

create function private.is_public_event(event public.events) returns boolean
language sql stable set search_path = ''
return event.status = any (private.public_event_statuses()) and event.deleted_at is null;
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
