-- Which version of the legal texts an account accepted at sign-up or has acknowledged since.
create table public.legal_acknowledgements (
  user_id uuid not null references public.profiles (id) on delete cascade,
  document_key text not null check (document_key in ('termos-de-uso', 'politica-de-privacidade')),
  version text not null check (version ~ '^[0-9]+(\.[0-9]+)*$'),
  acknowledged_at timestamptz not null default now(),
  primary key (user_id, document_key)
);
comment on table public.legal_acknowledgements is 'Newest version of each legal text an account accepted or was told of. Written by functions only.';

alter table public.legal_acknowledgements enable row level security;
revoke all on public.legal_acknowledgements from anon, authenticated;
grant select on public.legal_acknowledgements to authenticated;
grant select on public.legal_acknowledgements to service_role;
create policy "accounts read which legal texts they acknowledged" on public.legal_acknowledgements
  for select to authenticated using (user_id = (select auth.uid()));

create function private.legal_version(document text, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select version from public.legal_documents
  where key = document and locale = 'pt-BR' and effective_at <= at
  order by effective_at desc, string_to_array(version, '.')::integer[] desc limit 1
$$;
comment on function private.legal_version(text, timestamptz) is 'Version of a legal text in force at a moment; null before the first.';

create function private.acknowledge_legal(account uuid, documents text[], at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.legal_acknowledgements (user_id, document_key, version, acknowledged_at)
  select account, document, private.legal_version(document, at), at from unnest(documents) as document
  where private.legal_version(document, at) is not null
  on conflict (user_id, document_key) do update set version = excluded.version, acknowledged_at = excluded.acknowledged_at
$$;

create function private.record_accepted_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.acknowledge_legal(new.id, array['termos-de-uso', 'politica-de-privacidade'], new.terms_accepted_at);
  return null;
end $$;
comment on function private.record_accepted_terms() is 'Names the versions in force when an account accepted terms and privacy policy.';
create trigger profiles_accept_terms after update of terms_accepted_at on public.profiles
  for each row when (old.terms_accepted_at is null and new.terms_accepted_at is not null) execute function private.record_accepted_terms();
select private.acknowledge_legal(id, array['termos-de-uso', 'politica-de-privacidade'], terms_accepted_at) from public.profiles where terms_accepted_at is not null;

create function private.acknowledge_own_legal(document text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles where id = (select auth.uid()) and blocked_at is null) then
    raise exception 'an account is needed' using errcode = '42501';
  elsif document is distinct from 'termos-de-uso' and document is distinct from 'politica-de-privacidade' then
    raise exception 'no such document' using errcode = '22023';
  end if;
  perform private.acknowledge_legal((select auth.uid()), array[document], now());
end $$;
create function public.acknowledge_legal(document text) returns void
language sql volatile security invoker set search_path = ''
return private.acknowledge_own_legal(document);
comment on function public.acknowledge_legal(text) is 'Records that the caller was told of the version of a legal text now in force.';

create function private.new_legal_versions() returns table (document text, version text, effective_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select known.document, known.version, (
    select legal.effective_at from public.legal_documents as legal where legal.key = known.document and legal.version = known.version and legal.locale = 'pt-BR'
  )
  from (select document, private.legal_version(document, now()) as version from unnest(array['termos-de-uso', 'politica-de-privacidade']) as document) as known
  where known.version is not null and exists (select from public.profiles where id = (select auth.uid()))
    and known.version is distinct from (select seen.version from public.legal_acknowledgements as seen where seen.user_id = (select auth.uid()) and seen.document_key = known.document)
$$;
create function public.new_legal_versions() returns table (document text, version text, effective_at timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.new_legal_versions();
end;
comment on function public.new_legal_versions() is 'Legal texts in force whose version the caller has not acknowledged.';

do $$
declare
  name text;
begin
  foreach name in array array['acknowledge_legal(text)', 'new_legal_versions()'] loop
    execute format('revoke execute on function public.%s from public, anon', name);
    execute format('grant execute on function public.%s to authenticated', name);
  end loop;
end $$;
