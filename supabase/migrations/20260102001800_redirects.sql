create table public.redirects (
  id uuid primary key default gen_random_uuid(),
  from_path text not null unique check (from_path ~ '^/' and char_length(from_path) <= 300),
  to_path text check (to_path ~ '^/' and char_length(to_path) <= 300),
  hits integer not null default 0 check (hits >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint redirect_leads_elsewhere check (to_path <> from_path)
);
comment on table public.redirects is 'Addresses that moved, without language prefix; a row without to_path is gone for good (410).';

create index redirects_to_path_idx on public.redirects (to_path);

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

create trigger redirects_touch before update on public.redirects
  for each row execute function private.touch_updated_at();
create trigger redirects_audit after insert or update or delete on public.redirects
  for each row execute function private.write_audit('id', 'from_path,to_path');

-- The first address is the canonical one; a post of a state is also found at the national address, a photo point on the
-- page of its state.
create function private.addresses_of(kind text, state_abbr text, slug text) returns text[]
language sql immutable set search_path = '' as $$
  select case kind
    when 'region' then array['/' || lower(state_abbr) || '/rota/' || slug]
    when 'city' then array['/' || lower(state_abbr) || '/cidade/' || slug]
    when 'service' then array['/' || lower(state_abbr) || '/servicos/' || slug]
    when 'photo_point' then array['/' || lower(state_abbr) || '/pontos-fotograficos#' || slug]
    when 'post' then array_remove(array['/' || lower(state_abbr) || '/blog/' || slug, '/blog/' || slug], null)
  end
$$;
comment on function private.addresses_of(text, text, text) is 'Where the guide shows an item, without language prefix.';

create function private.record_move(old_path text, new_path text) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.redirects where from_path = new_path;
  -- Older addresses follow at once: nobody is sent through a chain.
  update public.redirects set to_path = new_path where to_path = old_path;
  insert into public.redirects (from_path, to_path) values (old_path, new_path)
  on conflict (from_path) do update set to_path = excluded.to_path;
end $$;
comment on function private.record_move(text, text) is 'Sends visitors of an old address to the new one, or tells them it is gone when there is none.';

create function private.is_shown(item jsonb) returns boolean
language sql stable set search_path = '' as $$
  select item ->> 'deleted_at' is null and case
    when item ? 'publish_at' then item ->> 'status' <> 'draft' and (item ->> 'publish_at')::timestamptz <= now()
    else item ->> 'status' in ('published', 'to_confirm')
  end
$$;
comment on function private.is_shown(jsonb) is 'Whether strangers read the row of a content table.';

-- Argument: kind of item. Items that were never shown have no address to keep.
create function private.keep_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  old_item jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_item jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  old_paths text[] := private.addresses_of(tg_argv[0], old_item ->> 'state_abbr', old_item ->> 'slug');
  new_paths text[] := private.addresses_of(tg_argv[0], new_item ->> 'state_abbr', new_item ->> 'slug');
  was_shown boolean := old_item is not null and private.is_shown(old_item);
  is_gone boolean := new_item is null or new_item ->> 'deleted_at' is not null;
begin
  if new_item is not null and private.is_shown(new_item) then
    delete from public.redirects where from_path = any (new_paths);
  end if;
  if was_shown and is_gone then
    perform private.record_move(path, null) from unnest(old_paths) as path;
  elsif was_shown then
    perform private.record_move(path, new_paths[1]) from unnest(old_paths) as path where path <> all (new_paths);
  end if;
  return null;
end $$;
comment on function private.keep_addresses() is 'Keeps addresses alive when a slug changes, and gone when a shown item is deleted.';

create trigger regions_addresses after insert or update or delete on public.regions
  for each row execute function private.keep_addresses('region');
create trigger services_addresses after insert or update or delete on public.services
  for each row execute function private.keep_addresses('service');
create trigger photo_points_addresses after insert or update or delete on public.photo_points
  for each row execute function private.keep_addresses('photo_point');
create trigger blog_posts_addresses after insert or update or delete on public.blog_posts
  for each row execute function private.keep_addresses('post');

create function private.follow_redirect(path text) returns table (to_path text)
language sql volatile security definer set search_path = '' as $$
  update public.redirects set hits = hits + 1 where from_path = follow_redirect.path returning to_path
$$;
create function public.follow_redirect(path text) returns table (to_path text)
language sql volatile security invoker set search_path = ''
begin atomic
  select to_path from private.follow_redirect(path);
end;
comment on function public.follow_redirect(text) is
  'One row when the address moved (to_path) or is gone (null), none when it never was; counts the visit.';
grant execute on function public.follow_redirect(text) to anon, authenticated, service_role;
