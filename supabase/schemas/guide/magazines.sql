-- Issues of the magazine and their pages.

create table public.magazines (
  id uuid primary key default gen_random_uuid(),
  number integer not null unique check (number > 0),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (title !~ '^\s*$'),
  summary text not null default '',
  month date not null check (extract(day from month) = 1),
  pages integer not null default 0 check (pages >= 0),
  pdf_path text,
  cover_url text,
  status text not null default 'draft' check (status in ('draft', 'published')),
  deleted_at timestamptz,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  search_name text generated always as (private.fold(title)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint magazines_slug_is_no_route check (private.is_free_slug('magazines', slug))
);
comment on table public.magazines is 'Issues of the magazine.';
comment on column public.magazines.month is 'First day of the month on the cover.';
comment on column public.magazines.pdf_path is 'Address of the PDF file for download.';
comment on column public.magazines.translations is '{en: {title, summary}, es: {…}}';
comment on column public.magazines.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.magazines enable row level security;
grant select on public.magazines to anon;
grant select, insert, update, delete on public.magazines to authenticated;
grant all on public.magazines to service_role;
create policy "anonymous visitors read published magazines" on public.magazines
  for select to anon using (status = 'published' and deleted_at is null);
create policy "signed-in accounts read published magazines, magazine editors all" on public.magazines
  for select to authenticated
  using ((status = 'published' and deleted_at is null) or (select private.has_permission('magazine')));
create policy "magazine editors add magazines" on public.magazines
  for insert to authenticated with check ((select private.has_permission('magazine')));
create policy "magazine editors update magazines" on public.magazines
  for update to authenticated
  using ((select private.has_permission('magazine')))
  with check ((select private.has_permission('magazine')));
create policy "magazine editors delete magazines" on public.magazines
  for delete to authenticated using ((select private.has_permission('magazine')));
create trigger magazines_touch before update on public.magazines
  for each row execute function private.touch_updated_at();
create trigger magazines_audit after insert or update or delete on public.magazines
  for each row execute function private.write_audit('id');
create trigger magazines_addresses after insert or update or delete on public.magazines
  for each row execute function private.keep_addresses('magazine');

-- A changed page updates its issue, so these triggers run for it too.
create trigger magazines_search_insert after insert on public.magazines referencing new table as new_rows
  for each statement execute function private.index_for_search('magazine');
create trigger magazines_search_update after update on public.magazines referencing old table as old_rows new table
  as new_rows
  for each statement execute function private.index_for_search('magazine');
create trigger magazines_search_delete after delete on public.magazines referencing old table as old_rows
  for each statement execute function private.index_for_search('magazine');

insert into private.audit_log_permissions (entity, permission) values
  ('magazines', 'magazine');

select private.declare_columns('magazines', 'not_personal', '{*}', 'published texts');

insert into private.file_columns (bucket, relation, names) values
  ('magazine-files', 'public.magazines', 'array[replace(pdf_path, ''/midia/'', '''')]');

create table public.magazine_pages (
  id uuid primary key default gen_random_uuid(),
  magazine_id uuid not null references public.magazines (id) on delete cascade,
  page integer not null check (page > 0),
  kind text not null default 'article' check (kind = any (private.magazine_page_kinds())),
  title text not null default '',
  body text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (magazine_id, page)
);
comment on table public.magazine_pages is
  'Text of each page of an issue in markdown, for the search in the issue and for screen readers.';
alter table public.magazine_pages enable row level security;
grant select on public.magazine_pages to anon;
grant select, insert, update, delete on public.magazine_pages to authenticated;
grant all on public.magazine_pages to service_role;

-- The subquery runs under the reader's own policies on magazines, so a page is as visible as its issue.
create policy "anonymous visitors read pages of magazines they see" on public.magazine_pages
  for select to anon using (exists (select from public.magazines where magazines.id = magazine_id));
create policy "signed-in accounts read pages of magazines they see" on public.magazine_pages
  for select to authenticated using (exists (select from public.magazines where magazines.id = magazine_id));
create policy "magazine editors add pages" on public.magazine_pages
  for insert to authenticated with check ((select private.has_permission('magazine')));
create policy "magazine editors update pages" on public.magazine_pages
  for update to authenticated
  using ((select private.has_permission('magazine')))
  with check ((select private.has_permission('magazine')));
create policy "magazine editors delete pages" on public.magazine_pages
  for delete to authenticated using ((select private.has_permission('magazine')));
create trigger magazine_pages_touch before update on public.magazine_pages
  for each row execute function private.touch_updated_at();
create trigger magazine_pages_touch_magazine after insert or update or delete on public.magazine_pages
  for each row execute function private.touch_parent('magazines', 'magazine_id');
create trigger magazine_pages_audit after insert or update or delete on public.magazine_pages
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('magazine_pages', 'magazine');

select private.declare_columns('magazine_pages', 'not_personal', '{*}', 'published texts');

create view private.searchable_magazine with (security_invoker = true) as
select
  magazines.id as source_id, 'magazine' as kind, magazines.id::text as entity_id, null::char(2) as state_abbr,
    magazines.title,
  left(magazines.summary, 300) as summary,
  concat_ws(' ', 'revista digital edicao', magazines.number, 'magazine issue', (
    select string_agg(page.title, ' ' order by page.page) from public.magazine_pages as page
      where page.magazine_id = magazines.id
  )) as keywords,
  (private.addresses_of('magazine', null, magazines.slug))[1] as path, 1::real as weight, null::timestamptz
    as visible_from,
  private.search_translations(magazines.translations, 'title', 'summary') as translations
from public.magazines
where magazines.status = 'published' and magazines.deleted_at is null;

create policy "magazine editors list the files of issues" on storage.objects
  for select to authenticated using (bucket_id = 'magazine-files' and (select private.has_permission('magazine')));
create policy "magazine editors add files of issues" on storage.objects
  for insert to authenticated with check (bucket_id = 'magazine-files' and (select private.has_permission('magazine')));
create policy "magazine editors delete files of issues" on storage.objects
  for delete to authenticated using (bucket_id = 'magazine-files' and (select private.has_permission('magazine')));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('magazine-files', 'magazine-files', true, 41943040, '{application/pdf}');
