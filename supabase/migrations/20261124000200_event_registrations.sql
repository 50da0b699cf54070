-- Registrations for events with their vehicles, documents and history. Functions write every row.

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
  status text not null check (status in ('pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed', 'rejected', 'cancelled', 'expired')),
  status_note text check (char_length(status_note) <= 1000),
  waiting_since timestamptz,
  held_until timestamptz,
  price_cents integer not null default 0 check (price_cents >= 0),
  payment_id uuid references public.payments (id) on delete set null,
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
  search_name text generated always as (private.fold(full_name || ' ' || coalesce(company, '') || ' ' || coalesce(club, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint held_registration_has_an_end check (status not in ('offered', 'awaiting_payment') or held_until is not null),
  constraint waiting_registration_has_a_time check (status <> 'waitlisted' or waiting_since is not null)
);
comment on table public.event_registrations is 'Registrations for events. A person with the code and the e-mail or phone sees the status; the badge needs a secret link.';
comment on column public.event_registrations.code is 'Code of the status page, without letters that look like digits. Not the code at the gate.';
comment on column public.event_registrations.status is
  'pending: waits for approval. waitlisted: no place. offered: a place of the waiting list until held_until. awaiting_payment: place held until held_until. expired: the hold ended.';
comment on column public.event_registrations.places is 'Places of the kind that the registration takes: the person and the companions.';
comment on column public.event_registrations.waiting_since is 'Order of the waiting list.';
comment on column public.event_registrations.shows_vehicle is 'Consent to show the car, without plate and owner, among the confirmed cars.';
comment on column public.event_registrations.request_id is 'Idempotency key of the form.';
comment on column public.event_registrations.badge_version is 'Number of the badge; a replaced badge has a higher one and the earlier code is refused at the gate.';

create index event_registrations_event_id_idx on public.event_registrations (event_id, status, created_at);
create index event_registrations_type_id_idx on public.event_registrations (type_id, waiting_since) where status = 'waitlisted';
create index event_registrations_type_idx on public.event_registrations (type_id);
create index event_registrations_user_id_idx on public.event_registrations (user_id);
create index event_registrations_email_idx on public.event_registrations (lower(email));
create index event_registrations_held_until_idx on public.event_registrations (held_until) where status in ('offered', 'awaiting_payment');
create index event_registrations_payment_id_idx on public.event_registrations (payment_id);
create index event_registrations_stand_id_idx on public.event_registrations (stand_id);
create index event_registrations_state_abbr_idx on public.event_registrations (state_abbr);
create index event_registrations_form_version_id_idx on public.event_registrations (form_version_id);

alter table public.event_stands add constraint event_stands_registration_id_fkey
  foreign key (registration_id) references public.event_registrations (id) on delete set null;

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
comment on table public.registration_vehicles is 'Vehicles of a registration. The plate is read by the person and the team only.';
comment on column public.registration_vehicles.story is 'Text of the card on the dashboard.';

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
comment on table public.registration_documents is 'Documents of a registration; path is the name of the file in the private bucket registration-documents.';
create index registration_documents_registration_id_idx on public.registration_documents (registration_id);

create table public.registration_events (
  id bigint generated always as identity primary key,
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  from_status text,
  to_status text not null,
  actor_id uuid references public.profiles (id) on delete set null,
  note text check (char_length(note) <= 500),
  created_at timestamptz not null default now()
);
comment on table public.registration_events is 'Append-only history of the status of registrations. Written by a trigger.';
create index registration_events_registration_id_idx on public.registration_events (registration_id, created_at);
create index registration_events_actor_id_idx on public.registration_events (actor_id);

create function private.manages_registrations() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('events')
$$;
comment on function private.manages_registrations() is 'Whether the caller may read and decide registrations of every event.';

alter table public.event_registrations enable row level security;
alter table public.registration_vehicles enable row level security;
alter table public.registration_documents enable row level security;
alter table public.registration_events enable row level security;
revoke all on public.event_registrations, public.registration_vehicles, public.registration_documents, public.registration_events from anon, authenticated;
grant select on public.event_registrations, public.registration_vehicles, public.registration_documents, public.registration_events to authenticated;
grant all on public.event_registrations, public.registration_vehicles, public.registration_documents, public.registration_events to service_role;

create policy "accounts read their own registrations, event managers all" on public.event_registrations
  for select to authenticated
  using (user_id = (select private.account_id()) or (select private.manages_registrations()));
create policy "accounts read vehicles of their own registrations, event managers all" on public.registration_vehicles
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.id = registration_id));
create policy "accounts read documents of their own registrations, event managers all" on public.registration_documents
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.id = registration_id));
create policy "accounts read the history of their own registrations, event managers all" on public.registration_events
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.id = registration_id));

create function private.note_registration_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    insert into public.registration_events (registration_id, from_status, to_status, actor_id, note)
    values (new.id, case when tg_op = 'UPDATE' then old.status end, new.status, (select private.account_id()), left(new.status_note, 500));
  end if;
  return null;
end $$;
comment on function private.note_registration_status() is 'Trigger function: writes the history of a registration.';

create trigger event_registrations_history after insert or update of status on public.event_registrations
  for each row execute function private.note_registration_status();
create trigger event_registrations_touch before update on public.event_registrations
  for each row execute function private.touch_updated_at();
-- Personal data is not logged.
create trigger event_registrations_audit after update or delete on public.event_registrations
  for each row execute function private.write_audit('id', 'code,event_id,type_id,status,status_note,stand_id,attending,badge_version');

create function private.queue_registration_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('registration-documents', array[old.path]);
  return null;
end $$;
comment on function private.queue_registration_document() is 'Trigger function: deletes the file of a deleted document.';
create trigger registration_documents_files after delete on public.registration_documents
  for each row execute function private.queue_registration_document();

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('registration-documents', 'registration-documents', false, 10485760, array['image/webp', 'application/pdf'])
on conflict (id) do nothing;

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason) values
  ('event_registrations', 'user_id', 'account', 'own', 'Inscrições em eventos', 'unlink', null),
  ('event_registrations', 'email', 'address', 'own', 'Inscrições em eventos com este e-mail', 'keep', 'The organiser needs the list until the event is over; deleted by the retention rule.'),
  ('registration_events', 'actor_id', 'account', 'work', 'Trabalho na equipe', 'unlink', null);
select
  private.declare_columns('event_registrations', 'exported', '{id,code,event_id,type_id,user_id,full_name,email,phone,document,town,state_abbr,club,company,companions,places,answers,status,status_note,waiting_since,held_until,price_cents,payment_id,stand_id,attending,shows_vehicle,source,locale,consented_at,confirmed_at,cancelled_at,created_at,updated_at}'),
  private.declare_columns('event_registrations', 'not_personal', '{form_version_id,request_id,badge_version,search_name}', 'technical key or made from other columns'),
  private.declare_columns('registration_vehicles', 'exported', '{id,registration_id,position,make,model,year,color,plate,has_collector_plate,story,class_name}'),
  private.declare_columns('registration_documents', 'exported', '{id,registration_id,kind,path,expires_on,status,reason,created_at}'),
  private.declare_columns('registration_events', 'exported', '{id,registration_id,from_status,to_status,note,created_at}'),
  private.declare_columns('registration_events', 'withheld', '{actor_id}', 'another person: who decided');

-- Every way to a place goes through these two functions. The lock of the row of the kind puts the callers in order.
create function private.hold_places(type uuid, wanted integer) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registration_types;
begin
  select * into found from public.event_registration_types where id = type for update;
  if found.id is null or found.capacity is not null and found.taken + wanted > found.capacity then
    return false;
  end if;
  update public.event_registration_types set taken = taken + wanted where id = type;
  return true;
end $$;
comment on function private.hold_places(uuid, integer) is 'Takes places of a kind of registration; false, and nothing changed, when there are not enough.';

create function private.release_places(type uuid, given integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_registration_types set taken = greatest(taken - given, 0) where id = type
$$;
comment on function private.release_places(uuid, integer) is 'Returns places of a registration that no longer holds them.';

create function private.new_registration_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(random.bytes, place) % 32, 1), '')
  -- Bytes 6 and 8 of a UUID hold its version.
  from (select uuid_send(gen_random_uuid()) as bytes) as random, unnest(array[0, 1, 2, 3, 4, 5, 9, 10]) as place
$$;
comment on function private.new_registration_code() is 'Eight characters without I, O, 0 and 1.';
