-- Pictures that editors upload: files in a public bucket, their facts in a table. Also the queue of files to delete.

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
  for insert to authenticated with check (uploaded_by = (select private.account_id()) and (select private.edits_content()));
create policy "content editors describe pictures" on public.media_assets
  for update to authenticated using ((select private.edits_content())) with check ((select private.edits_content()));
create policy "content editors delete pictures" on public.media_assets
  for delete to authenticated using ((select private.edits_content()));

create trigger media_assets_touch before update on public.media_assets
  for each row execute function private.touch_updated_at();
create trigger media_assets_audit after insert or update or delete on public.media_assets
  for each row execute function private.write_audit('id');
create trigger media_assets_server_columns before insert or update on public.media_assets
  for each row execute function private.guard_server_columns('uploaded_by', 'created_at');

-- Files to delete: queued in the transaction that no longer needs them, deleted by the worker through the storage server.
create table private.file_deletions (
  bucket text not null,
  name text not null,
  queued_at timestamptz not null default now(),
  primary key (bucket, name)
);
comment on table private.file_deletions is 'Files whose row is gone. Deleting rows of storage.objects in SQL would leave the bytes, so the worker does it.';

create function private.queue_files(bucket text, names text[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.file_deletions (bucket, name)
  select queue_files.bucket, name from unnest(names) as name where coalesce(name, '') <> ''
  on conflict do nothing
$$;
comment on function private.queue_files(text, text[]) is 'Adds files of one bucket to those the worker deletes.';

create function private.payload_photos(payload jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(select jsonb_array_elements_text(payload -> 'photos')) where jsonb_typeof(payload -> 'photos') = 'array'
$$;
comment on function private.payload_photos(jsonb) is 'Names of the files in bucket request-photos that a request carries; null without any.';

create function private.queue_request_photos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('request-photos', private.payload_photos(old.payload));
  return null;
end $$;

create function private.files_to_delete(max_rows integer) returns table (bucket text, name text)
language sql stable security definer set search_path = '' as $$
  select bucket, name from private.file_deletions order by queued_at, bucket, name limit least(greatest(max_rows, 1), 1000)
$$;

create function public.files_to_delete(max_rows integer default 100) returns table (bucket text, name text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.files_to_delete(max_rows);
end;
comment on function public.files_to_delete(integer) is 'For the worker only: files to delete through the storage server, the oldest first.';
revoke execute on function public.files_to_delete(integer) from public, anon, authenticated;
grant execute on function public.files_to_delete(integer) to service_role;

create function private.forget_deleted_files(bucket text, names text[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from private.file_deletions as queued
  where queued.bucket = forget_deleted_files.bucket and queued.name = any (names)
    -- A file that the storage server still has remains queued.
    and not exists (select from storage.objects where bucket_id = queued.bucket and objects.name = queued.name);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function public.forget_deleted_files(bucket text, names text[]) returns integer
language sql volatile security invoker set search_path = ''
return private.forget_deleted_files(bucket, names);
comment on function public.forget_deleted_files(text, text[]) is 'For the worker only: takes files that no longer exist off the queue and answers how many.';
revoke execute on function public.forget_deleted_files(text, text[]) from public, anon, authenticated;
grant execute on function public.forget_deleted_files(text, text[]) to service_role;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('media', 'media', true, 10485760, array['image/webp'])
on conflict (id) do nothing;

insert into private.trail_permissions (entity, permission) values ('media_assets', 'city_gallery');

create policy "content editors list the pictures of the site" on storage.objects
  for select to authenticated using (bucket_id = 'media' and (select private.edits_content()));

create policy "content editors add pictures to the site" on storage.objects
  for insert to authenticated with check (bucket_id = 'media' and (select private.edits_content()));

create policy "content editors delete pictures of the site" on storage.objects
  for delete to authenticated using (bucket_id = 'media' and (select private.edits_content()));
