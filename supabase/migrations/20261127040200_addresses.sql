-- Changed addresses of events, towns and clubs lead to the new ones, and a slug never hides a page of the portal.

create or replace function private.addresses_of(kind text, state_abbr text, slug text) returns text[]
language sql immutable set search_path = '' as $$
  select case kind
    when 'region' then array['/' || lower(state_abbr) || '/rota/' || slug]
    when 'city' then array['/' || lower(state_abbr) || '/cidade/' || slug]
    when 'club' then array['/' || lower(state_abbr) || '/clubes-parceiros#' || slug]
    when 'event' then array['/eventos/lacambeche/' || slug]
    when 'service' then array['/' || lower(state_abbr) || '/servicos/' || slug]
    when 'photo_point' then array['/' || lower(state_abbr) || '/pontos-fotograficos#' || slug]
    when 'post' then array_remove(array['/' || lower(state_abbr) || '/blog/' || slug, '/blog/' || slug], null)
    when 'magazine' then array['/revista-digital/' || slug]
  end
$$;
comment on function private.addresses_of(text, text, text) is
  'Where the guide shows an item, without language prefix. The other pages of an event find its new slug by the first address.';

create or replace function private.is_shown(item jsonb) returns boolean
language sql stable set search_path = '' as $$
  select item ->> 'deleted_at' is null and case
    when item ? 'ibge_code' then true
    when item ? 'publish_at' then item ->> 'status' <> 'draft' and (item ->> 'publish_at')::timestamptz <= now()
    else item ->> 'status' in ('published', 'to_confirm', 'postponed', 'cancelled')
  end
$$;
comment on function private.is_shown(jsonb) is 'Whether anonymous visitors may read a row of a content table; every town has a page.';

create trigger events_addresses after insert or update or delete on public.events
  for each row execute function private.keep_addresses('event');
create trigger clubs_addresses after insert or update or delete on public.clubs
  for each row execute function private.keep_addresses('club');
-- Not for inserts: the seed inserts all 5,571 towns in one statement.
create trigger cities_addresses after update of slug, state_abbr on public.cities
  for each row execute function private.keep_addresses('city');

create function private.reserved_slugs(relation text) returns text[]
language sql immutable set search_path = ''
return case relation
    when 'blog_posts' then array['categoria', 'pagina', 'tag']
    when 'events' then array['certificado', 'checkin-externo', 'contrato', 'inscricao', 'lacambeche', 'me-avise', 'passados', 'portaria', 'presenca', 'publicar', 'votar']
    when 'magazines' then array['nao-encontrada']
    when 'services' then array['pagina']
    else array[]::text[]
  end;
comment on function private.reserved_slugs(text) is 'Slugs that are fixed routes beside the pages of a table. A test compares them with the routes of app.';

-- An id in the address of an event leads to its slug. Parsed here, because roles without a right to schema private use it in checks.
create function private.is_free_slug(relation text, slug text) returns boolean
language sql immutable set search_path = ''
return slug <> all (private.reserved_slugs(relation)) and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
comment on function private.is_free_slug(text, text) is 'Whether the address of a slug is not taken by a fixed route.';

-- Rows that have no page until now get a number; their old addresses were never theirs.
update public.events set slug = slug || '-' || 2 + (select count(*) from public.events as other where other.slug like events.slug || '-%')
where not private.is_free_slug('events', slug);
update public.blog_posts set slug = slug || '-' || 2 + (select count(*) from public.blog_posts as other where other.slug like blog_posts.slug || '-%')
where not private.is_free_slug('blog_posts', slug);
update public.magazines set slug = slug || '-' || 2 + (select count(*) from public.magazines as other where other.slug like magazines.slug || '-%')
where not private.is_free_slug('magazines', slug);
update public.services set slug = slug || '-' || 2 + (select count(*) from public.services as other where other.slug like services.slug || '-%')
where not private.is_free_slug('services', slug);
delete from public.redirects where from_path in ('/eventos/lacambeche/passados', '/revista-digital/nao-encontrada');

alter table public.events add constraint events_slug_is_no_route check (private.is_free_slug('events', slug));
alter table public.blog_posts add constraint blog_posts_slug_is_no_route check (private.is_free_slug('blog_posts', slug));
alter table public.magazines add constraint magazines_slug_is_no_route check (private.is_free_slug('magazines', slug));
alter table public.services add constraint services_slug_is_no_route check (private.is_free_slug('services', slug));

create or replace function private.free_event_slug(title text, event uuid) returns text
language plpgsql volatile set search_path = '' as $$
declare
  base text := btrim(left(private.slug_of(title), 100), '-');
  candidate text;
  number integer := 1;
begin
  base := case when char_length(base) < 3 then 'evento-' || base else base end;
  candidate := base;
  while not private.is_free_slug('events', candidate)
    or exists (select from public.events where slug = candidate and id <> event)
    -- An address that leads to another event stays with it.
    or exists (
      select from public.redirects
      where from_path = '/eventos/lacambeche/' || candidate
        and to_path is distinct from (select '/eventos/lacambeche/' || slug from public.events where id = event) and to_path is not null
    )
  loop
    number := number + 1;
    candidate := base || '-' || number;
  end loop;
  return candidate;
end $$;
