-- Uploads: who stored a file before a row named it, and how many bytes.
create table private.uploads (
  bucket text not null,
  name text not null,
  account_id uuid references public.profiles (id) on delete set null,
  publish_link_id uuid references public.event_publish_links (id) on delete set null,
  bytes bigint not null check (bytes > 0),
  created_at timestamptz not null default now(),
  primary key (bucket, name)
);
comment on table private.uploads is 'Files stored by an account or the holder of a publish link before a row names them; deleted with the file.';
comment on column private.uploads.bytes is 'Counted against the limit of the account or link.';
create index uploads_account_id_idx on private.uploads (account_id);
create index uploads_publish_link_id_idx on private.uploads (publish_link_id);
insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure) values
  ('private.uploads', 'account_id', 'account', 'own', 'Arquivos enviados', 'unlink');
select
  private.declare_columns('private.uploads', 'exported', '{bucket,name,account_id,bytes,created_at}'),
  private.declare_columns('private.uploads', 'not_personal', '{publish_link_id}', 'technical key');

create function private.upload_limit() returns bigint
language sql immutable set search_path = '' as $$ select 500 * 1024 * 1024::bigint $$;
comment on function private.upload_limit() is 'Most bytes of all stored uploads of one account or publish link.';

create function private.take_upload(bucket text, name text, bytes bigint, account uuid, link_token text) returns boolean
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
  if coalesce(account, link) is null or stored + take_upload.bytes > private.upload_limit() then
    return false;
  end if;
  -- A file that is sent again has the same name.
  insert into private.uploads (bucket, name, account_id, publish_link_id, bytes)
  values (take_upload.bucket, take_upload.name, account, link, take_upload.bytes)
  on conflict do nothing;
  return true;
end $$;
comment on function private.take_upload(text, text, bigint, uuid, text) is
  'Records a file that an account or the holder of a publish link is about to store; false when it has too many bytes.';

create function public.take_upload(bucket text, name text, bytes bigint, account uuid default null, link_token text default null) returns boolean
language sql volatile security invoker set search_path = ''
return private.take_upload(bucket, name, bytes, account, link_token);
comment on function public.take_upload(text, text, bigint, uuid, text) is
  'For the server only, before it stores a file of an account or publish link; false when the limit of bytes is reached.';
revoke execute on function public.take_upload(text, text, bigint, uuid, text) from public, anon, authenticated;
grant execute on function public.take_upload(text, text, bigint, uuid, text) to service_role;

create function private.is_own_upload(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.uploads as upload
    where upload.bucket = is_own_upload.bucket and upload.name = is_own_upload.name and upload.account_id = (select private.account_id())
  )
$$;
comment on function private.is_own_upload(text, text) is 'Whether the caller stored the file.';
grant execute on function private.is_own_upload(text, text) to authenticated;
