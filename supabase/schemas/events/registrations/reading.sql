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
comment on function private.read_registration is
  'What the page of a registration shows; null for a token that does not exist or has ended.';

create function private.reported_refunds(payment uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('amount_cents', one.amount_cents, 'on_day', one.on_day)
    order by one.created_at), '[]')
  from public.event_refunds as one where one.payment_id = payment
$$;
comment on function private.reported_refunds is 'What the organiser said that it returned of a payment.';

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
    'id', registration.id, 'event_id', event.id, 'code', registration.code, 'status', registration.status,
      'badge_version', registration.badge_version, 'full_name', registration.full_name,
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
      and (registration.user_id = (select private.account_id()) or (select private.checks_in())
        or registration.event_id in (select private.events_with_right('gate')))
$$;
comment on function private.read_badge is
  'What a badge shows, by the token of a link or, for its owner and for people at the gate, by the id.';

create function private.registration_extras(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'missing_documents', private.missing_files(registration), 'messages_refused', registration.messages_refused_at
      is not null,
    'difference_cents', case when registration.status = 'confirmed' then registration.difference_cents else 0 end,
    'has_entered', private.has_entered(registration.id), 'can_manage', private.held_registration(token) is not null,
    'collecting', private.collecting_of(event.id),
    'refund', private.refund_terms(registration), 'event_rules', event.rules,
    'can_cancel', private.may_leave_order(registration) and event.starts_at > now(),
    'invoice', case when private.held_registration(token) is not null then private.invoice_of(registration.id) end
  )
  from public.event_registrations as registration join public.events as event on event.id = registration.event_id
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;
comment on function private.registration_extras is
  'Required documents that are missing, whether the person ended the messages of the organiser, what is owed after '
  'the team added people, whether somebody entered, whether the caller may cancel and what then comes back, and, for '
  'who may cancel, the data of the invoice.';

create function public.read_registration(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration(token) || private.registration_extras(token)
  || jsonb_build_object('order', private.order_of_link(token));
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
