-- Plans, sellers and their commissions.

create table public.publication_plans (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  description text check (char_length(description) <= 2000),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  price numeric(10, 2) not null check (price > 0),
  plan_type text not null default 'ad_banner' check (plan_type = any (private.plan_types())),
  duration_days integer not null check (duration_days between 1 and 1100),
  placements text[] not null default '{}',
  states_limit integer check (states_limit between 1 and 27),
  stripe_price_id text check (stripe_price_id ~ '^price_[A-Za-z0-9_]{1,100}$'),
  is_active boolean not null default true,
  display_order integer not null default 0,
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_example boolean not null default false
);
comment on table public.publication_plans is
  'Plans that advertisers can buy; a change does not affect past sales, which store a copy of name, price and days.';
comment on column public.publication_plans.translations is '{en|es: {name, description}}';
comment on column public.publication_plans.price is 'Price in reais.';
comment on column public.publication_plans.placements is
  'Keys of the ad_placements in which a banner of this plan may run; empty: all.';
comment on column public.publication_plans.states_limit is
  'In how many states the banner runs; null for the whole country.';
comment on column public.publication_plans.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.publication_plans.is_example is
  'A suggestion of the seed that no plan manager saved yet: neither shown to the public nor sold.';
create index publication_plans_plan_type_idx on public.publication_plans (plan_type, price);
alter table public.publication_plans enable row level security;
grant select on public.publication_plans to anon;
grant select, insert, update, delete on public.publication_plans to authenticated;
grant all on public.publication_plans to service_role;

create function private.is_plan_on_offer(plan public.publication_plans) returns boolean
language sql immutable set search_path = ''
return plan.is_active and not plan.is_example and plan.plan_type = any (private.buyable_plan_types());
comment on function private.is_plan_on_offer is
  'Whether a plan may be shown to the public and sold: active, saved by a plan manager and of a buyable type.';

create policy "everybody reads plans on offer" on public.publication_plans
  for select to anon using (private.is_plan_on_offer(publication_plans));
create policy "signed-in accounts read plans on offer, plan managers all" on public.publication_plans
  for select to authenticated
  using (private.is_plan_on_offer(publication_plans) or (select private.has_permission('advertising_plans')));
create policy "plan managers add plans" on public.publication_plans
  for insert to authenticated with check ((select private.has_permission('advertising_plans')) and not is_example);
create policy "plan managers update plans" on public.publication_plans
  for update to authenticated
  using ((select private.has_permission('advertising_plans')))
  with check ((select private.has_permission('advertising_plans')));
create policy "plan managers delete plans" on public.publication_plans
  for delete to authenticated using ((select private.has_permission('advertising_plans')));
create function private.end_example() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.is_example := false;
  return new;
end $$;
comment on function private.end_example is
  'Trigger function: a suggested plan whose text, price, days or places were saved is a plan of the portal.';

-- Fires for saved values that equal the suggested ones too: they are how a plan manager accepts a suggestion.
create trigger publication_plans_example before update of name, description, translations, price, duration_days,
  placements, states_limit on public.publication_plans
  for each row when (old.is_example) execute function private.end_example();
create trigger publication_plans_server_columns before update of is_example on public.publication_plans
  for each row execute function private.guard_server_columns('', 'is_example');
create trigger publication_plans_touch before update on public.publication_plans
  for each row execute function private.touch_updated_at();
create trigger publication_plans_audit after insert or update or delete on public.publication_plans
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('publication_plans', 'advertising_plans');

select
  private.declare_columns('publication_plans', 'not_personal', '{*}', 'plans and prices'),
  private.declare_columns('publication_plans', 'not_personal', '{name}', 'name of a thing, not of a person');

-- Sellers apply, the team approves; only the approval changes the role.
create table public.sellers (
  id uuid primary key default gen_random_uuid(),
  -- Contracts and payments must name their seller for years, also after the account was deleted.
  user_id uuid unique references public.profiles (id) on delete set null,
  full_name text not null,
  document text not null unique check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  phone text not null,
  city text,
  states char(2)[] not null default '{}',
  experience text,
  pix_key text,
  commission_percentage numeric(5, 2) not null default 10 check (commission_percentage between 0 and 100),
  status text not null default 'pending' check (status = any (private.seller_statuses())),
  status_note text check (char_length(status_note) <= 1000),
  terms_accepted_at timestamptz not null default now(),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  approved_at timestamptz,
  erased_at timestamptz,
  pix_key_type text check (pix_key_type = any (private.pix_key_types())),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.sellers is
  'Sellers of plans and applications to become one; written by functions only, so that sellers cannot change their '
  'own row.';
comment on column public.sellers.user_id is 'Null once the account was erased.';
comment on column public.sellers.document is
  'CPF (11 digits) or CNPJ (14 characters, letters included), without punctuation.';
comment on column public.sellers.states is 'Where they sell; empty for the whole country.';
comment on column public.sellers.commission_percentage is
  'Commission rate in percent that applies while no rate of seller_commission_rates has started; a rate that starts '
  'on the day it is set is copied here.';
comment on column public.sellers.erased_at is
  'When the account was erased; the remaining data proves contracts and payments, and only financial managers may '
  'read it.';
comment on column public.sellers.pix_key_type is
  'Kind of pix_key; null for a key that was stored before the kind was required.';
create index sellers_status_idx on public.sellers (status, created_at desc);
create index sellers_decided_by_idx on public.sellers (decided_by);
alter table public.sellers enable row level security;
grant select on public.sellers to authenticated;
grant all on public.sellers to service_role;
create policy "sellers read their own row, seller managers all" on public.sellers
  for select to authenticated
  using (user_id = (select private.account_id()) or (select private.is_staff() and private.has_permission('sellers')));

-- Restrictive: the remaining data of an erased seller is only proof of contracts and payments.
create policy "only financial managers read erased sellers" on public.sellers
  as restrictive for select to authenticated
  using (erased_at is null or (select private.is_staff() and private.has_permission('financials')));
create trigger sellers_touch before update on public.sellers
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger sellers_audit after update on public.sellers
  for each row execute function private.write_audit('id', 'status,status_note,commission_percentage');

create function private.restrict_erased_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.erased_at := now();
  new.status := case when old.status in ('active', 'suspended') then 'suspended' else 'rejected' end;
  new.phone := '';
  new.city := null;
  new.states := '{}';
  new.experience := null;
  -- Money still owed is paid to this key; the daily job deletes it afterwards.
  new.pix_key := case when private.has_open_commissions(new.id) then old.pix_key end;
  return new;
end $$;
comment on function private.restrict_erased_seller is
  'Trigger function: when the account of a seller is erased, keeps name and document, which the contracts contain, '
  'and clears the other data; the Pix key is kept while commissions are open.';

create trigger sellers_erased before update of user_id on public.sellers
  for each row when (old.user_id is not null and new.user_id is null) execute function private.restrict_erased_seller();
create trigger pix_key_change_needs_recent_proof before update of pix_key on public.sellers
  for each row when (old.pix_key is distinct from new.pix_key)
  execute function private.require_recent_proof_of_caller();

create function private.mail_application() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_mail(users.email::text, 'seller_applied',
    jsonb_build_object('name', new.full_name, 'path', '/vendedor/cadastro'), profiles.locale)
  from auth.users left join public.profiles on profiles.id = users.id
  where users.id = new.user_id and users.email is not null;
  return null;
exception when invalid_parameter_value then
  return null;
end $$;

create trigger sellers_mail_application after insert on public.sellers
  for each row when (new.status = 'pending') execute function private.mail_application();
create trigger sellers_withdraw before update of status on public.sellers
  for each row when (old.status = any (private.decided_seller_statuses()))
    execute function private.withdraw_answer('pending');
create trigger sellers_mail_new_application after update of status on public.sellers
  for each row when (new.status = 'pending' and old.status = 'rejected' and new.decided_at is null)
    execute function private.mail_application();

insert into private.audit_log_permissions (entity, permission) values
  ('sellers', 'sellers');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('sellers', 'user_id', 'account', 'own', 'Cadastro de vendedor', 'unlink', 21),
  ('sellers', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 46);

select
  private.declare_columns('sellers', 'exported',
    '{id,user_id,full_name,document,phone,city,states,experience,pix_key,commission_percentage,status,status_note,
      terms_accepted_at,decided_at,approved_at,erased_at,pix_key_type,created_at,updated_at}'),
  private.declare_columns('sellers', 'withheld', '{decided_by}', 'another person: who approved');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, action, position) values
  ('seller_applications', 'public.sellers', 'coalesce(decided_at, created_at)', '5 years',
    'status in (''pending'', ''rejected'') and private.is_seller_without_business(id)', 'delete', 160),
  ('erased_sellers', 'public.sellers', 'erased_at', '00:00:00', 'private.is_seller_without_business(id)', 'delete',
    180),
  ('pix_keys_of_erased_sellers', 'public.sellers', 'erased_at', '00:00:00',
    'pix_key is not null and not private.has_open_commissions(id)', 'delete_pix_key', 185);

create table public.seller_commission_rates (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references public.sellers (id) on delete cascade,
  percentage numeric(5, 2) not null check (percentage between 0 and 100),
  starts_on date not null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (seller_id, starts_on)
);
comment on table public.seller_commission_rates is
  'Commission rates of sellers in percent with their first day; past sales keep the rate stored with them.';
create index seller_commission_rates_created_by_idx on public.seller_commission_rates (created_by);
alter table public.seller_commission_rates enable row level security;
grant select on public.seller_commission_rates to authenticated;
grant all on public.seller_commission_rates to service_role;

create function private.own_seller_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select sellers.id from public.sellers join public.profiles on profiles.id = sellers.user_id
  where sellers.user_id = (select private.account_id()) and sellers.status = 'active' and profiles.blocked_at is null
$$;
comment on function private.own_seller_id is
  'Returns the seller id of the caller; null unless the seller is active and the account is not blocked.';

create policy "sellers read their own rates, seller managers all" on public.seller_commission_rates
  for select to authenticated
  using (seller_id = (select private.own_seller_id()) or (select private.is_staff()
    and private.has_permission('sellers')));
create trigger seller_commission_rates_audit after insert or update or delete on public.seller_commission_rates
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('seller_commission_rates', 'sellers');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, position) values
  ('seller_commission_rates', 'seller_id', 'seller', 'own', 'Percentuais de comissão', 'keep',
    'Part of contracts and payouts; deleted with the last sale.', 22),
  ('seller_commission_rates', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 47);

select
  private.declare_columns('seller_commission_rates', 'exported', '{id,seller_id,percentage,starts_on,created_at}'),
  private.declare_columns('seller_commission_rates', 'withheld', '{created_by}', 'another person: who set the rate');

create table public.commission_payouts (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references public.sellers (id) on delete restrict,
  total_cents integer not null check (total_cents >= 0),
  commissions integer not null check (commissions > 0),
  note text check (char_length(note) <= 500),
  paid_by uuid references public.profiles (id) on delete set null,
  paid_at timestamptz not null default now(),
  receipt_reference text check (char_length(receipt_reference) between 4 and 80)
);
comment on table public.commission_payouts is 'Payouts: each row is one transfer to a seller.';
comment on column public.commission_payouts.receipt_reference is
  'Identifier that the bank gave the transfer; written once after the payout.';
create index commission_payouts_seller_id_idx on public.commission_payouts (seller_id, paid_at desc);
create index commission_payouts_paid_by_idx on public.commission_payouts (paid_by);
alter table public.commission_payouts enable row level security;
grant select on public.commission_payouts to authenticated;
grant all on public.commission_payouts to service_role;

create trigger commission_payouts_audit after insert on public.commission_payouts
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('commission_payouts', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, position) values
  ('commission_payouts', 'seller_id', 'seller', 'own', 'Pagamentos de comissão', 'keep',
    'Tax record; deleted with the last sale it paid.', 25),
  ('commission_payouts', 'paid_by', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 49);

select
  private.declare_columns('commission_payouts', 'exported', '{id,seller_id,total_cents,commissions,note,paid_at,
    receipt_reference}'),
  private.declare_columns('commission_payouts', 'withheld', '{paid_by}', 'another person: who paid');

create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  sale_id uuid not null unique,
  seller_id uuid not null references public.sellers (id) on delete restrict,
  amount_cents integer not null check (amount_cents >= 0),
  status text not null default 'pending' check (status in ('pending', 'approved', 'paid', 'reversed')),
  approved_at timestamptz,
  paid_at timestamptz,
  reversed_at timestamptz,
  payout_id uuid references public.commission_payouts (id) on delete set null,
  held_cents integer not null default 0 check (held_cents between 0 and amount_cents),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.commissions is 'The commission of each paid sale (private.commission_cents).';
comment on column public.commissions.held_cents is
  'Share of the commission on money that was refunded or is disputed; not paid out.';
create index commissions_seller_id_idx on public.commissions (seller_id, status);
create index commissions_status_idx on public.commissions (status, created_at);
create index commissions_payout_id_idx on public.commissions (payout_id);
alter table public.commissions enable row level security;
grant select on public.commissions to authenticated;
grant all on public.commissions to service_role;

create trigger commissions_touch before update on public.commissions
  for each row execute function private.touch_updated_at();
create trigger commissions_audit after update on public.commissions
  for each row execute function private.write_audit('id', 'status,payout_id');

create function private.book_commission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  due integer := case when new.status = 'reversed' then 0 else new.amount_cents - new.held_cents end;
  booked integer := coalesce((select sum(amount_cents) from public.commission_lines where sale_id = new.sale_id), 0);
begin
  if due <> booked then
    insert into public.commission_lines (sale_id, seller_id, kind, amount_cents) values (
      new.sale_id, new.seller_id,
      case when tg_op = 'INSERT' then 'earned' when new.status = 'reversed' then 'reversed' when due < booked
        then 'reduced' else 'restored' end,
      due - booked
    );
  end if;
  return null;
end $$;

create trigger commissions_book after insert or update of status, amount_cents, held_cents on public.commissions
  for each row execute function private.book_commission();

insert into private.audit_log_permissions (entity, permission) values
  ('commissions', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, position) values
  ('commissions', 'seller_id', 'seller', 'own', 'Comissões', 'keep', 'Tax record; deleted with the sale.', 24);

select private.declare_columns('commissions', 'exported',
  '{id,sale_id,seller_id,amount_cents,status,approved_at,paid_at,reversed_at,payout_id,held_cents,created_at,
    updated_at}');

-- The statement of a seller: lines are only added, negative ones too; what a payout did not cover is carried to the
-- next.
create table public.commission_lines (
  id bigint generated always as identity primary key,
  sale_id uuid not null,
  seller_id uuid not null references public.sellers (id) on delete restrict,
  kind text not null check (kind in ('earned', 'reduced', 'restored', 'reversed')),
  amount_cents integer not null check (amount_cents <> 0),
  payout_id uuid references public.commission_payouts (id) on delete set null,
  paid_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.commission_lines is
  'Append-only; the sum of a sale''s lines is its commission now. Only payout_id and paid_at are written later, once.';
comment on column public.commission_lines.paid_at is 'Time of the payout that contains the line; null before it.';
create index commission_lines_seller_id_idx on public.commission_lines (seller_id, created_at desc);
create index commission_lines_sale_id_idx on public.commission_lines (sale_id);
create index commission_lines_payout_id_idx on public.commission_lines (payout_id);
alter table public.commission_lines enable row level security;
grant select on public.commission_lines to authenticated, service_role;

create function private.guard_commission_line() returns trigger
language plpgsql set search_path = '' as $$
begin
  if to_jsonb(new) - 'payout_id' - 'paid_at' <> to_jsonb(old) - 'payout_id' - 'paid_at' or old.paid_at is not null
    and new.paid_at is distinct from old.paid_at then
    raise exception 'update of commission_lines is not allowed' using errcode = '42501';
  end if;
  return new;
end $$;

create trigger commission_lines_stay before update on public.commission_lines
  for each row execute function private.guard_commission_line();

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, position) values
  ('commission_lines', 'seller_id', 'seller', 'own', 'Extrato de comissões', 'keep',
    'Tax record; deleted with the sale.', 28);

select private.declare_columns('commission_lines', 'exported',
  '{id,sale_id,seller_id,kind,amount_cents,payout_id,paid_at,created_at}');

create function private.commission_rate(seller uuid, on_day date) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select percentage from public.seller_commission_rates where seller_id = seller and starts_on <= on_day
      order by starts_on desc limit 1),
    (select commission_percentage from public.sellers where id = seller)
  )
$$;

-- numeric rounds a half cent up; the same product in floating point is sometimes a cent lower.
create function private.commission_cents(price_cents integer, percentage numeric) returns integer
language sql immutable set search_path = ''
return round(price_cents * percentage / 100)::integer;
comment on function private.commission_cents is
  'The commission of a sale: its price times its rate in percent, both as stored with the sale, rounded to cents. '
  'The only place with this formula.';

create function private.apply_as_seller(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := (select private.account_id());
  now_status text;
  wanted char(2)[];
  key text := private.text_field(payload, 'pix_key', 140);
begin
  perform private.check_payload(payload);
  if account is null or not exists (select from public.profiles where id = account and blocked_at is null
    and email_verified_at is not null) then
    raise exception 'a verified account is needed' using errcode = '42501';
  end if;
  if payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse('invalid', 'accepts_terms');
  end if;
  if jsonb_typeof(coalesce(payload -> 'states', '[]')) <> 'array' then
    perform private.refuse('invalid', 'states');
  end if;
  select coalesce(array_agg(distinct abbr order by abbr), '{}') into wanted
  from jsonb_array_elements_text(coalesce(payload -> 'states', '[]')) as given join public.states
    on states.abbr = upper(given);
  if not private.is_document(private.pattern_field(payload, 'document', 14, '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$', true))
    then
    perform private.refuse('invalid', 'document');
  end if;
  if key is not null and not private.is_pix_key(key, payload ->> 'pix_key_type') then
    perform private.refuse('invalid', 'pix_key');
  end if;
  select status into now_status from public.sellers where user_id = account for update;
  if now_status in ('active', 'suspended') then
    return private.saved(jsonb_build_object('status', now_status));
  end if;
  insert into public.sellers (user_id, full_name, document, phone, city, states, experience, pix_key, pix_key_type)
    values (
    account,
    private.text_field(payload, 'full_name', 120, true),
    payload ->> 'document',
    private.phone_field(payload, 'phone', true),
    private.text_field(payload, 'city', 120),
    wanted,
    private.text_field(payload, 'experience', 2000),
    key,
    case when key is not null then payload ->> 'pix_key_type' end
  )
  on conflict (user_id) do update set
    full_name = excluded.full_name, document = excluded.document, phone = excluded.phone, city = excluded.city,
      states = excluded.states,
    experience = excluded.experience,
    pix_key = excluded.pix_key, pix_key_type = excluded.pix_key_type, status = 'pending', terms_accepted_at = now(),
      decided_by = null, decided_at = null;
  return private.saved('{"status": "pending"}');
exception when unique_violation then
  return private.refused('taken', 'document');
end $$;

create function private.decide_seller(item uuid, decision text, reason text, expected_status text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.sellers;
  reason_text text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_permission('sellers');
  select * into existing from public.sellers where id = item for update;
  if existing.id is null then
    return private.gone();
  end if;
  next_status := case
    when decision = 'approve' and existing.status in ('pending', 'suspended') then 'active'
    when decision = 'reject' and existing.status = 'pending' then 'rejected'
    when decision = 'reject' and existing.status = 'active' then 'suspended'
    when decision = 'reopen' and existing.status = 'rejected' then 'pending'
    -- Takes back an approval while nothing was sold.
    when decision = 'reopen' and existing.status = 'active' and not exists (select from public.sales
      where seller_id = item) then 'pending'
  end;
  if next_status is null or (expected_status is not null and expected_status <> existing.status) then
    return private.decided_already(existing.status, existing.decided_by, existing.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(reason_text, ''), 300), true);
  update public.sellers set
    status = next_status, status_note = reason_text, decided_by = (select private.account_id()), decided_at = now(),
    approved_at = case when next_status = 'active' then coalesce(approved_at, now()) else approved_at end
  where id = item;
  -- Staff who also sell keep their own role.
  if next_status = 'active' then
    update public.profiles set role = 'vendedor' where id = existing.user_id and role = 'user';
  elsif existing.status = 'active' then
    update public.profiles set role = 'user' where id = existing.user_id and role = 'vendedor';
  end if;
  return private.saved(jsonb_build_object('status', next_status));
end $$;

create function private.set_seller_commission(seller uuid, percentage numeric, starts_on date) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_permission('sellers');
  if percentage is null or percentage not between 0 and 100 then
    perform private.refuse('invalid', 'percentage');
  elsif starts_on is null or starts_on < private.brazilian_today() or starts_on > private.brazilian_today() + 730 then
    perform private.refuse('invalid', 'starts_on');
  end if;
  -- Records the previous rate from the seller's first day.
  insert into public.seller_commission_rates (seller_id, percentage, starts_on)
  select id, commission_percentage, least(created_at::date, set_seller_commission.starts_on - 1) from public.sellers
  where id = seller and not exists (select from public.seller_commission_rates as known where known.seller_id = seller);
  insert into public.seller_commission_rates as rates (seller_id, percentage, starts_on, created_by)
  values (seller, set_seller_commission.percentage, set_seller_commission.starts_on, (select private.account_id()))
  on conflict (seller_id, starts_on) do update set percentage = excluded.percentage, created_by = excluded.created_by;
  if set_seller_commission.starts_on = private.brazilian_today() then
    update public.sellers set commission_percentage = set_seller_commission.percentage where id = seller;
  end if;
end $$;

create function private.erased_sellers() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.sellers where erased_at is not null
$$;

create function private.set_own_pix_key(key text, kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.sellers where user_id = (select private.account_id()) and status
    in ('active', 'suspended')) then
    raise exception 'only a seller has a Pix key for commissions' using errcode = '42501';
  end if;
  if nullif(key, '') is not null and not private.is_pix_key(key, kind) then
    perform private.refuse('invalid', 'pix_key');
  end if;
  update public.sellers set pix_key = nullif(key, ''), pix_key_type = case when key <> '' then kind end
    where user_id = (select private.account_id());
end $$;

-- What the next payout of each seller covers: the chosen commissions, and corrections of those paid or reversed before.
create function private.lines_to_pay(seller uuid, items uuid[]) returns setof public.commission_lines
language sql stable security definer set search_path = '' as $$
  select lines.* from public.commission_lines as lines join public.commissions on commissions.sale_id = lines.sale_id
  where lines.seller_id = seller and lines.paid_at is null and (commissions.status in ('paid', 'reversed')
    or commissions.status = 'approved' and (items is null or commissions.id = any (items)))
$$;

create function private.payout_totals() returns table (seller_id uuid, seller text, city text, pix_key text,
  pix_key_type text, approved_cents bigint, corrections_cents bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_money();
  return query
  select sellers.id, sellers.full_name, sellers.city, sellers.pix_key, sellers.pix_key_type,
    coalesce(sum(lines.amount_cents) filter (where commissions.status = 'approved'), 0)::bigint,
    coalesce(sum(lines.amount_cents) filter (where commissions.status <> 'approved'), 0)::bigint
  from public.sellers
  cross join lateral private.lines_to_pay(sellers.id, null) as lines
  join public.commissions on commissions.sale_id = lines.sale_id
  group by sellers.id
  having bool_or(commissions.status = 'approved') or sum(lines.amount_cents) <> 0
  order by sellers.full_name, sellers.id;
end $$;

create function public.commission_rates(ids uuid[]) returns table (seller_id uuid, percentage numeric)
language sql stable security invoker set search_path = ''
begin atomic
  select id, private.commission_rate(id, private.brazilian_today()) from public.sellers where id = any (ids);
end;
comment on function public.commission_rates is
  'Returns today''s commission rate in percent of each of these sellers that the caller may read.';
grant execute on function public.commission_rates to authenticated, service_role;

create function public.apply_as_seller(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.apply_as_seller(payload);
comment on function public.apply_as_seller is
  'Stores the caller''s application to become a seller and answers an outcome with its status, pending until the team '
  'decides; required fields: full_name, document, phone, accepts_terms; refused with taken for a document of another '
  'seller; raises 42501 without a verified account, and refuses an invalid field.';
grant execute on function public.apply_as_seller to authenticated, service_role;

create function public.decide_seller(id uuid, decision text, reason text default null,
  expected_status text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_seller(id, decision, reason, expected_status);
comment on function public.decide_seller is
  'Decides about a seller and answers an outcome: approve makes a pending or suspended seller active and changes the '
  'role of the account from user to vendedor, reject rejects an application or suspends a seller, reopen undoes a '
  'rejection, or an approval before the first sale; raises 42501 without the permission sellers, and '
  'refuses an invalid field.';
grant execute on function public.decide_seller to authenticated, service_role;

create function public.set_seller_commission(seller uuid, percentage numeric, starts_on date) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.set_seller_commission(seller, percentage, starts_on);
end;
comment on function public.set_seller_commission is
  'Sets the commission rate of a seller from starts_on (today to 730 days ahead); existing sales keep their rate; '
  'raises 42501 without the permission sellers, 28000 without a recent proof of identity, and refuses an invalid field.';
grant execute on function public.set_seller_commission to authenticated, service_role;

create function public.set_own_pix_key(key text, kind text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.set_own_pix_key(key, kind);
end;
comment on function public.set_own_pix_key is
  'Sets the Pix key to which the commissions of the calling seller are paid, an empty key removes it; raises 42501 '
  'when the caller is not a seller, 28000 when the key changes without a recent proof of identity, and '
  'invalid.';
grant execute on function public.set_own_pix_key to authenticated, service_role;

create function public.payout_totals() returns table (seller_id uuid, seller text, city text, pix_key text,
  pix_key_type text, approved_cents bigint, corrections_cents bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.payout_totals();
end;
comment on function public.payout_totals is
  'Returns for each seller the city, the Pix key and the amounts in cents (approved commissions, corrections) of a '
  'payout made now; raises 42501 without the permission financials.';
grant execute on function public.payout_totals to authenticated, service_role;
