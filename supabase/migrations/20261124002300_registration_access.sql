-- What a person does with a registration behind a secret link: read, pay, send documents, edit, transfer, cancel.

create function private.is_editable(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status in ('pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed')
    and now() < least(coalesce(kind.edit_until, kind.closes_at, event.starts_at), event.starts_at)
  from public.event_registration_types as kind join public.events as event on event.id = kind.event_id where kind.id = registration.type_id
$$;
comment on function private.is_editable(public.event_registrations) is 'Whether the person may still change the data of a registration.';

create function private.read_registration(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'code', registration.code, 'access', link.kind, 'status', registration.status, 'status_note', registration.status_note,
    'held_until', registration.held_until, 'price_cents', registration.price_cents, 'full_name', registration.full_name,
    'masked_email', regexp_replace(registration.email, '^(.).*(@.*)$', '\1***\2'), 'phone', registration.phone, 'town', registration.town,
    'state_abbr', registration.state_abbr, 'club', registration.club, 'company', registration.company, 'companions', registration.companions,
    'answers', registration.answers, 'fields', coalesce(form.schema, '[]'), 'shows_vehicle', registration.shows_vehicle, 'created_at', registration.created_at,
    'kind', kind.kind, 'kind_name', kind.name, 'kind_translations', kind.translations, 'required_documents', kind.required_documents, 'max_vehicles', kind.max_vehicles,
    'stand', (select label from public.event_stands where event_stands.id = registration.stand_id),
    'can_edit', private.is_editable(registration), 'edit_until', coalesce(kind.edit_until, kind.closes_at, event.starts_at),
    'waiting_position', case when registration.status = 'waitlisted' then (
      select count(*) from public.event_registrations as other
      where other.type_id = kind.id and other.status = 'waitlisted' and (other.waiting_since, other.created_at, other.id) <= (registration.waiting_since, registration.created_at, registration.id)
    ) end,
    'event', jsonb_build_object(
      'id', event.id, 'slug', event.slug, 'title', event.title, 'translations', event.translations, 'status', event.status, 'is_demo', event.is_demo, 'starts_at', event.starts_at,
      'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr, 'venue', event.venue, 'organizer_name', event.organizer_name,
      'organizer_phone', event.organizer_phone, 'organizer_email', event.organizer_email, 'solidarity_item', event.solidarity_item, 'lat', event.lat, 'lng', event.lng
    ),
    'vehicles', coalesce((
      select jsonb_agg(jsonb_build_object('make', vehicle.make, 'model', vehicle.model, 'year', vehicle.year, 'color', vehicle.color, 'plate', vehicle.plate,
        'has_collector_plate', vehicle.has_collector_plate, 'story', vehicle.story, 'class_name', vehicle.class_name) order by vehicle.position)
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    ), '[]'),
    'documents', coalesce((
      select jsonb_agg(jsonb_build_object('id', document.id, 'kind', document.kind, 'status', document.status, 'reason', document.reason, 'expires_on', document.expires_on) order by document.created_at)
      from public.registration_documents as document where document.registration_id = registration.id
    ), '[]'),
    'history', coalesce((
      select jsonb_agg(jsonb_build_object('status', entry.to_status, 'at', entry.created_at) order by entry.id)
      from public.registration_events as entry where entry.registration_id = registration.id
    ), '[]'),
    'refund_due_cents', (
      select coalesce(sum(amount_cents - refunded_cents), 0) from public.payments
      where subject_type = 'registration' and subject_id = registration.id and needs_refund and note is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents, 'pix_txid', payments.pix_txid,
        'checkout_url', payments.checkout_url, 'receipt_sent_at', payments.receipt_sent_at, 'note', case when payments.status = 'pending' then payments.note end,
        'expires_at', payments.expires_at, 'created_at', payments.created_at
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

comment on function private.read_registration(text) is 'What the page of a registration shows; null for a token that does not exist or has ended.';

create function public.read_registration(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration(token);
comment on function public.read_registration(text) is 'What the page behind a link of a registration shows; null for a token that does not exist.';
revoke execute on function public.read_registration(text) from public;
grant execute on function public.read_registration(text) to anon, authenticated, service_role;

create function private.find_registration(code text, contact text) returns uuid
language sql stable security definer set search_path = '' as $$
  select registration.id from public.event_registrations as registration
  where registration.code = upper(find_registration.code) and (
    lower(registration.email) = lower(btrim(contact))
    or char_length(regexp_replace(contact, '\D', '', 'g')) >= 10
      and right(regexp_replace(registration.phone, '\D', '', 'g'), 10) = right(regexp_replace(contact, '\D', '', 'g'), 10)
  )
$$;
comment on function private.find_registration(text, text) is 'The registration with this code whose e-mail or phone is the contact.';

create function public.find_registration(code text, contact text) returns uuid
language sql stable security invoker set search_path = ''
return private.find_registration(code, contact);
comment on function public.find_registration(text, text) is 'The registration with this code and contact. For the server alone.';
revoke execute on function public.find_registration(text, text) from public, anon, authenticated;
grant execute on function public.find_registration(text, text) to service_role;

create function private.badge_of(registration uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'event_id', event.id, 'status', registration.status, 'badge_version', registration.badge_version, 'full_name', registration.full_name,
    'kind', kind.kind, 'kind_name', kind.name, 'kind_translations', kind.translations, 'town', registration.town, 'state_abbr', registration.state_abbr,
    'club', registration.club, 'company', registration.company, 'places', registration.places,
    'stand', (select label from public.event_stands where event_stands.id = registration.stand_id),
    'vehicles', coalesce((
      select jsonb_agg(jsonb_build_object('id', vehicle.id, 'make', vehicle.make, 'model', vehicle.model, 'year', vehicle.year, 'story', vehicle.story, 'class_name', vehicle.class_name) order by vehicle.position)
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    ), '[]'),
    'event', jsonb_build_object('slug', event.slug, 'title', event.title, 'translations', event.translations, 'is_demo', event.is_demo, 'starts_at', event.starts_at,
      'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr, 'venue', event.venue, 'poster_path', event.poster_path,
      'has_votes', event.votes_open_at is not null)
  )
  from public.event_registrations as registration
  join public.event_registration_types as kind on kind.id = registration.type_id
  join public.events as event on event.id = registration.event_id
  where registration.id = badge_of.registration
$$;
comment on function private.badge_of(uuid) is 'What the badge of a registration shows.';

create function private.read_badge(key text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.badge_of(registration.id)
  from public.event_registrations as registration
  where registration.id = (private.live_registration_link(key, 'registration', 'badge', 'manage')).registration_id
    or registration.id::text = key
      and (registration.user_id = (select private.account_id()) or (select private.is_staff() and private.has_permission('event_checkin')))
$$;
comment on function private.read_badge(text) is 'What a badge shows, by the token of a link or, for the owner and for check-in operators, by the id.';

create function public.read_badge(key text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_badge(key);
comment on function public.read_badge(text) is 'What a badge shows, by the token of a link or, for its owner and for check-in operators, by the id of the registration; null otherwise.';
revoke execute on function public.read_badge(text) from public;
grant execute on function public.read_badge(text) to anon, authenticated, service_role;

create function private.edit_own_registration(token text, payload jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration', 'manage')).registration_id);
  kind public.event_registration_types;
  event public.events;
  form jsonb;
  names text[];
begin
  perform private.check_payload(payload);
  if known.id is null or not private.is_editable(known) then
    return false;
  end if;
  select * into kind from public.event_registration_types where id = known.type_id;
  select * into event from public.events where id = known.event_id;
  select schema into form from public.form_template_versions where id = known.form_version_id;
  names := private.texts_field(payload, 'companions', 20);
  -- The number of people is the number of places, which only a new registration changes.
  if cardinality(names) <> cardinality(known.companions) or exists (select from unnest(names) as name where name ~ '^\s*$') then
    perform private.refuse_request('companions');
  end if;
  update public.event_registrations set
    phone = private.phone_field(payload, 'phone', kind.kind <> 'publico'), town = private.text_field(payload, 'town', 120), state_abbr = private.state_field(payload, 'state_abbr'),
    club = private.text_field(payload, 'club', 160), companions = names, shows_vehicle = private.flag_field(payload, 'shows_vehicle'),
    answers = private.registration_answers(coalesce(form, '[]'), payload -> 'answers')
  where id = known.id;
  perform private.add_registration_vehicles(known.id, kind, event, payload -> 'vehicles');
  return true;
end $$;
comment on function private.edit_own_registration(text, jsonb) is
  'Changes phone, town, club, names of companions, vehicles and answers until the limit; false when the link or the limit is over.';

create function public.edit_own_registration(token text, payload jsonb) returns boolean
language sql volatile security invoker set search_path = ''
return private.edit_own_registration(token, payload);
comment on function public.edit_own_registration(text, jsonb) is 'Changes the data of a registration behind its link until the limit of its kind.';
revoke execute on function public.edit_own_registration(text, jsonb) from public;
grant execute on function public.edit_own_registration(text, jsonb) to anon, authenticated, service_role;

create function private.accept_offer(token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration', 'manage')).registration_id);
begin
  if known.status = 'offered' and known.price_cents = 0 and known.held_until > now() then
    return private.set_registration_status(known.id, 'confirmed');
  end if;
  return known.status;
end $$;
comment on function private.accept_offer(text) is 'Confirms a free place that was offered from the waiting list; answers the status. A place that costs something is accepted by paying.';

create function public.accept_offer(token text) returns text
language sql volatile security invoker set search_path = ''
return private.accept_offer(token);
comment on function public.accept_offer(text) is 'Accepts a free place offered from the waiting list; answers the status, null for an unknown token.';
revoke execute on function public.accept_offer(text) from public;
grant execute on function public.accept_offer(text) to anon, authenticated, service_role;

create function private.cancel_own_registration(token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  managed uuid := (private.live_registration_link(token, 'manage')).registration_id;
begin
  if managed is null or exists (
    select from public.event_registrations as registration join public.events on events.id = registration.event_id where registration.id = managed and events.starts_at <= now()
  ) then
    return null;
  end if;
  return private.cancel_registration(managed);
end $$;
comment on function private.cancel_own_registration(text) is 'Cancels before the event, only through a link that was mailed to the contact.';

create function public.cancel_own_registration(token text) returns text
language sql volatile security invoker set search_path = ''
return private.cancel_own_registration(token);
comment on function public.cancel_own_registration(text) is 'Cancels a registration through the link that was mailed to its contact; null for any other token.';
revoke execute on function public.cancel_own_registration(text) from public;
grant execute on function public.cancel_own_registration(text) to anon, authenticated, service_role;

create function private.transfer_registration(token text, payload jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'manage')).registration_id);
  moved public.event_registrations;
begin
  perform private.check_payload(payload);
  if known.id is null or not private.is_editable(known) then
    return false;
  end if;
  perform private.mail_registration(known, 'registration_left', 'registration', jsonb_build_object('link_kind', null, 'link_subject', null));
  update public.event_registrations set
    full_name = private.text_field(payload, 'full_name', 120, true), email = lower(private.email_field(payload, 'email', true)), phone = private.phone_field(payload, 'phone', true),
    user_id = null, document = null, badge_version = badge_version + 1
  where id = known.id returning * into moved;
  -- Links and badges of the earlier person end.
  update public.registration_links set revoked_at = now() where registration_id = known.id and revoked_at is null;
  perform private.mail_registration(moved, 'registration_transferred', case when moved.status = 'confirmed' then 'badge' else 'registration' end);
  return true;
end $$;
comment on function private.transfer_registration(text, jsonb) is
  'Gives a registration to another person, only through a link that was mailed to the contact. Earlier links and badges end; both people get a mail.';

create function public.transfer_registration(token text, payload jsonb) returns boolean
language sql volatile security invoker set search_path = ''
return private.transfer_registration(token, payload);
comment on function public.transfer_registration(text, jsonb) is 'Gives a registration to another person: {full_name, email, phone}. Only through the mailed link.';
revoke execute on function public.transfer_registration(text, jsonb) from public;
grant execute on function public.transfer_registration(text, jsonb) to anon, authenticated, service_role;

create function private.mail_manage_link(token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
begin
  if known is null then
    return false;
  end if;
  perform private.issue_registration_link(known, 'manage');
  return true;
end $$;
comment on function private.mail_manage_link(text) is 'Mails the link that transfers and cancels to the contact of the registration.';

create function public.mail_manage_link(token text) returns boolean
language sql volatile security invoker set search_path = ''
return private.mail_manage_link(token);
comment on function public.mail_manage_link(text) is 'Mails the link that transfers and cancels to the registered contact. For the server alone, which limits the mails.';
revoke execute on function public.mail_manage_link(text) from public, anon, authenticated;
grant execute on function public.mail_manage_link(text) to service_role;

create function private.add_registration_document(token text, kind text, path text, expires date) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration', 'manage')).registration_id);
begin
  if known.id is null or known.status in ('rejected', 'cancelled', 'expired') or kind !~ '^[a-z][a-z0-9_]{1,59}$'
    or path !~ ('^' || known.id || '/[0-9a-f-]{36}\.(webp|pdf)$')
    or (select count(*) from public.registration_documents where registration_id = known.id) >= 20 then
    return false;
  end if;
  -- A new file replaces one that was not approved.
  delete from public.registration_documents as earlier where earlier.registration_id = known.id and earlier.kind = add_registration_document.kind and earlier.status <> 'ok';
  insert into public.registration_documents (registration_id, kind, path, expires_on) values (known.id, kind, path, expires);
  return true;
end $$;
comment on function private.add_registration_document(text, text, text, date) is 'A document that was stored for a registration; false when it is not expected.';

create function public.add_registration_document(token text, kind text, path text, expires date default null) returns boolean
language sql volatile security invoker set search_path = ''
return private.add_registration_document(token, kind, path, expires);
comment on function public.add_registration_document(text, text, text, date) is 'Registers a stored document of a registration. For the server alone.';
revoke execute on function public.add_registration_document(text, text, text, date) from public, anon, authenticated;
grant execute on function public.add_registration_document(text, text, text, date) to service_role;
