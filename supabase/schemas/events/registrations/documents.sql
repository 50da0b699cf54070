-- Files that a kind of registration asks for.

create table public.registration_documents (
  id uuid primary key default gen_random_uuid(),
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z][a-z0-9_]{1,59}$'),
  path text not null unique check (char_length(path) <= 300),
  expires_on date,
  status text not null default 'sent' check (status = any (private.document_statuses())),
  reason text check (char_length(reason) <= 500),
  created_at timestamptz not null default now()
);
comment on table public.registration_documents is
  'Documents of a registration; path is the name of the file in the private bucket registration-documents.';
create index registration_documents_registration_id_idx on public.registration_documents (registration_id);
alter table public.registration_documents enable row level security;
grant select on public.registration_documents to authenticated;
grant all on public.registration_documents to service_role;
create policy "accounts read documents of their own registrations, event managers all" on public.registration_documents
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.id = registration_id));

create function private.queue_registration_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('registration-documents', array[old.path]);
  return null;
end $$;
comment on function private.queue_registration_document is 'Trigger function: deletes the file of a deleted document.';

create trigger registration_documents_files after delete on public.registration_documents
  for each row execute function private.queue_registration_document();

select private.declare_columns('registration_documents', 'exported',
  '{id,registration_id,kind,path,expires_on,status,reason,created_at}');

insert into private.retention_rules (key, relation, period_start, retention_period, condition, position) values
  ('rejected_registration_documents', 'public.registration_documents',
    '(select updated_at from public.event_registrations as registration where registration.id = registration_id)',
    '90 days', 'exists (select from public.event_registrations as registration where registration.id = registration_id and registration.status = ''rejected'')', 220);

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('registration_documents', 'expires_on', 'stays', 'a date on the document');

insert into private.file_columns (bucket, relation, names) values
  ('registration-documents', 'public.registration_documents', 'array[path]');

create function private.check_document(document uuid, decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  checked_document public.registration_documents;
  existing public.event_registrations;
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  perform private.require_event_right((
    select registration.event_id from public.registration_documents as sent
    join public.event_registrations as registration on registration.id = sent.registration_id
    where sent.id = check_document.document
  ), 'registrations');
  if decision not in ('ok', 'refused') then
    perform private.refuse('invalid', 'decision');
  elsif decision = 'refused' and note is null then
    return private.refused('reason_missing');
  end if;
  select * into checked_document from public.registration_documents where id = document for update;
  select * into existing from public.event_registrations where id = checked_document.registration_id;
  if existing.id is null then
    return private.gone();
  end if;
  update public.registration_documents set status = decision, reason = case when decision = 'refused'
    then left(note, 500) end where id = checked_document.id;
  perform private.note_registration(existing, 'document_' || decision || ':' || checked_document.kind);
  if decision = 'refused' and checked_document.status <> 'refused' then
    perform private.mail_registration(existing, 'registration_document_refused', 'registration',
      jsonb_build_object('note', note));
  end if;
  return private.saved();
end $$;
comment on function private.check_document is
  'Accepts a document, or refuses it with a reason that is mailed to the person.';

create function private.required_files(kind public.event_registration_types, questions jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select unnest(kind.required_documents)
    union
    select question ->> 'name' from jsonb_array_elements(coalesce(questions, '[]')) as question
    where question ->> 'kind' = 'file' and (question ->> 'required')::boolean
  )
$$;
comment on function private.required_files is
  'Documents that a kind requires, and questions of its form that need a file.';

create function private.missing_files(registration public.event_registrations) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select needed from unnest(private.required_files(type, form.schema)) as needed
    where not exists (
      select from public.registration_documents as document
      where document.registration_id = registration.id and document.kind = needed and document.status <> 'refused'
    )
    order by needed
  )
  from public.event_registration_types as type
  left join public.form_template_versions as form on form.id = registration.form_version_id
  where type.id = registration.type_id
$$;
comment on function private.missing_files is 'Required documents that were not sent, or were refused.';

create function private.admit_with_documents(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration(private.buyer_of(registration));
  kind public.event_registration_types;
begin
  select * into kind from public.event_registration_types where id = existing.type_id;
  if existing.status <> 'pending' or exists (
      select from public.event_registrations as one join public.event_registration_types as type
        on type.id = one.type_id
      where one.order_id = existing.order_id and one.status = 'pending'
        and (type.requires_approval or private.missing_files(one) <> '{}')
    )
    or private.kind_end(kind.id) <= now()
    or not exists (select from public.events where id = existing.event_id and status = 'published') then
    return;
  -- Free places belong to the people who wait.
  elsif not private.is_of_several(existing)
    and exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted') then
    perform private.set_registration_status(existing.id, 'waitlisted');
  else
    perform private.approve_registration(existing.id);
  end if;
end $$;
comment on function private.admit_with_documents is
  'Confirms a registration, asks for its payment or puts it on the waiting list when it waited for documents only and '
  'the last one arrived.';

create function private.asked_files(kind public.event_registration_types, questions jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select unnest(private.required_files(kind, questions))
    union
    select question ->> 'name' from jsonb_array_elements(coalesce(questions, '[]')) as question
      where question ->> 'kind' = 'file'
  )
$$;
comment on function private.asked_files is
  'Documents that a kind requires, and questions of its form that take a file.';

create function private.stored_bytes(bucket text, folder text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum((objects.metadata ->> 'size')::bigint), 0)
  from storage.objects where bucket_id = stored_bytes.bucket and starts_with(name, stored_bytes.folder || '/')
$$;
comment on function private.stored_bytes is 'Bytes of all files in a folder of a bucket.';

create function private.add_registration_document(token text, kind text, path text, expires date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  existing public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'registration',
    'manage')).registration_id);
  asked text[];
  replaced text[];
begin
  if existing.id is null or existing.status = any (private.ended_registration_statuses())
    or path !~ ('^' || existing.id || '/[0-9a-f-]{36}\.(webp|pdf)$') then
    return private.refused('closed');
  end if;
  select private.asked_files(type, form.schema) into asked
  from public.event_registration_types as type
  left join public.form_template_versions as form on form.id = existing.form_version_id
  where type.id = existing.type_id;
  if kind <> all (asked) then
    return private.refused('not_asked');
  end if;
  -- A new file replaces one that was not approved.
  select coalesce(array_agg(earlier.path), '{}') into replaced from public.registration_documents as earlier
  where earlier.registration_id = existing.id and earlier.kind = add_registration_document.kind
    and earlier.status <> 'ok';
  if private.stored_bytes('registration-documents', existing.id::text) - (
    select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects
      where bucket_id = 'registration-documents' and name = any (replaced)
  ) > private.registration_bytes_limit()
    or (select count(*) from public.registration_documents where registration_id = existing.id) >= 20 then
    return private.refused('too_much');
  end if;
  delete from public.registration_documents as earlier where registration_id = existing.id
    and earlier.path = any (replaced);
  insert into public.registration_documents (registration_id, kind, path, expires_on)
    values (existing.id, kind, path, expires);
  perform private.admit_with_documents(existing.id);
  return private.saved(jsonb_build_object('replaced', to_jsonb(replaced)));
end $$;
comment on function private.add_registration_document is
  'A document of the holder of a link; the file is stored before, so that its bytes count. outcome: added with the '
  'names of replaced files, closed, not_asked, or too_much when the registration has too many files or bytes.';

create function public.check_document(document uuid, decision text, reason text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.check_document(document, decision, reason);
comment on function public.check_document is
  'Event managers check a document of a registration: ok, or refused with a reason.';
grant execute on function public.check_document to authenticated, service_role;

create function public.add_registration_document(token text, kind text, path text, expires date default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_registration_document(token, kind, path, expires);
comment on function public.add_registration_document is
  'For the server only: registers a stored document that the registration asks for. outcome: added, closed, not_asked '
  'or too_much.';
grant execute on function public.add_registration_document to service_role;
