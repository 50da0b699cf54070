-- Files are stored before the row that names them exists. One list of the columns that name files decides which are
-- unattached; those live two days.

create table private.file_columns (
  bucket text not null,
  relation text not null,
  names text not null,
  primary key (bucket, relation)
);
comment on table private.file_columns is 'Which columns name the files of a bucket.';
comment on column private.file_columns.names is 'SQL expression over a row of the relation: the names of its files as text[].';
insert into private.file_columns (bucket, relation, names) values
  ('ad-art', 'public.ads', $$array[replace(image_desktop, '/arte/', ''), replace(image_mobile, '/arte/', '')]$$),
  ('event-contracts', 'public.registration_contracts', 'array[signature_path]'),
  ('event-files', 'public.events', 'array[poster_path, stand_map_path]'),
  ('event-files', 'public.event_sponsors', 'array[logo_path]'),
  ('event-files', 'public.event_media', 'array[path]'),
  ('event-files', 'public.event_changes', $$case when status = 'pending' then array[payload ->> 'poster_path'] end$$),
  ('magazine-files', 'public.magazines', $$array[replace(pdf_path, '/midia/', '')]$$),
  ('media', 'public.media_assets', $$array[replace(path, '/midia/', '')]$$),
  ('payment-receipts', 'public.payments', 'array[receipt_path]'),
  ('print-batches', 'public.print_batches', 'array[path]'),
  ('registration-documents', 'public.registration_documents', 'array[path]'),
  ('request-photos', 'public.service_requests', 'private.payload_photos(payload)'),
  ('sales-assets', 'public.sales', 'array[seller_signature_url, client_signature_url]'),
  ('vehicle-files', 'public.vehicle_files', 'array[path]'),
  ('voucher-images', 'public.vouchers', $$array[replace(image_url, '/imagem-voucher/', '')]$$);
insert into private.personal_columns (relation, column_name, treatment, reason) values
  ('private.file_columns', '*', 'not_personal', 'names of columns');

create function private.queue_unattached_files() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  queued integer;
  total integer := 0;
begin
  for one in
    select bucket, string_agg(format('select unnest(%s) from %s', names, relation), ' union all ') as named from private.file_columns group by bucket
  loop
    execute format(
      'insert into private.file_deletions (bucket, name)
      select bucket_id, objects.name from storage.objects
      left join (%s) as named (name) on named.name = objects.name
      where bucket_id = %L and created_at < now() - interval ''2 days'' and named.name is null
      limit 1000 on conflict do nothing', one.named, one.bucket);
    get diagnostics queued = row_count;
    total := total + queued;
  end loop;
  delete from private.uploads as upload
  where upload.created_at < now() - interval '2 days'
    and not exists (select from storage.objects where bucket_id = upload.bucket and objects.name = upload.name);
  return total;
end $$;
comment on function private.queue_unattached_files() is
  'Queues files older than two days that no row names: posters, images and photos of forms that were never sent, and replaced files.';

drop function public.queue_abandoned_photos();
drop function private.queue_abandoned_photos();
drop function private.queue_abandoned_event_files();
drop function private.queue_abandoned_voucher_images();

create function public.queue_unattached_files() returns integer
language sql volatile security invoker set search_path = ''
return private.queue_unattached_files();
comment on function public.queue_unattached_files() is 'For the worker only: queues files older than two days that no row names.';
revoke execute on function public.queue_unattached_files() from public, anon, authenticated;
grant execute on function public.queue_unattached_files() to service_role;
