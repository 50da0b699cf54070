-- What a registration costs, when paid kinds may be offered, and what a payment changes.

create function private.refuse_unpayable_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and private.recipient_state(new.event_id) in ('none', 'stopped')
    and exists (select from public.events where id = new.event_id and status in ('published', 'postponed'))
  then
    perform private.refuse('invalid', 'price_cents');
  end if;
  return new;
end $$;
comment on function private.refuse_unpayable_kind is
  'Trigger function: a public event gets no paid kind while nobody receives its money.';

create trigger event_registration_types_payable before insert on public.event_registration_types
  for each row when (private.costs(new.price_cents, new.price_steps)) execute function private.refuse_unpayable_kind();
create trigger event_registration_types_still_payable before update of price_cents, price_steps
  on public.event_registration_types
  for each row when (private.costs(new.price_cents, new.price_steps)
    and not private.costs(old.price_cents, old.price_steps))
  execute function private.refuse_unpayable_kind();

create function private.refuse_unpayable_registration() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and not private.event_payment_is_possible(new.event_id) then
    perform private.refuse('payment_unavailable');
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
  existing public.event_registrations := private.lock_registration(registration);
  first_payment public.payments;
  extra public.payments;
begin
  select * into first_payment from public.payments
  where subject_type = 'registration' and subject_id = existing.id and status in ('paid', 'refunded')
    and (existing.payment_id is null or id = existing.payment_id)
    and note is distinct from 'amount_mismatch' and difference is null
  order by paid_at, created_at, id limit 1;
  if first_payment.status = 'refunded' and existing.payment_id = first_payment.id and existing.status = 'confirmed' then
    perform private.cancel_registration(existing.id);
    perform private.note_registration(
      (select cancelled from public.event_registrations as cancelled where cancelled.id = existing.id),
      'refunded:' || first_payment.refunded_cents);
  elsif first_payment.status = 'paid' and existing.payment_id is null and existing.status in ('offered',
    'awaiting_payment')
    then
    -- The price may have risen while the receipt was checked.
    update public.event_registrations set payment_id = first_payment.id,
      difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = existing.id;
    perform private.set_registration_status(existing.id, 'confirmed');
  elsif first_payment.status = 'paid' and existing.payment_id is null and existing.status = 'expired'
    -- For a transfer only its day is known.
    and coalesce(first_payment.completed_at, first_payment.receipt_sent_at,
      private.day_start(first_payment.received_on), first_payment.paid_at)
      <= coalesce(first_payment.expires_at, 'infinity') then
    -- Paid in time, but the news arrived after the hold had ended: the place is taken again if there is one.
    begin
      perform private.set_registration_status(existing.id, 'confirmed');
      update public.event_registrations set payment_id = first_payment.id,
        difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = existing.id;
    exception when raise_exception then
      null;
    end;
  end if;
  for extra in
    select * from public.payments
    where subject_type = 'registration' and subject_id = existing.id and status = 'paid' and difference = 'asked'
      and note
      is distinct from 'amount_mismatch'
    order by paid_at, created_at, id
  loop
    update public.event_registrations set difference_cents = difference_cents - extra.amount_cents
    where id = existing.id and status = 'confirmed' and difference_cents >= extra.amount_cents;
    if found then
      update public.payments set difference = 'counted' where id = extra.id;
      perform private.note_registration(existing, 'difference_paid:' || extra.amount_cents);
    end if;
  end loop;
  -- Every payment that does not pay the registration goes back.
  update public.payments set needs_refund = true
  where subject_type = 'registration' and subject_id = existing.id and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and (owed_law_cents + owed_rules_cents > 0 and private.due_of_payment(payments) > 0 or not exists (
      select from public.event_registrations
      where id = existing.id and status = 'confirmed' and (payment_id = payments.id or payments.difference = 'counted')
    ));
  update public.payments set needs_refund = false
  where subject_type = 'registration' and subject_id = existing.id and needs_refund
    and (status = 'refunded' or private.is_lost(payments) or private.due_of_payment(payments) = 0);
end $$;
comment on function private.update_registration_from_payments is
  'Confirms a registration whose payment arrived while its place was held, and counts payments of its difference; '
  'money of later and second payments is marked for a refund.';

-- A receipt holds the place from its first file, however long its review takes.
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
      coalesce(new.receipt_sent_at, now()) + make_interval(hours => private.receipt_hold_hours()))
    where id = registration.id and status = 'awaiting_payment';
    select * into registration from public.event_registrations where id = new.subject_id;
    perform private.mail_registration(registration, 'registration_receipt');
  elsif new.status = 'pending' and old.status = 'review' then
    -- The person gets time to send another receipt.
    update public.event_registrations set
      held_until = greatest(held_until, now() + make_interval(hours => private.receipt_hold_hours()))
      where id = registration.id and status = 'awaiting_payment';
    perform private.mail_registration(registration, 'registration_receipt_refused', 'registration',
      jsonb_build_object('note', coalesce(new.note, '')));
  end if;
  if new.refunded_cents > old.refunded_cents then
    -- The portal does not know whether Pix of the organiser arrived; a refund of a card is what Stripe reports.
    perform private.mail_registration(registration,
      case when new.recipient_id is null or new.method = 'card' then 'registration_refunded'
        else 'registration_refund_reported' end,
      'registration', jsonb_build_object('amount', (new.refunded_cents - old.refunded_cents) / 100.0));
  end if;
  if new.status <> old.status and new.status = any (private.arrived_payment_statuses()) then
    perform private.expire_registration_pages(registration.id);
  end if;
  if new.needs_refund and (not old.needs_refund
    or new.owed_law_cents + new.owed_rules_cents > old.owed_law_cents + old.owed_rules_cents) then
    select * into notice from private.payment_notices where kind = 'registration_refund_owed';
    insert into public.notifications (user_id, title, body, link, translations)
    select profiles.id, notice.title, format(notice.body, registration.code), '/admin/financials',
      replace(notice.translations::text, '%s', registration.code)::jsonb
    from public.profiles where new.recipient_id is null and private.holds_permission(profiles, 'financials');
    if new.recipient_id is not null then
      perform private.tell_refund_of_organiser(registration);
    end if;
  end if;
  return null;
end $$;
comment on function private.note_registration_payment is
  'Trigger function: mails and notices about a payment of a registration; ends its other card pages.';

create function private.tell_refund_of_organiser(registration public.event_registrations) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.notifications (user_id, title, body, link, translations)
  select person.id, 'Pagamento a devolver',
    'O pagamento da inscrição ' || registration.code || ' precisa voltar. Veja o valor e o prazo.',
    '/painel/eventos/' || registration.event_id || '/recebimento',
    jsonb_build_object(
      'en', jsonb_build_object('title', 'Payment to return', 'body',
        'The payment of registration ' || registration.code || ' must go back. See how much and until when.'),
      'es', jsonb_build_object('title', 'Pago por devolver', 'body',
        'El pago de la inscripción ' || registration.code || ' debe volver. Mira cuánto y hasta cuándo.')
    )
  from private.accounts_with_right(registration.event_id, 'payments') as person (id)
$$;
comment on function private.tell_refund_of_organiser is
  'Notice to the people with the payments of an event that money must go back.';

create function private.is_cancelled_by_holder(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status = 'cancelled' and coalesce((
    select entry.actor_id is null or entry.actor_id in (
      select one.user_id from public.event_registrations as one where one.order_id = registration.order_id
    )
    from public.registration_events as entry
    where entry.registration_id = registration.id and entry.to_status = 'cancelled' order by entry.id desc limit 1
  ), false)
$$;
comment on function private.is_cancelled_by_holder is
  'Whether the person or the buyer of the order cancelled the registration, not the organiser or the team.';

create function private.refund_terms(registration public.event_registrations) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'full_cents', coalesce(sum(cents) filter (where is_full), 0),
    'full_until', min(full_until) filter (where is_full and cents > 0),
    'rules_cents', coalesce(sum(cents) filter (where not is_full), 0),
    'part_rules_cents', coalesce(sum(private.due_by_rules(paid))
      filter (where paid.needs_refund and paid.recipient_id is null), 0)
  )
  from public.payments as paid cross join lateral private.terms_of_payment(paid, registration)
  where paid.subject_type = 'registration' and paid.subject_id = registration.id and paid.status = 'paid'
    and paid.note is distinct from 'amount_mismatch'
$$;
comment on function private.refund_terms is
  'What comes back when the person cancels now, or came back when the registration ended: full_cents by law until '
  'full_until, or because the organiser ended it; rules_cents as the rules of the event say. part_rules_cents: what '
  'the portal still has of people who left the order, about which the rules decide.';

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

create function private.is_paid_event(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_registration_types as type
    where type.event_id = is_paid_event.event and (private.costs(type.price_cents, type.price_steps)
      or type.chooses_stand and exists (
      select from public.event_stands where event_stands.event_id = type.event_id and event_stands.price_cents > 0
    ))
  ) or exists (
    select from public.event_addons as addon where addon.event_id = is_paid_event.event and addon.price_cents > 0
  ) or exists (
    select from public.event_order_settings as settings, jsonb_each_text(settings.child_prices) as price (band, cents)
    where settings.event_id = is_paid_event.event and settings.allows_children and price.cents::integer > 0
  )
$$;
comment on function private.is_paid_event is
  'Whether an event has a kind of registration, a stand, an add-on or a place of a child that costs something.';

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
        'requiresApproval', type.requires_approval, 'hasWaitingList', type.has_waiting_list,
        'priceSteps', type.price_steps, 'questions', private.own_question_labels(type)
      ) order by type.position, type.id), '[]')
      from public.event_registration_types as type where type.event_id = event.id
    ),
    'capacity', event.capacity,
    'isPaid', private.is_paid_event(event.id),
    'payee', private.event_payee(event.id),
    'recipient', private.recipient_state(event.id),
    'isPayable', private.recipient_state(event.id) not in ('none', 'stopped')
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
