-- Addresses that moved, and words that no slug may be.

create table public.redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null unique check (from_path ~ '^/' and char_length(from_path) <= 300),
  to_path text check (to_path ~ '^/' and char_length(to_path) <= 300),
  hits integer not null default 0 check (hits >= 0),
  search_name text generated always as (private.fold(from_path || ' ' || to_path)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint redirect_leads_elsewhere check (to_path <> from_path)
);
comment on table public.redirects is
  'Addresses of the site that moved, without language prefix; the site responds 410 (gone) for a row without to_path.';
comment on column public.redirects.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
create index redirects_to_path_idx on public.redirects (to_path);
create index redirects_hits_idx on public.redirects (hits desc, id);
alter table public.redirects enable row level security;
grant select on public.redirects to anon;
grant select, insert, update, delete on public.redirects to authenticated;
grant all on public.redirects to service_role;
create policy "anonymous visitors read every redirect" on public.redirects
  for select to anon using (true);
create policy "signed-in accounts read every redirect" on public.redirects
  for select to authenticated using (true);
create policy "website editors add redirects" on public.redirects
  for insert to authenticated with check ((select private.has_permission('website_content')));
create policy "website editors update redirects" on public.redirects
  for update to authenticated
  using ((select private.has_permission('website_content')))
  with check ((select private.has_permission('website_content')));
create policy "website editors delete redirects" on public.redirects
  for delete to authenticated using ((select private.has_permission('website_content')));
create trigger redirects_audit after insert or update or delete on public.redirects
  for each row execute function private.write_audit('id', 'from_path,to_path');
create trigger redirects_touch before update of from_path, to_path on public.redirects
  for each row execute function private.touch_updated_at();

insert into private.audit_log_permissions (entity, permission) values
  ('redirects', 'website_content');

select private.declare_columns('redirects', 'not_personal', '{*}', 'addresses of the portal');

create function private.addresses_of(kind text, state_abbr text, slug text) returns text[]
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
comment on function private.addresses_of is
  'Where the guide shows an item, without language prefix. The other pages of an event find its new slug by the first '
  'address.';

create function private.record_move(old_path text, new_path text) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.redirects where from_path = new_path;
  -- Older redirects are updated too, so that there are no chains.
  update public.redirects set to_path = new_path where to_path = old_path;
  insert into public.redirects (from_path, to_path) values (old_path, new_path)
  on conflict (from_path) do update set to_path = excluded.to_path;
end $$;
comment on function private.record_move is
  'Stores a redirect from an old address to a new one, or as gone (410) when the new one is null, and updates older '
  'redirects so that there are no chains.';

create function private.is_shown(item jsonb) returns boolean
language sql stable set search_path = '' as $$
  select item ->> 'deleted_at' is null and case
    when item ? 'ibge_code' then true
    when item ? 'publish_at' then item ->> 'status' <> 'draft' and (item ->> 'publish_at')::timestamptz <= now()
    else item ->> 'status' in ('published', 'to_confirm', 'postponed', 'cancelled')
  end
$$;
comment on function private.is_shown is
  'Whether anonymous visitors may read a row of a content table; every town has a page.';

create function private.reserved_slugs(relation text) returns text[]
language sql immutable set search_path = ''
return case relation
    when 'blog_posts' then array['categoria', 'pagina', 'tag']
    when 'events' then array['certificado', 'checkin-externo', 'contrato', 'inscricao', 'lacambeche', 'me-avise',
      'passados', 'portaria', 'presenca', 'publicar', 'votar']
    when 'magazines' then array['nao-encontrada']
    when 'services' then array['pagina', 'tipo']
    else array[]::text[]
  end;
comment on function private.reserved_slugs is
  'Slugs that are fixed routes beside the pages of a table. A test compares them with the routes of app.';

-- An id in the address of an event leads to its slug. Parsed here, because roles without a right to schema private use
-- it in checks.
create function private.is_free_slug(relation text, slug text) returns boolean
language sql immutable set search_path = ''
return slug <> all (private.reserved_slugs(relation))
  and slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
comment on function private.is_free_slug is 'Whether the address of a slug is not taken by a fixed route.';

-- Visits of moved addresses, which the web server sums up and writes from time to time.
create function public.count_redirects(visits jsonb) returns integer
language plpgsql volatile security invoker set search_path = '' as $$
declare
  counted integer;
begin
  update public.redirects set hits = least(hits::bigint + visit.value::bigint, 2147483647)::integer
  from jsonb_each_text(visits) as visit where redirects.from_path = visit.key and visit.value ~ '^[0-9]{1,9}$';
  get diagnostics counted = row_count;
  return counted;
end $$;
comment on function public.count_redirects is
  'For the server only: adds {address: visits} to redirects.hits and returns how many of the addresses have a '
  'redirect.';
grant execute on function public.count_redirects to service_role;
