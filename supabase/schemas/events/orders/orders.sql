-- Orders: one or more registrations that one person sends and pays together.

create table public.event_orders (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  code_id uuid references public.event_codes (id) on delete set null,
  discount_cents integer not null default 0 check (discount_cents >= 0),
  created_at timestamptz not null default now()
);
comment on table public.event_orders is
  'Orders of an event. The first registration of an order is the buyer: its name, contact, link, status and price are '
  'those of the order, and the others follow its status. Deleted with its last registration.';
comment on column public.event_orders.discount_cents is 'What the code of the order took off.';
create index event_orders_event_id_idx on public.event_orders (event_id);
create index event_orders_code_id_idx on public.event_orders (code_id);
alter table public.event_orders enable row level security;
grant select on public.event_orders to authenticated;
grant all on public.event_orders to service_role;

create table public.event_order_children (
  order_id uuid not null references public.event_orders (id) on delete cascade,
  age_band text not null check (age_band = any (private.child_age_bands())),
  amount integer not null check (amount between 1 and 20),
  primary key (order_id, age_band)
);
comment on table public.event_order_children is
  'Children of an order by number and age band; no name, no contact. Their places are those of the first registration.';
alter table public.event_order_children enable row level security;
grant select on public.event_order_children to authenticated;
grant all on public.event_order_children to service_role;

create table public.event_order_addons (
  order_id uuid not null references public.event_orders (id) on delete cascade,
  variant_id uuid not null references public.event_addon_variants (id),
  amount integer not null check (amount between 1 and 100),
  unit_cents integer not null check (unit_cents >= 0),
  primary key (order_id, variant_id)
);
comment on table public.event_order_addons is 'Add-ons of an order at the price of the moment of the order.';
create index event_order_addons_variant_id_idx on public.event_order_addons (variant_id);
alter table public.event_order_addons enable row level security;
grant select on public.event_order_addons to authenticated;
grant all on public.event_order_addons to service_role;

select
  private.declare_columns('event_orders', 'exported', '{id,event_id,discount_cents,created_at}'),
  private.declare_columns('event_orders', 'not_personal', '{code_id}', 'technical key'),
  private.declare_columns('event_order_children', 'exported', '{order_id,age_band,amount}'),
  private.declare_columns('event_order_addons', 'exported', '{order_id,variant_id,amount,unit_cents}');
