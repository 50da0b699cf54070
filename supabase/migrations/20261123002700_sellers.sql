-- Publication plans and the sellers who sell them.

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
  search_name text generated always as (private.fold(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.publication_plans is 'What advertisers can buy. A change never reaches past sales: they keep their own copy of name, price and days.';
comment on column public.publication_plans.price is 'Reais.';
comment on column public.publication_plans.translations is '{en|es: {name, description}}';
comment on column public.publication_plans.placements is 'Keys of ad_placements the banner of this plan may stand in; empty for all.';
comment on column public.publication_plans.states_limit is 'In how many states the banner runs; null for the whole country.';
comment on column public.publication_plans.search_name is 'Folded words a list is searched by: query it with like and a folded pattern.';

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
comment on table public.sellers is 'People who sell plans. Written by functions only: nobody changes the own row.';
comment on column public.sellers.document is 'CPF (11 digits) or CNPJ (14 characters, letters included), without punctuation.';
comment on column public.sellers.states is 'Where they sell; empty for the whole country.';
comment on column public.sellers.commission_percentage is 'The rate of today; seller_commission_rates holds the ones to come.';
comment on column public.sellers.erased_at is 'When the account was erased: what is left proves contracts and payments, and only financial managers read it.';
comment on column public.sellers.user_id is 'Null once the account was erased.';
comment on column public.sellers.pix_key_type is 'Kind of pix_key; null for a key from before kinds were asked for.';

create index sellers_status_idx on public.sellers (status, created_at desc);
create index sellers_decided_by_idx on public.sellers (decided_by);

alter table public.sellers enable row level security;
revoke all on public.sellers from anon, authenticated;
grant select on public.sellers to authenticated;
grant all on public.sellers to service_role;

create policy "sellers read their own row, seller managers all" on public.sellers
  for select to authenticated
  using (user_id = (select private.account_id()) or (select private.is_staff() and private.has_permission('sellers')));

-- Restrictive: the remaining data of an erased seller is only proof of contracts and payments.
create policy "only financial managers read erased sellers" on public.sellers
  as restrictive for select to authenticated
  using (erased_at is null or (select private.is_staff() and private.has_permission('financials')));

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
comment on function private.restrict_erased_seller() is 'Keeps name and document, which the contracts name, and clears what only served the account.';

create function private.mail_application() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_mail(users.email::text, 'seller_applied', jsonb_build_object('name', new.full_name, 'path', '/vendedor/cadastro'), profiles.locale)
  from auth.users left join public.profiles on profiles.id = users.id
  where users.id = new.user_id and users.email is not null;
  return null;
exception when invalid_parameter_value then
  return null;
end $$;

create trigger sellers_touch before update on public.sellers
  for each row execute function private.touch_updated_at();

-- Personal data is not logged.
create trigger sellers_audit after update on public.sellers
  for each row execute function private.write_audit('id', 'status,status_note,commission_percentage');
create trigger sellers_erased before update of user_id on public.sellers
  for each row when (old.user_id is not null and new.user_id is null) execute function private.restrict_erased_seller();
create trigger pix_key_change_needs_recent_proof before update of pix_key on public.sellers
  for each row when (old.pix_key is distinct from new.pix_key)
  execute function private.require_recent_proof_of_caller();
create trigger sellers_mail_application after insert on public.sellers
  for each row when (new.status = 'pending') execute function private.mail_application();
create trigger sellers_withdraw before update of status on public.sellers
  for each row when (old.status in ('active', 'rejected', 'suspended')) execute function private.withdraw_answer('pending');
create trigger sellers_mail_new_application after update of status on public.sellers
  for each row when (new.status = 'pending' and old.status = 'rejected' and new.decided_at is null) execute function private.mail_application();

create table public.seller_commission_rates (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references public.sellers (id) on delete cascade,
  percentage numeric(5, 2) not null check (percentage between 0 and 100),
  starts_on date not null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (seller_id, starts_on)
);
comment on table public.seller_commission_rates is 'From which day a seller earns which rate; past sales keep theirs.';

create index seller_commission_rates_created_by_idx on public.seller_commission_rates (created_by);

alter table public.seller_commission_rates enable row level security;
revoke all on public.seller_commission_rates from anon, authenticated;
grant select on public.seller_commission_rates to authenticated;
grant all on public.seller_commission_rates to service_role;

create function private.own_seller_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select sellers.id from public.sellers join public.profiles on profiles.id = sellers.user_id
  where sellers.user_id = (select private.account_id()) and sellers.status = 'active' and profiles.blocked_at is null
$$;
comment on function private.own_seller_id() is 'The caller as a seller who may sell; null for everybody else.';

create policy "sellers read their own rates, seller managers all" on public.seller_commission_rates
  for select to authenticated
  using (seller_id = (select private.own_seller_id()) or (select private.is_staff() and private.has_permission('sellers')));

create trigger seller_commission_rates_audit after insert or update or delete on public.seller_commission_rates
  for each row execute function private.write_audit('id');

create function private.brazilian_today() returns date
language sql stable set search_path = '' as $$ select (now() at time zone 'America/Sao_Paulo')::date $$;

create function private.commission_rate(seller uuid, on_day date) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select percentage from public.seller_commission_rates where seller_id = seller and starts_on <= on_day order by starts_on desc limit 1),
    (select commission_percentage from public.sellers where id = seller)
  )
$$;

-- Check digits of a CPF or CNPJ; letters of the new CNPJ count as their code minus 48.
create function private.check_digits(document text, weights integer[]) returns boolean
language sql immutable set search_path = '' as $$
  select array_agg(case when rest < 2 then 0 else 11 - rest end order by place)
    = array[right(document, 2)::integer / 10, right(document, 2)::integer % 10]
  from (
    select place, sum((ascii(substr(document, digit, 1)) - 48) * weights[digit + 2 - place])::integer % 11 as rest
    from generate_series(1, 2) as place, generate_series(1, char_length(document) - 3 + place) as digit
    group by place
  ) as sums
$$;

create function private.is_document(document text) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when document ~ '^(.)\1*$' then false
    when document ~ '^[0-9]{11}$' then private.check_digits(document, array[11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    when document ~ '^[0-9A-Z]{12}[0-9]{2}$' then private.check_digits(document, array[6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
    else false
  end
$$;
comment on function private.is_document(text) is 'A CPF or CNPJ (letters included) whose check digits fit, without punctuation.';

create function private.apply_as_seller(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  account uuid := (select private.account_id());
  now_status text;
  wanted char(2)[];
  key text := private.text_field(payload, 'pix_key', 140);
begin
  perform private.check_payload(payload);
  if account is null or not exists (select from public.profiles where id = account and blocked_at is null and email_verified_at is not null) then
    raise exception 'a verified account is needed' using errcode = '42501';
  end if;
  if payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse_request('accepts_terms');
  end if;
  if jsonb_typeof(coalesce(payload -> 'states', '[]')) <> 'array' then
    perform private.refuse_request('states');
  end if;
  select coalesce(array_agg(distinct abbr order by abbr), '{}') into wanted
  from jsonb_array_elements_text(coalesce(payload -> 'states', '[]')) as given join public.states on states.abbr = upper(given);
  if not private.is_document(private.pattern_field(payload, 'document', 14, '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$', true)) then
    perform private.refuse_request('document');
  end if;
  if key is not null and not private.is_pix_key(key, payload ->> 'pix_key_type') then
    perform private.refuse_request('pix_key');
  end if;
  select status into now_status from public.sellers where user_id = account for update;
  if now_status in ('active', 'suspended') then
    return now_status;
  end if;
  insert into public.sellers (user_id, full_name, document, phone, city, states, experience, pix_key, pix_key_type) values (
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
    full_name = excluded.full_name, document = excluded.document, phone = excluded.phone, city = excluded.city, states = excluded.states,
    experience = excluded.experience,
    pix_key = excluded.pix_key, pix_key_type = excluded.pix_key_type, status = 'pending', terms_accepted_at = now(), decided_by = null, decided_at = null;
  return 'pending';
exception when unique_violation then
  perform private.refuse_request('document_taken');
end $$;

create function public.apply_as_seller(payload jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.apply_as_seller(payload);
comment on function public.apply_as_seller(jsonb) is 'full_name, document, phone, accepts_terms; a pending application until the team decides. Answers the status.';
revoke execute on function public.apply_as_seller(jsonb) from public, anon;
grant execute on function public.apply_as_seller(jsonb) to authenticated;

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
    when decision = 'reopen' and found.status = 'active' and not exists (select from public.sales where seller_id = item) then 'pending'
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

create function public.decide_seller(id uuid, decision text, reason text default null, seen text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_seller(id, decision, reason, seen);
comment on function public.decide_seller(uuid, text, text, text) is
  'approve makes a pending or suspended seller active and a plain account a vendedor; reject refuses an application or suspends a seller; reopen takes back a decision.';
revoke execute on function public.decide_seller(uuid, text, text, text) from public, anon;
grant execute on function public.decide_seller(uuid, text, text, text) to authenticated;

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

create function public.set_seller_commission(seller uuid, percentage numeric, starts_on date) returns void
language sql volatile security invoker set search_path = ''
return private.set_seller_commission(seller, percentage, starts_on);
comment on function public.set_seller_commission(uuid, numeric, date) is 'From today or a later day on; sales already made keep their rate.';
revoke execute on function public.set_seller_commission(uuid, numeric, date) from public, anon;
grant execute on function public.set_seller_commission(uuid, numeric, date) to authenticated;

create function private.erased_sellers() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.sellers where erased_at is not null
$$;

create function private.is_pix_key(key text, kind text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case kind
    when 'cpf' then key ~ '^[0-9]{11}$' and private.is_document(key)
    when 'cnpj' then key ~ '^[0-9A-Z]{12}[0-9]{2}$' and private.is_document(key)
    when 'email' then char_length(key) <= 77 and key ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'
    when 'phone' then key ~ '^\+55[0-9]{10,11}$'
    when 'evp' then key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  end, false)
$$;
comment on function private.is_pix_key(text, text) is 'A Pix key as the central bank''s directory writes one of this kind: digits of a CPF or CNPJ, an e-mail, a phone with +55, or a random key.';

create function private.set_own_pix_key(key text, kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.sellers where user_id = (select private.account_id()) and status in ('active', 'suspended')) then
    raise exception 'only a seller has a Pix key for commissions' using errcode = '42501';
  end if;
  if nullif(key, '') is not null and not private.is_pix_key(key, kind) then
    perform private.refuse_request('pix_key');
  end if;
  update public.sellers set pix_key = nullif(key, ''), pix_key_type = case when key <> '' then kind end where user_id = (select private.account_id());
end $$;

create function public.set_own_pix_key(key text, kind text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.set_own_pix_key(key, kind);
end;
comment on function public.set_own_pix_key(text, text) is 'The Pix key that the calling seller''s commissions are paid to; an empty key removes it. Needs a recent proof of identity.';
revoke execute on function public.set_own_pix_key(text, text) from public, anon;
grant execute on function public.set_own_pix_key(text, text) to authenticated;

insert into private.trail_permissions (entity, permission) values
  ('publication_plans', 'advertising_plans'),
  ('sellers', 'sellers'),
  ('seller_commission_rates', 'sellers');
