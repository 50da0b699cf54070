-- The questions of form templates: choices, files, help and three languages, checked before a version is published.

alter table public.form_template_versions
  add column full_title text generated always as (title || ' (' || version || ')') stored,
  add column search_name text generated always as (private.fold(title)) stored;
comment on column public.form_template_versions.schema is
  '[{name, label, label_en, label_es, help, help_en, help_es, kind, required, options, options_en, options_es}]: the questions. An answer is stored under the name; the answer of a choice is the Portuguese option.';
comment on column public.form_template_versions.full_title is 'Title with the number of the version, for lists of versions.';
comment on column public.form_template_versions.search_name is 'Title in lower case without accents (private.fold), searched with like and a pattern in the same form.';

create function private.refuse_form(problem text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception 'the questions of a form are incomplete' using errcode = '23514', constraint = 'form_questions_are_complete', detail = problem;
end $$;
comment on function private.refuse_form(text) is 'Refuses the questions of a version; the detail says which rule they break.';

create function private.form_questions(given jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  question jsonb;
  base text;
  name text;
  names text[] := '{}';
  kept jsonb := '[]';
begin
  for question in select * from jsonb_array_elements(given) loop
    if jsonb_typeof(question) <> 'object' then
      perform private.refuse_form('not an object');
    end if;
    -- Empty fields of the panel are left out, so that a stored version stays equal to what the panel sends again.
    select coalesce(jsonb_object_agg(entry.key, entry.value), '{}') into question
    from jsonb_each(question) as entry where entry.value not in ('null', '""', '[]', 'false');
    base := coalesce(question ->> 'name', nullif(btrim(regexp_replace(private.fold(left(question ->> 'label', 50)), '[^a-z0-9]+', '_', 'g'), '_'), ''), 'pergunta');
    base := case when base ~ '^[a-z]' then base else 'p_' || base end;
    name := base;
    while not question ? 'name' and name = any (names) loop
      name := base || '_' || cardinality(names) + 1;
    end loop;
    if name = any (names) or name !~ '^[a-z][a-z0-9_]{1,59}$' then
      perform private.refuse_form('name');
    end if;
    names := names || name;
    kept := kept || jsonb_build_array(question || jsonb_build_object('name', name));
  end loop;
  return kept;
end $$;
comment on function private.form_questions(jsonb) is 'Questions without empty fields, each with a name of its own, made from the label where it is missing.';

create function private.check_form_questions(questions jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  question jsonb;
  choices jsonb;
  translated text;
begin
  if jsonb_array_length(questions) > 60 then
    perform private.refuse_form('too many');
  end if;
  for question in select * from jsonb_array_elements(questions) loop
    choices := coalesce(question -> 'options', '[]');
    if coalesce(jsonb_typeof(question -> 'label'), '') <> 'string'
      or coalesce(question ->> 'kind', '') not in ('text', 'longtext', 'number', 'choice', 'boolean', 'date', 'file') then
      perform private.refuse_form('label or kind');
    elsif question ->> 'kind' = 'choice' and (
      jsonb_typeof(choices) <> 'array' or jsonb_array_length(choices) < 2
      or (select count(distinct value) from jsonb_array_elements(choices)) < jsonb_array_length(choices)
    ) then
      perform private.refuse_form('options');
    end if;
    foreach translated in array array['options_en', 'options_es'] loop
      -- A translated option has the place of the Portuguese one.
      if question ? translated and jsonb_array_length(question -> translated) <> jsonb_array_length(choices) then
        perform private.refuse_form(translated);
      end if;
    end loop;
  end loop;
end $$;
comment on function private.check_form_questions(jsonb) is 'Refuses questions that a page could not show or translate.';

create function private.prepare_form_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  questions jsonb := private.form_questions(new.schema);
begin
  new.schema := case when tg_op = 'UPDATE' and private.form_questions(old.schema) = questions then old.schema else questions end;
  if new.published_at is not null and (tg_op = 'INSERT' or old.published_at is null) then
    perform private.check_form_questions(new.schema);
    if new.body ~ '^\s*$' and exists (select from public.form_templates where id = new.template_id and kind = 'contract') then
      raise exception 'a published contract has a text' using errcode = '23514', constraint = 'published_contract_has_a_text', column = 'body';
    end if;
  end if;
  return new;
end $$;
comment on function private.prepare_form_version() is 'Trigger function: names the questions of a version and checks them when it is published.';

-- Runs before form_template_versions_stay, in the order of the names: the comparison there sees the prepared questions.
create trigger form_template_versions_prepare before insert or update on public.form_template_versions
  for each row execute function private.prepare_form_version();

create function private.is_registration_form(template uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.form_templates where id = template and kind = 'registration')
$$;
comment on function private.is_registration_form(uuid) is 'Whether a template is a form of registrations.';

drop policy "template managers read template versions" on public.form_template_versions;
create policy "template managers read versions, event managers those of forms" on public.form_template_versions
  for select to authenticated
  using (
    (select private.has_permission('form_templates'))
    or published_at <= now() and (select private.manages_registrations()) and private.is_registration_form(template_id)
  );

create function private.check_form_of_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.form_version_id is not null and not exists (
    select from public.form_template_versions as version join public.form_templates as template on template.id = version.template_id
    where version.id = new.form_version_id and version.published_at is not null and template.kind = 'registration' and template.registration_kind = new.kind
  ) then
    raise exception 'the form belongs to another kind' using errcode = '23514', constraint = 'form_belongs_to_the_kind', column = 'form_version_id';
  end if;
  return new;
end $$;
comment on function private.check_form_of_kind() is 'Trigger function: a kind of registration uses published forms of its own kind only.';
create trigger event_registration_types_form before insert or update of form_version_id, kind on public.event_registration_types
  for each row execute function private.check_form_of_kind();
