set check_function_bodies = off;

drop function private.open_kind;

create or replace function private.child_age_bands() returns text[]
language sql immutable set search_path = ''
return array['up_to_5', 'from_6_to_11', 'from_12_to_17'];

create or replace function private.max_order_people() returns integer
language sql immutable set search_path = ''
return 21;

create or replace function private.half_price_least_share() returns integer
language sql immutable set search_path = ''
return 40;

create or replace function private.max_addons() returns integer
language sql immutable set search_path = ''
return 20;

create or replace function private.max_addon_variants() returns integer
language sql immutable set search_path = ''
return 12;

create or replace function private.max_quotas() returns integer
language sql immutable set search_path = ''
return 12;

create or replace function private.max_event_codes() returns integer
language sql immutable set search_path = ''
return 200;

create or replace function private.child_prices_are_valid(prices jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(prices) = 'object' and not exists (
    select from jsonb_each(prices) as price (band, cents)
    where price.band <> all (private.child_age_bands()) or jsonb_typeof(price.cents) <> 'number'
      or price.cents::text !~ '^[0-9]{1,8}$'
  )
$$;

-- What an organiser sets for orders: half price, people per order, quotas, add-ons and codes.

create table public.half_price_categories (
  category text primary key check (category ~ '^[a-z_]{2,40}$'),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  translations jsonb not null check (jsonb_typeof(translations) = 'object'),
  law text not null check (law !~ '^\s*$' and char_length(law) <= 120),
  source text not null check (source ~ '^https://' and char_length(source) <= 300),
  counts_in_share boolean not null,
  position integer not null unique
);

alter table public.half_price_categories enable row level security;

create table public.event_order_settings (
  event_id uuid primary key references public.events (id) on delete cascade,
  min_people integer not null default 1 check (min_people between 1 and private.max_order_people()),
  max_people integer not null default private.max_order_people()
    check (max_people between 1 and private.max_order_people()),
  half_price boolean not null default true,
  half_price_share integer not null default private.half_price_least_share()
    check (half_price_share between private.half_price_least_share() and 100),
  allows_children boolean not null default false,
  child_prices jsonb not null default '{}' check (private.child_prices_are_valid(child_prices)),
  updated_at timestamptz not null default now(),
  constraint order_has_a_range check (min_people <= max_people)
);

alter table public.event_order_settings enable row level security;

create table public.event_quotas (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  capacity integer not null check (capacity between 0 and 1000000),
  type_ids uuid[] not null check (cardinality(type_ids) between 1 and 12),
  position integer not null default 0
);

alter table public.event_quotas enable row level security;

create table public.event_addons (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  description text check (char_length(description) <= 300),
  price_cents integer not null check (price_cents between 0 and 100000000),
  max_per_order integer not null default 10 check (max_per_order between 1 and 100),
  closes_at timestamptz,
  position integer not null default 0
);

alter table public.event_addons enable row level security;

create table public.event_addon_variants (
  id uuid primary key default gen_random_uuid(),
  addon_id uuid not null references public.event_addons (id) on delete cascade,
  name text not null default '' check (char_length(name) <= 60),
  stock integer check (stock between 0 and 1000000),
  position integer not null default 0,
  unique (addon_id, name)
);

alter table public.event_addon_variants enable row level security;

create table public.event_codes (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  code text not null check (code ~ '^[A-Z0-9-]{4,30}$'),
  percent integer check (percent between 1 and 100),
  cents integer check (cents between 1 and 100000000),
  opens_kinds boolean not null default false,
  type_ids uuid[] not null default '{}' check (cardinality(type_ids) <= 12),
  max_uses integer check (max_uses between 1 and 1000000),
  starts_at timestamptz,
  ends_at timestamptz,
  position integer not null default 0,
  unique (event_id, code),
  constraint code_has_one_discount check (percent is null or cents is null),
  constraint code_does_something check (percent is not null or cents is not null or opens_kinds),
  constraint invitation_names_its_kinds check (not opens_kinds or cardinality(type_ids) > 0),
  constraint code_ends_after_it_starts check (ends_at > starts_at)
);

alter table public.event_codes enable row level security;

-- Orders: one or more registrations that one person sends and pays together.

create table public.event_orders (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  code_id uuid references public.event_codes (id) on delete set null,
  discount_cents integer not null default 0 check (discount_cents >= 0),
  created_at timestamptz not null default now()
);

alter table public.event_orders enable row level security;

create table public.event_order_children (
  order_id uuid not null references public.event_orders (id) on delete cascade,
  age_band text not null check (age_band = any (private.child_age_bands())),
  amount integer not null check (amount between 1 and 20),
  primary key (order_id, age_band)
);

alter table public.event_order_children enable row level security;

create table public.event_order_addons (
  order_id uuid not null references public.event_orders (id) on delete cascade,
  variant_id uuid not null references public.event_addon_variants (id),
  amount integer not null check (amount between 1 and 100),
  unit_cents integer not null check (unit_cents >= 0),
  primary key (order_id, variant_id)
);

alter table public.event_order_addons enable row level security;

alter table public.event_registrations
  add column order_id uuid,
  add column order_position smallint not null default 1,
  add column order_cents integer not null default 0,
  add column has_name boolean not null default true,
  add column half_price_category text,
  add column half_price_checked_at timestamptz;

-- Every registration becomes an order of one; nothing else about it changes, so no trigger tells anybody.
insert into public.event_orders (id, event_id, created_at)
select id, event_id, created_at from public.event_registrations;

alter table public.event_registrations disable trigger user;
update public.event_registrations set order_id = id, order_cents = price_cents where order_id is null;
alter table public.event_registrations enable trigger user;

alter table public.event_registrations
  alter column order_id set not null,
  add constraint event_registrations_order_id_fkey foreign key (order_id)
    references public.event_orders (id),
  add constraint event_registrations_half_price_category_fkey foreign key (half_price_category)
    references public.half_price_categories (category),
  add constraint event_registrations_order_position_check
    check (order_position between 1 and private.max_order_people()),
  add constraint event_registrations_order_cents_check check (order_cents >= 0),
  add constraint event_registrations_order_id_order_position_key unique (order_id, order_position),
  add constraint checked_half_price_has_a_category check (half_price_checked_at is null
    or half_price_category is not null);

insert into public.half_price_categories (category, name, translations, law, source, counts_in_share, position) values
  ('student', 'Estudante',
    '{"en": {"name": "Student"}, "es": {"name": "Estudiante matriculado"}}',
    'Lei 12.933/2013, art. 1º, caput e § 2º', 'https://www.planalto.gov.br/ccivil_03/_ato2011-2014/2013/lei/l12933.htm',
    true, 1),
  ('low_income_youth', 'Jovem de 15 a 29 anos de baixa renda (ID Jovem)',
    '{"en": {"name": "Young person of 15 to 29 years with low income (ID Jovem)"},
      "es": {"name": "Joven de 15 a 29 años de bajos ingresos (ID Jovem)"}}',
    'Lei 12.933/2013, art. 1º, § 9º', 'https://www.planalto.gov.br/ccivil_03/_ato2011-2014/2013/lei/l12933.htm',
    true, 2),
  ('disabled', 'Pessoa com deficiência',
    '{"en": {"name": "Person with a disability"}, "es": {"name": "Persona con discapacidad"}}',
    'Lei 12.933/2013, art. 1º, § 8º', 'https://www.planalto.gov.br/ccivil_03/_ato2011-2014/2013/lei/l12933.htm',
    true, 3),
  ('companion_of_disabled', 'Acompanhante de pessoa com deficiência, quando necessário',
    '{"en": {"name": "Companion of a person with a disability, when needed"},
      "es": {"name": "Acompañante de persona con discapacidad, cuando sea necesario"}}',
    'Lei 12.933/2013, art. 1º, § 8º', 'https://www.planalto.gov.br/ccivil_03/_ato2011-2014/2013/lei/l12933.htm',
    true, 4),
  ('older', 'Pessoa de 60 anos ou mais',
    '{"en": {"name": "Person of 60 years or more"}, "es": {"name": "Persona de 60 años o más"}}',
    'Lei 10.741/2003, art. 23', 'https://www.planalto.gov.br/ccivil_03/leis/2003/l10.741.htm', false, 5);

insert into private.audit_log_permissions (entity, permission) values
  ('event_codes', 'events');

select
  private.declare_columns('half_price_categories', 'not_personal', '{*}', 'categories of the law'),
  private.declare_columns('half_price_categories', 'not_personal', '{name}', 'name of a category of the law'),
  private.declare_columns('event_order_settings', 'not_personal', '{*}', 'rules of the orders of an event'),
  private.declare_columns('event_quotas', 'not_personal', '{*}', 'places that kinds of registration share'),
  private.declare_columns('event_quotas', 'not_personal', '{name}', 'name of a quota'),
  private.declare_columns('event_addons', 'not_personal', '{*}', 'things that an organiser sells'),
  private.declare_columns('event_addons', 'not_personal', '{name}', 'name of a thing, not of a person'),
  private.declare_columns('event_addon_variants', 'not_personal', '{*}', 'variants of things that an organiser sells'),
  private.declare_columns('event_addon_variants', 'not_personal', '{name}', 'name of a variant, not of a person'),
  private.declare_columns('event_codes', 'not_personal', '{*}', 'codes that an organiser gives out');

select
  private.declare_columns('event_orders', 'exported', '{id,event_id,discount_cents,created_at}'),
  private.declare_columns('event_orders', 'not_personal', '{code_id}', 'technical key'),
  private.declare_columns('event_order_children', 'exported', '{order_id,age_band,amount}'),
  private.declare_columns('event_order_addons', 'exported', '{order_id,variant_id,amount,unit_cents}');

select private.declare_columns('event_registrations', 'exported',
  '{order_id,order_position,order_cents,has_name,half_price_category,half_price_checked_at}');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_addons', 'closes_at', 'moves', 'time before the event'),
  ('event_codes', 'starts_at', 'moves', 'time before the event'),
  ('event_codes', 'ends_at', 'moves', 'time before the event'),
  ('event_registrations', 'half_price_checked_at', 'stays', 'when the gate saw the document');

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
    update public.payments set needs_refund = true
    where subject_type = 'registration' and subject_id = existing.id and status = 'paid' and not needs_refund;
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

create or replace function private.admit_with_documents(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.buyer_of(registration));
  kind public.event_registration_types;
begin
  select * into kind from public.event_registration_types where id = existing.type_id;
  if existing.status <> 'pending' or exists (
      select from public.event_registrations as one join public.event_registration_types as type
        on type.id = one.type_id
      where one.order_id = existing.order_id and one.status = 'pending'
        and (type.requires_approval or private.missing_files(one) <> '{}')
    )
    or private.kind_end(kind.id) <= now()
    or not exists (select from public.events where id = existing.event_id and status = 'published') then
    return;
  -- Free places belong to the people who wait.
  elsif not private.is_of_several(existing)
    and exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted') then
    perform private.set_registration_status(existing.id, 'waitlisted');
  else
    perform private.approve_registration(existing.id);
  end if;
end $$;

create or replace function private.is_paid_event(event uuid) returns boolean
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

-- An operator may admit people who have not paid; their hold does not end while they are inside.
create or replace function private.expire_registration_holds() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind record;
  due record;
  existing public.event_registrations;
  is_checked boolean;
  expired integer := 0;
begin
  -- Every caller that locks kinds of several events takes the events in the order of their ids.
  for kind in
    select type_id as id, event_id from public.event_registrations where status in ('offered', 'awaiting_payment')
      and held_until <= now() and order_position = 1
    union
    select waiting.type_id, waiting.event_id from public.event_registrations as waiting
    where waiting.status = 'waitlisted' and private.places_left(waiting.type_id) is distinct from 0
    order by event_id, id
  loop
    -- Nobody can pay while the team checks the recipient, so nobody loses a place meanwhile.
    is_checked := private.recipient_state(kind.event_id) = 'checking';
    for due in
      select id from public.event_registrations
      where type_id = kind.id and status in ('offered', 'awaiting_payment') and held_until <= now()
        and order_position = 1
      order by held_until, id limit 500
    loop
      existing := private.lock_registration(due.id);
      -- Read again under the lock: a payment or a receipt may have arrived. A card payment that the bank processes ends
      -- by itself.
      continue when existing.status not in ('offered', 'awaiting_payment') or existing.held_until > now() or exists (
        select from public.payments where subject_type = 'registration' and subject_id = existing.id
          and status = 'processing'
      ) or is_checked and existing.price_cents > 0 or not private.may_change(existing, 'expire');
      perform private.set_registration_status(existing.id, 'expired');
      expired := expired + 1;
    end loop;
    perform private.promote_waiting(kind.id);
  end loop;
  -- The rows of the last hour are kept, because the mails of an address are counted in them.
  delete from public.event_registrations where id in (
    select id from public.event_registrations where status = 'unconfirmed'
      and held_until <= now() - make_interval(mins => private.hold_minutes())
    order by held_until limit 5000 for update skip locked
  );
  return expired;
end $$;

create or replace function private.has_places(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.holds_place(registration.status) or not exists (
    select from public.event_registrations as one
    where one.order_id = registration.order_id and one.status = registration.status
      and (one.id = registration.id or registration.order_position = 1)
    group by one.type_id having sum(one.places) > private.places_left(one.type_id)
  )
$$;

create or replace function private.places_left(type uuid, is_at_gate boolean default false) returns integer
language sql stable security definer set search_path = '' as $$
  select least(
    own.capacity - own.taken - case when is_at_gate then 0 else private.reserved_places(own) end,
    events.capacity - (
      select sum(other.taken + case when is_at_gate and other.id = own.id then 0
        else private.reserved_places(other) end)
      from public.event_registration_types as other where other.event_id = own.event_id
    ),
    (
      select min(quota.capacity - (
        select sum(other.taken + case when is_at_gate and other.id = own.id then 0
          else private.reserved_places(other) end)
        from public.event_registration_types as other
        where other.event_id = own.event_id and other.id = any (quota.type_ids)
      ))
      from public.event_quotas as quota where quota.event_id = own.event_id and own.id = any (quota.type_ids)
    )
  )::integer
  from public.event_registration_types as own join public.events on events.id = own.event_id where own.id = type
$$;

-- What an order costs, and whether its code, its half prices and its add-ons are still there.

create or replace function private.order_settings(event uuid) returns public.event_order_settings
language sql stable security definer set search_path = '' as $$
  select coalesce(stored, fallback)
  from jsonb_populate_record(null::public.event_order_settings, jsonb_build_object(
    'event_id', event, 'min_people', 1, 'max_people', private.max_order_people(), 'half_price', true,
    'half_price_share', private.half_price_least_share(), 'allows_children', false, 'child_prices', '{}'::jsonb
  )) as fallback
  left join public.event_order_settings as stored on stored.event_id = order_settings.event
$$;

create or replace function private.active_orders_with_code(code uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.event_orders as known
  join public.event_registrations as buyer on buyer.order_id = known.id and buyer.order_position = 1
  where known.code_id = active_orders_with_code.code and buyer.status = any (private.active_registration_statuses())
$$;

create or replace function private.variant_left(variant uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select (stored.stock - (
    select coalesce(sum(item.amount), 0) from public.event_order_addons as item
    join public.event_registrations as buyer on buyer.order_id = item.order_id and buyer.order_position = 1
    where item.variant_id = stored.id and buyer.status = any (private.active_registration_statuses())
  ))::integer
  from public.event_addon_variants as stored where stored.id = variant
$$;

create or replace function private.ticket_total(event uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select least(
    (select capacity from public.events where id = event),
    (select case when bool_and(kind.capacity is not null) then sum(kind.capacity) end
     from public.event_registration_types as kind
     where kind.event_id = event and kind.kind = any (private.visitor_kinds())
       and private.costs(kind.price_cents, kind.price_steps))
  )::integer
$$;

create or replace function private.half_prices_left(event uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select ceil(private.ticket_total(event) * (private.order_settings(event)).half_price_share / 100.0)::integer - (
    select count(*) from public.event_registrations as registration
    join public.half_price_categories as known on known.category = registration.half_price_category
    where registration.event_id = half_prices_left.event and known.counts_in_share
      and registration.status = any (private.active_registration_statuses())
  )::integer
$$;

create or replace function private.order_code(event uuid, typed text) returns public.event_codes
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

-- What every person of an order has of its own; the contact, the town and the club are those of the buyer.
create or replace function private.order_people(payload jsonb) returns setof jsonb
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

create or replace function private.order_children(payload jsonb, settings public.event_order_settings)
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

create or replace function private.order_items(payload jsonb, event uuid)
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

create or replace function private.check_items(payload jsonb, event uuid) returns void
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

create or replace function private.half_price_of(person jsonb, kind public.event_registration_types,
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

-- Half price is not added to another discount (Lei 12.933/2013, article 1, § 1): the person pays the lower price.
create or replace function private.line_price(kind public.event_registration_types, people integer, stand uuid, category text,
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

create or replace function private.order_lines(payload jsonb, settings public.event_order_settings, code public.event_codes)
  returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person jsonb;
  kind public.event_registration_types;
  line jsonb;
  lines jsonb := '[]';
  cents_left integer := coalesce(code.cents, 0);
begin
  for person in select one from private.order_people(payload) as one loop
    select * into kind from public.event_registration_types as known
    where known.id = private.uuid_field(person, 'type', true) and known.event_id = settings.event_id;
    if kind.id is null then
      perform private.refuse('invalid', 'people');
    end if;
    line := private.line_price(kind, 1 + cardinality(private.texts_field(person, 'companions', kind.max_companions)),
      case when kind.chooses_stand then private.uuid_field(person, 'stand') end,
      private.half_price_of(person, kind, settings), code, cents_left);
    cents_left := cents_left - (line ->> 'spent_cents')::integer;
    lines := lines || jsonb_build_array(line);
  end loop;
  return lines;
end $$;

create or replace function private.check_order_limits(settings public.event_order_settings, people integer, lines jsonb,
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

create or replace function private.order_price(payload jsonb) returns jsonb
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

create or replace function private.quote_order(payload jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_payload(payload);
  if not exists (
    select from public.event_registration_types as kind join public.events on events.id = kind.event_id
    where kind.id = private.uuid_field(payload, 'type', true) and private.is_public_event(events)
  ) then
    perform private.refuse('event_missing');
  end if;
  return private.saved(private.order_price(payload) - array['code_id']);
end $$;

create or replace function public.quote_order(payload jsonb) returns jsonb
language sql stable security invoker set search_path = ''
return private.quote_order(payload);

create function private.open_kind(type uuid, code public.event_codes default null)
  returns public.event_registration_types
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.lock_kinds(type);
  event public.events;
  is_invited boolean := coalesce(code.opens_kinds and kind.id = any (code.type_ids), false);
begin
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) then
    perform private.refuse('event_missing');
  elsif event.status <> 'published' or event.ends_at <= now() or not is_invited and (
    coalesce(kind.opens_at, '-infinity') > now() or coalesce(kind.closes_at, event.starts_at) <= now()
  ) then
    perform private.refuse('registration_closed');
  end if;
  return kind;
end $$;

create or replace function private.check_person(person jsonb, code public.event_codes) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.open_kind(private.uuid_field(person, 'type', true), code);
  form public.form_template_versions := private.form_version_of(kind);
  companions text[] := private.texts_field(person, 'companions', kind.max_companions);
  full_name text := private.text_field(person, 'full_name', 120, true);
  address text := lower(private.email_field(person, 'email', true));
begin
  -- The person answered the questions of another version: the page shows the new ones.
  if coalesce(private.uuid_field(person, 'form_version'), form.id) is distinct from form.id then
    perform private.refuse('form_changed');
  end if;
  if exists (select from unnest(companions) as name where name ~ '^\s*$') then
    perform private.refuse('invalid', 'companions');
  elsif not private.flag_field(person, 'consent') then
    perform private.refuse('invalid', 'consent');
  elsif not kind.allows_several and private.other_registration(kind.id, address, full_name) is not null then
    perform private.refuse('already_registered');
  end if;
  -- Documents are sent after the form; until then the registration waits like one that needs an approval.
  return kind.requires_approval or private.required_files(kind, form.schema) <> '{}';
end $$;

create or replace function private.order_status(people jsonb[], needs_approval boolean, price jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  person jsonb;
  kind public.event_registration_types;
  own_status text;
  answer text;
begin
  foreach person in array people loop
    select * into kind from public.event_registration_types where id = (person ->> 'type')::uuid;
    kind.requires_approval := needs_approval;
    own_status := private.status_after_form(kind, private.places_of_person(person, price),
      (price ->> 'total_cents')::integer);
    -- The people of an order come together: they do not wait for places one by one.
    if own_status = 'waitlisted' and cardinality(people) > 1 then
      perform private.refuse('no_places');
    end if;
    answer := coalesce(answer, own_status);
  end loop;
  return answer;
end $$;

create or replace function private.places_of_person(person jsonb, price jsonb) returns integer
language sql immutable set search_path = '' as $$
  select (price #>> array['lines', ((person ->> 'order_position')::integer - 1)::text, 'people'])::integer
    + case when (person ->> 'order_position')::integer = 1 then (price ->> 'children')::integer else 0 end
$$;

create or replace function private.insert_registration(person jsonb, origin text, part_of uuid, first_status text, price jsonb)
  returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
  form public.form_template_versions;
  number integer := (person ->> 'order_position')::integer;
  people integer := private.places_of_person(person, price);
  stand uuid;
  address text := lower(private.email_field(person, 'email', true));
  own_address text := private.confirmed_address();
  stored public.event_registrations;
begin
  select * into kind from public.event_registration_types where id = (person ->> 'type')::uuid;
  select * into event from public.events where id = kind.event_id;
  form := private.form_version_of(kind);
  stand := case when kind.chooses_stand then private.uuid_field(person, 'stand') end;
  if private.holds_place(first_status) and not private.hold_places(kind.id, people) then
    perform private.refuse('no_places');
  end if;
  -- Two registrations of different kinds that refer to a stand before one of them takes it would wait for each other.
  perform from public.event_stands where id = stand for update;
  insert into public.event_registrations (
    code, event_id, type_id, user_id, full_name, email, phone, document, town, state_abbr, club, company, companions,
      places, answers, form_version_id,
    status, waiting_since, held_until, price_cents, stand_id, shows_vehicle, source, locale, request_id, request_digest,
      confirmed_at,
    email_confirmed_at, confirm_mails, order_id, order_position, order_cents, has_name, half_price_category
  ) values (
    private.new_registration_code(), event.id, kind.id, case when origin = 'form' then (select private.account_id())
      end,
    private.text_field(person, 'full_name', 120, true), address,
      private.phone_field(person, 'phone', kind.kind <> all (private.visitor_kinds())),
    private.pattern_field(person, 'document', 20, '^[0-9A-Za-z./-]{5,20}$', kind.kind = any (private.company_kinds())),
    private.text_field(person, 'town', 120),
    private.state_field(person, 'state_abbr'), private.text_field(person, 'club', 160),
      private.text_field(person, 'company', 160, kind.kind = any (private.company_kinds())),
    private.texts_field(person, 'companions', kind.max_companions), people,
      private.registration_answers(coalesce(form.schema, '[]'), person -> 'answers'), form.id,
    first_status, case when first_status = 'waitlisted' then now() end, private.hold_end(first_status, 'form', kind.id),
      case when number = 1 then (price ->> 'total_cents')::integer else 0 end,
    case when first_status <> 'waitlisted' then stand end, private.flag_field(person, 'shows_vehicle'), origin,
    coalesce(private.choice_field(person, 'locale', private.locales(), false), 'pt-BR'),
      private.uuid_field(person, 'request_id', number = 1),
    case when number = 1 then price ->> 'digest' end, case when first_status = 'confirmed' then now() end,
    case when own_address = address then now() end,
      case when first_status = 'unconfirmed' and number = 1 then 1 else 0 end,
    part_of, number, (price #>> array['lines', (number - 1)::text, 'cents'])::integer
      + case when number = 1 then (price ->> 'children_cents')::integer else 0 end,
    not private.flag_field(person, 'is_unnamed'), private.text_field(person, 'half_price', 40)
  ) returning * into stored;
  -- The stand of an unconfirmed registration is a wish: it stays free.
  if stored.stand_id is not null and first_status <> 'unconfirmed' then
    perform private.take_stand(stored.stand_id, stored.id, kind);
  elsif exists (select from public.event_stands where id = stored.stand_id and registration_id is not null) then
    perform private.refuse('stand_taken');
  end if;
  perform private.add_registration_vehicles(stored.id, kind, event, person -> 'vehicles');
  return stored;
end $$;

create or replace function private.insert_order(payload jsonb, event uuid, price jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  made uuid;
begin
  insert into public.event_orders (event_id, code_id, discount_cents)
  values (event, (price ->> 'code_id')::uuid, (price ->> 'discount_cents')::integer) returning id into made;
  insert into public.event_order_children (order_id, age_band, amount)
  select made, child.age_band, child.amount
  from private.order_children(payload, private.order_settings(event)) as child;
  insert into public.event_order_addons (order_id, variant_id, amount, unit_cents)
  select made, item.variant_id, item.amount, item.unit_cents from private.order_items(payload, event) as item;
  return made;
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
begin
  foreach person in array people loop
    if private.check_person(person, code) then
      needs_approval := true;
    end if;
  end loop;
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
    stored := private.insert_registration(person, origin, part_of, first_status, price);
    if stored.order_position = 1 then
      buyer := stored;
    end if;
  end loop;
  return buyer;
end $$;

create or replace function private.check_account_forms(event uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (
    select count(*) from public.event_registrations
    where user_id = (select private.account_id()) and event_id = event and order_position = 1
      and created_at > now() - interval '1 hour'
  ) >= private.account_forms_per_hour() then
    perform private.refuse('too_many_forms');
  end if;
end $$;

create or replace function private.resend_confirmation(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations;
begin
  select * into existing from public.event_registrations where id = registration for update;
  -- A form for the same address that is stored at this moment counts its mail first. Waiting for it could be a
  -- deadlock.
  if not pg_try_advisory_xact_lock(hashtextextended('registration_address' || lower(existing.email), 0)) then
    perform private.refuse('too_many_mails');
  elsif existing.status = 'unconfirmed' and existing.held_until > now() then
    perform private.check_confirm_mails(lower(existing.email));
    update public.event_registrations set held_until = private.hold_end('unconfirmed', 'form', type_id)
    where order_id = existing.order_id and status = 'unconfirmed';
    update public.event_registrations set confirm_mails = confirm_mails + 1
    where id = existing.id returning * into existing;
    perform private.mail_registration_status(existing);
  end if;
end $$;

create or replace function private.drop_taken_wish(registration public.event_registrations) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  wish public.event_stands;
  changed public.event_registrations := registration;
begin
  select * into wish from public.event_stands where id = registration.stand_id for update;
  -- Somebody else confirmed first: the organiser chooses another stand.
  if wish.registration_id is not null then
    update public.event_registrations set stand_id = null, order_cents = greatest(order_cents - wish.price_cents, 0)
    where id = registration.id returning * into changed;
    update public.event_registrations set price_cents = greatest(price_cents - wish.price_cents, 0)
    where order_id = registration.order_id and order_position = 1;
  end if;
  return changed;
end $$;

create or replace function private.confirmed_status(buyer public.event_registrations) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  one public.event_registrations;
  kind public.event_registration_types;
  needs_approval boolean := false;
  own_status text;
  answer text;
begin
  select bool_or(type.requires_approval or private.missing_files(known) <> '{}') into needs_approval
  from public.event_registrations as known join public.event_registration_types as type on type.id = known.type_id
  where known.order_id = buyer.order_id and known.status = 'unconfirmed';
  for one in
    select * from public.event_registrations as known
    where known.order_id = buyer.order_id and known.status = 'unconfirmed' order by known.order_position
  loop
    select * into kind from public.event_registration_types where id = one.type_id;
    kind.requires_approval := needs_approval;
    own_status := private.status_after_form(kind, one.places, buyer.price_cents);
    if own_status = 'waitlisted' and private.is_of_several(one) then
      perform private.refuse('no_places');
    end if;
    answer := coalesce(answer, own_status);
  end loop;
  return answer;
end $$;

create or replace function private.confirm_registration(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Only the mail contains a link of this kind; the server's answer to the form has another one.
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  one public.event_registrations;
  kind public.event_registration_types;
  next_status text;
begin
  if existing.id is null or existing.status = 'unconfirmed' and existing.held_until <= now() then
    return private.gone();
  elsif existing.status <> 'unconfirmed' then
    return private.saved(jsonb_build_object('status', existing.status));
  end if;
  if not exists (select from public.events where id = existing.event_id and status = 'published' and deleted_at is null
    and ends_at > now()) then
    perform private.refuse('registration_closed');
  end if;
  for one in
    select * from public.event_registrations as known
    where known.order_id = existing.order_id and known.status = 'unconfirmed' order by known.order_position
  loop
    select * into kind from public.event_registration_types where id = one.type_id;
    if not kind.allows_several and private.other_registration(kind.id, one.email, one.full_name) is not null then
      perform private.refuse('already_registered');
    end if;
    perform private.drop_taken_wish(one);
  end loop;
  select * into existing from public.event_registrations where id = existing.id;
  next_status := private.confirmed_status(existing);
  if next_status = 'awaiting_payment' then
    perform private.check_single_hold(existing.event_id, existing.email, existing.user_id);
  end if;
  update public.event_registrations set
    email_confirmed_at = now(), stand_id = case when next_status <> 'waitlisted' then stand_id end
  where order_id = existing.order_id and status = 'unconfirmed';
  perform private.set_registration_status(existing.id, next_status);
  for one in
    select * from public.event_registrations as known
    where known.order_id = existing.order_id and known.stand_id is not null and next_status <> 'waitlisted'
    order by known.order_position
  loop
    select * into kind from public.event_registration_types where id = one.type_id;
    perform private.take_stand(one.stand_id, one.id, kind);
  end loop;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create or replace function private.give_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A request that is stored already inserts nothing, and needs no order.
  if new.request_id is not null then
    select known.order_id into new.order_id from public.event_registrations as known
    where known.request_id = new.request_id;
  end if;
  if new.order_id is null then
    insert into public.event_orders (event_id) values (new.event_id) returning id into new.order_id;
  end if;
  return new;
end $$;

create or replace function private.drop_empty_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.event_orders as known
  where known.id in (select old_rows.order_id from old_rows) and not exists (
    select from public.event_registrations as registration where registration.order_id = known.id
  );
  return null;
end $$;

create or replace function private.is_of_several(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_registrations as other
    where other.order_id = registration.order_id and other.id <> registration.id
  )
$$;

create or replace function private.buyer_of(registration uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select buyer.id from public.event_registrations as one
    join public.event_registrations as buyer on buyer.order_id = one.order_id and buyer.order_position = 1
    where one.id = buyer_of.registration
  ), registration)
$$;

create or replace function private.is_mailed_with_order(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.order_position > 1 and exists (
    select from public.event_registrations as buyer
    where buyer.order_id = registration.order_id and buyer.order_position = 1
      and lower(buyer.email) = lower(registration.email)
  )
$$;

create or replace function private.check_renewed_order(registration public.event_registrations, new_status text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  ordered public.event_orders;
begin
  if registration.order_position > 1 or registration.status = any (private.active_registration_statuses())
    or new_status <> all (private.active_registration_statuses()) then
    return;
  end if;
  select * into ordered from public.event_orders where id = registration.order_id;
  if exists (select from public.event_codes as code where code.id = ordered.code_id
    and private.active_orders_with_code(code.id) >= code.max_uses) then
    perform private.refuse('code_used');
  elsif exists (select from public.event_order_addons as item where item.order_id = ordered.id
    and item.amount > private.variant_left(item.variant_id)) then
    perform private.refuse('addon_sold_out');
  elsif (
    select count(*) from public.event_registrations as one
    join public.half_price_categories as known on known.category = one.half_price_category and known.counts_in_share
    where one.order_id = ordered.id and one.status = registration.status
  ) > private.half_prices_left(registration.event_id)
    and exists (select from public.event_registrations as one join public.half_price_categories as known
      on known.category = one.half_price_category and known.counts_in_share where one.order_id = ordered.id) then
    perform private.refuse('half_price_gone');
  end if;
end $$;

create or replace function private.change_order_price(part_of uuid, cents integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  buyer public.event_registrations;
  changed public.event_registrations;
  settled boolean;
begin
  select * into buyer from public.event_registrations where order_id = part_of and order_position = 1;
  settled := private.is_settled(buyer);
  if buyer.id is null or cents = 0 or buyer.status <> all (private.active_registration_statuses())
    or settled and cents < 0 then
    return;
  end if;
  update public.event_registrations set price_cents = greatest(price_cents + cents, 0),
    difference_cents = difference_cents + case when settled then cents else 0 end
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

create or replace function private.move_order(changed public.event_registrations, old_status text, note text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  other record;
begin
  if changed.order_position > 1 then
    if changed.status = any (private.ended_registration_statuses()) then
      perform private.change_order_price(changed.order_id, -changed.order_cents);
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

create or replace function private.name_order_person(token text, registration uuid, full_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  buyer public.event_registrations := private.lock_registration(private.held_registration(token));
  person public.event_registrations;
  name text := private.text_field(jsonb_build_object('full_name', full_name), 'full_name', 120, true);
begin
  select * into person from public.event_registrations as known
  where known.id = name_order_person.registration and known.order_id = buyer.order_id and not known.has_name;
  if person.id is null or buyer.order_position <> 1 or not private.is_editable(person) then
    return private.gone();
  end if;
  update public.event_registrations set full_name = name, has_name = true where id = person.id;
  perform private.note_registration(person, 'edited:full_name');
  return private.saved();
end $$;

create or replace function private.mark_half_price(registration uuid, is_checked boolean, device_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  device public.checkin_devices := private.gate_device(device_token, array(
    select known.event_id from public.event_registrations as known where known.id = registration
  ));
begin
  update public.event_registrations as known set half_price_checked_at = case when is_checked then now() end
  where known.id = mark_half_price.registration and known.half_price_category is not null
    and (device.id is null or known.event_id = device.event_id);
  return private.saved_or_gone(found);
end $$;

create or replace function public.name_order_person(token text, registration uuid, full_name text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.name_order_person(token, registration, full_name);

create or replace function public.mark_half_price(registration uuid, is_checked boolean, device_token text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.mark_half_price(registration, is_checked, device_token);

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
          'status', one.status, 'cents', one.order_cents, 'places', one.places, 'half_price', one.half_price_category)
          order by one.order_position)
        from public.event_registrations as one join public.event_registration_types as type on type.id = one.type_id
        where one.order_id = ordered.id
      )
    )
  end
  from public.event_registrations as registration join public.event_orders as ordered
    on ordered.id = registration.order_id
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;

create or replace function private.order_offer(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'min_people', settings.min_people, 'max_people', settings.max_people,
    'allows_children', settings.allows_children, 'child_prices', settings.child_prices,
    'takes_codes', exists (select from public.event_codes as code where code.event_id = shown.id
      and coalesce(code.ends_at, 'infinity') > now()),
    'half_prices', case when settings.half_price then (
      select jsonb_agg(jsonb_build_object('category', known.category, 'name', known.name,
        'translations', known.translations, 'law', known.law, 'source', known.source,
        'is_gone', known.counts_in_share and coalesce(private.half_prices_left(shown.id) <= 0, false))
        order by known.position)
      from public.half_price_categories as known
    ) else '[]' end,
    'addons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', addon.id, 'name', addon.name,
        'description', addon.description, 'price_cents', addon.price_cents, 'max_per_order', addon.max_per_order,
        'variants', (
          select jsonb_agg(jsonb_build_object('id', variant.id, 'name', variant.name,
            'left', private.variant_left(variant.id)) order by variant.position)
          from public.event_addon_variants as variant where variant.addon_id = addon.id
        )
      ) order by addon.position), '[]')
      from public.event_addons as addon
      where addon.event_id = shown.id and coalesce(addon.closes_at, 'infinity') > now()
    )
  )
  from public.events as shown cross join private.order_settings(shown.id) as settings
  where shown.id = order_offer.event and private.is_public_event(shown)
$$;

create or replace function public.order_offer(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.order_offer(event);

create or replace function private.registration_extras(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'missing_documents', private.missing_files(registration), 'messages_refused', registration.messages_refused_at
      is not null,
    'difference_cents', case when registration.status = 'confirmed' then registration.difference_cents else 0 end,
    'has_entered', private.has_entered(registration.id), 'can_manage', private.held_registration(token) is not null,
    'collecting', jsonb_build_object('state', private.recipient_state(event.id), 'name',
      case when private.recipient_state(event.id) <> 'checking' then private.event_payee(event.id) end),
    'refund', private.refund_terms(registration), 'event_rules', event.rules,
    'can_cancel', private.may_leave_order(registration) and event.starts_at > now(),
    'invoice', case when private.held_registration(token) is not null then private.invoice_of(registration.id) end
  )
  from public.event_registrations as registration join public.events as event on event.id = registration.event_id
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;

create or replace function public.read_registration(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration(token) || private.registration_extras(token)
  || jsonb_build_object('order', private.order_of_link(token));

-- Decisions of the organiser, and registrations that the organiser adds.

create or replace function private.approve_registration(registration uuid, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.buyer_of(registration));
begin
  if existing.id is null then
    perform private.refuse('registration_missing');
  elsif existing.status not in ('pending', 'waitlisted') then
    return existing.status;
  elsif not private.has_places(existing) then
    -- The people of an order come together: they wait for the organiser, not for single places.
    if private.is_of_several(existing) then
      return existing.status;
    end if;
    return private.set_registration_status(existing.id, 'waitlisted', note);
  end if;
  return private.set_registration_status(existing.id, case when existing.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end, note);
end $$;

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
  -- What was paid for one person of an order goes back through the organiser.
  else private.may_change(registration, 'cancel_own') and (registration.order_cents = 0 or exists (
    select from public.event_registrations as buyer
    where buyer.order_id = registration.order_id and buyer.order_position = 1 and not private.is_settled(buyer)
  )) end
$$;

create or replace function private.cancel_own_registration(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.held_registration(token));
begin
  if existing.id is null or not private.may_leave_order(existing)
    or exists (select from public.events where id = existing.event_id and starts_at <= now())
  then
    return private.gone();
  end if;
  return private.saved_or_gone(private.cancel_registration(existing.id) = 'cancelled');
end $$;

create or replace function private.transfer_registration(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.held_registration(token));
  moved public.event_registrations;
begin
  perform private.check_payload(payload);
  -- The order stays with the person who sent it.
  if existing.id is null or not private.is_editable(existing) or not private.may_change(existing, 'transfer')
    or existing.order_position = 1 and private.is_of_several(existing) then
    return private.gone();
  end if;
  perform private.mail_registration(existing, 'registration_left', 'registration',
    jsonb_build_object('link_kind', null, 'link_subject', null));
  update public.event_registrations set
    full_name = private.text_field(payload, 'full_name', 120, true),
      email = lower(private.email_field(payload, 'email', true)), phone = private.phone_field(payload, 'phone', true),
    user_id = null, document = null, has_name = true, badge_version = badge_version + 1
  where id = existing.id returning * into moved;
  delete from public.registration_invoices where registration_id = existing.id;
  -- Links and badges of the earlier person end.
  update public.registration_links set revoked_at = now() where registration_id = existing.id and revoked_at is null;
  perform private.mail_registration(moved, 'registration_transferred', case when moved.status = 'confirmed' then 'badge'
    else 'registration' end);
  return private.saved();
end $$;

create or replace function private.price_after(registration public.event_registrations, people integer, stand uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(
    registration.price_cents + case when registration.order_position > 1 then registration.order_cents else 0 end
      + private.registration_price(type, people, price_after.stand)
      - private.registration_price(type, registration.places, registration.stand_id), 0)
      - case when registration.order_position > 1 then registration.order_cents else 0 end
  from public.event_registration_types as type where type.id = registration.type_id
$$;

create or replace function private.set_places(registration uuid, people integer, stand uuid, keeps_price boolean)
  returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(registration);
  price integer := case when keeps_price then existing.price_cents else private.price_after(existing, people,
    stand) end;
  paid integer := existing.price_cents - existing.difference_cents;
  changed public.event_registrations;
begin
  if private.places_refusal(existing, people) is not null then
    perform private.refuse(private.places_refusal(existing, people));
  elsif private.holds_place(existing.status) and people > existing.places then
    perform private.hold_places(existing.type_id, people - existing.places);
  elsif private.holds_place(existing.status) and people < existing.places then
    perform private.release_places(existing.type_id, existing.places - people);
  end if;
  if private.is_settled(existing) then
    -- What was paid is not less because people do not come; a refund is decided in the financial panel.
    price := greatest(price, paid);
    update public.event_registrations set places = people, stand_id = stand, price_cents = price,
      difference_cents = price - paid
    where id = existing.id returning * into changed;
  elsif existing.order_position > 1 then
    -- The buyer pays for the whole order.
    update public.event_registrations set places = people, stand_id = stand,
      order_cents = greatest(order_cents + price - existing.price_cents, 0)
    where id = existing.id returning * into changed;
    perform private.change_order_price(existing.order_id, changed.order_cents - existing.order_cents);
  else
    update public.event_registrations set places = people, stand_id = stand, price_cents = price where id = existing.id
      returning * into changed;
  end if;
  if (changed.price_cents, changed.difference_cents) is distinct from (existing.price_cents,
    existing.difference_cents) then
    -- Open payments have the former amount.
    perform private.expire_registration_pages(existing.id);
    update public.payments set status = 'expired'
    where subject_type = 'registration' and subject_id = existing.id and method = 'pix' and status = 'pending';
    perform private.note_registration(changed, format('price:%s:%s', existing.price_cents, changed.price_cents));
    if changed.difference_cents > existing.difference_cents then
      perform private.mail_registration(changed, 'registration_difference', 'registration',
        jsonb_build_object('amount', changed.difference_cents / 100.0));
    elsif changed.status = 'awaiting_payment' and changed.price_cents = 0 then
      perform private.set_registration_status(changed.id, 'confirmed');
      select * into changed from public.event_registrations where id = existing.id;
    elsif changed.status in ('offered', 'awaiting_payment') then
      perform private.mail_registration_status(changed);
    end if;
  end if;
  return changed;
end $$;

create or replace function private.edit_registration(registration uuid, changes jsonb, expected_version timestamptz,
  keeps_price boolean)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.managed_registration(registration);
  changed public.event_registrations;
  people integer;
  names text[];
  refusal text;
begin
  if existing.id is null then
    return private.gone();
  elsif existing.updated_at <> expected_version then
    return private.conflict();
  end if;
  changed := jsonb_populate_record(existing, changes - array(
    select name from jsonb_object_keys(changes) as name where name <> all (array['full_name', 'email', 'phone', 'town',
      'club', 'company', 'companions'])
  ));
  changed.email := lower(changed.email);
  -- People whose names the gate did not write down keep their places.
  people := greatest(existing.places + cardinality(changed.companions) - cardinality(existing.companions),
    1 + cardinality(changed.companions));
  names := array(
    select before.key from jsonb_each(to_jsonb(existing)) as before
    join jsonb_each(to_jsonb(changed)) as after on after.key = before.key
    where after.value is distinct from before.value order by before.key
  );
  if names = '{}' then
    return private.saved();
  end if;
  if people <> existing.places then
    refusal := private.places_refusal(existing, people);
    if refusal is not null then
      return private.refused(refusal);
    end if;
    perform private.set_places(existing.id, people, existing.stand_id, keeps_price);
  end if;
  if existing.order_position = 1 and changed.email <> existing.email then
    update public.event_registrations set email = changed.email
    where order_id = existing.order_id and order_position > 1 and email = existing.email;
  end if;
  update public.event_registrations set
    has_name = existing.has_name or changed.full_name <> existing.full_name,
    full_name = changed.full_name, email = changed.email, phone = changed.phone, town = changed.town,
      club = changed.club,
    company = changed.company, companions = changed.companions
  where id = existing.id returning * into changed;
  -- Links that were mailed to the earlier address end.
  if changed.email <> existing.email then
    update public.registration_links set revoked_at = now() where registration_id = existing.id and revoked_at is null;
  end if;
  perform private.note_registration(changed, 'edited:' || array_to_string(names, ','));
  return private.saved();
end $$;

create or replace function private.changed_price(registration uuid, companions integer, stand uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  existing public.event_registrations;
  people integer;
  price integer;
  -- The buyer pays what the other people of an unpaid order cost.
  own integer;
begin
  select * into existing from public.event_registrations where id = changed_price.registration;
  perform private.require_event_right(existing.event_id, 'registrations');
  if existing.id is null then
    perform private.refuse('registration_missing');
  end if;
  people := case
    when companions is null then existing.places
    else greatest(existing.places + companions - cardinality(existing.companions), 1 + companions)
  end;
  price := private.price_after(existing, people, case when companions is null
    then changed_price.stand else existing.stand_id
    end);
  if private.is_settled(existing) then
    price := greatest(price, existing.price_cents - existing.difference_cents);
  end if;
  own := case when existing.order_position > 1 and not private.is_settled(existing) then existing.order_cents
    else 0 end;
  return jsonb_build_object('from', existing.price_cents + own, 'to', price + own,
    'is_settled', private.is_settled(existing));
end $$;

create or replace function private.free_declined_places(event uuid, reason text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  existing public.event_registrations;
  freed integer := 0;
begin
  perform private.require_event_right(event, 'registrations');
  for one in
    select registration.id from public.event_registrations as registration
    where registration.event_id = free_declined_places.event and registration.status = 'confirmed'
      and registration.attending = 'no'
      -- The answer of the buyer is not that of the other people of the order.
      and (registration.order_position > 1 or not private.is_of_several(registration))
      and private.may_change(registration, 'free_declined')
    order by registration.type_id, registration.id limit 200
  loop
    -- Under the lock no entry is stored meanwhile.
    existing := private.lock_registration(one.id);
    continue when existing.status <> 'confirmed' or not private.may_change(existing, 'free_declined');
    perform private.cancel_registration(one.id, nullif(btrim(coalesce(reason, '')), ''));
    freed := freed + 1;
  end loop;
  return freed;
end $$;

-- `registrations` limits the work to some of them; without it every registration of the event is answered.
create or replace function private.payment_states(event uuid, registrations uuid[] default null)
  returns table (registration_id uuid, state text)
language sql stable security definer set search_path = '' as $$
  select registration.id, case
    when payment.paid_at is not null and payment.refunded_cents >= payment.amount_cents then 'refunded'
    when registration.difference_cents = 0 and (payment.paid_at is not null or sale.registration_id is not null)
      then 'paid'
    when coalesce(buyer.price_cents, registration.price_cents) = 0 and registration.difference_cents = 0 then 'free'
    when registration.status = any (private.active_registration_statuses()) then 'open'
  end
  from public.event_registrations as registration
  -- The buyer pays for the other people of an order.
  left join public.event_registrations as buyer on registration.order_position > 1
    and buyer.order_id = registration.order_id and buyer.order_position = 1
  left join lateral (
    -- As private.counted_payment, without a call for each row.
    select payments.paid_at, payments.refunded_cents, payments.amount_cents from public.payments
    where payments.subject_type = 'registration' and payments.subject_id = coalesce(buyer.id, registration.id)
    order by payments.id = coalesce(buyer.payment_id, registration.payment_id) desc nulls last,
      payments.paid_at desc nulls last,
      payments.created_at desc limit 1
  ) as payment on true
  left join public.gate_sales as sale on sale.registration_id = registration.id and sale.undone_at is null
  where registration.event_id = payment_states.event
    and (payment_states.registrations is null or registration.id = any (payment_states.registrations))
$$;

create or replace function private.duplicate_registrations(event uuid)
  returns table (registration_id uuid, reason text, same text)
language sql stable security definer set search_path = '' as $$
  with active as materialized (
    select registration.id, registration.email, registration.document, registration.order_position > 1
      and private.is_mailed_with_order(registration) as is_with_buyer
    from public.event_registrations as registration
    where registration.event_id = duplicate_registrations.event
      and registration.status = any (private.active_registration_statuses())
  ), keys as materialized (
    select active.id, 'email' as reason, lower(active.email) as same from active
    where active.email not like '%@walk-in.invalid' and not active.is_with_buyer
    union all
    select active.id, 'document', upper(translate(active.document, ' ./-', '')) from active
    where active.document is not null
    union all
    select distinct active.id, 'plate', upper(translate(vehicle.plate, ' -.', '')) from active
    join public.registration_vehicles as vehicle on vehicle.registration_id = active.id
    where vehicle.plate is not null
  ), shared as (
    select keys.reason, keys.same from keys where keys.same <> '' group by 1, 2 having count(*) > 1
  )
  select keys.id, keys.reason, keys.same
  from keys join shared on shared.reason = keys.reason and shared.same = keys.same
$$;

create or replace function private.registration_row(registration public.event_registrations) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'code', registration.code, 'full_name', registration.full_name,
    'company', registration.company, 'status', registration.status, 'attending', registration.attending,
    'places', registration.places, 'type_id', registration.type_id, 'stand_id', registration.stand_id,
    'created_at', registration.created_at, 'is_in_order', private.is_of_several(registration),
    'half_price', registration.half_price_category, 'half_price_checked', registration.half_price_checked_at is not null,
    'notes', (select count(*) from public.registration_notes as note where note.registration_id = registration.id),
    'vehicles', (
      select coalesce(jsonb_agg(jsonb_build_object('make', vehicle.make, 'model', vehicle.model, 'year', vehicle.year,
        'plate', vehicle.plate) order by vehicle.position), '[]')
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    )
  )
$$;

-- The page on which an organiser sets rules of orders, quotas, add-ons and codes.

create or replace function private.listed_kinds(payload jsonb, key text, event uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  if jsonb_typeof(coalesce(nullif(payload -> key, 'null'), '[]')) <> 'array' then
    perform private.refuse('invalid', key);
  end if;
  ids := array(
    select kind.id from public.event_registration_types as kind
    where kind.event_id = listed_kinds.event and coalesce(payload -> key, '[]') ? kind.id::text
    order by kind.position, kind.id
  );
  if cardinality(ids) <> jsonb_array_length(coalesce(nullif(payload -> key, 'null'), '[]')) then
    perform private.refuse('invalid', key);
  end if;
  return ids;
end $$;

create or replace function private.check_list(list jsonb, most integer, key text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(list), 'null') <> 'array' then
    perform private.refuse('invalid', key);
  elsif jsonb_array_length(list) > most or exists (
    select from jsonb_array_elements(list) as one where jsonb_typeof(one) <> 'object'
  ) then
    perform private.refuse('invalid', key);
  end if;
end $$;

create or replace function private.save_order_rules(event uuid, rules jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  prices jsonb := coalesce(nullif(rules -> 'child_prices', 'null'), '{}');
  least_people integer := private.whole_field(rules, 'min_people', 1, private.max_order_people(), true);
  most_people integer := private.whole_field(rules, 'max_people', 1, private.max_order_people(), true);
begin
  if not private.child_prices_are_valid(prices) then
    perform private.refuse('invalid', 'child_prices');
  elsif least_people > most_people then
    perform private.refuse('invalid', 'max_people');
  end if;
  insert into public.event_order_settings as known (event_id, min_people, max_people, half_price, half_price_share,
    allows_children, child_prices) values (
    event, least_people, most_people, private.flag_field(rules, 'half_price'),
    private.whole_field(rules, 'half_price_share', private.half_price_least_share(), 100, true),
    private.flag_field(rules, 'allows_children'), prices
  ) on conflict (event_id) do update set min_people = excluded.min_people, max_people = excluded.max_people,
    half_price = excluded.half_price, half_price_share = excluded.half_price_share,
    allows_children = excluded.allows_children, child_prices = excluded.child_prices, updated_at = now();
end $$;

create or replace function private.save_quotas(event uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  field text;
begin
  perform private.check_list(list, private.max_quotas(), 'quotas');
  delete from public.event_quotas where event_id = event;
  for entry in select value from jsonb_array_elements(list) loop
    begin
      insert into public.event_quotas (event_id, name, capacity, type_ids, position) values (
        event, private.text_field(entry, 'name', 120, true), private.whole_field(entry, 'capacity', 0, 1000000, true),
        private.listed_kinds(entry, 'type_ids', event), number);
    exception
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse('invalid', format('quotas.%s.%s', number, field));
      when check_violation then
        perform private.refuse('invalid', format('quotas.%s.type_ids', number));
    end;
    number := number + 1;
  end loop;
end $$;

create or replace function private.save_variants(addon uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  existing uuid;
begin
  perform private.check_list(list, private.max_addon_variants(), 'variants');
  if jsonb_array_length(list) = 0 then
    perform private.refuse('invalid', 'variants');
  end if;
  delete from public.event_addon_variants
  where addon_id = addon and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    select known.id into existing from public.event_addon_variants as known where known.addon_id = addon
      and known.id = private.uuid_field(entry, 'id');
    insert into public.event_addon_variants (id, addon_id, name, stock, position) values (
      coalesce(existing, gen_random_uuid()), addon, coalesce(private.text_field(entry, 'name', 60), ''),
      private.whole_field(entry, 'stock', 0, 1000000), number
    ) on conflict (id) do update set name = excluded.name, stock = excluded.stock, position = excluded.position;
    number := number + 1;
  end loop;
exception
  when unique_violation then
    perform private.refuse('invalid', 'variants');
  when foreign_key_violation then
    perform private.refuse('addon_ordered');
end $$;

create or replace function private.save_addons(event uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  addon uuid;
  field text;
begin
  perform private.check_list(list, private.max_addons(), 'addons');
  begin
    delete from public.event_addons
    where event_id = event and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
      as value);
  exception when foreign_key_violation then
    perform private.refuse('addon_ordered');
  end;
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select known.id into addon from public.event_addons as known where known.event_id = event
        and known.id = private.uuid_field(entry, 'id');
      insert into public.event_addons (id, event_id, name, description, price_cents, max_per_order, closes_at, position)
      values (
        coalesce(addon, gen_random_uuid()), event, private.text_field(entry, 'name', 120, true),
        private.text_field(entry, 'description', 300), private.whole_field(entry, 'price_cents', 0, 100000000, true),
        private.whole_field(entry, 'max_per_order', 1, 100, true), private.moment_field(entry, 'closes_at'), number
      ) on conflict (id) do update set name = excluded.name, description = excluded.description,
        price_cents = excluded.price_cents, max_per_order = excluded.max_per_order, closes_at = excluded.closes_at,
        position = excluded.position
      returning id into addon;
      perform private.save_variants(addon, entry -> 'variants');
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      if sqlerrm = 'addon_ordered' then
        raise;
      end if;
      perform private.refuse('invalid', format('addons.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;

create or replace function private.save_codes(event uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  existing uuid;
  field text;
begin
  perform private.check_list(list, private.max_event_codes(), 'codes');
  delete from public.event_codes
  where event_id = event and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select known.id into existing from public.event_codes as known where known.event_id = event
        and known.id = private.uuid_field(entry, 'id');
      insert into public.event_codes (id, event_id, code, percent, cents, opens_kinds, type_ids, max_uses, starts_at,
        ends_at, position) values (
        coalesce(existing, gen_random_uuid()), event,
        upper(private.pattern_field(entry, 'code', 30, '^[A-Za-z0-9-]{4,30}$', true)),
        private.whole_field(entry, 'percent', 1, 100), private.whole_field(entry, 'cents', 1, 100000000),
        private.flag_field(entry, 'opens_kinds'), private.listed_kinds(entry, 'type_ids', event),
        private.whole_field(entry, 'max_uses', 1, 1000000), private.moment_field(entry, 'starts_at'),
        private.moment_field(entry, 'ends_at'), number
      ) on conflict (id) do update set code = excluded.code, percent = excluded.percent, cents = excluded.cents,
        opens_kinds = excluded.opens_kinds, type_ids = excluded.type_ids, max_uses = excluded.max_uses,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, position = excluded.position;
    exception
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse('invalid', format('codes.%s.%s', number, field));
      when check_violation then
        get stacked diagnostics field = constraint_name;
        perform private.refuse('invalid', format('codes.%s.%s', number, case field
          when 'invitation_names_its_kinds' then 'type_ids' when 'code_ends_after_it_starts' then 'ends_at'
          else 'percent' end));
      when unique_violation then
        perform private.refuse('invalid', format('codes.%s.code', number));
    end;
    number := number + 1;
  end loop;
end $$;

create or replace function private.copy_order_offer(original public.events, copy uuid, days integer, former_kinds uuid[],
  new_kinds uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  addon public.event_addons;
  made uuid;
begin
  insert into public.event_order_settings (event_id, min_people, max_people, half_price, half_price_share,
    allows_children, child_prices)
  select copy, min_people, max_people, half_price, half_price_share, allows_children, child_prices
  from public.event_order_settings where event_id = original.id;
  insert into public.event_quotas (event_id, name, capacity, type_ids, position)
  select copy, quota.name, quota.capacity, kinds.ids, quota.position
  from public.event_quotas as quota cross join lateral (
    select array_agg(new_kinds[array_position(former_kinds, id)]) as ids from unnest(quota.type_ids) as id
    where id = any (former_kinds)
  ) as kinds
  where quota.event_id = original.id and kinds.ids is not null;
  for addon in select * from public.event_addons where event_id = original.id order by position, id loop
    insert into public.event_addons (event_id, name, description, price_cents, max_per_order, closes_at, position)
    values (copy, addon.name, addon.description, addon.price_cents, addon.max_per_order,
      private.shifted(addon.closes_at, days, original.time_zone), addon.position) returning id into made;
    insert into public.event_addon_variants (addon_id, name, stock, position)
    select made, variant.name, variant.stock, variant.position from public.event_addon_variants as variant
    where variant.addon_id = addon.id;
  end loop;
end $$;

create or replace function private.order_form(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'updated_at', settings.updated_at,
    'rules', to_jsonb(settings) - array['event_id', 'updated_at'],
    'half_price_left', private.half_prices_left(event), 'ticket_total', private.ticket_total(event),
    'kinds', (select coalesce(jsonb_agg(jsonb_build_object('id', kind.id, 'name', kind.name,
      'kind', kind.kind)
      order by kind.position, kind.id), '[]') from public.event_registration_types as kind where kind.event_id = event),
    'quotas', (select coalesce(jsonb_agg(jsonb_build_object('name', quota.name, 'capacity', quota.capacity,
      'type_ids', quota.type_ids, 'taken', (select coalesce(sum(kind.taken), 0)
        from public.event_registration_types as kind where kind.id = any (quota.type_ids)))
      order by quota.position), '[]') from public.event_quotas as quota where quota.event_id = event),
    'addons', (select coalesce(jsonb_agg(to_jsonb(addon) - array['event_id', 'position'] || jsonb_build_object(
      'variants', (select coalesce(jsonb_agg(to_jsonb(variant) - array['addon_id', 'position'] || jsonb_build_object(
        'ordered', variant.stock - private.variant_left(variant.id)) order by variant.position), '[]')
        from public.event_addon_variants as variant where variant.addon_id = addon.id))
      order by addon.position), '[]') from public.event_addons as addon where addon.event_id = order_form.event),
    'codes', (select coalesce(jsonb_agg(to_jsonb(own) - array['event_id', 'position'] || jsonb_build_object(
      'uses', private.active_orders_with_code(own.id)) order by own.position), '[]')
      from public.event_codes as own where own.event_id = order_form.event)
  )
  from private.order_settings(event) as settings
$$;

create or replace function private.read_order_form(event uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'page');
  return private.order_form(event);
end $$;

create or replace function private.save_order_form(event uuid, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(event, 'page');
  perform private.check_event_payload(payload);
  -- Orders are stored under the lock of the same rows.
  perform private.lock_kinds((select id from public.event_registration_types as kind where kind.event_id = event
    order by kind.id limit 1));
  if private.moment_field(payload, 'expected_version') is distinct from (private.order_settings(event)).updated_at then
    return private.conflict();
  end if;
  perform private.save_order_rules(event, payload -> 'rules');
  perform private.save_quotas(event, payload -> 'quotas');
  perform private.save_addons(event, payload -> 'addons');
  perform private.save_codes(event, payload -> 'codes');
  return private.saved();
end $$;

create or replace function public.read_order_form(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_order_form(event);

create or replace function public.save_order_form(event uuid, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.save_order_form(event, payload);

create or replace function private.checkin_answer(reading public.event_checkins) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', reading.id, 'nonce', reading.nonce, 'readingKind', reading.kind, 'result', reading.result, 'scannedAt',
      reading.scanned_at, 'undoneAt', reading.undone_at,
    'registrationId', reading.registration_id, 'name', registration.full_name, 'kind', type.kind,
    'people', coalesce(reading.people, nullif(abs(reading.moved), 0), reading.places), 'places', reading.places,
      'inside', reading.inside,
    'companions', coalesce(to_jsonb(registration.companions), '[]'), 'dueCents',
      coalesce(registration.difference_cents, 0),
    'halfPrice', registration.half_price_category, 'isHalfPriceSeen', registration.half_price_checked_at is not null,
    'listId', list.id, 'list', list.name, 'by', coalesce(device.name, operator.username),
    'isOffline', reading.is_offline, 'isWalkIn', reading.is_walk_in, 'isForced', reading.is_forced,
    'first', case when earliest.id is not null then jsonb_build_object(
      'at', earliest.scanned_at, 'list', list.name,
      'by', coalesce((select name from public.checkin_devices where id = earliest.device_id),
        (select username from public.profiles where id = earliest.operator_id))
    ) end
  )
  from public.event_checkin_lists as list
  left join public.event_registrations as registration on registration.id = reading.registration_id
  left join public.event_registration_types as type on type.id = registration.type_id
  left join public.checkin_devices as device on device.id = reading.device_id
  left join public.profiles as operator on operator.id = reading.operator_id
  left join public.event_checkins as earliest on earliest.id = reading.first_checkin_id
  where list.id = reading.list_id
$$;

create or replace function private.gate_person(registration public.event_registrations, type public.event_registration_types)
  returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_array(
    registration.id, registration.full_name, type.kind, coalesce(private.gate_cars(registration.id), ''),
    case registration.status when 'confirmed' then 'c' when 'awaiting_payment' then 'p' when 'unconfirmed' then 'u'
      when 'cancelled' then 'x' else 'n' end,
    registration.badge_version,
    jsonb_strip_nulls(jsonb_build_object(
      'places', nullif(registration.places, 1), 'companions', case when registration.companions <> '{}'
        then to_jsonb(registration.companions) end,
      'plates', (
        select nullif(string_agg(upper(regexp_replace(vehicle.plate, '[^A-Za-z0-9]', '', 'g')), ' '
          order by vehicle.position), '')
        from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
      ),
      'code', registration.code,
      -- Six characters tell two people with one name apart and are no address to write to.
      'mail', case when registration.email not like '%@walk-in.invalid'
        then left(split_part(lower(registration.email), '@', 1), 6) end,
      'due', nullif(registration.difference_cents, 0),
      'half', registration.half_price_category,
      'halfSeen', case when registration.half_price_checked_at is not null then true end
    ))
  )
$$;

create or replace function private.copy_event_parts(original public.events, copy uuid, days integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  type public.event_registration_types;
  form public.form_template_versions;
  made uuid;
  former_kinds uuid[] := '{}';
  new_kinds uuid[] := '{}';
begin
  insert into public.event_days (event_id, day, items, position)
  select copy, day + days, items, position from public.event_days where event_id = original.id;
  -- Results belong to the event that is over.
  insert into public.event_media (event_id, kind, path, title, credit, translations, position)
  select copy, kind, path, title, credit, translations, position from public.event_media where event_id = original.id
    and kind <> 'result';
  insert into public.event_sponsors (event_id, name, tier, url, logo_path, position)
  select copy, name, tier, url, logo_path, position from public.event_sponsors where event_id = original.id;
  for type in select * from public.event_registration_types where event_id = original.id order by position, id loop
    form := private.form_version_of(type);
    insert into public.event_registration_types (
      event_id, kind, name, translations, price_cents, capacity, requires_approval, max_vehicles, max_companions,
        required_documents, has_waiting_list, chooses_stand, allows_several, opens_at, closes_at, edit_until,
        form_version_id, position, price_steps, classes, gate_places
    ) values (
      copy, type.kind, type.name, type.translations, type.price_cents, type.capacity, type.requires_approval,
        type.max_vehicles, type.max_companions, type.required_documents, type.has_waiting_list, type.chooses_stand,
        type.allows_several, private.shifted(type.opens_at, days, original.time_zone),
        private.shifted(type.closes_at, days, original.time_zone),
        private.shifted(type.edit_until, days, original.time_zone),
        case when form.template_id = private.own_form(type.id) then null else type.form_version_id end, type.position,
        private.shifted_steps(type.price_steps, days, original.time_zone), type.classes, type.gate_places
    ) returning id into made;
    former_kinds := former_kinds || type.id;
    new_kinds := new_kinds || made;
    if form.template_id = private.own_form(type.id) then
      perform private.write_questions(made, form.schema);
    end if;
  end loop;
  insert into public.event_stands (event_id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents,
    position)
  select copy, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents, position from public.event_stands
    where event_id = original.id;
  perform private.copy_order_offer(original, copy, days, former_kinds, new_kinds);
  insert into public.event_automatic_messages (event_id, kind, is_on, hours, texts, updated_by)
  select copy, kind, is_on, hours, texts, updated_by from public.event_automatic_messages where event_id = original.id;
end $$;

create or replace function private.automatic_applies(registration public.event_registrations, event public.events, kind text)
  returns boolean
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'confirmation' then registration.status = 'confirmed'
    when 'documents' then registration.status = any (private.active_registration_statuses())
      and event.starts_at > now() and private.missing_files(registration) <> '{}'
    when 'payment' then registration.status = 'awaiting_payment' and registration.order_position = 1
      and registration.held_until > now()
      and not exists (
        select from public.payments
        where payments.subject_type = 'registration' and payments.subject_id = registration.id
          and payments.status in ('review', 'processing')
      )
    when 'day_before' then registration.status = 'confirmed' and event.starts_at > now()
      and registration.attending <> 'no'
    when 'thanks' then registration.status = 'confirmed' and event.ends_at <= now()
      and private.has_entered(registration.id)
    else false
  end and (kind = 'confirmation' or event.status = 'published' and event.deleted_at is null)
    and (kind = any (private.contract_message_kinds()) or not private.refuses_messages(registration))
$$;

create index event_quotas_event_id_idx on public.event_quotas (event_id, position);

create index event_addons_event_id_idx on public.event_addons (event_id, position);

create index event_codes_event_id_idx on public.event_codes (event_id, position);

create index event_orders_event_id_idx on public.event_orders (event_id);

create index event_orders_code_id_idx on public.event_orders (code_id);

create index event_order_addons_variant_id_idx on public.event_order_addons (variant_id);

create index event_registrations_half_price_idx on public.event_registrations (half_price_category, event_id);

create policy "everybody reads the categories of half price" on public.half_price_categories
  for select to anon, authenticated using (true);

create policy "visitors read rules of orders of public events" on public.event_order_settings
  for select to anon using (exists (select from public.events where events.id = event_id));

create policy "accounts read rules of orders of events they see" on public.event_order_settings
  for select to authenticated using (exists (select from public.events where events.id = event_id));

create policy "people with the page of an event and event managers read quotas" on public.event_quotas
  for select to authenticated
  using ((select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('page')));

create policy "visitors read add-ons of public events" on public.event_addons
  for select to anon using (exists (select from public.events where events.id = event_id));

create policy "accounts read add-ons of events they see" on public.event_addons
  for select to authenticated using (exists (select from public.events where events.id = event_id));

create policy "visitors read variants of add-ons of public events" on public.event_addon_variants
  for select to anon using (exists (select from public.event_addons where event_addons.id = addon_id));

create policy "accounts read variants of add-ons of events they see" on public.event_addon_variants
  for select to authenticated using (exists (select from public.event_addons where event_addons.id = addon_id));

create policy "people with the page of an event and event managers read codes" on public.event_codes
  for select to authenticated
  using ((select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('page')));

-- Registrations of one order: every registration has one, the others follow the buyer, and what only the order has.

create policy "accounts read orders of registrations they read" on public.event_orders
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.order_id = event_orders.id));

create policy "accounts read children of orders they read" on public.event_order_children
  for select to authenticated using (exists (select from public.event_orders where event_orders.id = order_id));

create policy "accounts read add-ons of orders they read" on public.event_order_addons
  for select to authenticated using (exists (select from public.event_orders where event_orders.id = order_id));

create trigger event_codes_audit after insert or update or delete on public.event_codes
  for each row execute function private.write_audit('id', 'event_id,percent,cents,opens_kinds,max_uses,starts_at,ends_at');

create trigger event_registrations_order before insert on public.event_registrations
  for each row when (new.order_id is null) execute function private.give_order();

create trigger event_registrations_drop_orders after delete on public.event_registrations
  referencing old table as old_rows for each statement execute function private.drop_empty_orders();

comment on function private.child_age_bands is 'Age bands of the children of an order, in years.';

comment on function private.max_order_people is 'Most people of an order, children and companions counted.';

comment on function private.half_price_least_share is
  'Percent of the tickets that the categories of Lei 12.933/2013 get for half (article 1, § 10).';

comment on function private.max_addons is 'Most add-ons of an event.';

comment on function private.max_addon_variants is 'Most variants of an add-on.';

comment on function private.max_quotas is 'Most quotas of an event.';

comment on function private.max_event_codes is 'Most codes of an event.';

comment on table public.half_price_categories is
  'Who pays half of a ticket by law, with the law. The only list of these categories.';

comment on column public.half_price_categories.counts_in_share is
  'Whether the limit of 40 % of the tickets applies: Lei 12.933/2013, article 1, § 10 limits its own categories; Lei '
  '10.741/2003 has no limit for people of 60 years or more.';

comment on function private.child_prices_are_valid is 'Whether a value is {age band: cents}.';

comment on table public.event_order_settings is
  'Rules of the orders of an event; an event without a row has the defaults. Written by functions only.';

comment on column public.event_order_settings.half_price is
  'Whether tickets are sold for half by law; off only for an event to which the law does not apply.';

comment on column public.event_order_settings.half_price_share is
  'Percent of the tickets for the categories with a limit; the law asks for 40, an organiser may give more.';

comment on column public.event_order_settings.child_prices is
  'Cents for a child by age band; a band that is missing costs nothing.';

comment on table public.event_quotas is
  'Places that several kinds of registration of an event share, within their own limits. Written by functions only.';

comment on column public.event_quotas.type_ids is
  'Kinds of registration of the same event; one that was removed no longer counts.';

comment on table public.event_addons is
  'Things that are ordered with a registration, such as a T-shirt or a dinner. Written by functions only.';

comment on column public.event_addons.closes_at is 'Null: ordered as long as the registration is open.';

comment on table public.event_addon_variants is
  'Variants of an add-on, such as sizes, each with its stock; an add-on without variants has one without a name.';

comment on column public.event_addon_variants.stock is 'Number that can be ordered in all; null without a limit.';

comment on table public.event_codes is
  'Codes for a discount or an invitation. Orders count as uses while they are active. Written by functions only.';

comment on column public.event_codes.opens_kinds is
  'An invitation: the kinds take registrations with this code outside their own dates.';

comment on column public.event_codes.type_ids is 'Kinds that the code is for; none: all kinds of the event.';

comment on table public.event_orders is
  'Orders of an event. The first registration of an order is the buyer: its name, contact, link, status and price are '
  'those of the order, and the others follow its status. Deleted with its last registration.';

comment on column public.event_orders.discount_cents is 'What the code of the order took off.';

comment on table public.event_order_children is
  'Children of an order by number and age band; no name, no contact. Their places are those of the first registration.';

comment on table public.event_order_addons is 'Add-ons of an order at the price of the moment of the order.';

comment on column public.event_registrations.order_position is
  'Place in the order; the first registration is the buyer. Its price_cents is the price of the whole order, that of '
  'the others is 0.';

comment on column public.event_registrations.order_cents is
  'What this registration costs within an order of several people, for showing it.';

comment on column public.event_registrations.has_name is
  'Whether full_name is the name of the person; otherwise it is that of the buyer with a number, until it is told.';

comment on column public.event_registrations.half_price_category is
  'Why the ticket costs half; nothing else about it is stored, no document and no picture.';

comment on column public.event_registrations.half_price_checked_at is
  'When somebody at the gate saw the proof of the category.';

comment on function private.is_paid_event is
  'Whether an event has a kind of registration, a stand, an add-on or a place of a child that costs something.';

comment on function private.has_places is
  'Whether the kinds and the event have the places that a registration needs, for the buyer with the people of the '
  'order.';

comment on function private.places_left is
  'Free places of a kind within its own limit, its quotas and the limit of the whole event, without those kept for the '
  'gate unless asked there; null without a limit.';

comment on function private.order_settings is 'The rules of the orders of an event, or the defaults.';

comment on function private.active_orders_with_code is 'How often a code is used: by orders that have not ended.';

comment on function private.variant_left is
  'How many of a variant of an add-on can still be ordered; null without a limit. Orders that ended return theirs.';

comment on function private.ticket_total is
  'Paid tickets of an event: the places of its paid kinds for visitors within the limit of the event; null without a '
  'limit.';

comment on function private.half_prices_left is
  'Tickets for half that are left for the categories with a limit; null without a limit.';

comment on function private.order_code is
  'The code that a person typed; raises code_unknown, also before and after its dates, or code_used.';

comment on function private.order_people is
  'The people of an order as payloads of their own, the buyer first. A person without a name has that of the buyer '
  'with a number.';

comment on function private.order_children is 'The children of an order by age band with the price of one.';

comment on function private.order_items is
  'The add-ons of an order with their prices; raises addon_sold_out with the name of the add-on.';

comment on function private.check_items is 'Refuses more of an add-on than an order may have.';

comment on function private.half_price_of is
  'The category by which a person pays half; only tickets have one.';

comment on function private.line_price is
  'The price of one registration of an order: full_cents before half price and code, cents after them, and what it '
  'used of a code over an amount.';

comment on function private.order_lines is 'The prices of the registrations of an order, the buyer first.';

comment on function private.check_order_limits is
  'Raises order_too_small or order_too_big with the limit, code_unknown for a code of other kinds, or half_price_gone.';

comment on function private.order_price is
  'The only price of an order: {lines, children, children_cents, addons_cents, people, code_id, discount_cents, '
  'total_cents}. Raises invalid, code_unknown, code_used, addon_sold_out, half_price_gone, order_too_small or '
  'order_too_big. Callers that store it hold the lock of the kinds.';

comment on function private.quote_order is 'What the order of a form would cost now; nothing is stored or held.';

comment on function public.quote_order is
  'For the server only, which limits the tries of codes: what an order of submit_registration would cost now.';

comment on function private.open_kind is
  'Locks and returns a kind that takes registrations now, or for this invitation; raises event_missing or '
  'registration_closed.';

comment on function private.check_person is
  'Checks one person of an order; answers whether the registration needs an approval or documents first.';

comment on function private.order_status is
  'Status of all registrations of an order after the form; raises no_places. The kinds are locked by the caller.';

comment on function private.places_of_person is
  'Places of one registration of an order; the children have theirs with the buyer.';

comment on function private.insert_registration is
  'Stores one registration of an order with its vehicles, and with its places and stand when the address is confirmed.';

comment on function private.insert_order is 'Stores an order with its children and add-ons, without its people.';

comment on function private.store_registration is
  'Decides places and price of a whole order and stores it, with its places and stands when the address is confirmed; '
  'all or nothing. Answers the registration of the buyer.';

comment on function private.drop_taken_wish is
  'Takes the stand that another registration got meanwhile away from an unconfirmed one, with its price.';

comment on function private.confirmed_status is
  'Status of all registrations of an order when its address is confirmed; raises no_places.';

comment on function private.confirm_registration is
  'Confirms the address of a registration and takes its place, or puts it on the waiting list; answers the status, '
  'null for a wrong link or when the time is over. Safe to repeat. The other people of the order follow. Raises '
  'registration_closed, already_registered, unpaid_hold, no_places, code_used, addon_sold_out or half_price_gone.';

comment on function public.submit_registration is
  'Registers for an event: {request_id, type, full_name, email, phone, document, town, state_abbr, club, company, '
  'companions, vehicles, form_version, answers, stand, shows_vehicle, consent, locale}, and for an order half_price, '
  'people: [{type, full_name, …}], addons: [{variant, amount}], children: {age band: number} and code. Answers id, '
  'code, status and whether a repeated request has other data than the stored one. Refuses with invalid, '
  'vehicle_too_new, event_missing, registration_closed, form_changed, form_sent, already_registered, unpaid_hold, '
  'too_many_mails, too_many_forms, no_places, stand_taken, code_unknown, code_used, addon_sold_out, half_price_gone, '
  'order_too_small or order_too_big.';

comment on function private.give_order is 'Trigger function: a registration without an order gets one of its own.';

comment on function private.drop_empty_orders is
  'Trigger function: deletes orders with their children and add-ons when their last registration is deleted.';

comment on function private.is_of_several is 'Whether an order has more than this registration.';

comment on function private.buyer_of is 'The registration of the buyer of the order of a registration.';

comment on function private.is_mailed_with_order is
  'Whether the mail about the order reaches the address of a registration, so that it gets none of its own.';

comment on function private.check_renewed_order is
  'Raises code_used, addon_sold_out or half_price_gone when an order that counted for nothing becomes active and its '
  'code, add-ons or half prices are gone. The kinds are locked by the caller.';

comment on function private.change_order_price is
  'Changes the price of an order because one person of it changed or left. What was paid for a person who left is '
  'returned in the financial panel.';

comment on function private.move_order is
  'After a change of the buyer the people of the order who had the same status follow; after a person left, the price '
  'of the unpaid order is lower.';

comment on function private.name_order_person is
  'The buyer tells the name of a person that the order did not have; once, until the limit of the kind.';

comment on function private.mark_half_price is
  'Notes at the gate that the proof of a half price was seen, or takes the note back; stores nothing about the proof.';

comment on function public.name_order_person is
  'The buyer behind the link of an order tells the name of a person of it: saved or gone.';

comment on function public.mark_half_price is
  'People at the gate and enrolled devices note that the proof of a half price was seen: saved or gone.';

comment on function private.order_of_link is
  'The order behind the link of a registration: all of it for the buyer, for another person only who the buyer is; null '
  'for an order of one without anything more.';

comment on function private.order_offer is
  'What the form of registration of a public event offers besides its kinds; no code is in it.';

comment on function public.order_offer is
  'Add-ons with what is left, categories of half price, age bands and limits of the orders of a public event; null for '
  'another one. Anyone may call it.';

comment on function private.approve_registration is
  'Approves a registration: confirmed when it is free, awaiting_payment when it costs something, waitlisted when no '
  'place is left; with the people of its order. Answers the status.';

comment on function private.may_leave_order is
  'Whether a holder may cancel: the buyer the whole order before anybody entered, another person alone while the order '
  'is not paid.';

comment on function private.listed_kinds is 'Kinds of registration of an event that a form names, each once.';

comment on function private.check_list is 'Refuses what is no list of objects, or a list that is too long.';

comment on function private.save_order_rules is 'Stores the rules of the orders of an event.';

comment on function private.save_quotas is
  'Replaces the quotas of an event. A quota below the places that are taken takes nothing away; it gives none.';

comment on function private.save_variants is
  'Adds, changes and deletes the variants of an add-on; one that was ordered is not deleted.';

comment on function private.save_addons is
  'Adds, changes and deletes the add-ons of an event with their variants; raises addon_ordered for one that was ordered.';

comment on function private.save_codes is 'Adds, changes and deletes the codes of an event.';

comment on function private.copy_order_offer is
  'Copies rules of orders, quotas and add-ons to another event; codes stay, because they were given out for one event.';

comment on function private.order_form is 'What the page of the orders of an event shows to those who may change it.';

comment on function private.save_order_form is
  'Stores rules, quotas, add-ons and codes of the orders of an event, all or nothing: saved, or conflict when they '
  'changed since they were shown. Raises invalid with the field, or addon_ordered.';

comment on function public.read_order_form is
  'Rules, quotas, add-ons and codes of the orders of an event, for people with its page.';

comment on function public.save_order_form is
  'People with the page of an event store rules, quotas, add-ons and codes of its orders: saved or conflict.';

comment on function private.copy_event_parts is
  'Copies programme, pictures, documents, sponsors, kinds of registration with their questions, stands, add-ons, quotas '
  'and automatic mails; registrations, codes and results stay.';

grant execute on function private.active_orders_with_code to public;

grant execute on function private.buyer_of to public;

grant execute on function private.change_order_price to public;

grant execute on function private.check_items to public;

grant execute on function private.check_list to public;

grant execute on function private.check_order_limits to public;

grant execute on function private.check_person to public;

grant execute on function private.check_renewed_order to public;

grant execute on function private.child_age_bands to public;

grant execute on function private.child_prices_are_valid to public;

grant execute on function private.confirmed_status to public;

grant execute on function private.copy_order_offer to public;

grant execute on function private.drop_empty_orders to public;

grant execute on function private.drop_taken_wish to public;

grant execute on function private.give_order to public;

grant execute on function private.half_price_least_share to public;

grant execute on function private.half_price_of to public;

grant execute on function private.half_prices_left to public;

grant execute on function private.insert_order to public;

grant execute on function private.insert_registration to public;

grant execute on function private.is_mailed_with_order to public;

grant execute on function private.is_of_several to public;

grant execute on function private.line_price to public;

grant execute on function private.listed_kinds to public;

grant execute on function private.mark_half_price to public;

grant execute on function private.max_addon_variants to public;

grant execute on function private.max_addons to public;

grant execute on function private.max_event_codes to public;

grant execute on function private.max_order_people to public;

grant execute on function private.max_quotas to public;

grant execute on function private.may_leave_order to public;

grant execute on function private.move_order to public;

grant execute on function private.name_order_person to public;

grant execute on function private.order_children to public;

grant execute on function private.order_code to public;

grant execute on function private.order_form to public;

grant execute on function private.order_items to public;

grant execute on function private.order_lines to public;

grant execute on function private.order_of_link to public;

grant execute on function private.order_offer to public;

grant execute on function private.order_people to public;

grant execute on function private.order_price to public;

grant execute on function private.order_settings to public;

grant execute on function private.order_status to public;

grant execute on function private.places_of_person to public;

grant execute on function private.quote_order to public;

grant execute on function private.read_order_form to public;

grant execute on function private.save_addons to public;

grant execute on function private.save_codes to public;

grant execute on function private.save_order_form to public;

grant execute on function private.save_order_rules to public;

grant execute on function private.save_quotas to public;

grant execute on function private.save_variants to public;

grant execute on function private.ticket_total to public;

grant execute on function private.variant_left to public;

grant select on public.event_addon_variants to anon;

grant select on public.event_addon_variants to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_addon_variants to service_role;

grant select on public.event_addons to anon;

grant select on public.event_addons to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_addons to service_role;

grant select on public.event_codes to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_codes to service_role;

grant select on public.event_order_addons to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_order_addons to service_role;

grant select on public.event_order_children to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_order_children to service_role;

grant select on public.event_order_settings to anon;

grant select on public.event_order_settings to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_order_settings to service_role;

grant select on public.event_orders to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_orders to service_role;

grant select on public.event_quotas to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.event_quotas to service_role;

grant select on public.half_price_categories to anon;

grant select on public.half_price_categories to authenticated;

grant delete, insert, maintain, references, select, trigger, truncate, update on public.half_price_categories to service_role;

grant execute on function public.mark_half_price to anon;

grant execute on function public.mark_half_price to authenticated;

grant execute on function public.mark_half_price to service_role;

grant execute on function public.name_order_person to anon;

grant execute on function public.name_order_person to authenticated;

grant execute on function public.name_order_person to service_role;

grant execute on function public.order_offer to anon;

grant execute on function public.order_offer to authenticated;

grant execute on function public.order_offer to service_role;

grant execute on function public.quote_order to service_role;

grant execute on function public.read_order_form to authenticated;

grant execute on function public.read_order_form to service_role;

grant execute on function public.save_order_form to authenticated;

grant execute on function public.save_order_form to service_role;

reset check_function_bodies;
