-- Sales of banner plans by sellers.

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
  reminders_stopped_at timestamptz,
  invoice_number text check (invoice_number ~ '^[0-9A-Za-z./-]{1,40}$'),
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
comment on column public.sales.signed_with is 'Browser of the seller.';
comment on column public.sales.client_request_id is
  'Idempotency key of the form: a repeated request returns the first sale.';
comment on column public.sales.client_document is
  'CPF or CNPJ of the client, without punctuation, as signed; null when the contract was signed without one.';
comment on column public.sales.is_remote_signing is
  'Whether the client signs on their own device, on the page of the payment link.';
comment on column public.sales.client_signed_name is 'The name that a client typed as their signature.';
comment on column public.sales.client_signed_with is 'Browser of a client who signed remotely.';
comment on column public.sales.client_address_hash is
  'Keyed hash of the network address that a remote signature came from.';
comment on column public.sales.payer_document is
  'CPF or CNPJ that the client gave on the payment page of a contract signed without one; not covered by the hash.';
comment on column public.sales.reminders_stopped_at is
  'When the client stopped the reminders of this sale; null while they are sent.';
comment on column public.sales.invoice_number is
  'Number of the service invoice (NFS-e) that the financial team issued; the receipt shows it.';
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
    'payment_status,payment_id,cancelled_at,cancel_reason,plan_name,price_cents,start_date,end_date,invoice_number');

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

-- The argument of the trigger is the kind of the notice.
create function private.notify_seller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notifications (user_id, title, body, link, translations)
  select sellers.user_id, notice.title, format(notice.body, new.number), '/vendedor/dashboard',
    replace(notice.translations::text, '%s', new.number::text)::jsonb
  from private.payment_notices as notice, public.sellers
  where notice.kind = tg_argv[0] and sellers.id = new.seller_id and sellers.user_id is not null;
  return null;
end $$;

create trigger sales_notify_signed after update of contract_sha256 on public.sales
  for each row when (old.contract_sha256 is null and new.contract_sha256 is not null)
  execute function private.notify_seller('contract_signed');

create trigger sales_notify_paid after update of payment_status on public.sales
  for each row when (new.payment_status = 'paid' and old.payment_status <> 'paid')
  execute function private.notify_seller('sale_paid');

insert into private.audit_log_permissions (entity, permission) values
  ('sales', 'sellers');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, hidden, position)
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
      portal_party,is_remote_signing,client_signed_name,client_signed_with,created_at,updated_at,payer_document,reminders_stopped_at,
      invoice_number}'),
  private.declare_columns('sales', 'not_personal', '{stripe_price_id,client_request_id}', 'technical key'),
  private.declare_columns('sales', 'not_personal',
    '{seller_file_sha256,client_file_sha256,client_address_hash}',
      'keyed or plain hash, part of the record of a signature');

insert into private.retention_rules (key, relation, period_start, retention_period, action, position) values
  ('sales', 'public.sales',
    'date_trunc(''year'', greatest(end_date::timestamp at time zone ''America/Sao_Paulo'', created_at, paid_at, cancelled_at), ''America/Sao_Paulo'') + interval ''1 year''',
    '5 years', 'delete_sale', 170);

insert into private.file_columns (bucket, relation, names) values
  ('sales-assets', 'public.sales', 'array[seller_signature_url, client_signature_url]');

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
    perform private.refuse('invalid', 'document');
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

create function private.create_sale(payload jsonb) returns public.sales
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.sellers;
  idempotency_key uuid;
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
    idempotency_key := (payload ->> 'client_request_id')::uuid;
    starts := (payload ->> 'start_date')::date;
    select * into plan from public.publication_plans where id = (payload ->> 'plan_id')::uuid;
  exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.refuse('invalid', case when idempotency_key is null then 'client_request_id' when starts is null
      then 'start_date' else 'plan_id' end);
  end;
  if idempotency_key is null then
    perform private.refuse('invalid', 'client_request_id');
  end if;
  -- Concurrent requests with one id wait for each other; the second one gets the sale of the first.
  perform pg_advisory_xact_lock(hashtextextended(own.id::text || idempotency_key::text, 0));
  select * into sale from public.sales where seller_id = own.id and client_request_id = idempotency_key;
  if sale.id is not null then
    perform private.require_same_sale(sale, payload);
    return sale;
  end if;
  sale.is_remote_signing := coalesce(payload -> 'is_remote_signing' = 'true'::jsonb, false);
  if plan.id is null or plan.plan_type <> 'ad_banner' or not private.is_plan_on_offer(plan) then
    perform private.refuse('invalid', 'plan_id');
  elsif starts is null or starts < private.brazilian_today() - 1 or starts > private.brazilian_today() + 365 then
    perform private.refuse('invalid', 'start_date');
  elsif payload ->> 'seen_price_cents' is distinct from round(plan.price * 100)::integer::text then
    -- The client signed another price, so the form must be checked again.
    perform private.refuse('invalid', 'seen_price_cents');
  elsif payload ->> 'terms_version' is distinct from private.current_sale_terms() then
    perform private.refuse('invalid', 'terms_version');
  elsif not sale.is_remote_signing and payload -> 'accepts_terms' is distinct from 'true'::jsonb then
    perform private.refuse('invalid', 'accepts_terms');
  end if;
  sale.seller_signature_url := payload ->> 'seller_signature_url';
  if private.stored_signature(own.id, sale.seller_signature_url, 'seller') is not true then
    perform private.refuse('invalid', 'seller_signature_url');
  end if;
  sale.seller_file_sha256 := private.pattern_field(payload, 'seller_file_sha256', 64, '^[0-9a-f]{64}$', true);
  if not sale.is_remote_signing then
    sale.client_signature_url := payload ->> 'client_signature_url';
    if private.stored_signature(own.id, sale.client_signature_url, 'client') is not true then
      perform private.refuse('invalid', 'client_signature_url');
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
    left(private.text_field(payload, 'signed_with', 1000), 300), idempotency_key
  ) returning * into sale;
  update public.sales set cancelled_at = now(), cancel_reason = 'Substituída pela venda nº ' || sale.number
    where id = replaced.id;
  return sale;
exception when unique_violation then
  perform private.refuse('invalid', 'seller_signature_url');
end $$;

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
    perform private.refuse('sale_differs', array_to_string(differing, ','));
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
    perform private.refuse('invalid', 'replaces_sale_id');
  end;
  if sale.id is null or sale.payment_status = 'paid' or sale.cancelled_at is not null
    or exists (select from public.payments where subject_type = 'sale' and subject_id = sale.id and status
      in ('review', 'paid'))
  then
    perform private.refuse('invalid', 'replaces_sale_id');
  end if;
  return sale;
end $$;
comment on function private.lock_replaceable_sale is
  'Locks and returns a sale of the seller that is neither paid, under review nor cancelled; refuses with invalid '
  'for any other sale.';

create function private.is_period_over(sale public.sales, moment timestamptz) returns boolean
language sql stable set search_path = '' as $$ select moment >= private.day_start(sale.end_date + 1) $$;

create function private.needs_document(sale public.sales) returns boolean
language sql immutable set search_path = '' as $$ select coalesce(sale.client_document, sale.payer_document) is null $$;

create function private.add_payer_document(token text, payer_document text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  payload constant jsonb := jsonb_build_object('payer_document', left(payer_document, 30));
begin
  update public.sales set payer_document = private.document_field(payload, 'payer_document')
  where id = (private.live_link(token, 'payment')).sale_id and contract_sha256 is not null and cancelled_at is null
    and client_document is null and sales.payer_document is null;
  return private.saved_or_gone(found);
end $$;

create function public.create_sale(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.saved(to_jsonb(private.create_sale(payload)));
comment on function public.create_sale is
  'A pending sale of the calling seller: plan_id, start_date, client_* (the document may be missing), signature paths '
  '(already stored), hashes of their files, terms_version, accepts_terms, seen_price_cents, client_request_id. With '
  'is_remote_signing the client signs later and only the seller''s signature is sent. Price, days, end and commission '
  'are read here.';
grant execute on function public.create_sale to authenticated, service_role;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('sales-assets', 'sales-assets', false, 524288, '{image/png}');

create function public.add_payer_document(token text, payer_document text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_payer_document(token, payer_document);
comment on function public.add_payer_document is
  'The client of a payment link gives the CPF or CNPJ that a signed sale lacks; answers an outcome, gone when it '
  'has one or the link opens none. Refuses an invalid document. For the server alone.';
grant execute on function public.add_payer_document to service_role;
