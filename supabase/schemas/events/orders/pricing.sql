-- What an order costs, and whether its code, its half prices and its add-ons are still there.

create function private.order_settings(event uuid) returns public.event_order_settings
language sql stable security definer set search_path = '' as $$
  select coalesce(stored, fallback)
  from jsonb_populate_record(null::public.event_order_settings, jsonb_build_object(
    'event_id', event, 'min_people', 1, 'max_people', private.max_order_people(), 'half_price', true,
    'half_price_share', private.half_price_least_share(), 'allows_children', false, 'child_prices', '{}'::jsonb
  )) as fallback
  left join public.event_order_settings as stored on stored.event_id = order_settings.event
$$;
comment on function private.order_settings is 'The rules of the orders of an event, or the defaults.';

create function private.active_orders_with_code(code uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.event_orders as known
  join public.event_registrations as buyer on buyer.order_id = known.id and buyer.order_position = 1
  where known.code_id = active_orders_with_code.code and buyer.status = any (private.active_registration_statuses())
$$;
comment on function private.active_orders_with_code is 'How often a code is used: by orders that have not ended.';

create function private.variant_left(variant uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select (stored.stock - (
    select coalesce(sum(item.amount), 0) from public.event_order_addons as item
    join public.event_registrations as buyer on buyer.order_id = item.order_id and buyer.order_position = 1
    where item.variant_id = stored.id and buyer.status = any (private.active_registration_statuses())
  ))::integer
  from public.event_addon_variants as stored where stored.id = variant
$$;
comment on function private.variant_left is
  'How many of a variant of an add-on can still be ordered; null without a limit. Orders that ended return theirs.';

create function private.ticket_total(event uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select least(
    (select capacity from public.events where id = event),
    (select case when bool_and(kind.capacity is not null) then sum(kind.capacity) end
     from public.event_registration_types as kind
     where kind.event_id = event and kind.kind = any (private.visitor_kinds())
       and private.costs(kind.price_cents, kind.price_steps))
  )::integer
$$;
comment on function private.ticket_total is
  'Paid tickets of an event: the places of its paid kinds for visitors within the limit of the event; null without a '
  'limit.';

create function private.half_prices_left(event uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select ceil(private.ticket_total(event) * (private.order_settings(event)).half_price_share / 100.0)::integer - (
    select count(*) from public.event_registrations as registration
    join public.half_price_categories as known on known.category = registration.half_price_category
    where registration.event_id = half_prices_left.event and known.counts_in_share
      and registration.status = any (private.active_registration_statuses())
  )::integer
$$;
comment on function private.half_prices_left is
  'Tickets for half that are left for the categories with a limit; null without a limit.';

create function private.order_code(event uuid, typed text) returns public.event_codes
language plpgsql stable security definer set search_path = '' as $$
declare
  found public.event_codes;
begin
  if typed is null then
    return null;
  end if;
  select * into found from public.event_codes as known
  where known.event_id = order_code.event and known.code = upper(btrim(typed))
    and coalesce(known.starts_at, '-infinity') <= now() and coalesce(known.ends_at, 'infinity') > now();
  if found.id is null then
    perform private.refuse('code_unknown');
  elsif private.active_orders_with_code(found.id) >= found.max_uses then
    perform private.refuse('code_used');
  end if;
  return found;
end $$;
comment on function private.order_code is
  'The code that a person typed; raises code_unknown, also before and after its dates, or code_used.';

-- What every person of an order has of its own; the contact, the town and the club are those of the buyer.
create function private.order_people(payload jsonb) returns setof jsonb
language plpgsql immutable set search_path = '' as $$
declare
  others jsonb := coalesce(nullif(payload -> 'people', 'null'), '[]');
  own_fields constant text[] := array[
    'type', 'full_name', 'document', 'company', 'companions', 'vehicles', 'form_version', 'answers', 'stand',
    'shows_vehicle', 'half_price'
  ];
  person jsonb;
  number integer := 1;
  typed_name text;
begin
  if jsonb_typeof(others) <> 'array' or jsonb_array_length(others) >= private.max_order_people()
    or exists (select from jsonb_array_elements(others) as one where jsonb_typeof(one) <> 'object') then
    perform private.refuse('invalid', 'people');
  end if;
  return next payload - array['people', 'addons', 'children', 'code'] || jsonb_build_object('order_position', 1);
  for person in select value from jsonb_array_elements(others) loop
    number := number + 1;
    typed_name := private.text_field(person, 'full_name', 120);
    return next payload - own_fields - array['people', 'addons', 'children', 'code', 'request_id']
      || (select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(person) as field
          where field.key = any (own_fields))
      || jsonb_build_object('order_position', number, 'full_name', coalesce(typed_name,
        left(private.text_field(payload, 'full_name', 120), 110) || ' +' || number - 1),
        'is_unnamed', typed_name is null);
  end loop;
end $$;
comment on function private.order_people is
  'The people of an order as payloads of their own, the buyer first. A person without a name has that of the buyer '
  'with a number.';

create function private.refuse_person(number integer, reason text, field text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse(reason, case
    -- Fields that the form has only once, for the buyer.
    when number = 1 or field = any (array['', 'phone', 'email', 'town', 'state_abbr', 'club', 'consent', 'locale'])
      then field
    else format('people.%s.%s', number - 2, field)
  end);
end $$;
comment on function private.refuse_person is
  'Raises the refusal of one person of an order again, with a field that begins with the place of that person among '
  'the others: people.0.vehicles for the second one.';

create function private.check_order_payload(payload jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if payload is null or jsonb_typeof(payload) <> 'object' or octet_length(payload::text) > 40000 then
    perform private.refuse('invalid', 'payload');
  end if;
end $$;
comment on function private.check_order_payload is
  'Refuses with invalid unless the payload is a JSON object of at most 40 kB, which several people with cars and '
  'answers need.';

create function private.order_children(payload jsonb, settings public.event_order_settings)
  returns table (age_band text, amount integer, unit_cents integer)
language plpgsql stable set search_path = '' as $$
declare
  children jsonb := coalesce(nullif(payload -> 'children', 'null'), '{}');
begin
  if jsonb_typeof(children) <> 'object' or children <> '{}' and not settings.allows_children
    or exists (select from jsonb_object_keys(children) as band where band <> all (private.child_age_bands())) then
    perform private.refuse('invalid', 'children');
  end if;
  return query
    select band.name, counted.amount, coalesce((settings.child_prices ->> band.name)::integer, 0)
    from unnest(private.child_age_bands()) as band (name)
    cross join lateral (select coalesce(private.whole_field(children, band.name, 0, 20), 0)) as counted (amount)
    where counted.amount > 0;
end $$;
comment on function private.order_children is 'The children of an order by age band with the price of one.';

create function private.order_items(payload jsonb, event uuid)
  returns table (variant_id uuid, amount integer, unit_cents integer, addon_id uuid)
language plpgsql stable security definer set search_path = '' as $$
declare
  items jsonb := coalesce(nullif(payload -> 'addons', 'null'), '[]');
  item jsonb;
  variant public.event_addon_variants;
  addon public.event_addons;
begin
  if jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 100
    or exists (select from jsonb_array_elements(items) as one where jsonb_typeof(one) <> 'object')
    or (select count(distinct one ->> 'variant') <> count(*) from jsonb_array_elements(items) as one) then
    perform private.refuse('invalid', 'addons');
  end if;
  for item in select value from jsonb_array_elements(items) loop
    amount := private.whole_field(item, 'amount', 0, 100, true);
    continue when amount = 0;
    select * into variant from public.event_addon_variants as known where known.id = private.uuid_field(item,
      'variant', true);
    select * into addon from public.event_addons as known where known.id = variant.addon_id
      and known.event_id = order_items.event and coalesce(known.closes_at, 'infinity') > now();
    if addon.id is null then
      perform private.refuse('invalid', 'addons');
    elsif amount > private.variant_left(variant.id) then
      perform private.refuse('addon_sold_out', addon.name);
    end if;
    variant_id := variant.id;
    unit_cents := addon.price_cents;
    addon_id := addon.id;
    return next;
  end loop;
end $$;
comment on function private.order_items is
  'The add-ons of an order with their prices; raises addon_sold_out with the name of the add-on.';

create function private.check_items(payload jsonb, event uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from private.order_items(payload, event) as item
    join public.event_addons as addon on addon.id = item.addon_id
    group by addon.id having sum(item.amount) > addon.max_per_order
  ) then
    perform private.refuse('invalid', 'addons');
  end if;
end $$;
comment on function private.check_items is 'Refuses more of an add-on than an order may have.';

create function private.half_price_of(person jsonb, kind public.event_registration_types,
  settings public.event_order_settings) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := private.text_field(person, 'half_price', 40);
begin
  if wanted is not null and (not settings.half_price or kind.kind <> all (private.visitor_kinds())
    or not exists (select from public.half_price_categories as known where known.category = wanted))
  then
    perform private.refuse('invalid', 'half_price');
  end if;
  return wanted;
end $$;
comment on function private.half_price_of is
  'The category by which a person pays half; only tickets have one.';

-- Half price is not added to another discount (Lei 12.933/2013, article 1, § 1): the person pays the lower price.
create function private.line_price(kind public.event_registration_types, people integer, stand uuid, category text,
  code public.event_codes, cents_left integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  full_price integer := private.registration_price(kind, people, stand);
  unit integer := private.kind_price(kind);
  others integer := full_price - unit;
  applies boolean := code.id is not null and (code.type_ids = '{}' or kind.id = any (code.type_ids));
  own integer := case when category is not null then unit / 2 else unit end;
  before integer := own + others;
  spent integer := 0;
begin
  if applies and code.percent is not null then
    own := least(own, unit - unit * code.percent::bigint / 100);
    others := others - others * code.percent::bigint / 100;
  elsif applies and code.cents is not null then
    spent := least(cents_left, case when category is not null then others else before end);
  end if;
  return jsonb_build_object('type', kind.id, 'people', people, 'full_cents', full_price, 'cents',
    own + others - spent, 'discount_cents', before - (own + others - spent), 'spent_cents', spent,
    'half_price', category, 'is_reached', applies);
end $$;
comment on function private.line_price is
  'The price of one registration of an order: full_cents before half price and code, cents after them, and what it '
  'used of a code over an amount.';

create function private.order_lines(payload jsonb, settings public.event_order_settings, code public.event_codes)
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
comment on function private.order_lines is 'The prices of the registrations of an order, the buyer first.';

create function private.check_order_limits(settings public.event_order_settings, people integer, lines jsonb,
  code public.event_codes) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if people < settings.min_people then
    perform private.refuse('order_too_small', settings.min_people::text);
  elsif people > settings.max_people then
    perform private.refuse('order_too_big', settings.max_people::text);
  elsif code.id is not null and not exists (
    select from jsonb_array_elements(lines) as line where (line ->> 'is_reached')::boolean
  ) then
    perform private.refuse('code_unknown');
  elsif (
    select count(*) from jsonb_array_elements(lines) as line
    join public.half_price_categories as known on known.category = line ->> 'half_price' where known.counts_in_share
  ) > private.half_prices_left(settings.event_id) then
    perform private.refuse('half_price_gone');
  end if;
end $$;
comment on function private.check_order_limits is
  'Raises order_too_small or order_too_big with the limit, code_unknown for a code of other kinds, or half_price_gone.';

create function private.order_price(payload jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  settings public.event_order_settings := private.order_settings((
    select event_id from public.event_registration_types where id = private.uuid_field(payload, 'type', true)));
  code public.event_codes := private.order_code(settings.event_id, private.text_field(payload, 'code', 30));
  lines jsonb := private.order_lines(payload, settings, code);
  children integer;
  children_cents integer;
  addons_cents integer;
  people integer;
begin
  select coalesce(sum(one.amount), 0), coalesce(sum(one.amount * one.unit_cents), 0) into children, children_cents
  from private.order_children(payload, settings) as one;
  perform private.check_items(payload, settings.event_id);
  select coalesce(sum(one.amount * one.unit_cents), 0) into addons_cents
  from private.order_items(payload, settings.event_id) as one;
  select children + sum((line ->> 'people')::integer) into people from jsonb_array_elements(lines) as line;
  perform private.check_order_limits(settings, people, lines, code);
  return jsonb_build_object(
    'lines', lines, 'children', children, 'children_cents', children_cents, 'addons_cents', addons_cents,
    'people', people, 'code_id', code.id,
    'discount_cents', (select sum((line ->> 'discount_cents')::integer) from jsonb_array_elements(lines) as line),
    'total_cents', children_cents + addons_cents
      + (select sum((line ->> 'cents')::integer) from jsonb_array_elements(lines) as line)
  );
end $$;
comment on function private.order_price is
  'The only price of an order: {lines, children, children_cents, addons_cents, people, code_id, discount_cents, '
  'total_cents}. Raises invalid, code_unknown, code_used, addon_sold_out, half_price_gone, order_too_small or '
  'order_too_big. Callers that store it hold the lock of the kinds.';

create function private.quote_order(payload jsonb) returns jsonb
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
comment on function private.quote_order is 'What the order of a form would cost now; nothing is stored or held.';

create function public.quote_order(payload jsonb) returns jsonb
language sql stable security invoker set search_path = ''
return private.quote_order(payload);
comment on function public.quote_order is
  'For the server only, which limits the tries of codes: what an order of submit_registration would cost now.';
grant execute on function public.quote_order to service_role;
