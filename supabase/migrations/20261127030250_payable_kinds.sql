-- A paid kind of registration is open only while the portal can be paid.

create function private.event_payment_is_possible() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.payment_settings
    where value -> 'enabled' = 'true' and case key
      when 'pix_config' then coalesce(value ->> 'pix_key', '') <> '' and coalesce(value ->> 'recipient_name', '') <> ''
      else coalesce(value ->> 'publishable_key', '') <> ''
    end
  )
$$;
comment on function private.event_payment_is_possible() is
  'Whether Pix or cards are on in the payment settings. The secret key of cards is in the environment, where SQL does not see it.';

create function private.is_paid_event(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_registration_types as type
    where type.event_id = is_paid_event.event and (type.price_cents > 0 or type.chooses_stand and exists (
      select from public.event_stands where event_stands.event_id = type.event_id and event_stands.price_cents > 0
    ))
  )
$$;
comment on function private.is_paid_event(uuid) is 'Whether an event has a kind of registration or a stand that costs something.';

create function private.event_payee() returns text
language sql stable security definer set search_path = '' as $$
  select value ->> 'recipient_name' from public.payment_settings
  where key = 'pix_config' and coalesce(value ->> 'recipient_name', '') <> ''
$$;
comment on function private.event_payee() is 'Who receives the money of registrations: the recipient of the Pix key of the portal.';

create or replace function private.event_gaps(event public.events) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when event.starts_at <= now() then 'date' end,
    case when char_length(btrim(event.description)) < 30 then 'description' end,
    case when event.lat is null then 'position' end,
    case when event.organizer_phone is null and event.organizer_email is null then 'contact' end,
    case when private.is_paid_event(event.id) and not private.event_payment_is_possible() then 'payment' end
  ], null)
$$;
comment on function private.event_gaps(public.events) is
  'What an event needs before it is submitted: date, description, position, contact, payment (a price while the portal cannot be paid).';

-- Requests of the API only: a migration or the seed may add a paid kind before the settings.
create function private.is_api_request() returns boolean
language sql stable set search_path = '' as $$
  select current_setting('role', true) in ('anon', 'authenticated', 'service_role')
$$;
comment on function private.is_api_request() is 'Whether a function runs for a request of the API, also when it runs with the rights of its owner.';

create function private.refuse_unpayable_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and not private.event_payment_is_possible()
    and exists (select from public.events where id = new.event_id and status in ('published', 'postponed'))
  then
    perform private.refuse_request('price_cents');
  end if;
  return new;
end $$;
comment on function private.refuse_unpayable_kind() is 'Trigger function: a public event gets no paid kind while the portal cannot be paid.';
create trigger event_registration_types_payable before insert on public.event_registration_types
  for each row when (new.price_cents > 0) execute function private.refuse_unpayable_kind();
create trigger event_registration_types_still_payable before update of price_cents on public.event_registration_types
  for each row when (old.price_cents = 0 and new.price_cents > 0) execute function private.refuse_unpayable_kind();

create function private.refuse_unpayable_registration() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and not private.event_payment_is_possible() then
    raise exception 'payment_unavailable';
  end if;
  return new;
end $$;
comment on function private.refuse_unpayable_registration() is
  'Trigger function: a form takes no place that cannot be paid. At the gate and in the panel the team takes the money itself.';
create trigger event_registrations_payable before insert on public.event_registrations
  for each row when (new.source = 'form' and new.price_cents > 0) execute function private.refuse_unpayable_registration();
create trigger event_registrations_still_payable before update of status on public.event_registrations
  for each row when (old.status = 'unconfirmed' and new.status = 'awaiting_payment') execute function private.refuse_unpayable_registration();

create or replace function private.apply_event_decision(item uuid, decision text, reason text, seen text, actor uuid) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  event public.events;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  select * into event from public.events where id = item and deleted_at is null for no key update;
  if event.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := '{
    "pending": {"approve": "published", "reject": "rejected", "adjust": "draft"},
    "published": {"reopen": "pending"}, "rejected": {"reopen": "pending"}
  }'::jsonb -> event.status ->> decision;
  if next_status is null or (seen is not null and seen <> event.status) then
    return private.decided_already(event.status, event.decided_by, event.decided_at);
  elsif decision = 'reopen' and exists (select from public.event_registrations where event_id = item and status in ('confirmed', 'awaiting_payment', 'pending', 'waitlisted', 'offered')) then
    return jsonb_build_object('outcome', 'has_registrations');
  elsif decision = 'approve' and 'payment' = any (private.event_gaps(event)) then
    return jsonb_build_object('outcome', 'unpayable');
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, event.title), 300), true);
  if decision = 'approve' then
    perform private.publish_event(item);
  end if;
  update public.events set
    status = next_status, status_note = case when decision = 'reopen' then null else given end,
    decided_by = case when decision = 'reopen' then null else actor end, decided_at = case when decision = 'reopen' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status, 'table', 'events', 'id', item);
end $$;
comment on function private.apply_event_decision(uuid, text, text, text, uuid) is
  'approve publishes, or answers unpayable while its prices cannot be paid; reject and adjust need a reason, reopen takes an event without registrations back to the queue.';

create or replace function private.decide_approval(token text, decision text, reason text, decided_name text, ip_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link public.approval_tokens := private.find_approval(token);
  given text := private.check_reason(decision, reason);
  name text := nullif(btrim(decided_name), '');
  state text;
  answer jsonb;
begin
  if link.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif decision not in ('approve', 'adjust', 'reject') or name is null or char_length(name) > 120 then
    raise exception 'invalid_decision' using detail = case when name is null or char_length(name) > 120 then 'name' else 'decision' end;
  end if;
  -- A second click waits here and then finds the link used.
  select * into link from public.approval_tokens where id = link.id for update;
  state := private.approval_state(link);
  if state <> 'open' then
    return jsonb_build_object('outcome', state);
  end if;
  answer := case link.subject_kind
    when 'event' then private.apply_event_decision(link.subject_id, decision, given, null, link.created_by)
    when 'voucher' then private.apply_voucher_decision(link.subject_id, decision, given, null, link.created_by)
    else private.apply_service_request(link.subject_id, decision, given, null, link.created_by)
  end;
  if answer ->> 'outcome' <> 'decided' then
    return jsonb_build_object('outcome', case answer ->> 'outcome' when 'unpayable' then 'unpayable' else 'closed' end);
  end if;
  update public.approval_tokens set used_at = now(), decision = decide_approval.decision, reason = given, decided_name = name, ip_hash = left(decide_approval.ip_hash, 64)
  where id = link.id;
  return jsonb_build_object('outcome', 'decided', 'decision', decision, 'kind', link.subject_kind);
end $$;

-- A person who decides about an event reads its kinds, prices and who receives the money.

create function private.event_offer(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', type.name, 'priceCents', type.price_cents, 'capacity', type.capacity, 'opensAt', type.opens_at, 'closesAt', type.closes_at,
        'requiresApproval', type.requires_approval, 'hasWaitingList', type.has_waiting_list
      ) order by type.position, type.id), '[]')
      from public.event_registration_types as type where type.event_id = event.id
    ),
    'capacity', event.capacity,
    'isPaid', private.is_paid_event(event.id),
    'payee', private.event_payee(),
    'isPayable', private.event_payment_is_possible()
  )
$$;
comment on function private.event_offer(public.events) is
  'Kinds of registration with price, places and dates, the limit of the event, and who receives the money, for the people who decide about it.';

create function private.event_offers(events uuid[]) returns table (event_id uuid, offer jsonb)
language sql stable security definer set search_path = '' as $$
  select known.id, private.event_offer(known) from public.events as known
  where known.id = any (event_offers.events) and private.is_staff() and private.has_permission('events')
$$;
comment on function private.event_offers(uuid[]) is 'private.event_offer of events, for event managers; none for other callers.';
create function public.event_offers(events uuid[]) returns table (event_id uuid, offer jsonb)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.event_offers(events);
end;
comment on function public.event_offers(uuid[]) is 'What events sell and who receives the money, for event managers.';
revoke execute on function public.event_offers(uuid[]) from public, anon;
grant execute on function public.event_offers(uuid[]) to authenticated, service_role;

create or replace function private.read_approval(token text) returns table (
  state text, expires_at timestamptz, asked_by text, decision text, decided_name text, used_at timestamptz, protocol text, kind text, place jsonb
)
language sql stable security definer set search_path = '' as $$
  select
    private.approval_state(link), link.expires_at, profiles.username, link.decision, link.decided_name, link.used_at, coalesce(request.protocol, ''),
    case when event.id is not null then 'event' when voucher.id is not null then 'voucher' when request.payload ->> 'subject' = 'club' then 'club' else request.kind end,
    case when event.id is not null then jsonb_strip_nulls(jsonb_build_object(
      'name', event.title, 'state', event.state_abbr, 'city', event.town, 'address', concat_ws(', ', event.venue, event.address),
      'organizer', event.organizer_name, 'phone', event.organizer_phone, 'website', event.website, 'instagram', event.instagram,
      'startsAt', event.starts_at, 'endsAt', event.ends_at, 'timeZone', event.time_zone, 'description', event.description, 'rules', nullif(event.rules, ''),
      'offer', private.event_offer(event)
    )) when voucher.id is not null then jsonb_strip_nulls(jsonb_build_object(
      'name', voucher.title, 'organizer', offering.name, 'state', offering.state_abbr, 'address', offering.address, 'rules', nullif(voucher.rules, ''),
      'benefitType', voucher.benefit_type, 'benefitValue', voucher.benefit_value, 'validFrom', voucher.valid_from, 'validUntil', voucher.valid_until,
      'totalLimit', voucher.total_limit, 'perPersonLimit', voucher.per_person_limit, 'weekdays', to_jsonb(voucher.weekdays),
      'acceptedFrom', voucher.starts_at, 'acceptedUntil', voucher.ends_at, 'imageUrl', voucher.image_url
    )) else jsonb_strip_nulls(jsonb_build_object(
      'name', coalesce(request.payload ->> 'name', service.name), 'state', request.state_abbr, 'city', request.payload ->> 'city',
      'address', request.payload ->> 'address', 'phone', request.payload ->> 'phone', 'website', request.payload ->> 'website',
      'instagram', request.payload ->> 'instagram', 'hours', request.payload ->> 'opening_hours',
      'description', request.payload ->> 'description', 'message', request.payload ->> 'message',
      'runsPlace', case when request.payload -> 'runs_place' = 'true' then true end
    )) end
  from private.find_approval(token) as link
  left join public.service_requests as request on link.subject_kind = 'service_request' and request.id = link.subject_id
  left join public.services as service on service.id = request.service_id
  left join public.events as event on link.subject_kind = 'event' and event.id = link.subject_id
  left join public.vouchers as voucher on link.subject_kind = 'voucher' and voucher.id = link.subject_id
  left join public.services as offering on offering.id = voucher.service_id
  left join public.profiles on profiles.id = link.created_by
  where link.id is not null and (request.id is not null or event.id is not null or voucher.id is not null)
$$;
