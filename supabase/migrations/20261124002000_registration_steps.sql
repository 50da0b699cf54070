-- The steps of a registration: form, places, waiting list, holds, mails and secret links.
-- Locks are always taken in this order: kind of registration, registration, payment.

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
  'Secret links of a registration. The token itself is stored nowhere. registration: status, payment and documents; badge: the badge; manage: mailed to the contact, also transfers and cancels; attendance: says only whether the person comes.';
comment on column public.registration_links.version is 'The token is an HMAC of kind, registration and version; a new version makes a new link.';
comment on column public.registration_links.token_hash is 'SHA-256 of the token; null in a restored database, where no earlier link works.';

alter table public.registration_links enable row level security;
revoke all on public.registration_links from anon, authenticated;
grant all on public.registration_links to service_role;
insert into private.backup_secrets (table_name, column_name, treatment) values ('public.registration_links', 'token_hash', 'null');
insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('registration_links', '*', 'not_personal', 'hashes of secret links');

create function private.live_registration_link(token text, variadic kinds text[]) returns public.registration_links
language sql stable security definer set search_path = '' as $$
  select * from public.registration_links
  where token_hash = private.token_hash(token) and kind = any (kinds) and revoked_at is null and expires_at > now()
$$;
comment on function private.live_registration_link(text, text[]) is
  'The link of one of these kinds that a token opens; null for a token that is wrong, expired or revoked.';

create or replace function private.link_end(kind text, subject uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when kind = 'contract' then now() + interval '7 days'
    when kind = 'manage' then now() + interval '2 days'
    when kind in ('registration', 'badge', 'attendance') then greatest(now() + interval '30 days', (
      select events.ends_at from public.event_registrations as registration join public.events on events.id = registration.event_id where registration.id = subject
    ) + interval '90 days')
    when kind = 'report' then greatest(now() + interval '30 days', (select ends_at from public.ads where id = subject) + interval '90 days')
    else greatest(now() + interval '30 days', (select end_date::timestamp at time zone 'America/Sao_Paulo' from public.sales where id = subject) + interval '90 days')
  end
$$;
comment on function private.link_end(text, uuid) is
  'When a link issued now ends: 90 days after the period of its sale, banner or event, 30 days from now at least; a contract link after a week, a link that manages a registration after two days.';

create or replace function private.issue_link(kind text, subject uuid, version integer, token_hash text, is_replacing boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  newest integer;
begin
  if issue_link.token_hash is null then
    perform private.refuse_request('token_hash');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('issue_link' || issue_link.kind || subject, 0));
  if issue_link.kind in ('registration', 'badge', 'manage', 'attendance') then
    select coalesce(max(known.version), 0) into newest from public.registration_links as known where known.registration_id = subject and known.kind = issue_link.kind;
    if issue_link.version is distinct from newest + 1 then
      return false;
    end if;
    insert into public.registration_links (registration_id, kind, version, token_hash, expires_at)
    values (subject, issue_link.kind, issue_link.version, issue_link.token_hash, private.link_end(issue_link.kind, subject));
    return true;
  end if;
  select coalesce(max(known.version), 0) into newest from public.link_tokens as known where known.subject_id = subject and known.kind = issue_link.kind;
  if issue_link.version is distinct from newest + 1 then
    return false;
  end if;
  if is_replacing then
    update public.link_tokens as known set revoked_at = now()
    where known.subject_id = subject and known.kind = issue_link.kind and known.revoked_at is null;
  end if;
  insert into public.link_tokens (kind, sale_id, ad_id, version, token_hash, expires_at)
  values (
    issue_link.kind, case when issue_link.kind <> 'report' then subject end, case when issue_link.kind = 'report' then subject end,
    issue_link.version, issue_link.token_hash, private.link_end(issue_link.kind, subject)
  );
  return true;
end $$;

-- Mails.

create function private.mail_registration(registration public.event_registrations, template text, link_kind text default 'registration', facts jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
begin
  select * into event from public.events where id = registration.event_id;
  perform private.enqueue_mail(registration.email, template, jsonb_build_object(
    'name', registration.full_name, 'event', event.title, 'town', event.town || '/' || event.state_abbr, 'code', registration.code,
    'date', to_char(event.starts_at at time zone event.time_zone, 'DD/MM/YYYY HH24:MI'),
    'until', coalesce(to_char(registration.held_until at time zone event.time_zone, 'DD/MM/YYYY HH24:MI'), ''),
    'note', coalesce(registration.status_note, ''), 'amount', registration.price_cents / 100.0,
    'link_kind', link_kind, 'link_subject', registration.id
  ) || facts, registration.locale);
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not roll back the change that the mail is about.
  null;
end $$;
comment on function private.mail_registration(public.event_registrations, text, text, jsonb) is
  'Enqueues a mail about a registration; its button opens the registration, its badge or the page that manages it.';

create function private.mail_registration_status(registration public.event_registrations) returns void
language sql volatile security definer set search_path = '' as $$
  select private.mail_registration(registration, case registration.status
    when 'pending' then 'registration_received' when 'waitlisted' then 'registration_waiting' when 'offered' then 'registration_offered'
    when 'awaiting_payment' then 'registration_to_pay' when 'confirmed' then 'registration_confirmed' when 'rejected' then 'registration_rejected'
    when 'cancelled' then 'registration_cancelled' else 'registration_expired'
  end, case registration.status when 'confirmed' then 'badge' else 'registration' end)
$$;
comment on function private.mail_registration_status(public.event_registrations) is 'The mail of a registration that has just got its status.';

create function private.issue_registration_link(registration uuid, kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registrations;
begin
  select * into found from public.event_registrations where id = registration;
  if found.id is null or kind not in ('registration', 'badge', 'manage') then
    raise exception 'registration_missing';
  end if;
  perform private.mail_registration(found, case kind when 'manage' then 'registration_manage_link' else 'registration_link' end, kind);
end $$;
comment on function private.issue_registration_link(uuid, text) is 'Mails a secret link to the registered contact. The worker derives the token when it sends the mail.';

-- Status.

create function private.holds_place(status text) returns boolean
language sql immutable set search_path = '' as $$ select status in ('offered', 'awaiting_payment', 'confirmed') $$;
comment on function private.holds_place(text) is 'Whether a registration with this status takes places of its kind.';

create function private.lock_registration(registration uuid) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registrations;
begin
  perform 1 from public.event_registration_types
  where id = (select type_id from public.event_registrations where id = registration) for update;
  select * into found from public.event_registrations where id = registration for update;
  return found;
end $$;
comment on function private.lock_registration(uuid) is 'Locks the kind, then the registration, and returns the registration.';

create function private.hold_end(new_status text, old_status text, event uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when new_status = 'offered' or new_status = 'awaiting_payment' and old_status <> 'form'
      then greatest(least(now() + interval '48 hours', (select starts_at from public.events where id = event)), now() + interval '30 minutes')
    when new_status = 'awaiting_payment' then now() + interval '30 minutes'
  end
$$;
comment on function private.hold_end(text, text, uuid) is
  'Until when a place is held: 48 hours after an offer or an approval, at most until the event begins; 30 minutes after the form.';

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
  elsif private.holds_place(new_status) and not private.holds_place(known.status) and not private.hold_places(known.type_id, known.places) then
    raise exception 'no_places';
  elsif private.holds_place(known.status) and not private.holds_place(new_status) then
    perform private.release_places(known.type_id, known.places);
  end if;
  if new_status in ('rejected', 'cancelled', 'expired', 'waitlisted') then
    update public.event_stands set registration_id = null where registration_id = known.id;
  end if;
  update public.event_registrations set
    status = new_status, status_note = note,
    held_until = case when new_status = 'awaiting_payment' and known.status = 'offered' then known.held_until else private.hold_end(new_status, known.status, known.event_id) end,
    waiting_since = case when new_status = 'waitlisted' then coalesce(known.waiting_since, now()) else known.waiting_since end,
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
    and not (new_status = 'cancelled' and exists (select from public.events where id = known.event_id and status = 'cancelled'))
  then
    perform private.mail_registration_status(changed);
  end if;
  return new_status;
end $$;
comment on function private.set_registration_status(uuid, text, text) is
  'The only writer of the status after the form: takes or returns the places, ends card pages, marks money for a refund and mails the person. Raises no_places. Does not promote: callers that free places call promote_waiting.';

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
comment on function private.expire_registration_pages(uuid) is 'Ends the open card pages of a registration here and, by a job, at the provider.';

create function private.promote_waiting(type uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
  next_one record;
  offered integer := 0;
begin
  select * into kind from public.event_registration_types where id = type for update;
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or event.status = 'cancelled' or event.starts_at <= now() then
    return 0;
  end if;
  loop
    select id, places into next_one from public.event_registrations
    where type_id = type and status = 'waitlisted' order by waiting_since, created_at, id limit 1;
    exit when next_one.id is null;
    -- A group that does not fit waits for its places; later registrations are not offered places before it.
    select * into kind from public.event_registration_types where id = type;
    exit when kind.capacity is not null and kind.taken + next_one.places > kind.capacity;
    perform private.set_registration_status(next_one.id, 'offered');
    offered := offered + 1;
  end loop;
  return offered;
end $$;
comment on function private.promote_waiting(uuid) is 'Offers free places of a kind to the people who wait, in order; answers how many got an offer.';

create function private.approve_registration(registration uuid, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  kind public.event_registration_types;
begin
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status not in ('pending', 'waitlisted') then
    return known.status;
  end if;
  select * into kind from public.event_registration_types where id = known.type_id;
  if kind.capacity is not null and kind.taken + known.places > kind.capacity then
    return private.set_registration_status(known.id, 'waitlisted', note);
  end if;
  return private.set_registration_status(known.id, case when known.price_cents > 0 then 'awaiting_payment' else 'confirmed' end, note);
end $$;
comment on function private.approve_registration(uuid, text) is
  'Approves a registration: confirmed when it is free, awaiting_payment when it costs something, waitlisted when no place is left. Answers the status.';

create function private.cancel_registration(registration uuid, reason text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
begin
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status in ('cancelled', 'rejected') then
    return known.status;
  end if;
  perform private.set_registration_status(known.id, 'cancelled', reason);
  if private.holds_place(known.status) then
    perform private.promote_waiting(known.type_id);
  end if;
  return 'cancelled';
end $$;
comment on function private.cancel_registration(uuid, text) is 'Cancels a registration, marks its money for a refund and offers its places to the people who wait.';

create function private.expire_registration_holds() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind record;
  due record;
  known public.event_registrations;
  expired integer := 0;
begin
  -- Every caller that locks several kinds takes them in the order of their ids.
  for kind in
    select type_id as id from public.event_registrations where status in ('offered', 'awaiting_payment') and held_until <= now()
    union
    select waiting.type_id from public.event_registrations as waiting
    join public.event_registration_types as type on type.id = waiting.type_id
    where waiting.status = 'waitlisted' and (type.capacity is null or type.taken < type.capacity)
    order by id
  loop
    for due in
      select id from public.event_registrations
      where type_id = kind.id and status in ('offered', 'awaiting_payment') and held_until <= now() order by held_until, id limit 500
    loop
      known := private.lock_registration(due.id);
      -- Read again under the lock: a payment may have arrived. A receipt under review keeps the place.
      continue when known.status not in ('offered', 'awaiting_payment') or known.held_until > now() or exists (
        select from public.payments where subject_type = 'registration' and subject_id = known.id and status in ('review', 'processing')
      );
      perform private.set_registration_status(known.id, 'expired');
      expired := expired + 1;
    end loop;
    perform private.promote_waiting(kind.id);
  end loop;
  return expired;
end $$;
comment on function private.expire_registration_holds() is
  'Ends holds and offers whose time is over and offers the free places to the people who wait; answers how many ended. Safe to repeat and to run at the same time.';
