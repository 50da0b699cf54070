-- Event managers correct the answers to the questions of a form; the version of the form never changes.

create function private.edit_registration_answers(registration uuid, answers jsonb, reason text, seen timestamptz) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  note text := left(nullif(btrim(coalesce(reason, '')), ''), 300);
  form jsonb;
  changed jsonb;
  names text[];
begin
  if note is null then
    raise exception 'reason_missing';
  end if;
  select schema into form from public.form_template_versions where id = known.form_version_id;
  if form is null then
    perform private.refuse_request('answers');
  end if;
  -- Answers that belong to no question of the version stay.
  changed := known.answers - array(select question ->> 'name' from jsonb_array_elements(form) as question)
    || private.registration_answers(form, answers);
  names := array(
    select name from (select jsonb_object_keys(known.answers) union select jsonb_object_keys(changed)) as keys (name)
    where known.answers -> name is distinct from changed -> name order by name
  );
  if names = '{}' then
    return known.updated_at;
  end if;
  update public.event_registrations set answers = changed where id = known.id returning * into known;
  -- The history keeps 500 characters: the names are cut before the reason.
  perform private.note_registration(known, 'answers:' || left(array_to_string(names, ','), 180) || ':' || note);
  return known.updated_at;
end $$;
comment on function private.edit_registration_answers(uuid, jsonb, text, timestamptz) is
  'Replaces the answers to the questions of the version that was answered; the history names the questions and the reason, not the answers.';

create function public.edit_registration_answers(registration uuid, answers jsonb, reason text, seen timestamptz default null) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.edit_registration_answers(registration, answers, reason, seen);
comment on function public.edit_registration_answers(uuid, jsonb, text, timestamptz) is
  'Event managers correct the answers of a registration, with a reason. Answers its updated_at. Raises reason_missing, registration_changed or invalid_request.';
revoke execute on function public.edit_registration_answers(uuid, jsonb, text, timestamptz) from public, anon;
grant execute on function public.edit_registration_answers(uuid, jsonb, text, timestamptz) to authenticated, service_role;
