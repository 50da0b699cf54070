-- Internal notes of the people who decide registrations.

create table public.registration_notes (
  id uuid primary key,
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null default private.account_id(),
  body text not null check (body !~ '^\s*$' and char_length(body) <= 1000),
  created_at timestamptz not null default now()
);
comment on table public.registration_notes is
  'Notes about a registration for the people who decide it; the person never sees them in the portal. Written by '
  'functions only. They are not lines of registration_events, because the person reads those.';
comment on column public.registration_notes.id is 'Made by the page of the form: the same form sent twice is one note.';
create index registration_notes_registration_id_idx on public.registration_notes (registration_id, created_at);
create index registration_notes_author_id_idx on public.registration_notes (author_id);
alter table public.registration_notes enable row level security;
grant select on public.registration_notes to authenticated;
grant all on public.registration_notes to service_role;
create policy "people who decide registrations and event managers read notes" on public.registration_notes
  for select to authenticated
  using (
    (select private.manages_registrations())
    or registration_id in (
      select id from public.event_registrations where event_id in (select private.events_with_right('registrations'))
    )
  );
create trigger registration_notes_audit after insert or delete on public.registration_notes
  for each row execute function private.write_audit('id', 'registration_id,author_id');

insert into private.audit_log_permissions (entity, permission) values
  ('registration_notes', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, position) values
  ('registration_notes', 'author_id', 'account', 'work', 'Notas sobre inscrições', 'unlink', 157);

select
  private.declare_columns('registration_notes', 'exported', '{id,registration_id,body,created_at}'),
  private.declare_columns('registration_notes', 'withheld', '{author_id}', 'another person: who wrote the note');

create function private.add_registration_note(registration uuid, note uuid, body text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right(
    (select event_id from public.event_registrations where id = registration), 'registrations');
  if not exists (select from public.event_registrations where id = registration) then
    return private.gone();
  end if;
  insert into public.registration_notes (id, registration_id, body)
  values (note, registration, private.text_field(jsonb_build_object('body', body), 'body', 1000, true))
  on conflict (id) do nothing;
  return private.saved();
end $$;

create function private.remove_registration_note(note uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_event_right((
    select event_id from public.registration_notes as stored
    join public.event_registrations as registration on registration.id = stored.registration_id where stored.id = note
  ), 'registrations');
  delete from public.registration_notes where id = note;
  return private.saved_or_gone(found);
end $$;

create function public.add_registration_note(registration uuid, note uuid, body text) returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_registration_note(registration, note, body);
comment on function public.add_registration_note is
  'People who decide a registration write an internal note about it; the same id stores one. Answers saved or gone.';
grant execute on function public.add_registration_note to authenticated, service_role;

create function public.remove_registration_note(note uuid) returns jsonb
language sql volatile security invoker set search_path = ''
return private.remove_registration_note(note);
comment on function public.remove_registration_note is
  'People who decide a registration delete an internal note about it. Answers saved or gone.';
grant execute on function public.remove_registration_note to authenticated, service_role;
