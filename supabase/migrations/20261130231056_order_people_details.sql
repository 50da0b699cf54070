set check_function_bodies = off;

create or replace function private.mail_registration_status(registration public.event_registrations) returns void
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

create or replace function private.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
  address text;
  idempotency_key uuid;
begin
  perform private.check_order_payload(payload);
  idempotency_key := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  select * into kind from public.event_registration_types where id = private.uuid_field(payload, 'type', true);
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or exists (select from public.event_registrations
    where request_id = idempotency_key) then
    return private.gone();
  end if;
  -- A new row has a new link, so the link that was sent before shows nothing any more.
  delete from public.registration_drafts as earlier where earlier.request_id = idempotency_key;
  insert into public.registration_drafts (id, request_id, type_id, email, draft, locale, token_hash) values (
    draft_id, idempotency_key, kind.id, address, coalesce(payload -> 'draft', '{}'),
    coalesce(private.choice_field(payload, 'locale', private.locales(), false), 'pt-BR'),
      store_registration_draft.token_hash
  );
  perform private.enqueue_mail(address, 'registration_draft', private.mail_event_facts(event) || jsonb_build_object(
    'draft', draft_id,
    'path', '/inscricao-' || replace(kind.kind, '_', '-') || '?evento=' || event.slug || '&tipo=' || kind.id
  ), payload ->> 'locale');
  return private.saved();
end $$;

create or replace function private.refuse_person(number integer, reason text, field text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse(reason, case
    -- Fields that the form has only once, for the buyer.
    when number = 1 or field = any (array['', 'phone', 'email', 'town', 'state_abbr', 'club', 'consent', 'locale'])
      then field
    else format('people.%s.%s', number - 2, field)
  end);
end $$;

create or replace function private.check_order_payload(payload jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 40000 then
    perform private.refuse('invalid', 'payload');
  end if;
end $$;

create or replace function private.order_lines(payload jsonb, settings public.event_order_settings, code public.event_codes)
  returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person jsonb;
  kind public.event_registration_types;
  line jsonb;
  lines jsonb := '[]';
  cents_left integer := coalesce(code.cents, 0);
  field text;
begin
  for person in select one from private.order_people(payload) as one loop
    begin
      select * into kind from public.event_registration_types as known
      where known.id = private.uuid_field(person, 'type', true) and known.event_id = settings.event_id;
      if kind.id is null then
        perform private.refuse('invalid', 'type');
      end if;
      line := private.line_price(kind, 1 + cardinality(private.texts_field(person, 'companions', kind.max_companions)),
        case when kind.chooses_stand then private.uuid_field(person, 'stand') end,
        private.half_price_of(person, kind, settings), code, cents_left);
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse_person((person ->> 'order_position')::integer, sqlerrm, field);
    end;
    cents_left := cents_left - (line ->> 'spent_cents')::integer;
    lines := lines || jsonb_build_array(line);
  end loop;
  return lines;
end $$;

create or replace function private.quote_order(payload jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_order_payload(payload);
  if not exists (
    select from public.event_registration_types as kind join public.events on events.id = kind.event_id
    where kind.id = private.uuid_field(payload, 'type', true) and private.is_public_event(events)
  ) then
    perform private.refuse('event_missing');
  end if;
  return private.saved(private.order_price(payload) - array['code_id']);
end $$;

create or replace function private.store_registration(payload jsonb, origin text) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Locks all kinds of the event: codes, add-ons, half prices and quotas are counted under this lock too.
  kind public.event_registration_types := private.lock_kinds(private.uuid_field(payload, 'type', true));
  people jsonb[] := array(select one from private.order_people(payload) as one);
  code public.event_codes := private.order_code(kind.event_id, private.text_field(payload, 'code', 30));
  person jsonb;
  needs_approval boolean := false;
  price jsonb;
  address text := lower(private.email_field(payload, 'email', true));
  first_status text;
  part_of uuid;
  stored public.event_registrations;
  buyer public.event_registrations;
  field text;
begin
  foreach person in array people loop
    begin
      if private.check_person(person, code) then
        needs_approval := true;
      end if;
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse_person((person ->> 'order_position')::integer, sqlerrm, field);
    end;
  end loop;
  -- Two people of one order would both get the stand until their address is confirmed.
  if exists (select from unnest(people) as one where one ->> 'stand' is not null group by one ->> 'stand'
    having count(*) > 1) then
    perform private.refuse('stand_taken');
  end if;
  price := private.order_price(payload) || jsonb_build_object('digest', private.request_digest(payload));
  first_status := private.order_status(people, needs_approval, price);
  if private.confirmed_address() is null then
    perform private.check_confirm_mails(address);
    first_status := 'unconfirmed';
  else
    perform private.check_account_forms(kind.event_id);
    if (price ->> 'total_cents')::integer > 0 and not (needs_approval or first_status = 'waitlisted') then
      perform private.check_single_hold(kind.event_id, address, (select private.account_id()));
    end if;
  end if;
  part_of := private.insert_order(payload, kind.event_id, price);
  foreach person in array people loop
    begin
      stored := private.insert_registration(person, origin, part_of, first_status, price);
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse_person((person ->> 'order_position')::integer, sqlerrm, field);
    end;
    if stored.order_position = 1 then
      buyer := stored;
    end if;
  end loop;
  return buyer;
end $$;

create or replace function private.file_registration(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  idempotency_key uuid;
  address text;
begin
  perform private.check_order_payload(payload);
  idempotency_key := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  -- The same form sent twice at the same time is stored once, and the mails of an address are counted one after the
  -- other.
  perform pg_advisory_xact_lock(hashtextextended('file_registration' || idempotency_key, 0));
  perform pg_advisory_xact_lock(hashtextextended('registration_address' || address, 0));
  select * into existing from public.event_registrations where request_id = idempotency_key;
  -- Another person in a copy of a form that was sent, in a second tab: answering the first registration would hide that
  -- nothing was stored.
  if existing.id is not null and (lower(existing.email), existing.full_name)
    is distinct from (address, private.text_field(payload, 'full_name', 120, true)) then
    perform private.refuse('form_sent');
  elsif existing.id is null then
    existing := private.store_registration(payload, 'form');
    perform private.mail_registration_status(existing);
  end if;
  return private.saved(jsonb_build_object(
    'id', existing.id, 'event', existing.event_id, 'code', existing.code, 'status', existing.status,
    'is_changed', coalesce(existing.request_digest <> private.request_digest(payload), false)
  ));
end $$;

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

comment on function private.refuse_person is
  'Raises the refusal of one person of an order again, with a field that begins with the place of that person among '
  'the others: people.0.vehicles for the second one.';

comment on function private.check_order_payload is
  'Refuses with invalid unless the payload is a JSON object of at most 40 kB, which several people with cars and '
  'answers need.';

grant execute on function private.check_order_payload to public;

grant execute on function private.refuse_person to public;

reset check_function_bodies;
