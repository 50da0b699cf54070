set check_function_bodies = off;

drop policy "everybody reads plans on offer" on public.publication_plans;

drop policy "signed-in accounts read plans on offer, plan managers all" on public.publication_plans;

drop policy "plan managers add plans" on public.publication_plans;

create or replace function private.buyable_plan_types() returns text[]
language sql immutable set search_path = ''
return array['ad_banner', 'listing'];

alter table public.publication_plans add column is_example boolean not null default false;

-- The example plans of earlier versions that nobody edited.
update public.publication_plans set is_example = true
where (name, price, duration_days) in (
    ('Exemplo: banner 30 dias', 190, 30), ('Exemplo: banner 90 dias', 490, 90), ('Exemplo: banner 1 ano', 1690, 365)
  )
  and description = 'Valor de exemplo: troque em Planos de Publicidade antes de vender.'
  and plan_type = 'ad_banner' and placements = '{}' and states_limit is null and stripe_price_id is null
  and translations = '{}';

-- Name and description were notes to the team; the public must not read them in an edited plan either.
update public.publication_plans as plan set name = suggested.name, translations = case when plan.is_example
    then suggested.translations else plan.translations end
from (values
  ('Exemplo: banner 30 dias', 'Banner por 30 dias',
    '{"en": {"name": "Banner for 30 days"}, "es": {"name": "Banner por 30 días"}}'::jsonb),
  ('Exemplo: banner 90 dias', 'Banner por 90 dias',
    '{"en": {"name": "Banner for 90 days"}, "es": {"name": "Banner por 90 días"}}'),
  ('Exemplo: banner 1 ano', 'Banner por 1 ano',
    '{"en": {"name": "Banner for 1 year"}, "es": {"name": "Banner por 1 año"}}')
) as suggested (earlier, name, translations)
where plan.name = suggested.earlier;
update public.publication_plans set description = null
where description = 'Valor de exemplo: troque em Planos de Publicidade antes de vender.';

-- The form of a place may wish a plan.
create or replace function private.file_service_request(payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  application public.service_requests;
  wish jsonb := '{}';
begin
  perform private.check_payload(payload);
  application.kind := private.choice_field(payload, 'kind', private.service_request_kinds());
  application.state_abbr := private.state_field(payload, 'state_abbr', true);
  application.service_id := private.uuid_field(payload, 'service_id', application.kind <> 'new');
  application.requester_name := private.text_field(payload, 'requester_name', 120, true);
  application.requester_email := private.email_field(payload, 'requester_email', true);
  application.requester_phone := private.phone_field(payload, 'requester_phone');
  perform private.text_field(payload, 'name', 160, application.kind = 'new');
  perform private.text_field(payload, 'message', 4000, application.kind <> 'new');
  perform private.texts_field(payload, 'photos', 8);
  if application.kind = 'new' and not exists (
    select from public.service_categories
    where key = private.text_field(payload, 'category_key', 60, true) and is_active
  ) then
    perform private.refuse('invalid', 'category_key');
  end if;
  if application.service_id is not null and not exists (
    select from public.services where id = application.service_id and status = 'published' and deleted_at is null
  ) then
    perform private.refuse('invalid', 'service_id');
  end if;
  -- Nothing is paid before the decision: an approved place orders its plan in the panel of its owner.
  if payload ? 'plan_id' then
    select jsonb_build_object('plan_id', id, 'plan_name', name) into wish from public.publication_plans
    where id = private.uuid_field(payload, 'plan_id', true) and plan_type = 'listing'
      and private.is_plan_on_offer(publication_plans) and application.kind in ('new', 'claim');
    if wish is null then
      perform private.refuse('invalid', 'plan_id');
    end if;
  end if;
  insert into public.service_requests (kind, state_abbr, service_id, requester_name, requester_email, requester_phone,
    payload)
  values (
    application.kind, application.state_abbr, application.service_id,
    application.requester_name, application.requester_email, application.requester_phone,
    payload - array['kind', 'state_abbr', 'service_id', 'requester_name', 'requester_email', 'requester_phone',
      'plan_id', 'plan_name'] || wish
  )
  returning protocol into application.protocol;
  return application.protocol;
end $$;

create or replace function private.is_plan_on_offer(plan public.publication_plans) returns boolean
language sql immutable set search_path = ''
return plan.is_active and not plan.is_example and plan.plan_type = any (private.buyable_plan_types());

create or replace function private.end_example() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.is_example := false;
  return new;
end $$;

create or replace function private.create_sale(payload jsonb) returns public.sales
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

create or replace function private.order_service_plan(service uuid, plan uuid, request_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  offer public.publication_plans;
  existing public.service_plans;
  cents integer;
begin
  perform private.require_owner(service);
  perform 1 from public.services where id = service and deleted_at is null for no key update;
  if not found then
    return private.gone();
  end if;
  select * into existing from public.service_plans where id = request_id;
  if existing.id is not null then
    return case when existing.service_id = service then private.saved(jsonb_build_object('id', existing.id))
      else private.gone() end;
  end if;
  select * into offer from public.publication_plans
  where id = plan and plan_type = 'listing' and private.is_plan_on_offer(publication_plans);
  if offer.id is null or request_id is null then
    return private.gone();
  end if;
  cents := round(offer.price * 100);
  select * into existing from public.service_plans where service_id = service and status = 'ordered' for update;
  if existing.plan_id = plan and existing.price_cents = cents and existing.duration_days = offer.duration_days then
    return private.saved(jsonb_build_object('id', existing.id));
  elsif existing.id is not null and private.is_plan_being_paid(existing.id) then
    return private.conflict(jsonb_build_object('id', existing.id));
  elsif existing.id is not null then
    update public.service_plans set status = 'cancelled' where id = existing.id;
    perform private.expire_plan_pages(existing.id);
  end if;
  insert into public.service_plans (id, service_id, account_id, plan_id, plan_name, price_cents, duration_days)
  values (request_id, service, (select private.account_id()), plan, offer.name, cents, offer.duration_days);
  return private.saved(jsonb_build_object('id', request_id));
end $$;

create policy "everybody reads plans on offer" on public.publication_plans
  for select to anon using (private.is_plan_on_offer(publication_plans));

create policy "signed-in accounts read plans on offer, plan managers all" on public.publication_plans
  for select to authenticated
  using (private.is_plan_on_offer(publication_plans) or (select private.has_permission('advertising_plans')));

create policy "plan managers add plans" on public.publication_plans
  for insert to authenticated with check ((select private.has_permission('advertising_plans')) and not is_example);

-- Fires for saved values that equal the suggested ones too: they are how a plan manager accepts a suggestion.
create trigger publication_plans_example before update of name, description, translations, price, duration_days,
  placements, states_limit on public.publication_plans
  for each row when (old.is_example) execute function private.end_example();

create trigger publication_plans_server_columns before update of is_example on public.publication_plans
  for each row execute function private.guard_server_columns('', 'is_example');

comment on function private.buyable_plan_types is
  'Types of plans with a way to buy them: banners through sellers, listings in the panel of a place.';

comment on column public.publication_plans.is_example is
  'A suggestion of the seed that no plan manager saved yet: neither shown to the public nor sold.';

comment on function private.is_plan_on_offer is
  'Whether a plan may be shown to the public and sold: active, saved by a plan manager and of a buyable type.';

comment on function private.end_example is
  'Trigger function: a suggested plan whose text, price, days or places were saved is a plan of the portal.';

grant execute on function private.buyable_plan_types to public;

grant execute on function private.end_example to public;

grant execute on function private.is_plan_on_offer to public;

reset check_function_bodies;
