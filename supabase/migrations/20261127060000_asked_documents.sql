-- Documents of a registration: only those that its kind or form asks for, within a limit of bytes.

create function private.asked_files(kind public.event_registration_types, questions jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select unnest(private.required_files(kind, questions))
    union
    select question ->> 'name' from jsonb_array_elements(coalesce(questions, '[]')) as question where question ->> 'kind' = 'file'
  )
$$;
comment on function private.asked_files(public.event_registration_types, jsonb) is
  'Documents that a kind requires, and questions of its form that take a file.';

create function private.registration_bytes_limit() returns bigint
language sql immutable set search_path = '' as $$ select 40 * 1024 * 1024::bigint $$;
comment on function private.registration_bytes_limit() is 'Most bytes of all documents of one registration together.';

create function private.stored_bytes(bucket text, folder text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum((objects.metadata ->> 'size')::bigint), 0)
  from storage.objects where bucket_id = stored_bytes.bucket and starts_with(name, stored_bytes.folder || '/')
$$;
comment on function private.stored_bytes(text, text) is 'Bytes of all files in a folder of a bucket.';

drop function public.add_registration_document(text, text, text, date);
drop function private.add_registration_document(text, text, text, date);

create function private.add_registration_document(token text, kind text, path text, expires date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration', 'manage')).registration_id);
  asked text[];
  replaced text[];
begin
  if known.id is null or known.status in ('rejected', 'cancelled', 'expired') or path !~ ('^' || known.id || '/[0-9a-f-]{36}\.(webp|pdf)$') then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select private.asked_files(type, form.schema) into asked
  from public.event_registration_types as type
  left join public.form_template_versions as form on form.id = known.form_version_id
  where type.id = known.type_id;
  if kind <> all (asked) then
    return jsonb_build_object('outcome', 'not_asked');
  end if;
  -- A new file replaces one that was not approved.
  select coalesce(array_agg(earlier.path), '{}') into replaced from public.registration_documents as earlier
  where earlier.registration_id = known.id and earlier.kind = add_registration_document.kind and earlier.status <> 'ok';
  if private.stored_bytes('registration-documents', known.id::text) - (
    select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects where bucket_id = 'registration-documents' and name = any (replaced)
  ) > private.registration_bytes_limit()
    or (select count(*) from public.registration_documents where registration_id = known.id) >= 20 then
    return jsonb_build_object('outcome', 'too_much');
  end if;
  delete from public.registration_documents as earlier where registration_id = known.id and earlier.path = any (replaced);
  insert into public.registration_documents (registration_id, kind, path, expires_on) values (known.id, kind, path, expires);
  perform private.admit_with_documents(known.id);
  return jsonb_build_object('outcome', 'added', 'replaced', to_jsonb(replaced));
end $$;
comment on function private.add_registration_document(text, text, text, date) is
  'A document of the holder of a link; the file is stored before, so that its bytes count. outcome: added with the names of replaced files, closed, not_asked, or too_much when the registration has too many files or bytes.';

create function public.add_registration_document(token text, kind text, path text, expires date default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_registration_document(token, kind, path, expires);
comment on function public.add_registration_document(text, text, text, date) is
  'For the server only: registers a stored document that the registration asks for. outcome: added, closed, not_asked or too_much.';
revoke execute on function public.add_registration_document(text, text, text, date) from public, anon, authenticated;
grant execute on function public.add_registration_document(text, text, text, date) to service_role;
