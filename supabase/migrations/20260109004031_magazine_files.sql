-- PDF files of issues that editors upload; magazines.pdf_path holds the address pages link to.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('magazine-files', 'magazine-files', true, 41943040, array['application/pdf'])
on conflict (id) do nothing;

create policy "magazine editors list the files of issues" on storage.objects
  for select to authenticated using (bucket_id = 'magazine-files' and (select private.has_permission('magazine')));
create policy "magazine editors add files of issues" on storage.objects
  for insert to authenticated with check (bucket_id = 'magazine-files' and (select private.has_permission('magazine')));
create policy "magazine editors delete files of issues" on storage.objects
  for delete to authenticated using (bucket_id = 'magazine-files' and (select private.has_permission('magazine')));
