-- Registrations: form, places, payment, documents, contract, and what their holder may change.

create table public.form_templates (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  name text not null check (name !~ '^\s*$' and char_length(name) <= 160),
  kind text not null check (kind in ('registration', 'contract', 'service', 'panel')),
  registration_kind text check (registration_kind in ('publico', 'expositor', 'mercado_pulga', 'food_truck',
    'expositor_comercial')),
  is_active boolean not null default true,
  search_name text generated always as (private.fold(name || ' ' || key)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.form_templates is 'Contracts and forms the team fills in for others.';
comment on column public.form_templates.search_name is
  'Text in lower case without accents (private.fold), searched with like and a pattern in the same form.';
alter table public.form_templates enable row level security;
grant select on public.form_templates to anon;
grant select, insert, update, delete on public.form_templates to authenticated;
grant all on public.form_templates to service_role;
create policy "template managers read templates" on public.form_templates
  for select to authenticated using ((select private.has_permission('form_templates')));
create policy "template managers add templates" on public.form_templates
  for insert to authenticated with check ((select private.has_permission('form_templates')));
create policy "template managers update templates" on public.form_templates
  for update to authenticated
  using ((select private.has_permission('form_templates')))
  with check ((select private.has_permission('form_templates')));
create policy "template managers delete templates" on public.form_templates
  for delete to authenticated using ((select private.has_permission('form_templates')));
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

create policy "template managers add template versions" on public.form_template_versions
  for insert to authenticated with check ((select private.has_permission('form_templates')));
create policy "template managers update template versions" on public.form_template_versions
  for update to authenticated
  using ((select private.has_permission('form_templates')))
  with check ((select private.has_permission('form_templates')));
create policy "template managers delete template versions" on public.form_template_versions
  for delete to authenticated using ((select private.has_permission('form_templates')));

create function private.manages_registrations() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('events')
$$;
comment on function private.manages_registrations is
  'Whether the caller may read and decide registrations of every event.';

create function private.is_registration_form(template uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.form_templates where id = template and kind = 'registration')
$$;
comment on function private.is_registration_form is 'Whether a template is a form of registrations.';

create policy "template managers read versions, event managers those of forms" on public.form_template_versions
  for select to authenticated
  using (
    (select private.has_permission('form_templates'))
    or published_at <= now() and (select private.manages_registrations()) and private.is_registration_form(template_id)
  );

create function private.keep_published_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.published_at is not null and (
    tg_op = 'DELETE' and exists (select from public.form_templates where id = old.template_id)
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

create table public.event_registrations (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  event_id uuid not null references public.events (id) on delete restrict,
  type_id uuid not null references public.event_registration_types (id) on delete restrict,
  user_id uuid references public.profiles (id) on delete set null,
  full_name text not null check (full_name !~ '^\s*$' and char_length(full_name) <= 120),
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  phone text check (phone ~ '^\+?[0-9 ().-]{8,30}$'),
  document text check (char_length(document) <= 20),
  town text check (char_length(town) <= 120),
  state_abbr char(2) references public.states (abbr),
  club text check (char_length(club) <= 160),
  company text check (char_length(company) <= 160),
  companions text[] not null default '{}' check (cardinality(companions) <= 20),
  places integer not null default 1 check (places between 1 and 21),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object' and octet_length(answers::text) <= 20000),
  form_version_id uuid references public.form_template_versions (id) on delete restrict,
  status text not null check (
    status in ('unconfirmed', 'pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed', 'rejected',
      'cancelled', 'expired')
  ),
  status_note text check (char_length(status_note) <= 1000),
  waiting_since timestamptz,
  held_until timestamptz,
  price_cents integer not null default 0 check (price_cents >= 0),
  payment_id uuid,
  stand_id uuid references public.event_stands (id) on delete set null,
  attending text not null default 'unknown' check (attending in ('unknown', 'yes', 'no')),
  shows_vehicle boolean not null default false,
  source text not null default 'form' check (source in ('form', 'walk_in', 'panel')),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  request_id uuid unique,
  consented_at timestamptz not null default now(),
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  badge_version integer not null default 1 check (badge_version > 0),
  search_name text generated always as (private.fold(full_name || ' ' || coalesce(company, '') || ' ' || coalesce(club,
    ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  attendance_asked_at timestamptz,
  messages_refused_at timestamptz,
  link_id uuid,
  email_confirmed_at timestamptz default now(),
  confirm_mails smallint not null default 0 check (confirm_mails between 0 and 100),
  request_digest text check (request_digest ~ '^[0-9a-f]{64}$'),
  difference_cents integer not null default 0 check (difference_cents >= 0),
  constraint waiting_registration_has_a_time check (status <> 'waitlisted' or waiting_since is not null),
  constraint held_registration_has_an_end check (status not in ('unconfirmed', 'offered', 'awaiting_payment')
    or held_until is not null)
);
comment on table public.event_registrations is
  'Registrations for events. A person with the code and the e-mail or phone sees the status; the badge needs a secret '
  'link.';
comment on column public.event_registrations.code is
  'Code of the status page, without letters that look like digits. Not the code at the gate.';
comment on column public.event_registrations.places is
  'Places of the kind that the registration takes: the person and the companions.';
comment on column public.event_registrations.status is
  'unconfirmed: form of an address that is not confirmed; takes no place, the mailed button works until held_until. '
  'pending: waits for approval. waitlisted: no place. offered: a place of the waiting list until held_until. '
  'awaiting_payment: place held until held_until. expired: the hold ended.';
comment on column public.event_registrations.waiting_since is 'Order of the waiting list.';
comment on column public.event_registrations.shows_vehicle is
  'Consent to show the car, without plate and owner, among the confirmed cars.';
comment on column public.event_registrations.request_id is 'Idempotency key of the form.';
comment on column public.event_registrations.badge_version is
  'Number of the badge; a replaced badge has a higher one and the earlier code is refused at the gate.';
comment on column public.event_registrations.attendance_asked_at is
  'When the person was last asked whether they will come.';
comment on column public.event_registrations.messages_refused_at is
  'When the person ended the messages of the organiser; mails about the registration itself and changes of the event '
  'still arrive.';
comment on column public.event_registrations.link_id is
  'The short link through which the person came to the event, when there was one.';
comment on column public.event_registrations.email_confirmed_at is
  'When the address was confirmed: by the mailed button, or by the account that has this address. The default counts '
  'registrations of the team, at the gate and from before this column as confirmed.';
comment on column public.event_registrations.confirm_mails is
  'Number of mails with the button that confirms; the last one was sent 30 minutes before held_until.';
comment on column public.event_registrations.request_digest is
  'SHA-256 of the form as it was sent: a repeated request_id with other data differs.';
comment on column public.event_registrations.difference_cents is
  'What is still to be paid of price_cents after the registration was paid, because the team added people or a stand.';
create index event_registrations_event_id_idx on public.event_registrations (event_id, status, created_at);
create index event_registrations_type_id_idx on public.event_registrations (type_id, waiting_since)
  where status = 'waitlisted';
create index event_registrations_type_idx on public.event_registrations (type_id);
create index event_registrations_user_id_idx on public.event_registrations (user_id);
create index event_registrations_email_idx on public.event_registrations (lower(email));
create index event_registrations_held_until_idx on public.event_registrations (held_until) where status
  in ('offered', 'awaiting_payment');
create index event_registrations_payment_id_idx on public.event_registrations (payment_id);
create index event_registrations_stand_id_idx on public.event_registrations (stand_id);
create index event_registrations_state_abbr_idx on public.event_registrations (state_abbr);
create index event_registrations_form_version_id_idx on public.event_registrations (form_version_id);
create index event_registrations_newest_idx on public.event_registrations (event_id, created_at desc, id desc);
create index event_registrations_type_newest_idx on public.event_registrations (type_id, created_at desc, id desc);
create index event_registrations_search_name_idx on public.event_registrations
  using gin (search_name extensions.gin_trgm_ops);
create index event_registrations_unanswered_idx on public.event_registrations (event_id, created_at, id)
  where status = 'confirmed' and attending = 'unknown';
create index event_registrations_link_id_idx on public.event_registrations (link_id);
create index event_registrations_unconfirmed_idx on public.event_registrations (held_until)
  where status = 'unconfirmed';
alter table public.event_registrations enable row level security;
grant select on public.event_registrations to authenticated;
grant all on public.event_registrations to service_role;
create policy "accounts read their own registrations, event managers all" on public.event_registrations
  for select to authenticated
  using (user_id = (select private.account_id()) or (select private.manages_registrations()));

create function private.note_registration_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.status <> old.status then
    insert into public.registration_events (registration_id, from_status, to_status, actor_id, note)
    values (new.id, case when tg_op = 'UPDATE' then old.status end, new.status, (select private.account_id()),
      left(new.status_note, 500));
  end if;
  return null;
end $$;
comment on function private.note_registration_status is 'Trigger function: writes the history of a registration.';

create trigger event_registrations_history after insert or update of status on public.event_registrations
  for each row execute function private.note_registration_status();
create trigger event_registrations_touch before update on public.event_registrations
  for each row execute function private.touch_updated_at();

create function private.delete_unsigned_contracts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.registration_contracts where registration_id = old.id and signed_at is null;
  return old;
end $$;
comment on function private.delete_unsigned_contracts is
  'Trigger function: a contract that nobody signed goes with its registration; a signed one stays for its own term.';

create trigger event_registrations_unsigned_contracts before delete on public.event_registrations
  for each row execute function private.delete_unsigned_contracts();

create function private.drop_registration_draft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.registration_drafts where request_id = new.request_id;
  return null;
end $$;
comment on function private.drop_registration_draft is 'Trigger function: a form that was sent needs no draft.';

create trigger event_registrations_draft after insert on public.event_registrations
  for each row execute function private.drop_registration_draft();
create trigger event_registrations_audit after update or delete on public.event_registrations
  for each row when (old.status <> 'unconfirmed')
  execute function private.write_audit('id',
    'code,event_id,type_id,status,status_note,stand_id,attending,badge_version');

create function private.refuse_unpayable_registration() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and not private.event_payment_is_possible() then
    raise exception 'payment_unavailable';
  end if;
  return new;
end $$;
comment on function private.refuse_unpayable_registration is
  'Trigger function: a form takes no place that cannot be paid. At the gate and in the panel the team takes the money '
  'itself.';

create trigger event_registrations_payable before insert on public.event_registrations
  for each row when (new.source = 'form' and new.price_cents > 0)
    execute function private.refuse_unpayable_registration();
create trigger event_registrations_still_payable before update of status on public.event_registrations
  for each row when (old.status = 'unconfirmed' and new.status = 'awaiting_payment')
    execute function private.refuse_unpayable_registration();
create trigger a_typed_lines before insert or update of full_name, company, club, town on public.event_registrations
  for each row execute function private.write_typed_lines('full_name', 'company', 'club', 'town');

insert into private.audit_log_permissions (entity, permission) values
  ('event_registrations', 'events');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, place) values
  ('event_registrations', 'user_id', 'account', 'own', 'Inscrições em eventos', 'unlink', null, 54),
  ('event_registrations', 'email', 'address', 'own', 'Inscrições em eventos com este e-mail', 'keep',
    'The organiser needs the list until the event is over; deleted by the retention rule.', 55);

select
  private.declare_columns('event_registrations', 'exported',
    '{id,code,event_id,type_id,user_id,full_name,email,phone,document,town,state_abbr,club,company,companions,
      places,answers,status,status_note,waiting_since,held_until,price_cents,payment_id,stand_id,attending,
      shows_vehicle,source,locale,consented_at,confirmed_at,cancelled_at,created_at,updated_at,attendance_asked_at,
      messages_refused_at,link_id,email_confirmed_at,difference_cents}'),
  private.declare_columns('event_registrations', 'not_personal',
    '{form_version_id,request_id,badge_version,search_name}', 'technical key or made from other columns'),
  private.declare_columns('event_registrations', 'not_personal',
    '{confirm_mails,request_digest}', 'technical key or counter');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('event_registrations', 'public.event_registrations',
    '(select ends_at from public.events where events.id = event_id)', '2 years', 225);

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('event_registrations', 'held_until', 'stays', 'time to pay counts from the registration'),
  ('event_registrations', 'waiting_since', 'stays', 'place in the waiting list');

create table public.registration_vehicles (
  id uuid primary key default gen_random_uuid(),
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  position integer not null check (position between 1 and 20),
  make text not null check (make !~ '^\s*$' and char_length(make) <= 60),
  model text not null check (model !~ '^\s*$' and char_length(model) <= 80),
  year integer not null check (year between 1880 and 2100),
  color text check (char_length(color) <= 40),
  plate text check (char_length(plate) <= 10),
  has_collector_plate boolean not null default false,
  story text check (char_length(story) <= 600),
  class_name text check (char_length(class_name) <= 80),
  unique (registration_id, position)
);
comment on table public.registration_vehicles is
  'Vehicles of a registration. The plate is read by the person and the team only.';
comment on column public.registration_vehicles.story is 'Text of the card on the dashboard.';
alter table public.registration_vehicles enable row level security;
grant select on public.registration_vehicles to authenticated;
grant all on public.registration_vehicles to service_role;
create policy "accounts read vehicles of their own registrations, event managers all" on public.registration_vehicles
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.id = registration_id));

select private.declare_columns('registration_vehicles', 'exported',
  '{id,registration_id,position,make,model,year,color,plate,has_collector_plate,story,class_name}');

create table public.registration_documents (
  id uuid primary key default gen_random_uuid(),
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z][a-z0-9_]{1,59}$'),
  path text not null unique check (char_length(path) <= 300),
  expires_on date,
  status text not null default 'sent' check (status in ('sent', 'ok', 'refused')),
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

insert into private.retention_rules (key, relation, clock, keep, only_when, place) values
  ('rejected_registration_documents', 'public.registration_documents',
    '(select updated_at from public.event_registrations as registration where registration.id = registration_id)',
    '90 days', 'exists (select from public.event_registrations as registration where registration.id = registration_id and registration.status = ''rejected'')', 220);

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('registration_documents', 'expires_on', 'stays', 'a date on the document');

insert into private.file_columns (bucket, relation, names) values
  ('registration-documents', 'public.registration_documents', 'array[path]');

create table public.registration_events (
  id bigint generated always as identity primary key,
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  from_status text,
  to_status text not null,
  actor_id uuid references public.profiles (id) on delete set null,
  note text check (char_length(note) <= 500),
  created_at timestamptz not null default now()
);
comment on table public.registration_events is
  'Append-only history of the status of registrations. Written by a trigger.';
create index registration_events_registration_id_idx on public.registration_events (registration_id, created_at);
create index registration_events_actor_id_idx on public.registration_events (actor_id);
alter table public.registration_events enable row level security;
grant select on public.registration_events to authenticated;
grant all on public.registration_events to service_role;
create policy "accounts read the history of their own registrations, event managers all" on public.registration_events
  for select to authenticated
  using (exists (select from public.event_registrations as registration where registration.id = registration_id));

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('registration_events', 'actor_id', 'account', 'work', 'Trabalho na equipe', 'unlink', 56);

select
  private.declare_columns('registration_events', 'exported',
    '{id,registration_id,from_status,to_status,note,created_at}'),
  private.declare_columns('registration_events', 'withheld', '{actor_id}', 'another person: who decided');

create table public.registration_links (
  id uuid primary key default gen_random_uuid(),
  registration_id uuid not null references public.event_registrations (id) on delete cascade,
  kind text not null check (kind in ('registration', 'badge', 'manage', 'attendance')),
  version integer not null check (version between 1 and 100000),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > issued_at),
  revoked_at timestamptz,
  unique (registration_id, kind, version)
);
comment on table public.registration_links is
  'Secret links of a registration. The token itself is stored nowhere. registration: status, payment and documents; '
  'badge: the badge; manage: mailed to the contact, also transfers and cancels; attendance: says only whether the '
  'person comes.';
comment on column public.registration_links.version is
  'The token is an HMAC of kind, registration and version; a new version makes a new link.';
comment on column public.registration_links.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
alter table public.registration_links enable row level security;
grant all on public.registration_links to service_role;

select private.declare_columns('registration_links', 'not_personal', '{*}', 'hashes of secret links');

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.registration_links', 'token_hash', 'null');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('registration_links', 'expires_at', 'stays', 'counts from the sending');

create table public.registration_contracts (
  id uuid primary key default gen_random_uuid(),
  registration_id uuid references public.event_registrations (id) on delete set null,
  template_version_id uuid references public.form_template_versions (id) on delete restrict,
  status text not null default 'draft' check (status in ('draft', 'sent', 'signed', 'cancelled')),
  title text not null check (title !~ '^\s*$' and char_length(title) <= 160),
  clauses text[] not null check (cardinality(clauses) between 1 and 100
    and octet_length(array_to_string(clauses, '')) <= 60000),
  event_title text not null,
  signer_name text not null,
  signer_email text not null,
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  sent_at timestamptz,
  link_expires_at timestamptz,
  signed_name text check (char_length(signed_name) between 3 and 120),
  signature_path text unique check (signature_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.png$'),
  signature_sha256 text check (signature_sha256 ~ '^[0-9a-f]{64}$'),
  signed_with text check (char_length(signed_with) <= 300),
  signer_address_hash text check (signer_address_hash ~ '^[0-9a-f]{0,64}$'),
  signed_at timestamptz,
  contract_sha256 text check (contract_sha256 ~ '^[0-9a-f]{64}$'),
  cancel_reason text check (char_length(cancel_reason) <= 500),
  cancelled_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sent_contract_has_a_link_end check (status <> 'sent' or link_expires_at is not null),
  constraint signed_contract_is_complete check (signed_at is null or (signed_name is not null and contract_sha256
    is not null))
);
comment on table public.registration_contracts is
  'Contracts of registrations with the text as it was sent. Functions write every row.';
comment on column public.registration_contracts.clauses is 'Plain texts in order; edited before sending.';
comment on column public.registration_contracts.token_hash is
  'SHA-256 of the token of the signing link; null in a restored database, where no earlier link works.';
comment on column public.registration_contracts.signature_path is
  'Path in the private bucket event-contracts; null when the typed name is the signature.';
comment on column public.registration_contracts.signer_address_hash is
  'Keyed hash of the network address that the signature came from.';
comment on column public.registration_contracts.contract_sha256 is 'Hash of private.registration_contract_text.';
create unique index registration_contracts_registration_id_idx on public.registration_contracts (registration_id)
  where status <> 'cancelled';
create index registration_contracts_registration_idx on public.registration_contracts (registration_id,
  created_at desc);
create index registration_contracts_template_version_id_idx on public.registration_contracts (template_version_id);
create index registration_contracts_created_by_idx on public.registration_contracts (created_by);
create index registration_contracts_sha256_idx on public.registration_contracts (contract_sha256);
alter table public.registration_contracts enable row level security;
grant select (
  id, registration_id, template_version_id, status, title, clauses, event_title, signer_name, signer_email, sent_at,
  link_expires_at, signed_name, signature_path, signature_sha256, signed_with, signed_at, contract_sha256,
  cancel_reason, cancelled_at, created_by, created_at, updated_at
) on public.registration_contracts to authenticated;
grant all on public.registration_contracts to service_role;

create function private.manages_contracts() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_staff() and private.has_permission('event_contracts')
$$;
comment on function private.manages_contracts is 'Whether the caller may read and send contracts of registrations.';

create policy "contract managers read contracts of registrations" on public.registration_contracts
  for select to authenticated using ((select private.manages_contracts()));
create trigger registration_contracts_touch before update on public.registration_contracts
  for each row execute function private.touch_updated_at();
create trigger registration_contracts_audit after insert or update or delete on public.registration_contracts
  for each row execute function private.write_audit('id',
    'registration_id,template_version_id,status,title,sent_at,signed_at,contract_sha256,cancel_reason,cancelled_at');

create function private.queue_contract_signature() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_files('event-contracts', array[old.signature_path]);
  return null;
end $$;
comment on function private.queue_contract_signature is
  'Trigger function: deletes the signature of a deleted contract.';

create trigger registration_contracts_files after delete on public.registration_contracts
  for each row execute function private.queue_contract_signature();

insert into private.audit_log_permissions (entity, permission) values
  ('registration_contracts', 'event_contracts');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, reason, place) values
  ('registration_contracts', 'signer_email', 'address', 'own', 'Contratos de eventos', 'keep',
    'A signed contract is kept as long as claims can arise from it; deleted by the retention rule.', 65),
  ('registration_contracts', 'created_by', 'account', 'work', 'Trabalho na equipe', 'unlink', null, 66);

select
  private.declare_columns('registration_contracts', 'exported',
    '{id,registration_id,status,title,clauses,event_title,signer_name,signer_email,sent_at,link_expires_at,
      signed_name,signature_path,signed_with,signed_at,contract_sha256,cancel_reason,cancelled_at,created_at,
      updated_at}'),
  private.declare_columns('registration_contracts', 'not_personal',
    '{template_version_id,signature_sha256,signer_address_hash}', 'technical key or hash'),
  private.declare_columns('registration_contracts', 'withheld', '{token_hash}', 'secret of a link'),
  private.declare_columns('registration_contracts', 'withheld',
    '{created_by}', 'another person: who wrote the contract');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('registration_contracts', 'public.registration_contracts', 'coalesce(signed_at, updated_at)', '5 years', 250);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.registration_contracts', 'token_hash', 'null');

insert into private.event_dates (relation, date_column, treatment, reason) values
  ('registration_contracts', 'link_expires_at', 'stays', 'counts from the sending');

insert into private.file_columns (bucket, relation, names) values
  ('event-contracts', 'public.registration_contracts', 'array[signature_path]');

create table public.registration_drafts (
  id uuid primary key,
  request_id uuid not null unique,
  type_id uuid not null references public.event_registration_types (id) on delete cascade,
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  draft jsonb not null check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 40000),
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en-US', 'es-419')),
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
comment on table public.registration_drafts is
  'What a person typed into the form of a registration, without files, for 14 days. One draft per form and link; it '
  'is deleted when the form is sent.';
comment on column public.registration_drafts.id is 'Made by the server, which derives the token of the link from it.';
comment on column public.registration_drafts.request_id is 'Idempotency key of the form.';
comment on column public.registration_drafts.draft is
  '{values, companions, vehicles}: texts by field name and the number of people and vehicles.';
comment on column public.registration_drafts.token_hash is
  'SHA-256 of the token; null in a restored database, where no earlier link works.';
create index registration_drafts_type_id_idx on public.registration_drafts (type_id);
create index registration_drafts_email_idx on public.registration_drafts (lower(email));
create index registration_drafts_created_at_idx on public.registration_drafts (created_at);
alter table public.registration_drafts enable row level security;
grant all on public.registration_drafts to service_role;

create trigger registration_drafts_server_columns before insert or update on public.registration_drafts
  for each row execute function private.guard_server_columns('', 'created_at');

insert into private.personal_rows (relation, column_name, matched_by, kind, title, at_erasure, place) values
  ('registration_drafts', 'email', 'address', 'own', 'Rascunhos de inscrições', 'delete', 77);

select
  private.declare_columns('registration_drafts', 'exported', '{id,type_id,email,draft,locale,created_at}'),
  private.declare_columns('registration_drafts', 'not_personal', '{request_id}', 'technical key'),
  private.declare_columns('registration_drafts', 'withheld', '{token_hash}', 'hash of a secret link');

insert into private.retention_rules (key, relation, clock, keep, place) values
  ('registration_drafts', 'public.registration_drafts', 'created_at', '14 days', 227);

insert into private.backup_secrets (table_name, column_name, treatment) values
  ('public.registration_drafts', 'token_hash', 'null');

alter table public.event_stands add constraint event_stands_registration_id_fkey
  foreign key (registration_id) references public.event_registrations (id) on delete set null;
alter table public.event_registration_types add constraint event_registration_types_form_version_id_fkey
  foreign key (form_version_id) references public.form_template_versions (id) on delete restrict;

create function private.check_form_of_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.form_version_id is not null and not exists (
    select from public.form_template_versions as version join public.form_templates as template
      on template.id = version.template_id
    where version.id = new.form_version_id and version.published_at is not null and template.kind = 'registration'
      and template.registration_kind = new.kind
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

create function private.refuse_unpayable_kind() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_api_request() and not private.event_payment_is_possible()
    and exists (select from public.events where id = new.event_id and status in ('published', 'postponed'))
  then
    perform private.refuse_request('price_cents');
  end if;
  return new;
end $$;
comment on function private.refuse_unpayable_kind is
  'Trigger function: a public event gets no paid kind while the portal cannot be paid.';

create trigger event_registration_types_payable before insert on public.event_registration_types
  for each row when (new.price_cents > 0) execute function private.refuse_unpayable_kind();
create trigger event_registration_types_still_payable before update of price_cents on public.event_registration_types
  for each row when (old.price_cents = 0 and new.price_cents > 0) execute function private.refuse_unpayable_kind();

create function private.hold_places(type uuid, wanted integer) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registration_types := private.lock_kinds(type);
begin
  if found.id is null or wanted > private.places_left(type) then
    return false;
  end if;
  update public.event_registration_types set taken = taken + wanted where id = type;
  return true;
end $$;
comment on function private.hold_places is
  'Takes places of a kind of registration; false, and nothing changed, when the kind or the event has not enough.';

create function private.release_places(type uuid, given integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.event_registration_types set taken = greatest(taken - given, 0) where id = type
$$;
comment on function private.release_places is 'Returns places of a registration that no longer holds them.';

create function private.new_registration_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(random.bytes, place) % 32, 1), '')
  -- Bytes 6 and 8 of a UUID hold its version.
  from (select uuid_send(gen_random_uuid()) as bytes) as random, unnest(array[0, 1, 2, 3, 4, 5, 9, 10]) as place
$$;
comment on function private.new_registration_code is 'Eight characters without I, O, 0 and 1.';

create function private.live_registration_link(token text, variadic kinds text[]) returns public.registration_links
language sql stable security definer set search_path = '' as $$
  select * from public.registration_links
  where token_hash = private.token_hash(token) and kind = any (kinds) and revoked_at is null and expires_at > now()
$$;
comment on function private.live_registration_link is
  'The link of one of these kinds that a token opens; null for a token that is wrong, expired or revoked.';

create function private.mail_registration(registration public.event_registrations, template text, link_kind text
  default 'registration', facts jsonb default '{}') returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  event public.events;
  -- Questions of the organiser to everybody have the link that ends them.
  is_mass boolean := template = 'registration_attendance';
begin
  if is_mass and not private.is_reachable(registration, 'mail') then
    return;
  end if;
  select * into event from public.events where id = registration.event_id;
  perform private.enqueue_mail(registration.email, template, private.mail_event_facts(event) || jsonb_build_object(
    'name', registration.full_name, 'code', registration.code,
    'date', event.starts_at, 'until', coalesce(to_jsonb(registration.held_until), '""'),
    'note', coalesce(registration.status_note, ''), 'amount', registration.price_cents / 100.0,
    'link_kind', link_kind, 'link_subject', registration.id
  ) || case when is_mass then jsonb_build_object('ends_registration', registration.id) else '{}' end || facts,
    registration.locale);
exception when invalid_parameter_value then
  -- An address that cannot receive mail does not roll back the change that the mail is about.
  null;
end $$;
comment on function private.mail_registration is
  'Enqueues a mail about a registration; its button opens the registration, its badge or the page that manages it.';

create function private.mail_registration_status(registration public.event_registrations) returns void
language sql volatile security definer set search_path = '' as $$
  select private.mail_registration(registration, case registration.status
    when 'unconfirmed' then 'registration_confirm'
    when 'pending' then case when private.missing_files(registration) = '{}' then 'registration_received'
      else 'registration_documents' end
    when 'waitlisted' then 'registration_waiting' when 'offered' then 'registration_offered'
    when 'awaiting_payment' then 'registration_to_pay' when 'confirmed' then 'registration_confirmed' when 'rejected'
      then 'registration_rejected'
    when 'cancelled' then 'registration_cancelled' else 'registration_expired'
  end, case registration.status when 'confirmed' then 'badge' when 'unconfirmed' then 'manage' else 'registration' end)
$$;
comment on function private.mail_registration_status is 'The mail of a registration that has just got its status.';

create function private.issue_registration_link(registration uuid, kind text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registrations;
begin
  select * into found from public.event_registrations where id = registration;
  if found.id is null or kind not in ('registration', 'badge', 'manage') then
    raise exception 'registration_missing';
  elsif found.status = 'unconfirmed' then
    perform private.resend_confirmation(found.id);
  else
    perform private.mail_registration(found, case kind when 'manage' then 'registration_manage_link'
      else 'registration_link' end, kind);
  end if;
end $$;
comment on function private.issue_registration_link is
  'Mails a secret link to the registered contact. The worker derives the token when it sends the mail.';

create function private.holds_place(status text) returns boolean
language sql immutable set search_path = '' as $$ select status in ('offered', 'awaiting_payment', 'confirmed') $$;
comment on function private.holds_place is 'Whether a registration with this status takes places of its kind.';

create function private.lock_registration(registration uuid) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registrations;
begin
  perform private.lock_kinds((select type_id from public.event_registrations where id = registration));
  select * into found from public.event_registrations where id = registration for update;
  return found;
end $$;
comment on function private.lock_registration is
  'Locks the kinds of the event, then the registration, and returns the registration.';

create function private.set_registration_status(registration uuid, new_status text, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  changed public.event_registrations;
begin
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status = new_status then
    return new_status;
  elsif private.holds_place(new_status) and not private.holds_place(known.status) and
    not private.hold_places(known.type_id, known.places) then
    raise exception 'no_places';
  elsif private.holds_place(known.status) and not private.holds_place(new_status) then
    perform private.release_places(known.type_id, known.places);
  end if;
  if new_status in ('rejected', 'cancelled', 'expired', 'waitlisted') then
    update public.event_stands set registration_id = null where registration_id = known.id;
  end if;
  update public.event_registrations set
    status = new_status, status_note = note,
    held_until = case when new_status = 'awaiting_payment' and known.status = 'offered' then known.held_until
      else private.hold_end(new_status, known.status, known.type_id) end,
    waiting_since = case when new_status = 'waitlisted' then coalesce(known.waiting_since, now())
      else known.waiting_since end,
    confirmed_at = case when new_status = 'confirmed' then now() else known.confirmed_at end,
    cancelled_at = case when new_status = 'cancelled' then now() end
  where id = known.id returning * into changed;
  if new_status in ('rejected', 'cancelled', 'expired') then
    perform private.expire_registration_pages(known.id);
    update public.payments set needs_refund = true
    where subject_type = 'registration' and subject_id = known.id and status = 'paid' and not needs_refund;
  end if;
  -- A cancelled event mails each person once, whichever number of registrations the person has.
  if not (new_status = 'awaiting_payment' and known.status = 'offered')
    and not (new_status = 'cancelled' and exists (select from public.events where id = known.event_id
      and status = 'cancelled'))
  then
    perform private.mail_registration_status(changed);
  end if;
  return new_status;
end $$;
comment on function private.set_registration_status is
  'The only writer of the status after the form: takes or returns the places, ends card pages, marks money for a '
  'refund and mails the person. Raises no_places. Does not promote: callers that free places call promote_waiting.';

create function private.expire_registration_pages(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  page record;
begin
  for page in
    update public.payments set status = 'expired'
    where subject_type = 'registration' and subject_id = registration and method = 'card' and status = 'pending'
    returning provider_ref
  loop
    if page.provider_ref is not null then
      perform private.enqueue_job('expire-card-page', jsonb_build_object('session', page.provider_ref));
    end if;
  end loop;
end $$;
comment on function private.expire_registration_pages is
  'Ends the open card pages of a registration here and, by a job, at the provider.';

create function private.promote_waiting(type uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.lock_kinds(type);
  event public.events;
  next_one record;
  offered integer := 0;
begin
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or event.status = 'cancelled'
    or private.kind_end(type) <= now() then
    return 0;
  end if;
  -- An offered place would be released unpaid.
  if kind.price_cents > 0 and not private.event_payment_is_possible() then
    return 0;
  end if;
  loop
    select id, places into next_one from public.event_registrations
    where type_id = type and status = 'waitlisted' order by waiting_since, created_at, id limit 1;
    exit when next_one.id is null;
    -- A group that does not fit waits for its places; later registrations are not offered places before it.
    exit when next_one.places > private.places_left(type);
    perform private.set_registration_status(next_one.id, 'offered');
    offered := offered + 1;
  end loop;
  return offered;
end $$;
comment on function private.promote_waiting is
  'Offers free places of a kind to the people who wait, in order; answers how many got an offer.';

create function private.approve_registration(registration uuid, note text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
begin
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status not in ('pending', 'waitlisted') then
    return known.status;
  elsif known.places > private.places_left(known.type_id) then
    return private.set_registration_status(known.id, 'waitlisted', note);
  end if;
  return private.set_registration_status(known.id, case when known.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end, note);
end $$;
comment on function private.approve_registration is
  'Approves a registration: confirmed when it is free, awaiting_payment when it costs something, waitlisted when no '
  'place is left. Answers the status.';

create function private.cancel_registration(registration uuid, reason text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  inside integer;
begin
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status in ('cancelled', 'rejected') then
    return known.status;
  end if;
  perform private.set_registration_status(known.id, 'cancelled', reason);
  if private.holds_place(known.status) then
    -- The place of a person who is inside stays taken; private.undo_checkin returns it.
    inside := least(private.entered_people(known.id), known.places);
    if inside > 0 then
      update public.event_registration_types set taken = taken + inside where id = known.type_id;
    end if;
    perform private.promote_waiting(known.type_id);
  end if;
  return 'cancelled';
end $$;
comment on function private.cancel_registration is
  'Cancels a registration, marks its money for a refund and offers its places to the people who wait, except the '
  'places of people who are inside.';

-- An operator may admit people who have not paid; their hold does not end while they are inside.
create function private.expire_registration_holds() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind record;
  due record;
  known public.event_registrations;
  expired integer := 0;
begin
  -- Every caller that locks kinds of several events takes the events in the order of their ids.
  for kind in
    select type_id as id, event_id from public.event_registrations where status in ('offered', 'awaiting_payment')
      and held_until <= now()
    union
    select waiting.type_id, waiting.event_id from public.event_registrations as waiting
    where waiting.status = 'waitlisted' and private.places_left(waiting.type_id) is distinct from 0
    order by event_id, id
  loop
    for due in
      select id from public.event_registrations
      where type_id = kind.id and status in ('offered', 'awaiting_payment') and held_until <= now() order by held_until,
        id limit 500
    loop
      known := private.lock_registration(due.id);
      -- Read again under the lock: a payment or a receipt may have arrived. A card payment that the bank processes ends
      -- by itself.
      continue when known.status not in ('offered', 'awaiting_payment') or known.held_until > now() or exists (
        select from public.payments where subject_type = 'registration' and subject_id = known.id
          and status = 'processing'
      ) or not private.may_change(known, 'expire');
      perform private.set_registration_status(known.id, 'expired');
      expired := expired + 1;
    end loop;
    perform private.promote_waiting(kind.id);
  end loop;
  -- The rows of the last hour are kept, because the mails of an address are counted in them.
  delete from public.event_registrations where id in (
    select id from public.event_registrations where status = 'unconfirmed'
      and held_until <= now() - interval '30 minutes'
    order by held_until limit 5000 for update skip locked
  );
  return expired;
end $$;
comment on function private.expire_registration_holds is
  'Ends holds and offers whose time is over, offers the free places to the people who wait and deletes forms whose '
  'address was not confirmed; answers how many holds ended. Safe to repeat and to run at the same time.';

create function private.form_version_of(type public.event_registration_types) returns public.form_template_versions
language sql stable security definer set search_path = '' as $$
  select version.* from public.form_template_versions as version
  where version.published_at <= now() and version.id = coalesce(type.form_version_id, (
    select newest.id from public.form_template_versions as newest join public.form_templates as template
      on template.id = newest.template_id
    where template.kind = 'registration' and template.registration_kind = type.kind and template.is_active
      and newest.published_at <= now()
    order by newest.published_at desc, newest.version desc limit 1
  ))
$$;
comment on function private.form_version_of is
  'The fields that a kind of registration asks for: its own version, or the newest published one of its template.';

create function private.registration_answers(fields jsonb, given jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  field jsonb;
  key text;
  value jsonb;
  kept jsonb := '{}';
begin
  if jsonb_typeof(coalesce(given, '{}')) <> 'object' then
    perform private.refuse_request('answers');
  end if;
  for field in select * from jsonb_array_elements(fields) loop
    key := field ->> 'name';
    value := case field ->> 'kind'
      when 'boolean' then to_jsonb(private.flag_field(given, key))
      when 'number' then case when jsonb_typeof(given -> key) = 'number' and (given ->> key)::numeric
        between 0 and 1000000 then given -> key end
      when 'date' then to_jsonb(private.date_field(given, key))
      when 'choice' then case when jsonb_typeof(given -> key) = 'string' and field -> 'options' @> (given -> key)
        then given -> key end
      else to_jsonb(private.text_field(given, key, case field ->> 'kind' when 'longtext' then 2000 else 200 end))
    end;
    -- Files are sent after the form, like the documents of the kind.
    continue when field ->> 'kind' = 'file';
    if (field ->> 'required')::boolean and (value is null or value in ('null', 'false'))
      or field ->> 'kind' in ('number', 'choice') and value is null
        and coalesce(jsonb_typeof(given -> key), 'null') <> 'null' then
      perform private.refuse_request(key);
    end if;
    if value is not null and value <> 'null' then
      kept := kept || jsonb_build_object(key, value);
    end if;
  end loop;
  return kept;
end $$;
comment on function private.registration_answers is
  'The answers to the fields of a form; raises invalid_request with the name of the field that is wrong or missing.';

-- Vehicles are changed in place, because votes and readings at the gate refer to their rows.
create function private.add_registration_vehicles(registration uuid, kind public.event_registration_types,
  event public.events, list jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  vehicle jsonb;
  number integer := 0;
  year integer;
begin
  if jsonb_typeof(coalesce(list, '[]')) <> 'array' or jsonb_array_length(coalesce(list, '[]')) > kind.max_vehicles
    or kind.kind = 'expositor' and jsonb_array_length(coalesce(list, '[]')) = 0 then
    perform private.refuse_request('vehicles');
  end if;
  for vehicle in select * from jsonb_array_elements(coalesce(list, '[]')) loop
    number := number + 1;
    if jsonb_typeof(vehicle) <> 'object' then
      perform private.refuse_request('vehicles');
    end if;
    year := private.whole_field(vehicle, 'year', 1880, 2100, true);
    -- The car that is exhibited must have the age; the van of a seller may be new.
    if kind.kind = 'expositor' and extract(year
      from event.starts_at at time zone event.time_zone) - year < coalesce(event.min_vehicle_age, 0) then
      raise exception 'vehicle_too_new' using detail = number::text;
    end if;
    insert into public.registration_vehicles as known (registration_id, position, make, model, year, color, plate,
      has_collector_plate, story, class_name) values (
      registration, number, private.text_field(vehicle, 'make', 60, true),
        private.text_field(vehicle, 'model', 80, true), year,
      private.text_field(vehicle, 'color', 40), upper(private.pattern_field(vehicle, 'plate', 10,
        '^[A-Za-z0-9 -]{5,10}$')),
      private.flag_field(vehicle, 'has_collector_plate'), private.text_field(vehicle, 'story', 600),
        private.text_field(vehicle, 'class_name', 80)
    ) on conflict (registration_id, position) do update set make = excluded.make, model = excluded.model,
      year = excluded.year, color = excluded.color,
      plate = excluded.plate, has_collector_plate = excluded.has_collector_plate, story = excluded.story,
        class_name = excluded.class_name;
  end loop;
  delete from public.registration_vehicles as known where known.registration_id = registration
    and known.position > number;
end $$;
comment on function private.add_registration_vehicles is
  'Stores the vehicles of a registration; raises vehicle_too_new with the number of the vehicle that is too young for '
  'the event.';

create function private.take_stand(stand uuid, registration uuid, type public.event_registration_types) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- One statement decides: of two callers the second waits for the row and then finds it taken.
  update public.event_stands as known set registration_id = take_stand.registration
  where known.id = stand and known.event_id = type.event_id and known.registration_id is null
    and (known.kinds = '{}' or type.kind = any (known.kinds));
  if not found then
    raise exception 'stand_taken';
  end if;
end $$;
comment on function private.take_stand is 'Gives a free stand to a registration; raises stand_taken.';

create function private.open_kind(type uuid) returns public.event_registration_types
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.lock_kinds(type);
  event public.events;
begin
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) then
    raise exception 'event_missing';
  elsif event.status <> 'published' or coalesce(kind.opens_at, '-infinity') > now()
    or least(coalesce(kind.closes_at, event.starts_at), event.ends_at) <= now() then
    raise exception 'registration_closed';
  end if;
  return kind;
end $$;
comment on function private.open_kind is
  'Locks and returns a kind that takes registrations now; raises event_missing or registration_closed.';

create function private.registration_price(kind public.event_registration_types, places integer, stand uuid)
  returns integer
language sql stable security definer set search_path = '' as $$
  select kind.price_cents * case when kind.kind = 'publico' then places else 1 end
    + coalesce((select price_cents from public.event_stands where id = stand), 0)
$$;
comment on function private.registration_price is
  'Tickets are paid per person, the other kinds per registration, with the price of the stand.';

create function private.store_registration(payload jsonb, origin text) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types := private.open_kind(private.uuid_field(payload, 'type', true));
  event public.events;
  form public.form_template_versions := private.form_version_of(kind);
  companions text[] := private.texts_field(payload, 'companions', kind.max_companions);
  people integer := 1 + cardinality(companions);
  stand uuid := case when kind.chooses_stand then private.uuid_field(payload, 'stand') end;
  price integer := private.registration_price(kind, people, stand);
  full_name text := private.text_field(payload, 'full_name', 120, true);
  address text := lower(private.email_field(payload, 'email', true));
  own_address text := private.confirmed_address();
  first_status text;
  stored public.event_registrations;
begin
  select * into event from public.events where id = kind.event_id;
  -- The person answered the questions of another version: the page shows the new ones.
  if coalesce(private.uuid_field(payload, 'form_version'), form.id) is distinct from form.id then
    raise exception 'form_changed';
  end if;
  if exists (select from unnest(companions) as name where name ~ '^\s*$') then
    perform private.refuse_request('companions');
  elsif not private.flag_field(payload, 'consent') then
    perform private.refuse_request('consent');
  elsif not kind.allows_several and private.other_registration(kind.id, address, full_name) is not null then
    raise exception 'already_registered';
  end if;
  -- Documents are sent after the form; until then the registration waits like one that needs an approval.
  kind.requires_approval := kind.requires_approval or private.required_files(kind, form.schema) <> '{}';
  first_status := private.status_after_form(kind, people, price);
  if own_address is null then
    perform private.check_confirm_mails(address);
    first_status := 'unconfirmed';
  else
    perform private.check_account_forms(event.id);
    if price > 0 and not (kind.requires_approval or first_status = 'waitlisted') then
      perform private.check_single_hold(event.id, address, (select private.account_id()));
    end if;
  end if;
  if private.holds_place(first_status) and not private.hold_places(kind.id, people) then
    raise exception 'no_places';
  end if;
  -- Two registrations of different kinds that refer to a stand before one of them takes it would wait for each other.
  perform from public.event_stands where id = stand for update;
  insert into public.event_registrations (
    code, event_id, type_id, user_id, full_name, email, phone, document, town, state_abbr, club, company, companions,
      places, answers, form_version_id,
    status, waiting_since, held_until, price_cents, stand_id, shows_vehicle, source, locale, request_id, request_digest,
      confirmed_at,
    email_confirmed_at, confirm_mails
  ) values (
    private.new_registration_code(), event.id, kind.id, case when origin = 'form' then (select private.account_id())
      end,
    full_name, address, private.phone_field(payload, 'phone', kind.kind <> 'publico'),
    private.pattern_field(payload, 'document', 20, '^[0-9A-Za-z./-]{5,20}$', kind.kind
      in ('food_truck', 'expositor_comercial')), private.text_field(payload, 'town', 120),
    private.state_field(payload, 'state_abbr'), private.text_field(payload, 'club', 160),
      private.text_field(payload, 'company', 160, kind.kind in ('food_truck', 'expositor_comercial')),
    companions, people, private.registration_answers(coalesce(form.schema, '[]'), payload -> 'answers'), form.id,
    first_status, case when first_status = 'waitlisted' then now() end, private.hold_end(first_status, 'form', kind.id),
      price,
    case when first_status <> 'waitlisted' then stand end, private.flag_field(payload, 'shows_vehicle'), origin,
    coalesce(private.choice_field(payload, 'locale', '{pt-BR,en-US,es-419}', false), 'pt-BR'),
      private.uuid_field(payload, 'request_id', true),
    private.request_digest(payload), case when first_status = 'confirmed' then now() end,
    case when own_address = address then now() end, case when first_status = 'unconfirmed' then 1 else 0 end
  ) returning * into stored;
  -- The stand of an unconfirmed registration is a wish: it stays free.
  if stored.stand_id is not null and first_status <> 'unconfirmed' then
    perform private.take_stand(stored.stand_id, stored.id, kind);
  elsif exists (select from public.event_stands where id = stored.stand_id and registration_id is not null) then
    raise exception 'stand_taken';
  end if;
  perform private.add_registration_vehicles(stored.id, kind, event, payload -> 'vehicles');
  return stored;
end $$;
comment on function private.store_registration is
  'Checks the payload and stores the registration with its vehicles, and with its places and stand when the address '
  'is confirmed; all or nothing.';

create function private.file_registration(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations;
  request uuid;
  address text;
begin
  perform private.check_payload(payload);
  request := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  -- The same form sent twice at the same time is stored once, and the mails of an address are counted one after the
  -- other.
  perform pg_advisory_xact_lock(hashtextextended('file_registration' || request, 0));
  perform pg_advisory_xact_lock(hashtextextended('registration_address' || address, 0));
  select * into known from public.event_registrations where request_id = request;
  -- Another person in a copy of a form that was sent, in a second tab: answering the first registration would hide that
  -- nothing was stored.
  if known.id is not null and (lower(known.email), known.full_name)
    is distinct from (address, private.text_field(payload, 'full_name', 120, true)) then
    raise exception 'form_sent';
  elsif known.id is null then
    known := private.store_registration(payload, 'form');
    perform private.mail_registration_status(known);
  end if;
  return jsonb_build_object(
    'id', known.id, 'event', known.event_id, 'code', known.code, 'status', known.status,
    'is_changed', coalesce(known.request_digest <> private.request_digest(payload), false)
  );
end $$;
comment on function private.file_registration is
  'Registers a person once per request_id; is_changed: the request was stored before with other data, and nothing was '
  'changed.';

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

create function private.update_registration_from_payments(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  first_payment public.payments;
  extra public.payments;
begin
  select * into first_payment from public.payments
  where subject_type = 'registration' and subject_id = known.id and status in ('paid', 'refunded')
    and (known.payment_id is null or id = known.payment_id)
    and note is distinct from 'amount_mismatch' and difference is null
  order by paid_at, created_at, id limit 1;
  if first_payment.status = 'refunded' and known.payment_id = first_payment.id and known.status = 'confirmed' then
    perform private.cancel_registration(known.id, 'refunded');
  elsif first_payment.status = 'paid' and known.payment_id is null and known.status in ('offered', 'awaiting_payment')
    then
    -- The price may have risen while the receipt was checked.
    update public.event_registrations set payment_id = first_payment.id,
      difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = known.id;
    perform private.set_registration_status(known.id, 'confirmed');
  elsif first_payment.status = 'paid' and known.payment_id is null and known.status = 'expired'
    and coalesce(first_payment.completed_at, first_payment.receipt_sent_at,
      first_payment.paid_at) <= coalesce(first_payment.expires_at, 'infinity') then
    -- Paid in time, but the news arrived after the hold had ended: the place is taken again if there is one.
    begin
      perform private.set_registration_status(known.id, 'confirmed');
      update public.event_registrations set payment_id = first_payment.id,
        difference_cents = greatest(price_cents - first_payment.amount_cents, 0) where id = known.id;
    exception when raise_exception then
      null;
    end;
  end if;
  for extra in
    select * from public.payments
    where subject_type = 'registration' and subject_id = known.id and status = 'paid' and difference = 'asked' and note
      is distinct from 'amount_mismatch'
    order by paid_at, created_at, id
  loop
    update public.event_registrations set difference_cents = difference_cents - extra.amount_cents
    where id = known.id and status = 'confirmed' and difference_cents >= extra.amount_cents;
    if found then
      update public.payments set difference = 'counted' where id = extra.id;
      perform private.note_registration(known, 'difference_paid:' || extra.amount_cents);
    end if;
  end loop;
  -- Every payment that does not pay the registration goes back.
  update public.payments set needs_refund = true
  where subject_type = 'registration' and subject_id = known.id and status = 'paid' and not needs_refund and
    not private.is_lost(payments)
    and not exists (
      select from public.event_registrations
      where id = known.id and status = 'confirmed' and (payment_id = payments.id or payments.difference = 'counted')
    );
  update public.payments set needs_refund = false
  where subject_type = 'registration' and subject_id = known.id and needs_refund
    and (status = 'refunded' or private.is_lost(payments));
end $$;
comment on function private.update_registration_from_payments is
  'Confirms a registration whose payment arrived while its place was held, and counts payments of its difference; '
  'money of later and second payments is marked for a refund.';

-- A receipt holds the place for 24 hours from its first file, however long its review takes.
create function private.note_registration_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  registration public.event_registrations;
  notice private.payment_notices;
begin
  select * into registration from public.event_registrations where id = new.subject_id;
  if registration.id is null then
    return null;
  end if;
  if new.status = 'review' and old.status = 'pending' then
    update public.event_registrations set held_until = greatest(held_until,
      coalesce(new.receipt_sent_at, now()) + interval '24 hours')
    where id = registration.id and status = 'awaiting_payment';
    select * into registration from public.event_registrations where id = new.subject_id;
    perform private.mail_registration(registration, 'registration_receipt');
  elsif new.status = 'pending' and old.status = 'review' then
    -- The person gets a day to send another receipt.
    update public.event_registrations set held_until = greatest(held_until, now() + interval '24 hours')
      where id = registration.id and status = 'awaiting_payment';
    perform private.mail_registration(registration, 'registration_receipt_refused', 'registration',
      jsonb_build_object('note', coalesce(new.note, '')));
  end if;
  if new.refunded_cents > old.refunded_cents then
    perform private.mail_registration(registration, 'registration_refunded', 'registration',
      jsonb_build_object('amount', (new.refunded_cents - old.refunded_cents) / 100.0));
  end if;
  if new.status <> old.status and new.status in ('review', 'processing', 'paid', 'refunded') then
    perform private.expire_registration_pages(registration.id);
  end if;
  if new.needs_refund and not old.needs_refund then
    select * into notice from private.payment_notices where kind = 'registration_refund_owed';
    insert into public.notifications (user_id, title, body, link, translations)
    select profiles.id, notice.title, format(notice.body, registration.code), '/admin/financials',
      replace(notice.translations::text, '%s', registration.code)::jsonb
    from public.profiles where private.holds_permission(profiles, 'financials');
  end if;
  return null;
end $$;
comment on function private.note_registration_payment is
  'Trigger function: mails and notices about a payment of a registration; ends its other card pages.';

-- The financial panel shows whose plan was paid; the place stands where registrations have their event.
create function private.payment_subjects(ids uuid[]) returns table (id uuid, code text, person text, event text)
language sql stable security definer set search_path = '' as $$
  select registration.id, registration.code, coalesce(registration.company, registration.full_name), events.title
  from public.event_registrations as registration join public.events on events.id = registration.event_id
  where registration.id = any (ids) and private.reads_money()
  union all
  select plan.id, plan.plan_name, coalesce(nullif(btrim(profiles.full_name), ''), profiles.username, '–'), services.name
  from public.service_plans as plan join public.services on services.id = plan.service_id
  left join public.profiles on profiles.id = plan.account_id
  where plan.id = any (ids) and private.reads_money()
$$;
comment on function private.payment_subjects is 'Code, payer and event of registrations, for financial managers.';

create function private.is_editable(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status in ('pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed')
    and now() < least(coalesce(kind.edit_until, kind.closes_at, event.starts_at), event.starts_at)
    and private.may_change(registration, 'edit_own')
  from public.event_registration_types as kind join public.events as event on event.id = kind.event_id
    where kind.id = registration.type_id
$$;
comment on function private.is_editable is
  'Whether the person may still change the data of a registration or give it to somebody else.';

create function private.read_registration(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'code', registration.code, 'access', link.kind, 'status', registration.status, 'status_note',
      registration.status_note,
    'held_until', registration.held_until, 'price_cents', registration.price_cents, 'full_name', registration.full_name,
    'masked_email', regexp_replace(registration.email, '^(.).*(@.*)$', '\1***\2'), 'phone', registration.phone, 'town',
      registration.town,
    'state_abbr', registration.state_abbr, 'club', registration.club, 'company', registration.company, 'companions',
      registration.companions,
    'answers', registration.answers, 'fields', coalesce(form.schema, '[]'), 'shows_vehicle', registration.shows_vehicle,
      'created_at', registration.created_at,
    'kind', kind.kind, 'kind_name', kind.name, 'kind_translations', kind.translations, 'required_documents',
      kind.required_documents, 'max_vehicles', kind.max_vehicles,
    'stand', (select label from public.event_stands where event_stands.id = registration.stand_id),
    'can_edit', private.is_editable(registration), 'edit_until', coalesce(kind.edit_until, kind.closes_at,
      event.starts_at),
    'waiting_position', case when registration.status = 'waitlisted' then (
      select count(*) from public.event_registrations as other
      where other.type_id = kind.id and other.status = 'waitlisted'
        and (other.waiting_since, other.created_at, other.id) <= (registration.waiting_since, registration.created_at,
        registration.id)
    ) end,
    'event', jsonb_build_object(
      'id', event.id, 'slug', event.slug, 'title', event.title, 'translations', event.translations, 'status',
        event.status, 'is_demo', event.is_demo, 'starts_at', event.starts_at,
      'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr,
        'venue', event.venue, 'organizer_name', event.organizer_name,
      'organizer_phone', event.organizer_phone, 'organizer_email', event.organizer_email, 'solidarity_item',
        event.solidarity_item, 'lat', event.lat, 'lng', event.lng
    ),
    'vehicles', coalesce((
      select jsonb_agg(jsonb_build_object('make', vehicle.make, 'model', vehicle.model, 'year', vehicle.year, 'color',
        vehicle.color, 'plate', vehicle.plate,
        'has_collector_plate', vehicle.has_collector_plate, 'story', vehicle.story, 'class_name', vehicle.class_name)
          order by vehicle.position)
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    ), '[]'),
    'documents', coalesce((
      select jsonb_agg(jsonb_build_object('id', document.id, 'kind', document.kind, 'status', document.status, 'reason',
        document.reason, 'expires_on', document.expires_on) order by document.created_at)
      from public.registration_documents as document where document.registration_id = registration.id
    ), '[]'),
    'history', coalesce((
      select jsonb_agg(jsonb_build_object('status', entry.to_status, 'at', entry.created_at) order by entry.id)
      from public.registration_events as entry where entry.registration_id = registration.id
    ), '[]'),
    'refund_due_cents', (
      select coalesce(sum(amount_cents - refunded_cents), 0) from public.payments
      where subject_type = 'registration' and subject_id = registration.id and needs_refund and note
        is distinct from 'amount_mismatch'
    ),
    'payments', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', payments.id, 'method', payments.method, 'status', payments.status, 'amount_cents', payments.amount_cents,
          'pix_txid', payments.pix_txid,
        'checkout_url', payments.checkout_url, 'receipt_sent_at', payments.receipt_sent_at, 'note', case
          when payments.status = 'pending' then payments.note end,
        'expires_at', payments.expires_at, 'created_at', payments.created_at
      ) order by payments.created_at desc)
      from public.payments where subject_type = 'registration' and subject_id = registration.id
    ), '[]')
  )
  from private.live_registration_link(token, 'registration', 'manage') as link
  join public.event_registrations as registration on registration.id = link.registration_id
  join public.event_registration_types as kind on kind.id = registration.type_id
  join public.events as event on event.id = registration.event_id
  left join public.form_template_versions as form on form.id = registration.form_version_id
$$;
comment on function private.read_registration is
  'What the page of a registration shows; null for a token that does not exist or has ended.';

create function private.find_registration(code text, contact text) returns uuid
language sql stable security definer set search_path = '' as $$
  select registration.id from public.event_registrations as registration
  where registration.code = upper(find_registration.code) and (
    lower(registration.email) = lower(btrim(contact))
    or char_length(regexp_replace(contact, '\D', '', 'g')) >= 10
      and right(regexp_replace(registration.phone, '\D', '', 'g'), 10) = right(regexp_replace(contact, '\D', '', 'g'),
        10)
  )
$$;
comment on function private.find_registration is
  'The registration with this code whose e-mail or phone is the contact.';

create function private.badge_of(registration uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', registration.id, 'event_id', event.id, 'status', registration.status, 'badge_version',
      registration.badge_version, 'full_name', registration.full_name,
    'kind', kind.kind, 'kind_name', kind.name, 'kind_translations', kind.translations, 'town', registration.town,
      'state_abbr', registration.state_abbr,
    'club', registration.club, 'company', registration.company, 'places', registration.places,
    'stand', (select label from public.event_stands where event_stands.id = registration.stand_id),
    'vehicles', coalesce((
      select jsonb_agg(jsonb_build_object('id', vehicle.id, 'make', vehicle.make, 'model', vehicle.model, 'year',
        vehicle.year, 'story', vehicle.story, 'class_name', vehicle.class_name) order by vehicle.position)
      from public.registration_vehicles as vehicle where vehicle.registration_id = registration.id
    ), '[]'),
    'event', jsonb_build_object('slug', event.slug, 'title', event.title, 'translations', event.translations, 'is_demo',
      event.is_demo, 'starts_at', event.starts_at,
      'ends_at', event.ends_at, 'time_zone', event.time_zone, 'town', event.town, 'state_abbr', event.state_abbr,
        'venue', event.venue, 'poster_path', event.poster_path,
      'has_votes', event.votes_open_at is not null, 'badge_size', event.badge_size, 'badge_hidden',
        to_jsonb(event.badge_hidden))
  )
  from public.event_registrations as registration
  join public.event_registration_types as kind on kind.id = registration.type_id
  join public.events as event on event.id = registration.event_id
  where registration.id = badge_of.registration
$$;
comment on function private.badge_of is 'What the badge of a registration shows.';

create function private.read_badge(key text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.badge_of(registration.id)
  from public.event_registrations as registration
  where registration.id = (private.live_registration_link(key, 'registration', 'badge', 'manage')).registration_id
    or registration.id::text = key
      and (registration.user_id = (select private.account_id()) or (select private.is_staff()
        and private.has_permission('event_checkin')))
$$;
comment on function private.read_badge is
  'What a badge shows, by the token of a link or, for the owner and for check-in operators, by the id.';

create function private.edit_own_registration(token text, payload jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  kind public.event_registration_types;
  event public.events;
  form jsonb;
  names text[];
begin
  perform private.check_payload(payload);
  if known.id is null or not private.is_editable(known) then
    return false;
  end if;
  select * into kind from public.event_registration_types where id = known.type_id;
  select * into event from public.events where id = known.event_id;
  select schema into form from public.form_template_versions where id = known.form_version_id;
  names := private.texts_field(payload, 'companions', 20);
  -- The number of people is the number of places, which only a new registration changes.
  if cardinality(names) <> cardinality(known.companions) or exists (select from unnest(names) as name
    where name ~ '^\s*$') then
    perform private.refuse_request('companions');
  end if;
  update public.event_registrations set
    phone = private.phone_field(payload, 'phone', kind.kind <> 'publico'),
      town = private.text_field(payload, 'town', 120), state_abbr = private.state_field(payload, 'state_abbr'),
    club = private.text_field(payload, 'club', 160), companions = names,
      shows_vehicle = private.flag_field(payload, 'shows_vehicle'),
    answers = private.registration_answers(coalesce(form, '[]'), payload -> 'answers')
  where id = known.id;
  perform private.add_registration_vehicles(known.id, kind, event, payload -> 'vehicles');
  return true;
end $$;
comment on function private.edit_own_registration is
  'Changes phone, town, club, names of companions, vehicles and answers until the limit; false when the link or the '
  'limit is over.';

create function private.accept_offer(token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
begin
  if known.status = 'offered' and known.price_cents = 0 and known.held_until > now() then
    return private.set_registration_status(known.id, 'confirmed');
  end if;
  return known.status;
end $$;
comment on function private.accept_offer is
  'Confirms a free place that was offered from the waiting list; answers the status. A place that costs something is '
  'accepted by paying.';

create function private.cancel_own_registration(token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
begin
  if known.id is null or not private.may_change(known, 'cancel_own')
    or exists (select from public.events where id = known.event_id and starts_at <= now())
  then
    return null;
  end if;
  return private.cancel_registration(known.id);
end $$;
comment on function private.cancel_own_registration is
  'Cancels before the event and before anybody entered, only through a link that was mailed to the contact.';

create function private.transfer_registration(token text, payload jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  moved public.event_registrations;
begin
  perform private.check_payload(payload);
  if known.id is null or not private.is_editable(known) or not private.may_change(known, 'transfer') then
    return false;
  end if;
  perform private.mail_registration(known, 'registration_left', 'registration',
    jsonb_build_object('link_kind', null, 'link_subject', null));
  update public.event_registrations set
    full_name = private.text_field(payload, 'full_name', 120, true),
      email = lower(private.email_field(payload, 'email', true)), phone = private.phone_field(payload, 'phone', true),
    user_id = null, document = null, badge_version = badge_version + 1
  where id = known.id returning * into moved;
  -- Links and badges of the earlier person end.
  update public.registration_links set revoked_at = now() where registration_id = known.id and revoked_at is null;
  perform private.mail_registration(moved, 'registration_transferred', case when moved.status = 'confirmed' then 'badge'
    else 'registration' end);
  return true;
end $$;
comment on function private.transfer_registration is
  'Gives a registration to another person, only through a link that was mailed to the contact. Earlier links and '
  'badges end; both people get a mail.';

create function private.mail_manage_link(token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  known uuid := (private.live_registration_link(token, 'registration', 'manage')).registration_id;
begin
  if known is null then
    return false;
  end if;
  perform private.issue_registration_link(known, 'manage');
  return true;
end $$;
comment on function private.mail_manage_link is
  'Mails the link that transfers and cancels to the contact of the registration.';

create function private.require_registration_manager() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.manages_registrations() then
    raise exception 'only event managers' using errcode = '42501';
  end if;
end $$;
comment on function private.require_registration_manager is 'Refuses callers who may not decide registrations.';

create function private.registration_at(registration uuid, seen timestamptz) returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registrations;
begin
  perform private.require_registration_manager();
  found := private.lock_registration(registration);
  if found.id is null then
    raise exception 'registration_missing';
  elsif seen is not null and found.updated_at <> seen then
    raise exception 'registration_changed';
  end if;
  return found;
end $$;
comment on function private.registration_at is
  'Locks a registration for an event manager. Raises registration_changed when it changed after the time the caller '
  'saw.';

create function private.note_registration(registration public.event_registrations, note text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.registration_events (registration_id, from_status, to_status, actor_id, note)
  values (registration.id, registration.status, registration.status, (select private.account_id()), left(note, 500))
$$;
comment on function private.note_registration is
  'Writes a line without a change of status into the history. Codes such as edited:phone are translated by the panel.';

create function private.has_places(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.holds_place(registration.status)
    or coalesce(registration.places <= private.places_left(registration.type_id), true)
$$;
comment on function private.has_places is 'Whether the kind and the event of a registration have the places it needs.';

create function private.decide_registration(registration uuid, decision text, reason text, seen timestamptz)
  returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  case decision
    when 'approve' then
      if known.status not in ('pending', 'waitlisted', 'rejected', 'expired') then
        raise exception 'registration_decided';
      elsif not private.has_places(known) then
        raise exception 'no_places';
      elsif known.price_cents > 0 and not private.event_payment_is_possible() then
        raise exception 'payment_unavailable';
      end if;
      perform private.set_registration_status(known.id, case when known.price_cents > 0 then 'awaiting_payment'
        else 'confirmed' end, note);
    when 'wait' then
      if known.status not in ('pending', 'offered', 'rejected', 'expired') then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'wait') then
        raise exception 'registration_entered';
      end if;
      perform private.set_registration_status(known.id, 'waitlisted', note);
    when 'promote' then
      if known.status <> 'waitlisted' then
        raise exception 'registration_decided';
      elsif not private.has_places(known) then
        raise exception 'no_places';
      elsif known.price_cents > 0 and not private.event_payment_is_possible() then
        raise exception 'payment_unavailable';
      end if;
      perform private.set_registration_status(known.id, 'offered', note);
    when 'reject' then
      if note is null then
        raise exception 'reason_missing';
      elsif known.status not in ('pending', 'waitlisted', 'offered') then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'reject') then
        raise exception 'registration_entered';
      end if;
      perform private.set_registration_status(known.id, 'rejected', note);
    when 'cancel' then
      if note is null then
        raise exception 'reason_missing';
      elsif known.status not in ('offered', 'awaiting_payment', 'confirmed', 'waitlisted', 'pending') then
        raise exception 'registration_decided';
      elsif not private.may_change(known, 'cancel') then
        raise exception 'registration_entered';
      end if;
      return private.cancel_registration(known.id, note);
    else
      perform private.refuse_request('decision');
  end case;
  if known.status = 'offered' then
    perform private.promote_waiting(known.type_id);
  end if;
  return (select status from public.event_registrations where id = known.id);
end $$;
comment on function private.decide_registration is
  'approve, wait, promote, reject or cancel. Raises no_places, payment_unavailable, reason_missing, '
  'registration_decided, registration_entered or registration_changed. Answers the new status.';

create function private.decide_registrations(registrations uuid[], decision text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  outcome text;
  counts jsonb := '{}';
begin
  perform private.require_registration_manager();
  if cardinality(registrations) > 200 then
    perform private.refuse_request('registrations');
  end if;
  -- Locks of kinds are taken in the order of their ids, and people are served in the order of their registrations.
  for one in
    select id from public.event_registrations where id = any (registrations) order by type_id,
      coalesce(waiting_since, created_at), id
  loop
    begin
      perform private.decide_registration(one.id, decision, reason, null);
      outcome := 'decided';
    exception when raise_exception then
      outcome := case
        when sqlerrm in ('no_places', 'payment_unavailable', 'registration_decided', 'registration_entered',
          'reason_missing') then sqlerrm
        else 'failed'
      end;
    end;
    counts := counts || jsonb_build_object(outcome, coalesce((counts ->> outcome)::integer, 0) + 1);
  end loop;
  return counts;
end $$;
comment on function private.decide_registrations is
  'Decides up to 200 registrations; one that is refused does not stop the others. Answers the number of each outcome.';

create function private.check_document(document uuid, decision text, reason text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.registration_documents;
  known public.event_registrations;
  note text := nullif(btrim(coalesce(reason, '')), '');
begin
  perform private.require_registration_manager();
  if decision not in ('ok', 'refused') then
    perform private.refuse_request('decision');
  elsif decision = 'refused' and note is null then
    raise exception 'reason_missing';
  end if;
  select * into found from public.registration_documents where id = document for update;
  select * into known from public.event_registrations where id = found.registration_id;
  if known.id is null then
    raise exception 'registration_missing';
  end if;
  update public.registration_documents set status = decision, reason = case when decision = 'refused'
    then left(note, 500) end where id = found.id;
  perform private.note_registration(known, 'document_' || decision || ':' || found.kind);
  if decision = 'refused' and found.status <> 'refused' then
    perform private.mail_registration(known, 'registration_document_refused', 'registration',
      jsonb_build_object('note', note));
  end if;
  return decision;
end $$;
comment on function private.check_document is
  'Accepts a document, or refuses it with a reason that is mailed to the person.';

create function private.resend_registration(registration uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, null);
  kind text := case when known.status = 'confirmed' then 'badge' else 'registration' end;
begin
  perform private.issue_registration_link(known.id, kind);
  perform private.note_registration(known, 'resent:' || kind);
  return kind;
end $$;
comment on function private.resend_registration is
  'Mails the badge link of a confirmed registration, or the link of its page.';

create function private.add_registration(payload jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  people text[] := array(select left(btrim(name), 120) from jsonb_array_elements_text(coalesce(payload -> 'companions',
    '[]')) as name where btrim(name) <> '');
  added public.event_registrations;
begin
  perform private.require_registration_manager();
  kind := private.lock_kinds((payload ->> 'type_id')::uuid);
  if kind.id is null then
    raise exception 'registration_missing';
  end if;
  insert into public.event_registrations (
    code, event_id, type_id, full_name, email, phone, town, club, company, companions, places, price_cents, status,
      source, locale, request_id
  ) values (
    private.new_registration_code(), kind.event_id, kind.id, btrim(payload ->> 'full_name'),
      lower(btrim(payload ->> 'email')), nullif(payload ->> 'phone', ''),
    nullif(payload ->> 'town', ''), nullif(payload ->> 'club', ''), nullif(payload ->> 'company', ''), people,
      1 + cardinality(people),
    case when (payload ->> 'is_free')::boolean then 0 else private.registration_price(kind, 1 + cardinality(people),
      null) end, 'pending', 'panel',
    coalesce(payload ->> 'locale', 'pt-BR'), (payload ->> 'request_id')::uuid
  ) on conflict (request_id) do nothing returning * into added;
  if added.id is null then
    return (select id from public.event_registrations where request_id = (payload ->> 'request_id')::uuid);
  end if;
  insert into public.registration_vehicles (registration_id, position, make, model, year, plate)
  select added.id, place, vehicle ->> 'make', vehicle ->> 'model', (vehicle ->> 'year')::integer,
    nullif(vehicle ->> 'plate', '')
  from jsonb_array_elements(coalesce(payload -> 'vehicles', '[]')) with ordinality as given (vehicle, place)
    where place <= kind.max_vehicles;
  if not private.has_places(added) then
    raise exception 'no_places';
  end if;
  if added.price_cents > 0 and not private.event_payment_is_possible() then
    raise exception 'payment_unavailable';
  end if;
  perform private.set_registration_status(added.id, case when added.price_cents > 0 then 'awaiting_payment'
    else 'confirmed' end);
  return added.id;
end $$;
comment on function private.add_registration is
  'Adds a registration by hand, confirmed or waiting for its payment; the same request_id adds nothing. Raises '
  'no_places or payment_unavailable.';

create function private.ask_attendance(event uuid, type uuid, max_mails integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.events;
  one public.event_registrations;
  asked integer := 0;
begin
  perform private.require_registration_manager();
  select * into known from public.events where id = event;
  if known.id is null then
    raise exception 'registration_missing';
  elsif known.status not in ('published', 'postponed') or known.deleted_at is not null or known.starts_at <= now() then
    raise exception 'event_over';
  end if;
  -- Rows that another manager asks at the same time are skipped, so that each person gets one mail.
  for one in
    select * from public.event_registrations as registration
    where registration.event_id = known.id and registration.status = 'confirmed' and registration.attending = 'unknown'
      and (ask_attendance.type is null or registration.type_id = ask_attendance.type)
      and (registration.attendance_asked_at is null or registration.attendance_asked_at < now() - interval '3 days')
    order by registration.created_at, registration.id limit least(greatest(max_mails, 0), 500) for update skip locked
  loop
    update public.event_registrations set attendance_asked_at = now() where id = one.id;
    perform private.mail_registration(one, 'registration_attendance', 'attendance');
    asked := asked + 1;
  end loop;
  return asked;
end $$;
comment on function private.ask_attendance is
  'Mails the question to up to 500 confirmed people of an event, or of one kind, who gave no answer and were not '
  'asked in the last three days.';

create function private.read_attendance(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', events.title, 'town', events.town, 'state_abbr', events.state_abbr, 'starts_at', events.starts_at,
      'time_zone', events.time_zone,
    'places', registration.places, 'attending', registration.attending,
    'is_open', registration.status = 'confirmed' and events.starts_at > now() and events.status <> 'cancelled'
  )
  from private.live_registration_link(token, 'attendance') as link
  join public.event_registrations as registration on registration.id = link.registration_id
  join public.events on events.id = registration.event_id
$$;
comment on function private.read_attendance is
  'What the page of an attendance link shows; reading changes nothing and names nobody.';

create function private.answer_attendance(token text, is_coming boolean) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'attendance')).registration_id);
  answer text := case when is_coming then 'yes' else 'no' end;
begin
  if known.id is null or is_coming is null then
    return 'missing';
  elsif known.status <> 'confirmed' or not is_coming and not private.may_change(known, 'decline') or not exists (
    select from public.events where id = known.event_id and starts_at > now() and status <> 'cancelled'
  ) then
    return 'closed';
  elsif known.attending <> answer then
    update public.event_registrations set attending = answer where id = known.id;
    perform private.note_registration(known, 'attending:' || answer);
  end if;
  return 'answered';
end $$;
comment on function private.answer_attendance is
  'Stores the answer of an attendance link until the event begins: answered, closed or missing; no "no" after an '
  'entry. A no does not cancel; managers free the places.';

create function private.free_declined_places(event uuid, reason text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  one record;
  known public.event_registrations;
  freed integer := 0;
begin
  perform private.require_registration_manager();
  for one in
    select registration.id from public.event_registrations as registration
    where registration.event_id = free_declined_places.event and registration.status = 'confirmed'
      and registration.attending = 'no'
      and private.may_change(registration, 'free_declined')
    order by registration.type_id, registration.id limit 200
  loop
    -- Under the lock no entry is stored meanwhile.
    known := private.lock_registration(one.id);
    continue when known.status <> 'confirmed' or not private.may_change(known, 'free_declined');
    perform private.cancel_registration(one.id, nullif(btrim(coalesce(reason, '')), ''));
    freed := freed + 1;
  end loop;
  return freed;
end $$;
comment on function private.free_declined_places is
  'Cancels up to 200 confirmed registrations whose people said that they do not come and did not enter; their places '
  'go to the waiting list.';

create function private.promote_waiting_list(type uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_registration_manager();
  return private.promote_waiting(type);
end $$;
comment on function private.promote_waiting_list is 'promote_waiting for event managers.';

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

create function private.require_contract_manager() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.manages_contracts() then
    raise exception 'only contract managers' using errcode = '42501';
  end if;
end $$;
comment on function private.require_contract_manager is 'Refuses callers who may not write contracts of registrations.';

create function private.save_registration_contract(registration uuid, template uuid, title text, clauses text[])
  returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations;
  saved public.registration_contracts;
begin
  perform private.require_contract_manager();
  select * into known from public.event_registrations where id = registration for update;
  if known.id is null then
    raise exception 'registration_missing';
  end if;
  select * into saved from public.registration_contracts as contract
  where contract.registration_id = known.id and contract.status <> 'cancelled' for update;
  if saved.status = 'signed' then
    raise exception 'contract_closed';
  elsif saved.id is not null then
    -- The link of an earlier text stops working.
    update public.registration_contracts as contract set
      title = save_registration_contract.title, clauses = save_registration_contract.clauses,
        template_version_id = template,
      signer_name = known.full_name, signer_email = known.email, status = 'draft', token_hash = null, sent_at = null,
        link_expires_at = null
    where contract.id = saved.id;
    return saved.id;
  end if;
  insert into public.registration_contracts (registration_id, template_version_id, title, clauses, event_title,
    signer_name, signer_email, created_by)
  select known.id, template, save_registration_contract.title, save_registration_contract.clauses, events.title,
    known.full_name, known.email, (select private.account_id())
  from public.events where events.id = known.event_id
  returning * into saved;
  return saved.id;
end $$;
comment on function private.save_registration_contract is
  'Writes the draft of a registration. A contract that was sent becomes a draft again; a signed one raises '
  'contract_closed.';

create function private.send_registration_contract(contract uuid, token_hash text) returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  until timestamptz;
begin
  perform private.require_contract_manager();
  if token_hash is null then
    perform private.refuse_request('token_hash');
  end if;
  update public.registration_contracts as known set
    status = 'sent', sent_at = now(), link_expires_at = now() + interval '30 days',
      token_hash = send_registration_contract.token_hash
  where known.id = contract and known.status in ('draft', 'sent') and known.registration_id is not null
  returning known.link_expires_at into until;
  if until is null then
    raise exception 'contract_closed';
  end if;
  return until;
end $$;
comment on function private.send_registration_contract is
  'Stores the hash of a new signing link, which replaces the earlier one; answers when it ends.';

create function private.cancel_registration_contract(contract uuid, reason text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_contract_manager();
  if btrim(coalesce(reason, '')) = '' then
    raise exception 'reason_missing';
  end if;
  update public.registration_contracts set status = 'cancelled', cancelled_at = now(),
    cancel_reason = left(btrim(reason), 500), token_hash = null
  where id = contract and status <> 'cancelled';
  if not found then
    raise exception 'contract_closed';
  end if;
end $$;
comment on function private.cancel_registration_contract is
  'Cancels a contract, also a signed one; a new one can be written afterwards.';

create function private.registration_contract_text(contract public.registration_contracts, file_sha256 text)
  returns text
language sql immutable set search_path = '' as $$
  select concat_ws(
    E'\n', contract.id, contract.event_title, contract.title, array_to_string(contract.clauses, E'\n'),
      contract.signer_name, contract.signer_email,
    contract.signed_name, to_char(contract.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      coalesce(file_sha256, 'typed')
  )
$$;
comment on function private.registration_contract_text is 'What was signed, with the hash of the signature file.';

create function private.registration_contract_hash(contract uuid, file_sha256 text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(private.registration_contract_text(known, file_sha256), 'UTF8')), 'hex')
  from public.registration_contracts as known where known.id = contract
$$;
comment on function private.registration_contract_hash is 'SHA-256 of a contract with this signature file.';

create function private.read_registration_contract(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', id, 'status', status, 'title', title, 'clauses', clauses, 'event_title', event_title, 'signer_name',
      signer_name, 'signed_at', signed_at,
    'is_open', status = 'sent' and link_expires_at > now()
  )
  from public.registration_contracts
  where token_hash = private.token_hash(token) and (status = 'signed' or link_expires_at > now())
$$;
comment on function private.read_registration_contract is
  'The contract of a signing link; null for a wrong or expired token.';

create function private.sign_registration_contract(token text, payload jsonb) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  contract public.registration_contracts;
begin
  select * into contract from public.registration_contracts where token_hash = private.token_hash(token) for update;
  if contract.id is null then
    return 'missing';
  elsif contract.status = 'signed' then
    return 'signed_before';
  elsif contract.status <> 'sent' or contract.link_expires_at <= now() then
    return 'closed';
  end if;
  contract.signed_at := date_trunc('second', now());
  contract.signed_name := btrim(payload ->> 'signed_name');
  update public.registration_contracts set
    status = 'signed', signed_at = contract.signed_at, signed_name = contract.signed_name,
      signature_path = payload ->> 'signature_path',
    signature_sha256 = payload ->> 'file_sha256', signed_with = left(payload ->> 'signed_with', 300),
      signer_address_hash = payload ->> 'address_hash',
    contract_sha256 = encode(sha256(convert_to(private.registration_contract_text(contract, payload ->> 'file_sha256'),
      'UTF8')), 'hex')
  where id = contract.id;
  return 'signed';
end $$;
comment on function private.sign_registration_contract is
  'Signs the contract of a link once: signed, signed_before, closed or missing.';
revoke execute on function private.sign_registration_contract from public;
grant execute on function private.sign_registration_contract to service_role;

create function private.verify_registration_contract(hash text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', title, 'event', event_title, 'signed_at', signed_at, 'is_cancelled', status = 'cancelled',
    'is_unchanged', private.registration_contract_hash(id, signature_sha256) = contract_sha256
  )
  from public.registration_contracts where contract_sha256 = hash
$$;
comment on function private.verify_registration_contract is
  'Whether a contract with this hash exists and has not changed; names nobody.';

create function private.refuse_form(problem text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception 'the questions of a form are incomplete' using errcode = '23514',
    constraint = 'form_questions_are_complete', detail = problem;
end $$;
comment on function private.refuse_form is 'Refuses the questions of a version; the detail says which rule they break.';

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
    kept := kept || jsonb_build_array(question || jsonb_build_object('name', name));
  end loop;
  return kept;
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
      or coalesce(question ->> 'kind', '') not in ('text', 'longtext', 'number', 'choice', 'boolean', 'date', 'file')
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

create function private.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
  address text;
  request uuid;
begin
  perform private.check_payload(payload);
  request := private.uuid_field(payload, 'request_id', true);
  address := lower(private.email_field(payload, 'email', true));
  select * into kind from public.event_registration_types where id = private.uuid_field(payload, 'type', true);
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) or exists (select from public.event_registrations
    where request_id = request) then
    return false;
  end if;
  -- A new row has a new link, so the link that was sent before shows nothing any more.
  delete from public.registration_drafts as earlier where earlier.request_id = request;
  insert into public.registration_drafts (id, request_id, type_id, email, draft, locale, token_hash) values (
    draft_id, request, kind.id, address, coalesce(payload -> 'draft', '{}'),
    coalesce(private.choice_field(payload, 'locale', '{pt-BR,en-US,es-419}', false), 'pt-BR'),
      store_registration_draft.token_hash
  );
  perform private.enqueue_mail(address, 'registration_draft', private.mail_event_facts(event) || jsonb_build_object(
    'draft', draft_id,
    'path', '/inscricao-' || replace(kind.kind, '_', '-') || '?evento=' || event.slug || '&tipo=' || kind.id
  ), payload ->> 'locale');
  return true;
end $$;
comment on function private.store_registration_draft is
  'Stores the draft of a form instead of its earlier one and mails the link; false when the event takes none or the '
  'form was sent.';

create function private.read_registration_draft(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select known.draft || jsonb_build_object('type', known.type_id) from public.registration_drafts as known
  where known.token_hash = private.token_hash(token) and known.created_at > now() - interval '14 days'
$$;
comment on function private.read_registration_draft is
  'The draft behind a link; null for a token that does not exist or has ended.';

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
  known public.event_registrations := private.lock_registration(registration);
  kind public.event_registration_types;
begin
  select * into kind from public.event_registration_types where id = known.type_id;
  if known.status <> 'pending' or kind.requires_approval or private.missing_files(known) <> '{}'
    or private.kind_end(kind.id) <= now()
    or not exists (select from public.events where id = known.event_id and status = 'published') then
    return;
  -- Free places belong to the people who wait.
  elsif exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted') then
    perform private.set_registration_status(known.id, 'waitlisted');
  else
    perform private.approve_registration(known.id);
  end if;
end $$;
comment on function private.admit_with_documents is
  'Confirms a registration, asks for its payment or puts it on the waiting list when it waited for documents only and '
  'the last one arrived.';

create function private.registration_extras(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'missing_documents', private.missing_files(registration), 'messages_refused', registration.messages_refused_at
      is not null,
    'difference_cents', case when registration.status = 'confirmed' then registration.difference_cents else 0 end,
    'has_entered', private.has_entered(registration.id)
  )
  from public.event_registrations as registration
  where registration.id = (private.live_registration_link(token, 'registration', 'manage')).registration_id
$$;
comment on function private.registration_extras is
  'Required documents that are missing, whether the person ended the messages of the organiser, what is owed after '
  'the team added people, and whether somebody entered.';

create function private.edit_registration_answers(registration uuid, answers jsonb, reason text, seen timestamptz)
  returns timestamptz
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
comment on function private.edit_registration_answers is
  'Replaces the answers to the questions of the version that was answered; the history names the questions and the '
  'reason, not the answers.';

create function private.registration_limit(name text) returns integer
language sql immutable set search_path = '' as $$
  select case name
    when 'confirm_minutes' then 30
    when 'confirm_mails' then 3
    when 'account_forms' then 20
  end
$$;
comment on function private.registration_limit is
  'confirm_minutes: how long the mailed button works. confirm_mails: mails with the button per address and hour. '
  'account_forms: forms of a confirmed account per event and hour.';

create function private.confirm_mails_of(address text) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(confirm_mails), 0)::integer from public.event_registrations
  where lower(email) = address
    and greatest(created_at,
      held_until - make_interval(mins => private.registration_limit('confirm_minutes'))) > now() - interval '1 hour'
$$;
comment on function private.confirm_mails_of is
  'Mails with the button that confirms which an address got in the last hour.';

create function private.lock_kinds(type uuid) returns public.event_registration_types
language plpgsql volatile security definer set search_path = '' as $$
declare
  found public.event_registration_types;
begin
  perform from public.event_registration_types
  where event_id = (select event_id from public.event_registration_types where id = type) order by id for update;
  select * into found from public.event_registration_types where id = type;
  return found;
end $$;
comment on function private.lock_kinds is 'Locks all kinds of the event of a kind and returns the kind.';

create function private.places_left(type uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select least(kind.capacity - kind.taken, events.capacity - (
    select sum(other.taken) from public.event_registration_types as other where other.event_id = kind.event_id
  ))::integer
  from public.event_registration_types as kind join public.events on events.id = kind.event_id where kind.id = type
$$;
comment on function private.places_left is
  'Free places of a kind within its own limit and the limit of the whole event; null without a limit.';

create function private.kind_end(type uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(greatest(kind.closes_at, events.starts_at), events.ends_at)
  from public.event_registration_types as kind join public.events on events.id = kind.event_id where kind.id = type
$$;
comment on function private.kind_end is
  'Last moment at which places of a kind are given to people who wait or sent documents: the beginning of the event, '
  'or the later end of the kind.';

create function private.hold_end(new_status text, old_status text, type uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case
    when new_status = 'unconfirmed' then now() + make_interval(mins => private.registration_limit('confirm_minutes'))
    when new_status = 'offered' or new_status = 'awaiting_payment' and old_status not in ('form', 'unconfirmed')
      then greatest(least(now() + interval '48 hours', private.kind_end(type)), now() + interval '30 minutes')
    when new_status = 'awaiting_payment' then now() + interval '30 minutes'
  end
$$;
comment on function private.hold_end is
  'Until when a place is held: 48 hours after an offer or an approval, at most until the end of the kind; 30 minutes '
  'after the form and for the button that confirms it.';

create function private.status_after_form(kind public.event_registration_types, places integer, price integer)
  returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Free places belong to the people who wait.
  is_full boolean := exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted')
    or coalesce(places > private.places_left(kind.id), false);
begin
  if is_full and not kind.has_waiting_list then
    raise exception 'no_places';
  end if;
  return case
    when kind.requires_approval then 'pending'
    when is_full then 'waitlisted'
    when price > 0 then 'awaiting_payment'
    else 'confirmed'
  end;
end $$;
comment on function private.status_after_form is
  'Status that a form with a confirmed address gets; raises no_places. The kinds are locked by the caller, who takes '
  'the places.';

create function private.other_registration(type uuid, address text, name text) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.event_registrations
  where type_id = type and lower(email) = lower(address) and private.fold(btrim(full_name)) = private.fold(btrim(name))
    and status in ('pending', 'waitlisted', 'offered', 'awaiting_payment', 'confirmed')
  order by created_at, id limit 1
$$;
comment on function private.other_registration is
  'The registration that a person, by address and name, has for a kind.';

create function private.check_single_hold(event uuid, address text, account uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.event_registrations as other join public.event_registration_types as kind
      on kind.id = other.type_id
    where other.event_id = event and other.source = 'form' and other.price_cents > 0
      and (lower(other.email) = lower(address) or other.user_id = account)
      and (other.status = 'awaiting_payment' or other.status = 'pending' and not kind.requires_approval)
  ) then
    raise exception 'unpaid_hold';
  end if;
end $$;
comment on function private.check_single_hold is
  'Raises unpaid_hold when the address or account has a place of the event that is held for a payment, or waits for '
  'documents only.';

create function private.request_digest(payload jsonb) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to((payload - array['request_id', 'form_version', 'locale'])::text, 'UTF8')), 'hex')
$$;
comment on function private.request_digest is 'SHA-256 of what a person typed into a form.';

create function private.confirmed_address() returns text
language sql stable security definer set search_path = '' as $$
  select lower(users.email) from public.profiles join auth.users on users.id = profiles.id
  where profiles.id = (select private.account_id()) and profiles.email_verified_at is not null and profiles.blocked_at
    is null
$$;
comment on function private.confirmed_address is
  'The e-mail address of the signed-in account; null when it is not confirmed.';

create function private.check_confirm_mails(address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.confirm_mails_of(address) >= private.registration_limit('confirm_mails') then
    raise exception 'too_many_mails';
  end if;
end $$;
comment on function private.check_confirm_mails is
  'Raises too_many_mails when an address got the most mails of an hour that it did not ask for.';

create function private.check_account_forms(event uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (
    select count(*) from public.event_registrations
    where user_id = (select private.account_id()) and event_id = event and created_at > now() - interval '1 hour'
  ) >= private.registration_limit('account_forms') then
    raise exception 'too_many_forms';
  end if;
end $$;
comment on function private.check_account_forms is
  'Raises too_many_forms when a confirmed account sent the most forms of an hour for one event.';

create function private.resend_confirmation(registration uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations;
begin
  select * into known from public.event_registrations where id = registration for update;
  -- A form for the same address that is stored at this moment counts its mail first. Waiting for it could be a
  -- deadlock.
  if not pg_try_advisory_xact_lock(hashtextextended('registration_address' || lower(known.email), 0)) then
    raise exception 'too_many_mails';
  elsif known.status = 'unconfirmed' and known.held_until > now() then
    perform private.check_confirm_mails(lower(known.email));
    update public.event_registrations set confirm_mails = confirm_mails + 1,
      held_until = private.hold_end('unconfirmed', 'form', type_id)
    where id = known.id returning * into known;
    perform private.mail_registration_status(known);
  end if;
end $$;
comment on function private.resend_confirmation is
  'Mails the button that confirms again, which then works for 30 minutes; raises too_many_mails.';

create function private.confirm_registration(token text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- Only the mail contains a link of this kind; the server's answer to the form has another one.
  known public.event_registrations := private.lock_registration((private.live_registration_link(token,
    'manage')).registration_id);
  kind public.event_registration_types;
  wish public.event_stands;
  next_status text;
begin
  if known.id is null or known.status = 'unconfirmed' and known.held_until <= now() then
    return null;
  elsif known.status <> 'unconfirmed' then
    return known.status;
  end if;
  if not exists (select from public.events where id = known.event_id and status = 'published' and deleted_at is null
    and ends_at > now()) then
    raise exception 'registration_closed';
  end if;
  select * into kind from public.event_registration_types where id = known.type_id;
  if not kind.allows_several and private.other_registration(kind.id, known.email, known.full_name) is not null then
    raise exception 'already_registered';
  end if;
  select * into wish from public.event_stands where id = known.stand_id for update;
  -- Somebody else confirmed first: the organiser chooses another stand.
  if wish.registration_id is not null then
    known.stand_id := null;
    known.price_cents := private.registration_price(kind, known.places, null);
  end if;
  kind.requires_approval := kind.requires_approval or private.missing_files(known) <> '{}';
  next_status := private.status_after_form(kind, known.places, known.price_cents);
  if next_status = 'awaiting_payment' then
    perform private.check_single_hold(known.event_id, known.email, known.user_id);
  end if;
  update public.event_registrations set
    email_confirmed_at = now(), price_cents = known.price_cents, stand_id = case when next_status <> 'waitlisted'
      then known.stand_id end
  where id = known.id;
  perform private.set_registration_status(known.id, next_status);
  if known.stand_id is not null and next_status <> 'waitlisted' then
    perform private.take_stand(known.stand_id, known.id, kind);
  end if;
  return next_status;
end $$;
comment on function private.confirm_registration is
  'Confirms the address of a registration and takes its place, or puts it on the waiting list; answers the status, '
  'null for a wrong link or when the time is over. Safe to repeat. Raises registration_closed, already_registered, '
  'unpaid_hold or no_places.';

create function private.mail_first_registration(type uuid, address text, name text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  first uuid := private.other_registration(type, address, name);
begin
  if first is not null then
    perform private.issue_registration_link(first, 'manage');
  end if;
end $$;
comment on function private.mail_first_registration is
  'Mails the link that changes the registration which a person has for a kind; nothing happens without one.';

create function private.note_busy_caller(event uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.events;
  subject constant text := 'Muitas inscrições de uma só rede';
  target text;
begin
  select * into known from public.events where id = event;
  target := '/admin/events/' || known.id || '/registrations';
  if known.id is null or exists (
    select from public.notifications where link = target and title = subject and created_at > now() - interval '1 day'
  ) then
    return;
  end if;
  insert into public.notifications (user_id, title, body, link, translations)
  select profiles.id, subject,
    format('Muitas inscrições em %s vieram da mesma rede em uma hora. Confira se são de pessoas de verdade.',
      known.title), target,
    jsonb_build_object(
      'en', jsonb_build_object('title', 'Many registrations from one network', 'body',
        format('Many registrations for %s came from the same network within an hour. Check that they are of real people.',
        known.title)),
      'es', jsonb_build_object('title', 'Muchas inscripciones de una sola red', 'body',
        format('Muchas inscripciones en %s llegaron de la misma red en una hora. Comprueba que sean de personas reales.',
        known.title))
    )
  from public.profiles where private.holds_permission(profiles, 'events');
end $$;
comment on function private.note_busy_caller is
  'Notifies event managers, once a day per event, that one network sent many forms.';

create function private.event_payment_is_possible() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.payment_settings
    where value -> 'enabled' = 'true' and case key
      when 'pix_config' then coalesce(value ->> 'pix_key', '') <> '' and coalesce(value ->> 'recipient_name', '') <> ''
      else coalesce(value ->> 'publishable_key', '') <> ''
    end
  )
$$;
comment on function private.event_payment_is_possible is
  'Whether Pix or cards are on in the payment settings. The secret key of cards is in the environment, where SQL does '
  'not see it.';

create function private.is_paid_event(event uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.event_registration_types as type
    where type.event_id = is_paid_event.event and (type.price_cents > 0 or type.chooses_stand and exists (
      select from public.event_stands where event_stands.event_id = type.event_id and event_stands.price_cents > 0
    ))
  )
$$;
comment on function private.is_paid_event is
  'Whether an event has a kind of registration or a stand that costs something.';

create function private.event_payee() returns text
language sql stable security definer set search_path = '' as $$
  select value ->> 'recipient_name' from public.payment_settings
  where key = 'pix_config' and coalesce(value ->> 'recipient_name', '') <> ''
$$;
comment on function private.event_payee is
  'Who receives the money of registrations: the recipient of the Pix key of the portal.';

-- Requests of the API only: a migration or the seed may add a paid kind before the settings.
create function private.is_api_request() returns boolean
language sql stable set search_path = '' as $$
  select current_setting('role', true) in ('anon', 'authenticated', 'service_role')
$$;
comment on function private.is_api_request is
  'Whether a function runs for a request of the API, also when it runs with the rights of its owner.';

create function private.event_offer(event public.events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', type.name, 'priceCents', type.price_cents, 'capacity', type.capacity, 'opensAt', type.opens_at,
          'closesAt', type.closes_at,
        'requiresApproval', type.requires_approval, 'hasWaitingList', type.has_waiting_list
      ) order by type.position, type.id), '[]')
      from public.event_registration_types as type where type.event_id = event.id
    ),
    'capacity', event.capacity,
    'isPaid', private.is_paid_event(event.id),
    'payee', private.event_payee(),
    'isPayable', private.event_payment_is_possible()
  )
$$;
comment on function private.event_offer is
  'Kinds of registration with price, places and dates, the limit of the event, and who receives the money, for the '
  'people who decide about it.';

create function private.event_offers(events uuid[]) returns table (event_id uuid, offer jsonb)
language sql stable security definer set search_path = '' as $$
  select known.id, private.event_offer(known) from public.events as known
  where known.id = any (event_offers.events) and private.is_staff() and private.has_permission('events')
$$;
comment on function private.event_offers is
  'private.event_offer of events, for event managers; none for other callers.';

create function private.may_change(registration public.event_registrations, change text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when change = 'certificate' then registration.status = 'confirmed' and inside.people > 0
    when inside.people = 0 then true
    -- The team may correct data, add people, and cancel with a reason; the places of people who are inside stay taken.
    else change in ('edit', 'add_people', 'cancel')
  end
  from (select private.entered_people(registration.id) as people) as inside
$$;
comment on function private.may_change is
  'Whether a registration allows a change after people entered. Changes: edit, add_people, remove_people, cancel (by '
  'the team or a refund), cancel_own, edit_own, transfer, decline, free_declined, wait, reject, expire, certificate. '
  'The status and the dates are checked by the callers.';

create function private.price_after(registration public.event_registrations, people integer, stand uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(
    registration.price_cents + private.registration_price(type, people, price_after.stand)
      - private.registration_price(type, registration.places, registration.stand_id), 0)
  from public.event_registration_types as type where type.id = registration.type_id
$$;
comment on function private.price_after is
  'Price of a registration with another number of people or another stand: the agreed price and the difference of the '
  'present prices.';

create function private.is_settled(registration public.event_registrations) returns boolean
language sql stable security definer set search_path = '' as $$
  select registration.status = 'confirmed' or exists (
    select from public.payments
    where subject_type = 'registration' and subject_id = registration.id and status in ('review', 'processing', 'paid')
      and difference is null
  )
$$;
comment on function private.is_settled is
  'Whether a registration is paid, free or being paid, so that a higher price is asked for as a difference.';

create function private.set_places(registration uuid, people integer, stand uuid, keeps_price boolean)
  returns public.event_registrations
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration(registration);
  price integer := case when keeps_price then known.price_cents else private.price_after(known, people, stand) end;
  paid integer := known.price_cents - known.difference_cents;
  changed public.event_registrations;
begin
  if people < known.places and not private.may_change(known, 'remove_people')
    and people < private.entered_people(known.id) then
    raise exception 'registration_entered';
  elsif private.holds_place(known.status) and people > known.places and
    not private.hold_places(known.type_id, people - known.places) then
    raise exception 'no_places';
  elsif private.holds_place(known.status) and people < known.places then
    perform private.release_places(known.type_id, known.places - people);
  end if;
  if private.is_settled(known) then
    -- What was paid is not less because people do not come; a refund is decided in the financial panel.
    price := greatest(price, paid);
    update public.event_registrations set places = people, stand_id = stand, price_cents = price,
      difference_cents = price - paid
    where id = known.id returning * into changed;
  else
    update public.event_registrations set places = people, stand_id = stand, price_cents = price where id = known.id
      returning * into changed;
  end if;
  if (changed.price_cents, changed.difference_cents) is distinct from (known.price_cents, known.difference_cents) then
    -- Open payments have the former amount.
    perform private.expire_registration_pages(known.id);
    update public.payments set status = 'expired'
    where subject_type = 'registration' and subject_id = known.id and method = 'pix' and status = 'pending';
    perform private.note_registration(changed, format('price:%s:%s', known.price_cents, changed.price_cents));
    if changed.difference_cents > known.difference_cents then
      perform private.mail_registration(changed, 'registration_difference', 'registration',
        jsonb_build_object('amount', changed.difference_cents / 100.0));
    elsif changed.status = 'awaiting_payment' and changed.price_cents = 0 then
      perform private.set_registration_status(changed.id, 'confirmed');
      select * into changed from public.event_registrations where id = known.id;
    elsif changed.status in ('offered', 'awaiting_payment') then
      perform private.mail_registration_status(changed);
    end if;
  end if;
  return changed;
end $$;
comment on function private.set_places is
  'The only writer of places, stand and price of a stored registration. A paid one that gets dearer owes the '
  'difference; an unpaid one has the new price. keeps_price: the team does not ask for more. Raises no_places or '
  'registration_entered.';

create function private.edit_registration(registration uuid, changes jsonb, seen timestamptz, keeps_price boolean)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  changed public.event_registrations;
  people integer;
  names text[];
begin
  changed := jsonb_populate_record(known, changes - array(
    select name from jsonb_object_keys(changes) as name where name <> all (array['full_name', 'email', 'phone', 'town',
      'club', 'company', 'companions'])
  ));
  changed.email := lower(changed.email);
  -- People whose names the gate did not write down keep their places.
  people := greatest(known.places + cardinality(changed.companions) - cardinality(known.companions),
    1 + cardinality(changed.companions));
  names := array(
    select before.key from jsonb_each(to_jsonb(known)) as before
    join jsonb_each(to_jsonb(changed)) as after on after.key = before.key
    where after.value is distinct from before.value order by before.key
  );
  if names = '{}' then
    return known.updated_at;
  end if;
  if people <> known.places then
    perform private.set_places(known.id, people, known.stand_id, keeps_price);
  end if;
  update public.event_registrations set
    full_name = changed.full_name, email = changed.email, phone = changed.phone, town = changed.town,
      club = changed.club,
    company = changed.company, companions = changed.companions
  where id = known.id returning * into changed;
  -- Links that were mailed to the earlier address end.
  if changed.email <> known.email then
    update public.registration_links set revoked_at = now() where registration_id = known.id and revoked_at is null;
  end if;
  perform private.note_registration(changed, 'edited:' || array_to_string(names, ','));
  return changed.updated_at;
end $$;
comment on function private.edit_registration is
  'Changes name, contact, town, club, company and companions, whose number changes places and price; the history '
  'names the columns, not their values. Raises no_places or registration_entered.';

create function private.assign_stand(registration uuid, stand uuid, seen timestamptz, keeps_price boolean)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.registration_at(registration, seen);
  wanted public.event_stands;
begin
  if stand is not null then
    select event_stands.* into wanted from public.event_stands
    join public.event_registration_types as kind on kind.id = known.type_id
    where event_stands.id = stand and event_stands.event_id = known.event_id
      and (event_stands.kinds = '{}' or kind.kind = any (event_stands.kinds))
    for update of event_stands;
    if wanted.id is null then
      raise exception 'stand_missing';
    elsif wanted.registration_id <> known.id then
      raise exception 'stand_taken';
    elsif known.status in ('rejected', 'cancelled', 'expired') then
      raise exception 'registration_decided';
    end if;
  end if;
  update public.event_stands set registration_id = null where registration_id = known.id and id is distinct from stand;
  update public.event_stands set registration_id = known.id where id = stand;
  perform private.set_places(known.id, known.places, stand, keeps_price or known.status
    in ('rejected', 'cancelled', 'expired'));
  perform private.note_registration(known, 'stand:' || coalesce(wanted.label, ''));
  return (select updated_at from public.event_registrations where id = known.id);
end $$;
comment on function private.assign_stand is
  'Gives a free stand of the event to a registration, or takes its stand away (null), with its price. Raises '
  'stand_missing or stand_taken.';

create function private.changed_price(registration uuid, companions integer, stand uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  known public.event_registrations;
  people integer;
  price integer;
begin
  perform private.require_registration_manager();
  select * into known from public.event_registrations where id = changed_price.registration;
  if known.id is null then
    raise exception 'registration_missing';
  end if;
  people := case
    when companions is null then known.places
    else greatest(known.places + companions - cardinality(known.companions), 1 + companions)
  end;
  price := private.price_after(known, people, case when companions is null then changed_price.stand else known.stand_id
    end);
  if private.is_settled(known) then
    price := greatest(price, known.price_cents - known.difference_cents);
  end if;
  return jsonb_build_object('from', known.price_cents, 'to', price, 'is_settled', private.is_settled(known));
end $$;
comment on function private.changed_price is
  'Price of a registration now and with this number of companions, or with another stand when companions is null.';

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

create function private.registration_bytes_limit() returns bigint
language sql immutable set search_path = '' as $$ select 40 * 1024 * 1024::bigint $$;
comment on function private.registration_bytes_limit is 'Most bytes of all documents of one registration together.';

create function private.stored_bytes(bucket text, folder text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum((objects.metadata ->> 'size')::bigint), 0)
  from storage.objects where bucket_id = stored_bytes.bucket and starts_with(name, stored_bytes.folder || '/')
$$;
comment on function private.stored_bytes is 'Bytes of all files in a folder of a bucket.';

create function private.add_registration_document(token text, kind text, path text, expires date) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations := private.lock_registration((private.live_registration_link(token, 'registration',
    'manage')).registration_id);
  asked text[];
  replaced text[];
begin
  if known.id is null or known.status in ('rejected', 'cancelled', 'expired')
    or path !~ ('^' || known.id || '/[0-9a-f-]{36}\.(webp|pdf)$') then
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
    select coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects
      where bucket_id = 'registration-documents' and name = any (replaced)
  ) > private.registration_bytes_limit()
    or (select count(*) from public.registration_documents where registration_id = known.id) >= 20 then
    return jsonb_build_object('outcome', 'too_much');
  end if;
  delete from public.registration_documents as earlier where registration_id = known.id
    and earlier.path = any (replaced);
  insert into public.registration_documents (registration_id, kind, path, expires_on)
    values (known.id, kind, path, expires);
  perform private.admit_with_documents(known.id);
  return jsonb_build_object('outcome', 'added', 'replaced', to_jsonb(replaced));
end $$;
comment on function private.add_registration_document is
  'A document of the holder of a link; the file is stored before, so that its bytes count. outcome: added with the '
  'names of replaced files, closed, not_asked, or too_much when the registration has too many files or bytes.';

create function private.registration_facts(event uuid, registrations uuid[]) returns table (
  id uuid, payment_method text, payment_status text, paid_at timestamptz, paid_cents integer, refunded_cents integer,
    entered_at timestamptz, people_inside integer
)
language sql stable security definer set search_path = '' as $$
  with people as (select counted.* from private.list_people(registration_facts.event) as counted)
  select registration.id, payment.method, payment.status, payment.paid_at,
    case when payment.paid_at is not null then payment.amount_cents end, payment.refunded_cents, entry.first_at,
    case when entry.first_at is not null then entry.inside end
  from public.event_registrations as registration
  left join lateral (
    select payments.method, payments.status, payments.paid_at, payments.amount_cents, payments.refunded_cents
    from public.payments where payments.subject_type = 'registration' and payments.subject_id = registration.id
    order by payments.id = registration.payment_id desc nulls last, payments.paid_at desc nulls last,
      payments.created_at desc limit 1
  ) as payment on true
  left join lateral (
    select min(reading.scanned_at) as first_at,
      (select max(people.inside) from people join public.event_checkin_lists as counted on counted.id = people.list_id
        where people.registration_id = registration.id and counted.purpose = 'entry') as inside
    from public.event_checkins as reading join public.event_checkin_lists as list on list.id = reading.list_id
    where reading.registration_id = registration.id and reading.result = 'ok' and reading.kind = 'entry'
      and reading.undone_at is null and list.purpose = 'entry'
  ) as entry on true
  where registration.event_id = registration_facts.event and registration.id = any (registrations)
    and private.is_staff() and private.has_permission('events')
$$;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('event-contracts', 'event-contracts', false, 524288, '{image/png}');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('registration-documents', 'registration-documents', false, 10485760, '{image/webp,application/pdf}');

create function public.submit_registration(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.file_registration(payload);
comment on function public.submit_registration is
  'Registers for an event: {request_id, type, full_name, email, phone, document, town, state_abbr, club, company, '
  'companions, vehicles, form_version, answers, stand, shows_vehicle, consent, locale}. Answers id, code, status and '
  'whether a repeated request has other data than the stored one. Refuses with invalid_request, vehicle_too_new, '
  'event_missing, registration_closed, form_changed, form_sent, already_registered, unpaid_hold, too_many_mails, '
  'too_many_forms, no_places or stand_taken.';
grant execute on function public.submit_registration to anon, authenticated, service_role;

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

create function public.payment_subjects(ids uuid[]) returns table (id uuid, code text, person text, event text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.payment_subjects(ids);
end;
comment on function public.payment_subjects is 'Code, payer and event of paid registrations, for financial managers.';
grant execute on function public.payment_subjects to authenticated, service_role;

create function public.read_registration(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration(token) || private.registration_extras(token);
comment on function public.read_registration is
  'What the page behind a link of a registration shows; null for a token that does not exist.';
grant execute on function public.read_registration to anon, authenticated, service_role;

create function public.find_registration(code text, contact text) returns uuid
language sql stable security invoker set search_path = ''
return private.find_registration(code, contact);
comment on function public.find_registration is 'The registration with this code and contact. For the server alone.';
grant execute on function public.find_registration to service_role;

create function public.read_badge(key text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_badge(key);
comment on function public.read_badge is
  'What a badge shows, by the token of a link or, for its owner and for check-in operators, by the id of the '
  'registration; null otherwise.';
grant execute on function public.read_badge to anon, authenticated, service_role;

create function public.edit_own_registration(token text, payload jsonb) returns boolean
language sql volatile security invoker set search_path = ''
return private.edit_own_registration(token, payload);
comment on function public.edit_own_registration is
  'Changes the data of a registration behind its link until the limit of its kind.';
grant execute on function public.edit_own_registration to anon, authenticated, service_role;

create function public.accept_offer(token text) returns text
language sql volatile security invoker set search_path = ''
return private.accept_offer(token);
comment on function public.accept_offer is
  'Accepts a free place offered from the waiting list; answers the status, null for an unknown token.';
grant execute on function public.accept_offer to anon, authenticated, service_role;

create function public.cancel_own_registration(token text) returns text
language sql volatile security invoker set search_path = ''
return private.cancel_own_registration(token);
comment on function public.cancel_own_registration is
  'Cancels a registration through the link that was mailed to its contact; null for any other token.';
grant execute on function public.cancel_own_registration to anon, authenticated, service_role;

create function public.transfer_registration(token text, payload jsonb) returns boolean
language sql volatile security invoker set search_path = ''
return private.transfer_registration(token, payload);
comment on function public.transfer_registration is
  'Gives a registration to another person: {full_name, email, phone}. Only through the mailed link.';
grant execute on function public.transfer_registration to anon, authenticated, service_role;

create function public.mail_manage_link(token text) returns boolean
language sql volatile security invoker set search_path = ''
return private.mail_manage_link(token);
comment on function public.mail_manage_link is
  'Mails the link that transfers and cancels to the registered contact. For the server alone, which limits the mails.';
grant execute on function public.mail_manage_link to service_role;

create function public.decide_registration(registration uuid, decision text, reason text default null, seen timestamptz
  default null) returns text
language sql volatile security invoker set search_path = ''
return private.decide_registration(registration, decision, reason, seen);
comment on function public.decide_registration is
  'Event managers decide one registration: approve, wait, promote, reject or cancel. Answers the new status.';
grant execute on function public.decide_registration to authenticated, service_role;

create function public.decide_registrations(registrations uuid[], decision text, reason text default null) returns jsonb
language sql volatile security invoker set search_path = ''
return private.decide_registrations(registrations, decision, reason);
comment on function public.decide_registrations is
  'Event managers decide up to 200 registrations. Answers the number of each outcome: decided, no_places, '
  'payment_unavailable, registration_decided, registration_entered.';
grant execute on function public.decide_registrations to authenticated, service_role;

create function public.check_document(document uuid, decision text, reason text default null) returns text
language sql volatile security invoker set search_path = ''
return private.check_document(document, decision, reason);
comment on function public.check_document is
  'Event managers check a document of a registration: ok, or refused with a reason.';
grant execute on function public.check_document to authenticated, service_role;

create function public.resend_registration(registration uuid) returns text
language sql volatile security invoker set search_path = ''
return private.resend_registration(registration);
comment on function public.resend_registration is
  'Event managers mail the badge link of a confirmed registration again, or the link of its page.';
grant execute on function public.resend_registration to authenticated, service_role;

create function public.add_registration(payload jsonb) returns uuid
language sql volatile security invoker set search_path = ''
return private.add_registration(payload);
comment on function public.add_registration is
  'Event managers register somebody by hand: type_id, full_name, email, phone, town, club, company, companions, '
  'vehicles, is_free, locale, request_id. Answers the id.';
grant execute on function public.add_registration to authenticated, service_role;

create function public.registration_totals(event uuid) returns table (type_id uuid, status text, attending text,
  registrations bigint, places bigint)
language sql stable security invoker set search_path = '' as $$
  select registration.type_id, registration.status, registration.attending, count(*), sum(registration.places)
  from public.event_registrations as registration where registration.event_id = registration_totals.event
  group by 1, 2, 3
$$;
comment on function public.registration_totals is
  'Number of registrations and places of an event by kind, status and answer, as the caller may read them.';
grant execute on function public.registration_totals to authenticated, service_role;

create function public.ask_attendance(event uuid, type uuid default null, max_mails integer default 200) returns integer
language sql volatile security invoker set search_path = ''
return private.ask_attendance(event, type, max_mails);
comment on function public.ask_attendance is
  'Event managers ask confirmed people by mail whether they come; answers the number of mails. Raises event_over.';
grant execute on function public.ask_attendance to authenticated, service_role;

create function public.read_attendance(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_attendance(token);
comment on function public.read_attendance is
  'The event and the answer of an attendance link; null for a wrong, expired or revoked token.';
grant execute on function public.read_attendance to anon, authenticated, service_role;

create function public.answer_attendance(token text, is_coming boolean) returns text
language sql volatile security invoker set search_path = ''
return private.answer_attendance(token, is_coming);
comment on function public.answer_attendance is
  'The holder of an attendance link says whether they come: answered, closed or missing.';
grant execute on function public.answer_attendance to anon, authenticated, service_role;

create function public.free_declined_places(event uuid, reason text default null) returns integer
language sql volatile security invoker set search_path = ''
return private.free_declined_places(event, reason);
comment on function public.free_declined_places is
  'Event managers cancel the registrations of people who do not come; answers their number.';
grant execute on function public.free_declined_places to authenticated, service_role;

create function public.promote_waiting_list(type uuid) returns integer
language sql volatile security invoker set search_path = ''
return private.promote_waiting_list(type);
comment on function public.promote_waiting_list is
  'Event managers offer the free places of a kind to the people who wait, in order; answers the number of offers.';
grant execute on function public.promote_waiting_list to authenticated, service_role;

create function public.contract_templates() returns table (id uuid, title text, body text)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.contract_templates();
end;
comment on function public.contract_templates is
  'The newest published version of every active contract template, for contract managers.';
grant execute on function public.contract_templates to authenticated, service_role;

create function public.save_registration_contract(registration uuid, template uuid, title text, clauses text[])
  returns uuid
language sql volatile security invoker set search_path = ''
return private.save_registration_contract(registration, template, title, clauses);
comment on function public.save_registration_contract is
  'Contract managers write the draft of the contract of a registration; answers its id.';
grant execute on function public.save_registration_contract to authenticated, service_role;

create function public.send_registration_contract(contract uuid, token_hash text) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.send_registration_contract(contract, token_hash);
comment on function public.send_registration_contract is
  'Contract managers make a new signing link; answers when it ends. Raises contract_closed.';
grant execute on function public.send_registration_contract to authenticated, service_role;

create function public.cancel_registration_contract(contract uuid, reason text) returns void
language sql volatile security invoker set search_path = ''
return private.cancel_registration_contract(contract, reason);
comment on function public.cancel_registration_contract is
  'Contract managers cancel a contract with a reason. Raises contract_closed.';
grant execute on function public.cancel_registration_contract to authenticated, service_role;

create function public.registration_contract_hash(contract uuid, file_sha256 text default null) returns text
language sql stable security invoker set search_path = ''
return private.registration_contract_hash(contract, file_sha256);
comment on function public.registration_contract_hash is
  'The hash a contract has with this signature file; equal to contract_sha256 as long as nothing changed. For the '
  'server alone.';
grant execute on function public.registration_contract_hash to service_role;

create function public.read_registration_contract(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration_contract(token);
comment on function public.read_registration_contract is
  'The text of the contract of a signing link; null for a wrong or expired token.';
grant execute on function public.read_registration_contract to anon, authenticated, service_role;

create function public.sign_registration_contract(token text, payload jsonb) returns text
language sql volatile security invoker set search_path = ''
return private.sign_registration_contract(token, payload);
comment on function public.sign_registration_contract is
  'The holder of a signing link signs: signed_name, and for a drawn signature its stored path and the hash of its '
  'file. For the server alone, which states browser and address.';
grant execute on function public.sign_registration_contract to service_role;

create function public.verify_registration_contract(hash text) returns jsonb
language sql stable security invoker set search_path = ''
return private.verify_registration_contract(hash);
comment on function public.verify_registration_contract is
  'Whether a contract with this hash exists and has not changed; null when there is none.';
grant execute on function public.verify_registration_contract to anon, authenticated, service_role;

create function public.store_registration_draft(payload jsonb, draft_id uuid, token_hash text) returns boolean
language sql volatile security invoker set search_path = ''
return private.store_registration_draft(payload, draft_id, token_hash);
comment on function public.store_registration_draft is
  'For the server only, which limits the mails: stores {request_id, type, email, draft, locale} and mails the link '
  'that continues the form.';
grant execute on function public.store_registration_draft to service_role;

create function public.read_registration_draft(token text) returns jsonb
language sql stable security invoker set search_path = ''
return private.read_registration_draft(token);
comment on function public.read_registration_draft is
  'The draft behind a mailed link; null for a token that does not exist or has ended.';
grant execute on function public.read_registration_draft to anon, authenticated, service_role;

create function public.edit_registration_answers(registration uuid, answers jsonb, reason text, seen timestamptz
  default null) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.edit_registration_answers(registration, answers, reason, seen);
comment on function public.edit_registration_answers is
  'Event managers correct the answers of a registration, with a reason. Answers its updated_at. Raises '
  'reason_missing, registration_changed or invalid_request.';
grant execute on function public.edit_registration_answers to authenticated, service_role;

create function public.confirm_registration(token text) returns text
language sql volatile security invoker set search_path = ''
return private.confirm_registration(token);
comment on function public.confirm_registration is
  'The button behind the mailed link: confirms the address and takes the place; answers the status, null for a wrong '
  'link or when the time is over.';
grant execute on function public.confirm_registration to anon, authenticated, service_role;

create function public.mail_first_registration(type uuid, address text, name text) returns void
language sql volatile security invoker set search_path = ''
return private.mail_first_registration(type, address, name);
comment on function public.mail_first_registration is
  'For the server only, which limits the mails: mails the link of the registration that a person has for a kind.';
grant execute on function public.mail_first_registration to service_role;

create function public.note_busy_caller(event uuid) returns void
language sql volatile security invoker set search_path = ''
return private.note_busy_caller(event);
comment on function public.note_busy_caller is
  'For the server only: notifies event managers that one network sent many forms for an event.';
grant execute on function public.note_busy_caller to service_role;

create function public.event_offers(events uuid[]) returns table (event_id uuid, offer jsonb)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.event_offers(events);
end;
comment on function public.event_offers is 'What events sell and who receives the money, for event managers.';
grant execute on function public.event_offers to authenticated, service_role;

create function public.edit_registration(registration uuid, changes jsonb, seen timestamptz default null,
  keeps_price boolean default false) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.edit_registration(registration, changes, seen, keeps_price);
comment on function public.edit_registration is
  'Event managers correct a registration: full_name, email, phone, town, club, company, companions. More people cost '
  'the difference unless keeps_price. Answers its updated_at.';
grant execute on function public.edit_registration to authenticated, service_role;

create function public.assign_stand(registration uuid, stand uuid default null, seen timestamptz default null,
  keeps_price boolean default false) returns timestamptz
language sql volatile security invoker set search_path = ''
return private.assign_stand(registration, stand, seen, keeps_price);
comment on function public.assign_stand is
  'Event managers give a free stand to a registration, or take its stand away. Answers its updated_at.';
grant execute on function public.assign_stand to authenticated, service_role;

create function public.changed_price(registration uuid, companions integer default null, stand uuid default null)
  returns jsonb
language sql stable security invoker set search_path = ''
return private.changed_price(registration, companions, stand);
comment on function public.changed_price is
  'Event managers read what a registration costs with another number of companions or another stand: {from, to, '
  'is_settled}.';
grant execute on function public.changed_price to authenticated, service_role;

create function public.add_registration_document(token text, kind text, path text, expires date default null)
  returns jsonb
language sql volatile security invoker set search_path = ''
return private.add_registration_document(token, kind, path, expires);
comment on function public.add_registration_document is
  'For the server only: registers a stored document that the registration asks for. outcome: added, closed, not_asked '
  'or too_much.';
grant execute on function public.add_registration_document to service_role;

create function public.registration_facts(event uuid, registrations uuid[]) returns table (
  id uuid, payment_method text, payment_status text, paid_at timestamptz, paid_cents integer, refunded_cents integer,
    entered_at timestamptz, people_inside integer
)
language sql stable security invoker set search_path = ''
begin atomic
  select * from private.registration_facts(event, registrations);
end;
comment on function public.registration_facts is
  'Payment (the one that counts, else the newest attempt), first entry and people inside of registrations of an '
  'event, for event managers.';
grant execute on function public.registration_facts to authenticated, service_role;
