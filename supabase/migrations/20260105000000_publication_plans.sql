create table public.publication_plans (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  description text check (char_length(description) <= 2000),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  price numeric(10, 2) not null check (price > 0),
  plan_type text not null default 'ad_banner' check (plan_type in ('ad_banner', 'listing', 'voucher_campaign', 'event_highlight')),
  duration_days integer not null check (duration_days between 1 and 1100),
  placements text[] not null default '{}',
  states_limit integer check (states_limit between 1 and 27),
  stripe_price_id text check (stripe_price_id ~ '^price_[A-Za-z0-9_]{1,100}$'),
  is_active boolean not null default true,
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.publication_plans is 'What advertisers can buy. A change never reaches past sales: they keep their own copy of name, price and days.';
comment on column public.publication_plans.price is 'Reais.';
comment on column public.publication_plans.translations is '{en|es: {name, description}}';
comment on column public.publication_plans.placements is 'Keys of ad_placements the banner of this plan may stand in; empty for all.';
comment on column public.publication_plans.states_limit is 'In how many states the banner runs; null for the whole country.';

create index publication_plans_plan_type_idx on public.publication_plans (plan_type, price);

alter table public.publication_plans enable row level security;
grant select on public.publication_plans to anon;
grant select, insert, update, delete on public.publication_plans to authenticated;
grant all on public.publication_plans to service_role;

create policy "everybody reads plans on offer" on public.publication_plans
  for select to anon using (is_active);
create policy "signed-in accounts read plans on offer, plan managers all" on public.publication_plans
  for select to authenticated using (is_active or (select private.has_permission('advertising_plans')));
create policy "plan managers add plans" on public.publication_plans
  for insert to authenticated with check ((select private.has_permission('advertising_plans')));
create policy "plan managers update plans" on public.publication_plans
  for update to authenticated
  using ((select private.has_permission('advertising_plans')))
  with check ((select private.has_permission('advertising_plans')));
create policy "plan managers delete plans" on public.publication_plans
  for delete to authenticated using ((select private.has_permission('advertising_plans')));

create trigger publication_plans_touch before update on public.publication_plans
  for each row execute function private.touch_updated_at();
create trigger publication_plans_audit after insert or update or delete on public.publication_plans
  for each row execute function private.write_audit('id');
insert into private.trail_permissions (entity, permission) values ('publication_plans', 'advertising_plans');
