-- Pictures of the site, uploaded files, and the deletion of stored files that nothing shows any more.

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
comment on table public.media_assets is
  'Pictures of the site; path is their address on pages, and the file of the same name is in the bucket media.';
comment on column public.media_assets.alt is 'Alt text; a picture without it is not published.';
comment on column public.media_assets.translations is '{en: {alt}, es: {alt}}';
create index media_assets_uploaded_by_idx on public.media_assets (uploaded_by);
alter table public.media_assets enable row level security;
grant select (
  id, path, width, height, bytes, alt, credit, licence, translations, created_at, updated_at
) on public.media_assets to anon;
grant select, insert, update, delete on public.media_assets to authenticated;
grant all on public.media_assets to service_role;
create policy "anonymous visitors read media assets" on public.media_assets
  for select to anon using (true);
create policy "signed-in accounts read media assets" on public.media_assets
  for select to authenticated using (true);

create function private.edits_content() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and exists (
    select from unnest(private.content_permissions()) as key
    where private.has_permission(key)
  )
$$;
comment on function private.edits_content is
  'Whether the caller is staff with at least one permission to write content.';

create policy "content editors add media assets in their own name" on public.media_assets
  for insert to authenticated with check (uploaded_by = (select private.account_id())
    and (select private.edits_content()));
create policy "content editors update media assets" on public.media_assets
  for update to authenticated using ((select private.edits_content())) with check ((select private.edits_content()));
create policy "content editors delete media assets" on public.media_assets
  for delete to authenticated using ((select private.edits_content()));
create trigger media_assets_touch before update on public.media_assets
  for each row execute function private.touch_updated_at();
create trigger media_assets_audit after insert or update or delete on public.media_assets
  for each row execute function private.write_audit('id');
create trigger media_assets_server_columns before insert or update on public.media_assets
  for each row execute function private.guard_server_columns('uploaded_by', 'created_at');

insert into private.audit_log_permissions (entity, permission) values
  ('media_assets', 'city_gallery');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('media_assets', 'uploaded_by', 'account', 'work', 'Trabalho na equipe', 'unlink', 41);

select
  private.declare_columns('media_assets', 'not_personal', '{*}', 'pictures of the guide'),
  private.declare_columns('media_assets', 'withheld', '{uploaded_by}', 'listed as work of the team');

insert into private.file_columns (bucket, relation, names) values
  ('media', 'public.media_assets', 'array[replace(path, ''/midia/'', '''')]');

-- Files to delete: queued in the transaction that no longer needs them, deleted by the worker through the storage
-- server.
create table private.file_deletions (
  bucket text not null,
  name text not null,
  queued_at timestamptz not null default now(),
  primary key (bucket, name)
);
comment on table private.file_deletions is
  'Queue of files whose row was deleted; the worker deletes them through the storage server, because deleting rows of '
  'storage.objects in SQL would keep the bytes.';

select
  private.declare_columns('private.file_deletions', 'not_personal', '{*}', 'names of files to delete'),
  private.declare_columns('private.file_deletions', 'not_personal', '{name}', 'name of a thing, not of a person');

-- Uploads: who stored a file before a row named it, and how many bytes.
create table private.uploads (
  bucket text not null,
  name text not null,
  account_id uuid references public.profiles (id) on delete set null,
  publish_link_id uuid,
  bytes bigint not null check (bytes > 0),
  created_at timestamptz not null default now(),
  primary key (bucket, name)
);
comment on table private.uploads is
  'Files stored by an account or the holder of a publish link before a row names them; deleted with the file.';
comment on column private.uploads.bytes is 'Counted against the limit of the account or link.';
create index uploads_account_id_idx on private.uploads (account_id);
create index uploads_publish_link_id_idx on private.uploads (publish_link_id);

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('private.uploads', 'account_id', 'account', 'own', 'Arquivos enviados', 'unlink', 140);

select
  private.declare_columns('private.uploads', 'exported', '{bucket,name,account_id,bytes,created_at}'),
  private.declare_columns('private.uploads', 'not_personal', '{publish_link_id}', 'technical key');

create function private.queue_files(bucket text, names text[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into private.file_deletions (bucket, name)
  select queue_files.bucket, name from unnest(names) as name where coalesce(name, '') <> ''
  on conflict do nothing
$$;
comment on function private.queue_files is 'Adds files of one bucket to those the worker deletes.';

create function private.payload_photos(payload jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(select jsonb_array_elements_text(payload -> 'photos')) where jsonb_typeof(payload -> 'photos') = 'array'
$$;
comment on function private.payload_photos is
  'Returns the names of files in the bucket request-photos from the payload of a request; null without any.';

create function private.queue_request_photos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('request-photos', private.payload_photos(old.payload));
  return null;
end $$;

create function private.files_to_delete(max_rows integer) returns table (bucket text, name text)
language sql stable security definer set search_path = '' as $$
  select bucket, name from private.file_deletions order by queued_at, bucket, name
    limit least(greatest(max_rows, 1), 1000)
$$;

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

create function private.take_upload(bucket text, name text, bytes bigint, account uuid, link_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  link uuid := (private.publish_link(link_token)).id;
  stored bigint;
begin
  -- Uploads of one account wait for each other, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('uploads of ' || coalesce(account, link), 0));
  select coalesce(sum(upload.bytes), 0) into stored from private.uploads as upload
  where (upload.account_id = account or upload.publish_link_id = link) and (
    upload.created_at > now() - interval '10 minutes'
    or exists (select from storage.objects where bucket_id = upload.bucket and objects.name = upload.name)
  );
  if coalesce(account, link) is null then
    return private.gone();
  elsif stored + take_upload.bytes > private.upload_limit_bytes() then
    return private.refused('full');
  end if;
  -- A file that is sent again has the same name.
  insert into private.uploads (bucket, name, account_id, publish_link_id, bytes)
  values (take_upload.bucket, take_upload.name, account, link, take_upload.bytes)
  on conflict do nothing;
  return private.saved();
end $$;
comment on function private.take_upload is
  'Records a file that an account or the holder of a publish link is about to store; refused with full when it '
  'has too many bytes.';

create function private.is_own_upload(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.uploads as upload
    where upload.bucket = is_own_upload.bucket and upload.name = is_own_upload.name
      and upload.account_id = (select private.account_id())
  )
$$;
comment on function private.is_own_upload is 'Whether the caller stored the file.';

create function private.queue_unattached_files() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  queued integer;
  total integer := 0;
begin
  for one in
    select bucket, string_agg(format('select unnest(%s) from %s', names, relation), ' union all ') as named
      from private.file_columns group by bucket
  loop
    execute format(
      'insert into private.file_deletions (bucket, name)
      select bucket_id, objects.name from storage.objects
      left join (%s) as named (name) on named.name = objects.name
      where bucket_id = %L and created_at < now() - make_interval(days => private.unattached_file_days())
        and named.name is null
      limit 1000 on conflict do nothing', one.named, one.bucket);
    get diagnostics queued = row_count;
    total := total + queued;
  end loop;
  delete from private.uploads as upload
  where upload.created_at < now() - make_interval(days => private.unattached_file_days())
    and not exists (select from storage.objects where bucket_id = upload.bucket and objects.name = upload.name);
  return total;
end $$;
comment on function private.queue_unattached_files is
  'Queues older files that no row names: posters, images and photos of forms that were never sent, and '
  'replaced files.';

create function private.reads_proposed_poster(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_changes as change
    where change.status = 'pending' and name in (change.payload ->> 'poster_path', change.payload ->> 'stand_map_path')
      and private.edits_event(change.event_id)
  )
$$;
comment on function private.reads_proposed_poster is
  'Whether a poster is part of a waiting change of an event that the caller edits.';

create function private.is_approved_art(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.ads
    where (image_desktop = '/arte/' || name or image_mobile = '/arte/' || name)
      and status in ('approved', 'paused', 'ended')
  )
$$;
comment on function private.is_approved_art is 'Whether a file of bucket ad-art belongs to a banner that was approved.';

create policy "content editors list the pictures of the site" on storage.objects
  for select to authenticated using (bucket_id = 'media' and (select private.edits_content()));
create policy "content editors add pictures to the site" on storage.objects
  for insert to authenticated with check (bucket_id = 'media' and (select private.edits_content()));
create policy "content editors delete pictures of the site" on storage.objects
  for delete to authenticated using (bucket_id = 'media' and (select private.edits_content()));

create function public.files_to_delete(max_rows integer default 100) returns table (bucket text, name text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.files_to_delete(max_rows);
end;
comment on function public.files_to_delete is
  'For the worker only: files to delete through the storage server, the oldest first.';
grant execute on function public.files_to_delete to service_role;

create function public.forget_deleted_files(bucket text, names text[]) returns integer
language sql volatile security invoker set search_path = ''
return private.forget_deleted_files(bucket, names);
comment on function public.forget_deleted_files is
  'For the worker only: deletes files that no longer exist from the queue and returns how many.';
grant execute on function public.forget_deleted_files to service_role;

create policy "authenticated accounts read pictures that they uploaded" on storage.objects
  for select to authenticated using (bucket_id in ('event-files', 'voucher-images')
    and private.is_own_upload(bucket_id, name));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('media', 'media', true, 10485760, '{image/webp}');

create function public.take_upload(bucket text, name text, bytes bigint, account uuid default null, link_token text
  default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.take_upload(bucket, name, bytes, account, link_token);
comment on function public.take_upload is
  'For the server only, before it stores a file of an account or publish link; answers an outcome, refused with full '
  'when the limit of bytes is reached, gone without an account and a link.';
grant execute on function public.take_upload to service_role;

create function public.queue_unattached_files() returns integer
language sql volatile security invoker set search_path = ''
return private.queue_unattached_files();
comment on function public.queue_unattached_files is
  'For the worker only: queues files older than two days that no row names.';
grant execute on function public.queue_unattached_files to service_role;
