-- Link tokens: payment, contract and report pages without an account.

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
    when kind = 'contract' then now() + make_interval(days => private.contract_link_days())
    when kind = 'manage' then now() + make_interval(days => private.manage_link_days())
    when kind in ('registration', 'badge', 'attendance') then greatest(
      now() + make_interval(days => private.least_link_days()), (
      select events.ends_at from public.event_registrations as registration join public.events
        on events.id = registration.event_id where registration.id = subject
    ) + make_interval(days => private.link_days()))
    when kind = 'report' then greatest(now() + make_interval(days => private.least_link_days()),
      (select ends_at from public.ads where id = subject) + make_interval(days => private.link_days()))
    else greatest(now() + make_interval(days => private.least_link_days()), (
      select end_date::timestamp at time zone 'America/Sao_Paulo' from public.sales
      where id = subject
    ) + make_interval(days => private.link_days()))
  end
$$;
comment on function private.link_end is
  'When a link issued now ends: some time after the period of its sale, banner or event; a link to a contract and one '
  'that manages a registration after few days.';

create function private.opens_contract(link public.link_tokens) returns boolean
language sql stable set search_path = '' as $$
  select link.kind = 'contract' or link.issued_at > now() - make_interval(days => private.contract_access_days())
$$;
comment on function private.opens_contract is
  'Whether a link gives access to the contract: a contract link always, a payment link for some days after it was '
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
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  newest integer;
begin
  if issue_link.token_hash is null then
    perform private.refuse('invalid', 'token_hash');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('issue_link' || issue_link.kind || subject, 0));
  if issue_link.kind = any (private.registration_link_kinds()) then
    select coalesce(max(known.version), 0) into newest from public.registration_links as known
      where known.registration_id = subject and known.kind = issue_link.kind;
    if issue_link.version is distinct from newest + 1 then
      return private.conflict();
    end if;
    insert into public.registration_links (registration_id, kind, version, token_hash, expires_at)
    values (subject, issue_link.kind, issue_link.version, issue_link.token_hash,
      private.link_end(issue_link.kind, subject));
    return private.saved();
  end if;
  select coalesce(max(known.version), 0) into newest from public.link_tokens as known where known.subject_id = subject
    and known.kind = issue_link.kind;
  if issue_link.version is distinct from newest + 1 then
    return private.conflict();
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
  return private.saved();
end $$;

create function private.issue_shared_link(kind text, subject uuid, version integer, token_hash text,
  is_replacing boolean) returns jsonb
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
    'client_company_name', sales.client_company_name, 'client_contact_name', sales.client_contact_name,
    'client_email', sales.client_email
  )
  from public.link_tokens as link
  left join public.ads on ads.id = link.ad_id
  left join public.sales on sales.id = coalesce(link.sale_id, ads.sale_id)
  where link.token_hash = private.token_hash(token)
$$;

create function public.issue_link(kind text, subject uuid, version integer, token_hash text, is_replacing boolean
  default false) returns jsonb
language sql volatile security invoker set search_path = ''
return private.issue_shared_link(kind, subject, version, token_hash, is_replacing);
comment on function public.issue_link is
  'Stores the next version of a payment or report link and answers an outcome, conflict when the given version is not '
  'the next one; is_replacing revokes earlier links; raises 42501 unless the caller may send the link to the client, '
  'and invalid without a token hash.';
grant execute on function public.issue_link to authenticated, service_role;

create function public.issue_server_link(kind text, subject uuid, version integer, token_hash text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.issue_link(kind, subject, version, token_hash, false);
comment on function public.issue_server_link is
  'For the server only: stores the next version of a link of any kind and answers an outcome, conflict when the given '
  'version is not the next one; refuses with invalid without a token hash.';
grant execute on function public.issue_server_link to service_role;

create function public.find_link(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.find_link(token);
comment on function public.find_link is
  'For the server only: returns {kind, subject_id, sale_id, number, company, contact, email} of a link, also of an '
  'expired or revoked one, so that a new link can be mailed; null for an unknown token.';
grant execute on function public.find_link to service_role;
