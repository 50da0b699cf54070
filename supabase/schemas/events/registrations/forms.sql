-- Templates of registration forms and of contracts, their versions, and the answers to their questions.

create table public.form_templates (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  kind text not null check (kind = any (private.form_template_kinds())),
  registration_kind text check (registration_kind = any (private.registration_kinds())),
  is_active boolean not null default true,
  search_name text generated always as (private.fold(name || ' ' || key)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  type_id uuid unique references public.event_registration_types (id) on delete cascade
);
comment on table public.form_templates is
  'Contracts and forms the team fills in for others, and the questions that organisers wrote for their events.';
comment on column public.form_templates.type_id is
  'The kind of registration of an event whose organiser wrote the questions; null for the templates of the team.';
comment on column public.form_templates.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.form_templates enable row level security;
grant select on public.form_templates to anon;
grant select, insert, update, delete on public.form_templates to authenticated;
grant all on public.form_templates to service_role;
create policy "template managers read templates" on public.form_templates
  for select to authenticated using (type_id is null and (select private.has_permission('form_templates')));
create policy "template managers add templates" on public.form_templates
  for insert to authenticated with check (type_id is null and (select private.has_permission('form_templates')));
create policy "template managers update templates" on public.form_templates
  for update to authenticated
  using (type_id is null and (select private.has_permission('form_templates')))
  with check (type_id is null and (select private.has_permission('form_templates')));
create policy "template managers delete templates" on public.form_templates
  for delete to authenticated using (type_id is null and (select private.has_permission('form_templates')));
create trigger form_templates_touch before update on public.form_templates
  for each row execute function private.touch_updated_at();
create trigger form_templates_audit after insert or update or delete on public.form_templates
  for each row execute function private.write_audit('id');

insert into private.audit_log_permissions (entity, permission) values
  ('form_templates', 'form_templates');

select
  private.declare_columns('form_templates', 'not_personal', '{*}', 'models of forms'),
  private.declare_columns('form_templates', 'not_personal', '{name}', 'name of a thing, not of a person');

create table public.form_template_versions (
  id uuid primary key default gen_random_uuid(),
  template_id uuid not null references public.form_templates (id) on delete cascade,
  version integer not null check (version > 0),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 160),
  body text not null default '',
  body_en text,
  body_es text,
  schema jsonb not null default '[]' check (jsonb_typeof(schema) = 'array'),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  full_title text generated always as (title || ' (' || version || ')') stored,
  search_name text generated always as (private.fold(title)) stored,
  -- Deferred, so that two versions can exchange their numbers.
  unique (template_id, version) deferrable initially deferred
);
comment on table public.form_template_versions is
  'Versions of the texts of a template; the texts of a published version cannot be changed, and it is deleted only '
  'together with its template (23514 otherwise).';
comment on column public.form_template_versions.body is 'Clauses in Markdown with variables such as {{nome}}.';
comment on column public.form_template_versions.schema is
  '[{name, label, label_en, label_es, help, help_en, help_es, kind, required, options, options_en, options_es}]: the '
  'questions. An answer is stored under the name; the answer of a choice is the Portuguese option.';
comment on column public.form_template_versions.full_title is
  'Title with the number of the version, for lists of versions.';
comment on column public.form_template_versions.search_name is
  'Title in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.form_template_versions enable row level security;
grant select on public.form_template_versions to anon;
grant select, insert, update, delete on public.form_template_versions to authenticated;
grant all on public.form_template_versions to service_role;

with known (kind, name, fields) as (
  values
    ('publico', 'Inscrição de público', '[
      {"name": "how_heard", "kind": "text", "label": "Como ficou sabendo do evento", "label_en": "How you heard of the event", "label_es": "Cómo te enteraste del evento"}
    ]'),
    ('expositor', 'Inscrição de expositor', '[
      {"name": "arrival_day", "kind": "date", "label": "Dia da chegada", "label_en": "Day of arrival", "label_es": "Día de llegada"},
      {"name": "needs_trailer", "kind": "boolean", "label": "Preciso de vaga para carreta", "label_en": "I need parking for a trailer", "label_es": "Necesito lugar para el remolque"},
      {"name": "needs_lodging", "kind": "boolean", "label": "Preciso de indicação de hospedagem", "label_en": "I need a recommendation for lodging", "label_es": "Necesito una recomendación de alojamiento"},
      {"name": "image_consent", "kind": "boolean", "label": "Autorizo fotos e vídeos do meu carro no evento", "label_en": "I allow photos and videos of my car at the event", "label_es": "Autorizo fotos y videos de mi auto en el evento"},
      {"name": "rules_consent", "kind": "boolean", "required": true, "label": "Li e aceito o regulamento do evento", "label_en": "I have read and accept the rules of the event", "label_es": "Leí y acepto el reglamento del evento"}
    ]'),
    ('mercado_pulga', 'Inscrição no mercado de pulgas', '[
      {"name": "items", "kind": "longtext", "required": true, "label": "O que vai vender", "label_en": "What you sell", "label_es": "Qué vas a vender"},
      {"name": "space_m", "kind": "number", "required": true, "label": "Espaço necessário, em metros de frente", "label_en": "Space you need, in metres of front", "label_es": "Espacio necesario, en metros de frente"},
      {"name": "days", "kind": "text", "label": "Dias em que vai participar", "label_en": "Days on which you take part", "label_es": "Días en que vas a participar"},
      {"name": "needs_tent", "kind": "boolean", "label": "Preciso de tenda", "label_en": "I need a tent", "label_es": "Necesito una carpa"},
      {"name": "needs_power", "kind": "boolean", "label": "Preciso de energia elétrica", "label_en": "I need electricity", "label_es": "Necesito electricidad"},
      {"name": "parts_origin", "kind": "boolean", "required": true, "label": "Declaro que as peças e os objetos têm origem lícita", "label_en": "I declare that the parts and objects are of lawful origin", "label_es": "Declaro que los repuestos y objetos tienen origen lícito"}
    ]'),
    ('food_truck', 'Inscrição de food truck', '[
      {"name": "menu", "kind": "longtext", "required": true, "label": "Cardápio e preços", "label_en": "Menu and prices", "label_es": "Menú y precios"},
      {"name": "length_m", "kind": "number", "required": true, "label": "Comprimento do veículo ou da tenda, em metros", "label_en": "Length of the vehicle or tent, in metres", "label_es": "Largo del vehículo o de la carpa, en metros"},
      {"name": "width_m", "kind": "number", "required": true, "label": "Largura, em metros", "label_en": "Width, in metres", "label_es": "Ancho, en metros"},
      {"name": "service_side", "kind": "choice", "label": "Lado do atendimento", "label_en": "Side of service", "label_es": "Lado de la atención", "options": ["Direito", "Esquerdo", "Os dois lados", "Traseira"], "options_en": ["Right", "Left", "Both sides", "Rear"], "options_es": ["Derecho", "Izquierdo", "Los dos lados", "Atrás"]},
      {"name": "power_kva", "kind": "number", "label": "Energia necessária, em kVA", "label_en": "Power you need, in kVA", "label_es": "Potencia necesaria, en kVA"},
      {"name": "plug", "kind": "text", "label": "Tipo de tomada", "label_en": "Kind of plug", "label_es": "Tipo de enchufe"},
      {"name": "uses_gas", "kind": "boolean", "label": "Uso gás", "label_en": "I use gas", "label_es": "Utilizo gas"},
      {"name": "needs_water", "kind": "boolean", "label": "Preciso de ponto de água", "label_en": "I need a water connection", "label_es": "Necesito una toma de agua"}
    ]'),
    ('expositor_comercial', 'Inscrição de expositor comercial', '[
      {"name": "brand", "kind": "text", "required": true, "label": "Marca", "label_en": "Brand", "label_es": "Marca comercial"},
      {"name": "product", "kind": "longtext", "required": true, "label": "Produtos ou serviços", "label_en": "Products or services", "label_es": "Productos o servicios"},
      {"name": "stand_size", "kind": "text", "label": "Tamanho do estande ou cota de patrocínio", "label_en": "Size of the stand or sponsorship level", "label_es": "Tamaño del puesto o nivel de patrocinio"},
      {"name": "setup_needs", "kind": "longtext", "label": "O que precisa para a montagem", "label_en": "What you need to set up", "label_es": "Qué necesitas para el montaje"},
      {"name": "staff_badges", "kind": "number", "label": "Quantidade de credenciais da equipe", "label_en": "Number of staff badges", "label_es": "Cantidad de credenciales del personal"},
      {"name": "invoice_data", "kind": "longtext", "label": "Dados para a nota fiscal", "label_en": "Data for the invoice", "label_es": "Datos para la factura"}
    ]')
), stored as (
  insert into public.form_templates (key, name, kind, registration_kind)
  select 'inscricao-' || replace(kind, '_', '-'), name, 'registration', kind from known
  returning id, registration_kind
)
insert into public.form_template_versions (template_id, version, title, schema, published_at)
select stored.id, 1, known.name, known.fields::jsonb, now()
from known join stored on stored.registration_kind = known.kind;

-- A first template, so that contract managers have a text to adapt. Like every template it is edited in the panel.
with template as (
  insert into public.form_templates (key, name, kind) values ('contrato-de-participacao',
    'Contrato de participação em evento', 'contract')
  on conflict (key) do nothing returning id
)
insert into public.form_template_versions (template_id, version, title, body, published_at)
select id, 1, 'Contrato de participação em evento',
  E'O organizador do evento {{evento}} recebe {{nome}}, documento {{documento}}, como participante na categoria {{tipo}}.\n\nO evento acontece em {{local}}, {{cidade_evento}}, em {{data}}.\n\nO participante ocupa o espaço {{espaco}} e paga o valor de {{valor}} pela participação.\n\nO participante segue o regulamento do evento e responde pelos bens que expõe ou vende.\n\nAs partes escolhem o foro da cidade do evento para resolver dúvidas sobre este contrato.', now()
from template;

create function private.is_team_form(template uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.form_templates where id = template and type_id is null)
$$;
comment on function private.is_team_form is 'Whether a template is one of the team, not of the organiser of an event.';

create policy "template managers add template versions" on public.form_template_versions
  for insert to authenticated
  with check ((select private.has_permission('form_templates')) and private.is_team_form(template_id));
create policy "template managers update template versions" on public.form_template_versions
  for update to authenticated
  using ((select private.has_permission('form_templates')) and private.is_team_form(template_id))
  with check ((select private.has_permission('form_templates')) and private.is_team_form(template_id));
create policy "template managers delete template versions" on public.form_template_versions
  for delete to authenticated
  using ((select private.has_permission('form_templates')) and private.is_team_form(template_id));

create function private.manages_registrations() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('events')
$$;
comment on function private.manages_registrations is
  'Whether the caller may read and decide registrations of every event.';

create function private.reads_form(template uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.form_templates as form
    where form.id = template and form.kind = 'registration' and (form.type_id is null or private.may_in_event((
      select event_id from public.event_registration_types where id = form.type_id), 'registrations'))
  )
$$;
comment on function private.reads_form is
  'Whether a template is a form of registrations that people of events read: one of the team, or one of an event whose '
  'registrations the caller reads.';

create policy "template managers read versions, people of events forms"
  on public.form_template_versions
  for select to authenticated
  using (
    (select private.has_permission('form_templates')) and private.is_team_form(template_id)
    or published_at <= now() and (select private.manages_registrations() or private.works_for_events())
      and private.reads_form(template_id)
  );

create function private.keep_published_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.published_at is not null and (
    tg_op = 'DELETE' and exists (select from public.form_templates where id = old.template_id and type_id is null)
    or tg_op = 'UPDATE' and (new.title, new.body, new.body_en, new.body_es, new.schema, new.template_id,
      new.published_at)
      is distinct from (old.title, old.body, old.body_en, old.body_es, old.schema, old.template_id, old.published_at)
  ) then
    raise exception 'a published version stays as it is' using errcode = '23514',
      constraint = 'published_version_stays', column = 'published_at';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger form_template_versions_stay before update or delete on public.form_template_versions
  for each row execute function private.keep_published_version();
create trigger form_template_versions_touch before update on public.form_template_versions
  for each row execute function private.touch_updated_at();
create trigger form_template_versions_audit after insert or update or delete on public.form_template_versions
  for each row execute function private.write_audit('id');

create function private.prepare_form_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  questions jsonb := private.form_questions(new.schema);
begin
  new.schema := case when tg_op = 'UPDATE' and private.form_questions(old.schema) = questions then old.schema
    else questions end;
  if new.published_at is not null and (tg_op = 'INSERT' or old.published_at is null) then
    perform private.check_form_questions(new.schema);
    if new.body ~ '^\s*$' and exists (select from public.form_templates where id = new.template_id
      and kind = 'contract') then
      raise exception 'a published contract has a text' using errcode = '23514',
        constraint = 'published_contract_has_a_text', column = 'body';
    end if;
  end if;
  return new;
end $$;
comment on function private.prepare_form_version is
  'Trigger function: names the questions of a version and checks them when it is published.';

-- Runs before form_template_versions_stay, in the order of the names: the comparison there sees the prepared questions.
create trigger form_template_versions_prepare before insert or update on public.form_template_versions
  for each row execute function private.prepare_form_version();

insert into private.audit_log_permissions (entity, permission) values
  ('form_template_versions', 'form_templates');

select private.declare_columns('form_template_versions', 'not_personal', '{*}', 'models of forms');

alter table public.event_registration_types add constraint event_registration_types_form_version_id_fkey
  foreign key (form_version_id) references public.form_template_versions (id) on delete restrict;

create function private.check_form_of_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.form_version_id is not null and not exists (
    select from public.form_template_versions as version join public.form_templates as template
      on template.id = version.template_id
    where version.id = new.form_version_id and version.published_at is not null and template.kind = 'registration'
      and template.registration_kind = new.kind and (template.type_id is null or template.type_id = new.id)
  ) then
    raise exception 'the form belongs to another kind' using errcode = '23514', constraint = 'form_belongs_to_the_kind',
      column = 'form_version_id';
  end if;
  return new;
end $$;
comment on function private.check_form_of_kind is
  'Trigger function: a kind of registration uses published forms of its own kind only.';

create trigger event_registration_types_form before insert or update of form_version_id, kind
  on public.event_registration_types
  for each row execute function private.check_form_of_kind();

create function private.form_version_of(type public.event_registration_types) returns public.form_template_versions
language sql stable security definer set search_path = '' as $$
  select version.* from public.form_template_versions as version
  where version.published_at <= now() and version.id = coalesce(type.form_version_id, (
    select newest.id from public.form_template_versions as newest join public.form_templates as template
      on template.id = newest.template_id
    where template.kind = 'registration' and template.registration_kind = type.kind and template.is_active
      and template.type_id is null and newest.published_at <= now()
    order by newest.published_at desc, newest.version desc limit 1
  ))
$$;
comment on function private.form_version_of is
  'The fields that a kind of registration asks for: its own version, or the newest published one of its template.';

create function private.own_form(type uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.form_templates where type_id = type
$$;
comment on function private.own_form is 'The template with the questions that the organiser wrote for a kind; or null.';

create function private.own_question_labels(type public.event_registration_types) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(question ->> 'label'), '[]')
  from private.form_version_of(type) as form, jsonb_array_elements(form.schema) as question
  where form.template_id = private.own_form(type.id)
$$;
comment on function private.own_question_labels is
  'The questions that the organiser wrote for a kind, for the people who decide about the event.';

-- An answered version stays, because registrations refer to it; the others of the organiser are replaced.
create function private.write_questions(type uuid, questions jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  form uuid := private.own_form(type);
  made uuid;
begin
  select * into kind from public.event_registration_types where id = type;
  if form is null then
    insert into public.form_templates (key, name, kind, registration_kind, type_id)
    values ('tipo-' || type, kind.name, 'registration', kind.kind, type) returning id into form;
  else
    update public.form_templates set name = kind.name, registration_kind = kind.kind where id = form;
  end if;
  insert into public.form_template_versions (template_id, version, title, schema, published_at)
  values (form, coalesce((select max(version) from public.form_template_versions where template_id = form), 0) + 1,
    kind.name, questions, now()) returning id into made;
  update public.event_registration_types set form_version_id = made where id = type;
  delete from public.form_template_versions as earlier where earlier.template_id = form and earlier.id <> made
    and not exists (select from public.event_registrations where form_version_id = earlier.id);
end $$;
comment on function private.write_questions is
  'Gives a kind of registration its own questions, as a new version of its form.';

create function private.registration_answers(fields jsonb, answers jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  field jsonb;
  key text;
  value jsonb;
  result jsonb := '{}';
begin
  if jsonb_typeof(coalesce(answers, '{}')) <> 'object' then
    perform private.refuse('invalid', 'answers');
  end if;
  for field in select * from jsonb_array_elements(fields) loop
    key := field ->> 'name';
    value := case field ->> 'kind'
      when 'boolean' then to_jsonb(private.flag_field(answers, key))
      when 'number' then case when jsonb_typeof(answers -> key) = 'number' and (answers ->> key)::numeric
        between 0 and 1000000 then answers -> key end
      when 'date' then to_jsonb(private.date_field(answers, key))
      when 'choice' then case when jsonb_typeof(answers -> key) = 'string' and field -> 'options' @> (answers -> key)
        then answers -> key end
      else to_jsonb(private.text_field(answers, key, case field ->> 'kind' when 'longtext' then 2000 else 200 end))
    end;
    -- Files are sent after the form, like the documents of the kind.
    continue when field ->> 'kind' = 'file';
    if (field ->> 'required')::boolean and (value is null or value in ('null', 'false'))
      or field ->> 'kind' in ('number', 'choice') and value is null
        and coalesce(jsonb_typeof(answers -> key), 'null') <> 'null' then
      perform private.refuse('invalid', key);
    end if;
    if value is not null and value <> 'null' then
      result := result || jsonb_build_object(key, value);
    end if;
  end loop;
  return result;
end $$;
comment on function private.registration_answers is
  'The answers to the fields of a form; refuses a wrong or missing one, with the name of its field.';

create function private.registration_forms(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'type', offer.id, 'version', form.id, 'fields', coalesce(form.schema, '[]'), 'hasWaiting',
      exists (select from public.event_registrations where type_id = offer.id and status = 'waitlisted'),
    'stands', case when offer.chooses_stand then coalesce((
      select jsonb_agg(jsonb_build_object('id', stand.id, 'label', stand.label, 'area', stand.area, 'width',
        stand.width_m, 'depth', stand.depth_m, 'power', stand.power_kva, 'price', stand.price_cents, 'x', stand.x, 'y',
        stand.y) order by stand.label)
      from public.event_stands as stand where stand.event_id = offer.event_id and stand.registration_id is null
        and (stand.kinds = '{}' or offer.kind = any (stand.kinds))
    ), '[]') else '[]' end
  ) order by offer.position, offer.id), '[]')
  from public.event_registration_types as offer join public.events on events.id = offer.event_id
  cross join private.form_version_of(offer) as form
  where offer.event_id = registration_forms.event and private.is_public_event(events)
$$;
comment on function private.registration_forms is 'Fields and free stands of every kind of a public event.';

create function private.registration_questions(type uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('version', form.id, 'fields', coalesce(form.schema, '[]'))
  from public.event_registration_types as offer join public.events on events.id = offer.event_id
  cross join private.form_version_of(offer) as form
  where offer.id = registration_questions.type and private.is_public_event(events)
$$;
comment on function private.registration_questions is
  'Version and questions of the form of one kind of a public event.';

create function private.contract_templates() returns table (id uuid, title text, body text)
language sql stable security definer set search_path = '' as $$
  select distinct on (template.id) version.id, version.title, version.body
  from public.form_templates as template join public.form_template_versions as version
    on version.template_id = template.id
  where private.manages_contracts() and template.kind = 'contract' and template.is_active
    and version.published_at <= now()
  order by template.id, version.version desc
$$;
comment on function private.contract_templates is
  'The newest published version of every active contract template; no rows for other callers.';

create function private.refuse_form(problem text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception 'the questions of a form are incomplete' using errcode = '23514',
    constraint = 'form_questions_are_complete', detail = problem;
end $$;
comment on function private.refuse_form is 'Refuses the questions of a version; the detail says which rule they break.';

create function private.without_empty(fields jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(field.key, field.value), '{}')
  from jsonb_each(fields) as field where field.value not in ('null', '""', '[]', 'false')
$$;
comment on function private.without_empty is 'The fields that are neither empty, false nor null.';

create function private.form_questions(questions jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  question jsonb;
  base text;
  name text;
  names text[] := '{}';
  result jsonb := '[]';
begin
  for question in select * from jsonb_array_elements(questions) loop
    if jsonb_typeof(question) <> 'object' then
      perform private.refuse_form('not an object');
    end if;
    -- Empty fields of the panel are left out, so that a stored version stays equal to what the panel sends again.
    question := private.without_empty(question);
    base := coalesce(question ->> 'name', nullif(btrim(regexp_replace(private.fold(left(question ->> 'label', 50)),
      '[^a-z0-9]+', '_', 'g'), '_'), ''), 'pergunta');
    base := case when base ~ '^[a-z]' then base else 'p_' || base end;
    name := base;
    while not question ? 'name' and name = any (names) loop
      name := base || '_' || cardinality(names) + 1;
    end loop;
    if name = any (names) or name !~ '^[a-z][a-z0-9_]{1,59}$' then
      perform private.refuse_form('name');
    end if;
    names := names || name;
    result := result || jsonb_build_array(question || jsonb_build_object('name', name));
  end loop;
  return result;
end $$;
comment on function private.form_questions is
  'Questions without empty fields, each with a name of its own, made from the label where it is missing.';

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
      or coalesce(question ->> 'kind', '') <> all (private.question_kinds())
        then
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
comment on function private.check_form_questions is 'Refuses questions that a page could not show or translate.';

create function public.registration_forms(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.registration_forms(event);
comment on function public.registration_forms is
  'Fields and free stands of every kind of registration of a public event.';
grant execute on function public.registration_forms to anon, authenticated, service_role;

create function public.registration_questions(type uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.registration_questions(type);
comment on function public.registration_questions is
  'Version and questions of the form of one kind of a public event; null for any other id.';
grant execute on function public.registration_questions to anon, authenticated, service_role;

create function private.default_questions() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(newest.kind, newest.schema), '{}')
  from (
    select distinct on (template.registration_kind) template.registration_kind as kind, version.schema
    from public.form_templates as template join public.form_template_versions as version
      on version.template_id = template.id
    where template.kind = 'registration' and template.registration_kind is not null and template.is_active
      and template.type_id is null and version.published_at <= now()
    order by template.registration_kind, version.published_at desc, version.version desc
  ) as newest
$$;
comment on function private.default_questions is
  'The questions that each kind of registration asks until an organiser changes them, as private.form_version_of.';

create function public.default_questions() returns jsonb
language sql stable security invoker set search_path = ''
return private.default_questions();
comment on function public.default_questions is
  'The questions of the team for each kind of registration: {kind: [question]}. Anyone may call it.';
grant execute on function public.default_questions to anon, authenticated, service_role;

create function public.contract_templates() returns table (id uuid, title text, body text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.contract_templates();
end;
comment on function public.contract_templates is
  'The newest published version of every active contract template, for contract managers.';
grant execute on function public.contract_templates to authenticated, service_role;
