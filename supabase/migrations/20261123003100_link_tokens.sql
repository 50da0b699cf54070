-- Tokens of payment, report and contract links: derived by the server, stored as SHA-256 with a version and an end.
create table public.link_tokens (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('payment', 'report', 'contract')),
  sale_id uuid references public.sales (id) on delete cascade,
  ad_id uuid references public.ads (id) on delete cascade,
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
comment on table public.link_tokens is 'Links to the payment page of a sale, to its contract and to the report of a banner. The token itself is stored nowhere.';
comment on column public.link_tokens.version is 'The token is an HMAC of kind, subject and version; a new version makes a new link.';
comment on column public.link_tokens.token_hash is 'SHA-256 of the token; null in a restored database, where no earlier link works.';
comment on column public.link_tokens.revoked_at is 'From then on the link is refused, whatever its end.';
comment on column public.link_tokens.opened_at is 'When a browser other than the seller''s first opened the page of this link.';

create index link_tokens_sale_id_idx on public.link_tokens (sale_id);
create index link_tokens_ad_id_idx on public.link_tokens (ad_id);

alter table public.link_tokens enable row level security;
revoke all on public.link_tokens from anon, authenticated;
grant select on public.link_tokens to authenticated;
grant all on public.link_tokens to service_role;

create function private.token_hash(token text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;

create function private.live_link(token text, variadic kinds text[]) returns public.link_tokens
language sql stable security definer set search_path = '' as $$
  select * from public.link_tokens
  where token_hash = private.token_hash(token) and kind = any (kinds) and revoked_at is null and expires_at > now()
$$;
comment on function private.live_link(text, text[]) is 'The link of one of these kinds that a token opens; null for a token that is wrong, expired or revoked.';

create function private.read_ad_report(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'advertiser', ads.advertiser, 'status', private.ad_state(ads), 'reason', ads.reason,
    'placements', ads.placements, 'states', ads.states, 'statesLimit', ads.states_limit,
    'imageDesktop', ads.image_desktop, 'imageMobile', ads.image_mobile, 'alt', ads.alt, 'linkUrl', ads.link_url,
    'startsAt', ads.starts_at, 'endsAt', ads.ends_at, 'plan', sales.plan_name, 'saleNumber', sales.number,
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', day, 'impressions', impressions, 'clicks', clicks) order by day), '[]')
      from (select day, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats where ad_id = ads.id group by day) as per_day
    ),
    'byPlacement', (
      select coalesce(jsonb_agg(jsonb_build_object('name', placement, 'impressions', impressions, 'clicks', clicks) order by impressions desc, placement), '[]')
      from (select placement, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats where ad_id = ads.id group by placement) as per_place
    ),
    'byState', (
      select coalesce(jsonb_agg(jsonb_build_object('name', state_abbr, 'impressions', impressions, 'clicks', clicks) order by impressions desc, state_abbr), '[]')
      from (select state_abbr, sum(impressions) as impressions, sum(clicks) as clicks from public.ad_daily_stats where ad_id = ads.id group by state_abbr) as per_state
    )
  )
  from public.ads left join public.sales on sales.id = ads.sale_id
  where ads.id = (private.live_link(token, 'report')).ad_id
$$;

create policy "sellers read links of their own sales, sales and ad managers all" on public.link_tokens
  for select to authenticated
  using (
    exists (select from public.sales where sales.id = link_tokens.sale_id)
    or exists (select from public.ads where ads.id = link_tokens.ad_id)
  );

create function public.read_ad_report(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_ad_report(token);
comment on function public.read_ad_report(text) is 'What the page behind a report link shows; null for a token that does not exist.';
grant execute on function public.read_ad_report(text) to anon, authenticated, service_role;

create function private.link_end(kind text, subject uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'contract' then now() + interval '7 days'
    when 'report' then greatest(now() + interval '30 days', (select ends_at from public.ads where id = subject) + interval '90 days')
    else greatest(now() + interval '30 days', (select end_date::timestamp at time zone 'America/Sao_Paulo' from public.sales where id = subject) + interval '90 days')
  end
$$;
comment on function private.link_end(text, uuid) is
  'When a link issued now ends: 90 days after the period of its sale or banner, 30 days from now at least; a contract link after a week.';

create function private.opens_contract(link public.link_tokens) returns boolean
language sql stable set search_path = '' as $$
  select link.kind = 'contract' or link.issued_at > now() - interval '90 days'
$$;
comment on function private.opens_contract(public.link_tokens) is 'A payment link opens the contract for 90 days; after that the client asks for a contract link by e-mail.';

create function private.shares_link(kind text, subject uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case kind
    when 'payment' then exists (
      select from public.sales where id = subject and (
        seller_id = private.own_seller_id() or (private.is_staff() and (private.has_permission('sellers') or private.has_permission('financials')))
      )
    )
    when 'report' then exists (
      select from public.ads left join public.sales on sales.id = ads.sale_id
      where ads.id = subject and (sales.seller_id = private.own_seller_id() or (private.is_staff() and private.has_permission('ads')))
    )
    else false
  end
$$;
comment on function private.shares_link(text, uuid) is 'Whether the caller may send the link of this sale or banner to its client.';

create function private.issue_link(kind text, subject uuid, version integer, token_hash text, is_replacing boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  newest integer;
begin
  if issue_link.token_hash is null then
    perform private.refuse_request('token_hash');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('issue_link' || issue_link.kind || subject, 0));
  select coalesce(max(known.version), 0) into newest from public.link_tokens as known where known.subject_id = subject and known.kind = issue_link.kind;
  if issue_link.version is distinct from newest + 1 then
    return false;
  end if;
  if is_replacing then
    update public.link_tokens as known set revoked_at = now()
    where known.subject_id = subject and known.kind = issue_link.kind and known.revoked_at is null;
  end if;
  insert into public.link_tokens (kind, sale_id, ad_id, version, token_hash, expires_at)
  values (
    issue_link.kind, case when issue_link.kind <> 'report' then subject end, case when issue_link.kind = 'report' then subject end,
    issue_link.version, issue_link.token_hash, private.link_end(issue_link.kind, subject)
  );
  return true;
end $$;

create function private.issue_shared_link(kind text, subject uuid, version integer, token_hash text, is_replacing boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.shares_link(kind, subject) then
    raise exception 'not allowed' using errcode = '42501';
  end if;
  return private.issue_link(kind, subject, version, token_hash, is_replacing);
end $$;

create function public.issue_link(kind text, subject uuid, version integer, token_hash text, is_replacing boolean default false) returns boolean
language sql volatile security invoker set search_path = ''
return private.issue_shared_link(kind, subject, version, token_hash, is_replacing);
comment on function public.issue_link(text, uuid, integer, text, boolean) is
  'Stores the next version of a payment or report link; answers false when that version is not the next one. With is_replacing, earlier links end at once.';
revoke execute on function public.issue_link(text, uuid, integer, text, boolean) from public, anon;
grant execute on function public.issue_link(text, uuid, integer, text, boolean) to authenticated;

create function public.issue_server_link(kind text, subject uuid, version integer, token_hash text) returns boolean
language sql volatile security invoker set search_path = ''
return private.issue_link(kind, subject, version, token_hash, false);
comment on function public.issue_server_link(text, uuid, integer, text) is 'The next version of any link. For the server alone.';
revoke execute on function public.issue_server_link(text, uuid, integer, text) from public, anon, authenticated;
grant execute on function public.issue_server_link(text, uuid, integer, text) to service_role;

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

create function public.find_link(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.find_link(token);
comment on function public.find_link(text) is 'Whose link a token is or was, expired and revoked ones included, to mail a fresh one. For the server alone.';
revoke execute on function public.find_link(text) from public, anon, authenticated;
grant execute on function public.find_link(text) to service_role;

create function private.contract_of_sale(sale uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(sales) - 'client_request_id' - 'client_address_hash' || jsonb_build_object(
    'seller_name', coalesce(sales.seller_name, sellers.full_name), 'seller_document', coalesce(sales.seller_document, sellers.document), 'clauses', sale_terms.clauses,
    'link_opened_at', (select min(opened_at) from public.link_tokens where kind = 'payment' and subject_id = sales.id),
    'payment', (
      select jsonb_build_object('method', payments.method, 'amount_cents', payments.amount_cents, 'paid_at', payments.paid_at, 'reference', coalesce(payments.pix_txid, payments.payment_intent, payments.id::text))
      from public.payments where payments.id = sales.payment_id
    )
  )
  from public.sales
  join public.sellers on sellers.id = sales.seller_id
  join public.sale_terms on sale_terms.version = sales.terms_version
  where sales.id = sale and sales.contract_sha256 is not null
$$;

create function public.contract_of_sale(sale uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.contract_of_sale(sale);
comment on function public.contract_of_sale(uuid) is 'The facts of a signed contract, with the paths of its signatures and its payment, for an account that may read the sale. For the server alone.';
revoke execute on function public.contract_of_sale(uuid) from public, anon, authenticated;
grant execute on function public.contract_of_sale(uuid) to service_role;

create function private.ad_of_payment(token text) returns uuid
language sql stable security definer set search_path = '' as $$
  select ads.id
  from public.sales join public.ads on ads.sale_id = sales.id
  where sales.id = (private.live_link(token, 'payment')).sale_id and sales.payment_status = 'paid' and sales.cancelled_at is null
$$;

create function public.ad_of_payment(token text) returns uuid
language sql stable security invoker set search_path = ''
return private.ad_of_payment(token);
comment on function public.ad_of_payment(text) is 'The banner a paid sale bought, by the sale''s payment link; null for any other token. For the server alone.';
revoke execute on function public.ad_of_payment(text) from public, anon, authenticated;
grant execute on function public.ad_of_payment(text) to service_role;

create function private.note_opened_link(token text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.link_tokens set opened_at = now()
  where id = (private.live_link(token, 'payment')).id and opened_at is null
    and not exists (select from public.sales where sales.id = link_tokens.sale_id and sales.seller_id = private.own_seller_id())
$$;

create function public.note_opened_link(token text) returns void
language sql volatile security invoker set search_path = ''
begin atomic
  select private.note_opened_link(token);
end;
comment on function public.note_opened_link(text) is 'Stores the first time that somebody opened a payment link; whoever holds the link may say so.';
grant execute on function public.note_opened_link(text) to anon, authenticated;
