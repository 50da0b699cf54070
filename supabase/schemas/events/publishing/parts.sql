-- Parts of the form of an event that lists of other lists make: prices by date, classes, questions and stands.

create function private.price_steps_from(steps jsonb, event public.events) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  step jsonb;
  number integer := 0;
  moment timestamptz;
  earlier timestamptz := '-infinity';
  result jsonb := '[]';
  field text;
begin
  if jsonb_typeof(steps) <> 'array' or jsonb_array_length(steps) > private.max_price_steps() then
    perform private.refuse('invalid', 'price_steps');
  end if;
  for step in select value from jsonb_array_elements(steps) loop
    begin
      if jsonb_typeof(step) <> 'object' then
        perform private.refuse('invalid', 'starts_at');
      end if;
      moment := date_trunc('second', private.moment_field(step, 'starts_at', true));
      if moment <= earlier or moment >= event.ends_at then
        perform private.refuse('invalid', 'starts_at');
      end if;
      result := result || jsonb_build_array(jsonb_build_object('starts_at', private.utc_text(moment),
        'price_cents', private.whole_field(step, 'price_cents', 0, 100000000, true)));
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse('invalid', format('price_steps.%s.%s', number, field));
    end;
    earlier := moment;
    number := number + 1;
  end loop;
  return result;
end $$;
comment on function private.price_steps_from is
  'Checked price steps: in the order of time, before the end of the event; refuses with price_steps.N and the field.';

create function private.classes_from(input jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  classes text[] := private.texts_field(input, 'classes', private.max_classes());
begin
  if exists (select from unnest(classes) as class where class = '' or char_length(class) > 80)
    or (select count(distinct class) from unnest(classes) as class) < cardinality(classes) then
    perform private.refuse('invalid', 'classes');
  end if;
  return classes;
end $$;
comment on function private.classes_from is 'Checked classes of vehicles, each once.';

create function private.questions_of(type public.event_registration_types) returns jsonb
language sql stable security definer set search_path = ''
return coalesce((private.form_version_of(type)).schema, '[]');
comment on function private.questions_of is 'The questions that a kind of registration asks.';

create function private.kind_form(type public.event_registration_types) returns jsonb
language sql stable security definer set search_path = ''
return to_jsonb(type) - array['event_id', 'created_at', 'updated_at']
  || jsonb_build_object('questions', private.questions_of(type));
comment on function private.kind_form is 'A kind of registration as the form of the event has it.';

create function private.stand_form(stand public.event_stands) returns jsonb
language sql stable set search_path = ''
return to_jsonb(stand) - array['event_id', 'registration_id', 'position']
  || jsonb_build_object('is_taken', stand.registration_id is not null);
comment on function private.stand_form is 'A stand as the form of the event has it; not who holds it.';

create function private.check_question(question jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  choices text[] := private.texts_field(question, 'options', 30);
  translation text;
begin
  perform private.text_field(question, 'label', 300, true), private.text_field(question, 'label_en', 300),
    private.text_field(question, 'label_es', 300), private.text_field(question, 'help', 300),
    private.text_field(question, 'help_en', 300), private.text_field(question, 'help_es', 300),
    private.flag_field(question, 'required'),
    private.choice_field(question, 'kind', private.question_kinds()),
    private.pattern_field(question, 'name', 60, '^[a-z][a-z0-9_]{1,59}$');
  if question ->> 'kind' = 'choice' and (cardinality(choices) < 2 or '' = any (choices)
    or (select count(distinct one) from unnest(choices) as one) < cardinality(choices)) then
    perform private.refuse('invalid', 'options');
  end if;
  foreach translation in array array['options_en', 'options_es'] loop
    -- A translated option has the place of the Portuguese one.
    if cardinality(private.texts_field(question, translation, 30)) not in (0, cardinality(choices)) then
      perform private.refuse('invalid', translation);
    end if;
  end loop;
end $$;
comment on function private.check_question is 'Refuses a wrong question of an organiser, with the name of its field.';

create function private.save_questions(type uuid, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  question jsonb;
  number integer := 0;
  questions jsonb;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > private.max_questions()
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object') then
    perform private.refuse('invalid', 'questions');
  end if;
  for question in select value from jsonb_array_elements(list) loop
    begin
      perform private.check_question(question);
    exception when raise_exception then
      get stacked diagnostics field = pg_exception_detail;
      perform private.refuse('invalid', format('questions.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
  begin
    questions := private.form_questions(list);
  exception when check_violation then
    perform private.refuse('invalid', 'questions');
  end;
  select * into kind from public.event_registration_types where id = type;
  if questions <> private.questions_of(kind) then
    perform private.write_questions(type, questions);
  end if;
end $$;
comment on function private.save_questions is
  'Stores the questions of a kind of registration when they differ from what it asks; a kind whose questions the '
  'organiser never changed keeps those of the team. Refuses with questions.N and the field.';

create function private.stand_from(entry jsonb, base public.event_stands) returns public.event_stands
language plpgsql stable set search_path = '' as $$
declare
  stand public.event_stands := base;
  input jsonb := jsonb_build_object('x', 50, 'y', 50, 'price_cents', 0) || jsonb_strip_nulls(to_jsonb(base)) || entry;
begin
  stand.label := private.pattern_field(input, 'label', 12, '^[A-Za-z0-9 -]{1,12}$', true);
  stand.area := private.text_field(input, 'area', 60);
  stand.kinds := private.texts_field(input, 'kinds', 10);
  stand.width_m := private.number_field(input, 'width_m', 0.5, 100);
  stand.depth_m := private.number_field(input, 'depth_m', 0.5, 100);
  stand.power_kva := private.number_field(input, 'power_kva', 0, 500);
  stand.x := coalesce(private.number_field(input, 'x', 0, 100), 50);
  stand.y := coalesce(private.number_field(input, 'y', 0, 100), 50);
  stand.price_cents := private.whole_field(input, 'price_cents', 0, 100000000, true);
  if not stand.kinds <@ private.stand_kinds() then
    perform private.refuse('invalid', 'kinds');
  end if;
  return stand;
end $$;
comment on function private.stand_from is 'A stand with the checked values of the form; refuses the first wrong field.';

create function private.save_event_stands(event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  number integer := 0;
  stand public.event_stands;
  field text;
begin
  if jsonb_typeof(list) <> 'array' or jsonb_array_length(list) > private.max_stands()
    or exists (select from jsonb_array_elements(list) as value where jsonb_typeof(value) <> 'object') then
    perform private.refuse('invalid', 'stands');
  end if;
  perform from public.event_stands where event_id = event.id order by id for update;
  -- The price of a registration that is not confirmed yet has the price of the stand that it wishes.
  if exists (
    select from public.event_stands as known where known.event_id = event.id
      and (known.registration_id is not null or exists (select from public.event_registrations as wish
        where wish.stand_id = known.id and wish.status = 'unconfirmed' and wish.held_until > now()))
      and known.id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list) as value)
  ) then
    perform private.refuse('invalid', 'stands_taken');
  end if;
  delete from public.event_stands
  where event_id = event.id and id::text not in (select coalesce(value ->> 'id', '') from jsonb_array_elements(list)
    as value);
  -- Two stands may exchange their labels.
  update public.event_stands as known set label = '- -' || one.place
  from (
    select stored.id, row_number() over (order by stored.id) as place
    from public.event_stands as stored join jsonb_array_elements(list) as input on input ->> 'id' = stored.id::text
    where stored.event_id = event.id and input ->> 'label' <> stored.label
  ) as one
  where known.id = one.id;
  for entry in select value from jsonb_array_elements(list) loop
    begin
      select * into stand from public.event_stands where event_id = event.id and id = private.uuid_field(entry, 'id');
      if stand.id is null then
        stand.id := gen_random_uuid();
      end if;
      stand := private.stand_from(entry, stand);
      insert into public.event_stands as known (id, event_id, label, area, kinds, width_m, depth_m, power_kva, x, y,
        price_cents, position)
      values (stand.id, event.id, stand.label, stand.area, stand.kinds, stand.width_m, stand.depth_m, stand.power_kva,
        stand.x, stand.y, stand.price_cents, number)
      on conflict (id) do update set label = excluded.label, area = excluded.area, kinds = excluded.kinds,
        width_m = excluded.width_m, depth_m = excluded.depth_m, power_kva = excluded.power_kva, x = excluded.x,
        y = excluded.y, price_cents = excluded.price_cents, position = excluded.position
      where (known.label, known.area, known.kinds, known.width_m, known.depth_m, known.power_kva, known.x, known.y,
        known.price_cents, known.position) is distinct from (excluded.label, excluded.area, excluded.kinds,
        excluded.width_m, excluded.depth_m, excluded.power_kva, excluded.x, excluded.y, excluded.price_cents,
        excluded.position);
    exception
      when unique_violation then
        perform private.refuse('invalid', format('stands.%s.repeated', number));
      when raise_exception then
        get stacked diagnostics field = pg_exception_detail;
        perform private.refuse('invalid', format('stands.%s.%s', number, field));
    end;
    number := number + 1;
  end loop;
end $$;
comment on function private.save_event_stands is
  'Adds, changes and deletes stands. A stand that somebody holds or wishes is not deleted: refused with stands_taken.';

create function private.price_texts(steps jsonb) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select private.utc_text(private.moment_field(step, 'starts_at')) || ' ' || coalesce(step ->> 'price_cents', '')
    from jsonb_array_elements(case when jsonb_typeof(steps) = 'array' then steps else '[]' end)
      with ordinality as one (step, place)
    order by place
  )
$$;
comment on function private.price_texts is 'Price steps as texts that can be compared.';

create function private.question_texts(questions jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(private.without_empty(case when jsonb_typeof(question) = 'object' then question
    else '{}' end) order by place), '[]')
  from jsonb_array_elements(case when jsonb_typeof(questions) = 'array' then questions else '[]' end)
    with ordinality as one (question, place)
$$;
comment on function private.question_texts is 'Questions without empty fields, to compare them.';

create function private.sells_otherwise(event uuid, kinds jsonb, stands jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select jsonb_typeof(kinds) = 'array' and exists (
    select from jsonb_array_elements(kinds) as entry
    where not exists (
      select from public.event_registration_types as known
      where known.event_id = sells_otherwise.event and known.id::text = entry ->> 'id'
        and to_jsonb(known.price_cents) = coalesce(entry -> 'price_cents', to_jsonb(known.price_cents))
        and private.price_texts(known.price_steps) = private.price_texts(coalesce(entry -> 'price_steps',
          known.price_steps))
        and private.question_texts(private.questions_of(known))
          = private.question_texts(coalesce(entry -> 'questions', private.questions_of(known)))
    )
  ) or jsonb_typeof(stands) = 'array' and exists (
    select from jsonb_array_elements(stands) as entry
    where coalesce(entry ->> 'price_cents', '') not in ('', '0') and not exists (
      select from public.event_stands as known
      where known.event_id = sells_otherwise.event and known.id::text = entry ->> 'id'
        and to_jsonb(known.price_cents) = entry -> 'price_cents'
    )
  )
$$;
comment on function private.sells_otherwise is
  'Whether kinds and stands of a form have a kind, a price or a question that the event has not.';

create function private.change_form(event uuid, payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select payload
    || case when payload ? 'kinds' then jsonb_build_object('kinds', (
      select coalesce(jsonb_agg(coalesce(
        (select private.kind_form(known) from public.event_registration_types as known
          where known.event_id = change_form.event and known.id::text = entry ->> 'id'),
        jsonb_build_object('questions', coalesce(private.default_questions() -> (entry ->> 'kind'), '[]'))
      ) || entry order by place), '[]')
      from jsonb_array_elements(payload -> 'kinds') with ordinality as one (entry, place)
    )) else '{}' end
    || case when payload ? 'stands' then jsonb_build_object('stands', (
      select coalesce(jsonb_agg(coalesce(
        (select private.stand_form(known) from public.event_stands as known
          where known.event_id = change_form.event and known.id::text = entry ->> 'id'), '{}'
      ) || entry order by place), '[]')
      from jsonb_array_elements(payload -> 'stands') with ordinality as one (entry, place)
    )) else '{}' end
$$;
comment on function private.change_form is
  'The values of a change that waits, as the form shows them: what its kinds and stands do not name is as stored.';
