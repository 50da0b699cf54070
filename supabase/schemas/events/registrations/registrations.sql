-- Registrations of an event with their vehicles, status, history and links.

create function private.letters_and_digits(value text) returns text
language sql immutable parallel safe set search_path = ''
return regexp_replace(private.fold(coalesce(value, '')), '[^a-z0-9]', '', 'g');
comment on function private.letters_and_digits is
  'Letters and digits in lower case without separators: ABC-1D23 → abc1d23.';

create function private.registration_search_text(full_name text, company text, club text, town text, companions text[],
  email text, code text, phone text, document text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.fold(concat_ws(' ', full_name, company, club, town, array_to_string(companions, ' '), email, code))
    || ' ' || private.letters_and_digits(phone) || ' ' || private.letters_and_digits(document)
$$;
comment on function private.registration_search_text is
  'What the search of the list of registrations compares with: phone and document without separators.';

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
  status text not null check (status = any (private.registration_statuses())),
  status_note text check (char_length(status_note) <= 1000),
  waiting_since timestamptz,
  held_until timestamptz,
  price_cents integer not null default 0 check (price_cents >= 0),
  payment_id uuid,
  stand_id uuid references public.event_stands (id) on delete set null,
  attending text not null default 'unknown' check (attending = any (private.attendance_answers())),
  shows_vehicle boolean not null default false,
  source text not null default 'form' check (source in ('form', 'walk_in', 'panel')),
  locale text not null default 'pt-BR' check (locale = any (private.locales())),
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
  search_text text generated always as (private.registration_search_text(full_name, company, club, town, companions,
    email, code, phone, document)) stored,
  order_id uuid not null references public.event_orders (id),
  order_position smallint not null default 1 check (order_position between 1 and private.max_order_people()),
  order_cents integer not null default 0 check (order_cents >= 0),
  has_name boolean not null default true,
  half_price_category text references public.half_price_categories (category),
  half_price_checked_at timestamptz,
  unique (order_id, order_position),
  constraint checked_half_price_has_a_category check (half_price_checked_at is null
    or half_price_category is not null),
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
  'Number of mails with the button that confirms; the last one was sent private.hold_minutes() before held_until.';
comment on column public.event_registrations.request_digest is
  'SHA-256 of the form as it was sent: a repeated request_id with other data differs.';
comment on column public.event_registrations.search_text is
  'Text of the search in the list of one event; the cars have their own.';
comment on column public.event_registrations.difference_cents is
  'What is still to be paid of price_cents after the registration was paid, because the team added people or a stand.';
comment on column public.event_registrations.order_position is
  'Place in the order; the first registration is the buyer. Its price_cents is the price of the whole order, that of '
  'the others is 0.';
comment on column public.event_registrations.order_cents is
  'What this registration costs within an order of several people, for showing it.';
comment on column public.event_registrations.has_name is
  'Whether full_name is the name of the person; otherwise it is that of the buyer with a number, until it is told.';
comment on column public.event_registrations.half_price_category is
  'Why the ticket costs half; nothing else about it is stored, no document and no picture.';
comment on column public.event_registrations.half_price_checked_at is
  'When somebody at the gate saw the proof of the category.';
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
create index event_registrations_unanswered_idx on public.event_registrations (event_id, created_at, id)
  where status = 'confirmed' and attending = 'unknown';
create index event_registrations_half_price_idx on public.event_registrations (half_price_category, event_id);
create index event_registrations_link_id_idx on public.event_registrations (link_id);
create index event_registrations_unconfirmed_idx on public.event_registrations (held_until)
  where status = 'unconfirmed';
alter table public.event_registrations enable row level security;
grant select on public.event_registrations to authenticated;
grant all on public.event_registrations to service_role;
create policy "accounts read own registrations, people of an event its"
  on public.event_registrations
  for select to authenticated
  using (
    user_id = (select private.account_id()) or (select private.manages_registrations())
    or event_id in (select private.events_with_right('registrations'))
  );

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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, position) values
  ('event_registrations', 'user_id', 'account', 'own', 'Inscrições em eventos', 'unlink', null, 54),
  ('event_registrations', 'email', 'address', 'own', 'Inscrições em eventos com este e-mail', 'keep',
    'The organiser needs the list until the event is over; deleted by the retention rule.', 55);

select
  private.declare_columns('event_registrations', 'exported',
    '{id,code,event_id,type_id,user_id,full_name,email,phone,document,town,state_abbr,club,company,companions,
      places,answers,status,status_note,waiting_since,held_until,price_cents,payment_id,stand_id,attending,
      shows_vehicle,source,locale,consented_at,confirmed_at,cancelled_at,created_at,updated_at,attendance_asked_at,
      messages_refused_at,link_id,email_confirmed_at,difference_cents,order_id,order_position,order_cents,has_name,
      half_price_category,half_price_checked_at}'),
  private.declare_columns('event_registrations', 'not_personal',
    '{form_version_id,request_id,badge_version,search_name,search_text}', 'technical key or made from other columns'),
  private.declare_columns('event_registrations', 'not_personal',
    '{confirm_mails,request_digest}', 'technical key or counter');

insert into private.retention_rules (key, relation, period_start, retention_period, position) values
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
  search_text text generated always as (private.fold(make || ' ' || model || ' ' || year::text || ' '
    || coalesce(color, '') || ' ' || coalesce(class_name, '')) || ' ' || private.letters_and_digits(plate)) stored,
  unique (registration_id, position)
);
comment on table public.registration_vehicles is
  'Vehicles of a registration. The plate is read by the person and the team only.';
comment on column public.registration_vehicles.story is 'Text of the card on the dashboard.';
comment on column public.registration_vehicles.search_text is
  'Text of the search in the list of one event, with the plate without separators.';
alter table public.registration_vehicles enable row level security;
grant select on public.registration_vehicles to authenticated;
grant all on public.registration_vehicles to service_role;
create policy "accounts read vehicles of their own registrations, event managers all" on public.registration_vehicles
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.id = registration_id));

select
  private.declare_columns('registration_vehicles', 'exported',
    '{id,registration_id,position,make,model,year,color,plate,has_collector_plate,story,class_name}'),
  private.declare_columns('registration_vehicles', 'not_personal', '{search_text}', 'made from other columns');

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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('registration_events', 'actor_id', 'account', 'work', 'Trabalho na equipe', 'unlink', 56);

select
  private.declare_columns('registration_events', 'exported',
    '{id,registration_id,from_status,to_status,note,created_at}'),
  private.declare_columns('registration_events', 'withheld', '{actor_id}', 'another person: who decided');

create table public.registration_links (
  id uuid primary key default gen_random_uuid(),
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  kind text not null check (kind = any (private.registration_link_kinds())),
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
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- The organiser may have written the text of a confirmation.
  if registration.status = 'confirmed' then
    perform private.mail_automatic(registration, 'confirmation');
    return;
  end if;
  perform private.mail_registration(registration, case registration.status
    when 'unconfirmed' then 'registration_confirm'
    -- The people of an order have no mail of their own.
    when 'pending' then case when exists (
        select from public.event_registrations as one
        where one.order_id = registration.order_id and private.missing_files(one) <> '{}'
      ) then 'registration_documents' else 'registration_received' end
    when 'waitlisted' then 'registration_waiting' when 'offered' then 'registration_offered'
    when 'awaiting_payment' then 'registration_to_pay' when 'rejected' then 'registration_rejected'
    when 'cancelled' then 'registration_cancelled' else 'registration_expired'
  end, case registration.status when 'unconfirmed' then 'manage' else 'registration' end);
end $$;
comment on function private.mail_registration_status is 'The mail of a registration that has just got its status.';

create function private.issue_registration_link(registration uuid, kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  select * into existing from public.event_registrations where id = registration;
  if existing.id is null or kind not in ('registration', 'badge', 'manage') then
    perform private.refuse('registration_missing');
  elsif existing.status = 'unconfirmed' then
    perform private.resend_confirmation(existing.id);
  else
    perform private.mail_registration(existing, case kind when 'manage' then 'registration_manage_link'
      else 'registration_link' end, kind);
  end if;
end $$;
comment on function private.issue_registration_link is
  'Mails a secret link to the registered contact. The worker derives the token when it sends the mail.';

create function private.lock_registration(registration uuid) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  perform private.lock_kinds((select type_id from public.event_registrations where id = registration));
  select * into existing from public.event_registrations where id = registration for update;
  return existing;
end $$;
comment on function private.lock_registration is
  'Locks the kinds of the event, then the registration, and returns the registration.';

create function private.set_registration_status(registration uuid, new_status text, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  changed public.event_registrations;
begin
  if existing.id is null then
    perform private.refuse('registration_missing');
  elsif existing.status = new_status then
    return new_status;
  end if;
  perform private.check_renewed_order(existing, new_status);
  if private.holds_place(new_status) and not private.holds_place(existing.status) and
    not private.hold_places(existing.type_id, existing.places) then
    perform private.refuse('no_places');
  elsif private.holds_place(existing.status) and not private.holds_place(new_status) then
    perform private.release_places(existing.type_id, existing.places);
  end if;
  if new_status in ('rejected', 'cancelled', 'expired', 'waitlisted') then
    update public.event_stands set registration_id = null where registration_id = existing.id;
  end if;
  update public.event_registrations set
    status = new_status, status_note = note,
    held_until = case when new_status = 'awaiting_payment' and existing.status = 'offered' then existing.held_until
      else private.hold_end(new_status, existing.status, existing.type_id) end,
    waiting_since = case when new_status = 'waitlisted' then coalesce(existing.waiting_since, now())
      else existing.waiting_since end,
    confirmed_at = case when new_status = 'confirmed' then now() else existing.confirmed_at end,
    cancelled_at = case when new_status = 'cancelled' then now() end
  where id = existing.id returning * into changed;
  if new_status = any (private.ended_registration_statuses()) then
    perform private.expire_registration_pages(existing.id);
    update public.payments set needs_refund = true, owed_law_cents = 0, owed_rules_cents = 0
    where subject_type = 'registration' and subject_id = existing.id and status = 'paid'
      and (not needs_refund or owed_law_cents + owed_rules_cents > 0);
  end if;
  -- A cancelled event mails each person once, whichever number of registrations the person has.
  if not (new_status = 'awaiting_payment' and existing.status = 'offered')
    and not (new_status = 'cancelled' and exists (select from public.events where id = existing.event_id
      and status = 'cancelled'))
    and not private.is_mailed_with_order(changed)
  then
    perform private.mail_registration_status(changed);
  end if;
  perform private.move_order(changed, existing.status, note);
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
    returning provider_ref, recipient_id
  loop
    perform private.close_card_page(page.provider_ref, page.recipient_id);
  end loop;
end $$;
comment on function private.expire_registration_pages is
  'Ends the open card pages of a registration here and, by a job, at the provider.';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('event-contracts', 'event-contracts', false, 524288, '{image/png}');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('registration-documents', 'registration-documents', false, 10485760, '{image/webp,application/pdf}');
