-- Events: meetings, exhibitions and tours of old cars, their programme, pictures, sponsors, kinds of registration and stands.

create table public.events (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 3 and 120),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 140),
  kind text not null default 'meeting' check (kind in ('meeting', 'exhibition', 'tour', 'rally', 'flea_market', 'auction')),
  status text not null default 'draft' check (status in ('draft', 'pending', 'published', 'rejected', 'postponed', 'cancelled')),
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
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object' and octet_length(translations::text) <= 40000),
  sources text[] not null default '{}',
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  published_at timestamptz,
  deleted_at timestamptz,
  search_name text generated always as (private.fold(title || ' ' || town || ' ' || organizer_name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint event_ends_after_it_starts check (ends_at > starts_at and ends_at < starts_at + interval '31 days'),
  constraint event_position_is_complete check ((lat is null) = (lng is null)),
  constraint event_voting_closes_after_it_opens check ((votes_open_at is null) = (votes_close_at is null) and votes_close_at > votes_open_at)
);
comment on table public.events is 'Events with a date. Meetings of which only the month is known are in traditional_meetings.';
comment on column public.events.status is 'Changed by functions only. Public: published, postponed and cancelled.';
comment on column public.events.status_note is 'What the moderator answered, or the reason of a postponement or cancellation.';
comment on column public.events.is_demo is 'The example of the embedded backend; marked on every page.';
comment on column public.events.municipality_ibge is 'Code of one of the 5,571 municipalities of IBGE; equals cities.ibge_code when the town has a page.';
comment on column public.events.min_vehicle_age is 'Years that a vehicle must have in the year of the event.';
comment on column public.events.poster_path is 'Name of the file in bucket event-files.';
comment on column public.events.translations is '{en: {title, description, rules, access_notes, solidarity_item}, es: {…}}';

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

create table public.event_days (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  day date not null,
  items jsonb not null default '[]' check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 40 and octet_length(items::text) <= 20000),
  unique (event_id, day)
);
comment on table public.event_days is 'Programme of an event, one row per day.';
comment on column public.event_days.items is '[{time: "09:30", text, en?, es?}, …] in the order of the day.';

create table public.event_media (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  kind text not null check (kind in ('gallery', 'document', 'result')),
  path text not null check (char_length(path) <= 300),
  title text not null default '' check (char_length(title) <= 160),
  credit text check (char_length(credit) <= 160),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object' and octet_length(translations::text) <= 4000),
  position integer not null default 0,
  created_at timestamptz not null default now()
);
comment on table public.event_media is 'Pictures, documents and results of an event, files of bucket event-files.';
comment on column public.event_media.title is 'Alt text of a picture, name of a document.';
comment on column public.event_media.translations is '{en: {title}, es: {title}}';
create index event_media_path_idx on public.event_media (path);
create index event_media_event_id_idx on public.event_media (event_id, position);

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
  form_version_id uuid references public.form_template_versions (id) on delete restrict,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (event_id, kind, name),
  constraint type_is_not_overbooked check (capacity is null or taken <= capacity)
);
comment on table public.event_registration_types is 'Kinds of registration of an event with price, number of places and dates.';
comment on column public.event_registration_types.taken is 'Places of registrations that hold one: offered, awaiting_payment and confirmed. Written by functions only.';
comment on column public.event_registration_types.capacity is 'Number of places; null without a limit.';
comment on column public.event_registration_types.closes_at is 'Null: registration closes when the event begins.';
create index event_registration_types_event_id_idx on public.event_registration_types (event_id, position);
create index event_registration_types_form_version_id_idx on public.event_registration_types (form_version_id);

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
  unique (event_id, label)
);
comment on table public.event_stands is 'Stands of an event; x and y are percent of the width and height of the stand map.';
comment on column public.event_stands.registration_id is 'Who holds the stand. Written by functions only.';

create function private.is_public_event(event public.events) returns boolean
language sql stable set search_path = '' as $$
  select event.status in ('published', 'postponed', 'cancelled') and event.deleted_at is null
$$;
comment on function private.is_public_event(public.events) is 'Whether visitors see an event.';

create function private.edits_event(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('events')
    or exists (select from public.events where events.id = event and events.organizer_id = (select private.account_id()))
$$;
comment on function private.edits_event(uuid) is 'Whether the caller may edit an event: event managers and its organiser. A later migration adds the owner and administrators of its club.';

alter table public.events enable row level security;
alter table public.event_days enable row level security;
alter table public.event_media enable row level security;
alter table public.event_sponsors enable row level security;
alter table public.event_registration_types enable row level security;
alter table public.event_stands enable row level security;

revoke all on public.events, public.event_days, public.event_media, public.event_sponsors, public.event_registration_types, public.event_stands from anon, authenticated;
grant select (
  id, slug, title, kind, status, status_note, is_demo, is_portal_event, club_id, organizer_name, organizer_phone, organizer_email, website, instagram,
  state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone, description, rules, min_vehicle_age,
  solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, sources, published_at, deleted_at, search_name, created_at, updated_at
) on public.events to anon;
grant select, insert, update, delete on public.events to authenticated;
grant select on public.event_days, public.event_media, public.event_sponsors, public.event_registration_types to anon;
grant select (id, event_id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents) on public.event_stands to anon;
grant select, insert, update, delete on public.event_days, public.event_media, public.event_sponsors, public.event_registration_types, public.event_stands to authenticated;
grant all on public.events, public.event_days, public.event_media, public.event_sponsors, public.event_registration_types, public.event_stands to service_role;

create policy "anonymous visitors read public events" on public.events
  for select to anon using (status in ('published', 'postponed', 'cancelled') and deleted_at is null);
create policy "signed-in accounts read public events, editors of an event theirs, event managers all" on public.events
  for select to authenticated
  using (
    (status in ('published', 'postponed', 'cancelled') and deleted_at is null)
    or organizer_id = (select private.account_id())
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

do $$
declare
  child text;
begin
  foreach child in array array['event_days', 'event_media', 'event_sponsors', 'event_registration_types', 'event_stands'] loop
    execute format('create policy "anonymous visitors read %1$s of public events" on public.%1$I for select to anon
      using (exists (select from public.events where events.id = event_id))', child);
    execute format('create policy "signed-in accounts read %1$s of events they see" on public.%1$I for select to authenticated
      using (exists (select from public.events where events.id = event_id))', child);
    execute format('create policy "event managers add %1$s" on public.%1$I for insert to authenticated
      with check ((select private.is_staff()) and (select private.has_permission(''events'')))', child);
    execute format('create policy "event managers update %1$s" on public.%1$I for update to authenticated
      using ((select private.is_staff()) and (select private.has_permission(''events'')))
      with check ((select private.is_staff()) and (select private.has_permission(''events'')))', child);
    execute format('create policy "event managers delete %1$s" on public.%1$I for delete to authenticated
      using ((select private.is_staff()) and (select private.has_permission(''events'')))', child);
  end loop;
end $$;

-- Status, taken places and the holder of a stand are decided by functions, never by a request of the API.
create function private.guard_event_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  kept text[] := string_to_array(tg_argv[0], ',');
  given jsonb := to_jsonb(new);
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else coalesce(nullif(tg_argv[1], ''), '{}')::jsonb end;
begin
  if current_user in ('anon', 'authenticated') and exists (
    select from unnest(kept) as name where coalesce(given -> name, 'null') is distinct from coalesce(before -> name, 'null')
  ) then
    raise exception 'only functions write % of %', tg_argv[0], tg_table_name using errcode = '42501';
  end if;
  return new;
end $$;
comment on function private.guard_event_columns() is 'Trigger function. Arguments: columns that only functions write, and their values at insertion as a JSON object.';

create trigger events_functions_only before insert or update on public.events
  for each row execute function private.guard_event_columns('status,status_note,organizer_id,is_demo,decided_by,decided_at,published_at', '{"status": "draft", "is_demo": false}');
create trigger events_server_columns before insert or update on public.events
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger event_media_server_columns before insert or update on public.event_media
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger event_registration_types_server_columns before insert or update on public.event_registration_types
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger event_registration_types_functions_only before insert or update on public.event_registration_types
  for each row execute function private.guard_event_columns('taken', '{"taken": 0}');
create trigger event_stands_functions_only before insert or update on public.event_stands
  for each row execute function private.guard_event_columns('registration_id', '{}');
create trigger events_touch before update on public.events
  for each row execute function private.touch_updated_at();
create trigger event_registration_types_touch before update on public.event_registration_types
  for each row execute function private.touch_updated_at();
create trigger events_audit after insert or update or delete on public.events
  for each row execute function private.write_audit('id', 'slug,title,kind,status,status_note,club_id,state_abbr,municipality_ibge,town,venue,starts_at,ends_at,capacity,deleted_at');

create function private.queue_event_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.drop_event_files(array(select old_row.value from jsonb_each_text(to_jsonb(old)) as old_row where old_row.key in ('poster_path', 'stand_map_path', 'path', 'logo_path')));
  return null;
end $$;
comment on function private.queue_event_files() is 'Trigger function: deletes the files of a deleted row.';
create trigger events_files after delete on public.events for each row execute function private.queue_event_files();
create trigger event_media_files after delete on public.event_media for each row execute function private.queue_event_files();
create trigger event_sponsors_files after delete on public.event_sponsors for each row execute function private.queue_event_files();

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('event-files', 'event-files', true, 10485760, array['image/webp', 'application/pdf'])
on conflict (id) do nothing;

insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('event_days', '*', 'not_personal', 'programme of a public event'),
  ('event_media', '*', 'not_personal', 'published files of an event'),
  ('event_sponsors', '*', 'not_personal', 'published sponsors'),
  ('event_registration_types', '*', 'not_personal', 'published kinds of registration'),
  ('event_stands', '*', 'not_personal', 'stands of an event; the holder is in event_registrations');
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('events', 'organizer_id', 'account', 'own', 'Eventos publicados', 'unlink'),
  ('events', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink');
select
  private.declare_columns('events', 'exported', '{id,slug,title,kind,status,status_note,organizer_id,club_id,organizer_name,organizer_phone,organizer_email,website,instagram,state_abbr,municipality_ibge,town,venue,address,access_notes,lat,lng,starts_at,ends_at,time_zone,description,rules,min_vehicle_age,solidarity_item,capacity,poster_path,stand_map_path,votes_open_at,votes_close_at,translations,created_at,updated_at,published_at,decided_at,deleted_at}'),
  private.declare_columns('events', 'withheld', '{decided_by}', 'another person: who decided'),
  private.declare_columns('events', 'not_personal', '{is_demo,is_portal_event,sources,search_name}', 'made by the portal');
