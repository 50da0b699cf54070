-- Legal texts and who has read which version.

create table public.legal_documents (
  id uuid primary key default gen_random_uuid(),
  key text not null check (key = any (private.legal_keys())),
  version text not null check (version ~ '^[0-9]+(\.[0-9]+)*$'),
  locale text not null check (locale = any (private.locales())),
  title text not null check (title !~ '^\s*$'),
  body text not null check (body !~ '^\s*$'),
  effective_at timestamptz not null,
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (key, version, locale)
);
comment on table public.legal_documents is
  'Every version of the legal texts, in markdown; the newest one in force is the valid one.';
comment on column public.legal_documents.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
-- For the job that revalidates pages when a banner begins or a legal version comes into force.
create index legal_documents_effective_at_idx on public.legal_documents (effective_at);
alter table public.legal_documents enable row level security;
grant select on public.legal_documents to anon;
grant select, insert, update, delete on public.legal_documents to authenticated;
grant all on public.legal_documents to service_role;
create policy "anonymous visitors read legal documents in force" on public.legal_documents
  for select to anon using (effective_at <= now());
create policy "signed-in accounts read legal documents in force, website editors all" on public.legal_documents
  for select to authenticated using (effective_at <= now() or (select private.has_permission('website_content')));
create policy "website editors add legal documents" on public.legal_documents
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update legal documents" on public.legal_documents
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete legal documents" on public.legal_documents
  for delete to authenticated using ((select private.has_permission('website_content')));

-- A text that somebody accepted must remain readable unchanged.
create function private.keep_legal_document() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.effective_at <= now() then
    raise exception 'a legal document in force never changes: publish a new version' using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_legal_document is
  'Trigger function: raises 42501 for every role when a legal document that is in force is updated or deleted.';

create trigger legal_documents_keep before update or delete on public.legal_documents
  for each row execute function private.keep_legal_document();
create trigger legal_documents_touch before update on public.legal_documents
  for each row execute function private.touch_updated_at();
create trigger legal_documents_audit after insert or update or delete on public.legal_documents
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('legal_documents', 'website_content');

select private.declare_columns('legal_documents', 'not_personal', '{*}', 'published texts');

-- Which version of the legal texts an account accepted at sign-up or has acknowledged since.
create table public.legal_acknowledgements (
  user_id uuid not null references public.profiles (id) on delete cascade,
  document_key text not null check (document_key in ('termos-de-uso', 'politica-de-privacidade')),
  version text not null check (version ~ '^[0-9]+(\.[0-9]+)*$'),
  acknowledged_at timestamptz not null default now(),
  primary key (user_id, document_key)
);
comment on table public.legal_acknowledgements is
  'Newest version of each legal text that an account accepted or was informed about; written by functions only.';
alter table public.legal_acknowledgements enable row level security;
grant select on public.legal_acknowledgements to authenticated;
grant all on public.legal_acknowledgements to service_role;
create policy "accounts read which legal texts they acknowledged" on public.legal_acknowledgements
  for select to authenticated using (user_id = (select private.account_id()));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('legal_acknowledgements', 'user_id', 'account', 'own', 'Textos legais lidos', 'delete', 3);

select private.declare_columns('legal_acknowledgements', 'exported', '{user_id,document_key,version,acknowledged_at}');

create function private.legal_version(document text, at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select version from public.legal_documents
  where key = document and locale = 'pt-BR' and effective_at <= at
  order by effective_at desc, string_to_array(version, '.')::integer[] desc limit 1
$$;
comment on function private.legal_version is 'Version of a legal text in force at a moment; null before the first.';

create function private.acknowledge_legal(account uuid, documents text[], at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.legal_acknowledgements (user_id, document_key, version, acknowledged_at)
  select account, document, private.legal_version(document, at), at from unnest(documents) as document
  where private.legal_version(document, at) is not null
  on conflict (user_id, document_key) do update set version = excluded.version,
    acknowledged_at = excluded.acknowledged_at
$$;

create function private.acknowledge_own_legal(document text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.profiles where id = (select private.account_id()) and blocked_at is null) then
    raise exception 'an account is needed' using errcode = '42501';
  elsif document is distinct from 'termos-de-uso' and document is distinct from 'politica-de-privacidade' then
    raise exception 'no such document' using errcode = '22023';
  end if;
  perform private.acknowledge_legal((select private.account_id()), array[document], now());
end $$;

create function private.new_legal_versions() returns table (document text, version text, effective_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select known.document, known.version, (
    select legal.effective_at from public.legal_documents as legal where legal.key = known.document
      and legal.version = known.version and legal.locale = 'pt-BR'
  )
  from (select document, private.legal_version(document, now()) as version
    from unnest(array['termos-de-uso', 'politica-de-privacidade']) as document) as known
  where known.version is not null and exists (select from public.profiles where id = (select private.account_id()))
    and known.version is distinct from (select seen.version from public.legal_acknowledgements as seen
      where seen.user_id = (select private.account_id()) and seen.document_key = known.document)
$$;

create function public.acknowledge_legal(document text) returns void
language sql volatile security invoker set search_path = ''
return private.acknowledge_own_legal(document);
comment on function public.acknowledge_legal is
  'Stores that the caller was informed about the version of a legal text now in force; raises 42501 without an '
  'account and 22023 for an unknown document.';
grant execute on function public.acknowledge_legal to authenticated, service_role;

create function public.new_legal_versions() returns table (document text, version text, effective_at timestamptz)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.new_legal_versions();
end;
comment on function public.new_legal_versions is 'Legal texts in force whose version the caller has not acknowledged.';
grant execute on function public.new_legal_versions to authenticated, service_role;
