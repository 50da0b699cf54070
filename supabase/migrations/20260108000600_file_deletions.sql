-- Files to delete: the database names them in its own transaction, the worker deletes them through the storage server.
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
create trigger service_requests_files after delete on public.service_requests
  for each row execute function private.queue_request_photos();

create function private.queue_signatures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('sales-assets', array[old.seller_signature_url, old.client_signature_url]);
  return null;
end $$;
create trigger sales_files after delete on public.sales
  for each row execute function private.queue_signatures();

create function private.queue_receipt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('payment-receipts', array[old.receipt_path]);
  return null;
end $$;
create trigger payments_files after delete on public.payments
  for each row execute function private.queue_receipt();

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

create function private.forget_deleted_files(bucket text, names text[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from private.file_deletions as queued
  where queued.bucket = forget_deleted_files.bucket and queued.name = any (names)
    -- A file the storage server still has stays queued.
    and not exists (select from storage.objects where bucket_id = queued.bucket and objects.name = queued.name);
  get diagnostics gone = row_count;
  return gone;
end $$;
create function public.forget_deleted_files(bucket text, names text[]) returns integer
language sql volatile security invoker set search_path = ''
return private.forget_deleted_files(bucket, names);
comment on function public.forget_deleted_files(text, text[]) is 'For the worker only: takes files that no longer exist off the queue and answers how many.';

do $$
declare
  name text;
begin
  foreach name in array array['files_to_delete(integer)', 'forget_deleted_files(text, text[])'] loop
    execute format('revoke execute on function public.%s from public, anon, authenticated', name);
    execute format('grant execute on function public.%s to service_role', name);
  end loop;
end $$;
