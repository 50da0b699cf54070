-- Texts of the institutional pages. Who edits the website edits them all.
create table public.website_contents (
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  locale text not null check (locale in ('pt-BR', 'en-US', 'es-419')),
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (key, locale)
);
comment on table public.website_contents is 'One page of the site in one language; the page knows the shape of its body.';

alter table public.website_contents enable row level security;
grant select on public.website_contents to anon;
grant select, insert, update, delete on public.website_contents to authenticated;
grant all on public.website_contents to service_role;

create policy "anonymous visitors read every text of the website" on public.website_contents
  for select to anon using (true);
create policy "signed-in accounts read every text of the website" on public.website_contents
  for select to authenticated using (true);
create policy "website editors add texts of the website" on public.website_contents
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update texts of the website" on public.website_contents
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete texts of the website" on public.website_contents
  for delete to authenticated using ((select private.has_permission('website_content')));

create trigger website_contents_touch before update on public.website_contents
  for each row execute function private.touch_updated_at();
create trigger website_contents_audit after insert or update or delete on public.website_contents
  for each row execute function private.write_audit('key,locale');

create table public.faqs (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  audience text not null check (audience in ('viajante', 'organizador', 'parceiro', 'anunciante')),
  question text not null check (question !~ '^\s*$'),
  answer text not null check (answer !~ '^\s*$'),
  position integer not null default 0,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.faqs is 'Questions and answers; the key is the anchor of the question.';
comment on column public.faqs.audience is 'As in the addresses of the page: traveller, organizer, partner, advertiser.';
comment on column public.faqs.translations is '{en: {question, answer}, es: {…}}';

alter table public.faqs enable row level security;
grant select on public.faqs to anon;
grant select, insert, update, delete on public.faqs to authenticated;
grant all on public.faqs to service_role;

create policy "anonymous visitors read every question" on public.faqs
  for select to anon using (true);
create policy "signed-in accounts read every question" on public.faqs
  for select to authenticated using (true);
create policy "website editors add questions" on public.faqs
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update questions" on public.faqs
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete questions" on public.faqs
  for delete to authenticated using ((select private.has_permission('website_content')));

create trigger faqs_touch before update on public.faqs
  for each row execute function private.touch_updated_at();
create trigger faqs_audit after insert or update or delete on public.faqs
  for each row execute function private.write_audit('id');

create table public.glossary_terms (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  term text not null check (term !~ '^\s*$'),
  definition text not null check (definition !~ '^\s*$'),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.glossary_terms is 'Words of the hobby, explained.';
comment on column public.glossary_terms.translations is '{en: {term, definition}, es: {…}}';

alter table public.glossary_terms enable row level security;
grant select on public.glossary_terms to anon;
grant select, insert, update, delete on public.glossary_terms to authenticated;
grant all on public.glossary_terms to service_role;

create policy "anonymous visitors read every glossary term" on public.glossary_terms
  for select to anon using (true);
create policy "signed-in accounts read every glossary term" on public.glossary_terms
  for select to authenticated using (true);
create policy "website editors add glossary terms" on public.glossary_terms
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update glossary terms" on public.glossary_terms
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete glossary terms" on public.glossary_terms
  for delete to authenticated using ((select private.has_permission('website_content')));

create trigger glossary_terms_touch before update on public.glossary_terms
  for each row execute function private.touch_updated_at();
create trigger glossary_terms_audit after insert or update or delete on public.glossary_terms
  for each row execute function private.write_audit('id');

create table public.legal_documents (
  id uuid primary key default gen_random_uuid(),
  key text not null check (key in ('termos-de-uso', 'direitos-autorais', 'politica-de-privacidade')),
  version text not null check (version ~ '^[0-9]+(\.[0-9]+)*$'),
  locale text not null check (locale in ('pt-BR', 'en-US', 'es-419')),
  title text not null check (title !~ '^\s*$'),
  body text not null check (body !~ '^\s*$'),
  effective_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (key, version, locale)
);
comment on table public.legal_documents is 'Every version of the legal texts, in markdown; the newest one in force is the valid one.';

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

-- What somebody accepted must stay readable as they accepted it.
create function private.keep_legal_document() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.effective_at <= now() then
    raise exception 'a legal document in force never changes: publish a new version' using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.keep_legal_document() is 'Refuses to change or delete a document that is in force, whoever asks.';

create trigger legal_documents_keep before update or delete on public.legal_documents
  for each row execute function private.keep_legal_document();
create trigger legal_documents_touch before update on public.legal_documents
  for each row execute function private.touch_updated_at();
create trigger legal_documents_audit after insert or update or delete on public.legal_documents
  for each row execute function private.write_audit('id');
