-- Pictures that editors put on the site: the files in a public bucket, what they show and whose they are in a table.
create function private.edits_content() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and exists (
    select from unnest(array[
      'blog', 'magazine', 'state_content', 'photo_points', 'website_content', 'events', 'clubs', 'ads', 'services', 'vouchers', 'city_gallery'
    ]) as key
    where private.has_permission(key)
  )
$$;
comment on function private.edits_content() is 'Whether the caller is staff with at least one permission to write content.';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('media', 'media', true, 10485760, array['image/webp'])
on conflict (id) do nothing;

create policy "content editors list the pictures of the site" on storage.objects
  for select to authenticated using (bucket_id = 'media' and (select private.edits_content()));
create policy "content editors add pictures to the site" on storage.objects
  for insert to authenticated with check (bucket_id = 'media' and (select private.edits_content()));
create policy "content editors delete pictures of the site" on storage.objects
  for delete to authenticated using (bucket_id = 'media' and (select private.edits_content()));

create table public.media_assets (
  id uuid primary key default gen_random_uuid(),
  path text not null unique check (path ~ '^/midia/[0-9]{4}-[0-9]{2}/[0-9a-f-]{36}\.webp$'),
  width integer not null check (width between 1 and 2000),
  height integer not null check (height between 1 and 2000),
  bytes integer not null check (bytes > 0),
  alt text not null default '' check (char_length(alt) <= 300),
  credit text check (credit !~ '^\s*$' and char_length(credit) <= 200),
  licence text check (licence !~ '^\s*$' and char_length(licence) <= 200),
  uploaded_by uuid default auth.uid() references public.profiles (id) on delete set null,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.media_assets is 'Pictures of the site; the path is the address pages show them at, the file of the same name lies in the bucket media.';
comment on column public.media_assets.alt is 'What the picture shows, in words; a picture without it is not published.';
comment on column public.media_assets.translations is '{en: {alt}, es: {alt}}';

create index media_assets_uploaded_by_idx on public.media_assets (uploaded_by);

alter table public.media_assets enable row level security;
grant select on public.media_assets to anon;
grant select, insert, update, delete on public.media_assets to authenticated;
grant all on public.media_assets to service_role;

create policy "anonymous visitors read what pictures show" on public.media_assets
  for select to anon using (true);
create policy "signed-in accounts read what pictures show" on public.media_assets
  for select to authenticated using (true);
create policy "content editors add pictures as their own" on public.media_assets
  for insert to authenticated with check (uploaded_by = (select auth.uid()) and (select private.edits_content()));
create policy "content editors describe pictures" on public.media_assets
  for update to authenticated using ((select private.edits_content())) with check ((select private.edits_content()));
create policy "content editors delete pictures" on public.media_assets
  for delete to authenticated using ((select private.edits_content()));

create trigger media_assets_touch before update on public.media_assets
  for each row execute function private.touch_updated_at();
create trigger media_assets_audit after insert or update or delete on public.media_assets
  for each row execute function private.write_audit('id');

insert into private.trail_permissions (entity, permission) values ('media_assets', 'city_gallery');
