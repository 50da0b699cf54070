-- Issues of the magazine are found like posts, and keep their addresses like them.
alter table public.search_documents drop constraint search_documents_kind_check;
alter table public.search_documents add constraint search_documents_kind_check
  check (kind in ('region', 'city', 'service', 'photo_point', 'post', 'club', 'page', 'magazine'));

create or replace function private.addresses_of(kind text, state_abbr text, slug text) returns text[]
language sql immutable set search_path = '' as $$
  select case kind
    when 'region' then array['/' || lower(state_abbr) || '/rota/' || slug]
    when 'city' then array['/' || lower(state_abbr) || '/cidade/' || slug]
    when 'service' then array['/' || lower(state_abbr) || '/servicos/' || slug]
    when 'photo_point' then array['/' || lower(state_abbr) || '/pontos-fotograficos#' || slug]
    when 'post' then array_remove(array['/' || lower(state_abbr) || '/blog/' || slug, '/blog/' || slug], null)
    when 'magazine' then array['/revista-digital/' || slug]
  end
$$;

create trigger magazines_addresses after insert or update or delete on public.magazines
  for each row execute function private.keep_addresses('magazine');

create view private.searchable_magazine with (security_invoker = true) as
select
  magazines.id as source_id, 'magazine' as kind, magazines.id::text as entity_id, null::char(2) as state_abbr, magazines.title,
  left(magazines.summary, 300) as summary,
  concat_ws(' ', 'revista digital edicao', magazines.number, 'magazine issue', (
    select string_agg(page.title, ' ' order by page.page) from public.magazine_pages as page where page.magazine_id = magazines.id
  )) as keywords,
  (private.addresses_of('magazine', null, magazines.slug))[1] as path, 1::real as weight, null::timestamptz as visible_from,
  private.search_translations(magazines.translations, 'title', 'summary') as translations
from public.magazines
where magazines.status = 'published' and magazines.deleted_at is null;

-- A page that changes touches its issue, so these triggers see it.
create trigger magazines_search_insert after insert on public.magazines referencing new table as new_rows
  for each statement execute function private.index_for_search('magazine');
create trigger magazines_search_update after update on public.magazines referencing old table as old_rows new table as new_rows
  for each statement execute function private.index_for_search('magazine');
create trigger magazines_search_delete after delete on public.magazines referencing old table as old_rows
  for each statement execute function private.index_for_search('magazine');

insert into public.search_documents (kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations)
select kind, entity_id, state_abbr, title, summary, keywords, path, weight, visible_from, translations from private.searchable_magazine;
