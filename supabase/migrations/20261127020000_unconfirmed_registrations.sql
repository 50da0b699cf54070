-- A registration of the public form takes no place before its e-mail address is confirmed.
-- The rule, for kinds of every price: a form that was sent without a signed-in account whose own address is confirmed
-- is stored as unconfirmed. The button on the page behind the mailed link takes the place, holds it for a payment or
-- puts the person on the waiting list. A hold of any length therefore belongs to a confirmed address, and an address
-- has one unpaid hold per event. Registrations by the team, at the gate and by a confirmed account skip this step.

alter table public.event_registrations
  add column email_confirmed_at timestamptz default now(),
  add column confirm_mails smallint not null default 0 check (confirm_mails between 0 and 100),
  add column request_digest text check (request_digest ~ '^[0-9a-f]{64}$'),
  drop constraint event_registrations_status_check,
  drop constraint held_registration_has_an_end,
  add constraint event_registrations_status_check check (
    status in ('unconfirmed', 'pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed', 'rejected', 'cancelled', 'expired')
  ),
  add constraint held_registration_has_an_end check (status not in ('unconfirmed', 'offered', 'awaiting_payment') or held_until is not null);
comment on column public.event_registrations.status is
  'unconfirmed: form of an address that is not confirmed; takes no place, the mailed button works until held_until. pending: waits for approval. waitlisted: no place. offered: a place of the waiting list until held_until. awaiting_payment: place held until held_until. expired: the hold ended.';
comment on column public.event_registrations.email_confirmed_at is
  'When the address was confirmed: by the mailed button, or by the account that has this address. The default counts registrations of the team, at the gate and from before this column as confirmed.';
comment on column public.event_registrations.confirm_mails is 'Number of mails with the button that confirms; the last one was sent 30 minutes before held_until.';
comment on column public.event_registrations.request_digest is 'SHA-256 of the form as it was sent: a repeated request_id with other data differs.';
create index event_registrations_unconfirmed_idx on public.event_registrations (held_until) where status = 'unconfirmed';
select
  private.declare_columns('event_registrations', 'exported', '{email_confirmed_at}'),
  private.declare_columns('event_registrations', 'not_personal', '{confirm_mails,request_digest}', 'technical key or counter');

-- Unconfirmed rows come from anybody and live for an hour: their end is not logged.
drop trigger event_registrations_audit on public.event_registrations;
create trigger event_registrations_audit after update or delete on public.event_registrations
  for each row when (old.status <> 'unconfirmed')
  execute function private.write_audit('id', 'code,event_id,type_id,status,status_note,stand_id,attending,badge_version');

alter table public.event_registration_types add column allows_several boolean not null default false;
comment on column public.event_registration_types.allows_several is 'Whether one person may register several times for this kind.';

-- Limits.

create function private.registration_limit(name text) returns integer
language sql immutable set search_path = '' as $$
  select case name
    when 'confirm_minutes' then 30
    when 'confirm_mails' then 3
    when 'account_forms' then 20
  end
$$;
comment on function private.registration_limit(text) is
  'confirm_minutes: how long the mailed button works. confirm_mails: mails with the button per address and hour. account_forms: forms of a confirmed account per event and hour.';

create function private.confirm_mails_of(address text) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(confirm_mails), 0)::integer from public.event_registrations
  where lower(email) = address
    and greatest(created_at, held_until - make_interval(mins => private.registration_limit('confirm_minutes'))) > now() - interval '1 hour'
$$;
comment on function private.confirm_mails_of(text) is 'Mails with the button that confirms which an address got in the last hour.';

-- Places. The rows of all kinds of an event are locked in the order of their ids, because they share its limit.

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
comment on function private.lock_kinds(uuid) is 'Locks all kinds of the event of a kind and returns the kind.';

create function private.places_left(type uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select least(kind.capacity - kind.taken, events.capacity - (
    select sum(other.taken) from public.event_registration_types as other where other.event_id = kind.event_id
  ))::integer
  from public.event_registration_types as kind join public.events on events.id = kind.event_id where kind.id = type
$$;
comment on function private.places_left(uuid) is 'Free places of a kind within its own limit and the limit of the whole event; null without a limit.';

create or replace function private.hold_places(type uuid, wanted integer) returns boolean
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
comment on function private.hold_places(uuid, integer) is
  'Takes places of a kind of registration; false, and nothing changed, when the kind or the event has not enough.';

create or replace function private.lock_registration(registration uuid) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registrations;
begin
  perform private.lock_kinds((select type_id from public.event_registrations where id = registration));
  select * into found from public.event_registrations where id = registration for update;
  return found;
end $$;
comment on function private.lock_registration(uuid) is 'Locks the kinds of the event, then the registration, and returns the registration.';

-- Times. An event of several days has kinds that are sold until a moment after its beginning.

create function private.kind_end(type uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(greatest(kind.closes_at, events.starts_at), events.ends_at)
  from public.event_registration_types as kind join public.events on events.id = kind.event_id where kind.id = type
$$;
comment on function private.kind_end(uuid) is
  'Last moment at which places of a kind are given to people who wait or sent documents: the beginning of the event, or the later end of the kind.';

drop function private.hold_end(text, text, uuid);
create function private.hold_end(new_status text, old_status text, type uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when new_status = 'unconfirmed' then now() + make_interval(mins => private.registration_limit('confirm_minutes'))
    when new_status = 'offered' or new_status = 'awaiting_payment' and old_status not in ('form', 'unconfirmed')
      then greatest(least(now() + interval '48 hours', private.kind_end(type)), now() + interval '30 minutes')
    when new_status = 'awaiting_payment' then now() + interval '30 minutes'
  end
$$;
comment on function private.hold_end(text, text, uuid) is
  'Until when a place is held: 48 hours after an offer or an approval, at most until the end of the kind; 30 minutes after the form and for the button that confirms it.';

create or replace function private.open_kind(type uuid) returns public.event_registration_types
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
