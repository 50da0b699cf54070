set check_function_bodies = off;

-- Plans, sellers and their commissions.

create table public.publication_plans (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 120),
  description text check (char_length(description) <= 2000),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  price numeric(10, 2) not null check (price > 0),
  plan_type text not null default 'ad_banner' check (plan_type in ('ad_banner', 'listing', 'voucher_campaign',
    'event_highlight')),
  duration_days integer not null check (duration_days between 1 and 1100),
  placements text[] not null default '{}',
  states_limit integer check (states_limit between 1 and 27),
  stripe_price_id text check (stripe_price_id ~ '^price_[A-Za-z0-9_]{1,100}$'),
  is_active boolean not null default true,
  display_order integer not null default 0,
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
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
  status text not null default 'pending' check (status in ('pending', 'active', 'suspended', 'rejected')),
  status_note text check (char_length(status_note) <= 1000),
  terms_accepted_at timestamptz not null default now(),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  approved_at timestamptz,
  erased_at timestamptz,
  pix_key_type text check (pix_key_type in ('cpf', 'cnpj', 'email', 'phone', 'evp')),
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
  for each row when (old.status in ('active', 'rejected', 'suspended'))
    execute function private.withdraw_answer('pending');
create trigger sellers_mail_new_application after update of status on public.sellers
  for each row when (new.status = 'pending' and old.status = 'rejected' and new.decided_at is null)
    execute function private.mail_application();

insert into private.audit_log_permissions (entity, permission) values
  ('sellers', 'sellers');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('sellers', 'user_id', 'account', 'own', 'Cadastro de vendedor', 'unlink', 21),
  ('sellers', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 46);

select
  private.declare_columns('sellers', 'exported',
    '{id,user_id,full_name,document,phone,city,states,experience,pix_key,commission_percentage,status,status_note,
      terms_accepted_at,decided_at,approved_at,erased_at,pix_key_type,created_at,updated_at}'),
  private.declare_columns('sellers', 'withheld', '{decided_by}', 'another person: who approved');

insert into private.retention_rules (key, relation, clock, keep, only_when, deed, place) values
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, place) values
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
  paid_at timestamptz not null default now()
);
comment on table public.commission_payouts is 'Payouts: each row is one transfer to a seller.';
create index commission_payouts_seller_id_idx on public.commission_payouts (seller_id, paid_at desc);
create index commission_payouts_paid_by_idx on public.commission_payouts (paid_by);
alter table public.commission_payouts enable row level security;
grant select on public.commission_payouts to authenticated;
grant all on public.commission_payouts to service_role;

create trigger commission_payouts_audit after insert on public.commission_payouts
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('commission_payouts', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, place) values
  ('commission_payouts', 'seller_id', 'seller', 'own', 'Pagamentos de comissão', 'keep',
    'Tax record; deleted with the last sale it paid.', 25),
  ('commission_payouts', 'paid_by', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 49);

select
  private.declare_columns('commission_payouts', 'exported', '{id,seller_id,total_cents,commissions,note,paid_at}'),
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
comment on table public.commissions is 'Plan price × percentage / 100 of each paid sale, both as stored with the sale.';
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, place) values
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

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, place) values
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

create function private.apply_as_seller(payload jsonb) returns text
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
    perform private.refuse_request('accepts_terms');
  end if;
  if jsonb_typeof(coalesce(payload -> 'states', '[]')) <> 'array' then
    perform private.refuse_request('states');
  end if;
  select coalesce(array_agg(distinct abbr order by abbr), '{}') into wanted
  from jsonb_array_elements_text(coalesce(payload -> 'states', '[]')) as given join public.states
    on states.abbr = upper(given);
  if not private.is_document(private.pattern_field(payload, 'document', 14, '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$', true))
    then
    perform private.refuse_request('document');
  end if;
  if key is not null and not private.is_pix_key(key, payload ->> 'pix_key_type') then
    perform private.refuse_request('pix_key');
  end if;
  select status into now_status from public.sellers where user_id = account for update;
  if now_status in ('active', 'suspended') then
    return now_status;
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
  return 'pending';
exception when unique_violation then
  perform private.refuse_request('document_taken');
end $$;

create function private.decide_seller(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.sellers;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_permission('sellers');
  select * into found from public.sellers where id = item for update;
  if found.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := case
    when decision = 'approve' and found.status in ('pending', 'suspended') then 'active'
    when decision = 'reject' and found.status = 'pending' then 'rejected'
    when decision = 'reject' and found.status = 'active' then 'suspended'
    when decision = 'reopen' and found.status = 'rejected' then 'pending'
    -- Takes back an approval while nothing was sold.
    when decision = 'reopen' and found.status = 'active' and not exists (select from public.sales
      where seller_id = item) then 'pending'
  end;
  if next_status is null or (seen is not null and seen <> found.status) then
    return private.decided_already(found.status, found.decided_by, found.decided_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  update public.sellers set
    status = next_status, status_note = given, decided_by = (select private.account_id()), decided_at = now(),
    approved_at = case when next_status = 'active' then coalesce(approved_at, now()) else approved_at end
  where id = item;
  -- Staff who also sell keep their own role.
  if next_status = 'active' then
    update public.profiles set role = 'vendedor' where id = found.user_id and role = 'user';
  elsif found.status = 'active' then
    update public.profiles set role = 'user' where id = found.user_id and role = 'vendedor';
  end if;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;

create function private.set_seller_commission(seller uuid, percentage numeric, starts_on date) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_permission('sellers');
  if percentage is null or percentage not between 0 and 100 then
    perform private.refuse_request('percentage');
  elsif starts_on is null or starts_on < private.brazilian_today() or starts_on > private.brazilian_today() + 730 then
    perform private.refuse_request('starts_on');
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
    perform private.refuse_request('pix_key');
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

create function private.payout_totals() returns table (seller_id uuid, seller text, pix_key text, approved_cents bigint,
  corrections_cents bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_money();
  return query
  select sellers.id, sellers.full_name, sellers.pix_key,
    coalesce(sum(lines.amount_cents) filter (where commissions.status = 'approved'), 0)::bigint,
    coalesce(sum(lines.amount_cents) filter (where commissions.status <> 'approved'), 0)::bigint
  from public.sellers
  cross join lateral private.lines_to_pay(sellers.id, null) as lines
  join public.commissions on commissions.sale_id = lines.sale_id
  group by sellers.id
  having bool_or(commissions.status = 'approved') or sum(lines.amount_cents) <> 0
  order by sellers.full_name, sellers.id;
end $$;

create function public.apply_as_seller(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.apply_as_seller(payload);
comment on function public.apply_as_seller is
  'Stores the caller''s application to become a seller and returns its status, pending until the team decides; '
  'required fields: full_name, document, phone, accepts_terms; raises 42501 without a verified account, and '
  'invalid_request.';
grant execute on function public.apply_as_seller to authenticated, service_role;

create function public.decide_seller(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_seller(id, decision, reason, seen);
comment on function public.decide_seller is
  'Decides about a seller and returns {outcome}: approve makes a pending or suspended seller active and changes the '
  'role of the account from user to vendedor, reject rejects an application or suspends a seller, reopen undoes a '
  'rejection, or an approval before the first sale; raises 42501 without the permission sellers, and '
  'invalid_decision.';
grant execute on function public.decide_seller to authenticated, service_role;

create function public.set_seller_commission(seller uuid, percentage numeric, starts_on date) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.require_recent_proof();
  select private.set_seller_commission(seller, percentage, starts_on);
end;
comment on function public.set_seller_commission is
  'Sets the commission rate of a seller from starts_on (today to 730 days ahead); existing sales keep their rate; '
  'raises 42501 without the permission sellers, 28000 without a recent proof of identity, and invalid_request.';
grant execute on function public.set_seller_commission to authenticated, service_role;

create function public.set_own_pix_key(key text, kind text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.set_own_pix_key(key, kind);
end;
comment on function public.set_own_pix_key is
  'Sets the Pix key to which the commissions of the calling seller are paid, an empty key removes it; raises 42501 '
  'when the caller is not a seller, 28000 when the key changes without a recent proof of identity, and '
  'invalid_request.';
grant execute on function public.set_own_pix_key to authenticated, service_role;

create function public.payout_totals() returns table (seller_id uuid, seller text, pix_key text, approved_cents bigint,
  corrections_cents bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.payout_totals();
end;
comment on function public.payout_totals is
  'Returns for each seller the Pix key and the amounts in cents (approved commissions, corrections) of a payout made '
  'now; raises 42501 without the permission financials.';
grant execute on function public.payout_totals to authenticated, service_role;

-- Sales of advertising, their contract and the links to it.

create table public.sale_terms (
  version text primary key check (version ~ '^[0-9]{4}-[0-9]{2}(-[0-9]+)?$'),
  clauses text[] not null check (array_length(clauses, 1) between 4 and 10),
  published_at timestamptz not null default now(),
  note text check (char_length(note) <= 1000)
);
comment on table public.sale_terms is
  'Versions of the terms of sale that both parties sign; sales.terms_version references them, and a version never '
  'changes.';
comment on column public.sale_terms.note is
  'Rule shown beside the clauses and signed with them; null in versions before 2026-11-2.';
alter table public.sale_terms enable row level security;
grant select on public.sale_terms to anon, authenticated;
grant all on public.sale_terms to service_role;

insert into public.sale_terms (version, clauses) values ('2026-01', array[
  'O anúncio será veiculado pelo período contratado.',
  'A publicação ocorrerá após a confirmação do pagamento.',
  'O conteúdo do anúncio é de responsabilidade do anunciante.',
  'O portal pode recusar anúncios que não atendam às suas diretrizes.'
]);

insert into public.sale_terms (version, clauses) values ('2026-11', array[
  'O anúncio será veiculado pelo período contratado.',
  'A publicação ocorrerá após a confirmação do pagamento.',
  'O conteúdo do anúncio é de responsabilidade do anunciante.',
  'O portal pode recusar anúncios que não atendam às suas diretrizes.',
  'Se o pagamento e a arte forem aprovados depois da data de início, a veiculação começa no dia dessa aprovação e dura tantos dias corridos quantos há da data de início à data de término do período contratado, ambas incluídas.'
]);

insert into public.sale_terms (version, clauses, note) values ('2026-11-2', array[
  'O anúncio será veiculado pelo período contratado.',
  'A publicação ocorrerá após a confirmação do pagamento.',
  'O conteúdo do anúncio é de responsabilidade do anunciante.',
  'O portal pode recusar anúncios que não atendam às suas diretrizes.'
], 'Se o pagamento e a arte forem aprovados depois da data de início, a veiculação começa no dia dessa aprovação e dura os dias corridos do plano contratado.');

create policy "everybody reads the terms of sale" on public.sale_terms for select to anon, authenticated using (true);
create trigger sale_terms_stay before update or delete on public.sale_terms
  for each row execute function private.refuse_change();

select private.declare_columns('sale_terms', 'not_personal', '{*}', 'published terms');

create table public.sales (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  seller_id uuid not null references public.sellers (id) on delete restrict,
  plan_id uuid not null references public.publication_plans (id) on delete restrict,
  client_company_name text not null,
  client_contact_name text not null,
  client_email text not null,
  client_phone text not null,
  start_date date not null,
  end_date date not null,
  payment_status text not null default 'pending' check (payment_status in ('pending', 'paid')),
  seller_signature_url text not null unique,
  client_signature_url text unique,
  plan_name text not null,
  plan_type text not null,
  price_cents integer not null check (price_cents > 0),
  currency char(3) not null default 'BRL' check (currency = 'BRL'),
  duration_days integer not null check (duration_days > 0),
  stripe_price_id text,
  placements text[] not null default '{}',
  states_limit integer,
  commission_percentage numeric(5, 2) not null check (commission_percentage between 0 and 100),
  terms_version text not null references public.sale_terms (version),
  terms_accepted_at timestamptz default now(),
  contract_sha256 text check (contract_sha256 ~ '^[0-9a-f]{64}$'),
  signed_with text check (char_length(signed_with) <= 300),
  client_request_id uuid not null,
  payment_id uuid,
  paid_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (char_length(cancel_reason) <= 1000),
  client_document text check (client_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  seller_name text check (char_length(seller_name) <= 160),
  seller_document text check (seller_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  portal_party text check (char_length(portal_party) <= 200),
  is_remote_signing boolean not null default false,
  seller_file_sha256 text check (seller_file_sha256 ~ '^[0-9a-f]{64}$'),
  client_file_sha256 text check (client_file_sha256 ~ '^[0-9a-f]{64}$'),
  client_signed_name text check (char_length(client_signed_name) between 3 and 120),
  client_signed_with text check (char_length(client_signed_with) <= 300),
  client_address_hash text check (char_length(client_address_hash) <= 64),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  payer_document text check (payer_document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  unique (seller_id, client_request_id),
  constraint sale_runs_its_days check (end_date = start_date + duration_days),
  constraint paid_sale_names_its_payment check (payment_status <> 'paid'
    or (payment_id is not null and paid_at is not null)),
  constraint signatures_differ check (seller_signature_url <> client_signature_url),
  constraint contract_is_signed_once check ((contract_sha256 is null) = (terms_accepted_at is null)),
  constraint signed_contract_names_its_client check (contract_sha256 is null or client_signature_url is not null
    or client_signed_name is not null),
  constraint unsigned_sale_is_not_paid check (contract_sha256 is not null or payment_status = 'pending')
);
comment on table public.sales is
  'Sold plans with a copy of plan name, price, days and commission rate at the time of the sale.';
comment on column public.sales.seller_signature_url is
  'Path in bucket sales-assets, which is not public: {seller id}/{timestamp}_seller.png';
comment on column public.sales.client_signature_url is
  'Path in bucket sales-assets: {seller id}/{timestamp}_client.png';
comment on column public.sales.terms_accepted_at is 'When the client signed; null until then.';
comment on column public.sales.contract_sha256 is
  'Hash of private.contract_text: the facts and the hashes of both signature files.';
comment on column public.sales.signed_with is 'Browser of the seller.';
comment on column public.sales.client_request_id is
  'Idempotency key of the form: a repeated request returns the first sale.';
comment on column public.sales.client_document is
  'CPF or CNPJ of the client, without punctuation, as signed; null when the contract was signed without one.';
comment on column public.sales.portal_party is
  'Legal name and document of the portal when the sale was made; null while the setting has only an example value.';
comment on column public.sales.is_remote_signing is
  'Whether the client signs on their own device, on the page of the payment link.';
comment on column public.sales.client_signed_name is 'The name that a client typed as their signature.';
comment on column public.sales.client_signed_with is 'Browser of a client who signed remotely.';
comment on column public.sales.client_address_hash is
  'Keyed hash of the network address that a remote signature came from.';
comment on column public.sales.payer_document is
  'CPF or CNPJ that the client gave on the payment page of a contract signed without one; not covered by the hash.';
create index sales_seller_id_idx on public.sales (seller_id, created_at desc);
create index sales_plan_id_idx on public.sales (plan_id);
create index sales_payment_id_idx on public.sales (payment_id);
create index sales_created_at_idx on public.sales (created_at desc);
create index sales_terms_version_idx on public.sales (terms_version);
create index sales_contract_sha256_idx on public.sales (contract_sha256);
alter table public.sales enable row level security;
grant select on public.sales to authenticated;
grant all on public.sales to service_role;
create policy "sellers read their own sales, sales managers all" on public.sales
  for select to authenticated
  using (
    seller_id in (select id from public.sellers where user_id = (select private.account_id()))
    or (select private.is_staff() and (private.has_permission('sellers') or private.has_permission('financials')))
  );
create policy "only financial managers read sales of erased sellers" on public.sales
  as restrictive for select to authenticated
  using ((select private.is_staff() and private.has_permission('financials')) or seller_id
    not in (select private.erased_sellers()));
create trigger sales_touch before update on public.sales
  for each row execute function private.touch_updated_at();
create trigger sales_audit after insert or update on public.sales
  for each row execute function private.write_audit('id',
    'payment_status,payment_id,cancelled_at,cancel_reason,plan_name,price_cents,start_date,end_date');

-- The end date of a sale is start_date + duration_days: the banner ends when that day begins.
create function private.follow_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.plan_type <> 'ad_banner' then
    return null;
  end if;
  insert into public.ads (sale_id, advertiser, placements, states_limit, starts_at, ends_at, status)
  values (
    new.id, left(new.client_company_name, 160),
    array(select key from public.ad_placements where key = any (new.placements) order by display_order),
    new.states_limit, private.day_start(new.start_date), private.day_start(new.end_date),
    'awaiting_payment'
  )
  on conflict (sale_id) do nothing;
  if new.cancelled_at is not null then
    update public.ads set status = 'stopped', reason = left(coalesce(new.cancel_reason, 'cancelled'), 1000)
      where sale_id = new.id and status <> 'stopped';
  elsif new.payment_status = 'paid' then
    update public.ads set status = 'awaiting_art' where sale_id = new.id and status = 'awaiting_payment';
  end if;
  return null;
end $$;

create trigger sales_run_their_ad after insert or update of payment_status, cancelled_at on public.sales
  for each row execute function private.follow_sale();

create function private.queue_signatures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('sales-assets', array[old.seller_signature_url, old.client_signature_url]);
  return null;
end $$;

create trigger sales_files after delete on public.sales
  for each row execute function private.queue_signatures();

create function private.expire_card_pages_of_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.expire_card_pages(new.id);
  return null;
end $$;

create trigger sales_expire_card_pages after update of cancelled_at on public.sales
  for each row when (old.cancelled_at is null and new.cancelled_at is not null)
  execute function private.expire_card_pages_of_sale();

create function private.mail_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.contract_sha256 is null then
    perform private.mail_client(new, 'contract_to_sign');
  elsif tg_op = 'INSERT' then
    perform private.mail_client(new, 'sale_created', '{"attach_contract": true}');
  elsif new.contract_sha256 is not null and old.contract_sha256 is null then
    perform private.mail_client(new, 'contract_signed', '{"attach_contract": true}');
  elsif new.payment_status = 'paid' and old.payment_status <> 'paid' then
    perform private.mail_client(new, 'payment_confirmed', '{"attach_contract": true, "attach_receipt": true}');
  elsif new.cancelled_at is not null and old.cancelled_at is null and coalesce(new.cancel_reason, '')
    not in ('refunded', 'dispute_lost') then
    perform private.mail_client(new, 'sale_cancelled', jsonb_build_object('note', coalesce(new.cancel_reason, '')));
  end if;
  return null;
end $$;

create trigger sales_mail after insert or update of payment_status, cancelled_at, contract_sha256 on public.sales
  for each row execute function private.mail_sale();

create function private.notify_signed_contract() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notifications (user_id, title, body, link, translations)
  select sellers.user_id, notice.title, format(notice.body, new.number), '/vendedor/dashboard',
    replace(notice.translations::text, '%s', new.number::text)::jsonb
  from private.payment_notices as notice, public.sellers
  where notice.kind = 'contract_signed' and sellers.id = new.seller_id and sellers.user_id is not null;
  return null;
end $$;

create trigger sales_notify_signed after update of contract_sha256 on public.sales
  for each row when (old.contract_sha256 is null and new.contract_sha256 is not null)
  execute function private.notify_signed_contract();

insert into private.audit_log_permissions (entity, permission) values
  ('sales', 'sellers');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, hidden, place)
  values
  ('sales', 'seller_id', 'seller', 'own', 'Vendas feitas', 'keep',
    'Contract and tax record; deleted five years after the year it ended in.',
    '{client_company_name,client_contact_name,client_email,client_phone,client_signature_url,client_document,client_signed_name,client_signed_with}', 23),
  ('sales', 'client_email', 'address', 'own', 'Compras de anúncio', 'keep',
    'Contract and tax record; deleted five years after the year it ended in.',
    '{seller_signature_url,commission_percentage,seller_document,signed_with}', 26);

select
  private.declare_columns('sales', 'exported',
    '{id,number,seller_id,plan_id,client_company_name,client_contact_name,client_email,client_phone,start_date,
      end_date,payment_status,seller_signature_url,client_signature_url,plan_name,plan_type,price_cents,currency,
      duration_days,placements,states_limit,commission_percentage,terms_version,terms_accepted_at,contract_sha256,
      signed_with,payment_id,paid_at,cancelled_at,cancel_reason,client_document,seller_name,seller_document,
      portal_party,is_remote_signing,client_signed_name,client_signed_with,created_at,updated_at,payer_document}'),
  private.declare_columns('sales', 'not_personal', '{stripe_price_id,client_request_id}', 'technical key'),
  private.declare_columns('sales', 'not_personal',
    '{seller_file_sha256,client_file_sha256,client_address_hash}',
      'keyed or plain hash, part of the record of a signature');

insert into private.retention_rules (key, relation, clock, keep, deed, place) values
  ('sales', 'public.sales',
    'date_trunc(''year'', greatest(end_date::timestamp at time zone ''America/Sao_Paulo'', created_at, paid_at, cancelled_at), ''America/Sao_Paulo'') + interval ''1 year''',
    '5 years', 'delete_sale', 170);

insert into private.file_columns (bucket, relation, names) values
  ('sales-assets', 'public.sales', 'array[seller_signature_url, client_signature_url]');

-- Tokens of payment, report and contract links: derived by the server, stored as SHA-256 with a version and an end.
create table public.link_tokens (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('payment', 'report', 'contract')),
  sale_id uuid references public.sales (id) on delete cascade,
  ad_id uuid,
  subject_id uuid generated always as (coalesce(sale_id, ad_id)) stored,
  version integer not null check (version between 1 and 100000),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > issued_at),
  revoked_at timestamptz,
  opened_at timestamptz,
  constraint link_has_one_subject check (
    case kind when 'report' then ad_id is not null and sale_id is null else sale_id is not null and ad_id is null end
  ),
  unique (subject_id, kind, version)
);
comment on table public.link_tokens is
  'Links to the payment page of a sale, to its contract and to the report of a banner. The token itself is stored '
  'nowhere.';
comment on column public.link_tokens.version is
  'The token is an HMAC of kind, subject and version; a new version makes a new link.';
comment on column public.link_tokens.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
comment on column public.link_tokens.revoked_at is
  'Time from which the link is refused, also before expires_at; null while it is not revoked.';
comment on column public.link_tokens.opened_at is
  'When a browser other than the seller''s first opened the page of this link.';
create index link_tokens_sale_id_idx on public.link_tokens (sale_id);
create index link_tokens_ad_id_idx on public.link_tokens (ad_id);
alter table public.link_tokens enable row level security;
grant select on public.link_tokens to authenticated;
grant all on public.link_tokens to service_role;

select private.declare_columns('link_tokens', 'not_personal',
  '{*}', 'links of sales and banners: hash, version and dates');

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.link_tokens', 'token_hash', 'null');

alter table public.commissions add constraint commissions_sale_id_fkey
  foreign key (sale_id) references public.sales (id) on delete restrict;
alter table public.commission_lines add constraint commission_lines_sale_id_fkey
  foreign key (sale_id) references public.sales (id) on delete cascade;

-- A registration may name a document of another country; what has the form of a CPF or CNPJ must be one.
create function private.check_registration_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  plain constant text := upper(regexp_replace(new.document, '[^0-9A-Za-z]', '', 'g'));
begin
  if plain ~ '^([0-9]{11}|[0-9]{14})$' and not private.is_document(plain) then
    perform private.refuse_request('document');
  end if;
  return new;
end $$;
comment on function private.check_registration_document is
  'Trigger function: refuses a CPF or CNPJ with wrong check digits.';

create trigger event_registrations_document before insert or update of document on public.event_registrations
  for each row when (new.document is not null) execute function private.check_registration_document();

create function private.current_sale_terms() returns text
language sql stable security definer set search_path = '' as $$
  select version from public.sale_terms where published_at <= now() order by published_at desc, version desc limit 1
$$;

create function private.is_signed(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.sales where path in (seller_signature_url, client_signature_url))
$$;
comment on function private.is_signed is 'Whether a sale references this signature file.';

create function private.stored_signature(seller uuid, path text, side text) returns boolean
language sql stable security definer set search_path = '' as $$
  select path ~ ('^' || seller::text || '/[0-9]{13}_' || side || '\.png$')
    and exists (select from storage.objects where bucket_id = 'sales-assets' and name = path)
$$;

-- Parts of a contract that are null are left out, so that the hashes of earlier contracts stay the same.
create function private.contract_text(sale public.sales, seller_file_sha256 text, client_file_sha256 text) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(
    E'\n', sale.seller_id, sale.plan_name, sale.price_cents, sale.currency, sale.duration_days, sale.start_date,
      sale.end_date,
    sale.client_company_name, sale.client_contact_name, sale.client_email, sale.client_phone, sale.terms_version,
    (select concat_ws(E'\n', array_to_string(clauses, E'\n'), note) from public.sale_terms
      where version = sale.terms_version),
    to_char(sale.terms_accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), seller_file_sha256,
      client_file_sha256,
    case when coalesce(sale.client_document, sale.seller_name) is not null then concat_ws(
      E'\n', coalesce(sale.client_document, ''), sale.seller_name, sale.seller_document,
        coalesce(sale.portal_party, ''), array_to_string(sale.placements, ','),
      coalesce(sale.states_limit::text, ''), case when sale.is_remote_signing then 'remote' else 'in_person' end,
        coalesce(sale.client_signed_name, '')
    ) end
  )
$$;

create function private.create_sale(payload jsonb) returns public.sales
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.sellers;
  request uuid;
  plan public.publication_plans;
  replaced public.sales;
  starts date;
  sale public.sales;
begin
  select * into own from public.sellers where id = private.own_seller_id();
  if own.id is null then
    raise exception 'only an active seller sells' using errcode = '42501';
  end if;
  perform private.check_payload(payload);
  begin
    request := (payload ->> 'client_request_id')::uuid;
    starts := (payload ->> 'start_date')::date;
    select * into plan from public.publication_plans where id = (payload ->> 'plan_id')::uuid;
  exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.refuse_request(case when request is null then 'client_request_id' when starts is null
      then 'start_date' else 'plan_id' end);
  end;
  if request is null then
    perform private.refuse_request('client_request_id');
  end if;
  -- Concurrent requests with one id wait for each other; the second one gets the sale of the first.
  perform pg_advisory_xact_lock(hashtextextended(own.id::text || request::text, 0));
  select * into sale from public.sales where seller_id = own.id and client_request_id = request;
  if sale.id is not null then
    perform private.require_same_sale(sale, payload);
    return sale;
  end if;
  sale.is_remote_signing := coalesce(payload -> 'is_remote_signing' = 'true'::jsonb, false);
  if plan.id is null or not plan.is_active or plan.plan_type <> 'ad_banner' then
    perform private.refuse_request('plan_id');
  elsif starts is null or starts < private.brazilian_today() - 1 or starts > private.brazilian_today() + 365 then
    perform private.refuse_request('start_date');
  elsif payload ->> 'seen_price_cents' is distinct from round(plan.price * 100)::integer::text then
    -- The client signed another price, so the form must be checked again.
    perform private.refuse_request('seen_price_cents');
  elsif payload ->> 'terms_version' is distinct from private.current_sale_terms() then
    perform private.refuse_request('terms_version');
  elsif not sale.is_remote_signing and payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse_request('accepts_terms');
  end if;
  sale.seller_signature_url := payload ->> 'seller_signature_url';
  if private.stored_signature(own.id, sale.seller_signature_url, 'seller') is not true then
    perform private.refuse_request('seller_signature_url');
  end if;
  sale.seller_file_sha256 := private.pattern_field(payload, 'seller_file_sha256', 64, '^[0-9a-f]{64}$', true);
  if not sale.is_remote_signing then
    sale.client_signature_url := payload ->> 'client_signature_url';
    if private.stored_signature(own.id, sale.client_signature_url, 'client') is not true then
      perform private.refuse_request('client_signature_url');
    end if;
    sale.client_file_sha256 := private.pattern_field(payload, 'client_file_sha256', 64, '^[0-9a-f]{64}$', true);
    sale.terms_accepted_at := now();
  end if;
  if payload ->> 'replaces_sale_id' is not null then
    replaced := private.lock_replaceable_sale(own.id, payload ->> 'replaces_sale_id');
  end if;
  sale.seller_id := own.id;
  sale.seller_name := left(own.full_name, 160);
  sale.seller_document := own.document;
  sale.portal_party := private.portal_party();
  sale.plan_name := plan.name;
  sale.price_cents := round(plan.price * 100)::integer;
  sale.currency := 'BRL';
  sale.duration_days := plan.duration_days;
  sale.placements := plan.placements;
  sale.states_limit := plan.states_limit;
  sale.start_date := starts;
  sale.end_date := starts + plan.duration_days;
  sale.client_company_name := private.text_field(payload, 'client_company_name', 160, true);
  sale.client_document := private.optional_document_field(payload, 'client_document');
  sale.client_contact_name := private.text_field(payload, 'client_contact_name', 120, true);
  sale.client_email := private.email_field(payload, 'client_email', true);
  sale.client_phone := private.phone_field(payload, 'client_phone', true);
  sale.terms_version := payload ->> 'terms_version';
  if not sale.is_remote_signing then
    sale.contract_sha256 := private.contract_hash(sale, sale.seller_file_sha256, sale.client_file_sha256);
  end if;
  insert into public.sales (
    seller_id, plan_id, client_company_name, client_document, client_contact_name, client_email, client_phone,
      start_date, end_date,
    seller_signature_url, client_signature_url, seller_file_sha256, client_file_sha256, seller_name, seller_document,
      portal_party, is_remote_signing,
    plan_name, plan_type, price_cents, duration_days, stripe_price_id, placements, states_limit,
    commission_percentage, terms_version, terms_accepted_at, contract_sha256, signed_with, client_request_id
  ) values (
    own.id, plan.id, sale.client_company_name, sale.client_document, sale.client_contact_name, sale.client_email,
      sale.client_phone, sale.start_date, sale.end_date,
    sale.seller_signature_url, sale.client_signature_url, sale.seller_file_sha256, sale.client_file_sha256,
      sale.seller_name, sale.seller_document, sale.portal_party, sale.is_remote_signing,
    plan.name, plan.plan_type, sale.price_cents, plan.duration_days, plan.stripe_price_id, plan.placements,
      plan.states_limit,
    private.commission_rate(own.id, private.brazilian_today()), sale.terms_version, sale.terms_accepted_at,
      sale.contract_sha256,
    left(private.text_field(payload, 'signed_with', 1000), 300), request
  ) returning * into sale;
  update public.sales set cancelled_at = now(), cancel_reason = 'Substituída pela venda nº ' || sale.number
    where id = replaced.id;
  return sale;
exception when unique_violation then
  perform private.refuse_request('seller_signature_url');
end $$;

-- Uploads without a sale: kept for a day, because the seller may still be retrying.
create function private.orphan_signatures(older_than_hours integer)
  returns table (path text, bytes bigint, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select objects.name, (objects.metadata ->> 'size')::bigint, objects.created_at
  from storage.objects as objects
  where private.is_staff() and private.has_permission('sellers')
    and objects.bucket_id = 'sales-assets'
      and objects.created_at <= now() - make_interval(hours => greatest(older_than_hours, 0))
    and not exists (select from public.sales where objects.name in (seller_signature_url, client_signature_url))
  order by objects.created_at
  limit 1000
$$;

create function private.require_same_sale(sale public.sales, payload jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  differing text[];
begin
  select coalesce(array_agg(fact.key order by fact.place), '{}') into differing
  from (values
    (1, 'plan_id', sale.plan_id::text, payload ->> 'plan_id'),
    (2, 'seen_price_cents', sale.price_cents::text, payload ->> 'seen_price_cents'),
    (3, 'start_date', sale.start_date::text, payload ->> 'start_date'),
    (4, 'client_company_name', sale.client_company_name, private.text_field(payload, 'client_company_name', 160, true)),
    -- The client may have given it since, when signing.
    (5, 'client_document', sale.client_document, coalesce(
      private.optional_document_field(payload, 'client_document'), case when sale.is_remote_signing
        then sale.client_document end
    )),
    (6, 'client_contact_name', sale.client_contact_name, private.text_field(payload, 'client_contact_name', 120, true)),
    (7, 'client_email', sale.client_email, private.email_field(payload, 'client_email', true)),
    (8, 'client_phone', sale.client_phone, private.phone_field(payload, 'client_phone', true)),
    (9, 'terms_version', sale.terms_version, payload ->> 'terms_version'),
    (10, 'is_remote_signing', sale.is_remote_signing::text, coalesce(payload ->> 'is_remote_signing', 'false')),
    (11, 'cancelled_at', sale.cancelled_at::text, null)
  ) as fact (place, key, saved, sent)
  where fact.saved is distinct from fact.sent;
  if cardinality(differing) > 0 then
    raise exception 'sale_differs' using detail = array_to_string(differing, ',');
  end if;
end $$;
comment on function private.require_same_sale is
  'Raises sale_differs, with the keys that differ as detail, when a payload does not have the same facts as the sale '
  'stored for its request id.';

create function private.lock_replaceable_sale(seller uuid, replaced text) returns public.sales
language plpgsql volatile set search_path = '' as $$
declare
  sale public.sales;
begin
  begin
    select * into sale from public.sales where id = replaced::uuid and seller_id = seller for update;
  exception when invalid_text_representation then
    perform private.refuse_request('replaces_sale_id');
  end;
  if sale.id is null or sale.payment_status = 'paid' or sale.cancelled_at is not null
    or exists (select from public.payments where subject_type = 'sale' and subject_id = sale.id and status
      in ('review', 'paid'))
  then
    perform private.refuse_request('replaces_sale_id');
  end if;
  return sale;
end $$;
comment on function private.lock_replaceable_sale is
  'Locks and returns a sale of the seller that is neither paid, under review nor cancelled; raises invalid_request '
  'for any other sale.';

create function private.is_period_over(sale public.sales, moment timestamptz) returns boolean
language sql stable set search_path = '' as $$ select moment >= private.day_start(sale.end_date + 1) $$;

create function private.portal_party() returns text
language sql stable security definer set search_path = '' as $$
  select left(nullif(trim(value), ''), 200) from public.app_settings where key = 'company_legal_line'
    and "group" <> 'demo'
$$;
comment on function private.portal_party is
  'Returns the legal name and document of the portal from the setting company_legal_line; null while it has an '
  'example value.';

create function private.contract_hash(sale public.sales, seller_file_sha256 text, client_file_sha256 text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(private.contract_text(sale, seller_file_sha256, client_file_sha256), 'UTF8')), 'hex')
$$;
comment on function private.contract_hash is 'SHA-256 of what both parties signed, their signature files included.';

create function private.hash_of_sale(sale uuid, seller_file text, client_file text) returns text
language sql stable security definer set search_path = '' as $$
  select private.contract_hash(sales, seller_file, client_file) from public.sales where id = sale
$$;

create function private.sign_contract(token text, payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
begin
  perform private.check_payload(payload);
  select * into sale from public.sales where id = (private.live_link(token, 'payment')).sale_id for update;
  if sale.id is null then
    raise exception 'sale_missing';
  elsif sale.contract_sha256 is not null then
    return 'signed_before';
  elsif sale.cancelled_at is not null then
    raise exception 'nothing_to_sign';
  elsif private.is_period_over(sale, now()) then
    raise exception 'period_over';
  elsif payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse_request('accepts_terms');
  end if;
  -- Facts of a sale that has a document do not change.
  sale.client_document := coalesce(sale.client_document, private.document_field(payload, 'client_document'));
  sale.client_signed_name := private.text_field(payload, 'client_signed_name', 120, true);
  if char_length(sale.client_signed_name) < 3 then
    perform private.refuse_request('client_signed_name');
  end if;
  if payload ->> 'client_signature_url' is not null then
    sale.client_signature_url := payload ->> 'client_signature_url';
    if private.stored_signature(sale.seller_id, sale.client_signature_url, 'client') is not true then
      perform private.refuse_request('client_signature_url');
    end if;
    sale.client_file_sha256 := private.pattern_field(payload, 'client_file_sha256', 64, '^[0-9a-f]{64}$', true);
  end if;
  sale.terms_accepted_at := now();
  update public.sales set
    client_document = sale.client_document, client_signed_name = sale.client_signed_name,
      client_signature_url = sale.client_signature_url, client_file_sha256 = sale.client_file_sha256,
    client_signed_with = left(private.text_field(payload, 'signed_with', 1000), 300),
      client_address_hash = private.pattern_field(payload, 'address_hash', 64, '^[0-9a-f]{0,64}$', false),
    terms_accepted_at = sale.terms_accepted_at, contract_sha256 = private.contract_hash(sale, sale.seller_file_sha256,
      sale.client_file_sha256)
  where id = sale.id;
  return 'signed';
end $$;
revoke execute on function private.sign_contract from public;
grant execute on function private.sign_contract to service_role;

create function private.verify_contract(sha256 text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', number, 'company', client_company_name, 'plan', plan_name, 'signed_at', terms_accepted_at, 'start_date',
      start_date, 'end_date', end_date,
    'is_cancelled', cancelled_at is not null,
    'is_unchanged', case when seller_file_sha256 is not null then private.contract_hash(sales, seller_file_sha256,
      client_file_sha256) = contract_sha256 end
  )
  from public.sales where contract_sha256 = verify_contract.sha256 order by number limit 1
$$;

create function private.live_link(token text, variadic kinds text[]) returns public.link_tokens
language sql stable security definer set search_path = '' as $$
  select * from public.link_tokens
  where token_hash = private.token_hash(token) and kind = any (kinds) and revoked_at is null and expires_at > now()
$$;
comment on function private.live_link is
  'Returns the link of one of these kinds with this token; null for a wrong, expired or revoked token.';

create function private.link_end(kind text, subject uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when kind = 'contract' then now() + interval '7 days'
    when kind = 'manage' then now() + interval '2 days'
    when kind in ('registration', 'badge', 'attendance') then greatest(now() + interval '30 days', (
      select events.ends_at from public.event_registrations as registration join public.events
        on events.id = registration.event_id where registration.id = subject
    ) + interval '90 days')
    when kind = 'report' then greatest(now() + interval '30 days',
      (select ends_at from public.ads where id = subject) + interval '90 days')
    else greatest(now() + interval '30 days', (select end_date::timestamp at time zone 'America/Sao_Paulo'
      from public.sales where id = subject) + interval '90 days')
  end
$$;
comment on function private.link_end is
  'When a link issued now ends: 90 days after the period of its sale, banner or event, 30 days from now at least; a '
  'contract link after a week, a link that manages a registration after two days.';

create function private.opens_contract(link public.link_tokens) returns boolean
language sql stable set search_path = '' as $$
  select link.kind = 'contract' or link.issued_at > now() - interval '90 days'
$$;
comment on function private.opens_contract is
  'Whether a link gives access to the contract: a contract link always, a payment link for 90 days after it was '
  'issued, after which the client requests a contract link by e-mail.';

create function private.shares_link(kind text, subject uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'payment' then exists (
      select from public.sales where id = subject and (
        seller_id = private.own_seller_id() or (private.is_staff()
          and (private.has_permission('sellers') or private.has_permission('financials')))
      )
    )
    when 'report' then exists (
      select from public.ads left join public.sales on sales.id = ads.sale_id
      where ads.id = subject and (sales.seller_id = private.own_seller_id()
        or (private.is_staff() and private.has_permission('ads')))
    )
    else false
  end
$$;
comment on function private.shares_link is 'Whether the caller may send the link of this sale or banner to its client.';

create function private.issue_link(kind text, subject uuid, version integer, token_hash text, is_replacing boolean)
  returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  newest integer;
begin
  if issue_link.token_hash is null then
    perform private.refuse_request('token_hash');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('issue_link' || issue_link.kind || subject, 0));
  if issue_link.kind in ('registration', 'badge', 'manage', 'attendance') then
    select coalesce(max(known.version), 0) into newest from public.registration_links as known
      where known.registration_id = subject and known.kind = issue_link.kind;
    if issue_link.version is distinct from newest + 1 then
      return false;
    end if;
    insert into public.registration_links (registration_id, kind, version, token_hash, expires_at)
    values (subject, issue_link.kind, issue_link.version, issue_link.token_hash,
      private.link_end(issue_link.kind, subject));
    return true;
  end if;
  select coalesce(max(known.version), 0) into newest from public.link_tokens as known where known.subject_id = subject
    and known.kind = issue_link.kind;
  if issue_link.version is distinct from newest + 1 then
    return false;
  end if;
  if is_replacing then
    update public.link_tokens as known set revoked_at = now()
    where known.subject_id = subject and known.kind = issue_link.kind and known.revoked_at is null;
  end if;
  insert into public.link_tokens (kind, sale_id, ad_id, version, token_hash, expires_at)
  values (
    issue_link.kind, case when issue_link.kind <> 'report' then subject end, case when issue_link.kind = 'report'
      then subject end,
    issue_link.version, issue_link.token_hash, private.link_end(issue_link.kind, subject)
  );
  return true;
end $$;

create function private.issue_shared_link(kind text, subject uuid, version integer, token_hash text,
  is_replacing boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.shares_link(kind, subject) then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  return private.issue_link(kind, subject, version, token_hash, is_replacing);
end $$;

create function private.find_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', link.kind, 'subject_id', link.subject_id, 'sale_id', sales.id, 'number', sales.number,
    'company', sales.client_company_name, 'contact', sales.client_contact_name, 'email', sales.client_email
  )
  from public.link_tokens as link
  left join public.ads on ads.id = link.ad_id
  left join public.sales on sales.id = coalesce(link.sale_id, ads.sale_id)
  where link.token_hash = private.token_hash(token)
$$;

create function private.contract_of_sale(sale uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(sales) - 'client_request_id' - 'client_address_hash' || jsonb_build_object(
    'seller_name', coalesce(sales.seller_name, sellers.full_name), 'seller_document',
      coalesce(sales.seller_document, sellers.document), 'clauses', sale_terms.clauses, 'note', sale_terms.note,
    'link_opened_at', (select min(opened_at) from public.link_tokens where kind = 'payment' and subject_id = sales.id),
    'payment', (
      select jsonb_build_object('method', payments.method, 'amount_cents', payments.amount_cents, 'paid_at',
        payments.paid_at, 'reference', coalesce(payments.pix_txid, payments.payment_intent, payments.id::text))
      from public.payments where payments.id = sales.payment_id
    )
  )
  from public.sales
  join public.sellers on sellers.id = sales.seller_id
  join public.sale_terms on sale_terms.version = sales.terms_version
  where sales.id = sale and sales.contract_sha256 is not null
$$;

create function private.note_opened_link(token text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.link_tokens set opened_at = now()
  where id = (private.live_link(token, 'payment')).id and opened_at is null
    and not exists (select from public.sales where sales.id = link_tokens.sale_id
      and sales.seller_id = private.own_seller_id())
$$;

create function private.needs_document(sale public.sales) returns boolean
language sql immutable set search_path = '' as $$ select coalesce(sale.client_document, sale.payer_document) is null $$;

create function private.add_payer_document(token text, document text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  payload constant jsonb := jsonb_build_object('document', left(document, 30));
begin
  update public.sales set payer_document = private.document_field(payload, 'document')
  where id = (private.live_link(token, 'payment')).sale_id and contract_sha256 is not null and cancelled_at is null
    and client_document is null and payer_document is null;
  return found;
end $$;

create function public.create_sale(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return to_jsonb(private.create_sale(payload));
comment on function public.create_sale is
  'A pending sale of the calling seller: plan_id, start_date, client_* (the document may be missing), signature paths '
  '(already stored), hashes of their files, terms_version, accepts_terms, seen_price_cents, client_request_id. With '
  'is_remote_signing the client signs later and only the seller''s signature is sent. Price, days, end and commission '
  'are read here.';
grant execute on function public.create_sale to authenticated, service_role;

create policy "sellers add signatures to their own folder" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'sales-assets'
    and name ~ ('^' || (select private.own_seller_id())::text || '/[0-9]{13}_(seller|client)\.png$')
  );
create policy "sellers read their own signatures, sales managers all" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'sales-assets' and (
      split_part(name, '/', 1) in (select id::text from public.sellers where user_id = (select private.account_id()))
      or (select private.is_staff() and (private.has_permission('sellers') or private.has_permission('financials')))
    )
  );

create function public.orphan_signatures(older_than_hours integer default 24)
  returns table (path text, bytes bigint, created_at timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.orphan_signatures(older_than_hours);
end;
comment on function public.orphan_signatures is 'Signature files without a sale, oldest first, for seller managers.';
grant execute on function public.orphan_signatures to authenticated, service_role;

create policy "sales managers delete signatures" on storage.objects
  for delete to authenticated
  using (bucket_id = 'sales-assets' and (select private.is_staff() and private.has_permission('sellers')));

create function public.contract_hash(sale uuid, seller_file_sha256 text, client_file_sha256 text default null)
  returns text
language sql stable security invoker set search_path = ''
return private.hash_of_sale(sale, seller_file_sha256, client_file_sha256);
comment on function public.contract_hash is
  'For the server only: returns the hash of a contract with these signature files, which is equal to contract_sha256 '
  'when nothing was changed.';
grant execute on function public.contract_hash to service_role;

create function public.sign_contract(token text, payload jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.sign_contract(token, payload);
comment on function public.sign_contract is
  'The client of a payment link signs: client_signed_name, accepts_terms, client_document when the sale has none, and '
  'for a drawn signature its stored path and the hash of its file. Answers signed, or signed_before for a repetition. '
  'Refuses with sale_missing, nothing_to_sign or period_over. For the server alone, which states browser and address.';
grant execute on function public.sign_contract to service_role;

create function public.verify_contract(sha256 text) returns jsonb
language sql stable security invoker set search_path = ''
return private.verify_contract(sha256);
comment on function public.verify_contract is
  'Returns {number, company, plan, signed_at, start_date, end_date, is_cancelled, is_unchanged} of the contract with '
  'this hash, null for an unknown hash; is_unchanged is null when the hashes of the signature files were not stored '
  'yet; anyone who has the hash may call it.';
grant execute on function public.verify_contract to anon, authenticated, service_role;

create policy "signatures of sales cannot be deleted" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'sales-assets' or not private.is_signed(name));

create function public.issue_link(kind text, subject uuid, version integer, token_hash text, is_replacing boolean
  default false) returns boolean
language sql volatile security invoker set search_path = ''
return private.issue_shared_link(kind, subject, version, token_hash, is_replacing);
comment on function public.issue_link is
  'Stores the next version of a payment or report link and returns true; false when the given version is not the next '
  'one; is_replacing revokes earlier links; raises 42501 unless the caller may send the link to the client, and '
  'invalid_request without a token hash.';
grant execute on function public.issue_link to authenticated, service_role;

create function public.issue_server_link(kind text, subject uuid, version integer, token_hash text) returns boolean
language sql volatile security invoker set search_path = ''
return private.issue_link(kind, subject, version, token_hash, false);
comment on function public.issue_server_link is
  'For the server only: stores the next version of a link of any kind and returns true; false when the given version '
  'is not the next one; raises invalid_request without a token hash.';
grant execute on function public.issue_server_link to service_role;

create function public.find_link(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.find_link(token);
comment on function public.find_link is
  'For the server only: returns {kind, subject_id, sale_id, number, company, contact, email} of a link, also of an '
  'expired or revoked one, so that a new link can be mailed; null for an unknown token.';
grant execute on function public.find_link to service_role;

create function public.contract_of_sale(sale uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.contract_of_sale(sale);
comment on function public.contract_of_sale is
  'For the server only, which first checks that the account may read the sale: returns the facts of a signed contract '
  'with the paths of its signature files and its payment; null when the sale is not signed.';
grant execute on function public.contract_of_sale to service_role;

create function public.note_opened_link(token text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.note_opened_link(token);
end;
comment on function public.note_opened_link is
  'Stores when a payment link was first opened, unless the caller is the seller of the sale; anyone who has the token '
  'may call it.';
grant execute on function public.note_opened_link to anon, authenticated, service_role;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('sales-assets', 'sales-assets', false, 524288, '{image/png}');

create function public.add_payer_document(token text, document text) returns boolean
language sql volatile security invoker set search_path = ''
return private.add_payer_document(token, document);
comment on function public.add_payer_document is
  'The client of a payment link gives the CPF or CNPJ that a signed sale lacks; false when it has one or the link '
  'opens none. Refuses an invalid document with invalid_request. For the server alone.';
grant execute on function public.add_payer_document to service_role;

-- Payments, their mails and notices.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  subject_type text not null check (subject_type in ('sale', 'registration', 'service_request', 'voucher',
    'service_plan')),
  subject_id uuid not null,
  method text not null check (method in ('card', 'pix', 'manual')),
  amount_cents integer not null check (amount_cents > 0),
  currency char(3) not null default 'BRL' check (currency = 'BRL'),
  status text not null default 'pending' check (status in ('pending', 'review', 'processing', 'expired', 'failed',
    'paid', 'refunded')),
  provider text not null check (provider in ('stripe', 'pix', 'manual')),
  provider_ref text unique,
  payment_intent text unique,
  checkout_url text check (checkout_url ~ '^https?://'),
  pix_txid text unique check (pix_txid ~ '^[A-Za-z0-9]{1,25}$'),
  pix_payload text check (char_length(pix_payload) <= 600),
  receipt_path text,
  receipt_sent_at timestamptz,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  needs_refund boolean not null default false,
  note text check (char_length(note) <= 1000),
  confirmed_by uuid references public.profiles (id) on delete set null,
  paid_at timestamptz,
  expires_at timestamptz,
  completed_at timestamptz,
  disputed_cents integer not null default 0 check (disputed_cents >= 0),
  dispute_status text check (dispute_status ~ '^[a-z_]{1,40}$'),
  dispute_due_at timestamptz,
  refund_failed_cents integer not null default 0 check (refund_failed_cents >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  difference text check (difference in ('asked', 'counted')),
  constraint paid_payment_has_a_time check (status <> 'paid' or paid_at is not null)
);
comment on table public.payments is 'Payment attempts and their status; written by functions of the server only.';
comment on column public.payments.provider_ref is 'Id of the Stripe checkout session.';
comment on column public.payments.receipt_path is 'File in bucket payment-receipts, which is not public.';
comment on column public.payments.needs_refund is
  'Whether the team must refund the payment, because the sale was already paid or cancelled, its period was over, or '
  'the amount differs.';
comment on column public.payments.completed_at is
  'When the payer completed the card page. A delayed method delivers the money later.';
comment on column public.payments.disputed_cents is
  'Amount in cents that the payer disputes at the bank, in open and lost disputes; zero when the dispute was won.';
comment on column public.payments.dispute_status is 'The provider''s status of the newest dispute.';
comment on column public.payments.dispute_due_at is 'Deadline of the provider for evidence.';
comment on column public.payments.refund_failed_cents is
  'Amount in cents of the refunds that failed since the last accepted one; the team must refund it again.';
comment on column public.payments.difference is
  'asked: opened for the difference of a registration; counted: paid it. Null for every other payment.';
create index payments_subject_idx on public.payments (subject_type, subject_id, created_at desc);
create index payments_status_idx on public.payments (status, created_at desc);
create index payments_confirmed_by_idx on public.payments (confirmed_by);
alter table public.payments enable row level security;
grant select on public.payments to authenticated;
grant all on public.payments to service_role;

create function private.reads_money() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('financials')
$$;

create policy "sellers read payments of their own sales, financial managers all" on public.payments
  for select to authenticated
  using (
    (subject_type = 'sale' and subject_id in (
      select sales.id from public.sales join public.sellers on sellers.id = sales.seller_id
        where sellers.user_id = (select private.account_id())
    ))
    or (select private.reads_money())
  );
create trigger payments_touch before update on public.payments
  for each row execute function private.touch_updated_at();
create trigger payments_audit after insert or update or delete on public.payments
  for each row execute function private.write_audit('id',
    'status,method,amount_cents,refunded_cents,needs_refund,note,confirmed_by,subject_type,subject_id');

create function private.queue_receipt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('payment-receipts', array[old.receipt_path]);
  return null;
end $$;

create trigger payments_files after delete on public.payments
  for each row execute function private.queue_receipt();

create function private.mail_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sale public.sales;
begin
  select * into sale from public.sales where id = new.subject_id;
  if new.status = 'review' and old.status = 'pending' then
    perform private.mail_client(sale, 'receipt_received');
  elsif new.status = 'pending' and old.status = 'review' then
    perform private.mail_client(sale, 'receipt_refused', jsonb_build_object('note', coalesce(new.note, '')));
  end if;
  if new.refunded_cents > old.refunded_cents then
    perform private.mail_client(sale, 'payment_refunded', jsonb_build_object('amount',
      (new.refunded_cents - old.refunded_cents) / 100.0));
  end if;
  return null;
end $$;

create trigger payments_mail after update of status, refunded_cents on public.payments
  for each row when (new.subject_type = 'sale') execute function private.mail_payment();

create function private.notify_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  notice private.payment_notices;
  sale record;
begin
  select * into notice from private.payment_notices where kind = case
    when new.disputed_cents > 0 and new.dispute_status = 'lost' and old.dispute_status is distinct from 'lost'
      then 'dispute_lost'
    when new.disputed_cents > 0 and old.disputed_cents = 0 then 'disputed'
    when new.disputed_cents = 0 and old.disputed_cents > 0 then 'dispute_won'
    when new.refund_failed_cents > old.refund_failed_cents then 'refund_failed'
    when new.refunded_cents > old.refunded_cents and new.refunded_cents < new.amount_cents then 'refunded_part'
  end;
  if notice.kind is null or new.subject_type <> 'sale' then
    return null;
  end if;
  select sales.number, sellers.user_id into sale from public.sales join public.sellers on sellers.id = sales.seller_id
    where sales.id = new.subject_id;
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, notice.title, format(notice.body, sale.number),
    case when private.holds_permission(profiles, 'financials') then '/admin/financials' else '/vendedor/dashboard' end,
    replace(notice.translations::text, '%s', sale.number::text)::jsonb
  from public.profiles
  where private.holds_permission(profiles, 'financials') or notice.is_for_seller and profiles.id = sale.user_id;
  return null;
end $$;

create trigger payments_notify after update of disputed_cents, dispute_status, refund_failed_cents, refunded_cents
  on public.payments
  for each row execute function private.notify_payment();

create function private.expire_card_pages_of_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.expire_card_pages(new.subject_id);
  return null;
end $$;

create trigger payments_expire_card_pages after update of status on public.payments
  for each row when (new.subject_type = 'sale' and old.status <> new.status and new.status
    in ('review', 'processing', 'paid', 'refunded'))
  execute function private.expire_card_pages_of_payment();

create function private.tell_refund_owed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  notice private.payment_notices;
  sale public.sales;
begin
  select * into notice from private.payment_notices where kind = 'refund_owed';
  select * into sale from public.sales where id = new.subject_id;
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, notice.title, format(notice.body, sale.number), '/admin/financials',
    replace(notice.translations::text, '%s', sale.number::text)::jsonb
  from public.profiles where private.holds_permission(profiles, 'financials');
  begin
    perform private.enqueue_mail(sale.client_email, 'payment_to_refund', jsonb_build_object(
      'name', sale.client_contact_name, 'company', sale.client_company_name, 'number', sale.number::text, 'amount',
        (new.amount_cents - new.refunded_cents) / 100.0
    ));
  exception when invalid_parameter_value then
    -- An address that cannot receive mail does not roll the payment back.
    null;
  end;
  return null;
end $$;

create trigger payments_tell_refund_owed after update of needs_refund on public.payments
  for each row when (new.subject_type = 'sale' and new.needs_refund and not old.needs_refund and new.note
    is distinct from 'amount_mismatch')
  execute function private.tell_refund_owed();

create function private.book_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was_paid boolean := false;
  refunded integer := 0;
  disputed integer := 0;
begin
  if tg_op = 'UPDATE' then
    was_paid := old.paid_at is not null;
    refunded := old.refunded_cents;
    disputed := old.disputed_cents;
  end if;
  insert into public.payment_entries (payment_id, kind, method, subject_type, amount_cents)
  select new.id, entry.kind, new.method, new.subject_type, entry.cents
  from (values
    ('payment', case when new.paid_at is not null and not was_paid then new.amount_cents else 0 end),
    (case when new.refunded_cents > refunded then 'refund' else 'refund_failed' end, refunded - new.refunded_cents),
    (case when new.disputed_cents > disputed then 'dispute' else 'dispute_won' end, disputed - new.disputed_cents)
  ) as entry (kind, cents)
  where entry.cents <> 0;
  return null;
end $$;

create trigger payments_book after insert or update of paid_at, refunded_cents, disputed_cents on public.payments
  for each row execute function private.book_payment();
create trigger payments_note_registration after update of status, refunded_cents, needs_refund on public.payments
  for each row when (new.subject_type = 'registration') execute function private.note_registration_payment();

insert into private.audit_log_permissions (entity, permission) values
  ('payments', 'financials');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, place) values
  ('payments', 'subject_id', 'sale', 'own', 'Pagamentos', 'keep', 'Tax record; deleted with the sale.', 27),
  ('payments', 'confirmed_by', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 48);

select
  private.declare_columns('payments', 'exported',
    '{id,subject_type,subject_id,method,amount_cents,currency,status,provider,receipt_path,receipt_sent_at,
      refunded_cents,needs_refund,note,paid_at,expires_at,completed_at,disputed_cents,dispute_status,
      dispute_due_at,refund_failed_cents,created_at,updated_at,difference}'),
  private.declare_columns('payments', 'not_personal',
    '{provider_ref,payment_intent,pix_txid}', 'key of the payment at its provider'),
  private.declare_columns('payments', 'withheld',
    '{checkout_url,pix_payload}', 'opens a payment for anybody who holds it'),
  private.declare_columns('payments', 'withheld', '{confirmed_by}', 'another person: who confirmed');

insert into private.file_columns (bucket, relation, names) values
  ('payment-receipts', 'public.payments', 'array[receipt_path]');

alter table public.event_registrations add constraint event_registrations_payment_id_fkey
  foreign key (payment_id) references public.payments (id) on delete set null;
alter table public.sales add constraint sales_payment_id_fkey
  foreign key (payment_id) references public.payments (id) on delete restrict;

create policy "sellers read their own commissions, financial managers all" on public.commissions
  for select to authenticated
  using (seller_id in (select id from public.sellers where user_id = (select private.account_id()))
    or (select private.reads_money()));
create policy "sellers read their own payouts, financial managers all" on public.commission_payouts
  for select to authenticated
  using (seller_id in (select id from public.sellers where user_id = (select private.account_id()))
    or (select private.reads_money()));
create policy "sellers read their own commission lines, financial managers all" on public.commission_lines
  for select to authenticated
  using (seller_id in (select id from public.sellers where user_id = (select private.account_id()))
    or (select private.reads_money()));
create policy "financial managers read payment receipts" on storage.objects
  for select to authenticated using (bucket_id = 'payment-receipts' and (select private.reads_money()));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('payment-receipts', 'payment-receipts', false, 5242880, '{image/jpeg,image/png,image/webp,application/pdf}');

-- Steps of a payment: which change follows which, and what a sale gets from them.

-- Notices about disputes and refunds: always to the financial team, some also to the seller of the sale.
create table private.payment_notices (
  kind text primary key,
  title text not null,
  body text not null,
  translations jsonb not null,
  is_for_seller boolean not null
);
comment on table private.payment_notices is 'Texts of notices about payments; %s becomes the number of the sale.';
alter table private.payment_notices enable row level security;

insert into private.payment_notices (kind, title, body, translations, is_for_seller) values
  ('disputed', 'Pagamento contestado',
    'O cliente contestou no banco o pagamento da venda nº %s. O anúncio parou e a comissão ficou retida.',
    '{"en": {"body": "The client disputed the payment of sale no. %s at the bank. The ad stopped and the commission is held.", "title": "Payment disputed"}, "es": {"body": "El cliente disputó en el banco el pago de la venta n.º %s. El anuncio se detuvo y la comisión quedó retenida.", "title": "Pago disputado"}}', true),
  ('dispute_won', 'Contestação encerrada a favor do portal', 'O pagamento da venda nº %s volta a valer.',
    '{"en": {"body": "The payment of sale no. %s counts again.", "title": "Dispute won"}, "es": {"body": "El pago de la venta n.º %s vuelve a valer.", "title": "Disputa ganada"}}', true),
  ('dispute_lost', 'Contestação perdida', 'O banco devolveu ao cliente o valor contestado da venda nº %s.',
    '{"en": {"body": "The bank returned the disputed amount of sale no. %s to the client.", "title": "Dispute lost"}, "es": {"body": "El banco devolvió al cliente el monto disputado de la venta n.º %s.", "title": "Disputa perdida"}}', true),
  ('refund_failed', 'Devolução falhou',
    'A devolução da venda nº %s não chegou ao cliente. Devolva de novo ou combine outra forma.',
    '{"en": {"body": "The refund of sale no. %s did not reach the client. Refund again or agree on another way.", "title": "Refund failed"}, "es": {"body": "La devolución de la venta n.º %s no llegó al cliente. Devuelve de nuevo o acuerda otra forma.", "title": "Falló la devolución"}}',
    false),
  ('refunded_part', 'Parte do pagamento devolvida',
    'Parte do pagamento da venda nº %s foi devolvida; a comissão diminuiu na mesma proporção.',
    '{"en": {"body": "Part of the payment of sale no. %s was refunded; the commission went down in proportion.", "title": "Part of a payment refunded"}, "es": {"body": "Parte del pago de la venta n.º %s fue devuelta; la comisión bajó en la misma proporción.", "title": "Parte del pago devuelta"}}', true),
  ('refund_owed', 'Pagamento a devolver',
    'A venda nº %s recebeu um pagamento a mais ou fora do prazo. Devolva o valor em Financeiro.',
    '{"en": {"body": "Sale no. %s received a payment twice or too late. Refund it under Finance.", "title": "Payment to refund"}, "es": {"body": "La venta n.º %s recibió un pago de más o fuera de plazo. Devuélvelo en Finanzas.", "title": "Pago por devolver"}}',
    false),
  ('contract_signed', 'Contrato assinado', 'O cliente da venda nº %s assinou o contrato e já pode pagar.',
    '{"en": {"body": "The client of sale no. %s signed the contract and can pay now.", "title": "Contract signed"}, "es": {"body": "El cliente de la venta n.º %s firmó el contrato y ya puede pagar.", "title": "Contrato firmado"}}', true),
  ('registration_refund_owed', 'Inscrição paga a devolver',
    'A inscrição %s recebeu um pagamento a mais, fora do prazo ou foi cancelada. Devolva o valor em Financeiro.',
    '{"en": {"body": "Registration %s was paid twice or too late, or was cancelled. Refund it under Finance.", "title": "Registration payment to refund"}, "es": {"body": "La inscripción %s recibió un pago de más o fuera de plazo, o fue cancelada. Devuélvelo en Finanzas.", "title": "Pago de inscripción por devolver"}}',
    false),
  ('plan_refund_owed', 'Plano pago a devolver',
    'O plano do lugar %s recebeu um pagamento a mais ou foi cancelado. Devolva o valor em Financeiro.',
    '{"en": {"body": "The plan of the place %s was paid twice, or was cancelled. Refund it under Finance.", "title": "Plan payment to refund"}, "es": {"body": "El plan del lugar %s recibió un pago de más o fue cancelado. Devuélvelo en Finanzas.", "title": "Pago de plan por devolver"}}',
    false),
  ('plan_paid', 'Plano pago', 'O pagamento do plano de %s chegou. Veja no seu painel até quando ele vale.',
    '{"en": {"body": "The payment of the plan of %s arrived. See in your panel until when it runs.", "title": "Plan paid"}, "es": {"body": "Llegó el pago del plan de %s. Mira en tu panel hasta cuándo vale.", "title": "Plan pagado"}}',
    false),
  ('plan_receipt_refused', 'Comprovante recusado',
    'O comprovante do plano de %s foi recusado. Envie outro na página de pagamento.',
    '{"en": {"body": "The receipt of the plan of %s was refused. Send another one on the payment page.", "title": "Receipt refused"}, "es": {"body": "El comprobante del plan de %s fue rechazado. Envía otro en la página de pago.", "title": "Comprobante rechazado"}}',
    false),
  ('plan_refunded', 'Plano reembolsado', 'O valor do plano de %s foi devolvido.',
    '{"en": {"body": "The money of the plan of %s was sent back.", "title": "Plan refunded"}, "es": {"body": "El valor del plan de %s fue devuelto.", "title": "Plan reembolsado"}}',
    false);

select private.declare_columns('private.payment_notices', 'not_personal', '{*}', 'texts of notices');

-- Bookings: money received and returned, each on the day it was booked. Rows are only added, so that a finished
-- month never changes and later corrections belong to the current one.
create table public.payment_entries (
  id bigint generated always as identity primary key,
  payment_id uuid not null references public.payments (id) on delete cascade,
  kind text not null check (kind in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won')),
  method text not null,
  subject_type text not null,
  amount_cents integer not null check (amount_cents <> 0),
  booked_at timestamptz not null default now(),
  constraint entry_sign_fits_kind check ((amount_cents > 0) = (kind in ('payment', 'refund_failed', 'dispute_won')))
);
comment on table public.payment_entries is
  'Append-only: money in (positive) and out (negative) per payment. Written by a trigger of payments.';
comment on column public.payment_entries.booked_at is
  'Date used by lists, totals and CSV files; always the time of the insert, so that a finished month does not change.';
create index payment_entries_payment_id_idx on public.payment_entries (payment_id);
create index payment_entries_booked_at_idx on public.payment_entries (booked_at, id);
alter table public.payment_entries enable row level security;
grant select on public.payment_entries to authenticated, service_role;
create policy "financial managers read payment entries" on public.payment_entries
  for select to authenticated using ((select private.reads_money()));
create trigger payment_entries_stay before update on public.payment_entries
  for each row execute function private.refuse_change();

select private.declare_columns('payment_entries', 'not_personal',
  '{*}', 'amounts of payments, which are in the copy themselves');

create function private.is_receipt(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.payments where receipt_path = path)
$$;

-- The provider's payment id is unique and never changes once it is set, even when an event contains another one.
create function private.keep_intent(payment uuid, intent text, answer text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.payments set payment_intent = intent
  where id = payment and payment_intent is null and intent is not null
    and not exists (select from public.payments as other where other.payment_intent = intent);
  return answer;
end $$;

create function private.has_open_dispute(payment public.payments) returns boolean
language sql immutable set search_path = ''
  as $$ select payment.disputed_cents > 0 and payment.dispute_status is distinct from 'lost' $$;

-- pending < review < processing < expired < failed < paid < refunded.
create function private.payment_rank(status text) returns integer
language sql immutable set search_path = '' as $$
  select array_position(array['pending', 'review', 'processing', 'expired', 'failed', 'paid', 'refunded'], status)
$$;

create function private.advance_payment(payment uuid, new_status text, refunded integer default null, intent text
  default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.payments;
  total_refunded integer;
  next_status text;
begin
  select * into found from public.payments where id = payment;
  if found.id is null then
    return 'unknown';
  end if;
  -- The sale, registration or plan is always locked before its payment, so that concurrent events wait for each other.
  if found.subject_type = 'sale' then
    perform 1 from public.sales where id = found.subject_id for update;
  elsif found.subject_type = 'registration' then
    perform private.lock_registration(found.subject_id);
  elsif found.subject_type = 'service_plan' then
    perform private.lock_service_plan(found.subject_id);
  end if;
  select * into found from public.payments where id = payment for update;
  total_refunded := least(found.amount_cents, coalesce(refunded, found.refunded_cents));
  next_status := case
    when total_refunded >= found.amount_cents then 'refunded'
    when found.status = 'refunded' then 'paid'
    when private.payment_rank(new_status) > private.payment_rank(found.status) then new_status
    else found.status
  end;
  if next_status = found.status and total_refunded = found.refunded_cents
    and (intent is null or found.payment_intent is not null) then
    return 'unchanged';
  end if;
  perform private.keep_intent(payment, intent, next_status);
  update public.payments set
    status = next_status, refunded_cents = total_refunded,
    paid_at = case when next_status in ('paid', 'refunded') then coalesce(paid_at, now()) else paid_at end
  where id = payment;
  if found.subject_type = 'sale' and next_status in ('paid', 'refunded') then
    perform private.update_sale_from_payments(found.subject_id);
  elsif found.subject_type = 'registration' and next_status in ('paid', 'refunded') then
    perform private.update_registration_from_payments(found.subject_id);
  elsif found.subject_type = 'service_plan' and next_status in ('paid', 'refunded') then
    perform private.update_plan_from_payments(found.subject_id);
  end if;
  return next_status;
end $$;

-- One hour more, because a card page opened in the last minutes remains open that long.
create function private.came_in_time(payment public.payments, sale public.sales) returns boolean
language sql stable set search_path = '' as $$
  select not private.is_period_over(sale, coalesce(payment.completed_at, payment.receipt_sent_at, payment.paid_at,
    now()) - interval '1 hour')
$$;
comment on function private.came_in_time is
  'Whether the payer paid before the period of the sale was over, with one hour of tolerance; later payments must be '
  'refunded.';

-- Derives the state of a sale from its payments. Called with the sale locked; the same payments give the same result.
create function private.update_sale_from_payments(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  now_sale public.sales;
  first_payment public.payments;
  commission integer;
  kept integer;
begin
  select * into now_sale from public.sales where id = sale;
  if now_sale.id is null then
    return;
  end if;
  -- The payment that counted first still counts, also after a refund.
  select * into first_payment from public.payments
  where subject_type = 'sale' and subject_id = sale and status in ('paid', 'refunded')
    and (id = now_sale.payment_id or now_sale.payment_id is null and private.came_in_time(payments, now_sale))
    and note is distinct from 'amount_mismatch'
  order by paid_at nulls last, created_at, id limit 1;
  commission := round(now_sale.price_cents * now_sale.commission_percentage / 100);
  kept := greatest(first_payment.amount_cents - first_payment.refunded_cents - first_payment.disputed_cents, 0);
  if first_payment.status = 'refunded' or first_payment.dispute_status = 'lost' and kept = 0 then
    update public.sales set
      payment_status = 'pending', payment_id = first_payment.id, cancelled_at = coalesce(cancelled_at, now()),
      cancel_reason = coalesce(cancel_reason, case when first_payment.status = 'refunded' then 'refunded'
        else 'dispute_lost' end)
    where id = sale;
    insert into public.commissions as known (sale_id, seller_id, amount_cents, status, reversed_at)
    values (sale, now_sale.seller_id, commission, 'reversed', now())
    on conflict (sale_id) do update set status = 'reversed', reversed_at = coalesce(known.reversed_at, now());
  elsif first_payment.status = 'paid' and now_sale.cancelled_at is null then
    update public.sales set payment_status = 'paid', payment_id = first_payment.id,
      paid_at = coalesce(paid_at, first_payment.paid_at)
    where id = sale;
    insert into public.commissions (sale_id, seller_id, amount_cents, held_cents)
    values (sale, now_sale.seller_id, commission,
      commission - round(commission::numeric * kept / first_payment.amount_cents))
    on conflict (sale_id) do update set held_cents = excluded.held_cents;
    if private.has_open_dispute(first_payment) then
      update public.ads set status = 'paused', reason = 'payment_disputed' where sale_id = sale and status = 'approved';
    else
      update public.ads set status = 'approved', reason = null where sale_id = sale and status = 'paused'
        and reason = 'payment_disputed';
    end if;
  end if;
  -- Every other payment must be refunded.
  update public.payments set needs_refund = true
  where subject_type = 'sale' and subject_id = sale and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and (id is distinct from first_payment.id or exists (select from public.sales where sales.id = sale and cancelled_at
      is not null));
  update public.payments set needs_refund = false
  where subject_type = 'sale' and subject_id = sale and (status = 'refunded' or private.is_lost(payments))
    and needs_refund;
end $$;
comment on function private.update_sale_from_payments is
  'Updates the payment status, commission and banners of a sale from its payments, and marks the other payments for a '
  'refund.';

create policy "receipts of payments cannot be deleted" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'payment-receipts' or not private.is_receipt(name));

-- Events that Stripe sends, refunds and disputes.

create table public.payment_webhook_events (
  id uuid primary key default gen_random_uuid(),
  provider text not null check (provider in ('stripe')),
  event_id text not null,
  type text not null,
  object_id text,
  payment_id uuid references public.payments (id) on delete set null,
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  outcome text not null,
  happened_at timestamptz,
  created_at timestamptz not null default now(),
  unique (provider, event_id)
);
comment on table public.payment_webhook_events is
  'Webhook events with a valid signature, each stored once; facts contains ids, status and amounts only, no data of '
  'the payer.';
create index payment_webhook_events_payment_id_idx on public.payment_webhook_events (payment_id);
create index payment_webhook_events_created_at_idx on public.payment_webhook_events (created_at desc);
alter table public.payment_webhook_events enable row level security;
grant select on public.payment_webhook_events to authenticated;
grant all on public.payment_webhook_events to service_role;
create policy "financial managers read payment events" on public.payment_webhook_events
  for select to authenticated using ((select private.reads_money()));

select private.declare_columns('payment_webhook_events', 'not_personal',
  '{*}', 'ids, states and amounts without the payer');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('payment_events', 'public.payment_webhook_events', 'created_at', '6 years', 190);

create function private.payment_of_event(facts jsonb) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.payments
  where provider = 'stripe' and (
    provider_ref = facts ->> 'session_id' or payment_intent = facts ->> 'payment_intent'
      or id::text = facts ->> 'payment_id'
  )
  order by provider_ref is not distinct from facts ->> 'session_id' desc, payment_intent is not distinct
    from facts ->> 'payment_intent' desc
  limit 1
$$;

create function private.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  stored uuid;
  payment uuid := private.payment_of_event(facts);
  owed public.payments;
  refunds record;
  answer text;
  is_handled boolean := type in (
    'checkout.session.completed', 'checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed',
      'checkout.session.expired',
    'charge.refunded', 'refund.failed', 'refund.updated', 'charge.refund.updated', 'charge.dispute.created',
      'charge.dispute.updated', 'charge.dispute.closed',
    'charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'
  );
  -- These events repeat the content of a handled event.
  is_informative boolean := type in (
    'payment_intent.created', 'payment_intent.processing', 'payment_intent.succeeded', 'payment_intent.payment_failed',
      'payment_intent.requires_action',
    'charge.succeeded', 'charge.pending', 'charge.failed', 'charge.updated', 'refund.created'
  );
begin
  if facts ->> 'is_other_mode' = 'true' then
    payment := null;
  end if;
  if payment is null and not is_handled then
    return 'ignored';
  end if;
  -- The sale, registration or plan is always locked before its payment, which the reference of the event locks too.
  perform 1 from public.sales where id = (select subject_id from public.payments where id = payment
    and subject_type = 'sale') for update;
  perform private.lock_registration((select subject_id from public.payments where id = payment
    and subject_type = 'registration'));
  perform private.lock_service_plan((select subject_id from public.payments where id = payment
    and subject_type = 'service_plan'));
  insert into public.payment_webhook_events as events (provider, event_id, type, object_id, facts, outcome, happened_at,
    payment_id)
  values ('stripe', record_stripe_event.event_id, record_stripe_event.type, facts ->> 'object_id',
    record_stripe_event.facts, 'received', record_stripe_event.happened_at, payment)
  on conflict on constraint payment_webhook_events_provider_event_id_key do nothing
  returning id into stored;
  if stored is null then
    return 'duplicate';
  end if;
  if type = 'checkout.session.completed' then
    update public.payments set completed_at = coalesce(completed_at, record_stripe_event.happened_at, now())
      where id = payment;
  end if;
  select * into owed from public.payments where id = payment for update;
  if facts ->> 'is_other_mode' = 'true' then
    answer := 'other_mode';
  elsif payment is null then
    answer := 'unknown';
  elsif type in ('checkout.session.completed', 'checkout.session.async_payment_succeeded')
    and facts ->> 'payment_status' = 'paid' then
    -- Another amount or currency does not pay this sale: the team must check it.
    if (facts ->> 'amount_cents')::bigint is distinct from owed.amount_cents or lower(facts ->> 'currency')
      is distinct from lower(owed.currency) then
      update public.payments set note = 'amount_mismatch', needs_refund = true where id = payment and status
        not in ('paid', 'refunded');
      answer := private.keep_intent(payment, facts ->> 'payment_intent', 'amount_mismatch');
    else
      answer := private.advance_payment(payment, 'paid', null, facts ->> 'payment_intent');
    end if;
  elsif type = 'checkout.session.completed' then
    answer := private.advance_payment(payment, 'processing', null, facts ->> 'payment_intent');
  elsif type = 'checkout.session.async_payment_failed' then
    answer := private.advance_payment(payment, 'failed', null, facts ->> 'payment_intent');
  elsif type = 'checkout.session.expired' then
    answer := private.advance_payment(payment, 'expired');
  elsif type like 'charge.dispute.%' and is_handled then
    perform private.keep_intent(payment, facts ->> 'payment_intent', null);
    answer := private.apply_dispute(payment);
  elsif is_handled then
    select * into refunds from private.refunds_of_events(payment);
    update public.payments set refund_failed_cents = least(refunds.failed, amount_cents) where id = payment;
    answer := private.advance_payment(payment, 'pending', least(refunds.refunded, 2000000000)::integer,
      facts ->> 'payment_intent');
    if refunds.failed > 0 and type <> 'charge.refunded' then
      answer := 'refund_failed';
    end if;
  else
    answer := case when is_informative then 'informative' else 'unhandled' end;
  end if;
  update public.payment_webhook_events set outcome = answer where id = stored;
  return answer;
end $$;

-- Read from the stored events, so that the order of their arrival does not matter.
create function private.refunds_of_events(payment uuid) returns table (refunded bigint, failed bigint)
language sql stable security definer set search_path = '' as $$
  with known as (
    select type, object_id, happened_at, facts ->> 'status' as status, coalesce((facts ->> 'refunded_cents')::bigint, 0)
      as refunded, coalesce((facts ->> 'cents')::bigint, 0) as cents
    from public.payment_webhook_events where payment_id = payment
  ), newest as (
    select refunded, happened_at from known where type = 'charge.refunded' order by happened_at desc nulls last,
      refunded desc limit 1
  ), failed as (
    select coalesce(sum(cents), 0)::bigint as cents from (
      select distinct on (object_id) cents from known
      where (type = 'refund.failed' or type in ('refund.updated', 'charge.refund.updated') and status
        in ('failed', 'canceled'))
        and coalesce(happened_at, now()) >= coalesce((select happened_at from newest), '-infinity')
    ) as one_each
  )
  select greatest(coalesce((select refunded from newest), 0) - failed.cents, 0), failed.cents from failed
$$;

create function private.disputes_of_events(payment uuid) returns table (cents bigint, status text, due_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with newest as (
    select distinct on (object_id) happened_at, facts ->> 'status' as status, coalesce((facts ->> 'cents')::bigint, 0)
      as cents, to_timestamp((facts ->> 'due_by')::bigint) as due_at
    from public.payment_webhook_events where payment_id = payment and type like 'charge.dispute.%'
    order by object_id, type = 'charge.dispute.closed' desc, happened_at desc nulls last
  )
  select coalesce(sum(newest.cents) filter (where newest.status not in ('won', 'warning_closed', 'prevented')),
    0)::bigint,
    (array_agg(newest.status order by newest.status = 'lost' desc, newest.happened_at desc nulls last))[1],
    max(newest.due_at) filter (where newest.status like '%needs_response')
  from newest
$$;

create function private.is_lost(payment public.payments) returns boolean
language sql immutable set search_path = '' as $$
  select payment.dispute_status = 'lost' and payment.refunded_cents + payment.disputed_cents >= payment.amount_cents
$$;
comment on function private.is_lost is 'Whether the bank gave the whole amount back to the payer.';

create function private.apply_dispute(payment uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.payments;
  dispute record;
begin
  select * into dispute from private.disputes_of_events(payment);
  update public.payments set disputed_cents = least(dispute.cents, amount_cents), dispute_status = dispute.status,
    dispute_due_at = dispute.due_at
  where id = payment returning * into found;
  perform private.update_sale_from_payments(found.subject_id);
  return case when private.has_open_dispute(found) then 'disputed' when found.disputed_cents > 0 then 'dispute_lost'
    else 'dispute_won' end;
end $$;

create function public.record_stripe_event(event_id text, type text, happened_at timestamptz, facts jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.record_stripe_event(event_id, type, happened_at, facts);
comment on function public.record_stripe_event is
  'For the server only: stores and applies one signed Stripe event and returns its outcome, duplicate for a repeated '
  'one; facts: object_id, session_id, payment_intent, payment_id, payment_status, amount_cents, currency, '
  'refunded_cents.';
grant execute on function public.record_stripe_event to service_role;

-- Payment pages: opening a payment by card or Pix, receipts.

-- The seller may open the payment without the document; the client is asked for it first.
create function private.payable_sale(token text, sale uuid) returns public.sales
language plpgsql stable security definer set search_path = '' as $$
declare
  owed public.sales;
begin
  select * into owed from public.sales
  where (token is not null and id = (private.live_link(token, 'payment')).sale_id)
    or (token is null and id = payable_sale.sale and seller_id = private.own_seller_id());
  if token is not null and owed.contract_sha256 is not null and owed.payment_status = 'pending' and owed.cancelled_at
    is null and private.needs_document(owed) then
    raise exception 'document_missing';
  end if;
  return owed;
end $$;

create function private.open_payment(token text, sale uuid, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.sales := private.payable_sale(token, sale);
  registered uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
  payment public.payments;
  period_end timestamptz;
begin
  if owed.id is null and exists (select from public.event_registrations where id = registered and status = 'confirmed'
    and difference_cents > 0) then
    return private.open_difference(token, wanted);
  elsif owed.id is null and registered is not null then
    return private.open_registration_payment(token, wanted);
  end if;
  if owed.id is null then
    raise exception 'sale_missing';
  elsif wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  end if;
  perform 1 from public.sales where id = owed.id for update;
  select * into owed from public.sales where id = owed.id;
  if owed.payment_status = 'paid' or owed.cancelled_at is not null then
    raise exception 'nothing_to_pay';
  elsif owed.contract_sha256 is null then
    raise exception 'unsigned';
  elsif exists (select from public.payments where subject_type = 'sale' and subject_id = owed.id and status
    in ('review', 'processing')) then
    raise exception 'in_progress';
  elsif private.is_period_over(owed, now()) then
    raise exception 'period_over';
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'sale' and subject_id = owed.id and method = wanted and status = 'pending'
    -- The provider refuses pages that end within half an hour.
    and (expires_at is null or expires_at > now() + case when wanted = 'card' then case when provider_ref is null
      then interval '1 hour' else interval '2 minutes' end else interval '0' end)
  order by created_at desc limit 1;
  if payment.id is not null then
    return payment;
  end if;
  period_end := private.day_start(owed.end_date + 1);
  insert into public.payments (subject_type, subject_id, method, amount_cents, currency, provider, pix_txid, expires_at)
    values (
    'sale', owed.id, wanted, owed.price_cents, owed.currency, case wanted when 'card' then 'stripe' else 'pix' end,
    case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
    case wanted when 'card' then greatest(least(now() + interval '23 hours', period_end), now() + interval '1 hour')
      else period_end end
  ) returning * into payment;
  return payment;
end $$;

-- A page that was created while the sale was paid or cancelled expires at once.
create function private.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.payments;
begin
  update public.payments set provider_ref = session, checkout_url = url, expires_at = expires
  where id = payment and method = 'card' and (provider_ref is null or provider_ref = session)
  returning * into found;
  if found.status = 'expired' then
    perform private.enqueue_job('expire-card-page', jsonb_build_object('session', session));
  end if;
end $$;

create function private.attach_pix(payment uuid, payload text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.payments set pix_payload = payload where id = payment and method = 'pix' and status = 'pending'
$$;

create function private.attach_receipt(token text, payment uuid, path text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed uuid := (private.live_link(token, 'payment')).sale_id;
  registered uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
begin
  -- The sale or registration is always locked before its payments.
  perform 1 from public.sales where id = owed for update;
  perform private.lock_registration(registered);
  update public.payments set receipt_path = path, receipt_sent_at = coalesce(receipt_sent_at, now()), status = 'review',
    note = null
  where id = payment and method = 'pix' and status in ('pending', 'review')
    and (status = 'review' or expires_at is null or expires_at > now() - interval '1 hour')
    and (subject_type = 'sale' and subject_id = owed or subject_type = 'registration' and subject_id = registered)
    and path ~ ('^' || payment::text || '/[0-9a-f-]{36}\.(jpg|png|webp|pdf)$')
    and exists (select from storage.objects where bucket_id = 'payment-receipts' and name = path);
  return found;
end $$;

create function private.read_payment_page(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sale_id', sales.id, 'number', sales.number, 'company', sales.client_company_name, 'contact',
      sales.client_contact_name,
    'masked_email', regexp_replace(sales.client_email, '^(.).*(@.*)$', '\1***\2'), 'plan', sales.plan_name, 'plan_id',
      sales.plan_id, 'price_cents', sales.price_cents,
    'start_date', sales.start_date, 'end_date', sales.end_date, 'days', sales.duration_days,
    'seller', coalesce(sales.seller_name, sellers.full_name), 'payment_status', sales.payment_status, 'paid_at',
      sales.paid_at, 'cancelled_at', sales.cancelled_at,
    'stripe_price_id', sales.stripe_price_id, 'plan_type', sales.plan_type,
    'is_contract_open', private.opens_contract(link),
    -- The facts to be signed are shown only until they are signed.
    'unsigned', case when sales.contract_sha256 is null then jsonb_build_object(
      'document', sales.client_document, 'email', sales.client_email, 'phone', sales.client_phone, 'portal_party',
        sales.portal_party,
      'placements', sales.placements, 'states_limit', sales.states_limit, 'terms_version', sales.terms_version,
        'clauses', sale_terms.clauses, 'note', sale_terms.note
    ) end,
    'needs_document', private.needs_document(sales),
    'has_ad', sales.payment_status = 'paid' and sales.cancelled_at is null
      and exists (select from public.ads where ads.sale_id = sales.id),
    'refund_due_cents', (
      select coalesce(sum(amount_cents - refunded_cents), 0) from public.payments
      where subject_type = 'sale' and subject_id = sales.id and needs_refund and note is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents,
        'pix_txid', payments.pix_txid, 'pix_payload', payments.pix_payload, 'checkout_url', payments.checkout_url,
        'receipt_sent_at', payments.receipt_sent_at, 'note', case when payments.status = 'pending' then payments.note
          end,
        'expires_at', payments.expires_at, 'created_at', payments.created_at
      ) order by payments.created_at desc)
      from public.payments where subject_type = 'sale' and subject_id = sales.id
    ), '[]')
  )
  from private.live_link(token, 'payment') as link
  join public.sales on sales.id = link.sale_id
  join public.sellers on sellers.id = sales.seller_id
  join public.sale_terms on sale_terms.version = sales.terms_version
$$;

create function private.read_contract(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.contract_of_sale(link.sale_id)
  from private.live_link(token, 'contract', 'payment') as link
  where private.opens_contract(link)
$$;

create function private.expire_card_pages(sale uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  page record;
begin
  for page in
    update public.payments set status = 'expired'
    where subject_type = 'sale' and subject_id = sale and method = 'card' and status = 'pending'
    returning provider_ref
  loop
    if page.provider_ref is not null then
      perform private.enqueue_job('expire-card-page', jsonb_build_object('session', page.provider_ref));
    end if;
  end loop;
end $$;
comment on function private.expire_card_pages is
  'Sets the pending card payments of a sale to expired and enqueues a job that expires their pages at the provider; a '
  'payment that arrives nevertheless is still recorded.';

create function private.open_registration_payment(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  payment public.payments;
  ends timestamptz;
  last_hold timestamptz;
begin
  if owed.id is null then
    raise exception 'sale_missing';
  elsif wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  elsif owed.status not in ('offered', 'awaiting_payment') or owed.price_cents = 0 then
    raise exception 'nothing_to_pay';
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    raise exception 'in_progress';
  end if;
  select ends_at into ends from public.events where id = owed.event_id;
  if owed.held_until <= now() or ends <= now() then
    raise exception 'period_over';
  end if;
  -- An open payment is used again, so that two clicks do not open two payments.
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and amount_cents = owed.price_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null or expires_at > now() + interval '31 minutes')
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at)
      values (
      'registration', owed.id, wanted, owed.price_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      case wanted when 'card' then now() + interval '32 minutes' else greatest(least(now() + interval '24 hours', ends),
        now() + interval '30 minutes') end
    ) returning * into payment;
  end if;
  -- The place is held as long as the payment is open: 24 hours for Pix, for a card until its page ends. Payments that
  -- are
  -- opened one after the other hold it for 25 hours in all.
  select max(created_at) + interval '25 hours' into last_hold from public.registration_events
  where registration_id = owed.id and to_status in ('offered', 'awaiting_payment') and from_status
    is distinct from to_status;
  update public.event_registrations set status = 'awaiting_payment',
    held_until = greatest(held_until, least(payment.expires_at, last_hold)) where id = owed.id;
  return payment;
end $$;
comment on function private.open_registration_payment is
  'The open payment of a registration by card or Pix until the end of the event, made when there is none; holds the '
  'place until it ends. Refuses with sale_missing, nothing_to_pay, in_progress or period_over.';

create function private.open_difference(token text, wanted text) returns public.payments
language plpgsql volatile security definer set search_path = '' as $$
declare
  owed public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  payment public.payments;
begin
  if wanted not in ('card', 'pix') then
    perform private.refuse_request('method');
  elsif owed.status is distinct from 'confirmed' or owed.difference_cents = 0 then
    raise exception 'nothing_to_pay';
  elsif exists (select from public.payments where subject_type = 'registration' and subject_id = owed.id and status
    in ('review', 'processing')) then
    raise exception 'in_progress';
  elsif exists (select from public.events where id = owed.event_id and ends_at <= now()) then
    raise exception 'period_over';
  end if;
  select * into payment from public.payments
  where subject_type = 'registration' and subject_id = owed.id and method = wanted and status = 'pending'
    and difference = 'asked' and amount_cents = owed.difference_cents
    and expires_at > now() + case when wanted = 'card' then interval '1 minute' else interval '0' end
    -- The provider refuses pages that end within half an hour.
    and (wanted <> 'card' or provider_ref is not null or expires_at > now() + interval '31 minutes')
  order by created_at desc limit 1;
  if payment.id is null then
    insert into public.payments (subject_type, subject_id, method, amount_cents, provider, pix_txid, expires_at,
      difference) values (
      'registration', owed.id, wanted, owed.difference_cents, case wanted when 'card' then 'stripe' else 'pix' end,
      case wanted when 'pix' then 'LC' || upper(left(replace(gen_random_uuid()::text, '-', ''), 23)) end,
      now() + case wanted when 'card' then interval '32 minutes' else interval '24 hours' end, 'asked'
    ) returning * into payment;
  end if;
  return payment;
end $$;
comment on function private.open_difference is
  'The open payment of the difference of a registration by card or Pix, made when there is none. Refuses with '
  'nothing_to_pay, in_progress or period_over.';

create function public.open_payment(method text, token text default null, sale uuid default null) returns jsonb
language sql volatile security invoker set search_path = ''
return to_jsonb(private.open_payment(token, sale, method));
comment on function public.open_payment is
  'The open payment of a sale by card or pix, made when there is none. The caller holds the token, or is the seller '
  'and names the sale. Refuses with sale_missing, nothing_to_pay, unsigned, document_missing, in_progress (a receipt '
  'under review, a delayed method) or period_over.';
grant execute on function public.open_payment to anon, authenticated, service_role;

create function public.attach_checkout(payment uuid, session text, url text, expires timestamptz) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.attach_checkout(payment, session, url, expires);
end;
comment on function public.attach_checkout is
  'For the server only: stores the session, address and expiry time of the card page of a payment; when the payment '
  'is already expired, a job closes the page at the provider.';
grant execute on function public.attach_checkout to service_role;

create function public.attach_pix(payment uuid, payload text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.attach_pix(payment, payload);
end;
comment on function public.attach_pix is
  'For the server only: stores the BR Code that is shown for a pending Pix payment.';
grant execute on function public.attach_pix to service_role;

create function public.attach_receipt(token text, payment uuid, path text) returns boolean
language sql volatile security invoker set search_path = ''
return private.attach_receipt(token, payment, path);
comment on function public.attach_receipt is
  'For the server only: attaches a stored receipt to a Pix payment and sets its status to review, in which a '
  'financial manager decides; returns false when the payment cannot take a receipt.';
grant execute on function public.attach_receipt to service_role;

create function public.read_payment_page(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_payment_page(token);
comment on function public.read_payment_page is
  'Returns the data of the page of a payment link; null for a wrong, expired or revoked token; anyone who has the '
  'token may call it.';
grant execute on function public.read_payment_page to anon, authenticated, service_role;

create function public.read_contract(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_contract(token);
comment on function public.read_contract is
  'For the server only: returns the facts of a contract with the paths of its signature files by the token of a '
  'contract or payment link; null when the token gives no access.';
grant execute on function public.read_contract to service_role;

-- Decisions of the team about Pix, refunds, commissions and cancelled sales.

create function private.require_money() returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_permission('financials');
end $$;

create function private.decide_pix(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  given text := private.check_reason(decision, reason);
  next_status text;
begin
  perform private.require_money();
  select * into payment from public.payments where id = item and method = 'pix';
  if payment.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  perform 1 from public.sales where id = payment.subject_id and payment.subject_type = 'sale' for update;
  if payment.subject_type = 'registration' then
    perform private.lock_registration(payment.subject_id);
  elsif payment.subject_type = 'service_plan' then
    perform private.lock_service_plan(payment.subject_id);
  end if;
  select * into payment from public.payments where id = item for update;
  if payment.status not in ('pending', 'review') or decision not in ('approve', 'reject')
    or (seen is not null and seen <> payment.status) then
    return private.decided_already(payment.status, payment.confirmed_by, payment.updated_at);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  if decision = 'approve' then
    update public.payments set confirmed_by = (select private.account_id()), note = given where id = item;
    next_status := private.advance_payment(item, 'paid');
  else
    update public.payments set status = 'pending', note = given, receipt_path = null, receipt_sent_at = null,
      confirmed_by = (select private.account_id()) where id = item;
    next_status := 'pending';
  end if;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;

create function private.mark_refunded(item uuid, reason text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
begin
  perform private.require_money();
  if private.check_reason('reject', reason) is null then
    return null;
  end if;
  select * into payment from public.payments where id = item;
  if payment.id is null or payment.method = 'card' or payment.status <> 'paid' then
    raise exception 'not_refundable';
  end if;
  perform set_config('app.audit_reason', left(reason, 300), true);
  return private.advance_payment(item, 'refunded', payment.amount_cents);
end $$;

-- The audit log names who requested the refund; the provider's event then changes the payment.
create function private.request_refund(item uuid, reason text, cents integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
  given text := private.check_reason('reject', reason);
begin
  perform private.require_money();
  select * into payment from public.payments where id = item for update;
  if payment.id is null or payment.method <> 'card' or payment.payment_intent is null
    or not (payment.status = 'paid' or payment.needs_refund) or payment.refunded_cents >= payment.amount_cents
    or cents is not null and cents not between 1 and payment.amount_cents - payment.refunded_cents then
    raise exception 'not_refundable';
  end if;
  perform set_config('app.audit_reason', left(given, 300), true);
  update public.payments set note = case when note = 'amount_mismatch' then note else given end,
    confirmed_by = (select private.account_id()) where id = item;
  return jsonb_build_object('payment_intent', payment.payment_intent, 'refunded_cents', payment.refunded_cents, 'cents',
    coalesce(cents, payment.amount_cents - payment.refunded_cents));
end $$;

create function private.approve_commissions(items uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  changed integer;
begin
  perform private.require_money();
  update public.commissions set status = 'approved', approved_at = now() where id = any (items) and status = 'pending';
  get diagnostics changed = row_count;
  return changed;
end $$;

create function private.pay_commissions(items uuid[], note text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch record;
  payout uuid;
  lines bigint[];
  total integer;
  changed integer := 0;
begin
  perform private.require_money();
  -- Locked first, so that two concurrent payouts do not pay a seller twice.
  perform 1 from public.sellers where id in (select seller_id from public.commissions where id = any (items))
    order by id for update;
  for batch in
    select seller_id, count(*)::integer as number, array_agg(id) as ids
    from public.commissions where id = any (items) and status = 'approved' group by seller_id
  loop
    select array_agg(id), coalesce(sum(amount_cents), 0)::integer into lines, total
      from private.lines_to_pay(batch.seller_id, items);
    -- A negative balance is carried until commissions cover it.
    continue when total < 0;
    insert into public.commission_payouts (seller_id, total_cents, commissions, note, paid_by)
    values (batch.seller_id, total, batch.number, nullif(btrim(pay_commissions.note), ''), private.account_id())
      returning id into payout;
    update public.commission_lines set payout_id = payout, paid_at = now() where id = any (lines);
    update public.commissions set status = 'paid', paid_at = now(), payout_id = payout where id = any (batch.ids);
    changed := changed + batch.number;
  end loop;
  return changed;
end $$;

-- A sale whose receipt is under review is decided first: a client who has paid must not read that the sale was
-- cancelled.
create function private.cancel_sale(item uuid, reason text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  sale public.sales;
  given text := private.check_reason('reject', reason);
begin
  select * into sale from public.sales where id = item for update;
  if sale.id is null or not (
    sale.seller_id is not distinct from private.own_seller_id()
    or (private.is_staff() and private.has_permission('sellers'))
  ) then
    raise exception 'sale_missing';
  end if;
  if sale.payment_status = 'paid' then
    raise exception 'sale_paid';
  elsif exists (select from public.payments where subject_type = 'sale' and subject_id = item and status
    in ('review', 'processing')) then
    raise exception 'sale_in_progress';
  end if;
  if sale.cancelled_at is null then
    update public.sales set cancelled_at = now(), cancel_reason = given where id = item;
  end if;
  return 'cancelled';
end $$;

create function private.holds_permission(account public.profiles, key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select account.blocked_at is null and (
    account.role in ('main_admin', 'superadministrador') or key = any (account.permissions)
    or exists (select from public.role_permissions where role_permissions.role = account.role and permission_key = key)
  )
$$;

create function public.decide_pix(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_pix(id, decision, reason, seen);
comment on function public.decide_pix is
  'Decides about a Pix payment and returns {outcome}: approve confirms that the money arrived, reject (with a reason) '
  'removes the receipt and sets the status back to pending; raises 42501 without the permission financials, and '
  'invalid_decision.';
grant execute on function public.decide_pix to authenticated, service_role;

create function public.mark_refunded(id uuid, reason text) returns text
language sql volatile security invoker set search_path = ''
return private.mark_refunded(id, reason);
comment on function public.mark_refunded is
  'Marks a payment that was not made by card, such as Pix, as refunded after the team sent the money back, and '
  'returns its status; a card is refunded at the provider, whose event does this; raises not_refundable, '
  'invalid_decision without a reason, and 42501 without the permission financials.';
grant execute on function public.mark_refunded to authenticated, service_role;

create function public.request_refund(id uuid, reason text, cents integer default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.request_refund(id, reason, cents);
comment on function public.request_refund is
  'Checks the refund of a card payment and returns {payment_intent, refunded_cents, cents} for the request to the '
  'provider: the whole remaining amount, or the given cents of it; raises not_refundable, invalid_decision without a '
  'reason, and 42501 without the permission financials.';
grant execute on function public.request_refund to authenticated, service_role;

create function public.approve_commissions(items uuid[]) returns integer
language sql volatile security invoker set search_path = ''
return private.approve_commissions(items);
comment on function public.approve_commissions is
  'Changes pending commissions to approved and returns how many; raises 42501 without the permission financials.';
grant execute on function public.approve_commissions to authenticated, service_role;

create function public.pay_commissions(items uuid[], note text default null) returns integer
language sql volatile security invoker set search_path = ''
return private.pay_commissions(items, note);
comment on function public.pay_commissions is
  'Changes approved commissions to paid and returns how many, with one payout per seller that includes the open '
  'corrections; a seller with a negative balance is skipped; raises 42501 without the permission financials.';
grant execute on function public.pay_commissions to authenticated, service_role;

create function public.cancel_sale(id uuid, reason text) returns text
language sql volatile security invoker set search_path = ''
return private.cancel_sale(id, reason);
comment on function public.cancel_sale is
  'Cancels an unpaid sale and returns cancelled; for its seller and for seller managers; raises sale_missing, '
  'sale_paid, sale_in_progress (a receipt under review, a delayed method), or invalid_decision without a reason.';
grant execute on function public.cancel_sale to authenticated, service_role;

-- Banners, where they are shown and how often.

create table public.ad_placements (
  key text primary key check (key ~ '^[a-z]+(_[a-z]+)*$'),
  page text not null check (page like '/%'),
  desktop_width integer not null check (desktop_width > 0),
  desktop_height integer not null check (desktop_height > 0),
  mobile_width integer not null check (mobile_width > 0),
  mobile_height integer not null check (mobile_height > 0),
  max_ads integer not null check (max_ads > 0),
  display_order integer not null default 0
);
comment on table public.ad_placements is
  'Places on public pages that show a banner; written by migrations only, because each place is part of the code of a '
  'page.';
comment on column public.ad_placements.max_ads is
  'How many banners may share the rotation in one state at the same time.';
alter table public.ad_placements enable row level security;
grant select on public.ad_placements to anon, authenticated;
grant all on public.ad_placements to service_role;

insert into public.ad_placements (key, page, desktop_width, desktop_height, mobile_width, mobile_height, max_ads,
  display_order) values
  ('home_top', '/home', 1200, 300, 640, 320, 12, 1),
  ('state_home', '/:uf/home', 1200, 300, 640, 320, 12, 2),
  ('list_inline', '/:uf/regioes', 1200, 300, 640, 320, 12, 3),
  ('route_page', '/:uf/rota/:regionSlug', 1200, 300, 640, 320, 12, 4),
  ('city_page', '/:uf/cidade/:cityId', 1200, 300, 640, 320, 12, 5),
  ('blog_inline', '/blog', 1200, 300, 640, 320, 12, 6);

create policy "everybody reads banner placements" on public.ad_placements for select to anon, authenticated
  using (true);

select private.declare_columns('ad_placements', 'not_personal', '{*}', 'places of banners');

create table public.ads (
  id uuid primary key default gen_random_uuid(),
  sale_id uuid unique references public.sales (id) on delete restrict,
  advertiser text not null check (advertiser !~ '^\s*$' and char_length(advertiser) <= 160),
  placements text[] not null default '{}',
  states text[] not null default '{}',
  states_limit integer check (states_limit between 1 and 27),
  image_desktop text check (image_desktop ~ '^/(arte|midia)/[0-9]{4}-[0-9]{2}/[0-9a-f-]{36}\.webp$'),
  image_mobile text check (image_mobile ~ '^/(arte|midia)/[0-9]{4}-[0-9]{2}/[0-9a-f-]{36}\.webp$'),
  alt text not null default '' check (char_length(alt) <= 200),
  link_url text check (link_url ~ '^https://[^\s"<>\\]+$' and char_length(link_url) <= 500),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  weight integer not null default 1 check (weight between 1 and 100),
  status text not null default 'awaiting_art' check (
    status in ('awaiting_payment', 'awaiting_art', 'in_review', 'approved', 'paused', 'ended', 'rejected', 'stopped')
  ),
  reason text check (char_length(reason) <= 1000),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  search_name text generated always as (private.fold(advertiser)) stored,
  approved_at timestamptz,
  disputed_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint ad_ends_after_it_starts check (ends_at > starts_at),
  constraint shown_ads_have_art check (
    status not in ('approved', 'paused') or (image_desktop is not null and image_mobile is not null and alt !~ '^\s*$'
      and link_url is not null)
  )
);
comment on table public.ads is 'Banners, one per sale of an ad_banner plan, and those the team adds itself.';
comment on column public.ads.placements is 'Keys of ad_placements; empty for all.';
comment on column public.ads.states is 'Where it runs; empty for the whole country.';
comment on column public.ads.states_limit is
  'How many states the plan of the sale pays for; null for the whole country.';
comment on column public.ads.reason is 'Why it was rejected, paused or stopped; the advertiser reads it.';
comment on column public.ads.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
comment on column public.ads.approved_at is
  'Time of the approval from which the run of a sold banner is counted; null before it, and again when the banner is '
  'reopened before its start.';
comment on column public.ads.disputed_since is
  'Since when a payment dispute has paused the banner; null while none does.';
create index ads_status_idx on public.ads (status, ends_at);
create index ads_decided_by_idx on public.ads (decided_by);
create index ads_updated_at_idx on public.ads (updated_at, id);
create index ads_ends_at_idx on public.ads (ends_at, id);
create index ads_starts_at_idx on public.ads (starts_at) where status = 'approved';
-- Art of banners: the table is not readable by visitors, who see it through functions.
create index ads_image_desktop_idx on public.ads (image_desktop) where image_desktop is not null;
create index ads_image_mobile_idx on public.ads (image_mobile) where image_mobile is not null;
alter table public.ads enable row level security;
grant select on public.ads to anon;
grant select, delete on public.ads to authenticated;
grant insert (
  advertiser, placements, states, image_desktop, image_mobile, alt, link_url, starts_at, ends_at, weight
) on public.ads to authenticated;
grant update (
  advertiser, placements, states, image_desktop, image_mobile, alt, link_url, starts_at, ends_at, weight
) on public.ads to authenticated;
grant all on public.ads to service_role;
create policy "ad managers read banners, sellers those of their sales" on public.ads
  for select to authenticated
  using (
    (select private.is_staff() and private.has_permission('ads'))
    or sale_id in (select sales.id from public.sales join public.sellers on sellers.id = sales.seller_id
      where sellers.user_id = (select private.account_id()))
  );
create policy "ad managers add banners" on public.ads
  for insert to authenticated with check ((select private.is_staff() and private.has_permission('ads')));
create policy "ad managers change banners" on public.ads
  for update to authenticated
  using ((select private.is_staff() and private.has_permission('ads')))
  with check ((select private.is_staff() and private.has_permission('ads')));
create policy "ad managers delete banners without a sale" on public.ads
  for delete to authenticated using (sale_id is null and (select private.is_staff() and private.has_permission('ads')));
create trigger ads_touch before update on public.ads for each row execute function private.touch_updated_at();
create trigger ads_audit after insert or update or delete on public.ads
  for each row execute function private.write_audit('id',
    'advertiser,placements,states,image_desktop,image_mobile,alt,link_url,starts_at,ends_at,weight,status,reason,sale_id');

-- A longer period extends the report link; a shorter one does not shorten a link that was given out.
create function private.extend_report_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.link_tokens set expires_at = new.ends_at + interval '90 days'
  where ad_id = new.id and expires_at > now() and expires_at < new.ends_at + interval '90 days';
  return null;
end $$;

create trigger ads_extend_links after update of ends_at on public.ads
  for each row execute function private.extend_report_links();

create function private.extend_disputed_ad() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'paused' and new.reason = 'payment_disputed' then
    new.disputed_since := coalesce(old.disputed_since, now());
  elsif old.disputed_since is not null and new.status = 'approved' then
    -- Banners end at midnight in Brazil, so only whole days are added.
    new.ends_at := new.ends_at + make_interval(days => ceil(extract(epoch
      from now() - old.disputed_since) / 86400)::integer);
    new.disputed_since := null;
  elsif new.status <> 'paused' then
    new.disputed_since := null;
  end if;
  return new;
end $$;
comment on function private.extend_disputed_ad is
  'Trigger function: sets disputed_since when a dispute pauses a banner, and adds the days of the pause, rounded up, '
  'to ends_at when it runs again.';

create trigger ads_extend_disputed before update of status on public.ads
  for each row execute function private.extend_disputed_ad();
create trigger ads_withdraw before update of status on public.ads
  for each row when (old.status in ('approved', 'rejected')) execute function private.withdraw_answer('in_review');

create function private.set_ad_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  has_art boolean := new.image_desktop is not null and new.image_mobile is not null and new.alt !~ '^\s*$'
    and new.link_url is not null;
begin
  if not private.are_placements(new.placements) or not private.are_states(new.states) then
    raise exception 'unknown placement or state' using errcode = '23514';
  end if;
  -- A stopped banner never runs again.
  if tg_op = 'UPDATE' and old.status = 'stopped' then
    new.status := 'stopped';
  elsif new.status = 'awaiting_art' and has_art then
    new.status := 'in_review';
  elsif new.status = 'in_review' and not has_art then
    new.status := 'awaiting_art';
  end if;
  return new;
end $$;
comment on function private.set_ad_status is
  'Trigger function: raises 23514 for unknown placements or states, and sets the status of a banner to in_review when '
  'its art is complete and to awaiting_art when it is not; a stopped banner keeps the status stopped.';

create trigger ads_set_status before insert or update on public.ads for each row
  execute function private.set_ad_status();

insert into private.audit_log_permissions (entity, permission) values
  ('ads', 'ads');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('ads', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 50);

select
  private.declare_columns('ads', 'not_personal', '{*}', 'banners of companies'),
  private.declare_columns('ads', 'withheld', '{decided_by}', 'listed as work of the team');

insert into private.file_columns (bucket, relation, names) values
  ('ad-art', 'public.ads', 'array[replace(image_desktop, ''/arte/'', ''''), replace(image_mobile, ''/arte/'', '''')]');

create table public.ad_daily_stats (
  id bigint generated always as identity primary key,
  ad_id uuid not null references public.ads (id) on delete cascade,
  day date not null,
  placement text not null references public.ad_placements (key) on delete restrict,
  state_abbr char(2) references public.states (abbr),
  impressions integer not null default 0 check (impressions >= 0),
  clicks integer not null default 0 check (clicks >= 0),
  unique nulls not distinct (ad_id, day, placement, state_abbr)
);
comment on table public.ad_daily_stats is
  'Impressions (only when the banner was visible) and clicks of a banner per day in the time zone America/Sao_Paulo, '
  'placement and state of the page (null: the whole country).';
create index ad_daily_stats_placement_idx on public.ad_daily_stats (placement);
create index ad_daily_stats_state_abbr_idx on public.ad_daily_stats (state_abbr);
alter table public.ad_daily_stats enable row level security;
grant select on public.ad_daily_stats to anon, authenticated;
grant all on public.ad_daily_stats to service_role;
create policy "ad managers read daily banner statistics" on public.ad_daily_stats
  for select to authenticated using ((select private.is_staff() and private.has_permission('ads')));

select private.declare_columns('ad_daily_stats', 'not_personal', '{*}', 'sums');

create table private.announced_ends (
  ad_id uuid not null references public.ads (id) on delete cascade,
  ends_at timestamptz not null,
  primary key (ad_id, ends_at)
);
comment on table private.announced_ends is 'End times of banners about which the client was informed by mail.';
alter table private.announced_ends enable row level security;

select private.declare_columns('private.announced_ends', 'not_personal', '{*}', 'which banner''s end was announced');

alter table public.link_tokens add constraint link_tokens_ad_id_fkey
  foreign key (ad_id) references public.ads (id) on delete cascade;

create policy "sellers read links of their own sales, sales and ad managers all" on public.link_tokens
  for select to authenticated
  using (
    exists (select from public.sales where sales.id = link_tokens.sale_id)
    or exists (select from public.ads where ads.id = link_tokens.ad_id)
  );

create function private.are_placements(keys text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from unnest(keys) as key where key not in (select known.key from public.ad_placements
    as known))
$$;

create function private.are_states(abbrs text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from unnest(abbrs) as abbr where abbr not in (select known.abbr from public.states
    as known))
$$;

create function private.is_running(ad public.ads, at timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select ad.status = 'approved' and ad.starts_at <= at and ad.ends_at > at
$$;

create function private.read_running_ads() returns table (
  id uuid, placements text[], states text[], image_desktop text, image_mobile text, alt text, link_url text,
    starts_at timestamptz, ends_at timestamptz, weight integer
)
language sql stable security definer set search_path = '' as $$
  select id, placements, states, image_desktop, image_mobile, alt, link_url, starts_at, ends_at, weight
  from public.ads
  -- Finished pages are cached for some minutes: they contain banners that begin soon and check the time themselves.
  where status = 'approved' and starts_at <= now() + interval '15 minutes' and ends_at > now()
  order by id
$$;

-- A banner does not run while its payment is disputed.
create function private.ad_obstacle(ad public.ads) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when ad.ends_at <= now() then 'period_over'
    when exists (
      select from public.sales join public.payments on payments.id = sales.payment_id
      where sales.id = ad.sale_id and private.has_open_dispute(payments)
    ) then 'payment_disputed'
    when ad.states_limit is not null and cardinality(ad.states) not between 1 and ad.states_limit then 'states_needed'
    when exists (
      select from public.ad_placements as place
      where (ad.placements = '{}' or place.key = any (ad.placements)) and place.max_ads <= (
        select count(*) from public.ads as other
        where other.id <> ad.id and other.status = 'approved'
          and other.starts_at < ad.ends_at and other.ends_at > greatest(ad.starts_at, now())
          and (other.placements = '{}' or place.key = any (other.placements))
          and (other.states = '{}' or ad.states = '{}' or other.states && ad.states)
      )
    ) then 'placement_full'
  end
$$;

create function private.decide_ad(item uuid, decision text, reason text, seen text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ad public.ads;
  given text := private.check_reason(decision, reason);
  next_status text;
  obstacle text;
begin
  perform private.require_permission('ads');
  -- Concurrent approvals must not take the same last free place.
  perform pg_advisory_xact_lock(hashtextextended('decide_ad', 0));
  select * into ad from public.ads where id = item for update;
  if ad.id is null then
    return jsonb_build_object('outcome', 'missing');
  end if;
  next_status := case
    when decision = 'approve' and ad.status = 'in_review' then 'approved'
    when decision = 'reject' and ad.status = 'in_review' then 'rejected'
    when decision = 'pause' and ad.status = 'approved' then 'paused'
    when decision = 'resume' and ad.status = 'paused' then 'approved'
    when decision = 'end' and ad.status in ('approved', 'paused') then 'ended'
    when decision = 'reopen' and ad.status in ('approved', 'paused', 'rejected') then 'in_review'
  end;
  if next_status is null or (seen is not null and seen <> ad.status) then
    return private.decided_already(ad.status, ad.decided_by, ad.decided_at);
  end if;
  if decision = 'approve' then
    ad := private.count_run(ad);
  elsif decision = 'reopen' and ad.starts_at > now() then
    ad.approved_at := null;
  end if;
  obstacle := case when next_status = 'approved' then private.ad_obstacle(ad) end;
  if obstacle is not null then
    return jsonb_build_object('outcome', obstacle);
  end if;
  perform set_config('app.audit_reason', left(coalesce(given, ''), 300), true);
  update public.ads set
    status = next_status, reason = given, starts_at = ad.starts_at, ends_at = ad.ends_at, approved_at = ad.approved_at,
    decided_by = case when next_status = 'in_review' then null else private.account_id() end,
    decided_at = case when next_status = 'in_review' then null else now() end
  where id = item;
  return jsonb_build_object('outcome', 'decided', 'status', next_status);
end $$;

-- One visit shows a banner once per placement and opens it a few times at most; more in one batch is not counted.
create function private.record_ad_events(payload jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  counted integer;
begin
  if jsonb_typeof(payload) is distinct from 'array' or jsonb_array_length(payload) > 40
    or octet_length(payload::text) > 8192 then
    perform private.refuse_request('payload');
  end if;
  with given as (
    select event ->> 'ad' as ad, event ->> 'placement' as placement, upper(event ->> 'state') as state, event ->> 'kind'
      as kind
    from jsonb_array_elements(payload) as event
    where jsonb_typeof(event) = 'object'
  ), known as (
    select ads.id, given.placement, given.state,
      least(count(*) filter (where kind = 'view'), 1)::integer as views,
        least(count(*) filter (where kind = 'click'), 3)::integer as clicks
    from given
    join public.ads on ads.id::text = given.ad and private.is_running(ads, now())
    join public.ad_placements as place on place.key = given.placement
      and (ads.placements = '{}' or place.key = any (ads.placements))
    where (given.state is null or given.state in (select abbr from public.states))
      and (ads.states = '{}' or given.state = any (ads.states))
    group by ads.id, given.placement, given.state
  ), added as (
    insert into public.ad_daily_stats as stats (ad_id, day, placement, state_abbr, impressions, clicks)
    select id, private.brazilian_today(), placement, state, views, clicks from known where views + clicks > 0
      order by id, placement, state
    on conflict (ad_id, day, placement, state_abbr) do update
      set impressions = stats.impressions + excluded.impressions, clicks = stats.clicks + excluded.clicks
    returning 1
  )
  select count(*) into counted from added;
  return counted;
end $$;

create function private.ad_state(ad public.ads) returns text
language sql stable set search_path = '' as $$
  select case when ad.status in ('approved', 'paused') and ad.ends_at <= now() then 'ended' else ad.status end
$$;

create function private.submit_ad_art(token text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  before public.ads;
  after public.ads;
begin
  perform private.check_payload(payload);
  select * into before from public.ads where id = (private.live_link(token, 'report')).ad_id for update;
  if before.id is null then
    return jsonb_build_object('outcome', 'missing');
  elsif before.status not in ('awaiting_payment', 'awaiting_art', 'in_review', 'rejected') then
    return jsonb_build_object('outcome', 'closed');
  end if;
  update public.ads set
    image_desktop = coalesce(private.pattern_field(payload, 'image_desktop', 60, '^/arte/'), image_desktop),
    image_mobile = coalesce(private.pattern_field(payload, 'image_mobile', 60, '^/arte/'), image_mobile),
    alt = private.text_field(payload, 'alt', 200, true),
    link_url = private.pattern_field(payload, 'link_url', 500, '^https://[^\s"<>\\]+$', true),
    states = case
      when jsonb_typeof(payload -> 'states') = 'array' and states_limit is not null
      then array(select abbr::text from public.states where abbr in (select upper(value)
        from jsonb_array_elements_text(payload -> 'states')) order by abbr limit states_limit)
      else states
    end,
    status = case when before.status = 'rejected' then 'in_review' else before.status end,
    reason = case when before.status = 'rejected' then null else reason end,
    decided_by = null, decided_at = null
  where id = before.id returning * into after;
  return jsonb_build_object(
    'outcome', 'received', 'status', after.status,
    -- Files that no banner shows any more.
    'replaced', array(select old from unnest(array[before.image_desktop, before.image_mobile]) as old
      where old like '/arte/%' and old not in (after.image_desktop, after.image_mobile))
  );
end $$;

-- Figures for advertisers: how often the pages of each placement were opened.
create function private.placement_audience() returns table (placement text, views bigint)
language sql stable security definer set search_path = '' as $$
  select places.key, coalesce(sum(daily.views), 0)
  from public.ad_placements as places
  left join public.page_view_daily as daily
    on daily.day >= private.brazilian_today() - 30
    and regexp_replace(daily.page_path, '^/(english|espanol)(?=/)', '')
      ~ ('^' || regexp_replace(replace(places.page, ':uf', '[a-z]{2}'), ':[A-Za-z]+', '[^/]+', 'g') || '$')
  group by places.key
$$;

-- A banner runs as many days as were sold, the end date included. It starts on the day its art was approved when that
-- is
-- later than the start in the contract, whose dates never change.
create function private.count_run(ad public.ads) returns public.ads
language plpgsql stable security definer set search_path = '' as $$
declare
  late integer := private.brazilian_today() - (ad.starts_at at time zone 'America/Sao_Paulo')::date;
begin
  if ad.approved_at is null and ad.sale_id is not null and late > 0 then
    ad.starts_at := (ad.starts_at at time zone 'America/Sao_Paulo' + make_interval(days => late)) at time zone
      'America/Sao_Paulo';
    ad.ends_at := (ad.ends_at at time zone 'America/Sao_Paulo' + make_interval(days => late)) at time zone
      'America/Sao_Paulo';
  end if;
  ad.approved_at := coalesce(ad.approved_at, now());
  return ad;
end $$;
comment on function private.count_run is
  'The banner as it runs when its art is approved now: a sold one that is approved late starts today and runs as many '
  'days as were sold.';

create function private.tags_due(since timestamptz) returns table (tag text)
language sql stable security definer set search_path = '' as $$
  select 'blog' from public.blog_posts where status <> 'draft' and deleted_at is null and publish_at > since
    and publish_at <= now()
  union
  select 'blog:' || state_abbr from public.blog_posts
  where status <> 'draft' and deleted_at is null and publish_at > since and publish_at <= now() and state_abbr
    is not null
  union
  select 'legal_documents' from public.legal_documents where effective_at > since and effective_at <= now()
  union
  select 'ads' from public.ads
  where status = 'approved' and (starts_at > since and starts_at <= now() or ends_at > since and ends_at <= now())
$$;
comment on function private.tags_due is 'Cache tags of everything whose time came or ended after a moment.';

create function private.read_ad_report(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'advertiser', ads.advertiser, 'status', private.ad_state(ads), 'reason', ads.reason,
    'placements', ads.placements, 'states', ads.states, 'statesLimit', ads.states_limit,
    'imageDesktop', ads.image_desktop, 'imageMobile', ads.image_mobile, 'alt', ads.alt, 'linkUrl', ads.link_url,
    'startsAt', ads.starts_at, 'endsAt', ads.ends_at, 'plan', sales.plan_name, 'saleNumber', sales.number,
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'impressions', impressions, 'clicks', clicks)
        order by day), '[]')
      from (select day, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats
        where ad_id = ads.id group by day) as per_day
    ),
    'byPlacement', (
      select coalesce(jsonb_agg(jsonb_build_object('name', placement, 'impressions', impressions, 'clicks', clicks)
        order by impressions desc, placement), '[]')
      from (select placement, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats
        where ad_id = ads.id group by placement) as per_place
    ),
    'byState', (
      select coalesce(jsonb_agg(jsonb_build_object('name', state_abbr, 'impressions', impressions, 'clicks', clicks)
        order by impressions desc, state_abbr), '[]')
      from (select state_abbr, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats
        where ad_id = ads.id group by state_abbr) as per_state
    )
  )
  from public.ads left join public.sales on sales.id = ads.sale_id
  where ads.id = (private.live_link(token, 'report')).ad_id
$$;

create function private.ad_of_payment(token text) returns uuid
language sql stable security definer set search_path = '' as $$
  select ads.id
  from public.sales join public.ads on ads.sale_id = sales.id
  where sales.id = (private.live_link(token, 'payment')).sale_id and sales.payment_status = 'paid'
    and sales.cancelled_at is null
$$;

create function private.mail_client(sale public.sales, template text, facts jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.enqueue_mail(sale.client_email, template, jsonb_build_object(
    'name', sale.client_contact_name, 'company', sale.client_company_name, 'plan', sale.plan_name, 'number',
      sale.number::text,
    'amount', sale.price_cents / 100.0, 'from', sale.start_date, 'until', sale.end_date,
    'link_kind', 'payment', 'link_subject', sale.id
  ) || facts);
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not roll back the change that the mail is about.
  null;
end $$;
comment on function private.mail_client is
  'Enqueues a mail about a sale to its client; its button opens the payment page.';

create function private.mail_ending_ads() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ending record;
  enqueued integer := 0;
begin
  for ending in
    select ads.id, ads.ends_at, sales as sale from public.ads join public.sales on sales.id = ads.sale_id
    where ads.status = 'approved' and ads.ends_at > now() and ads.ends_at <= now() + interval '15 days'
      and not exists (select from private.announced_ends as told where told.ad_id = ads.id
        and told.ends_at = ads.ends_at)
  loop
    insert into private.announced_ends (ad_id, ends_at) values (ending.id, ending.ends_at) on conflict do nothing;
    if found then
      perform private.mail_client(ending.sale, 'ad_ending', jsonb_build_object(
        'until', ((ending.ends_at - interval '1 second') at time zone 'America/Sao_Paulo')::date, 'link_kind', 'report',
          'link_subject', ending.id
      ));
      enqueued := enqueued + 1;
    end if;
  end loop;
  return enqueued;
end $$;
comment on function private.mail_ending_ads is
  'Enqueues one mail per banner and end time to the client when the banner ends within 15 days, and returns how many.';

create function public.running_ads() returns table (
  id uuid, placements text[], states text[], image_desktop text, image_mobile text, alt text, link_url text,
    starts_at timestamptz, ends_at timestamptz, weight integer
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.read_running_ads();
end;
comment on function public.running_ads is
  'Returns the banners that run now or start within 15 minutes, with the columns that pages show; anyone may call it.';
grant execute on function public.running_ads to anon, authenticated, service_role;

create function public.decide_ad(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_ad(id, decision, reason, seen);
comment on function public.decide_ad is
  'Applies a decision to a banner: approve, reject (with a reason), pause, resume, end or reopen; returns {outcome}: '
  'decided, already, missing, period_over, payment_disputed, states_needed or placement_full; raises 42501 without '
  'the permission ads, and invalid_decision.';
grant execute on function public.decide_ad to authenticated, service_role;

create function public.record_ad_events(payload jsonb) returns integer
language sql volatile security invoker set search_path = ''
return private.record_ad_events(payload);
comment on function public.record_ad_events is
  'For the server only: counts a batch [{ad, placement, state, kind: view|click}] and returns how many rows of '
  'ad_daily_stats it changed; events of banners that do not run are ignored; raises invalid_request.';
grant execute on function public.record_ad_events to service_role;

create function public.submit_ad_art(token text, payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.submit_ad_art(token, payload);
comment on function public.submit_ad_art is
  'For the server only: stores image_desktop, image_mobile, alt, link_url and states of the banner of a report link '
  'while it does not run yet; returns {outcome}: received, closed or missing; raises invalid_request.';
grant execute on function public.submit_ad_art to service_role;

create function public.ad_totals(ids uuid[]) returns table (ad_id uuid, impressions bigint, clicks bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select stats.ad_id, sum(stats.impressions), sum(stats.clicks) from public.ad_daily_stats as stats
    where stats.ad_id = any (ids) group by stats.ad_id;
end;
comment on function public.ad_totals is
  'Returns the total impressions and clicks of banners, from the rows that RLS lets the caller read.';
grant execute on function public.ad_totals to authenticated, service_role;

create function public.placement_audience() returns table (placement text, views bigint)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.placement_audience();
end;
comment on function public.placement_audience is
  'Returns the views of the pages of each banner placement over the last 30 finished days; anyone may call it.';
grant execute on function public.placement_audience to anon, authenticated, service_role;

create function public.read_ad_report(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_ad_report(token);
comment on function public.read_ad_report is
  'Returns the data of the page of a report link; null for a wrong, expired or revoked token; anyone who has the '
  'token may call it.';
grant execute on function public.read_ad_report to anon, authenticated, service_role;

create function public.ad_of_payment(token text) returns uuid
language sql stable security invoker set search_path = ''
return private.ad_of_payment(token);
comment on function public.ad_of_payment is
  'For the server only: returns the banner of a paid sale by the token of its payment link; null for any other token.';
grant execute on function public.ad_of_payment to service_role;

create policy "everybody (anon, authenticated) reads the art of approved banners" on storage.objects
  for select to anon, authenticated using (bucket_id = 'ad-art' and private.is_approved_art(name));
create policy "authenticated readers of a banner read its art" on storage.objects
  for select to authenticated using (
    bucket_id = 'ad-art' and exists (select from public.ads where '/arte/' || objects.name
      in (image_desktop, image_mobile))
  );

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('ad-art', 'ad-art', false, 2097152, '{image/webp}');

-- Companies that ask for advertising, and organisers that the team contacts.

create table public.ad_leads (
  id uuid primary key default gen_random_uuid(),
  protocol text not null unique default private.new_protocol(),
  company text not null,
  contact_name text not null,
  email text not null,
  phone text,
  state_abbr char(2) references public.states (abbr),
  interest text,
  message text,
  seller_ref text,
  status text not null default 'received' check (status in ('received', 'contacted', 'won', 'lost')),
  status_note text check (char_length(status_note) <= 1000),
  assigned_to uuid references public.profiles (id) on delete set null,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  locale text default nullif(current_setting('app.request_locale', true), '')
    check (locale in ('pt-BR', 'en-US', 'es-419')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_id uuid references public.profiles (id) on delete set null
);
comment on table public.ad_leads is 'Companies that want to advertise.';
comment on column public.ad_leads.interest is 'Plan or format they asked about.';
comment on column public.ad_leads.seller_ref is
  'Parameter ref of the address that the company opened; the team assigns the lead to a seller by it.';
comment on column public.ad_leads.locale is 'Language of the page the form was sent from.';
comment on column public.ad_leads.user_id is 'Account that was signed in when the form was sent.';
create index ad_leads_state_abbr_idx on public.ad_leads (state_abbr);
create index ad_leads_assigned_to_idx on public.ad_leads (assigned_to);
create index ad_leads_status_idx on public.ad_leads (status, created_at desc);
create index ad_leads_decided_by_idx on public.ad_leads (decided_by);
create index ad_leads_user_id_idx on public.ad_leads (user_id);
alter table public.ad_leads enable row level security;
grant select on public.ad_leads to anon;
grant select, update on public.ad_leads to authenticated;
grant all on public.ad_leads to service_role;
create policy "ad managers read ad leads" on public.ad_leads
  for select to authenticated using ((select private.has_permission('ads')));
create policy "ad managers answer ad leads" on public.ad_leads
  for update to authenticated
  using ((select private.has_permission('ads')))
  with check ((select private.has_permission('ads')));
create trigger ad_leads_touch before update on public.ad_leads
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger ad_leads_audit after update on public.ad_leads
  for each row execute function private.write_audit('id', 'status,status_note,assigned_to');

-- A status changes only through its function; through the API an account changes only the assignee.
create trigger ad_leads_guard before update on public.ad_leads
  for each row execute function private.guard_columns('assigned_to');
create trigger ad_leads_mail_received after insert on public.ad_leads
  for each row execute function private.mail_received_request('email', '/anuncie-aqui');
create trigger ad_leads_withdraw before update of status on public.ad_leads
  for each row when (old.status = 'lost') execute function private.withdraw_answer('received,contacted');
create trigger ad_leads_sender before insert on public.ad_leads
  for each row when (new.user_id is null) execute function private.note_sender();

insert into private.audit_log_permissions (entity, permission) values
  ('ad_leads', 'ads');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('ad_leads', 'email', 'address', 'own', 'Contato de anunciante', 'delete', 18),
  ('ad_leads', 'assigned_to', 'account', 'work', 'Trabalho na equipe', 'unlink', 33),
  ('ad_leads', 'decided_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 34),
  ('ad_leads', 'user_id', 'account', 'own', 'Contatos de anunciante feitos com a conta', 'delete', 91);

select
  private.declare_columns('ad_leads', 'exported',
    '{id,protocol,company,contact_name,email,phone,state_abbr,interest,message,seller_ref,status,status_note,
      decided_at,locale,created_at,updated_at,user_id}'),
  private.declare_columns('ad_leads', 'withheld', '{assigned_to,decided_by}', 'another person: who answers');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('ad_leads', 'public.ad_leads', 'coalesce(decided_at, created_at)', '5 years', 90);

create table public.event_leads (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('organizer', 'sponsor', 'food_truck', 'exhibitor', 'club')),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  contact_name text check (char_length(contact_name) <= 120),
  phone text check (phone ~ '^\+?[0-9 ().-]{8,30}$'),
  email text check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  state_abbr char(2) references public.states (abbr),
  stage text not null default 'new' check (stage in ('new', 'contacted', 'negotiating', 'won', 'lost')),
  owner_id uuid references public.profiles (id) on delete set null,
  next_contact_on date,
  source text check (char_length(source) <= 200),
  note text not null default '' check (char_length(note) <= 2000),
  event_id uuid references public.events (id) on delete set null,
  -- Brazilian numbers with and without the country code are the same number.
  phone_key text generated always as (
    nullif(regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^55([0-9]{10,11})$', '\1'), '')
  ) stored,
  search_name text generated always as (private.fold(name || ' ' || coalesce(contact_name, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.event_leads is
  'Organisers, sponsors, food trucks, exhibitors and clubs that the team contacts. Deleted two years after the last '
  'change or activity.';
comment on column public.event_leads.event_id is 'The event the contact is about, when there is one.';
comment on column public.event_leads.phone_key is
  'Digits of the telephone without the code of Brazil: equal in two rows of the same number.';
comment on column public.event_leads.search_name is
  'Folded words a list is searched by: query it with like and a folded pattern.';
create index event_leads_stage_idx on public.event_leads (stage, next_contact_on);
create index event_leads_phone_key_idx on public.event_leads (phone_key);
create index event_leads_email_idx on public.event_leads (lower(email));
create index event_leads_owner_id_idx on public.event_leads (owner_id);
create index event_leads_event_id_idx on public.event_leads (event_id);
create index event_leads_state_abbr_idx on public.event_leads (state_abbr);
create index event_leads_updated_at_idx on public.event_leads (updated_at desc);
create index event_leads_created_at_idx on public.event_leads (created_at);
alter table public.event_leads enable row level security;
grant select, insert, update, delete on public.event_leads to authenticated;
grant all on public.event_leads to service_role;
create policy "prospecting staff reads leads" on public.event_leads
  for select to authenticated using ((select private.is_staff())
    and (select private.has_permission('event_prospecting')));
create policy "prospecting staff adds leads" on public.event_leads
  for insert to authenticated with check ((select private.is_staff())
    and (select private.has_permission('event_prospecting')));
create policy "prospecting staff updates leads" on public.event_leads
  for update to authenticated
  using ((select private.is_staff()) and (select private.has_permission('event_prospecting')))
  with check ((select private.is_staff()) and (select private.has_permission('event_prospecting')));
create policy "prospecting staff deletes leads" on public.event_leads
  for delete to authenticated using ((select private.is_staff())
    and (select private.has_permission('event_prospecting')));
create trigger event_leads_server_columns before insert or update on public.event_leads
  for each row execute function private.guard_server_columns('', 'created_at');
create trigger event_leads_touch before update on public.event_leads
  for each row execute function private.touch_updated_at();
create trigger event_leads_audit after insert or update or delete on public.event_leads
  for each row execute function private.write_audit('id', 'id,kind,stage,state_abbr,owner_id,next_contact_on,event_id');

insert into private.audit_log_permissions (entity, permission) values
  ('event_leads', 'event_prospecting');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('event_leads', 'email', 'address', 'own', 'Contatos comerciais de eventos', 'delete', 71),
  ('event_leads', 'owner_id', 'account', 'work', 'Trabalho na equipe', 'unlink', 72);

select
  private.declare_columns('event_leads', 'exported',
    '{id,kind,name,contact_name,phone,email,state_abbr,stage,source,note,created_at,updated_at}'),
  private.declare_columns('event_leads', 'not_personal',
    '{next_contact_on,event_id,phone_key,search_name}', 'made by the portal'),
  private.declare_columns('event_leads', 'withheld', '{owner_id}', 'another person: who contacts');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('event_leads', 'public.event_leads',
    'greatest(updated_at, (select max(activity.created_at) from public.lead_activities as activity where activity.lead_id = event_leads.id))',
    '2 years', 270);

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_leads', 'next_contact_on', 'stays', 'work of the team');

create table public.lead_activities (
  id bigint generated always as identity primary key,
  lead_id uuid not null references public.event_leads (id) on delete cascade,
  kind text not null check (kind in ('call', 'whatsapp', 'email', 'meeting', 'note', 'invitation')),
  text text not null check (text !~ '^\s*$' and char_length(text) <= 1000),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table public.lead_activities is 'What was done about a contact; never changed.';
create index lead_activities_lead_id_idx on public.lead_activities (lead_id, id desc);
create index lead_activities_created_by_idx on public.lead_activities (created_by);
alter table public.lead_activities enable row level security;
grant select, insert on public.lead_activities to authenticated;
grant all on public.lead_activities to service_role;
create policy "prospecting staff reads activities" on public.lead_activities
  for select to authenticated using ((select private.is_staff())
    and (select private.has_permission('event_prospecting')));
create policy "prospecting staff adds activities in its own name" on public.lead_activities
  for insert to authenticated
  with check ((select private.is_staff()) and (select private.has_permission('event_prospecting'))
    and created_by = (select private.account_id()));
create trigger lead_activities_server_columns before insert or update on public.lead_activities
  for each row execute function private.guard_server_columns('created_by', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('lead_activities', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 73);

select
  private.declare_columns('lead_activities', 'exported', '{id,lead_id,kind,created_at}'),
  private.declare_columns('lead_activities', 'withheld',
    '{text,created_by}', 'another person: the contact, and who wrote');

create function private.file_ad_lead(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_protocol text;
begin
  perform private.check_payload(payload);
  insert into public.ad_leads (company, contact_name, email, phone, state_abbr, interest, message, seller_ref) values (
    private.text_field(payload, 'company', 160, true),
    private.text_field(payload, 'contact_name', 120, true),
    private.email_field(payload, 'email', true),
    private.phone_field(payload, 'phone'),
    private.state_field(payload, 'state_abbr'),
    private.text_field(payload, 'interest', 120),
    private.text_field(payload, 'message', 4000),
    private.pattern_field(payload, 'seller_ref', 60, '^[A-Za-z0-9_-]+$')
  )
  returning protocol into new_protocol;
  return new_protocol;
end $$;
comment on function private.file_ad_lead is
  'Stores the contact of an advertiser and returns its protocol; required fields: company, contact_name and email; '
  'raises invalid_request.';

-- The private function is bound at creation, so callers need no usage on schema private.
create function public.submit_ad_lead(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
begin atomic
  select private.use_request_locale(payload);
  select private.file_ad_lead(payload);
end;
comment on function public.submit_ad_lead is
  'Stores the contact of a company that wants to advertise and returns its protocol; anyone may call it; raises '
  'invalid_request.';
grant execute on function public.submit_ad_lead to anon, authenticated, service_role;

create function public.decide_ad_lead(id uuid, decision text, reason text default null, seen text default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.change_item_status('public.ad_leads', 'ads', '{
  "received": {"approve": "contacted", "reject": "lost"},
  "contacted": {"approve": "won", "reject": "lost"},
  "reopen": "received"
}', id, decision, reason, seen);
comment on function public.decide_ad_lead is
  'Decides about a lead: approve sets the next status (contacted, won), reject sets lost, reopen sets received; '
  'returns {outcome}: decided, already or missing; raises 42501 without the permission ads, and invalid_decision.';
grant execute on function public.decide_ad_lead to authenticated, service_role;

create function public.lead_twins(lead uuid) returns table (id uuid, name text, stage text)
language sql stable security invoker set search_path = ''
begin atomic
  select other.id, other.name, other.stage
  from public.event_leads as one join public.event_leads as other
    on other.id <> one.id and (other.phone_key = one.phone_key or lower(other.email) = lower(one.email))
  where one.id = lead_twins.lead
  order by other.created_at, other.id limit 20;
end;
comment on function public.lead_twins is
  'For prospecting staff: other leads with the telephone or the e-mail of a lead.';
grant execute on function public.lead_twins to authenticated, service_role;

create function public.lead_conversion(since date, until date)
returns table (source text, stage text, leads bigint, invited bigint, published bigint)
language sql stable security invoker set search_path = '' begin atomic
  select coalesce(btrim(lead.source), ''), lead.stage, count(*),
    count(*) filter (where exists (
      select from public.lead_activities as activity where activity.lead_id = lead.id and activity.kind = 'invitation'
    )),
    count(*) filter (where exists (
      select from public.events as event
      where event.published_at is not null and (
        event.id = lead.event_id or lower(event.organizer_email) = lower(lead.email)
          and event.published_at > lead.created_at
      )
    ))
  from public.event_leads as lead
  where lead.created_at >= since::timestamp at time zone 'America/Sao_Paulo'
    and lead.created_at < (until + 1)::timestamp at time zone 'America/Sao_Paulo'
  group by 1, 2 order by 3 desc, 1, 2 limit 1000;
end;
comment on function public.lead_conversion is
  'For prospecting staff: leads of a period by source and stage, how many got an invitation, and for how many an '
  'event is published: their own one, or a later one with their e-mail.';
grant execute on function public.lead_conversion to authenticated, service_role;

reset check_function_bodies;
