set check_function_bodies = off;

drop trigger payments_note_registration on public.payments;

-- What goes back of a payment whose order goes on without a person.
alter table public.payments
  add column owed_law_cents integer not null default 0 check (owed_law_cents >= 0),
  add column owed_rules_cents integer not null default 0 check (owed_rules_cents >= 0),
  add constraint owed_part_is_of_the_amount check (owed_law_cents + owed_rules_cents <= amount_cents);

insert into private.mail_kinds (template, mail_group) values ('registration_person_left', 'registration');

update private.payment_notices set
  body = 'A inscrição %s tem um valor a devolver: pagamento a mais ou fora do prazo, cancelamento ou saída de uma pessoa. '
    'Veja quanto em Financeiro.',
  translations = '{"en": {"body": "Registration %s has money to refund: paid twice or too late, cancelled, or a person left. See how much under Finance.", "title": "Registration payment to refund"}, "es": {"body": "La inscripción %s tiene un valor por devolver: pago de más o fuera de plazo, cancelación o salida de una persona. Mira cuánto en Finanzas.", "title": "Pago de inscripción por devolver"}}'
where kind = 'registration_refund_owed';

select private.declare_columns('payments', 'exported', '{owed_law_cents,owed_rules_cents}');

create or replace function private.set_registration_status(registration uuid, new_status text, note text default null) returns text
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

create or replace function private.update_registration_from_payments(registration uuid) returns void
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

-- A receipt holds the place from its first file, however long its review takes.
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

create or replace function private.is_cancelled_by_holder(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status = 'cancelled' and coalesce((
    select entry.actor_id is null or entry.actor_id in (
      select one.user_id from public.event_registrations as one where one.order_id = registration.order_id
    )
    from public.registration_events as entry
    where entry.registration_id = registration.id and entry.to_status = 'cancelled' order by entry.id desc limit 1
  ), false)
$$;

create or replace function private.refund_terms(registration public.event_registrations) returns jsonb
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

create or replace function private.change_order_price(part_of uuid, cents integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  buyer public.event_registrations;
  changed public.event_registrations;
  settled boolean;
  change integer := cents;
begin
  select * into buyer from public.event_registrations where order_id = part_of and order_position = 1;
  settled := private.is_settled(buyer);
  if settled then
    -- What was paid is not less; private.return_share says what goes back.
    change := greatest(cents, -buyer.difference_cents);
  end if;
  if buyer.id is null or change = 0 or buyer.status <> all (private.active_registration_statuses()) then
    return;
  end if;
  update public.event_registrations set price_cents = greatest(price_cents + change, 0),
    difference_cents = difference_cents + case when settled then change else 0 end
  where id = buyer.id returning * into changed;
  -- Open payments have the former amount.
  perform private.expire_registration_pages(buyer.id);
  update public.payments set status = 'expired'
  where subject_type = 'registration' and subject_id = buyer.id and method = 'pix' and status = 'pending';
  perform private.note_registration(changed, format('price:%s:%s', buyer.price_cents, changed.price_cents));
  if changed.status = 'awaiting_payment' and changed.price_cents = 0 then
    perform private.set_registration_status(changed.id, 'confirmed');
  end if;
end $$;

create or replace function private.is_payment_checked(person public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select person.order_position > 1 and exists (
    select from public.event_registrations as buyer
    where buyer.order_id = person.order_id and buyer.order_position = 1 and buyer.status <> 'confirmed'
      and private.is_settled(buyer)
  )
$$;

create or replace function private.leave_refusal(person public.event_registrations) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when person.order_position = 1 and staying.adults = 0 and exists (
      select from public.event_order_children as child where child.order_id = person.order_id
    ) then 'children_alone'
    when person.order_position = 1 then 'buyer_stays'
    when private.is_payment_checked(person) then 'payment_checking'
    when staying.people + staying.children < (private.order_settings(person.event_id)).min_people then 'order_too_small'
  end
  from (
    select count(*) as adults, coalesce(sum(1 + cardinality(other.companions)), 0) as people, (
      select coalesce(sum(child.amount), 0) from public.event_order_children as child
      where child.order_id = person.order_id
    ) as children
    from public.event_registrations as other
    where other.order_id = person.order_id and other.id <> person.id
      and other.status = any (private.active_registration_statuses())
  ) as staying
$$;

create or replace function private.leaving_parts(person public.event_registrations)
  returns table (payment_id uuid, cents integer, full_until timestamptz, is_full boolean)
language sql stable security definer set search_path = '' as $$
  select paid.id, least(paid.free, paid.share - (sum(paid.free) over (order by paid.paid_at, paid.id) - paid.free))
    ::integer, paid.full_until, paid.is_full
  from (
    select counted.id, counted.paid_at, terms.full_until, terms.is_full,
      greatest(person.order_cents - buyer.difference_cents, 0) as share,
      -- Never more than was paid and is still there.
      greatest(counted.amount_cents - counted.disputed_cents
        - greatest(counted.refunded_cents, counted.owed_law_cents + counted.owed_rules_cents), 0) as free
    from public.event_registrations as buyer
    join public.payments as counted on counted.subject_type = 'registration' and counted.subject_id = buyer.id
      and counted.status = 'paid' and (counted.id = buyer.payment_id or counted.difference = 'counted')
    cross join lateral private.terms_of_payment(counted, person) as terms
    where buyer.order_id = person.order_id and buyer.order_position = 1 and buyer.status = 'confirmed'
      and person.order_position > 1
  ) as paid
$$;

create or replace function private.leaving_terms(person public.event_registrations) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'refusal', private.leave_refusal(person),
    'less_cents', (
      select case when private.is_settled(buyer) then least(person.order_cents, buyer.difference_cents)
        else least(person.order_cents, buyer.price_cents) end
      from public.event_registrations as buyer
      where buyer.order_id = person.order_id and buyer.order_position = 1
    ),
    'full_cents', coalesce(sum(part.cents) filter (where part.is_full), 0),
    'full_until', min(part.full_until) filter (where part.is_full),
    'rules_cents', coalesce(sum(part.cents) filter (where not part.is_full), 0)
  )
  from private.leaving_parts(person) as part where part.cents > 0
$$;

create or replace function private.return_share(person public.event_registrations) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payments as paid set needs_refund = true,
    -- What went back before for another reason is not taken from this part.
    owed_law_cents = paid.owed_law_cents
      + greatest(paid.refunded_cents - paid.owed_law_cents - paid.owed_rules_cents, 0)
      + case when part.is_full then part.cents else 0 end,
    owed_rules_cents = paid.owed_rules_cents + case when part.is_full then 0 else part.cents end
  from private.leaving_parts(person) as part where part.payment_id = paid.id and part.cents > 0
$$;

create or replace function private.leave_alone(person public.event_registrations, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  buyer public.event_registrations;
  terms jsonb := private.leaving_terms(person);
begin
  perform private.return_share(person);
  perform private.change_order_price(person.order_id, -person.order_cents);
  select * into buyer from public.event_registrations where order_id = person.order_id and order_position = 1;
  if buyer.status <> all (private.active_registration_statuses()) then
    return;
  end if;
  perform private.note_registration(buyer, format('left:%s:%s', person.code,
    (terms ->> 'full_cents')::integer + (terms ->> 'rules_cents')::integer));
  if exists (select from public.events where id = person.event_id and status = 'cancelled') then
    return;
  end if;
  perform private.mail_registration(buyer, 'registration_person_left', 'registration', jsonb_build_object(
    'person', person.full_name, 'note', coalesce(note, ''),
    'full', (terms ->> 'full_cents')::integer / 100.0, 'part', (terms ->> 'rules_cents')::integer / 100.0,
    'less', (terms ->> 'less_cents')::integer / 100.0));
end $$;

create or replace function private.move_order(changed public.event_registrations, old_status text, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  other record;
begin
  if changed.order_position > 1 then
    if changed.status = any (private.ended_registration_statuses()) and exists (
      select from public.event_registrations as buyer
      where buyer.order_id = changed.order_id and buyer.order_position = 1
        and buyer.status = any (private.active_registration_statuses())
    ) then
      perform private.leave_alone(changed, note);
    end if;
    return;
  end if;
  for other in
    select id from public.event_registrations
    where order_id = changed.order_id and order_position > 1 and status = old_status order by order_position
  loop
    if changed.status = 'cancelled' then
      perform private.cancel_registration(other.id, note);
    else
      perform private.set_registration_status(other.id, changed.status, note);
    end if;
  end loop;
end $$;

create or replace function private.leave_order(token text, registration uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  buyer public.event_registrations := private.lock_registration(private.held_registration(token));
  person public.event_registrations;
begin
  select * into person from public.event_registrations as known
  where known.id = leave_order.registration and known.order_id = buyer.order_id;
  if person.id is null or buyer.order_position <> 1
    or person.status <> all (private.active_registration_statuses()) or not private.may_change(person, 'cancel_own')
    or exists (select from public.events where id = person.event_id and starts_at <= now())
  then
    return private.gone();
  elsif private.leave_refusal(person) is not null then
    return private.refused(private.leave_refusal(person));
  end if;
  return private.saved_or_gone(private.cancel_registration(person.id) = 'cancelled');
end $$;

create or replace function public.leave_order(token text, registration uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.leave_order(token, registration);

-- What the form of registration and the page of an order show.

create or replace function private.order_of_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when registration.order_position > 1 then jsonb_build_object('is_buyer', false, 'buyer', (
      select buyer.full_name from public.event_registrations as buyer
      where buyer.order_id = registration.order_id and buyer.order_position = 1
    ), 'half_price', registration.half_price_category)
    when private.is_of_several(registration) or ordered.code_id is not null
      or registration.half_price_category is not null
      or exists (select from public.event_order_addons as item where item.order_id = ordered.id)
      or exists (select from public.event_order_children as child where child.order_id = ordered.id)
    then jsonb_build_object(
      'is_buyer', true, 'total_cents', registration.price_cents, 'discount_cents', ordered.discount_cents,
      'code', (select code.code from public.event_codes as code where code.id = ordered.code_id),
      'half_price', registration.half_price_category,
      'children', (
        select coalesce(jsonb_agg(jsonb_build_object('age_band', child.age_band, 'amount', child.amount)
          order by array_position(private.child_age_bands(), child.age_band)), '[]')
        from public.event_order_children as child where child.order_id = ordered.id
      ),
      'addons', (
        select coalesce(jsonb_agg(jsonb_build_object('name', addon.name, 'variant', variant.name, 'amount', item.amount,
          'unit_cents', item.unit_cents) order by addon.position, variant.position), '[]')
        from public.event_order_addons as item
        join public.event_addon_variants as variant on variant.id = item.variant_id
        join public.event_addons as addon on addon.id = variant.addon_id where item.order_id = ordered.id
      ),
      'people', (
        select jsonb_agg(jsonb_build_object('id', one.id, 'code', one.code, 'full_name', one.full_name,
          'has_name', one.has_name, 'kind_name', type.name, 'kind_translations', type.translations,
          'status', one.status, 'cents', one.order_cents, 'places', one.places, 'half_price', one.half_price_category,
          'companions', one.companions, 'answers', one.answers, 'fields', coalesce(form.schema, '[]'),
          'stand', (select stand.label from public.event_stands as stand where stand.id = one.stand_id),
          'lacks_documents', private.missing_files(one) <> '{}',
          'leaving', case when one.order_position > 1 and one.status = any (private.active_registration_statuses())
            and private.held_registration(token) = registration.id and private.may_change(one, 'cancel_own')
            and exists (select from public.events where id = one.event_id and starts_at > now())
            then private.leaving_terms(one) end,
          'vehicles', (
            select coalesce(jsonb_agg(jsonb_build_object('make', car.make, 'model', car.model, 'year', car.year,
              'plate', car.plate) order by car.position), '[]')
            from public.registration_vehicles as car where car.registration_id = one.id
          ))
          order by one.order_position)
        from public.event_registrations as one join public.event_registration_types as type on type.id = one.type_id
        left join public.form_template_versions as form on form.id = one.form_version_id
        where one.order_id = ordered.id
      )
    )
  end
  from public.event_registrations as registration join public.event_orders as ordered
    on ordered.id = registration.order_id
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;

-- What the holder of a link or a badge reads.

create or replace function private.read_registration(token text) returns jsonb
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
      kind.required_documents, 'max_vehicles', kind.max_vehicles, 'classes', kind.classes,
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
      select coalesce(sum(private.due_of_payment(payments)), 0) from public.payments
      where subject_type = 'registration' and subject_id = registration.id and needs_refund and recipient_id is null
        and note is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents,
          'pix_txid', payments.pix_txid,
        'checkout_url', payments.checkout_url, 'receipt_sent_at', payments.receipt_sent_at, 'note', case
          when payments.status = 'pending' then payments.note end,
        'expires_at', payments.expires_at, 'created_at', payments.created_at,
        'received_cents', payments.received_cents, 'recipient', private.payable_recipient(payments),
        'refunds', private.reported_refunds(payments.id), 'owed', private.owed_by_organiser(payments)
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

create or replace function private.decide_registration(registration uuid, decision text, reason text, expected_version timestamptz)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  end if;
  -- An order is decided as a whole; only a cancellation may be of one person.
  if decision <> 'cancel' then
    existing := private.lock_registration(private.buyer_of(existing.id));
  end if;
  case decision
    when 'approve' then
      if existing.status <> all (private.approvable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.has_places(existing) then
        return private.refused('no_places');
      elsif existing.price_cents > 0 and not private.event_payment_is_possible(existing.event_id) then
        return private.refused('payment_unavailable');
      end if;
      perform private.set_registration_status(existing.id, case when existing.price_cents > 0 then 'awaiting_payment'
        else 'confirmed' end, note);
    when 'wait' then
      if existing.status <> all (private.waitable_registration_statuses()) or private.is_of_several(existing) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'wait') then
        return private.refused('registration_entered');
      end if;
      perform private.set_registration_status(existing.id, 'waitlisted', note);
    when 'promote' then
      if existing.status <> 'waitlisted' then
        return private.refused('registration_decided');
      elsif not private.has_places(existing) then
        return private.refused('no_places');
      elsif existing.price_cents > 0 and not private.event_payment_is_possible(existing.event_id) then
        return private.refused('payment_unavailable');
      end if;
      perform private.set_registration_status(existing.id, 'offered', note);
    when 'reject' then
      if note is null then
        return private.refused('reason_missing');
      elsif existing.status <> all (private.refusable_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'reject') then
        return private.refused('registration_entered');
      end if;
      perform private.set_registration_status(existing.id, 'rejected', note);
    when 'cancel' then
      if note is null then
        return private.refused('reason_missing');
      elsif existing.status <> all (private.active_registration_statuses()) then
        return private.refused('registration_decided');
      elsif not private.may_change(existing, 'cancel') then
        return private.refused('registration_entered');
      elsif private.is_payment_checked(existing) then
        return private.refused('payment_checking');
      end if;
      return private.saved(jsonb_build_object('status', private.cancel_registration(existing.id, note)));
    else
      perform private.refuse('invalid', 'decision');
  end case;
  if existing.status = 'offered' then
    perform private.promote_waiting(existing.type_id);
  end if;
  return private.saved(jsonb_build_object('status',
    (select status from public.event_registrations where id = existing.id)));
end $$;

create or replace function private.may_leave_order(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when registration.order_position = 1 then not exists (
    select from public.event_registrations as one
    where one.order_id = registration.order_id and not private.may_change(one, 'cancel_own')
  )
  -- The buyer decides about what was paid for one person: private.leave_order.
  else private.may_change(registration, 'cancel_own') and private.leave_refusal(registration) is null
    and (registration.order_cents = 0 or exists (
    select from public.event_registrations as buyer
    where buyer.order_id = registration.order_id and buyer.order_position = 1 and not private.is_settled(buyer)
  )) end
$$;

create or replace function private.due_of_payment(payment public.payments) returns integer
language sql immutable set search_path = '' as $$
  select case when payment.owed_law_cents + payment.owed_rules_cents > 0
    then greatest(payment.owed_law_cents + payment.owed_rules_cents - payment.refunded_cents, 0)
    else payment.amount_cents - payment.refunded_cents end
$$;

create or replace function private.due_by_rules(payment public.payments) returns integer
language sql immutable set search_path = '' as $$
  -- What went back counts for the law first.
  select least(payment.owed_rules_cents, private.due_of_payment(payment))
$$;

create or replace function private.mark_refunded(item uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
begin
  perform private.require_money();
  perform private.check_reason('reject', reason);
  select * into payment from public.payments where id = item;
  if payment.subject_type = 'registration' then
    -- The registration is always locked before its payment: of two requests the second finds nothing due.
    perform private.lock_registration(payment.subject_id);
    select * into payment from public.payments where id = item for update;
  end if;
  if payment.id is null or payment.method = 'card' or payment.status <> 'paid' or payment.recipient_id is not null
    or private.due_of_payment(payment) = 0 then
    return private.refused('not_refundable');
  end if;
  perform set_config('app.audit_reason', left(reason, 300), true);
  perform private.advance_payment(item, 'paid', payment.refunded_cents + private.due_of_payment(payment));
  return private.saved();
end $$;

-- The audit log names who requested the refund; the provider's event then changes the payment.
create or replace function private.request_refund(item uuid, reason text, cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  reason_text text := private.check_reason('reject', reason);
begin
  perform private.require_money();
  select * into payment from public.payments where id = item for update;
  -- Money of an organiser is returned by its treasurer.
  if payment.id is null or payment.recipient_id is not null
    or payment.method <> 'card' or payment.payment_intent is null
    or not (payment.status = 'paid' or payment.needs_refund) or payment.refunded_cents >= payment.amount_cents
    or coalesce(cents, private.due_of_payment(payment)) not between 1
      and payment.amount_cents - payment.refunded_cents then
    return private.refused('not_refundable');
  end if;
  perform set_config('app.audit_reason', left(reason_text, 300), true);
  update public.payments set note = case when note = 'amount_mismatch' then note else reason_text end,
    confirmed_by = (select private.account_id()) where id = item;
  return private.saved(jsonb_build_object('payment_intent', payment.payment_intent,
    'refunded_cents', payment.refunded_cents, 'cents', coalesce(cents, private.due_of_payment(payment))));
end $$;

create or replace function private.undo_event_pix(item uuid, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments := private.own_payment(item);
  registration public.event_registrations;
  reason_text text := private.check_reason('reject', reason);
begin
  select * into registration from public.event_registrations where id = payment.subject_id;
  if payment.received_cents is null or payment.method <> 'pix' then
    return private.gone();
  elsif payment.status = 'refunded'
    or exists (select from public.event_refunds where payment_id = item)
  then
    return private.refused('refunded');
  elsif coalesce(payment.paid_at, payment.updated_at) <= now() - make_interval(hours => private.pix_undo_hours()) then
    return private.refused('too_late');
  elsif private.has_entered(registration.id) then
    return private.refused('registration_entered');
  elsif payment.owed_law_cents + payment.owed_rules_cents > 0 then
    return private.refused('person_left');
  end if;
  insert into public.event_payment_entries (event_id, payment_id, kind, amount_cents, on_day, note)
  values (registration.event_id, item, 'undone', -payment.received_cents, private.day_of(now()), reason_text);
  perform set_config('app.audit_reason', left(reason_text, 300), true);
  if registration.payment_id = item then
    update public.event_registrations set payment_id = null, difference_cents = 0 where id = registration.id;
  elsif payment.difference = 'counted' and registration.status = 'confirmed' then
    update public.event_registrations set difference_cents = difference_cents + payment.amount_cents
    where id = registration.id;
  end if;
  update public.payments set
    status = case when receipt_path is null then 'pending' else 'review' end, paid_at = null, received_cents = null,
    received_on = null, confirmed_by = null, note = null, needs_refund = false,
    difference = case when difference = 'counted' then 'asked' else difference end,
    expires_at = greatest(expires_at, now() + make_interval(hours => private.pix_undo_hours()))
  where id = item;
  if registration.payment_id = item and registration.status = 'confirmed' then
    perform private.set_registration_status(registration.id, 'awaiting_payment', reason_text);
    update public.event_registrations
    set held_until = greatest(held_until, now() + make_interval(hours => private.pix_undo_hours()))
    where id = registration.id;
  end if;
  return private.saved();
end $$;

create or replace function private.end_refund(payment uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payments set needs_refund = false,
    -- Of the parts of people who left only what went back stays.
    owed_rules_cents = least(owed_rules_cents, greatest(refunded_cents - owed_law_cents, 0))
  where id = end_refund.payment and needs_refund
$$;

create or replace function private.record_event_refund(item uuid, cents integer, on_day date, proof_path text, is_final boolean,
  left_cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments := private.own_payment(item);
  received integer := coalesce(payment.received_cents, payment.amount_cents);
  returned integer := (select coalesce(sum(amount_cents), 0) from public.event_refunds where payment_id = item);
  owed record;
begin
  -- A form that is sent twice records one return: the second one says what was left before it.
  if payment.method = 'card' or payment.status = 'refunded'
    or payment.paid_at is null and payment.received_cents is null or left_cents <> received - returned
  then
    return private.refused('not_refundable');
  elsif cents is null or cents not between 1 and received - returned then
    return private.refused('amount');
  elsif not private.is_transfer_day(record_event_refund.on_day, payment) then
    perform private.refuse('invalid', 'on_day');
  elsif record_event_refund.proof_path is null
    or record_event_refund.proof_path !~ ('^' || item::text || '/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$')
    or not exists (select from storage.objects
      where bucket_id = 'refund-proofs' and name = record_event_refund.proof_path)
  then
    perform private.refuse('invalid', 'proof');
  end if;
  select * into owed from private.refund_of_payment(payment);
  if coalesce(is_final, false) and owed.law_cents > cents then
    return private.refused('law');
  end if;
  insert into public.event_refunds (event_id, payment_id, amount_cents, on_day, proof_path)
  values (private.event_of_payment(payment), item, cents, record_event_refund.on_day, record_event_refund.proof_path);
  insert into public.event_payment_entries (event_id, payment_id, kind, amount_cents, on_day)
  values (private.event_of_payment(payment), item, 'refund', -cents, record_event_refund.on_day);
  returned := returned + cents;
  if payment.paid_at is null then
    -- A short payment that went back: the person pays again.
    if returned >= received then
      update public.payments set status = 'expired', received_cents = null, received_on = null, note = null
      where id = item;
    end if;
    return private.saved();
  end if;
  -- More than the price arrived: what was too much goes back first.
  perform private.advance_payment(item, 'paid',
    greatest(returned - greatest(received - payment.amount_cents, 0), 0));
  if coalesce(is_final, false) then
    perform private.end_refund(item);
  end if;
  return private.saved();
end $$;

-- The account of the treasurer is noted before Stripe is called, whose event then changes the payment.
create or replace function private.request_event_refund(item uuid, cents integer, left_cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments := private.own_payment(item);
  owed record;
begin
  if payment.method <> 'card' or payment.payment_intent is null or not (payment.status = 'paid' or payment.needs_refund)
    or left_cents <> payment.amount_cents - payment.refunded_cents
  then
    return private.refused('not_refundable');
  elsif cents is null or cents not between 0 and payment.amount_cents - payment.refunded_cents then
    return private.refused('amount');
  end if;
  update public.payments set confirmed_by = (select private.account_id()) where id = item;
  if cents = 0 then
    select * into owed from private.refund_of_payment(payment);
    if owed.law_cents > 0 then
      return private.refused('law');
    end if;
    perform private.end_refund(item);
  end if;
  return private.saved(jsonb_build_object('cents', cents, 'account', private.account_of_payment(item),
    'payment_intent', payment.payment_intent, 'refunded_cents', payment.refunded_cents));
end $$;

create or replace function private.refund_of_payment(payment public.payments)
  returns table (law_cents integer, rules_cents integer, since timestamptz, due_on date)
language sql stable security definer set search_path = '' as $$
  select
    case when is_full or not is_counted then rest else too_much + case when is_ended then 0 else part_law end end,
    case when not is_counted or is_full then 0 when is_ended then rest - too_much else part_rules end,
    since, private.day_of(since) + private.organiser_refund_days()
  from (
    select ended.is_ended, ended.is_ended and terms.is_full as is_full,
      coalesce(registration.payment_id = payment.id or payment.difference = 'counted', false) as is_counted,
      greatest(coalesce(payment.received_cents, payment.amount_cents) - returned.cents, 0)::integer as rest,
      greatest(coalesce(payment.received_cents, payment.amount_cents) - payment.amount_cents - returned.cents,
        0)::integer as too_much,
      case when part.cents > 0 then part.cents - private.due_by_rules(payment) else 0 end as part_law,
      case when part.cents > 0 then private.due_by_rules(payment) else 0 end as part_rules,
      coalesce(registration.cancelled_at, case when ended.is_ended then registration.updated_at end, part.since,
        payment.paid_at, payment.updated_at) as since
    from public.event_registrations as registration
    cross join lateral private.terms_of_payment(payment, registration) as terms
    cross join lateral (
      select registration.status = any (private.ended_registration_statuses()) as is_ended
    ) as ended
    cross join lateral (
      -- A refund of a card is what Stripe reports.
      select coalesce(sum(one.amount_cents), 0) + case payment.method when 'card' then payment.refunded_cents else 0 end
        as cents
      from public.event_refunds as one where one.payment_id = payment.id
    ) as returned
    cross join lateral (
      select coalesce(max(private.due_of_payment(payment)), 0) as cents, max(person.cancelled_at) as since
      from public.event_registrations as person
      where person.order_id = registration.order_id and person.order_position > 1 and person.status = 'cancelled'
        and payment.owed_law_cents + payment.owed_rules_cents > 0
    ) as part
    where registration.id = payment.subject_id
  ) as owed
$$;

create or replace function private.event_money(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'payments');
  return (
    with own as (
      select paid, registration, recipient.name as recipient, owed.law_cents, owed.rules_cents, owed.since, owed.due_on,
        -- Money of it would go back, or needs a place that is still free.
        registration.status = any (private.ended_registration_statuses())
          or registration.payment_id is not null and paid.difference is null as is_late
      from public.event_registrations as registration
      join public.payments as paid on paid.subject_type = 'registration' and paid.subject_id = registration.id
      join public.event_recipients as recipient on recipient.id = paid.recipient_id
      left join lateral private.refund_of_payment(paid) as owed
        on paid.paid_at is not null or paid.received_cents is not null
      where registration.event_id = event_money.event
    ), entry as (
      select (own.paid).id, (own.paid).status, (own.paid).created_at, own.is_late, jsonb_build_object(
        'id', (own.paid).id, 'registration_id', (own.registration).id, 'code', (own.registration).code,
        'name', (own.registration).full_name, 'registration_status', (own.registration).status,
        'status', (own.paid).status, 'method', (own.paid).method, 'txid', (own.paid).pix_txid,
        'amount_cents', (own.paid).amount_cents, 'received_cents', (own.paid).received_cents,
        'received_on', (own.paid).received_on, 'refunded_cents', (own.paid).refunded_cents,
        'has_receipt', (own.paid).receipt_path is not null, 'recipient', own.recipient, 'is_late', own.is_late,
        'created_at', (own.paid).created_at, 'paid_at', (own.paid).paid_at,
        'by', (select username from public.profiles where profiles.id = (own.paid).confirmed_by),
        'undo_until', case when (own.paid).received_cents is not null and (own.paid).status <> 'refunded'
          then coalesce((own.paid).paid_at, (own.paid).updated_at) + make_interval(hours => private.pix_undo_hours())
          end,
        'law_cents', own.law_cents, 'rules_cents', own.rules_cents, 'owed_since', own.since, 'due_on', own.due_on,
        'people_left', case when (own.paid).owed_law_cents + (own.paid).owed_rules_cents > 0 then array(
          select person.full_name from public.event_registrations as person
          where person.order_id = (own.registration).order_id and person.order_position > 1
            and person.cancelled_at >= (own.paid).paid_at order by person.cancelled_at
        ) else '{}' end,
        'refunds', (
          select coalesce(jsonb_agg(jsonb_build_object('id', one.id, 'amount_cents', one.amount_cents,
            'on_day', one.on_day) order by one.created_at), '[]')
          from public.event_refunds as one where one.payment_id = (own.paid).id
        )
      ) as facts,
      (own.paid).needs_refund
        or coalesce((own.paid).received_cents, 0) > (own.paid).amount_cents and own.law_cents > 0
        or (own.paid).paid_at is null and (own.paid).received_cents is not null
          and (own.registration).status = any (private.ended_registration_statuses()) as is_owed
      from own
    )
    select jsonb_build_object(
      'waiting', (
        select coalesce(jsonb_agg(facts order by status = 'review' desc, is_late, created_at, id), '[]')
        from (select * from entry where status in ('pending', 'review') and facts ->> 'method' = 'pix'
          order by status = 'review' desc, is_late, created_at, id limit 500) as listed
      ),
      'owed', (
        select coalesce(jsonb_agg(facts order by facts ->> 'owed_since', id), '[]')
        from entry where is_owed and status <> 'refunded'
      ),
      'recent', (
        select coalesce(jsonb_agg(facts order by facts ->> 'paid_at' desc, id), '[]')
        from (select * from entry where status in ('paid', 'refunded') order by facts ->> 'paid_at' desc, id limit 100)
          as listed
      )
    )
  );
end $$;

create or replace function private.event_payout_sums(event uuid)
  returns table (collected_cents bigint, refunded_cents bigint, owed_back_cents bigint, pending_cents bigint,
    paid_out_cents bigint, left_cents bigint)
language sql stable security definer set search_path = '' as $$
  with own as (
    select paid.id, paid.subject_id, paid.amount_cents, paid.status, paid.paid_at, paid.expires_at,
      paid.amount_cents - paid.refunded_cents - paid.disputed_cents as kept_cents,
      case when paid.needs_refund then private.due_of_payment(paid) else paid.refund_failed_cents end as back_cents
    from public.event_registrations as registration
    join public.payments as paid on paid.subject_type = 'registration' and paid.subject_id = registration.id
    where registration.event_id = event_payout_sums.event and paid.recipient_id is null
  ), sums as (
    select
      (
        select coalesce(sum(entry.amount_cents), 0)::bigint from public.payment_entries as entry
        where entry.payment_id in (select id from own) and entry.kind = 'payment'
      ) as collected,
      (
        select coalesce(-sum(entry.amount_cents), 0)::bigint from public.payment_entries as entry
        where entry.payment_id in (select id from own) and entry.kind <> 'payment'
      ) as refunded,
      (
        select coalesce(sum(greatest(least(back_cents, kept_cents), 0)), 0)::bigint from own where paid_at is not null
      ) as owed_back,
      (
        -- A registration may have several open attempts, of which one is paid.
        select coalesce(sum(attempt.cents), 0)::bigint
        from (
          select max(amount_cents) as cents from own
          where paid_at is null and status not in ('expired', 'failed') and (status <> 'pending' or expires_at > now())
          group by subject_id
        ) as attempt
      ) as pending,
      (
        select coalesce(sum(payout.amount_cents), 0)::bigint from public.event_payouts as payout
        where payout.event_id = event_payout_sums.event and payout.cancelled_at is null
      ) as paid_out
  )
  select collected, refunded, owed_back, pending, paid_out, collected - refunded - owed_back - paid_out from sums
$$;

create or replace function private.event_fee_terms(event uuid)
  returns table (registrations integer, base_cents bigint, percent_bp integer, fixed_cents integer, amount_cents bigint)
language sql stable security definer set search_path = '' as $$
  select base.registrations, base.cents, fee.percent_bp, fee.fixed_cents,
    (round(base.cents * fee.percent_bp / 10000.0) + base.registrations * fee.fixed_cents::bigint)::bigint
  from private.event_fee() as fee
  cross join (
    select count(distinct registration.id)::integer as registrations, coalesce(sum(kept.cents), 0)::bigint as cents
    from public.event_registrations as registration
    join public.payments as paid on paid.subject_type = 'registration' and paid.subject_id = registration.id
    cross join lateral (
      select paid.amount_cents - paid.refunded_cents - paid.disputed_cents
        - case when paid.needs_refund then private.due_of_payment(paid) else 0 end as cents
    ) as kept
    where registration.event_id = event_fee_terms.event and paid.status = 'paid' and kept.cents > 0
  ) as base
$$;

create trigger payments_note_registration after update of status, refunded_cents, needs_refund, owed_law_cents,
  owed_rules_cents on public.payments
  for each row when (new.subject_type = 'registration') execute function private.note_registration_payment();

comment on function private.is_cancelled_by_holder is
  'Whether the person or the buyer of the order cancelled the registration, not the organiser or the team.';

comment on function private.refund_terms is
  'What comes back when the person cancels now, or came back when the registration ended: full_cents by law until '
  'full_until, or because the organiser ended it; rules_cents as the rules of the event say. part_rules_cents: what '
  'the portal still has of people who left the order, about which the rules decide.';

comment on function private.change_order_price is
  'Changes the price of an order because one person of it changed or left; of a paid order only what is not paid yet.';

comment on function private.is_payment_checked is
  'Whether a payment of the order of a person has arrived and is not confirmed yet: until then nobody leaves alone.';

comment on function private.leave_refusal is
  'Why a person does not leave an order alone: children_alone (the only adult), buyer_stays (the buyer cancels the '
  'whole order), payment_checking, order_too_small; null when the person may.';

comment on function private.leaving_parts is
  'What comes back of each payment of an order when a person leaves it: the price of that person after its discount, '
  'without add-ons, which belong to the order; in all, never more than was paid. Not positive: nothing of that payment.';

comment on function private.leaving_terms is
  'What the page says before a person leaves an order: refusal, by how much the unpaid price falls (less_cents), what '
  'comes back by law or by the organiser (full_cents), and what the rules of the event decide about (rules_cents).';

comment on function private.return_share is
  'Marks the part of a person who left a paid order for a refund; the order stays confirmed. The order is locked.';

comment on function private.leave_alone is
  'After a person left an order whose buyer stays: the price falls or the part of that person goes back, and the '
  'history of the buyer and a mail say so.';

comment on function private.move_order is
  'After a change of the buyer the people of the order who had the same status follow; after a person left, the order '
  'costs less or the part of that person goes back.';

comment on function private.leave_order is
  'The buyer takes one person out of an order before the event and before that person entered; of two requests the '
  'second finds nobody.';

comment on function public.leave_order is
  'The buyer of an order, by the mailed link or as the account that registered, takes one person out of it: saved, gone, '
  'or refused with children_alone, buyer_stays, payment_checking or order_too_small.';

comment on function private.decide_registration is
  'approve, wait, promote, reject or cancel. Answers an outcome with the new status, refused with no_places, '
  'payment_unavailable, reason_missing, registration_decided, registration_entered or payment_checking.';

comment on column public.payments.owed_law_cents is
  'What goes back of a payment that still counts, because people left the paid order in the time of the law or by the '
  'organiser, with what already went back; 0 again when the order ends.';

comment on column public.payments.owed_rules_cents is
  'The same of people who left later, about which the rules of the event decide.';

comment on function private.due_of_payment is
  'What a refund of a payment returns: the parts of people who left a paid order, else all that is left.';

comment on function private.due_by_rules is
  'The part of private.due_of_payment about which the rules of the event decide.';

comment on function public.mark_refunded is
  'Books that what is due of a payment that was not made by card, such as Pix, went back to the payer, and '
  'answers an outcome, refused with not_refundable; a card is refunded at the provider, whose event does this; raises '
  'invalid without a reason, and 42501 without the permission financials.';

comment on function public.request_refund is
  'Checks the refund of a card payment and answers an outcome with {payment_intent, refunded_cents, cents} for the '
  'request to the provider: what is due (private.due_of_payment), or the given cents; refused with not_refundable; raises '
  'invalid without a reason, and 42501 without the permission financials.';

comment on function private.end_refund is
  'Ends what is owed of a payment by the rules of the event. The caller checks that the law gives nothing more back.';

comment on function private.refund_of_payment is
  'What an organiser must return of a payment by law (withdrawal in time, also of one person of an order, ended by the '
  'organiser, paid twice or too much), what its own rules decide about, since when, and the day until which the portal expects it.';

comment on function public.undo_event_pix is
  'A treasurer undoes a confirmation within a day, with a reason: the registration waits for its payment again. '
  'Answers saved, gone, or refused with refunded, too_late, registration_entered or person_left.';

grant execute on function private.due_by_rules to public;

grant execute on function private.due_of_payment to public;

grant execute on function private.is_payment_checked to public;

grant execute on function private.leave_order to public;

grant execute on function private.leave_refusal to public;

grant execute on function public.leave_order to anon;

grant execute on function public.leave_order to authenticated;

grant execute on function public.leave_order to service_role;

reset check_function_bodies;

revoke execute on function private.end_refund from public;
revoke execute on function private.leave_alone from public;
revoke execute on function private.leaving_parts from public;
revoke execute on function private.leaving_terms from public;
revoke execute on function private.return_share from public;
