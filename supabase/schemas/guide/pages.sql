-- Texts of the website, questions and answers, and the glossary.

create table public.website_contents (
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  locale text not null check (locale = any (private.locales())),
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  id uuid primary key default gen_random_uuid(),
  title text generated always as (coalesce(body ->> 'title', key)) stored,
  search_name text generated always as (private.fold(coalesce(body ->> 'title', key) || ' ' || key)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (key, locale)
);
comment on table public.website_contents is
  'Text of one page of the site in one language; the code of each page defines the shape of its body.';
comment on column public.website_contents.title is 'Title from the body, or the key when the body has none; for lists.';
comment on column public.website_contents.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
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
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('website_contents', 'website_content');

select private.declare_columns('website_contents', 'not_personal', '{*}', 'published texts');

create table public.faqs (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  audience text not null check (audience = any (private.faq_audiences())),
  question text not null check (question !~ '^\s*$'),
  answer text not null check (answer !~ '^\s*$'),
  position integer not null default 0,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(question)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.faqs is 'Questions and answers; the key is the anchor of the question.';
comment on column public.faqs.audience is
  'Target group, as in the addresses of the page: viajante (traveller), organizador (organizer), parceiro (partner) '
  'or anunciante (advertiser).';
comment on column public.faqs.translations is '{en: {question, answer}, es: {…}}';
comment on column public.faqs.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
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

insert into private.audit_log_permissions (entity, permission) values
  ('faqs', 'website_content');

select private.declare_columns('faqs', 'not_personal', '{*}', 'published texts');

create table public.glossary_terms (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  term text not null check (term !~ '^\s*$'),
  definition text not null check (definition !~ '^\s*$'),
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(term)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.glossary_terms is 'Terms of the classic car hobby with their definitions.';
comment on column public.glossary_terms.translations is '{en: {term, definition}, es: {…}}';
comment on column public.glossary_terms.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
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

insert into private.audit_log_permissions (entity, permission) values
  ('glossary_terms', 'website_content');

select private.declare_columns('glossary_terms', 'not_personal', '{*}', 'published texts');
