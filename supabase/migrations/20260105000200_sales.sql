-- A sale is written by one function: plan, price, days and commission are read here, never sent by a browser.
create table public.sale_terms (
  version text primary key check (version ~ '^[0-9]{4}-[0-9]{2}(-[0-9]+)?$'),
  clauses text[] not null check (array_length(clauses, 1) = 4),
  published_at timestamptz not null default now()
);
comment on table public.sale_terms is 'The terms both sides sign; every sale names its version.';
insert into public.sale_terms (version, clauses) values ('2026-01', array[
  'O anúncio será veiculado pelo período contratado.',
  'A publicação ocorrerá após a confirmação do pagamento.',
  'O conteúdo do anúncio é de responsabilidade do anunciante.',
  'O portal pode recusar anúncios que não atendam às suas diretrizes.'
]);

create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '% of % is not allowed', lower(tg_op), tg_table_name using errcode = '42501';
end $$;
comment on function private.refuse_change() is 'What was signed stays as it is, whoever asks.';

alter table public.sale_terms enable row level security;
revoke all on public.sale_terms from anon, authenticated;
grant select on public.sale_terms to anon, authenticated, service_role;
create policy "everybody reads the terms of sale" on public.sale_terms for select to anon, authenticated using (true);
create trigger sale_terms_stay before update or delete on public.sale_terms
  for each row execute function private.refuse_change();

create function private.current_sale_terms() returns text
language sql stable security definer set search_path = '' as $$
  select version from public.sale_terms where published_at <= now() order by published_at desc, version desc limit 1
$$;

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
  client_signature_url text not null unique,
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
  terms_accepted_at timestamptz not null default now(),
  contract_sha256 text not null check (contract_sha256 ~ '^[0-9a-f]{64}$'),
  signed_with text check (char_length(signed_with) <= 300),
  client_request_id uuid not null,
  payment_token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  payment_id uuid,
  paid_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (char_length(cancel_reason) <= 1000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (seller_id, client_request_id),
  constraint sale_runs_its_days check (end_date = start_date + duration_days),
  constraint paid_sale_names_its_payment check (payment_status <> 'paid' or (payment_id is not null and paid_at is not null)),
  constraint signatures_differ check (seller_signature_url <> client_signature_url)
);
comment on table public.sales is 'Plans sold, with what was agreed: name, price, days and commission as they were on that day.';
comment on column public.sales.seller_signature_url is 'Path in bucket sales-assets, which is not public: {seller id}/{timestamp}_seller.png';
comment on column public.sales.client_signature_url is 'Path in bucket sales-assets: {seller id}/{timestamp}_client.png';
comment on column public.sales.payment_token is 'Opens the client''s payment page and contract; whoever holds the link may pay.';
comment on column public.sales.client_request_id is 'Made once per form: a second tap or a retry answers the first sale.';
comment on column public.sales.contract_sha256 is 'Hash of private.contract_text: the facts and the hashes of both signature files.';

create index sales_seller_id_idx on public.sales (seller_id, created_at desc);
create index sales_plan_id_idx on public.sales (plan_id);
create index sales_payment_id_idx on public.sales (payment_id);
create index sales_created_at_idx on public.sales (created_at desc);
create index sales_terms_version_idx on public.sales (terms_version);

alter table public.sales enable row level security;
revoke all on public.sales from anon, authenticated;
grant select on public.sales to authenticated;
grant all on public.sales to service_role;

create policy "sellers read their own sales, sales managers all" on public.sales
  for select to authenticated
  using (
    seller_id in (select id from public.sellers where user_id = (select auth.uid()))
    or (select private.is_staff() and (private.has_permission('sellers') or private.has_permission('financials')))
  );

create trigger sales_touch before update on public.sales
  for each row execute function private.touch_updated_at();
create trigger sales_audit after insert or update on public.sales
  for each row execute function private.write_audit('id', 'payment_status,payment_id,cancelled_at,cancel_reason,plan_name,price_cents,start_date,end_date');
insert into private.trail_permissions (entity, permission) values ('sales', 'sellers');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('sales-assets', 'sales-assets', false, 524288, array['image/png'])
on conflict (id) do nothing;
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
      split_part(name, '/', 1) in (select id::text from public.sellers where user_id = (select auth.uid()))
      or (select private.is_staff() and (private.has_permission('sellers') or private.has_permission('financials')))
    )
  );
create function private.is_signed(path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.sales where path in (seller_signature_url, client_signature_url))
$$;
comment on function private.is_signed(text) is 'Whether a sale names this signature file.';
create policy "sales managers delete signatures" on storage.objects
  for delete to authenticated
  using (bucket_id = 'sales-assets' and (select private.is_staff() and private.has_permission('sellers')));
-- Restrictive: other policies, such as the repairers', give nobody a way around it.
create policy "nobody deletes the signature of a sale" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'sales-assets' or not private.is_signed(name));

create function private.stored_signature(seller uuid, path text, side text) returns boolean
language sql stable security definer set search_path = '' as $$
  select path ~ ('^' || seller::text || '/[0-9]{13}_' || side || '\.png$')
    and exists (select from storage.objects where bucket_id = 'sales-assets' and name = path)
$$;

-- What both sides signed, line by line; the application writes the same lines to check a contract.
create function private.contract_text(sale public.sales, seller_file_sha256 text, client_file_sha256 text) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(
    E'\n', sale.seller_id, sale.plan_name, sale.price_cents, sale.currency, sale.duration_days, sale.start_date, sale.end_date,
    sale.client_company_name, sale.client_contact_name, sale.client_email, sale.client_phone, sale.terms_version,
    (select array_to_string(clauses, E'\n') from public.sale_terms where version = sale.terms_version),
    to_char(sale.terms_accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), seller_file_sha256, client_file_sha256
  )
$$;

create function private.create_sale(payload jsonb) returns public.sales
language plpgsql volatile security definer set search_path = '' as $$
declare
  seller uuid := private.own_seller_id();
  request uuid;
  plan public.publication_plans;
  starts date;
  sale public.sales;
  seller_side text;
  client_side text;
begin
  if seller is null then
    raise exception 'only an active seller sells' using errcode = '42501';
  end if;
  perform private.check_payload(payload);
  begin
    request := (payload ->> 'client_request_id')::uuid;
    starts := (payload ->> 'start_date')::date;
    select * into plan from public.publication_plans where id = (payload ->> 'plan_id')::uuid;
  exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.refuse_request(case when request is null then 'client_request_id' when starts is null then 'start_date' else 'plan_id' end);
  end;
  if request is null then
    perform private.refuse_request('client_request_id');
  end if;
  -- Two taps at once wait for each other; the second one gets the sale of the first.
  perform pg_advisory_xact_lock(hashtextextended(seller::text || request::text, 0));
  select * into sale from public.sales where seller_id = seller and client_request_id = request;
  if sale.id is not null then
    return sale;
  end if;
  if plan.id is null or not plan.is_active or plan.plan_type <> 'ad_banner' then
    perform private.refuse_request('plan_id');
  elsif starts is null or starts < private.brazilian_today() - 1 or starts > private.brazilian_today() + 365 then
    perform private.refuse_request('start_date');
  elsif payload ->> 'seen_price_cents' is distinct from round(plan.price * 100)::integer::text then
    -- The client signed under another price: both look at the form once more.
    perform private.refuse_request('seen_price_cents');
  elsif payload ->> 'terms_version' is distinct from private.current_sale_terms() then
    perform private.refuse_request('terms_version');
  elsif payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse_request('accepts_terms');
  end if;
  seller_side := payload ->> 'seller_signature_url';
  client_side := payload ->> 'client_signature_url';
  if private.stored_signature(seller, seller_side, 'seller') is not true then
    perform private.refuse_request('seller_signature_url');
  elsif private.stored_signature(seller, client_side, 'client') is not true then
    perform private.refuse_request('client_signature_url');
  end if;
  sale.seller_id := seller;
  sale.plan_name := plan.name;
  sale.price_cents := round(plan.price * 100)::integer;
  sale.currency := 'BRL';
  sale.duration_days := plan.duration_days;
  sale.start_date := starts;
  sale.end_date := starts + plan.duration_days;
  sale.client_company_name := private.text_field(payload, 'client_company_name', 160, true);
  sale.client_contact_name := private.text_field(payload, 'client_contact_name', 120, true);
  sale.client_email := private.email_field(payload, 'client_email', true);
  sale.client_phone := private.phone_field(payload, 'client_phone', true);
  sale.terms_version := payload ->> 'terms_version';
  sale.terms_accepted_at := now();
  sale.contract_sha256 := encode(sha256(convert_to(private.contract_text(
    sale,
    private.pattern_field(payload, 'seller_file_sha256', 64, '^[0-9a-f]{64}$', true),
    private.pattern_field(payload, 'client_file_sha256', 64, '^[0-9a-f]{64}$', true)
  ), 'UTF8')), 'hex');
  insert into public.sales (
    seller_id, plan_id, client_company_name, client_contact_name, client_email, client_phone, start_date, end_date,
    seller_signature_url, client_signature_url, plan_name, plan_type, price_cents, duration_days, stripe_price_id, placements, states_limit,
    commission_percentage, terms_version, terms_accepted_at, contract_sha256, signed_with, client_request_id
  ) values (
    seller, plan.id, sale.client_company_name, sale.client_contact_name, sale.client_email, sale.client_phone, sale.start_date, sale.end_date,
    seller_side, client_side, plan.name, plan.plan_type, sale.price_cents, plan.duration_days, plan.stripe_price_id, plan.placements, plan.states_limit,
    private.commission_rate(seller, private.brazilian_today()), sale.terms_version, sale.terms_accepted_at, sale.contract_sha256,
    left(private.text_field(payload, 'signed_with', 1000), 300), request
  ) returning * into sale;
  return sale;
exception when unique_violation then
  perform private.refuse_request('seller_signature_url');
end $$;
create function public.create_sale(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return to_jsonb(private.create_sale(payload));
comment on function public.create_sale(jsonb) is
  'A pending sale of the calling seller: plan_id, start_date, client_*, both signature paths (already stored), hashes of their files, terms_version, accepts_terms, seen_price_cents, client_request_id. Price, days, end and commission are read here.';
revoke execute on function public.create_sale(jsonb) from public, anon;
grant execute on function public.create_sale(jsonb) to authenticated;

-- Uploads that never became a sale: kept a day for a seller who is still retrying.
create function private.orphan_signatures(older_than_hours integer) returns table (path text, bytes bigint, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select objects.name, (objects.metadata ->> 'size')::bigint, objects.created_at
  from storage.objects as objects
  where private.is_staff() and private.has_permission('sellers')
    and objects.bucket_id = 'sales-assets' and objects.created_at <= now() - make_interval(hours => greatest(older_than_hours, 0))
    and not exists (select from public.sales where objects.name in (seller_signature_url, client_signature_url))
  order by objects.created_at
  limit 1000
$$;
create function public.orphan_signatures(older_than_hours integer default 24) returns table (path text, bytes bigint, created_at timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.orphan_signatures(older_than_hours);
end;
comment on function public.orphan_signatures(integer) is 'Signature files without a sale, oldest first, for seller managers.';
revoke execute on function public.orphan_signatures(integer) from public, anon;
grant execute on function public.orphan_signatures(integer) to authenticated;
