-- Photos sent with a request. Without a policy to insert, only the server puts files here, after checking them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('request-photos', 'request-photos', false, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do nothing;

create policy "request managers read the photos of requests" on storage.objects
  for select to authenticated
  using (bucket_id = 'request-photos' and (select private.has_permission('service_requests')));
