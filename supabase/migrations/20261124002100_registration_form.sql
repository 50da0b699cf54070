-- The form of a registration: fields from a published version of its template, checked again here.

do $$
declare
  template record;
  stored uuid;
begin
  for template in select * from (values
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
  ) as known (kind, name, fields) loop
    insert into public.form_templates (key, name, kind, registration_kind)
    values ('inscricao-' || replace(template.kind, '_', '-'), template.name, 'registration', template.kind) returning id into stored;
    insert into public.form_template_versions (template_id, version, title, schema, published_at)
    values (stored, 1, template.name, template.fields::jsonb, now());
  end loop;
end $$;

create function private.form_version_of(type public.event_registration_types) returns public.form_template_versions
language sql stable security definer set search_path = '' as $$
  select version.* from public.form_template_versions as version
  where version.published_at <= now() and version.id = coalesce(type.form_version_id, (
    select newest.id from public.form_template_versions as newest join public.form_templates as template on template.id = newest.template_id
    where template.kind = 'registration' and template.registration_kind = type.kind and template.is_active and newest.published_at <= now()
    order by newest.published_at desc, newest.version desc limit 1
  ))
$$;
comment on function private.form_version_of(public.event_registration_types) is
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
      when 'number' then case when jsonb_typeof(given -> key) = 'number' and (given ->> key)::numeric between 0 and 1000000 then given -> key end
      when 'date' then to_jsonb(private.date_field(given, key))
      when 'choice' then case when jsonb_typeof(given -> key) = 'string' and field -> 'options' @> (given -> key) then given -> key end
      else to_jsonb(private.text_field(given, key, case field ->> 'kind' when 'longtext' then 2000 else 200 end))
    end;
    -- Files are sent after the form, like the documents of the kind.
    continue when field ->> 'kind' = 'file';
    if (field ->> 'required')::boolean and (value is null or value in ('null', 'false'))
      or field ->> 'kind' in ('number', 'choice') and value is null and coalesce(jsonb_typeof(given -> key), 'null') <> 'null' then
      perform private.refuse_request(key);
    end if;
    if value is not null and value <> 'null' then
      kept := kept || jsonb_build_object(key, value);
    end if;
  end loop;
  return kept;
end $$;
comment on function private.registration_answers(jsonb, jsonb) is 'The answers to the fields of a form; raises invalid_request with the name of the field that is wrong or missing.';

-- Vehicles are changed in place, because votes and readings at the gate refer to their rows.
create function private.add_registration_vehicles(registration uuid, kind public.event_registration_types, event public.events, list jsonb) returns void
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
    if kind.kind = 'expositor' and extract(year from event.starts_at at time zone event.time_zone) - year < coalesce(event.min_vehicle_age, 0) then
      raise exception 'vehicle_too_new' using detail = number::text;
    end if;
    insert into public.registration_vehicles as known (registration_id, position, make, model, year, color, plate, has_collector_plate, story, class_name) values (
      registration, number, private.text_field(vehicle, 'make', 60, true), private.text_field(vehicle, 'model', 80, true), year,
      private.text_field(vehicle, 'color', 40), upper(private.pattern_field(vehicle, 'plate', 10, '^[A-Za-z0-9 -]{5,10}$')),
      private.flag_field(vehicle, 'has_collector_plate'), private.text_field(vehicle, 'story', 600), private.text_field(vehicle, 'class_name', 80)
    ) on conflict (registration_id, position) do update set make = excluded.make, model = excluded.model, year = excluded.year, color = excluded.color,
      plate = excluded.plate, has_collector_plate = excluded.has_collector_plate, story = excluded.story, class_name = excluded.class_name;
  end loop;
  delete from public.registration_vehicles as known where known.registration_id = registration and known.position > number;
end $$;
comment on function private.add_registration_vehicles(uuid, public.event_registration_types, public.events, jsonb) is
  'Stores the vehicles of a registration; raises vehicle_too_new with the number of the vehicle that is too young for the event.';

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
comment on function private.take_stand(uuid, uuid, public.event_registration_types) is 'Gives a free stand to a registration; raises stand_taken.';

create function private.open_kind(type uuid) returns public.event_registration_types
language plpgsql volatile security definer set search_path = '' as $$
declare
  kind public.event_registration_types;
  event public.events;
begin
  select * into kind from public.event_registration_types where id = type for update;
  select * into event from public.events where id = kind.event_id;
  if kind.id is null or not private.is_public_event(event) then
    raise exception 'event_missing';
  elsif event.status <> 'published' or coalesce(kind.opens_at, '-infinity') > now() or coalesce(kind.closes_at, event.starts_at) <= now() then
    raise exception 'registration_closed';
  end if;
  return kind;
end $$;
comment on function private.open_kind(uuid) is 'Locks and returns a kind that takes registrations now; raises event_missing or registration_closed.';

create function private.first_registration_status(kind public.event_registration_types, places integer, price integer) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_full boolean;
begin
  -- Free places belong to the people who wait.
  is_full := exists (select from public.event_registrations where type_id = kind.id and status = 'waitlisted')
    or kind.capacity is not null and kind.taken + places > kind.capacity;
  if is_full and not kind.has_waiting_list then
    raise exception 'no_places';
  elsif kind.requires_approval then
    return 'pending';
  elsif is_full or not private.hold_places(kind.id, places) then
    return 'waitlisted';
  end if;
  return case when price > 0 then 'awaiting_payment' else 'confirmed' end;
end $$;
comment on function private.first_registration_status(public.event_registration_types, integer, integer) is
  'Status of a new registration; takes the places when it is not pending or waitlisted. The kind is locked by the caller.';

create function private.registration_price(kind public.event_registration_types, places integer, stand uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select kind.price_cents * case when kind.kind = 'publico' then places else 1 end
    + coalesce((select price_cents from public.event_stands where id = stand), 0)
$$;
comment on function private.registration_price(public.event_registration_types, integer, uuid) is 'Tickets are paid per person, the other kinds per registration, with the price of the stand.';

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
  end if;
  first_status := private.first_registration_status(kind, people, price);
  -- Two registrations of different kinds that refer to a stand before one of them takes it would wait for each other.
  perform from public.event_stands where id = stand for update;
  insert into public.event_registrations (
    code, event_id, type_id, user_id, full_name, email, phone, document, town, state_abbr, club, company, companions, places, answers, form_version_id,
    status, waiting_since, held_until, price_cents, stand_id, shows_vehicle, source, locale, request_id, confirmed_at
  ) values (
    private.new_registration_code(), event.id, kind.id, case when origin = 'form' then (select private.account_id()) end,
    private.text_field(payload, 'full_name', 120, true), lower(private.email_field(payload, 'email', true)), private.phone_field(payload, 'phone', kind.kind <> 'publico'),
    private.pattern_field(payload, 'document', 20, '^[0-9A-Za-z./-]{5,20}$', kind.kind in ('food_truck', 'expositor_comercial')), private.text_field(payload, 'town', 120),
    private.state_field(payload, 'state_abbr'), private.text_field(payload, 'club', 160), private.text_field(payload, 'company', 160, kind.kind in ('food_truck', 'expositor_comercial')),
    companions, people, private.registration_answers(coalesce(form.schema, '[]'), payload -> 'answers'), form.id,
    first_status, case when first_status = 'waitlisted' then now() end, private.hold_end(first_status, 'form', event.id), price,
    case when first_status <> 'waitlisted' then stand end, private.flag_field(payload, 'shows_vehicle'), origin,
    coalesce(private.choice_field(payload, 'locale', '{pt-BR,en-US,es-419}', false), 'pt-BR'), private.uuid_field(payload, 'request_id', true),
    case when first_status = 'confirmed' then now() end
  ) returning * into stored;
  if stored.stand_id is not null then
    perform private.take_stand(stored.stand_id, stored.id, kind);
  end if;
  perform private.add_registration_vehicles(stored.id, kind, event, payload -> 'vehicles');
  return stored;
end $$;
comment on function private.store_registration(jsonb, text) is 'Checks the payload and stores the registration with its places, stand and vehicles; all or nothing.';

create function private.file_registration(payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.event_registrations;
  request uuid;
begin
  perform private.check_payload(payload);
  request := private.uuid_field(payload, 'request_id', true);
  -- The same form sent twice at the same time is stored once.
  perform pg_advisory_xact_lock(hashtextextended('file_registration' || request, 0));
  select * into known from public.event_registrations where request_id = request;
  -- Another person in a copy of a form that was sent, in a second tab: answering the first registration would hide that nothing was stored.
  if known.id is not null and (lower(known.email), known.full_name)
    is distinct from (lower(private.email_field(payload, 'email', true)), private.text_field(payload, 'full_name', 120, true)) then
    raise exception 'form_sent';
  elsif known.id is null then
    known := private.store_registration(payload, 'form');
    perform private.mail_registration_status(known);
  end if;
  return jsonb_build_object('id', known.id, 'code', known.code, 'status', known.status);
end $$;
comment on function private.file_registration(jsonb) is 'Registers a person once per request_id.';

create function public.submit_registration(payload jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
return private.file_registration(payload);
comment on function public.submit_registration(jsonb) is
  'Registers for an event: {request_id, type, full_name, email, phone, document, town, state_abbr, club, company, companions, vehicles, form_version, answers, stand, shows_vehicle, consent, locale}. Answers id, code and status. Refuses with invalid_request, vehicle_too_new, event_missing, registration_closed, form_changed, form_sent, no_places or stand_taken.';
revoke execute on function public.submit_registration(jsonb) from public;
grant execute on function public.submit_registration(jsonb) to anon, authenticated, service_role;

create function private.registration_forms(event uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'type', offer.id, 'version', form.id, 'fields', coalesce(form.schema, '[]'), 'hasWaiting',
      exists (select from public.event_registrations where type_id = offer.id and status = 'waitlisted'),
    'stands', case when offer.chooses_stand then coalesce((
      select jsonb_agg(jsonb_build_object('id', stand.id, 'label', stand.label, 'area', stand.area, 'width', stand.width_m, 'depth', stand.depth_m, 'power', stand.power_kva, 'price', stand.price_cents, 'x', stand.x, 'y', stand.y) order by stand.label)
      from public.event_stands as stand where stand.event_id = offer.event_id and stand.registration_id is null and (stand.kinds = '{}' or offer.kind = any (stand.kinds))
    ), '[]') else '[]' end
  ) order by offer.position, offer.id), '[]')
  from public.event_registration_types as offer join public.events on events.id = offer.event_id
  cross join private.form_version_of(offer) as form
  where offer.event_id = registration_forms.event and private.is_public_event(events)
$$;
comment on function private.registration_forms(uuid) is 'Fields and free stands of every kind of a public event.';

create function public.registration_forms(event uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.registration_forms(event);
comment on function public.registration_forms(uuid) is 'Fields and free stands of every kind of registration of a public event.';
revoke execute on function public.registration_forms(uuid) from public;
grant execute on function public.registration_forms(uuid) to anon, authenticated, service_role;

create function private.registration_questions(type uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('version', form.id, 'fields', coalesce(form.schema, '[]'))
  from public.event_registration_types as offer join public.events on events.id = offer.event_id
  cross join private.form_version_of(offer) as form
  where offer.id = registration_questions.type and private.is_public_event(events)
$$;
comment on function private.registration_questions(uuid) is 'Version and questions of the form of one kind of a public event.';

create function public.registration_questions(type uuid) returns jsonb
language sql stable security invoker set search_path = ''
return private.registration_questions(type);
comment on function public.registration_questions(uuid) is 'Version and questions of the form of one kind of a public event; null for any other id.';
revoke execute on function public.registration_questions(uuid) from public;
grant execute on function public.registration_questions(uuid) to anon, authenticated, service_role;
