-- Status, waiting list and holds: within the limit of the event, on every day of it, and never for longer than was promised.

create or replace function private.set_registration_status(registration uuid, new_status text, note text default null) returns text
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
    held_until = case when new_status = 'awaiting_payment' and known.status = 'offered' then known.held_until else private.hold_end(new_status, known.status, known.type_id) end,
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

create or replace function private.promote_waiting(type uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.lock_kinds(type);
  event public.events;
  next_one record;
  offered integer := 0;
begin
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or event.status = 'cancelled' or private.kind_end(type) <= now() then
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

create or replace function private.approve_registration(registration uuid, note text default null) returns text
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
  return private.set_registration_status(known.id, case when known.price_cents > 0 then 'awaiting_payment' else 'confirmed' end, note);
end $$;

create or replace function private.admit_with_documents(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  kind public.event_registration_types;
begin
  select * into kind from public.event_registration_types where id = known.type_id;
  if known.status <> 'pending' or kind.requires_approval or private.missing_files(known) <> '{}' or private.kind_end(kind.id) <= now()
    or not exists (select from public.events where id = known.event_id and status = 'published') then
    return;
  -- Free places belong to the people who wait.
  elsif exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted') then
    perform private.set_registration_status(known.id, 'waitlisted');
  else
    perform private.approve_registration(known.id);
  end if;
end $$;

create or replace function private.expire_registration_holds() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind record;
  due record;
  known public.event_registrations;
  expired integer := 0;
begin
  -- Every caller that locks kinds of several events takes the events in the order of their ids.
  for kind in
    select type_id as id, event_id from public.event_registrations where status in ('offered', 'awaiting_payment') and held_until <= now()
    union
    select waiting.type_id, waiting.event_id from public.event_registrations as waiting
    where waiting.status = 'waitlisted' and private.places_left(waiting.type_id) is distinct from 0
    order by event_id, id
  loop
    for due in
      select id from public.event_registrations
      where type_id = kind.id and status in ('offered', 'awaiting_payment') and held_until <= now() order by held_until, id limit 500
    loop
      known := private.lock_registration(due.id);
      -- Read again under the lock: a payment or a receipt may have arrived. A card payment that the bank processes ends by itself.
      continue when known.status not in ('offered', 'awaiting_payment') or known.held_until > now() or exists (
        select from public.payments where subject_type = 'registration' and subject_id = known.id and status = 'processing'
      );
      perform private.set_registration_status(known.id, 'expired');
      expired := expired + 1;
    end loop;
    perform private.promote_waiting(kind.id);
  end loop;
  -- The rows of the last hour are kept, because the mails of an address are counted in them.
  delete from public.event_registrations where id in (
    select id from public.event_registrations where status = 'unconfirmed' and held_until <= now() - interval '30 minutes'
    order by held_until limit 5000 for update skip locked
  );
  return expired;
end $$;
comment on function private.expire_registration_holds() is
  'Ends holds and offers whose time is over, offers the free places to the people who wait and deletes forms whose address was not confirmed; answers how many holds ended. Safe to repeat and to run at the same time.';

-- A receipt holds the place for 24 hours from its first file, however long its review takes.
create or replace function private.note_registration_payment() returns trigger
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
    update public.event_registrations set held_until = greatest(held_until, coalesce(new.receipt_sent_at, now()) + interval '24 hours')
    where id = registration.id and status = 'awaiting_payment';
    select * into registration from public.event_registrations where id = new.subject_id;
    perform private.mail_registration(registration, 'registration_receipt');
  elsif new.status = 'pending' and old.status = 'review' then
    -- The person gets a day to send another receipt.
    update public.event_registrations set held_until = greatest(held_until, now() + interval '24 hours') where id = registration.id and status = 'awaiting_payment';
    perform private.mail_registration(registration, 'registration_receipt_refused', 'registration', jsonb_build_object('note', coalesce(new.note, '')));
  end if;
  if new.refunded_cents > old.refunded_cents then
    perform private.mail_registration(registration, 'registration_refunded', 'registration', jsonb_build_object('amount', (new.refunded_cents - old.refunded_cents) / 100.0));
  end if;
  if new.status <> old.status and new.status in ('review', 'processing', 'paid', 'refunded') then
    perform private.expire_registration_pages(registration.id);
  end if;
  if new.needs_refund and not old.needs_refund then
    select * into notice from private.payment_notices where kind = 'registration_refund_owed';
    insert into public.notifications (user_id, title, body, link, translations)
    select profiles.id, notice.title, format(notice.body, registration.code), '/admin/financials', replace(notice.translations::text, '%s', registration.code)::jsonb
    from public.profiles where private.holds_permission(profiles, 'financials');
  end if;
  return null;
end $$;

-- Receipts that are under review today keep their places for one more day.
update public.event_registrations as registration set held_until = greatest(held_until, now() + interval '24 hours')
where status = 'awaiting_payment' and exists (
  select from public.payments where subject_type = 'registration' and subject_id = registration.id and payments.status = 'review'
);

create or replace function private.open_registration_payment(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration', 'manage')).registration_id);
  payment public.payments;
  ends timestamptz;
  last_hold timestamptz;
begin
  if owed.id is null then
    raise exception 'sale_missing';
  elsif wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  elsif owed.status not in ('offered', 'awaiting_payment') or owed.price_cents = 0 then
    raise exception 'nothing_to_pay';
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status in ('review', 'processing')) then
    raise exception 'in_progress';
  end if;
  select ends_at into ends from public.events where id = owed.event_id;
  if owed.held_until <= now() or ends <= now() then
    raise exception 'period_over';
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending' and amount_cents = owed.price_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null or expires_at > now() + interval '31 minutes')
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at) values (
      'registration', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      case wanted when 'card' then now() + interval '32 minutes' else greatest(least(now() + interval '24 hours', ends), now() + interval '30 minutes') end
    ) returning * into payment;
  end if;
  -- The place is held as long as the payment is open: 24 hours for Pix, for a card until its page ends. Payments that are
  -- opened one after the other hold it for 25 hours in all.
  select max(created_at) + interval '25 hours' into last_hold from public.registration_events
  where registration_id = owed.id and to_status in ('offered', 'awaiting_payment') and from_status is distinct from to_status;
  update public.event_registrations set status = 'awaiting_payment', held_until = greatest(held_until, least(payment.expires_at, last_hold)) where id = owed.id;
  return payment;
end $$;
comment on function private.open_registration_payment(text, text) is
  'The open payment of a registration by card or Pix until the end of the event, made when there is none; holds the place until it ends. Refuses with sale_missing, nothing_to_pay, in_progress or period_over.';
