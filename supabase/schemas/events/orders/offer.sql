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
comment on table public.half_price_categories is
  'Who pays half of a ticket by law, with the law. The only list of these categories.';
comment on column public.half_price_categories.counts_in_share is
  'Whether the limit of 40 % of the tickets applies: Lei 12.933/2013, article 1, § 10 limits its own categories; Lei '
  '10.741/2003 has no limit for people of 60 years or more.';
alter table public.half_price_categories enable row level security;
grant select on public.half_price_categories to anon, authenticated;
grant all on public.half_price_categories to service_role;
create policy "everybody reads the categories of half price" on public.half_price_categories
  for select to anon, authenticated using (true);

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

create function private.child_prices_are_valid(prices jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(prices) = 'object' and not exists (
    select from jsonb_each(prices) as price (band, cents)
    where price.band <> all (private.child_age_bands()) or jsonb_typeof(price.cents) <> 'number'
      or price.cents::text !~ '^[0-9]{1,8}$'
  )
$$;
comment on function private.child_prices_are_valid is 'Whether a value is {age band: cents}.';

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
comment on table public.event_order_settings is
  'Rules of the orders of an event; an event without a row has the defaults. Written by functions only.';
comment on column public.event_order_settings.half_price is
  'Whether tickets are sold for half by law; off only for an event to which the law does not apply.';
comment on column public.event_order_settings.half_price_share is
  'Percent of the tickets for the categories with a limit; the law asks for 40, an organiser may give more.';
comment on column public.event_order_settings.child_prices is
  'Cents for a child by age band; a band that is missing costs nothing.';
alter table public.event_order_settings enable row level security;
grant select on public.event_order_settings to anon, authenticated;
grant all on public.event_order_settings to service_role;
create policy "visitors read rules of orders of public events" on public.event_order_settings
  for select to anon using (exists (select from public.events where events.id = event_id));
create policy "accounts read rules of orders of events they see" on public.event_order_settings
  for select to authenticated using (exists (select from public.events where events.id = event_id));

create table public.event_quotas (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  capacity integer not null check (capacity between 0 and 1000000),
  type_ids uuid[] not null check (cardinality(type_ids) between 1 and 12),
  position integer not null default 0
);
comment on table public.event_quotas is
  'Places that several kinds of registration of an event share, within their own limits. Written by functions only.';
comment on column public.event_quotas.type_ids is
  'Kinds of registration of the same event; one that was removed no longer counts.';
create index event_quotas_event_id_idx on public.event_quotas (event_id, position);
alter table public.event_quotas enable row level security;
grant select on public.event_quotas to authenticated;
grant all on public.event_quotas to service_role;
create policy "people with the page of an event and event managers read quotas" on public.event_quotas
  for select to authenticated
  using ((select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('page')));

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
comment on table public.event_addons is
  'Things that are ordered with a registration, such as a T-shirt or a dinner. Written by functions only.';
comment on column public.event_addons.closes_at is 'Null: ordered as long as the registration is open.';
create index event_addons_event_id_idx on public.event_addons (event_id, position);
alter table public.event_addons enable row level security;
grant select on public.event_addons to anon, authenticated;
grant all on public.event_addons to service_role;
create policy "visitors read add-ons of public events" on public.event_addons
  for select to anon using (exists (select from public.events where events.id = event_id));
create policy "accounts read add-ons of events they see" on public.event_addons
  for select to authenticated using (exists (select from public.events where events.id = event_id));

create table public.event_addon_variants (
  id uuid primary key default gen_random_uuid(),
  addon_id uuid not null references public.event_addons (id) on delete cascade,
  name text not null default '' check (char_length(name) <= 60),
  stock integer check (stock between 0 and 1000000),
  position integer not null default 0,
  unique (addon_id, name)
);
comment on table public.event_addon_variants is
  'Variants of an add-on, such as sizes, each with its stock; an add-on without variants has one without a name.';
comment on column public.event_addon_variants.stock is 'Number that can be ordered in all; null without a limit.';
alter table public.event_addon_variants enable row level security;
grant select on public.event_addon_variants to anon, authenticated;
grant all on public.event_addon_variants to service_role;
create policy "visitors read variants of add-ons of public events" on public.event_addon_variants
  for select to anon using (exists (select from public.event_addons where event_addons.id = addon_id));
create policy "accounts read variants of add-ons of events they see" on public.event_addon_variants
  for select to authenticated using (exists (select from public.event_addons where event_addons.id = addon_id));

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
comment on table public.event_codes is
  'Codes for a discount or an invitation. Orders count as uses while they are active. Written by functions only.';
comment on column public.event_codes.opens_kinds is
  'An invitation: the kinds take registrations with this code outside their own dates.';
comment on column public.event_codes.type_ids is 'Kinds that the code is for; none: all kinds of the event.';
create index event_codes_event_id_idx on public.event_codes (event_id, position);
alter table public.event_codes enable row level security;
grant select on public.event_codes to authenticated;
grant all on public.event_codes to service_role;
create policy "people with the page of an event and event managers read codes" on public.event_codes
  for select to authenticated
  using ((select private.is_staff() and private.has_permission('events'))
    or event_id in (select private.events_with_right('page')));
create trigger event_codes_audit after insert or update or delete on public.event_codes
  for each row execute function private.write_audit('id', 'event_id,percent,cents,opens_kinds,max_uses,starts_at,ends_at');

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

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_addons', 'closes_at', 'moves', 'time before the event'),
  ('event_codes', 'starts_at', 'moves', 'time before the event'),
  ('event_codes', 'ends_at', 'moves', 'time before the event'),
  ('event_registrations', 'half_price_checked_at', 'stays', 'when the gate saw the document');
